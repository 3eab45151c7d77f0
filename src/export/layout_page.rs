//! The page with the checklist for putting the table back.

use maud::{Markup, html};

use super::page::{figure, page, tick_box};
use super::{PagePainter, PageSubject};
use drawing::Overlay;
use narration::NamedGame;
use rules::Game;
use table_inventory::{Checklist, take_down};

/// Returns the checklist as a page to print, with a picture of the board. `None` beyond the end of
/// the record.
///
/// The page is for two people: one sheet for the pieces on the board, another for the pieces around
/// it.
pub fn layout_page(subject: PageSubject<'_>, pen: &dyn PagePainter) -> Option<String> {
    let game = subject.game()?;
    let named = subject.named_game(&game);
    let list = Checklist::for_game(named);
    let split = list.on_board_count();
    let body = html! {
        (figure("", &pen.board(named.game(), &Overlay::default())))
        h2 { "On the board" }
        (share(named.game(), &list, true, split))
        div.next-sheet {
            h2 { "Around the board" }
            (share(named.game(), &list, false, split))
        }
        (notes(subject))
        h2 { "Then the game goes on" }
        p { (list.next) }
        (before_taking_down(named))
    };
    let below = [subject.subtitle(), format!("The table {}.", subject.entry_label())];
    let title = format!("Putting the table back: {}", subject.name());
    Some(page(&title, &below, &body))
}

fn share(game: &Game, list: &Checklist, on_board: bool, split: usize) -> Markup {
    let parts = list.parts().into_iter().filter(|(_, range)| (range.start < split) == on_board);
    html! {
        div.share {
            @for (part, range) in parts {
                section.part[range.len() < 12] {
                    h3 { (part.title(game)) }
                    ul { @for item in &list.items[range] { (tick_box(&item.text)) } }
                }
            }
        }
    }
}

/// Returns the notes written when the table was taken down.
fn notes(subject: PageSubject<'_>) -> Markup {
    let noted = take_down::latest(subject.journal).filter(|(entry, _)| *entry <= subject.at);
    html! {
        @if let Some((entry, notes)) = noted {
            h2 { "Noted when the table was taken down, at entry " (entry) }
            ul { @for (name, words) in notes { (tick_box(&format!("{name}: {words}"))) } }
        }
    }
}

/// Returns lines to write on, for facts that the record does not have.
fn before_taking_down(named: NamedGame<'_>) -> Markup {
    let list = take_down::note_requests(named);
    html! {
        @if !list.is_empty() {
            h2 { "Before the table is taken down" }
            @for note in list {
                p { (note.text) }
                div.write {}
            }
        }
    }
}
