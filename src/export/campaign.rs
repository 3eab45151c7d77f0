//! The sheet of a campaign: the town with the open steps, each party, and a page for each
//! character.

use maud::{Markup, html};

use super::page::page;
use ::campaign::Record;
use ::campaign::open_steps::open_steps;
use ::campaign::record::{receipt_of, sentence_entries};
use ::campaign::sheet::{SheetPart, SheetSubject, sheet};
use plain_text::counted;

/// Returns the sheet of a campaign after entry `at`; `None` beyond the end of the record.
pub fn campaign_page(record: &Record, at: usize) -> Option<String> {
    let game = record.game_at(at)?;
    let campaign = game.campaign();
    let steps = open_steps(campaign);
    let body = html! {
        @for part in sheet(campaign) {
            (part_page(&part))
            @if part.subject == SheetSubject::Town && !steps.is_empty() {
                h2 { "Open steps" }
                ul { @for step in &steps { li { (step) } } }
            }
        }
        (latest(record, at))
    };
    let title = record.tags.title.as_deref().unwrap_or("Campaign");
    let ended = counted(campaign.world.ended, "scenario", "scenarios");
    let place = format!("After {ended}, entry {at} of {}.", record.cursor());
    Some(page(title, &[place], &body))
}

/// Returns a part of the sheet; a character starts a sheet of paper.
fn part_page(part: &SheetPart) -> Markup {
    html! {
        section.next-sheet[part.subject == SheetSubject::Character] {
            h2 { (part.title) }
            table {
                tbody {
                    @for (label, value) in &part.lines { tr { th { (label) } td { (value) } } }
                }
            }
        }
    }
}

/// Returns the latest entries with their receipts.
fn latest(record: &Record, at: usize) -> Markup {
    let entries = sentence_entries(record, at);
    html! {
        section.next-sheet {
            h2 { "The latest entries" }
            @for (entry, sentence) in entries {
                h3 { (entry) ". " (sentence) }
                pre { @for line in receipt_of(record, entry) { (line.text()) "\n" } }
            }
        }
    }
}
