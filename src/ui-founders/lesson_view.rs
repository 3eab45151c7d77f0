//! The lesson on screen: the board, the reason of the step as the largest text, and the buttons
//! that go on and back.
//!
//! The text is at the right of the board, or below it in a window that is higher than wide. A
//! question takes the place of the reason, and its answer is compared with the recorded move there.

use egui::{Frame, Key, Margin, Modifiers, Panel, ScrollArea, Ui, vec2};
use plain_text::counted;

use super::outcome_view::{each_reason_ui, outlook_ui};
use components::square::Square;
use table::action_input::InputChoice;
use table::lesson::{Lesson, LessonAnswer, LessonPhase, LessonTexts, RecordedMove, brings_nothing};
use table::table::ActionVerdict;
use ui_board::Cx;
use ui_board::board_view::{BoardView, board_view_ui};
use ui_board::command::{FoundersCommand, LessonStep};
use ui_board::payout_animation::Playback;
use ui_board::pieces::player_badge_ui;
use ui_board::settings::Settings;
use ui_kit::keyboard::{self, Pane};
use ui_kit::queue::CommandQueue;
use ui_kit::theme::{space, text, theme};
use ui_kit::widgets::{
    DecisivePart, StyledText, body, button, caption, decisive_ui, figure, mark, primary_button_ui,
    reserve_scroll_bar,
};

/// Sizes of the reason, largest first; the largest that fits is drawn.
const SIZES: [f32; 12] =
    [66.0, 52.0, 40.0, 34.0, 28.0, 24.0, 21.0, 19.0, 17.0, 16.0, text::BODY, 13.0];
/// Minimum width of a line of the reason, in multiples of its size.
const MEASURE: f32 = 14.0;
/// Share of the window's width for the text at the right of the board.
const BESIDE: f32 = 0.38;
/// Share of the window's height for the text below the board.
const BELOW: f32 = 0.42;

/// A lesson with its board on screen.
#[derive(Default)]
pub struct LessonScreen {
    lesson: Lesson,
    board: BoardView,
}

impl LessonScreen {
    /// Returns the lesson.
    pub fn lesson(&self) -> &Lesson {
        &self.lesson
    }

    /// Carries out a command of this screen; returns it if it is not about the lesson.
    pub fn carry_out(&mut self, command: FoundersCommand) -> Option<FoundersCommand> {
        match command {
            FoundersCommand::Lesson(LessonStep::Next) => self.lesson.go_on(),
            FoundersCommand::Lesson(LessonStep::Back) => {
                self.lesson.go_back();
            }
            FoundersCommand::Hover(square) => self.lesson.hover(square),
            FoundersCommand::ClickSquare(square) => self.lesson.answer(square),
            FoundersCommand::Choose(InputChoice::Turn { over, back }) => {
                self.lesson.turn(over, back);
            }
            // A road in the same press, and every other choice, belongs to a game.
            FoundersCommand::Choose(_) => {}
            command => return Some(command),
        }
        None
    }

    /// Leaves an open question; returns `false` if there is none.
    pub fn leave_question(&mut self) -> bool {
        self.lesson.question().is_some() && self.lesson.go_back()
    }
}

/// Draws the lesson.
pub fn lesson_view_ui(
    ui: &mut Ui,
    screen: &mut LessonScreen,
    settings: &Settings,
    commands: &CommandQueue<FoundersCommand>,
) {
    let LessonScreen { lesson, board } = screen;
    keys(ui, lesson, board, commands);
    board.withholds_verdicts = !matches!(lesson.phase(), LessonPhase::Answered { .. });
    board.payout_animation.follow(ui.ctx(), lesson.table(), settings, Playback::On);
    let cx = Cx { table: lesson.table(), settings, commands };
    let frame = Frame::new().fill(theme(ui).raised);
    let bar = frame.inner_margin(Margin::symmetric(space::M as i8, space::XS as i8));
    Panel::bottom("lesson buttons").frame(bar).show(ui, |ui| {
        buttons_ui(ui, lesson, commands);
        keyboard::pane(ui.ctx(), Pane::Action, ui.min_rect());
    });
    let room = ui.available_size();
    let panel = if room.x > room.y {
        Panel::right("lesson text").exact_size((room.x * BESIDE).max(288.0).min(room.x / 2.0))
    } else {
        Panel::bottom("lesson text below").exact_size(room.y * BELOW)
    };
    let margin = Margin::symmetric(space::M as i8, space::S as i8);
    panel.resizable(false).frame(frame.inner_margin(margin)).show(ui, |ui| {
        keyboard::pane(ui.ctx(), Pane::SidePanel, ui.max_rect());
        // Lines of text are not to be pressed.
        ui.spacing_mut().interact_size.y = text::LEAD;
        ui.spacing_mut().item_spacing.y = space::XS / 2.0;
        players_ui(ui, cx, lesson, board);
        match lesson.phase() {
            LessonPhase::Explained => explanation_ui(ui, lesson.texts(), lesson.progress().0),
            LessonPhase::Asked { missed, .. } => asked_ui(ui, lesson, *missed),
            LessonPhase::Answered { recorded, answer } => {
                answered_ui(ui, cx, lesson.progress().0, recorded, answer);
            }
        }
    });
    keyboard::pane(ui.ctx(), Pane::CentralPage, ui.available_rect_before_wrap());
    let pointed: &[Square] = match lesson.phase() {
        LessonPhase::Answered { recorded, answer } if !answer.is_recorded => &recorded.squares,
        _ => &[],
    };
    // While a step is explained, the board can be moved and read, and nothing on it is asked for.
    let unasked = CommandQueue::default();
    let asks = lesson.question().is_some();
    let commands = if asks { commands } else { &unasked };
    board_view_ui(ui, Cx { commands, ..cx }, pointed, true, board);
}

/// Handles the keys that go on and back. While the answer is being pointed at, Enter belongs to the
/// board, except after a press without effect, so that it goes on in the end.
fn keys(ui: &Ui, lesson: &Lesson, board: &BoardView, commands: &CommandQueue<FoundersCommand>) {
    let focused = ui.memory(egui::Memory::focused);
    if focused.is_some() && focused != board.payout_animation.board {
        return;
    }
    let is_pointing = matches!(lesson.phase(), LessonPhase::Asked { missed: false, .. })
        && focused.is_some()
        && lesson.table().hover().is_some();
    for (key, step, is_taken) in [
        (Key::Enter, LessonStep::Next, !is_pointing && !lesson.is_over()),
        (Key::Backspace, LessonStep::Back, true),
    ] {
        if is_taken && keyboard::pressed(ui, Modifiers::NONE, key) {
            commands.push(FoundersCommand::Lesson(step));
        }
    }
}

/// Draws the buttons below the board.
fn buttons_ui(ui: &mut Ui, lesson: &Lesson, commands: &CommandQueue<FoundersCommand>) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(space::S, space::XS);
        let press = |step| commands.push(FoundersCommand::Lesson(step));
        let (at, _) = lesson.progress();
        let can_go_back = at > 0 || lesson.question().is_some();
        let back = ui.add_enabled(can_go_back, button("‹ Back"));
        mark(ui, DecisivePart::Back, back.rect);
        if back.on_hover_text("Backspace").clicked() {
            press(LessonStep::Back);
        }
        if lesson.is_over() {
            caption("The lesson is over.").ui(ui);
        } else {
            let label = match lesson.phase() {
                LessonPhase::Asked { .. } => "Show the move",
                LessonPhase::Explained | LessonPhase::Answered { .. } => "Next",
            };
            let next = primary_button_ui(ui, label);
            mark(ui, DecisivePart::Choice, next.rect);
            if next.on_hover_text("Enter").clicked() {
                press(LessonStep::Next);
            }
        }
        let hint = "Leaves the lesson for a game of your own that starts with this position.";
        let practice = ui.add(button("Play on from here")).on_hover_text(hint);
        mark(ui, DecisivePart::Choice, practice.rect);
        if practice.clicked() {
            press(LessonStep::Practice);
        }
        let close = ui.add(button("Close the lesson"));
        mark(ui, DecisivePart::Choice, close.rect);
        if close.clicked() {
            press(LessonStep::Close);
        }
    });
}

/// Height of the text below which everything but the reason is small.
const LOW: f32 = 380.0;

/// Returns a text in the size of everything but the reason.
fn small(ui: &Ui, words: impl Into<String>) -> StyledText {
    if ui.max_rect().height() < LOW { caption(words).plain() } else { body(words) }
}

/// Draws the number of the step, the turn, and the numbers of each player.
fn players_ui(ui: &mut Ui, cx: Cx<'_>, lesson: &Lesson, board: &mut BoardView) {
    let (at, last) = lesson.progress();
    let uncounted = board.payout_animation.uncounted();
    let named = cx.table.named_game();
    let game = named.game();
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = space::XS;
        small(ui, format!("Step {at} of {last} · {}", lesson.texts().turn)).muted().line_ui(ui);
        ui.add_space(space::S);
        for player in game.players() {
            player_badge_ui(ui, named, player, text::BODY);
            let points = game.points(player).0 - uncounted[player].0;
            let points = counted(points, "point", "points");
            let place = small(ui, points).bold().line_ui(ui).rect;
            board.payout_animation.points_rects[player] = Some(place);
            let influence = game.fleeting(player) + game.lasting(player);
            let influence = match influence {
                0 => String::new(),
                some => format!(", {some} influence"),
            };
            small(ui, format!("${}{influence}", game.money(player).0)).muted().line_ui(ui);
            ui.add_space(space::S);
        }
    });
    ui.add_space(space::S);
}

/// Draws the entries of the step, and their reason as the largest text.
fn explanation_ui(ui: &mut Ui, texts: &LessonTexts, step: usize) {
    if !texts.entries.is_empty() {
        small(ui, &texts.entries).muted().ui(ui);
        ui.add_space(space::XS);
    }
    largest_ui(ui, &texts.reason, ("reason", step), DecisivePart::Explanation);
}

/// Draws a text as large as its place permits. It scrolls only if the smallest size is too large;
/// `salt` is the step, which its scroll position belongs to.
fn largest_ui(ui: &mut Ui, words: &str, salt: (&str, usize), part: DecisivePart) {
    let room = ui.available_size();
    let width = room.x - space::S;
    let size = SIZES
        .into_iter()
        .filter(|size| size * MEASURE <= width)
        .find(|&size| figure(words, size).wrapped(ui, width).size().y <= room.y - space::S)
        .unwrap_or(SIZES[SIZES.len() - 1]);
    ScrollArea::vertical().id_salt(salt).auto_shrink(false).show(ui, |ui| {
        reserve_scroll_bar(ui);
        let response = figure(words, size).ui(ui);
        mark(ui, part, response.rect);
        ui.ctx().accesskit_node_builder(response.id, |node| {
            node.set_live(egui::accesskit::Live::Polite);
        });
    });
}

/// Draws the question, and the keys that answer it.
fn asked_ui(ui: &mut Ui, lesson: &Lesson, missed: bool) {
    decisive_ui(ui, DecisivePart::Pending, |ui| {
        if missed {
            body("That is not possible there. Choose another square.").bad().ui(ui);
        } else {
            caption(HINT).ui(ui);
        }
    });
    ui.add_space(space::XS);
    let question = lesson.question().map(|question| question.text).unwrap_or_default();
    largest_ui(ui, question, ("question", lesson.progress().0), DecisivePart::Question);
}

/// The hint below a question.
const HINT: &str = "Click a square, or go there with the arrow keys and press Enter. R rotates the tile, F turns it over.";

/// Draws the verdict on the answer, with the recorded move next to it.
fn answered_ui(
    ui: &mut Ui,
    cx: Cx<'_>,
    step: usize,
    recorded: &RecordedMove,
    answer: &LessonAnswer,
) {
    ScrollArea::vertical().id_salt(("answer", step)).auto_shrink(false).show(ui, |ui| {
        reserve_scroll_bar(ui);
        let is_legal = answer.verdict.outcome.is_ok();
        let heading = match (is_legal, answer.is_recorded) {
            (true, true) => "Your move is the recorded one",
            (true, false) => "Your move is legal",
            (false, _) => "Your move is not allowed",
        };
        let heading = small(ui, heading).bold();
        let heading = if is_legal { heading.good() } else { heading.bad() };
        decisive_ui(ui, DecisivePart::Pending, |ui| heading.ui(ui));
        verdict_ui(ui, cx, &answer.text, &answer.verdict);
        if !answer.is_recorded {
            ui.add_space(space::S);
            let heading = small(ui, "The recorded move").bold();
            decisive_ui(ui, DecisivePart::Pending, |ui| heading.ui(ui));
            verdict_ui(ui, cx, &recorded.text, &recorded.verdict);
            ui.add_space(space::S);
            let hint = "Its squares are marked with a plus. Choose another square, or go on.";
            caption(hint).ui(ui);
        }
    });
}

/// Draws a move in words, and its outcome for everybody or the reasons against it.
fn verdict_ui(ui: &mut Ui, cx: Cx<'_>, words: &str, verdict: &ActionVerdict) {
    small(ui, words).ui(ui);
    match &verdict.outcome {
        Ok(played) => {
            outlook_ui(ui, played, cx.table.naming(), &[], cx.commands);
            if brings_nothing(played) {
                body("Nobody gains anything yet.").muted().ui(ui);
            }
        }
        Err(_) => each_reason_ui(ui, cx.table.named_game(), &verdict.checks, false, cx.commands),
    }
}
