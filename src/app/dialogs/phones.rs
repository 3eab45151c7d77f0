//! The dialog of the players' phones, and the questions that phones ask.

use egui::{Color32, Rect, RichText, Sense, Ui, pos2, vec2};
use phones::{JoinCode, SeatId};
use ui_founders::help_view::HelpPage;
use ui_kit::theme::{space, text, theme, touch};
use ui_kit::widgets::{caption, name_as, primary_button_ui, wide_button};

use super::{FootButton, buttons_ui, title_ui};
use crate::app::command::{Command, Commands};
use crate::app::phones::{PhoneQuestion, PhonesCommand, PhonesForm, ServedPhones};

/// The quiet zone around a QR code, in modules.
const QUIET: usize = 4;
/// The side of a QR code, in points.
const CODE_SIDE: f32 = 232.0;

/// Draws the dialog of the phones; returns `true` when it is to be closed.
pub(super) fn phones_ui(
    (ui, foot): (&mut Ui, &mut Ui),
    form: &PhonesForm,
    commands: &mut Commands,
) -> bool {
    title_ui(ui, "Phones at the table");
    match &form.server {
        Some(server) => served_ui(ui, form, server, commands),
        None => off_ui(ui, form, commands),
    }
    caption(
        "Your Wi-Fi carries the pages unencrypted: a person who records its traffic could read a secret choice.",
    )
    .ui(ui);
    let mut is_done = false;
    foot.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = space::S;
        is_done = match &form.server {
            Some(_) => primary_button_ui(ui, "Close").clicked(),
            None => ui.add(wide_button("Close")).clicked(),
        };
        if form.server.is_some() && ui.add(wide_button("Switch the phones off")).clicked() {
            commands.push(PhonesCommand::SwitchOff.into());
        }
        if ui.add(wide_button("Help on phones")).clicked() {
            commands.push(Command::OpenHelp(HelpPage::Phones));
        }
    });
    is_done
}

/// Draws the choice of the network while the phones are off.
fn off_ui(ui: &mut Ui, form: &PhonesForm, commands: &mut Commands) {
    ui.label(if form.is_scenario {
        "Everybody's own phone shows their character, whom monsters would attack, and the rules, \
         and takes their initiative in secret. Nothing is installed: a phone opens a page of this \
         computer in its browser."
    } else {
        "Everybody's own phone shows their seat, their moves and the rules, and takes their \
         ballot. Nothing is installed: a phone opens a page of this computer in its browser."
    });
    ui.add_space(space::S);
    if let Some(problem) = &form.problem {
        ui.label(RichText::new(problem).color(theme(ui).bad));
    }
    if form.addresses.is_empty() {
        ui.label("This computer is in no local network. Join the Wi-Fi that the phones use.");
        return;
    }
    let several = form.addresses.len() > 1;
    if several {
        ui.label("Choose the network that the phones use:");
    }
    for (index, address) in form.addresses.iter().enumerate() {
        let label = if several {
            format!("Switch on in {} ({})", address.network, address.ip)
        } else {
            "Switch the phones on".to_owned()
        };
        let is_chosen = match index {
            0 => primary_button_ui(ui, &label).clicked(),
            _ => ui.add(wide_button(&label)).clicked(),
        };
        if is_chosen {
            commands.push(PhonesCommand::SwitchOn(address.ip).into());
        }
    }
    ui.add_space(space::S);
}

/// Draws the code, the link and the seats while phones are served.
fn served_ui(ui: &mut Ui, form: &PhonesForm, server: &ServedPhones, commands: &mut Commands) {
    ui.horizontal_top(|ui| {
        if let Some(code) = &server.code {
            code_ui(ui, code, &server.link);
            ui.add_space(space::M);
        }
        ui.vertical(|ui| {
            ui.label("Point a phone's camera at the code, or type:");
            let link = server.link.trim_start_matches("http://").trim_end_matches('/');
            ui.label(RichText::new(link).font(text::strong(text::LEAD)));
            ui.add_space(space::S);
            for (seat, name, has_phone) in &server.seats {
                seat_ui(ui, *seat, (name, *has_phone), commands);
            }
        });
    });
    ui.add_space(space::S);
    let mut is_open = !server.is_joining_closed;
    if ui.checkbox(&mut is_open, "Further phones may join").changed() {
        commands.push(PhonesCommand::SetJoining(is_open).into());
    }
    let mut records = form.records_moves;
    let label = if form.is_scenario {
        "Players record what they press for their own characters"
    } else {
        "Players record their own moves from their phones"
    };
    let choice = ui.checkbox(&mut records, label);
    if choice.on_hover_text("Otherwise a phone suggests it, and this computer asks.").changed() {
        commands.push(PhonesCommand::SetRecording(records).into());
    }
}

fn seat_ui(ui: &mut Ui, seat: SeatId, (name, has_phone): (&str, bool), commands: &mut Commands) {
    ui.horizontal(|ui| {
        ui.set_min_height(touch::TARGET);
        ui.label(if has_phone { format!("{name}: phone") } else { format!("{name}: no phone") });
        if has_phone {
            let remove = ui.button("Remove");
            name_as(&remove, egui::Role::Button, format_args!("Remove the phone of {name}"));
            if remove.clicked() {
                commands.push(PhonesCommand::RemovePhone(seat).into());
            }
        }
    });
}

/// Draws a QR code, dark on white in every theme so that cameras read it.
fn code_ui(ui: &mut Ui, code: &JoinCode, link: &str) {
    let (rect, response) = ui.allocate_exact_size(vec2(CODE_SIDE, CODE_SIDE), Sense::hover());
    name_as(&response, egui::Role::Image, format_args!("QR code of {link}"));
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, 0, Color32::WHITE);
    let count = code.side + 2 * QUIET;
    #[expect(clippy::cast_precision_loss, reason = "a code has fewer than 200 modules a side")]
    let place = |index: usize| (index + QUIET) as f32 * CODE_SIDE / count as f32;
    for (row, modules) in code.rows().enumerate() {
        for (column, _) in modules.iter().enumerate().filter(|(_, dark)| **dark) {
            let min = rect.min + vec2(place(column), place(row));
            let max = rect.min + vec2(place(column + 1), place(row + 1));
            // Whole pixels, so that no white line runs between two dark modules.
            let module = Rect::from_min_max(pos2(min.x, min.y), pos2(max.x, max.y));
            painter.rect_filled(
                egui::emath::GuiRounding::round_to_pixels(module, ui.pixels_per_point()),
                0,
                Color32::BLACK,
            );
        }
    }
}

/// Draws a question of a phone; returns `true` when the dialog is to be closed.
pub(super) fn phone_question_ui(
    (ui, foot): (&mut Ui, &mut Ui),
    question: &PhoneQuestion,
    commands: &mut Commands,
) -> bool {
    match question {
        PhoneQuestion::Seat { phone, name, .. } => {
            title_ui(ui, "Another phone");
            ui.label(format!(
                "Another phone asks for the seat of {name}, which has a phone already."
            ));
            let pressed = buttons_ui(foot, Some("Give it the seat"), "Refuse it");
            let is_admitted = pressed == Some(FootButton::Confirm);
            if pressed.is_some() {
                commands.push(PhonesCommand::Admit { phone: *phone, is_admitted }.into());
            }
            pressed.is_some()
        }
        PhoneQuestion::Move { name, words, command, .. } => {
            title_ui(ui, &format!("{name} suggests"));
            ui.label(RichText::new(words).font(text::strong(text::LEAD)));
            let pressed = buttons_ui(foot, Some("Record it"), "Not now");
            if pressed == Some(FootButton::Confirm) {
                commands.push((**command).clone());
            }
            pressed.is_some()
        }
    }
}
