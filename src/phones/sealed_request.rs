//! A request with a secret choice, read into one buffer that is wiped: a ballot or an initiative.
//!
//! Other requests go through general buffers of the HTTP server, which remain in memory.

use std::fmt::Write as _;
use std::str::FromStr;

use axum::http::{Method, StatusCode};
use rules::action::VoteTile;
use scenario_rules::figure::Initiative;
use sealed::{Draft, InitiativeChoice};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use zeroize::Zeroizing;

use crate::connection::MAX_HEAD;
use crate::guard::{self, CheckedHeaders, HttpRefusal, RESPONSE_HEADERS};
use crate::routes::{MAX_BODY, MAX_DRAINED};
use crate::shared::{RequestRefusal, SecretChoice, SentChoice, SharedTable};
use crate::token::TokenDigest;

/// The most headers of a request.
const MAX_HEADERS: usize = 64;
/// The answer to a request that is not one of the page.
const NOT_READABLE: HttpRefusal =
    (StatusCode::BAD_REQUEST, "This cannot be read. Load the page again.");
const TOO_LONG: HttpRefusal =
    (StatusCode::PAYLOAD_TOO_LARGE, "This is too long. Load the page again.");

/// Serves a request with a secret choice.
pub(crate) async fn serve(mut stream: TcpStream, shared: &SharedTable) {
    let limits = shared.limits;
    let (status, text) = match timeout(limits.request, answer(&mut stream, shared)).await {
        Ok(Ok(())) => (StatusCode::ACCEPTED, "It is at the laptop."),
        Ok(Err(refused)) => refused,
        Err(_) => (StatusCode::REQUEST_TIMEOUT, "This took too long. Send it again."),
    };
    let response = response(status, text);
    // A phone that is gone gets no response.
    let _ = timeout(limits.stall, async {
        stream.write_all(response.as_bytes()).await?;
        stream.shutdown().await?;
        // Bytes that were not read would reset the connection before the response is read.
        let mut rest = Zeroizing::new([0; 1024]);
        let mut drained = 0;
        while drained < MAX_DRAINED {
            match stream.read(&mut *rest).await? {
                0 => break,
                count => drained += count,
            }
        }
        Ok::<(), std::io::Error>(())
    })
    .await;
}

/// Returns a whole response.
fn response(status: StatusCode, text: &str) -> String {
    let mut response = format!("HTTP/1.1 {status}\r\n");
    for (name, value) in RESPONSE_HEADERS {
        // Writing to a string cannot fail.
        let _ = write!(response, "{name}: {value}\r\n");
    }
    let _ = write!(
        response,
        "content-type: text/plain; charset=utf-8\r\ncontent-length: {}\r\nconnection: close\r\n\
         \r\n{text}",
        text.len()
    );
    response
}

/// Reads a request and hands its choice to the window.
async fn answer(stream: &mut TcpStream, shared: &SharedTable) -> Result<(), HttpRefusal> {
    // It never grows, so that no copy remains.
    let mut buffer = Zeroizing::new(vec![0; MAX_HEAD + MAX_BODY]);
    let mut filled = 0;
    let mut head = None;
    loop {
        let rest = &mut buffer[filled..];
        if rest.is_empty() {
            return Err(TOO_LONG);
        }
        match stream.read(rest).await {
            Ok(0) | Err(_) => return Err(NOT_READABLE),
            Ok(count) => filled += count,
        }
        if head.is_none() {
            head = parse_head(&buffer[..filled], shared.host())?;
        }
        let Some(SecretHead { kind, length, body, digest }) = head else {
            continue;
        };
        if filled < length + body {
            continue;
        }
        let choice = parse_choice(kind, &buffer[length..length + body])?;
        return shared.choose(&digest, choice).map_err(|refused| refusal(kind, refused));
    }
}

/// Returns the sentence for a choice that is turned down.
const fn refusal(kind: SecretKind, refused: RequestRefusal) -> HttpRefusal {
    match refused {
        RequestRefusal::NoSeat => (StatusCode::UNAUTHORIZED, "This phone has no seat. Choose one."),
        RequestRefusal::NotDue | RequestRefusal::NoMove => (
            StatusCode::CONFLICT,
            match kind {
                SecretKind::Ballot => "This vote is over, or phones do not vote in it.",
                SecretKind::Initiative => "No initiative is due from you in this round.",
            },
        ),
        RequestRefusal::ChosenAlready => (
            StatusCode::CONFLICT,
            match kind {
                SecretKind::Ballot => "The ballot is sealed already. The laptop can open it again.",
                SecretKind::Initiative => "Your last choice is still at the laptop. Try again.",
            },
        ),
        RequestRefusal::Busy => {
            (StatusCode::SERVICE_UNAVAILABLE, "The laptop is busy. Send it again.")
        }
    }
}

/// The kind of a secret choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SecretKind {
    Ballot,
    Initiative,
}

/// The head of a request with a secret choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SecretHead {
    pub(crate) kind: SecretKind,
    /// The number of bytes before the body.
    pub(crate) length: usize,
    /// The number of bytes of the body.
    pub(crate) body: usize,
    digest: TokenDigest,
}

/// Parses and checks the head of a request; `None` while it is incomplete.
///
/// # Errors
///
/// The refusal.
pub(crate) fn parse_head(bytes: &[u8], host: &str) -> Result<Option<SecretHead>, HttpRefusal> {
    let mut headers = [httparse::EMPTY_HEADER; MAX_HEADERS];
    let mut request = httparse::Request::new(&mut headers);
    let length = match request.parse(bytes) {
        Ok(httparse::Status::Complete(length)) if length <= MAX_HEAD => length,
        Ok(httparse::Status::Partial) if bytes.len() < MAX_HEAD => return Ok(None),
        Ok(_) => return Err(TOO_LONG),
        Err(_) => return Err(NOT_READABLE),
    };
    let mut checked = CheckedHeaders::default();
    let (mut content_length, mut authorization) = (None, None);
    for header in &*request.headers {
        let field = match header.name.to_ascii_lowercase().as_str() {
            "host" => &mut checked.host,
            "origin" => &mut checked.origin,
            "content-length" => &mut content_length,
            "authorization" => &mut authorization,
            // The page sends its length.
            "transfer-encoding" | "expect" => return Err(NOT_READABLE),
            _ => continue,
        };
        checked.is_repeated |= field.replace(header.value).is_some();
    }
    guard::check(checked, &Method::POST, host)?;
    let kind = match request.path {
        Some("/ballot") => SecretKind::Ballot,
        Some("/initiative") => SecretKind::Initiative,
        Some(_) | None => return Err(NOT_READABLE),
    };
    let digest = authorization
        .and_then(guard::digest_of)
        .ok_or((StatusCode::UNAUTHORIZED, "This phone has no seat. Choose one."))?;
    let body = content_length
        .and_then(|length| std::str::from_utf8(length).ok())
        .filter(|length| length.bytes().all(|byte| byte.is_ascii_digit()))
        .ok_or(NOT_READABLE)?;
    // A number that is too long for its type is too large as well.
    match body.parse().ok().filter(|body| *body <= MAX_BODY) {
        Some(body) => Ok(Some(SecretHead { kind, length, body, digest })),
        None if body.is_empty() => Err(NOT_READABLE),
        None => Err(TOO_LONG),
    }
}

/// Parses the body of a choice.
///
/// # Errors
///
/// The refusal of a text that the page does not send, or of an impossible initiative.
pub(crate) fn parse_choice(kind: SecretKind, body: &[u8]) -> Result<SentChoice, HttpRefusal> {
    let text = std::str::from_utf8(body).map_err(|_not_text| NOT_READABLE)?;
    match kind {
        SecretKind::Ballot => parse_ballot(text).ok_or(NOT_READABLE),
        SecretKind::Initiative => parse_initiative(text),
    }
}

/// Parses a body such as `vote=57&tile=circle&fleeting=3&lasting=0&step=9`, its fields in this
/// order; the last may be absent. `None` for any other text, other spellings of a number
/// included.
fn parse_ballot(text: &str) -> Option<SentChoice> {
    let mut fields = text.split('&');
    let mut field = |name: &str| fields.next()?.strip_prefix(name)?.strip_prefix('=');
    let due = number(field("vote")?)?;
    let mut choice = Box::<Draft>::default();
    choice.tile = Some(match field("tile")? {
        "circle" => VoteTile::Circle,
        "square" => VoteTile::Square,
        "triangle" => VoteTile::Triangle,
        _ => return None,
    });
    choice.fleeting = number(field("fleeting")?)?;
    choice.lasting = number(field("lasting")?)?;
    let step = match fields.next() {
        Some(step) => Some(number(step.strip_prefix("step=")?)?),
        None => None,
    };
    let choice = SecretChoice::Ballot(choice);
    fields.next().is_none().then_some(SentChoice { due, step, choice })
}

/// Parses a body such as `round=3&first=45&second=12&kind=cards` or `round=3&first=&second=&kind=rest`,
/// its fields in this order.
///
/// # Errors
///
/// The refusal of any other text, with its reason if it is a number.
fn parse_initiative(text: &str) -> Result<SentChoice, HttpRefusal> {
    const NO_CARD: HttpRefusal = (
        StatusCode::UNPROCESSABLE_ENTITY,
        "Enter the number on your initiative card, from 1 to 99, or seal a long rest.",
    );
    const NO_SECOND: HttpRefusal =
        (StatusCode::UNPROCESSABLE_ENTITY, "A second card has a number from 1 to 99.");
    let mut fields = text.split('&');
    let mut field = |name: &str| {
        let value = fields.next().and_then(|field| field.strip_prefix(name)?.strip_prefix('='));
        value.ok_or(NOT_READABLE)
    };
    let due = number(field("round")?).ok_or(NOT_READABLE)?;
    let [first, second, kind] = [field("first")?, field("second")?, field("kind")?];
    if fields.next().is_some() {
        return Err(NOT_READABLE);
    }
    let card = |text: &str| number(text).filter(|number| (1..=99).contains(number));
    let mut choice = Box::new(InitiativeChoice { initiative: Initiative::Resting });
    match kind {
        "rest" => {}
        "cards" => {
            let second = match second {
                "" => None,
                second => Some(card(second).ok_or(NO_SECOND)?),
            };
            let number = card(first).ok_or(NO_CARD)?;
            choice.initiative = Initiative::Card { number, second };
        }
        _ => return Err(NOT_READABLE),
    }
    Ok(SentChoice { due, step: None, choice: SecretChoice::Initiative(choice) })
}

/// Parses a number of digits without a sign or a leading zero.
fn number<T: FromStr>(text: &str) -> Option<T> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
    let has_leading_zero = text.len() > 1 && text.starts_with('0');
    if is_plain && !has_leading_zero { text.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOST: &str = "127.0.0.1:4710";

    fn request(headers: &str) -> String {
        format!("POST /ballot HTTP/1.1\r\n{headers}\r\n")
    }

    fn valid() -> String {
        let token = "0".repeat(32);
        request(&format!(
            "Host: {HOST}\r\nOrigin: http://{HOST}\r\nAuthorization: Seat {token}\r\n\
             Content-Length: 41\r\n"
        ))
    }

    #[test]
    fn a_head_is_read_once_it_is_complete() {
        let valid = valid();
        for end in 0..valid.len() {
            assert_eq!(parse_head(&valid.as_bytes()[..end], HOST), Ok(None), "{end}");
        }
        let head = parse_head(valid.as_bytes(), HOST).expect("it is valid").expect("complete");
        assert_eq!((head.length, head.body), (valid.len(), 41));
    }

    #[test]
    fn heads_that_no_page_of_ours_sends_are_refused() {
        let refused = |text: &str| parse_head(text.as_bytes(), HOST).expect_err(text).0;
        for (old, new, status) in [
            ("Host: 127", "Host: example.org\r\nX: 127", StatusCode::FORBIDDEN),
            ("Host:", "Other:", StatusCode::FORBIDDEN),
            ("Host:", "Host: 127.0.0.1:4710\r\nHost:", StatusCode::FORBIDDEN),
            ("Origin: http://", "Origin: http://example.org/", StatusCode::FORBIDDEN),
            ("Origin: http:", "Origin: https:", StatusCode::FORBIDDEN),
            ("Origin:", "Other:", StatusCode::FORBIDDEN),
            ("Seat ", "Bearer ", StatusCode::UNAUTHORIZED),
            ("Seat 0", "Seat x", StatusCode::UNAUTHORIZED),
            ("Content-Length: 41", "Content-Length: 4097", StatusCode::PAYLOAD_TOO_LARGE),
            ("Length: 41", "Length: 99999999999999999999999", StatusCode::PAYLOAD_TOO_LARGE),
            ("Length: 41", "Length: +41", StatusCode::BAD_REQUEST),
            ("Length: 41", "Length: ", StatusCode::BAD_REQUEST),
            ("Content-Length: 41", "Transfer-Encoding: chunked", StatusCode::BAD_REQUEST),
            ("/ballot", "/ballot?", StatusCode::BAD_REQUEST),
            ("/ballot", "/other", StatusCode::BAD_REQUEST),
            ("HTTP/1.1", "HTTP/7", StatusCode::BAD_REQUEST),
        ] {
            assert_eq!(refused(&valid().replacen(old, new, 1)), status, "{new}");
        }
        let long = valid().replacen("Host:", &format!("X: {}\r\nHost:", "x".repeat(MAX_HEAD)), 1);
        for sent in [MAX_HEAD, long.len()] {
            assert_eq!(refused(&long[..sent]), StatusCode::PAYLOAD_TOO_LARGE, "{sent}");
        }
    }

    #[test]
    fn a_ballot_is_read_from_exactly_its_fields() {
        for (end, expected) in [("", None), ("&step=9", Some(9))] {
            let text = format!("vote=57&tile=square&fleeting=3&lasting=0{end}");
            let SentChoice { due, step, choice } = parse_ballot(&text).expect("it is a ballot");
            let SecretChoice::Ballot(choice) = choice else { panic!("it is a ballot") };
            assert_eq!((due, step), (57, expected));
            assert_eq!(
                (choice.tile, choice.fleeting, choice.lasting),
                (Some(VoteTile::Square), 3, 0)
            );
        }
        for text in [
            "",
            "vote=57",
            "vote=57&tile=round&fleeting=3&lasting=0",
            "vote=-1&tile=circle&fleeting=3&lasting=0",
            "vote=57&tile=circle&fleeting=&lasting=0",
            "vote=57&tile=circle&fleeting=+3&lasting=0",
            "vote=57&tile=circle&fleeting=03&lasting=0",
            "vote=57&tile=circle&fleeting=3&lasting=-1",
            "vote=57&tile=circle&fleeting=99999999999&lasting=0",
            "vote=57&tile=circle&fleeting=3&lasting=0&",
            "vote=57&tile=circle&fleeting=3&lasting=0&step=",
            "vote=57&tile=circle&fleeting=3&lasting=0&step=9&step=9",
            "tile=circle&vote=57&fleeting=3&lasting=0",
            "vote=57&tile=circle&fleeting=3&lasting=0\n",
        ] {
            assert!(parse_ballot(text).is_none(), "{text}");
        }
        assert!(parse_choice(SecretKind::Ballot, b"vote=57&tile=\xff").is_err());
    }

    #[test]
    fn an_initiative_is_read_from_exactly_its_fields() {
        for (text, expected) in [
            ("first=45&second=12&kind=cards", Initiative::Card { number: 45, second: Some(12) }),
            ("first=7&second=&kind=cards", Initiative::Card { number: 7, second: None }),
            ("first=&second=&kind=rest", Initiative::Resting),
            ("first=45&second=12&kind=rest", Initiative::Resting),
        ] {
            let text = format!("round=3&{text}");
            let SentChoice { due, choice, .. } = parse_initiative(&text).expect("it is a choice");
            let SecretChoice::Initiative(choice) = choice else { panic!("it is an initiative") };
            assert_eq!((due, choice.initiative), (3, expected), "{text}");
        }
        for (text, status) in [
            ("", StatusCode::BAD_REQUEST),
            ("round=3&first=45&second=12", StatusCode::BAD_REQUEST),
            ("round=3&first=45&second=12&kind=", StatusCode::BAD_REQUEST),
            ("round=3&first=45&second=12&kind=cards&step=1", StatusCode::BAD_REQUEST),
            ("round=x&first=45&second=12&kind=cards", StatusCode::BAD_REQUEST),
            ("round=3&second=12&first=45&kind=cards", StatusCode::BAD_REQUEST),
            ("round=3&first=&second=&kind=cards", StatusCode::UNPROCESSABLE_ENTITY),
            ("round=3&first=0&second=&kind=cards", StatusCode::UNPROCESSABLE_ENTITY),
            ("round=3&first=100&second=&kind=cards", StatusCode::UNPROCESSABLE_ENTITY),
            ("round=3&first=45&second=300&kind=cards", StatusCode::UNPROCESSABLE_ENTITY),
        ] {
            assert_eq!(
                parse_initiative(text).err().map(|(status, _)| status),
                Some(status),
                "{text}"
            );
        }
    }
}
