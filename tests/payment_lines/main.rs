//! The lines of payouts in recorded and simulated games: where they end, and what they cross.

mod measure;

use drawing::BoardPicture;
use journal::{Change, Journal};
use notation::record::read_record;
use simulate::{MAX_ENTRIES, Simulation};
use table::examples::EXAMPLES;

use measure::{Cascade, Measures, cascades, connections, ink_lines};

/// Returns the cascades of all examples.
fn recorded() -> Vec<Cascade> {
    let journals = EXAMPLES
        .iter()
        .map(|example| read_record(example.text.as_bytes()).record.expect("an example is sound"));
    journals.flat_map(|journal| cascades(&journal, 1)).collect()
}

/// Returns the cascades of simulated games on both boards.
fn simulated() -> Vec<Cascade> {
    let pack = packs::find("practice").expect("it is built in");
    let mut all = Vec::new();
    for board in ["Old Harbour", "Three Rivers"] {
        for players in 2..=4 {
            let mut simulation = Simulation::new(&pack, board, players, 35).expect("it is sound");
            let mut journal = Journal::new(simulation.setup.clone()).expect("it is sound");
            while journal.entry_count() < MAX_ENTRIES {
                let Some(played) = simulation.step() else { break };
                journal.apply(Change::Play(played.action)).expect("it was played");
            }
            all.extend(cascades(&journal, 1));
        }
    }
    all
}

/// Measures all lines of cascades, on boards in every orientation.
fn measure(cascades: &[Cascade]) -> Measures {
    let mut all = Measures::default();
    for (index, cascade) in cascades.iter().enumerate() {
        let picture = BoardPicture::new(u8::try_from(index % 4).expect("small"), <_>::default());
        all += cascade.measure(&picture);
    }
    all
}

#[test]
fn no_two_lines_of_a_cascade_share_an_end_point() {
    for cascades in [recorded(), simulated()] {
        assert!(cascades.len() > 90, "only {} turns pay along lines", cascades.len());
        assert_eq!(measure(&cascades).shared_ends, 0);
    }
}

#[test]
fn lines_keep_off_names_and_tiles_that_have_no_part_and_seldom_cross() {
    for cascades in [recorded(), simulated()] {
        let all = measure(&cascades);
        assert!(all.over_tiles < 0.006 * all.length, "over tiles: {all:?}");
        assert!(all.over_text < 0.004 * all.length, "over names and values: {all:?}");
        assert!(all.touching < 0.025 * all.length, "along each other: {all:?}");
        assert!(all.crossings * 10 < all.lines, "crossings: {all:?}");
    }
}

#[test]
fn every_line_runs_from_its_consumer_to_its_supplier() {
    for cascade in recorded() {
        let picture = BoardPicture::default();
        let lines = ink_lines(&cascade.lines(&picture));
        for (line, (from, to, _)) in lines.iter().zip(connections(&cascade.payments)) {
            for (end, tile) in [(line.first(), to), (line.last(), from)] {
                let end = *end.expect("a line has points");
                let mut squares = tile.squares().iter();
                let is_there = squares.any(|&square| {
                    // An arrow's head reaches beyond the end of its line.
                    picture.rect_of(&cascade.game, square).shrunk(-0.3).contains(end)
                });
                assert!(is_there, "{end:?} is not at {tile:?}");
            }
        }
    }
}

#[test]
fn the_same_payments_are_drawn_with_the_same_lines() {
    for cascade in recorded() {
        let picture = BoardPicture::default();
        assert_eq!(cascade.lines(&picture), cascade.lines(&picture));
    }
}
