//! Dragging figures: the text under the map announces exactly the entry that releasing records.

use egui::Key;
use founders_ledger::app::Command;
use scenario::record::Change;
use scenario_rules::board::Terrain;
use scenario_rules::{Hex, Position};
use ui_board::settings::Settings;
use ui_menu::Menu;
use ui_scenario::{CANVAS, ScenarioCommand};

use crate::app::Desk;
use crate::random_position::position;
use crate::scenario::{TABLE, action, at, click, open, played, record};

/// Returns the announcement below the map for a drag of this figure to this hex.
#[track_caller]
fn announcement(desk: &Desk, name: &str, to: Hex) -> String {
    let labels = desk.labels();
    let lead = format!("{name} to {to}");
    let at = labels
        .iter()
        .position(|label| *label == lead)
        .unwrap_or_else(|| panic!("no {lead} among {labels:#?}"));
    labels[at + 1].clone()
}

/// Counts of the results of all drags of a test.
#[derive(Debug, Default)]
struct Tally {
    refused: usize,
    moved: usize,
    doors: usize,
    traps: usize,
}

/// Drags every figure of a map to every hex, and compares each announcement with the result.
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
            let text = announcement(&desk, &name, to);
            let case = || format!("{name} to {to}: {text}\n{}", scenario::print(map));
            desk.release(places[2]);
            let moved = played(&desk);
            let before = board.terrain(to);
            let after = record(&desk).game().position().board().terrain(to);
            if text.starts_with("Not allowed: ") {
                tally.refused += 1;
                assert!(moved.is_empty(), "{}", case());
                assert!(desk.shows(&text), "{}\n{:#?}", case(), desk.labels());
            } else if to == figure.hex {
                assert_eq!(
                    (text.as_str(), moved.len()),
                    ("It stays where it is.", 0),
                    "{}",
                    case()
                );
            } else {
                tally.moved += 1;
                assert_eq!(moved, [format!("move {name} to {to}")], "{}", case());
                let opens = (before, after) == (Some(Terrain::ClosedDoor), Some(Terrain::OpenDoor));
                let springs = (before, after) == (Some(Terrain::Trap), Some(Terrain::Open));
                assert_eq!(text.contains("Opens the door (S6.4)."), opens, "{}", case());
                assert_eq!(text.contains(" springs the trap in "), springs, "{}", case());
                assert!(opens || springs || before == after, "{}", case());
                tally.doors += usize::from(opens);
                tally.traps += usize::from(springs);
                desk.give(Command::Menu(Menu::Undo));
            }
        }
    }
}

#[test]
fn drag_announcement_matches_the_recorded_result_on_random_maps() {
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
fn dragging_onto_a_closed_door_opens_it_for_characters_only() {
    let mut desk = Desk::new();
    open(
        &mut desk,
        &TABLE.replace("level 1", "level 1\nclosed G3").replace("unrevealed", "initiative 9"),
    );
    let [from, over, door] = ["A3", "D4", "G3"].map(|hex| at(&desk, hex));
    desk.drag_over(&[from, over, door]);
    assert!(desk.shows("Opens the door (S6.4)."), "{:#?}", desk.labels());
    assert!(!desk.shows("Not allowed"), "{:#?}", desk.labels());
    desk.release(door);
    assert_eq!(played(&desk), ["move Brute to G3"]);
    desk.give(Command::Menu(Menu::Undo));
    desk.drag_over(&[at(&desk, "E3"), over, door]);
    let text = announcement(&desk, "Guard 3", "G3".parse().expect("a hex"));
    assert_eq!(text, "Not allowed: Guard 3 cannot stand in G3: a closed door (S2.5).");
    desk.release(door);
    assert!(played(&desk).is_empty());
    assert!(desk.shows(&text), "{:#?}", desk.labels());
}

#[test]
fn drag_announces_the_walking_cost_or_why_no_walk_is_possible() {
    let mut desk = Desk::new();
    let extra = "level 1\ntrap B3\nvoid B1 B2 B4 B5 F2 G2 G4\nobstacle F3";
    open(&mut desk, &TABLE.replace("level 1", extra).replace("unrevealed", "initiative 9"));
    for (to, words) in [
        ("A2", "A walk costs 1 point. "),
        ("C3", "A walk costs 2 points and enters the trap in B3 (S6.3). "),
        ("B3", "A walk costs 1 point. Brute springs the trap in B3"),
        ("G3", "No walk leads there: F3 cannot be entered: an obstacle is there (S6.1). "),
    ] {
        let [from, over, end] = ["A3", "D4", to].map(|hex| at(&desk, hex));
        desk.drag_over(&[from, over, end]);
        let text = announcement(&desk, "Brute", to.parse().expect("a hex"));
        assert!(text.starts_with(words), "{text}");
        desk.release(end);
        desk.give(Command::Menu(Menu::Undo));
    }
}

#[test]
fn drag_at_a_past_entry_announces_that_nothing_is_recorded() {
    let mut desk = Desk::new();
    open(&mut desk, &TABLE.replace("unrevealed", "initiative 9"));
    click(&mut desk, "A3");
    desk.press("1 damage");
    desk.give(Command::Menu(Menu::First));
    let [from, over, to] = ["A3", "B3", "C3"].map(|hex| at(&desk, hex));
    desk.drag_over(&[from, over, to]);
    let text = announcement(&desk, "Brute", "C3".parse().expect("a hex"));
    let why = "Not recorded: this is the table after entry 0; press \"Back to now\" first.";
    assert_eq!(text, why);
    desk.release(to);
    assert_eq!(played(&desk).len(), 1, "a past entry is read-only");
    assert!(desk.shows(why), "{:#?}", desk.labels());
    desk.give(Command::Menu(Menu::Last));
    desk.give(Command::Menu(Menu::Repair));
    desk.drag_over(&[from, over, to]);
    let text = announcement(&desk, "Brute", "C3".parse().expect("a hex"));
    assert!(text.starts_with("Not recorded: press \"Change…\""), "{text}");
    desk.release(to);
    assert!(desk.shows(&text), "{:#?}", desk.labels());
}

#[test]
fn drag_off_the_map_leaves_the_figure_where_it_is() {
    let mut desk = Desk::new();
    open(&mut desk, &TABLE.replace("unrevealed", "initiative 9"));
    let [from, over] = ["A3", "C3"].map(|hex| at(&desk, hex));
    let off = desk.control_rect("Undo").center();
    desk.drag_over(&[from, over, off]);
    let text = announcement(&desk, "Brute", "A3".parse().expect("a hex"));
    assert_eq!(text, "It stays where it is.");
    desk.release(off);
    assert!(played(&desk).is_empty(), "{:?}", played(&desk));
}

#[test]
fn dragging_moves_a_figure_while_sight_is_measured() {
    let mut desk = Desk::new();
    open(&mut desk, &TABLE.replace("unrevealed", "initiative 9"));
    desk.press("Sight");
    let [from, over, to] = ["A3", "B3", "C3"].map(|hex| at(&desk, hex));
    desk.drag_over(&[from, over, to]);
    desk.release(to);
    assert_eq!(played(&desk), ["move Brute to C3"]);
}

#[test]
fn drag_ends_when_undo_removes_the_dragged_figure() {
    let mut desk = Desk::new();
    open(&mut desk, &TABLE.replace("unrevealed", "initiative 9"));
    let put = Change::play(action(&desk, "normal Ghost 1 at B1"));
    desk.give(ScenarioCommand::Change(vec![put]));
    let [from, over, to] = ["B1", "C1", "D1"].map(|hex| at(&desk, hex));
    desk.drag_over(&[from, over]);
    assert!(desk.shows("Ghost 1 to C1"), "{:#?}", desk.labels());
    // Undo removes the dragged figure from the map.
    desk.give(Command::Menu(Menu::Undo));
    assert!(!desk.shows("Ghost 1 to C1"), "{:#?}", desk.labels());
    desk.release(to);
    assert!(played(&desk).is_empty(), "{:?}", played(&desk));
    assert!(desk.shows(CANVAS));
}

#[test]
fn drag_in_a_read_only_window_announces_that_nothing_is_recorded() {
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
    let text = announcement(&second, &name, "B1".parse().expect("a hex"));
    assert!(text.starts_with("Nothing can be recorded here: "), "{text}");
    second.release(places[2]);
    assert!(second.shows(&text) && played(&second).len() == 1, "{:#?}", second.labels());
}

#[test]
fn refused_move_by_key_shows_the_same_reason_as_a_drag() {
    let mut desk = Desk::new();
    open(&mut desk, &TABLE.replace("unrevealed", "initiative 9"));
    click(&mut desk, "A3");
    // The cursor moves down to Tinkerer in A5.
    desk.key(Key::ArrowDown);
    desk.key(Key::ArrowDown);
    desk.key(Key::M);
    assert!(played(&desk).is_empty());
    let why = "Not allowed: A5 holds Brute and Tinkerer (S2.5).";
    assert!(desk.shows(why), "{:#?}", desk.labels());
}

/// A table with many monsters, whose foci are listed one by one.
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
fn drag_announcement_fits_a_small_window_and_avoids_the_pointer() {
    for (column, row) in [(4, 3), (0, 6), (4, 6), (8, 5), (4, 0)] {
        let mut desk = Desk::in_window(Settings::default(), [800.0, 480.0], 1.0);
        open(&mut desk, CROWD);
        let to = Hex::new(column, row);
        let places = ["A4", "B3", &to.to_string()].map(|hex| at(&desk, hex));
        desk.drag_over(&places);
        // The size of the text is known after the first frame.
        desk.settle();
        let lead = desk.control_rect(&format!("Brute to {to}"));
        let (words, clip) = desk.drawn_text(&announcement(&desk, "Brute", to));
        let visible = clip.intersect(desk.ctx().content_rect());
        assert!(visible.contains_rect(words), "{to}: {words:?} in {visible:?}");
        let lines = lead.union(words);
        assert!(!lines.contains(places[2]), "{to}: {lines:?} over {:?}", places[2]);
    }
}
