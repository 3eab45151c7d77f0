//! Keys of the tracing screen: everything the mouse does can be typed.

use egui::{Key, Modifiers, Ui};

use crate::photograph::arrows;
use crate::tracing::grid_draft::GridDraft;
use crate::tracing::{Painting, TraceDraft};
use board_tracing::{Grid, Kind, Symmetry, Tool};
use components::specs::Terrain;
use components::square::Square;
use ui_kit::keyboard;
use ui_tiles::terrain_key;

/// The key that paints with a kind.
pub const fn kind_key(kind: Kind) -> Key {
    match kind {
        Kind::Entrance => terrain_key(Terrain::Entrance),
        Kind::Coastal => terrain_key(Terrain::Coastal),
        Kind::Forested => terrain_key(Terrain::Forested),
        Kind::Central => terrain_key(Terrain::Central),
        Kind::River => Key::R,
        Kind::Wall => Key::W,
        Kind::Outside => Key::O,
        Kind::WestGatehouse => Key::A,
        Kind::NorthGatehouse => Key::N,
        Kind::EitherGatehouse => Key::B,
        Kind::GhostFortress => Key::P,
        Kind::Reserved => Key::S,
    }
}

/// Takes the keys that were pressed, unless somebody is typing.
pub(super) fn take_keys(ui: &Ui, draft: &mut TraceDraft) {
    let Some(painting) = &mut draft.painting else {
        if lays_grid(ui, &mut draft.laying) && draft.straightening.is_none() {
            let ctx = ui.ctx().clone();
            draft.lay_grid(&ctx);
        }
        return;
    };
    let is_free = keyboard::is_free(ui.ctx());
    let pressed = |key: Key| keyboard::pressed(ui, Modifiers::NONE, key);
    let moved = arrows(ui);
    for (across, down) in moved {
        step(painting, across, down);
    }
    for kind in Kind::ALL {
        if pressed(kind_key(kind)) {
            paint_here(draft, kind);
            return;
        }
    }
    for (number, key) in [(1, Key::Num1), (2, Key::Num2), (3, Key::Num3), (4, Key::Num4)] {
        if pressed(key) {
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
    if pressed(Key::U) {
        go_to_unsure(painting);
    } else if pressed(Key::M) {
        go_to_unnumbered(painting);
    } else if pressed(Key::Backspace) || pressed(Key::Delete) {
        let cursor = painting.cursor;
        draft.change(|tracing| tracing.stroke(Tool::Brush, &[cursor], None, Symmetry::default()));
    } else if is_free && (pressed(Key::Enter) || pressed(Key::Space)) {
        accept(draft);
    }
}

/// Takes the keys by which a grid is laid over a photograph: they move a corner, count and turn.
/// Says whether Enter goes on.
pub fn lays_grid(ui: &Ui, draft: &mut GridDraft) -> bool {
    if draft.on.take_arrows(ui) {
        draft.lay_by_hand();
    }
    if draft.on.photo.is_none() || !keyboard::is_free(ui.ctx()) {
        return false;
    }
    let pressed = |key: Key| keyboard::pressed(ui, Modifiers::NONE, key);
    let (columns, rows) = draft.size;
    let counted = [
        (Key::Plus, (columns + 1, rows)),
        (Key::Equals, (columns + 1, rows)),
        (Key::Minus, (columns.saturating_sub(1), rows)),
        (Key::PageUp, (columns, rows + 1)),
        (Key::PageDown, (columns, rows.saturating_sub(1))),
    ];
    for (key, (columns, rows)) in counted {
        if pressed(key) && Grid::new(columns, rows).is_ok() {
            draft.lay_by_hand();
            draft.size = (columns, rows);
        }
    }
    if pressed(Key::T) {
        draft.turn();
    }
    pressed(Key::Enter) && draft.is_ready()
}

/// Paints the square under the cursor; from an unsure one, the next of them comes up.
fn paint_here(draft: &mut TraceDraft, kind: Kind) {
    let Some(painting) = &mut draft.painting else {
        return;
    };
    painting.kind = Some(kind);
    let (cursor, symmetry) = (painting.cursor, painting.symmetry);
    let goes_on = goes_on(painting);
    draft.change(|tracing| tracing.stroke(Tool::Brush, &[cursor], Some(kind), symmetry));
    if let Some(painting) = draft.painting.as_mut().filter(|_| goes_on) {
        go_to_unsure(painting);
    }
}

/// Says that the square under the cursor is what is proposed, and goes to the next unsure one.
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

/// Moves the cursor to the unsure square whose answer tells most of the others.
pub(super) fn go_to_unsure(painting: &mut Painting) {
    if let Some(square) = painting.tracing.most_telling(painting.cursor) {
        painting.cursor = square;
        painting.came_up = Some(square);
    }
}

/// Whether an answer for the square under the cursor brings up the next: it is unsure, or was when
/// it came up.
fn goes_on(painting: &Painting) -> bool {
    let proposal = painting.tracing.proposal(painting.cursor);
    painting.came_up == Some(painting.cursor) || proposal.is_some_and(|proposal| proposal.unsure)
}

/// Moves the cursor to the next square with a round mark that has no number yet.
pub(super) fn go_to_unnumbered(painting: &mut Painting) {
    let squares = painting.tracing.unnumbered();
    let at = |square: &Square| (square.row, square.column);
    let behind = squares.iter().find(|square| at(square) > at(&painting.cursor));
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
