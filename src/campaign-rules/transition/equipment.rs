//! The preparation of a character for its next scenario: equipped items, a hand and a battle goal
//! (S12.4, S16.3, S16.5).

use std::collections::BTreeSet;

use super::facts::too_many;
use super::{Transition, bad_number, check_name};
use crate::character::{Character, ChosenHand};
use crate::event::{Cause, EventKind};
use crate::facts::Slot;
use crate::illegal::{CampaignNumber, Illegal, Refusal};
use crate::name::Name;
use crate::rulebook::{Rule, Ruling};

/// The number of hands of a character.
const HANDS: u8 = 2;

impl Slot {
    /// Returns the place whose limit counts for it, and the part of that place that it takes up.
    pub const fn taken(self) -> (Self, u8) {
        match self {
            Self::TwoHands => (Self::OneHand, HANDS),
            slot => (slot, 1),
        }
    }
}

impl Transition {
    /// Equips these items of a character, and no other (S16.5).
    pub(super) fn equip(&mut self, name: &Name, items: &BTreeSet<u16>) -> Result<(), Refusal> {
        let of = self.active(name)?;
        let name = of.name.clone();
        let mut reasons = Vec::new();
        let mut places = Vec::new();
        for &item in items {
            if !of.items.contains(&item) {
                reasons.push(Illegal::NotOwned { character: name.clone(), item });
            }
            match self.campaign.world.items.get(&item) {
                None => reasons.push(Illegal::UnknownItem { item }),
                Some(facts) => match facts.slot {
                    None => reasons.push(Illegal::UnknownSlot { item }),
                    Some(slot) => places.push((item, slot.taken())),
                },
            }
        }
        let small = self.campaign.world.small_item_limit(of.level);
        for slot in [Slot::Head, Slot::Body, Slot::Legs, Slot::OneHand, Slot::Small] {
            let most = match slot {
                Slot::OneHand | Slot::TwoHands => HANDS,
                Slot::Small => small,
                Slot::Head | Slot::Body | Slot::Legs => 1,
            };
            let here = || places.iter().filter(|(_, (place, _))| *place == slot);
            let used =
                here().map(|(_, (_, part))| part).fold(0_u8, |sum, of| sum.saturating_add(*of));
            if used > most {
                let items = here().map(|(item, _)| *item).collect();
                reasons.push(Illegal::SlotFull {
                    character: name.clone(),
                    slot,
                    items,
                    used,
                    most,
                });
            }
        }
        let has_small = places.iter().any(|(_, (place, _))| *place == Slot::Small);
        self.judge(reasons)?;
        let cause = match self.by(Rule::Copies) {
            Cause::Rule(_) if has_small => Cause::Ruling(Ruling::SmallItems),
            cause => cause,
        };
        let event = EventKind::Equipped { character: name, items: items.clone() };
        self.record(event, cause, None);
        Ok(())
    }

    /// Chooses the hand of a character for its next scenario (S16.3).
    pub(super) fn choose_hand(&mut self, name: &Name, hand: &ChosenHand) -> Result<(), Refusal> {
        let of = self.active(name)?;
        let name = of.name.clone();
        let mut reasons: Vec<Illegal> =
            too_many(hand.cards.len(), ChosenHand::MAX_LISTED).into_iter().collect();
        let (number, most) = (CampaignNumber::HandSize, ChosenHand::MAX_BASIC);
        reasons.extend(Illegal::out_of_bounds(number, hand.basic, 0, most));
        let limit = self.campaign.world.class(&of.class).and_then(|class| class.facts.hand);
        match limit {
            None => reasons.push(Illegal::UnknownHand { class: of.class.clone() }),
            Some(limit) if hand.size() != usize::from(limit) => {
                let (character, chosen) = (name.clone(), hand.size());
                reasons.push(Illegal::HandSize { character, chosen, limit });
            }
            Some(_) => {}
        }
        for (at, title) in hand.cards.iter().enumerate() {
            check_name(title)?;
            if !of.cards.iter().any(|card| card.title == *title) {
                let (character, title) = (name.clone(), title.clone());
                reasons.push(Illegal::NotChosen { character, title });
            }
            if hand.cards[..at].contains(title) {
                reasons.push(Illegal::SameCard { title: title.clone() });
            }
        }
        self.judge(reasons)?;
        let event = EventKind::HandChosen { character: name, hand: hand.clone() };
        self.record(event, self.by(Rule::Hands), None);
        Ok(())
    }

    /// Chooses the battle goal of a character for its next scenario (S12.4).
    pub(super) fn choose_goal(&mut self, name: &Name, goal: u16) -> Result<(), Refusal> {
        let of = self.active(name)?;
        let name = of.name.clone();
        let party = self.own_party(of)?;
        let mut reasons: Vec<Illegal> =
            bad_number(CampaignNumber::BattleGoal, goal).into_iter().collect();
        let has_it = |of: &&Character| of.battle_goal == Some(goal) && of.name != name;
        let holder = self.campaign.members(&party.name).find(has_it);
        reasons.extend(holder.map(|of| Illegal::GoalTaken { goal, by: of.name.clone() }));
        self.judge(reasons)?;
        let event = EventKind::GoalChosen { character: name, goal: Some(goal) };
        self.record(event, self.by(Rule::BattleGoals), None);
        Ok(())
    }
}
