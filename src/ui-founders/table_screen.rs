//! The table screen: the board in the center, the pending task above it, players and offers around
//! it.

mod middle;
mod papers;
mod press_guard;
mod surroundings;

use egui::{
    Align, Align2, Area, Frame, Id, Layout, Margin, Order, Panel, Rect, Ui, UiBuilder, pos2,
};

use super::action_panel::{ActionMemory, OWED_HEIGHT, owed_bar_ui};
use super::arrangement::Arrangement;
use super::checkpoint_bar::checkpoint_bar_ui;
use super::command_line::{CommandLine, command_line_ui};
use super::deal_panel::{DealMemory, deal_by_itself};
use super::happened::{HappenedMemory, happened_ui, strip_width};
use super::lookahead_view::{LookaheadMemory, lookahead_view_ui};
use super::players_panel::PlayersMemory;
use super::question_view::QuestionMemory;
use super::repair_view::Aside;
use super::result_screen::result_ui;
use super::solo_panel::{SoloMemory, solo_bar_ui};
use super::sources_view::{SourcesMemory, sources_view_ui};
use super::table_view::{Pressed, table_view_ui};
use super::vote_panel::{VoteMemory, vote_steps_ui};
use super::ways_back::{asks_apart, undo_ui, undo_width};
use memo::Memo;
use middle::{Middle, MiddleMemory, middle_ui};
use papers::{PapersMemory, shares_papers};
use press_guard::PressGuard;
use rules::Rule;
use rules::player::ByPlayer;
use sealing::SaltSource;
use surroundings::Surroundings;
use table::entry::Stage;
use table::table::{Rest, Table};
use ui_board::Cx;
use ui_board::board_view::{BoardView, board_view_ui};
use ui_board::command::FoundersCommand;
use ui_board::settings::Settings;
use ui_board::theatre::Playback;
use ui_kit::keyboard::{self, Pane};
use ui_kit::queue::Queue;
use ui_kit::theme::{dense, space, text, theme};
use ui_kit::widgets::{body, pressed_ui};
use ui_menu::Menu;

catalogue::catalogue! {
    /// The tabs of the side panel, from the left.
    #[derive(Default)]
    pub enum Side {
        /// The title of the tab.
        label: &'static str,
    }

    /// Proposals, advisers and buildings.
    #[default]
    Offers = "Offers";
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
    floor: FloorMemory,
    pub papers: PapersMemory,
    pub middle: MiddleMemory,
    pub vote: VoteMemory,
    pub popups: PopupMemory,
    table_view: TableViewMemory,
    /// The table as everybody may see it, cached while the record stays the same.
    at_rest: Memo<Rest, Table>,
    guard: PressGuard,
    chance: fastrand::Rng,
}

/// The state of the action panel.
#[derive(Default)]
struct FloorMemory {
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
    pub happened: HappenedMemory,
    pub sources: SourcesMemory,
    pub ahead: LookaheadMemory,
}

impl PopupMemory {
    /// Closes the uppermost open popup; returns `true` if there was one.
    fn close_one(&mut self) -> bool {
        self.command_line.close()
            || self.players.close()
            || self.happened.close()
            || self.sources.close()
            || self.ahead.close()
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
    pub fn new(seed: u64, salts: SaltSource) -> Self {
        Self::with_vote(seed, VoteMemory::new(salts))
    }

    fn with_vote(seed: u64, vote: VoteMemory) -> Self {
        Self {
            board: BoardView::default(),
            floor: FloorMemory::default(),
            papers: PapersMemory::default(),
            middle: MiddleMemory::default(),
            vote,
            popups: PopupMemory::default(),
            table_view: TableViewMemory::default(),
            at_rest: Memo::default(),
            guard: PressGuard::default(),
            chance: fastrand::Rng::with_seed(seed),
        }
    }

    /// Creates a screen for the scratch table of a repair.
    fn scratch_screen(&mut self) -> Self {
        let vote = self.vote.beside(self.middle.repair.aside().map(Aside::table));
        Self::with_vote(self.chance.u64(..), vote)
    }

    /// Returns the scratch table of a repair with its screen, while a repair is entered on it.
    pub fn aside(&mut self) -> Option<(&mut Table, &mut Self)> {
        if self.middle.aside.is_none() {
            self.middle.aside = Some(Box::new(self.scratch_screen()));
        }
        Some((self.middle.repair.table_aside()?, self.middle.aside.as_mut()?))
    }

    /// Returns the table as everybody may see it: without the vote that is being counted.
    pub fn public<'a>(&'a self, table: &'a Table) -> &'a Table {
        self.middle.uncounted.as_ref().map_or(table, |(_, before)| before)
    }

    /// Returns the page in the center now.
    fn middle_of(&mut self, table: &Table) -> Middle {
        Middle::of(table, &mut self.middle, &mut self.floor.deal)
    }

    /// Returns `true` if the table view has the whole window: not while an answer is needed
    /// elsewhere.
    pub fn shows_table_view(&mut self, table: &Table) -> bool {
        if !self.table_view.is_wanted {
            return false;
        }
        let middle = self.middle_of(table);
        matches!(middle, Middle::Board | Middle::Result) && !self.deals(table, middle)
    }

    /// Returns `true` if the result of the game takes the window.
    pub fn shows_result(&mut self, table: &Table) -> bool {
        self.middle_of(table) == Middle::Result
    }

    /// Returns `true` if the drawn cards are asked for, in the place of the actions.
    fn deals(&self, table: &Table, middle: Middle) -> bool {
        middle == Middle::Board && self.floor.deal.is_asked(table)
    }

    /// Closes the uppermost layer over the action being entered; returns `true` if there was one.
    pub fn close_one(&mut self, table: &Table) -> bool {
        if self.shows_table_view(table) {
            self.table_view.is_wanted = false;
            return true;
        }
        self.popups.close_one() || self.middle.close_one(table.journal())
    }

    /// Opens the rules panel at a rule.
    pub fn open_rule(&mut self, rule: Rule) {
        self.turn_to(Side::Rules);
        self.papers.rules.open(rule);
    }

    /// Shows the journal, or hides it if it is shown: in a column of its own where the window has
    /// one, else in the side panel.
    pub fn toggle_journal(&mut self, ctx: &egui::Context, settings: &mut Settings) {
        if Arrangement::of(ctx.content_rect().size()) == Arrangement::Wide {
            settings.shows_journal = !settings.shows_journal;
        } else if self.papers.shows_journal(ctx, settings) {
            self.papers.side = Side::Offers;
            self.papers.is_shown = false;
        } else {
            settings.shows_offers = true;
            self.turn_to(Side::Journal);
        }
    }

    /// Shows a tab of the side panel.
    fn turn_to(&mut self, side: Side) {
        self.papers.side = side;
        self.papers.is_shown = true;
        // The side panel is next to the board, not to the result.
        self.middle.result.is_hidden = true;
    }

    /// Carries out an entry of the menus that only the screen knows.
    pub fn menu(&mut self, table: &Table, menu: Menu) {
        // An open repair is not given up for another page.
        let is_free = !self.middle.repair.is_open();
        let result = &mut self.middle.result;
        match menu {
            Menu::CommandLine => {
                self.popups.command_line.open();
                // The line is below the board.
                result.is_hidden = true;
            }
            Menu::Rules => {
                self.turn_to(Side::Rules);
                self.papers.rules.focus_search();
            }
            Menu::Audit if is_free => self.middle.audit.count(),
            Menu::CatchUp if is_free => self.middle.audit.catch_up(),
            Menu::Inspector => self.turn_to(Side::Connections),
            Menu::Layout => self.middle.layout.toggle(),
            Menu::Result => result.is_hidden = !result.is_hidden,
            Menu::TableView if is_free => self.table_view.is_wanted = !self.table_view.is_wanted,
            // The board in view is turned.
            Menu::Rotate if self.shows_table_view(table) => self.table_view.board.menu(menu),
            menu => self.board.menu(menu),
        }
    }
}

/// Draws the table.
pub fn table_screen_ui(ui: &mut Ui, cx: Cx<'_>, memory: &mut TableMemory) {
    memory.vote.watch(cx.table);
    memory.papers.learn.watch(cx.table);
    memory.middle.repair.follow(cx.table);
    memory.middle.audit.follow(cx.table);
    if cx.table.awaits_ballots() {
        memory.popups.command_line.close_for_vote(ui.ctx());
    }
    if memory.middle.repair.aside().is_some() {
        scratch_table_ui(ui, cx, memory);
        return;
    }
    memory.middle.aside = None;
    if memory.shows_table_view(cx.table) {
        whole_table_view_ui(ui, cx, memory);
        return;
    }
    let middle = memory.middle_of(cx.table);
    if matches!(middle, Middle::Repair | Middle::Audit | Middle::Layout) {
        // A page that is worked on goes before the latest event.
        memory.popups.happened.close();
    }
    let deals_itself = {
        // On a scratch table, drawn cards are shown and not drawn again.
        let may = middle == Middle::Board && !cx.table.is_laid_aside();
        let mut draw = chance_of(&mut memory.chance);
        deal_by_itself(cx, (may, cx.table.journal().tags.deals), &mut draw, &mut memory.floor.deal)
    };
    let shows_board = matches!(middle, Middle::Board | Middle::Layout);
    let playback = match (shows_board, std::mem::take(&mut memory.popups.happened.repeats)) {
        (false, _) => Playback::Off,
        (true, false) => Playback::On,
        (true, true) => Playback::Repeat,
    };
    memory.board.theatre.follow(ui.ctx(), cx.table, cx.settings, playback);
    memory.popups.players.to_come = memory.board.theatre.to_come();
    if middle == Middle::Result {
        sources_view_ui(ui, cx, &mut memory.popups.sources);
        if memory.papers.checkpoint.offer(cx.table).is_some() {
            Panel::bottom("checkpoint").frame(raised(ui)).show(ui, |ui| {
                checkpoint_bar_ui(ui, cx, &mut memory.papers.checkpoint);
            });
        }
        result_ui(ui, cx, &mut memory.middle.result);
        memory.guard.check(ui, cx, middle);
        return;
    }
    // While ballots are counted, everything around the count is as it was before it.
    let uncounted = memory.middle.take_uncounted(cx.table, middle);
    let around = uncounted.as_ref().map_or(cx.table, |(_, before)| before);
    memory.popups.happened.floor = memory.floor.height.max(surroundings::ACTION_HEIGHT);
    let deals = memory.deals(cx.table, middle) && !deals_itself;
    let asks_all = middle.asks_all(cx.table, &memory.middle);
    // Where the choices are shown, "Undo" is next to them.
    let is_undo_in_bar = match middle {
        Middle::Repair | Middle::Audit | Middle::Layout => false,
        _ => asks_all || deals || asks_apart(cx.table),
    };
    let undone = is_undo_in_bar.then_some(cx.table);
    owed_ui(ui, Cx { table: around, ..cx }, (middle, undone), &mut memory.popups.happened);
    if memory.floor.deal.begins(deals) {
        // Where the side panel shares its place with the deal, the deal is shown when it is asked
        // for.
        memory.papers.is_shown = false;
    }
    let surroundings = Surroundings {
        cx,
        around: Cx { table: around, ..cx },
        asks_all,
        deals,
        confirms: !matches!(middle, Middle::Repair | Middle::Audit | Middle::Count),
    };
    memory.popups.players.numerals = ByPlayer::default();
    let floor = surroundings.ui(ui, memory);
    memory.board.theatre.numerals = memory.popups.players.numerals;
    memory.middle.uncounted = uncounted;
    sources_view_ui(ui, cx, &mut memory.popups.sources);
    lookahead_view_ui(&ui.ctx().clone(), cx.table, &mut memory.popups.ahead);
    let place = ui.available_rect_before_wrap();
    keyboard::pane(ui.ctx(), Pane::Middle, place);
    middle_ui(ui, cx, middle, memory);
    let below = floor.unwrap_or(place);
    drawer_ui(ui, cx, below, &mut memory.popups.command_line);
    memory.guard.check(ui, cx, middle);
}

/// Draws the scratch table with its prompt above it; every action entered goes into the repair.
fn scratch_table_ui(ui: &mut Ui, cx: Cx<'_>, memory: &mut TableMemory) {
    let stored = memory.middle.aside.take();
    let mut screen = stored.unwrap_or_else(|| Box::new(memory.scratch_screen()));
    let mut leaves = false;
    if let Some(aside) = memory.middle.repair.aside() {
        let frame = raised(ui).fill(theme(ui).selection).inner_margin(Margin::symmetric(12, 4));
        Panel::top("aside").frame(frame).show(ui, |ui| {
            ui.horizontal(|ui| {
                leaves = pressed_ui(ui, "‹ Back to the repair");
                let width = ui.available_width();
                ui.add(egui::Label::new(body(aside.said()).bold().elided(ui, width)));
            });
        });
        table_screen_ui(ui, Cx { table: aside.table(), ..cx }, &mut screen);
    }
    memory.middle.aside = Some(screen);
    if leaves {
        memory.middle.repair.leave_aside();
    }
}

/// Draws the table view in the place of everything else.
fn whole_table_view_ui(ui: &mut Ui, cx: Cx<'_>, memory: &mut TableMemory) {
    let key = cx.table.rest();
    let shown = memory.at_rest.of(key, || cx.table.at_rest());
    match table_view_ui(ui, shown, cx.settings, &mut memory.table_view.board) {
        Some(Pressed::Plate(player)) => {
            let mut settings = cx.settings.clone();
            settings.turn_plate(player);
            cx.commands.push(FoundersCommand::Set(Box::new(settings)));
        }
        Some(Pressed::Leave) => memory.table_view.is_wanted = false,
        None => {}
    }
}

/// Draws the command line while it is open. It is drawn over the action panel, so that nothing
/// behind it moves.
fn drawer_ui(ui: &Ui, cx: Cx<'_>, floor: Rect, line: &mut CommandLine) {
    if cx.table.is_past() || !line.is_open() {
        line.show_nothing(cx.commands);
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
    (middle, undone): (Middle, Option<&Table>),
    happened: &mut HappenedMemory,
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
        if !matches!(middle, Middle::Ballots | Middle::Count) {
            let strip = row.with_min_x(row.right() - strip_width(row.width()));
            // Next to the pending decision, and not above it.
            let mut strip_ui = ui.new_child(UiBuilder::new().max_rect(strip));
            happened_ui(&mut strip_ui, cx, happened);
            place.max.x = strip.left() - space::M;
        }
        if let Some(table) = undone {
            let width = undo_width(table, row.width());
            let size = egui::vec2(width, OWED_HEIGHT - space::XS);
            let at =
                Rect::from_min_size(pos2(place.right() - width, row.top() + space::XS / 2.0), size);
            undo_ui(&mut ui.new_child(UiBuilder::new().max_rect(at)), Cx { table, ..cx }, size);
            place.max.x = at.left() - space::S;
        }
        ui.scope_builder(UiBuilder::new().max_rect(place), |ui| {
            if cx.table.game().solo_state().is_none() {
                owed_bar_ui(ui, cx.table);
                return;
            }
            // The pending decision is in the middle of the height that it is given.
            let row = egui::vec2(ui.available_width(), text::TITLE + space::S);
            ui.spacing_mut().item_spacing.y = 0.0;
            ui.allocate_ui_with_layout(row, Layout::top_down(Align::Min), |ui| {
                ui.set_min_height(row.y);
                owed_bar_ui(ui, cx.table);
            });
            solo_bar_ui(ui, cx);
        });
    });
    // Elsewhere the steps are below the board, which does not move for them.
    if cx.table.game().vote_stage().is_some() && middle == Middle::Ballots {
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
    if memory.middle.layout.is_open() {
        let key = cx.table.rest();
        let shown = memory.at_rest.of(key, || cx.table.at_rest());
        let pointed = &memory.middle.layout.highlighted;
        let unused = Queue::default();
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
    let enters = matches!(cx.table.stage(), Some(Stage::Square | Stage::Tile | Stage::Placement));
    let TableMemory { popups, papers, board, .. } = memory;
    let is_shown = cx.settings.shows_offers && (papers.is_shown || !shares_papers(ui));
    let inspects = papers.side == Side::Connections && is_shown && !enters;
    let pointed = if popups.command_line.is_open() {
        &popups.command_line.highlighted
    } else if inspects {
        &papers.inspector.highlighted
    } else if popups.happened.highlighted.is_empty() {
        &papers.journal.highlighted
    } else {
        &popups.happened.highlighted
    };
    let picked = board_view_ui(ui, cx, pointed, !inspects, board);
    if let Some(square) = picked {
        papers.inspector.pick(square);
    }
}

fn raised(ui: &Ui) -> Frame {
    Frame::new().fill(theme(ui).raised).inner_margin(Margin::same(space::M as i8))
}

/// Returns the random numbers of this table, for panels to draw from.
fn chance_of(rng: &mut fastrand::Rng) -> impl FnMut(usize) -> usize {
    |below| rng.usize(..below.max(1))
}
