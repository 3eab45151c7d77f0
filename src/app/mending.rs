//! A damaged file: what is decided about it is asked, and then done.

use std::path::Path;

use egui::Context;
use notation::record::{Mending, read_record};

use super::dialogs::MendForm;
use super::{App, Dialog};

impl App {
    /// Asks what is to be done about the damaged lines of a file; says whether there are any.
    pub(super) fn ask_to_mend(&mut self, ctx: &Context, path: &Path) -> bool {
        let bytes = match storage::read(path) {
            Ok(bytes) => bytes,
            Err(error) => {
                self.tell(ctx, error.to_string());
                return false;
            }
        };
        let loaded = read_record(&bytes);
        let Some(mut mending) = Mending::of(bytes.clone()) else {
            return false;
        };
        let fuller = self.fuller_than(path, &bytes, &loaded);
        let is_from_earlier_state = loaded.journal.is_none() && {
            let kept = self.kept_of(path);
            let mut records = kept.iter().filter_map(|kept| storage::read(&kept.path).ok());
            records.any(|record| mending.take_header_of(&record))
        };
        let mut form = MendForm::new(path, bytes, mending, fuller);
        if is_from_earlier_state {
            form.note("The damaged header was taken from an earlier state of this game.");
        }
        self.dialog = Some(Dialog::Mend(Box::new(form)));
        true
    }

    /// Goes on with a damaged file as was decided in its dialog.
    pub(super) fn mend(&mut self, ctx: &Context) {
        let Some(Dialog::Mend(form)) = self.dialog.take() else {
            return;
        };
        let (path, bytes) = (form.path().to_owned(), form.bytes().to_owned());
        let (journal, tags) = match form.decided() {
            Ok(decided) => decided,
            Err(error) => return self.tell(ctx, error),
        };
        let saving = self.saver.mend(&path, bytes, (&journal, &tags));
        self.show(journal, tags, saving);
    }
}
