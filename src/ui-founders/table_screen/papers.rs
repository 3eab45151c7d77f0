//! The side panel next to the board: offers, journal, rules and other tabs.

use egui::{Frame, Ui};

use super::surroundings::Surroundings;
use super::{Side, TableMemory};
use crate::achievements_panel::{AchievementsMemory, achievements_panel_ui};
use crate::arrangement::Arrangement;
use crate::checkpoint_bar::CheckpointMemory;
use crate::inspector_panel::{InspectorMemory, inspector_panel_ui};
use crate::journal_panel::{JournalMemory, journal_panel_ui};
use crate::layout_view::layout_view_ui;
use crate::learn::{LearnMemory, learn_panel_ui, put_off_ui};
use crate::offers_panel::offers_panel_ui;
use crate::rules_panel::{RulesMemory, rules_panel_ui};
use table::entry::Stage;
use table::table::Table;
use ui_board::settings::Settings;
use ui_kit::keyboard::{self, Pane};
use ui_kit::theme::space;

/// Width of the side panel below which its tabs are closer together.
const NARROW_TABS: f32 = 256.0;

/// The state of the side panel and of its tabs.
#[derive(Default)]
pub struct PapersMemory {
    pub(super) side: Side,
    /// `true` if the side panel is in view where it shares its place with the actions.
    pub(super) is_shown: bool,
    /// `true` if an offer was to be picked or voted for in the latest frame.
    picks_offer: bool,
    pub(super) journal: JournalMemory,
    pub(super) rules: RulesMemory,
    pub(super) inspector: InspectorMemory,
    pub(super) achievements: AchievementsMemory,
    pub(super) checkpoint: CheckpointMemory,
    /// A form goes before every tab.
    pub learn: LearnMemory,
}

impl PapersMemory {
    /// Returns `true` if the journal is shown.
    pub fn shows_journal(&self, ctx: &egui::Context, settings: &Settings) -> bool {
        match Arrangement::of(ctx.content_rect().size()) {
            Arrangement::Wide => settings.shows_journal,
            Arrangement::Standard | Arrangement::Tall => {
                settings.shows_offers && self.side == Side::Journal
            }
            Arrangement::Low => {
                settings.shows_offers && self.side == Side::Journal && self.is_shown
            }
        }
    }

    /// Returns `true` if an offer is to be picked or voted for that was not in the latest frame:
    /// then the offers are shown.
    fn begins_to_pick(&mut self, table: &Table) -> bool {
        let picks_offer = matches!(table.stage(), Some(Stage::Adviser | Stage::Place(_)))
            || table.takes_ballots();
        let picked_before = std::mem::replace(&mut self.picks_offer, picks_offer);
        picks_offer && !picked_before
    }
}

/// Returns `true` if the side panel and the actions share one place.
pub(super) fn shares_papers(ui: &Ui) -> bool {
    Arrangement::of(ui.ctx().content_rect().size()) == Arrangement::Low
}

impl Surroundings<'_> {
    /// Draws the side panel: its open tab, or a form or list in its place.
    pub(super) fn papers_ui(&self, ui: &mut Ui, has_column: bool, memory: &mut TableMemory) {
        let around = self.around;
        keyboard::pane(ui.ctx(), Pane::Papers, ui.available_rect_before_wrap());
        if self.has_papers(memory) {
            self.checkpoint_ui(ui, Frame::NONE, memory);
        }
        if memory.middle.layout.is_open() {
            layout_view_ui(ui, around, &mut memory.middle.layout);
            return;
        }
        if learn_panel_ui(ui, around, &mut memory.papers.learn) {
            return;
        }
        let is_asked = memory.papers.begins_to_pick(around.table);
        if is_asked {
            memory.papers.side = Side::Offers;
        }
        put_off_ui(ui, around.table, &mut memory.papers.learn);
        self.tabs_ui(ui, has_column, memory);
        let papers = &mut memory.papers;
        match papers.side {
            Side::Offers => offers_panel_ui(ui, around, is_asked),
            Side::Journal => journal_panel_ui(ui, around, &mut papers.journal),
            Side::Rules => rules_panel_ui(ui, &mut papers.rules),
            Side::Connections => inspector_panel_ui(ui, around.table, &mut papers.inspector),
            Side::Achievements => {
                achievements_panel_ui(ui, around, &mut papers.achievements);
            }
        }
    }

    /// Draws the tabs of the side panel.
    pub(super) fn tabs_ui(&self, ui: &mut Ui, has_column: bool, memory: &mut TableMemory) {
        let has_achievements = !self.around.table.game().achievements().is_empty();
        let papers = &mut memory.papers;
        let is_gone = match papers.side {
            Side::Achievements => !has_achievements,
            Side::Journal => has_column,
            Side::Offers | Side::Rules | Side::Connections => false,
        };
        if is_gone {
            papers.side = Side::Offers;
        }
        let tabs = Side::ALL
            .into_iter()
            .filter(|side| *side != Side::Journal || !has_column)
            .filter(|side| *side != Side::Achievements || has_achievements);
        let shares = shares_papers(ui) && !self.asks_all;
        ui.horizontal_wrapped(|ui| {
            // In a narrow panel they move together rather than into a second line.
            let is_narrow = ui.available_width() < NARROW_TABS || shares;
            ui.spacing_mut().item_spacing.x = if is_narrow { 0.0 } else { space::XS };
            ui.spacing_mut().button_padding.x = if is_narrow { space::XS } else { space::S };
            if shares && ui.selectable_label(!memory.papers.is_shown, "To do").clicked() {
                memory.papers.is_shown = false;
            }
            for side in tabs {
                let is_shown = memory.papers.side == side && (memory.papers.is_shown || !shares);
                if ui.selectable_label(is_shown, side.label()).clicked() {
                    memory.turn_to(side);
                    if side == Side::Rules {
                        memory.papers.rules.focus_search();
                    }
                }
            }
        });
    }
}
