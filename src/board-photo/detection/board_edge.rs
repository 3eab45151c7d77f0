//! An edge of a board on a lattice.

use super::lattice::LatticeArea;

/// An edge of a board on a lattice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BoardEdge {
    /// 0 for the left or right edge, 1 for the top or bottom one.
    pub axis: usize,
    /// `true` for the right or bottom edge.
    pub is_last: bool,
}

impl BoardEdge {
    /// All edges: left, top, right, bottom.
    pub(super) const ALL: [Self; 4] = [
        Self { axis: 0, is_last: false },
        Self { axis: 1, is_last: false },
        Self { axis: 0, is_last: true },
        Self { axis: 1, is_last: true },
    ];

    /// Returns the edge on the other side of the board.
    pub(super) const fn opposite(self) -> Self {
        Self { is_last: !self.is_last, ..self }
    }

    /// Returns the line of this edge.
    pub(super) const fn line(self, part: LatticeArea) -> i32 {
        match (self.axis, self.is_last) {
            (0, false) => part.left,
            (0, true) => part.right,
            (_, false) => part.top,
            (_, true) => part.bottom,
        }
    }

    /// Returns a part with this edge at another line.
    pub(super) const fn at_line(self, part: LatticeArea, line: i32) -> LatticeArea {
        match (self.axis, self.is_last) {
            (0, false) => LatticeArea { left: line, ..part },
            (0, true) => LatticeArea { right: line, ..part },
            (_, false) => LatticeArea { top: line, ..part },
            (_, true) => LatticeArea { bottom: line, ..part },
        }
    }

    /// Returns a part with this edge moved outwards by a number of lines.
    pub(super) const fn moved(self, part: LatticeArea, by: i32) -> LatticeArea {
        let line = self.line(part);
        self.at_line(part, if self.is_last { line + by } else { line - by })
    }
}
