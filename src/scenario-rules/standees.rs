//! The standees of each set, where they are counted: a set has no more monsters on the map than
//! standees (S3.4, S9.2, S9.3, G16).

use super::board::{HexIndex, Terrain};
use super::figure::{Figure, FigureKind};
use super::hex::Hex;
use super::illegal::Illegal;
use super::names::SetId;
use super::position::{Layout, Position};
use super::rulebook::Rule;
use super::sight::Ranges;

/// The number of standees of a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SetStandees {
    /// The set.
    pub set: SetId,
    /// The number of its standees, which are numbered from 1.
    pub count: u8,
}

impl SetStandees {
    /// The maximum number of standees of a set.
    pub const MAX: u8 = 99;
}

/// The monsters of a revealed room: those that have a standee, and the others.
pub(super) struct DealtStandees {
    /// The figures that come onto the map, in the order of the room.
    pub(super) placed: Vec<Figure>,
    /// The monsters without a standee, in the order of the room.
    pub(super) left_out: Vec<Figure>,
}

impl Layout {
    /// Returns the number of standees of a set; `None` if they are not counted.
    pub fn standees_of(&self, set: SetId) -> Option<u8> {
        self.standees.iter().find(|of| of.set == set).map(|of| of.count)
    }

    /// Returns the numbers of the standees of a set that are not on the map, in ascending order;
    /// `None` if they are not counted. A monster without a number uses the lowest free one.
    pub fn free_standees(&self, set: SetId) -> Option<Vec<u8>> {
        let count = self.standees_of(set)?;
        let numbers: Vec<Option<u8>> = self.monsters_of(set).map(Figure::number).collect();
        let unnumbered = numbers.iter().filter(|number| number.is_none()).count();
        let free = (1..=count).filter(|&number| !numbers.contains(&Some(number)));
        Some(free.skip(unnumbered).collect())
    }

    /// Returns the monsters of a set on the map.
    fn monsters_of(&self, set: SetId) -> impl Iterator<Item = &Figure> {
        self.figures
            .iter()
            .filter(move |figure| figure.set() == set)
            .filter(|figure| matches!(figure.kind, FigureKind::Monster(_)))
    }

    /// Returns the reason for which a monster has no standee, if there is one.
    pub(super) fn missing_standee(&self, figure: &Figure) -> Option<Illegal> {
        if !matches!(figure.kind, FigureKind::Monster(_)) {
            return None;
        }
        let (set, number) = (figure.set(), figure.number());
        let count = self.standees_of(set)?;
        let is_missing = match number {
            Some(number) => {
                let owners = self.monsters_of(set).filter(|other| other.number() == Some(number));
                number > count || owners.count() > 1
            }
            None => self.monsters_of(set).count() > usize::from(count),
        };
        let free = self.free_standees(set).unwrap_or_default();
        let rule = figure.arrival_rule().unwrap_or(Rule::Standees);
        is_missing.then_some(Illegal::Standee { set, number, count, free, rule })
    }

    /// Gives the monsters of a revealed room their standees. Of a set with too few, those nearest
    /// to these hexes have one, the earlier ones of the room in a tie (G16); a monster whose number
    /// is on the map takes the lowest free one.
    pub(super) fn deal_standees(&self, figures: &[Figure], from: &[Hex]) -> DealtStandees {
        // A room that is revealed by hand may have a closed door, which is a wall.
        let mut board = self.board.clone();
        for &hex in from.iter().filter(|hex| self.board.has(**hex)) {
            board.set(hex, Some(Terrain::OpenDoor));
        }
        let starts: Vec<HexIndex> = from.iter().filter_map(|hex| board.place(*hex)).collect();
        let ranges = Ranges::from_any(&board, starts, u16::MAX);
        let range = |figure: &Figure| {
            let place = self.board.place(figure.hex);
            place.and_then(|place| ranges.to(place)).unwrap_or(u16::MAX)
        };
        let mut dealt: Vec<Option<Figure>> = figures.iter().cloned().map(Some).collect();
        let mut left_out = Vec::new();
        for &SetStandees { set, .. } in &self.standees {
            let mut free = self.free_standees(set).unwrap_or_default();
            let is_own = |at: &usize| {
                let figure = &figures[*at];
                figure.set() == set && matches!(figure.kind, FigureKind::Monster(_))
            };
            let mut nearest: Vec<usize> = (0..figures.len()).filter(is_own).collect();
            nearest.sort_by_key(|&at| range(&figures[at]));
            for at in nearest.split_off(free.len().min(nearest.len())) {
                dealt[at] = None;
                left_out.push(at);
            }
            nearest.sort_unstable();
            let mut others = Vec::new();
            for at in nearest {
                match figures[at].number() {
                    Some(own) if free.contains(&own) => free.retain(|&number| number != own),
                    Some(_) => others.push(at),
                    None => {}
                }
            }
            for (at, number) in others.into_iter().zip(free) {
                dealt[at] = Some(figures[at].with_number(&self.names, number));
            }
        }
        left_out.sort_unstable();
        let left_out = left_out.into_iter().map(|at| figures[at].clone()).collect();
        DealtStandees { placed: dealt.into_iter().flatten().collect(), left_out }
    }
}

impl Position {
    /// Returns the numbers of the standees of a set that are not on the map; `None` if they are not
    /// counted. With none left no monster of the set can be summoned or spawned (S9.2).
    ///
    /// ```
    /// use scenario_rules::standees::SetStandees;
    /// use scenario_rules::{Board, Layout, Position};
    ///
    /// let mut layout = Layout::new(Board::new(3, 1));
    /// let set = layout.names.set("Guard");
    /// layout.standees.push(SetStandees { set, count: 2 });
    /// let position = Position::new(layout)?;
    /// assert_eq!(position.free_standees(set), Some(vec![1, 2]));
    /// # Ok::<(), scenario_rules::Refusal>(())
    /// ```
    pub fn free_standees(&self, set: SetId) -> Option<Vec<u8>> {
        self.layout().free_standees(set)
    }
}
