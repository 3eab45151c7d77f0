//! Parties, their way to scenarios, event cards, and the gains of a scenario (S12.2 to S12.5, S15.1
//! to S15.5).

use scenario_rules::ending::Ending;
use scenario_rules::levels::Level;

use super::facts::too_many;
use super::{Transition, bad_number, check_name, check_words};
use crate::action::{GainsEntry, ResolvedEvent, ScenarioResult};
use crate::consequence::{Consequence, EventOutcome, OutcomeCondition};
use crate::event::{Cause, EventKind, ExperiencePart, GoldPart};
use crate::facts::{Requirement, ScenarioFacts};
use crate::game::Advice;
use crate::illegal::{CampaignNumber, Illegal, Refusal};
use crate::name::Name;
use crate::party::{EndedScenario, Party, Place, PlayMode};
use crate::rulebook::Rule;
use crate::world::EventDeck;

impl Transition {
    /// Forms a party in the town (S15.2).
    pub(super) fn form_party(&mut self, name: &Name) -> Result<(), Refusal> {
        check_name(name)?;
        if self.campaign.party(name).is_some() {
            return Err(Illegal::SameParty { party: name.clone() }.into());
        }
        self.record(EventKind::PartyFormed(name.clone()), self.by(Rule::Parties), None);
        Ok(())
    }

    pub(super) fn join(&mut self, character: &Name, party: &Name) -> Result<(), Refusal> {
        let (of, to) = (self.active(character)?, self.party(party)?);
        let mut reasons: Vec<Illegal> = Self::playing(to).into_iter().collect();
        if let Some(party) = &of.party {
            let (character, party) = (of.name.clone(), party.clone());
            reasons.push(Illegal::InParty { character, party });
        }
        if self.campaign.members(party).count() >= Party::MAX_MEMBERS {
            reasons.push(Illegal::PartyFull { party: to.name.clone() });
        }
        for &item in &of.items {
            if self.campaign.copies_left(party, item) == Some(0) {
                reasons.extend(self.no_copy(party, item));
            }
        }
        let (character, party) = (of.name.clone(), to.name.clone());
        self.judge(reasons)?;
        self.record(EventKind::Joined { character, party }, self.by(Rule::Parties), None);
        Ok(())
    }

    /// Returns the reason if the members of a party own every copy of an item (S16.5).
    pub(super) fn no_copy(&self, party: &Name, item: u16) -> Option<Illegal> {
        let copies = self.campaign.world.items.get(&item)?.copies;
        let owners = self.campaign.owners(party, item);
        let owners: Vec<Name> = owners.map(|of| of.name.clone()).collect();
        let is_full = owners.len() >= usize::from(copies);
        is_full.then_some(Illegal::NoCopy { item, copies, owners })
    }

    pub(super) fn leave(&mut self, character: &Name) -> Result<(), Refusal> {
        let of = self.active(character)?;
        let party = self.own_party(of)?;
        let reasons = Self::playing(party).into_iter().collect();
        let event = EventKind::Left { character: of.name.clone(), party: party.name.clone() };
        self.judge(reasons)?;
        self.record(event, self.by(Rule::Parties), None);
        Ok(())
    }

    /// Takes a party to the town or to a scenario (S15.1, S15.4).
    pub(super) fn travel(&mut self, name: &Name, to: Place, mode: PlayMode) -> Result<(), Refusal> {
        let party = self.party(name)?;
        let mut reasons: Vec<Illegal> = Self::playing(party).into_iter().collect();
        let (name, from) = (party.name.clone(), party.place);
        let mut is_road_event_due = false;
        match to {
            Place::Town if from == Place::Town => {
                reasons.push(Illegal::AlreadyThere { party: name.clone() });
            }
            Place::Town => {}
            Place::Scenario(number) => {
                let most = ScenarioFacts::MAX_NUMBER;
                reasons.extend(Illegal::out_of_bounds(CampaignNumber::Scenario, number, 1, most));
                let mut members = self.campaign.members(&name).peekable();
                if members.peek().is_none() {
                    reasons.push(Illegal::NoMembers { party: name.clone() });
                }
                let fulfilled = members.filter(|of| of.is_quest_fulfilled);
                reasons
                    .extend(fulfilled.map(|of| Illegal::QuestWaits { character: of.name.clone() }));
                reasons.extend(self.unplayable(party, number, mode));
                // An empty deck gives nothing.
                is_road_event_due = mode == PlayMode::Campaign
                    && self.has_road_event(party, number)
                    && self.campaign.world.event_count(EventDeck::Road) > 0;
            }
        }
        self.judge(reasons)?;
        let cause = match to {
            Place::Scenario(_) => self.by(Rule::CampaignScenario),
            Place::Town => Cause::Rule(Rule::Traveling),
        };
        let event = EventKind::Traveled { party: name.clone(), from, to, mode };
        let traveled = self.record(event, cause, None);
        if is_road_event_due {
            let due = EventKind::RoadEventDue(name);
            self.record(due, Cause::Rule(Rule::Traveling), Some(traveled));
        }
        if let (Place::Scenario(scenario), PlayMode::Casual) = (to, mode) {
            let progress = self.campaign.world.scenarios.get(&scenario);
            if progress.is_none_or(|of| of.completed_by.is_none()) {
                self.advise(Advice::CasualFirst { scenario });
            }
        }
        Ok(())
    }

    /// Returns the reasons for which a party cannot play a scenario (S15.1).
    fn unplayable(&self, party: &Party, number: u16, mode: PlayMode) -> Vec<Illegal> {
        let progress = self.campaign.world.scenarios.get(&number);
        let is_unlocked = progress.is_some_and(|of| of.is_unlocked || of.completed_by.is_some());
        let mut reasons = Vec::new();
        if !is_unlocked {
            reasons.push(Illegal::Locked { scenario: number });
        }
        if mode == PlayMode::Casual {
            return reasons;
        }
        if let Some(by) = progress.and_then(|of| of.completed_by.clone()) {
            reasons.push(Illegal::Completed { scenario: number, by });
        }
        match progress.and_then(|of| of.facts.as_ref()) {
            None => reasons.push(Illegal::UnknownScenario { scenario: number }),
            Some(facts) => {
                let unmet = facts.requirements.iter().filter(|of| !self.is_met(party, of));
                reasons.extend(unmet.map(|requirement| Illegal::Required {
                    scenario: number,
                    requirement: requirement.clone(),
                }));
            }
        }
        reasons
    }

    fn is_met(&self, party: &Party, requirement: &Requirement) -> bool {
        let Requirement { achievement, is_global, is_present } = requirement;
        let is_there = if *is_global {
            self.campaign.world.achievement_count(achievement) > 0
        } else {
            party.has_achievement(achievement)
        };
        is_there == *is_present
    }

    /// Checks if a road event is due on the way of a party to a scenario (S15.4).
    fn has_road_event(&self, party: &Party, number: u16) -> bool {
        let facts = |number: u16| {
            self.campaign.world.scenarios.get(&number).and_then(|of| of.facts.as_ref())
        };
        let links = |from: u16, to: u16| facts(from).is_some_and(|of| of.links.contains(&to));
        match party.place {
            Place::Town => !facts(number).is_some_and(|of| of.is_linked_to_town),
            Place::Scenario(last) => last != number && !links(last, number) && !links(number, last),
        }
    }

    /// Resolves an event card (S15.5).
    pub(super) fn resolve_event(&mut self, resolved: &ResolvedEvent) -> Result<(), Refusal> {
        let ResolvedEvent { deck, number, choice, is_put_back, consequences, outcomes, .. } =
            resolved;
        let party = self.party(&resolved.party)?;
        let name = party.name.clone();
        let mut reasons: Vec<Illegal> =
            bad_number(CampaignNumber::EventCard, *number).into_iter().collect();
        if !matches!(choice, 'A' | 'B') {
            reasons.push(Illegal::NoChoice { choice: *choice });
        }
        if self.campaign.members(&name).next().is_none() {
            reasons.push(Illegal::NoMembers { party: name.clone() });
        }
        match deck {
            EventDeck::Road if !party.is_road_event_due => {
                reasons.push(Illegal::NoRoadEvent { party: name.clone() });
            }
            EventDeck::City if party.place != Place::Town => {
                reasons.push(Illegal::NotInTown { party: name.clone() });
            }
            EventDeck::City if party.has_had_city_event => {
                reasons.push(Illegal::CityEventDone { party: name.clone() });
            }
            EventDeck::Road | EventDeck::City => {}
        }
        let (deck, number, choice) = (*deck, *number, *choice);
        let world = &self.campaign.world;
        let above = world.cards_above(deck, number);
        if world.event_count(deck) == 0 {
            reasons.push(Illegal::DeckEmpty { deck });
        } else if !world.has_event(deck, number) {
            reasons.push(Illegal::NotInDeck { deck, number });
        } else if above > 0 {
            reasons.push(Illegal::AtBottom { deck, number, above });
        }
        reasons.extend(outcome_problems(outcomes));
        self.judge(reasons)?;
        let cards = self.by(Rule::EventCards);
        let event = EventKind::EventResolved { party: name.clone(), deck, number, choice };
        let resolved = Some(self.record(event, cards, None));
        if above > 0 {
            // A card came up before those above it, so the table has shuffled.
            self.record(EventKind::DeckShuffled(deck), Cause::Players, resolved);
        }
        let each = self.campaign.members(&name).map(|of| of.name.clone()).collect::<Vec<_>>();
        self.carry_out(Some(&name), &each, consequences, resolved)?;
        self.carry_out_outcomes(&name, &each, outcomes, resolved)?;
        if self.campaign.world.has_event(deck, number) {
            let back = EventKind::EventPutBack { deck, number };
            let removed = EventKind::EventCard { deck, number, is_there: false };
            let event = if *is_put_back { back } else { removed };
            self.record(event, Cause::Rule(Rule::EventCards), resolved);
        }
        Ok(())
    }

    /// Carries out the outcomes whose condition is met, from top to bottom (S15.5).
    ///
    /// Each condition is judged when its outcome is reached. An outcome without a condition does
    /// not keep "otherwise" from applying: it has nothing that could fit.
    fn carry_out_outcomes(
        &mut self,
        party: &Name,
        each: &[Name],
        outcomes: &[EventOutcome],
        parent: Option<usize>,
    ) -> Result<(), Refusal> {
        let mut has_fitted = false;
        for EventOutcome { condition, consequences } in outcomes {
            let is_met = match condition {
                OutcomeCondition::Always => true,
                OutcomeCondition::Classes(classes) => {
                    self.campaign.members(party).any(|of| classes.contains(&of.class))
                }
                OutcomeCondition::Reputation { least, most } => {
                    (*least..=*most).contains(&self.party(party)?.reputation)
                }
                OutcomeCondition::Gold(gold) => self.gold_of(each) >= u32::from(*gold),
                OutcomeCondition::Otherwise => !has_fitted,
            };
            has_fitted |= is_met && *condition != OutcomeCondition::Always;
            let event = EventKind::OutcomeJudged { condition: condition.clone(), is_met };
            let judged = self.record(event, Cause::Rule(Rule::EventCards), parent);
            if is_met {
                self.carry_out(Some(party), each, consequences, Some(judged))?;
            }
        }
        Ok(())
    }

    /// Ends the scenario of a party, and completes it after a success in the campaign.
    pub(super) fn end_scenario(&mut self, result: &ScenarioResult) -> Result<(), Refusal> {
        let party = self.party(&result.party)?;
        let name = party.name.clone();
        let (Some(mode), Place::Scenario(number)) = (party.playing, party.place) else {
            return Err(Illegal::NotPlaying { party: name }.into());
        };
        let most = ScenarioResult::MAX_LEVEL;
        let level = CampaignNumber::ScenarioLevel;
        let mut reasons: Vec<Illegal> =
            Illegal::out_of_bounds(level, result.level, 0, most).into_iter().collect();
        let has_cards = self.campaign.world.event_count(EventDeck::Road) > 0;
        if party.is_road_event_due && has_cards {
            reasons.push(Illegal::RoadEventDue { party: name.clone() });
        }
        self.judge(reasons)?;
        let members = self.campaign.members(&name);
        let participants: Vec<Name> = members.map(|of| of.name.clone()).collect();
        let blessed: Vec<Name> = self
            .campaign
            .members(&name)
            .filter(|of| of.bless_cards > 0)
            .map(|of| of.name.clone())
            .collect();
        let members = self.campaign.members(&name);
        let goals: Vec<Name> =
            members.filter(|of| of.battle_goal.is_some()).map(|of| of.name.clone()).collect();
        let ScenarioResult { ending, level, .. } = *result;
        let gained = Vec::new();
        let ended = EndedScenario { number, level, ending, mode, participants, gained };
        let event = EventKind::ScenarioEnded { party: name.clone(), ended: Box::new(ended) };
        let ended = Some(self.record(event, Cause::Players, None));
        if ending == Ending::Won && mode == PlayMode::Campaign {
            let completed = EventKind::ScenarioCompleted { scenario: number, by: name };
            self.record(completed, Cause::Rule(Rule::CampaignScenario), ended);
        }
        for character in blessed {
            let event = EventKind::BlessCards { character, count: 0 };
            self.record(event, Cause::Rule(Rule::Donations), ended);
        }
        for character in goals {
            let event = EventKind::GoalChosen { character, goal: None };
            self.record(event, Cause::Rule(Rule::BattleGoals), ended);
        }
        Ok(())
    }

    /// Records the gains of a character in the scenario that its party ended last (S12.2).
    pub(super) fn record_gains(&mut self, gains: &GainsEntry) -> Result<(), Refusal> {
        let of = self.active(&gains.character)?;
        let name = of.name.clone();
        // A character that left its party after the scenario still has its gains.
        let played = |party: &&Party| {
            party.last.as_ref().is_some_and(|last| last.participants.contains(&name))
        };
        let is_recorded =
            |party: &Party| party.last.as_ref().is_some_and(|last| last.gained.contains(&name));
        let own = |party: &Party| Some(&party.name) == of.party.as_ref();
        let party = self
            .campaign
            .parties
            .iter()
            .filter(played)
            .min_by_key(|party| (is_recorded(party), !own(party)));
        let Some((party, last)) = party.and_then(|of| Some((of.name.clone(), of.last.clone()?)))
        else {
            return Err(Illegal::NothingEnded { character: name }.into());
        };
        let scenario = last.number;
        let mut reasons = Vec::new();
        if last.gained.contains(&name) {
            reasons.push(Illegal::GainsRecorded { character: name.clone(), scenario });
        }
        if gains.checkmarks > 0 && last.ending == Ending::Lost {
            reasons.push(Illegal::GoalsLost { scenario });
        }
        let most = GainsEntry::MAX;
        let amounts = gains.others.iter().map(|other| (CampaignNumber::Gold, other.amount));
        let amounts = amounts.chain([
            (CampaignNumber::Experience, gains.experience),
            (CampaignNumber::Tokens, gains.tokens),
        ]);
        reasons.extend(amounts.filter_map(|(of, by)| Illegal::out_of_bounds(of, by, 0, most)));
        let marks = GainsEntry::MAX_CHECKMARKS;
        let checkmarks = CampaignNumber::Checkmarks;
        reasons.extend(Illegal::out_of_bounds(checkmarks, gains.checkmarks, 0, marks));
        reasons.extend(too_many(gains.others.len(), GainsEntry::MAX_OTHERS));
        for other in &gains.others {
            check_words(&other.source, Consequence::MAX_WORDS)?;
            if other.source.contains([',', '"']) {
                reasons.push(Illegal::BadWords);
            }
        }
        self.judge(reasons)?;
        let cause = Cause::Rule(Rule::ScenarioGains);
        let event = EventKind::GainsRecorded { party, character: name.clone() };
        let recorded = Some(self.record(event, cause, None));
        let Level { level, gold: value, experience, .. } = Level::of(last.level);
        let mut terms = vec![ExperiencePart::Scenario(gains.experience)];
        if last.ending == Ending::Won {
            terms.push(ExperiencePart::Success { level, experience });
        }
        self.change_experience(&name, terms, 0, cause, recorded);
        let tokens = gains.tokens;
        let mut terms = vec![GoldPart::Tokens { tokens, value, level }];
        terms.extend(
            gains
                .others
                .iter()
                .map(|other| GoldPart::Other { gold: other.amount, source: other.source.clone() }),
        );
        self.change_gold(&name, terms, cause, recorded);
        if gains.checkmarks > 0 {
            let goals = self.by(Rule::BattleGoals);
            self.change_checkmarks(&name, gains.checkmarks.into(), goals, recorded);
        }
        Ok(())
    }

    /// Records the rewards of the scenario that a party ended last (S12.5).
    pub(super) fn reward(
        &mut self,
        party: &Name,
        consequences: &[Consequence],
    ) -> Result<(), Refusal> {
        let of = self.party(party)?;
        let name = of.name.clone();
        let Some(last) = &of.last else {
            return Err(Illegal::NotPlaying { party: name }.into());
        };
        let scenario = last.number;
        let mut reasons = Vec::new();
        if last.ending == Ending::Lost {
            reasons.push(Illegal::RewardsLost { scenario });
        }
        if last.mode == PlayMode::Casual {
            reasons.push(Illegal::RewardsCasual { scenario });
        }
        let is_active = |name: &&Name| self.active(name).is_ok();
        let each: Vec<Name> = last.participants.iter().filter(is_active).cloned().collect();
        self.judge(reasons)?;
        self.carry_out(Some(&name), &each, consequences, None)
    }
}

/// Returns the reasons against the outcomes of an event card.
fn outcome_problems(outcomes: &[EventOutcome]) -> Vec<Illegal> {
    let mut reasons: Vec<Illegal> =
        too_many(outcomes.len(), EventOutcome::MAX_LISTED).into_iter().collect();
    for outcome in outcomes {
        match &outcome.condition {
            OutcomeCondition::Classes(classes) => {
                reasons.extend(too_many(classes.len(), OutcomeCondition::MAX_CLASSES));
                reasons.extend(classes.iter().filter_map(|class| check_name(class).err()));
            }
            OutcomeCondition::Reputation { least, most } => {
                let (number, limit) = (CampaignNumber::Reputation, Party::MAX_REPUTATION);
                for of in [*least, *most] {
                    reasons.extend(Illegal::out_of_bounds(number, of, -limit, limit));
                }
                if least > most {
                    reasons.push(Illegal::RangeReversed { least: *least, most: *most });
                }
            }
            OutcomeCondition::Gold(gold) => {
                let (number, most) = (CampaignNumber::Gold, Consequence::MAX_AMOUNT);
                reasons.extend(Illegal::out_of_bounds(number, *gold, 1, most));
            }
            OutcomeCondition::Always | OutcomeCondition::Otherwise => {}
        }
    }
    reasons
}
