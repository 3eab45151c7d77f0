//! Questions about a disputed turn, and the list that restores a table.

use scenario::checklist::{Part, checklist};
use scenario::question::{QuestionError, TurnQuestion};
use scenario::record::read;
use scenario::{Record, parse, print};
use scenario_rules::Game;

/// Returns the record of the explained sample scenario.
fn cellar() -> Record {
    let text = include_str!("../../assets/scenario/games/flooded-cellar.scenario");
    read(text).record.expect("it is sound")
}

#[test]
fn question_about_a_recorded_turn_shows_the_table_before_it() {
    let record = cellar();
    let question = TurnQuestion::at(&record, 24).expect("it is a turn");
    assert_eq!(question.question_text(), "Whom does Mudling 3 attack?");
    let before = record.game_at(23).expect("it is there");
    assert_eq!(question.game, before);
    let taken = question.taken.as_ref().expect("it was taken");
    assert_eq!(question.end().map(|end| end.hex), Some(taken.to));
    assert!(
        question.answer_text().starts_with("Mudling 3 goes for Warden"),
        "{}",
        question.answer_text()
    );
    let rules: Vec<&str> = question.rules().iter().map(|rule| rule.number()).collect();
    assert_eq!(rules, ["S8.1", "S8.11"]);
}

#[test]
fn question_shows_the_taken_turn_among_equally_right_ones() {
    let record = cellar();
    // "A2 or B2? … They take A2."
    let question = TurnQuestion::at(&record, 39).expect("it is a turn");
    let ends = &question.answer.as_ref().expect("it has an answer").ends;
    let hexes: Vec<String> = ends.iter().map(|end| end.hex.to_string()).collect();
    assert_eq!(hexes, ["A2", "B2"]);
    assert_eq!(question.end().map(|end| end.hex.to_string()).as_deref(), Some("A2"));
}

#[test]
fn question_about_an_entry_without_a_turn_lists_the_turns() {
    let record = cellar();
    let QuestionError::NoTurn { entry: 12, action, turns } =
        TurnQuestion::at(&record, 12).expect_err("it is no turn")
    else {
        panic!("it is another error");
    };
    assert!(action.starts_with("character Piper"), "{action}");
    assert_eq!(turns.len(), 10);
    for entry in [0, 120] {
        let missing = TurnQuestion::at(&record, entry).expect_err("there is no such entry");
        assert_eq!(missing, QuestionError::NoEntry { entry, last: 119 });
    }
}

#[test]
fn shared_question_starts_with_a_position_that_parses_again() {
    let record = cellar();
    let game = record.game_at(23).expect("it is there");
    let id = game.position().find("Mudling 3").expect("it is there");
    let shared = TurnQuestion::now(game.clone(), id).to_share();
    let (position, answer) = shared.split_once("\n\n").expect("a free line between");
    let position = parse(position).expect("it is a position");
    assert_eq!(print(&position), print(game.position()));
    assert!(answer.starts_with("Whom does Mudling 3 attack?\nMudling 3 goes for"), "{answer}");
}

#[test]
fn question_without_an_answer_names_what_is_missing() {
    let text = "board 3x1\nnormal Guard 1 at A1\ncharacter Brute at C1, initiative 10";
    let game = Game::new(parse(text).expect("it is a position"));
    let id = game.position().find("Guard 1").expect("it is there");
    let question = TurnQuestion::now(game, id);
    assert!(
        question.answer_text().starts_with("Cannot tell: there is no card"),
        "{}",
        question.answer_text()
    );
    assert!(question.end().is_none());
}

#[test]
fn checklist_lists_every_item_on_the_table_once_in_order() {
    let text = "map 3x3
        |.   .
        |  o
        |.   .
        |  x
        |    .
        |  .
        wall A1-B1
        level 2
        ruling nearer first
        initiative Guard: 50
        card Guard: move 2, attack
        character Brute at A1, resting, hit points 3/10
        elite Guard 4 at C1, flying, muddled, hit points 8/8
        summon Rat of Brute at C3
        object Crate at B3, with monsters, initiative 99";
    let game = Game::new(parse(text).expect("it is a position"));
    let items = checklist(&game);
    let lines: Vec<&str> = items.iter().map(|item| item.text.as_str()).collect();
    assert_eq!(
        lines,
        [
            "Column A: 1 to 2",
            "Column B: 1 to 3",
            "Column C: 1 to 3",
            "Walls between A1-B1",
            "Obstacle: B1",
            "Trap: B2",
            "Brute in A1: character, 3 of 10 hit points",
            "Guard 4 in C1: elite, 8 of 8 hit points, flying, muddled",
            "Rat in C3: summon of Brute",
            "Crate in B3: object, with monsters",
            "Initiative of Brute: long rest",
            "Initiative of Crate: 99",
            "Initiative of Guard: 50",
            "Card of Guard: move 2, attack",
            "Round 1",
            "Scenario level 2",
            "Ruling: nearer first",
        ]
    );
    let parts: Vec<Part> = items.iter().map(|item| item.part).collect();
    assert!(parts.is_sorted());
    assert_eq!(items[1].hexes.len(), 3);
}
