//! Sentences that cite rules: each number of a rule or ruling is a link to its entry.

use std::ops::Range;

use egui::accesskit::Role;
use egui::text::{CCursor, LayoutJob, TextFormat};
use egui::{CursorIcon, Galley, Rect, Sense, Stroke, Ui};

use plain_text::capitalized;
use ui_kit::theme::theme;
use ui_kit::widgets::{StyledText, name_as, paint_focus};

/// A rule or ruling that a text cites.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Citation {
    /// Its number, such as "S8.5" or "G3".
    pub number: &'static str,
    /// `true` for a ruling.
    pub is_ruling: bool,
    /// Its text, shown on hovering.
    pub text: String,
}

impl Citation {
    /// Returns the citation of a rule.
    pub fn of_rule(number: &'static str, title: &str, summary: &str) -> Self {
        let text = format!("{}: {summary}", capitalized(title));
        Self { number, is_ruling: false, text }
    }

    /// Returns the citation of a ruling.
    pub fn of_ruling(number: &'static str, text: &str) -> Self {
        Self { number, is_ruling: true, text: text.to_owned() }
    }
}

/// Returns the cited rules and rulings of a text with their byte ranges, in order.
fn citations(text: &str, find: &dyn Fn(&str) -> Option<Citation>) -> Vec<(Range<usize>, Citation)> {
    let mut found: Vec<(Range<usize>, Citation)> = Vec::new();
    let mut from = 0;
    for word in text.split_inclusive(|c: char| !c.is_ascii_alphanumeric() && c != '.') {
        let number = word.trim_end_matches(|c: char| !c.is_ascii_digit());
        let last = found.last().map(|(range, _)| range.end);
        if let Some(citation) = find(number)
            && (!citation.is_ruling || cites_ruling(&text[..from], last))
        {
            found.push((from..from + number.len(), citation));
        }
        from += word.len();
    }
    found
}

/// Returns `true` if a number such as "G3" after this text is a ruling: a hex has such a name too.
///
/// `last` is the end of the citation before it.
fn cites_ruling(before: &str, last: Option<usize>) -> bool {
    let is_next = last.is_some_and(|last| [", ", " and "].contains(&&before[last..]));
    is_next || before.ends_with('(') || before.ends_with("uling ")
}

/// Draws a wrapped text in which the numbers of rules and rulings are links; returns the number
/// that is pressed.
///
/// `find` returns the rule or ruling with a number.
pub fn cited_ui(
    ui: &mut Ui,
    text: StyledText,
    find: &dyn Fn(&str) -> Option<Citation>,
) -> Option<&'static str> {
    let plain = text.clone().wrapped(ui, ui.available_width());
    let citations = citations(plain.text(), find);
    if citations.is_empty() {
        text.ui(ui);
        return None;
    }
    let galley = underlined(ui, &plain, &citations);
    let words = galley.text().to_owned();
    let (rect, response) = ui.allocate_exact_size(galley.size(), Sense::hover());
    name_as(&response, Role::Label, &words);
    ui.painter().galley(rect.min, galley.clone(), theme(ui).ink);
    let mut pressed = None;
    for (index, (range, citation)) in citations.into_iter().enumerate() {
        let place = place_of(&galley, &words, &range).translate(rect.min.to_vec2());
        let link = ui.interact(place, response.id.with(index), Sense::click());
        let kind = if citation.is_ruling { "Ruling" } else { "Rule" };
        name_as(&link, Role::Link, format_args!("{kind} {}", citation.number));
        paint_focus(ui, place, &link);
        let link = link.on_hover_cursor(CursorIcon::PointingHand);
        if link.on_hover_text(citation.text).clicked() {
            pressed = Some(citation.number);
        }
    }
    pressed
}

/// Lays out a text again with its citations underlined.
fn underlined(
    ui: &Ui,
    plain: &Galley,
    citations: &[(Range<usize>, Citation)],
) -> std::sync::Arc<Galley> {
    let format = plain.job.sections.first().map(|section| section.format.clone());
    let format = format.unwrap_or_default();
    let accent = theme(ui).accent;
    let link = TextFormat { color: accent, underline: Stroke::new(1.0, accent), ..format.clone() };
    let mut job = LayoutJob { wrap: plain.job.wrap.clone(), ..LayoutJob::default() };
    let (text, mut from) = (plain.text(), 0);
    for (range, _) in citations {
        job.append(&text[from..range.start], 0.0, format.clone());
        job.append(&text[range.clone()], 0.0, link.clone());
        from = range.end;
    }
    job.append(&text[from..], 0.0, format);
    ui.painter().layout_job(job)
}

/// Returns the rectangle of a part of a text without spaces.
fn place_of(galley: &Galley, text: &str, range: &Range<usize>) -> Rect {
    // At a line break, a citation begins in the next row.
    let cursor = |at: usize| CCursor::new(text[..at].chars().count());
    let start = CCursor { prefer_next_row: true, ..cursor(range.start) };
    let first = galley.pos_from_cursor(start);
    let last = galley.pos_from_cursor(cursor(range.end));
    first.union(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_rules_and_rulings_are_found_in_sentences() {
        check("It loses the tie (S8.5): the players choose (S8.17).", &["S8.5", "S8.17"]);
        check("Ruling G3 (public): The group. See ruling G14.", &["G3", "G14"]);
        check("The players choose who goes first (G10).", &["G10"]);
        check("It is stunned (S5.2, G14).", &["S5.2", "G14"]);
    }

    #[test]
    fn hexes_and_unknown_numbers_are_no_citations() {
        check("It moves to G3 through F2 G2, 2 points (S6.3).", &["S6.3"]);
        check("It stays in G5, 1 step short of G4 or G6. S99 is none, nor XS8.5.", &[]);
    }

    fn numbered(number: &str) -> Option<Citation> {
        let all = ["S5.2", "S6.3", "S8.5", "S8.17", "G3", "G4", "G5", "G6", "G10", "G14"];
        let number = all.into_iter().find(|of| *of == number)?;
        Some(Citation { number, is_ruling: number.starts_with('G'), text: String::new() })
    }

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let found: Vec<&str> =
            citations(text, &numbered).into_iter().map(|(range, _)| &text[range]).collect();
        assert_eq!(found, expected, "{text}");
    }
}
