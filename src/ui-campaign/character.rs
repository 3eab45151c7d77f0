//! The sheet of a character: its numbers with their reasons, the steps of its levels, its items, its
//! quest, and what it does in the town.

use egui::Ui;

use campaign_rules::character::{Character, CharacterState, least_experience};
use campaign_rules::class::ClassPerk;
use campaign_rules::party::Place;
use campaign_rules::world::World;
use campaign_rules::{Action, Name, Rule};
use plain_text::{clauses, counted, listed};
use ui_kit::theme::{space, text};
use ui_kit::widgets::{
    body, button, caption, headline, primary_button_ui, section_heading_ui, toggle_button,
};

use crate::citation::cited_ui;
use crate::correction::{CorrectedNumber, correction_toggle_ui, correction_ui};
use crate::form::{problem_ui, stepper_ui, typed_number, value_ui, words_field_ui};
use crate::members::{checkmark_words, experience_words};
use crate::{CampaignCx, CampaignMemory, enhancement, farewell, items, preparation};

/// The steps of a level, and the quest, as they are entered.
#[derive(Clone, Debug, Default)]
pub(super) struct StepForms {
    card: String,
    /// The printed level of the card; 0 for the highest that is open.
    card_level: u8,
    perk: String,
    quest: String,
    /// The problem with the steps of a level, and that with the quest.
    problem: Option<String>,
    quest_problem: Option<String>,
    /// `true` if the changes of the numbers are shown.
    shows_history: bool,
}

/// Draws the sheet.
pub(super) fn character_ui(
    ui: &mut Ui,
    cx: CampaignCx<'_>,
    memory: &mut CampaignMemory,
    name: &Name,
) {
    let Some(of) = cx.campaign().character(name) else {
        return;
    };
    ui.label(headline(ui, of.name.as_str(), text::HEAD));
    body(class_words(cx, of)).ui(ui);
    match of.state {
        CharacterState::Active => {}
        CharacterState::Retired => {
            body("It has retired.").bold().ui(ui);
        }
        CharacterState::Dead => {
            body("It has died.").bold().ui(ui);
        }
    }
    numbers_ui(ui, cx, memory, of);
    ui.add_space(space::M);
    if of.state != CharacterState::Active {
        return;
    }
    away_ui(ui, cx, of);
    level_ui(ui, cx, memory, of);
    items::items_ui(ui, cx, memory, of);
    town_ui(ui, cx, memory, of);
    preparation::preparation_ui(ui, cx, memory, of);
    enhancement::enhancement_ui(ui, cx, memory, of);
    farewell::farewell_ui(ui, cx, memory, of);
}

/// Draws what waits until the party is back in the town; nothing while it is there.
fn away_ui(ui: &mut Ui, cx: CampaignCx<'_>, of: &Character) {
    let party = cx.campaign().party_of(of);
    if let Some((name, Place::Scenario(number))) = party.map(|of| (&of.name, of.place)) {
        let rule = Rule::TownVisit.number();
        let words = format!(
            "{name} is at scenario {number}: levels, buying, selling and donations wait for the town \
             ({rule})."
        );
        cited_ui(ui, cx, body(words));
        ui.add_space(space::M);
    }
}

/// Returns the class with its hit points, its hand and its party.
fn class_words(cx: CampaignCx<'_>, of: &Character) -> String {
    let facts = cx.campaign().world.class(&of.class).map(|class| &class.facts);
    let points = facts.and_then(|facts| facts.hit_points);
    let points = points.and_then(|points| points.get(usize::from(of.level) - 1).copied());
    let mut parts = vec![format!("{}, level {}", of.class, of.level)];
    parts.extend(points.map(|points| counted(points, "hit point", "hit points")));
    let hand = facts.and_then(|facts| facts.hand);
    parts.extend(hand.map(|hand| format!("a hand of {}", counted(hand, "card", "cards"))));
    match &of.party {
        Some(name) => parts.push(format!("in {name}")),
        None if of.state == CharacterState::Active => parts.push("idle in the town".to_owned()),
        None => {}
    }
    clauses(&parts)
}

/// Draws the numbers of the sheet, with their changes on request.
fn numbers_ui(ui: &mut Ui, cx: CampaignCx<'_>, memory: &mut CampaignMemory, of: &Character) {
    value_ui(ui, "Experience", &experience_words(of));
    value_ui(ui, "Gold", &of.gold.to_string());
    let earned = of.checkmarks / Character::CHECKMARKS_PER_PERK;
    let perks = counted(earned, "perk", "perks");
    value_ui(ui, "Checkmarks", &format!("{}; {perks} made", checkmark_words(of)));
    if !of.perks.is_empty() {
        value_ui(ui, "Perks", &listed(&of.perks));
    }
    if !of.cards.is_empty() {
        let cards: Vec<String> =
            of.cards.iter().map(|card| format!("{} ({})", card.title, card.level)).collect();
        value_ui(ui, "Cards", &listed(&cards));
    }
    if of.bless_cards > 0 && of.state == CharacterState::Active {
        let bless = counted(of.bless_cards, "bless card", "bless cards");
        value_ui(ui, "Next scenario", &bless);
    }
    let shows_history = memory.forms.steps.shows_history;
    ui.horizontal_wrapped(|ui| {
        if ui.add(toggle_button(shows_history, "Why these numbers?")).clicked() {
            memory.forms.steps.shows_history = !shows_history;
        }
        correction_toggle_ui(ui, &mut memory.forms.correction);
    });
    if shows_history {
        let (_, edits) = memory.record_view.state_key();
        memory.history.ui(ui, cx, edits, &of.name);
    }
    let name = || of.name.clone();
    let numbers = [
        CorrectedNumber::Gold(name()),
        CorrectedNumber::Experience(name()),
        CorrectedNumber::Level(name()),
        CorrectedNumber::Checkmarks(name()),
    ];
    correction_ui(ui, cx, memory, &numbers);
}

/// Draws the next level, and the card and the perks of the levels taken.
fn level_ui(ui: &mut Ui, cx: CampaignCx<'_>, memory: &mut CampaignMemory, of: &Character) {
    let can = cx.campaign().can_level_up(of);
    if !can && of.open_cards() + of.open_perks() == 0 {
        return;
    }
    section_heading_ui(ui, "Level");
    let next = of.level + 1;
    if !can && next <= Character::MAX_LEVEL && of.experience >= least_experience(next) {
        caption(format!("Level {next} can be taken after these steps.")).ui(ui);
    }
    if can && primary_button_ui(ui, &format!("Take level {}", of.level + 1)).clicked() {
        memory.play(cx, vec![Action::LevelUp(of.name.clone())]);
    }
    if let Some(most) = of.next_card_level() {
        card_ui(ui, cx, memory, (of, most));
    }
    if of.open_perks() > 0 {
        perk_ui(ui, cx, memory, of);
    }
    problem_ui(ui, memory.forms.steps.problem.as_deref());
    ui.add_space(space::M);
}

/// Draws the choice of a card of this level at most.
fn card_ui(
    ui: &mut Ui,
    cx: CampaignCx<'_>,
    memory: &mut CampaignMemory,
    (of, most): (&Character, u8),
) {
    let form = &mut memory.forms.steps;
    if !(2..=most).contains(&form.card_level) {
        form.card_level = most;
    }
    let mut is_entered = false;
    ui.horizontal_wrapped(|ui| {
        is_entered |= words_field_ui(ui, "Card of the new level", &mut form.card, "its title");
        if most > 2 {
            stepper_ui(ui, "Its level", &mut form.card_level, 2..=most);
        }
        is_entered |= ui.add(button("Choose the card")).clicked();
    });
    if !is_entered {
        return;
    }
    let (title, level) = (Name::new(&form.card), form.card_level);
    if title.as_str().is_empty() {
        form.problem = Some("Type the title of the card.".to_owned());
        return;
    }
    form.problem = None;
    if memory.play(cx, vec![Action::ChooseCard { character: of.name.clone(), title, level }]) {
        memory.forms.steps.card.clear();
    }
}

/// Draws the perks that the character may take.
fn perk_ui(ui: &mut Ui, cx: CampaignCx<'_>, memory: &mut CampaignMemory, of: &Character) {
    let open = counted(of.open_perks(), "perk", "perks");
    let left = cx.campaign().perks_left(of);
    if !left.is_empty() {
        return listed_perks_ui(ui, cx, memory, (of, &left));
    }
    let form = &mut memory.forms.steps;
    let mut is_entered = false;
    ui.horizontal_wrapped(|ui| {
        let hint = "as on the sheet";
        is_entered |= words_field_ui(ui, &format!("{open} to take"), &mut form.perk, hint);
        is_entered |= ui.add(button("Take the perk")).clicked();
    });
    if !is_entered {
        return;
    }
    let perk = form.perk.trim().to_owned();
    if perk.is_empty() {
        form.problem = Some("Type the perk as it is on the sheet.".to_owned());
        return;
    }
    form.problem = None;
    if memory.play(cx, vec![Action::TakePerk { character: of.name.clone(), perk }]) {
        memory.forms.steps.perk.clear();
    }
}

/// Draws the perks of the class that the character can still take, each with the number of times.
fn listed_perks_ui(
    ui: &mut Ui,
    cx: CampaignCx<'_>,
    memory: &mut CampaignMemory,
    (of, perks): (&Character, &[&ClassPerk]),
) {
    caption(format!("{} to take", counted(of.open_perks(), "perk", "perks"))).ui(ui);
    let mut taken = None;
    ui.horizontal_wrapped(|ui| {
        for perk in perks {
            let left = usize::from(perk.times).saturating_sub(of.times_taken(perk));
            let label = match left {
                1 => perk.words.clone(),
                left => format!("{} ({left} left)", perk.words),
            };
            if ui.add(button(label)).clicked() {
                taken = Some(perk.words.clone());
            }
        }
    });
    if let Some(perk) = taken {
        memory.play(cx, vec![Action::TakePerk { character: of.name.clone(), perk }]);
    }
}

/// Draws the donation, the quest, and the way into and out of a party.
fn town_ui(ui: &mut Ui, cx: CampaignCx<'_>, memory: &mut CampaignMemory, of: &Character) {
    section_heading_ui(ui, "In the town");
    let name = || of.name.clone();
    let mut played = None;
    ui.horizontal_wrapped(|ui| {
        let donate = button(format!("Donate {} gold", World::DONATION));
        if ui.add_enabled(!of.has_donated, donate).clicked() {
            played = Some(Action::Donate(name()));
        }
        if of.has_donated {
            caption("Donated on this visit.").ui(ui);
        }
        match &of.party {
            Some(party) => {
                if ui.add(button(format!("Leave {party}"))).clicked() {
                    played = Some(Action::Leave(name()));
                }
            }
            None => {
                for party in &cx.campaign().parties {
                    if ui.add(button(format!("Join {}", party.name))).clicked() {
                        let party = party.name.clone();
                        played = Some(Action::Join { character: name(), party });
                    }
                }
            }
        }
    });
    let quest = quest_ui(ui, memory, of);
    if let Some(action) = played {
        memory.play(cx, vec![action]);
    }
    if let Some(action) = quest
        && memory.play(cx, vec![action])
    {
        memory.forms.steps.quest.clear();
    }
    ui.add_space(space::M);
}

/// Draws the personal quest; returns the action that is asked for.
fn quest_ui(ui: &mut Ui, memory: &mut CampaignMemory, of: &Character) -> Option<Action> {
    let form = &mut memory.forms.steps;
    let mut played = None;
    ui.horizontal_wrapped(|ui| {
        if let Some(quest) = of.quest {
            body(format!("Personal quest {quest}")).ui(ui);
            if of.is_quest_fulfilled {
                body("is fulfilled.").good().ui(ui);
            } else if ui.add(button("It is fulfilled")).clicked() {
                played = Some(Action::Fulfilled(of.name.clone()));
            }
        } else {
            let label = "Personal quest";
            let is_entered = words_field_ui(ui, label, &mut form.quest, "its number");
            if ui.add(button("Keep the quest")).clicked() || is_entered {
                match typed_number(&form.quest, "Type the number of the quest.") {
                    Ok(quest) => {
                        form.quest_problem = None;
                        played = Some(Action::Quest { character: of.name.clone(), quest });
                    }
                    Err(problem) => form.quest_problem = Some(problem),
                }
            }
        }
    });
    problem_ui(ui, form.quest_problem.as_deref());
    played
}
