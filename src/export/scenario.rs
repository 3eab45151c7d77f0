//! Pages about a scenario: putting the table back, and a disputed monster turn or other entry.
//!
//! The caller provides the picture of the map, because only the window knows its style.

use maud::{Markup, html};
use plain_text::{counted, listed};

use super::page::{earlier_entries, figure, page, tick_box};
use ::scenario::checklist::{Part, checklist};
use ::scenario::question::TurnQuestion;
use ::scenario::record::{action_at, action_text, receipt_of};
use ::scenario::sentence::entry_sentence;
use ::scenario::{Record, print};
use scenario_rules::action::PlayedTurn;

/// The number of entries before a turn listed for context.
const ENTRIES_BEFORE: usize = 8;

/// The subject of a page: the record of a scenario and one of its entries.
#[derive(Clone, Copy, Debug)]
pub struct ScenarioSubject<'a> {
    /// The record.
    pub record: &'a Record,
    /// The number of the entry; 0 is the start.
    pub at: usize,
}

impl ScenarioSubject<'_> {
    pub(super) fn name(&self) -> &str {
        self.record.tags.title.as_deref().unwrap_or("Scenario")
    }

    /// Returns the lines below a title: the date, and the place in the record.
    pub(super) fn about(&self, place: String) -> Vec<String> {
        self.record.tags.date.iter().cloned().chain([place]).collect()
    }
}

/// Returns the checklist for putting the table back as a page to print, with its map. `None` beyond
/// the end of the record.
pub fn scenario_layout_page(subject: ScenarioSubject<'_>, map: &str) -> Option<String> {
    let ScenarioSubject { record, at } = subject;
    let game = record.game_at(at)?;
    let items = checklist(&game);
    let parts = Part::ALL.into_iter().map(|part| {
        let texts = items.iter().filter(|item| item.part == part).map(|item| item.text.as_str());
        (part, texts.collect::<Vec<_>>())
    });
    let body = html! {
        (figure("", map))
        div.share {
            @for (part, texts) in parts.filter(|(_, texts)| !texts.is_empty()) {
                section.part[texts.len() < 12] {
                    h3 { (part.title()) }
                    ul { @for text in texts { (tick_box(text)) } }
                }
            }
        }
        h2 { "What the record does not know" }
        p {
            "The titles of the cards in hands and piles, the order of decks, items, battle goals and \
             treasure: note them before the table is taken down."
        }
        div.write {}
        div.write {}
    };
    let place = match at {
        0 => {
            let all = counted(record.cursor(), "entry", "entries");
            format!("The table before the first of {all}.")
        }
        at => format!("The table after entry {at} of {}.", record.cursor()),
    };
    let title = format!("Putting the table back: {}", subject.name());
    Some(page(&title, &subject.about(place), &body))
}

/// Returns the page about a monster's turn: the table before it, the turn by the rules with its
/// numbers, every rule and ruling that decided something, the turn as played, and earlier entries.
///
/// The turn is the one after the subject's entry.
pub fn turn_page(subject: ScenarioSubject<'_>, question: &TurnQuestion, map: &str) -> String {
    let answer = question.answer_text();
    let body = html! {
    (figure("Before the turn, with what the rules say", map))
    h2 { "What the rules say" }
    ul { @for line in answer.lines() { li { (line) } } }
        (taken(question))
        h2 { "Rules that decided something" }
        @for rule in question.rules() {
            p {
                strong { (rule.number()) " " (rule.title()) }
                ": " (rule.summary())
                span.muted { " (\"" (rule.section()) "\")" }
            }
        }
        div.together {
            h2 { "Rulings of this table" }
            (rulings(question))
        }
        (story(subject))
        h2 { "The position as text" }
        p.muted { "The subcommand \"monster\" reads it, and so does the app." }
        pre { (print(question.game.position())) }
    };
    let all = subject.record.cursor();
    let round = question.game.round();
    let place = match &question.taken {
        Some(_) => format!("Entry {} of {all}, in round {round}.", subject.at + 1),
        None => format!("After entry {} of {all}, in round {round}.", subject.at),
    };
    let below = [vec![subject.name().to_owned()], subject.about(place)].concat();
    page(&question.question_text(), &below, &body)
}

/// Returns the page about any other entry: the table before it, what it did with its receipt, and
/// earlier entries. `None` if there is no such entry.
///
/// The entry is the one after the subject's entry.
pub fn entry_page(subject: ScenarioSubject<'_>, map: &str) -> Option<String> {
    let ScenarioSubject { record, at } = subject;
    let entry = at + 1;
    let (game, sentence) = (record.game_at(at)?, entry_sentence(record, entry)?);
    let steps = receipt_of(record, entry);
    let body = html! {
        (figure("Before the entry", map))
        h2 { "What the table did" }
        p { (sentence) }
        @if !steps.is_empty() {
            h2 { "What follows by the rules" }
            pre { @for step in &steps { (step.text()) "\n" } }
        }
        (story(subject))
        h2 { "The position before it, as text" }
        pre { (print(game.position())) }
    };
    let place = format!("Entry {entry} of {}, in round {}.", record.cursor(), game.round());
    let below = [vec![subject.name().to_owned()], subject.about(place)].concat();
    Some(page(&format!("Entry {entry}"), &below, &body))
}

/// Returns the turn as played, with the reason if the table overruled the rules.
fn taken(question: &TurnQuestion) -> Markup {
    let Some(PlayedTurn { to, targets, overruled, .. }) = &question.taken else {
        return html! {};
    };
    let position = question.game.position();
    let targets: Vec<String> =
        targets.iter().map(|&target| position.name_of(target).to_string()).collect();
    let whom = if targets.is_empty() { "nobody".to_owned() } else { listed(&targets) };
    html! {
        h2 { "What the table did" }
        p { "It ended in " (to) " and attacked " (whom) "." }
        @if let Some(reason) = overruled {
            p { strong { "The table overruled the rules: " } (reason) }
        }
    }
}

/// Returns the rulings that decided this turn, and those that this table has switched.
fn rulings(question: &TurnQuestion) -> Markup {
    let switches = question.game.position().switches();
    let decided =
        question.answer.as_ref().map(|answer| answer.rulings.as_slice()).unwrap_or_default();
    let on: Vec<String> = switches.on().map(|switch| switch.to_string()).collect();
    html! {
        @if decided.is_empty() { p { "None decided anything in this turn." } }
        ul {
            @for ruling in decided {
                li {
                    strong { (ruling.number()) } ": " (ruling.text(switches))
                    span.muted { " Rests on: " (ruling.basis(switches).word()) "." }
                }
            }
        }
        @if !on.is_empty() { p { "Switched at this table: " (listed(&on)) "." } }
    }
}

/// Returns the entries before the turn.
fn story(subject: ScenarioSubject<'_>) -> Markup {
    let first = subject.at.saturating_sub(ENTRIES_BEFORE) + 1;
    let lines: Vec<String> = (first..=subject.at)
        .filter_map(|number| {
            let action = action_at(subject.record, number)?;
            Some(format!("{number}. {}", action_text(subject.record, action)))
        })
        .collect();
    earlier_entries(&lines)
}
