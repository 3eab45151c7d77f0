//! The routes of the pages, and everything that a phone sends besides ballots.

use std::sync::Arc;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use futures_lite::stream;
use maud::Markup;
use percent_encoding::percent_decode_str;
use tokio::sync::watch;
use tokio::time::timeout;

use crate::fonts;
use crate::guard::{self, CheckedHeaders, HttpRefusal};
use crate::pages;
use crate::picture;
use crate::request::PhoneId;
use crate::seat::SeatId;
use crate::seats::{Join, Phone};
use crate::shared::{RequestRefusal, SharedTable, ShownTable, StreamState, ViewVersion};
use crate::table_pages;
use crate::token::Token;

/// The most bytes of a body.
pub(crate) const MAX_BODY: usize = 4096;
/// The most bytes of a refused body that are read and dropped.
pub(crate) const MAX_DRAINED: usize = 64 * 1024;
/// The longest query that is searched for, in characters.
const MAX_QUERY: usize = 100;

type ServerState = State<Arc<SharedTable>>;

/// Returns all routes behind the checks of every request.
pub(crate) fn routes(shared: Arc<SharedTable>) -> Router {
    Router::new()
        .route("/", get(async || pages::start()))
        .route("/page.css", get(async || asset("text/css; charset=utf-8", pages::STYLE)))
        .route("/page.js", get(async || asset("text/javascript; charset=utf-8", pages::SCRIPT)))
        .route("/fonts/{name}", get(fonts::font))
        .route("/seats", get(seats))
        .route("/rules", get(rules))
        .route("/status", get(status))
        .route("/seat", get(seat))
        .route("/moves", get(moves))
        .route("/latest", get(latest))
        .route("/vote", get(vote))
        .route("/light.svg", get(light_board))
        .route("/dark.svg", get(dark_board))
        .route("/events", get(events))
        .route("/join", post(join))
        .route("/suggest", post(suggest))
        .route("/leave", post(leave))
        .route("/picture", post(picture))
        .fallback(async || (StatusCode::NOT_FOUND, "There is no such page.").into_response())
        .layer(from_fn_with_state(Arc::clone(&shared), guarded))
        .with_state(shared)
}

/// Checks a request, and adds the headers of every response.
async fn guarded(State(shared): ServerState, request: Request, next: Next) -> Response {
    let headers = request.headers();
    let is_repeated =
        [header::HOST, header::ORIGIN].iter().any(|name| headers.get_all(name).iter().count() > 1);
    let value = |name| headers.get(name).map(HeaderValue::as_bytes);
    let checked =
        CheckedHeaders { host: value(header::HOST), is_repeated, origin: value(header::ORIGIN) };
    let mut response = match guard::check(checked, request.method(), shared.host()) {
        Ok(()) => next.run(request).await,
        Err(refused) => refused.into_response(),
    };
    guard::add_headers(response.headers_mut());
    response
}

fn asset(kind: &'static str, text: &'static str) -> Response {
    ([(header::CONTENT_TYPE, kind)], text).into_response()
}

fn html(page: Markup) -> Response {
    let kind = HeaderValue::from_static("text/html; charset=utf-8");
    ([(header::CONTENT_TYPE, kind)], page.into_string()).into_response()
}

/// The answer to a wrong or old token.
const NO_SEAT: HttpRefusal = (StatusCode::UNAUTHORIZED, "This phone has no seat. Choose one.");
/// The answer while the window has published nothing.
const NO_TABLE: HttpRefusal =
    (StatusCode::SERVICE_UNAVAILABLE, "No game is open on the laptop. Open one there.");
const NOT_READABLE: HttpRefusal =
    (StatusCode::BAD_REQUEST, "This cannot be read. Load the page again.");
const BUSY: HttpRefusal = (StatusCode::SERVICE_UNAVAILABLE, "The laptop is busy. Try again.");

/// Returns the phone that sends a request.
fn phone_of(shared: &SharedTable, headers: &HeaderMap) -> Result<Phone, HttpRefusal> {
    let digest = headers
        .get(header::AUTHORIZATION)
        .and_then(|value| guard::digest_of(value.as_bytes()))
        .ok_or(NO_SEAT)?;
    shared.phone(&digest).ok_or(NO_SEAT)
}

/// Returns the page of a seated phone; other phones get an error.
fn page_of(
    shared: &SharedTable,
    headers: &HeaderMap,
    page: impl FnOnce(&ShownTable, &Phone) -> Markup,
) -> Result<Response, HttpRefusal> {
    let phone = phone_of(shared, headers)?;
    if !phone.is_seated {
        return Err((StatusCode::FORBIDDEN, "The laptop has not given this seat yet."));
    }
    let shown = shared.shown().ok_or(NO_TABLE)?;
    Ok(html(page(&shown, &phone)))
}

async fn seats(State(shared): ServerState) -> Result<Response, HttpRefusal> {
    let shown = shared.shown().ok_or(NO_TABLE)?;
    let is_taken = |seat| shared.phone_at(seat).is_some();
    Ok(html(pages::seats(&shown.view, is_taken, shared.is_joining_closed())))
}

async fn rules(State(shared): ServerState, request: Request) -> Response {
    let is_scenario = shared.shown().is_some_and(|shown| shown.view.scenario.is_some());
    html(pages::rules(is_scenario, &query_of(&request)))
}

async fn status(State(shared): ServerState, headers: HeaderMap) -> Result<Response, HttpRefusal> {
    let phone = phone_of(&shared, &headers)?;
    let shown = shared.shown().ok_or(NO_TABLE)?;
    Ok(html(table_pages::status(&shown.view, &phone)))
}

async fn seat(State(shared): ServerState, headers: HeaderMap) -> Result<Response, HttpRefusal> {
    page_of(&shared, &headers, table_pages::seat)
}

async fn moves(State(shared): ServerState, request: Request) -> Result<Response, HttpRefusal> {
    let query = query_of(&request);
    page_of(&shared, request.headers(), |shown, phone| table_pages::moves(shown, phone, &query))
}

async fn latest(State(shared): ServerState, headers: HeaderMap) -> Result<Response, HttpRefusal> {
    page_of(&shared, &headers, |shown, _| table_pages::latest(shown))
}

async fn vote(State(shared): ServerState, headers: HeaderMap) -> Result<Response, HttpRefusal> {
    page_of(&shared, &headers, table_pages::vote)
}

async fn light_board(
    State(shared): ServerState,
    headers: HeaderMap,
) -> Result<Response, HttpRefusal> {
    board(&shared, &headers, false)
}

async fn dark_board(
    State(shared): ServerState,
    headers: HeaderMap,
) -> Result<Response, HttpRefusal> {
    board(&shared, &headers, true)
}

fn board(
    shared: &SharedTable,
    headers: &HeaderMap,
    is_dark: bool,
) -> Result<Response, HttpRefusal> {
    phone_of(shared, headers)?;
    let shown = shared.shown().ok_or(NO_TABLE)?;
    let Some(board) = &shown.view.board else {
        return Err((StatusCode::NOT_FOUND, "The board is being drawn."));
    };
    let svg = if is_dark { &board.dark } else { &board.light };
    let kind = HeaderValue::from_static("image/svg+xml");
    Ok(([(header::CONTENT_TYPE, kind)], svg.to_string()).into_response())
}

/// The state of an event stream.
struct EventStream {
    shared: Arc<SharedTable>,
    phone: PhoneId,
    number: u64,
    changes: watch::Receiver<u64>,
    sent: Option<ViewVersion>,
    has_ended: bool,
}

/// Opens the event stream of a phone. Its first event is sent at once.
async fn events(State(shared): ServerState, headers: HeaderMap) -> Result<Response, HttpRefusal> {
    let phone = phone_of(&shared, &headers)?.id;
    let number = shared.open_stream(phone).ok_or(NO_SEAT)?;
    let changes = shared.watch();
    let events = EventStream { shared, phone, number, changes, sent: None, has_ended: false };
    let body = Body::from_stream(stream::unfold(events, async |mut events| {
        let event = events.next().await?;
        Some((Ok::<_, std::convert::Infallible>(event), events))
    }));
    let kind = HeaderValue::from_static("text/event-stream");
    Ok(([(header::CONTENT_TYPE, kind)], body).into_response())
}

impl EventStream {
    /// Waits until the phone sees something new; `None` after the last event.
    async fn next(&mut self) -> Option<String> {
        loop {
            if self.has_ended {
                return None;
            }
            match self.shared.stream_state(self.phone, self.number) {
                StreamState::Version(version) if self.sent != Some(version) => {
                    self.sent = Some(version);
                    return Some(format!("data: {version}\n\n"));
                }
                StreamState::Version(_) => self.changes.changed().await.ok()?,
                StreamState::OtherStream => {
                    self.has_ended = true;
                    return Some("event: elsewhere\ndata: 0\n\n".to_owned());
                }
                StreamState::Removed => {
                    self.has_ended = true;
                    return Some("event: removed\ndata: 0\n\n".to_owned());
                }
            }
        }
    }
}

async fn join(State(shared): ServerState, request: Request) -> Result<Response, HttpRefusal> {
    let body = body_of(&shared, request).await?;
    let seat = field(&body, "seat").and_then(|seat| seat.parse().ok()).ok_or(NOT_READABLE)?;
    let token = Token::draw().map_err(|_no_random_number| BUSY)?;
    let status = match shared.join(SeatId(seat), &token).map_err(refusal)? {
        Join::Seated(_) => StatusCode::CREATED,
        Join::Asking(_) => StatusCode::ACCEPTED,
        Join::OtherAsks => {
            return Err((
                StatusCode::CONFLICT,
                "Another phone asks for this seat. Answer it on the laptop first.",
            ));
        }
        Join::Closed => {
            return Err((StatusCode::FORBIDDEN, "Joining is closed. Open it on the laptop."));
        }
    };
    Ok((status, token.to_hex().to_string()).into_response())
}

async fn suggest(State(shared): ServerState, request: Request) -> Result<Response, HttpRefusal> {
    let phone = phone_of(&shared, request.headers())?;
    let body = body_of(&shared, request).await?;
    let number = |name| field(&body, name).and_then(|number| number.parse().ok());
    let (Some(entry), Some(index)) = (number("entry"), number("move")) else {
        return Err(NOT_READABLE);
    };
    let step = field(&body, "step").map(|step| step.parse().map_err(|_other| NOT_READABLE));
    shared.suggest(&phone, step.transpose()?, (entry, index)).map_err(refusal)?;
    Ok((StatusCode::ACCEPTED, "The move is at the laptop.").into_response())
}

async fn leave(State(shared): ServerState, headers: HeaderMap) -> Result<Response, HttpRefusal> {
    let phone = phone_of(&shared, &headers)?;
    shared.leave(&phone);
    Ok("The seat is free.".into_response())
}

async fn picture(State(shared): ServerState, request: Request) -> Result<Response, HttpRefusal> {
    let phone = phone_of(&shared, request.headers()).map(|phone| phone.id);
    picture::take_picture(&shared, phone, request).await?;
    Ok("The picture is at the laptop.".into_response())
}

/// Returns the sentence for a request that is turned down.
const fn refusal(refused: RequestRefusal) -> HttpRefusal {
    match refused {
        RequestRefusal::NoSeat => (StatusCode::NOT_FOUND, "There is no such seat. Choose another."),
        RequestRefusal::NoMove | RequestRefusal::NotDue | RequestRefusal::ChosenAlready => {
            (StatusCode::CONFLICT, "The table has changed. Choose a move of the new list.")
        }
        RequestRefusal::Busy => BUSY,
    }
}

/// Reads a body within the limits of length and time.
async fn body_of(shared: &SharedTable, request: Request) -> Result<String, HttpRefusal> {
    let declared = request.headers().get(header::CONTENT_LENGTH);
    let length = declared.and_then(|length| length.to_str().ok()?.parse::<usize>().ok());
    // What is not read would reset the connection before the phone reads the response.
    let most = if length.is_some_and(|length| length <= MAX_DRAINED) { MAX_DRAINED } else { 0 };
    let body = timeout(shared.limits.request, to_bytes(request.into_body(), most)).await;
    match body {
        Ok(Ok(bytes)) if bytes.len() <= MAX_BODY => {
            String::from_utf8(bytes.into()).map_err(|_not_text| NOT_READABLE)
        }
        Ok(_) => Err((StatusCode::PAYLOAD_TOO_LARGE, "This is too long. Load the page again.")),
        Err(_) => Err((StatusCode::REQUEST_TIMEOUT, "This took too long. Send it again.")),
    }
}

/// Returns a field of a form, decoded.
pub(crate) fn field(form: &str, name: &str) -> Option<String> {
    let mut fields = form.split('&').filter_map(|field| field.split_once('='));
    let (_, value) = fields.find(|(field, _)| *field == name)?;
    let spaced = value.replace('+', " ");
    Some(percent_decode_str(&spaced).decode_utf8_lossy().into_owned())
}

/// Returns the words that a request searches for; empty without any.
fn query_of(request: &Request) -> String {
    request.uri().query().map(search_words).unwrap_or_default()
}

/// Returns the words that a query searches for; empty without any.
pub(crate) fn search_words(query: &str) -> String {
    field(query, "q").unwrap_or_default().chars().take(MAX_QUERY).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_is_decoded_and_found_by_its_whole_name() {
        let form = "entry=57&q=trade+%C3%A4%20stall&move=3";
        assert_eq!(field(form, "q").as_deref(), Some("trade ä stall"));
        assert_eq!(field(form, "move").as_deref(), Some("3"));
        assert_eq!(field(form, "mov"), None);
        assert_eq!(field("", "q"), None);
        assert_eq!(field("q=%zz%", "q").as_deref(), Some("%zz%"));
        assert_eq!(field("q=%ff", "q").as_deref(), Some("\u{fffd}"));
    }
}
