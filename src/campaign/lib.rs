//! The text of a campaign between scenarios: parsing and printing of actions and records, and
//! everything in words. The rules are in [`campaign_rules`].
//!
//! [`action`] parses and prints one action per line, and [`mod@record`] whole campaigns.
//! [`sentence`] puts an entry into words, [`mod@receipt`] lists the changes that it made,
//! [`refusal`] says why an action is refused, [`open_steps`] lists the steps that are still open,
//! and [`mod@sheet`] prints a party with its characters. [`scenario_gains`] offers the end of a
//! scenario as entries and compares both records, and [`mod@box_facts`] reads the facts of the
//! owner's box.
//!
//! ```
//! use campaign::record::{Change, new_record, receipt_of};
//! use campaign::action::parse_action;
//!
//! let mut record = new_record();
//! for line in [
//!     "open class Brute",
//!     "character Anna: Brute, level 1, quest 512",
//!     "party Wolves",
//!     "join Anna: Wolves",
//!     "item 12: 25 gold, 2 copies, small",
//!     "effects Wolves: reputation +8",
//!     "buy Anna: 12",
//! ] {
//!     record.apply(Change::Play(parse_action(line)?)).expect("the rules allow it");
//! }
//! let lines: Vec<String> = receipt_of(&record, 7).iter().map(|line| line.text()).collect();
//! assert_eq!(
//!     lines,
//!     [
//!         "item 012 goes to Anna (S14.3)",
//!         "  Anna: gold 30 → 7: − 25 for item 012 + 2 for reputation 8 (G19)",
//!     ]
//! );
//! # Ok::<(), plain_text::ParseError>(())
//! ```
#![warn(missing_docs)]

pub mod action;
pub mod box_facts;
pub mod open_steps;
mod parts;
pub mod receipt;
pub mod record;
pub mod refusal;
pub mod scenario_gains;
pub mod sentence;
pub mod sheet;
mod words;

pub use record::Record;
