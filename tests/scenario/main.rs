//! The engine of the hex map, tested against the books' worked results, the numbered rules, an
//! independent reference, and puzzles as people ask them.

mod against_reference;
mod attack_reference;
mod attacks;
mod complete;
mod damaged;
mod editions;
mod ending;
mod events;
mod games;
mod properties;
mod puzzles;
mod question;
mod random;
mod reference;
mod repair;
mod rooms;
mod rules_map;
mod rules_monster;
mod rulings;
mod summons;
mod support;
mod versions;
mod wording;
mod worked_results;
