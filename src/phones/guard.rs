//! The checks that every request passes first, and the headers of every response.

use axum::http::header::{HeaderName, HeaderValue};
use axum::http::{Method, StatusCode, header};

use crate::token::{Token, TokenDigest};

/// The headers of every response.
pub(crate) const RESPONSE_HEADERS: [(HeaderName, &str); 6] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; \
         font-src 'self'; img-src blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::CACHE_CONTROL, "no-store"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// The `Authorization` scheme of tokens.
const SCHEME: &str = "Seat ";

/// A refusal: the status, and a sentence for the reader of the page.
pub(crate) type HttpRefusal = (StatusCode, &'static str);

/// The parts of a request that are checked first.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct CheckedHeaders<'a> {
    /// The values of `Host`.
    pub(crate) host: Option<&'a [u8]>,
    /// `true` if a header that may be there once is repeated.
    pub(crate) is_repeated: bool,
    /// The value of `Origin`.
    pub(crate) origin: Option<&'a [u8]>,
}

/// Checks that a request is for this server, and a change from one of its own pages: another name
/// is DNS rebinding, another origin a page of somebody else.
///
/// # Errors
///
/// The refusal.
pub(crate) fn check(
    request: CheckedHeaders<'_>,
    method: &Method,
    host: &str,
) -> Result<(), HttpRefusal> {
    const FORBIDDEN: StatusCode = StatusCode::FORBIDDEN;
    if request.is_repeated || request.host != Some(host.as_bytes()) {
        return Err((FORBIDDEN, "Open the address that the laptop shows."));
    }
    let own = request.origin.and_then(|origin| origin.strip_prefix(b"http://"));
    let is_own = own == Some(host.as_bytes());
    if !is_own && (request.origin.is_some() || *method == Method::POST) {
        return Err((FORBIDDEN, "Only pages of the laptop may send this."));
    }
    Ok(())
}

/// Returns the digest of the token in a value of `Authorization`; `None` for another value.
pub(crate) fn digest_of(authorization: &[u8]) -> Option<TokenDigest> {
    let text = std::str::from_utf8(authorization).ok()?;
    Token::parse(text.strip_prefix(SCHEME)?).map(|token| token.digest())
}

/// Adds the headers of every response, except those that a response has itself.
pub(crate) fn add_headers(headers: &mut axum::http::HeaderMap) {
    for (name, value) in RESPONSE_HEADERS {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
}
