//! The fuzz target of the requests of phones, shared with the short run in the tests of `phones`.

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use phones::parsers;

/// The address of a server whose requests are fuzzed.
const HOST: &str = "192.168.0.7:4710";

/// Parses a request of a phone: as a secret choice, as its head, as a form, and as the values of headers.
pub fn phone(data: &[u8]) {
    if let Some(printed) = parsers::reprint_ballot(data) {
        assert_eq!(printed.as_bytes(), data, "a ballot prints back to the same bytes");
    }
    if let Some(printed) = parsers::reprint_initiative(data) {
        assert_eq!(printed.as_bytes(), data, "an initiative prints back to the same bytes");
    }
    secret_head(data);
    if let Ok(text) = std::str::from_utf8(data) {
        form(text);
    }
    let (first, rest) = match data.iter().position(|byte| *byte == b'\n') {
        Some(end) => (&data[..end], Some(&data[end + 1..])),
        None => (data, None),
    };
    for is_post in [false, true] {
        if parsers::passes_guard(Some(first), rest, is_post, HOST) {
            assert_eq!(first, HOST.as_bytes());
            assert!(rest.map_or(!is_post, |origin| origin == own_origin().as_bytes()));
        }
    }
    if parsers::has_token(data) {
        let token = data.strip_prefix(b"Seat ").expect("it has its scheme");
        assert_eq!(token.len(), 32);
        assert!(token.iter().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f')));
    }
}

fn own_origin() -> String {
    format!("http://{HOST}")
}

/// Parses the head of a request with a secret choice: it is accepted whole or byte by byte alike, and only
/// with our host and origin.
fn secret_head(data: &[u8]) {
    let accepted = parsers::parse_secret_head(data, HOST).ok().flatten();
    let at_first = (0..=data.len())
        .map(|end| parsers::parse_secret_head(&data[..end], HOST))
        .find(|parsed| *parsed != Ok(None));
    assert_eq!(at_first.and_then(Result::ok).flatten(), accepted, "whole or byte by byte");
    let Some((length, _)) = accepted else {
        return;
    };
    let head = String::from_utf8_lossy(&data[..length]).into_owned();
    for (name, own) in [("host", HOST.to_owned()), ("origin", own_origin())] {
        let values: Vec<&str> = head
            .lines()
            .filter_map(|line| line.split_once(':'))
            .filter(|(field, _)| field.eq_ignore_ascii_case(name))
            .map(|(_, value)| value.trim_matches([' ', '\t']))
            .collect();
        assert_eq!(values, [&own], "one {name}, and ours");
    }
}

/// Looks for a field in a form, and for any text that a form carries.
fn form(text: &str) {
    for field in ["seat", "q", ""] {
        let _ = parsers::form_field(text, field);
    }
    assert!(parsers::search_words(text).chars().count() <= 100);
    let encoded = utf8_percent_encode(text, NON_ALPHANUMERIC);
    let form = format!("qq=1&q={encoded}&q=2");
    assert_eq!(parsers::form_field(&form, "q").as_deref(), Some(text), "it decodes to the same");
}
