//! All cards of an owner, as text and by name.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt;

use plain_text::name_key;
use plain_text::quote::quoted;
use plain_text::typography::with_plain_marks;
use scenario_rules::figure::Rank;

use super::ability::{AbilityCard, AbilityList};
use super::class::{CharacterClass, ItemCard, Perk};
use super::cursor::{LineCursor, Parsed};
use super::dungeon::{DungeonMonsterCard, DungeonRoomCard};
use super::error::{CardError, CardErrors, Misread};
use super::monster::{MonsterCards, StatBlock};
use super::room::{RoomFigure, ScenarioList};

/// The ability cards of a deck.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AbilityDeck {
    /// The name of the deck, that of its monster unless several share it.
    pub name: String,
    /// Its cards, in the order in which they were entered.
    pub cards: Vec<AbilityCard>,
}

impl AbilityDeck {
    /// The maximum number of cards.
    pub const MAX_CARDS: usize = 200;
}

/// The cards of an owner.
///
/// ```
/// use scenario_cards::CardBook;
///
/// let book: CardBook = "ability Red Guard 15 shuffle: Shield 1, retaliate 2".parse()?;
/// let cards = book.ability_cards("red guard", 15);
/// assert!(cards[0].shuffle);
/// assert_eq!(book.to_string(), "ability Red Guard 15 shuffle: shield 1, retaliate 2\n");
/// # Ok::<(), scenario_cards::CardErrors>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CardBook {
    /// The monsters, by the keys of their names.
    pub monsters: BTreeMap<String, MonsterCards>,
    /// The ability decks, by the keys of their names.
    pub decks: BTreeMap<String, AbilityDeck>,
    /// The classes, by the keys of their names.
    pub classes: BTreeMap<String, CharacterClass>,
    /// The items, by number.
    pub items: BTreeMap<u16, ItemCard>,
    /// The scenarios, by the keys of their ids.
    pub scenarios: BTreeMap<String, ScenarioList>,
    /// The room cards of the random dungeon, by the keys of their titles.
    pub dungeon_rooms: BTreeMap<String, DungeonRoomCard>,
    /// The monster cards of the random dungeon, by the keys of their titles.
    pub dungeon_monsters: BTreeMap<String, DungeonMonsterCard>,
}

impl CardBook {
    /// The maximum length of a text, in bytes.
    pub const MAX_BYTES: usize = 16_000_000;
    /// The maximum length of a line, in bytes.
    pub const MAX_LINE: usize = 20_000;

    /// Returns the cards of a monster.
    pub fn monster(&self, name: &str) -> Option<&MonsterCards> {
        self.monsters.get(&name_key(name))
    }

    /// Returns the stats of a rank of a monster at a level.
    pub fn stats(&self, monster: &str, level: u8, rank: Rank) -> Option<&StatBlock> {
        self.monster(monster)?.stats.get(&(level, rank))
    }

    /// Returns the ability deck of a monster: the one named for it, or its own.
    pub fn ability_deck(&self, monster: &str) -> Option<&AbilityDeck> {
        let named = self.monster(monster).and_then(|cards| cards.deck.as_deref());
        self.decks.get(&name_key(named.unwrap_or(monster)))
    }

    /// Returns the ability cards of a monster with an initiative: several if they share it.
    pub fn ability_cards(&self, monster: &str, initiative: u8) -> Vec<&AbilityCard> {
        let cards = self.ability_deck(monster).map_or(&[][..], |deck| &deck.cards);
        cards.iter().filter(|card| card.initiative == Some(initiative)).collect()
    }

    /// Returns a class.
    pub fn class(&self, name: &str) -> Option<&CharacterClass> {
        self.classes.get(&name_key(name))
    }

    /// Returns a scenario by its number or other mark.
    pub fn scenario(&self, id: &str) -> Option<&ScenarioList> {
        self.scenarios.get(&name_key(id))
    }

    /// Returns a room card of the random dungeon.
    pub fn dungeon_room(&self, title: &str) -> Option<&DungeonRoomCard> {
        self.dungeon_rooms.get(&name_key(title))
    }

    /// Returns a monster card of the random dungeon.
    pub fn dungeon_monster_card(&self, title: &str) -> Option<&DungeonMonsterCard> {
        self.dungeon_monsters.get(&name_key(title))
    }

    /// Returns the figures that a room of a scenario needs with this many characters.
    pub fn room(&self, scenario: &str, room: u16, characters: u8) -> Vec<&RoomFigure> {
        let figures = self.scenario(scenario).and_then(|scenario| scenario.rooms.get(&room));
        let figures = figures.map_or(&[][..], Vec::as_slice).iter();
        figures.filter(|figure| figure.characters.contains(characters)).collect()
    }

    /// Returns the number of ability cards.
    pub fn count_ability_cards(&self) -> usize {
        self.decks.values().map(|deck| deck.cards.len()).sum()
    }

    /// Returns the number of ability cards with text that the table carries out.
    pub fn count_table_texts(&self) -> usize {
        let cards = self.decks.values().flat_map(|deck| &deck.cards);
        cards.filter(|card| card.has_table_text()).count()
    }

    fn monster_mut(&mut self, name: String) -> &mut MonsterCards {
        let entry = self.monsters.entry(name_key(&name));
        entry.or_insert_with(|| MonsterCards { name, ..MonsterCards::default() })
    }

    fn class_mut(&mut self, name: String) -> &mut CharacterClass {
        let entry = self.classes.entry(name_key(&name));
        entry.or_insert_with(|| CharacterClass { name, ..CharacterClass::default() })
    }

    fn scenario_mut(&mut self, id: String) -> &mut ScenarioList {
        let entry = self.scenarios.entry(name_key(&id));
        entry.or_insert_with(|| ScenarioList { id, ..ScenarioList::default() })
    }
}

impl fmt::Display for CardBook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for monster in self.monsters.values() {
            write!(f, "{monster}")?;
        }
        for deck in self.decks.values() {
            for card in &deck.cards {
                write_ability_line(f, &deck.name, card)?;
            }
        }
        for class in self.classes.values() {
            write!(f, "{class}")?;
        }
        for (number, item) in &self.items {
            writeln!(f, "item {number}{item}")?;
        }
        for scenario in self.scenarios.values() {
            write!(f, "{scenario}")?;
        }
        for card in self.dungeon_rooms.values() {
            write!(f, "{card}")?;
        }
        for card in self.dungeon_monsters.values() {
            write!(f, "{card}")?;
        }
        Ok(())
    }
}

fn write_ability_line(f: &mut fmt::Formatter<'_>, deck: &str, card: &AbilityCard) -> fmt::Result {
    write!(f, "ability {deck}")?;
    if let Some(initiative) = card.initiative {
        write!(f, " {initiative}")?;
    }
    if let Some(title) = &card.title {
        write!(f, " {}", quoted(title))?;
    }
    if card.shuffle {
        f.write_str(" shuffle")?;
    }
    writeln!(f, ": {}", AbilityList(&card.abilities))
}

/// The format of a line, with a valid one.
#[derive(Clone, Copy)]
struct LineFormat {
    word: &'static str,
    example: &'static str,
    read: fn(&mut CardBook, LineCursor<'_>) -> Parsed<()>,
}

/// The formats of all lines.
const FORMATS: [LineFormat; 10] = [
    LineFormat {
        word: "stats",
        example: "stats Red Guard level 1: normal hit points 5 move 2 attack 2; elite hit points \
                  9 move 2 attack 3 shield 1",
        read: read_stats,
    },
    LineFormat {
        word: "monster",
        example: "monster Red Guard: deck Guard, 6 standees, flying",
        read: read_monster,
    },
    LineFormat {
        word: "special",
        example: "special Warden 1 level 3: move +0, attack +1 range 3",
        read: read_special,
    },
    LineFormat {
        word: "ability",
        example: "ability Red Guard 15 shuffle: move +0, attack +1 range 2 poison",
        read: read_ability,
    },
    LineFormat {
        word: "class",
        example: "class Tidecaller: hand 10, hit points 8 9 11 12 14 15 17 18 20",
        read: read_class,
    },
    LineFormat {
        word: "perk",
        example: "perk Tidecaller 2 times: replace -1 with +1, add 2 +0 rolling push 1",
        read: read_perk,
    },
    LineFormat {
        word: "deck",
        example: "deck Tidecaller: replace -1 with +1, add +3",
        read: read_deck,
    },
    LineFormat { word: "item", example: "item 12: small, 10 gold, spent", read: read_item },
    LineFormat {
        word: "scenario",
        example: "scenario 4 room 2: 2 normal Red Guard, 1 elite Red Guard for 3 or 4",
        read: read_scenario,
    },
    LineFormat {
        word: "dungeon",
        example: "dungeon monsters \"Rusty\": 1 normal Red Guard for 2, elite Red Guard for 3 or 4; \
                  5 trap; 8 treasure \"10 gold\"",
        read: read_dungeon,
    },
];

/// Parses the lines of an owner. A comment starts with `#`.
impl std::str::FromStr for CardBook {
    type Err = CardErrors;

    fn from_str(text: &str) -> Result<Self, CardErrors> {
        let mut book = Self::default();
        let mut errors = Vec::new();
        if text.len() > Self::MAX_BYTES {
            return Err(CardErrors(vec![too_large(text.len())]));
        }
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        for (index, line) in text.lines().enumerate() {
            if let Err(error) = book.read_line(line, index + 1) {
                errors.push(error);
                if errors.len() == CardErrors::MAX {
                    break;
                }
            }
        }
        if errors.is_empty() { Ok(book) } else { Err(CardErrors(errors)) }
    }
}

/// Returns the error of a file that is not UTF-8 behind these bytes.
fn not_text(before: &[u8]) -> CardError {
    let before = String::from_utf8_lossy(before);
    let line = before.rsplit('\n').next().unwrap_or_default();
    let number = before.matches('\n').count() + 1;
    let expected = "text in UTF-8, not other bytes".to_owned();
    Misread { at: line.len(), expected }.within(line, number, FORMATS[0].example)
}

fn too_large(bytes: usize) -> CardError {
    let expected = format!("at most {} bytes, not {bytes}", CardBook::MAX_BYTES);
    Misread { at: 0, expected }.within("", 1, FORMATS[0].example)
}

impl CardBook {
    /// Parses the bytes of a file.
    ///
    /// # Errors
    ///
    /// The lines that cannot be parsed, or the first that is not UTF-8.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, CardErrors> {
        match std::str::from_utf8(bytes) {
            Ok(text) => text.parse(),
            Err(error) => Err(CardErrors(vec![not_text(&bytes[..error.valid_up_to()])])),
        }
    }

    /// Adds one line of text.
    fn read_line(&mut self, line: &str, number: usize) -> Result<(), CardError> {
        let plain = with_plain_marks(line);
        let plain = plain.as_deref().unwrap_or(line);
        let mut cursor = LineCursor::new(plain);
        if cursor.is_done() {
            return Ok(());
        }
        let start = cursor;
        let word = cursor.word();
        let format = FORMATS.into_iter().find(|format| format.word.eq_ignore_ascii_case(word));
        let Some(format) = format else {
            let words = FORMATS.map(|format| format.word);
            let expected = plain_text::one_of(&words);
            return Err(start.expected(expected).within(line, number, FORMATS[0].example));
        };
        let read = if line.len() > Self::MAX_LINE {
            Err(start.expected(format!("a line of at most {} bytes", Self::MAX_LINE)))
        } else {
            (format.read)(self, cursor)
        };
        read.map_err(|misread| misread.within(plain, number, format.example))
    }
}

fn read_stats(book: &mut CardBook, mut cursor: LineCursor<'_>) -> Parsed<()> {
    let name = cursor.name()?;
    let level = cursor.level()?;
    cursor.sign(':')?;
    let monster = book.monster_mut(name);
    loop {
        let start = cursor;
        let rank = cursor.rank().ok_or_else(|| start.expected("normal, elite, boss or named"))?;
        let block = cursor.stat_block()?;
        let Entry::Vacant(entry) = monster.stats.entry((level, rank)) else {
            return Err(start.expected("each rank of a level only once"));
        };
        entry.insert(block);
        if !cursor.takes(';') {
            return cursor.end();
        }
    }
}

fn read_monster(book: &mut CardBook, mut cursor: LineCursor<'_>) -> Parsed<()> {
    let name = cursor.name()?;
    cursor.sign(':')?;
    let monster = book.monster_mut(name);
    if cursor.takes_word("nothing") {
        return cursor.end();
    }
    loop {
        let start = cursor;
        let is_new = if cursor.takes_word("deck") {
            monster.deck.replace(cursor.name()?).is_none()
        } else if cursor.takes_word("flying") {
            !std::mem::replace(&mut monster.flying, true)
        } else {
            let expected = "deck and its name, a number of standees, or flying";
            let count = cursor.number(1, 99, expected)?;
            if !cursor.takes_word("standee") {
                return Err(cursor.expected("standees"));
            }
            monster.standees.replace(count).is_none()
        };
        if !is_new {
            return Err(start.expected("something else: the monster has that already"));
        }
        if !cursor.takes(',') {
            return cursor.end();
        }
    }
}

fn read_special(book: &mut CardBook, mut cursor: LineCursor<'_>) -> Parsed<()> {
    let start = cursor;
    let name = cursor.name()?;
    let number = cursor.number(1, MonsterCards::MAX_SPECIAL, "the number of a special ability")?;
    let level =
        if cursor.peek().eq_ignore_ascii_case("level") { Some(cursor.level()?) } else { None };
    cursor.sign(':')?;
    let abilities = cursor.abilities()?;
    cursor.end()?;
    if book.monster_mut(name).specials.insert((number, level), abilities).is_some() {
        return Err(start.expected("each special ability of a level only once"));
    }
    Ok(())
}

fn read_ability(book: &mut CardBook, mut cursor: LineCursor<'_>) -> Parsed<()> {
    let start = cursor;
    let name = cursor.name()?;
    let is_numbered = cursor.skipped().rest().starts_with(|c: char| c.is_ascii_digit());
    let initiative = if is_numbered { Some(cursor.number(0, 99, "an initiative")?) } else { None };
    let title = if cursor.is_at_text() { Some(cursor.text()?) } else { None };
    let shuffle = cursor.takes_word("shuffle");
    cursor.sign(':')?;
    let abilities = cursor.abilities()?;
    cursor.end()?;
    let deck = book.decks.entry(name_key(&name));
    let deck = deck.or_insert_with(|| AbilityDeck { name, ..AbilityDeck::default() });
    if deck.cards.len() == AbilityDeck::MAX_CARDS {
        return Err(start.expected(format!("at most {} cards of a deck", AbilityDeck::MAX_CARDS)));
    }
    deck.cards.push(AbilityCard { initiative, title, shuffle, abilities });
    Ok(())
}

fn read_class(book: &mut CardBook, mut cursor: LineCursor<'_>) -> Parsed<()> {
    let name = cursor.name()?;
    cursor.sign(':')?;
    cursor.class_values(book.class_mut(name))?;
    cursor.end()
}

fn read_perk(book: &mut CardBook, mut cursor: LineCursor<'_>) -> Parsed<()> {
    let start = cursor;
    let name = cursor.name()?;
    let mut times = 1;
    if !cursor.skipped().rest().starts_with(':') {
        times = cursor.number(1, 20, "a number of times")?;
        if !cursor.takes_word("time") {
            return Err(cursor.expected("\"times\""));
        }
    }
    cursor.sign(':')?;
    let changes = cursor.deck_changes()?;
    cursor.end()?;
    let class = book.class_mut(name);
    class.perks.push(Perk { times, changes });
    start.check_changes(class.perks.len())
}

fn read_deck(book: &mut CardBook, mut cursor: LineCursor<'_>) -> Parsed<()> {
    let start = cursor;
    let name = cursor.name()?;
    cursor.sign(':')?;
    let changes = cursor.deck_changes()?;
    cursor.end()?;
    let class = book.class_mut(name);
    if !class.deck.is_empty() {
        return Err(start.expected("one line for each modifier deck"));
    }
    class.deck = changes;
    Ok(())
}

fn read_item(book: &mut CardBook, mut cursor: LineCursor<'_>) -> Parsed<()> {
    let start = cursor;
    let number = cursor.number(1, ItemCard::MAX_NUMBER, "the number of an item")?;
    let item = cursor.item()?;
    cursor.end()?;
    if book.items.insert(number, item).is_some() {
        return Err(start.expected("one line for each item"));
    }
    Ok(())
}

fn read_scenario(book: &mut CardBook, mut cursor: LineCursor<'_>) -> Parsed<()> {
    let start = cursor;
    let id = cursor.scenario_id()?;
    let room = if cursor.takes_word("room") {
        Some(cursor.number(0, u16::MAX, "the number of a room")?)
    } else {
        None
    };
    cursor.sign(':')?;
    let scenario = book.scenario_mut(id);
    let Some(room) = room else {
        return read_scenario_head(scenario, start, cursor);
    };
    let figures = cursor.room_figures()?;
    cursor.end()?;
    if scenario.rooms.insert(room, figures).is_some() {
        return Err(start.expected("one line for each room"));
    }
    Ok(())
}

fn read_dungeon(book: &mut CardBook, mut cursor: LineCursor<'_>) -> Parsed<()> {
    let start = cursor;
    let is_room = cursor.takes_word("room");
    if !is_room && !cursor.takes_word("monsters") {
        return Err(start.expected("room or monsters, then the title in quotation marks"));
    }
    let title = cursor.dungeon_title()?;
    cursor.sign(':')?;
    let key = name_key(&title);
    let is_new = if is_room {
        book.dungeon_rooms.insert(key, cursor.dungeon_room(title)?).is_none()
    } else {
        book.dungeon_monsters.insert(key, cursor.dungeon_monsters(title)?).is_none()
    };
    if is_new { Ok(()) } else { Err(start.expected("one line for each card of the dungeon")) }
}

/// Reads the title and the monsters of a scenario.
fn read_scenario_head(
    scenario: &mut ScenarioList,
    start: LineCursor<'_>,
    mut cursor: LineCursor<'_>,
) -> Parsed<()> {
    if cursor.takes_word("nothing") {
        return cursor.end();
    }
    loop {
        if cursor.is_at_text() {
            if scenario.title.replace(cursor.text()?).is_some() {
                return Err(start.expected("one title for each scenario"));
            }
        } else if cursor.takes_word("monster") {
            scenario.monsters.push(cursor.name()?);
            if scenario.monsters.len() > ScenarioList::MAX_FIGURES {
                return Err(start.expected("fewer monsters"));
            }
        } else {
            return Err(cursor.expected("a title in quotation marks, or monster and its name"));
        }
        if !cursor.takes(',') {
            return cursor.end();
        }
    }
}

impl LineCursor<'_> {
    /// Parses "level" and its number.
    fn level(&mut self) -> Parsed<u8> {
        if !self.takes_word("level") {
            return Err(self.expected("level and its number"));
        }
        self.number(0, MonsterCards::MAX_LEVEL, "a level")
    }

    /// Parses the number or other mark of a scenario.
    fn scenario_id(&mut self) -> Parsed<String> {
        let start = *self;
        let word = self.word();
        let is_plain = word.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '.' | '_'));
        let is_short = (1..=ScenarioList::MAX_ID_CHARS).contains(&word.chars().count());
        if is_plain && is_short {
            return Ok(word.to_owned());
        }
        Err(start.expected("the number of a scenario"))
    }
}
