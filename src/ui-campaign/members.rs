//! The members of a party with their numbers, and what each can do at once.

use egui::{Align, Frame, Layout, Ui};

use campaign_rules::character::{Character, least_experience};
use campaign_rules::party::{Party, Place};
use campaign_rules::world::World;
use campaign_rules::{Action, Name};
use plain_text::counted;
use ui_kit::theme::{RADIUS, space, theme};
use ui_kit::widgets::{body, button, caption, lead, section_heading_ui};

use crate::{CampaignCx, CampaignMemory, CampaignPage};

/// The width of the buttons next to a member, in points.
const BUTTONS: f32 = 256.0;

/// Draws the members of a party.
pub(super) fn members_ui(
    ui: &mut Ui,
    cx: CampaignCx<'_>,
    memory: &mut CampaignMemory,
    party: &Party,
) {
    section_heading_ui(ui, "Characters");
    let members: Vec<&Character> = cx.campaign().members(&party.name).collect();
    if members.is_empty() {
        caption("Nobody is in this party yet.").ui(ui);
    }
    for character in members {
        member_ui(ui, cx, memory, (character, party));
    }
    idle_ui(ui, cx, memory, party);
    ui.add_space(space::M);
}

fn member_ui(
    ui: &mut Ui,
    cx: CampaignCx<'_>,
    memory: &mut CampaignMemory,
    (of, party): (&Character, &Party),
) {
    let hair = theme(ui).hair();
    let frame = Frame::new().stroke(hair).corner_radius(RADIUS).inner_margin(space::S);
    let mut played = None;
    frame.show(ui, |ui| {
        ui.horizontal(|ui| {
            ui.vertical(|ui| {
                ui.set_width((ui.available_width() - BUTTONS).max(0.0));
                ui.spacing_mut().item_spacing.y = space::XS;
                lead(of.name.as_str()).bold().truncated_ui(ui);
                body(format!("{}, level {}", of.class, of.level)).muted().truncated_ui(ui);
                let numbers =
                    [format!("{} gold", of.gold), experience_words(of), checkmark_words(of)];
                body(numbers.join(" · ")).ui(ui);
            });
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                played = buttons_ui(ui, cx, memory, (of, party));
            });
        });
    });
    if let Some(action) = played {
        memory.play(cx, vec![action]);
    }
}

/// Draws the buttons of a member, from the right; returns the action that is asked for.
fn buttons_ui(
    ui: &mut Ui,
    cx: CampaignCx<'_>,
    memory: &mut CampaignMemory,
    (of, party): (&Character, &Party),
) -> Option<Action> {
    let name = || of.name.clone();
    let mut played = None;
    let sheet = ui.add(button("Sheet")).accessible_name(format!("Sheet of {}", of.name));
    if sheet.clicked() {
        memory.show(CampaignPage::Character(name()));
    }
    let is_in_town = party.place == Place::Town;
    if is_in_town && !of.has_donated && of.gold >= World::DONATION {
        let donate = ui.add(button(format!("Donate {}", World::DONATION)));
        if donate.accessible_name(format!("Donate for {}", of.name)).clicked() {
            played = Some(Action::Donate(name()));
        }
    }
    if cx.campaign().can_level_up(of) {
        let label = format!("Level {}", of.level + 1);
        let level = ui.add(button(label.as_str()));
        if level.accessible_name(format!("{label} of {}", of.name)).clicked() {
            played = Some(Action::LevelUp(name()));
        }
    }
    played
}

/// Draws the idle characters, who can join.
fn idle_ui(ui: &mut Ui, cx: CampaignCx<'_>, memory: &mut CampaignMemory, party: &Party) {
    if party.playing.is_some() {
        return;
    }
    let idle: Vec<Name> = cx.campaign().idle().map(|of| of.name.clone()).collect();
    ui.horizontal_wrapped(|ui| {
        for character in idle {
            if ui.add(button(format!("{character} joins"))).clicked() {
                memory.play(cx, vec![Action::Join { character, party: party.name.clone() }]);
            }
        }
        if ui.add(button("New character…")).clicked() {
            let name = party.name.clone();
            memory.show(CampaignPage::Town);
            memory.forms.creation.open_character(Some(name));
        }
    });
}

/// Returns the experience with the next threshold in words.
pub(super) fn experience_words(of: &Character) -> String {
    let next = of.level + 1;
    let (experience, needed) = (of.experience, least_experience(next));
    if next > Character::MAX_LEVEL {
        format!("{experience} experience")
    } else if experience >= needed {
        format!("{experience} experience, enough for level {next}")
    } else {
        format!("{experience} experience, level {next} from {needed}")
    }
}

/// Returns the checkmarks towards the next perk in words.
pub(super) fn checkmark_words(of: &Character) -> String {
    let left = of.checkmarks % Character::CHECKMARKS_PER_PERK;
    let drawn: String = (0..Character::CHECKMARKS_PER_PERK)
        .map(|index| if index < left { '●' } else { '○' })
        .collect();
    format!("{drawn} {}", counted(left, "checkmark", "checkmarks"))
}
