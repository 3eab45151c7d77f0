//! Absorbs the second press of a double click, and shows that it did.

use egui::{Area, Frame, Id, Order, Pos2, Ui};

use super::central_page::CentralPage;
use journal::EntryId;
use ui_board::Cx;
use ui_board::command::FoundersCommand;
use ui_kit::theme::{space, touch};

/// A press this soon after another, in seconds, can be the second of a double click.
const DOUBLE_CLICK_SECS: f64 = 0.3;
/// Two presses farther apart than this, in points, are no double click.
const SAME_PLACE: f32 = touch::TARGET / 2.0;
/// An absorbed press stays marked for this time, in seconds.
const MARK_SECS: f64 = 1.5;
/// The label next to the place of an absorbed press.
const MARK: &str = "Pressed twice, taken once";

/// The presses that changed what is shown, and the press that was absorbed last.
#[derive(Default)]
pub(super) struct PressGuard {
    /// The entry at the cursor in the latest frame.
    here: Option<EntryId>,
    /// `true` if a page was shown in the place of the board in the latest frame.
    had_page: bool,
    /// The latest press that was carried out.
    latest: Option<Press>,
    /// The latest press after which the record went on or a page gave way to the board.
    changed_by: Option<Press>,
    /// The press that was absorbed last.
    absorbed: Option<Press>,
}

/// A press of the pointer.
#[derive(Clone, Copy)]
struct Press {
    /// By the clock of the window, in seconds.
    at: f64,
    pos: Pos2,
}

impl Press {
    /// Returns the press of this frame, if there is one.
    fn now(ui: &Ui) -> Option<Self> {
        ui.input(|input| {
            let pos = input.pointer.interact_pos().or(input.pointer.latest_pos())?;
            input.pointer.any_click().then_some(Self { at: input.time, pos })
        })
    }

    /// Returns `true` if this press and a `later` one can be a double click.
    fn is_doubled_by(self, later: Self) -> bool {
        later.at - self.at < DOUBLE_CLICK_SECS && later.pos.distance(self.pos) <= SAME_PLACE
    }
}

impl PressGuard {
    /// Drops the commands of a press that doubles one which has just changed what is shown, and
    /// marks its place.
    pub(super) fn check(&mut self, ui: &Ui, cx: Cx<'_>, middle: CentralPage) {
        let here = cx.table.journal().here();
        let has_page = !matches!(middle, CentralPage::Board | CentralPage::Layout);
        let has_changed = self.here.is_some_and(|before| before != here);
        if has_changed || self.had_page && !has_page {
            self.changed_by = self.latest;
        }
        (self.here, self.had_page) = (Some(here), has_page);
        if let Some(press) = Press::now(ui) {
            // The next press, wherever it is, takes the mark away.
            self.absorbed = None;
            if self.changed_by.is_some_and(|change| change.is_doubled_by(press)) {
                if cx.commands.retain(|command| !is_of_record(command)) {
                    self.absorbed = Some(press);
                }
            } else {
                self.latest = Some(press);
            }
        }
        self.mark_ui(ui);
    }

    /// Marks the place of an absorbed press for a moment.
    fn mark_ui(&mut self, ui: &Ui) {
        let now = ui.input(|input| input.time);
        self.absorbed = self.absorbed.filter(|press| now - press.at < MARK_SECS);
        let Some(Press { at, pos }) = self.absorbed else {
            return;
        };
        Area::new(Id::unique("absorbed press"))
            .order(Order::Tooltip)
            .interactable(false)
            .fixed_pos(pos + egui::vec2(space::M, space::M))
            .show(ui.ctx(), |ui| {
                Frame::popup(ui.style()).show(ui, |ui| {
                    let mark = ui.label(MARK);
                    ui.ctx().accesskit_node_builder(mark.id, |node| {
                        node.set_live(egui::accesskit::Live::Polite);
                    });
                });
            });
        ui.ctx().request_repaint_after_secs((at + MARK_SECS - now).max(0.0) as f32);
    }
}

/// Returns `true` for the commands by which a press enters or records something.
const fn is_of_record(command: &FoundersCommand) -> bool {
    matches!(
        command,
        FoundersCommand::Play(_)
            | FoundersCommand::Choose(_)
            | FoundersCommand::ChooseAll(_)
            | FoundersCommand::ClickSquare(_)
    )
}
