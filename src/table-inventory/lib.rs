//! A checklist of everything on the table, in setup order, for rebuilding it.
//!
//! [`Checklist::for_game`] makes it from any [`Game`]. A [`ChecklistItem`] is one step: typed, for
//! drawing and comparing; with the squares to point at; and with a line of text that is always the
//! same for the same thing. The list is complete: `tests/table_inventory.rs` rebuilds the table
//! from the lines alone and finds the same game.
//!
//! Facts that are not in the record are listed as unknown, never omitted. The module [`take_down`]
//! lists what to note before a table is taken down, so that it can be rebuilt.
#![warn(missing_docs)]

mod collect;
mod item_text;
pub mod take_down;

use std::collections::BTreeSet;

use components::board::Section;
use components::ids::{AchievementId, AdviserId, BuildingId, RaceId, ResourceId, ResourceSet};
use components::quantity::{Money, Points};
use components::square::Square;
use components::tile::Footprint;
use narration::NamedGame;
use rules::Game;
use rules::action::VoteTile;
use rules::adjustment::{Owner, TileRef, WorkerPlace};
use rules::player::{CardSet, PlayerId, PlayerSet};

/// A part of the table, in setup order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TablePart {
    /// The board itself: its name and orientation.
    Board,
    /// Bridges and gates.
    Crossings,
    /// Roads.
    Roads,
    /// Resource tiles and houses of a section.
    Section(Section),
    /// Tiles in no section, after an overrule.
    Elsewhere,
    /// Prestige buildings with the pieces on them and on their cards.
    Prestige,
    /// Player mats with the pieces on them.
    Mats,
    /// Score and income.
    Tracks,
    /// The resource trackers.
    Trackers,
    /// Money and influence.
    Purses,
    /// Hands and played cards.
    Cards,
    /// Proposals and advisers on offer.
    Offers,
    /// Decks and discards.
    Decks,
}

impl TablePart {
    /// Returns `true` if it is on the board; two people can split the work along this line.
    pub const fn is_on_board(self) -> bool {
        matches!(
            self,
            Self::Board
                | Self::Crossings
                | Self::Roads
                | Self::Section(_)
                | Self::Elsewhere
                | Self::Prestige
        )
    }

    /// Returns the heading above its items.
    pub fn title(self, game: &Game) -> String {
        let title = match self {
            Self::Board => "Board",
            Self::Crossings => "Bridges and gates",
            Self::Roads => "Roads",
            Self::Section(section) => game.board().section_name(section),
            Self::Elsewhere => "In no section",
            Self::Prestige => "Prestige buildings",
            Self::Mats => "Player mats",
            Self::Tracks => "Score and income",
            Self::Trackers => "Resource trackers",
            Self::Purses => "Money and influence",
            Self::Cards => "Hands and played cards",
            Self::Offers => "Offers",
            Self::Decks => "Decks and discards",
        };
        title.to_owned()
    }
}

/// A component on the table, or several of the same kind.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "fields that are named for what they are")]
pub enum TableItem {
    /// The board of the game, with its top side up.
    Board,
    /// A reserved site by its index, to check the orientation of the board.
    Landmark(usize),
    /// A bridge or gate.
    Crossing { player: PlayerId, square: Square },
    /// Roads of one section, in reading order.
    Roads(Vec<Square>),
    /// A resource tile.
    Tile {
        /// The tile and its squares.
        tile: TileRef,
        /// The owner of the token on top.
        owner: Option<Owner>,
        /// The owners of the tokens below.
        access: PlayerSet,
    },
    /// A house.
    House { player: PlayerId, square: Square },
    /// A prestige building, with its card next to the board.
    Building { building: BuildingId, at: Footprint },
    /// A delivery token on a space of a prestige building.
    Delivery {
        building: BuildingId,
        /// The index of its space, from 0 at the left.
        space: usize,
        owner: Owner,
    },
    /// A completion token.
    Completion(BuildingId),
    /// A placed worker.
    Worker { player: PlayerId, place: WorkerPlace },
    /// A seat with its race mat.
    Mat {
        player: PlayerId,
        /// The race, once it is chosen.
        race: Option<RaceId>,
    },
    /// The active player token.
    Active(PlayerId),
    /// A resource card with its remaining stalls.
    ResourceCard {
        resource: ResourceId,
        /// Its holder; `None` if it is next to the board.
        player: Option<PlayerId>,
        /// `true` if it came with the race.
        of_race: bool,
        /// The number of remaining stalls, if the number in the box is known.
        stalls: Option<usize>,
    },
    /// Houses on a mat, each with its worker.
    Houses {
        player: PlayerId,
        /// Their number, if the number in the box is known.
        left: Option<usize>,
    },
    /// Bridges and gates on a mat.
    Bridges {
        player: PlayerId,
        /// Their number, if the number in the box is known.
        left: Option<usize>,
    },
    /// Workers that are unlocked and not in use.
    Workers {
        player: PlayerId,
        /// Their number, if the number in the box is known.
        free: Option<usize>,
    },
    /// The marker on the score track.
    Score(PlayerId, Points),
    /// The marker on the income track.
    Income(PlayerId, Money),
    /// The markers on a resource tracker.
    Tracker {
        player: PlayerId,
        /// The resources marked as owned.
        owns: ResourceSet,
        /// The resources marked as accessed.
        access: ResourceSet,
    },
    /// Money of a player.
    Money(PlayerId, Money),
    /// Influence of a player.
    Influence {
        player: PlayerId,
        /// Fleeting influence.
        fleeting: i32,
        /// Lasting influence.
        lasting: i32,
    },
    /// The cards in a hand.
    Hand {
        player: PlayerId,
        /// The cards in it, including those that may be face down and unnamed instead.
        cards: CardSet,
        /// The number of them that are face down and unnamed instead.
        unnamed: usize,
    },
    /// The cards played in front of a player.
    Played {
        player: PlayerId,
        cards: CardSet,
        /// The number of further cards that are face down and unnamed.
        unnamed: usize,
    },
    /// A place for a proposal.
    Proposal { place: VoteTile, card: Option<BuildingId> },
    /// A building that won the vote and is not placed yet.
    VotedIn(BuildingId),
    /// A neutral marker on a building of a solo game.
    Marker(BuildingId),
    /// The prices below the middle and the right proposal of a solo game.
    SoloPrices {
        /// In fleeting influence.
        middle: i32,
        /// In lasting influence.
        right: i32,
    },
    /// The cycle of a solo game, which no component on the table shows.
    Cycle(u8),
    /// An achievement of the game.
    Achievement {
        achievement: AchievementId,
        /// `true` if it is already scored.
        scored: bool,
    },
    /// A place of the adviser offer.
    Adviser {
        /// The index of the place, from 0 at the left.
        place: usize,
        /// The price of the place, if known.
        price: Option<Money>,
        card: Option<AdviserId>,
    },
    /// The deck of prestige cards.
    PrestigeDeck {
        /// The cards in unknown order.
        shuffled: Vec<BuildingId>,
        /// The cards on top, the lowest first.
        on_top: Vec<BuildingId>,
        /// The number of cards that the pack does not name, if known.
        unnamed: Option<usize>,
    },
    /// Proposals that were voted down.
    Discards(Vec<BuildingId>),
    /// Prestige cards that left the game.
    BuildingsOutOfGame(Vec<BuildingId>),
    /// The deck of advisers.
    AdviserDeck {
        /// The cards by tier, the first tier on top, and last those of unknown tier.
        tiers: [Vec<AdviserId>; 4],
        /// The number of cards that the pack does not name, if known.
        unnamed: Option<usize>,
    },
    /// Advisers that left the game.
    AdvisersOutOfGame(Vec<AdviserId>),
}

/// One line of the checklist.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChecklistItem {
    /// Its part of the table.
    pub part: TablePart,
    /// The component.
    pub item: TableItem,
    /// The text, such as "Metal on C4: token of Human on top, token of Valrath below".
    pub text: String,
    /// The text with the names of the record, independent of how players are shown. Ticked lines
    /// are recognized by it.
    pub record_text: String,
    /// Its squares; empty for a component that is not on the board.
    pub squares: Vec<Square>,
    /// Its owner, for a sign next to the text; `None` for a shared component.
    pub player: Option<PlayerId>,
}

/// The prefixes of ticked and open lines in a saved list.
const TICKED: &str = "[x] ";
const OPEN: &str = "[ ] ";

/// All components on a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checklist {
    /// The items in setup order.
    pub items: Vec<ChecklistItem>,
    /// The next decision once the table is complete, as a sentence without its full stop.
    pub next: String,
}

impl Checklist {
    /// Describes the components on a square; empty for a bare square.
    pub fn describe_square(&self, square: Square) -> Vec<String> {
        self.items
            .iter()
            .filter(|item| item.part != TablePart::Board && item.squares.contains(&square))
            .map(|item| match item.item {
                // The list combines roads into one item.
                TableItem::Roads(_) => format!("road on {square}"),
                _ => item.text.clone(),
            })
            .collect()
    }

    /// Creates the checklist of the table in the current state of a game.
    pub fn for_game(named: NamedGame<'_>) -> Self {
        Self { items: collect::items(named), next: narration::pending::describe_all(named) }
    }

    /// Returns the non-empty parts, each with the range of its items.
    pub fn parts(&self) -> Vec<(TablePart, std::ops::Range<usize>)> {
        let mut parts: Vec<(TablePart, std::ops::Range<usize>)> = Vec::new();
        for (index, item) in self.items.iter().enumerate() {
            match parts.last_mut() {
                Some((part, range)) if *part == item.part => range.end = index + 1,
                Some(_) | None => parts.push((item.part, index..index + 1)),
            }
        }
        parts
    }

    /// Returns the number of items on the board; they come first.
    pub fn on_board_count(&self) -> usize {
        let first_off_board = self.items.iter().position(|item| !item.part.is_on_board());
        first_off_board.unwrap_or(self.items.len())
    }

    /// Returns the list as text: a heading for each part, and a box to tick before each line.
    pub fn lines(&self, game: &Game) -> Vec<String> {
        let mut lines = Vec::new();
        for (part, range) in self.parts() {
            lines.push(part.title(game));
            let items = &self.items[range];
            lines.extend(items.iter().map(|item| format!("  [ ] {}", item.text)));
        }
        lines.push(format!("Next: {}", self.next));
        lines
    }

    /// Returns the list to save, with its ticks, in the texts of the record; `None` without ticks.
    pub fn to_saved_text(&self, done: &BTreeSet<String>) -> Option<String> {
        let mut saved = String::new();
        let mut has_ticks = false;
        for item in &self.items {
            let is_done = done.contains(&item.record_text);
            has_ticks |= is_done;
            saved.push_str(if is_done { TICKED } else { OPEN });
            saved.push_str(&item.record_text);
            saved.push('\n');
        }
        has_ticks.then_some(saved)
    }

    /// Returns the ticked lines of a saved list; `None` if it is the list of another table.
    pub fn parse_ticks(&self, saved: &str) -> Option<BTreeSet<String>> {
        let mut done = BTreeSet::new();
        let mut lines = saved.lines();
        for item in &self.items {
            let line = lines.next()?;
            if line.strip_prefix(TICKED) == Some(&item.record_text) {
                done.insert(item.record_text.clone());
            } else if line.strip_prefix(OPEN) != Some(&item.record_text) {
                return None;
            }
        }
        lines.next().is_none().then_some(done)
    }
}
