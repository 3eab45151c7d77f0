//! The transition from one state of a campaign to the next, by one action.
//!
//! The submodules contain the actions by topic; here are the steps that several of them share.

mod characters;
mod division;
mod equipment;
mod facts;
mod retirement;
mod texts;
mod town;
mod travel;

use crate::action::Action;
use crate::campaign::Campaign;
use crate::character::{Character, CharacterState};
use crate::event::{Cause, Event, EventKind, ExperiencePart, GoldPart, LimitedChange};
use crate::game::{Advice, PlayReport};
use crate::illegal::{CampaignNumber, Illegal, Refusal};
use crate::name::Name;
use crate::party::{Party, Place};
use crate::rulebook::{Rule, Ruling};
use crate::world::{EventDeck, ReputationMark, World};

/// An action in progress.
pub(super) struct Transition {
    campaign: Campaign,
    report: PlayReport,
    /// `true` while the players overrule the rules.
    is_overruled: bool,
}

impl Transition {
    pub(super) fn new(campaign: Campaign) -> Self {
        Self { campaign, report: PlayReport::default(), is_overruled: false }
    }

    pub(super) fn finish(self) -> (Campaign, PlayReport) {
        (self.campaign, self.report)
    }

    /// Plays an action.
    ///
    /// # Errors
    ///
    /// A refusal; the state is not usable after it.
    pub(super) fn apply(&mut self, action: &Action) -> Result<(), Refusal> {
        match action {
            Action::Class(facts) => self.enter_class(facts),
            Action::ClassPerks { class, perks } => self.enter_perks(class, perks),
            Action::OpenClass { class, envelope } => self.open_class(class, envelope.as_ref()),
            Action::Item(facts) => self.enter_item(facts),
            Action::QuestFacts(facts) => self.enter_quest(facts),
            Action::Scenario(facts) => self.enter_scenario(facts),
            Action::DonationTrack(sums) => self.enter_donation_track(sums),
            Action::Thresholds(thresholds) => self.set_thresholds(*thresholds),
            Action::PriceSteps(steps) => self.set_price_steps(*steps),
            Action::SmallItems(limits) => self.set_small_items(*limits),
            Action::PermanentDeath(is_on) => {
                self.record(EventKind::PermanentDeath(*is_on), Cause::Players, None);
                Ok(())
            }
            Action::Envelope { envelope, reason } => self.open_envelope(envelope, reason),
            Action::NewParty(name) => self.form_party(name),
            Action::NewCharacter(new) => self.create_character(new),
            Action::Join { character, party } => self.join(character, party),
            Action::Leave(character) => self.leave(character),
            Action::Travel { party, to, mode } => self.travel(party, *to, *mode),
            Action::Event(resolved) => self.resolve_event(resolved),
            Action::End(result) => self.end_scenario(result),
            Action::Gains(gains) => self.record_gains(gains),
            Action::Reward { party, consequences } => self.reward(party, consequences),
            Action::Consequences { party, consequences } => {
                self.other_consequences(party.as_ref(), consequences)
            }
            Action::LevelUp(character) => self.level_up(character),
            Action::ChooseCard { character, title, level } => {
                self.choose_card(character, title, *level)
            }
            Action::TakePerk { character, perk } => self.take_perk(character, perk),
            Action::Buy { character, item } => self.buy(character, *item),
            Action::Sell { character, item } => self.sell(character, *item),
            Action::Equip { character, items } => self.equip(character, items),
            Action::ChooseHand { character, hand } => self.choose_hand(character, hand),
            Action::ChooseGoal { character, goal } => self.choose_goal(character, *goal),
            Action::Donate(character) => self.donate(character),
            Action::Enhance(enhancement) => self.enhance(enhancement),
            Action::Quest { character, quest } => self.give_quest(character, *quest),
            Action::Fulfilled(character) => self.fulfill_quest(character),
            Action::Retire(retirement) => self.retire(retirement),
            Action::Die(character) => self.die(character),
            Action::Correct(correction) => self.correct(correction),
            Action::Note(note) => check_words(note, crate::action::MAX_NOTE_CHARS),
            Action::Overruled { action, reason } => {
                check_words(reason, crate::action::MAX_NOTE_CHARS)?;
                if reason.contains(", because ") {
                    return Err(Illegal::BadWords.into());
                }
                self.is_overruled = true;
                self.apply(action)
            }
        }
    }

    // Judging

    /// Refuses the action with these reasons, except those that the players overrule.
    fn judge(&self, mut reasons: Vec<Illegal>) -> Result<(), Refusal> {
        if self.is_overruled {
            reasons.retain(|reason| !reason.can_be_overruled());
        }
        Refusal::if_any(reasons)
    }

    /// Returns the cause of the main change of an action: a rule, or the players who overrule it.
    const fn by(&self, rule: Rule) -> Cause {
        if self.is_overruled { Cause::Players } else { Cause::Rule(rule) }
    }

    fn party(&self, name: &Name) -> Result<&Party, Illegal> {
        self.campaign.party(name).ok_or_else(|| Illegal::NoParty {
            party: name.clone(),
            there: self.campaign.parties.iter().map(|party| party.name.clone()).collect(),
        })
    }

    /// Returns an active character.
    fn active(&self, name: &Name) -> Result<&Character, Illegal> {
        let characters = &self.campaign.characters;
        let Some(character) = self.campaign.character(name) else {
            let active = characters.iter().filter(|of| of.state == CharacterState::Active);
            let there = active.map(|of| of.name.clone()).collect();
            return Err(Illegal::NoCharacter { character: name.clone(), there });
        };
        match character.state {
            CharacterState::Active => Ok(character),
            state => Err(Illegal::NotActive { character: character.name.clone(), state }),
        }
    }

    /// Returns the party of a character that has one.
    fn own_party(&self, character: &Character) -> Result<&Party, Illegal> {
        self.campaign
            .party_of(character)
            .ok_or_else(|| Illegal::NoPartyOf { character: character.name.clone() })
    }

    /// Returns the reason if a character is not in the town (S15.9).
    fn not_in_town(&self, character: &Character) -> Option<Illegal> {
        let party = character.party.as_ref().filter(|_| !self.campaign.is_in_town(character))?;
        Some(Illegal::NotInTown { party: party.clone() })
    }

    /// Returns the reason if a party plays a scenario.
    fn playing(party: &Party) -> Option<Illegal> {
        match (party.playing, party.place) {
            (Some(_), Place::Scenario(scenario)) => {
                Some(Illegal::Playing { party: party.name.clone(), scenario })
            }
            _ => None,
        }
    }

    // Changes

    /// Makes a change and records it. Returns its index, as the parent of others.
    fn record(&mut self, kind: EventKind, cause: Cause, parent: Option<usize>) -> usize {
        self.campaign.apply(&kind);
        self.report.events.push(Event { kind, cause, parent });
        self.report.events.len() - 1
    }

    fn advise(&mut self, advice: Advice) {
        self.report.advice.push(advice);
    }

    /// Changes the gold of a character by these parts, between 0 and the maximum.
    fn change_gold(
        &mut self,
        character: &Name,
        mut parts: Vec<GoldPart>,
        cause: Cause,
        parent: Option<usize>,
    ) {
        let from = self.campaign.character(character).map_or(0, |of| of.gold);
        let asked = i32::from(from) + parts.iter().map(GoldPart::gold).sum::<i32>();
        let (to, limit) = limited(asked, Character::MAX_GOLD);
        parts.extend((limit != 0).then_some(GoldPart::Limit(limit)));
        let character = character.clone();
        self.record(EventKind::Gold { character, from, to, parts }, cause, parent);
    }

    /// Changes the experience of a character by these parts, not below `least`.
    fn change_experience(
        &mut self,
        character: &Name,
        mut parts: Vec<ExperiencePart>,
        least: u16,
        cause: Cause,
        parent: Option<usize>,
    ) {
        let from = self.campaign.character(character).map_or(0, |of| of.experience);
        let asked = i32::from(from) + parts.iter().map(ExperiencePart::experience).sum::<i32>();
        let most = i32::from(Character::MAX_EXPERIENCE);
        let to = asked.clamp(i32::from(least.min(from)), most);
        parts.extend((to != asked).then_some(ExperiencePart::Limit(to - asked)));
        let to = u16::try_from(to).unwrap_or(0);
        let character = character.clone();
        self.record(EventKind::Experience { character, from, to, parts }, cause, parent);
    }

    /// Changes the checkmarks of a character (S14.2). No perk is lost (S14.4).
    fn change_checkmarks(
        &mut self,
        character: &Name,
        asked: i32,
        cause: Cause,
        parent: Option<usize>,
    ) {
        let Some(of) = self.campaign.character(character) else { return };
        let (from, least) = (of.checkmarks, of.least_checkmarks());
        let to =
            (i32::from(from) + asked).clamp(i32::from(least), i32::from(Character::MAX_CHECKMARKS));
        self.set_checkmarks(character, u8::try_from(to).unwrap_or(from), asked, cause, parent);
    }

    fn set_checkmarks(
        &mut self,
        character: &Name,
        to: u8,
        asked: i32,
        cause: Cause,
        parent: Option<usize>,
    ) {
        let from = self.campaign.character(character).map_or(0, |of| of.checkmarks);
        let change = LimitedChange { from, to, asked };
        let event = EventKind::Checkmarks { character: character.clone(), change };
        let changed = self.record(event, cause, parent);
        let perks = |checkmarks: u8| checkmarks / Character::CHECKMARKS_PER_PERK;
        if perks(to) > perks(from) {
            let count = perks(to) - perks(from);
            let earned = EventKind::PerksEarned { character: character.clone(), count };
            self.record(earned, Cause::Rule(Rule::CheckmarkPerks), Some(changed));
        }
    }

    /// Changes the marks of prosperity, not below the present level (S14.4).
    fn change_prosperity(&mut self, asked: i32, cause: Cause, parent: Option<usize>) {
        let world = &self.campaign.world;
        let to = (i32::from(world.prosperity) + asked)
            .clamp(world.least_prosperity().into(), World::MAX_PROSPERITY.into());
        let to = u16::try_from(to).unwrap_or(world.prosperity);
        self.set_prosperity(to, asked, cause, parent);
    }

    fn set_prosperity(&mut self, to: u16, asked: i32, cause: Cause, parent: Option<usize>) {
        let (from, level) = (self.campaign.world.prosperity, self.campaign.world.level());
        let change = LimitedChange { from, to, asked };
        let changed = self.record(EventKind::Prosperity(change), cause, parent);
        self.note_level(level, Some(changed));
    }

    /// Records a change of the prosperity level, if it is no longer `from`.
    fn note_level(&mut self, from: u8, parent: Option<usize>) {
        let to = self.campaign.world.level();
        if to != from {
            let cause = Cause::Ruling(Ruling::Thresholds);
            self.record(EventKind::ProsperityLevel { from, to }, cause, parent);
        }
    }

    /// Changes the reputation of a party, between −20 and 20 (S14.4).
    fn change_reputation(&mut self, party: &Name, asked: i32, cause: Cause, parent: Option<usize>) {
        let from = self.campaign.party(party).map_or(0, |of| of.reputation);
        let most = i32::from(Party::MAX_REPUTATION);
        let to = (i32::from(from) + asked).clamp(-most, most);
        let change = LimitedChange { from, to: i8::try_from(to).unwrap_or(from), asked };
        let changed = EventKind::Reputation { party: party.clone(), change };
        let changed = self.record(changed, cause, parent);
        for mark in ReputationMark::ALL {
            let is_new = !self.campaign.world.reached.contains(&mark);
            if !is_new || !mark.is_reached_by(change.to) {
                continue;
            }
            let cause = Cause::Rule(Rule::Envelopes);
            let event = EventKind::ReputationReached { party: party.clone(), mark };
            let reached = self.record(event, cause, Some(changed));
            if let Some((city, road)) = mark.events() {
                self.add_event(EventDeck::City, city, cause, Some(reached));
                self.add_event(EventDeck::Road, road, cause, Some(reached));
            }
        }
    }

    /// Adds an event card to a deck, unless it is there.
    fn add_event(&mut self, deck: EventDeck, number: u16, cause: Cause, parent: Option<usize>) {
        if !self.campaign.world.has_event(deck, number) {
            self.record(EventKind::EventCard { deck, number, is_there: true }, cause, parent);
        }
    }

    fn unlock(&mut self, scenario: u16, cause: Cause, parent: Option<usize>) {
        let progress = self.campaign.world.scenarios.get(&scenario);
        if !progress.is_some_and(|of| of.is_unlocked) {
            self.record(EventKind::ScenarioUnlocked(scenario), cause, parent);
        }
    }

    fn find_design(&mut self, item: u16, cause: Cause, parent: Option<usize>) {
        if !self.campaign.world.designs.contains(&item) {
            self.record(EventKind::DesignFound(item), cause, parent);
        }
    }

    /// Returns the items of a character to the supply, and takes its gold.
    fn forfeit(&mut self, character: &Name, cause: Cause, parent: Option<usize>) {
        let Some(of) = self.campaign.character(character) else { return };
        let (items, gold) = (of.items.clone(), of.gold);
        for item in items {
            let event = EventKind::Item { character: character.clone(), item, has: false };
            self.record(event, cause, parent);
        }
        if gold > 0 {
            self.change_gold(character, vec![GoldPart::Forfeited(gold)], cause, parent);
        }
    }
}

/// Returns a sum between 0 and `most`, and the difference to the sum.
fn limited(asked: i32, most: u16) -> (u16, i32) {
    let to = asked.clamp(0, most.into());
    (u16::try_from(to).unwrap_or(0), to - asked)
}

/// Checks a name that an action introduces.
fn check_name(name: &Name) -> Result<(), Illegal> {
    let text = name.as_str();
    let is_separator = |c: char| c.is_control() || matches!(c, ',' | ':' | ';' | '"');
    let count = text.chars().count();
    if count == 0 || count > Name::MAX_CHARS || text.contains(is_separator) {
        return Err(Illegal::BadName { name: name.clone() });
    }
    Ok(())
}

/// Checks words of the players.
fn check_words(words: &str, most: usize) -> Result<(), Refusal> {
    let count = words.chars().count();
    if words.trim().is_empty() || words.trim() != words || count > most {
        return Err(Illegal::BadWords.into());
    }
    if words.contains(char::is_control) {
        return Err(Illegal::BadWords.into());
    }
    Ok(())
}

/// Returns the reason if the number of an event card, a quest or an item is impossible.
fn bad_number(number: CampaignNumber, amount: u16) -> Option<Illegal> {
    Illegal::out_of_bounds(number, amount, 1, World::MAX_CARD)
}
