//! Resources by their printed names.

use egui::{Align2, Color32, Rect, Response, Role, Sense, Ui, vec2};
use plain_text::initials;

use ui_kit::icons::{Icon, paint_icon};
use ui_kit::theme::space;
use ui_kit::widgets::{ROW_HEIGHT, body, caption, chip_ui, left_of, name_as, paint_in};

/// Draws a resource: its icon, its name and a trailing `note`.
///
/// Unlike [`resource_chip_ui`] it never becomes wider than the available width.
pub fn resource_ui(ui: &mut Ui, name: &str, note: &str, color: Color32) -> Response {
    let words = if note.is_empty() { name.to_owned() } else { format!("{name} {note}") };
    let icon_width = ROW_HEIGHT + space::XS;
    let galley = body(&words).tinted(color).elided(ui, ui.max_rect().width() - icon_width);
    let size = vec2(icon_width + galley.size().x, ROW_HEIGHT + 2.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    let square = left_of(rect, ROW_HEIGHT);
    paint_resource(ui, name, square, color);
    let words_rect = rect.with_min_x(square.right() + space::XS);
    paint_in(ui.painter(), words_rect, Align2::LEFT_CENTER, galley);
    name_as(&response, Role::Label, &words);
    response
}

/// Paints the icon of a resource, or its initials if a pack invents one.
///
/// Names start with a capital letter; other text stands for an unknown resource.
pub fn paint_resource(ui: &Ui, name: &str, rect: Rect, color: Color32) {
    let question = name.starts_with(char::is_lowercase).then_some(Icon::Question);
    if let Some(icon) = Icon::of_resource(name).or(question) {
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
    fn every_resource_of_the_built_in_packs_has_its_own_icon() {
        for pack in ["practice", "founders-of-gloomhaven"] {
            let pack = packs::find(pack).expect("it is built in");
            let icons: BTreeSet<Icon> = pack
                .resources
                .iter()
                .map(|resource| Icon::of_resource(&resource.name).expect("drawn"))
                .collect();
            assert_eq!(icons.len(), pack.resources.len());
        }
        assert_eq!(Icon::of_resource("Moonlight"), None);
        assert_eq!(Icon::of_resource("Undo"), None);
    }
}
