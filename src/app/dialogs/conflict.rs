//! The dialog for a file that another program changed while its game was open: both versions are
//! saved, and the players decide which one to continue.

use std::path::{Path, PathBuf};

use egui::{RichText, ScrollArea, Ui};
use plain_text::{capitalized, counted};
use storage::FileDiff;

use crate::app::command::{Command, Commands};
use crate::recorded_games::kind_of;
use ui_kit::theme::{space, text, theme, touch};
use ui_kit::widgets::primary_button_ui;

use crate::app::record_files::name_of;

/// The difference between the two versions, and the contents of each.
#[derive(Clone, Debug)]
pub struct Conflict {
    /// The changed file, which stays as it is.
    left: PathBuf,
    /// The file in which the game goes on.
    now: PathBuf,
    /// The changes, a line each.
    changed: Vec<String>,
    /// The number of entries in this window.
    ours: usize,
    /// Contents of the changed file in words; `None` before it is read.
    theirs: Option<String>,
    /// `true` while it is being read.
    is_read: bool,
}

impl Conflict {
    /// Creates the dialog: the file `left` was changed, and the game goes on in `now` with `ours`
    /// entries.
    pub(in crate::app) fn new(
        left: PathBuf,
        now: PathBuf,
        changed: &FileDiff,
        ours: usize,
    ) -> Self {
        let mut lines: Vec<String> =
            changed.lines.iter().map(|line| capitalized(&line.to_string())).collect();
        if changed.more_count > 0 {
            lines.push(format!("And {}", counted(changed.more_count, "more line", "more lines")));
        }
        Self { left, now, changed: lines, ours, theirs: None, is_read: false }
    }

    /// Returns the changed file, to be read; `None` if it is read already.
    pub(super) fn wanted(&mut self) -> Option<PathBuf> {
        let is_read = std::mem::replace(&mut self.is_read, true);
        (!is_read).then(|| self.left.clone())
    }

    /// Sets the contents of the changed file, in words.
    pub(super) fn take(&mut self, theirs: String) {
        self.theirs = Some(theirs);
    }

    /// Draws the decision; returns `true` once it is made.
    pub(super) fn conflict_ui(
        &self,
        (ui, foot): (&mut Ui, &mut Ui),
        commands: &mut Commands,
    ) -> bool {
        let name = name_of(&self.left);
        ui.label(format!(
            "Another program changed {name} while the game was open. Nothing of it was overwritten."
        ));
        ui.add_space(space::S);
        ScrollArea::vertical().max_height(180.0).show(ui, |ui| {
            for line in &self.changed {
                ui.label(RichText::new(line).font(text::sans(text::SMALL)));
            }
        });
        ui.add_space(space::S);
        ui.label(strong(format!("This game: {}", counted(self.ours, "entry", "entries"))));
        let muted = theme(ui.ctx()).muted;
        let place = format!("It goes on in {}.", self.now.display());
        ui.label(RichText::new(place).color(muted));
        let theirs = self.theirs.as_deref().unwrap_or("it is being read");
        ui.label(strong(format!("The changed file: {theirs}")));
        let mut is_done = false;
        foot.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = space::S;
            is_done |= primary_button_ui(ui, "Go on in the new file").clicked();
            let size = egui::vec2(0.0, touch::TARGET + space::XS);
            let ours = egui::Button::new(format!("Put this game into {name}")).min_size(size);
            let hint = "The changed file is kept among the earlier states.";
            if ui.add(ours).on_hover_text(hint).clicked() {
                commands.push(Command::SaveTo(self.left.clone()));
                is_done = true;
            }
            let theirs = egui::Button::new("Open the changed file").min_size(size);
            let hint = "This game stays in the new file.";
            if ui.add(theirs).on_hover_text(hint).clicked() {
                commands.push(Command::Open(self.left.clone()));
                is_done = true;
            }
        });
        is_done
    }
}

fn strong(text: String) -> RichText {
    RichText::new(text).font(text::strong(text::BODY))
}

/// Describes the contents of a file.
pub(super) fn describe_contents(path: &Path) -> String {
    let bytes = match storage::read(path) {
        Ok(bytes) => bytes,
        Err(error) => return error.short_reason(),
    };
    let summary = kind_of(path).summary(&bytes);
    match (summary.entries, summary.damaged_at) {
        (Some(entries), None) => counted(entries, "entry", "entries"),
        (Some(entries), Some(line)) => {
            format!("{}, then damage at line {line}", counted(entries, "entry", "entries"))
        }
        (None, _) => "no game that can be read".to_owned(),
    }
}
