//! The server as the window holds it: start, publish, take requests, answer, stop.

use std::fmt;
use std::io;
use std::net::{IpAddr, SocketAddr, TcpListener};
use std::path::PathBuf;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use sealed::CoreDumpGuard;
use tokio::sync::oneshot;

use crate::address::is_local;
use crate::connection::accept_phones;
use crate::request::{PhoneAnswer, PhoneId, PhoneRequest, PictureSubject};
use crate::seat::SeatId;
use crate::seats::{HeldSeat, Seats};
use crate::shared::SharedTable;
use crate::view::TableView;

/// A function that wakes the window, which then takes the requests. The server's thread calls it,
/// so it must return at once.
pub type Waker = Arc<dyn Fn() + Send + Sync>;

/// The limits within which phones are served.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ServerLimits {
    /// The most connections at once; further ones wait.
    pub connections: usize,
    /// The longest time for a request to arrive.
    pub request: Duration,
    /// The longest time in which a phone takes nothing of a response before it is dropped.
    pub stall: Duration,
    /// The longest time for a picture to arrive. One that makes no progress for the time of
    /// [`stall`](Self::stall) is dropped earlier.
    pub picture: Duration,
}

impl Default for ServerLimits {
    fn default() -> Self {
        Self {
            connections: 32,
            request: Duration::from_secs(5),
            stall: Duration::from_secs(10),
            picture: Duration::from_mins(2),
        }
    }
}

/// The options of a start.
pub struct ServerOptions {
    /// The address to listen at; see [`local_addresses`](crate::local_addresses).
    pub ip: IpAddr,
    /// The port of the last run, at which phones look for the laptop. If another program has taken
    /// it, or for `None`, the system chooses one.
    pub port: Option<u16>,
    /// The seats of the last run.
    pub seats: Vec<HeldSeat>,
    /// `true` if no phone may join.
    pub is_joining_closed: bool,
    /// The limits.
    pub limits: ServerLimits,
    /// The folder in which pictures are stored until the window has read them, in files without a
    /// name.
    pub picture_folder: PathBuf,
    /// The function that wakes the window.
    pub waker: Waker,
}

impl ServerOptions {
    /// Creates the options of a first start at an address.
    pub fn new(ip: IpAddr, waker: Waker) -> Self {
        Self {
            ip,
            port: None,
            seats: Vec::new(),
            is_joining_closed: false,
            limits: ServerLimits::default(),
            picture_folder: std::env::temp_dir(),
            waker,
        }
    }
}

impl fmt::Debug for ServerOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { ip, port, seats, is_joining_closed, limits, picture_folder, waker: _ } = self;
        f.debug_struct("ServerOptions")
            .field("ip", ip)
            .field("port", port)
            .field("seats", seats)
            .field("is_joining_closed", is_joining_closed)
            .field("limits", limits)
            .field("picture_folder", picture_folder)
            .finish_non_exhaustive()
    }
}

/// The reason why the server did not start. Nothing of it is running then.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The address is not of a local network.
    #[error("{0} is not an address of a local network; choose one that the laptop lists")]
    NotLocal(IpAddr),
    /// The system refuses the address.
    #[error("cannot listen at {ip}: {error}; choose another network")]
    Bind {
        /// The address.
        ip: IpAddr,
        /// The message of the system.
        error: io::Error,
    },
    /// The system refuses a thread, or what it waits with.
    #[error("cannot start the thread of the phones: {0}; close other programs and try again")]
    Thread(io::Error),
}

/// A running server. It stops when it is dropped.
pub struct PhoneServer {
    shared: Arc<SharedTable>,
    address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
    /// The last field, so that the server has stopped before the process can be dumped again.
    _core_dump_guard: CoreDumpGuard,
}

impl PhoneServer {
    /// Starts the server: a thread with one socket.
    ///
    /// # Errors
    ///
    /// A [`StartError`] with the remedy.
    pub fn start(options: ServerOptions) -> Result<Self, StartError> {
        let ServerOptions { ip, port, seats, is_joining_closed, limits, picture_folder, waker } =
            options;
        if !is_local(ip) {
            return Err(StartError::NotLocal(ip));
        }
        let core_dump_guard = CoreDumpGuard::begin();
        let bind_error = |error| StartError::Bind { ip, error };
        let listener = match port.map(|port| TcpListener::bind((ip, port))) {
            Some(Ok(listener)) => listener,
            Some(Err(_)) | None => TcpListener::bind((ip, 0)).map_err(bind_error)?,
        };
        listener.set_nonblocking(true).map_err(bind_error)?;
        let address = listener.local_addr().map_err(bind_error)?;
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_io()
            .enable_time()
            .build()
            .map_err(StartError::Thread)?;
        let seats = Seats::new(&seats, is_joining_closed);
        let shared = SharedTable::new(address.to_string(), seats, limits, picture_folder, waker);
        let shared = Arc::new(shared);
        let (stop, stopped) = oneshot::channel();
        let of_thread = Arc::clone(&shared);
        let thread = std::thread::Builder::new()
            .name("phones".to_owned())
            .spawn(move || {
                // The listener and every connection are closed with the runtime.
                runtime.block_on(futures_lite::future::or(
                    accept_phones(listener, of_thread),
                    async {
                        // An error is a dropped sender, which stops the server as well.
                        let _ = stopped.await;
                    },
                ));
            })
            .map_err(StartError::Thread)?;
        Ok(Self {
            shared,
            address,
            stop: Some(stop),
            thread: Some(thread),
            _core_dump_guard: core_dump_guard,
        })
    }

    /// Returns the address with the port to remember.
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Returns the link to the first page, for the [QR code](crate::join_code) and to type.
    pub fn link(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// Shows a view to all phones, which get one event; has no effect if they see it already.
    pub fn publish(&self, view: TableView) {
        self.shared.publish(view);
    }

    /// Takes the requests of phones, in the order of their arrival.
    pub fn take_requests(&self) -> Vec<PhoneRequest> {
        self.shared.take_requests()
    }

    /// Answers a phone. An answer to a phone that is gone has no effect.
    pub fn answer(&self, phone: PhoneId, answer: PhoneAnswer) {
        self.shared.answer(phone, answer);
    }

    /// Asks a phone for a picture, and no other phone any more. The phone shows a button that opens
    /// its camera, and sends a [`PhoneRequest::Picture`]. Returns `false` if it has no seat.
    pub fn ask_for_picture(&self, phone: PhoneId, subject: PictureSubject) -> bool {
        self.shared.ask_for_picture(phone, subject)
    }

    /// Asks no phone for a picture any more. One that is arriving is dropped.
    pub fn cancel_picture(&self) {
        self.shared.cancel_picture();
    }

    /// Returns `true` while a phone sends the picture that it was asked for. The window is woken
    /// at the start and the end.
    pub fn is_picture_arriving(&self, phone: PhoneId) -> bool {
        self.shared.is_picture_arriving(phone)
    }

    /// Opens or closes joining. Phones with a seat keep it.
    pub fn set_joining_closed(&self, is_closed: bool) {
        self.shared.set_joining_closed(is_closed);
    }

    /// Returns the seats that phones have, to be stored with the game for the next start.
    pub fn held_seats(&self) -> Vec<HeldSeat> {
        self.shared.held()
    }

    /// Returns the phone that has a seat; `None` if the seat is free.
    pub fn phone_at(&self, seat: SeatId) -> Option<PhoneId> {
        self.shared.phone_at(seat)
    }

    /// Stops the server: closes the port and every connection, and waits for the thread.
    pub fn stop(self) {
        drop(self);
    }
}

impl Drop for PhoneServer {
    fn drop(&mut self) {
        if let Some(stop) = self.stop.take() {
            // The thread has ended already if nobody listens.
            let _ = stop.send(());
        }
        if let Some(thread) = self.thread.take() {
            // A panic of the thread has been reported by the panic hook.
            let _ = thread.join();
        }
    }
}

impl fmt::Debug for PhoneServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PhoneServer").field("address", &self.address).finish_non_exhaustive()
    }
}
