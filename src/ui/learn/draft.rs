//! A card, a mat or a tile while it is typed in.
//!
//! A [`Draft`] begins with what is known of the thing and with what follows
//! from the rest. What is already known for certain is shown and not asked.
//! When it is kept, it says only what is new, with who read it and when.

use std::collections::BTreeSet;

use english::sentence;
use rules::components::{
    AchievementDeck, AchievementSpec, AdviserSpec, BuildingSpec, CardAction, Category, Condition,
    Effect, OfferSpec, Pack, Prerequisite, RaceResource, RaceSpec, ResourceCardSpec, ResourceSpec,
    SpaceSpec, StandardCardSpec, Terrain, Tier,
};
use rules::fact::Fact;
use rules::needs::Subject;
use rules::overlay::overlay;
use rules::quantity::{Money, Points};
use rules::reading::{Bracket, bracket, deductions};
use rules::tile::Shape;
use rules::told::Told;

/// How many places the offer of advisers has.
const PLACES: usize = 4;

/// What a prestige building stands on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// At least one square of this terrain: the colour of the card.
    Terrain(Terrain),
    /// A site of its own.
    Site,
}

/// A space of a prestige building while it is typed in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Space {
    /// The resource.
    pub resource: Option<String>,
    /// The value.
    pub value: Option<i32>,
    /// The number in brackets, where it cannot be worked out.
    pub bracket: Option<i32>,
}

impl Space {
    fn is_complete(&self) -> bool {
        self.resource.is_some() && self.value.is_some()
    }
}

/// The thing that is typed in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    /// What it is.
    pub subject: Subject,
    /// What a building stands on.
    pub ground: Option<Ground>,
    /// The shape of the tile.
    pub shape: Option<Shape>,
    /// Whether the tile may be turned over.
    pub turnable: bool,
    /// The spaces of a building.
    pub spaces: Vec<Space>,
    /// The action, in words.
    pub text: String,
    /// What the action does.
    pub effects: Vec<Effect>,
    /// The tier of an adviser.
    pub adviser_tier: Option<u8>,
    /// The points of an adviser.
    pub points: Option<i32>,
    /// The resource an adviser requires.
    pub requires: Option<String>,
    /// The category of an adviser.
    pub category: Option<Category>,
    /// The resource of a race.
    pub own: Option<RaceResource>,
    /// What a mat or a resource card forbids; nothing until somebody says.
    pub forbidden: Option<Vec<String>>,
    /// The tier of a resource.
    pub tier: Option<Tier>,
    /// What a resource is made of, and what each is paid.
    pub recipe: Vec<(String, i32)>,
    /// The prices of the places for advisers, from the left.
    pub prices: [Option<i32>; PLACES],
    /// The deck of an achievement.
    pub deck: Option<AchievementDeck>,
    /// What an achievement asks for.
    pub condition: Option<Condition>,
    /// How much there is of everything, by what is counted.
    pub counts: Vec<(&'static str, Option<u16>)>,
}

impl Draft {
    /// What is known, likely, or follows, of a thing.
    #[must_use]
    pub fn new(subject: Subject, pack: &Pack) -> Self {
        // What is stated goes before what follows.
        let pack = &overlay(&deductions(pack), pack);
        let mut draft = Self {
            subject,
            ground: None,
            shape: None,
            turnable: false,
            spaces: Vec::new(),
            text: String::new(),
            effects: Vec::new(),
            adviser_tier: None,
            points: None,
            requires: None,
            category: None,
            own: None,
            forbidden: None,
            tier: None,
            recipe: Vec::new(),
            prices: [None; PLACES],
            deck: None,
            condition: None,
            counts: Vec::new(),
        };
        draft.fill(pack);
        draft
    }

    fn fill(&mut self, pack: &Pack) {
        match &self.subject {
            Subject::Building(name) => {
                if let Some(spec) = pack.buildings.iter().find(|b| b.name == *name) {
                    self.fill_building(&spec.clone());
                }
            }
            Subject::Adviser(name) => {
                if let Some(spec) = pack.advisers.iter().find(|a| a.name == *name) {
                    self.adviser_tier = spec.tier.value().copied();
                    self.points = spec.points.value().map(|points| points.0);
                    self.requires = spec.requires.value().cloned();
                    self.category = spec.category.value().copied();
                    let action = spec.action.value().cloned();
                    self.fill_action(action);
                }
            }
            Subject::Race(name) => {
                if let Some(spec) = pack.races.iter().find(|r| r.name == *name) {
                    self.own = spec.resource.value().cloned();
                    self.forbidden = spec.forbidden.value().cloned();
                    let action = spec.action.value().cloned();
                    self.fill_action(action);
                }
            }
            Subject::ResourceCard(name) => {
                let card = pack.resource_cards.iter().find(|c| c.resource == *name);
                self.forbidden = card.and_then(|card| card.forbids.value().cloned());
            }
            Subject::Resource(name) => {
                if let Some(spec) = pack.resources.iter().find(|r| r.name == *name) {
                    self.tier = spec.tier.value().copied();
                    self.shape = spec.shape.value().cloned();
                    self.turnable = spec.turnable.value().copied().unwrap_or(false);
                    let recipe = spec.recipe.value().into_iter().flatten();
                    self.recipe = recipe.map(|n| (n.needs.clone(), n.pays.0)).collect();
                }
            }
            Subject::Offer => {
                let prices = pack.offer.adviser_prices.value().into_iter().flatten();
                for (place, price) in self.prices.iter_mut().zip(prices) {
                    *place = Some(price.0);
                }
            }
            Subject::StandardCard(card) => {
                let spec = pack.standard_cards.iter().find(|spec| spec.card == *card);
                let action = spec.and_then(|spec| spec.action.value().cloned());
                self.fill_action(action);
            }
            Subject::Achievement(name) => {
                if let Some(spec) = pack.achievements.iter().find(|a| a.name == *name) {
                    self.deck = spec.deck.value().copied();
                    self.condition = spec.condition.value().cloned();
                    self.points = spec.points.value().map(|points| points.0);
                }
            }
            Subject::Counts => {
                let counts = &mut self.counts;
                let known = pack.counts.all().into_iter();
                counts.extend(known.map(|(what, count)| (what, count.value().copied())));
            }
            Subject::Board(_) => {}
        }
    }

    fn fill_building(&mut self, spec: &BuildingSpec) {
        self.ground = match (spec.special.value(), spec.colour.value()) {
            (Some(true), _) | (None, Some(None)) => Some(Ground::Site),
            (_, Some(Some(terrain))) => Some(Ground::Terrain(*terrain)),
            (_, _) => None,
        };
        self.shape = spec.shape.value().cloned();
        self.turnable = spec.turnable.value().copied().unwrap_or(false);
        let spaces = spec.spaces.iter();
        self.spaces = spaces
            .map(|space| Space {
                resource: space.resource.value().cloned(),
                value: space.value.value().map(|value| value.0),
                bracket: space.bracket.map(|bracket| bracket.0),
            })
            .collect();
        let count = spec.space_count.value().copied().map_or(0, usize::from);
        let count = count.max(self.spaces.len());
        self.spaces.resize_with(count, Space::default);
        self.fill_action(spec.action.value().cloned());
    }

    fn fill_action(&mut self, action: Option<CardAction>) {
        if let Some(CardAction { text, effects }) = action {
            self.text = text;
            // A text alone is carried out by hand, and may still tell what it does.
            self.effects = if effects == [Effect::ByHand] { Vec::new() } else { effects };
        }
    }

    /// Whether the app has a form for such a thing.
    #[must_use]
    pub fn has_form(subject: &Subject) -> bool {
        match subject {
            Subject::Building(_)
            | Subject::Adviser(_)
            | Subject::Race(_)
            | Subject::ResourceCard(_)
            | Subject::Resource(_)
            | Subject::Offer
            | Subject::StandardCard(_)
            | Subject::Achievement(_)
            | Subject::Counts => true,
            // It is traced.
            Subject::Board(_) => false,
        }
    }

    /// The space that the next resource or value belongs to; one beyond the last if all are
    /// complete.
    #[must_use]
    pub fn open_space(&self) -> usize {
        let open = self.spaces.iter().position(|space| !space.is_complete());
        open.unwrap_or(self.spaces.len())
    }

    /// How many spaces a building has, if that is known for certain.
    #[must_use]
    pub fn spaces_stated(&self, pack: &Pack) -> Option<usize> {
        let name = self.subject.label();
        let spec = pack.buildings.iter().find(|spec| spec.name == name)?;
        match &spec.space_count {
            Fact::Known(count, _) => Some(usize::from(*count)),
            Fact::Unconfirmed(..) | Fact::Unknown => None,
        }
    }

    /// Enters a resource into the open space.
    pub fn put_resource(&mut self, resource: &str) {
        let at = self.open_space();
        self.space(at).resource = Some(resource.to_owned());
    }

    /// Enters a value into the open space.
    pub fn put_value(&mut self, value: i32) {
        let at = self.open_space();
        self.space(at).value = Some(value);
    }

    /// Enters a value with the number in brackets beside it into the open space.
    pub fn put_value_with_brackets(&mut self, value: i32, bracket: i32) {
        let at = self.open_space();
        let space = self.space(at);
        (space.value, space.bracket) = (Some(value), Some(bracket));
    }

    fn space(&mut self, at: usize) -> &mut Space {
        if self.spaces.len() <= at {
            self.spaces.resize_with(at + 1, Space::default);
        }
        &mut self.spaces[at]
    }

    /// The resources of all spaces.
    #[must_use]
    pub fn taken(&self) -> BTreeSet<String> {
        let spaces = self.spaces.iter();
        spaces.filter_map(|space| space.resource.clone()).collect()
    }

    /// Adds a prerequisite with its usual pay, or takes it away again.
    pub fn toggle_prerequisite(&mut self, name: &str, pack: &Pack) {
        if self.recipe.iter().any(|(needs, _)| needs == name) {
            self.recipe.retain(|(needs, _)| needs != name);
        } else {
            self.recipe.push((name.to_owned(), 1));
        }
        let is_basic = |name: &str| {
            let spec = pack.resources.iter().find(|r| r.name == name);
            spec.is_none_or(|r| r.tier.value() != Some(&Tier::Two))
        };
        // A tier 2 resource is worth what is printed: in every known case 4 with two
        // prerequisites and 2 with one (rule 7.4). It is shown, to be compared with the tile.
        for (needs, pays) in &mut self.recipe {
            *pays = if is_basic(needs) {
                1
            } else {
                let spec = pack.resources.iter().find(|r| r.name == *needs);
                let known = spec.and_then(|r| r.recipe.value());
                if known.is_some_and(|recipe| recipe.len() == 1) { 2 } else { 4 }
            };
        }
    }

    /// Adds a forbidden resource, or takes it away again.
    pub fn toggle_forbidden(&mut self, name: &str) {
        let forbidden = self.forbidden.get_or_insert_default();
        if forbidden.iter().any(|other| other == name) {
            forbidden.retain(|other| other != name);
        } else {
            forbidden.push(name.to_owned());
        }
    }

    /// The action as it is entered, if it is.
    #[must_use]
    pub fn action(&self) -> Option<CardAction> {
        let text = self.text.trim();
        if text.is_empty() && self.effects.is_empty() {
            return None;
        }
        let effects =
            if self.effects.is_empty() { vec![Effect::ByHand] } else { self.effects.clone() };
        let text = if text.is_empty() {
            let told: Vec<String> = effects.iter().map(Told::told).collect();
            sentence(&told.join(", then "))
        } else {
            text.to_owned()
        };
        Some(CardAction { text, effects })
    }

    /// What is new, as facts that rest on `source`, a key with what it stands for.
    ///
    /// `base` is what can no longer be changed, `pack` what is known so far; they differ where a
    /// slip of one's own is put right.
    #[must_use]
    pub fn facts(&self, base: &Pack, pack: &Pack, source: &(String, String)) -> Pack {
        let says = Says { base, pack, key: &source.0 };
        let mut facts = Pack::default();
        match &self.subject {
            Subject::Building(name) => facts.buildings.push(self.building(name, &says)),
            Subject::Adviser(name) => facts.advisers.push(self.adviser(name, &says)),
            Subject::Race(name) => facts.races.push(self.race(name, &says)),
            Subject::ResourceCard(name) => {
                let of = |pack: &Pack| {
                    let mut cards = pack.resource_cards.iter();
                    let card = cards.find(|card| card.resource == *name);
                    card.map(|card| card.forbids.clone())
                };
                facts.resource_cards.push(ResourceCardSpec {
                    resource: name.clone(),
                    forbids: says.anew(of, self.forbidden.clone()),
                });
            }
            Subject::Resource(name) => facts.resources.push(self.resource(name, &says)),
            Subject::Offer => {
                let prices = self.prices.iter().copied();
                let prices: Option<Vec<Money>> = prices.map(|price| price.map(Money)).collect();
                facts.offer = OfferSpec {
                    adviser_prices: says.anew(|p| Some(p.offer.adviser_prices.clone()), prices),
                };
            }
            Subject::StandardCard(card) => {
                let of = |pack: &Pack| {
                    let mut cards = pack.standard_cards.iter();
                    let spec = cards.find(|spec| spec.card == *card);
                    spec.map(|spec| spec.action.clone())
                };
                facts
                    .standard_cards
                    .push(StandardCardSpec { card: *card, action: says.anew(of, self.action()) });
            }
            Subject::Achievement(name) => facts.achievements.push(self.achievement(name, &says)),
            Subject::Counts => {
                let mut counts = facts.counts.clone();
                for (what, count) in counts.all_mut() {
                    let of = |pack: &Pack| {
                        let mut all = pack.counts.all().into_iter();
                        all.find(|(other, _)| *other == what).map(|(_, count)| count.clone())
                    };
                    let mut all = self.counts.iter();
                    let typed = all.find(|(other, _)| *other == what);
                    *count = says.anew(of, typed.and_then(|(_, count)| *count));
                }
                facts.counts = counts;
            }
            Subject::Board(_) => {}
        }
        let rests = facts.facts().iter().any(|(_, fact)| fact.grounds().is_some());
        if rests {
            facts.sources.insert(source.0.clone(), source.1.clone());
        }
        facts
    }

    fn building(&self, name: &str, says: &Says<'_>) -> BuildingSpec {
        macro_rules! new {
            ($field:ident, $value:expr) => {
                says.anew(
                    |pack| {
                        let mut all = pack.buildings.iter();
                        all.find(|b| b.name == name).map(|b| b.$field.clone())
                    },
                    $value,
                )
            };
        }
        let colour = self.ground.map(|ground| match ground {
            Ground::Terrain(terrain) => Some(terrain),
            Ground::Site => None,
        });
        let is_whole = !self.spaces.is_empty() && self.spaces.iter().all(Space::is_complete);
        let count = u8::try_from(self.spaces.len()).ok();
        let spaces = self.spaces.iter().enumerate();
        let spaces = spaces.map(|(index, space)| Self::space_facts(name, index, space, says));
        BuildingSpec {
            name: name.to_owned(),
            colour: new!(colour, colour),
            shape: new!(shape, self.shape.clone()),
            turnable: new!(turnable, self.shape.as_ref().map(|_| self.turnable)),
            special: new!(special, self.ground.map(|g| g == Ground::Site)),
            space_count: new!(space_count, count.filter(|_| is_whole)),
            spaces: spaces.collect(),
            action: new!(action, self.action()),
        }
    }

    fn space_facts(name: &str, index: usize, space: &Space, says: &Says<'_>) -> SpaceSpec {
        let of = |pack: &Pack| {
            let building = pack.buildings.iter().find(|b| b.name == name)?;
            building.spaces.get(index).cloned()
        };
        let resource = says.anew(|p| of(p).map(|s| s.resource), space.resource.clone());
        let value = says.anew(|p| of(p).map(|s| s.value), space.value.map(Points));
        if resource.value().is_none() && value.value().is_none() {
            return SpaceSpec::default();
        }
        let shown = match (&space.resource, space.value) {
            (Some(resource), Some(value)) => bracket(says.pack, resource, Points(value)),
            _ => Bracket::Unknown,
        };
        SpaceSpec {
            resource,
            value,
            bracket: match shown {
                Bracket::Is(points) => Some(points),
                Bracket::Absent => None,
                Bracket::Unknown => space.bracket.map(Points),
            },
        }
    }

    fn adviser(&self, name: &str, says: &Says<'_>) -> AdviserSpec {
        macro_rules! new {
            ($field:ident, $value:expr) => {
                says.anew(
                    |pack| {
                        let mut all = pack.advisers.iter();
                        all.find(|a| a.name == name).map(|a| a.$field.clone())
                    },
                    $value,
                )
            };
        }
        AdviserSpec {
            name: name.to_owned(),
            tier: new!(tier, self.adviser_tier),
            points: new!(points, self.points.map(Points)),
            requires: new!(requires, self.requires.clone()),
            category: new!(category, self.category),
            action: new!(action, self.action()),
        }
    }

    fn race(&self, name: &str, says: &Says<'_>) -> RaceSpec {
        macro_rules! new {
            ($field:ident, $value:expr) => {
                says.anew(
                    |pack| {
                        let mut all = pack.races.iter();
                        all.find(|r| r.name == name).map(|r| r.$field.clone())
                    },
                    $value,
                )
            };
        }
        RaceSpec {
            name: name.to_owned(),
            resource: new!(resource, self.own.clone()),
            forbidden: new!(forbidden, self.forbidden.clone()),
            action: new!(action, self.action()),
            ..RaceSpec::default()
        }
    }

    fn achievement(&self, name: &str, says: &Says<'_>) -> AchievementSpec {
        macro_rules! new {
            ($field:ident, $value:expr) => {
                says.anew(
                    |pack| {
                        let mut all = pack.achievements.iter();
                        all.find(|a| a.name == name).map(|a| a.$field.clone())
                    },
                    $value,
                )
            };
        }
        AchievementSpec {
            name: name.to_owned(),
            deck: new!(deck, self.deck),
            condition: new!(condition, self.condition.clone()),
            points: new!(points, self.points.map(Points)),
        }
    }

    fn resource(&self, name: &str, says: &Says<'_>) -> ResourceSpec {
        macro_rules! new {
            ($field:ident, $value:expr) => {
                says.anew(
                    |pack| {
                        let mut all = pack.resources.iter();
                        all.find(|r| r.name == name).map(|r| r.$field.clone())
                    },
                    $value,
                )
            };
        }
        let needs = self.recipe.iter().map(|(needs, pays)| Prerequisite {
            needs: needs.clone(),
            pays: Points(*pays),
            bracket: None,
        });
        let recipe: Vec<Prerequisite> = needs.collect();
        let is_said = !recipe.is_empty() || self.tier == Some(Tier::Basic);
        ResourceSpec {
            name: name.to_owned(),
            tier: new!(tier, self.tier),
            recipe: new!(recipe, Some(recipe).filter(|_| is_said)),
            shape: new!(shape, self.shape.clone()),
            turnable: new!(turnable, self.shape.as_ref().map(|_| self.turnable)),
            ..ResourceSpec::default()
        }
    }
}

/// Tells what is new from what is known.
struct Says<'a> {
    base: &'a Pack,
    pack: &'a Pack,
    key: &'a str,
}

impl Says<'_> {
    /// A value as a fact; nothing if it is known already.
    fn anew<T: Clone + Told>(
        &self,
        of: impl Fn(&Pack) -> Option<Fact<T>>,
        value: Option<T>,
    ) -> Fact<T> {
        let Some(value) = value else {
            return Fact::Unknown;
        };
        if matches!(of(self.base), Some(Fact::Known(..))) {
            return Fact::Unknown;
        }
        match of(self.pack) {
            Some(Fact::Known(known, _)) if known.told() == value.told() => Fact::Unknown,
            _ => Fact::Known(value, self.key.to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use packs::find;
    use rules::components::{Gain, Price};
    use rules::reading::doubts;

    fn real_box() -> Pack {
        find("founders-of-gloomhaven").expect("it is built in")
    }

    fn source() -> (String, String) {
        ("Anna 2026-11-21".to_owned(), "read off by Anna".to_owned())
    }

    fn kept(draft: &Draft, pack: &Pack) -> Pack {
        let facts = draft.facts(pack, pack, &source());
        assert!(!doubts(pack, &facts).iter().any(rules::reading::Doubt::is_wrong));
        overlay(pack, &facts)
    }

    #[test]
    fn a_building_is_entered_and_nothing_is_asked_twice() {
        let pack = real_box();
        let subject = Subject::Building("The Salt Barrel".to_owned());
        let mut draft = Draft::new(subject.clone(), &pack);
        // The values and the action are known: what is left are colour, shape and resources.
        assert_eq!(draft.spaces.len(), 3);
        draft.ground = Some(Ground::Terrain(Terrain::Coastal));
        draft.shape = Shape::try_from("##".to_owned()).ok();
        for resource in ["Wood", "Labor", "Cloth"] {
            draft.put_resource(resource);
        }
        let pack = kept(&draft, &pack);
        let known = subject.facts(&pack);
        let left: Vec<_> = known
            .iter()
            .filter(|(_, standing)| *standing != rules::fact::Standing::Known)
            .collect();
        assert_eq!(left, Vec::<&_>::new());
        let again = Draft::new(subject, &pack);
        let facts = again.facts(&pack, &pack, &source());
        assert_eq!(overlay(&pack, &facts), pack);
        assert!(facts.sources.is_empty());
    }

    #[test]
    fn a_new_building_is_added_with_its_numbers_in_brackets_worked_out() {
        let pack = real_box();
        let mut draft = Draft::new(Subject::Building("Tavern".to_owned()), &pack);
        for (resource, value) in [("Wood", 2), ("Brick", 6)] {
            draft.put_resource(resource);
            draft.put_value(value);
        }
        draft.effects.push(Effect::Gain(Gain::Money(Money(2))));
        let pack = kept(&draft, &pack);
        let tavern = pack.buildings.iter().find(|b| b.name == "Tavern");
        let tavern = tavern.expect("it was added");
        assert_eq!(tavern.spaces[1].bracket, Some(Points(4)));
        assert_eq!(tavern.space_count.value(), Some(&2));
        let action = tavern.action.value().map(|a| a.text.as_str());
        assert_eq!(action, Some("Gain $2."));
    }

    #[test]
    fn a_text_without_effects_is_done_by_hand() {
        let pack = real_box();
        let mut draft = Draft::new(Subject::Adviser("Shepherd".to_owned()), &pack);
        assert_eq!(draft.category, Some(Category::Upgrade));
        draft.text = "Swap two tiles.".to_owned();
        draft.adviser_tier = Some(2);
        let pack = kept(&draft, &pack);
        let shepherd = pack.advisers.iter().find(|a| a.name == "Shepherd");
        let action = shepherd.and_then(|a| a.action.value());
        assert_eq!(action.map(|a| a.effects.as_slice()), Some(&[Effect::ByHand][..]));
    }

    #[test]
    fn a_recipe_begins_with_what_is_usually_paid() {
        let pack = real_box();
        let mut draft = Draft::new(Subject::Resource("Weapons".to_owned()), &pack);
        for resource in ["Machinery", "Jewelry", "Wood"] {
            draft.toggle_prerequisite(resource, &pack);
        }
        let paid: Vec<i32> = draft.recipe.iter().map(|(_, pays)| *pays).collect();
        assert_eq!(paid, [4, 2, 1]);
        draft.toggle_prerequisite("Wood", &pack);
        assert_eq!(draft.recipe.len(), 2);
    }

    #[test]
    fn a_slip_of_ones_own_can_be_put_right_and_the_box_cannot() {
        let base = real_box();
        let mut draft = Draft::new(Subject::Adviser("Shepherd".to_owned()), &base);
        draft.points = Some(3);
        let pack = kept(&draft, &base);
        draft.points = Some(1);
        draft.category = Some(Category::Trade);
        draft.effects = vec![Effect::Upgrade(Price::Free)];
        let facts = draft.facts(&base, &pack, &source());
        assert_eq!(facts.advisers[0].points.value(), Some(&Points(1)));
        assert_eq!(facts.advisers[0].category.value(), None);
        // In a game nothing that is known changes.
        assert_eq!(draft.facts(&pack, &pack, &source()).advisers[0].points.value(), None);
    }
}
