//! What somebody decides by is inside the window, whole and uncovered, in every step of whole games
//! and whatever is pointed at; and the board sits still meanwhile.

use std::collections::BTreeSet;

use components::square::Square;
use egui::{Id, LayerId, Order, Pos2, Rect};
use founders_ledger::app::Command;
use journal::{Change, Journal};
use rules::Game;
use rules::action::{Action, ActionKind};
use rules::illegal::{CheckOutcome, Illegal, RuleCheck};
use rules::sub_action::SubAction;
use table::action_input::InputChoice;
use table::legality::Verdict;
use ui_board::command::FoundersCommand;
use ui_board::settings::Settings;
use ui_kit::theme::Appearance;
use ui_kit::widgets::{DecisivePart, decisive_places};
use ui_menu::Menu;

use crate::app::{Desk, MARGIN, journal_of};
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

/// What comes up by itself and could cover something; what somebody opened is closed by any press.
const COVERS: [&str; 1] = ["messages"];

/// What somebody decides by and cannot see: outside of the window, clipped, scrolled away, or
/// covered.
pub fn what_is_hidden(ctx: &egui::Context) -> Vec<String> {
    // Whatever is asked in a dialog lies over all of it.
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
        let seen = place.clip.intersect(window);
        if !seen.expand(0.5).contains_rect(rect) {
            hidden.push(format!("{part:?} at {rect:?} is seen only within {seen:?}"));
        }
        for (name, cover) in &covers {
            if cover.intersects(rect.shrink(0.5)) {
                hidden.push(format!("{part:?} at {rect:?} is covered by {name} at {cover:?}"));
            }
        }
    }
    hidden
}

/// A walk through a game at one window, which looks at everything that can be pointed at.
struct Walk {
    desk: Desk,
    /// The step that is looked at, for messages.
    step: String,
    faults: BTreeSet<String>,
}

impl Walk {
    fn new(settings: Settings, (size, scale): ([f32; 2], f32), journal: &Journal) -> Self {
        let mut desk = Desk::in_window(settings, size, scale);
        desk.is_surveyed = true;
        desk.open(journal);
        desk.give(FoundersCommand::Change(vec![Change::Undo(journal.cursor())]));
        Self { desk, step: String::new(), faults: BTreeSet::new() }
    }

    fn note(&mut self, fault: impl Into<String>) {
        self.faults.insert(format!("{}: {}", self.step, fault.into()));
    }

    fn count(&self, part: DecisivePart) -> usize {
        self.desk.decisive().iter().filter(|place| place.part == part).count()
    }

    /// Holds what is on screen against what has to be there in any step.
    fn check(&mut self) {
        for fault in what_is_hidden(self.desk.ctx()) {
            self.note(fault);
        }
        // What a page asks is on the page, which scrolls, and a deal asks for cards.
        if self.is_page() {
            return;
        }
        if self.count(DecisivePart::Pending) == 0 {
            self.note("nobody says what is pending");
        }
        if self.count(DecisivePart::Choice) + self.count(DecisivePart::Question) == 0 {
            self.note("there is nothing to choose, and the board is not asked for anything");
        }
        if self.desk.table().last_done().is_some() && self.count(DecisivePart::Undo) == 0 {
            self.note("nothing takes back what was recorded");
        }
        let is_begun =
            self.desk.table().entry().is_some_and(table::action_input::ActionInput::has_started);
        if is_begun && self.count(DecisivePart::Back) == 0 {
            self.note("nothing leads back to the decision before");
        }
    }

    fn is_page(&self) -> bool {
        self.desk.board().is_none() || self.desk.offers("Deal for us")
    }

    /// Notes it if the board is not where it was.
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

    /// Enters an action up to its last decision, and looks at each step on the way.
    fn enter(&mut self, action: &Action) {
        self.look();
        let mut picks = picks(action).unwrap_or_default();
        // The last one would record it.
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
            self.desk.give(FoundersCommand::Pick(pick.clone()));
            self.step = format!("{} > {pick:?}", self.step);
            self.look();
        }
    }

    /// Looks at a step: at rest, and while each choice that is refused, and squares with every kind
    /// of answer, are pointed at.
    fn look(&mut self) {
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
            if !self.desk.offers(&label) {
                continue;
            }
            self.desk.hover_over(&label);
            self.check();
            self.check_board(board, &label);
        }
    }

    /// Holds what is said of a square against what the rules answer.
    fn check_aim(&mut self, square: Square) {
        let Some(answer) = self.desk.table().hover().and_then(|aim| aim.verdict.clone()) else {
            return;
        };
        match &answer.outcome {
            Ok(_) if self.count(DecisivePart::Outcome) == 0 => {
                self.note(format!("{square} is legal, and nobody says what it brings"));
            }
            Err(refusal) if !refusal.is_unfinished() => {
                let failed = |check: &&RuleCheck| check.outcome != CheckOutcome::Passed;
                let reasons = answer.checks.iter().filter(failed).count();
                if self.count(DecisivePart::Reason) < reasons {
                    self.note(format!("{square} is refused for {reasons} reasons"));
                }
                let can_be = |check: &RuleCheck| match &check.outcome {
                    CheckOutcome::Failed(illegal) => Illegal::can_be_overruled(illegal),
                    CheckOutcome::CannotTell(_) => false,
                    CheckOutcome::Passed => true,
                };
                let is_offered = answer.checks.iter().all(can_be);
                if is_offered && self.count(DecisivePart::Overrule) == 0 {
                    self.note(format!("{square} is refused, and cannot be overruled"));
                }
            }
            Ok(_) | Err(_) => {}
        }
    }

    /// Some squares of each verdict: the first, the middle one, the last.
    fn squares(&self) -> Vec<Square> {
        let answers = self.desk.table().legality();
        let of = |wanted: Verdict| -> Vec<Square> {
            let all: Vec<Square> = answers
                .squares()
                .filter(|(_, answer)| answer.verdict == wanted)
                .map(|(square, _)| square)
                .collect();
            let picked = [0, all.len() / 2, all.len().saturating_sub(1)];
            picked.iter().filter_map(|&index| all.get(index).copied()).collect()
        };
        let mut squares: Vec<Square> = Verdict::ALL.into_iter().flat_map(of).collect();
        squares.dedup();
        squares
    }

    fn refused(&self) -> Vec<String> {
        let labels = self.desk.labels().into_iter();
        labels.filter(|label| label.ends_with(", not legal now")).take(2).collect()
    }
}

/// The numbers of entries before which something new is done: the first and the last of each kind
/// of action in the game.
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

/// Whether the middle of the screen has a page of its own for it, which scrolls.
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

/// Walks through a game at this window, and looks at every step of which the number divided by
/// `every` leaves `from`; returns what is wrong.
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
fn what_decides_is_in_view_in_windows_of_laptops_and_screens() {
    check_windows(&WINDOWS[2..]);
}

#[test]
fn what_decides_is_in_view_in_the_smallest_windows() {
    check_windows(&WINDOWS[..2]);
}

#[test]
fn what_decides_is_in_view_on_dark_with_four_players() {
    for (index, size) in [[1280.0, 800.0], [800.0, 1280.0], [1024.0, 600.0]].into_iter().enumerate()
    {
        let faults = walk(Appearance::Dark, (size, 1.0), GAMES[2], (3 * index, 11));
        assert!(faults.is_empty(), "{} faults: {faults:#?}", faults.len());
    }
}

#[test]
fn a_message_covers_nothing_that_somebody_decides_by() {
    for (size, scale) in WINDOWS {
        let mut desk = Desk::in_window(settings(Appearance::Light), size, scale);
        let journal = journal_of(GAMES[2]);
        desk.is_surveyed = true;
        desk.open(&crate::app::cut(&journal, steps(&journal)[9].0));
        let message = "The record was saved as the evening of the four founders.";
        desk.give(FoundersCommand::Tell(message.to_owned()));
        assert!(desk.shows(message));
        let hidden = what_is_hidden(desk.ctx());
        assert!(hidden.is_empty(), "{size:?}: {hidden:#?}");
    }
}

/// Checks if "Undo" is in view and unclipped.
fn is_undo_in_view(desk: &Desk) -> bool {
    let window = desk.ctx().content_rect();
    let places = desk.decisive().into_iter();
    let mut undos = places.filter(|place| place.part == DecisivePart::Undo);
    undos.any(|place| place.clip.intersect(window).expand(0.5).contains_rect(place.rect))
}

#[test]
fn undo_is_in_view_wherever_cards_races_and_ballots_are_asked_for() {
    for game in ["four-founders.founders", "four-achievements.founders"] {
        let journal = journal_of(game);
        let pages = steps(&journal).into_iter().filter(|(_, action)| has_page(&action.kind));
        let pages: Vec<(usize, Action)> = pages.filter(|(number, _)| *number > 0).collect();
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

#[test]
fn a_message_covers_nothing_that_can_be_pressed() {
    let message = "The record was saved as the evening of the four founders.";
    let journal = journal_of(GAMES[2]);
    for size in [[800.0, 480.0], [1024.0, 600.0], [1280.0, 800.0]] {
        // While cards are dealt, while they are taken, and on a turn.
        for number in [0, 6, 22, 40] {
            let mut desk = Desk::in_window(settings(Appearance::Light), size, 1.0);
            desk.is_surveyed = true;
            desk.open(&crate::app::cut(&journal, number));
            desk.give(FoundersCommand::Tell(message.to_owned()));
            desk.rest_pointer();
            let ctx = desk.ctx();
            let id = Id::unique("messages");
            let messages = ctx.memory(|memory| memory.area_rect(id)).expect("it is shown");
            let covered: Vec<Rect> = ctx.viewport(|viewport| {
                let layers = viewport.prev_pass.widgets.layers();
                let widgets = layers.flat_map(|(_, widgets)| widgets.iter());
                widgets
                    .filter(|widget| widget.enabled && widget.sense.senses_click())
                    // A message may lie on a part of the board.
                    .filter(|widget| widget.rect.height() < 180.0)
                    .map(|widget| widget.interact_rect)
                    .filter(|rect| rect.is_positive() && rect.shrink(0.5).intersects(messages))
                    .collect()
            });
            assert!(covered.is_empty(), "{size:?} {number}: {messages:?} over {covered:?}");
        }
    }
}

#[test]
fn what_no_square_takes_says_why_before_a_square_is_aimed_at() {
    let is_import =
        |_: &Game, action: &Action| matches!(action.kind.sub_actions(), [SubAction::Import(..)]);
    let (mut desk, action) = Desk::before(GAMES[2], is_import);
    let mut decisions = picks(&action).expect("it is entered step by step");
    decisions.retain(|pick| !matches!(pick, InputChoice::Resource(_) | InputChoice::Square(_)));
    let resources: Vec<_> = desk.game().contents().resources().collect();
    let mut found = 0;
    for resource in resources {
        for pick in decisions.iter().cloned().chain([InputChoice::Resource(resource)]) {
            desk.give(FoundersCommand::Pick(pick));
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
fn the_foot_of_a_dialog_stays_in_view_in_the_smallest_windows() {
    let journal = crate::app::cut(&journal_of(GAMES[2]), 40);
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
                let asked = format!("{size:?} {look:?} {command:?}");
                let mut desk = Desk::in_window(settings(look), size, 1.0);
                desk.open(&journal);
                desk.give(command);
                let ctx = desk.ctx();
                let layer = ctx.memory(egui::Memory::top_modal_layer).expect(&asked);
                let window = ctx.content_rect().shrink(MARGIN);
                let places = desk.decisive().into_iter();
                let feet: Vec<_> = places
                    .filter(|place| place.layer == layer && place.part == DecisivePart::Back)
                    .collect();
                let in_view = |foot: &ui_kit::widgets::DecisivePlace| {
                    foot.clip.intersect(window).expand(0.5).contains_rect(foot.rect)
                };
                assert!(!feet.is_empty() && feet.iter().all(in_view), "{asked}: {feet:?}");
            }
        }
    }
}

#[test]
fn what_can_be_done_with_a_result_stays_in_view() {
    let journal = journal_of(GAMES[2]);
    for size in SMALL {
        for look in [Appearance::Light, Appearance::HighContrast] {
            let mut desk = Desk::in_window(settings(look), size, 1.0);
            desk.open(&journal);
            assert!(desk.offers("Print the scores"), "{size:?} {look:?}");
            assert!(is_undo_in_view(&desk), "{size:?} {look:?}");
        }
    }
}

/// The windows of small screens.
const SMALL: [[f32; 2]; 2] = [[640.0, 400.0], [800.0, 480.0]];

#[test]
fn a_game_is_set_up_and_a_refusal_overruled_in_the_smallest_windows() {
    for size in SMALL {
        let mut desk = Desk::in_window(settings(Appearance::Light), size, 1.0);
        desk.press("New game…");
        desk.press("2 players");
        for name in ["Anna", "Ben"] {
            desk.press(if name == "Anna" { "Name 1" } else { "Name 2" });
            desk.type_text(name);
        }
        desk.press("Next");
        if !desk.offers("Three Rivers") {
            desk.press("Practice set");
        }
        desk.press("Begin as it stands");
        assert_eq!(desk.game().players().count(), 2, "{size:?}");

        let journal = journal_of("four-founders.founders");
        let (before, action) = steps(&journal)
            .into_iter()
            .find(|(_, action)| matches!(&action.kind, ActionKind::Lead { sub_actions, .. } if matches!(sub_actions[..], [SubAction::Build(_)])))
            .expect("somebody builds");
        desk.is_surveyed = true;
        desk.open(&crate::app::cut(&journal, before));
        let mut decisions = picks(&action).expect("it is entered step by step");
        decisions.truncate(3);
        for pick in decisions {
            desk.give(FoundersCommand::Pick(pick));
        }
        let answers = desk.table().legality().squares();
        let refused: Vec<Square> = answers
            .filter(|(_, answer)| answer.verdict == Verdict::Illegal)
            .map(|(square, _)| square)
            .collect();
        // The press keeps the reasons on screen; what lies off the board cannot be overruled.
        for square in refused {
            desk.square(square);
            if desk.offers("Do it anyway…") {
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
fn a_whole_ballot_is_in_view_in_low_windows() {
    for size in [[800.0, 480.0], [1024.0, 600.0], [800.0, 1280.0], [1280.0, 800.0]] {
        let is_vote = |_: &Game, action: &Action| matches!(action.kind, ActionKind::Reveal(_));
        let (at, action) = Desk::before(GAMES[2], is_vote);
        let mut desk = Desk::in_window(settings(Appearance::Light), size, 1.0);
        desk.open(at.record());
        desk.press("Vote on this screen");
        let who = desk.named_game().label(action.kind.ballots()[0].player);
        desk.press(&format!("{who} votes"));
        desk.press(&format!("{who} lifts the curtain"));
        let window = Rect::from_min_size(Pos2::ZERO, size.into());
        let is_proposal = |label: &String| {
            ["Circle, ", "Square, ", "Triangle, "].iter().any(|tile| label.starts_with(tile))
        };
        let proposals: Vec<String> = desk.labels().into_iter().filter(is_proposal).collect();
        assert_eq!(proposals.len(), 3, "{:#?}", desk.labels());
        for label in
            ["Seal".to_owned(), "Close without sealing".to_owned()].iter().chain(&proposals)
        {
            let spots = desk.spots(label);
            assert!(
                spots.iter().any(|spot| window.contains(*spot)),
                "{size:?}: {label} at {spots:?}"
            );
        }
    }
}
