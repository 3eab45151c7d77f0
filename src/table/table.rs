//! The game on the screen, as every panel reads it.
//!
//! A [`Table`] holds the record, the entry of the record that is looked at,
//! the action that is being entered, and what the rules answer to it. It is
//! changed by the app only, between frames.

use components::specs::{AdviserField, BuildingField, ResourceField};
use std::borrow::Cow;
use std::cell::RefCell;
use std::sync::Arc;

use crate::answers::{Answers, Verdict};
use crate::entry::{Entry, Pick, Stage};
use crate::nearest::Nearest;
use crate::squares::square_of;
use crate::turn::TurnSoFar;
use components::fact_id::{FactId, SquareField};
use components::ids::{AdviserId, BuildingId};
use components::square::Square;
use journal::{Change, ChangeError, EntryId, Journal, Tags};
use memo::Memo;
use narration::sentence::short;
use narration::sources::Ledger;
use narration::{NamedGame, PlayerNaming};
use report::Subject;
use rules::action::{Action, Deed};
use rules::adjustment::WorkerPlace;
use rules::game::Played;
use rules::illegal::Check;
use rules::map::PieceKind;
use rules::moves::Moves;
use rules::sub_action::SubAction;
use rules::task::{Owed, Task};
use rules::{Game, Refusal};

/// What was pressed before anything was decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Begun {
    /// A square of the board.
    Square(Square),
    /// An adviser on offer.
    Adviser(AdviserId),
    /// A proposal.
    Proposal(BuildingId),
}

impl Begun {
    /// Where or with what something is done: "on C4", "with Mason".
    pub fn words(self, game: &Game) -> String {
        match self {
            Self::Square(square) => format!("on {square}"),
            Self::Adviser(adviser) => format!("with {}", game.contents().adviser_name(adviser)),
            Self::Proposal(building) => {
                format!("with {}", game.contents().building_name(building))
            }
        }
    }

    /// What is printed on it, and on the tile that lies there: a fact of each.
    pub fn printed(self, game: &Game) -> Vec<FactId> {
        let contents = game.contents();
        let building = |building| {
            FactId::Building(contents.building_name(building).into(), BuildingField::Shape)
        };
        match self {
            Self::Adviser(adviser) => {
                let adviser = contents.adviser_name(adviser);
                vec![FactId::Adviser(adviser.into(), AdviserField::Requires)]
            }
            Self::Proposal(proposal) => vec![building(proposal)],
            Self::Square(square) => {
                let tile = match game.piece_on(square).map(|piece| piece.kind) {
                    Some(PieceKind::Resource(resource)) => {
                        let resource = contents.resource_name(resource);
                        Some(FactId::Resource(resource.into(), ResourceField::Shape))
                    }
                    Some(PieceKind::Prestige(prestige)) => Some(building(prestige)),
                    Some(PieceKind::House | PieceKind::Bridge(_) | PieceKind::Removed) | None => {
                        None
                    }
                };
                let land = game.board().fact_of_square(SquareField::Terrain, square);
                tile.into_iter().chain([land]).collect()
            }
        }
    }
}

/// What the rules say to an action.
#[derive(Clone, Debug)]
pub struct ActionAnswer {
    /// The action, as far as it goes.
    pub action: Action,
    /// What it would come to.
    pub outcome: Result<Box<Played>, Refusal>,
    /// Every check, where it is refused.
    pub checks: Vec<Check>,
    /// What is taken on trust, where it is allowed.
    pub on_trust: Vec<FactId>,
}

impl ActionAnswer {
    fn of(game: &Game, action: Action) -> Self {
        let outcome = game.play(&action).map(Box::new);
        let checks = if outcome.is_err() { game.checklist(&action) } else { Vec::new() };
        let on_trust = outcome.as_ref().map_or_else(|_| Vec::new(), |played| game.on_trust(played));
        Self { action, outcome, checks, on_trust }
    }
}

/// What the square that is pointed at comes to.
#[derive(Clone, Debug)]
pub struct Aim {
    /// The square.
    pub square: Square,
    /// What a click would play, and what the rules say to it; nothing where there is nothing to
    /// click on.
    pub answer: Option<ActionAnswer>,
    /// Whether it stays on screen when the pointer leaves.
    pub is_pinned: bool,
}

impl Aim {
    /// What an action comes to whose square is pointed at.
    fn of(game: &Game, square: Square, action: Option<Action>) -> Self {
        let answer = action.map(|action| ActionAnswer::of(game, action));
        Self { square, answer, is_pinned: false }
    }

    /// What a click would play, as far as it goes.
    pub fn action(&self) -> Option<&Action> {
        self.answer.as_ref().map(|answer| &answer.action)
    }

    /// What it would come to; nothing if it is refused.
    pub fn played(&self) -> Option<&Played> {
        self.answer.as_ref()?.outcome.as_deref().ok()
    }

    /// How the square answers.
    pub fn verdict(&self) -> Option<Verdict> {
        self.answer.as_ref().map(|answer| Verdict::of(&answer.outcome))
    }
}

/// An action being entered that goes on once a fact was looked up for it.
#[derive(Clone, Debug)]
struct Carried {
    entry: Option<Entry>,
    /// The square aimed at, and whether it was pinned.
    aim: Option<(Square, bool)>,
}

/// The point of the record and the action that the rules were asked about.
type Asked = ((EntryId, usize), Action);

/// What comes nearest to being legal, if anything does.
type Found = Arc<Option<Nearest>>;

/// What a table at rest hangs on: where it is looked at, how much is recorded, and what players are
/// called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rest {
    shown: EntryId,
    count: usize,
    naming: PlayerNaming,
}

/// The game on the screen.
#[derive(Clone, Debug)]
pub struct Table {
    journal: Journal,
    /// What the players are called wherever the table is put into words.
    naming: PlayerNaming,
    /// The entry looked at, unless it is the latest.
    past: Option<EntryId>,
    /// The entry at the cursor when it was last looked at.
    now: Option<EntryId>,
    /// What the entry looked at led to, with the game before it.
    shown: Option<(Game, Played)>,
    /// The turn of the entry looked at, up to that entry.
    turn: TurnSoFar,
    ledger: Ledger,
    moves: Moves,
    owed: Vec<Owed>,
    owed_in_view: Vec<Owed>,
    entry: Option<Entry>,
    answers: Answers,
    aim: Option<Aim>,
    /// What was pressed before anything was decided.
    begun_with: Option<Begun>,
    /// The answer to the action that was asked about last.
    asked: RefCell<Memo<Asked, Arc<ActionAnswer>>>,
    /// What comes nearest to a decision that leads to nothing legal, asked about last.
    nearest: RefCell<Memo<(u64, Option<Pick>), Found>>,
    /// What was being entered when only a fact was learnt.
    carried: Option<Carried>,
    /// Where the record was when a repair was accepted, and the entry that it led away from.
    repaired: Option<((EntryId, usize), EntryId)>,
    /// Whether it is a table as it was, of which nothing is taken back.
    is_laid_aside: bool,
    /// How often any of it has changed.
    version: u64,
    /// How often what can be chosen has changed.
    step: u64,
}

/// What words about a table hang on: the entry that is shown, and what the players are called.
pub type ToldOf = (EntryId, PlayerNaming);

impl Table {
    /// The table of a record, at its cursor. Its players are called by race, as in the record.
    pub fn new(journal: Journal) -> Self {
        Self::with_naming(journal, PlayerNaming::Races)
    }

    fn with_naming(journal: Journal, naming: PlayerNaming) -> Self {
        let mut table = Self {
            ledger: Ledger::new(journal.start()),
            now: Some(journal.here()),
            journal,
            naming,
            past: None,
            shown: None,
            turn: TurnSoFar::default(),
            moves: Moves::default(),
            owed: Vec::new(),
            owed_in_view: Vec::new(),
            entry: None,
            answers: Answers::default(),
            aim: None,
            begun_with: None,
            asked: RefCell::default(),
            nearest: RefCell::default(),
            carried: None,
            repaired: None,
            is_laid_aside: false,
            version: 0,
            step: 0,
        };
        table.keep_ledger();
        table.refresh();
        table
    }

    /// The table as it was, on which a repair is entered.
    pub fn laid_aside(journal: Journal, naming: PlayerNaming) -> Self {
        Self { is_laid_aside: true, ..Self::with_naming(journal, naming) }
    }

    /// Whether it is a table as it was, on which a repair is entered.
    pub fn is_laid_aside(&self) -> bool {
        self.is_laid_aside
    }

    /// What the players are called.
    pub fn naming(&self) -> PlayerNaming {
        self.naming
    }

    /// Names the players in this way from now on.
    pub fn set_naming(&mut self, naming: PlayerNaming) {
        if self.naming == naming {
            return;
        }
        self.naming = naming;
        // What is kept in words is said anew.
        self.begin_step();
        self.turn = TurnSoFar::of(&self.journal, self.shown_entry(), naming);
    }

    /// What words about the entry that is shown hang on.
    pub fn told_of(&self) -> ToldOf {
        (self.shown_entry(), self.naming)
    }

    /// What the table at rest hangs on.
    pub fn rest(&self) -> Rest {
        let (shown, count) = (self.shown_entry(), self.journal.entry_count());
        Rest { shown, count, naming: self.naming }
    }

    /// The table as everybody may see it: nothing is being entered or pointed at.
    #[must_use]
    pub fn at_rest(&self) -> Self {
        let mut table = self.clone();
        (table.entry, table.aim, table.carried) = (None, None, None);
        table.begun_with = None;
        table.answers = Answers::default();
        table
    }

    /// The record.
    pub fn journal(&self) -> &Journal {
        &self.journal
    }

    /// Title, date and clock of the record, to be changed.
    pub fn tags_mut(&mut self) -> &mut Tags {
        &mut self.journal.tags
    }

    /// The record with the line that is looked at as its main line.
    ///
    /// # Panics
    ///
    /// Never: every line of the record was played.
    pub fn shown_line(&self) -> Cow<'_, Journal> {
        if !self.is_in_variation() {
            return Cow::Borrowed(&self.journal);
        }
        let mut turned = self.journal.clone();
        for change in self.journal.promote(self.shown_entry()) {
            turned.apply(change).expect("every line of the record was played");
        }
        Cow::Owned(turned)
    }

    /// What a page is about that is made of the table as it is shown; the journal is its
    /// [`shown_line`](Self::shown_line).
    pub fn subject<'s>(&self, journal: &'s Journal) -> Subject<'s> {
        Subject { journal, at: self.looked_at(), naming: self.naming }
    }

    /// The game as it is shown: now, or after the entry that is looked at.
    pub fn game(&self) -> &Game {
        match (self.past, &self.shown) {
            (None, _) => self.journal.game(),
            (Some(_), Some((_, played))) => &played.game,
            (Some(_), None) => self.journal.start(),
        }
    }

    /// Returns the game as it is shown, with the names of its players.
    pub fn named_game(&self) -> NamedGame<'_> {
        self.named_game_of(self.game())
    }

    /// Returns the latest game with the names of its players, also while an earlier entry is shown.
    pub fn named_game_now(&self) -> NamedGame<'_> {
        self.named_game_of(self.journal.game())
    }

    /// Returns a game of the same players with their names.
    pub fn named_game_of<'g>(&self, game: &'g Game) -> NamedGame<'g> {
        NamedGame::new(game, self.naming)
    }

    /// The number of the entry that is looked at; 0 is the start.
    pub fn looked_at(&self) -> usize {
        self.journal.entry(self.shown_entry()).number()
    }

    /// The entry that is looked at.
    pub fn shown_entry(&self) -> EntryId {
        self.past.unwrap_or(self.journal.here())
    }

    /// Whether the entry that is looked at was left: it was taken back, or belongs to a variation.
    pub fn is_aside(&self) -> bool {
        let number = self.looked_at();
        number > self.journal.cursor() || self.is_in_variation()
    }

    /// Whether the entry that is looked at belongs to a variation.
    pub fn is_in_variation(&self) -> bool {
        self.journal.on_main_line(self.looked_at()) != Some(self.shown_entry())
    }

    /// Whether the table is shown as it was, not as it is.
    pub fn is_past(&self) -> bool {
        self.past.is_some()
    }

    /// What the entry that is looked at set off, with the game before it; nothing at the start.
    pub fn shown(&self) -> Option<(&Game, &Played)> {
        self.shown.as_ref().map(|(before, played)| (before, played))
    }

    /// Which entries made every number of the players, up to now.
    pub fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// What the turn of the entry that is looked at came to, up to that entry.
    pub fn turn(&self) -> &TurnSoFar {
        &self.turn
    }

    /// What the rules say to an action that is pointed at: asked once for as long as it is the
    /// same one at the same point of the record.
    pub fn answer_to(&self, action: &Action) -> Arc<ActionAnswer> {
        let point = self.point();
        let asked = &mut *self.asked.borrow_mut();
        let answer = || Arc::new(ActionAnswer::of(self.journal.game(), action.clone()));
        Arc::clone(asked.of((point, action.clone()), answer))
    }

    /// The action that comes nearest to being legal among all that begin with a decision, and what
    /// is against it: worked out once for as long as nothing changes.
    pub fn nearest_to(&self, pick: &Pick) -> Found {
        let find = || Nearest::to(self.journal.game(), self.entry.as_ref(), pick);
        self.nearest_by(Some(pick.clone()), find)
    }

    /// The same among all that go on from what is entered, where the board is asked for a place and
    /// has none; `None` elsewhere.
    pub fn nearest_place(&self) -> Option<Found> {
        let entry = self.entry.as_ref()?;
        let mut squares = self.answers().squares();
        let is_nowhere = squares.all(|(_, answer)| answer.verdict != Verdict::Legal);
        let asks_board =
            matches!(self.stage(), Some(Stage::Square | Stage::Tile | Stage::Placement));
        let find = || Nearest::within(self.journal.game(), entry);
        (asks_board && is_nowhere).then(|| self.nearest_by(None, find))
    }

    fn nearest_by(&self, pick: Option<Pick>, find: impl FnOnce() -> Option<Nearest>) -> Found {
        let kept = &mut *self.nearest.borrow_mut();
        Arc::clone(kept.of((self.version, pick), || Arc::new(find())))
    }

    /// Every legal decision of the player to act.
    pub fn moves(&self) -> &Moves {
        &self.moves
    }

    /// The action being entered; nothing while the past is looked at.
    pub fn entry(&self) -> Option<&Entry> {
        self.entry.as_ref()
    }

    /// What comes next in the action being entered.
    pub fn stage(&self) -> Option<Stage> {
        self.entry.as_ref().map(|entry| entry.stage(self.journal.game()))
    }

    /// What the rules answer to the action being entered.
    pub fn answers(&self) -> &Answers {
        &self.answers
    }

    /// What the square that is pointed at comes to.
    pub fn aim(&self) -> Option<&Aim> {
        self.aim.as_ref()
    }

    /// What was pressed before anything was decided: what can be done with it is offered.
    pub fn begun_with(&self) -> Option<Begun> {
        self.begun_with
    }

    /// Iterates over the legal actions of a single sub-action that involve what was pressed first,
    /// each with that sub-action; those of a card only face up.
    pub fn moves_with(&self, begun: Begun) -> impl Iterator<Item = (&Action, &SubAction)> {
        let single = |action| only_sub_action(action).map(|sub_action| (action, sub_action));
        let all = self.moves.actions.iter().filter_map(single);
        let game = self.journal.game();
        all.filter(move |(_, sub_action)| match (begun, sub_action) {
            (Begun::Square(square), SubAction::Worker(WorkerPlace::Building(building), _)) => {
                let squares = game.active_building_squares(*building);
                squares.is_some_and(|footprint| footprint.squares().contains(&square))
            }
            (Begun::Square(square), sub_action) => sub_action.is_on(square),
            (Begun::Adviser(adviser), SubAction::Recruit(recruited)) => adviser == *recruited,
            (Begun::Adviser(_) | Begun::Proposal(_), _) => false,
        })
    }

    /// The vote by which a proposal that was pressed first can come, if it can be called now.
    pub fn vote_for(&self, begun: Begun) -> Option<&Action> {
        let is_vote = |action: &&Action| matches!(action.deed, Deed::CallVote { .. });
        let mut all = self.moves.actions.iter();
        all.find(is_vote).filter(|_| matches!(begun, Begun::Proposal(_)))
    }

    /// Whether something on offer can be begun with: it is somebody's turn to do something, and
    /// nothing of it is decided yet.
    pub fn is_undecided(&self) -> bool {
        let is_begun = self.entry.as_ref().is_some_and(Entry::is_begun);
        !self.is_past()
            && !is_begun
            && self.moves.actions.iter().any(|action| only_sub_action(action).is_some())
    }

    /// Begins with a card on offer, if nothing is decided yet.
    pub fn begin_with(&mut self, begun: Begun) {
        self.begin_step();
        self.begun_with = self.is_undecided().then_some(begun);
    }

    /// Grows whenever anything that a panel could show has changed, so that what is drawn of
    /// it can be kept until then.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Grows whenever what can be chosen changes, and stays while somebody points at it or turns a
    /// tile.
    pub fn step(&self) -> u64 {
        self.step
    }

    fn begin_step(&mut self) {
        self.version += 1;
        self.step += 1;
    }

    /// Makes a change of the record, and looks at where it leads.
    ///
    /// # Errors
    ///
    /// Why the change cannot be made; the table stays as it was.
    pub fn apply(&mut self, change: Change) -> Result<Change, ChangeError> {
        let change = self.make(change)?;
        self.settle();
        Ok(change)
    }

    /// Notes that a repair was accepted, and the entry that it led away from: until something
    /// else is done, the repair is what is taken back next.
    pub fn note_repair(&mut self, from: EntryId) {
        self.repaired = Some((self.point(), from));
    }

    /// The changes that take back a repair, if it is what was done last.
    pub fn unrepair(&self) -> Option<Vec<Change>> {
        let (at, from) = self.repaired?;
        (at == self.point()).then(|| self.journal.lead_to(from))
    }

    /// What is taken back next, in a few words.
    pub fn last_done(&self) -> Option<String> {
        if self.is_laid_aside {
            return None;
        }
        match self.unrepair() {
            Some(_) => Some("the repair".to_owned()),
            None => in_short(&self.journal, self.journal.cursor(), self.naming),
        }
    }

    /// Where the record is, and how much it holds.
    fn point(&self) -> (EntryId, usize) {
        (self.journal.here(), self.journal.entry_count())
    }

    /// Makes one of several changes of the record; [`Table::settle`] has to follow the last.
    ///
    /// # Errors
    ///
    /// Why the change cannot be made; the table stays as it was.
    pub fn make(&mut self, change: Change) -> Result<Change, ChangeError> {
        let change = self.journal.apply(change)?;
        let is_learnt = matches!(
            &change,
            Change::Play(action) if action.deed.learnt().is_some()
        );
        // Looking something up does not give up the action that it was looked up for.
        let aim = self.aim.as_ref().map(|aim| (aim.square, aim.is_pinned));
        // A comment changes nothing that an action waits for.
        if !matches!(change, Change::Comment(_)) {
            self.carried = is_learnt.then(|| Carried { entry: self.entry.clone(), aim });
        }
        // Wherever the cursor has been, what lies beyond may be another line by now.
        self.ledger.cut_back(self.journal.cursor());
        Ok(change)
    }

    /// Works out what follows from changes of the record, and looks at where they led.
    ///
    /// Whoever looked at an earlier entry goes on looking at it if the cursor is where it was.
    pub fn settle(&mut self) {
        // An entry stays in the record, whatever line it belongs to by now.
        let looks_on = self.is_past() && self.now == Some(self.journal.here());
        if !looks_on {
            self.past = None;
        }
        self.now = Some(self.journal.here());
        self.keep_ledger();
        let carried = self.carried.take();
        self.refresh();
        if let Some(Carried { entry: Some(entry), aim }) = carried
            && self.past.is_none()
        {
            self.entry = Some(entry);
            self.ask();
            if let Some((square, was_pinned)) = aim {
                self.aim_at(Some(square));
                // What is still lacked is asked next.
                let verdict = self.aim.as_ref().and_then(Aim::verdict);
                if was_pinned && verdict.is_some_and(|verdict| verdict != Verdict::Legal) {
                    self.pin();
                }
            }
        }
    }

    /// Looks at the table as it was after entry `number` of the main line.
    ///
    /// What was taken back can be looked at as well; a number beyond that is the table as it is
    /// now.
    pub fn look_at(&mut self, number: usize) {
        let id = self.journal.on_main_line(number);
        self.look_at_entry(id.unwrap_or(self.journal.here()));
    }

    /// Looks at the table as it was after an entry, wherever in the record it is.
    pub fn look_at_entry(&mut self, id: EntryId) {
        let is_now = id == self.journal.here();
        self.past = (!is_now).then_some(id);
        self.refresh_shown();
    }

    /// The entry before the one that is looked at.
    pub fn previous(&self) -> EntryId {
        self.journal.entry(self.shown_entry()).before()
    }

    /// The entry after the one that is looked at, along the same line; the line that is played
    /// ends with the table as it is now.
    pub fn next(&self) -> EntryId {
        let shown = self.shown_entry();
        let after = self.journal.entry(shown).continuations().first();
        match after {
            Some(&after) if shown != self.journal.here() => after,
            Some(_) | None => shown,
        }
    }

    /// Makes a decision of the action being entered; gives the action once it is complete.
    pub fn pick(&mut self, pick: &Pick) -> Option<Action> {
        match pick {
            Pick::Turn { .. } => self.version += 1,
            _ => self.begin_step(),
        }
        self.begun_with = None;
        if self.is_past() {
            return None;
        }
        let game = self.journal.game();
        match (&mut self.entry, pick) {
            (_, Pick::Card(card)) => self.entry = Entry::with_card(game, *card),
            // A first stall, a building that was voted in and a road that is left to do are nothing
            // but their square.
            (Some(entry), Pick::Square(square)) if entry.kind().is_none() => {
                return entry.action_at(game, *square, None);
            }
            (Some(entry), pick) => entry.pick(game, pick),
            (None, _) => return None,
        }
        if let Some(Stage::Done(action)) = self.stage() {
            return Some(action);
        }
        let square = self.aim.as_ref().map(|aim| aim.square);
        self.ask();
        if let (Pick::Turn { .. }, Some(square)) = (pick, square) {
            if let Some(entry) = &mut self.entry {
                entry.keep_turned_at(square);
            }
            self.aim_at(Some(square));
        }
        None
    }

    /// Takes back the latest decision of the action being entered; says whether there was one.
    pub fn back(&mut self) -> bool {
        self.begin_step();
        if self.begun_with.take().is_some() {
            return true;
        }
        // Reasons that were kept on screen go with what they were for.
        let was_pinned = self.aim.take_if(|aim| aim.is_pinned).is_some();
        let game = self.journal.game();
        let was_begun = self.entry.as_ref().is_some_and(Entry::is_begun);
        let is_left = self.entry.as_mut().is_some_and(|entry| entry.back(game));
        if !is_left {
            self.entry = Entry::begin(game);
        }
        self.ask();
        was_begun || was_pinned
    }

    /// Points at a square and asks what it comes to.
    pub fn aim_at(&mut self, square: Option<Square>) {
        self.version += 1;
        let Some(square) = square else {
            if self.aim.as_ref().is_some_and(|aim| !aim.is_pinned) {
                self.aim = None;
            }
            return;
        };
        let game = self.journal.game();
        let mut action = None;
        if let Some(entry) = &mut self.entry {
            entry.hold_as_turned();
            // The tile turns by itself to lie legally, unless it was turned by hand right here;
            // elsewhere it lies again as it was turned.
            if let Some(answer) = self.answers.at(square)
                && !entry.is_turned_at(square)
                && !is_as_good(game, entry, square, &self.answers, answer.verdict)
            {
                entry.fit(answer.way);
            }
            let footprint = entry.footprint_at(game, square, None);
            entry.help_by(footprint.and_then(|at| self.answers.road_for(&at)));
            action = entry.action_at(game, square, None);
        }
        self.aim = Some(Aim::of(game, square, action));
    }

    /// Shows what an action would come to, as if its square were pointed at.
    pub fn mean(&mut self, action: Option<&Action>) {
        self.version += 1;
        let game = self.journal.game();
        self.aim = action.and_then(|action| {
            let square = square_of(game, action)?;
            Some(Aim::of(game, square, Some(action.clone())))
        });
    }

    /// Keeps what is pointed at on screen; where nothing is decided yet, begins with the square.
    pub fn pin(&mut self) {
        self.version += 1;
        let Some(aim) = &mut self.aim else {
            return;
        };
        aim.is_pinned = aim.answer.is_some();
        if !aim.is_pinned {
            self.begun_with = Some(Begun::Square(aim.square));
            self.begin_step();
        }
    }

    /// Brings the ledger to the cursor: what lies beyond it is cut off, what is missing is entered.
    fn keep_ledger(&mut self) {
        let cursor = self.journal.cursor();
        self.ledger.cut_back(cursor);
        let missing = self.ledger.last_entry() + 1..=cursor;
        journal::replay(&self.journal, missing, |number, _, played| {
            self.ledger.record(number, played);
        });
    }

    /// Works out everything that follows from the record and where it is looked at.
    fn refresh(&mut self) {
        self.moves = self.journal.game().moves();
        self.owed = self.journal.game().owed();
        self.refresh_shown();
    }

    /// Works out everything that follows from where the record is looked at.
    fn refresh_shown(&mut self) {
        self.begin_step();
        self.shown = journal::played(&self.journal, self.shown_entry());
        self.owed_in_view = self.game().owed();
        self.turn = TurnSoFar::of(&self.journal, self.shown_entry(), self.naming);
        self.begun_with = None;
        let game = self.journal.game();
        self.entry = if self.past.is_some() { None } else { Entry::begin(game) };
        self.ask();
    }

    fn ask(&mut self) {
        self.aim = None;
        let game = self.journal.game();
        self.answers = match &self.entry {
            Some(entry) => Answers::of(game, &self.moves, entry),
            None => Answers::default(),
        };
    }

    /// What is owed by the game as it is now.
    pub fn owed(&self) -> &[Owed] {
        &self.owed
    }

    /// Returns what is owed by the game in view.
    pub fn owed_in_view(&self) -> &[Owed] {
        &self.owed_in_view
    }

    /// What is owed next, by the game as it is now.
    pub fn task(&self) -> Option<Task> {
        self.owed.first().map(|owed| owed.task.clone())
    }

    /// Whether the next thing that is owed are the ballots of a vote.
    pub fn awaits_ballots(&self) -> bool {
        self.owed.first().is_some_and(|owed| owed.task == Task::Ballots)
    }

    /// Whether everybody is voting now: ballots are awaited, and the past is not looked at.
    pub fn takes_ballots(&self) -> bool {
        self.awaits_ballots() && !self.is_past()
    }
}

/// Returns the sub-action of an action that has just one; `None` for a card face down.
fn only_sub_action(action: &Action) -> Option<&SubAction> {
    match action.deed.sub_actions() {
        [only] if !matches!(action.deed, Deed::FaceDown { .. }) => Some(only),
        _ => None,
    }
}

/// An entry of the main line in a few words; nothing for the start and beyond the end.
pub fn in_short(journal: &Journal, number: usize, naming: PlayerNaming) -> Option<String> {
    let entry = journal.entry(journal.on_main_line(number)?);
    let before = journal.game_after(entry.before());
    Some(short(NamedGame::new(&before, naming), entry.action()?))
}

/// Whether the tile as it is held answers as well on a square as in any other way.
fn is_as_good(
    game: &Game,
    entry: &Entry,
    square: Square,
    answers: &Answers,
    verdict: Verdict,
) -> bool {
    let helped = entry.footprint_at(game, square, None);
    if helped.is_some_and(|at| answers.road_for(&at).is_some()) {
        return true;
    }
    let action = entry.action_at(game, square, None);
    action.is_some_and(|action| Verdict::of(&game.play(&action)) <= verdict)
}
