//! Gold that a party gains or pays together, and its members divide (S14.4).

use std::collections::BTreeMap;

use super::Transition;
use super::facts::too_many;
use crate::consequence::{Consequence, GoldShare};
use crate::event::{Cause, GoldPart};
use crate::illegal::{Illegal, Refusal};
use crate::name::Name;
use crate::rulebook::Rule;

impl Transition {
    /// Returns the gold that characters have together.
    pub(super) fn gold_of(&self, characters: &[Name]) -> u32 {
        let gold = |name: &Name| self.campaign.character(name).map_or(0, |of| u32::from(of.gold));
        characters.iter().map(gold).sum()
    }

    /// Divides gold that a party gains or pays together. It pays no more than it has (S14.4); where
    /// more than one division is possible, the shares of the members are named.
    pub(super) fn divide_gold(
        &mut self,
        party: Option<&Name>,
        each: &[Name],
        amount: i16,
        shares: &[GoldShare],
        parent: Option<usize>,
    ) -> Result<(), Refusal> {
        party.ok_or(Illegal::PartyMissing)?;
        self.judge(too_many(shares.len(), Consequence::MAX_LISTED).into_iter().collect())?;
        let is_paid = amount < 0;
        let held = self.gold_of(each);
        let asked = amount.unsigned_abs();
        let due =
            if is_paid { u16::try_from(held).map_or(asked, |of| of.min(asked)) } else { asked };
        let mut divided: BTreeMap<Name, u32> = BTreeMap::new();
        for GoldShare { character, gold } in shares {
            let name = self.active(character)?.name.clone();
            if !each.contains(&name) {
                let members = each.to_vec();
                return Err(Illegal::NotSharing { character: name, members }.into());
            }
            *divided.entry(name).or_default() += u32::from(*gold);
        }
        if shares.is_empty() {
            // Nobody has a choice: all that is there is paid, or only one has anything to do with it.
            let gold = |name: &Name| self.gold_of(std::slice::from_ref(name));
            let able: Vec<&Name> = each.iter().filter(|name| !is_paid || gold(name) > 0).collect();
            if let [alone] = able.as_slice() {
                divided.insert((*alone).clone(), due.into());
            } else if is_paid && held == u32::from(due) {
                divided.extend(able.into_iter().map(|name| (name.clone(), gold(name))));
            }
        }
        let named = divided.values().sum();
        if named != u32::from(due) && !(each.is_empty() && shares.is_empty()) {
            return Err(Illegal::SharesDiffer { due, named, members: each.to_vec() }.into());
        }
        let mut reasons = Vec::new();
        for (name, part) in &divided {
            let gold = self.active(name)?.gold;
            if is_paid && u32::from(gold) < *part {
                let (character, rule) = (name.clone(), Rule::Losses);
                let needed = u16::try_from(*part).unwrap_or(u16::MAX);
                reasons.push(Illegal::TooLittleGold { character, gold, needed, rule });
            }
        }
        self.judge(reasons)?;
        for (name, part) in divided {
            let part = i16::try_from(part).unwrap_or(i16::MAX);
            let part = if is_paid { -part } else { part };
            self.change_gold(&name, vec![GoldPart::Text(part)], Cause::Players, parent);
        }
        Ok(())
    }
}
