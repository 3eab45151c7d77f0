//! The rules of a campaign between scenarios, tested against the numbered rules, the worked results
//! and random play; and its records.

mod box_facts;
mod complete;
mod conservation;
mod damaged;
mod example;
mod notation;
mod random;
mod record;
mod reference;
mod reference_agrees;
mod repair;
mod rules_characters;
mod rules_events;
mod rules_parties;
mod rules_preparation;
mod rules_town;
mod rulings;
mod scenario_gains;
mod support;
mod wording;
mod worked_results;
