//! The stored state of the window: its place, and the layout that the toolkit remembers.
//!
//! The toolkit trusts every number of its file and panics at some of them, so the file is checked
//! before the toolkit reads it. Values out of bounds are dropped, and the file is renamed as a
//! backup. The zoom is not part of it, as it depends on the screen
//! ([`ScreenScale`](super::ScreenScale)): the file is always written as if at zoom 1.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use egui::{Context, Memory, Options, Pos2, Rect, Vec2, pos2, vec2};
use plain_text::clauses;
use serde::{Deserialize, Serialize};

use storage::{StorageError, Timestamp, read_shared, rename_unusable, write_atomically};

/// The toolkit's key for its memory.
const MEMORY_KEY: &str = "egui";
/// The toolkit's key for the place of the window.
const PLACE_KEY: &str = "window";
/// Maximum absolute value of a stored coordinate, in points.
const MAX_COORDINATE: f32 = 100_000.0;
/// Minimum side of a window, in points.
const MIN_SIDE: f32 = 64.0;
/// Maximum side of a window, in points.
const MAX_SIDE: f32 = 16_384.0;
/// Minimum part of a window on a screen, in pixels, so that it can be grabbed.
const MIN_IN_VIEW: Vec2 = vec2(120.0, 60.0);

/// The stored state after its check.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WindowState {
    /// The values of the file by their keys, without those out of bounds.
    pub values: HashMap<String, String>,
    /// Reasons for which parts of the file were dropped, a clause each.
    pub problems: Vec<String>,
}

/// The place of the window, in the toolkit's format.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct StoredPlace {
    normal_geometry: StoredGeometry,
    fullscreen: bool,
    maximized: bool,
}

/// Position and size of a window that neither fills the screen nor is maximized.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct StoredGeometry {
    outer_position_pixels: Option<Pos2>,
    /// Pixels per point chosen by the system, without our zoom.
    scale_factor: f32,
    inner_size_points: Vec2,
}

impl WindowState {
    /// Checks the text of the file.
    pub fn check(text: &str) -> Self {
        let mut state = match ron::from_str(text) {
            Ok(values) => Self { values, problems: Vec::new() },
            Err(error) => Self { problems: vec![error.to_string()], ..Self::default() },
        };
        let zoom = state.check_memory();
        state.check_place(zoom);
        state
    }

    /// Reads and checks the state in a file, and writes back only the accepted values. Returns the
    /// file that the toolkit can read, and a message if something was replaced.
    pub fn load(path: &Path) -> (PathBuf, Self, Option<String>) {
        let text = match read_shared(path) {
            Ok(None) => return (path.to_owned(), Self::default(), None),
            Ok(Some(text)) => text,
            Err(error) => {
                let problem = error.to_string();
                let (path, message) = Self::default().replace(path, &problem);
                return (path, Self::default(), Some(message));
            }
        };
        let state = Self::check(&text);
        if !state.problems.is_empty() {
            let problem = clauses(&state.problems);
            let (path, message) = state.replace(path, &problem);
            return (path, state, Some(message));
        }
        let is_changed =
            ron::from_str(&text).is_ok_and(|values: HashMap<_, _>| values != state.values);
        // If writing fails, only the conversion of a zoom from an earlier version is lost.
        if is_changed && let Err(error) = state.write(path) {
            return (path.to_owned(), state, Some(error.to_string()));
        }
        (path.to_owned(), state, None)
    }

    /// Returns `true` if the file contains the place of the window.
    pub fn has_place(&self) -> bool {
        self.values.contains_key(PLACE_KEY)
    }

    /// Renames the file as a backup and writes the accepted values in its place. Returns the file
    /// to continue with, which is another one if the old one cannot be moved, and a message.
    fn replace(&self, path: &Path, problem: &str) -> (PathBuf, String) {
        let message = format!(
            "The place and layout of the window cannot be used and are replaced: {problem}."
        );
        match rename_unusable(path, &Timestamp::now()) {
            Ok(kept) => {
                let error = self.write(path).err().map(|error| format!(" {error}."));
                let kept = kept.display();
                let message =
                    format!("{message} The file is kept as {kept}.{}", error.unwrap_or_default());
                (path.to_owned(), message)
            }
            Err(error) => (path.with_extension("unused.ron"), format!("{message} {error}.")),
        }
    }

    fn write(&self, path: &Path) -> Result<(), StorageError> {
        if self.values.is_empty() {
            return Ok(());
        }
        let pretty = ron::ser::PrettyConfig::new();
        let text = ron::ser::to_string_pretty(&self.values, pretty).unwrap_or_default();
        write_atomically(path, text)
    }

    /// Checks the toolkit's memory; returns the zoom at which the file was written.
    fn check_memory(&mut self) -> f32 {
        let Some(text) = self.values.remove(MEMORY_KEY) else {
            return 1.0;
        };
        match checked_memory(&text) {
            Ok((memory, zoom)) => {
                let is_plain = (zoom - 1.0).abs() < f32::EPSILON;
                let text = if is_plain { Some(text) } else { print_memory(memory) };
                self.values.extend(text.map(|text| (MEMORY_KEY.to_owned(), text)));
                zoom
            }
            Err(problem) => {
                self.problems.push(problem);
                1.0
            }
        }
    }

    /// Checks the place of the window, whose size was written at this zoom.
    fn check_place(&mut self, zoom: f32) {
        let Some(text) = self.values.remove(PLACE_KEY) else {
            return;
        };
        let place = ron::from_str(&text).map_err(|error| error.to_string());
        match place.and_then(|place: StoredPlace| place.checked(zoom)) {
            Ok(place) => {
                let text = ron::ser::to_string(&place).ok();
                self.values.extend(text.map(|text| (PLACE_KEY.to_owned(), text)));
            }
            Err(problem) => self.problems.push(problem),
        }
    }
}

impl StoredPlace {
    /// Returns the current place of the window. In full screen or maximized, it has the geometry of
    /// `before`.
    pub(super) fn now(ctx: &Context, before: Option<Self>) -> Option<Self> {
        let zoom = ctx.zoom_factor();
        let scale = ctx.pixels_per_point();
        ctx.input(|input| {
            let viewport = input.viewport();
            let fullscreen = viewport.fullscreen.unwrap_or(false);
            let maximized = viewport.maximized.unwrap_or(false);
            let now = viewport.inner_rect.map(|inner| StoredGeometry {
                outer_position_pixels: viewport.outer_rect.map(|outer| outer.min * scale),
                scale_factor: scale / zoom,
                inner_size_points: inner.size() * zoom,
            });
            let before = before.map(|before| before.normal_geometry);
            let is_normal = !fullscreen && !maximized;
            let geometry = if is_normal { now } else { before.or(now) };
            Some(Self { normal_geometry: geometry?, fullscreen, maximized })
        })
    }

    /// Returns the place converted to zoom 1, or why it is invalid.
    fn checked(self, zoom: f32) -> Result<Self, String> {
        let mut geometry = self.normal_geometry;
        geometry.inner_size_points *= zoom;
        let size = geometry.inner_size_points;
        let sides = MIN_SIDE..=MAX_SIDE;
        if !sides.contains(&size.x) || !sides.contains(&size.y) {
            return Err(format!("a window of {} by {} points", size.x, size.y));
        }
        if !(0.25..=16.0).contains(&geometry.scale_factor) {
            return Err(format!("a screen scale of {}", geometry.scale_factor));
        }
        // NaN fails both comparisons and is an error as well.
        if let Some(pos) = geometry.outer_position_pixels
            && !(pos.x.abs() <= MAX_COORDINATE && pos.y.abs() <= MAX_COORDINATE)
        {
            return Err(format!("a window at {}, {}", pos.x, pos.y));
        }
        Ok(Self { normal_geometry: geometry, ..self })
    }
}

/// Returns the toolkit's memory and its zoom if every number is within bounds.
fn checked_memory(text: &str) -> Result<(Memory, f32), String> {
    let memory: Memory = ron::from_str(text).map_err(|error| error.to_string())?;
    let zoom = memory.options.zoom_factor;
    if !(0.2..=5.0).contains(&zoom) {
        return Err(format!("a zoom of {zoom}"));
    }
    match numbers(text).find(|number| number.is_nan() || number.abs() > f64::from(MAX_COORDINATE)) {
        Some(number) => Err(format!("a coordinate of {number}")),
        None => Ok((memory, zoom)),
    }
}

/// Returns the numbers of a RON text that are no ids: those with a point or an exponent, NaN and
/// infinities, and the whole numbers in coordinates.
fn numbers(text: &str) -> impl Iterator<Item = f64> {
    let mut before = "";
    text.split(|c: char| !is_number_char(c)).filter_map(move |token| {
        let field = std::mem::replace(&mut before, token);
        let number: f64 = token.parse().ok()?;
        let is_whole = token.chars().all(|c| c.is_ascii_digit() || c == '-');
        (!is_whole || matches!(field, "x" | "y")).then_some(number)
    })
}

/// Returns `true` for a character of a number or of a field name.
const fn is_number_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '.' | '+' | '-' | '_')
}

/// Returns the toolkit's memory as text, without its options: the app sets those itself.
fn print_memory(mut memory: Memory) -> Option<String> {
    memory.options = Options::default();
    ron::ser::to_string(&memory).ok()
}

/// Passes the state of the window to the toolkit, which writes it.
pub(super) fn save(storage: &mut dyn eframe::Storage, ctx: &Context, place: Option<StoredPlace>) {
    let memory = ctx.memory(Clone::clone);
    if let Some(text) = print_memory(memory) {
        storage.set_string(MEMORY_KEY, text);
    }
    if let Some(place) = place {
        eframe::set_value(storage, PLACE_KEY, &place);
    }
}

/// Returns the position in view for a window that is off every screen; `None` if enough of it is
/// in view, or no screen is known. All in pixels.
pub fn moved_into_view(window: Rect, screens: &[Rect]) -> Option<Pos2> {
    let first = screens.first()?;
    let is_in_view = screens.iter().any(|screen| {
        let seen = screen.intersect(window);
        let wanted = MIN_IN_VIEW.min(window.size());
        seen.width() >= wanted.x && seen.height() >= wanted.y
    });
    let free = (first.size() - window.size()).max(Vec2::ZERO);
    (!is_in_view).then(|| first.min + pos2(free.x / 2.0, free.y / 2.0).to_vec2())
}
