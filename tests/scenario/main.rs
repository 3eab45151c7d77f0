//! The engine of the hex map against the books' worked results, the numbered rules, an independent
//! reference, and puzzles as people ask them.

mod against_reference;
mod properties;
mod random;
mod reference;
mod support;
mod worked_results;
