//! A second implementation of the campaign, from the text of the rules and with plain numbers.
//!
//! It shares no rule with `campaign-rules`, only the vocabulary of the actions. Text says what its
//! functions cite: S12 to S16, G19 and G30 of our summary.

use std::collections::{BTreeMap, BTreeSet};

use campaign_rules::Name;
use campaign_rules::action::{
    Action, Correction, EnhancementEntry, EnvelopeReason, GainsEntry, NewCharacterEntry,
    ResolvedEvent, RetirementEntry, ScenarioResult,
};
use campaign_rules::character::ChosenHand;
use campaign_rules::class::{CardHalf, LineKind};
use campaign_rules::consequence::{
    Consequence, EventOutcome, GoldShare, OutcomeCondition, Recipient,
};
use campaign_rules::facts::{ScenarioFacts, Slot};
use campaign_rules::party::{Place, PlayMode};
use campaign_rules::world::EventDeck;
use scenario_rules::ending::Ending;
use scenario_rules::enhancement::Sticker;

/// The experience of levels 1 to 9 (S14.1).
const EXPERIENCE: [i64; 9] = [0, 45, 95, 150, 210, 275, 345, 420, 500];
/// The gold of a money token at scenario levels 0 to 7 (S3.2).
const TOKEN: [i64; 8] = [2, 2, 3, 3, 4, 4, 5, 6];
/// The most gold or experience that a sheet holds.
const FULL: i64 = 9_999;

/// A character as on its sheet.
#[derive(Clone, Default)]
pub struct Hero {
    class: String,
    is_active: bool,
    pub party: Option<String>,
    pub level: i64,
    pub experience: i64,
    pub gold: i64,
    pub checkmarks: i64,
    cards: Vec<(String, i64)>,
    perks: Vec<String>,
    pub equipped: BTreeSet<u16>,
    pub hand: Option<(i64, Vec<String>)>,
    pub goal: Option<u16>,
    pub items: BTreeSet<u16>,
    quest: Option<u16>,
    is_fulfilled: bool,
    has_donated: bool,
}

impl Hero {
    /// S16.2, S14.2: a perk for each level above 1 and for each three checkmarks.
    pub fn perks_due(&self) -> i64 {
        let earned = self.level - 1 + self.checkmarks / 3;
        (earned - i64::try_from(self.perks.len()).expect("few")).max(0)
    }

    /// S16.2: a card for each level above 1.
    pub fn cards_due(&self) -> i64 {
        (self.level - 1 - i64::try_from(self.cards.len()).expect("few")).max(0)
    }
}

/// A scenario that a party has ended.
#[derive(Clone)]
struct Ended {
    level: usize,
    is_won: bool,
    is_casual: bool,
    waiting: BTreeSet<String>,
    played: BTreeSet<String>,
}

/// A party.
#[derive(Clone, Default)]
pub struct Band {
    /// The number of parties that were formed before it.
    formed: usize,
    pub reputation: i64,
    achievements: Vec<String>,
    /// `None` in the town.
    at: Option<u16>,
    /// `Some(casual)` while it plays.
    playing: Option<bool>,
    last: Option<Ended>,
    owes_road_event: bool,
    had_city_event: bool,
}

/// A placed sticker: class, card, level, half, line, sticker.
type Placed = (String, String, u8, CardHalf, u8, Sticker);

/// The campaign as the text describes it.
#[derive(Clone, Default)]
pub struct Reference {
    pub marks: i64,
    pub donated: i64,
    thresholds: Vec<i64>,
    steps: Vec<i64>,
    track: Vec<i64>,
    globals: Vec<(Option<String>, String)>,
    unlocked: BTreeSet<u16>,
    completed: BTreeSet<u16>,
    scenarios: BTreeMap<u16, ScenarioFacts>,
    items: BTreeMap<u16, (i64, i64)>,
    slots: BTreeMap<u16, Slot>,
    small_items: Vec<i64>,
    hand_limits: BTreeMap<String, i64>,
    class_perks: BTreeMap<String, Vec<(String, usize)>>,
    quest_envelopes: BTreeMap<u16, String>,
    /// The cards at the bottom of each deck, the uppermost first.
    bottoms: BTreeMap<EventDeck, Vec<u16>>,
    designs: BTreeSet<u16>,
    envelopes: BTreeSet<String>,
    marked_envelopes: BTreeSet<i8>,
    has_records: bool,
    open: BTreeSet<String>,
    open_at_first: usize,
    class_events: BTreeMap<String, (Option<u16>, Option<u16>)>,
    class_events_added: BTreeSet<(String, bool)>,
    retired: BTreeSet<String>,
    stickers: Vec<Placed>,
    decks: BTreeMap<EventDeck, BTreeSet<u16>>,
    reached: BTreeSet<i64>,
    has_drake_events: bool,
    quests_gone: BTreeSet<u16>,
    has_death: bool,
    pub bands: BTreeMap<String, Band>,
    pub heroes: BTreeMap<String, Hero>,
}

/// The rules allow it (`Some`), or do not.
type Allowed = Option<()>;

fn allowed_if(holds: bool) -> Allowed {
    holds.then_some(())
}

fn text(name: &Name) -> String {
    name.as_str().to_owned()
}

impl Reference {
    /// A new town (S14.1, S15.5).
    pub fn new() -> Self {
        Self {
            thresholds: vec![4, 9, 15, 22, 30, 39, 50, 64],
            steps: vec![3, 7, 11, 15, 19],
            // S16.5: half the level, rounded up.
            small_items: (1..=9).map(|level| (level + 1) / 2).collect(),
            decks: EventDeck::ALL.into_iter().map(|deck| (deck, (1..=30).collect())).collect(),
            ..Self::default()
        }
    }

    /// G30: level 2 to 9 with more than 3, 8, 14 … marks.
    pub fn prosperity(&self) -> i64 {
        1 + i64::try_from(self.thresholds.iter().filter(|least| self.marks >= **least).count())
            .expect("few")
    }

    /// S14.3: items 001 to 014, seven more with each level, and found designs.
    fn is_supplied(&self, item: u16) -> bool {
        i64::from(item) <= 14 + 7 * (self.prosperity() - 1) || self.designs.contains(&item)
    }

    /// S16.5: the copies that a member of the party can still buy.
    pub fn copies_left(&self, party: &str, item: u16) -> Option<i64> {
        let (_, copies) = self.items.get(&item)?;
        let left = copies - self.owned(party, item);
        Some(if self.is_supplied(item) { left.max(0) } else { 0 })
    }

    fn owned(&self, party: &str, item: u16) -> i64 {
        let owners = self.members(party).filter(|hero| hero.items.contains(&item));
        i64::try_from(owners.count()).expect("few")
    }

    /// G19: the price of an item for a party.
    pub fn price(&self, reputation: i64, item: u16) -> Option<i64> {
        let (printed, _) = self.items.get(&item)?;
        let steps = self.steps.iter().filter(|step| reputation.abs() >= **step).count();
        let steps = i64::try_from(steps).expect("few") * reputation.signum();
        Some((printed - steps).max(0))
    }

    fn members(&self, party: &str) -> impl Iterator<Item = &Hero> {
        self.heroes.values().filter(move |hero| hero.party.as_deref() == Some(party))
    }

    fn hero(&self, name: &Name) -> Option<&Hero> {
        self.heroes.get(name.as_str()).filter(|hero| hero.is_active)
    }

    fn hero_mut(&mut self, name: &Name) -> Option<&mut Hero> {
        self.heroes.get_mut(name.as_str()).filter(|hero| hero.is_active)
    }

    /// S15.9: town business is done by idle characters and by members of a party in the town.
    fn in_town(&self, name: &Name) -> Option<&Hero> {
        let hero = self.hero(name)?;
        let is_away = hero.party.as_ref().is_some_and(|party| self.bands[party].at.is_some());
        (!is_away).then_some(hero)
    }

    fn reputation_of(&self, hero: &Hero) -> i64 {
        hero.party.as_ref().map_or(0, |party| self.bands[party].reputation)
    }

    /// Carries out an action, if the rules allow it.
    pub fn play(&mut self, action: &Action) -> Allowed {
        let mut next = self.clone();
        next.carry_out(action)?;
        *self = next;
        Some(())
    }

    #[expect(clippy::too_many_lines, reason = "one arm for each action")]
    fn carry_out(&mut self, action: &Action) -> Allowed {
        match action {
            Action::Class(facts) => {
                let class = text(&facts.name);
                let events = self.class_events.entry(class.clone()).or_default();
                *events = (facts.opening_event.or(events.0), facts.retirement_event.or(events.1));
                self.hand_limits.extend(facts.hand.map(|of| (class, i64::from(of))));
                self.add_class_events();
                Some(())
            }
            Action::ClassPerks { class, perks } => {
                let perks: Vec<(String, usize)> = perks
                    .iter()
                    .map(|of| (of.words.to_lowercase(), usize::from(of.times)))
                    .collect();
                let different: BTreeSet<&String> = perks.iter().map(|(words, _)| words).collect();
                allowed_if(different.len() == perks.len())?;
                self.class_perks.insert(text(class), perks);
                Some(())
            }
            Action::QuestFacts(facts) => {
                self.quest_envelopes.remove(&facts.number);
                let envelope = facts.envelope.as_ref().map(text);
                self.quest_envelopes.extend(envelope.map(|of| (facts.number, of)));
                Some(())
            }
            Action::SmallItems(limits) => {
                self.small_items = limits.iter().map(|of| i64::from(*of)).collect();
                Some(())
            }
            Action::Equip { character, items } => self.equip(character, items),
            Action::ChooseHand { character, hand } => self.choose_hand(character, hand),
            Action::ChooseGoal { character, goal } => {
                let party = self.hero(character)?.party.clone()?;
                let others = self.heroes.iter().filter(|(name, _)| **name != text(character));
                let mut others = others.filter(|(_, of)| of.party.as_ref() == Some(&party));
                allowed_if(others.all(|(_, of)| of.goal != Some(*goal)))?;
                self.hero_mut(character)?.goal = Some(*goal);
                Some(())
            }
            Action::OpenClass { class, envelope } => self.open_class(class, envelope.as_ref()),
            Action::Item(facts) => {
                // S16.5: a party that owns more contradicts the number of copies.
                let known = (i64::from(facts.price), i64::from(facts.copies));
                for party in self.bands.keys() {
                    allowed_if(self.owned(party, facts.number) <= known.1)?;
                }
                self.items.insert(facts.number, known);
                self.slots.remove(&facts.number);
                self.slots.extend(facts.slot.map(|slot| (facts.number, slot)));
                Some(())
            }
            Action::Scenario(facts) => {
                self.scenarios.insert(facts.number, facts.clone());
                Some(())
            }
            Action::DonationTrack(sums) => {
                self.track = sums.iter().map(|sum| i64::from(*sum)).collect();
                Some(())
            }
            Action::Thresholds(to) => {
                self.thresholds = to.iter().map(|least| i64::from(*least)).collect();
                Some(())
            }
            Action::PriceSteps(to) => {
                self.steps = to.iter().map(|step| i64::from(*step)).collect();
                Some(())
            }
            Action::PermanentDeath(is_on) => {
                self.has_death = *is_on;
                Some(())
            }
            Action::Envelope { envelope, reason } => self.envelope(envelope, reason),
            Action::NewParty(name) => {
                allowed_if(!self.bands.contains_key(name.as_str()))?;
                let band = Band { formed: self.bands.len(), ..Band::default() };
                self.bands.insert(text(name), band);
                Some(())
            }
            Action::NewCharacter(entry) => self.new_character(entry),
            Action::Join { character, party } => self.join(character, party),
            Action::Leave(character) => {
                let party = self.hero(character)?.party.clone()?;
                allowed_if(self.bands[&party].playing.is_none())?;
                self.hero_mut(character)?.party = None;
                Some(())
            }
            Action::Travel { party, to, mode } => self.travel(party, *to, *mode),
            Action::Event(event) => self.event(event),
            Action::End(result) => self.end(result),
            Action::Gains(gains) => self.gains(gains),
            Action::Reward { party, consequences } => {
                // S12.5: rewards are for those who played, wherever they are now.
                let last = self.bands.get(party.as_str())?.last.as_ref()?;
                allowed_if(last.is_won && !last.is_casual)?;
                let is_active = |of: &&String| self.heroes[*of].is_active;
                let each = last.played.iter().filter(is_active).cloned().collect();
                self.all(Some(party), &each, consequences)
            }
            Action::Consequences { party, consequences } => {
                allowed_if(party.as_ref().is_none_or(|of| self.bands.contains_key(of.as_str())))?;
                let each = party.as_ref().map(|of| self.names_of(of)).unwrap_or_default();
                self.all(party.as_ref(), &each, consequences)
            }
            Action::LevelUp(character) => self.level_up(character),
            Action::ChooseCard { character, title, level } => {
                let hero = self.hero(character)?;
                let for_level = i64::try_from(hero.cards.len()).expect("few") + 2;
                allowed_if(for_level <= hero.level && i64::from(*level) <= for_level)?;
                allowed_if(hero.cards.iter().all(|(owned, _)| *owned != text(title)))?;
                let card = (text(title), i64::from(*level));
                self.hero_mut(character)?.cards.push(card);
                Some(())
            }
            Action::TakePerk { character, perk } => {
                let (hero, perk) = (self.hero(character)?, perk.to_lowercase());
                allowed_if(hero.perks_due() > 0)?;
                if let Some(of_class) = self.class_perks.get(&hero.class) {
                    let taken = hero.perks.iter().filter(|of| **of == perk).count();
                    let (_, times) = of_class.iter().find(|(words, _)| *words == perk)?;
                    allowed_if(taken < *times)?;
                }
                self.hero_mut(character)?.perks.push(perk);
                Some(())
            }
            Action::Buy { character, item } => self.buy(character, *item),
            Action::Sell { character, item } => {
                allowed_if(self.in_town(character)?.items.contains(item))?;
                // S14.3, E34: half the printed price, whatever the reputation.
                let price = self.items.get(item)?.0 / 2;
                let hero = self.hero_mut(character)?;
                hero.items.remove(item);
                hero.equipped.remove(item);
                hero.gold = (hero.gold + price).min(FULL);
                Some(())
            }
            Action::Donate(character) => self.donate(character),
            Action::Enhance(entry) => self.enhance(entry),
            Action::Quest { character, quest } => {
                allowed_if(self.hero(character)?.quest.is_none() && self.is_quest_free(*quest))?;
                self.hero_mut(character)?.quest = Some(*quest);
                Some(())
            }
            Action::Fulfilled(character) => {
                let hero = self.hero(character)?;
                allowed_if(hero.quest.is_some() && !hero.is_fulfilled)?;
                self.hero_mut(character)?.is_fulfilled = true;
                Some(())
            }
            Action::Retire(entry) => self.retire(entry),
            Action::Die(character) => {
                // S16.8: the quest goes back, so that it is free again.
                allowed_if(self.has_death)?;
                self.hero(character)?;
                self.remove_sheet(character)
            }
            Action::Correct(correction) => self.correct(correction),
            Action::Note(_) => Some(()),
            Action::Overruled { .. } => None,
        }
    }

    /// S16.1: six classes are open at first, every other is in an envelope.
    fn open_class(&mut self, class: &Name, envelope: Option<&Name>) -> Allowed {
        allowed_if(!self.open.contains(class.as_str()))?;
        if let Some(envelope) = envelope {
            allowed_if(self.envelopes.contains(envelope.as_str()))?;
        } else {
            allowed_if(self.open_at_first < 6)?;
            self.open_at_first += 1;
        }
        self.open.insert(text(class));
        if envelope.is_some() {
            self.class_events_added.insert((text(class), false));
            self.add_class_events();
        }
        Some(())
    }

    /// S16.7: each number goes to both decks, once.
    fn add_class_events(&mut self) {
        let mut numbers = Vec::new();
        for (class, is_retirement) in &self.class_events_added {
            let (opening, retirement) = self.class_events.get(class).copied().unwrap_or_default();
            numbers.extend(if *is_retirement { retirement } else { opening });
        }
        for number in numbers {
            self.add_event(None, number);
        }
    }

    fn add_event(&mut self, deck: Option<EventDeck>, number: u16) {
        for (at, cards) in &mut self.decks {
            if deck.is_none_or(|deck| deck == *at) {
                // S15.5: adding a card shuffles the deck.
                if cards.insert(number) {
                    self.bottoms.remove(at);
                }
            }
        }
    }

    /// S15.7: 10 and −10 open envelopes, 20 and −20 add events, each once.
    fn set_reputation(&mut self, party: &Name, to: i64) -> Allowed {
        self.bands.get_mut(party.as_str())?.reputation = to;
        for mark in [10, -10, 20, -20] {
            if to * mark > 0 && to.abs() >= mark.abs() && self.reached.insert(mark) {
                let events = match mark {
                    20 => Some((76, 67)),
                    -20 => Some((77, 68)),
                    _ => None,
                };
                if let Some((city, road)) = events {
                    self.add_event(Some(EventDeck::City), city);
                    self.add_event(Some(EventDeck::Road), road);
                }
            }
        }
        Some(())
    }

    /// S15.7: both achievements about the Drake add events, once.
    fn drake_adds_events(&mut self) {
        let both = ["The Drake's Request", "The Drake's Treasure"];
        let has_both =
            |band: &Band| both.iter().all(|of| band.achievements.iter().any(|a| a == of));
        if !self.has_drake_events && self.bands.values().any(has_both) {
            self.has_drake_events = true;
            self.add_event(Some(EventDeck::City), 75);
            self.add_event(Some(EventDeck::Road), 66);
        }
    }

    /// S15.7.
    fn envelope(&mut self, envelope: &Name, reason: &EnvelopeReason) -> Allowed {
        allowed_if(!self.envelopes.contains(envelope.as_str()))?;
        match reason {
            EnvelopeReason::Printed => match envelope.as_str() {
                "A" => allowed_if(self.technologies() >= 5)?,
                "B" => allowed_if(self.donated >= 100)?,
                _ => return None,
            },
            EnvelopeReason::Reputation(mark) => {
                allowed_if(matches!(mark, 10 | -10))?;
                allowed_if(self.reached.contains(&i64::from(*mark)))?;
                allowed_if(self.marked_envelopes.insert(*mark))?;
            }
            EnvelopeReason::FirstRetirement => {
                allowed_if(!self.retired.is_empty() && !self.has_records)?;
                self.has_records = true;
            }
            EnvelopeReason::Words(_) => {}
        }
        self.envelopes.insert(text(envelope));
        Some(())
    }

    fn technologies(&self) -> usize {
        self.globals.iter().filter(|(_, name)| name == "Ancient Technology").count()
    }

    fn is_quest_free(&self, quest: u16) -> bool {
        !self.quests_gone.contains(&quest)
            && self.heroes.values().all(|hero| !hero.is_active || hero.quest != Some(quest))
    }

    /// S14.1, E13.
    fn new_character(&mut self, entry: &NewCharacterEntry) -> Allowed {
        allowed_if(!self.heroes.contains_key(entry.name.as_str()))?;
        allowed_if(self.open.contains(entry.class.as_str()))?;
        let level = i64::from(entry.level);
        allowed_if((1..=self.prosperity()).contains(&level))?;
        allowed_if(entry.quest.is_none_or(|quest| self.is_quest_free(quest)))?;
        let hero = Hero {
            class: text(&entry.class),
            is_active: true,
            level,
            experience: EXPERIENCE[usize::from(entry.level) - 1],
            gold: 15 * (level + 1),
            quest: entry.quest,
            ..Hero::default()
        };
        self.heroes.insert(text(&entry.name), hero);
        Some(())
    }

    fn join(&mut self, character: &Name, party: &Name) -> Allowed {
        allowed_if(self.hero(character)?.party.is_none())?;
        let band = self.bands.get(party.as_str())?;
        allowed_if(band.playing.is_none())?;
        allowed_if(self.members(party.as_str()).count() < 4)?;
        // S16.5: no more of an item in one party than copies.
        for item in &self.hero(character)?.items {
            let copies = self.items.get(item).map_or(0, |(_, copies)| *copies);
            allowed_if(self.owned(party.as_str(), *item) < copies)?;
        }
        self.hero_mut(character)?.party = Some(text(party));
        Some(())
    }

    /// S15.1, S15.4, S16.7, E47.
    fn travel(&mut self, party: &Name, to: Place, mode: PlayMode) -> Allowed {
        let band = self.bands.get(party.as_str())?.clone();
        allowed_if(band.playing.is_none())?;
        let Place::Scenario(number) = to else {
            allowed_if(band.at.is_some())?;
            let band = self.bands.get_mut(party.as_str())?;
            (band.at, band.owes_road_event, band.had_city_event) = (None, false, false);
            for hero in self.heroes.values_mut() {
                if hero.party.as_deref() == Some(party.as_str()) {
                    hero.has_donated = false;
                }
            }
            return Some(());
        };
        allowed_if(self.members(party.as_str()).count() > 0)?;
        allowed_if(self.members(party.as_str()).all(|hero| !hero.is_fulfilled))?;
        allowed_if(self.unlocked.contains(&number) || self.completed.contains(&number))?;
        // S15.1: a casual scenario has no story, so no road event either.
        let is_casual = mode == PlayMode::Casual;
        let mut owes = false;
        if !is_casual {
            let facts = self.scenarios.get(&number)?;
            allowed_if(!self.completed.contains(&number))?;
            for of in &facts.requirements {
                let name = text(&of.achievement);
                let has = if of.is_global {
                    self.globals.iter().any(|(_, global)| *global == name)
                } else {
                    band.achievements.contains(&name)
                };
                allowed_if(has == of.is_present)?;
            }
            owes = match band.at {
                None => !facts.is_linked_to_town,
                Some(last) => last != number && !self.are_linked(last, number),
            };
        }
        owes &= !self.decks[&EventDeck::Road].is_empty();
        let band = self.bands.get_mut(party.as_str())?;
        (band.at, band.playing, band.owes_road_event) = (Some(number), Some(is_casual), owes);
        Some(())
    }

    fn are_linked(&self, one: u16, other: u16) -> bool {
        let links = |from: &u16, to: &u16| {
            self.scenarios.get(from).is_some_and(|facts| facts.links.contains(to))
        };
        links(&one, &other) || links(&other, &one)
    }

    /// S15.5, S15.9.
    fn event(&mut self, event: &ResolvedEvent) -> Allowed {
        allowed_if(self.members(event.party.as_str()).count() > 0)?;
        let band = self.bands.get_mut(event.party.as_str())?;
        match event.deck {
            EventDeck::Road => {
                allowed_if(band.owes_road_event)?;
                band.owes_road_event = false;
            }
            EventDeck::City => {
                allowed_if(band.at.is_none() && !band.had_city_event)?;
                band.had_city_event = true;
            }
        }
        let cards = self.decks.get(&event.deck)?;
        allowed_if(cards.contains(&event.number))?;
        // A card at the bottom comes up only after those above it.
        let bottom = self.bottoms.entry(event.deck).or_default();
        if bottom.contains(&event.number) {
            allowed_if(bottom.len() == cards.len() && bottom.first() == Some(&event.number))?;
        }
        let each = self.names_of(&event.party);
        self.all(Some(&event.party), &each, &event.consequences)?;
        self.outcomes(&event.party, &each, &event.outcomes)?;
        let bottom = self.bottoms.entry(event.deck).or_default();
        bottom.retain(|of| *of != event.number);
        if event.is_put_back {
            bottom.push(event.number);
        } else {
            self.decks.get_mut(&event.deck)?.remove(&event.number);
        }
        Some(())
    }

    /// S15.5: every outcome whose condition fits, from top to bottom.
    fn outcomes(
        &mut self,
        party: &Name,
        each: &BTreeSet<String>,
        outcomes: &[EventOutcome],
    ) -> Allowed {
        let mut nothing_fitted = true;
        for outcome in outcomes {
            let fits = match &outcome.condition {
                OutcomeCondition::Always => {
                    self.all(Some(party), each, &outcome.consequences)?;
                    continue;
                }
                OutcomeCondition::Classes(classes) => {
                    let classes: Vec<String> = classes.iter().map(text).collect();
                    self.members(party.as_str()).any(|hero| classes.contains(&hero.class))
                }
                OutcomeCondition::Reputation { least, most } => {
                    let reputation = self.bands[party.as_str()].reputation;
                    i64::from(*least) <= reputation && reputation <= i64::from(*most)
                }
                OutcomeCondition::Gold(gold) => {
                    each.iter().map(|name| self.heroes[name].gold).sum::<i64>() >= i64::from(*gold)
                }
                OutcomeCondition::Otherwise => nothing_fitted,
            };
            if fits {
                nothing_fitted = false;
                self.all(Some(party), each, &outcome.consequences)?;
            }
        }
        Some(())
    }

    /// S16.5: what is worn where.
    fn equip(&mut self, character: &Name, items: &BTreeSet<u16>) -> Allowed {
        let hero = self.hero(character)?;
        let level = usize::try_from(hero.level).expect("a level");
        allowed_if(items.iter().all(|item| hero.items.contains(item)))?;
        let slots: Option<Vec<Slot>> =
            items.iter().map(|item| self.slots.get(item).copied()).collect();
        let slots = slots?;
        let count = |slot: Slot| i64::try_from(slots.iter().filter(|of| **of == slot).count());
        let count = |slot: Slot| count(slot).expect("few");
        for slot in [Slot::Head, Slot::Body, Slot::Legs] {
            allowed_if(count(slot) <= 1)?;
        }
        allowed_if(count(Slot::OneHand) + 2 * count(Slot::TwoHands) <= 2)?;
        allowed_if(count(Slot::Small) <= self.small_items[level - 1])?;
        self.hero_mut(character)?.equipped.clone_from(items);
        Some(())
    }

    /// S16.3.
    fn choose_hand(&mut self, character: &Name, hand: &ChosenHand) -> Allowed {
        let hero = self.hero(character)?;
        let cards: Vec<String> = hand.cards.iter().map(text).collect();
        let size = i64::from(hand.basic) + i64::try_from(cards.len()).expect("few");
        allowed_if(*self.hand_limits.get(&hero.class)? == size)?;
        allowed_if(cards.iter().all(|card| hero.cards.iter().any(|(title, _)| title == card)))?;
        let different: BTreeSet<&String> = cards.iter().collect();
        allowed_if(different.len() == cards.len())?;
        self.hero_mut(character)?.hand = Some((i64::from(hand.basic), cards));
        Some(())
    }

    /// S12.1.
    fn end(&mut self, result: &ScenarioResult) -> Allowed {
        let played = self.names_of(&result.party);
        let band = self.bands.get_mut(result.party.as_str())?;
        let is_casual = band.playing?;
        allowed_if(!band.owes_road_event || self.decks[&EventDeck::Road].is_empty())?;
        let (number, is_won) = (band.at?, result.ending == Ending::Won);
        band.playing = None;
        band.last = Some(Ended {
            level: usize::from(result.level),
            is_won,
            is_casual,
            waiting: played.clone(),
            played,
        });
        if is_won && !is_casual {
            self.completed.insert(number);
        }
        // S12.4: battle goals go back either way.
        for name in self.names_of(&result.party) {
            self.heroes.get_mut(&name)?.goal = None;
        }
        Some(())
    }

    /// S12.2, S12.4, E32.
    fn gains(&mut self, gains: &GainsEntry) -> Allowed {
        // A character that has changed its party since still takes them; its own party is first.
        let own = self.hero(&gains.character)?.party.clone();
        let is_waiting = |name: &&String| {
            let last = self.bands[*name].last.as_ref();
            last.is_some_and(|last| last.waiting.contains(gains.character.as_str()))
        };
        let own = own.filter(|name| is_waiting(&name));
        let others = self.bands.keys().filter(is_waiting);
        let oldest = others.min_by_key(|name| self.bands[*name].formed).cloned();
        let party = own.or(oldest)?;
        let last = self.bands.get_mut(&party)?.last.as_mut()?;
        allowed_if(last.waiting.remove(gains.character.as_str()))?;
        allowed_if(last.is_won || gains.checkmarks == 0)?;
        let level = i64::try_from(last.level).expect("few");
        let success = if last.is_won { 4 + 2 * level } else { 0 };
        let gold = i64::from(gains.tokens) * TOKEN[last.level]
            + gains.others.iter().map(|of| i64::from(of.amount)).sum::<i64>();
        let hero = self.hero_mut(&gains.character)?;
        hero.experience = (hero.experience + i64::from(gains.experience) + success).min(FULL);
        hero.gold = (hero.gold + gold).min(FULL);
        hero.checkmarks = (hero.checkmarks + i64::from(gains.checkmarks)).min(18);
        Some(())
    }

    fn names_of(&self, party: &Name) -> BTreeSet<String> {
        let is_member = |hero: &Hero| hero.party.as_deref() == Some(party.as_str());
        let members = self.heroes.iter().filter(|(_, hero)| is_member(hero));
        members.map(|(name, _)| name.clone()).collect()
    }

    fn all(
        &mut self,
        party: Option<&Name>,
        each: &BTreeSet<String>,
        consequences: &[Consequence],
    ) -> Allowed {
        consequences.iter().try_for_each(|of| self.consequence(party, each, of))
    }

    fn recipients(
        &self,
        party: Option<&Name>,
        each: &BTreeSet<String>,
        of: &Recipient,
    ) -> Option<BTreeSet<String>> {
        match of {
            Recipient::Each => party.map(|_| each.clone()),
            Recipient::One(name) => self.hero(name).map(|_| BTreeSet::from([text(name)])),
        }
    }

    /// S14.4, E35: what is not there is not lost.
    fn consequence(
        &mut self,
        party: Option<&Name>,
        each: &BTreeSet<String>,
        of: &Consequence,
    ) -> Allowed {
        match of {
            Consequence::Reputation(amount) => {
                let now = self.bands.get(party?.as_str())?.reputation;
                self.set_reputation(party?, (now + i64::from(*amount)).clamp(-20, 20))?;
            }
            Consequence::Prosperity(amount) => self.add_marks(i64::from(*amount)),
            Consequence::Gold { of, amount } => {
                for name in self.recipients(party, each, of)? {
                    let hero = self.heroes.get_mut(&name)?;
                    hero.gold = (hero.gold + i64::from(*amount)).clamp(0, FULL);
                }
            }
            Consequence::GoldTogether { amount, shares } => {
                party?;
                self.divide(each, i64::from(*amount), shares)?;
            }
            Consequence::Experience { of, amount } => {
                for name in self.recipients(party, each, of)? {
                    let hero = self.heroes.get_mut(&name)?;
                    let level = usize::try_from(hero.level).expect("a level");
                    // A sheet below the minimum (by correction) loses nothing.
                    let least = EXPERIENCE[level - 1].min(hero.experience);
                    hero.experience = (hero.experience + i64::from(*amount)).clamp(least, FULL);
                }
            }
            Consequence::Checkmarks { of, amount } => {
                for name in self.recipients(party, each, of)? {
                    let hero = self.heroes.get_mut(&name)?;
                    let least = hero.checkmarks / 3 * 3;
                    hero.checkmarks = (hero.checkmarks + i64::from(*amount)).clamp(least, 18);
                }
            }
            Consequence::Item { of, item, has } => {
                let hero = self.hero(of)?;
                if *has {
                    allowed_if(self.items.contains_key(item) && !hero.items.contains(item))?;
                    if let Some(party) = hero.party.clone() {
                        allowed_if(self.owned(&party, *item) < self.items[item].1)?;
                    }
                    self.hero_mut(of)?.items.insert(*item);
                } else {
                    // What is not there is not lost; the line names what was.
                    let hero = self.hero_mut(of)?;
                    allowed_if(hero.items.remove(item))?;
                    hero.equipped.remove(item);
                }
            }
            Consequence::Design(item) => {
                self.designs.insert(*item);
            }
            Consequence::Global { achievement, has } => {
                let kind = achievement.kind.as_ref().map(text);
                let name = text(&achievement.name);
                if *has {
                    if kind.is_some() {
                        self.globals.retain(|(of, _)| *of != kind);
                    }
                    self.globals.push((kind, name));
                } else {
                    let is_it = |of: &(Option<String>, String)| {
                        of.1 == name && (kind.is_none() || of.0 == kind)
                    };
                    let at = self.globals.iter().position(is_it)?;
                    self.globals.remove(at);
                }
            }
            Consequence::PartyAchievement { name, has } => {
                let band = self.bands.get_mut(party?.as_str())?;
                let name = text(name);
                if *has {
                    band.achievements.push(name);
                    self.drake_adds_events();
                } else {
                    let at = band.achievements.iter().position(|of| *of == name)?;
                    band.achievements.remove(at);
                }
            }
            Consequence::Unlock(number) => {
                self.unlocked.insert(*number);
            }
            Consequence::AddEvent { deck, number } => self.add_event(*deck, *number),
            Consequence::Words(_) => {}
        }
        Some(())
    }

    /// S14.4: a party pays no more than it has; its members say who pays, if there is a choice.
    fn divide(&mut self, each: &BTreeSet<String>, amount: i64, shares: &[GoldShare]) -> Allowed {
        let held: i64 = each.iter().map(|name| self.heroes[name].gold).sum();
        let due = if amount < 0 { held.min(-amount) } else { amount };
        let mut parts: BTreeMap<String, i64> = BTreeMap::new();
        for share in shares {
            self.hero(&share.character)?;
            allowed_if(each.contains(share.character.as_str()))?;
            *parts.entry(text(&share.character)).or_default() += i64::from(share.gold);
        }
        if shares.is_empty() {
            let can = |name: &&String| amount >= 0 || self.heroes[*name].gold > 0;
            let able: Vec<&String> = each.iter().filter(can).collect();
            if able.len() == 1 {
                parts.insert(able[0].clone(), due);
            } else if amount < 0 && due == held {
                parts.extend(able.into_iter().map(|name| (name.clone(), self.heroes[name].gold)));
            }
            // Nothing is divided among nobody.
            if each.is_empty() {
                return Some(());
            }
        }
        allowed_if(parts.values().sum::<i64>() == due)?;
        for (name, part) in parts {
            let hero = self.heroes.get_mut(&name)?;
            allowed_if(amount >= 0 || hero.gold >= part)?;
            hero.gold = (hero.gold + part * amount.signum()).min(FULL);
        }
        Some(())
    }

    /// S14.4: no prosperity is lost below the level's.
    fn add_marks(&mut self, amount: i64) {
        let level = usize::try_from(self.prosperity()).expect("a level");
        let least = if level == 1 { 0 } else { self.thresholds[level - 2] };
        self.marks = (self.marks + amount).max(least);
    }

    /// S14.1, S16.2, E36.
    fn level_up(&mut self, character: &Name) -> Allowed {
        let hero = self.in_town(character)?;
        allowed_if(hero.level < 9)?;
        let least = EXPERIENCE[usize::try_from(hero.level).expect("a level")];
        allowed_if(hero.experience >= least || hero.level < self.prosperity())?;
        // The card and the perk of each level come before the next one.
        allowed_if(hero.cards_due() == 0 && hero.perks_due() == 0)?;
        let hero = self.hero_mut(character)?;
        hero.level += 1;
        hero.experience = hero.experience.max(least);
        Some(())
    }

    /// S14.3, S16.5, G19, E44.
    fn buy(&mut self, character: &Name, item: u16) -> Allowed {
        let hero = self.in_town(character)?;
        let party = hero.party.clone()?;
        allowed_if(!hero.items.contains(&item))?;
        allowed_if(self.copies_left(&party, item)? > 0)?;
        let price = self.price(self.reputation_of(hero), item)?;
        allowed_if(hero.gold >= price)?;
        let hero = self.hero_mut(character)?;
        hero.gold -= price;
        hero.items.insert(item);
        Some(())
    }

    /// S14.5, E37.
    fn donate(&mut self, character: &Name) -> Allowed {
        let hero = self.in_town(character)?;
        hero.party.as_ref()?;
        allowed_if(hero.gold >= 10 && !hero.has_donated)?;
        let hero = self.hero_mut(character)?;
        hero.gold -= 10;
        hero.has_donated = true;
        let passed = self.donated..self.donated + 10;
        let marks = self.track.iter().filter(|sum| passed.contains(&(**sum - 1))).count();
        self.donated += 10;
        self.add_marks(i64::try_from(marks).expect("few"));
        Some(())
    }

    /// S14.6, S16.6, E12.
    fn enhance(&mut self, entry: &EnhancementEntry) -> Allowed {
        let hero = self.in_town(&entry.character)?;
        let placed = &entry.placed;
        let card = text(&placed.card);
        let level = i64::from(placed.card_level);
        allowed_if(self.globals.iter().any(|(_, name)| name == "The Power of Enhancement"))?;
        // A card that the character chose has the level at which it is printed.
        allowed_if(hero.cards.iter().all(|(name, of)| *name != card || *of == level))?;
        allowed_if(level == 1 || hero.cards.contains(&(card.clone(), level)))?;
        allowed_if(fits(placed.kind, placed.sticker))?;
        let of_class: Vec<&Placed> =
            self.stickers.iter().filter(|(class, ..)| *class == hero.class).collect();
        let same_card: Vec<&&Placed> = of_class.iter().filter(|of| of.1 == card).collect();
        allowed_if(same_card.iter().all(|of| of.2 == placed.card_level))?;
        let same_action = same_card.iter().filter(|of| of.3 == placed.half);
        let earlier = i64::try_from(same_action.clone().count()).expect("few");
        allowed_if(earlier <= 3)?;
        let is_there = same_action.clone().any(|of| of.4 == placed.line && of.5 == placed.sticker);
        allowed_if(!is_there || !once_a_line(placed.sticker))?;
        let cards: BTreeSet<&String> = of_class.iter().map(|of| &of.1).collect();
        let count = i64::try_from(cards.len()).expect("few");
        allowed_if(cards.contains(&card) || count < self.prosperity())?;
        let cost = if placed.sticker == Sticker::AttackHex {
            200 / i64::from(entry.hexes?)
        } else {
            allowed_if(entry.hexes.is_none())?;
            base(placed.sticker) * if entry.several_targets { 2 } else { 1 }
        };
        let cost = cost + 25 * (level - 1) + 75 * earlier;
        allowed_if(hero.gold >= cost)?;
        let class = hero.class.clone();
        self.hero_mut(&entry.character)?.gold -= cost;
        let sticker = (class, card, placed.card_level, placed.half, placed.line, placed.sticker);
        self.stickers.push(sticker);
        Some(())
    }

    /// S14.7, S16.7.
    fn retire(&mut self, entry: &RetirementEntry) -> Allowed {
        let hero = self.in_town(&entry.character)?;
        allowed_if(hero.is_fulfilled)?;
        let (class, quest) = (hero.class.clone(), hero.quest?);
        let printed = self.quest_envelopes.get(&quest);
        allowed_if(printed.is_none_or(|printed| *printed == text(&entry.envelope)))?;
        let is_open = self.envelopes.contains(entry.envelope.as_str());
        if is_open {
            self.designs.extend(entry.design);
            self.unlocked.extend(entry.scenario);
        } else {
            allowed_if(entry.design.is_none() && entry.scenario.is_none())?;
            self.envelopes.insert(text(&entry.envelope));
        }
        self.quests_gone.insert(quest);
        self.add_marks(1);
        if self.retired.insert(class.clone()) {
            self.class_events_added.insert((class, true));
            self.add_class_events();
        }
        self.remove_sheet(&entry.character)
    }

    fn remove_sheet(&mut self, character: &Name) -> Allowed {
        let hero = self.hero_mut(character)?;
        (hero.is_active, hero.party, hero.gold) = (false, None, 0);
        hero.items.clear();
        hero.equipped.clear();
        (hero.hand, hero.goal) = (None, None);
        Some(())
    }

    fn correct(&mut self, correction: &Correction) -> Allowed {
        match correction {
            Correction::Prosperity(to) => self.marks = i64::from(*to),
            Correction::Donations(to) => self.donated = i64::from(*to),
            Correction::Reputation { party, to } => {
                self.set_reputation(party, i64::from(*to))?;
            }
            Correction::Gold { character, to } => self.hero_mut(character)?.gold = i64::from(*to),
            Correction::Experience { character, to } => {
                self.hero_mut(character)?.experience = i64::from(*to);
            }
            Correction::Level { character, to } => {
                self.hero_mut(character)?.level = i64::from(*to);
            }
            Correction::Checkmarks { character, to } => {
                self.hero_mut(character)?.checkmarks = i64::from(*to);
            }
        }
        Some(())
    }
}

/// S16.6: the lines that a sticker fits.
fn fits(line: LineKind, sticker: Sticker) -> bool {
    let lines: &[LineKind] = match sticker {
        Sticker::Move | Sticker::Jump => &[LineKind::Move],
        Sticker::Attack | Sticker::AttackHex => &[LineKind::Attack],
        Sticker::Range | Sticker::Target => {
            &[LineKind::Attack, LineKind::Enemies, LineKind::Allies]
        }
        Sticker::Shield
        | Sticker::Retaliate
        | Sticker::Heal
        | Sticker::Strengthen
        | Sticker::Bless => &[LineKind::Allies],
        Sticker::SummonMove
        | Sticker::SummonAttack
        | Sticker::SummonRange
        | Sticker::SummonHitPoints => &[LineKind::Summon],
        Sticker::Element | Sticker::AnyElement => {
            &[LineKind::Move, LineKind::Attack, LineKind::Enemies, LineKind::Allies]
        }
        Sticker::Push
        | Sticker::Pull
        | Sticker::Pierce
        | Sticker::Poison
        | Sticker::Wound
        | Sticker::Curse
        | Sticker::Muddle
        | Sticker::Immobilize
        | Sticker::Disarm => &[LineKind::Attack, LineKind::Enemies],
    };
    lines.contains(&line)
}

/// Stickers that would do nothing a second time on the same line.
fn once_a_line(sticker: Sticker) -> bool {
    matches!(
        sticker,
        Sticker::Jump
            | Sticker::AnyElement
            | Sticker::Poison
            | Sticker::Wound
            | Sticker::Curse
            | Sticker::Muddle
            | Sticker::Immobilize
            | Sticker::Disarm
            | Sticker::Strengthen
            | Sticker::Bless
    )
}

/// S14.6: the base costs.
fn base(sticker: Sticker) -> i64 {
    match sticker {
        Sticker::Move
        | Sticker::Range
        | Sticker::Heal
        | Sticker::Push
        | Sticker::Pull
        | Sticker::Pierce => 30,
        Sticker::Attack
        | Sticker::Target
        | Sticker::Jump
        | Sticker::SummonRange
        | Sticker::SummonHitPoints
        | Sticker::Muddle
        | Sticker::Strengthen
        | Sticker::Bless => 50,
        Sticker::Poison | Sticker::Wound | Sticker::Curse => 75,
        Sticker::Shield
        | Sticker::Retaliate
        | Sticker::Immobilize
        | Sticker::Element
        | Sticker::SummonMove
        | Sticker::SummonAttack => 100,
        Sticker::Disarm | Sticker::AnyElement => 150,
        Sticker::AttackHex => 200,
    }
}
