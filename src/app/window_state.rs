//! The state of the window between two runs: its place, and the layout that the toolkit remembers.
//!
//! The toolkit believes every number of its file and panics at some of them, so the file is
//! checked before the toolkit sees it. What is out of bounds is dropped, and the file is kept
//! aside. How large everything is is no part of it: that depends on the screen
//! ([`ScreenScale`](super::ScreenScale)), so the file is always written as if at the plain size.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use egui::{Context, Memory, Options, Pos2, Rect, Vec2, pos2, vec2};
use plain_text::clauses;
use serde::{Deserialize, Serialize};

use storage::{Stamp, StorageError, read_shared, set_aside, write_whole};

/// The toolkit's key for what it remembers.
const MEMORY_KEY: &str = "egui";
/// The toolkit's key for the place of the window.
const PLACE_KEY: &str = "window";
/// No coordinate that the toolkit remembers is farther out than this, in points.
const MAX_COORDINATE: f32 = 100_000.0;
/// No window is smaller than this, in points.
const MIN_SIDE: f32 = 64.0;
/// No window is larger than this, in points.
const MAX_SIDE: f32 = 16_384.0;
/// This much of a window has to be on a screen, in pixels, so that it can be grasped.
const MIN_IN_VIEW: Vec2 = vec2(120.0, 60.0);

/// The stored state after its check.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WindowState {
    /// The values of the file by their keys, without what is out of bounds.
    pub values: HashMap<String, String>,
    /// Reasons for which parts of the file were dropped, a clause each.
    pub problems: Vec<String>,
}

/// The place of the window, as the toolkit reads it.
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
    /// Pixels per point, by the system alone.
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

    /// Reads and checks the state in a file, which from then on holds what was accepted of it.
    /// Returns the file that the toolkit can read, and a message if something was replaced.
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
        // Should it not be written, the plain size of an earlier version is lost, and no more.
        if is_changed && let Err(error) = state.write(path) {
            return (path.to_owned(), state, Some(error.to_string()));
        }
        (path.to_owned(), state, None)
    }

    /// Returns `true` if the file says where the window was.
    pub fn has_place(&self) -> bool {
        self.values.contains_key(PLACE_KEY)
    }

    /// Keeps the file aside and writes what was accepted of it in its place. Returns the file to
    /// go on with, which is another one if the old one cannot be moved, and a message.
    fn replace(&self, path: &Path, problem: &str) -> (PathBuf, String) {
        let message = format!(
            "The place and layout of the window cannot be used and are replaced: {problem}."
        );
        match set_aside(path, &Stamp::now()) {
            Ok(kept) => {
                let written = self.write(path).err();
                let written = written.map(|error| format!(" {error}.")).unwrap_or_default();
                (
                    path.to_owned(),
                    format!("{message} The file is kept as {}.{written}", kept.display()),
                )
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
        write_whole(path, text)
    }

    /// Checks what the toolkit remembers; returns the zoom that the file was written at.
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
    /// Returns the place of the window as it is now; `before` is kept while it fills the screen.
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

    /// Returns the place as if written at the plain size, or why it cannot be one.
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
        let is_far = |pos: Pos2| !(pos.x.abs() <= MAX_COORDINATE && pos.y.abs() <= MAX_COORDINATE);
        if let Some(pos) = geometry.outer_position_pixels.filter(|&pos| is_far(pos)) {
            return Err(format!("a window at {}, {}", pos.x, pos.y));
        }
        Ok(Self { normal_geometry: geometry, ..self })
    }
}

/// Returns what the toolkit remembers if every number of it is within bounds, and the zoom.
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

/// The numbers of a text in RON that are no identifiers: those with a point or an exponent,
/// those that are none, and the coordinates.
fn numbers(text: &str) -> impl Iterator<Item = f64> {
    let of_number = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '+' | '-' | '_');
    let tokens = text.split(move |c: char| !of_number(c));
    let mut before = "";
    tokens.filter_map(move |token| {
        let field = std::mem::replace(&mut before, token);
        let number: f64 = token.parse().ok()?;
        let is_whole = token.chars().all(|c| c.is_ascii_digit() || c == '-');
        (!is_whole || matches!(field, "x" | "y")).then_some(number)
    })
}

/// Returns what the toolkit remembers as text, without its options: the app sets those itself.
fn print_memory(mut memory: Memory) -> Option<String> {
    memory.options = Options::default();
    ron::ser::to_string(&memory).ok()
}

/// Hands the state of the window to the toolkit, which writes it.
pub(super) fn save(storage: &mut dyn eframe::Storage, ctx: &Context, place: Option<StoredPlace>) {
    let memory = ctx.memory(Clone::clone);
    if let Some(text) = print_memory(memory) {
        storage.set_string(MEMORY_KEY, text);
    }
    if let Some(place) = place {
        eframe::set_value(storage, PLACE_KEY, &place);
    }
}

/// Returns where a window has to be moved that is off every screen; `None` if enough of it is in
/// view, or no screen is known. All in pixels.
pub fn moved_into_view(window: Rect, screens: &[Rect]) -> Option<Pos2> {
    let is_in_view = |screen: &Rect| {
        let seen = screen.intersect(window);
        let wanted = MIN_IN_VIEW.min(window.size());
        seen.width() >= wanted.x && seen.height() >= wanted.y
    };
    let first = screens.first()?;
    let room = (first.size() - window.size()).max(Vec2::ZERO);
    let is_seen = screens.iter().any(is_in_view);
    (!is_seen).then(|| first.min + pos2(room.x / 2.0, room.y / 2.0).to_vec2())
}
