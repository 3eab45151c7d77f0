//! The subcommands that print pages and texts to share.

use crate::{folder, record, run, text, write};

#[test]
fn layout_prints_the_checklist_as_text_and_as_a_page() {
    let list = run(&["layout", record(3), "--at", "40"]).ending(0).out;
    for heading in ["Board\n", "Player mats\n", "Decks and discards\n", "Next: "] {
        assert!(list.contains(heading), "{heading} in {list}");
    }
    let page = run(&["layout", record(3), "--at", "40", "--html"]).ending(0).out;
    assert!(page.starts_with("<!DOCTYPE html>"), "{page}");
    let boxes = page.matches("type=\"checkbox\"").count();
    assert_eq!(boxes, list.matches("[ ]").count());
    assert!(page.contains("<svg"));
}

#[test]
fn score_sheet_adds_up_as_csv_page_and_comment() {
    let csv = run(&["sheet", record(4), "--as", "csv"]).ending(0).out;
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let heads = reader.headers().expect("a head").clone();
    let place = |name: &str| heads.iter().position(|head| head == name).expect("a column");
    let (points, money) = (place("points"), place("money"));
    let page = run(&["sheet", record(4)]).ending(0).out;
    let comment = run(&["sheet", record(4), "--as", "comment"]).ending(0).out;
    let mut players = 0;
    for row in reader.records() {
        let row = row.expect("a row");
        let number = |index: usize| row[index].parse::<i32>().expect("a number");
        let sources: i32 = (points + 1..money).map(number).sum();
        assert_eq!(sources, number(points), "{row:?}");
        assert!(page.contains(&format!("<td>{}</td>", &row[points])), "{row:?}");
        assert!(comment.contains(&format!(": {} points", &row[points])), "{comment}");
        players += 1;
    }
    assert_eq!(players, 4);
}

#[test]
fn sheet_hands_over_a_finished_game_with_a_date() {
    let example = "assets/examples/four-founders.founders";
    let link = run(&["sheet", example, "--as", "link"]).ending(0).out;
    assert!(link.starts_with("https://app.bgstatsapp.com/createPlay.html?data="), "{link}");
    let page = run(&["sheet", example, "--as", "hand-over"]).ending(0).out;
    assert!(page.contains("Post to BG Stats") && page.contains("<svg"), "{page}");
    let folder = folder("hand-over");
    let bare = write(&folder, "bare.founders", text(2));
    let why = run(&["sheet", &bare, "--as", "link"]).ending(2);
    assert!(why.err.contains("date"), "{}", why.err);
    let page = run(&["sheet", &bare, "--as", "hand-over"]).ending(0).out;
    assert!(page.contains("No hand-over: the record has no date"), "{page}");
}

#[test]
fn sheet_refuses_to_hand_over_an_unfinished_game() {
    let ran = run(&["sheet", record(2), "--at", "30", "--as", "link"]).ending(2);
    assert!(ran.err.contains("not over"), "{}", ran.err);
    let comment = run(&["sheet", record(2), "--at", "30", "--as", "comment"]).ending(0);
    assert!(comment.out.contains("Not over"), "{}", comment.out);
}

#[test]
fn dispute_page_shows_before_and_after_with_the_receipt() {
    let example = "assets/examples/e05-government-built-and-delivered.founders";
    let page = run(&["dispute", example, "--at", "2"]).ending(0).out;
    assert_eq!(page.matches("<svg").count(), 2);
    for heading in ["Before", "After", "What moved on the table", "Receipt", "Rulings in force"] {
        assert!(page.contains(heading), "{heading}");
    }
    let start = run(&["dispute", example, "--at", "0"]).ending(2);
    assert!(start.err.contains("numbered from 1"), "{}", start.err);
    run(&["dispute", example, "--at", "99"]).ending(2);
}

#[test]
fn sheet_prints_the_event_cards_filled_in_by_the_winner() {
    let example = "assets/examples/history-shaped.founders";
    let page = run(&["sheet", example, "--as", "event-cards"]).ending(0).out;
    for words in ["Favourite building", "Governing body", "Orchid", "Quatryl"] {
        assert!(page.contains(words), "{words}: {page}");
    }
    let other = "assets/examples/harbour-duel.founders";
    let ran = run(&["sheet", other, "--as", "event-cards"]).ending(2);
    assert!(ran.err.contains("not played with shaping history"), "{}", ran.err);
}
