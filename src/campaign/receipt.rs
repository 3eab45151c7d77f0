//! The receipt of an entry: every change that it made, with the rule or ruling behind it.

use campaign_rules::Rule;
use campaign_rules::character::CharacterState;
use campaign_rules::event::{Cause, Event, EventKind, ExperiencePart, GoldPart, LimitedChange};
use campaign_rules::party::Place;
use campaign_rules::world::World;
use plain_text::{counted, listed};
use scenario_rules::enhancement::PricePart;

use super::action::print_condition;
use super::words::{global, hand_words, item, signed};

/// A line of a receipt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangeLine {
    /// The number of changes that led to this one.
    pub depth: usize,
    /// The words, without a full stop.
    pub words: String,
    /// The rule or ruling behind the line, or the players.
    pub cause: Cause,
}

impl ChangeLine {
    /// Returns the number of the rule or ruling; `None` if the players decided.
    pub const fn number(&self) -> Option<&'static str> {
        match self.cause {
            Cause::Players => None,
            Cause::Rule(rule) => Some(rule.number()),
            Cause::Ruling(ruling) => Some(ruling.number()),
        }
    }

    /// Returns the line as text, indented, with the number of its rule.
    pub fn text(&self) -> String {
        let indent = "  ".repeat(self.depth);
        match self.number() {
            Some(number) => format!("{indent}{} ({number})", self.words),
            None => format!("{indent}{}", self.words),
        }
    }
}

/// Returns the receipt of an action from its events.
pub fn receipt(events: &[Event]) -> Vec<ChangeLine> {
    let mut depths: Vec<usize> = Vec::with_capacity(events.len());
    let mut lines = Vec::with_capacity(events.len());
    for event in events {
        let depth = event.parent.and_then(|parent| depths.get(parent)).map_or(0, |of| of + 1);
        depths.push(depth);
        lines.push(ChangeLine { depth, words: change_words(&event.kind), cause: event.cause });
    }
    lines
}

/// Returns a change in words, without a full stop.
#[expect(clippy::too_many_lines, reason = "one arm for each kind of change")]
pub(super) fn change_words(kind: &EventKind) -> String {
    match kind {
        EventKind::ClassEntered(facts) => format!("the facts of the {} are entered", facts.name),
        EventKind::PerksEntered { class, perks } => {
            format!("the {class} has {} on its sheet", counted(perks.len(), "perk", "perks"))
        }
        EventKind::QuestEntered(facts) => match &facts.envelope {
            Some(envelope) => format!("quest {} opens envelope {envelope}", facts.number),
            None => format!("the facts of quest {} are entered", facts.number),
        },
        EventKind::ClassOpened { class, envelope: None } => {
            format!("the {class} is open for new characters")
        }
        EventKind::ClassOpened { class, envelope: Some(envelope) } => {
            format!("the {class} of envelope {envelope} is open for new characters")
        }
        EventKind::ItemEntered(facts) => {
            let copies = counted(facts.copies, "copy", "copies");
            format!("{} costs {} gold and has {copies}", item(facts.number), facts.price)
        }
        EventKind::ScenarioEntered(facts) => {
            format!("the links and requirements of scenario {} are entered", facts.number)
        }
        EventKind::DonationTrack(sums) => {
            format!("donations bring prosperity at {} gold", listed(sums))
        }
        EventKind::Thresholds(of) => {
            format!("prosperity levels 2 to 9 start with these marks: {}", listed(of))
        }
        EventKind::PriceSteps(steps) => {
            format!("prices change at reputation {}, and below 0 likewise", listed(steps))
        }
        EventKind::SmallItems(limits) => {
            format!("characters of levels 1 to 9 equip this many small items: {}", listed(limits))
        }
        EventKind::PermanentDeath(true) => "permanent death is played".to_owned(),
        EventKind::PermanentDeath(false) => "permanent death is not played".to_owned(),
        EventKind::EnvelopeOpened { envelope, .. } => format!("envelope {envelope} is opened"),
        EventKind::PartyFormed(party) => format!("{party} is a new party, with reputation 0"),
        EventKind::CharacterCreated(of) => {
            let quest = match of.quest {
                Some(quest) => format!(", with quest {quest}"),
                None => String::new(),
            };
            format!("{} is a new {} of level {}{quest}", of.name, of.class, of.level)
        }
        EventKind::Joined { character, party } => format!("{character} joins {party}"),
        EventKind::Left { character, party } => format!("{character} leaves {party}"),
        EventKind::Traveled { party, to: Place::Town, .. } => format!("{party} goes to the town"),
        EventKind::Traveled { party, to: Place::Scenario(number), mode, .. } => {
            format!("{party} goes to scenario {number}, as a {} one", mode.word())
        }
        EventKind::RoadEventDue(_) => "a road event is due on the way".to_owned(),
        EventKind::EventResolved { party, deck, number, choice } => {
            format!("{party} resolves {} event {number:02}, choice {choice}", deck.word())
        }
        EventKind::OutcomeJudged { condition, is_met } => {
            let met = if *is_met { "applies" } else { "does not apply" };
            format!("the outcome \"{}\" {met}", print_condition(condition))
        }
        EventKind::EventPutBack { deck, number } => {
            format!("{} event {number:02} goes to the bottom of its deck", deck.word())
        }
        EventKind::DeckShuffled(deck) => {
            format!("the {} events were shuffled, as a card from the bottom came up", deck.word())
        }
        EventKind::EventCard { deck, number, is_there: true } => {
            format!("{} event {number:02} is added to its deck", deck.word())
        }
        EventKind::EventCard { deck, number, is_there: false } => {
            format!("{} event {number:02} is removed", deck.word())
        }
        EventKind::ClassEventsAdded { class, is_retirement: true } => {
            format!("the first retirement of the {class} adds events")
        }
        EventKind::ClassEventsAdded { class, is_retirement: false } => {
            format!("the {class} adds events as it is unlocked")
        }
        EventKind::DrakeEventsAdded { party } => {
            format!("{party} has \"{}\" and \"{}\"", World::DRAKE[0], World::DRAKE[1])
        }
        EventKind::ScenarioEnded { party, ended } => {
            format!(
                "{party}: scenario {} is {} at level {}",
                ended.number,
                ended.ending.word(),
                ended.level
            )
        }
        EventKind::ScenarioUnlocked(number) => format!("scenario {number} is unlocked"),
        EventKind::ScenarioCompleted { scenario, by } => {
            format!("scenario {scenario} is completed by {by}")
        }
        EventKind::GainsRecorded { character, .. } => format!("{character} takes its gains"),
        EventKind::Experience { character, from, to, parts } => {
            let parts = terms(parts.iter().map(experience_term));
            format!("{character}: experience {from} → {to}: {parts}")
        }
        EventKind::Gold { character, from, to, parts } => {
            let parts = terms(parts.iter().map(gold_term));
            format!("{character}: gold {from} → {to}: {parts}")
        }
        EventKind::Checkmarks { character, change } => {
            format!("{character}: checkmarks {}", change_of(change))
        }
        EventKind::PerksEarned { character, count } => {
            format!("{character} earns {}", counted(count, "perk", "perks"))
        }
        EventKind::Level { character, from, to, hit_points } => {
            let points = match hit_points {
                Some(points) => format!(", with {}", counted(points, "hit point", "hit points")),
                None => String::new(),
            };
            format!("{character}: level {from} → {to}{points}")
        }
        EventKind::CardChosen { character, card } => {
            format!("{character} adds \"{}\" of level {} to its cards", card.title, card.level)
        }
        EventKind::PerkTaken { character, perk } => format!("{character} takes the perk: {perk}"),
        EventKind::Item { character, item: of, has: true } => {
            format!("{} goes to {character}", item(*of))
        }
        EventKind::Item { character, item: of, has: false } => {
            format!("{} of {character} goes back to the supply", item(*of))
        }
        EventKind::Equipped { character, items } if items.is_empty() => {
            format!("{character} has nothing equipped")
        }
        EventKind::Equipped { character, items } => {
            let items: Vec<String> = items.iter().map(|of| item(*of)).collect();
            format!("{character} has {} equipped", listed(&items))
        }
        EventKind::HandChosen { character, hand } => {
            format!("{character} takes {}", hand_words(hand))
        }
        EventKind::GoalChosen { character, goal: Some(goal) } => {
            format!("{character} has battle goal {goal}")
        }
        EventKind::GoalChosen { character, goal: None } => {
            format!("the battle goal of {character} goes back")
        }
        EventKind::DesignFound(of) => {
            format!("the design of {} brings every copy into the supply", item(*of))
        }
        EventKind::Donations { from, to } => format!("donations {from} → {to} gold"),
        EventKind::Donated(character) => format!("{character} donates to the sanctuary"),
        EventKind::BlessCards { character, count: 0 } => {
            format!("the bless cards of {character} are used up")
        }
        EventKind::BlessCards { character, count } => {
            let cards = counted(count, "bless card", "bless cards");
            format!("{character} has {cards} in the next scenario")
        }
        EventKind::Reputation { party, change } => {
            format!("{party}: reputation {}", change_of(change))
        }
        EventKind::ReputationReached { party, mark } => {
            format!("{party} is the first to reach reputation {}", mark.0)
        }
        EventKind::Prosperity(change) => format!("prosperity {}", change_of(change)),
        EventKind::ProsperityLevel { from, to } => {
            format!("the town has prosperity level {to} instead of {from}")
        }
        EventKind::Global { achievement, has: true } => {
            format!("global achievement {}", global(achievement))
        }
        EventKind::Global { achievement, has: false } => {
            format!("global achievement {} is lost", global(achievement))
        }
        EventKind::PartyAchievement { party, name, has: true } => {
            format!("{party}: party achievement \"{name}\"")
        }
        EventKind::PartyAchievement { party, name, has: false } => {
            format!("{party}: party achievement \"{name}\" is lost")
        }
        EventKind::Enhanced { class, placed } => format!(
            "the {class} has {} on line {} of the {} of \"{}\"",
            placed.sticker.word(),
            placed.line,
            placed.half.word(),
            placed.card
        ),
        EventKind::QuestKept { character, quest: Some(quest) } => {
            format!("{character} keeps quest {quest}")
        }
        EventKind::QuestKept { character, quest: None } => {
            format!("the quest of {character} goes back to its deck")
        }
        EventKind::QuestFulfilled(character) => format!("the quest of {character} is fulfilled"),
        EventKind::QuestGone(quest) => format!("quest {quest} leaves the game"),
        EventKind::Gone { character, state: CharacterState::Retired } => {
            format!("{character} retires")
        }
        EventKind::Gone { character, state: CharacterState::Dead } => format!("{character} dies"),
        EventKind::Gone { character, state: CharacterState::Active } => {
            format!("{character} leaves its party")
        }
        EventKind::FirstRetirement { class } => format!("the first {class} retires"),
        EventKind::Words(words) => words.clone(),
    }
}

/// Returns a number before and after, with the limit that made its change smaller.
fn change_of<T: Copy + Into<i32> + ToString>(change: &LimitedChange<T>) -> String {
    let (from, to) = (change.from.to_string(), change.to.to_string());
    if change.is_limited() {
        let asked = signed(change.asked);
        let rule = Rule::Losses.number();
        return format!("{from} → {to}: {asked} is limited by what is there or possible ({rule})");
    }
    format!("{from} → {to}")
}

/// Joins terms of a sum; the first has no sign if it is added.
fn terms(of: impl Iterator<Item = (i32, String)>) -> String {
    let mut sum = String::new();
    for (amount, words) in of {
        let sign = if amount < 0 { "−" } else { "+" };
        match (sum.is_empty(), amount < 0) {
            (true, false) => sum.push_str(&words),
            (true, true) => sum.extend([sign, " ", &words]),
            (false, _) => sum.extend([" ", sign, " ", &words]),
        }
    }
    sum
}

/// Returns a part of a change of gold, with the words for its amount.
fn gold_term(part: &GoldPart) -> (i32, String) {
    let gold = part.gold();
    let amount = gold.abs();
    let words = match part {
        GoldPart::Start { level, .. } => format!("{amount} for a start at level {level}"),
        GoldPart::Tokens { tokens, value, level } => {
            format!("{} × {value} (level {level})", counted(tokens, "token", "tokens"))
        }
        GoldPart::Other { source, .. } => format!("{amount} for {source}"),
        GoldPart::Price { item: of, .. } => format!("{amount} for {}", item(*of)),
        GoldPart::PriceStep { reputation, .. } => format!("{amount} for reputation {reputation}"),
        GoldPart::Sale { item: of, price } => {
            format!("{amount}, half of {price}, for {}", item(*of))
        }
        GoldPart::Donation => format!("{amount} for the donation"),
        GoldPart::Enhancement { part, .. } => format!("{amount} {}", price_words(*part)),
        GoldPart::Text(_) => format!("{amount} by the text"),
        GoldPart::Forfeited(_) => format!("{amount}, all it has"),
        GoldPart::Correction(_) => format!("{amount} by correction"),
        GoldPart::Limit(_) => {
            format!("{amount} that cannot be lost or gained ({})", Rule::Losses.number())
        }
    };
    (gold, words)
}

/// Returns a part of the price of an enhancement in words.
fn price_words(part: PricePart) -> String {
    match part {
        PricePart::Base(sticker) => format!("for {}", sticker.word()),
        PricePart::SharedBase { hexes } => {
            format!("for an attack hex beside {}", counted(hexes, "other", "others"))
        }
        PricePart::SeveralTargets => "for several targets".to_owned(),
        PricePart::CardLevel(level) => format!("for a card of level {level}"),
        PricePart::Earlier { count } => {
            format!("for {} before", counted(count, "sticker", "stickers"))
        }
    }
}

fn experience_term(part: &ExperiencePart) -> (i32, String) {
    let experience = part.experience();
    let amount = experience.abs();
    let words = match part {
        ExperiencePart::Start { level, .. } => format!("{amount} for a start at level {level}"),
        ExperiencePart::Scenario(_) => format!("{amount} in the scenario"),
        ExperiencePart::Success { level, .. } => format!("{amount} for success (level {level})"),
        ExperiencePart::Prosperity { level, .. } => {
            format!("{amount} up to the minimum of level {level}, by prosperity")
        }
        ExperiencePart::Text(_) => format!("{amount} by the text"),
        ExperiencePart::Correction(_) => format!("{amount} by correction"),
        ExperiencePart::Limit(_) => {
            format!("{amount} that cannot be lost or gained ({})", Rule::Losses.number())
        }
    };
    (experience, words)
}
