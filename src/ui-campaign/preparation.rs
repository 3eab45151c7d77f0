//! The hand of cards and the battle goal of a character for its next scenario (S12.4, S16.3).

use egui::Ui;

use campaign_rules::character::{Character, ChosenHand};
use campaign_rules::{Action, Name};
use plain_text::counted;
use ui_kit::theme::space;
use ui_kit::widgets::{body, button, caption, section_heading_ui, toggle_button};

use crate::form::{problem_ui, typed_number, words_field_ui};
use crate::{CampaignCx, CampaignMemory};

/// A hand and a battle goal as they are entered.
#[derive(Clone, Debug, Default)]
pub(super) struct PreparationForm {
    /// The chosen cards of levels above 1; `None` before the first choice.
    cards: Option<Vec<Name>>,
    goal: String,
    problem: Option<String>,
}

/// Draws the hand and the battle goal.
pub(super) fn preparation_ui(
    ui: &mut Ui,
    cx: CampaignCx<'_>,
    memory: &mut CampaignMemory,
    of: &Character,
) {
    section_heading_ui(ui, "For the next scenario");
    hand_ui(ui, cx, memory, of);
    goal_ui(ui, cx, memory, of);
    problem_ui(ui, memory.forms.preparation.problem.as_deref());
    ui.add_space(space::M);
}

/// Draws the cards of the hand: those of the levels are chosen, the others fill it.
fn hand_ui(ui: &mut Ui, cx: CampaignCx<'_>, memory: &mut CampaignMemory, of: &Character) {
    let class = cx.campaign().world.class(&of.class);
    let Some(limit) = class.and_then(|class| class.facts.hand) else {
        caption("The size of the hand is unknown; enter it with the class, in the town.").ui(ui);
        return;
    };
    let form = &mut memory.forms.preparation;
    let taken = || of.hand.as_ref().map(|hand| hand.cards.clone()).unwrap_or_default();
    let mut cards = form.cards.clone().unwrap_or_else(taken);
    cards.retain(|title| of.cards.iter().any(|card| card.title == *title));
    let mut chosen = None;
    ui.horizontal_wrapped(|ui| {
        caption("Hand").ui(ui);
        for card in &of.cards {
            let at = cards.iter().position(|title| *title == card.title);
            if ui.add(toggle_button(at.is_some(), card.title.as_str())).clicked() {
                match at {
                    Some(at) => drop(cards.remove(at)),
                    None => cards.push(card.title.clone()),
                }
                form.cards = Some(cards.clone());
            }
        }
        let basic = limit.saturating_sub(u8::try_from(cards.len()).unwrap_or(u8::MAX));
        let basic_cards = format!("{} of level 1 or X", counted(basic, "card", "cards"));
        let with = if of.cards.is_empty() { "" } else { "with " };
        body(format!("{with}{basic_cards}")).ui(ui);
        let hand = ChosenHand { basic, cards: cards.clone() };
        let is_new = of.hand.as_ref() != Some(&hand);
        if ui.add_enabled(is_new, button("Take this hand")).clicked() {
            chosen = Some(hand);
        }
    });
    if let Some(hand) = chosen
        && memory.play(cx, vec![Action::ChooseHand { character: of.name.clone(), hand }])
    {
        memory.forms.preparation.cards = None;
    }
}

/// Draws the battle goal.
fn goal_ui(ui: &mut Ui, cx: CampaignCx<'_>, memory: &mut CampaignMemory, of: &Character) {
    let form = &mut memory.forms.preparation;
    let mut chosen = None;
    ui.horizontal_wrapped(|ui| {
        if let Some(goal) = of.battle_goal {
            body(format!("Battle goal {goal}")).ui(ui);
        }
        let is_entered = words_field_ui(ui, "Battle goal", &mut form.goal, "its number");
        if ui.add(button("Keep the goal")).clicked() || is_entered {
            match typed_number(&form.goal, "Type the number of the battle goal.") {
                Ok(goal) => chosen = Some(goal),
                Err(problem) => form.problem = Some(problem),
            }
        }
    });
    if let Some(goal) = chosen
        && memory.play(cx, vec![Action::ChooseGoal { character: of.name.clone(), goal }])
    {
        let form = &mut memory.forms.preparation;
        form.goal.clear();
        form.problem = None;
    }
}
