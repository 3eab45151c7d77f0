//! The checklist for putting the table back, printed.

use maud::{Markup, html};

use super::page::{figure, page, tick};
use super::{Pen, Subject};
use drawing::Overlay;
use layout::{Checklist, take_down};
use narration::NamedGame;
use rules::Game;

/// The checklist as a page to print, with the board as it has to look; nothing beyond the end of
/// the record.
///
/// It is printed for two people: what lies on the board, then, on a sheet of its own, what lies
/// around it.
pub fn layout_page(subject: Subject<'_>, pen: &dyn Pen) -> Option<String> {
    let game = subject.game()?;
    let named = subject.named_game(&game);
    let list = Checklist::of(named);
    let split = list.on_board();
    let share = |on_board: bool| share(named.game(), &list, on_board, split);
    let body = html! {
        (figure("", &pen.board(named.game(), &Overlay::default())))
        h2 { "On the board" }
        (share(true))
        div.next-sheet {
            h2 { "Around the board" }
            (share(false))
        }
        (notes(subject))
        h2 { "Then the game goes on" }
        p { (list.next) }
        (before_taking_down(named))
    };
    let below = [subject.about(), format!("The table {}.", subject.place())];
    let title = format!("Putting the table back: {}", subject.name());
    Some(page(&title, &below, &body))
}

fn share(game: &Game, list: &Checklist, on_board: bool, split: usize) -> Markup {
    let parts = list.parts().into_iter();
    let parts = parts.filter(|(_, range)| (range.start < split) == on_board);
    html! {
        div.share {
            @for (part, range) in parts {
                section.part[range.len() < 12] {
                    h3 { (part.title(game)) }
                    ul { @for item in &list.items[range] { (tick(&item.text)) } }
                }
            }
        }
    }
}

/// What was noted when the table was taken down.
fn notes(subject: Subject<'_>) -> Markup {
    let noted = take_down::latest(subject.journal).filter(|(entry, _)| *entry <= subject.at);
    html! {
        @if let Some((entry, notes)) = noted {
            h2 { "Noted when the table was taken down, at entry " (entry) }
            ul { @for (name, words) in notes { (tick(&format!("{name}: {words}"))) } }
        }
    }
}

/// Lines to write on, for what no record holds.
fn before_taking_down(named: NamedGame<'_>) -> Markup {
    let list = take_down::to_note(named);
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
