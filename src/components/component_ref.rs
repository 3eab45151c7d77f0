//! References to physical components of the box: a card, a mat, a tile.

use super::fact_id::{BoxKey, FactField, FactId, resource_card};
use super::field::{Component as _, Facts, Keyed as _};
use super::specs::{
    AchievementField, AdviserField, BoardField, BuildingField, CountField, OfferField, Pack,
    RaceField, ResourceCardField, ResourceField, StandardCard, StandardCardField,
};

/// A physical component of the box, from which people read a group of facts.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ComponentRef {
    /// A prestige building: its card and its tile.
    Building(String),
    /// An adviser card.
    Adviser(String),
    /// A race mat.
    Race(String),
    /// A resource card.
    ResourceCard(String),
    /// The tile of a resource, with its recipe.
    Resource(String),
    /// A standard card.
    StandardCard(StandardCard),
    /// An achievement card.
    Achievement(String),
    /// The board with the prices of the advisers.
    Offer,
    /// A side of the map board.
    Board(String),
    /// The quantities in the box.
    Counts,
}

impl ComponentRef {
    /// Returns the component from which people read a fact.
    pub fn of(fact: &FactId) -> Self {
        match fact {
            FactId::Resource(name, _) => Self::Resource(name.to_string()),
            FactId::Race(name, _) => Self::Race(name.to_string()),
            FactId::ResourceCard(name, _) => Self::ResourceCard(name.to_string()),
            FactId::Building(name, _) | FactId::Space(name, ..) => Self::Building(name.to_string()),
            FactId::Adviser(name, _) => Self::Adviser(name.to_string()),
            FactId::StandardCard(card, _) => Self::StandardCard(*card),
            FactId::Achievement(name, _) => Self::Achievement(name.to_string()),
            FactId::Offer(_) => Self::Offer,
            FactId::Board(board, _) | FactId::Square(board, ..) | FactId::Site { board, .. } => {
                Self::Board(board.to_string())
            }
            FactId::Count(_) => Self::Counts,
        }
    }

    /// Returns the name on screen: "University", "the Wood card".
    pub fn label(&self) -> String {
        match self {
            Self::Building(name)
            | Self::Adviser(name)
            | Self::Race(name)
            | Self::Resource(name)
            | Self::Achievement(name)
            | Self::Board(name) => name.clone(),
            Self::ResourceCard(name) => resource_card(name),
            Self::StandardCard(card) => card.name().to_owned(),
            Self::Offer => "the places of the advisers".to_owned(),
            Self::Counts => "the counts of the box".to_owned(),
        }
    }

    /// Lists the kinds of facts that such a component has in a pack, except those of spaces.
    pub fn fields(&self) -> Vec<FactField> {
        fn all<F: Copy + Into<FactField>>(fields: &[F]) -> Vec<FactField> {
            fields.iter().map(|&field| field.into()).collect()
        }
        match self {
            Self::Building(_) => all(&BuildingField::ALL),
            Self::Adviser(_) => all(&AdviserField::ALL),
            Self::Race(_) => all(&RaceField::ALL),
            Self::ResourceCard(_) => all(&ResourceCardField::ALL),
            Self::Resource(_) => all(&ResourceField::ALL),
            Self::StandardCard(_) => all(&StandardCardField::ALL),
            Self::Achievement(_) => all(&AchievementField::ALL),
            Self::Offer => all(&OfferField::ALL),
            Self::Board(_) => all(&BoardField::ALL),
            Self::Counts => all(&CountField::ALL),
        }
    }

    /// Lists the facts of the component, known or not, in the order of the file; empty if the pack
    /// does not list it.
    pub fn facts<'p>(&self, pack: &'p Pack) -> Facts<'p> {
        Self::all(pack)
            .into_iter()
            .filter(|(component, _)| component == self)
            .flat_map(|(_, facts)| facts)
            .collect()
    }

    /// Lists every component of a pack with its facts, in the order of the file.
    ///
    /// Facts are grouped by component and not by name, because an achievement may share its name
    /// with another card.
    pub fn all(pack: &Pack) -> Vec<(Self, Facts<'_>)> {
        let mut all = Vec::new();
        macro_rules! each_of {
            ($($list:ident: |$spec:ident| $component:expr;)*) => {
                $(for $spec in &pack.$list {
                    all.push(($component, $spec.facts_of(&$spec.key())));
                })*
            };
        }
        each_of! {
            resources: |spec| Self::Resource(spec.name.clone());
            races: |spec| Self::Race(spec.name.clone());
            resource_cards: |spec| Self::ResourceCard(spec.resource.clone());
            buildings: |spec| Self::Building(spec.name.clone());
            advisers: |spec| Self::Adviser(spec.name.clone());
            standard_cards: |spec| Self::StandardCard(spec.card);
            achievements: |spec| Self::Achievement(spec.name.clone());
            boards: |spec| Self::Board(spec.name.clone());
        }
        all.push((Self::Offer, pack.offer.facts_of(&BoxKey)));
        all.push((Self::Counts, pack.counts.facts_of(&BoxKey)));
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::real_box;

    #[test]
    fn every_fact_of_a_pack_belongs_to_one_component() {
        let pack = real_box();
        let mut count = 0;
        for (component, facts) in ComponentRef::all(&pack) {
            count += facts.len();
            for (name, _) in facts {
                assert_eq!(ComponentRef::of(&name), component, "{name}");
            }
        }
        assert_eq!(count, pack.facts().len());
    }
}
