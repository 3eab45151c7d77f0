//! The unfinished board: painted squares, proposals, and the resulting pack.

use plain_text::counted;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::combine::propose_together;
use super::corners::GridSize;
use super::kind::PaintKind;
use super::paint_file::PaintFile;
use super::propose::{PhotoMeasurements, Proposal};
use super::sections::find_sections;
use super::symmetry::Symmetry;
use components::board::Section;
use components::board_drawing::BoardDrawing;
use components::fact::Fact;
use components::pack_check::{PackProblem, board_problems};
use components::specs::{BoardSpec, Pack, SiteSpec};
use components::square::Square;

/// The key of the source of everything a player traces.
pub const OWN_COPY: &str = "own copy";

/// The maximum number of strokes that can be undone.
const MOST_STEPS: usize = 400;

enum_table::enum_table! {
    /// A tool, which decides the squares that a stroke covers; the simplest first.
    #[derive(Default)]
    pub enum PaintTool {
        /// Returns the name.
        name: &'static str,
    }

    /// The squares along the stroke.
    #[default]
    Brush = "brush";
    /// The rectangle between the first square and the last.
    Rectangle = "rectangle";
    /// All squares of the same kind that are connected to the first by edges.
    Fill = "fill";
}

/// All manual input about the board: one state of the undo history.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct ManualInput {
    /// The painted kinds, in reading order.
    kinds: Vec<Option<PaintKind>>,
    starts: BTreeMap<Square, u8>,
    sections: BTreeMap<Square, Section>,
}

/// A board being traced.
#[derive(Clone, Debug)]
pub struct TracedBoard {
    /// The name of the board.
    pub name: String,
    grid: GridSize,
    input: ManualInput,
    past: Vec<ManualInput>,
    future: Vec<ManualInput>,
    /// The photographs under it, the latest last.
    pictures: Vec<Arc<PhotoMeasurements>>,
    proposals: Vec<Option<Proposal>>,
    /// `true` if the caller computes the proposals.
    is_elsewhere: bool,
    /// `true` if the proposals are those of an earlier stroke.
    is_behind: bool,
}

/// The input of a pending computation of proposals, detached from the board.
#[derive(Clone, Debug)]
pub struct ProposalRequest {
    pictures: Vec<Arc<PhotoMeasurements>>,
    painted: Vec<Option<PaintKind>>,
}

impl ProposalRequest {
    /// Computes the proposals.
    pub fn propose(&self) -> Vec<Option<Proposal>> {
        propose(&self.pictures, &self.painted)
    }
}

impl TracedBoard {
    /// Creates an empty grid to paint.
    pub fn new(name: impl Into<String>, grid: GridSize) -> Self {
        Self {
            name: name.into(),
            grid,
            input: ManualInput { kinds: vec![None; grid.len()], ..ManualInput::default() },
            past: Vec::new(),
            future: Vec::new(),
            pictures: Vec::new(),
            proposals: vec![None; grid.len()],
            is_elsewhere: false,
            is_behind: false,
        }
    }

    /// Creates a copy of a pack's board to correct.
    ///
    /// `None` if the pack does not know its terrain, or it has no possible size.
    pub fn from_board(spec: &BoardSpec) -> Option<Self> {
        let marks = BoardDrawing::of(spec.terrain.value()?);
        let (columns, rows) = marks.size();
        let grid = GridSize::new(u32::try_from(columns).ok()?, u32::try_from(rows).ok()?).ok()?;
        let mut tracing = Self::new(spec.name.clone(), grid);
        let sites = spec.sites.value().map(Vec::as_slice).unwrap_or_default();
        for (square, kind) in grid.squares().zip(&mut tracing.input.kinds) {
            *kind = match marks.at(square)? {
                '?' => None,
                's' => {
                    let site = sites.iter().find(|site| site.squares.contains(&square));
                    Some(site.map_or(PaintKind::Reserved, |site| {
                        PaintKind::for_buildings(&site.buildings)
                    }))
                }
                ' ' => Some(PaintKind::Outside),
                mark => PaintKind::ALL.into_iter().find(|kind| kind.mark() == mark),
            };
        }
        tracing.input.starts = spec.starts.value().into_iter().flatten().copied().collect();
        Some(tracing)
    }

    /// Adds a picture and proposes the unpainted squares from all pictures together.
    ///
    /// A picture with another grid is ignored.
    pub fn add_photo(&mut self, measured: PhotoMeasurements) {
        if measured.grid() == self.grid {
            self.pictures.push(Arc::new(measured));
            self.propose();
        }
    }

    /// Returns the number of pictures.
    pub const fn pictures(&self) -> usize {
        self.pictures.len()
    }

    /// Removes the latest picture, to be added again with other corners, and all proposals.
    pub fn remove_latest_photo(&mut self) {
        self.pictures.pop();
        self.proposals.fill(None);
    }

    /// Removes all pictures but the latest.
    pub fn keep_latest_photo(&mut self) {
        self.pictures.drain(..self.pictures.len().saturating_sub(1));
        self.propose();
    }

    /// Adds a picture like [`TracedBoard::add_photo`], but leaves the proposals to the caller: see
    /// [`TracedBoard::pending_proposals`].
    pub fn add_photo_deferred(&mut self, measured: PhotoMeasurements) {
        self.is_elsewhere = true;
        self.add_photo(measured);
    }

    /// Returns the pending computation, if the proposals are older than the paint.
    pub fn pending_proposals(&self) -> Option<ProposalRequest> {
        let is_due = self.is_behind && !self.pictures.is_empty();
        is_due.then(|| ProposalRequest {
            pictures: self.pictures.clone(),
            painted: self.input.kinds.clone(),
        })
    }

    /// Takes computed proposals. Another computation is pending if more was painted meanwhile.
    /// Proposals from other pictures are ignored.
    pub fn take_proposals(&mut self, due: &ProposalRequest, proposals: Vec<Option<Proposal>>) {
        let is_ours = self.pictures.len() == due.pictures.len()
            && self
                .pictures
                .iter()
                .zip(&due.pictures)
                .all(|(own, theirs)| Arc::ptr_eq(own, theirs));
        if is_ours {
            self.proposals = proposals;
            self.is_behind = due.painted != self.input.kinds;
        }
    }

    /// Returns the board with its manual input on another grid; squares keep their names. Undo
    /// history, pictures and proposals are kept only for a grid of the same size.
    #[must_use]
    pub fn on_grid(&self, grid: GridSize) -> Self {
        let mut resized = Self::new(self.name.clone(), grid);
        for (square, kind) in grid.squares().zip(&mut resized.input.kinds) {
            *kind = self.painted(square);
        }
        resized.input.starts = self.input.starts.clone();
        resized.input.starts.retain(|square, _| grid.index(*square).is_some());
        resized.input.sections = self.input.sections.clone();
        resized.input.sections.retain(|square, _| grid.index(*square).is_some());
        if grid == self.grid {
            resized.past.clone_from(&self.past);
            resized.future.clone_from(&self.future);
            resized.pictures.clone_from(&self.pictures);
            resized.proposals.clone_from(&self.proposals);
        }
        resized
    }

    /// Paints the contents of a paint file, sections included, as one stroke.
    pub fn paint_all(&mut self, paint: &PaintFile) {
        self.change(|grid, input| {
            for (square, kind) in &paint.kinds {
                if let Some(at) = grid.index(*square) {
                    input.kinds[at] = Some(*kind);
                }
            }
            input.starts.extend(paint.starts.iter().map(|(square, number)| (*square, *number)));
            input.sections.extend(paint.sections.iter().map(|(square, to)| (*square, *to)));
        });
    }

    /// Paints the squares of a stroke with a kind, or wipes them for `None`.
    ///
    /// A start number stays on central land only.
    pub fn stroke(
        &mut self,
        tool: PaintTool,
        path: &[Square],
        kind: Option<PaintKind>,
        symmetry: Symmetry,
    ) {
        let covered = self.covered(tool, path);
        let squares = symmetry.all(self.grid, &covered);
        self.change(|grid, input| {
            for square in squares {
                if let Some(at) = grid.index(square) {
                    input.kinds[at] = kind;
                    if kind != Some(PaintKind::Central) {
                        input.starts.remove(&square);
                    }
                }
            }
        });
    }

    /// Returns the squares that a stroke along `path` covers.
    pub fn covered(&self, tool: PaintTool, path: &[Square]) -> Vec<Square> {
        let (Some(first), Some(last)) = (path.first(), path.last()) else {
            return Vec::new();
        };
        match tool {
            PaintTool::Brush => path.to_vec(),
            PaintTool::Rectangle => {
                let columns = first.column.min(last.column)..=first.column.max(last.column);
                let rows = first.row.min(last.row)..=first.row.max(last.row);
                self.grid
                    .squares()
                    .filter(|square| columns.contains(&square.column) && rows.contains(&square.row))
                    .collect()
            }
            PaintTool::Fill => self.alike(*first),
        }
    }

    /// Returns the squares of the same kind that are connected to a square by edges.
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

    /// Paints a square with its proposed kind. Does nothing without a proposal.
    pub fn accept(&mut self, square: Square) {
        if let Some(proposal) = self.proposal(square) {
            self.stroke(PaintTool::Brush, &[square], Some(proposal.kind), Symmetry::default());
        }
    }

    /// Sets the number of a start square, which makes it central land, or removes the number.
    pub fn set_start(&mut self, square: Square, number: Option<u8>) {
        self.change(|grid, input| {
            let Some(at) = grid.index(square) else {
                return;
            };
            match number {
                Some(number) => {
                    input.kinds[at] = Some(PaintKind::Central);
                    input.starts.insert(square, number);
                }
                None => {
                    input.starts.remove(&square);
                }
            }
        });
    }

    /// Assigns the land around a square to a section, or removes the assignment for `None`.
    pub fn set_section(&mut self, square: Square, section: Option<Section>) {
        self.change(|_, input| match section {
            Some(section) => {
                input.sections.insert(square, section);
            }
            None => {
                input.sections.remove(&square);
            }
        });
    }

    /// Undoes the latest stroke, if there is one.
    pub fn undo(&mut self) {
        if let Some(before) = self.past.pop() {
            self.future.push(std::mem::replace(&mut self.input, before));
            self.propose();
        }
    }

    /// Redoes the stroke that was undone last, if there is one.
    pub fn redo(&mut self) {
        if let Some(after) = self.future.pop() {
            self.past.push(std::mem::replace(&mut self.input, after));
            self.propose();
        }
    }

    /// Checks whether there is a stroke to undo, and one to redo.
    pub fn can_undo_redo(&self) -> (bool, bool) {
        (!self.past.is_empty(), !self.future.is_empty())
    }

    fn change(&mut self, change: impl FnOnce(GridSize, &mut ManualInput)) {
        let mut input = self.input.clone();
        change(self.grid, &mut input);
        if input == self.input {
            return;
        }
        if self.past.len() == MOST_STEPS {
            self.past.remove(0);
        }
        self.past.push(std::mem::replace(&mut self.input, input));
        self.future.clear();
        self.propose();
    }

    fn propose(&mut self) {
        if self.is_elsewhere {
            self.is_behind = true;
            return;
        }
        self.proposals = propose(&self.pictures, &self.input.kinds);
    }

    /// Returns its columns and rows.
    pub const fn grid(&self) -> GridSize {
        self.grid
    }

    /// Returns the painted kind of a square, if it is painted.
    pub fn painted(&self, square: Square) -> Option<PaintKind> {
        self.input.kinds[self.grid.index(square)?]
    }

    /// Returns the proposal for a square; `None` if it is painted.
    pub fn proposal(&self, square: Square) -> Option<Proposal> {
        let at = self.grid.index(square)?;
        match self.input.kinds[at] {
            Some(_) => None,
            None => self.proposals[at],
        }
    }

    /// Returns the painted kind of a square, or else the proposed one.
    pub fn kind(&self, square: Square) -> Option<PaintKind> {
        self.painted(square).or_else(|| self.proposal(square).map(|proposal| proposal.kind))
    }

    /// Returns the number of a start square.
    pub fn start(&self, square: Square) -> Option<u8> {
        self.input.starts.get(&square).copied()
    }

    /// Returns `true` if the proposal for a square is unsure.
    fn is_unsure(&self, square: Square) -> bool {
        self.proposal(square).is_some_and(|proposal| proposal.unsure)
    }

    /// Returns the squares whose proposal is unsure, in reading order.
    pub fn unsure(&self) -> Vec<Square> {
        self.grid.squares().filter(|square| self.is_unsure(*square)).collect()
    }

    /// Returns the unsure square to label next: the most informative of all but `here`, or `here`
    /// if it is the only one. Of equal ones, it is the first in reading order.
    pub fn most_informative(&self, here: Square) -> Option<Square> {
        let unsure = self.unsure();
        unsure
            .iter()
            .copied()
            .filter(|square| *square != here)
            .rev()
            .max_by(|a, b| self.telling(*a).total_cmp(&self.telling(*b)))
            .or_else(|| unsure.first().copied())
    }

    /// Returns the expected information gain from labeling a square.
    fn telling(&self, square: Square) -> f32 {
        self.proposal(square).map_or(0.0, |proposal| proposal.information_gain)
    }

    /// Returns the painted or surely proposed kind of each square, in reading order.
    pub fn known_kinds(&self) -> Vec<Option<PaintKind>> {
        self.grid
            .squares()
            .map(|square| if self.is_unsure(square) { None } else { self.kind(square) })
            .collect()
    }

    /// Returns `true` if any square is painted.
    pub fn is_painted(&self) -> bool {
        self.input.kinds.iter().any(Option::is_some)
    }

    /// Returns the squares with a round mark in the picture but without a start number, in reading
    /// order. Only central land and unknown squares count; on others the mark may be a token.
    pub fn unnumbered(&self) -> Vec<Square> {
        let rounds: BTreeSet<(u8, u8)> = self
            .pictures
            .iter()
            .flat_map(|picture| picture.round_marks())
            .map(|square| (square.row, square.column))
            .collect();
        rounds
            .into_iter()
            .map(|(row, column)| Square::new(column, row))
            .filter(|square| {
                self.start(*square).is_none()
                    && self.kind(*square).is_none_or(|kind| kind == PaintKind::Central)
            })
            .collect()
    }

    /// Returns the squares of unknown kind, in reading order.
    pub fn unknown_squares(&self) -> Vec<Square> {
        self.grid.squares().filter(|square| self.kind(*square).is_none()).collect()
    }

    /// Returns the section of every square, in reading order.
    pub fn sections(&self) -> Vec<Option<Section>> {
        find_sections(self.grid, &self.kinds(), &self.input.sections)
    }

    fn kinds(&self) -> Vec<Option<PaintKind>> {
        self.grid.squares().map(|square| self.kind(square)).collect()
    }

    /// Returns the board in the form of a pack.
    ///
    /// Its facts count as known once no proposal is unsure.
    pub fn board(&self) -> BoardSpec {
        let terrain: Vec<char> =
            self.kinds().iter().map(|kind| kind.map_or('?', PaintKind::mark)).collect();
        let sections: Vec<char> = self
            .sections()
            .into_iter()
            .map(|section| section.map_or('.', |section| char::from(b'1' + section.0)))
            .collect();
        let starts: Vec<(Square, u8)> =
            self.input.starts.iter().map(|(square, number)| (*square, *number)).collect();
        let sites = self.sites();
        BoardSpec {
            name: self.name.clone(),
            terrain: self.fact(self.rows(&terrain)),
            sections: self.fact(self.rows(&sections)),
            starts: if starts.is_empty() {
                Fact::Unknown
            } else {
                Fact::Known(starts, OWN_COPY.to_owned())
            },
            // A board without unknown squares has no other sites.
            sites: if sites.is_empty() && !self.unknown_squares().is_empty() {
                Fact::Unknown
            } else {
                self.fact(sites)
            },
            ..BoardSpec::default()
        }
    }

    /// Divides characters in reading order into the rows of the board.
    fn rows(&self, marks: &[char]) -> Vec<String> {
        marks.chunks(usize::from(self.grid.columns())).map(|row| row.iter().collect()).collect()
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

    /// Returns the sites: reserved squares of one kind that are connected by edges.
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

    /// Returns the board as a pack of its own, to be merged with the one it belongs to.
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

    /// Returns the problems of the board so far; its sites are for buildings of `pack`.
    pub fn problems(&self, pack: &Pack) -> Vec<PackProblem> {
        board_problems(&self.board(), pack)
    }
}

/// Proposes kinds from these pictures; without pictures there are no proposals.
fn propose(
    pictures: &[Arc<PhotoMeasurements>],
    painted: &[Option<PaintKind>],
) -> Vec<Option<Proposal>> {
    if pictures.is_empty() {
        return vec![None; painted.len()];
    }
    let pictures: Vec<&PhotoMeasurements> = pictures.iter().map(Arc::as_ref).collect();
    propose_together(&pictures, painted)
}

/// Returns the square that a problem of a board is about, if it is about one.
pub fn problem_square(problem: &PackProblem) -> Option<Square> {
    problem.entry.rsplit(", ").next()?.parse().ok()
}

#[cfg(test)]
mod tests;
