//! The three sections of the city, found from the rivers and walls between them.
//!
//! Rulebook, "A Note on Resources". Land joined edge to edge is one part.
//! Corners join too, as they do in play, unless a river or wall passes between
//! the two squares: there a bend of it touches, and the sections stay apart.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::corners::GridSize;
use super::kind::PaintKind;
use components::board::Section;
use components::square::Square;

/// Returns the section of every land square, in reading order.
///
/// The three largest parts are the sections, numbered from left to right, and from top to bottom
/// where they are above each other. Any other part belongs to the section on the other side of a
/// site that it touches, or to none. A square in `assigned` determines the section of its whole
/// part. If a part has squares assigned to different sections, each square of it goes with the
/// nearest of them.
pub fn find_sections(
    grid: GridSize,
    kinds: &[Option<PaintKind>],
    assigned: &BTreeMap<Square, Section>,
) -> Vec<Option<Section>> {
    let parts = parts(grid, kinds);
    let mut squares: BTreeMap<usize, Vec<Square>> = BTreeMap::new();
    for (square, part) in grid.squares().zip(&parts) {
        if let Some(part) = part {
            squares.entry(*part).or_default().push(square);
        }
    }
    let mut section_of: BTreeMap<usize, Section> = BTreeMap::new();
    for (square, section) in assigned {
        if let Some(part) = grid.index(*square).and_then(|at| parts[at]) {
            section_of.insert(part, *section);
        }
    }
    let mut open: Vec<Section> = Section::ALL
        .into_iter()
        .filter(|section| !section_of.values().any(|taken| taken == section))
        .collect();
    let mut largest: Vec<&usize> =
        squares.keys().filter(|part| !section_of.contains_key(part)).collect();
    largest.sort_by_key(|part| (std::cmp::Reverse(squares[part].len()), squares[part][0]));
    largest.truncate(open.len());
    largest.sort_by_key(|part| {
        let sum: usize = squares[part].iter().map(|square| usize::from(square.column)).sum();
        // In tenths of a square, so that parts above each other are ordered by row.
        (sum * 10 / squares[part].len(), squares[part][0])
    });
    for (part, section) in largest.into_iter().zip(open.drain(..)) {
        section_of.insert(*part, section);
    }
    join_across_sites(grid, kinds, &parts, &mut section_of);
    let mut sections: Vec<Option<Section>> =
        parts.iter().map(|part| part.and_then(|part| section_of.get(&part).copied())).collect();
    for part in squares.keys() {
        let inside =
            |square: &Square| grid.index(*square).is_some_and(|at| parts[at] == Some(*part));
        let seeds: Vec<(Square, Section)> = assigned
            .iter()
            .filter(|(square, _)| inside(square))
            .map(|(square, to)| (*square, *to))
            .collect();
        if seeds.iter().any(|(_, section)| *section != seeds[0].1) {
            divide(grid, &inside, seeds, &mut sections);
        }
    }
    sections
}

/// Assigns parts without a section to the one that touches the same site, unless several do.
fn join_across_sites(
    grid: GridSize,
    kinds: &[Option<PaintKind>],
    parts: &[Option<usize>],
    section_of: &mut BTreeMap<usize, Section>,
) {
    let mut sites: BTreeSet<usize> =
        (0..grid.len()).filter(|at| kinds[*at].is_some_and(PaintKind::is_reserved)).collect();
    while let Some(start) = sites.pop_first() {
        let mut touched = BTreeSet::new();
        let mut reached = vec![start];
        while let Some(here) = reached.pop() {
            for there in around(grid, here) {
                touched.extend(parts[there]);
                if sites.remove(&there) {
                    reached.push(there);
                }
            }
        }
        let sections: BTreeSet<Section> =
            touched.iter().filter_map(|part| section_of.get(part).copied()).collect();
        if let (1, Some(section)) = (sections.len(), sections.first()) {
            section_of.extend(touched.into_iter().map(|part| (part, *section)));
        }
    }
}

/// Returns the square and those that touch it by an edge or a corner, as indexes in reading order.
fn around(grid: GridSize, at: usize) -> impl Iterator<Item = usize> {
    let columns = usize::from(grid.columns());
    let (column, row) = (at % columns, at / columns);
    let rows = row.saturating_sub(1)..(row + 2).min(usize::from(grid.rows()));
    let across = column.saturating_sub(1)..(column + 2).min(columns);
    rows.flat_map(move |row| across.clone().map(move |column| row * columns + column))
}

/// Assigns every square of a part to the section of the nearest seed, by steps across edges.
fn divide(
    grid: GridSize,
    inside: &impl Fn(&Square) -> bool,
    seeds: Vec<(Square, Section)>,
    sections: &mut [Option<Section>],
) {
    let mut reached: VecDeque<(Square, Section)> = seeds.into();
    let mut done: BTreeSet<Square> = BTreeSet::new();
    while let Some((here, section)) = reached.pop_front() {
        let Some(at) = grid.index(here).filter(|_| inside(&here)) else {
            continue;
        };
        if !done.insert(here) {
            continue;
        }
        sections[at] = Some(section);
        let Square { column, row } = here;
        let neighbors = [
            Some(Square::new(column + 1, row)),
            Some(Square::new(column, row + 1)),
            column.checked_sub(1).map(|left| Square::new(left, row)),
            row.checked_sub(1).map(|above| Square::new(column, above)),
        ];
        reached.extend(neighbors.into_iter().flatten().map(|square| (square, section)));
    }
}

/// Numbers the parts of connected land; returns the number of each square's part.
fn parts(grid: GridSize, kinds: &[Option<PaintKind>]) -> Vec<Option<usize>> {
    let kind = |square: Square| grid.index(square).map(|at| kinds[at]);
    // Squares of unknown kind count as land.
    let is_land =
        |square: Square| kind(square).is_some_and(|kind| kind.is_none_or(PaintKind::is_land));
    let mut parts = vec![None; grid.len()];
    let mut count = 0;
    for start in grid.squares().filter(|square| is_land(*square)) {
        let mut reached = vec![start];
        while let Some(here) = reached.pop() {
            let Some(at) = grid.index(here) else {
                continue;
            };
            if parts[at].is_some() {
                continue;
            }
            parts[at] = Some(count);
            for row in here.row.saturating_sub(1)..=here.row + 1 {
                for column in here.column.saturating_sub(1)..=here.column + 1 {
                    let there = Square::new(column, row);
                    let bend = [Square::new(column, here.row), Square::new(here.column, row)]
                        .into_iter()
                        .any(|square| kind(square).flatten().is_some_and(PaintKind::divides));
                    let corner = column != here.column && row != here.row;
                    if is_land(there) && !(corner && bend) {
                        reached.push(there);
                    }
                }
            }
        }
        if grid.index(start).is_some_and(|at| parts[at] == Some(count)) {
            count += 1;
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the sections of a drawn board, drawn as digits.
    #[track_caller]
    fn check(drawn: &[&str], assigned: &[(&str, u8)], expected: &[&str]) {
        let grid = GridSize::new(drawn[0].len() as u32, drawn.len() as u32).expect("a small board");
        let kinds: Vec<Option<PaintKind>> = drawn
            .iter()
            .flat_map(|row| row.chars())
            .map(|mark| PaintKind::ALL.into_iter().find(|kind| kind.mark() == mark))
            .collect();
        let assigned = assigned
            .iter()
            .map(|(square, section)| (square.parse().expect("a square"), Section(*section - 1)));
        let digits: Vec<char> = find_sections(grid, &kinds, &assigned.collect())
            .into_iter()
            .map(|section| section.map_or('.', |section| char::from(b'1' + section.0)))
            .collect();
        let rows: Vec<String> =
            digits.chunks(drawn[0].len()).map(|row| row.iter().collect()).collect();
        assert_eq!(rows, expected);
    }

    #[test]
    fn rivers_and_walls_separate_sections_numbered_from_the_left() {
        check(&["gg~ff#c", "gg~ff#c"], &[], &["11.22.3", "11.22.3"]);
    }

    #[test]
    fn a_bend_of_a_river_keeps_corners_apart_and_open_corners_join() {
        check(
            &["gg~ff", "g~fff", "~ff..", "ff#g.", "f#ggg"],
            &[],
            &["11.22", "1.222", ".22..", "22.3.", "2.333"],
        );
        check(&["g.#e~f", ".g#e~f"], &[], &["1..2.3", ".1.2.3"]);
    }

    #[test]
    fn a_fourth_part_of_the_land_has_no_section_until_one_is_assigned() {
        let drawn = ["gg~ff#cc~e", "gg~ff#cc~."];
        check(&drawn, &[], &["11.22.33..", "11.22.33.."]);
        check(&drawn, &[("J1", 3)], &["11.22....3", "11.22....."]);
        check(&drawn, &[("J1", 3), ("G1", 3)], &["11.22.33.3", "11.22.33.."]);
    }

    #[test]
    fn land_behind_a_site_belongs_to_the_section_in_front_of_it() {
        check(&["gg~ff#cc", "gg~ff#ss", "gg~ff#.e"], &[], &["11.22.33", "11.22...", "11.22..3"]);
        // A site between two sections does not decide.
        check(
            &["gg~fff", "gg~fff", "~~~sss", "cccs#e"],
            &[],
            &["11.333", "11.333", "......", "222..."],
        );
    }

    #[test]
    fn a_part_assigned_to_two_sections_is_divided_between_them() {
        let drawn = ["gggggg~c", "gggggg~c"];
        check(&drawn, &[], &["111111.2", "111111.2"]);
        check(&drawn, &[("A1", 1), ("F1", 2), ("H1", 3)], &["111222.3", "111222.3"]);
        // More assigned squares move the border.
        check(&drawn, &[("D1", 1), ("F1", 2), ("H1", 3), ("E2", 1)], &["111112.3", "111112.3"]);
    }
}
