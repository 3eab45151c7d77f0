//! The moves panel, the answer to "What can I do?": every legal move of the player to act by card,
//! with what it brings everybody, and what is refused with its reasons.
//!
//! A row under the pointer or chosen with the arrow keys is previewed on the board. Enter plays the
//! chosen move, Shift+Enter tries it without recording.

use std::sync::Arc;

use egui::accesskit::Role;
use egui::text::{LayoutJob, TextFormat};
use egui::{Context, Galley, Id, Key, Modifiers, Panel, Rect, Response, Sense, Ui, vec2};
use plain_text::{clauses, counted, remarks};

use super::action_preview::ActionPreview;
use memo::Memo;
use rules::action::Action;
use table::move_list::{ListedMove, MoveList, MoveOrder};
use table::table::{Table, TextKey};
use ui_board::Cx;
use ui_board::command::FoundersCommand;
use ui_kit::job::Job;
use ui_kit::keyboard;
use ui_kit::queue::CommandQueue;
use ui_kit::theme::{dense, space, text, theme};
use ui_kit::widgets::{
    ROW_HEIGHT, RowFocus, RowList, TextLine, body, button, button_ui, caption, entered_with,
    group_heading_ui, lead, line_edit, name_as,
};
use ui_menu::Menu;

/// The name of the filter.
const FILTER: &str = "Filter the moves";
/// Height of the heading of a group.
const HEADING: f32 = 32.0;
/// Space before and behind the text of a row.
const MARGIN: f32 = space::S;

/// A row of the list.
#[derive(Clone, Debug)]
enum MoveRow {
    /// The heading of a group.
    Heading(String),
    /// A move, by its index in the list.
    Legal(usize),
    /// A refused choice, by its index in the list.
    Refused(usize),
    /// A remark on what the list may miss.
    Remark(String),
}

/// The state of the panel between frames.
#[derive(Default)]
pub struct MovesMemory {
    query: String,
    order: MoveOrder,
    wants_focus: bool,
    /// The moves, with the entry after which they are possible.
    listed: Option<(TextKey, Arc<MoveList>)>,
    /// The thread that makes the list.
    job: Option<(TextKey, Job<MoveList>)>,
    rows: Memo<(TextKey, String, MoveOrder), Arc<[MoveRow]>>,
    list: RowList,
    /// The row chosen with the arrow keys or by a press.
    chosen: Option<usize>,
    /// The step of the table at which it was chosen: entering something else drops it.
    step: u64,
    preview: ActionPreview,
}

impl MovesMemory {
    /// Puts the keyboard focus into the filter.
    pub fn focus_filter(&mut self) {
        self.wants_focus = true;
    }

    /// Returns the chosen move.
    pub fn chosen_move(&self) -> Option<&Action> {
        self.preview.action().filter(|_| self.chosen.is_some())
    }

    /// Clears the preview on the board while the panel is hidden.
    pub(super) fn clear_preview(&mut self, commands: &CommandQueue<FoundersCommand>) {
        self.chosen = None;
        self.preview.show(None, commands);
    }

    /// Previews a move of the list; again once the pointer has left the board, which shows the
    /// square under it meanwhile.
    fn preview_listed(&mut self, cx: Cx<'_>, listed: Option<&ListedMove>) {
        if listed.is_some_and(|listed| listed.square.is_some()) && cx.table.hover().is_none() {
            self.preview.repeat();
        }
        self.preview.show(listed.map(|listed| &listed.action), cx.commands);
    }

    /// Starts to list the moves of the latest game, and takes the list once it is made.
    fn follow(&mut self, ctx: &Context, table: &Table) {
        let key = (table.journal().here(), table.naming());
        if self.listed.as_ref().is_some_and(|(of, _)| *of == key) {
            return;
        }
        self.listed = None;
        if self.job.as_ref().is_none_or(|(of, _)| *of != key) {
            let (game, moves, naming) =
                (table.journal().game().clone(), table.moves().clone(), table.naming());
            self.job = Some((key, Job::start(ctx, move || MoveList::of(&game, &moves, naming))));
        }
        if let Some((of, Some(list))) = Job::take_with_key(&mut self.job, false) {
            self.listed = Some((of, Arc::new(list)));
        }
    }

    /// Chooses the first move after, or before, the chosen row.
    fn choose_next(&mut self, rows: &[MoveRow], is_down: bool) {
        let is_move = |row: usize| matches!(rows.get(row), Some(MoveRow::Legal(_)));
        let next = match (self.chosen, is_down) {
            (None, true) => (0..rows.len()).find(|row| is_move(*row)),
            (None, false) => None,
            (Some(at), true) => (at + 1..rows.len()).find(|row| is_move(*row)).or(Some(at)),
            (Some(at), false) => (0..at).rev().find(|row| is_move(*row)),
        };
        self.chosen = next;
    }
}

/// Draws the moves of the player to act.
pub fn moves_panel_ui(ui: &mut Ui, cx: Cx<'_>, memory: &mut MovesMemory) {
    if cx.table.is_past() {
        memory.clear_preview(cx.commands);
        body("Moves are listed for the table as it is now, and an earlier entry is shown.").ui(ui);
        if button_ui(ui, "Show the latest entry") {
            cx.commands.push(FoundersCommand::Menu(Menu::Last));
        }
        return;
    }
    ui.spacing_mut().item_spacing = vec2(space::S, space::XS);
    if std::mem::replace(&mut memory.step, cx.table.step()) != cx.table.step() {
        memory.chosen = None;
    }
    memory.follow(ui.ctx(), cx.table);
    let listed = memory.listed.clone();
    title_ui(ui, cx.table, listed.as_ref().map(|(_, list)| list.as_ref()));
    let field = filter_ui(ui, memory);
    let Some((key, list)) = listed else {
        return;
    };
    let mut is_new = false;
    let key = (key, memory.query.clone(), memory.order);
    let rows = Arc::clone(memory.rows.of(key, || {
        is_new = true;
        rows(&list, &memory.query, memory.order).into()
    }));
    if is_new {
        memory.list.truncate(0);
        memory.chosen = None;
    }
    let pressed = |key| keyboard::pressed_in(ui, field.has_focus(), Modifiers::NONE, key);
    if pressed(Key::ArrowDown) {
        memory.choose_next(&rows, true);
    } else if pressed(Key::ArrowUp) {
        memory.choose_next(&rows, false);
    }
    let entered = entered_with(&field);
    memory.wants_focus |= entered.is_some();
    let chosen = memory.chosen.and_then(|row| legal_move(&list, rows.get(row)?));
    foot_ui(ui, cx, chosen.map(|listed| &listed.action), entered);
    list_ui(ui, cx, memory, (&rows, &list));
}

/// Returns the move of a row; `None` for other rows.
fn legal_move<'l>(list: &'l MoveList, row: &MoveRow) -> Option<&'l ListedMove> {
    match row {
        MoveRow::Legal(index) => Some(&list.moves[*index]),
        MoveRow::Heading(_) | MoveRow::Refused(_) | MoveRow::Remark(_) => None,
    }
}

/// Draws the player to act, and the number of moves.
fn title_ui(ui: &mut Ui, table: &Table, list: Option<&MoveList>) {
    let player = table.pending().first().and_then(|pending| pending.player);
    let title = match player {
        Some(player) => format!("What {} can do", table.named_game_now().label(player)),
        None => "What can be done".to_owned(),
    };
    ui.horizontal_wrapped(|ui| {
        ui.set_row_height(ROW_HEIGHT);
        ui.spacing_mut().interact_size.y = ROW_HEIGHT;
        lead(title).bold().ui(ui);
        caption(count_text(table, list)).ui(ui);
    });
}

/// Returns the number of moves in words.
fn count_text(table: &Table, list: Option<&MoveList>) -> String {
    match list.map(|list| (list.moves.len(), list.refused.len())) {
        None => "The moves are being listed…".to_owned(),
        Some((0, 0)) if table.awaits_ballots() => "Everybody votes now.".to_owned(),
        Some((0, 0)) => "Nothing is to be chosen from a list now.".to_owned(),
        Some((legal, refused)) => {
            format!("{}, {refused} refused", counted(legal, "legal move", "legal moves"))
        }
    }
}

/// Draws the filter and the orders; returns the filter.
fn filter_ui(ui: &mut Ui, memory: &mut MovesMemory) -> Response {
    ui.spacing_mut().text_edit_width = ui.available_width();
    // With an id of its own it keeps the keyboard while the title above gets another line.
    let edit = line_edit(&mut memory.query).id(ui.scope_id().with("filter")).hint_text(FILTER);
    let field = ui.add(edit).accessible_name(FILTER);
    if std::mem::take(&mut memory.wants_focus) {
        field.request_focus();
    }
    ui.horizontal_wrapped(|ui| {
        dense(ui);
        caption("Order").ui(ui);
        for order in MoveOrder::ALL {
            let response = ui.selectable_label(memory.order == order, order.label());
            name_as(&response, Role::RadioButton, format!("Order: {}", order.label()));
            if response.clicked() {
                memory.order = order;
                memory.wants_focus = true;
            }
        }
    });
    field
}

/// Returns the rows of the list: groups of moves, refused choices, remarks.
fn rows(list: &MoveList, query: &str, order: MoveOrder) -> Vec<MoveRow> {
    let mut rows = Vec::new();
    let mut group = None;
    for index in list.sorted(query, order) {
        let heading = &list.moves[index].heading;
        if group != Some(heading) {
            rows.push(MoveRow::Heading(heading.clone()));
            group = Some(heading);
        }
        rows.push(MoveRow::Legal(index));
    }
    let refused = list.refused_with(query);
    if !refused.is_empty() {
        rows.push(MoveRow::Heading("Refused now".to_owned()));
        rows.extend(refused.into_iter().map(MoveRow::Refused));
    }
    if rows.is_empty() && !query.is_empty() {
        rows.push(MoveRow::Remark(format!("No move and no refusal has \"{}\".", query.trim())));
    }
    if list.is_incomplete {
        let remark = "A text couples several decisions; not every combination is listed.";
        rows.push(MoveRow::Remark(remark.to_owned()));
    }
    if !list.unknown.is_empty() {
        let unknown = clauses(&list.unknown);
        rows.push(MoveRow::Remark(format!("More may be allowed; not known yet: {unknown}.")));
    }
    rows
}

/// Draws the buttons that play and try the chosen move below the list. `entered` has the modifiers
/// of Enter if it was pressed: it plays the move, and tries it with Shift.
fn foot_ui(ui: &mut Ui, cx: Cx<'_>, chosen: Option<&Action>, entered: Option<Modifiers>) {
    let mut plays = entered.is_some_and(|modifiers| !modifiers.shift);
    let mut tries = entered.is_some_and(|modifiers| modifiers.shift);
    Panel::bottom("chosen move").frame(egui::Frame::NONE).show(ui, |ui| {
        ui.add_space(space::XS);
        ui.horizontal(|ui| {
            let play = ui.add_enabled(chosen.is_some(), button("Play it"));
            plays |= play.on_hover_text("Plays the chosen move (Enter)").clicked();
            let trial = ui.add_enabled(chosen.is_some(), button("Try it"));
            let hint = "Shows the table after the chosen move; nothing is recorded (Shift+Enter)";
            tries |= trial.on_hover_text(hint).clicked();
        });
    });
    let Some(action) = chosen.cloned() else {
        return;
    };
    if plays {
        cx.commands.push(FoundersCommand::Play(vec![action]));
    } else if tries {
        cx.commands.push(FoundersCommand::TryMoves(vec![action]));
    }
}

/// Draws the rows, and previews the move under the pointer, or else the chosen one.
fn list_ui(
    ui: &mut Ui,
    cx: Cx<'_>,
    memory: &mut MovesMemory,
    (rows, list): (&[MoveRow], &MoveList),
) {
    let focus_key = Id::unique("chosen move").with((memory.chosen, memory.order, &memory.query));
    let focus = RowFocus { key: focus_key, index: memory.chosen.unwrap_or(0) };
    let mut pointed = None;
    let mut pressed = None;
    let chosen = memory.chosen;
    memory.list.show(
        ui,
        (rows.len(), focus),
        |ui, index| match &rows[index] {
            MoveRow::Heading(_) => HEADING,
            row => TextLine::height_of(row_galley(ui, list, row).size().y, 0.0),
        },
        |ui, rect, index| match &rows[index] {
            MoveRow::Heading(heading) => group_heading_ui(ui, rect, heading),
            row => {
                let response = row_ui(ui, rect, (list, row), chosen == Some(index));
                if response.hovered() {
                    pointed = legal_move(list, row);
                }
                if response.clicked() {
                    pressed = Some(index);
                }
            }
        },
    );
    if pressed.is_some() {
        memory.chosen = pressed;
    }
    let chosen = memory.chosen.and_then(|row| legal_move(list, rows.get(row)?));
    memory.preview_listed(cx, pointed.or(chosen));
}

/// Lays out the text of a row.
fn row_galley(ui: &Ui, list: &MoveList, row: &MoveRow) -> Arc<Galley> {
    let theme = theme(ui);
    let (title, note) = match row {
        MoveRow::Heading(heading) => (heading.clone(), ""),
        MoveRow::Legal(index) => {
            let listed = &list.moves[*index];
            (listed.text.clone(), listed.outcome.as_str())
        }
        MoveRow::Refused(index) => {
            let refused = &list.refused[*index];
            let from = match refused.headings.as_slice() {
                [] => String::new(),
                cards => format!(" ({})", remarks(cards)),
            };
            (format!("{}{from}", refused.text), refused.reasons.as_str())
        }
        MoveRow::Remark(remark) => (String::new(), remark.as_str()),
    };
    let is_legal = matches!(row, MoveRow::Legal(_));
    let mut job = LayoutJob::default();
    job.wrap.max_width = TextLine::text_width(ui.available_width(), MARGIN, MARGIN);
    let ink = if is_legal { theme.ink } else { theme.muted };
    if !title.is_empty() {
        job.append(&title, 0.0, TextFormat::simple(text::sans(text::BODY), ink));
    }
    if !note.is_empty() {
        let between = if title.is_empty() { "" } else { "\n" };
        let small = TextFormat::simple(text::sans(text::SMALL), theme.muted);
        job.append(&format!("{between}{note}"), 0.0, small);
    }
    ui.painter().layout_job(job)
}

fn row_ui(ui: &Ui, rect: Rect, (list, row): (&MoveList, &MoveRow), is_chosen: bool) -> Response {
    let galley = row_galley(ui, list, row);
    let name = galley.text().replace('\n', ". ");
    let (sense, role) = match row {
        MoveRow::Legal(_) => (Sense::click(), Role::ListBoxOption),
        _ => (Sense::hover(), Role::Label),
    };
    let response = ui.interact(rect, ui.scope_id().with(("move", &name)), sense);
    if !matches!(row, MoveRow::Legal(_)) {
        name_as(&response, role, &name);
        ui.painter().galley(rect.min + vec2(MARGIN, space::XS), galley, theme(ui).muted);
        return response;
    }
    let line =
        TextLine { name, galley, before: MARGIN, behind: MARGIN, height: rect.height(), is_chosen };
    line.draw(ui, rect, response, role).response
}
