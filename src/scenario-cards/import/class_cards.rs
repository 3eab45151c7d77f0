//! Characters and items of an edition file.

use std::collections::btree_map::Entry;

use serde_json::Value;

use plain_text::name_key;

use super::cards::Importer;
use super::fields::{FieldKind, Fields, ObjectKind};
use crate::{
    CardFace, CharacterClass, DeckChange, Formula, ItemCard, ItemSlot, ItemUse, ModifierCard, Perk,
};

const CHARACTER: ObjectKind = ObjectKind {
    name: "character",
    fields: &[
        ("name", FieldKind::Scalar),
        ("edition", FieldKind::Any),
        ("characterClass", FieldKind::Any),
        ("color", FieldKind::Any),
        ("deck", FieldKind::Scalar),
        ("handSize", FieldKind::Scalar),
        ("stats", FieldKind::List),
        ("perks", FieldKind::List),
    ],
};

const CHARACTER_STAT: ObjectKind = ObjectKind {
    name: "character level",
    fields: &[("level", FieldKind::Scalar), ("health", FieldKind::Scalar)],
};

const PERK: ObjectKind = ObjectKind {
    name: "perk",
    fields: &[
        ("type", FieldKind::Scalar),
        ("count", FieldKind::Scalar),
        ("combined", FieldKind::Any),
        ("custom", FieldKind::Scalar),
        ("cards", FieldKind::List),
        ("replaceCount", FieldKind::Scalar),
    ],
};

const PERK_CARD: ObjectKind = ObjectKind {
    name: "perk card",
    fields: &[("count", FieldKind::Scalar), ("attackModifier", FieldKind::Any)],
};

const MODIFIER: ObjectKind = ObjectKind {
    name: "modifier card",
    fields: &[
        ("id", FieldKind::Any),
        ("type", FieldKind::Scalar),
        ("value", FieldKind::Scalar),
        ("valueType", FieldKind::Scalar),
        ("rolling", FieldKind::Flag),
        ("effects", FieldKind::List),
        ("actions", FieldKind::List),
    ],
};

const ITEM: ObjectKind = ObjectKind {
    name: "item",
    fields: &[
        ("id", FieldKind::Scalar),
        ("name", FieldKind::Scalar),
        ("edition", FieldKind::Any),
        ("cost", FieldKind::Scalar),
        ("count", FieldKind::Scalar),
        ("slot", FieldKind::Scalar),
        ("spent", FieldKind::Flag),
        ("consumed", FieldKind::Flag),
        ("minusOne", FieldKind::Scalar),
        ("folder", FieldKind::Any),
        ("unlockScenario", FieldKind::Any),
        ("unlockProsperity", FieldKind::Any),
    ],
};

/// The maximum length of the changes of a perk as text, in bytes.
const MAX_PERK_LENGTH: usize = 12_000;

impl Importer<'_> {
    /// Adds the class of a character.
    pub(super) fn add_character(&mut self, value: &Value) {
        let Some(fields) = Fields::of(value, &CHARACTER, &mut self.report) else {
            return;
        };
        let Some(slug) = fields.name("name") else {
            self.report.left_out.push("a character without a name".to_owned());
            return;
        };
        if self.is_repeated("character", &slug) {
            return;
        }
        let name = self.class_names.name(&self.labels, "character", &slug);
        let hand = fields.number("handSize");
        let mut class = CharacterClass {
            name,
            hand: hand.filter(|hand| (1..=CharacterClass::MAX_HAND).contains(hand)),
            hit_points: self.class_hit_points(fields.list("stats")),
            ..CharacterClass::default()
        };
        for perk in fields.list("perks").iter().take(CharacterClass::MAX_CHANGES) {
            class.perks.extend(self.perk(perk, &class.name));
        }
        self.book.classes.insert(name_key(&class.name), class);
    }

    /// Returns the hit points by level, up to the first level without any.
    fn class_hit_points(&mut self, stats: &[Value]) -> Vec<u16> {
        let mut points = [None; CharacterClass::MAX_LEVEL];
        for (at, stat) in (1..).zip(stats) {
            let Some(fields) = Fields::of(stat, &CHARACTER_STAT, &mut self.report) else {
                continue;
            };
            let level: usize = fields.number("level").unwrap_or(at);
            let known = level.checked_sub(1).and_then(|index| points.get_mut(index));
            let health = fields.number("health").filter(|health| *health > 0);
            if let Some(known) = known {
                *known = health.filter(|health| *health <= Formula::MAX_NUMBER);
            }
        }
        points.into_iter().map_while(|points| points).collect()
    }

    fn perk(&mut self, value: &Value, class: &str) -> Option<Perk> {
        let fields = Fields::of(value, &PERK, &mut self.report)?;
        let times = fields.number("count").filter(|times| (1..=20).contains(times)).unwrap_or(1);
        let mut changes = Vec::new();
        if !fields.list("cards").is_empty() {
            changes.push(self.deck_change(fields));
        }
        if let Some(text) = fields.name("custom").map(|text| self.labels.resolve(&text)) {
            changes.push(DeckChange::Text(text));
        }
        let perk = Perk { times, changes };
        let alone = CharacterClass { perks: vec![perk.clone()], ..CharacterClass::default() };
        if perk.changes.is_empty() {
            return None;
        }
        if alone.to_string().len() > MAX_PERK_LENGTH {
            self.report.left_out.push(format!("a perk of {class}"));
            return None;
        }
        Some(perk)
    }

    fn deck_change(&mut self, fields: Fields<'_>) -> DeckChange {
        let values = fields.list("cards").iter().take(CharacterClass::MAX_CHANGES);
        let cards: Option<Vec<ModifierCard>> =
            values.map(|card| self.modifier_card(card)).collect();
        let kind = fields.text("type").unwrap_or_default();
        match (kind.as_str(), cards) {
            ("add", Some(cards)) => DeckChange::Add(cards),
            ("remove", Some(cards)) => DeckChange::Remove(cards),
            ("replace", Some(mut cards)) if cards.len() > 1 => {
                let replaced = fields.number("replaceCount").unwrap_or(1);
                let others = cards.split_off(replaced.clamp(1, cards.len() - 1));
                DeckChange::Replace(cards, others)
            }
            _ => DeckChange::Text(format!("{kind} other cards").trim_start().to_owned()),
        }
    }

    /// Returns the cards of a perk; `None` if they are no numbers, doubles or misses.
    fn modifier_card(&mut self, value: &Value) -> Option<ModifierCard> {
        let fields = Fields::of(value, &PERK_CARD, &mut self.report)?;
        let count = fields.number("count").unwrap_or(1);
        let modifier = fields.value("attackModifier")?;
        let modifier = Fields::of(modifier, &MODIFIER, &mut self.report)?;
        let face = face(modifier)?;
        let mut effects = self.action_reader().terms(modifier.list("actions"));
        effects.extend(self.action_reader().terms(modifier.list("effects")));
        effects.truncate(crate::AbilityCard::MAX_PARTS);
        let rolling = modifier.flag("rolling");
        let is_count = (1..=99).contains(&count);
        is_count.then_some(ModifierCard { count, face, rolling, effects })
    }

    /// Adds an item.
    pub(super) fn add_item(&mut self, value: &Value) {
        let Some(fields) = Fields::of(value, &ITEM, &mut self.report) else {
            return;
        };
        let number: Option<u16> = fields.number("id");
        let Some(number) = number.filter(|id| (1..=ItemCard::MAX_NUMBER).contains(id)) else {
            let id = fields.text("id").unwrap_or_default();
            self.report.left_out.push(format!("item {id}").trim_end().to_owned());
            return;
        };
        let used = if fields.flag("consumed") {
            Some(ItemUse::Consumed)
        } else {
            fields.flag("spent").then_some(ItemUse::Spent)
        };
        let item = ItemCard {
            title: fields.name("name").map(|name| self.labels.resolve(&name)),
            slot: fields.text("slot").and_then(|slot| slot_of(&slot)),
            cost: fields.number("cost").filter(|cost| *cost <= Formula::MAX_NUMBER),
            used,
            copies: fields.number("count").filter(|copies| *copies > 0),
            added: minus_ones(fields.number("minusOne").unwrap_or_default()),
            texts: Vec::new(),
        };
        match self.book.items.entry(number) {
            Entry::Vacant(entry) => {
                entry.insert(item);
            }
            Entry::Occupied(_) => self.report.repeated.push(format!("item {number}")),
        }
    }
}

/// Returns the face of a modifier card; `None` if its kind is unknown.
fn face(modifier: Fields<'_>) -> Option<CardFace> {
    let kind = modifier.text("type")?;
    let value = modifier.number::<i16>("value").unwrap_or_default();
    let plus = |amount: i16| (-20..=20).contains(&amount).then_some(CardFace::Plus(amount));
    match kind.as_str() {
        "double" => Some(CardFace::Double),
        "null" => Some(CardFace::Miss),
        "plus" => plus(value),
        "minus" => plus(value.checked_neg()?),
        "minus1extra" => plus(-1),
        kind => {
            let plus_digits = kind.strip_prefix("plus").and_then(|digits| digits.parse().ok());
            let minus_digits = kind.strip_prefix("minus").and_then(|digits| digits.parse().ok());
            plus(plus_digits.or_else(|| minus_digits.and_then(i16::checked_neg))?)
        }
    }
}

fn slot_of(name: &str) -> Option<ItemSlot> {
    let plain: String = name.chars().filter(|c| c.is_alphabetic()).collect();
    let is_named = |slot: &ItemSlot| {
        let words = slot.words().replace(' ', "");
        words.trim_end_matches('s').eq_ignore_ascii_case(plain.trim_end_matches('s'))
    };
    ItemSlot::ALL.into_iter().find(is_named)
}

/// Returns this many cards of -1.
fn minus_ones(count: u8) -> Vec<ModifierCard> {
    let face = CardFace::Plus(-1);
    let cards = ModifierCard { count, face, rolling: false, effects: Vec::new() };
    (1..=99).contains(&count).then_some(cards).into_iter().collect()
}
