//! The pages of a seated phone: status, seat, moves, ballot, latest card.

use maud::{Markup, html};
use narration::receipt::{EffectLine, Receipt};
use plain_text::{capitalized, counted, remarks, sentence};
use rules::action::VoteTile;
use table::move_list::{ListedMove, MoveList, MoveOrder};

use crate::pages::search_field;
use crate::scenario_pages;
use crate::seat::SeatId;
use crate::seats::Phone;
use crate::shared::ShownTable;
use crate::view::{MovesView, SeatView, TableView, VoteView, VoterView};

/// The number of moves up to which every group is unfolded.
const FEW_MOVES: usize = 12;

/// Returns the lines at the top of every page: the decision that is pending, large if it is the
/// player's own, and the latest answer of the laptop. `data-vote` has the number of the secret
/// choice that is missing, `data-voting` is there while any is due, `data-picture` has the label of
/// the button that opens the camera.
pub(crate) fn status(view: &TableView, phone: &Phone) -> Markup {
    let due = choice_due(view, phone);
    let is_scenario = view.scenario.is_some();
    let game = if is_scenario { "scenario" } else { "founders" };
    let own = view.seat(phone.seat).map(|seat| seat.decisions.as_slice()).unwrap_or_default();
    html! {
        div data-game=(game) data-vote=[due] data-voting=[view.secret_choice().map(|_| "")]
            data-picture=[picture_due(phone)] {
            @if !phone.is_seated {
                p.mine { "Answer on the laptop: this phone asks for a taken seat." }
            } @else if due.is_some() {
                p.mine { (if is_scenario { "Choose your initiative" } else { "Vote now" }) }
            } @else if own.is_empty() {
                @for text in &view.pending { p { (text) } }
            } @else {
                @for text in own { p.mine { (text) } }
            }
            (picture_line(phone))
            @if let Some(note) = &phone.note {
                p class=(if note.is_refusal { "refusal" } else { "answer" }) { (note.text) }
            }
        }
    }
}

/// Returns the secret choice that is missing from this phone's seat.
fn choice_due(view: &TableView, phone: &Phone) -> Option<usize> {
    let is_missing =
        view.is_sealed(phone.seat) == Some(false) && phone.handed_over.is_none() && phone.is_seated;
    view.secret_choice().filter(|_| is_missing)
}

/// Returns the label of the button that opens the camera; `None` if the laptop waits for no picture
/// of this phone.
fn picture_due(phone: &Phone) -> Option<String> {
    let asked = phone.picture.filter(|asked| !asked.is_arriving)?;
    Some(format!("Photograph {} for the laptop", asked.subject.noun()))
}

/// Returns the line about the picture that the laptop asks this phone for.
fn picture_line(phone: &Phone) -> Markup {
    html! {
        @match phone.picture {
            Some(asked) if asked.is_arriving => p { "The picture is on its way." },
            Some(asked) => p { "The laptop asks for a picture of " (asked.subject.noun()) "." },
            None => {}
        }
    }
}

/// Returns the page of a seat: its numbers and cards, the next steps, the other seats.
pub(crate) fn seat(shown: &ShownTable, phone: &Phone) -> Markup {
    let view = &shown.view;
    if let Some(scenario) = &view.scenario {
        return scenario_pages::seat(shown, scenario, phone);
    }
    html! {
        (own_seat(view, phone.seat))
        @if !view.upcoming.is_empty() {
            h2 { "Next" }
            ol.steps { @for step in &view.upcoming { li { (step) } } }
        }
        h2 { "The others" }
        (other_seats(view, phone.seat))
        (leave_button())
    }
}

/// Returns the name, the numbers and the cards of a seat.
pub(crate) fn own_seat(view: &TableView, seat: SeatId) -> Markup {
    html! {
        @if let Some(seat) = view.seat(seat) {
            h1 {
                (seat.name)
                @if let Some(remark) = &seat.remark { " " small { (remark) } }
            }
            (numbers(seat))
            (rows(seat))
        }
    }
}

/// Returns all seats but one, folded.
pub(crate) fn other_seats(view: &TableView, own: SeatId) -> Markup {
    html! {
        @for seat in view.seats.iter().filter(|seat| seat.seat != own) {
            details id=(format!("seat-{}", seat.seat.0)) {
                summary { (seat.name) " " span.number { (seat.summary) } }
                (numbers(seat))
                (rows(seat))
            }
        }
    }
}

/// Returns the button that leaves a seat.
pub(crate) fn leave_button() -> Markup {
    html! { button type="button" data-leave="" { "Leave this seat" } }
}

fn numbers(seat: &SeatView) -> Markup {
    html! {
        dl.numbers {
            div.points { dt { (seat.headline.0) } dd { (seat.headline.1) } }
            @for (label, number) in &seat.numbers { div { dt { (label) } dd { (number) } } }
        }
    }
}

fn rows(seat: &SeatView) -> Markup {
    html! { dl.rows { @for (label, text) in &seat.rows { dt { (label) } dd { (text) } } } }
}

/// Returns the legal moves of the player by card, the best first, and the refused choices. `query`
/// filters both.
pub(crate) fn moves(shown: &ShownTable, phone: &Phone, query: &str) -> Markup {
    let ShownTable { view, step } = shown;
    if let Some(scenario) = &view.scenario {
        return scenario_pages::focus(shown, scenario, phone, query);
    }
    html! {
        h1 { "What can I do?" }
        @match (view.moves_of(phone.seat), &view.moves) {
            (Some(list), _) => {
                (search_field("Search the moves", query))
                div data-result="" data-entry=(view.entry) data-at=(step) { (move_list(view, list, query)) }
            }
            (None, MovesView::Pending) => p { "The moves are being listed." },
            (None, MovesView::Listed(_)) => {
                @for text in &view.pending { p { (text) } }
                p.note { "The moves of this seat are listed here at its turn." }
            }
        }
    }
}

fn move_list(view: &TableView, list: &MoveList, query: &str) -> Markup {
    let sorted = list.sorted(query, MoveOrder::OwnGain);
    let refused = list.refused_with(query);
    let is_open = sorted.len() <= FEW_MOVES;
    let verb = if view.records_moves { "Record" } else { "Suggest" };
    let unknown: Vec<String> = list.unknown.iter().map(|fact| sentence(fact)).collect();
    html! {
        p.note {
            (counted(sorted.len(), "legal move", "legal moves")) ", " (refused.len()) " refused"
        }
        @for group in sorted.chunk_by(|a, b| list.moves[*a].heading == list.moves[*b].heading) {
            @let heading = &list.moves[group[0]].heading;
            details id=(format!("card-{heading}")) open[is_open] {
                summary { (heading) " " span.number { (group.len()) } }
                ul.moves {
                    @for index in group { (listed_move(&list.moves[*index], *index, verb)) }
                }
            }
        }
        @if !refused.is_empty() {
            details id="refused" {
                summary { "Refused now " span.number { (refused.len()) } }
                ul.moves {
                    @for choice in refused.into_iter().map(|index| &list.refused[index]) {
                        li {
                            div {
                                p {
                                    (choice.text)
                                    @if !choice.headings.is_empty() {
                                        " (" (remarks(&choice.headings)) ")"
                                    }
                                }
                                p.note { (choice.reasons) }
                            }
                        }
                    }
                }
            }
        }
        @if list.is_incomplete {
            p.note { "A text couples several decisions; not every combination is listed." }
        }
        @if !unknown.is_empty() {
            p.note { "More may be allowed; not known yet:" }
            ul { @for fact in unknown { li.note { (fact) } } }
        }
    }
}

fn listed_move(listed: &ListedMove, index: usize, verb: &str) -> Markup {
    let ListedMove { text, outcome, .. } = listed;
    html! {
        li {
            div {
                p { (text) }
                @if !outcome.is_empty() { p.outcome { (outcome) } }
            }
            button type="button" data-move=(index) aria-label=(format!("{verb}: {text}")) {
                (verb)
            }
        }
    }
}

/// Returns the ballot of the player, or what has become of it, and the progress of all voters.
pub(crate) fn vote(shown: &ShownTable, phone: &Phone) -> Markup {
    let ShownTable { view, step } = shown;
    if let Some(scenario) = &view.scenario {
        return scenario_pages::initiative(shown, scenario, phone);
    }
    let Some((vote, voter)) = view.vote.as_ref().zip(view.voter(phone.seat)) else {
        return html! {
            h1 { "Ballot" }
            p { "There is no vote now." }
            p.note { "When the laptop holds a secret vote, the ballot is here." }
        };
    };
    let fingerprint = phone.sealed.filter(|(sealed, _)| *sealed == vote.vote);
    html! {
        h1 { "Ballot of " (voter.name) }
        @if voter.is_sealed {
            p.answer { "Sealed" }
            @if let Some((_, fingerprint)) = fingerprint {
                p { "Fingerprint " code { (fingerprint.to_string()) } }
                p.note {
                    "Noted down, it shows at the reveal that nobody changed the ballot in between."
                }
            }
            p.note { "The laptop can open the ballot again until the reveal." }
        } @else if phone.handed_over.is_some() {
            p { "The ballot is at the laptop, which seals it." }
        } @else {
            (ballot(vote, voter, *step))
        }
        h2 { "Voters" }
        ul.voters {
            @for voter in &vote.voters {
                li {
                    span { (voter.name) }
                    span { (if voter.is_sealed { "sealed" } else { "not voted yet" }) }
                }
            }
        }
    }
}

/// Returns the form of a ballot. All fleeting influence is committed on it at first: none of it
/// remains after the vote, committed or not (rule 9.7).
fn ballot(vote: &VoteView, voter: &VoterView, step: u64) -> Markup {
    let VoterView { fleeting, lasting, .. } = *voter;
    html! {
        form id="ballot" data-path="/ballot" data-at=(step) autocomplete="off" {
            input type="hidden" name="vote" value=(vote.vote);
            fieldset {
                legend { "Proposal" }
                @for (tile, name) in &vote.proposals {
                    @let key = tile_key(*tile);
                    label.choice {
                        input type="radio" name="tile" value=(key) required;
                        span class={ "sign " (key) } aria-hidden="true" {}
                        span { (name) }
                    }
                }
            }
            fieldset {
                legend { "Influence" }
                (amount("fleeting", "Fleeting", fleeting, fleeting))
                (amount("lasting", "Lasting", 0, lasting))
                p { "Strength " output id="strength" for="fleeting lasting" { (1 + fleeting) } }
            }
            input type="hidden" name="step" value=(step);
            button.primary type="submit" { "Seal" }
            p.note { "Anyone who records this Wi-Fi can read the ballot." }
        }
    }
}

/// Returns the name of a vote tile in a ballot and in the style of its sign.
const fn tile_key(tile: VoteTile) -> &'static str {
    match tile {
        VoteTile::Circle => "circle",
        VoteTile::Square => "square",
        VoteTile::Triangle => "triangle",
    }
}

fn amount(name: &str, label: &str, value: i32, most: i32) -> Markup {
    let step = |by: i32, sign: &str, verb: &str| {
        html! {
            button type="button" data-step=(by) data-of=(name)
                aria-label=(format!("{verb} {name} influence")) { (sign) }
        }
    };
    html! {
        div.amount {
            label for=(name) { (label) " " span.note { "of " (most) } }
            (step(-1, "−", "Less"))
            input id=(name) name=(name) type="number" inputmode="numeric" min="0" max=(most)
                step="1" value=(value) required;
            (step(1, "+", "More"))
        }
    }
}

/// Returns the receipts of the latest card, the moves on the table, the board and the journal.
pub(crate) fn latest(shown: &ShownTable) -> Markup {
    let view = &shown.view;
    if let Some(scenario) = &view.scenario {
        return scenario_pages::latest(shown, scenario);
    }
    html! {
        h1 { "What just happened" }
        @if view.latest.is_empty() { p { "The game starts." } }
        @for receipt in &view.latest { (receipt_of(receipt)) }
        @if !view.instructions.is_empty() {
            details id="instructions" {
                summary {
                    "On the table " span.number { (view.instructions.len()) }
                }
                ul { @for step in &view.instructions { li { (step) } } }
            }
        }
        @if view.board.is_some() { (board(shown)) }
        (journal(view))
    }
}

/// Returns the entries of the record, the latest first, folded.
pub(crate) fn journal(view: &TableView) -> Markup {
    html! {
        details id="journal" {
            summary { "Journal " span.number { (view.journal.len()) } }
            ol.journal reversed {
                @for line in view.journal.iter().rev() {
                    li value=(line.number) { (line.text) }
                }
            }
        }
    }
}

fn receipt_of(receipt: &Receipt) -> Markup {
    html! {
        article {
            h3 { (sentence(&receipt.heading)) }
            (effects(&receipt.lines))
        }
    }
}

fn effects(lines: &[EffectLine]) -> Markup {
    html! {
        @if !lines.is_empty() {
            ul.effects {
                @for line in lines {
                    li {
                        (capitalized(&line.text))
                        @if let Some(rule) = line.rule {
                            " " span.number aria-label=(format!("rule {}", rule.number())) {
                                (rule.number())
                            }
                        }
                        (effects(&line.children))
                    }
                }
            }
        }
    }
}

/// Returns the frame of the picture of the board or the map, which the script fetches, and the buttons that zoom
/// and move it.
pub(crate) fn board(shown: &ShownTable) -> Markup {
    let ShownTable { view, step } = shown;
    let what = if view.scenario.is_some() { "map" } else { "board" };
    html! {
        section aria-label=(capitalized(what)) data-at=(step) {
            div id="board" tabindex="0" role="group" aria-label=(format!("Picture of the {what}")) {
                img id="picture" alt=(format!("The {what} after entry {}", view.entry));
            }
            div.tools {
                @for (tool, sign, label) in [
                    ("out", "−", "Zoom out"),
                    ("in", "+", "Zoom in"),
                    ("left", "←", "Move left"),
                    ("up", "↑", "Move up"),
                    ("down", "↓", "Move down"),
                    ("right", "→", "Move right"),
                ] {
                    button type="button" data-tool=(tool) aria-label=(label) { (sign) }
                }
            }
        }
    }
}
