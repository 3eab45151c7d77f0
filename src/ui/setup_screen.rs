//! Setting up a game: who sits where, what is played on, by which rulings.
//!
//! Three steps, each checked while it is filled in, each to be left backwards
//! without losing anything. Everything has a default, so the last button can
//! be pressed at once. What is wrong with a setup is asked of the rules and
//! said in their words. What follows, from the first proposals to the first
//! stalls, is recorded at the table.

use egui::WidgetInfo;
use egui::text::{CCursor, CCursorRange};
use egui::{Align, Align2, Button, CentralPanel, Frame, Key, Layout, Margin, Modifiers, Painter};
use egui::{Panel, Rect, Response, RichText, Role, ScrollArea, Sense, TextEdit, Ui, UiBuilder};

use super::cards::{
    Card, card_ui, column_ui, columns, listed, note_ui, sentence, text_ui, trouble_ui,
};
use super::command::{Command, Commands};
use super::deal_panel::Chance;
use super::icons::{Icon, icon_ui, paint_icon};
use super::settings::{LastTable, Settings};
use super::theme::{RADIUS, line, space, text, theme, touch};
use super::widgets::primary_button_ui;
use crate::rules::Game;
use crate::rules::components::Pack;
use crate::rules::fact::Standing;
use crate::rules::player::PlayerId;
use crate::rules::rulebook::{Options, TableOption};
use crate::rules::setup::{Setup, SetupProblem};

/// Paints the board of a game into a rectangle; kept pictures are the painter's affair.
pub type Thumbnails<'a> = &'a dyn Fn(&Painter, Rect, &Game);

/// How wide the column of the setup is at most, in points.
const COLUMN: f32 = 760.0;

/// How wide the number of a seat and "first player" are, in points.
const SEAT_LABEL: f32 = 104.0;

/// A step of the setup.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SetupStep {
    /// Names and seats.
    #[default]
    Players,
    /// The pack and the side of the board.
    Board,
    /// Rulings that the table may switch.
    Rulings,
}

impl SetupStep {
    /// Every step, in order.
    pub const ALL: [Self; 3] = [Self::Players, Self::Board, Self::Rulings];

    /// How it is called.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::Players => "Players",
            Self::Board => "Board",
            Self::Rulings => "Rulings",
        }
    }

    const fn next(self) -> Option<Self> {
        match self {
            Self::Players => Some(Self::Board),
            Self::Board => Some(Self::Rulings),
            Self::Rulings => None,
        }
    }

    const fn previous(self) -> Option<Self> {
        match self {
            Self::Players => None,
            Self::Board => Some(Self::Players),
            Self::Rulings => Some(Self::Board),
        }
    }
}

/// A board that can be picked.
#[derive(Clone, Debug)]
struct BoardChoice {
    name: String,
    /// Its sections in words.
    sections: String,
    /// An empty game on it, for the picture; or why it cannot be played on.
    game: Result<Game, String>,
}

/// A pack that can be picked.
#[derive(Clone, Debug)]
struct PackChoice {
    pack: Pack,
    boards: Vec<BoardChoice>,
    /// How much of it is known, in words.
    known: String,
    /// Why nothing can be played with it.
    trouble: Option<String>,
}

impl PackChoice {
    fn new(mut pack: Pack) -> Self {
        let (mut unknown, mut all) = (0, 0);
        pack.each_fact(|_, fact| {
            all += 1;
            unknown += usize::from(fact.standing() == Standing::Unknown);
        });
        let known = if unknown == 0 {
            "Complete: every fact is known.".to_owned()
        } else {
            format!("{unknown} of {all} facts are not known; where one is needed, the app says so.")
        };
        let trial = |board: &str| {
            let setup = Setup {
                pack: pack.clone(),
                board: board.to_owned(),
                players: (0..2).map(usual_name).collect(),
                ..Setup::default()
            };
            Game::new(&setup).map_err(|error| sentence(&error.to_string().replace('\n', "; ")))
        };
        let specs = pack.boards.iter();
        let boards: Vec<BoardChoice> = specs
            .map(|spec| BoardChoice {
                name: spec.name.clone(),
                sections: listed(&spec.section_names, "and"),
                game: trial(&spec.name),
            })
            .collect();
        let trouble = boards
            .is_empty()
            .then(|| "neither side of its board is known.".to_owned());
        Self {
            pack,
            boards,
            known,
            trouble,
        }
    }
}

/// What a seat is called that nobody has named.
fn usual_name(seat: usize) -> String {
    format!("Player {}", seat + 1)
}

/// A setup while it is filled in.
#[derive(Clone, Debug)]
pub struct SetupDraft {
    /// The step on screen.
    pub step: SetupStep,
    /// What is typed for each seat; nothing stands for the usual name.
    seats: [String; PlayerId::MAX],
    count: usize,
    packs: Vec<PackChoice>,
    pack: usize,
    board: String,
    options: Options,
    problems: Vec<SetupProblem>,
    /// The seat that gets the focus next.
    focus: Option<usize>,
}

impl SetupDraft {
    /// A new setup, filled in as the last time as far as that can be had again.
    #[must_use]
    pub fn new(settings: &Settings, packs: &[Pack]) -> Self {
        let last = &settings.last_table;
        let packs: Vec<PackChoice> = packs.iter().cloned().map(PackChoice::new).collect();
        let mut seats: [String; PlayerId::MAX] = Default::default();
        for (seat, name) in seats.iter_mut().zip(&last.players) {
            seat.clone_from(name);
        }
        let plays = |choice: &PackChoice| choice.trouble.is_none();
        let known = packs
            .iter()
            .position(|choice| choice.pack.name == last.pack && plays(choice));
        let playable = packs.iter().position(plays);
        let mut draft = Self {
            step: SetupStep::default(),
            seats,
            count: last.players.len().clamp(2, PlayerId::MAX),
            pack: known.or(playable).unwrap_or_default(),
            packs,
            board: last.board.clone(),
            options: switched(last),
            problems: Vec::new(),
            focus: Some(0),
        };
        draft.settle_board();
        draft
    }

    /// Goes one step back; says whether there was one.
    pub fn back(&mut self) -> bool {
        let previous = self.step.previous();
        self.step = previous.unwrap_or(self.step);
        previous.is_some()
    }

    /// The setup as it stands, right or wrong.
    #[must_use]
    pub fn setup(&self) -> Setup {
        let pack = self.packs.get(self.pack);
        Setup {
            pack: pack.map(|choice| choice.pack.clone()).unwrap_or_default(),
            board: self.board.clone(),
            players: self.names(),
            options: self.options,
            ..Setup::default()
        }
    }

    /// Everything that keeps it from being played, in the words of the rules.
    #[must_use]
    pub fn problems(&self) -> &[SetupProblem] {
        &self.problems
    }

    fn name(&self, seat: usize) -> String {
        match self.seats[seat].trim() {
            "" => usual_name(seat),
            name => name.to_owned(),
        }
    }

    fn names(&self) -> Vec<String> {
        (0..self.count).map(|seat| self.name(seat)).collect()
    }

    /// Takes the first board of the pack unless the one named is there, and checks anew.
    fn settle_board(&mut self) {
        if let Some(pack) = self.packs.get(self.pack) {
            let is_there = pack.boards.iter().any(|board| board.name == self.board);
            if !is_there {
                let playable = pack.boards.iter().find(|board| board.game.is_ok());
                self.board = playable.map(|b| b.name.clone()).unwrap_or_default();
            }
        }
        self.check();
    }

    /// Asks the rules what is wrong; done after every change, not while a frame is drawn.
    fn check(&mut self) {
        self.problems = match Game::new(&self.setup()) {
            Ok(_) => Vec::new(),
            Err(error) => error.0,
        };
    }

    /// The problem that belongs to each seat.
    fn seat_problems(&self) -> [Option<String>; PlayerId::MAX] {
        let mut found: [Option<String>; PlayerId::MAX] = Default::default();
        let names = self.names();
        for problem in &self.problems {
            let SetupProblem::PlayerName { name, .. } = problem else {
                continue;
            };
            // Of two that are called the same, the later one is named.
            let is_called = |seat: usize| names[seat].chars().take(60).eq(name.chars());
            let mut seats = (0..names.len()).rev();
            if let Some(seat) = seats.find(|&seat| found[seat].is_none() && is_called(seat)) {
                found[seat] = Some(sentence(&problem.to_string()));
            }
        }
        found
    }

    /// The step to which a problem belongs.
    const fn step_of(problem: &SetupProblem) -> SetupStep {
        match problem {
            SetupProblem::PlayerCount { .. } | SetupProblem::PlayerName { .. } => {
                SetupStep::Players
            }
            SetupProblem::Pack(_)
            | SetupProblem::NoSuchBoard { .. }
            | SetupProblem::Variant { .. }
            | SetupProblem::Unknown(_) => SetupStep::Board,
        }
    }

    fn has_problem(&self, step: SetupStep) -> bool {
        self.problems.iter().any(|p| Self::step_of(p) == step)
    }

    /// Swaps a player with the one before or after; the focus goes along.
    fn shift(&mut self, seat: usize, down: bool) {
        let other = if down {
            Some(seat + 1)
        } else {
            seat.checked_sub(1)
        };
        if let Some(other) = other.filter(|&other| other < self.count) {
            self.seats.swap(seat, other);
            self.focus = Some(other);
            self.check();
        }
    }

    /// Makes the player at `seat` the first; the order around the table stays.
    fn begin_with(&mut self, seat: usize) {
        // Whoever has no name yet keeps the usual one wherever the seat goes.
        for seat in 0..self.count {
            self.seats[seat] = self.name(seat);
        }
        self.seats[..self.count].rotate_left(seat);
        self.check();
    }

    /// Puts somebody from an earlier table on the first seat without a name.
    fn seat(&mut self, name: &str) {
        let free = (0..self.count).find(|&seat| self.seats[seat].trim().is_empty());
        let seat = match free {
            Some(seat) => seat,
            None if self.count < PlayerId::MAX => {
                self.count += 1;
                self.count - 1
            }
            None => return,
        };
        name.clone_into(&mut self.seats[seat]);
        self.check();
    }

    fn remove(&mut self, seat: usize) {
        self.seats[seat..self.count].rotate_left(1);
        self.count -= 1;
        self.seats[self.count].clear();
        self.check();
    }

    /// Who plays on what, in a line.
    fn summary(&self) -> String {
        let names = listed(&self.names(), "and");
        if self.board.is_empty() {
            names
        } else {
            format!("{names} on {}", self.board)
        }
    }
}

/// The table of the last game once more; nothing if nobody has played yet, or if it cannot be
/// had any more.
#[must_use]
pub fn same_table(last: &LastTable, packs: &[Pack]) -> Option<Setup> {
    let pack = packs.iter().find(|pack| pack.name == last.pack)?;
    let setup = Setup {
        pack: pack.clone(),
        board: last.board.clone(),
        players: last.players.clone(),
        options: switched(last),
        ..Setup::default()
    };
    Game::new(&setup).is_ok().then_some(setup)
}

/// The rulings that were switched, as far as this version knows them.
fn switched(last: &LastTable) -> Options {
    let known = TableOption::ALL.iter();
    known
        .filter(|option| last.options.iter().any(|key| key == option.key()))
        .fold(Options::default(), |options, &option| options.with(option))
}

/// The setup of a game; `chance` draws the first player.
pub fn setup_screen_ui(
    ui: &mut Ui,
    settings: &Settings,
    thumbnails: Thumbnails<'_>,
    chance: Chance<'_>,
    draft: &mut SetupDraft,
    commands: &mut Commands,
) {
    let frame = Frame::new()
        .fill(theme(ui.ctx()).paper)
        .inner_margin(Margin::symmetric(16, 12));
    Panel::top("setup head").frame(frame).show(ui, |ui| {
        column_ui(ui, COLUMN, |ui| head_ui(ui, draft));
    });
    Panel::bottom("setup foot").frame(frame).show(ui, |ui| {
        column_ui(ui, COLUMN, |ui| foot_ui(ui, draft, commands));
    });
    let body = CentralPanel::default().frame(frame);
    body.show(ui, |ui| {
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            column_ui(ui, COLUMN, |ui| match draft.step {
                SetupStep::Players => players_ui(ui, settings, chance, draft),
                SetupStep::Board => board_ui(ui, thumbnails, draft),
                SetupStep::Rulings => rulings_ui(ui, draft),
            });
        });
    });
    let is_ready = draft.problems.is_empty();
    if is_ready && ui.input_mut(|i| i.consume_key(Modifiers::COMMAND, Key::Enter)) {
        commands.push(Command::Begin(Box::new(draft.setup())));
    }
}

fn head_ui(ui: &mut Ui, draft: &mut SetupDraft) {
    let theme = theme(ui.ctx());
    ui.label(
        RichText::new("New game")
            .font(text::serif(text::HEAD))
            .color(theme.ink),
    );
    ui.horizontal_wrapped(|ui| {
        for (index, step) in SetupStep::ALL.into_iter().enumerate() {
            let words = format!("{}  {}", index + 1, step.label());
            let is_here = draft.step == step;
            let ink = if is_here { theme.accent } else { theme.muted };
            let words = RichText::new(words).font(text::sans(text::LEAD)).color(ink);
            let tab = Button::new(words)
                .frame_when_inactive(false)
                .selected(is_here);
            let tab = ui.add(tab.min_size(egui::vec2(0.0, touch::TARGET)));
            let tab = tab.accessible_name(format!("Step {}", step.label()));
            if tab.clicked() {
                draft.step = step;
            }
            if draft.has_problem(step) {
                icon_ui(ui, Icon::Forbidden, 16.0, theme.bad);
            }
        }
    });
    note_ui(
        ui,
        "At the table follow proposals and advisers, races, resource cards and the first stalls.",
    );
}

fn foot_ui(ui: &mut Ui, draft: &mut SetupDraft, commands: &mut Commands) {
    let theme = theme(ui.ctx());
    // What is wrong on another step is said here too, so that nobody has to look for it.
    let elsewhere = draft.problems.iter();
    let mut elsewhere = elsewhere.filter(|p| SetupDraft::step_of(p) != draft.step);
    match elsewhere.next() {
        Some(problem) => {
            trouble_ui(ui, &sentence(&problem.to_string()), text::BODY);
        }
        None => text_ui(ui, draft.summary(), text::BODY, theme.muted),
    }
    ui.spacing_mut().interact_size.y = FOOT_BUTTON;
    ui.horizontal(|ui| {
        if quiet_button_ui(ui, "Back", true).clicked() {
            commands.push(Command::Back);
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let is_ready = draft.problems.is_empty();
            let next = draft.step.next();
            let begin = match next {
                None if is_ready => primary_button_ui(ui, "Begin"),
                None => quiet_button_ui(ui, "Begin", false),
                Some(_) => quiet_button_ui(ui, "Begin as it stands", is_ready)
                    .on_hover_text("The steps that are left stay as they are filled in."),
            };
            if begin.clicked() {
                commands.push(Command::Begin(Box::new(draft.setup())));
            }
            if let Some(next) = next
                && primary_button_ui(ui, "Next").clicked()
            {
                draft.step = next;
            }
        });
    });
}

/// Height of every button in the foot: that of the one that leads on.
const FOOT_BUTTON: f32 = touch::TARGET + space::XS;

fn quiet_button_ui(ui: &mut Ui, label: &str, enabled: bool) -> Response {
    let words = RichText::new(label).font(text::sans(text::LEAD));
    let button = Button::new(words).min_size(egui::vec2(96.0, FOOT_BUTTON));
    ui.add_enabled(enabled, button)
}

fn players_ui(ui: &mut Ui, settings: &Settings, chance: Chance<'_>, draft: &mut SetupDraft) {
    ui.horizontal_wrapped(|ui| {
        for count in 2..=PlayerId::MAX {
            let words = RichText::new(format!("{count} players")).font(text::sans(text::BODY));
            let button = Button::selectable(draft.count == count, words).frame_when_inactive(true);
            let button = ui.add(button.min_size(egui::vec2(0.0, touch::TARGET)));
            if button.clicked() {
                draft.count = count;
                draft.check();
            }
        }
    });
    ui.add_space(space::S);
    let problems = draft.seat_problems();
    let mut asked = None;
    let mut rooms = Vec::new();
    for (seat, problem) in problems.iter().enumerate().take(draft.count) {
        let (room, pressed) = seat_ui(ui, draft, seat, problem.as_deref());
        asked = asked.or(pressed.map(|pressed| (seat, pressed)));
        rooms.push(room);
    }
    // Tab goes from name to name first; the buttons beside the names come after the last one.
    for (seat, room) in rooms.into_iter().enumerate() {
        let pressed = seat_buttons_ui(ui, draft, seat, room);
        asked = asked.or(pressed.map(|pressed| (seat, pressed)));
    }
    match asked {
        Some((seat, SeatAsked::Up)) => draft.shift(seat, false),
        Some((seat, SeatAsked::Down)) => draft.shift(seat, true),
        Some((seat, SeatAsked::Remove)) => draft.remove(seat),
        Some((seat, SeatAsked::Next)) if seat + 1 < draft.count => draft.focus = Some(seat + 1),
        Some((_, SeatAsked::Next)) => draft.step = SetupStep::Board,
        None => {}
    }
    if asked.is_some() {
        ui.ctx().request_repaint();
    }
    for problem in &draft.problems {
        if matches!(problem, SetupProblem::PlayerCount { .. }) {
            trouble_ui(ui, &sentence(&problem.to_string()), text::BODY);
        }
    }
    ui.add_space(space::S);
    let random = Button::new("Random first player").min_size(egui::vec2(0.0, touch::TARGET));
    if ui.add(random).clicked() {
        let seat = chance(draft.count).min(draft.count - 1);
        draft.begin_with(seat);
    }
    note_ui(
        ui,
        "Seats run clockwise from the first player. Alt with an arrow moves a player up or down.",
    );
    roster_ui(ui, settings, draft);
}

/// What is asked of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SeatAsked {
    /// One seat towards the first player.
    Up,
    /// One seat away from the first player.
    Down,
    Remove,
    /// The next name is to be typed.
    Next,
}

/// A seat with the name on it; gives the room that is left for its buttons.
fn seat_ui(
    ui: &mut Ui,
    draft: &mut SetupDraft,
    seat: usize,
    problem: Option<&str>,
) -> (Rect, Option<SeatAsked>) {
    let theme = theme(ui.ctx());
    let id = ui.make_persistent_id(("name of seat", seat));
    let has_focus = ui.memory(|memory| memory.has_focus(id));
    let pressed = |modifiers, key| has_focus && ui.input_mut(|i| i.consume_key(modifiers, key));
    let asked = if pressed(Modifiers::ALT, Key::ArrowUp) {
        Some(SeatAsked::Up)
    } else if pressed(Modifiers::ALT, Key::ArrowDown) {
        Some(SeatAsked::Down)
    } else if pressed(Modifiers::NONE, Key::Enter) {
        Some(SeatAsked::Next)
    } else {
        None
    };
    let row = ui.horizontal(|ui| {
        let (number, what) = (seat + 1, if seat == 0 { "first player" } else { "" });
        let size = egui::vec2(SEAT_LABEL, touch::TARGET);
        ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
            ui.set_min_size(size);
            text_ui(ui, format!("{number}  {what}"), text::BODY, theme.muted);
        });
        let buttons = 3.0 * touch::TARGET + 2.0 * space::S;
        let width = (ui.available_width() - buttons - 2.0 * space::S - FIELD_EDGES).max(96.0);
        let before = draft.seats[seat].clone();
        let hint = RichText::new(usual_name(seat));
        let field = TextEdit::singleline(&mut draft.seats[seat])
            .id(id)
            .hint_text(hint.font(text::sans(text::LEAD)).color(theme.muted))
            .font(text::sans(text::LEAD))
            .desired_width(width)
            .min_size(egui::vec2(0.0, touch::TARGET))
            .align(Align2::LEFT_CENTER)
            .return_key(None);
        let field = ui.add(field).accessible_name(format!("Name {number}"));
        if let Some(problem) = problem {
            ui.ctx()
                .accesskit_node_builder(field.id, |node| node.set_description(problem));
        }
        if draft.seats[seat] != before {
            draft.check();
        }
        let by_tab = field.gained_focus() && ui.input(|input| input.key_pressed(Key::Tab));
        if draft.focus == Some(seat) && !field.has_focus() {
            field.request_focus();
            ui.ctx().request_repaint();
        } else if draft.focus == Some(seat) || by_tab {
            // Typing replaces a name that is there.
            select_all(ui, &field, &draft.seats[seat]);
            draft.focus = None;
        }
        let (_, room) = ui.allocate_space(egui::vec2(buttons, touch::TARGET));
        room
    });
    if let Some(problem) = problem {
        ui.horizontal_top(|ui| {
            ui.add_space(SEAT_LABEL);
            trouble_ui(ui, problem, text::SMALL);
        });
    }
    (row.inner, asked)
}

/// What a field is wider than what is typed in it, in points.
const FIELD_EDGES: f32 = 16.0;

/// Selects everything that is typed in a field.
fn select_all(ui: &Ui, field: &Response, typed: &str) {
    if let Some(mut state) = TextEdit::load_state(ui.ctx(), field.id) {
        let end = CCursor::new(typed.chars().count());
        let all = CCursorRange::two(CCursor::new(0), end);
        state.cursor.set_char_range(Some(all));
        state.store(ui.ctx(), field.id);
    }
}

/// The buttons at the end of a seat's row.
fn seat_buttons_ui(ui: &mut Ui, draft: &SetupDraft, seat: usize, room: Rect) -> Option<SeatAsked> {
    let name = draft.name(seat);
    let is_last = seat + 1 == draft.count;
    let mut asked = None;
    let builder = egui::UiBuilder::new()
        .id_salt(("buttons of seat", seat))
        .max_rect(room)
        .layout(Layout::left_to_right(Align::Center));
    let mut row = ui.new_child(builder);
    row.spacing_mut().item_spacing.x = space::S;
    for (button, label, missing) in [
        (
            SeatAsked::Up,
            format!("Move {name} up"),
            (seat == 0).then_some("This is the first player."),
        ),
        (
            SeatAsked::Down,
            format!("Move {name} down"),
            is_last.then_some("This is the last seat."),
        ),
        (
            SeatAsked::Remove,
            format!("Remove {name}"),
            (draft.count == 2).then_some("At least two play."),
        ),
    ] {
        if seat_button_ui(&mut row, button, &label, missing) {
            asked = Some(button);
        }
    }
    asked
}

/// A button of a seat; pale, and with the reason, where there is nothing to press it for.
fn seat_button_ui(ui: &mut Ui, asks: SeatAsked, label: &str, missing: Option<&str>) -> bool {
    let button = Button::new("").min_size(egui::Vec2::splat(touch::TARGET));
    let button = ui.add_enabled(missing.is_none(), button.frame_when_inactive(false));
    let theme = theme(ui.ctx());
    let ink = if missing.is_none() {
        theme.ink
    } else {
        theme.hairline
    };
    let middle = button.rect.center();
    let reach = match asks {
        SeatAsked::Up => -4.0,
        SeatAsked::Down => 4.0,
        SeatAsked::Remove | SeatAsked::Next => 0.0,
    };
    if reach == 0.0 {
        let place = Rect::from_center_size(middle, egui::Vec2::splat(touch::ICON));
        paint_icon(ui.painter(), Icon::Close, place, ink);
    } else {
        let tip = middle + egui::vec2(0.0, reach);
        for side in [-7.0, 7.0] {
            let end = middle + egui::vec2(side, -reach);
            let stroke = egui::Stroke::new(line::MARK, ink);
            ui.painter().line_segment([end, tip], stroke);
        }
    }
    let button = button
        .on_hover_text(label)
        .on_disabled_hover_text(missing.unwrap_or_default());
    button.accessible_name(label).clicked()
}

/// People who played here before and have no seat yet.
fn roster_ui(ui: &mut Ui, settings: &Settings, draft: &mut SetupDraft) {
    let names = draft.names();
    let is_seated = |name: &String| names.contains(name);
    let known: Vec<&String> = settings.roster.iter().filter(|n| !is_seated(n)).collect();
    let is_full = draft.count == PlayerId::MAX
        && draft.seats[..draft.count]
            .iter()
            .all(|s| !s.trim().is_empty());
    if known.is_empty() || is_full {
        return;
    }
    ui.add_space(space::S);
    note_ui(ui, "Played here before");
    let mut picked = None;
    ui.horizontal_wrapped(|ui| {
        for name in known {
            let button = Button::new(name.as_str()).min_size(egui::vec2(0.0, touch::TARGET));
            let button = ui.add(button).accessible_name(format!("Add {name}"));
            if button.clicked() {
                picked = Some(name);
            }
        }
    });
    if let Some(name) = picked {
        draft.seat(name);
    }
}

fn board_ui(ui: &mut Ui, thumbnails: Thumbnails<'_>, draft: &mut SetupDraft) {
    let theme = theme(ui.ctx());
    text_ui(ui, "Side of the board", text::LEAD, theme.ink);
    let mut board = None;
    if let Some(choice) = draft.packs.get(draft.pack) {
        let (count, width) = columns(ui, 260.0, 2);
        for row in choice.boards.chunks(count) {
            ui.horizontal_top(|ui| {
                ui.spacing_mut().item_spacing.x = space::M;
                for side in row {
                    if board_card_ui(ui, side, width, &draft.board, thumbnails) {
                        board = Some(side.name.clone());
                    }
                }
            });
        }
    }
    for problem in &draft.problems {
        if SetupDraft::step_of(problem) == SetupStep::Board {
            trouble_ui(ui, &sentence(&problem.to_string()), text::BODY);
        }
    }
    ui.add_space(space::S);
    text_ui(ui, "Contents of the box", text::LEAD, theme.ink);
    let mut pack = draft.pack;
    let (count, width) = columns(ui, 300.0, 2);
    let choices: Vec<(usize, &PackChoice)> = draft.packs.iter().enumerate().collect();
    for row in choices.chunks(count) {
        ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing.x = space::M;
            for &(index, choice) in row {
                if pack_card_ui(ui, choice, width, index == draft.pack) {
                    pack = index;
                }
            }
        });
    }
    if pack != draft.pack {
        draft.pack = pack;
        draft.settle_board();
    }
    if let Some(board) = board {
        draft.board = board;
        draft.check();
    }
}

/// What is in the box; says whether it was picked.
fn pack_card_ui(ui: &mut Ui, choice: &PackChoice, width: f32, is_picked: bool) -> bool {
    let (title, more) = match choice.pack.title.split_once(": ") {
        Some((title, more)) => (title, sentence(more)),
        None => (choice.pack.title.as_str(), String::new()),
    };
    let trouble = choice.trouble.as_deref();
    let trouble = trouble.map(|why| format!("Cannot be played with yet: {why}"));
    let card = Card {
        name: title,
        description: trouble.as_deref().unwrap_or(&choice.known),
        size: egui::vec2(width, 104.0),
        enabled: trouble.is_none(),
        selected: Some(is_picked),
    };
    let response = card_ui(ui, &card, |ui| {
        picked_ui(ui, title, is_picked, trouble.is_none());
        note_ui(ui, format!("{more} {}", choice.known));
        if let Some(trouble) = &trouble {
            trouble_ui(ui, trouble, text::SMALL);
        }
    });
    response.clicked()
}

fn board_card_ui(
    ui: &mut Ui,
    side: &BoardChoice,
    width: f32,
    picked: &str,
    thumbnails: Thumbnails<'_>,
) -> bool {
    let is_picked = side.name == picked;
    let trouble = side.game.as_ref().err().map(String::as_str);
    let card = Card {
        name: &side.name,
        description: trouble.unwrap_or(&side.sections),
        size: egui::vec2(width, 96.0),
        enabled: trouble.is_none(),
        selected: Some(is_picked),
    };
    let response = card_ui(ui, &card, |ui| {
        if let Ok(game) = &side.game {
            picture_ui(ui, game, thumbnails);
        }
        picked_ui(ui, &side.name, is_picked, trouble.is_none());
        note_ui(ui, &side.sections);
        if let Some(trouble) = trouble {
            trouble_ui(ui, trouble, text::SMALL);
        }
    });
    response.clicked()
}

/// The title of something that one of several is picked of, with a ring that is filled or not.
fn picked_ui(ui: &mut Ui, title: &str, is_picked: bool, enabled: bool) {
    let theme = theme(ui.ctx());
    let ink = if enabled { theme.ink } else { theme.muted };
    // The card is what is pressed; its title is only as high as its letters.
    ui.spacing_mut().interact_size.y = text::TITLE;
    ui.horizontal(|ui| {
        let (rect, _) = ui.allocate_exact_size(egui::Vec2::splat(18.0), Sense::hover());
        let line = egui::Stroke::new(line::MARK, ink);
        ui.painter().circle_stroke(rect.center(), 7.0, line);
        if is_picked {
            ui.painter().circle_filled(rect.center(), 3.5, theme.accent);
        }
        text_ui(ui, title, text::LEAD, ink);
    });
}

/// A picture of the board of a game, as wide as there is room.
pub(super) fn picture_ui(ui: &mut Ui, game: &Game, thumbnails: Thumbnails<'_>) {
    let width = ui.available_width();
    let size = egui::vec2(width, (width * 0.72).round());
    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
    if ui.is_rect_visible(rect) {
        thumbnails(&ui.painter_at(rect), rect, game);
    }
}

fn rulings_ui(ui: &mut Ui, draft: &mut SetupDraft) {
    note_ui(
        ui,
        "Where the rulebook can be read in two ways, the table may switch to the other one. Everything off is how the app reads it.",
    );
    ui.add_space(space::S);
    let mut options = Options::default();
    for &option in TableOption::ALL {
        let mut is_on = draft.options.has(option);
        let title = sentence(option.key());
        let means = format!("{} Ruling {}.", option.sentence(), option.ruling());
        switch_ui(ui, title.trim_end_matches('.'), &means, &mut is_on);
        if is_on {
            options = options.with(option);
        }
    }
    if options != draft.options {
        draft.options = options;
        draft.check();
    }
}

/// A switch with what it means below; all of it is one control.
fn switch_ui(ui: &mut Ui, title: &str, means: &str, is_on: &mut bool) {
    let theme = theme(ui.ctx());
    let builder = UiBuilder::new().id_salt(title).sense(Sense::click());
    let shown = ui.scope_builder(builder, |ui| {
        let before = ui.response();
        let edge = if before.has_focus() {
            theme.focus_ring()
        } else if before.hovered() {
            egui::Stroke::new(line::MARK, theme.accent)
        } else {
            egui::Stroke::new(line::HAIR, theme.muted)
        };
        let frame = Frame::new().inner_margin(Margin::symmetric(0, space::XS as i8));
        frame.show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.horizontal_top(|ui| {
                ui.spacing_mut().item_spacing = egui::vec2(space::M, space::XS);
                let (rect, _) = ui.allocate_exact_size(egui::Vec2::splat(SWITCH), Sense::hover());
                let fill = if *is_on { theme.accent } else { theme.raised };
                let inside = egui::StrokeKind::Inside;
                ui.painter().rect(rect, RADIUS, fill, edge, inside);
                if *is_on {
                    paint_icon(ui.painter(), Icon::Check, rect.shrink(2.0), theme.on_accent);
                }
                ui.vertical(|ui| {
                    text_ui(ui, title, text::LEAD, theme.ink);
                    note_ui(ui, means);
                });
            });
        });
    });
    let response = shown.response;
    if response.clicked() {
        *is_on = !*is_on;
    }
    response.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, *is_on, title));
    ui.ctx()
        .accesskit_node_builder(response.id, |node| node.set_description(means));
}

/// Side of the square of a switch, in points.
const SWITCH: f32 = 22.0;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::packs;

    fn draft(names: &[&str]) -> SetupDraft {
        let settings = Settings::default();
        let packs: Vec<Pack> = packs::built_in()
            .iter()
            .filter_map(|pack| packs::find(pack.name).ok())
            .collect();
        let mut draft = SetupDraft::new(&settings, &packs);
        draft.count = names.len();
        for (seat, name) in names.iter().enumerate() {
            (*name).clone_into(&mut draft.seats[seat]);
        }
        draft.check();
        draft
    }

    #[test]
    fn a_new_setup_can_be_played_as_it_stands() {
        let draft = draft(&["", ""]);
        assert_eq!(draft.problems(), []);
        assert_eq!(draft.setup().players, ["Player 1", "Player 2"]);
        assert_eq!(draft.setup().pack.name, "practice");
    }

    #[test]
    fn of_two_with_one_name_the_later_is_told() {
        let found = draft(&["Anna", "Ben", "anna"]).seat_problems();
        assert!(found[0].is_none() && found[1].is_none());
        let problem = found[2].as_deref().unwrap_or_default();
        assert!(problem.contains("two players are called so"), "{problem}");
    }

    #[test]
    fn a_random_first_player_leaves_the_order_around_the_table() {
        let mut draft = draft(&["Anna", "", "Cleo"]);
        draft.begin_with(2);
        assert_eq!(draft.names(), ["Cleo", "Anna", "Player 2"]);
    }

    #[test]
    fn a_pack_without_a_board_says_so_and_is_no_dead_end() {
        let draft = draft(&["", ""]);
        let box_known = &draft.packs[1];
        assert!(box_known.trouble.is_some());
        assert_eq!(draft.pack, 0);
    }
}
