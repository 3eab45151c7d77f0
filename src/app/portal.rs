//! Whether the system has a dialog for files.
//!
//! The crate that opens such dialogs answers a missing one as it answers
//! "Cancel": with no file. So the system is asked before, as that crate would:
//! for the desktop portal's chooser of files, then for the program `zenity`.
//! Elsewhere than on Linux the dialog is part of the system.

#[cfg(target_os = "linux")]
use zbus::{Proxy, connection::Builder};

/// Where a desktop keeps its portal.
#[cfg(target_os = "linux")]
const PORTAL: &str = "/org/freedesktop/portal/desktop";

/// Whether a dialog for files can be opened. It may take seconds to find out: not to be asked by
/// the thread that draws.
#[cfg(target_os = "linux")]
pub(super) fn has_file_dialog() -> bool {
    has_portal() || has_program("zenity")
}

/// Whether a dialog for files can be opened.
#[cfg(not(target_os = "linux"))]
pub(super) const fn has_file_dialog() -> bool {
    true
}

/// Has the desktop show a file among the others of its folder; says whether it does. It may take
/// seconds: not to be asked by the thread that draws.
#[cfg(target_os = "linux")]
pub(super) fn show_file(path: &std::path::Path) -> bool {
    pollster::block_on(show_items(Builder::session(), &super::pages::file_address(path))).is_ok()
}

/// Asks the desktop's manager of files, by the interface that all of them share.
#[cfg(target_os = "linux")]
async fn show_items(desktop: zbus::Result<Builder<'_>>, address: &str) -> zbus::Result<()> {
    let desktop = desktop?.method_timeout(PATIENCE).build().await?;
    let manager = Proxy::new(
        &desktop,
        "org.freedesktop.FileManager1",
        "/org/freedesktop/FileManager1",
        "org.freedesktop.FileManager1",
    );
    manager.await?.call("ShowItems", &([address].as_slice(), "")).await
}

/// Has the system show a file among the others of its folder; says whether it does.
#[cfg(not(target_os = "linux"))]
pub(super) fn show_file(path: &std::path::Path) -> bool {
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

/// How long the desktop may take to answer; it may have to start the portal first.
#[cfg(target_os = "linux")]
const PATIENCE: std::time::Duration = std::time::Duration::from_secs(8);

#[cfg(target_os = "linux")]
fn has_portal() -> bool {
    pollster::block_on(chooser_version(Builder::session())).is_ok()
}

/// The version of the portal's chooser of files; an error where there is none.
#[cfg(target_os = "linux")]
async fn chooser_version(desktop: zbus::Result<Builder<'_>>) -> zbus::Result<u32> {
    let desktop = desktop?.method_timeout(PATIENCE).build().await?;
    let chooser = Proxy::new(
        &desktop,
        "org.freedesktop.portal.Desktop",
        PORTAL,
        "org.freedesktop.portal.FileChooser",
    );
    // A portal without a chooser has no version of one either.
    chooser.await?.get_property("version").await
}

#[cfg(target_os = "linux")]
fn has_program(name: &str) -> bool {
    use std::os::unix::fs::PermissionsExt as _;

    let Some(folders) = std::env::var_os("PATH") else {
        return false;
    };
    std::env::split_paths(&folders).any(|folder| {
        let about = std::fs::metadata(folder.join(name));
        about.is_ok_and(|about| about.is_file() && about.permissions().mode() & 0o111 != 0)
    })
}

#[cfg(all(test, target_os = "linux"))]
mod tests;
