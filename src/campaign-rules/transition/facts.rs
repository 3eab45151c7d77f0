//! The facts of the box that the owner types, open classes, envelopes and corrections.

use super::{Transition, bad_number, check_name, check_words};
use crate::action::{Correction, EnvelopeReason};
use crate::character::Character;
use crate::class::{Class, ClassFacts, ClassPerk};
use crate::consequence::Consequence;
use crate::event::{Cause, EventKind, ExperiencePart, GoldPart};
use crate::facts::{ItemFacts, QuestFacts, ScenarioFacts};
use crate::illegal::{CampaignNumber, Illegal, Refusal};
use crate::name::Name;
use crate::party::Party;
use crate::rulebook::Rule;
use crate::world::{EventDeck, ReputationMark, World};

impl Transition {
    pub(super) fn enter_class(&mut self, facts: &ClassFacts) -> Result<(), Refusal> {
        check_name(&facts.name)?;
        let mut reasons = Vec::new();
        let hand = facts.hand.into_iter();
        reasons.extend(
            hand.filter_map(|of| Illegal::out_of_bounds(CampaignNumber::HandSize, of, 2, 20)),
        );
        for points in facts.hit_points.into_iter().flatten() {
            reasons.extend(Illegal::out_of_bounds(CampaignNumber::HitPoints, points, 1, 99));
        }
        for number in facts.opening_event.into_iter().chain(facts.retirement_event) {
            reasons.extend(bad_number(CampaignNumber::EventCard, number));
        }
        self.judge(reasons)?;
        let entered = EventKind::ClassEntered(Box::new(self.with_known(facts)));
        let entered = self.record(entered, Cause::Players, None);
        self.add_class_events(&facts.name, Some(entered));
        Ok(())
    }

    /// Returns facts of a class, with those that are known already and not stated now.
    fn with_known(&self, facts: &ClassFacts) -> ClassFacts {
        let Some(class) = self.campaign.world.class(&facts.name) else { return facts.clone() };
        let known = &class.facts;
        ClassFacts {
            name: known.name.clone(),
            hand: facts.hand.or(known.hand),
            hit_points: facts.hit_points.or(known.hit_points),
            opening_event: facts.opening_event.or(known.opening_event),
            retirement_event: facts.retirement_event.or(known.retirement_event),
        }
    }

    /// Adds the event cards of a class that are due and whose number is known (S16.7).
    pub(super) fn add_class_events(&mut self, name: &Name, parent: Option<usize>) {
        let Some(class) = self.campaign.world.class(name) else { return };
        let is_unlocked = class.is_open && class.envelope.is_some();
        let opening = class.facts.opening_event.filter(|_| is_unlocked);
        let opening = opening.filter(|_| !class.added.opening);
        let retirement = class.facts.retirement_event.filter(|_| class.has_retired);
        let retirement = retirement.filter(|_| !class.added.retirement);
        for (number, is_retirement) in [(opening, false), (retirement, true)] {
            let Some(number) = number else { continue };
            let cause = Cause::Rule(Rule::Quests);
            let event = EventKind::ClassEventsAdded { class: name.clone(), is_retirement };
            let added = self.record(event, cause, parent);
            for deck in EventDeck::ALL {
                self.add_event(deck, number, cause, Some(added));
            }
        }
    }

    pub(super) fn enter_perks(&mut self, name: &Name, perks: &[ClassPerk]) -> Result<(), Refusal> {
        check_name(name)?;
        let mut reasons: Vec<Illegal> =
            too_many(perks.len(), ClassPerk::MAX_LISTED).into_iter().collect();
        for (at, perk) in perks.iter().enumerate() {
            check_words(&perk.words, Character::MAX_PERK_CHARS)?;
            let (number, most) = (CampaignNumber::PerkTimes, ClassPerk::MAX_TIMES);
            reasons.extend(Illegal::out_of_bounds(number, perk.times, 1, most));
            if perks[..at].iter().any(|of| of.is(&perk.words)) {
                reasons.push(Illegal::SamePerk { perk: perk.words.clone() });
            }
        }
        self.judge(reasons)?;
        let class = self.campaign.world.class(name).map_or(name, |class| &class.facts.name).clone();
        let entered = EventKind::PerksEntered { class, perks: perks.to_vec() };
        self.record(entered, Cause::Players, None);
        Ok(())
    }

    pub(super) fn enter_quest(&mut self, facts: &QuestFacts) -> Result<(), Refusal> {
        facts.title.as_ref().map_or(Ok(()), check_name)?;
        facts.envelope.as_ref().map_or(Ok(()), check_name)?;
        self.judge(bad_number(CampaignNumber::Quest, facts.number).into_iter().collect())?;
        self.record(EventKind::QuestEntered(Box::new(facts.clone())), Cause::Players, None);
        Ok(())
    }

    /// Opens a class for new characters (S16.1).
    pub(super) fn open_class(
        &mut self,
        name: &Name,
        envelope: Option<&Name>,
    ) -> Result<(), Refusal> {
        check_name(name)?;
        let world = &self.campaign.world;
        let mut reasons = Vec::new();
        if world.class(name).is_some_and(|class| class.is_open) {
            reasons.push(Illegal::ClassOpen { class: name.clone() });
        }
        if let Some(envelope) = envelope {
            check_name(envelope)?;
            if !world.envelopes.contains(envelope) {
                reasons.push(Illegal::EnvelopeClosed { envelope: envelope.clone() });
            }
        } else {
            let first = world.classes.iter().filter(|of| of.is_open && of.envelope.is_none());
            let open: Vec<Name> = first.map(|class| class.facts.name.clone()).collect();
            if open.len() >= Class::OPEN_AT_FIRST {
                reasons.push(Illegal::SixClasses { class: name.clone(), open });
            }
        }
        self.judge(reasons)?;
        let rule = if envelope.is_some() { Rule::Envelopes } else { Rule::NewCharacters };
        let event = EventKind::ClassOpened { class: name.clone(), envelope: envelope.cloned() };
        let opened = self.record(event, self.by(rule), None);
        self.add_class_events(name, Some(opened));
        Ok(())
    }

    pub(super) fn enter_item(&mut self, facts: &ItemFacts) -> Result<(), Refusal> {
        facts.title.as_ref().map_or(Ok(()), check_name)?;
        let bounds = [
            (CampaignNumber::Item, facts.number, 1, ItemFacts::MAX_NUMBER),
            (CampaignNumber::Price, facts.price, 0, ItemFacts::MAX_PRICE),
            (CampaignNumber::Copies, facts.copies.into(), 1, ItemFacts::MAX_COPIES.into()),
        ];
        let mut reasons: Vec<Illegal> = bounds
            .into_iter()
            .filter_map(|(of, amount, least, most)| Illegal::out_of_bounds(of, amount, least, most))
            .collect();
        for party in &self.campaign.parties {
            let owners = self.campaign.owners(&party.name, facts.number);
            let owners: Vec<Name> = owners.map(|of| of.name.clone()).collect();
            if owners.len() > usize::from(facts.copies) {
                let (item, copies) = (facts.number, facts.copies);
                reasons.push(Illegal::NoCopy { item, copies, owners });
            }
        }
        self.judge(reasons)?;
        self.record(EventKind::ItemEntered(Box::new(facts.clone())), Cause::Players, None);
        Ok(())
    }

    pub(super) fn enter_scenario(&mut self, facts: &ScenarioFacts) -> Result<(), Refusal> {
        let most = ScenarioFacts::MAX_NUMBER;
        let numbers = std::iter::once(&facts.number).chain(&facts.links);
        let mut reasons: Vec<Illegal> = numbers
            .filter_map(|&of| Illegal::out_of_bounds(CampaignNumber::Scenario, of, 1, most))
            .collect();
        for count in [facts.links.len(), facts.requirements.len()] {
            reasons.extend(too_many(count, ScenarioFacts::MAX_LISTED));
        }
        for requirement in &facts.requirements {
            reasons.extend(check_name(&requirement.achievement).err());
        }
        self.judge(reasons)?;
        self.record(EventKind::ScenarioEntered(Box::new(facts.clone())), Cause::Players, None);
        Ok(())
    }

    pub(super) fn enter_donation_track(&mut self, sums: &[u16]) -> Result<(), Refusal> {
        let mut reasons: Vec<Illegal> = sums
            .iter()
            .filter_map(|&sum| {
                Illegal::out_of_bounds(CampaignNumber::Sums, sum, 10, World::MAX_DONATED)
            })
            .collect();
        reasons.extend(too_many(sums.len(), 100));
        if sums.is_empty() || !sums.is_sorted_by(|a, b| a < b) {
            reasons.push(Illegal::NotAscending { number: CampaignNumber::Sums });
        }
        self.judge(reasons)?;
        self.record(EventKind::DonationTrack(sums.to_vec()), Cause::Players, None);
        Ok(())
    }

    pub(super) fn set_thresholds(&mut self, thresholds: [u16; 8]) -> Result<(), Refusal> {
        let number = CampaignNumber::Thresholds;
        let mut reasons: Vec<Illegal> = thresholds
            .iter()
            .filter_map(|&of| Illegal::out_of_bounds(number, of, 1, World::MAX_PROSPERITY))
            .collect();
        if !thresholds.is_sorted_by(|a, b| a < b) {
            reasons.push(Illegal::NotAscending { number });
        }
        self.judge(reasons)?;
        let level = self.campaign.world.level();
        let changed = self.record(EventKind::Thresholds(thresholds), Cause::Players, None);
        self.note_level(level, Some(changed));
        Ok(())
    }

    pub(super) fn set_price_steps(&mut self, steps: [i8; 5]) -> Result<(), Refusal> {
        let number = CampaignNumber::PriceSteps;
        let mut reasons: Vec<Illegal> = steps
            .iter()
            .filter_map(|&of| Illegal::out_of_bounds(number, of, 1, Party::MAX_REPUTATION))
            .collect();
        if !steps.is_sorted_by(|a, b| a < b) {
            reasons.push(Illegal::NotAscending { number });
        }
        self.judge(reasons)?;
        self.record(EventKind::PriceSteps(steps), Cause::Players, None);
        Ok(())
    }

    pub(super) fn set_small_items(&mut self, limits: [u8; 9]) -> Result<(), Refusal> {
        let number = CampaignNumber::SmallItems;
        let most = World::MAX_SMALL_ITEMS;
        let outside = |&of: &u8| Illegal::out_of_bounds(number, of, 0, most);
        let mut reasons: Vec<Illegal> = limits.iter().filter_map(outside).collect();
        if !limits.is_sorted() {
            reasons.push(Illegal::NotAscending { number });
        }
        self.judge(reasons)?;
        self.record(EventKind::SmallItems(limits), Cause::Players, None);
        Ok(())
    }

    /// Opens an envelope, if its condition is met (S15.7).
    pub(super) fn open_envelope(
        &mut self,
        envelope: &Name,
        reason: &EnvelopeReason,
    ) -> Result<(), Refusal> {
        check_name(envelope)?;
        let world = &self.campaign.world;
        let mut reasons = Vec::new();
        if world.envelopes.contains(envelope) {
            reasons.push(Illegal::EnvelopeOpen { envelope: envelope.clone() });
        }
        let mut mark = None;
        match reason {
            EnvelopeReason::Printed => reasons.extend(self.printed_condition(envelope)),
            EnvelopeReason::Reputation(reputation) => {
                let of = ReputationMark(*reputation);
                let is_open = world.reputation_envelopes.contains(&of);
                let has_envelope = ReputationMark::ALL.contains(&of) && of.events().is_none();
                if is_open || !has_envelope || !world.reached.contains(&of) {
                    let reputation = *reputation;
                    reasons.push(Illegal::ReputationMissing { reputation, is_open });
                }
                mark = has_envelope.then_some(of);
            }
            EnvelopeReason::FirstRetirement => {
                if !world.classes.iter().any(|class| class.has_retired) {
                    reasons.push(Illegal::NobodyRetired);
                }
                if world.first_retirement_opened {
                    reasons.push(Illegal::FirstRetirementOpened);
                }
            }
            EnvelopeReason::Words(words) => {
                check_words(words, Consequence::MAX_WORDS)?;
            }
        }
        self.judge(reasons)?;
        let cause = match reason {
            EnvelopeReason::Words(_) => Cause::Players,
            _ => self.by(Rule::Envelopes),
        };
        let is_first_retirement = *reason == EnvelopeReason::FirstRetirement;
        let envelope = envelope.clone();
        let opened = EventKind::EnvelopeOpened { envelope, mark, is_first_retirement };
        let opened = self.record(opened, cause, None);
        if let EnvelopeReason::Words(words) = reason {
            self.record(EventKind::Words(words.clone()), Cause::Players, Some(opened));
        }
        Ok(())
    }

    /// Returns the reason if the printed condition of an envelope is not met.
    fn printed_condition(&self, envelope: &Name) -> Option<Illegal> {
        let world = &self.campaign.world;
        if *envelope == Name::new(World::TECHNOLOGY_ENVELOPE) {
            let count = world.achievement_count(&Name::new(World::TECHNOLOGY));
            let is_met = count >= World::TECHNOLOGY_GOAL;
            return (!is_met).then_some(Illegal::Technology { count });
        }
        if *envelope == Name::new(World::DONATION_ENVELOPE) {
            let donated = world.donated;
            let is_met = donated >= World::DONATION_GOAL;
            return (!is_met).then_some(Illegal::TooFewDonations { donated });
        }
        Some(Illegal::NoCondition { envelope: envelope.clone() })
    }

    /// Sets a number as it is at the table.
    pub(super) fn correct(&mut self, correction: &Correction) -> Result<(), Refusal> {
        let players = Cause::Players;
        let within = |number, to: i64, least: i64, most: i64| {
            Refusal::if_any(Illegal::out_of_bounds(number, to, least, most).into_iter().collect())
        };
        match correction {
            Correction::Prosperity(to) => {
                let most: i64 = World::MAX_PROSPERITY.into();
                within(CampaignNumber::Prosperity, (*to).into(), 0, most)?;
                let asked = i32::from(*to) - i32::from(self.campaign.world.prosperity);
                self.set_prosperity(*to, asked, players, None);
            }
            Correction::Donations(to) => {
                within(CampaignNumber::Donations, (*to).into(), 0, World::MAX_DONATED.into())?;
                let from = self.campaign.world.donated;
                self.record(EventKind::Donations { from, to: *to }, players, None);
            }
            Correction::Reputation { party, to } => {
                let most: i64 = Party::MAX_REPUTATION.into();
                within(CampaignNumber::Reputation, (*to).into(), -most, most)?;
                let asked = i32::from(*to) - i32::from(self.party(party)?.reputation);
                self.change_reputation(party, asked, players, None);
            }
            Correction::Gold { character, to } => {
                within(CampaignNumber::Gold, (*to).into(), 0, Character::MAX_GOLD.into())?;
                let by = i32::from(*to) - i32::from(self.active(character)?.gold);
                self.change_gold(character, vec![GoldPart::Correction(by)], players, None);
            }
            Correction::Experience { character, to } => {
                let most: i64 = Character::MAX_EXPERIENCE.into();
                within(CampaignNumber::Experience, (*to).into(), 0, most)?;
                let by = i32::from(*to) - i32::from(self.active(character)?.experience);
                let parts = vec![ExperiencePart::Correction(by)];
                self.change_experience(character, parts, 0, players, None);
            }
            Correction::Level { character, to } => {
                let most: i64 = Character::MAX_LEVEL.into();
                within(CampaignNumber::CharacterLevel, (*to).into(), 1, most)?;
                self.active(character)?;
                self.set_level(character, *to, players, None);
            }
            Correction::Checkmarks { character, to } => {
                let most: i64 = Character::MAX_CHECKMARKS.into();
                within(CampaignNumber::Checkmarks, (*to).into(), 0, most)?;
                let asked = i32::from(*to) - i32::from(self.active(character)?.checkmarks);
                self.set_checkmarks(character, *to, asked, players, None);
            }
        }
        Ok(())
    }
}

/// Returns the reason if a list is too long.
pub(super) fn too_many(count: usize, most: usize) -> Option<Illegal> {
    let count = i64::try_from(count).unwrap_or(i64::MAX);
    let most = i64::try_from(most).unwrap_or(i64::MAX);
    Illegal::out_of_bounds(CampaignNumber::Listed, count, 0, most)
}
