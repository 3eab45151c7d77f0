//! Complete games played by the program against itself.
//!
//! They show whether a pack makes a good game, and the tests and benchmarks run on them. All
//! randomness comes from one seed.
#![expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    reason = "worths are rough, and counts of components in one box are small"
)]

mod field;
pub mod lookahead;
mod policy;
mod report;

use fastrand::Rng;

use components::fact_id::FactId;
use components::specs::{AchievementDeck, Pack};
use rules::action::{Action, ActionKind, Ballot, EventCard};
use rules::adjustment::Owner;
use rules::game::{Game, Played};
use rules::moves::Moves;
use rules::player::PlayerId;
use rules::rulebook::{Options, Variants};
use rules::setup::{Setup, SetupError};
use rules::task::Task;

use policy::MoveEvaluator;

pub use report::Report;

/// The maximum number of entries of a simulated game. A longer game counts as unfinished.
pub const MAX_ENTRIES: usize = 700;

/// A simulated game in progress.
#[derive(Clone, Debug)]
pub struct Simulation {
    /// The setup of the game.
    pub setup: Setup,
    /// The current state of the game.
    pub game: Game,
    rng: Rng,
}

impl Simulation {
    /// Starts a game on the board called `board` for `players` players. All chance is from `seed`.
    ///
    /// # Errors
    ///
    /// A [`SetupError`] if the pack cannot be played.
    pub fn new(pack: &Pack, board: &str, players: usize, seed: u64) -> Result<Self, SetupError> {
        Self::with_variants(pack, board, players, Variants::default(), seed)
    }

    /// Starts a game with variants. For one player it is a solo game.
    ///
    /// # Errors
    ///
    /// A [`SetupError`] if the pack or the variants cannot be played.
    pub fn with_variants(
        pack: &Pack,
        board: &str,
        players: usize,
        variants: Variants,
        seed: u64,
    ) -> Result<Self, SetupError> {
        let names = ["Anna", "Ben", "Cleo", "Dora", "Emil"];
        let setup = Setup {
            pack: pack.clone(),
            board: board.to_owned(),
            players: names.iter().take(players).map(|&name| name.to_owned()).collect(),
            options: Options::default(),
            variants,
        };
        let game = Game::new(&setup)?;
        Ok(Self::from_game(setup, game, seed))
    }

    /// Continues a game that has already started.
    pub fn from_game(setup: Setup, game: Game, seed: u64) -> Self {
        Self { setup, game, rng: Rng::with_seed(seed) }
    }

    /// Decides and plays the next action; `None` if the game is over or no move is possible.
    pub fn step(&mut self) -> Option<Played> {
        let played = self.decide()?;
        self.game = played.game.clone();
        Some(played)
    }

    fn decide(&mut self) -> Option<Played> {
        let pending = self.game.pending();
        let first = pending.first()?;
        match &first.task {
            Task::DealProposals(_) => self.deal_proposal(),
            Task::DealAdvisers(_) => self.deal_adviser(),
            Task::DealAchievements => self.deal_achievements(),
            Task::Judge(_) => {
                // The first answer, because no human sees the table.
                let action = self.game.moves().actions.into_iter().next()?;
                self.game.play(&action).ok()
            }
            Task::FillEvent => {
                let player = first.player?;
                let card = self.event_card(player)?;
                self.game.play(&ActionKind::FillEvent { player, card }.into()).ok()
            }
            Task::Ballots => {
                let ballots = self.ballots();
                self.game.play(&ActionKind::Reveal(ballots).into()).ok()
            }
            task => {
                let player = first.player?;
                let moves = self.game.moves();
                let action = self.choose(task, player, &moves)?;
                self.game.play(&action).ok()
            }
        }
    }

    fn choose(&mut self, task: &Task, player: PlayerId, moves: &Moves) -> Option<Action> {
        match task {
            Task::Turn | Task::Follow | Task::Roads(_) | Task::Bonus(_) => {
                MoveEvaluator::new(&self.game, player).best(moves, &mut self.rng)
            }
            Task::PlaceBuilding(_) => {
                MoveEvaluator::new(&self.game, player).best_place(moves, &mut self.rng)
            }
            Task::Choose(question) => {
                let best = (0..question.options.len()).max_by_key(|&index| {
                    let outcomes = &question.options[index].outcomes;
                    outcomes.iter().map(|gains| gains.points[player]).min()
                })?;
                moves.actions.get(best).cloned()
            }
            Task::Pick => MoveEvaluator::new(&self.game, player).best_pick(moves, &mut self.rng),
            // The cheapest payment is listed first.
            Task::PayMarkers(_) => moves.actions.first().cloned(),
            _ => self.rng.choice(moves.actions.iter()).cloned(),
        }
    }

    /// Deals one achievement of each deck.
    fn deal_achievements(&mut self) -> Option<Played> {
        let mut cards = Vec::new();
        for deck in AchievementDeck::ALL {
            let of_deck: Vec<_> = self
                .game
                .contents()
                .achievements()
                .filter(|&card| self.game.contents().facts().deck_of(card) == Ok(deck))
                .collect();
            cards.push(*self.rng.choice(of_deck.iter())?);
        }
        self.game.play(&ActionKind::DealAchievements(cards).into()).ok()
    }

    /// Fills in the event card: the building with most deliveries of the winner, the nearest
    /// district and a council.
    fn event_card(&mut self, winner: PlayerId) -> Option<EventCard> {
        let own = Some(Owner::Player(winner));
        let active =
            self.game.active_buildings().iter().max_by_key(|active| {
                active.delivered.iter().filter(|&&token| token == own).count()
            })?;
        let at = self.game.active_building_squares(active.building)?.first();
        let nearest = self.game.board().districts().iter().min_by_key(|(_, square)| {
            let (across, down) = (square.column.abs_diff(at.column), square.row.abs_diff(at.row));
            across.max(down)
        });
        Some(EventCard {
            building: active.building,
            district: nearest.map_or("the city".to_owned(), |(name, _)| name.clone()),
            governing_body: format!("Council of {}", self.game.race_label(winner)),
        })
    }

    /// Deals the first card in a random order that the rules accept.
    fn deal_proposal(&mut self) -> Option<Played> {
        let mut cards: Vec<_> = self.game.contents().buildings().collect();
        self.rng.shuffle(&mut cards);
        cards
            .into_iter()
            .find_map(|card| self.game.play(&ActionKind::DealProposals(vec![card]).into()).ok())
    }

    fn deal_adviser(&mut self) -> Option<Played> {
        let mut cards: Vec<_> = self.game.contents().advisers().collect();
        self.rng.shuffle(&mut cards);
        cards
            .into_iter()
            .find_map(|card| self.game.play(&ActionKind::DealAdvisers(vec![card]).into()).ok())
    }

    fn ballots(&mut self) -> Vec<Ballot> {
        self.game
            .moves()
            .ballots
            .iter()
            .filter_map(|range| {
                MoveEvaluator::new(&self.game, range.player).ballot(&range.tiles, &mut self.rng)
            })
            .collect()
    }

    /// Returns the missing facts that block the game, and all other unknown facts of the same
    /// components; empty if the game can continue or is over.
    pub fn missing_facts(&self) -> Vec<FactId> {
        if self.game.is_over() || self.clone().step().is_some() {
            return Vec::new();
        }
        let contents = self.game.contents();
        let next: Vec<Action> = match self.game.pending().first().map(|pending| &pending.task) {
            Some(Task::DealProposals(_)) => contents
                .buildings()
                .map(|card| ActionKind::DealProposals(vec![card]).into())
                .collect(),
            Some(Task::DealAdvisers(_)) => contents
                .advisers()
                .map(|card| ActionKind::DealAdvisers(vec![card]).into())
                .collect(),
            Some(Task::DealAchievements) => {
                vec![ActionKind::DealAchievements(contents.achievements().collect()).into()]
            }
            Some(Task::Ballots) => vec![ActionKind::Reveal(self.clone().ballots()).into()],
            Some(_) => self.game.moves().actions,
            None => Vec::new(),
        };
        let mut facts = self.game.moves().unknown;
        for missing in next.iter().flat_map(|action| self.game.missing_facts(action)) {
            if !facts.contains(&missing.fact) {
                facts.push(missing.fact);
            }
        }
        self.game.facts_to_read(&facts)
    }

    /// Plays until the game is over, and returns the actions in order.
    pub fn run(&mut self) -> Vec<Action> {
        let mut actions = Vec::new();
        while actions.len() < MAX_ENTRIES {
            match self.step() {
                Some(played) => actions.push(played.action),
                None => break,
            }
        }
        actions
    }
}
