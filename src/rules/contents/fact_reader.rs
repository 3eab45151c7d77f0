//! Reading facts, and the record of facts read.
//!
//! A verdict depends on the facts read while it was made, so checks read through [`FactReader`].
//! Code for which a missing fact is no obstacle reads the contents directly, without a record.

use std::sync::{Arc, Mutex, PoisonError};

use super::{Contents, RaceCard, ResolvedPrerequisite, TileOrientations};
use crate::player::Card;
use components::effect::CardAction;
use components::fact_id::FactId;
use components::ids::{AchievementId, AdviserId, BuildingId, RaceId, ResourceId, ResourceSet};
use components::quantity::{Money, Points};
use components::specs::{
    AchievementDeck, AchievementField, AdviserField, BuildingField, Category, CountField,
    Difficulty, OfferField, RaceField, ResourceCardField, ResourceField, SpaceField,
    StandardCardField, Terrain, Tier,
};
use components::tile::{Footprint, Shape};

/// Facts read so far, in the order of reading. Off unless the facts behind a verdict are requested.
#[derive(Clone, Debug, Default)]
pub(crate) struct ReadLog(Option<Arc<Mutex<Vec<FactId>>>>);

/// Always equal: games do not differ by the facts read in them.
impl PartialEq for ReadLog {
    fn eq(&self, _other: &Self) -> bool {
        true
    }
}

impl ReadLog {
    /// Starts an empty log that is shared by its clones.
    pub(crate) fn started() -> Self {
        Self(Some(Arc::default()))
    }

    /// Returns `true` if reading is recorded.
    pub(crate) const fn is_on(&self) -> bool {
        self.0.is_some()
    }

    /// Returns the facts read, each once.
    pub(crate) fn facts(&self) -> Vec<FactId> {
        let read = self.0.as_ref().map(|read| read.lock().unwrap_or_else(PoisonError::into_inner));
        read.map_or_else(Vec::new, |read| read.clone())
    }

    /// Runs a check for which missing facts are no obstacle, without recording its reads.
    pub(crate) fn without_recording<T>(&self, check: impl FnOnce() -> T) -> T {
        let before = self.facts().len();
        let result = check();
        if let Some(read) = &self.0 {
            read.lock().unwrap_or_else(PoisonError::into_inner).truncate(before);
        }
        result
    }

    fn note(&self, fact: impl FnOnce() -> FactId) {
        if let Some(read) = &self.0 {
            let mut read = read.lock().unwrap_or_else(PoisonError::into_inner);
            let fact = fact();
            if !read.contains(&fact) {
                read.push(fact);
            }
        }
    }
}

/// A tile whose shape is a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ShapedTile {
    /// The tile of an advanced resource.
    Resource(ResourceId),
    /// The tile of a prestige building.
    Building(BuildingId),
}

/// Reads facts of the box. Every method returns the value, or the identifier if it is unknown.
#[derive(Clone, Copy, Debug)]
pub struct FactReader<'a> {
    contents: &'a Contents,
    log: Option<&'a ReadLog>,
}

impl<'a> FactReader<'a> {
    pub(crate) const fn new(contents: &'a Contents, log: Option<&'a ReadLog>) -> Self {
        Self { contents, log }
    }

    /// Records that a fact was read, if it is known.
    fn read<T>(self, value: Result<T, FactId>, fact: impl FnOnce() -> FactId) -> Result<T, FactId> {
        if let (Ok(_), Some(log)) = (&value, self.log) {
            log.note(fact);
        }
        value
    }

    fn resource<T>(
        self,
        resource: ResourceId,
        field: ResourceField,
        value: Result<T, FactId>,
    ) -> Result<T, FactId> {
        self.read(value, || FactId::Resource(self.contents.resource_name(resource).into(), field))
    }

    fn race<T>(
        self,
        race: RaceId,
        field: RaceField,
        value: Result<T, FactId>,
    ) -> Result<T, FactId> {
        self.read(value, || FactId::Race(self.contents.race_name(race).into(), field))
    }

    fn building<T>(
        self,
        building: BuildingId,
        field: BuildingField,
        value: Result<T, FactId>,
    ) -> Result<T, FactId> {
        self.read(value, || FactId::Building(self.contents.building_name(building).into(), field))
    }

    fn adviser<T>(
        self,
        adviser: AdviserId,
        field: AdviserField,
        value: Result<T, FactId>,
    ) -> Result<T, FactId> {
        self.read(value, || FactId::Adviser(self.contents.adviser_name(adviser).into(), field))
    }

    fn achievement<T>(
        self,
        achievement: AchievementId,
        field: AchievementField,
        value: Result<T, FactId>,
    ) -> Result<T, FactId> {
        let name = || self.contents.achievement_name(achievement).into();
        self.read(value, || FactId::Achievement(name(), field))
    }

    pub(crate) fn tier(self, resource: ResourceId) -> Result<Tier, FactId> {
        let tier = self.contents.resource_spec(resource).tier().copied();
        self.resource(resource, ResourceField::Tier, tier)
    }

    pub(crate) fn recipe(self, resource: ResourceId) -> Result<&'a [ResolvedPrerequisite], FactId> {
        let recipe = self.contents.resources[resource.index()].recipe.as_deref();
        self.resource(resource, ResourceField::Recipe, recipe.map_err(Clone::clone))
    }

    pub(crate) fn copies(self, resource: ResourceId) -> Result<u8, FactId> {
        let copies = self.contents.resource_spec(resource).copies().copied();
        self.resource(resource, ResourceField::Copies, copies)
    }

    pub(crate) fn card_forbids(self, resource: ResourceId) -> Result<ResourceSet, FactId> {
        let forbids = self.contents.resources[resource.index()].card_forbids.clone();
        self.read(forbids, || {
            let name = self.contents.resource_name(resource).into();
            FactId::ResourceCard(name, ResourceCardField::Forbidden)
        })
    }

    pub(crate) fn race_card(self, race: RaceId) -> Result<RaceCard, FactId> {
        self.race(race, RaceField::Resource, self.contents.races[race.index()].resource.clone())
    }

    pub(crate) fn race_forbids(self, race: RaceId) -> Result<ResourceSet, FactId> {
        self.race(race, RaceField::Forbidden, self.contents.races[race.index()].forbidden.clone())
    }

    pub(crate) fn race_action(self, race: RaceId) -> Result<&'a CardAction, FactId> {
        self.race(race, RaceField::Action, self.contents.race_spec(race).action())
    }

    /// Reads the difficulty of a solo game with a race.
    ///
    /// # Errors
    ///
    /// The identifier of the fact if it is unknown.
    pub fn solo_difficulty(self, race: RaceId) -> Result<Difficulty, FactId> {
        self.race(race, RaceField::Solo, self.contents.race_spec(race).solo().copied())
    }

    pub(crate) fn colour(self, building: BuildingId) -> Result<Option<Terrain>, FactId> {
        let colour = self.contents.building_spec(building).colour().copied();
        self.building(building, BuildingField::Colour, colour)
    }

    pub(crate) fn is_special(self, building: BuildingId) -> Result<bool, FactId> {
        let special = self.contents.building_spec(building).special().copied();
        self.building(building, BuildingField::Special, special)
    }

    pub(crate) fn building_action(self, building: BuildingId) -> Result<&'a CardAction, FactId> {
        let action = self.contents.building_spec(building).action();
        self.building(building, BuildingField::Action, action)
    }

    pub(crate) fn space_count(self, building: BuildingId) -> Result<u8, FactId> {
        let count = self.contents.building_spec(building).space_count().copied();
        self.building(building, BuildingField::SpaceCount, count)
    }

    /// Reads the resource that a space requires; `place` is from 0.
    pub(crate) fn space_resource(
        self,
        building: BuildingId,
        place: usize,
    ) -> Result<ResourceId, FactId> {
        let space = self.contents.spaces(building).get(place);
        let resource = space.and_then(|space| space.resource);
        self.space(building, place, SpaceField::Resource, resource)
    }

    /// Reads the number of a building's spaces and the resource of each.
    pub(crate) fn all_spaces(self, building: BuildingId) -> Result<(), FactId> {
        let listed = self.contents.spaces(building).len();
        for place in 0..listed {
            self.space_resource(building, place)?;
        }
        let count = usize::from(self.space_count(building)?);
        (listed..count).try_for_each(|place| self.space_resource(building, place).map(drop))
    }

    /// Reads the points for a delivery to a space; `place` is from 0.
    pub(crate) fn space_value(self, building: BuildingId, place: usize) -> Result<Points, FactId> {
        let space = self.contents.spaces(building).get(place);
        let value = space.and_then(|space| space.value);
        self.space(building, place, SpaceField::Value, value)
    }

    fn space<T>(
        self,
        building: BuildingId,
        place: usize,
        field: SpaceField,
        value: Option<T>,
    ) -> Result<T, FactId> {
        let id = || {
            let place = u8::try_from(place).unwrap_or(u8::MAX);
            FactId::Space(self.contents.building_name(building).into(), place, field)
        };
        self.read(value.ok_or_else(id), id)
    }

    pub(crate) fn adviser_tier(self, adviser: AdviserId) -> Result<u8, FactId> {
        let tier = self.contents.adviser_spec(adviser).tier().copied();
        self.adviser(adviser, AdviserField::Tier, tier)
    }

    pub(crate) fn adviser_points(self, adviser: AdviserId) -> Result<Points, FactId> {
        let points = self.contents.adviser_spec(adviser).points().copied();
        self.adviser(adviser, AdviserField::Points, points)
    }

    pub(crate) fn adviser_requires(self, adviser: AdviserId) -> Result<ResourceId, FactId> {
        let requires = self.contents.required[adviser.index()].clone();
        self.adviser(adviser, AdviserField::Requires, requires)
    }

    pub(crate) fn adviser_category(self, adviser: AdviserId) -> Result<Category, FactId> {
        let category = self.contents.adviser_spec(adviser).category().copied();
        self.adviser(adviser, AdviserField::Category, category)
    }

    /// Reads the main action of a card. Call to Vote is a procedure and has none.
    pub(crate) fn main_action(self, card: Card) -> Result<&'a CardAction, FactId> {
        match card {
            Card::Standard(card) => {
                let id = || FactId::StandardCard(card, StandardCardField::Action);
                let spec = self.contents.pack.standard_card(&card);
                self.read(spec.map_or_else(|| Err(id()), |spec| spec.action()), id)
            }
            Card::Adviser(adviser) => {
                let action = self.contents.adviser_spec(adviser).action();
                self.adviser(adviser, AdviserField::Action, action)
            }
        }
    }

    pub(crate) fn adviser_prices(self) -> Result<&'a [Money], FactId> {
        let prices = self.contents.pack.offer.adviser_prices().map(Vec::as_slice);
        self.read(prices, || FactId::Offer(OfferField::AdviserPrices))
    }

    /// Reads a quantity in the box.
    pub(crate) fn count(self, field: CountField) -> Result<i32, FactId> {
        let count = self.contents.pack.counts.count(field).value();
        let id = || FactId::Count(field);
        self.read(count.map(|&count| i32::from(count)).ok_or_else(id), id)
    }

    /// Reads the deck of an achievement.
    ///
    /// # Errors
    ///
    /// The identifier of the fact if it is unknown.
    pub fn deck_of(self, achievement: AchievementId) -> Result<AchievementDeck, FactId> {
        let deck = self.contents.achievement_spec(achievement).deck().copied();
        self.achievement(achievement, AchievementField::Deck, deck)
    }

    /// Reads the points for an achievement.
    ///
    /// # Errors
    ///
    /// The identifier of the fact if it is unknown.
    pub fn achievement_points(self, achievement: AchievementId) -> Result<Points, FactId> {
        let points = self.contents.achievement_spec(achievement).points().copied();
        self.achievement(achievement, AchievementField::Points, points)
    }

    fn orientations(self, tile: ShapedTile) -> &'a TileOrientations {
        match tile {
            ShapedTile::Resource(resource) => self.contents.resource_tile(resource),
            ShapedTile::Building(building) => self.contents.building_tile(building),
        }
    }

    /// Reads the rotations of the printed side of a tile.
    pub(crate) fn printed(self, tile: ShapedTile) -> Result<&'a [Shape], FactId> {
        let printed = self.orientations(tile).printed();
        match tile {
            ShapedTile::Resource(resource) => {
                self.resource(resource, ResourceField::Shape, printed)
            }
            ShapedTile::Building(building) => {
                self.building(building, BuildingField::Shape, printed)
            }
        }
    }

    fn turnable(self, tile: ShapedTile) -> Result<bool, FactId> {
        let turnable = self.orientations(tile).turnable.clone();
        match tile {
            ShapedTile::Resource(resource) => {
                self.resource(resource, ResourceField::Turnable, turnable)
            }
            ShapedTile::Building(building) => {
                self.building(building, BuildingField::Turnable, turnable)
            }
        }
    }

    /// Returns `true` if a tile may be placed in this orientation.
    pub(crate) fn allows(self, tile: ShapedTile, shape: &Shape) -> Result<bool, FactId> {
        if self.printed(tile)?.contains(shape) {
            return Ok(true);
        }
        if !self.orientations(tile).turned.contains(shape) {
            return Ok(false);
        }
        self.turnable(tile)
    }

    /// Returns `true` if a tile can cover exactly these squares.
    pub(crate) fn fits(self, tile: ShapedTile, at: &Footprint) -> Result<bool, FactId> {
        at.shape().map_or(Ok(false), |shape| self.allows(tile, &shape))
    }

    /// Returns `true` if two buildings are of one type: the same shape and color. Ruling R28.
    pub(crate) fn is_same_type(self, a: BuildingId, b: BuildingId) -> Result<bool, FactId> {
        if a == b {
            return Ok(true);
        }
        if self.is_special(a)? || self.is_special(b)? || self.colour(a)? != self.colour(b)? {
            return Ok(false);
        }
        self.is_same_shape(ShapedTile::Building(a), ShapedTile::Building(b))
    }

    /// Returns `true` if two tiles have the same shape; turning over counts if one of them allows
    /// it.
    fn is_same_shape(self, a: ShapedTile, b: ShapedTile) -> Result<bool, FactId> {
        self.printed(a)?;
        let theirs = &self.printed(b)?[0];
        if self.allows(a, theirs) == Ok(true) {
            return Ok(true);
        }
        // Mirror images.
        Ok(self.orientations(a).turned.contains(theirs)
            && (self.turnable(a)? || self.turnable(b)?))
    }
}
