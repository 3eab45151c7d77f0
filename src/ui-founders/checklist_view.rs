//! The checklist for putting the table back, and the notes for taking it down.
//!
//! The list is next to the board, which shows the current piece: that of the hovered or focused
//! line, or else of the first line that is not ticked. Two people can share the work, each with a
//! list of their own. A tick belongs to the text of a line, so a line that is the same at another
//! entry stays ticked. The app saves the ticks of the present table until the table changes.

mod landmarks;

use std::collections::BTreeSet;

use egui::{EventFilter, Key, Modifiers, Response, ScrollArea, Ui};

use super::journal_panel::resource_icon;
use components::square::Square;
use journal::EntryId;
use memo::Memo;
use rules::Game;
use table::table::{Table, TextKey};
use table_inventory::take_down::{self, NoteRequest};
use table_inventory::{Checklist, ChecklistItem, TableItem};
use ui_board::Cx;
use ui_board::command::FoundersCommand;
use ui_board::pieces::{paint_player_badge, vote_tile_icon};
use ui_kit::icons::Icon;
use ui_kit::keyboard;
use ui_kit::queue::CommandQueue;
use ui_kit::theme::{space, theme, touch};
use ui_kit::widgets::{
    body, caption, group_ui, icon_button_ui, lead, panel_header_ui, primary_button_ui,
    reserve_scroll_bar, text_field_ui, tick_line_ui,
};
use ui_menu::Menu;

use landmarks::SiteMap;

/// Width of the player badge after a line.
const BADGE: f32 = 26.0;

/// The page that is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum LayoutPage {
    /// The checklist for putting the table back.
    #[default]
    PutBack,
    /// The notes before taking the table down.
    TakeDown,
}

/// The state of the checklist; belongs to one record.
#[derive(Default)]
pub struct ChecklistMemory {
    is_open: bool,
    page: LayoutPage,
    /// `true` if two people share the work.
    is_shared: bool,
    /// The squares of the current piece, for the board to mark.
    pub highlighted: Vec<Square>,
    list: Memo<TextKey, Checklist>,
    /// The ticked lines, by their recorded texts.
    done: BTreeSet<String>,
    /// The entry whose list was given the focus.
    focused_at: Option<EntryId>,
    /// The line that gets the focus in the next frame.
    focus: Option<usize>,
    notes: Memo<EntryId, Notes>,
}

/// The notes before the table is taken down.
struct Notes {
    to_note: Vec<NoteRequest>,
    /// The typed text of each note in the same order, then that of [`ELSE`].
    typed: Vec<String>,
}

/// The name of the note for everything else.
const ELSE: &str = "Anything else";

impl ChecklistMemory {
    /// Returns `true` if the list is shown.
    pub const fn is_open(&self) -> bool {
        self.is_open
    }

    /// Opens the list with the focus on the first line that is not ticked, or closes it.
    pub fn toggle(&mut self) {
        self.is_open = !self.is_open;
        self.highlighted.clear();
        self.focused_at = None;
    }

    /// Restores earlier ticks, given by the recorded texts of their lines.
    pub fn tick(&mut self, done: BTreeSet<String>) {
        self.done = done;
    }

    /// Closes the list; returns `true` if it was open.
    pub fn close(&mut self) -> bool {
        let was_open = self.is_open;
        if was_open {
            self.toggle();
        }
        was_open
    }

    /// Returns the index in the whole list of the first of `items` that is not ticked; `start` is
    /// the index of the first item.
    fn first_open(&self, items: &[ChecklistItem], start: usize) -> Option<usize> {
        items
            .iter()
            .position(|item| !self.done.contains(&item.record_text))
            .map(|index| index + start)
    }
}

/// Draws the checklist or the notes.
pub fn checklist_view_ui(ui: &mut Ui, cx: Cx<'_>, memory: &mut ChecklistMemory) {
    ui.horizontal(|ui| {
        for (page, label) in
            [(LayoutPage::PutBack, "Put the table back"), (LayoutPage::TakeDown, "Take it down")]
        {
            ui.selectable_value(&mut memory.page, page, label);
        }
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            if icon_button_ui(ui, Icon::Close, "Close the list", "").clicked() {
                cx.commands.push(FoundersCommand::Menu(Menu::Layout));
            }
        });
    });
    match memory.page {
        LayoutPage::PutBack => put_back_ui(ui, cx, memory),
        LayoutPage::TakeDown => take_down_ui(ui, cx, memory),
    }
}

fn put_back_ui(ui: &mut Ui, cx: Cx<'_>, memory: &mut ChecklistMemory) {
    let mut cached = std::mem::take(&mut memory.list);
    let list = cached.of(cx.table.text_key(), || Checklist::for_game(cx.table.named_game()));
    let shown = Some(cx.table.shown_entry());
    if memory.focused_at != shown {
        memory.focused_at = shown;
        memory.focus = memory.first_open(&list.items, 0);
    }
    memory.highlighted.clear();
    let ticked = memory.done.len();
    ui.horizontal_wrapped(|ui| {
        ui.selectable_value(&mut memory.is_shared, false, "One list");
        ui.selectable_value(&mut memory.is_shared, true, "Two lists");
        if ui.button("Print").on_hover_text(Menu::PrintLayout.entry().hint).clicked() {
            cx.commands.push(FoundersCommand::Menu(Menu::PrintLayout));
        }
        if ui.add_enabled(!memory.done.is_empty(), egui::Button::new("Untick all")).clicked() {
            memory.done.clear();
            memory.focus = Some(0);
        }
        menu_button_ui(ui, Menu::ComparePhotograph, cx.commands);
    });
    noted_ui(ui, cx.table);
    let split = list.on_board_count();
    let all = list.items.len();
    let game = cx.table.game();
    if memory.is_shared {
        let half = (ui.available_height() - space::M) / 2.0;
        ui.allocate_ui(egui::vec2(ui.available_width(), half), |ui| {
            share_ui(ui, game, &Share { list, range: 0..split, title: "On the board" }, memory);
        });
        share_ui(ui, game, &Share { list, range: split..all, title: "Around the board" }, memory);
    } else {
        share_ui(ui, game, &Share { list, range: 0..all, title: "Everything" }, memory);
    }
    // Every press changes the number of ticks by one, or clears them all.
    if memory.done.len() != ticked && !cx.table.is_past() {
        cx.commands.push(FoundersCommand::SaveTicks(memory.done.clone()));
    }
    if memory.highlighted.is_empty() {
        // Nothing is hovered: the next piece to place is the current one.
        let open = memory.first_open(&list.items, 0);
        if let Some(item) = open.and_then(|index| list.items.get(index)) {
            memory.highlighted.clone_from(&item.squares);
        }
    }
    memory.list = cached;
}

/// Draws the notes from when the table was taken down.
fn noted_ui(ui: &mut Ui, table: &Table) {
    let latest =
        take_down::latest(table.journal()).filter(|(entry, _)| *entry <= table.shown_number());
    if let Some((entry, notes)) = latest {
        caption(format!("Noted at entry {entry}, when the table was taken down")).ui(ui);
        for (name, words) in notes {
            body(format!("{name}: {words}")).ui(ui);
        }
    }
}

/// The part of the list that one person ticks.
struct Share<'a> {
    list: &'a Checklist,
    range: std::ops::Range<usize>,
    title: &'static str,
}

/// Draws the list of one person: its progress, and its lines under headings.
fn share_ui(ui: &mut Ui, game: &Game, share: &Share<'_>, memory: &mut ChecklistMemory) {
    let Share { list, range, title } = share;
    let items = &list.items[range.clone()];
    let done = items.iter().filter(|item| memory.done.contains(&item.record_text)).count();
    let all = items.len();
    panel_header_ui(ui, &format!("{title}: {done} of {all}"));
    #[expect(clippy::cast_precision_loss, reason = "a table holds a few hundred items")]
    let progress = done as f32 / all.max(1) as f32;
    ui.add(egui::ProgressBar::new(progress).desired_height(6.0).fill(theme(ui).good));
    ScrollArea::vertical().id_salt(title).auto_shrink([false, false]).show(ui, |ui| {
        reserve_scroll_bar(ui);
        ui.spacing_mut().item_spacing.y = 0.0;
        for (part, indices) in list.parts() {
            if !range.contains(&indices.start) {
                continue;
            }
            let heading = part.title(game);
            group_ui(ui, heading.clone(), |ui| {
                ui.add_space(space::S);
                lead(heading).bold().ui(ui);
                let (sites, lines): (Vec<usize>, Vec<usize>) =
                    indices.partition(|&index| is_site(&items[index - range.start]));
                for index in lines {
                    let item = &list.items[index];
                    let response = line_ui(ui, game, item, memory.done.contains(&item.record_text));
                    item_ui(ui, share, index, &response, memory);
                }
                if !sites.is_empty() {
                    sites_ui(ui, game, share, &sites, memory);
                }
            });
        }
        if range.end == list.items.len() {
            ui.add_space(space::M);
            body(format!("Then: {}", list.next)).ui(ui);
        }
    });
}

/// Returns `true` for a reserved site by which the orientation of the board is checked.
fn is_site(item: &ChecklistItem) -> bool {
    matches!(item.item, TableItem::Landmark(_)) && !item.squares.is_empty()
}

/// Draws the reserved sites on a picture of the board, each to tick like a line.
fn sites_ui(
    ui: &mut Ui,
    game: &Game,
    share: &Share<'_>,
    sites: &[usize],
    memory: &mut ChecklistMemory,
) {
    caption("If every framed site is at the same place on your table, the board lies the right way round. Press each one.")
        .ui(ui);
    let picture = SiteMap::draw(ui, game.board());
    for &index in sites {
        let item = &share.list.items[index];
        let is_done = memory.done.contains(&item.record_text);
        let response = picture.site_ui(ui, item, is_done);
        item_ui(ui, share, index, &response, memory);
    }
}

/// Handles an item to tick. Space ticks it and moves to the next open item; the arrow keys move.
fn item_ui(
    ui: &Ui,
    Share { list, range, .. }: &Share<'_>,
    index: usize,
    response: &Response,
    memory: &mut ChecklistMemory,
) {
    let item = &list.items[index];
    if memory.focus == Some(index) {
        memory.focus = None;
        response.request_focus();
        response.scroll_to_me(None);
    }
    if response.has_focus() {
        let arrows = EventFilter { vertical_arrows: true, ..EventFilter::default() };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, arrows));
        if keyboard::pressed_in(ui, true, Modifiers::NONE, Key::ArrowDown) {
            memory.focus = Some((index + 1).min(range.end - 1));
        } else if keyboard::pressed_in(ui, true, Modifiers::NONE, Key::ArrowUp) {
            memory.focus = Some(index.saturating_sub(1).max(range.start));
        }
    }
    if response.clicked() && !memory.done.remove(&item.record_text) {
        memory.done.insert(item.record_text.clone());
        // The next open line; skipped lines come last.
        let open = memory.first_open(&list.items[index..range.end], index);
        memory.focus = open.or_else(|| memory.first_open(&list.items[range.clone()], range.start));
    }
    if response.hovered() || response.has_focus() {
        memory.highlighted.clone_from(&item.squares);
    }
}

fn line_ui(ui: &mut Ui, game: &Game, item: &ChecklistItem, is_done: bool) -> Response {
    let size = (BADGE, touch::TARGET - space::S);
    let placed = tick_line_ui(ui, &item.text, icon_of(game, &item.item), is_done, size);
    if let Some(player) = item.player
        && ui.is_rect_visible(placed.rect)
    {
        let badge = placed.square(placed.rect.right() - BADGE / 2.0, 20.0);
        paint_player_badge(ui.painter(), badge, game, player);
    }
    placed.response
}

/// Returns the icon of an item.
fn icon_of(game: &Game, item: &TableItem) -> Icon {
    match item {
        TableItem::Board => Icon::ZoomFit,
        TableItem::Landmark(_) => Icon::Rotate,
        TableItem::Crossing { .. } | TableItem::Bridges { .. } => Icon::Bridge,
        TableItem::Roads(_) => Icon::Road,
        TableItem::Tile { tile, .. } => resource_icon(game, tile.resource),
        TableItem::House { .. } | TableItem::Houses { .. } => Icon::House,
        TableItem::Building { .. } | TableItem::VotedIn(_) => Icon::PrestigeBuilding,
        TableItem::Delivery { .. } => Icon::DeliveryToken,
        TableItem::Completion(_) => Icon::Completion,
        TableItem::Marker(_) => Icon::Warning,
        TableItem::Worker { .. } | TableItem::Workers { .. } => Icon::Worker,
        TableItem::Mat { .. } => Icon::People,
        TableItem::Active(_) => Icon::Play,
        TableItem::ResourceCard { resource, .. } => resource_icon(game, *resource),
        TableItem::Score(..) | TableItem::Achievement { .. } => Icon::Points,
        TableItem::Income(..) => Icon::Income,
        TableItem::Tracker { .. } => Icon::ClaimToken,
        TableItem::Money(..) => Icon::Money,
        TableItem::Influence { .. } | TableItem::SoloPrices { .. } | TableItem::Cycle(_) => {
            Icon::FleetingInfluence
        }
        TableItem::Hand { .. } | TableItem::Played { .. } => Icon::CardFaceUp,
        TableItem::Proposal { place, .. } => vote_tile_icon(*place),
        TableItem::Adviser { .. } => Icon::Adviser,
        TableItem::PrestigeDeck { .. }
        | TableItem::AdviserDeck { .. }
        | TableItem::Discards(_)
        | TableItem::BuildingsOutOfGame(_)
        | TableItem::AdvisersOutOfGame(_) => Icon::CardFaceDown,
    }
}

/// Draws the questions to settle before the table is taken down, each with a field for a note.
fn take_down_ui(ui: &mut Ui, cx: Cx<'_>, memory: &mut ChecklistMemory) {
    memory.highlighted.clear();
    if cx.table.is_past() {
        body("An earlier entry is shown; notes belong to the table as it is now.").ui(ui);
        return;
    }
    let of = cx.table.journal().here();
    let notes = memory.notes.of(of, || Notes::at(cx.table, of));
    ScrollArea::vertical().id_salt("take down").auto_shrink([false, false]).show(ui, |ui| {
        reserve_scroll_bar(ui);
        body("Everything that lies open is in the record. This is not:").ui(ui);
        let Notes { to_note, typed, .. } = notes;
        for (note, typed) in to_note.iter().zip(typed.iter_mut()) {
            ui.add_space(space::S);
            body(&note.text).ui(ui);
            note_field_ui(ui, typed, &note.name);
        }
        ui.add_space(space::S);
        if let Some(typed) = typed.last_mut() {
            note_field_ui(ui, typed, ELSE);
        }
        ui.add_space(space::M);
        if primary_button_ui(ui, "Keep in the record").clicked() {
            let comment = cx.table.journal().entry(of).comment();
            let note = take_down::with_notes(comment, &notes.named());
            cx.commands.push(FoundersCommand::CommentLatest(note));
        }
        caption(
            "It is kept as a comment on the latest entry, and shown when the table is put back.",
        )
        .ui(ui);
        ui.add_space(space::M);
        body("A photograph shows what no note does: how every piece lay.").ui(ui);
        menu_button_ui(ui, Menu::KeepPhotograph, cx.commands);
    });
}

fn menu_button_ui(ui: &mut Ui, menu: Menu, commands: &CommandQueue<FoundersCommand>) {
    if ui.button(menu.label()).on_hover_text(menu.entry().hint).clicked() {
        commands.push(FoundersCommand::Menu(menu));
    }
}

fn note_field_ui(ui: &mut Ui, typed: &mut String, label: &str) {
    ui.scope(|ui| {
        ui.spacing_mut().text_edit_width = ui.available_width();
        text_field_ui(ui, typed, label);
    });
}

impl Notes {
    /// Returns the notes to take at the latest entry, filled with those already taken there.
    fn at(table: &Table, of: EntryId) -> Self {
        let to_note = take_down::note_requests(table.named_game_now());
        let noted = take_down::notes_in(table.journal().entry(of).comment());
        let typed = to_note
            .iter()
            .map(|note| note.name.as_str())
            .chain([ELSE])
            .map(|name| {
                let known = noted.iter().find(|(other, _)| other == name);
                known.map_or_else(String::new, |(_, words)| words.clone())
            })
            .collect();
        Self { to_note, typed }
    }

    /// Returns the typed notes with their names.
    fn named(&self) -> Vec<(String, String)> {
        self.to_note
            .iter()
            .map(|note| note.name.clone())
            .chain([ELSE.to_owned()])
            .zip(self.typed.iter().cloned())
            .collect()
    }
}
