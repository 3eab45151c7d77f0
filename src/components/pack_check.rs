//! Contradictions in a component pack.
//!
//! People type in a pack from a box, so all contradictions to the box or within the pack are found
//! in one pass. An unknown fact is never a problem: the checks that need it are skipped. `packs`
//! reports syntax errors.

use plain_text::counted;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::effect::{CardAction, Effect, Gain, Parameter, Price, connected_roads};
use super::fact::{Certainty, Fact};
use super::quantity::{Money, Points};
use super::specs::{
    AchievementSpec, AdviserSpec, BoardSpec, BuildingSpec, Condition, CountField, Pack,
    Prerequisite, RaceResource, RaceSpec, ResourceCardSpec, ResourceNames, ResourceSpec,
    StandardCard, StandardCardSpec, Tier,
};
use super::square::Square;

mod board;
mod lengths;

pub use lengths::overlong_lists;

/// A contradiction in a pack.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
pub struct PackProblem {
    /// The component: "resource Leather", "board Old Harbour, C7".
    pub entry: String,
    /// The statement of the pack.
    pub found: String,
    /// The correct statement.
    pub expected: String,
}

impl fmt::Display for PackProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: found {}, expected {}", self.entry, self.found, self.expected)
    }
}

/// The maximum number of resources in a pack.
pub const MAX_RESOURCES: usize = 40;
/// The maximum number of races in a pack.
pub const MAX_RACES: usize = 20;
/// The maximum number of advisers in a pack.
pub const MAX_ADVISERS: usize = 58;
/// The maximum number of prestige buildings in a pack.
pub const MAX_BUILDINGS: usize = 60;
/// The maximum number of boards in a pack.
pub const MAX_BOARDS: usize = 20;
/// The maximum number of pieces in a game: the tiles of a pack and the personal buildings of four
/// players.
pub const MAX_PIECES: usize = 127;
/// The maximum amount of points, money and influence on cards and tiles; its negative is the
/// minimum.
pub const MAX_AMOUNT: i32 = 99;

const MAX_ACHIEVEMENTS: usize = 60;
const MAX_SOURCES: usize = 100;
const MAX_ENTRIES: usize = 8;
const MAX_NAME: usize = 40;
const MAX_TEXT: usize = 400;
const MAX_COUNT: u16 = 999;
const COPIES: u8 = 3;
const PLAYERS: usize = 4;
/// The assumed number of houses, or of bridges and gates, of a player if the pack does not state
/// it.
const USUAL_PERSONAL: u16 = 3;

/// Finds all contradictions in `pack`, in the order of its lists; empty if it can be played with.
///
/// The work is bounded for any pack: an overlong list is checked only up to its limit.
///
/// ```
/// use components::fact::Fact;
/// use components::pack_check::problems;
/// use components::specs::{AdviserSpec, Pack};
///
/// let scholar = AdviserSpec {
///     name: "Scholar".to_owned(),
///     tier: Fact::Known(4, "card".to_owned()),
///     ..AdviserSpec::default()
/// };
/// let pack = Pack {
///     name: "mine".to_owned(),
///     sources: [("card".to_owned(), "read off the card".to_owned())].into(),
///     advisers: vec![scholar],
///     ..Pack::default()
/// };
/// let found: Vec<String> = problems(&pack).iter().map(ToString::to_string).collect();
/// assert_eq!(found, ["adviser Scholar: found tier 4, expected tier 1, 2 or 3"]);
/// ```
pub fn problems(pack: &Pack) -> Vec<PackProblem> {
    let mut check = PackChecker::new(pack);
    check.head();
    check.lengths();
    check.sources();
    check.names();
    for spec in truncated(&pack.resources, MAX_RESOURCES) {
        check.resource(spec);
    }
    check.circular_recipes();
    // The checks of known tiers report the same mistakes more clearly.
    if check.found.is_empty() {
        check.long_chains();
    }
    for spec in truncated(&pack.races, MAX_RACES) {
        check.race(spec);
    }
    check.resource_cards();
    for spec in truncated(&pack.buildings, MAX_BUILDINGS) {
        check.building(spec);
    }
    check.cards_agree();
    for spec in truncated(&pack.advisers, MAX_ADVISERS) {
        check.adviser(spec);
    }
    check.standard_cards();
    for spec in truncated(&pack.achievements, MAX_ACHIEVEMENTS) {
        check.achievement(spec);
    }
    check.offer();
    for spec in truncated(&pack.boards, MAX_BOARDS) {
        check.board(spec);
    }
    check.counts();
    check.found
}

/// Finds all contradictions in one board, whose sites are for buildings of `pack`.
///
/// All other lists of `pack` are ignored, so that a board can be checked while it is being drawn.
pub fn board_problems(board: &BoardSpec, pack: &Pack) -> Vec<PackProblem> {
    let mut check = PackChecker::new(pack);
    check.name("the board's name", &board.name);
    check.board_lengths(board);
    check.board(board);
    check.found
}

/// The state of a check: the problems found so far, and indexes of the pack.
struct PackChecker<'a> {
    pack: &'a Pack,
    resources: BTreeMap<&'a str, &'a ResourceSpec>,
    buildings: BTreeMap<&'a str, &'a BuildingSpec>,
    found: Vec<PackProblem>,
}

impl<'a> PackChecker<'a> {
    fn new(pack: &'a Pack) -> Self {
        Self {
            pack,
            resources: truncated(&pack.resources, MAX_RESOURCES)
                .iter()
                .map(|spec| (spec.name.as_str(), spec))
                .collect(),
            buildings: truncated(&pack.buildings, MAX_BUILDINGS)
                .iter()
                .map(|spec| (spec.name.as_str(), spec))
                .collect(),
            found: Vec::new(),
        }
    }

    fn report(&mut self, entry: &str, found: impl Into<String>, expected: impl Into<String>) {
        self.found.push(PackProblem {
            entry: entry.to_owned(),
            found: found.into(),
            expected: expected.into(),
        });
    }

    fn head(&mut self) {
        self.name("pack", &self.pack.name);
        self.text("pack, title", &self.pack.title);
    }

    /// Checks the source key of every known fact, and the reasoning of unconfirmed ones.
    fn sources(&mut self) {
        for (key, text) in self.pack.sources.iter().take(MAX_SOURCES) {
            let entry = entry_name("source", key);
            self.text(&entry, key);
            self.text(&entry, text);
        }
        // Iterating over all facts requires a truncated copy; overlong lists are
        // truncated before they are copied, so that this stays cheap.
        let mut pack = Pack {
            resources: truncated(&self.pack.resources, MAX_RESOURCES).to_vec(),
            races: truncated(&self.pack.races, MAX_RACES).to_vec(),
            resource_cards: truncated(&self.pack.resource_cards, MAX_RESOURCES).to_vec(),
            buildings: truncated(&self.pack.buildings, MAX_BUILDINGS).to_vec(),
            advisers: truncated(&self.pack.advisers, MAX_ADVISERS).to_vec(),
            standard_cards: truncated(&self.pack.standard_cards, StandardCard::ALL.len()).to_vec(),
            achievements: truncated(&self.pack.achievements, MAX_ACHIEVEMENTS).to_vec(),
            offer: self.pack.offer.clone(),
            boards: truncated(&self.pack.boards, MAX_BOARDS).to_vec(),
            counts: self.pack.counts.clone(),
            ..Pack::default()
        };
        for building in &mut pack.buildings {
            building.spaces.truncate(MAX_ENTRIES);
        }
        for (name, fact) in pack.facts() {
            let Some(grounds) = fact.grounds() else {
                continue;
            };
            let name = printable(&name.to_string());
            match fact.certainty() {
                Certainty::Known if !self.pack.sources.contains_key(grounds) => self.report(
                    &name,
                    format!("the source key \"{}\"", printable(grounds)),
                    "a key from the list of sources",
                ),
                Certainty::Unconfirmed => self.text(&name, grounds),
                Certainty::Known | Certainty::Unknown => {}
            }
        }
    }

    /// Checks that every name fits the text notation and belongs to one component only.
    fn names(&mut self) {
        let pack = self.pack;
        let resources = truncated(&pack.resources, MAX_RESOURCES).iter();
        let races = truncated(&pack.races, MAX_RACES).iter();
        let buildings = truncated(&pack.buildings, MAX_BUILDINGS).iter();
        let advisers = truncated(&pack.advisers, MAX_ADVISERS).iter();
        let achievements = truncated(&pack.achievements, MAX_ACHIEVEMENTS).iter();
        let boards = truncated(&pack.boards, MAX_BOARDS).iter();
        self.distinct(
            resources
                .map(|spec| ("resource", &spec.name))
                .chain(races.map(|spec| ("race", &spec.name)))
                .chain(buildings.map(|spec| ("building", &spec.name)))
                .chain(advisers.map(|spec| ("adviser", &spec.name))),
            StandardCard::ALL.map(|card| (card.name().to_lowercase(), "standard card")).into(),
        );
        // The notation names these two only in places of their own, so they need not differ from
        // other components.
        self.distinct(achievements.map(|spec| ("achievement", &spec.name)), BTreeMap::new());
        self.distinct(boards.map(|spec| ("board", &spec.name)), BTreeMap::new());
    }

    /// Checks the kinds and names of some components for valid names that are not in `taken`, a map
    /// of names in lowercase to kinds.
    fn distinct(
        &mut self,
        named: impl Iterator<Item = (&'static str, &'a String)>,
        mut taken: BTreeMap<String, &'static str>,
    ) {
        for (kind, name) in named {
            let entry = entry_name(kind, name);
            self.name(&entry, name);
            if let Some(other) = taken.insert(name.to_lowercase(), kind) {
                self.report(
                    &entry,
                    format!("the name \"{}\" a second time, also a {other}", printable(name)),
                    "a name of its own, capitals aside",
                );
            }
        }
    }

    fn resource(&mut self, spec: &'a ResourceSpec) {
        let entry = entry_name("resource", &spec.name);
        let tier = spec.tier.value().copied();
        if let Some(recipe) = spec.recipe.value() {
            self.recipe(&entry, tier, recipe);
        }
        if let (Some(tier), Some(shape)) = (tier, spec.shape.value())
            && tier.squares() != shape.size()
        {
            let found =
                format!("a tile of {}, {shape}", counted(shape.size(), "square", "squares"));
            let squares = counted(tier.squares(), "square", "squares");
            let expected = format!("{squares} for {}", named_tier(tier));
            self.report(&entry, found, expected);
        }
        if let Some(&copies) = spec.copies.value()
            && copies != COPIES
        {
            let expected = format!("{COPIES} of each resource, as in the box");
            self.report(&entry, counted(copies, "tile", "tiles"), expected);
        }
    }

    fn recipe(&mut self, entry: &str, tier: Option<Tier>, recipe: &[Prerequisite]) {
        let recipe = truncated(recipe, MAX_ENTRIES);
        let mut seen = BTreeSet::new();
        for needed in recipe {
            self.resource_exists(entry, &needed.needs);
            self.amount(entry, "points paid", needed.pays.0, 0);
            self.bracket(entry, &needed.needs, needed.pays, needed.bracket);
            if !seen.insert(&needed.needs) {
                let found = format!("{} asked for twice", printable(&needed.needs));
                self.report(entry, found, "each prerequisite once");
            }
        }
        let tiers: Vec<Option<Tier>> =
            recipe.iter().map(|needed| self.tier_of(&needed.needs)).collect();
        let has_tier_two = tiers.contains(&Some(Tier::Two));
        let has_tier_three = tiers.contains(&Some(Tier::Three));
        let problem = match tier {
            Some(Tier::Basic) if !recipe.is_empty() => {
                Some(("prerequisites", "none for a basic resource"))
            }
            Some(Tier::Two | Tier::Three) if recipe.is_empty() => {
                Some(("no prerequisites", "at least one for tier 2 or 3"))
            }
            Some(Tier::Two) if has_tier_two || has_tier_three => {
                Some(("a prerequisite of tier 2 or 3", "basic resources only"))
            }
            Some(Tier::Three) if has_tier_three => {
                let expected = "basic and tier 2 resources only";
                Some(("a prerequisite of tier 3", expected))
            }
            Some(Tier::Three) if !tiers.contains(&None) && !has_tier_two => {
                Some(("only basic prerequisites", "at least one of tier 2"))
            }
            None | Some(Tier::Basic | Tier::Two | Tier::Three) => None,
        };
        if let Some((found, expected)) = problem {
            self.report(entry, found, expected);
        }
    }

    /// Checks that the number in brackets is the value less the payments to the prerequisites (rule
    /// 7.7).
    fn bracket(&mut self, entry: &str, resource: &str, value: Points, bracket: Option<Points>) {
        let Some(bracket) = bracket else {
            return;
        };
        self.amount(entry, "the value in brackets", bracket.0, -MAX_AMOUNT);
        let spec = self.resources.get(resource);
        let Some(recipe) = spec.and_then(|spec| spec.recipe.value()) else {
            return;
        };
        let paid: Points = truncated(recipe, MAX_ENTRIES).iter().map(|n| n.pays).sum();
        if bracket != value - paid {
            let found = format!("{value}(+{bracket}) for {}", printable(resource));
            let expected =
                format!("{value}(+{}), because its prerequisites are paid {paid}", value - paid);
            self.report(entry, found, expected);
        }
    }

    /// Checks for each resource with an unknown recipe that the numbers in brackets on all cards
    /// and tiles that ask for it agree on the sum paid to its prerequisites (rule 7.7).
    fn cards_agree(&mut self) {
        let mut shown_by: BTreeMap<&str, (String, Points)> = BTreeMap::new();
        let buildings = truncated(&self.pack.buildings, MAX_BUILDINGS).iter();
        let on_cards = buildings.flat_map(|building| {
            let spaces = truncated(&building.spaces, MAX_ENTRIES).iter().enumerate();
            spaces.filter_map(|(index, space)| {
                let (resource, value) = space.resource.value().zip(space.value.value())?;
                let entry =
                    format!("{}, space {}", entry_name("building", &building.name), index + 1);
                Some((entry, resource.as_str(), *value, space.bracket?))
            })
        });
        let resources = truncated(&self.pack.resources, MAX_RESOURCES).iter();
        let on_tiles = resources.flat_map(|resource| {
            let recipe = resource.recipe.value().map_or(&[][..], Vec::as_slice);
            let needed = truncated(recipe, MAX_ENTRIES).iter();
            needed.filter_map(|needed| {
                let entry = entry_name("resource", &resource.name);
                Some((entry, needed.needs.as_str(), needed.pays, needed.bracket?))
            })
        });
        for (entry, resource, value, bracket) in on_cards.chain(on_tiles) {
            let spec = self.resources.get(resource);
            if spec.is_none_or(|spec| spec.recipe.value().is_some()) {
                continue;
            }
            let (first, paid) =
                shown_by.entry(resource).or_insert_with(|| (entry.clone(), value - bracket));
            if value - bracket != *paid {
                self.found.push(PackProblem {
                    entry,
                    found: format!("{value}(+{bracket}) for {}", printable(resource)),
                    expected: format!(
                        "{value}(+{}), because by {first} its prerequisites are paid {paid}",
                        value - *paid
                    ),
                });
            }
        }
    }

    /// Checks that no chain of recipes is longer than tier 3 from tier 2 from basic, even where
    /// tiers are unknown.
    fn long_chains(&mut self) {
        for name in self.resources.keys().copied() {
            let is_too_long = self
                .needs(name)
                .flat_map(|name| self.needs(name))
                .flat_map(|name| self.needs(name))
                .next()
                .is_some();
            if !is_too_long {
                continue;
            }
            self.found.push(PackProblem {
                entry: entry_name("resource", name),
                found: "a chain of four recipes".to_owned(),
                expected: "tier 3 made of tier 2, made of basic resources".to_owned(),
            });
        }
    }

    /// Iterates over the prerequisites of a resource, none if its recipe is unknown.
    fn needs(&self, name: &str) -> impl Iterator<Item = &'a str> + use<'a> {
        let recipe = self.resources.get(name).and_then(|spec| spec.recipe.value());
        truncated(recipe.map_or(&[][..], Vec::as_slice), MAX_ENTRIES)
            .iter()
            .map(|needed| needed.needs.as_str())
    }

    fn circular_recipes(&mut self) {
        let mut reported: BTreeSet<&str> = BTreeSet::new();
        for &start in self.resources.keys() {
            if reported.contains(start) {
                continue;
            }
            let Some(cycle) = self.cycle_from(start) else {
                continue;
            };
            let found = cycle.iter().map(|name| printable(name)).collect::<Vec<_>>();
            reported.extend(cycle);
            self.found.push(PackProblem {
                entry: entry_name("resource", start),
                found: format!("{} needs {}", found.join(" needs "), printable(start)),
                expected: "no resource that needs itself".to_owned(),
            });
        }
    }

    /// Returns the resources on the shortest path from `start` to itself, `start` first.
    fn cycle_from(&self, start: &'a str) -> Option<Vec<&'a str>> {
        let mut needed_by: BTreeMap<&str, &'a str> = BTreeMap::new();
        let mut waiting = vec![start];
        let mut next = 0;
        while let Some(&here) = waiting.get(next) {
            next += 1;
            for needed in self.needs(here) {
                if needed == start {
                    let mut path = vec![here];
                    let mut at = here;
                    while let Some(&before) = needed_by.get(at) {
                        path.push(before);
                        at = before;
                    }
                    path.reverse();
                    return Some(path);
                }
                // Only listed resources can have prerequisites.
                if let Some((&name, _)) = self.resources.get_key_value(needed)
                    && !needed_by.contains_key(name)
                {
                    needed_by.insert(name, here);
                    waiting.push(name);
                }
            }
        }
        None
    }

    fn race(&mut self, spec: &RaceSpec) {
        let entry = entry_name("race", &spec.name);
        if let Some(color) = spec.colour.value() {
            self.name(&entry, color);
        }
        if let Some(RaceResource::Own(own)) = spec.resource.value() {
            self.basic_exists(&entry, own);
            let other = truncated(&self.pack.races, MAX_RACES)
                .iter()
                .take_while(|race| !std::ptr::eq(*race, spec))
                .find(|race| race.resource.value() == spec.resource.value());
            if let Some(other) = other {
                let found =
                    format!("{}, which {} brings too", printable(own), printable(&other.name));
                self.report(&entry, found, "a basic resource of its own");
            }
        }
        if let Some(ResourceNames(forbidden)) = spec.forbidden.value() {
            self.forbidden(&entry, forbidden);
        }
        self.action(&entry, &spec.action, PrintedOn::Mat);
    }

    fn resource_cards(&mut self) {
        let mut seen = BTreeSet::new();
        for ResourceCardSpec { resource, forbids } in
            truncated(&self.pack.resource_cards, MAX_RESOURCES)
        {
            let entry = entry_name("resource card", resource);
            self.basic_exists(&entry, resource);
            if !seen.insert(resource) {
                self.report(&entry, "a second card", "one card for each basic resource");
            }
            if let Some(ResourceNames(forbids)) = forbids.value() {
                self.forbidden(&entry, forbids);
            }
        }
    }

    fn forbidden(&mut self, entry: &str, forbidden: &[String]) {
        let mut seen = BTreeSet::new();
        for name in truncated(forbidden, MAX_RESOURCES) {
            self.basic_exists(entry, name);
            if !seen.insert(name) {
                let found = format!("{} forbidden twice", printable(name));
                self.report(entry, found, "each forbidden resource once");
            }
        }
    }

    fn building(&mut self, spec: &BuildingSpec) {
        let entry = entry_name("building", &spec.name);
        match (spec.colour.value(), spec.special.value()) {
            (Some(Some(color)), Some(true)) => self.report(
                &entry,
                format!("the colour of {} land", color.name()),
                "no colour for a building with a site of its own",
            ),
            (Some(None), Some(false)) => self.report(
                &entry,
                "no colour",
                "a colour for a building without a site of its own",
            ),
            _ => {}
        }
        if let Some(&count) = spec.space_count.value() {
            self.at_most(&entry, "spaces stated", usize::from(count), MAX_ENTRIES);
            if spec.spaces.len() > usize::from(count) {
                let found = format!("{} listed", counted(spec.spaces.len(), "space", "spaces"));
                self.report(&entry, found, format!("at most {count}, the number stated"));
            }
        }
        let mut seen = BTreeSet::new();
        for (index, space) in truncated(&spec.spaces, MAX_ENTRIES).iter().enumerate() {
            let entry = format!("{entry}, space {}", index + 1);
            if let Some(&value) = space.value.value() {
                self.amount(&entry, "the value", value.0, 0);
            }
            let Some(resource) = space.resource.value() else {
                continue;
            };
            self.resource_exists(&entry, resource);
            if !seen.insert(resource) {
                let found = format!("{} asked for twice", printable(resource));
                self.report(&entry, found, "each resource at most once");
            }
            if let Some(&value) = space.value.value() {
                self.bracket(&entry, resource, value, space.bracket);
            }
        }
        self.action(&entry, &spec.action, PrintedOn::Building);
    }

    fn adviser(&mut self, spec: &AdviserSpec) {
        let entry = entry_name("adviser", &spec.name);
        if let Some(&tier) = spec.tier.value()
            && !(1..=3).contains(&tier)
        {
            self.report(&entry, format!("tier {tier}"), "tier 1, 2 or 3");
        }
        if let Some(&points) = spec.points.value() {
            self.amount(&entry, "points", points.0, -MAX_AMOUNT);
        }
        if let Some(resource) = spec.requires.value() {
            self.resource_exists(&entry, resource);
        }
        self.action(&entry, &spec.action, PrintedOn::Card);
    }

    fn standard_cards(&mut self) {
        let mut seen = BTreeSet::new();
        for StandardCardSpec { card, action } in
            truncated(&self.pack.standard_cards, StandardCard::ALL.len())
        {
            let entry = entry_name("standard card", card.name());
            if !seen.insert(*card) {
                self.report(&entry, "a second entry", "one entry for each card");
            }
            if *card == StandardCard::CallToVote && action.value().is_some() {
                let expected = "none, because calling a vote is no effect of a card";
                self.report(&entry, "a main action", expected);
            }
            self.action(&entry, action, PrintedOn::Card);
        }
    }

    fn action(&mut self, entry: &str, action: &Fact<CardAction>, on: PrintedOn) {
        let Some(action) = action.value() else {
            return;
        };
        self.text(entry, &action.text);
        if action.effects.is_empty() {
            self.report(entry, "no effects", "at least one, ByHand if none fits");
        }
        let effects = truncated(&action.effects, MAX_ENTRIES);
        for (index, &effect) in effects.iter().enumerate() {
            // The upgrade that this effect follows, either directly or after its roads.
            let upgrade_before = effects[..index]
                .iter()
                .rposition(|effect| *effect != Effect::ConnectedRoad)
                .filter(|&at| matches!(effects[at], Effect::Upgrade(_)));
            let next = effects[index..].iter().find(|effect| **effect != Effect::ConnectedRoad);
            match effect.parameter() {
                Parameter::Price(Price::Less(Money(less))) => {
                    self.amount(entry, "a discount", less, 0);
                }
                Parameter::Gain(gain) => self.gain(entry, gain),
                Parameter::Count(count) => {
                    self.amount(entry, "a number in an effect", i32::from(count), 1);
                }
                Parameter::Price(Price::Full | Price::Free)
                | Parameter::Terrain(_)
                | Parameter::Nothing => {}
            }
            match effect {
                Effect::GainPerAdjacentBasic(_) if on != PrintedOn::Building => {
                    let found = "GainPerAdjacentBasic";
                    self.report(entry, found, "it only on buildings, which have a tile");
                }
                Effect::ConnectedRoad
                    if upgrade_before.is_none() && !matches!(next, Some(Effect::Upgrade(_))) =>
                {
                    let expected = "it only directly before or after an Upgrade";
                    self.report(entry, "ConnectedRoad", expected);
                }
                Effect::ByHand if action.text.is_empty() => {
                    let expected = "a text that says what the players do";
                    self.report(entry, "ByHand without a text", expected);
                }
                _ => {}
            }
            // A road declared with a tile is placed after all other effects of the text.
            let is_late =
                !matches!(effect, Effect::ConnectedRoad | Effect::Gain(_) | Effect::Roads(_));
            if is_late && upgrade_before.is_some_and(|at| connected_roads(effects, at) > 0) {
                let expected = "only gains and roads after ConnectedRoad";
                self.report(entry, "an effect after ConnectedRoad", expected);
            }
        }
    }

    fn gain(&mut self, entry: &str, gain: Gain) {
        let amount = match gain {
            Gain::Money(Money(amount))
            | Gain::Points(Points(amount))
            | Gain::Fleeting(amount)
            | Gain::Lasting(amount) => amount,
        };
        self.amount(entry, "a gain", amount, -MAX_AMOUNT);
    }

    fn achievement(&mut self, spec: &AchievementSpec) {
        let entry = entry_name("achievement", &spec.name);
        if let Some(&points) = spec.points.value() {
            self.amount(&entry, "points", points.0, -MAX_AMOUNT);
        }
        let required = match spec.condition.value() {
            Some(Condition::ByHand(text)) => {
                self.text(&entry, text);
                return;
            }
            None | Some(Condition::TierInEverySection(_)) => return,
            Some(
                Condition::Houses(count)
                | Condition::Bridges(count)
                | Condition::OwnsResources(count)
                | Condition::OwnsTiles(_, count)
                | Condition::AccessResources(count)
                | Condition::DeliveredTo(count)
                | Condition::Advisers(count)
                | Condition::LastingInfluence(count),
            ) => i32::from(*count),
            Some(Condition::MoneyHeld(Money(amount))) => *amount,
        };
        self.amount(&entry, "the number asked for", required, 0);
    }

    fn offer(&mut self) {
        let Some(prices) = self.pack.offer.adviser_prices.value() else {
            return;
        };
        if !(1..=8).contains(&prices.len()) {
            let found = counted(prices.len(), "place", "places");
            self.report("offer", found, "1 to 8 places for advisers");
        }
        for price in truncated(prices, 8) {
            self.amount("offer", "a price", price.0, 0);
        }
    }

    fn counts(&mut self) {
        let pack = self.pack;
        let lists = [
            ("building", "buildings", pack.buildings.len(), &pack.counts.prestige_cards),
            ("adviser", "advisers", pack.advisers.len(), &pack.counts.adviser_cards),
        ];
        for (one, many, len, stated) in lists {
            if let Some(&count) = stated.value()
                && len > usize::from(count)
            {
                let expected = format!("at most {count}, the number of cards in the box");
                self.report("counts", format!("{} listed", counted(len, one, many)), expected);
            }
        }
        let tiles: usize = truncated(&pack.resources, MAX_RESOURCES)
            .iter()
            .map(|spec| usize::from(spec.copies.value().copied().unwrap_or(COPIES)))
            .sum();
        let buildings = pack.buildings.len().min(MAX_BUILDINGS);
        let counts = &pack.counts;
        let personal = [&counts.houses, &counts.bridges]
            .map(|count| usize::from(count.value().copied().unwrap_or(USUAL_PERSONAL)));
        let pieces = tiles + buildings + PLAYERS * (personal[0] + personal[1]);
        self.at_most(
            "counts",
            "tiles, with the houses and bridges of four players",
            pieces,
            MAX_PIECES,
        );
        for count in CountField::ALL.into_iter().filter_map(|field| counts.count(field).value()) {
            if *count > MAX_COUNT {
                let expected = format!("at most {MAX_COUNT} of anything");
                self.report("counts", count.to_string(), expected);
            }
        }
    }

    /// Checks a name. Names are part of the text notation, so the punctuation of the notation and
    /// words that parse as a square are rejected.
    fn name(&mut self, entry: &str, name: &str) {
        let length = name.chars().take(MAX_NAME + 1).count();
        let (found, expected) = if name.is_empty() {
            ("no name", "a name")
        } else if length > MAX_NAME {
            ("a longer name", "a name of at most 40 characters")
        } else if name.chars().any(is_unprintable) {
            ("a line break or an unprintable character", "printable characters")
        } else if name.chars().any(|c| "\"[](){};:,/#".contains(c)) {
            (
                "a mark that parts things in a record",
                "a name without any of \" [ ] ( ) { } ; : , / #",
            )
        } else if name.split(' ').any(str::is_empty) {
            ("a space at an end or two in a row", "single spaces between words")
        } else if name.split(' ').any(|word| word.parse::<Square>().is_ok()) {
            ("a word that names a square", "words that are not squares")
        } else {
            return;
        };
        let entry = entry.to_owned();
        self.report(&entry, format!("{found}, \"{}\"", printable(name)), expected);
    }

    fn text(&mut self, entry: &str, text: &str) {
        if text.chars().take(MAX_TEXT + 1).count() > MAX_TEXT {
            let expected = format!("at most {MAX_TEXT} characters");
            self.report(entry, format!("the text \"{}\"", printable(text)), expected);
        } else if text.chars().any(is_unprintable) {
            self.report(
                entry,
                format!("a line break or an unprintable character in \"{}\"", printable(text)),
                "printable characters",
            );
        }
    }

    fn amount(&mut self, entry: &str, what: &str, amount: i32, least: i32) {
        if !(least..=MAX_AMOUNT).contains(&amount) {
            let expected = format!("from {least} to {MAX_AMOUNT}");
            self.report(entry, format!("{what} of {amount}"), expected);
        }
    }

    fn at_most(&mut self, entry: &str, what: &str, len: usize, most: usize) {
        if len > most {
            self.report(entry, format!("{len} {what}"), format!("at most {most}"));
        }
    }

    fn resource_exists(&mut self, entry: &str, name: &str) {
        if !self.resources.contains_key(name) {
            let found = format!("the resource \"{}\"", printable(name));
            self.report(entry, found, "a resource of this pack");
        }
    }

    fn basic_exists(&mut self, entry: &str, name: &str) {
        self.resource_exists(entry, name);
        if let Some(tier) = self.tier_of(name)
            && tier != Tier::Basic
        {
            let found = format!("{}, which is {}", printable(name), named_tier(tier));
            self.report(entry, found, "a basic resource");
        }
    }

    fn tier_of(&self, name: &str) -> Option<Tier> {
        let spec = self.resources.get(name)?;
        spec.tier.value().copied()
    }
}

/// The kind of component an action is printed on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PrintedOn {
    Mat,
    Building,
    Card,
}

const fn named_tier(tier: Tier) -> &'static str {
    match tier {
        Tier::Basic => "a basic resource",
        Tier::Two => "a tier 2 resource",
        Tier::Three => "a tier 3 resource",
    }
}

fn truncated<T>(list: &[T], most: usize) -> &[T] {
    &list[..list.len().min(most)]
}

fn entry_name(kind: &str, name: &str) -> String {
    if name.is_empty() {
        format!("{kind} without a name")
    } else {
        format!("{kind} {}", printable(name))
    }
}

/// Shortens and cleans a text from a file for a one-line message.
fn printable(text: &str) -> String {
    let mut shown: String =
        text.chars().take(60).map(|c| if is_unprintable(c) { '\u{fffd}' } else { c }).collect();
    if text.chars().nth(60).is_some() {
        shown.push('…');
    }
    shown
}

/// Returns `true` for a character that would garble a record.
///
/// Line and paragraph separators and bidirectional marks are not control characters, but garble it
/// too.
fn is_unprintable(c: char) -> bool {
    let garbles = matches!(c, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}');
    c.is_control() || garbles || (c.is_whitespace() && c != ' ')
}

#[cfg(test)]
mod tests;
