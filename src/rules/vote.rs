//! Call to Vote, from the caller's bonuses to the new proposals.
//!
//! Rulebook, "Call to Vote", "Resetting" and "Building Proposal Vote".

use super::action::{Action, ActionKind, Ballot};
use super::adjustment::Owner;
use super::contents::ShapedTile;
use super::game::{Game, Playing};
use super::illegal::{Checks, CiteRule, Illegal, Refusal, TileKind};
use super::map::PieceKind;
use super::player::{ByPlayer, Card, PlayerId};
use super::receipt::{Cause, Event, VoteCount};
use super::rulebook::Rule;
use super::step::{AutomaticStep, DecisionStep, Step};
use super::steps::place_of;
use super::sub_action::SubAction;
use components::board::SquareKind;
use components::fact_id::{FactId, SquareField};
use components::ids::BuildingId;
use components::quantity::Quantity;
use components::specs::{StandardCard, Terrain};
use components::square::Square;
use components::tile::{Footprint, Shape};

impl Step {
    /// Returns the building that won a vote and is yet to be placed.
    pub(super) fn building_to_place(&self) -> Option<BuildingId> {
        let Self::Decision(DecisionStep::PlaceBuilding { building, .. }) = self else {
            return None;
        };
        Some(*building)
    }
}

/// The strength of a ballot, by source. Rule 9.5.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strength {
    /// The base strength of every voter.
    pub base: i32,
    /// From the fleeting influence on the ballot.
    pub fleeting: i32,
    /// From the lasting influence on the ballot.
    pub lasting: i32,
}

impl Strength {
    /// Returns the total strength.
    pub const fn total(self) -> i32 {
        self.base + self.fleeting + self.lasting
    }
}

impl Ballot {
    /// Returns the strength of the ballot: 1, plus fleeting, plus twice lasting influence. Rule
    /// 9.5.
    ///
    /// # Examples
    ///
    /// ```
    /// use rules::action::{Ballot, VoteTile};
    /// use rules::player::PlayerId;
    ///
    /// let (player, tile) = (PlayerId(0), VoteTile::Circle);
    /// let ballot = Ballot { player, tile, fleeting: 2, lasting: 3, seal: None };
    /// assert_eq!(ballot.strength().total(), 1 + 2 + 2 * 3);
    /// ```
    pub const fn strength(&self) -> Strength {
        Strength { base: 1, fleeting: self.fleeting, lasting: 2 * self.lasting }
    }
}

fn strength(ballot: &Ballot) -> i32 {
    ballot.strength().total()
}

enum_table::enum_table! {
    /// The parts of a call to vote, in order. Rules 9.2 to 9.9.
    pub enum VoteStage {}

    /// A bonus for each card left in the caller's hand.
    Bonuses;
    /// The caller takes back cards and workers.
    Reset;
    /// The others collect income.
    Income;
    /// All players vote.
    Ballots;
    /// The ballots are counted.
    Count;
    /// A tie is broken.
    Tie;
    /// The winning building is placed.
    Placing;
    /// Resources are delivered to it.
    Deliveries;
    /// Three proposals are dealt.
    NewProposals;
}

impl Game {
    /// Returns the current stage of a vote that waits for players; `None` outside of votes and in
    /// solo games.
    ///
    /// Cards, income and the count are automatic, so the game never waits there. A proposal that
    /// fits nowhere is replaced right before the vote; that belongs to the ballots.
    pub fn vote_stage(&self) -> Option<VoteStage> {
        if self.is_solo() {
            // There are no ballots; the pending decisions show the progress.
            return None;
        }
        let has_step = |is_wanted: fn(&Step) -> bool| self.steps.any(is_wanted);
        if has_step(|step| matches!(step, Step::Decision(DecisionStep::Ballots { .. }))) {
            // A bonus road may raise a question after the last bonus step is gone.
            let before = has_step(|step| {
                matches!(
                    step,
                    Step::Decision(DecisionStep::Bonus { .. })
                        | Step::Automatic(AutomaticStep::Reset(_))
                )
            });
            return Some(if before { VoteStage::Bonuses } else { VoteStage::Ballots });
        }
        if has_step(|step| matches!(step, Step::Decision(DecisionStep::Decide { .. }))) {
            return Some(VoteStage::Tie);
        }
        if has_step(|step| matches!(step, Step::Decision(DecisionStep::PlaceBuilding { .. }))) {
            return Some(VoteStage::Placing);
        }
        if has_step(|step| matches!(step, Step::Automatic(AutomaticStep::NewProposals))) {
            return Some(VoteStage::Deliveries);
        }
        let deals = matches!(self.waiting(), Some(Step::Decision(DecisionStep::DealProposals)))
            && !self.in_setup();
        deals.then_some(VoteStage::NewProposals)
    }
}

impl Game {
    /// Returns the player who called a vote and has not yet taken back the played cards. Rule 9.3.
    pub(super) fn caller(&self) -> Option<PlayerId> {
        self.steps.iter().find_map(|step| match step {
            Step::Automatic(AutomaticStep::Reset(caller)) => Some(*caller),
            _ => None,
        })
    }

    /// Checks that `player` may call a vote. Rule 9.1.
    pub(super) fn check_call(&self, checks: &mut Checks, player: PlayerId) {
        let vote = Card::Standard(StandardCard::CallToVote);
        let mat = self.player(player);
        checks.require(Rule::CallVote, mat.cards.hand().contains(vote), || Illegal::NotInHand {
            card: vote,
            player,
        });
        if self.is_solo() {
            self.check_solo_call(checks, player);
            return;
        }
        let needed = if self.player_count() == 2 { 3 } else { 2 };
        let there = self.player(player).cards.played_count();
        checks.require(Rule::CallVote, there >= needed, || Illegal::TooEarlyToVote {
            played: there,
            needed,
        });
    }

    fn check_ballots(&self, checks: &mut Checks, ballots: &[Ballot]) {
        let rule = Rule::Ballots;
        let players = self.player_count();
        let each_once = self.players().all(|player| ballots.iter().any(|b| b.player == player));
        checks.require(rule, ballots.len() == players && each_once, || Illegal::BallotCount {
            players,
            found: ballots.len(),
        });
        for ballot in ballots {
            if ballot.player.index() >= players {
                continue;
            }
            let proposal = self.offers.proposals()[place_of(ballot.tile)];
            checks.require(rule, proposal.is_some(), || Illegal::NoProposal { tile: ballot.tile });
            let amounts = [
                (Quantity::Fleeting, ballot.fleeting, self.fleeting(ballot.player)),
                (Quantity::Lasting, ballot.lasting, self.lasting(ballot.player)),
            ];
            for (kind, requested, held) in amounts {
                checks.require(rule, (0..=held.max(0)).contains(&requested), || {
                    Illegal::TooLittleInfluence { player: ballot.player, kind, requested, held }
                });
            }
        }
    }

    /// Returns the player among `players` who decides: fewest points, then nearest to the caller
    /// (rule 9.6).
    fn decider(
        &self,
        caller: PlayerId,
        players: impl Iterator<Item = PlayerId>,
    ) -> Option<PlayerId> {
        players.min_by_key(|&player| (self.points(player), self.distance(caller, player)))
    }

    fn proposal_of(&self, ballot: &Ballot) -> Option<BuildingId> {
        self.offers.proposals()[place_of(ballot.tile)]
    }

    /// Checks the placement of a prestige building. Rule 8.1.
    pub(super) fn check_prestige(&self, checks: &mut Checks, building: BuildingId, at: &Footprint) {
        let rule = Rule::PrestigePlacement;
        let Some(special) = checks.require_fact(rule, self.facts().is_special(building)) else {
            return;
        };
        if special {
            self.check_site(checks, building, at);
            return;
        }
        if let Some(fits) =
            checks.require_fact(rule, self.facts().fits(ShapedTile::Building(building), at))
        {
            checks.require(rule, fits, || Illegal::WrongShape {
                of: TileKind::Prestige(building),
                squares: at.squares().to_vec(),
            });
        }
        self.check_prestige_ground(checks, building, at);
    }

    /// Checks that a special building covers one of its sites exactly; nothing else matters
    /// (rulings R22, R32).
    fn check_site(&self, checks: &mut Checks, building: BuildingId, at: &Footprint) {
        let rule = Rule::PrestigePlacement;
        if let Some(sites) = checks.require_fact(rule, self.sites_of(building)) {
            let is_on_site = sites
                .iter()
                .any(|site| site.footprint == *at && site.buildings.contains(&building));
            checks.require(rule, is_on_site, || Illegal::OffSite {
                building,
                squares: at.squares().to_vec(),
            });
        }
        self.check_free(checks, Rule::OneThingPerSquare, at);
    }

    /// Checks land, color and type of any other prestige building.
    fn check_prestige_ground(
        &self,
        checks: &mut Checks,
        building: BuildingId,
        at: &Footprint,
    ) -> Option<()> {
        let rule = Rule::PrestigePlacement;
        self.check_land(checks, rule, at)?;
        if let Some(Some(colour)) = checks.require_fact(rule, self.facts().colour(building)) {
            let land = SquareKind::Land(colour);
            let squares = at.squares();
            if !squares.iter().any(|&s| self.board.kind_of(s) == land)
                && let Some(&open) =
                    squares.iter().find(|&&s| self.board.kind_of(s) == SquareKind::UnknownLand)
            {
                let fact = self.board.fact_of_square(SquareField::Terrain, open);
                checks.require_fact(rule, Err::<(), _>(fact));
            } else {
                checks.require(
                    rule,
                    squares.iter().any(|&s| self.board.kind_of(s) == land),
                    || Illegal::OffColor { wanted: colour, squares: squares.to_vec() },
                );
            }
        }
        if checks.can_stop() {
            return None;
        }
        for active in self.active.iter() {
            let same = self.facts().is_same_type(building, active.building);
            // A building of another type does not restrict it.
            if same == Ok(false) {
                continue;
            }
            let there = self.map.piece(active.piece).footprint;
            match checks.require_fact(rule, self.shares_section(at, &there)) {
                Some(true) => {}
                Some(false) | None => continue,
            }
            if let Some(same) = checks.require_fact(rule, same) {
                checks.require(rule, !same, || Illegal::TypeInSection {
                    building: active.building,
                    squares: self.map.piece(active.piece).footprint.squares().to_vec(),
                });
            }
        }
        Some(())
    }

    /// Returns the required terrain and the unknown squares under a placed building, if several are
    /// unknown and no other square has that terrain. Learning any one of them may settle it.
    pub fn missing_terrain(&self, action: &Action) -> Option<(Terrain, Vec<Square>)> {
        let (building, at) = match &action.kind {
            ActionKind::PlaceBuilding { building, footprint, .. } => (*building, footprint),
            ActionKind::Overrule { action, .. } => return self.missing_terrain(action),
            _ => return None,
        };
        let colour = self.contents.facts().colour(building).ok().flatten()?;
        let squares_of = |kind: SquareKind| {
            at.squares().iter().copied().filter(move |&square| self.board.kind_of(square) == kind)
        };
        let unknown: Vec<Square> = squares_of(SquareKind::UnknownLand).collect();
        let is_settled = squares_of(SquareKind::Land(colour)).next().is_some();
        (!is_settled && unknown.len() > 1).then_some((colour, unknown))
    }

    /// Adds every legal place for a prestige building to `spots`.
    ///
    /// # Errors
    ///
    /// A fact without which it is unknown if there are more.
    pub(super) fn prestige_spots(
        &self,
        building: BuildingId,
        spots: &mut Vec<Footprint>,
    ) -> Result<(), FactId> {
        self.each_prestige_spot(building, |spot| {
            spots.push(spot);
            false
        })
    }

    /// Returns `true` if a prestige building fits anywhere (rule 8.2).
    pub(super) fn fits_somewhere(&self, building: BuildingId) -> Result<bool, FactId> {
        let mut found = false;
        let search = self.each_prestige_spot(building, |_| {
            found = true;
            true
        });
        match search {
            // On an open board the players see if the building fits. The program does not query
            // squares all over the board for a card that may never be placed.
            Err(_) if self.board.is_open() => Ok(true),
            search => search.map(|()| found),
        }
    }

    /// Returns the sites, among which the special building has its own.
    fn sites_of(&self, building: BuildingId) -> Result<&[components::board::Site], FactId> {
        let sites = self.board.sites()?;
        let is_known = sites.iter().any(|site| site.buildings.contains(&building));
        if self.board.is_open() && !is_known {
            let (board, building) = (self.board.name(), self.contents.building_name(building));
            return Err(FactId::Site { board: board.into(), building: building.into() });
        }
        Ok(sites)
    }

    /// Passes the legal places to `stop` until it returns `true`.
    ///
    /// # Errors
    ///
    /// A missing fact: also whether the tile may be turned over, if that would add places and
    /// `stop` never returned `true`.
    fn each_prestige_spot(
        &self,
        building: BuildingId,
        mut stop: impl FnMut(Footprint) -> bool,
    ) -> Result<(), FactId> {
        if self.facts().is_special(building)? {
            for site in self.sites_of(building)? {
                let mut checks = Checks::quick();
                self.check_site(&mut checks, building, &site.footprint);
                if checks.is_clear() && stop(site.footprint) {
                    return Ok(());
                }
            }
            return Ok(());
        }
        self.facts().colour(building)?;
        let tile = ShapedTile::Building(building);
        self.facts().printed(tile)?;
        let mut missing = None;
        let open = self.open_land();
        for shape in self.contents.building_tile(building).all() {
            let sure = self.facts().allows(tile, shape);
            for at in self.open_spots(&open, shape) {
                let mut checks = Checks::quick();
                self.check_prestige_ground(&mut checks, building, &at);
                if let Some(fact) = checks.first_unknown() {
                    return Err(fact);
                }
                if !checks.is_clear() {
                    continue;
                }
                match &sure {
                    Ok(_) if stop(at) => return Ok(()),
                    Ok(_) => {}
                    Err(fact) => missing = Some(fact.clone()),
                }
            }
        }
        missing.map_or(Ok(()), Err)
    }

    /// Returns the squares of the board, marked `true` if free land.
    pub(super) fn open_land(&self) -> Vec<bool> {
        self.board
            .cells()
            .map(|cell| self.map.is_free(cell) && self.board.kind(cell).is_land())
            .collect()
    }

    /// Returns every footprint of a tile in this orientation that covers only `open` squares.
    pub(super) fn open_spots<'a>(
        &self,
        open: &'a [bool],
        shape: &'a Shape,
    ) -> impl Iterator<Item = Footprint> + use<'a> {
        let (columns, rows) = self.board.size();
        let (wide, high) = shape.extent();
        let down = if high <= rows { rows - high + 1 } else { 0 };
        let across = if wide <= columns { columns - wide + 1 } else { 0 };
        (0..down)
            .flat_map(move |row| (0..across).map(move |column| Square::new(column, row)))
            .filter(move |corner| {
                shape.offsets().iter().all(|step| {
                    let row = usize::from(corner.row + step.row);
                    open[row * usize::from(columns) + usize::from(corner.column + step.column)]
                })
            })
            .filter_map(|corner| shape.at(corner))
    }
}

impl Playing<'_> {
    /// Calls the vote (rule 9.1), and schedules its steps in the order of 9.2 to 9.5.
    pub(super) fn call_vote(&mut self, player: PlayerId) -> Result<(), Refusal> {
        self.game.check_call(&mut self.checks, player);
        self.checks.verdict()?;
        let mat = self.player_mut(player);
        let left = mat.cards.hand_size().saturating_sub(1);
        mat.cards.give_up(Card::Standard(StandardCard::CallToVote));
        self.game.steps.finish();
        if self.game.is_solo() {
            self.after.extend(Self::solo_vote_steps(player));
            return Ok(());
        }
        self.after.extend([
            Step::Decision(DecisionStep::Bonus {
                player,
                left: u8::try_from(left).unwrap_or(u8::MAX),
            }),
            Step::Automatic(AutomaticStep::Reset(player)),
            Step::Automatic(AutomaticStep::OthersIncome(player)),
            Step::Automatic(AutomaticStep::ScreenProposals),
            Step::Decision(DecisionStep::DealProposals),
            Step::Decision(DecisionStep::Ballots { caller: player }),
            Step::Automatic(AutomaticStep::EndTurn(player)),
        ]);
        Ok(())
    }

    /// Takes a bonus for a card left in the caller's hand. Rule 9.2, ruling R27.
    pub(super) fn bonus(
        &mut self,
        player: PlayerId,
        sub_action: &SubAction,
        left: u8,
    ) -> Result<(), Refusal> {
        self.game.steps.finish();
        self.money_influence_or_road(player, sub_action, Rule::VoteBonus, Cause::VoteBonus)?;
        self.deliver_after_own_action(player);
        if left > 1 {
            self.after.push(DecisionStep::Bonus { player, left: left - 1 }.into());
        }
        Ok(())
    }

    /// Opens all ballots and counts them. Rules 9.5 and 9.6.
    pub(super) fn reveal(&mut self, caller: PlayerId, ballots: &[Ballot]) -> Result<(), Refusal> {
        self.game.check_ballots(&mut self.checks, ballots);
        self.checks.verdict()?;
        self.game.steps.finish();
        let game = &self.game;
        let mut totals = Vec::new();
        for &building in game.offers.proposals().iter().flatten() {
            let votes = ballots.iter().filter(|b| game.proposal_of(b) == Some(building));
            totals.push((building, votes.map(strength).sum::<i32>()));
        }
        let most = totals.iter().map(|&(_, total)| total).max().unwrap_or_default();
        let tied: Vec<BuildingId> = totals
            .iter()
            .filter(|&&(_, total)| total == most)
            .map(|&(building, _)| building)
            .collect();
        let mut strengths = ByPlayer::default();
        for ballot in ballots {
            strengths[ballot.player] = strength(ballot);
        }
        let voters_for_tied = ballots
            .iter()
            .filter(|ballot| game.proposal_of(ballot).is_some_and(|b| tied.contains(&b)))
            .map(|ballot| ballot.player);
        let decider = game.decider(caller, voters_for_tied);
        self.events.push(Event::Counted(VoteCount { totals, strengths }));
        match (tied.as_slice(), decider) {
            ([winner], _) => self.voted_in(caller, *winner, ballots),
            (_, Some(player)) => {
                self.after.push(
                    DecisionStep::Decide { player, caller, tied, ballots: ballots.to_vec() }.into(),
                );
            }
            (_, None) => {}
        }
        Ok(())
    }

    /// Breaks the tie: the deciding player names the building. Rule 9.6.
    pub(super) fn decide(
        &mut self,
        caller: PlayerId,
        building: BuildingId,
        tied: &[BuildingId],
        ballots: &[Ballot],
    ) -> Result<(), Refusal> {
        self.checks.require(Rule::VoteWinner, tied.contains(&building), || Illegal::NotTied {
            tied: tied.to_vec(),
        });
        self.checks.verdict()?;
        self.game.steps.finish();
        self.voted_in(caller, building, ballots);
        Ok(())
    }

    /// Determines the player who places the winner, and returns influence. Rules 9.7 and 9.8.
    fn voted_in(&mut self, caller: PlayerId, winner: BuildingId, ballots: &[Ballot]) {
        let game = &self.game;
        let supporters = ballots.iter().filter(|b| game.proposal_of(b) == Some(winner));
        let largest = supporters.clone().map(strength).max();
        let candidates = supporters.filter(|b| Some(strength(b)) == largest).map(|b| b.player);
        // The winner always has a voter; the fallback is never used.
        let player = game.decider(caller, candidates).unwrap_or(caller);
        self.after_vote(Some(winner), ballots);
        self.after.push(DecisionStep::PlaceBuilding { player, building: winner }.into());
    }

    /// Removes the proposals and returns influence to the supply. Rule 9.7.
    pub(super) fn after_vote(&mut self, winner: Option<BuildingId>, ballots: &[Ballot]) {
        self.game.offers.discard_proposals(winner);
        for player in self.game.players() {
            let fleeting = self.game.fleeting(player);
            self.change(player, Quantity::Fleeting, -fleeting, Cause::AfterVote);
        }
        for ballot in ballots {
            self.change(
                ballot.player,
                Quantity::Lasting,
                // At most the amount held: the referee may have taken some in between.
                -ballot.lasting.min(self.game.lasting(ballot.player)).max(0),
                Cause::AfterVote,
            );
        }
    }

    /// Places the winning building; neutral resources are delivered at once, connected ones after
    /// them. Rules 8.1, 8.3, 8.4 and 9.8.
    pub(super) fn place_building(
        &mut self,
        player: PlayerId,
        building: BuildingId,
        voted: BuildingId,
        at: &Footprint,
    ) -> Result<(), Refusal> {
        self.checks.require(Rule::WhoPlaces, building == voted, || Illegal::OtherBuilding {
            expected: voted,
            found: building,
        });
        self.game.check_prestige(&mut self.checks, building, at);
        self.checks.verdict()?;
        self.game.steps.finish();
        self.put_building(building, at);
        if self.game.is_solo() {
            self.put_markers();
        }
        self.deliver_neutral(building)?;
        self.after.push(AutomaticStep::Deliver { actor: player, placed: Some(building) }.into());
        self.after.push(AutomaticStep::NewProposals.into());
        Ok(())
    }

    pub(super) fn put_building(&mut self, building: BuildingId, at: &Footprint) {
        let game = &mut self.game;
        let piece = game.map.place(&game.board, PieceKind::Prestige(building), *at, None);
        game.extend_sections();
        game.active.place(building, piece);
    }

    /// Delivers neutral basic resources when the building is placed. Rule 8.3.
    fn deliver_neutral(&mut self, building: BuildingId) -> Result<(), Refusal> {
        if !(2..=3).contains(&self.game.player_count()) {
            return Ok(());
        }
        self.game.facts().all_spaces(building).needed_by(Rule::NeutralDelivery)?;
        for space in 0..self.game.contents.spaces(building).len() {
            let Some(resource) = self.game.contents.spaces(building)[space].resource else {
                continue;
            };
            self.game.facts().tier(resource).needed_by(Rule::NeutralDelivery)?;
            if self.game.is_neutral(resource) {
                let owner = Owner::Neutral;
                self.put_delivery(building, space, owner);
                self.events.push(Event::Delivered { building, resource, tile: None, owner });
            }
        }
        self.complete(building)
    }
}
