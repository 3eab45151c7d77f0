//! The contents of a box as a component pack states them.
//!
//! A pack is data that a person typed in: it may be incomplete, and until
//! `rules::contents::Contents::new` has checked it, inconsistent. Printed
//! English names identify components, so that two people's packs agree. `packs`
//! reads and writes pack files.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::board_drawing::{BoardDrawing, UNKNOWN_MARK};
use super::effect::CardAction;
use super::fact::{AnyFact, Certainty, Fact};
use super::fact_id::{BoxKey, FactId, Name, SpaceKey};
use super::field::{Component, FactComponent, Facts, FactsMut, ListEntry, component};
use super::ids::BuildingId;
use super::quantity::{Money, Points};
use super::square::Square;
use super::tile::Shape;

component! {
    /// All known facts about one copy of the box, or about a part of it.
    #[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(default, deny_unknown_fields)]
    pub struct Pack overlaid by overlay_pack {
        /// Short name, as typed after `--pack`: `practice`.
        pub name: String,
        /// A short title.
        pub title: String,
        /// The version of the facts, incremented when they change.
        pub version: u32,
        /// The version of the file format; omitted for the first.
        #[serde(skip_serializing_if = "is_first_form")]
        pub form: u32,
        /// The name of the built-in pack that this one overlays; empty for a complete pack.
        #[serde(skip_serializing_if = "String::is_empty")]
        pub over: String,
        /// The sources of known facts, by key.
        pub sources: BTreeMap<String, String>,
        /// Resources, basic ones first, in printed order.
        pub resources: Vec<ResourceSpec>,
        /// Races and their mats.
        pub races: Vec<RaceSpec>,
        /// The cards that give control of a basic resource.
        pub resource_cards: Vec<ResourceCardSpec>,
        /// Prestige buildings: card and tile.
        pub buildings: Vec<BuildingSpec>,
        /// Adviser cards.
        pub advisers: Vec<AdviserSpec>,
        /// The main actions of the standard cards.
        pub standard_cards: Vec<StandardCardSpec>,
        /// Achievement cards.
        pub achievements: Vec<AchievementSpec>,
        /// The board with the proposals and the advisers on offer.
        pub offer: OfferSpec,
        /// Map boards.
        pub boards: Vec<BoardSpec>,
        /// The quantities in the box.
        pub counts: Counts,
    }
}

component! {
    /// A resource and its tiles.
    #[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(default, deny_unknown_fields)]
    pub struct ResourceSpec as Resource(name: Name) with ResourceField {
        /// Printed name.
        pub name: String,
        /// Basic, tier 2 or tier 3.
        pub tier: Fact<Tier> = Tier "tier",
        /// The prerequisites with their payments; empty for a basic resource.
        pub recipe: Fact<Vec<Prerequisite>> = Recipe "recipe",
        /// Shape of the tile.
        pub shape: Fact<Shape> = Shape "tile shape",
        /// `true` if the tile may be turned over (ruling R14).
        pub turnable: Fact<bool> = Turnable "turning over",
        /// The number of tiles.
        pub copies: Fact<u8> = Copies "number of tiles",
    }
}

/// A resource that a tile needs, with its payment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Prerequisite {
    /// The resource.
    pub needs: String,
    /// The points paid to its owner.
    pub pays: Points,
    /// The printed value in brackets, `(+n)`, if there is one: a check on typed-in data.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bracket: Option<Points>,
}

enum_table::enum_table! {
    /// The level of processing, lowest first.
    #[derive(Serialize, Deserialize)]
    pub enum Tier {
        /// The number of squares of a tile.
        squares: usize,
        /// The cost of building a tile; a basic resource is imported instead.
        cost: Option<Money>,
    }

    /// A trade stall: imported, one square.
    Basic = 1, None;
    /// Built from basic resources: three squares, $4.
    Two = 3, Some(Money(4));
    /// Built from at least one tier 2 resource: four squares, $6.
    Three = 4, Some(Money(6));
}

enum_table::enum_table! {
    /// The four kinds of buildable land, cheapest first.
    #[derive(Serialize, Deserialize)]
    pub enum Terrain {
        /// The word on screen.
        name: &'static str,
        /// The cost of importing to such a square. Rulebook, "Trade".
        import_cost: Money,
        /// The cost of access to a tile on such a square. Rulebook, "Trade".
        access_cost: Money,
    }

    /// Red.
    Entrance = "entrance", Money(1), Money(2);
    /// White.
    Coastal = "coastal", Money(2), Money(3);
    /// Green.
    Forested = "forested", Money(3), Money(4);
    /// Gray.
    Central = "central", Money(3), Money(4);
}

component! {
    /// A race and its player mat.
    #[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(default, deny_unknown_fields)]
    pub struct RaceSpec as Race(name: Name) with RaceField {
        /// Printed name.
        pub name: String,
        /// Color of its pieces.
        pub colour: Fact<String> = Colour "colour",
        /// The basic resource it brings, or the choice of any free card (Aesther).
        pub resource: Fact<RaceResource> = Resource "resource",
        /// Resources whose cards it may not choose.
        pub forbidden: Fact<ResourceNames> = Forbidden "forbidden resources",
        /// The action of a worker on the mat.
        pub action: Fact<CardAction> = Action "worker action",
        /// The difficulty of a solo game with the race.
        pub solo: Fact<Difficulty> = Solo "solo difficulty",
    }
}

/// Names of resources. Their order on a card has no meaning.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ResourceNames(pub Vec<String>);

/// The source of a race's own resource.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum RaceResource {
    /// Printed on the mat.
    Own(String),
    /// Any free card, chosen together with the race.
    AnyFree,
}

enum_table::enum_table! {
    /// Difficulty of a solo game, the easiest first.
    #[derive(Serialize, Deserialize)]
    pub enum Difficulty {
        /// The words on screen.
        name: &'static str,
    }

    Easy = "easy";
    Normal = "normal";
    Medium = "medium";
    Hard = "hard";
    VeryHard = "very hard";
}

/// The two sides of the printed map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Side {
    /// The city itself, with a compass rose.
    Thematic,
    /// Three alike sections around the middle.
    Symmetric,
}

component! {
    /// A resource card: the player who holds it controls the resource.
    #[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(default, deny_unknown_fields)]
    pub struct ResourceCardSpec as ResourceCard(resource: Name) with ResourceCardField {
        /// The basic resource.
        pub resource: String,
        /// Resources that may not be chosen after this card.
        pub forbids: Fact<ResourceNames> = Forbidden "forbidden resources",
    }
}

component! {
    /// A prestige building: its card and its tile.
    #[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(default, deny_unknown_fields)]
    pub struct BuildingSpec as Building(name: Name) with BuildingField {
        /// Printed name.
        pub name: String,
        /// The terrain required for at least one of its squares; `None` for a special building.
        pub colour: Fact<Option<Terrain>> = Colour "colour",
        /// Shape of the tile.
        pub shape: Fact<Shape> = Shape "tile shape",
        /// `true` if the tile may be turned over.
        pub turnable: Fact<bool> = Turnable "turning over",
        /// `true` if it is placed on a reserved site and nowhere else.
        pub special: Fact<bool> = Special "site",
        /// The number of resources it asks for.
        pub space_count: Fact<u8> = SpaceCount "number of spaces",
        /// The known facts of its spaces, read left to right.
        pub spaces: Vec<SpaceSpec>,
        /// The action of a worker on the card.
        pub action: Fact<CardAction> = Action "worker action",
    }
}

component! {
    /// One resource a prestige building asks for.
    #[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(default, deny_unknown_fields)]
    pub struct SpaceSpec as Space within SpaceKey with SpaceField overlaid by overlay_space {
        /// The resource asked for.
        pub resource: Fact<String> = Resource "resource",
        /// The points its delivery earns.
        pub value: Fact<Points> = Value "value",
        /// The printed value in brackets, if there is one.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub bracket: Option<Points>,
    }
}

component! {
    /// An adviser card.
    #[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(default, deny_unknown_fields)]
    pub struct AdviserSpec as Adviser(name: Name) with AdviserField {
        /// Printed name.
        pub name: String,
        /// Tier 1, 2 or 3: its part of the deck.
        pub tier: Fact<u8> = Tier "tier" as "1|2|3",
        /// Points on recruiting.
        pub points: Fact<Points> = Points "points",
        /// The resource a recruiter owns or has access to.
        pub requires: Fact<String> = Requires "required resource",
        /// The standard card that others follow it as.
        pub category: Fact<Category> = Category "category",
        /// Its main action.
        pub action: Fact<CardAction> = Action "main action",
    }
}

enum_table::enum_table! {
    /// The four kinds of call to work, in printed order.
    #[derive(Serialize, Deserialize)]
    pub enum Category {
        /// The printed name.
        name: &'static str,
    }

    /// Take an adviser.
    Recruit = "Recruit";
    /// Import, or buy access.
    Trade = "Trade";
    /// Build an advanced resource.
    Upgrade = "Upgrade";
    /// Build a house, a bridge or a gate.
    Construct = "Construct";
}

enum_table::enum_table! {
    /// The cards that every player starts with, in printed order.
    #[derive(Serialize, Deserialize)]
    pub enum StandardCard {
        /// The printed name.
        name: &'static str,
    }

    Recruit = "Recruit";
    Trade = "Trade";
    Upgrade = "Upgrade";
    Construct = "Construct";
    CallToVote = "Call to Vote";
    /// Income, with two players only.
    Income = "Income";
}

component! {
    /// The main action of a standard card. Call to Vote is a separate procedure and not listed.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct StandardCardSpec as StandardCard(card: StandardCard) with StandardCardField {
        /// The card.
        pub card: StandardCard,
        /// Its main action.
        pub action: Fact<CardAction> = Action "main action",
    }
}

component! {
    /// An achievement card.
    #[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(default, deny_unknown_fields)]
    pub struct AchievementSpec as Achievement(name: Name) with AchievementField {
        /// Name, or the condition in a few words.
        pub name: String,
        /// Its deck, which determines the time of scoring.
        pub deck: Fact<AchievementDeck> = Deck "deck",
        /// The condition for scoring it.
        pub condition: Fact<Condition> = Condition "condition",
        /// Points for each player who has it.
        pub points: Fact<Points> = Points "points",
    }
}

enum_table::enum_table! {
    /// The three achievement decks, in the order in which they are scored.
    #[derive(Serialize, Deserialize)]
    pub enum AchievementDeck {
        /// The word on screen.
        name: &'static str,
    }

    /// Scored at the end of the first turn in which any player has it.
    Immediate = "immediate";
    /// Scored at the end of the turn of the second completion.
    MidGame = "mid-game";
    /// Scored at the end.
    EndGame = "end-game";
}

/// A condition of an achievement. Numbers are minimums.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Condition {
    /// This many houses on the board.
    Houses(u8),
    /// This many bridges and gates on the board.
    Bridges(u8),
    /// A tile of this tier owned in every section.
    TierInEverySection(Tier),
    /// This many different resources owned.
    OwnsResources(u8),
    /// This many tiles of this tier owned.
    OwnsTiles(Tier, u8),
    /// Access to this many resources that the player does not own.
    AccessResources(u8),
    /// Delivery tokens on this many prestige buildings.
    DeliveredTo(u8),
    /// This many adviser cards.
    Advisers(u8),
    /// This much lasting influence held.
    LastingInfluence(u8),
    /// This much money held.
    MoneyHeld(Money),
    /// A condition in words, judged by the players.
    ByHand(String),
}

component! {
    /// The board with the offers.
    #[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(default, deny_unknown_fields)]
    pub struct OfferSpec as Offer with OfferField {
        /// The cost of each place of the adviser offer, from the left (ruling R12).
        pub adviser_prices: Fact<Vec<Money>> = AdviserPrices "prices of the adviser offer",
    }
}

component! {
    /// One side of the map board.
    ///
    /// Grids are drawn row by row, one character a square.
    #[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(default, deny_unknown_fields)]
    pub struct BoardSpec as Board(name: Name) with BoardField overlaid by overlay_board {
        /// Its name.
        pub name: String,
        /// `e` entrance, `c` coastal, `f` forested, `g` central (gray), `~` river, `#` wall,
        /// `s` reserved site, `?` land of unknown terrain, a space or `.` not part of the city.
        pub terrain: Fact<Vec<String>> = Terrain "terrain",
        /// `1`, `2`, `3` for the section of each land square, any other mark elsewhere; `?` if the
        /// section is unknown, on a board that is entered during play.
        pub sections: Fact<Vec<String>> = Sections "sections",
        /// Names of the three sections, in the order of their digits.
        pub section_names: Vec<String>,
        /// Gray squares with the number printed on each.
        pub starts: Fact<Vec<(Square, u8)>> = Starts "start squares",
        /// Reserved sites.
        pub sites: Fact<Vec<SiteSpec>> = Sites "reserved sites",
        /// Names printed on the map, each with one of its squares.
        pub districts: Vec<(String, Square)>,
        /// The side of the map.
        pub side: Fact<Side> = Side "side",
        /// The difficulty of a solo game that starts in each section, in the order of their digits.
        pub solo: Fact<Vec<Difficulty>> = Solo "solo difficulty",
    }
}

/// A site reserved for special buildings.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SiteSpec {
    /// The buildings allowed there.
    pub buildings: Vec<String>,
    /// The squares of the site.
    pub squares: Vec<Square>,
}

macro_rules! counts {
    ($($(#[$about:meta])* $field:ident: $Fact:ident $label:literal,)*) => {
        component! {
            /// Quantities in the box, and the supply of each player.
            #[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
            #[serde(default, deny_unknown_fields)]
            pub struct Counts as Count with CountField {
                $($(#[$about])* pub $field: Fact<u16> = $Fact $label,)*
            }
        }

        impl Counts {
            /// Returns the count of a field.
            pub const fn count(&self, field: CountField) -> &Fact<u16> {
                match field {
                    $(CountField::$Fact => &self.$field,)*
                }
            }

            /// Lists every count with its field, as mutable.
            pub fn all_mut(&mut self) -> Vec<(CountField, &mut Fact<u16>)> {
                vec![$((CountField::$Fact, &mut self.$field)),*]
            }
        }
    };
}

counts! {
    /// Dollars each player starts with.
    start_money: StartMoney "starting money",
    /// Prestige building cards.
    prestige_cards: PrestigeCards "number of prestige building cards",
    /// Adviser cards.
    adviser_cards: AdviserCards "number of adviser cards",
    /// Houses of each player.
    houses: Houses "number of houses of a player",
    /// Bridges and gates of each player.
    bridges: Bridges "number of bridges and gates of a player",
    /// Workers of each player.
    workers: Workers "number of workers of a player",
    /// Claim tokens of each player.
    claim_tokens: ClaimTokens "number of claim tokens of a player",
    /// Delivery tokens of each player.
    delivery_tokens: DeliveryTokens "number of delivery tokens of a player",
    /// Road tiles.
    roads: Roads "number of road tiles",
    /// Fleeting influence tokens.
    fleeting: Fleeting "number of fleeting influence tokens",
    /// Lasting influence tokens.
    lasting: Lasting "number of lasting influence tokens",
    /// Completion tokens.
    completion_tokens: CompletionTokens "number of completion tokens",
    /// Dollars in the bank, in total.
    dollars: Dollars "money in the box",
}

/// Implements the lookup of a component in each list of a pack.
macro_rules! lists {
    ($($list:ident: $one:ident, $Spec:ident by $key:ident: $Key:ty;)*) => {
        impl Pack {
            $(
                /// Returns the entry of a component; `None` if the pack does not list it.
                pub fn $one(&self, $key: &$Key) -> Option<&$Spec> {
                    self.$list.iter().find(|spec| spec.$key == *$key)
                }
            )*
        }
    };
}

lists! {
    resources: resource, ResourceSpec by name: str;
    races: race, RaceSpec by name: str;
    resource_cards: resource_card, ResourceCardSpec by resource: str;
    buildings: building, BuildingSpec by name: str;
    advisers: adviser, AdviserSpec by name: str;
    standard_cards: standard_card, StandardCardSpec by card: StandardCard;
    achievements: achievement, AchievementSpec by name: str;
    boards: board, BoardSpec by name: str;
}

impl Pack {
    /// Lists every fact, known or not, in the order of the file.
    pub fn facts(&self) -> Facts<'_> {
        self.facts_of(&BoxKey)
    }

    /// Lists every fact, known or not, as mutable.
    pub fn facts_mut(&mut self) -> FactsMut<'_> {
        self.facts_of_mut(&BoxKey)
    }

    /// Clears every fact that `keep` rejects, and each number in brackets without its value.
    pub fn retain_facts(&mut self, keep: impl Fn(&FactId) -> bool) {
        for (id, fact) in self.facts_mut() {
            if !keep(&id) {
                fact.clear();
            }
        }
        for space in self.buildings.iter_mut().flat_map(|building| &mut building.spaces) {
            if space.value.value().is_none() {
                space.bracket = None;
            }
        }
    }

    /// Returns a fact; `None` if the pack does not list its component or packs do not state such
    /// facts.
    pub fn fact(&self, id: &FactId) -> Option<&dyn AnyFact> {
        Some(match id {
            FactId::Resource(name, field) => self.resource(name)?.fact(*field),
            FactId::Race(name, field) => self.race(name)?.fact(*field),
            FactId::ResourceCard(name, field) => self.resource_card(name)?.fact(*field),
            FactId::Building(name, field) => self.building(name)?.fact(*field),
            FactId::Space(name, place, field) => self.space(name, *place)?.fact(*field),
            FactId::Adviser(name, field) => self.adviser(name)?.fact(*field),
            FactId::StandardCard(card, field) => self.standard_card(card)?.fact(*field),
            FactId::Achievement(name, field) => self.achievement(name)?.fact(*field),
            FactId::Offer(field) => self.offer.fact(*field),
            FactId::Board(name, field) => self.board(name)?.fact(*field),
            FactId::Count(field) => self.counts.fact(*field),
            FactId::Square(..) | FactId::Site { .. } => return None,
        })
    }

    /// Checks whether two packs list a component and agree on a fact of it; both may not know it.
    ///
    /// Values are compared by meaning, ignoring the order of prerequisites, the rotation of a drawn
    /// tile and numbers in brackets.
    pub fn states_same(&self, other: &Self, id: &FactId) -> bool {
        macro_rules! same {
            ($find:ident($($key:expr),+), $field:expr) => {
                match (self.$find($($key),+), other.$find($($key),+)) {
                    (Some(ours), Some(theirs)) => ours.is_same(theirs, *$field),
                    _ => false,
                }
            };
        }
        match id {
            FactId::Resource(name, field) => same!(resource(name), field),
            FactId::Race(name, field) => same!(race(name), field),
            FactId::ResourceCard(name, field) => same!(resource_card(name), field),
            FactId::Building(name, field) => same!(building(name), field),
            FactId::Space(name, place, field) => same!(space(name, *place), field),
            FactId::Adviser(name, field) => same!(adviser(name), field),
            FactId::StandardCard(card, field) => same!(standard_card(card), field),
            FactId::Achievement(name, field) => same!(achievement(name), field),
            FactId::Offer(field) => self.offer.is_same(&other.offer, *field),
            FactId::Board(name, field) => same!(board(name), field),
            FactId::Count(field) => self.counts.is_same(&other.counts, *field),
            FactId::Square(..) | FactId::Site { .. } => false,
        }
    }

    /// Checks whether two packs state a fact with different meanings.
    pub fn differs_from(&self, other: &Self, id: &FactId) -> bool {
        self.is_stated(id) && other.is_stated(id) && !self.states_same(other, id)
    }

    fn is_stated(&self, id: &FactId) -> bool {
        self.fact(id).is_some_and(|fact| fact.certainty() != Certainty::Unknown)
    }

    /// Returns the index of the prestige building of that exact name.
    pub fn building_id(&self, name: &str) -> Option<BuildingId> {
        let place = self.buildings.iter().position(|building| building.name == name)?;
        u8::try_from(place).ok().map(BuildingId)
    }

    /// Returns a space of a building, counted from 0; `None` if it is not listed.
    fn space(&self, building: &str, place: u8) -> Option<&SpaceSpec> {
        self.building(building)?.spaces.get(usize::from(place))
    }
}

impl BoardSpec {
    /// Creates a board of known name and size only, for entering it while it is played on.
    pub fn open(name: &str, columns: u8, rows: u8, source: &str) -> Self {
        let rows = BoardDrawing::new((columns, rows), |_| UNKNOWN_MARK).rows();
        let drawing = Fact::Known(rows, source.to_owned());
        Self {
            name: name.to_owned(),
            terrain: drawing.clone(),
            sections: drawing,
            ..Self::default()
        }
    }

    /// Returns `true` if the board is entered while it is played on: the section of some square is
    /// unknown, and the lists of start squares and sites need not be complete.
    pub fn is_open(&self) -> bool {
        self.sections.value().into_iter().flatten().any(|row| row.contains(UNKNOWN_MARK))
    }
}

impl ListEntry for SpaceSpec {
    fn key_at(&self, place: usize, owner: Option<&Name>) -> SpaceKey {
        let place = u8::try_from(place).unwrap_or(u8::MAX);
        SpaceKey { building: owner.cloned().unwrap_or_default(), place }
    }

    fn find(&self, place: usize, list: &[Self]) -> Option<usize> {
        (place < list.len()).then_some(place)
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
const fn is_first_form(form: &u32) -> bool {
    *form == 0
}
