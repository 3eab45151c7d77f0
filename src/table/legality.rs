//! Verdicts of the rules on the continuations of an action being entered.
//!
//! Computed once when the record or the entry changes, never while a frame is drawn: which squares
//! are legal, and which options lead to a legal action.

use components::fact_id::FactId;
use std::collections::BTreeMap;

use crate::action_input::{ActionInput, InputStep};
use components::board::SquareKind;
use components::effect::SubActionKind;
use components::ids::{AdviserId, ResourceId};
use components::quantity::{Money, Quantity};
use components::specs::Terrain;
use components::square::Square;
use components::tile::Footprint;
use rules::action::{Action, ActionKind};
use rules::adjustment::WorkerPlace;
use rules::game::Played;
use rules::moves::{ActionEffects, Moves};
use rules::player::Card;
use rules::sub_action::{Constructor, Operand, Placement, SubAction};
use rules::{Game, Refusal, Rule};

enum_table::enum_table! {
    /// The verdict on a square, best first.
    pub enum Verdict {
        /// The verdict in words.
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
    /// Returns the verdict of playing an action. One that is merely unfinished counts as legal.
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

/// The verdict on one square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SquareVerdict {
    /// The best verdict over all orientations of the tile.
    pub verdict: Verdict,
    /// The orientation with that verdict, an index into [`ActionInput::orientations`].
    pub orientation: usize,
}

/// The action with the most to explain among those that the same rules refuse.
#[derive(Clone, Debug)]
struct LongestExplanation {
    /// The rules that refuse it; empty if it is legal.
    rules: Vec<Rule>,
    /// The number of events if it is legal, else of squares and unknown facts to show.
    weight: usize,
    action: Action,
}

/// The verdicts at one point of the record for the action being entered there.
#[derive(Clone, Debug, Default)]
pub struct LegalityMap {
    squares: BTreeMap<Square, SquareVerdict>,
    kinds: Vec<SubActionKind>,
    basic: Vec<SubActionKind>,
    resources: Vec<ResourceId>,
    /// The lowest and highest cost of each resource that can be imported or built.
    prices: BTreeMap<ResourceId, (Money, Money)>,
    /// The cost of the entered import by terrain, cheapest first.
    lands: Vec<(Terrain, Money)>,
    /// Resources that cannot be judged because a fact is missing.
    unknown_resources: Vec<ResourceId>,
    advisers: Vec<AdviserId>,
    places: Vec<WorkerPlace>,
    /// The actions on squares with the most to explain, one for each set of rules.
    longest: Vec<LongestExplanation>,
    /// Placements that only a road declared first makes legal, with that road.
    helping_roads: BTreeMap<Footprint, Square>,
    /// `true` if more may be legal than was listed.
    is_cut_short: bool,
    /// `true` if facts of the board are missing, so that more squares may be legal.
    is_ground_unknown: bool,
}

impl LegalityMap {
    /// Asks the rules about every square and every option at the current stage of `entry`.
    pub fn of(game: &Game, moves: &Moves, entry: &ActionInput) -> Self {
        let mut answers = Self {
            // With several decisions in one action, the list may miss later ones; with several
            // roads per building, it may miss placements that need more than one.
            is_cut_short: moves.is_incomplete
                && (!entry.sub_actions().is_empty()
                    || game.roads_with_build(entry.player(), entry.occasion()) > 1),
            ..Self::default()
        };
        for action in &moves.actions {
            answers.note_option(entry, action);
        }
        for kind in entry.face_down_instead(game) {
            let is_legal = moves.actions.iter().any(|action| {
                matches!(&action.kind, ActionKind::FaceDown { sub_action, .. }
                    if sub_action.kind().picked_as() == kind)
            });
            if is_legal {
                add(&mut answers.basic, kind);
            }
        }
        let contents = game.contents();
        answers.is_ground_unknown = moves
            .unknown
            .iter()
            .any(|fact| matches!(fact, FactId::Square(..) | FactId::Site { .. }));
        // A resource that the player controls may be importable to a square that is not known.
        let imported = game.controls(entry.player());
        answers.unknown_resources = contents
            .resources()
            .filter(|&resource| {
                is_resource_unknown(moves, contents.resource_name(resource))
                    || answers.is_ground_unknown && imported.contains(resource)
            })
            .collect();
        match entry.stage(game) {
            InputStep::Resource(_) => answers.find_prices(game, moves, entry),
            InputStep::Square if entry.picks_first_road() => answers.judge_first_roads(game, entry),
            InputStep::Placement => {
                answers.judge_squares(game, entry);
                if entry.roads().is_empty() && !entry.picks_last_road() {
                    answers.find_helping_roads(game, moves, entry);
                }
            }
            InputStep::Square | InputStep::Tile => {
                answers.judge_squares(game, entry);
                answers.find_land_prices(game, moves, entry);
            }
            _ => {}
        }
        answers
    }

    /// Records the cost of every resource that can be imported, by terrain, or built; a building
    /// costs the same everywhere.
    fn find_prices(&mut self, game: &Game, moves: &Moves, entry: &ActionInput) {
        let mut seen: Vec<(ResourceId, Option<SquareKind>)> = Vec::new();
        for action in &moves.actions {
            let next = next_sub_action(entry, action);
            let priced = match next.map(|(next, _)| next.operand()) {
                Some(Operand::Stall(resource, square)) => {
                    (*resource, Some(game.board().kind_of(*square)))
                }
                Some(Operand::Placement(placement)) => (placement.resource, None),
                _ => continue,
            };
            if seen.contains(&priced) {
                continue;
            }
            seen.push(priced);
            let Some(price) = paid(game, entry, action) else {
                continue;
            };
            let (least, most) = self.prices.entry(priced.0).or_insert((price, price));
            (*least, *most) = (price.min(*least), price.max(*most));
        }
    }

    /// Records the cost of the entered import on each terrain where it is legal somewhere.
    fn find_land_prices(&mut self, game: &Game, moves: &Moves, entry: &ActionInput) {
        for action in &moves.actions {
            let next = next_sub_action(entry, action);
            let square = match next.map(|(next, _)| next.operand()) {
                Some(Operand::Stall(resource, square)) if entry.resource() == Some(*resource) => {
                    *square
                }
                _ => continue,
            };
            if let SquareKind::Land(terrain) = game.board().kind_of(square)
                && self.lands.iter().all(|(seen, _)| *seen != terrain)
                && let Some(price) = paid(game, entry, action)
            {
                self.lands.push((terrain, price));
            }
        }
        self.lands.sort_by_key(|&(terrain, price)| (price, terrain));
    }

    /// Returns the cost of the entered import by terrain, cheapest first; empty while anything else
    /// is entered.
    pub fn land_prices(&self) -> &[(Terrain, Money)] {
        &self.lands
    }

    /// Returns the lowest and highest cost of a resource; `None` if it cannot be imported or built,
    /// or if no prices were computed at this stage.
    pub fn price_of(&self, resource: ResourceId) -> Option<(Money, Money)> {
        self.prices.get(&resource).copied()
    }

    fn judge_squares(&mut self, game: &Game, entry: &ActionInput) {
        let orientations = entry.orientations(game).len().max(1);
        for square in game.board().squares() {
            for way in 0..orientations {
                let Some(action) = entry.action_at(game, square, Some(way)) else {
                    continue;
                };
                let outcome = game.play(&action);
                self.take_better(square, Verdict::of(&outcome), way);
                self.take_longer(action, &outcome);
            }
        }
    }

    /// Stores an action if it has more to explain than others that the same rules refuse.
    fn take_longer(&mut self, action: Action, outcome: &Result<Played, Refusal>) {
        let (rules, weight) = match outcome {
            Ok(played) => (Vec::new(), played.events.len()),
            Err(refusal) => {
                let squares: usize = refusal
                    .reasons
                    .iter()
                    .map(|reason| reason.illegal.squares().len() + reason.illegal.link().len())
                    .sum();
                let rules = refusal.reasons.iter().map(|reason| reason.rule).collect();
                (rules, squares + refusal.unknown.len())
            }
        };
        match self.longest.iter_mut().find(|longest| longest.rules == rules) {
            Some(longest) if longest.weight < weight => {
                (longest.weight, longest.action) = (weight, action);
            }
            Some(_) => {}
            None => self.longest.push(LongestExplanation { rules, weight, action }),
        }
    }

    /// Returns the actions on squares with the most to explain: one for each set of rules that
    /// refuses them, and at most one that is legal.
    pub fn most_to_explain(&self) -> impl Iterator<Item = &Action> {
        self.longest.iter().map(|longest| &longest.action)
    }

    /// Records a verdict on a square unless one at least as good is there.
    fn take_better(&mut self, square: Square, verdict: Verdict, orientation: usize) {
        let best = self.squares.get(&square);
        if best.is_none_or(|best| verdict < best.verdict) {
            self.squares.insert(square, SquareVerdict { verdict, orientation });
        }
    }

    /// Judges every square for a road declared before the entered building.
    fn judge_first_roads(&mut self, game: &Game, entry: &ActionInput) {
        let Some(resource) = entry.resource() else {
            return;
        };
        let roads = entry.roads();
        let declared: Vec<Square> = roads.iter().map(|road| road.square).collect();
        // If more roads may follow, this one cannot be ruled out yet.
        let is_last = declared.len() + 1 >= entry.roads_offered(game);
        let legal = game.roads_before_build(entry.player(), entry.occasion(), resource, &declared);
        for square in game.board().squares() {
            if game.road_state(square) == Some(false) {
                let is_possible =
                    legal.contains(&square) || !is_last && !declared.contains(&square);
                let verdict = if is_possible { Verdict::Legal } else { Verdict::Illegal };
                self.squares.insert(square, SquareVerdict { verdict, orientation: 0 });
                if let Some(action) = entry.action_at(game, square, None) {
                    let outcome = game.play(&action);
                    self.take_longer(action, &outcome);
                }
            }
        }
    }

    /// Records the placements that only a road declared first makes legal; of several such roads,
    /// the first in reading order.
    fn find_helping_roads(&mut self, game: &Game, moves: &Moves, entry: &ActionInput) {
        let orientations = entry.orientations(game);
        for (sub_action, _) in
            moves.actions.iter().filter_map(|action| next_sub_action(entry, action))
        {
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
            let way = orientations.iter().position(|way| Some(*way) == shape.as_ref());
            self.helping_roads.entry(*footprint).or_insert(road.square);
            if let Some(way) = way {
                self.take_better(footprint.first(), Verdict::Legal, way);
            }
        }
    }

    /// Returns the road that alone makes a building on these squares legal, if there is one.
    pub fn road_for(&self, footprint: &Footprint) -> Option<Square> {
        self.helping_roads.get(footprint).copied()
    }

    /// Records the option by which a legal action continues what is entered.
    fn note_option(&mut self, entry: &ActionInput, action: &Action) {
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

    /// Returns the verdict on a square; `None` if a click does nothing there.
    pub fn at(&self, square: Square) -> Option<SquareVerdict> {
        self.squares.get(&square).copied()
    }

    /// Iterates over every judged square with its verdict, in reading order.
    pub fn squares(&self) -> impl Iterator<Item = (Square, SquareVerdict)> + '_ {
        self.squares.iter().map(|(&square, &answer)| (square, answer))
    }

    /// Returns `true` if a kind of sub-action may lead to a legal action, face down or not.
    pub fn allows_kind(&self, kind: SubActionKind, is_face_down: bool) -> bool {
        let kinds = if is_face_down { &self.basic } else { &self.kinds };
        let may_be_legal = match SubAction::constructor(kind) {
            // Move generation leaves out manual adjustments.
            Constructor::Adjustments(_) => true,
            // The forms for unknown components come next.
            Constructor::Stall(_) | Constructor::Placement(_) => !self.unknown_resources.is_empty(),
            Constructor::Square(_) | Constructor::Tile(_) => self.is_ground_unknown,
            _ => false,
        };
        may_be_legal || self.is_cut_short || kinds.contains(&kind)
    }

    /// Returns `true` if a resource may be importable or buildable somewhere.
    pub fn allows_resource(&self, resource: ResourceId) -> bool {
        self.is_cut_short
            || self.resources.contains(&resource)
            || self.unknown_resources.contains(&resource)
    }

    /// Returns `true` if an adviser can be recruited.
    pub fn allows_adviser(&self, adviser: AdviserId) -> bool {
        self.is_cut_short || self.advisers.contains(&adviser)
    }

    /// Returns `true` if a worker can be placed there.
    pub fn allows_place(&self, place: WorkerPlace) -> bool {
        self.places.contains(&place)
    }
}

/// Returns `true` if a missing fact of this resource prevents moves from being judged.
fn is_resource_unknown(moves: &Moves, resource: &str) -> bool {
    moves
        .unknown
        .iter()
        .any(|fact| matches!(fact, FactId::Resource(name, _) if **name == *resource))
}

/// Returns the cost of an action to its player; `None` if it is not legal.
fn paid(game: &Game, entry: &ActionInput, action: &Action) -> Option<Money> {
    let played = game.play(action).ok()?;
    Some(Money(-ActionEffects::of(&played).change(entry.player(), Quantity::Money)))
}

/// Returns the sub-action by which an action continues what is entered, and whether it plays a card
/// face down; `None` if it does not continue it.
fn next_sub_action<'a>(entry: &ActionInput, action: &'a Action) -> Option<(&'a SubAction, bool)> {
    let (sub_actions, is_face_down) = match &action.kind {
        ActionKind::Lead { card, sub_actions, .. } if entry.card() == Some(*card) => {
            (sub_actions.as_slice(), false)
        }
        ActionKind::FaceDown { sub_action, .. } if entry.plays_card() => {
            (std::slice::from_ref(sub_action), true)
        }
        ActionKind::Follow { sub_action, .. } | ActionKind::Bonus { sub_action, .. }
            if !entry.plays_card() =>
        {
            (std::slice::from_ref(sub_action), false)
        }
        _ => return None,
    };
    let has_started = entry.kind().is_some() || entry.worker().is_some();
    if has_started && is_face_down != entry.is_face_down() {
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

/// Returns `true` if playing a card leads to a legal action, face up or face down.
pub fn allows_card(moves: &Moves, card: Card) -> bool {
    moves.actions.iter().any(|action| match &action.kind {
        ActionKind::Lead { card: led, .. } => *led == card,
        ActionKind::FaceDown { .. } => !is_vote(card),
        ActionKind::CallVote { .. } => is_vote(card),
        _ => false,
    })
}

/// Returns `true` if it is the card that calls a vote.
pub fn is_vote(card: Card) -> bool {
    card == Card::Standard(components::specs::StandardCard::CallToVote)
}

fn add<T: PartialEq>(list: &mut Vec<T>, item: T) {
    if !list.contains(&item) {
        list.push(item);
    }
}
