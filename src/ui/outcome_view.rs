//! What an action comes to for everybody, or why it is refused.

use egui::{RichText, Ui};

use super::command::{Command, Commands};
use super::icons::{Icon, icon_ui};
use super::theme::{dense, space, text, theme};
use crate::rules::action::Action;
use crate::rules::game::Played;
use crate::rules::illegal::{Check, Outcome};
use crate::rules::moves::Outlook;

/// Draws the change of every player's points and money, deliveries and completions.
pub fn outlook_ui(ui: &mut Ui, played: &Played) {
    let theme = theme(ui.ctx());
    let outlook = Outlook::of(played);
    let game = &played.game;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = space::M;
        for player in game.players() {
            let (points, money) = (outlook.points[player].0, outlook.money[player].0);
            if points == 0 && money == 0 {
                continue;
            }
            ui.label(
                RichText::new(game.player_label(player))
                    .font(text::sans(text::BODY))
                    .strong(),
            );
            for (by, amount) in [
                (points, format!("{points:+} points")),
                (money, signed_money(money)),
            ] {
                if by != 0 {
                    let colour = if by > 0 { theme.good } else { theme.bad };
                    ui.label(
                        RichText::new(amount)
                            .font(text::sans(text::LEAD))
                            .color(colour),
                    );
                }
            }
        }
        if outlook.lost.0 != 0 {
            ui.label(
                RichText::new(format!("{} lost to neutral", outlook.lost.0)).color(theme.muted),
            );
        }
        for &(resource, building) in &outlook.deliveries {
            let contents = game.contents();
            ui.label(format!(
                "{} delivered to {}",
                contents.resource_name(resource),
                contents.building_name(building)
            ));
        }
        for &building in &outlook.completed {
            let name = game.contents().building_name(building);
            ui.label(
                RichText::new(format!("{name} completed"))
                    .color(theme.good)
                    .strong(),
            );
        }
    });
}

fn signed_money(by: i32) -> String {
    let sign = if by < 0 { '−' } else { '+' };
    format!("{sign}${}", by.unsigned_abs())
}

/// Draws every check that is not passed, with its rule and what would help, and the way to overrule it.
pub fn reasons_ui(ui: &mut Ui, action: &Action, checks: &[Check], commands: &mut Commands) {
    let theme = theme(ui.ctx());
    let mut overrulable = true;
    dense(ui);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = space::S;
        for check in checks {
            let (mark, colour, reason, remedy) = match &check.outcome {
                Outcome::Passed => continue,
                Outcome::Failed(illegal) => {
                    overrulable &= illegal.can_be_overruled();
                    (
                        Icon::Forbidden,
                        theme.bad,
                        illegal.to_string(),
                        illegal.remedy(),
                    )
                }
                Outcome::CannotTell(fact) => {
                    overrulable = false;
                    (
                        Icon::Question,
                        theme.muted,
                        format!("{fact} is not known yet"),
                        None,
                    )
                }
            };
            icon_ui(ui, mark, text::LEAD, colour);
            let words = RichText::new(&reason).font(text::sans(text::BODY));
            ui.label(words.color(colour));
            if let Some(remedy) = remedy
                && !reason.contains(&remedy)
            {
                ui.label(
                    RichText::new(format!("Would help: {remedy}.")).font(text::sans(text::BODY)),
                );
            }
            let link = ui.link(format!("{} {}", check.rule.number(), check.rule.section()));
            if link.clicked() {
                commands.push(Command::OpenRule(check.rule));
            }
        }
        if overrulable && ui.button("Do it anyway…").clicked() {
            commands.push(Command::AskOverrule(action.clone()));
        }
    });
}
