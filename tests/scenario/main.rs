//! The engine of the hex map, tested against the books' worked results, the numbered rules, an
//! independent reference, and puzzles as people ask them.

mod against_reference;
mod areas;
mod attack_reference;
mod attacks;
mod bell_tower;
mod complete;
mod conservation;
mod damaged;
mod decks;
mod dungeon;
mod editions;
mod ending;
mod evening;
mod events;
mod games;
mod marks;
mod placed_areas;
mod properties;
mod puzzles;
mod question;
mod random;
mod random_area;
mod reference;
mod repair;
mod rooms;
mod rules_map;
mod rules_monster;
mod rulings;
mod salt_mill;
mod summons;
mod support;
mod table;
mod versions;
mod wording;
mod worked_results;
