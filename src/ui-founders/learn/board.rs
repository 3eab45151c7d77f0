//! What is not known yet of the board that is played on, asked when it first matters.
//!
//! A board can be played on before all of it is traced, or any of it. A square nobody has
//! painted is told by one key, the same that paints it on the tracing screen, and so are its
//! section and its start number. What one look tells is asked at once: every square under a tile,
//! and the section with the terrain. Of a prestige building, the square of its colour is pointed at,
//! and a site is taken from where the building is placed. The start squares of a traced board are
//! typed. All of it goes into the record and the own copy as every other fact does.

use egui::{Button, Key, RichText, Ui};
use plain_text::listed;

use super::ground::{kind_of, kind_words};
use super::later_ui;
use board_tracing::Kind;
use components::board::Section;
use components::board_drawing::{BoardDrawing, UNKNOWN_MARK};
use components::fact::Fact;
use components::fact_id::{FactId, SquareField};
use components::specs::{BoardField, BoardSpec, Pack, SiteSpec, Terrain};
use components::square::Square;
use rules::Game;
use rules::action::{Action, Deed};
use ui_box::draft::typed;
use ui_kit::keyboard;
use ui_kit::keymap::DIGITS;
use ui_kit::theme::{space, text, touch};
use ui_kit::widgets::{caption, panel_header_ui, primary_button_ui, text_field_ui, trouble_ui};
use ui_photo::tracing::kind_key;
use ui_tiles::terrain_words;

/// What a square can be told to be with one key. A reserved site is traced, not told: the
/// buildings it is for have to be told with it.
const KINDS: [Kind; 7] = [
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
    /// What is printed in one place.
    Squares(AskedSquares),
    /// Which of these squares is of the colour that a prestige building asks for.
    Colour(Terrain, Vec<Square>),
    /// Which number a start square carries; it is grey then.
    Start(Square),
    /// Whether the site of a special building is on these squares.
    Site(String, Vec<Square>),
    /// Which squares carry the numbers 1 to 4, as they are typed.
    Starts([String; 4]),
}

/// The squares under a tile, or one on which nothing lies, and what of them is asked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct AskedSquares {
    /// The squares of which nobody knows what is printed there.
    land: Vec<Square>,
    /// The square whose section is not known.
    section: Option<Square>,
    /// What was told of them so far.
    told: Vec<(Square, Kind)>,
    /// The square that is told next, if one of several was picked; otherwise all of them are.
    picked: Option<Square>,
}

/// What came of asking.
pub(super) enum BoardAnswer {
    /// Nothing yet.
    None,
    /// A fact, which rests on the source that was given.
    Facts(Box<Pack>),
    /// It is told later.
    Later,
}

impl OfBoard {
    /// What to ask, if a fact that is lacked, for `action` if there is one, is one of the board.
    pub(super) fn of(fact: &FactId, game: &Game, action: Option<&Action>) -> Option<Self> {
        let (square, field) = match fact {
            FactId::Board(_, BoardField::Starts) => {
                return Some(Self::Starts(Default::default()));
            }
            FactId::Site { building, .. } => {
                let Deed::PlaceBuilding { footprint, .. } = &action?.deed else {
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
                if let Some((colour, squares)) =
                    action.and_then(|action| game.colour_sought(action))
                {
                    return Some(Self::Colour(colour, squares));
                }
            }
            SquareField::Section => {}
        }
        let mut place = AskedSquares::default();
        for fact in game.to_read_off([fact]) {
            match fact {
                FactId::Square(_, square, SquareField::Terrain) => place.land.push(square),
                FactId::Square(_, square, SquareField::Section) => {
                    place.section = place.section.or(Some(square));
                }
                _ => {}
            }
        }
        (place != AskedSquares::default()).then_some(Self::Squares(place))
    }

    /// What is printed on a square.
    pub(super) fn of_square(square: Square) -> Self {
        Self::Squares(AskedSquares { land: vec![square], ..AskedSquares::default() })
    }

    /// Whether the same is asked, whatever is told or typed so far.
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

/// A board of the game's name and size of which nothing is said.
fn nothing_said(game: &Game) -> BoardSpec {
    BoardSpec { name: game.board().name().to_owned(), ..BoardSpec::default() }
}

/// What a board says, which rests on `source`.
fn facts(board: BoardSpec, (key, stands_for): &(String, String)) -> Box<Pack> {
    let sources = [(key.clone(), stands_for.clone())].into();
    let mut facts = Pack { boards: vec![board], sources, ..Pack::default() };
    for (_, fact) in facts.facts_mut() {
        fact.rest_on(key);
    }
    Box::new(facts)
}

/// A drawing that says a mark of each of some squares, and leaves everything else open.
fn drawing(game: &Game, told: &[(Square, char)]) -> Fact<Vec<String>> {
    let mark = |square| told.iter().find(|(known, _)| *known == square).map(|(_, mark)| *mark);
    typed(
        BoardDrawing::new(game.board().size(), |square| mark(square).unwrap_or(UNKNOWN_MARK))
            .rows(),
    )
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
) -> BoardAnswer {
    let answer = match asked {
        OfBoard::Squares(squares) => squares_ui(ui, game, squares),
        OfBoard::Colour(colour, squares) => colour_ui(ui, game, *colour, squares),
        OfBoard::Start(square) => start_ui(ui, game, *square),
        OfBoard::Site(building, squares) => site_ui(ui, game, building, squares),
        OfBoard::Starts(words) => starts_ui(ui, game, words),
    };
    if later_ui(ui) {
        return BoardAnswer::Later;
    }
    answer.map_or(BoardAnswer::None, |board| BoardAnswer::Facts(facts(board, source)))
}

fn squares_ui(ui: &mut Ui, game: &Game, place: &mut AskedSquares) -> Option<BoardSpec> {
    let is_told =
        |square: &Square, told: &[(Square, Kind)]| told.iter().any(|(known, _)| known == square);
    let left = place.land.iter().filter(|square| !is_told(square, &place.told));
    let left: Vec<Square> = left.copied().collect();
    let mut section = None;
    if !left.is_empty() {
        if let Some(kind) = terrain_ui(ui, &left, &mut place.picked) {
            let meant = left.iter().filter(|at| place.picked.is_none_or(|picked| picked == **at));
            place.told.extend(meant.map(|at| (*at, kind)));
            place.picked = None;
        }
    } else if let Some(square) = place.section {
        section = section_ui(ui, game, square);
    }
    ui.add_space(space::S);
    let is_land = |square: Square| {
        let told = place.told.iter().find(|(known, _)| *known == square);
        told.is_none_or(|(_, kind)| kind.is_land())
    };
    let asks_section = place.section.is_some_and(is_land) && section.is_none();
    if asks_section || !place.land.iter().all(|square| is_told(square, &place.told)) {
        return None;
    }
    let mut board = nothing_said(game);
    if !place.told.is_empty() {
        let told = place.told.iter().map(|(square, kind)| (*square, kind.mark()));
        board.terrain = drawing(game, &told.collect::<Vec<_>>());
    }
    if let Some(told) = place.section.zip(section) {
        board.sections = drawing(game, &[told]);
    }
    Some(board)
}

/// What is printed on some squares: all of them, or the one that is picked.
fn terrain_ui(ui: &mut Ui, squares: &[Square], picked: &mut Option<Square>) -> Option<Kind> {
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
    let mut told = None;
    for kind in KINDS {
        if answer_ui(ui, kind_words(kind), kind_key(kind)) {
            told = Some(kind);
        }
    }
    told
}

/// An answer with the key that gives it, which is not repeated where the answer names it; whether
/// it is given.
fn answer_ui(ui: &mut Ui, words: &str, key: Key) -> bool {
    let mut named = words.split(|c: char| !c.is_alphanumeric());
    let words = if named.any(|word| word == key.name()) {
        words.to_owned()
    } else {
        format!("{words} ({})", key.name())
    };
    let words = RichText::new(words).font(text::sans(text::LEAD));
    let button = Button::new(words).min_size(egui::vec2(ui.available_width(), touch::TARGET));
    let is_typed = keyboard::pressed(ui, egui::Modifiers::NONE, key);
    ui.add(button).clicked() || is_typed
}

/// The keys of answers that are counted, from 1.
fn digits() -> impl Iterator<Item = Key> {
    DIGITS.into_iter().skip(1)
}

fn colour_ui(ui: &mut Ui, game: &Game, colour: Terrain, squares: &[Square]) -> Option<BoardSpec> {
    let words = terrain_words(colour).to_lowercase();
    panel_header_ui(ui, &format!("Which of these squares is {words}?"));
    caption("One of them is enough; where none is, the building cannot stand there.".to_owned())
        .ui(ui);
    let mut answer = None;
    for (square, key) in squares.iter().zip(digits()) {
        if answer_ui(ui, &square.to_string(), key) {
            let terrain = drawing(game, &[(*square, kind_of(colour).mark())]);
            answer = Some(BoardSpec { terrain, ..nothing_said(game) });
        }
    }
    ui.add_space(space::S);
    answer
}

/// The digit of the section in which a square lies, once it is told.
fn section_ui(ui: &mut Ui, game: &Game, at: Square) -> Option<char> {
    panel_header_ui(ui, &format!("Which section is {at} in?"));
    caption("Rivers and walls part the three sections. Asked only where it matters.".to_owned())
        .ui(ui);
    let mut told = None;
    let board = game.board();
    for (section, (digit, key)) in Section::ALL.into_iter().zip(('1'..='3').zip(digits())) {
        let mut known = board.squares().filter(|square| board.section_of(*square) == Some(section));
        let words = match known.next() {
            Some(square) => format!("Section {digit}, that of {square}"),
            None => format!("Section {digit}, new"),
        };
        if answer_ui(ui, &words, key) {
            told = Some(digit);
        }
    }
    told
}

fn start_ui(ui: &mut Ui, game: &Game, at: Square) -> Option<BoardSpec> {
    panel_header_ui(ui, &format!("Which number is printed on {at}?"));
    caption("Start squares are grey and carry a number from 1 to 4.".to_owned()).ui(ui);
    let mut answer = None;
    for (number, key) in (1_u8..=4).zip(digits()) {
        if answer_ui(ui, &format!("Number {number}"), key) {
            let starts = typed(vec![(at, number)]);
            let terrain = drawing(game, &[(at, Kind::Central.mark())]);
            answer = Some(BoardSpec { starts, terrain, ..nothing_said(game) });
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
        answer = Some(BoardSpec { terrain, sites: typed(vec![site]), ..nothing_said(game) });
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
    if let Err(trouble) = &read {
        trouble_ui(ui, trouble, text::BODY);
    }
    let starts = read.unwrap_or_default();
    ui.add_space(space::S);
    let keep = ui.add_enabled_ui(!starts.is_empty(), |ui| primary_button_ui(ui, "Keep it"));
    let is_kept = keep.inner.clicked();
    is_kept.then(|| BoardSpec { starts: typed(starts), ..nothing_said(game) })
}
