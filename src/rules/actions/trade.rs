//! Trade: importing, buying access, and both at once.
//!
//! Rulebook, "Trade".

use crate::adjustment::{Owner, TileRef};
use crate::game::{Game, Playing};
use crate::illegal::{AttemptedUse, Checks, Illegal, Refusal, TileKind, Unrecordable};
use crate::player::{PieceId, PlayerId};
use crate::receipt::Cause;
use crate::rulebook::{Rule, TableOption};
use crate::step::AutomaticStep;
use components::board::{Section, SquareKind};
use components::effect::Price;
use components::fact_id::{FactId, SquareField};
use components::ids::ResourceId;
use components::quantity::{Money, Quantity};
use components::specs::Terrain;
use components::square::Square;
use components::tile::Footprint;

/// The cost of importing with access, on any terrain (rules 5.6 and 5.7).
pub(crate) const FLAT_IMPORT_COST: Money = Money(4);
/// Completions after which another player's resource can be imported (rule 5.7).
const COMPLETIONS_TO_IMPORT_FOR_OTHERS: usize = 2;

/// The terms of a trade.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TradeTerms {
    pub(crate) price: Price,
    pub(crate) follower: bool,
}

impl Game {
    /// Checks the import of an own stall and returns the cost. Rule 5.4.
    pub(crate) fn check_import(
        &self,
        checks: &mut Checks,
        player: PlayerId,
        resource: ResourceId,
        square: Square,
        trade: TradeTerms,
    ) -> Option<Money> {
        let rule = Rule::Import;
        let at = Footprint::single(square);
        self.check_basic(checks, rule, resource)?;
        let controls = self.player(player).controls.contains(resource);
        checks.require(rule, controls, || Illegal::NotControlled { player, resource });
        self.check_stall(checks, rule, resource, &at)?;
        self.check_clear_of_own(checks, rule, player, &at);
        let terrain = checks.require_fact(rule, self.terrain(square))?;
        if trade.follower {
            Self::check_follow_terrain(checks, &[terrain], &at);
        }
        let cost = trade.price.of(terrain.import_cost());
        self.check_money(checks, rule, player, cost);
        Some(cost)
    }

    /// Checks a purchase of access and returns the tile and the cost. Rule 5.5.
    pub(crate) fn check_access(
        &self,
        checks: &mut Checks,
        player: PlayerId,
        tile: TileRef,
        trade: TradeTerms,
    ) -> Option<(PieceId, Money)> {
        let rule = Rule::BuyAccess;
        let piece = self.check_new_access(checks, rule, player, tile)?;
        let mut terrains = Vec::with_capacity(tile.footprint.squares().len());
        // An entrance is the cheapest terrain; with one, the other squares need not be known.
        match tile
            .footprint
            .squares()
            .iter()
            .find(|square| self.terrain(**square) == Ok(Terrain::Entrance))
        {
            Some(_) => terrains.push(Terrain::Entrance),
            None => {
                for &square in tile.footprint.squares() {
                    terrains.push(checks.require_fact(rule, self.terrain(square))?);
                }
            }
        }
        if trade.follower {
            Self::check_follow_terrain(checks, &terrains, &tile.footprint);
        }
        let cheapest = terrains.iter().map(|terrain| terrain.access_cost()).min()?;
        let cost = trade.price.of(cheapest);
        self.check_money(checks, rule, player, cost);
        Some((piece, cost))
    }

    /// Checks that a tile is there and `player` has no token on it.
    pub(crate) fn check_new_access(
        &self,
        checks: &mut Checks,
        rule: Rule,
        player: PlayerId,
        tile: TileRef,
    ) -> Option<PieceId> {
        let piece = self.find_tile(tile);
        checks.require(rule, piece.is_some(), || Illegal::NoSuchTile {
            resource: tile.resource,
            squares: tile.footprint.squares().to_vec(),
        });
        let on_map = self.map.piece(piece?);
        checks.require(rule, !on_map.is_claimed_by(player), || Illegal::AlreadyClaims {
            player,
            owns: on_map.is_owned_by(player),
        });
        piece
    }

    /// Checks an import with access, of a neutral resource or another player's, and returns the
    /// future owner and the cost. Rules 5.6 and 5.7.
    pub(crate) fn check_import_access(
        &self,
        checks: &mut Checks,
        player: PlayerId,
        resource: ResourceId,
        square: Square,
        trade: TradeTerms,
    ) -> Option<(Owner, Money)> {
        let rule =
            if self.is_neutral(resource) { Rule::ImportNeutral } else { Rule::ImportForAnother };
        let at = Footprint::single(square);
        self.check_basic(checks, rule, resource)?;
        checks.require(Rule::FollowTrade, !trade.follower, || Illegal::WrongUse {
            what: AttemptedUse::FollowTrade,
        });
        self.check_stall(checks, rule, resource, &at);
        let cost = trade.price.of(FLAT_IMPORT_COST);
        self.check_money(checks, rule, player, cost);
        if self.is_neutral(resource) {
            return Some((Owner::Neutral, cost));
        }
        let controller = self.controller(resource);
        checks.require(rule, controller.is_some(), || Illegal::ControlledByNobody { resource });
        let owner = controller?;
        checks.require(rule, owner != player, || Illegal::ControlsItself { player, resource });
        let completed = self.completed();
        checks.require(rule, completed >= COMPLETIONS_TO_IMPORT_FOR_OTHERS, || {
            Illegal::TooFewCompletions { completed }
        });
        self.check_clear_of_own(checks, rule, owner, &at);
        Some((Owner::Player(owner), cost))
    }

    /// Checks that a stall is left and that its section has none yet. Rule 5.9.
    pub(crate) fn check_stall(
        &self,
        checks: &mut Checks,
        rule: Rule,
        resource: ResourceId,
        at: &Footprint,
    ) -> Option<()> {
        self.check_land(checks, rule, at)?;
        self.check_tile_left(checks, Rule::OnePerSection, resource);
        self.check_alone_in_section(checks, Rule::OnePerSection, resource, at);
        Some(())
    }

    /// Checks that squares are free land of one section. Rules 2.1, 2.2 and 5.11.
    pub(crate) fn check_land(&self, checks: &mut Checks, rule: Rule, at: &Footprint) -> Option<()> {
        self.check_free(checks, Rule::OneThingPerSquare, at)?;
        let is_land = |square: Square| self.board.kind_of(square).is_land();
        checks.require(rule, at.squares().iter().all(|&square| is_land(square)), || {
            let squares: Vec<Square> =
                at.squares().iter().copied().filter(|&s| !is_land(s)).collect();
            Illegal::WrongGround { kind: self.board.kind_of(squares[0]), squares }
        });
        // Squares that are not land have no section, and are refused above.
        let first = at.squares().iter().find_map(|&square| self.board.section_of(square));
        let apart = |&square: &Square| {
            let section = self.board.section_of(square);
            // On an open board, an unknown section is that of the squares joined to it.
            is_land(square) && section != first && !(self.board.is_open() && section.is_none())
        };
        checks.require(rule, !at.squares().iter().any(apart), || Illegal::SeveralSections {
            squares: at.squares().iter().copied().filter(apart).collect(),
        });
        if let Err(fact) = self.check_corner_sections(at) {
            checks.require_fact(rule, Err::<(), _>(fact));
        }
        (!checks.can_stop()).then_some(())
    }

    /// Checks that squares are on the board and hold nothing. Rule 2.2.
    pub(crate) fn check_free(&self, checks: &mut Checks, rule: Rule, at: &Footprint) -> Option<()> {
        let squares = at.squares();
        let on_board =
            checks.require(Rule::Grid, !squares.iter().any(|&s| self.is_outside(s)), || {
                Illegal::OffBoard {
                    squares: squares.iter().copied().filter(|&s| self.is_outside(s)).collect(),
                }
            });
        let free =
            checks.require(rule, !squares.iter().any(|&s| self.is_taken(s)), || Illegal::NotFree {
                squares: squares.iter().copied().filter(|&s| self.is_taken(s)).collect(),
            });
        // No overrule can place a tile beyond the numbers that the map has for tiles.
        checks.require(rule, self.map.has_piece_left(), || Illegal::CannotBeRecorded {
            what: Unrecordable::TooManyTiles,
        });
        // Squares off the board cannot take a tile even after an overrule.
        (on_board && (free || !checks.can_stop())).then_some(())
    }

    fn is_outside(&self, square: Square) -> bool {
        self.board.kind_of(square) == SquareKind::Outside
    }

    fn is_taken(&self, square: Square) -> bool {
        self.board.cell(square).is_some_and(|cell| !self.map.is_free(cell))
    }

    pub(crate) fn check_tile_left(&self, checks: &mut Checks, rule: Rule, resource: ResourceId) {
        if let Some(copies) = checks.require_fact(rule, self.facts().copies(resource)) {
            let used = self.map.tiles_of(resource).count();
            checks.require(rule, used < usize::from(copies), || Illegal::NoneLeft {
                of: TileKind::Resource(resource),
            });
        }
    }

    pub(crate) fn check_alone_in_section(
        &self,
        checks: &mut Checks,
        rule: Rule,
        resource: ResourceId,
        at: &Footprint,
    ) {
        let Some(other) = checks.require_fact(rule, self.tile_in_section_of(resource, at)) else {
            return;
        };
        checks.require(rule, other.is_none(), || Illegal::ResourceInSection {
            resource,
            squares: other
                .map(|id| self.map.piece(id).footprint.squares().to_vec())
                .unwrap_or_default(),
        });
    }

    /// Returns the tile of the resource in the section that contains these squares.
    pub(crate) fn tile_in_section_of(
        &self,
        resource: ResourceId,
        at: &Footprint,
    ) -> Result<Option<PieceId>, FactId> {
        let mut own_section = None;
        let mut unknown = None;
        for (id, piece) in self.map.tiles_of(resource) {
            let section = match own_section {
                Some(section) => section,
                None => *own_section.insert(self.known_section(at)?),
            };
            match self.known_section(&piece.footprint) {
                Ok(other) if other.is_some() && other == section => return Ok(Some(id)),
                Ok(_) => {}
                Err(fact) => unknown = Some(fact),
            }
        }
        match own_section {
            Some(Some(_)) => unknown.map_or(Ok(None), Err),
            // Squares without a section share none.
            Some(None) | None => Ok(None),
        }
    }

    pub(crate) fn tile_in_section(
        &self,
        resource: ResourceId,
        section: Section,
    ) -> Option<PieceId> {
        let mut tiles = self.map.tiles_of(resource);
        tiles
            .find(|&(id, _)| self.map.section_of(&self.board, id) == Some(section))
            .map(|(id, _)| id)
    }

    /// Checks that a tile keeps clear of the buildings of `owner`.
    ///
    /// Corners count, and so do squares across a river (rule 2.4). Bridges and gates are exempt.
    pub(crate) fn check_clear_of_own(
        &self,
        checks: &mut Checks,
        rule: Rule,
        owner: PlayerId,
        at: &Footprint,
    ) {
        let squares = self.map.own_squares_adjacent_to(&self.board, at, owner);
        checks.require(rule, squares.is_empty(), || Illegal::AdjacentToOwn { owner, squares });
    }

    fn check_follow_terrain(checks: &mut Checks, terrains: &[Terrain], at: &Footprint) {
        let is_open = terrains.iter().any(|terrain| match terrain {
            Terrain::Entrance | Terrain::Coastal => true,
            Terrain::Forested | Terrain::Central => false,
        });
        checks.require(Rule::FollowTrade, is_open, || Illegal::FollowTerrain {
            squares: at.squares().to_vec(),
        });
    }

    /// Returns the terrain of a land square. After an overrule a square may be no land; it counts
    /// as central, the dearest.
    pub(crate) fn terrain(&self, square: Square) -> Result<Terrain, FactId> {
        match self.board.kind_of(square) {
            SquareKind::Land(terrain) => Ok(terrain),
            SquareKind::UnknownLand => Err(self.board.fact_of_square(SquareField::Terrain, square)),
            SquareKind::River
            | SquareKind::Wall
            | SquareKind::Reserved(_)
            | SquareKind::Outside => Ok(Terrain::Central),
        }
    }
}

impl Playing<'_> {
    pub(crate) fn import(
        &mut self,
        player: PlayerId,
        resource: ResourceId,
        square: Square,
        trade: TradeTerms,
    ) -> Result<(), Refusal> {
        let cost = self.game.check_import(&mut self.checks, player, resource, square, trade);
        let cost = self.price(cost)?;
        self.pay(player, cost, Cause::ImportCost(resource));
        let piece = self.place_tile(resource, Footprint::single(square), Owner::Player(player));
        self.game.map.piece_mut(piece).importer = Some(player);
        self.warn_of_claim_tokens(player);
        self.after.push(AutomaticStep::Deliver { actor: player, placed: None }.into());
        Ok(())
    }

    /// Buys access to a tile, at the price that its terrain sets.
    pub(crate) fn buy_access(
        &mut self,
        player: PlayerId,
        tile: TileRef,
        trade: TradeTerms,
    ) -> Result<(), Refusal> {
        let bought = self.game.check_access(&mut self.checks, player, tile, trade);
        self.checks.verdict()?;
        let Some((piece, cost)) = bought else {
            return Ok(());
        };
        let cause = Cause::AccessPrice(tile);
        self.pay(player, cost, cause);
        if let Some(Owner::Player(owner)) = self.game.map.piece(piece).owner {
            self.change(owner, Quantity::Money, cost.0, cause);
        }
        self.gain_access(player, piece);
        Ok(())
    }

    /// Adds an access token under the owner's.
    pub(crate) fn gain_access(&mut self, player: PlayerId, piece: PieceId) {
        self.game.map.piece_mut(piece).access.insert(player);
        self.warn_of_claim_tokens(player);
    }

    pub(crate) fn import_access(
        &mut self,
        player: PlayerId,
        resource: ResourceId,
        square: Square,
        trade: TradeTerms,
    ) -> Result<(), Refusal> {
        let terms =
            self.game.check_import_access(&mut self.checks, player, resource, square, trade);
        self.checks.verdict()?;
        let Some((owner, cost)) = terms else {
            return Ok(());
        };
        self.pay(player, cost, Cause::ImportCost(resource));
        if let Owner::Player(owner) = owner
            && self.game.options.contains(TableOption::ImportPaysOwner)
        {
            self.change(owner, Quantity::Money, cost.0, Cause::ImportCost(resource));
        }
        let piece = self.place_tile(resource, Footprint::single(square), owner);
        self.game.map.piece_mut(piece).importer = Some(player);
        if let Owner::Player(owner) = owner {
            self.warn_of_claim_tokens(owner);
        }
        self.gain_access(player, piece);
        self.after.push(AutomaticStep::Deliver { actor: player, placed: None }.into());
        Ok(())
    }
}
