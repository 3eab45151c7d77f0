//! The state of a campaign: the world, its parties and its characters.

use crate::character::{Character, CharacterState, least_experience};
use crate::class::ClassPerk;
use crate::name::Name;
use crate::party::{EndedScenario, Party, Place};
use crate::world::World;

/// A campaign at one moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Campaign {
    /// The part that all parties share.
    pub world: World,
    /// The parties, the oldest first.
    pub parties: Vec<Party>,
    /// The characters, the oldest first; those that have retired or died stay in the list.
    pub characters: Vec<Character>,
}

impl Campaign {
    /// Returns the party of this name.
    pub fn party(&self, name: &Name) -> Option<&Party> {
        self.parties.iter().find(|party| party.name == *name)
    }

    /// Returns the character of this name.
    pub fn character(&self, name: &Name) -> Option<&Character> {
        self.characters.iter().find(|character| character.name == *name)
    }

    /// Returns the members of a party.
    pub fn members<'a>(&'a self, party: &'a Name) -> impl Iterator<Item = &'a Character> {
        self.characters.iter().filter(move |of| of.party.as_ref() == Some(party))
    }

    /// Returns the party of a character; `None` if it is idle.
    pub fn party_of(&self, character: &Character) -> Option<&Party> {
        self.party(character.party.as_ref()?)
    }

    /// Returns the active characters without a party.
    pub fn idle(&self) -> impl Iterator<Item = &Character> {
        let is_idle = |of: &&Character| of.party.is_none() && of.state == CharacterState::Active;
        self.characters.iter().filter(is_idle)
    }

    /// Checks if a character is in the town; an idle one always is.
    pub fn is_in_town(&self, character: &Character) -> bool {
        self.party_of(character).is_none_or(|party| party.place == Place::Town)
    }

    /// Returns the active participants of a scenario that ended whose gains are not recorded yet
    /// (S12.2).
    pub fn without_gains<'a>(&'a self, ended: &'a EndedScenario) -> impl Iterator<Item = &'a Name> {
        let is_active =
            |name: &Name| self.character(name).is_some_and(|of| of.state == CharacterState::Active);
        let names = ended.participants.iter();
        names.filter(move |&name| !ended.gained.contains(name) && is_active(name))
    }

    /// Checks if a character can take its next level now: in the town, by experience or prosperity,
    /// with every card and perk of earlier levels taken (S14.1).
    pub fn can_level_up(&self, of: &Character) -> bool {
        let next = of.level + 1;
        next <= Character::MAX_LEVEL
            && of.open_cards() + of.open_perks() == 0
            && (of.experience >= least_experience(next) || self.world.level() >= next)
            && self.is_in_town(of)
    }

    /// Returns the members of a party that own an item (S16.5).
    pub fn owners<'a>(&'a self, party: &'a Name, item: u16) -> impl Iterator<Item = &'a Character> {
        self.members(party).filter(move |of| of.items.contains(&item))
    }

    /// Returns the perks of its class that a character can still take, in the order of its sheet;
    /// empty if they are not known (S16.2).
    pub fn perks_left(&self, of: &Character) -> Vec<&ClassPerk> {
        let class = self.world.class(&of.class);
        let perks = class.into_iter().flat_map(|class| &class.perks);
        perks.filter(|perk| of.times_taken(perk) < usize::from(perk.times)).collect()
    }

    /// Returns the number of copies of an item that a party can still buy; `None` if the owner has
    /// not typed the item, 0 if it is not in the supply (S14.3, S16.5).
    pub fn copies_left(&self, party: &Name, item: u16) -> Option<u8> {
        let copies = self.world.items.get(&item)?.copies;
        let owned = u8::try_from(self.owners(party, item).count()).unwrap_or(u8::MAX);
        Some(if self.world.is_supplied(item) { copies.saturating_sub(owned) } else { 0 })
    }
}
