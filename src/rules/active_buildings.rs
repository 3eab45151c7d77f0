//! The active prestige buildings: their delivery tokens, workers, markers and completion.

use super::adjustment::Owner;
use super::player::{PieceId, PlayerId};
use components::ids::BuildingId;

/// The most spaces of a prestige building.
pub(super) const MAX_SPACES: usize = 8;

/// A prestige building on the map, with its card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActiveBuilding {
    /// The building.
    pub building: BuildingId,
    /// Its tile.
    pub piece: PieceId,
    /// The delivery token on each of its spaces, read left to right.
    pub delivered: [Option<Owner>; MAX_SPACES],
    /// The player whose worker is on the card.
    pub worker: Option<PlayerId>,
    /// `true` with a completion token.
    pub completed: bool,
    /// `true` with a neutral marker, in a solo game (rule 11.4).
    pub marker: bool,
}

/// The prestige buildings on the map, in the order in which they were placed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ActiveBuildings(Vec<ActiveBuilding>);

impl ActiveBuildings {
    pub(super) fn iter(&self) -> std::slice::Iter<'_, ActiveBuilding> {
        self.0.iter()
    }

    pub(super) fn as_slice(&self) -> &[ActiveBuilding] {
        &self.0
    }

    pub(super) fn get(&self, building: BuildingId) -> Option<&ActiveBuilding> {
        self.0.iter().find(|active| active.building == building)
    }

    fn get_mut(&mut self, building: BuildingId) -> Option<&mut ActiveBuilding> {
        self.0.iter_mut().find(|active| active.building == building)
    }

    /// Makes a building active, without any token.
    pub(super) fn place(&mut self, building: BuildingId, piece: PieceId) {
        self.0.push(ActiveBuilding {
            building,
            piece,
            delivered: [None; MAX_SPACES],
            worker: None,
            completed: false,
            marker: false,
        });
    }

    pub(super) fn remove(&mut self, building: BuildingId) {
        self.0.retain(|active| active.building != building);
    }

    /// Adds a delivery token to a space, and removes the neutral marker of a solo game (rule 11.4).
    pub(super) fn deliver(&mut self, building: BuildingId, space: usize, owner: Owner) {
        if let Some(active) = self.get_mut(building) {
            active.delivered[space] = Some(owner);
            active.marker = false;
        }
    }

    /// Removes the delivery token from a space. The building is no longer complete.
    pub(super) fn take_delivery(&mut self, building: BuildingId, space: usize) {
        if let Some(active) = self.get_mut(building) {
            active.delivered[space] = None;
            active.completed = false;
        }
    }

    pub(super) fn set_completed(&mut self, building: BuildingId, completed: bool) {
        if let Some(active) = self.get_mut(building) {
            active.completed = completed;
        }
    }

    pub(super) fn set_worker(&mut self, building: BuildingId, worker: Option<PlayerId>) {
        if let Some(active) = self.get_mut(building) {
            active.worker = worker;
        }
    }

    /// Removes all workers of a player from the cards.
    pub(super) fn take_workers(&mut self, player: PlayerId) {
        for active in self.0.iter_mut().filter(|active| active.worker == Some(player)) {
            active.worker = None;
        }
    }

    pub(super) fn set_marker(&mut self, building: BuildingId, marker: bool) {
        if let Some(active) = self.get_mut(building) {
            active.marker = marker;
        }
    }

    /// Puts a marker on every building that is not complete, and on no other.
    pub(super) fn mark_unfinished(&mut self) {
        for active in &mut self.0 {
            active.marker = !active.completed;
        }
    }

    pub(super) fn clear_markers(&mut self) {
        for active in &mut self.0 {
            active.marker = false;
        }
    }
}
