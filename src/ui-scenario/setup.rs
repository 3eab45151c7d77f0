//! The setup page: terrain by brush, walls, figures, the level and the rulings.

use plain_text::name_key;
use std::collections::{BTreeMap, BTreeSet};

use egui::{DragValue, ScrollArea, Ui, Vec2};

use crate::{ScenarioCommand, ScenarioMemory, Tool, map_view, photograph, play};
use scenario::Record;
use scenario_rules::board::{HexLine, Terrain};
use scenario_rules::figure::{Allegiance, Figure, FigureKind, HitPoints, Initiative, Rank};
use scenario_rules::hex::Side;
use scenario_rules::rulebook::Switch;
use scenario_rules::{Action, Hex, Position};
use ui_kit::queue::CommandQueue;
use ui_kit::theme::{text, touch};
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
    if !crate::has_started(record) {
        size_ui(ui, memory, commands);
        hairline_ui(ui);
    }
    let tools = [
        (Tool::Paint, "Paint"),
        (Tool::Wall, "Walls"),
        (Tool::Figure, "Figures"),
        (Tool::Select, "Rulings"),
    ];
    ui.horizontal(|ui| {
        for (tool, label) in tools {
            if ui.add(toggle_button(memory.tool == tool, label)).clicked() {
                memory.tool = tool;
            }
        }
    });
    // Nothing is below the controls of a tool, so that nothing moves when another one is chosen.
    match memory.tool {
        Tool::Paint => {
            brushes_ui(ui, memory);
            photograph::map_photo_ui(ui, memory, commands);
        }
        Tool::Wall => walls_ui(ui, record, memory, commands),
        Tool::Figure => form_ui(ui, record, memory),
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

fn brushes_ui(ui: &mut Ui, memory: &mut ScenarioMemory) {
    let brushes = Terrain::ALL.into_iter().map(Some).chain([None]);
    ui.horizontal_wrapped(|ui| {
        for brush in brushes {
            if ui.add(toggle_button(memory.brush == brush, brush_name(brush))).clicked() {
                memory.brush = brush;
            }
        }
    });
}

const fn brush_name(brush: Option<Terrain>) -> &'static str {
    match brush {
        Some(Terrain::Open) => "Open",
        Some(Terrain::Obstacle) => "Obstacle",
        Some(Terrain::Trap) => "Trap",
        Some(Terrain::Hazardous) => "Hazardous",
        Some(Terrain::Difficult) => "Difficult",
        Some(Terrain::OpenDoor) => "Open door",
        Some(Terrain::ClosedDoor) => "Closed door",
        Some(Terrain::LockedDoor) => "Locked door",
        None => "No hex",
    }
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
    let position = record.game().position();
    let form = &mut memory.form;
    ui.horizontal_wrapped(|ui| {
        for (choice, label) in KINDS {
            if ui.add(toggle_button(form.choice == choice, label)).clicked() {
                form.choice = choice;
            }
        }
    });
    text_field_ui(ui, &mut form.name, "Name");
    names_ui(ui, position, form);
    ui.horizontal(|ui| {
        let label = ui.label("Hit points");
        let mut hit_points = form.next_hit_points();
        let field = DragValue::new(&mut hit_points).range(0..=999);
        let field = ui.add_sized([touch::TARGET, touch::TARGET], field).labelled_by(label.id);
        if field.changed() {
            form.hit_points.insert((name_key(&form.name), form.choice), hit_points);
        }
        if matches!(form.choice, FigureChoice::Ally | FigureChoice::Object) {
            let label = ui.label("Initiative");
            let field = DragValue::new(&mut form.initiative).range(0..=99);
            ui.add_sized([touch::TARGET, touch::TARGET], field).labelled_by(label.id);
        }
    });
    match form.figure(position, memory.cursor) {
        Some(figure) => caption(format!("Press the map to put {figure} there.")).ui(ui),
        None => caption("Write the name as the table has it.").ui(ui),
    };
    // What only some kinds of figures have comes last, so that the rest stays where it is.
    if form.is_numbered() {
        numbers_ui(ui, position, form);
    }
    if form.choice == FigureChoice::Summon {
        owners_ui(ui, position, form);
    }
    if let Some((_, why)) = memory.field_error.as_ref().filter(|(field, _)| field == PUT) {
        error_ui(ui, why, text::BODY);
    }
}

/// Draws the names of sets in use in one row, whose space stays empty without any.
fn names_ui(ui: &mut Ui, position: &Position, form: &mut FigureForm) {
    ScrollArea::horizontal().id_salt("names").show(ui, |ui| {
        ui.horizontal(|ui| {
            ui.set_min_height(touch::TARGET);
            for name in names(position, form.choice) {
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
fn numbers_ui(ui: &mut Ui, position: &Position, form: &mut FigureForm) {
    caption("Number on the standee").ui(ui);
    let next = form.figure(position, Hex::default()).and_then(|figure| figure.number());
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

/// Returns the names of this kind of figure that are in use.
fn names(position: &Position, choice: FigureChoice) -> Vec<String> {
    let is_set = matches!(choice, FigureChoice::Monster(_));
    let mut names: Vec<String> = position
        .figures()
        .iter()
        .filter(|figure| is_set && matches!(figure.kind, FigureKind::Monster(_)))
        .map(|figure| figure.name().to_owned())
        .collect();
    if is_set {
        let cards = position.layout().cards.iter();
        names.extend(cards.map(|card| position.names().set_name(card.set).to_string()));
    }
    let mut seen = BTreeSet::new();
    names.retain(|name| seen.insert(name_key(name)));
    names
}

impl FigureForm {
    /// Returns `true` if such figures have numbers.
    const fn is_numbered(&self) -> bool {
        matches!(self.choice, FigureChoice::Monster(Rank::Normal | Rank::Elite))
    }

    /// Returns the figure to put in a hex; `None` while it has no name.
    fn figure(&self, position: &Position, hex: Hex) -> Option<Figure> {
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
        let max = self.next_hit_points();
        figure.hit_points = (max > 0).then_some(HitPoints { current: max, max });
        Some(figure)
    }

    /// Returns the hit points entered for the name and kind of the next figure.
    fn next_hit_points(&self) -> u16 {
        let entered = |name: &str| self.hit_points.get(&(name_key(name), self.choice)).copied();
        entered(&self.name).or_else(|| entered("")).unwrap_or_default()
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
        let hit_points = self.next_hit_points();
        self.hit_points.insert((name_key(&self.name), self.choice), hit_points);
        self.hit_points.remove(&(String::new(), self.choice));
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
    let position = record.game().position();
    let Some(figure) = memory.form.figure(position, hex) else {
        let why = "expected a name, such as the one on the card".to_owned();
        memory.field_error = Some((PUT.to_owned(), why));
        return;
    };
    memory.enter(record, PUT, Ok(Action::Put(figure)), commands);
    if memory.field_error.is_none() {
        memory.form.go_on();
    }
}

/// Draws the settings of the whole table: the level, a fixed initiative, and the rulings.
fn table_ui(ui: &mut Ui, record: &Record, commands: &CommandQueue<ScenarioCommand>) {
    let game = record.game();
    let position = game.position();
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
    let always = game.fixed_initiative();
    if ui.add(toggle_button(always.is_some(), "Every set has initiative 50")).clicked() {
        let number = if always.is_some() { None } else { Some(50) };
        play(commands, Action::FixedInitiative(number));
    }
    caption("Rulings of this table").ui(ui);
    for switch in Switch::PLAIN {
        let on = position.switches().has(switch);
        if ui.add(toggle_button(on, switch_name(switch))).clicked() {
            play(commands, Action::Ruling(switch, !on));
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
        Switch::Hazard(_) => "Hazardous terrain",
    }
}
