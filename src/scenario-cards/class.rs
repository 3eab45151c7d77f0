//! The classes of characters with their modifier decks, and items.

use std::fmt;

use plain_text::counted;
use plain_text::quote::quoted;

use super::ability::Term;
use super::cursor::{LineCursor, Parsed, same_word};
use super::formula::Formula;
use super::room::print_list;

/// The printed effect of a modifier card on the attack value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardFace {
    /// Adds to the value, or subtracts if negative.
    Plus(i16),
    /// Doubles the value.
    Double,
    /// Makes the attack deal no damage.
    Miss,
}

/// Equal cards of a modifier deck.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModifierCard {
    /// The number of cards, at least 1.
    pub count: u8,
    /// Their effect on the attack value.
    pub face: CardFace,
    /// `true` if they are rolling cards, which are played together with the next one.
    pub rolling: bool,
    /// Their other effects.
    pub effects: Vec<Term>,
}

/// A change of a modifier deck.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DeckChange {
    /// Adds cards.
    Add(Vec<ModifierCard>),
    /// Removes cards.
    Remove(Vec<ModifierCard>),
    /// Replaces the first cards with the second.
    Replace(Vec<ModifierCard>, Vec<ModifierCard>),
    /// A text that the table carries out.
    Text(String),
}

/// A perk of a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Perk {
    /// The number of times it can be taken.
    pub times: u8,
    /// Its changes.
    pub changes: Vec<DeckChange>,
}

/// A class of characters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CharacterClass {
    /// Its name.
    pub name: String,
    /// The number of cards in hand.
    pub hand: Option<u8>,
    /// The hit points at level 1, 2 and so on.
    pub hit_points: Vec<u16>,
    /// The perks to choose from.
    pub perks: Vec<Perk>,
    /// The changes of the owner's modifier deck of this class.
    pub deck: Vec<DeckChange>,
}

impl CharacterClass {
    /// The maximum number of cards in hand.
    pub const MAX_HAND: u8 = 30;
    /// The highest level.
    pub const MAX_LEVEL: usize = 9;
    /// The maximum number of perks, of changes, and of different cards of a change.
    pub const MAX_CHANGES: usize = 60;

    /// Returns the hit points at a level from 1.
    pub fn hit_points_at(&self, level: usize) -> Option<u16> {
        self.hit_points.get(level.checked_sub(1)?).copied()
    }
}

enum_table::enum_table! {
    /// The place of an item on a character.
    pub enum ItemSlot {
        /// Returns the words for it.
        words: &'static str,
    }

    Head = "head";
    Body = "body";
    Legs = "legs";
    OneHand = "one hand";
    TwoHands = "two hands";
    Small = "small";
}

enum_table::enum_table! {
    /// The state of an item after its use.
    pub enum ItemUse {
        /// Returns the word for it.
        word: &'static str,
    }

    /// It can be used again after a long rest.
    Spent = "spent";
    /// It cannot be used again in the scenario.
    Consumed = "consumed";
}

/// An item.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ItemCard {
    /// Its name.
    pub title: Option<String>,
    /// Its slot.
    pub slot: Option<ItemSlot>,
    /// Its printed price in gold.
    pub cost: Option<u16>,
    /// Its state after use; `None` if it can always be used.
    pub used: Option<ItemUse>,
    /// The number of copies in the box.
    pub copies: Option<u8>,
    /// The cards that it adds to the modifier deck.
    pub added: Vec<ModifierCard>,
    /// Texts that the table carries out.
    pub texts: Vec<String>,
}

impl ItemCard {
    /// The highest number of an item.
    pub const MAX_NUMBER: u16 = 9999;
    /// The maximum number of texts.
    pub const MAX_TEXTS: usize = 10;
}

impl fmt::Display for ModifierCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.count != 1 {
            write!(f, "{} ", self.count)?;
        }
        match self.face {
            CardFace::Plus(amount) => write!(f, "{amount:+}")?,
            CardFace::Double => f.write_str("x2")?,
            CardFace::Miss => f.write_str("x0")?,
        }
        if self.rolling {
            f.write_str(" rolling")?;
        }
        for effect in &self.effects {
            write!(f, " {effect}")?;
        }
        Ok(())
    }
}

impl fmt::Display for DeckChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Add(cards) => {
                f.write_str("add ")?;
                print_list(f, cards, " and ")
            }
            Self::Remove(cards) => {
                f.write_str("remove ")?;
                print_list(f, cards, " and ")
            }
            Self::Replace(cards, others) => {
                f.write_str("replace ")?;
                print_list(f, cards, " and ")?;
                f.write_str(" with ")?;
                print_list(f, others, " and ")
            }
            Self::Text(text) => f.write_str(&quoted(text)),
        }
    }
}

impl fmt::Display for CharacterClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = &self.name;
        let hand = self.hand.iter().map(|hand| format!("hand {hand}"));
        let points: Vec<String> = self.hit_points.iter().map(u16::to_string).collect();
        let points = (!points.is_empty()).then(|| format!("hit points {}", points.join(" ")));
        let mut parts: Vec<String> = hand.chain(points).collect();
        if parts.is_empty() && self.perks.is_empty() && self.deck.is_empty() {
            parts.push("nothing".to_owned());
        }
        if !parts.is_empty() {
            writeln!(f, "class {name}: {}", parts.join(", "))?;
        }
        for perk in &self.perks {
            write!(f, "perk {name}")?;
            if perk.times != 1 {
                write!(f, " {} times", perk.times)?;
            }
            f.write_str(": ")?;
            print_list(f, &perk.changes, ", ")?;
            writeln!(f)?;
        }
        if !self.deck.is_empty() {
            write!(f, "deck {name}: ")?;
            print_list(f, &self.deck, ", ")?;
            writeln!(f)?;
        }
        Ok(())
    }
}

/// Writes what follows the number of the item in its line.
impl fmt::Display for ItemCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(title) = &self.title {
            write!(f, " {}", quoted(title))?;
        }
        let slot = self.slot.iter().map(|slot| slot.words().to_owned());
        let cost = self.cost.iter().map(|cost| format!("{cost} gold"));
        let used = self.used.iter().map(|used| used.word().to_owned());
        let copies = self.copies.iter().map(|&copies| counted(copies, "copy", "copies"));
        let added = self.added.iter().map(|card| format!("add {card}"));
        let texts = self.texts.iter().map(|text| quoted(text));
        let mut parts: Vec<String> =
            slot.chain(cost).chain(used).chain(copies).chain(added).chain(texts).collect();
        if parts.is_empty() {
            parts.push("nothing".to_owned());
        }
        write!(f, ": {}", parts.join(", "))
    }
}

impl LineCursor<'_> {
    /// Parses changes of a modifier deck, up to the end of the line.
    pub(crate) fn deck_changes(&mut self) -> Parsed<Vec<DeckChange>> {
        let mut changes = Vec::new();
        loop {
            let start = *self;
            changes.push(self.deck_change()?);
            start.check_changes(changes.len())?;
            if !self.takes(',') {
                return Ok(changes);
            }
        }
    }

    pub(crate) fn check_changes(self, count: usize) -> Parsed<()> {
        if count <= CharacterClass::MAX_CHANGES {
            return Ok(());
        }
        Err(self.expected(format!("at most {} changes", CharacterClass::MAX_CHANGES)))
    }

    fn deck_change(&mut self) -> Parsed<DeckChange> {
        if self.is_at_text() {
            return self.text().map(DeckChange::Text);
        }
        if self.takes_word("add") {
            return self.deck_cards().map(DeckChange::Add);
        }
        if self.takes_word("remove") {
            return self.deck_cards().map(DeckChange::Remove);
        }
        if self.takes_word("replace") {
            let cards = self.deck_cards()?;
            if !self.takes_word("with") && !self.takes_word("by") {
                return Err(self.expected("\"with\" and the new cards"));
            }
            return Ok(DeckChange::Replace(cards, self.deck_cards()?));
        }
        Err(self.expected("add, remove, replace, or a text in quotation marks"))
    }

    /// Parses cards joined by "and".
    fn deck_cards(&mut self) -> Parsed<Vec<ModifierCard>> {
        let mut cards = Vec::new();
        loop {
            let start = *self;
            cards.push(self.deck_card()?);
            start.check_changes(cards.len())?;
            if !self.takes_word("and") {
                return Ok(cards);
            }
        }
    }

    /// Parses cards such as `2 +1 rolling push 1`.
    fn deck_card(&mut self) -> Parsed<ModifierCard> {
        let is_counted = self.skipped().rest().starts_with(|c: char| c.is_ascii_digit());
        let count = if is_counted { self.number(1, 99, "a number of cards")? } else { 1 };
        let rolling_first = self.takes_word("rolling");
        let face = self.modifier_face()?;
        let rolling = self.takes_word("rolling") || rolling_first;
        let _ = self.takes_word("card");
        let effects = self.terms()?;
        Ok(ModifierCard { count, face, rolling, effects })
    }

    fn modifier_face(&mut self) -> Parsed<CardFace> {
        let start = *self;
        let is_minus = self.takes('-');
        if is_minus || self.takes('+') {
            let amount: i16 = self.number(0, 20, "a value such as +1")?;
            return Ok(CardFace::Plus(if is_minus { -amount } else { amount }));
        }
        match self.word() {
            word if same_word(word, "x2") || same_word(word, "double") => Ok(CardFace::Double),
            word if ["x0", "null", "miss"].iter().any(|of| of.eq_ignore_ascii_case(word)) => {
                Ok(CardFace::Miss)
            }
            _ => Err(start.expected("a card: +1, -1, x2 or x0")),
        }
    }

    /// Parses the hand and the hit points of a class, up to the end of the line.
    pub(crate) fn class_values(&mut self, class: &mut CharacterClass) -> Parsed<()> {
        if self.takes_word("nothing") {
            return Ok(());
        }
        loop {
            let start = *self;
            if self.takes_word("hand") {
                let hand = self.number(1, CharacterClass::MAX_HAND, "a number of cards")?;
                if class.hand.replace(hand).is_some() {
                    return Err(start.expected("one number of cards in hand only"));
                }
                self.takes_word("card");
            } else if self.takes_words("hit points") || self.takes_word("hp") {
                if !class.hit_points.is_empty() {
                    return Err(start.expected("hit points only once"));
                }
                class.hit_points = self.hit_points_by_level()?;
            } else {
                return Err(start.expected("hand or hit points"));
            }
            if !self.takes(',') && self.is_done() {
                return Ok(());
            }
        }
    }

    fn hit_points_by_level(&mut self) -> Parsed<Vec<u16>> {
        let mut points = vec![self.number(1, Formula::MAX_NUMBER, "hit points")?];
        while self.skipped().rest().starts_with(|c: char| c.is_ascii_digit()) {
            let start = *self;
            points.push(self.number(1, Formula::MAX_NUMBER, "hit points")?);
            if points.len() > CharacterClass::MAX_LEVEL {
                return Err(start.expected("hit points of at most 9 levels"));
            }
        }
        Ok(points)
    }

    /// Parses what an item is, up to the end of the line.
    pub(crate) fn item(&mut self) -> Parsed<ItemCard> {
        let title = if self.is_at_text() { Some(self.text()?) } else { None };
        self.sign(':')?;
        let mut item = ItemCard { title, ..ItemCard::default() };
        if self.takes_word("nothing") {
            return Ok(item);
        }
        loop {
            self.item_entry(&mut item)?;
            if !self.takes(',') {
                return Ok(item);
            }
        }
    }

    fn item_entry(&mut self, item: &mut ItemCard) -> Parsed<()> {
        let start = *self;
        let is_new = if self.is_at_text() {
            item.texts.push(self.text()?);
            item.texts.len() <= ItemCard::MAX_TEXTS
        } else if let Some(slot) =
            ItemSlot::ALL.into_iter().find(|slot| self.takes_words(slot.words()))
        {
            item.slot.replace(slot).is_none()
        } else if let Some(used) =
            ItemUse::ALL.into_iter().find(|used| self.takes_word(used.word()))
        {
            item.used.replace(used).is_none()
        } else if self.takes_word("add") {
            item.added.push(self.deck_card()?);
            item.added.len() <= ItemCard::MAX_TEXTS
        } else if self.skipped().rest().starts_with(|c: char| c.is_ascii_digit()) {
            self.item_number(item)?
        } else {
            return Err(start.expected(
                "a slot (head, body, legs, one hand, two hands, small), a price such as 10 gold, \
                 spent, consumed, copies, add, or a text in quotation marks",
            ));
        };
        if is_new {
            Ok(())
        } else {
            Err(start.expected("something else: the item has that already"))
        }
    }

    /// Parses a price or a number of copies; returns `false` if the item had it already.
    fn item_number(&mut self, item: &mut ItemCard) -> Parsed<bool> {
        let start = *self;
        let number = self.number(0, Formula::MAX_NUMBER, "a price such as 10 gold")?;
        if self.takes_word("gold") {
            return Ok(item.cost.replace(number).is_none());
        }
        if self.takes_word("copy") || self.takes_word("copies") {
            let copies = u8::try_from(number).ok().filter(|copies| *copies > 0);
            let copies = copies.ok_or_else(|| start.expected("1 to 255 copies"))?;
            return Ok(item.copies.replace(copies).is_none());
        }
        Err(self.expected("\"gold\" or \"copies\""))
    }
}
