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
mod tests {
    use std::os::unix::net::UnixStream;

    use zbus::connection::Builder;
    use zbus::{Guid, interface};

    use super::{PORTAL, chooser_version, has_program};

    /// A portal as a desktop serves it, by its version.
    struct Chooser(u32);

    #[interface(name = "org.freedesktop.portal.FileChooser")]
    impl Chooser {
        #[zbus(property, name = "version")]
        fn version(&self) -> u32 {
            self.0
        }
    }

    struct Printer(u32);

    #[interface(name = "org.freedesktop.portal.Print")]
    impl Printer {
        #[zbus(property, name = "version")]
        fn version(&self) -> u32 {
            self.0
        }
    }

    /// What a desktop answers that serves its portal by `serve`.
    fn version_of(
        serve: impl FnOnce(Builder<'static>) -> zbus::Result<Builder<'static>> + Send + 'static,
    ) -> zbus::Result<u32> {
        let (desktop, app) = UnixStream::pair().expect("the system has sockets");
        let desktop = std::thread::spawn(move || {
            let guid = Guid::generate();
            let desktop = Builder::async_io_unix_stream(desktop).server(guid)?.p2p();
            pollster::block_on(serve(desktop)?.build())
        });
        let version =
            pollster::block_on(chooser_version(Ok(Builder::async_io_unix_stream(app).p2p())));
        let served = desktop.join().expect("it does not panic");
        assert!(served.is_ok(), "{served:?}");
        version
    }

    #[test]
    fn a_portal_counts_if_it_has_a_chooser_of_files() {
        let chooser = version_of(|desktop| desktop.serve_at(PORTAL, Chooser(4)));
        assert!(matches!(chooser, Ok(4)), "{chooser:?}");
        let printer = version_of(|desktop| desktop.serve_at(PORTAL, Printer(3)));
        assert!(printer.is_err(), "{printer:?}");
    }

    #[test]
    fn without_a_desktop_there_is_no_portal() {
        let nowhere = Builder::address("unix:path=/founders-ledger-has-no-such-socket");
        assert!(pollster::block_on(chooser_version(nowhere)).is_err());
        // Whatever the system has here, asking it comes to an end.
        let _ = super::has_portal();
    }

    #[test]
    fn a_program_is_found_where_the_system_looks_for_it() {
        assert!(has_program("sh"));
        assert!(!has_program("founders-ledger-has-no-such-program"));
    }
}
