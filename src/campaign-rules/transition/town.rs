//! Buying, selling, donating and enhancing (S14.3, S14.5, S14.6, S16.5, S16.6).

use scenario_rules::enhancement::{Enhancement, PriceReceipt, Sticker};

use super::{Transition, check_name};
use crate::action::EnhancementEntry;
use crate::campaign::Campaign;
use crate::character::Character;
use crate::class::{Class, PlacedSticker, is_single};
use crate::event::{Cause, EventKind, GoldPart};
use crate::illegal::{CampaignNumber, Illegal, Refusal};
use crate::name::Name;
use crate::party::Party;
use crate::rulebook::{Rule, Ruling};
use crate::world::World;

/// The bless cards that a donation brings (S14.5).
const BLESS_CARDS: u8 = 2;
/// The maximum number of earlier stickers on an action.
const MAX_EARLIER: usize = 3;

impl Campaign {
    /// Returns the parts of the price of an item for a party, which are changes of its gold; `None`
    /// if the item is unknown (S14.3, G19).
    ///
    /// A price is never below 0.
    pub fn price(&self, party: &Party, item: u16) -> Option<Vec<GoldPart>> {
        let printed = self.world.items.get(&item)?.price;
        let step = self.world.price_step(party.reputation);
        let least = i8::try_from(printed).map_or(i8::MIN, |printed| -printed);
        let gold = -step.max(least);
        let mut changes = vec![GoldPart::Price { item, gold: printed }];
        if gold != 0 {
            changes.push(GoldPart::PriceStep { reputation: party.reputation, gold });
        }
        Some(changes)
    }

    /// Returns the price of an item for a party, in gold; `None` if the item is unknown (S14.3,
    /// G19).
    pub fn item_price(&self, party: &Party, item: u16) -> Option<u16> {
        let gold: i32 = self.price(party, item)?.iter().map(GoldPart::gold).sum();
        u16::try_from(-gold).ok()
    }

    /// Returns the price of an enhancement, with its parts (S14.6).
    ///
    /// # Errors
    ///
    /// A refusal if a number is impossible for a card.
    pub fn enhancement_price(&self, entry: &EnhancementEntry) -> Result<PriceReceipt, Refusal> {
        let PlacedSticker { card, card_level, half, sticker, .. } = &entry.placed;
        let class = self.character(&entry.character).and_then(|of| self.world.class(&of.class));
        let earlier = class.map_or(0, |class| class.stickers_on(card, *half));
        let mut reasons = Vec::new();
        let number = CampaignNumber::CardLevel;
        reasons.extend(Illegal::out_of_bounds(number, *card_level, 1, Character::MAX_LEVEL));
        let count = i64::try_from(earlier).unwrap_or(i64::MAX);
        let most = i64::try_from(MAX_EARLIER).unwrap_or(i64::MAX);
        reasons.extend(Illegal::out_of_bounds(CampaignNumber::Stickers, count, 0, most));
        if entry.hexes.is_some() != (*sticker == Sticker::AttackHex) {
            reasons.push(Illegal::HexesMisplaced { sticker: *sticker });
        }
        let hexes = entry.hexes.unwrap_or(1);
        reasons.extend(Illegal::out_of_bounds(CampaignNumber::AttackHexes, hexes, 1, 30));
        Refusal::if_any(reasons)?;
        let enhancement = Enhancement {
            sticker: *sticker,
            card_level: *card_level,
            several_targets: entry.several_targets,
            hexes,
            earlier: u8::try_from(earlier).unwrap_or(u8::MAX),
        };
        // The numbers are those that the price accepts.
        let number = CampaignNumber::Stickers;
        let refused = Illegal::OutOfBounds { number, amount: count, least: 0, most };
        enhancement.price().map_err(|_unexpected| refused.into())
    }
}

impl Transition {
    /// Returns the reason if a character has too little gold.
    fn too_poor(of: &Character, needed: i32, rule: Rule) -> Option<Illegal> {
        let needed = u16::try_from(needed).unwrap_or(0);
        let (character, gold) = (of.name.clone(), of.gold);
        (gold < needed).then_some(Illegal::TooLittleGold { character, gold, needed, rule })
    }

    /// Buys an item for the price of the party's reputation (S14.3, G19).
    pub(super) fn buy(&mut self, name: &Name, item: u16) -> Result<(), Refusal> {
        let of = self.active(name)?;
        let name = of.name.clone();
        let party = self.own_party(of)?;
        let world = &self.campaign.world;
        let mut reasons: Vec<Illegal> = self.not_in_town(of).into_iter().collect();
        if of.items.contains(&item) {
            reasons.push(Illegal::OwnsItem { character: name.clone(), item });
        }
        if !world.is_supplied(item) {
            let prosperity = world.level();
            let last = World::last_item(prosperity);
            reasons.push(Illegal::NotSupplied { item, prosperity, last });
        }
        reasons.extend(self.no_copy(&party.name, item));
        let changes = self.campaign.price(party, item);
        let price = -changes.iter().flatten().map(GoldPart::gold).sum::<i32>();
        reasons.extend(Self::too_poor(of, price, Rule::Trading));
        // The facts of an item are asked for once nothing else is in the way of buying it.
        let Some(changes) = changes else {
            self.judge(reasons)?;
            return Err(Illegal::UnknownItem { item }.into());
        };
        self.judge(reasons)?;
        let cause = self.by(Rule::Trading);
        let event = EventKind::Item { character: name.clone(), item, has: true };
        let bought = Some(self.record(event, cause, None));
        let has_step = changes.len() > 1;
        let paid = if has_step { Cause::Ruling(Ruling::PriceSteps) } else { cause };
        self.change_gold(&name, changes, paid, bought);
        Ok(())
    }

    /// Sells an item for half its printed price, rounded down (S14.3).
    pub(super) fn sell(&mut self, name: &Name, item: u16) -> Result<(), Refusal> {
        let of = self.active(name)?;
        let name = of.name.clone();
        let mut reasons: Vec<Illegal> = self.not_in_town(of).into_iter().collect();
        if !of.items.contains(&item) {
            reasons.push(Illegal::NotOwned { character: name.clone(), item });
        }
        self.judge(reasons)?;
        let price =
            self.campaign.world.items.get(&item).ok_or(Illegal::UnknownItem { item })?.price;
        let cause = self.by(Rule::Trading);
        let event = EventKind::Item { character: name.clone(), item, has: false };
        let sold = Some(self.record(event, cause, None));
        self.change_gold(&name, vec![GoldPart::Sale { item, price }], cause, sold);
        Ok(())
    }

    /// Donates 10 gold to the sanctuary (S14.5).
    pub(super) fn donate(&mut self, name: &Name) -> Result<(), Refusal> {
        let of = self.active(name)?;
        let name = of.name.clone();
        self.own_party(of)?;
        let mut reasons: Vec<Illegal> = self.not_in_town(of).into_iter().collect();
        if of.has_donated {
            reasons.push(Illegal::HasDonated { character: name.clone() });
        }
        reasons.extend(Self::too_poor(of, World::DONATION.into(), Rule::Donations));
        self.judge(reasons)?;
        let cause = self.by(Rule::Donations);
        let given = Some(self.record(EventKind::Donated(name.clone()), cause, None));
        self.change_gold(&name, vec![GoldPart::Donation], cause, given);
        let bless = EventKind::BlessCards { character: name, count: BLESS_CARDS };
        self.record(bless, cause, given);
        let world = &self.campaign.world;
        let from = world.donated;
        let to = (from + World::DONATION).min(World::MAX_DONATED);
        let track = world.donation_track.iter().flatten();
        let marks = track.filter(|&&sum| from < sum && sum <= to).count();
        let donated = Some(self.record(EventKind::Donations { from, to }, cause, given));
        for _ in 0..marks {
            self.change_prosperity(1, Cause::Ruling(Ruling::Thresholds), donated);
        }
        Ok(())
    }

    /// Places a sticker on a card, and takes the price (S14.6, S16.6).
    pub(super) fn enhance(&mut self, entry: &EnhancementEntry) -> Result<(), Refusal> {
        let placed = &entry.placed;
        let PlacedSticker { card, card_level, line, kind, sticker, .. } = placed;
        check_name(card)?;
        let of = self.active(&entry.character)?;
        let name = of.name.clone();
        let mut reasons: Vec<Illegal> = self.not_in_town(of).into_iter().collect();
        let number = CampaignNumber::Line;
        reasons.extend(Illegal::out_of_bounds(number, *line, 1, PlacedSticker::MAX_LINE));
        let world = &self.campaign.world;
        if !world.has_achievement(World::ENHANCING) {
            reasons.push(Illegal::NoEnhancing);
        }
        let chosen = of.cards.iter().find(|chosen| chosen.title == *card);
        if let Some(level) = chosen.map(|of| of.level).filter(|level| level != card_level) {
            reasons.push(Illegal::OtherCardLevel { title: card.clone(), level });
        } else if !of.has_card(card, *card_level) {
            let (character, title, level) = (name.clone(), card.clone(), *card_level);
            reasons.push(Illegal::NotInPool { character, title, level });
        }
        if !kind.takes(*sticker) {
            reasons.push(Illegal::WrongLine { sticker: *sticker, kind: *kind });
        }
        let class = of.class.clone();
        if let Some(of_class) = world.class(&class) {
            reasons.extend(sticker_problems(of_class, placed, world.level()));
        }
        let price = self.campaign.enhancement_price(entry)?;
        reasons.extend(Self::too_poor(of, price.total().into(), Rule::Enhancing));
        self.judge(reasons)?;
        let cause = self.by(Rule::Enhancing);
        let event = EventKind::Enhanced { class, placed: Box::new(placed.clone()) };
        let enhanced = Some(self.record(event, cause, None));
        let parts = price
            .lines
            .into_iter()
            .map(|line| GoldPart::Enhancement { part: line.part, gold: line.gold })
            .collect();
        self.change_gold(&name, parts, cause, enhanced);
        Ok(())
    }
}

/// Returns the reasons that the cards of a class give against a sticker.
fn sticker_problems(class: &Class, placed: &PlacedSticker, prosperity: u8) -> Vec<Illegal> {
    let mut reasons = Vec::new();
    let on_card = || class.stickers.iter().filter(|of| of.card == placed.card);
    let is_same = |of: &PlacedSticker| {
        (of.half, of.line, of.sticker) == (placed.half, placed.line, placed.sticker)
    };
    if is_single(placed.sticker) && on_card().any(is_same) {
        let (sticker, title) = (placed.sticker, placed.card.clone());
        reasons.push(Illegal::HasSticker { sticker, title });
    }
    if let Some(other) = on_card().find(|of| of.card_level != placed.card_level) {
        let (title, level) = (placed.card.clone(), other.card_level);
        reasons.push(Illegal::OtherCardLevel { title, level });
    }
    let cards = class.enhanced_cards();
    if !cards.contains(&placed.card) && cards.len() >= usize::from(prosperity) {
        reasons.push(Illegal::TooManyCards { class: class.facts.name.clone(), prosperity });
    }
    reasons
}
