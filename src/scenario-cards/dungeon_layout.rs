//! A room of the random dungeon laid out on the map: its card turned and moved so that its entrance
//! meets the used exit, and filled by the monster card (S17.2, S17.4).

use std::collections::{BTreeMap, BTreeSet};

use scenario_rules::board::{HexLine, Terrain};
use scenario_rules::dungeon::{Dungeon, DungeonDraw, DungeonRoom, Passage, PlacedDungeonRoom};
use scenario_rules::figure::{Figure, FigureKind, Rank};
use scenario_rules::hex::{HexOffset, Side};
use scenario_rules::marks::HexMark;
use scenario_rules::room::HiddenRoom;
use scenario_rules::{Hex, Position};

use super::book::CardBook;
use super::dungeon::{DungeonMonsterCard, DungeonRoomCard, PlaceContents};
use super::formula::EquationValues;
use super::room::RoomFigureKind;

/// The reason why a room cannot be laid out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DungeonLayoutError {
    /// The owner has no room card with that title.
    #[error("your cards have no dungeon room \"{0}\"; add its line")]
    NoRoomCard(String),
    /// The owner has no monster card with that title.
    #[error("your cards have no dungeon monsters \"{0}\"; add their line")]
    NoMonsterCard(String),
    /// The room card has no entrance of that kind.
    #[error("{title} has no entrance {}; correct its line", passage.word())]
    NoEntrance {
        /// The title of the room card.
        title: String,
        /// The kind of the used exit.
        passage: Passage,
    },
    /// The room would leave the grid of the map.
    #[error("{title} does not fit on the map this way; turn it, or use another exit")]
    OffGrid {
        /// The title of the room card.
        title: String,
    },
    /// The room would lie on hexes of the map.
    #[error(
        "{title} would lie on {} this way, which is taken; turn it, or use another exit",
        plain_text::listed(hexes)
    )]
    Overlap {
        /// The title of the room card.
        title: String,
        /// The hexes.
        hexes: Vec<Hex>,
    },
}

/// The place of a room on the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoomPlacement {
    /// The kind of the entrance.
    pub passage: Passage,
    /// The hex of the door; `None` for the first room, which is placed in the middle of the map.
    pub door: Option<Hex>,
    /// The number of sixths of a circle by which the card is turned clockwise, below 6.
    pub turn: u8,
}

impl RoomPlacement {
    /// The number of turns of a room.
    pub const TURNS: u8 = 6;
}

/// The smallest number of columns and rows of a map for a dungeon.
const MIN_GRID: u8 = 20;

/// A card that is turned and moved onto the map.
struct RoomTransform {
    from: Hex,
    to: Hex,
    turn: u8,
}

impl RoomTransform {
    fn hex(&self, hex: Hex) -> Option<Hex> {
        self.to.at(turned(self.from.offset_to(hex), self.turn))
    }
}

fn turned(offset: HexOffset, turn: u8) -> HexOffset {
    (0..turn).fold(offset, |offset, _| offset.rotated())
}

impl CardBook {
    /// Returns the decks of the owner's cards, in the order of the book.
    pub fn dungeon_decks(&self) -> Dungeon {
        let rooms = self.dungeon_rooms.values().map(DungeonRoomCard::in_deck).collect();
        let monsters = self.dungeon_monsters.values().map(|card| card.title.clone()).collect();
        Dungeon::new(rooms, monsters)
    }

    /// Returns the number of columns and rows of a map on which three rooms fit in any direction.
    pub fn dungeon_grid_size(&self) -> u8 {
        let lengths = self.dungeon_rooms.values().map(DungeonRoomCard::length);
        let most = lengths.max().unwrap_or_default();
        // Half of the first room in the middle, and two further rooms on either side.
        most.saturating_mul(5).clamp(MIN_GRID, Hex::MAX)
    }

    /// Lays out a drawn room at a place of the map, with the monsters for this many characters.
    ///
    /// # Errors
    ///
    /// A card is missing, or the room does not fit there this way.
    pub fn lay_out_dungeon_room(
        &self,
        position: &Position,
        dungeon: &Dungeon,
        (draw, placement): (&DungeonDraw, RoomPlacement),
        values: EquationValues,
    ) -> Result<PlacedDungeonRoom, DungeonLayoutError> {
        let title = &draw.room.title;
        let card = self.dungeon_room(title);
        let card = card.ok_or_else(|| DungeonLayoutError::NoRoomCard(title.clone()))?;
        let monsters = self.dungeon_monster_card(&draw.monsters);
        let monsters =
            monsters.ok_or_else(|| DungeonLayoutError::NoMonsterCard(draw.monsters.clone()))?;
        let passage = placement.passage;
        let entrance = card.entrances.iter().find(|(kind, _)| *kind == passage);
        let &(_, from) = entrance
            .ok_or_else(|| DungeonLayoutError::NoEntrance { title: title.clone(), passage })?;
        let off_grid = || DungeonLayoutError::OffGrid { title: title.clone() };
        let to = match placement.door {
            Some(door) => door,
            None => central_door(position, card, from, placement.turn).ok_or_else(off_grid)?,
        };
        let transform = RoomTransform { from, to, turn: placement.turn };
        let on_map = card.on_map(position, &transform).ok_or_else(off_grid)?;
        let taken = taken_hexes(position);
        let hexes: Vec<Hex> = on_map
            .terrain
            .keys()
            .copied()
            .filter(|hex| taken.contains(hex) || *hex == to)
            .collect();
        if !hexes.is_empty() {
            return Err(DungeonLayoutError::Overlap { title: title.clone(), hexes });
        }
        let number = dungeon.next_number().unwrap_or(1);
        let mut room = DungeonRoom {
            number,
            title: title.clone(),
            monsters: draw.monsters.clone(),
            entrance: (passage, to),
            exits: on_map.exits.clone(),
            penalty: card.penalty(dungeon.grade(number), number),
            treasure: Vec::new(),
        };
        let contents = self.filled(position, &mut room, (on_map, monsters), values);
        Ok(PlacedDungeonRoom { room, contents })
    }

    /// Returns the placements of a drawn room that fit, the least turned first.
    ///
    /// # Errors
    ///
    /// A card is missing, or the room does not fit in any turn: the reason without a turn.
    pub fn fitting_dungeon_rooms(
        &self,
        position: &Position,
        dungeon: &Dungeon,
        (draw, passage, door): (&DungeonDraw, Passage, Option<Hex>),
        values: EquationValues,
    ) -> Result<Vec<PlacedDungeonRoom>, DungeonLayoutError> {
        let turns = (0..RoomPlacement::TURNS).map(|turn| {
            let placement = RoomPlacement { passage, door, turn };
            self.lay_out_dungeon_room(position, dungeon, (draw, placement), values)
        });
        let (mut fitting, mut error) = (Vec::new(), None);
        for placed in turns {
            match placed {
                Ok(placed) => fitting.push(placed),
                Err(reason) => error = error.or(Some(reason)),
            }
        }
        match error {
            Some(reason) if fitting.is_empty() => Err(reason),
            _ => Ok(fitting),
        }
    }

    /// Returns the contents of a room: its hexes, the walls around it, and in each place what the
    /// monster card has there. The treasure is added to the room.
    fn filled(
        &self,
        position: &Position,
        room: &mut DungeonRoom,
        (on_map, monsters): (RoomOnMap, &DungeonMonsterCard),
        values: EquationValues,
    ) -> HiddenRoom {
        let RoomOnMap { mut terrain, exits, walls, places } = on_map;
        let mut contents = HiddenRoom::new(room.number, vec![room.entrance.1]);
        for (place, hex) in (1..).zip(places) {
            match monsters.contents(place, values.characters) {
                None => {}
                Some(PlaceContents::Trap(_)) => drop(terrain.insert(hex, Terrain::Trap)),
                Some(PlaceContents::Obstacle(_)) => drop(terrain.insert(hex, Terrain::Obstacle)),
                Some(PlaceContents::Treasure(text, _)) => {
                    contents.marks.push((HexMark::Treasure(place), hex));
                    room.treasure.push((place, text.clone()));
                }
                Some(PlaceContents::Figure(of)) => {
                    let RoomFigureKind::Monster(rank) = of.kind else { continue };
                    let rank = rank.unwrap_or(Rank::Normal);
                    let number = free_number(position, &contents.figures, &of.name);
                    let kind = FigureKind::Monster(rank);
                    let mut figure =
                        Figure::new(position.names(), &of.name, Some(number), kind, hex);
                    self.equip(&mut figure, values);
                    contents.figures.push(figure);
                }
            }
        }
        terrain.extend(exits.iter().map(|(_, hex)| (*hex, Terrain::ClosedDoor)));
        let mut walls: BTreeSet<HexLine> = walls;
        walls.extend(walls_to_map(position, &terrain, room.entrance.1));
        contents.walls = walls.into_iter().collect();
        for of in Terrain::ALL {
            let hexes = terrain.iter().filter(|(_, terrain)| **terrain == of);
            let hexes: Vec<Hex> = hexes.map(|(hex, _)| *hex).collect();
            if !hexes.is_empty() {
                contents.terrain.push((of, hexes));
            }
        }
        contents
    }
}

/// A room card on the map.
struct RoomOnMap {
    terrain: BTreeMap<Hex, Terrain>,
    exits: Vec<(Passage, Hex)>,
    walls: BTreeSet<HexLine>,
    places: Vec<Hex>,
}

impl DungeonRoomCard {
    /// Returns the number of hexes from one end of the room to the other.
    fn length(&self) -> u8 {
        let doors = self.entrances.iter().chain(&self.exits).map(|(_, hex)| hex);
        let hexes: Vec<Hex> = self.terrain.keys().chain(doors).copied().collect();
        let lengths = hexes.iter().flat_map(|a| hexes.iter().map(|b| a.offset_to(*b).length()));
        u8::try_from(lengths.max().unwrap_or_default() + 1).unwrap_or(u8::MAX)
    }

    /// Returns the card on the map; `None` if a part of it is off the grid.
    fn on_map(&self, position: &Position, transform: &RoomTransform) -> Option<RoomOnMap> {
        let board = position.board();
        let on_grid = |hex: Hex| {
            let hex = transform.hex(hex)?;
            (hex.column < board.columns() && hex.row < board.rows()).then_some(hex)
        };
        on_grid(transform.from)?;
        let terrain = self.terrain.iter().map(|(hex, terrain)| Some((on_grid(*hex)?, *terrain)));
        let exits = self.exits.iter().map(|(kind, hex)| Some((*kind, on_grid(*hex)?)));
        let wall = |line: &HexLine| {
            let other = line.hex.neighbor(line.side)?;
            HexLine::between(on_grid(line.hex)?, on_grid(other)?)
        };
        let exits: Vec<(Passage, Hex)> = exits.collect::<Option<_>>()?;
        let mut terrain: BTreeMap<Hex, Terrain> = terrain.collect::<Option<_>>()?;
        terrain.extend(exits.iter().map(|(_, hex)| (*hex, Terrain::ClosedDoor)));
        Some(RoomOnMap {
            terrain,
            exits,
            walls: self.walls.iter().map(wall).collect::<Option<_>>()?,
            places: self.places.iter().map(|hex| on_grid(*hex)).collect::<Option<_>>()?,
        })
    }
}

/// Returns the hex of the entrance for which a room is in the middle of the map.
fn central_door(position: &Position, card: &DungeonRoomCard, from: Hex, turn: u8) -> Option<Hex> {
    let board = position.board();
    let center = Hex::new(board.columns() / 2, board.rows() / 2);
    let count = i16::try_from(card.terrain.len()).ok().filter(|count| *count > 0)?;
    let offsets = card.terrain.keys().map(|hex| turned(from.offset_to(*hex), turn));
    let sum = offsets.fold(HexOffset::default(), HexOffset::plus);
    let mean = HexOffset { across: sum.across / count, down: sum.down / count };
    center.at(HexOffset::default().minus(mean))
}

/// Returns the hexes of the map and of its hidden rooms.
fn taken_hexes(position: &Position) -> BTreeSet<Hex> {
    let hidden = position.layout().rooms.iter().flat_map(|room| &room.terrain);
    position.board().hexes().chain(hidden.flat_map(|(_, hexes)| hexes).copied()).collect()
}

/// Returns the walls between a room and the hexes of the map beside it, without the door that leads
/// into it.
fn walls_to_map(position: &Position, terrain: &BTreeMap<Hex, Terrain>, door: Hex) -> Vec<HexLine> {
    let sides = |hex: Hex| Side::ALL.into_iter().map(move |side| HexLine::new(hex, side));
    let is_outside = |hex: Hex| position.board().has(hex) && hex != door;
    let is_border = |line: &HexLine| {
        let other = line.hex.neighbor(line.side);
        other.is_some_and(|other| {
            terrain.contains_key(&line.hex) && is_outside(other)
                || terrain.contains_key(&other) && is_outside(line.hex)
        })
    };
    terrain.keys().flat_map(|hex| sides(*hex)).filter(is_border).collect()
}

/// Returns the lowest number that no figure of a name has: on the map, in a hidden room, or among
/// these.
fn free_number(position: &Position, figures: &[Figure], name: &str) -> u8 {
    let set = position.names().set(name);
    let hidden = position.layout().rooms.iter().flat_map(|room| &room.figures);
    let others = position.figures().iter().chain(hidden).chain(figures);
    let used: BTreeSet<u8> =
        others.filter(|figure| figure.set() == set).filter_map(Figure::number).collect();
    (1..=u8::MAX).find(|number| !used.contains(number)).unwrap_or(u8::MAX)
}
