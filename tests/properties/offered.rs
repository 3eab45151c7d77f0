//! What `moves` lists is what `play` accepts, held against candidates made up without it.
//!
//! At positions of random games of every kind, every action that the notation can write is tried,
//! card by card, square by square and way by way; only what would be too many (a road with every
//! place of a tile, two pieces of work of one text) is drawn by lot. What is accepted has to be
//! listed or be of a kind that `Moves` says it leaves out, and the other way round.

use std::mem::{Discriminant, discriminant};

use components::effect::{CardAction, Effect, Gain, Price};
use components::fact::Fact;
use components::ids::{BuildingId, ResourceId};
use components::quantity::Money;
use components::specs::{Pack, StandardCard, Tier};
use components::square::Square;
use components::tile::{Footprint, Shape};
use proptest::prop_assert;
use proptest::sample::Index;
use proptest::test_runner::TestCaseResult;
use rules::action::{Action, ActionKind, Ballot, Payment, RuleChoice, VoteTile};
use rules::adjustment::{Adjustment, Amount, CardPlace, TileRef, WorkerPlace};
use rules::illegal::Illegal;
use rules::moves::Moves;
use rules::player::{Card, PlayerId};
use rules::rulebook::{Options, Variants};
use rules::sub_action::{Placement, SubAction, TileRoad};
use rules::task::Task;
use rules::{Game, Refusal};

use crate::common::dice::Dice;
use crate::driver;
use crate::gaps::with_gaps;
use crate::play::{new_game, practice};

// The candidates -------------------------------------------------------------------------------

/// Everything there is to name in actions: squares, tiles, cards, places of tiles.
struct Things {
    squares: Vec<Square>,
    /// What could be imported, and something that cannot.
    resources: Vec<ResourceId>,
    tiles: Vec<TileRef>,
    /// Every advanced tile on every free place, in every way it may lie or could be turned over.
    builds: Vec<(ResourceId, Footprint)>,
    cards: Vec<Card>,
}

impl Things {
    fn of(game: &Game) -> Self {
        let contents = game.contents();
        let squares: Vec<Square> = game.board().squares().collect();
        let is_free = |&square: &Square| game.road_state(square) == Some(false);
        let mut builds = Vec::new();
        for (resource, spec) in contents.resources().zip(&contents.pack().resources) {
            let is_basic = spec.tier.value() == Some(&Tier::Basic);
            let Some(shape) = spec.shape.value().filter(|_| !is_basic) else {
                continue;
            };
            let footprints = everywhere(game, shape).into_iter();
            let lies_free = |at: &Footprint| at.squares().iter().all(is_free);
            builds.extend(footprints.filter(lies_free).map(|at| (resource, at)));
        }
        let mut tiles: Vec<TileRef> = game.tiles().collect();
        // A tile that is not there.
        let gone = squares.first().zip(contents.resources().next());
        tiles.extend(
            gone.map(|(&square, resource)| TileRef {
                resource,
                footprint: Footprint::single(square),
            }),
        );
        let standard = StandardCard::ALL.into_iter().map(Card::Standard);
        // Basic ones and one that is not.
        let mut resources: Vec<_> = contents.resources().collect();
        let is_basic = |of: &ResourceId| contents.tier_of(*of) == Some(Tier::Basic);
        let advanced = resources.iter().copied().find(|of| !is_basic(of));
        resources.retain(is_basic);
        resources.extend(advanced);
        Self {
            squares,
            resources,
            tiles,
            builds,
            cards: standard.chain(contents.advisers().map(Card::Adviser)).collect(),
        }
    }

    fn places(game: &Game) -> Vec<WorkerPlace> {
        let all = game.contents().buildings().map(WorkerPlace::Building);
        std::iter::once(WorkerPlace::Race).chain(all).collect()
    }

    /// Every single piece of work but those of a worker, and building with a road.
    fn sub_actions(&self, game: &Game) -> Vec<SubAction> {
        let mut sub_actions = vec![SubAction::Money, SubAction::Influence];
        sub_actions.extend(game.contents().advisers().map(SubAction::Recruit));
        let squares = || self.squares.iter().copied();
        sub_actions.extend(squares().map(SubAction::House));
        sub_actions.extend(squares().map(SubAction::Bridge));
        sub_actions.extend(squares().map(SubAction::Road));
        let imports = || {
            let resources = self.resources.iter();
            resources.flat_map(|&resource| squares().map(move |square| (resource, square)))
        };
        sub_actions.extend(imports().map(|(resource, square)| SubAction::Import(resource, square)));
        sub_actions
            .extend(imports().map(|(resource, square)| SubAction::ImportAccess(resource, square)));
        sub_actions.extend(self.tiles.iter().copied().map(SubAction::BuyAccess));
        sub_actions.extend(self.tiles.iter().copied().map(SubAction::FreeAccess));
        sub_actions.extend(self.builds.iter().map(|&(resource, footprint)| {
            SubAction::Build(Placement { resource, footprint, roads: Vec::new() })
        }));
        sub_actions
    }

    /// No card, one card, two cards of some, in either order.
    fn returns(cards: &[Card]) -> Vec<SubAction> {
        let mut sets = vec![Vec::new()];
        for &one in cards {
            sets.push(vec![one]);
            sets.extend(cards.iter().map(|&two| vec![one, two]));
        }
        sets.into_iter().map(SubAction::ReturnCards).collect()
    }
}

/// A shape on every square of the board, rotated and turned over.
fn everywhere(game: &Game, shape: &Shape) -> Vec<Footprint> {
    let ways = shape.orientations(true);
    let squares = game.board().squares();
    squares.flat_map(|corner| ways.iter().filter_map(move |way| way.at(corner))).collect()
}

/// Goes through every action that could be played, legal or not.
struct Trial<'a> {
    game: &'a Game,
    moves: Moves,
    dice: Dice,
    accepted: usize,
    after_road: usize,
    /// The upgrade that was looked at last, and the roads that may follow it.
    built: Option<(Action, Option<Vec<Square>>)>,
}

impl Trial<'_> {
    /// Plays it; what is accepted must be listed.
    #[track_caller]
    fn try_out(&mut self, deed: ActionKind) -> Result<(), Refusal> {
        let action = Action::from(deed);
        match self.game.play(&action) {
            Ok(_) => {
                self.accepted += 1;
                assert!(self.is_covered(&action), "accepted and not listed: {action:?}");
                Ok(())
            }
            Err(refusal) => {
                if refusal.reasons.is_empty() && refusal.cannot_tell() {
                    assert!(
                        !self.moves.unknown.is_empty(),
                        "nobody can tell, and the list is silent: {action:?}: {refusal:?}"
                    );
                }
                Err(refusal)
            }
        }
    }

    /// Whether an accepted action is listed, or of a kind that is left out on purpose and stands
    /// for what is listed.
    fn is_covered(&mut self, action: &Action) -> bool {
        if self.moves.actions.contains(action) {
            return true;
        }
        let mut listed = action.clone();
        // A card that goes face down is listed without its name.
        if let ActionKind::FaceDown { card, .. } = &mut listed.kind
            && let Some(named) = card.take()
        {
            return self.moves.face_down.contains(&named) && self.is_covered(&listed);
        }
        for sub_action in sub_actions_of(&mut listed.kind) {
            match sub_action {
                // Cards are taken back in one order.
                SubAction::ReturnCards(cards) => cards.sort_unstable(),
                // A road comes after an upgrade that is legal without it.
                SubAction::Build(Placement { roads, .. }) => {
                    let Some(declared) = roads.pop() else {
                        continue;
                    };
                    // What a text asks for behind the upgrade would come before the road.
                    let is_last =
                        matches!(sub_actions_of(&mut listed.kind), [.., SubAction::Build(_)]);
                    if is_last && self.game.play(&listed).is_ok() {
                        return self.moves.actions.contains(&listed)
                            && self.may_follow(&listed, declared.square)
                            || self.is_begun_in_a_cut_list(action);
                    }
                    return is_listed_with_road_first(&self.moves, action, declared.square)
                        || self.is_begun_in_a_cut_list(action);
                }
                _ => {}
            }
        }
        if self.moves.actions.contains(&listed) {
            return true;
        }
        self.is_begun_in_a_cut_list(&listed)
    }

    /// Of a text that couples more decisions than are listed, every beginning is there.
    fn is_begun_in_a_cut_list(&self, action: &Action) -> bool {
        let mut wanted = action.clone();
        let wanted = sub_actions_of(&mut wanted.kind);
        let same_start = |other: &Action| {
            let mut other = other.clone();
            discriminant(&other.kind) == discriminant(&action.kind)
                && sub_actions_of(&mut other.kind).first() == wanted.first()
        };
        self.moves.is_incomplete && wanted.len() > 1 && self.moves.actions.iter().any(same_start)
    }

    /// Whether a road on the square is a decision once the upgrade is done.
    fn may_follow(&mut self, upgrade: &Action, square: Square) -> bool {
        if self.built.as_ref().is_none_or(|(last, _)| last != upgrade) {
            let played = self.game.play(upgrade).expect("it is legal");
            self.built = Some((upgrade.clone(), next_roads(&played.game)));
        }
        // Where a choice comes between the two, nobody can tell yet.
        let roads = self.built.as_ref().and_then(|(_, roads)| roads.as_ref());
        roads.is_none_or(|roads| roads.contains(&square))
    }

    /// Every work as what `kind` makes of it, and what else can be done with building.
    fn try_sub_actions(
        &mut self,
        sub_actions: &[SubAction],
        deed: impl Fn(SubAction) -> ActionKind,
    ) {
        let mut apart = Vec::new();
        let mut legal = Vec::new();
        let mut asked: Option<(Discriminant<SubAction>, bool)> = None;
        for (index, sub_action) in sub_actions.iter().enumerate() {
            let kind = discriminant(sub_action);
            if asked.is_some_and(|(last, is_asked)| last == kind && !is_asked) && index % 53 != 0 {
                continue;
            }
            let outcome = self.try_out(deed(sub_action.clone()));
            asked = Some((kind, !outcome.as_ref().is_err_and(is_not_asked)));
            if let SubAction::Build(_) = sub_action {
                match outcome {
                    Ok(()) => legal.push(sub_action.clone()),
                    Err(refusal) if is_only_apart(&refusal) => apart.push(sub_action.clone()),
                    Err(_) => {}
                }
            }
        }
        // A road can only mend a connection. Of many places some are drawn by lot.
        let mut drawn = Vec::new();
        for (list, most) in [(apart, 24), (legal, 3)] {
            if list.len() <= most {
                drawn.extend(list);
            } else {
                let picks = (0..most).filter_map(|_| self.dice.pick(&list).cloned());
                drawn.extend(picks);
            }
        }
        for sub_action in drawn {
            self.try_roads(&sub_action, &deed);
        }
    }

    /// A building with a road on every free square, before it and after it.
    fn try_roads(&mut self, sub_action: &SubAction, deed: &impl Fn(SubAction) -> ActionKind) {
        let SubAction::Build(Placement { resource, footprint, .. }) = *sub_action else {
            return;
        };
        let squares: Vec<Square> = self.game.board().squares().collect();
        for (index, square) in squares.into_iter().enumerate() {
            if self.game.road_state(square) != Some(false) && index % 17 != 0 {
                continue;
            }
            for first in [true, false] {
                let roads = vec![TileRoad { square, first }];
                let with_road = SubAction::Build(Placement { resource, footprint, roads });
                let outcome = self.try_out(deed(with_road));
                self.after_road += usize::from(outcome.is_ok());
            }
        }
    }

    /// Every work as a text with one decision, some pairs as one with two, and none at all.
    fn try_text(&mut self, sub_actions: &[SubAction], deed: impl Fn(Vec<SubAction>) -> ActionKind) {
        let empty = self.try_out(deed(Vec::new()));
        if empty.is_ok() || empty.is_err_and(|refusal| !refusal.is_unfinished()) {
            // Nothing is asked, or it cannot be played at all.
            for sub_action in sub_actions.iter().step_by(97) {
                drop(self.try_out(deed(vec![sub_action.clone()])));
            }
            return;
        }
        self.try_sub_actions(sub_actions, |sub_action| deed(vec![sub_action]));
        let begun: Vec<&SubAction> = sub_actions
            .iter()
            .filter(|sub_action| {
                let action = Action::from(deed(vec![(*sub_action).clone()]));
                let outcome = self.game.play(&action);
                outcome.is_err_and(|refusal| refusal.is_unfinished())
            })
            .collect();
        for _ in 0..begun.len().min(4) {
            let Some(&first) = self.dice.pick(&begun) else {
                return;
            };
            self.try_sub_actions(sub_actions, |second| deed(vec![first.clone(), second]));
        }
    }

    /// A worker on every place, with everything that its action could be used for.
    fn try_workers(&mut self, sub_actions: &[SubAction], deed: impl Fn(SubAction) -> ActionKind) {
        for place in Things::places(self.game) {
            self.try_text(sub_actions, |list| deed(SubAction::Worker(place, list)));
        }
    }
}

/// Whether nothing stands in the way but a missing connection.
fn is_only_apart(refusal: &Refusal) -> bool {
    let apart = |illegal: &Illegal| {
        matches!(illegal, Illegal::NotConnected { .. } | Illegal::PrerequisiteApart { .. })
    };
    !refusal.reasons.is_empty() && refusal.reasons.iter().all(|reason| apart(&reason.illegal))
}

/// Whether what is played does nothing of the kind.
fn is_not_asked(refusal: &Refusal) -> bool {
    let mut reasons = refusal.reasons.iter();
    reasons.any(|reason| matches!(reason.illegal, Illegal::WrongUse { .. }))
}

/// The works of an action, if it has any.
fn sub_actions_of(deed: &mut ActionKind) -> &mut [SubAction] {
    let sub_actions: &mut [SubAction] = match deed {
        ActionKind::Lead { sub_actions, .. } => sub_actions,
        ActionKind::FaceDown { sub_action, .. } | ActionKind::Follow { sub_action, .. } => {
            std::slice::from_mut(sub_action)
        }
        _ => &mut [],
    };
    match sub_actions {
        [SubAction::Worker(_, sub_actions)] => sub_actions,
        sub_actions => sub_actions,
    }
}

/// The roads that are the next decision; nothing if a choice comes first.
fn next_roads(game: &Game) -> Option<Vec<Square>> {
    let owed = game.pending();
    if matches!(owed.first()?.task, Task::Choose(_)) {
        return None;
    }
    let road = |action: &Action| match action.kind {
        ActionKind::ExtraRoad { square, .. } => Some(square),
        _ => None,
    };
    Some(game.moves().actions.iter().filter_map(road).collect())
}

fn is_listed_with_road_first(moves: &Moves, action: &Action, square: Square) -> bool {
    let mut first = action.clone();
    for sub_action in sub_actions_of(&mut first.kind) {
        if let SubAction::Build(Placement { roads, .. }) = sub_action {
            *roads = vec![TileRoad { square, first: true }];
        }
    }
    moves.actions.contains(&first)
}

// What is tried out -----------------------------------------------------------------------------

/// Tries out everything at one position; gives how much was accepted, and how many upgrades
/// with a road.
fn try_everything(game: &Game, seed: u64) -> (usize, usize) {
    let moves = game.moves();
    for (index, action) in moves.actions.iter().enumerate() {
        if let Err(refusal) = game.play(action) {
            panic!("listed and refused: {action:?}: {refusal:?}");
        }
        assert!(!moves.actions[..index].contains(action), "listed twice: {action:?}");
    }
    let mut trial =
        Trial { game, moves, dice: Dice(seed), accepted: 0, after_road: 0, built: None };
    let things = Things::of(game);
    for owed in game.pending() {
        match (&owed.task, owed.player) {
            (Task::Ballots, _) => try_ballots(&mut trial),
            (Task::Judge(achievement), _) => {
                for bits in 0..1_u8 << game.player_count() {
                    let players = game.players().filter(|player| bits >> player.0 & 1 == 1);
                    drop(trial.try_out(ActionKind::Achieve {
                        achievement: *achievement,
                        players: players.collect(),
                    }));
                }
            }
            (task, Some(player)) => try_task(&mut trial, &things, task, player),
            // What the table does together.
            (_, None) => {}
        }
        // Declining a road that may be left out leads to what comes after it.
        if matches!(owed.task, Task::Roads(_)) {
            break;
        }
    }
    for &card in &trial.moves.face_down {
        let player = game.active_player().expect("it is somebody's turn");
        let sub_action = SubAction::Money;
        let card = Some(card);
        let named = game.play(&ActionKind::FaceDown { player, card, sub_action }.into());
        assert!(named.is_ok(), "{card:?} cannot be named");
    }
    (trial.accepted, trial.after_road)
}

fn try_task(trial: &mut Trial, things: &Things, task: &Task, player: PlayerId) {
    let game = trial.game;
    match task {
        Task::ChooseRace => {
            let resources = things.resources.iter().copied().map(Some);
            let cards: Vec<_> = std::iter::once(None).chain(resources).collect();
            for race in game.contents().races() {
                for &resource in &cards {
                    drop(trial.try_out(ActionKind::ChooseRace { player, race, resource }));
                }
            }
        }
        Task::TakeResource => {
            for &resource in &things.resources {
                for from in std::iter::once(None).chain(game.players().map(Some)) {
                    drop(trial.try_out(ActionKind::TakeResource { player, resource, from }));
                }
            }
        }
        Task::PlaceStart => {
            for &square in &things.squares {
                drop(trial.try_out(ActionKind::PlaceStart { player, square }));
            }
        }
        Task::Turn => try_turn(trial, things, player),
        Task::Follow => {
            drop(trial.try_out(ActionKind::Pass { player }));
            let sub_actions = things.sub_actions(game);
            trial.try_sub_actions(&sub_actions, |sub_action| ActionKind::Follow {
                player,
                sub_action,
            });
            let cards: Vec<Card> = game.played_cards(player).iter().collect();
            let sub_actions = [sub_actions, Things::returns(&cards)].concat();
            trial.try_workers(&sub_actions, |sub_action| ActionKind::Follow { player, sub_action });
        }
        Task::Roads(_) => {
            drop(trial.try_out(ActionKind::Pass { player }));
            for &square in &things.squares {
                drop(trial.try_out(ActionKind::ExtraRoad { player, square }));
            }
        }
        Task::Bonus(_) => {
            for sub_action in things.sub_actions(game) {
                drop(trial.try_out(ActionKind::Bonus { player, sub_action }));
            }
        }
        Task::Decide(_) => {
            for building in game.contents().buildings() {
                drop(trial.try_out(ActionKind::Decide { player, building }));
            }
        }
        Task::PlaceBuilding(building) => {
            for footprint in prestige_places(game, *building) {
                drop(trial.try_out(ActionKind::PlaceBuilding {
                    player,
                    building: *building,
                    footprint,
                }));
            }
        }
        Task::PayMarkers(_) => {
            for payment in payments(game, player) {
                drop(trial.try_out(ActionKind::PayMarkers { player, payment }));
            }
        }
        Task::Pick => {
            for building in game.contents().buildings() {
                for payment in payments(game, player) {
                    drop(trial.try_out(ActionKind::Pick { player, building, payment }));
                }
            }
        }
        Task::Choose(_) => try_choices(trial, things, player),
        Task::Judge(_)
        | Task::Ballots
        | Task::FillEvent
        | Task::DealProposals(_)
        | Task::DealAdvisers(_)
        | Task::DealAchievements => {}
    }
}

fn try_turn(trial: &mut Trial, things: &Things, player: PlayerId) {
    let game = trial.game;
    drop(trial.try_out(ActionKind::CallVote { player }));
    drop(trial.try_out(ActionKind::Pass { player }));
    let hand = game.hand(player);
    let mine: Vec<Card> = hand.union(game.played_cards(player)).iter().collect();
    let sub_actions = [things.sub_actions(game), Things::returns(&mine)].concat();
    for &card in &things.cards {
        if hand.contains(card) || trial.dice.below(8) == 0 {
            trial.try_text(&sub_actions, |sub_actions| ActionKind::Lead {
                player,
                card,
                sub_actions,
            });
        }
    }
    let basic: Vec<SubAction> = sub_actions
        .iter()
        .filter(|sub_action| {
            matches!(sub_action, SubAction::Money | SubAction::Influence | SubAction::Road(_))
        })
        .cloned()
        .collect();
    let mut names: Vec<Option<Card>> = things.cards.iter().copied().map(Some).collect();
    names.push(None);
    for card in names {
        trial.try_sub_actions(&basic, |sub_action| ActionKind::FaceDown {
            player,
            card,
            sub_action,
        });
        // With every card alike, but for taking back; so a few of the cards do.
        if card.is_none()
            || card.is_some_and(|card| hand.contains(card)) && trial.dice.below(3) == 0
        {
            trial.try_workers(&sub_actions, |sub_action| ActionKind::FaceDown {
                player,
                card,
                sub_action,
            });
        }
    }
    // What is no basic action.
    for sub_action in sub_actions.iter().step_by(61) {
        let (card, sub_action) = (None, sub_action.clone());
        drop(trial.try_out(ActionKind::FaceDown { player, card, sub_action }));
    }
}

/// Every place for a building's tile, and every site.
fn prestige_places(game: &Game, building: BuildingId) -> Vec<Footprint> {
    let spec = &game.contents().pack().buildings[building.index()];
    let shape = spec.shape.value();
    let mut places = shape.map_or_else(Vec::new, |shape| everywhere(game, shape));
    let sites = game.board().sites().unwrap_or_default();
    places.extend(sites.iter().map(|site| site.footprint));
    places.sort_unstable();
    places.dedup();
    places
}

/// More than the player can pay as well.
fn payments(game: &Game, player: PlayerId) -> Vec<Payment> {
    let (fleeting, lasting) = (game.fleeting(player), game.lasting(player));
    let each = (0..=fleeting + 1)
        .flat_map(|fleeting| (0..=lasting + 1).map(move |lasting| Payment { fleeting, lasting }));
    each.collect()
}

fn try_choices(trial: &mut Trial, things: &Things, player: PlayerId) {
    let mut choices = Vec::new();
    for &tile in &things.tiles {
        let consumers = things.tiles.iter();
        choices.extend(consumers.map(|&consumer| RuleChoice::Source { source: tile, consumer }));
        let buildings = trial.game.contents().buildings();
        choices.extend(buildings.map(|building| RuleChoice::Delivery { tile, building }));
    }
    for choice in choices {
        let action = Action { kind: ActionKind::Choose { player }, choices: vec![choice] };
        let is_listed = trial.moves.actions.contains(&action);
        assert_eq!(trial.game.play(&action).is_ok(), is_listed, "{action:?}");
        trial.accepted += usize::from(is_listed);
    }
}

/// Ballots within the ranges are accepted, and no others.
fn try_ballots(trial: &mut Trial) {
    let ranges = trial.moves.ballots.clone();
    let places = trial.game.proposals();
    let least = |range: &rules::moves::BallotRange| Ballot {
        player: range.player,
        tile: range.tiles[0],
        fleeting: 0,
        lasting: 0,
        seal: None,
    };
    let ballots: Vec<Ballot> = ranges.iter().map(least).collect();
    for (index, range) in ranges.iter().enumerate() {
        for (place, tile) in VoteTile::ALL.into_iter().enumerate() {
            for fleeting in [-1, 0, range.fleeting, range.fleeting + 1] {
                for lasting in [-1, 0, range.lasting, range.lasting + 1] {
                    let mut all = ballots.clone();
                    all[index] =
                        Ballot { player: range.player, tile, fleeting, lasting, seal: None };
                    let inside = (0..=range.fleeting).contains(&fleeting)
                        && (0..=range.lasting).contains(&lasting)
                        && range.tiles.contains(&tile);
                    assert_eq!(range.tiles.contains(&tile), places[place].is_some());
                    let accepted = trial.game.play(&ActionKind::Reveal(all).into()).is_ok();
                    assert_eq!(accepted, inside, "{tile:?} {fleeting} {lasting}: {range:?}");
                    trial.accepted += usize::from(accepted);
                }
            }
        }
    }
}

// The games -------------------------------------------------------------------------------------

/// The same table with money for everybody, cards, access and roads as the dice fall, so that
/// more is legal than random players bring about.
fn enriched(game: &Game, dice: &mut Dice) -> Game {
    let mut changes = Vec::new();
    let tiles: Vec<TileRef> = game.tiles().collect();
    let advisers: Vec<_> = game.contents().advisers().collect();
    for player in game.players() {
        changes.push(Adjustment::Money(player, Amount::Change(Money(12))));
        for &tile in &tiles {
            if dice.below(2) == 0 {
                changes.push(Adjustment::Access(player, tile, true));
            }
        }
        if let Some(&adviser) = dice.pick(&advisers) {
            let card = Card::Adviser(adviser);
            changes.push(Adjustment::Card(player, card, CardPlace::Hand));
        }
    }
    let squares: Vec<Square> = game.board().squares().collect();
    for _ in 0..12 {
        let from = dice.pick(&squares).copied();
        changes.extend(from.map(Adjustment::AddRoad));
    }
    let mut game = game.clone();
    // What cannot be so is left out.
    for change in changes {
        let adjust = ActionKind::Adjust { changes: vec![change], reason: "to see more".to_owned() };
        if let Ok(played) = game.play(&adjust.into()) {
            game = played.game;
        }
    }
    game
}

/// Whether nothing but cards of the decks is owed.
fn is_dealt(game: &Game) -> bool {
    let is_deal = |task: &Task| {
        matches!(task, Task::DealProposals(_) | Task::DealAdvisers(_) | Task::DealAchievements)
    };
    game.pending().iter().all(|owed| is_deal(&owed.task))
}

/// A game that is played at random, and the same game with a pack that lacks some facts.
struct Pair {
    full: Game,
    lacking: Option<Game>,
}

/// Plays so many random steps, and tries everything out at some of them and at the end, on the
/// pack that lacks facts if there is one.
///
/// With `late_deals`, cards are dealt in the setup only when nothing else can be done.
fn play_and_try(mut pair: Pair, seed: u64, steps: usize, late_deals: bool) -> (usize, usize) {
    let mut dice = Dice(seed);
    let (mut accepted, mut after_road) = (0, 0);
    let mut is_due = false;
    for step in 0..=steps {
        let game = &pair.full;
        let chance = if game.in_setup() { 3 } else { 30 };
        is_due |= step == steps || dice.below(chance) == 0;
        if is_due && !is_dealt(game) {
            is_due = false;
            let game = pair.lacking.as_ref().unwrap_or(game);
            for game in [game, &enriched(game, &mut dice)] {
                let found = try_everything(game, dice.roll());
                accepted += found.0;
                after_road += found.1;
            }
        }
        let draft = if late_deals && game.in_setup() {
            dice.pick(&game.moves().actions).cloned()
        } else {
            None
        };
        let Some(action) = draft.or_else(|| driver::next_action(game, &mut dice)) else {
            break;
        };
        // A gap can stop the game for want of a fact.
        match pair.lacking.map(|lacking| lacking.play(&action)) {
            Some(Ok(played)) => pair.lacking = Some(played.game),
            Some(Err(_)) => break,
            None => pair.lacking = None,
        }
        let played = game.play(&action).expect("what is offered is accepted");
        pair.full = played.game;
    }
    (accepted, after_road)
}

/// On the whole pack.
pub fn what_is_listed_is_what_is_accepted_in_games_of_every_kind(
    seed: u64,
    players: usize,
    board: &str,
    options: Options,
    variants: Variants,
    steps: usize,
    late_deals: bool,
) -> TestCaseResult {
    let full = new_game(players, board, options, variants);
    let lacking = None;
    play_and_try(Pair { full, lacking }, seed, steps, late_deals);
    Ok(())
}

/// On a pack that lacks these facts.
pub fn what_is_listed_is_what_is_accepted_where_facts_are_missing(
    seed: u64,
    players: usize,
    board: &str,
    gaps: Vec<Index>,
    steps: usize,
) -> TestCaseResult {
    let set_up = |pack: &Pack| Game::new(&driver::setup(pack, board, players));
    let full = set_up(&practice()).expect("the practice pack can be played");
    let (pack, _) = with_gaps(gaps, false);
    let lacking = Some(set_up(&pack).expect("enough to begin with"));
    play_and_try(Pair { full, lacking }, seed, steps, true);
    Ok(())
}

/// The practice pack with cards whose texts ask for two decisions.
fn with_long_texts() -> Pack {
    let mut pack = practice();
    // The Trade card of everybody asks for decisions of different kinds.
    let full = Price::Full;
    for (card, effects) in [
        (
            StandardCard::Trade,
            vec![Effect::Trade(full), Effect::Upgrade(full), Effect::ConnectedRoad],
        ),
        (
            StandardCard::Recruit,
            vec![Effect::Gain(Gain::Money(Money(3))), Effect::AccessThenRecruit],
        ),
        (
            StandardCard::Construct,
            vec![Effect::Construct(Price::Less(Money(3))), Effect::Recruit(full)],
        ),
    ] {
        let mut cards = pack.standard_cards.iter_mut();
        let spec = cards.find(|spec| spec.card == card).expect("it is there");
        let text = "Do both.".to_owned();
        spec.action = Fact::Known(CardAction { text, effects }, "ours".to_owned());
    }
    pack
}

/// Gives how much was accepted, and how many upgrades with a road.
fn try_long_texts(seed: u64, players: usize, steps: usize) -> (usize, usize) {
    let setup = driver::setup(&with_long_texts(), "Old Harbour", players);
    let full = Game::new(&setup).expect("it can be played");
    let lacking = None;
    play_and_try(Pair { full, lacking }, seed, steps, false)
}

/// Both pieces of work of a text, the second on the table that the first leaves.
pub fn texts_with_two_decisions_are_listed_with_every_pair(
    seed: u64,
    players: usize,
    steps: usize,
) -> TestCaseResult {
    try_long_texts(seed, players, steps);
    Ok(())
}

/// It is not for want of anything to find that nothing is missing.
pub fn texts_with_two_decisions_give_plenty_to_find(games: u64) -> TestCaseResult {
    let (mut accepted, mut after_road) = (0, 0);
    for (seed, (players, steps)) in
        (0..games).zip([2, 3, 4].into_iter().cycle().zip((40..).step_by(20)))
    {
        let found = try_long_texts(seed, players, steps);
        accepted += found.0;
        after_road += found.1;
    }
    prop_assert!(accepted > 2000, "{accepted}");
    prop_assert!(after_road > 10, "{after_road}");
    Ok(())
}
