//! The order of play, as a stack of steps that is worked off from the top.
//!
//! Some steps wait for an action, the others are automatic. Consequences of an action are pushed on
//! top, so that the stack itself keeps the order "first the cascade, then the deliveries, then the
//! followers".
//!
//! Rulebook, "Game Play Structure".

use super::action::{Action, Choice, Deed, VoteTile};
use super::delivery::Next;
use super::game::{COMPLETIONS_TO_END, Game, Playing};
use super::illegal::{Illegal, NeededBy, Refusal, Unrecordable, refuse};
use super::payout::Stop;
use super::player::PlayerId;
use super::question::Question;
use super::receipt::{Cause, Event};
use super::rulebook::{Rule, TableOption};
use super::step::{Due, Running, Step, Waiting};
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
            Some(Step::Waits(waiting)) => waiting,
            Some(Step::Runs(Running::Pay { .. })) => return Rule::WhichSource,
            Some(Step::Runs(Running::Deliver { .. })) => return Rule::WhoDelivers,
            Some(Step::Runs(_)) | None => return Rule::TurnPasses,
        };
        match waiting {
            Waiting::DealProposals => Rule::DealProposals,
            Waiting::DealAdvisers if self.in_setup() => Rule::DealAdvisers,
            Waiting::DealAdvisers => Rule::RefillOffer,
            Waiting::DealAchievements | Waiting::Judge(_) => Rule::Achievements,
            Waiting::PayMarkers(_) | Waiting::Pick(_) => Rule::SoloVote,
            Waiting::FillEvent(_) => Rule::ShapingHistory,
            Waiting::ChooseRace(_) => Rule::ChooseRace,
            Waiting::TakeResource(player) if self.player(*player).controls.len() < 2 => {
                Rule::SecondResource
            }
            Waiting::TakeResource(_) => Rule::ThirdResource,
            Waiting::PlaceStart(_) => Rule::StartStall,
            Waiting::Turn(_) => Rule::TurnPasses,
            Waiting::Follow { .. } => Rule::Follow,
            Waiting::ExtraRoads { .. } => Rule::UpgradeRoad,
            Waiting::Bonus { .. } => Rule::VoteBonus,
            Waiting::Ballots { .. } => Rule::Ballots,
            Waiting::Decide { .. } => Rule::VoteWinner,
            Waiting::PlaceBuilding { .. } => Rule::WhoPlaces,
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
            Step::Runs(Running::Pay { due, made }) => match self.settle(due, made, false) {
                Err(Stop::Ask(question)) => Some(question),
                Ok(_) | Err(Stop::Unknown(_) | Stop::Wrong(_) | Stop::NoTile) => None,
            },
            Step::Runs(Running::Deliver { actor, placed }) => {
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
        match &action.deed {
            Deed::Adjust { changes, reason } => self.adjust(changes, reason)?,
            Deed::Annotate(text) => Self::need_short(text)?,
            Deed::Learn(pack) => self.learn(pack)?,
            Deed::Position(layout) => self.lay_out(layout)?,
            Deed::Overrule { action, reason } => {
                Self::need_reason(reason)?;
                self.checks.overrule();
                match &action.deed {
                    Deed::Adjust { .. }
                    | Deed::Annotate(_)
                    | Deed::Overrule { .. }
                    | Deed::Position(_) => {
                        let what = Unrecordable::OverruledRemark;
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
        if action.deed.player().is_some() {
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
        if !self.game.steps.any(|step| matches!(step, Step::Runs(Running::CarryOn { .. }))) {
            return Ok(());
        }
        let Some(Question { chooser: player, options, .. }) = self.game.question() else {
            return Ok(());
        };
        let mut verdict = Ok(());
        for option in options {
            let option = Action { deed: Deed::Choose { player }, choices: vec![option.choice] };
            match self.game.play(&option) {
                Ok(_) => return Ok(()),
                Err(refusal) => verdict = Err(refusal),
            }
        }
        verdict
    }

    /// Plays an action of a player or the table that the rules judge.
    fn play_by_rules(&mut self, kind: &Deed) -> Result<(), Refusal> {
        let fills_event = matches!(kind, Deed::FillEvent { .. }) && self.game.waiting().is_some();
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
            (Deed::DealProposals(cards), Some(Step::Waits(Waiting::DealProposals))) => {
                self.deal_proposals(cards)
            }
            (Deed::DealAdvisers(cards), Some(Step::Waits(Waiting::DealAdvisers))) => {
                self.deal_advisers(cards)
            }
            (Deed::DealAchievements(cards), Some(Step::Waits(Waiting::DealAchievements))) => {
                self.deal_achievements(cards)
            }
            (Deed::Achieve { achievement, players }, Some(step))
                if matches!(step, Step::Waits(Waiting::Judge(_)))
                    || self.game.is_open_to_claim(*achievement) =>
            {
                self.achieve(*achievement, players)
            }
            (Deed::Reveal(ballots), Some(Step::Waits(Waiting::Ballots { caller }))) => {
                self.reveal(caller, ballots)
            }
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

    fn play_for(&mut self, player: PlayerId, kind: &Deed, step: Step) -> Result<(), Refusal> {
        let step = match step {
            Step::Waits(step) => step,
            Step::Runs(Running::Pay { .. } | Running::Deliver { .. })
                if matches!(kind, Deed::Choose { .. }) && !self.given.is_empty() =>
            {
                return Ok(());
            }
            Step::Runs(_) => return refuse(self.game.pending_rule(), self.not_now()),
        };
        match (kind, step) {
            (Deed::ChooseRace { race, resource, .. }, Waiting::ChooseRace(_)) => {
                self.choose_race(player, *race, *resource)
            }
            (Deed::TakeResource { resource, from, .. }, Waiting::TakeResource(_)) => {
                self.take_resource(player, *resource, *from)
            }
            (Deed::PlaceStart { square, .. }, Waiting::PlaceStart(_)) => {
                self.place_start(player, *square)
            }
            (Deed::Lead { card, sub_actions, .. }, Waiting::Turn(_)) => {
                self.lead(player, *card, sub_actions)
            }
            (Deed::FaceDown { card, sub_action, .. }, Waiting::Turn(_)) => {
                self.face_down(player, *card, sub_action)
            }
            (Deed::CallVote { .. }, Waiting::Turn(_)) => self.call_vote(player),
            (Deed::Follow { sub_action, .. }, Waiting::Follow { led, .. }) => {
                self.follow(player, led, sub_action)
            }
            (Deed::Pass { .. }, Waiting::Follow { .. } | Waiting::ExtraRoads { .. }) => {
                self.game.steps.finish();
                Ok(())
            }
            (Deed::ExtraRoad { square, .. }, Waiting::ExtraRoads { tile, left, .. }) => {
                self.extra_road(player, *square, tile, left)
            }
            (Deed::Bonus { sub_action, .. }, Waiting::Bonus { left, .. }) => {
                self.bonus(player, sub_action, left)
            }
            (Deed::Decide { building, .. }, Waiting::Decide { caller, tied, ballots, .. }) => {
                self.decide(caller, *building, &tied, &ballots)
            }
            (
                Deed::PlaceBuilding { building, footprint, .. },
                Waiting::PlaceBuilding { building: voted, .. },
            ) => self.place_building(player, *building, voted, footprint),
            (Deed::PayMarkers { payment, .. }, Waiting::PayMarkers(_)) => {
                self.pay_markers(player, *payment)
            }
            (Deed::Pick { building, payment, .. }, Waiting::Pick(_)) => {
                self.pick(player, *building, *payment)
            }
            (Deed::FillEvent { card, .. }, Waiting::FillEvent(_)) => self.fill_event(card),
            _ => refuse(self.game.pending_rule(), self.not_now()),
        }
    }

    /// Drops optional steps when the table goes on without them, and moves deals of the setup to
    /// the top.
    fn prepare_stack(&mut self, kind: &Deed) -> Result<(), Refusal> {
        if self.game.turn == 0 {
            let wanted = match kind {
                Deed::DealProposals(_) => Some(Step::Waits(Waiting::DealProposals)),
                Deed::DealAdvisers(_) => Some(Step::Waits(Waiting::DealAdvisers)),
                Deed::DealAchievements(_)
                | Deed::ChooseRace { .. }
                | Deed::TakeResource { .. }
                | Deed::PlaceStart { .. } => None,
                _ => return Ok(()),
            };
            self.game.steps.bring_forward(|step| match &wanted {
                Some(wanted) => step == wanted,
                None => !step.is_deal(),
            });
            return Ok(());
        }
        if matches!(kind, Deed::Achieve { .. }) {
            return Ok(());
        }
        let own_road =
            matches!(kind, Deed::ExtraRoad { .. } | Deed::Pass { .. } | Deed::Choose { .. });
        while let Some(Step::Waits(Waiting::ExtraRoads { player, .. })) = self.game.waiting() {
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
            Step::Waits(step) => self.wait(step),
            Step::Runs(step) => self.run_automatic(step),
        }
    }

    /// Waits for an action; skips the step if there is nothing to decide.
    fn wait(&mut self, step: Waiting) -> Result<StepStatus, Refusal> {
        let is_idle = match &step {
            Waiting::DealProposals => !self.game.proposals_wanted()?,
            Waiting::DealAdvisers => !self.game.advisers_wanted()?,
            // While the mat's symbols are unread, it is unknown that no card can be taken.
            Waiting::TakeResource(player) => {
                let game = &self.game;
                game.reads.without_recording(|| game.no_card_for(*player)) == Ok(true)
            }
            Waiting::ExtraRoads { player, tile, .. } => !self.game.has_road_spot(*player, *tile),
            Waiting::Bonus { left, .. } => *left == 0,
            Waiting::PayMarkers(player) => !self.markers_wait(*player),
            // The seventh cycle has no vote (rule 11.5).
            Waiting::Turn(player) if self.game.is_solo() && self.is_last_card_played(*player) => {
                self.game.steps.push(Running::EndTurn(*player));
                true
            }
            Waiting::Ballots { caller } => return self.work_off_ballots(*caller),
            Waiting::Pick(player) => return self.work_off_pick(*player),
            Waiting::Turn(_)
            | Waiting::DealAchievements
            | Waiting::ChooseRace(_)
            | Waiting::PlaceStart(_)
            | Waiting::Follow { .. }
            | Waiting::Decide { .. }
            | Waiting::PlaceBuilding { .. }
            | Waiting::Judge(_)
            | Waiting::FillEvent(_) => false,
        };
        if is_idle {
            return Ok(StepStatus::Done);
        }
        self.game.steps.push(step);
        Ok(StepStatus::Waits)
    }

    /// Works off an automatic step, up to a choice.
    fn run_automatic(&mut self, step: Running) -> Result<StepStatus, Refusal> {
        match step {
            Running::Pay { due, made } => return self.work_off_pay(due, made),
            Running::Deliver { actor, placed } => return self.work_off_delivery(actor, placed),
            Running::CarryOn { player, source, rest, sub_actions, overruled } => {
                if overruled {
                    self.checks.overrule();
                }
                return self.carry_on(player, source, &rest, &sub_actions);
            }
            Running::LayTile { player, resource, footprint, roads, left } => {
                self.lay_built_tile(player, resource, footprint, &roads, left);
            }
            Running::LayRoad { player, cell } => self.lay_road(player, cell)?,
            Running::BeginTurn(player) => {
                self.game.active_player = Some(player);
                self.game.turn += 1;
                self.game.steps.push(Waiting::Turn(player));
            }
            Running::Reset(player) => self.reset(player),
            Running::OthersIncome(caller) => {
                for player in self.game.others(caller) {
                    self.collect_income(player);
                }
            }
            Running::OwnIncome(player) => self.collect_income(player),
            Running::ScreenProposals => self.screen_proposals()?,
            Running::NewProposals => {
                if self.game.is_solo() {
                    self.slide_proposals();
                    self.game.steps.push(Waiting::DealProposals);
                } else if self.game.completed() < COMPLETIONS_TO_END {
                    // A vote that ends the game deals no new proposals (rule 10.1).
                    self.game.steps.push(Waiting::DealProposals);
                }
            }
            Running::NextCycle(player) => self.next_cycle(player),
            Running::EndTurn(player) => self.end_turn(player)?,
        }
        Ok(StepStatus::Done)
    }

    /// Waits for the ballots once every proposal fits on the board.
    fn work_off_ballots(&mut self, caller: PlayerId) -> Result<StepStatus, Refusal> {
        if self.game.offers.proposals().iter().all(Option::is_none) {
            self.after_vote(None, &[]);
            return Ok(StepStatus::Done);
        }
        self.game.steps.push(Waiting::Ballots { caller });
        // The referee may have blocked the last place of a proposal since the last check.
        for building in self.game.offers.proposals().into_iter().flatten() {
            if !self.game.fits_somewhere(building)? {
                self.game.steps.push(Waiting::DealProposals);
                self.game.steps.push(Running::ScreenProposals);
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
                self.game.steps.push(Waiting::Pick(player));
                self.game.steps.push(Waiting::DealProposals);
                self.game.steps.push(Running::ScreenProposals);
                return Ok(StepStatus::Done);
            }
        }
        self.slide_proposals();
        self.game.steps.push(Waiting::Pick(player));
        Ok(StepStatus::Waits)
    }

    fn work_off_pay(&mut self, due: Due, made: Vec<Choice>) -> Result<StepStatus, Refusal> {
        let before = made.len();
        let mut script = made;
        script.extend_from_slice(self.given);
        match self.game.settle(&due, &script, self.spelt_out) {
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
                self.game.steps.push(Running::Pay { due, made: question.made });
                Ok(StepStatus::Waits)
            }
            // A payout only needs a tier for the value of a neutral resource.
            Err(Stop::Unknown(fact @ FactId::Resource(_, ResourceField::Tier))) => {
                Err(fact).needed_by(Rule::Neutral)
            }
            Err(Stop::Unknown(fact)) => Err(fact.into()),
            Err(Stop::NoTile) => Ok(StepStatus::Done),
            Err(Stop::Wrong(choice)) => {
                self.game.steps.push(Running::Pay { due, made: script[..before].to_vec() });
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
                self.game.steps.push(Running::Deliver { actor, placed });
                let tile = self.game.map.piece(piece).tile();
                let delivery = tile.map(|tile| Choice::Delivery { tile, building });
                let is_next = delivery.is_some() && self.given.first() == delivery.as_ref();
                if is_next && (choice.is_some() || self.spelt_out) {
                    self.take_given(1);
                }
                self.made.extend(choice);
                self.deliver(piece, building, space)?;
                Ok(StepStatus::Done)
            }
            Next::Ask(_) => {
                self.game.steps.push(Running::Deliver { actor, placed });
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
            self.judge_first(achievement, player);
            return Ok(());
        }
        if solo && ends && self.game.loss.is_none() {
            self.judge_solo();
        }
        if let Some(loss) = self.game.loss.clone() {
            self.lose(loss);
            return Ok(());
        }
        if ends {
            if let Some(achievement) = self.score_due(true)? {
                self.judge_first(achievement, player);
                return Ok(());
            }
            self.finish(player);
            return Ok(());
        }
        let next = self.game.others(player).next().unwrap_or(player);
        self.game.steps.push(Running::BeginTurn(next));
        self.game.steps.push(Waiting::DealAdvisers);
        Ok(())
    }

    /// Waits for the players to judge an achievement; then the turn ends.
    fn judge_first(&mut self, achievement: AchievementId, player: PlayerId) {
        self.game.steps.push(Running::EndTurn(player));
        self.game.steps.push(Waiting::Judge(achievement));
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
                self.game.steps.push(Waiting::FillEvent(winner));
            }
        }
    }

    fn not_now(&self) -> Illegal {
        Illegal::NotNow { owed: self.game.owed() }
    }

    /// Refuses a choice that answers no question.
    fn refuse_choice<T>(&self, choice: Choice) -> Result<T, Refusal> {
        let rule = match choice {
            Choice::Source { .. } => Rule::WhichSource,
            Choice::Delivery { .. } => Rule::WhoDelivers,
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
            self.after.push(Running::Deliver { actor: player, placed: None }.into());
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
