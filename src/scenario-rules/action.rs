//! The actions of a scenario. [`Game`](super::Game) checks and plays them.

use super::attack::ValueChange;
use super::board::{HexLine, Terrain};
use super::card::{AttackEffects, FurtherAttack, Reach, SetCard};
use super::dungeon::{Dungeon, PlacedDungeonRoom};
use super::element::Element;
use super::ending::{BattleGoal, PlayedEnd};
use super::figure::{Bonus, BonusEffect, Condition, Figure, HitPoints, Initiative};
use super::hand::{Hand, Pile};
use super::hex::Hex;
use super::marks::HexMark;
use super::modifier::{Deck, DeckOwner, Modifier};
use super::names::{FigureId, Names, SetId};
use super::placed_area::PlacedArea;
use super::room::HiddenRoom;
use super::rulebook::Switch;

/// The maximum length of a note or a reason, in characters.
pub const MAX_NOTE_CHARS: usize = 1_000;

/// A monster's turn as the players carried it out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedTurn {
    /// The monster.
    pub figure: FigureId,
    /// The hex where it ended; its own hex if it stayed.
    pub to: Hex,
    /// The figures it attacked, its focus first.
    pub targets: Vec<FigureId>,
    /// The players' reason for overruling the rules; `None` if the turn follows them.
    pub overruled: Option<String>,
}

/// An attack on one target, with the drawn modifier cards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedAttack {
    /// The attacker.
    pub attacker: FigureId,
    /// The target.
    pub target: FigureId,
    /// The attack as the players state it; `None` for the attack on the card of a monster whose
    /// turn named the target.
    pub stated: Option<StatedAttack>,
    /// The drawn modifier cards, in order.
    pub drawn: Vec<Modifier>,
    /// The players' reason for an attack that the rules do not allow; `None` if they do.
    pub overruled: Option<String>,
}

impl PlayedAttack {
    /// The maximum number of modifier cards drawn for one attack.
    pub const MAX_DRAWN: usize = 20;
}

/// An attack as the players state it, usually that of a character.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatedAttack {
    /// The attack value.
    pub value: u8,
    /// The changes of the value, in the order in which the players apply them (G24).
    pub changes: Vec<ValueChange>,
    /// Melee, or ranged with a range.
    pub reach: Reach,
    /// The area that it hits, which has to cover the target; each target has an attack of its own.
    pub area: Option<PlacedArea>,
    /// The effects besides the damage.
    pub effects: AttackEffects,
    /// `true` if a card or an item gives advantage.
    pub advantage: bool,
    /// `true` if a card or an item gives disadvantage.
    pub disadvantage: bool,
}

impl StatedAttack {
    /// The maximum number of changes of the value.
    pub const MAX_CHANGES: usize = 10;

    /// Creates a melee attack with a value and nothing else.
    pub const fn melee(value: u8) -> Self {
        Self {
            value,
            changes: Vec::new(),
            reach: Reach::Melee,
            area: None,
            effects: AttackEffects::NONE,
            advantage: false,
            disadvantage: false,
        }
    }
}

/// The cards that a character loses to negate damage (S7.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Negation {
    /// One card from hand.
    HandCard,
    /// Two discards.
    TwoDiscards,
}

/// The holder of an initiative, identified by name: the character, ally or object of that name if
/// one is on the map, otherwise the set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InitiativeHolder {
    /// The figure with that full name.
    pub figure: FigureId,
    /// The set with that name.
    pub set: SetId,
}

impl InitiativeHolder {
    /// Creates the holder for a name such as "Brute" or "Guard".
    pub fn new(names: &Names, name: &str) -> Self {
        Self { figure: names.figure(name), set: names.set(name) }
    }
}

/// An action of the players on the table.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the field names are self-explanatory")]
pub enum Action {
    /// Sets the terrain of hexes; `None` takes them off the map.
    Terrain(Option<Terrain>, Vec<Hex>),
    /// Adds walls between hexes, or removes them.
    Walls { lines: Vec<HexLine>, is_added: bool },
    /// Puts a figure on the map.
    Put(Figure),
    /// Puts a figure on the map where the rules of its arrival do not allow it.
    PutOverruled { figure: Figure, reason: String },
    /// Hides a room until a door to it is opened, in place of an earlier one with its number. Parts
    /// of it that are on the map leave it.
    HideRoom(HiddenRoom),
    /// Takes a hidden room out of the scenario.
    RemoveRoom(u8),
    /// Reveals a hidden room (S6.4, G16).
    Reveal(u8),
    /// Starts a random dungeon (S13.3). The hexes of the map leave it.
    StartDungeon(Box<Dungeon>),
    /// Lays out the next room of the random dungeon (S13.3, S17.2).
    PlaceDungeonRoom(Box<PlacedDungeonRoom>),
    /// Counts the standees of a set from now on; `None` stops counting them.
    Standees { set: SetId, count: Option<u8> },
    /// Removes a figure and its summons from the map.
    Remove(FigureId),
    /// Moves a figure. A character opens the door it moves onto (S6.4); a trap or hazardous terrain
    /// hurts a figure that enters it without flying (S6.3).
    Move { figure: FigureId, to: Hex },
    /// Attacks a figure, and deals the damage (S7.1 to S7.7).
    Attack(PlayedAttack),
    /// Loses cards of a character to negate the next damage to it (S7.5).
    Negate { figure: FigureId, by: Negation },
    /// Deals damage that is no attack (S2.6).
    Suffer {
        figure: FigureId,
        damage: u16,
        /// The players' words for its source; empty if they give none.
        source: String,
    },
    /// Heals a figure (S7.8, G14).
    Heal { figure: FigureId, amount: u16 },
    /// Corrects the hit points of a figure; at 0 it leaves the map (S7.4, S7.7).
    HitPoints { figure: FigureId, hit_points: HitPoints },
    /// Adds a condition to a figure or removes it.
    Condition {
        figure: FigureId,
        condition: Condition,
        /// `true` if it gains the condition.
        has: bool,
    },
    /// Gives a figure a bonus (`true`) or ends it.
    Bonus { figure: FigureId, bonus: Bonus, has: bool },
    /// Uses a charge of a bonus, which ends with its last one.
    UseCharge { figure: FigureId, effect: BonusEffect },
    /// Makes a figure fly or walk from now on. One that stops flying above an obstacle comes down
    /// in the nearest empty hex (G29).
    Flying {
        figure: FigureId,
        flies: bool,
        /// The players' choice among several nearest hexes.
        to: Option<Hex>,
    },
    /// Sets this round's card of a set or of one of its ranks, or the abilities of a summon.
    Card(SetCard),
    /// Reveals the initiative of a character or a set.
    Initiative {
        /// The holder of the initiative.
        holder: InitiativeHolder,
        /// The revealed initiative.
        initiative: Initiative,
    },
    /// Gives every set this initiative in every round, for games without ability cards; `None` goes
    /// back to cards.
    FixedInitiative(Option<u8>),
    /// Makes an element (`true`), or uses one that is strong or waning (S8.16, G17).
    Element { element: Element, is_made: bool },
    /// Sets the cards of a modifier deck.
    Deck(Deck),
    /// Shuffles the drawn cards of a modifier deck into it.
    Shuffle(DeckOwner),
    /// Shuffles bless or curse cards into a modifier deck (G14).
    AddCards { owner: DeckOwner, card: Modifier, count: u8 },
    /// Counts the cards of a character from now on, or corrects the counts.
    Hand { figure: FigureId, hand: Hand },
    /// Moves cards of a character from one pile to another.
    MoveCards { figure: FigureId, count: u8, from: Pile, to: Pile },
    /// Takes the active card of a summon back to the hand; the summon leaves the map (S5.7).
    Recover {
        /// The character.
        figure: FigureId,
        /// Its summon.
        summon: FigureId,
    },
    /// Takes a short rest, or has another card lost instead for 1 damage (S10.3).
    ShortRest {
        figure: FigureId,
        /// `true` for the other card.
        again: bool,
    },
    /// Picks up every money token within a range (S11.1).
    Loot { figure: FigureId, range: u8 },
    /// Puts a money token in each of these hexes, or takes one away.
    Money { hexes: Vec<Hex>, is_added: bool },
    /// Puts a marker in each of these hexes, or takes it away (S6.6, S9.5, S11.4).
    Marks { mark: HexMark, hexes: Vec<Hex>, is_added: bool },
    /// Adds experience to a character, or subtracts it if negative (S11.3).
    Experience { figure: FigureId, amount: i16 },
    /// Exhausts a character that can neither play two cards nor rest (S4.2, S7.7).
    Exhaust(FigureId),
    /// Ends the scenario (S12.1).
    End(PlayedEnd),
    /// Records the battle goal of a character after a success (S12.4).
    BattleGoal(BattleGoal),
    /// Records a reward of a character after a success, in the players' words (S12.5).
    Reward { figure: FigureId, text: String },
    /// Sets the level of the scenario.
    Level(u8),
    /// Switches a ruling on or off.
    Ruling { switch: Switch, is_on: bool },
    /// Carries out the turn of a monster or summon.
    Turn(PlayedTurn),
    /// Starts a further attack of its card by a monster that has had its turn (S8.14).
    FurtherAttack(FurtherAttack),
    /// Ends the turn of a figure, usually one that does not act by the rules of monsters.
    EndTurn(FigureId),
    /// Starts the next round: every figure acts again, with the initiatives of new cards.
    Round,
    /// Records a note; nothing on the table changes.
    Note(String),
}
