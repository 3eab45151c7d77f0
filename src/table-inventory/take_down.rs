//! Notes to take before the table is taken down, of state that is not in the record.
//!
//! The record has every open piece, but neither the order of shuffled cards nor face-down cards
//! that were not entered. Notes of these are saved as a comment at the entry where the evening
//! ends: a comment changes nothing in the game, needs no line of the record that older programs
//! could not read, and is shown with its entry. Noting again at the same entry replaces the earlier
//! notes and leaves the rest of the comment alone.

use journal::Journal;
use narration::NamedGame;
use plain_text::counted;
use rules::player::PlayerId;
use rules::task::Task;

/// The line of a comment before the notes, which take one line each.
pub const HEADING: &str = "When the table was taken down:";

/// Something on the table that the record cannot hold by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HiddenState {
    /// The order of the deck of prestige cards.
    PrestigeDeck,
    /// The order of the deck of advisers.
    AdviserDeck,
    /// Face-down cards of a player that were not entered.
    FaceDown(PlayerId),
    /// Ballots that are being taken; they are in no record until they are opened.
    Ballots,
}

/// A request to note something before the table is taken down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoteRequest {
    /// The hidden state.
    pub hidden: HiddenState,
    /// Its name in the note, such as "Prestige deck from the bottom".
    pub name: String,
    /// The instruction to the players.
    pub text: String,
}

/// Lists everything to note before a table in this state is taken down.
pub fn note_requests(named: NamedGame<'_>) -> Vec<NoteRequest> {
    let mut list = Vec::new();
    if named.game().pending().iter().any(|pending| pending.task == Task::Ballots) {
        list.push(NoteRequest {
            hidden: HiddenState::Ballots,
            name: "Ballots".to_owned(),
            text: "A vote is under way: finish it first. Sealed ballots are not in the record."
                .to_owned(),
        });
    }
    let deck = named.game().prestige_deck();
    // The order of cards put on top is known, and a deck of one card has only one order.
    let cards = deck.shuffled.len() + deck.unnamed.unwrap_or(2);
    if cards > 1 {
        list.push(NoteRequest {
            hidden: HiddenState::PrestigeDeck,
            name: "Prestige deck from the bottom".to_owned(),
            text: format!(
                "Keep the prestige deck in its order, or note its cards from the bottom: {}.",
                counted(cards, "card", "cards")
            ),
        });
    }
    let deck = named.game().adviser_deck();
    let cards = deck.cards.len() + deck.unnamed.unwrap_or(2);
    if cards > 1 {
        list.push(NoteRequest {
            hidden: HiddenState::AdviserDeck,
            name: "Adviser deck from the top".to_owned(),
            text: format!(
                "Keep the adviser deck in its order, or note its cards from the top: {}.",
                counted(cards, "card", "cards")
            ),
        });
    }
    for player in named.game().players() {
        let count = named.game().unnamed_cards(player);
        if count > 0 {
            let who = named.label(player);
            list.push(NoteRequest {
                hidden: HiddenState::FaceDown(player),
                name: format!("Face down before {who}"),
                text: format!(
                    "Note {} in front of {who} that nobody has named.",
                    counted(count, "face-down card", "face-down cards")
                ),
            });
        }
    }
    list
}

/// Puts notes into a comment, replacing earlier notes; empty notes are omitted.
///
/// Each note is a name and a text. Line breaks within the text become spaces.
pub fn with_notes(comment: &str, notes: &[(String, String)]) -> String {
    let mut lines: Vec<String> = before_heading(comment).map(str::to_owned).collect();
    while lines.last().is_some_and(|line| line.trim().is_empty()) {
        lines.pop();
    }
    let mut note_lines = notes
        .iter()
        .filter(|(_, words)| !words.trim().is_empty())
        .map(|(name, words)| {
            let words: Vec<&str> = words.split_whitespace().collect();
            format!("{name}: {}", words.join(" "))
        })
        .peekable();
    if note_lines.peek().is_some() {
        lines.push(HEADING.to_owned());
        lines.extend(note_lines);
    }
    lines.join("\n")
}

/// Returns the notes in a comment, each with its name and its text.
pub fn notes_in(comment: &str) -> Vec<(String, String)> {
    comment
        .lines()
        .skip_while(|line| *line != HEADING)
        .skip(1)
        .filter_map(|line| line.split_once(": "))
        .map(|(name, words)| (name.to_owned(), words.to_owned()))
        .collect()
}

/// Returns the latest notes at or before the current entry, with the number of their entry.
pub fn latest(journal: &Journal) -> Option<(usize, Vec<(String, String)>)> {
    (0..=journal.cursor()).rev().find_map(|number| {
        let id = journal.on_main_line(number)?;
        let notes = notes_in(journal.entry(id).comment());
        (!notes.is_empty()).then_some((number, notes))
    })
}

fn before_heading(comment: &str) -> impl Iterator<Item = &str> {
    comment.lines().take_while(|line| *line != HEADING)
}

#[cfg(test)]
mod tests {
    use rules::Game;

    use super::*;

    fn note(name: &str, words: &str) -> (String, String) {
        (name.to_owned(), words.to_owned())
    }

    #[test]
    fn notes_are_added_below_a_comment_and_read_back() {
        let notes = [note("Prestige deck", "University,\n Guild"), note("Other", " ")];
        let comment = with_notes("A fine move.\n", &notes);
        let heading = HEADING;
        let expected = format!("A fine move.\n{heading}\nPrestige deck: University, Guild");
        assert_eq!(comment, expected);
        assert_eq!(notes_in(&comment), [note("Prestige deck", "University, Guild")]);
    }

    #[test]
    fn second_note_replaces_only_the_first() {
        let first = with_notes("Well done.", &[note("Deck", "A, B")]);
        let second = with_notes(&first, &[note("Deck", "B, A")]);
        assert_eq!(second, with_notes("Well done.", &[note("Deck", "B, A")]));
        assert_eq!(with_notes(&second, &[]), "Well done.");
    }

    #[test]
    fn decks_of_unknown_order_must_be_noted() {
        let setup = rules::Setup {
            pack: packs::find("practice").expect("it is built in"),
            board: "Three Rivers".to_owned(),
            players: vec!["Anna".to_owned(), "Ben".to_owned()],
            ..Default::default()
        };
        let game = Game::new(&setup).expect("it can be played");
        let hidden: Vec<HiddenState> =
            note_requests(NamedGame::by_race(&game)).iter().map(|note| note.hidden).collect();
        assert_eq!(hidden, [HiddenState::PrestigeDeck, HiddenState::AdviserDeck]);
    }
}
