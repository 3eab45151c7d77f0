//! Move generation: the legal actions of the player to act.
//!
//! Candidates pass the same checks as a played action, except that a check stops at its first
//! failure. While facts are missing, and where a text grants several decisions, each action is also
//! played on trial. So every listed action is accepted.

use super::action::{Action, ActionKind, VoteTile};
use super::actions::{TextDecision, TradeTerms, decisions, follow_decision};
use super::adjustment::{TileRef, WorkerPlace};
use super::contents::{RaceCard, ShapedTile};
use super::entry_context::EntryContext;
use super::game::{Game, Played, Playing};
use super::illegal::Checks;
use super::placements::{BuildableBoard, RoadFirst};
use super::player::{ByPlayer, Card, PlayerId};
use super::player_cards::PlayerCards;
use super::receipt::Event;
use super::step::{DecisionStep, FollowCategory, Step};
use super::steps::place_of;
use super::sub_action::{Placement, SubAction, TextSource, TileRoad};
use components::board::{Cell, Section};
use components::effect::{CardAction, Effect, Price};
use components::fact_id::FactId;
use components::ids::{BuildingId, ResourceId};
use components::quantity::{Money, Points, Quantity};
use components::specs::{Category, StandardCard, Tier};
use components::square::Square;

/// The maximum number of combinations tried where a text grants several decisions at once.
const MOST_COMBINATIONS: usize = 5000;

/// The legal actions of the player to act.
///
/// Every action that [`Game::play`] accepts is listed, except these, which are left out on purpose:
///
/// - actions of the table: referee actions, dealing, opening ballots (their range is in
///   [`ballots`](Self::ballots)), writing an event card, and achievements that players claim before
///   the program asks about them;
/// - changes that cards have the players enter manually;
/// - the name of a card that goes face down (ruling R25): an action is listed once, with the card
///   unnamed, and [`face_down`](Self::face_down) lists the possible cards;
/// - a road declared with an upgrade that is legal without it: the road can be taken after the
///   upgrade, or found by [`upgrades_after_road`](Game::upgrades_after_road). A road
///   without which the tile has no place is listed, with every square that works;
/// - [`choices`](Action::choices) given in advance for what an action sets off: they are asked, and
///   listed, as decisions of their own;
/// - actions of the next step while an optional road is pending: they decline it, which is listed
///   as passing;
/// - cards taken back in another order.
///
/// # Examples
///
/// ```
/// use rules::{Game, Setup};
///
/// let setup = Setup {
///     pack: packs::find("practice")?,
///     board: "Three Rivers".to_owned(),
///     players: vec!["Anna".to_owned(), "Ben".to_owned()],
///     ..Setup::default()
/// };
/// let game = Game::new(&setup)?;
///
/// // At the start the first player chooses a race, and every listed action is accepted.
/// let moves = game.moves();
/// assert!(!moves.actions.is_empty() && moves.unknown.is_empty());
/// assert!(moves.actions.iter().all(|action| game.play(action).is_ok()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Moves {
    /// The listed actions; [`Game::play`] accepts each of them.
    pub actions: Vec<Action>,
    /// The cards that may be named as the one going face down. After an effect that takes cards
    /// back at once, fewer of them may be possible.
    pub face_down: Vec<Card>,
    /// The influence each player can commit, in place of actions, while ballots are pending.
    pub ballots: Vec<BallotRange>,
    /// Facts without which it is unknown whether more actions are legal.
    pub unknown: Vec<FactId>,
    /// `true` if some combinations are not listed, because a text couples too many decisions or
    /// grants several connected roads (at most one is listed). Every first decision is listed in
    /// any case.
    pub is_incomplete: bool,
}

impl Moves {
    /// Returns the actions, followed by a copy of each face-down action for every card that may be
    /// named.
    pub fn with_named_cards(&self, game: &Game) -> Vec<Action> {
        let mut all = self.actions.clone();
        for action in &self.actions {
            let ActionKind::FaceDown { player, sub_action, .. } = &action.kind else {
                continue;
            };
            let takes_back = matches!(sub_action, SubAction::Worker(_, sub_actions)
                if sub_actions.iter().any(|sub_action| matches!(sub_action, SubAction::ReturnCards(_))));
            for &card in &self.face_down {
                let named = Action::from(ActionKind::FaceDown {
                    player: *player,
                    card: Some(card),
                    sub_action: sub_action.clone(),
                });
                if !takes_back || game.play(&named).is_ok() {
                    all.push(named);
                }
            }
        }
        all
    }
}

/// The influence that one player can commit to a vote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BallotRange {
    /// The voter.
    pub player: PlayerId,
    /// The vote tiles whose place holds a proposal.
    pub tiles: Vec<VoteTile>,
    /// The most fleeting influence that can be committed.
    pub fleeting: i32,
    /// The most lasting influence that can be committed.
    pub lasting: i32,
}

/// The effects of an action on every player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ActionEffects {
    /// Change of each player's points.
    pub points: ByPlayer<Points>,
    /// Change of each player's money.
    pub money: ByPlayer<Money>,
    /// Change of each player's fleeting influence.
    pub fleeting: ByPlayer<i32>,
    /// Change of each player's lasting influence.
    pub lasting: ByPlayer<i32>,
    /// Change of each player's income.
    pub income: ByPlayer<Money>,
    /// Points lost to neutral tiles.
    pub lost: Points,
    /// Resources delivered, with the building.
    pub deliveries: Vec<(ResourceId, BuildingId)>,
    /// Buildings completed.
    pub completed: Vec<BuildingId>,
}

impl ActionEffects {
    /// Sums up the events of a played action.
    pub fn of(played: &Played) -> Self {
        let mut effects = Self::default();
        for event in &played.events {
            match event {
                Event::Change(change) => match change.quantity {
                    Quantity::Points => effects.points[change.player] += Points(change.by),
                    Quantity::Money => effects.money[change.player] += Money(change.by),
                    Quantity::Fleeting => add(&mut effects.fleeting[change.player], change.by),
                    Quantity::Lasting => add(&mut effects.lasting[change.player], change.by),
                    Quantity::Income => effects.income[change.player] += Money(change.by),
                },
                Event::Payout(payout) => effects.lost += payout.total_lost(),
                Event::Delivered { building, resource, .. } => {
                    effects.deliveries.push((*resource, *building));
                }
                Event::Completed(building) => effects.completed.push(*building),
                _ => {}
            }
        }
        effects
    }

    /// Returns the change of one number of a player.
    pub fn change(&self, player: PlayerId, quantity: Quantity) -> i32 {
        match quantity {
            Quantity::Points => self.points[player].0,
            Quantity::Money => self.money[player].0,
            Quantity::Income => self.income[player].0,
            Quantity::Fleeting => self.fleeting[player],
            Quantity::Lasting => self.lasting[player],
        }
    }
}

/// Adds amounts of influence, which has no type of its own; they saturate like the others.
fn add(sum: &mut i32, by: i32) {
    *sum = sum.saturating_add(by);
}

/// The missing facts that a search for moves met, and whether it was cut short.
#[derive(Default)]
struct Search {
    unknown: Vec<FactId>,
    cut_short: bool,
}

impl Search {
    /// Returns `true` if the checks passed; records the first missing fact.
    fn passes(&mut self, checks: &Checks) -> bool {
        if let Some(fact) = checks.first_unknown() {
            self.note(fact);
        }
        checks.is_clear()
    }

    /// Returns `true` if the action can be played; records the missing facts.
    fn accepts(&mut self, game: &Game, action: &Action) -> bool {
        match game.play(action) {
            Ok(_) => true,
            Err(refusal) => {
                for missing in refusal.unknown {
                    self.note(missing.fact);
                }
                false
            }
        }
    }

    fn know<T>(&mut self, fact: Result<T, FactId>) -> Option<T> {
        fact.map_err(|fact| self.note(fact)).ok()
    }

    fn note(&mut self, fact: FactId) {
        if !self.unknown.contains(&fact) {
            self.unknown.push(fact);
        }
    }
}

impl Game {
    /// Returns the legal actions of the player to act; [`Moves`] lists what is left out.
    pub fn moves(&self) -> Moves {
        let mut search = Search::default();
        let mut moves = Moves::default();
        let mut kinds = Vec::new();
        match self.waiting() {
            Some(Step::Decision(DecisionStep::Ballots { .. })) => {
                moves.ballots = self.ballot_ranges();
            }
            Some(Step::Decision(step)) => {
                self.kinds_for(step, &mut search, &mut kinds);
                if let DecisionStep::Turn(player) = *step {
                    moves.face_down = self.face_down_cards(player);
                }
            }
            Some(Step::Automatic(_)) => {
                if let Some(question) = self.question() {
                    let player = question.chooser;
                    moves.actions.extend(question.options.iter().map(|option| Action {
                        kind: ActionKind::Choose { player },
                        choices: vec![option.choice],
                    }));
                }
            }
            None => {}
        }
        // In the setup, players may pick races and resource cards and place first stalls while the
        // dealing of the decks is still pending.
        if let Some(Step::Decision(step)) = self.draft_before_deals() {
            self.kinds_for(step, &mut search, &mut kinds);
        }
        moves.actions.extend(kinds.into_iter().map(Action::from));
        // While facts are missing, only a trial shows whether a payout or a delivery that the
        // action sets off needs one of them.
        if !self.contents.is_complete() {
            moves.actions.retain(|action| search.accepts(self, action));
        }
        moves.unknown = search.unknown;
        moves.is_incomplete = search.cut_short;
        moves
    }

    /// Returns every upgrade of the active player that declares a road on `square` first, needed by
    /// the tile or not. Empty unless a turn is pending; cards with further decisions are left out.
    ///
    /// Rulebook, "Upgrade".
    pub fn upgrades_after_road(&self, square: Square) -> Vec<Action> {
        let (Some(&Step::Decision(DecisionStep::Turn(player))), Some(cell)) =
            (self.waiting(), self.board.cell(square))
        else {
            return Vec::new();
        };
        let mut search = Search::default();
        let mut actions = Vec::new();
        for (card, action) in self.texts_to_lead(player, &mut search) {
            if let [TextDecision { effect: Effect::Upgrade(price), roads: 1.. }] =
                decisions(&action.effects)[..]
            {
                let builds = self.builds(player, price, RoadFirst::On(cell), &mut search);
                actions.extend(builds.into_iter().map(|sub_action| {
                    let sub_actions = vec![sub_action];
                    Action::from(ActionKind::Lead { player, card, sub_actions })
                }));
            }
        }
        // As in `moves`, only a trial shows whether a fact is missing; and the map may have no
        // number left for the piece or for a further road network.
        if !self.contents.is_complete() || !self.map.has_room() {
            actions.retain(|action| self.play(action).is_ok());
        }
        actions
    }

    /// Returns the squares on which `player` can declare a road before building a tile of
    /// `resource`, in reading order, needed by the tile or not. The roads `placed` are declared
    /// earlier.
    ///
    /// Rulebook, "Upgrade".
    pub fn roads_before_build(
        &self,
        player: PlayerId,
        context: EntryContext,
        resource: ResourceId,
        placed: &[Square],
    ) -> Vec<Square> {
        let Some((price, _)) = self.build_with_roads(player, context) else {
            return Vec::new();
        };
        if !placed.is_empty() {
            let mut table = self.clone();
            for cell in placed.iter().filter_map(|&square| self.board.cell(square)) {
                table.map.add_road(&self.board, cell);
            }
            return table.roads_before_build(player, context, resource, &[]);
        }
        let mut checks = Checks::quick();
        let terms = self.check_build_terms(&mut checks, player, resource, price);
        let Some(terms) = terms.filter(|_| checks.is_clear() && self.map.has_room()) else {
            return Vec::new();
        };
        let ground = BuildableBoard::of(self, player);
        let mut plot = ground.plot(resource, &terms);
        let tile = self.contents.resource_tile(resource);
        let mut squares = Vec::new();
        for &cell in ground.free() {
            if tile.all().any(|shape| !plot.places(shape, RoadFirst::On(cell)).is_empty()) {
                squares.push(self.board.square(cell));
            }
        }
        squares
    }

    /// Appends every legal action for a waiting step to `kinds`.
    fn kinds_for(&self, step: &DecisionStep, search: &mut Search, kinds: &mut Vec<ActionKind>) {
        match *step {
            DecisionStep::ChooseRace(player) => self.race_choices(player, search, kinds),
            DecisionStep::TakeResource(player) => self.resource_choices(player, search, kinds),
            DecisionStep::PlaceStart(player) => {
                let starts = search.know(self.board.starts()).unwrap_or_default();
                let known = starts.iter().map(|&(square, _)| square);
                let all = self.board.squares().filter(|_| self.board.is_open());
                for square in all.chain(known.filter(|_| !self.board.is_open())) {
                    let mut checks = Checks::quick();
                    self.check_start(&mut checks, square);
                    if search.passes(&checks) {
                        kinds.push(ActionKind::PlaceStart { player, square });
                    }
                }
            }
            DecisionStep::Turn(player) => self.turn_choices(player, search, kinds),
            DecisionStep::Follow { player, led } => {
                kinds.push(ActionKind::Pass { player });
                let mut sub_actions = self.basic_sub_actions(player, search);
                for category in Category::ALL {
                    if led == FollowCategory::Income || led == FollowCategory::Category(category) {
                        sub_actions.extend(self.single_answers_to_decision(
                            player,
                            follow_decision(category),
                            None,
                            search,
                        ));
                    }
                }
                kinds.extend(
                    sub_actions
                        .into_iter()
                        .map(|sub_action| ActionKind::Follow { player, sub_action }),
                );
            }
            DecisionStep::ExtraRoads { player, tile, .. } => {
                kinds.push(ActionKind::Pass { player });
                let targets = self.extra_road_targets(player, tile);
                for square in self.board.squares() {
                    let mut checks = Checks::quick();
                    let legal = self.check_extra_road(&mut checks, player, square, tile, targets);
                    if legal.is_some() && checks.is_clear() {
                        kinds.push(ActionKind::ExtraRoad { player, square });
                    }
                }
            }
            DecisionStep::Bonus { player, .. } => {
                let sub_actions =
                    [SubAction::Money, SubAction::Influence].into_iter().chain(self.roads(player));
                kinds
                    .extend(sub_actions.map(|sub_action| ActionKind::Bonus { player, sub_action }));
            }
            DecisionStep::Decide { player, ref tied, .. } => {
                kinds.extend(tied.iter().map(|&building| ActionKind::Decide { player, building }));
            }
            DecisionStep::PlaceBuilding { player, building } => {
                let mut spots = Vec::new();
                search.know(self.prestige_spots(building, &mut spots));
                for footprint in spots {
                    kinds.push(ActionKind::PlaceBuilding { player, building, footprint });
                }
            }
            DecisionStep::Judge(achievement) => {
                for players in subsets(self.players().collect()) {
                    kinds.push(ActionKind::Achieve { achievement, players });
                }
            }
            DecisionStep::PayMarkers(player) => {
                let payments = self.payments(player, self.marker_price()).into_iter();
                kinds.extend(payments.map(|payment| ActionKind::PayMarkers { player, payment }));
            }
            DecisionStep::Pick(player) => self.pick_choices(player, kinds),
            DecisionStep::DealProposals
            | DecisionStep::DealAdvisers
            | DecisionStep::DealAchievements
            | DecisionStep::FillEvent(_)
            | DecisionStep::Ballots { .. } => {}
        }
    }

    /// Appends every choice of a proposal, with each possible payment (rule 11.3).
    fn pick_choices(&self, player: PlayerId, kinds: &mut Vec<ActionKind>) {
        for (place, building) in self.offers.proposals().iter().enumerate() {
            let Some(building) = *building else {
                continue;
            };
            let payments = self.payments(player, self.solo_price(place)).into_iter();
            kinds.extend(payments.map(|payment| ActionKind::Pick { player, building, payment }));
        }
    }

    fn ballot_ranges(&self) -> Vec<BallotRange> {
        let tiles: Vec<VoteTile> = VoteTile::ALL
            .into_iter()
            .filter(|tile| self.offers.proposals()[place_of(*tile)].is_some())
            .collect();
        self.players()
            .map(|player| BallotRange {
                player,
                tiles: tiles.clone(),
                fleeting: self.fleeting(player),
                lasting: self.lasting(player),
            })
            .collect()
    }

    fn race_choices(&self, player: PlayerId, search: &mut Search, kinds: &mut Vec<ActionKind>) {
        for race in self.contents.races() {
            let own = search.know(self.contents.facts().race_card(race));
            let cards: Vec<Option<ResourceId>> = match own {
                Some(RaceCard::Own(_)) => vec![None],
                Some(RaceCard::AnyFree) => self.contents.resources().map(Some).collect(),
                None => continue,
            };
            for resource in cards {
                let mut checks = Checks::quick();
                self.check_race(&mut checks, race, resource);
                if search.passes(&checks) {
                    kinds.push(ActionKind::ChooseRace { player, race, resource });
                }
            }
        }
    }

    fn resource_choices(&self, player: PlayerId, search: &mut Search, kinds: &mut Vec<ActionKind>) {
        for resource in self.contents.resources() {
            for from in std::iter::once(None).chain(self.others(player).map(Some)) {
                let mut checks = Checks::quick();
                self.check_resource_card(&mut checks, player, resource, from);
                if search.passes(&checks) {
                    kinds.push(ActionKind::TakeResource { player, resource, from });
                }
            }
        }
    }

    fn turn_choices(&self, player: PlayerId, search: &mut Search, kinds: &mut Vec<ActionKind>) {
        let mut checks = Checks::quick();
        self.check_call(&mut checks, player);
        if checks.is_clear() {
            kinds.push(ActionKind::CallVote { player });
        }
        let mut checks = Checks::quick();
        self.check_card(&mut checks, player, None);
        if !checks.is_clear() {
            return;
        }
        let basics = self.basic_sub_actions(player, search);
        kinds.extend(basics.into_iter().map(|sub_action| ActionKind::FaceDown {
            player,
            card: None,
            sub_action,
        }));
        for (card, action) in self.texts_to_lead(player, search) {
            let lists = self.sub_action_lists(
                player,
                action,
                TextSource::Card(card),
                search,
                |sub_actions| {
                    let sub_actions = sub_actions.to_vec();
                    ActionKind::Lead { player, card, sub_actions }
                },
            );
            kinds.extend(lists.into_iter().map(|sub_actions| ActionKind::Lead {
                player,
                card,
                sub_actions,
            }));
        }
    }

    /// Returns the cards that can be played face up, with their main actions.
    fn texts_to_lead(&self, player: PlayerId, search: &mut Search) -> Vec<(Card, &CardAction)> {
        let vote = Card::Standard(StandardCard::CallToVote);
        let mut texts = Vec::new();
        for card in self.hand(player).iter().filter(|&card| card != vote) {
            let mut checks = Checks::quick();
            self.check_card(&mut checks, player, Some(card));
            self.led_by(&mut checks, card);
            if search.passes(&checks)
                && let Some(action) = search.know(self.contents.facts().main_action(card))
            {
                texts.push((card, action));
            }
        }
        texts
    }

    /// Returns the cards that can go face down by name (ruling R25).
    fn face_down_cards(&self, player: PlayerId) -> Vec<Card> {
        self.hand(player)
            .iter()
            .filter(|&card| {
                let mut checks = Checks::quick();
                self.check_card(&mut checks, player, Some(card));
                checks.is_clear()
            })
            .collect()
    }

    /// Returns every list of sub-actions that answers the decisions of a text; `kind` makes the
    /// action of a list.
    fn sub_action_lists(
        &self,
        player: PlayerId,
        action: &CardAction,
        source: TextSource,
        search: &mut Search,
        kind: impl Fn(&[SubAction]) -> ActionKind,
    ) -> Vec<Vec<SubAction>> {
        let pending = decisions(&action.effects);
        match pending.as_slice() {
            [] => vec![Vec::new()],
            // Judged by its own checks; no other effect of the text comes before it.
            [only] if is_first(action) && only.is_independent() => {
                let sub_actions =
                    self.single_answers_to_decision(player, *only, Some(source), search);
                sub_actions.into_iter().map(|sub_action| vec![sub_action]).collect()
            }
            // One sub-action after another, each on the table left by the previous one.
            several => {
                let mut lists: Vec<Vec<SubAction>> = vec![Vec::new()];
                for decision in several {
                    let share = (MOST_COMBINATIONS / lists.len().max(1)).max(1);
                    let mut longer = Vec::new();
                    for list in lists {
                        let table = self.after_sub_actions(&kind(&list).into());
                        let next = table.answers_to_decision(player, *decision, source, search);
                        search.cut_short |= next.len() > share;
                        for more in spread(&next, share) {
                            longer.push([list.as_slice(), more.as_slice()].concat());
                        }
                    }
                    lists = longer;
                }
                lists.retain(|list| search.accepts(self, &kind(list).into()));
                lists
            }
        }
    }

    /// Returns the table after an action with decisions missing, as far as it can be played.
    fn after_sub_actions(&self, unfinished: &Action) -> Game {
        let mut playing = Playing::new(self, unfinished, Checks::quick());
        // The refusal concerns only the missing decisions; the listed ones have been played.
        drop(playing.perform(unfinished));
        playing.game
    }

    /// Returns every answer to one decision: a list of one sub-action, or of two where the effect
    /// couples them (access, then the adviser who requires it).
    fn answers_to_decision(
        &self,
        player: PlayerId,
        decision: TextDecision,
        source: TextSource,
        search: &mut Search,
    ) -> Vec<Vec<SubAction>> {
        if decision.effect != Effect::AccessThenRecruit {
            let sub_actions =
                self.single_answers_to_decision(player, decision, Some(source), search);
            return sub_actions.into_iter().map(|sub_action| vec![sub_action]).collect();
        }
        let mut pairs = Vec::new();
        for tile in
            self.accessible(player, TradeTerms { price: Price::Full, follower: false }, search)
        {
            for adviser in self.offers.advisers().into_iter().flatten() {
                if search.know(self.contents.facts().adviser_requires(adviser))
                    == Some(tile.resource)
                {
                    pairs.push(vec![SubAction::BuyAccess(tile), SubAction::Recruit(adviser)]);
                }
            }
        }
        pairs
    }

    /// Returns every legal sub-action that answers one decision; none for coupled decisions.
    fn single_answers_to_decision(
        &self,
        player: PlayerId,
        decision: TextDecision,
        source: Option<TextSource>,
        search: &mut Search,
    ) -> Vec<SubAction> {
        match decision.effect {
            Effect::Trade(price) => {
                let trade = TradeTerms { price, follower: source.is_none() };
                self.trades(player, trade, search)
            }
            Effect::Upgrade(price) => {
                // Places that need several roads are found by the player, not listed.
                search.cut_short |= decision.roads > 1;
                let granted = decision.roads > 0;
                let road = if granted { RoadFirst::WhereNeeded } else { RoadFirst::Without };
                self.builds(player, price, road, search)
            }
            Effect::Construct(price) => self.personal_buildings(player, price, search),
            Effect::ReturnCards(most) => {
                let mut returns = Vec::new();
                append_returns(&self.player(player).cards, most, &mut Vec::new(), &mut returns);
                returns.into_iter().map(SubAction::ReturnCards).collect()
            }
            // `answers_to_decision` lists the pairs.
            Effect::AccessThenRecruit => Vec::new(),
            effect => {
                let kinds = effect.answers().concat().into_iter();
                let mut sub_actions: Vec<SubAction> =
                    kinds.flat_map(|kind| self.candidates(kind)).collect();
                sub_actions.retain(|sub_action| {
                    let mut checks = Checks::quick();
                    let checked =
                        self.check_sub_action(&mut checks, player, effect, sub_action, source);
                    checked.is_some() && search.passes(&checks)
                });
                sub_actions
            }
        }
    }

    /// Returns every legal import, and every tile to which access can be bought.
    fn trades(&self, player: PlayerId, trade: TradeTerms, search: &mut Search) -> Vec<SubAction> {
        let mut sub_actions = Vec::new();
        let adjacent_to_own: ByPlayer<Vec<bool>> = ByPlayer(std::array::from_fn(|index| {
            self.map.squares_adjacent_to_own(&self.board, PlayerId(index as u8))
        }));
        // Stalls are placed on free land.
        let cells = self.free_land();
        for resource in self.contents.resources() {
            if search.know(self.contents.facts().tier(resource)) != Some(Tier::Basic) {
                continue;
            }
            let controls = self.players[player.index()].controls.contains(resource);
            if !controls && trade.follower {
                continue;
            }
            let owner = if controls { Some(player) } else { self.controller(resource) };
            let closed =
                Section::ALL.map(|section| self.tile_in_section(resource, section).is_some());
            for &cell in &cells {
                // Cheap tests first; the full checks run only on the squares that pass.
                let is_closed =
                    self.board.section(cell).is_some_and(|section| closed[usize::from(section.0)]);
                if is_closed || owner.is_some_and(|owner| adjacent_to_own[owner][usize::from(cell)])
                {
                    continue;
                }
                let square = self.board.square(cell);
                let mut checks = Checks::quick();
                let (legal, sub_action) = if controls {
                    let legal =
                        self.check_import(&mut checks, player, resource, square, trade).is_some();
                    (legal, SubAction::Import(resource, square))
                } else {
                    let terms =
                        self.check_import_access(&mut checks, player, resource, square, trade);
                    (terms.is_some(), SubAction::ImportAccess(resource, square))
                };
                if search.passes(&checks) && legal {
                    sub_actions.push(sub_action);
                }
            }
        }
        sub_actions
            .extend(self.accessible(player, trade, search).into_iter().map(SubAction::BuyAccess));
        sub_actions
    }

    /// Returns every tile to which the player can buy access.
    fn accessible(&self, player: PlayerId, trade: TradeTerms, search: &mut Search) -> Vec<TileRef> {
        let mut tiles = Vec::new();
        for tile in self.tiles() {
            let mut checks = Checks::quick();
            self.check_access(&mut checks, player, tile, trade);
            if search.passes(&checks) {
                tiles.push(tile);
            }
        }
        tiles
    }

    /// Returns every legal placement of every advanced tile: first those without a road, then those
    /// that declare one.
    fn builds(
        &self,
        player: PlayerId,
        price: Price,
        road: RoadFirst,
        search: &mut Search,
    ) -> Vec<SubAction> {
        let ground = BuildableBoard::of(self, player);
        let (mut sub_actions, mut after_road) = (Vec::new(), Vec::new());
        for resource in self.contents.resources() {
            let mut checks = Checks::quick();
            let terms = self.check_build_terms(&mut checks, player, resource, price);
            if !search.passes(&checks) {
                continue;
            }
            let Some(terms) = terms else {
                continue;
            };
            let (facts, tile) = (self.contents.facts(), ShapedTile::Resource(resource));
            search.know(facts.printed(tile));
            let mut plot = ground.plot(resource, &terms);
            for shape in self.contents.resource_tile(resource).all() {
                let places = plot.places(shape, road);
                if let Err(fact) = facts.allows(tile, shape) {
                    if !places.is_empty() {
                        search.note(fact);
                    }
                    continue;
                }
                for place in places {
                    let roads = place.road.map(|square| TileRoad { square, first: true });
                    let list = if roads.is_some() { &mut after_road } else { &mut sub_actions };
                    let roads = roads.into_iter().collect();
                    list.push(SubAction::Build(Placement {
                        resource,
                        footprint: place.footprint,
                        roads,
                    }));
                }
            }
        }
        sub_actions.append(&mut after_road);
        sub_actions
    }

    fn personal_buildings(
        &self,
        player: PlayerId,
        price: Price,
        search: &mut Search,
    ) -> Vec<SubAction> {
        let own = self.own_targets(player);
        let mut sub_actions = Vec::new();
        for square in self.board.squares() {
            let mut checks = Checks::quick();
            self.check_house(&mut checks, player, square, price, own);
            if search.passes(&checks) {
                sub_actions.push(SubAction::House(square));
            }
            let mut checks = Checks::quick();
            self.check_bridge(&mut checks, player, square, price, own);
            if search.passes(&checks) {
                sub_actions.push(SubAction::Bridge(square));
            }
        }
        sub_actions
    }

    fn roads(&self, player: PlayerId) -> impl Iterator<Item = SubAction> + '_ {
        let own = self.own_targets(player);
        self.free_land().into_iter().map(|cell| self.board.square(cell)).filter_map(move |square| {
            let mut checks = Checks::quick();
            let legal = self.check_road(&mut checks, player, square, own).is_some();
            (legal && checks.is_clear()).then_some(SubAction::Road(square))
        })
    }

    /// Returns the free land squares, in reading order.
    pub(super) fn free_land(&self) -> Vec<Cell> {
        self.board
            .cells()
            .filter(|&cell| self.map.is_free(cell) && self.board.kind(cell).is_land())
            .collect()
    }

    fn basic_sub_actions(&self, player: PlayerId, search: &mut Search) -> Vec<SubAction> {
        let mut sub_actions = vec![SubAction::Money, SubAction::Influence];
        sub_actions.extend(self.roads(player));
        let cards = self.active.iter().map(|active| WorkerPlace::Building(active.building));
        for place in std::iter::once(WorkerPlace::Race).chain(cards) {
            let mut checks = Checks::quick();
            self.check_worker(&mut checks, player, place);
            if !search.passes(&checks) {
                continue;
            }
            let (action, source) = match place {
                WorkerPlace::Race => match self.race(player) {
                    Some(race) => (self.contents.facts().race_action(race), TextSource::Race),
                    None => continue,
                },
                WorkerPlace::Building(building) => (
                    self.contents.facts().building_action(building),
                    TextSource::Building(building),
                ),
            };
            let Some(action) = search.know(action) else {
                continue;
            };
            let lists = self.sub_action_lists(player, action, source, search, |list| {
                let sub_action = SubAction::Worker(place, list.to_vec());
                match self.waiting() {
                    Some(Step::Decision(DecisionStep::Follow { .. })) => {
                        ActionKind::Follow { player, sub_action }
                    }
                    _ => ActionKind::FaceDown { player, card: None, sub_action },
                }
            });
            sub_actions.extend(lists.into_iter().map(|list| SubAction::Worker(place, list)));
        }
        sub_actions
    }
}

/// Returns at most `most` items, evenly spread over `all`.
fn spread<T>(all: &[T], most: usize) -> impl Iterator<Item = &T> {
    let count = all.len().min(most);
    (0..count).map(move |index| &all[index * all.len() / count])
}

/// Returns every subset of `all`, the empty and the full one included.
fn subsets<T: Copy>(all: Vec<T>) -> Vec<Vec<T>> {
    let mut sets = vec![Vec::new()];
    for item in all {
        let with = sets.clone().into_iter().map(|mut set: Vec<T>| {
            set.push(item);
            set
        });
        sets.extend(with.collect::<Vec<_>>());
    }
    sets
}

/// Appends every set of up to `most` played cards that can be taken back to the hand, each once.
fn append_returns(
    cards: &PlayerCards,
    most: u8,
    taken: &mut Vec<Card>,
    returns: &mut Vec<Vec<Card>>,
) {
    returns.push(taken.clone());
    if most == 0 {
        return;
    }
    for card in cards.may_be_played().iter() {
        let later = taken.last().is_none_or(|last| *last < card);
        let mut left = cards.clone();
        if later && card != Card::Standard(StandardCard::Income) && left.take_back(card) {
            taken.push(card);
            append_returns(&left, most - 1, taken, returns);
            taken.pop();
        }
    }
}

/// Returns `true` if the first effect of the text, connected roads excepted, is a decision.
fn is_first(action: &CardAction) -> bool {
    let first = action.effects.iter().find(|effect| **effect != Effect::ConnectedRoad);
    first.is_some_and(|first| !first.answers().is_empty())
}
