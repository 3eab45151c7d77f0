//! New characters, levels, cards, perks and personal quests (S14.1, S14.2, S16.1, S16.2).

use std::collections::BTreeSet;

use scenario_rules::levels::NewCharacter;

use super::{Transition, bad_number, check_name, check_words};
use crate::action::NewCharacterEntry;
use crate::character::{Character, CharacterState, ChosenCard, least_experience};
use crate::event::{Cause, EventKind, ExperiencePart, GoldPart};
use crate::illegal::{CampaignNumber, Illegal, Refusal};
use crate::name::Name;
use crate::rulebook::Rule;

/// The words for every member of a party and for all of them together, which are no names of a
/// character.
pub const GROUPS: [&str; 2] = ["each", "together"];

impl Transition {
    /// Creates a character, idle in the town, with the gold and experience of its level (S14.1).
    pub(super) fn create_character(&mut self, new: &NewCharacterEntry) -> Result<(), Refusal> {
        check_name(&new.name)?;
        if GROUPS.iter().any(|group| new.name == Name::new(group)) {
            return Err(Illegal::BadName { name: new.name.clone() }.into());
        }
        if self.campaign.character(&new.name).is_some() {
            return Err(Illegal::SameCharacter { character: new.name.clone() }.into());
        }
        let world = &self.campaign.world;
        let mut reasons = Vec::new();
        let number = CampaignNumber::CharacterLevel;
        reasons.extend(Illegal::out_of_bounds(number, new.level, 1, Character::MAX_LEVEL));
        let prosperity = world.level();
        if new.level > prosperity {
            reasons.push(Illegal::AboveProsperity { level: new.level, prosperity });
        }
        if !world.class(&new.class).is_some_and(|class| class.is_open) {
            let open = world.classes.iter().filter(|class| class.is_open);
            reasons.push(Illegal::ClassClosed {
                class: new.class.clone(),
                open: open.map(|class| class.facts.name.clone()).collect(),
            });
        }
        reasons.extend(new.quest.into_iter().flat_map(|quest| self.quest_problems(quest)));
        self.judge(reasons)?;
        let class = world.class(&new.class).map_or(&new.class, |class| &class.facts.name).clone();
        let created = Character {
            name: new.name.clone(),
            class,
            state: CharacterState::Active,
            party: None,
            level: new.level,
            experience: 0,
            gold: 0,
            checkmarks: 0,
            cards: Vec::new(),
            perks: Vec::new(),
            items: BTreeSet::new(),
            equipped: BTreeSet::new(),
            hand: None,
            battle_goal: None,
            quest: new.quest,
            is_quest_fulfilled: false,
            has_donated: false,
            bless_cards: 0,
        };
        let created = EventKind::CharacterCreated(Box::new(created));
        let created = Some(self.record(created, self.by(Rule::NewCharacters), None));
        let Ok(NewCharacter { level, experience, gold }) =
            NewCharacter::new(new.level, Character::MAX_LEVEL)
        else {
            // The level is within its bounds.
            return Ok(());
        };
        let cause = Cause::Rule(Rule::Levels);
        let parts = vec![ExperiencePart::Start { level, experience }];
        self.change_experience(&new.name, parts, 0, cause, created);
        self.change_gold(&new.name, vec![GoldPart::Start { level, gold }], cause, created);
        Ok(())
    }

    /// Returns the reasons against a quest (S16.1, S16.7).
    fn quest_problems(&self, quest: u16) -> Vec<Illegal> {
        let mut reasons: Vec<Illegal> =
            bad_number(CampaignNumber::Quest, quest).into_iter().collect();
        if self.campaign.world.quests_gone.contains(&quest) {
            reasons.push(Illegal::QuestGone { quest });
        }
        let holds = |of: &&Character| of.state == CharacterState::Active && of.quest == Some(quest);
        let holder = self.campaign.characters.iter().find(holds);
        reasons.extend(holder.map(|of| Illegal::QuestTaken { quest, by: of.name.clone() }));
        reasons
    }

    /// Raises a character by one level (S14.1, S16.2).
    pub(super) fn level_up(&mut self, name: &Name) -> Result<(), Refusal> {
        let of = self.active(name)?;
        let name = of.name.clone();
        if of.level >= Character::MAX_LEVEL {
            return Err(Illegal::HighestLevel { character: name }.into());
        }
        let (level, experience) = (of.level + 1, of.experience);
        let needed = least_experience(level);
        let prosperity = self.campaign.world.level();
        let mut reasons: Vec<Illegal> = self.not_in_town(of).into_iter().collect();
        let (cards, perks) = (of.open_cards(), of.open_perks());
        if cards + perks > 0 {
            reasons.push(Illegal::StepsOpen { character: name.clone(), cards, perks });
        }
        if experience < needed && prosperity < level {
            reasons.push(Illegal::TooLittleExperience {
                character: name.clone(),
                level,
                experience,
                needed,
                prosperity,
            });
        }
        self.judge(reasons)?;
        let cause = self.by(Rule::Levels);
        let mut parent = None;
        if experience < needed && prosperity >= level {
            let missing = needed - experience;
            let part = ExperiencePart::Prosperity { level, experience: missing };
            self.change_experience(&name, vec![part], 0, cause, None);
            parent = Some(self.report.events.len() - 1);
        }
        self.set_level(&name, level, cause, parent);
        Ok(())
    }

    /// Sets the level of a character, with its hit points if they are known.
    pub(super) fn set_level(&mut self, name: &Name, to: u8, cause: Cause, parent: Option<usize>) {
        let Some(of) = self.campaign.character(name) else { return };
        let class = self.campaign.world.class(&of.class);
        let points = class.and_then(|class| class.facts.hit_points);
        let hit_points = points.and_then(|of| of.get(usize::from(to) - 1).copied());
        let (character, from) = (of.name.clone(), of.level);
        self.record(EventKind::Level { character, from, to, hit_points }, cause, parent);
    }

    /// Chooses the card of a level (S16.2).
    pub(super) fn choose_card(
        &mut self,
        name: &Name,
        title: &Name,
        level: u8,
    ) -> Result<(), Refusal> {
        check_name(title)?;
        let of = self.active(name)?;
        let name = of.name.clone();
        let number = CampaignNumber::CardLevel;
        let mut reasons: Vec<Illegal> =
            Illegal::out_of_bounds(number, level, 2, Character::MAX_LEVEL).into_iter().collect();
        if of.cards.iter().any(|card| card.title == *title) {
            let (character, title) = (name.clone(), title.clone());
            reasons.push(Illegal::HasCard { character, title });
        }
        match of.next_card_level() {
            None => reasons.push(Illegal::NoCardOpen { character: name.clone() }),
            Some(most) if level > most => {
                reasons.push(Illegal::CardTooHigh { title: title.clone(), level, most });
            }
            Some(_) => {}
        }
        self.judge(reasons)?;
        let card = ChosenCard { title: title.clone(), level };
        let event = EventKind::CardChosen { character: name, card };
        self.record(event, self.by(Rule::LevelSteps), None);
        Ok(())
    }

    /// Takes a perk that a level or three checkmarks made (S14.2, S16.2).
    pub(super) fn take_perk(&mut self, name: &Name, perk: &str) -> Result<(), Refusal> {
        check_words(perk, Character::MAX_PERK_CHARS)?;
        let of = self.active(name)?;
        let (name, checkmarks) = (of.name.clone(), of.checkmarks);
        let mut reasons = Vec::new();
        if of.open_perks() == 0 {
            reasons.push(Illegal::NoPerkOpen { character: name.clone(), checkmarks });
        }
        reasons.extend(self.perk_problem(of, perk));
        let is_of_level = of.perks.len() < usize::from(of.level - 1);
        let rule = if is_of_level { Rule::LevelSteps } else { Rule::CheckmarkPerks };
        self.judge(reasons)?;
        let event = EventKind::PerkTaken { character: name, perk: perk.to_owned() };
        self.record(event, self.by(rule), None);
        Ok(())
    }

    /// Returns the reason if a perk is not on the sheet of the class, or was taken as often as it
    /// can be. A class without known perks has none.
    fn perk_problem(&self, of: &Character, perk: &str) -> Option<Illegal> {
        let class = self.campaign.world.class(&of.class).filter(|class| !class.perks.is_empty())?;
        let Some(known) = class.perks.iter().find(|known| known.is(perk)) else {
            let left = self.campaign.perks_left(of);
            let left = left.into_iter().map(|perk| perk.words.clone()).collect();
            let (class, perk) = (class.facts.name.clone(), perk.to_owned());
            return Some(Illegal::UnknownPerk { class, perk, left });
        };
        (of.times_taken(known) >= usize::from(known.times)).then(|| Illegal::PerkUsedUp {
            character: of.name.clone(),
            perk: known.words.clone(),
            times: known.times,
        })
    }

    /// Gives a personal quest to a character without one (S16.1).
    pub(super) fn give_quest(&mut self, name: &Name, quest: u16) -> Result<(), Refusal> {
        let of = self.active(name)?;
        let name = of.name.clone();
        let mut reasons = self.quest_problems(quest);
        reasons.extend(of.quest.map(|quest| Illegal::HasQuest { character: name.clone(), quest }));
        self.judge(reasons)?;
        let event = EventKind::QuestKept { character: name, quest: Some(quest) };
        self.record(event, self.by(Rule::NewCharacters), None);
        Ok(())
    }

    /// Records that the quest of a character is fulfilled (S16.7).
    pub(super) fn fulfill_quest(&mut self, name: &Name) -> Result<(), Refusal> {
        let of = self.active(name)?;
        let name = of.name.clone();
        let mut reasons = Vec::new();
        if of.quest.is_none() {
            reasons.push(Illegal::NoQuest { character: name.clone() });
        }
        if of.is_quest_fulfilled {
            reasons.push(Illegal::IsFulfilled { character: name.clone() });
        }
        self.judge(reasons)?;
        self.record(EventKind::QuestFulfilled(name), self.by(Rule::Quests), None);
        Ok(())
    }
}
