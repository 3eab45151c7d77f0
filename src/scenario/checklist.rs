//! A checklist of everything on the table at one moment, for setting it up again.
//!
//! The order is that of setup: the map, its doors and overlay tiles, the figures, the cards, and
//! the state of the round. The app does not know the map tiles, so it lists the hexes instead.

use plain_text::{agreeing, capitalized, counted, listed, remarks};
use schemars::JsonSchema;
use serde::Serialize;

use scenario_rules::arrival::Arrival;
use scenario_rules::board::{Board, HexLine, Terrain};
use scenario_rules::card::FurtherAttack;
use scenario_rules::element::{Element, ElementState, ElementStrength};
use scenario_rules::figure::{Bonus, Figure, FigureKind, Initiative};
use scenario_rules::game::Game;
use scenario_rules::hand::{Hand, Pile};
use scenario_rules::hex::Hex;
use scenario_rules::marks::HexMark;
use scenario_rules::names::{FigureId, Names};
use scenario_rules::position::{Layout, SetInitiative};
use scenario_rules::purse::Purse;
use scenario_rules::standees::SetStandees;

use super::dungeon;
use super::reply::HexName;
use super::text::{full_names, grouped_marks, looted_words, print_card, print_deck, room_words};

enum_table::enum_table! {
    /// A part of the table.
    #[derive(Serialize, JsonSchema)]
    #[serde(rename_all = "lowercase")]
    pub enum Part {
        /// Returns the heading above its items.
        title: &'static str,
    }

    /// The hexes of the map, and the walls between them.
    Map = "The map";
    /// Doors and overlay tiles.
    Tiles = "Doors and tiles";
    /// Characters, monsters and all other figures.
    Figures = "Figures";
    /// Initiatives and this round's cards.
    Cards = "Cards";
    /// The round, the level and the rulings.
    Round = "The round";
}

/// An item to put on the table, or a value to set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Item {
    /// The part of the table it belongs to.
    pub part: Part,
    /// The description.
    pub text: String,
    /// The hexes it occupies.
    #[schemars(with = "Vec<HexName>")]
    pub hexes: Vec<String>,
}

/// Returns every item on the table of a game, in the order of setup.
///
/// ```
/// use scenario::checklist::checklist;
///
/// let position = scenario::parse("board 5x1\ntrap B1\ncharacter Brute at C1, initiative 30")?;
/// let items = checklist(&scenario_rules::Game::new(position));
/// let texts: Vec<&str> = items.iter().map(|item| item.text.as_str()).collect();
/// assert!(texts.contains(&"Trap: B1"));
/// assert!(texts.contains(&"Brute in C1: character"));
/// # Ok::<(), scenario::TextError>(())
/// ```
pub fn checklist(game: &Game) -> Vec<Item> {
    let layout = game.position().layout();
    let mut items = map(&layout.board);
    items.extend(tiles(&layout.board));
    items.extend(layout.figures.iter().map(|figure| Item {
        part: Part::Figures,
        text: figure_text(&layout.names, figure),
        hexes: vec![figure.hex.to_string()],
    }));
    items.extend(money(layout));
    items.extend(grouped_marks(&layout.marks).into_iter().map(|(mark, hexes)| Item {
        part: Part::Tiles,
        text: format!("{}: {}", capitalized(&mark.to_string()), remarks(&names(hexes.clone()))),
        hexes: names(hexes),
    }));
    items.extend(layout.rooms.iter().map(|room| Item {
        part: Part::Map,
        text: format!(
            "Room {} behind {}, not laid out yet: {}",
            room.number,
            listed(&room.doors),
            room_words(room, &room.figures)
        ),
        hexes: names(room.doors.iter().copied()),
    }));
    let mut cards = initiatives(layout);
    cards.extend(
        layout.cards.iter().map(|card| format!("Card of {}", print_card(&layout.names, card))),
    );
    cards.extend(supplies(layout));
    let mut rounds = round(game);
    rounds.extend(layout.dungeon.iter().flat_map(dungeon::checklist_lines));
    for (part, lines) in [(Part::Cards, cards), (Part::Round, rounds)] {
        items.extend(lines.into_iter().map(|text| Item { part, text, hexes: Vec::new() }));
    }
    items
}

/// Lists the columns with their hexes, and the walls.
fn map(board: &Board) -> Vec<Item> {
    let mut items = Vec::new();
    for column in 0..board.columns() {
        let rows = (0..board.rows()).filter(|&row| board.has(Hex::new(column, row)));
        let hexes: Vec<Hex> = rows.map(|row| Hex::new(column, row)).collect();
        if !hexes.is_empty() {
            let text = format!("Column {}: {}", Hex::column_letters(column), stretches(&hexes));
            items.push(Item { part: Part::Map, text, hexes: names(hexes) });
        }
    }
    let walls: Vec<String> = board.walls().iter().map(HexLine::to_string).collect();
    if !walls.is_empty() {
        let text = format!("Walls between {}", remarks(&walls));
        let hexes = names(board.walls().iter().map(|wall| wall.hex));
        items.push(Item { part: Part::Map, text, hexes });
    }
    items
}

/// Returns the names of the hexes.
fn names(hexes: impl IntoIterator<Item = Hex>) -> Vec<String> {
    hexes.into_iter().map(|hex| hex.to_string()).collect()
}

/// Returns the rows of the hexes of one column, such as "1 to 4, 6".
fn stretches(hexes: &[Hex]) -> String {
    let parts = hexes.chunk_by(|a, b| a.row + 1 == b.row).map(|part| match part {
        [first, .., last] => format!("{} to {}", first.row + 1, last.row + 1),
        part => part.iter().map(|hex| (hex.row + 1).to_string()).collect(),
    });
    remarks(&parts.collect::<Vec<_>>())
}

/// Lists the doors and overlay tiles, one item per kind.
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

/// Describes a figure with its hit points and conditions.
fn figure_text(names: &Names, figure: &Figure) -> String {
    let kind = match &figure.kind {
        FigureKind::Character(_) => "character".to_owned(),
        FigureKind::Monster(rank) => rank.word().to_owned(),
        FigureKind::Summon { owner } => format!("summon of {}", names.figure_name(*owner)),
        FigureKind::Ally(_) => "ally".to_owned(),
        FigureKind::Object(party, _) => format!("object, with {}", party.word()),
    };
    let mut parts = vec![format!("{figure} in {}: {kind}", figure.hex)];
    if let Some(hit_points) = figure.hit_points {
        let most = counted(hit_points.max, "hit point", "hit points");
        parts.push(format!("{} of {most}", hit_points.current));
    }
    match figure.arrival {
        Arrival::Placed => {}
        Arrival::Summoned { by } => parts.push(format!("summoned by {}", names.figure_name(by))),
        Arrival::Spawned { .. } => parts.push("spawned".to_owned()),
    }
    if figure.flying {
        parts.push("flying".to_owned());
    }
    parts.extend(figure.conditions.iter().map(|condition| {
        let is_new = figure.new_conditions.contains(condition);
        format!("{}{}", condition.word(), if is_new { " through its next turn" } else { "" })
    }));
    parts.extend(figure.bonuses.iter().map(Bonus::to_string));
    remarks(&parts)
}

/// Lists the money tokens, one item for all hexes.
fn money(layout: &Layout) -> Option<Item> {
    let tokens: Vec<String> = layout
        .money
        .iter()
        .map(|(hex, &count)| if count == 1 { hex.to_string() } else { format!("{hex} ×{count}") })
        .collect();
    (!tokens.is_empty()).then(|| Item {
        part: Part::Tiles,
        text: format!("Money: {}", remarks(&tokens)),
        hexes: names(layout.money.keys().copied()),
    })
}

/// Lists the modifier decks, and the cards and gains of the characters.
fn supplies(layout: &Layout) -> Vec<String> {
    let names = &layout.names;
    let mut lines: Vec<String> = layout
        .decks
        .iter()
        .map(|deck| format!("Modifier deck of {}", print_deck(names, deck)))
        .collect();
    for (figure, hand) in &layout.hands {
        lines.push(format!("Cards of {}: {}", names.figure_name(*figure), hand_words(*hand)));
    }
    for Purse { figure, tokens, experience } in &layout.purses {
        let tokens = counted(tokens, "money token", "money tokens");
        lines.push(format!("{}: {tokens}, {experience} experience", names.figure_name(*figure)));
    }
    for of in layout.looted.chunk_by(|a, b| a.figure == b.figure) {
        let marks: Vec<HexMark> = of.iter().map(|looted| looted.mark).collect();
        lines.push(looted_words(names, of[0].figure, &marks));
    }
    lines
}

/// Describes the cards of a character by piles.
fn hand_words(hand: Hand) -> String {
    let piles = Pile::ALL.into_iter().filter(|&pile| pile == Pile::Hand || hand.count(pile) > 0);
    remarks(&piles.map(|pile| format!("{} {}", pile.word(), hand.count(pile))).collect::<Vec<_>>())
}

/// Lists the elements that are not inert.
fn elements(layout: &Layout) -> Vec<String> {
    Element::ALL
        .into_iter()
        .filter_map(|element| {
            let ElementState { strength, made } = layout.elements.state(element);
            let made = if made { ", made in this turn" } else { "" };
            (strength != ElementStrength::Inert || !made.is_empty())
                .then(|| format!("{}: {}{made}", capitalized(element.word()), strength.word()))
        })
        .collect()
}

/// Lists the initiatives, revealed or not.
fn initiatives(layout: &Layout) -> Vec<String> {
    let mut lines = Vec::new();
    for figure in &layout.figures {
        if let FigureKind::Character(initiative)
        | FigureKind::Ally(initiative)
        | FigureKind::Object(_, initiative) = figure.kind
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

/// Describes the standees of a set: "Standees of Guard: 6, free 2 and 4".
fn standee_words(layout: &Layout, SetStandees { set, count }: SetStandees) -> String {
    let free = match layout.free_standees(set).unwrap_or_default().as_slice() {
        [] => "none".to_owned(),
        free => listed(free),
    };
    format!("Standees of {}: {count}, free {free}", layout.names.set_name(set))
}

/// Lists the figures for which `is_listed` is true; `None` if there are none.
fn figures_where(layout: &Layout, is_listed: impl Fn(FigureId) -> bool) -> Option<String> {
    let figures = layout.figures.iter().filter(|figure| is_listed(figure.id()));
    let names: Vec<String> = figures.map(Figure::to_string).collect();
    (!names.is_empty()).then(|| listed(&names))
}

/// Lists the number of the round, the figures that have acted, and the settings of the table.
fn round(game: &Game) -> Vec<String> {
    let layout = game.position().layout();
    let mut lines = vec![format!("Round {}", game.round())];
    let acted = figures_where(layout, |id| game.has_acted(id));
    lines.extend(acted.map(|names| format!("Over in this round: {names}")));
    let arrived = figures_where(layout, |id| game.acts_next_round(id));
    lines.extend(arrived.map(|names| format!("Acting from the next round on: {names}")));
    if let Some(FurtherAttack { figure, card }) = &layout.further_attack {
        let name = layout.names.figure_name(*figure);
        lines.push(format!("{name} is about to attack again: {card}"));
    }
    if !layout.attacked.is_empty() {
        lines.push(format!(
            "Attacked already: {}",
            listed(&full_names(&layout.names, &layout.attacked))
        ));
    }
    if let Some((figure, targets)) = game.attacks_due() {
        let (name, targets) =
            (layout.names.figure_name(figure), full_names(&layout.names, targets));
        lines.push(format!("{name} has still to attack {}", listed(&targets)));
    }
    lines.extend(elements(layout));
    if let Some(level) = layout.level {
        lines.push(format!("Scenario level {level}"));
    }
    if let Some(always) = game.fixed_initiative() {
        lines.push(format!("Every set has initiative {always} in every round"));
    }
    lines.extend(layout.standees.iter().map(|of| standee_words(layout, *of)));
    lines.extend(layout.switches.on().map(|switch| format!("Ruling: {switch}")));
    if !layout.exhausted.is_empty() {
        let exhausted = full_names(&layout.names, &layout.exhausted);
        lines.push(format!("Exhausted: {}", listed(&exhausted)));
    }
    lines.extend(game.end().map(|end| format!("The scenario is {}", end.ending.word())));
    lines
}
