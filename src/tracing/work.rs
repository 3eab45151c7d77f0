//! The unfinished board: what is painted, what is proposed, and what it comes to.

use plain_text::counted;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::corners::Grid;
use super::kind::Kind;
use super::paint_file::Paint;
use super::propose::{Measured, Proposal};
use super::sections::find_sections;
use super::symmetry::Symmetry;
use super::together::propose_together;
use components::board::Section;
use components::board_drawing::BoardDrawing;
use components::fact::Fact;
use components::pack_check::{PackProblem, board_problems};
use components::specs::{BoardSpec, Pack, SiteSpec};
use components::square::Square;

/// The key of the source of everything a player traces.
pub const OWN_COPY: &str = "own copy";

/// So many strokes can be taken back.
const MOST_STEPS: usize = 400;

catalogue::catalogue! {
    /// How a stroke covers squares, the simplest first.
    #[derive(Default)]
    pub enum Tool {
        /// Its name.
        name: &'static str,
    }

    /// The squares it passes.
    #[default]
    Brush = "brush";
    /// All between the first and the last.
    Rectangle = "rectangle";
    /// All joined to the first edge by edge that look alike.
    Fill = "fill";
}

/// All that a person has said of the board, and what can be taken back.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Said {
    /// In reading order.
    kinds: Vec<Option<Kind>>,
    starts: BTreeMap<Square, u8>,
    sections: BTreeMap<Square, Section>,
}

/// A board being traced.
#[derive(Clone, Debug)]
pub struct Tracing {
    /// What the board is called.
    pub name: String,
    grid: Grid,
    said: Said,
    past: Vec<Said>,
    future: Vec<Said>,
    /// The photographs under it, the latest last.
    pictures: Vec<Arc<Measured>>,
    proposals: Vec<Option<Proposal>>,
    /// Whether somebody else works out the proposals, in their own time.
    is_elsewhere: bool,
    /// Whether the proposals are those of an earlier stroke.
    is_behind: bool,
}

/// Proposals to be worked out, away from the board that waits for them.
#[derive(Clone, Debug)]
pub struct Due {
    pictures: Vec<Arc<Measured>>,
    painted: Vec<Option<Kind>>,
}

impl Due {
    /// Works them out.
    pub fn propose(&self) -> Vec<Option<Proposal>> {
        propose(&self.pictures, &self.painted)
    }
}

impl Tracing {
    /// An empty grid, to be painted by hand.
    pub fn new(name: impl Into<String>, grid: Grid) -> Self {
        Self {
            name: name.into(),
            grid,
            said: Said { kinds: vec![None; grid.len()], ..Said::default() },
            past: Vec::new(),
            future: Vec::new(),
            pictures: Vec::new(),
            proposals: vec![None; grid.len()],
            is_elsewhere: false,
            is_behind: false,
        }
    }

    /// The board of a pack, to be corrected.
    ///
    /// Nothing if the pack does not know its terrain, or it has no possible size.
    pub fn of_board(spec: &BoardSpec) -> Option<Self> {
        let marks = BoardDrawing::of(spec.terrain.value()?);
        let (columns, rows) = marks.size();
        let grid = Grid::new(u32::try_from(columns).ok()?, u32::try_from(rows).ok()?).ok()?;
        let mut tracing = Self::new(spec.name.clone(), grid);
        let sites = spec.sites.value().map(Vec::as_slice).unwrap_or_default();
        for (square, kind) in grid.squares().zip(&mut tracing.said.kinds) {
            *kind = match marks.at(square)? {
                '?' => None,
                's' => {
                    let site = sites.iter().find(|site| site.squares.contains(&square));
                    Some(site.map_or(Kind::Reserved, |site| Kind::for_buildings(&site.buildings)))
                }
                ' ' => Some(Kind::Outside),
                mark => Kind::ALL.into_iter().find(|kind| kind.mark() == mark),
            };
        }
        tracing.said.starts = spec.starts.value().into_iter().flatten().copied().collect();
        Some(tracing)
    }

    /// The same with a picture under it, from which the rest is proposed, together with the
    /// pictures that were laid before.
    ///
    /// A picture of another grid is left aside.
    pub fn measure(&mut self, measured: Measured) {
        if measured.grid() == self.grid {
            self.pictures.push(Arc::new(measured));
            self.propose();
        }
    }

    /// How many pictures lie under it.
    pub const fn pictures(&self) -> usize {
        self.pictures.len()
    }

    /// Takes the latest picture away, to lay it anew, and all that was proposed.
    pub fn lift_picture(&mut self) {
        self.pictures.pop();
        self.proposals.fill(None);
    }

    /// Takes all pictures away but the latest.
    pub fn lift_earlier_pictures(&mut self) {
        self.pictures.drain(..self.pictures.len().saturating_sub(1));
        self.propose();
    }

    /// The same, with the proposals worked out elsewhere: see [`Tracing::due`].
    pub fn measure_elsewhere(&mut self, measured: Measured) {
        self.is_elsewhere = true;
        self.measure(measured);
    }

    /// What is to be worked out, if the proposals are behind what is painted.
    pub fn due(&self) -> Option<Due> {
        let is_due = self.is_behind && !self.pictures.is_empty();
        is_due.then(|| Due { pictures: self.pictures.clone(), painted: self.said.kinds.clone() })
    }

    /// Takes what was worked out; it stays behind if more was painted meanwhile.
    pub fn take_proposals(&mut self, due: &Due, proposals: Vec<Option<Proposal>>) {
        let is_same = |(own, theirs): (&Arc<Measured>, _)| Arc::ptr_eq(own, theirs);
        let is_ours = self.pictures.len() == due.pictures.len()
            && self.pictures.iter().zip(&due.pictures).all(is_same);
        if is_ours {
            self.proposals = proposals;
            self.is_behind = due.painted != self.said.kinds;
        }
    }

    /// What was said of the board, on a grid laid anew: squares keep their names. Pictures are of
    /// one grid, and stay where it is the same.
    #[must_use]
    pub fn on_grid(&self, grid: Grid) -> Self {
        let mut anew = Self::new(self.name.clone(), grid);
        for (square, kind) in grid.squares().zip(&mut anew.said.kinds) {
            *kind = self.painted(square);
        }
        let inside = |square: &Square| grid.index(*square).is_some();
        anew.said.starts = self.said.starts.clone();
        anew.said.starts.retain(|square, _| inside(square));
        anew.said.sections = self.said.sections.clone();
        anew.said.sections.retain(|square, _| inside(square));
        if grid == self.grid {
            anew.past.clone_from(&self.past);
            anew.future.clone_from(&self.future);
            anew.pictures.clone_from(&self.pictures);
            anew.proposals.clone_from(&self.proposals);
        }
        anew
    }

    /// Paints everything a paint file says, sections included, as one stroke.
    pub fn paint_all(&mut self, paint: &Paint) {
        self.change(|grid, said| {
            for (square, kind) in &paint.kinds {
                if let Some(at) = grid.index(*square) {
                    said.kinds[at] = Some(*kind);
                }
            }
            said.starts.extend(paint.starts.iter().map(|(square, number)| (*square, *number)));
            said.sections.extend(paint.sections.iter().map(|(square, to)| (*square, *to)));
        });
    }

    /// Paints what a stroke covers with a kind, or wipes it.
    ///
    /// A start number stays on central land only.
    pub fn stroke(&mut self, tool: Tool, path: &[Square], kind: Option<Kind>, symmetry: Symmetry) {
        let covered = self.covered(tool, path);
        let squares = symmetry.all(self.grid, &covered);
        self.change(|grid, said| {
            for square in squares {
                if let Some(at) = grid.index(square) {
                    said.kinds[at] = kind;
                    if kind != Some(Kind::Central) {
                        said.starts.remove(&square);
                    }
                }
            }
        });
    }

    /// The squares a stroke along `path` covers.
    pub fn covered(&self, tool: Tool, path: &[Square]) -> Vec<Square> {
        let (Some(first), Some(last)) = (path.first(), path.last()) else {
            return Vec::new();
        };
        match tool {
            Tool::Brush => path.to_vec(),
            Tool::Rectangle => {
                let within = |at: u8, a: u8, b: u8| (a.min(b)..=a.max(b)).contains(&at);
                let inside = |square: &Square| {
                    within(square.column, first.column, last.column)
                        && within(square.row, first.row, last.row)
                };
                self.grid.squares().filter(inside).collect()
            }
            Tool::Fill => self.alike(*first),
        }
    }

    /// The squares joined to one edge by edge that are of its kind.
    fn alike(&self, first: Square) -> Vec<Square> {
        let mut found = BTreeSet::new();
        let mut reached = vec![first];
        while let Some(here) = reached.pop() {
            let alike = self.grid.index(here).is_some() && self.kind(here) == self.kind(first);
            if !alike || !found.insert(here) {
                continue;
            }
            let Square { column, row } = here;
            reached.push(Square::new(column + 1, row));
            reached.push(Square::new(column, row + 1));
            reached.extend(column.checked_sub(1).map(|column| Square::new(column, row)));
            reached.extend(row.checked_sub(1).map(|row| Square::new(column, row)));
        }
        found.into_iter().collect()
    }

    /// Says that a square is what is proposed for it. Does nothing where nothing is.
    pub fn accept(&mut self, square: Square) {
        if let Some(proposal) = self.proposal(square) {
            self.stroke(Tool::Brush, &[square], Some(proposal.kind), Symmetry::default());
        }
    }

    /// Enters the number on a start square, which makes it central land, or takes it away.
    pub fn set_start(&mut self, square: Square, number: Option<u8>) {
        self.change(|grid, said| {
            let Some(at) = grid.index(square) else {
                return;
            };
            match number {
                Some(number) => {
                    said.kinds[at] = Some(Kind::Central);
                    said.starts.insert(square, number);
                }
                None => {
                    said.starts.remove(&square);
                }
            }
        });
    }

    /// Says which section the land around a square belongs to, or leaves it to be found.
    pub fn set_section(&mut self, square: Square, section: Option<Section>) {
        self.change(|_, said| match section {
            Some(section) => {
                said.sections.insert(square, section);
            }
            None => {
                said.sections.remove(&square);
            }
        });
    }

    /// Takes back the latest stroke. Does nothing if there is none.
    pub fn undo(&mut self) {
        if let Some(before) = self.past.pop() {
            self.future.push(std::mem::replace(&mut self.said, before));
            self.propose();
        }
    }

    /// Does the stroke again that was taken back last.
    pub fn redo(&mut self) {
        if let Some(after) = self.future.pop() {
            self.past.push(std::mem::replace(&mut self.said, after));
            self.propose();
        }
    }

    /// Whether there is a stroke to take back, and one to do again.
    pub fn can_undo_redo(&self) -> (bool, bool) {
        (!self.past.is_empty(), !self.future.is_empty())
    }

    fn change(&mut self, change: impl FnOnce(Grid, &mut Said)) {
        let mut said = self.said.clone();
        change(self.grid, &mut said);
        if said == self.said {
            return;
        }
        if self.past.len() == MOST_STEPS {
            self.past.remove(0);
        }
        self.past.push(std::mem::replace(&mut self.said, said));
        self.future.clear();
        self.propose();
    }

    fn propose(&mut self) {
        if self.is_elsewhere {
            self.is_behind = true;
            return;
        }
        self.proposals = propose(&self.pictures, &self.said.kinds);
    }

    /// Its columns and rows.
    pub const fn grid(&self) -> Grid {
        self.grid
    }

    /// What a square was painted as.
    pub fn painted(&self, square: Square) -> Option<Kind> {
        self.said.kinds[self.grid.index(square)?]
    }

    /// What is proposed for a square that is not painted.
    pub fn proposal(&self, square: Square) -> Option<Proposal> {
        let at = self.grid.index(square)?;
        match self.said.kinds[at] {
            Some(_) => None,
            None => self.proposals[at],
        }
    }

    /// What a square is: as it was painted, or else as it is proposed.
    pub fn kind(&self, square: Square) -> Option<Kind> {
        let proposed = || self.proposal(square).map(|proposal| proposal.kind);
        self.painted(square).or_else(proposed)
    }

    /// The number on a start square.
    pub fn start(&self, square: Square) -> Option<u8> {
        self.said.starts.get(&square).copied()
    }

    /// The squares whose proposal is unsure, in reading order.
    pub fn unsure(&self) -> Vec<Square> {
        let unsure =
            |square: &Square| self.proposal(*square).is_some_and(|proposal| proposal.unsure);
        self.grid.squares().filter(unsure).collect()
    }

    /// The unsure square to look at next: of all but `here`, the one whose answer tells most of
    /// the others. Once only `here` is left, it is that one.
    pub fn most_telling(&self, here: Square) -> Option<Square> {
        let telling = |square: &Square| self.proposal(*square).map_or(0.0, |p| p.telling);
        let unsure = self.unsure();
        let others = unsure.iter().copied().filter(|square| *square != here);
        // Of several that tell the same, the first in reading order.
        let most = others.rev().max_by(|a, b| telling(a).total_cmp(&telling(b)));
        most.or_else(|| unsure.first().copied())
    }

    /// What each square was painted as, or is surely seen to be, in reading order.
    pub fn told(&self) -> Vec<Option<Kind>> {
        let is_told = |square: &Square| self.proposal(*square).is_none_or(|told| !told.unsure);
        let told = |square| Some(square).filter(is_told).and_then(|square| self.kind(square));
        self.grid.squares().map(told).collect()
    }

    /// Whether a person has said the kind of any square.
    pub fn is_painted(&self) -> bool {
        self.said.kinds.iter().any(Option::is_some)
    }

    /// The squares of central land that carry a round mark in the picture and have no start
    /// number, in reading order. On other land no game starts: a token may lie there.
    pub fn unnumbered(&self) -> Vec<Square> {
        let is_open = |square: &Square| {
            self.start(*square).is_none()
                && self.kind(*square).is_none_or(|kind| kind == Kind::Central)
        };
        let rounds = self.pictures.iter().flat_map(|picture| picture.rounds());
        let rounds: BTreeSet<(u8, u8)> = rounds.map(|at| (at.row, at.column)).collect();
        let squares = rounds.into_iter().map(|(row, column)| Square::new(column, row));
        squares.filter(is_open).collect()
    }

    /// The squares of which nothing is known, in reading order.
    pub fn blank(&self) -> Vec<Square> {
        self.grid.squares().filter(|square| self.kind(*square).is_none()).collect()
    }

    /// The section of every square, in reading order.
    pub fn sections(&self) -> Vec<Option<Section>> {
        find_sections(self.grid, &self.kinds(), &self.said.sections)
    }

    fn kinds(&self) -> Vec<Option<Kind>> {
        self.grid.squares().map(|square| self.kind(square)).collect()
    }

    /// The board as a pack has it.
    ///
    /// It counts as known once no proposal in it is unsure.
    pub fn board(&self) -> BoardSpec {
        let columns = usize::from(self.grid.columns());
        let kinds = self.kinds();
        let rows =
            |marks: Vec<char>| marks.chunks(columns).map(|row| row.iter().collect()).collect();
        let terrain = kinds.iter().map(|kind| kind.map_or('?', Kind::mark));
        let digits = self.sections().into_iter();
        let digits =
            digits.map(|section| section.map_or('.', |section| char::from(b'1' + section.0)));
        let starts: Vec<(Square, u8)> =
            self.said.starts.iter().map(|(square, number)| (*square, *number)).collect();
        let sites = self.sites();
        BoardSpec {
            name: self.name.clone(),
            terrain: self.fact(rows(terrain.collect())),
            sections: self.fact(rows(digits.collect())),
            starts: if starts.is_empty() {
                Fact::Unknown
            } else {
                Fact::Known(starts, OWN_COPY.to_owned())
            },
            // Once everything is painted, what was not found is not there.
            sites: if sites.is_empty() && !self.blank().is_empty() {
                Fact::Unknown
            } else {
                self.fact(sites)
            },
            ..BoardSpec::default()
        }
    }

    fn fact<T>(&self, value: T) -> Fact<T> {
        match self.unsure().len() {
            0 => Fact::Known(value, OWN_COPY.to_owned()),
            count => {
                let unsure = counted(count, "square unsure", "squares unsure");
                Fact::Unconfirmed(value, format!("traced from a photograph, {unsure}"))
            }
        }
    }

    /// Reserved squares of one kind that are joined edge to edge are a site.
    fn sites(&self) -> Vec<SiteSpec> {
        let mut found: BTreeSet<Square> = BTreeSet::new();
        let mut sites = Vec::new();
        for square in self.grid.squares() {
            let Some(kind) = self.kind(square).filter(|kind| kind.is_reserved()) else {
                continue;
            };
            if !found.contains(&square) {
                let squares = self.alike(square);
                found.extend(&squares);
                let buildings = kind.buildings().iter().map(|&name| name.to_owned()).collect();
                sites.push(SiteSpec { buildings, squares });
            }
        }
        sites
    }

    /// The board as a pack of its own, to be laid over the one it belongs to.
    pub fn pack(&self) -> Pack {
        Pack {
            sources: BTreeMap::from([(
                OWN_COPY.to_owned(),
                "traced from the player's own board".to_owned(),
            )]),
            boards: vec![self.board()],
            ..Pack::default()
        }
    }

    /// What is wrong with the board so far; its sites are for buildings of `pack`.
    pub fn problems(&self, pack: &Pack) -> Vec<PackProblem> {
        board_problems(&self.board(), pack)
    }
}

/// What is proposed from so many pictures; nothing from none.
fn propose(pictures: &[Arc<Measured>], painted: &[Option<Kind>]) -> Vec<Option<Proposal>> {
    if pictures.is_empty() {
        return vec![None; painted.len()];
    }
    let pictures: Vec<&Measured> = pictures.iter().map(Arc::as_ref).collect();
    propose_together(&pictures, painted)
}

/// The square that something wrong with a board is about, if it is about one.
pub fn square_of(problem: &PackProblem) -> Option<Square> {
    problem.entry.rsplit(", ").next()?.parse().ok()
}

#[cfg(test)]
mod tests;
