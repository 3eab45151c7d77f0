//! Solo games: cycles, markers, the vote with its prices, winning and losing.
//!
//! Rulebook, "Game Variant - Solo Play". The vote follows the order of ruling R24: income, cards
//! and workers back, markers paid off, one proposal picked and placed, the offer refilled, fleeting
//! influence lost.

use super::action::{Action, ActionKind, Payment};
use super::game::{Game, Playing};
use super::illegal::{Checks, CiteRule, Illegal, Refusal};
use super::offers::PROPOSAL_PLACES;
use super::player::{Card, PlayerId};
use super::receipt::{Cause, Event, Loss};
use super::rulebook::Rule;
use super::step::{AutomaticStep, DecisionStep, Step};
use components::fact_id::FactId;
use components::ids::{BuildingId, ResourceSet};
use components::quantity::Quantity;
use components::specs::{Difficulty, StandardCard, Tier};
use components::square::Square;

/// Cycles through the hand in a solo game (rule 11.2).
pub const CYCLES: u8 = 7;

/// The price in tokens of the middle and right proposals before any completion (rule 11.3).
const FIRST_PRICE: i32 = 2;

/// The value of one lasting influence, in fleeting influence.
const LASTING_WORTH: i32 = 2;

/// The state of a solo game, with everything needed to plan the next vote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SoloState {
    /// The cycle, from 1 to [`CYCLES`].
    pub cycle: u8,
    /// Cards still to play in this cycle, Call to Vote not counted.
    pub cards_left: usize,
    /// Buildings with a marker.
    pub marked: Vec<BuildingId>,
    /// Buildings that are not complete.
    pub unfinished: Vec<BuildingId>,
    /// Price of the middle proposal, in fleeting influence.
    pub middle_price: i32,
    /// Price of the right proposal, and of each marker at a vote, in fleeting influence.
    pub right_price: i32,
    /// The vote at the end of this cycle; `None` in the last cycle, and once its markers are paid.
    pub next_vote: Option<NextVote>,
}

/// The expected costs of the next solo vote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NextVote {
    /// Price of the markers, in fleeting influence; the left proposal is free.
    pub least: i32,
    /// Influence available to pay, in fleeting influence, including that for houses.
    pub held: i32,
    /// The payment with the fewest lasting influence; `None` if the markers are no longer
    /// affordable.
    pub cheapest: Option<Payment>,
}

/// The difficulty of a solo game, by race and by start square. Rule 11.1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SoloDifficulty {
    /// Difficulty of the race.
    pub race: Result<Difficulty, FactId>,
    /// Difficulty of the start square.
    pub site: Result<Difficulty, FactId>,
}

/// Returns every payment of `price`, in fleeting influence, from the amounts held, without a
/// superfluous token. Payments that keep the most lasting influence come first.
///
/// # Examples
///
/// ```
/// let payments = rules::solo::payments(3, 5, 1);
/// let tokens: Vec<_> = payments.iter().map(|paid| (paid.fleeting, paid.lasting)).collect();
/// assert_eq!(tokens, [(3, 0), (1, 1)]);
/// ```
pub fn payments(price: i32, fleeting: i32, lasting: i32) -> Vec<Payment> {
    let most = price.max(0).div_euclid(LASTING_WORTH) + price.max(0).rem_euclid(LASTING_WORTH);
    (0..=most.min(lasting.max(0)))
        .filter_map(|lasting| {
            let rest = price - LASTING_WORTH * lasting;
            // If the lasting influence overpays, no fleeting influence is added.
            (rest <= fleeting.max(0)).then_some(Payment { fleeting: rest.max(0), lasting })
        })
        .collect()
}

impl Game {
    /// Returns `true` if there is a single player. Rulebook, "Game Variant - Solo Play".
    pub fn is_solo(&self) -> bool {
        self.player_count() == 1
    }

    /// Returns the reason the solo game is lost.
    pub fn loss(&self) -> Option<&Loss> {
        self.loss.as_ref()
    }

    /// Returns `true` if the game is over: won or lost.
    pub fn is_over(&self) -> bool {
        self.winner().is_some() || self.loss.is_some() && self.steps.top().is_none()
    }

    /// Returns the price of the proposal in a place, counted from the left, in fleeting influence.
    /// Rule 11.3.
    pub fn solo_price(&self, place: usize) -> i32 {
        let tokens = FIRST_PRICE + self.completed() as i32;
        match place {
            0 => 0,
            1 => tokens,
            _ => LASTING_WORTH * tokens,
        }
    }

    /// Returns the price of all markers, in fleeting influence. Rule 11.3, ruling R35.
    pub fn marker_price(&self) -> i32 {
        let marked = self.marked_buildings().count() as i32;
        marked * self.solo_price(PROPOSAL_PLACES - 1)
    }

    /// Returns the buildings with a neutral marker. Rule 11.4.
    pub fn marked_buildings(&self) -> impl Iterator<Item = BuildingId> + '_ {
        self.active.iter().filter(|active| active.marker).map(|active| active.building)
    }

    /// Returns every payment of a price, the one that keeps the most lasting influence first.
    pub fn payments(&self, player: PlayerId, price: i32) -> Vec<Payment> {
        payments(price, self.fleeting(player), self.lasting(player))
    }

    /// Returns the cheapest payment of a price; `None` if it cannot be paid.
    ///
    /// Fleeting influence is lost after the vote anyway, so it is spent first.
    pub fn cheapest_payment(&self, player: PlayerId, price: i32) -> Option<Payment> {
        self.payments(player, price).first().copied()
    }

    /// Returns the state of a solo game; `None` for several players, in the setup and after the
    /// end.
    pub fn solo_state(&self) -> Option<SoloState> {
        if !self.is_solo() || self.in_setup() || self.is_over() {
            return None;
        }
        let player = PlayerId(0);
        let unfinished = self.active.iter().filter(|active| !active.completed);
        let has_step = |is_wanted: fn(&Step) -> bool| self.steps.any(is_wanted);
        let votes = has_step(|step| matches!(step, Step::Automatic(AutomaticStep::NextCycle(_))));
        let paid =
            votes && !has_step(|step| matches!(step, Step::Decision(DecisionStep::PayMarkers(_))));
        // Income, with its influence for houses, comes before the markers.
        let collected =
            votes && !has_step(|step| matches!(step, Step::Automatic(AutomaticStep::OwnIncome(_))));
        let houses = if collected { 0 } else { i32::from(self.houses(player)) };
        let fleeting = self.fleeting(player) + houses;
        let least = self.marker_price();
        let next_vote = (self.cycle < CYCLES && !paid).then(|| NextVote {
            least,
            held: fleeting + LASTING_WORTH * self.lasting(player),
            cheapest: payments(least, fleeting, self.lasting(player)).first().copied(),
        });
        Some(SoloState {
            cycle: self.cycle,
            cards_left: self.cards_to_play(player),
            marked: self.marked_buildings().collect(),
            unfinished: unfinished.map(|active| active.building).collect(),
            middle_price: self.solo_price(1),
            right_price: self.solo_price(2),
            next_vote,
        })
    }

    /// Returns the difficulty of the solo game; `None` for several players, and before the first
    /// stall.
    pub fn solo_difficulty(&self) -> Option<SoloDifficulty> {
        let player = PlayerId(0);
        let race = self.race(player).filter(|_| self.is_solo())?;
        Some(SoloDifficulty {
            race: self.contents.facts().solo_difficulty(race),
            site: self.board.solo_difficulty(self.start_square()?),
        })
    }

    /// Returns the square of the first stall of a solo game.
    fn start_square(&self) -> Option<Square> {
        let resource = self.race_resource(PlayerId(0))?;
        self.map.tiles_of(resource).next().map(|(_, piece)| piece.footprint.first())
    }

    /// Returns the number of cards in the hand to play before the vote.
    pub fn cards_to_play(&self, player: PlayerId) -> usize {
        let mat = self.player(player);
        let vote = Card::Standard(StandardCard::CallToVote);
        mat.cards.hand_size().saturating_sub(usize::from(mat.cards.hand().contains(vote)))
    }

    /// Checks that a solo player may call the vote. Rule 11.3.
    pub(super) fn check_solo_call(&self, checks: &mut Checks, player: PlayerId) {
        let rule = Rule::SoloVote;
        let left = self.cards_to_play(player);
        checks.require(rule, left == 0, || Illegal::NotAllPlayed { player, left });
        checks.require(rule, self.cycle < CYCLES, || Illegal::NoSeventhVote);
    }

    fn check_payment(&self, checks: &mut Checks, player: PlayerId, payment: Payment, price: i32) {
        let options = self.payments(player, price);
        checks.require(Rule::SoloVote, options.contains(&payment), || Illegal::WrongPayment {
            offered: payment,
            price,
            options,
            held: Payment { fleeting: self.fleeting(player), lasting: self.lasting(player) },
        });
    }

    /// Checks the payment of a solo player for the markers. Rule 11.3, ruling R35.
    pub(super) fn check_pay_markers(
        &self,
        checks: &mut Checks,
        player: PlayerId,
        payment: Payment,
    ) {
        self.check_payment(checks, player, payment, self.marker_price());
    }

    /// Checks the pick of a proposal and its payment by a solo player. Rule 11.3.
    pub(super) fn check_pick(
        &self,
        checks: &mut Checks,
        player: PlayerId,
        building: BuildingId,
        payment: Payment,
    ) {
        let place = self.offers.proposals().iter().position(|&place| place == Some(building));
        checks.require(Rule::SoloVote, place.is_some(), || Illegal::NotProposed { building });
        if let Some(place) = place {
            self.check_payment(checks, player, payment, self.solo_price(place));
        }
    }

    /// Returns the game as it continues without further deals, for looking ahead without guessing
    /// cards.
    ///
    /// # Errors
    ///
    /// A refusal that stops the automatic steps.
    pub fn without_deals(&self) -> Result<Self, Refusal> {
        let idle = Action::from(ActionKind::Annotate(String::new()));
        let mut playing = Playing::new(self, &idle, Checks::brief());
        while playing.game.steps.top().is_some_and(Step::is_deal) {
            playing.game.steps.finish();
            playing.run()?;
        }
        Ok(playing.game)
    }
}

impl Playing<'_> {
    /// Gives the single player control of every basic resource (rule 11.1).
    pub(super) fn control_everything(&mut self, player: PlayerId) -> Result<(), Refusal> {
        let mut all = ResourceSet::EMPTY;
        for resource in self.game.contents.resources() {
            let tier = self.game.facts().tier(resource).needed_by(Rule::SoloSetup)?;
            if tier == Tier::Basic {
                all.insert(resource);
            }
        }
        self.player_mut(player).controls = all;
        Ok(())
    }

    /// Removes an adviser played face up from the game (rule 11.2).
    pub(super) fn adviser_leaves(&mut self, player: PlayerId, card: Card) {
        if self.game.is_solo() && matches!(card, Card::Adviser(_)) {
            self.player_mut(player).cards.remove_played(card);
        }
    }

    /// Returns the steps of a solo vote, in the order of ruling R24.
    pub(super) fn solo_vote_steps(player: PlayerId) -> [Step; 8] {
        [
            Step::Automatic(AutomaticStep::OwnIncome(player)),
            Step::Automatic(AutomaticStep::Reset(player)),
            Step::Decision(DecisionStep::PayMarkers(player)),
            Step::Automatic(AutomaticStep::ScreenProposals),
            Step::Decision(DecisionStep::DealProposals),
            Step::Decision(DecisionStep::Pick(player)),
            Step::Automatic(AutomaticStep::NextCycle(player)),
            Step::Automatic(AutomaticStep::EndTurn(player)),
        ]
    }

    /// Returns `true` if there are markers to pay off; records the loss if they cannot be paid.
    pub(super) fn markers_wait(&mut self, player: PlayerId) -> bool {
        let price = self.game.marker_price();
        if price == 0 {
            return false;
        }
        if self.game.cheapest_payment(player, price).is_some() {
            return true;
        }
        let payment =
            Payment { fleeting: self.game.fleeting(player), lasting: self.game.lasting(player) };
        self.game.loss = Some(Loss::Markers {
            buildings: self.game.marked_buildings().collect(),
            price,
            held: payment.value(),
        });
        // Points of the last turn are still scored (ruling R35).
        self.game.steps.restart(AutomaticStep::EndTurn(player));
        false
    }

    /// Pays off every marker. Rule 11.3.
    pub(super) fn pay_markers(
        &mut self,
        player: PlayerId,
        payment: Payment,
    ) -> Result<(), Refusal> {
        self.game.check_pay_markers(&mut self.checks, player, payment);
        self.checks.verdict()?;
        self.game.steps.finish();
        self.pay_influence(player, payment, Cause::Markers);
        self.game.active.clear_markers();
        Ok(())
    }

    /// Picks a proposal, which is placed next. Rule 11.3.
    pub(super) fn pick(
        &mut self,
        player: PlayerId,
        building: BuildingId,
        payment: Payment,
    ) -> Result<(), Refusal> {
        self.game.check_pick(&mut self.checks, player, building, payment);
        self.checks.verdict()?;
        self.game.steps.finish();
        self.pay_influence(player, payment, Cause::Proposal(building));
        self.game.offers.withdraw(building);
        self.after.push(DecisionStep::PlaceBuilding { player, building }.into());
        Ok(())
    }

    fn pay_influence(&mut self, player: PlayerId, payment: Payment, cause: Cause) {
        self.change(player, Quantity::Fleeting, -payment.fleeting, cause);
        self.change(player, Quantity::Lasting, -payment.lasting, cause);
    }

    /// Slides the remaining proposals to the left; prices stay with the places (rule 11.3).
    pub(super) fn slide_proposals(&mut self) {
        self.game.offers.slide_proposals();
    }

    /// Puts a marker on every building that is not complete (rule 11.4).
    pub(super) fn put_markers(&mut self) {
        self.game.active.mark_unfinished();
    }

    /// Drops fleeting influence and starts the next cycle. Rules 11.2 and 11.3.
    pub(super) fn next_cycle(&mut self, player: PlayerId) {
        let fleeting = self.game.fleeting(player);
        self.change(player, Quantity::Fleeting, -fleeting, Cause::AfterVote);
        self.game.cycle = self.game.cycle.saturating_add(1).min(CYCLES);
        self.events.push(Event::NewCycle(self.game.cycle));
    }

    /// Returns `true` if the seventh cycle is at its end (rule 11.5).
    pub(super) fn is_last_card_played(&self, player: PlayerId) -> bool {
        self.game.cycle >= CYCLES && self.game.cards_to_play(player) == 0
    }

    /// Records the loss if a building is not complete at the end of the seventh cycle (rule 11.5).
    pub(super) fn judge_solo(&mut self) {
        let unfinished: Vec<BuildingId> = self
            .game
            .active
            .iter()
            .filter(|active| !active.completed)
            .map(|active| active.building)
            .collect();
        if !unfinished.is_empty() {
            self.game.loss = Some(Loss::Unfinished(unfinished));
        }
    }

    /// Ends a lost game: no further steps, no further scoring.
    pub(super) fn end_lost_game(&mut self, loss: Loss) {
        self.game.steps.clear();
        self.events.push(Event::Lost(loss));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(price: i32, fleeting: i32, lasting: i32, expected: &[(i32, i32)]) {
        let payments = payments(price, fleeting, lasting);
        let found: Vec<(i32, i32)> = payments.iter().map(|p| (p.fleeting, p.lasting)).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn one_lasting_pays_for_two_fleeting_and_vice_versa() {
        check(4, 9, 9, &[(4, 0), (2, 1), (0, 2)]);
        check(4, 3, 1, &[(2, 1)]);
        check(0, 5, 5, &[(0, 0)]);
        check(4, 1, 1, &[]);
    }

    #[test]
    fn an_odd_price_may_be_overpaid_only_where_no_token_is_one_too_many() {
        check(3, 5, 5, &[(3, 0), (1, 1), (0, 2)]);
        check(3, 0, 2, &[(0, 2)]);
        check(1, 0, 1, &[(0, 1)]);
    }
}
