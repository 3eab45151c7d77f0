//! Putting the table back, and taking it down: everything that lies on it, to be ticked off.
//!
//! The list stands beside the board, which shows the piece at hand: the line that is pointed at
//! or has the keyboard, else the first that is not ticked. Two people can share the work, each
//! with a list of their own. A tick belongs to the words of a line: whatever stays as it is when
//! another entry is looked at stays ticked. What is ticked of the table as it is now is kept by the app,
//! until the table is another one.

use std::collections::BTreeSet;

use egui::{EventFilter, Key, Modifiers, ScrollArea, Ui};

use components::square::Square;
use journal::EntryId;
use layout::take_down::{self, ToNote};
use layout::{Checklist, Item, Thing};
use memo::Memo;
use rules::Game;
use table::table::{Table, ToldOf};
use ui_board::Cx;
use ui_board::command::FoundersCommand;
use ui_board::pieces::{paint_player_badge, vote_tile_icon};
use ui_kit::icons::Icon;
use ui_kit::keyboard;
use ui_kit::queue::Queue;
use ui_kit::theme::{space, theme, touch};
use ui_kit::widgets::{
    beside_bar, body, caption, group_ui, icon_button_ui, lead, panel_header_ui, primary_button_ui,
    text_field_ui, tick_line_ui,
};
use ui_menu::Menu;

/// Room for the sign of a player behind a line.
const BADGE: f32 = 26.0;

/// What is being done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum LayoutPage {
    /// The table is put back.
    #[default]
    PutBack,
    /// The table is about to be taken down.
    TakeDown,
}

/// What the list remembers; it belongs to one record.
#[derive(Default)]
pub struct LayoutMemory {
    is_open: bool,
    page: LayoutPage,
    /// Whether two people share the work.
    is_shared: bool,
    /// The squares of the piece at hand, for the board to mark.
    pub highlighted: Vec<Square>,
    list: Memo<ToldOf, Checklist>,
    /// The lines that are ticked, in the words of the record.
    done: BTreeSet<String>,
    /// The entry whose list was given the keyboard.
    focused_at: Option<EntryId>,
    /// The line that is given the keyboard in the next frame.
    focus: Option<usize>,
    notes: Memo<EntryId, Notes>,
}

/// What is being noted before the table is taken down.
struct Notes {
    to_note: Vec<ToNote>,
    /// As far as it is typed, in the same order; what else there is to say comes last.
    typed: Vec<String>,
}

/// The name of what fits no other note.
const ELSE: &str = "Anything else";

impl LayoutMemory {
    /// Whether the list is shown.
    pub const fn is_open(&self) -> bool {
        self.is_open
    }

    /// Opens the list, with the keyboard on the first line that is not ticked, or closes it.
    pub fn toggle(&mut self) {
        self.is_open = !self.is_open;
        self.highlighted.clear();
        self.focused_at = None;
    }

    /// Takes up what was ticked before, in the words of the record.
    pub fn tick(&mut self, done: BTreeSet<String>) {
        self.done = done;
    }

    /// Closes the list; says whether it was open.
    pub fn close(&mut self) -> bool {
        let was_open = self.is_open;
        if was_open {
            self.toggle();
        }
        was_open
    }

    /// The first line that is not ticked, counted from `start` within the whole list.
    fn first_open(&self, items: &[Item], start: usize) -> Option<usize> {
        let open = items.iter().position(|item| !self.done.contains(&item.recorded));
        open.map(|index| index + start)
    }
}

/// Draws the list.
pub fn layout_view_ui(ui: &mut Ui, cx: Cx<'_>, memory: &mut LayoutMemory) {
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

fn put_back_ui(ui: &mut Ui, cx: Cx<'_>, memory: &mut LayoutMemory) {
    let mut kept = std::mem::take(&mut memory.list);
    let list = kept.of(cx.table.told_of(), || Checklist::of(cx.table.named_game()));
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
    let split = list.on_board();
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
    // Each press ticks or unticks, so that the number tells.
    if memory.done.len() != ticked && !cx.table.is_past() {
        cx.commands.push(FoundersCommand::Ticked(memory.done.clone()));
    }
    if memory.highlighted.is_empty() {
        // Nothing is pointed at: the next thing to lay down is at hand.
        let open = memory.first_open(&list.items, 0);
        if let Some(item) = open.and_then(|index| list.items.get(index)) {
            memory.highlighted.clone_from(&item.squares);
        }
    }
    memory.list = kept;
}

/// What was noted when the table was taken down.
fn noted_ui(ui: &mut Ui, table: &Table) {
    let noted = take_down::latest(table.journal());
    if let Some((entry, notes)) = noted.filter(|(entry, _)| *entry <= table.looked_at()) {
        let said = format!("Noted at entry {entry}, when the table was taken down");
        caption(said).ui(ui);
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

/// Draws the list of one person: its progress, and its lines under their headings.
fn share_ui(ui: &mut Ui, game: &Game, share: &Share<'_>, memory: &mut LayoutMemory) {
    let Share { list, range, title } = share;
    let items = &list.items[range.clone()];
    let done = items.iter().filter(|item| memory.done.contains(&item.recorded));
    let (done, all) = (done.count(), items.len());
    panel_header_ui(ui, &format!("{title}: {done} of {all}"));
    #[expect(clippy::cast_precision_loss, reason = "a table holds some hundred things")]
    let part = done as f32 / all.max(1) as f32;
    let bar = egui::ProgressBar::new(part).desired_height(6.0);
    ui.add(bar.fill(theme(ui).good));
    ScrollArea::vertical().id_salt(title).auto_shrink([false, false]).show(ui, |ui| {
        beside_bar(ui);
        ui.spacing_mut().item_spacing.y = 0.0;
        for (part, places) in list.parts() {
            if !range.contains(&places.start) {
                continue;
            }
            let heading = part.title(game);
            group_ui(ui, heading.clone(), |ui| {
                ui.add_space(space::S);
                lead(heading).bold().ui(ui);
                for index in places {
                    item_ui(ui, game, share, index, memory);
                }
            });
        }
        if range.end == list.items.len() {
            ui.add_space(space::M);
            let next = format!("Then: {}", list.next);
            body(next).ui(ui);
        }
    });
}

/// A line to tick. Space ticks and goes on to the next open line, the arrow keys move.
fn item_ui(
    ui: &mut Ui,
    game: &Game,
    Share { list, range, .. }: &Share<'_>,
    index: usize,
    memory: &mut LayoutMemory,
) {
    let item = &list.items[index];
    let is_done = memory.done.contains(&item.recorded);
    let response = line_ui(ui, game, item, is_done);
    if memory.focus == Some(index) {
        memory.focus = None;
        response.request_focus();
        response.scroll_to_me(None);
    }
    if response.has_focus() {
        let arrows = EventFilter { vertical_arrows: true, ..EventFilter::default() };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, arrows));
        let pressed = |key| keyboard::pressed_in(ui, true, Modifiers::NONE, key);
        if pressed(Key::ArrowDown) {
            memory.focus = Some((index + 1).min(range.end - 1));
        } else if pressed(Key::ArrowUp) {
            memory.focus = Some(index.saturating_sub(1).max(range.start));
        }
    }
    if response.clicked() && !memory.done.remove(&item.recorded) {
        memory.done.insert(item.recorded.clone());
        // The next open one, those passed over coming last.
        let open = memory.first_open(&list.items[index..range.end], index);
        memory.focus = open.or_else(|| memory.first_open(&list.items[range.clone()], range.start));
    }
    if response.hovered() || response.has_focus() {
        memory.highlighted.clone_from(&item.squares);
    }
}

fn line_ui(ui: &mut Ui, game: &Game, item: &Item, is_done: bool) -> egui::Response {
    let size = (BADGE, touch::TARGET - space::S);
    let placed = tick_line_ui(ui, &item.text, icon_of(game, &item.what), is_done, size);
    if let Some(player) = item.player
        && ui.is_rect_visible(placed.rect)
    {
        let badge = placed.square(placed.rect.right() - BADGE / 2.0, 20.0);
        paint_player_badge(ui.painter(), badge, game, player);
    }
    placed.response
}

/// The drawing of a thing.
fn icon_of(game: &Game, thing: &Thing) -> Icon {
    let contents = game.contents();
    let resource = |id| Icon::of_resource(contents.resource_name(id)).unwrap_or(Icon::ClaimToken);
    match thing {
        Thing::Board => Icon::ZoomFit,
        Thing::Landmark(_) => Icon::Rotate,
        Thing::Crossing { .. } | Thing::Bridges { .. } => Icon::Bridge,
        Thing::Roads(_) => Icon::Road,
        Thing::Tile { tile, .. } => resource(tile.resource),
        Thing::House { .. } | Thing::Houses { .. } => Icon::House,
        Thing::Building { .. } | Thing::VotedIn(_) => Icon::PrestigeBuilding,
        Thing::Delivery { .. } => Icon::DeliveryToken,
        Thing::Completion(_) => Icon::Completion,
        Thing::Marker(_) => Icon::Warning,
        Thing::Worker { .. } | Thing::Workers { .. } => Icon::Worker,
        Thing::Mat { .. } => Icon::People,
        Thing::Active(_) => Icon::Play,
        Thing::ResourceCard { resource: id, .. } => resource(*id),
        Thing::Score(..) | Thing::Achievement { .. } => Icon::Points,
        Thing::Income(..) => Icon::Income,
        Thing::Tracker { .. } => Icon::ClaimToken,
        Thing::Money(..) => Icon::Money,
        Thing::Influence { .. } | Thing::SoloPrices { .. } | Thing::Cycle(_) => {
            Icon::FleetingInfluence
        }
        Thing::Hand { .. } | Thing::Played { .. } => Icon::CardFaceUp,
        Thing::Proposal { place, .. } => vote_tile_icon(*place),
        Thing::Adviser { .. } => Icon::Adviser,
        Thing::PrestigeDeck { .. }
        | Thing::AdviserDeck { .. }
        | Thing::Discards(_)
        | Thing::BuildingsGone(_)
        | Thing::AdvisersGone(_) => Icon::CardFaceDown,
    }
}

/// What to see to before the evening ends, with a place for what is noted.
fn take_down_ui(ui: &mut Ui, cx: Cx<'_>, memory: &mut LayoutMemory) {
    memory.highlighted.clear();
    if cx.table.is_past() {
        body("An earlier entry is shown; notes belong to the table as it is now.").ui(ui);
        return;
    }
    let of = cx.table.journal().here();
    let notes = memory.notes.of(of, || Notes::at(cx.table, of));
    ScrollArea::vertical().id_salt("take down").auto_shrink([false, false]).show(ui, |ui| {
        beside_bar(ui);
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
            let said = take_down::with_notes(comment, &notes.said());
            cx.commands.push(FoundersCommand::Note(said));
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

fn menu_button_ui(ui: &mut Ui, menu: Menu, commands: &Queue<FoundersCommand>) {
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
    /// What to note at the latest entry; what was noted there already can be gone on with.
    fn at(table: &Table, of: EntryId) -> Self {
        let to_note = take_down::to_note(table.named_game_now());
        let noted = take_down::notes_in(table.journal().entry(of).comment());
        let names = to_note.iter().map(|note| note.name.as_str());
        let typed = names.chain([ELSE]).map(|name| {
            let known = noted.iter().find(|(other, _)| other == name);
            known.map_or_else(String::new, |(_, words)| words.clone())
        });
        Self { typed: typed.collect(), to_note }
    }

    /// What is typed, under the names of what is noted.
    fn said(&self) -> Vec<(String, String)> {
        let names = self.to_note.iter().map(|note| note.name.clone());
        let names = names.chain([ELSE.to_owned()]);
        names.zip(self.typed.iter().cloned()).collect()
    }
}
