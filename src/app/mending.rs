//! A damaged file: what is decided about it is asked, and then done.

use std::path::Path;

use egui::Context;

use super::files::name_of;
use super::io_tasks::Purpose;
use super::{App, Dialog};
use crate::kinds::AnyRecord;

impl App {
    /// Asks what is to be done about the damaged lines of the file of the game on screen.
    pub(super) fn ask_to_mend(&mut self, ctx: &Context, path: &Path) {
        let (record, path) = (self.stored(path), path.to_owned());
        let label = format!("Reading {}…", name_of(&path));
        let work = move || record.read_to_mend();
        self.tasks.read(ctx, (Purpose::Dialog, Some(label)), work, move |app, ctx, form| {
            let damaged = app.screen.damaged();
            match form {
                Err(why) => app.tell(ctx, why),
                Ok(form) if damaged == Some(&path) => {
                    app.dialog = form.map(Dialog::Mend).or_else(|| app.dialog.take());
                }
                Ok(_) => {}
            }
        });
    }

    /// Goes on with a damaged file as was decided in its dialog.
    pub(super) fn mend(&mut self, ctx: &Context) {
        let Some(Dialog::Mend(form)) = self.dialog.take() else {
            return;
        };
        let label = format!("Mending {}…", name_of(form.path()));
        let orders = self.saver.orders();
        let work = move || {
            let record = form.decided()?;
            let (path, bytes) = (form.path(), form.bytes().to_owned());
            let saving = match &record {
                AnyRecord::Founders(journal) => orders.mend(path, bytes, &**journal),
                AnyRecord::Scenario(record) => orders.mend(path, bytes, &**record),
            };
            Ok::<_, String>((record, saving))
        };
        self.open_by(ctx, label, work, |app, ctx, mended| match mended {
            Ok((AnyRecord::Founders(journal), saving)) => app.show(*journal, saving),
            Ok((AnyRecord::Scenario(record), saving)) => app.show_mended(*record, saving),
            Err(why) => app.tell(ctx, why),
        });
    }
}
