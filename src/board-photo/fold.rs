//! The folds of a board.

use super::corners::GridEdge;

/// The direction of a fold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FoldDirection {
    /// Along the columns, from the top edge to the bottom edge.
    Columns,
    /// Along the rows, from the left edge to the right edge.
    Rows,
}

impl FoldDirection {
    /// Both directions.
    pub const ALL: [Self; 2] = [Self::Columns, Self::Rows];
}

/// A line along which a board is bent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fold {
    /// The number of columns to the left of it, or of rows above it: a multiple of a half, since
    /// the middle of an odd number of columns is within one.
    pub after: f32,
    /// Its ends, in pixels of the picture: at the top and the bottom edge, or at the left and the
    /// right edge.
    pub ends: [(f32, f32); 2],
}

/// The folds of a board in a picture, at most one in each direction.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Folds {
    /// A flat board.
    #[default]
    Flat,
    /// A fold along the columns.
    Columns(Fold),
    /// A fold along the rows.
    Rows(Fold),
    /// A fold in each direction.
    Crossed {
        /// The fold along the columns.
        columns: Fold,
        /// The fold along the rows.
        rows: Fold,
        /// The place where they cross, in pixels of the picture.
        crossing: (f32, f32),
    },
}

impl Folds {
    /// Returns the fold in a direction.
    pub const fn fold(&self, direction: FoldDirection) -> Option<Fold> {
        match (*self, direction) {
            (Self::Columns(fold) | Self::Crossed { columns: fold, .. }, FoldDirection::Columns)
            | (Self::Rows(fold) | Self::Crossed { rows: fold, .. }, FoldDirection::Rows) => {
                Some(fold)
            }
            _ => None,
        }
    }

    /// Returns the end of a fold at an edge of the grid.
    pub fn end_at(&self, edge: GridEdge) -> Option<(f32, f32)> {
        let (direction, at) = match edge {
            GridEdge::Top => (FoldDirection::Columns, 0),
            GridEdge::Bottom => (FoldDirection::Columns, 1),
            GridEdge::Left => (FoldDirection::Rows, 0),
            GridEdge::Right => (FoldDirection::Rows, 1),
        };
        self.fold(direction).map(|fold| fold.ends[at])
    }

    /// Returns the places of the folds in the picture: the ends of the fold along the columns, those
    /// of the fold along the rows, and where they cross.
    pub fn places(&self) -> impl Iterator<Item = (f32, f32)> + use<> {
        let ends = FoldDirection::ALL.map(|direction| self.fold(direction).map(|fold| fold.ends));
        let crossing = match self {
            Self::Crossed { crossing, .. } => Some(*crossing),
            Self::Flat | Self::Columns(_) | Self::Rows(_) => None,
        };
        ends.into_iter().flatten().flatten().chain(crossing)
    }

    /// Returns the places of the folds to change them, in the order of [`Self::places`].
    pub fn places_mut(&mut self) -> impl Iterator<Item = &mut (f32, f32)> {
        let (columns, rows, crossing) = match self {
            Self::Flat => (None, None, None),
            Self::Columns(fold) => (Some(fold), None, None),
            Self::Rows(fold) => (None, Some(fold), None),
            Self::Crossed { columns, rows, crossing } => {
                (Some(columns), Some(rows), Some(crossing))
            }
        };
        columns.into_iter().chain(rows).flat_map(|fold| &mut fold.ends).chain(crossing)
    }

    /// Returns the names of the places of the folds, in the order of [`Self::places`].
    pub fn place_names(&self) -> impl Iterator<Item = &'static str> + use<> {
        let ends = FoldDirection::ALL.map(|direction| {
            self.fold(direction).map(|_| match direction {
                FoldDirection::Columns => ["top end", "bottom end"],
                FoldDirection::Rows => ["left end", "right end"],
            })
        });
        let crossing = matches!(self, Self::Crossed { .. }).then_some("crossing");
        ends.into_iter().flatten().flatten().chain(crossing)
    }
}
