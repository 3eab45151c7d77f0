//! The page of the town: what all parties share.

use egui::Ui;

use campaign_rules::character::CharacterState;
use campaign_rules::world::{GlobalAchievement, World};
use plain_text::{counted, listed};
use ui_kit::theme::{space, text};
use ui_kit::widgets::{body, button, headline, section_heading_ui, toggle_button};

use crate::correction::{CorrectedNumber, correction_toggle_ui, correction_ui};
use crate::form::cited_value_ui;
use crate::{
    CampaignCx, CampaignMemory, CampaignPage, creation, party, town_facts, town_scenarios,
};

/// Draws the page.
pub(super) fn town_ui(ui: &mut Ui, cx: CampaignCx<'_>, memory: &mut CampaignMemory) {
    let world = &cx.campaign().world;
    ui.label(headline(ui, "The town", text::HEAD));
    cited_value_ui(ui, cx, "Prosperity", prosperity_words(world));
    cited_value_ui(ui, cx, "Donations", donation_words(world));
    let numbers = [CorrectedNumber::Prosperity, CorrectedNumber::Donations];
    correction_toggle_ui(ui, &mut memory.forms.correction);
    correction_ui(ui, cx, memory, &numbers);
    ui.add_space(space::M);
    creation::creation_ui(ui, cx, memory);
    town_scenarios::scenarios_ui(ui, cx, memory);
    achievements_ui(ui, cx, memory);
    town_facts::classes_ui(ui, cx, memory);
    town_facts::items_ui(ui, cx, memory);
    town_facts::envelopes_ui(ui, cx, memory);
    former_ui(ui, cx, memory);
    town_facts::numbers_ui(ui, cx, memory);
}

/// Returns the prosperity with the next threshold.
fn prosperity_words(world: &World) -> String {
    let (level, marks) = (world.level(), counted(world.prosperity, "mark", "marks"));
    let next = world.thresholds.get(usize::from(level) - 1);
    match next {
        Some(next) => format!("level {level}, {marks}; level {} from {next} (G30)", level + 1),
        None => format!("level {level}, {marks} (G30)"),
    }
}

fn donation_words(world: &World) -> String {
    let donated = world.donated;
    match World::DONATION_GOAL.checked_sub(donated).filter(|missing| *missing > 0) {
        Some(missing) => format!(
            "{donated} gold; envelope {} opens with {missing} more (S15.7)",
            World::DONATION_ENVELOPE
        ),
        None => format!("{donated} gold"),
    }
}

/// Draws the global achievements, and the form for effects on the world.
fn achievements_ui(ui: &mut Ui, cx: CampaignCx<'_>, memory: &mut CampaignMemory) {
    section_heading_ui(ui, "Global achievements");
    let world = &cx.campaign().world;
    if world.achievements.is_empty() {
        body("None yet.").muted().ui(ui);
    }
    let words: Vec<String> = world.achievements.iter().map(achievement_words).collect();
    if !words.is_empty() {
        body(listed(&words)).ui(ui);
    }
    let is_open = memory.forms.town.shows_effects;
    if ui.add(toggle_button(is_open, "Effects on the world…")).clicked() {
        memory.forms.town.shows_effects = !is_open;
    }
    if is_open {
        party::effects_ui(ui, cx, memory, None);
    }
    ui.add_space(space::M);
}

fn achievement_words(achievement: &GlobalAchievement) -> String {
    match &achievement.kind {
        Some(kind) => format!("{kind}: {}", achievement.name),
        None => achievement.name.to_string(),
    }
}

/// Draws the characters that have retired or died.
fn former_ui(ui: &mut Ui, cx: CampaignCx<'_>, memory: &mut CampaignMemory) {
    let is_former = |of: &&campaign_rules::character::Character| of.state != CharacterState::Active;
    let former: Vec<_> = cx.campaign().characters.iter().filter(is_former).collect();
    if former.is_empty() {
        return;
    }
    section_heading_ui(ui, "Former characters");
    for of in former {
        ui.horizontal_wrapped(|ui| {
            if ui.add(button(of.name.as_str())).clicked() {
                memory.show(CampaignPage::Character(of.name.clone()));
            }
            body(format!("{}, {}", of.class, of.state.word())).ui(ui);
        });
    }
    ui.add_space(space::M);
}
