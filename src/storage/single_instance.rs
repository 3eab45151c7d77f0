//! One window per game: a second start with the same file raises the existing window.
//!
//! Every window listens on a socket in the session folder of the system or, without one, in the
//! app's own folder; on Windows, on a named pipe. A second start asks all windows for its game. If
//! none confirms in time, a second window opens, read-only.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use interprocess::local_socket::traits::{ListenerExt as _, Stream as _};
use interprocess::local_socket::{GenericFilePath, ListenerOptions, Name, Stream, ToFsName as _};

use super::app_folders::{path_key, session_folder};
use super::disk::{Disk, RealDisk};

/// The maximum number of windows that listen; further windows open without a socket.
const MAX_LISTENERS: usize = 16;
/// The maximum time for the answer of a window.
const PATIENCE: Duration = Duration::from_millis(1500);
/// The maximum length of a file path, in bytes.
const MAX_PATH_BYTES: u64 = 1 << 16;
/// The answer of the window that has the game open.
const HERE: &str = "here";

/// The listener of a window.
#[derive(Debug)]
pub struct SingleInstance {
    game: Arc<Mutex<Option<PathBuf>>>,
}

impl SingleInstance {
    /// Starts listening until the process ends, and calls `raise` when a second start requests this
    /// window. `None` if no socket can be opened.
    pub fn listen(own: &Path, raise: impl Fn() + Send + 'static) -> Option<Self> {
        let listener = (0..MAX_LISTENERS).find_map(|number| {
            let socket = socket(own, number);
            // A socket that accepts belongs to a running window. The leftover of a crash is reused.
            if Stream::connect(name(&socket)?).is_ok() {
                return None;
            }
            let options = ListenerOptions::new().name(name(&socket)?).try_overwrite(true);
            options.create_sync().ok()
        })?;
        let game = Arc::new(Mutex::new(None));
        let shared = Arc::clone(&game);
        std::thread::Builder::new()
            .name("summons".to_owned())
            .spawn(move || {
                for stream in listener.incoming().flatten() {
                    if answer(stream, &shared) {
                        raise();
                    }
                }
            })
            .ok()?;
        Some(Self { game })
    }

    /// Sets the game that this window has open.
    pub fn set_game(&self, game: Option<&Path>) {
        // After a panic of another thread, the path is still complete.
        *self.game.lock().unwrap_or_else(PoisonError::into_inner) = game.map(Path::to_owned);
    }
}

/// Raises the window that has a game open; returns `false` if there is none.
pub fn raise_window(own: &Path, game: &Path) -> bool {
    let game = RealDisk.canonical(game);
    (0..MAX_LISTENERS).any(|number| {
        let socket = socket(own, number);
        let query = game.clone();
        let (sender, receiver) = channel();
        // A window that hangs is abandoned, with the thread that waits for it.
        let thread = std::thread::Builder::new().spawn(move || {
            let _ = sender.send(ask(&socket, &query).unwrap_or(false));
        });
        thread.is_ok() && receiver.recv_timeout(PATIENCE).unwrap_or(false)
    })
}

/// Asks one window for a game; `None` if there is no listener.
fn ask(socket: &Path, game: &Path) -> Option<bool> {
    let mut stream = BufReader::new(Stream::connect(name(socket)?).ok()?);
    let mut line = game.as_os_str().as_encoded_bytes().to_vec();
    if line.contains(&b'\n') {
        return None;
    }
    line.push(b'\n');
    stream.get_mut().write_all(&line).ok()?;
    let mut answer = String::new();
    stream.take(64).read_line(&mut answer).ok()?;
    Some(answer.trim() == HERE)
}

/// Answers a second start; returns `true` if it requested the game of this window.
fn answer(stream: Stream, game: &Mutex<Option<PathBuf>>) -> bool {
    let mut stream = BufReader::new(stream);
    let mut query = Vec::new();
    if stream.by_ref().take(MAX_PATH_BYTES).read_until(b'\n', &mut query).is_err() {
        return false;
    }
    query.pop();
    let game = game.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let is_here = game
        .map(|game| RealDisk.canonical(&game))
        .is_some_and(|game| game.as_os_str().as_encoded_bytes() == query);
    let reply: &[u8] = if is_here { b"here\n" } else { b"elsewhere\n" };
    stream.get_mut().write_all(reply).is_ok() && is_here
}

/// Returns the socket on which the window with this number listens.
fn socket(own: &Path, number: usize) -> PathBuf {
    let key = path_key(&RealDisk.canonical(own));
    let name = format!("founders-ledger-{key}-{number}.sock");
    if cfg!(windows) {
        return PathBuf::from(format!(r"\\.\pipe\{name}"));
    }
    session_folder().unwrap_or_else(|| own.to_owned()).join(name)
}

fn name(socket: &Path) -> Option<Name<'_>> {
    socket.to_fs_name::<GenericFilePath>().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_window_that_has_the_game_is_raised_and_no_other() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let own = folder.path();
        let [one, other] = ["one.founders", "other.founders"].map(|name| own.join(name));
        assert!(!raise_window(own, &one), "no window listens");
        let (raise, raised) = channel();
        let [first, second] = [1, 2].map(|number| {
            let raise = raise.clone();
            SingleInstance::listen(own, move || raise.send(number).expect("the test waits"))
                .expect("a free socket")
        });
        assert!(!raise_window(own, &one), "they have no game yet");
        first.set_game(Some(&other));
        second.set_game(Some(&own.join(".").join("one.founders")));
        assert!(raise_window(own, &one));
        assert_eq!(raised.recv(), Ok(2));
        second.set_game(None);
        assert!(!raise_window(own, &one));
        assert!(raised.try_recv().is_err());
    }

    #[cfg(unix)]
    #[test]
    fn the_socket_left_by_a_crash_is_reused() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let own = folder.path();
        let place = socket(own, 0);
        drop(std::os::unix::net::UnixListener::bind(&place).expect("a place to listen"));
        assert!(place.exists());
        let game = own.join("one.founders");
        assert!(!raise_window(own, &game));
        let window = SingleInstance::listen(own, || {}).expect("it is reused");
        window.set_game(Some(&game));
        assert!(raise_window(own, &game));
    }
}
