//! What an action comes to for everybody, or why it is refused.

use egui::{RichText, Ui};

use super::command::{Command, Commands};
use super::icons::{Icon, icon_ui};
use super::players_panel::signed;
use super::theme::{dense, space, text, theme};
use rules::action::Action;
use rules::game::{COMPLETIONS_TO_END, Played};
use rules::illegal::{Check, Outcome};
use rules::moves::Outlook;
use rules::receipt::Quantity;

/// Draws the change of every player's points and money, deliveries and completions.
pub fn outlook_ui(ui: &mut Ui, played: &Played) {
    let theme = theme(ui.ctx());
    let outlook = Outlook::of(played);
    let game = &played.game;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = space::M;
        for player in game.players() {
            let changes = Quantity::ALL.map(|what| (what, outlook.change(player, what)));
            if changes.iter().all(|(_, by)| *by == 0) {
                continue;
            }
            ui.label(
                RichText::new(game.player_label(player)).font(text::sans(text::BODY)).strong(),
            );
            for (what, by) in changes {
                if by != 0 {
                    let colour = if by > 0 { theme.good } else { theme.bad };
                    ui.label(
                        RichText::new(signed_amount(what, by))
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
            ui.label(RichText::new(format!("{name} completed")).color(theme.good).strong());
        }
        if !outlook.completed.is_empty() && game.completed() >= COMPLETIONS_TO_END {
            let ends = "The game ends after this turn";
            ui.label(RichText::new(ends).color(theme.accent).strong());
        }
    });
}

/// A change with its sign and its unit, to stand alone.
fn signed_amount(what: Quantity, by: i32) -> String {
    let by_sign = signed(what, by);
    match what {
        Quantity::Money => by_sign,
        Quantity::Points if by.unsigned_abs() == 1 => format!("{by_sign} point"),
        Quantity::Points | Quantity::Income | Quantity::Fleeting | Quantity::Lasting => {
            format!("{by_sign} {}", what.name())
        }
    }
}

/// Draws every check that is not passed, a line each: what is wrong, what would help, the rule;
/// and the way to overrule it.
pub fn reasons_ui(ui: &mut Ui, action: &Action, checks: &[Check], commands: &mut Commands) {
    let theme = theme(ui.ctx());
    let (mut overrulable, mut lacks_fact) = (true, false);
    dense(ui);
    for check in checks {
        let (mark, colour, reason, remedy) = match &check.outcome {
            Outcome::Passed => continue,
            Outcome::Failed(illegal) => {
                overrulable &= illegal.can_be_overruled();
                let remedy = illegal.remedy();
                (Icon::Forbidden, theme.bad, illegal.to_string(), remedy)
            }
            Outcome::CannotTell(fact) => {
                lacks_fact = true;
                let reason = format!("{fact} is not known yet");
                (Icon::Question, theme.muted, reason, None)
            }
        };
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = space::S;
            icon_ui(ui, mark, text::LEAD, colour);
            let font = text::sans(text::BODY);
            let words = RichText::new(sentence(&reason)).font(font.clone());
            ui.label(words.color(colour));
            if let Some(remedy) = remedy
                && !reason.contains(&remedy)
            {
                ui.label(RichText::new(format!("Would help: {remedy}.")).font(font));
            }
            let link = ui.link(format!("{} {}", check.rule.number(), check.rule.section()));
            if link.clicked() {
                commands.push(Command::OpenRule(check.rule));
            }
        });
    }
    if lacks_fact {
        return;
    }
    if overrulable {
        if ui.button("Do it anyway…").clicked() {
            commands.push(Command::AskOverrule(action.clone()));
        }
    } else {
        let why = "The record cannot hold this. If the table differs from it, set the record right first.";
        let why = RichText::new(why).font(text::sans(text::BODY));
        ui.label(why.color(theme.muted));
    }
}

/// Words that follow "Not allowed:" as a sentence of their own.
fn sentence(reason: &str) -> String {
    let mut letters = reason.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string());
    let mut sentence = first.unwrap_or_default() + letters.as_str();
    if !sentence.ends_with('.') {
        sentence.push('.');
    }
    sentence
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_stand_alone_with_sign_and_unit() {
        assert_eq!(signed_amount(Quantity::Points, 1), "+1 point");
        assert_eq!(signed_amount(Quantity::Points, -2), "−2 points");
        assert_eq!(signed_amount(Quantity::Money, -1), "−$1");
        assert_eq!(signed_amount(Quantity::Income, 1), "+1 income");
    }

    #[test]
    fn a_reason_becomes_a_sentence() {
        assert_eq!(sentence("it is too late"), "It is too late.");
        assert_eq!(sentence(""), ".");
    }
}
