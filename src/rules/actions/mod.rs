//! The actions of players: one file per action card, and shared parts.
//!
//! Each action first makes all its checks against the unchanged game, and changes the game only if
//! all of them passed.

mod construct;
mod deal;
mod draft;
mod manual;
mod recruit;
mod referee;
mod road;
mod text;
mod trade;
mod turn;
mod upgrade;
mod worker;

pub(super) use construct::PERSONAL_BUILDING_COST;
pub(super) use text::{TextDecision, decisions, follow_decision};
pub(super) use trade::TradeTerms;
pub(super) use upgrade::BuildTerms;
