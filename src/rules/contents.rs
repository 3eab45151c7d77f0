//! The contents of the box, checked and indexed for play.
//!
//! A [`Pack`] may be nonsense; [`Contents`] are not. Facts unknown to the pack stay unknown here
//! too: every accessor of a fact returns its value or its identifier.

use super::player::Card;
use components::effect::Price;
use components::fact::Certainty;
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
    /// `true` if some fact is unconfirmed.
    doubtful: bool,
    resources: Vec<Resource>,
    races: Vec<Race>,
    buildings: Vec<Building>,
    /// The resource that each adviser requires.
    required: Vec<Stated<ResourceId>>,
}

/// A resolved value of the pack, or the identifier of the fact if unknown.
type Stated<T> = Result<T, FactId>;

#[derive(Clone, Debug, PartialEq)]
struct Resource {
    recipe: Stated<Vec<ResolvedPrerequisite>>,
    tile: TileOrientations,
    card_forbids: Stated<ResourceSet>,
}

/// A prerequisite, resolved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResolvedPrerequisite {
    /// The resource used.
    pub resource: ResourceId,
    /// The payment to its owner.
    pub pays: Points,
}

#[derive(Clone, Debug, PartialEq)]
struct Race {
    resource: Stated<RaceCard>,
    forbidden: Stated<ResourceSet>,
}

/// The origin of a race's own resource, resolved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RaceCard {
    /// Printed on the mat.
    Own(ResourceId),
    /// Any card still free.
    AnyFree,
}

#[derive(Clone, Debug, PartialEq)]
struct Building {
    tile: TileOrientations,
    spaces: Vec<BuildingSpace>,
}

/// The known facts of one space of a prestige building.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BuildingSpace {
    /// The resource required.
    pub resource: Option<ResourceId>,
    /// The points for delivering it.
    pub value: Option<Points>,
}

/// The orientations in which a tile can be placed.
#[derive(Clone, Debug, PartialEq)]
pub struct TileOrientations {
    /// Rotations of the printed side.
    printed: Stated<Vec<Shape>>,
    /// Further orientations if it may be turned over.
    turned: Vec<Shape>,
    turnable: Stated<bool>,
}

impl TileOrientations {
    fn new(shape: Stated<&Shape>, turnable: Stated<&bool>) -> Self {
        let both = shape.as_ref().map(|shape| shape.orientations(true)).unwrap_or_default();
        let printed = shape.map(|shape| shape.orientations(false));
        let front = printed.as_deref().unwrap_or_default();
        let turned = both.into_iter().filter(|shape| !front.contains(shape)).collect();
        Self { printed, turned, turnable: turnable.copied() }
    }

    /// Returns every orientation in which the tile may be placed, the uncertain ones last; empty if
    /// its shape is unknown.
    pub fn all(&self) -> impl Iterator<Item = &Shape> {
        let turned: &[Shape] = if self.turnable == Ok(false) { &[] } else { &self.turned };
        self.printed.iter().flatten().chain(turned)
    }

    /// Returns the rotations of the printed side.
    fn printed(&self) -> Result<&[Shape], FactId> {
        self.printed.as_deref().map_err(Clone::clone)
    }
}

impl Contents {
    /// Checks a pack and indexes it.
    ///
    /// # Errors
    ///
    /// Every fact in it that contradicts the box or itself.
    ///
    /// # Examples
    ///
    /// ```
    /// use rules::contents::Contents;
    ///
    /// let contents = Contents::new(packs::find("practice")?).expect("no contradictions");
    /// let metal = contents.resource_named("Metal").expect("in the pack");
    /// assert_eq!(contents.resource_name(metal), "Metal");
    /// assert!(contents.prerequisites(metal).is_empty()); // a basic resource has no prerequisites
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(pack: Pack) -> Result<Self, Vec<PackProblem>> {
        let found = problems(&pack);
        if !found.is_empty() {
            return Err(found);
        }
        let resources = pack.resources.iter().map(|spec| Resource::new(&pack, spec)).collect();
        let races = pack.races.iter().map(|spec| Race::new(&pack, spec)).collect();
        let buildings = pack.buildings.iter().map(|spec| Building::new(&pack, spec)).collect();
        let required = pack
            .advisers
            .iter()
            .map(|spec| {
                resource_id(&pack, spec.requires()?)
                    .ok_or_else(|| AdviserSpec::id(&spec.key(), AdviserField::Requires))
            })
            .collect();
        Ok(Self {
            resources,
            races,
            buildings,
            required,
            complete: is_complete(&pack),
            doubtful: pack.facts().iter().any(|(_, f)| f.certainty() == Certainty::Unconfirmed),
            pack,
        })
    }

    /// Returns `true` if no fact is unknown that can affect the legality of an action.
    pub(super) fn is_complete(&self) -> bool {
        self.complete
    }

    /// Returns `true` if some fact of the pack is unconfirmed.
    pub const fn has_unconfirmed_facts(&self) -> bool {
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

    /// Returns the underlying pack.
    pub fn pack(&self) -> &Pack {
        &self.pack
    }

    /// Returns every resource, in the order of the pack.
    pub fn resources(&self) -> impl Iterator<Item = ResourceId> + use<> {
        (0..self.resources.len() as u8).map(ResourceId)
    }

    /// Returns every race, in the order of the pack.
    pub fn races(&self) -> impl Iterator<Item = RaceId> + use<> {
        (0..self.races.len() as u8).map(RaceId)
    }

    /// Returns every prestige building, in the order of the pack.
    pub fn buildings(&self) -> impl Iterator<Item = BuildingId> + use<> {
        (0..self.buildings.len() as u8).map(BuildingId)
    }

    /// Returns every achievement, in the order of the pack.
    pub fn achievements(&self) -> impl Iterator<Item = AchievementId> + use<> {
        (0..self.pack.achievements.len() as u8).map(AchievementId)
    }

    /// Returns the printed name of an achievement.
    pub fn achievement_name(&self, achievement: AchievementId) -> &str {
        &self.achievement_spec(achievement).name
    }

    /// Returns the condition of an achievement; `None` if unknown, so that the players judge it.
    pub fn condition(&self, achievement: AchievementId) -> Option<&Condition> {
        self.achievement_spec(achievement).condition.value()
    }

    /// Returns every adviser, in the order of the pack.
    pub fn advisers(&self) -> impl Iterator<Item = AdviserId> + use<> {
        (0..self.pack.advisers.len() as u8).map(AdviserId)
    }

    /// Returns the resource with exactly this name.
    pub fn resource_named(&self, name: &str) -> Option<ResourceId> {
        resource_id(&self.pack, name)
    }

    /// Returns the prestige building with exactly this name.
    pub fn building_named(&self, name: &str) -> Option<BuildingId> {
        self.pack.building_id(name)
    }

    /// Returns the adviser with exactly this name.
    pub fn adviser_named(&self, name: &str) -> Option<AdviserId> {
        named(self.pack.advisers.iter().map(|a| &a.name), name).map(AdviserId)
    }

    /// Returns the race with exactly this name.
    pub fn race_named(&self, name: &str) -> Option<RaceId> {
        named(self.pack.races.iter().map(|r| &r.name), name).map(RaceId)
    }

    /// Returns the printed name of a resource.
    pub fn resource_name(&self, resource: ResourceId) -> &str {
        &self.resource_spec(resource).name
    }

    /// Returns the printed name of a race.
    pub fn race_name(&self, race: RaceId) -> &str {
        &self.race_spec(race).name
    }

    /// Returns the printed name of a prestige building.
    pub fn building_name(&self, building: BuildingId) -> &str {
        &self.building_spec(building).name
    }

    /// Returns the printed name of an adviser.
    pub fn adviser_name(&self, adviser: AdviserId) -> &str {
        &self.adviser_spec(adviser).name
    }

    /// Returns the printed name of a card.
    pub fn card_name(&self, card: Card) -> &str {
        match card {
            Card::Standard(card) => card.name(),
            Card::Adviser(adviser) => self.adviser_name(adviser),
        }
    }

    /// Returns the tier of a resource, if known.
    pub fn tier_of(&self, resource: ResourceId) -> Option<Tier> {
        self.resource_spec(resource).tier.value().copied()
    }

    /// Returns the prerequisites of a resource; empty if unknown or basic.
    pub fn prerequisites(&self, resource: ResourceId) -> &[ResolvedPrerequisite] {
        self.resources[resource.index()].recipe.as_deref().unwrap_or_default()
    }

    /// Returns a reader of facts that records nothing.
    pub const fn facts(&self) -> FactReader<'_> {
        FactReader::new(self, None)
    }

    /// Returns the known facts of a building's spaces, read left to right.
    pub fn spaces(&self, building: BuildingId) -> &[BuildingSpace] {
        &self.buildings[building.index()].spaces
    }

    /// Returns the orientations of a resource's tile.
    pub fn resource_tile(&self, resource: ResourceId) -> &TileOrientations {
        &self.resources[resource.index()].tile
    }

    /// Returns the orientations of a building's tile.
    pub fn building_tile(&self, building: BuildingId) -> &TileOrientations {
        &self.buildings[building.index()].tile
    }
}

impl Resource {
    fn new(pack: &Pack, spec: &ResourceSpec) -> Self {
        let no_card = ResourceCardSpec { resource: spec.name.clone(), ..Default::default() };
        let card = pack.resource_card(&spec.name).unwrap_or(&no_card);
        Self {
            recipe: spec.recipe().map(|recipe| {
                recipe
                    .iter()
                    .filter_map(|prerequisite| {
                        let resource = resource_id(pack, &prerequisite.needs)?;
                        Some(ResolvedPrerequisite { resource, pays: prerequisite.pays })
                    })
                    .collect()
            }),
            tile: TileOrientations::new(spec.shape(), spec.turnable()),
            card_forbids: card.forbids().map(|names| resource_set(pack, names)),
        }
    }
}

impl Race {
    fn new(pack: &Pack, spec: &RaceSpec) -> Self {
        Self {
            resource: spec.resource().and_then(|resource| match resource {
                // A pack without contradictions lists every resource that it names.
                RaceResource::Own(name) => resource_id(pack, name)
                    .map(RaceCard::Own)
                    .ok_or_else(|| RaceSpec::id(&spec.key(), RaceField::Resource)),
                RaceResource::AnyFree => Ok(RaceCard::AnyFree),
            }),
            forbidden: spec.forbidden().map(|names| resource_set(pack, names)),
        }
    }
}

impl Building {
    fn new(pack: &Pack, spec: &BuildingSpec) -> Self {
        Self {
            tile: TileOrientations::new(spec.shape(), spec.turnable()),
            spaces: spec
                .spaces
                .iter()
                .map(|space| BuildingSpace {
                    resource: space.resource.value().and_then(|name| resource_id(pack, name)),
                    value: space.value.value().copied(),
                })
                .collect(),
        }
    }
}

/// Returns `true` if no fact is unknown that can affect the legality of an action.
fn is_complete(pack: &Pack) -> bool {
    pack.facts().iter().all(|(id, fact)| {
        let is_optional = matches!(
            id.field(),
            FactField::Race(RaceField::Solo)
                | FactField::Board(BoardField::Solo | BoardField::Side)
        );
        is_optional || fact.certainty() != Certainty::Unknown
    })
}

/// Returns the cost of recruiting from a place of the offer, after a card's discount.
pub(super) fn price_of_place(prices: &[Money], place: usize, price: Price) -> Option<Money> {
    prices.get(place).map(|&full| price.of(full))
}

fn resource_id(pack: &Pack, name: &str) -> Option<ResourceId> {
    named(pack.resources.iter().map(|spec| &spec.name), name).map(ResourceId)
}

fn resource_set(pack: &Pack, names: &ResourceNames) -> ResourceSet {
    names.0.iter().filter_map(|name| resource_id(pack, name)).collect()
}

fn named<'a>(mut names: impl Iterator<Item = &'a String>, name: &str) -> Option<u8> {
    names.position(|n| n == name).and_then(|index| u8::try_from(index).ok())
}
