//! The table screen: the board in the middle, what is owed above it, people and offers around it.

mod surroundings;

use egui::{Align, Align2, Area, CentralPanel, Frame, Id, Layout, Margin, Order, Panel};
use egui::{Pos2, Rect, ScrollArea, Ui, UiBuilder};

use super::achievements_panel::{AchievementsMemory, choose_achievements_ui, is_choosing};
use super::action_panel::{ActionMemory, owed_bar_ui};
use super::arrangement::Arrangement;
use super::audit_view::{AuditMemory, audit_view_ui};
use super::board_view::{BoardView, board_view_ui};
use super::checkpoint_bar::{CheckpointMemory, checkpoint_bar_ui};
use super::command::{Command, Commands, Menu};
use super::command_line::{CommandLine, command_line_ui};
use super::deal_panel::{DealMemory, deal_by_itself, deal_label, deal_panel_ui, is_dealt};
use super::draft_panel::{DraftMemory, draft_panel_ui};
use super::entry::Stage;
use super::happened::{HappenedMemory, happened_ui, strip_width};
use super::inspector_panel::InspectorMemory;
use super::journal_panel::JournalMemory;
use super::keyboard::{self, Place};
use super::laying::laying_ui;
use super::layout_view::LayoutMemory;
use super::learn::LearnMemory;
use super::lookahead_view::{LookaheadMemory, lookahead_view_ui};
use super::players_panel::PlayersMemory;
use super::question_view::QuestionMemory;
use super::repair_view::{Aside, RepairMemory, repair_view_ui};
use super::result_screen::{ResultMemory, result_ui};
use super::reveal_view::{RevealMemory, reveal_view_ui};
use super::rules_panel::RulesMemory;
use super::settings::Settings;
use super::solo_panel::{SoloMemory, solo_bar_ui};
use super::sources_view::{SourcesMemory, sources_view_ui};
use super::table::{Rest, Table};
use super::table_view::{Pressed, table_view_ui};
use super::theme::{dense, space, text, theme};
use super::vote_panel::{VoteMemory, vote_panel_ui, vote_steps_ui};
use crate::kit::{Kept, body, pressed_ui};
use journal::{Change, EntryId, Journal};
use notation::record::Tags;
use rules::Rule;
use rules::action::Action;
use rules::owed::{Owed, Task};
use rules::player::{ByPlayer, PlayerId};
use rules::receipt::Quantity;
use sealing::SaltSource;
use surroundings::Surroundings;

catalogue::catalogue! {
    /// What the right side shows: its tabs, from the left.
    #[derive(Default)]
    pub enum Side {
        /// The title of the tab.
        label: &'static str,
    }

    /// Proposals, advisers and buildings.
    #[default]
    Offers = "Offers";
    /// What happened, and what to move on the table.
    Journal = "Journal";
    /// The digest of the rules.
    Rules = "Rules";
    /// What joins two tiles.
    Connections = "Paths";
    /// The achievements of the game, if it has any.
    Achievements = "Achievements";
}

/// What the screen remembers between frames.
#[expect(clippy::struct_excessive_bools, reason = "each is something else that was chosen")]
pub struct TableMemory {
    side: Side,
    /// Whether papers are looked at where they share their place with what can be done.
    shows_papers: bool,
    /// Whether something of the offers was to be picked or voted for in the latest frame.
    picks_offer: bool,
    pub board: BoardView,
    action: ActionMemory,
    question: QuestionMemory,
    solo: SoloMemory,
    pub ahead: LookaheadMemory,
    achievements: AchievementsMemory,
    players: PlayersMemory,
    pub happened: HappenedMemory,
    journal: JournalMemory,
    rules: RulesMemory,
    inspector: InspectorMemory,
    sources: SourcesMemory,
    deal: DealMemory,
    /// Whether cards that came up were asked for in the latest frame.
    asked_deal: bool,
    /// Whether races are chosen before the cards are dealt, which the setup allows.
    deals_later: bool,
    draft: DraftMemory,
    /// Whether the board is looked at in place of the races and cards.
    looks_at_board: bool,
    pub vote: VoteMemory,
    reveal: RevealMemory,
    /// The table before the vote that is being counted.
    uncounted: Option<(EntryId, Table)>,
    /// Until when, by the clock of the window, a press on the board is still meant for the page
    /// that lay there before.
    guarded_until: f64,
    recorded: Recorded,
    result: ResultMemory,
    pub learn: LearnMemory,
    pub layout: LayoutMemory,
    repair: RepairMemory,
    /// What the screen remembers of the table as it was, while a repair is entered on it.
    aside: Option<Box<Self>>,
    audit: AuditMemory,
    checkpoint: CheckpointMemory,
    /// Whether the table view is wanted.
    is_table_view: bool,
    /// The board as the table view shows it.
    shown_board: BoardView,
    /// The table as everybody may see it, as long as the record stays.
    at_rest: Kept<Rest, Table>,
    /// Whether the board is looked at although the game is over.
    hides_result: bool,
    command_line: CommandLine,
    chance: fastrand::Rng,
}

impl TableMemory {
    /// A screen that remembers nothing yet; chance begins at `seed`, ballots are salted by `salts`.
    #[must_use]
    pub fn new(seed: u64, salts: SaltSource) -> Self {
        Self::with_vote(seed, VoteMemory::new(salts))
    }

    fn with_vote(seed: u64, vote: VoteMemory) -> Self {
        Self {
            side: Side::default(),
            shows_papers: false,
            picks_offer: false,
            board: BoardView::default(),
            action: ActionMemory::default(),
            question: QuestionMemory::default(),
            solo: SoloMemory::default(),
            ahead: LookaheadMemory::default(),
            achievements: AchievementsMemory::default(),
            players: PlayersMemory::default(),
            happened: HappenedMemory::default(),
            journal: JournalMemory::default(),
            rules: RulesMemory::default(),
            inspector: InspectorMemory::default(),
            sources: SourcesMemory::default(),
            deal: DealMemory::default(),
            asked_deal: false,
            deals_later: false,
            draft: DraftMemory::default(),
            looks_at_board: false,
            vote,
            reveal: RevealMemory::default(),
            uncounted: None,
            guarded_until: 0.0,
            recorded: Recorded::default(),
            result: ResultMemory::default(),
            learn: LearnMemory::default(),
            layout: LayoutMemory::default(),
            repair: RepairMemory::default(),
            aside: None,
            audit: AuditMemory::default(),
            checkpoint: CheckpointMemory::default(),
            is_table_view: false,
            shown_board: BoardView::default(),
            at_rest: Kept::default(),
            hides_result: false,
            command_line: CommandLine::default(),
            chance: fastrand::Rng::with_seed(seed),
        }
    }

    /// A screen of its own for the table as it was.
    fn beside(&mut self) -> Self {
        let vote = self.vote.beside(self.repair.aside().map(Aside::table));
        Self::with_vote(self.chance.u64(..), vote)
    }

    /// Whether a repair is being entered on the table as it was.
    #[must_use]
    pub fn has_aside(&self) -> bool {
        self.repair.aside().is_some()
    }

    /// That table, with what its screen remembers.
    pub fn aside(&mut self) -> Option<(&mut Table, &mut Self)> {
        if self.aside.is_none() {
            self.aside = Some(Box::new(self.beside()));
        }
        Some((self.repair.table_aside()?, self.aside.as_mut()?))
    }

    /// Goes back from that table to the repair.
    pub fn leave_aside(&mut self) {
        self.repair.leave_aside();
    }

    /// Takes what was entered on that table into the repair.
    pub fn repair_by(&mut self, journal: &Journal, actions: Vec<Action>) {
        self.repair.take(journal, actions);
    }

    /// Deals what needs nobody; says whether it did.
    fn deals_itself(
        &mut self,
        table: &Table,
        tags: &Tags,
        middle: Middle,
        commands: &mut Commands,
    ) -> bool {
        let chance = &mut self.chance;
        let mut draw = |below: usize| chance.usize(..below.max(1));
        // What came up in the past is told, and not drawn anew.
        let may = middle == Middle::Board && !self.deals_later && !table.is_laid_aside();
        deal_by_itself(table, (may, tags.deals), &mut draw, &mut self.deal, commands)
    }

    /// Whether ballots are being taken, which leaving the game would lose.
    #[must_use]
    pub fn holds_ballots(&self) -> bool {
        self.vote.holds_ballots()
    }

    /// The table as everybody may see it: as it was before the vote that is being counted.
    #[must_use]
    pub fn public<'a>(&'a self, table: &'a Table) -> &'a Table {
        self.uncounted.as_ref().map_or(table, |(_, before)| before)
    }

    /// Whether the table view has the whole window: not while somebody has to answer elsewhere.
    pub fn shows_table_view(&mut self, table: &Table) -> bool {
        if !self.is_table_view {
            return false;
        }
        let middle = Middle::of(table, self);
        matches!(middle, Middle::Board | Middle::Result) && !self.deals(table, middle)
    }

    /// Closes what lies over the action being entered; says whether there was something.
    pub fn close_one(&mut self, table: &Table) -> bool {
        if self.shows_table_view(table) {
            self.is_table_view = false;
            return true;
        }
        self.command_line.close()
            || self.players.close()
            || self.happened.close()
            || self.sources.close()
            || self.ahead.close()
            || self.repair.close_one(table.journal())
            || self.audit.close()
            || self.layout.close()
    }

    /// Whether the cards that came up are asked for, in the place of what can be done.
    fn deals(&self, table: &Table, middle: Middle) -> bool {
        middle == Middle::Board && is_dealt(table) && !self.deals_later
    }

    /// Whether the result of the game takes the window.
    #[must_use]
    pub fn shows_result(&mut self, table: &Table) -> bool {
        Middle::of(table, self) == Middle::Result
    }

    /// Begins to repair the record at an entry of the main line.
    pub fn open_repair(&mut self, table: &Table, number: usize) {
        self.audit.close();
        self.repair.open(table, number);
    }

    /// Opens the rules at one of them.
    pub fn open_rule(&mut self, rule: Rule) {
        self.turn_to(Side::Rules);
        self.rules.open(rule);
    }

    /// Shows the journal, or hides it if it is shown: in a column of its own where the window
    /// has one, else among the papers.
    pub fn toggle_journal(&mut self, ctx: &egui::Context, settings: &mut Settings) {
        if Arrangement::of(ctx.content_rect().size()) == Arrangement::Wide {
            settings.shows_journal = !settings.shows_journal;
        } else if self.shows_journal(ctx, settings) {
            self.side = Side::Offers;
            self.shows_papers = false;
        } else {
            settings.shows_offers = true;
            self.turn_to(Side::Journal);
        }
    }

    /// Whether the journal is shown.
    #[must_use]
    pub fn shows_journal(&self, ctx: &egui::Context, settings: &Settings) -> bool {
        match Arrangement::of(ctx.content_rect().size()) {
            Arrangement::Wide => settings.shows_journal,
            Arrangement::Standard | Arrangement::Tall => {
                settings.shows_offers && self.side == Side::Journal
            }
            Arrangement::Low => {
                settings.shows_offers && self.side == Side::Journal && self.shows_papers
            }
        }
    }

    /// Shows one of the papers.
    fn turn_to(&mut self, side: Side) {
        self.side = side;
        self.shows_papers = true;
        // Papers lie beside the board.
        self.hides_result = true;
    }

    /// Shows where a number comes from.
    pub fn explain(&mut self, player: PlayerId, quantity: Quantity) {
        self.sources.explain(player, quantity);
    }

    /// Carries out an entry of the menus that only the screen knows.
    pub fn menu(&mut self, table: &Table, menu: Menu) {
        match menu {
            Menu::CommandLine => {
                self.command_line.open();
                // The line stands below the board.
                self.hides_result = true;
            }
            Menu::Rules => {
                self.turn_to(Side::Rules);
                self.rules.focus_search();
            }
            // A repair that is going on is not given up for it.
            Menu::Audit if !self.repair.is_open() => self.audit.count(),
            Menu::CatchUp if !self.repair.is_open() => self.audit.catch_up(),
            Menu::Inspector => self.turn_to(Side::Connections),
            Menu::Layout => self.layout.toggle(),
            Menu::Result => self.hides_result = !self.hides_result,
            Menu::TableView if !self.repair.is_open() => self.is_table_view = !self.is_table_view,
            // What is turned is the board that is seen.
            Menu::Rotate if self.shows_table_view(table) => self.shown_board.menu(menu),
            menu => self.board.menu(menu),
        }
    }
}

/// What stands in the middle of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Middle {
    /// An earlier entry is put right.
    Repair,
    /// The table is counted, or caught up with.
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

impl Middle {
    fn of(table: &Table, memory: &mut TableMemory) -> Self {
        let counts = memory.reveal.is_open(table);
        let in_setup = table.game().in_setup();
        memory.hides_result &= table.journal().game().is_over();
        memory.deals_later &= is_dealt(table) && in_setup;
        if memory.repair.is_open() {
            Self::Repair
        } else if memory.audit.is_open() {
            Self::Audit
        } else if memory.layout.is_open() {
            // The table that is put back is the board, whatever the game waits for.
            Self::Layout
        } else if in_setup && is_dealt(table) && !memory.deals_later {
            // What came up is told below the board, which is weighed by it.
            Self::Board
        } else if is_choosing(table) {
            Self::Achievements
        } else if is_draft(table) {
            Self::Draft
        } else if table.task() == Some(Task::Ballots) && !table.is_past() {
            Self::Ballots
        } else if counts {
            Self::Count
        } else if table.game().is_over() && !memory.hides_result {
            Self::Result
        } else {
            Self::Board
        }
    }

    /// Whether it asks everything there is to be asked, so that nothing is asked below it.
    fn asks_all(self, table: &Table, reveal: &RevealMemory) -> bool {
        match self {
            Self::Repair
            | Self::Audit
            | Self::Layout
            | Self::Achievements
            | Self::Draft
            | Self::Ballots => true,
            // What is to be placed needs the board; a tie is broken below the count.
            Self::Count => {
                let places = matches!(table.task(), Some(Task::PlaceBuilding(_)));
                !table.is_past() && (places || reveal.is_counting())
            }
            Self::Result => !table.is_past(),
            Self::Board => false,
        }
    }
}

/// Draws the table.
pub fn table_screen_ui(
    ui: &mut Ui,
    table: &Table,
    tags: &Tags,
    settings: &Settings,
    memory: &mut TableMemory,
    commands: &mut Commands,
) {
    memory.vote.watch(table);
    memory.learn.watch(table);
    memory.repair.follow(table);
    if table.task() == Some(Task::Ballots) {
        memory.command_line.close_for_vote(ui.ctx());
    }
    if memory.has_aside() {
        aside_ui(ui, tags, settings, memory, commands);
        return;
    }
    memory.aside = None;
    if memory.shows_table_view(table) {
        whole_table_view_ui(ui, table, settings, memory, commands);
        return;
    }
    let middle = Middle::of(table, memory);
    if matches!(middle, Middle::Repair | Middle::Audit | Middle::Layout) {
        // What is worked on goes before what just happened.
        memory.happened.close();
    }
    let deals_itself = memory.deals_itself(table, tags, middle, commands);
    let shows_board = matches!(middle, Middle::Board | Middle::Layout);
    let repeats = std::mem::take(&mut memory.happened.repeats);
    memory.board.theatre.follow(ui.ctx(), table, settings, shows_board, repeats);
    memory.players.to_come = memory.board.theatre.to_come();
    if middle == Middle::Result {
        sources_view_ui(ui, table, &mut memory.sources, commands);
        if memory.checkpoint.offer(table).is_some() {
            Panel::bottom("checkpoint").frame(raised(ui)).show(ui, |ui| {
                checkpoint_bar_ui(ui, table, &mut memory.checkpoint, commands);
            });
        }
        result_ui(ui, table, tags, &mut memory.result, commands);
        guard(ui, middle, memory, commands);
        memory.recorded.guard(ui, table, commands);
        return;
    }
    // While ballots are counted, everything around the count is as it was before it.
    let uncounted = uncounted(table, memory, middle);
    let around = uncounted.as_ref().map_or(table, |(_, before)| before);
    owed_ui(ui, around, middle, &mut memory.happened, commands);
    let deals = memory.deals(table, middle) && !deals_itself;
    // Where papers share their place with it, it is shown when it is asked for.
    memory.shows_papers &= !deals || memory.asked_deal;
    memory.asked_deal = deals;
    let surroundings = Surroundings {
        table,
        around,
        tags,
        settings,
        asks_all: middle.asks_all(table, &memory.reveal),
        deals,
        confirms: !matches!(middle, Middle::Repair | Middle::Audit | Middle::Count),
    };
    memory.players.numerals = ByPlayer::default();
    let floor = surroundings.ui(ui, memory, commands);
    memory.board.theatre.numerals = memory.players.numerals;
    memory.uncounted = uncounted;
    sources_view_ui(ui, table, &mut memory.sources, commands);
    lookahead_view_ui(&ui.ctx().clone(), table, &mut memory.ahead);
    let mut middle_ui = |ui: &mut Ui| match middle {
        Middle::Repair => sheet_ui(ui, |ui| {
            repair_view_ui(ui, table, &mut memory.repair, commands);
        }),
        Middle::Audit => match memory.audit.laying() {
            Some(laying) => {
                if laying_ui(ui, settings, laying) {
                    memory.audit.close();
                }
            }
            None => sheet_ui(ui, |ui| audit_view_ui(ui, table, &mut memory.audit, commands)),
        },
        Middle::Achievements => sheet_ui(ui, |ui| {
            let chance = &mut memory.chance;
            let mut draw = |below: usize| chance.usize(..below.max(1));
            choose_achievements_ui(ui, table, &mut draw, &mut memory.achievements, commands);
        }),
        Middle::Draft => draft_ui(ui, table, settings, memory, commands),
        // What fills its place is given the place that the panels left.
        Middle::Ballots => {
            CentralPanel::no_frame().show(ui, |ui| {
                vote_panel_ui(ui, table, settings, &mut memory.vote, commands);
            });
        }
        Middle::Count => {
            let counted = memory.reveal.is_counting();
            CentralPanel::no_frame().show(ui, |ui| {
                reveal_view_ui(ui, table, settings, &mut memory.reveal, commands);
            });
            // What stands around it was drawn before the last step was made.
            if counted != memory.reveal.is_counting() {
                ui.ctx().request_repaint();
            }
        }
        // A result has taken the window before this.
        Middle::Result | Middle::Layout | Middle::Board => {
            board_ui(ui, table, settings, memory, commands);
        }
    };
    let place = ui.available_rect_before_wrap();
    keyboard::place(ui.ctx(), Place::Middle, place);
    middle_ui(ui);
    let below = floor.unwrap_or(place);
    drawer_ui(ui, below, table, memory, commands);
    guard(ui, middle, memory, commands);
    memory.recorded.guard(ui, table, commands);
}

/// The table as it was, with what is asked for above it; whatever is entered goes into the repair.
fn aside_ui(
    ui: &mut Ui,
    tags: &Tags,
    settings: &Settings,
    memory: &mut TableMemory,
    commands: &mut Commands,
) {
    let beside = memory.aside.take();
    let mut beside = beside.unwrap_or_else(|| Box::new(memory.beside()));
    let mut leaves = false;
    if let Some(aside) = memory.repair.aside() {
        let frame = raised(ui).fill(theme(ui).selection).inner_margin(Margin::symmetric(12, 4));
        Panel::top("aside").frame(frame).show(ui, |ui| {
            ui.horizontal(|ui| {
                leaves = pressed_ui(ui, "‹ Back to the repair");
                let room = ui.available_width();
                ui.add(egui::Label::new(body(aside.said()).bold().elided(ui, room)));
            });
        });
        table_screen_ui(ui, aside.table(), tags, settings, &mut beside, commands);
    }
    memory.aside = Some(beside);
    if leaves {
        memory.leave_aside();
    }
}

/// The table view in the place of everything else.
fn whole_table_view_ui(
    ui: &mut Ui,
    table: &Table,
    settings: &Settings,
    memory: &mut TableMemory,
    commands: &mut Commands,
) {
    let key = table.rest();
    let shown = memory.at_rest.of(key, || table.at_rest());
    match table_view_ui(ui, shown, settings, &mut memory.shown_board) {
        Some(Pressed::Plate(player)) => {
            let mut settings = settings.clone();
            settings.turn_plate(player);
            commands.push(Command::Set(Box::new(settings)));
        }
        Some(Pressed::Leave) => memory.is_table_view = false,
        None => {}
    }
}

/// The table as it was before the vote that is being counted; nothing unless one is.
fn uncounted(table: &Table, memory: &mut TableMemory, middle: Middle) -> Option<(EntryId, Table)> {
    if middle != Middle::Count || table.is_past() || !memory.reveal.is_counting() {
        return None;
    }
    let here = table.shown_entry();
    memory.uncounted.take().filter(|(of, _)| *of == here).or_else(|| {
        let mut before = table.clone();
        before.apply(Change::Undo(1)).ok()?;
        Some((here, before))
    })
}

/// For so long after a page gave way to the board, a press is still meant for the page, in seconds.
const GUARD_SECS: f64 = 0.4;

/// Keeps a press that was meant for a page from placing something on the board that took its place.
fn guard(ui: &Ui, middle: Middle, memory: &mut TableMemory, commands: &mut Commands) {
    let now = ui.input(|input| input.time);
    match middle {
        Middle::Repair
        | Middle::Audit
        | Middle::Achievements
        | Middle::Draft
        | Middle::Ballots
        | Middle::Count
        | Middle::Result => {
            memory.guarded_until = now + GUARD_SECS;
        }
        Middle::Board if now < memory.guarded_until => {
            commands.retain(|command| !matches!(command, Command::Commit(_)));
        }
        Middle::Layout | Middle::Board => {}
    }
}

/// For so long after something was recorded a press is not taken, in seconds.
const TWICE_SECS: f64 = 1.0 / 3.0;
/// A hand that rests moves the pointer by no more than this, in points.
const REST: f32 = 2.0;

/// What a press recorded last: the second press of a double click, and one of a pointer that has
/// rested since, were meant for what stood there before.
#[derive(Default)]
struct Recorded {
    /// How many entries the record had.
    count: Option<usize>,
    /// When it grew by a press.
    at: Option<f64>,
    /// Where the pointer was then, until it moves.
    resting: Option<Pos2>,
    /// Whether something was pressed in the latest frame.
    was_pressed: bool,
}

impl Recorded {
    fn guard(&mut self, ui: &Ui, table: &Table, commands: &mut Commands) {
        let (now, pos, moves, clicks, touches) = ui.input(|input| {
            let moves: Vec<Pos2> = input
                .events
                .iter()
                .filter_map(|event| match event {
                    egui::Event::PointerMoved(pos) => Some(*pos),
                    _ => None,
                })
                .collect();
            let is_touch = |event: &egui::Event| matches!(event, egui::Event::Touch { .. });
            let touches = input.events.iter().any(is_touch);
            let pos = input.pointer.latest_pos();
            (input.time, pos, moves, input.pointer.any_click(), touches)
        });
        let count = table.journal().entry_count();
        if self.was_pressed && self.count.is_some_and(|before| before < count) {
            self.at = Some(now);
            self.resting = pos;
        }
        self.count = Some(count);
        self.was_pressed = clicks;
        let has_moved = |rest: Pos2| moves.iter().any(|pos| pos.distance(rest) > REST);
        if touches || self.resting.is_some_and(has_moved) {
            self.resting = None;
        }
        let is_late = self.at.is_none_or(|at| now - at >= TWICE_SECS);
        let is_meant = is_late && self.resting.is_none();
        if clicks && !is_meant {
            commands.retain(|command| {
                !matches!(command, Command::Play(_) | Command::Pick(_) | Command::Commit(_))
            });
        }
    }
}

fn page_frame(ui: &Ui) -> Frame {
    Frame::new().fill(theme(ui).paper).inner_margin(Margin::same(space::L as i8))
}

/// A page in the place of the board.
fn sheet_ui(ui: &mut Ui, add_contents: impl FnOnce(&mut Ui)) {
    let frame = page_frame(ui);
    CentralPanel::default().frame(frame).show(ui, add_contents);
}

/// A page in the place of the board, as long as it needs to be.
fn page_ui(ui: &mut Ui, name: &str, add_contents: impl FnOnce(&mut Ui)) {
    let mut page = page_frame(ui);
    page.inner_margin.right = space::XS as i8;
    CentralPanel::default().frame(page).show(ui, |ui| {
        let scroll = ScrollArea::vertical().id_salt(name);
        scroll.auto_shrink(false).show(ui, |ui| {
            // The bar stands beside the page, not on the edges of what is on it.
            ui.scope(|ui| {
                ui.set_max_width(ui.available_width() - space::M);
                add_contents(ui);
            });
        });
    });
}

/// The way back to the deals.
fn deal_now_ui(ui: &mut Ui, table: &Table, memory: &mut TableMemory) {
    if let Some(label) = deal_label(table) {
        memory.deals_later &= !pressed_ui(ui, label);
    }
}

/// With this much room the board lies beside the races and cards that are chosen, in points.
const BOARD_BESIDE: f32 = 860.0;

/// Races and resource cards, and the board that they are weighed by: beside them, or in their
/// place for as long as somebody looks at it.
fn draft_ui(
    ui: &mut Ui,
    table: &Table,
    settings: &Settings,
    memory: &mut TableMemory,
    commands: &mut Commands,
) {
    let room = ui.available_width();
    if room >= BOARD_BESIDE {
        let width = (room * 0.46).round();
        Panel::right("board of the draft").resizable(false).exact_size(width).show(ui, |ui| {
            board_ui(ui, table, settings, memory, commands);
        });
        memory.looks_at_board = false;
    } else if memory.looks_at_board {
        Panel::top("back to the draft").frame(raised(ui)).show(ui, |ui| {
            memory.looks_at_board = !pressed_ui(ui, "Back to the choice");
        });
        board_ui(ui, table, settings, memory, commands);
        return;
    }
    page_ui(ui, "draft", |ui| {
        if memory.deals_later {
            deal_now_ui(ui, table, memory);
        }
        if room < BOARD_BESIDE {
            ui.with_layout(Layout::right_to_left(Align::Min), |ui| {
                memory.looks_at_board |= pressed_ui(ui, "Look at the board");
            });
        }
        draft_panel_ui(ui, table, &mut memory.draft, commands);
    });
}

/// Actions typed in the notation while the board is looked at. It lies over what can be done, so
/// that nothing behind it moves.
fn drawer_ui(
    ui: &Ui,
    floor: Rect,
    table: &Table,
    memory: &mut TableMemory,
    commands: &mut Commands,
) {
    if table.is_past() || !memory.command_line.is_open() {
        memory.command_line.show_nothing(commands);
        return;
    }
    let frame = raised(ui).stroke(theme(ui).hair());
    Area::new(Id::unique("drawer"))
        .order(Order::Middle)
        .pivot(Align2::LEFT_BOTTOM)
        .fixed_pos(floor.left_bottom())
        .show(ui.ctx(), |ui| {
            frame.show(ui, |ui| {
                ui.set_width(floor.width() - 2.0 * space::M);
                command_line_ui(ui, table, &mut memory.command_line, commands);
            });
        });
}

/// What is owed, what just happened, and how far a vote has come.
fn owed_ui(
    ui: &mut Ui,
    table: &Table,
    middle: Middle,
    happened: &mut HappenedMemory,
    commands: &mut Commands,
) {
    let fill = theme(ui).raised;
    let slim = Margin::symmetric(space::M as i8, space::XS as i8);
    let slim = Frame::new().fill(fill).inner_margin(slim);
    // What is owed is as high as its words; every point more would be the board's.
    let tight = Margin::symmetric(space::M as i8, 0);
    Panel::top("owed").frame(slim.inner_margin(tight)).show(ui, |ui| {
        // What a vote comes to is not told before it is counted.
        let row = ui.available_rect_before_wrap();
        let mut place = row;
        if !matches!(middle, Middle::Ballots | Middle::Count) {
            let strip = row.with_min_x(row.right() - strip_width(row.width()));
            // Beside what is owed, and not above it.
            let mut beside = ui.new_child(UiBuilder::new().max_rect(strip));
            happened_ui(&mut beside, table, happened, commands);
            place.max.x = strip.left() - space::M;
        }
        ui.scope_builder(UiBuilder::new().max_rect(place), |ui| {
            if table.game().solo_state().is_none() {
                owed_bar_ui(ui, table);
                return;
            }
            // What is owed stands in the middle of the height that it is given.
            let row = egui::vec2(ui.available_width(), text::TITLE + space::S);
            ui.spacing_mut().item_spacing.y = 0.0;
            ui.allocate_ui_with_layout(row, Layout::top_down(Align::Min), |ui| {
                ui.set_min_height(row.y);
                owed_bar_ui(ui, table);
            });
            solo_bar_ui(ui, table, commands);
        });
    });
    // Elsewhere the steps stand below the board, which does not move for them.
    if table.game().vote_stage().is_some() && middle == Middle::Ballots {
        Panel::top("vote").frame(slim).show(ui, |ui| {
            dense(ui);
            vote_steps_ui(ui, table);
        });
    }
}

/// The board, with what the panels point at; a click goes to the inspector while that is open.
fn board_ui(
    ui: &mut Ui,
    table: &Table,
    settings: &Settings,
    memory: &mut TableMemory,
    commands: &mut Commands,
) {
    // The table that is put back is looked at: nothing is entered on it.
    if memory.layout.is_open() {
        let key = table.rest();
        let shown = memory.at_rest.of(key, || table.at_rest());
        let pointed = &memory.layout.highlighted;
        let mut unused = Commands::new();
        board_view_ui(ui, shown, settings, pointed, false, &mut memory.board, &mut unused);
        return;
    }
    // What is being entered has the click before the inspector.
    let enters = matches!(table.stage(), Some(Stage::Square | Stage::Tile | Stage::Placement));
    let is_shown = settings.shows_offers && (memory.shows_papers || !shares_papers(ui));
    let inspects = memory.side == Side::Connections && is_shown && !enters;
    let pointed = if memory.command_line.is_open() {
        &memory.command_line.highlighted
    } else if inspects {
        &memory.inspector.highlighted
    } else if memory.happened.highlighted.is_empty() {
        &memory.journal.highlighted
    } else {
        &memory.happened.highlighted
    };
    let picked =
        board_view_ui(ui, table, settings, pointed, !inspects, &mut memory.board, commands);
    if let Some(square) = picked {
        memory.inspector.pick(square);
    }
}

/// Whether papers and what can be done share one place.
fn shares_papers(ui: &Ui) -> bool {
    Arrangement::of(ui.ctx().content_rect().size()) == Arrangement::Low
}

fn raised(ui: &Ui) -> Frame {
    Frame::new().fill(theme(ui).raised).inner_margin(Margin::same(space::M as i8))
}

/// Whether everybody is voting now.
fn takes_ballots(table: &Table) -> bool {
    table.task() == Some(Task::Ballots) && !table.is_past()
}

/// Whether races and resource cards are being chosen.
fn is_draft(table: &Table) -> bool {
    let drafts = |owed: &Owed| matches!(owed.task, Task::ChooseRace | Task::TakeResource);
    table.game().in_setup() && !table.is_past() && table.owed().iter().any(drafts)
}

/// The cards that came up, in the place of what can be done.
fn deal_ui(
    ui: &mut Ui,
    table: &Table,
    always: bool,
    memory: &mut TableMemory,
    commands: &mut Commands,
) {
    let chance = &mut memory.chance;
    let mut draw = |below: usize| chance.usize(..below.max(1));
    let later = is_draft(table);
    memory.deals_later |=
        deal_panel_ui(ui, table, (always, later), &mut draw, &mut memory.deal, commands);
}
