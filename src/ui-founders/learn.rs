//! One small form beside the table for a card whose facts are not known yet.
//!
//! A game with the real box begins with most cards unknown. Each is asked for
//! once, when it first matters: when it comes up, when its race is chosen, when
//! a rule cannot tell without it. "Later" is always possible; then the rules
//! say "cannot tell" where they need it. What is entered is a recorded action
//! of the game.

mod board;
mod ground;
mod misread;

use egui::{Button, RichText, ScrollArea, Ui};
use plain_text::capital;

use components::board::SquareKind;
use components::component_ref::ComponentRef;
use components::fact_id::FactId;
use components::need::Need;
use components::specs::Pack;
use components::square::Square;
use packs::entered_by;
use rules::action::{Action, Deed};
use rules::task::Task;
use rules::{Game, Refusal};
use table::entry::Stage;
use table::table::{Aim, Table};
use ui_board::Cx;
use ui_board::command::FoundersCommand;
use ui_box::{BoxCommand, CardForm, Draft};
use ui_kit::keyboard;
use ui_kit::theme::{space, text, theme, touch};
use ui_kit::widgets::{caption, lead, panel_header_ui, primary_button_ui};

use board::{BoardAnswer, OfBoard, of_board_ui};
use misread::{Decided, Misread};

/// What the panel remembers between frames.
#[derive(Clone, Debug, Default)]
pub struct LearnMemory {
    /// Who reads the cards off, and the day.
    reader: (String, String),
    /// What was entered of things whose forms are not kept yet.
    unfinished: Pack,
    open: Option<CardForm>,
    /// Whether nobody here was ever asked: the first question is explained.
    explains: bool,
    /// Whether a form was opened that takes the keyboard from the field for cards.
    takes_keys: bool,
    /// What was asked for by a press, before everything else.
    asked: Option<ComponentRef>,
    /// The same of a square.
    asked_square: Option<Square>,
    /// What was misread and is told anew.
    misread: Option<Misread>,
    /// Whether all effects are shown: once they were asked for, they are for every card.
    shows_all: bool,
    /// What is asked of the board.
    of_board: Option<OfBoard>,
    /// What was asked of the board, and is told later.
    board_later: Option<OfBoard>,
    /// What is to be entered later.
    later: Vec<ComponentRef>,
    /// What lies open and is asked only once a decision needs it.
    unasked: Vec<ComponentRef>,
    /// Subjects without which the pending decision cannot be judged.
    blocking: Vec<ComponentRef>,
    /// Subjects that the button for things put off has led to since the record last moved.
    passed: Vec<ComponentRef>,
    /// The action that asked for the form on screen: it is carried out once that is kept.
    then: Option<Box<Action>>,
    /// The table for which it was decided what is asked.
    version: Option<u64>,
    /// What lies open and is not known, by the point of the record.
    needs: Option<((usize, usize), Vec<ComponentRef>)>,
}

impl LearnMemory {
    /// Says who reads the cards off, and the day.
    pub fn read_by(&mut self, who: &str, day: &str) {
        self.reader = (who.to_owned(), day.to_owned());
    }

    /// Goes on with what was entered before a form was kept.
    pub fn resume(&mut self, unfinished: &Pack) {
        self.unfinished.clone_from(unfinished);
    }

    /// Whether the first question is preceded by what the app asks and how to answer.
    pub const fn explain(&mut self, explains: bool) {
        self.explains = explains;
    }

    /// Opens the form for a thing.
    pub fn ask(&mut self, subject: ComponentRef) {
        self.later.retain(|other| *other != subject);
        self.asked = Some(subject);
        (self.then, self.version) = (None, None);
    }

    /// Opens the form for a thing that an action lacks; once it is kept, the action is carried out.
    pub fn ask_for(&mut self, subject: ComponentRef, action: Box<Action>) {
        self.ask(subject);
        self.then = Some(action);
    }

    /// Returns what was put off, in the order in which the button leads to it: what the pending
    /// decision waits for, then what was never asked, then what was put off longest ago. What the
    /// button has led to already comes after all others.
    fn put_off(&self) -> Vec<&ComponentRef> {
        let all = || self.unasked.iter().chain(&self.later);
        let blocking = self.blocking.iter().filter(|one| all().any(|other| other == *one));
        let others = all().filter(|one| !self.blocking.contains(one));
        let mut order: Vec<&ComponentRef> = blocking.chain(others).collect();
        let turn = |subject: &&ComponentRef| {
            let passed = self.passed.iter().position(|other| other == *subject);
            passed.map_or(0, |turn| turn + 1)
        };
        order.sort_by_key(turn);
        order
    }

    /// Opens the form for a fact that was taken on trust; what is known already is told anew.
    pub fn settle(&mut self, fact: &FactId, game: &Game) {
        let pack = game.contents().pack();
        let subject = ComponentRef::of(fact);
        if let Some(square) = fact.square() {
            (self.asked_square, self.board_later, self.version) = (Some(square), None, None);
        } else if Need::of(subject.clone(), pack).is_some() {
            self.ask(subject);
        } else {
            self.misread(std::slice::from_ref(fact), game);
        }
    }

    /// Lists what an answer rests on, to tell anew what was misread of it.
    pub fn misread(&mut self, facts: &[FactId], game: &Game) {
        self.misread = Misread::of(facts, game);
    }

    /// Whether a form is on screen.
    pub const fn is_open(&self) -> bool {
        self.open.is_some() || self.of_board.is_some() || self.misread.is_some()
    }

    /// What the form on screen asks to be read off.
    pub fn asked_for(&self) -> Option<&ComponentRef> {
        self.open.as_ref().map(|open| &open.draft.subject)
    }

    /// Decides which form is on screen; done when the table has changed, not in every frame.
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
                let is_open = self.open.as_ref().is_some_and(|o| o.draft.subject == subject);
                if !is_open {
                    let mut open = CardForm::resumed(subject, pack, pack, &self.unfinished);
                    // While cards are dealt, nothing else has a use for letters and digits.
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

    /// Notes what the pending decision cannot be judged without, if anything was put off.
    fn watch_blocking(&mut self, table: &Table) {
        self.blocking.clear();
        if table.is_past() || (self.later.is_empty() && self.unasked.is_empty()) {
            return;
        }
        let game = table.journal().game();
        let missing = lacked(table).into_iter().chain(table.moves().unknown.iter().cloned());
        let needs = game.needs_for(&missing.collect::<Vec<_>>());
        self.blocking.extend(needs.into_iter().map(|need| need.subject));
    }

    /// Decides what is asked of the board, for which the action being entered waits.
    fn watch_board(&mut self, table: &Table) {
        let game = table.journal().game();
        let mut lacked = lacked(table).into_iter();
        let aim = table.aim().filter(|aim| aim.is_pinned);
        let action = aim.and_then(Aim::action);
        let asks = lacked.find_map(|fact| OfBoard::of(&fact, game, action));
        let is_untold =
            |square: &mut Square| game.board().kind_of(*square) == SquareKind::UnknownLand;
        self.asked_square = self.asked_square.take_if(is_untold);
        let asks = asks.or(self.asked_square.map(OfBoard::of_square));
        let is_same = |known: &Option<OfBoard>| match (known, &asks) {
            (Some(known), Some(asks)) => known.is_same(asks),
            (Some(_) | None, _) => false,
        };
        let is_asked_now = !table.is_past() && !table.awaits_ballots();
        if !is_asked_now || is_same(&self.board_later) {
            self.of_board = None;
            return;
        }
        self.board_later = None;
        if !is_same(&self.of_board) {
            self.of_board = asks;
        }
    }

    fn wanted(&mut self, table: &Table) -> Option<ComponentRef> {
        // While ballots are taken, the screen belongs to the voters.
        if table.is_past() || table.awaits_ballots() {
            return None;
        }
        let game = table.journal().game();
        let pack = game.contents().pack();
        // What was pressed stays until it is kept or put off.
        if let Some(asked) = &self.asked {
            let is_listed = !asked.facts(pack).is_empty();
            if !is_listed || Need::of(asked.clone(), pack).is_some() {
                return Some(asked.clone());
            }
            self.asked = None;
        }
        let has_form = |need: &Need| Draft::has_form(&need.subject);
        let lacked = game.needs_for(&lacked(table));
        // A square that is pressed, or an action that cannot go on, asks again.
        if let Some(need) = lacked.into_iter().find(|n| has_form(n) && !n.unknown.is_empty()) {
            return Some(need.subject);
        }
        let needs = self.needs(table);
        let mut open = needs.into_iter().filter(|need| !self.later.contains(need));
        if !game.board().is_open() {
            return open.next();
        }
        // Where the box is learnt in play, only what a decision needs is asked unbidden.
        self.unasked = open.collect();
        let moves = table.moves();
        if !moves.actions.is_empty() {
            return None;
        }
        let stops = game.needs_for(&moves.unknown).into_iter().filter(has_form);
        let mut stops = stops.map(|need| need.subject);
        stops.find(|subject| !self.later.contains(subject))
    }

    /// What lies open on the table and has to be read; asked when the record moves.
    fn needs(&mut self, table: &Table) -> Vec<ComponentRef> {
        let journal = table.journal();
        let at = (journal.cursor(), journal.entry_count());
        if let Some((of, needs)) = &self.needs
            && *of == at
        {
            return needs.clone();
        }
        let game = journal.game();
        let needs = game.needs().into_iter().map(|need| need.subject);
        let needs: Vec<ComponentRef> = needs.filter(Draft::has_form).collect();
        let pack = game.contents().pack();
        self.later.retain(|subject| Need::of(subject.clone(), pack).is_some());
        self.passed.clear();
        self.needs = Some((at, needs.clone()));
        needs
    }
}

/// The facts without which the action being entered cannot go on.
fn lacked(table: &Table) -> Vec<FactId> {
    if let Some(Stage::Unknown(fact)) = table.stage() {
        return vec![fact];
    }
    // Without the numbers on the board there is no square to point at.
    let game = table.journal().game();
    let places = table.owed().iter().find(|owed| owed.player.is_some());
    if places.is_some_and(|owed| owed.task == Task::PlaceStart)
        && let Err(fact) = game.board().starts()
    {
        return vec![fact];
    }
    let aim = table.aim().filter(|aim| aim.is_pinned);
    match aim.and_then(|aim| aim.answer.as_ref()).map(|answer| &answer.outcome) {
        Some(Err(refusal)) => refusal.missing().cloned().collect(),
        Some(Ok(_)) | None => Vec::new(),
    }
}

/// Returns the press that waits for an answer: the square that was pressed, if the action there
/// could not be judged.
fn awaited(table: &Table) -> Option<FoundersCommand> {
    let aim = table.aim().filter(|aim| aim.is_pinned)?;
    let outcome = &aim.answer.as_ref()?.outcome;
    let is_open = outcome.as_ref().is_err_and(Refusal::cannot_tell);
    is_open.then_some(FoundersCommand::Commit(aim.square))
}

/// The form that is open; whether there is one.
pub fn learn_panel_ui(ui: &mut Ui, cx: Cx<'_>, memory: &mut LearnMemory) -> bool {
    memory.watch(cx.table);
    if std::mem::take(&mut memory.takes_keys) {
        keyboard::let_go(ui);
    }
    // Whoever puts something right asks for it.
    if memory.explains && memory.misread.is_none() && memory.is_open() {
        if way_ui(ui) {
            memory.explains = false;
            cx.commands.push(FoundersCommand::KnowAsking);
        }
        return true;
    }
    if let Some(misread) = &mut memory.misread {
        let decided = misread.ui(ui, cx.table, &memory.reader);
        if let Decided::Kept(learn) = &decided {
            cx.commands.push(FoundersCommand::Play(vec![learn.clone()]));
        }
        if !matches!(decided, Decided::NotYet) {
            memory.misread = None;
        }
        return true;
    }
    if let Some(asked) = &mut memory.of_board {
        let source = entered_by(&memory.reader.0, &memory.reader.1);
        match of_board_ui(ui, cx.table.journal().game(), asked, &source) {
            BoardAnswer::None => {}
            BoardAnswer::Facts(facts) => {
                cx.commands.push(FoundersCommand::Play(vec![Deed::Learn(facts).into()]));
                cx.commands.extend(awaited(cx.table));
            }
            BoardAnswer::Later => {
                memory.board_later = memory.of_board.take();
                (memory.asked_square, memory.version) = (None, None);
            }
        }
        return true;
    }
    let Some(open) = &mut memory.open else {
        return false;
    };
    let pack = cx.table.journal().game().contents().pack();
    let subject = open.draft.subject.clone();
    panel_header_ui(ui, &capital(&subject.label()));
    caption(asks_for(&subject)).ui(ui);
    let mut is_later = false;
    let mut kept = None;
    egui::Panel::bottom("learn foot").frame(egui::Frame::new()).show(ui, |ui| {
        ui.add_space(space::S);
        open.proposals_ui(ui, pack);
        ui.horizontal(|ui| {
            let (who, day) = (&memory.reader.0, &memory.reader.1);
            let is_through = open.takes_through();
            kept = if open.keep_ui(ui, pack, pack, "Keep it") {
                Some(open.facts(pack, pack, who, day))
            } else if is_through {
                open.gone_through(pack, pack, who, day)
            } else {
                None
            };
            is_later = is_through && kept.is_none() && open.says_nothing(pack, pack);
            is_later |= later_ui(ui);
        });
    });
    // The form of the next card begins at its top.
    ScrollArea::vertical().id_salt(("learn", subject.label())).auto_shrink(false).show(ui, |ui| {
        open.ui(ui, pack, pack);
    });
    memory.shows_all |= open.shows_all();
    cx.commands.extend(open.unfinished(ui, pack, pack).map(FoundersCommand::Box));
    if let Some(facts) = kept {
        let kept = BoxCommand::KeepUnfinished(subject.clone(), Box::default());
        cx.commands.push(FoundersCommand::Box(kept));
        cx.commands.push(FoundersCommand::Play(vec![learning(open, pack, facts)]));
        match memory.then.take() {
            Some(action) => cx.commands.push(FoundersCommand::GoOn(action)),
            None => cx.commands.extend(awaited(cx.table)),
        }
        // What is still missing then was left out on purpose.
        memory.later.push(subject);
        memory.asked = None;
    } else if is_later {
        memory.later.push(subject);
        (memory.asked, memory.then) = (None, None);
        memory.open = None;
        memory.version = None;
    }
    true
}

/// Returns the action by which the facts of a form come into the record.
fn learning(form: &CardForm, pack: &Pack, facts: Pack) -> Action {
    let learn: Action = Deed::Learn(Box::new(facts)).into();
    match form.reason(pack, pack) {
        Some(reason) => {
            let reason = reason.trim().to_owned();
            Deed::Overrule { action: Box::new(learn), reason }.into()
        }
        None => learn,
    }
}

/// A button beside the one that keeps a form: it is pressed where nothing is.
fn aside_ui(ui: &mut Ui, words: &str, hint: &str) -> bool {
    let words = RichText::new(words).font(text::sans(text::LEAD));
    let aside = Button::new(words).min_size(egui::vec2(96.0, touch::TARGET));
    ui.add(aside).on_hover_text(hint).clicked()
}

/// The button by which something is entered later.
fn later_ui(ui: &mut Ui) -> bool {
    aside_ui(ui, "Later", "Goes on without it; a rule that needs it cannot tell.")
}

/// What the app asks and how to answer, each in a word and a sentence.
const WAY: [(&str, &str); 3] = [
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

/// What the app asks and how to answer, in place of the first question; whether it is read.
fn way_ui(ui: &mut Ui) -> bool {
    panel_header_ui(ui, "Not all of the box is known");
    let ink = theme(ui.ctx()).ink;
    let goes_on = keyboard::pressed_freely(ui, egui::Modifiers::NONE, egui::Key::Enter);
    let mut is_read = false;
    egui::Panel::bottom("way foot").frame(egui::Frame::new()).show(ui, |ui| {
        ui.add_space(space::S);
        is_read = primary_button_ui(ui, "Go on").clicked();
    });
    ScrollArea::vertical().id_salt("way").auto_shrink(false).show(ui, |ui| {
        for (word, means) in WAY {
            lead(word).tinted(ink).ui(ui);
            caption(means).ui(ui);
            ui.add_space(space::S);
        }
    });
    is_read || goes_on
}

/// What to take into the hand.
fn asks_for(subject: &ComponentRef) -> &'static str {
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

/// A bar that leads back to what was put off, if anything was.
pub fn put_off_ui(ui: &mut Ui, table: &Table, memory: &mut LearnMemory) {
    let put_off = memory.put_off();
    if put_off.is_empty() || table.is_past() {
        return;
    }
    if let Some(subject) = put_off.first().copied().cloned() {
        let ink = theme(ui.ctx()).accent;
        let more = match put_off.len() {
            1 => String::new(),
            count => format!(" and {} more", count - 1),
        };
        let words = format!("Enter {}{more}…", subject.label());
        let words = RichText::new(words).font(text::sans(text::BODY)).color(ink);
        if ui.add(Button::new(words)).clicked() {
            memory.passed.retain(|other| *other != subject);
            memory.passed.push(subject.clone());
            memory.ask(subject);
        }
    }
}
