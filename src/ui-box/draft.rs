//! A card, a mat or a tile while it is typed in.
//!
//! A [`Draft`] holds the thing as a pack states it, and begins with what is known of it and with
//! what follows from the rest. What is already known for certain is shown and not asked.
//!
//! Every field of a draft is either *stated* ([`Fact::Known`]: known before, typed or pressed) or
//! *proposed* ([`Fact::Unconfirmed`]: likely, usual, or worked out). [`Draft::facts`] takes what is
//! stated and nothing else, so that looking at a form states nothing. A proposal becomes a
//! statement by an act of its own: its answer is pressed, its question is confirmed with Enter
//! (`state`), or the whole form is kept as it is shown ([`Draft::confirmed`]).

use std::collections::BTreeSet;

use components::component_ref::ComponentRef;
use components::describe::Describe;
use components::effect::{CardAction, Effect};
use components::fact::{Fact, Standing};
use components::fact_id::{FactField, FactId};
use components::overlay::overlay;
use components::quantity::{Money, Points};
use components::reading::{Bracket, bracket, deductions};
use components::specs::{
    AchievementSpec, AdviserSpec, BuildingField, BuildingSpec, Pack, Prerequisite, RaceSpec,
    ResourceCardSpec, ResourceField, ResourceNames, ResourceSpec, SpaceSpec, StandardCardSpec,
    Terrain, Tier,
};
use components::tile::Shape;
use plain_text::sentence;

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
    pub subject: ComponentRef,
    /// The fields of it, stated or proposed, and of nothing else; of a space, what the number in
    /// brackets is as long as it cannot be worked out.
    pub fields: Pack,
    /// The prices of the places for advisers, from the left: the offer states all or none.
    pub prices: [Fact<Money>; PLACES],
}

/// A value as it is typed: what it rests on is said once the form is kept.
pub fn typed<T>(value: T) -> Fact<T> {
    Fact::Known(value, String::new())
}

/// A value that nobody has typed or confirmed yet.
pub(super) fn proposed<T>(value: T) -> Fact<T> {
    Fact::Unconfirmed(value, String::new())
}

/// Checks whether a field is stated.
pub(super) const fn is_stated<T>(field: &Fact<T>) -> bool {
    matches!(field, Fact::Known(..))
}

/// Checks whether a field is only proposed.
pub(super) const fn is_proposed<T>(field: &Fact<T>) -> bool {
    matches!(field, Fact::Unconfirmed(..))
}

/// Confirms a proposal; every other field stays as it is.
pub(super) fn state<T>(field: &mut Fact<T>) {
    *field = match std::mem::take(field) {
        Fact::Unconfirmed(value, _) => typed(value),
        other => other,
    };
}

/// The same of a value that may be missing.
pub(super) fn typed_if<T>(value: Option<T>) -> Fact<T> {
    value.map_or(Fact::Unknown, typed)
}

impl Draft {
    /// What is known, likely, or follows, of a thing.
    pub fn new(subject: ComponentRef, pack: &Pack) -> Self {
        // What is known goes before what follows.
        let mut fields = alone(&subject, &overlay(&deductions(pack), pack));
        for (_, fact) in fields.facts_mut() {
            if fact.standing() == Standing::Known {
                fact.rest_on("");
            }
        }
        for spec in &mut fields.buildings {
            let count = spec.space_count.value().copied().map_or(0, usize::from);
            spec.spaces.resize_with(count.max(spec.spaces.len()), SpaceSpec::default);
        }
        for spec in &mut fields.resources {
            for needed in spec.recipe.value_mut().into_iter().flatten() {
                needed.bracket = None;
            }
            spec.copies = Fact::Unknown;
        }
        for spec in &mut fields.races {
            (spec.colour, spec.solo) = (Fact::Unknown, Fact::Unknown);
        }
        for action in actions_of(&mut fields) {
            // A text alone is carried out by hand, and may still tell what it does.
            if let Some(CardAction { effects, .. }) = action.value_mut()
                && effects == &[Effect::ByHand]
            {
                effects.clear();
            }
        }
        let offered = std::mem::take(&mut fields.offer).adviser_prices;
        let as_known: fn(Money) -> Fact<Money> = if is_stated(&offered) { typed } else { proposed };
        let mut prices = [const { Fact::Unknown }; PLACES];
        for (place, price) in prices.iter_mut().zip(offered.value().into_iter().flatten()) {
            *place = as_known(*price);
        }
        Self { subject, fields, prices }
    }

    /// Whether the app has a form for such a thing.
    pub fn has_form(subject: &ComponentRef) -> bool {
        // A board is traced.
        !matches!(subject, ComponentRef::Board(_))
    }

    /// Returns what is new and stated, as facts that rest on `source`, a key with what it stands
    /// for.
    ///
    /// `base` is what can no longer be changed, `pack` what is known so far; they differ where a
    /// slip of one's own is put right.
    pub fn facts(&self, base: &Pack, pack: &Pack, (key, stands_for): &(String, String)) -> Pack {
        let mut new = self.fields.clone();
        for spec in &mut new.buildings {
            for space in &mut spec.spaces {
                space.bracket = stated_bracket(pack, space);
            }
        }
        for action in actions_of(&mut new) {
            *action = match std::mem::take(action) {
                Fact::Known(action, _) => typed_if(completed(&action)),
                Fact::Unconfirmed(..) | Fact::Unknown => Fact::Unknown,
            };
        }
        if self.prices.iter().all(is_stated) {
            let prices = self.prices.iter().filter_map(Fact::value).copied();
            new.offer.adviser_prices = typed(prices.collect());
        }
        let is_news = |id: &FactId| {
            !(is_certain(base, id) || is_certain(pack, id) && new.states_same(pack, id))
        };
        let news: BTreeSet<FactId> =
            new.facts().into_iter().map(|(id, _)| id).filter(is_news).collect();
        for (id, fact) in new.facts_mut() {
            if fact.standing() == Standing::Known && news.contains(&id) {
                fact.rest_on(key);
            } else {
                fact.blank();
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

    /// Returns the draft as somebody confirms it who keeps the form as it is shown: every proposal
    /// is stated, with what the form says by it. Of the counts of the box only what is typed is
    /// stated: nobody counts all of it.
    #[must_use]
    pub fn confirmed(&self) -> Self {
        let mut draft = self.clone();
        if draft.subject == ComponentRef::Counts {
            return draft;
        }
        for (_, fact) in draft.fields.facts_mut() {
            if fact.standing() == Standing::Unconfirmed {
                fact.rest_on("");
            }
        }
        for spec in &mut draft.fields.buildings {
            if let Some(ground) = ground_of(spec).value() {
                stand_on(spec, *ground);
            }
            count_spaces(spec);
            as_drawn(&spec.shape, &mut spec.turnable);
        }
        for spec in &mut draft.fields.resources {
            as_drawn(&spec.shape, &mut spec.turnable);
            without_recipe(spec);
        }
        draft.prices.iter_mut().for_each(state);
        draft
    }

    /// Returns the draft as it is left by somebody who went through it: a building that is known
    /// to go on a site has no colour.
    #[must_use]
    pub(super) fn gone_through(&self) -> Self {
        let mut draft = self.clone();
        for spec in &mut draft.fields.buildings {
            if spec.special == typed(true) && spec.colour.value() == Some(&None) {
                state(&mut spec.colour);
            }
        }
        draft
    }

    /// Returns the draft without what is only begun: a list that may go on, the words of a card,
    /// and its effects. They stand once the form is kept or its question is left by Enter.
    #[must_use]
    pub(super) fn settled(&self) -> Self {
        let mut draft = self.clone();
        for action in actions_of(&mut draft.fields) {
            *action = Fact::Unknown;
        }
        for spec in &mut draft.fields.resources {
            if spec.recipe.value().is_some_and(|recipe| !is_whole(recipe, USUAL_RECIPE)) {
                spec.recipe = Fact::Unknown;
            }
        }
        for spec in &mut draft.fields.races {
            drop_begun(&mut spec.forbidden);
        }
        for spec in &mut draft.fields.resource_cards {
            drop_begun(&mut spec.forbids);
        }
        draft
    }

    /// Returns the names of what the form shows as a proposal, each once: what is open in `base`.
    pub(super) fn proposals(&self, base: &Pack) -> Vec<&'static str> {
        if self.subject == ComponentRef::Counts {
            return Vec::new();
        }
        let mut names = Vec::new();
        for (id, fact) in self.fields.facts() {
            // How many spaces there are and how a tile is turned is seen where they are shown.
            let is_shown = !matches!(
                id.field(),
                FactField::Building(
                    BuildingField::SpaceCount | BuildingField::Turnable | BuildingField::Special
                ) | FactField::Resource(ResourceField::Turnable)
            );
            if fact.standing() == Standing::Unconfirmed && !is_certain(base, &id) && is_shown {
                names.push(id.label());
            }
        }
        if self.prices.iter().any(is_proposed) && self.subject == ComponentRef::Offer {
            names.push("prices");
        }
        let mut seen = BTreeSet::new();
        names.retain(|name| seen.insert(*name));
        names
    }
}

/// Number of prerequisites of most recipes: with these, a recipe is taken to be whole.
pub(super) const USUAL_RECIPE: usize = 2;

/// Number of resources that a mat forbids, as far as anybody knows.
pub(super) const USUALLY_FORBIDDEN: usize = 2;

/// Checks whether a list that is entered may be taken to be whole: it is empty on purpose, or as
/// long as usual.
pub(super) const fn is_whole<T>(list: &[T], usual: usize) -> bool {
    list.is_empty() || list.len() == usual
}

/// Drops forbidden resources that are not as many as usual.
fn drop_begun(list: &mut Fact<ResourceNames>) {
    if list.value().is_some_and(|all| !is_whole(&all.0, USUALLY_FORBIDDEN)) {
        *list = Fact::Unknown;
    }
}

/// States that a tile of which only the shape is stated may not be turned over: it is drawn once.
fn as_drawn(shape: &Fact<Shape>, turnable: &mut Fact<bool>) {
    if shape.value().is_some() && turnable.value().is_none() {
        *turnable = typed(false);
    }
}

/// States that a basic resource is made of nothing.
pub(super) fn without_recipe(spec: &mut ResourceSpec) {
    if spec.tier.value() == Some(&Tier::Basic) && spec.recipe.value().is_none() {
        spec.recipe = typed(Vec::new());
    }
}

/// States how many spaces a building has, if all that are shown are complete.
pub(super) fn count_spaces(spec: &mut BuildingSpec) {
    let is_whole = !spec.spaces.is_empty() && spec.spaces.iter().all(is_complete);
    let count = u8::try_from(spec.spaces.len()).ok().filter(|_| is_whole);
    spec.space_count = typed_if(count);
}

/// Returns the number in brackets of a space as far as it rests on what is stated.
fn stated_bracket(pack: &Pack, space: &SpaceSpec) -> Option<Points> {
    match (&space.resource, &space.value) {
        (Fact::Known(..), Fact::Known(..)) => match bracket_of(pack, space) {
            Bracket::Is(points) => Some(points),
            Bracket::Absent => None,
            Bracket::Unknown => space.bracket,
        },
        (_, Fact::Known(..)) => space.bracket,
        (_, _) => None,
    }
}

/// What a pack states of a thing, and nothing else; a thing that it does not list has a name.
fn alone(subject: &ComponentRef, pack: &Pack) -> Pack {
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
        ComponentRef::Building(name) => part.buildings = list!(building, BuildingSpec by name name),
        ComponentRef::Adviser(name) => part.advisers = list!(adviser, AdviserSpec by name name),
        ComponentRef::Race(name) => part.races = list!(race, RaceSpec by name name),
        ComponentRef::ResourceCard(name) => {
            part.resource_cards = list!(resource_card, ResourceCardSpec by resource name);
        }
        ComponentRef::Resource(name) => part.resources = list!(resource, ResourceSpec by name name),
        ComponentRef::StandardCard(card) => {
            let new = || StandardCardSpec { card: *card, action: Fact::Unknown };
            part.standard_cards = one(pack.standard_card(card), new);
        }
        ComponentRef::Achievement(name) => {
            part.achievements = list!(achievement, AchievementSpec by name name);
        }
        ComponentRef::Offer => part.offer = pack.offer.clone(),
        ComponentRef::Counts => part.counts = pack.counts.clone(),
        // It is traced.
        ComponentRef::Board(_) => {}
    }
    part
}

/// Checks whether a pack knows a fact for certain.
fn is_certain(pack: &Pack, id: &FactId) -> bool {
    pack.fact(id).is_some_and(|fact| fact.standing() == Standing::Known)
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
        let told: Vec<String> = effects.iter().map(Describe::describe).collect();
        sentence(&told.join(", then "))
    } else {
        text.to_owned()
    };
    Some(CardAction { text, effects })
}

/// Returns what a building stands on: stated if its site is, and its colour where that counts.
pub(super) fn ground_of(spec: &BuildingSpec) -> Fact<Ground> {
    let ground = match (spec.special.value(), spec.colour.value()) {
        (Some(true), _) | (None, Some(None)) => Ground::Site,
        (_, Some(Some(terrain))) => Ground::Terrain(*terrain),
        (_, _) => return Fact::Unknown,
    };
    // What goes on a site does so whatever the terrain.
    let is_known = is_stated(&spec.special) && (ground == Ground::Site || is_stated(&spec.colour));
    if is_known { typed(ground) } else { proposed(ground) }
}

/// States what a building stands on: its colour, and whether it goes on a site.
pub(super) fn stand_on(spec: &mut BuildingSpec, ground: Ground) {
    spec.colour = typed(match ground {
        Ground::Terrain(terrain) => Some(terrain),
        Ground::Site => None,
    });
    spec.special = typed(ground == Ground::Site);
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
pub(super) fn toggle_forbidden(forbidden: &mut Fact<ResourceNames>, name: &str) {
    let ResourceNames(mut names) = forbidden.value_mut().map(std::mem::take).unwrap_or_default();
    let count = names.len();
    names.retain(|other| other != name);
    if names.len() == count {
        names.push(name.to_owned());
    }
    // That nothing is forbidden is said by an answer of its own.
    *forbidden = typed_if((!names.is_empty()).then_some(ResourceNames(names)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use components::effect::{Gain, Price};
    use components::reading::doubts;
    use components::specs::Category;
    use packs::find;

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
        let facts = draft.confirmed().facts(pack, pack, &source());
        assert!(!doubts(pack, &facts).iter().any(components::reading::Doubt::is_wrong));
        overlay(pack, &facts)
    }

    #[test]
    fn a_building_is_entered_and_nothing_is_asked_twice() {
        let pack = real_box();
        let subject = ComponentRef::Building("The Salt Barrel".to_owned());
        let mut draft = Draft::new(subject.clone(), &pack);
        // The values and the action are known: what is left are colour, shape and resources.
        let spec = &mut draft.fields.buildings[0];
        assert_eq!(spec.spaces.len(), 3);
        stand_on(spec, Ground::Terrain(Terrain::Coastal));
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
        assert_eq!(left, Vec::<&FactId>::new());
        let again = Draft::new(subject, &pack);
        let facts = again.facts(&pack, &pack, &source());
        assert_eq!(overlay(&pack, &facts), pack);
        assert!(facts.sources.is_empty());
    }

    #[test]
    fn a_new_building_is_added_with_its_numbers_in_brackets_worked_out() {
        let pack = real_box();
        let mut draft = Draft::new(ComponentRef::Building("Tavern".to_owned()), &pack);
        let spec = &mut draft.fields.buildings[0];
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
        let mut draft = Draft::new(ComponentRef::Adviser("Shepherd".to_owned()), &pack);
        let spec = &mut draft.fields.advisers[0];
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
        let mut draft = Draft::new(ComponentRef::Resource("Weapons".to_owned()), &pack);
        let spec = &mut draft.fields.resources[0];
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
        let mut draft = Draft::new(ComponentRef::Adviser("Shepherd".to_owned()), &base);
        draft.fields.advisers[0].points = typed(Points(3));
        let pack = kept(&draft, &base);
        let spec = &mut draft.fields.advisers[0];
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
