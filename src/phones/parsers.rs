//! The parsers of what phones send, for the fuzz targets alone. They are no part of the interface.

use axum::http::Method;
use rules::action::VoteTile;
use scenario_rules::figure::Initiative;

use crate::guard::{self, CheckedHeaders};
use crate::routes;
use crate::sealed_request::{self, SecretKind};
use crate::shared::{SecretChoice, SentChoice};

/// Parses the body of a ballot and prints it back; `None` if it is refused.
pub fn reprint_ballot(body: &[u8]) -> Option<String> {
    let SentChoice { due: vote, step, choice: SecretChoice::Ballot(choice) } =
        sealed_request::parse_choice(SecretKind::Ballot, body).ok()?
    else {
        return None;
    };
    let tile = match choice.tile? {
        VoteTile::Circle => "circle",
        VoteTile::Square => "square",
        VoteTile::Triangle => "triangle",
    };
    let step = step.map(|step| format!("&step={step}")).unwrap_or_default();
    let (fleeting, lasting) = (choice.fleeting, choice.lasting);
    Some(format!("vote={vote}&tile={tile}&fleeting={fleeting}&lasting={lasting}{step}"))
}

/// Parses the body of an initiative and prints it back; `None` if it is refused, or a long rest,
/// with which cards are ignored.
pub fn reprint_initiative(body: &[u8]) -> Option<String> {
    let SentChoice { due: round, choice: SecretChoice::Initiative(choice), .. } =
        sealed_request::parse_choice(SecretKind::Initiative, body).ok()?
    else {
        return None;
    };
    let Initiative::Card { number, second } = choice.initiative else { return None };
    let second = second.map(|second| second.to_string()).unwrap_or_default();
    Some(format!("round={round}&first={number}&second={second}&kind=cards"))
}

/// Parses the head of a request with a secret choice. Returns the number of bytes of the head and of its
/// body; `None` while it is incomplete.
///
/// # Errors
///
/// The status of the refusal.
pub fn parse_secret_head(bytes: &[u8], host: &str) -> Result<Option<(usize, usize)>, u16> {
    let head = sealed_request::parse_head(bytes, host).map_err(|(status, _)| status.as_u16())?;
    Ok(head.map(|head| (head.length, head.body)))
}

/// Returns a field of a form, decoded.
pub fn form_field(form: &str, name: &str) -> Option<String> {
    routes::field(form, name)
}

/// Returns the words that the query of an address searches for.
pub fn search_words(query: &str) -> String {
    routes::search_words(query)
}

/// Checks if a request with these headers is for this server and, if it posts, from its own page.
pub fn passes_guard(
    host: Option<&[u8]>,
    origin: Option<&[u8]>,
    is_post: bool,
    own_host: &str,
) -> bool {
    let method = if is_post { Method::POST } else { Method::GET };
    let headers = CheckedHeaders { host, is_repeated: false, origin };
    guard::check(headers, &method, own_host).is_ok()
}

/// Checks if a value of `Authorization` has a token.
pub fn has_token(authorization: &[u8]) -> bool {
    guard::digest_of(authorization).is_some()
}
