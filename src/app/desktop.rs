//! Dialogs, folders and messages of the system: a file is chosen or shown there, and a message
//! where there is no window.

use std::path::{Path, PathBuf};

use super::chosen::{Choice, FileDialogs, NoDialog, Wish};
#[cfg(target_os = "linux")]
use super::portal;

/// Lets somebody choose a file in the system's dialog, and waits for it; `None` if they cancelled.
/// Not to be called by the thread that draws.
///
/// # Errors
///
/// The system has no such dialog, or does not show it.
#[cfg(target_os = "linux")]
pub(super) fn choose(dialogs: &FileDialogs, wish: &Wish, folder: Option<&Path>) -> Choice {
    use zbus::connection::Builder;

    let by_portal = |desktop| portal::choose(desktop, *wish, folder.map(Path::to_owned));
    match dialogs {
        FileDialogs::Own => Err(NoDialog::Missing),
        FileDialogs::System => match by_portal(Box::new(Builder::session)) {
            Err(NoDialog::Missing) if portal::has_program("zenity") => Ok(ask(wish, folder)),
            answer => answer,
        },
        FileDialogs::Socket(path) => {
            let address = format!("unix:path={}", path.display());
            by_portal(Box::new(move || Builder::address(address.as_str())))
        }
    }
}

/// Lets somebody choose a file in the system's dialog, and waits for it; `None` if they cancelled.
/// Not to be called by the thread that draws.
///
/// # Errors
///
/// The app is to use its own.
#[cfg(not(target_os = "linux"))]
pub(super) fn choose(dialogs: &FileDialogs, wish: &Wish, folder: Option<&Path>) -> Choice {
    match dialogs {
        FileDialogs::System => Ok(ask(wish, folder)),
        FileDialogs::Own => Err(NoDialog::Missing),
    }
}

/// Opens the dialog that is a part of the system, or that of a program.
fn ask(wish: &Wish, folder: Option<&Path>) -> Option<PathBuf> {
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

/// Has the system show a message, for there is no window to show it in.
pub(super) fn show_message(title: &str, message: &str) {
    #[cfg(target_os = "linux")]
    if !portal::has_program("zenity") {
        return portal::notify(title, message);
    }
    let dialog = rfd::MessageDialog::new().set_level(rfd::MessageLevel::Error);
    dialog.set_title(title).set_description(message).show();
}

/// Has the system show a file among the others of its folder; returns `true` if it does. It may take
/// seconds: not to be called by the thread that draws.
#[cfg(target_os = "linux")]
pub(super) fn show_file(path: &Path) -> bool {
    portal::show_file(path)
}

/// Has the system show a file among the others of its folder; returns `true` if it does.
#[cfg(not(target_os = "linux"))]
pub(super) fn show_file(path: &Path) -> bool {
    let mut shown = if cfg!(windows) {
        let mut explorer = std::process::Command::new("explorer");
        explorer.arg("/select,").arg(path);
        explorer
    } else {
        let mut open = std::process::Command::new("open");
        open.arg("-R").arg(path);
        open
    };
    shown.spawn().is_ok()
}
