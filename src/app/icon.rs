//! The icon of the window and of the task bar, rendered from the SVG file of the packages.

use eframe::icon_data::from_png_bytes;
use egui::IconData;

use scene::png::png;

const ICON: &str = include_str!("../../packaging/icon/founders-ledger.svg");

/// The side of the icon, in pixels; systems that show it smaller shrink it.
const SIDE: u32 = 128;

/// Returns the icon; `None` if it cannot be drawn, as the window also opens without one.
pub(super) fn window_icon() -> Option<IconData> {
    let packed = png(ICON, (SIDE, SIDE)).ok()?;
    from_png_bytes(&packed).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_icon_of_the_window_is_the_drawing_of_the_packages() {
        let icon = window_icon().expect("the drawing is sound");
        assert_eq!((icon.width, icon.height), (SIDE, SIDE));
        let opaque = icon.rgba.chunks_exact(4).filter(|pixel| pixel[3] == u8::MAX).count();
        assert!(opaque > icon.rgba.len() / 8, "most of it is painted: {opaque}");
        let colours: std::collections::BTreeSet<&[u8]> = icon.rgba.chunks_exact(4).collect();
        assert!(colours.len() > 4, "it is a drawing and no plain square");
    }
}
