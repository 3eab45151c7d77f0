//! The abilities of an ability card: numbers relative to the stats, conditions, elements, summons.

use std::fmt;

use plain_text::quote::quoted;
use scenario_rules::figure::Condition;

use super::area::card_area;
use super::cursor::{LineCursor, Parsed, same_word};
use super::formula::Formula;
use super::room::{RoomFigure, print_list};

enum_table::enum_table! {
    /// A number of an ability.
    pub enum AbilityNumber {
        /// Returns the word for it.
        word: &'static str,
        /// Returns `true` if it begins an ability; otherwise it describes the one before it.
        is_ability: bool,
    }

    /// The movement points.
    Move = "move", true;
    /// The attack value.
    Attack = "attack", true;
    /// The hit points that a heal restores.
    Heal = "heal", true;
    /// The amount of a shield.
    Shield = "shield", true;
    /// The damage of a retaliate.
    Retaliate = "retaliate", true;
    /// The range of a loot.
    Loot = "loot", true;
    /// The damage that is suffered.
    Suffer = "suffer", true;
    /// The range.
    Range = "range", false;
    /// The number of targets.
    Targets = "targets", false;
    /// The amount of shield that an attack ignores.
    Pierce = "pierce", false;
    /// The hexes by which a target is pushed.
    Push = "push", false;
    /// The hexes by which a target is pulled.
    Pull = "pull", false;
}

enum_table::enum_table! {
    /// A condition that a card names.
    pub enum CardCondition {
        /// Returns the word for it.
        word: &'static str,
        /// Returns the condition of a figure; `None` for those that change a modifier deck.
        condition: Option<Condition>,
    }

    Poison = "poison", Some(Condition::Poison);
    Wound = "wound", Some(Condition::Wound);
    Muddle = "muddle", Some(Condition::Muddle);
    Immobilize = "immobilize", Some(Condition::Immobilize);
    Stun = "stun", Some(Condition::Stun);
    Disarm = "disarm", Some(Condition::Disarm);
    Strengthen = "strengthen", Some(Condition::Strengthen);
    Invisible = "invisible", Some(Condition::Invisible);
    /// Shuffles a double into the modifier deck.
    Bless = "bless", None;
    /// Shuffles a card without damage into the modifier deck.
    Curse = "curse", None;
}

enum_table::bit_set!(
    /// A set of conditions that a card names.
    CardConditions, u16, all of CardCondition
);

enum_table::enum_table! {
    /// An element that a card names.
    pub enum CardElement {
        /// Returns the word for it.
        word: &'static str,
    }

    Fire = "fire";
    Ice = "ice";
    Air = "air";
    Earth = "earth";
    Light = "light";
    Dark = "dark";
    /// Any element, as the players choose.
    Any = "any";
}

/// The value of a number on a card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AbilityValue {
    /// The whole value: `attack 3`.
    Total(Formula),
    /// An amount to add to the stats: `attack +1`.
    Plus(Formula),
    /// An amount to subtract from the stats: `attack -1`.
    Minus(Formula),
    /// X, which a text on the card explains.
    Open,
}

/// A word of an ability with what belongs to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Term {
    /// A number.
    Amount(AbilityNumber, AbilityValue),
    /// A condition.
    Condition(CardCondition),
    /// The move is a jump.
    Jump,
    /// The only target is the figure itself.
    Itself,
    /// The targets, in words.
    On(String),
    /// The pattern of an area attack, such as `(0,1,active)|(1,0,target)`.
    Area(String),
    /// Makes one of these elements.
    Make(Vec<CardElement>),
    /// The special ability with this number on the stat card.
    Special(u8),
    /// A text that the table carries out.
    Text(String),
}

/// An ability of a card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ability {
    /// An ability with its descriptions: `attack +1 range 2 poison`.
    Plain(Vec<Term>),
    /// Uses one of these elements for further effects, which change the ability before it.
    Use(Vec<CardElement>, Vec<Ability>),
    /// Summons figures next to the figure.
    Summon(RoomFigure),
    /// Spawns figures elsewhere.
    Spawn(RoomFigure),
}

/// A card of an ability deck.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AbilityCard {
    /// Its initiative, from 0 to 99; `None` if it has none.
    pub initiative: Option<u8>,
    /// Its title, if it is known.
    pub title: Option<String>,
    /// `true` if the deck is shuffled at the end of the round.
    pub shuffle: bool,
    /// Its abilities, in the order in which they are carried out.
    pub abilities: Vec<Ability>,
}

impl AbilityCard {
    /// The maximum number of abilities of a card, and of terms of an ability.
    pub const MAX_PARTS: usize = 40;

    /// Returns its abilities in words.
    pub fn words(&self) -> String {
        AbilityList(&self.abilities).to_string()
    }

    /// Returns `true` if a part of the card is text that the table carries out.
    pub fn has_table_text(&self) -> bool {
        has_table_text(&self.abilities)
    }
}

fn has_table_text(abilities: &[Ability]) -> bool {
    abilities.iter().any(|ability| match ability {
        Ability::Plain(terms) => terms.iter().any(Term::is_table_text),
        Ability::Use(_, effects) => has_table_text(effects),
        Ability::Summon(_) | Ability::Spawn(_) => false,
    })
}

impl Term {
    /// Returns `true` if the term begins an ability of its own.
    pub(crate) fn is_ability(&self) -> bool {
        match self {
            Self::Amount(quantity, _) => quantity.is_ability(),
            Self::Make(_) | Self::Special(_) => true,
            _ => false,
        }
    }

    /// Returns `true` if the term only describes the ability before it, also after a comma.
    pub(crate) fn is_description(&self) -> bool {
        match self {
            Self::Amount(quantity, _) => {
                matches!(
                    quantity,
                    AbilityNumber::Range | AbilityNumber::Targets | AbilityNumber::Pierce
                )
            }
            Self::Jump | Self::Itself | Self::On(_) | Self::Area(_) => true,
            _ => false,
        }
    }

    /// Returns `true` if the term names the targets of an ability.
    fn is_recipient(&self) -> bool {
        let is_counted =
            |quantity| matches!(quantity, AbilityNumber::Range | AbilityNumber::Targets);
        match self {
            Self::Amount(quantity, _) => is_counted(*quantity),
            Self::Itself | Self::On(_) => true,
            _ => false,
        }
    }

    /// Returns `true` if the term is nothing without targets.
    fn needs_recipient(&self) -> bool {
        matches!(
            self,
            Self::Condition(_) | Self::Amount(AbilityNumber::Push | AbilityNumber::Pull, _)
        )
    }

    fn is_table_text(&self) -> bool {
        match self {
            Self::Text(_) | Self::On(_) | Self::Amount(_, AbilityValue::Open) => true,
            Self::Area(hexes) => card_area(hexes).is_none_or(|area| !area.others.is_empty()),
            _ => false,
        }
    }
}

/// Returns `true` if an ability with these terms can be written as one of a card.
pub(crate) fn is_whole_ability(terms: &[Term]) -> bool {
    let Some(head) = terms.first() else {
        return false;
    };
    !head.is_description() && (!head.needs_recipient() || terms.iter().any(Term::is_recipient))
}

impl fmt::Display for AbilityValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Total(formula) => write!(f, "{formula}"),
            Self::Plus(formula) => write!(f, "+{formula}"),
            Self::Minus(formula) => write!(f, "-{formula}"),
            Self::Open => f.write_str("X"),
        }
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Amount(quantity, value) => write!(f, "{} {value}", quantity.word()),
            Self::Condition(condition) => f.write_str(condition.word()),
            Self::Jump => f.write_str("jump"),
            Self::Itself => f.write_str("self"),
            Self::On(targets) => write!(f, "on {}", quoted(targets)),
            Self::Area(hexes) => write!(f, "area {}", quoted(hexes)),
            Self::Make(elements) => write!(f, "make {}", one_element(elements)),
            Self::Special(number) => write!(f, "special {number}"),
            Self::Text(text) => f.write_str(&quoted(text)),
        }
    }
}

/// Returns the elements as a choice: "fire or ice".
fn one_element(elements: &[CardElement]) -> String {
    let words: Vec<&str> = elements.iter().map(|element| element.word()).collect();
    words.join(" or ")
}

impl fmt::Display for Ability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Plain(terms) => print_list(f, terms, " "),
            Self::Use(elements, effects) => {
                write!(f, "use {}", one_element(elements))?;
                if !effects.is_empty() {
                    f.write_str(": ")?;
                    print_list(f, effects, " and ")?;
                }
                Ok(())
            }
            Self::Summon(figure) => write!(f, "summon {figure}"),
            Self::Spawn(figure) => write!(f, "spawn {figure}"),
        }
    }
}

/// Displays the abilities of a card, `nothing` if there are none.
pub(crate) struct AbilityList<'a>(pub(crate) &'a [Ability]);

impl fmt::Display for AbilityList<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() { f.write_str("nothing") } else { print_list(f, self.0, ", ") }
    }
}

/// A description of the abilities that can be next.
const ABILITIES: &str = "an ability: move, attack, heal, shield, retaliate, loot, suffer, make, \
                         use, summon, spawn, special, a condition with \"self\", or a text in \
                         quotation marks";

/// Describes the ability or the targets that are missing around a term.
fn needs_ability(term: &Term) -> String {
    if term.is_description() {
        return format!("an ability before {term}, such as attack +1 {term}");
    }
    format!(
        "targets for {term}, such as {term} self, or no comma before {term} if it belongs to the \
         attack"
    )
}

impl LineCursor<'_> {
    /// Parses the abilities of a card, up to the end of the line.
    pub(crate) fn abilities(&mut self) -> Parsed<Vec<Ability>> {
        let mut abilities: Vec<Ability> = Vec::new();
        if self.takes_word("nothing") {
            return Ok(abilities);
        }
        loop {
            let start = *self;
            let ability = self.ability(ABILITIES)?;
            let may_continue = matches!(ability, Ability::Plain(_));
            match (ability, abilities.last_mut()) {
                // After a comma, "range 2" still describes the attack before it.
                (Ability::Plain(terms), Some(Ability::Plain(before)))
                    if terms[0].is_description() =>
                {
                    before.extend(terms);
                    start.check_count(before.len())?;
                }
                (Ability::Plain(terms), _) if !is_whole_ability(&terms) => {
                    return Err(start.expected(needs_ability(&terms[0])));
                }
                (ability, _) => abilities.push(ability),
            }
            start.check_count(abilities.len())?;
            let is_separated = self.takes(',') | self.takes_word("then");
            let continues = is_separated || may_continue && self.is_at_ability();
            if !continues {
                return Ok(abilities);
            }
        }
    }

    fn check_count(self, count: usize) -> Parsed<()> {
        if count <= AbilityCard::MAX_PARTS {
            return Ok(());
        }
        Err(self.expected(format!("at most {} abilities", AbilityCard::MAX_PARTS)))
    }

    /// Returns `true` if a word is next that begins an ability.
    fn is_at_ability(self) -> bool {
        let word = self.peek();
        let is_quantity =
            AbilityNumber::ALL.into_iter().any(|of| of.is_ability() && same_word(of.word(), word));
        is_quantity
            || ["make", "use", "summon", "spawn", "special"].iter().any(|of| same_word(of, word))
    }

    /// Parses one ability; `expected` describes it for an error.
    fn ability(&mut self, expected: &str) -> Parsed<Ability> {
        if self.takes_word("use") || self.takes_word("consume") {
            let elements = self.elements()?;
            let effects = if self.takes(':') { self.effects()? } else { Vec::new() };
            return Ok(Ability::Use(elements, effects));
        }
        self.effect(expected)
    }

    /// Parses the effects of a used element, joined by "and".
    fn effects(&mut self) -> Parsed<Vec<Ability>> {
        let mut effects = Vec::new();
        loop {
            let start = *self;
            effects.push(self.effect("an effect such as \"attack +1\" or \"muddle\"")?);
            start.check_count(effects.len())?;
            if !self.takes_word("and") {
                return Ok(effects);
            }
        }
    }

    fn effect(&mut self, expected: &str) -> Parsed<Ability> {
        if self.takes_word("summon") {
            return self.room_figure(false).map(Ability::Summon);
        }
        if self.takes_word("spawn") {
            return self.room_figure(false).map(Ability::Spawn);
        }
        let Some(head) = self.term()? else {
            return Err(self.expected(expected));
        };
        let mut terms = vec![head];
        while let Some(term) = self.description()? {
            terms.push(term);
            self.check_count(terms.len())?;
        }
        Ok(Ability::Plain(terms))
    }

    /// Parses a term that belongs to the ability before it; `None` if another ability begins.
    fn description(&mut self) -> Parsed<Option<Term>> {
        let mut ahead = *self;
        if ahead.is_at_ability() {
            return Ok(None);
        }
        let term = ahead.term()?;
        *self = ahead;
        Ok(term)
    }

    /// Parses terms as long as there are any.
    pub(crate) fn terms(&mut self) -> Parsed<Vec<Term>> {
        let mut terms = Vec::new();
        while let Some(term) = self.term()? {
            terms.push(term);
            self.check_count(terms.len())?;
        }
        Ok(terms)
    }

    /// Parses a term; `None` if something else is next.
    fn term(&mut self) -> Parsed<Option<Term>> {
        if self.is_at_text() {
            return Ok(Some(Term::Text(self.text()?)));
        }
        let mut ahead = *self;
        let word = ahead.word();
        let is_word = |of: &str| same_word(of, word);
        let term = if let Some(of) = AbilityNumber::ALL.into_iter().find(|of| is_word(of.word())) {
            Term::Amount(of, ahead.ability_value()?)
        } else if let Some(condition) = card_condition(word) {
            Term::Condition(condition)
        } else if is_word("jump") {
            Term::Jump
        } else if is_word("self") {
            Term::Itself
        } else if is_word("on") {
            Term::On(ahead.text()?)
        } else if is_word("area") {
            Term::Area(ahead.text()?)
        } else if is_word("make") {
            Term::Make(ahead.elements()?)
        } else if is_word("special") {
            Term::Special(ahead.number(1, 9, "the number of a special ability")?)
        } else {
            return Ok(None);
        };
        *self = ahead;
        Ok(Some(term))
    }

    fn ability_value(&mut self) -> Parsed<AbilityValue> {
        let mut ahead = *self;
        if same_word(ahead.word(), "x") {
            *self = ahead;
            return Ok(AbilityValue::Open);
        }
        let value = if self.takes('+') {
            AbilityValue::Plus(self.formula()?)
        } else if self.takes('-') {
            AbilityValue::Minus(self.formula()?)
        } else {
            AbilityValue::Total(self.formula()?)
        };
        self.skip_unit();
        Ok(value)
    }

    /// Skips the unit of a number: `range 3 hexes`.
    pub(crate) fn skip_unit(&mut self) {
        const UNITS: [&str; 6] = ["hex", "hexes", "point", "damage", "hp", "gold"];
        let mut ahead = *self;
        let word = ahead.word();
        if UNITS.iter().any(|unit| same_word(unit, word)) {
            *self = ahead;
        }
    }

    /// Parses elements to choose from: "fire or ice".
    fn elements(&mut self) -> Parsed<Vec<CardElement>> {
        let mut elements = Vec::new();
        loop {
            let start = *self;
            let word = self.word();
            let of_word = |element: &CardElement| element.word().eq_ignore_ascii_case(word);
            let element = CardElement::ALL.into_iter().find(of_word);
            elements.push(element.ok_or_else(|| {
                start.expected("an element: fire, ice, air, earth, light, dark or any")
            })?);
            start.check_count(elements.len())?;
            self.takes_word("element");
            if !self.takes_word("or") {
                return Ok(elements);
            }
        }
    }
}

/// Returns the condition with this name, in any case; also the words for a figure that has it.
pub(crate) fn card_condition(word: &str) -> Option<CardCondition> {
    CardCondition::ALL.into_iter().find(|of| {
        of.word().eq_ignore_ascii_case(word)
            || of.condition().is_some_and(|on| on.word().eq_ignore_ascii_case(word))
    })
}
