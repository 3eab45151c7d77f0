//! Can it still be done? A solo player's look ahead.
//!
//! [`look_ahead`] searches for a way to complete every building that lies on
//! the map now, in the turns that are left, on the assumption that no further
//! adviser and no further proposal is drawn. It runs where it is called, in
//! small steps, and asks before each whether to stop: a window calls it on a
//! thread of its own.
//!
//! Its answers are honest: a line that does it, played by the rules to its
//! end; impossible, only by a stated bound or because everything was tried; or
//! not found within the limit, which says nothing either way.

use std::collections::BTreeSet;

use fastrand::Rng;

use super::{MOST_ENTRIES, Simulation};
use components::effect::{CardAction, Effect, Parameter, SubActionKind};
use components::ids::{BuildingId, ResourceId, ResourceSet};
use components::specs::StandardCard;
use rules::action::{Action, ActionKind};
use rules::game::Game;
use rules::player::{Card, PlayerId};
use rules::setup::Setup;
use rules::solo::CYCLES;
use rules::sub_action::{Constructor, Placement, SubAction};
use rules::task::Task;

/// With no more turns than this everything is tried.
const TURNS_TRIED_OUT: usize = 2;

/// How often a playout takes a move at random, one time in so many.
const SURPRISE: usize = 8;

/// How far to look.
pub struct Limit<'a> {
    /// Actions that may be tried out, all told.
    pub plays: usize,
    /// Where all chance comes from.
    pub seed: u64,
    /// Whether to stop here and now.
    pub stop: &'a dyn Fn() -> bool,
}

/// What the look ahead came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CanBeDone {
    /// These actions complete every building that lies on the map now.
    Line(Vec<Action>),
    /// It cannot be done.
    Impossible(Why),
    /// Nothing was found within the limit; it may be possible or not.
    NotFound {
        /// Actions that were tried out.
        plays: usize,
    },
}

/// Why it cannot be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// More tiles are missing than can be laid in the turns left.
    TooFewTurns {
        /// Resources of which a tile has to be laid: asked for, or needed to make what is.
        missing: Vec<ResourceId>,
        /// Turns left at the very most, with every card taken back that a text can bring back.
        turns: usize,
        /// Tiles that can be laid in them, by the most generous text.
        tiles: usize,
    },
    /// Every way to play the last turns was tried.
    Exhausted {
        /// Actions that were tried out.
        plays: usize,
    },
}

/// Whether every building on the map can still be completed; nothing if no solo game is under way.
///
/// The line leaves out the cards that would be dealt on the way, and stops with the last building.
pub fn look_ahead(game: &Game, limit: &Limit<'_>) -> Option<CanBeDone> {
    let state = game.solo_state()?;
    let search = Search { targets: state.unfinished, limit };
    let mut plays = 0;
    if search.is_done(game) {
        return Some(CanBeDone::Line(Vec::new()));
    }
    let reach = Reach::of(game);
    // What is entered by hand can do anything, so nothing can be ruled out.
    if !reach.by_hand {
        if let Some(why) = search.bound(game, &reach) {
            return Some(CanBeDone::Impossible(why));
        }
        if reach.turns <= TURNS_TRIED_OUT {
            let mut line = Vec::new();
            match search.try_all(game, &mut line, &mut plays) {
                Tried::Done => return Some(CanBeDone::Line(line)),
                Tried::All => return Some(CanBeDone::Impossible(Why::Exhausted { plays })),
                Tried::Stopped => {}
            }
        }
    }
    let mut rng = Rng::with_seed(limit.seed);
    while !search.is_over(plays) {
        if let Some(line) = search.play_out(game, &mut rng, &mut plays) {
            return Some(CanBeDone::Line(line));
        }
    }
    Some(CanBeDone::NotFound { plays })
}

/// How trying everything ended.
enum Tried {
    /// The line does it.
    Done,
    /// Nothing does it.
    All,
    /// Not everything could be tried.
    Stopped,
}

struct Search<'a> {
    targets: Vec<BuildingId>,
    limit: &'a Limit<'a>,
}

impl Search<'_> {
    fn is_over(&self, plays: usize) -> bool {
        plays >= self.limit.plays || (self.limit.stop)()
    }

    fn is_done(&self, game: &Game) -> bool {
        let active = game.active_buildings();
        self.targets.iter().all(|target| {
            active.iter().any(|active| active.building == *target && active.completed)
        })
    }

    /// A bound that rules it out, if one does.
    fn bound(&self, game: &Game, reach: &Reach) -> Option<Why> {
        let missing = self.missing(game);
        let tiles = reach.turns * reach.tiles_a_turn;
        (missing.len() > tiles).then_some(Why::TooFewTurns { missing, turns: reach.turns, tiles })
    }

    /// Resources of which no tile lies on the map, although one must: each takes a tile of its own.
    fn missing(&self, game: &Game) -> Vec<ResourceId> {
        let contents = game.contents();
        let there: ResourceSet = game.tiles().map(|tile| tile.resource).collect();
        let mut wanted: Vec<ResourceId> = Vec::new();
        for active in game.active_buildings() {
            if !self.targets.contains(&active.building) {
                continue;
            }
            let spaces = contents.spaces(active.building).iter();
            let open = spaces.zip(active.delivered).filter(|(_, token)| token.is_none());
            wanted.extend(open.filter_map(|(space, _)| space.resource));
        }
        let mut missing = BTreeSet::new();
        while let Some(resource) = wanted.pop() {
            if !there.contains(resource) && missing.insert(resource) {
                wanted
                    .extend(contents.prerequisites(resource).iter().map(|needed| needed.resource));
            }
        }
        missing.into_iter().collect()
    }

    /// Tries every way to go on, deepest first; the way that does it is left in `line`.
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
        if self.bound(&game, &Reach::of(&game)).is_some() {
            return Tried::All;
        }
        let moves = game.moves();
        let mut complete = moves.unknown.is_empty() && !moves.is_incomplete;
        let after_road = game.board().squares();
        let after_road = after_road.filter(|&square| game.road_state(square) == Some(false));
        let after_road = after_road.flat_map(|square| game.upgrades_after_road(square));
        // Those that need their road are among those that declare one.
        let others = moves.actions.into_iter();
        let others = others.filter(|action| !declares_road(action));
        for action in others.chain(after_road) {
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

    /// Plays on as a simulated player would, with a surprise now and then; gives the line if it
    /// does it.
    fn play_out(&self, game: &Game, rng: &mut Rng, plays: &mut usize) -> Option<Vec<Action>> {
        let mut table = Simulation::from_game(Setup::default(), game.clone(), rng.u64(..));
        let mut line = Vec::new();
        while line.len() < MOST_ENTRIES {
            if self.is_done(&table.game) {
                return Some(line);
            }
            if self.is_over(*plays) {
                return None;
            }
            *plays += 1;
            table.game = table.game.without_deals().ok()?;
            let surprise = rng.usize(0..SURPRISE) == 0;
            let played = if surprise { surprising(&table.game, rng) } else { None };
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

/// Whether an upgrade declares its road.
fn declares_road(action: &Action) -> bool {
    let ActionKind::Lead { sub_actions, .. } = &action.kind else {
        return false;
    };
    matches!(sub_actions.as_slice(), [SubAction::Build(Placement { roads, .. })] if !roads.is_empty())
}

/// A move on a turn that the simulated player would not have made.
fn surprising(game: &Game, rng: &mut Rng) -> Option<rules::Played> {
    let turn = game.pending().first()?.task == Task::Turn;
    let moves = turn.then(|| game.moves().actions)?;
    let leads: Vec<&Action> =
        moves.iter().filter(|action| matches!(action.kind, ActionKind::Lead { .. })).collect();
    let action = rng.choice(leads)?;
    game.play(action).ok()
}

/// What can be done at the very most with the cards there are.
struct Reach {
    /// Turns left in which a card is played.
    turns: usize,
    /// Tiles that one of them can lay.
    tiles_a_turn: usize,
    /// Whether a text has to be entered by hand.
    by_hand: bool,
}

/// What a text can bring, counted from above.
#[derive(Clone, Copy, Default)]
struct Brings {
    tiles: usize,
    recruits: bool,
    returns: usize,
    by_hand: bool,
}

impl Brings {
    /// What a text that nobody knows says could be anything.
    fn of(text: Option<&CardAction>) -> Self {
        let mut brings = Self::default();
        let Some(text) = text else {
            brings.by_hand = true;
            return brings;
        };
        for effect in &text.effects {
            for kind in effect.answers().concat() {
                brings.answer(*effect, kind);
            }
        }
        brings
    }

    /// Adds a sub-action that answers an effect.
    fn answer(&mut self, effect: Effect, kind: SubActionKind) {
        match (SubAction::constructor(kind), effect.parameter()) {
            (Constructor::Stall(_) | Constructor::Placement(_), _) => self.tiles += 1,
            (Constructor::Adviser(_), _) => self.recruits = true,
            (Constructor::Cards(_), Parameter::Count(count)) => self.returns += usize::from(count),
            (Constructor::Adjustments(_), _) => self.by_hand = true,
            _ => {}
        }
    }

    fn and(self, other: Self) -> Self {
        Self {
            tiles: self.tiles.max(other.tiles),
            recruits: self.recruits || other.recruits,
            returns: self.returns + other.returns,
            by_hand: self.by_hand || other.by_hand,
        }
    }
}

impl Reach {
    /// A bound from above: every text that recruits or takes cards back does so whenever it
    /// could, and every card lays as many tiles as the most generous text.
    fn of(game: &Game) -> Self {
        let player = PlayerId(0);
        let pack = game.contents().pack();
        let is_vote = |card: &Card| *card == Card::Standard(StandardCard::CallToVote);
        let text = |card: Card| {
            Brings::of(match card {
                Card::Standard(card) => {
                    let spec = pack.standard_card(&card);
                    spec.and_then(|spec| spec.action.value())
                }
                Card::Adviser(adviser) => pack.advisers[adviser.index()].action.value(),
            })
        };
        let sum = |all: &mut dyn Iterator<Item = Brings>| all.fold(Brings::default(), Brings::and);
        let held = game.hand(player).union(game.played_cards(player));
        let held = held.iter().filter(|card| !is_vote(card));
        let held: Vec<Card> = held.collect();
        let offer: Vec<Card> =
            game.adviser_offer().into_iter().flatten().map(Card::Adviser).collect();
        let race = game.race(player).into_iter();
        let race = race.map(|race| pack.races[race.index()].action.value());
        let active = game.active_buildings().iter().map(|active| active.building);
        let of_building = |building: BuildingId| pack.buildings[building.index()].action.value();
        let workers = sum(&mut race.chain(active.map(of_building)).map(Brings::of));
        let proposed = game.proposals().into_iter().flatten();
        let proposed = sum(&mut proposed.map(of_building).map(Brings::of));
        let offered = sum(&mut offer.iter().map(|&card| text(card)));
        let all = sum(&mut held.iter().map(|&card| text(card))).and(workers).and(offered);
        let (cards_left, cycle) =
            game.solo_state().map_or((0, CYCLES), |state| (state.cards_left, state.cycle));
        // Now count the cards of this cycle: those in hand, and what they can bring into it.
        let in_hand = game.hand(player).iter().filter(|card| !is_vote(card));
        let mut now = sum(&mut in_hand.map(text));
        let houses_to_come = cards_left > 1 && game.houses(player) < 3;
        if houses_to_come || game.workers_free(player).map_or(true, |free| free > 0) {
            now = now.and(workers);
        }
        if now.recruits {
            now = now.and(offered);
        }
        if now.returns > 0 {
            now = all;
        }
        let recruits = if now.recruits { offer.len() } else { 0 };
        let this_cycle = if cards_left == 0 { 0 } else { cards_left + recruits + now.returns };
        let ever = all.and(proposed);
        let later = usize::from(CYCLES.saturating_sub(cycle));
        Self {
            turns: this_cycle + later * (held.len() + offer.len() + ever.returns),
            tiles_a_turn: ever.tiles.max(1),
            by_hand: ever.by_hand,
        }
    }
}
