//! The photograph of a table: stored with its game when the table was left, and compared with one
//! of the table when it was set up again.
//!
//! Two steps on one screen. The grid is placed over the photograph as for a board that is traced;
//! then the photograph is stored, or compared with the stored one. Differences are marked, the
//! surest first, with both pictures of the square side by side and its contents by the record.
//! Changes in the record since then are distinguished from unrecorded ones, and from recorded ones
//! that the table does not show. It only points: nothing here changes the record.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use egui::{
    CentralPanel, Color32, Context, Frame, Key, Modifiers, Panel, Rect, Role, ScrollArea, Sense,
    Stroke, StrokeKind, TextureHandle, TextureOptions, Ui, Vec2, pos2,
};
use plain_text::{agreeing, clauses, counted, listed};

use board_photo::{BoardComparison, GridSize, PaintKind, Photo, StraightenedPhoto};
use components::square::Square;
use narration::{NamedGame, PlayerNaming};
use serde::{Deserialize, Serialize};
use table_inventory::Checklist;
use ui_board::command::FoundersCommand;
use ui_kit::job::{Job, JobState};
use ui_kit::keyboard;
use ui_kit::paint::paint_picture;
use ui_kit::queue::CommandQueue;
use ui_kit::theme::{line, space, text, theme, touch};
use ui_kit::widgets::{
    TextLine, body, caption, error_ui, headline, name_as, primary_button_ui, reserve_scroll_bar,
};
use ui_menu::Menu;
use ui_photo::photo_view::{OpenedPhoto, texture_image};
use ui_photo::trace_screen::{
    GridDraft, SIDE_PANEL_WIDTH, TAKE_WITH_PHONE, board_rect, corners_view_ui, grid_error_ui,
    grid_keys_ui, handle_grid_keys, search_message_ui, square_at, square_rect,
};

/// The accessible name of the picture of the table.
const TABLE: &str = "Photograph of the table";

/// Side of each of the two pictures of a square, in points.
const CLOSE: f32 = 146.0;
/// Height of a panel below which it is scrolled as a whole, in points.
const LOW_PANEL: f32 = 420.0;
/// Margin shown around a square, in squares.
const AROUND: f32 = 0.25;

/// The contents of the table by the record, when a photograph of it was stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableSnapshot {
    /// The entry after which it was taken; 0 is the start.
    pub entry: usize,
    /// The day, as far as the clock knew it.
    pub date: String,
    /// The naming of the players.
    #[serde(default, rename = "calling")]
    pub naming: PlayerNaming,
    /// The contents of each square that was not empty, in words.
    pub lies: BTreeMap<Square, Vec<String>>,
}

/// The purpose of a photograph of the table.
pub enum PhotoPurpose {
    /// To store it with the game, in place of one with these contents, if they are known.
    Store(Option<TableSnapshot>),
    /// To compare it with the stored one.
    Compare {
        /// The stored one.
        before: Arc<StraightenedPhoto>,
        /// The contents by the record at that time, if they were stored.
        before_contents: Option<TableSnapshot>,
        /// The contents by the record now, with the players named as they were then.
        list: Box<Checklist>,
    },
}

impl TableSnapshot {
    /// Returns the contents of a board of this grid by the record.
    pub fn new(entry: usize, date: String, named: NamedGame<'_>, grid: GridSize) -> Self {
        let list = Checklist::for_game(named);
        let lies = grid
            .squares()
            .map(|square| (square, list.describe_square(square)))
            .filter(|(_, contents)| !contents.is_empty())
            .collect();
        Self { entry, date, naming: named.naming(), lies }
    }

    /// Returns the contents of a square.
    fn on(&self, square: Square) -> &[String] {
        self.lies.get(&square).map_or(&[], Vec::as_slice)
    }

    /// Formats its entry and day: "entry 54, 2026-11-21".
    fn when(&self) -> String {
        let comma = if self.date.is_empty() { "" } else { ", " };
        format!("entry {}{comma}{}", self.entry, self.date)
    }
}

/// A photograph of the table while it is worked on.
pub struct TablePhoto {
    draft: GridDraft,
    /// The grid of the game's board.
    grid: GridSize,
    purpose: PhotoPurpose,
    working: Option<Job<Result<JobResult, String>>>,
    differences: Option<Differences>,
    /// `true` if a player has a phone that can take a photograph.
    has_phone: bool,
}

/// The result of a job on the photograph.
enum JobResult {
    /// It can be stored, as a JPEG.
    Small(Vec<u8>),
    /// It was compared.
    Compared(Box<BoardComparison>),
}

/// The differences of two photographs, and the progress through them.
struct Differences {
    findings: Vec<PhotoFinding>,
    unseen: Vec<Square>,
    before: TextureHandle,
    after: TextureHandle,
    /// The index of the selected finding.
    at: usize,
    /// The squares that were checked and need nothing more.
    settled: BTreeSet<Square>,
    /// `true` if the large picture is the stored one.
    shows_before: bool,
}

/// A square to check.
#[derive(Clone, Debug)]
struct PhotoFinding {
    square: Square,
    cause: DifferenceCause,
    /// The certainty that the pictures differ there, 0 to 1; `None` if they do not.
    sure: Option<f32>,
    /// The contents when the first one was stored, if the record has others now.
    former: Option<Vec<String>>,
}

/// The reason to check a square, the most telling first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum DifferenceCause {
    /// The pictures differ, and the record does not explain it.
    Unrecorded,
    /// The record has changed the square, and the pictures show no difference.
    NotSeen,
    /// The pictures differ, and so does the record.
    AsRecorded,
}

impl PhotoFinding {
    /// Returns all squares to check, the most telling and the surest first.
    fn all(
        compared: &BoardComparison,
        then: Option<&TableSnapshot>,
        list: &Checklist,
        grid: GridSize,
    ) -> Vec<Self> {
        let changed = |square: Square| {
            let former = then?.on(square);
            (former != list.describe_square(square)).then(|| former.to_vec())
        };
        let marked = compared.differences.iter().map(|mark| {
            let former = changed(mark.square);
            let cause = if former.is_some() {
                DifferenceCause::AsRecorded
            } else {
                DifferenceCause::Unrecorded
            };
            Self { square: mark.square, cause, sure: Some(mark.certainty), former }
        });
        let not_seen = grid
            .squares()
            .filter(|square| {
                !compared.unseen.contains(square)
                    && !compared.differences.iter().any(|mark| mark.square == *square)
            })
            .filter_map(|square| {
                let former = Some(changed(square)?);
                Some(Self { square, cause: DifferenceCause::NotSeen, sure: None, former })
            });
        let mut all: Vec<Self> = marked.chain(not_seen).collect();
        // Within a cause their order stays: the surest first, or reading order.
        all.sort_by_key(|finding| finding.cause);
        all
    }
}

impl TablePhoto {
    /// Creates the screen without a photograph, for a game's board with this known terrain, in
    /// reading order.
    pub fn new(grid: GridSize, terrain: Vec<Option<PaintKind>>, purpose: PhotoPurpose) -> Self {
        let draft = GridDraft::of_board(grid, terrain);
        Self { draft, grid, purpose, working: None, differences: None, has_phone: false }
    }

    /// Offers to take another photograph with a phone, or no longer.
    pub const fn set_phone(&mut self, has_phone: bool) {
        self.has_phone = has_phone;
    }

    /// Reads a photograph in the background; `name` is shown meanwhile.
    pub fn read(
        &mut self,
        ctx: &Context,
        name: String,
        read: impl FnOnce() -> Result<Photo, String> + Send + 'static,
    ) {
        self.draft.photo_draft.read(ctx, name, read);
    }

    /// Goes back from moving a corner to moving the grid; returns `false` if there is no step
    /// before on this screen.
    pub fn step_back(&mut self) -> bool {
        self.differences.is_none() && self.draft.step_back()
    }

    fn take_opened(&mut self, ctx: &Context, opened: OpenedPhoto) {
        self.working = None;
        self.differences = None;
        self.draft.take_again(ctx, opened);
    }

    /// Returns the command that chooses another photograph.
    pub const fn menu(&self) -> Menu {
        match self.purpose {
            PhotoPurpose::Store(_) => Menu::KeepPhotograph,
            PhotoPurpose::Compare { .. } => Menu::ComparePhotograph,
        }
    }

    /// Goes on from the placed grid: the photograph is reduced in size, or compared.
    fn go_on(&mut self, ctx: &Context) {
        // A grid that was neither found nor placed would replace a good photograph with a bad one.
        let may_go_on = self.draft.is_placed() && self.working.is_none();
        let Some(straighten) = self.draft.straightening().filter(|_| may_go_on) else {
            return;
        };
        self.draft.photo_draft.error_message = None;
        let before = match &self.purpose {
            PhotoPurpose::Store(_) => None,
            PhotoPurpose::Compare { before, .. } => Some(Arc::clone(before)),
        };
        self.working = Some(Job::start(ctx, move || {
            let straight = straighten().map_err(|error| error.to_string())?;
            match before {
                None => straight.to_jpeg().map(JobResult::Small).map_err(|error| error.to_string()),
                Some(before) => BoardComparison::compare(&before, &straight)
                    .map(|compared| JobResult::Compared(Box::new(compared)))
                    .map_err(|error| format!("Nothing can be compared: {error}.")),
            }
        }));
    }

    /// Takes the results of finished jobs.
    fn take_work(&mut self, ctx: &Context, commands: &CommandQueue<FoundersCommand>) {
        if let Some(opened) = self.draft.photo_draft.take_read(false) {
            self.take_opened(ctx, opened);
        }
        self.draft.take_work(ctx, false);
        match Job::take(&mut self.working, false) {
            JobState::Running => {}
            JobState::Done(Ok(JobResult::Small(jpeg))) => {
                commands.push(FoundersCommand::SaveTablePhoto(jpeg));
            }
            JobState::Done(Ok(JobResult::Compared(compared))) => self.take_compared(ctx, *compared),
            JobState::Done(Err(message)) => self.draft.photo_draft.error_message = Some(message),
            JobState::Lost => {
                self.draft.photo_draft.error_message =
                    Some("The photograph could not be worked out.".to_owned());
            }
        }
    }

    fn take_compared(&mut self, ctx: &Context, compared: BoardComparison) {
        let PhotoPurpose::Compare { before, before_contents, list } = &self.purpose else {
            return;
        };
        let texture = |name: &str, picture: &StraightenedPhoto| {
            ctx.load_texture(name, texture_image(&picture.pixels), TextureOptions::LINEAR)
        };
        self.differences = Some(Differences {
            before: texture("table as it was left", before),
            after: texture("table as it is", &compared.after),
            findings: PhotoFinding::all(&compared, before_contents.as_ref(), list, self.grid),
            unseen: compared.unseen,
            at: 0,
            settled: BTreeSet::new(),
            shows_before: false,
        });
    }
}

impl Differences {
    /// Returns the selected finding; `None` if no square differs.
    fn shown(&self) -> Option<&PhotoFinding> {
        self.findings.get(self.at)
    }

    /// Selects the next square, or the one before.
    fn step(&mut self, forwards: bool) {
        let last = self.findings.len().saturating_sub(1);
        self.at = if forwards { (self.at + 1).min(last) } else { self.at.saturating_sub(1) };
    }

    /// Marks the selected square as settled and selects the next open one, or marks it as open
    /// again.
    fn settle(&mut self) {
        let Some(square) = self.shown().map(|finding| finding.square) else {
            return;
        };
        if self.settled.remove(&square) {
            return;
        }
        self.settled.insert(square);
        let is_open = |at: &usize| !self.settled.contains(&self.findings[*at].square);
        let next = (self.at..self.findings.len()).find(is_open);
        if let Some(next) = next.or_else(|| (0..self.at).find(is_open)) {
            self.at = next;
        }
    }
}

/// Draws the screen.
pub fn table_photo_ui(
    ui: &mut Ui,
    photo: &mut TablePhoto,
    commands: &CommandQueue<FoundersCommand>,
) {
    let ctx = ui.ctx().clone();
    photo.take_work(&ctx, commands);
    take_keys(ui, photo);
    // The size of the board of a game is fixed.
    let (raised, paper) = (theme(ui).raised, theme(ui).paper);
    let frame = Frame::new().fill(raised).inner_margin(space::M);
    Panel::left("table photograph")
        .resizable(false)
        .exact_size(SIDE_PANEL_WIDTH)
        .frame(frame)
        .show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = space::S;
            head_ui(ui, photo, commands);
            match (&mut photo.differences, &photo.purpose) {
                (Some(differences), PhotoPurpose::Compare { list, .. }) => {
                    differences_ui(ui, differences, list, photo.grid);
                }
                _ => grid_ui(ui, photo, commands),
            }
        });
    let frame = Frame::new().fill(paper).inner_margin(space::L);
    CentralPanel::default().frame(frame).show(ui, |ui| match &mut photo.differences {
        Some(differences) => table_ui(ui, differences, photo.grid),
        None => corners_view_ui(ui, &mut photo.draft),
    });
    photo.take_work(&ctx, commands);
}

/// Draws the way back and the title.
fn head_ui(ui: &mut Ui, photo: &mut TablePhoto, commands: &CommandQueue<FoundersCommand>) {
    if ui.button("‹ Back to the game").clicked() {
        commands.push(FoundersCommand::Back);
    }
    let title = match photo.purpose {
        PhotoPurpose::Store(_) => "Keep a photograph",
        PhotoPurpose::Compare { .. } => "Compare photographs",
    };
    ui.label(headline(ui, title, text::LEAD));
}

/// Draws the first step: the grid over the photograph.
fn grid_ui(ui: &mut Ui, photo: &mut TablePhoto, commands: &CommandQueue<FoundersCommand>) {
    let words = photo.draft.photo_draft.reading_message();
    let working = photo.working.as_ref().map(|_| match photo.purpose {
        PhotoPurpose::Store(_) => "Keeping the photograph…".to_owned(),
        PhotoPurpose::Compare { .. } => "Comparing the photographs…".to_owned(),
    });
    if let Some(words) = words.or(working) {
        caption(words).ui(ui);
        if ui.button("Cancel").clicked() {
            photo.draft.photo_draft.cancel();
            photo.working = None;
        }
        return;
    }
    if let Some(message) = &photo.draft.photo_draft.error_message {
        error_ui(ui, message, text::BODY);
    }
    search_message_ui(ui, &photo.draft);
    grid_error_ui(ui, &photo.draft);
    let label = match photo.purpose {
        PhotoPurpose::Store(_) => "Keep it with the game",
        PhotoPurpose::Compare { .. } => "Compare",
    };
    let goes_on = ui
        .add_enabled_ui(photo.draft.is_placed(), |ui| primary_button_ui(ui, label))
        .inner
        .clicked();
    if goes_on {
        let ctx = ui.ctx().clone();
        photo.go_on(&ctx);
    }
    let consequence = match photo.purpose {
        PhotoPurpose::Store(_) => {
            "It is kept small, on this machine only, and is no part of the record. There is one for each game: it takes the place of an earlier one."
        }
        PhotoPurpose::Compare { .. } => "Nothing in the record changes, whatever is found.",
    };
    caption(consequence).ui(ui);
    let before = match &photo.purpose {
        PhotoPurpose::Store(then) => then.as_ref().map(|then| ("One is kept already, from", then)),
        PhotoPurpose::Compare { before_contents, .. } => {
            before_contents.as_ref().map(|then| ("It is compared with that of", then))
        }
    };
    if let Some((text, then)) = before {
        caption(format!("{text} {}.", then.when())).ui(ui);
    }
    caption("A1 belongs where the record has it.").ui(ui);
    grid_keys_ui(ui, &mut photo.draft);
    if ui.button("Another photograph…").clicked() {
        commands.push(FoundersCommand::Menu(photo.menu()));
    }
    if photo.has_phone && ui.button(TAKE_WITH_PHONE).clicked() {
        commands.push(FoundersCommand::TakeWithPhone(photo.menu()));
    }
}

/// Draws the second step: the differences, with the contents by the record.
fn differences_ui(ui: &mut Ui, differences: &mut Differences, list: &Checklist, grid: GridSize) {
    body(found_words(&differences.findings, grid)).bold().ui(ui);
    if !differences.unseen.is_empty() {
        let squares: Vec<String> = differences.unseen.iter().map(ToString::to_string).collect();
        let count = counted(squares.len(), "square is", "squares are");
        caption(format!("{count} too bright to tell: {}.", listed(&squares))).ui(ui);
    }
    let Some(finding) = differences.shown().cloned() else {
        return;
    };
    steps_ui(ui, differences, finding.square);
    let is_low = ui.available_height() < LOW_PANEL;
    ScrollArea::vertical().id_salt("what differs").auto_shrink(false).show(ui, |ui| {
        reserve_scroll_bar(ui);
        details_ui(ui, differences, list, grid, &finding);
        ui.separator();
        // Where both fit, the pictures stay while the list is scrolled.
        if is_low {
            list_ui(ui, differences, list);
        } else {
            ScrollArea::vertical().id_salt("squares").auto_shrink(false).show(ui, |ui| {
                reserve_scroll_bar(ui);
                list_ui(ui, differences, list);
            });
        }
    });
}

/// Describes how many squares differ, and how many of those differences are recorded.
fn found_words(findings: &[PhotoFinding], grid: GridSize) -> String {
    let [unrecorded, not_seen, recorded] =
        [DifferenceCause::Unrecorded, DifferenceCause::NotSeen, DifferenceCause::AsRecorded]
            .map(|cause| findings.iter().filter(|finding| finding.cause == cause).count());
    let differ = match unrecorded + recorded {
        0 => "No square differs.".to_owned(),
        differ => {
            let all = counted(grid.len(), "square", "squares");
            let differs = agreeing(differ, "differs", "differ, the surest first");
            format!("{differ} of {all} {differs}.")
        }
    };
    let explained = match (unrecorded, recorded) {
        (_, 0) => String::new(),
        (0, _) => " The record explains it all.".to_owned(),
        _ => format!(" The record explains {recorded} of them."),
    };
    let missing = match not_seen {
        0 => String::new(),
        more => format!(
            " On {} the record has changed, and the table has not.",
            counted(more, "more square", "more squares")
        ),
    };
    differ + &explained + &missing
}

/// Draws the buttons that step through the squares. They are above everything that differs in
/// height between squares, so that they stay in place.
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

/// Draws a square in both pictures, and its contents by the record.
fn details_ui(
    ui: &mut Ui,
    differences: &Differences,
    list: &Checklist,
    grid: GridSize,
    finding: &PhotoFinding,
) {
    let square = finding.square;
    ui.horizontal(|ui| {
        for (label, texture) in [("As it was", &differences.before), ("Now", &differences.after)] {
            ui.vertical(|ui| {
                caption(label).ui(ui);
                close_up_ui(ui, texture, grid, square, label);
            });
        }
    });
    let sure = finding.sure.map_or_else(
        || "the pictures do not differ".to_owned(),
        |sure| format!("{:.0} % sure", 100.0 * sure),
    );
    body(format!("{square}: {sure}")).bold().ui(ui);
    let contents = list.describe_square(square);
    let first = contents.first().map_or("nothing", String::as_str);
    body(format!("By the record: {first}")).ui(ui);
    for more in contents.iter().skip(1) {
        caption(more).ui(ui);
    }
    if let Some(former) = &finding.former {
        let former = if former.is_empty() { "nothing".to_owned() } else { clauses(former) };
        body(format!("When the photograph was kept: {former}")).ui(ui);
    }
}

fn list_ui(ui: &mut Ui, differences: &mut Differences, list: &Checklist) {
    ui.spacing_mut().item_spacing.y = 0.0;
    for at in 0..differences.findings.len() {
        finding_ui(ui, differences, list, at);
    }
}

/// Draws a square to check, as a line of the list.
fn finding_ui(ui: &mut Ui, differences: &mut Differences, list: &Checklist, at: usize) {
    let PhotoFinding { square, cause, .. } = differences.findings[at];
    let contents = list.describe_square(square);
    let first = contents.first().map_or("nothing by the record", String::as_str);
    let is_settled = differences.settled.contains(&square);
    let why = match cause {
        DifferenceCause::Unrecorded => "",
        DifferenceCause::NotSeen => ", not on the table?",
        DifferenceCause::AsRecorded => ", as recorded",
    };
    let words = format!("{square}: {first}{why}");
    let galley = if is_settled { body(&words).muted() } else { body(&words) };
    let width = TextLine::text_width(ui.available_width(), space::S, 0.0);
    let drawn = TextLine {
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

/// Draws a square with a margin around it.
fn close_up_ui(ui: &mut Ui, texture: &TextureHandle, grid: GridSize, square: Square, label: &str) {
    let (place, response) = ui.allocate_exact_size(Vec2::splat(CLOSE), Sense::hover());
    name_as(&response, Role::Image, format_args!("{square}, {}", label.to_lowercase()));
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

/// Draws the whole table, with the findings framed.
fn table_ui(ui: &mut Ui, differences: &mut Differences, grid: GridSize) {
    let view = ui.available_rect_before_wrap();
    let response = ui.allocate_rect(view, Sense::click());
    name_as(&response, Role::Image, TABLE);
    let texture = if differences.shows_before { &differences.before } else { &differences.after };
    let theme = theme(ui);
    let painter = ui.painter();
    paint_picture(painter, texture, board_rect(view, grid));
    for (at, PhotoFinding { square, cause, .. }) in differences.findings.iter().enumerate() {
        let place = square_rect(view, grid, *square);
        let is_settled =
            differences.settled.contains(square) || *cause == DifferenceCause::AsRecorded;
        let ring = match (at == differences.at, is_settled) {
            (true, _) => Stroke { width: 2.0 * line::FOCUS, ..theme.focus_ring() },
            (false, false) => Stroke::new(line::MARK, theme.bad),
            (false, true) => Stroke::new(line::HAIR, theme.paper),
        };
        // Light around dark: one of the two contrasts with any picture.
        painter.rect_stroke(
            place.expand(1.0),
            0.0,
            Stroke::new(ring.width + 2.0, theme.paper),
            StrokeKind::Middle,
        );
        painter.rect_stroke(place, 0.0, ring, StrokeKind::Middle);
    }
    if response.clicked() {
        let square = response.interact_pointer_pos().and_then(|place| square_at(view, grid, place));
        let at = differences.findings.iter().position(|finding| Some(finding.square) == square);
        differences.at = at.unwrap_or(differences.at);
    }
}

/// Handles the keys that were pressed.
fn take_keys(ui: &Ui, photo: &mut TablePhoto) {
    let ctx = ui.ctx().clone();
    let Some(differences) = &mut photo.differences else {
        if handle_grid_keys(ui, &mut photo.draft) {
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
