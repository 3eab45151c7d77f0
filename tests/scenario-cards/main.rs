//! The owner's cards: lines that people type, the import of an invented edition, and properties of
//! random and of damaged ones.

mod import;
mod properties;
mod text;
mod totals;
