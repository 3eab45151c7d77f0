//! The first step of the setup: the players and their seats.

use egui::{Align, Button, Key, Layout, Modifiers, Rect, Ui, vec2};
use plain_text::{counted, same_name, sentence};

use super::draft::{SetupDraft, SetupStep, default_name};
use rules::player::PlayerId;
use rules::setup::SetupProblem;
use ui_board::settings::Settings;
use ui_kit::icons::{Icon, paint_icon};
use ui_kit::keyboard;
use ui_kit::theme::{line, space, text, theme, touch};
use ui_kit::widgets::{
    MAX_NAME, RandomBelow, body, button, button_ui, caption, error_ui, lead, line_edit, select_all,
    toggle_button,
};

/// Width of the number of a seat and "first player", in points.
const SEAT_LABEL: f32 = 104.0;

/// Height reserved below a name for its problem, in points.
const PROBLEM: f32 = 18.0;

/// Height reserved for the description of the seats or of a solo game, in points.
const DESCRIPTION: f32 = 48.0;

pub(super) fn players_ui(
    ui: &mut Ui,
    settings: &Settings,
    chance: RandomBelow<'_>,
    draft: &mut SetupDraft,
) {
    ui.horizontal_wrapped(|ui| {
        for count in 1..=PlayerId::MAX {
            let words = counted(count, "player", "players");
            if ui.add(toggle_button(draft.count == count, words)).clicked() {
                draft.count = count;
                draft.check();
                // The names come next: the keyboard focus goes to the first empty one.
                let empty = draft.seats[..count].iter().position(|name| name.trim().is_empty());
                draft.focus = Some(empty.unwrap_or_default());
            }
        }
        ui.add_space(space::XL);
        if draft.count > 1 && button_ui(ui, "Random first player") {
            let seat = chance(draft.count).min(draft.count - 1);
            draft.make_first(seat);
        }
    });
    ui.add_space(space::S);
    let problems = draft.seat_problems();
    let mut pressed_button = None;
    let mut places = Vec::new();
    ui.scope(|ui| {
        // The gap below a name is the space for its problem.
        ui.spacing_mut().item_spacing.y = 0.0;
        for (seat, problem) in problems.iter().enumerate() {
            if seat >= draft.count {
                // The space of an empty seat stays, so that nothing moves when a player joins.
                ui.allocate_space(vec2(ui.available_width(), touch::TARGET + PROBLEM));
                continue;
            }
            let (place, pressed) = seat_ui(ui, draft, seat, problem.as_deref());
            pressed_button = pressed_button.or(pressed.map(|pressed| (seat, pressed)));
            places.push(place);
        }
    });
    // Tab goes from name to name first; the buttons next to the names come after the last one.
    for (seat, place) in places.into_iter().enumerate() {
        let pressed = seat_buttons_ui(ui, draft, seat, place);
        pressed_button = pressed_button.or(pressed.map(|pressed| (seat, pressed)));
    }
    match pressed_button {
        Some((seat, SeatChange::Up)) => draft.shift(seat, false),
        Some((seat, SeatChange::Down)) => draft.shift(seat, true),
        Some((seat, SeatChange::Remove)) => draft.remove(seat),
        Some((seat, SeatChange::Next)) if seat + 1 < draft.count => draft.focus = Some(seat + 1),
        Some((_, SeatChange::Next)) => draft.step = SetupStep::Board,
        None => {}
    }
    if pressed_button.is_some() {
        ui.ctx().request_repaint();
    }
    for problem in &draft.problems {
        if matches!(problem, SetupProblem::PlayerCount { .. }) {
            error_ui(ui, &sentence(&problem.to_string()), text::BODY);
        }
    }
    ui.scope(|ui| {
        ui.set_min_height(DESCRIPTION);
        caption(if draft.count == 1 { SOLO } else { SEATS }).ui(ui);
    });
    roster_ui(ui, settings, draft);
}

/// The description of the seats.
const SEATS: &str =
    "Seats run clockwise from the first player. Alt with an arrow moves a player up or down.";

/// The description of a solo game.
const SOLO: &str = "A solo game: all eight resources, seven times through the hand, and every building on the map complete at the end. The race and the start square set the difficulty; both are shown where they are chosen.";

/// A change that the row of a seat asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SeatChange {
    /// One seat towards the first player.
    Up,
    /// One seat away from the first player.
    Down,
    Remove,
    /// Goes on to the next name.
    Next,
}

/// Draws a seat with its name; returns the place of its buttons, and the change asked for by a key.
fn seat_ui(
    ui: &mut Ui,
    draft: &mut SetupDraft,
    seat: usize,
    problem: Option<&str>,
) -> (Rect, Option<SeatChange>) {
    let id = ui.make_persistent_id(("name of seat", seat));
    let has_focus = ui.memory(|memory| memory.has_focus(id));
    let pressed = |modifiers, key| keyboard::pressed_in(ui, has_focus, modifiers, key);
    let change = if pressed(Modifiers::ALT, Key::ArrowUp) {
        Some(SeatChange::Up)
    } else if pressed(Modifiers::ALT, Key::ArrowDown) {
        Some(SeatChange::Down)
    } else if pressed(Modifiers::NONE, Key::Enter) {
        Some(SeatChange::Next)
    } else {
        None
    };
    let row = ui.horizontal(|ui| {
        let is_first = seat == 0 && draft.count > 1;
        let (number, label) = (seat + 1, if is_first { "first player" } else { "" });
        let size = egui::vec2(SEAT_LABEL, touch::TARGET);
        ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
            ui.set_min_size(size);
            body(format!("{number}  {label}")).muted().ui(ui);
        });
        let buttons = 3.0 * touch::TARGET + 2.0 * space::S;
        let width = (ui.available_width() - buttons - 2.0 * space::S - FIELD_EDGES).max(96.0);
        let before = draft.seats[seat].clone();
        let hint = lead(default_name(seat)).muted().rich(ui);
        let edit = line_edit(&mut draft.seats[seat])
            .id(id)
            .char_limit(MAX_NAME)
            .hint_text(hint)
            .font(text::sans(text::LEAD))
            .desired_width(width)
            .return_key(None);
        let field = ui.add(edit).accessible_name(format!("Name {number}"));
        if let Some(problem) = problem {
            ui.ctx().accesskit_node_builder(field.id, |node| node.set_description(problem));
        }
        if draft.seats[seat] != before {
            draft.check();
        }
        let by_tab = field.gained_focus() && ui.input(|input| input.key_pressed(Key::Tab));
        if draft.focus == Some(seat) && !field.has_focus() {
            field.request_focus();
            ui.ctx().request_repaint();
        } else if draft.focus == Some(seat) || by_tab {
            // Typing replaces a name that is there.
            select_all(ui, &field, &draft.seats[seat]);
            draft.focus = None;
        }
        let (_, place) = ui.allocate_space(egui::vec2(buttons, touch::TARGET));
        place
    });
    ui.horizontal_top(|ui| {
        ui.set_min_height(PROBLEM);
        ui.add_space(SEAT_LABEL);
        if let Some(problem) = problem {
            error_ui(ui, problem, text::SMALL);
        }
    });
    (row.inner, change)
}

/// Width of a field beyond that of its text, in points.
const FIELD_EDGES: f32 = 16.0;

/// Draws the buttons at the end of a seat's row.
fn seat_buttons_ui(
    ui: &mut Ui,
    draft: &SetupDraft,
    seat: usize,
    place: Rect,
) -> Option<SeatChange> {
    let name = draft.name(seat);
    let is_last = seat + 1 == draft.count;
    let mut change = None;
    let builder = egui::UiBuilder::new()
        .id_salt(("buttons of seat", seat))
        .max_rect(place)
        .layout(Layout::left_to_right(Align::Center));
    let mut row = ui.new_child(builder);
    row.spacing_mut().item_spacing.x = space::S;
    for (button, label, disabled) in [
        (
            SeatChange::Up,
            format!("Move {name} up"),
            (seat == 0).then_some("This is the first player."),
        ),
        (
            SeatChange::Down,
            format!("Move {name} down"),
            is_last.then_some("This is the last seat."),
        ),
        (
            SeatChange::Remove,
            format!("Remove {name}"),
            (draft.count == 1).then_some("At least one plays."),
        ),
    ] {
        if seat_button_ui(&mut row, button, &label, disabled) {
            change = Some(button);
        }
    }
    change
}

/// Draws a button of a seat; it is pale, and shows the reason, if it cannot be pressed.
fn seat_button_ui(ui: &mut Ui, change: SeatChange, label: &str, disabled: Option<&str>) -> bool {
    let button =
        Button::new("").min_size(egui::Vec2::splat(touch::TARGET)).frame_when_inactive(false);
    let response = ui.add_enabled(disabled.is_none(), button);
    let theme = theme(ui);
    let color = if disabled.is_none() { theme.ink } else { theme.hairline };
    let center = response.rect.center();
    let reach = match change {
        SeatChange::Up => -4.0,
        SeatChange::Down => 4.0,
        SeatChange::Remove | SeatChange::Next => 0.0,
    };
    if reach == 0.0 {
        let place = Rect::from_center_size(center, egui::Vec2::splat(touch::ICON));
        paint_icon(ui.painter(), Icon::Close, place, color);
    } else {
        let tip = center + egui::vec2(0.0, reach);
        for side in [-7.0, 7.0] {
            let end = center + egui::vec2(side, -reach);
            let stroke = egui::Stroke::new(line::MARK, color);
            ui.painter().line_segment([end, tip], stroke);
        }
    }
    response
        .on_hover_text(label)
        .on_disabled_hover_text(disabled.unwrap_or_default())
        .accessible_name(label)
        .clicked()
}

/// Draws the people who played here before; those who have a seat keep their place, so that no
/// name moves under the pointer.
fn roster_ui(ui: &mut Ui, settings: &Settings, draft: &mut SetupDraft) {
    if settings.roster.is_empty() {
        return;
    }
    let names = draft.names();
    let is_full = draft.count == PlayerId::MAX
        && draft.seats[..draft.count].iter().all(|s| !s.trim().is_empty());
    caption("Played here before").ui(ui);
    let mut picked = None;
    ui.horizontal_wrapped(|ui| {
        for name in &settings.roster {
            let has_seat = names.iter().any(|seated| same_name(seated, name));
            let response = ui
                .add_enabled(!has_seat && !is_full, button(name))
                .accessible_name(format!("Add {name}"));
            if response.clicked() {
                picked = Some(name);
            }
        }
    });
    if let Some(name) = picked {
        draft.seat(name);
    }
}
