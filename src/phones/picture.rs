//! A picture that the laptop asks one phone for. It is streamed to a file without a name.
//!
//! The system removes such a file once it is dropped: by the window after reading it, or here if
//! the transfer breaks off, the laptop no longer asks, or the server stops.

use std::io::{self, ErrorKind};
use std::time::Duration;

use axum::body::{Body, BodyDataStream, Bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, StatusCode, header};
use futures_lite::StreamExt as _;
use futures_lite::future::or;
use storage::UnnamedFile;
use tokio::time::{Instant, timeout_at};

use crate::guard::HttpRefusal;
use crate::request::PhoneId;
use crate::shared::{PictureRefusal, SharedTable};

/// The most bytes of a picture.
pub const MAX_PICTURE_BYTES: u64 = 40_000_000;

const NOT_ASKED: HttpRefusal = (
    StatusCode::CONFLICT,
    "The laptop asks this phone for no picture. Press \"Take it with a phone\" there first.",
);
const ARRIVING: HttpRefusal = (
    StatusCode::CONFLICT,
    "A picture is on its way already. Wait a moment, and try again if it does not arrive.",
);
const TOO_LARGE: HttpRefusal = (
    StatusCode::PAYLOAD_TOO_LARGE,
    "The picture has more than 40 MB. Take it with a lower resolution.",
);
const NO_LENGTH: HttpRefusal =
    (StatusCode::LENGTH_REQUIRED, "The picture came without its size. Load the page again.");
const EMPTY: HttpRefusal = (StatusCode::BAD_REQUEST, "The picture is empty. Take it again.");
const BROKEN_OFF: HttpRefusal = (StatusCode::BAD_REQUEST, "The picture broke off. Take it again.");
const TOO_SLOW: HttpRefusal = (
    StatusCode::REQUEST_TIMEOUT,
    "The picture took too long. Move closer to the Wi-Fi, and take it again.",
);
const BUSY: HttpRefusal =
    (StatusCode::SERVICE_UNAVAILABLE, "The laptop is busy. Take the picture again.");
const DISK_FULL: HttpRefusal = (
    StatusCode::INSUFFICIENT_STORAGE,
    "The laptop's disk is full. Free some space there, and take the picture again.",
);
const NO_FILE: HttpRefusal = (
    StatusCode::INSUFFICIENT_STORAGE,
    "The laptop cannot store the picture. Check its folder for temporary files.",
);

impl From<PictureRefusal> for HttpRefusal {
    fn from(refusal: PictureRefusal) -> Self {
        match refusal {
            PictureRefusal::NotAsked => NOT_ASKED,
            PictureRefusal::Arriving => ARRIVING,
            PictureRefusal::Busy => BUSY,
        }
    }
}

/// Receives a picture of a phone, and hands it to the window.
///
/// The body of a refused picture is read and dropped, because unread bytes would reset the
/// connection before the phone reads the response. A body above the limit is not read.
pub(crate) async fn take_picture(
    shared: &SharedTable,
    phone: Result<PhoneId, HttpRefusal>,
    request: Request,
) -> Result<(), HttpRefusal> {
    let limits = shared.limits;
    let (head, body) = request.into_parts();
    let end = Instant::now() + if phone.is_ok() { limits.picture } else { limits.request };
    let length = length_of(&head.headers);
    let mut body = PictureBody::new(body, limits.stall, end);
    let result = match (phone, length) {
        (Ok(phone), Ok(length)) => receive(shared, phone, &mut body, length).await,
        (Err(refused), _) | (_, Err(refused)) => Err(refused),
    };
    if result.is_err() {
        body.drain(length.unwrap_or(0)).await;
    }
    result
}

/// Returns the length of a picture, within its bounds.
fn length_of(headers: &HeaderMap) -> Result<u64, HttpRefusal> {
    let length = headers.get(header::CONTENT_LENGTH).ok_or(NO_LENGTH)?;
    if headers.contains_key(header::TRANSFER_ENCODING) {
        return Err(NO_LENGTH);
    }
    // A number that is too long for its type is too large as well.
    match length.to_str().ok().and_then(|length| length.parse().ok()) {
        Some(0) => Err(EMPTY),
        Some(length) if length <= MAX_PICTURE_BYTES => Ok(length),
        Some(_) | None => Err(TOO_LARGE),
    }
}

/// Receives the picture that a phone is asked for.
async fn receive(
    shared: &SharedTable,
    phone: PhoneId,
    body: &mut PictureBody,
    length: u64,
) -> Result<(), HttpRefusal> {
    let arrival = ArrivingPicture { shared, phone, number: shared.start_picture(phone)? };
    let created = UnnamedFile::create(&shared.picture_folder);
    let mut file = created.map_err(|error| refusal_of(&error))?;
    let mut changes = shared.watch();
    let mut received = 0;
    while received < length {
        if !arrival.is_asked() {
            return Err(NOT_ASKED);
        }
        let next = or(async { Some(body.next().await) }, async {
            // The sender is dropped after every connection.
            let _ = changes.changed().await;
            None
        });
        // Without bytes, the table has changed, and with it perhaps the question.
        let Some(bytes) = next.await else { continue };
        let bytes = bytes?;
        received += bytes.len() as u64;
        file.append(&bytes).map_err(|error| refusal_of(&error))?;
    }
    shared.finish_picture(phone, arrival.number, file)?;
    Ok(())
}

/// A picture that is being received. When it is dropped before its end, the phone may send another
/// one.
struct ArrivingPicture<'a> {
    shared: &'a SharedTable,
    phone: PhoneId,
    number: u64,
}

impl ArrivingPicture<'_> {
    /// Checks if the laptop still asks for it.
    fn is_asked(&self) -> bool {
        self.shared.is_picture_asked(self.phone, self.number)
    }
}

impl Drop for ArrivingPicture<'_> {
    fn drop(&mut self) {
        self.shared.break_picture_off(self.phone, self.number);
    }
}

/// The body of a picture, read within time limits.
struct PictureBody {
    stream: BodyDataStream,
    /// The longest wait for the next bytes.
    stall: Duration,
    /// The end of the whole transfer.
    end: Instant,
    /// The end of the wait for the next bytes.
    next: Instant,
}

impl PictureBody {
    fn new(body: Body, stall: Duration, end: Instant) -> Self {
        Self { stream: body.into_data_stream(), stall, end, next: Instant::now() + stall }
    }

    /// Waits for the next bytes. A dropped wait loses nothing.
    async fn next(&mut self) -> Result<Bytes, HttpRefusal> {
        match timeout_at(self.next.min(self.end), self.stream.next()).await {
            Ok(Some(Ok(bytes))) => {
                self.next = Instant::now() + self.stall;
                Ok(bytes)
            }
            Ok(Some(Err(_)) | None) => Err(BROKEN_OFF),
            Err(_) => Err(TOO_SLOW),
        }
    }

    /// Reads and drops at most about this many bytes, within the limits of time.
    async fn drain(&mut self, most: u64) {
        let mut drained = 0;
        while drained < most
            && let Ok(bytes) = self.next().await
        {
            drained += bytes.len() as u64;
        }
    }
}

/// Returns the sentence about an error of the disk.
fn refusal_of(error: &io::Error) -> HttpRefusal {
    match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => DISK_FULL,
        _ => NO_FILE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_of_the_disk_name_their_remedy() {
        for (kind, words) in [
            (ErrorKind::StorageFull, "Free some space"),
            (ErrorKind::QuotaExceeded, "Free some space"),
            (ErrorKind::NotFound, "Check its folder"),
            (ErrorKind::PermissionDenied, "Check its folder"),
        ] {
            let (status, text) = refusal_of(&kind.into());
            assert_eq!(status, StatusCode::INSUFFICIENT_STORAGE);
            assert!(text.contains(words), "{kind}: {text}");
        }
    }
}
