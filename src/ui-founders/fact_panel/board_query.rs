//! Questions about unknown facts of the board in play, asked when they first matter.
//!
//! A board can be played on before all of it, or any of it, is traced. An unpainted square is
//! entered with one key, the same that paints it on the tracing screen, and so are its section
//! and its start number. Facts visible at one look are asked together: every square under a tile,
//! and the section with the terrain. For a prestige building, the square of its color is chosen,
//! and a site is taken from the place of the building. The start squares of a traced board are
//! typed. All of it goes into the record and the player's own copy as every other fact does.

use egui::{Button, Key, RichText, Ui};
use plain_text::listed;

use super::later_ui;
use super::square_kind::{kind_label, kind_of};
use board_photo::PaintKind;
use components::board::Section;
use components::board_drawing::{BoardDrawing, UNKNOWN_MARK};
use components::fact::Fact;
use components::fact_id::{FactId, SquareField};
use components::specs::{BoardField, BoardSpec, Pack, SiteSpec, Terrain};
use components::square::Square;
use rules::Game;
use rules::action::{Action, ActionKind};
use ui_box::draft::stated;
use ui_kit::keyboard;
use ui_kit::keymap::DIGITS;
use ui_kit::theme::{space, text, touch};
use ui_kit::widgets::{caption, error_ui, panel_header_ui, primary_button_ui, text_field_ui};
use ui_photo::trace_screen::kind_key;
use ui_tiles::terrain_label;

/// The kinds of square that can be entered with one key. A reserved site is traced instead: the
/// buildings it is reserved for have to be entered with it.
const KINDS: [PaintKind; 7] = [
    PaintKind::Entrance,
    PaintKind::Coastal,
    PaintKind::Forested,
    PaintKind::Central,
    PaintKind::River,
    PaintKind::Wall,
    PaintKind::Outside,
];

/// A question about the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum BoardQuery {
    /// The terrain and section of some squares.
    Squares(SquareQuery),
    /// One of these squares that has the color required by a prestige building.
    Color(Terrain, Vec<Square>),
    /// The number on a start square, which makes the square gray as well.
    Start(Square),
    /// The site of a special building, if it is on these squares.
    Site(String, Vec<Square>),
    /// The squares with the numbers 1 to 4, as typed.
    Starts([String; 4]),
}

/// A question about the squares under a tile, or about one empty square.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct SquareQuery {
    /// The squares of unknown terrain.
    land: Vec<Square>,
    /// The square of unknown section.
    section: Option<Square>,
    /// The terrain answered so far.
    answered: Vec<(Square, PaintKind)>,
    /// The square answered next, if one of several was picked; otherwise all are.
    picked: Option<Square>,
}

impl SquareQuery {
    fn answer(&self, square: Square) -> Option<PaintKind> {
        self.answered.iter().find(|(known, _)| *known == square).map(|(_, kind)| *kind)
    }
}

/// The result of a question.
pub(super) enum BoardAnswer {
    /// No answer yet.
    None,
    /// The answered facts, with their source.
    Facts(Box<Pack>),
    /// The question was put off.
    Later,
}

impl BoardQuery {
    /// Returns the question for a missing fact of the board that `action` needs, if there is one;
    /// `None` for any other fact.
    pub(super) fn of(fact: &FactId, game: &Game, action: Option<&Action>) -> Option<Self> {
        let (square, field) = match fact {
            FactId::Board(_, BoardField::Starts) => {
                return Some(Self::Starts(Default::default()));
            }
            FactId::Site { building, .. } => {
                let ActionKind::PlaceBuilding { footprint, .. } = &action?.kind else {
                    return None;
                };
                return Some(Self::Site(building.to_string(), footprint.squares().to_vec()));
            }
            FactId::Square(_, square, field) => (*square, *field),
            _ => return None,
        };
        match field {
            SquareField::StartNumber => return Some(Self::Start(square)),
            SquareField::Terrain => {
                if let Some((color, squares)) =
                    action.and_then(|action| game.missing_terrain(action))
                {
                    return Some(Self::Color(color, squares));
                }
            }
            SquareField::Section => {}
        }
        let mut query = SquareQuery::default();
        for fact in game.facts_to_read([fact]) {
            match fact {
                FactId::Square(_, square, SquareField::Terrain) => query.land.push(square),
                FactId::Square(_, square, SquareField::Section) => {
                    query.section = query.section.or(Some(square));
                }
                _ => {}
            }
        }
        (query != SquareQuery::default()).then_some(Self::Squares(query))
    }

    /// Returns the question about the terrain of a square.
    pub(super) fn of_square(square: Square) -> Self {
        Self::Squares(SquareQuery { land: vec![square], ..SquareQuery::default() })
    }

    /// Returns `true` if both ask the same, independent of the answers so far.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Starts(_), Self::Starts(_)) => true,
            (Self::Squares(one), Self::Squares(other)) => {
                (&one.land, one.section) == (&other.land, other.section)
            }
            (one, other) => one == other,
        }
    }
}

/// Returns a board spec with the name of the game's board and no facts.
fn empty_spec(game: &Game) -> BoardSpec {
    BoardSpec { name: game.board().name().to_owned(), ..BoardSpec::default() }
}

/// Returns the facts of a board spec, with this source.
fn facts(board: BoardSpec, (key, stands_for): &(String, String)) -> Box<Pack> {
    let sources = [(key.clone(), stands_for.clone())].into();
    let mut facts = Pack { boards: vec![board], sources, ..Pack::default() };
    for (_, fact) in facts.facts_mut() {
        fact.set_source(key);
    }
    Box::new(facts)
}

/// Returns a drawing with these marks on their squares, and all other squares unknown.
fn drawing(game: &Game, marks: &[(Square, char)]) -> Fact<Vec<String>> {
    let drawing = BoardDrawing::new(game.board().size(), |square| {
        marks.iter().find(|(known, _)| *known == square).map_or(UNKNOWN_MARK, |(_, mark)| *mark)
    });
    stated(drawing.rows())
}

/// Parses the typed start squares, each with its number; an error names the first invalid word.
fn read_starts(typed: &[String; 4], game: &Game) -> Result<Vec<(Square, u8)>, String> {
    let mut starts: Vec<(Square, u8)> = Vec::new();
    for (number, words) in (1_u8..).zip(typed) {
        let squares = words.split(|c: char| c.is_whitespace() || c == ',');
        for word in squares.filter(|word| !word.is_empty()) {
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

/// Draws a question; `source` is the source of the answer.
pub(super) fn board_query_ui(
    ui: &mut Ui,
    game: &Game,
    query: &mut BoardQuery,
    source: &(String, String),
) -> BoardAnswer {
    let answer = match query {
        BoardQuery::Squares(squares) => squares_ui(ui, game, squares),
        BoardQuery::Color(color, squares) => color_ui(ui, game, *color, squares),
        BoardQuery::Start(square) => start_ui(ui, game, *square),
        BoardQuery::Site(building, squares) => site_ui(ui, game, building, squares),
        BoardQuery::Starts(words) => starts_ui(ui, game, words),
    };
    if later_ui(ui) {
        return BoardAnswer::Later;
    }
    answer.map_or(BoardAnswer::None, |board| BoardAnswer::Facts(facts(board, source)))
}

fn squares_ui(ui: &mut Ui, game: &Game, query: &mut SquareQuery) -> Option<BoardSpec> {
    let left: Vec<Square> =
        query.land.iter().copied().filter(|square| query.answer(*square).is_none()).collect();
    let mut section = None;
    if !left.is_empty() {
        if let Some(kind) = terrain_ui(ui, &left, &mut query.picked) {
            let answered =
                left.iter().filter(|at| query.picked.is_none_or(|picked| picked == **at));
            query.answered.extend(answered.map(|at| (*at, kind)));
            query.picked = None;
        }
    } else if let Some(square) = query.section {
        section = section_ui(ui, game, square);
    }
    ui.add_space(space::S);
    let is_section_open = section.is_none()
        && query.section.is_some_and(|square| query.answer(square).is_none_or(PaintKind::is_land));
    if is_section_open || query.land.iter().any(|square| query.answer(*square).is_none()) {
        return None;
    }
    let mut board = empty_spec(game);
    if !query.answered.is_empty() {
        let marks: Vec<(Square, char)> =
            query.answered.iter().map(|(square, kind)| (*square, kind.mark())).collect();
        board.terrain = drawing(game, &marks);
    }
    if let Some(mark) = query.section.zip(section) {
        board.sections = drawing(game, &[mark]);
    }
    Some(board)
}

/// Asks for the terrain of some squares: of all of them, or of the one that is picked.
fn terrain_ui(ui: &mut Ui, squares: &[Square], picked: &mut Option<Square>) -> Option<PaintKind> {
    let names: Vec<String> = squares.iter().map(ToString::to_string).collect();
    panel_header_ui(ui, &format!("What is printed on {}?", listed(&names)));
    if squares.len() > 1 {
        caption("One key for all of them. Where they differ, press a square first.".to_owned())
            .ui(ui);
        ui.horizontal_wrapped(|ui| {
            for (square, name) in squares.iter().zip(&names) {
                let is_picked = *picked == Some(*square);
                if ui.selectable_label(is_picked, name).clicked() {
                    *picked = (!is_picked).then_some(*square);
                }
            }
        });
    } else {
        caption("A look at the board, and one key.".to_owned()).ui(ui);
    }
    let mut answer = None;
    for kind in KINDS {
        if answer_ui(ui, kind_label(kind), kind_key(kind)) {
            answer = Some(kind);
        }
    }
    answer
}

/// Draws an answer with its key, unless its text names the key; returns `true` if it is chosen.
fn answer_ui(ui: &mut Ui, words: &str, key: Key) -> bool {
    let names_key = words.split(|c: char| !c.is_alphanumeric()).any(|word| word == key.name());
    let label = if names_key { words.to_owned() } else { format!("{words} ({})", key.name()) };
    let button = Button::new(RichText::new(label).font(text::sans(text::LEAD)))
        .min_size(egui::vec2(ui.available_width(), touch::TARGET));
    let is_typed = keyboard::pressed(ui, egui::Modifiers::NONE, key);
    ui.add(button).clicked() || is_typed
}

/// Iterates over the keys of numbered answers, from 1.
fn digits() -> impl Iterator<Item = Key> {
    DIGITS.into_iter().skip(1)
}

fn color_ui(ui: &mut Ui, game: &Game, color: Terrain, squares: &[Square]) -> Option<BoardSpec> {
    let words = terrain_label(color).to_lowercase();
    panel_header_ui(ui, &format!("Which of these squares is {words}?"));
    caption("One of them is enough; where none is, the building cannot stand there.".to_owned())
        .ui(ui);
    let mut answer = None;
    for (square, key) in squares.iter().zip(digits()) {
        if answer_ui(ui, &square.to_string(), key) {
            let terrain = drawing(game, &[(*square, kind_of(color).mark())]);
            answer = Some(BoardSpec { terrain, ..empty_spec(game) });
        }
    }
    ui.add_space(space::S);
    answer
}

/// Asks for the section of a square; returns its digit.
fn section_ui(ui: &mut Ui, game: &Game, at: Square) -> Option<char> {
    panel_header_ui(ui, &format!("Which section is {at} in?"));
    caption("Rivers and walls part the three sections. Asked only where it matters.".to_owned())
        .ui(ui);
    let mut answer = None;
    let board = game.board();
    for (section, (digit, key)) in Section::ALL.into_iter().zip(('1'..='3').zip(digits())) {
        let known = board.squares().find(|square| board.section_of(*square) == Some(section));
        let words = match known {
            Some(square) => format!("Section {digit}, that of {square}"),
            None => format!("Section {digit}, new"),
        };
        if answer_ui(ui, &words, key) {
            answer = Some(digit);
        }
    }
    answer
}

fn start_ui(ui: &mut Ui, game: &Game, at: Square) -> Option<BoardSpec> {
    panel_header_ui(ui, &format!("Which number is printed on {at}?"));
    caption("Start squares are grey and carry a number from 1 to 4.".to_owned()).ui(ui);
    let mut answer = None;
    for (number, key) in (1_u8..=4).zip(digits()) {
        if answer_ui(ui, &format!("Number {number}"), key) {
            let starts = stated(vec![(at, number)]);
            let terrain = drawing(game, &[(at, PaintKind::Central.mark())]);
            answer = Some(BoardSpec { starts, terrain, ..empty_spec(game) });
        }
    }
    ui.add_space(space::S);
    answer
}

fn site_ui(ui: &mut Ui, game: &Game, building: &str, squares: &[Square]) -> Option<BoardSpec> {
    let at: Vec<String> = squares.iter().map(ToString::to_string).collect();
    panel_header_ui(ui, &format!("Is the site of {building} here?"));
    caption(format!("On {}. If not, press other squares.", at.join(" "))).ui(ui);
    let mut answer = None;
    if answer_ui(ui, "Yes, it is printed here", Key::Y) {
        let reserved: Vec<(Square, char)> = squares.iter().map(|square| (*square, 's')).collect();
        let terrain = drawing(game, &reserved);
        let site = SiteSpec { buildings: vec![building.to_owned()], squares: squares.to_vec() };
        answer = Some(BoardSpec { terrain, sites: stated(vec![site]), ..empty_spec(game) });
    }
    ui.add_space(space::S);
    answer
}

fn starts_ui(ui: &mut Ui, game: &Game, words: &mut [String; 4]) -> Option<BoardSpec> {
    panel_header_ui(ui, "Start squares");
    caption(
        "The squares of the board that carry each number, such as C7 K5. Asked only once."
            .to_owned(),
    )
    .ui(ui);
    for (number, words) in (1..).zip(words.iter_mut()) {
        text_field_ui(ui, words, &format!("Squares with {number}"));
    }
    let read = read_starts(words, game);
    if let Err(error) = &read {
        error_ui(ui, error, text::BODY);
    }
    let starts = read.unwrap_or_default();
    ui.add_space(space::S);
    let keep = ui.add_enabled_ui(!starts.is_empty(), |ui| primary_button_ui(ui, "Keep it"));
    keep.inner.clicked().then(|| BoardSpec { starts: stated(starts), ..empty_spec(game) })
}
