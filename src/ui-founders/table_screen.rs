//! The table screen: the board in the center, the pending task above it, players and offers around
//! it.

mod central_page;
mod chrome;
mod press_guard;
mod side_panel;
mod trial;

use egui::{
    Align, Align2, Area, Frame, Id, Layout, Margin, Order, Panel, Rect, Ui, UiBuilder, Vec2, pos2,
    vec2,
};

use super::action_panel::{ActionMemory, PENDING_HEIGHT, pending_bar_ui};
use super::arrangement::Arrangement;
use super::back_buttons::{has_separate_question, redo_bar_width, redo_ui, undo_ui, undo_width};
use super::checkpoint_bar::checkpoint_bar_ui;
use super::command_line::{CommandLine, command_line_ui};
use super::deal_panel::{DealMemory, deal_automatically};
use super::lookahead_view::{LookaheadMemory, lookahead_view_ui};
use super::players_panel::PlayersMemory;
use super::question_view::QuestionMemory;
use super::recap::{RecapMemory, recap_ui, strip_width};
use super::result_screen::result_ui;
use super::solo_panel::{SoloMemory, solo_bar_ui};
use super::sources_view::{SourcesMemory, sources_view_ui};
use super::table_view::{TableViewPress, table_view_ui};
use super::vote_panel::{VoteMemory, vote_steps_ui};
use central_page::{CentralPage, CentralPageMemory, central_page_ui};
use chrome::Chrome;
use memo::Memo;
use press_guard::PressGuard;
use rules::Rule;
use rules::action::Action;
use rules::player::ByPlayer;
use sealed::NonceSource;
use side_panel::{SidePanelMemory, shares_side_panel};
use table::action_input::InputStep;
use table::table::{Table, TableKey};
pub use trial::Trial;
use trial::trial_ui;
use ui_board::Cx;
use ui_board::board_view::{BoardView, board_view_ui};
use ui_board::command::FoundersCommand;
use ui_board::payout_animation::Playback;
use ui_board::settings::Settings;
use ui_kit::keyboard::{self, Pane};
use ui_kit::queue::CommandQueue;
use ui_kit::theme::{dense, space, text, theme};
use ui_kit::widgets::{body, button_ui};
use ui_menu::Menu;

enum_table::enum_table! {
    /// The tabs of the side panel, from the left.
    #[derive(Default)]
    pub enum SideTab {
        /// The title of the tab.
        label: &'static str,
    }

    /// Proposals, advisers and buildings.
    #[default]
    Offers = "Offers";
    /// The legal moves of the player to act.
    Moves = "Moves";
    /// The events, and the physical moves on the table.
    Journal = "Journal";
    /// The digest of the rules.
    Rules = "Rules";
    /// The connection between two tiles.
    Connections = "Paths";
    /// The achievements of the game, if it has any.
    Achievements = "Achievements";
}

/// The state of the screen between frames, a piece for each part of it.
pub struct TableMemory {
    pub board: BoardView,
    action_area: ActionAreaMemory,
    pub side_panel: SidePanelMemory,
    pub center: CentralPageMemory,
    pub vote: VoteMemory,
    pub popups: PopupMemory,
    table_view: TableViewMemory,
    /// The copy on which moves are tried, while they are.
    trial: Option<Box<Trial>>,
    /// The table as everybody may see it, cached while the record stays the same.
    idle: Memo<TableKey, Table>,
    guard: PressGuard,
    chance: fastrand::Rng,
}

/// The state of the action panel.
#[derive(Default)]
struct ActionAreaMemory {
    action: ActionMemory,
    question: QuestionMemory,
    solo: SoloMemory,
    deal: DealMemory,
    /// The height of its content in the latest pass.
    height: f32,
}

/// The state of everything drawn over the table until it is closed.
#[derive(Default)]
pub struct PopupMemory {
    command_line: CommandLine,
    players: PlayersMemory,
    pub recap: RecapMemory,
    pub sources: SourcesMemory,
    pub lookahead: LookaheadMemory,
}

impl PopupMemory {
    /// Closes the uppermost open popup; returns `true` if there was one.
    fn close_one(&mut self) -> bool {
        self.command_line.close()
            || self.players.close()
            || self.recap.close()
            || self.sources.close()
            || self.lookahead.close()
    }
}

/// The table view in this window.
#[derive(Default)]
struct TableViewMemory {
    is_wanted: bool,
    board: BoardView,
}

impl TableMemory {
    /// Creates a screen without state; chance starts at `seed`, ballots are salted by `salts`.
    pub fn new(seed: u64, salts: NonceSource) -> Self {
        Self::with_vote(seed, VoteMemory::new(salts))
    }

    fn with_vote(seed: u64, vote: VoteMemory) -> Self {
        Self {
            board: BoardView::default(),
            action_area: ActionAreaMemory::default(),
            side_panel: SidePanelMemory::default(),
            center: CentralPageMemory::default(),
            vote,
            popups: PopupMemory::default(),
            table_view: TableViewMemory::default(),
            trial: None,
            idle: Memo::default(),
            guard: PressGuard::default(),
            chance: fastrand::Rng::with_seed(seed),
        }
    }

    /// Returns `true` while a repair is entered or moves are tried: nothing is recorded then.
    pub fn is_on_scratch(&self) -> bool {
        self.trial.is_some() || self.center.repair.session().is_some()
    }

    /// Returns the table of a repair or a trial with its screen, while one has the input.
    pub fn scratch(&mut self) -> Option<(&mut Table, &mut Self)> {
        if self.trial.is_some() {
            return self.trial.as_deref_mut().map(Trial::parts);
        }
        let session = self.center.repair.session()?;
        if self.center.scratch_screen.is_none() {
            let screen = scratch_screen(&self.vote, &mut self.chance, session.table());
            self.center.scratch_screen = Some(Box::new(screen));
        }
        Some((self.center.repair.session_table_mut()?, self.center.scratch_screen.as_mut()?))
    }

    /// Starts to try moves, after the latest entry.
    pub fn start_trial(&mut self, table: &Table) {
        self.trial = Some(Box::new(Trial::new(table, self)));
    }

    /// Returns the moves being tried.
    pub fn trial_mut(&mut self) -> Option<&mut Trial> {
        self.trial.as_deref_mut()
    }

    /// Returns the move chosen in the list of moves.
    pub fn chosen_move(&self) -> Option<Action> {
        let is_listed = self.side_panel.tab == SideTab::Moves;
        self.side_panel.moves.chosen_move().filter(|_| is_listed).cloned()
    }

    /// Goes back to the table from the moves being tried; returns `true` if any were.
    pub fn end_trial(&mut self) -> bool {
        self.trial.take().is_some()
    }

    /// Returns the table as everybody may see it: without the vote that is being counted.
    pub fn public<'a>(&'a self, table: &'a Table) -> &'a Table {
        self.center.uncounted.as_ref().map_or(table, |(_, before)| before)
    }

    /// Returns the page in the center now.
    fn central_page(&mut self, table: &Table) -> CentralPage {
        CentralPage::of(table, &mut self.center, &mut self.action_area.deal)
    }

    /// Returns `true` if the table view has the whole window: not while an answer is needed
    /// elsewhere.
    pub fn shows_table_view(&mut self, table: &Table) -> bool {
        if !self.table_view.is_wanted {
            return false;
        }
        let middle = self.central_page(table);
        matches!(middle, CentralPage::Board | CentralPage::Result) && !self.deals(table, middle)
    }

    /// Returns `true` if the result of the game takes the window.
    pub fn shows_result(&mut self, table: &Table) -> bool {
        self.central_page(table) == CentralPage::Result
    }

    /// Returns `true` if the drawn cards are asked for, in the place of the actions.
    fn deals(&self, table: &Table, middle: CentralPage) -> bool {
        middle == CentralPage::Board && self.action_area.deal.is_prompting(table)
    }

    /// Closes the uppermost layer over the action being entered; returns `true` if there was one.
    pub fn close_one(&mut self, table: &Table) -> bool {
        if self.shows_table_view(table) {
            self.table_view.is_wanted = false;
            return true;
        }
        self.popups.close_one() || self.center.close_one(table.journal())
    }

    /// Opens the rules panel at a rule.
    pub fn open_rule(&mut self, rule: Rule) {
        self.show_tab(SideTab::Rules);
        self.side_panel.rules.open(rule);
    }

    /// Shows the journal, or hides it if it is shown: in a column of its own where the window has
    /// one, else in the side panel.
    pub fn toggle_journal(&mut self, ctx: &egui::Context, settings: &mut Settings) {
        if Arrangement::of(ctx.content_rect().size()) == Arrangement::Wide {
            settings.shows_journal = !settings.shows_journal;
        } else if self.side_panel.shows_journal(ctx, settings) {
            self.side_panel.tab = SideTab::Offers;
            self.side_panel.is_shown = false;
        } else {
            settings.shows_offers = true;
            self.show_tab(SideTab::Journal);
        }
    }

    /// Shows a tab of the side panel.
    fn show_tab(&mut self, side: SideTab) {
        self.side_panel.tab = side;
        self.side_panel.is_shown = true;
        // The side panel is next to the board, not to the result.
        self.center.result.is_hidden = true;
    }

    /// Carries out an entry of the menus that only the screen knows.
    pub fn menu(&mut self, table: &Table, menu: Menu) {
        // An open repair is not given up for another page.
        let is_free = !self.center.repair.is_open();
        let result = &mut self.center.result;
        match menu {
            Menu::CommandLine => {
                self.popups.command_line.open();
                // The line is below the board.
                result.is_hidden = true;
            }
            Menu::Rules => {
                self.show_tab(SideTab::Rules);
                self.side_panel.rules.focus_search();
            }
            Menu::Audit if is_free => self.center.audit.count(),
            Menu::CatchUp if is_free => self.center.audit.catch_up(),
            Menu::Inspector => self.show_tab(SideTab::Connections),
            Menu::Moves => {
                self.show_tab(SideTab::Moves);
                self.side_panel.moves.focus_filter();
            }
            Menu::Layout => self.center.layout.toggle(),
            Menu::Result => result.is_hidden = !result.is_hidden,
            Menu::TableView if is_free => self.table_view.is_wanted = !self.table_view.is_wanted,
            // The board in view is turned.
            Menu::Rotate if self.shows_table_view(table) => self.table_view.board.menu(menu),
            menu => self.board.menu(menu),
        }
    }
}

/// Creates a screen for a table on which nothing is recorded.
fn scratch_screen(vote: &VoteMemory, chance: &mut fastrand::Rng, table: &Table) -> TableMemory {
    TableMemory::with_vote(chance.u64(..), vote.for_scratch_table(table))
}

/// Draws the table.
pub fn table_screen_ui(ui: &mut Ui, cx: Cx<'_>, memory: &mut TableMemory) {
    memory.vote.watch(cx.table);
    memory.side_panel.learn.watch(cx.table);
    memory.center.repair.follow(cx.table);
    memory.center.audit.set_names(cx.table);
    if cx.table.awaits_ballots() {
        memory.popups.command_line.close_for_vote(ui.ctx());
    }
    if memory.center.repair.session().is_some() {
        scratch_table_ui(ui, cx, memory);
        return;
    }
    if let Some(trial) = memory.trial.take().filter(|trial| trial.is_current(cx.table)) {
        trial_ui(ui, cx, memory, trial);
        return;
    }
    memory.center.scratch_screen = None;
    if memory.shows_table_view(cx.table) {
        whole_table_view_ui(ui, cx, memory);
        return;
    }
    let middle = memory.central_page(cx.table);
    if matches!(middle, CentralPage::Repair | CentralPage::Audit | CentralPage::Layout) {
        // A page that is worked on goes before the latest event.
        memory.popups.recap.close();
    }
    let deals_itself = {
        // On a scratch table, drawn cards are shown and not drawn again.
        let may = middle == CentralPage::Board && !cx.table.is_scratch();
        let mut draw = chance_of(&mut memory.chance);
        deal_automatically(
            cx,
            (may, cx.table.journal().tags.app_deals),
            &mut draw,
            &mut memory.action_area.deal,
        )
    };
    let shows_board = matches!(middle, CentralPage::Board | CentralPage::Layout);
    let playback = match (shows_board, std::mem::take(&mut memory.popups.recap.repeats_payments)) {
        (false, _) => Playback::Off,
        (true, false) => Playback::On,
        (true, true) => Playback::Repeat,
    };
    memory.board.payout_animation.follow(ui.ctx(), cx.table, cx.settings, playback);
    memory.popups.players.uncounted_points = memory.board.payout_animation.uncounted();
    if middle == CentralPage::Result {
        sources_view_ui(ui, cx, &mut memory.popups.sources);
        if memory.side_panel.checkpoint.offer(cx.table).is_some() {
            Panel::bottom("checkpoint").frame(raised(ui)).show(ui, |ui| {
                checkpoint_bar_ui(ui, cx, &mut memory.side_panel.checkpoint);
            });
        }
        result_ui(ui, cx, &mut memory.center.result);
        memory.guard.check(ui, cx, middle);
        return;
    }
    // While ballots are counted, everything around the count is as it was before it.
    let uncounted = memory.center.take_uncounted(cx.table, middle);
    let around = uncounted.as_ref().map_or(cx.table, |(_, before)| before);
    memory.popups.recap.action_panel_height = memory.action_area.height.max(chrome::ACTION_HEIGHT);
    let deals = memory.deals(cx.table, middle) && !deals_itself;
    let asks_all = middle.asks_all(cx.table, &memory.center);
    // Where the choices are shown, "Undo" is next to them.
    let is_undo_in_bar = match middle {
        CentralPage::Repair | CentralPage::Audit | CentralPage::Layout => false,
        _ => asks_all || deals || has_separate_question(cx.table),
    };
    let undone = is_undo_in_bar.then_some(cx.table);
    owed_ui(ui, Cx { table: around, ..cx }, (middle, undone), &mut memory.popups.recap);
    if memory.action_area.deal.starts_prompting(deals) {
        // Where the side panel shares its place with the deal, the deal is shown when it is asked
        // for.
        memory.side_panel.is_shown = false;
    }
    let chrome = Chrome {
        cx,
        public: Cx { table: around, ..cx },
        asks_all,
        deals,
        confirms: !matches!(middle, CentralPage::Repair | CentralPage::Audit | CentralPage::Count),
    };
    memory.popups.players.point_places = ByPlayer::default();
    let floor = chrome.ui(ui, memory);
    memory.board.payout_animation.points_rects = memory.popups.players.point_places;
    memory.center.uncounted = uncounted;
    sources_view_ui(ui, cx, &mut memory.popups.sources);
    lookahead_view_ui(&ui.ctx().clone(), cx.table, &mut memory.popups.lookahead);
    let place = ui.available_rect_before_wrap();
    keyboard::pane(ui.ctx(), Pane::CentralPage, place);
    central_page_ui(ui, cx, middle, memory);
    let below = floor.unwrap_or(place);
    drawer_ui(ui, cx, below, &mut memory.popups.command_line);
    memory.guard.check(ui, cx, middle);
}

/// Draws the table of a repair with its prompt above it; every action entered goes into the repair.
fn scratch_table_ui(ui: &mut Ui, cx: Cx<'_>, memory: &mut TableMemory) {
    let Some(session) = memory.center.repair.session() else {
        return;
    };
    let stored = memory.center.scratch_screen.take();
    let mut screen = stored.unwrap_or_else(|| {
        Box::new(scratch_screen(&memory.vote, &mut memory.chance, session.table()))
    });
    let mut leaves = false;
    let frame = raised(ui).fill(theme(ui).selection).inner_margin(Margin::symmetric(12, 4));
    Panel::top("aside").frame(frame).show(ui, |ui| {
        ui.horizontal(|ui| {
            leaves = button_ui(ui, "‹ Back to the repair");
            let width = ui.available_width();
            ui.add(egui::Label::new(body(session.prompt()).bold().elided(ui, width)));
        });
    });
    table_screen_ui(ui, Cx { table: session.table(), ..cx }, &mut screen);
    memory.center.scratch_screen = Some(screen);
    if leaves {
        memory.center.repair.leave_session();
    }
}

/// Draws the table view in the place of everything else.
fn whole_table_view_ui(ui: &mut Ui, cx: Cx<'_>, memory: &mut TableMemory) {
    let key = cx.table.key();
    let shown = memory.idle.of(key, || cx.table.idle());
    match table_view_ui(ui, shown, cx.settings, &mut memory.table_view.board) {
        Some(TableViewPress::ScoreTile(player)) => {
            let mut settings = cx.settings.clone();
            settings.rotate_plate(player);
            cx.commands.push(FoundersCommand::SetSettings(Box::new(settings)));
        }
        Some(TableViewPress::Leave) => memory.table_view.is_wanted = false,
        None => {}
    }
}

/// Draws the command line while it is open. It is drawn over the action panel, so that nothing
/// behind it moves.
fn drawer_ui(ui: &Ui, cx: Cx<'_>, floor: Rect, line: &mut CommandLine) {
    if cx.table.is_past() || !line.is_open() {
        line.clear_preview(cx.commands);
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
                command_line_ui(ui, cx, line);
            });
        });
}

/// Draws the bar with the pending decision, the latest event and the progress of a vote.
///
/// It also has "Undo" while the choices, which have it next to them, give way to something else.
fn owed_ui(
    ui: &mut Ui,
    cx: Cx<'_>,
    (middle, undone): (CentralPage, Option<&Table>),
    happened: &mut RecapMemory,
) {
    let fill = theme(ui).raised;
    let margin = Margin::symmetric(space::M as i8, space::XS as i8);
    let slim = Frame::new().fill(fill).inner_margin(margin);
    // The bar is as high as its words; every point more would be the board's.
    let tight = Margin::symmetric(space::M as i8, 0);
    Panel::top("owed").frame(slim.inner_margin(tight)).show(ui, |ui| {
        // The result of a vote is hidden until it is counted.
        let row = ui.available_rect_before_wrap();
        let mut place = row;
        if !matches!(middle, CentralPage::Ballots | CentralPage::Count) {
            let strip = row.with_min_x(row.right() - strip_width(row.width()));
            // Next to the pending decision, and not above it.
            let mut strip_ui = ui.new_child(UiBuilder::new().max_rect(strip));
            recap_ui(&mut strip_ui, cx, happened);
            place.max.x = strip.left() - space::M;
        }
        if let Some(table) = undone {
            let cx = Cx { table, ..cx };
            let mut draw = |ui: &mut Ui, width, button_ui: fn(&mut Ui, Cx<'_>, Vec2)| {
                let size = vec2(width, PENDING_HEIGHT - space::XS);
                let corner = pos2(place.right() - width, row.top() + space::XS / 2.0);
                let at = Rect::from_min_size(corner, size);
                button_ui(&mut ui.new_child(UiBuilder::new().max_rect(at)), cx, size);
                place.max.x = at.left() - space::S;
            };
            draw(ui, undo_width(table, row.width()), undo_ui);
            draw(ui, redo_bar_width(table), redo_ui);
        }
        ui.scope_builder(UiBuilder::new().max_rect(place), |ui| {
            if cx.table.game().solo_state().is_none() {
                pending_bar_ui(ui, cx.table);
                return;
            }
            // The pending decision is in the middle of the height that it is given.
            let row = egui::vec2(ui.available_width(), text::TITLE + space::S);
            ui.spacing_mut().item_spacing.y = 0.0;
            ui.allocate_ui_with_layout(row, Layout::top_down(Align::Min), |ui| {
                ui.set_min_height(row.y);
                pending_bar_ui(ui, cx.table);
            });
            solo_bar_ui(ui, cx);
        });
    });
    // Elsewhere the steps are below the board, which does not move for them.
    if cx.table.game().vote_stage().is_some() && middle == CentralPage::Ballots {
        Panel::top("vote").frame(slim).show(ui, |ui| {
            dense(ui);
            vote_steps_ui(ui, cx.table);
        });
    }
}

/// Draws the board with the highlights of the panels; a click goes to the inspector while that is
/// open.
fn board_ui(ui: &mut Ui, cx: Cx<'_>, memory: &mut TableMemory) {
    // The table that is put back is only viewed: nothing is entered on it.
    if memory.center.layout.is_open() {
        let key = cx.table.key();
        let shown = memory.idle.of(key, || cx.table.idle());
        let pointed = &memory.center.layout.highlighted;
        let unused = CommandQueue::default();
        board_view_ui(
            ui,
            Cx { table: shown, commands: &unused, ..cx },
            pointed,
            false,
            &mut memory.board,
        );
        return;
    }
    // The action being entered has the click before the inspector.
    let enters = matches!(
        cx.table.stage(),
        Some(InputStep::Square | InputStep::Tile | InputStep::Placement)
    );
    let TableMemory { popups, side_panel, board, .. } = memory;
    let is_shown = cx.settings.shows_offers && (side_panel.is_shown || !shares_side_panel(ui));
    let inspects = side_panel.tab == SideTab::Connections && is_shown && !enters;
    let pointed = if popups.command_line.is_open() {
        &popups.command_line.highlighted
    } else if inspects {
        &side_panel.inspector.highlighted
    } else if popups.recap.highlighted.is_empty() {
        &side_panel.journal.highlighted
    } else {
        &popups.recap.highlighted
    };
    let picked = board_view_ui(ui, cx, pointed, !inspects, board);
    if let Some(square) = picked {
        side_panel.inspector.pick(square);
    }
}

fn raised(ui: &Ui) -> Frame {
    Frame::new().fill(theme(ui).raised).inner_margin(Margin::same(space::M as i8))
}

/// Returns the random numbers of this table, for panels to draw from.
fn chance_of(rng: &mut fastrand::Rng) -> impl FnMut(usize) -> usize {
    |below| rng.usize(..below.max(1))
}
