//! The contents of the box, looked over and indexed for play.
//!
//! [`Pack`] may be nonsense; [`Contents`] is not. What the pack does not know
//! stays unknown here too: every accessor of a fact gives it or its name.

use super::player::Card;
use components::effect::Price;
use components::fact::Standing;
use components::fact_id::{FactField, FactId};
use components::field::{FactComponent as _, Keyed as _};
use components::ids::{AchievementId, AdviserId, BuildingId, RaceId, ResourceId, ResourceSet};
use components::pack_check::{PackProblem, problems};
use components::quantity::{Money, Points};
use components::specs::{
    AchievementSpec, AdviserField, AdviserSpec, BoardField, BuildingSpec, Condition, Pack,
    RaceField, RaceResource, RaceSpec, ResourceCardSpec, ResourceNames, ResourceSpec, Tier,
};
use components::tile::Shape;

mod fact_reader;

pub use fact_reader::FactReader;
pub(crate) use fact_reader::{ReadLog, ShapedTile};

/// A pack without contradictions, indexed.
#[derive(Clone, Debug, PartialEq)]
pub struct Contents {
    pack: Pack,
    complete: bool,
    /// Whether some fact is only likely.
    doubtful: bool,
    resources: Vec<Resource>,
    races: Vec<Race>,
    buildings: Vec<Building>,
    /// What each adviser requires.
    required: Vec<Stated<ResourceId>>,
}

/// What the pack states, resolved; or the name of the fact, if it is not known.
type Stated<T> = Result<T, FactId>;

#[derive(Clone, Debug, PartialEq)]
struct Resource {
    recipe: Stated<Vec<Needed>>,
    tile: TileWays,
    card_forbids: Stated<ResourceSet>,
}

/// A prerequisite, resolved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Needed {
    /// The resource used.
    pub resource: ResourceId,
    /// What its owner is paid.
    pub pays: Points,
}

#[derive(Clone, Debug, PartialEq)]
struct Race {
    resource: Stated<RaceCard>,
    forbidden: Stated<ResourceSet>,
}

/// Where a race's own resource comes from, resolved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RaceCard {
    /// Printed on the mat.
    Own(ResourceId),
    /// Any card still free.
    AnyFree,
}

#[derive(Clone, Debug, PartialEq)]
struct Building {
    tile: TileWays,
    spaces: Vec<Space>,
}

/// What is known of one space of a prestige building.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Space {
    /// The resource asked for.
    pub resource: Option<ResourceId>,
    /// The points for delivering it.
    pub value: Option<Points>,
}

/// How a tile can be laid.
#[derive(Clone, Debug, PartialEq)]
pub struct TileWays {
    /// Rotations of the printed side.
    printed: Stated<Vec<Shape>>,
    /// Further ways if it may be turned over.
    turned: Vec<Shape>,
    turnable: Stated<bool>,
}

impl TileWays {
    fn new(shape: Stated<&Shape>, turnable: Stated<&bool>) -> Self {
        let both = shape.as_ref().map(|shape| shape.orientations(true)).unwrap_or_default();
        let printed = shape.map(|shape| shape.orientations(false));
        let front = printed.as_deref().unwrap_or_default();
        let turned = both.into_iter().filter(|way| !front.contains(way)).collect();
        Self { printed, turned, turnable: turnable.copied() }
    }

    /// Every way the tile may be laid, with those that are in doubt at the end; none if its shape
    /// is not known.
    pub fn all(&self) -> impl Iterator<Item = &Shape> {
        let turned: &[Shape] = if self.turnable == Ok(false) { &[] } else { &self.turned };
        self.printed.iter().flatten().chain(turned)
    }

    /// The rotations of the printed side.
    fn printed(&self) -> Result<&[Shape], FactId> {
        self.printed.as_deref().map_err(Clone::clone)
    }
}

impl Contents {
    /// Looks a pack over and indexes it.
    ///
    /// # Errors
    ///
    /// Everything in it that contradicts the box or itself.
    pub fn new(pack: Pack) -> Result<Self, Vec<PackProblem>> {
        let found = problems(&pack);
        if !found.is_empty() {
            return Err(found);
        }
        let resource =
            |name: &String| named(pack.resources.iter().map(|r| &r.name), name).map(ResourceId);
        let set =
            |names: &ResourceNames| names.0.iter().filter_map(resource).collect::<ResourceSet>();
        let resources = pack.resources.iter().map(|spec| {
            let needed = |p: &components::specs::Prerequisite| {
                resource(&p.needs).map(|resource| Needed { resource, pays: p.pays })
            };
            let recipe = spec.recipe().map(|recipe| recipe.iter().filter_map(needed).collect());
            let no_card = ResourceCardSpec { resource: spec.name.clone(), ..Default::default() };
            let card = pack.resource_card(&spec.name).unwrap_or(&no_card);
            Resource {
                recipe,
                tile: TileWays::new(spec.shape(), spec.turnable()),
                card_forbids: card.forbids().map(set),
            }
        });
        let races = pack.races.iter().map(|spec| Race {
            resource: spec.resource().and_then(|brought| match brought {
                // A pack without contradictions lists every resource that it names.
                RaceResource::Own(name) => resource(name)
                    .map(RaceCard::Own)
                    .ok_or_else(|| RaceSpec::id(&spec.key(), RaceField::Resource)),
                RaceResource::AnyFree => Ok(RaceCard::AnyFree),
            }),
            forbidden: spec.forbidden().map(set),
        });
        let buildings = pack.buildings.iter().map(|spec| {
            let space = |s: &components::specs::SpaceSpec| Space {
                resource: s.resource.value().and_then(resource),
                value: s.value.value().copied(),
            };
            Building {
                tile: TileWays::new(spec.shape(), spec.turnable()),
                spaces: spec.spaces.iter().map(space).collect(),
            }
        });
        let required = pack.advisers.iter().map(|spec| {
            let name = spec.requires()?;
            resource(name).ok_or_else(|| AdviserSpec::id(&spec.key(), AdviserField::Requires))
        });
        Ok(Self {
            resources: resources.collect(),
            races: races.collect(),
            buildings: buildings.collect(),
            required: required.collect(),
            complete: is_complete(&pack),
            doubtful: pack.facts().iter().any(|(_, f)| f.standing() == Standing::Unconfirmed),
            pack,
        })
    }

    /// Whether no fact of the pack is unknown.
    pub(super) fn is_complete(&self) -> bool {
        self.complete
    }

    /// Checks whether some fact of the pack is only likely.
    pub const fn is_doubtful(&self) -> bool {
        self.doubtful
    }

    fn resource_spec(&self, resource: ResourceId) -> &ResourceSpec {
        &self.pack.resources[resource.index()]
    }

    fn race_spec(&self, race: RaceId) -> &RaceSpec {
        &self.pack.races[race.index()]
    }

    fn building_spec(&self, building: BuildingId) -> &BuildingSpec {
        &self.pack.buildings[building.index()]
    }

    fn adviser_spec(&self, adviser: AdviserId) -> &AdviserSpec {
        &self.pack.advisers[adviser.index()]
    }

    fn achievement_spec(&self, achievement: AchievementId) -> &AchievementSpec {
        &self.pack.achievements[achievement.index()]
    }

    /// The pack it was made from.
    pub fn pack(&self) -> &Pack {
        &self.pack
    }

    /// Every resource, in the order of the pack.
    pub fn resources(&self) -> impl Iterator<Item = ResourceId> + use<> {
        (0..self.resources.len() as u8).map(ResourceId)
    }

    /// Every race, in the order of the pack.
    pub fn races(&self) -> impl Iterator<Item = RaceId> + use<> {
        (0..self.races.len() as u8).map(RaceId)
    }

    /// Every prestige building, in the order of the pack.
    pub fn buildings(&self) -> impl Iterator<Item = BuildingId> + use<> {
        (0..self.buildings.len() as u8).map(BuildingId)
    }

    /// Every achievement, in the order of the pack.
    pub fn achievements(&self) -> impl Iterator<Item = AchievementId> + use<> {
        (0..self.pack.achievements.len() as u8).map(AchievementId)
    }

    /// The printed name of an achievement.
    pub fn achievement_name(&self, achievement: AchievementId) -> &str {
        &self.achievement_spec(achievement).name
    }

    /// What an achievement asks for; nothing if it is not known, and so judged by the players.
    pub fn condition(&self, achievement: AchievementId) -> Option<&Condition> {
        self.achievement_spec(achievement).condition.value()
    }

    /// Every adviser, in the order of the pack.
    pub fn advisers(&self) -> impl Iterator<Item = AdviserId> + use<> {
        (0..self.pack.advisers.len() as u8).map(AdviserId)
    }

    /// The resource of that exact name.
    pub fn resource_named(&self, name: &str) -> Option<ResourceId> {
        named(self.pack.resources.iter().map(|r| &r.name), name).map(ResourceId)
    }

    /// The prestige building of that exact name.
    pub fn building_named(&self, name: &str) -> Option<BuildingId> {
        self.pack.building_id(name)
    }

    /// The adviser of that exact name.
    pub fn adviser_named(&self, name: &str) -> Option<AdviserId> {
        named(self.pack.advisers.iter().map(|a| &a.name), name).map(AdviserId)
    }

    /// The race of that exact name.
    pub fn race_named(&self, name: &str) -> Option<RaceId> {
        named(self.pack.races.iter().map(|r| &r.name), name).map(RaceId)
    }

    /// The printed name of a resource.
    pub fn resource_name(&self, resource: ResourceId) -> &str {
        &self.resource_spec(resource).name
    }

    /// The printed name of a race.
    pub fn race_name(&self, race: RaceId) -> &str {
        &self.race_spec(race).name
    }

    /// The printed name of a prestige building.
    pub fn building_name(&self, building: BuildingId) -> &str {
        &self.building_spec(building).name
    }

    /// The printed name of an adviser.
    pub fn adviser_name(&self, adviser: AdviserId) -> &str {
        &self.adviser_spec(adviser).name
    }

    /// The printed name of a card.
    pub fn card_name(&self, card: Card) -> &str {
        match card {
            Card::Standard(card) => card.name(),
            Card::Adviser(adviser) => self.adviser_name(adviser),
        }
    }

    /// The tier of a resource, if it is known.
    pub fn tier_of(&self, resource: ResourceId) -> Option<Tier> {
        self.resource_spec(resource).tier.value().copied()
    }

    /// What a resource is made of, as far as it is known.
    pub fn made_of(&self, resource: ResourceId) -> &[Needed] {
        self.resources[resource.index()].recipe.as_deref().unwrap_or_default()
    }

    /// Returns a reader of facts that records nothing.
    pub const fn facts(&self) -> FactReader<'_> {
        FactReader::new(self, None)
    }

    /// What is known of a building's spaces, read left to right.
    pub fn spaces(&self, building: BuildingId) -> &[Space] {
        &self.buildings[building.index()].spaces
    }

    /// The ways a resource's tile may be laid.
    pub fn resource_tile(&self, resource: ResourceId) -> &TileWays {
        &self.resources[resource.index()].tile
    }

    /// The ways a building's tile may be laid.
    pub fn building_tile(&self, building: BuildingId) -> &TileWays {
        &self.buildings[building.index()].tile
    }
}

/// Whether no fact is unknown on which the legality of an action can depend.
fn is_complete(pack: &Pack) -> bool {
    let is_needed = |id: &FactId| {
        !matches!(
            id.field(),
            FactField::Race(RaceField::Solo)
                | FactField::Board(BoardField::Solo | BoardField::Side)
        )
    };
    let facts = pack.facts();
    facts.iter().all(|(id, fact)| !is_needed(id) || fact.standing() != Standing::Unknown)
}

/// The normal cost of recruiting from a place of the offer, of what a card takes off it.
pub(super) fn price_of_place(prices: &[Money], place: usize, price: Price) -> Option<Money> {
    prices.get(place).map(|&full| price.of(full))
}

fn named<'a>(mut names: impl Iterator<Item = &'a String>, name: &str) -> Option<u8> {
    names.position(|n| n == name).and_then(|index| u8::try_from(index).ok())
}
