//! The pictures of the help, made here so that none of them shows outdated words.

use std::path::PathBuf;

use board_photo::{PaintKind, Photo};
use components::component_ref::ComponentRef;
use components::square::Square;
use egui::{Event, Modifiers, PointerButton, Pos2, Rect, Role, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use founders_ledger::app::{App, Command, Environment};
use image::RgbaImage;
use image::imageops::{FilterType, crop_imm, replace, resize};
use packs::OwnCopy;
use rules::setup::Setup;
use ui_board::command::FoundersCommand;
use ui_board::settings::Settings;
use ui_kit::theme::{Appearance, Theme};
use ui_menu::Menu;
use ui_photo::trace_screen::{
    CANVAS_NAME, DEFAULT_SIZE, TraceDraft, kind_key, square_rect, trace_screen_ui,
};

use crate::render::{Difficulty, Rendered, photograph};
use crate::{SIZE, example, moving, options, settle, shown, window};
use ui_kit::queue::CommandQueue;

/// A photograph taken at the table: some light, a little slant, a few pieces on the board.
const AT_THE_TABLE: Difficulty = Difficulty {
    name: "at the table",
    size: (1200, 900),
    alike: 0.0,
    texture: 0.8,
    uneven: 2.0,
    slant: 0.1,
    light: 0.7,
    tokens: 0.06,
    blur: 0.8,
    noise: 3.0,
    quality: 90,
    slip: 0.0,
};

#[track_caller]
fn check<S>(name: &str, harness: &mut Harness<'_, S>) {
    let window = window(harness);
    egui_kittest::image_snapshot_options(&window, name, &options("assets/help"));
}

fn press<S>(harness: &mut Harness<'_, S>, label: &str) {
    harness.get_by_label(label).click();
    harness.run_steps(2);
    harness.event(Event::PointerGone);
    harness.run_steps(8);
}

#[test]
fn help_picture_of_the_table_is_up_to_date() {
    let mut harness = shown(Appearance::Light, example(40));
    check("table", &mut harness);
}

/// The pictures of a film strip, in columns and rows.
const FILM: (u32, u32) = (2, 5);
/// The part of the window in each picture (left, top, width, height): the players' points and the
/// changing part of the board.
const PART: [u32; 4] = [0, 64, 1024, 336];
/// The size of a picture, in pixels.
const PICTURE: (u32, u32) = (768, 252);
/// The time between two pictures, in sixtieths of a second.
const BETWEEN: usize = 22;

#[test]
fn help_film_of_a_payout_cascade_is_up_to_date() {
    let settings = Settings { look: Appearance::Light, ..Settings::default() };
    let mut app = App::new(crate::world(), settings);
    example(0)(&mut app);
    // Government is built, completes a building, and pays all four.
    app.queue_command(FoundersCommand::ViewNumber(138));
    let mut harness = moving(app, 1.0 / 60.0);
    settle(&mut harness);
    harness.state_mut().queue_command(FoundersCommand::ViewNumber(139));
    harness.run_steps(2);
    let mut film = RgbaImage::new(FILM.0 * PICTURE.0, FILM.1 * PICTURE.1);
    for place in 0..FILM.0 * FILM.1 {
        harness.run_steps(BETWEEN);
        let [left, top, width, height] = PART;
        let shown = crop_imm(&window(&mut harness), left, top, width, height).to_image();
        let picture = resize(&shown, PICTURE.0, PICTURE.1, FilterType::Lanczos3);
        let (column, row) = (place % FILM.0, place / FILM.0);
        let at = (i64::from(column * PICTURE.0), i64::from(row * PICTURE.1));
        replace(&mut film, &picture, at.0, at.1);
    }
    egui_kittest::image_snapshot_options(&film, "cascade", &options("assets/help"));
}

#[test]
fn help_picture_of_the_library_is_up_to_date() {
    let mut harness =
        shown(Appearance::Light, |app| app.queue_command(Command::Menu(Menu::Library)));
    harness.get_by_role_and_label(Role::RadioButton, "Population").click();
    harness.run_steps(2);
    harness.event(Event::PointerGone);
    harness.run_steps(8);
    check("library", &mut harness);
}

/// Writes an own copy with a traced board only, and returns its path.
fn own_copy() -> PathBuf {
    let row = format!("{:?}", "eegggff~ccggffg#ggffeecc");
    let part = format!("{:?}", "1111111.2222222.33333333");
    let [rows, parts] = [&row, &part].map(|line| vec![line.as_str(); 8].join(", "));
    let board = format!(
        r#"(sources: {{"traced": "traced at the table"}}, boards: [(name: "Our town", terrain: Known([{}], "traced"), sections: Known([{}], "traced"), starts: Known([("C2", 1), ("K2", 2), ("Q2", 3), ("E6", 4)], "traced"), sites: Known([], "traced"))])"#,
        rows, parts
    );
    let mut own = OwnCopy::default();
    own.add(&packs::parse_fragment("board.ron", &board).expect("the board can be read"));
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("own-copy-of-the-help.ron");
    std::fs::write(&path, own.text()).expect("there is space on the disk");
    path
}

#[test]
fn help_picture_of_the_card_form_is_up_to_date() {
    let path = own_copy();
    let base = packs::find(OwnCopy::OVER).expect("it is built in");
    let own = OwnCopy::load(&path).expect("it was just written");
    let world =
        Environment { own_copy: Some(path), today: "2026-11-21".to_owned(), ..crate::world() };
    let settings = Settings {
        look: Appearance::Light,
        motion: false,
        reader: "Anna".to_owned(),
        knows_asking: true,
        ..Settings::default()
    };
    let mut app = App::new(world, settings);
    app.queue_command(FoundersCommand::StartGame(Box::new(Setup {
        pack: own.overlay_on(&base).pack,
        board: "Our town".to_owned(),
        players: ["Anna", "Ben"].map(str::to_owned).into(),
        ..Setup::default()
    })));
    app.queue_command(FoundersCommand::ReadComponent(ComponentRef::Building("Tavern".to_owned())));
    let mut harness = crate::harness_of(app);
    settle(&mut harness);
    press(&mut harness, "White, coastal");
    check("learn", &mut harness);
}

/// Returns the tracing screen with a photograph and all corners in place.
fn photographed() -> (Harness<'static, TraceDraft>, Rendered) {
    let taken = photograph(&AT_THE_TABLE, false, 4);
    let photo = Photo::decode(&taken.jpeg).expect("it is a photograph");
    let (width, height) = photo.size();
    let pack = packs::find(OwnCopy::OVER).expect("it is built in");
    let mut draft = TraceDraft::new(pack, DEFAULT_SIZE);
    draft.resize(taken.grid.columns().into(), taken.grid.rows().into());
    let mut harness = Harness::builder()
        .with_size(SIZE)
        .with_max_steps(60)
        .with_theme(egui::Theme::Light)
        .with_context_setup(|ctx| Theme::install(ctx, Appearance::Light))
        .wgpu()
        .build_ui_state(
            |ui: &mut egui::Ui, draft: &mut TraceDraft| {
                trace_screen_ui(ui, draft, &CommandQueue::default());
            },
            draft,
        );
    let ctx = harness.ctx.clone();
    harness.state_mut().take_photo(&ctx, photo);
    finish(&mut harness);
    let canvas = harness.get_by_label(CANVAS_NAME).rect();
    let size = vec2(width as f32, height as f32);
    let scale = (canvas.width() / size.x).min(canvas.height() / size.y);
    let picture = Rect::from_center_size(canvas.center(), size * scale);
    let place = |(x, y): (f32, f32)| picture.min + vec2(x, y) * scale;
    for at in 0..4 {
        let from = harness.state().corners().0[at];
        drag(&mut harness, place(from), place(taken.corners.0[at]));
    }
    (harness, taken)
}

/// Waits for the background job, so that the next step does not depend on its speed.
fn finish(harness: &mut Harness<'_, TraceDraft>) {
    let ctx = harness.ctx.clone();
    harness.state_mut().finish(&ctx);
    harness.run_steps(4);
}

fn drag<S>(harness: &mut Harness<'_, S>, from: Pos2, to: Pos2) {
    let button = |pos, pressed| Event::PointerButton {
        pos,
        button: PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    };
    harness.event(Event::PointerMoved(from));
    harness.event(button(from, true));
    harness.run_steps(2);
    harness.event(Event::PointerMoved(to));
    harness.run_steps(2);
    harness.event(button(to, false));
    harness.event(Event::PointerGone);
    harness.run_steps(4);
}

#[test]
fn help_picture_of_the_photograph_is_up_to_date() {
    let (mut harness, _) = photographed();
    press(&mut harness, "Edges");
    check("trace-corners", &mut harness);
}

#[test]
fn help_picture_of_the_painted_board_is_up_to_date() {
    let (mut harness, taken) = photographed();
    press(&mut harness, "Straighten and paint");
    finish(&mut harness);
    let columns = usize::from(taken.grid.columns());
    for kind in PaintKind::ALL {
        let of_kind: Vec<usize> =
            (0..taken.truth.len()).filter(|&at| taken.truth[at] == kind).collect();
        // Three squares of each kind are painted, far from each other; the others are proposed.
        for &at in of_kind.iter().step_by((of_kind.len() / 3).max(1)).take(3) {
            let (column, row) = (at % columns, at / columns);
            let square = Square::new(
                u8::try_from(column).expect("a board is no wider"),
                u8::try_from(row).expect("a board is no higher"),
            );
            let canvas = harness.get_by_label(CANVAS_NAME).rect();
            let place = square_rect(canvas, taken.grid, square).center();
            drag(&mut harness, place, place);
            harness.key_press(kind_key(kind));
            harness.run_steps(2);
            finish(&mut harness);
        }
    }
    check("trace-paint", &mut harness);
}
