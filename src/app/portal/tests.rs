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
    let version = pollster::block_on(chooser_version(Ok(Builder::async_io_unix_stream(app).p2p())));
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
