//! The zoom of a screen: the one that suits it, or the one chosen for screens of its kind.

use egui::{Context, Vec2, vec2};

use super::App;
use ui_board::settings::ZOOMS;

/// The height of a screen, in pixels, on which everything has its plain size; of one that stands
/// upright it is the width that counts.
const PLAIN_SCREEN: f32 = 1080.0;
/// The size of the first window on a plain screen, in points.
pub(super) const PLAIN_SIZE: Vec2 = vec2(1280.0, 800.0);
/// The part of each side of a large screen that the first window takes.
const SHARE: f32 = 2.0 / 3.0;

/// The size of a screen, and how much the system enlarges everything on it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScreenScale {
    /// In pixels.
    pub size: Vec2,
    /// Pixels per point, by the system alone.
    pub by_system: f32,
}

impl ScreenScale {
    /// Returns the zoom unless somebody chose another: on a large screen whose system does not
    /// enlarge anything, it grows with the height of the screen, by tenths.
    fn usual_zoom(self) -> f32 {
        if self.by_system > 1.0 {
            return 1.0;
        }
        ((self.size.min_elem() / PLAIN_SCREEN * 10.0).round() / 10.0).clamp(1.0, 3.0)
    }

    /// Returns the name under which the settings keep the zoom of screens of this kind.
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
    /// Gives everything the size that suits the screen that the window is on now, as soon as that
    /// is another one. Returns the zoom that is right there.
    pub fn suit_screen(&mut self, ctx: &Context, screen: ScreenScale) -> f32 {
        let chosen = self.settings.zooms.get(&screen.name()).copied();
        let zoom = chosen.unwrap_or_else(|| screen.usual_zoom());
        if self.screen_scale != Some(screen) {
            self.screen_scale = Some(screen);
            ctx.set_zoom_factor(zoom);
        }
        zoom
    }

    /// Makes everything larger or smaller by this factor, on screens of this kind.
    pub(super) fn zoom_by(&mut self, ctx: &Context, factor: f32) {
        let zoom = (ctx.zoom_factor() * factor).clamp(*ZOOMS.start(), *ZOOMS.end());
        ctx.set_zoom_factor(zoom);
        if let Some(screen) = self.screen_scale {
            self.settings.zooms.insert(screen.name(), zoom);
        }
    }

    /// Gives everything its usual size on screens of this kind.
    pub(super) fn zoom_usually(&mut self, ctx: &Context) {
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
    fn everything_is_as_much_larger_as_the_screen_is_higher() {
        let zoom = [480.0, 1080.0, 1200.0, 1440.0, 2160.0, 4320.0]
            .map(|pixels| format!("{:.1}", screen(8000.0, pixels).usual_zoom()));
        assert_eq!(zoom, ["1.0", "1.0", "1.1", "1.3", "2.0", "3.0"]);
    }

    #[test]
    fn the_first_window_is_a_share_of_a_large_screen_and_fits_a_small_one() {
        let pixels = |screen: ScreenScale| {
            let zoom = screen.usual_zoom();
            screen.first_size(zoom) * zoom * screen.by_system
        };
        assert_eq!(pixels(screen(1920.0, 1080.0)), PLAIN_SIZE);
        assert_eq!(pixels(screen(800.0, 480.0)), vec2(800.0, 480.0));
        assert_eq!(pixels(screen(3840.0, 2160.0)), vec2(2560.0, 1600.0));
        let enlarged = ScreenScale { by_system: 2.0, ..screen(3840.0, 2160.0) };
        assert_eq!(pixels(enlarged), vec2(2560.0, 1600.0));
    }
}
