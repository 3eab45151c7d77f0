//! The game on the screen, as every panel reads it.
//!
//! A [`Table`] holds the record, the entry in view, the action being entered, and the verdicts of
//! the rules on it. Only the app changes it, between frames.

use components::specs::{AdviserField, BuildingField, ResourceField};
use std::borrow::Cow;
use std::cell::RefCell;
use std::sync::Arc;

use crate::action_input::{ActionInput, InputChoice, InputStep};
use crate::legality::{LegalityMap, Verdict};
use crate::nearest_action::NearestAction;
use crate::squares::first_square_of;
use crate::turn::TurnSummary;
use components::fact_id::{FactId, SquareField};
use components::ids::{AdviserId, BuildingId};
use components::square::Square;
use export::PageSubject;
use journal::{Change, ChangeError, EntryId, Journal, Tags};
use memo::Memo;
use narration::sentence::short;
use narration::sources::Ledger;
use narration::{NamedGame, PlayerNaming};
use rules::action::{Action, ActionKind};
use rules::adjustment::WorkerPlace;
use rules::game::Played;
use rules::illegal::RuleCheck;
use rules::map::PieceKind;
use rules::moves::Moves;
use rules::sub_action::SubAction;
use rules::task::{PendingDecision, Task};
use rules::{Game, Refusal};

/// A component that was pressed before anything was decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Selection {
    /// A square of the board.
    Square(Square),
    /// An adviser on offer.
    Adviser(AdviserId),
    /// A proposal.
    Proposal(BuildingId),
}

impl Selection {
    /// Describes it as part of a sentence: "on C4", "with Mason".
    pub fn description(self, game: &Game) -> String {
        match self {
            Self::Square(square) => format!("on {square}"),
            Self::Adviser(adviser) => format!("with {}", game.contents().adviser_name(adviser)),
            Self::Proposal(building) => {
                format!("with {}", game.contents().building_name(building))
            }
        }
    }

    /// Returns a fact printed on each component: the card, or the tile and the land of the square.
    pub fn printed_facts(self, game: &Game) -> Vec<FactId> {
        fn shape_of(game: &Game, building: BuildingId) -> FactId {
            FactId::Building(game.contents().building_name(building).into(), BuildingField::Shape)
        }
        let contents = game.contents();
        match self {
            Self::Adviser(adviser) => {
                let adviser = contents.adviser_name(adviser);
                vec![FactId::Adviser(adviser.into(), AdviserField::Requires)]
            }
            Self::Proposal(proposal) => vec![shape_of(game, proposal)],
            Self::Square(square) => {
                let tile = match game.piece_on(square).map(|piece| piece.kind) {
                    Some(PieceKind::Resource(resource)) => {
                        let resource = contents.resource_name(resource);
                        Some(FactId::Resource(resource.into(), ResourceField::Shape))
                    }
                    Some(PieceKind::Prestige(prestige)) => Some(shape_of(game, prestige)),
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

/// The verdict of the rules on an action.
#[derive(Clone, Debug)]
pub struct ActionVerdict {
    /// The action, as far as it is decided.
    pub action: Action,
    /// The result of playing it.
    pub outcome: Result<Box<Played>, Refusal>,
    /// Every check; empty unless it is refused.
    pub checks: Vec<RuleCheck>,
    /// The unverified facts it rests on; empty unless it is allowed.
    pub unverified: Vec<FactId>,
}

impl ActionVerdict {
    fn of(game: &Game, action: Action) -> Self {
        let outcome = game.play(&action).map(Box::new);
        let checks = if outcome.is_err() { game.checklist(&action) } else { Vec::new() };
        let unverified =
            outcome.as_ref().map_or_else(|_| Vec::new(), |played| game.unverified_facts(played));
        Self { action, outcome, checks, unverified }
    }
}

/// The square under the pointer, with the verdict on it.
#[derive(Clone, Debug)]
pub struct Hover {
    /// The square.
    pub square: Square,
    /// The action that a click would play, with its verdict; `None` if a click does nothing.
    pub verdict: Option<ActionVerdict>,
    /// `true` if it stays on screen when the pointer leaves.
    pub is_pinned: bool,
}

impl Hover {
    /// Judges the action that a click on the square would play.
    fn of(game: &Game, square: Square, action: Option<Action>) -> Self {
        let verdict = action.map(|action| ActionVerdict::of(game, action));
        Self { square, verdict, is_pinned: false }
    }

    /// Returns the action that a click would play, as far as it is decided.
    pub fn action(&self) -> Option<&Action> {
        self.verdict.as_ref().map(|answer| &answer.action)
    }

    /// Returns the result of that action; `None` if it is refused.
    pub fn played(&self) -> Option<&Played> {
        self.verdict.as_ref()?.outcome.as_deref().ok()
    }

    /// Returns the verdict on the square; `None` if a click does nothing there.
    pub fn verdict(&self) -> Option<Verdict> {
        self.verdict.as_ref().map(|answer| Verdict::of(&answer.outcome))
    }
}

/// An action being entered that continues once a fact was looked up for it.
#[derive(Clone, Debug)]
struct SuspendedEntry {
    entry: Option<ActionInput>,
    /// The square under the pointer, and `true` if it was pinned.
    hover: Option<(Square, bool)>,
}

/// The point of the record and the action of a query.
type QueryKey = ((EntryId, usize), Action);

/// The action nearest to being legal, if there is one.
type SharedNearest = Arc<Option<NearestAction>>;

/// The cache key of an idle table: entry in view, entry count, player naming.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableKey {
    shown: EntryId,
    count: usize,
    naming: PlayerNaming,
}

/// The purpose of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TablePurpose {
    /// The open game.
    Game,
    /// The table of the past on which a repair is entered; nothing is undone on it.
    Repair,
    /// A copy on which moves are tried, after this entry of the main line.
    Trial { from: usize },
}

/// An open game: its record, the entry in view, and the action being entered.
#[derive(Clone, Debug)]
pub struct Table {
    journal: Journal,
    /// The naming of the players wherever the table is put into words.
    naming: PlayerNaming,
    /// The entry in view, unless it is the latest.
    past: Option<EntryId>,
    /// The entry at the cursor when the table was last settled.
    now: Option<EntryId>,
    /// The result of the entry in view, with the game before it.
    shown: Option<(Game, Played)>,
    /// The turn of the entry in view, up to that entry.
    turn: TurnSummary,
    ledger: Ledger,
    moves: Moves,
    pending: Vec<PendingDecision>,
    pending_in_view: Vec<PendingDecision>,
    entry: Option<ActionInput>,
    legality: LegalityMap,
    hover: Option<Hover>,
    /// The component that was pressed before anything was decided.
    selection: Option<Selection>,
    /// The verdict on the action that was queried last.
    queried: RefCell<Memo<QueryKey, Arc<ActionVerdict>>>,
    /// The nearest action for the pick that was queried last.
    nearest: RefCell<Memo<(u64, Option<InputChoice>), SharedNearest>>,
    /// The action being entered when the latest change only recorded a fact.
    suspended: Option<SuspendedEntry>,
    /// The point of the record when a repair was accepted, and the entry that the repair left.
    repaired: Option<((EntryId, usize), EntryId)>,
    purpose: TablePurpose,
    /// The number of changes to any of it.
    version: u64,
    /// The number of changes to the available choices.
    step: u64,
}

/// The cache key of texts about a table: the entry in view and the naming of the players.
pub type TextKey = (EntryId, PlayerNaming);

impl Table {
    /// Creates the table of a record, at its cursor. Players are called by race, as in the record.
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
            turn: TurnSummary::default(),
            moves: Moves::default(),
            pending: Vec::new(),
            pending_in_view: Vec::new(),
            entry: None,
            legality: LegalityMap::default(),
            hover: None,
            selection: None,
            queried: RefCell::default(),
            nearest: RefCell::default(),
            suspended: None,
            repaired: None,
            purpose: TablePurpose::Game,
            version: 0,
            step: 0,
        };
        table.sync_ledger();
        table.refresh();
        table
    }

    /// Creates the scratch table on which a repair is entered.
    pub fn scratch(journal: Journal, naming: PlayerNaming) -> Self {
        Self { purpose: TablePurpose::Repair, ..Self::with_naming(journal, naming) }
    }

    /// Creates a copy on which moves are tried, at the latest entry.
    #[must_use]
    pub fn trial(&self) -> Self {
        let from = self.journal.cursor();
        let purpose = TablePurpose::Trial { from };
        Self { purpose, ..Self::with_naming(self.journal.clone(), self.naming) }
    }

    /// Returns `true` if nothing on it is recorded: it is the table of a repair or a trial.
    pub fn is_scratch(&self) -> bool {
        self.purpose != TablePurpose::Game
    }

    /// Iterates over the moves tried so far; there are none on any other table.
    pub fn tried(&self) -> impl Iterator<Item = &Action> {
        let from = match self.purpose {
            TablePurpose::Trial { from } => from,
            TablePurpose::Game | TablePurpose::Repair => usize::MAX,
        };
        let line = self.journal.main_line().iter().take(self.journal.cursor()).skip(from);
        line.filter_map(|id| self.journal.entry(*id).action())
    }

    /// Returns the naming of the players.
    pub fn naming(&self) -> PlayerNaming {
        self.naming
    }

    /// Changes the naming of the players.
    pub fn set_naming(&mut self, naming: PlayerNaming) {
        if self.naming == naming {
            return;
        }
        self.naming = naming;
        // Cached texts use the old naming.
        self.begin_step();
        self.turn = TurnSummary::of(&self.journal, self.shown_entry(), naming);
    }

    /// Returns the cache key of texts about the entry in view.
    pub fn text_key(&self) -> TextKey {
        (self.shown_entry(), self.naming)
    }

    /// Returns the cache key of the idle table.
    pub fn key(&self) -> TableKey {
        let (shown, count) = (self.shown_entry(), self.journal.entry_count());
        TableKey { shown, count, naming: self.naming }
    }

    /// Returns the table as everybody may see it, with nothing being entered or pointed at.
    #[must_use]
    pub fn idle(&self) -> Self {
        let mut table = self.clone();
        (table.entry, table.hover, table.suspended) = (None, None, None);
        table.selection = None;
        table.legality = LegalityMap::default();
        table
    }

    /// Returns the record.
    pub fn journal(&self) -> &Journal {
        &self.journal
    }

    /// Returns title, date and clock of the record, for editing.
    pub fn tags_mut(&mut self) -> &mut Tags {
        &mut self.journal.tags
    }

    /// Returns the record with the line in view as its main line.
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

    /// Returns the subject of a page about the table in view; `journal` is its
    /// [`shown_line`](Self::shown_line).
    pub fn subject<'s>(&self, journal: &'s Journal) -> PageSubject<'s> {
        PageSubject { journal, at: self.shown_number(), naming: self.naming }
    }

    /// Returns the game in view: the latest, or the one after the entry in view.
    pub fn game(&self) -> &Game {
        match (self.past, &self.shown) {
            (None, _) => self.journal.game(),
            (Some(_), Some((_, played))) => &played.game,
            (Some(_), None) => self.journal.start(),
        }
    }

    /// Returns the game in view with the names of its players.
    pub fn named_game(&self) -> NamedGame<'_> {
        self.named_game_of(self.game())
    }

    /// Returns the latest game with the names of its players, also while an earlier entry is in
    /// view.
    pub fn named_game_now(&self) -> NamedGame<'_> {
        self.named_game_of(self.journal.game())
    }

    /// Returns a game of the same players with their names.
    pub fn named_game_of<'g>(&self, game: &'g Game) -> NamedGame<'g> {
        NamedGame::new(game, self.naming)
    }

    /// Returns the number of the entry in view; 0 is the start.
    pub fn shown_number(&self) -> usize {
        self.journal.entry(self.shown_entry()).number()
    }

    /// Returns the entry in view.
    pub fn shown_entry(&self) -> EntryId {
        self.past.unwrap_or(self.journal.here())
    }

    /// Returns `true` if the entry in view is detached: it was undone, or belongs to a variation.
    pub fn is_detached(&self) -> bool {
        let number = self.shown_number();
        number > self.journal.cursor() || self.is_in_variation()
    }

    /// Returns `true` if the entry in view belongs to a variation.
    pub fn is_in_variation(&self) -> bool {
        self.journal.on_main_line(self.shown_number()) != Some(self.shown_entry())
    }

    /// Returns `true` if an entry other than the latest is in view.
    pub fn is_past(&self) -> bool {
        self.past.is_some()
    }

    /// Returns the result of the entry in view, with the game before it; `None` at the start.
    pub fn shown(&self) -> Option<(&Game, &Played)> {
        self.shown.as_ref().map(|(before, played)| (before, played))
    }

    /// Returns the ledger: for every number of the players, the entries that made it, up to now.
    pub fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// Returns the turn of the entry in view, up to that entry.
    pub fn turn(&self) -> &TurnSummary {
        &self.turn
    }

    /// Returns the verdict on an action under the pointer, cached for that action and point of the
    /// record.
    pub fn verdict_on(&self, action: &Action) -> Arc<ActionVerdict> {
        let point = self.point();
        let queried = &mut *self.queried.borrow_mut();
        Arc::clone(queried.of((point, action.clone()), || {
            Arc::new(ActionVerdict::of(self.journal.game(), action.clone()))
        }))
    }

    /// Returns the action nearest to being legal among all that start with `pick`, and the
    /// objections to it; cached until anything changes.
    pub fn nearest_to(&self, pick: &InputChoice) -> SharedNearest {
        self.nearest_by(Some(pick.clone()), || {
            NearestAction::starting_with(self.journal.game(), self.entry.as_ref(), pick)
        })
    }

    /// Returns the nearest action among all that continue the entered one, if it needs a place on
    /// the board and none is legal; else `None`.
    pub fn nearest_place(&self) -> Option<SharedNearest> {
        let entry = self.entry.as_ref()?;
        let is_nowhere =
            self.legality().squares().all(|(_, answer)| answer.verdict != Verdict::Legal);
        let asks_board = matches!(
            self.stage(),
            Some(InputStep::Square | InputStep::Tile | InputStep::Placement)
        );
        (asks_board && is_nowhere).then(|| {
            self.nearest_by(None, || NearestAction::continuing(self.journal.game(), entry))
        })
    }

    fn nearest_by(
        &self,
        pick: Option<InputChoice>,
        find: impl FnOnce() -> Option<NearestAction>,
    ) -> SharedNearest {
        let nearest = &mut *self.nearest.borrow_mut();
        Arc::clone(nearest.of((self.version, pick), || Arc::new(find())))
    }

    /// Returns every legal decision of the player to act.
    pub fn moves(&self) -> &Moves {
        &self.moves
    }

    /// Returns the action being entered; `None` while the past is in view.
    pub fn entry(&self) -> Option<&ActionInput> {
        self.entry.as_ref()
    }

    /// Returns the next decision of the action being entered.
    pub fn stage(&self) -> Option<InputStep> {
        self.entry.as_ref().map(|entry| entry.stage(self.journal.game()))
    }

    /// Returns the verdicts on the action being entered.
    pub fn legality(&self) -> &LegalityMap {
        &self.legality
    }

    /// Returns the square under the pointer with its verdict.
    pub fn hover(&self) -> Option<&Hover> {
        self.hover.as_ref()
    }

    /// Returns the component that was pressed before anything was decided; its uses are offered.
    pub fn selection(&self) -> Option<Selection> {
        self.selection
    }

    /// Iterates over the legal actions of a single sub-action that involve the pressed component,
    /// each with that sub-action; those of a card only face up.
    pub fn moves_with(&self, selection: Selection) -> impl Iterator<Item = (&Action, &SubAction)> {
        let game = self.journal.game();
        self.moves
            .actions
            .iter()
            .filter_map(|action| only_sub_action(action).map(|sub_action| (action, sub_action)))
            .filter(move |(_, sub_action)| match (selection, sub_action) {
                (
                    Selection::Square(square),
                    SubAction::Worker(WorkerPlace::Building(building), _),
                ) => game
                    .active_building_squares(*building)
                    .is_some_and(|footprint| footprint.squares().contains(&square)),
                (Selection::Square(square), sub_action) => sub_action.is_on(square),
                (Selection::Adviser(adviser), SubAction::Recruit(recruited)) => {
                    adviser == *recruited
                }
                (Selection::Adviser(_) | Selection::Proposal(_), _) => false,
            })
    }

    /// Returns the vote that can bring a pressed proposal, if it can be called now.
    pub fn vote_for(&self, selection: Selection) -> Option<&Action> {
        self.moves
            .actions
            .iter()
            .find(|action| matches!(action.kind, ActionKind::CallVote { .. }))
            .filter(|_| matches!(selection, Selection::Proposal(_)))
    }

    /// Returns `true` if a component can be pressed first: somebody has to act, and nothing of the
    /// action is decided yet.
    pub fn is_undecided(&self) -> bool {
        !self.is_past()
            && !self.entry.as_ref().is_some_and(ActionInput::has_started)
            && self.moves.actions.iter().any(|action| only_sub_action(action).is_some())
    }

    /// Starts with a component on offer, if nothing is decided yet.
    pub fn select(&mut self, selection: Selection) {
        self.begin_step();
        self.selection = self.is_undecided().then_some(selection);
    }

    /// Returns a counter that grows with every change a panel could show, so that drawings of it
    /// can be cached.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Returns a counter that grows when the available choices change, but not while somebody
    /// points at them or turns a tile.
    pub fn step(&self) -> u64 {
        self.step
    }

    fn begin_step(&mut self) {
        self.version += 1;
        self.step += 1;
    }

    /// Makes a change of the record, and shows its result.
    ///
    /// # Errors
    ///
    /// Returns the reason if the change cannot be made; the table stays as it was.
    pub fn apply(&mut self, change: Change) -> Result<Change, ChangeError> {
        let change = self.apply_unsettled(change)?;
        self.settle();
        Ok(change)
    }

    /// Records that a repair was accepted, and the entry that it left; until the next change, undo
    /// takes back the repair.
    pub fn note_repair(&mut self, from: EntryId) {
        self.repaired = Some((self.point(), from));
    }

    /// Returns the changes that take back a repair, if it was the latest change.
    pub fn undo_of_repair(&self) -> Option<Vec<Change>> {
        let (at, from) = self.repaired?;
        (at == self.point()).then(|| self.journal.changes_to_reach(from))
    }

    /// Describes the next thing to undo in a few words.
    pub fn last_done(&self) -> Option<String> {
        if !self.can_undo() {
            return None;
        }
        match self.undo_of_repair() {
            Some(_) => Some("the repair".to_owned()),
            None => short_description(&self.journal, self.journal.cursor(), self.naming),
        }
    }

    /// Returns `true` if an entry can be redone.
    pub fn can_redo(&self) -> bool {
        self.purpose != TablePurpose::Repair
            && self.journal.on_main_line(self.journal.cursor() + 1).is_some()
    }

    /// Returns `true` if an entry or a repair can be undone.
    pub fn can_undo(&self) -> bool {
        let from = match self.purpose {
            TablePurpose::Game => 0,
            TablePurpose::Repair => return false,
            TablePurpose::Trial { from } => from,
        };
        self.journal.cursor() > from || self.undo_of_repair().is_some()
    }

    /// Describes the next thing to redo in a few words.
    pub fn next_redone(&self) -> Option<String> {
        let next = self.journal.cursor() + 1;
        self.can_redo().then(|| short_description(&self.journal, next, self.naming)).flatten()
    }

    /// Returns the entry at the cursor and the number of entries.
    fn point(&self) -> (EntryId, usize) {
        (self.journal.here(), self.journal.entry_count())
    }

    /// Makes one of several changes of the record; [`Table::settle`] has to follow the last.
    ///
    /// # Errors
    ///
    /// Returns the reason if the change cannot be made; the table stays as it was.
    pub fn apply_unsettled(&mut self, change: Change) -> Result<Change, ChangeError> {
        let change = self.journal.apply(change)?;
        let records_fact = matches!(
            &change,
            Change::Play(action) if action.kind.stated_facts().is_some()
        );
        // Recording a fact does not give up the action that it was looked up for.
        let hover = self.hover.as_ref().map(|hover| (hover.square, hover.is_pinned));
        // A comment changes nothing that an action waits for.
        if !matches!(change, Change::Comment(_)) {
            self.suspended =
                records_fact.then(|| SuspendedEntry { entry: self.entry.clone(), hover });
        }
        // After a move of the cursor, the entries beyond it may be another line.
        self.ledger.truncate(self.journal.cursor());
        Ok(change)
    }

    /// Recomputes everything after changes of the record, and shows their result.
    ///
    /// An earlier entry stays in view if the cursor did not move.
    pub fn settle(&mut self) {
        // An entry stays in the record, even if it belongs to another line by now.
        let stays_in_view = self.is_past() && self.now == Some(self.journal.here());
        if !stays_in_view {
            self.past = None;
        }
        self.now = Some(self.journal.here());
        self.sync_ledger();
        let suspended = self.suspended.take();
        self.refresh();
        if let Some(SuspendedEntry { entry: Some(entry), hover }) = suspended
            && self.past.is_none()
        {
            self.entry = Some(entry);
            self.refresh_legality();
            if let Some((square, was_pinned)) = hover {
                self.hover_at(Some(square));
                // The next missing fact is asked for at once.
                let verdict = self.hover.as_ref().and_then(Hover::verdict);
                if was_pinned && verdict.is_some_and(|verdict| verdict != Verdict::Legal) {
                    self.pin();
                }
            }
        }
    }

    /// Shows the table as it was after entry `number` of the main line.
    ///
    /// Entries that were undone can be shown as well; a number beyond them shows the latest game.
    pub fn show_number(&mut self, number: usize) {
        let id = self.journal.on_main_line(number);
        self.show_entry(id.unwrap_or(self.journal.here()));
    }

    /// Shows the table as it was after an entry, wherever in the record it is.
    pub fn show_entry(&mut self, id: EntryId) {
        let is_now = id == self.journal.here();
        self.past = (!is_now).then_some(id);
        self.refresh_shown();
    }

    /// Returns the entry before the one in view.
    pub fn previous(&self) -> EntryId {
        self.journal.entry(self.shown_entry()).before()
    }

    /// Returns the entry after the one in view along the same line; the line in play ends at the
    /// latest game.
    pub fn next(&self) -> EntryId {
        let shown = self.shown_entry();
        let after = self.journal.entry(shown).continuations().first();
        match after {
            Some(&after) if shown != self.journal.here() => after,
            Some(_) | None => shown,
        }
    }

    /// Makes a decision of the action being entered; returns the action once it is complete.
    pub fn pick(&mut self, pick: &InputChoice) -> Option<Action> {
        match pick {
            InputChoice::Turn { .. } => self.version += 1,
            _ => self.begin_step(),
        }
        self.selection = None;
        if self.is_past() {
            return None;
        }
        let game = self.journal.game();
        match (&mut self.entry, pick) {
            (_, InputChoice::Card(card)) => self.entry = ActionInput::with_card(game, *card),
            // A first stall, a voted building and an optional road consist of their square only.
            (Some(entry), InputChoice::Square(square)) if entry.kind().is_none() => {
                return entry.action_at(game, *square, None);
            }
            (Some(entry), pick) => entry.pick(game, pick),
            (None, _) => return None,
        }
        if let Some(InputStep::Done(action)) = self.stage() {
            return Some(action);
        }
        let square = self.hover.as_ref().map(|hover| hover.square);
        self.refresh_legality();
        if let (InputChoice::Turn { .. }, Some(square)) = (pick, square) {
            if let Some(entry) = &mut self.entry {
                entry.fix_orientation_at(square);
            }
            self.hover_at(Some(square));
        }
        None
    }

    /// Takes back the latest decision of the action being entered; returns `true` if there was one.
    pub fn take_back(&mut self) -> bool {
        self.begin_step();
        if self.selection.take().is_some() {
            return true;
        }
        // Pinned reasons disappear with the decision that they explain.
        let was_pinned = self.hover.take_if(|hover| hover.is_pinned).is_some();
        let game = self.journal.game();
        let was_started = self.entry.as_ref().is_some_and(ActionInput::has_started);
        let is_left = self.entry.as_mut().is_some_and(|entry| entry.back(game));
        if !is_left {
            self.entry = ActionInput::start(game);
        }
        self.refresh_legality();
        was_started || was_pinned
    }

    /// Points at a square and judges it; `None` points nowhere, but leaves a pinned square.
    pub fn hover_at(&mut self, square: Option<Square>) {
        self.version += 1;
        let Some(square) = square else {
            if self.hover.as_ref().is_some_and(|hover| !hover.is_pinned) {
                self.hover = None;
            }
            return;
        };
        let game = self.journal.game();
        let mut action = None;
        if let Some(entry) = &mut self.entry {
            entry.restore_orientation();
            // The tile turns by itself to fit, unless it was turned manually over this square;
            // elsewhere it returns to the players' orientation.
            if let Some(answer) = self.legality.at(square)
                && !entry.is_orientation_fixed_at(square)
                && !is_as_good(game, entry, square, &self.legality, answer.verdict)
            {
                entry.fit_orientation(answer.orientation);
            }
            let footprint = entry.footprint_at(game, square, None);
            entry.set_helping_road(footprint.and_then(|at| self.legality.road_for(&at)));
            action = entry.action_at(game, square, None);
        }
        self.hover = Some(Hover::of(game, square, action));
    }

    /// Previews an action as if its square were pointed at.
    pub fn preview(&mut self, action: Option<&Action>) {
        self.version += 1;
        let game = self.journal.game();
        self.hover = action.and_then(|action| {
            let square = first_square_of(game, action)?;
            Some(Hover::of(game, square, Some(action.clone())))
        });
    }

    /// Pins the square under the pointer; where a click plays nothing, starts with that square.
    pub fn pin(&mut self) {
        self.version += 1;
        let Some(hover) = &mut self.hover else {
            return;
        };
        hover.is_pinned = hover.verdict.is_some();
        if !hover.is_pinned {
            self.selection = Some(Selection::Square(hover.square));
            self.begin_step();
        }
    }

    /// Brings the ledger to the cursor: drops the entries beyond it, and adds the missing ones.
    fn sync_ledger(&mut self) {
        let cursor = self.journal.cursor();
        self.ledger.truncate(cursor);
        let missing = self.ledger.last_entry() + 1..=cursor;
        journal::replay(&self.journal, missing, |number, _, played| {
            self.ledger.record(number, played);
        });
    }

    /// Recomputes everything that depends on the record and the entry in view.
    fn refresh(&mut self) {
        self.moves = self.journal.game().moves();
        self.pending = self.journal.game().pending();
        self.refresh_shown();
    }

    /// Recomputes everything that depends on the entry in view.
    fn refresh_shown(&mut self) {
        self.begin_step();
        self.shown = journal::played(&self.journal, self.shown_entry());
        self.pending_in_view = self.game().pending();
        self.turn = TurnSummary::of(&self.journal, self.shown_entry(), self.naming);
        self.selection = None;
        let game = self.journal.game();
        self.entry = if self.past.is_some() { None } else { ActionInput::start(game) };
        self.refresh_legality();
    }

    fn refresh_legality(&mut self) {
        self.hover = None;
        let game = self.journal.game();
        self.legality = match &self.entry {
            Some(entry) => LegalityMap::of(game, &self.moves, entry),
            None => LegalityMap::default(),
        };
    }

    /// Returns the pending decisions of the latest game.
    pub fn pending(&self) -> &[PendingDecision] {
        &self.pending
    }

    /// Returns the pending decisions of the game in view.
    pub fn pending_in_view(&self) -> &[PendingDecision] {
        &self.pending_in_view
    }

    /// Returns the next pending task of the latest game.
    pub fn task(&self) -> Option<Task> {
        self.pending.first().map(|decision| decision.task.clone())
    }

    /// Returns `true` if the ballots of a vote are the next pending task.
    pub fn awaits_ballots(&self) -> bool {
        self.pending.first().is_some_and(|decision| decision.task == Task::Ballots)
    }

    /// Returns `true` if everybody is voting now: ballots are pending, and the latest game is in
    /// view.
    pub fn takes_ballots(&self) -> bool {
        self.awaits_ballots() && !self.is_past()
    }
}

/// Returns the sub-action of an action that has just one; `None` for a card face down.
fn only_sub_action(action: &Action) -> Option<&SubAction> {
    match action.kind.sub_actions() {
        [only] if !matches!(action.kind, ActionKind::FaceDown { .. }) => Some(only),
        _ => None,
    }
}

/// Describes an entry of the main line in a few words; `None` at the start and beyond the end.
pub fn short_description(journal: &Journal, number: usize, naming: PlayerNaming) -> Option<String> {
    let entry = journal.entry(journal.on_main_line(number)?);
    let before = journal.game_after(entry.before());
    Some(short(NamedGame::new(&before, naming), entry.action()?))
}

/// Returns `true` if the tile as it is held gets a verdict at least as good as `verdict`.
fn is_as_good(
    game: &Game,
    entry: &ActionInput,
    square: Square,
    answers: &LegalityMap,
    verdict: Verdict,
) -> bool {
    let helped = entry.footprint_at(game, square, None);
    if helped.is_some_and(|at| answers.road_for(&at).is_some()) {
        return true;
    }
    let action = entry.action_at(game, square, None);
    action.is_some_and(|action| Verdict::of(&game.play(&action)) <= verdict)
}
