//! The dialog about a photograph that a phone can take.

use egui::Ui;
use ui_kit::theme::space;
use ui_kit::widgets::{primary_button_ui, wide_button};
use ui_photo::trace_screen::TAKE_WITH_PHONE;

use super::{buttons_ui, title_ui};
use crate::app::command::Commands;
use crate::app::phone_picture::{PictureForm, PictureStep};
use crate::app::phones::PhonesCommand;

/// Draws the dialog; returns `true` when it is to be closed.
pub(super) fn phone_picture_ui(
    (ui, foot): (&mut Ui, &mut Ui),
    form: &PictureForm,
    commands: &mut Commands,
) -> bool {
    title_ui(ui, form.menu.label().trim_end_matches('…'));
    let mut is_done = false;
    match &form.step {
        PictureStep::Choice { phones, offers_file } => {
            ui.label("The chosen phone gets a button that opens its camera.");
            ui.add_space(space::S);
            for (index, (player, name)) in phones.iter().enumerate() {
                let label = match phones.len() {
                    1 => TAKE_WITH_PHONE.to_owned(),
                    _ => format!("Take it with the phone of {name}"),
                };
                let is_chosen = match index {
                    0 => primary_button_ui(ui, &label).clicked(),
                    _ => ui.add(wide_button(&label)).clicked(),
                };
                if is_chosen {
                    commands.push(PhonesCommand::AskForPicture(form.menu, *player).into());
                }
            }
            if *offers_file && ui.add(wide_button("Choose a file…")).clicked() {
                commands.push(PhonesCommand::ChoosePhotoFile(form.menu).into());
                is_done = true;
            }
        }
        PictureStep::Waiting { is_arriving: true, .. } => {
            ui.label("The picture is arriving…");
        }
        PictureStep::Waiting { name, is_arriving: false } => {
            ui.label(format!(
                "Waiting for a picture: press the button at the top of {name}'s phone. It opens \
                 the camera."
            ));
        }
    }
    ui.add_space(space::S);
    is_done | buttons_ui(foot, None, "Cancel").is_some()
}
