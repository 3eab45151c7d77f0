//! Manual changes: by the referee, for a card text unknown to the program, or in a position.
//!
//! The table is the truth, so nearly everything can be entered; only changes that a record cannot
//! hold are refused, such as two items on one square.

use crate::adjustment::{Adjustment, Amount, CardPlace, Owner, TileRef, WorkerPlace};
use crate::game::Playing;
use crate::illegal::{CiteRule, Illegal, PositionItem, Refusal, TileKind, Unrecordable, refuse};
use crate::map::{Content, PieceKind};
use crate::player::{Card, PieceId, PlayerId, PlayerSet};
use crate::receipt::{Cause, Event};
use crate::rulebook::Rule;
use crate::solo::CYCLES;
use crate::step::{AutomaticStep, DecisionStep, PayoutDue, Step};
use crate::sub_action::SubAction;
use components::ids::{AchievementId, BuildingId, ResourceId, ResourceSet};
use components::quantity::Quantity;
use components::specs::{CountField, Tier};
use components::square::Square;
use components::tile::Footprint;

use super::road::too_many_roads;

/// The largest amount; anything beyond is a typing error.
const LARGEST_AMOUNT: i32 = 9999;

impl Playing<'_> {
    /// Makes the changes that a card text caused, as the players entered them.
    pub(crate) fn manual(&mut self, changes: &[Adjustment]) -> Result<(), Refusal> {
        self.make_changes(changes, Cause::Referee, false)
    }

    /// Makes changes one after another; `position` allows those reserved for a position.
    pub(crate) fn make_changes(
        &mut self,
        changes: &[Adjustment],
        cause: Cause,
        position: bool,
    ) -> Result<(), Refusal> {
        for change in changes {
            self.make_change(change, cause, position)?;
        }
        for player in self.game.players() {
            self.recount_income(player, cause);
        }
        Ok(())
    }

    fn make_change(
        &mut self,
        change: &Adjustment,
        cause: Cause,
        position: bool,
    ) -> Result<(), Refusal> {
        match change {
            Adjustment::Points(player, amount) => {
                self.set_number(*player, Quantity::Points, amount.map(|points| points.0), cause)
            }
            Adjustment::Money(player, amount) => {
                self.set_number(*player, Quantity::Money, amount.map(|money| money.0), cause)
            }
            Adjustment::Fleeting(player, amount) => {
                self.set_number(*player, Quantity::Fleeting, *amount, cause)
            }
            Adjustment::Lasting(player, amount) => {
                self.set_number(*player, Quantity::Lasting, *amount, cause)
            }
            Adjustment::AddRoad(square) => {
                self.need_free(&Footprint::single(*square))?;
                if let Some(cell) = self.game.board.cell(*square) {
                    self.place_road(cell)?;
                }
                Ok(())
            }
            Adjustment::AddTile(tile, owner) => self.add_tile(*tile, *owner),
            Adjustment::AddHouse(player, square) => {
                self.require_player(*player)?;
                self.need_free(&Footprint::single(*square))?;
                let all = self.game.facts().count(CountField::Houses)?;
                if i32::from(self.game.houses(*player)) >= all {
                    return refuse(Rule::House, Illegal::NoneLeft { of: TileKind::House });
                }
                self.place_house(*player, *square);
                Ok(())
            }
            Adjustment::AddBridge(player, square) => {
                self.require_player(*player)?;
                self.need_free(&Footprint::single(*square))?;
                let all = self.game.facts().count(CountField::Bridges)?;
                let room = self.game.map.next_bridge(*player).is_some();
                if i32::from(self.game.bridges(*player)) >= all || !room {
                    return refuse(Rule::Bridge, Illegal::NoneLeft { of: TileKind::Bridge });
                }
                self.place_bridge(*player, *square);
                Ok(())
            }
            Adjustment::AddBuilding(building, at) => self.add_building(*building, at),
            Adjustment::Clear(square) => self.clear(*square),
            Adjustment::SetOwner(tile, owner) => {
                self.need_owner(*owner)?;
                let piece = self.need_tile(Rule::Income, *tile)?;
                let piece = self.game.map.piece_mut(piece);
                piece.owner = Some(*owner);
                if let Owner::Player(player) = owner {
                    piece.access.remove(*player);
                }
                Ok(())
            }
            Adjustment::Access { player, tile, has_access } => {
                self.set_access(*player, *tile, *has_access)
            }
            Adjustment::AddDelivery(building, resource, owner) => {
                self.add_delivery(*building, *resource, *owner)
            }
            Adjustment::RemoveDelivery(building, resource) => {
                self.remove_delivery(*building, *resource)
            }
            Adjustment::Worker { player, place, is_there } => {
                self.move_worker(*player, *place, *is_there)
            }
            Adjustment::Card(player, card, place) => self.move_card(*player, *card, *place),
            Adjustment::Marker { building, is_there } => self.set_marker(*building, *is_there),
            Adjustment::Cycle(cycle) => self.set_cycle(*cycle),
            Adjustment::Scored { achievement, is_scored } => {
                self.set_scored(*achievement, *is_scored)
            }
            Adjustment::Gone(building) => self.take_out(*building),
            Adjustment::Race(..) => {
                Self::need_position(position, Rule::ChooseRace, PositionItem::Races)
            }
            Adjustment::Controls(..) => {
                Self::need_position(position, Rule::SecondResource, PositionItem::ResourceCards)
            }
            Adjustment::Proposals(_) => {
                Self::need_position(position, Rule::DealProposals, PositionItem::Proposals)
            }
            Adjustment::Advisers(_) => {
                Self::need_position(position, Rule::DealAdvisers, PositionItem::Advisers)
            }
            Adjustment::Achievements(_) => {
                Self::need_position(position, Rule::Achievements, PositionItem::Achievements)
            }
            Adjustment::Turn(_) => {
                Self::need_position(position, Rule::TurnPasses, PositionItem::Turn)
            }
        }
    }

    /// Refuses changes reserved for a position; the position itself makes them elsewhere.
    fn need_position(position: bool, rule: Rule, what: PositionItem) -> Result<(), Refusal> {
        if position {
            return Ok(());
        }
        refuse_recording(rule, Unrecordable::OnlyInPosition(what))
    }

    pub(crate) fn require_player(&self, player: PlayerId) -> Result<(), Refusal> {
        if player.index() < self.game.player_count() {
            return Ok(());
        }
        refuse(Rule::PlayersAndBoard, Illegal::NoSuchPlayer { seat: player.index() + 1 })
    }

    fn need_owner(&self, owner: Owner) -> Result<(), Refusal> {
        owner.player().map_or(Ok(()), |player| self.require_player(player))
    }

    /// Checks that squares are on the board, free, and not reserved for a pending tile or road.
    fn need_free(&mut self, at: &Footprint) -> Result<(), Refusal> {
        self.game.check_free(&mut self.checks, Rule::OneThingPerSquare, at);
        self.checks.verdict()?;
        let is_reserved = self.game.steps.any(|step| match step {
            Step::Automatic(AutomaticStep::PlaceTile { footprint, .. }) => {
                footprint.squares().iter().any(|&s| at.covers(s))
            }
            Step::Automatic(AutomaticStep::PlaceRoad { cell, .. }) => {
                at.covers(self.game.board.square(*cell))
            }
            Step::Automatic(AutomaticStep::ContinueText { sub_actions, .. }) => sub_actions
                .iter()
                .filter_map(SubAction::footprint)
                .any(|reserved| reserved.squares().iter().any(|&square| at.covers(square))),
            _ => false,
        });
        if is_reserved {
            return refuse_recording(Rule::OneThingPerSquare, Unrecordable::SquareReserved);
        }
        if !self.game.map.has_room() {
            return refuse_recording(Rule::OneThingPerSquare, Unrecordable::TooManyPieces);
        }
        Ok(())
    }

    /// Finds the tile that a token is on; `rule` is the rule of the token.
    fn need_tile(&self, rule: Rule, tile: TileRef) -> Result<PieceId, Refusal> {
        match self.game.find_tile(tile) {
            Some(piece) => Ok(piece),
            None => refuse(
                rule,
                Illegal::NoSuchTile {
                    resource: tile.resource,
                    squares: tile.footprint.squares().to_vec(),
                },
            ),
        }
    }

    fn set_number(
        &mut self,
        player: PlayerId,
        what: Quantity,
        amount: Amount<i32>,
        cause: Cause,
    ) -> Result<(), Refusal> {
        self.require_player(player)?;
        let held = self.game.number(player, what);
        let new = match amount {
            Amount::Set(new) => i64::from(new),
            Amount::Change(by) => i64::from(held) + i64::from(by),
        };
        let least = match what {
            Quantity::Points | Quantity::Money => -LARGEST_AMOUNT,
            Quantity::Fleeting | Quantity::Lasting | Quantity::Income => 0,
        };
        if !(i64::from(least)..=i64::from(LARGEST_AMOUNT)).contains(&new) {
            let rule = match what {
                Quantity::Points => Rule::StartPoints,
                Quantity::Money => Rule::StartingGoods,
                Quantity::Fleeting => Rule::BasicAction,
                Quantity::Lasting => Rule::RecruitReward,
                Quantity::Income => Rule::Income,
            };
            return refuse(rule, Illegal::OutOfRange { what, amount: new });
        }
        self.change(player, what, (new - i64::from(held)) as i32, cause);
        Ok(())
    }

    fn add_tile(&mut self, tile: TileRef, owner: Owner) -> Result<(), Refusal> {
        self.need_owner(owner)?;
        self.need_free(&tile.footprint)?;
        self.game.check_tile_left(&mut self.checks, Rule::OnePerSection, tile.resource);
        self.checks.verdict()?;
        let game = &mut self.game;
        let kind = PieceKind::Resource(tile.resource);
        let piece = game.map.place(&game.board, kind, tile.footprint, Some(owner));
        // The importer is not recorded; most stalls are imported by their owners (ruling R34).
        game.map.piece_mut(piece).importer = owner.player();
        game.extend_sections();
        Ok(())
    }

    /// Refuses a building that is on the map, or that a vote is about to place there.
    fn need_unplaced(&self, rule: Rule, building: BuildingId) -> Result<(), Refusal> {
        let voted = self.game.steps.any(|step| match step {
            Step::Decision(DecisionStep::Decide { tied, .. }) => tied.contains(&building),
            step => step.building_to_place() == Some(building),
        });
        if voted || self.game.active_card(building).is_some() {
            return refuse_recording(rule, Unrecordable::PlacedOrVotedIn(building));
        }
        Ok(())
    }

    fn add_building(&mut self, building: BuildingId, at: &Footprint) -> Result<(), Refusal> {
        self.need_free(at)?;
        self.need_unplaced(Rule::PrestigePlacement, building)?;
        self.game.offers.take(building);
        self.put_building(building, at);
        Ok(())
    }

    /// Removes a building from the game that fits nowhere, as the players see; a proposal is
    /// replaced. Rule 8.2.
    fn take_out(&mut self, building: BuildingId) -> Result<(), Refusal> {
        self.need_unplaced(Rule::FitsNowhere, building)?;
        let was_proposed = self.game.offers.remove_from_game(building);
        self.events.push(Event::FitsNowhere(building));
        if was_proposed {
            let waits = self.game.steps.top();
            if !matches!(waits, Some(Step::Decision(DecisionStep::DealProposals)))
                && self.game.proposals_wanted()?
            {
                self.game.steps.push(DecisionStep::DealProposals);
            }
        }
        Ok(())
    }

    fn clear(&mut self, square: Square) -> Result<(), Refusal> {
        let Some(cell) = self.game.board.cell(square) else {
            return refuse(Rule::Grid, Illegal::OffBoard { squares: vec![square] });
        };
        if let Content::Piece(id) = self.game.map.content(cell) {
            let pending = self.game.steps.iter().rev().find_map(|step| match step {
                Step::Automatic(AutomaticStep::Pay { due: PayoutDue::Build(piece), .. })
                    if *piece == id =>
                {
                    Some(Rule::UpgradeScores)
                }
                Step::Automatic(AutomaticStep::Pay {
                    due: PayoutDue::Delivery(piece, ..), ..
                }) if *piece == id => Some(Rule::DeliveryScores),
                Step::Decision(DecisionStep::ExtraRoads { tile, .. }) if *tile == Some(id) => {
                    Some(Rule::UpgradeRoad)
                }
                _ => None,
            });
            if let Some(rule) = pending {
                return refuse_recording(rule, Unrecordable::ActionPending);
            }
        }
        if !self.game.remove_from_map(cell) {
            return refuse(Rule::Roads, too_many_roads());
        }
        Ok(())
    }

    fn set_access(
        &mut self,
        player: PlayerId,
        tile: TileRef,
        has_access: bool,
    ) -> Result<(), Refusal> {
        self.require_player(player)?;
        let piece = self.need_tile(Rule::BuyAccess, tile)?;
        let owns = self.game.map.piece(piece).is_owned_by(player);
        if has_access && owns {
            return refuse(Rule::BuyAccess, Illegal::AlreadyClaims { player, owns });
        }
        let access = &mut self.game.map.piece_mut(piece).access;
        if has_access {
            access.insert(player);
        } else {
            access.remove(player);
        }
        Ok(())
    }

    /// Finds the space of an active building that requires a resource.
    fn need_space(&self, building: BuildingId, resource: ResourceId) -> Result<usize, Refusal> {
        if self.game.active_card(building).is_none() {
            return refuse(Rule::Delivery, Illegal::NotActive { building });
        }
        let spaces = self.game.contents.spaces(building);
        if let Some(space) = spaces.iter().position(|space| space.resource == Some(resource)) {
            self.game.facts().space_resource(building, space)?;
            return Ok(space);
        }
        self.game.facts().all_spaces(building)?;
        refuse_recording(Rule::Delivery, Unrecordable::NotRequired { building, resource })
    }

    fn add_delivery(
        &mut self,
        building: BuildingId,
        resource: ResourceId,
        owner: Owner,
    ) -> Result<(), Refusal> {
        self.need_owner(owner)?;
        let space = self.need_space(building, resource)?;
        self.put_delivery(building, space, owner);
        self.complete(building)
    }

    fn remove_delivery(
        &mut self,
        building: BuildingId,
        resource: ResourceId,
    ) -> Result<(), Refusal> {
        let space = self.need_space(building, resource)?;
        self.game.active.take_delivery(building, space);
        Ok(())
    }

    fn set_marker(&mut self, building: BuildingId, is_there: bool) -> Result<(), Refusal> {
        if !self.game.is_solo() {
            return refuse_recording(Rule::SoloMarkers, Unrecordable::MarkersOfSolo);
        }
        if self.game.active_card(building).is_none() {
            return refuse(Rule::SoloMarkers, Illegal::NotActive { building });
        }
        self.game.active.set_marker(building, is_there);
        Ok(())
    }

    fn set_cycle(&mut self, cycle: u8) -> Result<(), Refusal> {
        if !self.game.is_solo() || !(1..=CYCLES).contains(&cycle) {
            return refuse_recording(Rule::SoloCycles, Unrecordable::CyclesOfSolo { last: CYCLES });
        }
        self.game.cycle = cycle;
        Ok(())
    }

    fn set_scored(&mut self, achievement: AchievementId, is_scored: bool) -> Result<(), Refusal> {
        let Some(in_play) =
            self.game.achievements.iter_mut().find(|in_play| in_play.achievement == achievement)
        else {
            return refuse_recording(Rule::Achievements, Unrecordable::NotInPlay(achievement));
        };
        in_play.scored = is_scored.then(PlayerSet::default);
        Ok(())
    }

    fn move_worker(
        &mut self,
        player: PlayerId,
        place: WorkerPlace,
        is_there: bool,
    ) -> Result<(), Refusal> {
        self.require_player(player)?;
        if let WorkerPlace::Building(building) = place
            && self.game.active_card(building).is_none()
        {
            return refuse(Rule::Worker, Illegal::NotActive { building });
        }
        let here = match place {
            WorkerPlace::Race => self.game.worker_on_race(player).then_some(player),
            WorkerPlace::Building(building) => {
                self.game.active_card(building).and_then(|card| card.worker)
            }
        };
        if !is_there && here != Some(player) {
            return refuse_recording(Rule::Worker, Unrecordable::NoWorkerThere(player));
        }
        self.set_worker(player, place, is_there);
        Ok(())
    }

    fn move_card(&mut self, player: PlayerId, card: Card, place: CardPlace) -> Result<(), Refusal> {
        self.require_player(player)?;
        let holder = self.game.players().find(|&other| {
            let mat = self.game.player(other);
            let adviser = matches!(card, Card::Adviser(_));
            adviser
                && other != player
                && (mat.cards.hand().contains(card) || mat.cards.played().contains(card))
        });
        if let Some(holder) = holder {
            return refuse_recording(Rule::Recruit, Unrecordable::HeldBy { card, holder });
        }
        if !self.game.player(player).cards.fits_without([card].into_iter().collect()) {
            return refuse_recording(Rule::PlayedCardsStay, Unrecordable::FaceDownUnnamed(card));
        }
        if let Card::Adviser(adviser) = card {
            self.game.offers.note_seen(adviser);
            self.game.offers.take_adviser(adviser);
        }
        self.player_mut(player).cards.move_to(card, place);
        Ok(())
    }

    /// Adjusts income to the tiles on the board (rule 6.1).
    fn recount_income(&mut self, player: PlayerId, cause: Cause) {
        let owns: ResourceSet =
            self.game.map.owned_by(player).filter_map(|(_, piece)| piece.resource()).collect();
        let by = owns.len() as i32 - self.game.owns(player).len() as i32;
        self.player_mut(player).owns = owns;
        self.change(player, Quantity::Income, by, cause);
    }

    /// Checks that a resource is basic, for a position that assigns cards.
    pub(crate) fn need_basic(&mut self, resource: ResourceId) -> Result<(), Refusal> {
        let tier = self.game.facts().tier(resource);
        if tier.needed_by(Rule::SecondResource)? == Tier::Basic {
            return Ok(());
        }
        refuse(Rule::SecondResource, Illegal::NotBasic { resource })
    }
}

/// Refuses a change that a record cannot hold, under the rule concerned.
pub(super) fn refuse_recording<T>(rule: Rule, what: Unrecordable) -> Result<T, Refusal> {
    refuse(rule, Illegal::CannotBeRecorded { what })
}
