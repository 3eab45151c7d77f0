//! Benchmarks of frames of the table screen: late in a game for four while an upgrade is entered,
//! in windows of every arrangement, and during the longest cascade. A frame is drawing, layout and
//! tessellation, without a display.
//!
//! Run with `cargo bench --bench frame`. In addition to criterion's report, the median and the 99th
//! percentile of single frames are printed, because users notice single slow frames.
#![expect(clippy::cast_precision_loss, reason = "a few thousand frames")]

use std::time::{Duration, Instant};

use criterion::{Criterion, criterion_group, criterion_main};
use egui::{Context, Event, Modifiers, PointerButton, Pos2, RawInput, Rect, pos2, vec2};

use components::effect::SubActionKind;
use components::square::Square;
use journal::{Change, Journal};
use notation::record::read_record;
use rules::action::{Action, ActionKind};
use rules::sub_action::{Placement, SubAction};
use sealed::system_nonces;
use table::action_input::InputChoice;
use table::examples::example;
use table::legality::Verdict;
use table::table::Table;
use ui_board::Cx;
use ui_board::settings::Settings;
use ui_founders::table_screen::{TableMemory, table_screen_ui};
use ui_kit::paint::MAX_TEXTURE_SIDE;
use ui_kit::queue::CommandQueue;
use ui_kit::theme::{Appearance, Theme};

/// The usual window, in points.
const WINDOW: [f32; 2] = [1280.0, 800.0];
/// A low window, a tall one, the usual one and two wide ones.
const WINDOWS: [[f32; 2]; 5] =
    [[800.0, 480.0], [800.0, 1280.0], WINDOW, [1920.0, 1080.0], [3840.0, 2160.0]];
/// The number of frames for the percentiles.
const FRAMES: usize = 1000;
/// The number of frames after which the cascade restarts.
const CASCADE_FRAMES: usize = 300;
/// The seconds between two frames.
const STEP: f64 = 1.0 / 60.0;

/// The table screen in a window without a display.
struct Screen {
    ctx: Context,
    table: Table,
    settings: Settings,
    memory: TableMemory,
    time: f64,
    window: [f32; 2],
}

impl Screen {
    /// Returns the screen at the choice of squares of the example's last upgrade.
    fn new() -> Self {
        Self::of(late_table(), WINDOW)
    }

    /// Returns the screen of a table in a window of this size.
    fn of(table: Table, window: [f32; 2]) -> Self {
        let ctx = Context::default();
        Theme::install(&ctx, Appearance::Light);
        let mut screen = Self {
            ctx,
            table,
            settings: Settings::default(),
            memory: TableMemory::new(1, system_nonces()),
            time: 0.0,
            window,
        };
        screen.settle();
        screen
    }

    /// Draws a frame as the window does, without pixels, and returns the number of its meshes.
    fn frame(&mut self, events: Vec<Event>) -> usize {
        self.time += STEP;
        let input = RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, self.window.into())),
            time: Some(self.time),
            max_texture_side: Some(MAX_TEXTURE_SIDE.into()),
            events,
            ..RawInput::default()
        };
        let commands = CommandQueue::default();
        let cx = Cx { table: &self.table, settings: &self.settings, commands: &commands };
        let mut output = self.ctx.run_ui(input, |ui| table_screen_ui(ui, cx, &mut self.memory));
        output.textures_delta.clear();
        let drawn = self.ctx.tessellate(output.shapes, output.pixels_per_point);
        drawn.len()
    }

    /// Waits for the background jobs.
    fn settle(&mut self) {
        for _ in 0..20 {
            self.frame(Vec::new());
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

/// Returns the journal of the example for four players.
fn whole_example() -> Journal {
    let example = example("four-founders.founders").expect("it comes with the app");
    read_record(example.text.as_bytes()).record.expect("an example is sound")
}

/// Returns the table of that example with its last upgrade entered up to the squares.
fn late_table() -> Table {
    let whole = whole_example();
    let actions: Vec<&Action> =
        whole.main_line().iter().filter_map(|&id| whole.entry(id).action()).collect();
    let last =
        actions.iter().rposition(|action| upgrade(action).is_some()).expect("there is an upgrade");
    let mut journal = Journal::new(whole.setup().clone()).expect("the setup is sound");
    for &action in &actions[..last] {
        let change = Change::Play(action.clone());
        journal.apply(change).expect("it was played");
    }
    let mut table = Table::new(journal);
    for pick in upgrade(actions[last]).into_iter().flatten() {
        table.pick(&pick);
    }
    table
}

/// Returns the choices of an upgrade before the squares.
fn upgrade(action: &Action) -> Option<[InputChoice; 3]> {
    let ActionKind::Lead { card, sub_actions, .. } = &action.kind else {
        return None;
    };
    let [SubAction::Build(Placement { resource, .. })] = sub_actions.as_slice() else {
        return None;
    };
    Some([
        InputChoice::Card(Some(*card)),
        InputChoice::Kind(SubActionKind::Build),
        InputChoice::Resource(*resource),
    ])
}

/// Returns a square on which the tile can be placed, and one on which it cannot.
fn two_squares(table: &Table) -> [Square; 2] {
    [Verdict::Legal, Verdict::Illegal].map(|verdict| {
        table
            .legality()
            .squares()
            .find(|(_, answer)| answer.verdict == verdict)
            .expect("there are both")
            .0
    })
}

/// Returns a place on the board that moves a little with every frame.
fn on_board(number: usize) -> Pos2 {
    let step = (number % 40) as f32;
    pos2(600.0, 380.0) + vec2(step, step.min(40.0 - step))
}

fn drag(pressed: bool) -> Event {
    Event::PointerButton {
        pos: on_board(0),
        button: PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    }
}

/// Measures frames that are each prepared from their number.
fn measure(bench: &mut Criterion, name: &str, mut frame: impl FnMut(usize)) {
    let mut times: Vec<Duration> = (0..FRAMES)
        .map(|number| {
            let start = Instant::now();
            frame(number);
            start.elapsed()
        })
        .collect();
    times.sort_unstable();
    println!(
        "{name}: median {:?}, 99th percentile {:?}, slowest {:?}",
        times[FRAMES / 2],
        times[FRAMES * 99 / 100],
        times[FRAMES - 1]
    );
    let mut number = FRAMES;
    bench.bench_function(name, |b| {
        b.iter(|| {
            number += 1;
            frame(number);
        });
    });
}

fn still(bench: &mut Criterion) {
    for window in WINDOWS {
        let mut screen = Screen::of(late_table(), window);
        measure(bench, &format!("idle frame, {}", size(window)), |_| {
            screen.frame(Vec::new());
        });
    }
}

fn size([width, height]: [f32; 2]) -> String {
    format!("{width} × {height}")
}

fn hover(bench: &mut Criterion) {
    for window in WINDOWS {
        let mut screen = Screen::of(late_table(), window);
        let squares = two_squares(&screen.table);
        let name = format!("frame with a newly hovered square, {}", size(window));
        measure(bench, &name, |number| {
            screen.table.hover_at(Some(squares[number % 2]));
            screen.frame(vec![Event::PointerMoved(on_board(number))]);
        });
    }
}

/// Returns the table before and after the entry with the most payouts.
fn cascade() -> [Table; 2] {
    let mut journal = whole_example();
    let longest = (1..=journal.cursor())
        .max_by_key(|&number| {
            let id = journal.on_main_line(number).expect("it was played");
            let events = journal.entry(id).outcome().events().iter();
            events.filter(|event| matches!(event, rules::receipt::Event::Payout(_))).count()
        })
        .expect("there are entries");
    let back = journal.cursor() - longest;
    journal.apply(Change::Undo(back)).expect("it was played");
    let after = Table::new(journal.clone());
    journal.apply(Change::Undo(1)).expect("it was played");
    [Table::new(journal), after]
}

fn payout_animation(bench: &mut Criterion) {
    let [before, after] = cascade();
    let mut screen = Screen::of(before.clone(), WINDOW);
    // The animation restarts repeatedly from the entry.
    measure(bench, "frame of a payout cascade", |number| {
        match number % CASCADE_FRAMES {
            0 => screen.table = before.clone(),
            1 => screen.table = after.clone(),
            _ => {}
        }
        screen.frame(Vec::new());
    });
}

fn panning(bench: &mut Criterion) {
    let mut screen = Screen::new();
    screen.frame(vec![Event::PointerMoved(on_board(0))]);
    screen.frame(vec![Event::Zoom(2.0)]);
    screen.settle();
    screen.frame(vec![drag(true)]);
    measure(bench, "frame while panning", |number| {
        screen.frame(vec![Event::PointerMoved(on_board(number))]);
    });
    screen.frame(vec![drag(false)]);
}

fn zooming(bench: &mut Criterion) {
    let mut screen = Screen::new();
    screen.frame(vec![Event::PointerMoved(on_board(0))]);
    measure(bench, "frame while zooming", |number| {
        let nearer = number / 40 % 2 == 0;
        let factor = if nearer { 1.04 } else { 1.0 / 1.04 };
        screen.frame(vec![Event::Zoom(factor)]);
    });
}

criterion_group!(benches, still, hover, payout_animation, panning, zooming);
criterion_main!(benches);
