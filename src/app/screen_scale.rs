//! The zoom of a screen: the default for its size, or the one chosen for screens of its kind.

use egui::{Context, Vec2, vec2};

use super::App;
use ui_board::settings::ZOOMS;

/// The shorter side of a screen on which the default zoom is 1, in pixels.
const PLAIN_SCREEN: f32 = 1080.0;
/// The size of the first window on a plain screen, in points.
pub(super) const PLAIN_SIZE: Vec2 = vec2(1280.0, 800.0);
/// The part of each side of a large screen that the first window takes.
const SHARE: f32 = 2.0 / 3.0;

/// The size of a screen, and its scale factor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScreenScale {
    /// In pixels.
    pub size: Vec2,
    /// Pixels per point chosen by the system, without our zoom.
    pub by_system: f32,
}

impl ScreenScale {
    /// Returns the default zoom: on a large screen that the system does not scale, it grows with
    /// the shorter side of the screen, in steps of a tenth.
    fn usual_zoom(self) -> f32 {
        if self.by_system > 1.0 {
            return 1.0;
        }
        ((self.size.min_elem() / PLAIN_SCREEN * 10.0).round() / 10.0).clamp(1.0, 3.0)
    }

    /// Returns the key of screens of this kind in the settings.
    fn name(self) -> String {
        format!("{} pixels, {} to a point", self.size.min_elem(), self.by_system)
    }

    /// Returns the size of the first window at this zoom, in points.
    pub(super) fn first_size(self, zoom: f32) -> Vec2 {
        let plain = PLAIN_SIZE * zoom * self.by_system;
        let pixels = (self.size * SHARE).max(plain).min(self.size);
        pixels / (zoom * self.by_system)
    }
}

impl App {
    /// Applies the zoom for the screen that shows the window, once that screen changes. Returns
    /// that zoom.
    pub fn apply_screen_zoom(&mut self, ctx: &Context, screen: ScreenScale) -> f32 {
        let chosen = self.settings.zooms.get(&screen.name()).copied();
        let zoom = chosen.unwrap_or_else(|| screen.usual_zoom());
        if self.screen_scale != Some(screen) {
            self.screen_scale = Some(screen);
            ctx.set_zoom_factor(zoom);
        }
        zoom
    }

    /// Multiplies the zoom by this factor, on screens of this kind.
    pub(super) fn zoom_by(&mut self, ctx: &Context, factor: f32) {
        let zoom = (ctx.zoom_factor() * factor).clamp(*ZOOMS.start(), *ZOOMS.end());
        ctx.set_zoom_factor(zoom);
        if let Some(screen) = self.screen_scale {
            self.settings.zooms.insert(screen.name(), zoom);
        }
    }

    /// Restores the default zoom on screens of this kind.
    pub(super) fn reset_zoom(&mut self, ctx: &Context) {
        ctx.set_zoom_factor(self.screen_scale.map_or(1.0, ScreenScale::usual_zoom));
        if let Some(screen) = self.screen_scale {
            self.settings.zooms.remove(&screen.name());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn screen(width: f32, height: f32) -> ScreenScale {
        ScreenScale { size: vec2(width, height), by_system: 1.0 }
    }

    #[test]
    fn the_default_zoom_grows_with_the_height_of_the_screen() {
        let zoom = [480.0, 1080.0, 1200.0, 1440.0, 2160.0, 4320.0]
            .map(|pixels| format!("{:.1}", screen(8000.0, pixels).usual_zoom()));
        assert_eq!(zoom, ["1.0", "1.0", "1.1", "1.3", "2.0", "3.0"]);
    }

    #[test]
    fn the_first_window_is_a_share_of_a_large_screen_and_fits_a_small_one() {
        fn pixels(screen: ScreenScale) -> Vec2 {
            let zoom = screen.usual_zoom();
            screen.first_size(zoom) * zoom * screen.by_system
        }
        assert_eq!(pixels(screen(1920.0, 1080.0)), PLAIN_SIZE);
        assert_eq!(pixels(screen(800.0, 480.0)), vec2(800.0, 480.0));
        assert_eq!(pixels(screen(3840.0, 2160.0)), vec2(2560.0, 1600.0));
        let enlarged = ScreenScale { by_system: 2.0, ..screen(3840.0, 2160.0) };
        assert_eq!(pixels(enlarged), vec2(2560.0, 1600.0));
    }
}
