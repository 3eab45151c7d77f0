//! Keys of the tracing screen, for everything that the mouse can do.

use egui::{Key, Modifiers, Ui};

use crate::photo_view::arrows;
use crate::trace_screen::corners_view::ARROWS;
use crate::trace_screen::grid_draft::GridDraft;
use crate::trace_screen::{Painting, TraceDraft};
use board_photo::{PaintKind, PaintTool, Symmetry};
use components::specs::Terrain;
use components::square::Square;
use ui_kit::keyboard;
use ui_tiles::terrain_key;

/// Returns the key that paints with a kind.
pub const fn kind_key(kind: PaintKind) -> Key {
    match kind {
        PaintKind::Entrance => terrain_key(Terrain::Entrance),
        PaintKind::Coastal => terrain_key(Terrain::Coastal),
        PaintKind::Forested => terrain_key(Terrain::Forested),
        PaintKind::Central => terrain_key(Terrain::Central),
        PaintKind::River => Key::R,
        PaintKind::Wall => Key::W,
        PaintKind::Outside => Key::O,
        PaintKind::WestGatehouse => Key::A,
        PaintKind::NorthGatehouse => Key::N,
        PaintKind::EitherGatehouse => Key::B,
        PaintKind::GhostFortress => Key::P,
        PaintKind::Reserved => Key::S,
    }
}

/// Handles the keys that were pressed, unless a text field has the keyboard.
pub(super) fn handle_keys(ui: &Ui, draft: &mut TraceDraft) {
    let Some(painting) = &mut draft.painting else {
        if handle_grid_keys(ui, &mut draft.placement) && draft.straightening.is_none() {
            let ctx = ui.ctx().clone();
            draft.place_grid(&ctx);
        }
        return;
    };
    let is_free = keyboard::is_free(ui.ctx());
    for (across, down) in arrows(ui) {
        step(painting, across, down);
    }
    for kind in PaintKind::ALL {
        if pressed(ui, kind_key(kind)) {
            paint_here(draft, kind);
            return;
        }
    }
    for (number, key) in [(1, Key::Num1), (2, Key::Num2), (3, Key::Num3), (4, Key::Num4)] {
        if pressed(ui, key) {
            let cursor = painting.cursor;
            let same = painting.tracing.start(cursor) == Some(number);
            let was_unnumbered = painting.tracing.unnumbered().contains(&cursor);
            draft.change(|tracing| tracing.set_start(cursor, (!same).then_some(number)));
            if let Some(painting) = draft.painting.as_mut().filter(|_| was_unnumbered) {
                go_to_unnumbered(painting);
            }
            return;
        }
    }
    if pressed(ui, Key::U) {
        go_to_unsure(painting);
    } else if pressed(ui, Key::M) {
        go_to_unnumbered(painting);
    } else if pressed(ui, Key::Backspace) || pressed(ui, Key::Delete) {
        let cursor = painting.cursor;
        draft.change(|tracing| {
            tracing.stroke(PaintTool::Brush, &[cursor], None, Symmetry::default());
        });
    } else if is_free && (pressed(ui, Key::Enter) || pressed(ui, Key::Space)) {
        accept(draft);
    }
}

fn pressed(ui: &Ui, key: Key) -> bool {
    keyboard::pressed(ui, Modifiers::NONE, key)
}

/// Handles the keys that place a grid on a photograph: they move edges or a corner, count squares,
/// turn, and undo. Returns `true` if Enter was pressed and the grid is ready.
pub fn handle_grid_keys(ui: &Ui, draft: &mut GridDraft) -> bool {
    if draft.photo_draft.photo.is_none() || !keyboard::is_free(ui.ctx()) {
        return false;
    }
    if draft.moves_corner() {
        let from = draft.placement();
        if draft.photo_draft.take_arrows(ui) {
            draft.take_moved_corner(from);
        }
    } else {
        take_edge_keys(ui, draft);
    }
    if !draft.is_size_fixed() {
        let (columns, rows) = draft.size();
        let counted = [
            (Key::Plus, (columns + 1, rows)),
            (Key::Equals, (columns + 1, rows)),
            (Key::Minus, (columns.saturating_sub(1), rows)),
            (Key::PageUp, (columns, rows + 1)),
            (Key::PageDown, (columns, rows.saturating_sub(1))),
        ];
        for (key, size) in counted {
            if pressed(ui, key) {
                draft.set_size(size);
            }
        }
    }
    if pressed(ui, Key::T) {
        draft.turn();
    } else if pressed(ui, Key::G) {
        draft.take_other_guess();
    } else if pressed(ui, Key::S) {
        draft.snap();
    } else if pressed(ui, Key::Backspace) {
        draft.undo();
    }
    pressed(ui, Key::Enter) && draft.is_ready()
}

/// Handles the arrow keys that move an edge of the grid, or all of it.
fn take_edge_keys(ui: &Ui, draft: &mut GridDraft) {
    for (key, side) in ARROWS {
        // An arrow alone matches with Shift held as well.
        if keyboard::pressed(ui, Modifiers::COMMAND, key) {
            draft.shift(side, 1);
        } else if keyboard::pressed(ui, Modifiers::SHIFT, key) {
            draft.move_edge(side, -1);
        } else if pressed(ui, key) {
            draft.move_edge(side, 1);
        }
    }
}

/// Paints the square under the cursor; from an unsure square, moves to the next one.
fn paint_here(draft: &mut TraceDraft, kind: PaintKind) {
    let Some(painting) = &mut draft.painting else {
        return;
    };
    painting.kind = Some(kind);
    let (cursor, symmetry) = (painting.cursor, painting.symmetry);
    let goes_on = goes_on(painting);
    draft.change(|tracing| tracing.stroke(PaintTool::Brush, &[cursor], Some(kind), symmetry));
    if let Some(painting) = draft.painting.as_mut().filter(|_| goes_on) {
        go_to_unsure(painting);
    }
}

/// Accepts the proposal for the square under the cursor and moves to the next unsure square.
fn accept(draft: &mut TraceDraft) {
    let Some(painting) = &mut draft.painting else {
        return;
    };
    let cursor = painting.cursor;
    match (painting.tracing.proposal(cursor), painting.kind) {
        (Some(_), _) => {
            let goes_on = goes_on(painting);
            draft.change(|tracing| tracing.accept(cursor));
            if let Some(painting) = draft.painting.as_mut().filter(|_| goes_on) {
                go_to_unsure(painting);
            }
        }
        (None, Some(kind)) => paint_here(draft, kind),
        (None, None) => {}
    }
}

/// Moves the cursor to the most informative unsure square.
pub(super) fn go_to_unsure(painting: &mut Painting) {
    if let Some(square) = painting.tracing.most_informative(painting.cursor) {
        painting.cursor = square;
        painting.last_visited = Some(square);
    }
}

/// Returns `true` if an answer for the square under the cursor leads to the next unsure square: it
/// is unsure, or was when it was visited.
fn goes_on(painting: &Painting) -> bool {
    let proposal = painting.tracing.proposal(painting.cursor);
    painting.last_visited == Some(painting.cursor)
        || proposal.is_some_and(|proposal| proposal.unsure)
}

/// Moves the cursor to the next square with a round mark that has no number yet.
pub(super) fn go_to_unnumbered(painting: &mut Painting) {
    let squares = painting.tracing.unnumbered();
    let cursor = (painting.cursor.row, painting.cursor.column);
    let behind = squares.iter().find(|square| (square.row, square.column) > cursor);
    if let Some(square) = behind.or(squares.first()) {
        painting.cursor = *square;
    }
}

fn step(painting: &mut Painting, across: i8, down: i8) {
    let grid = painting.tracing.grid();
    let Square { column, row } = painting.cursor;
    let column = column.saturating_add_signed(across).min(grid.columns() - 1);
    let row = row.saturating_add_signed(down).min(grid.rows() - 1);
    painting.cursor = Square::new(column, row);
}
