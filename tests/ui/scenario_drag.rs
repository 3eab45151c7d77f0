//! A figure moved by hand: the words under the map announce exactly what letting go records.

use egui::Key;
use founders_ledger::app::Command;
use scenario::Record;
use scenario::record::Change;
use scenario_rules::board::Terrain;
use scenario_rules::{Hex, Position};
use ui_board::settings::Settings;
use ui_menu::Menu;
use ui_scenario::{CANVAS, ScenarioCommand};

use crate::app::Desk;
use crate::random_position::position;
use crate::scenario::{TABLE, action, at, click, open, played, record};

/// Returns what the lines below the map say of a drag of this figure to this hex.
#[track_caller]
fn announced(desk: &Desk, name: &str, to: Hex) -> String {
    let labels = desk.labels();
    let lead = format!("{name} to {to}");
    let at = labels.iter().position(|label| *label == lead);
    let at = at.unwrap_or_else(|| panic!("no {lead} among {labels:#?}"));
    labels[at + 1].clone()
}

/// What came of all drags of a test.
#[derive(Debug, Default)]
struct Tally {
    refused: usize,
    moved: usize,
    doors: usize,
    traps: usize,
}

/// Drags every figure of a map to every hex, and holds what was announced against what comes of it.
fn drag_all(map: &Position, tally: &mut Tally) {
    let mut desk = Desk::new();
    open(&mut desk, &scenario::print(map));
    let board = map.board().clone();
    let hexes =
        || (0..board.rows()).flat_map(|y| (0..board.columns()).map(move |x| Hex::new(x, y)));
    for figure in map.figures() {
        let name = figure.to_string();
        for to in hexes() {
            let over = hexes().find(|&hex| hex != to && hex != figure.hex).expect("there are more");
            let places = [figure.hex, over, to].map(|hex| at(&desk, &hex.to_string()));
            desk.drag_over(&places);
            let said = announced(&desk, &name, to);
            let case = || format!("{name} to {to}: {said}\n{}", scenario::print(map));
            desk.let_go(places[2]);
            let moved = played(&desk);
            let terrain = |record: &Record| record.game().position().board().terrain(to);
            let (before, after) = (board.terrain(to), terrain(record(&desk)));
            if said.starts_with("Not allowed: ") {
                tally.refused += 1;
                assert!(moved.is_empty(), "{}", case());
                assert!(desk.shows(&said), "{}\n{:#?}", case(), desk.labels());
            } else if to == figure.hex {
                assert_eq!(
                    (said.as_str(), moved.len()),
                    ("It stays where it is.", 0),
                    "{}",
                    case()
                );
            } else {
                tally.moved += 1;
                assert_eq!(moved, [format!("move {name} to {to}")], "{}", case());
                let opens = (before, after) == (Some(Terrain::ClosedDoor), Some(Terrain::OpenDoor));
                let springs = (before, after) == (Some(Terrain::Trap), Some(Terrain::Open));
                assert_eq!(said.contains("Opens the door (S6.4)."), opens, "{}", case());
                assert_eq!(said.contains(" springs the trap in "), springs, "{}", case());
                assert!(opens || springs || before == after, "{}", case());
                tally.doors += usize::from(opens);
                tally.traps += usize::from(springs);
                desk.give(Command::Menu(Menu::Undo));
            }
        }
    }
}

#[test]
fn a_drag_announces_what_letting_go_records_for_every_figure_and_hex_of_random_maps() {
    let mut tally = Tally::default();
    let is_small = |map: &Position| {
        let board = map.board();
        let has = |terrain| board.hexes().any(|hex| board.terrain(hex) == Some(terrain));
        let size = usize::from(board.columns()) * usize::from(board.rows());
        size <= 15 && map.figures().len() <= 4 && has(Terrain::ClosedDoor) && has(Terrain::Trap)
    };
    for map in (0..).map(position).filter(is_small).take(3) {
        drag_all(&map, &mut tally);
    }
    let Tally { refused, moved, doors, traps } = tally;
    assert!(refused > 0 && moved > 0 && doors > 0 && traps > 0, "{tally:?}");
}

#[test]
fn a_character_dragged_onto_a_closed_door_is_said_to_open_it_and_a_monster_is_refused() {
    let mut desk = Desk::new();
    open(
        &mut desk,
        &TABLE.replace("level 1", "level 1\nclosed G3").replace("unrevealed", "initiative 9"),
    );
    let [from, over, door] = ["A3", "D4", "G3"].map(|hex| at(&desk, hex));
    desk.drag_over(&[from, over, door]);
    assert!(desk.shows("Opens the door (S6.4)."), "{:#?}", desk.labels());
    assert!(!desk.shows("Not allowed"), "{:#?}", desk.labels());
    desk.let_go(door);
    assert_eq!(played(&desk), ["move Brute to G3"]);
    desk.give(Command::Menu(Menu::Undo));
    desk.drag_over(&[at(&desk, "E3"), over, door]);
    let said = announced(&desk, "Guard 3", "G3".parse().expect("a hex"));
    assert_eq!(said, "Not allowed: Guard 3 cannot stand in G3: a closed door (S2.5).");
    desk.let_go(door);
    assert!(played(&desk).is_empty());
    assert!(desk.shows(&said), "{:#?}", desk.labels());
}

#[test]
fn a_drag_states_the_cost_of_a_walk_or_the_reason_that_none_leads_there() {
    let mut desk = Desk::new();
    let extra = "level 1\ntrap B3\nvoid B1 B2 B4 B5 F2 G2 G4\nobstacle F3";
    open(&mut desk, &TABLE.replace("level 1", extra).replace("unrevealed", "initiative 9"));
    let said = |desk: &mut Desk, to: &str| {
        let [from, over, end] = ["A3", "D4", to].map(|hex| at(desk, hex));
        desk.drag_over(&[from, over, end]);
        let said = announced(desk, "Brute", to.parse().expect("a hex"));
        desk.let_go(end);
        desk.give(Command::Menu(Menu::Undo));
        said
    };
    for (to, words) in [
        ("A2", "A walk costs 1 point. "),
        ("C3", "A walk costs 2 points and enters the trap in B3 (S6.3). "),
        ("B3", "A walk costs 1 point. The Brute springs the trap in B3"),
        ("G3", "No walk leads there: F3 cannot be entered: an obstacle is there (S6.1). "),
    ] {
        let all = said(&mut desk, to);
        assert!(all.starts_with(words), "{all}");
    }
}

#[test]
fn a_drag_on_the_table_as_it_was_says_that_nothing_is_recorded() {
    let mut desk = Desk::new();
    open(&mut desk, &TABLE.replace("unrevealed", "initiative 9"));
    click(&mut desk, "A3");
    desk.press("1 damage");
    desk.give(Command::Menu(Menu::First));
    let [from, over, to] = ["A3", "B3", "C3"].map(|hex| at(&desk, hex));
    desk.drag_over(&[from, over, to]);
    let said = announced(&desk, "Brute", "C3".parse().expect("a hex"));
    let why = "Not recorded: this is the table after entry 0; press \"Back to now\" first.";
    assert_eq!(said, why);
    desk.let_go(to);
    assert_eq!(played(&desk).len(), 1, "the past is only looked at");
    assert!(desk.shows(why), "{:#?}", desk.labels());
    desk.give(Command::Menu(Menu::Last));
    desk.give(Command::Menu(Menu::Repair));
    desk.drag_over(&[from, over, to]);
    let said = announced(&desk, "Brute", "C3".parse().expect("a hex"));
    assert!(said.starts_with("Not recorded: press \"Change…\""), "{said}");
    desk.let_go(to);
    assert!(desk.shows(&said), "{:#?}", desk.labels());
}

#[test]
fn a_drag_ends_when_the_record_changes_under_it() {
    let mut desk = Desk::new();
    open(&mut desk, &TABLE.replace("unrevealed", "initiative 9"));
    let put = Change::play(action(&desk, "normal Ghost 1 at B1"));
    desk.give(ScenarioCommand::Change(vec![put]));
    let [from, over, to] = ["B1", "C1", "D1"].map(|hex| at(&desk, hex));
    desk.drag_over(&[from, over]);
    assert!(desk.shows("Ghost 1 to C1"), "{:#?}", desk.labels());
    // The figure in the hand is taken off the map.
    desk.give(Command::Menu(Menu::Undo));
    assert!(!desk.shows("Ghost 1 to C1"), "{:#?}", desk.labels());
    desk.let_go(to);
    assert!(played(&desk).is_empty(), "{:?}", played(&desk));
    assert!(desk.shows(CANVAS));
}

#[test]
fn a_drag_in_a_file_that_cannot_be_written_says_so_before_letting_go() {
    let folder = tempfile::tempdir().expect("a folder");
    let (path, _) = crate::scenario_files::write_game(folder.path(), 1);
    let mut first = crate::scenario_files::desk(folder.path());
    first.give(Command::Open(path.clone()));
    let mut second = crate::scenario_files::desk(folder.path());
    second.give(Command::Open(path));
    second.press("Close");
    let figure = &record(&second).game().position().figures()[0];
    let (name, from) = (figure.to_string(), figure.hex.to_string());
    let places = [&from, "B2", "B1"].map(|hex| at(&second, hex));
    second.drag_over(&places);
    let said = announced(&second, &name, "B1".parse().expect("a hex"));
    assert!(said.starts_with("Nothing can be recorded here: "), "{said}");
    second.let_go(places[2]);
    assert!(second.shows(&said) && played(&second).len() == 1, "{:#?}", second.labels());
}

#[test]
fn the_key_that_moves_a_figure_is_refused_with_the_words_of_a_drag() {
    let mut desk = Desk::new();
    open(&mut desk, &TABLE.replace("unrevealed", "initiative 9"));
    click(&mut desk, "A3");
    // The mark goes down to the Tinkerer in A5.
    desk.key(Key::ArrowDown);
    desk.key(Key::ArrowDown);
    desk.key(Key::M);
    assert!(played(&desk).is_empty());
    let why = "Not allowed: A5 holds Brute and Tinkerer (S2.5).";
    assert!(desk.shows(why), "{:#?}", desk.labels());
}

/// Many monsters whose foci are listed one by one.
const CROWD: &str = "board 9x7
level 1
trap B4 C4 D4
card Guard: move 2, attack
card Archer: move 2, attack range 3
initiative Guard: 30
initiative Archer: 50
character Brute at A4, initiative 20, hit points 10/10
character Tinkerer at I1, initiative 40
character Spellweaver at I7, initiative 60
normal Guard 1 at C1
normal Guard 2 at G1
normal Guard 3 at C7
normal Archer 1 at G7
normal Archer 2 at I4";

#[test]
fn all_lines_of_a_drag_are_in_a_small_window_and_leave_the_pointer_free() {
    for (column, row) in [(4, 3), (0, 6), (4, 6), (8, 5), (4, 0)] {
        let mut desk = Desk::in_window(Settings::default(), [800.0, 480.0], 1.0);
        open(&mut desk, CROWD);
        let to = Hex::new(column, row);
        let places = ["A4", "B3", &to.to_string()].map(|hex| at(&desk, hex));
        desk.drag_over(&places);
        // Its size is known after the first frame.
        desk.settle();
        let lead = desk.place_of(&format!("Brute to {to}"));
        let (words, clip) = desk.drawn_text(&announced(&desk, "Brute", to));
        let seen = clip.intersect(desk.ctx().content_rect());
        assert!(seen.contains_rect(words), "{to}: {words:?} in {seen:?}");
        let lines = lead.union(words);
        assert!(!lines.contains(places[2]), "{to}: {lines:?} over {:?}", places[2]);
    }
}
