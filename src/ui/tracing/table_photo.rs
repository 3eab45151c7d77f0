//! The photograph of a table: kept with its game as the table was left, and compared with one of
//! how it was laid again.
//!
//! Two steps on one screen. The grid is laid over the photograph as for a board that is traced;
//! then it is kept, or held against the one that was. What differs is marked, the surest first,
//! with both pictures of the square side by side and what the record says lies there. It only
//! points: nothing here changes the record.

use std::collections::BTreeSet;
use std::sync::Arc;

use egui::{
    CentralPanel, Color32, Context, Frame, Key, Modifiers, Panel, Rect, Role, ScrollArea, Sense,
    Stroke, StrokeKind, TextureHandle, TextureOptions, Ui, Vec2, pos2,
};

use super::corners_view::corners_view_ui;
use super::grid_draft::GridDraft;
use super::keys::lays_grid;
use super::side::{found_ui, trouble_with_grid_ui, turn_ui};
use super::{WIDTH, square_at, square_rect};
use crate::command::{Command, Commands, Menu};
use crate::job::{Job, State};
use crate::keyboard;
use crate::kit::{Line, beside_bar, body, caption, trouble_ui};
use crate::photograph::{Opened, shown};
use crate::theme::{line, space, text, theme, touch};
use crate::widgets::{headline, name, primary_button_ui};
use board_tracing::{Compared, Grid, Kind, Mark, Photo, Straightened};
use layout::Checklist;
use narration::words::counted;
use rules::square::Square;

/// What the picture of the table is called, for those who hear it.
const TABLE: &str = "Photograph of the table";

/// The two pictures of a square, in points: so wide each.
const CLOSE: f32 = 146.0;
/// A panel that is lower than this, in points, is scrolled as a whole.
const LOW_PANEL: f32 = 420.0;
/// How much around a square is shown with it, in squares.
const AROUND: f32 = 0.25;

/// What a photograph of the table is taken for.
pub enum Purpose {
    /// It is kept with the game.
    Keep,
    /// It is held against the one that is kept.
    Compare {
        /// The one that is kept.
        before: Arc<Straightened>,
        /// What lies on the table by the record.
        list: Box<Checklist>,
    },
}

/// A photograph of the table, as far as it is dealt with.
pub struct TablePhoto {
    laying: GridDraft,
    /// The grid of the game's board.
    grid: Grid,
    purpose: Purpose,
    working: Option<Job<Result<Worked, String>>>,
    differences: Option<Differences>,
}

/// What was worked out from it.
enum Worked {
    /// It can be kept, as a JPEG.
    Small(Vec<u8>),
    /// It was compared.
    Compared(Box<Compared>),
}

/// Where two photographs differ, and how far somebody has gone through it.
struct Differences {
    marks: Vec<Mark>,
    unseen: Vec<Square>,
    before: TextureHandle,
    after: TextureHandle,
    /// The mark that is looked at.
    at: usize,
    /// The squares that were looked at and need nothing more.
    settled: BTreeSet<Square>,
    /// Whether the large picture is the one that was kept.
    shows_before: bool,
}

impl TablePhoto {
    /// No photograph yet, of a game's board of which this terrain is known, in reading order.
    #[must_use]
    pub fn new(grid: Grid, terrain: Vec<Option<Kind>>, purpose: Purpose) -> Self {
        let laying = GridDraft::of_board(grid, terrain);
        Self { laying, grid, purpose, working: None, differences: None }
    }

    /// Reads a photograph beside the window; `name` is what it is called meanwhile.
    pub fn read(
        &mut self,
        ctx: &Context,
        name: String,
        read: impl FnOnce() -> Result<Photo, String> + Send + 'static,
    ) {
        self.laying.on.read(ctx, name, read);
    }

    fn take_opened(&mut self, ctx: &Context, opened: Opened) {
        self.working = None;
        self.differences = None;
        self.laying.take_again(ctx, opened);
    }

    /// The command by which another photograph is chosen.
    #[must_use]
    pub const fn menu(&self) -> Menu {
        match self.purpose {
            Purpose::Keep => Menu::KeepPhotograph,
            Purpose::Compare { .. } => Menu::ComparePhotograph,
        }
    }

    /// Goes on from the grid as it is laid: the photograph is made small, or compared.
    fn go_on(&mut self, ctx: &Context) {
        // A grid that nobody has found or laid would overwrite a good photograph with a bad one.
        let may_go_on = self.laying.is_laid() && self.working.is_none();
        let Some(shown) = self.laying.on.photo.as_ref().filter(|_| may_go_on) else {
            return;
        };
        let (photo, corners, grid) = (Arc::clone(&shown.photo), self.laying.on.corners, self.grid);
        self.laying.on.told = None;
        let before = match &self.purpose {
            Purpose::Keep => None,
            Purpose::Compare { before, .. } => Some(Arc::clone(before)),
        };
        self.working = Some(Job::begin(ctx, move || {
            let straight = Straightened::new(&photo, &corners, grid);
            let straight = straight.map_err(|error| error.to_string())?;
            match before {
                None => straight.to_jpeg().map(Worked::Small).map_err(|error| error.to_string()),
                Some(before) => Compared::of(&before, &straight)
                    .map(|compared| Worked::Compared(Box::new(compared)))
                    .map_err(|error| format!("Nothing can be compared: {error}.")),
            }
        }));
    }

    /// Takes what has been worked out meanwhile.
    fn take_work(&mut self, ctx: &Context, commands: &mut Commands) {
        if let Some(opened) = self.laying.on.take_read(false) {
            self.take_opened(ctx, opened);
        }
        self.laying.take_search(false);
        let Some(job) = self.working.take() else {
            return;
        };
        match job.state(false) {
            State::Running => self.working = Some(job),
            State::Done(Ok(Worked::Small(jpeg))) => commands.push(Command::KeepTable(jpeg)),
            State::Done(Ok(Worked::Compared(compared))) => self.take_compared(ctx, *compared),
            State::Done(Err(told)) => self.laying.on.told = Some(told),
            State::Lost => {
                self.laying.on.told = Some("The photograph could not be worked out.".to_owned());
            }
        }
    }

    fn take_compared(&mut self, ctx: &Context, compared: Compared) {
        let Purpose::Compare { before, .. } = &self.purpose else {
            return;
        };
        let texture = |name: &str, picture: &Straightened| {
            ctx.load_texture(name, shown(&picture.pixels), TextureOptions::LINEAR)
        };
        self.differences = Some(Differences {
            before: texture("table as it was left", before),
            after: texture("table as it is", &compared.after),
            marks: compared.marks,
            unseen: compared.unseen,
            at: 0,
            settled: BTreeSet::new(),
            shows_before: false,
        });
    }
}

impl Differences {
    /// The mark that is looked at; nothing if no square differs.
    fn mark(&self) -> Option<&Mark> {
        self.marks.get(self.at)
    }

    /// Looks at the next mark, or the one before.
    fn step(&mut self, forwards: bool) {
        let last = self.marks.len().saturating_sub(1);
        self.at = if forwards { (self.at + 1).min(last) } else { self.at.saturating_sub(1) };
    }

    /// Says that the square looked at needs nothing more, or that it does after all; from one that
    /// is settled the next open one comes up.
    fn settle(&mut self) {
        let Some(square) = self.mark().map(|mark| mark.square) else {
            return;
        };
        if self.settled.remove(&square) {
            return;
        }
        self.settled.insert(square);
        let is_open = |at: &usize| !self.settled.contains(&self.marks[*at].square);
        let next = (self.at..self.marks.len()).find(is_open);
        if let Some(next) = next.or_else(|| (0..self.at).find(is_open)) {
            self.at = next;
        }
    }
}

/// The screen.
pub fn table_photo_ui(ui: &mut Ui, photo: &mut TablePhoto, commands: &mut Commands) {
    let ctx = ui.ctx().clone();
    photo.take_work(&ctx, commands);
    take_keys(ui, photo);
    // The board of a game has the size that it has.
    photo.laying.size = (u32::from(photo.grid.columns()), u32::from(photo.grid.rows()));
    let (raised, paper) = (theme(ui).raised, theme(ui).paper);
    let frame = Frame::new().fill(raised).inner_margin(space::M);
    Panel::left("table photograph").resizable(false).exact_size(WIDTH).frame(frame).show(
        ui,
        |ui| {
            ui.spacing_mut().item_spacing.y = space::S;
            head_ui(ui, photo, commands);
            match (&mut photo.differences, &photo.purpose) {
                (Some(differences), Purpose::Compare { list, .. }) => {
                    differences_ui(ui, differences, list, photo.grid);
                }
                _ => grid_ui(ui, photo, commands),
            }
        },
    );
    let frame = Frame::new().fill(paper).inner_margin(space::L);
    CentralPanel::default().frame(frame).show(ui, |ui| match &mut photo.differences {
        Some(differences) => table_ui(ui, differences, photo.grid),
        None => corners_view_ui(ui, &mut photo.laying),
    });
    photo.take_work(&ctx, commands);
}

/// What is done here, and the way back.
fn head_ui(ui: &mut Ui, photo: &mut TablePhoto, commands: &mut Commands) {
    if ui.button("‹ Back to the game").clicked() {
        commands.push(Command::Back);
    }
    let title = match photo.purpose {
        Purpose::Keep => "Keep a photograph",
        Purpose::Compare { .. } => "Compare photographs",
    };
    ui.label(headline(ui, title, text::LEAD));
}

/// The first step: the grid over the photograph.
fn grid_ui(ui: &mut Ui, photo: &mut TablePhoto, commands: &mut Commands) {
    let words = photo.laying.on.reading_words();
    let working = photo.working.as_ref().map(|_| match photo.purpose {
        Purpose::Keep => "Keeping the photograph…".to_owned(),
        Purpose::Compare { .. } => "Comparing the photographs…".to_owned(),
    });
    if let Some(words) = words.or(working) {
        caption(words).ui(ui);
        if ui.button("Cancel").clicked() {
            photo.laying.on.cancel();
            photo.working = None;
        }
        return;
    }
    if let Some(told) = &photo.laying.on.told {
        trouble_ui(ui, told, text::BODY);
    }
    found_ui(ui, &photo.laying);
    trouble_with_grid_ui(ui, &photo.laying);
    let label = match photo.purpose {
        Purpose::Keep => "Keep it with the game",
        Purpose::Compare { .. } => "Compare",
    };
    let goes_on = ui
        .add_enabled_ui(photo.laying.is_laid(), |ui| primary_button_ui(ui, label))
        .inner
        .clicked();
    if goes_on {
        let ctx = ui.ctx().clone();
        photo.go_on(&ctx);
    }
    let kept = match photo.purpose {
        Purpose::Keep => {
            "It is kept small, on this machine only, and is no part of the record. There is one for each game: it takes the place of an earlier one."
        }
        Purpose::Compare { .. } => "Nothing in the record changes, whatever is found.",
    };
    caption(kept).ui(ui);
    caption("The corners of the grid belong on the outer corners of the board's squares. Drag a corner, or move it by the arrow keys.").ui(ui);
    turn_ui(ui, &mut photo.laying);
    if ui.button("Another photograph…").clicked() {
        commands.push(Command::Menu(photo.menu()));
    }
}

/// The second step: what differs, and what lies there by the record.
fn differences_ui(ui: &mut Ui, differences: &mut Differences, list: &Checklist, grid: Grid) {
    let count = differences.marks.len();
    let found = match count {
        0 => "No square differs.".to_owned(),
        1 => format!("1 of {} squares differs.", grid.len()),
        _ => format!("{count} of {} squares differ, the surest first.", grid.len()),
    };
    body(found).bold().ui(ui);
    if !differences.unseen.is_empty() {
        let squares: Vec<String> = differences.unseen.iter().map(ToString::to_string).collect();
        let said = counted(squares.len(), "square is", "squares are");
        caption(format!("{said} too bright to tell: {}.", squares.join(", "))).ui(ui);
    }
    let Some(mark) = differences.mark().copied() else {
        return;
    };
    steps_ui(ui, differences, mark.square);
    let is_low = ui.available_height() < LOW_PANEL;
    ScrollArea::vertical().id_salt("what differs").auto_shrink(false).show(ui, |ui| {
        beside_bar(ui);
        told_ui(ui, differences, list, grid, mark);
        ui.separator();
        // Where both have room the pictures stay while the list is scrolled.
        if is_low {
            list_ui(ui, differences, list);
        } else {
            let scroll = ScrollArea::vertical().id_salt("squares").auto_shrink(false);
            scroll.show(ui, |ui| {
                beside_bar(ui);
                list_ui(ui, differences, list);
            });
        }
    });
}

/// The way through the squares. It stands above what is longer for one of them than for the next,
/// so that it stays where it is.
fn steps_ui(ui: &mut Ui, differences: &mut Differences, square: Square) {
    ui.horizontal_wrapped(|ui| {
        if ui.button("‹").on_hover_text("The one before (Up)").clicked() {
            differences.step(false);
        }
        if ui.button("›").on_hover_text("The next one (Down)").clicked() {
            differences.step(true);
        }
        let is_settled = differences.settled.contains(&square);
        if ui.selectable_label(is_settled, "Settled (Space)").clicked() {
            differences.settle();
        }
        ui.toggle_value(&mut differences.shows_before, "As it was (B)");
    });
}

/// A square in both pictures, and what lies there by the record.
fn told_ui(ui: &mut Ui, differences: &Differences, list: &Checklist, grid: Grid, mark: Mark) {
    ui.horizontal(|ui| {
        for (said, texture) in [("As it was", &differences.before), ("Now", &differences.after)] {
            ui.vertical(|ui| {
                caption(said).ui(ui);
                close_ui(ui, texture, grid, mark.square, said);
            });
        }
    });
    let sure = format!("{}: {:.0} % sure", mark.square, 100.0 * mark.sure);
    body(sure).bold().ui(ui);
    let lies = list.on(mark.square);
    let first = lies.first().map_or("nothing", String::as_str);
    body(format!("By the record: {first}")).ui(ui);
    for more in lies.iter().skip(1) {
        caption(more).ui(ui);
    }
}

fn list_ui(ui: &mut Ui, differences: &mut Differences, list: &Checklist) {
    ui.spacing_mut().item_spacing.y = 0.0;
    for at in 0..differences.marks.len() {
        mark_ui(ui, differences, list, at);
    }
}

/// A square that differs, as a line of the list.
fn mark_ui(ui: &mut Ui, differences: &mut Differences, list: &Checklist, at: usize) {
    let Mark { square, .. } = differences.marks[at];
    let lies = list.on(square);
    let first = lies.first().map_or("nothing by the record", String::as_str);
    let is_settled = differences.settled.contains(&square);
    let words = format!("{square}: {first}");
    let galley = if is_settled { body(&words).muted() } else { body(&words) };
    let width = Line::room(ui.available_width(), space::S, 0.0);
    let drawn = Line {
        name: if is_settled { format!("{words}, settled") } else { words.clone() },
        galley: galley.wrapped(ui, width),
        before: space::S,
        behind: 0.0,
        height: touch::TARGET - space::XS,
        is_chosen: at == differences.at,
    };
    if drawn.ui(ui, Role::Button).response.clicked() {
        differences.at = at;
    }
}

/// A square with a little of what lies around it.
fn close_ui(ui: &mut Ui, texture: &TextureHandle, grid: Grid, square: Square, said: &str) {
    let (place, response) = ui.allocate_exact_size(Vec2::splat(CLOSE), Sense::hover());
    name(ui, &response, Role::Image, &format!("{square}, {}", said.to_lowercase()));
    let (columns, rows) = (f32::from(grid.columns()), f32::from(grid.rows()));
    let (x, y) = (f32::from(square.column), f32::from(square.row));
    let part = Rect::from_min_max(
        pos2((x - AROUND) / columns, (y - AROUND) / rows),
        pos2((x + 1.0 + AROUND) / columns, (y + 1.0 + AROUND) / rows),
    );
    ui.painter().image(texture.id(), place, part, Color32::WHITE);
    let inner = place.shrink(CLOSE * AROUND / (1.0 + 2.0 * AROUND));
    let edge = Stroke::new(line::HAIR, theme(ui).accent);
    ui.painter().rect_stroke(inner, 0.0, edge, StrokeKind::Outside);
}

/// The whole table, with what differs framed.
fn table_ui(ui: &mut Ui, differences: &mut Differences, grid: Grid) {
    let view = ui.available_rect_before_wrap();
    let response = ui.allocate_rect(view, Sense::click());
    name(ui, &response, Role::Image, TABLE);
    let last = Square::new(grid.columns() - 1, grid.rows() - 1);
    let board = square_rect(view, grid, Square::default()).union(square_rect(view, grid, last));
    let texture = if differences.shows_before { &differences.before } else { &differences.after };
    let whole = Rect::from_min_max(egui::Pos2::ZERO, pos2(1.0, 1.0));
    let theme = theme(ui);
    let painter = ui.painter();
    painter.image(texture.id(), board, whole, Color32::WHITE);
    for (at, mark) in differences.marks.iter().enumerate() {
        let place = square_rect(view, grid, mark.square);
        let ring = match (at == differences.at, differences.settled.contains(&mark.square)) {
            (true, _) => Stroke { width: 2.0 * line::FOCUS, ..theme.focus_ring() },
            (false, false) => Stroke::new(line::MARK, theme.bad),
            (false, true) => Stroke::new(line::HAIR, theme.paper),
        };
        // Light around dark: one of them stands out from any picture.
        painter.rect_stroke(
            place.expand(1.0),
            0.0,
            Stroke::new(ring.width + 2.0, theme.paper),
            StrokeKind::Middle,
        );
        painter.rect_stroke(place, 0.0, ring, StrokeKind::Middle);
    }
    if response.clicked() {
        let pressed = response.interact_pointer_pos();
        let square = pressed.and_then(|place| square_at(view, grid, place));
        let at = differences.marks.iter().position(|mark| Some(mark.square) == square);
        differences.at = at.unwrap_or(differences.at);
    }
}

/// Takes the keys that were pressed.
fn take_keys(ui: &Ui, photo: &mut TablePhoto) {
    let ctx = ui.ctx().clone();
    let Some(differences) = &mut photo.differences else {
        if lays_grid(ui, &mut photo.laying) {
            photo.go_on(&ctx);
        }
        return;
    };
    let pressed = |key: Key| keyboard::pressed(ui, Modifiers::NONE, key);
    if pressed(Key::B) {
        differences.shows_before = !differences.shows_before;
    }
    if !keyboard::is_free(&ctx) {
        return;
    }
    if pressed(Key::ArrowDown) || pressed(Key::ArrowRight) {
        differences.step(true);
    } else if pressed(Key::ArrowUp) || pressed(Key::ArrowLeft) {
        differences.step(false);
    } else if pressed(Key::Space) || pressed(Key::Enter) {
        differences.settle();
    }
}
