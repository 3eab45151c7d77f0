//! The pages of a scenario: the character, whom monsters would attack, the initiative, the latest
//! entry.

use maud::{Markup, html};
use plain_text::sentence;
use scenario::foresight::{Foresight, NOBODY_LEFT};
use scenario::receipt::ReceiptStep;
use scenario::turn_order::turn_order;
use scenario::usual_actions::{ActionGroup, usual_actions};
use scenario_drawing::hex_on_paper;
use scenario_rules::figure::Condition;
use scenario_rules::{FigureId, Hex};

use crate::pages::search_field;
use crate::scenario_view::ScenarioView;
use crate::seats::Phone;
use crate::shared::ShownTable;
use crate::table_pages::{board, journal, leave_button, other_seats, own_seat};

/// Returns the page of a character: its numbers, its buttons, the other characters, and the figures
/// in order of acting.
pub(crate) fn seat(shown: &ShownTable, scenario: &ScenarioView, phone: &Phone) -> Markup {
    let groups = scenario.character(phone.seat).map(|id| usual_actions(&scenario.game, id));
    html! {
        (own_seat(&shown.view, phone.seat))
        (actions(shown, &groups.unwrap_or_default()))
        h2 { "The others" }
        (other_seats(&shown.view, phone.seat))
        details id="order" {
            summary { "Order of acting " span.number { "round " (scenario.game.round()) } }
            (order(scenario))
        }
        (leave_button())
    }
}

/// Returns the buttons of a character. Each has its place among all of them.
fn actions(shown: &ShownTable, groups: &[ActionGroup]) -> Markup {
    let mut places = 0..;
    html! {
        div data-entry=(shown.view.entry) data-at=(shown.step) {
            @for group in groups {
                h2 { (group.title) }
                div.pad {
                    @for action in &group.actions {
                        button type="button" data-move=[places.next()] aria-label=(action.name)
                            aria-pressed=[action.is_on.then_some("true")] { (action.label) }
                    }
                }
            }
            @if !groups.is_empty() && !shown.view.records_moves {
                p.note { "The laptop asks before it records a press." }
            }
        }
    }
}

/// Returns the figures in order of acting with their hit points and conditions.
fn order(scenario: &ScenarioView) -> Markup {
    let position = scenario.game.position();
    html! {
        ul.voters {
            @for row in turn_order(position) {
                @let figure = position.figure(row.figure);
                @let conditions: Vec<&str> = figure.conditions.iter().map(Condition::word).collect();
                li {
                    span {
                        span.number { (row.initiative) } " " (figure)
                        @if !conditions.is_empty() { ", " (plain_text::listed(&conditions)) }
                        @if scenario.game.has_acted(row.figure) { " (has acted)" }
                    }
                    span { @if let Some(now) = figure.hit_points { (now) } }
                }
            }
        }
    }
}

/// Returns which monsters would attack a character that stood in the hex of a query, or in its own.
/// The query is a hex, or a point of the map as `@` and its distances from the left and the top,
/// from 0 to 1.
pub(crate) fn focus(
    shown: &ShownTable,
    scenario: &ScenarioView,
    phone: &Phone,
    query: &str,
) -> Markup {
    let asked = hex_of(scenario, query);
    let written = asked.map_or_else(|| query.to_owned(), |hex| hex.to_string());
    html! {
        h1 { "Who would attack me?" }
        (search_field("Hex, such as C4", &written))
        @match scenario.character(phone.seat) {
            Some(id) if scenario.game.position().get(id).is_some() => {
                (standing(shown, scenario, id, query))
                @if shown.view.board.is_some() {
                    p.note { "Press a hex of the map." }
                    (board(shown))
                }
            }
            Some(_) | None => p { "Your character is not on the map." },
        }
    }
}

fn standing(shown: &ShownTable, scenario: &ScenarioView, id: FigureId, query: &str) -> Markup {
    let own = scenario.game.position().figure(id).hex;
    let asked = if query.is_empty() { Some(own) } else { hex_of(scenario, query) };
    let answer = asked.map(|hex| (hex, Foresight::of(&scenario.game, id, hex)));
    let name = asked.filter(|_| !query.is_empty());
    html! {
        div data-result="" data-at=(shown.step) data-query=[name] {
            @match answer {
                None => p { "The map has no such hex. Write a letter and a number, such as C4." },
                Some((hex, Err(why))) => {
                    h2 { "In " (hex) }
                    p.refusal { (why) }
                }
                Some((hex, Ok(Foresight { way, enemies }))) => {
                    h2 { "In " (hex) @if hex == own { ", where you stand" } }
                    @for text in way { p { (text) } }
                    @if enemies.is_empty() { p { (NOBODY_LEFT) } }
                    ul { @for text in enemies { li { (text) } } }
                }
            }
        }
    }
}

/// Returns the hex of a query; `None` if it is no hex of the map.
fn hex_of(scenario: &ScenarioView, query: &str) -> Option<Hex> {
    let board = scenario.game.position().board();
    match query.strip_prefix('@') {
        Some(point) => {
            let (across, down) = point.split_once(',')?;
            hex_on_paper(board, across.parse().ok()?, down.parse().ok()?)
        }
        None => query.trim().to_ascii_uppercase().parse().ok(),
    }
}

/// Returns the choice of the initiative, or that it is sealed, and the progress of all characters.
pub(crate) fn initiative(shown: &ShownTable, scenario: &ScenarioView, phone: &Phone) -> Markup {
    let names = scenario
        .choosing
        .iter()
        .filter_map(|(seat, is_sealed)| Some((shown.view.seat(*seat)?.name.as_str(), *is_sealed)));
    html! {
        h1 { "Initiative" }
        @match scenario.is_sealed(phone.seat) {
            None => {
                p { "No initiative is due from you." }
                p.note { "It is chosen here at the start of each round." }
            }
            Some(_) if phone.handed_over.is_some() => {
                p { "The initiative is at the laptop, which seals it." }
            }
            Some(true) => {
                p.answer { "Sealed" }
                p { "All initiatives are turned over together." }
                details id="change" {
                    summary { "Choose again" }
                    (initiative_form(scenario))
                }
            }
            Some(false) => (initiative_form(scenario)),
        }
        @if !scenario.choosing.is_empty() {
            h2 { "Characters" }
            ul.voters {
                @for (name, is_sealed) in names {
                    li {
                        span { (name) }
                        span { (if is_sealed { "sealed" } else { "not chosen yet" }) }
                    }
                }
            }
        }
    }
}

fn initiative_form(scenario: &ScenarioView) -> Markup {
    let round = scenario.game.round();
    let card = |name: &str, label: &str, note: &str| {
        html! {
            div.amount {
                label for=(name) { (label) " " span.note { (note) } }
                input id=(name) name=(name) type="number" inputmode="numeric" min="1" max="99"
                    step="1";
            }
        }
    };
    html! {
        form id="initiative" data-path="/initiative" data-at=(round) autocomplete="off" {
            input type="hidden" name="round" value=(round);
            (card("first", "Initiative card", "it counts"))
            (card("second", "Second card", "optional, for ties"))
            button.primary type="submit" name="kind" value="cards" { "Seal" }
            button.second type="submit" name="kind" value="rest" { "Seal a long rest" }
            p.note { "Anyone who records this Wi-Fi can read it." }
        }
    }
}

/// Returns the latest entry with its receipt, the map and the journal.
pub(crate) fn latest(shown: &ShownTable, scenario: &ScenarioView) -> Markup {
    html! {
        h1 { "What just happened" }
        @if scenario.heading.is_empty() {
            p { "The scenario starts." }
        } @else {
            article {
                h3 { (scenario.heading) }
                @if scenario.receipt.len() > 1 { (receipt(&scenario.receipt)) }
            }
        }
        @if shown.view.board.is_some() { (board(shown)) }
        (journal(&shown.view))
    }
}

/// Returns the lines of a receipt, indented by their depth.
fn receipt(steps: &[ReceiptStep]) -> Markup {
    html! {
        ul.effects {
            @for step in steps {
                li class=[(step.depth > 0).then_some("inner")] {
                    (sentence(&step.words))
                    @if let Some(number) = step.number() {
                        " " span.number aria-label=(format!("rule {number}")) { (number) }
                    }
                }
            }
        }
    }
}
