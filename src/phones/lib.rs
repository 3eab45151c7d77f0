//! The players' phones as second screens: a small server on the local network.
//!
//! A phone opens a page of the laptop in its browser, by a [QR code](join_code), and takes a seat.
//! It shows the player's cards and numbers, the legal moves, the latest card with its receipt, the
//! ballot and the rules. It suggests moves and hands over ballots. The window remains the only
//! writer of a record:
//!
//! - The window starts a [`PhoneServer`], and [publishes](PhoneServer::publish) a [`TableView`]
//!   after each entry. A [`ViewMaker`] makes it from the record.
//! - After a call of the waker, the window [takes](PhoneServer::take_requests) the
//!   [`PhoneRequest`]s and [answers](PhoneServer::answer) them.
//! - For a photograph, the window [asks](PhoneServer::ask_for_picture) one phone, which then opens
//!   its camera.
//! - Until the start there is no thread, socket or port, and none after the stop. While no table is
//!   published and no phone sends anything, the thread sleeps.
//!
//! # Secrecy
//!
//! A ballot goes from the socket into a buffer that is wiped, from there into a [`sealed::Draft`],
//! and with it into the window's [`BallotBox`](sealed::BallotBox). It is in no view, so that no
//! page or event can contain it. The process leaves no core dump while the server runs. A seat is
//! held by a random [`token`]; the laptop keeps only its digest.
//!
//! The traffic is plain HTTP, which a person who records the Wi-Fi can read. The pages say so.
//! Only addresses of local networks are bound and answered, `Host` and `Origin` are checked, and
//! bodies, connections and times are limited; see [`ServerLimits`].
#![warn(missing_docs)]

mod address;
mod connection;
mod fonts;
mod guard;
mod pages;
#[doc(hidden)]
pub mod parsers;
mod picture;
mod qr;
mod request;
mod routes;
mod scenario_pages;
mod scenario_view;
mod sealed_request;
mod seat;
mod seats;
mod server;
mod shared;
mod stall;
mod table_pages;
pub mod token;
mod view;

pub use address::{LocalAddress, is_local, local_addresses};
pub use picture::MAX_PICTURE_BYTES;
pub use qr::{JoinCode, JoinCodeError, join_code};
pub use request::{PhoneAnswer, PhoneId, PhoneMove, PhoneRequest, PictureSubject};
pub use scenario_view::{ScenarioView, ScenarioViewMaker};
pub use seat::SeatId;
pub use seats::HeldSeat;
pub use server::{PhoneServer, ServerLimits, ServerOptions, StartError, Waker};
pub use view::{
    BoardImages, JournalLine, MovesView, SeatView, TableView, ViewMaker, VoteView, VoterView,
    picture_size,
};
