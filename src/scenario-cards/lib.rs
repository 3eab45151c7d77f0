//! The cards of an owner's box for scenarios: stats, abilities, classes, items and rooms.
//!
//! None are built in. The owner types them as lines of text, or imports them from edition files
//! that they have; then a figure or an ability card is found by its name or initiative, and no player
//! adds values. A [`CardBook`] holds them all, and its text is what is saved:
//!
//! ```text
//! monster Red Guard: deck Guard, 6 standees
//! stats Red Guard level 1: normal hit points 5 move 2 attack 2; elite hit points 9 move 2 attack 3
//! special Warden 1 level 3: move +0, attack +1 range 3
//! ability Guard 15 "Raised Shields" shuffle: shield 1, retaliate 2
//! ability Guard 70: move -1, attack +1 range 2, use fire: muddle
//! class Tidecaller: hand 10, hit points 8 9 11 12 14 15 17 18 20
//! perk Tidecaller 2 times: replace -1 with +1
//! deck Tidecaller: replace -1 with +1, add 2 +0 rolling push 1
//! item 12: small, 10 gold, spent
//! scenario 4: "The Drowned Gate", monster Red Guard
//! scenario 4 room 2: 2 normal Red Guard, 1 elite Red Guard for 3 or 4
//! dungeon room "Cistern": tile "C1"; entrance A at B1; exit B at B4; open A2 A3 A4 …; places A2 …
//! dungeon monsters "Rusty": 1 normal Red Guard for 2, elite Red Guard for 3 or 4; 5 trap
//! ```
//!
//! Numbers with a sign are relative to the stats, others are total values. Text in quotation marks
//! is for the table, which carries it out. Capitals, plurals, units and most commas are optional. A
//! refused line is a [`CardError`], with its place underlined and a valid line.
//!
//! [`CardBook::round_card`] adds the numbers of an ability card to the stats of a monster,
//! [`CardBook::equip`] gives a figure its stats, and [`CharacterClass::modifier_deck`] is the deck of a
//! character.
//!
//! In reading order: numbers ([`Formula`]), abilities ([`Ability`]), stat cards ([`MonsterCards`]),
//! classes and items ([`CharacterClass`], [`ItemCard`]), rooms ([`ScenarioList`]), the random dungeon
//! ([`DungeonRoomCard`], [`CardBook::lay_out_dungeon_room`]), and the import
//! of edition files ([`mod@import`]). The crate opens no files.
#![warn(missing_docs)]

mod ability;
mod area;
mod book;
mod class;
mod cursor;
mod dungeon;
mod dungeon_layout;
mod error;
mod formula;
pub mod import;
mod merge;
mod monster;
mod placing;
mod room;
mod round_card;

pub use ability::{
    Ability, AbilityCard, AbilityNumber, AbilityValue, CardCondition, CardConditions, CardElement,
    Term,
};
pub use book::{AbilityDeck, CardBook};
pub use class::{
    CardFace, CharacterClass, DeckChange, ItemCard, ItemSlot, ItemUse, ModifierCard, Perk,
};
pub use cursor::{MAX_NAME_CHARS, MAX_TEXT_CHARS};
pub use dungeon::{
    DungeonMonsterCard, DungeonRoomCard, PLACES, PenaltyScope, PlaceContents, RoomPenalty,
};
pub use dungeon_layout::{DungeonLayoutError, RoomPlacement};
pub use error::{CardError, CardErrors};
pub use formula::{EquationValues, Formula, Function, Operator};
pub use merge::{BookDifference, CardEdit, MergePriority};
pub use monster::{MonsterCards, RetaliateStat, Stat, StatBlock};
pub use placing::ClassDeck;
pub use room::{CharacterCounts, RoomFigure, RoomFigureKind, ScenarioList};
