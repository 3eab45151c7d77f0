//! Every fact that an answer lacks, named at once.
//!
//! A check stops where it lacks a fact, and what it would have asked for next
//! stays unsaid. So that nobody has to take one card into the hand three times,
//! the missing facts are supposed to be something the box could hold, the
//! action is judged again, and what is missing then is named as well. What was
//! supposed is thrown away: no answer rests on it.

use std::sync::Arc;

use super::action::{Action, Deed, Work};
use super::board::Board;
use super::board_drawing::BoardDrawing;
use super::components::{
    AdviserSpec, BuildingSpec, CardAction, Category, Effect, Gain, Pack, Prerequisite, Price,
    RaceResource, RaceSpec, ResourceSpec, SpaceSpec, Terrain, Tier, space_of,
};
use super::contents::Contents;
use super::fact::{Fact, FactName};
use super::game::{Game, Playing};
use super::illegal::{Checks, MissingFact, Refusal};
use super::player::{ResourceId, ResourceSet};
use super::quantity::{Money, Points};
use super::square::Square;
use super::tile::{Footprint, Shape};

/// So often the facts that turned out to be missing are supposed to be known.
const MOST_ROUNDS: usize = 64;

/// Of so many prerequisites several are supposed together.
const MOST_COMBINED: usize = 6;

impl Game {
    /// Every fact without which nobody can tell whether `action` is allowed or what it comes to,
    /// each with the rule that needs it; none if that can be told.
    ///
    /// What a missing fact may bring in by name, as the resource of a space its recipe, is known
    /// only once it is, and comes then. What is printed beside a missing fact, as the value beside
    /// the resource of a space, is named with it.
    #[must_use]
    pub fn lacking(&self, action: &Action) -> Vec<MissingFact> {
        self.lacking_in_all(&action.deed, &|game| game.lacks(action))
    }

    /// What one look at the board tells together with a fact that `action` lacks: everything that
    /// it lacks of the same square, or of the squares under the tile that lies there.
    #[must_use]
    pub fn told_together(&self, fact: &FactName, action: &Action) -> Vec<FactName> {
        let square_of = |fact: &FactName| -> Option<Square> {
            fact.of.strip_suffix(self.board.name())?.strip_suffix(" on ")?.parse().ok()
        };
        let Some(square) = square_of(fact) else {
            return vec![fact.clone()];
        };
        let piece = self.piece_on(square);
        let place = piece.map_or_else(|| Footprint::single(square), |piece| piece.footprint);
        let mut together = vec![fact.clone()];
        for lack in self.lacking(action) {
            let is_there = square_of(&lack.fact).is_some_and(|square| place.covers(square));
            if is_there && !together.contains(&lack.fact) {
                together.push(lack.fact);
            }
        }
        together
    }

    /// Every fact without which nobody can tell whether more is allowed than [`Game::moves`]
    /// lists, found as [`Game::lacking`] finds what a single action lacks.
    #[must_use]
    pub fn lacking_for_moves(&self) -> Vec<MissingFact> {
        // What a card's text turns out to ask for is nobody's deed as yet.
        let nothing = Deed::Annotate(String::new());
        self.lacking_in_all(&nothing, &|game| {
            let unknown = game.moves().unknown.into_iter();
            unknown.map(MissingFact::from).collect()
        })
    }

    /// What `lacks` tells of the table as it is, then of the table with that supposed, and so on.
    fn lacking_in_all(
        &self,
        deed: &Deed,
        lacks: &dyn Fn(&Self) -> Vec<MissingFact>,
    ) -> Vec<MissingFact> {
        let mut found: Vec<MissingFact> = Vec::new();
        let mut supposed = self.clone();
        for _ in 0..MOST_ROUNDS {
            let mut new = lacks(&supposed);
            let beside = new.iter().flat_map(|lack| supposed.printed_beside(lack));
            let beside: Vec<MissingFact> = beside.collect();
            for lack in beside {
                if !new.iter().any(|known| known.fact == lack.fact) {
                    new.push(lack);
                }
            }
            new.retain(|lack| !found.iter().any(|known| known.fact == lack.fact));
            if new.is_empty() {
                break;
            }
            let next = supposed.supposing(new.iter().map(|lack| &lack.fact), deed);
            found.extend(new);
            let Some(next) = next else {
                break;
            };
            supposed = next;
        }
        found
    }

    /// The facts that stop the judging of `action` on the table as it is.
    pub(super) fn lacks(&self, action: &Action) -> Vec<MissingFact> {
        let mut playing = Playing::new(self, action, Checks::brief());
        let outcome = playing.perform(action);
        let mut lacks: Vec<MissingFact> = Vec::new();
        for check in playing.checks.into_list() {
            if let Some(fact) = check.lacks() {
                let (rule, fact) = (check.rule, fact.clone());
                lacks.push(MissingFact { rule, fact });
            }
        }
        for lack in outcome.err().into_iter().flat_map(|refusal| refusal.unknown) {
            if !lacks.iter().any(|known| known.fact == lack.fact) {
                lacks.push(lack);
            }
        }
        lacks
    }

    /// What an answer would ask for next without naming it.
    ///
    /// Where the resource of a space is missing, what else is of its card: every other such
    /// resource with the value beside it, and how many spaces there are. Which tile is delivered
    /// where, and whether that completes the building, hangs on all of them together. Where it is
    /// missing whether a building belongs on a site, the sites of the board.
    fn printed_beside(&self, lack: &MissingFact) -> Vec<MissingFact> {
        if lack.fact.what == "site" {
            return self.board.sites().err().map(MissingFact::from).into_iter().collect();
        }
        let Some((place, building)) = space_named(&lack.fact.of) else {
            return Vec::new();
        };
        let mut buildings = self.contents.pack().buildings.iter();
        let spec = buildings.find(|spec| spec.name == building);
        let Some(spec) = spec.filter(|_| lack.fact.what == "resource") else {
            return Vec::new();
        };
        let mut missing = Vec::new();
        let count = spec.space_count.value();
        // A file need not list the spaces of which nothing is known.
        let listed = spec.spaces.len().max(place).max(count.map_or(0, |count| usize::from(*count)));
        for index in 0..listed {
            let space = spec.spaces.get(index).cloned().unwrap_or_default();
            if space.resource.value().is_none() {
                missing.push(FactName::new("resource", space_of(index, building)));
                if space.value.value().is_none() {
                    missing.push(FactName::new("value", space_of(index, building)));
                }
            }
        }
        if count.is_none() {
            missing.push(FactName::new("number of spaces", building));
        }
        missing.into_iter().map(MissingFact::from).collect()
    }

    /// What whoever is owed a decision can use: a recipe of it stands in the way of nothing else.
    fn handy(&self) -> ResourceSet {
        let player = self.owed().into_iter().find_map(|owed| owed.player);
        let resources = self.contents.resources();
        resources
            .filter(|&resource| player.is_some_and(|player| self.has_claim(player, resource)))
            .collect()
    }

    /// The same table with each of these facts supposed to be something; nothing if none of
    /// them can be.
    fn supposing<'f>(
        &self,
        facts: impl Iterator<Item = &'f FactName>,
        deed: &Deed,
    ) -> Option<Self> {
        let mut contents = Arc::clone(&self.contents);
        let mut is_changed = false;
        let handy = self.handy();
        for fact in facts {
            let tries = suppositions(fact, contents.pack(), deed, handy);
            let fit = tries.into_iter().find_map(|pack| Contents::new(pack).ok());
            if let Some(fit) = fit {
                contents = Arc::new(fit);
                is_changed = true;
            }
        }
        if !is_changed {
            return None;
        }
        let mut boards = contents.pack().boards.iter();
        let spec = boards.find(|board| board.name == self.board.name())?;
        let board = Board::new(spec, &contents).ok()?;
        let mut game = self.clone();
        game.map.find_links(&board);
        game.board = Arc::new(board);
        game.contents = contents;
        game.settle_sections();
        Some(game)
    }
}

impl Refusal {
    /// The same refusal of `action` on the table of `game`; if it cannot be told whether it is
    /// allowed, with every fact that is missing rather than the first.
    #[must_use]
    pub fn with_all_lacking(mut self, game: &Game, action: &Action) -> Self {
        if self.cannot_tell() {
            self.unknown = game.lacking(action);
        }
        self
    }
}

/// The place of a space, counted from 1, and its building: "space 2 of Granary".
fn space_named(of: &str) -> Option<(usize, &str)> {
    let (place, building) = of.strip_prefix("space ")?.split_once(" of ")?;
    Some((place.parse().ok()?, building))
}

fn supposed<T>(value: T) -> Fact<T> {
    Fact::Unconfirmed(value, "supposed".to_owned())
}

fn shapes<const N: usize>(drawings: [&str; N]) -> impl Iterator<Item = Shape> {
    drawings.into_iter().filter_map(|drawing| Shape::try_from(drawing.to_owned()).ok())
}

/// The shape in which an action lays a tile of the resource at this place of its list: no other
/// lets what comes after be judged.
fn resource_laid(deed: &Deed, index: usize) -> Option<Shape> {
    works_of(deed).iter().find_map(|work| match work {
        Work::Build { resource, footprint, .. } if usize::from(resource.0) == index => {
            footprint.shape()
        }
        _ => None,
    })
}

/// The shape in which an action lays the building that was voted in.
fn building_laid(deed: &Deed) -> Option<Shape> {
    match deed {
        Deed::PlaceBuilding { footprint, .. } => footprint.shape(),
        Deed::Overrule { action, .. } => building_laid(&action.deed),
        _ => None,
    }
}

/// The pack with a missing fact in it, in every way worth a try, the likeliest first.
fn suppositions(fact: &FactName, pack: &Pack, deed: &Deed, handy: ResourceSet) -> Vec<Pack> {
    let mut tries = Vec::new();
    let mut attempt = |change: &dyn Fn(&mut Pack)| {
        let mut pack = pack.clone();
        change(&mut pack);
        tries.push(pack);
    };
    let of = fact.of.as_str();
    if let Some(index) = pack.resources.iter().position(|r| r.name == of) {
        let laid = resource_laid(deed, index);
        of_resource(fact.what, &pack.resources[index], pack, handy, laid, &mut |change| {
            attempt(&|pack| change(&mut pack.resources[index]));
        });
    }
    if let Some(index) = pack.races.iter().position(|r| r.name == of) {
        of_race(fact.what, pack, deed, &mut |change| {
            attempt(&|pack| change(&mut pack.races[index]));
        });
    }
    if let Some(index) = pack.advisers.iter().position(|a| a.name == of) {
        of_adviser(fact.what, pack, deed, &mut |change| {
            attempt(&|pack| change(&mut pack.advisers[index]));
        });
    }
    let (place, building) = match space_named(of) {
        Some((place, building)) => (Some(place), building),
        None => (None, of),
    };
    if let Some(index) = pack.buildings.iter().position(|b| b.name == building) {
        let spec = &pack.buildings[index];
        of_building(fact.what, place, spec, pack, deed, &mut |change| {
            attempt(&|pack| change(&mut pack.buildings[index]));
        });
    }
    let card = of.strip_prefix("the ").and_then(|of| of.strip_suffix(" card"));
    let cards = pack.resource_cards.iter();
    if let Some(index) = cards.clone().position(|c| Some(c.resource.as_str()) == card) {
        attempt(&|pack| pack.resource_cards[index].forbids = supposed(Vec::new()));
    }
    let mut standard = pack.standard_cards.iter();
    if let Some(index) = standard.position(|spec| spec.card.name() == of) {
        attempt(&|pack| pack.standard_cards[index].action = supposed(doing(deed)));
    }
    if let Some(index) = pack.boards.iter().position(|b| b.name == of) {
        match fact.what {
            "reserved sites" => attempt(&|pack| pack.boards[index].sites = supposed(Vec::new())),
            "start squares" => attempt(&|pack| {
                let board = &mut pack.boards[index];
                board.starts = supposed(all_starts(board.terrain.value()));
            }),
            _ => {}
        }
    }
    if let Some((square, board)) = of.split_once(" on ")
        && let Ok(square) = square.parse::<Square>()
        && let Some(index) = pack.boards.iter().position(|b| b.name == board)
    {
        match fact.what {
            "section" => {
                for digit in ['1', '2', '3'] {
                    attempt(&|pack| paint(&mut pack.boards[index].sections, square, digit));
                }
            }
            "start number" => attempt(&|pack| {
                let starts = &mut pack.boards[index].starts;
                let told = starts.value().cloned().unwrap_or_default();
                *starts = supposed(told.into_iter().chain([(square, 1)]).collect());
            }),
            _ => {
                for mark in ['g', 'e', 'c', 'f'] {
                    attempt(&|pack| paint(&mut pack.boards[index].terrain, square, mark));
                }
            }
        }
    }
    if of.is_empty() {
        attempt(&|pack| {
            if fact.what == "prices of the adviser offer" {
                pack.offer.adviser_prices = supposed(vec![Money(1), Money(1), Money(2), Money(2)]);
            }
            for (what, count) in pack.counts.all_mut() {
                if what == fact.what {
                    *count = supposed(99);
                }
            }
        });
    }
    tries
}

/// Tries what becomes of a thing by some change of it.
type Attempt<'a, S> = &'a mut dyn FnMut(&dyn Fn(&mut S));

fn of_resource(
    what: &str,
    known: &ResourceSpec,
    pack: &Pack,
    handy: ResourceSet,
    laid: Option<Shape>,
    attempt: Attempt<'_, ResourceSpec>,
) {
    match what {
        "tier" => {
            for tier in [Tier::Two, Tier::Three, Tier::Basic] {
                attempt(&|spec| spec.tier = supposed(tier));
            }
        }
        "recipe" => {
            attempt(&|spec| spec.recipe = supposed(Vec::new()));
            let numbered = (0..).map(ResourceId).zip(&pack.resources);
            let (near, far): (Vec<_>, Vec<_>) =
                numbered.partition(|&(resource, _)| handy.contains(resource));
            let others = near.into_iter().chain(far).map(|(_, other)| other);
            let needed =
                others.filter(|other| other.name != known.name).map(|other| Prerequisite {
                    needs: other.name.clone(),
                    pays: Points(if other.tier.value() == Some(&Tier::Two) { 2 } else { 1 }),
                    bracket: None,
                });
            let needed: Vec<Prerequisite> = needed.collect();
            // One prerequisite, as far as the tiers allow; or as many as printed values ask for.
            for one in &needed {
                attempt(&|spec| spec.recipe = supposed(vec![one.clone()]));
            }
            for several in several_of(&needed) {
                attempt(&|spec| spec.recipe = supposed(several.clone()));
            }
        }
        "tile shape" => {
            for shape in laid.into_iter().chain(shapes(["###", "####", "#"])) {
                attempt(&|spec| spec.shape = supposed(shape.clone()));
            }
        }
        "turning over" => attempt(&|spec| spec.turnable = supposed(true)),
        "number of tiles" => attempt(&|spec| spec.copies = supposed(3)),
        _ => {}
    }
}

fn of_race(what: &str, pack: &Pack, deed: &Deed, attempt: Attempt<'_, RaceSpec>) {
    match what {
        "resource" => {
            // Only a race that takes any free card is chosen together with one.
            if matches!(deed, Deed::ChooseRace { resource: Some(_), .. }) {
                attempt(&|spec| spec.resource = supposed(RaceResource::AnyFree));
            }
            for basic in &pack.resources {
                attempt(&|spec| {
                    spec.resource = supposed(RaceResource::Own(basic.name.clone()));
                });
            }
        }
        "forbidden resources" => attempt(&|spec| spec.forbidden = supposed(Vec::new())),
        "worker action" => attempt(&|spec| spec.action = supposed(doing(deed))),
        _ => {}
    }
}

fn of_adviser(what: &str, pack: &Pack, deed: &Deed, attempt: Attempt<'_, AdviserSpec>) {
    match what {
        "tier" => attempt(&|spec| spec.tier = supposed(1)),
        "points" => attempt(&|spec| spec.points = supposed(Points::ZERO)),
        "required resource" => {
            if let Some(resource) = pack.resources.first() {
                attempt(&|spec| spec.requires = supposed(resource.name.clone()));
            }
        }
        "category" => {
            let category = match deed {
                Deed::Follow { work, .. } => category_of(work),
                _ => None,
            };
            attempt(&|spec| spec.category = supposed(category.unwrap_or(Category::Recruit)));
        }
        "main action" => attempt(&|spec| spec.action = supposed(doing(deed))),
        _ => {}
    }
}

fn of_building(
    what: &str,
    place: Option<usize>,
    known: &BuildingSpec,
    pack: &Pack,
    deed: &Deed,
    attempt: Attempt<'_, BuildingSpec>,
) {
    let space_at = |spec: &mut BuildingSpec, change: &dyn Fn(&mut SpaceSpec)| {
        let Some(index) = place.and_then(|place| place.checked_sub(1)).filter(|i| *i < 8) else {
            return;
        };
        while spec.spaces.len() <= index {
            spec.spaces.push(SpaceSpec::default());
        }
        change(&mut spec.spaces[index]);
    };
    match what {
        "colour" => {
            for colour in Terrain::ALL.into_iter().rev().map(Some).chain([None]) {
                attempt(&|spec| spec.colour = supposed(colour));
            }
        }
        "site" => {
            for special in [false, true] {
                attempt(&|spec| spec.special = supposed(special));
            }
        }
        "tile shape" => {
            for shape in building_laid(deed).into_iter().chain(shapes(["##", "#", "###"])) {
                attempt(&|spec| spec.shape = supposed(shape.clone()));
            }
        }
        "turning over" => attempt(&|spec| spec.turnable = supposed(true)),
        "number of spaces" => {
            let listed = u8::try_from(known.spaces.len().max(1)).unwrap_or(1);
            attempt(&|spec| spec.space_count = supposed(listed));
        }
        "resource" => {
            for resource in &pack.resources {
                attempt(&|spec| {
                    space_at(spec, &|space| {
                        space.resource = supposed(resource.name.clone());
                    });
                });
            }
        }
        "value" => {
            // Large enough for what its prerequisites are paid, and right beside its brackets.
            for value in (1..=12).rev() {
                attempt(&|spec| space_at(spec, &|space| space.value = supposed(Points(value))));
            }
        }
        "worker action" => attempt(&|spec| spec.action = supposed(doing(deed))),
        _ => {}
    }
}

/// Two and three of the first few, those before others first.
fn several_of(needed: &[Prerequisite]) -> Vec<Vec<Prerequisite>> {
    let few = &needed[..needed.len().min(MOST_COMBINED)];
    let (mut pairs, mut triples) = (Vec::new(), Vec::new());
    for (at, one) in few.iter().enumerate() {
        for (next, other) in few.iter().enumerate().skip(at + 1) {
            pairs.push(vec![one.clone(), other.clone()]);
            let thirds = few[next + 1..].iter();
            triples.extend(thirds.map(|third| vec![one.clone(), other.clone(), third.clone()]));
        }
    }
    pairs.append(&mut triples);
    pairs
}

/// Every grey square, open to any number of players.
fn all_starts(terrain: Option<&Vec<String>>) -> Vec<(Square, u8)> {
    let marks = BoardDrawing::of(terrain.map_or(&[][..], Vec::as_slice));
    let grey = marks.squares().filter(|(_, mark)| *mark == 'g');
    grey.map(|(square, _)| (square, 1)).take(60).collect()
}

fn paint(drawing: &mut Fact<Vec<String>>, at: Square, mark: char) {
    if let Some(rows) = drawing.value_mut() {
        let mut marks = BoardDrawing::of(rows);
        marks.set(at, mark);
        *rows = marks.rows();
    }
}

/// What a text is to be used for, by an action as it is given.
pub(super) fn works_of(deed: &Deed) -> &[Work] {
    match deed {
        // No text that is led places a worker: that is a basic action, for the text of its space.
        Deed::Lead { works, .. } => works,
        Deed::Overrule { action, .. } => works_of(&action.deed),
        deed => match deed.works() {
            [Work::Worker(_, works)] => works,
            works => works,
        },
    }
}

/// An action that asks for the very work that is given.
fn doing(deed: &Deed) -> CardAction {
    let mut effects: Vec<Effect> = works_of(deed).iter().flat_map(effects_for).collect();
    if effects.is_empty() {
        effects.push(Effect::Gain(Gain::Money(Money(1))));
    }
    effects.truncate(8);
    CardAction { text: "supposed".to_owned(), effects }
}

/// A price that anybody can pay, and that still asks what the full one is.
const CHEAP: Price = Price::Less(Money(99));

fn effects_for(work: &Work) -> Vec<Effect> {
    match work {
        Work::Recruit(_) => vec![Effect::Recruit(CHEAP)],
        Work::Import(..) | Work::BuyAccess(_) | Work::ImportAccess(..) => {
            vec![Effect::Trade(CHEAP)]
        }
        Work::Build { roads, .. } => {
            let roads = roads.iter().map(|_| Effect::ConnectedRoad);
            std::iter::once(Effect::Upgrade(CHEAP)).chain(roads).collect()
        }
        Work::House(_) | Work::Bridge(_) => vec![Effect::Construct(CHEAP)],
        Work::Road(_) => vec![Effect::Roads(1)],
        Work::ReturnCards(cards) => {
            vec![Effect::ReturnCards(u8::try_from(cards.len().max(1)).unwrap_or(u8::MAX))]
        }
        Work::FreeAccess(_) => vec![Effect::FreeAccess(Terrain::Entrance)],
        Work::ByHand(_) => vec![Effect::ByHand],
        Work::Money | Work::Influence | Work::Worker(..) => Vec::new(),
    }
}

fn category_of(work: &Work) -> Option<Category> {
    match work {
        Work::Recruit(_) => Some(Category::Recruit),
        Work::Import(..) | Work::BuyAccess(_) | Work::ImportAccess(..) => Some(Category::Trade),
        Work::Build { .. } => Some(Category::Upgrade),
        Work::House(_) | Work::Bridge(_) => Some(Category::Construct),
        Work::Road(_)
        | Work::ReturnCards(_)
        | Work::FreeAccess(_)
        | Work::ByHand(_)
        | Work::Money
        | Work::Influence
        | Work::Worker(..) => None,
    }
}
