//! Repairing the record: an earlier entry is changed, put in or taken out, and
//! everything after it is judged again before anything is accepted.
//!
//! The page works on a [`Repair`], a draft that touches nothing. It shows what
//! every number comes to, stops at the first entry that no longer holds with
//! the reasons, and says what can be done about it. What happened instead is
//! entered [`Aside`]: by the same presses as a move, on the table as it was.

use std::collections::BTreeMap;

use egui::accesskit::Role;
use egui::{ScrollArea, Sense, Ui, pos2, vec2};
use plain_text::{capital, clauses, counted};

use components::quantity::Quantity;
use journal::repair::{Clash, Disposition, Repair, can_be_overruled, fill, unsettled};
use journal::{Change, EntryId, Journal};
use narration::sentence::sentence;
use narration::{NamedGame, PlayerNaming, refusal};
use notation::print_action;
use rules::Game;
use rules::action::{Action, Deed};
use rules::audit::{Counted, OfPlayer};
use rules::player::PlayerId;
use table::table::Table;
use ui_board::Cx;
use ui_board::command::FoundersCommand;
use ui_board::pieces::player_badge_ui;
use ui_kit::queue::Queue;
use ui_kit::theme::{space, text, theme};
use ui_kit::widgets::{
    LOW, Line, Weight, WordsField, body, button, caption, group_ui, headline, lead, paint_sign,
    pressed_ui, primary_button_ui, signed, wide,
};

/// Room for the number of an entry.
const NUMBER: f32 = 40.0;
/// Room for what became of an entry.
const FATE: f32 = 96.0;

/// The repair that is going on, if one is; it belongs to one record.
#[derive(Default)]
pub struct RepairMemory {
    draft: Option<RepairDraft>,
}

/// A repair while it is worked on.
struct RepairDraft {
    repair: Repair,
    /// What the players are called.
    naming: PlayerNaming,
    /// The entry that is looked at, counted from 1; one beyond the last is the end.
    number: usize,
    /// Every recorded entry in words.
    told: BTreeMap<EntryId, String>,
    /// Every entry of the draft in words.
    lines: Vec<String>,
    /// The game as the record has it where the draft has got to.
    recorded: Game,
    aside: Option<Aside>,
    /// The reason for letting an entry stand, while it is typed.
    reason: Option<WordsField>,
    /// Whether the list is to be brought to the entry looked at.
    wants_scroll: bool,
    trouble: Option<String>,
}

/// What is entered on the table as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AsidePurpose {
    /// What happened in place of an entry.
    Change,
    /// What happened before it.
    Insert,
    /// Something that happened in an unexplained stretch.
    Fill,
}

/// The table as it was before an entry of the draft, on which is pressed what happened there.
pub struct Aside {
    purpose: AsidePurpose,
    /// The number of the entry.
    number: usize,
    /// What stands there in the draft, in words.
    line: String,
    table: Table,
}

impl Aside {
    /// The table as it was.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// What is asked for.
    pub fn said(&self) -> String {
        let Self { number, line, .. } = self;
        match self.purpose {
            AsidePurpose::Change => {
                format!("Press what happened in place of entry {number}: {line}")
            }
            AsidePurpose::Insert => format!("Press what happened before entry {number}: {line}"),
            AsidePurpose::Fill => format!("Press what happened in entry {number}: {line}"),
        }
    }
}

impl RepairMemory {
    /// Begins a repair at an entry of the main line.
    pub fn open(&mut self, table: &Table, number: usize) {
        let journal = table.journal();
        if journal.cursor() == 0 {
            return;
        }
        // Nothing that was repaired is given up for another entry of the same draft.
        if let Some(draft) = &mut self.draft {
            draft.look_at(number);
            return;
        }
        let mut draft = RepairDraft {
            repair: Repair::new(journal),
            naming: table.naming(),
            number: number.clamp(1, journal.cursor()),
            told: BTreeMap::new(),
            lines: Vec::new(),
            recorded: journal.game().clone(),
            aside: None,
            reason: None,
            wants_scroll: true,
            trouble: None,
        };
        draft.tell(journal);
        self.draft = Some(draft);
    }

    /// Whether a repair is going on.
    pub fn is_open(&self) -> bool {
        self.draft.is_some()
    }

    /// Closes what is typed, or a repair in which nothing was changed; says whether it did.
    pub fn close_one(&mut self, journal: &Journal) -> bool {
        let Some(draft) = &mut self.draft else {
            return false;
        };
        if draft.reason.take().is_none() && !draft.repair.is_edited(journal) {
            self.draft = None;
        }
        true
    }

    /// The table on which it is pressed what happened, while it is.
    pub fn aside(&self) -> Option<&Aside> {
        self.draft.as_ref()?.aside.as_ref()
    }

    /// The same table, to be entered on.
    pub fn table_aside(&mut self) -> Option<&mut Table> {
        Some(&mut self.draft.as_mut()?.aside.as_mut()?.table)
    }

    /// Goes back from that table to the repair.
    pub fn leave_aside(&mut self) {
        if let Some(draft) = &mut self.draft {
            draft.aside = None;
            draft.wants_scroll = true;
        }
    }

    /// Takes what was entered on that table into the draft.
    pub fn take(&mut self, journal: &Journal, actions: Vec<Action>) {
        if let Some(draft) = &mut self.draft {
            draft.take(journal, actions);
        }
    }

    /// Gives up a draft of a record that has gone on meanwhile, and calls the players as the table
    /// does.
    pub fn follow(&mut self, table: &Table) {
        let is_stale = |draft: &RepairDraft| !draft.repair.is_of(table.journal());
        if self.draft.as_ref().is_some_and(is_stale) {
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
    /// Names the players in this way from now on.
    fn set_naming(&mut self, naming: PlayerNaming, journal: &Journal) {
        self.naming = naming;
        self.tell(journal);
        let mut aside = self.aside.take();
        if let Some(aside) = &mut aside {
            aside.table.set_naming(naming);
            aside.line = self.line_of(aside.number);
        }
        self.aside = aside;
    }

    /// What stands at a number of the draft, in words.
    fn line_of(&self, number: usize) -> String {
        self.lines.get(number - 1).cloned().unwrap_or_else(|| "the end".to_owned())
    }

    /// Puts every entry into words, of the record and of the draft.
    fn tell(&mut self, journal: &Journal) {
        let (line, naming) = (journal.main_line(), self.naming);
        self.told.clear();
        journal::replay_with(journal, |number, before, played| {
            self.told.insert(line[number - 1], sentence(NamedGame::new(before, naming), played));
        });
        self.retell(journal);
    }

    /// Puts every entry of the draft into words.
    fn retell(&mut self, journal: &Journal) {
        let mut lines = Vec::new();
        for (index, step) in self.repair.steps().iter().enumerate() {
            let known = step.from.and_then(|id| self.told.get(&id));
            lines.push(match known {
                Some(told) if !step.is_edited() => told.clone(),
                Some(_) | None => {
                    let before = self.repair.game_before(journal, index + 1);
                    let played = before
                        .as_ref()
                        .and_then(|game| Some((game, game.play(&step.action).ok()?)));
                    match played {
                        Some((game, played)) => {
                            sentence(NamedGame::new(game, self.naming), &played)
                        }
                        None => print_action(self.repair.reached(), &step.action),
                    }
                }
            });
        }
        self.lines = lines;
        self.recorded = self.repair.game_recorded(journal);
    }

    /// The points of a player, and every other number that the repair changes: as recorded and
    /// repaired, and by how much.
    fn numbers(&self, player: PlayerId) -> Vec<(String, i32)> {
        let repaired = self.repair.reached();
        let number = |quantity: Quantity| {
            let what = Counted::Player(player, OfPlayer::Number(quantity));
            let (before, after) = (what.count(&self.recorded), what.count(repaired));
            let by = after - before;
            let name = if quantity == Quantity::Points { "" } else { quantity.name() };
            if by == 0 {
                return (quantity == Quantity::Points).then(|| (before.to_string(), 0));
            }
            let said = format!("{name} {before} → {after} ({})", signed(by));
            Some((capital(said.trim_start()), by))
        };
        Quantity::ALL.into_iter().filter_map(number).collect()
    }

    /// The game as far as the draft has got.
    fn reached(&self) -> NamedGame<'_> {
        NamedGame::new(self.repair.reached(), self.naming)
    }

    /// Looks at another entry of the draft.
    fn look_at(&mut self, number: usize) {
        (self.aside, self.reason) = (None, None);
        self.number = number.clamp(1, self.repair.steps().len() + 1);
        self.wants_scroll = true;
    }

    /// Goes where the trouble is after an edit.
    fn after_edit(&mut self, journal: &Journal) {
        self.retell(journal);
        self.trouble = None;
        let last = self.repair.steps().len().max(1);
        let clash = self.repair.clash().map(|clash| clash.number);
        self.look_at(clash.unwrap_or(self.number).min(last));
    }

    /// Lays out the table as it was before the entry looked at.
    fn lay_aside(&mut self, journal: &Journal, purpose: AsidePurpose) {
        let number = self.number;
        let before = self.repair.steps().iter().take(number.saturating_sub(1));
        let before = journal_after(journal, before.map(|step| &step.action));
        let Some(before) = before else {
            return;
        };
        let table = Table::laid_aside(before, self.naming);
        let line = self.line_of(number);
        self.reason = None;
        self.aside = Some(Aside { purpose, number, line, table });
    }

    /// Takes over what was entered on the table as it was.
    fn take(&mut self, journal: &Journal, actions: Vec<Action>) {
        let Some(Aside { mut purpose, .. }) = self.aside else {
            return;
        };
        // A fact that was looked up for it comes before it, and what it was for is still to come.
        let is_learnt = actions.iter().all(|action| action.deed.learnt().is_some());
        let mut number = self.number;
        for action in actions {
            match purpose {
                AsidePurpose::Change if !is_learnt => {
                    self.repair.change(journal, number, action);
                    // Whatever follows at once comes after it.
                    purpose = AsidePurpose::Insert;
                }
                AsidePurpose::Change | AsidePurpose::Insert => {
                    self.repair.insert(journal, number, action);
                }
                AsidePurpose::Fill => fill(&mut self.repair, journal, number, action),
            }
            number += 1;
        }
        if is_learnt {
            self.retell(journal);
            self.number = number;
            self.lay_aside(journal, purpose);
        } else {
            self.after_edit(journal);
        }
    }

    /// Lets the entry looked at stand, with the reason that was typed.
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

/// The record after these actions; nothing if one of them does not hold.
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

/// Draws the repair that is going on.
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
    // What can be done about the entry that no longer holds stands above already.
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
    let said = format!(
        "Nothing is recorded until the repair is accepted. The line as it was stays as a variation. {steps}."
    );
    caption(said).ui(ui);
    ui.add_space(space::S);
}

/// How large the badge of a player is beside the points.
const BADGE: f32 = 20.0;

/// The numbers of every player now and then: the points, and whatever else comes to something else.
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
                let who = named.label(player);
                player_badge_ui(ui, named, player, BADGE);
                for (index, (said, by)) in draft.numbers(player).into_iter().enumerate() {
                    let ink = match by.signum() {
                        -1 => theme.bad,
                        1 => theme.good,
                        _ => theme.ink,
                    };
                    let said = if index == 0 { format!("{who} {said}") } else { said };
                    let said = body(said).bold().tinted(ink).lay(ui);
                    // Words and numbers stay on one line.
                    if ui.available_size_before_wrap().x < space::S + said.size().x {
                        ui.end_row();
                    }
                    ui.label(said);
                }
                ui.add_space(space::M);
            }
        });
    });
    ui.add_space(space::S);
}

/// What no longer holds, why, and what can be done.
fn clash_ui(
    ui: &mut Ui,
    journal: &Journal,
    draft: &mut RepairDraft,
    clash: &Clash,
    commands: &Queue<FoundersCommand>,
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
    for lack in &clash.refusal.unknown {
        body(lack.to_string()).muted().ui(ui);
    }
    ui.horizontal_wrapped(|ui| {
        if pressed_ui(ui, "Change it…") {
            draft.number = number;
            draft.lay_aside(journal, AsidePurpose::Change);
        }
        if pressed_ui(ui, "Put something in before it…") {
            draft.number = number;
            draft.lay_aside(journal, AsidePurpose::Insert);
        }
        let overrule = ui.add_enabled(can_be_overruled(clash), button("Overrule it…"));
        let overrule = overrule.on_disabled_hover_text("This cannot be overruled.");
        if overrule.clicked() {
            draft.number = number;
            draft.reason = Some(WordsField::holding_keys());
        }
        if pressed_ui(ui, "Leave it out") {
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

/// Checkpoints that agreed, and would not any more.
fn unsettled_ui(ui: &mut Ui, table: &Table, draft: &RepairDraft) {
    let named = table.named_game_now();
    for (number, checkpoint) in unsettled(&draft.repair, table.journal()) {
        let differs = |player: &_| checkpoint.stated[*player] != checkpoint.recorded[*player];
        let each = named.game().players().filter(differs).map(|player| {
            let (stated, now) = (checkpoint.stated[player], checkpoint.recorded[player]);
            format!("{} {stated}, then {now}", named.label(player))
        });
        let each = clauses(&each.collect::<Vec<_>>());
        let said = format!("After entry {number} the score track differed: {each}.");
        body(said).bad().ui(ui);
    }
}

/// The entry looked at, and what can be done with it.
fn chosen_ui(ui: &mut Ui, journal: &Journal, draft: &mut RepairDraft) {
    let number = draft.number;
    let is_end = number > draft.repair.steps().len();
    let line = draft.lines.get(number - 1).map_or("the end", String::as_str);
    body(format!("Entry {number}: {line}")).bold().ui(ui);
    let can_edit = draft.repair.game_before(journal, number).is_some();
    let step = draft.repair.step(number);
    let is_position = step
        .is_some_and(|step| step.from.is_some() && matches!(step.action.deed, Deed::Position(_)));
    ui.horizontal_wrapped(|ui| {
        if ui.add_enabled(can_edit && !is_end, button("Change…")).clicked() {
            draft.lay_aside(journal, AsidePurpose::Change);
        }
        if ui.add_enabled(can_edit, button("Insert before…")).clicked() {
            draft.lay_aside(journal, AsidePurpose::Insert);
        }
        if is_position && ui.add_enabled(can_edit, button("Fill in…")).clicked() {
            draft.lay_aside(journal, AsidePurpose::Fill);
        }
        if ui.add_enabled(can_edit && !is_end, button("Remove")).clicked() {
            draft.repair.remove(journal, number);
            draft.after_edit(journal);
        }
    });
}

/// The field for the reason.
fn reason_ui(ui: &mut Ui, journal: &Journal, draft: &mut RepairDraft) {
    let Some(reason) = &mut draft.reason else {
        return;
    };
    let name = caption("Reason").plain().ui(ui);
    let entered = reason.ui(ui, &name, "Why it stands anyway");
    let mut pressed = None;
    ui.horizontal(|ui| {
        for (says, takes) in [("Use it", true), ("Never mind", false)] {
            if ui.add(wide(says)).clicked() {
                pressed = Some(takes);
            }
        }
    });
    if pressed == Some(false) {
        draft.reason = None;
    } else if entered || pressed == Some(true) {
        draft.overrule(journal);
    }
}

/// Every entry of the draft; a click looks at it.
fn list_ui(ui: &mut Ui, draft: &mut RepairDraft) {
    let rows = draft.repair.steps().len() + 1;
    let mut scroll = ScrollArea::vertical().id_salt("repair_list").auto_shrink(false);
    if std::mem::take(&mut draft.wants_scroll) {
        let above = draft.number.saturating_sub(4);
        let above = f32::from(u16::try_from(above).unwrap_or(u16::MAX));
        scroll = scroll.vertical_scroll_offset(above * LOW);
    }
    ui.spacing_mut().item_spacing.y = 0.0;
    scroll.show_rows(ui, LOW, rows, |ui, seen| {
        for index in seen {
            row_ui(ui, draft, index + 1);
        }
    });
}

fn row_ui(ui: &mut Ui, draft: &mut RepairDraft, number: usize) {
    let theme = theme(ui);
    let size = vec2(ui.available_width(), LOW);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let step = draft.repair.step(number);
    let words = draft.lines.get(number - 1).map_or("The end", String::as_str);
    let disposition = step.map_or(Disposition::Kept, |step| step.disposition);
    let ink = match disposition {
        Disposition::Kept | Disposition::ChosenAnew | Disposition::Edited => theme.ink,
        Disposition::Clashes => theme.bad,
        Disposition::Waits => theme.muted,
    };
    let said = disposition_words(disposition);
    let room = Line::room(rect.width(), NUMBER, FATE);
    let name = if said.is_empty() {
        format!("{number} {words}")
    } else {
        format!("{number} {words}, {said}")
    };
    let line = Line {
        name,
        galley: body(words).tinted(ink).elided(ui, room),
        before: NUMBER,
        behind: FATE,
        height: LOW,
        is_chosen: number == draft.number,
    };
    let placed = line.draw(ui, rect, response, Role::ListBoxOption);
    placed.number_ui(ui, caption(number.to_string()));
    if !said.is_empty() {
        let weight = match disposition {
            Disposition::Clashes => Weight::Strong,
            Disposition::Edited | Disposition::ChosenAnew => Weight::Plain,
            Disposition::Kept | Disposition::Waits => Weight::Quiet,
        };
        let left = pos2(rect.right() - FATE, rect.center().y);
        paint_sign(ui, left, said, weight);
    }
    if placed.response.clicked() {
        draft.number = number;
        draft.reason = None;
    }
}

const fn disposition_words(disposition: Disposition) -> &'static str {
    match disposition {
        Disposition::Kept => "",
        Disposition::ChosenAnew => "chosen again",
        Disposition::Edited => "edited",
        Disposition::Clashes => "no longer holds",
        Disposition::Waits => "not judged",
    }
}

/// Accepts or gives up; says whether the repair is over.
fn end_ui(
    ui: &mut Ui,
    journal: &Journal,
    draft: &mut RepairDraft,
    commands: &Queue<FoundersCommand>,
) -> bool {
    let mut is_done = false;
    if let Some(trouble) = &draft.trouble {
        body(trouble).bad().ui(ui);
    }
    ui.horizontal(|ui| {
        let can = draft.repair.clash().is_none() && draft.repair.is_edited(journal);
        let accept = ui.add_enabled_ui(can, |ui| primary_button_ui(ui, "Accept the repair"));
        let why = if draft.repair.clash().is_some() {
            "An entry does not hold yet."
        } else {
            "Nothing was changed."
        };
        if accept.inner.on_disabled_hover_text(why).clicked() && can {
            match draft.repair.accept(journal) {
                Ok(changes) => {
                    commands.extend(changes.map(FoundersCommand::Repaired));
                    is_done = true;
                }
                Err(error) => {
                    let reached = draft.reached();
                    let why = error.in_words(|refusal| refusal::whole(reached, refusal));
                    draft.trouble = Some(why);
                }
            }
        }
        is_done |= ui.add(wide("Cancel")).clicked();
    });
    is_done
}
