//! A setup while it is filled in: its names and choices, and its problems.

use components::specs::{BoardSpec, Pack, Side};
use packs::{OwnCopy, Tally};
use plain_text::{capitalized, listed, sentence};
use rules::Game;
use rules::player::PlayerId;
use rules::rulebook::{Options, TableOption, Variant, Variants};
use rules::setup::{Setup, SetupProblem};
use ui_board::settings::{LastTable, Settings};
use ui_photo::trace_screen::{DEFAULT_SIZE, free_name};

enum_table::enum_table! {
    /// A step of the setup, in order.
    #[derive(Default)]
    pub enum SetupStep {
        /// The label of the step.
        label: &'static str,
    }

    /// Names and seats.
    #[default]
    Players = "Players";
    /// The pack and the side of the board.
    Board = "Board";
    /// Additions to the game and omissions.
    Variants = "Variants";
    /// Rulings that the table may switch.
    Rulings = "Rulings";
}

impl SetupStep {
    pub(super) const fn next(self) -> Option<Self> {
        match self {
            Self::Players => Some(Self::Board),
            Self::Board => Some(Self::Variants),
            Self::Variants => Some(Self::Rulings),
            Self::Rulings => None,
        }
    }

    const fn previous(self) -> Option<Self> {
        match self {
            Self::Players => None,
            Self::Board => Some(Self::Players),
            Self::Variants => Some(Self::Board),
            Self::Rulings => Some(Self::Variants),
        }
    }
}

/// A board that can be picked.
#[derive(Clone, Debug)]
pub(super) struct BoardChoice {
    pub(super) name: String,
    /// Its side, if it is known or its squares show it, and its sections, in words.
    pub(super) about: String,
    /// An empty game on it, for the picture; or the reason why it cannot be played on.
    pub(super) game: Result<Game, String>,
}

/// A pack that can be picked.
#[derive(Clone, Debug)]
pub(super) struct PackChoice {
    pub(super) pack: Pack,
    pub(super) boards: Vec<BoardChoice>,
    /// Its share of known facts, in words.
    pub(super) known: String,
    /// The reason why nothing can be played with it.
    pub(super) problem: Option<String>,
}

impl PackChoice {
    pub(super) fn new(pack: Pack) -> Self {
        let tally = Tally::of(&pack);
        let words = capitalized(&tally.words());
        let known = if tally.known == tally.all() {
            format!("{words}.")
        } else {
            format!("{words}; the app asks for one when it is needed.")
        };
        let boards: Vec<BoardChoice> = pack
            .boards
            .iter()
            .map(|spec| BoardChoice {
                name: spec.name.clone(),
                about: board_description(spec),
                game: empty_game(&pack, &spec.name),
            })
            .collect();
        // A board of the real box can be learnt in play.
        let is_stuck = boards.is_empty() && pack.name != OwnCopy::OVER;
        let problem = is_stuck.then(|| "neither side of its board is known.".to_owned());
        Self { pack, boards, known, problem }
    }

    fn is_playable(&self) -> bool {
        self.problem.is_none()
    }
}

/// Describes a board: "Symmetric side: North, East and South".
fn board_description(spec: &BoardSpec) -> String {
    let sections = listed(&spec.section_names);
    let side = match spec.side.value() {
        Some(Side::Thematic) => "Thematic side",
        Some(Side::Symmetric) => "Symmetric side",
        None if spec.terrain.value().is_some_and(|rows| is_symmetric(rows)) => "Symmetric",
        None => return sections,
    };
    if sections.is_empty() { side.to_owned() } else { format!("{side}: {sections}") }
}

/// Checks if the terrain stays the same when it is mirrored or turned by half.
///
/// A board with an unknown square, or with the same terrain everywhere, shows nothing.
fn is_symmetric(rows: &[String]) -> bool {
    let rows: Vec<Vec<char>> = rows.iter().map(|row| row.chars().collect()).collect();
    let squares = || rows.iter().flatten();
    if squares().any(|&sign| sign == '?') || squares().min() == squares().max() {
        return false;
    }
    let upside_down = || rows.iter().rev();
    let is_mirrored = |row: &Vec<char>, other: &Vec<char>| row.iter().eq(other.iter().rev());
    rows.iter().eq(upside_down())
        || rows.iter().all(|row| is_mirrored(row, row))
        || rows.iter().zip(upside_down()).all(|(row, other)| is_mirrored(row, other))
}

/// Returns a game for two on an empty board, or the reason why it cannot be played on.
fn empty_game(pack: &Pack, board: &str) -> Result<Game, String> {
    let setup = Setup {
        pack: pack.clone(),
        board: board.to_owned(),
        players: (0..2).map(default_name).collect(),
        ..Setup::default()
    };
    Game::new(&setup).map_err(|error| sentence(&error.to_string().replace('\n', "; ")))
}

/// The source of facts that are not entered yet: its key and its text.
const LEARNT_SOURCE: (&str, &str) = ("learnt", "learnt as it was played on");

impl PackChoice {
    /// Returns the name of a board that is learnt in play; `None` if this pack has none.
    pub(super) fn new_board(&self) -> Option<String> {
        (self.pack.name == OwnCopy::OVER).then(|| free_name(&self.pack.boards))
    }
}

/// Returns the default name of a seat.
pub(super) fn default_name(seat: usize) -> String {
    format!("Player {}", seat + 1)
}

/// A setup while it is filled in.
#[derive(Clone, Debug)]
pub struct SetupDraft {
    /// The step on screen.
    pub step: SetupStep,
    /// The typed name of each seat; empty for the default name.
    pub(super) seats: [String; PlayerId::MAX],
    pub(super) count: usize,
    pub(super) packs: Vec<PackChoice>,
    pub(super) pack: usize,
    pub(super) board: String,
    /// Columns and rows of a board that is learnt in play.
    pub(super) size: (u8, u8),
    pub(super) options: Options,
    pub(super) variants: Variants,
    pub(super) problems: Vec<SetupProblem>,
    /// The seat that gets the focus next.
    pub(super) focus: Option<usize>,
}

impl SetupDraft {
    /// Creates a setup with the pack called `wanted`, filled in as the last time as far as that is
    /// still possible.
    pub fn new(settings: &Settings, packs: &[Pack], wanted: &str) -> Self {
        let last = &settings.last_table;
        let packs: Vec<PackChoice> = packs.iter().cloned().map(PackChoice::new).collect();
        let mut seats: [String; PlayerId::MAX] = Default::default();
        for (seat, name) in seats.iter_mut().zip(&last.players) {
            seat.clone_from(name);
        }
        let known =
            packs.iter().position(|choice| choice.pack.name == wanted && choice.is_playable());
        let playable = packs.iter().position(PackChoice::is_playable);
        let mut draft = Self {
            step: SetupStep::default(),
            seats,
            count: match last.players.len() {
                0 => 2,
                played => played.min(PlayerId::MAX),
            },
            pack: known.or(playable).unwrap_or_default(),
            packs,
            board: last.board.clone(),
            size: DEFAULT_SIZE,
            options: switched(last),
            variants: played_with(last),
            problems: Vec::new(),
            focus: Some(0),
        };
        draft.pick_available_board();
        draft
    }

    /// Takes the packs as they are known now; everything that was filled in stays.
    pub fn take_packs(&mut self, packs: &[Pack]) {
        let chosen = self.packs.get(self.pack).map(|choice| choice.pack.name.clone());
        let learned_board = self.learns_board();
        self.packs = packs.iter().cloned().map(PackChoice::new).collect();
        let known = self.packs.iter().position(|choice| Some(&choice.pack.name) == chosen.as_ref());
        self.pack = known.unwrap_or_default();
        if !learned_board || !self.learns_board() {
            self.pick_available_board();
        }
        self.check();
    }

    /// Picks the side of the board called `board` of the pack called `pack`, if they are there.
    pub fn pick_board(&mut self, pack: &str, board: &str) {
        if let Some(index) = self.packs.iter().position(|choice| choice.pack.name == pack) {
            self.pack = index;
            board.clone_into(&mut self.board);
            self.pick_available_board();
        }
    }

    /// Goes one step back; returns `true` if there was one.
    pub fn back(&mut self) -> bool {
        let previous = self.step.previous();
        self.step = previous.unwrap_or(self.step);
        previous.is_some()
    }

    /// Returns the columns and rows entered for a board that is learnt in play.
    pub const fn board_size(&self) -> (u8, u8) {
        self.size
    }

    /// Returns the setup as it is filled in, valid or not.
    pub fn setup(&self) -> Setup {
        let choice = self.packs.get(self.pack);
        let mut pack = choice.map(|choice| choice.pack.clone()).unwrap_or_default();
        if self.learns_board() {
            let (columns, rows) = self.size;
            pack.boards.push(BoardSpec::open(&self.board, columns, rows, LEARNT_SOURCE.0));
            pack.sources.insert(LEARNT_SOURCE.0.to_owned(), LEARNT_SOURCE.1.to_owned());
        }
        Setup {
            pack,
            board: self.board.clone(),
            players: self.names(),
            options: self.options,
            variants: self.variants,
        }
    }

    /// Returns `true` if the board is new and learnt in play.
    pub(super) fn learns_board(&self) -> bool {
        let new = self.packs.get(self.pack).and_then(PackChoice::new_board);
        new.is_some_and(|new| new == self.board)
    }

    /// Returns everything that keeps it from being played, in the words of the rules.
    pub fn problems(&self) -> &[SetupProblem] {
        &self.problems
    }

    pub(super) fn name(&self, seat: usize) -> String {
        match self.seats[seat].trim() {
            "" => default_name(seat),
            name => name.to_owned(),
        }
    }

    pub(super) fn names(&self) -> Vec<String> {
        (0..self.count).map(|seat| self.name(seat)).collect()
    }

    /// Picks the first playable board of the pack unless the named one is there, and checks again.
    pub(super) fn pick_available_board(&mut self) {
        if let Some(pack) = self.packs.get(self.pack) {
            let is_there = pack.boards.iter().any(|board| board.name == self.board);
            if !is_there {
                self.board = pack
                    .boards
                    .iter()
                    .find(|board| board.game.is_ok())
                    .map(|board| board.name.clone())
                    .or_else(|| pack.new_board())
                    .unwrap_or_default();
            }
        }
        self.check();
    }

    /// Asks the rules for problems; done after every change, not while a frame is drawn.
    pub(super) fn check(&mut self) {
        let setup = self.setup();
        let problems = Game::new(&setup).err().map(|error| error.0);
        self.problems = [problems.unwrap_or_default(), setup.new_name_problems()].concat();
    }

    /// Returns the problem that belongs to each seat.
    pub(super) fn seat_problems(&self) -> [Option<String>; PlayerId::MAX] {
        let mut found: [Option<String>; PlayerId::MAX] = Default::default();
        let names = self.names();
        for problem in &self.problems {
            let SetupProblem::PlayerName { name, .. } = problem else {
                continue;
            };
            // Of two with the same name, the later one gets the problem.
            let last = (0..names.len()).rev().find(|&seat| {
                found[seat].is_none() && names[seat].chars().take(60).eq(name.chars())
            });
            if let Some(seat) = last {
                found[seat] = Some(sentence(&problem.to_string()));
            }
        }
        found
    }

    /// Returns the step to which a problem belongs.
    pub(super) const fn step_of(problem: &SetupProblem) -> SetupStep {
        match problem {
            SetupProblem::PlayerCount { .. } | SetupProblem::PlayerName { .. } => {
                SetupStep::Players
            }
            SetupProblem::Pack(_) | SetupProblem::NoSuchBoard { .. } | SetupProblem::Unknown(_) => {
                SetupStep::Board
            }
            SetupProblem::Variant { .. } => SetupStep::Variants,
        }
    }

    pub(super) fn has_problem(&self, step: SetupStep) -> bool {
        self.problems.iter().any(|p| Self::step_of(p) == step)
    }

    /// Swaps a player with the one before or after; the focus goes along.
    pub(super) fn shift(&mut self, seat: usize, down: bool) {
        let other = if down { Some(seat + 1) } else { seat.checked_sub(1) };
        if let Some(other) = other.filter(|&other| other < self.count) {
            self.seats.swap(seat, other);
            self.focus = Some(other);
            self.check();
        }
    }

    /// Makes the player at `seat` the first; the order around the table stays.
    pub(super) fn make_first(&mut self, seat: usize) {
        // A player without a name keeps the default one wherever the seat goes.
        for seat in 0..self.count {
            self.seats[seat] = self.name(seat);
        }
        self.seats[..self.count].rotate_left(seat);
        self.check();
    }

    /// Puts a player from an earlier table on the first seat without a name.
    pub(super) fn seat(&mut self, name: &str) {
        let free = (0..self.count).find(|&seat| self.seats[seat].trim().is_empty());
        let seat = match free {
            Some(seat) => seat,
            None if self.count < PlayerId::MAX => {
                self.count += 1;
                self.count - 1
            }
            None => return,
        };
        name.clone_into(&mut self.seats[seat]);
        self.check();
    }

    pub(super) fn remove(&mut self, seat: usize) {
        self.seats[seat..self.count].rotate_left(1);
        self.count -= 1;
        self.seats[self.count].clear();
        self.check();
    }

    /// Describes players and board in a line.
    pub(super) fn summary(&self) -> String {
        let names = listed(&self.names());
        if self.board.is_empty() { names } else { format!("{names} on {}", self.board) }
    }
}

/// Returns the setup of the last game; `None` if there was no game yet, or if it is no longer
/// valid.
pub fn last_setup(last: &LastTable, packs: &[Pack]) -> Option<Setup> {
    let pack = packs.iter().find(|pack| pack.name == last.pack)?;
    let setup = Setup {
        pack: pack.clone(),
        board: last.board.clone(),
        players: last.players.clone(),
        options: switched(last),
        variants: played_with(last),
    };
    (Game::new(&setup).is_ok() && setup.new_name_problems().is_empty()).then_some(setup)
}

/// Returns the rulings that were switched, as far as this version knows them.
pub(super) fn switched(last: &LastTable) -> Options {
    TableOption::ALL
        .iter()
        .filter(|option| last.options.iter().any(|key| key == option.key()))
        .fold(Options::default(), |options, &option| options.with(option))
}

/// Returns the variants that were played, as far as this version knows them.
pub(super) fn played_with(last: &LastTable) -> Variants {
    Variant::ALL
        .iter()
        .filter(|variant| last.variants.iter().any(|key| key == variant.key()))
        .fold(Variants::default(), |all, &variant| all.with(variant))
}

#[cfg(test)]
mod tests {
    use components::fact::Fact;

    use super::*;

    fn draft(names: &[&str]) -> SetupDraft {
        let settings = Settings::default();
        let packs: Vec<Pack> =
            packs::built_in().iter().filter_map(|pack| packs::find(pack.name).ok()).collect();
        let mut draft = SetupDraft::new(&settings, &packs, packs::PRACTICE);
        draft.count = names.len();
        for (seat, name) in names.iter().enumerate() {
            (*name).clone_into(&mut draft.seats[seat]);
        }
        draft.check();
        draft
    }

    #[test]
    fn a_new_setup_can_be_played_as_it_stands() {
        let draft = draft(&["", ""]);
        assert_eq!(draft.problems(), []);
        assert_eq!(draft.setup().players, ["Player 1", "Player 2"]);
        assert_eq!(draft.setup().pack.name, "practice");
    }

    #[test]
    fn board_is_called_by_its_side_or_by_the_symmetry_of_its_terrain() {
        let of = |side: Fact<Side>, rows: &[&str]| {
            let rows = rows.iter().map(|&row| row.to_owned()).collect();
            board_description(&BoardSpec {
                side,
                terrain: Fact::Known(rows, "ours".to_owned()),
                section_names: vec!["North".to_owned(), "South".to_owned()],
                ..BoardSpec::default()
            })
        };
        let known = |side| Fact::Known(side, "ours".to_owned());
        assert_eq!(of(known(Side::Thematic), &["cc", "cc"]), "Thematic side: North and South");
        assert_eq!(of(known(Side::Symmetric), &["cf", "gg"]), "Symmetric side: North and South");
        for rows in [["cfc", "ggf"], ["cfc", "gfg"], ["cfg", "cfg"], ["cff", "ffc"]] {
            let is_symmetric = rows != ["cfc", "ggf"];
            let expected =
                if is_symmetric { "Symmetric: North and South" } else { "North and South" };
            assert_eq!(of(Fact::Unknown, &rows), expected, "{rows:?}");
        }
        for rows in [["c?c", "c?c"], ["ccc", "ccc"]] {
            assert_eq!(of(Fact::Unknown, &rows), "North and South", "{rows:?}");
        }
    }

    #[test]
    fn the_later_of_two_equal_names_has_the_problem() {
        let found = draft(&["Anna", "Ben", "anna"]).seat_problems();
        assert!(found[0].is_none() && found[1].is_none());
        let problem = found[2].as_deref().unwrap_or_default();
        assert!(problem.contains("two players have this name"), "{problem}");
    }

    #[test]
    fn a_random_first_player_leaves_the_order_around_the_table() {
        let mut draft = draft(&["Anna", "", "Cleo"]);
        draft.make_first(2);
        assert_eq!(draft.names(), ["Cleo", "Anna", "Player 2"]);
    }

    #[test]
    fn the_real_box_can_be_played_before_anything_of_its_board_is_known() {
        let packs: Vec<Pack> =
            packs::built_in().iter().filter_map(|pack| packs::find(pack.name).ok()).collect();
        let draft = SetupDraft::new(&Settings::default(), &packs, OwnCopy::OVER);
        assert_eq!(draft.problems(), []);
        assert!(draft.learns_board());
        let setup = draft.setup();
        let game = Game::new(&setup).expect("it can be played");
        assert_eq!((game.board().name(), game.board().size()), ("Own board", DEFAULT_SIZE));
        assert!(game.board().is_open());
    }
}
