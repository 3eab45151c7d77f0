//! The pages that need no seat: the first page, the choice of a seat, the rules.

use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use maud::{DOCTYPE, Markup, html};
use rules::player::PlayerId;
use rules_reference::{RuleEntry, reference, search};

use crate::view::TableView;

/// The style of all pages.
pub(crate) const STYLE: &str = include_str!("page.css");
/// The script of all pages.
pub(crate) const SCRIPT: &str = include_str!("page.js");

/// The most entries that a search of the rules lists.
const MAX_HITS: usize = 20;

/// Returns the first page. Its script fetches everything else.
pub(crate) fn start() -> Response {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { "Founders Ledger" }
                link rel="stylesheet" href="/page.css";
                script src="/page.js" defer {}
            }
            body {
                header id="status" role="status" aria-live="polite" {
                    p { "Founders Ledger" }
                }
                p id="message" role="alert" hidden {}
                main id="page" tabindex="-1" {
                    noscript { "This page needs JavaScript. Allow it for this address." }
                }
                nav id="tabs" aria-label="Pages" hidden {
                    @for (tab, label) in [
                        ("seat", "Seat"),
                        ("moves", "Moves"),
                        ("vote", "Vote"),
                        ("latest", "Latest"),
                        ("rules", "Rules"),
                    ] {
                        button type="button" data-tab=(tab) { (label) }
                    }
                }
            }
        }
    };
    let kind = HeaderValue::from_static("text/html; charset=utf-8");
    ([(header::CONTENT_TYPE, kind)], page.into_string()).into_response()
}

/// Returns the choice of a seat.
pub(crate) fn seats(
    view: &TableView,
    is_taken: impl Fn(PlayerId) -> bool,
    is_joining_closed: bool,
) -> Markup {
    html! {
        h1 { "Choose a seat" }
        @if is_joining_closed {
            p.note { "Joining is closed. Open it on the laptop." }
        }
        ul.seats {
            @for seat in &view.seats {
                li {
                    button type="button" data-seat=(seat.player.0) disabled[is_joining_closed] {
                        strong { (seat.name) }
                        span {
                            @if let Some(race) = &seat.race { (race) }
                            @if is_taken(seat.player) { " · another phone has this seat" }
                        }
                    }
                }
            }
        }
        p.note {
            "The laptop shows who joins. Anyone who records this Wi-Fi can read what the phone "
            "sends, ballots included."
        }
    }
}

/// Returns the rules digest, or the entries with every word of a query.
pub(crate) fn rules(query: &str) -> Markup {
    let hits = search(query);
    html! {
        h1 { "Rules digest" }
        (search_field("Search the rules", query))
        div data-result="" {
            @if query.trim().is_empty() {
                @for chapter in &reference().chapters {
                    details id=(format!("chapter-{}", chapter.title)) {
                        summary { (chapter.title) }
                        @for entry in &chapter.entries { (rule_entry(entry)) }
                    }
                }
                p.note { "The printed rulebook decides." }
            } @else if hits.is_empty() {
                p { "No rule has all of these words." }
            } @else {
                @for hit in hits.iter().take(MAX_HITS) { (rule_entry(hit.entry)) }
                @if hits.len() > MAX_HITS {
                    p.note { "More rules have these words. Add another word." }
                }
            }
        }
    }
}

fn rule_entry(entry: &RuleEntry) -> Markup {
    html! {
        article {
            h3 {
                @if entry.anchor != entry.title { span.number { (entry.anchor) } " " }
                (entry.title)
            }
            @for paragraph in &entry.paragraphs { p { (paragraph) } }
        }
    }
}

/// Returns a field whose words the script sends with the page's address.
pub(crate) fn search_field(label: &str, query: &str) -> Markup {
    html! {
        input id="search" type="search" aria-label=(label) placeholder=(label) value=(query)
            autocomplete="off" autocapitalize="off" spellcheck="false" enterkeyhint="search"
            maxlength="100";
    }
}
