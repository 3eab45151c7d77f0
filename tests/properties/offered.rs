//! Checks that `moves` lists exactly the actions that `play` accepts, with independent candidates.
//!
//! At positions of random games of every kind, every action that the notation can write is tried,
//! by card, square and orientation; where there are too many (a road with every place of a tile,
//! two sub-actions of one text) a random sample is drawn. An accepted action must be listed or of a
//! kind that `Moves` documents as left out, and vice versa.

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

/// The operands of actions: squares, tiles, cards, places of tiles.
struct Operands {
    squares: Vec<Square>,
    /// The basic resources, and an advanced one that cannot be imported.
    resources: Vec<ResourceId>,
    tiles: Vec<TileRef>,
    /// Every advanced tile on every free place, in every orientation, mirrored ones included.
    builds: Vec<(ResourceId, Footprint)>,
    cards: Vec<Card>,
}

impl Operands {
    fn of(game: &Game) -> Self {
        let contents = game.contents();
        let squares: Vec<Square> = game.board().squares().collect();
        let mut builds = Vec::new();
        for (resource, spec) in contents.resources().zip(&contents.pack().resources) {
            let is_basic = spec.tier.value() == Some(&Tier::Basic);
            let Some(shape) = spec.shape.value().filter(|_| !is_basic) else {
                continue;
            };
            let mut footprints = everywhere(game, shape);
            footprints.retain(|at| {
                at.squares().iter().all(|&square| game.road_state(square) == Some(false))
            });
            builds.extend(footprints.into_iter().map(|at| (resource, at)));
        }
        let mut tiles: Vec<TileRef> = game.tiles().collect();
        // A tile that is not on the map.
        let gone = squares.first().zip(contents.resources().next());
        tiles.extend(
            gone.map(|(&square, resource)| TileRef {
                resource,
                footprint: Footprint::single(square),
            }),
        );
        let standard = StandardCard::ALL.into_iter().map(Card::Standard);
        let (mut resources, advanced): (Vec<ResourceId>, Vec<ResourceId>) = contents
            .resources()
            .partition(|&resource| contents.tier_of(resource) == Some(Tier::Basic));
        resources.extend(advanced.first());
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

    /// Returns every sub-action except those of a worker, and builds with a road.
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

    /// Returns the returns of none, one or two of these cards, in either order.
    fn returns(cards: &[Card]) -> Vec<SubAction> {
        let mut sets = vec![Vec::new()];
        for &one in cards {
            sets.push(vec![one]);
            sets.extend(cards.iter().map(|&two| vec![one, two]));
        }
        sets.into_iter().map(SubAction::ReturnCards).collect()
    }
}

/// Returns a shape on every square of the board, rotated and mirrored.
fn everywhere(game: &Game, shape: &Shape) -> Vec<Footprint> {
    let orientations = shape.orientations(true);
    game.board()
        .squares()
        .flat_map(|corner| orientations.iter().filter_map(move |shape| shape.at(corner)))
        .collect()
}

/// A trial of every action at one position, legal or not.
struct Trial<'a> {
    game: &'a Game,
    moves: Moves,
    dice: Dice,
    accepted: usize,
    after_road: usize,
    /// The upgrade checked last, and the roads that may follow it.
    built: Option<(Action, Option<Vec<Square>>)>,
}

impl Trial<'_> {
    /// Plays an action, and checks that it is listed if it is accepted.
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
                        "the verdict is open, and no fact is listed: {action:?}: {refusal:?}"
                    );
                }
                Err(refusal)
            }
        }
    }

    /// Returns `true` if an accepted action is listed, or is a variant of a listed one that is left
    /// out on purpose.
    fn is_covered(&mut self, action: &Action) -> bool {
        if self.moves.actions.contains(action) {
            return true;
        }
        let mut listed = action.clone();
        // A face-down card is listed without its name.
        if let ActionKind::FaceDown { card, .. } = &mut listed.kind
            && let Some(named) = card.take()
        {
            return self.moves.face_down.contains(&named) && self.is_covered(&listed);
        }
        for sub_action in sub_actions_of(&mut listed.kind) {
            match sub_action {
                // Returned cards are listed in one order.
                SubAction::ReturnCards(cards) => cards.sort_unstable(),
                // A road is listed after an upgrade that is legal without it.
                SubAction::Build(Placement { roads, .. }) => {
                    let Some(declared) = roads.pop() else {
                        continue;
                    };
                    // Further sub-actions of a text would come before the road.
                    let is_last =
                        matches!(sub_actions_of(&mut listed.kind), [.., SubAction::Build(_)]);
                    if is_last && self.game.play(&listed).is_ok() {
                        return self.moves.actions.contains(&listed)
                            && self.may_follow(&listed, declared.square)
                            || self.is_started_in_a_truncated_list(action);
                    }
                    return is_listed_with_road_first(&self.moves, action, declared.square)
                        || self.is_started_in_a_truncated_list(action);
                }
                _ => {}
            }
        }
        if self.moves.actions.contains(&listed) {
            return true;
        }
        self.is_started_in_a_truncated_list(&listed)
    }

    /// Returns `true` if the list is truncated and contains the first sub-action of the action.
    fn is_started_in_a_truncated_list(&self, action: &Action) -> bool {
        let mut action = action.clone();
        let kind = discriminant(&action.kind);
        let wanted = sub_actions_of(&mut action.kind);
        self.moves.is_incomplete
            && wanted.len() > 1
            && self.moves.actions.iter().any(|other| {
                let mut other = other.clone();
                discriminant(&other.kind) == kind
                    && sub_actions_of(&mut other.kind).first() == wanted.first()
            })
    }

    /// Returns `true` if a road on the square can follow the upgrade.
    fn may_follow(&mut self, upgrade: &Action, square: Square) -> bool {
        if self.built.as_ref().is_none_or(|(last, _)| last != upgrade) {
            let played = self.game.play(upgrade).expect("it is legal");
            self.built = Some((upgrade.clone(), next_roads(&played.game)));
        }
        // If a choice comes in between, the roads are not known yet.
        let roads = self.built.as_ref().and_then(|(_, roads)| roads.as_ref());
        roads.is_none_or(|roads| roads.contains(&square))
    }

    /// Tries every sub-action as the action that `kind` makes of it, and builds also with roads.
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
        // A road can only fix a connection. Of many places a random sample is drawn.
        let mut drawn = Vec::new();
        for (list, most) in [(apart, 24), (legal, 3)] {
            if list.len() <= most {
                drawn.extend(list);
            } else {
                drawn.extend((0..most).filter_map(|_| self.dice.pick(&list).cloned()));
            }
        }
        for sub_action in drawn {
            self.try_roads(&sub_action, &deed);
        }
    }

    /// Tries a build with a road on every free square, before it and after it.
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

    /// Tries every sub-action as a text with one decision, some pairs as one with two, and none.
    fn try_text(&mut self, sub_actions: &[SubAction], deed: impl Fn(Vec<SubAction>) -> ActionKind) {
        let empty = self.try_out(deed(Vec::new()));
        if empty.is_ok() || empty.is_err_and(|refusal| !refusal.is_unfinished()) {
            // The text asks for no decision, or cannot be played at all.
            for sub_action in sub_actions.iter().step_by(97) {
                drop(self.try_out(deed(vec![sub_action.clone()])));
            }
            return;
        }
        self.try_sub_actions(sub_actions, |sub_action| deed(vec![sub_action]));
        let incomplete: Vec<&SubAction> = sub_actions
            .iter()
            .filter(|sub_action| {
                let action = Action::from(deed(vec![(*sub_action).clone()]));
                let outcome = self.game.play(&action);
                outcome.is_err_and(|refusal| refusal.is_unfinished())
            })
            .collect();
        for _ in 0..incomplete.len().min(4) {
            let Some(&first) = self.dice.pick(&incomplete) else {
                return;
            };
            self.try_sub_actions(sub_actions, |second| deed(vec![first.clone(), second]));
        }
    }

    /// Tries a worker on every place, with every sub-action.
    fn try_workers(&mut self, sub_actions: &[SubAction], deed: impl Fn(SubAction) -> ActionKind) {
        for place in Operands::places(self.game) {
            self.try_text(sub_actions, |list| deed(SubAction::Worker(place, list)));
        }
    }
}

/// Returns `true` if the only reasons of a refusal are missing connections.
fn is_only_apart(refusal: &Refusal) -> bool {
    !refusal.reasons.is_empty()
        && refusal.reasons.iter().all(|reason| {
            matches!(
                reason.illegal,
                Illegal::NotConnected { .. } | Illegal::PrerequisiteApart { .. }
            )
        })
}

/// Returns `true` if the card does not allow this kind of sub-action.
fn is_not_asked(refusal: &Refusal) -> bool {
    refusal.reasons.iter().any(|reason| matches!(reason.illegal, Illegal::WrongUse { .. }))
}

/// Returns the sub-actions of an action, if it has any.
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

/// Returns the roads that are the next decision; `None` if a choice comes first.
fn next_roads(game: &Game) -> Option<Vec<Square>> {
    let owed = game.pending();
    if matches!(owed.first()?.task, Task::Choose(_)) {
        return None;
    }
    let moves = game.moves().actions;
    Some(
        moves
            .iter()
            .filter_map(|action| match action.kind {
                ActionKind::ExtraRoad { square, .. } => Some(square),
                _ => None,
            })
            .collect(),
    )
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

// The trials ------------------------------------------------------------------------------------

/// Tries every action at one position; returns the number of accepted actions, and of accepted
/// upgrades with a road.
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
    let operands = Operands::of(game);
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
            (task, Some(player)) => try_task(&mut trial, &operands, task, player),
            // Decisions that the players make together.
            (_, None) => {}
        }
        // Declining an optional road leads to the decisions after it.
        if matches!(owed.task, Task::Roads(_)) {
            break;
        }
    }
    for &card in &trial.moves.face_down {
        let player = game.active_player().expect("it is a player's turn");
        let sub_action = SubAction::Money;
        let card = Some(card);
        let named = game.play(&ActionKind::FaceDown { player, card, sub_action }.into());
        assert!(named.is_ok(), "{card:?} cannot be named");
    }
    (trial.accepted, trial.after_road)
}

fn try_task(trial: &mut Trial, operands: &Operands, task: &Task, player: PlayerId) {
    let game = trial.game;
    match task {
        Task::ChooseRace => {
            let resources = operands.resources.iter().copied().map(Some);
            let cards: Vec<_> = std::iter::once(None).chain(resources).collect();
            for race in game.contents().races() {
                for &resource in &cards {
                    drop(trial.try_out(ActionKind::ChooseRace { player, race, resource }));
                }
            }
        }
        Task::TakeResource => {
            for &resource in &operands.resources {
                for from in std::iter::once(None).chain(game.players().map(Some)) {
                    drop(trial.try_out(ActionKind::TakeResource { player, resource, from }));
                }
            }
        }
        Task::PlaceStart => {
            for &square in &operands.squares {
                drop(trial.try_out(ActionKind::PlaceStart { player, square }));
            }
        }
        Task::Turn => try_turn(trial, operands, player),
        Task::Follow => {
            drop(trial.try_out(ActionKind::Pass { player }));
            let sub_actions = operands.sub_actions(game);
            trial.try_sub_actions(&sub_actions, |sub_action| ActionKind::Follow {
                player,
                sub_action,
            });
            let cards: Vec<Card> = game.played_cards(player).iter().collect();
            let sub_actions = [sub_actions, Operands::returns(&cards)].concat();
            trial.try_workers(&sub_actions, |sub_action| ActionKind::Follow { player, sub_action });
        }
        Task::Roads(_) => {
            drop(trial.try_out(ActionKind::Pass { player }));
            for &square in &operands.squares {
                drop(trial.try_out(ActionKind::ExtraRoad { player, square }));
            }
        }
        Task::Bonus(_) => {
            for sub_action in operands.sub_actions(game) {
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
        Task::Choose(_) => try_choices(trial, operands, player),
        Task::Judge(_)
        | Task::Ballots
        | Task::FillEvent
        | Task::DealProposals(_)
        | Task::DealAdvisers(_)
        | Task::DealAchievements => {}
    }
}

fn try_turn(trial: &mut Trial, operands: &Operands, player: PlayerId) {
    let game = trial.game;
    drop(trial.try_out(ActionKind::CallVote { player }));
    drop(trial.try_out(ActionKind::Pass { player }));
    let hand = game.hand(player);
    let mine: Vec<Card> = hand.union(game.played_cards(player)).iter().collect();
    let sub_actions = [operands.sub_actions(game), Operands::returns(&mine)].concat();
    for &card in &operands.cards {
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
    let mut names: Vec<Option<Card>> = operands.cards.iter().copied().map(Some).collect();
    names.push(None);
    for card in names {
        trial.try_sub_actions(&basic, |sub_action| ActionKind::FaceDown {
            player,
            card,
            sub_action,
        });
        // All cards act the same except for taking back, so a few of them are enough.
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
    // Sub-actions that are not basic actions.
    for sub_action in sub_actions.iter().step_by(61) {
        let (card, sub_action) = (None, sub_action.clone());
        drop(trial.try_out(ActionKind::FaceDown { player, card, sub_action }));
    }
}

/// Returns every place for a building's tile, and every site.
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

/// Returns every payment up to one more of each influence than the player has.
fn payments(game: &Game, player: PlayerId) -> Vec<Payment> {
    let (fleeting, lasting) = (game.fleeting(player), game.lasting(player));
    (0..=fleeting + 1)
        .flat_map(|fleeting| (0..=lasting + 1).map(move |lasting| Payment { fleeting, lasting }))
        .collect()
}

fn try_choices(trial: &mut Trial, operands: &Operands, player: PlayerId) {
    let mut choices = Vec::new();
    for &tile in &operands.tiles {
        let consumers = operands.tiles.iter();
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

/// Checks that exactly the ballots within the listed ranges are accepted.
fn try_ballots(trial: &mut Trial) {
    let ranges = trial.moves.ballots.clone();
    let places = trial.game.proposals();
    let ballots: Vec<Ballot> = ranges
        .iter()
        .map(|range| Ballot {
            player: range.player,
            tile: range.tiles[0],
            fleeting: 0,
            lasting: 0,
            seal: None,
        })
        .collect();
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

/// Returns the table with more money, and random cards, access and roads, so that more actions are
/// legal than in games of random players.
fn enriched(game: &Game, dice: &mut Dice) -> Game {
    let mut changes = Vec::new();
    let tiles: Vec<TileRef> = game.tiles().collect();
    let advisers: Vec<_> = game.contents().advisers().collect();
    for player in game.players() {
        changes.push(Adjustment::Money(player, Amount::Change(Money(12))));
        for &tile in &tiles {
            if dice.below(2) == 0 {
                changes.push(Adjustment::Access { player, tile, has_access: true });
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
    // Impossible changes are skipped.
    for change in changes {
        let adjust = ActionKind::Adjust { changes: vec![change], reason: "to see more".to_owned() };
        if let Ok(played) = game.play(&adjust.into()) {
            game = played.game;
        }
    }
    game
}

/// Returns `true` if only deals from the decks are pending.
fn only_deals_are_pending(game: &Game) -> bool {
    game.pending().iter().all(|owed| {
        matches!(owed.task, Task::DealProposals(_) | Task::DealAdvisers(_) | Task::DealAchievements)
    })
}

/// A random game, and the same game with a pack with missing facts.
struct Pair {
    full: Game,
    with_gaps: Option<Game>,
}

/// Plays random steps, and tries every action at some of them and at the end, on the pack with
/// missing facts if there is one.
///
/// With `late_deals`, cards are dealt in the setup only when no other action is possible.
fn play_and_try(mut pair: Pair, seed: u64, steps: usize, late_deals: bool) -> (usize, usize) {
    let mut dice = Dice(seed);
    let (mut accepted, mut after_road) = (0, 0);
    let mut is_due = false;
    for step in 0..=steps {
        let game = &pair.full;
        let chance = if game.in_setup() { 3 } else { 30 };
        is_due |= step == steps || dice.below(chance) == 0;
        if is_due && !only_deals_are_pending(game) {
            is_due = false;
            let game = pair.with_gaps.as_ref().unwrap_or(game);
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
        // A missing fact can stop the game.
        match pair.with_gaps.map(|with_gaps| with_gaps.play(&action)) {
            Some(Ok(played)) => pair.with_gaps = Some(played.game),
            Some(Err(_)) => break,
            None => pair.with_gaps = None,
        }
        let played = game.play(&action).expect("what is offered is accepted");
        pair.full = played.game;
    }
    (accepted, after_road)
}

/// Tries games with the complete pack.
pub fn listed_moves_are_the_accepted_ones_in_games_of_every_kind(
    seed: u64,
    players: usize,
    board: &str,
    options: Options,
    variants: Variants,
    steps: usize,
    late_deals: bool,
) -> TestCaseResult {
    let full = new_game(players, board, options, variants);
    let with_gaps = None;
    play_and_try(Pair { full, with_gaps }, seed, steps, late_deals);
    Ok(())
}

/// Tries games with a pack with missing facts.
pub fn listed_moves_are_the_accepted_ones_with_missing_facts(
    seed: u64,
    players: usize,
    board: &str,
    gaps: Vec<Index>,
    steps: usize,
) -> TestCaseResult {
    let (pack, _) = with_gaps(gaps, false);
    let [full, with_missing_facts] = [&practice(), &pack].map(|pack| {
        Game::new(&driver::setup(pack, board, players)).expect("enough facts to start")
    });
    play_and_try(Pair { full, with_gaps: Some(with_missing_facts) }, seed, steps, true);
    Ok(())
}

/// Returns the practice pack with cards whose texts ask for two decisions.
fn with_long_texts() -> Pack {
    let mut pack = practice();
    // The Trade card asks for decisions of different kinds.
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

/// Returns the number of accepted actions, and of accepted upgrades with a road.
fn try_long_texts(seed: u64, players: usize, steps: usize) -> (usize, usize) {
    let setup = driver::setup(&with_long_texts(), "Old Harbour", players);
    let full = Game::new(&setup).expect("it can be played");
    let with_gaps = None;
    play_and_try(Pair { full, with_gaps }, seed, steps, false)
}

/// Tries both sub-actions of a text, the second on the table that the first leaves.
pub fn card_texts_with_two_decisions_are_listed_with_every_pair(
    seed: u64,
    players: usize,
    steps: usize,
) -> TestCaseResult {
    try_long_texts(seed, players, steps);
    Ok(())
}

/// Checks that the property is not trivially true for lack of moves.
pub fn card_texts_with_two_decisions_offer_many_moves(games: u64) -> TestCaseResult {
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
