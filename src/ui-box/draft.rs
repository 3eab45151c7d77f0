//! A card, a mat or a tile while it is entered.
//!
//! A [`FactDraft`] holds the component in the form of a pack. It starts with the known facts and
//! those deduced from other components. The form shows facts that are certain and does not ask for
//! them.
//!
//! Every field of a draft is either *stated* ([`Fact::Known`]: known before, typed or pressed) or
//! *proposed* ([`Fact::Unconfirmed`]: likely, usual, or deduced). [`FactDraft::facts`] takes only
//! stated fields, so that viewing a form states nothing. A proposal becomes a statement by an
//! explicit act: the user presses its answer, confirms its question with Enter (`confirm`), or
//! keeps the whole form as shown ([`FactDraft::confirmed`]).

use std::collections::BTreeSet;

use components::component_ref::ComponentRef;
use components::describe::Describe;
use components::effect::{CardAction, Effect};
use components::fact::{Certainty, Fact};
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

/// The number of places in the adviser offer.
const PLACES: usize = 4;

/// The land on which a prestige building may be placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlacementGround {
    /// Land with at least one square of this terrain: the color of the card.
    Terrain(Terrain),
    /// A reserved site.
    Site,
}

/// A component while it is entered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FactDraft {
    /// The component.
    pub component: ComponentRef,
    /// The fields of the component, stated or proposed, and no other component. A space has a
    /// number in brackets if one is known or entered; it counts only where it cannot be computed.
    pub fields: Pack,
    /// The prices of the places for advisers, from the left: the pack states all or none.
    pub prices: [Fact<Money>; PLACES],
}

/// Creates a stated field. Its source is added when the form is kept.
pub fn stated<T>(value: T) -> Fact<T> {
    Fact::Known(value, String::new())
}

/// Creates a proposed field, which the user has not typed or confirmed yet.
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
pub(super) fn confirm<T>(field: &mut Fact<T>) {
    *field = match std::mem::take(field) {
        Fact::Unconfirmed(value, _) => stated(value),
        other => other,
    };
}

/// Creates a stated field, or an unknown one without a value.
pub(super) fn typed_if<T>(value: Option<T>) -> Fact<T> {
    value.map_or(Fact::Unknown, stated)
}

impl FactDraft {
    /// Creates a draft with the known, likely and deduced facts of a component.
    pub fn new(component: ComponentRef, pack: &Pack) -> Self {
        // Known facts take precedence over deduced ones.
        let mut fields = only_component(&component, &overlay(&deductions(pack), pack));
        for (_, fact) in fields.facts_mut() {
            if fact.certainty() == Certainty::Known {
                fact.set_source("");
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
            // A text without effects is carried out by hand; the user may still add effects.
            if let Some(CardAction { effects, .. }) = action.value_mut()
                && effects == &[Effect::ByHand]
            {
                effects.clear();
            }
        }
        let offered = std::mem::take(&mut fields.offer).adviser_prices;
        let as_known: fn(Money) -> Fact<Money> =
            if is_stated(&offered) { stated } else { proposed };
        let mut prices = [const { Fact::Unknown }; PLACES];
        for (place, price) in prices.iter_mut().zip(offered.value().into_iter().flatten()) {
            *place = as_known(*price);
        }
        Self { component, fields, prices }
    }

    /// Returns `true` if the app has a form for such a component.
    pub fn has_form(subject: &ComponentRef) -> bool {
        // Boards are traced.
        !matches!(subject, ComponentRef::Board(_))
    }

    /// Returns the new stated facts, with `source` as the key and text of their source.
    ///
    /// `base` holds the facts that are fixed. `pack` holds all facts known so far; those
    /// beyond `base` were entered by the user, who may correct them.
    pub fn facts(&self, base: &Pack, pack: &Pack, source: &(String, String)) -> Pack {
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
            new.offer.adviser_prices = stated(prices.collect());
        }
        let changed: BTreeSet<FactId> = new
            .facts()
            .into_iter()
            .map(|(id, _)| id)
            .filter(|id| {
                !(is_certain(base, id) || is_certain(pack, id) && new.states_same(pack, id))
            })
            .collect();
        let (key, text) = source;
        for (id, fact) in new.facts_mut() {
            if fact.certainty() == Certainty::Known && changed.contains(&id) {
                fact.set_source(key);
            } else {
                fact.clear();
            }
        }
        for space in new.buildings.iter_mut().flat_map(|spec| &mut spec.spaces) {
            if space.resource.value().is_none() && space.value.value().is_none() {
                *space = SpaceSpec::default();
            }
        }
        if new.facts().iter().any(|(_, fact)| fact.certainty() == Certainty::Known) {
            new.sources.insert(key.clone(), text.clone());
        }
        new
    }

    /// Returns the draft that results from keeping the form as shown: every proposal is stated,
    /// with its implications. Counts of the box are stated only if typed, because users do not
    /// count everything.
    #[must_use]
    pub fn confirmed(&self) -> Self {
        let mut draft = self.clone();
        if draft.component == ComponentRef::Counts {
            return draft;
        }
        for (_, fact) in draft.fields.facts_mut() {
            if fact.certainty() == Certainty::Unconfirmed {
                fact.set_source("");
            }
        }
        for spec in &mut draft.fields.buildings {
            if let Some(ground) = ground_of(spec).value() {
                set_ground(spec, *ground);
            }
            state_space_count(spec);
            default_turnable(&spec.shape, &mut spec.turnable);
        }
        for spec in &mut draft.fields.resources {
            default_turnable(&spec.shape, &mut spec.turnable);
            set_empty_recipe(spec);
        }
        draft.prices.iter_mut().for_each(confirm);
        draft
    }

    /// Returns the draft that counts once a key left the last question. Unlike
    /// [`confirmed`](Self::confirmed), it states no proposal, with one exception: a building stated
    /// to go on a site has no color.
    #[must_use]
    pub(super) fn with_last_question_answered(&self) -> Self {
        let mut draft = self.clone();
        for spec in &mut draft.fields.buildings {
            if spec.special == stated(true) && spec.colour.value() == Some(&None) {
                confirm(&mut spec.colour);
            }
        }
        draft
    }

    /// Returns the draft without entries that may be unfinished: a list that may continue, the text
    /// of a card and its effects. They count only once the form is kept, by its button or by a key
    /// that leaves the last question.
    #[must_use]
    pub(super) fn without_unfinished(&self) -> Self {
        let mut draft = self.clone();
        for action in actions_of(&mut draft.fields) {
            *action = Fact::Unknown;
        }
        for spec in &mut draft.fields.resources {
            if spec.recipe.value().is_some_and(|recipe| !may_be_complete(recipe, USUAL_RECIPE)) {
                spec.recipe = Fact::Unknown;
            }
        }
        for spec in &mut draft.fields.races {
            drop_incomplete(&mut spec.forbidden);
        }
        for spec in &mut draft.fields.resource_cards {
            drop_incomplete(&mut spec.forbids);
        }
        draft
    }

    /// Returns the labels of the fields that the form shows as proposals, without duplicates. Facts
    /// that are certain in `base` are no proposals.
    pub(super) fn proposals(&self, base: &Pack) -> Vec<&'static str> {
        if self.component == ComponentRef::Counts {
            return Vec::new();
        }
        let mut names = Vec::new();
        for (id, fact) in self.fields.facts() {
            // The spaces, the shape and the site show these themselves.
            let is_shown = !matches!(
                id.field(),
                FactField::Building(
                    BuildingField::SpaceCount | BuildingField::Turnable | BuildingField::Special
                ) | FactField::Resource(ResourceField::Turnable)
            );
            if fact.certainty() == Certainty::Unconfirmed && !is_certain(base, &id) && is_shown {
                names.push(id.label());
            }
        }
        if self.prices.iter().any(is_proposed) && self.component == ComponentRef::Offer {
            names.push("prices");
        }
        let mut seen = BTreeSet::new();
        names.retain(|name| seen.insert(*name));
        names
    }
}

/// The number of prerequisites of most recipes; a recipe of this length is assumed to be complete.
pub(super) const USUAL_RECIPE: usize = 2;

/// The number of resources that every known mat forbids.
pub(super) const USUAL_FORBIDDEN: usize = 2;

/// Returns `true` if an entered list may be assumed to be complete: it is empty on purpose, or of
/// the usual length.
pub(super) const fn may_be_complete<T>(list: &[T], usual: usize) -> bool {
    list.is_empty() || list.len() == usual
}

/// Drops a list of forbidden resources that may be incomplete.
fn drop_incomplete(list: &mut Fact<ResourceNames>) {
    if list.value().is_some_and(|all| !may_be_complete(&all.0, USUAL_FORBIDDEN)) {
        *list = Fact::Unknown;
    }
}

/// States that a tile cannot be turned over if it has a shape and nothing says otherwise.
fn default_turnable(shape: &Fact<Shape>, turnable: &mut Fact<bool>) {
    if shape.value().is_some() && turnable.value().is_none() {
        *turnable = stated(false);
    }
}

/// States that a basic resource has no prerequisites.
pub(super) fn set_empty_recipe(spec: &mut ResourceSpec) {
    if spec.tier.value() == Some(&Tier::Basic) && spec.recipe.value().is_none() {
        spec.recipe = stated(Vec::new());
    }
}

/// States the number of spaces of a building if all are complete, otherwise clears it.
pub(super) fn state_space_count(spec: &mut BuildingSpec) {
    let is_whole = !spec.spaces.is_empty() && spec.spaces.iter().all(is_complete);
    let count = u8::try_from(spec.spaces.len()).ok().filter(|_| is_whole);
    spec.space_count = typed_if(count);
}

/// Returns the number in brackets of a space if stated fields determine it.
fn stated_bracket(pack: &Pack, space: &SpaceSpec) -> Option<Points> {
    match (&space.resource, &space.value) {
        (Fact::Known(..), Fact::Known(..)) => match bracket_of(pack, space) {
            Bracket::Number(points) => Some(points),
            Bracket::Absent => None,
            Bracket::Unknown => space.bracket,
        },
        (_, Fact::Known(..)) => space.bracket,
        (_, _) => None,
    }
}

/// Returns a pack with one component of `pack`, or its name only if `pack` does not list it.
fn only_component(subject: &ComponentRef, pack: &Pack) -> Pack {
    fn one<C: Clone>(listed: Option<&C>, new: impl FnOnce() -> C) -> Vec<C> {
        vec![listed.cloned().unwrap_or_else(new)]
    }
    /// The list with the one component of that key: as in the pack, otherwise new.
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
            part.standard_cards = one(pack.standard_card(card), || StandardCardSpec {
                card: *card,
                action: Fact::Unknown,
            });
        }
        ComponentRef::Achievement(name) => {
            part.achievements = list!(achievement, AchievementSpec by name name);
        }
        ComponentRef::Offer => part.offer = pack.offer.clone(),
        ComponentRef::Counts => part.counts = pack.counts.clone(),
        // Boards are traced.
        ComponentRef::Board(_) => {}
    }
    part
}

/// Returns `true` if a pack knows a fact for certain.
fn is_certain(pack: &Pack, id: &FactId) -> bool {
    pack.fact(id).is_some_and(|fact| fact.certainty() == Certainty::Known)
}

/// Iterates over the actions of all components.
fn actions_of(pack: &mut Pack) -> impl Iterator<Item = &mut Fact<CardAction>> {
    let buildings = pack.buildings.iter_mut().map(|spec| &mut spec.action);
    let advisers = pack.advisers.iter_mut().map(|spec| &mut spec.action);
    let races = pack.races.iter_mut().map(|spec| &mut spec.action);
    let cards = pack.standard_cards.iter_mut().map(|spec| &mut spec.action);
    buildings.chain(advisers).chain(races).chain(cards)
}

/// Completes an action for storing: a missing text is written from the effects, and missing effects
/// become [`Effect::ByHand`];
/// `None` if both are missing.
fn completed(action: &CardAction) -> Option<CardAction> {
    let text = action.text.trim();
    if text.is_empty() && action.effects.is_empty() {
        return None;
    }
    let effects =
        if action.effects.is_empty() { vec![Effect::ByHand] } else { action.effects.clone() };
    let text = if text.is_empty() {
        let descriptions: Vec<String> = effects.iter().map(Describe::describe).collect();
        sentence(&descriptions.join(", then "))
    } else {
        text.to_owned()
    };
    Some(CardAction { text, effects })
}

/// Returns the land of a building; it is stated if the fields that determine it are.
pub(super) fn ground_of(spec: &BuildingSpec) -> Fact<PlacementGround> {
    let ground = match (spec.special.value(), spec.colour.value()) {
        (Some(true), _) | (None, Some(None)) => PlacementGround::Site,
        (_, Some(Some(terrain))) => PlacementGround::Terrain(*terrain),
        (_, _) => return Fact::Unknown,
    };
    // A building on a site needs no color.
    let is_known =
        is_stated(&spec.special) && (ground == PlacementGround::Site || is_stated(&spec.colour));
    if is_known { stated(ground) } else { proposed(ground) }
}

/// States the land of a building: its color, and whether it goes on a site.
pub(super) fn set_ground(spec: &mut BuildingSpec, ground: PlacementGround) {
    spec.colour = stated(match ground {
        PlacementGround::Terrain(terrain) => Some(terrain),
        PlacementGround::Site => None,
    });
    spec.special = stated(ground == PlacementGround::Site);
}

fn is_complete(space: &SpaceSpec) -> bool {
    space.resource.value().is_some() && space.value.value().is_some()
}

/// Computes the number in brackets that a space must show.
pub(super) fn bracket_of(pack: &Pack, space: &SpaceSpec) -> Bracket {
    match (space.resource.value(), space.value.value()) {
        (Some(resource), Some(value)) => bracket(pack, resource, *value),
        _ => Bracket::Unknown,
    }
}

/// Returns the index of the first incomplete space, or of the next new one if all are complete.
pub(super) fn open_space(spec: &BuildingSpec) -> usize {
    spec.spaces.iter().position(|space| !is_complete(space)).unwrap_or(spec.spaces.len())
}

/// Returns the first incomplete space as mutable, adding one if all are complete.
pub(super) fn open_space_mut(spec: &mut BuildingSpec) -> &mut SpaceSpec {
    let at = open_space(spec);
    if spec.spaces.len() <= at {
        spec.spaces.resize_with(at + 1, SpaceSpec::default);
    }
    &mut spec.spaces[at]
}

/// Returns the resources of all spaces.
pub(super) fn used_resources(spec: &BuildingSpec) -> BTreeSet<String> {
    spec.spaces.iter().filter_map(|space| space.resource.value().cloned()).collect()
}

/// Adds a prerequisite with its usual payment, or removes it. The others keep their payments.
pub(super) fn toggle_prerequisite(spec: &mut ResourceSpec, name: &str, pack: &Pack) {
    let mut recipe = spec.recipe.value_mut().map(std::mem::take).unwrap_or_default();
    let count = recipe.len();
    recipe.retain(|needed| needed.needs != name);
    if recipe.len() == count {
        let pays = usual_payment(name, pack);
        recipe.push(Prerequisite { needs: name.to_owned(), pays, bracket: None });
    }
    spec.recipe = typed_if(Some(recipe).filter(|recipe| !recipe.is_empty()));
}

/// Returns the payment that tiles print for a prerequisite, to compare with the tile: 1 for tier 1;
/// for tier 2, in every known case, 4 with two prerequisites of its own and 2 with one (rule 7.4).
fn usual_payment(name: &str, pack: &Pack) -> Points {
    let known = pack.resource(name).filter(|spec| spec.tier.value() == Some(&Tier::Two));
    Points(match known.map(|spec| spec.recipe.value().map(Vec::len)) {
        None => 1,
        Some(Some(1)) => 2,
        Some(_) => 4,
    })
}

/// Adds a forbidden resource, or removes it.
pub(super) fn toggle_forbidden(forbidden: &mut Fact<ResourceNames>, name: &str) {
    let ResourceNames(mut names) = forbidden.value_mut().map(std::mem::take).unwrap_or_default();
    let count = names.len();
    names.retain(|other| other != name);
    if names.len() == count {
        names.push(name.to_owned());
    }
    // "Forbids nothing" is a separate answer.
    *forbidden = typed_if((!names.is_empty()).then_some(ResourceNames(names)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use components::effect::{Gain, Price};
    use components::reading::entry_warnings;
    use components::specs::Category;
    use packs::find;

    fn action(text: &str, effects: &[Effect]) -> CardAction {
        CardAction { text: text.to_owned(), effects: effects.to_vec() }
    }

    fn real_box() -> Pack {
        find("founders-of-gloomhaven").expect("it is built in")
    }

    fn source() -> (String, String) {
        ("Anna 2026-11-21".to_owned(), "read off by Anna".to_owned())
    }

    /// Keeps the form as shown and returns `pack` with the new facts.
    fn keep(draft: &FactDraft, pack: &Pack) -> Pack {
        let facts = draft.confirmed().facts(pack, pack, &source());
        assert!(
            !entry_warnings(pack, &facts)
                .iter()
                .any(components::reading::EntryWarning::is_contradiction)
        );
        overlay(pack, &facts)
    }

    #[test]
    fn entering_the_missing_facts_of_a_building_completes_it() {
        let pack = real_box();
        let subject = ComponentRef::Building("The Salt Barrel".to_owned());
        let mut draft = FactDraft::new(subject.clone(), &pack);
        // The values and the action are known; color, shape and resources are missing.
        let spec = &mut draft.fields.buildings[0];
        assert_eq!(spec.spaces.len(), 3);
        set_ground(spec, PlacementGround::Terrain(Terrain::Coastal));
        spec.shape = typed_if(Shape::try_from("##".to_owned()).ok());
        for resource in ["Wood", "Labor", "Cloth"] {
            open_space_mut(spec).resource = stated(resource.to_owned());
        }
        let pack = keep(&draft, &pack);
        let missing: Vec<FactId> = subject
            .facts(&pack)
            .into_iter()
            .filter(|(_, fact)| fact.certainty() != Certainty::Known)
            .map(|(name, _)| name)
            .collect();
        assert_eq!(missing, []);
        let reopened = FactDraft::new(subject, &pack);
        let facts = reopened.facts(&pack, &pack, &source());
        assert_eq!(overlay(&pack, &facts), pack);
        assert!(facts.sources.is_empty());
    }

    #[test]
    fn new_building_gets_computed_numbers_in_brackets() {
        let pack = real_box();
        let mut draft = FactDraft::new(ComponentRef::Building("Tavern".to_owned()), &pack);
        let spec = &mut draft.fields.buildings[0];
        for (resource, value) in [("Wood", 2), ("Brick", 6)] {
            open_space_mut(spec).resource = stated(resource.to_owned());
            open_space_mut(spec).value = stated(Points(value));
        }
        spec.action = stated(action("", &[Effect::Gain(Gain::Money(Money(2)))]));
        let pack = keep(&draft, &pack);
        let tavern = pack.building("Tavern").expect("it was added");
        assert_eq!(tavern.spaces[1].bracket, Some(Points(4)));
        assert_eq!(tavern.space_count.value(), Some(&2));
        let text = tavern.action.value().map(|a| a.text.as_str());
        assert_eq!(text, Some("Gain $2."));
    }

    #[test]
    fn text_without_effects_gets_the_manual_effect() {
        let pack = real_box();
        let mut draft = FactDraft::new(ComponentRef::Adviser("Shepherd".to_owned()), &pack);
        let spec = &mut draft.fields.advisers[0];
        assert_eq!(spec.category.value(), Some(&Category::Upgrade));
        spec.action = stated(action("Swap two tiles.", &[]));
        spec.tier = stated(2);
        let pack = keep(&draft, &pack);
        let action = pack.adviser("Shepherd").and_then(|a| a.action.value());
        assert_eq!(action.map(|a| a.effects.as_slice()), Some(&[Effect::ByHand][..]));
    }

    #[test]
    fn toggled_prerequisites_get_their_usual_payments() {
        let pack = real_box();
        let mut draft = FactDraft::new(ComponentRef::Resource("Weapons".to_owned()), &pack);
        let spec = &mut draft.fields.resources[0];
        for resource in ["Machinery", "Jewelry", "Wood"] {
            toggle_prerequisite(spec, resource, &pack);
        }
        let recipe = spec.recipe.value().into_iter().flatten();
        assert_eq!(recipe.map(|needed| needed.pays.0).collect::<Vec<_>>(), [4, 2, 1]);
        // A payment corrected by hand survives another toggle.
        spec.recipe.value_mut().expect("three are listed")[0].pays = Points(3);
        toggle_prerequisite(spec, "Wood", &pack);
        let recipe = spec.recipe.value().into_iter().flatten();
        assert_eq!(recipe.map(|needed| needed.pays.0).collect::<Vec<_>>(), [3, 2]);
    }

    #[test]
    fn own_facts_can_be_corrected_but_fixed_facts_cannot() {
        let base = real_box();
        let mut draft = FactDraft::new(ComponentRef::Adviser("Shepherd".to_owned()), &base);
        draft.fields.advisers[0].points = stated(Points(3));
        let pack = keep(&draft, &base);
        let spec = &mut draft.fields.advisers[0];
        spec.points = stated(Points(1));
        spec.category = stated(Category::Trade);
        spec.action = stated(action("", &[Effect::Upgrade(Price::Free)]));
        let facts = draft.facts(&base, &pack, &source());
        assert_eq!(facts.advisers[0].points.value(), Some(&Points(1)));
        assert_eq!(facts.advisers[0].category.value(), None);
        // During a game, known facts are fixed.
        assert_eq!(draft.facts(&pack, &pack, &source()).advisers[0].points.value(), None);
    }
}
