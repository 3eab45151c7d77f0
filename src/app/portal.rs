//! D-Bus calls to a Linux desktop: the file chooser portal, the file manager, and notifications.
//!
//! The `rfd` crate, used elsewhere, returns no file for a missing dialog and for a refused one, as
//! for "Cancel", and it waits forever for a portal that does not answer. So the portal is called
//! here, where these outcomes are distinguished.

use std::collections::HashMap;
use std::ffi::OsString;
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::path::{Path, PathBuf};
use std::sync::mpsc::channel;
use std::time::Duration;

use futures_lite::StreamExt as _;
use percent_encoding::percent_decode_str;
use zbus::connection::Builder;
use zbus::message::Type;
use zbus::zvariant::{OwnedObjectPath, OwnedValue, Value};
use zbus::{Connection, MatchRule, MessageStream, Proxy};

use super::file_dialogs::{FileChoice, FileRequest, NoDialog};

/// The bus name of the portal.
const PORTAL_NAME: &str = "org.freedesktop.portal.Desktop";
/// The object path of the portal.
const PORTAL: &str = "/org/freedesktop/portal/desktop";
/// Time for the portal to accept a request; its dialog may stay open for any time.
const PATIENCE: Duration = Duration::from_secs(2);
/// Time for the file manager to show a file; it may have to be started first.
const MANAGER_PATIENCE: Duration = Duration::from_secs(8);

/// Shows a file in the desktop's file manager; returns `true` on success. It may take seconds, so
/// the thread that draws must not call it.
pub(super) fn show_file(path: &Path) -> bool {
    pollster::block_on(show_items(Builder::session(), &super::exports::file_address(path))).is_ok()
}

/// Calls the file manager by the interface that all file managers share.
async fn show_items(desktop: zbus::Result<Builder<'_>>, address: &str) -> zbus::Result<()> {
    let desktop = desktop?.method_timeout(MANAGER_PATIENCE).build().await?;
    let manager = Proxy::new(
        &desktop,
        "org.freedesktop.FileManager1",
        "/org/freedesktop/FileManager1",
        "org.freedesktop.FileManager1",
    );
    manager.await?.call("ShowItems", &([address].as_slice(), "")).await
}

/// Shows a message as a desktop notification. Errors are ignored: there is no other place for it.
pub(super) fn notify(title: &str, message: &str) {
    let _ = pollster::block_on(notify_on(Builder::session(), title, message));
}

async fn notify_on(
    desktop: zbus::Result<Builder<'_>>,
    title: &str,
    message: &str,
) -> zbus::Result<()> {
    /// The desktop decides how long it is shown.
    const TIMEOUT: i32 = -1;
    let desktop = desktop?.method_timeout(PATIENCE).build().await?;
    let notifications = Proxy::new(
        &desktop,
        "org.freedesktop.Notifications",
        "/org/freedesktop/Notifications",
        "org.freedesktop.Notifications",
    );
    let hints: HashMap<&str, Value<'_>> = HashMap::from([("urgency", Value::U8(2))]);
    let actions: &[&str] = &[];
    let message =
        ("Founders Ledger", 0_u32, "founders-ledger", title, message, actions, hints, TIMEOUT);
    // The result is an id for changing the notification, which is not needed.
    notifications.await?.call::<_, _, u32>("Notify", &message).await.map(drop)
}

/// Opens the connection to a desktop.
type Desktop = Box<dyn FnOnce() -> zbus::Result<Builder<'static>> + Send>;

/// The progress of a request for a dialog.
enum Progress {
    /// The portal accepted it: the dialog is or will be on screen.
    Taken,
    /// The request ended.
    Ended(FileChoice),
}

/// Opens the desktop's file dialog and waits for the choice; `None` if it was cancelled. The thread
/// that draws must not call it.
///
/// # Errors
///
/// The portal is missing, refuses, or does not take the request within [`PATIENCE`].
pub(super) fn choose(desktop: Desktop, wish: FileRequest, folder: Option<PathBuf>) -> FileChoice {
    let (send, progress) = channel();
    let thread = std::thread::Builder::new().name("portal".to_owned()).spawn(move || {
        let request =
            choose_in(desktop(), &wish, folder.as_deref(), || send.send(Progress::Taken).is_ok());
        let answer = pollster::block_on(request);
        // After the timeout there is no receiver.
        let _ = send.send(Progress::Ended(answer));
    });
    thread.map_err(|error| NoDialog::Refused(error.to_string()))?;
    match progress.recv_timeout(PATIENCE) {
        Ok(Progress::Ended(answer)) => answer,
        Ok(Progress::Taken) => match progress.recv() {
            Ok(Progress::Ended(answer)) => answer,
            Ok(Progress::Taken) | Err(_) => Err(NoDialog::Silent),
        },
        Err(_) => Err(NoDialog::Silent),
    }
}

/// Requests a dialog from the portal of a desktop. The request and its dialog are dropped if
/// `taken` returns `false`: the caller stopped waiting.
async fn choose_in(
    desktop: zbus::Result<Builder<'_>>,
    wish: &FileRequest,
    folder: Option<&Path>,
    taken: impl FnOnce() -> bool,
) -> FileChoice {
    let missing = |_: zbus::Error| NoDialog::Missing;
    let desktop = desktop.map_err(missing)?.build().await.map_err(missing)?;
    let chooser = Proxy::new(&desktop, PORTAL_NAME, PORTAL, "org.freedesktop.portal.FileChooser")
        .await
        .map_err(missing)?;
    // A portal without a file chooser also has no version of it.
    chooser.get_property::<u32>("version").await.map_err(missing)?;
    // The subscription precedes the request, so that no answer is missed.
    let mut answers = answers(&desktop).await?;
    let method = if wish.file_name.is_some() { "SaveFile" } else { "OpenFile" };
    let options = options(wish, folder);
    let handle: OwnedObjectPath = chooser.call(method, &("", wish.title(), options)).await?;
    if !taken() {
        return Ok(None);
    }
    while let Some(answer) = answers.next().await {
        let answer = answer?;
        if answer.header().path().is_some_and(|path| *path == *handle) {
            let body = answer.body();
            let (code, results) = body.deserialize()?;
            return chosen(code, &results);
        }
    }
    Err(NoDialog::Refused("the portal went away".to_owned()))
}

impl From<zbus::Error> for NoDialog {
    fn from(error: zbus::Error) -> Self {
        Self::Refused(error.to_string())
    }
}

/// Subscribes to the answers to all requests.
async fn answers(desktop: &Connection) -> zbus::Result<MessageStream> {
    let rule = MatchRule::builder()
        .msg_type(Type::Signal)
        .interface("org.freedesktop.portal.Request")?
        .member("Response")?;
    MessageStream::for_match_rule(rule.build(), desktop, None).await
}

/// A kind of file in a dialog: its name, and the patterns of its files.
type Filter = (&'static str, Vec<(u32, String)>);
/// The code of a glob pattern, as opposed to a MIME type.
const BY_PATTERN: u32 = 0;

/// Returns the filter of a kind of file, for its extensions in lower and upper case.
fn filter(name: &'static str, endings: &[&str]) -> Filter {
    let capitals = endings.iter().map(|ending| ending.to_uppercase());
    let all = endings.iter().map(ToString::to_string).chain(capitals);
    (name, all.map(|ending| (BY_PATTERN, format!("*.{ending}"))).collect())
}

/// Returns the options of a request, as the portal defines them.
fn options(wish: &FileRequest, folder: Option<&Path>) -> HashMap<&'static str, Value<'static>> {
    let filters: Vec<Filter> =
        wish.kinds.iter().map(|&(name, endings)| filter(name, endings)).collect();
    let mut options = HashMap::from([("filters", Value::new(filters))]);
    if let Some(name) = wish.file_name {
        options.insert("current_name", Value::new(name));
    }
    if let Some(folder) = folder {
        // The portal expects bytes with a terminating zero.
        let mut bytes = folder.as_os_str().as_bytes().to_vec();
        bytes.push(0);
        options.insert("current_folder", Value::new(bytes));
    }
    options
}

/// Returns the file of an answer; `None` if the dialog was cancelled.
fn chosen(code: u32, results: &HashMap<String, OwnedValue>) -> FileChoice {
    match code {
        0 => results
            .get("uris")
            .and_then(|uris| uris.try_clone().ok())
            .and_then(|uris| Vec::<String>::try_from(uris).ok())
            .and_then(|uris| path_of(uris.first()?))
            .map(Some)
            .ok_or_else(|| NoDialog::Refused("the chosen file is not on this machine".to_owned())),
        1 => Ok(None),
        _ => Err(NoDialog::Refused("the dialog ended without an answer".to_owned())),
    }
}

/// Returns the path of a `file:` URL; `None` if the file is not on this machine.
fn path_of(address: &str) -> Option<PathBuf> {
    let path = address.strip_prefix("file://")?;
    let bytes: Vec<u8> = percent_decode_str(path).collect();
    bytes.starts_with(b"/").then(|| OsString::from_vec(bytes).into())
}

/// Returns `true` if a program is in a folder of `PATH`.
pub(super) fn has_program(name: &str) -> bool {
    let Some(folders) = std::env::var_os("PATH") else {
        return false;
    };
    std::env::split_paths(&folders).any(|folder| storage::is_program(&folder.join(name)))
}

#[cfg(test)]
mod tests;
