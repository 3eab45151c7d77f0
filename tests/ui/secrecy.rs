//! Nothing of a ballot is visible before the reveal: a test for each possible leak.
//!
//! Most of them fill in two ballots that differ in everything, and check that everything visible
//! from outside is the same.

use egui::Key;
use egui_kittest::kittest::NodeT as _;
use notation::record::{print_log, print_notation};
use rules::action::{Ballot, VoteTile};
use std::fmt::Write;
use ui_board::settings::VotingMethod;

use crate::polls::{Screen, even_salts, fill_in, lift, name_of, press, sealed_vote, show, shows};

/// Progress of a voter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum VoterProgress {
    /// The voter's page is open and filled in.
    Page,
    /// The page is filled in and the curtain is down again.
    Curtain,
    /// The curtain of the next voter shows the fingerprint.
    Sealed,
    /// The list of voters is open.
    Waiting,
}

const STOPS: [VoterProgress; 4] =
    [VoterProgress::Page, VoterProgress::Curtain, VoterProgress::Sealed, VoterProgress::Waiting];

/// Returns two ballots of one voter that differ in everything.
fn two_ballots() -> [Ballot; 2] {
    let (journal, ballots) = sealed_vote();
    let game = journal.game();
    let voter = ballots
        .iter()
        .find(|ballot| game.fleeting(ballot.player) > 0)
        .expect("a voter has influence");
    let (fleeting, lasting) = (game.fleeting(voter.player), game.lasting(voter.player));
    let ballot = |tile, fleeting, lasting| Ballot { tile, fleeting, lasting, ..*voter };
    [ballot(VoteTile::Circle, 0, 0), ballot(VoteTile::Triangle, fleeting, lasting)]
}

/// Fills in a ballot by keys, in the same number of frames for every ballot.
fn by_keys(ballot: &Ballot, stop: VoterProgress, speaks: bool) -> Screen {
    let (journal, _) = sealed_vote();
    let mut screen = show(journal, VotingMethod::Here, even_salts());
    screen.state_mut().settings.speak_ballots = speaks;
    let who = name_of(&screen, ballot);
    lift(&mut screen, &who);
    screen.key_press(match ballot.tile {
        VoteTile::Circle => Key::Num1,
        VoteTile::Square => Key::Num2,
        VoteTile::Triangle => Key::Num3,
    });
    // A page that opens commits all fleeting influence.
    let held = screen.state().table.game().fleeting(ballot.player);
    for _ in ballot.fleeting..held {
        screen.key_press_modifiers(egui::Modifiers::SHIFT, Key::F);
    }
    for _ in 0..ballot.lasting {
        screen.key_press(Key::L);
    }
    screen.run();
    // Each key event takes a frame, so fewer keys take fewer frames; the remaining frames are
    // waited.
    screen.run_steps(3);
    advance_to(&mut screen, stop);
    screen
}

/// Fills in a ballot with the pointer.
fn by_pointer(ballot: &Ballot, stop: VoterProgress) -> Screen {
    let (journal, _) = sealed_vote();
    let mut screen = show(journal, VotingMethod::Here, even_salts());
    fill_in(&mut screen, ballot);
    advance_to(&mut screen, stop);
    screen
}

fn advance_to(screen: &mut Screen, stop: VoterProgress) {
    match stop {
        VoterProgress::Page => {}
        VoterProgress::Curtain => {
            screen.state_mut().is_shown = false;
            screen.run_steps(3);
            screen.state_mut().is_shown = true;
            screen.run();
        }
        VoterProgress::Sealed => press(screen, "Seal"),
        VoterProgress::Waiting => {
            press(screen, "Seal");
            press(screen, "All voters");
        }
    }
    screen.remove_cursor();
    screen.run();
}

/// Returns the whole accessibility tree as text, with the place of every node.
fn tree(screen: &Screen) -> String {
    let mut text = String::new();
    for node in screen.root().children_recursive() {
        let node = node.accesskit_node();
        // Writing to text cannot fail.
        let _ = writeln!(text, "{:?} {:?}", node.id(), node.data());
        let _ = writeln!(text, "focused {}", node.is_focused());
    }
    without_fingerprints(&text)
}

/// Masks fingerprints in a text: they are meant to be seen, and differ with every salt anyway.
fn without_fingerprints(text: &str) -> String {
    text.split_inclusive(|c: char| !c.is_ascii_alphanumeric() && c != '-')
        .map(|word| {
            let inner = word.trim_end_matches(|c: char| !c.is_ascii_alphanumeric());
            let groups: Vec<&str> = inner.split('-').collect();
            if groups.len() == 5 && groups.iter().all(|group| is_fingerprint_group(group)) {
                word.replace(inner, "FINGERPRINT")
            } else {
                word.to_owned()
            }
        })
        .collect()
}

fn is_fingerprint_group(word: &str) -> bool {
    word.len() == 4 && word.chars().all(|c| c.is_ascii_hexdigit())
}

/// Checks that the visible state is the same for both ballots, at every stage.
#[track_caller]
fn check_same(visible: impl Fn(&Screen) -> String) {
    let [one, other] = two_ballots();
    for stop in STOPS {
        let (keys, also) = (by_keys(&one, stop, false), by_keys(&other, stop, false));
        assert_eq!(visible(&keys), visible(&also), "by keys, {stop:?}");
        let (pointer, also) = (by_pointer(&one, stop), by_pointer(&other, stop));
        assert_eq!(visible(&pointer), visible(&also), "by pointer, {stop:?}");
    }
}

#[test]
fn accessibility_tree_is_the_same_for_every_ballot() {
    check_same(tree);
}

#[test]
fn voters_page_names_its_controls() {
    let [ballot, _] = two_ballots();
    let screen = by_keys(&ballot, VoterProgress::Page, false);
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
fn voters_page_speaks_only_if_the_setting_is_on() {
    let [_, ballot] = two_ballots();
    let (journal, _) = sealed_vote();
    let held = journal.game().fleeting(ballot.player);
    let amount = format!("{held} of {held} fleeting influence");
    let screen = by_keys(&ballot, VoterProgress::Page, true);
    assert!(shows(&screen, &amount));
    assert!(tree(&screen).contains("toggled: True"));
    let screen = by_keys(&ballot, VoterProgress::Page, false);
    assert!(!shows(&screen, &amount));
    assert!(!tree(&screen).contains("toggled"));
}

#[test]
fn widgets_have_the_same_rectangles_for_every_ballot() {
    check_same(|screen| format!("{:?}", screen.ctx.interactive_rects_last_pass()));
}

#[test]
fn screen_outside_the_voters_page_is_the_same_for_every_ballot() {
    fn painted(screen: &Screen) -> Vec<String> {
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
            .collect()
    }
    let [one, other] = two_ballots();
    let stop = VoterProgress::Curtain;
    let (a, b) = (by_keys(&one, stop, false), by_keys(&other, stop, false));
    assert_eq!(painted(&a), painted(&b));
    // The width of a fingerprint varies; everything else has its place.
    let without_print_lines = |screen: &Screen| {
        let mut lines = painted(screen);
        lines.retain(|line| !line.contains("FINGERPRINT"));
        lines
    };
    let stop = VoterProgress::Waiting;
    let (a, b) = (by_keys(&one, stop, false), by_keys(&other, stop, false));
    assert_eq!(without_print_lines(&a), without_print_lines(&b));
}

#[test]
fn toolkit_memory_is_the_same_for_every_ballot() {
    check_same(|screen| {
        screen.ctx.memory(|memory| {
            let text = ron::to_string(memory).expect("it can be written");
            let focus = memory.focused();
            format!("{text} {focus:?}")
        })
    });
}

#[test]
fn toolkit_data_has_the_same_size_for_every_ballot() {
    check_same(|screen| screen.ctx.data(|data| format!("{}", data.len())));
}

#[test]
fn no_command_is_pushed_before_the_reveal() {
    for ballot in two_ballots() {
        for stop in STOPS {
            let screen = by_keys(&ballot, stop, false);
            assert!(screen.state().commands.is_empty(), "{stop:?}");
        }
    }
}

#[test]
fn journal_and_file_stay_unchanged_before_the_reveal() {
    let (before, _) = sealed_vote();
    for ballot in two_ballots() {
        for stop in STOPS {
            let screen = by_keys(&ballot, stop, false);
            let journal = screen.state().table.journal();
            assert_eq!(print_notation(journal), print_notation(&before));
            assert_eq!(print_log(journal), print_log(&before));
        }
    }
}

#[test]
fn sealed_ballot_adds_no_journal_entry_to_undo() {
    let (before, _) = sealed_vote();
    for ballot in two_ballots() {
        let screen = by_keys(&ballot, VoterProgress::Waiting, false);
        let journal = screen.state().table.journal();
        assert_eq!(journal.here(), before.here());
        assert_eq!(journal.entry_count(), before.entry_count());
    }
}

#[test]
fn ballot_input_copies_speaks_and_titles_nothing() {
    for ballot in two_ballots() {
        let (journal, _) = sealed_vote();
        let mut screen = show(journal, VotingMethod::Here, even_salts());
        let who = name_of(&screen, &ballot);
        lift(&mut screen, &who);
        let label = crate::polls::tile_label(&screen, ballot.tile);
        for pressed in [label.as_str(), "More fleeting influence", "Seal"] {
            let node = egui_kittest::kittest::Queryable::get_by_label(&screen, pressed);
            node.click();
            for _ in 0..4 {
                screen.step();
                let output = screen.output();
                let platform = &output.platform_output;
                assert!(platform.commands.is_empty());
                // Sealing itself is no secret.
                let is_leak = !platform.events.is_empty() && pressed != "Seal";
                assert!(!is_leak, "{:?}", platform.events);
                let viewports = output.viewport_output.values();
                let mut commands = viewports.flat_map(|viewport| &viewport.commands);
                assert!(commands.next().is_none());
            }
        }
    }
}

#[test]
fn source_files_that_handle_ballots_never_log() {
    let root = env!("CARGO_MANIFEST_DIR");
    for file in [
        "src/ui-founders/vote_panel.rs",
        "src/ui-founders/vote_panel/table_vote.rs",
        "src/ui-founders/vote_panel/secret_vote.rs",
        "src/ui-founders/vote_panel/controls.rs",
        "src/sealed/ballot_box.rs",
        "src/sealed/commitment.rs",
        "src/sealed/ballot_draft.rs",
    ] {
        let source = std::fs::read_to_string(format!("{root}/{file}")).expect("it is there");
        let code = source.split("#[cfg(test)]").next().unwrap_or_default();
        for word in ["print!", "println!", "dbg!", "log::", ":?}", "data_mut"] {
            assert!(!code.contains(word), "{file} has {word}");
        }
    }
}
