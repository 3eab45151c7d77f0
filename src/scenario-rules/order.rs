//! The order of acting (S4.4 to S4.7), which also breaks ties between foci (S8.5).
//!
//! Figures that act directly after each other form a block: a set of monsters, or a character
//! preceded by its summons. Blocks at the same point of the round, whose order the players choose
//! (G10), share a station. Where two tied characters have summons, a summon comes before its own
//! character and is tied with the other block, because the players may let either block act first.

use std::collections::BTreeMap;

use plain_text::name_key;

use super::figure::{Figure, FigureKind, Initiative, Rank};
use super::names::{FigureId, SetId};
use super::position::Layout;

/// A point of the round: one block, or several whose order the players choose (G10).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Station {
    /// The initiative, 99 for a long rest.
    pub number: u8,
    /// `true` for a long rest.
    pub resting: bool,
    /// The blocks, each in order of acting.
    pub blocks: Vec<Vec<FigureId>>,
}

/// The position of a figure in the order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Seat {
    figure: FigureId,
    /// The initiative of the figure.
    number: Option<u8>,
    /// The index of its station; `None` while its initiative is unknown.
    station: Option<usize>,
    /// The index of its block.
    block: usize,
    /// The index in its block.
    within: usize,
}

/// The order of acting of all figures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    stations: Vec<Station>,
    /// The seats, sorted by figure.
    seats: Vec<Seat>,
}

/// A block before it is assigned to a station.
struct InitiativeBlock {
    number: Option<u8>,
    resting: bool,
    is_character: bool,
    second: Option<u8>,
    figures: Vec<FigureId>,
}

impl InitiativeBlock {
    /// Returns the sort key of the block, without second cards.
    const fn point(&self) -> (Option<u8>, bool, bool) {
        (self.number, self.resting, !self.is_character)
    }
}

impl Order {
    pub(super) fn of(layout: &Layout) -> Self {
        let blocks = blocks(layout);
        let mut station_of: BTreeMap<FigureId, usize> = BTreeMap::new();
        let mut known: Vec<&InitiativeBlock> =
            blocks.iter().filter(|block| block.number.is_some()).collect();
        known.sort_by_key(|block| block.point());
        let mut stations = Vec::new();
        for same_point in known.chunk_by(|a, b| a.point() == b.point()) {
            let mut same_point = same_point.to_vec();
            // One unknown second card leaves the order of all of them open.
            let has_seconds = same_point.iter().all(|block| block.second.is_some());
            if has_seconds {
                same_point.sort_by_key(|block| block.second);
            }
            for tied in same_point.chunk_by(|a, b| !has_seconds || a.second == b.second) {
                let figures = tied.iter().flat_map(|block| &block.figures);
                station_of.extend(figures.map(|&id| (id, stations.len())));
                stations.push(Station {
                    number: tied[0].number.unwrap_or_default(),
                    resting: tied[0].resting,
                    blocks: tied.iter().map(|block| block.figures.clone()).collect(),
                });
            }
        }
        let mut seats = Vec::new();
        for (block, InitiativeBlock { number, figures, .. }) in blocks.iter().enumerate() {
            for (within, &figure) in figures.iter().enumerate() {
                let station = station_of.get(&figure).copied();
                seats.push(Seat { figure, number: *number, station, block, within });
            }
        }
        seats.sort_unstable_by_key(|seat| seat.figure);
        Self { stations, seats }
    }

    /// Returns the round from first to last, without the sets whose initiative is unknown.
    ///
    /// Objects do not act; their initiative counts for tied foci.
    pub fn stations(&self) -> &[Station] {
        &self.stations
    }

    /// Returns the initiative of a figure; for a summon, that of its character.
    pub fn number(&self, id: FigureId) -> Option<u8> {
        self.seat(id)?.number
    }

    fn seat(&self, id: FigureId) -> Option<Seat> {
        let at = self.seats.binary_search_by_key(&id, |seat| seat.figure).ok()?;
        Some(self.seats[at])
    }

    /// Returns `true` if `a` certainly comes before `b`.
    pub fn precedes(&self, a: FigureId, b: FigureId) -> bool {
        self.seat(a).zip(self.seat(b)).is_some_and(|(a, b)| {
            if a.block == b.block {
                return a.within < b.within;
            }
            a.station.zip(b.station).is_some_and(|(a, b)| a < b)
        })
    }

    /// Returns `true` if the order of the two depends on an unknown initiative.
    pub(super) fn is_open(&self, a: FigureId, b: FigureId) -> bool {
        self.seat(a).zip(self.seat(b)).is_some_and(|(a, b)| {
            a.block != b.block && (a.station.is_none() || b.station.is_none())
        })
    }

    /// Ranks figures by the order of acting: returns a class from 0 for each, the same for ties.
    ///
    /// The second part of each pair takes precedence over the order, such as the steps to an enemy;
    /// figures that differ in it never tie.
    pub(super) fn classes<K: Ord + Copy>(&self, of: &[(FigureId, K)]) -> Vec<u16> {
        let seats: Vec<(K, Option<usize>, usize, usize)> = of
            .iter()
            .map(|&(id, key)| {
                let (station, block, within) = self
                    .seat(id)
                    .map(|seat| (seat.station, seat.block, seat.within))
                    .unwrap_or_default();
                (key, station, block, within)
            })
            .collect();
        let mut sorted: Vec<usize> = (0..of.len()).collect();
        sorted.sort_by_key(|&at| seats[at]);
        // The index among the ranked figures of the same block.
        let mut in_block = vec![0; of.len()];
        for pair in sorted.windows(2) {
            let (first, next) = (seats[pair[0]], seats[pair[1]]);
            if (first.0, first.1, first.2) == (next.0, next.1, next.2) {
                in_block[pair[1]] = in_block[pair[0]] + 1;
            }
        }
        let ranks: Vec<(K, Option<usize>, usize)> = seats
            .into_iter()
            .zip(in_block)
            .map(|((key, station, ..), in_block)| (key, station, in_block))
            .collect();
        sorted.sort_by_key(|&at| ranks[at]);
        let mut classes = vec![0; of.len()];
        for pair in sorted.windows(2) {
            let is_later = ranks[pair[0]] != ranks[pair[1]];
            classes[pair[1]] = classes[pair[0]] + u16::from(is_later);
        }
        classes
    }
}

fn blocks(layout: &Layout) -> Vec<InitiativeBlock> {
    let mut blocks = Vec::new();
    for figure in &layout.figures {
        if let FigureKind::Character(initiative) = figure.kind {
            let figures = layout
                .figures
                .iter()
                .filter(
                    |other| matches!(other.kind, FigureKind::Summon { owner } if owner == figure.id()),
                )
                .chain([figure])
                .map(Figure::id)
                .collect();
            blocks.push(InitiativeBlock { figures, ..block(initiative, true) });
        }
    }
    // Sets, and tokens and objects that share a name and an initiative.
    let mut sets: BTreeMap<(SetId, Option<u8>), Vec<&Figure>> = BTreeMap::new();
    for figure in &layout.figures {
        let number = match figure.kind {
            FigureKind::Character(_) | FigureKind::Summon { .. } => continue,
            FigureKind::Monster(_) => layout.initiative_of(figure.set()),
            FigureKind::Ally(initiative) | FigureKind::Object(_, initiative) => {
                block(initiative, false).number
            }
        };
        sets.entry((figure.set(), number)).or_default().push(figure);
    }
    let mut sets: Vec<_> = sets.into_iter().collect();
    sets.sort_by_cached_key(|((_, number), figures)| (name_key(figures[0].name()), *number));
    for ((_, number), mut figures) in sets {
        figures.sort_by_key(|figure| (figure.rank().unwrap_or(Rank::Normal), figure.number()));
        let figures = figures.into_iter().map(Figure::id).collect();
        blocks.push(InitiativeBlock {
            number,
            resting: false,
            is_character: false,
            second: None,
            figures,
        });
    }
    blocks
}

/// Creates a block with this initiative, without figures.
fn block(initiative: Initiative, is_character: bool) -> InitiativeBlock {
    let (number, second, resting) = match initiative {
        Initiative::Card { number, second } => (Some(number), second, false),
        Initiative::Resting => (Some(99), None, true),
        Initiative::Hidden => (None, None, false),
    };
    InitiativeBlock { number, resting, is_character, second, figures: Vec::new() }
}
