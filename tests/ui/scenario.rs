//! A scenario on its hexes: set up, and played round by round with the pointer and with keys.

use std::path::Path;

use egui::{Key, Modifiers, Pos2};
use founders_ledger::app::{Command, Environment};
use scenario::action::parse_action;
use scenario::record::{action_text, new_record, played_actions, print};
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

/// Starts the app with this table open.
pub fn desk(table: &str) -> Desk {
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

pub fn table(desk: &Desk) -> String {
    scenario::print(record(desk).game().position())
}

/// Returns the recorded actions, as text.
pub fn played(desk: &Desk) -> Vec<String> {
    let record = record(desk);
    played_actions(record).map(|action| action_text(record, action)).collect()
}

/// Parses an action of the open record.
#[track_caller]
pub fn action(desk: &Desk, line: &str) -> Action {
    let position = record(desk).game().position();
    parse_action(1, line, position.names(), position.board())
        .unwrap_or_else(|error| panic!("{line}: {error}"))
}

pub fn at(desk: &Desk, name: &str) -> Pos2 {
    let board = record(desk).game().position().board();
    hex_center(desk.control_rect(CANVAS), board, hex(name))
}

pub fn click(desk: &mut Desk, name: &str) {
    let spot = at(desk, name);
    desk.click_at(spot);
}

/// Types into the field of this name, replacing its text.
pub fn fill(desk: &mut Desk, field: &str, text: &str) {
    desk.press(field);
    desk.key_with(Modifiers::COMMAND, Key::A);
    desk.type_text(text);
    desk.key(Key::Enter);
}

#[test]
fn pointer_sets_up_a_scenario_table() {
    let mut desk = Desk::new();
    desk.press("Scenario table");
    desk.press("Lay it out");
    let places = ["B2", "B3", "B4"].map(|name| at(&desk, name));
    desk.drag_over(&places);
    desk.release(places[2]);
    desk.press("Trap");
    click(&mut desk, "D3");
    desk.press("No hex");
    click(&mut desk, "K9");
    desk.press("Walls");
    let board = record(&desk).game().position().board();
    let wall = side_center(desk.control_rect(CANVAS), board, hex("C3"), Side::South);
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
    fill(&mut desk, "Name", "Tinkerer");
    click(&mut desk, "F4");
    assert_eq!(played(&desk).len(), before);
    assert!(desk.shows("F4 holds"), "{:#?}", desk.labels());
}

#[test]
fn pointer_plays_a_scenario_round() {
    let mut desk = desk(TABLE);
    desk.press("Initiative of Brute");
    desk.type_text("30");
    desk.press("Tinkerer rests");
    desk.press("Initiative of Guard");
    desk.type_text("15");
    assert_eq!(
        played(&desk),
        ["initiative Brute: 30", "initiative Tinkerer: resting", "initiative Guard: 15"]
    );
    // The elite acts first, though its number is the greater, and is selected by itself.
    assert!(desk.shows("Guard 1 goes for"), "{:#?}", desk.labels());
    desk.press("Accept");
    assert!(desk.shows("Guard 3 goes for Brute: 3 steps"), "{:#?}", desk.labels());
    desk.press("Accept");
    assert_eq!(played(&desk).last().expect("it is recorded"), "turn Guard 3: to C2");
    // The Brute hits it, and has had its turn.
    click(&mut desk, "C2");
    assert!(desk.shows("Its turn is over in this round."));
    desk.press("5 damage");
    desk.press("Stunned");
    desk.press("End the turn of Brute");
    desk.press("The turn is over");
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
fn keys_alone_play_a_scenario_round() {
    let mut desk = desk(TABLE);
    // Digits go to the first empty field, also without the focus; two of them are entered.
    desk.type_text("30");
    desk.type_text("44/2");
    desk.key(Key::Enter);
    desk.type_text("15");
    assert_eq!(
        played(&desk),
        [
            "initiative Brute: 30",
            "initiative Tinkerer: 44",
            "initiative Tinkerer: 44/2",
            "initiative Guard: 15",
        ]
    );
    // From Guard 1 in F5 to Guard 3 in E3: one to the left, two up.
    for key in [Key::ArrowLeft, Key::ArrowUp, Key::ArrowUp, Key::Enter] {
        desk.key(key);
    }
    assert!(desk.shows("Guard 3 goes for Brute"), "{:#?}", desk.labels());
    desk.key(Key::A);
    // Space first shows the elite, whose turn it is.
    desk.key(Key::Space);
    assert!(desk.shows("Guard 1 goes for"), "{:#?}", desk.labels());
    desk.key(Key::Space);
    // The Brute's turn ends, and the Tinkerer moves to the marked hex.
    desk.key(Key::Space);
    desk.key(Key::ArrowRight);
    desk.key(Key::M);
    desk.tab_to("The turn is over", false);
    let lines = played(&desk)[4..].to_vec();
    let ends = ["turn Guard 3: to C2", "done Brute", "move Tinkerer to B5", "done Tinkerer"];
    assert_eq!([&lines[..1], &lines[2..]].concat(), ends);
    assert!(lines[1].starts_with("turn Guard 1: "), "{lines:?}");
    desk.key(Key::Space);
    assert!(desk.shows("Round 2"), "{:#?}", desk.labels());
}

#[test]
fn held_space_takes_one_step() {
    let mut desk = desk(&TABLE.replace("unrevealed", "initiative 20"));
    fill(&mut desk, "Initiative of Guard", "15");
    let count = played(&desk).len();
    desk.hold(Key::Space, 5);
    assert_eq!(played(&desk).len(), count + 1, "{:?}", played(&desk));
}

#[test]
fn refused_initiative_keeps_the_focus_in_its_field() {
    let mut desk = desk(TABLE);
    desk.press("Initiative of Brute");
    for _ in 0..3 {
        desk.key(Key::Enter);
        assert!(desk.focused().is_some_and(|field| field.starts_with("Initiative of ")));
    }
    desk.press("Initiative of Brute");
    desk.type_text("3/");
    desk.key(Key::Enter);
    assert!(desk.shows("expected"), "{:#?}", desk.labels());
    assert_eq!(desk.focused().as_deref(), Some("Initiative of Brute"));
    assert!(played(&desk).is_empty());
}

#[test]
fn digits_after_the_last_initiative_do_no_damage() {
    let table = TABLE.replace("unrevealed", "initiative 20");
    let mut desk = desk(&table.replace("at F5", "at F5, hit points 9/9"));
    desk.type_text("15/12");
    assert_eq!(played(&desk), ["initiative Guard: 15"]);
    desk.pass_time(2);
    desk.key(Key::Num2);
    assert_eq!(played(&desk).len(), 2, "{:?}", played(&desk));
}

#[test]
fn players_choose_among_equally_valid_targets() {
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
    assert!(!desk.has_control("Accept"));
    assert!(desk.shows("Choose the targets"));
    desk.press("Thief");
    desk.press("Accept");
    assert_eq!(played(&desk), ["turn Archer 1: to C3, attacks Brute, Thief"]);
}

#[test]
fn players_choose_among_equally_valid_end_hexes() {
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
fn monster_turn_can_be_overruled_with_a_reason() {
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
fn missing_monster_card_is_reported_and_can_be_typed() {
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
fn dragging_a_character_shows_which_monsters_would_focus_on_it() {
    let mut desk = desk(&TABLE.replace("unrevealed", "initiative 30"));
    let (from, over, to) = (at(&desk, "A5"), at(&desk, "B4"), at(&desk, "D4"));
    desk.drag_over(&[from, over, to]);
    assert!(desk.shows("Tinkerer to D4"), "{:#?}", desk.labels());
    assert!(desk.shows("For Tinkerer: Guard 3 and Guard 1."), "{:#?}", desk.labels());
    assert!(played(&desk).is_empty(), "nothing is decided before");
    desk.release(to);
    assert_eq!(played(&desk), ["move Tinkerer to D4"]);
}

#[test]
fn dragging_onto_a_trap_announces_its_damage_and_applies_it() {
    let table = TABLE.replace("board 7x5", "board 7x5\ntrap D4");
    let mut desk = desk(&table);
    let (from, over, to) = (at(&desk, "A3"), at(&desk, "B4"), at(&desk, "D4"));
    desk.drag_over(&[from, over, to]);
    let message = "Brute springs the trap in D4 and suffers 3 damage (S6.3): 7 of 10 hit \
                   points are left.";
    assert!(desk.shows(message), "{:#?}", desk.labels());
    desk.release(to);
    assert_eq!(played(&desk), ["move Brute to D4"]);
    assert!(desk.shows(message), "{:#?}", desk.labels());
    let now = self::table(&desk);
    assert!(now.contains("Brute at D4") && now.contains("7/10") && !now.contains("trap"), "{now}");
}

#[test]
fn figure_that_stops_flying_over_an_obstacle_gets_a_choice_of_landing_hexes() {
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
fn record_of_older_rules_opens_with_notes_on_changed_rules() {
    let record =
        new_record(parse(&TABLE.replace("board 7x5", "board 7x5\ntrap D4")).expect("it is"));
    let text = print(&record).replacen("scenario 2", "scenario 1", 1).replace("rules: 3\n", "");
    let old: Vec<&str> =
        text.lines().map(|line| line.rsplit_once("  ~").map_or(line, |(line, _)| line)).collect();
    let mut desk = Desk::new();
    desk.give(Command::OpenText(format!("{}\nmove Brute to D4\n", old.join("\n"))));
    assert!(desk.shows("Entry 1: Brute came into the trap in D4"), "{:#?}", desk.labels());
    assert!(desk.shows("new entries are judged by the rules as they are now"));
    assert!(self::table(&desk).contains("Brute at D4, unrevealed, hit points 10/10"));
}

#[test]
fn further_attack_targets_the_same_enemy_by_default() {
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
fn letter_ruling_sends_a_further_attack_to_another_enemy() {
    let table = TABLE.replace("card Guard: move 2", "card Guard: move 9");
    let mut desk = desk(&table.replace("unrevealed", "initiative 20"));
    desk.press("Set up");
    desk.press("Rulings");
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
    assert!(desk.shows(&format!("Guard 3 goes for {other}")), "{:#?}", desk.labels());
    assert!(desk.shows(attacked) && desk.shows("S8.14"), "{:#?}", desk.labels());
    desk.press("Accept");
    let second = played(&desk).pop().expect("it was recorded");
    assert!(second.starts_with("turn Guard 3: ") && second.contains(other), "{second}");
    // A text that is no attack stays in the field.
    desk.press("15  Guard 3, normal, done");
    fill(&mut desk, "Further attack of its card", "attack rnage 3");
    assert!(desk.shows("expected"), "{:#?}", desk.labels());
}

#[test]
fn character_panel_explains_the_monster_focus_and_shows_safe_hexes() {
    let table = TABLE.replacen("unrevealed", "initiative 20", 1);
    let mut desk = desk(&table.replace("unrevealed", "initiative 30"));
    click(&mut desk, "A5");
    let why = "Guard 3 goes for Brute: 3 steps. \
               Tinkerer loses the tie with Brute: 20 before 30 (S8.5).";
    assert!(desk.shows_exactly(why), "{:#?}", desk.labels());
    assert!(desk.shows_exactly("Who goes for Tinkerer?"), "{:#?}", desk.labels());
    click(&mut desk, "A3");
    assert!(desk.shows_exactly("Guard 3 goes for Brute: 3 steps."), "{:#?}", desk.labels());
    click(&mut desk, "A5");
    desk.press("Safe hexes");
    desk.finish_scenario();
    assert!(desk.shows("A number says how many would attack"), "{:#?}", desk.labels());
    desk.key(Key::Escape);
}

#[test]
fn pressing_two_hexes_shows_range_and_line_of_sight() {
    let mut desk = desk("board 4x4\nwall B1-C2 B2-C2\ncharacter Brute at A4, initiative 1");
    for (to, words) in [
        ("C2", "A2 to C2: range 3 (S2.3), not in sight"),
        ("D2", "A2 to D2: range 3 (S2.3), in sight"),
    ] {
        desk.press("Sight");
        click(&mut desk, "A2");
        click(&mut desk, to);
        assert!(desk.shows(words), "{words}: {:#?}", desk.labels());
    }
}

#[test]
fn sight_ends_after_one_use() {
    let mut desk = desk(&TABLE.replace("unrevealed", "initiative 20"));
    desk.press("Sight");
    click(&mut desk, "A3");
    click(&mut desk, "C3");
    assert!(desk.shows("A3 to C3: range 2"), "{:#?}", desk.labels());
    click(&mut desk, "A3");
    assert!(desk.shows("Who goes for Brute?"), "{:#?}", desk.labels());
}

#[test]
fn first_jaws_of_the_lion_scenario_sets_monster_initiative_50() {
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
fn scenario_journal_shows_past_tables_read_only() {
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
    assert_eq!(played(&desk), whole, "a past entry is read-only");
    desk.press("Back to now");
    assert!(!desk.shows("to look at"));
    desk.press("1 damage");
    assert_eq!(played(&desk).len(), whole.len() + 1);
}

#[test]
fn position_file_opens_as_a_new_scenario() {
    let puzzle = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("assets/scenario/puzzles/01-nearer-is-not-closer.position");
    let mut desk = Desk::new();
    desk.give(Command::Open(puzzle));
    click(&mut desk, "A2");
    assert!(desk.shows("Guard 3 goes for Tinkerer"), "{:#?}", desk.labels());
}

#[test]
fn scenario_controls_are_at_least_40_points_high() {
    let mut desk = desk(TABLE);
    for name in ["Round 1", "Set up", "Sight", "Journal", "Undo", "Redo", "End the round"] {
        let place = desk.control_rect(name);
        assert!(place.height() >= 40.0, "{name}: {place}");
    }
    click(&mut desk, "A3");
    for name in ["The turn is over", "Safe hexes", "1 damage", "Stunned", "Remove from the map"] {
        let place = desk.control_rect(name);
        assert!(place.height() >= 40.0, "{name}: {place}");
    }
}

#[test]
fn numbers_page_computes_levels_and_enhancement_prices() {
    let mut desk = desk(TABLE);
    desk.press("Numbers");
    // Two characters of level 1 give level 1, which the table has.
    assert!(
        desk.shows_exactly("Level 1") && desk.shows_exactly("Trap 3 damage"),
        "{:#?}",
        desk.labels()
    );
    desk.press("Very hard");
    assert!(desk.shows_exactly("Level 3") && desk.shows_exactly("Gold 3 for each money token"));
    desk.press("Set it for this table");
    assert_eq!(played(&desk), ["level 3"]);
    assert!(table(&desk).contains("level 3\n"), "{}", table(&desk));
    desk.press("One more");
    desk.press("One more");
    desk.press("One more");
    assert!(desk.has_control("Level of character 4") && !desk.has_control("Level of character 5"));
    // A new character above the prosperity level is refused with the reason.
    type_into(&mut desk, "Level of the new character", "4");
    assert!(desk.shows("the level of a new character"), "{:#?}", desk.labels());
    type_into(&mut desk, "Prosperity level of the town", "4");
    assert!(
        desk.shows_exactly("Experience 150") && desk.shows_exactly("Gold 75"),
        "{:#?}",
        desk.labels()
    );
    // Attack on a card of level 3, with several targets and one sticker before: 100 + 50 + 75.
    desk.press("What is enhanced: move");
    desk.press("attack");
    type_into(&mut desk, "Level of the card", "3");
    type_into(&mut desk, "Enhancements on the same action", "1");
    desk.press("It has several targets");
    for figure in ["50", "75", "225"] {
        assert!(desk.shows_exactly(figure), "{figure}: {:#?}", desk.labels());
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
fn earlier_scenario_entry_is_corrected_on_the_earlier_table() {
    let mut desk = desk(TABLE);
    click(&mut desk, "A3");
    desk.press("1 damage");
    desk.press("Stunned");
    desk.give(Command::Menu(Menu::Repair));
    desk.press("1  suffer Brute: 1");
    desk.press("Change…");
    // On the table before it, the Brute is unhurt and not stunned.
    click(&mut desk, "A3");
    assert!(desk.shows("10 of 10 hit points"), "{:#?}", desk.labels());
    desk.press("5 damage");
    assert!(desk.shows("Every later entry holds."), "{:#?}", desk.labels());
    assert_eq!(played(&desk)[0], "suffer Brute: 1", "nothing is recorded before");
    desk.press("Insert before…");
    desk.press("What happened");
    desk.type_text("trap B2");
    desk.key(Key::Enter);
    desk.press("2  gain Brute: stunned");
    desk.press("Leave out");
    desk.press("As it was");
    desk.press("Accept the repair");
    let repaired = ["trap B2", "suffer Brute: 5", "gain Brute: stunned"];
    assert_eq!(played(&desk), repaired);
    desk.press("Undo");
    assert_eq!(played(&desk), ["suffer Brute: 1", "gain Brute: stunned"]);
    desk.press("Redo");
    assert_eq!(played(&desk), repaired);
}

#[test]
fn turn_invalidated_by_a_repair_can_be_kept_as_an_overruling() {
    let mut desk = desk(TABLE);
    fill(&mut desk, "Initiative of Guard", "15");
    let [from, over, to] = ["A3", "C3", "D3"].map(|hex| at(&desk, hex));
    desk.drag_over(&[from, over, to]);
    desk.release(to);
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
    // A cancelled repair changes nothing.
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
fn scenario_entries_can_be_marked_and_annotated() {
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
    assert_eq!(record(&desk).commented_entries(), [(1, "Argued here")]);
    desk.press("Back to now");
    desk.press("1: Argued here");
    assert!(desk.shows("The table after entry 1 of 2"), "{:#?}", desk.labels());
    desk.press("Take the mark away");
    assert_eq!(record(&desk).commented_entries(), []);
}

#[test]
fn scenario_exports_pages_pictures_and_text() {
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
    for words in ["Whom does Guard 3 attack?", "Guard 3 goes for Brute", "<svg"] {
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
    let copied = desk.copied_text(Menu::CopyRecord);
    assert_eq!(copied, print(record(&desk)));
}

#[test]
fn keys_move_between_scenario_entries() {
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
fn new_standees_get_the_chosen_or_the_next_free_number() {
    let mut desk = desk(TABLE);
    desk.press("Set up");
    desk.press("Figures");
    desk.press("Name");
    desk.type_text("guard");
    // Guard 1 and Guard 3 are on the map.
    desk.press("Standee 3");
    click(&mut desk, "A1");
    desk.press("Standee 7");
    click(&mut desk, "B1");
    click(&mut desk, "C1");
    let put = ["normal guard 2 at A1", "normal guard 7 at B1", "normal guard 4 at C1"];
    assert_eq!(played(&desk), put);
}

#[test]
fn elite_card_is_separate_and_turn_order_marks_the_next_figure() {
    let mut desk = desk(&TABLE.replace("unrevealed", "initiative 30"));
    fill(&mut desk, "Initiative of Guard", "15");
    desk.press("Round 1");
    desk.press("Card: Guard: move 2, attack");
    fill(&mut desk, "Card of elite Guard", "move 3, attack");
    assert_eq!(played(&desk)[1], "card elite Guard: move 3, attack");
    assert!(desk.shows_exactly("15  Guard 1, elite, acts next"), "{:#?}", desk.labels());
    desk.press("15  Guard 1, elite, acts next");
    desk.press("Accept");
    desk.press("Round 1");
    assert!(desk.shows_exactly("15  Guard 1, elite, done"), "{:#?}", desk.labels());
    assert!(desk.shows_exactly("15  Guard 3, normal, acts next"));
}

#[test]
fn maximum_hit_points_can_be_typed() {
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

#[test]
fn hit_points_of_a_rank_are_remembered() {
    let mut desk = desk(&format!("{TABLE}\nnormal Guard 2 at D3\nelite Guard 4 at D1"));
    click(&mut desk, "D3");
    desk.press("Count 6 hit points like the others");
    assert_eq!(played(&desk), ["hit points Guard 2: 6/6"]);
    // No elite one was counted.
    click(&mut desk, "D1");
    assert!(!desk.shows("like the others"), "{:#?}", desk.labels());
}

#[test]
fn condition_button_says_what_it_does_and_when_it_ends() {
    let mut desk = desk(TABLE);
    click(&mut desk, "A3");
    for (name, words) in [
        ("Muddled", "All its attacks have disadvantage until the end of its next full turn"),
        ("Poisoned", "A heal removes it instead of healing"),
    ] {
        desk.hover_over(name);
        desk.pass_time(2);
        assert!(desk.shows(words), "{name}: {:#?}", desk.labels());
    }
}

#[test]
fn undo_key_takes_back_an_initiative_while_the_next_field_is_empty() {
    let mut desk = desk(TABLE);
    desk.type_text("30");
    assert_eq!(desk.focused().as_deref(), Some("Initiative of Tinkerer"));
    desk.key_with(Modifiers::COMMAND, Key::Z);
    assert!(played(&desk).is_empty(), "{:?}", played(&desk));
}

/// The Nightshroud opens a door; behind it are monster sets whose initiative has passed.
const DOOR: &str = "board 9x3
closed E2
void E1 E3
character Nightshroud at D2, unrevealed
character Brute at A1, unrevealed
normal Guard 1 at B3";

#[test]
fn turn_order_waits_until_every_initiative_is_entered() {
    let mut desk = desk(DOOR);
    let nobody = "Nobody acts yet: turn over the initiative of Nightshroud, Brute and Guard.";
    assert!(desk.shows_exactly(nobody), "{:#?}", desk.labels());
    fill(&mut desk, "Initiative of Guard", "20");
    fill(&mut desk, "Initiative of Nightshroud", "25");
    assert!(desk.shows_exactly("Nobody acts yet: turn over the initiative of Brute."));
    assert!(!desk.shows("acts next"), "{:#?}", desk.labels());
    fill(&mut desk, "Initiative of Brute", "70");
    assert!(desk.shows_exactly("20  Guard 1, normal, acts next"), "{:#?}", desk.labels());
    for name in ["Guard 1", "Nightshroud", "Brute"] {
        let done = action(&desk, &format!("done {name}"));
        desk.give(ScenarioCommand::Play(done));
    }
    assert!(desk.shows_exactly("Everybody has acted: end the round."), "{:#?}", desk.labels());
}

#[test]
fn figure_that_opens_a_door_finishes_its_turn_before_revealed_monsters() {
    let mut desk = desk(DOOR);
    let lines = "initiative Nightshroud: 25\ninitiative Brute: 70\ninitiative Guard: 20
        done Guard 1\nmove Nightshroud to E2\nnormal Wind 1 at G1\nnormal Frost 1 at G2
        elite Frost 2 at H3\nnormal Guard 2 at I2\ninitiative Wind: 21\ninitiative Frost: 18
        done Nightshroud";
    for line in lines.lines() {
        let action = action(&desk, line.trim());
        desk.give(ScenarioCommand::Play(action));
    }
    assert!(desk.shows_exactly("18  Frost 2, elite, acts next"), "{:#?}", desk.labels());
    desk.give(Command::Menu(Menu::Undo));
    assert!(desk.shows_exactly("25  Nightshroud, acts next"), "{:#?}", desk.labels());
    assert!(desk.shows_exactly("In turn: Nightshroud."), "{:#?}", desk.labels());
    assert!(desk.shows("Ruling G16 (public): "), "{:#?}", desk.labels());
    assert!(!desk.shows("Frost 2, elite, acts next"));
}

#[test]
fn invisible_character_is_named_as_neither_focus_nor_target() {
    let table = TABLE.replacen("unrevealed", "initiative 20, invisible", 1);
    let mut desk = desk(&table.replace("unrevealed", "initiative 30"));
    click(&mut desk, "A3");
    let why = "Brute: invisible, so neither focus nor target (ruling G14).";
    assert!(desk.shows(why), "{:#?}", desk.labels());
}

#[test]
fn line_of_sight_in_a_passage_names_its_rulings() {
    let mut desk = desk("board 5x1\nruling corner to corner\ncharacter Brute at E1, initiative 1");
    for (to, words) in [
        ("B1", "A1 to B1: range 1 (S2.3), in sight (S2.4). Ruling G25 (ours): "),
        (
            "C1",
            "A1 to C1: range 2 (S2.3), not in sight: no line is free of walls (S2.4). Ruling G4 (public): ",
        ),
    ] {
        desk.press("Sight");
        click(&mut desk, "A1");
        click(&mut desk, to);
        assert!(desk.shows(words), "{words}: {:#?}", desk.labels());
    }
}
