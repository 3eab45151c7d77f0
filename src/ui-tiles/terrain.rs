//! The terrain of a board: labels, keys and tints.

use egui::{Align2, Color32, Key, Rect, Role, Sense, Stroke, StrokeKind, Ui, vec2};

use components::board::{Section, SquareKind};
use components::specs::Terrain;
use ui_kit::theme::{Theme, space, theme};
use ui_kit::widgets::{ROW_HEIGHT, caption, left_of, name_as, paint_in};

/// Returns the label of a terrain: its color, then its name.
pub const fn terrain_label(terrain: Terrain) -> &'static str {
    match terrain {
        Terrain::Entrance => "Red, entrance",
        Terrain::Coastal => "White, coastal",
        Terrain::Forested => "Green, forested",
        Terrain::Central => "Grey, central",
    }
}

/// Returns the shortcut key of a terrain, for a board square and for the color of a card.
pub const fn terrain_key(terrain: Terrain) -> Key {
    match terrain {
        Terrain::Entrance => Key::E,
        Terrain::Coastal => Key::C,
        Terrain::Forested => Key::F,
        Terrain::Central => Key::G,
    }
}

/// Returns the flat tint of a kind of square.
pub const fn terrain_tint(theme: &Theme, kind: SquareKind) -> Color32 {
    match kind {
        SquareKind::Land(Terrain::Entrance) => theme.ground_tints[0],
        SquareKind::Land(Terrain::Coastal) => theme.ground_tints[1],
        SquareKind::Land(Terrain::Forested) => theme.ground_tints[2],
        SquareKind::Land(Terrain::Central) => theme.ground_tints[3],
        SquareKind::UnknownLand => theme.ground_tints[4],
        SquareKind::River => theme.ground_tints[5],
        SquareKind::Wall => theme.ground_tints[6],
        SquareKind::Reserved(_) => theme.ground_tints[7],
        SquareKind::Outside => theme.paper,
    }
}

/// Returns the translucent tint of a section of the city.
pub fn section_tint(theme: &Theme, section: Section) -> Color32 {
    theme.section_tints[usize::from(section.0) % theme.section_tints.len()]
}

/// Draws a sample of a terrain with a label; returns its rectangle.
pub fn terrain_ui(ui: &mut Ui, terrain: Terrain, label: &str) -> Rect {
    let theme = theme(ui);
    let galley = caption(label).plain().lay(ui);
    let size = vec2(ROW_HEIGHT + space::XS + galley.size().x, ROW_HEIGHT);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    let ground = left_of(rect, ROW_HEIGHT).shrink(2.0);
    let tint = terrain_tint(&theme, SquareKind::Land(terrain));
    ui.painter().rect(ground, 2.0, tint, Stroke::new(1.0, theme.muted), StrokeKind::Inside);
    let label_rect = rect.with_min_x(rect.left() + ROW_HEIGHT + space::XS);
    paint_in(ui.painter(), label_rect, Align2::LEFT_CENTER, galley);
    name_as(&response, Role::Label, label);
    rect
}
