//! The random dungeon: its start, its rooms, and the hexes where characters start (S13.3, S17.1 to
//! S17.4).

use super::Transition;
use crate::board::Terrain;
use crate::dungeon::{
    Dungeon, DungeonDraw, DungeonProblem, DungeonRoom, PenaltyGrade, PlacedDungeonRoom,
};
use crate::event::{Cause, EventIndex, EventKind};
use crate::figure::{Figure, FigureKind};
use crate::hex::Hex;
use crate::illegal::{Illegal, Refusal};
use crate::rulebook::Rule;

impl Transition<'_> {
    /// Starts a random dungeon. The hexes of the map leave it, because the rooms bring their own.
    pub(super) fn start_dungeon(&mut self, dungeon: &Dungeon) -> Result<(), Refusal> {
        if self.layout.dungeon.is_some() {
            return Err(DungeonProblem::Running.into());
        }
        if !self.layout.figures.is_empty() || !self.layout.rooms.is_empty() {
            return Err(DungeonProblem::NotEmpty.into());
        }
        let (rooms, monsters) = (dungeon.room_cards.len(), dungeon.monster_cards.len());
        if rooms < Dungeon::ROOMS || monsters < Dungeon::ROOMS {
            return Err(DungeonProblem::TooFewCards { rooms, monsters }.into());
        }
        let started = self.set_dungeon(dungeon.clone(), Vec::new(), None);
        let hexes: Vec<Hex> = self.layout.board.hexes().collect();
        for hex in hexes {
            self.set_terrain(hex, None, Cause::Rule(Rule::RandomDungeon), Some(started));
        }
        Ok(())
    }

    fn set_dungeon(
        &mut self,
        dungeon: Dungeon,
        passed: Vec<String>,
        parent: Option<EventIndex>,
    ) -> EventIndex {
        self.layout.dungeon = Some(dungeon.clone());
        let kind = EventKind::Dungeon { dungeon: Box::new(dungeon), passed };
        self.record(kind, Cause::Rule(Rule::RandomDungeon), parent)
    }

    /// Lays out the next room: the first one on the map, a later one behind the used exit, where it
    /// stays hidden while the door is closed. The exits that are not used are closed (S17.2).
    pub(super) fn place_dungeon_room(&mut self, placed: &PlacedDungeonRoom) -> Result<(), Refusal> {
        let PlacedDungeonRoom { room, contents } = placed;
        let mut dungeon = self.layout.dungeon.clone().ok_or(DungeonProblem::NotStarted)?;
        let draw = self.check_draw(&dungeon, room)?;
        self.check_dungeon_contents(placed)?;
        dungeon.take(&draw);
        let other_exits: Vec<Hex> = dungeon.rooms.last().map_or_else(Vec::new, |before| {
            before.exits.iter().map(|(_, hex)| *hex).filter(|hex| *hex != room.entrance.1).collect()
        });
        dungeon.rooms.push(room.clone());
        let passed = draw.passed.into_iter().map(|card| card.title).collect();
        let placed_at = Some(self.set_dungeon(dungeon, passed, None));
        for hex in other_exits {
            let cause = Cause::Rule(Rule::DungeonEntrance);
            self.set_terrain(hex, Some(Terrain::LockedDoor), cause, placed_at);
        }
        self.layout.rooms.push(contents.clone());
        let kind = EventKind::Room { room: Box::new(contents.clone()), is_hidden: true };
        self.record(kind, Cause::Rule(Rule::DungeonMonsters), placed_at);
        let door = room.entrance.1;
        let is_open = self.layout.board.terrain(door) == Some(Terrain::OpenDoor);
        if room.number == 1 || is_open {
            self.reveal_with(room.number, &[door], Cause::Rule(Rule::RandomDungeon), placed_at)?;
        }
        Ok(())
    }

    /// Checks the number, the entrance and the cards of a room, and returns its draw.
    fn check_draw(
        &self,
        dungeon: &Dungeon,
        room: &DungeonRoom,
    ) -> Result<DungeonDraw, DungeonProblem> {
        let (passage, hex) = room.entrance;
        let next = dungeon.next_number().ok_or(DungeonProblem::AllRooms)?;
        if room.number != next {
            return Err(DungeonProblem::OtherNumber { number: room.number, next });
        }
        let mut used = None;
        if let Some(before) = dungeon.rooms.last() {
            if self.layout.is_room_hidden(before.number) {
                return Err(DungeonProblem::BeforeHidden { number: before.number });
            }
            if !before.exits.contains(&room.entrance) {
                let exits = before.exits.clone();
                return Err(DungeonProblem::NotAnExit { passage, hex, exits });
            }
            used = Some(passage);
        }
        let draw = dungeon.draw(used).ok_or(DungeonProblem::NoCard { passage })?;
        let drawn = [(&room.title, &draw.room.title), (&room.monsters, &draw.monsters)];
        for (title, drawn) in drawn {
            if title != drawn {
                let passed = draw.passed.iter().map(|card| card.title.clone()).collect();
                let (title, drawn) = (title.clone(), drawn.clone());
                return Err(DungeonProblem::OtherCard { title, drawn, passed });
            }
        }
        if !draw.room.entrances.contains(&passage) {
            let (title, entrances) = (room.title.clone(), draw.room.entrances);
            return Err(DungeonProblem::NoEntrance { title, passage, entrances });
        }
        if room.penalty.is_some() && dungeon.grade(next) == PenaltyGrade::None {
            return Err(DungeonProblem::NoPenalty { number: next });
        }
        Ok(draw)
    }

    /// Checks that the hexes of a room are free, and that its figures, markers and exits are in it.
    fn check_dungeon_contents(&mut self, placed: &PlacedDungeonRoom) -> Result<(), Refusal> {
        let PlacedDungeonRoom { room, contents } = placed;
        let hexes: Vec<Hex> = contents.hexes().copied().collect();
        self.check_grid(&hexes)?;
        self.check_grid(&[room.entrance.1])?;
        for figure in &contents.figures {
            self.check_alive(figure)?;
        }
        let entrance = room.entrance.1;
        let mut overlap: Vec<Hex> = hexes
            .iter()
            .copied()
            .filter(|hex| self.layout.board.has(*hex) || *hex == entrance)
            .collect();
        overlap.sort_unstable();
        overlap.dedup();
        if !overlap.is_empty() {
            return Err(DungeonProblem::Overlap { hexes: overlap }.into());
        }
        let figures = contents.figures.iter().map(|figure| figure.hex);
        let marks = contents.marks.iter().map(|(_, hex)| *hex);
        let exits = room.exits.iter().map(|(_, hex)| *hex);
        let outside = figures.chain(marks).chain(exits).find(|hex| !hexes.contains(hex));
        match outside {
            Some(hex) => Err(DungeonProblem::NotInRoom { hex }.into()),
            None => Ok(()),
        }
    }

    /// Checks that a character starts a dungeon within two hexes of its entrance, unless the
    /// players overrule it (S17.2).
    pub(super) fn check_dungeon_start(
        &self,
        figure: &Figure,
        is_overruled: bool,
    ) -> Result<(), Illegal> {
        let is_character = matches!(figure.kind, FigureKind::Character(_));
        let position = self.before.position();
        let Some(hexes) = position.dungeon_start_hexes().filter(|_| is_character) else {
            return Ok(());
        };
        if is_overruled || hexes.contains(&figure.hex) {
            return Ok(());
        }
        let (figure, hex) = (figure.id(), figure.hex);
        Err(Illegal::Dungeon(DungeonProblem::Start { figure, hex, hexes }))
    }

    /// Checks that a dungeon that is won has no monsters left, and that all rooms are revealed
    /// (S13.3).
    pub(super) fn check_dungeon_cleared(&self) -> Result<(), Illegal> {
        if self.layout.dungeon.is_none() {
            return Ok(());
        }
        let monsters = self.before.position().monsters_left();
        let revealed = self.layout.revealed_dungeon_rooms();
        if monsters.is_empty() && revealed == Dungeon::ROOMS {
            return Ok(());
        }
        Err(Illegal::Dungeon(DungeonProblem::NotCleared { monsters, revealed }))
    }
}

impl From<DungeonProblem> for Refusal {
    fn from(problem: DungeonProblem) -> Self {
        Illegal::Dungeon(problem).into()
    }
}
