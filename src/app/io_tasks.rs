//! Background tasks that read and write files, so that no disk holds up a frame.
//!
//! A task is work for another thread, and a continuation that the app runs with the result at the
//! beginning of a frame. Each read has a thread of its own, so a stalled disk holds up only that
//! read. Writes go through one queue, in order, and the app waits for them at exit. Open records
//! are written by the [`Saver`](super::Saver) instead, which tracks their save state and retries. A
//! task that needs an up-to-date record file waits with
//! [`SaveOrders::flush`](super::saving::SaveOrders::flush).
//!
//! No task contains a ballot that is not revealed.

use std::time::Duration;

use egui::Context;
use storage::FrameScope;
use ui_kit::job::{Job, JobQueue, JobState};

use super::App;

/// Longest wait at exit for files that are still being written.
const PATIENCE: Duration = Duration::from_secs(3);
/// Time after which a task is named at the lower edge, in seconds.
const LONG_SECS: f64 = 0.3;

/// The purpose of reading a file. A later task supersedes an earlier one of the same purpose, whose
/// result is dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ReadPurpose {
    /// Showing a record or a photograph.
    Open,
    /// Listing the recent games on the start screen.
    Recent,
    /// Loading the owner's cards of scenarios.
    Cards,
    /// Reading cards of scenarios to import.
    CardImport,
    /// Answering a query of a dialog.
    Dialog,
    /// Looking for a chosen file.
    Chosen,
    /// Replaying recent games with other facts.
    Recheck,
    /// Showing a file in the system's file manager.
    ShownFile,
}

/// The continuation of a task in the app.
type Continuation = Box<dyn FnOnce(&mut App, &Context) + Send>;

/// A running task.
struct IoTask {
    /// The purpose of reading; `None` for a task that writes.
    purpose: Option<ReadPurpose>,
    /// The message while it takes long; `None` shows none.
    label: Option<String>,
    /// The time of its start, by the clock of the window.
    since: f64,
    job: Job<Continuation>,
}

/// All running tasks.
pub(super) struct IoTasks {
    running: Vec<IoTask>,
    writer: JobQueue,
}

impl Default for IoTasks {
    fn default() -> Self {
        Self { running: Vec::new(), writer: JobQueue::start("files") }
    }
}

impl IoTasks {
    /// Reads with `work`, then calls `then` with the result, unless a later task of the same
    /// purpose superseded it. The `label` is shown while that takes long.
    pub(super) fn read<T: Send + 'static>(
        &mut self,
        ctx: &Context,
        (purpose, label): (ReadPurpose, Option<String>),
        work: impl FnOnce() -> T + Send + 'static,
        then: impl FnOnce(&mut App, &Context, T) + Send + 'static,
    ) {
        self.cancel(purpose);
        let job = Job::start(ctx, outcome(work, then));
        self.add(ctx, Some(purpose), label, job);
    }

    /// Writes with `work` after all earlier writes, then calls `then` with the result. The `label`
    /// is shown while that takes long.
    pub(super) fn write<T: Send + 'static>(
        &mut self,
        ctx: &Context,
        label: Option<String>,
        work: impl FnOnce() -> T + Send + 'static,
        then: impl FnOnce(&mut App, &Context, T) + Send + 'static,
    ) {
        let job = Job::start_in(&self.writer, ctx, outcome(work, then));
        self.add(ctx, None, label, job);
    }

    fn add(
        &mut self,
        ctx: &Context,
        purpose: Option<ReadPurpose>,
        label: Option<String>,
        job: Job<Continuation>,
    ) {
        let since = ctx.input(|input| input.time);
        self.running.push(IoTask { purpose, label, since, job });
    }

    /// Cancels the reading task of a purpose. Returns `true` if there was one.
    pub(super) fn cancel(&mut self, purpose: ReadPurpose) -> bool {
        let before = self.running.len();
        self.running.retain(|task| task.purpose != Some(purpose));
        self.running.len() < before
    }

    /// Returns `true` if a task of this purpose is running.
    pub(super) fn is_reading(&self, purpose: ReadPurpose) -> bool {
        self.running.iter().any(|task| task.purpose == Some(purpose))
    }

    /// Returns `true` if a write is pending.
    pub(super) fn is_writing(&self) -> bool {
        self.running.iter().any(|task| task.purpose.is_none())
    }

    /// Returns the labels of slow tasks, and requests a frame for the time the next one counts as
    /// slow.
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

    /// Removes the first finished task, in starting order, and returns its outcome, or the label
    /// of a task that panicked. `waits` blocks for one, for tests only. Tasks of the purpose `held`
    /// are skipped.
    fn next_done(
        &mut self,
        held: Option<ReadPurpose>,
        waits: bool,
    ) -> Option<Result<Continuation, Option<String>>> {
        for index in 0..self.running.len() {
            let task = &self.running[index];
            if held.is_some() && task.purpose == held {
                continue;
            }
            match task.job.state(waits) {
                JobState::Running => {}
                JobState::Done(outcome) => {
                    self.running.remove(index);
                    return Some(Ok(outcome));
                }
                JobState::Lost => return Some(Err(self.running.remove(index).label)),
            }
        }
        None
    }
}

impl Drop for IoTasks {
    fn drop(&mut self) {
        // Writes that take longer are lost; none of them belongs to a record.
        self.writer.finish(PATIENCE);
    }
}

/// Combines work with its continuation.
fn outcome<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
    then: impl FnOnce(&mut App, &Context, T) + Send + 'static,
) -> impl FnOnce() -> Continuation + Send + 'static {
    move || {
        let result = work();
        Box::new(move |app: &mut App, ctx: &Context| then(app, ctx, result))
    }
}

impl App {
    /// Runs the continuations of the tasks finished since the last frame.
    pub(super) fn finish_ready_tasks(&mut self, ctx: &Context) {
        while self.take_in_task(ctx, false) {}
    }

    fn take_in_task(&mut self, ctx: &Context, waits: bool) -> bool {
        // Showing a record would discard text typed in a dialog.
        let holds_words = self.dialog.as_ref().is_some_and(super::Dialog::has_typed_text);
        let held = holds_words.then_some(ReadPurpose::Open);
        match self.tasks.next_done(held, waits) {
            None => return false,
            Some(Ok(outcome)) => outcome(self, ctx),
            Some(Err(label)) => {
                let label = label.unwrap_or_else(|| "Files are read or written…".to_owned());
                self.show_message(ctx, format!("A fault of the app stopped this: {label}"));
            }
        }
        true
    }

    /// Starts the pending query of the open dialog.
    pub(super) fn read_for_dialog(&mut self, ctx: &Context) {
        let Some(query) = self.dialog.as_mut().and_then(super::Dialog::wanted) else {
            return;
        };
        let label = Some("Looking at the disk…".to_owned());
        self.tasks.read(
            ctx,
            (ReadPurpose::Dialog, label),
            move || query.answer(),
            |app, _, answer| {
                if let Some(command) = app.dialog.as_mut().and_then(|dialog| dialog.take(answer)) {
                    app.dialog = None;
                    app.commands.push(command);
                }
            },
        );
    }

    /// Runs `back_up` as a task, and shows its message that the window was moved into view.
    pub(super) fn report_moved_window(
        &mut self,
        ctx: &Context,
        back_up: impl FnOnce() -> String + Send + 'static,
    ) {
        self.tasks
            .write(ctx, None, back_up, |app, _, message| app.show_first_message(Some(message)));
    }

    /// Shows the message of a task, if it has one.
    pub(super) fn show_any_message(&mut self, ctx: &Context, message: Option<String>) {
        if let Some(message) = message {
            self.show_message(ctx, message);
        }
    }

    /// Waits for all tasks and runs their continuations, for tests. Returns `true` if there were
    /// any.
    pub fn finish_tasks(&mut self, ctx: &Context) -> bool {
        let frame = FrameScope::start();
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
    use crate::app::Environment;
    use crate::app::command::Command;
    use ui_board::settings::Settings;
    use ui_menu::Menu;

    /// The app in an invisible window.
    struct Window {
        app: App,
        ctx: Context,
        time: f64,
    }

    impl Window {
        fn open() -> Self {
            let app = App::new(Environment::default(), Settings::default());
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
            self.app.run_commands(&self.ctx);
            let mut output = self.ctx.run_ui(input, |ui| self.app.frame(ui));
            output.textures_delta.clear();
            let texts: Vec<&str> = output
                .shapes
                .iter()
                .filter_map(|shape| match &shape.shape {
                    egui::Shape::Text(text) => Some(text.galley.text()),
                    _ => None,
                })
                .collect();
            texts.join("\n")
        }

        /// Draws until messages are placed; returns the texts on screen.
        fn shown(&mut self) -> String {
            self.frame();
            self.frame()
        }

        /// Starts a read that waits for the returned sender, and shows the received message.
        fn read(&mut self, label: &str) -> std::sync::mpsc::Sender<&'static str> {
            let (send, wait) = channel();
            self.app.open_with(
                &self.ctx,
                label.to_owned(),
                move || wait.recv().unwrap_or("nothing").to_owned(),
                App::show_message,
            );
            send
        }
    }

    #[test]
    fn the_window_stays_responsive_while_a_disk_stalls_and_names_the_slow_task() {
        let mut window = Window::open();
        let disk = window.read("Opening one.founders…");
        assert!(!window.frame().contains("Opening"), "most disks are quicker");
        for _ in 0..4 {
            window.frame();
        }
        assert!(window.shown().contains("Opening one.founders…"));
        window.app.queue_command(Command::Menu(Menu::About));
        window.frame();
        assert!(window.app.dialog.is_some(), "the window takes commands");
        window.app.dialog = None;
        disk.send("one is open").expect("it is waited for");
        assert!(window.app.finish_tasks(&window.ctx));
        let shown = window.shown();
        assert!(shown.contains("one is open") && !shown.contains("Opening"), "{shown}");
    }

    #[test]
    fn opening_another_file_or_screen_cancels_the_file_being_opened() {
        let mut window = Window::open();
        let (first, second) = (window.read("Opening one…"), window.read("Opening two…"));
        assert!(first.send("one is open").is_ok(), "its thread waits on");
        second.send("two is open").expect("it is waited for");
        assert!(window.app.finish_tasks(&window.ctx));
        let shown = window.shown();
        assert!(shown.contains("two is open") && !shown.contains("one is open"), "{shown}");
        let third = window.read("Opening three…");
        window.app.queue_command(Command::Menu(Menu::Library));
        window.frame();
        assert!(!window.app.tasks.is_reading(ReadPurpose::Open));
        drop(third);
    }

    #[test]
    fn an_opened_record_is_held_back_while_a_dialog_has_typed_text() {
        let mut window = Window::open();
        let disk = window.read("Opening one…");
        disk.send("one is open").expect("it is waited for");
        let name = ui_kit::widgets::RequiredTextField::holding_keys().with("a name".to_owned());
        window.app.dialog = Some(crate::app::Dialog::Rename { name });
        assert!(!window.app.finish_tasks(&window.ctx), "it is held");
        window.app.dialog = None;
        assert!(window.app.finish_tasks(&window.ctx));
    }

    #[test]
    fn writes_run_in_order_and_the_app_waits_for_them_at_exit() {
        let mut window = Window::open();
        let (disk, wait) = channel::<()>();
        let (done, written) = channel();
        window.app.tasks.write(&window.ctx, None, move || wait.recv().is_err(), |_, _, _| {});
        for number in 0..3 {
            let done = done.clone();
            window.app.tasks.write(&window.ctx, None, move || done.send(number), |_, _, _| {});
        }
        assert!(window.app.unsaved().is_some_and(|words| words.contains("still being written")));
        drop(disk);
        drop(window);
        assert_eq!(written.try_iter().collect::<Vec<_>>(), [0, 1, 2]);
    }

    #[test]
    fn a_task_that_panics_is_reported() {
        let mut window = Window::open();
        window.app.tasks.write(
            &window.ctx,
            Some("Writing one…".to_owned()),
            || panic!("the test wants a fault"),
            App::show_message,
        );
        window.app.finish_tasks(&window.ctx);
        assert!(window.shown().contains("A fault of the app stopped this: Writing one…"));
    }
}
