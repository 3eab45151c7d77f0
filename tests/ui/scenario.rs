//! A scenario on its hexes: set up, played round by round with the pointer and with keys.

use std::path::Path;

use egui::{Key, Modifiers, Pos2};
use founders_ledger::app::{Command, Environment};
use scenario::action::parse_action;
use scenario::record::{action_text, commented_entries, new_record, played_actions, print};
use scenario::{Record, parse};
use scenario_rules::Action;
use scenario_rules::hex::{Hex, Side};
use ui_board::settings::Settings;
use ui_menu::Menu;
use ui_scenario::{CANVAS, ScenarioCommand, hex_center, side_center};

use crate::app::Desk;

pub const TABLE: &str = "board 7x5
level 1
card Guard: move 2, attack
character Brute at A3, unrevealed, hit points 10/10
character Tinkerer at A5, unrevealed
normal Guard 3 at E3, hit points 6/6
elite Guard 1 at F5";

fn hex(name: &str) -> Hex {
    name.parse().expect("a hex")
}

/// A desk with this table on it.
fn desk(table: &str) -> Desk {
    let mut desk = Desk::new();
    open(&mut desk, table);
    desk
}

pub fn open(desk: &mut Desk, table: &str) {
    let record = new_record(parse(table).expect("a position"));
    desk.give(Command::OpenText(print(&record)));
}

pub fn record(desk: &Desk) -> &Record {
    desk.app().scenario().expect("a scenario is open")
}

fn table(desk: &Desk) -> String {
    scenario::print(record(desk).game().position())
}

/// The actions that were recorded, as they are written.
pub fn played(desk: &Desk) -> Vec<String> {
    let record = record(desk);
    played_actions(record).map(|action| action_text(record, action)).collect()
}

/// Parses an action of the record on the desk.
#[track_caller]
pub fn action(desk: &Desk, line: &str) -> Action {
    let position = record(desk).game().position();
    let action = parse_action(1, line, position.names(), position.board());
    action.unwrap_or_else(|error| panic!("{line}: {error}"))
}

pub fn at(desk: &Desk, name: &str) -> Pos2 {
    let board = record(desk).game().position().board();
    hex_center(desk.place_of(CANVAS), board, hex(name))
}

pub fn click(desk: &mut Desk, name: &str) {
    let spot = at(desk, name);
    desk.click_at(spot);
}

/// Types into the field of this name, in place of what stands there.
pub fn fill(desk: &mut Desk, field: &str, text: &str) {
    desk.press(field);
    desk.key_with(Modifiers::COMMAND, Key::A);
    desk.type_text(text);
    desk.key(Key::Enter);
}

#[test]
fn a_table_is_set_up_by_pointer() {
    let mut desk = Desk::new();
    desk.press("Scenario table");
    desk.press("Lay it out");
    let places = ["B2", "B3", "B4"].map(|name| at(&desk, name));
    desk.drag_over(&places);
    desk.let_go(places[2]);
    desk.press("Trap");
    click(&mut desk, "D3");
    desk.press("No hex");
    click(&mut desk, "K9");
    desk.press("Walls");
    let board = record(&desk).game().position().board();
    let wall = side_center(desk.place_of(CANVAS), board, hex("C3"), Side::South);
    desk.click_at(wall);
    assert_eq!(played(&desk), ["obstacle B2 B3 B4", "trap D3", "void K9", "wall C3-C4"]);
    desk.click_at(wall);
    desk.press("Figures");
    desk.press("Name");
    desk.type_text("Guard");
    click(&mut desk, "F4");
    click(&mut desk, "F5");
    desk.press("Elite");
    click(&mut desk, "F6");
    desk.press("Character");
    fill(&mut desk, "Name", "Brute");
    click(&mut desk, "A1");
    let text = table(&desk);
    for line in [
        "normal Guard 1 at F4\n",
        "normal Guard 2 at F5\n",
        "elite Guard 3 at F6\n",
        "character Brute at A1, unrevealed\n",
    ] {
        assert!(text.contains(line), "{text}");
    }
    assert!(!text.contains("wall"), "{text}");
    // Two figures in one hex are refused, and nothing is recorded.
    let before = played(&desk).len();
    click(&mut desk, "F4");
    assert_eq!(played(&desk).len(), before);
    assert!(desk.shows("F4 holds"), "{:#?}", desk.labels());
}

#[test]
fn a_round_is_played_by_pointer() {
    let mut desk = desk(TABLE);
    fill(&mut desk, "Initiative of Brute", "30/12");
    fill(&mut desk, "Initiative of Tinkerer", "resting");
    fill(&mut desk, "Initiative of Guard", "15");
    assert_eq!(
        played(&desk),
        ["initiative Brute: 30/12", "initiative Tinkerer: resting", "initiative Guard: 15"]
    );
    // The elite first, though its number is the greater.
    click(&mut desk, "F5");
    assert!(desk.shows("Guard 1 goes for"), "{:#?}", desk.labels());
    desk.press("Accept");
    click(&mut desk, "E3");
    assert!(desk.shows("Guard 3 goes for the Brute: 3 steps"), "{:#?}", desk.labels());
    desk.press("Accept");
    let latest = played(&desk);
    let latest = latest.last().expect("it is recorded");
    assert_eq!(latest, "turn Guard 3: to C2");
    assert!(desk.shows("Its turn is over in this round."));
    // The Brute hits it, and has had its turn.
    desk.press("5 damage");
    desk.press("Stunned");
    click(&mut desk, "A3");
    desk.press("The turn is over");
    desk.press("Round 1");
    desk.press("End the round");
    assert!(desk.shows("Round 2"));
    let text = table(&desk);
    assert!(text.contains("Guard 3 at C2, stunned, hit points 1/6"), "{text}");
    assert!(text.contains("Brute at A3, unrevealed"), "{text}");
    desk.give(Command::Menu(Menu::Undo));
    assert!(desk.shows("Round 1"));
    desk.press("Redo");
    assert!(desk.shows("Round 2"));
}

#[test]
fn a_round_is_played_by_keys_alone() {
    let mut desk = desk(TABLE);
    for (field, text) in [
        ("Initiative of Brute", "30"),
        ("Initiative of Tinkerer", "44/2"),
        ("Initiative of Guard", "15"),
    ] {
        desk.tab_until(field, false);
        desk.type_text(text);
        desk.key(Key::Enter);
    }
    desk.key(Key::Escape);
    // From A1 to the Guard in E3: four to the right, two down.
    for key in [[Key::ArrowRight; 2], [Key::ArrowRight; 2], [Key::ArrowDown; 2]].concat() {
        desk.key(key);
    }
    desk.key(Key::Enter);
    assert!(desk.shows("Guard 3 goes for the Brute"), "{:#?}", desk.labels());
    desk.key(Key::A);
    // The Tinkerer moves to the marked hex.
    desk.key(Key::Escape);
    for key in [[Key::ArrowLeft; 2], [Key::ArrowLeft; 2], [Key::ArrowDown; 2]].concat() {
        desk.key(key);
    }
    desk.key(Key::Enter);
    desk.key(Key::ArrowRight);
    desk.key(Key::M);
    desk.tab_to("The turn is over", false);
    assert_eq!(played(&desk)[3..], ["turn Guard 3: to C2", "move Tinkerer to B5", "done Tinkerer"]);
}

#[test]
fn players_choose_among_what_is_equally_right() {
    let mut desk = desk(
        "board 5x5
        card Archer: attack range 3 targets 2
        normal Archer 1 at C3
        initiative Archer: 20
        character Brute at C1, initiative 10
        character Mage at A3, initiative 30
        character Thief at E3, initiative 30",
    );
    click(&mut desk, "C3");
    assert!(!desk.offers("Accept"));
    assert!(desk.shows("Choose the targets"));
    desk.press("Thief");
    desk.press("Accept");
    assert_eq!(played(&desk), ["turn Archer 1: to C3, attacks Brute, Thief"]);
}

#[test]
fn one_of_several_ends_is_picked() {
    let mut desk = desk(
        "board 5x4
        card Guard: move 1, attack
        normal Guard 1 at B2
        initiative Guard: 50
        character Brute at A1, initiative 20
        character Mage at C4, initiative 70",
    );
    click(&mut desk, "B2");
    desk.press("B1");
    desk.press("Accept");
    assert_eq!(played(&desk), ["turn Guard 1: to B1, attacks Brute"]);
}

#[test]
fn the_table_overrules_with_a_reason() {
    let mut desk = desk(TABLE);
    fill(&mut desk, "Initiative of Guard", "15");
    click(&mut desk, "E3");
    desk.press("Overrule…");
    click(&mut desk, "D4");
    desk.press("Tinkerer");
    desk.press("Reason");
    desk.type_text("it was pushed");
    desk.press("Record it");
    assert_eq!(
        played(&desk)[1..],
        ["overrule Guard 3: to D4, attacks Tinkerer, because it was pushed"]
    );
}

#[test]
fn a_missing_card_is_told_and_can_be_typed() {
    let mut desk = desk(&TABLE.replace("card Guard: move 2, attack\n", ""));
    click(&mut desk, "E3");
    assert!(desk.shows("there is no card for Guard 3"), "{:#?}", desk.labels());
    desk.press("Round 1");
    fill(&mut desk, "Card of Guard", "run 2");
    assert!(desk.shows("found \"run\", expected"), "{:#?}", desk.labels());
    assert!(played(&desk).is_empty());
    fill(&mut desk, "Card of Guard", "move 2, attack");
    assert_eq!(played(&desk), ["card Guard: move 2, attack"]);
    assert!(!desk.shows("found \"run\""));
}

#[test]
fn a_character_is_dragged_and_the_table_says_whom_monsters_would_go_for() {
    let mut desk = desk(&TABLE.replace("unrevealed", "initiative 30"));
    let (from, over, to) = (at(&desk, "A5"), at(&desk, "B4"), at(&desk, "D4"));
    desk.drag_over(&[from, over, to]);
    assert!(desk.shows("Tinkerer to D4"), "{:#?}", desk.labels());
    assert!(desk.shows("For the Tinkerer: Guard 3 and Guard 1."), "{:#?}", desk.labels());
    assert!(played(&desk).is_empty(), "nothing is decided before");
    desk.let_go(to);
    assert_eq!(played(&desk), ["move Tinkerer to D4"]);
}

#[test]
fn a_dragged_figure_is_told_of_the_trap_and_suffers_it_when_it_is_let_go() {
    let table = TABLE.replace("board 7x5", "board 7x5\ntrap D4");
    let mut desk = desk(&table);
    let (from, over, to) = (at(&desk, "A3"), at(&desk, "B4"), at(&desk, "D4"));
    desk.drag_over(&[from, over, to]);
    let said = "The Brute springs the trap in D4 and suffers 3 damage (S6.3): 7 of 10 hit points \
                are left.";
    assert!(desk.shows(said), "{:#?}", desk.labels());
    desk.let_go(to);
    assert_eq!(played(&desk), ["move Brute to D4"]);
    assert!(desk.shows(said), "{:#?}", desk.labels());
    let now = self::table(&desk);
    assert!(now.contains("Brute at D4") && now.contains("7/10") && !now.contains("trap"), "{now}");
}

#[test]
fn players_choose_where_a_figure_comes_down_that_stops_flying_above_an_obstacle() {
    let table = TABLE.replace("board 7x5", "board 7x5\nobstacle E3");
    let mut desk = desk(&table.replace("Guard 3 at E3", "Guard 3 at E3, flying"));
    click(&mut desk, "E3");
    desk.press("Flying");
    assert!(played(&desk).is_empty() && desk.shows("may come down in"), "{:#?}", desk.labels());
    desk.press("Down to E2");
    assert_eq!(played(&desk), ["walking Guard 3 to E2"]);
    assert!(self::table(&desk).contains("Guard 3 at E2, hit points 3/6"));
}

#[test]
fn an_old_record_opens_with_what_the_rules_would_have_otherwise_now() {
    let record =
        new_record(parse(&TABLE.replace("board 7x5", "board 7x5\ntrap D4")).expect("it is"));
    let text = print(&record).replacen("scenario 2", "scenario 1", 1).replace("rules: 2\n", "");
    let old: Vec<&str> =
        text.lines().map(|line| line.rsplit_once("  ~").map_or(line, |(line, _)| line)).collect();
    let mut desk = Desk::new();
    desk.give(Command::OpenText(format!("{}\nmove Brute to D4\n", old.join("\n"))));
    assert!(desk.shows("Entry 1: Brute came into the trap in D4"), "{:#?}", desk.labels());
    assert!(desk.shows("new entries are judged by the rules as they are now"));
    assert!(self::table(&desk).contains("Brute at D4, unrevealed, hit points 10/10"));
}

#[test]
fn a_further_attack_goes_at_the_same_target_unless_the_table_goes_by_the_letter() {
    let table = TABLE.replace("card Guard: move 2", "card Guard: move 9");
    let mut desk = desk(&table.replace("unrevealed", "initiative 20"));
    fill(&mut desk, "Initiative of Guard", "15");
    click(&mut desk, "E3");
    desk.press("Accept");
    let first = played(&desk).pop().expect("it was recorded");
    fill(&mut desk, "Further attack of its card", "attack");
    assert!(desk.shows("Ruling G28 (public)"), "{:#?}", desk.labels());
    desk.press("Accept");
    let again = played(&desk).pop().expect("it was recorded");
    assert_eq!(again.split("attacks ").last(), first.split("attacks ").last());
}

#[test]
fn by_the_letter_a_monster_with_two_attacks_goes_for_another_enemy_with_the_second() {
    let table = TABLE.replace("card Guard: move 2", "card Guard: move 9");
    let mut desk = desk(&table.replace("unrevealed", "initiative 20"));
    desk.press("Set up");
    desk.press("Further attack: other target (the letter)");
    assert_eq!(played(&desk), ["ruling other target"]);
    desk.press("Round 1");
    fill(&mut desk, "Initiative of Guard", "15");
    click(&mut desk, "E3");
    desk.press("Accept");
    let first = played(&desk).pop().expect("it was recorded");
    let (attacked, other) =
        if first.contains("Brute") { ("Brute", "Tinkerer") } else { ("Tinkerer", "Brute") };
    fill(&mut desk, "Further attack of its card", "move 9, attack");
    assert_eq!(played(&desk).pop().as_deref(), Some("again Guard 3: move 9, attack"));
    assert!(desk.shows(&format!("Guard 3 goes for the {other}")), "{:#?}", desk.labels());
    assert!(desk.shows(attacked) && desk.shows("S8.14"), "{:#?}", desk.labels());
    desk.press("Accept");
    let second = played(&desk).pop().expect("it was recorded");
    assert!(second.starts_with("turn Guard 3: ") && second.contains(other), "{second}");
    // What is no attack stays to be put right.
    fill(&mut desk, "Further attack of its card", "attack rnage 3");
    assert!(desk.shows("expected"), "{:#?}", desk.labels());
}

#[test]
fn a_character_learns_why_not_and_where_it_is_safe() {
    let table = TABLE.replacen("unrevealed", "initiative 20", 1);
    let mut desk = desk(&table.replace("unrevealed", "initiative 30"));
    click(&mut desk, "A5");
    let why = "Guard 3 goes for the Brute: 3 steps, initiative 20. \
               The Tinkerer: 3 steps, initiative 30; S8.5 tied foci.";
    assert!(desk.says(why), "{:#?}", desk.labels());
    desk.press("Safe hexes");
    desk.finish_scenario();
    assert!(desk.shows("A number says how many would attack"), "{:#?}", desk.labels());
    desk.key(Key::Escape);
}

#[test]
fn range_and_sight_are_asked_for_by_two_presses() {
    let mut desk = desk("board 4x4\nwall B1-C2 B2-C2\ncharacter Brute at A4, initiative 1");
    desk.press("Sight");
    for (to, said) in [
        ("C2", "A2 to C2: range 3 (S2.3), not in sight"),
        ("D2", "A2 to D2: range 3 (S2.3), in sight"),
    ] {
        click(&mut desk, "A2");
        click(&mut desk, to);
        assert!(desk.shows(said), "{said}: {:#?}", desk.labels());
    }
}

#[test]
fn the_first_scenario_of_jaws_of_the_lion_has_initiative_50_without_cards() {
    let mut desk = Desk::new();
    desk.press("Scenario table");
    desk.press("First scenario of Jaws of the Lion");
    desk.press("Figures");
    desk.press("Name");
    desk.type_text("Raider");
    click(&mut desk, "C3");
    let text = table(&desk);
    assert!(text.contains("level 1") && text.contains("initiative Raider: 50"), "{text}");
}

#[test]
fn the_journal_shows_the_table_as_it_was_and_records_nothing_there() {
    let mut desk = Desk::new();
    desk.press("Scenario table");
    desk.press("Example: the flooded cellar");
    let whole = played(&desk);
    desk.press("Journal");
    desk.press("Entry before");
    assert!(desk.shows("The table after entry 118 of 119"), "{:#?}", desk.labels());
    desk.press("Entry before");
    click(&mut desk, "I3");
    desk.press("5 healed");
    assert_eq!(played(&desk), whole, "the past is only looked at");
    desk.press("Back to now");
    assert!(!desk.shows("to look at"));
    desk.press("1 damage");
    assert_eq!(played(&desk).len(), whole.len() + 1);
}

#[test]
fn a_position_is_opened_as_a_game_of_its_own() {
    let puzzle = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("assets/scenario/puzzles/01-nearer-is-not-closer.position");
    let mut desk = Desk::new();
    desk.give(Command::Open(puzzle));
    click(&mut desk, "A2");
    assert!(desk.shows("Guard 3 goes for the Tinkerer"), "{:#?}", desk.labels());
}

#[test]
fn what_is_pressed_is_as_large_as_a_finger() {
    let mut desk = desk(TABLE);
    for name in ["Round 1", "Set up", "Sight", "Journal", "Undo", "Redo", "End the round"] {
        let place = desk.place_of(name);
        assert!(place.height() >= 40.0, "{name}: {place}");
    }
    click(&mut desk, "A3");
    for name in ["The turn is over", "Safe hexes", "1 damage", "Stunned", "Remove from the map"] {
        let place = desk.place_of(name);
        assert!(place.height() >= 40.0, "{name}: {place}");
    }
}

#[test]
fn levels_and_prices_are_worked_out_beside_the_game() {
    let mut desk = desk(TABLE);
    desk.press("Numbers");
    // Two characters of level 1 come to level 1; the table has it.
    assert!(desk.says("Level 1") && desk.says("Trap 3 damage"), "{:#?}", desk.labels());
    desk.press("Very hard");
    assert!(desk.says("Level 3") && desk.says("Gold 3 for each money token"));
    desk.press("Set it for this table");
    assert_eq!(played(&desk), ["level 3"]);
    assert!(table(&desk).contains("level 3\n"), "{}", table(&desk));
    desk.press("One more");
    desk.press("One more");
    desk.press("One more");
    assert!(desk.offers("Level of character 4") && !desk.offers("Level of character 5"));
    // A new character above the prosperity level is refused with the reason.
    type_into(&mut desk, "Level of the new character", "4");
    assert!(desk.shows("the level of a new character"), "{:#?}", desk.labels());
    type_into(&mut desk, "Prosperity level of the town", "4");
    assert!(desk.says("Experience 150") && desk.says("Gold 75"), "{:#?}", desk.labels());
    // Attack on a card of level 3, with several targets and one sticker before: 100 + 50 + 75.
    desk.press("What is enhanced: move");
    desk.press("attack");
    type_into(&mut desk, "Level of the card", "3");
    type_into(&mut desk, "Enhancements on the same action", "1");
    desk.press("It has several targets");
    for figure in ["50", "75", "225"] {
        assert!(desk.says(figure), "{figure}: {:#?}", desk.labels());
    }
    assert!(desk.shows("the table says"), "{:#?}", desk.labels());
}

/// Types a number into the field of this name.
fn type_into(desk: &mut Desk, field: &str, number: &str) {
    desk.press(field);
    desk.type_text(number);
    desk.key(Key::Enter);
}

#[test]
fn an_earlier_entry_is_put_right_by_presses_on_the_table_as_it_was() {
    let mut desk = desk(TABLE);
    click(&mut desk, "A3");
    desk.press("1 damage");
    desk.press("Stunned");
    desk.give(Command::Menu(Menu::Repair));
    desk.press("1  hit points Brute: 9/10");
    desk.press("Change…");
    // On the table before it: the Brute is unhurt and not stunned.
    click(&mut desk, "A3");
    assert!(desk.shows("10 of 10 hit points"), "{:#?}", desk.labels());
    desk.press("5 damage");
    assert!(desk.shows("Every later entry holds."), "{:#?}", desk.labels());
    assert_eq!(played(&desk)[0], "hit points Brute: 9/10", "nothing is recorded before");
    desk.press("Insert before…");
    desk.press("What happened");
    desk.type_text("trap B2");
    desk.key(Key::Enter);
    desk.press("2  gain Brute: stunned");
    desk.press("Leave out");
    desk.press("As it was");
    desk.press("Accept the repair");
    let repaired = ["trap B2", "hit points Brute: 5/10", "gain Brute: stunned"];
    assert_eq!(played(&desk), repaired);
    desk.press("Undo");
    assert_eq!(played(&desk), ["hit points Brute: 9/10", "gain Brute: stunned"]);
    desk.press("Redo");
    assert_eq!(played(&desk), repaired);
}

#[test]
fn a_turn_that_no_longer_holds_after_a_repair_stands_or_is_left_out() {
    let mut desk = desk(TABLE);
    fill(&mut desk, "Initiative of Guard", "15");
    let moved = at(&desk, "A3");
    let (over, to) = (at(&desk, "C3"), at(&desk, "D3"));
    desk.drag_over(&[moved, over, to]);
    desk.let_go(to);
    click(&mut desk, "E3");
    desk.press("Accept");
    let turn = played(&desk)[2].clone();
    assert!(turn.starts_with("turn Guard 3: to E3, attacks Brute"), "{turn}");
    desk.give(Command::Menu(Menu::Repair));
    desk.press("2  move Brute to D3");
    desk.press("Leave out");
    assert!(desk.shows(&format!("Entry 3: {turn} no longer holds.")), "{:#?}", desk.labels());
    desk.press("Accept the repair");
    assert_eq!(played(&desk).len(), 3, "it cannot be accepted yet");
    desk.press("Let it stand");
    desk.press("Accept the repair");
    let stands = turn.replacen("turn", "overrule", 1);
    assert_eq!(
        played(&desk)[1..],
        [format!("{stands}, because so it was played before the record was repaired")]
    );
    // Given up, nothing is changed.
    desk.give(Command::Menu(Menu::Repair));
    desk.press("Leave out");
    desk.give(Command::Menu(Menu::Undo));
    assert!(desk.shows("A repair goes on"), "{:#?}", desk.labels());
    desk.press("Cancel");
    assert_eq!(played(&desk).len(), 2);
    desk.give(Command::Menu(Menu::Repair));
    desk.key(Key::Escape);
    assert!(!desk.shows("Repair the record"));
}

#[test]
fn entries_are_marked_and_notes_written() {
    let mut desk = desk(TABLE);
    click(&mut desk, "A3");
    desk.press("1 damage");
    desk.press("Journal");
    desk.press("More");
    desk.press("Words for a note or a mark");
    desk.type_text("The door creaks.");
    desk.press("Write a note");
    assert_eq!(played(&desk)[1], "note The door creaks.");
    desk.press("Entry before");
    desk.press("Words for a note or a mark");
    desk.type_text("Argued here");
    desk.press("Mark this entry");
    assert_eq!(commented_entries(record(&desk)), [(1, "Argued here")]);
    desk.press("Back to now");
    desk.press("1: Argued here");
    assert!(desk.shows("The table after entry 1 of 2"), "{:#?}", desk.labels());
    desk.press("Take the mark away");
    assert_eq!(commented_entries(record(&desk)), []);
}

#[test]
fn pages_pictures_and_texts_leave_the_table() {
    let folder = tempfile::tempdir().expect("a folder");
    let pages = folder.path().join("pages");
    let world = Environment { pages: Some(pages.clone()), ..Environment::default() };
    let mut desk = Desk::in_world(world, Settings::default());
    open(&mut desk, &TABLE.replace("unrevealed", "initiative 30"));
    click(&mut desk, "E3");
    desk.press("Copy for a forum");
    assert!(desk.shows("Copied as text."), "{:#?}", desk.labels());
    desk.press("Dispute page");
    let page = std::fs::read_to_string(pages.join("turn.html")).expect("the page is written");
    for words in ["Whom does Guard 3 attack?", "Guard 3 goes for the Brute", "<svg"] {
        assert!(page.contains(words), "{words}");
    }
    desk.give(Command::Menu(Menu::PrintLayout));
    let page = std::fs::read_to_string(pages.join("table.html")).expect("the page is written");
    assert!(page.contains("Brute in A3: character, 10 of 10 hit points"), "{page}");
    std::fs::remove_file(pages.join("table.html")).expect("it is there");
    desk.key(Key::F8);
    assert!(pages.join("table.html").exists(), "the key opens it too");
    let picture = folder.path().join("map.svg");
    desk.give(Command::UseChosenFile(Menu::SavePicture, picture.clone()));
    let drawn = std::fs::read_to_string(picture).expect("it is drawn");
    assert!(drawn.contains(">Gu3</text>"), "{drawn}");
    let copied = desk.copies(Menu::CopyRecord);
    assert_eq!(copied, print(record(&desk)));
}

#[test]
fn keys_lead_through_the_entries_of_a_scenario() {
    let mut desk = Desk::new();
    desk.press("Scenario table");
    desk.press("Example: the flooded cellar");
    desk.key_with(Modifiers::ALT, Key::ArrowLeft);
    desk.key_with(Modifiers::ALT, Key::ArrowLeft);
    assert!(desk.shows("The table after entry 117 of 119"), "{:#?}", desk.labels());
    desk.key_with(Modifiers::ALT, Key::ArrowRight);
    assert!(desk.shows("The table after entry 118 of 119"));
    desk.key_with(Modifiers::ALT, Key::Home);
    assert!(desk.shows("The table after entry 0 of 119"));
    desk.key_with(Modifiers::ALT, Key::End);
    assert!(!desk.shows("to look at"));
}

#[test]
fn standees_bear_the_numbers_that_were_drawn() {
    let mut desk = desk(TABLE);
    desk.press("Set up");
    desk.press("Figures");
    desk.press("Name");
    desk.type_text("guard");
    // Guard 1 and Guard 3 stand on the map.
    desk.press("Standee 3");
    click(&mut desk, "A1");
    desk.press("Standee 7");
    click(&mut desk, "B1");
    click(&mut desk, "C1");
    let put = ["normal guard 2 at A1", "normal guard 7 at B1", "normal guard 4 at C1"];
    assert_eq!(played(&desk), put);
}

#[test]
fn elites_have_a_card_of_their_own_and_the_order_says_who_acts_next() {
    let mut desk = desk(&TABLE.replace("unrevealed", "initiative 30"));
    fill(&mut desk, "Initiative of Guard", "15");
    fill(&mut desk, "Card of elite Guard", "move 3, attack");
    assert_eq!(played(&desk)[1], "card elite Guard: move 3, attack");
    assert!(desk.says("15  Guard 1, elite, acts next"), "{:#?}", desk.labels());
    desk.press("15  Guard 1, elite, acts next");
    desk.press("Accept");
    desk.press("Round 1");
    assert!(desk.says("15  Guard 1, elite, done"), "{:#?}", desk.labels());
    assert!(desk.says("15  Guard 3, normal, acts next"));
}

#[test]
fn hit_points_in_full_are_typed_whole() {
    let mut desk = desk(TABLE);
    for (hex, full) in [("F5", "14"), ("E3", "4")] {
        click(&mut desk, hex);
        desk.press("In full");
        desk.key_with(Modifiers::COMMAND, Key::A);
        desk.type_text(full);
        desk.key(Key::Enter);
        if hex == "F5" {
            desk.press("Count hit points");
        }
    }
    assert_eq!(played(&desk), ["hit points Guard 1: 14/14", "hit points Guard 3: 4/4"]);
}

/// A door is opened by the Nightshroud, behind it are sets whose initiative has passed.
const DOOR: &str = "board 9x3
closed E2
void E1 E3
character Nightshroud at D2, unrevealed
character Brute at A1, unrevealed
normal Guard 1 at B3";

#[test]
fn nobody_acts_next_before_every_initiative_is_turned_over() {
    let mut desk = desk(DOOR);
    let nobody = "Nobody acts yet: turn over the initiative of Nightshroud, Brute and Guard.";
    assert!(desk.says(nobody), "{:#?}", desk.labels());
    fill(&mut desk, "Initiative of Guard", "20");
    fill(&mut desk, "Initiative of Nightshroud", "25");
    assert!(desk.says("Nobody acts yet: turn over the initiative of Brute."));
    assert!(!desk.shows("acts next"), "{:#?}", desk.labels());
    fill(&mut desk, "Initiative of Brute", "70");
    assert!(desk.says("20  Guard 1, normal, acts next"), "{:#?}", desk.labels());
    for name in ["Guard 1", "Nightshroud", "Brute"] {
        let done = action(&desk, &format!("done {name}"));
        desk.give(ScenarioCommand::Play(done));
    }
    assert!(desk.says("Everybody has acted: end the round."), "{:#?}", desk.labels());
}

#[test]
fn the_opener_of_a_door_stays_in_turn_before_the_monsters_behind_it() {
    let mut desk = desk(DOOR);
    let lines = "initiative Nightshroud: 25\ninitiative Brute: 70\ninitiative Guard: 20
        done Guard 1\nmove Nightshroud to E2\nnormal Wind 1 at G1\nnormal Frost 1 at G2
        elite Frost 2 at H3\nnormal Guard 2 at I2\ninitiative Wind: 21\ninitiative Frost: 18
        done Nightshroud";
    for line in lines.lines() {
        let action = action(&desk, line.trim());
        desk.give(ScenarioCommand::Play(action));
    }
    assert!(desk.says("18  Frost 2, elite, acts next"), "{:#?}", desk.labels());
    desk.give(Command::Menu(Menu::Undo));
    assert!(desk.says("25  Nightshroud, acts next"), "{:#?}", desk.labels());
    assert!(desk.says("In turn: the Nightshroud."), "{:#?}", desk.labels());
    assert!(desk.shows("Ruling G16 (public): "), "{:#?}", desk.labels());
    assert!(!desk.shows("Frost 2, elite, acts next"));
}

#[test]
fn an_invisible_character_learns_that_it_is_invisible() {
    let table = TABLE.replacen("unrevealed", "initiative 20, invisible", 1);
    let mut desk = desk(&table.replace("unrevealed", "initiative 30"));
    click(&mut desk, "A3");
    let why = "The Brute: invisible, so neither focus nor target (ruling G14), initiative 20; \
               S8.7 no focus.";
    assert!(desk.shows(why), "{:#?}", desk.labels());
}

#[test]
fn sight_between_adjacent_hexes_of_a_passage_names_g25() {
    let mut desk = desk("board 5x1\nruling corner to corner\ncharacter Brute at E1, initiative 1");
    desk.press("Sight");
    for (to, said) in [
        ("B1", "A1 to B1: range 1 (S2.3), in sight (S2.4). Ruling G25 (ours): "),
        (
            "C1",
            "A1 to C1: range 2 (S2.3), not in sight: no line is free of walls (S2.4). Ruling G4 (public): ",
        ),
    ] {
        click(&mut desk, "A1");
        click(&mut desk, to);
        assert!(desk.shows(said), "{said}: {:#?}", desk.labels());
    }
}
