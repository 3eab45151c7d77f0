//! The form next to the table for a card whose facts are not known yet.
//!
//! A game with the real box starts with most cards unknown. The panel asks for each once, when it
//! first matters: when it comes up, when its race is chosen, when a rule cannot tell without it.
//! "Later" is always possible; the rules then report "cannot tell" where they need it. The
//! entered facts are a recorded action of the game.

mod board_query;
mod correction;
mod square_kind;

use egui::{Button, RichText, ScrollArea, Ui};
use plain_text::capitalized;

use components::board::SquareKind;
use components::component_ref::ComponentRef;
use components::fact_id::FactId;
use components::missing_info::MissingInfo;
use components::specs::Pack;
use components::square::Square;
use packs::entry_source;
use rules::action::{Action, ActionKind};
use rules::task::Task;
use rules::{Game, Refusal};
use table::action_input::InputStep;
use table::table::{Hover, Table};
use ui_board::Cx;
use ui_board::command::FoundersCommand;
use ui_box::{BoxCommand, CardForm, FactDraft};
use ui_kit::keyboard;
use ui_kit::theme::{space, text, theme, touch};
use ui_kit::widgets::{caption, lead, panel_header_ui, primary_button_ui};

use board_query::{BoardAnswer, BoardQuery, board_query_ui};
use correction::{CorrectionOutcome, FactCorrection};

/// The state of the panel between frames.
#[derive(Clone, Debug, Default)]
pub struct FactPanelMemory {
    /// The person who enters the facts, and the day.
    reader: (String, String),
    /// The facts typed into forms that are not saved yet.
    unfinished: Pack,
    open: Option<CardForm>,
    /// `true` if the first question has to be explained before it is asked.
    explains: bool,
    /// `true` if a form was opened that takes the keyboard from the field for cards.
    takes_keys: bool,
    /// The component requested by a press, before all others.
    requested: Option<ComponentRef>,
    /// The square requested by a press.
    requested_square: Option<Square>,
    /// The correction of a misread fact.
    correction: Option<FactCorrection>,
    /// `true` once all effects were requested; they are then shown for every card.
    shows_all: bool,
    /// The question about the board that is on screen.
    board_query: Option<BoardQuery>,
    /// The question about the board that was put off.
    board_later: Option<BoardQuery>,
    /// Components put off.
    later: Vec<ComponentRef>,
    /// Face-up components that are asked for only once a decision needs them.
    unasked: Vec<ComponentRef>,
    /// Components without which the pending decision cannot be judged.
    blocking: Vec<ComponentRef>,
    /// Components that the button for those put off has led to since the record last changed.
    passed: Vec<ComponentRef>,
    /// The action that requested the form on screen, carried out once the form is saved.
    then: Option<Box<Action>>,
    /// The version of the table for which the form was chosen.
    version: Option<u64>,
    /// The face-up components that are unknown, cached by the point of the record.
    needs: Option<((usize, usize), Vec<ComponentRef>)>,
}

impl FactPanelMemory {
    /// Sets the person who enters the facts, and the day.
    pub fn set_reader(&mut self, who: &str, day: &str) {
        self.reader = (who.to_owned(), day.to_owned());
    }

    /// Restores the facts typed into forms that were not saved.
    pub fn restore_unfinished(&mut self, unfinished: &Pack) {
        self.unfinished.clone_from(unfinished);
    }

    /// Sets whether the first question is explained before it is asked.
    pub const fn set_explains(&mut self, explains: bool) {
        self.explains = explains;
    }

    /// Opens the form for a component.
    pub fn request(&mut self, subject: ComponentRef) {
        self.later.retain(|other| *other != subject);
        self.requested = Some(subject);
        (self.then, self.version) = (None, None);
    }

    /// Opens the form for a component that `action` needs; saving the form carries out the action.
    pub fn request_for(&mut self, subject: ComponentRef, action: Box<Action>) {
        self.request(subject);
        self.then = Some(action);
    }

    /// Returns the components put off, in the order in which the button leads to them.
    ///
    /// First come those that the pending decision waits for, then those never asked for, then those
    /// put off longest ago. Components that the button has already led to come last.
    fn put_off(&self) -> Vec<&ComponentRef> {
        let all: Vec<&ComponentRef> = self.unasked.iter().chain(&self.later).collect();
        let blocking = self.blocking.iter().filter(|one| all.contains(one));
        let others = all.iter().copied().filter(|one| !self.blocking.contains(one));
        let mut order: Vec<&ComponentRef> = blocking.chain(others).collect();
        order.sort_by_key(|subject| {
            let passed = self.passed.iter().position(|other| other == *subject);
            passed.map_or(0, |turn| turn + 1)
        });
        order
    }

    /// Opens the form for a fact that was taken on trust; a known fact is entered again.
    pub fn request_fact(&mut self, fact: &FactId, game: &Game) {
        let pack = game.contents().pack();
        let subject = ComponentRef::of(fact);
        if let Some(square) = fact.square() {
            (self.requested_square, self.board_later, self.version) = (Some(square), None, None);
        } else if MissingInfo::of(subject.clone(), pack).is_some() {
            self.request(subject);
        } else {
            self.correct(std::slice::from_ref(fact), game);
        }
    }

    /// Opens the correction of a misread fact, among those that an answer depends on.
    pub fn correct(&mut self, facts: &[FactId], game: &Game) {
        self.correction = FactCorrection::of(facts, game);
    }

    /// Returns `true` if a form is on screen.
    pub const fn is_open(&self) -> bool {
        self.open.is_some() || self.board_query.is_some() || self.correction.is_some()
    }

    /// Returns the component of the form on screen.
    pub fn open_component(&self) -> Option<&ComponentRef> {
        self.open.as_ref().map(|open| &open.draft.component)
    }

    /// Chooses the form on screen, if the table has changed since.
    pub fn watch(&mut self, table: &Table) {
        if self.version == Some(table.version()) {
            return;
        }
        self.version = Some(table.version());
        self.watch_board(table);
        let wanted = self.wanted(table);
        self.watch_blocking(table);
        let pack = table.journal().game().contents().pack();
        match wanted {
            Some(subject) => {
                let is_open = self.open.as_ref().is_some_and(|o| o.draft.component == subject);
                if !is_open {
                    let mut open = CardForm::resumed(subject, pack, pack, &self.unfinished);
                    // While cards are dealt, nothing else uses letters and digits.
                    if matches!(table.task(), Some(Task::DealProposals(_) | Task::DealAdvisers(_)))
                    {
                        open = open.by_keys();
                        self.takes_keys = true;
                    }
                    open.show_all(self.shows_all);
                    self.open = Some(open);
                }
            }
            None => self.open = None,
        }
    }

    /// Notes the components that the pending decision waits for, if any were put off.
    fn watch_blocking(&mut self, table: &Table) {
        self.blocking.clear();
        if table.is_past() || (self.later.is_empty() && self.unasked.is_empty()) {
            return;
        }
        let game = table.journal().game();
        let mut missing = missing_facts(table);
        missing.extend(table.moves().unknown.iter().cloned());
        self.blocking
            .extend(game.components_to_read_for(&missing).into_iter().map(|need| need.component));
    }

    /// Chooses the question about the board that the entered action waits for.
    fn watch_board(&mut self, table: &Table) {
        let game = table.journal().game();
        let action = table.hover().filter(|hover| hover.is_pinned).and_then(Hover::action);
        self.requested_square = self
            .requested_square
            .take_if(|square| game.board().kind_of(*square) == SquareKind::UnknownLand);
        let query = missing_facts(table)
            .into_iter()
            .find_map(|fact| BoardQuery::of(&fact, game, action))
            .or(self.requested_square.map(BoardQuery::of_square));
        let asks_now = !table.is_past() && !table.awaits_ballots();
        if !asks_now || is_same_query(self.board_later.as_ref(), query.as_ref()) {
            self.board_query = None;
            return;
        }
        self.board_later = None;
        if !is_same_query(self.board_query.as_ref(), query.as_ref()) {
            self.board_query = query;
        }
    }

    fn wanted(&mut self, table: &Table) -> Option<ComponentRef> {
        // While ballots are taken, the screen belongs to the voters.
        if table.is_past() || table.awaits_ballots() {
            return None;
        }
        let game = table.journal().game();
        let pack = game.contents().pack();
        // A requested component stays until its form is saved or put off.
        if let Some(requested) = &self.requested {
            let is_listed = !requested.facts(pack).is_empty();
            if !is_listed || MissingInfo::of(requested.clone(), pack).is_some() {
                return Some(requested.clone());
            }
            self.requested = None;
        }
        // A pressed square, or an action that cannot continue, asks again for what was put off.
        let missing = game.components_to_read_for(&missing_facts(table));
        if let Some(need) = missing.into_iter().find(|n| has_form(n) && !n.unknown.is_empty()) {
            return Some(need.component);
        }
        let needs = self.needs(table);
        let mut open = needs.into_iter().filter(|need| !self.later.contains(need));
        if !game.board().is_open() {
            return open.next();
        }
        // On an open board the facts are entered in play, and only those that a decision needs are
        // asked for unrequested.
        self.unasked = open.collect();
        let moves = table.moves();
        if !moves.actions.is_empty() {
            return None;
        }
        game.components_to_read_for(&moves.unknown)
            .into_iter()
            .filter(has_form)
            .map(|need| need.component)
            .find(|subject| !self.later.contains(subject))
    }

    /// Returns the face-up components that are unknown; computed when the record changes.
    fn needs(&mut self, table: &Table) -> Vec<ComponentRef> {
        let journal = table.journal();
        let at = (journal.cursor(), journal.entry_count());
        if let Some((of, needs)) = &self.needs
            && *of == at
        {
            return needs.clone();
        }
        let game = journal.game();
        let needs: Vec<ComponentRef> = game
            .components_to_read()
            .into_iter()
            .map(|need| need.component)
            .filter(FactDraft::has_form)
            .collect();
        let pack = game.contents().pack();
        self.later.retain(|subject| MissingInfo::of(subject.clone(), pack).is_some());
        self.passed.clear();
        self.needs = Some((at, needs.clone()));
        needs
    }
}

fn has_form(need: &MissingInfo) -> bool {
    FactDraft::has_form(&need.component)
}

/// Returns `true` if there are two questions about the board, and both ask the same.
fn is_same_query(known: Option<&BoardQuery>, query: Option<&BoardQuery>) -> bool {
    known.zip(query).is_some_and(|(known, query)| known.is_same(query))
}

/// Returns the facts without which the action being entered cannot continue.
fn missing_facts(table: &Table) -> Vec<FactId> {
    if let Some(InputStep::Unknown(fact)) = table.stage() {
        return vec![fact];
    }
    // Without the numbers on the board there is no square to press.
    let game = table.journal().game();
    let decision = table.pending().iter().find(|decision| decision.player.is_some());
    if decision.is_some_and(|decision| decision.task == Task::PlaceStart)
        && let Err(fact) = game.board().starts()
    {
        return vec![fact];
    }
    let hover = table.hover().filter(|hover| hover.is_pinned);
    match hover.and_then(|hover| hover.verdict.as_ref()).map(|answer| &answer.outcome) {
        Some(Err(refusal)) => refusal.missing().cloned().collect(),
        Some(Ok(_)) | None => Vec::new(),
    }
}

/// Returns the command that repeats the press on a square whose action could not be judged.
fn awaited(table: &Table) -> Option<FoundersCommand> {
    let hover = table.hover().filter(|hover| hover.is_pinned)?;
    let outcome = &hover.verdict.as_ref()?.outcome;
    let is_open = outcome.as_ref().is_err_and(Refusal::cannot_tell);
    is_open.then_some(FoundersCommand::ClickSquare(hover.square))
}

/// Draws the open form; returns `true` if there is one.
pub fn fact_panel_ui(ui: &mut Ui, cx: Cx<'_>, memory: &mut FactPanelMemory) -> bool {
    memory.watch(cx.table);
    if std::mem::take(&mut memory.takes_keys) {
        keyboard::release_focus(ui);
    }
    // A correction is requested, and needs no explanation.
    if memory.explains && memory.correction.is_none() && memory.is_open() {
        if explanation_ui(ui) {
            memory.explains = false;
            cx.commands.push(FoundersCommand::SetAskingExplained);
        }
        return true;
    }
    if let Some(correction) = &mut memory.correction {
        let decided = correction.ui(ui, cx.table, &memory.reader);
        if let CorrectionOutcome::Saved(learn) = &decided {
            cx.commands.push(FoundersCommand::Play(vec![learn.clone()]));
        }
        if !matches!(decided, CorrectionOutcome::Pending) {
            memory.correction = None;
        }
        return true;
    }
    if let Some(query) = &mut memory.board_query {
        let source = entry_source(&memory.reader.0, &memory.reader.1);
        match board_query_ui(ui, cx.table.journal().game(), query, &source) {
            BoardAnswer::None => {}
            BoardAnswer::Facts(facts) => {
                cx.commands.push(FoundersCommand::Play(vec![ActionKind::EnterFacts(facts).into()]));
                cx.commands.extend(awaited(cx.table));
            }
            BoardAnswer::Later => {
                memory.board_later = memory.board_query.take();
                (memory.requested_square, memory.version) = (None, None);
            }
        }
        return true;
    }
    let Some(open) = &mut memory.open else {
        return false;
    };
    let pack = cx.table.journal().game().contents().pack();
    let subject = open.draft.component.clone();
    panel_header_ui(ui, &capitalized(&subject.label()));
    caption(request_text(&subject)).ui(ui);
    let mut is_later = false;
    let mut saved = None;
    egui::Panel::bottom("learn foot").frame(egui::Frame::new()).show(ui, |ui| {
        ui.add_space(space::S);
        open.proposals_ui(ui, pack);
        ui.horizontal(|ui| {
            let (who, day) = (&memory.reader.0, &memory.reader.1);
            let is_through = open.takes_through();
            saved = if open.keep_ui(ui, pack, pack, "Keep it") {
                Some(open.facts(pack, pack, who, day))
            } else if is_through {
                open.finished(pack, pack, who, day)
            } else {
                None
            };
            is_later = is_through && saved.is_none() && open.has_no_news(pack, pack);
            is_later |= later_ui(ui);
        });
    });
    // The form of the next card starts at its top.
    ScrollArea::vertical().id_salt(("learn", subject.label())).auto_shrink(false).show(ui, |ui| {
        open.ui(ui, pack, pack);
    });
    memory.shows_all |= open.shows_all();
    cx.commands.extend(open.unfinished(ui, pack, pack).map(FoundersCommand::Box));
    if let Some(facts) = saved {
        let clear = BoxCommand::KeepUnfinished(subject.clone(), Box::default());
        cx.commands.push(FoundersCommand::Box(clear));
        cx.commands.push(FoundersCommand::Play(vec![learn_action(open, pack, facts)]));
        match memory.then.take() {
            Some(action) => cx.commands.push(FoundersCommand::Retry(action)),
            None => cx.commands.extend(awaited(cx.table)),
        }
        // Facts that are still missing were left out on purpose.
        memory.later.push(subject);
        memory.requested = None;
    } else if is_later {
        memory.later.push(subject);
        (memory.requested, memory.then) = (None, None);
        memory.open = None;
        memory.version = None;
    }
    true
}

/// Returns the action that records the facts of a form.
fn learn_action(form: &CardForm, pack: &Pack, facts: Pack) -> Action {
    let learn: Action = ActionKind::EnterFacts(Box::new(facts)).into();
    match form.reason(pack, pack) {
        Some(reason) => {
            let reason = reason.trim().to_owned();
            ActionKind::Overrule { action: Box::new(learn), reason }.into()
        }
        None => learn,
    }
}

/// Draws the button next to the one that saves a form; returns `true` if it is clicked.
fn secondary_button_ui(ui: &mut Ui, label: &str, hint: &str) -> bool {
    let label = RichText::new(label).font(text::sans(text::LEAD));
    let button = Button::new(label).min_size(egui::vec2(96.0, touch::TARGET));
    ui.add(button).on_hover_text(hint).clicked()
}

/// Draws the button that puts a question off; returns `true` if it is clicked.
fn later_ui(ui: &mut Ui) -> bool {
    secondary_button_ui(ui, "Later", "Goes on without it; a rule that needs it cannot tell.")
}

/// The explanation of the questions and answers, each in a word and a sentence.
const EXPLANATION: [(&str, &str); 3] = [
    (
        "What it asks",
        "What a rule needs now: a card or a mat that came up, or one square of the board.",
    ),
    ("Once", "An answer stays with this game and with your own copy. No later game asks for it."),
    (
        "Later",
        "Goes on without an answer. A rule that needs it cannot tell, and says what it lacks.",
    ),
];

/// Draws the explanation in place of the first question; returns `true` once it is read.
fn explanation_ui(ui: &mut Ui) -> bool {
    panel_header_ui(ui, "Not all of the box is known");
    let tint = theme(ui.ctx()).ink;
    let goes_on = keyboard::pressed_freely(ui, egui::Modifiers::NONE, egui::Key::Enter);
    let mut is_read = false;
    egui::Panel::bottom("way foot").frame(egui::Frame::new()).show(ui, |ui| {
        ui.add_space(space::S);
        is_read = primary_button_ui(ui, "Go on").clicked();
    });
    ScrollArea::vertical().id_salt("way").auto_shrink(false).show(ui, |ui| {
        for (word, meaning) in EXPLANATION {
            lead(word).tinted(tint).ui(ui);
            caption(meaning).ui(ui);
            ui.add_space(space::S);
        }
    });
    is_read || goes_on
}

/// Returns the text that names the component to take in hand.
fn request_text(subject: &ComponentRef) -> &'static str {
    match subject {
        ComponentRef::Building(_) => {
            "The card and the tile of this prestige building. Asked only once."
        }
        ComponentRef::Adviser(_) => "This adviser card. Asked only once.",
        ComponentRef::Race(_) => "This race mat. Asked only once.",
        ComponentRef::ResourceCard(_) => "The symbols on this resource card. Asked only once.",
        ComponentRef::Resource(_) => "The tile of this resource. Asked only once.",
        ComponentRef::Offer => {
            "The prices printed on the board beside the advisers. Asked only once."
        }
        ComponentRef::StandardCard(_) => "The text of this card. Asked only once.",
        ComponentRef::Achievement(_) => "This achievement card. Asked only once.",
        ComponentRef::Counts => "How many pieces are in the box. Asked only once.",
        ComponentRef::Board(_) => "",
    }
}

/// Draws the button that leads back to the components put off.
pub fn postponed_ui(ui: &mut Ui, table: &Table, memory: &mut FactPanelMemory) {
    let put_off = memory.put_off();
    if put_off.is_empty() || table.is_past() {
        return;
    }
    if let Some(subject) = put_off.first().copied().cloned() {
        let more = match put_off.len() {
            1 => String::new(),
            count => format!(" and {} more", count - 1),
        };
        let label = RichText::new(format!("Enter {}{more}…", subject.label()))
            .font(text::sans(text::BODY))
            .color(theme(ui.ctx()).accent);
        if ui.add(Button::new(label)).clicked() {
            memory.passed.retain(|other| *other != subject);
            memory.passed.push(subject.clone());
            memory.request(subject);
        }
    }
}
