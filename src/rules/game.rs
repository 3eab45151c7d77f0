//! The state of a game, and the one way to change it.
//!
//! A [`Game`] is everything visible on the table after some actions. [`Game::play`] takes an action
//! and returns the game that follows; nothing else changes a game. Pending decisions are on a stack
//! of steps: the rulebook's order of play, prepared ahead and worked off from the top.

use super::active_buildings::{ActiveBuilding, ActiveBuildings};
use super::offers::{ADVISER_PLACES, Offers, PROPOSAL_PLACES};
use super::player_cards::PlayerCards;
use std::sync::Arc;

use super::action::{Action, ActionKind, EventCard, RuleChoice};
use super::adjustment::{Owner, TileRef, WorkerPlace};
use super::contents::{Contents, FactReader, ReadLog};
use super::illegal::{CheckOutcome, Checks, Refusal, RuleCheck};
use super::map::{Content, Map, Nets, Piece, PieceKind, Targets};
use super::player::{ByPlayer, CardSet, PieceId, PlayerId, PlayerSet, standard_hand};
use super::receipt::{Cause, Event, Loss, QuantityChange, Shortage};
use super::rulebook::{Options, Rule, Variants};
use super::setup::{Setup, SetupError, SetupProblem};
use super::step::Step;
use super::step_stack::StepStack;
use components::board::{Board, Cell, Section};
use components::fact_id::{FactId, SquareField};
use components::ids::{AchievementId, AdviserId, BuildingId, RaceId, ResourceId, ResourceSet};
use components::quantity::{Money, Points, Quantity};
use components::specs::{AchievementDeck, CountField};
use components::square::Square;
use components::tile::Footprint;

/// The completion that ends the game (rule 10.1).
pub const COMPLETIONS_TO_END: usize = 6;

/// A state of a game of Founders of Gloomhaven.
#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    pub(super) contents: Arc<Contents>,
    pub(super) reads: ReadLog,
    pub(super) board: Arc<Board>,
    names: Arc<[String]>,
    pub(super) options: Options,
    pub(super) variants: Variants,
    pub(super) map: Map,
    pub(super) players: [Player; PlayerId::MAX],
    pub(super) steps: StepStack,
    pub(super) turn: u32,
    pub(super) active_player: Option<PlayerId>,
    pub(super) active: ActiveBuildings,
    pub(super) offers: Offers,
    pub(super) winner: Option<PlayerId>,
    /// The cycle of a solo game, counted from 1 (rule 11.2).
    pub(super) cycle: u8,
    /// The reason a solo game is lost; the game is over once no step remains.
    pub(super) loss: Option<Loss>,
    /// The achievements of the game, in the order in which they are scored.
    pub(super) achievements: Vec<GameAchievement>,
    /// The event card, once the winner has filled it in.
    pub(super) event_card: Option<EventCard>,
}

/// A player's part of the table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Player {
    pub(super) race: Option<RaceId>,
    pub(super) race_resource: Option<ResourceId>,
    pub(super) controls: ResourceSet,
    pub(super) points: Points,
    pub(super) money: Money,
    pub(super) fleeting: i32,
    pub(super) lasting: i32,
    pub(super) houses: u8,
    pub(super) bridges: u8,
    pub(super) race_worker: bool,
    pub(super) owns: ResourceSet,
    pub(super) cards: PlayerCards,
}

/// An achievement of this game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameAchievement {
    /// The card.
    pub achievement: AchievementId,
    /// Its deck, which determines the time of scoring.
    pub deck: AchievementDeck,
    /// The players who scored it; `None` while it is still to be scored.
    pub scored: Option<PlayerSet>,
}

/// The result of a played action.
#[derive(Clone, Debug)]
pub struct Played {
    /// The game that follows.
    pub game: Game,
    /// The action including every choice made automatically, as the record stores it.
    pub action: Action,
    /// Its events, in order.
    pub events: Vec<Event>,
}

impl Game {
    /// Starts a game at the choice of races.
    ///
    /// Rulebook, "Setup".
    ///
    /// # Errors
    ///
    /// Every problem that keeps the setup from being played.
    ///
    /// # Examples
    ///
    /// ```
    /// use rules::{Game, Setup};
    ///
    /// let pack = packs::find("practice")?;
    /// let players = vec!["Anna".to_owned(), "Ben".to_owned()];
    /// let setup = Setup { pack, board: "Three Rivers".to_owned(), players, ..Setup::default() };
    /// let game = Game::new(&setup)?;
    /// assert_eq!(game.player_count(), 2);
    /// assert!(game.in_setup());
    ///
    /// let misspelt = Setup { board: "Two Rivers".to_owned(), ..setup };
    /// assert!(Game::new(&misspelt).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(setup: &Setup) -> Result<Self, SetupError> {
        match Contents::new(setup.pack.clone()) {
            Ok(contents) => Self::with_contents(setup, Arc::new(contents)),
            Err(found) => {
                let mut problems = setup.table_problems();
                problems.extend(found.into_iter().map(SetupProblem::Pack));
                Err(SetupError(problems))
            }
        }
    }

    /// Starts a game with the contents of its pack, which several games may share.
    ///
    /// # Errors
    ///
    /// As [`Game::new`], except for problems of the pack.
    pub fn with_contents(setup: &Setup, contents: Arc<Contents>) -> Result<Self, SetupError> {
        let mut problems = setup.table_problems();
        let spec = setup.pack.board(&setup.board);
        let board = match spec {
            Some(spec) => Board::new(spec, contents.pack()).map_err(SetupProblem::Unknown),
            None => Err(SetupProblem::NoSuchBoard {
                name: setup.board.chars().take(60).collect(),
                known: setup.pack.boards.iter().map(|board| board.name.clone()).collect(),
            }),
        };
        let counts = &contents.pack().counts;
        let money =
            counts.start_money().map(|&money| i32::from(money)).map_err(SetupProblem::Unknown);
        let (board, money) = match (board, money) {
            (Ok(board), Ok(money)) if problems.is_empty() => (board, money),
            (board, money) => {
                problems.extend(board.err());
                problems.extend(money.err());
                return Err(SetupError(problems));
            }
        };
        let count = setup.players.len();
        let hand = standard_hand(count);
        let mut players: [Player; PlayerId::MAX] = Default::default();
        for player in &mut players[..count] {
            player.cards = PlayerCards::holding(hand);
            player.money = Money(money);
        }
        let map = Map::new(&board);
        Ok(Self {
            contents,
            reads: ReadLog::default(),
            board: Arc::new(board),
            names: setup.players.clone().into(),
            options: setup.options,
            variants: setup.variants,
            map,
            players,
            steps: StepStack::for_setup(count, setup.variants),
            turn: 0,
            active_player: None,
            active: ActiveBuildings::default(),
            offers: Offers::default(),
            winner: None,
            cycle: 1,
            loss: None,
            achievements: Vec::new(),
            event_card: None,
        })
    }

    /// Plays `action` and returns the game that follows.
    ///
    /// `self` does not change: a refusal leaves nothing to clean up, and a preview is this same
    /// call with its result thrown away.
    ///
    /// # Errors
    ///
    /// A [`Refusal`] listing every rule the action breaks, or the facts without which it cannot be
    /// judged.
    pub fn play(&self, action: &Action) -> Result<Played, Refusal> {
        let (playing, outcome) = self.attempt(action, Checks::brief);
        outcome.map(|()| playing.into_played(action))
    }

    /// Plays `action` with the given checks, and returns the playing state with its verdict.
    ///
    /// An explicit choice with only one option is redundant, but could also answer a later
    /// question. The action is therefore first played without accepting such choices, and again
    /// with them only if a choice was refused.
    fn attempt<'a>(
        &self,
        action: &'a Action,
        checks: fn() -> Checks,
    ) -> (Playing<'a>, Result<(), Refusal>) {
        let mut playing = Playing::new(self, action, checks());
        let outcome = playing.perform(action);
        if outcome.as_ref().is_err_and(Refusal::is_about_a_choice) {
            let mut again = Playing::new(self, action, checks());
            again.allows_explicit = true;
            let outcome = again.perform(action);
            return (again, outcome);
        }
        (playing, outcome)
    }

    /// Returns every check that the rules make of `action`: passed, failed, or impossible to make.
    pub fn checklist(&self, action: &Action) -> Vec<RuleCheck> {
        let (playing, outcome) = self.attempt(action, Checks::full);
        let mut list = playing.checks.into_list();
        // Checks made only while the action takes effect go last.
        if let Err(refusal) = outcome {
            for check in refusal.into_checks() {
                if !list.iter().any(|known| known.covers(&check)) {
                    list.push(check);
                }
            }
        }
        // A rule with several checks is listed as passed only if all of them passed.
        let broken: Vec<Rule> = list
            .iter()
            .filter(|check| check.outcome != CheckOutcome::Passed)
            .map(|check| check.rule)
            .collect();
        list.retain(|check| check.outcome != CheckOutcome::Passed || !broken.contains(&check.rule));
        list
    }

    /// Returns the split of an action's choices among its sub-actions (ruling R37): after each
    /// resolution, the number of sub-actions left and of choices made so far. Empty if the action
    /// cannot be played, or makes other choices.
    pub fn choices_by_sub_action(&self, action: &Action) -> Vec<(usize, usize)> {
        let given = action.own_choices();
        if given.is_empty() {
            return Vec::new();
        }
        let mut playing = Playing::new(self, action, Checks::brief());
        match playing.perform(action) {
            Ok(()) if playing.made == given => playing.resolved,
            Ok(()) | Err(_) => Vec::new(),
        }
    }

    /// Returns the contents of the box, as far as known.
    pub fn contents(&self) -> &Contents {
        &self.contents
    }

    /// Returns the board being played on.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the roads and pieces on the board.
    pub fn map(&self) -> &Map {
        &self.map
    }

    /// Returns the rulings that the table has switched.
    pub fn options(&self) -> Options {
        self.options
    }

    /// Returns the variants in use.
    pub fn variants(&self) -> Variants {
        self.variants
    }

    /// Returns the number of players.
    pub fn player_count(&self) -> usize {
        self.names.len()
    }

    /// Returns the players in seat order, the first player first.
    pub fn players(&self) -> impl DoubleEndedIterator<Item = PlayerId> + use<> {
        (0..self.names.len() as u8).map(PlayerId)
    }

    /// Returns the name of the person.
    pub fn player_name(&self, player: PlayerId) -> &str {
        self.names.get(player.index()).map_or("nobody", String::as_str)
    }

    /// Returns the player's label in records: the race, or the name before the choice of races or
    /// if a position assigns one race to two players.
    pub fn race_label(&self, player: PlayerId) -> String {
        let race = self.race(player);
        let is_shared = self.players().any(|other| other != player && self.race(other) == race);
        match race {
            Some(race) if !is_shared => self.contents.race_name(race).to_owned(),
            _ => self.player_name(player).to_owned(),
        }
    }

    /// Returns the race, once chosen.
    pub fn race(&self, player: PlayerId) -> Option<RaceId> {
        self.players[player.index()].race
    }

    /// Returns the points on the score track.
    pub fn points(&self, player: PlayerId) -> Points {
        self.players[player.index()].points
    }

    /// Returns the points of every player; empty seats have 0.
    pub fn scores(&self) -> ByPlayer<Points> {
        let mut scores = ByPlayer::default();
        for player in self.players() {
            scores[player] = self.points(player);
        }
        scores
    }

    /// Returns the money held.
    pub fn money(&self, player: PlayerId) -> Money {
        self.players[player.index()].money
    }

    /// Returns the fleeting influence held.
    pub fn fleeting(&self, player: PlayerId) -> i32 {
        self.players[player.index()].fleeting
    }

    /// Returns the lasting influence held.
    pub fn lasting(&self, player: PlayerId) -> i32 {
        self.players[player.index()].lasting
    }

    /// Returns the income: the number of different resources the player owns on the board. Rule
    /// 6.1.
    pub fn income(&self, player: PlayerId) -> Money {
        Money(self.players[player.index()].owns.len() as i32)
    }

    /// Returns one of a player's numbers.
    pub fn number(&self, player: PlayerId, quantity: Quantity) -> i32 {
        match quantity {
            Quantity::Points => self.points(player).0,
            Quantity::Money => self.money(player).0,
            Quantity::Fleeting => self.fleeting(player),
            Quantity::Lasting => self.lasting(player),
            Quantity::Income => self.income(player).0,
        }
    }

    /// Returns the number of houses built.
    pub fn houses(&self, player: PlayerId) -> u8 {
        self.players[player.index()].houses
    }

    /// Returns the number of bridges and gates built.
    pub fn bridges(&self, player: PlayerId) -> u8 {
        self.players[player.index()].bridges
    }

    /// Returns the resources owned on the board.
    pub fn owns(&self, player: PlayerId) -> ResourceSet {
        self.players[player.index()].owns
    }

    /// Returns the resources the player controls, by card.
    pub fn controls(&self, player: PlayerId) -> ResourceSet {
        self.players[player.index()].controls
    }

    /// Returns the resource of the player's race.
    pub fn race_resource(&self, player: PlayerId) -> Option<ResourceId> {
        self.players[player.index()].race_resource
    }

    /// Returns the tiles the player can access without owning them, in the order of placing.
    pub fn access(&self, player: PlayerId) -> impl Iterator<Item = TileRef> + '_ {
        self.map
            .pieces()
            .filter(move |(_, piece)| piece.access.contains(player))
            .filter_map(|(_, piece)| piece.tile())
    }

    /// Returns the cards in the hand, including any that may be face down unnamed.
    pub fn hand(&self, player: PlayerId) -> CardSet {
        self.players[player.index()].cards.hand()
    }

    /// Returns the number of cards in the hand, Call to Vote included.
    pub fn hand_size(&self, player: PlayerId) -> usize {
        self.players[player.index()].cards.hand_size()
    }

    /// Returns the cards known to be played in front of the player.
    pub fn played_cards(&self, player: PlayerId) -> CardSet {
        self.players[player.index()].cards.played()
    }

    /// Returns the number of unnamed face-down cards in front of the player.
    pub fn unnamed_cards(&self, player: PlayerId) -> usize {
        self.players[player.index()].cards.unnamed_count()
    }

    /// Returns the number of workers placed on cards and the race mat.
    pub fn workers_placed(&self, player: PlayerId) -> u8 {
        let on_cards = self.active.iter().filter(|card| card.worker == Some(player)).count();
        on_cards as u8 + u8::from(self.players[player.index()].race_worker)
    }

    /// Returns `true` if a worker is on the player's race mat.
    pub fn worker_on_race(&self, player: PlayerId) -> bool {
        self.players[player.index()].race_worker
    }

    /// Returns the number of turns started: 0 in the setup, then counted from 1.
    pub fn turn_number(&self) -> u32 {
        self.turn
    }

    /// Returns the player of the current turn, or of the last one.
    pub fn active_player(&self) -> Option<PlayerId> {
        self.active_player
    }

    /// Returns the proposals, from the left.
    pub fn proposals(&self) -> [Option<BuildingId>; PROPOSAL_PLACES] {
        self.offers.proposals()
    }

    /// Returns the advisers on offer, from the left.
    pub fn adviser_offer(&self) -> [Option<AdviserId>; ADVISER_PLACES] {
        self.offers.advisers()
    }

    /// Returns the prestige buildings on the map, in the order of placing.
    pub fn active_buildings(&self) -> &[ActiveBuilding] {
        self.active.as_slice()
    }

    /// Returns the squares of a prestige building on the map.
    pub fn active_building_squares(&self, building: BuildingId) -> Option<Footprint> {
        self.active_card(building).map(|active| self.map.piece(active.piece).footprint)
    }

    /// Returns the number of completed buildings.
    pub fn completed(&self) -> usize {
        self.active.iter().filter(|active| active.completed).count()
    }

    /// Returns the resource tile on a square.
    pub fn tile_at(&self, square: Square) -> Option<TileRef> {
        self.piece_at(square).and_then(|id| self.map.piece(id).tile())
    }

    /// Returns every resource tile on the map, in the order of placing.
    pub fn tiles(&self) -> impl Iterator<Item = TileRef> + '_ {
        self.map.pieces().filter_map(|(_, piece)| piece.tile())
    }

    /// Returns the squares to which a connection can step from `square` (rules 2.3 and 2.4).
    pub fn linked(&self, square: Square) -> impl Iterator<Item = Square> + '_ {
        let cells = self.board.cell(square).map(|cell| self.board.linked(cell)).unwrap_or_default();
        cells.iter().map(|&cell| self.board.square(cell))
    }

    /// Returns `Some(true)` if the square has a road, `Some(false)` if one could be placed there,
    /// and `None` if the square takes no road.
    pub fn road_state(&self, square: Square) -> Option<bool> {
        match self.map.content(self.board.cell(square)?) {
            Content::Road => Some(true),
            Content::Free if self.board.kind_of(square).is_land() => Some(false),
            Content::Free | Content::Piece(_) => None,
        }
    }

    /// Returns the piece of any kind on a square.
    pub fn piece_on(&self, square: Square) -> Option<&Piece> {
        match self.map.content(self.board.cell(square)?) {
            Content::Piece(id) => Some(self.map.piece(id)),
            Content::Road | Content::Free => None,
        }
    }

    /// Returns the piece of this game that looks like `piece` of another game and covers the same
    /// squares. Numbers of bridges and the owner's token on a resource tile are not compared.
    pub fn find_same_piece(&self, piece: &Piece) -> Option<&Piece> {
        let there = self.piece_on(piece.footprint.first())?;
        let same_kind = match (there.kind, piece.kind) {
            (PieceKind::Bridge(_), PieceKind::Bridge(_)) | (PieceKind::House, PieceKind::House) => {
                there.owner == piece.owner
            }
            (there, here) => there == here,
        };
        (same_kind && there.footprint == piece.footprint).then_some(there)
    }

    /// Returns a shortest route connecting two tiles for `player`: the squares of roads and of the
    /// player's bridges and gates, from `from` to `to`. Empty if the tiles are adjacent, `None` if
    /// they are not connected. Rules 2.3 to 2.6.
    pub fn path(&self, player: PlayerId, from: &Footprint, to: &Footprint) -> Option<Vec<Square>> {
        self.map.path(&self.board, player, from, to)
    }

    /// Returns `true` if both tiles are in one section of the city.
    pub fn same_section(&self, a: &Footprint, b: &Footprint) -> bool {
        let section = self.board.section_of(a.first());
        section.is_some() && section == self.board.section_of(b.first())
    }

    /// Returns the section that contains `at`; `None` for squares that are not land.
    ///
    /// # Errors
    ///
    /// On an open board, the missing fact if no land joined to the squares has a known section.
    pub(super) fn known_section(&self, at: &Footprint) -> Result<Option<Section>, FactId> {
        let first = at.first();
        if let known @ Some(_) =
            at.squares().iter().find_map(|&square| self.board.section_of(square))
        {
            return Ok(known);
        }
        if !self.board.is_open() || !self.board.kind_of(first).is_land() {
            return Ok(None);
        }
        let mut reached: Vec<Cell> =
            at.squares().iter().filter_map(|&square| self.board.cell(square)).collect();
        let mut seen = reached.clone();
        while let Some(here) = reached.pop() {
            if let known @ Some(_) = self.board.section(here) {
                return Ok(known);
            }
            for there in self.board.edge_neighbors(here) {
                if !seen.contains(&there)
                    && self.board.is_known_land(there, &|cell: Cell| !self.map.is_free(cell))
                {
                    seen.push(there);
                    reached.push(there);
                }
            }
        }
        Err(self.board.fact_of_square(SquareField::Section, first))
    }

    /// Returns `true` if both tiles are in one section of the city.
    ///
    /// # Errors
    ///
    /// The missing fact on an open board.
    pub(super) fn shares_section(&self, a: &Footprint, b: &Footprint) -> Result<bool, FactId> {
        let section = self.known_section(a)?;
        Ok(section.is_some() && section == self.known_section(b)?)
    }

    /// Checks whether anything touches these squares at a corner only, where a connection depends
    /// on the sections on both sides (rule 2.4).
    ///
    /// # Errors
    ///
    /// On an open board, the section that is missing.
    pub(super) fn check_corner_sections(&self, at: &Footprint) -> Result<(), FactId> {
        if !self.board.is_open() {
            return Ok(());
        }
        let board = &self.board;
        let cells: Vec<(Square, Cell)> =
            at.squares().iter().filter_map(|&square| Some((square, board.cell(square)?))).collect();
        let mut sure = 0;
        for &(square, here) in &cells {
            for &there in board.linked(here) {
                if !self.is_doubtful_corner(at, square, here, there)
                    && self.map.content(there) == Content::Road
                {
                    sure |= self.nets_on(there);
                }
            }
        }
        for &(square, here) in &cells {
            for &there in board.linked(here) {
                // Another connection makes the sections irrelevant.
                if !self.is_doubtful_corner(at, square, here, there)
                    || self.nets_on(there) & sure != 0
                {
                    continue;
                }
                let corner = board.square(there);
                let sections = (
                    self.known_section(&Footprint::single(square))?,
                    self.known_section(&Footprint::single(corner))?,
                );
                if sections.0 != sections.1 {
                    let unknown = if board.section(here).is_none() { square } else { corner };
                    return Err(board.fact_of_square(SquareField::Section, unknown));
                }
            }
        }
        Ok(())
    }

    /// Returns `true` if `there` touches `square` only at a corner, and a section needed to judge
    /// the connection is unknown.
    fn is_doubtful_corner(&self, at: &Footprint, square: Square, here: Cell, there: Cell) -> bool {
        let board = &self.board;
        let corner = board.square(there);
        let is_corner = corner.column != square.column && corner.row != square.row;
        let is_known = board.section(here).is_some() && board.section(there).is_some();
        let is_met = !self.map.is_free(there) && board.kind(there).is_land();
        let turns =
            [Square::new(square.column, corner.row), Square::new(corner.column, square.row)];
        is_corner
            && is_met
            && !is_known
            && !turns.iter().any(|&turn| {
                at.covers(turn)
                    || board.cell(turn).is_some_and(|cell| {
                        board.is_known_land(cell, &|built: Cell| !self.map.is_free(built))
                    })
            })
    }

    /// Returns the road networks joined on a cell.
    fn nets_on(&self, cell: Cell) -> Nets {
        match self.map.content(cell) {
            Content::Free => 0,
            Content::Road => self.map.link_of_road(cell).nets,
            Content::Piece(piece) => self.map.link_of(piece).nets,
        }
    }

    /// Extends known sections on an open board, where any placed piece proves that its square is
    /// land.
    pub(super) fn extend_sections(&mut self) {
        if !self.board.is_open() {
            return;
        }
        let map = &self.map;
        if Arc::make_mut(&mut self.board).spread_sections(|cell| !map.is_free(cell)) {
            self.map.find_links(&self.board);
        }
    }

    /// Returns `true` if the player owns a tile of the resource or has access to one.
    pub fn has_claim(&self, player: PlayerId, resource: ResourceId) -> bool {
        self.map.tiles_of(resource).any(|(_, piece)| piece.is_claimed_by(player))
    }

    /// Returns the winner, once the game is over.
    pub fn winner(&self) -> Option<PlayerId> {
        self.winner
    }

    /// Returns `true` during the setup.
    pub fn in_setup(&self) -> bool {
        self.turn == 0 && !self.is_over()
    }

    /// Returns `true` if no player controls this basic resource in a 2- or 3-player game; settled
    /// once all cards are chosen. Rule 3.8.
    pub fn is_neutral(&self, resource: ResourceId) -> bool {
        (2..=3).contains(&self.player_count())
            && self.contents.facts().tier(resource) == Ok(components::specs::Tier::Basic)
            && self.controller(resource).is_none()
    }

    /// Returns the player who controls a basic resource.
    pub fn controller(&self, resource: ResourceId) -> Option<PlayerId> {
        self.players().find(|player| self.players[player.index()].controls.contains(resource))
    }

    /// Returns a reader that records the facts behind a verdict.
    pub(super) fn facts(&self) -> FactReader<'_> {
        FactReader::new(&self.contents, Some(&self.reads))
    }

    pub(super) fn player(&self, player: PlayerId) -> &Player {
        &self.players[player.index()]
    }

    /// Returns everything a player owns, as targets of a connection (rule 2.7).
    pub(super) fn own_targets(&self, player: PlayerId) -> Targets {
        self.map.targets(player, self.map.pieces_of(player))
    }

    /// Returns the card of a prestige building on the map.
    pub fn active_card(&self, building: BuildingId) -> Option<&ActiveBuilding> {
        self.active.get(building)
    }

    pub(super) fn piece_at(&self, square: Square) -> Option<PieceId> {
        self.board.cell(square).and_then(|cell| self.map.tile_on(cell))
    }

    /// Returns the tile that a reference names, if it is exactly there.
    pub(super) fn find_tile(&self, tile: TileRef) -> Option<PieceId> {
        let id = self.piece_at(tile.footprint.first())?;
        (self.map.piece(id).tile() == Some(tile)).then_some(id)
    }

    /// Returns the other players, clockwise from the left of `player`.
    pub(super) fn others(&self, player: PlayerId) -> impl Iterator<Item = PlayerId> + use<> {
        let count = self.names.len() as u8;
        (1..count).map(move |step| PlayerId((player.0 + step) % count))
    }

    /// Counts the seats clockwise from `from` to `to`; 0 for the same player.
    pub(super) fn distance(&self, from: PlayerId, to: PlayerId) -> u8 {
        let count = self.names.len() as u8;
        (to.0 + count - from.0) % count
    }
}

/// An action being played: the changing game, the checks made, the events.
pub(super) struct Playing<'a> {
    pub(super) game: Game,
    pub(super) checks: Checks,
    pub(super) events: Vec<Event>,
    /// Steps the action sets off, in order.
    pub(super) after: Vec<Step>,
    /// Choices given with the action that have not come up yet.
    pub(super) given: &'a [RuleChoice],
    /// `true` if `given` may include choices without an alternative.
    pub(super) allows_explicit: bool,
    /// The choices made, given and automatic.
    pub(super) made: Vec<RuleChoice>,
    /// At each resolution: the number of sub-actions left, and of choices made so far.
    pub(super) resolved: Vec<(usize, usize)>,
}

impl<'a> Playing<'a> {
    pub(super) fn new(game: &Game, action: &'a Action, checks: Checks) -> Self {
        Self {
            game: game.clone(),
            checks,
            events: Vec::new(),
            after: Vec::new(),
            given: action.own_choices(),
            allows_explicit: false,
            made: Vec::new(),
            resolved: Vec::new(),
        }
    }

    fn into_played(self, action: &Action) -> Played {
        let mut action = action.clone();
        match &mut action.kind {
            ActionKind::Overrule { action, .. } => action.choices = self.made,
            _ => action.choices = self.made,
        }
        Played { game: self.game, action, events: self.events }
    }

    pub(super) fn player_mut(&mut self, player: PlayerId) -> &mut Player {
        &mut self.game.players[player.index()]
    }

    /// Changes one of a player's numbers and records the cause. Income follows from the tiles
    /// owned.
    pub(super) fn change(&mut self, player: PlayerId, quantity: Quantity, by: i32, cause: Cause) {
        if by == 0 {
            return;
        }
        let mat = self.player_mut(player);
        match quantity {
            Quantity::Points => mat.points += Points(by),
            Quantity::Money => mat.money += Money(by),
            Quantity::Fleeting => mat.fleeting = mat.fleeting.saturating_add(by),
            Quantity::Lasting => mat.lasting = mat.lasting.saturating_add(by),
            Quantity::Income => {}
        }
        self.events.push(Event::Change(QuantityChange { player, quantity, by, cause }));
        if by > 0 {
            self.warn_of_supply(quantity);
        }
    }

    /// Warns when the players hold more than the box does; never refuses (ruling R2).
    fn warn_of_supply(&mut self, what: Quantity) {
        let game = &self.game;
        let (box_holds, shortage) = match what {
            Quantity::Money => (game.contents.facts().count(CountField::Dollars), Shortage::Money),
            Quantity::Fleeting => {
                (game.contents.facts().count(CountField::Fleeting), Shortage::Fleeting)
            }
            Quantity::Lasting => {
                (game.contents.facts().count(CountField::Lasting), Shortage::Lasting)
            }
            Quantity::Points | Quantity::Income => return,
        };
        let held =
            game.players().map(|player| game.number(player, what)).fold(0, i32::saturating_add);
        if box_holds.is_ok_and(|count| held > count) {
            self.events.push(Event::SupplyExceeded(shortage));
        }
    }

    /// Ends the checks of an action with a price, and returns it. The price is zero if the table
    /// overrules a check without which none is known, such as for an adviser who is not on offer.
    pub(super) fn price(&mut self, found: Option<Money>) -> Result<Money, Refusal> {
        self.checks.verdict()?;
        Ok(found.unwrap_or(Money::ZERO))
    }

    pub(super) fn pay(&mut self, player: PlayerId, amount: Money, cause: Cause) {
        self.change(player, Quantity::Money, -amount.0, cause);
    }

    /// Places a resource tile with the owner's token on it (rules 6.1 and 5.13).
    pub(super) fn place_tile(
        &mut self,
        resource: ResourceId,
        footprint: Footprint,
        owner: Owner,
    ) -> PieceId {
        let game = &mut self.game;
        let kind = PieceKind::Resource(resource);
        let piece = game.map.place(&game.board, kind, footprint, Some(owner));
        game.extend_sections();
        if let Owner::Player(player) = owner {
            self.gain_ownership(player, resource);
        }
        piece
    }

    pub(super) fn gain_ownership(&mut self, player: PlayerId, resource: ResourceId) {
        if !self.game.player(player).owns.contains(resource) {
            self.player_mut(player).owns.insert(resource);
            self.change(player, Quantity::Income, 1, Cause::FirstTile(resource));
        }
    }

    /// Moves a worker to its place (rule 5.19).
    pub(super) fn set_worker(&mut self, player: PlayerId, place: WorkerPlace, there: bool) {
        match place {
            WorkerPlace::Race => self.player_mut(player).race_worker = there,
            WorkerPlace::Building(building) => {
                self.game.active.set_worker(building, there.then_some(player));
            }
        }
    }
}
