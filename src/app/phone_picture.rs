//! Photographs taken with a phone at the table.
//!
//! The phone that a player chooses sends a picture to the phones' server, and the picture goes
//! where a chosen file would go.

use egui::Context;
use phones::{PhoneAnswer, PhoneId, PictureSubject, SeatId};
use storage::UnnamedFile;
use ui_menu::Menu;

use super::board_photos::PhotoSource;
use super::screen::Screen;
use super::{App, Dialog};

/// A picture that a phone was asked for.
#[derive(Debug)]
pub(super) struct AwaitedPicture {
    phone: PhoneId,
    seat: SeatId,
    /// The command for which it is taken.
    menu: Menu,
}

/// The dialog about a photograph that a phone can take.
#[derive(Clone, Debug)]
pub struct PictureForm {
    /// The command for which it is taken.
    pub menu: Menu,
    /// The step of the dialog.
    pub step: PictureStep,
}

/// A step of the dialog about a photograph that a phone can take.
#[derive(Clone, Debug)]
pub enum PictureStep {
    /// The choice of a phone.
    Choice {
        /// The players with a phone, by their names.
        phones: Vec<(SeatId, String)>,
        /// `true` if a file can be chosen instead.
        offers_file: bool,
    },
    /// A phone was asked, and the picture is awaited.
    Waiting {
        /// The player with the phone.
        name: String,
        /// `true` once the picture is on its way.
        is_arriving: bool,
    },
}

impl App {
    /// Asks for a photograph: from a file, or from a phone if a player has one.
    pub(super) fn choose_photo(&mut self, ctx: &Context, menu: Menu) {
        let phones = self.phones_of_players();
        if phones.is_empty() || self.has_phone_button(menu) {
            return self.choose_file(ctx, menu);
        }
        let step = PictureStep::Choice { phones, offers_file: true };
        self.dialog = Some(Dialog::PhonePicture(PictureForm { menu, step }));
    }

    /// Checks if the page on screen has a button of its own for a photograph by phone.
    fn has_phone_button(&self, menu: Menu) -> bool {
        match &self.screen {
            Screen::Trace(_) => menu == Menu::Photograph,
            Screen::TablePhoto(page) => page.content.menu() == menu,
            _ => false,
        }
    }

    /// Asks the only phone for a photograph, or asks which of several takes it.
    pub(super) fn take_with_phone(&mut self, menu: Menu) {
        let phones = self.phones_of_players();
        if let [(seat, _)] = phones[..] {
            return self.ask_for_picture(menu, seat);
        }
        let step = PictureStep::Choice { phones, offers_file: false };
        self.dialog = Some(Dialog::PhonePicture(PictureForm { menu, step }));
    }

    /// Asks the phone of a player for a photograph.
    pub(super) fn ask_for_picture(&mut self, menu: Menu, seat: SeatId) {
        self.dialog = None;
        let subject = match menu {
            Menu::Photograph if self.scenario().is_some() => PictureSubject::Map,
            Menu::Photograph => PictureSubject::Board,
            _ => PictureSubject::Table,
        };
        let asked = self.phones.server.as_ref().and_then(|server| {
            let phone = server.phone_at(seat)?;
            server.ask_for_picture(phone, subject).then_some(phone)
        });
        let Some(phone) = asked else { return };
        self.phones.picture = Some(AwaitedPicture { phone, seat, menu });
        let step = PictureStep::Waiting { name: self.phone_name(seat), is_arriving: false };
        self.dialog = Some(Dialog::PhonePicture(PictureForm { menu, step }));
    }

    /// Uses a picture that has arrived as a file that was chosen for the same command.
    pub(super) fn take_picture(&mut self, ctx: &Context, phone: PhoneId, file: UnnamedFile) {
        let awaited = self.phones.picture.take_if(|awaited| awaited.phone == phone);
        let Some(AwaitedPicture { seat, menu, .. }) = awaited else {
            let text = "The laptop does not wait for a picture any more.".to_owned();
            return self.answer_phone(phone, PhoneAnswer::Refused(text));
        };
        self.close_picture_dialog();
        let name = format!("{}'s picture", self.phone_name(seat));
        self.use_photo(ctx, menu, PhotoSource::Received { name, file });
    }

    /// Brings the dialog of an awaited picture up to date, and asks for it no more once the dialog
    /// is closed or the phone is gone.
    pub(super) fn follow_picture(&mut self) {
        let server = self.phones.server.as_ref();
        let (Some(awaited), Some(server)) = (&self.phones.picture, server) else { return };
        let is_there = server.phone_at(awaited.seat) == Some(awaited.phone);
        let arriving = server.is_picture_arriving(awaited.phone);
        if is_there
            && let Some(Dialog::PhonePicture(PictureForm {
                step: PictureStep::Waiting { is_arriving, .. },
                ..
            })) = &mut self.dialog
        {
            *is_arriving = arriving;
            return;
        }
        server.cancel_picture();
        self.phones.picture = None;
        self.close_picture_dialog();
    }

    /// Closes the dialog about a photograph, if it is open.
    pub(super) fn close_picture_dialog(&mut self) {
        self.dialog.take_if(|dialog| matches!(dialog, Dialog::PhonePicture(_)));
    }

    /// Returns `true` if a player has a phone.
    pub(super) fn has_phone(&self) -> bool {
        let server = self.phones.server.as_ref();
        server.is_some_and(|server| !server.held_seats().is_empty())
    }

    /// Lists the players with a phone, by their names.
    fn phones_of_players(&self) -> Vec<(SeatId, String)> {
        let seats = self.phones.server.iter().flat_map(phones::PhoneServer::held_seats);
        seats.map(|held| (held.seat, self.phone_name(held.seat))).collect()
    }
}
