//! A solo player's look-ahead: can all buildings still be completed?
//!
//! [`look_ahead`] searches for a line of play that completes every building now on the map in the
//! remaining turns, on the assumption that no further adviser and no further proposal is drawn. It
//! runs on the calling thread in small steps and checks before each whether to stop; a window calls
//! it on a background thread.
//!
//! A result is one of three: a line that was played to its end by the rules; impossible, by a
//! stated bound or because everything was tried; or not found within the limit, which proves
//! nothing.

use std::collections::BTreeSet;

use fastrand::Rng;

use super::{MAX_ENTRIES, Simulation};
use components::effect::{CardAction, Effect, Parameter, SubActionKind};
use components::ids::{BuildingId, ResourceId, ResourceSet};
use components::specs::{Pack, StandardCard};
use rules::action::{Action, ActionKind};
use rules::game::Game;
use rules::player::{Card, PlayerId};
use rules::setup::Setup;
use rules::solo::CYCLES;
use rules::sub_action::{Constructor, Placement, SubAction};
use rules::task::Task;

/// The maximum number of remaining turns for which everything is tried.
const MAX_EXHAUSTIVE_TURNS: usize = 2;

/// A playout takes a random move once in this many moves, on average.
const SURPRISE: usize = 8;

/// The limits of a search.
pub struct SearchLimit<'a> {
    /// The maximum number of actions to try.
    pub plays: usize,
    /// The seed of all chance.
    pub seed: u64,
    /// A function that returns `true` to stop the search.
    pub stop: &'a dyn Fn() -> bool,
}

/// The result of a look-ahead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Feasibility {
    /// Actions that complete every building now on the map.
    Line(Vec<Action>),
    /// The buildings cannot all be completed.
    Impossible(ImpossibleReason),
    /// No line was found within the limit; there may be one or not.
    NotFound {
        /// The number of actions tried.
        plays: usize,
    },
}

/// The reason why the buildings cannot all be completed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ImpossibleReason {
    /// More tiles are missing than can be placed in the remaining turns.
    TooFewTurns {
        /// The resources that need a tile: required by a building, or prerequisites of those.
        missing: Vec<ResourceId>,
        /// An upper bound of the remaining turns, with every card taken back that a text allows.
        turns: usize,
        /// An upper bound of the tiles placed in them, by the most generous text.
        tiles: usize,
    },
    /// All lines of play for the last turns were tried.
    Exhausted {
        /// The number of actions tried.
        plays: usize,
    },
}

/// Searches for a line that completes every building on the map; `None` unless a solo game is in
/// progress.
///
/// The line omits the cards that would be dealt on the way, and ends with the last building.
pub fn look_ahead(game: &Game, limit: &SearchLimit<'_>) -> Option<Feasibility> {
    let state = game.solo_state()?;
    let search = GoalSearch { targets: state.unfinished, limit };
    let mut plays = 0;
    if search.is_done(game) {
        return Some(Feasibility::Line(Vec::new()));
    }
    let reach = SearchReach::of(game);
    // A text that is entered manually can do anything, so nothing can be ruled out.
    if !reach.manual {
        if let Some(why) = search.bound(game, &reach) {
            return Some(Feasibility::Impossible(why));
        }
        if reach.turns <= MAX_EXHAUSTIVE_TURNS {
            let mut line = Vec::new();
            match search.try_all(game, &mut line, &mut plays) {
                Tried::Done => return Some(Feasibility::Line(line)),
                Tried::All => {
                    return Some(Feasibility::Impossible(ImpossibleReason::Exhausted { plays }));
                }
                Tried::Stopped => {}
            }
        }
    }
    let mut rng = Rng::with_seed(limit.seed);
    while !search.is_over(plays) {
        if let Some(line) = search.play_out(game, &mut rng, &mut plays) {
            return Some(Feasibility::Line(line));
        }
    }
    Some(Feasibility::NotFound { plays })
}

/// The result of an exhaustive search.
enum Tried {
    /// The line completes all targets.
    Done,
    /// All lines were tried, and none completes all targets.
    All,
    /// Not everything could be tried.
    Stopped,
}

struct GoalSearch<'a> {
    targets: Vec<BuildingId>,
    limit: &'a SearchLimit<'a>,
}

impl GoalSearch<'_> {
    fn is_over(&self, plays: usize) -> bool {
        plays >= self.limit.plays || (self.limit.stop)()
    }

    fn is_done(&self, game: &Game) -> bool {
        let active = game.active_buildings();
        self.targets.iter().all(|target| {
            active.iter().any(|active| active.building == *target && active.completed)
        })
    }

    /// Returns the bound that proves the targets impossible, if there is one.
    fn bound(&self, game: &Game, reach: &SearchReach) -> Option<ImpossibleReason> {
        let missing = self.missing(game);
        let tiles = reach.turns * reach.tiles_a_turn;
        (missing.len() > tiles).then_some(ImpossibleReason::TooFewTurns {
            missing,
            turns: reach.turns,
            tiles,
        })
    }

    /// Returns the required resources without a tile on the map. Each takes a tile of its own.
    fn missing(&self, game: &Game) -> Vec<ResourceId> {
        let contents = game.contents();
        let on_map: ResourceSet = game.tiles().map(|tile| tile.resource).collect();
        let mut required: Vec<ResourceId> = Vec::new();
        for active in game.active_buildings() {
            if !self.targets.contains(&active.building) {
                continue;
            }
            let spaces = contents.spaces(active.building).iter();
            let open = spaces.zip(active.delivered).filter(|(_, token)| token.is_none());
            required.extend(open.filter_map(|(space, _)| space.resource));
        }
        let mut missing = BTreeSet::new();
        while let Some(resource) = required.pop() {
            if !on_map.contains(resource) && missing.insert(resource) {
                required
                    .extend(contents.prerequisites(resource).iter().map(|needed| needed.resource));
            }
        }
        missing.into_iter().collect()
    }

    /// Tries every line of play, depth first. A successful one is left in `line`.
    fn try_all(&self, game: &Game, line: &mut Vec<Action>, plays: &mut usize) -> Tried {
        if self.is_done(game) {
            return Tried::Done;
        }
        let Ok(game) = game.without_deals() else {
            return Tried::Stopped;
        };
        if game.is_over() {
            return Tried::All;
        }
        if self.bound(&game, &SearchReach::of(&game)).is_some() {
            return Tried::All;
        }
        let moves = game.moves();
        let mut complete = moves.unknown.is_empty() && !moves.is_incomplete;
        let after_road = game
            .board()
            .squares()
            .filter(|&square| game.road_state(square) == Some(false))
            .flat_map(|square| game.upgrades_after_road(square));
        // Every upgrade with a road comes from `after_road`.
        for action in
            moves.actions.into_iter().filter(|action| !declares_road(action)).chain(after_road)
        {
            if self.is_over(*plays) {
                return Tried::Stopped;
            }
            *plays += 1;
            let Ok(played) = game.play(&action) else {
                continue;
            };
            line.push(played.action);
            match self.try_all(&played.game, line, plays) {
                Tried::Done => return Tried::Done,
                Tried::All => {}
                Tried::Stopped => complete = false,
            }
            line.pop();
        }
        if complete { Tried::All } else { Tried::Stopped }
    }

    /// Plays like a simulated player, with an occasional random move; returns the line if it
    /// completes all targets.
    fn play_out(&self, game: &Game, rng: &mut Rng, plays: &mut usize) -> Option<Vec<Action>> {
        let mut table = Simulation::from_game(Setup::default(), game.clone(), rng.u64(..));
        let mut line = Vec::new();
        while line.len() < MAX_ENTRIES {
            if self.is_done(&table.game) {
                return Some(line);
            }
            if self.is_over(*plays) {
                return None;
            }
            *plays += 1;
            table.game = table.game.without_deals().ok()?;
            let surprise = rng.usize(0..SURPRISE) == 0;
            let played = if surprise { random_lead(&table.game, rng) } else { None };
            let played = match played {
                Some(played) => {
                    table.game = played.game.clone();
                    played
                }
                None => table.step()?,
            };
            line.push(played.action);
        }
        None
    }
}

/// Returns `true` for an upgrade that declares its roads.
fn declares_road(action: &Action) -> bool {
    let ActionKind::Lead { sub_actions, .. } = &action.kind else {
        return false;
    };
    matches!(sub_actions.as_slice(), [SubAction::Build(Placement { roads, .. })] if !roads.is_empty())
}

/// Plays a random lead instead of the simulated player's choice; `None` if no turn is pending.
fn random_lead(game: &Game, rng: &mut Rng) -> Option<rules::Played> {
    let turn = game.pending().first()?.task == Task::Turn;
    let moves = turn.then(|| game.moves().actions)?;
    let leads: Vec<&Action> =
        moves.iter().filter(|action| matches!(action.kind, ActionKind::Lead { .. })).collect();
    let action = rng.choice(leads)?;
    game.play(action).ok()
}

/// Upper bounds of what can be done with the available cards.
struct SearchReach {
    /// The remaining turns in which a card is played.
    turns: usize,
    /// The tiles placed in one turn.
    tiles_a_turn: usize,
    /// `true` if a text must be entered manually.
    manual: bool,
}

/// Upper bounds of what a text can do.
#[derive(Clone, Copy, Default)]
struct TextGains {
    tiles: usize,
    recruits: bool,
    returns: usize,
    manual: bool,
}

impl TextGains {
    /// Returns the bounds of a text. An unknown text could do anything.
    fn of(text: Option<&CardAction>) -> Self {
        let mut gains = Self::default();
        let Some(text) = text else {
            gains.manual = true;
            return gains;
        };
        for effect in &text.effects {
            for kind in effect.answers().concat() {
                gains.add(*effect, kind);
            }
        }
        gains
    }

    /// Adds a sub-action that carries out an effect.
    fn add(&mut self, effect: Effect, kind: SubActionKind) {
        match (SubAction::constructor(kind), effect.parameter()) {
            (Constructor::Stall(_) | Constructor::Placement(_), _) => self.tiles += 1,
            (Constructor::Adviser(_), _) => self.recruits = true,
            (Constructor::Cards(_), Parameter::Count(count)) => self.returns += usize::from(count),
            (Constructor::Adjustments(_), _) => self.manual = true,
            _ => {}
        }
    }

    fn combine(self, other: Self) -> Self {
        Self {
            tiles: self.tiles.max(other.tiles),
            recruits: self.recruits || other.recruits,
            returns: self.returns + other.returns,
            manual: self.manual || other.manual,
        }
    }
}

/// Combines the bounds of all texts.
fn sum(all: impl Iterator<Item = TextGains>) -> TextGains {
    all.fold(TextGains::default(), TextGains::combine)
}

fn is_call_to_vote(card: Card) -> bool {
    card == Card::Standard(StandardCard::CallToVote)
}

fn building_gains(pack: &Pack, building: BuildingId) -> TextGains {
    TextGains::of(pack.buildings[building.index()].action.value())
}

fn card_gains(pack: &Pack, card: Card) -> TextGains {
    TextGains::of(match card {
        Card::Standard(card) => pack.standard_card(&card).and_then(|spec| spec.action.value()),
        Card::Adviser(adviser) => pack.advisers[adviser.index()].action.value(),
    })
}

impl SearchReach {
    /// Returns the upper bounds for a game: every text that recruits or takes cards back does so
    /// whenever possible, and every card places as many tiles as the most generous text.
    fn of(game: &Game) -> Self {
        let player = PlayerId(0);
        let pack = game.contents().pack();
        let own_cards: Vec<Card> = game
            .hand(player)
            .union(game.played_cards(player))
            .iter()
            .filter(|&card| !is_call_to_vote(card))
            .collect();
        let offer: Vec<Card> =
            game.adviser_offer().into_iter().flatten().map(Card::Adviser).collect();
        let race = game
            .race(player)
            .into_iter()
            .map(|race| TextGains::of(pack.races[race.index()].action.value()));
        let active = game.active_buildings().iter();
        let workers = sum(race.chain(active.map(|active| building_gains(pack, active.building))));
        let proposals = game.proposals().into_iter().flatten();
        let proposed = sum(proposals.map(|building| building_gains(pack, building)));
        let offered = sum(offer.iter().map(|&card| card_gains(pack, card)));
        let all = sum(own_cards.iter().map(|&card| card_gains(pack, card)))
            .combine(workers)
            .combine(offered);
        let (cards_left, cycle) =
            game.solo_state().map_or((0, CYCLES), |state| (state.cards_left, state.cycle));
        // This cycle counts only the cards in hand, and those that they can bring into it.
        let in_hand = game.hand(player).iter().filter(|&card| !is_call_to_vote(card));
        let mut now = sum(in_hand.map(|card| card_gains(pack, card)));
        let houses_to_come = cards_left > 1 && game.houses(player) < 3;
        if houses_to_come || game.workers_free(player).map_or(true, |free| free > 0) {
            now = now.combine(workers);
        }
        if now.recruits {
            now = now.combine(offered);
        }
        if now.returns > 0 {
            now = all;
        }
        let recruits = if now.recruits { offer.len() } else { 0 };
        let this_cycle = if cards_left == 0 { 0 } else { cards_left + recruits + now.returns };
        let ever = all.combine(proposed);
        let later = usize::from(CYCLES.saturating_sub(cycle));
        Self {
            turns: this_cycle + later * (own_cards.len() + offer.len() + ever.returns),
            tiles_a_turn: ever.tiles.max(1),
            manual: ever.manual,
        }
    }
}
