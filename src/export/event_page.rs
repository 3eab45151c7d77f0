//! The event cards of a game with shaping history: the card that the winner filled in, and empty
//! cards of the other races.
//!
//! The cards go into the city events of Gloomhaven. Their printed text is not ours to repeat, so
//! the page has only the lines to fill in. Rulebook, "Game Variant - Shaping History".

use maud::{Markup, html};

use super::PageSubject;
use super::page::page;
use components::ids::RaceId;
use rules::Game;
use rules::action::EventCard;
use rules::rulebook::Variant;

/// The lines to fill in on a card.
const LINES: [&str; 3] = ["Favourite building", "Part of the city", "Governing body"];

/// Returns the event cards as a page to print: the winner's card as filled in, and those of the
/// other races with lines to write on. `None` beyond the end of the record, or for a game without
/// shaping history.
pub fn event_page(subject: PageSubject<'_>) -> Option<String> {
    let game = subject.game()?;
    if !subject.journal.setup().variants.contains(Variant::ShapingHistory) {
        return None;
    }
    let filled = filled(&game);
    let says = match (&filled, game.winner()) {
        (Some(_), Some(winner)) => {
            format!(
                "{} has won and filled in the event card of the race.",
                subject.named_game(&game).label(winner)
            )
        }
        (None, Some(winner)) => format!(
            "{} has won; the event card of the race is still to be filled in.",
            subject.named_game(&game).label(winner)
        ),
        (_, None) => "The game is not over: no card is filled in yet.".to_owned(),
    };
    let winner = filled.as_ref().map(|(race, _)| *race);
    let others = game.contents().races().filter(|&race| Some(race) != winner);
    let body = html! {
        @if let Some((race, card)) = &filled {
            h2 { "Filled in" }
            (card_of(&game, *race, Some(card)))
        }
        h2 { "To fill in after other games" }
        div.cards { @for race in others { (card_of(&game, race, None)) } }
    };
    let below = [subject.subtitle(), says];
    Some(page(&format!("Event cards: {}", subject.name()), &below, &body))
}

/// Returns the card that was filled in, with its race.
fn filled(game: &Game) -> Option<(RaceId, &EventCard)> {
    let race = game.race(game.winner()?)?;
    Some((race, game.event_card()?))
}

fn card_of(game: &Game, race: RaceId, card: Option<&EventCard>) -> Markup {
    let contents = game.contents();
    let written = card.map(|card| {
        [
            contents.building_name(card.building),
            card.district.as_str(),
            card.governing_body.as_str(),
        ]
    });
    html! {
        section.event {
            h3 { (contents.race_name(race)) }
            dl {
                @for (index, line) in LINES.iter().enumerate() {
                    dt { (line) }
                    @match written {
                        Some(written) => dd { (written[index]) },
                        None => dd.write {},
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use narration::PlayerNaming;
    use notation::record::{Loaded, read_record};

    fn example(file: &str) -> Loaded {
        let path = format!("{}/../../assets/examples/{file}", env!("CARGO_MANIFEST_DIR"));
        read_record(&std::fs::read(path).expect("the example is there"))
    }

    fn page_at(loaded: &Loaded, at: usize) -> Option<String> {
        let journal = loaded.record.as_ref().expect("it is sound");
        event_page(PageSubject { journal, at, naming: PlayerNaming::Races })
    }

    #[test]
    fn the_page_has_the_filled_card_of_the_winner_and_eight_empty_ones() {
        let loaded = example("history-shaped.founders");
        let journal = loaded.record.as_ref().expect("it is sound");
        let end = journal.main_line().len();
        let page = page_at(&loaded, end).expect("history is shaped");
        let card = journal.game().event_card().expect("it is filled in");
        for written in [
            journal.game().contents().building_name(card.building),
            &card.district,
            &card.governing_body,
        ] {
            let escaped = written.replace('&', "&amp;");
            assert!(page.contains(&format!("<dd>{escaped}</dd>")), "{written}");
        }
        assert_eq!(page.matches("<section class=\"event\">").count(), 9);
        assert_eq!(page.matches("<dd class=\"write\">").count(), 8 * 3);
    }

    #[test]
    fn all_event_cards_of_an_unfinished_game_are_empty() {
        let loaded = example("history-shaped.founders");
        let page = page_at(&loaded, 40).expect("history is shaped");
        assert!(page.contains("The game is not over"), "{page}");
        assert_eq!(page.matches("<dd class=\"write\">").count(), 9 * 3);
        assert!(!page.contains("Filled in"));
    }

    #[test]
    fn a_game_without_shaping_history_has_no_event_cards() {
        let loaded = example("harbour-duel.founders");
        assert_eq!(page_at(&loaded, 10), None);
    }
}
