//! The recovery of a damaged file: its lines are corrected or left out one after another, before
//! anything is recorded.

use plain_text::counted;
use std::fmt::Debug;
use std::path::{Path, PathBuf};

use crate::app::command::{Command, Commands};
use egui::{Button, RichText, ScrollArea, Ui, vec2};
use record::{DamagedLine, LogRecovery, Notation, OmittedLine, Warning};
use storage::RicherBackup;
use ui_kit::theme::{space, text, theme, touch};
use ui_kit::widgets::{is_entered, line_edit, primary_button_ui};

use super::field_ui;
use crate::recorded_games::{AnyRecord, Recorded};

/// Maximum number of left-out lines that are shown.
const MOST_LEFT_OUT: usize = 200;

/// A [`LogRecovery`] of the log of either game.
trait AnyRecovery: Debug + Send {
    fn stop(&self) -> Option<&DamagedLine>;
    fn left_out(&self) -> &[OmittedLine];
    fn put_right(&self) -> usize;
    fn warnings(&self) -> &[Warning];
    fn is_begun(&self) -> bool;
    /// Carries out a decision.
    fn decide(&mut self, decision: Decision<'_>);
    /// Returns the number of readable entries.
    fn entry_count(&self) -> usize;
    /// Returns the readable part of the record.
    fn record(&self) -> Option<AnyRecord>;
    /// Reads an earlier state of the same game from a backup.
    fn read(&self, state: &[u8]) -> Option<AnyRecord>;
}

/// A decision about the lines of a damaged log.
enum Decision<'a> {
    /// Replaces the text of a line.
    Change(usize, &'a str),
    LeaveOut(usize),
    LeaveOutWithDependents,
    Cut,
    StartOver,
}

impl<N: Notation<Game: Recorded>> AnyRecovery for LogRecovery<N> {
    fn stop(&self) -> Option<&DamagedLine> {
        self.damaged_line()
    }

    fn left_out(&self) -> &[OmittedLine] {
        self.omitted()
    }

    fn put_right(&self) -> usize {
        self.corrected_count()
    }

    fn warnings(&self) -> &[Warning] {
        self.warnings()
    }

    fn is_begun(&self) -> bool {
        self.has_decisions()
    }

    fn decide(&mut self, decision: Decision<'_>) {
        match decision {
            Decision::Change(line, text) => self.correct(line, text),
            Decision::LeaveOut(line) => self.omit(line),
            Decision::LeaveOutWithDependents => self.omit_with_dependents(),
            Decision::Cut => self.truncate(),
            Decision::StartOver => self.discard_decisions(),
        }
    }

    fn entry_count(&self) -> usize {
        self.record().map_or(0, record::Record::entry_count)
    }

    fn record(&self) -> Option<AnyRecord> {
        self.record().cloned().map(N::Game::into_any)
    }

    fn read(&self, state: &[u8]) -> Option<AnyRecord> {
        record::read::<N>(state).record.map(N::Game::into_any)
    }
}

/// The recovery of a file in progress.
#[derive(Debug)]
pub struct RecoveryForm {
    path: PathBuf,
    /// The file as it was read.
    bytes: Vec<u8>,
    recovery: Box<dyn AnyRecovery>,
    /// An earlier state with more entries.
    fuller: Option<RicherBackup>,
    /// `true` if `fuller` is to be restored.
    restores: bool,
    /// Additional notes, a sentence each.
    notes: Vec<String>,
    typing: Typing,
}

/// The replacement typed for a line.
#[derive(Clone, Debug, Default)]
struct Typing {
    /// Its number.
    line: usize,
    text: String,
}

impl RecoveryForm {
    pub(in crate::app) fn new<N: Notation<Game: Recorded>>(
        path: &Path,
        bytes: Vec<u8>,
        recovery: LogRecovery<N>,
        fuller: Option<RicherBackup>,
    ) -> Self {
        Self {
            path: path.to_owned(),
            bytes,
            recovery: Box::new(recovery),
            fuller,
            restores: false,
            notes: Vec::new(),
            typing: Typing::default(),
        }
    }

    pub(in crate::app) fn note(&mut self, note: &str) {
        self.notes.push(note.to_owned());
    }

    pub(in crate::app) fn path(&self) -> &Path {
        &self.path
    }

    pub(in crate::app) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the record that replaces the damaged one.
    ///
    /// # Errors
    ///
    /// The earlier state cannot be read, or something is not decided yet.
    pub(in crate::app) fn decided(&self) -> Result<AnyRecord, String> {
        let record = if let Some(fuller) = self.fuller.as_ref().filter(|_| self.restores) {
            let state = storage::read(&fuller.backup.path).map_err(|error| error.to_string())?;
            self.recovery.read(&state)
        } else if self.recovery.stop().is_none() {
            self.recovery.record()
        } else {
            None
        };
        record.ok_or_else(|| "Something of the file is not decided yet.".to_owned())
    }

    /// Draws the decisions; returns `true` when the dialog is to be closed without any.
    pub(super) fn mend_ui(
        &mut self,
        (ui, foot): (&mut Ui, &mut Ui),
        commands: &mut Commands,
    ) -> bool {
        for note in &self.notes {
            ui.label(note.as_str());
        }
        match self.recovery.stop().cloned() {
            Some(stop) => self.stop_ui(ui, &stop),
            None => self.sum_ui(ui),
        }
        self.left_out_ui(ui);
        if let Some(fuller) = &self.fuller {
            ui.add_space(space::S);
            ui.label(format!("Instead of mending it: {fuller}."));
            if ui.add(button("Restore that state")).clicked() {
                self.restores = true;
                commands.push(Command::Recover);
            }
        }
        let mut is_closed = false;
        foot.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = space::S;
            if self.recovery.stop().is_none() && primary_button_ui(ui, "Mend the file").clicked() {
                commands.push(Command::Recover);
            }
            if self.recovery.is_begun() && ui.add(button("Begin anew")).clicked() {
                self.recovery.decide(Decision::StartOver);
            }
            is_closed = ui.add(button("Decide later")).clicked();
        });
        is_closed
    }

    /// Draws the line at which reading stops, and the possible decisions.
    fn stop_ui(&mut self, ui: &mut Ui, stop: &DamagedLine) {
        let number = stop.error.line;
        let (bad, muted) = (theme(ui.ctx()).bad, theme(ui.ctx()).muted);
        let head = format!("Line {number} is damaged");
        ui.label(RichText::new(head).font(text::strong(text::LEAD)).color(bad));
        ui.label(RichText::new(stop.text.as_str()).font(text::strong(text::BODY)));
        ui.label(stop.error.to_string());
        let behind = format!(
            "{} behind it. Nothing is recorded in this file until this is decided, and the file is kept as it was found.",
            counted(stop.lines_after, "line stands", "lines stand")
        );
        ui.label(RichText::new(behind).color(muted));
        ui.add_space(space::S);
        if let Some(proposal) = &stop.proposal {
            ui.label("By the check at its end, the line was:");
            ui.label(RichText::new(proposal.as_str()).font(text::strong(text::BODY)));
            if primary_button_ui(ui, "Put it right").clicked() {
                self.recovery.decide(Decision::Change(number, proposal));
                return;
            }
            ui.add_space(space::S);
        }
        if self.typing.line != number {
            self.typing = Typing { line: number, text: stop.text.clone() };
        }
        let field = field_ui(ui, "The line instead", line_edit(&mut self.typing.text));
        let is_confirmed = is_entered(&field);
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = space::S;
            if ui.add(button("Use this line")).clicked() || is_confirmed {
                self.recovery.decide(Decision::Change(number, &self.typing.text));
                return;
            }
            if !stop.can_be_omitted {
                return;
            }
            if ui.add(button("Leave it out")).clicked() {
                self.recovery.decide(Decision::LeaveOut(number));
                return;
            }
            let hint = "Later entries that cannot stand without it are left out as well, and all others stay.";
            let all = ui.add(button("Leave it out with what depends on it"));
            if all.on_hover_text(hint).clicked() {
                self.recovery.decide(Decision::LeaveOutWithDependents);
                return;
            }
            let hint = "Leaves out this line and every later one.";
            if ui.add(button("Cut here")).on_hover_text(hint).clicked() {
                self.recovery.decide(Decision::Cut);
            }
        });
    }

    /// Draws the result of the recovery.
    fn sum_ui(&self, ui: &mut Ui) {
        let good = theme(ui.ctx()).good;
        let entries = counted(self.recovery.entry_count(), "entry", "entries");
        let sum = format!("The whole file can be read: {entries}.");
        ui.label(RichText::new(sum).font(text::strong(text::LEAD)).color(good));
        let (right, out) = (self.recovery.put_right(), self.recovery.left_out().len());
        ui.label(format!("Lines put right: {right}. Lines left out: {out}."));
        for warning in self.recovery.warnings() {
            ui.label(format!("Odd: {warning}."));
        }
        ui.label("The damaged file is kept among the earlier states, as it was found.");
    }

    fn left_out_ui(&self, ui: &mut Ui) {
        let out = self.recovery.left_out();
        if out.is_empty() {
            return;
        }
        ui.add_space(space::S);
        ui.label(RichText::new("Left out").font(text::strong(text::BODY)));
        ScrollArea::vertical().max_height(140.0).show(ui, |ui| {
            for line in out.iter().take(MOST_LEFT_OUT) {
                ui.label(format!("Line {}: {} ({})", line.line, line.text, line.why));
            }
            if out.len() > MOST_LEFT_OUT {
                ui.label(format!("and {} more", out.len() - MOST_LEFT_OUT));
            }
        });
    }
}

fn button(words: &str) -> Button<'_> {
    Button::new(words).min_size(vec2(0.0, touch::TARGET))
}
