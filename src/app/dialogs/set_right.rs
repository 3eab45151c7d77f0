//! The form that sets the record right where the table differs.
//!
//! Every number of every player stands there as the record has it and is
//! changed to what the table shows. What is no number, such as a tile that
//! lies elsewhere, is written in the notation.

use egui::{DragValue, Grid, RichText, Ui};

use super::{Answer, buttons_ui, field_ui};
use notation::parse_adjustments;
use rules::Game;
use rules::action::{Action, Adjustment, Amount, Deed};
use rules::player::{ByPlayer, PlayerId};
use rules::quantity::{Money, Points};
use ui::command::{Command, Commands};
use ui::theme::{space, text, theme, touch};
use ui::widgets::line_edit;

/// The numbers that can be set right, with their headings.
const HEADINGS: [&str; 4] = ["Points", "Money", "Fleeting", "Lasting"];

/// What is entered so far.
#[derive(Clone, Debug)]
pub struct SetRight {
    numbers: ByPlayer<[i32; 4]>,
    others: String,
    reason: String,
    trouble: Option<String>,
}

impl SetRight {
    /// The form as the record stands.
    #[must_use]
    pub fn new(game: &Game) -> Self {
        let mut numbers = ByPlayer::default();
        for player in game.players() {
            numbers[player] = recorded(game, player);
        }
        Self { numbers, others: String::new(), reason: String::new(), trouble: None }
    }

    /// Draws the form; says whether it is done with.
    pub(super) fn form_ui(&mut self, ui: &mut Ui, game: &Game, commands: &mut Commands) -> bool {
        let muted = theme(ui.ctx()).muted;
        ui.label("Enter what the table shows. What differs is recorded, with the reason.");
        ui.add_space(space::S);
        Grid::new("numbers").num_columns(1 + HEADINGS.len()).spacing([space::M, space::S]).show(
            ui,
            |ui| {
                ui.label("");
                for heading in HEADINGS {
                    ui.label(RichText::new(heading).font(text::sans(text::SMALL)).color(muted));
                }
                ui.end_row();
                for player in game.players() {
                    self.player_ui(ui, game, player);
                    ui.end_row();
                }
            },
        );
        ui.add_space(space::S);
        field_ui(
            ui,
            "What else differs, in the notation",
            line_edit(&mut self.others).hint_text("road C7, clear E7"),
        );
        let reason = field_ui(ui, "Reason", line_edit(&mut self.reason));
        if let Some(trouble) = &self.trouble {
            ui.label(RichText::new(trouble).color(theme(ui.ctx()).bad));
        }
        let entered = reason.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
        match buttons_ui(ui, Some("Record it"), "Cancel") {
            Some(Answer::WayOut) => true,
            Some(Answer::GoOn) => self.record(game, commands),
            None if entered => self.record(game, commands),
            None => false,
        }
    }

    fn player_ui(&mut self, ui: &mut Ui, game: &Game, player: PlayerId) {
        let before = recorded(game, player);
        let who = game.player_label(player);
        ui.label(RichText::new(&who).font(text::strong(text::BODY)));
        let numbers = self.numbers[player].iter_mut();
        for ((number, before), heading) in numbers.zip(before).zip(HEADINGS) {
            let prefix = if heading == "Money" { "$" } else { "" };
            ui.horizontal(|ui| {
                let value = DragValue::new(number).speed(0.05).prefix(prefix);
                let value = ui.add_sized([64.0, touch::TARGET], value);
                let label = format!("{who}, {}", heading.to_lowercase());
                value.widget_info(|| {
                    egui::WidgetInfo::labeled(egui::Role::SpinButton, true, label.clone())
                });
                let by = *number - before;
                let by =
                    if by == 0 { String::new() } else { format!("{by:+}").replace('-', "−") };
                // Always as wide, so that nothing moves.
                ui.add_sized([28.0, touch::TARGET], egui::Label::new(by));
            });
        }
    }

    /// Everything that differs from the record.
    fn changes(&self, game: &Game) -> Result<Vec<Adjustment>, String> {
        let mut changes = Vec::new();
        for player in game.players() {
            let before = recorded(game, player);
            let by: Vec<i32> = self.numbers[player]
                .iter()
                .zip(before)
                .map(|(now, before)| now.saturating_sub(before))
                .collect();
            if let [points, money, fleeting, lasting] = by[..] {
                let all = [
                    (points, Adjustment::Points(player, Amount::Change(Points(points)))),
                    (money, Adjustment::Money(player, Amount::Change(Money(money)))),
                    (fleeting, Adjustment::Fleeting(player, Amount::Change(fleeting))),
                    (lasting, Adjustment::Lasting(player, Amount::Change(lasting))),
                ];
                changes.extend(all.into_iter().filter(|(by, _)| *by != 0).map(|(_, it)| it));
            }
        }
        if !self.others.trim().is_empty() {
            let others = parse_adjustments(game, &self.others);
            changes.extend(others.map_err(|error| error.to_string())?);
        }
        if changes.is_empty() {
            return Err("Nothing differs from the record yet.".to_owned());
        }
        Ok(changes)
    }

    fn record(&mut self, game: &Game, commands: &mut Commands) -> bool {
        let action = self
            .changes(game)
            .map(|changes| Action::from(Deed::Adjust { changes, reason: self.reason.clone() }));
        let checked = action.and_then(|action| match game.play(&action) {
            Ok(_) => Ok(action),
            Err(refusal) => Err(refusal.to_string()),
        });
        match checked {
            Ok(action) => {
                commands.push(Command::Play(vec![action]));
                true
            }
            Err(trouble) => {
                self.trouble = Some(trouble);
                false
            }
        }
    }
}

/// The numbers of a player as the record has them, in the order of the headings.
fn recorded(game: &Game, player: PlayerId) -> [i32; 4] {
    [game.points(player).0, game.money(player).0, game.fleeting(player), game.lasting(player)]
}
