//! Dialogs: decisions that need more than a click, and what is only told.

use egui::{Context, RichText, Ui};

use crate::notation::{parse_action, print_action};
use crate::rules::Game;
use crate::rules::action::{Action, Deed};
use crate::ui::command::{Command, Commands, Menu, MenuBar};
use crate::ui::settings::{Preview, Settings, Voting};
use crate::ui::table::Table;
use crate::ui::theme::{Look, space, text, theme, touch};

/// A dialog that is open.
#[derive(Clone, Debug)]
pub enum Dialog {
    /// An action that the rules refuse is recorded all the same, with a reason.
    Overrule {
        /// The action.
        action: Action,
        /// The reason, as far as it is typed.
        reason: String,
    },
    /// The record is set right where the table differs.
    Adjust {
        /// The changes in the notation, as far as they are typed.
        changes: String,
        /// The reason.
        reason: String,
        /// What is wrong with what is typed.
        trouble: Option<String>,
    },
    /// The settings.
    Preferences,
    /// Every key.
    Keys,
    /// What this app is.
    About,
}

impl Dialog {
    /// The dialog that sets the record right, begun with the player who leads.
    #[must_use]
    pub fn adjust(game: &Game) -> Self {
        let player = game
            .active_player()
            .or_else(|| game.players().next())
            .map(|player| game.player_label(player))
            .unwrap_or_default();
        Self::Adjust {
            changes: format!("{player} points +1"),
            reason: String::new(),
            trouble: None,
        }
    }
}

/// Draws a dialog; says whether it is to be closed.
pub(super) fn dialog_ui(
    ctx: &Context,
    dialog: &mut Dialog,
    table: Option<&Table>,
    settings: &Settings,
    commands: &mut Commands,
) -> bool {
    let mut is_done = false;
    let modal = egui::Modal::new(egui::Id::unique("dialog")).show(ctx, |ui| {
        ui.set_max_width(520.0);
        match dialog {
            Dialog::Overrule { action, reason } => {
                title_ui(ui, "Do it anyway");
                if let Some(table) = table {
                    let line = print_action(table.journal().game(), action);
                    ui.label(RichText::new(line).strong());
                }
                ui.label("The rules refuse it, and the table decided otherwise. It is recorded as overruled, with the reason.");
                is_done = overrule_form_ui(ui, action, reason, commands);
            }
            Dialog::Adjust {
                changes,
                reason,
                trouble,
            } => {
                title_ui(ui, "Set the record right");
                ui.label("What the table shows, in the notation; several changes are parted by commas.");
                is_done = adjust_form_ui(ui, table, changes, reason, trouble, commands);
            }
            Dialog::Preferences => {
                title_ui(ui, "Preferences");
                preferences_ui(ui, settings, commands);
                is_done = buttons_ui(ui, None) == Some(false);
            }
            Dialog::Keys => {
                title_ui(ui, "Keys");
                keys_ui(ui);
                is_done = buttons_ui(ui, None) == Some(false);
            }
            Dialog::About => {
                title_ui(ui, "Founders Ledger");
                ui.label(format!("Version {}", env!("CARGO_PKG_VERSION")));
                ui.label("A companion for the board game Founders of Gloomhaven, for people who sit around the real board. It is an unofficial fan project: facts and numbers, with drawings and words of its own. The game and its names belong to their owners.");
                ui.label("Licensed under MIT or Apache 2.0. Nothing is sent anywhere.");
                is_done = buttons_ui(ui, None) == Some(false);
            }
        }
    });
    is_done || modal.should_close()
}

fn title_ui(ui: &mut Ui, title: &str) {
    ui.label(RichText::new(title).font(text::serif(text::HEAD)));
    ui.add_space(space::S);
}

/// The buttons at the foot: what goes on, if there is something, and the way out.
fn buttons_ui(ui: &mut Ui, go_on: Option<&str>) -> Option<bool> {
    ui.add_space(space::M);
    let mut pressed = None;
    ui.horizontal(|ui| {
        let size = egui::vec2(96.0, touch::TARGET);
        if let Some(label) = go_on {
            if ui.add(egui::Button::new(label).min_size(size)).clicked() {
                pressed = Some(true);
            }
            if ui.add(egui::Button::new("Cancel").min_size(size)).clicked() {
                pressed = Some(false);
            }
        } else if ui.add(egui::Button::new("Close").min_size(size)).clicked() {
            pressed = Some(false);
        }
    });
    pressed
}

fn overrule_form_ui(
    ui: &mut Ui,
    action: &Action,
    reason: &mut String,
    commands: &mut Commands,
) -> bool {
    let label = ui.label("Reason");
    let field = ui.text_edit_singleline(reason).labelled_by(label.id);
    if reason.is_empty() {
        field.request_focus();
    }
    let entered = field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
    match buttons_ui(ui, Some("Record it")) {
        Some(false) => true,
        pressed if pressed == Some(true) || entered => {
            commands.push(Command::Play(vec![
                Deed::Overrule {
                    action: Box::new(action.clone()),
                    reason: reason.clone(),
                }
                .into(),
            ]));
            true
        }
        _ => false,
    }
}

fn adjust_form_ui(
    ui: &mut Ui,
    table: Option<&Table>,
    changes: &mut String,
    reason: &mut String,
    trouble: &mut Option<String>,
    commands: &mut Commands,
) -> bool {
    let label = ui.label("Changes");
    ui.text_edit_singleline(changes).labelled_by(label.id);
    let label = ui.label("Reason");
    ui.text_edit_singleline(reason).labelled_by(label.id);
    if let Some(trouble) = trouble {
        ui.label(RichText::new(trouble.as_str()).color(theme(ui.ctx()).bad));
    }
    match buttons_ui(ui, Some("Record it")) {
        Some(true) => {
            let Some(table) = table else {
                return true;
            };
            // The reason is put in afterwards, so that it may hold any sign.
            let line = format!("Adjust {changes}: \"\"");
            let game = table.journal().game();
            let parsed = parse_action(game, &line).map(|mut action| {
                if let Deed::Adjust { reason: given, .. } = &mut action.deed {
                    given.clone_from(reason);
                }
                action
            });
            match parsed {
                Ok(action) => match game.play(&action) {
                    Ok(_) => {
                        commands.push(Command::Play(vec![action]));
                        true
                    }
                    Err(refusal) => {
                        *trouble = Some(refusal.to_string());
                        false
                    }
                },
                Err(error) => {
                    *trouble = Some(error.to_string());
                    false
                }
            }
        }
        Some(false) => true,
        None => false,
    }
}

fn preferences_ui(ui: &mut Ui, settings: &Settings, commands: &mut Commands) {
    let mut wanted = settings.clone();
    ui.horizontal_wrapped(|ui| {
        ui.label("Look");
        for (look, label) in [
            (Look::System, "As the system"),
            (Look::Light, "Light"),
            (Look::Dark, "Dark"),
            (Look::HighContrast, "High contrast"),
        ] {
            ui.radio_value(&mut wanted.look, look, label);
        }
    });
    ui.horizontal_wrapped(|ui| {
        ui.label("Consequences");
        ui.radio_value(
            &mut wanted.preview,
            Preview::Before,
            "Before an action is recorded",
        );
        ui.radio_value(&mut wanted.preview, Preview::After, "Only after it");
    });
    ui.horizontal_wrapped(|ui| {
        ui.label("Votes");
        ui.radio_value(&mut wanted.voting, Voting::Ask, "Ask at every vote");
        ui.radio_value(&mut wanted.voting, Voting::ByHand, "By hand");
        ui.radio_value(&mut wanted.voting, Voting::Here, "On this screen");
    });
    ui.checkbox(&mut wanted.motion, "Motion that shows where points went");
    ui.checkbox(
        &mut wanted.speak_ballots,
        "Speak the choice on a voter's page (for screen readers)",
    );
    if wanted != *settings {
        commands.push(Command::Set(Box::new(wanted)));
    }
}

/// Keys that belong to the board and the action panel rather than to a menu.
const OTHER_KEYS: [(&str, &str); 7] = [
    ("1 to 9", "press the choice with that number"),
    ("Arrow keys", "move the cursor on the board"),
    ("Enter", "place there, or press what has the focus"),
    ("Escape", "one step back"),
    ("R, Shift+R", "rotate the tile; the wheel does it as well"),
    ("F", "turn the tile over, where that is allowed"),
    ("Tab", "go to the next control"),
];

fn keys_ui(ui: &mut Ui) {
    egui::ScrollArea::vertical()
        .max_height(420.0)
        .show(ui, |ui| {
            egui::Grid::new("keys")
                .num_columns(2)
                .striped(true)
                .show(ui, |ui| {
                    for bar in MenuBar::ALL {
                        ui.label(RichText::new(bar.label()).font(text::serif(text::LEAD)));
                        ui.end_row();
                        for menu in Menu::ALL.iter().filter(|menu| menu.bar() == bar) {
                            if let Some(shortcut) = menu.shortcut() {
                                ui.label(
                                    RichText::new(ui.ctx().format_shortcut(&shortcut))
                                        .font(text::sans(text::BODY))
                                        .strong(),
                                );
                                ui.label(menu.hint());
                                ui.end_row();
                            }
                        }
                    }
                    ui.label(RichText::new("Entering an action").font(text::serif(text::LEAD)));
                    ui.end_row();
                    for (keys, what) in OTHER_KEYS {
                        ui.label(RichText::new(keys).strong());
                        ui.label(what);
                        ui.end_row();
                    }
                });
        });
}

/// Messages at the lower edge; they go away by themselves.
pub(super) fn told_ui<'a>(ctx: &Context, messages: impl Iterator<Item = &'a str>) {
    egui::Area::new(egui::Id::unique("told"))
        .anchor(egui::Align2::CENTER_BOTTOM, egui::vec2(0.0, -space::XL))
        .interactable(false)
        .show(ctx, |ui| {
            for message in messages {
                egui::Frame::popup(ui.style()).show(ui, |ui| {
                    let said = ui.label(message);
                    ui.ctx().accesskit_node_builder(said.id, |node| {
                        node.set_live(egui::accesskit::Live::Polite);
                    });
                });
            }
        });
}
