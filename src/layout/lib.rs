//! Putting the table back: a checklist of everything that lies on it, in the order in which one
//! lays out a table.
//!
//! [`Checklist::of`] makes it from any [`Game`]. An [`Item`] is one thing to do: typed, for
//! whoever wants to draw or compare it; with the squares to point at; and with a line of text
//! that stays the same for the same thing. The list is complete: `tests/layout.rs` builds the
//! table anew from nothing but the lines and finds the same game.
//!
//! What cannot be read off the record is said to be unknown, never left out. What to note before
//! a table is taken down, so that it can be put back, is in [`take_down`].
#![warn(missing_docs)]

mod collect;
pub mod take_down;
mod words;

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

/// A part of the table; the parts come in the order in which a table is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Part {
    /// The board itself: which, and which way round.
    Board,
    /// Bridges and gates.
    Crossings,
    /// Roads.
    Roads,
    /// Resource tiles and houses of a section.
    Section(Section),
    /// Tiles that lie in no section, after an overrule.
    Elsewhere,
    /// Prestige buildings with what lies on them and on their cards.
    Prestige,
    /// Player mats with what is on them.
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

impl Part {
    /// Whether it lies on the board; two people share the work along this line.
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

    /// The heading above its items.
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

/// One thing on the table.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "fields that are named for what they are")]
pub enum Thing {
    /// The board that is played on, with its top side up.
    Board,
    /// Where a reserved site is, to see which way round the board lies.
    Landmark(usize),
    /// A bridge or gate.
    Crossing { player: PlayerId, square: Square },
    /// Roads, in reading order; they all lie in one section.
    Roads(Vec<Square>),
    /// A resource tile.
    Tile {
        /// Which tile, and where.
        tile: TileRef,
        /// Whose token lies on top.
        owner: Option<Owner>,
        /// Whose tokens lie below.
        access: PlayerSet,
    },
    /// A house.
    House { player: PlayerId, square: Square },
    /// A prestige building, with its card beside the board.
    Building { building: BuildingId, at: Footprint },
    /// A delivery token on a space of a prestige building.
    Delivery {
        building: BuildingId,
        /// Which of its spaces, counted from 0 at the left.
        space: usize,
        owner: Owner,
    },
    /// A completion token.
    Completion(BuildingId),
    /// A worker that is placed.
    Worker { player: PlayerId, place: WorkerPlace },
    /// A seat with its race mat.
    Mat {
        player: PlayerId,
        /// The race, once it is chosen.
        race: Option<RaceId>,
    },
    /// The active player token.
    Active(PlayerId),
    /// A resource card with the stalls that are left of it.
    ResourceCard {
        resource: ResourceId,
        /// Who has it; nobody if it lies beside the board.
        player: Option<PlayerId>,
        /// Whether it came with the race.
        of_race: bool,
        /// How many stalls lie with it, if the number in the box is known.
        stalls: Option<usize>,
    },
    /// Houses on a mat, each with its worker.
    Houses {
        player: PlayerId,
        /// How many, if the number in the box is known.
        left: Option<usize>,
    },
    /// Bridges and gates on a mat.
    Bridges {
        player: PlayerId,
        /// How many, if the number in the box is known.
        left: Option<usize>,
    },
    /// Workers that are unlocked and not in use.
    Workers {
        player: PlayerId,
        /// How many, if the number in the box is known.
        free: Option<usize>,
    },
    /// The marker on the score track.
    Score(PlayerId, Points),
    /// The marker on the income track.
    Income(PlayerId, Money),
    /// The markers on a resource tracker.
    Tracker {
        player: PlayerId,
        /// Marked as owned.
        owns: ResourceSet,
        /// Marked as accessed.
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
        /// Cards that are in it, or may be if some lie face down unnamed.
        cards: CardSet,
        /// How many of them lie face down unnamed instead.
        unnamed: usize,
    },
    /// The cards played in front of a player.
    Played {
        player: PlayerId,
        cards: CardSet,
        /// How many more lie face down unnamed.
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
    /// How many times a solo player is through the hand; nothing on the table tells it.
    Cycle(u8),
    /// An achievement of the game.
    Achievement {
        achievement: AchievementId,
        /// Whether it is scored and so done with.
        scored: bool,
    },
    /// A place of the adviser offer.
    Adviser {
        /// Which place, counted from 0 at the left.
        place: usize,
        /// What it costs there, if that is known.
        price: Option<Money>,
        card: Option<AdviserId>,
    },
    /// The deck of prestige cards.
    PrestigeDeck {
        /// Cards in it whose order nobody knows.
        shuffled: Vec<BuildingId>,
        /// Cards on top, the lowest first.
        on_top: Vec<BuildingId>,
        /// Cards in it that the pack does not name, if their number is known.
        unnamed: Option<usize>,
    },
    /// Proposals that were voted down.
    Discards(Vec<BuildingId>),
    /// Prestige cards that left the game.
    BuildingsGone(Vec<BuildingId>),
    /// The deck of advisers.
    AdviserDeck {
        /// Cards in it by tier, the first tier on top; the last are those of unknown tier.
        tiers: [Vec<AdviserId>; 4],
        /// Cards in it that the pack does not name, if their number is known.
        unnamed: Option<usize>,
    },
    /// Advisers that left the game.
    AdvisersGone(Vec<AdviserId>),
}

/// One line of the checklist.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// Where on the table.
    pub part: Part,
    /// What.
    pub what: Thing,
    /// In words: "Metal on C4: token of Human on top, token of Valrath below".
    pub text: String,
    /// In the words of the record, which are the same for the same thing on the same table,
    /// whatever players are called: by them it is known that a line was ticked.
    pub recorded: String,
    /// Where on the board; empty for what lies beside it.
    pub squares: Vec<Square>,
    /// Whose it is, for a sign beside the words; nobody's for what is shared.
    pub player: Option<PlayerId>,
}

/// What stands before a line of a list that is kept.
const TICKED: &str = "[x] ";
const OPEN: &str = "[ ] ";

/// Everything that lies on a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checklist {
    /// In the order in which a table is laid out.
    pub items: Vec<Item>,
    /// What comes next once everything lies there, in a sentence without its full stop.
    pub next: String,
}

impl Checklist {
    /// What lies on a square, in words; nothing where the board is bare.
    pub fn on(&self, square: Square) -> Vec<String> {
        let lies = |item: &&Item| item.part != Part::Board && item.squares.contains(&square);
        let words = |item: &Item| match item.what {
            // The list counts roads together.
            Thing::Roads(_) => format!("road on {square}"),
            _ => item.text.clone(),
        };
        self.items.iter().filter(lies).map(words).collect()
    }

    /// The checklist of the table as it stands in a game.
    pub fn of(named: NamedGame<'_>) -> Self {
        Self { items: collect::items(named), next: narration::pending::describe_all(named) }
    }

    /// The items of each part that has any, with their places in the list.
    pub fn parts(&self) -> Vec<(Part, std::ops::Range<usize>)> {
        let mut parts: Vec<(Part, std::ops::Range<usize>)> = Vec::new();
        for (index, item) in self.items.iter().enumerate() {
            match parts.last_mut() {
                Some((part, range)) if *part == item.part => range.end = index + 1,
                Some(_) | None => parts.push((item.part, index..index + 1)),
            }
        }
        parts
    }

    /// How many items, from the front, lie on the board; the rest lies around it.
    pub fn on_board(&self) -> usize {
        let beside = self.items.iter().position(|item| !item.part.is_on_board());
        beside.unwrap_or(self.items.len())
    }

    /// The list as text: a heading for each part, and a box to tick before each line.
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

    /// The list with what is ticked, in the words of the record, to be kept; nothing if nothing is.
    pub fn with_ticks(&self, done: &BTreeSet<String>) -> Option<String> {
        let mut kept = String::new();
        let mut is_begun = false;
        for item in &self.items {
            let is_done = done.contains(&item.recorded);
            is_begun |= is_done;
            kept.push_str(if is_done { TICKED } else { OPEN });
            kept.push_str(&item.recorded);
            kept.push('\n');
        }
        is_begun.then_some(kept)
    }

    /// What is ticked on a list that was kept; nothing if it is the list of another table.
    pub fn ticked_in(&self, kept: &str) -> Option<BTreeSet<String>> {
        let mut done = BTreeSet::new();
        let mut lines = kept.lines();
        for item in &self.items {
            let line = lines.next()?;
            if line.strip_prefix(TICKED) == Some(&item.recorded) {
                done.insert(item.recorded.clone());
            } else if line.strip_prefix(OPEN) != Some(&item.recorded) {
                return None;
            }
        }
        lines.next().is_none().then_some(done)
    }
}
