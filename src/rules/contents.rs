//! The contents of the box, looked over and indexed for play.
//!
//! [`Pack`] may be nonsense; [`Contents`] is not. What the pack does not know
//! stays unknown here too: every accessor of a fact gives it or its name.

use super::components::{
    AchievementDeck, AchievementSpec, AdviserSpec, BuildingSpec, CardAction, Category, Condition,
    Difficulty, Pack, Price, RaceResource, RaceSpec, ResourceSpec, StandardCard, Terrain, Tier,
    card_of, space_of,
};
use super::fact::{Fact, FactName, Standing};
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
    required: Vec<Option<ResourceId>>,
    standard: [Option<CardAction>; 6],
}

#[derive(Clone, Debug, PartialEq)]
struct Resource {
    recipe: Option<Vec<Needed>>,
    tile: TileShape,
    card_forbids: Option<ResourceSet>,
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
    resource: Option<RaceCard>,
    forbidden: Option<ResourceSet>,
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
    tile: TileShape,
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
struct TileShape {
    /// Rotations of the printed side.
    printed: Option<Vec<Shape>>,
    /// Further ways if it may be turned over.
    turned: Vec<Shape>,
    turnable: Option<bool>,
}

impl TileShape {
    fn new(shape: &Fact<Shape>, turnable: &Fact<bool>) -> Self {
        let printed = shape.value().map(|shape| shape.orientations(false));
        let both = shape.value().map(|shape| shape.orientations(true)).unwrap_or_default();
        let front = printed.as_deref().unwrap_or_default();
        let turned = both.into_iter().filter(|way| !front.contains(way)).collect();
        Self { printed, turned, turnable: turnable.value().copied() }
    }

    /// Every way the tile may be laid, with those that are in doubt at the end.
    fn ways(&self) -> Option<impl Iterator<Item = &Shape>> {
        let turned: &[Shape] = if self.turnable == Some(false) { &[] } else { &self.turned };
        self.printed.as_ref().map(|printed| printed.iter().chain(turned))
    }

    fn allows(&self, shape: &Shape, of: &str) -> Result<bool, FactName> {
        let printed = self.printed.as_ref().ok_or_else(|| FactName::new("tile shape", of))?;
        if printed.contains(shape) {
            return Ok(true);
        }
        if !self.turned.contains(shape) {
            return Ok(false);
        }
        self.turnable.ok_or_else(|| FactName::new("turning over", of))
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
        let set = |names: &Vec<String>| names.iter().filter_map(resource).collect::<ResourceSet>();
        let resources = pack.resources.iter().map(|spec| {
            let needed = |p: &super::components::Prerequisite| {
                resource(&p.needs).map(|resource| Needed { resource, pays: p.pays })
            };
            let card = pack.resource_cards.iter().find(|card| card.resource == spec.name);
            Resource {
                recipe: spec
                    .recipe
                    .value()
                    .map(|recipe| recipe.iter().filter_map(needed).collect()),
                tile: TileShape::new(&spec.shape, &spec.turnable),
                card_forbids: card.and_then(|card| card.forbids.value()).map(set),
            }
        });
        let races = pack.races.iter().map(|spec| Race {
            resource: spec.resource.value().and_then(|r| match r {
                RaceResource::Own(name) => resource(name).map(RaceCard::Own),
                RaceResource::AnyFree => Some(RaceCard::AnyFree),
            }),
            forbidden: spec.forbidden.value().map(set),
        });
        let buildings = pack.buildings.iter().map(|spec| {
            let space = |s: &super::components::SpaceSpec| Space {
                resource: s.resource.value().and_then(resource),
                value: s.value.value().copied(),
            };
            Building {
                tile: TileShape::new(&spec.shape, &spec.turnable),
                spaces: spec.spaces.iter().map(space).collect(),
            }
        });
        let required =
            pack.advisers.iter().map(|spec| spec.requires.value().and_then(resource)).collect();
        let standard = StandardCard::ALL.map(|card| {
            let spec = pack.standard_cards.iter().find(|spec| spec.card == card);
            spec.and_then(|spec| spec.action.value()).cloned()
        });
        Ok(Self {
            resources: resources.collect(),
            races: races.collect(),
            buildings: buildings.collect(),
            required,
            standard,
            complete: is_complete(&pack),
            doubtful: pack.facts().iter().any(|(_, f)| f.standing() == Standing::Unconfirmed),
            pack,
        })
    }

    /// Whether no fact of the pack is unknown.
    pub(super) fn is_complete(&self) -> bool {
        self.complete
    }

    /// Whether some fact of the pack is only likely.
    pub(super) const fn is_doubtful(&self) -> bool {
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
    pub fn deck_of(&self, achievement: AchievementId) -> Result<AchievementDeck, FactName> {
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
    pub fn achievement_points(&self, achievement: AchievementId) -> Result<Points, FactName> {
        self.achievement_spec(achievement).points().copied()
    }

    /// How hard a race makes a solo game.
    ///
    /// # Errors
    ///
    /// The name of the fact, if it is not known.
    pub fn solo_difficulty(&self, race: RaceId) -> Result<Difficulty, FactName> {
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

    pub(super) fn tier(&self, resource: ResourceId) -> Result<Tier, FactName> {
        self.resource_spec(resource).tier().copied()
    }

    pub(super) fn recipe(&self, resource: ResourceId) -> Result<&[Needed], FactName> {
        let recipe = self.resources[resource.index()].recipe.as_deref();
        recipe.ok_or_else(|| FactName::new("recipe", self.resource_name(resource)))
    }

    pub(super) fn copies(&self, resource: ResourceId) -> Result<u8, FactName> {
        self.resource_spec(resource).copies().copied()
    }

    pub(super) fn card_forbids(&self, resource: ResourceId) -> Result<ResourceSet, FactName> {
        let forbids = self.resources[resource.index()].card_forbids;
        let name = || card_of(self.resource_name(resource));
        forbids.ok_or_else(|| FactName::new("forbidden resources", name()))
    }

    pub(super) fn race_card(&self, race: RaceId) -> Result<RaceCard, FactName> {
        let card = self.races[race.index()].resource;
        card.ok_or_else(|| FactName::new("resource", self.race_name(race)))
    }

    pub(super) fn race_forbids(&self, race: RaceId) -> Result<ResourceSet, FactName> {
        let forbids = self.races[race.index()].forbidden;
        forbids.ok_or_else(|| FactName::new("forbidden resources", self.race_name(race)))
    }

    pub(super) fn race_action(&self, race: RaceId) -> Result<&CardAction, FactName> {
        self.race_spec(race).action()
    }

    pub(super) fn colour(&self, building: BuildingId) -> Result<Option<Terrain>, FactName> {
        self.building_spec(building).colour().copied()
    }

    pub(super) fn is_special(&self, building: BuildingId) -> Result<bool, FactName> {
        self.building_spec(building).special().copied()
    }

    pub(super) fn building_action(&self, building: BuildingId) -> Result<&CardAction, FactName> {
        self.building_spec(building).action()
    }

    /// What is known of a building's spaces, read left to right.
    #[must_use]
    pub fn spaces(&self, building: BuildingId) -> &[Space] {
        &self.buildings[building.index()].spaces
    }

    pub(super) fn space_count(&self, building: BuildingId) -> Result<u8, FactName> {
        self.building_spec(building).space_count().copied()
    }

    /// The name of the fact that a space of a building lacks.
    pub(super) fn space_fact(
        &self,
        what: &'static str,
        building: BuildingId,
        index: usize,
    ) -> FactName {
        FactName::new(what, space_of(index, self.building_name(building)))
    }

    pub(super) fn adviser_tier(&self, adviser: AdviserId) -> Result<u8, FactName> {
        self.adviser_spec(adviser).tier().copied()
    }

    pub(super) fn adviser_points(&self, adviser: AdviserId) -> Result<Points, FactName> {
        self.adviser_spec(adviser).points().copied()
    }

    pub(super) fn adviser_requires(&self, adviser: AdviserId) -> Result<ResourceId, FactName> {
        let requires = self.required[adviser.index()];
        requires.ok_or_else(|| FactName::new("required resource", self.adviser_name(adviser)))
    }

    pub(super) fn adviser_category(&self, adviser: AdviserId) -> Result<Category, FactName> {
        self.adviser_spec(adviser).category().copied()
    }

    /// The main action of a card; Call to Vote has none.
    pub(super) fn main_action(&self, card: Card) -> Result<&CardAction, FactName> {
        match card {
            Card::Standard(card) => {
                let action = self.standard[card as usize].as_ref();
                action.ok_or_else(|| FactName::new("main action", card.name()))
            }
            Card::Adviser(adviser) => self.adviser_spec(adviser).action(),
        }
    }

    pub(super) fn adviser_prices(&self) -> Result<&[Money], FactName> {
        self.pack.offer.adviser_prices().map(Vec::as_slice)
    }

    /// The ways a resource's tile may be laid, with those in doubt at the end.
    pub fn resource_ways(&self, resource: ResourceId) -> impl Iterator<Item = &Shape> {
        self.resources[resource.index()].tile.ways().into_iter().flatten()
    }

    /// That one of the ways of a resource's tile is not in doubt.
    pub(super) fn sure_resource_way(
        &self,
        resource: ResourceId,
        way: &Shape,
    ) -> Result<bool, FactName> {
        let tile = &self.resources[resource.index()].tile;
        tile.allows(way, self.resource_name(resource))
    }

    /// That one of the ways of a building's tile is not in doubt.
    pub(super) fn sure_building_way(
        &self,
        building: BuildingId,
        way: &Shape,
    ) -> Result<bool, FactName> {
        let tile = &self.buildings[building.index()].tile;
        tile.allows(way, self.building_name(building))
    }

    /// Whether a resource's tile can lie on exactly these squares.
    pub(super) fn resource_fits(
        &self,
        resource: ResourceId,
        at: &Footprint,
    ) -> Result<bool, FactName> {
        let tile = &self.resources[resource.index()].tile;
        fits(tile, at, self.resource_name(resource))
    }

    /// The ways a building's tile may be laid, with those in doubt at the end.
    pub fn building_ways(&self, building: BuildingId) -> impl Iterator<Item = &Shape> {
        self.buildings[building.index()].tile.ways().into_iter().flatten()
    }

    /// That the shape of a resource's tile is known.
    pub(super) fn resource_shape(&self, resource: ResourceId) -> Result<(), FactName> {
        let printed = self.resources[resource.index()].tile.printed.as_ref();
        printed.map(|_| ()).ok_or_else(|| FactName::new("tile shape", self.resource_name(resource)))
    }

    /// That the shape of a building's tile is known.
    pub(super) fn known_shape(&self, building: BuildingId) -> Result<(), FactName> {
        let printed = self.buildings[building.index()].tile.printed.as_ref();
        printed.map(|_| ()).ok_or_else(|| FactName::new("tile shape", self.building_name(building)))
    }

    /// Whether a building's tile can lie on exactly these squares.
    pub(super) fn building_fits(
        &self,
        building: BuildingId,
        at: &Footprint,
    ) -> Result<bool, FactName> {
        let tile = &self.buildings[building.index()].tile;
        fits(tile, at, self.building_name(building))
    }

    /// Whether two buildings are of one type: the same shape and colour. Ruling R28.
    pub(super) fn is_same_type(&self, a: BuildingId, b: BuildingId) -> Result<bool, FactName> {
        if a == b {
            return Ok(true);
        }
        if self.is_special(a)? || self.is_special(b)? || self.colour(a)? != self.colour(b)? {
            return Ok(false);
        }
        let printed = |of: BuildingId| {
            let printed = self.buildings[of.index()].tile.printed.as_ref();
            printed
                .and_then(|ways| ways.first())
                .ok_or_else(|| FactName::new("tile shape", self.building_name(of)))
        };
        let (first, second) = (printed(a)?, printed(b)?);
        let tile = &self.buildings[a.index()].tile;
        if tile.allows(second, self.building_name(a)).is_ok_and(|same| same) {
            return Ok(true);
        }
        if !first.is_same(second, true) {
            return Ok(false);
        }
        // Mirror images: one type only if one of them may be turned over.
        for building in [a, b] {
            let turnable = self.buildings[building.index()].tile.turnable;
            let name = || FactName::new("turning over", self.building_name(building));
            if turnable.ok_or_else(name)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Whether no fact is unknown on which the legality of an action can depend.
fn is_complete(pack: &Pack) -> bool {
    let is_told_only = |name: &FactName| matches!(name.what, "solo difficulty" | "side");
    let facts = pack.facts();
    facts.iter().all(|(name, fact)| is_told_only(name) || fact.standing() != Standing::Unknown)
}

/// The normal cost of recruiting from a place of the offer, of what a card takes off it.
pub(super) fn price_of_place(prices: &[Money], place: usize, price: Price) -> Option<Money> {
    prices.get(place).map(|&full| price.of(full))
}

fn fits(tile: &TileShape, at: &Footprint, of: &str) -> Result<bool, FactName> {
    match at.shape() {
        Some(shape) => tile.allows(&shape, of),
        None => Ok(false),
    }
}

fn named<'a>(mut names: impl Iterator<Item = &'a String>, name: &str) -> Option<u8> {
    names.position(|n| n == name).and_then(|index| u8::try_from(index).ok())
}
