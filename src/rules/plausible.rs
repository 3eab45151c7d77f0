//! What of a laid-out table no play leads to.
//!
//! A position is taken as it is, for the table is the truth. But a slip of the pen is easily
//! made in one: what the rules would never have let come about is pointed out, each thing with
//! the rule and the squares. Everything that lies on the map is judged by the checks that are
//! made when it is laid down, with all the rest in place. What only an unknown fact could
//! settle is left alone.

use super::actions::TradeAs;
use super::active_buildings::ActiveBuilding;
use super::adjustment::Owner;
use super::game::{Game, Playing};
use super::illegal::{Checks, Illegal, Reason};
use super::map::{Content, Piece, PieceKind};
use super::player::{PieceId, PlayerId};
use super::receipt::{Event, Subject};
use super::rulebook::Rule;
use components::board::Cell;
use components::effect::Price;
use components::ids::ResourceId;
use components::quantity::Quantity;
use components::specs::Tier;
use components::square::Square;
use components::tile::Footprint;

impl Playing<'_> {
    /// Warns of everything on the table that cannot have come about by the rules.
    pub(super) fn warn_of_position(&mut self) {
        let doubts = self.game.doubts();
        let events = doubts.into_iter().map(|(of, why)| Event::CannotArise(of, why));
        self.events.extend(events);
        for player in self.game.players() {
            self.warn_of_claim_tokens(player);
        }
    }
}

impl Game {
    /// Takes off the map what lies on a square. Says whether there were numbers for all networks
    /// of roads that are left.
    pub(super) fn take_off(&mut self, cell: Cell) -> bool {
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

    /// What cannot have come about, each thing with the rule against it.
    fn doubts(&self) -> Vec<(Subject, Reason)> {
        let mut all = Vec::new();
        let mut note = |of: Subject, mut checks: Checks| {
            let reasons = checks.verdict().err().map(|refusal| refusal.reasons);
            all.extend(reasons.into_iter().flatten().map(|why| (of, why)));
        };
        for player in self.players() {
            let mut checks = Checks::brief();
            self.doubt_numbers(&mut checks, player);
            note(Subject::Player(player), checks);
        }
        for cell in self.map.roads() {
            let mut checks = Checks::brief();
            let square = self.board.square(cell);
            self.doubt_road(&mut checks, square);
            note(Subject::At(Footprint::single(square)), checks);
        }
        for (id, piece) in self.map.pieces() {
            let mut checks = Checks::brief();
            self.doubt_piece(&mut checks, id, piece);
            note(Subject::At(piece.footprint), checks);
        }
        for active in self.active.iter() {
            let mut checks = Checks::brief();
            self.doubt_card(&mut checks, active);
            note(Subject::At(self.map.piece(active.piece).footprint), checks);
        }
        all
    }

    /// Points and money below nothing, and more workers than there are houses.
    fn doubt_numbers(&self, checks: &mut Checks, player: PlayerId) {
        let (points, money) = (self.points(player).0, self.money(player).0);
        let numbers = [
            (Rule::StartPoints, Quantity::Points, points),
            (Rule::StartingGoods, Quantity::Money, money),
        ];
        for (rule, what, amount) in numbers {
            checks.that(rule, amount >= 0, || Illegal::OutOfRange { what, amount: amount.into() });
        }
        let (houses, placed) = (self.houses(player), self.workers_placed(player));
        checks.that(Rule::Worker, placed <= houses, || Illegal::NoFreeWorker {
            player,
            houses,
            placed,
        });
    }

    fn doubt_road(&self, checks: &mut Checks, square: Square) {
        let kind = self.board.kind_of(square);
        checks.that(Rule::Roads, kind.is_land(), || Illegal::WrongGround {
            squares: vec![square],
            kind,
        });
    }

    /// Judges a tile as if it were laid down last.
    fn doubt_piece(&self, checks: &mut Checks, id: PieceId, piece: &Piece) {
        let at = &piece.footprint;
        let Some(cell) = self.board.cell(at.first()) else {
            return;
        };
        let mut rest = self.clone();
        if !rest.take_off(cell) {
            return;
        }
        let mut found = Checks::brief();
        let whose = piece.owner.and_then(Owner::player);
        match (piece.kind, whose) {
            (PieceKind::Resource(resource), whose) => {
                rest.doubt_tile(&mut found, resource, at, whose);
            }
            (PieceKind::House, Some(player)) => {
                let own = rest.own_targets(player);
                rest.check_house(&mut found, player, at.first(), Price::Free, own);
            }
            (PieceKind::Bridge(_), Some(player)) => {
                let own = rest.own_targets(player);
                rest.check_bridge(&mut found, player, at.first(), Price::Free, own);
            }
            (PieceKind::Prestige(building), _) => rest.check_prestige(&mut found, building, at),
            // A house or a bridge is always somebody's.
            (PieceKind::House | PieceKind::Bridge(_) | PieceKind::Removed, _) => {}
        }
        let refusal = found.verdict().err();
        for reason in refusal.into_iter().flat_map(|refusal| refusal.reasons) {
            if self.is_told_here(id, &reason.illegal) {
                checks.that(reason.rule, false, || reason.illegal);
            }
        }
    }

    /// Whether a trouble is this tile's to tell: of two that stand in each other's way the first
    /// one tells it, and what was paid is nobody's business now.
    fn is_told_here(&self, id: PieceId, illegal: &Illegal) -> bool {
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
    fn doubt_tile(
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
                let trade = TradeAs { price: Price::Free, follower: false };
                self.check_import(checks, player, resource, at.first(), trade);
            }
            (Tier::Basic, None) => {
                let rule = Rule::NeutralResources;
                if let Some(holder) = self.controller(resource) {
                    checks.that(rule, false, || Illegal::CardTaken { resource, holder });
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
                checks.that(Rule::NeutralResources, false, || Illegal::NotBasic { resource });
            }
        }
    }

    /// Judges what lies on the card of a prestige building.
    fn doubt_card(&self, checks: &mut Checks, active: &ActiveBuilding) {
        let spaces = self.contents.spaces(active.building).iter();
        for (space, token) in spaces.zip(active.delivered) {
            let (Some(resource), Some(token)) = (space.resource, token) else {
                continue;
            };
            match token {
                Owner::Player(player) => {
                    let owns = self.owns(player).contains(resource);
                    checks.that(Rule::Delivery, owns, || Illegal::NoTileOf { player, resource });
                }
                Owner::Neutral => {
                    let holder = self.controller(resource);
                    checks.none(Rule::NeutralDelivery, holder, |holder| Illegal::CardTaken {
                        resource,
                        holder,
                    });
                }
            }
        }
        let building = active.building;
        if let Some(player) = active.worker {
            let own = Some(Owner::Player(player));
            checks.that(Rule::Worker, active.delivered.contains(&own), || {
                Illegal::NoDeliveryToken { player, building }
            });
        }
        let finished = active.marker && active.completed;
        checks.that(Rule::SoloMarkers, !finished, || Illegal::Finished { building });
    }
}
