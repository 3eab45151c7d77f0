//! The laptop: the app in a real window, used by keys.

use std::fs;
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus};
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use journal::Journal;
use notation::record::read_record;
use rustix::process::{Pid, Signal, kill_process};

/// The longest wait for the app to do what keys ask for.
const PATIENCE: Duration = Duration::from_secs(20);
/// The time between two looks at the app.
const PERIOD: Duration = Duration::from_millis(20);
/// The keys of the commands "Phones…" and "Try it without the box…" here; usually they have none.
const KEYS: [&str; 2] = ["ctrl+shift+F1", "ctrl+shift+F2"];

/// The app with its folders and its window.
pub struct Laptop {
    app: PathBuf,
    home: PathBuf,
    /// The address of the phones, once they have been switched on.
    address: SocketAddr,
    running: Option<Running>,
}

/// A started app. It ends when this is dropped.
struct Running {
    process: Child,
    window: String,
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The memory of the app, and the processor time that it takes while nothing happens.
#[derive(Clone, Copy, Debug)]
pub struct Load {
    /// Anonymous memory in kilobytes.
    pub memory: u64,
    /// Processor ticks within four seconds.
    pub ticks: u64,
}

impl Laptop {
    /// Prepares folders for the app below `home`, as a household has them that has played the
    /// practice set before.
    pub fn new(app: &Path, home: &Path) -> Result<Self> {
        // The port of the last evening, which the app takes again.
        let port = TcpListener::bind((Ipv4Addr::UNSPECIFIED, 0))?.local_addr()?.port();
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        let laptop = Self { app: app.to_owned(), home: home.to_owned(), address, running: None };
        let settings = format!(
            "(keys: {{\"Phones\": \"Ctrl+Shift+F1\", \"Try\": \"Ctrl+Shift+F2\"}}, deals_practice: true, \
             phones: (port: Some({port})), last_table: (players: [\"Anna\", \"Ben\", \"Cleo\"], \
             pack: \"practice\", board: \"Three Rivers\", options: []))"
        );
        let file = laptop.settings_file();
        fs::create_dir_all(file.parent().context("settings have a folder")?)?;
        fs::write(file, settings)?;
        Ok(laptop)
    }

    /// Returns the link for phones.
    pub fn link(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// Returns the address of the phones.
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    fn settings_file(&self) -> PathBuf {
        self.home.join("data/founders-ledger/settings.ron")
    }

    /// Starts the app, and waits for its window.
    pub fn start(&mut self, file: Option<&Path>) -> Result<()> {
        self.running = None;
        let process = Command::new(&self.app)
            .args(file)
            .env("XDG_DATA_HOME", self.home.join("data"))
            .env("XDG_CONFIG_HOME", self.home.join("config"))
            .spawn()
            .with_context(|| format!("{} does not start", self.app.display()))?;
        let mut running = Running { process, window: String::new() };
        let id = running.process.id().to_string();
        wait_for("the window of the app", || {
            let found = xdotool(&["search", "--onlyvisible", "--pid", &id]).unwrap_or_default();
            found.lines().last().unwrap_or_default().clone_into(&mut running.window);
            !running.window.is_empty()
        })?;
        let window = running.window.clone();
        self.running = Some(running);
        xdotool(&["windowsize", &window, "1264", "784", "windowmove", &window, "0", "0"])?;
        self.rest()?;
        xdotool(&["windowfocus", &window])?;
        self.rest()
    }

    /// Ends the app as a power cut does.
    pub fn kill(&mut self) -> Result<()> {
        let mut running = self.running.take().context("the app runs")?;
        running.process.kill()?;
        running.process.wait()?;
        Ok(())
    }

    /// Ends the app as the system does at a shutdown.
    pub fn stop(&mut self) -> Result<()> {
        let mut running = self.running.take().context("the app runs")?;
        kill_process(Pid::from_child(&running.process), Signal::TERM)?;
        let mut status: Option<ExitStatus> = None;
        wait_for("the end of the app", || {
            status = running.process.try_wait().ok().flatten();
            status.is_some()
        })?;
        ensure!(status.is_some_and(|status| status.success()), "the app ended with {status:?}");
        Ok(())
    }

    /// Presses keys one after the other, each once the app is idle.
    pub fn press(&self, keys: &[&str]) -> Result<()> {
        for key in keys {
            xdotool(&["key", key])?;
            self.rest()?;
        }
        Ok(())
    }

    /// Types text without a field of its own.
    pub fn type_text(&self, text: &str) -> Result<()> {
        xdotool(&["type", "--delay", "12", text])?;
        self.rest()
    }

    /// Types an action on the command line, enters it, and leaves the line.
    pub fn enter(&self, line: &str) -> Result<()> {
        self.press(&["slash"])?;
        xdotool(&["type", "--delay", "12", line])?;
        self.rest()?;
        self.press(&["Return", "Escape"])
    }

    /// Begins a game for three with the practice set, whose cards the app deals.
    pub fn begin_practice_game(&self) -> Result<()> {
        self.press(&[KEYS[1], "ctrl+Return"])
    }

    /// Switches the phones on in their dialog, which stays open.
    pub fn switch_phones_on(&mut self) -> Result<()> {
        self.press(&[KEYS[0], "Tab", "Return"])?;
        // The dialog offers the local networks, and its first button takes the first one.
        let port = self.address.port();
        let networks = if_addrs::get_if_addrs()?;
        let mut addresses = networks.iter().map(|network| (network.ip(), port).into()).cycle();
        wait_for("the phones to be switched on", || {
            let found = addresses.next().filter(|address| TcpStream::connect(address).is_ok());
            self.address = found.unwrap_or(self.address);
            found.is_some()
        })?;
        self.rest()
    }

    /// Lets players record their own moves, if they only suggest them so far; the dialog of the phones is open.
    pub fn let_players_record(&self) -> Result<()> {
        let do_record = || {
            let settings = fs::read_to_string(self.settings_file()).unwrap_or_default();
            settings.replace(' ', "").contains("records_moves:true")
        };
        if do_record() {
            return Ok(());
        }
        // Once the phones are on, the box about further phones has the keys.
        self.press(&["Tab", "space"])?;
        wait_for("players to record their own moves", do_record)
    }

    /// Returns the file of the only game in the app's own folder.
    pub fn own_game(&self) -> Result<PathBuf> {
        let folder = self.home.join("data/founders-ledger/games");
        let mut found = None;
        wait_for("the file of the game", || {
            let files = fs::read_dir(&folder).into_iter().flatten().flatten();
            let mut records = files
                .map(|file| file.path())
                .filter(|path| path.extension().is_some_and(|extension| extension == "founders"));
            found = records.next();
            found.is_some()
        })?;
        found.context("a file")
    }

    /// Runs a subcommand of the app; returns what it prints.
    pub fn subcommand(&self, words: &[&str], file: &Path) -> Result<String> {
        let output = Command::new(&self.app).args(words).arg(file).output()?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let problems = String::from_utf8_lossy(&output.stderr);
        ensure!(output.status.success(), "{words:?} {}: {text}{problems}", file.display());
        Ok(text)
    }

    /// Measures the app while nothing happens, once its latest message has gone from the screen.
    pub fn load(&self) -> Result<Load> {
        self.rest()?;
        let folder = self.process_folder()?;
        let mut ticks_taken = u64::MAX;
        for _ in 0..4 {
            let before = ticks(&folder)?;
            sleep(Duration::from_secs(4));
            ticks_taken = ticks(&folder)? - before;
            if ticks_taken == 0 {
                break;
            }
        }
        let sizes = fs::read_to_string(folder.join("smaps_rollup"))?;
        let line = sizes.lines().find_map(|line| line.strip_prefix("Anonymous:"));
        let memory = line.and_then(|line| line.trim().strip_suffix(" kB")?.trim().parse().ok());
        Ok(Load {
            memory: memory.context("the system counts anonymous memory")?,
            ticks: ticks_taken,
        })
    }

    fn process_folder(&self) -> Result<PathBuf> {
        let running = self.running.as_ref().context("the app runs")?;
        Ok(PathBuf::from(format!("/proc/{}", running.process.id())))
    }

    /// Waits until no thread of the app has anything to do.
    pub fn rest(&self) -> Result<()> {
        let folder = self.process_folder()?;
        let mut before = None;
        let mut idle = 0;
        let start = Instant::now();
        while idle < 4 {
            ensure!(start.elapsed() < PATIENCE, "the window does not come to rest");
            sleep(PERIOD);
            let now = idle_ticks(&folder)?;
            idle = if now.is_some() && now == before { idle + 1 } else { 0 };
            before = now;
        }
        Ok(())
    }
}

/// Reads the record of a game as it is saved.
pub fn record(file: &Path) -> Result<Journal> {
    let loaded = read_record(&fs::read(file)?);
    if let Some(error) = loaded.error {
        bail!("{}: {error}", file.display());
    }
    loaded.record.with_context(|| format!("{} holds no record", file.display()))
}

/// Waits until a saved record has more entries than `count`; returns it.
pub fn record_after(file: &Path, count: usize) -> Result<Journal> {
    let mut found = None;
    wait_for(&format!("an entry after {count}"), || {
        // A line that is being written cannot be read yet.
        found = record(file).ok().filter(|record| record.cursor() > count);
        found.is_some()
    })?;
    found.context("a record")
}

/// Writes a picture of the whole display, for the search for the cause of a failure.
pub fn save_display(path: &Path) {
    // Without the picture the message of the failure has to do.
    let _ = Command::new("import").args(["-window", "root"]).arg(path).status();
}

/// Returns the processor ticks of a process so far; `None` while a thread of it runs.
fn idle_ticks(folder: &Path) -> Result<Option<u64>> {
    for task in fs::read_dir(folder.join("task")).context("the app has ended")? {
        // A thread may end meanwhile.
        let Ok(text) = fs::read_to_string(task?.path().join("stat")) else { return Ok(None) };
        let state = text.rsplit_once(") ").map(|(_, rest)| rest.chars().next());
        if state != Some(Some('S')) {
            return Ok(None);
        }
    }
    ticks(folder).map(Some)
}

/// Returns the processor ticks of a process so far.
fn ticks(folder: &Path) -> Result<u64> {
    let text = fs::read_to_string(folder.join("stat")).context("the app has ended")?;
    let fields = text.rsplit_once(") ").map(|(_, rest)| rest.split(' ').collect::<Vec<_>>());
    // The fields 14 and 15 of the whole line, in the system's words.
    let [user, system] =
        [11, 12].map(|at| fields.as_ref().and_then(|fields| fields.get(at)?.parse::<u64>().ok()));
    user.zip(system).map(|(user, system)| user + system).context("the system counts ticks")
}

/// Looks until something is so.
pub fn wait_for(what: &str, mut is_so: impl FnMut() -> bool) -> Result<()> {
    let start = Instant::now();
    while !is_so() {
        ensure!(start.elapsed() < PATIENCE, "waited {} s for {what}", PATIENCE.as_secs());
        sleep(PERIOD);
    }
    Ok(())
}

fn xdotool(words: &[&str]) -> Result<String> {
    let output =
        Command::new("xdotool").args(words).output().context("xdotool is not installed")?;
    let problem = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "xdotool {}: {problem}", words.join(" "));
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
