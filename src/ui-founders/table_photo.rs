//! The photograph of a table: kept with its game as the table was left, and compared with one of
//! how it was laid again.
//!
//! Two steps on one screen. The grid is laid over the photograph as for a board that is traced;
//! then it is kept, or held against the one that was. What differs is marked, the surest first,
//! with both pictures of the square side by side and what the record says lies there. What the
//! record itself has changed since is told from what nobody recorded, and so is what it has changed
//! and the table has not. It only points: nothing here changes the record.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use egui::{
    CentralPanel, Color32, Context, Frame, Key, Modifiers, Panel, Rect, Role, ScrollArea, Sense,
    Stroke, StrokeKind, TextureHandle, TextureOptions, Ui, Vec2, pos2,
};
use plain_text::{agreeing, clauses, counted, listed};

use board_tracing::{Compared, Grid, Kind, Photo, Straightened};
use components::square::Square;
use layout::Checklist;
use narration::{NamedGame, PlayerNaming};
use serde::{Deserialize, Serialize};
use ui_board::command::FoundersCommand;
use ui_kit::job::{Job, State};
use ui_kit::keyboard;
use ui_kit::paint::paint_whole;
use ui_kit::queue::Queue;
use ui_kit::theme::{line, space, text, theme, touch};
use ui_kit::widgets::{
    Line, beside_bar, body, caption, headline, name_as, primary_button_ui, trouble_ui,
};
use ui_menu::Menu;
use ui_photo::photograph::{Opened, shown};
use ui_photo::tracing::{
    GridDraft, WIDTH, board_rect, corners_view_ui, found_ui, lays_grid, size_of, square_at,
    square_rect, trouble_with_grid_ui, turn_ui,
};

/// What the picture of the table is called, for those who hear it.
const TABLE: &str = "Photograph of the table";

/// The two pictures of a square, in points: so wide each.
const CLOSE: f32 = 146.0;
/// A panel that is lower than this, in points, is scrolled as a whole.
const LOW_PANEL: f32 = 420.0;
/// How much around a square is shown with it, in squares.
const AROUND: f32 = 0.25;

/// What lay on the table by the record when a photograph of it was kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AsItLay {
    /// After which entry; 0 is the start.
    pub entry: usize,
    /// On which day, as far as the clock told.
    pub date: String,
    /// The way in which the players were named.
    #[serde(default, rename = "calling")]
    pub naming: PlayerNaming,
    /// What lay on each square that was not bare, in words.
    pub lies: BTreeMap<Square, Vec<String>>,
}

/// What a photograph of the table is taken for.
pub enum PhotoPurpose {
    /// It is kept with the game, in place of one of which this is known.
    Keep(Option<AsItLay>),
    /// It is held against the one that is kept.
    Compare {
        /// The one that is kept.
        before: Arc<Straightened>,
        /// What lay there by the record, as far as that was kept.
        then: Option<AsItLay>,
        /// What lies on the table by the record, the players called as they were then.
        list: Box<Checklist>,
    },
}

impl AsItLay {
    /// What lies on a board of this grid by the record.
    pub fn new(entry: usize, date: String, named: NamedGame<'_>, grid: Grid) -> Self {
        let list = Checklist::of(named);
        let lies = grid.squares().map(|square| (square, list.on(square)));
        Self {
            entry,
            date,
            naming: named.naming(),
            lies: lies.filter(|(_, lies)| !lies.is_empty()).collect(),
        }
    }

    /// What lay on a square.
    fn on(&self, square: Square) -> &[String] {
        self.lies.get(&square).map_or(&[], Vec::as_slice)
    }

    /// When it was, in words: "entry 54, 2026-11-21".
    fn when(&self) -> String {
        let day = if self.date.is_empty() { "" } else { ", " };
        format!("entry {}{day}{}", self.entry, self.date)
    }
}

/// A photograph of the table, as far as it is dealt with.
pub struct TablePhoto {
    laying: GridDraft,
    /// The grid of the game's board.
    grid: Grid,
    purpose: PhotoPurpose,
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
    found: Vec<Finding>,
    unseen: Vec<Square>,
    before: TextureHandle,
    after: TextureHandle,
    /// The one that is looked at.
    at: usize,
    /// The squares that were looked at and need nothing more.
    settled: BTreeSet<Square>,
    /// Whether the large picture is the one that was kept.
    shows_before: bool,
}

/// A square on which something is to be looked at.
#[derive(Clone, Debug)]
struct Finding {
    square: Square,
    why: Cause,
    /// How sure it is that the pictures differ there, 0 to 1; nothing where they do not.
    sure: Option<f32>,
    /// What lay there when the first one was kept, if the record has something else there now.
    lay: Option<Vec<String>>,
}

/// Why a square is looked at, the most telling first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Cause {
    /// The pictures differ, and the record does not say why.
    Unrecorded,
    /// The record has changed what lies there, and the pictures show no difference.
    NotSeen,
    /// The pictures differ, and so does what the record says.
    AsRecorded,
}

impl Finding {
    /// All that is to be looked at, the most telling and the surest first.
    fn all(compared: &Compared, then: Option<&AsItLay>, list: &Checklist, grid: Grid) -> Vec<Self> {
        let lay = |square: Square| {
            let lay = then?.on(square);
            (lay != list.on(square)).then(|| lay.to_vec())
        };
        let marked = compared.marks.iter().map(|mark| {
            let lay = lay(mark.square);
            let why = if lay.is_some() { Cause::AsRecorded } else { Cause::Unrecorded };
            Self { square: mark.square, why, sure: Some(mark.sure), lay }
        });
        let is_open = |square: &Square| {
            !compared.unseen.contains(square)
                && !compared.marks.iter().any(|mark| mark.square == *square)
        };
        let not_seen = grid.squares().filter(is_open).filter_map(|square| {
            let lay = Some(lay(square)?);
            Some(Self { square, why: Cause::NotSeen, sure: None, lay })
        });
        let mut all: Vec<Self> = marked.chain(not_seen).collect();
        // Within a cause they stay as they are: the surest first, or in reading order.
        all.sort_by_key(|finding| finding.why);
        all
    }
}

impl TablePhoto {
    /// No photograph yet, of a game's board of which this terrain is known, in reading order.
    pub fn new(grid: Grid, terrain: Vec<Option<Kind>>, purpose: PhotoPurpose) -> Self {
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
    pub const fn menu(&self) -> Menu {
        match self.purpose {
            PhotoPurpose::Keep(_) => Menu::KeepPhotograph,
            PhotoPurpose::Compare { .. } => Menu::ComparePhotograph,
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
            PhotoPurpose::Keep(_) => None,
            PhotoPurpose::Compare { before, .. } => Some(Arc::clone(before)),
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
    fn take_work(&mut self, ctx: &Context, commands: &Queue<FoundersCommand>) {
        if let Some(opened) = self.laying.on.take_read(false) {
            self.take_opened(ctx, opened);
        }
        self.laying.take_search(false);
        match Job::take(&mut self.working, false) {
            State::Running => {}
            State::Done(Ok(Worked::Small(jpeg))) => commands.push(FoundersCommand::KeepTable(jpeg)),
            State::Done(Ok(Worked::Compared(compared))) => self.take_compared(ctx, *compared),
            State::Done(Err(told)) => self.laying.on.told = Some(told),
            State::Lost => {
                self.laying.on.told = Some("The photograph could not be worked out.".to_owned());
            }
        }
    }

    fn take_compared(&mut self, ctx: &Context, compared: Compared) {
        let PhotoPurpose::Compare { before, then, list } = &self.purpose else {
            return;
        };
        let texture = |name: &str, picture: &Straightened| {
            ctx.load_texture(name, shown(&picture.pixels), TextureOptions::LINEAR)
        };
        self.differences = Some(Differences {
            before: texture("table as it was left", before),
            after: texture("table as it is", &compared.after),
            found: Finding::all(&compared, then.as_ref(), list, self.grid),
            unseen: compared.unseen,
            at: 0,
            settled: BTreeSet::new(),
            shows_before: false,
        });
    }
}

impl Differences {
    /// What is looked at; nothing if no square differs.
    fn shown(&self) -> Option<&Finding> {
        self.found.get(self.at)
    }

    /// Looks at the next square, or the one before.
    fn step(&mut self, forwards: bool) {
        let last = self.found.len().saturating_sub(1);
        self.at = if forwards { (self.at + 1).min(last) } else { self.at.saturating_sub(1) };
    }

    /// Says that the square looked at needs nothing more, or that it does after all; from one that
    /// is settled the next open one comes up.
    fn settle(&mut self) {
        let Some(square) = self.shown().map(|finding| finding.square) else {
            return;
        };
        if self.settled.remove(&square) {
            return;
        }
        self.settled.insert(square);
        let is_open = |at: &usize| !self.settled.contains(&self.found[*at].square);
        let next = (self.at..self.found.len()).find(is_open);
        if let Some(next) = next.or_else(|| (0..self.at).find(is_open)) {
            self.at = next;
        }
    }
}

/// The screen.
pub fn table_photo_ui(ui: &mut Ui, photo: &mut TablePhoto, commands: &Queue<FoundersCommand>) {
    let ctx = ui.ctx().clone();
    photo.take_work(&ctx, commands);
    take_keys(ui, photo);
    // The board of a game has the size that it has.
    photo.laying.size = size_of(photo.grid);
    let (raised, paper) = (theme(ui).raised, theme(ui).paper);
    let frame = Frame::new().fill(raised).inner_margin(space::M);
    Panel::left("table photograph").resizable(false).exact_size(WIDTH).frame(frame).show(
        ui,
        |ui| {
            ui.spacing_mut().item_spacing.y = space::S;
            head_ui(ui, photo, commands);
            match (&mut photo.differences, &photo.purpose) {
                (Some(differences), PhotoPurpose::Compare { list, .. }) => {
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
fn head_ui(ui: &mut Ui, photo: &mut TablePhoto, commands: &Queue<FoundersCommand>) {
    if ui.button("‹ Back to the game").clicked() {
        commands.push(FoundersCommand::Back);
    }
    let title = match photo.purpose {
        PhotoPurpose::Keep(_) => "Keep a photograph",
        PhotoPurpose::Compare { .. } => "Compare photographs",
    };
    ui.label(headline(ui, title, text::LEAD));
}

/// The first step: the grid over the photograph.
fn grid_ui(ui: &mut Ui, photo: &mut TablePhoto, commands: &Queue<FoundersCommand>) {
    let words = photo.laying.on.reading_words();
    let working = photo.working.as_ref().map(|_| match photo.purpose {
        PhotoPurpose::Keep(_) => "Keeping the photograph…".to_owned(),
        PhotoPurpose::Compare { .. } => "Comparing the photographs…".to_owned(),
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
        PhotoPurpose::Keep(_) => "Keep it with the game",
        PhotoPurpose::Compare { .. } => "Compare",
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
        PhotoPurpose::Keep(_) => {
            "It is kept small, on this machine only, and is no part of the record. There is one for each game: it takes the place of an earlier one."
        }
        PhotoPurpose::Compare { .. } => "Nothing in the record changes, whatever is found.",
    };
    caption(kept).ui(ui);
    let before = match &photo.purpose {
        PhotoPurpose::Keep(before) => before.as_ref().map(|lay| ("One is kept already, from", lay)),
        PhotoPurpose::Compare { then, .. } => {
            then.as_ref().map(|lay| ("It is compared with that of", lay))
        }
    };
    if let Some((said, lay)) = before {
        caption(format!("{said} {}.", lay.when())).ui(ui);
    }
    caption("The corners of the grid belong on the outer corners of the board's squares, and A1 where the record has it. Drag a corner, or move it by the arrow keys.").ui(ui);
    turn_ui(ui, &mut photo.laying);
    if ui.button("Another photograph…").clicked() {
        commands.push(FoundersCommand::Menu(photo.menu()));
    }
}

/// The second step: what differs, and what lies there by the record.
fn differences_ui(ui: &mut Ui, differences: &mut Differences, list: &Checklist, grid: Grid) {
    body(found_words(&differences.found, grid)).bold().ui(ui);
    if !differences.unseen.is_empty() {
        let squares: Vec<String> = differences.unseen.iter().map(ToString::to_string).collect();
        let said = counted(squares.len(), "square is", "squares are");
        caption(format!("{said} too bright to tell: {}.", listed(&squares))).ui(ui);
    }
    let Some(finding) = differences.shown().cloned() else {
        return;
    };
    steps_ui(ui, differences, finding.square);
    let is_low = ui.available_height() < LOW_PANEL;
    ScrollArea::vertical().id_salt("what differs").auto_shrink(false).show(ui, |ui| {
        beside_bar(ui);
        told_ui(ui, differences, list, grid, &finding);
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

/// How many squares differ, and how many of them nobody recorded.
fn found_words(found: &[Finding], grid: Grid) -> String {
    let count = |why: Cause| found.iter().filter(|finding| finding.why == why).count();
    let [unrecorded, not_seen, recorded] =
        [Cause::Unrecorded, Cause::NotSeen, Cause::AsRecorded].map(count);
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
fn told_ui(
    ui: &mut Ui,
    differences: &Differences,
    list: &Checklist,
    grid: Grid,
    finding: &Finding,
) {
    let square = finding.square;
    ui.horizontal(|ui| {
        for (said, texture) in [("As it was", &differences.before), ("Now", &differences.after)] {
            ui.vertical(|ui| {
                caption(said).ui(ui);
                close_ui(ui, texture, grid, square, said);
            });
        }
    });
    let sure = finding.sure.map(|sure| format!("{:.0} % sure", 100.0 * sure));
    let sure = sure.unwrap_or_else(|| "the pictures do not differ".to_owned());
    body(format!("{square}: {sure}")).bold().ui(ui);
    let lies = list.on(square);
    let first = lies.first().map_or("nothing", String::as_str);
    body(format!("By the record: {first}")).ui(ui);
    for more in lies.iter().skip(1) {
        caption(more).ui(ui);
    }
    if let Some(lay) = &finding.lay {
        let lay = if lay.is_empty() { "nothing".to_owned() } else { clauses(lay) };
        body(format!("When the photograph was kept: {lay}")).ui(ui);
    }
}

fn list_ui(ui: &mut Ui, differences: &mut Differences, list: &Checklist) {
    ui.spacing_mut().item_spacing.y = 0.0;
    for at in 0..differences.found.len() {
        finding_ui(ui, differences, list, at);
    }
}

/// A square to be looked at, as a line of the list.
fn finding_ui(ui: &mut Ui, differences: &mut Differences, list: &Checklist, at: usize) {
    let Finding { square, why, .. } = differences.found[at];
    let lies = list.on(square);
    let first = lies.first().map_or("nothing by the record", String::as_str);
    let is_settled = differences.settled.contains(&square);
    let why = match why {
        Cause::Unrecorded => "",
        Cause::NotSeen => ", not on the table?",
        Cause::AsRecorded => ", as recorded",
    };
    let words = format!("{square}: {first}{why}");
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
    name_as(&response, Role::Image, format_args!("{square}, {}", said.to_lowercase()));
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
    name_as(&response, Role::Image, TABLE);
    let texture = if differences.shows_before { &differences.before } else { &differences.after };
    let theme = theme(ui);
    let painter = ui.painter();
    paint_whole(painter, texture, board_rect(view, grid));
    for (at, Finding { square, why, .. }) in differences.found.iter().enumerate() {
        let place = square_rect(view, grid, *square);
        let is_settled = differences.settled.contains(square) || *why == Cause::AsRecorded;
        let ring = match (at == differences.at, is_settled) {
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
        let at = differences.found.iter().position(|finding| Some(finding.square) == square);
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
