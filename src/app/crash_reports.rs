//! Crash reports: a log of menu commands, and a page when the app fails.
//!
//! Neither contains a name, a path, a ballot or typed text: the log has entries of the menus and
//! the save state, and the page omits the message of the fault while ballots are taken. Nothing is
//! sent; the players decide what to do with it.

use std::backtrace::Backtrace;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use egui::Context;

use super::command::Command;
use super::screen::Screen;
use super::{App, Dialog, Log, SaveHandle, SaveStatus};
use storage::{Disk as _, RealDisk, Timestamp};

/// Time for the log to take a line before the app ends without it.
pub(super) const LOG_PATIENCE: Duration = Duration::from_secs(1);
/// The folder of pages about faults, in the app's own.
const FOLDER: &str = "faults";
/// The end of the name of a page that was not shown yet.
const NEW: &str = "new.txt";
/// Maximum number of pages on the disk.
const MOST_PAGES: usize = 5;

/// The save state of a game as the log words it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum LoggedSaveStatus {
    #[default]
    NoGame,
    Fresh,
    Saving,
    Saved,
    NotSaved,
    ReadOnly,
}

impl LoggedSaveStatus {
    fn of(screen: &Screen) -> Self {
        match screen.saving_behind_pages().map(SaveHandle::status) {
            None => Self::NoGame,
            Some(SaveStatus::Empty) => Self::Fresh,
            Some(SaveStatus::Saving) => Self::Saving,
            Some(SaveStatus::Saved) => Self::Saved,
            Some(SaveStatus::NotSaved(_)) => Self::NotSaved,
            Some(SaveStatus::ReadOnly(_)) => Self::ReadOnly,
        }
    }

    const fn words(self) -> &'static str {
        match self {
            Self::NoGame => "no game",
            Self::Fresh => "nothing to save",
            Self::Saving => "saving",
            Self::Saved => "saved",
            Self::NotSaved => "not saved",
            Self::ReadOnly => "read-only",
        }
    }
}

/// The crash reporter: a panic hook that writes a page about each fault.
#[derive(Clone, Debug)]
pub struct CrashReporter {
    folder: PathBuf,
    log: Log,
    /// `true` while ballots are being taken.
    is_secret: Arc<AtomicBool>,
}

impl CrashReporter {
    /// Installs the panic hook of the process; pages go to the app's own folder.
    pub fn install(own: &Path, log: Log) -> Self {
        let watch = Self { folder: own.join(FOLDER), log, is_secret: Arc::default() };
        let previous_hook = std::panic::take_hook();
        let reporter = watch.clone();
        std::panic::set_hook(Box::new(move |fault| {
            if fault.location().is_some_and(|place| is_of_display(place.file())) {
                return reporter.write_display_gone();
            }
            previous_hook(fault);
            let place = fault.location().map(ToString::to_string);
            reporter.write(fault.payload_as_str(), place.as_deref(), &Backtrace::force_capture());
        }));
        watch
    }

    /// Logs that the display is gone, which is no fault of the app.
    fn write_display_gone(&self) {
        crate::cli::note("founders-ledger: the connection to the display is lost".to_owned());
        self.log.add("the display is gone");
        self.log.flush(LOG_PATIENCE);
    }

    /// Writes the page about a fault. Errors are ignored: there is no window to show them.
    fn write(&self, message: Option<&str>, place: Option<&str>, trace: &Backtrace) {
        let message = match message {
            _ if self.is_secret.load(Ordering::Relaxed) => "left out, for a vote was being taken",
            Some(message) => message,
            None => "nothing",
        };
        let place = place.unwrap_or("an unknown place");
        let thread = std::thread::current().name().unwrap_or("unnamed").to_owned();
        let page = format!(
            "Founders Ledger stopped because of a fault of its own.\n\n{}\nWhere: {place}, thread {thread}\nWhat it said: {message}\n\nThe latest of the log:\n{}\n\nHow it came there:\n{trace}\n",
            about(),
            self.log.latest().join("\n"),
        );
        let name = format!("{} {NEW}", Timestamp::now().for_file_names());
        let _ = RealDisk.create_folder(&self.folder);
        let _ = storage::write_atomically(&self.folder.join(name), page);
        self.log.add("fault");
        self.log.flush(LOG_PATIENCE);
    }
}

/// Returns `true` if a panic in this source file means that the toolkit lost the display.
fn is_of_display(file: &str) -> bool {
    file.contains("winit-") && ["x11", "wayland"].iter().any(|display| file.contains(display))
}

/// Returns the path of the log in the app's own folder.
pub(super) fn log_file(own: &Path) -> PathBuf {
    own.join("log.txt")
}

/// Describes the program and the system, a line each.
fn about() -> String {
    format!(
        "Version: {}\nSystem: {}, {}\n",
        env!("CARGO_PKG_VERSION"),
        std::env::consts::OS,
        std::env::consts::ARCH
    )
}

/// Renames the pages of faults that were not shown yet to their final names, and returns them.
pub(super) fn take_new_pages(own: &Path) -> Vec<PathBuf> {
    let folder = own.join(FOLDER);
    let Ok(pages) = RealDisk.list(&folder) else {
        return Vec::new();
    };
    let (mut new, mut shown): (Vec<PathBuf>, Vec<PathBuf>) = pages
        .into_iter()
        .partition(|page| page.as_os_str().as_encoded_bytes().ends_with(NEW.as_bytes()));
    new.sort();
    shown.sort();
    // A new page is never removed: its name may look old because the clock was wrong.
    let surplus = (new.len() + shown.len()).saturating_sub(MOST_PAGES).min(shown.len());
    for old in shown.drain(..surplus) {
        let _ = RealDisk.remove(&old);
    }
    new.into_iter()
        .filter_map(|page| {
            let name = page.file_name()?.to_str()?.strip_suffix(NEW)?.trim_end().to_owned();
            let final_path = page.with_file_name(format!("{name}.txt"));
            RealDisk.rename(&page, &final_path).ok()?;
            Some(final_path)
        })
        .collect()
}

impl App {
    /// Sets the crash reporter, which learns from the app when ballots are taken.
    pub fn watch(&mut self, watch: CrashReporter) {
        self.crash_reporter = Some(watch);
    }

    /// Logs a menu command before it is carried out.
    pub(super) fn log_command(&self, command: &Command) {
        if let Command::Menu(menu) = command {
            self.log(&format!("menu {}", menu.entry().name));
        }
    }

    /// Logs the screen and the save state if they changed, and updates the secrecy of crash
    /// reports.
    pub(super) fn log_standing(&mut self) {
        if let Some(watch) = &self.crash_reporter {
            watch.is_secret.store(self.awaits_ballots() || self.holds_ballots(), Ordering::Relaxed);
        }
        let now = (self.screen.name(), LoggedSaveStatus::of(&self.screen));
        if self.logged != now {
            self.logged = now;
            self.log(&format!("{}: {}", now.0, now.1.words()));
        }
    }

    /// Adds a line to the log. While ballots are taken it adds none, to hide even their timing.
    pub(super) fn log(&self, words: &str) {
        if !self.awaits_ballots()
            && !self.holds_ballots()
            && let Some(log) = &self.world.log
        {
            log.add(words);
        }
    }

    /// Opens a report about the faults that ended earlier runs.
    pub(super) fn report_faults(&mut self) {
        // Other dialogs go first.
        if self.dialog.is_some() {
            return;
        }
        let pages = std::mem::take(&mut self.new_fault_pages);
        let Some(page) = pages.last() else {
            return;
        };
        let lines = vec![
            "The app stopped because of a fault of its own. Every entry that was shown as saved is in its file.".to_owned(),
            format!("What is known of the fault stands in {}. It holds no names and no ballots, and can be sent with a report.", page.display()),
        ];
        self.dialog = Some(Dialog::Report { title: "After a fault".to_owned(), lines });
    }

    /// Copies the details for a report of a fault.
    pub(super) fn copy_details(&mut self, ctx: &Context) {
        let size = ctx.content_rect().size();
        let mut text = about();
        let lines = [
            format!("Screen: {}", self.screen.name()),
            format!("Saving: {}", LoggedSaveStatus::of(&self.screen).words()),
            format!(
                "Window: {:.0} × {:.0} points, scale {}",
                size.x,
                size.y,
                ctx.pixels_per_point()
            ),
            format!("Look: {}", self.settings.look.label()),
            format!("System asks for: {}", self.system_preferences.words()),
            format!(
                "Folder of the app: {}",
                self.world.own.as_deref().map_or("none", without_home)
            ),
        ];
        for line in lines {
            // Writing to text cannot fail.
            let _ = writeln!(text, "{line}");
        }
        if let Some(table) = self.table() {
            let setup = table.journal().setup();
            let _ = writeln!(
                text,
                "Game: players {}, pack {}, entries {}, at entry {}",
                setup.players.len(),
                setup.pack.name,
                table.journal().entry_count(),
                table.journal().cursor()
            );
        }
        if let Some(log) = &self.world.log {
            let lines = log.latest().join("\n");
            let _ = writeln!(text, "\nThe latest of the log:\n{lines}");
        }
        ctx.copy_text(text);
        let message =
            "What a report needs was copied: no names, no ballots, nothing that was typed.";
        self.show_message(ctx, message.to_owned());
    }
}

/// Describes the place of the app's folder without the name of its owner.
fn without_home(own: &Path) -> &'static str {
    let home = std::env::home_dir().filter(|home| own.starts_with(home));
    if home.is_some() { "below the home folder" } else { "outside the home folder" }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn watch(own: &Path, is_secret: bool) -> CrashReporter {
        let (log, is_secret) = (Log::open(&log_file(own)), Arc::new(AtomicBool::new(is_secret)));
        CrashReporter { folder: own.join(FOLDER), log, is_secret }
    }

    #[test]
    fn a_fault_page_is_reported_once_and_only_the_latest_pages_stay() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let own = folder.path();
        let watch = watch(own, false);
        watch.log.add("menu Undo");
        watch.write(Some("no such square"), Some("src/x.rs:1:1"), &Backtrace::disabled());
        let pages = take_new_pages(own);
        let [page] = pages.as_slice() else {
            panic!("{pages:?}");
        };
        let text = std::fs::read_to_string(page).expect("it is there");
        for words in ["no such square", "src/x.rs:1:1", "menu Undo", env!("CARGO_PKG_VERSION")] {
            assert!(text.contains(words), "{words}: {text}");
        }
        assert!(take_new_pages(own).is_empty(), "it is reported once");
        for number in 0..9 {
            let name = format!("2020-01-0{number}, 20.00.txt");
            std::fs::write(own.join(FOLDER).join(name), "old").expect("room on the disk");
        }
        assert!(take_new_pages(own).is_empty());
        let left = std::fs::read_dir(own.join(FOLDER)).expect("it is there").count();
        assert_eq!(left, MOST_PAGES);
        assert!(page.exists(), "the latest stays");
        // The clock was set back by years.
        let early = own.join(FOLDER).join("2001-01-01 20.00.00 new.txt");
        std::fs::write(&early, "just written").expect("room on the disk");
        let pages = take_new_pages(own);
        assert_eq!(pages.len(), 1, "it is reported");
        assert!(pages[0].exists(), "and stays");
    }

    #[test]
    fn a_lost_display_leaves_no_fault_page() {
        let registry = "/home/ada/.cargo/registry/src/index-1/";
        for file in ["x11/window.rs", "wayland/event_loop/mod.rs"] {
            let file = format!("winit-0.30.13/src/platform_impl/linux/{file}");
            assert!(is_of_display(&format!("{registry}{file}")), "{file}");
        }
        for file in ["egui-0.37.0/src/context.rs", "winit-0.30.13/src/event_loop.rs"] {
            assert!(!is_of_display(&format!("{registry}{file}")), "{file}");
        }
        assert!(!is_of_display("src/app/window.rs"));
        let folder = tempfile::tempdir().expect("a folder for the test");
        watch(folder.path(), false).write_display_gone();
        assert!(take_new_pages(folder.path()).is_empty());
    }

    #[test]
    fn while_ballots_are_taken_a_page_does_not_say_what_the_fault_said() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let own = folder.path();
        let watch = watch(own, true);
        watch.write(Some("Ada chose the circle"), None, &Backtrace::disabled());
        let text = std::fs::read_to_string(&take_new_pages(own)[0]).expect("it is there");
        assert!(!text.contains("circle"), "{text}");
        assert!(text.contains("left out"));
    }

    #[test]
    fn the_described_place_of_the_apps_folder_omits_the_user_name() {
        assert!(!without_home(Path::new("/home/ada/games")).contains("ada"));
    }
}
