//! The individual changes that an action makes to the table, each with its cause.
//!
//! Events are complete: applied to the table before an action, they result in the table after it.
//! They are computed with every action and never stored.

use super::attack::AttackReceipt;
use super::board::{HexLine, Terrain};
use super::card::SetCard;
use super::dungeon::Dungeon;
use super::element::{Element, ElementState};
use super::ending::{BattleGoal, CharacterGains, Ending, Reward};
use super::figure::{Bonus, Condition, Figure, HitPoints, Initiative};
use super::hand::Hand;
use super::hex::Hex;
use super::marks::{HexMark, LootedMark};
use super::modifier::Deck;
use super::names::{FigureId, SetId};
use super::purse::Purse;
use super::room::HiddenRoom;
use super::rulebook::{Rule, Ruling, Switch};

/// A change of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// The change.
    pub kind: EventKind,
    /// The reason for it.
    pub cause: Cause,
    /// The event that caused it; `None` if the action itself did.
    pub parent: Option<EventIndex>,
}

/// The index of an event among those of one action.
pub type EventIndex = usize;

/// The reason for a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The players' action.
    Players,
    /// A rule.
    Rule(Rule),
    /// A ruling.
    Ruling(Ruling),
}

/// A kind of change.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the field names are self-explanatory")]
pub enum EventKind {
    /// The terrain of a hex changes; `None` where the map has no hex.
    Terrain { hex: Hex, from: Option<Terrain>, to: Option<Terrain> },
    /// A wall is added or removed.
    Wall { line: HexLine, stands: bool },
    /// A room is hidden, or is not hidden any more.
    Room { room: Box<HiddenRoom>, is_hidden: bool },
    /// A random dungeon starts, or its next room is laid out.
    Dungeon {
        /// The dungeon from now on.
        dungeon: Box<Dungeon>,
        /// The titles of the room cards that were passed over (S13.3).
        passed: Vec<String>,
    },
    /// The scenario that ends was a random dungeon, which the campaign does not count (S17.1).
    OutsideCampaign,
    /// A figure is put on the map.
    Entered { figure: Box<Figure> },
    /// The number of standees of a set is counted from now on, or changes; `None` if it is not
    /// counted any more.
    Standees { set: SetId, from: Option<u8>, to: Option<u8> },
    /// A monster of a revealed room has no standee left and does not come (G16).
    NoStandee { figure: Box<Figure> },
    /// A figure that was summoned or spawned acts from the next round only.
    ActsNextRound { figure: FigureId },
    /// A figure changes its hex.
    Moved { figure: FigureId, from: Hex, to: Hex },
    /// A figure leaves the map.
    Left { figure: FigureId, hex: Hex },
    /// A figure enters a trap or hazardous terrain, or comes down on terrain as it stops flying.
    HazardTriggered {
        figure: FigureId,
        hex: Hex,
        terrain: Terrain,
        /// The damage; `None` while the level of the scenario is unknown.
        damage: Option<u16>,
    },
    /// The hit points of a figure change, or are counted from now on.
    HitPoints { figure: FigureId, from: Option<HitPoints>, to: HitPoints },
    /// A figure gains or loses a condition, or it lasts for another time than before.
    Condition {
        figure: FigureId,
        condition: Condition,
        has: bool,
        /// `true` if it lasts through the next turn of the figure, because it was gained during its
        /// present one (G13).
        is_new: bool,
    },
    /// A figure gains or loses a bonus.
    Bonus { figure: FigureId, bonus: Bonus, has: bool },
    /// A figure suffers damage that is no attack, or damage that an attack brings back.
    Suffered {
        figure: FigureId,
        damage: u16,
        /// The part of it that cards negated (S7.5).
        negated: u16,
    },
    /// A figure is healed.
    Healed { figure: FigureId, amount: u16 },
    /// The next damage to a figure is negated from now on, or not any more (S7.5).
    Negating { figure: FigureId, is_due: bool },
    /// A figure starts or stops flying.
    Flying { figure: FigureId, flies: bool },
    /// A monster attacks a figure, and the players compute the damage.
    Attacked { figure: FigureId, target: FigureId },
    /// A figure attacks another one.
    AttackResolved(Box<AttackReceipt>),
    /// The targets that a monster still has to attack in its turn change.
    AttacksDue { figure: FigureId, targets: Vec<FigureId> },
    /// The turn of a figure ends.
    TurnEnded { figure: FigureId },
    /// A further attack of a monster's card becomes due, or is no longer due.
    FurtherAttack { figure: FigureId, is_due: bool },
    /// The card of a set changes.
    Card(SetCard),
    /// The initiative of a figure is revealed or hidden.
    Initiative { figure: FigureId, from: Initiative, to: Initiative },
    /// The initiative of a set is revealed or hidden.
    SetInitiative { set: SetId, from: Option<u8>, to: Option<u8> },
    /// The fixed initiative of all sets changes; `None` if they go by their cards.
    Always { from: Option<u8>, to: Option<u8> },
    /// The state of an element changes.
    Element { element: Element, from: ElementState, to: ElementState },
    /// The cards of a modifier deck change.
    Deck(Box<Deck>),
    /// The cards of a character change, or are counted from now on.
    Hand { figure: FigureId, from: Option<Hand>, to: Hand },
    /// The number of money tokens in a hex changes.
    Money { hex: Hex, from: u8, to: u8 },
    /// A marker is put in a hex, or is gone.
    Mark { mark: HexMark, hex: Hex, is_there: bool },
    /// A character loots a numbered token or treasure (S9.5, S11.4).
    Looted(LootedMark),
    /// A character ends its turn on a pressure plate (S6.6).
    OnPlate { figure: FigureId, hex: Hex },
    /// The gains of a character change.
    Purse { from: Purse, to: Purse },
    /// A character is exhausted or dead, or takes part again.
    Exhausted { figure: FigureId, is_exhausted: bool },
    /// The scenario ends.
    Ended(Ending),
    /// A character takes its gains home at the end of the scenario (S12.2).
    Gained(CharacterGains),
    /// The battle goal of a character is recorded (S12.4).
    BattleGoal(BattleGoal),
    /// A character has a reward.
    Rewarded(Reward),
    /// A round starts.
    Round { number: u16 },
    /// The level of the scenario changes.
    Level { from: Option<u8>, to: u8 },
    /// A ruling is switched on or off.
    Ruling { switch: Switch, on: bool },
}

impl EventKind {
    /// Returns `true` if the order of acting may be another one afterward.
    pub(super) const fn may_reorder(&self) -> bool {
        matches!(
            self,
            Self::Entered { .. }
                | Self::Left { .. }
                | Self::Initiative { .. }
                | Self::SetInitiative { .. }
        )
    }
}
