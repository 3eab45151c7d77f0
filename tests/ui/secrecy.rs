//! Nothing of a ballot gets out before the reveal: a test for each way it could.
//!
//! Most of them fill in two ballots that differ in everything, look for what
//! the world could see, and ask that it be the same.

use egui::Key;
use egui_kittest::kittest::NodeT as _;
use notation::record::{print_log, print_notation};
use rules::action::{Ballot, VoteTile};
use std::fmt::Write;
use ui_board::settings::Voting;

use crate::polls::{Screen, even_salts, fill_in, name_of, press, sealed_vote, show, shows};

/// How far a voter is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stop {
    /// The own page is open and filled in.
    Page,
    /// The page is filled in and the curtain is down again.
    Curtain,
    /// The fingerprint is shown.
    Sealed,
    /// Somebody else may vote.
    Waiting,
}

const STOPS: [Stop; 4] = [Stop::Page, Stop::Curtain, Stop::Sealed, Stop::Waiting];

/// Two ballots of one voter that differ in everything.
fn two() -> [Ballot; 2] {
    let (journal, ballots) = sealed_vote();
    let game = journal.game();
    let voter = ballots
        .iter()
        .find(|ballot| game.fleeting(ballot.player) > 0)
        .expect("somebody has influence");
    let (fleeting, lasting) = (game.fleeting(voter.player), game.lasting(voter.player));
    let ballot = |tile, fleeting, lasting| Ballot { tile, fleeting, lasting, ..*voter };
    [ballot(VoteTile::Circle, 0, 0), ballot(VoteTile::Triangle, fleeting, lasting)]
}

/// Fills in a ballot by keys, in the same number of frames whatever it is.
fn by_keys(ballot: &Ballot, stop: Stop, speaks: bool) -> Screen {
    let (journal, _) = sealed_vote();
    let mut screen = show(journal, Voting::Here, even_salts());
    screen.state_mut().settings.speak_ballots = speaks;
    let who = name_of(&screen, ballot);
    press(&mut screen, &format!("{who} votes"));
    press(&mut screen, &format!("{who} lifts the curtain"));
    screen.key_press(match ballot.tile {
        VoteTile::Circle => Key::Num1,
        VoteTile::Square => Key::Num2,
        VoteTile::Triangle => Key::Num3,
    });
    // All fleeting influence is committed on a page that opens.
    let held = screen.state().table.game().fleeting(ballot.player);
    for _ in ballot.fleeting..held {
        screen.key_press_modifiers(egui::Modifiers::SHIFT, Key::F);
    }
    for _ in 0..ballot.lasting {
        screen.key_press(Key::L);
    }
    screen.run();
    // Key events come one frame each, so that fewer keys take fewer frames; the rest is waited.
    screen.run_steps(3);
    go_on(&mut screen, stop);
    screen
}

/// Fills in a ballot with the pointer.
fn by_pointer(ballot: &Ballot, stop: Stop) -> Screen {
    let (journal, _) = sealed_vote();
    let mut screen = show(journal, Voting::Here, even_salts());
    fill_in(&mut screen, ballot);
    go_on(&mut screen, stop);
    screen
}

fn go_on(screen: &mut Screen, stop: Stop) {
    match stop {
        Stop::Page => {}
        Stop::Curtain => {
            screen.state_mut().is_shown = false;
            screen.run_steps(3);
            screen.state_mut().is_shown = true;
            screen.run();
        }
        Stop::Sealed => press(screen, "Seal"),
        Stop::Waiting => {
            press(screen, "Seal");
            press(screen, "Done");
        }
    }
    screen.remove_cursor();
    screen.run();
}

/// Everything that the accessibility tree says, with the place of every node.
fn tree(screen: &Screen) -> String {
    let mut told = String::new();
    for node in screen.root().children_recursive() {
        let node = node.accesskit_node();
        // Writing to text cannot fail.
        let _ = writeln!(told, "{:?} {:?}", node.id(), node.data());
        let _ = writeln!(told, "focused {}", node.is_focused());
    }
    without_fingerprints(&told)
}

/// Fingerprints are meant to be seen, and differ with every salt anyway.
fn without_fingerprints(told: &str) -> String {
    let is_digit = |word: &str| word.len() == 4 && word.chars().all(|c| c.is_ascii_hexdigit());
    let words = told.split_inclusive(|c: char| !c.is_ascii_alphanumeric() && c != '-');
    words
        .map(|word| {
            let inner = word.trim_end_matches(|c: char| !c.is_ascii_alphanumeric());
            let groups: Vec<&str> = inner.split('-').collect();
            if groups.len() == 5 && groups.iter().all(|group| is_digit(group)) {
                word.replace(inner, "FINGERPRINT")
            } else {
                word.to_owned()
            }
        })
        .collect()
}

/// Asks that the world sees the same of both ballots, wherever the voter stops.
#[track_caller]
fn check_same(seen: impl Fn(&Screen) -> String) {
    let [one, other] = two();
    for stop in STOPS {
        let (keys, also) = (by_keys(&one, stop, false), by_keys(&other, stop, false));
        assert_eq!(seen(&keys), seen(&also), "by keys, {stop:?}");
        let (pointer, also) = (by_pointer(&one, stop), by_pointer(&other, stop));
        assert_eq!(seen(&pointer), seen(&also), "by pointer, {stop:?}");
    }
}

#[test]
fn the_accessibility_tree_is_the_same_for_every_ballot() {
    check_same(tree);
}

#[test]
fn the_voters_page_names_its_controls() {
    let [ballot, _] = two();
    let screen = by_keys(&ballot, Stop::Page, false);
    for label in [
        "Seal",
        "Close without sealing",
        "More fleeting influence",
        "Less fleeting influence",
        "More lasting influence",
        "Less lasting influence",
    ] {
        assert!(shows(&screen, label), "{label}");
    }
}

#[test]
fn the_voters_page_speaks_only_if_that_is_switched_on() {
    let [_, ballot] = two();
    let game_held = {
        let (journal, _) = sealed_vote();
        journal.game().fleeting(ballot.player)
    };
    let amount = format!("{game_held} of {game_held} fleeting influence");
    let screen = by_keys(&ballot, Stop::Page, true);
    assert!(shows(&screen, &amount));
    assert!(tree(&screen).contains("toggled: True"));
    let screen = by_keys(&ballot, Stop::Page, false);
    assert!(!shows(&screen, &amount));
    assert!(!tree(&screen).contains("toggled"));
}

#[test]
fn widgets_have_the_same_place_and_size_for_every_ballot() {
    check_same(|screen| format!("{:?}", screen.ctx.interactive_rects_last_pass()));
}

#[test]
fn the_screen_outside_the_voters_page_is_the_same_for_every_ballot() {
    let [one, other] = two();
    let painted = |screen: &Screen| {
        // Textures are numbered in the order in which they were first drawn.
        let shapes = &screen.output().shapes;
        shapes
            .iter()
            .filter_map(|shape| match &shape.shape {
                egui::Shape::Text(text) => Some(format!("{} {:?}", text.galley.text(), text.pos)),
                egui::Shape::Rect(rect) => Some(format!("{rect:?}")),
                egui::Shape::Circle(circle) => Some(format!("{circle:?}")),
                _ => None,
            })
            .map(|line| without_fingerprints(&line))
            .collect::<Vec<_>>()
    };
    let stop = Stop::Curtain;
    let (a, b) = (by_keys(&one, stop, false), by_keys(&other, stop, false));
    assert_eq!(painted(&a), painted(&b));
    // The width of a fingerprint is its own; whatever else there is has its place.
    let words = |screen: &Screen| {
        let lines = painted(screen);
        let is_print = |line: &&String| !line.contains("FINGERPRINT");
        lines.iter().filter(is_print).cloned().collect::<Vec<_>>()
    };
    let stop = Stop::Waiting;
    let (a, b) = (by_keys(&one, stop, false), by_keys(&other, stop, false));
    assert_eq!(words(&a), words(&b));
}

#[test]
fn the_toolkits_memory_is_the_same_for_every_ballot() {
    check_same(|screen| {
        screen.ctx.memory(|memory| {
            let kept = ron::to_string(memory).expect("it can be written");
            let focus = memory.focused();
            format!("{kept} {focus:?}")
        })
    });
}

#[test]
fn nothing_of_a_ballot_is_kept_by_name_in_the_toolkits_data() {
    check_same(|screen| screen.ctx.data(|data| format!("{}", data.len())));
}

#[test]
fn no_command_is_pushed_before_the_reveal() {
    for ballot in two() {
        for stop in STOPS {
            let screen = by_keys(&ballot, stop, false);
            assert!(screen.state().commands.is_empty(), "{stop:?}");
        }
    }
}

#[test]
fn neither_the_journal_nor_its_file_changes_before_the_reveal() {
    let (before, _) = sealed_vote();
    for ballot in two() {
        for stop in STOPS {
            let screen = by_keys(&ballot, stop, false);
            let journal = screen.state().table.journal();
            assert_eq!(print_notation(journal), print_notation(&before));
            assert_eq!(print_log(journal), print_log(&before));
        }
    }
}

#[test]
fn there_is_nothing_to_undo_or_redo_of_a_ballot() {
    let (before, _) = sealed_vote();
    for ballot in two() {
        let screen = by_keys(&ballot, Stop::Waiting, false);
        let journal = screen.state().table.journal();
        assert_eq!(journal.here(), before.here());
        assert_eq!(journal.entry_count(), before.entry_count());
    }
}

#[test]
fn nothing_is_copied_spoken_or_written_in_the_title() {
    for ballot in two() {
        let (journal, _) = sealed_vote();
        let mut screen = show(journal, Voting::Here, even_salts());
        let who = name_of(&screen, &ballot);
        press(&mut screen, &format!("{who} votes"));
        press(&mut screen, &format!("{who} lifts the curtain"));
        let label = crate::polls::tile_label(&screen, ballot.tile);
        for pressed in [label.as_str(), "More fleeting influence", "Seal"] {
            let node = egui_kittest::kittest::Queryable::get_by_label(&screen, pressed);
            node.click();
            for _ in 0..4 {
                screen.step();
                let output = screen.output();
                let platform = &output.platform_output;
                assert!(platform.commands.is_empty());
                // That somebody seals is no secret.
                let is_told = !platform.events.is_empty() && pressed != "Seal";
                assert!(!is_told, "{:?}", platform.events);
                let viewports = output.viewport_output.values();
                let mut commands = viewports.flat_map(|viewport| &viewport.commands);
                assert!(commands.next().is_none());
            }
        }
    }
}

#[test]
fn no_source_that_sees_a_ballot_writes_to_the_log() {
    let root = env!("CARGO_MANIFEST_DIR");
    for file in [
        "src/ui-founders/vote_panel.rs",
        "src/ui-founders/vote_panel/by_hand.rs",
        "src/ui-founders/vote_panel/here.rs",
        "src/ui-founders/vote_panel/pieces.rs",
        "src/sealing/ballot_box.rs",
        "src/sealing/fingerprint.rs",
        "src/sealing/secret.rs",
    ] {
        let source = std::fs::read_to_string(format!("{root}/{file}")).expect("it is there");
        let code = source.split("#[cfg(test)]").next().unwrap_or_default();
        for word in ["print!", "println!", "dbg!", "log::", ":?}", "data_mut"] {
            assert!(!code.contains(word), "{file} has {word}");
        }
    }
}
