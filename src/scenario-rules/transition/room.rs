//! Hidden rooms and their reveal (S6.4, G16).

use super::Transition;
use crate::event::{Cause, EventIndex, EventKind};
use crate::hex::Hex;
use crate::illegal::{Illegal, Refusal};
use crate::names::SetId;
use crate::room::HiddenRoom;
use crate::rulebook::{Rule, Ruling};
use crate::standees::{DealtStandees, SetStandees};

impl Transition<'_> {
    /// Hides a room, in place of an earlier one with its number. Parts that are on the map leave it.
    pub(super) fn hide_room(&mut self, room: &HiddenRoom) -> Result<(), Refusal> {
        let hexes: Vec<Hex> = room.hexes().chain(&room.doors).copied().collect();
        self.check_grid(&hexes)?;
        for figure in &room.figures {
            self.check_alive(figure)?;
        }
        if self.layout.rooms.contains(room) {
            return Ok(());
        }
        self.layout.rooms.retain(|other| other.number != room.number);
        self.layout.rooms.push(room.clone());
        let kind = EventKind::Room { room: Box::new(room.clone()), is_hidden: true };
        let hidden = self.record(kind, Cause::Players, None);
        self.take_off_map(room, hidden);
        Ok(())
    }

    /// Takes the hexes and figures of a room that are on the map off it.
    fn take_off_map(&mut self, room: &HiddenRoom, parent: EventIndex) {
        for figure in &room.figures {
            self.remove(figure.id(), Cause::Players, Some(parent));
        }
        for &hex in room.hexes() {
            self.set_terrain(hex, None, Cause::Players, Some(parent));
        }
    }

    /// Takes a hidden room out of the scenario.
    pub(super) fn remove_room(&mut self, number: u8) -> Result<(), Refusal> {
        self.take_room(number, Cause::Players, None)?;
        Ok(())
    }

    /// Reveals a room as the players decided.
    pub(super) fn reveal_room(&mut self, number: u8) -> Result<(), Refusal> {
        let doors = self.layout.rooms.iter().find(|room| room.number == number);
        let doors = doors.map(|room| room.doors.clone()).unwrap_or_default();
        self.reveal_with(number, &doors, Cause::Players, None)
    }

    /// Reveals the rooms behind a door that was opened (S6.4). An earlier edition has none.
    pub(super) fn reveal_behind(
        &mut self,
        door: Hex,
        parent: Option<EventIndex>,
    ) -> Result<(), Refusal> {
        let behind = self.layout.rooms.iter().filter(|room| room.doors.contains(&door));
        let numbers: Vec<u8> = behind.map(|room| room.number).collect();
        for number in numbers {
            self.reveal_with(number, &[door], Cause::Rule(Rule::Doors), parent)?;
        }
        Ok(())
    }

    /// Removes a room from the hidden ones and returns it with the event.
    fn take_room(
        &mut self,
        number: u8,
        cause: Cause,
        parent: Option<EventIndex>,
    ) -> Result<(HiddenRoom, EventIndex), Illegal> {
        let Some(at) = self.layout.rooms.iter().position(|room| room.number == number) else {
            let there = self.layout.rooms.iter().map(|room| room.number).collect();
            return Err(Illegal::NoRoom { number, there });
        };
        let room = self.layout.rooms.remove(at);
        let kind = EventKind::Room { room: Box::new(room.clone()), is_hidden: false };
        Ok((room, self.record(kind, cause, parent)))
    }

    /// Puts the hexes, walls and figures of a room on the map. With too few standees, the monsters
    /// nearest to these hexes are placed (G16).
    pub(super) fn reveal_with(
        &mut self,
        number: u8,
        from: &[Hex],
        cause: Cause,
        parent: Option<EventIndex>,
    ) -> Result<(), Refusal> {
        let (room, revealed) = self.take_room(number, cause, parent)?;
        let revealed = Some(revealed);
        for (terrain, hexes) in &room.terrain {
            for &hex in hexes {
                self.set_terrain(hex, Some(*terrain), cause, revealed);
            }
        }
        for &line in &room.walls {
            self.set_wall(line, true, cause, revealed);
        }
        for &(mark, hex) in &room.marks {
            self.set_mark(mark, hex, true, cause, revealed);
        }
        let DealtStandees { placed, left_out } = self.layout.deal_standees(&room.figures, from);
        for figure in &placed {
            self.add_figure(figure, cause, revealed);
        }
        for figure in left_out {
            let kind = EventKind::NoStandee { figure: Box::new(figure) };
            self.record(kind, Cause::Ruling(Ruling::RevealedRoom), revealed);
        }
        Ok(())
    }

    /// Counts the standees of a set, or stops counting them.
    pub(super) fn count_standees(&mut self, set: SetId, to: Option<u8>) {
        let from = self.layout.standees_of(set);
        if from == to {
            return;
        }
        self.layout.standees.retain(|of| of.set != set);
        self.layout.standees.extend(to.map(|count| SetStandees { set, count }));
        self.record(EventKind::Standees { set, from, to }, Cause::Players, None);
    }
}
