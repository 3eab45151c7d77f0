//! Recovery of a damaged file: asks for the decisions, then carries them out.

use std::path::Path;

use egui::Context;

use super::io_tasks::ReadPurpose;
use super::record_files::name_of;
use super::{App, Dialog};
use crate::recorded_games::AnyRecord;

impl App {
    /// Opens the recovery dialog for the damaged file of the game on screen.
    pub(super) fn ask_to_recover(&mut self, ctx: &Context, path: &Path) {
        let (record, path) = (self.locate_record(path), path.to_owned());
        let label = format!("Reading {}…", name_of(&path));
        self.tasks.read(
            ctx,
            (ReadPurpose::Dialog, Some(label)),
            move || record.read_to_recover(),
            move |app, ctx, form| match form {
                Err(why) => app.show_message(ctx, why),
                Ok(form) if app.screen.damaged() == Some(&path) => {
                    app.dialog = form.map(Dialog::Recover).or_else(|| app.dialog.take());
                }
                Ok(_) => {}
            },
        );
    }

    /// Recovers a damaged file as decided in its dialog, and opens it.
    pub(super) fn recover(&mut self, ctx: &Context) {
        let Some(Dialog::Recover(form)) = self.dialog.take() else {
            return;
        };
        let label = format!("Mending {}…", name_of(form.path()));
        let orders = self.saver.orders();
        self.open_with(
            ctx,
            label,
            move || {
                let record = form.decided()?;
                let (path, bytes) = (form.path(), form.bytes().to_owned());
                let saving = match &record {
                    AnyRecord::Founders(journal) => orders.recover(path, bytes, &**journal),
                    AnyRecord::Scenario(record) => orders.recover(path, bytes, &**record),
                    AnyRecord::Campaign(record) => orders.recover(path, bytes, &**record),
                };
                Ok::<_, String>((record, saving))
            },
            |app, ctx, recovered| match recovered {
                Ok((AnyRecord::Founders(journal), saving)) => app.show(*journal, saving),
                Ok((AnyRecord::Scenario(record), saving)) => {
                    app.show_recovered(ctx, *record, saving);
                }
                Ok((AnyRecord::Campaign(record), saving)) => {
                    app.show_recovered_campaign(*record, saving);
                }
                Err(why) => app.show_message(ctx, why),
            },
        );
    }
}
