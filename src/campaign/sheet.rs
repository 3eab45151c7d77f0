//! The sheet of a campaign: the world, each party, and a part for each character.

use campaign_rules::Campaign;
use campaign_rules::character::{Character, CharacterState, least_experience};
use campaign_rules::party::{Party, Place};
use campaign_rules::world::{EventDeck, World};
use plain_text::{capitalized, clauses, counted, listed, remarks};

use super::words::{global, hand_words, item, signed};

/// The subject of a part of a sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SheetSubject {
    /// The town, with everything that all parties share.
    Town,
    /// A party.
    Party,
    /// A character.
    Character,
}

/// A part of a sheet: a title, and lines with a label and a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetPart {
    /// The subject.
    pub subject: SheetSubject,
    /// The title.
    pub title: String,
    /// The lines, each with its label and its value.
    pub lines: Vec<(&'static str, String)>,
}

impl SheetPart {
    /// Returns the part as text, a line each, the title first.
    pub fn text(&self) -> Vec<String> {
        let lines = self.lines.iter().map(|(label, value)| format!("  {label}: {value}"));
        std::iter::once(self.title.clone()).chain(lines).collect()
    }
}

/// Returns the parts of a sheet: the town, then each party followed by its members, then the idle
/// characters.
pub fn sheet(campaign: &Campaign) -> Vec<SheetPart> {
    let mut parts = vec![town_part(campaign)];
    for party in &campaign.parties {
        parts.push(party_part(campaign, party));
        parts.extend(campaign.members(&party.name).map(|of| character_part(campaign, of)));
    }
    parts.extend(campaign.idle().map(|of| character_part(campaign, of)));
    parts
}

/// Adds a line unless its value is empty.
fn push(lines: &mut Vec<(&'static str, String)>, label: &'static str, value: String) {
    if !value.is_empty() {
        lines.push((label, value));
    }
}

fn town_part(campaign: &Campaign) -> SheetPart {
    let world = &campaign.world;
    let marks = counted(world.prosperity, "mark", "marks");
    let level = world.level();
    let last = item(World::last_item(level));
    let completed = world.scenarios.iter().filter(|(_, of)| of.completed_by.is_some());
    let open = world
        .scenarios
        .iter()
        .filter(|(_, of)| of.is_unlocked && of.completed_by.is_none())
        .map(|(number, _)| number);
    let events = EventDeck::ALL.map(|deck| format!("{} {}", world.event_count(deck), deck.word()));
    let mut lines = vec![
        ("Prosperity", format!("level {level}, {marks}")),
        ("Supply", format!("items up to {last}")),
        ("Donations", format!("{} gold", world.donated)),
        ("Event cards", listed(&events)),
    ];
    let designs: Vec<String> = world.designs.iter().map(|of| item(*of)).collect();
    push(&mut lines, "Designs", listed(&designs));
    let achievements: Vec<String> = world.achievements.iter().map(global).collect();
    push(&mut lines, "Global achievements", listed(&achievements));
    push(&mut lines, "Open scenarios", listed(&open.collect::<Vec<_>>()));
    push(
        &mut lines,
        "Completed scenarios",
        listed(&completed.map(|(of, _)| of).collect::<Vec<_>>()),
    );
    push(&mut lines, "Open envelopes", listed(&world.envelopes.iter().collect::<Vec<_>>()));
    let classes: Vec<_> =
        world.classes.iter().filter(|of| of.is_open).map(|of| &of.facts.name).collect();
    push(&mut lines, "Open classes", listed(&classes));
    let gone = campaign.characters.iter().filter(|of| of.state != CharacterState::Active);
    let gone: Vec<String> = gone.map(|of| format!("{} ({})", of.name, of.state.word())).collect();
    push(&mut lines, "Former characters", listed(&gone));
    SheetPart { subject: SheetSubject::Town, title: "The town".to_owned(), lines }
}

fn party_part(campaign: &Campaign, party: &Party) -> SheetPart {
    let place = match (party.place, party.playing) {
        (Place::Town, _) => "in the town".to_owned(),
        (Place::Scenario(number), Some(_)) => format!("plays scenario {number}"),
        (Place::Scenario(number), None) => format!("at scenario {number}"),
    };
    let step = campaign.world.price_step(party.reputation);
    let prices = match step {
        0 => "printed prices".to_owned(),
        step => format!("prices {} gold", signed(step)),
    };
    let mut lines =
        vec![("Place", place), ("Reputation", format!("{}, {prices}", party.reputation))];
    let members: Vec<_> = campaign.members(&party.name).map(|of| &of.name).collect();
    push(&mut lines, "Members", listed(&members));
    push(&mut lines, "Achievements", listed(&party.achievements));
    SheetPart { subject: SheetSubject::Party, title: party.name.to_string(), lines }
}

fn character_part(campaign: &Campaign, of: &Character) -> SheetPart {
    let class = campaign.world.class(&of.class);
    let next = of.level + 1;
    let experience = if next <= Character::MAX_LEVEL {
        format!("{}, level {next} from {}", of.experience, least_experience(next))
    } else {
        of.experience.to_string()
    };
    let mut lines = vec![("Experience", experience), ("Gold", of.gold.to_string())];
    if let Some(points) = class.and_then(|class| class.facts.hit_points) {
        let points = points.get(usize::from(of.level) - 1);
        push(&mut lines, "Hit points", points.map_or_else(String::new, ToString::to_string));
    }
    match (&of.hand, class.and_then(|class| class.facts.hand)) {
        (Some(hand), _) => lines.push(("Hand", hand_words(hand))),
        (None, Some(limit)) => lines.push(("Hand", counted(limit, "card", "cards"))),
        (None, None) => {}
    }
    lines.push(("Checkmarks", of.checkmarks.to_string()));
    let perks: Vec<String> = of.perks.iter().map(|perk| capitalized(perk)).collect();
    push(&mut lines, "Perks", clauses(&perks));
    let cards: Vec<String> =
        of.cards.iter().map(|card| format!("{} (level {})", card.title, card.level)).collect();
    push(&mut lines, "Cards", remarks(&cards));
    let items: Vec<String> = of
        .items
        .iter()
        .map(|&number| {
            let facts = campaign.world.items.get(&number);
            let title = facts.and_then(|facts| facts.title.as_ref());
            title.map_or_else(|| item(number), |title| format!("{title} ({number:03})"))
        })
        .collect();
    push(&mut lines, "Items", remarks(&items));
    let equipped: Vec<String> = of.equipped.iter().map(|&number| item(number)).collect();
    push(&mut lines, "Equipped", listed(&equipped));
    if let Some(goal) = of.battle_goal {
        lines.push(("Battle goal", goal.to_string()));
    }
    if let Some(quest) = of.quest {
        let state = if of.is_quest_fulfilled { ", fulfilled" } else { "" };
        lines.push(("Quest", format!("{quest}{state}")));
    }
    if let Some(class) = class {
        let stickers: Vec<String> = class
            .stickers
            .iter()
            .map(|of| {
                let (half, line) = (of.half.word(), of.line);
                format!("{}, {half} line {line}: {}", of.card, of.sticker.word())
            })
            .collect();
        push(&mut lines, "Stickers of the class", clauses(&stickers));
    }
    let title = format!("{}, {} of level {}", of.name, of.class, of.level);
    SheetPart { subject: SheetSubject::Character, title, lines }
}
