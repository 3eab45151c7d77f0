//! Warnings about positions that cannot arise by legal play.
//!
//! A position is accepted as it is, because the table is the truth. But typing errors are common,
//! so everything that the rules would never have allowed is reported, with rule and squares. Every
//! piece on the map is judged by the checks made when it is placed, with all the others in place.
//! Doubts that only an unknown fact could settle are not reported.

use super::actions::TradeTerms;
use super::active_buildings::ActiveBuilding;
use super::adjustment::Owner;
use super::game::{Game, Playing};
use super::illegal::{Checks, Illegal, Reason};
use super::map::{Content, Piece, PieceKind};
use super::player::{PieceId, PlayerId};
use super::receipt::{Event, WarningTarget};
use super::rulebook::Rule;
use components::board::Cell;
use components::effect::Price;
use components::ids::ResourceId;
use components::quantity::Quantity;
use components::specs::Tier;
use components::square::Square;
use components::tile::Footprint;

impl Playing<'_> {
    /// Warns of everything on the table that cannot have arisen by the rules.
    pub(super) fn warn_of_position(&mut self) {
        for (target, reason) in self.game.warnings() {
            self.events.push(Event::CannotArise(target, reason));
        }
        for player in self.game.players() {
            self.warn_of_claim_tokens(player);
        }
    }
}

impl Game {
    /// Removes everything from a square of the map. Returns `false` if there are not enough numbers
    /// for the remaining road networks.
    pub(super) fn remove_from_map(&mut self, cell: Cell) -> bool {
        if let Content::Piece(id) = self.map.content(cell) {
            let piece = *self.map.piece(id);
            match (piece.kind, piece.owner) {
                (PieceKind::House, Some(Owner::Player(player))) => {
                    self.players[player.index()].houses -= 1;
                }
                (PieceKind::Bridge(_), Some(Owner::Player(player))) => {
                    self.players[player.index()].bridges -= 1;
                }
                (PieceKind::Prestige(building), _) => {
                    self.active.remove(building);
                    self.offers.remove_from_game(building);
                }
                _ => {}
            }
        }
        self.map.clear(&self.board, cell)
    }

    /// Returns everything that cannot have arisen, with the rule against it.
    fn warnings(&self) -> Vec<(WarningTarget, Reason)> {
        let mut all = Vec::new();
        let mut note = |target: WarningTarget, mut checks: Checks| {
            let reasons = checks.verdict().err().map(|refusal| refusal.reasons);
            all.extend(reasons.into_iter().flatten().map(|reason| (target, reason)));
        };
        for player in self.players() {
            let mut checks = Checks::brief();
            self.check_numbers(&mut checks, player);
            note(WarningTarget::Player(player), checks);
        }
        for cell in self.map.roads() {
            let mut checks = Checks::brief();
            let square = self.board.square(cell);
            self.check_road_ground(&mut checks, square);
            note(WarningTarget::At(Footprint::single(square)), checks);
        }
        for (id, piece) in self.map.pieces() {
            let mut checks = Checks::brief();
            self.check_piece(&mut checks, id, piece);
            note(WarningTarget::At(piece.footprint), checks);
        }
        for active in self.active.iter() {
            let mut checks = Checks::brief();
            self.check_active(&mut checks, active);
            note(WarningTarget::At(self.map.piece(active.piece).footprint), checks);
        }
        all
    }

    /// Checks for negative points and money, and for more workers than houses.
    fn check_numbers(&self, checks: &mut Checks, player: PlayerId) {
        let (points, money) = (self.points(player).0, self.money(player).0);
        let numbers = [
            (Rule::StartPoints, Quantity::Points, points),
            (Rule::StartingGoods, Quantity::Money, money),
        ];
        for (rule, what, amount) in numbers {
            checks
                .require(rule, amount >= 0, || Illegal::OutOfRange { what, amount: amount.into() });
        }
        let (houses, placed) = (self.houses(player), self.workers_placed(player));
        checks.require(Rule::Worker, placed <= houses, || Illegal::NoFreeWorker {
            player,
            houses,
            placed,
        });
    }

    fn check_road_ground(&self, checks: &mut Checks, square: Square) {
        let kind = self.board.kind_of(square);
        checks.require(Rule::Roads, kind.is_land(), || Illegal::WrongGround {
            squares: vec![square],
            kind,
        });
    }

    /// Judges a tile as if it were placed last.
    fn check_piece(&self, checks: &mut Checks, id: PieceId, piece: &Piece) {
        let at = &piece.footprint;
        let Some(cell) = self.board.cell(at.first()) else {
            return;
        };
        let mut others = self.clone();
        if !others.remove_from_map(cell) {
            return;
        }
        let mut found = Checks::brief();
        let owner = piece.owner.and_then(Owner::player);
        match (piece.kind, owner) {
            (PieceKind::Resource(resource), owner) => {
                others.check_tile(&mut found, resource, at, owner);
            }
            (PieceKind::House, Some(player)) => {
                let own = others.own_targets(player);
                others.check_house(&mut found, player, at.first(), Price::Free, own);
            }
            (PieceKind::Bridge(_), Some(player)) => {
                let own = others.own_targets(player);
                others.check_bridge(&mut found, player, at.first(), Price::Free, own);
            }
            (PieceKind::Prestige(building), _) => others.check_prestige(&mut found, building, at),
            // A house or bridge always has an owner.
            (PieceKind::House | PieceKind::Bridge(_) | PieceKind::Removed, _) => {}
        }
        let refusal = found.verdict().err();
        for reason in refusal.into_iter().flat_map(|refusal| refusal.reasons) {
            if self.is_reported_here(id, &reason.illegal) {
                checks.require(reason.rule, false, || reason.illegal);
            }
        }
    }

    /// Returns `true` if a problem is reported for this tile: of two tiles in conflict only the
    /// first reports it, and past payments are not checked.
    fn is_reported_here(&self, id: PieceId, illegal: &Illegal) -> bool {
        match illegal {
            Illegal::CannotAfford { .. } => false,
            Illegal::AdjacentToOwn { squares, .. }
            | Illegal::ResourceInSection { squares, .. }
            | Illegal::TypeInSection { squares, .. }
            | Illegal::HouseInSection { squares, .. } => squares.iter().any(|&square| {
                let content = self.board.cell(square).map(|cell| self.map.content(cell));
                matches!(content, Some(Content::Piece(other)) if other > id)
            }),
            _ => true,
        }
    }

    /// Judges a resource tile that is not on the map yet.
    fn check_tile(
        &self,
        checks: &mut Checks,
        resource: ResourceId,
        at: &Footprint,
        owner: Option<PlayerId>,
    ) {
        let Ok(tier) = self.contents.facts().tier(resource) else {
            return;
        };
        self.check_shape(checks, resource, at);
        match (tier, owner) {
            (Tier::Basic, Some(player)) => {
                let trade = TradeTerms { price: Price::Free, follower: false };
                self.check_import(checks, player, resource, at.first(), trade);
            }
            (Tier::Basic, None) => {
                let rule = Rule::NeutralResources;
                if let Some(holder) = self.controller(resource) {
                    checks.require(rule, false, || Illegal::CardTaken { resource, holder });
                }
                self.check_stall(checks, Rule::ImportNeutral, resource, at);
            }
            (Tier::Two | Tier::Three, Some(player)) => {
                let terms = self.check_build_terms(checks, player, resource, Price::Free);
                if let Some(terms) = terms {
                    self.check_build_site(checks, player, resource, at, &terms);
                }
            }
            (Tier::Two | Tier::Three, None) => {
                checks.require(Rule::NeutralResources, false, || Illegal::NotBasic { resource });
            }
        }
    }

    /// Judges the tokens on the card of a prestige building.
    fn check_active(&self, checks: &mut Checks, active: &ActiveBuilding) {
        let spaces = self.contents.spaces(active.building).iter();
        for (space, token) in spaces.zip(active.delivered) {
            let (Some(resource), Some(token)) = (space.resource, token) else {
                continue;
            };
            match token {
                Owner::Player(player) => {
                    let owns = self.owns(player).contains(resource);
                    checks.require(Rule::Delivery, owns, || Illegal::NoTileOf { player, resource });
                }
                Owner::Neutral => {
                    let holder = self.controller(resource);
                    checks.require_none(Rule::NeutralDelivery, holder, |holder| {
                        Illegal::CardTaken { resource, holder }
                    });
                }
            }
        }
        let building = active.building;
        if let Some(player) = active.worker {
            let own = Some(Owner::Player(player));
            checks.require(Rule::Worker, active.delivered.contains(&own), || {
                Illegal::NoDeliveryToken { player, building }
            });
        }
        let finished = active.marker && active.completed;
        checks.require(Rule::SoloMarkers, !finished, || Illegal::AlreadyComplete { building });
    }
}
