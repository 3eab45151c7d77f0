//! What stands beside the board that is traced: tools, kinds, checks, saving.

use egui::{DragValue, RichText, Slider, Ui};

use super::keys::{go_to_unsure, kind_key};
use super::paint_view::{said_of, tint};
use super::{Painting, TraceDraft};
use crate::rules::board::Section;
use crate::rules::pack_check::PackProblem;
use crate::tracing::{CORNER_NAMES, Kind, Tool, square_of};
use crate::ui::cards::{note_ui, trouble_ui};
use crate::ui::command::{Command, Commands, Menu};
use crate::ui::theme::{space, text, theme};
use crate::ui::widgets::{panel_header_ui, primary_button_ui, text_field_ui};

/// So many problems are listed.
const MOST_LISTED: usize = 12;

/// The panel.
pub(super) fn side_ui(ui: &mut Ui, draft: &mut TraceDraft, commands: &mut Commands) {
    ui.spacing_mut().item_spacing.y = space::S;
    panel_header_ui(ui, "Trace a board");
    if draft.painting.is_some() {
        painting_ui(ui, draft, commands);
    } else {
        grid_ui(ui, draft, commands);
    }
}

/// The first step: photograph, size, corners.
fn grid_ui(ui: &mut Ui, draft: &mut TraceDraft, commands: &mut Commands) {
    if ui.button(Menu::Photograph.label()).clicked() {
        commands.push(Command::Menu(Menu::Photograph));
    }
    ui.horizontal(|ui| {
        let label = ui.label("Columns");
        ui.add(DragValue::new(&mut draft.size.0).range(1..=26))
            .labelled_by(label.id);
        let label = ui.label("Rows");
        ui.add(DragValue::new(&mut draft.size.1).range(1..=26))
            .labelled_by(label.id);
    });
    if draft.photo.is_some() {
        note_ui(ui, "Drag the corners of the grid to the outer corners of the board's squares; the arrow keys move by a pixel. The lines have to lie between the squares.".to_owned());
        ui.horizontal_wrapped(|ui| {
            for (at, corner) in CORNER_NAMES.into_iter().enumerate() {
                ui.radio_value(&mut draft.corner, at, format!("Corner {corner}"));
            }
        });
    }
    let trouble = draft.trouble();
    if let Some(trouble) = &trouble {
        trouble_ui(ui, &trouble.to_string(), text::BODY);
    }
    let label = if draft.photo.is_some() {
        "Straighten and paint"
    } else {
        "Paint an empty grid"
    };
    ui.add_enabled_ui(trouble.is_none(), |ui| {
        if primary_button_ui(ui, label).clicked() {
            let ctx = ui.ctx().clone();
            draft.lay_grid(&ctx);
            // The keys are the board's from now on, whatever stands in the place of the button.
            ui.memory_mut(|memory| {
                if let Some(focused) = memory.focused() {
                    memory.surrender_focus(focused);
                }
            });
        }
    });
}

/// The second step.
fn painting_ui(ui: &mut Ui, draft: &mut TraceDraft, commands: &mut Commands) {
    if let Some(painting) = &mut draft.painting {
        brushes_ui(ui, painting);
        ui.horizontal(|ui| {
            let (undo, redo) = painting.tracing.can_undo_redo();
            if ui
                .add_enabled(undo, egui::Button::new("Undo stroke"))
                .clicked()
            {
                commands.push(Command::Menu(Menu::Undo));
            }
            if ui
                .add_enabled(redo, egui::Button::new("Redo stroke"))
                .clicked()
            {
                commands.push(Command::Menu(Menu::Redo));
            }
        });
        ui.separator();
        unsure_ui(ui, painting);
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
        checks_ui(ui, &mut painting.cursor, &painting.problems);
    }
    ui.separator();
    if text_field_ui(ui, &mut draft.name, "Name of the board").changed() {
        draft.look_for_problems();
    }
    if let Some(painting) = &draft.painting
        && primary_button_ui(ui, "Save the board").clicked()
    {
        commands.push(Command::SaveBoard(Box::new(painting.tracing.pack())));
    }
    if ui
        .button("Back to the corners")
        .on_hover_text("What is painted is lost.")
        .clicked()
    {
        draft.painting = None;
    }
}

fn brushes_ui(ui: &mut Ui, painting: &mut Painting) {
    let theme = theme(ui.ctx());
    egui::Grid::new("kinds")
        .num_columns(2)
        .spacing([space::S, space::XS])
        .show(ui, |ui| {
            for (index, kind) in Kind::ALL.into_iter().enumerate() {
                ui.horizontal(|ui| {
                    let (place, _) =
                        ui.allocate_exact_size(egui::Vec2::splat(14.0), egui::Sense::hover());
                    ui.painter().rect(
                        place,
                        2.0,
                        tint(&theme, kind),
                        theme.hair(),
                        egui::StrokeKind::Inside,
                    );
                    let key = kind_key(kind).name();
                    let label = format!("{kind} ({key})");
                    let label = RichText::new(label).font(text::sans(text::SMALL));
                    ui.radio_value(&mut painting.kind, Some(kind), label);
                });
                if index % 2 == 1 {
                    ui.end_row();
                }
            }
        });
    ui.radio_value(&mut painting.kind, None, "wipe");
    ui.horizontal(|ui| {
        for tool in Tool::ALL {
            ui.selectable_value(&mut painting.tool, tool, tool.name());
        }
    });
    ui.checkbox(&mut painting.symmetry.mirror, "Mirror from left to right");
    ui.checkbox(&mut painting.symmetry.third_turn, "Repeat by third turns");
}

fn unsure_ui(ui: &mut Ui, painting: &mut Painting) {
    let unsure = painting.tracing.unsure().len();
    let blank = painting.tracing.blank().len();
    if blank > 0 && painting.picture.is_some() {
        note_ui(
            ui,
            "Paint about five squares of each kind; the rest is proposed.".to_owned(),
        );
    } else if blank > 0 {
        note_ui(
            ui,
            format!("{blank} squares are not painted yet; they are land of unknown terrain."),
        );
    }
    if unsure > 0 {
        note_ui(
            ui,
            format!(
                "{unsure} squares are unsure. A letter paints one and goes to the next, Enter takes what is proposed."
            ),
        );
        if ui.button("Next unsure square (U)").clicked() {
            go_to_unsure(painting);
        }
    }
}

/// What can be said of the square under the cursor.
fn square_ui(ui: &mut Ui, draft: &mut TraceDraft) {
    let Some(painting) = &draft.painting else {
        return;
    };
    let cursor = painting.cursor;
    ui.strong(said_of(painting, cursor));
    let kind = painting.tracing.kind(cursor);
    let start = painting.tracing.start(cursor);
    let grid = painting.tracing.grid();
    let section = grid
        .index(cursor)
        .and_then(|at| painting.tracing.sections()[at]);
    if kind == Some(Kind::Central) {
        ui.horizontal(|ui| {
            ui.label("Start number");
            for number in 1..=4 {
                let is_on = start == Some(number);
                let label = format!("Start {number}");
                let chosen = ui.selectable_label(is_on, number.to_string());
                ui.ctx()
                    .accesskit_node_builder(chosen.id, |node| node.set_label(label));
                if chosen.clicked() {
                    draft.change(|tracing| tracing.set_start(cursor, (!is_on).then_some(number)));
                }
            }
        });
    }
    if kind.is_none_or(Kind::is_land) {
        ui.horizontal(|ui| {
            ui.label("Section");
            for other in Section::ALL {
                let number = other.0 + 1;
                let chosen = ui.selectable_label(section == Some(other), number.to_string());
                ui.ctx().accesskit_node_builder(chosen.id, |node| {
                    node.set_label(format!("Section {number}"));
                });
                if chosen.clicked() {
                    draft.change(|tracing| tracing.set_section(cursor, Some(other)));
                }
            }
        });
    }
}

/// What is wrong with the board so far; a click goes there.
fn checks_ui(ui: &mut Ui, cursor: &mut crate::rules::square::Square, problems: &[PackProblem]) {
    if problems.is_empty() {
        note_ui(ui, "Nothing is wrong with the board.".to_owned());
    }
    for problem in problems.iter().take(MOST_LISTED) {
        match square_of(problem) {
            Some(square) => {
                let words = format!("{square}: {}, expected {}", problem.found, problem.expected);
                if ui.link(words).clicked() {
                    *cursor = square;
                }
            }
            None => trouble_ui(
                ui,
                &format!("Found {}, expected {}", problem.found, problem.expected),
                text::BODY,
            ),
        }
    }
    if problems.len() > MOST_LISTED {
        note_ui(ui, format!("and {} more", problems.len() - MOST_LISTED));
    }
}
