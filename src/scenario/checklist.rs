//! What lies on the table at one moment, thing by thing, to put it back by hand.
//!
//! The order is that of laying it out: the map, what lies on it, who stands on it, the cards, and
//! where the round stands. Which pieces of card the map is put together from nobody told the app;
//! it names their hexes.

use plain_text::{agreeing, counted, listed, remarks};
use schemars::JsonSchema;
use serde::Serialize;

use scenario_rules::board::{Board, Line, Terrain};
use scenario_rules::card::FurtherAttack;
use scenario_rules::figure::{Condition, Figure, Initiative, Kind};
use scenario_rules::game::Game;
use scenario_rules::hex::Hex;
use scenario_rules::names::Names;
use scenario_rules::position::{Layout, SetInitiative};

use super::reply::HexName;
use super::text::{full_names, print_card};

catalogue::catalogue! {
    /// A part of the table.
    #[derive(Serialize, JsonSchema)]
    #[serde(rename_all = "lowercase")]
    pub enum Part {
        /// What it is called above its lines.
        title: &'static str,
    }

    /// The hexes of the map, and the walls between them.
    Map = "The map";
    /// Doors and overlay tiles.
    Tiles = "Doors and tiles";
    /// Characters, monsters and everybody else.
    Figures = "Figures";
    /// Initiatives and this round's cards.
    Cards = "Cards";
    /// The round, the level and the rulings.
    Round = "The round";
}

/// Something to put on the table, or to see to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Item {
    /// Where it belongs.
    pub part: Part,
    /// What it is, in words.
    pub text: String,
    /// The hexes it takes up.
    #[schemars(with = "Vec<HexName>")]
    pub hexes: Vec<String>,
}

/// Everything that lies on the table of a game, in the order of laying it out.
pub fn checklist(game: &Game) -> Vec<Item> {
    let layout = game.position().layout();
    let mut items = map(&layout.board);
    items.extend(tiles(&layout.board));
    items.extend(layout.figures.iter().map(|figure| Item {
        part: Part::Figures,
        text: standing(&layout.names, figure),
        hexes: vec![figure.hex.to_string()],
    }));
    let cards = initiatives(layout).into_iter();
    let cards = cards.chain(
        layout.cards.iter().map(|card| format!("Card of {}", print_card(&layout.names, card))),
    );
    items.extend(cards.map(|text| Item { part: Part::Cards, text, hexes: Vec::new() }));
    let round = round(game).into_iter();
    items.extend(round.map(|text| Item { part: Part::Round, text, hexes: Vec::new() }));
    items
}

/// The columns with their hexes, and the walls.
fn map(board: &Board) -> Vec<Item> {
    let mut items = Vec::new();
    for column in 0..board.columns() {
        let rows = (0..board.rows()).filter(|&row| board.has(Hex::new(column, row)));
        let hexes: Vec<Hex> = rows.map(|row| Hex::new(column, row)).collect();
        if !hexes.is_empty() {
            let text = format!("Column {}: {}", Hex::letters(column), stretches(&hexes));
            items.push(Item { part: Part::Map, text, hexes: names(hexes) });
        }
    }
    let walls: Vec<String> = board.walls().iter().map(Line::to_string).collect();
    if !walls.is_empty() {
        let text = format!("Walls between {}", remarks(&walls));
        let hexes = names(board.walls().iter().map(|wall| wall.hex));
        items.push(Item { part: Part::Map, text, hexes });
    }
    items
}

/// The names of the hexes.
fn names(hexes: impl IntoIterator<Item = Hex>) -> Vec<String> {
    hexes.into_iter().map(|hex| hex.to_string()).collect()
}

/// Rows of one column that follow each other, as "1 to 4, 6".
fn stretches(hexes: &[Hex]) -> String {
    let parts = hexes.chunk_by(|a, b| a.row + 1 == b.row).map(|part| match part {
        [first, .., last] => format!("{} to {}", first.row + 1, last.row + 1),
        part => part.iter().map(|hex| (hex.row + 1).to_string()).collect(),
    });
    remarks(&parts.collect::<Vec<_>>())
}

/// Doors and overlay tiles, a line for each kind.
fn tiles(board: &Board) -> impl Iterator<Item = Item> {
    let kinds = [
        (Terrain::ClosedDoor, "Closed door", "Closed doors"),
        (Terrain::LockedDoor, "Locked door", "Locked doors"),
        (Terrain::OpenDoor, "Open door", "Open doors"),
        (Terrain::Obstacle, "Obstacle", "Obstacles"),
        (Terrain::Trap, "Trap", "Traps"),
        (Terrain::Hazardous, "Hazardous terrain", "Hazardous terrain"),
        (Terrain::Difficult, "Difficult terrain", "Difficult terrain"),
    ];
    kinds.into_iter().filter_map(|(terrain, one, many)| {
        let hexes = names(board.hexes().filter(|&hex| board.terrain(hex) == Some(terrain)));
        let text = format!("{}: {}", agreeing(hexes.len(), one, many), hexes.join(" "));
        (!hexes.is_empty()).then_some(Item { part: Part::Tiles, text, hexes })
    })
}

/// A figure with all that lies at it.
fn standing(names: &Names, figure: &Figure) -> String {
    let what = match &figure.kind {
        Kind::Character(_) => "character".to_owned(),
        Kind::Monster(rank) => rank.word().to_owned(),
        Kind::Summon { owner } => format!("summon of {}", names.figure_name(*owner)),
        Kind::Ally(_) => "ally".to_owned(),
        Kind::Object(party, _) => format!("object, with {}", party.word()),
    };
    let mut parts = vec![format!("{figure} in {}: {what}", figure.hex)];
    if let Some(hit_points) = figure.hit_points {
        let most = counted(hit_points.most, "hit point", "hit points");
        parts.push(format!("{} of {most}", hit_points.left));
    }
    if figure.flying {
        parts.push("flying".to_owned());
    }
    parts.extend(figure.conditions.iter().map(Condition::word).map(str::to_owned));
    remarks(&parts)
}

/// Whatever was turned over, and what was not yet.
fn initiatives(layout: &Layout) -> Vec<String> {
    let mut lines = Vec::new();
    for figure in &layout.figures {
        if let Kind::Character(initiative) | Kind::Ally(initiative) | Kind::Object(_, initiative) =
            figure.kind
        {
            let now = match initiative {
                Initiative::Card { number, second: None } => number.to_string(),
                Initiative::Card { number, second: Some(second) } => {
                    format!("{number}, second card {second}")
                }
                Initiative::Resting => "long rest".to_owned(),
                Initiative::Hidden => "not turned over yet".to_owned(),
            };
            lines.push(format!("Initiative of {figure}: {now}"));
        }
    }
    lines.extend(layout.initiatives.iter().map(|SetInitiative { set, number }| {
        format!("Initiative of {}: {number}", layout.names.set_name(*set))
    }));
    lines
}

/// Which round it is, who has had a turn, and what holds for the whole table.
fn round(game: &Game) -> Vec<String> {
    let layout = game.position().layout();
    let mut lines = vec![format!("Round {}", game.round())];
    let done = layout.figures.iter().filter(|figure| game.has_acted(figure.id()));
    let done: Vec<String> = done.map(Figure::to_string).collect();
    if !done.is_empty() {
        lines.push(format!("Over in this round: {}", listed(&done)));
    }
    if let Some(FurtherAttack { figure, card }) = &layout.again {
        let name = layout.names.figure_name(*figure);
        lines.push(format!("{name} is about to attack again: {card}"));
    }
    if !layout.attacked.is_empty() {
        lines.push(format!(
            "Attacked already: {}",
            listed(&full_names(&layout.names, &layout.attacked))
        ));
    }
    if let Some(level) = layout.level {
        lines.push(format!("Scenario level {level}"));
    }
    if let Some(always) = game.always() {
        lines.push(format!("Every set has initiative {always} in every round"));
    }
    lines.extend(layout.switches.on().map(|switch| format!("Ruling: {switch}")));
    lines
}
