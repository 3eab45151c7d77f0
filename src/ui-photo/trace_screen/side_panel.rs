//! The side panel of the tracing screen: tools, kinds, checks, saving.

use egui::{
    Align2, DragValue, Response, Role, Sense, Slider, Stroke, StrokeKind, Ui, Vec2, WidgetInfo,
    vec2,
};
use plain_text::{counted, listed};

use crate::command::TraceCommand;
use crate::trace_screen::grid_draft::{GridDraft, OtherGuess};
use crate::trace_screen::keys::{go_to_unnumbered, go_to_unsure, kind_key};
use crate::trace_screen::paint_view::{square_description, tint};
use crate::trace_screen::{Painting, TraceDraft, free_name};
use board_photo::{CORNER_NAMES, FoldDirection, Folds, PaintKind, PaintTool, problem_square};
use components::board::Section;
use components::pack_check::PackProblem;
use ui_kit::keyboard;
use ui_kit::queue::CommandQueue;
use ui_kit::theme::{RADIUS, line, space, text, theme};
use ui_kit::widgets::{caption, error_ui, panel_header_ui, primary_button_ui, text_field_ui};
use ui_menu::Menu;

/// The maximum number of listed problems.
const MOST_LISTED: usize = 12;

/// The label of the button that takes a photograph with a phone of a player.
pub const TAKE_WITH_PHONE: &str = "Take it with a phone";

/// The size of a kind in the palette, in points: two of them fit side by side.
const KIND: Vec2 = vec2(154.0, 34.0);

/// Draws the panel.
pub(super) fn side_ui(ui: &mut Ui, draft: &mut TraceDraft, commands: &CommandQueue<TraceCommand>) {
    ui.spacing_mut().item_spacing.y = space::S;
    panel_header_ui(ui, "Trace a board");
    back_ui(ui, draft, commands);
    if let Some(words) = draft.work_message() {
        caption(words).ui(ui);
        if ui.button("Cancel").clicked() {
            draft.cancel();
        }
        return;
    }
    if let Some(message) = &draft.placement.photo_draft.error_message {
        error_ui(ui, message, text::BODY);
    }
    if draft.painting.is_some() {
        painting_ui(ui, draft, commands);
    } else {
        grid_ui(ui, draft, commands);
    }
}

/// Draws the button back to the step or the screen before.
fn back_ui(ui: &mut Ui, draft: &mut TraceDraft, commands: &CommandQueue<TraceCommand>) {
    if draft.painting.is_none() {
        if ui.button("Back").clicked() {
            commands.push(TraceCommand::Back);
        }
    } else if ui.button("Back to the corners").on_hover_text("The painting is kept.").clicked() {
        draft.back_to_corners();
    }
}

/// Draws the first step: photograph, size, corners.
fn grid_ui(ui: &mut Ui, draft: &mut TraceDraft, commands: &CommandQueue<TraceCommand>) {
    // Opening a photograph is the usual first action; painting an empty grid is the alternative.
    let has_photo = draft.placement.photo_draft.photo.is_some();
    let open = if has_photo {
        ui.button(Menu::Photograph.label())
    } else {
        primary_button_ui(ui, Menu::Photograph.label())
    };
    if open.clicked() {
        commands.push(TraceCommand::Menu(Menu::Photograph));
    }
    if draft.has_phone && ui.button(TAKE_WITH_PHONE).clicked() {
        commands.push(TraceCommand::TakeWithPhone);
    }
    search_message_ui(ui, &draft.placement);
    size_ui(ui, &mut draft.placement);
    let is_sound = grid_error_ui(ui, &draft.placement);
    let can_be_laid = is_sound && !draft.placement.is_working();
    ui.add_enabled_ui(can_be_laid, |ui| {
        let lay = if has_photo {
            primary_button_ui(ui, "Straighten and paint")
        } else {
            ui.button("Paint an empty grid")
        };
        if lay.clicked() {
            let ctx = ui.ctx().clone();
            draft.place_grid(&ctx);
            // From now on the keys belong to the board, not to a control in place of this button.
            keyboard::release_focus(ui);
        }
    });
    if has_photo {
        grid_keys_ui(ui, &mut draft.placement);
    }
}

/// Draws the message about the search for the grid, or the question that it leaves.
pub fn search_message_ui(ui: &mut Ui, placement: &GridDraft) {
    if let Some(words) = placement.search_message() {
        ui.strong(words);
    }
}

/// Draws the fields for columns and rows.
fn size_ui(ui: &mut Ui, placement: &mut GridDraft) {
    let mut size = placement.size();
    ui.horizontal(|ui| {
        for (name, count) in [("Columns", &mut size.0), ("Rows", &mut size.1)] {
            let label = ui.label(name);
            // A number of two digits counts once it is complete.
            let field = DragValue::new(count).range(1..=26).update_while_editing(false);
            ui.add(field).labelled_by(label.id);
        }
    });
    placement.set_size(size);
}

/// Draws the error of the grid; returns `true` if there is none.
pub fn grid_error_ui(ui: &mut Ui, placement: &GridDraft) -> bool {
    let error = placement.grid_error();
    if let Some(error) = &error {
        error_ui(ui, &error.to_string(), text::BODY);
    }
    if let Some(refusal) = placement.refusal() {
        error_ui(ui, refusal, text::BODY);
    }
    error.is_none()
}

/// Draws the keys that set the grid right, with a control for each.
pub fn grid_keys_ui(ui: &mut Ui, placement: &mut GridDraft) {
    let keys = match (placement.moves_corner(), placement.is_size_fixed()) {
        (true, _) => {
            "The corners of the grid belong on the outer corners of the board's squares. Drag a corner, or move it by the arrow keys; the glass shows its place."
        }
        (false, true) => {
            "An arrow key, or a dragged edge, moves the grid by one square. The squares beyond it are dashed."
        }
        (false, false) => {
            "An arrow key moves the edge on its side out by one row, Shift and the arrow moves it in, Ctrl and the arrow moves the whole grid. Edges can also be dragged. The squares beyond them are dashed."
        }
    };
    caption(keys).ui(ui);
    if let Some(OtherGuess { number, count, size: (columns, rows) }) = placement.other_guess() {
        let show = format!("Show guess {number} of {count}: {columns} × {rows} (G)");
        if ui.button(show).clicked() {
            placement.take_other_guess();
        }
    }
    if placement.can_snap() && ui.button("Snap to the lines (S)").clicked() {
        placement.snap();
    }
    ui.horizontal_wrapped(|ui| {
        let turn =
            if placement.turns_by_half() { "Turn by a half (T)" } else { "Turn by a quarter (T)" };
        if ui.button(turn).clicked() {
            placement.turn();
        }
        let undo = egui::Button::new("Undo (Backspace)");
        if ui.add_enabled(placement.can_undo(), undo).clicked() {
            placement.undo();
        }
    });
    moved_part_ui(ui, placement);
}

/// Draws the choice of what the arrow keys move: the edges, a corner, or an end of the fold. The
/// corners are arranged as on the board.
fn moved_part_ui(ui: &mut Ui, placement: &mut GridDraft) {
    let chosen = placement.moves_corner().then_some(placement.photo_draft.corner);
    let mut choice = chosen;
    ui.radio_value(&mut choice, None, "Edges");
    egui::Grid::new("corners").num_columns(2).show(ui, |ui| {
        for at in [0, 1, 3, 2] {
            ui.radio_value(&mut choice, Some(at), format!("Corner {}", CORNER_NAMES[at]));
            if at == 1 {
                ui.end_row();
            }
        }
        for (at, name) in placement.photo_draft.folds.place_names().enumerate() {
            if at % 2 == 0 {
                ui.end_row();
            }
            ui.radio_value(&mut choice, Some(CORNER_NAMES.len() + at), format!("Fold, {name}"));
        }
    });
    if choice != chosen {
        placement.choose_corner(choice);
        // From now on the arrow keys belong to the grid.
        keyboard::release_focus(ui);
    }
    if placement.moves_corner() {
        fold_ui(ui, placement);
    }
}

/// Draws the choice of the lines along which the board is folded.
fn fold_ui(ui: &mut Ui, placement: &mut GridDraft) {
    let Ok(size) = placement.grid() else {
        return;
    };
    if placement.photo_draft.folds == Folds::Flat {
        let help = "A board that is bent along a fold has two planes, and four with a second fold. Each is straightened by itself.";
        caption(help).ui(ui);
    }
    let (columns, rows) = (f32::from(size.columns()), f32::from(size.rows()));
    for (direction, count, fold, before) in [
        (
            FoldDirection::Columns,
            columns,
            "Fold between columns",
            "Columns to the left of the fold",
        ),
        (FoldDirection::Rows, rows, "Fold between rows", "Rows above the fold"),
    ] {
        let shown = placement.photo_draft.folds.fold(direction).map(|fold| fold.after);
        let mut after = shown;
        ui.horizontal_wrapped(|ui| {
            if let Some(line) = &mut after {
                let label = ui.label(before);
                // The middle of an odd number of squares is within one.
                let field = DragValue::new(line)
                    .range(0.5..=count - 0.5)
                    .speed(0.1)
                    .update_while_editing(false);
                ui.add(field).labelled_by(label.id);
                *line = (*line * 2.0).round() / 2.0;
                if ui.button(format!("Without the {}", fold.to_lowercase())).clicked() {
                    after = None;
                }
            } else if ui.add_enabled(count > 1.0, egui::Button::new(fold)).clicked() {
                // A board is folded in the middle more often than elsewhere.
                after = Some(count / 2.0);
            }
        });
        if after != shown {
            placement.set_fold(direction, after);
        }
    }
}

/// Draws the second step.
fn painting_ui(ui: &mut Ui, draft: &mut TraceDraft, commands: &CommandQueue<TraceCommand>) {
    if let Some(painting) = &mut draft.painting {
        for warning in &painting.doubts {
            error_ui(ui, &warning.to_string(), text::BODY);
        }
        brushes_ui(ui, painting);
        ui.horizontal(|ui| {
            let (undo, redo) = painting.tracing.can_undo_redo();
            if ui.add_enabled(undo, egui::Button::new("Undo stroke")).clicked() {
                commands.push(TraceCommand::Menu(Menu::Undo));
            }
            if ui.add_enabled(redo, egui::Button::new("Redo stroke")).clicked() {
                commands.push(TraceCommand::Menu(Menu::Redo));
            }
        });
        ui.separator();
        unsure_ui(ui, painting);
        if painting.picture.is_some() {
            pictures_ui(ui, painting, commands);
        }
    }
    square_ui(ui, draft);
    ui.separator();
    if let Some(painting) = &mut draft.painting {
        ui.checkbox(&mut painting.shows_sections, "Show the sections");
        if painting.picture.is_some() {
            ui.add(
                Slider::new(&mut painting.strength, 0.0..=1.0)
                    .show_value(false)
                    .text("Paint over photograph"),
            );
        }
        let unsure = painting.tracing.unsure().len();
        // The scope keeps the ids below stable, so that the name field keeps the keyboard whatever
        // is listed here.
        ui.scope(|ui| checks_ui(ui, &mut painting.cursor, &painting.problems, unsure));
    }
    ui.separator();
    if text_field_ui(ui, &mut draft.name, "Name of the board").changed() {
        draft.asks_name = false;
        draft.look_for_problems();
    }
    if !draft.is_named_like_another() && !draft.pack.boards.is_empty() {
        let known: Vec<&str> = draft.pack.boards.iter().map(|board| board.name.as_str()).collect();
        caption(format!("Saved beside what is known already: {}.", listed(&known))).ui(ui);
    }
}

/// Draws the end of the second step, which does not scroll with the panel.
pub(super) fn save_ui(ui: &mut Ui, draft: &mut TraceDraft, commands: &CommandQueue<TraceCommand>) {
    let Some(painting) = &draft.painting else {
        return;
    };
    let unsure = painting.tracing.unsure().len();
    if unsure > 0 {
        let all = counted(painting.tracing.grid().len(), "square", "squares");
        caption(format!(
            "{unsure} of {all} are unsure: they are saved as proposed, and stay unconfirmed."
        ))
        .ui(ui);
    }
    let mut is_saved = false;
    if draft.asks_name && draft.is_named_like_another() {
        let free = free_name(&draft.pack.boards);
        error_ui(ui, &format!("A board called {} is known already.", draft.name), text::BODY);
        if primary_button_ui(ui, &format!("Keep both: save as {free}")).clicked() {
            draft.name = free;
            is_saved = true;
        }
        is_saved |= ui.button(format!("Replace {}", draft.name)).clicked();
    } else if primary_button_ui(ui, "Save the board").clicked() {
        draft.asks_name = draft.is_named_like_another();
        is_saved = !draft.asks_name;
    }
    if is_saved {
        draft.look_for_problems();
        (draft.asks_name, draft.saved_as) = (false, Some(draft.name.clone()));
        let board = draft.painting.as_ref().map(|painting| Box::new(painting.tracing.pack()));
        let picture = draft.picture();
        commands.extend(board.map(|board| TraceCommand::SaveBoard(board, picture)));
    }
}

fn brushes_ui(ui: &mut Ui, painting: &mut Painting) {
    let kinds: Vec<Option<PaintKind>> =
        PaintKind::ALL.into_iter().map(Some).chain([None]).collect();
    egui::Grid::new("kinds")
        .num_columns(2)
        .spacing([space::XS, space::XS / 2.0])
        .min_row_height(0.0)
        .show(ui, |ui| {
            for pair in kinds.chunks(2) {
                for kind in pair {
                    if kind_ui(ui, *kind, painting.kind == *kind).clicked() {
                        painting.kind = *kind;
                    }
                }
                ui.end_row();
            }
        });
    ui.horizontal(|ui| {
        for tool in PaintTool::ALL {
            ui.selectable_value(&mut painting.tool, tool, tool.name());
        }
    });
    ui.checkbox(&mut painting.symmetry.mirror, "Mirror from left to right");
    ui.checkbox(&mut painting.symmetry.third_turn, "Repeat by third turns");
}

/// Draws a kind to paint with: its tint, its name, and its key. `None` wipes.
fn kind_ui(ui: &mut Ui, kind: Option<PaintKind>, is_chosen: bool) -> Response {
    let theme = theme(ui);
    let name = kind.map_or("wipe", PaintKind::name);
    let key = kind.map(|kind| kind_key(kind).name());
    let label = key.map_or_else(|| name.to_owned(), |key| format!("{name} ({key})"));
    let (place, response) = ui.allocate_exact_size(KIND, Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::RadioButton, true, is_chosen, &label));
    let painter = ui.painter();
    if is_chosen || response.hovered() {
        let strength = if is_chosen { 1.0 } else { 0.5 };
        let fill = theme.selection.gamma_multiply(strength);
        painter.rect_filled(place, RADIUS, fill);
    }
    if is_chosen {
        let edge = Stroke::new(line::MARK, theme.accent);
        painter.rect_stroke(place, RADIUS, edge, StrokeKind::Inside);
    }
    if response.has_focus() {
        painter.rect_stroke(place, RADIUS, theme.focus_ring(), StrokeKind::Inside);
    }
    let inner = place.shrink2(vec2(space::S, 0.0));
    let swatch = Align2::LEFT_CENTER.align_size_within_rect(Vec2::splat(space::L), inner);
    if let Some(kind) = kind {
        painter.rect(swatch, 2.0, tint(&theme, kind), theme.hair(), StrokeKind::Inside);
    }
    let name_at = swatch.right_center() + vec2(space::S, 0.0);
    let font = text::sans(text::SMALL);
    painter.text(name_at, Align2::LEFT_CENTER, name, font, theme.ink);
    if let Some(key) = key {
        let at = inner.right_center();
        let font = text::strong(text::SMALL);
        painter.text(at, Align2::RIGHT_CENTER, key, font, theme.muted);
    }
    response
}

fn unsure_ui(ui: &mut Ui, painting: &mut Painting) {
    if painting.tracing.pending_proposals().is_some() {
        caption("Working out the rest…").ui(ui);
    }
    let unsure = painting.tracing.unsure().len();
    let blank = painting.tracing.unknown_squares().len();
    if painting.picture.is_some() && !painting.tracing.is_painted() {
        caption(
            "What is proposed goes by the colours that the rulebook names. Paint about five \
             squares of each kind: every stroke makes it better.",
        )
        .ui(ui);
    }
    if blank > 0 {
        let squares = counted(blank, "square is", "squares are");
        caption(format!("{squares} unpainted: land of unknown terrain.")).ui(ui);
    }
    if unsure > 0 {
        let squares = counted(unsure, "square is", "squares are");
        caption(format!(
            "{squares} unsure. A letter paints one and goes to the next, those first that decide most; Enter accepts the proposal."
        )).ui(ui);
        if ui.button("Next unsure square (U)").clicked() {
            go_to_unsure(painting);
        }
    }
    let unnumbered = painting.tracing.unnumbered().len();
    if unnumbered > 0 {
        let squares = counted(unnumbered, "square carries", "squares carry");
        caption(format!(
            "{squares} a round mark. Where a start number is printed, its key enters it and goes to the next."
        )).ui(ui);
        if ui.button("Next round mark (M)").clicked() {
            go_to_unnumbered(painting);
        }
    }
}

/// Draws the buttons that add another photograph of the same board, or drop the earlier ones.
fn pictures_ui(ui: &mut Ui, painting: &mut Painting, commands: &CommandQueue<TraceCommand>) {
    let pictures = painting.tracing.pictures();
    if pictures > 1 {
        let pictures = counted(pictures, "photograph", "photographs");
        caption(format!("Proposed from {pictures} together.")).ui(ui);
    }
    ui.horizontal_wrapped(|ui| {
        let another = ui.button("Another photograph…").on_hover_text(
            "Of the same board, in other light or with the pieces moved: it fills in what this one cannot show.",
        );
        if another.clicked() {
            commands.push(TraceCommand::Menu(Menu::Photograph));
        }
        if pictures > 1 && ui.button("Only the latest").clicked() {
            painting.tracing.keep_latest_photo();
        }
    });
}

/// Draws the properties of the square under the cursor.
fn square_ui(ui: &mut Ui, draft: &mut TraceDraft) {
    let Some(painting) = &draft.painting else {
        return;
    };
    let cursor = painting.cursor;
    ui.strong(square_description(painting, cursor));
    let kind = painting.tracing.kind(cursor);
    let start = painting.tracing.start(cursor);
    let grid = painting.tracing.grid();
    let section = grid.index(cursor).and_then(|at| painting.tracing.sections()[at]);
    if kind == Some(PaintKind::Central) {
        ui.horizontal(|ui| {
            ui.label("Start number");
            for number in 1..=4 {
                let is_on = start == Some(number);
                let label = format!("Start {number}");
                let chosen = ui.selectable_label(is_on, number.to_string());
                if chosen.accessible_name(label).clicked() {
                    draft.change(|tracing| tracing.set_start(cursor, (!is_on).then_some(number)));
                }
            }
        });
    }
    if kind.is_none_or(PaintKind::is_land) {
        ui.horizontal(|ui| {
            ui.label("Section");
            for other in Section::ALL {
                let number = other.0 + 1;
                let chosen = ui.selectable_label(section == Some(other), number.to_string());
                if chosen.accessible_name(format!("Section {number}")).clicked() {
                    draft.change(|tracing| tracing.set_section(cursor, Some(other)));
                }
            }
        });
    }
}

/// Draws the problems of the board so far; a click moves the cursor to the square.
fn checks_ui(
    ui: &mut Ui,
    cursor: &mut components::square::Square,
    problems: &[PackProblem],
    unsure: usize,
) {
    if problems.is_empty() {
        let words = match unsure {
            0 => "No problems with the board.",
            _ => "Nothing contradicts itself; what is unsure may still be wrong.",
        };
        caption(words).ui(ui);
    }
    for problem in problems.iter().take(MOST_LISTED) {
        match problem_square(problem) {
            Some(square) => {
                let words = format!("{square}: {}, expected {}", problem.found, problem.expected);
                if ui.link(words).clicked() {
                    *cursor = square;
                }
            }
            None => error_ui(
                ui,
                &format!("Found {}, expected {}", problem.found, problem.expected),
                text::BODY,
            ),
        }
    }
    if problems.len() > MOST_LISTED {
        caption(format!("and {} more", problems.len() - MOST_LISTED)).ui(ui);
    }
}
