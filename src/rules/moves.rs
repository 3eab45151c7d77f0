//! What is possible: every decision of whoever is owed one, with what it comes to.
//!
//! Placements are found by the very checks that judge an action, asked only
//! for their verdict, so that what is offered here is what would be accepted.

use super::action::{Action, Deed, VoteTile};
use super::actions::{TextDecision, TradeAs, decisions, follow_decision};
use super::adjustment::{TileRef, WorkerPlace};
use super::contents::{RaceCard, ShapedTile};
use super::game::{Game, Played, Playing};
use super::illegal::Checks;
use super::occasion::Occasion;
use super::placements::{Ground, RoadFirst};
use super::player::{ByPlayer, Card, PlayerId};
use super::player_cards::PlayerCards;
use super::receipt::Event;
use super::step::{Led, Step, Waiting};
use super::steps::place_of;
use super::sub_action::{Placement, SubAction, TextSource, TileRoad};
use components::board::{Cell, Section};
use components::effect::{CardAction, Effect, Price};
use components::fact_id::FactId;
use components::ids::{BuildingId, ResourceId};
use components::quantity::{Money, Points, Quantity};
use components::specs::{Category, StandardCard, Tier};
use components::square::Square;

/// Where a text asks for several decisions at once, no more combinations than this are looked at.
const MOST_COMBINATIONS: usize = 5000;

/// The decisions open to the one who is owed one.
///
/// Every action that [`Game::play`] accepts is there, but for these, which are left out on
/// purpose:
///
/// - what the table does: referee actions, dealing, opening ballots (their range is in
///   [`ballots`](Self::ballots)), writing an event card, and achievements that the players claim
///   before they are asked;
/// - what cards have the players enter by hand;
/// - the name of a card that goes face down (ruling R25): an action stands there once, with the
///   card unnamed, and [`face_down`](Self::face_down) tells which it may be;
/// - a road declared with an upgrade that is legal without it: it is a decision that follows. A
///   road without which the tile has no place is there, with every square that will do;
/// - choices that an action sets off: they are decisions of their own;
/// - what comes after a road that may be left out: declining it leads there;
/// - cards that are taken back in another order.
#[derive(Clone, Debug, Default)]
pub struct Moves {
    /// Every legal action.
    pub actions: Vec<Action>,
    /// The cards that may be named where one goes face down; a card that is taken back at once
    /// can leave fewer of them possible.
    pub face_down: Vec<Card>,
    /// Instead of actions, when ballots are due: what each player can commit.
    pub ballots: Vec<BallotRange>,
    /// Facts without which it cannot be told whether more is legal.
    pub unknown: Vec<FactId>,
    /// Whether a text couples so many decisions that not every combination is listed, or grants
    /// several connected roads, of which one at most is listed. Every first decision of several is
    /// there all the same.
    pub cut_short: bool,
}

impl Moves {
    /// Every action as it can be written: those with a card face down stand there once more for
    /// every card that may be named.
    pub fn written_out(&self, game: &Game) -> Vec<Action> {
        let mut all = self.actions.clone();
        for action in &self.actions {
            let Deed::FaceDown { player, sub_action, .. } = &action.deed else {
                continue;
            };
            let takes_back = matches!(sub_action, SubAction::Worker(_, sub_actions)
                if sub_actions.iter().any(|sub_action| matches!(sub_action, SubAction::ReturnCards(_))));
            for &card in &self.face_down {
                let named = Action::from(Deed::FaceDown {
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

/// What one player can commit to a vote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BallotRange {
    /// Who.
    pub player: PlayerId,
    /// For which places there is a proposal.
    pub tiles: Vec<VoteTile>,
    /// Fleeting influence, from none to this much.
    pub fleeting: i32,
    /// Lasting influence, from none to this much.
    pub lasting: i32,
}

/// What an action comes to, for everybody.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outlook {
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
    /// Resources delivered, and to what.
    pub deliveries: Vec<(ResourceId, BuildingId)>,
    /// Buildings completed.
    pub completed: Vec<BuildingId>,
}

impl Outlook {
    /// Sums up what playing an action brought about.
    pub fn of(played: &Played) -> Self {
        let mut outlook = Self::default();
        for event in &played.events {
            match event {
                Event::Change(change) => match change.what {
                    Quantity::Points => outlook.points[change.player] += Points(change.by),
                    Quantity::Money => outlook.money[change.player] += Money(change.by),
                    Quantity::Fleeting => add(&mut outlook.fleeting[change.player], change.by),
                    Quantity::Lasting => add(&mut outlook.lasting[change.player], change.by),
                    Quantity::Income => outlook.income[change.player] += Money(change.by),
                },
                Event::Payout(payout) => outlook.lost += payout.lost_in_all(),
                Event::Delivered { building, resource, .. } => {
                    outlook.deliveries.push((*resource, *building));
                }
                Event::Completed(building) => outlook.completed.push(*building),
                _ => {}
            }
        }
        outlook
    }

    /// By how much a number of a player changes.
    pub fn change(&self, player: PlayerId, what: Quantity) -> i32 {
        match what {
            Quantity::Points => self.points[player].0,
            Quantity::Money => self.money[player].0,
            Quantity::Income => self.income[player].0,
            Quantity::Fleeting => self.fleeting[player],
            Quantity::Lasting => self.lasting[player],
        }
    }
}

/// Influence is counted without a type of its own; absurd amounts are capped like any other.
fn add(sum: &mut i32, by: i32) {
    *sum = sum.saturating_add(by);
}

/// Facts that stood in the way while looking for moves.
#[derive(Default)]
struct Search {
    unknown: Vec<FactId>,
    cut_short: bool,
}

impl Search {
    /// Whether the checks were passed; remembers what could not be told.
    fn passes(&mut self, checks: &Checks) -> bool {
        if let Some(fact) = checks.first_unknown() {
            self.note(fact);
        }
        checks.clear()
    }

    /// Whether the action can be played; remembers what could not be told.
    fn accepts(&mut self, game: &Game, action: &Action) -> bool {
        match game.play(action) {
            Ok(_) => true,
            Err(refusal) => {
                for lack in refusal.unknown {
                    self.note(lack.fact);
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
    /// Every decision of whoever is owed one.
    pub fn moves(&self) -> Moves {
        let mut search = Search::default();
        let mut moves = Moves::default();
        let mut deeds = Vec::new();
        match self.waiting() {
            Some(Step::Waits(Waiting::Ballots { .. })) => moves.ballots = self.ballot_ranges(),
            Some(Step::Waits(step)) => {
                self.deeds_for(step, &mut search, &mut deeds);
                if let Waiting::Turn(player) = *step {
                    moves.face_down = self.face_down_cards(player);
                }
            }
            Some(Step::Runs(_)) => {
                if let Some(question) = self.question() {
                    let player = question.chooser;
                    moves.actions.extend(question.options.iter().map(|option| Action {
                        deed: Deed::Choose { player },
                        choices: vec![option.choice],
                    }));
                }
            }
            None => {}
        }
        // Races, cards and first stalls need not wait for the cards of the decks.
        if let Some(Step::Waits(step)) = self.draft_before_deals() {
            self.deeds_for(step, &mut search, &mut deeds);
        }
        moves.actions.extend(deeds.into_iter().map(Action::from));
        // With facts missing, a payout or a delivery may turn out to need one.
        if !self.contents.is_complete() {
            moves.actions.retain(|action| search.accepts(self, action));
        }
        moves.unknown = search.unknown;
        moves.cut_short = search.cut_short;
        moves
    }

    /// Every upgrade of the player whose turn it is that declares a road on `square` first,
    /// whether the tile needs it there or not.
    ///
    /// Rulebook, "Upgrade".
    pub fn upgrades_after_road(&self, square: Square) -> Vec<Action> {
        let (Some(&Step::Waits(Waiting::Turn(player))), Some(cell)) =
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
                    Action::from(Deed::Lead { player, card, sub_actions })
                }));
            }
        }
        // Legal places can still want for a fact, or for the number of another stretch of road.
        if !self.contents.is_complete() || !self.map.has_room() {
            actions.retain(|action| self.play(action).is_ok());
        }
        actions
    }

    /// Returns the squares on which `player` can declare a road before a tile of `resource` is
    /// built, after the roads `laid` that are declared before it, whether the tile needs it there
    /// or not, in reading order.
    ///
    /// Rulebook, "Upgrade".
    pub fn first_roads(
        &self,
        player: PlayerId,
        occasion: Occasion,
        resource: ResourceId,
        laid: &[Square],
    ) -> Vec<Square> {
        let Some((price, _)) = self.build_with_roads(player, occasion) else {
            return Vec::new();
        };
        if !laid.is_empty() {
            let mut table = self.clone();
            for cell in laid.iter().filter_map(|&square| self.board.cell(square)) {
                table.map.add_road(&self.board, cell);
            }
            return table.first_roads(player, occasion, resource, &[]);
        }
        let mut checks = Checks::quick();
        let terms = self.check_build_terms(&mut checks, player, resource, price);
        let Some(terms) = terms.filter(|_| checks.clear() && self.map.has_room()) else {
            return Vec::new();
        };
        let ground = Ground::of(self, player);
        let mut plot = ground.plot(resource, &terms);
        let mut leads_on = |&&cell: &&Cell| {
            let mut ways = self.contents.resource_tile(resource).all();
            ways.any(|way| !plot.places(way, RoadFirst::On(cell)).is_empty())
        };
        let roads = ground.free().iter().filter(&mut leads_on);
        roads.map(|&cell| self.board.square(cell)).collect()
    }

    fn deeds_for(&self, step: &Waiting, search: &mut Search, deeds: &mut Vec<Deed>) {
        match *step {
            Waiting::ChooseRace(player) => self.race_choices(player, search, deeds),
            Waiting::TakeResource(player) => self.resource_choices(player, search, deeds),
            Waiting::PlaceStart(player) => {
                let starts = search.know(self.board.starts()).unwrap_or_default();
                let told = starts.iter().map(|&(square, _)| square);
                let untold = self.board.squares().filter(|_| self.board.is_open());
                for square in untold.chain(told.filter(|_| !self.board.is_open())) {
                    let mut checks = Checks::quick();
                    self.check_start(&mut checks, square);
                    if search.passes(&checks) {
                        deeds.push(Deed::PlaceStart { player, square });
                    }
                }
            }
            Waiting::Turn(player) => self.turn_choices(player, search, deeds),
            Waiting::Follow { player, led } => {
                deeds.push(Deed::Pass { player });
                let mut sub_actions = self.basic_sub_actions(player, search);
                for category in Category::ALL {
                    if led == Led::Income || led == Led::Category(category) {
                        sub_actions.extend(self.sub_actions_for(
                            player,
                            follow_decision(category),
                            None,
                            search,
                        ));
                    }
                }
                deeds.extend(
                    sub_actions.into_iter().map(|sub_action| Deed::Follow { player, sub_action }),
                );
            }
            Waiting::ExtraRoads { player, tile, .. } => {
                deeds.push(Deed::Pass { player });
                let targets = self.extra_road_targets(player, tile);
                for square in self.board.squares() {
                    let mut checks = Checks::quick();
                    let legal = self.check_extra_road(&mut checks, player, square, tile, targets);
                    if legal.is_some() && checks.clear() {
                        deeds.push(Deed::ExtraRoad { player, square });
                    }
                }
            }
            Waiting::Bonus { player, .. } => {
                let sub_actions =
                    [SubAction::Money, SubAction::Influence].into_iter().chain(self.roads(player));
                deeds.extend(sub_actions.map(|sub_action| Deed::Bonus { player, sub_action }));
            }
            Waiting::Decide { player, ref tied, .. } => {
                deeds.extend(tied.iter().map(|&building| Deed::Decide { player, building }));
            }
            Waiting::PlaceBuilding { player, building } => {
                let mut spots = Vec::new();
                search.know(self.prestige_spots(building, &mut spots));
                for footprint in spots {
                    deeds.push(Deed::PlaceBuilding { player, building, footprint });
                }
            }
            Waiting::Judge(achievement) => {
                for players in subsets(self.players().collect()) {
                    deeds.push(Deed::Achieve { achievement, players });
                }
            }
            Waiting::PayMarkers(player) => {
                let ways = self.payments(player, self.marker_price()).into_iter();
                deeds.extend(ways.map(|payment| Deed::PayMarkers { player, payment }));
            }
            Waiting::Pick(player) => self.pick_choices(player, deeds),
            Waiting::DealProposals
            | Waiting::DealAdvisers
            | Waiting::DealAchievements
            | Waiting::FillEvent(_)
            | Waiting::Ballots { .. } => {}
        }
    }

    /// Every proposal, with every way to pay for it (rule 11.3).
    fn pick_choices(&self, player: PlayerId, deeds: &mut Vec<Deed>) {
        for (place, building) in self.offers.proposals().iter().enumerate() {
            let Some(building) = *building else {
                continue;
            };
            let ways = self.payments(player, self.solo_price(place)).into_iter();
            deeds.extend(ways.map(|payment| Deed::Pick { player, building, payment }));
        }
    }

    fn ballot_ranges(&self) -> Vec<BallotRange> {
        let there = |tile: &VoteTile| self.offers.proposals()[place_of(*tile)].is_some();
        let tiles: Vec<VoteTile> = VoteTile::ALL.into_iter().filter(there).collect();
        let range = |player| BallotRange {
            player,
            tiles: tiles.clone(),
            fleeting: self.fleeting(player),
            lasting: self.lasting(player),
        };
        self.players().map(range).collect()
    }

    fn race_choices(&self, player: PlayerId, search: &mut Search, deeds: &mut Vec<Deed>) {
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
                    deeds.push(Deed::ChooseRace { player, race, resource });
                }
            }
        }
    }

    fn resource_choices(&self, player: PlayerId, search: &mut Search, deeds: &mut Vec<Deed>) {
        for resource in self.contents.resources() {
            for from in std::iter::once(None).chain(self.others(player).map(Some)) {
                let mut checks = Checks::quick();
                self.check_resource_card(&mut checks, player, resource, from);
                if search.passes(&checks) {
                    deeds.push(Deed::TakeResource { player, resource, from });
                }
            }
        }
    }

    fn turn_choices(&self, player: PlayerId, search: &mut Search, deeds: &mut Vec<Deed>) {
        let mut checks = Checks::quick();
        self.check_call(&mut checks, player);
        if checks.clear() {
            deeds.push(Deed::CallVote { player });
        }
        let mut checks = Checks::quick();
        self.check_card(&mut checks, player, None);
        if !checks.clear() {
            return;
        }
        let basics = self.basic_sub_actions(player, search);
        deeds.extend(basics.into_iter().map(|sub_action| Deed::FaceDown {
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
                    Deed::Lead { player, card, sub_actions }
                },
            );
            deeds.extend(lists.into_iter().map(|sub_actions| Deed::Lead {
                player,
                card,
                sub_actions,
            }));
        }
    }

    /// The cards that can be played face up, with what they say.
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

    /// The cards that can go face down by name (ruling R25).
    fn face_down_cards(&self, player: PlayerId) -> Vec<Card> {
        let can_go = |&card: &Card| {
            let mut checks = Checks::quick();
            self.check_card(&mut checks, player, Some(card));
            checks.clear()
        };
        self.hand(player).iter().filter(can_go).collect()
    }

    /// Returns every way to decide what a text asks for; `deed` makes the action of a list of
    /// sub-actions.
    fn sub_action_lists(
        &self,
        player: PlayerId,
        action: &CardAction,
        source: TextSource,
        search: &mut Search,
        deed: impl Fn(&[SubAction]) -> Deed,
    ) -> Vec<Vec<SubAction>> {
        let asked = decisions(&action.effects);
        match asked.as_slice() {
            [] => vec![Vec::new()],
            // Judged by its own checks; nothing of the text comes before it.
            [only] if is_first(action) && only.stands_alone() => {
                let sub_actions = self.sub_actions_for(player, *only, Some(source), search);
                sub_actions.into_iter().map(|sub_action| vec![sub_action]).collect()
            }
            // One sub-action after another, each on the table that the one before it leaves.
            several => {
                let mut lists: Vec<Vec<SubAction>> = vec![Vec::new()];
                for decision in several {
                    let share = (MOST_COMBINATIONS / lists.len().max(1)).max(1);
                    let mut longer = Vec::new();
                    for list in lists {
                        let table = self.after_sub_actions(&deed(&list).into());
                        let next = table.sub_actions_after(player, *decision, source, search);
                        search.cut_short |= next.len() > share;
                        for more in spread(&next, share) {
                            longer.push([list.as_slice(), more.as_slice()].concat());
                        }
                    }
                    lists = longer;
                }
                lists.retain(|list| search.accepts(self, &deed(list).into()));
                lists
            }
        }
    }

    /// Returns the table after an action that lacks decisions, as far as it goes.
    fn after_sub_actions(&self, unfinished: &Action) -> Game {
        let mut playing = Playing::new(self, unfinished, Checks::quick());
        // It is refused for what is still to be decided; what it says so far is done.
        drop(playing.perform(unfinished));
        playing.game
    }

    /// Returns the sub-actions that answer one decision; two of them where a text couples them.
    fn sub_actions_after(
        &self,
        player: PlayerId,
        decision: TextDecision,
        source: TextSource,
        search: &mut Search,
    ) -> Vec<Vec<SubAction>> {
        if decision.effect != Effect::AccessThenRecruit {
            let sub_actions = self.sub_actions_for(player, decision, Some(source), search);
            return sub_actions.into_iter().map(|sub_action| vec![sub_action]).collect();
        }
        let mut pairs = Vec::new();
        for tile in self.accessible(player, TradeAs { price: Price::Full, follower: false }, search)
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

    /// Returns every legal sub-action that answers one decision.
    fn sub_actions_for(
        &self,
        player: PlayerId,
        decision: TextDecision,
        source: Option<TextSource>,
        search: &mut Search,
    ) -> Vec<SubAction> {
        match decision.effect {
            Effect::Trade(price) => {
                let trade = TradeAs { price, follower: source.is_none() };
                self.trades(player, trade, search)
            }
            Effect::Upgrade(price) => {
                // Places that need several roads are left to the player.
                search.cut_short |= decision.roads > 1;
                let granted = decision.roads > 0;
                let road = if granted { RoadFirst::WhereNeeded } else { RoadFirst::Without };
                self.builds(player, price, road, search)
            }
            Effect::Construct(price) => self.personal_buildings(player, price, search),
            Effect::ReturnCards(most) => {
                let mut returns = Vec::new();
                each_return(&self.player(player).cards, most, &mut Vec::new(), &mut returns);
                returns.into_iter().map(SubAction::ReturnCards).collect()
            }
            // The access of a pair never comes alone.
            Effect::AccessThenRecruit => Vec::new(),
            effect => {
                let kinds = effect.answers().concat().into_iter();
                let mut sub_actions: Vec<SubAction> =
                    kinds.flat_map(|kind| self.candidates(kind)).collect();
                sub_actions.retain(|sub_action| {
                    let mut checks = Checks::quick();
                    let checked =
                        self.check_answer(&mut checks, player, effect, sub_action, source);
                    checked.is_some() && search.passes(&checks)
                });
                sub_actions
            }
        }
    }

    /// Every import, and every tile to which access can be bought.
    fn trades(&self, player: PlayerId, trade: TradeAs, search: &mut Search) -> Vec<SubAction> {
        let mut sub_actions = Vec::new();
        let beside_own: ByPlayer<Vec<bool>> = ByPlayer(std::array::from_fn(|index| {
            self.map.beside_own(&self.board, PlayerId(index as u8))
        }));
        // Stalls lie on free land.
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
            // What a look at the square rules out is not judged closely.
            let open = |cell: &&Cell| {
                let section = self.board.section(**cell);
                let apart = owner.is_none_or(|owner| !beside_own[owner][usize::from(**cell)]);
                apart && !section.is_some_and(|section| closed[usize::from(section.0)])
            };
            for &cell in cells.iter().filter(open) {
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

    fn accessible(&self, player: PlayerId, trade: TradeAs, search: &mut Search) -> Vec<TileRef> {
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

    /// Every legal way to build every advanced tile, those that declare no road first.
    fn builds(
        &self,
        player: PlayerId,
        price: Price,
        road: RoadFirst,
        search: &mut Search,
    ) -> Vec<SubAction> {
        let ground = Ground::of(self, player);
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
            for way in self.contents.resource_tile(resource).all() {
                let places = plot.places(way, road);
                if let Err(fact) = facts.allows(tile, way) {
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
        let legal = move |square: &Square| {
            let mut checks = Checks::quick();
            self.check_road(&mut checks, player, *square, own).is_some() && checks.clear()
        };
        let free = self.free_land().into_iter().map(|cell| self.board.square(cell));
        free.filter(legal).map(SubAction::Road)
    }

    /// The squares on which something could be laid that takes land, in reading order.
    pub(super) fn free_land(&self) -> Vec<Cell> {
        let free = |&cell: &Cell| self.map.is_free(cell) && self.board.kind(cell).is_land();
        self.board.cells().filter(free).collect()
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
                    Some(Step::Waits(Waiting::Follow { .. })) => {
                        Deed::Follow { player, sub_action }
                    }
                    _ => Deed::FaceDown { player, card: None, sub_action },
                }
            });
            sub_actions.extend(lists.into_iter().map(|list| SubAction::Worker(place, list)));
        }
        sub_actions
    }
}

/// At most so many of `all`, from its beginning to its end.
fn spread<T>(all: &[T], most: usize) -> impl Iterator<Item = &T> {
    let count = all.len().min(most);
    (0..count).map(move |index| &all[index * all.len() / count])
}

/// Every choice of some of `all`, none and all included.
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

/// Every set of up to `most` cards that can be taken back from a mat, each once.
fn each_return(cards: &PlayerCards, most: u8, taken: &mut Vec<Card>, returns: &mut Vec<Vec<Card>>) {
    returns.push(taken.clone());
    if most == 0 {
        return;
    }
    for card in cards.may_be_played().iter() {
        let later = taken.last().is_none_or(|last| *last < card);
        let mut left = cards.clone();
        if later && card != Card::Standard(StandardCard::Income) && left.take_back(card) {
            taken.push(card);
            each_return(&left, most - 1, taken, returns);
            taken.pop();
        }
    }
}

/// Returns `true` if the text begins with a decision.
fn is_first(action: &CardAction) -> bool {
    let first = action.effects.iter().find(|effect| **effect != Effect::ConnectedRoad);
    first.is_some_and(|first| !first.answers().is_empty())
}
