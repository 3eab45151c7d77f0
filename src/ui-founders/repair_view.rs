//! Repairing the record: an earlier entry is changed, inserted or removed, and everything after it
//! is judged again before anything is accepted.
//!
//! The page works on a [`Repair`], a draft that touches nothing. It shows the change of every
//! number, stops at the first entry that no longer holds with the reasons, and offers the remedies.
//! The correct action is entered in a [`RepairSession`]: by the same presses as a move, on the
//! table as it was.

use std::collections::BTreeMap;

use egui::accesskit::Role;
use egui::{ScrollArea, Sense, Ui, pos2, vec2};
use plain_text::{capitalized, clauses, counted};

use components::quantity::Quantity;
use journal::repair::{Clash, Disposition, Repair, broken_checkpoints, can_be_overruled, fill_gap};
use journal::{Change, EntryId, Journal};
use narration::sentence::sentence;
use narration::{NamedGame, PlayerNaming, refusal};
use notation::print_action;
use rules::Game;
use rules::action::{Action, ActionKind};
use rules::audit::{PlayerQuantity, TableQuantity};
use rules::player::PlayerId;
use table::table::Table;
use ui_board::Cx;
use ui_board::command::FoundersCommand;
use ui_board::pieces::player_badge_ui;
use ui_kit::queue::CommandQueue;
use ui_kit::theme::{space, text, theme};
use ui_kit::widgets::{
    MIN_LINE_HEIGHT, RequiredTextField, SignWeight, TextLine, body, button, button_ui, caption,
    group_ui, headline, lead, paint_sign, primary_button_ui, signed, wide_button,
};

/// Width of the number of an entry.
const NUMBER: f32 = 40.0;
/// Width of the disposition of an entry.
const DISPOSITION: f32 = 96.0;

/// The open repair, if there is one; it belongs to one record.
#[derive(Default)]
pub struct RepairMemory {
    draft: Option<RepairDraft>,
}

/// A repair while it is worked on.
struct RepairDraft {
    repair: Repair,
    /// The naming of the players.
    naming: PlayerNaming,
    /// The number of the selected entry, from 1; one beyond the last is the end.
    number: usize,
    /// Every recorded entry in words.
    sentences: BTreeMap<EntryId, String>,
    /// Every entry of the draft in words.
    lines: Vec<String>,
    /// The recorded game at the point that the draft has reached.
    recorded: Game,
    session: Option<RepairSession>,
    /// The field for the reason to overrule an entry, while it is open.
    reason: Option<RequiredTextField>,
    /// `true` if the list has to scroll to the selected entry.
    wants_scroll: bool,
    error: Option<String>,
}

/// The purpose of a session on the table as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SessionPurpose {
    /// To replace an entry.
    Change,
    /// To insert before an entry.
    Insert,
    /// To add an action to an unexplained stretch.
    Fill,
}

/// The table as it was before an entry of the draft, on which the correct action is entered.
pub struct RepairSession {
    purpose: SessionPurpose,
    /// The number of the entry.
    number: usize,
    /// The draft's entry at that number, in words.
    line: String,
    table: Table,
}

impl RepairSession {
    /// Returns the table as it was.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// Returns the prompt.
    pub fn prompt(&self) -> String {
        let Self { number, line, .. } = self;
        match self.purpose {
            SessionPurpose::Change => {
                format!("Press what happened in place of entry {number}: {line}")
            }
            SessionPurpose::Insert => format!("Press what happened before entry {number}: {line}"),
            SessionPurpose::Fill => format!("Press what happened in entry {number}: {line}"),
        }
    }
}

impl RepairMemory {
    /// Starts a repair at an entry of the main line.
    pub fn open(&mut self, table: &Table, number: usize) {
        let journal = table.journal();
        if journal.cursor() == 0 {
            return;
        }
        // Another entry of the same draft is selected without giving up earlier repairs.
        if let Some(draft) = &mut self.draft {
            draft.select(number);
            return;
        }
        let mut draft = RepairDraft {
            repair: Repair::new(journal),
            naming: table.naming(),
            number: number.clamp(1, journal.cursor()),
            sentences: BTreeMap::new(),
            lines: Vec::new(),
            recorded: journal.game().clone(),
            session: None,
            reason: None,
            wants_scroll: true,
            error: None,
        };
        draft.describe_record(journal);
        self.draft = Some(draft);
    }

    /// Returns `true` if a repair is open.
    pub fn is_open(&self) -> bool {
        self.draft.is_some()
    }

    /// Closes the field for the reason, or a repair in which nothing was changed; returns `true` if
    /// a repair was open.
    pub fn close_one(&mut self, journal: &Journal) -> bool {
        let Some(draft) = &mut self.draft else {
            return false;
        };
        if draft.reason.take().is_none() && !draft.repair.is_edited(journal) {
            self.draft = None;
        }
        true
    }

    /// Returns the session on the table as it was, while there is one.
    pub fn session(&self) -> Option<&RepairSession> {
        self.draft.as_ref()?.session.as_ref()
    }

    /// Returns the table of that session, for entering an action.
    pub fn session_table_mut(&mut self) -> Option<&mut Table> {
        Some(&mut self.draft.as_mut()?.session.as_mut()?.table)
    }

    /// Goes back from that table to the repair.
    pub fn leave_session(&mut self) {
        if let Some(draft) = &mut self.draft {
            draft.session = None;
            draft.wants_scroll = true;
        }
    }

    /// Takes the actions entered on that table into the draft.
    pub fn take(&mut self, journal: &Journal, actions: Vec<Action>) {
        if let Some(draft) = &mut self.draft {
            draft.take(journal, actions);
        }
    }

    /// Gives up a draft of a record that has gone on meanwhile, and adopts the table's naming of
    /// the players.
    pub fn follow(&mut self, table: &Table) {
        if self.draft.as_ref().is_some_and(|draft| !draft.repair.is_draft_of(table.journal())) {
            self.draft = None;
        }
        if let Some(draft) = &mut self.draft
            && draft.naming != table.naming()
        {
            draft.set_naming(table.naming(), table.journal());
        }
    }
}

impl RepairDraft {
    /// Changes the naming of the players.
    fn set_naming(&mut self, naming: PlayerNaming, journal: &Journal) {
        self.naming = naming;
        self.describe_record(journal);
        let mut session = self.session.take();
        if let Some(session) = &mut session {
            session.table.set_naming(naming);
            session.line = self.line_of(session.number);
        }
        self.session = session;
    }

    /// Describes the entry at a number of the draft.
    fn line_of(&self, number: usize) -> String {
        self.lines.get(number - 1).cloned().unwrap_or_else(|| "the end".to_owned())
    }

    /// Describes every entry of the record and of the draft.
    fn describe_record(&mut self, journal: &Journal) {
        let (line, naming) = (journal.main_line(), self.naming);
        self.sentences.clear();
        journal::replay_with(journal, |number, before, played| {
            self.sentences
                .insert(line[number - 1], sentence(NamedGame::new(before, naming), played));
        });
        self.describe_draft(journal);
    }

    /// Describes every entry of the draft.
    fn describe_draft(&mut self, journal: &Journal) {
        let mut lines = Vec::new();
        for (index, step) in self.repair.steps().iter().enumerate() {
            let known = step.from.and_then(|id| self.sentences.get(&id));
            lines.push(match known {
                Some(sentence) if !step.is_edited() => sentence.clone(),
                Some(_) | None => {
                    let before = self.repair.game_before(journal, index + 1);
                    let played = before
                        .as_ref()
                        .and_then(|game| Some((game, game.play(&step.action).ok()?)));
                    match played {
                        Some((game, played)) => {
                            sentence(NamedGame::new(game, self.naming), &played)
                        }
                        None => print_action(self.repair.game_reached(), &step.action),
                    }
                }
            });
        }
        self.lines = lines;
        self.recorded = self.repair.game_recorded(journal);
    }

    /// Formats the points of a player and every other number that the repair changes, each with its
    /// change.
    fn numbers(&self, player: PlayerId) -> Vec<(String, i32)> {
        let repaired = self.repair.game_reached();
        Quantity::ALL
            .into_iter()
            .filter_map(|quantity| {
                let number = TableQuantity::Player(player, PlayerQuantity::Number(quantity));
                let (before, after) = (number.count(&self.recorded), number.count(repaired));
                let by = after - before;
                let name = if quantity == Quantity::Points { "" } else { quantity.name() };
                if by == 0 {
                    return (quantity == Quantity::Points).then(|| (before.to_string(), 0));
                }
                let text = format!("{name} {before} → {after} ({})", signed(by));
                Some((capitalized(text.trim_start()), by))
            })
            .collect()
    }

    /// Returns the game that the draft has reached.
    fn reached(&self) -> NamedGame<'_> {
        NamedGame::new(self.repair.game_reached(), self.naming)
    }

    /// Selects another entry of the draft.
    fn select(&mut self, number: usize) {
        (self.session, self.reason) = (None, None);
        self.number = number.clamp(1, self.repair.steps().len() + 1);
        self.wants_scroll = true;
    }

    /// Selects the entry that no longer holds after an edit, if there is one.
    fn after_edit(&mut self, journal: &Journal) {
        self.describe_draft(journal);
        self.error = None;
        let last = self.repair.steps().len().max(1);
        let clash = self.repair.clash().map(|clash| clash.number);
        self.select(clash.unwrap_or(self.number).min(last));
    }

    /// Opens a session on the table as it was before the selected entry.
    fn open_session(&mut self, journal: &Journal, purpose: SessionPurpose) {
        let number = self.number;
        let earlier = self.repair.steps().iter().take(number.saturating_sub(1));
        let Some(before) = journal_after(journal, earlier.map(|step| &step.action)) else {
            return;
        };
        let table = Table::scratch(before, self.naming);
        let line = self.line_of(number);
        self.reason = None;
        self.session = Some(RepairSession { purpose, number, line, table });
    }

    /// Takes over the actions entered on the table as it was.
    fn take(&mut self, journal: &Journal, actions: Vec<Action>) {
        let Some(RepairSession { mut purpose, .. }) = self.session else {
            return;
        };
        // A fact that was looked up for the action comes before it, and the action is still to
        // come.
        let are_facts = actions.iter().all(|action| action.kind.stated_facts().is_some());
        let mut number = self.number;
        for action in actions {
            match purpose {
                SessionPurpose::Change if !are_facts => {
                    self.repair.change(journal, number, action);
                    // Actions entered with it come after it.
                    purpose = SessionPurpose::Insert;
                }
                SessionPurpose::Change | SessionPurpose::Insert => {
                    self.repair.insert(journal, number, action);
                }
                SessionPurpose::Fill => fill_gap(&mut self.repair, journal, number, action),
            }
            number += 1;
        }
        if are_facts {
            self.describe_draft(journal);
            self.number = number;
            self.open_session(journal, purpose);
        } else {
            self.after_edit(journal);
        }
    }

    /// Overrules the selected entry for the reason that was typed.
    fn overrule(&mut self, journal: &Journal) {
        let Some(reason) = &mut self.reason else {
            return;
        };
        if let Some(words) = reason.words("An overruled entry needs a reason.") {
            self.repair.overrule(journal, self.number, &words);
            self.after_edit(journal);
        }
    }
}

/// Returns the record after these actions; `None` if one of them does not hold.
fn journal_after<'a>(
    journal: &Journal,
    actions: impl Iterator<Item = &'a Action>,
) -> Option<Journal> {
    let mut before = Journal::new(journal.setup().clone()).ok()?;
    for action in actions {
        before.apply(Change::Play(action.clone())).ok()?;
    }
    Some(before)
}

/// Draws the open repair.
pub fn repair_view_ui(ui: &mut Ui, cx: Cx<'_>, memory: &mut RepairMemory) {
    let Some(draft) = &mut memory.draft else {
        return;
    };
    let journal = cx.table.journal();
    let mut is_done = false;
    let foot = egui::Frame::new().inner_margin(egui::Margin { top: 8, ..egui::Margin::ZERO });
    egui::Panel::bottom("repair_end").frame(foot).show(ui, |ui| {
        is_done = end_ui(ui, journal, draft, cx.commands);
    });
    title_ui(ui, draft);
    scores_ui(ui, cx.table, draft);
    if let Some(clash) = draft.repair.clash().cloned() {
        clash_ui(ui, journal, draft, &clash, cx.commands);
    } else if draft.repair.is_edited(journal) {
        body("Every later entry holds.").good().ui(ui);
        unsettled_ui(ui, cx.table, draft);
    }
    // The options for the entry that no longer holds are drawn already.
    if draft.repair.clash().is_none_or(|clash| clash.number != draft.number) {
        chosen_ui(ui, journal, draft);
    }
    reason_ui(ui, journal, draft);
    ui.add_space(space::S);
    list_ui(ui, draft);
    if is_done {
        memory.draft = None;
    }
}

fn title_ui(ui: &mut Ui, draft: &RepairDraft) {
    ui.label(headline(ui, "Repair the record", text::HEAD));
    let steps = counted(draft.repair.steps().len(), "entry", "entries");
    let text = format!(
        "Nothing is recorded until the repair is accepted. The line as it was stays as a variation. {steps}."
    );
    caption(text).ui(ui);
    ui.add_space(space::S);
}

/// Size of the badge of a player next to the points.
const BADGE: f32 = 20.0;

/// Draws the numbers of every player before and after: the points, and any other that changes.
fn scores_ui(ui: &mut Ui, table: &Table, draft: &RepairDraft) {
    let theme = theme(ui);
    let named = table.named_game_now();
    let head = match draft.repair.clash() {
        Some(clash) => format!("Before entry {}: recorded, repaired", clash.number),
        None => "As recorded, and after the repair".to_owned(),
    };
    caption(head).ui(ui);
    group_ui(ui, "Numbers before and after".to_owned(), |ui| {
        ui.horizontal_wrapped(|ui| {
            for player in named.game().players() {
                let label = named.label(player);
                player_badge_ui(ui, named, player, BADGE);
                for (index, (number, by)) in draft.numbers(player).into_iter().enumerate() {
                    let color = match by.signum() {
                        -1 => theme.bad,
                        1 => theme.good,
                        _ => theme.ink,
                    };
                    let text = if index == 0 { format!("{label} {number}") } else { number };
                    let galley = body(text).bold().tinted(color).lay(ui);
                    // Words and numbers stay on one line.
                    if ui.available_size_before_wrap().x < space::S + galley.size().x {
                        ui.end_row();
                    }
                    ui.label(galley);
                }
                ui.add_space(space::M);
            }
        });
    });
    ui.add_space(space::S);
}

/// Draws the entry that no longer holds, the reasons, and the options.
fn clash_ui(
    ui: &mut Ui,
    journal: &Journal,
    draft: &mut RepairDraft,
    clash: &Clash,
    commands: &CommandQueue<FoundersCommand>,
) {
    let number = clash.number;
    let line = draft.lines.get(number - 1).cloned().unwrap_or_default();
    let head = format!("Entry {number} no longer holds: {line}");
    lead(head).bold().bad().ui(ui);
    for reason in &clash.refusal.reasons {
        ui.horizontal_wrapped(|ui| {
            body(refusal::message(draft.reached(), &reason.illegal)).ui(ui);
            let rule = reason.rule;
            if ui.link(format!("{} {}", rule.number(), rule.section())).clicked() {
                commands.push(FoundersCommand::OpenRule(rule));
            }
        });
        if let Some(remedy) = refusal::remedy(draft.reached(), &reason.illegal) {
            caption(format!("Would help: {remedy}.")).ui(ui);
        }
    }
    for fact in &clash.refusal.unknown {
        body(fact.to_string()).muted().ui(ui);
    }
    ui.horizontal_wrapped(|ui| {
        if button_ui(ui, "Change it…") {
            draft.number = number;
            draft.open_session(journal, SessionPurpose::Change);
        }
        if button_ui(ui, "Put something in before it…") {
            draft.number = number;
            draft.open_session(journal, SessionPurpose::Insert);
        }
        let overrule = ui
            .add_enabled(can_be_overruled(clash), button("Overrule it…"))
            .on_disabled_hover_text("This cannot be overruled.");
        if overrule.clicked() {
            draft.number = number;
            draft.reason = Some(RequiredTextField::holding_keys());
        }
        if button_ui(ui, "Leave it out") {
            draft.number = number;
            draft.repair.remove(journal, number);
            draft.after_edit(journal);
        }
        if ui
            .add(button("Cut here"))
            .on_hover_text("Leaves out this entry and every later one.")
            .clicked()
        {
            draft.repair.cut(journal, number);
            draft.after_edit(journal);
        }
    });
    ui.add_space(space::S);
}

/// Draws the checkpoints that agreed with the record and no longer would.
fn unsettled_ui(ui: &mut Ui, table: &Table, draft: &RepairDraft) {
    let named = table.named_game_now();
    for (number, checkpoint) in broken_checkpoints(&draft.repair, table.journal()) {
        let differences: Vec<String> = named
            .game()
            .players()
            .filter(|&player| checkpoint.stated[player] != checkpoint.recorded[player])
            .map(|player| {
                let (stated, now) = (checkpoint.stated[player], checkpoint.recorded[player]);
                format!("{} {stated}, then {now}", named.label(player))
            })
            .collect();
        let each = clauses(&differences);
        body(format!("After entry {number} the score track differed: {each}.")).bad().ui(ui);
    }
}

/// Draws the selected entry and its options.
fn chosen_ui(ui: &mut Ui, journal: &Journal, draft: &mut RepairDraft) {
    let number = draft.number;
    let is_end = number > draft.repair.steps().len();
    let line = draft.lines.get(number - 1).map_or("the end", String::as_str);
    body(format!("Entry {number}: {line}")).bold().ui(ui);
    let can_edit = draft.repair.game_before(journal, number).is_some();
    let step = draft.repair.step(number);
    let is_position = step.is_some_and(|step| {
        step.from.is_some() && matches!(step.action.kind, ActionKind::Position(_))
    });
    ui.horizontal_wrapped(|ui| {
        if ui.add_enabled(can_edit && !is_end, button("Change…")).clicked() {
            draft.open_session(journal, SessionPurpose::Change);
        }
        if ui.add_enabled(can_edit, button("Insert before…")).clicked() {
            draft.open_session(journal, SessionPurpose::Insert);
        }
        if is_position && ui.add_enabled(can_edit, button("Fill in…")).clicked() {
            draft.open_session(journal, SessionPurpose::Fill);
        }
        if ui.add_enabled(can_edit && !is_end, button("Remove")).clicked() {
            draft.repair.remove(journal, number);
            draft.after_edit(journal);
        }
    });
}

/// Draws the field for the reason.
fn reason_ui(ui: &mut Ui, journal: &Journal, draft: &mut RepairDraft) {
    let Some(reason) = &mut draft.reason else {
        return;
    };
    let name = caption("Reason").plain().ui(ui);
    let entered = reason.ui(ui, &name, "Why it stands anyway");
    let mut pressed = None;
    ui.horizontal(|ui| {
        for (label, accepts) in [("Use it", true), ("Never mind", false)] {
            if ui.add(wide_button(label)).clicked() {
                pressed = Some(accepts);
            }
        }
    });
    if pressed == Some(false) {
        draft.reason = None;
    } else if entered || pressed == Some(true) {
        draft.overrule(journal);
    }
}

/// Draws every entry of the draft; a click selects it.
fn list_ui(ui: &mut Ui, draft: &mut RepairDraft) {
    let rows = draft.repair.steps().len() + 1;
    let mut scroll = ScrollArea::vertical().id_salt("repair_list").auto_shrink(false);
    if std::mem::take(&mut draft.wants_scroll) {
        let rows_above = u16::try_from(draft.number.saturating_sub(4)).unwrap_or(u16::MAX);
        scroll = scroll.vertical_scroll_offset(f32::from(rows_above) * MIN_LINE_HEIGHT);
    }
    ui.spacing_mut().item_spacing.y = 0.0;
    scroll.show_rows(ui, MIN_LINE_HEIGHT, rows, |ui, visible| {
        for index in visible {
            row_ui(ui, draft, index + 1);
        }
    });
}

fn row_ui(ui: &mut Ui, draft: &mut RepairDraft, number: usize) {
    let theme = theme(ui);
    let size = vec2(ui.available_width(), MIN_LINE_HEIGHT);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let step = draft.repair.step(number);
    let words = draft.lines.get(number - 1).map_or("The end", String::as_str);
    let disposition = step.map_or(Disposition::Kept, |step| step.disposition);
    let color = match disposition {
        Disposition::Kept | Disposition::Rechosen | Disposition::Edited => theme.ink,
        Disposition::Refused => theme.bad,
        Disposition::Unjudged => theme.muted,
    };
    let label = disposition_words(disposition);
    let width = TextLine::text_width(rect.width(), NUMBER, DISPOSITION);
    let name = if label.is_empty() {
        format!("{number} {words}")
    } else {
        format!("{number} {words}, {label}")
    };
    let line = TextLine {
        name,
        galley: body(words).tinted(color).elided(ui, width),
        before: NUMBER,
        behind: DISPOSITION,
        height: MIN_LINE_HEIGHT,
        is_chosen: number == draft.number,
    };
    let placed = line.draw(ui, rect, response, Role::ListBoxOption);
    placed.number_ui(ui, caption(number.to_string()));
    if !label.is_empty() {
        let weight = match disposition {
            Disposition::Refused => SignWeight::Strong,
            Disposition::Edited | Disposition::Rechosen => SignWeight::Plain,
            Disposition::Kept | Disposition::Unjudged => SignWeight::Quiet,
        };
        let left = pos2(rect.right() - DISPOSITION, rect.center().y);
        paint_sign(ui, left, label, weight);
    }
    if placed.response.clicked() {
        draft.number = number;
        draft.reason = None;
    }
}

const fn disposition_words(disposition: Disposition) -> &'static str {
    match disposition {
        Disposition::Kept => "",
        Disposition::Rechosen => "chosen again",
        Disposition::Edited => "edited",
        Disposition::Refused => "no longer holds",
        Disposition::Unjudged => "not judged",
    }
}

/// Draws the buttons that accept or cancel; returns `true` if the repair is over.
fn end_ui(
    ui: &mut Ui,
    journal: &Journal,
    draft: &mut RepairDraft,
    commands: &CommandQueue<FoundersCommand>,
) -> bool {
    let mut is_done = false;
    if let Some(error) = &draft.error {
        body(error).bad().ui(ui);
    }
    ui.horizontal(|ui| {
        let can_accept = draft.repair.clash().is_none() && draft.repair.is_edited(journal);
        let accept = ui.add_enabled_ui(can_accept, |ui| primary_button_ui(ui, "Accept the repair"));
        let why = if draft.repair.clash().is_some() {
            "An entry does not hold yet."
        } else {
            "Nothing was changed."
        };
        if accept.inner.on_disabled_hover_text(why).clicked() && can_accept {
            match draft.repair.accept(journal) {
                Ok(changes) => {
                    commands.extend(changes.map(FoundersCommand::AcceptRepair));
                    is_done = true;
                }
                Err(error) => {
                    let reached = draft.reached();
                    let message = error.message(|refusal| refusal::describe(reached, refusal));
                    draft.error = Some(message);
                }
            }
        }
        is_done |= ui.add(wide_button("Cancel")).clicked();
    });
    is_done
}
