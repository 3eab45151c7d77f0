use std::os::unix::net::UnixStream;
use std::thread::JoinHandle;
use std::time::Instant;

use zbus::object_server::SignalEmitter;
use zbus::{Guid, fdo, interface};

use super::*;
use crate::recorded_games::GameKind;
use ui_menu::Menu;

/// The reaction of a portal to a request for a dialog.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PortalBehavior {
    /// Sends an answer with this code; 0 means a chosen file.
    Answers(u32),
    Refuses,
    /// Takes the call and never answers it.
    Hangs,
}

/// A portal with a file chooser.
struct Chooser {
    version: u32,
    behavior: PortalBehavior,
}

#[interface(name = "org.freedesktop.portal.FileChooser")]
impl Chooser {
    #[zbus(property, name = "version")]
    fn version(&self) -> u32 {
        self.version
    }

    async fn open_file(
        &self,
        #[zbus(connection)] desktop: &Connection,
        parent: String,
        title: String,
        options: HashMap<String, OwnedValue>,
    ) -> fdo::Result<OwnedObjectPath> {
        let code = match self.behavior {
            PortalBehavior::Refuses => return Err(fdo::Error::AccessDenied("not here".to_owned())),
            PortalBehavior::Hangs => std::future::pending().await,
            PortalBehavior::Answers(code) => code,
        };
        assert_eq!((parent.as_str(), title.as_str()), ("", "Open"));
        assert!(options.contains_key("filters") && options.contains_key("current_folder"));
        let handle = "/org/freedesktop/portal/desktop/request/1/t";
        let uris = vec!["file:///games/a%20b/%C3%A9.founders".to_owned()];
        let results = HashMap::from([("uris", Value::new(uris))]);
        // The answer may come before the call returns.
        let emitter = SignalEmitter::new(desktop, handle)?;
        emitter.emit("org.freedesktop.portal.Request", "Response", &(code, results)).await?;
        OwnedObjectPath::try_from(handle).map_err(|error| fdo::Error::Failed(error.to_string()))
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

/// Starts a desktop that serves its portal by `serve`; returns the connection to it.
fn desktop(
    serve: impl FnOnce(Builder<'static>) -> zbus::Result<Builder<'static>> + Send + 'static,
) -> (Desktop, JoinHandle<zbus::Result<Connection>>) {
    let (desktop, app) = UnixStream::pair().expect("the system has sockets");
    let server = std::thread::spawn(move || {
        let desktop = Builder::async_io_unix_stream(desktop).server(Guid::generate())?.p2p();
        pollster::block_on(serve(desktop)?.build())
    });
    (Box::new(move || Ok(Builder::async_io_unix_stream(app).p2p())), server)
}

/// Requests a file from a desktop whose portal behaves like this.
fn opening(behavior: PortalBehavior) -> FileChoice {
    let (desktop, server) =
        desktop(move |to| to.serve_at(PORTAL, Chooser { version: 4, behavior }));
    let answer = choose(
        desktop,
        FileRequest::for_command(Menu::Open, GameKind::Founders),
        Some("/games".into()),
    );
    assert!(server.join().is_ok_and(|served| served.is_ok()));
    answer
}

#[test]
fn a_portal_dialog_returns_the_chosen_file_or_none_if_cancelled() {
    assert_eq!(opening(PortalBehavior::Answers(0)), Ok(Some("/games/a b/é.founders".into())));
    assert_eq!(opening(PortalBehavior::Answers(1)), Ok(None));
}

#[test]
fn a_portal_that_refuses_or_aborts_is_an_error_and_no_cancelled_dialog() {
    for behavior in [PortalBehavior::Refuses, PortalBehavior::Answers(2)] {
        let answer = opening(behavior);
        assert!(matches!(answer, Err(NoDialog::Refused(_))), "{answer:?}");
    }
}

#[test]
fn a_portal_that_does_not_answer_times_out() {
    let start = Instant::now();
    assert_eq!(opening(PortalBehavior::Hangs), Err(NoDialog::Silent));
    assert!(start.elapsed() >= PATIENCE, "it has its time");
    // This desktop accepts a connection and sends nothing.
    let (_held, app) = UnixStream::pair().expect("the system has sockets");
    let silent: Desktop = Box::new(move || Ok(Builder::async_io_unix_stream(app).p2p()));
    let answer = choose(silent, FileRequest::for_command(Menu::Open, GameKind::Founders), None);
    assert_eq!(answer, Err(NoDialog::Silent));
}

#[test]
fn a_portal_without_a_file_chooser_and_a_desktop_without_a_portal_have_no_dialog() {
    let (desktop, _serving) = desktop(|to| to.serve_at(PORTAL, Printer(3)));
    let wish = FileRequest::for_command(Menu::Open, GameKind::Founders);
    assert_eq!(choose(desktop, wish, None), Err(NoDialog::Missing));
    let nowhere: Desktop = Box::new(|| Builder::address("unix:path=/founders-ledger-no-such"));
    assert_eq!(choose(nowhere, wish, None), Err(NoDialog::Missing));
}

/// The notification service of a desktop; it sends each title and message to the test.
struct Notifications(std::sync::mpsc::Sender<(String, String)>);

#[interface(name = "org.freedesktop.Notifications")]
impl Notifications {
    #[expect(clippy::too_many_arguments, reason = "as the interface has them")]
    fn notify(
        &self,
        app: &str,
        replaces: u32,
        icon: &str,
        title: String,
        words: String,
        actions: Vec<&str>,
        hints: HashMap<&str, Value<'_>>,
        timeout: i32,
    ) -> u32 {
        assert_eq!((app, replaces, icon), ("Founders Ledger", 0, "founders-ledger"));
        assert_eq!((actions, timeout), (Vec::new(), -1));
        assert_eq!(hints.into_iter().collect::<Vec<_>>(), [("urgency", Value::U8(2))]);
        self.0.send((title, words)).expect("the test listens");
        1
    }
}

#[test]
fn a_message_without_a_window_is_sent_as_a_desktop_notification() {
    let (send, shown) = channel();
    let path = "/org/freedesktop/Notifications";
    let (desktop, _serving) = desktop(move |to| to.serve_at(path, Notifications(send)));
    let notified = pollster::block_on(notify_on(desktop(), "No window", "There is no OpenGL."));
    assert_eq!(notified, Ok(()));
    assert_eq!(shown.recv(), Ok(("No window".to_owned(), "There is no OpenGL.".to_owned())));
}

#[test]
fn a_program_is_found_in_the_folders_of_path() {
    assert!(has_program("sh"));
    assert!(!has_program("founders-ledger-has-no-such-program"));
}

#[test]
fn only_the_address_of_a_local_file_has_a_path() {
    assert_eq!(path_of("file:///a%20b"), Some("/a b".into()));
    for foreign in ["sftp://host/a", "file://host/a", "", "a"] {
        assert_eq!(path_of(foreign), None, "{foreign}");
    }
}
