//! The side panel next to the board: offers, journal, rules and other tabs.

use egui::{Frame, Ui};

use super::chrome::Chrome;
use super::{SideTab, TableMemory};
use crate::achievements_panel::{AchievementsMemory, achievements_panel_ui};
use crate::arrangement::Arrangement;
use crate::checklist_view::checklist_view_ui;
use crate::checkpoint_bar::{CheckpointMemory, checkpoint_bar_ui};
use crate::fact_panel::{FactPanelMemory, fact_panel_ui, postponed_ui};
use crate::inspector_panel::{InspectorMemory, inspector_panel_ui};
use crate::journal_panel::{JournalMemory, journal_panel_ui};
use crate::moves_panel::{MovesMemory, moves_panel_ui};
use crate::offers_panel::offers_panel_ui;
use crate::rules_panel::{RulesMemory, rules_panel_ui};
use table::action_input::InputStep;
use table::table::Table;
use ui_board::settings::Settings;
use ui_kit::keyboard::{self, Pane};
use ui_kit::theme::space;

/// Width of the side panel below which its tabs are closer together.
const NARROW_TABS: f32 = 256.0;

/// The state of the side panel and of its tabs.
#[derive(Default)]
pub struct SidePanelMemory {
    pub(super) tab: SideTab,
    /// `true` if the side panel is in view where it shares its place with the actions.
    pub(super) is_shown: bool,
    /// `true` if an offer was to be picked or voted for in the latest frame.
    picks_offer: bool,
    pub(super) moves: MovesMemory,
    pub(super) journal: JournalMemory,
    pub(super) rules: RulesMemory,
    pub(super) inspector: InspectorMemory,
    pub(super) achievements: AchievementsMemory,
    pub(super) checkpoint: CheckpointMemory,
    /// A form goes before every tab.
    pub learn: FactPanelMemory,
}

impl SidePanelMemory {
    /// Returns `true` if the journal is shown.
    pub fn shows_journal(&self, ctx: &egui::Context, settings: &Settings) -> bool {
        match Arrangement::of(ctx.content_rect().size()) {
            Arrangement::Wide => settings.shows_journal,
            Arrangement::Standard | Arrangement::Tall => {
                settings.shows_offers && self.tab == SideTab::Journal
            }
            Arrangement::Low => {
                settings.shows_offers && self.tab == SideTab::Journal && self.is_shown
            }
        }
    }

    /// Returns `true` if an offer is to be picked or voted for that was not in the latest frame:
    /// then the offers are shown.
    fn begins_to_pick(&mut self, table: &Table) -> bool {
        let picks_offer = matches!(table.stage(), Some(InputStep::Adviser | InputStep::Place(_)))
            || table.takes_ballots();
        let picked_before = std::mem::replace(&mut self.picks_offer, picks_offer);
        picks_offer && !picked_before
    }
}

/// Returns `true` if the side panel and the actions share one place.
pub(super) fn shares_side_panel(ui: &Ui) -> bool {
    Arrangement::of(ui.ctx().content_rect().size()) == Arrangement::Low
}

/// Returns `true` if the side panel is below the board, where it has the width and not the height
/// for more than its tabs and a list.
fn is_low_side_panel(ui: &Ui) -> bool {
    Arrangement::of(ui.ctx().content_rect().size()) == Arrangement::Tall
}

impl Chrome<'_> {
    /// Draws the side panel: its open tab, or a form or list in its place.
    pub(super) fn side_panel_ui(&self, ui: &mut Ui, has_column: bool, memory: &mut TableMemory) {
        let around = self.public;
        keyboard::pane(ui.ctx(), Pane::SidePanel, ui.available_rect_before_wrap());
        if self.has_side_panel(memory) && !is_low_side_panel(ui) {
            self.checkpoint_ui(ui, Frame::NONE, memory);
        }
        if memory.center.layout.is_open() {
            checklist_view_ui(ui, around, &mut memory.center.layout);
            return;
        }
        if fact_panel_ui(ui, around, &mut memory.side_panel.learn) {
            return;
        }
        let is_asked = memory.side_panel.begins_to_pick(around.table);
        if is_asked {
            memory.side_panel.tab = SideTab::Offers;
        }
        postponed_ui(ui, around.table, &mut memory.side_panel.learn);
        self.tabs_ui(ui, has_column, memory);
        let papers = &mut memory.side_panel;
        if papers.tab != SideTab::Moves {
            papers.moves.clear_preview(self.cx.commands);
        }
        match papers.tab {
            SideTab::Offers => offers_panel_ui(ui, around, is_asked),
            SideTab::Moves => moves_panel_ui(ui, self.cx, &mut papers.moves),
            SideTab::Journal => journal_panel_ui(ui, around, &mut papers.journal),
            SideTab::Rules => rules_panel_ui(ui, &mut papers.rules),
            SideTab::Connections => inspector_panel_ui(ui, around.table, &mut papers.inspector),
            SideTab::Achievements => {
                achievements_panel_ui(ui, around, &mut papers.achievements);
            }
        }
    }

    /// Draws the tabs of the side panel.
    pub(super) fn tabs_ui(&self, ui: &mut Ui, has_column: bool, memory: &mut TableMemory) {
        let has_achievements = !self.public.table.game().achievements().is_empty();
        let papers = &mut memory.side_panel;
        let is_gone = match papers.tab {
            SideTab::Achievements => !has_achievements,
            SideTab::Journal => has_column,
            SideTab::Offers | SideTab::Moves | SideTab::Rules | SideTab::Connections => false,
        };
        if is_gone {
            papers.tab = SideTab::Offers;
        }
        let tabs = SideTab::ALL
            .into_iter()
            .filter(|side| *side != SideTab::Journal || !has_column)
            .filter(|side| *side != SideTab::Achievements || has_achievements);
        let shares = shares_side_panel(ui) && !self.asks_all;
        ui.horizontal_wrapped(|ui| {
            // In a narrow panel they move together rather than into a second line.
            let is_narrow = ui.available_width() < NARROW_TABS || shares;
            ui.spacing_mut().item_spacing.x = if is_narrow { 0.0 } else { space::XS };
            ui.spacing_mut().button_padding.x = if is_narrow { space::XS } else { space::S };
            if shares && ui.selectable_label(!memory.side_panel.is_shown, "To do").clicked() {
                memory.side_panel.is_shown = false;
            }
            for side in tabs {
                let is_shown =
                    memory.side_panel.tab == side && (memory.side_panel.is_shown || !shares);
                if ui.selectable_label(is_shown, side.label()).clicked() {
                    memory.show_tab(side);
                    match side {
                        SideTab::Rules => memory.side_panel.rules.focus_search(),
                        SideTab::Moves => memory.side_panel.moves.focus_filter(),
                        SideTab::Offers
                        | SideTab::Journal
                        | SideTab::Connections
                        | SideTab::Achievements => {}
                    }
                }
            }
            if is_low_side_panel(ui) && self.asks_to_confirm(memory) {
                ui.add_space(space::XL);
                checkpoint_bar_ui(ui, self.public, &mut memory.side_panel.checkpoint);
            }
        });
    }
}
