//! The pages that need no seat: the first page, the choice of a seat, the rules.

use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use maud::{DOCTYPE, Markup, html};
use rules_reference::{RuleEntry, reference, scenario_reference, search_in};

use crate::seat::SeatId;
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
                header {
                    div id="status" role="status" aria-live="polite" {
                        p { "Founders Ledger" }
                    }
                    // Outside of the status, so that no new status replaces it while the camera is
                    // open.
                    label id="camera" class="primary" hidden {
                        span {}
                        input type="file" accept="image/*" capture="environment";
                    }
                }
                p id="message" role="alert" hidden {}
                main id="page" tabindex="-1" {
                    noscript { "This page needs JavaScript. Allow it for this address." }
                }
                nav id="tabs" aria-label="Pages" hidden {
                    @for (tab, label, in_scenarios) in [
                        ("seat", "Seat", "Seat"),
                        ("moves", "Moves", "Focus"),
                        ("vote", "Vote", "Initiative"),
                        ("latest", "Latest", "Latest"),
                        ("rules", "Rules", "Rules"),
                    ] {
                        button type="button" data-tab=(tab) {
                            span.founders { (label) }
                            span.scenario { (in_scenarios) }
                        }
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
    is_taken: impl Fn(SeatId) -> bool,
    is_joining_closed: bool,
) -> Markup {
    html! {
        h1 { (if view.scenario.is_some() { "Choose a character" } else { "Choose a seat" }) }
        @if is_joining_closed {
            p.note { "Joining is closed. Open it on the laptop." }
        }
        ul.seats {
            @for seat in &view.seats {
                li {
                    button type="button" data-seat=(seat.seat.0) disabled[is_joining_closed] {
                        strong { (seat.name) }
                        span {
                            @if let Some(remark) = &seat.remark { (remark) }
                            @if is_taken(seat.seat) { " · another phone has this seat" }
                        }
                    }
                }
            }
        }
        p.note {
            "The laptop shows who joins. Anyone who records this Wi-Fi can read what the phone "
            "sends, secret choices included."
        }
    }
}

/// Returns the rules digest of a game, or its entries with every word of a query.
pub(crate) fn rules(is_scenario: bool, query: &str) -> Markup {
    let chapters = &(if is_scenario { scenario_reference() } else { reference() }).chapters;
    let hits = search_in(chapters, query);
    html! {
        h1 { "Rules digest" }
        (search_field("Search the rules", query))
        div data-result="" {
            @if query.trim().is_empty() {
                @for chapter in chapters {
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
