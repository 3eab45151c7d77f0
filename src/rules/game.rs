//! The state of a game, and the one way to change it.
//!
//! A [`Game`] is everything that can be seen on the table after some actions.
//! [`Game::play`] takes an action and gives the game that follows; nothing
//! else changes a game. What is owed next is a stack of steps: the rulebook's
//! order of play, laid out ahead and worked off from the top.

use super::active_buildings::{ActiveBuilding, ActiveBuildings};
use super::offers::{ADVISER_PLACES, Offers, PROPOSAL_PLACES};
use super::player_cards::PlayerCards;
use std::sync::Arc;

use super::action::{Action, Choice, Deed, EventCard};
use super::adjustment::{Owner, TileRef, WorkerPlace};
use super::contents::{Contents, FactReader, ReadLog};
use super::illegal::{Check, Checks, Outcome, Refusal};
use super::map::{Content, Map, Piece, PieceKind, Targets};
use super::player::{ByPlayer, CardSet, PieceId, PlayerId, PlayerSet, standard_hand};
use super::receipt::{Cause, Change, Event, Loss, Shortage};
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

/// A game of Founders of Gloomhaven at some moment.
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
    /// Why a solo game is lost; it is over once nothing is left to do.
    pub(super) loss: Option<Loss>,
    /// The achievements of the game, in the order in which they are scored.
    pub(super) achievements: Vec<InPlay>,
    /// What the winner wrote on the event card.
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
pub struct InPlay {
    /// The card.
    pub achievement: AchievementId,
    /// Its deck, which determines the time of scoring.
    pub deck: AchievementDeck,
    /// The players who scored it; `None` while it is still to be scored.
    pub scored: Option<PlayerSet>,
}

/// What a played action led to.
#[derive(Clone, Debug)]
pub struct Played {
    /// The game that follows.
    pub game: Game,
    /// The action with every choice that was made automatically: this is what the record keeps.
    pub action: Action,
    /// What happened, in order.
    pub events: Vec<Event>,
}

impl Game {
    /// A new game, with everything from the choice of races on still to do.
    ///
    /// Rulebook, "Setup".
    ///
    /// # Errors
    ///
    /// Everything that keeps the setup from being played.
    pub fn new(setup: &Setup) -> Result<Self, SetupError> {
        match Contents::new(setup.pack.clone()) {
            Ok(contents) => Self::with_contents(setup, Arc::new(contents)),
            Err(found) => {
                let mut problems = setup.problems_beside_the_pack();
                problems.extend(found.into_iter().map(SetupProblem::Pack));
                Err(SetupError(problems))
            }
        }
    }

    /// A new game with the contents of its pack, which other games may share.
    ///
    /// # Errors
    ///
    /// As [`Game::new`], the pack aside.
    pub fn with_contents(setup: &Setup, contents: Arc<Contents>) -> Result<Self, SetupError> {
        let mut problems = setup.problems_beside_the_pack();
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
            steps: StepStack::of_setup(count, setup.variants),
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
    /// `self` stays as it was: a refusal leaves nothing to clean up, and a
    /// preview is this same call with its result thrown away.
    ///
    /// # Errors
    ///
    /// A [`Refusal`] listing every rule the action breaks, or the facts
    /// without which nobody can tell.
    pub fn play(&self, action: &Action) -> Result<Played, Refusal> {
        let (playing, outcome) = self.attempt(action, Checks::brief);
        outcome.map(|()| playing.into_played(action))
    }

    /// Plays `action` with these checks, and says how it came out.
    ///
    /// A choice that is written out although only one is open says what happens anyway. It could
    /// also be meant for a question that comes up later, so it is first read in that way.
    fn attempt<'a>(
        &self,
        action: &'a Action,
        checks: fn() -> Checks,
    ) -> (Playing<'a>, Result<(), Refusal>) {
        let mut playing = Playing::new(self, action, checks());
        let outcome = playing.perform(action);
        if outcome.as_ref().is_err_and(Refusal::is_about_a_choice) {
            let mut again = Playing::new(self, action, checks());
            again.spelt_out = true;
            let outcome = again.perform(action);
            return (again, outcome);
        }
        (playing, outcome)
    }

    /// Every check the rules make of `action`, passed, failed, or impossible to make.
    pub fn checklist(&self, action: &Action) -> Vec<Check> {
        let (playing, outcome) = self.attempt(action, Checks::full);
        let mut list = playing.checks.into_list();
        // What comes to light only while the action takes effect stands at the end.
        if let Err(refusal) = outcome {
            for check in refusal.into_checks() {
                if !list.iter().any(|known| known.says_as_much_as(&check)) {
                    list.push(check);
                }
            }
        }
        // A rule of several parts is kept only if every part is.
        let broken: Vec<Rule> = list
            .iter()
            .filter(|check| check.outcome != Outcome::Passed)
            .map(|check| check.rule)
            .collect();
        list.retain(|check| check.outcome != Outcome::Passed || !broken.contains(&check.rule));
        list
    }

    /// Returns how the choices of an action are shared among its sub-actions: the number of
    /// sub-actions left and of choices made whenever those before were resolved (ruling R37). Empty
    /// if the action cannot be played, or makes other choices.
    pub fn choices_by_sub_action(&self, action: &Action) -> Vec<(usize, usize)> {
        let given = action.choices_of_deed();
        if given.is_empty() {
            return Vec::new();
        }
        let mut playing = Playing::new(self, action, Checks::brief());
        match playing.perform(action) {
            Ok(()) if playing.made == given => playing.resolved,
            Ok(()) | Err(_) => Vec::new(),
        }
    }

    /// The contents of the box, as far as they are known by now.
    pub fn contents(&self) -> &Contents {
        &self.contents
    }

    /// The board that is played on.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// What lies on the board.
    pub fn map(&self) -> &Map {
        &self.map
    }

    /// The rulings the table has switched.
    pub fn options(&self) -> Options {
        self.options
    }

    /// The variants that are played.
    pub fn variants(&self) -> Variants {
        self.variants
    }

    /// How many play.
    pub fn player_count(&self) -> usize {
        self.names.len()
    }

    /// The players in seat order, the first player first.
    pub fn players(&self) -> impl DoubleEndedIterator<Item = PlayerId> + use<> {
        (0..self.names.len() as u8).map(PlayerId)
    }

    /// The name of the person.
    pub fn player_name(&self, player: PlayerId) -> &str {
        self.names.get(player.index()).map_or("nobody", String::as_str)
    }

    /// What a player is called in records: by race, or by name before it is chosen, and if a
    /// position gives a race to two players.
    pub fn race_label(&self, player: PlayerId) -> String {
        let race = self.race(player);
        let shared = |other| other != player && self.race(other) == race;
        match race {
            Some(race) if !self.players().any(shared) => self.contents.race_name(race).to_owned(),
            _ => self.player_name(player).to_owned(),
        }
    }

    /// The race, once it is chosen.
    pub fn race(&self, player: PlayerId) -> Option<RaceId> {
        self.players[player.index()].race
    }

    /// Points on the score track.
    pub fn points(&self, player: PlayerId) -> Points {
        self.players[player.index()].points
    }

    /// The points of every player; nobody's seat holds none.
    pub fn scores(&self) -> ByPlayer<Points> {
        let mut scores = ByPlayer::default();
        for player in self.players() {
            scores[player] = self.points(player);
        }
        scores
    }

    /// Money held.
    pub fn money(&self, player: PlayerId) -> Money {
        self.players[player.index()].money
    }

    /// Fleeting influence held.
    pub fn fleeting(&self, player: PlayerId) -> i32 {
        self.players[player.index()].fleeting
    }

    /// Lasting influence held.
    pub fn lasting(&self, player: PlayerId) -> i32 {
        self.players[player.index()].lasting
    }

    /// Income: how many different resources the player owns on the board. Rule 6.1.
    pub fn income(&self, player: PlayerId) -> Money {
        Money(self.players[player.index()].owns.len() as i32)
    }

    /// Any of these numbers of a player.
    pub fn number(&self, player: PlayerId, what: Quantity) -> i32 {
        match what {
            Quantity::Points => self.points(player).0,
            Quantity::Money => self.money(player).0,
            Quantity::Fleeting => self.fleeting(player),
            Quantity::Lasting => self.lasting(player),
            Quantity::Income => self.income(player).0,
        }
    }

    /// Houses built.
    pub fn houses(&self, player: PlayerId) -> u8 {
        self.players[player.index()].houses
    }

    /// Bridges and gates built.
    pub fn bridges(&self, player: PlayerId) -> u8 {
        self.players[player.index()].bridges
    }

    /// Resources owned on the board.
    pub fn owns(&self, player: PlayerId) -> ResourceSet {
        self.players[player.index()].owns
    }

    /// Resources the player controls, by card.
    pub fn controls(&self, player: PlayerId) -> ResourceSet {
        self.players[player.index()].controls
    }

    /// The resource of the player's race.
    pub fn race_resource(&self, player: PlayerId) -> Option<ResourceId> {
        self.players[player.index()].race_resource
    }

    /// Tiles to which the player has access without owning them, in the order of placing.
    pub fn access(&self, player: PlayerId) -> impl Iterator<Item = TileRef> + '_ {
        let below = self.map.pieces().filter(move |(_, piece)| piece.access.contains(player));
        below.filter_map(|(_, piece)| piece.tile())
    }

    /// Cards that are in the hand, or may be if cards lie face down unnamed.
    pub fn hand(&self, player: PlayerId) -> CardSet {
        self.players[player.index()].cards.hand()
    }

    /// How many cards are in the hand, Call to Vote included.
    pub fn hand_size(&self, player: PlayerId) -> usize {
        self.players[player.index()].cards.hand_size()
    }

    /// Cards known to lie played in front of the player.
    pub fn played_cards(&self, player: PlayerId) -> CardSet {
        self.players[player.index()].cards.played()
    }

    /// How many cards lie face down unnamed in front of the player.
    pub fn unnamed_cards(&self, player: PlayerId) -> usize {
        self.players[player.index()].cards.unnamed_count()
    }

    /// Workers placed on cards and the race mat.
    pub fn workers_placed(&self, player: PlayerId) -> u8 {
        let on_cards = self.active.iter().filter(|card| card.worker == Some(player)).count();
        on_cards as u8 + u8::from(self.players[player.index()].race_worker)
    }

    /// Whether a worker is on the player's race mat.
    pub fn worker_on_race(&self, player: PlayerId) -> bool {
        self.players[player.index()].race_worker
    }

    /// Turns begun so far: 0 in the setup, then counted from 1.
    pub fn turn_number(&self) -> u32 {
        self.turn
    }

    /// Whose turn it is, or whose was the last.
    pub fn active_player(&self) -> Option<PlayerId> {
        self.active_player
    }

    /// The proposals, from the left.
    pub fn proposals(&self) -> [Option<BuildingId>; PROPOSAL_PLACES] {
        self.offers.proposals()
    }

    /// The advisers on offer, from the left.
    pub fn adviser_offer(&self) -> [Option<AdviserId>; ADVISER_PLACES] {
        self.offers.advisers()
    }

    /// Prestige buildings on the map, in the order of placing.
    pub fn active_buildings(&self) -> &[ActiveBuilding] {
        self.active.as_slice()
    }

    /// The squares of a prestige building on the map.
    pub fn active_building_squares(&self, building: BuildingId) -> Option<Footprint> {
        self.active_card(building).map(|active| self.map.piece(active.piece).footprint)
    }

    /// How many buildings are completed.
    pub fn completed(&self) -> usize {
        self.active.iter().filter(|active| active.completed).count()
    }

    /// The resource tile on a square.
    pub fn tile_at(&self, square: Square) -> Option<TileRef> {
        self.piece_at(square).and_then(|id| self.map.piece(id).tile())
    }

    /// Every resource tile on the map, in the order of placing.
    pub fn tiles(&self) -> impl Iterator<Item = TileRef> + '_ {
        self.map.pieces().filter_map(|(_, piece)| piece.tile())
    }

    /// Squares to which a connection can step from `square` (rules 2.3 and 2.4).
    pub fn linked(&self, square: Square) -> impl Iterator<Item = Square> + '_ {
        let cells = self.board.cell(square).map(|cell| self.board.linked(cell)).unwrap_or_default();
        cells.iter().map(|&cell| self.board.square(cell))
    }

    /// Whether a road lies on the square (`true`) or could be laid there (`false`); nothing for
    /// squares that take no road.
    pub fn road_or_free(&self, square: Square) -> Option<bool> {
        match self.map.content(self.board.cell(square)?) {
            Content::Road => Some(true),
            Content::Free if self.board.kind_of(square).is_land() => Some(false),
            Content::Free | Content::Piece(_) => None,
        }
    }

    /// The tile on a square, of whatever kind.
    pub fn piece_on(&self, square: Square) -> Option<&Piece> {
        match self.map.content(self.board.cell(square)?) {
            Content::Piece(id) => Some(self.map.piece(id)),
            Content::Road | Content::Free => None,
        }
    }

    /// The tile that looks the same and lies on the same squares as a tile of another game: a
    /// bridge is one whatever its number, and whose token lies on a resource tile is another
    /// question.
    pub fn same_piece(&self, piece: &Piece) -> Option<&Piece> {
        let there = self.piece_on(piece.footprint.first())?;
        let same_kind = match (there.kind, piece.kind) {
            (PieceKind::Bridge(_), PieceKind::Bridge(_)) | (PieceKind::House, PieceKind::House) => {
                there.owner == piece.owner
            }
            (there, here) => there == here,
        };
        (same_kind && there.footprint == piece.footprint).then_some(there)
    }

    /// The squares of roads, and of bridges and gates of `player`, along which two tiles are
    /// connected for that player, from `from` to `to`: a shortest way, empty if they are
    /// adjacent, and nothing if they are not connected. Rules 2.3 to 2.6.
    pub fn path(&self, player: PlayerId, from: &Footprint, to: &Footprint) -> Option<Vec<Square>> {
        self.map.path(&self.board, player, from, to)
    }

    /// Whether two tiles lie in one section of the city.
    pub fn same_section(&self, a: &Footprint, b: &Footprint) -> bool {
        let section = self.board.section_of(a.first());
        section.is_some() && section == self.board.section_of(b.first())
    }

    /// The section in which squares lie; nothing for what is no land.
    ///
    /// # Errors
    ///
    /// The fact that is missing on an open board, if nobody has told it of any land to which the
    /// squares are joined.
    pub(super) fn section_told(&self, at: &Footprint) -> Result<Option<Section>, FactId> {
        let first = at.first();
        if let told @ Some(_) =
            at.squares().iter().find_map(|&square| self.board.section_of(square))
        {
            return Ok(told);
        }
        if !self.board.is_open() || !self.board.kind_of(first).is_land() {
            return Ok(None);
        }
        let is_built = |cell: Cell| !self.map.is_free(cell);
        let mut reached: Vec<Cell> =
            at.squares().iter().filter_map(|&square| self.board.cell(square)).collect();
        let mut seen = reached.clone();
        while let Some(here) = reached.pop() {
            if let told @ Some(_) = self.board.section(here) {
                return Ok(told);
            }
            for there in self.board.joined(here) {
                if !seen.contains(&there) && self.board.is_land_for_sure(there, &is_built) {
                    seen.push(there);
                    reached.push(there);
                }
            }
        }
        Err(self.board.fact_of_square(SquareField::Section, first))
    }

    /// Whether two tiles lie in one section of the city.
    ///
    /// # Errors
    ///
    /// The fact that is missing on an open board.
    pub(super) fn shares_section(&self, a: &Footprint, b: &Footprint) -> Result<bool, FactId> {
        let section = self.section_told(a)?;
        Ok(section.is_some() && section == self.section_told(b)?)
    }

    /// Looks at what touches these squares at a corner only. Whether that connects hangs on the
    /// sections on both sides (rule 2.4).
    ///
    /// # Errors
    ///
    /// The section that is missing on an open board.
    pub(super) fn corners_told(&self, at: &Footprint) -> Result<(), FactId> {
        if !self.board.is_open() {
            return Ok(());
        }
        let board = &self.board;
        let is_built = |cell: Cell| !self.map.is_free(cell);
        let cells =
            || at.squares().iter().filter_map(|&square| Some((square, board.cell(square)?)));
        let is_doubtful = |square: Square, here: Cell, there: Cell| {
            let corner = board.square(there);
            let is_corner = corner.column != square.column && corner.row != square.row;
            let is_told = board.section(here).is_some() && board.section(there).is_some();
            let turns =
                [Square::new(square.column, corner.row), Square::new(corner.column, square.row)];
            let is_land = |turn: &Square| {
                let cell = board.cell(*turn);
                at.covers(*turn) || cell.is_some_and(|c| board.is_land_for_sure(c, &is_built))
            };
            let is_met = is_built(there) && board.kind(there).is_land();
            is_corner && is_met && !is_told && !turns.iter().any(is_land)
        };
        let nets_of = |cell: Cell| match self.map.content(cell) {
            Content::Free => 0,
            Content::Road => self.map.link_of_road(cell).nets,
            Content::Piece(piece) => self.map.link_of(piece).nets,
        };
        let mut sure = 0;
        for (square, here) in cells() {
            let linked = board.linked(here).iter();
            for &there in linked.filter(|&&there| !is_doubtful(square, here, there)) {
                if self.map.content(there) == Content::Road {
                    sure |= nets_of(there);
                }
            }
        }
        for (square, here) in cells() {
            for &there in board.linked(here) {
                // What is connected in another way as well is so whatever the sections are.
                if !is_doubtful(square, here, there) || nets_of(there) & sure != 0 {
                    continue;
                }
                let corner = board.square(there);
                let sections = (
                    self.section_told(&Footprint::single(square))?,
                    self.section_told(&Footprint::single(corner))?,
                );
                if sections.0 != sections.1 {
                    let untold = if board.section(here).is_none() { square } else { corner };
                    return Err(board.fact_of_square(SquareField::Section, untold));
                }
            }
        }
        Ok(())
    }

    /// On an open board, what lies on a square tells that it is land: the sections reach further.
    pub(super) fn settle_sections(&mut self) {
        if !self.board.is_open() {
            return;
        }
        let map = &self.map;
        if Arc::make_mut(&mut self.board).spread_sections(|cell| !map.is_free(cell)) {
            self.map.find_links(&self.board);
        }
    }

    /// Whether the player owns a tile of the resource or has access to one.
    pub fn has_claim(&self, player: PlayerId, resource: ResourceId) -> bool {
        self.map.tiles_of(resource).any(|(_, piece)| piece.is_claimed_by(player))
    }

    /// The winner, once the game is over.
    pub fn winner(&self) -> Option<PlayerId> {
        self.winner
    }

    /// Whether the setup is still going on.
    pub fn in_setup(&self) -> bool {
        self.turn == 0 && !self.is_over()
    }

    /// The resources nobody controls in a 2- or 3-player game, known once all cards are chosen.
    /// Rule 3.8.
    pub fn is_neutral(&self, resource: ResourceId) -> bool {
        (2..=3).contains(&self.player_count())
            && self.contents.facts().tier(resource) == Ok(components::specs::Tier::Basic)
            && self.controller(resource).is_none()
    }

    /// Who controls a basic resource.
    pub fn controller(&self, resource: ResourceId) -> Option<PlayerId> {
        self.players().find(|player| self.players[player.index()].controls.contains(resource))
    }

    /// Returns a reader of facts that a verdict rests on.
    pub(super) fn facts(&self) -> FactReader<'_> {
        FactReader::new(&self.contents, Some(&self.reads))
    }

    pub(super) fn player(&self, player: PlayerId) -> &Player {
        &self.players[player.index()]
    }

    /// Everything a player owns, as something to connect to (rule 2.7).
    pub(super) fn own_targets(&self, player: PlayerId) -> Targets {
        self.map.targets(player, self.map.pieces_of(player))
    }

    /// The card of a prestige building that lies on the map.
    pub fn active_card(&self, building: BuildingId) -> Option<&ActiveBuilding> {
        self.active.get(building)
    }

    pub(super) fn piece_at(&self, square: Square) -> Option<PieceId> {
        self.board.cell(square).and_then(|cell| self.map.tile_on(cell))
    }

    /// The tile a reference means, if it lies exactly there.
    pub(super) fn find_tile(&self, tile: TileRef) -> Option<PieceId> {
        let id = self.piece_at(tile.footprint.first())?;
        (self.map.piece(id).tile() == Some(tile)).then_some(id)
    }

    /// The other players, clockwise from the left of `player`.
    pub(super) fn others(&self, player: PlayerId) -> impl Iterator<Item = PlayerId> + use<> {
        let count = self.names.len() as u8;
        (1..count).map(move |step| PlayerId((player.0 + step) % count))
    }

    /// Steps clockwise from `from` to `to`; 0 for the same player.
    pub(super) fn distance(&self, from: PlayerId, to: PlayerId) -> u8 {
        let count = self.names.len() as u8;
        (to.0 + count - from.0) % count
    }
}

/// An action being played: the game it changes, the checks made, what happened.
pub(super) struct Playing<'a> {
    pub(super) game: Game,
    pub(super) checks: Checks,
    pub(super) events: Vec<Event>,
    /// Steps the deed sets off, in the order in which they come.
    pub(super) after: Vec<Step>,
    /// Choices given with the action that have not come up yet.
    pub(super) given: &'a [Choice],
    /// Whether choices that have no alternative may be among those given.
    pub(super) spelt_out: bool,
    /// Choices made, given and automatic.
    pub(super) made: Vec<Choice>,
    /// Whenever the text before was resolved: the number of sub-actions left then,
    /// and how many choices made.
    pub(super) resolved: Vec<(usize, usize)>,
}

impl<'a> Playing<'a> {
    pub(super) fn new(game: &Game, action: &'a Action, checks: Checks) -> Self {
        Self {
            game: game.clone(),
            checks,
            events: Vec::new(),
            after: Vec::new(),
            given: action.choices_of_deed(),
            spelt_out: false,
            made: Vec::new(),
            resolved: Vec::new(),
        }
    }

    fn into_played(self, action: &Action) -> Played {
        let mut action = action.clone();
        match &mut action.deed {
            Deed::Overrule { action, .. } => action.choices = self.made,
            _ => action.choices = self.made,
        }
        Played { game: self.game, action, events: self.events }
    }

    pub(super) fn player_mut(&mut self, player: PlayerId) -> &mut Player {
        &mut self.game.players[player.index()]
    }

    /// Changes a number of a player, and writes down why. Income follows from what is owned.
    pub(super) fn change(&mut self, player: PlayerId, what: Quantity, by: i32, cause: Cause) {
        if by == 0 {
            return;
        }
        let mat = self.player_mut(player);
        match what {
            Quantity::Points => mat.points += Points(by),
            Quantity::Money => mat.money += Money(by),
            Quantity::Fleeting => mat.fleeting = mat.fleeting.saturating_add(by),
            Quantity::Lasting => mat.lasting = mat.lasting.saturating_add(by),
            Quantity::Income => {}
        }
        self.events.push(Event::Change(Change { player, what, by, cause }));
        if by > 0 {
            self.warn_of_supply(what);
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
        let held = game.players().map(|player| game.number(player, what));
        let held = held.fold(0, i32::saturating_add);
        if box_holds.is_ok_and(|count| held > count) {
            self.events.push(Event::RunsOut(shortage));
        }
    }

    /// Ends the checking of something that has a price, and gives it. There is none to pay where
    /// the table overrules a check before which no price can be named, such as that of an adviser
    /// who is not on offer.
    pub(super) fn price(&mut self, found: Option<Money>) -> Result<Money, Refusal> {
        self.checks.verdict()?;
        Ok(found.unwrap_or(Money::ZERO))
    }

    pub(super) fn pay(&mut self, player: PlayerId, amount: Money, cause: Cause) {
        self.change(player, Quantity::Money, -amount.0, cause);
    }

    /// Lays down a resource tile and puts the owner's token on it (rules 6.1 and 5.13).
    pub(super) fn lay_tile(
        &mut self,
        resource: ResourceId,
        footprint: Footprint,
        owner: Owner,
    ) -> PieceId {
        let game = &mut self.game;
        let kind = PieceKind::Resource(resource);
        let piece = game.map.place(&game.board, kind, footprint, Some(owner));
        game.settle_sections();
        if let Owner::Player(player) = owner {
            self.now_owns(player, resource);
        }
        piece
    }

    pub(super) fn now_owns(&mut self, player: PlayerId, resource: ResourceId) {
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
