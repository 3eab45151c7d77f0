//! One window for each game: a second start with the same file raises the first window.
//!
//! Every window listens at a socket in the folder that the system gives to what is running, or in
//! the app's own where there is none; on Windows, at a pipe. A second start asks all of them
//! whether they have its game. Whoever does not answer at once has not got it: then the second
//! window opens, and says itself that it only looks.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use interprocess::local_socket::traits::{ListenerExt as _, Stream as _};
use interprocess::local_socket::{GenericFilePath, ListenerOptions, Name, Stream, ToFsName as _};

use super::disk::{Disk, RealDisk};
use super::own::{key_of, running_folder};

/// So many windows listen at most; others open as if there were none.
const MOST: usize = 16;
/// How long a window may take to answer.
const PATIENCE: Duration = Duration::from_millis(1500);
/// No path of a file has more bytes than this.
const MOST_BYTES: u64 = 1 << 16;
/// What a window answers that has the game.
const HERE: &str = "here";

/// The ear of a window.
#[derive(Debug)]
pub struct Summons {
    game: Arc<Mutex<Option<PathBuf>>>,
}

impl Summons {
    /// Listens from now on until the process ends; `raise` is done when this window is asked for.
    /// Nothing where the system has no place to listen at.
    pub fn listen(own: &Path, raise: impl Fn() + Send + 'static) -> Option<Self> {
        let listener = (0..MOST).find_map(|number| {
            let socket = socket(own, number);
            // Who answers is running. What a window left behind that is gone is taken over.
            if Stream::connect(name(&socket)?).is_ok() {
                return None;
            }
            let options = ListenerOptions::new().name(name(&socket)?).try_overwrite(true);
            options.create_sync().ok()
        })?;
        let game = Arc::new(Mutex::new(None));
        let shared = Arc::clone(&game);
        let listening = move || {
            for stream in listener.incoming().flatten() {
                if answer(stream, &shared) {
                    raise();
                }
            }
        };
        std::thread::Builder::new().name("summons".to_owned()).spawn(listening).ok()?;
        Some(Self { game })
    }

    /// Says which game this window has.
    pub fn set_game(&self, game: Option<&Path>) {
        // Who panicked has left a whole path behind.
        *self.game.lock().unwrap_or_else(PoisonError::into_inner) = game.map(Path::to_owned);
    }
}

/// Raises the window that has a game; says whether there is one.
pub fn summon(own: &Path, game: &Path) -> bool {
    let game = RealDisk.canonical(game);
    (0..MOST).any(|number| {
        let socket = socket(own, number);
        let asked = game.clone();
        let (tell, told) = channel();
        // A window that hangs is left to itself, with the thread that waits for it.
        let asking = std::thread::Builder::new().spawn(move || {
            let _ = tell.send(ask(&socket, &asked).unwrap_or(false));
        });
        asking.is_ok() && told.recv_timeout(PATIENCE).unwrap_or(false)
    })
}

/// Asks one window; nothing where nobody listens.
fn ask(socket: &Path, game: &Path) -> Option<bool> {
    let stream = Stream::connect(name(socket)?).ok()?;
    let mut stream = BufReader::new(stream);
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

/// Answers a second start; says whether it has asked for this window.
fn answer(stream: Stream, game: &Mutex<Option<PathBuf>>) -> bool {
    let mut stream = BufReader::new(stream);
    let mut asked = Vec::new();
    if stream.by_ref().take(MOST_BYTES).read_until(b'\n', &mut asked).is_err() {
        return false;
    }
    asked.pop();
    let game = game.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let game = game.map(|game| RealDisk.canonical(&game));
    let is_here = game.is_some_and(|game| game.as_os_str().as_encoded_bytes() == asked);
    let words: &[u8] = if is_here { b"here\n" } else { b"elsewhere\n" };
    stream.get_mut().write_all(words).is_ok() && is_here
}

/// Where the window of this number listens.
fn socket(own: &Path, number: usize) -> PathBuf {
    let key = key_of(&RealDisk.canonical(own));
    let name = format!("founders-ledger-{key}-{number}.sock");
    if cfg!(windows) {
        return PathBuf::from(format!(r"\\.\pipe\{name}"));
    }
    running_folder().unwrap_or_else(|| own.to_owned()).join(name)
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
        assert!(!summon(own, &one), "nobody listens");
        let (raise, raised) = channel();
        let ear = |number: u8| {
            let raise = raise.clone();
            Summons::listen(own, move || raise.send(number).expect("the test waits"))
        };
        let (first, second) = (ear(1), ear(2));
        let (first, second) = (first.expect("a place to listen"), second.expect("another"));
        assert!(!summon(own, &one), "they have no game yet");
        first.set_game(Some(&other));
        second.set_game(Some(&own.join(".").join("one.founders")));
        assert!(summon(own, &one));
        assert_eq!(raised.recv(), Ok(2));
        second.set_game(None);
        assert!(!summon(own, &one));
        assert!(raised.try_recv().is_err());
    }

    #[cfg(unix)]
    #[test]
    fn what_a_window_left_behind_that_is_gone_is_in_nobodys_way() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let own = folder.path();
        let place = socket(own, 0);
        drop(std::os::unix::net::UnixListener::bind(&place).expect("a place to listen"));
        assert!(place.exists());
        let game = own.join("one.founders");
        assert!(!summon(own, &game));
        let ear = Summons::listen(own, || {}).expect("it is taken over");
        ear.set_game(Some(&game));
        assert!(summon(own, &game));
    }
}
