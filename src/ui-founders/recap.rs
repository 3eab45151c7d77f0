//! The recap: a strip next to the pending decision, and the page that unfolds below it.
//!
//! The strip lists the physical moves on the real table for the latest entry or, after an undo or
//! a repair, those that lead to it. Pressed, it unfolds: the actions of the turn, points and money
//! of every player, the whole list to tick off, and undo. The page overlays the screen, so that
//! nothing moves; it is open when a game is continued.

use std::collections::BTreeSet;

use egui::accesskit::Role;
use egui::{Align2, Area, Id, Rect, ScrollArea, Sense, Ui, WidgetInfo, pos2, vec2};
use plain_text::{capitalized, counted};

use super::arrangement::Arrangement;
use super::journal_panel::{icon_of, step_ui};
use components::quantity::{Money, Quantity};
use components::square::Square;
use journal::{EntryId, Journal};
use narration::PlayerNaming;
use narration::table_instructions::{PhysicalMove, instructions, undo_instructions};
use table::action_input::ActionInput;
use table::table::Table;
use table::turn::folded_since;
use ui_board::Cx;
use ui_board::command::FoundersCommand;
use ui_board::pieces::{paint_player_badge, signed_amount};
use ui_kit::icons::{Icon, paint_icon};
use ui_kit::theme::{RADIUS, space, text, theme, touch};
use ui_kit::widgets::{
    ROW_HEIGHT, body, button, figure, group_ui, hairline_ui, icon_button_ui, name_as, paint_focus,
    paint_in, panel_header_ui, popup_ui, toggle_button,
};
use ui_menu::Menu;

/// Height of the strip.
const HEIGHT: f32 = 36.0;
/// Space above and below the page, besides the action panel.
const AROUND: f32 = 44.0;
/// Minimum height of the page.
const MIN_HEIGHT: f32 = 240.0;
/// Minimum width of the page.
const MIN_WIDTH: f32 = 280.0;
/// Width of the bar below which the strip is an icon alone.
const ICON_ONLY: f32 = 1000.0;
/// Width of the columns of points and money.
const COLUMN: f32 = 84.0;

/// The state of the recap; belongs to one record.
#[derive(Debug, Default)]
pub struct RecapMemory {
    /// The squares of the hovered step, for the board to mark.
    pub highlighted: Vec<Square>,
    /// `true` if the screen has to show the points of the turn being paid once more.
    pub repeats_payments: bool,
    /// The height of the action panel, which is never covered.
    pub(super) action_panel_height: f32,
    unfolded: Unfolded,
    /// `true` if the list covers the whole card.
    is_whole: bool,
    /// The entry shown in the latest frame, and whether it was past.
    seen: Option<(EntryId, bool)>,
    /// The entry shown before, if the moves start from it.
    from: Option<EntryId>,
    /// The player names used in the steps.
    naming: PlayerNaming,
    steps: Vec<PhysicalMove>,
    done: BTreeSet<String>,
}

/// The reason why the page is unfolded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Unfolded {
    #[default]
    No,
    /// A player opened it.
    Requested,
    /// The game is continued.
    Continued,
}

impl RecapMemory {
    /// Unfolds the page because a game is continued.
    pub fn continue_game(&mut self) {
        self.unfolded = Unfolded::Continued;
    }

    /// Folds the page; returns `true` if it was unfolded.
    pub fn close(&mut self) -> bool {
        std::mem::take(&mut self.unfolded) != Unfolded::No
    }

    /// Updates the steps if another entry is shown than before.
    fn follow(&mut self, table: &Table) {
        self.highlighted.clear();
        let shown = (table.shown_entry(), table.is_past());
        let is_played_on = self.seen.is_some_and(|seen| seen != shown)
            || table.entry().is_some_and(ActionInput::has_started);
        // A page that unfolded by itself folds at the first input.
        if is_played_on && self.unfolded == Unfolded::Continued {
            self.unfolded = Unfolded::No;
        }
        let is_seen = self.seen == Some(shown);
        if is_seen && self.naming == table.naming() {
            return;
        }
        if !is_seen {
            let before = self.seen.replace(shown);
            // Viewing the past moves nothing; a past entry shows its own moves.
            self.from = before
                .filter(|(_, was_past)| !was_past && !table.is_past())
                .map(|(entry, _)| entry);
            self.done.clear();
        }
        self.naming = table.naming();
        self.steps = steps(table, self.from);
    }
}

/// Returns the physical moves for the entry shown, coming from another one.
fn steps(table: &Table, from: Option<EntryId>) -> Vec<PhysicalMove> {
    let journal = table.journal();
    let to = table.shown_entry();
    if let Some(from) = from {
        if !leads_to(journal, from, to) {
            return undo_instructions(table.named_game_of(&journal.game_after(from)), table.game());
        }
        if let Some((before, whole)) = folded_since(journal, from, to) {
            return instructions(table.named_game_of(&before), &whole);
        }
    }
    table
        .shown()
        .map(|(before, played)| instructions(table.named_game_of(before), played))
        .unwrap_or_default()
}

/// Returns `true` if `from` was played on the way to `to`.
fn leads_to(journal: &Journal, from: EntryId, to: EntryId) -> bool {
    let number = journal.entry(from).number();
    let mut id = to;
    while journal.entry(id).number() > number {
        id = journal.entry(id).before();
    }
    id == from
}

/// Returns the width of the strip next to the pending decision, in a bar of this width.
pub fn strip_width(bar: f32) -> f32 {
    if bar < ICON_ONLY { touch::TARGET } else { (bar * 0.26).clamp(250.0, 420.0) }
}

/// Draws the strip, and the unfolded page below it.
pub fn recap_ui(ui: &mut Ui, cx: Cx<'_>, memory: &mut RecapMemory) {
    memory.follow(cx.table);
    let (rect, response) =
        ui.allocate_exact_size(vec2(ui.available_width(), HEIGHT), Sense::click());
    let summary = match memory.steps.as_slice() {
        [] => "Nothing to move".to_owned(),
        steps => {
            let texts: Vec<String> = steps.iter().map(|step| capitalized(&step.text)).collect();
            texts.join(" · ")
        }
    };
    // In a low window the page would cover the action panel.
    if memory.unfolded == Unfolded::Continued
        && Arrangement::of(ui.ctx().content_rect().size()) == Arrangement::Low
    {
        memory.unfolded = Unfolded::No;
    }
    let is_open = memory.unfolded != Unfolded::No;
    response.widget_info(|| {
        WidgetInfo::selected(Role::Button, true, is_open, format!("What just happened: {summary}"))
    });
    paint_strip(ui, cx.table, memory, &summary, &response);
    if response.clicked() {
        memory.unfolded = if is_open { Unfolded::No } else { Unfolded::Requested };
    } else if is_open {
        unfolded_ui(ui, cx, rect, memory);
    }
    response.on_hover_text("What just happened, and what to move on the table");
}

fn paint_strip(
    ui: &Ui,
    table: &Table,
    memory: &RecapMemory,
    summary: &str,
    response: &egui::Response,
) {
    let (theme, rect) = (theme(ui), response.rect);
    let face = rect.shrink2(vec2(0.0, 2.0));
    let visuals = ui.style().interact_selectable(response, memory.unfolded != Unfolded::No);
    ui.painter().rect_filled(face, RADIUS, visuals.weak_bg_fill);
    ui.painter().rect_stroke(face, RADIUS, theme.hair(), egui::StrokeKind::Inside);
    paint_focus(ui, face, response);
    let icon = memory.steps.first().map_or(Icon::Check, |step| icon_of(table.game(), &step.what));
    let is_slim = rect.width() <= touch::TARGET;
    let left = if is_slim { rect.center().x } else { rect.left() + space::S + 10.0 };
    let place = Rect::from_center_size(pos2(left, rect.center().y), vec2(20.0, 20.0));
    let tint = if memory.steps.is_empty() { theme.muted } else { theme.ink };
    paint_icon(ui.painter(), icon, place, tint);
    if is_slim {
        return;
    }
    let is_open = memory.unfolded != Unfolded::No;
    let chevron = if is_open { Icon::ChevronDown } else { Icon::ChevronRight };
    let end = Rect::from_center_size(
        pos2(rect.right() - space::S - 8.0, rect.center().y),
        vec2(16.0, 16.0),
    );
    paint_icon(ui.painter(), chevron, end, theme.muted);
    let mut text_rect =
        face.with_min_x(place.right() + space::S).with_max_x(end.left() - space::XS);
    if memory.steps.len() > 1 {
        // The number of all steps, since the line may be truncated.
        let count = figure(memory.steps.len().to_string(), text::LEAD).muted().lay(ui);
        let at = paint_in(ui.painter(), text_rect, Align2::RIGHT_CENTER, count);
        text_rect.max.x = at.left() - space::S;
    }
    let words = if memory.steps.is_empty() { body(summary).muted() } else { body(summary) };
    words.paint_within(ui, text_rect, Align2::LEFT_CENTER);
}

/// Draws the page below the strip, over the screen.
fn unfolded_ui(ui: &Ui, cx: Cx<'_>, strip: Rect, memory: &mut RecapMemory) {
    let window = ui.ctx().content_rect();
    // As wide as the strip, so that it covers the side panel and not the board.
    let width =
        (strip.width() - 3.0 * space::M).max(MIN_WIDTH).min(window.width() - 4.0 * space::M);
    let height =
        (window.bottom() - strip.bottom() - memory.action_panel_height - AROUND).max(MIN_HEIGHT);
    let area = Area::new(Id::unique("what just happened"))
        .default_size(vec2(width, height))
        .pivot(Align2::RIGHT_TOP)
        .fixed_pos(pos2(strip.right(), strip.bottom() + space::XS));
    let folds = popup_ui(ui, area, strip, |ui| {
        ui.set_width(width);
        // Grows with the window.
        ui.set_max_height(height);
        ScrollArea::vertical().id_salt("what just happened").show(ui, |ui| page_ui(ui, cx, memory));
    });
    if folds {
        memory.close();
    }
}

fn page_ui(ui: &mut Ui, cx: Cx<'_>, memory: &mut RecapMemory) {
    ui.spacing_mut().item_spacing.y = space::XS;
    ui.horizontal(|ui| {
        let title = match memory.unfolded {
            Unfolded::Continued => "Since you last looked",
            Unfolded::Requested | Unfolded::No => "What just happened",
        };
        let width = (ui.available_width() - touch::TARGET).max(0.0);
        let (_, rect) = ui.allocate_space(vec2(width, touch::TARGET));
        let title_at = figure(title, text::TITLE).paint_within(ui, rect, Align2::LEFT_CENTER);
        let heading = ui.interact(title_at, ui.scope_id().with("title"), Sense::hover());
        name_as(&heading, Role::Heading, title);
        if icon_button_ui(ui, Icon::Close, "Close what just happened", "Esc").clicked() {
            memory.close();
        }
    });
    for (index, line) in cx.table.turn().sentences.iter().enumerate() {
        let is_last = index + 1 == cx.table.turn().sentences.len();
        let words = body(line);
        (if is_last { words.bold() } else { words.muted() }).ui(ui);
    }
    ui.add_space(space::S);
    scores_ui(ui, cx.table);
    ui.add_space(space::S);
    ui.horizontal_wrapped(|ui| {
        if !cx.table.turn().payments.is_empty()
            && ui.add(button("Show the points again").shortcut_text("Space")).clicked()
        {
            memory.repeats_payments = true;
        }
        if let Some(what) = cx.table.last_done()
            && !cx.table.is_past()
            && ui.add(button(format!("Take back: {what}")).truncate()).clicked()
        {
            cx.commands.push(FoundersCommand::Menu(Menu::Undo));
        }
    });
    ui.add_space(space::S);
    moves_ui(ui, cx.table, memory);
}

/// Draws points and money of every player, with their changes in the turn.
fn scores_ui(ui: &mut Ui, table: &Table) {
    let named = table.named_game();
    hairline_ui(ui);
    for player in named.game().players() {
        let points = counted(named.game().points(player), "point", "points");
        let label = format!("{}: {points}, {}", named.label(player), named.game().money(player));
        group_ui(ui, label, |ui| {
            let (_, rect) = ui.allocate_space(vec2(ui.available_width(), ROW_HEIGHT + space::XS));
            let token =
                Rect::from_center_size(pos2(rect.left() + 9.0, rect.center().y), vec2(18.0, 18.0));
            paint_player_badge(ui.painter(), token, named.game(), player);
            let money = rect.with_min_x(rect.right() - COLUMN);
            let points = money.translate(vec2(-COLUMN, 0.0));
            let name = rect.with_min_x(token.right() + space::S).with_max_x(points.left());
            body(named.label(player)).paint_within(ui, name, Align2::LEFT_CENTER);
            let effects = &table.turn().outlook;
            let held = named.game().points(player).to_string();
            let change = effects.change(player, Quantity::Points);
            number_ui(ui, points, &held, (Quantity::Points, change));
            let held = Money(named.game().money(player).0).to_string();
            let change = effects.change(player, Quantity::Money);
            number_ui(ui, money, &held, (Quantity::Money, change));
        });
    }
    hairline_ui(ui);
}

/// Draws a number, and its change in the turn.
fn number_ui(ui: &Ui, rect: Rect, held: &str, (what, change): (Quantity, i32)) {
    let (number, by) = rect.split_left_right_at_x(rect.right() - COLUMN * 0.48);
    figure(held, text::LEAD).paint_within(ui, number, Align2::RIGHT_CENTER);
    if change != 0 {
        let by = by.with_min_x(by.left() + space::XS);
        body(signed_amount(what, change)).muted().paint_within(ui, by, Align2::LEFT_CENTER);
    }
}

/// Draws the physical moves to tick off: for the latest entry, or for the whole card.
fn moves_ui(ui: &mut Ui, table: &Table, memory: &mut RecapMemory) {
    panel_header_ui(ui, "Move on the table");
    let whole = &table.turn().physical_moves;
    let differs = table.turn().entries.len() > 1 && *whole != memory.steps;
    if differs {
        ui.horizontal(|ui| {
            for (is_whole, label) in [(false, "The latest"), (true, "The whole card")] {
                if ui.add(toggle_button(memory.is_whole == is_whole, label)).clicked() {
                    memory.is_whole = is_whole;
                }
            }
        });
    }
    let steps = if differs && memory.is_whole { whole } else { &memory.steps };
    if steps.is_empty() {
        body("Nothing to move").muted().ui(ui);
        return;
    }
    group_ui(ui, "What to move".to_owned(), |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        for step in steps {
            let is_done = memory.done.contains(&step.text);
            let response = step_ui(ui, table.game(), step, is_done);
            if response.hovered() || response.has_focus() {
                memory.highlighted.clone_from(&step.squares);
            }
            if response.clicked() && !memory.done.remove(&step.text) {
                memory.done.insert(step.text.clone());
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use journal::Change;
    use notation::record::read_record;
    use rules::action::ActionKind;

    use super::*;
    use table::action_input::InputChoice;
    use table::examples::example;

    fn table() -> Table {
        let text = example("four-founders.founders").expect("it is there").text;
        Table::new(read_record(text.as_bytes()).record.expect("it can be read"))
    }

    fn texts(memory: &RecapMemory) -> Vec<&str> {
        memory.steps.iter().map(|step| step.text.as_str()).collect()
    }

    /// Returns a table whose latest entry paid money.
    fn paid() -> Table {
        let mut table = table();
        while !steps(&table, None).iter().any(|step| step.text.contains(" pays $")) {
            table.apply(Change::Undo(1)).expect("there is more");
        }
        table
    }

    #[test]
    fn undoing_a_payment_lists_the_money_to_return() {
        let mut table = paid();
        let mut memory = RecapMemory::default();
        memory.follow(&table);
        assert!(texts(&memory).iter().any(|text| text.contains(" pays $")), "{memory:?}");
        table.apply(Change::Undo(1)).expect("it was played");
        memory.follow(&table);
        let back = texts(&memory);
        assert!(back.iter().any(|text| text.contains(" takes $") && text.ends_with("back")));
        assert!(!back.iter().any(|text| text.contains(" pays $")), "{back:?}");
        table.apply(Change::Redo(1)).expect("it was taken back");
        memory.follow(&table);
        assert!(texts(&memory).iter().any(|text| text.contains(" pays $")), "{memory:?}");
    }

    #[test]
    fn several_redone_entries_are_one_list_and_viewing_the_past_shows_its_own_moves() {
        let mut table = table();
        let mut memory = RecapMemory::default();
        table.apply(Change::Undo(6)).expect("there are more");
        memory.follow(&table);
        let from = table.shown_entry();
        table.apply(Change::Redo(6)).expect("they were taken back");
        memory.follow(&table);
        let (before, whole) =
            folded_since(table.journal(), from, table.shown_entry()).expect("they follow");
        assert_eq!(memory.steps, instructions(table.named_game_of(&before), &whole));
        let here = table.shown_number();
        table.show_number(here - 3);
        memory.follow(&table);
        let (before, played) = table.shown().expect("an entry");
        assert_eq!(memory.steps, instructions(table.named_game_of(before), played));
        table.show_number(here);
        memory.follow(&table);
        let (before, played) = table.shown().expect("an entry");
        assert_eq!(memory.steps, instructions(table.named_game_of(before), played));
    }

    #[test]
    fn recap_is_open_after_continuing_until_the_first_input_or_entry() {
        let mut table = table();
        let mut memory = RecapMemory::default();
        memory.continue_game();
        memory.follow(&table);
        assert_eq!(memory.unfolded, Unfolded::Continued);
        table.apply(Change::Undo(1)).expect("there is more");
        memory.follow(&table);
        assert!(!memory.close(), "it folded itself");
        // Back to a card that was played.
        let card = loop {
            let last = table.journal().entry(table.shown_entry()).action().cloned();
            table.apply(Change::Undo(1)).expect("a card was played before");
            if let Some(ActionKind::Lead { card, .. }) = last.map(|action| action.kind) {
                break card;
            }
        };
        memory.follow(&table);
        memory.continue_game();
        memory.follow(&table);
        assert_eq!(memory.unfolded, Unfolded::Continued);
        table.pick(&InputChoice::Card(Some(card)));
        assert!(table.entry().is_some_and(ActionInput::has_started));
        memory.follow(&table);
        assert!(!memory.close(), "it folded itself");
    }
}
