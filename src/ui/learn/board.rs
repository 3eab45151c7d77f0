//! What is not known yet of the board that is played on, asked when it first matters.
//!
//! A board can be played on before all of it is traced. A square nobody has
//! painted is told by one key, the same that paints it on the tracing screen;
//! the numbers of the start squares are typed. Both go into the record and the
//! own copy as every other fact does.

use egui::{Button, RichText, Ui};

use crate::cards::{note_ui, trouble_ui};
use crate::keyboard;
use crate::theme::{space, text, touch};
use crate::tracing::kind_key;
use crate::widgets::{panel_header_ui, primary_button_ui, text_field_ui};
use board_tracing::Kind;
use rules::Game;
use rules::components::{BoardSpec, Pack};
use rules::fact::{Fact, FactName};
use rules::square::Square;

/// What a square can be told to be with one key. A reserved site is traced, not told: the
/// buildings it is for have to be told with it.
const TOLD: [Kind; 7] = [
    Kind::Entrance,
    Kind::Coastal,
    Kind::Forested,
    Kind::Central,
    Kind::River,
    Kind::Wall,
    Kind::Outside,
];

/// What is asked of the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum OfBoard {
    /// What is printed on a square.
    Terrain(Square),
    /// Which squares carry the numbers 1 to 4, as they are typed.
    Starts([String; 4]),
}

/// What came of asking.
pub(super) enum Answer {
    /// Nothing yet.
    None,
    /// A fact, which rests on the source that was given.
    Facts(Box<Pack>),
    /// It is told later.
    Later,
}

impl OfBoard {
    /// What to ask, if a fact that is lacked is one of the board.
    pub(super) fn of(fact: &FactName, game: &Game) -> Option<Self> {
        let board = game.board().name();
        match fact.what {
            "terrain" => {
                let square = fact.of.strip_suffix(board)?.strip_suffix(" on ")?;
                Some(Self::Terrain(square.parse().ok()?))
            }
            "start squares" if fact.of == board => Some(Self::Starts(Default::default())),
            _ => None,
        }
    }

    /// Whether the same is asked, whatever is typed so far.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Terrain(a), Self::Terrain(b)) => a == b,
            (Self::Starts(_), Self::Starts(_)) => true,
            (Self::Terrain(_), Self::Starts(_)) | (Self::Starts(_), Self::Terrain(_)) => false,
        }
    }
}

/// A board of the game's name and size of which nothing is said.
fn nothing_said(game: &Game) -> BoardSpec {
    BoardSpec { name: game.board().name().to_owned(), ..BoardSpec::default() }
}

fn facts(board: BoardSpec, source: &(String, String)) -> Answer {
    Answer::Facts(Box::new(Pack {
        boards: vec![board],
        sources: [source.clone()].into(),
        ..Pack::default()
    }))
}

/// The fact that a square is of a kind: a drawing that leaves everything else open.
fn told(game: &Game, at: Square, kind: Kind, source: &(String, String)) -> Answer {
    let (columns, rows) = game.board().size();
    let mark = |row: u8, column: u8| {
        if Square::new(column, row) == at { kind.mark() } else { '?' }
    };
    let drawn = (0..rows).map(|row| (0..columns).map(|column| mark(row, column)).collect());
    let mut board = nothing_said(game);
    board.terrain = Fact::Known(drawn.collect(), source.0.clone());
    facts(board, source)
}

/// The squares that are typed, each with its number; or the first word that is none.
fn read_starts(typed: &[String; 4], game: &Game) -> Result<Vec<(Square, u8)>, String> {
    let mut starts: Vec<(Square, u8)> = Vec::new();
    for (number, words) in (1_u8..).zip(typed) {
        let words = words.split(|c: char| c.is_whitespace() || c == ',');
        for word in words.filter(|word| !word.is_empty()) {
            let Ok(square) = word.to_uppercase().parse::<Square>() else {
                return Err(format!("{word} is not a square; expected one such as C7"));
            };
            let (columns, rows) = game.board().size();
            if square.column >= columns || square.row >= rows {
                return Err(format!("{square} is not on the board"));
            }
            if starts.iter().any(|(known, _)| *known == square) {
                return Err(format!("{square} is entered twice"));
            }
            starts.push((square, number));
        }
    }
    Ok(starts)
}

/// Asks; `source` is what the answer rests on.
pub(super) fn of_board_ui(
    ui: &mut Ui,
    game: &Game,
    asked: &mut OfBoard,
    source: &(String, String),
) -> Answer {
    let mut answer = match asked {
        OfBoard::Terrain(square) => terrain_ui(ui, game, *square, source),
        OfBoard::Starts(typed) => starts_ui(ui, game, typed, source),
    };
    let words = RichText::new("Later").font(text::sans(text::LEAD));
    let later = Button::new(words).min_size(egui::vec2(96.0, touch::TARGET));
    let later =
        ui.add(later).on_hover_text("Goes on without it; a rule that needs it cannot tell.");
    if later.clicked() {
        answer = Answer::Later;
    }
    answer
}

fn terrain_ui(ui: &mut Ui, game: &Game, at: Square, source: &(String, String)) -> Answer {
    panel_header_ui(ui, &format!("What is printed on {at}?"));
    note_ui(ui, "A look at the board, and one key.".to_owned());
    let mut answer = Answer::None;
    for kind in TOLD {
        let key = kind_key(kind);
        let words = RichText::new(format!("{kind} ({})", key.name())).font(text::sans(text::LEAD));
        let button = Button::new(words).min_size(egui::vec2(ui.available_width(), touch::TARGET));
        let is_typed = keyboard::pressed(ui, egui::Modifiers::NONE, key);
        if ui.add(button).clicked() || is_typed {
            answer = told(game, at, kind, source);
        }
    }
    ui.add_space(space::S);
    answer
}

fn starts_ui(
    ui: &mut Ui,
    game: &Game,
    typed: &mut [String; 4],
    source: &(String, String),
) -> Answer {
    panel_header_ui(ui, "Start squares");
    note_ui(
        ui,
        "The squares of the board that carry each number, such as C7 K5. Asked only once."
            .to_owned(),
    );
    for (number, typed) in (1..).zip(typed.iter_mut()) {
        text_field_ui(ui, typed, &format!("Squares with {number}"));
    }
    let read = read_starts(typed, game);
    if let Err(trouble) = &read {
        trouble_ui(ui, trouble, text::BODY);
    }
    let starts = read.unwrap_or_default();
    ui.add_space(space::S);
    let mut answer = Answer::None;
    ui.add_enabled_ui(!starts.is_empty(), |ui| {
        if primary_button_ui(ui, "Keep it").clicked() {
            let mut board = nothing_said(game);
            board.starts = Fact::Known(starts, source.0.clone());
            answer = facts(board, source);
        }
    });
    answer
}
