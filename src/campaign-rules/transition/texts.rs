//! The effects of event cards, rewards and other texts (S12.5, S14.4, S15.3, S15.6).

use super::facts::too_many;
use super::{Transition, bad_number, check_name, check_words};
use crate::consequence::{Consequence, Recipient};
use crate::event::{Cause, EventKind, ExperiencePart, GoldPart};
use crate::facts::{ItemFacts, ScenarioFacts};
use crate::illegal::{CampaignNumber, Illegal, Refusal};
use crate::name::Name;
use crate::rulebook::Rule;
use crate::world::{EventDeck, GlobalAchievement, World};

impl Transition {
    /// Carries out effects that belong to no event card and no scenario.
    pub(super) fn other_consequences(
        &mut self,
        party: Option<&Name>,
        consequences: &[Consequence],
    ) -> Result<(), Refusal> {
        let party = party.map(|name| self.party(name).map(|of| of.name.clone())).transpose()?;
        let each: Vec<Name> = party
            .iter()
            .flat_map(|name| self.campaign.members(name))
            .map(|of| of.name.clone())
            .collect();
        self.carry_out(party.as_ref(), &each, consequences, None)
    }

    /// Carries out effects in order. `each` are the characters that an effect for each is for.
    pub(super) fn carry_out(
        &mut self,
        party: Option<&Name>,
        each: &[Name],
        consequences: &[Consequence],
        parent: Option<usize>,
    ) -> Result<(), Refusal> {
        self.judge(too_many(consequences.len(), Consequence::MAX_LISTED).into_iter().collect())?;
        for consequence in consequences {
            self.carry_out_one(party, each, consequence, parent)?;
        }
        Ok(())
    }

    #[expect(clippy::too_many_lines, reason = "one arm for each effect")]
    fn carry_out_one(
        &mut self,
        party: Option<&Name>,
        each: &[Name],
        consequence: &Consequence,
        parent: Option<usize>,
    ) -> Result<(), Refusal> {
        let players = Cause::Players;
        let small = |number, amount: i8| {
            let most = Consequence::MAX_SMALL_AMOUNT;
            let reason = Illegal::out_of_bounds(number, amount, -most, most);
            Refusal::if_any(reason.into_iter().collect())
        };
        let large = |number, amount: i16| {
            let most = Consequence::MAX_AMOUNT;
            let reason = Illegal::out_of_bounds(number, amount, -most, most);
            Refusal::if_any(reason.into_iter().collect())
        };
        match consequence {
            Consequence::Reputation(amount) => {
                small(CampaignNumber::Reputation, *amount)?;
                let party = party.ok_or(Illegal::PartyMissing)?;
                self.change_reputation(party, (*amount).into(), players, parent);
            }
            Consequence::Prosperity(amount) => {
                small(CampaignNumber::Prosperity, *amount)?;
                self.change_prosperity((*amount).into(), players, parent);
            }
            Consequence::Gold { of, amount } => {
                large(CampaignNumber::Gold, *amount)?;
                for name in self.recipients(party, each, of)? {
                    self.change_gold(&name, vec![GoldPart::Text(*amount)], players, parent);
                }
            }
            Consequence::GoldTogether { amount, shares } => {
                large(CampaignNumber::Gold, *amount)?;
                self.divide_gold(party, each, *amount, shares, parent)?;
            }
            Consequence::Experience { of, amount } => {
                large(CampaignNumber::Experience, *amount)?;
                for name in self.recipients(party, each, of)? {
                    let least = self.active(&name)?.least_experience();
                    let text = vec![ExperiencePart::Text(*amount)];
                    self.change_experience(&name, text, least, players, parent);
                }
            }
            Consequence::Checkmarks { of, amount } => {
                small(CampaignNumber::Checkmarks, *amount)?;
                for name in self.recipients(party, each, of)? {
                    self.change_checkmarks(&name, (*amount).into(), players, parent);
                }
            }
            Consequence::Item { of, item, has: true } => self.gain_item(of, *item, parent)?,
            Consequence::Item { of, item, has: false } => {
                let name = self.active(of)?.name.clone();
                if !self.active(of)?.items.contains(item) {
                    return Err(Illegal::NotOwned { character: name, item: *item }.into());
                }
                let event = EventKind::Item { character: name, item: *item, has: false };
                self.record(event, players, parent);
            }
            Consequence::Design(item) => {
                let most = ItemFacts::MAX_NUMBER;
                let reason = Illegal::out_of_bounds(CampaignNumber::Item, *item, 1, most);
                self.judge(reason.into_iter().collect())?;
                self.find_design(*item, Cause::Rule(Rule::RandomRewards), parent);
            }
            Consequence::Global { achievement, has: true } => {
                self.gain_global(achievement, parent)?;
            }
            Consequence::Global { achievement, has: false } => {
                let GlobalAchievement { kind, name } = achievement;
                let mut there = self.campaign.world.achievements.iter();
                let found =
                    there.find(|of| of.name == *name && (kind.is_none() || of.kind == *kind));
                let achievement =
                    found.cloned().ok_or_else(|| Illegal::NoAchievement { name: name.clone() })?;
                self.record(EventKind::Global { achievement, has: false }, players, parent);
            }
            Consequence::PartyAchievement { name, has } => {
                check_name(name)?;
                let of = self.party(party.ok_or(Illegal::PartyMissing)?)?;
                if !has && !of.has_achievement(name) {
                    return Err(Illegal::NoAchievement { name: name.clone() }.into());
                }
                let (party, name, has) = (of.name.clone(), name.clone(), *has);
                let event = EventKind::PartyAchievement { party: party.clone(), name, has };
                let gained = self.record(event, players, parent);
                self.add_drake_events(&party, gained);
            }
            Consequence::Unlock(scenario) => {
                let most = ScenarioFacts::MAX_NUMBER;
                let reason = Illegal::out_of_bounds(CampaignNumber::Scenario, *scenario, 1, most);
                self.judge(reason.into_iter().collect())?;
                self.unlock(*scenario, players, parent);
            }
            Consequence::AddEvent { deck, number } => {
                self.judge(bad_number(CampaignNumber::EventCard, *number).into_iter().collect())?;
                for of in EventDeck::ALL {
                    if deck.is_none_or(|deck| deck == of) {
                        self.add_event(of, *number, Cause::Rule(Rule::EventCards), parent);
                    }
                }
            }
            Consequence::Words(words) => {
                check_words(words, Consequence::MAX_WORDS)?;
                self.record(EventKind::Words(words.clone()), players, parent);
            }
        }
        Ok(())
    }

    /// Returns the characters that an effect is for.
    fn recipients(
        &self,
        party: Option<&Name>,
        each: &[Name],
        of: &Recipient,
    ) -> Result<Vec<Name>, Illegal> {
        match of {
            Recipient::Each if party.is_none() => Err(Illegal::PartyMissing),
            Recipient::Each => Ok(each.to_vec()),
            Recipient::One(name) => Ok(vec![self.active(name)?.name.clone()]),
        }
    }

    /// Gives an item to a character without payment (S12.5, S16.5).
    fn gain_item(&mut self, of: &Name, item: u16, parent: Option<usize>) -> Result<(), Refusal> {
        let character = self.active(of)?;
        let name = character.name.clone();
        let mut reasons = Vec::new();
        if character.items.contains(&item) {
            reasons.push(Illegal::OwnsItem { character: name.clone(), item });
        }
        if !self.campaign.world.items.contains_key(&item) {
            reasons.push(Illegal::UnknownItem { item });
        }
        reasons.extend(character.party.as_ref().and_then(|party| self.no_copy(party, item)));
        self.judge(reasons)?;
        let event = EventKind::Item { character: name, item, has: true };
        self.record(event, Cause::Players, parent);
        Ok(())
    }

    /// Gains a global achievement, which replaces the others of its type (S15.3).
    fn gain_global(
        &mut self,
        achievement: &GlobalAchievement,
        parent: Option<usize>,
    ) -> Result<(), Refusal> {
        check_name(&achievement.name)?;
        achievement.kind.as_ref().map_or(Ok(()), check_name)?;
        let replaced: Vec<GlobalAchievement> = self
            .campaign
            .world
            .achievements
            .iter()
            .filter(|of| achievement.kind.is_some() && of.kind == achievement.kind)
            .cloned()
            .collect();
        let event = EventKind::Global { achievement: achievement.clone(), has: true };
        let gained = Some(self.record(event, Cause::Players, parent));
        for achievement in replaced {
            // Applied in this order, the first of two equal ones goes, which is the older one.
            let event = EventKind::Global { achievement, has: false };
            self.record(event, Cause::Rule(Rule::Achievements), gained);
        }
        Ok(())
    }

    /// Adds the event cards of both achievements about the Drake, once (S15.7).
    fn add_drake_events(&mut self, party: &Name, parent: usize) {
        let has_both = self
            .campaign
            .party(party)
            .is_some_and(|of| World::DRAKE.iter().all(|name| of.has_achievement(&Name::new(name))));
        if !has_both || self.campaign.world.drake_events_added {
            return;
        }
        let cause = Cause::Rule(Rule::Envelopes);
        let event = EventKind::DrakeEventsAdded { party: party.clone() };
        let added = Some(self.record(event, cause, Some(parent)));
        let (city, road) = World::DRAKE_EVENTS;
        self.add_event(EventDeck::City, city, cause, added);
        self.add_event(EventDeck::Road, road, cause, added);
    }
}
