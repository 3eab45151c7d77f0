//! Identifiers of facts about the box.
//!
//! A [`FactId`] is a component with one of its fields. Code that depends on the kind of fact, such
//! as the rule that needs it, matches on [`FactField`]; labels are for display only.

use std::fmt;
use std::sync::Arc;

pub use super::specs::StandardCard;
use super::specs::{
    AchievementField, AdviserField, BoardField, BuildingField, CountField, OfferField, RaceField,
    ResourceCardField, ResourceField, SpaceField, StandardCardField,
};
use super::square::Square;

/// A printed name. It identifies a component, so that the packs of two people agree.
pub type Name = Arc<str>;

/// The key of a component that exists once per box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoxKey;

/// The key of a space of a prestige building.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpaceKey {
    /// The name of the building.
    pub building: Name,
    /// The position from the left, from 0.
    pub place: u8,
}

/// An identifier of a component among those of its kind.
pub trait ComponentKey {
    /// Returns the printed name if it identifies the component.
    fn printed_name(&self) -> Option<&Name> {
        None
    }
}

impl ComponentKey for Name {
    fn printed_name(&self) -> Option<&Name> {
        Some(self)
    }
}

impl ComponentKey for BoxKey {}
impl ComponentKey for SpaceKey {}
impl ComponentKey for StandardCard {}

enum_table::enum_table! {
    /// The facts of one square of a board that is entered during play.
    pub enum SquareField {
        /// The label on screen.
        label: &'static str,
    }

    Terrain = "terrain";
    Section = "section";
    StartNumber = "start number";
}

/// The identifier of one fact about the box.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FactId {
    /// A fact about a resource and its tiles.
    Resource(Name, ResourceField),
    /// A fact about a race and its mat.
    Race(Name, RaceField),
    /// A fact about the card of a basic resource.
    ResourceCard(Name, ResourceCardField),
    /// A fact about a prestige building.
    Building(Name, BuildingField),
    /// A fact about a space of a prestige building, from 0.
    Space(Name, u8, SpaceField),
    /// A fact about an adviser card.
    Adviser(Name, AdviserField),
    /// A fact about a standard card.
    StandardCard(StandardCard, StandardCardField),
    /// A fact about an achievement card.
    Achievement(Name, AchievementField),
    /// A fact about the board with the offers.
    Offer(OfferField),
    /// A fact about a map board.
    Board(Name, BoardField),
    /// A quantity in the box.
    Count(CountField),
    /// A fact about one square of a map board; packs list only the whole board.
    Square(Name, Square, SquareField),
    /// The reserved site of one building; packs list only all sites of a board.
    Site {
        /// The map board.
        board: Name,
        /// The building.
        building: Name,
    },
}

/// The kind of a fact, whichever component it belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "each is a field of the component it is named for")]
pub enum FactField {
    Resource(ResourceField),
    Race(RaceField),
    ResourceCard(ResourceCardField),
    Building(BuildingField),
    Space(SpaceField),
    Adviser(AdviserField),
    StandardCard(StandardCardField),
    Achievement(AchievementField),
    Offer(OfferField),
    Board(BoardField),
    Count(CountField),
    Square(SquareField),
    Site,
}

/// Implements the conversions from a component's key and field to [`FactId`] and [`FactField`].
macro_rules! fields {
    ($($Kind:ident $Field:ident of $Key:ident |$key:pat_param| ($($part:expr),*);)*) => {
        $(
            impl From<(&$Key, $Field)> for FactId {
                fn from(($key, field): (&$Key, $Field)) -> Self {
                    Self::$Kind($($part,)* field)
                }
            }

            impl From<$Field> for FactField {
                fn from(field: $Field) -> Self {
                    Self::$Kind(field)
                }
            }
        )*

        impl FactField {
            /// Returns the label on screen: "tile shape".
            pub const fn label(self) -> &'static str {
                match self {
                    $(Self::$Kind(field) => field.label(),)*
                    Self::Square(field) => field.label(),
                    Self::Site => "site",
                }
            }

            /// Returns the key of the field in a pack; `None` if packs do not list it.
            pub const fn key(self) -> Option<&'static str> {
                match self {
                    $(Self::$Kind(field) => Some(field.key()),)*
                    Self::Square(_) | Self::Site => None,
                }
            }

            /// Returns the notation of a value in a pack, with `…` as the placeholder.
            pub const fn form(self) -> &'static str {
                match self {
                    $(Self::$Kind(field) => field.form(),)*
                    Self::Square(_) | Self::Site => "…",
                }
            }
        }
    };
}

fields! {
    Resource ResourceField of Name |name| (name.clone());
    Race RaceField of Name |name| (name.clone());
    ResourceCard ResourceCardField of Name |name| (name.clone());
    Building BuildingField of Name |name| (name.clone());
    Space SpaceField of SpaceKey |key| (key.building.clone(), key.place);
    Adviser AdviserField of Name |name| (name.clone());
    StandardCard StandardCardField of StandardCard |card| (*card);
    Achievement AchievementField of Name |name| (name.clone());
    Offer OfferField of BoxKey |_| ();
    Board BoardField of Name |name| (name.clone());
    Count CountField of BoxKey |_| ();
}

impl FactId {
    /// Returns the kind of the fact.
    pub const fn field(&self) -> FactField {
        match *self {
            Self::Resource(_, field) => FactField::Resource(field),
            Self::Race(_, field) => FactField::Race(field),
            Self::ResourceCard(_, field) => FactField::ResourceCard(field),
            Self::Building(_, field) => FactField::Building(field),
            Self::Space(_, _, field) => FactField::Space(field),
            Self::Adviser(_, field) => FactField::Adviser(field),
            Self::StandardCard(_, field) => FactField::StandardCard(field),
            Self::Achievement(_, field) => FactField::Achievement(field),
            Self::Offer(field) => FactField::Offer(field),
            Self::Board(_, field) => FactField::Board(field),
            Self::Count(field) => FactField::Count(field),
            Self::Square(_, _, field) => FactField::Square(field),
            Self::Site { .. } => FactField::Site,
        }
    }

    /// Returns the label on screen: "tile shape".
    pub const fn label(&self) -> &'static str {
        self.field().label()
    }

    /// Describes the component: "space 2 of Granary"; empty for the box as a whole.
    pub fn owner(&self) -> String {
        match self {
            Self::Resource(name, _)
            | Self::Race(name, _)
            | Self::Building(name, _)
            | Self::Adviser(name, _)
            | Self::Achievement(name, _)
            | Self::Board(name, _) => name.to_string(),
            Self::ResourceCard(resource, _) => resource_card(resource),
            Self::Space(building, place, _) => space(usize::from(*place), building),
            Self::StandardCard(card, _) => card.name().to_owned(),
            Self::Offer(_) | Self::Count(_) => String::new(),
            Self::Square(board, square, _) => format!("{square} on {board}"),
            Self::Site { board, building } => format!("{building} on {board}"),
        }
    }

    /// Returns the square of the fact; `None` if it is not about a square.
    pub const fn square(&self) -> Option<Square> {
        match self {
            Self::Square(_, square, _) => Some(*square),
            _ => None,
        }
    }

    /// States in a clause that the fact is unknown: "the start squares of Old Harbour are not known
    /// yet".
    pub fn unknown_clause(&self) -> String {
        let are = if self.is_plural() { "are" } else { "is" };
        format!("{self} {are} not known yet")
    }

    const fn is_plural(&self) -> bool {
        matches!(
            self.field(),
            FactField::Race(RaceField::Forbidden)
                | FactField::ResourceCard(ResourceCardField::Forbidden)
                | FactField::Adviser(AdviserField::Points)
                | FactField::Achievement(AchievementField::Points)
                | FactField::Offer(OfferField::AdviserPrices)
                | FactField::Board(BoardField::Sections | BoardField::Starts | BoardField::Sites)
        )
    }
}

impl fmt::Display for FactId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let owner = self.owner();
        if owner.is_empty() {
            write!(f, "the {}", self.label())
        } else {
            write!(f, "the {} of {owner}", self.label())
        }
    }
}

/// Describes a resource card, as distinct from the resource: "the Wood card".
pub(crate) fn resource_card(resource: &str) -> String {
    format!("the {resource} card")
}

/// Describes one space of a building; `place` is from 0.
pub(crate) fn space(place: usize, building: &str) -> String {
    format!("space {} of {building}", place + 1)
}
