//! The lesson: a recorded game explained entry by entry, with questions in between.
//!
//! It reads the teaching game of the examples. The comment of an entry is the reason of its step,
//! and a step without a reason is shown together with the next one. `QUESTIONS` asks for the
//! placements that teach most: before such an entry the user points at the board, the rules judge
//! the answer, and the recorded move is shown next to it. The lesson changes no file; it can be left
//! at any step into a game that goes on from there.

use std::sync::Arc;

use crate::action_input::InputChoice;
use crate::examples::example;
use crate::squares::involves_square;
use crate::table::{ActionVerdict, Table};
use components::quantity::Quantity;
use components::square::Square;
use journal::{Change, EntryId, Journal};
use narration::sentence::{sentence, short};
use notation::print_action;
use notation::record::read_record;
use rules::action::{Action, ActionKind};
use rules::game::Played;
use rules::moves::ActionEffects;
use rules::sub_action::{Operand, SubAction};

/// The file of the example that the lesson explains.
const RECORD: &str = "teaching-game.founders";

/// The text before the first entry.
const WELCOME: &str = "Two players found a city, and every step is explained here. A dozen times the lesson stops before a move: point at the square where you would build, and see what the rules say. Enter goes on, Backspace goes back, and a game of your own can start from any step.";

/// A question of the lesson: where would you build?
#[derive(Debug)]
pub struct LessonQuestion {
    /// The beginning of the entry that it stops before, as the record writes it; it is the only
    /// entry that begins so.
    entry: &'static str,
    /// The question.
    pub text: &'static str,
}

/// The questions in the order of the record.
const QUESTIONS: [LessonQuestion; 12] = [
    LessonQuestion {
        entry: "Human starts at K6",
        text: "Your move: Human's first stall, Population, is free. Savvas are at L8. Where would you start, to make use of each other later?",
    },
    LessonQuestion {
        entry: "Human Trade: import Knowledge N5",
        text: "Your move: Human imports Knowledge. Where would you build the stall, and what does it cost there?",
    },
    LessonQuestion {
        entry: "Savvas Trade: access Knowledge N5",
        text: "Your move: Savvas want to build Machinery, from Metal and Knowledge. To which tile would you buy access, and what does that bring its owner?",
    },
    LessonQuestion {
        entry: "Human face down Recruit: road K5",
        text: "Your move: Human plays a card face down for a road, the first on the board. Where would you build it, so that it joins two tiles of Human?",
    },
    LessonQuestion {
        entry: "Savvas Upgrade: build Machinery",
        text: "Your move: Savvas build Machinery, from Metal and Knowledge, and the card adds a road. Where would you build, and what does it bring both players?",
    },
    LessonQuestion {
        entry: "Human places Observatory",
        text: "Your move: Human won the vote and places Observatory, which wants Knowledge, Gems and Books. Where would you build it, and what does it bring?",
    },
    LessonQuestion {
        entry: "Savvas Construct: house M4",
        text: "Your move: Savvas build a house, on a green square that a road joins to something of theirs. Where would you build it?",
    },
    LessonQuestion {
        entry: "Savvas follows: road M9",
        text: "Your move: Savvas follow with a road. Ferry Landing still wants Stone. Where would you build, and what does the delivery bring?",
    },
    LessonQuestion {
        entry: "Human follows: build Food",
        text: "Your move: Human follows with Food, from Crops, Stone and Wood. Where would you build, and whom does it pay?",
    },
    LessonQuestion {
        entry: "Human places Almshouse",
        text: "Your move: Human places Almshouse, which wants Population and Food. Where would you build it, and who earns from the cascade?",
    },
    LessonQuestion {
        entry: "Human Trade: import and access Gems O3",
        text: "Your move: nobody controls Gems, so Human imports a neutral stall and gains access to it. Where would you build it, and what does it cost there?",
    },
    LessonQuestion {
        entry: "Human Upgrade: build Jewelry",
        text: "Your move: Human builds Jewelry from neutral Gems, and Jewel House waits for it. Where would you build, and how many points are lost to the neutral tile?",
    },
];

/// An entry after which the lesson stops.
struct LessonStop {
    /// The number of the entry; 0 is the start.
    number: usize,
    /// The question about the entry after it.
    question: Option<&'static LessonQuestion>,
}

/// The texts of a step.
#[derive(Default)]
pub struct LessonTexts {
    /// The turn.
    pub turn: String,
    /// The entries of the step, as sentences.
    pub entries: String,
    /// The reason.
    pub reason: String,
}

/// The recorded move that a question asks for.
pub struct RecordedMove {
    /// The verdict of the rules on it, which is always legal.
    pub verdict: Arc<ActionVerdict>,
    /// The move in words.
    pub text: String,
    /// Its squares.
    pub squares: Vec<Square>,
}

/// The user's answer to a question.
pub struct LessonAnswer {
    /// The verdict of the rules on it.
    pub verdict: ActionVerdict,
    /// The move in words.
    pub text: String,
    /// `true` if it is legal and its place is the recorded one.
    pub is_recorded: bool,
}

/// The progress within a step.
pub enum LessonPhase {
    /// The step is explained.
    Explained,
    /// The move after the step is asked for; `missed` if nothing can be built on the pressed square.
    Asked { recorded: RecordedMove, missed: bool },
    /// The answer is compared with the recorded move.
    Answered { recorded: RecordedMove, answer: Box<LessonAnswer> },
}

/// A running lesson.
pub struct Lesson {
    table: Table,
    stops: Vec<LessonStop>,
    /// The index of the current stop.
    at: usize,
    phase: LessonPhase,
    texts: LessonTexts,
}

impl Default for Lesson {
    fn default() -> Self {
        Self::new()
    }
}

impl Lesson {
    /// Starts the lesson at its first entry. Players are called by race, as in the comments.
    ///
    /// # Panics
    ///
    /// Never: the teaching game is part of the program.
    pub fn new() -> Self {
        let record =
            example(RECORD).and_then(|example| read_record(example.text.as_bytes()).record);
        let table = Table::new(record.expect("the teaching game is sound"));
        let stops = stops_of(table.journal());
        let (phase, texts) = (LessonPhase::Explained, LessonTexts::default());
        let mut lesson = Self { table, stops, at: 0, phase, texts };
        lesson.go_to(0);
        lesson
    }

    /// Returns the table at the current step.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// Returns the progress within the step.
    pub fn phase(&self) -> &LessonPhase {
        &self.phase
    }

    /// Returns the texts of the step.
    pub fn texts(&self) -> &LessonTexts {
        &self.texts
    }

    /// Returns the number of the step, and the number of the last one.
    pub fn progress(&self) -> (usize, usize) {
        (self.at, self.stops.len() - 1)
    }

    /// Returns `true` at the last step.
    pub fn is_over(&self) -> bool {
        self.at + 1 == self.stops.len()
    }

    /// Returns the question that is asked or answered now.
    pub fn question(&self) -> Option<&'static LessonQuestion> {
        match self.phase {
            LessonPhase::Explained => None,
            LessonPhase::Asked { .. } | LessonPhase::Answered { .. } => {
                self.stops[self.at].question
            }
        }
    }

    /// Hovers over a square of an open question. After an answer, a move of the keyboard cursor opens
    /// the question again.
    pub fn hover(&mut self, square: Option<Square>) {
        if square.is_some() {
            self.ask_again();
        }
        if let LessonPhase::Asked { missed, .. } = &mut self.phase {
            *missed &= square.is_none();
            self.table.hover_at(square);
        }
    }

    /// Rotates or flips the tile of an open question in place.
    pub fn turn(&mut self, over: bool, back: bool) {
        let hovered = self.table.hover().map(|hover| hover.square);
        self.ask_again();
        if matches!(self.phase, LessonPhase::Asked { .. }) {
            self.table.hover_at(hovered);
            self.table.pick(&InputChoice::Turn { over, back });
        }
    }

    /// Goes on: to the question after the step, or to the next step.
    pub fn go_on(&mut self) {
        if matches!(self.phase, LessonPhase::Explained) && self.stops[self.at].question.is_some() {
            self.ask();
        } else if !self.is_over() {
            self.go_to(self.at + 1);
        }
    }

    /// Goes back by one; returns `false` at the start.
    pub fn go_back(&mut self) -> bool {
        match self.phase {
            LessonPhase::Answered { .. } => self.ask(),
            LessonPhase::Asked { .. } => self.go_to(self.at),
            LessonPhase::Explained if self.at > 0 => self.go_to(self.at - 1),
            LessonPhase::Explained => return false,
        }
        true
    }

    /// Returns the record up to the current step, to be played on freely.
    ///
    /// # Panics
    ///
    /// Never: the same entries were played in the lesson.
    pub fn practice(&self) -> Journal {
        let played = self.table.journal();
        let mut journal = Journal::new(played.setup().clone()).expect("the lesson started so");
        for &id in &played.main_line()[..played.cursor()] {
            let entry = played.entry(id);
            let comment = entry.comment().to_owned();
            let action = entry.action().cloned().map(Change::Play);
            let comment = (!comment.is_empty()).then_some(Change::Comment(comment));
            for change in action.into_iter().chain(comment) {
                journal.apply(change).expect("it was played in the lesson");
            }
        }
        journal
    }

    /// Shows a stop and explains it.
    fn go_to(&mut self, at: usize) {
        let (from, to) = (self.table.journal().cursor(), self.stops[at].number);
        let change = if to > from { Change::Redo(to - from) } else { Change::Undo(from - to) };
        if to == from {
            self.take_back_all();
        } else {
            self.table.apply(change).expect("the entries were played when the record was read");
        }
        self.at = at;
        self.phase = LessonPhase::Explained;
        self.texts = self.texts_now();
    }

    fn texts_now(&self) -> LessonTexts {
        let journal = self.table.journal();
        let Some(before) = self.at.checked_sub(1) else {
            let turn = "Before the first step".to_owned();
            return LessonTexts { turn, reason: WELCOME.to_owned(), ..LessonTexts::default() };
        };
        let mut turn = String::new();
        let mut sentences = Vec::new();
        let numbers = self.stops[before].number + 1..=journal.cursor();
        journal::replay(journal, numbers, |_, game, played| {
            let named = self.table.named_game_of(game);
            turn = match game.active_player().filter(|_| !game.in_setup()) {
                Some(active) => format!("Turn {}, {}", game.turn_number(), named.label(active)),
                None => "Setup".to_owned(),
            };
            sentences.push(format!("{}.", sentence(named, played)));
        });
        let reason = journal.entry(journal.here()).comment().to_owned();
        LessonTexts { turn, entries: sentences.join(" "), reason }
    }

    /// Asks for the move after the step.
    fn ask(&mut self) {
        self.take_back_all();
        let journal = self.table.journal();
        let next = journal.on_main_line(journal.cursor() + 1);
        let Some(action) = next.and_then(|id| journal.entry(id).action().cloned()) else {
            return;
        };
        for choice in choices_before_place(&action) {
            self.table.pick(&choice);
        }
        let squares = self.squares_of(&action);
        let verdict = self.table.verdict_on(&action);
        let text = self.description(&verdict, squares.first().copied());
        let recorded = RecordedMove { verdict, text, squares };
        self.phase = LessonPhase::Asked { recorded, missed: false };
    }

    /// Asks an answered question again; the tile stays as it was turned.
    fn ask_again(&mut self) {
        self.phase = match std::mem::replace(&mut self.phase, LessonPhase::Explained) {
            LessonPhase::Answered { recorded, .. } => {
                LessonPhase::Asked { recorded, missed: false }
            }
            phase => phase,
        };
    }

    /// Takes a pressed square for the answer, if a question is open.
    pub fn answer(&mut self, square: Square) {
        self.ask_again();
        let LessonPhase::Asked { missed, .. } = &mut self.phase else {
            return;
        };
        if self.table.hover().is_none_or(|hover| hover.square != square) {
            self.table.hover_at(Some(square));
        }
        let verdict = self.table.hover().and_then(|hover| hover.verdict.clone());
        *missed = verdict.is_none();
        let Some(verdict) = verdict else {
            return;
        };
        self.table.pin();
        let text = self.description(&verdict, Some(square));
        let phase = std::mem::replace(&mut self.phase, LessonPhase::Explained);
        if let LessonPhase::Asked { recorded, .. } = phase {
            // A road before the building may be another one.
            let is_recorded =
                verdict.outcome.is_ok() && self.squares_of(&verdict.action) == recorded.squares;
            let answer = Box::new(LessonAnswer { verdict, text, is_recorded });
            self.phase = LessonPhase::Answered { recorded, answer };
        }
    }

    /// Describes a judged move; a refused one by the pressed square.
    fn description(&self, verdict: &ActionVerdict, square: Option<Square>) -> String {
        let named = self.table.named_game();
        match (&verdict.outcome, square) {
            (Ok(played), _) => format!("{}.", sentence(named, played)),
            (Err(_), Some(square)) => format!("{} on {square}.", short(named, &verdict.action)),
            (Err(_), None) => format!("{}.", short(named, &verdict.action)),
        }
    }

    /// Returns the squares of the piece that an action places, or of the tile it gains access to.
    fn squares_of(&self, action: &Action) -> Vec<Square> {
        let squares = self.table.game().board().squares();
        squares.filter(|at| involves_square(action, *at)).collect()
    }

    /// Takes back every choice made on the board.
    fn take_back_all(&mut self) {
        while self.table.take_back() {}
        self.table.hover_at(None);
    }
}

/// Returns `true` if a played action changes no number of any player and delivers nothing.
pub fn brings_nothing(played: &Played) -> bool {
    let effects = ActionEffects::of(played);
    let changes_none = played
        .game
        .players()
        .all(|player| Quantity::ALL.iter().all(|&what| effects.change(player, what) == 0));
    changes_none && effects.deliveries.is_empty()
}

/// Returns the stops of a record: the start, every entry with a reason, and the last entry.
fn stops_of(journal: &Journal) -> Vec<LessonStop> {
    let count = journal.main_line().len();
    let mut stops = vec![LessonStop { number: 0, question: None }];
    journal::replay(journal, 1..=count, |number, before, played| {
        let text = print_action(before, &played.action);
        if let Some(stop) = stops.last_mut().filter(|stop| stop.number + 1 == number) {
            stop.question = QUESTIONS.iter().find(|question| text.starts_with(question.entry));
        }
        let id = journal.on_main_line(number).unwrap_or(EntryId::START);
        if !journal.entry(id).comment().is_empty() || number == count {
            stops.push(LessonStop { number, question: None });
        }
    });
    stops
}

/// Returns the choices that lead to the placement of an action with one sub-action.
fn choices_before_place(action: &Action) -> Vec<InputChoice> {
    let mut choices = match &action.kind {
        ActionKind::Lead { card, .. } => vec![InputChoice::Card(Some(*card))],
        ActionKind::FaceDown { card, .. } => vec![InputChoice::Card(*card)],
        _ => Vec::new(),
    };
    let Some(sub_action) = action.kind.sub_actions().first() else {
        return choices;
    };
    // The rules tell from the resource whether the importer gains access to it.
    let kind = match sub_action {
        SubAction::ImportAccess(resource, square) => SubAction::Import(*resource, *square).kind(),
        sub_action => sub_action.kind(),
    };
    choices.push(InputChoice::Kind(kind));
    choices.extend(match sub_action.operand() {
        Operand::Stall(resource, _) => Some(InputChoice::Resource(*resource)),
        Operand::Placement(placement) => Some(InputChoice::Resource(placement.resource)),
        _ => None,
    });
    choices
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::action_input::InputStep;
    use crate::legality::Verdict;

    /// Goes on until the question about the entry that begins so.
    fn at_question(entry: &str) -> Lesson {
        let mut lesson = Lesson::new();
        while lesson.question().is_none_or(|question| question.entry != entry) {
            let before = lesson.progress();
            let was_asked = lesson.question().is_some();
            lesson.go_on();
            let is_moved = lesson.progress() != before || lesson.question().is_some() != was_asked;
            assert!(is_moved, "no question about {entry}");
        }
        lesson
    }

    fn recorded(lesson: &Lesson) -> &RecordedMove {
        match lesson.phase() {
            LessonPhase::Asked { recorded, .. } | LessonPhase::Answered { recorded, .. } => {
                recorded
            }
            LessonPhase::Explained => panic!("nothing is asked"),
        }
    }

    #[test]
    fn every_step_of_the_lesson_has_a_reason() {
        let mut lesson = Lesson::new();
        while !lesson.is_over() {
            assert!(!lesson.texts().reason.is_empty(), "{}", lesson.texts().entries);
            lesson.go_to(lesson.at + 1);
            assert!(!lesson.texts().entries.is_empty());
        }
        assert!(!lesson.texts().reason.is_empty() && lesson.table().game().is_over());
    }

    #[test]
    fn every_question_asks_for_a_placement_that_the_record_makes() {
        for question in &QUESTIONS {
            let mut lesson = at_question(question.entry);
            let stage = lesson.table().stage();
            let is_place =
                matches!(stage, Some(InputStep::Square | InputStep::Tile | InputStep::Placement));
            assert!(is_place, "{}: {stage:?}", question.entry);
            assert!(recorded(&lesson).verdict.outcome.is_ok());
            let squares = recorded(&lesson).squares.clone();
            assert!(!squares.is_empty());
            // The first square of a tile depends on its orientation.
            let is_answered = squares.iter().any(|&square| {
                let mut turns = 5;
                loop {
                    lesson.answer(square);
                    if let LessonPhase::Answered { answer, .. } = lesson.phase()
                        && answer.is_recorded
                    {
                        return true;
                    }
                    turns -= 1;
                    if turns == 0 {
                        return false;
                    }
                    lesson.turn(false, false);
                }
            });
            assert!(is_answered, "{}", question.entry);
        }
    }

    #[test]
    fn refused_answer_names_its_rule_and_the_question_stays_open() {
        for question in &QUESTIONS {
            let mut lesson = at_question(question.entry);
            let refused = lesson
                .table()
                .legality()
                .squares()
                .find(|(_, answer)| answer.verdict == Verdict::Illegal)
                .map(|(square, _)| square);
            let Some(square) = refused else {
                continue;
            };
            lesson.answer(square);
            if let LessonPhase::Answered { answer, .. } = lesson.phase() {
                assert!(!answer.verdict.checks.is_empty(), "{}", question.entry);
                assert!(!answer.is_recorded);
            }
            let before = lesson.table().journal().cursor();
            lesson.go_back();
            assert!(matches!(lesson.phase(), LessonPhase::Asked { .. }), "{}", question.entry);
            lesson.go_on();
            assert_eq!(lesson.table().journal().cursor(), before + 1, "{}", question.entry);
        }
    }

    #[test]
    fn practice_game_ends_with_the_entry_in_view() {
        let lesson = at_question("Human places Observatory");
        let practice = lesson.practice();
        assert_eq!(practice.cursor(), lesson.table().journal().cursor());
        assert_eq!(practice.entry_count(), practice.cursor());
        assert_eq!(practice.game(), lesson.table().game());
    }

    #[test]
    fn going_back_leads_through_the_same_steps_to_the_start() {
        let mut lesson = Lesson::new();
        let mut forward = vec![lesson.progress().0];
        for _ in 0..40 {
            lesson.go_on();
            forward.push(lesson.progress().0);
        }
        let mut back = vec![lesson.progress().0];
        while lesson.go_back() {
            back.push(lesson.progress().0);
        }
        back.reverse();
        // The way back leaves out the questions.
        forward.dedup();
        assert_eq!(back, forward);
    }
}
