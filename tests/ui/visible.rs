//! Everything needed for a decision is inside the window, whole and uncovered, in every step of
//! whole games and wherever the pointer is; and the board does not move meanwhile.

use std::collections::BTreeSet;

use components::square::Square;
use egui::{Id, LayerId, Order, Pos2, Rect};
use founders_ledger::app::Command;
use journal::{Change, Journal};
use rules::action::{Action, ActionKind};
use rules::illegal::{CheckOutcome, Illegal};
use rules::sub_action::SubAction;
use rules::task::Task;
use table::action_input::InputChoice;
use table::legality::Verdict;
use table::lesson::LessonPhase;
use ui_board::command::{FoundersCommand, LessonStep};
use ui_board::settings::Settings;
use ui_kit::theme::Appearance;
use ui_kit::widgets::{DecisivePart, decisive_places};
use ui_menu::{Menu, MenuBar};

use crate::app::{Desk, MARGIN, is_vote, journal_of};
use crate::picks::picks;

/// Windows in points, each with the scale of its screen.
const WINDOWS: [([f32; 2], f32); 9] = [
    ([640.0, 400.0], 1.0),
    ([800.0, 480.0], 1.0),
    ([800.0, 1280.0], 1.0),
    ([1024.0, 600.0], 1.0),
    ([1280.0, 720.0], 1.0),
    ([1280.0, 800.0], 1.0),
    ([1920.0, 1080.0], 1.0),
    ([3840.0, 2160.0], 1.0),
    ([1920.0, 1080.0], 2.0),
];

/// Games of two, three and four players.
const GAMES: [&str; 3] =
    ["teaching-game.founders", "three-guilds.founders", "four-founders.founders"];

/// Window height below which players may give way to a step that needs their place.
const LOWEST: f32 = 480.0;

/// Areas that open by themselves and could cover something; areas opened by the user are closed by
/// any press.
const COVERS: [&str; 1] = ["messages"];

/// Returns the decisive places that the user cannot see: outside the window, clipped, scrolled
/// away, or covered.
pub fn hidden_places(ctx: &egui::Context) -> Vec<String> {
    // A dialog may cover everything.
    if ctx.memory(|memory| memory.top_modal_layer().is_some()) {
        return Vec::new();
    }
    let window = ctx.content_rect().shrink(MARGIN);
    let covers: Vec<(&str, Rect)> = COVERS
        .into_iter()
        .filter_map(|name| {
            let id = Id::unique(name);
            let mut layers =
                [Order::Middle, Order::Foreground].map(|order| LayerId::new(order, id)).into_iter();
            ctx.memory(|memory| {
                let is_shown = layers.any(|layer| memory.areas().is_visible(&layer));
                memory.area_rect(id).filter(|_| is_shown)
            })
            .map(|rect| (name, rect))
        })
        .collect();
    let mut hidden = Vec::new();
    for place in decisive_places(ctx) {
        let (part, rect) = (place.part, place.rect);
        let visible = place.clip.intersect(window);
        if !visible.expand(0.5).contains_rect(rect) {
            hidden.push(format!("{part:?} at {rect:?} is seen only within {visible:?}"));
        }
        for (name, cover) in &covers {
            if cover.intersects(rect.shrink(0.5)) {
                hidden.push(format!("{part:?} at {rect:?} is covered by {name} at {cover:?}"));
            }
        }
    }
    hidden
}

/// Numbers of a player: points, money, income, fleeting and lasting influence.
const NUMBERS: usize = 5;

/// A walk through a game at one window size that checks every hover.
struct Walk {
    desk: Desk,
    /// `true` if the window is too low for the numbers of every player in every step.
    is_lowest: bool,
    /// The current step, for messages.
    step: String,
    faults: BTreeSet<String>,
}

impl Walk {
    fn new(settings: Settings, (size, scale): ([f32; 2], f32), journal: &Journal) -> Self {
        let mut desk = Desk::in_window(settings, size, scale);
        desk.is_surveyed = true;
        desk.open(journal);
        desk.give(FoundersCommand::Change(vec![Change::Undo(journal.cursor())]));
        Self { desk, is_lowest: size[1] < LOWEST, step: String::new(), faults: BTreeSet::new() }
    }

    fn note(&mut self, fault: impl Into<String>) {
        self.faults.insert(format!("{}: {}", self.step, fault.into()));
    }

    fn count(&self, part: DecisivePart) -> usize {
        self.desk.decisive().iter().filter(|place| place.part == part).count()
    }

    /// Checks the requirements of every step on screen.
    fn check(&mut self) {
        for fault in hidden_places(self.desk.ctx()) {
            self.note(fault);
        }
        // The questions of a page are on the page, which scrolls, and a deal asks for cards.
        if self.is_page() {
            return;
        }
        if self.count(DecisivePart::Pending) == 0 {
            self.note("no text says what is pending");
        }
        if self.count(DecisivePart::Choice) + self.count(DecisivePart::Question) == 0 {
            self.note("there is nothing to choose, and the board is not asked for anything");
        }
        if self.desk.table().last_done().is_some() && self.count(DecisivePart::Undo) == 0 {
            self.note("no button undoes the latest entry");
        }
        let is_started =
            self.desk.table().entry().is_some_and(table::action_input::ActionInput::has_started);
        if is_started && self.count(DecisivePart::Back) == 0 {
            self.note("no button goes back to the decision before");
        }
        if !self.is_lowest {
            self.check_players(is_started);
        }
    }

    /// Checks that points, money, income, influence and played cards of every player are on screen,
    /// and the hand of the player with the turn.
    fn check_players(&mut self, is_started: bool) {
        let players = self.desk.game().player_count();
        let numbers = self.count(DecisivePart::PlayerNumber);
        if numbers != NUMBERS * players {
            self.note(format!("{numbers} numbers of {players} players are shown"));
        }
        let played = self.count(DecisivePart::PlayedCards);
        if played != players {
            self.note(format!("the played cards of {played} of {players} players are shown"));
        }
        let game = self.desk.game();
        let is_turn = self.desk.table().task() == Some(Task::Turn) && !is_started;
        let Some(active) = game.active_player().filter(|_| is_turn) else {
            return;
        };
        let labels = self.desk.labels();
        let missing: Vec<&str> = game
            .hand(active)
            .iter()
            .map(|card| game.contents().card_name(card))
            .filter(|name| !labels.iter().any(|label| label.starts_with(name)))
            .collect();
        if !missing.is_empty() {
            let fault = format!("{missing:?} of the hand are not shown");
            self.note(fault);
        }
    }

    fn is_page(&self) -> bool {
        self.desk.board().is_none() || self.desk.has_control("Deal for us")
    }

    /// Notes a fault if the board moved.
    fn check_board(&mut self, before: Option<Rect>, what: &str) {
        let now = self.desk.board();
        let corners = [before, now].map(|board| {
            board.map_or([0.0; 4], |at| [at.left(), at.top(), at.right(), at.bottom()])
        });
        let moved = corners[0].iter().zip(corners[1]).any(|(a, b)| (a - b).abs() > 1.0);
        if moved {
            self.note(format!("the board moved from {before:?} to {now:?} over {what}"));
        }
    }

    /// Enters an action up to its last decision, and checks each step on the way.
    fn enter(&mut self, action: &Action) {
        self.check_hovers();
        let mut picks = picks(action).unwrap_or_default();
        // The last pick would record the action.
        picks.pop();
        for pick in picks {
            if matches!(pick, InputChoice::Kind(_))
                && self
                    .desk
                    .table()
                    .entry()
                    .and_then(table::action_input::ActionInput::kind)
                    .is_some()
            {
                continue;
            }
            self.desk.give(FoundersCommand::Choose(pick.clone()));
            self.step = format!("{} > {pick:?}", self.step);
            self.check_hovers();
        }
    }

    /// Checks a step: without the pointer, and while it is over each refused choice and over
    /// squares of every verdict.
    fn check_hovers(&mut self) {
        self.check();
        if self.is_page() {
            return;
        }
        let board = self.desk.board();
        for square in self.squares() {
            self.desk.hover(square);
            self.check();
            self.check_aim(square);
            self.check_board(board, &square.to_string());
        }
        for label in self.refused() {
            if !self.desk.has_control(&label) {
                continue;
            }
            self.desk.hover_over(&label);
            self.check();
            self.check_board(board, &label);
        }
    }

    /// Compares the description of a square with the rules' verdict.
    fn check_aim(&mut self, square: Square) {
        let Some(answer) = self.desk.table().hover().and_then(|aim| aim.verdict.clone()) else {
            return;
        };
        match &answer.outcome {
            Ok(_) if self.count(DecisivePart::Outcome) == 0 => {
                self.note(format!("{square} is legal, and no text says its outcome"));
            }
            Err(refusal) if !refusal.is_unfinished() => {
                let failed =
                    answer.checks.iter().filter(|check| check.outcome != CheckOutcome::Passed);
                let reasons = failed.count();
                if self.count(DecisivePart::Reason) < reasons {
                    self.note(format!("{square} is refused for {reasons} reasons"));
                }
                let is_offered = answer.checks.iter().all(|check| match &check.outcome {
                    CheckOutcome::Failed(illegal) => Illegal::can_be_overruled(illegal),
                    CheckOutcome::CannotTell(_) => false,
                    CheckOutcome::Passed => true,
                });
                if is_offered && self.count(DecisivePart::Overrule) == 0 {
                    self.note(format!("{square} is refused, and cannot be overruled"));
                }
            }
            Ok(_) | Err(_) => {}
        }
    }

    /// Returns the first, the middle and the last square of each verdict.
    fn squares(&self) -> Vec<Square> {
        let answers = self.desk.table().legality();
        let mut squares = Vec::new();
        for wanted in Verdict::ALL {
            let all: Vec<Square> = answers
                .squares()
                .filter(|(_, answer)| answer.verdict == wanted)
                .map(|(square, _)| square)
                .collect();
            let indices = [0, all.len() / 2, all.len().saturating_sub(1)];
            squares.extend(indices.iter().filter_map(|&index| all.get(index).copied()));
        }
        squares.dedup();
        squares
    }

    fn refused(&self) -> Vec<String> {
        self.desk
            .labels()
            .into_iter()
            .filter(|label| label.ends_with(", not legal now"))
            .take(2)
            .collect()
    }
}

/// Returns the first and the last action of each kind in the game, with the number of entries
/// before each.
fn steps(journal: &Journal) -> Vec<(usize, Action)> {
    let mut kinds: Vec<(String, [(usize, Action); 2])> = Vec::new();
    for (number, &id) in journal.main_line().iter().enumerate() {
        let action = journal.entry(id).action().expect("an entry is an action").clone();
        let sub_actions = action.kind.sub_actions().iter().map(kind_of).collect::<Vec<_>>();
        let kind = format!("{:?} {sub_actions:?}", std::mem::discriminant(&action.kind));
        match kinds.iter_mut().find(|(other, _)| *other == kind) {
            Some((_, [_, last])) => *last = (number, action),
            None => kinds.push((kind, [(number, action.clone()), (number, action)])),
        }
    }
    let mut steps: Vec<_> = kinds.into_iter().flat_map(|(_, steps)| steps).collect();
    steps.sort_by_key(|(number, _)| *number);
    steps.dedup_by_key(|(number, _)| *number);
    steps
}

fn kind_of(sub_action: &SubAction) -> std::mem::Discriminant<SubAction> {
    std::mem::discriminant(sub_action)
}

/// Returns `true` if the central page shows a scrolling page of its own for the action.
fn has_page(deed: &ActionKind) -> bool {
    matches!(
        deed,
        ActionKind::ChooseRace { .. }
            | ActionKind::TakeResource { .. }
            | ActionKind::DealAchievements(_)
            | ActionKind::DealProposals(_)
            | ActionKind::DealAdvisers(_)
            | ActionKind::Reveal(_)
            | ActionKind::FillEvent { .. }
            | ActionKind::Annotate(_)
    )
}

/// Walks through a game at this window, and checks every step whose number divided by `every`
/// leaves `from`; returns the faults.
fn walk(
    look: Appearance,
    window: ([f32; 2], f32),
    game: &str,
    (from, every): (usize, usize),
) -> BTreeSet<String> {
    let journal = journal_of(game);
    let mut walk = Walk::new(settings(look), window, &journal);
    let mut done = 0;
    let chosen = steps(&journal).into_iter().filter(|(_, action)| !has_page(&action.kind));
    for (index, (number, action)) in chosen.enumerate() {
        if index % every != from % every {
            continue;
        }
        walk.desk.give(FoundersCommand::Change(vec![Change::Redo(number - done)]));
        done = number;
        walk.step = format!("{window:?} {look:?} {game} before entry {}", number + 1);
        walk.enter(&action);
        walk.desk.give(Command::Back);
    }
    walk.faults
}

fn settings(look: Appearance) -> Settings {
    Settings { look, motion: false, ..Settings::default() }
}

/// Walks at each of these windows: through one game at some of its steps, or with `EVERY_STEP=1` in
/// the environment through every game at every step.
#[track_caller]
fn check_windows(windows: &[([f32; 2], f32)]) {
    let is_whole = std::env::var("EVERY_STEP").is_ok();
    let every = if is_whole { 1 } else { 11 };
    let faults: BTreeSet<String> = windows
        .iter()
        .enumerate()
        .flat_map(|(index, &window)| {
            let games = GAMES.into_iter().enumerate();
            games
                .filter(move |(game, _)| is_whole || *game == (index + 2) % GAMES.len())
                .flat_map(move |(_, game)| walk(Appearance::Light, window, game, (index, every)))
        })
        .collect();
    assert!(faults.is_empty(), "{} faults: {faults:#?}", faults.len());
}

#[test]
fn decisive_items_are_visible_in_usual_windows() {
    check_windows(&WINDOWS[2..]);
}

#[test]
fn decisive_items_are_visible_in_the_smallest_windows() {
    check_windows(&WINDOWS[..2]);
}

#[test]
fn decisive_items_are_visible_in_the_dark_theme_with_four_players() {
    for (index, size) in [[1280.0, 800.0], [800.0, 1280.0], [1024.0, 600.0]].into_iter().enumerate()
    {
        let faults = walk(Appearance::Dark, (size, 1.0), GAMES[2], (3 * index, 11));
        assert!(faults.is_empty(), "{} faults: {faults:#?}", faults.len());
    }
}

#[test]
fn message_covers_no_decisive_item() {
    for (size, scale) in WINDOWS {
        let mut desk = Desk::in_window(settings(Appearance::Light), size, scale);
        let journal = journal_of(GAMES[2]);
        desk.is_surveyed = true;
        desk.open(&crate::app::truncated(&journal, steps(&journal)[9].0));
        let message = "The record was saved as the evening of the four founders.";
        desk.give(FoundersCommand::ShowMessage(message.to_owned()));
        assert!(desk.shows(message));
        let hidden = hidden_places(desk.ctx());
        assert!(hidden.is_empty(), "{size:?}: {hidden:#?}");
    }
}

/// Checks if "Undo" is in view and unclipped.
fn is_undo_in_view(desk: &Desk) -> bool {
    let window = desk.ctx().content_rect();
    desk.decisive()
        .into_iter()
        .filter(|place| place.part == DecisivePart::Undo)
        .any(|place| place.clip.intersect(window).expand(0.5).contains_rect(place.rect))
}

#[test]
fn undo_is_visible_on_the_pages_for_cards_races_and_ballots() {
    for game in ["four-founders.founders", "four-achievements.founders"] {
        let journal = journal_of(game);
        let pages: Vec<(usize, Action)> = steps(&journal)
            .into_iter()
            .filter(|(number, action)| has_page(&action.kind) && *number > 0)
            .collect();
        for size in [[640.0, 400.0], [800.0, 480.0], [1024.0, 600.0], [1280.0, 800.0]] {
            for look in [Appearance::Light, Appearance::HighContrast] {
                let mut desk = Desk::in_window(settings(look), size, 1.0);
                desk.open(&journal);
                desk.give(FoundersCommand::Change(vec![Change::Undo(journal.cursor())]));
                let mut done = 0;
                for (number, action) in &pages {
                    desk.give(FoundersCommand::Change(vec![Change::Redo(number - done)]));
                    done = *number;
                    assert!(
                        is_undo_in_view(&desk),
                        "{size:?} {look:?} {game} before entry {}: {:?}",
                        number + 1,
                        action.kind
                    );
                }
            }
        }
    }
}

/// Returns the controls that a message covers; one may cover a part of the board or of a page.
fn covered_controls(desk: &Desk) -> Vec<Rect> {
    let ctx = desk.ctx();
    let messages = ctx.memory(|memory| memory.area_rect(Id::unique("messages")));
    let messages = messages.expect("it is shown");
    ctx.viewport(|viewport| {
        let layers = viewport.prev_pass.widgets.layers();
        let widgets = layers.flat_map(|(_, widgets)| widgets.iter());
        widgets
            .filter(|widget| widget.enabled && widget.sense.senses_click())
            .filter(|widget| widget.rect.height() < 180.0)
            .map(|widget| widget.interact_rect)
            .filter(|rect| rect.is_positive() && rect.shrink(0.5).intersects(messages))
            .collect()
    })
}

#[test]
fn message_covers_no_control_in_a_game() {
    let short = "The record was saved as the evening of the four founders.";
    let long = "Own board is saved. It is not a complete board yet: nothing is known of the squares that are reserved for the gatehouses, and the start squares have no number.";
    let journal = journal_of(GAMES[2]);
    for (size, scale) in WINDOWS {
        // While cards are dealt, while they are taken, and during a turn.
        for number in [0, 6, 22, 40] {
            for message in [short, long] {
                let mut desk = Desk::in_window(settings(Appearance::Light), size, scale);
                desk.is_surveyed = true;
                desk.open(&crate::app::truncated(&journal, number));
                desk.give(FoundersCommand::ShowMessage(message.to_owned()));
                desk.move_pointer_away();
                let covered = covered_controls(&desk);
                assert!(covered.is_empty(), "{size:?} {number} {message:?}: {covered:?}");
            }
        }
    }
}

#[test]
fn message_covers_no_control_on_the_pages_before_a_game() {
    for (size, scale) in WINDOWS {
        for menu in [None, Some(Menu::New), Some(Menu::Trace), Some(Menu::Library)] {
            let mut desk = Desk::in_window(settings(Appearance::Light), size, scale);
            desk.give_all(menu.map(Command::Menu));
            let message = "The record was saved as the evening of four.";
            desk.give(FoundersCommand::ShowMessage(message.to_owned()));
            desk.move_pointer_away();
            let covered = covered_controls(&desk);
            assert!(covered.is_empty(), "{size:?} {menu:?}: {covered:?}");
        }
    }
}

#[test]
fn question_about_the_score_track_covers_no_offer() {
    let journal = journal_of(GAMES[2]);
    let vote = journal
        .main_line()
        .iter()
        .position(|&id| {
            let action = journal.entry(id).action();
            action.is_some_and(|action| matches!(action.kind, ActionKind::Reveal(_)))
        })
        .expect("there is a vote");
    for (size, scale) in WINDOWS {
        let mut desk = Desk::in_window(settings(Appearance::Light), size, scale);
        let asked = (vote + 1..vote + 12).find(|&count| {
            desk.open(&crate::app::truncated(&journal, count));
            desk.shows("Score track agrees?") && desk.game().vote_stage().is_none()
        });
        if size[1] < 640.0 {
            // The offers are on another tab than the question.
            continue;
        }
        assert!(asked.is_some(), "{size:?}");
        let (question, _) = desk.drawn_text("Score track agrees?");
        let first = desk.game().proposals()[0].expect("there are proposals");
        let offer = desk.game().contents().building_name(first);
        let (name, clip) = desk.drawn_text(offer);
        assert!(!name.intersect(clip).intersects(question), "{size:?}: {offer} is covered");
    }
}

#[test]
fn import_without_a_legal_square_explains_why_before_hovering() {
    let (mut desk, action) = Desk::before(GAMES[2], |_, action| {
        matches!(action.kind.sub_actions(), [SubAction::Import(..)])
    });
    let mut decisions = picks(&action).expect("it is entered step by step");
    decisions.retain(|pick| !matches!(pick, InputChoice::Resource(_) | InputChoice::Square(_)));
    let resources: Vec<_> = desk.game().contents().resources().collect();
    let mut found = 0;
    for resource in resources {
        for pick in decisions.iter().cloned().chain([InputChoice::Resource(resource)]) {
            desk.give(FoundersCommand::Choose(pick));
        }
        if desk.table().nearest_place().is_some() {
            found += 1;
            let reasons = desk.decisive().into_iter().filter(|p| p.part == DecisivePart::Reason);
            assert!(reasons.count() > 1, "{:#?}", desk.labels());
        }
        for _ in 0..3 {
            desk.give(Command::Back);
        }
    }
    assert!(found > 0, "everything can be imported");
}

#[test]
fn dialog_buttons_are_visible_in_the_smallest_windows() {
    let journal = crate::app::truncated(&journal_of(GAMES[2]), 40);
    let action = steps(&journal)[3].1.clone();
    for size in SMALL {
        for look in [Appearance::Light, Appearance::HighContrast] {
            for command in [
                Command::Menu(Menu::Preferences),
                Command::Menu(Menu::Keys),
                Command::Menu(Menu::Help),
                Command::Menu(Menu::About),
                FoundersCommand::AskOverrule(action.clone()).into(),
                Command::UndoTo(2),
            ] {
                let context = format!("{size:?} {look:?} {command:?}");
                let mut desk = Desk::in_window(settings(look), size, 1.0);
                desk.open(&journal);
                desk.give(command);
                let ctx = desk.ctx();
                let layer = ctx.memory(egui::Memory::top_modal_layer).expect(&context);
                let window = ctx.content_rect().shrink(MARGIN);
                let buttons: Vec<_> = desk
                    .decisive()
                    .into_iter()
                    .filter(|place| place.layer == layer && place.part == DecisivePart::Back)
                    .collect();
                let are_visible = buttons.iter().all(|button| {
                    button.clip.intersect(window).expand(0.5).contains_rect(button.rect)
                });
                assert!(!buttons.is_empty() && are_visible, "{context}: {buttons:?}");
            }
        }
    }
}

#[test]
fn result_buttons_are_visible_in_the_smallest_windows() {
    let journal = journal_of(GAMES[2]);
    for size in SMALL {
        for look in [Appearance::Light, Appearance::HighContrast] {
            let mut desk = Desk::in_window(settings(look), size, 1.0);
            desk.open(&journal);
            assert!(desk.has_control("Print the scores"), "{size:?} {look:?}");
            assert!(is_undo_in_view(&desk), "{size:?} {look:?}");
        }
    }
}

/// Window sizes of small screens.
const SMALL: [[f32; 2]; 2] = [[640.0, 400.0], [800.0, 480.0]];

#[test]
fn setup_and_overruling_work_in_the_smallest_windows() {
    for size in SMALL {
        let mut desk = Desk::in_window(settings(Appearance::Light), size, 1.0);
        desk.press("New game…");
        desk.press("2 players");
        for name in ["Anna", "Ben"] {
            desk.press(if name == "Anna" { "Name 1" } else { "Name 2" });
            desk.type_text(name);
        }
        desk.press("Next");
        if !desk.has_control("Three Rivers") {
            desk.press("Practice set");
        }
        desk.press("Begin as it stands");
        assert_eq!(desk.game().players().count(), 2, "{size:?}");

        let journal = journal_of("four-founders.founders");
        let (before, action) = steps(&journal)
            .into_iter()
            .find(|(_, action)| matches!(&action.kind, ActionKind::Lead { sub_actions, .. } if matches!(sub_actions[..], [SubAction::Build(_)])))
            .expect("there is a build");
        desk.is_surveyed = true;
        desk.open(&crate::app::truncated(&journal, before));
        let mut decisions = picks(&action).expect("it is entered step by step");
        decisions.truncate(3);
        for pick in decisions {
            desk.give(FoundersCommand::Choose(pick));
        }
        let answers = desk.table().legality().squares();
        let refused: Vec<Square> = answers
            .filter(|(_, answer)| answer.verdict == Verdict::Illegal)
            .map(|(square, _)| square)
            .collect();
        // The press pins the reasons on screen; squares off the board cannot be overruled.
        for square in refused {
            desk.square(square);
            if desk.has_control("Do it anyway…") {
                break;
            }
        }
        desk.press("Do it anyway…");
        desk.type_text("the table agreed");
        let count = desk.record().cursor();
        desk.press("Record it");
        assert_eq!(desk.record().cursor(), count + 1, "{size:?}: {:#?}", desk.labels());
    }
}

#[test]
fn whole_ballot_is_visible_in_low_windows() {
    for size in [[800.0, 480.0], [1024.0, 600.0], [800.0, 1280.0], [1280.0, 800.0]] {
        let (at, action) = Desk::before(GAMES[2], is_vote);
        let mut desk = Desk::in_window(settings(Appearance::Light), size, 1.0);
        desk.open(at.record());
        desk.press("Vote on this screen");
        let who = desk.named_game().label(action.kind.ballots()[0].player);
        desk.lift_curtain(&who);
        let window = Rect::from_min_size(Pos2::ZERO, size.into());
        let proposals: Vec<String> = desk
            .labels()
            .into_iter()
            .filter(|label| {
                ["Circle, ", "Square, ", "Triangle, "].iter().any(|tile| label.starts_with(tile))
            })
            .collect();
        assert_eq!(proposals.len(), 3, "{:#?}", desk.labels());
        for label in
            ["Seal".to_owned(), "Close without sealing".to_owned()].iter().chain(&proposals)
        {
            let spots = desk.control_centers(label);
            assert!(
                spots.iter().any(|spot| window.contains(*spot)),
                "{size:?}: {label} at {spots:?}"
            );
        }
    }
}

/// Returns the size of the largest letters of every text drawn outside the board.
fn text_sizes(desk: &Desk) -> Vec<(String, f32)> {
    let board = desk.board().unwrap_or(Rect::NOTHING);
    let mut sizes = Vec::new();
    desk.each_text(|galley, rect| {
        if !board.contains(rect.center()) {
            let sections = galley.job.sections.iter();
            let size = sections.map(|section| section.format.font_id.size).fold(0.0, f32::max);
            sizes.push((galley.text().to_owned(), size));
        }
    });
    sizes
}

/// Returns the faults of the lesson as it is on screen.
fn lesson_faults(desk: &Desk) -> Vec<String> {
    let mut faults = hidden_places(desk.ctx());
    let lesson = desk.app().lesson().expect("the lesson is on screen");
    let parts: Vec<DecisivePart> = desk.decisive().iter().map(|place| place.part).collect();
    let count = |part| parts.iter().filter(|other| **other == part).count();
    if count(DecisivePart::Choice) < 2 || count(DecisivePart::Back) == 0 {
        faults.push("a button is missing".to_owned());
    }
    let largest = match lesson.phase() {
        LessonPhase::Explained => lesson.texts().reason.as_str(),
        LessonPhase::Asked { .. } => lesson.question().map(|asked| asked.text).unwrap_or_default(),
        LessonPhase::Answered { .. } => return faults,
    };
    let sizes = text_sizes(desk);
    let size = sizes.iter().find(|(text, _)| text == largest).map(|(_, size)| *size);
    let buttons = ["Next", "Show the move", "‹ Back", "Play on from here", "Close the lesson"];
    let others = sizes.iter().filter(|(text, _)| text != largest && !buttons.contains(&&**text));
    // The menus keep their size.
    let below = others.filter(|(text, _)| !MenuBar::ALL.iter().any(|menu| menu.label() == text));
    let others = below.map(|(_, size)| *size).fold(0.0, f32::max);
    if size.is_none_or(|size| size <= others) {
        faults.push(format!("the reason has size {size:?}, another text {others}"));
    }
    let board = desk.board().map_or(0.0, |board| board.area());
    if board < 0.35 * desk.ctx().content_rect().area() {
        faults.push(format!("the board takes only {board} square points"));
    }
    faults
}

/// Goes through the lesson in a window by this many steps at a time, and if by one, answers every
/// question first wrong and then right; returns the faults.
fn walk_lesson(look: Appearance, (size, scale): ([f32; 2], f32), every: usize) -> Vec<String> {
    let mut desk = Desk::in_window(settings(look), size, scale);
    desk.is_surveyed = true;
    desk.give(Command::Menu(Menu::Lesson));
    let mut faults = Vec::new();
    loop {
        let lesson = desk.app().lesson().expect("the lesson is on screen");
        let (step, is_over) = (lesson.progress().0, lesson.is_over());
        faults.extend(lesson_faults(&desk).into_iter().map(|fault| format!("{step}: {fault}")));
        let asked = match lesson.phase() {
            LessonPhase::Asked { recorded, .. } if every == 1 => recorded.squares.first().copied(),
            _ => None,
        };
        if let Some(right) = asked {
            let wrong = {
                let mut squares = lesson.table().legality().squares();
                squares.find(|(_, answer)| answer.verdict == Verdict::Illegal)
            };
            for square in wrong.map(|(square, _)| square).into_iter().chain([right]) {
                desk.give(FoundersCommand::ClickSquare(square));
                let found = lesson_faults(&desk).into_iter();
                faults.extend(found.map(|fault| format!("{step}, {square}: {fault}")));
            }
        }
        if is_over {
            return faults;
        }
        desk.give_all(vec![FoundersCommand::Lesson(LessonStep::Next); every]);
    }
}

#[test]
fn lesson_shows_its_reason_largest_in_every_window() {
    for (index, window) in WINDOWS.into_iter().enumerate() {
        let look = Appearance::ALL[1 + index % 3];
        let every = if index < 5 { 1 } else { 4 };
        let faults = walk_lesson(look, window, every);
        assert!(faults.is_empty(), "{window:?} {look:?}: {} faults: {faults:#?}", faults.len());
    }
}
