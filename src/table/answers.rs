//! What the rules answer to an action that is being entered.
//!
//! Asked once when the record or the entry moves on, never while a frame is
//! drawn: which squares are legal, which options lead somewhere.

use components::fact_id::FactId;
use std::collections::BTreeMap;

use crate::entry::{Entry, Stage};
use components::board::SquareKind;
use components::effect::SubActionKind;
use components::ids::{AdviserId, ResourceId};
use components::quantity::{Money, Quantity};
use components::specs::Terrain;
use components::square::Square;
use components::tile::Footprint;
use rules::action::{Action, Deed};
use rules::adjustment::WorkerPlace;
use rules::game::Played;
use rules::moves::{Moves, Outlook};
use rules::player::Card;
use rules::sub_action::{Constructor, Operand, Placement, SubAction};
use rules::{Game, Refusal, Rule};

catalogue::catalogue! {
    /// How a square answers, the best first.
    pub enum Verdict {
        /// The word for it.
        name: &'static str,
    }

    /// The rules allow it.
    Legal = "legal";
    /// Only money is missing.
    Unaffordable = "legal, but not affordable";
    /// A fact of the box is missing.
    CannotTell = "cannot tell";
    /// The rules forbid it.
    Illegal = "not legal";
}

impl Verdict {
    /// What playing an action came to. An action that only lacks decisions is legal so far.
    pub fn of<T>(outcome: &Result<T, Refusal>) -> Self {
        match outcome {
            Ok(_) => Self::Legal,
            Err(refusal) if refusal.is_unfinished() => Self::Legal,
            Err(refusal) if refusal.cannot_tell() => Self::CannotTell,
            Err(refusal) if refusal.is_unaffordable() => Self::Unaffordable,
            Err(_) => Self::Illegal,
        }
    }
}

/// The answer for one square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SquareAnswer {
    /// The best that can be done there.
    pub verdict: Verdict,
    /// In which way the tile lies then.
    pub way: usize,
}

/// The action whose answer has most to say, of those that the same rules are against.
#[derive(Clone, Debug)]
struct LongestAnswer {
    /// The rules of its reasons; none if it is legal.
    rules: Vec<Rule>,
    /// How much there is to say.
    weight: usize,
    action: Action,
}

/// The answers for a point of the record and what is being entered there.
#[derive(Clone, Debug, Default)]
pub struct Answers {
    squares: BTreeMap<Square, SquareAnswer>,
    kinds: Vec<SubActionKind>,
    basic: Vec<SubActionKind>,
    resources: Vec<ResourceId>,
    /// What a resource costs at least and at most, where it can be imported or built.
    prices: BTreeMap<ResourceId, (Money, Money)>,
    /// What the import that is entered costs by the terrain it goes to, cheapest first.
    lands: Vec<(Terrain, Money)>,
    /// Resources of which a fact is missing, so that nobody can tell.
    untold: Vec<ResourceId>,
    advisers: Vec<AdviserId>,
    places: Vec<WorkerPlace>,
    /// The actions on squares whose answers have most to say, one for each set of rules.
    longest: Vec<LongestAnswer>,
    /// Where only a road declared first makes the building legal, and that road.
    helped: BTreeMap<Footprint, Square>,
    /// Whether more may be legal than was listed.
    is_cut_short: bool,
    /// Whether squares of the board are missing, so that more may be legal there.
    is_ground_untold: bool,
}

impl Answers {
    /// Asks the rules about every square and every option of the stage that `entry` is at.
    pub fn of(game: &Game, moves: &Moves, entry: &Entry) -> Self {
        let mut answers = Self {
            // Where several decisions belong together, the list may lack some of those that follow,
            // and where several roads come with a building, places that need more than one.
            is_cut_short: moves.cut_short
                && (!entry.sub_actions().is_empty()
                    || game.roads_with_build(entry.player(), entry.occasion()) > 1),
            ..Self::default()
        };
        for action in &moves.actions {
            answers.note(entry, action);
        }
        let contents = game.contents();
        let is_missing = |resource: &str| {
            let is_of =
                |fact: &FactId| matches!(fact, FactId::Resource(name, _) if **name == *resource);
            moves.unknown.iter().any(is_of)
        };
        let is_ground = |fact: &FactId| matches!(fact, FactId::Square(..) | FactId::Site { .. });
        answers.is_ground_untold = moves.unknown.iter().any(is_ground);
        // Where the squares are not known, what the player controls may be imported to them.
        let imported = game.controls(entry.player());
        let may_go_somewhere = |resource| answers.is_ground_untold && imported.contains(resource);
        let resources = contents.resources();
        answers.untold = resources
            .filter(|&resource| {
                is_missing(contents.resource_name(resource)) || may_go_somewhere(resource)
            })
            .collect();
        match entry.stage(game) {
            Stage::Resource(_) => answers.ask_prices(game, moves, entry),
            Stage::Square if entry.picks_first_road() => answers.ask_first_roads(game, entry),
            Stage::Placement => {
                answers.ask_squares(game, entry);
                if entry.roads().is_empty() && !entry.picks_last_road() {
                    answers.help(game, moves, entry);
                }
            }
            Stage::Square | Stage::Tile => {
                answers.ask_squares(game, entry);
                answers.ask_lands(game, moves, entry);
            }
            _ => {}
        }
        answers
    }

    /// What every resource costs wherever it can be imported, by the land; a building costs the
    /// same everywhere.
    fn ask_prices(&mut self, game: &Game, moves: &Moves, entry: &Entry) {
        let mut asked: Vec<(ResourceId, Option<SquareKind>)> = Vec::new();
        for action in &moves.actions {
            let next = next_sub_action(entry, action);
            let priced = match next.map(|(next, _)| next.operand()) {
                Some(Operand::Stall(resource, square)) => {
                    (*resource, Some(game.board().kind_of(*square)))
                }
                Some(Operand::Placement(placement)) => (placement.resource, None),
                _ => continue,
            };
            if asked.contains(&priced) {
                continue;
            }
            asked.push(priced);
            let Some(price) = paid(game, entry, action) else {
                continue;
            };
            let (least, most) = self.prices.entry(priced.0).or_insert((price, price));
            (*least, *most) = (price.min(*least), price.max(*most));
        }
    }

    /// What the import that is entered costs on each terrain where it is legal somewhere.
    fn ask_lands(&mut self, game: &Game, moves: &Moves, entry: &Entry) {
        for action in &moves.actions {
            let next = next_sub_action(entry, action);
            let square = match next.map(|(next, _)| next.operand()) {
                Some(Operand::Stall(resource, square)) if entry.resource() == Some(*resource) => {
                    *square
                }
                _ => continue,
            };
            if let SquareKind::Land(terrain) = game.board().kind_of(square)
                && self.lands.iter().all(|(asked, _)| *asked != terrain)
                && let Some(price) = paid(game, entry, action)
            {
                self.lands.push((terrain, price));
            }
        }
        self.lands.sort_by_key(|&(terrain, price)| (price, terrain));
    }

    /// What the import that is entered costs by the terrain it goes to, cheapest first; nothing
    /// while anything else is entered.
    pub fn lands(&self) -> &[(Terrain, Money)] {
        &self.lands
    }

    /// What a resource costs at least and at most wherever it can be imported or built; nothing
    /// where it cannot, or where it was not asked.
    pub fn price_of(&self, resource: ResourceId) -> Option<(Money, Money)> {
        self.prices.get(&resource).copied()
    }

    fn ask_squares(&mut self, game: &Game, entry: &Entry) {
        let ways = entry.ways(game).len().max(1);
        for square in game.board().squares() {
            for way in 0..ways {
                let Some(action) = entry.action_at(game, square, Some(way)) else {
                    continue;
                };
                let outcome = game.play(&action);
                self.take_better(square, Verdict::of(&outcome), way);
                self.take_longer(action, &outcome);
            }
        }
    }

    /// Takes an action whose answer has more to say than those that the same rules are against.
    fn take_longer(&mut self, action: Action, outcome: &Result<Played, Refusal>) {
        let (rules, weight) = match outcome {
            Ok(played) => (Vec::new(), played.events.len()),
            Err(refusal) => {
                let squares = refusal
                    .reasons
                    .iter()
                    .map(|reason| reason.illegal.squares().len() + reason.illegal.link().len());
                let rules = refusal.reasons.iter().map(|reason| reason.rule);
                (rules.collect(), squares.sum::<usize>() + refusal.unknown.len())
            }
        };
        match self.longest.iter_mut().find(|longest| longest.rules == rules) {
            Some(longest) if longest.weight < weight => {
                (longest.weight, longest.action) = (weight, action);
            }
            Some(_) => {}
            None => self.longest.push(LongestAnswer { rules, weight, action }),
        }
    }

    /// The actions on squares whose answers have most to say: one for each set of rules that is
    /// against them, and one that is legal.
    pub fn longest(&self) -> impl Iterator<Item = &Action> {
        self.longest.iter().map(|longest| &longest.action)
    }

    /// Takes a verdict on a square, unless there is one already that is as good.
    fn take_better(&mut self, square: Square, verdict: Verdict, way: usize) {
        let best = self.squares.get(&square);
        if best.is_none_or(|best| verdict < best.verdict) {
            self.squares.insert(square, SquareAnswer { verdict, way });
        }
    }

    /// Where a road can be laid first so that the building that is entered has a place.
    fn ask_first_roads(&mut self, game: &Game, entry: &Entry) {
        let Some(resource) = entry.resource() else {
            return;
        };
        let roads = entry.roads();
        let laid: Vec<Square> = roads.iter().map(|road| road.square).collect();
        // Where more may come after it, nobody can tell yet that it leads to nothing.
        let is_last = laid.len() + 1 >= entry.roads_offered(game);
        let legal = game.first_roads(entry.player(), entry.occasion(), resource, &laid);
        for square in game.board().squares() {
            if game.road_or_free(square) == Some(false) {
                let leads_on = legal.contains(&square) || !is_last && !laid.contains(&square);
                let verdict = if leads_on { Verdict::Legal } else { Verdict::Illegal };
                self.squares.insert(square, SquareAnswer { verdict, way: 0 });
                if let Some(action) = entry.action_at(game, square, None) {
                    let outcome = game.play(&action);
                    self.take_longer(action, &outcome);
                }
            }
        }
    }

    /// Remembers where a road declared first makes the building legal that is entered: the first
    /// one in reading order, where several do.
    fn help(&mut self, game: &Game, moves: &Moves, entry: &Entry) {
        let ways = entry.ways(game);
        let next = moves.actions.iter().filter_map(|action| next_sub_action(entry, action));
        for (sub_action, _) in next {
            let SubAction::Build(Placement { resource, footprint, roads }) = sub_action else {
                continue;
            };
            let [road] = roads[..] else {
                continue;
            };
            if entry.resource() != Some(*resource) {
                continue;
            }
            let shape = footprint.shape();
            let way = ways.iter().position(|way| Some(*way) == shape.as_ref());
            self.helped.entry(*footprint).or_insert(road.square);
            if let Some(way) = way {
                self.take_better(footprint.first(), Verdict::Legal, way);
            }
        }
    }

    /// The road that alone makes the building legal on these squares, where there is one.
    pub fn road_for(&self, footprint: &Footprint) -> Option<Square> {
        self.helped.get(footprint).copied()
    }

    /// Remembers where a legal action goes on from what is entered.
    fn note(&mut self, entry: &Entry, action: &Action) {
        let Some((next, is_face_down)) = next_sub_action(entry, action) else {
            return;
        };
        let kind = next.kind().picked_as();
        let kinds = if is_face_down { &mut self.basic } else { &mut self.kinds };
        add(kinds, kind);
        if entry.kind().is_some_and(|picked| picked != kind) {
            return;
        }
        match next.operand() {
            Operand::Adviser(adviser) => add(&mut self.advisers, *adviser),
            Operand::Worker(place, _) => add(&mut self.places, *place),
            operand => {
                if let Some(resource) = operand.resource() {
                    add(&mut self.resources, resource);
                }
            }
        }
    }

    /// The answer for a square; nothing where there is nothing to click on.
    pub fn at(&self, square: Square) -> Option<SquareAnswer> {
        self.squares.get(&square).copied()
    }

    /// Every square with its answer, in reading order.
    pub fn squares(&self) -> impl Iterator<Item = (Square, SquareAnswer)> + '_ {
        self.squares.iter().map(|(&square, &answer)| (square, answer))
    }

    /// Whether a kind of work leads to something legal, face down or not.
    pub fn allows_kind(&self, kind: SubActionKind, is_face_down: bool) -> bool {
        let kinds = if is_face_down { &self.basic } else { &self.kinds };
        let may_be_legal = match SubAction::constructor(kind) {
            // Move generation leaves out what is entered by hand.
            Constructor::Adjustments(_) => true,
            // The forms for unknown components come next.
            Constructor::Stall(_) | Constructor::Placement(_) => !self.untold.is_empty(),
            Constructor::Square(_) | Constructor::Tile(_) => self.is_ground_untold,
            _ => false,
        };
        may_be_legal || self.is_cut_short || kinds.contains(&kind)
    }

    /// Whether a resource can be imported or built somewhere, as far as anybody can tell.
    pub fn allows_resource(&self, resource: ResourceId) -> bool {
        self.is_cut_short || self.resources.contains(&resource) || self.untold.contains(&resource)
    }

    /// Whether an adviser can be recruited.
    pub fn allows_adviser(&self, adviser: AdviserId) -> bool {
        self.is_cut_short || self.advisers.contains(&adviser)
    }

    /// Whether a worker can be placed there.
    pub fn allows_place(&self, place: WorkerPlace) -> bool {
        self.places.contains(&place)
    }
}

/// What an action costs whoever does it, if it is legal.
fn paid(game: &Game, entry: &Entry, action: &Action) -> Option<Money> {
    let played = game.play(action).ok()?;
    Some(Money(-Outlook::of(&played).change(entry.player(), Quantity::Money)))
}

/// Returns the sub-action by which an action continues what is entered, and whether it plays a card
/// face down; `None` if it does not continue it.
fn next_sub_action<'a>(entry: &Entry, action: &'a Action) -> Option<(&'a SubAction, bool)> {
    let (sub_actions, is_face_down) = match &action.deed {
        Deed::Lead { card, sub_actions, .. } if entry.card() == Some(*card) => {
            (sub_actions.as_slice(), false)
        }
        Deed::FaceDown { sub_action, .. } if entry.plays_card() => {
            (std::slice::from_ref(sub_action), true)
        }
        Deed::Follow { sub_action, .. } | Deed::Bonus { sub_action, .. } if !entry.plays_card() => {
            (std::slice::from_ref(sub_action), false)
        }
        _ => return None,
    };
    let begun = entry.kind().is_some() || entry.worker().is_some();
    if begun && is_face_down != entry.is_face_down() {
        return None;
    }
    let sub_actions = match (entry.worker(), sub_actions) {
        (Some(place), [SubAction::Worker(there, sub_actions)]) if *there == place => {
            sub_actions.as_slice()
        }
        (Some(_), _) => return None,
        (None, sub_actions) => sub_actions,
    };
    let next = sub_actions.strip_prefix(entry.sub_actions())?.first()?;
    Some((next, is_face_down))
}

/// Whether playing a card leads to anything legal, face up or face down.
pub fn allows_card(moves: &Moves, card: Card) -> bool {
    moves.actions.iter().any(|action| match &action.deed {
        Deed::Lead { card: led, .. } => *led == card,
        Deed::FaceDown { .. } => !is_vote(card),
        Deed::CallVote { .. } => is_vote(card),
        _ => false,
    })
}

/// Whether it is the card by which a vote is called.
pub fn is_vote(card: Card) -> bool {
    card == Card::Standard(components::specs::StandardCard::CallToVote)
}

fn add<T: PartialEq>(list: &mut Vec<T>, item: T) {
    if !list.contains(&item) {
        list.push(item);
    }
}
