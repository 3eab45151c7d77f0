//! The setup page: terrain by brush, walls, figures, the level and the rulings.

use plain_text::{clauses, name_key};
use std::collections::{BTreeMap, BTreeSet};

use egui::{DragValue, ScrollArea, Ui, Vec2};

use crate::arrivals::{ArrivalForm, arrival_ui, put_hint_ui};
use crate::card_lines::card_lines_ui;
use crate::dungeon::dungeon_ui;
use crate::hidden_rooms::hidden_rooms_ui;
use crate::numbers::scaled_text;
use crate::owner_cards::equation_values;
use crate::rooms::{RoomList, rooms_ui};
use crate::{ScenarioCommand, ScenarioMemory, Tool, map_view, photograph, play};
use scenario::Record;
use scenario_cards::{
    CardBook, CharacterClass, ClassDeck, EquationValues, Formula, RoomFigure, RoomFigureKind, Stat,
};
use scenario_rules::board::{HexLine, Terrain};
use scenario_rules::figure::{Allegiance, Figure, FigureKind, HitPoints, Initiative, Rank};
use scenario_rules::hand::Hand;
use scenario_rules::hex::Side;
use scenario_rules::marks::HexMark;
use scenario_rules::modifier::DeckOwner;
use scenario_rules::rulebook::Switch;
use scenario_rules::{Action, FigureId, Game, Hex, Position};
use ui_kit::queue::CommandQueue;
use ui_kit::theme::{space, text, touch};
use ui_kit::widgets::{button, caption, error_ui, hairline_ui, lead, text_field_ui, toggle_button};

/// The kinds of figures that can be put on the map, with the labels of their buttons.
const KINDS: [(FigureChoice, &str); 8] = [
    (FigureChoice::Character, "Character"),
    (FigureChoice::Monster(Rank::Normal), "Normal"),
    (FigureChoice::Monster(Rank::Elite), "Elite"),
    (FigureChoice::Monster(Rank::Named), "Named"),
    (FigureChoice::Monster(Rank::Boss), "Boss"),
    (FigureChoice::Summon, "Summon"),
    (FigureChoice::Ally, "Ally"),
    (FigureChoice::Object, "Object"),
];

/// A kind of figure without its details.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum FigureChoice {
    Character,
    Monster(Rank),
    Summon,
    Ally,
    Object,
}

/// The figure that is put on the map next.
#[derive(Clone, Debug)]
pub(super) struct FigureForm {
    choice: FigureChoice,
    name: String,
    /// The number on the standee; `None` for the next one.
    number: Option<u8>,
    /// The hit points entered for each kind of figure of a name; the empty name is that of a figure
    /// whose name is not typed yet.
    hit_points: BTreeMap<(String, FigureChoice), u16>,
    owner: String,
    initiative: u8,
    /// The level of the next character, for the hit points of its class.
    level: usize,
    /// The formula for the hit points of the next object, if its scenario has one.
    object_points: Option<Formula>,
    /// The way in which it comes onto the map.
    pub(super) arrival: ArrivalForm,
}

impl Default for FigureForm {
    fn default() -> Self {
        Self {
            choice: FigureChoice::Monster(Rank::Normal),
            name: String::new(),
            number: None,
            hit_points: BTreeMap::new(),
            owner: String::new(),
            initiative: 50,
            level: 1,
            object_points: None,
            arrival: ArrivalForm::default(),
        }
    }
}

/// Draws the page.
pub(super) fn set_up_ui(
    ui: &mut Ui,
    record: &Record,
    memory: &mut ScenarioMemory,
    commands: &CommandQueue<ScenarioCommand>,
) {
    memory.show_started_dungeon(record.game().position());
    if !crate::has_started(record) {
        size_ui(ui, memory, commands);
        hairline_ui(ui);
    }
    let has_dungeon =
        !memory.cards.dungeon_rooms.is_empty() || record.game().position().dungeon().is_some();
    let tools = [
        (Tool::Paint, "Paint"),
        (Tool::Wall, "Walls"),
        (Tool::Figure, "Figures"),
        (Tool::Select, "Rulings"),
        (Tool::Cards, "Cards"),
    ];
    ui.horizontal_wrapped(|ui| {
        // So that all of them stand in one row.
        ui.spacing_mut().button_padding.x = space::S;
        ui.spacing_mut().item_spacing.x = space::XS;
        let dungeon = has_dungeon.then_some((Tool::Dungeon, "Random dungeon"));
        for (tool, label) in tools.into_iter().chain(dungeon) {
            if ui.add(toggle_button(memory.tool == tool, label)).clicked() {
                memory.tool = tool;
            }
        }
    });
    // Nothing is below the controls of a tool, so that nothing moves when another one is chosen.
    match memory.tool {
        Tool::Paint => {
            brushes_ui(ui, memory);
            let hides = memory.brush == Brush::HiddenRoom;
            hidden_rooms_ui(ui, record, memory, hides, commands);
            photograph::map_photo_ui(ui, memory, commands);
        }
        Tool::Wall => walls_ui(ui, record, memory, commands),
        Tool::Figure => {
            rooms_ui(ui, record, memory, commands);
            form_ui(ui, record, memory);
            arrival_ui(ui, record, memory, commands);
        }
        Tool::Cards => card_lines_ui(ui, memory, commands),
        Tool::Dungeon => dungeon_ui(ui, record, memory, commands),
        Tool::Select | Tool::Sight => table_ui(ui, record, commands),
    }
}

/// Draws the controls for a new map.
fn size_ui(ui: &mut Ui, memory: &mut ScenarioMemory, commands: &CommandQueue<ScenarioCommand>) {
    lead("A new map").ui(ui);
    ui.horizontal(|ui| {
        for (label, value) in [("Columns", &mut memory.size.0), ("Rows", &mut memory.size.1)] {
            let label = ui.label(label);
            let field = DragValue::new(value).range(1..=Hex::MAX);
            ui.add_sized([touch::TARGET, touch::TARGET], field).labelled_by(label.id);
        }
        if ui.add(button("Lay it out")).clicked() {
            let (columns, rows) = memory.size;
            commands.push(ScenarioCommand::StartGame { columns, rows, always: None });
        }
    });
    let first = ui.add(button("First scenario of Jaws of the Lion"));
    let how = "Level 1, and initiative 50 for every set in every round, without cards.";
    if first.on_hover_text(how).clicked() {
        let (columns, rows) = memory.size;
        commands.push(ScenarioCommand::StartGame { columns, rows, always: Some(50) });
    }
    caption(how).ui(ui);
    if ui.add(button("Example: the flooded cellar")).clicked() {
        commands.push(ScenarioCommand::OpenText(EXAMPLE.to_owned()));
    }
    caption("A whole scenario, invented, with the reason for every turn.").ui(ui);
}

/// A scenario played through and explained.
const EXAMPLE: &str = include_str!("../../assets/scenario/games/flooded-cellar.scenario");

/// The effect of painting a hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Brush {
    /// It has this terrain.
    Terrain(Terrain),
    /// It is taken off the map.
    NoHex,
    /// The room around it is hidden.
    HiddenRoom,
    /// It gets a marker, or loses it.
    Mark(MarkKind),
}

/// A kind of marker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MarkKind {
    Plate,
    Token,
    Treasure,
}

impl MarkKind {
    const ALL: [Self; 3] = [Self::Plate, Self::Token, Self::Treasure];

    /// Returns the marker, with a number if such markers have one.
    pub(super) const fn numbered(self, number: u8) -> HexMark {
        match self {
            Self::Plate => HexMark::Plate,
            Self::Token => HexMark::Token(number),
            Self::Treasure => HexMark::Treasure(number),
        }
    }
}

impl Brush {
    const fn label(self) -> &'static str {
        match self {
            Self::Terrain(Terrain::Open) => "Open",
            Self::Terrain(Terrain::Obstacle) => "Obstacle",
            Self::Terrain(Terrain::Trap) => "Trap",
            Self::Terrain(Terrain::Hazardous) => "Hazardous",
            Self::Terrain(Terrain::Difficult) => "Difficult",
            Self::Terrain(Terrain::OpenDoor) => "Open door",
            Self::Terrain(Terrain::ClosedDoor) => "Closed door",
            Self::Terrain(Terrain::LockedDoor) => "Locked door",
            Self::NoHex => "No hex",
            Self::HiddenRoom => "Hide a room",
            Self::Mark(MarkKind::Plate) => "Pressure plate",
            Self::Mark(MarkKind::Token) => "Numbered token",
            Self::Mark(MarkKind::Treasure) => "Treasure",
        }
    }
}

fn brushes_ui(ui: &mut Ui, memory: &mut ScenarioMemory) {
    let terrains = Terrain::ALL.into_iter().map(Brush::Terrain);
    ui.horizontal_wrapped(|ui| {
        let marks = MarkKind::ALL.into_iter().map(Brush::Mark);
        let brushes = terrains.chain([Brush::NoHex]).chain(marks).chain([Brush::HiddenRoom]);
        for brush in brushes {
            if ui.add(toggle_button(memory.brush == brush, brush.label())).clicked() {
                memory.brush = brush;
            }
        }
        if let Brush::Mark(MarkKind::Token | MarkKind::Treasure) = memory.brush {
            let number = DragValue::new(&mut memory.mark_number).range(1..=HexMark::MAX_NUMBER);
            let number = ui.add_sized([touch::TARGET, touch::TARGET], number);
            number.accessible_name("Number on it").on_hover_text("The number on it.");
        }
    });
}

/// Draws the sides of the marked hex, to toggle walls without a pointer.
fn walls_ui(
    ui: &mut Ui,
    record: &Record,
    memory: &ScenarioMemory,
    commands: &CommandQueue<ScenarioCommand>,
) {
    let position = record.game().position();
    caption(format!("Walls of the marked hex, {}", memory.cursor)).ui(ui);
    let walls: BTreeSet<HexLine> = position.board().walls().into_iter().collect();
    ui.horizontal_wrapped(|ui| {
        for side in Side::ALL {
            let line = HexLine::new(memory.cursor, side);
            if ui.add(toggle_button(walls.contains(&line), side_name(side))).clicked() {
                map_view::toggle_wall(position, line, commands);
            }
        }
    });
}

const fn side_name(side: Side) -> &'static str {
    match side {
        Side::North => "Above",
        Side::NorthEast => "Upper right",
        Side::SouthEast => "Lower right",
        Side::South => "Below",
        Side::SouthWest => "Lower left",
        Side::NorthWest => "Upper left",
    }
}

fn form_ui(ui: &mut Ui, record: &Record, memory: &mut ScenarioMemory) {
    let game = record.game();
    let position = game.position();
    let ScenarioMemory { form, cards, rooms, .. } = memory;
    ui.horizontal_wrapped(|ui| {
        for (choice, label) in KINDS {
            if ui.add(toggle_button(form.choice == choice, label)).clicked() {
                form.choice = choice;
            }
        }
    });
    text_field_ui(ui, &mut form.name, "Name");
    names_ui(ui, names(position, form, cards, rooms), form);
    ui.horizontal(|ui| {
        let label = ui.label("Hit points");
        let mut hit_points = form.next_hit_points(game, cards);
        let field = DragValue::new(&mut hit_points).range(0..=999);
        let field = ui.add_sized([touch::TARGET, touch::TARGET], field).labelled_by(label.id);
        if field.changed() {
            form.hit_points.insert((name_key(&form.name), form.choice), hit_points);
        }
        if form.class(cards).is_some() {
            let label = ui.label("Level");
            let field = DragValue::new(&mut form.level).range(1..=CharacterClass::MAX_LEVEL);
            ui.add_sized([touch::TARGET, touch::TARGET], field).labelled_by(label.id);
        }
        if matches!(form.choice, FigureChoice::Ally | FigureChoice::Object) {
            let label = ui.label("Initiative");
            let field = DragValue::new(&mut form.initiative).range(0..=99);
            ui.add_sized([touch::TARGET, touch::TARGET], field).labelled_by(label.id);
        }
    });
    if let Some(words) = form.scaled_points(cards, equation_values(game)) {
        caption(words).ui(ui);
    }
    let next = form.figure(game, cards, memory.cursor).map(|figure| figure.to_string());
    put_hint_ui(ui, &form.arrival, next);
    // What only some kinds of figures have comes last, so that the rest stays where it is.
    if form.is_numbered() {
        numbers_ui(ui, game, cards, form);
    }
    if form.choice == FigureChoice::Summon {
        owners_ui(ui, position, form);
    }
    if let Some((_, why)) = memory.field_error.as_ref().filter(|(field, _)| field == PUT) {
        error_ui(ui, why, text::BODY);
    }
}

/// Draws names to choose from in one row, whose space stays empty without any.
fn names_ui(ui: &mut Ui, names: Vec<String>, form: &mut FigureForm) {
    ScrollArea::horizontal().id_salt("names").show(ui, |ui| {
        ui.horizontal(|ui| {
            ui.set_min_height(touch::TARGET);
            for name in names {
                if ui.add(button(name.as_str())).clicked() {
                    form.name = name;
                }
            }
        });
    });
}

/// Draws the characters, to choose the owner of the summon.
fn owners_ui(ui: &mut Ui, position: &Position, form: &mut FigureForm) {
    let characters: Vec<String> = position
        .figures()
        .iter()
        .filter(|figure| matches!(figure.kind, FigureKind::Character(_)))
        .map(ToString::to_string)
        .collect();
    if !characters.contains(&form.owner) {
        form.owner = characters.first().cloned().unwrap_or_default();
    }
    ui.horizontal_wrapped(|ui| {
        for owner in characters {
            if ui.add(toggle_button(form.owner == owner, format!("Of {owner}"))).clicked() {
                form.owner = owner;
            }
        }
    });
}

/// Draws the numbers of standees; those already on the map are disabled.
fn numbers_ui(ui: &mut Ui, game: &Game, cards: &CardBook, form: &mut FigureForm) {
    let position = game.position();
    caption("Number on the standee").ui(ui);
    let next = form.figure(game, cards, Hex::default()).and_then(|figure| figure.number());
    ui.horizontal_wrapped(|ui| {
        for number in 1..=MAX_STANDEES {
            let name = format!("{} {number}", form.name.trim());
            let is_free = position.find(&name).is_none();
            let standee = toggle_button(next == Some(number), number.to_string());
            let response = ui.add_enabled(is_free, standee.min_size(Vec2::splat(touch::TARGET)));
            if response.accessible_name(format!("Standee {number}")).clicked() {
                form.number = Some(number);
            }
        }
    });
}

/// The maximum number of standees of a set in the boxes.
const MAX_STANDEES: u8 = 10;

/// The name under which an error of the form is stored.
const PUT: &str = "figure";

/// Returns the names to choose from: those in use, those of the scenario, and those of the owner's
/// cards that begin as typed.
fn names(
    position: &Position,
    form: &FigureForm,
    cards: &CardBook,
    rooms: &RoomList,
) -> Vec<String> {
    let is_set = matches!(form.choice, FigureChoice::Monster(_));
    let mut names: Vec<String> = position
        .figures()
        .iter()
        .filter(|figure| is_set && matches!(figure.kind, FigureKind::Monster(_)))
        .map(|figure| figure.name().to_owned())
        .collect();
    if is_set {
        let round = position.layout().cards.iter();
        names.extend(round.map(|card| position.names().set_name(card.set).to_string()));
        names.extend_from_slice(rooms.monsters(cards));
    }
    let typed = name_key(&form.name);
    let begins = |key: &str| key.starts_with(&typed);
    match form.choice {
        FigureChoice::Character => {
            let classes = cards.classes.iter().filter(|(key, _)| begins(key));
            names.extend(classes.map(|(_, class)| class.name.clone()));
        }
        FigureChoice::Monster(_) if !typed.is_empty() => {
            let monsters = cards.monsters.iter().filter(|(key, _)| begins(key));
            names.extend(monsters.map(|(_, monster)| monster.name.clone()));
        }
        _ => {}
    }
    let mut seen = BTreeSet::new();
    names.retain(|name| seen.insert(name_key(name)));
    names.truncate(MAX_NAMES);
    names
}

/// The maximum number of names to choose from.
const MAX_NAMES: usize = 20;

impl FigureForm {
    /// Chooses the figures of a room, to be put on the map next.
    pub(super) fn choose(&mut self, figures: &RoomFigure, values: EquationValues) {
        self.name.clone_from(&figures.name);
        self.number = None;
        self.choice = match &figures.kind {
            RoomFigureKind::Monster(rank) => FigureChoice::Monster(rank.unwrap_or(Rank::Normal)),
            RoomFigureKind::Object(points) => {
                self.object_points.clone_from(points);
                if let Some(points) = points.as_ref().and_then(|points| points.evaluate(values)) {
                    let points = points.min(HitPoints::MAX);
                    self.hit_points.insert((name_key(&self.name), FigureChoice::Object), points);
                }
                FigureChoice::Object
            }
        };
    }

    /// Chooses a figure that another one summons: a summon of a character, or a monster.
    pub(super) fn choose_summon(
        &mut self,
        position: &Position,
        by: FigureId,
        arrival: ArrivalForm,
    ) {
        let summoner = position.figure(by);
        self.name.clear();
        if matches!(summoner.kind, FigureKind::Character(_)) {
            self.choice = FigureChoice::Summon;
            self.owner = summoner.to_string();
        } else {
            self.choice = FigureChoice::Monster(Rank::Normal);
        }
        self.number = None;
        self.arrival = arrival;
    }

    /// Chooses a monster that is spawned.
    pub(super) fn choose_spawn(&mut self, arrival: ArrivalForm) {
        self.choice = FigureChoice::Monster(Rank::Normal);
        self.number = None;
        self.arrival = arrival;
    }

    /// Returns `true` if the next figure is a monster.
    pub(super) const fn is_monster(&self) -> bool {
        matches!(self.choice, FigureChoice::Monster(_))
    }

    /// Returns the class of the next character, if the owner has its cards.
    fn class<'a>(&self, cards: &'a CardBook) -> Option<&'a CharacterClass> {
        let is_character = matches!(self.choice, FigureChoice::Character);
        cards.class(&self.name).filter(|_| is_character)
    }

    /// Returns `true` if such figures have numbers.
    const fn is_numbered(&self) -> bool {
        matches!(self.choice, FigureChoice::Monster(Rank::Normal | Rank::Elite))
    }

    /// Returns the figure to put in a hex; `None` while it has no name.
    fn figure(&self, game: &Game, cards: &CardBook, hex: Hex) -> Option<Figure> {
        let position = game.position();
        let name = self.name.trim();
        if name.is_empty() {
            return None;
        }
        let once = Initiative::Card { number: self.initiative, second: None };
        let kind = match self.choice {
            FigureChoice::Character => FigureKind::Character(Initiative::Hidden),
            FigureChoice::Monster(rank) => FigureKind::Monster(rank),
            FigureChoice::Summon => {
                FigureKind::Summon { owner: position.names().figure(&self.owner) }
            }
            FigureChoice::Ally => FigureKind::Ally(once),
            FigureChoice::Object => FigureKind::Object(Allegiance::Monsters, once),
        };
        let mut figure =
            Figure::new(position.names(), name, self.free_number(position, name), kind, hex);
        if position.level().is_some() {
            cards.equip(&mut figure, equation_values(game));
        }
        if let Some(class) = self.class(cards) {
            let max = class.hit_points_at(self.level);
            figure.hit_points = max.map(|max| HitPoints { current: max, max });
        }
        let entered = self.entered(name);
        if let Some(max) =
            entered.or_else(|| self.entered("").filter(|_| figure.hit_points.is_none()))
        {
            figure.hit_points = (max > 0).then_some(HitPoints { current: max, max });
        }
        Some(figure)
    }

    /// Returns the hit points entered for a name and the kind of the next figure.
    fn entered(&self, name: &str) -> Option<u16> {
        self.hit_points.get(&(name_key(name), self.choice)).copied()
    }

    /// Returns the hit points of the next figure: those entered, or those of the owner's cards.
    fn next_hit_points(&self, game: &Game, cards: &CardBook) -> u16 {
        let figure = self.figure(game, cards, Hex::default());
        let hit_points = figure.and_then(|figure| figure.hit_points).map(|points| points.max);
        hit_points.or_else(|| self.entered("")).unwrap_or_default()
    }

    /// Returns the calculation of the hit points of the next figure if they depend on the number of
    /// characters or the level (S3.3).
    fn scaled_points(&self, cards: &CardBook, values: EquationValues) -> Option<String> {
        let formula = match self.choice {
            FigureChoice::Monster(rank) => {
                cards.stats(&self.name, values.level, rank)?.values.get(&Stat::HitPoints)?
            }
            FigureChoice::Object => self.object_points.as_ref()?,
            FigureChoice::Character | FigureChoice::Summon | FigureChoice::Ally => return None,
        };
        formula.is_scaled().then(|| format!("Hit points: {}", scaled_text(formula, values)))
    }

    /// Returns the number of the next figure of this name: monsters have numbered standees, other
    /// figures get a number only if the name is taken.
    ///
    /// It is the lowest free one. Next to a figure without a number, the second one has the number
    /// 2.
    fn free_number(&self, position: &Position, name: &str) -> Option<u8> {
        let is_taken = position.find(name).is_some();
        if !self.is_numbered() && !is_taken {
            return None;
        }
        let first = if is_taken { 2 } else { 1 };
        let wanted = self.number.filter(|_| self.is_numbered());
        wanted
            .into_iter()
            .chain(first..=99)
            .find(|number| position.find(&format!("{name} {number}")).is_none())
    }

    /// Prepares the form for the next figure after one was put on the map: a standee of the same
    /// set, or another figure with a name of its own.
    fn go_on(&mut self) {
        self.number = None;
        if let Some(unnamed) = self.hit_points.remove(&(String::new(), self.choice)) {
            self.hit_points.entry((name_key(&self.name), self.choice)).or_insert(unnamed);
        }
        if matches!(self.choice, FigureChoice::Character) {
            self.name.clear();
        }
    }
}

/// Puts the figure of the form into a hex.
pub(super) fn put(
    record: &Record,
    memory: &mut ScenarioMemory,
    hex: Hex,
    commands: &CommandQueue<ScenarioCommand>,
) {
    let game = record.game();
    let Some(mut figure) = memory.form.figure(game, &memory.cards, hex) else {
        let why = "expected a name, such as the one on the card".to_owned();
        memory.field_error = Some((PUT.to_owned(), why));
        return;
    };
    let Some((hex, arrival)) = memory.form.arrival.arrive(game.position(), hex) else {
        return;
    };
    figure.hex = hex;
    if !matches!(figure.kind, FigureKind::Summon { .. } | FigureKind::Character(_)) {
        figure.arrival = arrival;
    }
    let id = figure.id();
    let standees = memory.cards.count_standees(game.position(), figure.name());
    let standees = standees.filter(|_| figure.rank().is_some());
    memory.enter(record, PUT, Ok(Action::Put(figure)), commands);
    if memory.field_error.is_none() {
        // The owner's line of the monster says how many there are.
        commands.extend(standees.map(ScenarioCommand::Play));
        memory.close_arrival(game.position());
        if let Some(class) = memory.form.class(&memory.cards) {
            count_cards(id, class, commands);
        }
        memory.form.go_on();
    }
}

/// Counts the hand and the modifier deck of a character from its class on; says what the table has
/// to carry out.
fn count_cards(id: FigureId, class: &CharacterClass, commands: &CommandQueue<ScenarioCommand>) {
    if let Some(size) = class.hand {
        play(commands, Action::Hand { figure: id, hand: Hand::full(size) });
    }
    let ClassDeck { deck, texts } = class.modifier_deck(DeckOwner::Character(id));
    play(commands, Action::Deck(deck));
    if !texts.is_empty() {
        let words =
            format!("Of the modifier deck of {}, you carry out: {}.", class.name, clauses(&texts));
        commands.push(ScenarioCommand::ShowMessage(words));
    }
}

/// Draws the field of the scenario level.
pub(super) fn level_ui(ui: &mut Ui, position: &Position, commands: &CommandQueue<ScenarioCommand>) {
    ui.horizontal(|ui| {
        let mut level = position.level().unwrap_or(0);
        let is_set = position.level().is_some();
        let label = ui.label(if is_set { "Scenario level" } else { "Scenario level, not set" });
        let field = DragValue::new(&mut level).range(0..=Position::MAX_LEVEL);
        let field = ui.add_sized([touch::TARGET, touch::TARGET], field).labelled_by(label.id);
        if field.changed() && !field.dragged() || field.drag_stopped() {
            play(commands, Action::Level(level));
        }
    });
}

/// Draws the settings of the whole table: the level, a fixed initiative, and the rulings.
fn table_ui(ui: &mut Ui, record: &Record, commands: &CommandQueue<ScenarioCommand>) {
    let game = record.game();
    let position = game.position();
    level_ui(ui, position, commands);
    let always = game.fixed_initiative();
    if ui.add(toggle_button(always.is_some(), "Every set has initiative 50")).clicked() {
        let number = if always.is_some() { None } else { Some(50) };
        play(commands, Action::FixedInitiative(number));
    }
    caption("Rulings of this table").ui(ui);
    for switch in Switch::PLAIN {
        let on = position.switches().has(switch);
        if ui.add(toggle_button(on, switch_name(switch))).clicked() {
            play(commands, Action::Ruling { switch, is_on: !on });
        }
    }
}

const fn switch_name(switch: Switch) -> &'static str {
    match switch {
        Switch::NearerFirst => "Nearer first (Gloomhaven FAQ)",
        Switch::OtherTarget => "Further attack: other target (the letter)",
        Switch::CornerToCorner => "Sight from corner to corner",
        Switch::SoftLanding => "A jump lands softly",
        Switch::Rolling => "Rolling modifier cards",
        Switch::ReducedRandomness => "Reduced randomness",
        Switch::PermanentDeath => "Permanent death",
        Switch::Hazard(_) => "Hazardous terrain",
    }
}
