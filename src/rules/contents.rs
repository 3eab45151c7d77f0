//! The contents of the box, looked over and indexed for play.
//!
//! [`Pack`] may be nonsense; [`Contents`] is not. What the pack does not know
//! stays unknown here too: every accessor of a fact gives it or its name.

use super::components::{
    AchievementDeck, CardAction, Category, Condition, Difficulty, Pack, Price, RaceResource,
    StandardCard, Terrain, Tier, card_of, space_of,
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
    resources: Vec<Resource>,
    races: Vec<Race>,
    buildings: Vec<Building>,
    advisers: Vec<Adviser>,
    standard: [Option<CardAction>; 6],
}

#[derive(Clone, Debug, PartialEq)]
struct Resource {
    tier: Option<Tier>,
    recipe: Option<Vec<Needed>>,
    tile: TileShape,
    copies: Option<u8>,
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
    action: Option<CardAction>,
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
    #[expect(clippy::option_option, reason = "whether it is known, and then whether it has one")]
    colour: Option<Option<Terrain>>,
    special: Option<bool>,
    tile: TileShape,
    spaces: Vec<Space>,
    space_count: Option<u8>,
    action: Option<CardAction>,
}

/// What is known of one space of a prestige building.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Space {
    /// The resource asked for.
    pub resource: Option<ResourceId>,
    /// The points for delivering it.
    pub value: Option<Points>,
}

#[derive(Clone, Debug, PartialEq)]
struct Adviser {
    tier: Option<u8>,
    points: Option<Points>,
    requires: Option<ResourceId>,
    category: Option<Category>,
    action: Option<CardAction>,
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
                tier: spec.tier.value().copied(),
                recipe: spec
                    .recipe
                    .value()
                    .map(|recipe| recipe.iter().filter_map(needed).collect()),
                tile: TileShape::new(&spec.shape, &spec.turnable),
                copies: spec.copies.value().copied(),
                card_forbids: card.and_then(|card| card.forbids.value()).map(set),
            }
        });
        let races = pack.races.iter().map(|spec| Race {
            resource: spec.resource.value().and_then(|r| match r {
                RaceResource::Own(name) => resource(name).map(RaceCard::Own),
                RaceResource::AnyFree => Some(RaceCard::AnyFree),
            }),
            forbidden: spec.forbidden.value().map(set),
            action: spec.action.value().cloned(),
        });
        let buildings = pack.buildings.iter().map(|spec| {
            let space = |s: &super::components::SpaceSpec| Space {
                resource: s.resource.value().and_then(resource),
                value: s.value.value().copied(),
            };
            Building {
                colour: spec.colour.value().copied(),
                special: spec.special.value().copied(),
                tile: TileShape::new(&spec.shape, &spec.turnable),
                spaces: spec.spaces.iter().map(space).collect(),
                space_count: spec.space_count.value().copied(),
                action: spec.action.value().cloned(),
            }
        });
        let advisers = pack.advisers.iter().map(|spec| Adviser {
            tier: spec.tier.value().copied(),
            points: spec.points.value().copied(),
            requires: spec.requires.value().and_then(resource),
            category: spec.category.value().copied(),
            action: spec.action.value().cloned(),
        });
        let standard = StandardCard::ALL.map(|card| {
            let spec = pack.standard_cards.iter().find(|spec| spec.card == card);
            spec.and_then(|spec| spec.action.value()).cloned()
        });
        Ok(Self {
            resources: resources.collect(),
            races: races.collect(),
            buildings: buildings.collect(),
            advisers: advisers.collect(),
            standard,
            complete: is_complete(&mut pack.clone()),
            pack,
        })
    }

    /// Whether no fact of the pack is unknown.
    pub(super) fn is_complete(&self) -> bool {
        self.complete
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
        &self.pack.achievements[achievement.index()].name
    }

    /// The deck of an achievement.
    ///
    /// # Errors
    ///
    /// The name of the fact, if it is not known.
    pub fn deck_of(&self, achievement: AchievementId) -> Result<AchievementDeck, FactName> {
        let spec = &self.pack.achievements[achievement.index()];
        let deck = spec.deck.value().copied();
        deck.ok_or_else(|| FactName::new("deck", &spec.name))
    }

    /// What an achievement asks for; nothing if it is not known, and so judged by the players.
    #[must_use]
    pub fn condition(&self, achievement: AchievementId) -> Option<&Condition> {
        self.pack.achievements[achievement.index()].condition.value()
    }

    /// The points for an achievement.
    ///
    /// # Errors
    ///
    /// The name of the fact, if it is not known.
    pub fn achievement_points(&self, achievement: AchievementId) -> Result<Points, FactName> {
        let spec = &self.pack.achievements[achievement.index()];
        let points = spec.points.value().copied();
        points.ok_or_else(|| FactName::new("points", &spec.name))
    }

    /// How hard a race makes a solo game.
    ///
    /// # Errors
    ///
    /// The name of the fact, if it is not known.
    pub fn solo_difficulty(&self, race: RaceId) -> Result<Difficulty, FactName> {
        let spec = &self.pack.races[race.index()];
        let solo = spec.solo.value().copied();
        solo.ok_or_else(|| FactName::new("solo difficulty", &spec.name))
    }

    /// Every adviser, in the order of the pack.
    pub fn advisers(&self) -> impl Iterator<Item = AdviserId> + use<> {
        (0..self.advisers.len() as u8).map(AdviserId)
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
        &self.pack.resources[resource.index()].name
    }

    /// The printed name of a race.
    #[must_use]
    pub fn race_name(&self, race: RaceId) -> &str {
        &self.pack.races[race.index()].name
    }

    /// The printed name of a prestige building.
    #[must_use]
    pub fn building_name(&self, building: BuildingId) -> &str {
        &self.pack.buildings[building.index()].name
    }

    /// The printed name of an adviser.
    #[must_use]
    pub fn adviser_name(&self, adviser: AdviserId) -> &str {
        &self.pack.advisers[adviser.index()].name
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
        self.resources[resource.index()].tier
    }

    /// What a resource is made of, as far as it is known.
    #[must_use]
    pub fn made_of(&self, resource: ResourceId) -> &[Needed] {
        self.resources[resource.index()].recipe.as_deref().unwrap_or_default()
    }

    pub(super) fn tier(&self, resource: ResourceId) -> Result<Tier, FactName> {
        let tier = self.resources[resource.index()].tier;
        tier.ok_or_else(|| FactName::new("tier", self.resource_name(resource)))
    }

    pub(super) fn recipe(&self, resource: ResourceId) -> Result<&[Needed], FactName> {
        let recipe = self.resources[resource.index()].recipe.as_deref();
        recipe.ok_or_else(|| FactName::new("recipe", self.resource_name(resource)))
    }

    pub(super) fn copies(&self, resource: ResourceId) -> Result<u8, FactName> {
        let copies = self.resources[resource.index()].copies;
        copies.ok_or_else(|| FactName::new("number of tiles", self.resource_name(resource)))
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
        let action = self.races[race.index()].action.as_ref();
        action.ok_or_else(|| FactName::new("worker action", self.race_name(race)))
    }

    pub(super) fn colour(&self, building: BuildingId) -> Result<Option<Terrain>, FactName> {
        let colour = self.buildings[building.index()].colour;
        colour.ok_or_else(|| FactName::new("colour", self.building_name(building)))
    }

    pub(super) fn is_special(&self, building: BuildingId) -> Result<bool, FactName> {
        let special = self.buildings[building.index()].special;
        special.ok_or_else(|| FactName::new("site", self.building_name(building)))
    }

    pub(super) fn building_action(&self, building: BuildingId) -> Result<&CardAction, FactName> {
        let action = self.buildings[building.index()].action.as_ref();
        action.ok_or_else(|| FactName::new("worker action", self.building_name(building)))
    }

    /// What is known of a building's spaces, read left to right.
    #[must_use]
    pub fn spaces(&self, building: BuildingId) -> &[Space] {
        &self.buildings[building.index()].spaces
    }

    pub(super) fn space_count(&self, building: BuildingId) -> Result<u8, FactName> {
        let count = self.buildings[building.index()].space_count;
        count.ok_or_else(|| FactName::new("number of spaces", self.building_name(building)))
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
        let tier = self.advisers[adviser.index()].tier;
        tier.ok_or_else(|| FactName::new("tier", self.adviser_name(adviser)))
    }

    pub(super) fn adviser_points(&self, adviser: AdviserId) -> Result<Points, FactName> {
        let points = self.advisers[adviser.index()].points;
        points.ok_or_else(|| FactName::new("points", self.adviser_name(adviser)))
    }

    pub(super) fn adviser_requires(&self, adviser: AdviserId) -> Result<ResourceId, FactName> {
        let requires = self.advisers[adviser.index()].requires;
        requires.ok_or_else(|| FactName::new("required resource", self.adviser_name(adviser)))
    }

    pub(super) fn adviser_category(&self, adviser: AdviserId) -> Result<Category, FactName> {
        let category = self.advisers[adviser.index()].category;
        category.ok_or_else(|| FactName::new("category", self.adviser_name(adviser)))
    }

    /// The main action of a card; Call to Vote has none.
    pub(super) fn main_action(&self, card: Card) -> Result<&CardAction, FactName> {
        let action = match card {
            Card::Standard(card) => self.standard[card as usize].as_ref(),
            Card::Adviser(adviser) => self.advisers[adviser.index()].action.as_ref(),
        };
        action.ok_or_else(|| FactName::new("main action", self.card_name(card)))
    }

    pub(super) fn adviser_prices(&self) -> Result<&[Money], FactName> {
        let prices = self.pack.offer.adviser_prices.value();
        prices.map(Vec::as_slice).ok_or_else(|| FactName::new("prices of the adviser offer", ""))
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
fn is_complete(pack: &mut Pack) -> bool {
    let mut complete = true;
    pack.each_fact(|name, fact| {
        let told_only = ["solo difficulty", "side"].contains(&name.what);
        complete &= told_only || fact.standing() != Standing::Unknown;
    });
    complete
}

/// A count of the box, or of what a player starts with.
pub(super) fn count_of(fact: &Fact<u16>, what: &'static str) -> Result<i32, FactName> {
    fact.value().map(|&n| i32::from(n)).ok_or_else(|| FactName::new(what, ""))
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
