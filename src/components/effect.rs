//! The texts of cards and mats: their effects, and the sub-actions that answer them.
//!
//! An effect is one row of `effects!`: its parameter, the sub-actions that answer it, its words, and
//! the values offered in the form for a card. A sub-action is one row of [`SubActionKind`]: its
//! keywords in the notation and its label on a button. What a sub-action names (a tile, a square)
//! is left to `rules`, which plays it.

use serde::{Deserialize, Serialize};

use super::describe::Describe;
use super::quantity::{Money, Points};
use super::specs::Terrain;
use plain_text::{counted, remarks};

/// The text of a card or mat, and what it does.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct CardAction {
    /// In our own words.
    pub text: String,
    /// Its effects, in order.
    pub effects: Vec<Effect>,
}

/// A price compared with the normal cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Price {
    /// The normal cost.
    Full,
    /// A discount in dollars, but never below $0 (ruling R16).
    Less(Money),
    /// Nothing.
    Free,
}

impl Price {
    /// Returns the part of `full` that is to be paid.
    pub fn of(self, full: Money) -> Money {
        match self {
            Self::Full => full,
            Self::Less(discount) => (full - discount).max(Money::ZERO),
            Self::Free => Money::ZERO,
        }
    }
}

/// Something a card hands out.
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

catalogue::catalogue! {
    /// The kinds of sub-action: what one decision of a card's text, a follow action, a basic action
    /// or a bonus is used for.
    pub enum SubActionKind {
        /// Its keyword in the notation, then other spellings that are read.
        keywords: &'static [&'static str],
        /// Its label on a button.
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
    /// Returns its keyword in the notation.
    pub const fn keyword(self) -> &'static str {
        self.keywords()[0]
    }

    /// Returns the kind that a player picks to enter it. Both imports are one choice: control of the
    /// resource decides between them. Rules 5.4 and 5.6.
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
    /// The price of it.
    Price(Price),
    /// The gain from it.
    Gain(Gain),
    /// The most times it applies.
    Count(u8),
    /// The terrain it applies to.
    Terrain(Terrain),
}

/// Declares [`Effect`], one row an effect.
///
/// Behind the name and the parameter come the sub-actions that answer it: those between `or` are
/// alternatives, those between `then` follow one another. An effect without any happens by itself.
/// Then come its words, and the values that the form for a card offers: `usual` at once, `more`
/// behind a button.
macro_rules! effects {
    ($(
        $(#[$doc:meta])*
        $effect:ident $(($parameter:ident: $type:ident as $wrapped:ident))? =
            [$($($answer:ident)or+)then*], $words:expr,
            usual [$($usual:expr),*] more [$($more:expr),*];
    )+) => {
        /// An effect of a card: a small closed vocabulary, and [`Effect::ByHand`] for the rest.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
        pub enum Effect {
            $($(#[$doc])* $effect $(($type))?,)+
        }

        impl Effect {
            /// The effects that cards have most often.
            pub const USUAL: &'static [Self] = &[$($($usual,)*)+];

            /// The other effects that a form offers.
            pub const MORE: &'static [Self] = &[$($($more,)*)+];

            /// Returns the sub-actions that answer it, as players pick them: one of each list, in this
            /// order. Empty if it asks for no decision.
            pub const fn answers(self) -> &'static [&'static [SubActionKind]] {
                match self {
                    $(Self::$effect { .. } => &[$(&[$(SubActionKind::$answer),+]),*],)+
                }
            }

            /// Returns its parameter.
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
    /// Gain something.
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
    /// Gain something for each basic tile adjacent to this building's tile.
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
    /// Buy access to a tile, then recruit an adviser that requires its resource; both at normal cost.
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
    /// The players do what the text says and write the outcome into the record.
    ByHand = [ByHand], "by hand", usual [] more [Self::ByHand];
}

/// Returns `words` with the price at which it is done.
fn priced(words: &str, price: Price) -> String {
    match price {
        Price::Full => words.to_owned(),
        Price::Less(less) => format!("{words} at {less} less"),
        Price::Free => format!("{words} free of charge"),
    }
}

impl Effect {
    /// Returns the effects that `words` describe, one after another with "and" between them; `None`
    /// if they describe anything else.
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
        let contains = |effect: &Self| effect.describe().to_lowercase().contains(&words);
        if words.is_empty() { None } else { Self::offered().find(contains) }
    }

    /// Iterates over the effects that a form offers, the usual ones first.
    fn offered() -> impl Iterator<Item = Self> {
        Self::USUAL.iter().chain(Self::MORE).copied()
    }
}

/// Returns typed words as descriptions are compared with them.
fn normalized(words: &str) -> String {
    words.trim().trim_end_matches('.').to_lowercase()
}

/// Returns how many connected roads a text grants with the upgrade at `index`: those right after
/// it, and those right before it that do not follow another upgrade; 0 for another effect. Rule 5.12.
pub fn connected_roads(effects: &[Effect], index: usize) -> u8 {
    if !matches!(effects[index], Effect::Upgrade(_)) {
        return 0;
    }
    let is_road = |effect: &&Effect| **effect == Effect::ConnectedRoad;
    let after = effects[index + 1..].iter().take_while(is_road).count();
    (roads_before(effects, index) + after).try_into().unwrap_or(u8::MAX)
}

/// Returns how many of the effects right before the one at `index` are connected roads that belong
/// to it.
pub fn roads_before(effects: &[Effect], index: usize) -> usize {
    let earlier = &effects[..index];
    let others = earlier.iter().rposition(|effect| *effect != Effect::ConnectedRoad);
    match (effects[index], others) {
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
        let Self { text, effects } = self;
        let effects: Vec<String> = effects.iter().map(Describe::describe).collect();
        let effects = remarks(&effects);
        if text.is_empty() { effects } else { format!("\"{text}\" ({effects})") }
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
    fn a_few_letters_complete_to_an_effect_and_other_words_to_none() {
        assert_eq!(Effect::completion("fleet"), Some(Effect::Gain(Gain::Fleeting(1))));
        assert_eq!(Effect::completion("$2"), Some(Effect::Gain(Gain::Money(Money(2)))));
        assert_eq!(Effect::completion("Move a road"), None);
        assert_eq!(Effect::completion(" "), None);
    }

    #[test]
    fn descriptions_parse_to_the_effects_they_were_made_of() {
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
    fn every_picked_sub_action_but_the_basic_ones_answers_an_effect() {
        let basic = [
            SubActionKind::Money,
            SubActionKind::Influence,
            SubActionKind::Road,
            SubActionKind::Worker,
        ];
        for kind in SubActionKind::ALL.into_iter().filter(|kind| kind.picked_as() == *kind) {
            let answers = |effect: Effect| effect.answers().iter().any(|of| of.contains(&kind));
            assert_eq!(Effect::offered().any(answers), !basic.contains(&kind), "{kind:?}");
        }
    }
}
