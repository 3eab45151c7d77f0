//! Properties of every position: symmetry of sight and range, invariance under rotation, mirroring
//! and distant changes, texts that read back, and damaged texts.

use std::collections::BTreeSet;

use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use scenario_rules::FigureId;
use scenario_rules::board::{HexLine, Terrain};
use scenario_rules::figure::{FigureKind, Rank};
use scenario_rules::hex::Side;
use scenario_rules::sight::sight;
use scenario_rules::{Board, Hex, Layout, Position};

use crate::support::contents;
use crate::{random, random_area};

fn config() -> ProptestConfig {
    ProptestConfig {
        cases: 300,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(1),
        ..ProptestConfig::default()
    }
}

/// Returns a random position, with an area attack on the card if `has_area`.
fn any_position(seed: u64, has_area: bool) -> Position {
    if has_area { random_area::position_with_area(seed) } else { random::position(seed) }
}

/// Returns the position with every hex moved by `to`.
fn moved(position: &Position, size: (u8, u8), to: impl Fn(Hex) -> Hex) -> Position {
    let old = position.layout();
    let mut board = Board::new(size.0, size.1);
    let all: Vec<Hex> = board.hexes().collect();
    for hex in all {
        board.set(hex, None);
    }
    for hex in old.board.hexes() {
        board.set(to(hex), old.board.terrain(hex));
    }
    for wall in old.board.walls() {
        let other = wall.hex.neighbor(wall.side).expect("a wall inside has two hexes");
        let line = HexLine::between(to(wall.hex), to(other)).expect("neighbors stay neighbors");
        board.set_wall(line, true);
    }
    let mut figures = old.figures.clone();
    for figure in &mut figures {
        figure.hex = to(figure.hex);
    }
    Position::new(Layout { board, figures, ..old.clone() }).expect("it was one before")
}

/// Returns the answer's figures and hexes, with the hexes moved by `to`. Paths are left out, since
/// equally good ones may differ.
fn answer_summary(position: &Position, to: impl Fn(Hex) -> Hex) -> (String, BTreeSet<String>) {
    let id = position.find("Guard 1").expect("it is there");
    let answer = position.turn(id).expect("it has an answer");
    let mut ends = BTreeSet::new();
    for end in &answer.ends {
        let mut aims: Vec<(Hex, u16)> =
            end.goals.iter().map(|&(hex, left)| (to(hex), left)).collect();
        aims.sort_unstable();
        let hex = to(end.hex);
        let (focus, targets, choice) = (end.focus, &end.targets, &end.choice);
        let mut placements = Vec::new();
        for placement in &end.placements {
            let hexes: BTreeSet<Hex> = placement.hexes.iter().map(|&hex| to(hex)).collect();
            placements.push(format!("{hexes:?} {:?}", placement.hit));
        }
        placements.sort_unstable();
        ends.insert(format!(
            "{focus:?} {hex} {} {} {aims:?} {targets:?} {choice:?} {:?} {placements:?}",
            end.cost, end.negative, end.disadvantage
        ));
    }
    (format!("{:?} {:?}", answer.foci, answer.enemies), ends)
}

/// Rotates a hex clockwise by `sixths` sixths of a turn.
fn turn_hex(hex: Hex, sixths: u8) -> Hex {
    let (column, row) = (i32::from(hex.column), i32::from(hex.row));
    let mut cube = [column, row - (column - column % 2) / 2];
    for _ in 0..sixths {
        // The three coordinates add up to 0.
        cube = [-cube[1], cube[0] + cube[1]];
    }
    // Moved right by an even number of columns, and down, so that any small map fits.
    let column = cube[0] + 20;
    let row = cube[1] + 10 + (column - column % 2) / 2;
    let [column, row] = [column, row].map(|of| u8::try_from(of).expect("it fits"));
    Hex::new(column, row)
}

fn turned(position: &Position, sixths: u8) -> Position {
    moved(position, (50, 50), |hex| turn_hex(hex, sixths))
}

fn mirrored(position: &Position) -> Position {
    let (columns, rows) = (position.board().columns() | 1, position.board().rows());
    moved(position, (columns, rows), |hex| Hex::new(columns - 1 - hex.column, hex.row))
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn range_and_sight_are_symmetric(seed in 0_u64..1_000_000, corners: bool) {
        let position = random::position(seed);
        let board = position.board();
        let hexes: Vec<Hex> = board.hexes().collect();
        for &a in &hexes {
            for &b in hexes.iter().step_by(3) {
                // A separate map for the opposite direction, so that no cache can answer.
                let mut back = board.clone();
                back.set(a, board.terrain(a));
                prop_assert_eq!(
                    sight(board, corners, a, b).map(|seen| (seen.range, seen.in_sight)),
                    sight(&back, corners, b, a).map(|seen| (seen.range, seen.in_sight)),
                    "{} {} {}", a, b, scenario::print(&position)
                );
            }
        }
    }

    #[test]
    fn sight_from_corner_to_corner_implies_sight_from_part_to_part(seed in 0_u64..1_000_000) {
        let position = random::position(seed);
        let board = position.board();
        let hexes: Vec<Hex> = board.hexes().collect();
        for &a in &hexes {
            for &b in &hexes {
                let by_corners = sight(board, true, a, b).expect("both are on the map").in_sight;
                let by_parts = sight(board, false, a, b).expect("both are on the map").in_sight;
                prop_assert!(by_parts || !by_corners, "{} {} {}", a, b, scenario::print(&position));
            }
        }
    }

    #[test]
    fn rotating_the_map_rotates_the_answer(
        seed in 0_u64..1_000_000, sixths in 1_u8..6,
        has_area: bool,
    ) {
        let position = any_position(seed, has_area);
        let other = turned(&position, sixths);
        prop_assert_eq!(
            answer_summary(&position, |hex| turn_hex(hex, sixths)),
            answer_summary(&other, |hex| hex),
            "{}", scenario::print(&position)
        );
    }

    #[test]
    fn mirroring_the_map_mirrors_the_answer(seed in 0_u64..1_000_000, has_area: bool) {
        let position = any_position(seed, has_area);
        let columns = position.board().columns() | 1;
        let other = mirrored(&position);
        prop_assert_eq!(
            answer_summary(&position, |hex| Hex::new(columns - 1 - hex.column, hex.row)),
            answer_summary(&other, |hex| hex),
            "{}", scenario::print(&position)
        );
    }

    #[test]
    fn distant_terrain_never_changes_the_answer(
        seed in 0_u64..1_000_000, kind in 0_usize..8,
        has_area: bool,
    ) {
        let position = any_position(seed, has_area);
        let old = position.layout();
        let (columns, rows) = (old.board.columns(), old.board.rows());
        // The same map in the corner of a larger one, separated from the rest.
        let larger = moved(&position, (columns + 12, rows), |hex| hex);
        let mut layout = larger.layout().clone();
        for row in 0..rows {
            layout.board.set(Hex::new(columns + 11, row), Some(Terrain::ALL[kind]));
        }
        let far = Position::new(layout).expect("no figure is there");
        prop_assert_eq!(answer_summary(&position, |hex| hex), answer_summary(&far, |hex| hex));
    }

    #[test]
    fn printed_position_parses_to_the_same_position(seed in 0_u64..1_000_000, has_area: bool) {
        let position = any_position(seed, has_area);
        let text = scenario::print(&position);
        let again = scenario::parse(&text).expect("it is a position");
        prop_assert_eq!(contents(&again), contents(&position), "{}", text);
    }

    #[test]
    fn answer_names_the_rule_by_which_each_enemy_is_not_the_focus(
        seed in 0_u64..1_000_000,
        has_area: bool,
    ) {
        let position = any_position(seed, has_area);
        let id = position.find("Guard 1").expect("it is there");
        let answer = position.turn(id).expect("it has an answer");
        for enemy in &answer.enemies {
            prop_assert_eq!(enemy.lost_by.is_none(), answer.foci.contains(&enemy.figure));
        }
        prop_assert_eq!(answer.foci.is_empty(), answer.ends.is_empty());
        for end in &answer.ends {
            prop_assert!(end.targets.iter().all(|id: &FigureId| position.figure(*id).is_enemy_of(position.figure(answer.figure))));
            prop_assert!(end.targets.first().is_none_or(|first| *first == end.focus));
            prop_assert_eq!(end.path.last().copied().unwrap_or(position.figure(id).hex), end.hex);
            // A character that could do the same would be allowed to.
            let walk = position.check_move(id, u8::MAX, jumps(&position), &end.path);
            prop_assert!(end.path.is_empty() || walk.is_ok_and(|walk| walk.cost == u32::from(end.cost)));
        }
        let words = scenario::MonsterReply::new(&position, &answer).to_string();
        prop_assert!(words.lines().count() > answer.enemies.len());
        prop_assert!(!words.contains("Some(") && !words.contains("FigureId"), "{}", words);
    }

    #[test]
    fn damaged_position_text_is_parsed_or_refused_with_its_place(
        seed in 0_u64..1_000_000,
        has_area: bool,
    ) {
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut text: Vec<char> = scenario::print(&any_position(seed, has_area)).chars().collect();
        let signs: Vec<char> = "A1 b9,:/-#|.ox!~+=\n\té€0at of".chars().collect();
        for _ in 0..rng.usize(1..6) {
            if text.is_empty() {
                break;
            }
            let at = rng.usize(0..text.len());
            match rng.u8(0..4) {
                0 => { text.remove(at); }
                1 => text.insert(at, signs[rng.usize(0..signs.len())]),
                2 => text[at] = signs[rng.usize(0..signs.len())],
                _ => { let end = (at + rng.usize(0..30)).min(text.len()); text.drain(at..end); }
            }
        }
        let text: String = text.into_iter().collect();
        match scenario::parse(&text) {
            Err(error) => {
                let lines: Vec<&str> = text.lines().collect();
                prop_assert!(error.line >= 1 && error.line <= lines.len().max(1), "{}", error);
                let line = lines.get(error.line - 1).copied().unwrap_or_default();
                prop_assert!(error.column >= 1 && error.column <= line.chars().count() + 1, "{}", error);
            }
            Ok(position) => {
                let printed = scenario::print(&position);
                let again = scenario::parse(&printed).expect("it was read before");
                prop_assert_eq!(contents(&again), contents(&position), "{}", printed);
                for figure in again.figures() {
                    // An answer or a refusal, and no panic.
                    let _ = scenario::monster(&printed, &figure.to_string());
                }
            }
        }
    }
}

fn jumps(position: &Position) -> bool {
    let id = position.find("Guard 1").expect("it is there");
    let card = position.card(id).expect("it has a card");
    card.movement.is_some_and(|movement| movement.jump)
}

#[test]
fn largest_position_has_an_answer() {
    // 200 figures on a full board, walls everywhere, and a long range.
    let mut board = Board::new(60, 60);
    let hexes: Vec<Hex> = board.hexes().collect();
    let mut rng = fastrand::Rng::with_seed(7);
    for &hex in &hexes {
        for side in Side::ALL {
            if rng.u8(0..9) == 0 {
                board.set_wall(HexLine::new(hex, side), true);
            }
        }
    }
    let mut lines = vec![
        scenario::print(&Position::new(Layout::new(board)).expect("it is empty")),
        "card Guard: move 9, attack range 20 targets 9\ninitiative Guard: 50\n".to_owned(),
    ];
    for (number, hex) in hexes.iter().step_by(18).take(200).enumerate() {
        lines.push(match number {
            0..=98 => format!("normal Guard {} at {hex}\n", number + 1),
            _ => format!("character Hero{number} at {hex}, initiative {}\n", number % 90),
        });
    }
    let position = scenario::parse(&lines.concat()).unwrap_or_else(|error| panic!("{error}"));
    let monsters = position
        .figures()
        .iter()
        .filter(|figure| matches!(figure.kind, FigureKind::Monster(Rank::Normal)));
    assert_eq!(monsters.count(), 99);
    let answer = position.turn(position.figures()[98].id()).expect("it has an answer");
    assert_eq!(answer.enemies.len(), 101);
    assert!(!answer.foci.is_empty());
}
