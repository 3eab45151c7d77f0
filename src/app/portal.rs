//! A Linux desktop, called on its bus: its portal for a dialog to choose a file, its manager of
//! files, and its notifications.
//!
//! The crate that opens such dialogs elsewhere answers a missing one, and one that a portal
//! refuses, as it answers "Cancel": with no file. Against a portal that does not answer it waits
//! for ever. So the portal is asked here, and what became of the request is told apart.

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

use super::chosen::{Choice, NoDialog, Wish};

/// The name of the portal on the bus of the desktop.
const PORTAL_NAME: &str = "org.freedesktop.portal.Desktop";
/// The object that serves its interfaces.
const PORTAL: &str = "/org/freedesktop/portal/desktop";
/// Time for the portal to take a request; a dialog that it shows may stay open for ever.
const PATIENCE: Duration = Duration::from_secs(2);
/// Time for the manager of files to show one; it may have to be started first.
const MANAGER_PATIENCE: Duration = Duration::from_secs(8);

/// Has the desktop show a file among the others of its folder; returns `true` if it does. It may take
/// seconds: not to be called by the thread that draws.
pub(super) fn show_file(path: &Path) -> bool {
    pollster::block_on(show_items(Builder::session(), &super::pages::file_address(path))).is_ok()
}

/// Asks the desktop's manager of files, by the interface that all of them share.
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

/// Has the desktop show a message beside its windows. One that cannot has none to show it in.
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
    // It answers with a number by which the message could be changed.
    notifications.await?.call::<_, _, u32>("Notify", &message).await.map(drop)
}

/// Opens the connection to a desktop.
type Desktop = Box<dyn FnOnce() -> zbus::Result<Builder<'static>> + Send>;

/// Progress of a request for a dialog.
enum Heard {
    /// The portal took it: the dialog is or will be on screen.
    Taken,
    /// It ended.
    Ended(Choice),
}

/// Lets somebody choose a file in the dialog of the desktop, and waits for it; `None` if they
/// cancelled. Not to be called by the thread that draws.
///
/// # Errors
///
/// The portal is missing, refuses, or does not take the request within [`PATIENCE`].
pub(super) fn choose(desktop: Desktop, wish: Wish, folder: Option<PathBuf>) -> Choice {
    let (send, heard) = channel();
    let thread = std::thread::Builder::new().name("portal".to_owned()).spawn(move || {
        let taken = || send.send(Heard::Taken).is_ok();
        let answer = pollster::block_on(choose_in(desktop(), &wish, folder.as_deref(), taken));
        // Nobody listens once the patience is over.
        let _ = send.send(Heard::Ended(answer));
    });
    thread.map_err(|error| NoDialog::Refused(error.to_string()))?;
    match heard.recv_timeout(PATIENCE) {
        Ok(Heard::Ended(answer)) => answer,
        Ok(Heard::Taken) => match heard.recv() {
            Ok(Heard::Ended(answer)) => answer,
            Ok(Heard::Taken) | Err(_) => Err(NoDialog::Silent),
        },
        Err(_) => Err(NoDialog::Silent),
    }
}

/// Asks the portal of a desktop for a dialog. It is left, and with it the dialog, if `taken` says
/// that nobody waits for it any more.
async fn choose_in(
    desktop: zbus::Result<Builder<'_>>,
    wish: &Wish,
    folder: Option<&Path>,
    taken: impl FnOnce() -> bool,
) -> Choice {
    let missing = |_: zbus::Error| NoDialog::Missing;
    let desktop = desktop.map_err(missing)?.build().await.map_err(missing)?;
    let chooser =
        Proxy::new(&desktop, PORTAL_NAME, PORTAL, "org.freedesktop.portal.FileChooser").await;
    let chooser = chooser.map_err(missing)?;
    // A portal without a chooser has no version of one either.
    chooser.get_property::<u32>("version").await.map_err(missing)?;
    let refused = |error: zbus::Error| NoDialog::Refused(error.to_string());
    // Listening begins before the request, so that no answer is missed.
    let mut answers = answers(&desktop).await.map_err(refused)?;
    let method = if wish.file_name.is_some() { "SaveFile" } else { "OpenFile" };
    let options = options(wish, folder);
    let handle: OwnedObjectPath =
        chooser.call(method, &("", wish.title(), options)).await.map_err(refused)?;
    if !taken() {
        return Ok(None);
    }
    while let Some(answer) = answers.next().await {
        let answer = answer.map_err(refused)?;
        if answer.header().path().is_some_and(|path| *path == *handle) {
            let body = answer.body();
            let (code, results) = body.deserialize().map_err(refused)?;
            return chosen(code, &results);
        }
    }
    Err(NoDialog::Refused("the portal went away".to_owned()))
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
/// By a pattern, and not by a type of contents.
const BY_PATTERN: u32 = 0;

/// Returns the options of a request, as the portal defines them.
fn options(wish: &Wish, folder: Option<&Path>) -> HashMap<&'static str, Value<'static>> {
    let pattern = |ending: &&str| (BY_PATTERN, format!("*.{ending}"));
    let filter = |&(name, endings): &(&'static str, &[&str])| -> Filter {
        let capitals =
            endings.iter().map(|ending| (BY_PATTERN, format!("*.{}", ending.to_uppercase())));
        (name, endings.iter().map(pattern).chain(capitals).collect())
    };
    let filters: Vec<Filter> = wish.kinds.iter().map(filter).collect();
    let mut options = HashMap::from([("filters", Value::new(filters))]);
    if let Some(name) = wish.file_name {
        options.insert("current_name", Value::new(name));
    }
    if let Some(folder) = folder {
        // Bytes, with a zero at their end.
        let mut bytes = folder.as_os_str().as_bytes().to_vec();
        bytes.push(0);
        options.insert("current_folder", Value::new(bytes));
    }
    options
}

/// Returns the file that an answer names; `None` if the dialog was cancelled.
fn chosen(code: u32, results: &HashMap<String, OwnedValue>) -> Choice {
    match code {
        0 => {
            let uris = results.get("uris").and_then(|uris| uris.try_clone().ok());
            let uris = uris.and_then(|uris| Vec::<String>::try_from(uris).ok());
            let path = uris.as_ref().and_then(|uris| path_of(uris.first()?));
            let foreign = || NoDialog::Refused("the chosen file is not on this machine".to_owned());
            path.map(Some).ok_or_else(foreign)
        }
        1 => Ok(None),
        _ => Err(NoDialog::Refused("the dialog ended without an answer".to_owned())),
    }
}

/// Returns the path of a file by its address; `None` if it is not on this machine.
fn path_of(address: &str) -> Option<PathBuf> {
    let path = address.strip_prefix("file://")?;
    let bytes: Vec<u8> = percent_decode_str(path).collect();
    bytes.starts_with(b"/").then(|| OsString::from_vec(bytes).into())
}

/// Checks if a program is where the system looks for programs.
pub(super) fn has_program(name: &str) -> bool {
    let Some(folders) = std::env::var_os("PATH") else {
        return false;
    };
    std::env::split_paths(&folders).any(|folder| storage::is_program(&folder.join(name)))
}

#[cfg(test)]
mod tests;
