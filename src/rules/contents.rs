//! The contents of the box, looked over and indexed for play.
//!
//! [`Pack`] may be nonsense; [`Contents`] is not. What the pack does not know
//! stays unknown here too: every accessor of a fact gives it or its name.

use super::components::{
    AchievementDeck, AchievementSpec, AdviserField, AdviserSpec, BoardField, BuildingSpec,
    CardAction, Category, Condition, Difficulty, Pack, Price, RaceField, RaceResource, RaceSpec,
    ResourceCardSpec, ResourceNames, ResourceSpec, SpaceField, StandardCardField, Terrain, Tier,
};
use super::fact::Standing;
use super::fact_id::{FactField, FactId};
use super::field::{FactComponent as _, Keyed as _};
use super::pack_check::{PackProblem, problems};
use super::player::{AchievementId, AdviserId, BuildingId, Card, RaceId, ResourceId, ResourceSet};
use super::quantity::{Money, Points};
use super::tile::{Footprint, Shape};

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
    pub(super) fn printed(&self) -> Result<&[Shape], FactId> {
        self.printed.as_deref().map_err(Clone::clone)
    }

    /// Whether the tile may be laid in this way.
    pub(super) fn allows(&self, way: &Shape) -> Result<bool, FactId> {
        if self.printed()?.contains(way) {
            return Ok(true);
        }
        if !self.turned.contains(way) {
            return Ok(false);
        }
        self.turnable.clone()
    }

    /// Whether the tile can lie on exactly these squares.
    pub(super) fn fits(&self, at: &Footprint) -> Result<bool, FactId> {
        at.shape().map_or(Ok(false), |shape| self.allows(&shape))
    }

    /// Whether another tile has the same shape, turned over if one of the two may be.
    fn is_same(&self, other: &Self) -> Result<bool, FactId> {
        let (ours, theirs) = (&self.printed()?[0], &other.printed()?[0]);
        if self.allows(theirs) == Ok(true) {
            return Ok(true);
        }
        // Mirror images.
        Ok(ours.is_same(theirs, true) && (self.turnable.clone()? || other.turnable.clone()?))
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
            let needed = |p: &super::components::Prerequisite| {
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
            let space = |s: &super::components::SpaceSpec| Space {
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
    #[must_use]
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
    #[must_use]
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
    #[must_use]
    pub fn achievement_name(&self, achievement: AchievementId) -> &str {
        &self.achievement_spec(achievement).name
    }

    /// The deck of an achievement.
    ///
    /// # Errors
    ///
    /// The name of the fact, if it is not known.
    pub fn deck_of(&self, achievement: AchievementId) -> Result<AchievementDeck, FactId> {
        self.achievement_spec(achievement).deck().copied()
    }

    /// What an achievement asks for; nothing if it is not known, and so judged by the players.
    #[must_use]
    pub fn condition(&self, achievement: AchievementId) -> Option<&Condition> {
        self.achievement_spec(achievement).condition.value()
    }

    /// The points for an achievement.
    ///
    /// # Errors
    ///
    /// The name of the fact, if it is not known.
    pub fn achievement_points(&self, achievement: AchievementId) -> Result<Points, FactId> {
        self.achievement_spec(achievement).points().copied()
    }

    /// How hard a race makes a solo game.
    ///
    /// # Errors
    ///
    /// The name of the fact, if it is not known.
    pub fn solo_difficulty(&self, race: RaceId) -> Result<Difficulty, FactId> {
        self.race_spec(race).solo().copied()
    }

    /// Every adviser, in the order of the pack.
    pub fn advisers(&self) -> impl Iterator<Item = AdviserId> + use<> {
        (0..self.pack.advisers.len() as u8).map(AdviserId)
    }

    /// The resource of that exact name.
    #[must_use]
    pub fn resource_named(&self, name: &str) -> Option<ResourceId> {
        named(self.pack.resources.iter().map(|r| &r.name), name).map(ResourceId)
    }

    /// The prestige building of that exact name.
    #[must_use]
    pub fn building_named(&self, name: &str) -> Option<BuildingId> {
        named(self.pack.buildings.iter().map(|b| &b.name), name).map(BuildingId)
    }

    /// The adviser of that exact name.
    #[must_use]
    pub fn adviser_named(&self, name: &str) -> Option<AdviserId> {
        named(self.pack.advisers.iter().map(|a| &a.name), name).map(AdviserId)
    }

    /// The race of that exact name.
    #[must_use]
    pub fn race_named(&self, name: &str) -> Option<RaceId> {
        named(self.pack.races.iter().map(|r| &r.name), name).map(RaceId)
    }

    /// The printed name of a resource.
    #[must_use]
    pub fn resource_name(&self, resource: ResourceId) -> &str {
        &self.resource_spec(resource).name
    }

    /// The printed name of a race.
    #[must_use]
    pub fn race_name(&self, race: RaceId) -> &str {
        &self.race_spec(race).name
    }

    /// The printed name of a prestige building.
    #[must_use]
    pub fn building_name(&self, building: BuildingId) -> &str {
        &self.building_spec(building).name
    }

    /// The printed name of an adviser.
    #[must_use]
    pub fn adviser_name(&self, adviser: AdviserId) -> &str {
        &self.adviser_spec(adviser).name
    }

    /// The printed name of a card.
    #[must_use]
    pub fn card_name(&self, card: Card) -> &str {
        match card {
            Card::Standard(card) => card.name(),
            Card::Adviser(adviser) => self.adviser_name(adviser),
        }
    }

    /// The tier of a resource, if it is known.
    #[must_use]
    pub fn tier_of(&self, resource: ResourceId) -> Option<Tier> {
        self.resource_spec(resource).tier.value().copied()
    }

    /// What a resource is made of, as far as it is known.
    #[must_use]
    pub fn made_of(&self, resource: ResourceId) -> &[Needed] {
        self.resources[resource.index()].recipe.as_deref().unwrap_or_default()
    }

    pub(super) fn tier(&self, resource: ResourceId) -> Result<Tier, FactId> {
        self.resource_spec(resource).tier().copied()
    }

    pub(super) fn recipe(&self, resource: ResourceId) -> Result<&[Needed], FactId> {
        self.resources[resource.index()].recipe.as_deref().map_err(Clone::clone)
    }

    pub(super) fn copies(&self, resource: ResourceId) -> Result<u8, FactId> {
        self.resource_spec(resource).copies().copied()
    }

    pub(super) fn card_forbids(&self, resource: ResourceId) -> Result<ResourceSet, FactId> {
        self.resources[resource.index()].card_forbids.clone()
    }

    pub(super) fn race_card(&self, race: RaceId) -> Result<RaceCard, FactId> {
        self.races[race.index()].resource.clone()
    }

    pub(super) fn race_forbids(&self, race: RaceId) -> Result<ResourceSet, FactId> {
        self.races[race.index()].forbidden.clone()
    }

    pub(super) fn race_action(&self, race: RaceId) -> Result<&CardAction, FactId> {
        self.race_spec(race).action()
    }

    pub(super) fn colour(&self, building: BuildingId) -> Result<Option<Terrain>, FactId> {
        self.building_spec(building).colour().copied()
    }

    pub(super) fn is_special(&self, building: BuildingId) -> Result<bool, FactId> {
        self.building_spec(building).special().copied()
    }

    pub(super) fn building_action(&self, building: BuildingId) -> Result<&CardAction, FactId> {
        self.building_spec(building).action()
    }

    /// What is known of a building's spaces, read left to right.
    #[must_use]
    pub fn spaces(&self, building: BuildingId) -> &[Space] {
        &self.buildings[building.index()].spaces
    }

    pub(super) fn space_count(&self, building: BuildingId) -> Result<u8, FactId> {
        self.building_spec(building).space_count().copied()
    }

    /// Identifies a fact of a space of a building.
    pub(super) fn space_fact(
        &self,
        field: SpaceField,
        building: BuildingId,
        place: usize,
    ) -> FactId {
        let place = u8::try_from(place).unwrap_or(u8::MAX);
        FactId::Space(self.building_name(building).into(), place, field)
    }

    pub(super) fn adviser_tier(&self, adviser: AdviserId) -> Result<u8, FactId> {
        self.adviser_spec(adviser).tier().copied()
    }

    pub(super) fn adviser_points(&self, adviser: AdviserId) -> Result<Points, FactId> {
        self.adviser_spec(adviser).points().copied()
    }

    pub(super) fn adviser_requires(&self, adviser: AdviserId) -> Result<ResourceId, FactId> {
        self.required[adviser.index()].clone()
    }

    pub(super) fn adviser_category(&self, adviser: AdviserId) -> Result<Category, FactId> {
        self.adviser_spec(adviser).category().copied()
    }

    /// The main action of a card; Call to Vote has none.
    pub(super) fn main_action(&self, card: Card) -> Result<&CardAction, FactId> {
        match card {
            Card::Standard(card) => match self.pack.standard_card(&card) {
                Some(spec) => spec.action(),
                None => Err(FactId::StandardCard(card, StandardCardField::Action)),
            },
            Card::Adviser(adviser) => self.adviser_spec(adviser).action(),
        }
    }

    pub(super) fn adviser_prices(&self) -> Result<&[Money], FactId> {
        self.pack.offer.adviser_prices().map(Vec::as_slice)
    }

    /// The ways a resource's tile may be laid.
    #[must_use]
    pub fn resource_tile(&self, resource: ResourceId) -> &TileWays {
        &self.resources[resource.index()].tile
    }

    /// The ways a building's tile may be laid.
    #[must_use]
    pub fn building_tile(&self, building: BuildingId) -> &TileWays {
        &self.buildings[building.index()].tile
    }

    /// Whether two buildings are of one type: the same shape and colour. Ruling R28.
    pub(super) fn is_same_type(&self, a: BuildingId, b: BuildingId) -> Result<bool, FactId> {
        if a == b {
            return Ok(true);
        }
        if self.is_special(a)? || self.is_special(b)? || self.colour(a)? != self.colour(b)? {
            return Ok(false);
        }
        self.building_tile(a).is_same(self.building_tile(b))
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
