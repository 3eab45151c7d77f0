//! Roads: as a basic action, as a bonus, and those that other actions allow.
//!
//! Rulebook, "Basic Actions" and "Upgrade".

use crate::game::{Game, Playing};
use crate::illegal::{Checks, Illegal, Refusal, Unrecordable, refuse};
use crate::map::Targets;
use crate::player::{PieceId, PlayerId};
use crate::receipt::{Event, Shortage};
use crate::rulebook::Rule;
use crate::step::{AutomaticStep, DecisionStep};
use components::board::Cell;
use components::specs::CountField;
use components::square::Square;
use components::tile::Footprint;

impl Game {
    /// Checks a road connected to something owned. Rules 2.6, 2.7 and 5.18.
    pub(crate) fn check_road(
        &self,
        checks: &mut Checks,
        player: PlayerId,
        square: Square,
        own: Targets,
    ) -> Option<()> {
        let at = Footprint::single(square);
        self.check_land(checks, Rule::Roads, &at)?;
        let cell = self.board.cell(square)?;
        let link = self.map.link_of_cell(&self.board, cell);
        self.check_connected_to_own(checks, player, &at, link.connects(own));
        self.check_room(checks);
        Some(())
    }

    /// Checks a road connected to a tile just built, possibly by other roads or own bridges. Rule
    /// 5.12, ruling R26.
    pub(crate) fn check_tile_road(
        &self,
        checks: &mut Checks,
        player: PlayerId,
        square: Square,
        tile: PieceId,
        targets: Targets,
    ) -> Option<()> {
        let at = Footprint::single(square);
        self.check_land(checks, Rule::UpgradeRoad, &at)?;
        let cell = self.board.cell(square)?;
        let link = self.map.link_of_cell(&self.board, cell);
        checks.require(Rule::UpgradeRoad, link.connects(targets), || Illegal::RoadApart {
            link: self.map.missing_link(&self.board, player, &at, [tile].into_iter().collect()),
        });
        self.check_room(checks);
        Some(())
    }

    fn check_room(&self, checks: &mut Checks) {
        if !checks.can_stop() {
            checks.require(Rule::Roads, self.map.has_room(), too_many_roads);
        }
    }

    /// Returns everything that the roads of [`DecisionStep::ExtraRoads`] may connect to.
    pub(crate) fn extra_road_targets(&self, player: PlayerId, tile: Option<PieceId>) -> Targets {
        let pieces = match tile {
            Some(tile) => [tile].into_iter().collect(),
            None => self.map.pieces_of(player),
        };
        self.map.targets(player, pieces)
    }

    /// Checks a road that an earlier action allows.
    pub(crate) fn check_extra_road(
        &self,
        checks: &mut Checks,
        player: PlayerId,
        square: Square,
        tile: Option<PieceId>,
        targets: Targets,
    ) -> Option<()> {
        match tile {
            Some(tile) => self.check_tile_road(checks, player, square, tile, targets),
            None => self.check_road(checks, player, square, targets),
        }
    }

    /// Returns `true` if any square is possible for a road that an earlier action allows.
    pub(crate) fn has_road_spot(&self, player: PlayerId, tile: Option<PieceId>) -> bool {
        let targets = self.extra_road_targets(player, tile);
        self.board.squares().any(|square| {
            let mut checks = Checks::quick();
            self.check_extra_road(&mut checks, player, square, tile, targets).is_some()
                && checks.is_clear()
        })
    }
}

impl Playing<'_> {
    pub(crate) fn road(&mut self, player: PlayerId, square: Square) -> Result<(), Refusal> {
        let own = self.game.own_targets(player);
        self.game.check_road(&mut self.checks, player, square, own);
        self.checks.verdict()?;
        if let Some(cell) = self.game.board.cell(square) {
            self.place_road(cell)?;
        }
        self.after.push(AutomaticStep::Deliver { actor: player, placed: None }.into());
        Ok(())
    }

    pub(crate) fn extra_road(
        &mut self,
        player: PlayerId,
        square: Square,
        tile: Option<PieceId>,
        left: u8,
    ) -> Result<(), Refusal> {
        let targets = self.game.extra_road_targets(player, tile);
        self.game.check_extra_road(&mut self.checks, player, square, tile, targets);
        self.checks.verdict()?;
        self.game.steps.finish();
        if let Some(cell) = self.game.board.cell(square) {
            self.place_road(cell)?;
        }
        self.after.push(AutomaticStep::Deliver { actor: player, placed: None }.into());
        if left > 1 {
            self.after.push(DecisionStep::ExtraRoads { player, tile, left: left - 1 }.into());
        }
        Ok(())
    }

    /// Places a road, in its turn, that was declared together with a tile.
    pub(crate) fn place_declared_road(
        &mut self,
        player: PlayerId,
        cell: Cell,
    ) -> Result<(), Refusal> {
        self.place_road(cell)?;
        self.game.steps.push(AutomaticStep::Deliver { actor: player, placed: None });
        Ok(())
    }

    pub(crate) fn place_road(&mut self, cell: Cell) -> Result<(), Refusal> {
        let game = &mut self.game;
        if !game.map.add_road(&game.board, cell) {
            return refuse(Rule::Roads, too_many_roads());
        }
        game.extend_sections();
        let box_holds = self.game.contents.facts().count(CountField::Roads);
        if box_holds.is_ok_and(|count| self.game.map.road_count() as i32 > count) {
            self.events.push(Event::SupplyExceeded(Shortage::Roads));
        }
        Ok(())
    }
}

/// Creates the refusal for more road networks than the map has numbers for.
pub(crate) fn too_many_roads() -> Illegal {
    Illegal::CannotBeRecorded { what: Unrecordable::TooManyRoads }
}
