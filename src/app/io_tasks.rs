//! Files are read and written beside the window, so that no disk holds up a frame.
//!
//! A task is work for another thread, and what the app does with its result at the beginning of a
//! frame. What is read has a thread of its own: a disk that stalls holds up nothing but what is
//! asked of it. What is written goes through one queue, in order, and is waited for when the app
//! ends. The records that are open are written by the [`Saver`](super::Saver) instead, which knows
//! how they stand and tries again; a task that needs what was recorded in their files waits for it
//! with [`SaveOrders::settle`](super::saving::SaveOrders::settle).
//!
//! Ballots that are not revealed are part of no task.

use std::time::Duration;

use egui::Context;
use storage::FrameScope;
use ui_kit::job::{Job, Queue, State};

use super::App;

/// Longest wait at exit for files that are still being written.
const PATIENCE: Duration = Duration::from_secs(3);
/// A task that takes longer than this, in seconds, is named at the lower edge.
const LONG_SECS: f64 = 0.3;

/// The purpose of reading a file. A later task supersedes an earlier one of the same purpose, whose
/// result is dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// A record or a photograph is to be shown.
    Open,
    /// The start screen lists what was open lately.
    Recent,
    /// A dialog shows what it needs.
    Dialog,
    /// A file that was chosen is looked for.
    Chosen,
    /// Recent games are played again with other facts.
    Recheck,
    /// The system shows a file in its folder.
    ShownFile,
}

/// The continuation of a task in the app.
type Outcome = Box<dyn FnOnce(&mut App, &Context) + Send>;

/// A task that is carried out.
struct IoTask {
    /// Purpose of reading; `None` for a task that writes.
    purpose: Option<Purpose>,
    /// Message if it takes long; `None` if nobody waits for it.
    label: Option<String>,
    /// When it was begun, on the clock of the window.
    since: f64,
    job: Job<Outcome>,
}

/// The tasks that are carried out.
pub(super) struct IoTasks {
    running: Vec<IoTask>,
    writer: Queue,
}

impl Default for IoTasks {
    fn default() -> Self {
        Self { running: Vec::new(), writer: Queue::start("files") }
    }
}

impl IoTasks {
    /// Reads with `work`, and then does `then` with the result, unless something else is read for
    /// this purpose by then. The `label` is shown meanwhile if that takes long.
    pub(super) fn read<T: Send + 'static>(
        &mut self,
        ctx: &Context,
        (purpose, label): (Purpose, Option<String>),
        work: impl FnOnce() -> T + Send + 'static,
        then: impl FnOnce(&mut App, &Context, T) + Send + 'static,
    ) {
        self.give_up(purpose);
        let job = Job::begin(ctx, outcome(work, then));
        self.add(ctx, Some(purpose), label, job);
    }

    /// Writes with `work` once everything is written that was asked for before, and then does
    /// `then` with the result. The `label` is shown meanwhile if that takes long.
    pub(super) fn write<T: Send + 'static>(
        &mut self,
        ctx: &Context,
        label: Option<String>,
        work: impl FnOnce() -> T + Send + 'static,
        then: impl FnOnce(&mut App, &Context, T) + Send + 'static,
    ) {
        let job = Job::begin_in(&self.writer, ctx, outcome(work, then));
        self.add(ctx, None, label, job);
    }

    fn add(
        &mut self,
        ctx: &Context,
        purpose: Option<Purpose>,
        label: Option<String>,
        job: Job<Outcome>,
    ) {
        let since = ctx.input(|input| input.time);
        self.running.push(IoTask { purpose, label, since, job });
    }

    /// Drops the result of what is read for a purpose. Returns `true` if something was.
    pub(super) fn give_up(&mut self, purpose: Purpose) -> bool {
        let before = self.running.len();
        self.running.retain(|task| task.purpose != Some(purpose));
        self.running.len() < before
    }

    /// Checks if something is read for a purpose.
    pub(super) fn is_reading(&self, purpose: Purpose) -> bool {
        self.running.iter().any(|task| task.purpose == Some(purpose))
    }

    /// Checks if something is still to be written.
    pub(super) fn is_writing(&self) -> bool {
        self.running.iter().any(|task| task.purpose.is_none())
    }

    /// Returns what takes long, and asks for a frame when something else does.
    pub(super) fn long_labels(&self, ctx: &Context) -> Vec<String> {
        let now = ctx.input(|input| input.time);
        let mut long = Vec::new();
        for task in &self.running {
            let left = task.since + LONG_SECS - now;
            if left > 0.0 {
                ctx.request_repaint_after(Duration::from_secs_f64(left));
            } else {
                long.extend(task.label.clone());
            }
        }
        long
    }

    /// Takes out the next task that is done, in the order in which they were begun; `waits` for
    /// one, as nothing but a test does. A task of the purpose `held` is left.
    fn next_done(
        &mut self,
        held: Option<Purpose>,
        waits: bool,
    ) -> Option<Result<Outcome, Option<String>>> {
        let is_held = |task: &IoTask| held.is_some() && task.purpose == held;
        for index in 0..self.running.len() {
            if is_held(&self.running[index]) {
                continue;
            }
            match self.running[index].job.state(waits) {
                State::Running => {}
                State::Done(outcome) => {
                    self.running.remove(index);
                    return Some(Ok(outcome));
                }
                State::Lost => return Some(Err(self.running.remove(index).label)),
            }
        }
        None
    }
}

impl Drop for IoTasks {
    fn drop(&mut self) {
        // What a disk does not take in this time is lost; it is nothing of a record.
        self.writer.finish(PATIENCE);
    }
}

/// Combines work with what is done with its result.
fn outcome<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
    then: impl FnOnce(&mut App, &Context, T) + Send + 'static,
) -> impl FnOnce() -> Outcome + Send + 'static {
    move || {
        let result = work();
        Box::new(move |app: &mut App, ctx: &Context| then(app, ctx, result))
    }
}

impl App {
    /// Takes in what was read and written since the last frame.
    pub(super) fn take_in_tasks(&mut self, ctx: &Context) {
        while self.take_in_task(ctx, false) {}
    }

    fn take_in_task(&mut self, ctx: &Context, waits: bool) -> bool {
        // A record would take the place of words that are typed in a dialog.
        let holds_words = self.dialog.as_ref().is_some_and(super::Dialog::holds_words);
        let held = holds_words.then_some(Purpose::Open);
        match self.tasks.next_done(held, waits) {
            None => return false,
            Some(Ok(outcome)) => outcome(self, ctx),
            Some(Err(label)) => {
                let label = label.unwrap_or_else(|| "Files are read or written…".to_owned());
                self.tell(ctx, format!("A fault of the app stopped this: {label}"));
            }
        }
        true
    }

    /// Reads what the dialog that is open has to know.
    pub(super) fn read_for_dialog(&mut self, ctx: &Context) {
        let Some(query) = self.dialog.as_mut().and_then(super::Dialog::wanted) else {
            return;
        };
        let label = Some("Looking at the disk…".to_owned());
        let work = move || query.answer();
        self.tasks.read(ctx, (Purpose::Dialog, label), work, |app, _, answer| {
            if let Some(command) = app.dialog.as_mut().and_then(|dialog| dialog.take(answer)) {
                app.dialog = None;
                app.commands.push(command);
            }
        });
    }

    /// Says that the window was moved into view, by what `keep_aside` returns.
    pub(super) fn tell_moved(
        &mut self,
        ctx: &Context,
        keep_aside: impl FnOnce() -> String + Send + 'static,
    ) {
        self.tasks.write(ctx, None, keep_aside, |app, _, message| app.tell_first(Some(message)));
    }

    /// Says what came of a task, if there is something to say.
    pub(super) fn tell_any(&mut self, ctx: &Context, message: Option<String>) {
        if let Some(message) = message {
            self.tell(ctx, message);
        }
    }

    /// Waits for everything that is read or written, and takes it in, as a test has to. Returns
    /// `true` if there was something.
    pub fn finish_tasks(&mut self, ctx: &Context) -> bool {
        let frame = FrameScope::begin();
        let mut is_news = false;
        while self.take_in_task(ctx, true) {
            is_news = true;
        }
        drop(frame);
        is_news
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;
    use crate::app::World;
    use crate::app::command::Command;
    use ui_board::settings::Settings;
    use ui_menu::Menu;

    /// The app in a window that nobody sees.
    struct Window {
        app: App,
        ctx: Context,
        time: f64,
    }

    impl Window {
        fn open() -> Self {
            let app = App::new(World::default(), Settings::default());
            let mut window = Self { app, ctx: Context::default(), time: 0.0 };
            window.frame();
            window.frame();
            window
        }

        /// Draws a frame a tenth of a second later; returns the texts on screen.
        fn frame(&mut self) -> String {
            self.time += 0.1;
            let size = egui::vec2(1280.0, 800.0);
            let input = egui::RawInput {
                screen_rect: Some(egui::Rect::from_min_size(egui::Pos2::ZERO, size)),
                time: Some(self.time),
                ..egui::RawInput::default()
            };
            self.app.carry_out(&self.ctx);
            let mut output = self.ctx.run_ui(input, |ui| self.app.frame(ui));
            output.textures_delta.clear();
            let texts = output.shapes.iter().filter_map(|shape| match &shape.shape {
                egui::Shape::Text(text) => Some(text.galley.text().to_owned()),
                _ => None,
            });
            texts.collect::<Vec<_>>().join("\n")
        }

        /// Draws until messages have found their place; returns the texts on screen.
        fn shown(&mut self) -> String {
            self.frame();
            self.frame()
        }

        /// Reads what somebody sends, and tells it.
        fn read(&mut self, label: &str) -> std::sync::mpsc::Sender<&'static str> {
            let (send, wait) = channel();
            let work = move || wait.recv().unwrap_or("nothing").to_owned();
            self.app.open_by(&self.ctx, label.to_owned(), work, App::tell);
            send
        }
    }

    #[test]
    fn the_window_goes_on_while_a_disk_stalls_and_says_after_a_moment_what_takes_long() {
        let mut window = Window::open();
        let disk = window.read("Opening one.founders…");
        assert!(!window.frame().contains("Opening"), "most disks are quicker");
        for _ in 0..4 {
            window.frame();
        }
        assert!(window.shown().contains("Opening one.founders…"));
        window.app.give(Command::Menu(Menu::About));
        window.frame();
        assert!(window.app.dialog.is_some(), "the window takes commands");
        window.app.dialog = None;
        disk.send("one is open").expect("it is waited for");
        assert!(window.app.finish_tasks(&window.ctx));
        let shown = window.shown();
        assert!(shown.contains("one is open") && !shown.contains("Opening"), "{shown}");
    }

    #[test]
    fn what_is_opened_later_or_another_screen_supersedes_what_was_opened_before() {
        let mut window = Window::open();
        let (first, second) = (window.read("Opening one…"), window.read("Opening two…"));
        assert!(first.send("one is open").is_ok(), "its thread waits on");
        second.send("two is open").expect("it is waited for");
        assert!(window.app.finish_tasks(&window.ctx));
        let shown = window.shown();
        assert!(shown.contains("two is open") && !shown.contains("one is open"), "{shown}");
        let third = window.read("Opening three…");
        window.app.give(Command::Menu(Menu::Library));
        window.frame();
        assert!(!window.app.tasks.is_reading(Purpose::Open));
        drop(third);
    }

    #[test]
    fn a_record_waits_until_the_words_in_a_dialog_are_done_with() {
        let mut window = Window::open();
        let disk = window.read("Opening one…");
        disk.send("one is open").expect("it is waited for");
        let name = ui_kit::widgets::WordsField::holding_keys().with("a name".to_owned());
        window.app.dialog = Some(crate::app::Dialog::Rename { name });
        assert!(!window.app.finish_tasks(&window.ctx), "it is held");
        window.app.dialog = None;
        assert!(window.app.finish_tasks(&window.ctx));
    }

    #[test]
    fn what_is_written_is_written_in_order_and_waited_for_when_the_app_ends() {
        let mut window = Window::open();
        let (disk, wait) = channel::<()>();
        let (done, written) = channel();
        let stalled = move || wait.recv().is_err();
        window.app.tasks.write(&window.ctx, None, stalled, |_, _, _| {});
        for number in 0..3 {
            let done = done.clone();
            let work = move || done.send(number);
            window.app.tasks.write(&window.ctx, None, work, |_, _, _| {});
        }
        assert!(window.app.unsaved().is_some_and(|words| words.contains("still being written")));
        drop(disk);
        drop(window);
        assert_eq!(written.try_iter().collect::<Vec<_>>(), [0, 1, 2]);
    }

    #[test]
    fn a_task_that_fails_is_told() {
        let mut window = Window::open();
        let fails = || panic!("the test wants a fault");
        window.app.tasks.write(&window.ctx, Some("Writing one…".to_owned()), fails, App::tell);
        window.app.finish_tasks(&window.ctx);
        assert!(window.shown().contains("A fault of the app stopped this: Writing one…"));
    }
}
