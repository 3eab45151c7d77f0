//! Actions of an edition file, as abilities.

use serde_json::Value;

use super::fields::{FieldKind, Fields, ObjectKind, scalar};
use super::labels::{Labels, words_of};
use super::names::GivenNames;
use super::report::ImportReport;
use super::scenarios::ranks_by_count;
use crate::ability::{AbilityList, card_condition, is_whole_ability};
use crate::room::{RoomFigure, RoomFigureKind};
use crate::{Ability, AbilityCard, AbilityNumber, AbilityValue, CardElement, Formula, Term};

const ACTION: ObjectKind = ObjectKind {
    name: "action",
    fields: &[
        ("type", FieldKind::Scalar),
        ("value", FieldKind::Any),
        ("valueType", FieldKind::Scalar),
        ("valueObject", FieldKind::Any),
        ("subActions", FieldKind::List),
        ("effects", FieldKind::List),
        ("small", FieldKind::Any),
        ("hidden", FieldKind::Flag),
        ("enhancementTypes", FieldKind::Any),
    ],
};

const SUMMONED: ObjectKind = ObjectKind {
    name: "summon",
    fields: &[
        ("monster", FieldKind::Any),
        ("count", FieldKind::Scalar),
        ("marker", FieldKind::Any),
    ],
};

/// The kinds of action that only arrange others.
const CONTAINERS: [&str; 10] = [
    "box",
    "boxFhSubActions",
    "concatenation",
    "concatenationSpacer",
    "extra",
    "forceBox",
    "grid",
    "nonCalc",
    "round",
    "switchType",
];

/// The kinds of action whose value is a sentence.
const SENTENCES: [&str; 4] = ["card", "custom", "hint", "trigger"];

/// Other known kinds of action, which become text with their names.
const NAMED: [&str; 5] = ["fly", "grant", "monsterType", "swing", "teleport"];

/// The reader of actions, with the names and labels that they need.
pub(super) struct ActionReader<'r, 'v> {
    pub(super) labels: &'r Labels<'v>,
    pub(super) monsters: &'r mut GivenNames,
    pub(super) report: &'r mut ImportReport,
}

/// An action with the fields that decide what it is.
struct ActionEntry<'v> {
    kind: String,
    fields: Fields<'v>,
    subs: Vec<&'v Value>,
}

impl ActionReader<'_, '_> {
    /// Returns the abilities of a card for its actions; `None` if they are too many or too long.
    pub(super) fn abilities(&mut self, actions: &[Value]) -> Option<Vec<Ability>> {
        let raw: Vec<&Value> = actions.iter().collect();
        let abilities = settled(self.raw_abilities(&raw));
        is_within_limits(&abilities).then_some(abilities)
    }

    /// Returns the terms of an effect for its actions; text for what is no term.
    pub(super) fn terms(&mut self, actions: &[Value]) -> Vec<Term> {
        let raw: Vec<&Value> = actions.iter().collect();
        let mut terms = Vec::new();
        for ability in self.raw_abilities(&raw) {
            match ability {
                Ability::Plain(own) => terms.extend(own),
                other => terms.push(Term::Text(plain_words(&[other]))),
            }
        }
        terms.truncate(AbilityCard::MAX_PARTS);
        terms
    }

    /// Returns abilities that need not be whole, such as a single range.
    pub(super) fn raw_abilities(&mut self, actions: &[&Value]) -> Vec<Ability> {
        actions.iter().flat_map(|action| self.raw_ability(action)).collect()
    }

    fn raw_ability(&mut self, action: &Value) -> Vec<Ability> {
        let Some(fields) = Fields::of(action, &ACTION, self.report) else {
            return Vec::new();
        };
        if fields.flag("hidden") {
            return Vec::new();
        }
        let subs = fields.list("subActions").iter().chain(fields.list("effects")).collect();
        let kind = fields.text("type").unwrap_or_default();
        self.converted(&ActionEntry { kind, fields, subs })
    }

    fn converted(&mut self, entry: &ActionEntry<'_>) -> Vec<Ability> {
        if CONTAINERS.contains(&entry.kind.as_str()) {
            return self.raw_abilities(&entry.subs);
        }
        match entry.kind.as_str() {
            "element" | "elementHalf" | "elementConsume" => self.element(entry),
            "summon" | "spawn" => self.summon(entry),
            _ => match term(entry, self.labels) {
                Some(head) => self.with_descriptions(head, &entry.subs),
                None => self.text(entry),
            },
        }
    }

    /// Returns an ability with the descriptions among its sub-actions, then the others.
    fn with_descriptions(&mut self, head: Term, subs: &[&Value]) -> Vec<Ability> {
        let mut terms = vec![head];
        let mut others = Vec::new();
        for ability in self.raw_abilities(subs) {
            match ability {
                Ability::Plain(own) if own.len() == 1 && !own[0].is_ability() => terms.extend(own),
                other => others.push(other),
            }
        }
        others.insert(0, Ability::Plain(terms));
        others
    }

    fn element(&mut self, entry: &ActionEntry<'_>) -> Vec<Ability> {
        let Some(elements) = entry.fields.text("value").and_then(|value| elements(&value)) else {
            return self.text(entry);
        };
        let is_used = entry.kind == "elementConsume"
            || matches!(entry.fields.text("valueType").as_deref(), Some("minus" | "subtract"));
        let further = self.raw_abilities(&entry.subs);
        if is_used {
            return vec![Ability::Use(elements, further.into_iter().map(as_effect).collect())];
        }
        let made = Ability::Plain(vec![Term::Make(elements)]);
        [made].into_iter().chain(further).collect()
    }

    fn summon(&mut self, entry: &ActionEntry<'_>) -> Vec<Ability> {
        let object = entry.fields.value("valueObject");
        let summoned = match object {
            Some(Value::Array(list)) => list.as_slice(),
            Some(one) => std::slice::from_ref(one),
            None => &[],
        };
        let figures: Option<Vec<Vec<RoomFigure>>> =
            summoned.iter().map(|one| self.summoned(one)).collect();
        let figures = figures.into_iter().flatten().flatten();
        let is_summon = entry.kind == "summon";
        let mut abilities: Vec<Ability> = figures
            .map(|figure| if is_summon { Ability::Summon(figure) } else { Ability::Spawn(figure) })
            .collect();
        if abilities.is_empty() {
            return self.text(entry);
        }
        abilities.extend(self.raw_abilities(&entry.subs));
        abilities
    }

    /// Returns the figures of one summon; `None` if it is no monster.
    fn summoned(&mut self, value: &Value) -> Option<Vec<RoomFigure>> {
        let fields = Fields::of(value, &SUMMONED, self.report)?;
        let monster = fields.value("monster")?;
        let slug = monster.get("name").unwrap_or(monster).as_str()?;
        let count = match fields.text("count") {
            Some(count) => formula(&count)?,
            None => Formula::Number(1),
        };
        let name = self.monsters.name(self.labels, "monster", slug);
        let ranks = ranks_by_count(monster);
        let figures = ranks.into_iter().map(|(rank, characters)| RoomFigure {
            count: count.clone(),
            kind: RoomFigureKind::Monster(rank),
            name: name.clone(),
            characters,
        });
        Some(figures.collect())
    }

    /// Returns an action as text for the table.
    fn text(&mut self, entry: &ActionEntry<'_>) -> Vec<Ability> {
        let kind = entry.kind.as_str();
        let value = entry.fields.text("value").unwrap_or_default();
        let value = self.labels.resolve(&value);
        let is_sentence = SENTENCES.contains(&kind);
        let is_known = is_sentence
            || NAMED.contains(&kind)
            || ["element", "elementHalf", "elementConsume", "summon", "spawn", "condition"]
                .contains(&kind)
            || number_of(kind).is_some();
        if !is_known {
            self.report.add_unknown_action(kind);
        }
        let is_alone = is_sentence || kind == "condition";
        let own = if is_alone { value } else { format!("{} {value}", words_of(kind)) };
        let subs = plain_words(&self.raw_abilities(&entry.subs));
        let parts: Vec<&str> =
            [own.trim(), subs.as_str()].into_iter().filter(|part| !part.is_empty()).collect();
        let text = self.labels.resolve(&parts.join(": "));
        if text.is_empty() { Vec::new() } else { vec![Ability::Plain(vec![Term::Text(text)])] }
    }
}

/// Returns the term of an action; `None` if it is text.
fn term(entry: &ActionEntry<'_>, labels: &Labels<'_>) -> Option<Term> {
    let kind = entry.kind.as_str();
    let text = entry.fields.text("value").unwrap_or_default();
    if let Some(number) = number_of(kind) {
        return Some(Term::Amount(number, ability_value(entry.fields)?));
    }
    match kind {
        "condition" => card_condition(text.trim()).map(Term::Condition),
        "jump" => Some(Term::Jump),
        "area" => Some(Term::Area(labels.resolve(&text))),
        "special" => text.trim().parse().ok().filter(|n| (1..=9).contains(n)).map(Term::Special),
        "specialTarget" if text == "self" => Some(Term::Itself),
        "specialTarget" => Some(Term::On(labels.resolve(&targets(&text)))),
        _ => None,
    }
}

/// Returns the words for special targets: `enemiesAdjacent` as "adjacent enemies".
fn targets(key: &str) -> String {
    let key = key.strip_suffix("Affect").unwrap_or(key);
    if let Some(of) = key.strip_suffix("Adjacent") {
        return format!("adjacent {}", words_of(of));
    }
    match key.strip_suffix("Range") {
        Some(of) => format!("{} in range", words_of(of)),
        None => words_of(key),
    }
}

/// Returns the number that a kind of action gives.
fn number_of(kind: &str) -> Option<AbilityNumber> {
    Some(match kind {
        "move" => AbilityNumber::Move,
        "attack" => AbilityNumber::Attack,
        "heal" => AbilityNumber::Heal,
        "shield" => AbilityNumber::Shield,
        "retaliate" => AbilityNumber::Retaliate,
        "loot" => AbilityNumber::Loot,
        "damage" | "sufferDamage" => AbilityNumber::Suffer,
        "range" => AbilityNumber::Range,
        "target" => AbilityNumber::Targets,
        "pierce" => AbilityNumber::Pierce,
        "push" => AbilityNumber::Push,
        "pull" => AbilityNumber::Pull,
        _ => return None,
    })
}

/// Returns the value of an action; X if it has none, and `None` if it is no number.
fn ability_value(fields: Fields<'_>) -> Option<AbilityValue> {
    let text = match fields.value("value") {
        None => String::new(),
        Some(value) => scalar(value)?,
    };
    let text = text.trim();
    if text.is_empty() || text.eq_ignore_ascii_case("x") {
        return Some(AbilityValue::Open);
    }
    let signed = |sign| text.strip_prefix(sign).map(formula);
    if let Some(less) = signed('-') {
        return less.map(AbilityValue::Minus);
    }
    if let Some(more) = signed('+') {
        return more.map(AbilityValue::Plus);
    }
    let amount = formula(text)?;
    Some(match fields.text("valueType").as_deref() {
        Some("plus" | "add") => AbilityValue::Plus(amount),
        Some("minus" | "subtract") => AbilityValue::Minus(amount),
        _ => AbilityValue::Total(amount),
    })
}

/// Parses a number or a formula, with spaces or without.
pub(super) fn formula(text: &str) -> Option<Formula> {
    if text.len() > 200 {
        return None;
    }
    text.split_whitespace().collect::<String>().parse().ok()
}

/// Parses one or several elements.
fn elements(text: &str) -> Option<Vec<CardElement>> {
    let words = text.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty());
    let elements: Option<Vec<CardElement>> = words.map(element).collect();
    elements.filter(|of| (1..=CardElement::ALL.len()).contains(&of.len()))
}

fn element(word: &str) -> Option<CardElement> {
    let word = if word == "wild" { CardElement::Any.word() } else { word };
    CardElement::ALL.into_iter().find(|element| element.word() == word)
}

/// Returns an ability as an effect of a used element, which uses no further one.
fn as_effect(ability: Ability) -> Ability {
    match ability {
        Ability::Use(..) => Ability::Plain(vec![Term::Text(plain_words(&[ability]))]),
        other => other,
    }
}

/// Returns abilities as words without quotation marks.
pub(super) fn plain_words(abilities: &[Ability]) -> String {
    if abilities.is_empty() {
        return String::new();
    }
    let words = AbilityList(abilities).to_string().replace(['"', '\\'], "");
    words.chars().take(crate::MAX_TEXT_CHARS).collect()
}

/// Joins descriptions to the abilities before them; what belongs to none becomes text.
fn settled(raw: Vec<Ability>) -> Vec<Ability> {
    let mut settled: Vec<Ability> = Vec::new();
    for ability in raw {
        match (ability, settled.last_mut()) {
            (Ability::Plain(terms), Some(Ability::Plain(before))) if terms[0].is_description() => {
                before.extend(terms);
            }
            (Ability::Plain(terms), _) if !is_whole_ability(&terms) => {
                let text = plain_words(&[Ability::Plain(terms)]);
                settled.push(Ability::Plain(vec![Term::Text(text)]));
            }
            (ability, _) => settled.push(ability),
        }
    }
    settled
}

/// The maximum length of the abilities of a card as text, in bytes.
const MAX_LENGTH: usize = 12_000;

/// Returns `true` if abilities fit on a line of cards.
fn is_within_limits(abilities: &[Ability]) -> bool {
    let fits = |count: usize| count <= AbilityCard::MAX_PARTS;
    let is_short = |ability: &Ability| match ability {
        Ability::Plain(terms) => fits(terms.len()),
        Ability::Use(_, effects) => {
            fits(effects.len())
                && effects.iter().all(|effect| match effect {
                    Ability::Plain(terms) => fits(terms.len()),
                    _ => true,
                })
        }
        Ability::Summon(_) | Ability::Spawn(_) => true,
    };
    fits(abilities.len())
        && abilities.iter().all(is_short)
        && AbilityList(abilities).to_string().len() <= MAX_LENGTH
}
