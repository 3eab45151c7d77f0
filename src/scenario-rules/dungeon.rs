//! The random dungeon (S13.3, S17.1 to S17.4): three rooms, drawn one at a time from the owner's
//! room cards and monster cards.
//!
//! A [`Dungeon`] holds the decks in their order, so a record needs no cards to be judged. The crate
//! of the owner's cards turns a room card and a monster card into a [`DungeonRoom`] and a
//! [`HiddenRoom`].

use std::collections::BTreeSet;

use super::board::Terrain;
use super::figure::{Figure, FigureKind};
use super::hex::{Hex, Side};
use super::modifier::Deal;
use super::names::FigureId;
use super::position::{Layout, Position};
use super::room::HiddenRoom;
use super::rulebook::Rule;

enum_table::enum_table! {
    /// The kind of an entrance or exit of a room card.
    pub enum Passage {
        /// Returns its letter.
        word: &'static str,
    }

    A = "A";
    B = "B";
}

enum_table::enum_table! {
    /// The penalty that the players have chosen for a room (S17.3).
    pub enum PenaltyGrade {
        /// Returns the word for it.
        word: &'static str,
    }

    /// No penalty.
    None = "none";
    /// The minor penalty of the room card.
    Minor = "minor";
    /// The major penalty of the room card.
    Major = "major";
}

/// A room card in the deck: its title, and the kinds of its entrances, which its back shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeckRoom {
    /// The title.
    pub title: String,
    /// The kinds of its entrances, each once.
    pub entrances: Vec<Passage>,
}

/// A room of the dungeon that is laid out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DungeonRoom {
    /// The number of the room, from 1.
    pub number: u8,
    /// The title of its room card.
    pub title: String,
    /// The title of its monster card.
    pub monsters: String,
    /// The used entrance. In a later room it is the used exit of the room before.
    pub entrance: (Passage, Hex),
    /// The exits, each in the hex of its door.
    pub exits: Vec<(Passage, Hex)>,
    /// The penalty that is due, in the owner's words.
    pub penalty: Option<String>,
    /// The contents of treasure tiles by their numbers, in the owner's words.
    pub treasure: Vec<(u8, String)>,
}

impl DungeonRoom {
    /// Returns the full title: the adjective of the monster card, then the noun of the room card.
    pub fn full_title(&self) -> String {
        format!("{} {}", self.monsters, self.title)
    }
}

/// A room with its contents, to be laid out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacedDungeonRoom {
    /// The room.
    pub room: DungeonRoom,
    /// Its hexes, walls, markers and figures; its exits are closed doors.
    pub contents: HiddenRoom,
}

/// A random dungeon: the difficulty, the decks, and the rooms laid out so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dungeon {
    /// The penalty of each room.
    pub penalties: [PenaltyGrade; Self::ROOMS],
    /// The seed if the app dealt the decks; `None` if the players shuffled and typed the order.
    pub seed: Option<u64>,
    /// The room cards that are not drawn yet, the top one first.
    pub room_cards: Vec<DeckRoom>,
    /// The titles of the monster cards that are not drawn yet, the top one first.
    pub monster_cards: Vec<String>,
    /// The room cards that were passed over, in order.
    pub passed: Vec<DeckRoom>,
    /// The rooms laid out so far.
    pub rooms: Vec<DungeonRoom>,
}

/// The next room card and the cards above it that do not fit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DungeonDraw {
    /// The room card.
    pub room: DeckRoom,
    /// The monster card.
    pub monsters: String,
    /// The room cards that are passed over, because no entrance of theirs is of the kind.
    pub passed: Vec<DeckRoom>,
    /// `true` if the deck ran out, and the cards passed over earlier were gone through again.
    pub goes_back: bool,
}

impl Dungeon {
    /// The number of rooms.
    pub const ROOMS: usize = 3;
    /// The maximum number of cards in a deck.
    pub const MAX_CARDS: usize = 100;
    /// The maximum length of a title, in characters.
    pub const MAX_TITLE_CHARS: usize = 60;
    /// The maximum length of a penalty or of the contents of treasure, in characters.
    pub const MAX_TEXT_CHARS: usize = 600;
    /// The suggested penalties: none, minor, major.
    pub const SUGGESTED: [PenaltyGrade; Self::ROOMS] =
        [PenaltyGrade::None, PenaltyGrade::Minor, PenaltyGrade::Major];
    /// The largest range between a starting hex and the entrance (S17.2).
    pub const START_RANGE: u8 = 2;

    /// Creates a dungeon with decks in this order.
    pub const fn new(room_cards: Vec<DeckRoom>, monster_cards: Vec<String>) -> Self {
        Self {
            penalties: Self::SUGGESTED,
            seed: None,
            room_cards,
            monster_cards,
            passed: Vec::new(),
            rooms: Vec::new(),
        }
    }

    /// Shuffles both decks by a seed. The same cards and the same seed have the same order on every
    /// machine.
    ///
    /// Each card is picked among those left as [`Deal`] picks it: first the room cards, then the
    /// monster cards, counted on.
    ///
    /// ```
    /// use scenario_rules::dungeon::Dungeon;
    ///
    /// let cards = || ["Mangy", "Foul", "Grim"].map(str::to_owned).to_vec();
    /// let dealt = Dungeon::new(Vec::new(), cards()).dealt(4711);
    /// assert_eq!(dealt, Dungeon::new(Vec::new(), cards()).dealt(4711));
    /// assert_eq!(dealt.monster_cards.len(), 3);
    /// ```
    #[must_use]
    pub fn dealt(mut self, seed: u64) -> Self {
        let mut deal = Deal { seed, drawn: 0 };
        self.room_cards = shuffled(self.room_cards, &mut deal);
        self.monster_cards = shuffled(self.monster_cards, &mut deal);
        self.seed = Some(seed);
        self
    }

    /// Returns the number of the next room, from 1; `None` if all are laid out.
    pub fn next_number(&self) -> Option<u8> {
        u8::try_from(self.rooms.len() + 1).ok().filter(|number| usize::from(*number) <= Self::ROOMS)
    }

    /// Returns the penalty chosen for a room, counted from 1.
    pub fn grade(&self, number: u8) -> PenaltyGrade {
        let index = usize::from(number).checked_sub(1);
        index.and_then(|index| self.penalties.get(index)).copied().unwrap_or(PenaltyGrade::None)
    }

    /// Draws the next room: the first card with an entrance of the kind of the used exit (S13.3).
    /// The first room has no such kind, so it is the top card.
    ///
    /// If no card left in the deck fits, the cards that were passed over earlier are gone through
    /// again. `None` if those do not fit either, or if no monster card is left.
    ///
    /// ```
    /// use scenario_rules::dungeon::{DeckRoom, Dungeon, Passage};
    ///
    /// let card = |title: &str, kind| DeckRoom { title: title.into(), entrances: vec![kind] };
    /// let rooms = vec![card("Crypt", Passage::B), card("Sewer", Passage::A)];
    /// let dungeon = Dungeon::new(rooms, vec!["Mangy".into()]);
    /// let draw = dungeon.draw(Some(Passage::A)).expect("the Sewer fits");
    /// assert_eq!((draw.room.title.as_str(), draw.passed.len()), ("Sewer", 1));
    /// assert!(dungeon.draw(None).is_some_and(|draw| draw.room.title == "Crypt"));
    /// ```
    pub fn draw(&self, exit: Option<Passage>) -> Option<DungeonDraw> {
        let monsters = self.monster_cards.first()?.clone();
        let fits = |card: &DeckRoom| exit.is_none_or(|exit| card.entrances.contains(&exit));
        let from = |deck: &[DeckRoom], goes_back| {
            let at = deck.iter().position(fits)?;
            let (room, passed) = (deck[at].clone(), deck[..at].to_vec());
            Some(DungeonDraw { room, monsters: monsters.clone(), passed, goes_back })
        };
        from(&self.room_cards, false).or_else(|| {
            let all: Vec<DeckRoom> = self.passed.iter().chain(&self.room_cards).cloned().collect();
            from(&all, true)
        })
    }

    /// Takes the cards of a draw off the decks.
    pub(super) fn take(&mut self, draw: &DungeonDraw) {
        if draw.goes_back {
            let passed = std::mem::take(&mut self.passed);
            self.room_cards.splice(0..0, passed);
        }
        let count = (draw.passed.len() + 1).min(self.room_cards.len());
        self.room_cards.drain(..count);
        self.passed.extend_from_slice(&draw.passed);
        if !self.monster_cards.is_empty() {
            self.monster_cards.remove(0);
        }
    }
}

/// Returns items in the order in which a deal picks them.
fn shuffled<T>(mut items: Vec<T>, deal: &mut Deal) -> Vec<T> {
    let mut order = Vec::with_capacity(items.len());
    while !items.is_empty() {
        let index = deal.index(u32::try_from(items.len()).unwrap_or(u32::MAX));
        let index = usize::try_from(index).unwrap_or_default().min(items.len() - 1);
        order.push(items.remove(index));
        deal.drawn = deal.drawn.saturating_add(1);
    }
    order
}

/// A problem of the random dungeon.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the field names are self-explanatory")]
pub enum DungeonProblem {
    /// A dungeon is played already.
    Running,
    /// A dungeon starts without figures and hidden rooms on the table.
    NotEmpty,
    /// A dungeon needs at least three room cards and three monster cards.
    TooFewCards { rooms: usize, monsters: usize },
    /// No dungeon is played.
    NotStarted,
    /// All rooms are laid out.
    AllRooms,
    /// The room is not the next one.
    OtherNumber { number: u8, next: u8 },
    /// The room before is not revealed yet.
    BeforeHidden { number: u8 },
    /// The entrance is at no exit of that kind of the room before.
    NotAnExit { passage: Passage, hex: Hex, exits: Vec<(Passage, Hex)> },
    /// No room card has an entrance of that kind, or no monster card is left.
    NoCard { passage: Passage },
    /// Another card is drawn.
    OtherCard { title: String, drawn: String, passed: Vec<String> },
    /// The room card has no entrance of that kind.
    NoEntrance { title: String, passage: Passage, entrances: Vec<Passage> },
    /// The room has a penalty, and the players have chosen none for it.
    NoPenalty { number: u8 },
    /// Hexes of the room are on the map already.
    Overlap { hexes: Vec<Hex> },
    /// A part of the room or a door of its exits is not among its hexes.
    NotInRoom { hex: Hex },
    /// A character does not start in that hex.
    Start { figure: FigureId, hex: Hex, hexes: Vec<Hex> },
    /// Monsters are left, or rooms are not revealed yet.
    NotCleared { monsters: Vec<FigureId>, revealed: usize },
}

impl DungeonProblem {
    /// Returns the broken rule.
    pub(super) const fn rule(&self) -> Rule {
        match self {
            Self::NotAnExit { .. }
            | Self::NoEntrance { .. }
            | Self::Overlap { .. }
            | Self::Start { .. } => Rule::DungeonEntrance,
            Self::NoPenalty { .. } => Rule::DungeonPenalties,
            Self::NotInRoom { .. } => Rule::DungeonMonsters,
            _ => Rule::RandomDungeon,
        }
    }

    /// Returns the hexes to mark on the map.
    pub(super) fn hexes(&self) -> Vec<Hex> {
        match self {
            Self::NotAnExit { exits, .. } => exits.iter().map(|(_, hex)| *hex).collect(),
            Self::Overlap { hexes } => hexes.clone(),
            Self::NotInRoom { hex } => vec![*hex],
            Self::Start { hex, hexes, .. } => std::iter::once(hex).chain(hexes).copied().collect(),
            _ => Vec::new(),
        }
    }
}

impl Layout {
    /// Returns the number of rooms of the dungeon that are revealed.
    pub(super) fn revealed_dungeon_rooms(&self) -> usize {
        let rooms = self.dungeon.as_ref().map_or(&[][..], |dungeon| &dungeon.rooms).iter();
        rooms.filter(|room| !self.is_room_hidden(room.number)).count()
    }

    /// Returns `true` if a room with this number is hidden.
    pub(super) fn is_room_hidden(&self, number: u8) -> bool {
        self.rooms.iter().any(|room| room.number == number)
    }
}

impl Position {
    /// Returns the random dungeon, if one is played.
    pub const fn dungeon(&self) -> Option<&Dungeon> {
        self.layout().dungeon.as_ref()
    }

    /// Returns the empty hexes within two of the entrance of the first room, where characters start
    /// (S17.2); `None` unless the first room is the only one laid out.
    pub fn dungeon_start_hexes(&self) -> Option<Vec<Hex>> {
        let [first] = self.dungeon()?.rooms.as_slice() else {
            return None;
        };
        let entrance = first.entrance.1;
        let mut board = self.board().clone();
        if !board.has(entrance) {
            board.set(entrance, Some(Terrain::Open));
        }
        let mut reached = BTreeSet::from([entrance]);
        for _ in 0..Dungeon::START_RANGE {
            let near: Vec<Hex> = reached
                .iter()
                .flat_map(|hex| Side::ALL.into_iter().filter_map(|side| hex.neighbor(side)))
                .filter(|hex| reached.iter().any(|from| board.adjacent(*from, *hex)))
                .collect();
            reached.extend(near);
        }
        Some(reached.into_iter().filter(|hex| self.is_empty_hex(*hex)).collect())
    }

    /// Returns the exits of the latest room that can be used: those of a revealed room that has no
    /// room behind it yet. Empty once all rooms are laid out.
    pub fn dungeon_exits(&self) -> &[(Passage, Hex)] {
        let Some(dungeon) = self.dungeon() else {
            return &[];
        };
        let last = dungeon.rooms.last().filter(|room| !self.layout().is_room_hidden(room.number));
        match (dungeon.next_number(), last) {
            (Some(_), Some(room)) => &room.exits,
            _ => &[],
        }
    }

    /// Returns the monsters on the map and in hidden rooms.
    pub(super) fn monsters_left(&self) -> Vec<FigureId> {
        let hidden = self.layout().rooms.iter().flat_map(|room| &room.figures);
        let is_monster = |figure: &&Figure| matches!(figure.kind, FigureKind::Monster(_));
        self.figures().iter().chain(hidden).filter(is_monster).map(Figure::id).collect()
    }
}
