//! The cards of the random dungeon: room cards and monster cards (S13.3, S17.1 to S17.4).

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use plain_text::clauses;
use plain_text::quote::quoted;
use scenario_rules::Hex;
use scenario_rules::board::{HexLine, Terrain};
use scenario_rules::dungeon::{DeckRoom, Dungeon, Passage, PenaltyGrade};

use super::cursor::{LineCursor, Parsed};
use super::room::{CharacterCounts, RoomFigure, RoomFigureKind, print_list};

/// The numbered places of a room card.
pub const PLACES: u8 = 12;

/// The figure or place to which a penalty refers (S17.3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PenaltyScope {
    /// Any that its text names.
    #[default]
    General,
    /// The character that opened the door; in the first room the players choose one.
    Opener,
    /// The previous room; in the first room nothing happens.
    PreviousRoom,
}

/// A penalty of a room card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoomPenalty {
    /// The figure or place to which it refers.
    pub scope: PenaltyScope,
    /// Its text, which the table carries out.
    pub text: String,
}

/// A room card of the random dungeon. Its hexes are named on a grid of its own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DungeonRoomCard {
    /// Its title.
    pub title: String,
    /// The names of its map tiles.
    pub tiles: Vec<String>,
    /// The entrances, each in the hex of its door.
    pub entrances: Vec<(Passage, Hex)>,
    /// The exits, each in the hex of its door.
    pub exits: Vec<(Passage, Hex)>,
    /// Its hexes without those of the doors.
    pub terrain: BTreeMap<Hex, Terrain>,
    /// The walls in it.
    pub walls: BTreeSet<HexLine>,
    /// The hexes of the places 1 to 12.
    pub places: Vec<Hex>,
    /// The minor penalty.
    pub minor: Option<RoomPenalty>,
    /// The major penalty.
    pub major: Option<RoomPenalty>,
}

impl DungeonRoomCard {
    /// The maximum number of entrances, of exits and of tiles.
    pub const MAX_PARTS: usize = 6;

    /// Returns the card as its back shows it in a deck.
    pub fn in_deck(&self) -> DeckRoom {
        let has = |kind: &Passage| self.entrances.iter().any(|(of, _)| of == kind);
        let entrances = Passage::ALL.into_iter().filter(has).collect();
        DeckRoom { title: self.title.clone(), entrances }
    }

    /// Returns the penalty text that is due in the room with this number, from 1 (S17.3).
    pub fn penalty(&self, grade: PenaltyGrade, number: u8) -> Option<String> {
        let penalty = match grade {
            PenaltyGrade::None => None,
            PenaltyGrade::Minor => self.minor.as_ref(),
            PenaltyGrade::Major => self.major.as_ref(),
        }?;
        match penalty.scope {
            PenaltyScope::PreviousRoom if number == 1 => None,
            PenaltyScope::Opener if number == 1 => {
                Some(format!("{} (choose the character)", penalty.text))
            }
            _ => Some(penalty.text.clone()),
        }
    }
}

/// Contents of a place of a monster card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlaceContents {
    /// A monster.
    Figure(RoomFigure),
    /// A trap.
    Trap(CharacterCounts),
    /// An obstacle.
    Obstacle(CharacterCounts),
    /// A treasure tile with the text of what it brings.
    Treasure(String, CharacterCounts),
}

impl PlaceContents {
    /// Returns the numbers of characters with which it is there.
    pub const fn characters(&self) -> CharacterCounts {
        match self {
            Self::Figure(figure) => figure.characters,
            Self::Trap(characters) | Self::Obstacle(characters) | Self::Treasure(_, characters) => {
                *characters
            }
        }
    }
}

/// A monster card of the random dungeon.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DungeonMonsterCard {
    /// Its title.
    pub title: String,
    /// The contents of the places by number; a place that is missing stays empty.
    pub places: BTreeMap<u8, Vec<PlaceContents>>,
}

impl DungeonMonsterCard {
    /// Returns the contents of a place for this many characters; `None` if it stays empty.
    pub fn contents(&self, place: u8, characters: u8) -> Option<&PlaceContents> {
        let contents = self.places.get(&place)?;
        contents.iter().find(|contents| contents.characters().contains(characters))
    }
}

impl fmt::Display for RoomPenalty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.scope {
            PenaltyScope::General => {}
            PenaltyScope::Opener => f.write_str("opener ")?,
            PenaltyScope::PreviousRoom => f.write_str("previous room ")?,
        }
        f.write_str(&quoted(&self.text))
    }
}

impl fmt::Display for DungeonRoomCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts: Vec<String> =
            self.tiles.iter().map(|tile| format!("tile {}", quoted(tile))).collect();
        for (word, doors) in [("entrance", &self.entrances), ("exit", &self.exits)] {
            let doors = doors.iter();
            parts.extend(doors.map(|(kind, hex)| format!("{word} {} at {hex}", kind.word())));
        }
        for terrain in Terrain::ALL {
            let hexes = self.terrain.iter().filter(|(_, of)| **of == terrain);
            let hexes: Vec<String> = hexes.map(|(hex, _)| hex.to_string()).collect();
            parts.extend(
                (!hexes.is_empty()).then(|| format!("{} {}", terrain.word(), hexes.join(" "))),
            );
        }
        let lists = [
            ("wall", self.walls.iter().map(HexLine::to_string).collect::<Vec<_>>()),
            ("places", self.places.iter().map(Hex::to_string).collect()),
        ];
        for (word, items) in lists {
            parts.extend((!items.is_empty()).then(|| format!("{word} {}", items.join(" "))));
        }
        parts.extend(self.minor.iter().map(|penalty| format!("minor {penalty}")));
        parts.extend(self.major.iter().map(|penalty| format!("major {penalty}")));
        writeln!(f, "dungeon room {}: {}", quoted(&self.title), clauses(&parts))
    }
}

impl fmt::Display for PlaceContents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Figure(figure) => {
                if let RoomFigureKind::Monster(Some(rank)) = figure.kind {
                    write!(f, "{} ", rank.word())?;
                }
                f.write_str(&figure.name)?;
            }
            Self::Trap(_) => f.write_str("trap")?,
            Self::Obstacle(_) => f.write_str("obstacle")?,
            Self::Treasure(text, _) => write!(f, "treasure {}", quoted(text))?,
        }
        self.characters().print_after(f)
    }
}

impl fmt::Display for DungeonMonsterCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "dungeon monsters {}: ", quoted(&self.title))?;
        for (index, (place, contents)) in self.places.iter().enumerate() {
            write!(f, "{}{place} ", if index > 0 { "; " } else { "" })?;
            print_list(f, contents, ", ")?;
        }
        if self.places.is_empty() {
            f.write_str("nothing")?;
        }
        writeln!(f)
    }
}

impl LineCursor<'_> {
    /// Parses the title of a card of the dungeon.
    pub(crate) fn dungeon_title(&mut self) -> Parsed<String> {
        let start = *self;
        let title = self.text()?;
        if (1..=Dungeon::MAX_TITLE_CHARS).contains(&title.chars().count()) {
            return Ok(title);
        }
        Err(start.expected(format!("a title of up to {} letters", Dungeon::MAX_TITLE_CHARS)))
    }

    /// Parses the parts of a room card, up to the end of the line.
    pub(crate) fn dungeon_room(mut self, title: String) -> Parsed<DungeonRoomCard> {
        let start = self;
        let mut card = DungeonRoomCard { title, ..DungeonRoomCard::default() };
        loop {
            self.dungeon_room_part(&mut card)?;
            if !self.takes(';') {
                break;
            }
        }
        self.end()?;
        start.check_dungeon_room(&card)?;
        Ok(card)
    }

    fn dungeon_room_part(&mut self, card: &mut DungeonRoomCard) -> Parsed<()> {
        let start = *self;
        let word = self.word().to_ascii_lowercase();
        if let Some(terrain) = Terrain::ALL.into_iter().find(|terrain| terrain.word() == word) {
            if terrain.is_door() {
                return Err(start.expected("entrances and exits, which bring their own doors"));
            }
            for hex in self.card_hexes()? {
                card.terrain.insert(hex, terrain);
            }
            return Ok(());
        }
        let penalty = match word.as_str() {
            "tile" => {
                card.tiles.push(self.text()?);
                return start.check_parts(card.tiles.len());
            }
            "entrance" => {
                card.entrances.push(self.passage_at()?);
                return start.check_parts(card.entrances.len());
            }
            "exit" => {
                card.exits.push(self.passage_at()?);
                return start.check_parts(card.exits.len());
            }
            "wall" => return self.card_walls(card),
            "places" if card.places.is_empty() => {
                card.places = self.card_hexes()?;
                return Ok(());
            }
            "minor" if card.minor.is_none() => &mut card.minor,
            "major" if card.major.is_none() => &mut card.major,
            _ => {
                return Err(start.expected(
                    "tile, entrance, exit, a terrain with hexes, wall, places, minor or major, the \
                     last three once",
                ));
            }
        };
        *penalty = Some(self.room_penalty()?);
        Ok(())
    }

    fn check_parts(self, count: usize) -> Parsed<()> {
        let most = DungeonRoomCard::MAX_PARTS;
        if count > most { Err(self.expected(format!("at most {most} of them"))) } else { Ok(()) }
    }

    /// Checks that a room card is complete: an entrance, twelve places in it, and no hex twice.
    fn check_dungeon_room(self, card: &DungeonRoomCard) -> Parsed<()> {
        if card.entrances.is_empty() {
            return Err(self.expected("an entrance, such as \"entrance A at B1\""));
        }
        if card.places.len() != usize::from(PLACES) {
            let found = card.places.len();
            return Err(self.expected(format!("{PLACES} places, not {found}")));
        }
        let is_known = |hex: &&Hex| !card.terrain.contains_key(*hex);
        if let Some(hex) = card.places.iter().find(is_known) {
            return Err(self.expected(format!("places in hexes of the room, not in {hex}")));
        }
        let places: BTreeSet<&Hex> = card.places.iter().collect();
        if places.len() != card.places.len() {
            return Err(self.expected("each place in a hex of its own"));
        }
        let mut doors = BTreeSet::new();
        for (_, hex) in card.entrances.iter().chain(&card.exits) {
            if card.terrain.contains_key(hex) || !doors.insert(hex) {
                let expected = "each entrance and exit in a hex of its own beside the room";
                return Err(self.expected(format!("{expected}, not in {hex}")));
            }
        }
        Ok(())
    }

    /// Parses the kind of an entrance or exit with its hex: `A at B1`.
    fn passage_at(&mut self) -> Parsed<(Passage, Hex)> {
        let start = *self;
        let word = self.word();
        let passage = Passage::ALL.into_iter().find(|kind| kind.word().eq_ignore_ascii_case(word));
        let passage = passage.ok_or_else(|| start.expected("A or B, its kind"))?;
        if !self.takes_word("at") {
            return Err(self.expected("\"at\" and the hex of its door"));
        }
        Ok((passage, self.card_hex()?))
    }

    fn card_hex(&mut self) -> Parsed<Hex> {
        let start = *self;
        self.word().parse().ok().ok_or_else(|| start.expected("a hex such as C4"))
    }

    /// Parses hexes, up to a semicolon or the end of the line.
    fn card_hexes(&mut self) -> Parsed<Vec<Hex>> {
        let mut hexes = vec![self.card_hex()?];
        while !self.is_done() && !self.skipped().rest().starts_with(';') {
            hexes.push(self.card_hex()?);
        }
        Ok(hexes)
    }

    /// Parses walls between hexes, such as `C2-C3`.
    fn card_walls(&mut self, card: &mut DungeonRoomCard) -> Parsed<()> {
        loop {
            let start = *self;
            let ends = self.word().split_once('-');
            let line = ends.and_then(|(a, b)| HexLine::between(a.parse().ok()?, b.parse().ok()?));
            card.walls
                .insert(line.ok_or_else(|| start.expected("two hexes side by side, as C2-C3"))?);
            if self.is_done() || self.skipped().rest().starts_with(';') {
                return Ok(());
            }
        }
    }

    fn room_penalty(&mut self) -> Parsed<RoomPenalty> {
        let scope = if self.takes_word("opener") {
            PenaltyScope::Opener
        } else if self.takes_words("previous room") {
            PenaltyScope::PreviousRoom
        } else {
            PenaltyScope::General
        };
        if !self.is_at_text() {
            return Err(self
                .expected("opener, previous room, or the text of the penalty in quotation marks"));
        }
        Ok(RoomPenalty { scope, text: self.text()? })
    }

    /// Parses the places of a monster card, up to the end of the line.
    pub(crate) fn dungeon_monsters(mut self, title: String) -> Parsed<DungeonMonsterCard> {
        let mut card = DungeonMonsterCard { title, ..DungeonMonsterCard::default() };
        if self.takes_word("nothing") {
            self.end()?;
            return Ok(card);
        }
        loop {
            let start = self;
            let place = self.number(1, PLACES, "the number of a place")?;
            let contents = self.place_contents()?;
            if card.places.insert(place, contents).is_some() {
                return Err(start.expected("each place once"));
            }
            if !self.takes(';') {
                self.end()?;
                return Ok(card);
            }
        }
    }

    fn place_contents(&mut self) -> Parsed<Vec<PlaceContents>> {
        let mut contents: Vec<PlaceContents> = Vec::new();
        loop {
            let start = *self;
            let next = if self.takes_word("trap") {
                PlaceContents::Trap(self.character_counts()?)
            } else if self.takes_word("obstacle") {
                PlaceContents::Obstacle(self.character_counts()?)
            } else if self.takes_word("treasure") {
                let text = self.text()?;
                PlaceContents::Treasure(text, self.character_counts()?)
            } else {
                let rank = self.rank().ok_or_else(|| {
                    start.expected("normal, elite, named, boss, trap, obstacle or treasure")
                })?;
                let name = self.name()?;
                let characters = self.character_counts()?;
                let kind = RoomFigureKind::Monster(Some(rank));
                PlaceContents::Figure(RoomFigure::one(kind, name, characters))
            };
            let is_double = |of: &PlaceContents| {
                next.characters().iter().any(|count| of.characters().contains(count))
            };
            if contents.iter().any(is_double) {
                return Err(start.expected("each number of characters once for a place"));
            }
            contents.push(next);
            if !self.takes(',') {
                return Ok(contents);
            }
        }
    }
}
