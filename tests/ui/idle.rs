//! An idle window requests no frames, so it uses no power.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use egui::{Context, Event, PointerButton, Pos2, RawInput, Rect, pos2, vec2};
use founders_ledger::app::{App, Command, Environment};
use ui_board::command::FoundersCommand;
use ui_board::settings::Settings;
use ui_menu::Menu;

/// Maximum number of frames until a window is idle.
const MOST_FRAMES: usize = 200;
/// About the time in which the picture of a board is made.
const PATIENCE: Duration = Duration::from_millis(250);

/// The app without a visible window.
struct Window {
    app: App,
    ctx: Context,
    time: f64,
    /// Number of frames requested, also from other threads.
    requests: Arc<AtomicUsize>,
}

impl Window {
    fn open(command: Option<Command>) -> Self {
        let ctx = Context::default();
        let requests = Arc::new(AtomicUsize::new(0));
        let counter = Arc::clone(&requests);
        ctx.set_request_repaint_callback(move |_| {
            counter.fetch_add(1, Ordering::Relaxed);
        });
        let mut app = App::new(Environment::default(), Settings::default());
        if let Some(command) = command {
            app.queue_command(command);
        }
        Self { app, ctx, time: 0.0, requests }
    }

    /// Draws a frame; returns the delay after which the next one is requested.
    fn frame(&mut self, events: Vec<Event>) -> Duration {
        let input = RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, vec2(1280.0, 800.0))),
            time: Some(self.time),
            events,
            ..RawInput::default()
        };
        self.app.run_commands(&self.ctx);
        let mut output = self.ctx.run_ui(input, |ui| self.app.frame(ui));
        output.textures_delta.clear();
        let outputs = output.viewport_output.values();
        outputs.map(|output| output.repaint_delay).min().unwrap_or(Duration::MAX)
    }

    /// Draws the requested frames until there are no more requests.
    #[track_caller]
    fn run_until_idle(&mut self, events: Vec<Event>) {
        let mut delay = self.frame(events);
        for _ in 0..MOST_FRAMES {
            if delay == Duration::MAX {
                let requests = self.requests.load(Ordering::Relaxed);
                std::thread::sleep(PATIENCE);
                if self.requests.load(Ordering::Relaxed) == requests {
                    return;
                }
                delay = Duration::ZERO;
            }
            self.time += delay.as_secs_f64().max(1.0 / 60.0);
            delay = self.frame(Vec::new());
        }
        panic!("frames are requested without end, the last after {delay:?}");
    }
}

fn point_at(x: f32, y: f32) -> Vec<Event> {
    vec![Event::PointerMoved(pos2(x, y))]
}

fn click_at(x: f32, y: f32) -> Vec<Event> {
    let mut events = point_at(x, y);
    events.extend([true, false].map(|pressed| Event::PointerButton {
        pos: pos2(x, y),
        button: PointerButton::Primary,
        pressed,
        modifiers: egui::Modifiers::NONE,
    }));
    events
}

/// Checks that a screen becomes idle, also after the pointer moved over it.
#[track_caller]
fn check_becomes_idle(command: Option<Command>) -> Window {
    let mut window = Window::open(command);
    window.run_until_idle(Vec::new());
    for (x, y) in [(120.0, 300.0), (640.0, 400.0), (1200.0, 300.0), (600.0, 780.0)] {
        window.frame(point_at(x - 3.0, y));
        window.run_until_idle(point_at(x, y));
    }
    window.run_until_idle(vec![Event::PointerGone]);
    window
}

#[test]
fn start_screen_requests_no_frames_when_idle() {
    check_becomes_idle(None);
}

#[test]
fn setup_screen_requests_no_frames_when_idle() {
    check_becomes_idle(Some(Command::Menu(Menu::New)));
}

#[test]
fn scenario_table_requests_no_frames_while_a_turn_is_shown() {
    let example = include_str!("../../assets/scenario/games/flooded-cellar.scenario");
    let early: Vec<&str> = example.lines().take(40).collect();
    let mut window = check_becomes_idle(Some(Command::OpenText(early.join("\n"))));
    window.run_until_idle(click_at(74.0, 320.0));
}

#[test]
fn founders_table_requests_no_frames_after_a_click_and_a_zoom() {
    let mut window = check_becomes_idle(Some(Command::OpenExample("three-guilds.founders")));
    window.run_until_idle(click_at(640.0, 400.0));
    window.run_until_idle(vec![Event::Zoom(1.7)]);
    window.app.queue_command(FoundersCommand::ViewNumber(30));
    window.run_until_idle(Vec::new());
}

#[test]
fn payout_animation_ends_and_leaves_the_window_idle() {
    let mut window = Window::open(Some(Command::OpenExample("four-founders.founders")));
    window.run_until_idle(Vec::new());
    // Government is built and delivered, and pays all four.
    window.app.queue_command(FoundersCommand::ViewNumber(138));
    window.run_until_idle(Vec::new());
    let start = window.time;
    window.app.queue_command(FoundersCommand::ViewNumber(139));
    let mut frames = 0;
    while window.frame(Vec::new()) < Duration::from_millis(17) || frames < 3 {
        window.time += 1.0 / 60.0;
        frames += 1;
        assert!(frames < 60 * 20, "the animation does not end");
    }
    // Four players are paid one after the other, a third of a second each at least.
    assert!(frames > 80, "only {frames} frames");
    assert!(window.time > start);
    window.run_until_idle(Vec::new());
    window.app.queue_command(Command::Menu(Menu::Last));
    window.run_until_idle(Vec::new());
}
