//! The table screen: the board in the middle, what is owed above it, people and offers around it.

use egui::{CentralPanel, Frame, Margin, Panel, ScrollArea, Ui};

use super::action_panel::{ActionMemory, action_panel_ui, owed_bar_ui};
use super::board_view::{BoardView, board_view_ui};
use super::command::{Commands, Menu};
use super::command_line::{CommandLine, command_line_ui};
use super::deal_panel::{DealMemory, deal_panel_ui};
use super::draft_panel::{DraftMemory, draft_panel_ui};
use super::inspector_panel::{InspectorMemory, inspector_panel_ui};
use super::journal_panel::{JournalMemory, journal_panel_ui};
use super::offers_panel::offers_panel_ui;
use super::players_panel::{PlayersMemory, players_panel_ui};
use super::question_view::{QuestionMemory, question_view_ui};
use super::result_screen::{ResultMemory, result_ui};
use super::reveal_view::{RevealMemory, reveal_view_ui};
use super::rules_panel::{RulesMemory, rules_panel_ui};
use super::settings::Settings;
use super::sources_view::{SourcesMemory, sources_view_ui};
use super::table::Table;
use super::theme::{dense, space, theme};
use super::vote_panel::{VoteMemory, vote_panel_ui, vote_steps_ui};
use crate::rules::Rule;
use crate::rules::owed::{Owed, Task};
use crate::rules::player::PlayerId;
use crate::rules::receipt::Quantity;
use crate::sealing::SaltSource;

/// The least height of what can be done: a row to press, and what it comes to.
const ACTION_HEIGHT: f32 = 128.0;
/// The same where the window is low.
const LOW_ACTION_HEIGHT: f32 = 96.0;
/// A window with less room than this is low.
const LOW: f32 = 620.0;
/// From this width on the journal has a column of its own.
const WIDE: f32 = 1500.0;

/// What the right side shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Side {
    /// Proposals, advisers and buildings.
    #[default]
    Offers,
    /// What happened, and what to move on the table.
    Journal,
    /// The digest of the rules.
    Rules,
    /// What joins two tiles.
    Connections,
}

impl Side {
    /// Every tab, from the left.
    pub const ALL: [Self; 4] = [Self::Offers, Self::Journal, Self::Rules, Self::Connections];

    /// The title of the tab.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::Offers => "Offers",
            Self::Journal => "Journal",
            Self::Rules => "Rules",
            Self::Connections => "Links",
        }
    }
}

/// What the screen remembers between frames.
pub struct TableMemory {
    side: Side,
    board: BoardView,
    action: ActionMemory,
    question: QuestionMemory,
    players: PlayersMemory,
    journal: JournalMemory,
    rules: RulesMemory,
    inspector: InspectorMemory,
    sources: SourcesMemory,
    deal: DealMemory,
    draft: DraftMemory,
    vote: VoteMemory,
    reveal: RevealMemory,
    result: ResultMemory,
    /// Whether the board is looked at although the game is over.
    hides_result: bool,
    command_line: CommandLine,
    chance: fastrand::Rng,
}

impl TableMemory {
    /// A screen that remembers nothing yet; chance begins at `seed`, ballots are salted by `salts`.
    #[must_use]
    pub fn new(seed: u64, salts: SaltSource) -> Self {
        Self {
            side: Side::default(),
            board: BoardView::default(),
            action: ActionMemory::default(),
            question: QuestionMemory::default(),
            players: PlayersMemory::default(),
            journal: JournalMemory::default(),
            rules: RulesMemory::default(),
            inspector: InspectorMemory::default(),
            sources: SourcesMemory::default(),
            deal: DealMemory::default(),
            draft: DraftMemory::default(),
            vote: VoteMemory::new(salts),
            reveal: RevealMemory::default(),
            result: ResultMemory::default(),
            hides_result: false,
            command_line: CommandLine::default(),
            chance: fastrand::Rng::with_seed(seed),
        }
    }

    /// Whether ballots are being taken, which leaving the game would lose.
    #[must_use]
    pub fn holds_ballots(&self) -> bool {
        self.vote.holds_ballots()
    }

    /// Closes what lies over the action being entered; says whether there was something.
    pub fn close_one(&mut self) -> bool {
        self.command_line.close()
    }

    /// Opens the rules at one of them.
    pub fn open_rule(&mut self, rule: Rule) {
        self.side = Side::Rules;
        self.rules.open(rule);
    }

    /// Shows where a number comes from.
    pub fn explain(&mut self, player: PlayerId, quantity: Quantity) {
        self.sources.explain(player, quantity);
    }

    /// Carries out an entry of the menus that only the screen knows.
    pub fn menu(&mut self, menu: Menu) {
        match menu {
            Menu::CommandLine => self.command_line.open(),
            Menu::Rules => {
                self.side = Side::Rules;
                self.rules.focus_search();
            }
            Menu::Inspector => self.side = Side::Connections,
            Menu::Result => self.hides_result = !self.hides_result,
            menu => self.board.menu(menu),
        }
    }
}

/// Draws the table.
pub fn table_screen_ui(
    ui: &mut Ui,
    table: &Table,
    settings: &Settings,
    memory: &mut TableMemory,
    commands: &mut Commands,
) {
    memory.vote.watch(table);
    bars_ui(ui, table, settings, memory, commands);
    sides_ui(ui, table, settings, memory, commands);
    sources_view_ui(&ui.ctx().clone(), table, &mut memory.sources, commands);
    if is_draft(table) {
        page_ui(ui, "draft", |ui| {
            deal_ui(ui, table, memory, commands);
            draft_panel_ui(ui, table, &mut memory.draft, commands);
        });
    } else if table.task() == Some(Task::Ballots) && !table.is_past() {
        // What fills its place is given the place that the panels left.
        CentralPanel::no_frame().show(ui, |ui| {
            vote_panel_ui(ui, table, settings, &mut memory.vote, commands);
        });
    } else if memory.reveal.is_open(table) {
        CentralPanel::no_frame().show(ui, |ui| {
            reveal_view_ui(ui, table, settings, &mut memory.reveal, commands);
        });
    } else if table.game().winner().is_some() && !memory.hides_result {
        page_ui(ui, "result", |ui| {
            result_ui(ui, table, &mut memory.result, commands);
        });
    } else {
        board_ui(ui, table, settings, memory, commands);
    }
}

/// A page in the place of the board, as long as it needs to be.
fn page_ui(ui: &mut Ui, name: &str, add_contents: impl FnOnce(&mut Ui)) {
    let page = Frame::new()
        .fill(theme(ui.ctx()).paper)
        .inner_margin(Margin::same(space::L as i8));
    CentralPanel::default().frame(page).show(ui, |ui| {
        let scroll = ScrollArea::vertical().id_salt(name);
        scroll.auto_shrink(false).show(ui, add_contents);
    });
}

/// What is owed above, what can be done below.
fn bars_ui(
    ui: &mut Ui,
    table: &Table,
    settings: &Settings,
    memory: &mut TableMemory,
    commands: &mut Commands,
) {
    let fill = theme(ui.ctx()).raised;
    let slim = Margin::symmetric(space::M as i8, space::XS as i8);
    let slim = Frame::new().fill(fill).inner_margin(slim);
    Panel::top("owed")
        .frame(slim)
        .show(ui, |ui| owed_bar_ui(ui, table));
    if table.game().vote_stage().is_some() {
        Panel::top("vote").frame(slim).show(ui, |ui| {
            dense(ui);
            vote_steps_ui(ui, table);
        });
    }
    // Where the middle of the screen asks, nothing is asked below.
    let votes = table.task() == Some(Task::Ballots) && !table.is_past();
    if is_draft(table) || votes {
        return;
    }
    // As high whatever it holds, so that the board sits still.
    let height = ui.available_height();
    let least = if height < LOW {
        LOW_ACTION_HEIGHT
    } else {
        ACTION_HEIGHT
    };
    let most = (height * 0.6).max(least);
    Panel::bottom("action")
        .frame(raised(ui))
        .resizable(true)
        .default_size(least)
        .size_range(least..=most)
        .show(ui, |ui| {
            command_line_ui(ui, table, &mut memory.command_line, commands);
            let scroll = ScrollArea::vertical().id_salt("action");
            scroll.auto_shrink(false).show(ui, |ui| {
                deal_ui(ui, table, memory, commands);
                if !question_view_ui(ui, table, &mut memory.question, commands) {
                    action_panel_ui(ui, table, settings, &mut memory.action, commands);
                }
            });
        });
}

/// The players on the left, offers and explanations on the right.
fn sides_ui(
    ui: &mut Ui,
    table: &Table,
    settings: &Settings,
    memory: &mut TableMemory,
    commands: &mut Commands,
) {
    let width = ui.available_width();
    if settings.shows_players {
        Panel::left("players")
            .frame(raised(ui))
            .default_size((width * 0.24).clamp(236.0, 340.0))
            .size_range(200.0..=width * 0.4)
            .show(ui, |ui| {
                players_panel_ui(ui, table, settings, &mut memory.players, commands);
            });
    }
    let has_column = width >= WIDE && settings.shows_journal;
    if has_column {
        Panel::right("journal")
            .frame(raised(ui))
            .default_size(width * 0.2)
            .size_range(260.0..=width * 0.4)
            .show(ui, |ui| {
                journal_panel_ui(ui, table, &mut memory.journal, commands);
            });
    }
    if !settings.shows_offers {
        return;
    }
    Panel::right("side")
        .frame(raised(ui))
        .default_size((width * 0.26).clamp(250.0, 400.0))
        .size_range(220.0..=width * 0.5)
        .show(ui, |ui| {
            let tabs = Side::ALL
                .into_iter()
                .filter(|side| *side != Side::Journal || !has_column && settings.shows_journal);
            if memory.side == Side::Journal && has_column {
                memory.side = Side::Offers;
            }
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing.x = space::XS;
                ui.spacing_mut().button_padding.x = space::S;
                for side in tabs {
                    ui.selectable_value(&mut memory.side, side, side.label());
                }
            });
            match memory.side {
                Side::Offers => offers_panel_ui(ui, table, commands),
                Side::Journal => journal_panel_ui(ui, table, &mut memory.journal, commands),
                Side::Rules => rules_panel_ui(ui, &mut memory.rules),
                Side::Connections => inspector_panel_ui(ui, table, &mut memory.inspector),
            }
        });
}

/// The board, with what the panels point at; a click goes to the inspector while that is open.
fn board_ui(
    ui: &mut Ui,
    table: &Table,
    settings: &Settings,
    memory: &mut TableMemory,
    commands: &mut Commands,
) {
    let inspects = memory.side == Side::Connections && settings.shows_offers;
    let pointed = if inspects {
        &memory.inspector.highlighted
    } else {
        &memory.journal.highlighted
    };
    let picked = board_view_ui(
        ui,
        table,
        settings,
        pointed,
        !inspects,
        &mut memory.board,
        commands,
    );
    if let Some(square) = picked {
        memory.inspector.pick(square);
    }
}

fn raised(ui: &Ui) -> Frame {
    Frame::new()
        .fill(theme(ui.ctx()).raised)
        .inner_margin(Margin::same(space::M as i8))
}

/// Whether races and resource cards are being chosen, for which the board is not needed.
fn is_draft(table: &Table) -> bool {
    let game = table.game();
    let drafts = |owed: &Owed| matches!(owed.task, Task::ChooseRace | Task::TakeResource);
    game.in_setup() && !table.is_past() && game.owed().iter().any(drafts)
}

fn deal_ui(ui: &mut Ui, table: &Table, memory: &mut TableMemory, commands: &mut Commands) {
    let chance = &mut memory.chance;
    let mut draw = |below: usize| chance.usize(..below.max(1));
    deal_panel_ui(ui, table, &mut draw, &mut memory.deal, commands);
}
