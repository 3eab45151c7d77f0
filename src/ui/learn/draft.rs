//! A card, a mat or a tile while it is typed in.
//!
//! A [`Draft`] holds the thing as a pack states it, and begins with what is known of it and with
//! what follows from the rest. What is already known for certain is shown and not asked. When it
//! is kept, it says only what is new, with who read it and when.

use std::collections::{BTreeMap, BTreeSet};

use english::sentence;
use rules::components::{
    AchievementSpec, AdviserSpec, BuildingSpec, CardAction, Effect, Pack, Prerequisite, RaceSpec,
    ResourceCardSpec, ResourceSpec, SpaceSpec, StandardCardSpec, Terrain, Tier,
};
use rules::fact::{Fact, FactName, Standing};
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

/// The thing that is typed in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    /// What it is.
    pub subject: Subject,
    /// What is stated of it, and of nothing else; of a space, what the number in brackets is as
    /// long as it cannot be worked out.
    pub stated: Pack,
    /// The prices of the places for advisers, from the left: the offer states all or none.
    pub prices: [Option<Money>; PLACES],
}

/// A value as it is typed: what it rests on is said once the form is kept.
pub(super) fn typed<T>(value: T) -> Fact<T> {
    Fact::Known(value, String::new())
}

/// The same of a value that may be missing.
pub(super) fn typed_if<T>(value: Option<T>) -> Fact<T> {
    value.map_or(Fact::Unknown, typed)
}

impl Draft {
    /// What is known, likely, or follows, of a thing.
    #[must_use]
    pub fn new(subject: Subject, pack: &Pack) -> Self {
        // What is stated goes before what follows.
        let mut stated = alone(&subject, &overlay(&deductions(pack), pack));
        for (_, fact) in stated.facts_mut() {
            fact.rest_on("");
        }
        for spec in &mut stated.buildings {
            stand_on(spec, ground_of(spec));
            let count = spec.space_count.value().copied().map_or(0, usize::from);
            spec.spaces.resize_with(count.max(spec.spaces.len()), SpaceSpec::default);
            // That is counted.
            spec.space_count = Fact::Unknown;
        }
        for spec in &mut stated.resources {
            let recipe = spec.recipe.value_mut().map(std::mem::take).unwrap_or_default();
            let plain = recipe.into_iter().map(|needed| Prerequisite { bracket: None, ..needed });
            spec.recipe = typed_if(Some(plain.collect::<Vec<_>>()).filter(|all| !all.is_empty()));
            spec.copies = Fact::Unknown;
        }
        for spec in &mut stated.races {
            (spec.colour, spec.solo) = (Fact::Unknown, Fact::Unknown);
        }
        for action in actions_of(&mut stated) {
            // A text alone is carried out by hand, and may still tell what it does.
            if let Some(CardAction { effects, .. }) = action.value_mut()
                && effects == &[Effect::ByHand]
            {
                effects.clear();
            }
        }
        let offered = std::mem::take(&mut stated.offer).adviser_prices;
        let mut prices = [None; PLACES];
        for (place, price) in prices.iter_mut().zip(offered.value().into_iter().flatten()) {
            *place = Some(*price);
        }
        Self { subject, stated, prices }
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

    /// What is new, as facts that rest on `source`, a key with what it stands for.
    ///
    /// `base` is what can no longer be changed, `pack` what is known so far; they differ where a
    /// slip of one's own is put right.
    #[must_use]
    pub fn facts(&self, base: &Pack, pack: &Pack, (key, stands_for): &(String, String)) -> Pack {
        let mut new = self.whole(pack);
        let (fixed, known) = (alone(&self.subject, base), alone(&self.subject, pack));
        let (fixed, known) = (sure(&fixed), sure(&known));
        for (name, fact) in new.facts_mut() {
            if fixed.contains_key(&name) || known.get(&name) == fact.told().as_ref() {
                fact.blank();
            } else {
                fact.rest_on(key);
            }
        }
        for space in new.buildings.iter_mut().flat_map(|spec| &mut spec.spaces) {
            if space.resource.value().is_none() && space.value.value().is_none() {
                *space = SpaceSpec::default();
            }
        }
        if new.facts().iter().any(|(_, fact)| fact.standing() == Standing::Known) {
            new.sources.insert(key.clone(), stands_for.clone());
        }
        new
    }

    /// What is stated, with what follows from what is typed.
    fn whole(&self, pack: &Pack) -> Pack {
        // A shape that is picked says as well that the tile may not be turned over.
        let as_drawn = |shape: &Fact<Shape>, turnable: &Fact<bool>| {
            let is_turnable = turnable.value().copied().unwrap_or(false);
            typed_if(shape.value().map(|_| is_turnable))
        };
        let mut whole = self.stated.clone();
        for spec in &mut whole.buildings {
            let is_whole = !spec.spaces.is_empty() && spec.spaces.iter().all(is_complete);
            let count = u8::try_from(spec.spaces.len()).ok();
            spec.space_count = typed_if(count.filter(|_| is_whole));
            spec.turnable = as_drawn(&spec.shape, &spec.turnable);
            for space in &mut spec.spaces {
                space.bracket = match bracket_of(pack, space) {
                    Bracket::Is(points) => Some(points),
                    Bracket::Absent => None,
                    Bracket::Unknown => space.bracket,
                };
            }
        }
        for spec in &mut whole.resources {
            spec.turnable = as_drawn(&spec.shape, &spec.turnable);
            if spec.tier.value() == Some(&Tier::Basic) && spec.recipe.value().is_none() {
                spec.recipe = typed(Vec::new());
            }
        }
        for action in actions_of(&mut whole) {
            *action = typed_if(action.value().and_then(completed));
        }
        whole.offer.adviser_prices = typed_if(self.prices.into_iter().collect());
        whole
    }
}

/// What a pack states of a thing, and nothing else; a thing that it does not list has a name.
fn alone(subject: &Subject, pack: &Pack) -> Pack {
    fn one<C: Clone>(listed: Option<&C>, new: impl FnOnce() -> C) -> Vec<C> {
        vec![listed.cloned().unwrap_or_else(new)]
    }
    /// The list with one component, known by its key.
    macro_rules! list {
        ($one:ident, $Spec:ident by $key:ident $name:ident) => {
            one(pack.$one($name), || $Spec { $key: $name.clone(), ..$Spec::default() })
        };
    }
    let mut part = Pack::default();
    match subject {
        Subject::Building(name) => part.buildings = list!(building, BuildingSpec by name name),
        Subject::Adviser(name) => part.advisers = list!(adviser, AdviserSpec by name name),
        Subject::Race(name) => part.races = list!(race, RaceSpec by name name),
        Subject::ResourceCard(name) => {
            part.resource_cards = list!(resource_card, ResourceCardSpec by resource name);
        }
        Subject::Resource(name) => part.resources = list!(resource, ResourceSpec by name name),
        Subject::StandardCard(card) => {
            let new = || StandardCardSpec { card: *card, action: Fact::Unknown };
            part.standard_cards = one(pack.standard_card(card), new);
        }
        Subject::Achievement(name) => {
            part.achievements = list!(achievement, AchievementSpec by name name);
        }
        Subject::Offer => part.offer = pack.offer.clone(),
        Subject::Counts => part.counts = pack.counts.clone(),
        // It is traced.
        Subject::Board(_) => {}
    }
    part
}

/// What is known for certain, in words.
fn sure(pack: &Pack) -> BTreeMap<FactName, String> {
    let facts = pack.facts().into_iter();
    let known = facts.filter(|(_, fact)| fact.standing() == Standing::Known);
    known.filter_map(|(name, fact)| Some((name, fact.told()?))).collect()
}

/// The actions that are stated.
fn actions_of(pack: &mut Pack) -> impl Iterator<Item = &mut Fact<CardAction>> {
    let buildings = pack.buildings.iter_mut().map(|spec| &mut spec.action);
    let advisers = pack.advisers.iter_mut().map(|spec| &mut spec.action);
    let races = pack.races.iter_mut().map(|spec| &mut spec.action);
    let cards = pack.standard_cards.iter_mut().map(|spec| &mut spec.action);
    buildings.chain(advisers).chain(races).chain(cards)
}

/// An action as it is kept: with words and effects, each told by the other where only one is
/// entered.
fn completed(action: &CardAction) -> Option<CardAction> {
    let text = action.text.trim();
    if text.is_empty() && action.effects.is_empty() {
        return None;
    }
    let effects =
        if action.effects.is_empty() { vec![Effect::ByHand] } else { action.effects.clone() };
    let text = if text.is_empty() {
        let told: Vec<String> = effects.iter().map(Told::told).collect();
        sentence(&told.join(", then "))
    } else {
        text.to_owned()
    };
    Some(CardAction { text, effects })
}

/// What a building stands on, as far as it is stated.
pub(super) fn ground_of(spec: &BuildingSpec) -> Option<Ground> {
    match (spec.special.value(), spec.colour.value()) {
        (Some(true), _) | (None, Some(None)) => Some(Ground::Site),
        (_, Some(Some(terrain))) => Some(Ground::Terrain(*terrain)),
        (_, _) => None,
    }
}

/// States what a building stands on: its colour, and whether it goes on a site.
pub(super) fn stand_on(spec: &mut BuildingSpec, ground: Option<Ground>) {
    spec.colour = typed_if(ground.map(|ground| match ground {
        Ground::Terrain(terrain) => Some(terrain),
        Ground::Site => None,
    }));
    spec.special = typed_if(ground.map(|ground| ground == Ground::Site));
}

fn is_complete(space: &SpaceSpec) -> bool {
    space.resource.value().is_some() && space.value.value().is_some()
}

/// The number in brackets that a space must show.
pub(super) fn bracket_of(pack: &Pack, space: &SpaceSpec) -> Bracket {
    match (space.resource.value(), space.value.value()) {
        (Some(resource), Some(value)) => bracket(pack, resource, *value),
        _ => Bracket::Unknown,
    }
}

/// The place of the space that the next resource or value belongs to; one beyond the last if all
/// are complete.
pub(super) fn open_space(spec: &BuildingSpec) -> usize {
    let open = spec.spaces.iter().position(|space| !is_complete(space));
    open.unwrap_or(spec.spaces.len())
}

/// That space, to be filled in.
pub(super) fn open_space_mut(spec: &mut BuildingSpec) -> &mut SpaceSpec {
    let at = open_space(spec);
    if spec.spaces.len() <= at {
        spec.spaces.resize_with(at + 1, SpaceSpec::default);
    }
    &mut spec.spaces[at]
}

/// The resources of all spaces.
pub(super) fn taken(spec: &BuildingSpec) -> BTreeSet<String> {
    spec.spaces.iter().filter_map(|space| space.resource.value().cloned()).collect()
}

/// Adds a prerequisite with its usual pay, or takes it away again.
pub(super) fn toggle_prerequisite(spec: &mut ResourceSpec, name: &str, pack: &Pack) {
    let mut recipe = spec.recipe.value_mut().map(std::mem::take).unwrap_or_default();
    let count = recipe.len();
    recipe.retain(|needed| needed.needs != name);
    if recipe.len() == count {
        recipe.push(Prerequisite { needs: name.to_owned(), pays: Points(1), bracket: None });
    }
    // A tier 2 resource is worth what is printed: in every known case 4 with two
    // prerequisites and 2 with one (rule 7.4). It is shown, to be compared with the tile.
    for needed in &mut recipe {
        let known = pack.resource(&needed.needs);
        let tier_two = known.filter(|spec| spec.tier.value() == Some(&Tier::Two));
        needed.pays = Points(match tier_two.map(|spec| spec.recipe.value()) {
            None => 1,
            Some(made_of) => {
                if made_of.is_some_and(|recipe| recipe.len() == 1) {
                    2
                } else {
                    4
                }
            }
        });
    }
    spec.recipe = typed_if(Some(recipe).filter(|recipe| !recipe.is_empty()));
}

/// Adds a forbidden resource, or takes it away again.
pub(super) fn toggle_forbidden(forbidden: &mut Fact<Vec<String>>, name: &str) {
    let mut names = forbidden.value_mut().map(std::mem::take).unwrap_or_default();
    let count = names.len();
    names.retain(|other| other != name);
    if names.len() == count {
        names.push(name.to_owned());
    }
    *forbidden = typed(names);
}

#[cfg(test)]
mod tests {
    use super::*;
    use packs::find;
    use rules::components::{Category, Gain, Price};
    use rules::reading::doubts;

    fn doing(text: &str, effects: &[Effect]) -> CardAction {
        CardAction { text: text.to_owned(), effects: effects.to_vec() }
    }

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
        let spec = &mut draft.stated.buildings[0];
        assert_eq!(spec.spaces.len(), 3);
        stand_on(spec, Some(Ground::Terrain(Terrain::Coastal)));
        spec.shape = typed_if(Shape::try_from("##".to_owned()).ok());
        for resource in ["Wood", "Labor", "Cloth"] {
            open_space_mut(spec).resource = typed(resource.to_owned());
        }
        let pack = kept(&draft, &pack);
        let known = subject.facts(&pack);
        let left: Vec<_> = known
            .iter()
            .filter(|(_, fact)| fact.standing() != Standing::Known)
            .map(|(name, _)| name)
            .collect();
        assert_eq!(left, Vec::<&FactName>::new());
        let again = Draft::new(subject, &pack);
        let facts = again.facts(&pack, &pack, &source());
        assert_eq!(overlay(&pack, &facts), pack);
        assert!(facts.sources.is_empty());
    }

    #[test]
    fn a_new_building_is_added_with_its_numbers_in_brackets_worked_out() {
        let pack = real_box();
        let mut draft = Draft::new(Subject::Building("Tavern".to_owned()), &pack);
        let spec = &mut draft.stated.buildings[0];
        for (resource, value) in [("Wood", 2), ("Brick", 6)] {
            open_space_mut(spec).resource = typed(resource.to_owned());
            open_space_mut(spec).value = typed(Points(value));
        }
        spec.action = typed(doing("", &[Effect::Gain(Gain::Money(Money(2)))]));
        let pack = kept(&draft, &pack);
        let tavern = pack.building("Tavern");
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
        let spec = &mut draft.stated.advisers[0];
        assert_eq!(spec.category.value(), Some(&Category::Upgrade));
        spec.action = typed(doing("Swap two tiles.", &[]));
        spec.tier = typed(2);
        let pack = kept(&draft, &pack);
        let shepherd = pack.adviser("Shepherd");
        let action = shepherd.and_then(|a| a.action.value());
        assert_eq!(action.map(|a| a.effects.as_slice()), Some(&[Effect::ByHand][..]));
    }

    #[test]
    fn a_recipe_begins_with_what_is_usually_paid() {
        let pack = real_box();
        let mut draft = Draft::new(Subject::Resource("Weapons".to_owned()), &pack);
        let spec = &mut draft.stated.resources[0];
        for resource in ["Machinery", "Jewelry", "Wood"] {
            toggle_prerequisite(spec, resource, &pack);
        }
        let recipe = |spec: &ResourceSpec| spec.recipe.value().cloned().unwrap_or_default();
        let paid: Vec<i32> = recipe(spec).iter().map(|needed| needed.pays.0).collect();
        assert_eq!(paid, [4, 2, 1]);
        toggle_prerequisite(spec, "Wood", &pack);
        assert_eq!(recipe(spec).len(), 2);
    }

    #[test]
    fn a_slip_of_ones_own_can_be_put_right_and_the_box_cannot() {
        let base = real_box();
        let mut draft = Draft::new(Subject::Adviser("Shepherd".to_owned()), &base);
        draft.stated.advisers[0].points = typed(Points(3));
        let pack = kept(&draft, &base);
        let spec = &mut draft.stated.advisers[0];
        spec.points = typed(Points(1));
        spec.category = typed(Category::Trade);
        spec.action = typed(doing("", &[Effect::Upgrade(Price::Free)]));
        let facts = draft.facts(&base, &pack, &source());
        assert_eq!(facts.advisers[0].points.value(), Some(&Points(1)));
        assert_eq!(facts.advisers[0].category.value(), None);
        // In a game nothing that is known changes.
        assert_eq!(draft.facts(&pack, &pack, &source()).advisers[0].points.value(), None);
    }
}
