//! The end of a character: retirement and death (S14.7, S16.7, S16.8).

use super::{Transition, check_name};
use crate::action::RetirementEntry;
use crate::character::CharacterState;
use crate::event::{Cause, EventKind};
use crate::facts::{ItemFacts, ScenarioFacts};
use crate::illegal::{CampaignNumber, Illegal, Refusal};
use crate::name::Name;
use crate::rulebook::Rule;

impl Transition {
    /// Retires a character, with everything that follows (S14.7, S16.7).
    pub(super) fn retire(&mut self, retirement: &RetirementEntry) -> Result<(), Refusal> {
        let RetirementEntry { character, envelope, design, scenario } = retirement;
        check_name(envelope)?;
        let of = self.active(character)?;
        let (name, class, quest) = (of.name.clone(), of.class.clone(), of.quest);
        let is_open = self.campaign.world.envelopes.contains(envelope);
        let mut reasons: Vec<Illegal> = self.not_in_town(of).into_iter().collect();
        if quest.is_none() {
            reasons.push(Illegal::NoQuest { character: name.clone() });
        } else if !of.is_quest_fulfilled {
            reasons.push(Illegal::NotFulfilled { character: name.clone() });
        }
        let known = quest.and_then(|quest| self.campaign.world.quests.get(&quest));
        if let Some((quest, printed)) =
            known.and_then(|of| Some((of.number, of.envelope.as_ref()?)))
            && printed != envelope
        {
            reasons.push(Illegal::OtherEnvelope { quest, envelope: printed.clone() });
        }
        if !is_open && (design.is_some() || scenario.is_some()) {
            reasons.push(Illegal::EnvelopeInstead { envelope: envelope.clone() });
        }
        let (item, most) = (CampaignNumber::Item, ItemFacts::MAX_NUMBER);
        reasons.extend(design.and_then(|of| Illegal::out_of_bounds(item, of, 1, most)));
        let (number, most) = (CampaignNumber::Scenario, ScenarioFacts::MAX_NUMBER);
        reasons.extend(scenario.and_then(|of| Illegal::out_of_bounds(number, of, 1, most)));
        self.judge(reasons)?;

        let retiring = Cause::Rule(Rule::Retirement);
        let state = CharacterState::Retired;
        let event = EventKind::Gone { character: name.clone(), state };
        let gone = Some(self.record(event, self.by(Rule::Quests), None));
        self.forfeit(&name, retiring, gone);
        self.change_prosperity(1, retiring, gone);
        let quests = Cause::Rule(Rule::Quests);
        if let Some(quest) = quest {
            self.record(EventKind::QuestGone(quest), quests, gone);
        }
        if !is_open {
            let envelope = envelope.clone();
            let event =
                EventKind::EnvelopeOpened { envelope, mark: None, is_first_retirement: false };
            self.record(event, quests, gone);
        }
        let random = Cause::Rule(Rule::RandomRewards);
        if let Some(item) = *design {
            self.find_design(item, random, gone);
        }
        if let Some(scenario) = *scenario {
            self.unlock(scenario, random, gone);
        }
        if !self.campaign.world.class(&class).is_some_and(|of| of.has_retired) {
            let event = EventKind::FirstRetirement { class: class.clone() };
            let first = Some(self.record(event, quests, gone));
            self.add_class_events(&class, first);
        }
        Ok(())
    }

    /// Records that a character has died for good (S13.2, S16.8).
    pub(super) fn die(&mut self, name: &Name) -> Result<(), Refusal> {
        let of = self.active(name)?;
        let (name, has_quest) = (of.name.clone(), of.quest.is_some());
        let mut reasons = Vec::new();
        if !self.campaign.world.permanent_death {
            reasons.push(Illegal::NoPermanentDeath);
        }
        self.judge(reasons)?;
        let state = CharacterState::Dead;
        let event = EventKind::Gone { character: name.clone(), state };
        let gone = Some(self.record(event, self.by(Rule::PermanentDeath), None));
        let deaths = Cause::Rule(Rule::Deaths);
        self.forfeit(&name, deaths, gone);
        if has_quest {
            let event = EventKind::QuestKept { character: name, quest: None };
            self.record(event, deaths, gone);
        }
        Ok(())
    }
}
