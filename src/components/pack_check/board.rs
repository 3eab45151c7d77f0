//! Contradictions in a map board.

use plain_text::counted;
use std::collections::{BTreeMap, BTreeSet};

use super::{MAX_ENTRIES, PackChecker, entry_name, printable, truncated};
use crate::board_drawing::{BoardDrawing, UNKNOWN_MARK};
use crate::specs::{BoardSpec, SiteSpec};
use crate::square::Square;
use crate::tile::{Footprint, MAX_TILE_SQUARES};

pub(super) const MAX_BOARD_ENTRIES: usize = 60;

impl PackChecker<'_> {
    pub(super) fn board(&mut self, spec: &BoardSpec) {
        let entry = entry_name("board", &spec.name);
        let terrain = self.grid(&entry, "terrain", spec.terrain.value());
        let sections = self.grid(&entry, "sections", spec.sections.value());
        if let Some(terrain) = &terrain {
            for (square, mark) in terrain.squares() {
                if !"ecfg~#s?. ".contains(mark) {
                    let found = format!("\"{}\"", printable(&mark.to_string()));
                    self.report_at(&entry, square, found, "one of e c f g ~ # s ? . or a space");
                }
            }
        }
        // An open board is entered square by square, so its sections and numbers are incomplete.
        if let Some(sections) = &sections {
            self.section_digits(&entry, sections);
        }
        if let Some(sections) = sections.as_ref().filter(|_| !spec.is_open()) {
            self.three_sections(&entry, sections, terrain.as_ref());
        }
        if let (Some(terrain), Some(sections)) = (&terrain, &sections) {
            self.sections_fit_terrain(&entry, terrain, sections);
        }
        if !spec.section_names.is_empty() && spec.section_names.len() != 3 {
            let found = counted(spec.section_names.len(), "section name", "section names");
            self.report(&entry, found, "three, or none");
        }
        for name in truncated(&spec.section_names, 3) {
            self.name(&entry, name);
        }
        if let Some(solo) = spec.solo.value()
            && solo.len() != 3
        {
            let found = format!(
                "{} for solo games",
                counted(solo.len(), "difficulty level", "difficulty levels")
            );
            self.report(&entry, found, "one for each of the three sections");
        }
        self.starts(&entry, spec, terrain.as_ref());
        self.sites(&entry, spec, terrain.as_ref());
        for (name, square) in truncated(&spec.districts, MAX_BOARD_ENTRIES) {
            self.name(&entry, name);
            if terrain.as_ref().is_some_and(|t| t.at(*square).is_none()) {
                let found = format!("the district {}", printable(name));
                self.report_at(&entry, *square, found, "a square of the board");
            }
        }
    }

    fn report_at(&mut self, entry: &str, square: Square, found: impl Into<String>, expected: &str) {
        self.report(&format!("{entry}, {square}"), found, expected);
    }

    /// Returns the drawing; `None` if it is unknown or no rectangle of a possible size.
    fn grid(
        &mut self,
        entry: &str,
        what: &str,
        lines: Option<&Vec<String>>,
    ) -> Option<BoardDrawing> {
        let lines = lines?;
        let max_rows = usize::from(Square::MAX_ROWS);
        let max_columns = usize::from(Square::MAX_COLUMNS);
        if lines.is_empty() || lines.len() > max_rows {
            let found = format!("{} of {what}", counted(lines.len(), "row", "rows"));
            self.report(entry, found, format!("1 to {max_rows} rows"));
            return None;
        }
        // Counts only as far as necessary to detect an overlong line.
        let length = |line: &String| line.chars().take(max_columns + 1).count();
        let columns = length(&lines[0]);
        if columns == 0 || columns > max_columns {
            let found = if columns == 0 { "an empty" } else { "a longer" };
            let expected = format!("1 to {max_columns} squares in a row");
            self.report(entry, format!("{found} first row of {what}"), expected);
            return None;
        }
        let uneven = lines.iter().position(|line| length(line) != columns);
        if let Some(row) = uneven {
            let found = if length(&lines[row]) > columns { "more" } else { "fewer" };
            self.report(
                entry,
                format!("{} in row {} of {what}", counted(found, "square", "squares"), row + 1),
                format!("{columns}, as in row 1"),
            );
            return None;
        }
        Some(BoardDrawing::of(lines))
    }

    fn section_digits(&mut self, entry: &str, sections: &BoardDrawing) {
        for (square, mark) in sections.squares() {
            if mark.is_ascii_digit() && !('1'..='3').contains(&mark) {
                let expected = "exactly three sections, 1, 2 and 3";
                self.report_at(entry, square, format!("section {mark}"), expected);
            }
        }
    }

    /// Checks that each of the three sections exists and is connected, also across corners (rule
    /// 2.3) and through sites, which are adjacent to every square around them (rule 2.4).
    fn three_sections(
        &mut self,
        entry: &str,
        sections: &BoardDrawing,
        terrain: Option<&BoardDrawing>,
    ) {
        let sites = terrain.map(|terrain| marked(terrain, 's')).unwrap_or_default();
        for section in ['1', '2', '3'] {
            let mut remaining = marked(sections, section);
            let mut sites = sites.clone();
            if remaining.is_empty() {
                let found = format!("no square of section {section}");
                self.report(entry, found, "exactly three sections, 1, 2 and 3");
            }
            let mut pieces = Vec::new();
            while let Some(start) = remaining.pop_first() {
                pieces.push(piece_from(start, &mut remaining, &mut sites));
            }
            pieces.sort_by_key(|piece| (std::cmp::Reverse(piece.len()), piece[0]));
            for piece in pieces.iter().skip(1) {
                let found = if piece.len() == 1 {
                    format!("a one-square island of section {section}")
                } else {
                    let size = counted(piece.len(), "square", "squares");
                    format!("a part of section {section} of {size}")
                };
                self.report_at(
                    entry,
                    piece[0],
                    found,
                    "the squares of a section joined to each other",
                );
            }
        }
    }

    fn sections_fit_terrain(
        &mut self,
        entry: &str,
        terrain: &BoardDrawing,
        sections: &BoardDrawing,
    ) {
        if terrain.size() != sections.size() {
            let (columns, rows) = sections.size();
            let found = format!("sections of {columns} by {rows} squares");
            let (columns, rows) = terrain.size();
            self.report(entry, found, format!("{columns} by {rows}, as the terrain"));
            return;
        }
        for (square, mark) in terrain.squares() {
            let section = sections.at(square);
            let digit = section.is_some_and(|mark| mark.is_ascii_digit());
            let is_known = digit || section == Some(UNKNOWN_MARK);
            if is_land(mark) && !is_known {
                let expected = "the digit of its section";
                self.report_at(entry, square, "land in no section", expected);
            } else if !is_land(mark) && digit {
                let expected = "sections on land only";
                self.report_at(entry, square, "a section where no land is", expected);
            }
        }
    }

    fn starts(&mut self, entry: &str, spec: &BoardSpec, terrain: Option<&BoardDrawing>) {
        let Some(starts) = spec.starts.value() else {
            return;
        };
        let starts = truncated(starts, MAX_BOARD_ENTRIES);
        let mut seen = BTreeSet::new();
        for &(square, number) in starts {
            if !(1..=4).contains(&number) {
                let found = format!("the start number {number}");
                self.report_at(entry, square, found, "a number from 1 to 4");
            }
            if !seen.insert(square) {
                let found = "the start square a second time";
                self.report_at(entry, square, found, "each start square once");
            }
            if terrain.is_some_and(|t| !matches!(t.at(square), Some('g' | '?'))) {
                let expected = "start squares on grey land";
                self.report_at(entry, square, "a start square", expected);
            }
        }
        if spec.is_open() {
            return;
        }
        for players in 1..=4_u8 {
            let usable = starts.iter().filter(|&&(_, number)| number <= players).count();
            if usable < usize::from(players) {
                let all = counted(players, "player", "players");
                let found =
                    format!("{} for {all}", counted(usable, "start square", "start squares"));
                self.report(entry, found, format!("at least {players}"));
            }
        }
    }

    fn sites(&mut self, entry: &str, spec: &BoardSpec, terrain: Option<&BoardDrawing>) {
        let Some(sites) = spec.sites.value() else {
            return;
        };
        let mut covered: BTreeMap<Square, usize> = BTreeMap::new();
        for site in truncated(sites, MAX_ENTRIES) {
            self.site(entry, site);
            let squares: BTreeSet<Square> =
                site.squares.iter().take(MAX_BOARD_ENTRIES).copied().collect();
            for square in squares {
                *covered.entry(square).or_default() += 1;
                if terrain.is_some_and(|t| t.at(square) != Some('s')) {
                    let expected = "sites on squares drawn s";
                    self.report_at(entry, square, "a square of a site", expected);
                }
            }
        }
        for (&square, &sites) in &covered {
            if sites > 1 {
                let expected = "each square in one site";
                self.report_at(entry, square, "a square of two sites", expected);
            }
        }
        let drawn = terrain.into_iter().flat_map(BoardDrawing::squares);
        for (square, _) in drawn.filter(|&(_, mark)| mark == 's') {
            if !covered.contains_key(&square) {
                self.report_at(entry, square, "a reserved square", "it in one of the sites");
            }
        }
    }

    fn site(&mut self, entry: &str, site: &SiteSpec) {
        let Some(&first) = site.squares.first() else {
            self.report(entry, "a site without squares", "the squares of each site");
            return;
        };
        let entry = format!("{entry}, {first}");
        let distinct: BTreeSet<Square> = site.squares.iter().copied().collect();
        let footprint = Footprint::new(truncated(&site.squares, MAX_BOARD_ENTRIES));
        let shape = footprint.and_then(|footprint| footprint.shape());
        if distinct.len() > MAX_TILE_SQUARES {
            let found = format!("a site of {}", counted(distinct.len(), "square", "squares"));
            self.report(&entry, found, format!("at most {MAX_TILE_SQUARES}"));
        } else if distinct.len() < site.squares.len() {
            self.report(&entry, "a site square listed twice", "each square once");
        } else if shape.is_none() {
            let expected = "a site whose squares are joined edge to edge";
            self.report(&entry, "a site in pieces", expected);
        }
        if site.buildings.is_empty() {
            let expected = "the special buildings that may stand there";
            self.report(&entry, "a site for no building", expected);
        }
        for name in truncated(&site.buildings, MAX_ENTRIES) {
            let Some(&building) = self.buildings.get(name.as_str()) else {
                let found = format!("the building \"{}\"", printable(name));
                self.report(&entry, found, "a building of this pack");
                continue;
            };
            if building.special.value() == Some(&false) {
                let found = format!("a site for {}", printable(name));
                self.report(&entry, found, "sites for special buildings only");
            }
            // If it is unknown whether the tile may be turned over, assume that it may.
            let turnable = building.turnable.value() != Some(&false);
            if let (Some(site), Some(tile)) = (&shape, building.shape.value())
                && !tile.is_same(site, turnable)
            {
                let found = format!("a site like {site} for {}", printable(name));
                self.report(&entry, found, format!("the shape of its tile, {tile}"));
            }
        }
    }
}

const fn is_land(mark: char) -> bool {
    matches!(mark, 'e' | 'c' | 'f' | 'g' | '?')
}

fn marked(drawing: &BoardDrawing, wanted: char) -> BTreeSet<Square> {
    drawing.squares().filter(|&(_, mark)| mark == wanted).map(|(square, _)| square).collect()
}

/// Removes the squares connected to `start` from `remaining` and returns them with `start`.
fn piece_from(
    start: Square,
    remaining: &mut BTreeSet<Square>,
    sites: &mut BTreeSet<Square>,
) -> Vec<Square> {
    let mut piece = vec![start];
    let mut reached = vec![start];
    while let Some(here) = reached.pop() {
        for row in here.row.saturating_sub(1)..=here.row + 1 {
            for column in here.column.saturating_sub(1)..=here.column + 1 {
                let there = Square::new(column, row);
                if remaining.remove(&there) {
                    piece.push(there);
                    reached.push(there);
                } else if sites.remove(&there) {
                    reached.push(there);
                }
            }
        }
    }
    piece
}
