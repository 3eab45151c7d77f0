//! File dialogs, folders and messages of the desktop. A message is shown by the desktop only
//! where there is no window.

use std::path::{Path, PathBuf};

use super::file_dialogs::{FileChoice, FileDialogs, FileRequest, NoDialog};
#[cfg(target_os = "linux")]
use super::portal;

/// Opens the system's file dialog and waits for the choice; `None` if it was cancelled. The thread
/// that draws must not call it.
///
/// # Errors
///
/// The system has no such dialog, or does not show it.
#[cfg(target_os = "linux")]
pub(super) fn choose(
    dialogs: &FileDialogs,
    wish: &FileRequest,
    folder: Option<&Path>,
) -> FileChoice {
    use zbus::connection::Builder;

    let folder_owned = folder.map(Path::to_owned);
    match dialogs {
        FileDialogs::Own => Err(NoDialog::Missing),
        FileDialogs::System => {
            match portal::choose(Box::new(Builder::session), *wish, folder_owned) {
                Err(NoDialog::Missing) if portal::has_program("zenity") => Ok(ask(wish, folder)),
                answer => answer,
            }
        }
        FileDialogs::Socket(path) => {
            let address = format!("unix:path={}", path.display());
            let desktop = Box::new(move || Builder::address(address.as_str()));
            portal::choose(desktop, *wish, folder_owned)
        }
    }
}

/// Opens the system's file dialog and waits for the choice; `None` if it was cancelled. The thread
/// that draws must not call it.
///
/// # Errors
///
/// The app is set to use its own dialog.
#[cfg(not(target_os = "linux"))]
pub(super) fn choose(
    dialogs: &FileDialogs,
    wish: &FileRequest,
    folder: Option<&Path>,
) -> FileChoice {
    match dialogs {
        FileDialogs::System => Ok(ask(wish, folder)),
        FileDialogs::Own => Err(NoDialog::Missing),
    }
}

/// Opens the native dialog of the system, or that of a helper program.
fn ask(wish: &FileRequest, folder: Option<&Path>) -> Option<PathBuf> {
    let mut dialog = rfd::FileDialog::new();
    if let Some(folder) = folder {
        dialog = dialog.set_directory(folder);
    }
    for (name, endings) in wish.kinds {
        dialog = dialog.add_filter(*name, endings);
    }
    match wish.file_name {
        Some(name) => dialog.set_file_name(name).save_file(),
        None => dialog.pick_file(),
    }
}

/// Shows a message by the system, for use without a window.
pub(super) fn show_message(title: &str, message: &str) {
    #[cfg(target_os = "linux")]
    if !portal::has_program("zenity") {
        return portal::notify(title, message);
    }
    let dialog = rfd::MessageDialog::new().set_level(rfd::MessageLevel::Error);
    dialog.set_title(title).set_description(message).show();
}

/// Shows a file in the system's file manager; returns `true` on success. It may take seconds, so
/// the thread that draws must not call it.
#[cfg(target_os = "linux")]
pub(super) fn show_file(path: &Path) -> bool {
    portal::show_file(path)
}

/// Shows a file in the system's file manager; returns `true` on success.
#[cfg(not(target_os = "linux"))]
pub(super) fn show_file(path: &Path) -> bool {
    let mut command = if cfg!(windows) {
        let mut explorer = std::process::Command::new("explorer");
        explorer.arg("/select,").arg(path);
        explorer
    } else {
        let mut open = std::process::Command::new("open");
        open.arg("-R").arg(path);
        open
    };
    command.spawn().is_ok()
}
