//! The owner's cards: lines that people type, the import of an invented edition, and properties of
//! random and of damaged ones.

mod dungeon;
mod import;
mod properties;
mod salt_mill;
mod text;
mod totals;
