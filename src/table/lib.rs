//! An open game without a window: the entry in view, the action being entered, and the verdicts of
//! the rules on it.
//!
//! [`action_input`] is the action being entered, [`legality`] the verdict on every next pick,
//! [`nearest_action`] the refused action closest to being legal, [`move_list`] everything that the
//! player to act can do. [`squares`] finds the squares of an action, [`turn`] sums up a turn, and
//! [`examples`] are the games that come with the app; [`lesson`] explains one of them. A
//! [`Table`](table::Table) caches the verdicts for the entry in view, so that no frame asks the
//! rules.

pub mod action_input;
pub mod examples;
pub mod legality;
pub mod lesson;
pub mod move_list;
pub mod nearest_action;
pub mod squares;
pub mod table;
pub mod turn;
