//! The scenario table on its map of hexes: setup, play round by round, and monster turns that are
//! drawn and explained.
//!
//! The screen shows the map ([`map_view`](self)) with one panel next to it: the round, the selected
//! figure, the setup, the journal or the numbers. The strip of acting is always in view, and one
//! button takes the next step of the evening. The turns of monsters come from [`scenario`].
//! Like every other screen, it reads a [`Record`] and emits commands to change it.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "sizes and positions on a screen are small"
)]

mod area_pad;
mod arrivals;
mod attack;
mod card_lines;
mod citation;
mod command;
mod drag;
mod dungeon;
mod ending;
mod figure;
mod geometry;
mod hidden_rooms;
mod journal;
mod key_help;
mod keys;
mod map_input;
mod map_view;
mod numbers;
mod owner_cards;
mod pad;
mod palette;
mod per_view;
mod photograph;
mod picture;
mod receipt;
mod repair;
mod reveal;
mod rooms;
mod round;
mod sealed_initiatives;
mod setup;
mod step;
mod strip;
mod supplies;
mod table_view;
mod turn;

use egui::{CentralPanel, Context, Id, Panel, ScrollArea, Ui, vec2};
use std::collections::{BTreeMap, BTreeSet};

use memo::Memo;
use scenario::Record;
use scenario::explanation;
use scenario::question::TurnQuestion;
use scenario::record::{EntryError, ScenarioNotation, action_at, preview};
use scenario::refusal::refusal_text;
use scenario::sentence::entry_sentence;
use scenario::text::TextError;
use scenario_cards::CardBook;
use scenario_rules::board::Terrain;
use scenario_rules::round::TurnStatus;
use scenario_rules::whatif::Danger;
use scenario_rules::{Action, FigureId, Hex, MonsterTurn, Position, Refusal, SetId};
use ui_kit::job::{Job, JobState};
use ui_kit::keyboard::{self, Pane};
use ui_kit::queue::CommandQueue;
use ui_kit::theme::{space, theme, touch};
use ui_kit::widgets::{DecisivePart, RequiredTextField, button, mark, toggle_button};
use ui_menu::Menu;
use ui_record::{RecordMemory, RecordView, RemarkForm, RepairBack, StateKey};

use per_view::{PerView, ViewKey};
use strip::StripShape;

pub use command::ScenarioCommand;
pub use geometry::{hex_center, side_center};
pub use key_help::KEYS;
pub use photograph::PHOTOGRAPH;
pub use picture::{map_picture, map_size, map_svg, map_svg_in_theme, turn_picture, turn_svg};
pub use table_view::{ScenarioTable, scenario_table_ui};

/// The accessible name of the map. A description of the hex under the cursor follows it.
pub const CANVAS: &str = "Hex map";

/// The width of the side panel, in points.
const WIDTH: f32 = 344.0;

/// The height of the window from which the focus of a monster is written large, and the latest entry
/// has a line below the panel, in points.
const ROOMY: f32 = 600.0;

/// The time during which digits do nothing after the last initiative, in seconds. Someone may still
/// be typing a second card.
const DIGITS_WAIT: f64 = 1.0;

/// A page of the side panel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Tab {
    /// The round, or the selected figure.
    #[default]
    Round,
    /// The setup of the map.
    SetUp,
    /// The record, entry by entry.
    Journal,
    /// Levels and prices, computed independently of the game.
    Numbers,
}

/// The effect of a press on the map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Tool {
    /// Selects a figure; dragging moves it.
    #[default]
    Select,
    /// Measures range and sight between two hexes once; dragging moves a figure.
    Sight,
    /// Paints hexes with the brush.
    Paint,
    /// Toggles a wall.
    Wall,
    /// Puts a figure on the map.
    Figure,
    /// Selects a figure next to the owner's cards.
    Cards,
    /// Selects a figure next to the random dungeon.
    Dungeon,
}

/// The state of the screen between frames.
pub struct ScenarioMemory {
    tab: Tab,
    tool: Tool,
    brush: setup::Brush,
    /// The number on the next token or treasure tile.
    mark_number: u8,
    form: setup::FigureForm,
    numbers: numbers::Numbers,
    /// The columns and rows of the next new map.
    size: (u8, u8),
    /// The hex that keys act on.
    cursor: Hex,
    /// The hexes of the current stroke of the brush.
    stroke: PerView<Vec<Hex>>,
    /// The selected figure.
    selected: Option<FigureId>,
    /// The figure being dragged, and the hex below it.
    dragged: PerView<(FigureId, Hex)>,
    zoom: f32,
    /// The text being typed, by the name of its field.
    typed: BTreeMap<String, String>,
    /// The field whose latest entry was refused, and the reason.
    field_error: Option<(String, String)>,
    /// The initiative field that was left by itself after two digits.
    left_field: Option<String>,
    /// The field that received text typed without any focus, until it is drawn.
    typed_into: Option<String>,
    /// The field that gets the focus once all fields are drawn, with the place of its cursor.
    ///
    /// A field that gets it earlier receives the same key once more.
    next_field: Option<(String, usize)>,
    /// The initiatives chosen on phones.
    initiatives: sealed_initiatives::SealedInitiatives,
    /// The time at which the last initiative was turned over, in seconds.
    revealed_at: Option<f64>,
    /// The sets whose cards are unfolded.
    unfolded: BTreeSet<SetId>,
    /// The figure that the damage pad changes, if it is not the selected one.
    pad_target: Option<FigureId>,
    /// The revision of the record for which the next figure was last selected, with what the round
    /// waited for.
    followed: Option<(usize, TurnStatus)>,
    /// The table and the figure to which the strip of acting was last scrolled.
    strip_shows: Option<(usize, FigureId)>,
    /// The page that scrolled last.
    scrolled_page: Option<(Tab, Option<FigureId>)>,
    /// The control with the focus, to which the panel was last scrolled.
    focused: Option<Id>,
    /// The choices made so far for the shown turn.
    turn: PerView<TurnMemory>,
    /// The attack that is being entered.
    attack: PerView<attack::AttackMemory>,
    /// `true` if the receipt of the latest entry is shown.
    shows_receipt: bool,
    /// Present while the entries that changed the hit points of the figure are shown.
    shows_history: PerView<()>,
    /// The owner's cards; empty until they are loaded.
    cards: CardBook,
    /// The page of the owner's cards.
    card_lines: card_lines::CardLines,
    /// The seed of this run for the decks that the app deals.
    seed: u64,
    /// The bonus that is given next.
    bonus: supplies::BonusForm,
    /// The figures that the rooms of a scenario need.
    rooms: rooms::RoomList,
    /// The random dungeon that is started or goes on.
    dungeon: dungeon::DungeonForm,
    /// The first and second hex of a range and sight query.
    sight: PerView<(Hex, Option<Hex>)>,
    answer: Memo<(usize, FigureId), Result<MonsterTurn, Refusal>>,
    foresight: Memo<(ViewKey, FigureId, Hex), String>,
    why_not: Memo<(usize, FigureId), Vec<String>>,
    danger: PerView<Dangers>,
    /// The list of entries.
    journal: ui_record::EntryList,
    /// The number of the shown table, different for each, so that no result computed for one table
    /// is shown for another.
    table: usize,
    /// The key of `table`: the revision of the record, and the shown state.
    table_key: (usize, StateKey),
    /// The full hit points of the next figure whose hit points are counted.
    full_hit_points: u16,
    /// `true` if the journal shows the tools for an entry.
    shows_more: bool,
    /// The form for a note or a mark.
    remark: RemarkForm,
    record_view: RecordView<ScenarioNotation>,
    /// The photograph being placed.
    photo_placement: Option<photograph::PhotoPlacement>,
    /// The command that saves a straightened photograph with the game.
    finished_photo: Option<ScenarioCommand>,
    /// The photograph below the map.
    map_photo: photograph::MapPhoto,
    /// That photograph as JPEG, until the game has a file to store it with.
    unsaved_photo: Option<Vec<u8>>,
    /// `true` if the map is shown without the side panel, to leave space for the rules.
    hides_side: bool,
}

/// The choices made so far for the shown turn.
#[derive(Clone, Debug, Default)]
struct TurnMemory {
    /// The index of the chosen one of the equally right ends.
    end: usize,
    /// The index of the shown placement of an area attack, among those of the end.
    placement: usize,
    /// The chosen targets among those that are open to choice.
    chosen: BTreeSet<FigureId>,
    overrule: Option<Overrule>,
}

/// A turn that overrules the rules, while it is entered.
#[derive(Clone, Debug)]
struct Overrule {
    to: Hex,
    targets: BTreeSet<FigureId>,
    reason: RequiredTextField,
}

/// The hexes in which a character would be attacked.
struct Dangers {
    job: Option<Job<Vec<Danger>>>,
    found: Vec<Danger>,
}

impl Default for ScenarioMemory {
    fn default() -> Self {
        Self {
            tab: Tab::default(),
            tool: Tool::default(),
            brush: setup::Brush::Terrain(Terrain::Obstacle),
            mark_number: 1,
            form: setup::FigureForm::default(),
            numbers: numbers::Numbers::default(),
            size: (11, 9),
            cursor: Hex::default(),
            stroke: PerView::default(),
            selected: None,
            dragged: PerView::default(),
            zoom: 1.0,
            typed: BTreeMap::new(),
            field_error: None,
            left_field: None,
            typed_into: None,
            next_field: None,
            initiatives: sealed_initiatives::SealedInitiatives::default(),
            revealed_at: None,
            unfolded: BTreeSet::new(),
            pad_target: None,
            followed: None,
            strip_shows: None,
            scrolled_page: None,
            focused: None,
            turn: PerView::default(),
            attack: PerView::default(),
            shows_receipt: false,
            shows_history: PerView::default(),
            cards: CardBook::default(),
            card_lines: card_lines::CardLines::default(),
            seed: 0,
            bonus: supplies::BonusForm::default(),
            rooms: rooms::RoomList::default(),
            dungeon: dungeon::DungeonForm::default(),
            sight: PerView::default(),
            answer: Memo::default(),
            foresight: Memo::default(),
            why_not: Memo::default(),
            danger: PerView::default(),
            journal: ui_record::EntryList::default(),
            table: 0,
            table_key: (0, (None, None)),
            full_hit_points: 10,
            shows_more: false,
            remark: RemarkForm::default(),
            record_view: RecordView::default(),
            photo_placement: None,
            finished_photo: None,
            map_photo: photograph::MapPhoto::default(),
            unsaved_photo: None,
            hides_side: false,
        }
    }
}

impl ScenarioMemory {
    /// Creates the state for a record. An empty table starts with its setup.
    pub fn new(record: &Record) -> Self {
        let is_empty = record.game().position().figures().is_empty();
        let mut memory = Self::default();
        if is_empty {
            memory.show_tab(Tab::SetUp);
        }
        memory
    }

    /// Sets the seed for the decks that the app deals.
    pub fn set_seed(&mut self, seed: u64) {
        self.seed = seed;
    }

    /// Returns the seed of the next deck that the app deals; it differs from entry to entry.
    const fn next_seed(&self, record: &Record) -> u64 {
        self.seed.wrapping_add(record.cursor() as u64)
    }

    /// Returns the hex that keys act on.
    pub const fn cursor(&self) -> Hex {
        self.cursor
    }

    /// Returns the shown turn, which is that of the selected figure.
    pub fn shown_turn(&self, record: &Record) -> Option<TurnQuestion> {
        let game = record.game_at(self.record_view.entry(record))?;
        let id = self.selected(game.position())?;
        let acts = game.acts_as_monster(id) && !game.has_acted(id);
        acts.then(|| TurnQuestion::now(game, id))
    }

    /// Returns the disputed turn with the entry before it: the shown turn, or else the turn
    /// recorded as the viewed entry.
    pub fn question(&self, record: &Record) -> Option<(usize, TurnQuestion)> {
        let entry = self.record_view.entry(record);
        match self.shown_turn(record) {
            Some(question) => Some((entry, question)),
            None => Some((entry.checked_sub(1)?, TurnQuestion::at(record, entry).ok()?)),
        }
    }

    /// Closes the innermost open part of the screen; returns `false` if nothing was open.
    pub fn back(&mut self, record: &Record) -> bool {
        if self.photo_placement.take().is_some() {
            return true;
        }
        match self.record_view.back_in_repair(record) {
            RepairBack::NoRepair => {}
            RepairBack::EditCanceled => {
                self.show_tab(Tab::Journal);
                return true;
            }
            RepairBack::Handled => return true,
        }
        let view = self.view();
        let overrule = self.turn.get_mut(&view).and_then(|turn| turn.overrule.take());
        if overrule.is_some() || self.selected.take().is_some() {
            return true;
        }
        if self.record_view.view_latest() {
            return true;
        }
        let sight = self.sight.take(&view).is_some();
        self.danger.take(&view).is_some() || sight
    }

    /// Returns the key of the shown state, to which everything drawn over the map is bound.
    fn view(&self) -> ViewKey {
        ViewKey { table: self.table, selected: self.selected, tab: self.tab }
    }

    /// Returns the reason why changes on the map are not recorded, if they are not.
    fn read_only(&self) -> Option<String> {
        self.record_view.read_only("table")
    }

    /// Returns `true` if the shown table is that of the latest entry, and can be changed.
    fn is_now(&self) -> bool {
        !self.record_view.is_repairing() && self.read_only().is_none()
    }

    /// Sets the photograph below the map that is not stored yet.
    pub fn set_unsaved_photo(&mut self, jpeg: Option<Vec<u8>>) {
        self.unsaved_photo = jpeg;
    }

    /// Takes the photograph below the map that is not stored yet, to store it.
    pub const fn take_unsaved_photo(&mut self) -> Option<Vec<u8>> {
        self.unsaved_photo.take()
    }

    /// Shows the map without the side panel, or with it.
    pub const fn hide_side(&mut self, is_hidden: bool) {
        self.hides_side = is_hidden;
    }

    /// Waits for background work, which only tests do.
    pub fn finish_jobs(&mut self, ctx: &Context) {
        self.take_dangers(true);
        self.take_photo_results(ctx, true);
    }

    fn show_tab(&mut self, tab: Tab) {
        self.tab = tab;
        self.tool = match tab {
            Tab::Round | Tab::Journal | Tab::Numbers => Tool::Select,
            Tab::SetUp => Tool::Paint,
        };
    }

    fn select(&mut self, position: &Position, id: FigureId) {
        let figure = position.figure(id);
        self.selected = Some(id);
        self.pad_target = None;
        self.cursor = figure.hex;
        self.show_tab(Tab::Round);
    }

    /// Returns the selected figure, if it is on the map and its page is shown.
    fn selected(&self, position: &Position) -> Option<FigureId> {
        let selected = self.selected.filter(|_| self.tab == Tab::Round);
        selected.filter(|&id| position.get(id).is_some())
    }

    /// Gives the shown table a new number if it changed.
    fn update_table_number(&mut self, record: &Record) {
        let key = (record.revision(), self.record_view.state_key());
        if self.table_key != key {
            self.table += 1;
            self.table_key = key;
        }
    }

    /// Returns the turn of a figure, computed once for each table.
    fn answer(&mut self, record: &Record, id: FigureId) -> &Result<MonsterTurn, Refusal> {
        let position = record.game().position();
        self.answer.of((self.table, id), || position.turn(id))
    }

    /// Plays an action that was entered in a field, or shows below the field why it is refused.
    fn enter(
        &mut self,
        record: &Record,
        field: &str,
        action: Result<Action, TextError>,
        commands: &CommandQueue<ScenarioCommand>,
    ) {
        let names = record.game().position().names();
        let judged = action.map_err(|error| error.problem.to_string()).and_then(|action| {
            preview(record, &action).map_err(|error| match error {
                EntryError::Unwritable(error) => error.problem.to_string(),
                EntryError::Refused(refusal) => refusal_text(names, &refusal),
            })?;
            Ok(action)
        });
        match judged {
            Ok(action) => {
                self.field_error = None;
                play(commands, action);
            }
            Err(why) => self.field_error = Some((field.to_owned(), why)),
        }
    }

    fn take_dangers(&mut self, waits: bool) {
        let view = self.view();
        if let Some(dangers) = self.danger.get_mut(&view) {
            match Job::take(&mut dangers.job, waits) {
                JobState::Running => {}
                JobState::Done(found) => dangers.found = found,
                JobState::Lost => drop(self.danger.take(&view)),
            }
        }
    }
}

impl RecordMemory<ScenarioNotation> for ScenarioMemory {
    fn record_view(&self) -> &RecordView<ScenarioNotation> {
        &self.record_view
    }

    fn record_view_mut(&mut self) -> &mut RecordView<ScenarioNotation> {
        &mut self.record_view
    }

    fn open_repair(&mut self, record: &Record) {
        self.record_view.open_repair(record);
        self.show_tab(Tab::Journal);
    }
}

/// Requests that an action is recorded.
fn play(commands: &CommandQueue<ScenarioCommand>, action: Action) {
    commands.push(ScenarioCommand::Play(action));
}

/// Returns `true` if the game has entries or figures. The size of its map is then fixed.
fn has_started(record: &Record) -> bool {
    record.cursor() > 0 || !record.game().position().figures().is_empty()
}

/// Returns the label of a figure in a sentence: "Guard 3", "Brute".
fn figure_label(position: &Position, id: FigureId) -> String {
    explanation::figure_label(position.figure(id))
}

/// Draws the screen.
pub fn scenario_screen_ui(
    ui: &mut Ui,
    record: &Record,
    memory: &mut ScenarioMemory,
    commands: &CommandQueue<ScenarioCommand>,
) {
    memory.take_dangers(false);
    memory.fit_photo(record);
    memory.take_photo_results(ui.ctx(), false);
    commands.extend(memory.finished_photo.take());
    let past = memory.record_view.follow(record);
    memory.update_table_number(record);
    memory.follow_turns(record);
    let Some(past) = past else {
        return table_ui(ui, record, record, memory, commands);
    };
    let requested = CommandQueue::default();
    table_ui(ui, &past, record, memory, &requested);
    for command in requested.take() {
        match (command, memory.record_view.draft()) {
            // An earlier state is read-only, except that a repair takes the action.
            (ScenarioCommand::Play(action), draft) => {
                if let Some(draft) = draft {
                    draft.take(record, action.into());
                }
            }
            (command, _) => commands.push(command),
        }
    }
}

/// Draws the screen for a state of the record; `whole` is the whole record.
fn table_ui(
    ui: &mut Ui,
    record: &Record,
    whole: &Record,
    memory: &mut ScenarioMemory,
    commands: &CommandQueue<ScenarioCommand>,
) {
    if memory.photo_placement.is_none() {
        keys::take_keys(ui, record, memory, commands);
    }
    if memory.hides_side && memory.photo_placement.is_none() {
        return map_ui(ui, record, memory, commands);
    }
    let theme = theme(ui);
    let shape = StripShape::for_width(ui.available_width());
    let has_strip = memory.photo_placement.is_none();
    if has_strip && shape == StripShape::Row {
        strip::strip_ui(ui, record, memory, shape);
    }
    let frame = egui::Frame::new().fill(theme.raised).inner_margin(space::M);
    Panel::right("scenario side").resizable(false).exact_size(WIDTH).frame(frame).show(ui, |ui| {
        keyboard::pane(ui.ctx(), Pane::Action, ui.max_rect());
        if memory.photo_placement.is_some() {
            let scroll = ScrollArea::vertical().auto_shrink(false);
            scroll.show(ui, |ui| photograph::photo_panel_ui(ui, record, memory, commands));
            return;
        }
        side_ui(ui, record, whole, memory, commands);
    });
    if has_strip && shape == StripShape::Column {
        strip::strip_ui(ui, record, memory, shape);
    }
    map_ui(ui, record, memory, commands);
}

/// Draws the map, or the photograph that is being placed below it.
fn map_ui(
    ui: &mut Ui,
    record: &Record,
    memory: &mut ScenarioMemory,
    commands: &CommandQueue<ScenarioCommand>,
) {
    let frame = egui::Frame::new().fill(theme(ui).paper).inner_margin(space::M);
    CentralPanel::default().frame(frame).show(ui, |ui| {
        keyboard::pane(ui.ctx(), Pane::CentralPage, ui.max_rect());
        match &mut memory.photo_placement {
            Some(laying) => photograph::photo_placement_ui(ui, laying),
            None => map_view::map_view_ui(ui, record, memory, commands),
        }
    });
}

/// Draws the side panel: its tabs, the page, and below it the next step with undo and redo.
fn side_ui(
    ui: &mut Ui,
    record: &Record,
    whole: &Record,
    memory: &mut ScenarioMemory,
    commands: &CommandQueue<ScenarioCommand>,
) {
    tabs_ui(ui, record, memory);
    let below = egui::Frame::new().fill(theme(ui).raised);
    Panel::bottom("scenario undo")
        .resizable(false)
        .frame(below.inner_margin(egui::Margin { top: 8, ..egui::Margin::ZERO }))
        .show(ui, |ui| undo_ui(ui, whole, memory, commands));
    ui.add_space(space::S);
    match (memory.tab, memory.selected(record.game().position())) {
        (Tab::Journal, _) if memory.record_view.is_repairing() => {
            repair::repair_ui(ui, whole, memory);
        }
        (Tab::Journal, _) => journal::journal_ui(ui, whole, memory, commands),
        (Tab::SetUp, _) => scroll_ui(ui, memory, |ui, memory| {
            setup::set_up_ui(ui, record, memory, commands);
        }),
        (Tab::Numbers, _) => scroll_ui(ui, memory, |ui, memory| {
            numbers::numbers_ui(ui, record, &mut memory.numbers, commands);
        }),
        (Tab::Round, Some(id)) => figure::figure_ui(ui, record, id, memory, commands),
        (Tab::Round, None) => scroll_ui(ui, memory, |ui, memory| {
            round::round_ui(ui, record, memory, commands);
        }),
    }
}

/// Draws contents that scroll, also to the control that gets the focus.
fn scroll_ui(
    ui: &mut Ui,
    memory: &mut ScenarioMemory,
    add: impl FnOnce(&mut Ui, &mut ScenarioMemory),
) {
    let mut scroll = ScrollArea::vertical().auto_shrink(false).min_scrolled_height(0.0);
    // Each page starts at its top.
    let page = (memory.tab, memory.selected);
    if memory.scrolled_page.replace(page) != Some(page) {
        scroll = scroll.vertical_scroll_offset(0.0);
    }
    scroll.show(ui, |ui| {
        ui_kit::widgets::reserve_scroll_bar(ui);
        add(ui, memory);
        follow_focus(ui, memory);
    });
}

/// Scrolls to a control of a page once it gets the focus.
fn follow_focus(ui: &Ui, memory: &mut ScenarioMemory) {
    let focused = ui.memory(egui::Memory::focused);
    if memory.focused == focused {
        return;
    }
    memory.focused = focused;
    let Some(control) = focused.and_then(|id| ui.ctx().read_response(id)) else {
        return;
    };
    // A control elsewhere is drawn outside the page; one that is scrolled away is not drawn at all.
    let drawn = control.interact_rect;
    if !drawn.is_positive() || ui.clip_rect().expand(1.0).contains_rect(drawn) {
        ui.scroll_to_rect(control.rect.expand(space::XS), None);
    }
}

/// Draws the tabs of the side panel.
fn tabs_ui(ui: &mut Ui, record: &Record, memory: &mut ScenarioMemory) {
    ui.horizontal_wrapped(|ui| {
        let round = format!("Round {}", record.game().round());
        let tabs = [
            (Tab::Round, round.as_str()),
            (Tab::SetUp, "Set up"),
            (Tab::Journal, "Journal"),
            (Tab::Numbers, "Numbers"),
        ];
        for (tab, label) in tabs {
            if ui.add(toggle_button(memory.tab == tab, label)).clicked() {
                // The button returns from a figure to the round.
                memory.selected = None;
                memory.show_tab(tab);
            }
        }
    });
}

/// Draws undo and redo with the latest entry, or the way back from an earlier state.
fn undo_ui(
    ui: &mut Ui,
    record: &Record,
    memory: &mut ScenarioMemory,
    commands: &CommandQueue<ScenarioCommand>,
) {
    if memory.record_view.is_repairing() {
        return repair::foot_ui(ui, record, memory, commands);
    }
    if let Some(entries) = memory.record_view.past_entry() {
        let last = record.cursor();
        ui_kit::widgets::body(format!("The table after entry {entries} of {last}, to look at."))
            .ui(ui);
        if ui.add(button("Back to now")).clicked() {
            memory.record_view.view_latest();
        }
        return;
    }
    let latest = action_at(record, record.cursor());
    if latest.is_some() && ui.ctx().content_rect().height() >= ROOMY {
        let latest = entry_sentence(record, record.cursor()).unwrap_or_default();
        ui_kit::widgets::caption(format!("Latest: {latest}"))
            .truncated_ui(ui)
            .on_hover_text(latest);
    }
    ui.horizontal(|ui| {
        let width = ui.available_width() - 2.0 * (UNDO_WIDTH + ui.spacing().item_spacing.x);
        step::step_ui(ui, record, memory, width, commands);
        let entries = [
            (Menu::Undo, DecisivePart::Undo, latest.is_some()),
            (Menu::Redo, DecisivePart::Redo, !memory.record_view.redo(record).is_empty()),
        ];
        for (menu, part, enabled) in entries {
            let size = vec2(UNDO_WIDTH, touch::TARGET);
            let response = ui.add_enabled(enabled, button(menu.label()).min_size(size));
            mark(ui, part, response.rect);
            if response.clicked() {
                commands.push(ScenarioCommand::Menu(menu));
            }
        }
    });
}

/// The width of the buttons that undo and redo, in points.
const UNDO_WIDTH: f32 = 60.0;
