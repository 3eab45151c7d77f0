//! The page in the center of the table screen: the board, or a page in its place.

use egui::{CentralPanel, Frame, Margin, Panel, Ui};

use super::{TableMemory, board_ui, chance_of, raised};
use crate::achievements_panel::{choose_achievements_ui, is_achievement_choice_pending};
use crate::audit_view::{AuditMemory, audit_view_ui};
use crate::checklist_view::ChecklistMemory;
use crate::deal_panel::{DealMemory, resume_deal_ui};
use crate::draft_panel::{DraftMemory, draft_panel_ui, is_draft_pending};
use crate::placement_editor::placement_editor_ui;
use crate::repair_view::{RepairMemory, repair_view_ui};
use crate::result_screen::ResultMemory;
use crate::reveal_view::{RevealMemory, reveal_view_ui};
use crate::vote_panel::vote_panel_ui;
use components::ids::RaceId;
use journal::{Change, EntryId, Journal};
use rules::task::Task;
use table::table::Table;
use ui_board::Cx;
use ui_kit::theme::{space, theme};
use ui_kit::widgets::{DecisivePart, button, button_ui, mark};

/// The page in the center of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CentralPage {
    /// The repair of an earlier entry.
    Repair,
    /// The audit of the table, or catching up with it.
    Audit,
    /// The board, on which the table is put back.
    Layout,
    /// The achievements of the game.
    Achievements,
    /// Races and resource cards.
    Draft,
    Ballots,
    /// The count of a vote.
    Count,
    Result,
    Board,
}

impl CentralPage {
    pub(super) fn of(table: &Table, memory: &mut CentralPageMemory, deal: &mut DealMemory) -> Self {
        let counts = memory.reveal.is_open(table);
        memory.result.is_hidden &= table.journal().game().is_over();
        deal.update_put_off(table);
        if memory.repair.is_open() {
            Self::Repair
        } else if memory.audit.is_open() {
            Self::Audit
        } else if memory.layout.is_open() {
            // The table is put back on the board, whatever the game waits for.
            Self::Layout
        } else if table.game().in_setup() && deal.is_prompting(table) {
            // Drawn cards are entered below the board, by which the players weigh them.
            Self::Board
        } else if is_achievement_choice_pending(table) {
            Self::Achievements
        } else if is_draft_pending(table) {
            Self::Draft
        } else if table.takes_ballots() {
            Self::Ballots
        } else if counts {
            Self::Count
        } else if table.game().is_over() && !memory.result.is_hidden {
            Self::Result
        } else {
            Self::Board
        }
    }

    /// Returns `true` if it asks everything that is pending, so that nothing is asked below it.
    pub(super) fn asks_all(self, table: &Table, memory: &CentralPageMemory) -> bool {
        match self {
            Self::Repair
            | Self::Audit
            | Self::Layout
            | Self::Achievements
            | Self::Draft
            | Self::Ballots => true,
            // A placement needs the board; a tie is broken below the count.
            Self::Count => {
                let places = matches!(table.task(), Some(Task::PlaceBuilding(_)));
                !table.is_past() && (places || memory.reveal.is_counting())
            }
            Self::Result => !table.is_past(),
            Self::Board => false,
        }
    }
}

/// The state of the pages in the place of the board.
#[derive(Default)]
pub struct CentralPageMemory {
    pub repair: RepairMemory,
    /// The screen of the scratch table, while a repair is entered on it.
    pub(super) scratch_screen: Option<Box<TableMemory>>,
    pub(super) audit: AuditMemory,
    pub layout: ChecklistMemory,
    draft: DraftMemory,
    /// `true` while the board is shown in the place of the races and cards.
    shows_draft_board: bool,
    reveal: RevealMemory,
    /// The table before the vote that is being counted.
    pub(super) uncounted: Option<(EntryId, Table)>,
    pub(super) result: ResultMemory,
}

impl CentralPageMemory {
    /// Picks a race for which a resource card is chosen next, once the record has moved.
    pub const fn pick_race(&mut self, race: RaceId) {
        self.draft.pick(race);
    }

    /// Starts to repair the record at an entry of the main line.
    pub fn open_repair(&mut self, table: &Table, number: usize) {
        self.audit.close();
        self.repair.open(table, number);
    }

    /// Goes back one step in the open page, or closes it; returns `true` if one was open.
    pub(super) fn close_one(&mut self, journal: &Journal) -> bool {
        self.repair.close_one(journal) || self.audit.close() || self.layout.close()
    }

    /// Takes out the table before the vote that is being counted; `None` unless one is.
    pub(super) fn take_uncounted(
        &mut self,
        table: &Table,
        middle: CentralPage,
    ) -> Option<(EntryId, Table)> {
        let uncounted = self.uncounted.take();
        if middle != CentralPage::Count || table.is_past() || !self.reveal.is_counting() {
            return None;
        }
        let here = table.shown_entry();
        uncounted.filter(|(of, _)| *of == here).or_else(|| {
            let mut before = table.clone();
            before.apply(Change::Undo(1)).ok()?;
            Some((here, before))
        })
    }
}

/// Draws the page in the center, in the place that the panels left.
pub(super) fn central_page_ui(
    ui: &mut Ui,
    cx: Cx<'_>,
    middle: CentralPage,
    memory: &mut TableMemory,
) {
    let pages = &mut memory.center;
    match middle {
        CentralPage::Repair => sheet_ui(ui, |ui| {
            repair_view_ui(ui, cx, &mut pages.repair);
        }),
        CentralPage::Audit => match pages.audit.placement_editor() {
            Some(editor) => {
                if placement_editor_ui(ui, cx.settings, editor) {
                    pages.audit.close();
                }
            }
            None => sheet_ui(ui, |ui| audit_view_ui(ui, cx, &mut pages.audit)),
        },
        CentralPage::Achievements => sheet_ui(ui, |ui| {
            let mut draw = chance_of(&mut memory.chance);
            let achievements = &mut memory.side_panel.achievements;
            choose_achievements_ui(ui, cx, &mut draw, achievements);
        }),
        CentralPage::Draft => draft_ui(ui, cx, memory),
        // A page that fills its place is given the place that the panels left.
        CentralPage::Ballots => {
            CentralPanel::no_frame().show(ui, |ui| {
                vote_panel_ui(ui, cx, &mut memory.vote);
            });
        }
        CentralPage::Count => {
            let reveal = &mut pages.reveal;
            let counted = reveal.is_counting();
            CentralPanel::no_frame().show(ui, |ui| {
                reveal_view_ui(ui, cx, reveal);
            });
            // The panels around it were drawn before the last step was made.
            if counted != reveal.is_counting() {
                ui.ctx().request_repaint();
            }
        }
        // A result has taken the window before this.
        CentralPage::Result | CentralPage::Layout | CentralPage::Board => {
            board_ui(ui, cx, memory);
        }
    }
}

fn page_frame(ui: &Ui) -> Frame {
    Frame::new().fill(theme(ui).paper).inner_margin(Margin::same(space::L as i8))
}

/// Draws a page in the place of the board.
fn sheet_ui(ui: &mut Ui, add_contents: impl FnOnce(&mut Ui)) {
    let frame = page_frame(ui);
    CentralPanel::default().frame(frame).show(ui, add_contents);
}

/// Width from which on the board is next to the races and cards to choose from, in points.
const MIN_WITH_BOARD: f32 = 860.0;

/// Draws races and resource cards with the board that they are weighed by: next to them, or in
/// their place while somebody views it.
fn draft_ui(ui: &mut Ui, cx: Cx<'_>, memory: &mut TableMemory) {
    let available = ui.available_width();
    if available >= MIN_WITH_BOARD {
        let width = (available * 0.46).round();
        Panel::right("board of the draft").resizable(false).exact_size(width).show(ui, |ui| {
            board_ui(ui, cx, memory);
        });
        memory.center.shows_draft_board = false;
    } else if memory.center.shows_draft_board {
        Panel::top("back to the draft").frame(raised(ui)).show(ui, |ui| {
            let back = ui.add(button("Back to the choice"));
            mark(ui, DecisivePart::Back, back.rect);
            memory.center.shows_draft_board = !back.clicked();
        });
        board_ui(ui, cx, memory);
        return;
    }
    sheet_ui(ui, |ui| {
        let CentralPageMemory { draft, shows_draft_board, .. } = &mut memory.center;
        draft_panel_ui(ui, cx, draft, |ui: &mut Ui| {
            if available < MIN_WITH_BOARD {
                *shows_draft_board |= button_ui(ui, "Look at the board");
            }
            resume_deal_ui(ui, cx.table, &mut memory.action_area.deal);
        });
    });
}
