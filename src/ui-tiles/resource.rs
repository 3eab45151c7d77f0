//! Resources by their printed names.

use egui::{Align2, Color32, Rect, Response, Role, Sense, Ui, vec2};
use plain_text::initials;

use ui_kit::icons::{Icon, paint_icon};
use ui_kit::theme::space;
use ui_kit::widgets::{LINE, body, caption, chip_ui, left_of, name_as, paint_in};

/// A resource with its drawing, its name, and something to say about it behind.
///
/// Unlike the chip of a sentence it never becomes wider than there is room for.
pub fn resource_ui(ui: &mut Ui, name: &str, note: &str, color: Color32) -> Response {
    let words = if note.is_empty() { name.to_owned() } else { format!("{name} {note}") };
    let before = LINE + space::XS;
    let room = ui.max_rect().width() - before;
    let galley = body(&words).tinted(color).elided(ui, room);
    let size = vec2(before + galley.size().x, LINE + 2.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    let square = left_of(rect, LINE);
    paint_resource(ui, name, square, color);
    let behind = rect.with_min_x(square.right() + space::XS);
    paint_in(ui.painter(), behind, Align2::LEFT_CENTER, galley);
    name_as(&response, Role::Label, &words);
    response
}

/// The drawing of a resource, or its initials where a pack invents one. Names have a capital: what
/// has none says that a resource is unknown.
pub fn paint_resource(ui: &Ui, name: &str, rect: Rect, color: Color32) {
    let is_unknown = name.starts_with(char::is_lowercase);
    let unknown = is_unknown.then_some(Icon::Question);
    if let Some(icon) = Icon::of_resource(name).or(unknown) {
        paint_icon(ui.painter(), icon, rect, color);
    } else {
        caption(initials(name)).tinted(color).paint(ui, rect, Align2::CENTER_CENTER);
    }
}

/// Draws a resource as a chip with its icon.
pub fn resource_chip_ui(ui: &mut Ui, resource: &str) -> Response {
    chip_ui(ui, Icon::of_resource(resource), resource)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_resource_of_the_box_has_a_drawing_of_its_own() {
        for pack in ["practice", "founders-of-gloomhaven"] {
            let pack = packs::find(pack).expect("it is built in");
            let found: BTreeSet<Icon> = pack
                .resources
                .iter()
                .map(|resource| Icon::of_resource(&resource.name).expect("drawn"))
                .collect();
            assert_eq!(found.len(), pack.resources.len());
        }
        assert_eq!(Icon::of_resource("Moonlight"), None);
        assert_eq!(Icon::of_resource("Undo"), None);
    }
}
