//! Construct: houses, bridges and gates.
//!
//! Rulebook, "Construct", "Houses" and "Bridges/Gates".

use crate::adjustment::Owner;
use crate::game::{Game, Playing};
use crate::illegal::{Checks, Illegal, Refusal, TileKind};
use crate::map::{PieceKind, Targets};
use crate::player::PlayerId;
use crate::receipt::Cause;
use crate::rulebook::{Rule, Variant};
use crate::step::AutomaticStep;
use components::board::SquareKind;
use components::effect::Price;
use components::quantity::Money;
use components::specs::{CountField, Terrain};
use components::square::Square;
use components::tile::Footprint;

/// The cost of a bridge or gate, or of a house that unlocks a worker (rules 5.14 and 5.15).
pub(crate) const PERSONAL_BUILDING_COST: Money = Money(4);

/// The cost of a house in a game without workers (rule 11.7, ruling R11).
const HOUSE_WITHOUT_WORKER_COST: Money = Money(2);

impl Game {
    /// Returns the cost of a house before any discount.
    pub(crate) fn house_cost(&self) -> Money {
        if self.variants().contains(Variant::NoWorkers) {
            HOUSE_WITHOUT_WORKER_COST
        } else {
            PERSONAL_BUILDING_COST
        }
    }

    /// Checks the building of a house and returns its cost. Rule 5.14.
    pub(crate) fn check_house(
        &self,
        checks: &mut Checks,
        player: PlayerId,
        square: Square,
        price: Price,
        own: Targets,
    ) -> Option<Money> {
        let rule = Rule::House;
        let at = Footprint::single(square);
        self.check_land(checks, rule, &at)?;
        // Squares that are not land have no terrain, and `check_land` has refused them.
        if self.board.kind_of(square).is_land()
            && let Some(terrain) = checks.require_fact(rule, self.terrain(square))
        {
            checks.require(rule, terrain == Terrain::Forested, || Illegal::WrongTerrain {
                squares: vec![square],
                wanted: Terrain::Forested,
            });
        }
        if checks.can_stop() {
            return None;
        }
        self.check_clear_of_own(checks, rule, player, &at);
        let houses = self.map.owned_by(player).filter(|(_, piece)| piece.kind == PieceKind::House);
        for (_, house) in houses {
            let Some(same) = checks.require_fact(rule, self.shares_section(&at, &house.footprint))
            else {
                break;
            };
            checks.require(rule, !same, || Illegal::HouseInSection {
                player,
                squares: house.footprint.squares().to_vec(),
            });
        }
        let all = self.facts().count(CountField::Houses);
        if let Some(all) = checks.require_fact(rule, all) {
            let left = i32::from(self.houses(player)) < all;
            checks.require(rule, left, || Illegal::NoneLeft { of: TileKind::House });
        }
        Some(self.check_personal(checks, rule, player, &at, price.of(self.house_cost()), own))
    }

    /// Checks the building of a bridge or gate and returns its cost. Rule 5.15.
    pub(crate) fn check_bridge(
        &self,
        checks: &mut Checks,
        player: PlayerId,
        square: Square,
        price: Price,
        own: Targets,
    ) -> Option<Money> {
        let rule = Rule::Bridge;
        let at = Footprint::single(square);
        let kind = self.board.kind_of(square);
        if kind == SquareKind::UnknownLand {
            // The square is unseen: it may not be land at all.
            checks.require_fact(rule, self.terrain(square))?;
        }
        let fits = matches!(kind, SquareKind::River | SquareKind::Wall);
        checks.require(rule, fits, || Illegal::WrongGround { squares: vec![square], kind });
        if checks.can_stop() {
            return None;
        }
        self.check_free(checks, Rule::OneThingPerSquare, &at)?;
        let all = self.facts().count(CountField::Bridges);
        if let Some(all) = checks.require_fact(rule, all) {
            let left =
                i32::from(self.bridges(player)) < all && self.map.next_bridge(player).is_some();
            checks.require(rule, left, || Illegal::NoneLeft { of: TileKind::Bridge });
        }
        Some(self.check_personal(checks, rule, player, &at, price.of(PERSONAL_BUILDING_COST), own))
    }

    /// Makes the checks common to houses, bridges and gates: the connection, and the cost, which it
    /// returns.
    fn check_personal(
        &self,
        checks: &mut Checks,
        rule: Rule,
        player: PlayerId,
        at: &Footprint,
        cost: Money,
        own: Targets,
    ) -> Money {
        let link = self.map.link(&self.board, at);
        self.check_connected_to_own(checks, player, at, link.connects(own));
        self.check_money(checks, rule, player, cost);
        cost
    }
}

impl Playing<'_> {
    pub(crate) fn house(
        &mut self,
        player: PlayerId,
        square: Square,
        price: Price,
    ) -> Result<(), Refusal> {
        let own = self.game.own_targets(player);
        let cost = self.game.check_house(&mut self.checks, player, square, price, own);
        let cost = self.price(cost)?;
        self.pay(player, cost, Cause::HouseCost);
        self.place_house(player, square);
        Ok(())
    }

    pub(crate) fn place_house(&mut self, player: PlayerId, square: Square) {
        let game = &mut self.game;
        let at = Footprint::single(square);
        game.map.place(&game.board, PieceKind::House, at, Some(Owner::Player(player)));
        game.extend_sections();
        self.player_mut(player).houses += 1;
    }

    pub(crate) fn bridge(
        &mut self,
        player: PlayerId,
        square: Square,
        price: Price,
    ) -> Result<(), Refusal> {
        let own = self.game.own_targets(player);
        let cost = self.game.check_bridge(&mut self.checks, player, square, price, own);
        let cost = self.price(cost)?;
        self.pay(player, cost, Cause::BridgeCost);
        self.place_bridge(player, square);
        self.after.push(AutomaticStep::Deliver { actor: player, placed: None }.into());
        Ok(())
    }

    pub(crate) fn place_bridge(&mut self, player: PlayerId, square: Square) {
        let game = &mut self.game;
        if let Some(number) = game.map.next_bridge(player) {
            let at = Footprint::single(square);
            game.map.place(&game.board, PieceKind::Bridge(number), at, Some(Owner::Player(player)));
            self.player_mut(player).bridges += 1;
        }
    }
}
