//! The texts of cards and mats: their effects, and the sub-actions that answer them.
//!
//! An effect is one row of `effects!`: its parameter, the sub-actions that answer it, its
//! description, and the values offered in the form for a card. A sub-action is one row of
//! [`SubActionKind`]: its keywords in the notation and its label on a button. Its arguments (a
//! tile, a square) belong to `rules`, which plays it.

use serde::{Deserialize, Serialize};

use super::describe::Describe;
use super::quantity::{Money, Points};
use super::specs::Terrain;
use plain_text::{counted, remarks};

/// The text of a card or mat, and its effects.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct CardAction {
    /// The text, paraphrased.
    pub text: String,
    /// The effects, in order.
    pub effects: Vec<Effect>,
}

/// A price relative to the normal cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Price {
    /// The normal cost.
    Full,
    /// The normal cost less a discount, but at least $0 (ruling R16).
    Less(Money),
    /// No cost.
    Free,
}

impl Price {
    /// Returns the amount to pay at a normal cost of `full`.
    pub fn of(self, full: Money) -> Money {
        match self {
            Self::Full => full,
            Self::Less(discount) => (full - discount).max(Money::ZERO),
            Self::Free => Money::ZERO,
        }
    }
}

/// A gain from a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Gain {
    /// Money from the bank.
    Money(Money),
    /// Fleeting influence.
    Fleeting(i32),
    /// Lasting influence.
    Lasting(i32),
    /// Points.
    Points(Points),
}

enum_table::enum_table! {
    /// The kinds of sub-action: the uses of one decision of a card's text, a follow action, a basic
    /// action or a bonus.
    pub enum SubActionKind {
        /// The keyword in the notation, then other accepted spellings.
        keywords: &'static [&'static str],
        /// The label on a button.
        label: &'static str,
    }

    /// Recruit an adviser.
    Recruit = &["recruit", "recruits"], "Recruit";
    /// Import a basic resource that the player controls.
    Import = &["import", "imports"], "Import";
    /// Import a resource that the player does not control, and gain access to it.
    ImportAccess = &["import and access", "imports and access"], "Import with access";
    /// Buy access to a tile.
    BuyAccess = &["access", "buy access", "buys access"], "Buy access";
    /// Build an advanced resource building.
    Build = &["build", "builds"], "Upgrade";
    /// Build a house.
    House = &["house"], "House";
    /// Build a bridge or a gate.
    Bridge = &["bridge", "gate"], "Bridge or gate";
    /// Build a road.
    Road = &["road"], "Road";
    /// Gain $1.
    Money = &["$1", "money", "dollar"], "$1";
    /// Gain 1 fleeting influence.
    Influence = &["influence"], "Influence";
    /// Place a worker.
    Worker = &["worker"], "Worker";
    /// Take back played cards.
    ReturnCards = &["take back", "takes back"], "Take back cards";
    /// Gain access to a tile free of charge.
    FreeAccess = &["free access"], "Access free of charge";
    /// Enter the outcome of a card's text as adjustments.
    ByHand = &["by hand"], "Enter by hand";
}

impl SubActionKind {
    /// Returns the keyword in the notation.
    pub const fn keyword(self) -> &'static str {
        self.keywords()[0]
    }

    /// Returns the kind that a player picks for it. Both imports are one choice: control of the
    /// resource decides between them (rules 5.4 and 5.6).
    #[must_use]
    pub const fn picked_as(self) -> Self {
        match self {
            Self::ImportAccess => Self::Import,
            kind => kind,
        }
    }
}

/// The parameter of an effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parameter {
    /// None.
    Nothing,
    /// The price.
    Price(Price),
    /// The gain.
    Gain(Gain),
    /// The maximum number of times.
    Count(u8),
    /// The terrain.
    Terrain(Terrain),
}

/// Declares [`Effect`], one row per effect.
///
/// The name and the parameter come first, then the sub-actions that answer the effect: `or`
/// separates alternatives, `then` consecutive ones. An effect without sub-actions is automatic.
/// Then come the description and the values that the form for a card offers: `usual` at once,
/// `more` behind a button.
macro_rules! effects {
    ($(
        $(#[$doc:meta])*
        $effect:ident $(($parameter:ident: $type:ident as $wrapped:ident))? =
            [$($($answer:ident)or+)then*], $words:expr,
            usual [$($usual:expr),*] more [$($more:expr),*];
    )+) => {
        /// An effect of a card: a small closed vocabulary, and [`Effect::ByHand`] for all others.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
        pub enum Effect {
            $($(#[$doc])* $effect $(($type))?,)+
        }

        impl Effect {
            /// The most frequent effects.
            pub const USUAL: &'static [Self] = &[$($($usual,)*)+];

            /// The other effects that a form offers.
            pub const MORE: &'static [Self] = &[$($($more,)*)+];

            /// Returns the sub-actions that answer the effect, as players pick them: one from each
            /// list, in this order. Empty if the effect requires no decision.
            pub const fn answers(self) -> &'static [&'static [SubActionKind]] {
                match self {
                    $(Self::$effect { .. } => &[$(&[$(SubActionKind::$answer),+]),*],)+
                }
            }

            /// Returns the parameter.
            pub const fn parameter(self) -> Parameter {
                match self {
                    $(Self::$effect $(($parameter))? => effects!(@parameter $($parameter $wrapped)?),)+
                }
            }
        }

        impl Describe for Effect {
            fn describe(&self) -> String {
                match *self {
                    $(Self::$effect $(($parameter))? => $words.into(),)+
                }
            }
        }
    };
    (@parameter) => { Parameter::Nothing };
    (@parameter $parameter:ident $wrapped:ident) => { Parameter::$wrapped($parameter) };
}

effects! {
    /// A gain.
    Gain(gain: Gain as Gain) = [], format!("gain {}", gain.describe()),
        usual [
            Self::Gain(Gain::Money(Money(1))),
            Self::Gain(Gain::Money(Money(2))),
            Self::Gain(Gain::Fleeting(1)),
            Self::Gain(Gain::Points(Points(1)))
        ]
        more [
            Self::Gain(Gain::Money(Money(3))),
            Self::Gain(Gain::Money(Money(4))),
            Self::Gain(Gain::Fleeting(2)),
            Self::Gain(Gain::Fleeting(3)),
            Self::Gain(Gain::Lasting(1)),
            Self::Gain(Gain::Points(Points(2))),
            Self::Gain(Gain::Points(Points(3)))
        ];
    /// A gain for each basic tile adjacent to this building's tile.
    GainPerAdjacentBasic(gain: Gain as Gain) = [],
        format!("gain {} for each adjacent basic tile", gain.describe()),
        usual [] more [Self::GainPerAdjacentBasic(Gain::Money(Money(1)))];
    /// Up to this many free roads, each connected to something owned.
    Roads(count: u8 as Count) = [],
        if count == 1 {
            "a free road".to_owned()
        } else {
            format!("up to {}", counted(count, "free road", "free roads"))
        },
        usual [Self::Roads(1)] more [Self::Roads(2), Self::Roads(3)];
    /// Recruit one adviser.
    Recruit(price: Price as Price) = [Recruit], priced("recruit an adviser", price),
        usual [Self::Recruit(Price::Less(Money(1)))]
        more [Self::Recruit(Price::Full), Self::Recruit(Price::Free)];
    /// Buy access to a tile, then recruit an adviser that requires its resource; both at normal
    /// cost.
    AccessThenRecruit = [BuyAccess then Recruit], "buy access, then recruit for that resource",
        usual [] more [Self::AccessThenRecruit];
    /// One trade action: import, buy access, or both at once.
    Trade(price: Price as Price) = [Import or BuyAccess], priced("a trade action", price),
        usual [Self::Trade(Price::Less(Money(1)))]
        more [Self::Trade(Price::Full), Self::Trade(Price::Free)];
    /// Build an advanced resource building.
    Upgrade(price: Price as Price) = [Build], priced("build a tier 2 or tier 3 resource", price),
        usual []
        more [
            Self::Upgrade(Price::Full),
            Self::Upgrade(Price::Less(Money(1))),
            Self::Upgrade(Price::Less(Money(2)))
        ];
    /// One road connected to the tile of the upgrade right before or after it in the text, placed
    /// before or after the tile; may be left out. Several effects grant several roads.
    ConnectedRoad = [], "a road connected to the new tile", usual [] more [Self::ConnectedRoad];
    /// Build a house, a bridge or a gate.
    Construct(price: Price as Price) = [House or Bridge],
        priced("build a house, a bridge or a gate", price),
        usual [Self::Construct(Price::Less(Money(1)))]
        more [Self::Construct(Price::Full), Self::Construct(Price::Less(Money(2)))];
    /// Collect income.
    CollectIncome = [], "collect income", usual [] more [Self::CollectIncome];
    /// Take back up to this many played cards, Income excepted.
    ReturnCards(count: u8 as Count) = [ReturnCards],
        if count == 1 {
            "take back a played card".to_owned()
        } else {
            format!("take back up to {}", counted(count, "played card", "played cards"))
        },
        usual [] more [Self::ReturnCards(1), Self::ReturnCards(2)];
    /// Gain access, free of charge, to a tile with a square of this terrain. It must be
    /// connected to this building, or, on a mat or an adviser, to something owned.
    FreeAccess(terrain: Terrain as Terrain) = [FreeAccess],
        format!("free access to a connected tile on {} land", terrain.name()),
        usual [] more [Self::FreeAccess(Terrain::Entrance), Self::FreeAccess(Terrain::Coastal)];
    /// The players carry out the text and enter the outcome into the record.
    ByHand = [ByHand], "by hand", usual [] more [Self::ByHand];
}

/// Adds a price to a description.
fn priced(words: &str, price: Price) -> String {
    match price {
        Price::Full => words.to_owned(),
        Price::Less(less) => format!("{words} at {less} less"),
        Price::Free => format!("{words} free of charge"),
    }
}

impl Effect {
    /// Parses descriptions of effects joined with "and"; `None` for any other words.
    ///
    /// ```
    /// use components::effect::Effect;
    ///
    /// let effects = Effect::parse("A free road and collect income.");
    /// assert_eq!(effects, Some(vec![Effect::Roads(1), Effect::CollectIncome]));
    /// assert_eq!(Effect::parse("Swap two tiles."), None);
    /// ```
    pub fn parse(words: &str) -> Option<Vec<Self>> {
        let words = normalized(words);
        let known =
            |part: &str| Self::offered().find(|effect| effect.describe().to_lowercase() == part);
        match known(&words) {
            Some(one) => Some(vec![one]),
            None => words.split(" and ").map(|part| known(part.trim())).collect(),
        }
    }

    /// Returns the first effect whose description contains `words`; `None` for empty words.
    pub fn completion(words: &str) -> Option<Self> {
        let words = normalized(words);
        if words.is_empty() {
            return None;
        }
        Self::offered().find(|effect| effect.describe().to_lowercase().contains(&words))
    }

    /// Iterates over the effects that a form offers, the usual ones first.
    fn offered() -> impl Iterator<Item = Self> {
        Self::USUAL.iter().chain(Self::MORE).copied()
    }
}

/// Normalizes typed words for comparison with descriptions.
fn normalized(words: &str) -> String {
    words.trim().trim_end_matches('.').to_lowercase()
}

/// Counts the connected roads that a text grants with the upgrade at `index`: those right after it,
/// and those right before it that do not follow another upgrade; 0 for other effects. Rule 5.12.
pub fn connected_roads(effects: &[Effect], index: usize) -> u8 {
    if !matches!(effects[index], Effect::Upgrade(_)) {
        return 0;
    }
    let after =
        effects[index + 1..].iter().take_while(|&&effect| effect == Effect::ConnectedRoad).count();
    (roads_before(effects, index) + after).try_into().unwrap_or(u8::MAX)
}

/// Counts the connected roads right before the upgrade at `index` that belong to it; 0 for other
/// effects.
pub fn roads_before(effects: &[Effect], index: usize) -> usize {
    let earlier = &effects[..index];
    let last_other = earlier.iter().rposition(|effect| *effect != Effect::ConnectedRoad);
    match (effects[index], last_other) {
        (Effect::Upgrade(_), None) => index,
        (Effect::Upgrade(_), Some(at)) if !matches!(earlier[at], Effect::Upgrade(_)) => {
            index - at - 1
        }
        _ => 0,
    }
}

impl Describe for CardAction {
    const FORM: &'static str = "(text:\"…\",effects:[…])";

    fn describe(&self) -> String {
        let effects = remarks(&self.effects.iter().map(Describe::describe).collect::<Vec<_>>());
        if self.text.is_empty() { effects } else { format!("\"{}\" ({effects})", self.text) }
    }
}

impl Describe for Gain {
    fn describe(&self) -> String {
        match self {
            Self::Money(amount) => amount.to_string(),
            Self::Fleeting(count) => format!("{count} fleeting influence"),
            Self::Lasting(count) => format!("{count} lasting influence"),
            Self::Points(points) => counted(points, "point", "points"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn completion_finds_an_effect_by_a_part_of_its_description() {
        assert_eq!(Effect::completion("fleet"), Some(Effect::Gain(Gain::Fleeting(1))));
        assert_eq!(Effect::completion("$2"), Some(Effect::Gain(Gain::Money(Money(2)))));
        assert_eq!(Effect::completion("Move a road"), None);
        assert_eq!(Effect::completion(" "), None);
    }

    #[test]
    fn descriptions_of_offered_effects_parse_to_those_effects() {
        let both = [Effect::ReturnCards(1), Effect::Gain(Gain::Fleeting(1))];
        let words = "Take back a played card and gain 1 fleeting influence.";
        assert_eq!(Effect::parse(words).as_deref(), Some(both.as_slice()));
        for effect in Effect::offered() {
            assert_eq!(Effect::parse(&effect.describe()), Some(vec![effect]), "{effect:?}");
        }
        assert_eq!(Effect::parse("Gain $1 and swap two tiles."), None);
        assert_eq!(Effect::parse(""), None);
    }

    #[test]
    fn every_sub_action_except_basic_ones_answers_an_offered_effect() {
        let basic = [
            SubActionKind::Money,
            SubActionKind::Influence,
            SubActionKind::Road,
            SubActionKind::Worker,
        ];
        for kind in SubActionKind::ALL.into_iter().filter(|kind| kind.picked_as() == *kind) {
            let is_answer =
                Effect::offered().flat_map(Effect::answers).any(|answers| answers.contains(&kind));
            assert_eq!(is_answer, !basic.contains(&kind), "{kind:?}");
        }
    }
}
