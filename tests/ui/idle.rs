//! A window in which nothing happens asks for no frames: it costs no power.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use egui::{Context, Event, PointerButton, Pos2, RawInput, Rect, pos2, vec2};
use founders_ledger::app::{App, Command, Environment};
use ui_board::command::FoundersCommand;
use ui_board::settings::Settings;
use ui_menu::Menu;

/// Nothing takes more frames than this to come to rest.
const MOST_FRAMES: usize = 200;
/// About as long as the picture of a board takes to be made.
const PATIENCE: Duration = Duration::from_millis(250);

/// The app in a window that nobody sees.
struct Window {
    app: App,
    ctx: Context,
    time: f64,
    /// How often a frame was asked for, also from beside the window.
    asked: Arc<AtomicUsize>,
}

impl Window {
    fn open(command: Option<Command>) -> Self {
        let ctx = Context::default();
        let asked = Arc::new(AtomicUsize::new(0));
        let counter = Arc::clone(&asked);
        ctx.set_request_repaint_callback(move |_| {
            counter.fetch_add(1, Ordering::Relaxed);
        });
        let mut app = App::new(Environment::default(), Settings::default());
        if let Some(command) = command {
            app.queue_command(command);
        }
        Self { app, ctx, time: 0.0, asked }
    }

    /// Draws a frame; gives the time after which the next one is wanted.
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
        let delays = output.viewport_output.values();
        let delay = delays.map(|output| output.repaint_delay).min();
        delay.unwrap_or(Duration::MAX)
    }

    /// Draws frames when they are wanted, until none is wanted any more.
    #[track_caller]
    fn come_to_rest(&mut self, events: Vec<Event>) {
        let mut delay = self.frame(events);
        for _ in 0..MOST_FRAMES {
            if delay == Duration::MAX {
                let asked = self.asked.load(Ordering::Relaxed);
                std::thread::sleep(PATIENCE);
                if self.asked.load(Ordering::Relaxed) == asked {
                    return;
                }
                delay = Duration::ZERO;
            }
            self.time += delay.as_secs_f64().max(1.0 / 60.0);
            delay = self.frame(Vec::new());
        }
        panic!("frames are asked for on and on, the last after {delay:?}");
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

/// A screen comes to rest, also after the pointer went over it.
#[track_caller]
fn check(command: Option<Command>) -> Window {
    let mut window = Window::open(command);
    window.come_to_rest(Vec::new());
    for (x, y) in [(120.0, 300.0), (640.0, 400.0), (1200.0, 300.0), (600.0, 780.0)] {
        window.frame(point_at(x - 3.0, y));
        window.come_to_rest(point_at(x, y));
    }
    window.come_to_rest(vec![Event::PointerGone]);
    window
}

#[test]
fn the_start_screen_is_idle() {
    check(None);
}

#[test]
fn the_setup_screen_is_idle() {
    check(Some(Command::Menu(Menu::New)));
}

#[test]
fn the_scenario_table_is_idle_also_while_a_turn_is_shown() {
    let example = include_str!("../../assets/scenario/games/flooded-cellar.scenario");
    let early: Vec<&str> = example.lines().take(40).collect();
    let mut window = check(Some(Command::OpenText(early.join("\n"))));
    window.come_to_rest(click_at(74.0, 320.0));
}

#[test]
fn the_table_is_idle_also_once_a_square_was_clicked_and_the_board_zoomed() {
    let mut window = check(Some(Command::OpenExample("three-guilds.founders")));
    window.come_to_rest(click_at(640.0, 400.0));
    window.come_to_rest(vec![Event::Zoom(1.7)]);
    window.app.queue_command(FoundersCommand::Look(30));
    window.come_to_rest(Vec::new());
}

#[test]
fn a_cascade_is_played_frame_by_frame_and_then_the_window_is_idle() {
    let mut window = Window::open(Some(Command::OpenExample("four-founders.founders")));
    window.come_to_rest(Vec::new());
    // Government is built and delivered, and pays all four.
    window.app.queue_command(FoundersCommand::Look(138));
    window.come_to_rest(Vec::new());
    let began = window.time;
    window.app.queue_command(FoundersCommand::Look(139));
    let mut frames = 0;
    while window.frame(Vec::new()) < Duration::from_millis(17) || frames < 3 {
        window.time += 1.0 / 60.0;
        frames += 1;
        assert!(frames < 60 * 20, "the play does not end");
    }
    // Four players are paid one after the other, a third of a second each at least.
    assert!(frames > 80, "only {frames} frames");
    assert!(window.time > began);
    window.come_to_rest(Vec::new());
    window.app.queue_command(Command::Menu(Menu::Last));
    window.come_to_rest(Vec::new());
}
