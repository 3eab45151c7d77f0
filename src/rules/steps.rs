//! The order of play, as a stack of steps that is worked off from the top.
//!
//! Some steps wait for an action, the others are automatic. Consequences of an action are pushed on
//! top, so that the stack itself keeps the order "first the cascade, then the deliveries, then the
//! followers".
//!
//! Rulebook, "Game Play Structure".

use super::action::{Action, ActionKind, RuleChoice, VoteTile};
use super::delivery::Next;
use super::game::{COMPLETIONS_TO_END, Game, Playing};
use super::illegal::{CiteRule, Illegal, Refusal, Unrecordable, refuse};
use super::payout::Stop;
use super::player::PlayerId;
use super::question::Question;
use super::receipt::{Cause, Event};
use super::rulebook::{Rule, TableOption};
use super::step::{AutomaticStep, DecisionStep, PayoutDue, Step};
use super::sub_action::{SubAction, TextSource};
use components::effect::CardAction;
use components::fact_id::FactId;
use components::ids::{AchievementId, BuildingId};
use components::quantity::Quantity;
use components::specs::ResourceField;

/// The progress of a step.
enum StepStatus {
    Done,
    Waits,
}

impl Game {
    /// Returns the step that waits for an action; `None` when the game is over.
    pub(super) fn waiting(&self) -> Option<&Step> {
        self.steps.top()
    }

    /// Returns the rule that determines the pending decision.
    fn pending_rule(&self) -> Rule {
        let waiting = match self.waiting() {
            Some(Step::Decision(waiting)) => waiting,
            Some(Step::Automatic(AutomaticStep::Pay { .. })) => return Rule::WhichSource,
            Some(Step::Automatic(AutomaticStep::Deliver { .. })) => return Rule::WhoDelivers,
            Some(Step::Automatic(_)) | None => return Rule::TurnPasses,
        };
        match waiting {
            DecisionStep::DealProposals => Rule::DealProposals,
            DecisionStep::DealAdvisers if self.in_setup() => Rule::DealAdvisers,
            DecisionStep::DealAdvisers => Rule::RefillOffer,
            DecisionStep::DealAchievements | DecisionStep::Judge(_) => Rule::Achievements,
            DecisionStep::PayMarkers(_) | DecisionStep::Pick(_) => Rule::SoloVote,
            DecisionStep::FillEvent(_) => Rule::ShapingHistory,
            DecisionStep::ChooseRace(_) => Rule::ChooseRace,
            DecisionStep::TakeResource(player) if self.player(*player).controls.len() < 2 => {
                Rule::SecondResource
            }
            DecisionStep::TakeResource(_) => Rule::ThirdResource,
            DecisionStep::PlaceStart(_) => Rule::StartStall,
            DecisionStep::Turn(_) => Rule::TurnPasses,
            DecisionStep::Follow { .. } => Rule::Follow,
            DecisionStep::ExtraRoads { .. } => Rule::UpgradeRoad,
            DecisionStep::Bonus { .. } => Rule::VoteBonus,
            DecisionStep::Ballots { .. } => Rule::Ballots,
            DecisionStep::Decide { .. } => Rule::VoteWinner,
            DecisionStep::PlaceBuilding { .. } => Rule::WhoPlaces,
        }
    }

    /// Returns the pick of the setup that can be made before the pending deals.
    pub(super) fn draft_before_deals(&self) -> Option<&Step> {
        if !self.in_setup() || !self.waiting().is_some_and(Step::is_deal) {
            return None;
        }
        self.steps.iter().find(|step| !step.is_deal())
    }

    /// Returns the open question of a payout or a delivery.
    pub(super) fn question(&self) -> Option<Question> {
        match self.waiting()? {
            Step::Automatic(AutomaticStep::Pay { due, made }) => {
                match self.settle(due, made, false) {
                    Err(Stop::Ask(question)) => Some(question),
                    Ok(_) | Err(Stop::Unknown(_) | Stop::Wrong(_) | Stop::NoTile) => None,
                }
            }
            Step::Automatic(AutomaticStep::Deliver { actor, placed }) => {
                match self.next_delivery(*actor, *placed, None) {
                    Ok(Next::Ask(question)) => Some(question),
                    Ok(Next::Nothing | Next::Deliver { .. }) | Err(_) => None,
                }
            }
            _ => None,
        }
    }
}

impl Playing<'_> {
    /// Plays the action: checks it, changes the game, and works off the automatic steps.
    pub(super) fn perform(&mut self, action: &Action) -> Result<(), Refusal> {
        match &action.kind {
            ActionKind::Adjust { changes, reason } => self.adjust(changes, reason)?,
            ActionKind::Annotate(text) => Self::require_short(text)?,
            ActionKind::EnterFacts(pack) => self.enter_facts(pack)?,
            ActionKind::Position(layout) => self.set_position(layout)?,
            ActionKind::Overrule { action, reason } => {
                Self::require_reason(reason)?;
                self.checks.overrule();
                match &action.kind {
                    ActionKind::Adjust { .. }
                    | ActionKind::Annotate(_)
                    | ActionKind::Overrule { .. }
                    | ActionKind::Position(_) => {
                        let what = Unrecordable::OverruledEntry;
                        return refuse(Rule::PlayACard, Illegal::CannotBeRecorded { what });
                    }
                    _ => self.perform(action)?,
                }
                return Ok(());
            }
            kind => self.play_by_rules(kind)?,
        }
        self.push_consequences();
        self.run()?;
        if let Some(&left) = self.given.first() {
            return self.refuse_choice(left);
        }
        if action.kind.player().is_some() {
            self.check_remainder()?;
        }
        Ok(())
    }

    /// Pushes the steps that the action set off, the first on top.
    fn push_consequences(&mut self) {
        let after = std::mem::take(&mut self.after);
        self.game.steps.push_all(after.into_iter());
    }

    /// Checks that the remainder of a text can be carried out if a choice comes before it: a card
    /// cannot be played for half of its effects (rule 4.1).
    fn check_remainder(&self) -> Result<(), Refusal> {
        if !self
            .game
            .steps
            .any(|step| matches!(step, Step::Automatic(AutomaticStep::ContinueText { .. })))
        {
            return Ok(());
        }
        let Some(Question { chooser: player, options, .. }) = self.game.question() else {
            return Ok(());
        };
        let mut verdict = Ok(());
        for option in options {
            let option =
                Action { kind: ActionKind::Choose { player }, choices: vec![option.choice] };
            match self.game.play(&option) {
                Ok(_) => return Ok(()),
                Err(refusal) => verdict = Err(refusal),
            }
        }
        verdict
    }

    /// Plays an action of a player or the table that the rules judge.
    fn play_by_rules(&mut self, kind: &ActionKind) -> Result<(), Refusal> {
        let fills_event =
            matches!(kind, ActionKind::FillEvent { .. }) && self.game.waiting().is_some();
        if self.game.is_over() && !fills_event {
            return refuse(Rule::EndOfGame, Illegal::GameOver);
        }
        if let Some(player) = kind.player()
            && player.index() >= self.game.player_count()
        {
            let seat = player.index() + 1;
            return refuse(Rule::PlayersAndBoard, Illegal::NoSuchPlayer { seat });
        }
        self.prepare_stack(kind)?;
        let step = self.game.waiting().cloned();
        let rule = self.game.pending_rule();
        match (kind, step) {
            (
                ActionKind::DealProposals(cards),
                Some(Step::Decision(DecisionStep::DealProposals)),
            ) => self.deal_proposals(cards),
            (ActionKind::DealAdvisers(cards), Some(Step::Decision(DecisionStep::DealAdvisers))) => {
                self.deal_advisers(cards)
            }
            (
                ActionKind::DealAchievements(cards),
                Some(Step::Decision(DecisionStep::DealAchievements)),
            ) => self.deal_achievements(cards),
            (ActionKind::Achieve { achievement, players }, Some(step))
                if matches!(step, Step::Decision(DecisionStep::Judge(_)))
                    || self.game.can_be_claimed(*achievement) =>
            {
                self.achieve(*achievement, players)
            }
            (
                ActionKind::Reveal(ballots),
                Some(Step::Decision(DecisionStep::Ballots { caller })),
            ) => self.reveal(caller, ballots),
            (kind, Some(step)) => {
                let Some(player) = kind.player() else {
                    return refuse(rule, self.not_now());
                };
                let expected = self.game.player_of(&step);
                if let Some(expected) = expected
                    && expected != player
                {
                    let illegal = Illegal::NotTheirTurn { player, expected };
                    return refuse(rule, illegal);
                }
                self.play_for(player, kind, step)
            }
            (_, None) => refuse(rule, self.not_now()),
        }
    }

    fn play_for(&mut self, player: PlayerId, kind: &ActionKind, step: Step) -> Result<(), Refusal> {
        let step = match step {
            Step::Decision(step) => step,
            Step::Automatic(AutomaticStep::Pay { .. } | AutomaticStep::Deliver { .. })
                if matches!(kind, ActionKind::Choose { .. }) && !self.given.is_empty() =>
            {
                return Ok(());
            }
            Step::Automatic(_) => return refuse(self.game.pending_rule(), self.not_now()),
        };
        match (kind, step) {
            (ActionKind::ChooseRace { race, resource, .. }, DecisionStep::ChooseRace(_)) => {
                self.choose_race(player, *race, *resource)
            }
            (ActionKind::TakeResource { resource, from, .. }, DecisionStep::TakeResource(_)) => {
                self.take_resource(player, *resource, *from)
            }
            (ActionKind::PlaceStart { square, .. }, DecisionStep::PlaceStart(_)) => {
                self.place_start(player, *square)
            }
            (ActionKind::Lead { card, sub_actions, .. }, DecisionStep::Turn(_)) => {
                self.lead(player, *card, sub_actions)
            }
            (ActionKind::FaceDown { card, sub_action, .. }, DecisionStep::Turn(_)) => {
                self.face_down(player, *card, sub_action)
            }
            (ActionKind::CallVote { .. }, DecisionStep::Turn(_)) => self.call_vote(player),
            (ActionKind::Follow { sub_action, .. }, DecisionStep::Follow { led, .. }) => {
                self.follow(player, led, sub_action)
            }
            (
                ActionKind::Pass { .. },
                DecisionStep::Follow { .. } | DecisionStep::ExtraRoads { .. },
            ) => {
                self.game.steps.finish();
                Ok(())
            }
            (ActionKind::ExtraRoad { square, .. }, DecisionStep::ExtraRoads { tile, left, .. }) => {
                self.extra_road(player, *square, tile, left)
            }
            (ActionKind::Bonus { sub_action, .. }, DecisionStep::Bonus { left, .. }) => {
                self.bonus(player, sub_action, left)
            }
            (
                ActionKind::Decide { building, .. },
                DecisionStep::Decide { caller, tied, ballots, .. },
            ) => self.decide(caller, *building, &tied, &ballots),
            (
                ActionKind::PlaceBuilding { building, footprint, .. },
                DecisionStep::PlaceBuilding { building: voted, .. },
            ) => self.place_building(player, *building, voted, footprint),
            (ActionKind::PayMarkers { payment, .. }, DecisionStep::PayMarkers(_)) => {
                self.pay_markers(player, *payment)
            }
            (ActionKind::Pick { building, payment, .. }, DecisionStep::Pick(_)) => {
                self.pick(player, *building, *payment)
            }
            (ActionKind::FillEvent { card, .. }, DecisionStep::FillEvent(_)) => {
                self.fill_event(card)
            }
            _ => refuse(self.game.pending_rule(), self.not_now()),
        }
    }

    /// Drops optional steps when the table goes on without them, and moves deals of the setup to
    /// the top.
    fn prepare_stack(&mut self, kind: &ActionKind) -> Result<(), Refusal> {
        if self.game.turn == 0 {
            let wanted = match kind {
                ActionKind::DealProposals(_) => Some(Step::Decision(DecisionStep::DealProposals)),
                ActionKind::DealAdvisers(_) => Some(Step::Decision(DecisionStep::DealAdvisers)),
                ActionKind::DealAchievements(_)
                | ActionKind::ChooseRace { .. }
                | ActionKind::TakeResource { .. }
                | ActionKind::PlaceStart { .. } => None,
                _ => return Ok(()),
            };
            self.game.steps.bring_forward(|step| match &wanted {
                Some(wanted) => step == wanted,
                None => !step.is_deal(),
            });
            return Ok(());
        }
        if matches!(kind, ActionKind::Achieve { .. }) {
            return Ok(());
        }
        let own_road = matches!(
            kind,
            ActionKind::ExtraRoad { .. } | ActionKind::Pass { .. } | ActionKind::Choose { .. }
        );
        while let Some(Step::Decision(DecisionStep::ExtraRoads { player, .. })) =
            self.game.waiting()
        {
            if own_road && kind.player() == Some(*player) {
                break;
            }
            self.game.steps.finish();
            self.run()?;
        }
        Ok(())
    }

    /// Works off the stack until a step waits for an action or a choice.
    pub(super) fn run(&mut self) -> Result<(), Refusal> {
        while let Some(step) = self.game.steps.pop() {
            match self.work_off(step)? {
                StepStatus::Done => {}
                StepStatus::Waits => break,
            }
        }
        Ok(())
    }

    fn work_off(&mut self, step: Step) -> Result<StepStatus, Refusal> {
        match step {
            Step::Decision(step) => self.wait(step),
            Step::Automatic(step) => self.run_automatic(step),
        }
    }

    /// Waits for an action; skips the step if there is nothing to decide.
    fn wait(&mut self, step: DecisionStep) -> Result<StepStatus, Refusal> {
        let is_idle = match &step {
            DecisionStep::DealProposals => !self.game.proposals_wanted()?,
            DecisionStep::DealAdvisers => !self.game.advisers_wanted()?,
            // While the mat's symbols are unread, it is unknown that no card can be taken.
            DecisionStep::TakeResource(player) => {
                let game = &self.game;
                game.reads.without_recording(|| game.no_card_for(*player)) == Ok(true)
            }
            DecisionStep::ExtraRoads { player, tile, .. } => {
                !self.game.has_road_spot(*player, *tile)
            }
            DecisionStep::Bonus { left, .. } => *left == 0,
            DecisionStep::PayMarkers(player) => !self.markers_wait(*player),
            // The seventh cycle has no vote (rule 11.5).
            DecisionStep::Turn(player)
                if self.game.is_solo() && self.is_last_card_played(*player) =>
            {
                self.game.steps.push(AutomaticStep::EndTurn(*player));
                true
            }
            DecisionStep::Ballots { caller } => return self.work_off_ballots(*caller),
            DecisionStep::Pick(player) => return self.work_off_pick(*player),
            DecisionStep::Turn(_)
            | DecisionStep::DealAchievements
            | DecisionStep::ChooseRace(_)
            | DecisionStep::PlaceStart(_)
            | DecisionStep::Follow { .. }
            | DecisionStep::Decide { .. }
            | DecisionStep::PlaceBuilding { .. }
            | DecisionStep::Judge(_)
            | DecisionStep::FillEvent(_) => false,
        };
        if is_idle {
            return Ok(StepStatus::Done);
        }
        self.game.steps.push(step);
        Ok(StepStatus::Waits)
    }

    /// Works off an automatic step, up to a choice.
    fn run_automatic(&mut self, step: AutomaticStep) -> Result<StepStatus, Refusal> {
        match step {
            AutomaticStep::Pay { due, made } => return self.work_off_pay(due, made),
            AutomaticStep::Deliver { actor, placed } => {
                return self.work_off_delivery(actor, placed);
            }
            AutomaticStep::ContinueText { player, source, remainder, sub_actions, overruled } => {
                if overruled {
                    self.checks.overrule();
                }
                return self.carry_on(player, source, &remainder, &sub_actions);
            }
            AutomaticStep::PlaceTile { player, resource, footprint, roads, left } => {
                self.place_built_tile(player, resource, footprint, &roads, left);
            }
            AutomaticStep::PlaceRoad { player, cell } => self.place_declared_road(player, cell)?,
            AutomaticStep::BeginTurn(player) => {
                self.game.active_player = Some(player);
                self.game.turn += 1;
                self.game.steps.push(DecisionStep::Turn(player));
            }
            AutomaticStep::Reset(player) => self.reset(player),
            AutomaticStep::OthersIncome(caller) => {
                for player in self.game.others(caller) {
                    self.collect_income(player);
                }
            }
            AutomaticStep::OwnIncome(player) => self.collect_income(player),
            AutomaticStep::ScreenProposals => self.screen_proposals()?,
            AutomaticStep::NewProposals => {
                if self.game.is_solo() {
                    self.slide_proposals();
                    self.game.steps.push(DecisionStep::DealProposals);
                } else if self.game.completed() < COMPLETIONS_TO_END {
                    // A vote that ends the game deals no new proposals (rule 10.1).
                    self.game.steps.push(DecisionStep::DealProposals);
                }
            }
            AutomaticStep::NextCycle(player) => self.next_cycle(player),
            AutomaticStep::EndTurn(player) => self.end_turn(player)?,
        }
        Ok(StepStatus::Done)
    }

    /// Waits for the ballots once every proposal fits on the board.
    fn work_off_ballots(&mut self, caller: PlayerId) -> Result<StepStatus, Refusal> {
        if self.game.offers.proposals().iter().all(Option::is_none) {
            self.after_vote(None, &[]);
            return Ok(StepStatus::Done);
        }
        self.game.steps.push(DecisionStep::Ballots { caller });
        // The referee may have blocked the last place of a proposal since the last check.
        for building in self.game.offers.proposals().into_iter().flatten() {
            if !self.game.fits_somewhere(building)? {
                self.game.steps.push(DecisionStep::DealProposals);
                self.game.steps.push(AutomaticStep::ScreenProposals);
                return Ok(StepStatus::Done);
            }
        }
        Ok(StepStatus::Waits)
    }

    /// Carries out the remainder of a text, after everything before it is resolved.
    fn carry_on(
        &mut self,
        player: PlayerId,
        source: TextSource,
        rest: &CardAction,
        sub_actions: &[SubAction],
    ) -> Result<StepStatus, Refusal> {
        self.resolved.push((sub_actions.len(), self.made.len()));
        self.carry_out(player, rest, sub_actions, source)?;
        self.push_consequences();
        Ok(StepStatus::Done)
    }

    fn work_off_pick(&mut self, player: PlayerId) -> Result<StepStatus, Refusal> {
        if self.game.offers.proposals().iter().all(Option::is_none) {
            return Ok(StepStatus::Done);
        }
        // The referee may have blocked the last place of a proposal since the last check.
        for building in self.game.offers.proposals().into_iter().flatten() {
            if !self.game.fits_somewhere(building)? {
                self.game.steps.push(DecisionStep::Pick(player));
                self.game.steps.push(DecisionStep::DealProposals);
                self.game.steps.push(AutomaticStep::ScreenProposals);
                return Ok(StepStatus::Done);
            }
        }
        self.slide_proposals();
        self.game.steps.push(DecisionStep::Pick(player));
        Ok(StepStatus::Waits)
    }

    fn work_off_pay(
        &mut self,
        due: PayoutDue,
        made: Vec<RuleChoice>,
    ) -> Result<StepStatus, Refusal> {
        let before = made.len();
        let mut script = made;
        script.extend_from_slice(self.given);
        match self.game.settle(&due, &script, self.allows_explicit) {
            Ok(settled) => {
                self.take_given(settled.answered.saturating_sub(before));
                self.made.extend(&settled.choices[before..]);
                self.pay_out(settled.payouts);
                Ok(StepStatus::Done)
            }
            Err(Stop::Ask(question)) => {
                // All given choices are used, and the indifferent ones are made.
                self.take_given(self.given.len());
                self.made.extend(&question.made[before..]);
                self.game.steps.push(AutomaticStep::Pay { due, made: question.made });
                Ok(StepStatus::Waits)
            }
            // A payout only needs a tier for the value of a neutral resource.
            Err(Stop::Unknown(fact @ FactId::Resource(_, ResourceField::Tier))) => {
                Err(fact).needed_by(Rule::Neutral)
            }
            Err(Stop::Unknown(fact)) => Err(fact.into()),
            Err(Stop::NoTile) => Ok(StepStatus::Done),
            Err(Stop::Wrong(choice)) => {
                self.game.steps.push(AutomaticStep::Pay { due, made: script[..before].to_vec() });
                self.refuse_choice(choice)
            }
        }
    }

    /// Drops the next `count` choices given with the action, because they came up.
    fn take_given(&mut self, count: usize) {
        self.given = &self.given[count..];
    }

    fn work_off_delivery(
        &mut self,
        actor: PlayerId,
        placed: Option<BuildingId>,
    ) -> Result<StepStatus, Refusal> {
        match self.game.next_delivery(actor, placed, self.given.first())? {
            Next::Nothing => Ok(StepStatus::Done),
            Next::Deliver { piece, building, space, choice } => {
                self.game.steps.push(AutomaticStep::Deliver { actor, placed });
                let tile = self.game.map.piece(piece).tile();
                let delivery = tile.map(|tile| RuleChoice::Delivery { tile, building });
                let is_next = delivery.is_some() && self.given.first() == delivery.as_ref();
                if is_next && (choice.is_some() || self.allows_explicit) {
                    self.take_given(1);
                }
                self.made.extend(choice);
                self.deliver(piece, building, space)?;
                Ok(StepStatus::Done)
            }
            Next::Ask(_) => {
                self.game.steps.push(AutomaticStep::Deliver { actor, placed });
                match self.given.first() {
                    Some(&choice) => self.refuse_choice(choice),
                    None => Ok(StepStatus::Waits),
                }
            }
        }
    }

    /// Ends a turn: the offer, then the end of the game or the next player.
    ///
    /// After the last turn the offer slides as usual. It is not refilled: no player could take the
    /// new cards, because the game has ended (rule 10.1).
    ///
    /// Rulebook, "Recruit" (the offer) and "End of Game".
    fn end_turn(&mut self, player: PlayerId) -> Result<(), Refusal> {
        self.game.offers.slide_advisers();
        let solo = self.game.is_solo();
        let ends = if solo {
            self.is_last_card_played(player)
        } else {
            self.game.completed() >= COMPLETIONS_TO_END
        };
        if let Some(achievement) = self.score_due(false)? {
            self.wait_for_judgment(achievement, player);
            return Ok(());
        }
        if solo && ends && self.game.loss.is_none() {
            self.judge_solo();
        }
        if let Some(loss) = self.game.loss.clone() {
            self.end_lost_game(loss);
            return Ok(());
        }
        if ends {
            if let Some(achievement) = self.score_due(true)? {
                self.wait_for_judgment(achievement, player);
                return Ok(());
            }
            self.finish(player);
            return Ok(());
        }
        let next = self.game.others(player).next().unwrap_or(player);
        self.game.steps.push(AutomaticStep::BeginTurn(next));
        self.game.steps.push(DecisionStep::DealAdvisers);
        Ok(())
    }

    /// Waits for the players to judge an achievement; then the turn ends.
    fn wait_for_judgment(&mut self, achievement: AchievementId, player: PlayerId) {
        self.game.steps.push(AutomaticStep::EndTurn(player));
        self.game.steps.push(DecisionStep::Judge(achievement));
    }

    /// Returns the caller's played cards and workers (rule 9.3).
    fn reset(&mut self, player: PlayerId) {
        let mat = self.player_mut(player);
        let (back, unnamed) = mat.cards.take_all_back();
        mat.race_worker = false;
        self.game.active.take_workers(player);
        self.events.push(Event::CardsBack { player, cards: back.iter().collect(), unnamed });
    }

    /// Pays money for income and fleeting influence for houses (rule 6.2).
    pub(super) fn collect_income(&mut self, player: PlayerId) {
        let income = self.game.income(player);
        let houses = i32::from(self.game.houses(player));
        self.change(player, Quantity::Money, income.0, Cause::Income);
        self.change(player, Quantity::Fleeting, houses, Cause::Houses);
    }

    /// Scores the end of the game and determines the winner.
    ///
    /// Rulebook, "End of Game".
    fn finish(&mut self, active: PlayerId) {
        for player in self.game.players() {
            let lasting = self.game.lasting(player);
            let money = self.game.money(player).0.max(0) / 4;
            self.change(player, Quantity::Points, lasting, Cause::FinalLasting);
            self.change(player, Quantity::Points, money, Cause::FinalMoney);
        }
        let best = self.game.players().map(|player| self.game.points(player)).max();
        let tied: Vec<PlayerId> =
            self.game.players().filter(|&player| Some(self.game.points(player)) == best).collect();
        let nearest = tied.iter().copied().min_by_key(|&player| self.game.distance(active, player));
        self.game.winner = nearest;
        self.game.steps.clear();
        if let Some(winner) = nearest {
            self.events.push(Event::Finished { winner, tied });
            if self.game.shapes_history() {
                self.game.steps.push(DecisionStep::FillEvent(winner));
            }
        }
    }

    fn not_now(&self) -> Illegal {
        Illegal::NotNow { pending: self.game.pending() }
    }

    /// Refuses a choice that answers no question.
    fn refuse_choice<T>(&self, choice: RuleChoice) -> Result<T, Refusal> {
        let rule = match choice {
            RuleChoice::Source { .. } => Rule::WhichSource,
            RuleChoice::Delivery { .. } => Rule::WhoDelivers,
        };
        let open = self
            .game
            .question()
            .map(|question| question.options.iter().map(|option| option.choice).collect())
            .unwrap_or_default();
        refuse(rule, Illegal::NotAChoice { choice, open })
    }

    /// Delivers connections left by a player after each of their actions, with the switch of ruling
    /// R8.
    pub(super) fn deliver_after_own_action(&mut self, player: PlayerId) {
        if self.game.options.contains(TableOption::OnlyOwnerDelivers) {
            self.after.push(AutomaticStep::Deliver { actor: player, placed: None }.into());
        }
    }
}

/// Returns the proposal place of a vote tile.
pub(super) const fn place_of(tile: VoteTile) -> usize {
    match tile {
        VoteTile::Circle => 0,
        VoteTile::Square => 1,
        VoteTile::Triangle => 2,
    }
}
