//! Pages about the second game: the table put back, and a monster's turn that is argued over.
//!
//! Who asks hands in the picture of the map, for only the window knows how it looks.

use maud::{Markup, html};
use plain_text::{counted, listed};

use super::page::{figure, page, tick, what_came_before};
use ::scenario::checklist::{Part, checklist};
use ::scenario::question::TurnQuestion;
use ::scenario::record::{action_at, action_text};
use ::scenario::{Record, print};
use scenario_rules::action::PlayedTurn;

/// So many entries before a turn are told, for what led to it.
const ENTRIES_BEFORE: usize = 8;

/// A scenario, and the entry that is looked at.
#[derive(Clone, Copy, Debug)]
pub struct ScenarioSubject<'a> {
    /// The record.
    pub record: &'a Record,
    /// After this entry; 0 is the start.
    pub at: usize,
}

impl ScenarioSubject<'_> {
    fn name(&self) -> &str {
        self.record.tags.title.as_deref().unwrap_or("Scenario")
    }

    /// When, and where in the record: the lines below a title.
    fn about(&self, place: String) -> Vec<String> {
        self.record.tags.date.iter().cloned().chain([place]).collect()
    }
}

/// The checklist for putting the table back as a page to print, with its map; nothing beyond the
/// end of the record.
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
                    ul { @for text in texts { (tick(text)) } }
                }
            }
        }
        h2 { "What the record does not know" }
        p {
            "Hands and discards, modifier decks, ability cards that were drawn, elements, money and \
             experience: note them before the table is taken down."
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

/// The page about a monster's turn: the table before it, the answer with the numbers behind it,
/// every rule and ruling that decided something, what the table did, and what came before.
///
/// The turn is the one after the entry that is looked at.
pub fn turn_page(subject: ScenarioSubject<'_>, question: &TurnQuestion, map: &str) -> String {
    let said = question.answer_text();
    let body = html! {
        (figure("Before the turn, with what the rules say", map))
        h2 { "What the rules say" }
        ul { @for line in said.lines() { li { (line) } } }
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
        p.muted { "The verb \"monster\" reads it, and so does the app." }
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

/// What the table did, and why if it was otherwise.
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

/// The rulings a table may switch that it has switched, and those that decided this turn.
fn rulings(question: &TurnQuestion) -> Markup {
    let switches = question.game.position().switches();
    let decided = question.answer.as_ref().map(|answer| answer.rulings.as_slice());
    let decided = decided.unwrap_or_default();
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

/// What was recorded before it.
fn story(subject: ScenarioSubject<'_>) -> Markup {
    let first = subject.at.saturating_sub(ENTRIES_BEFORE);
    let numbers = first + 1..=subject.at;
    let before = numbers.filter_map(|number| Some((number, action_at(subject.record, number)?)));
    let lines =
        before.map(|(number, action)| format!("{number}. {}", action_text(subject.record, action)));
    what_came_before(&lines.collect::<Vec<_>>())
}
