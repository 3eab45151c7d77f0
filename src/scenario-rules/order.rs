//! The order of acting (S4.4 to S4.7), which also decides between tied foci (S8.5).
//!
//! Figures that act in one go are a block: a set of monsters, or a character with the summons
//! before it. Blocks at the same point of the round whose order the players choose (G10) share a
//! station. Where two tied characters have summons, a summon comes before its own character and is
//! level with the other block, since the players may let either block act first.

use std::collections::BTreeMap;

use plain_text::name_key;

use super::figure::{Figure, Initiative, Kind, Rank};
use super::names::FigureId;
use super::position::Layout;

/// A point of the round: one block, or several in an order the players choose (G10).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Station {
    /// The initiative, 99 for a long rest.
    pub number: u8,
    /// `true` for a long rest.
    pub resting: bool,
    /// The blocks, each in its own order of acting.
    pub blocks: Vec<Vec<FigureId>>,
}

/// The place of a figure in the order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Seat {
    figure: FigureId,
    /// The initiative of the figure.
    number: Option<u8>,
    /// The station; `None` while the initiative of its set is unknown.
    station: Option<usize>,
    block: usize,
    /// The place in the block.
    within: usize,
}

/// The order in which everybody acts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    stations: Vec<Station>,
    /// Sorted by figure.
    seats: Vec<Seat>,
}

/// A block while stations are put together.
struct Block {
    number: Option<u8>,
    resting: bool,
    is_character: bool,
    second: Option<u8>,
    figures: Vec<FigureId>,
}

impl Order {
    pub(super) fn of(layout: &Layout) -> Self {
        let blocks = blocks(layout);
        let mut station_of: BTreeMap<FigureId, usize> = BTreeMap::new();
        let mut known: Vec<&Block> = blocks.iter().filter(|block| block.number.is_some()).collect();
        let point = |block: &Block| (block.number, block.resting, !block.is_character);
        known.sort_by_key(|block| point(block));
        let mut stations = Vec::new();
        for level in known.chunk_by(|a, b| point(a) == point(b)) {
            let mut level = level.to_vec();
            // A second card that is not known leaves the order of all of them open.
            let parts = level.iter().all(|block| block.second.is_some());
            if parts {
                level.sort_by_key(|block| block.second);
            }
            for tied in level.chunk_by(|a, b| !parts || a.second == b.second) {
                let figures = tied.iter().flat_map(|block| &block.figures);
                station_of.extend(figures.map(|&id| (id, stations.len())));
                stations.push(Station {
                    number: tied[0].number.unwrap_or_default(),
                    resting: tied[0].resting,
                    blocks: tied.iter().map(|block| block.figures.clone()).collect(),
                });
            }
        }
        let seats = blocks.iter().enumerate().flat_map(|(block, of)| {
            let seat = |(within, &figure)| {
                let station = station_of.get(&figure).copied();
                Seat { figure, number: of.number, station, block, within }
            };
            of.figures.iter().enumerate().map(seat).collect::<Vec<_>>()
        });
        let mut seats: Vec<Seat> = seats.collect();
        seats.sort_unstable_by_key(|seat| seat.figure);
        Self { stations, seats }
    }

    /// The round from first to last, without the sets whose initiative is unknown.
    ///
    /// Objects stand where they would be attacked, since they do not act.
    pub fn stations(&self) -> &[Station] {
        &self.stations
    }

    /// The initiative of a figure; that of the character for its summons.
    pub fn number(&self, id: FigureId) -> Option<u8> {
        self.seat(id)?.number
    }

    fn seat(&self, id: FigureId) -> Option<Seat> {
        let at = self.seats.binary_search_by_key(&id, |seat| seat.figure).ok()?;
        Some(self.seats[at])
    }

    /// Checks if `a` comes before `b` for certain.
    pub fn precedes(&self, a: FigureId, b: FigureId) -> bool {
        self.seat(a).zip(self.seat(b)).is_some_and(|(a, b)| {
            if a.block == b.block {
                return a.within < b.within;
            }
            a.station.zip(b.station).is_some_and(|(a, b)| a < b)
        })
    }

    /// Checks if the order of the two depends on an unknown initiative.
    pub(super) fn is_open(&self, a: FigureId, b: FigureId) -> bool {
        self.seat(a).zip(self.seat(b)).is_some_and(|(a, b)| {
            a.block != b.block && (a.station.is_none() || b.station.is_none())
        })
    }

    /// Ranks figures by the order: a class from 0 for each, the same for those that are level.
    ///
    /// `before` is what counts before the order does, such as the steps; figures that differ in it
    /// are never level.
    pub(super) fn classes<K: Ord + Copy>(&self, of: &[(FigureId, K)]) -> Vec<u16> {
        let mut sorted: Vec<usize> = (0..of.len()).collect();
        let seat = |at: usize| {
            let (id, before) = of[at];
            let place = self.seat(id).map(|seat| (seat.station, seat.block, seat.within));
            let (station, block, within) = place.unwrap_or_default();
            (before, station, block, within)
        };
        sorted.sort_by_key(|&at| seat(at));
        // The place among those of one block that are asked for.
        let mut level = vec![0; of.len()];
        for two in sorted.windows(2) {
            let (first, next) = (seat(two[0]), seat(two[1]));
            if (first.0, first.1, first.2) == (next.0, next.1, next.2) {
                level[two[1]] = level[two[0]] + 1;
            }
        }
        let rank = |at: usize| (seat(at).0, seat(at).1, level[at]);
        sorted.sort_by_key(|&at| rank(at));
        let mut classes = vec![0; of.len()];
        for two in sorted.windows(2) {
            let later = rank(two[0]) != rank(two[1]);
            classes[two[1]] = classes[two[0]] + u16::from(later);
        }
        classes
    }
}

fn blocks(layout: &Layout) -> Vec<Block> {
    let mut blocks = Vec::new();
    for figure in &layout.figures {
        if let Kind::Character(initiative) = figure.kind {
            let is_own = |other: &&Figure| matches!(other.kind, Kind::Summon { owner } if owner == figure.id());
            let summons = layout.figures.iter().filter(is_own);
            let figures = summons.chain([figure]).map(Figure::id).collect();
            blocks.push(Block { figures, ..block(initiative, true) });
        }
    }
    // Sets, and tokens and objects that share a name and an initiative.
    let mut sets: BTreeMap<(String, Option<u8>), Vec<&Figure>> = BTreeMap::new();
    for figure in &layout.figures {
        let number = match figure.kind {
            Kind::Character(_) | Kind::Summon { .. } => continue,
            Kind::Monster(_) => layout.initiative_of(figure.set()),
            Kind::Ally(initiative) | Kind::Object(_, initiative) => block(initiative, false).number,
        };
        sets.entry((name_key(figure.name()), number)).or_default().push(figure);
    }
    for ((_, number), mut figures) in sets {
        figures.sort_by_key(|figure| (figure.rank().unwrap_or(Rank::Normal), figure.number()));
        let figures = figures.into_iter().map(Figure::id).collect();
        blocks.push(Block { number, resting: false, is_character: false, second: None, figures });
    }
    blocks
}

fn block(initiative: Initiative, is_character: bool) -> Block {
    let (number, second, resting) = match initiative {
        Initiative::Card { number, second } => (Some(number), second, false),
        Initiative::Resting => (Some(99), None, true),
        Initiative::Hidden => (None, None, false),
    };
    Block { number, resting, is_character, second, figures: Vec::new() }
}
