//! What the player to act can do: cards, kinds of work, options, and what they come to.
//!
//! Every option stands in one row of buttons, numbered so that a digit picks
//! it. An option that leads to nothing legal stays pressable where the board
//! can then say why; hovering tells the reason at once.

use egui::{Align, Key, Layout, Sense, Ui};

use super::answers::{allows_card, is_vote};
use super::command::{Command, Commands, Menu};
use super::entry::{Entry, Pick, Stage};
use super::icons::{Icon, icon_ui};
use super::keyboard;
use super::outcome_view::{outlook_ui, reasons_ui};
use super::settings::{Preview, Settings};
use super::table::{Table, in_short};
use super::theme::{space, text, theme, touch};
use super::widgets::{icon_button_ui, line_edit, player_badge_ui};
use crate::kit::{LINE, body, button, capital, caption, figure, lead, pressed_ui, price_of};
use narration::square::square_text;
use notation::parse_adjustments;
use rules::Game;
use rules::action::{Action, Deed, Work, WorkerPlace};
use rules::asks::WorkKind;
use rules::owed::Task;
use rules::player::{Card, PlayerId};

/// Height of the line that says what is owed.
const OWED_HEIGHT: f32 = 36.0;
/// The token of whoever is asked.
const OWED_TOKEN: f32 = 30.0;

/// At most this many upcoming steps are shown; more would not be read.
const MOST_AFTER: usize = 3;

/// What the panel remembers between frames.
#[derive(Clone, Debug, Default)]
pub struct ActionMemory {
    /// Cards ticked to be taken back.
    pub taken_back: Vec<Card>,
    /// What a text brings about, as far as it is typed.
    by_hand: String,
    /// What is wrong with it, or why the latest tick did nothing.
    trouble: Option<String>,
}

/// Where a choice stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Row {
    /// Among the cards of the hand, of which one is picked and another could be.
    Hand,
    /// Among what is open now.
    Open,
}

/// Room that is kept for what an action comes to.
const CONSEQUENCE: f32 = 20.0;

/// Width of the button that takes back the latest entry.
const UNDO: f32 = 216.0;
/// From this width on that button says what it takes back.
const ROOMY: f32 = 560.0;

/// Room for the title of a group and the first of it.
const WITH_TITLE: f32 = 180.0;

/// The group of what a card does face down.
const FACE_DOWN: &str = "Face down";

/// One thing that can be pressed.
struct Choice {
    label: String,
    row: Row,
    /// What it is, for a group of choices of another kind than the one before.
    group: String,
    /// What it costs, where that is not seen elsewhere.
    note: String,
    is_allowed: bool,
    is_picked: bool,
    /// What it plays, if it plays something by itself: shown before it is pressed.
    action: Option<Action>,
    command: Command,
}

/// Draws everything that can be done now without the board.
pub fn action_panel_ui(
    ui: &mut Ui,
    table: &Table,
    settings: &Settings,
    memory: &mut ActionMemory,
    commands: &mut Commands,
) {
    if table.is_past() {
        past_ui(ui, table, commands);
        return;
    }
    let choices = choices(table);
    ui.spacing_mut().item_spacing = egui::vec2(space::S, space::XS);
    let told = ui
        .horizontal_top(|ui| {
            let undo = in_short(table.journal(), table.journal().cursor());
            let room = ui.available_width();
            let undo_room = match &undo {
                Some(_) if room >= ROOMY => UNDO + space::S,
                Some(_) => touch::TARGET + space::S,
                None => 0.0,
            };
            let told = ui.vertical(|ui| {
                ui.set_width(room - undo_room);
                choices_ui(ui, table, &choices, memory, commands)
            });
            if let Some(what) = undo {
                undo_ui(ui, &what, undo_room - space::S, commands);
            }
            told.inner
        })
        .inner;
    digits(ui, &choices, commands);
    // Room that is always kept, so that nothing above moves when the pointer does.
    ui.scope(|ui| {
        ui.set_min_height(CONSEQUENCE);
        consequence_ui(ui, table, settings, told, commands);
    });
}

/// Takes back what was recorded last, near where it was done.
fn undo_ui(ui: &mut Ui, what: &str, width: f32, commands: &mut Commands) {
    let name = format!("Undo: {what}");
    let is_pressed = if width > touch::TARGET {
        let button = egui::Button::new(body(&name).muted().rich(ui)).truncate();
        let size = egui::vec2(width, touch::TARGET);
        ui.add_sized(size, button).on_hover_text(format!("{name} (Ctrl+Z)")).clicked()
    } else {
        icon_button_ui(ui, Icon::Undo, &name, "Ctrl+Z").clicked()
    };
    if is_pressed {
        commands.push(Command::Menu(Menu::Undo));
    }
}

/// The choices in their rows; gives the one whose consequences are to be shown.
fn choices_ui<'c>(
    ui: &mut Ui,
    table: &Table,
    choices: &'c [Choice],
    memory: &mut ActionMemory,
    commands: &mut Commands,
) -> Option<&'c Choice> {
    let mut told = None;
    let spacing = ui.spacing().item_spacing;
    let is_begun = table.entry().is_some_and(Entry::is_begun);
    let has_hand = choices.iter().any(|choice| choice.row == Row::Hand);
    if has_hand {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = spacing;
            group_label_ui(ui, "Hand");
            for choice in choices.iter().filter(|choice| choice.row == Row::Hand) {
                choice_ui(ui, None, choice, commands);
            }
            back_ui(ui, commands);
        });
    }
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = spacing;
        if is_begun && !has_hand {
            path_ui(ui, table, commands);
        }
        let mut group = "";
        let open = choices.iter().filter(|choice| choice.row == Row::Open);
        // A digit presses what is open now, so that the first choice is always 1.
        for (index, choice) in open.enumerate() {
            if choice.group != group {
                group = &choice.group;
                group_label_ui(ui, group);
            }
            if choice_ui(ui, digit_of(index), choice, commands) {
                told = Some(choice);
            }
        }
        if let Some(Stage::Cards(most)) = table.stage() {
            take_back_ui(ui, table, most, memory, commands);
        }
        if table.stage() == Some(Stage::ByHand) {
            by_hand_ui(ui, table, memory, commands);
        }
        stage_hint_ui(ui, table, commands);
    });
    told
}

fn back_ui(ui: &mut Ui, commands: &mut Commands) {
    if icon_button_ui(ui, Icon::Undo, "One step back", "Esc").clicked() {
        commands.push(Command::Back);
    }
}

/// What was picked so far, and the way back.
fn path_ui(ui: &mut Ui, table: &Table, commands: &mut Commands) {
    back_ui(ui, commands);
    let path = path(table).join(" › ");
    body(path).bold().line_ui(ui);
}

/// The decisions so far, in words.
fn path(table: &Table) -> Vec<String> {
    let Some(entry) = table.entry() else {
        return Vec::new();
    };
    let game = table.game();
    let contents = game.contents();
    let mut steps = Vec::new();
    steps.extend(entry.card().map(|card| contents.card_name(card).to_owned()));
    match entry.worker() {
        Some(WorkerPlace::Race) => steps.push("Race mat".to_owned()),
        Some(WorkerPlace::Building(building)) => {
            steps.push(contents.building_name(building).to_owned());
        }
        None => {}
    }
    if entry.is_face_down() && entry.card().is_some() {
        steps.push(FACE_DOWN.to_owned());
    }
    steps.extend(entry.kind().map(|kind| kind.name().to_owned()));
    let resource = entry.resource();
    steps.extend(resource.map(|resource| contents.resource_name(resource).to_owned()));
    steps
}

/// While the past is looked at, nothing can be entered.
fn past_ui(ui: &mut Ui, table: &Table, commands: &mut Commands) {
    ui.horizontal_wrapped(|ui| {
        lead(format!("The table as it was after {}.", looked_at(table))).ui(ui);
        let back = ui.add(button("Back to now"));
        if back.clicked() {
            commands.push(Command::Look(usize::MAX));
        }
    });
}

fn group_label_ui(ui: &mut Ui, group: &str) {
    if !group.is_empty() {
        // A title never stands at the end of a row without what it belongs to.
        if ui.available_size_before_wrap().x < WITH_TITLE {
            ui.end_row();
        }
        caption(group).line_ui(ui);
    }
}

/// Draws one choice; says whether its consequences are to be shown.
fn choice_ui(ui: &mut Ui, digit: Option<usize>, choice: &Choice, commands: &mut Commands) -> bool {
    let theme = theme(ui);
    let colour = if choice.is_allowed { theme.ink } else { theme.muted };
    let mut label = lead(&choice.label).tinted(colour).rich(ui);
    if choice.is_picked {
        label = label.strong();
    }
    let digit = digit.map(|digit| digit.to_string());
    // A card of the hand keeps the room of its digit once it has none, so that the row stays.
    let shown = match &digit {
        Some(digit) => Some(caption(digit)),
        None if choice.row == Row::Hand => Some(caption("0").tinted(theme.ink.gamma_multiply(0.0))),
        None => None,
    };
    let shown = shown.map(|words| words.rich(ui));
    let mut button = egui::Button::new(label)
        .min_size(egui::vec2(touch::TARGET, touch::TARGET))
        .selected(choice.is_picked);
    let note = (!choice.note.is_empty()).then(|| body(&choice.note).rich(ui));
    for right in [note, shown].into_iter().flatten() {
        button = button.right_text(right);
    }
    if !choice.is_allowed {
        button = button.stroke(egui::Stroke::new(1.0, theme.hairline)).fill(theme.paper);
    }
    let response = ui.add(button);
    let name = if choice.is_allowed {
        choice.label.clone()
    } else {
        format!("{}, not legal now", choice.label)
    };
    response.widget_info(|| {
        egui::WidgetInfo::selected(egui::Role::Button, true, choice.is_picked, name.clone())
    });
    if let Some(digit) = digit {
        ui.ctx().accesskit_node_builder(response.id, |node| {
            node.set_keyboard_shortcut(digit);
        });
    }
    if response.clicked() {
        commands.push(choice.command.clone());
        // What comes next is other choices, or the board, which the arrows then find by themselves.
        response.surrender_focus();
    }
    response.hovered() || response.has_focus()
}

fn digit_of(index: usize) -> Option<usize> {
    (index < 10).then_some((index + 1) % 10)
}

/// A digit presses the choice with that number, unless somebody is typing.
fn digits(ui: &Ui, choices: &[Choice], commands: &mut Commands) {
    const DIGITS: [Key; 10] = [
        Key::Num1,
        Key::Num2,
        Key::Num3,
        Key::Num4,
        Key::Num5,
        Key::Num6,
        Key::Num7,
        Key::Num8,
        Key::Num9,
        // The tenth has the key that comes after them on a keyboard.
        Key::Num0,
    ];
    let open = choices.iter().filter(|choice| choice.row == Row::Open);
    for (choice, key) in open.zip(DIGITS) {
        if keyboard::pressed(ui, egui::Modifiers::NONE, key) {
            commands.push(choice.command.clone());
        }
    }
}

/// What the pointer is on, or the chosen option, comes to for everybody; or why it is refused.
fn consequence_ui(
    ui: &mut Ui,
    table: &Table,
    settings: &Settings,
    told: Option<&Choice>,
    commands: &mut Commands,
) {
    let game = table.game();
    if let Some(choice) = told {
        let Some(action) = &choice.action else {
            if !choice.is_allowed {
                nowhere_ui(ui, choice);
            }
            return;
        };
        let answer = table.answer_to(action);
        match &answer.outcome {
            Ok(played) if settings.preview == Preview::Before => outlook_ui(ui, played),
            Ok(_) => {}
            Err(refusal) if refusal.is_unfinished() => {}
            Err(_) => reasons_ui(ui, action, &answer.checks, commands),
        }
        return;
    }
    let Some(aim) = table.aim() else {
        return;
    };
    if aim.outcome.is_none() {
        body(square_text(game, aim.square)).muted().ui(ui);
    }
    match (&aim.outcome, &aim.action) {
        (Some(Ok(played)), _) if settings.preview == Preview::Before => outlook_ui(ui, played),
        (Some(Err(refusal)), Some(action)) if !refusal.is_unfinished() => {
            reasons_ui(ui, action, &aim.checks, commands);
        }
        _ => {}
    }
}

/// Why a step that leads to nothing legal can be taken all the same.
fn nowhere_ui(ui: &mut Ui, choice: &Choice) {
    let label = &choice.label;
    let words = match choice.command {
        Command::Pick(Pick::Kind(WorkKind::Build | WorkKind::Import) | Pick::Card(_)) => {
            format!("{label} has no legal use now. Press it anyway to see why.")
        }
        _ => format!("No legal square for {label}. Press it, then point at a square to see why."),
    };
    body(words).muted().ui(ui);
}

/// What the board is asked for, and the optional road.
fn stage_hint_ui(ui: &mut Ui, table: &Table, commands: &mut Commands) {
    let (Some(entry), Some(stage)) = (table.entry(), table.stage()) else {
        return;
    };
    let game = table.game();
    let is_placement = stage == Stage::Placement && entry.offers_road(game);
    let hint = match stage {
        Stage::Square if entry.picks_first_road() => {
            "Pick the square of the road on the board".to_owned()
        }
        Stage::Square if entry.placed().is_some() => {
            "Pick the square of the road that follows it".to_owned()
        }
        Stage::Square => format!("Pick a square for {}", what_is_placed(game, entry)),
        Stage::Tile => "Pick a tile on the board".to_owned(),
        Stage::Placement => {
            let what = what_is_placed(game, entry);
            let turning = if entry.can_be_turned_over(game) {
                "R rotates, F turns it over"
            } else {
                "R rotates"
            };
            format!("Place {what} on the board. {turning}")
        }
        Stage::Unknown(fact) => format!("Cannot tell: {fact} is unknown"),
        Stage::Kind { .. }
        | Stage::Resource(_)
        | Stage::Adviser
        | Stage::Place(_)
        | Stage::Cards(_)
        | Stage::ByHand
        | Stage::Done(_) => return,
    };
    let galley = body(hint).muted().lay(ui);
    // A sentence begins in a row of its own rather than break at the end of one.
    if ui.available_size_before_wrap().x < galley.size().x {
        ui.end_row();
        // It is no higher than its words, so that there is room for reasons below it.
        ui.set_row_height(LINE);
        ui.spacing_mut().interact_size.y = LINE;
    }
    ui.label(galley);
    if game.in_setup() && game.is_solo() {
        start_levels_ui(ui, game);
    }
    if !is_placement {
        return;
    }
    for (first, word, keys) in [
        (true, "first", "right-click the road's square"),
        (false, "after it", "Shift+right-click the building's place"),
    ] {
        let label = match entry.road() {
            Some(road) if road.first == first => format!("Road on {} {word}", road.square),
            _ => format!("Road {word}…"),
        };
        let button = button(label).selected(!first && entry.picks_last_road());
        let button = ui.add(button).on_hover_text(format!("Shortcut: {keys}."));
        if button.clicked() {
            commands.push(Command::Pick(Pick::Road { first }));
            button.surrender_focus();
        }
    }
}

/// How hard a solo game is that starts in each section.
fn start_levels_ui(ui: &mut Ui, game: &Game) {
    let board = game.board();
    let mut told: Vec<String> = Vec::new();
    let starts = board.starts().unwrap_or_default();
    for &(square, _) in starts {
        let Some(section) = board.section_of(square) else {
            continue;
        };
        let level = match board.solo_difficulty(square) {
            Ok(level) => level.name(),
            Err(_) => "unknown",
        };
        let said = format!("{}: {level}", board.section_name(section));
        if !told.contains(&said) {
            told.push(said);
        }
    }
    let told = format!("Difficulty by section: {}", told.join(", "));
    body(told).muted().ui(ui);
}

fn what_is_placed(game: &Game, entry: &Entry) -> String {
    let contents = game.contents();
    if let Some(building) = entry.building() {
        return contents.building_name(building).to_owned();
    }
    if let Some(resource) = entry.resource() {
        return contents.resource_name(resource).to_owned();
    }
    match entry.kind() {
        Some(WorkKind::House) => "the house".to_owned(),
        Some(WorkKind::Bridge) => "the bridge or gate".to_owned(),
        None if game.in_setup() => "the first stall".to_owned(),
        Some(_) | None => "the road".to_owned(),
    }
}

/// Cards to take back are ticked, then taken together.
fn take_back_ui(
    ui: &mut Ui,
    table: &Table,
    most: u8,
    memory: &mut ActionMemory,
    commands: &mut Commands,
) {
    let game = table.game();
    let Some(player) = table.entry().map(Entry::player) else {
        return;
    };
    let mut cards: Vec<Card> = game.played_cards(player).iter().collect();
    // The one that is being played face down can be among them (ruling R33).
    let lays_down = table.entry().filter(|e| e.plays_card() && e.is_face_down());
    let lays_untold = lays_down.is_some_and(|entry| entry.card().is_none());
    if let Some(card) = lays_down.and_then(Entry::card) {
        cards.push(card);
    }
    if game.unnamed_cards(player) > 0 || lays_untold {
        // One that lies face down untold is told by taking it back.
        cards.extend(game.hand(player).iter());
    }
    memory.taken_back.retain(|card| cards.contains(card));
    for card in cards {
        let mut is_taken = memory.taken_back.contains(&card);
        if ui.toggle_value(&mut is_taken, game.contents().card_name(card)).changed() {
            memory.taken_back.retain(|other| *other != card);
            let has_room = memory.taken_back.len() < usize::from(most);
            if is_taken && has_room {
                memory.taken_back.push(card);
            }
            memory.trouble = (is_taken && !has_room)
                .then(|| format!("No more than {most} come back. Untick one first."));
        }
    }
    let label = format!("Take back {} of up to {most}", memory.taken_back.len());
    if pressed_ui(ui, label) {
        memory.trouble = None;
        commands.push(Command::Pick(Pick::Cards(std::mem::take(&mut memory.taken_back))));
    }
    trouble_ui(ui, memory);
}

/// Why the latest press did nothing, if there is something to say.
fn trouble_ui(ui: &mut Ui, memory: &ActionMemory) {
    if let Some(trouble) = &memory.trouble {
        body(trouble).bad().ui(ui);
    }
}

/// What a text that the app does not know brings about, typed in the notation.
fn by_hand_ui(ui: &mut Ui, table: &Table, memory: &mut ActionMemory, commands: &mut Commands) {
    let label = ui.label("What it does");
    let hint = "as in: points Human +2, money Savvas -1";
    let field = line_edit(&mut memory.by_hand).hint_text(hint);
    let field = ui.add(field).labelled_by(label.id);
    if field.changed() {
        memory.trouble = None;
    }
    if pressed_ui(ui, "Record it") {
        // The same words as for setting the record right.
        match parse_adjustments(table.game(), &memory.by_hand) {
            Ok(changes) => {
                memory.by_hand.clear();
                commands.push(Command::Pick(Pick::ByHand(changes)));
            }
            Err(error) => memory.trouble = Some(error.to_string()),
        }
    }
    trouble_ui(ui, memory);
}

/// Everything that can be pressed now.
fn choices(table: &Table) -> Vec<Choice> {
    let game = table.game();
    let mut choices = Vec::new();
    match (table.task(), table.entry()) {
        (Some(Task::Turn), entry) => {
            cards(table, game, entry, &mut choices);
            if let Some(entry) = entry {
                stage_choices(table, game, entry, &mut choices);
            }
        }
        (Some(Task::Choose(question)), _) => {
            for option in question.options {
                let action = Action {
                    deed: Deed::Choose { player: question.chooser },
                    choices: vec![option.choice],
                };
                choices.push(playing(game.choice_text(option.choice), "", true, action));
            }
        }
        (Some(Task::Decide(tied)), _) => {
            let player = table.owed().first().and_then(|owed| owed.player);
            for building in tied {
                let Some(player) = player else {
                    continue;
                };
                let label = game.contents().building_name(building);
                let action = Deed::Decide { player, building }.into();
                choices.push(playing(label, "", true, action));
            }
        }
        (Some(task), Some(entry)) => {
            if matches!(task, Task::Follow | Task::Roads(_)) && entry.worker().is_none() {
                passes(game, entry, matches!(task, Task::Follow), &mut choices);
            }
            stage_choices(table, game, entry, &mut choices);
            if entry.is_extra_road() {
                beyond_roads(table, game, &mut choices);
            }
        }
        (None, _) if game.is_over() => choices.push(Choice::new(
            "Show the result or the board",
            "",
            true,
            Command::Menu(Menu::Result),
        )),
        (_, None) | (None, _) => {}
    }
    choices
}

impl Choice {
    fn new(label: impl Into<String>, group: &str, is_allowed: bool, command: Command) -> Self {
        Self {
            label: label.into(),
            row: Row::Open,
            group: group.to_owned(),
            note: String::new(),
            is_allowed,
            is_picked: false,
            action: None,
            command,
        }
    }
}

/// A choice that plays an action by itself.
fn playing(label: impl Into<String>, group: &str, is_allowed: bool, action: Action) -> Choice {
    let command = Command::Play(vec![action.clone()]);
    Choice { action: Some(action), ..Choice::new(label, group, is_allowed, command) }
}

/// A choice that is one step of an entry.
fn picking(label: impl Into<String>, group: &str, is_allowed: bool, pick: Pick) -> Choice {
    Choice::new(label, group, is_allowed, Command::Pick(pick))
}

/// The cards in the hand of the player whose turn it is.
fn cards(table: &Table, game: &Game, entry: Option<&Entry>, choices: &mut Vec<Choice>) {
    let Some(player) = game.active_player() else {
        return;
    };
    let begun = entry.is_some_and(|entry| {
        entry.kind().is_some() || !entry.works().is_empty() || entry.worker().is_some()
    });
    if begun {
        return;
    }
    let row = if entry.is_some_and(Entry::plays_card) { Row::Hand } else { Row::Open };
    for card in game.hand(player).iter() {
        let label = game.contents().card_name(card);
        let is_allowed = allows_card(table.moves(), card);
        if is_vote(card) {
            let action = Deed::CallVote { player }.into();
            let mut choice = playing(label, "Hand", is_allowed, action);
            choice.row = row;
            choices.push(choice);
            continue;
        }
        let mut choice = picking(label, "Hand", is_allowed, Pick::Card(Some(card)));
        choice.row = row;
        choice.is_picked = entry.is_some_and(|entry| entry.card() == Some(card));
        choices.push(choice);
    }
    let is_allowed = game.hand_size(player) > 1;
    let mut choice = picking("A card face down", "Hand", is_allowed, Pick::Card(None));
    choice.row = row;
    choice.is_picked = entry.is_some_and(|entry| entry.plays_card() && entry.card().is_none());
    choices.push(choice);
}

/// What comes after roads that may be left out: going on declines them.
fn beyond_roads(table: &Table, game: &Game, choices: &mut Vec<Choice>) {
    let Some(next) = Entry::beyond_roads(game) else {
        return;
    };
    let player = next.player();
    let who = game.player_label(player);
    let group = format!("No road; {who} goes on");
    let label = format!("{who} passes");
    choices.push(playing(label, &group, true, Deed::Pass { player }.into()));
    let first = choices.len();
    stage_choices(table, game, &next, choices);
    for choice in &mut choices[first..] {
        choice.group.clone_from(&group);
        choice.is_allowed = true;
    }
}

/// Passing, for one and for all who are left.
fn passes(game: &Game, entry: &Entry, follows: bool, choices: &mut Vec<Choice>) {
    if entry.kind().is_some() {
        return;
    }
    let player = entry.player();
    let label = if follows { "Pass" } else { "No road" };
    choices.push(playing(label, "", true, Deed::Pass { player }.into()));
    let rest = game.still_to_follow();
    if follows && rest.len() > 1 {
        let all = |deed: fn(PlayerId) -> Deed| -> Vec<Action> {
            rest.iter().map(|&player| deed(player).into()).collect()
        };
        choices.push(Choice::new(
            "The rest pass",
            "",
            true,
            Command::Play(all(|player| Deed::Pass { player })),
        ));
        choices.push(Choice::new(
            "The rest take $1",
            "",
            true,
            Command::Play(all(|player| Deed::Follow { player, work: Work::Money })),
        ));
    }
}

/// The options of the stage that the entry is at.
fn stage_choices(table: &Table, game: &Game, entry: &Entry, choices: &mut Vec<Choice>) {
    let contents = game.contents();
    let answers = table.answers();
    match entry.stage(game) {
        Stage::Kind { text, basic, ready } => {
            let group = if entry.plays_card() && !entry.is_face_down() { "Face up" } else { "" };
            if let Some(action) = ready {
                choices.push(playing("Play it", group, true, action));
            }
            for kind in text {
                let is_allowed = answers.allows_kind(kind, entry.is_face_down());
                choices.push(picking(kind.name(), group, is_allowed, Pick::Kind(kind)));
            }
            for kind in basic {
                let is_allowed = answers.allows_kind(kind, true);
                let label = kind.name();
                choices.push(picking(label, FACE_DOWN, is_allowed, Pick::Kind(kind)));
            }
        }
        Stage::Resource(resources) => {
            for resource in resources {
                let is_allowed = answers.allows_resource(resource);
                let label = contents.resource_name(resource);
                let group = if entry.kind() == Some(WorkKind::Build) {
                    "Resource"
                } else if game.controls(entry.player()).contains(resource) {
                    "Controlled"
                } else {
                    "Others"
                };
                choices.push(picking(label, group, is_allowed, Pick::Resource(resource)));
            }
        }
        Stage::Adviser => {
            for (place, adviser) in game.adviser_offer().into_iter().enumerate() {
                let Some(adviser) = adviser else {
                    continue;
                };
                let is_allowed = answers.allows_adviser(adviser);
                let label = contents.adviser_name(adviser);
                let mut choice = picking(label, "Adviser", is_allowed, Pick::Adviser(adviser));
                choice.note = price_of(game, place);
                choice.action = Some(entry.action_with(Work::Recruit(adviser)));
                choices.push(choice);
            }
        }
        Stage::Place(places) => {
            for place in places {
                let label = match place {
                    WorkerPlace::Race => "Race mat",
                    WorkerPlace::Building(building) => contents.building_name(building),
                };
                let is_allowed = answers.allows_place(place);
                let mut choice = picking(label, "Worker", is_allowed, Pick::Place(place));
                choice.action = Some(entry.action_with(Work::Worker(place, Vec::new())));
                choices.push(choice);
            }
        }
        Stage::Square
        | Stage::Tile
        | Stage::Placement
        | Stage::Cards(_)
        | Stage::ByHand
        | Stage::Done(_)
        | Stage::Unknown(_) => {}
    }
}

/// The entry that is looked at in words: "entry 4 of 60".
fn looked_at(table: &Table) -> String {
    let number = table.looked_at();
    if table.is_in_variation() {
        format!("entry {number} of a variation")
    } else if table.is_aside() {
        format!("entry {number}, which was taken back")
    } else {
        format!("entry {number} of {}", table.journal().cursor())
    }
}

/// The one line that says who must or may do what now, and what follows.
pub fn owed_bar_ui(ui: &mut Ui, table: &Table) {
    let theme = theme(ui);
    let game = table.journal().game();
    let is_past = table.is_past();
    ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
        ui.set_min_height(OWED_HEIGHT);
        let owed = table.owed();
        let now = match owed.first() {
            _ if is_past => format!("the table after {}", looked_at(table)),
            Some(first) => game.text_of(first),
            None => game.owed_text(),
        };
        if is_past {
            icon_ui(ui, Icon::Journal, text::TITLE, theme.muted);
        } else if let Some(asked) = owed.first().and_then(|first| first.player) {
            let ink = theme.player_ink(game, asked);
            player_badge_ui(ui, &ink, game.player_label(asked).as_str(), OWED_TOKEN);
        }
        let ink = if is_past { theme.muted } else { theme.accent };
        let now = capital(&now);
        // As large as the whole of it can be.
        let fits = |size: &f32| figure(&now, *size).lay(ui).size().x <= ui.available_width();
        let size = [text::HEAD, text::TITLE].into_iter().find(fits).unwrap_or(text::LEAD);
        let sentence = figure(now, size).tinted(ink).rich(ui);
        let said = ui.add(egui::Label::new(sentence).truncate().sense(Sense::hover()));
        // Said aloud whenever it changes.
        ui.ctx().accesskit_node_builder(said.id, |node| {
            node.set_live(egui::accesskit::Live::Polite);
        });
        // What can be done at the same time comes first, then what follows by itself.
        // Whoever may follow is told with all who may.
        let then = owed.iter().skip(1).filter(|next| next.task != Task::Follow);
        let mut then: Vec<String> = then.map(|next| game.text_of(next)).collect();
        for next in game.afterwards() {
            // What could be done at once is not told again as what follows.
            if !then.contains(&next) {
                then.push(next);
            }
        }
        then.truncate(MOST_AFTER);
        if !then.is_empty() && !is_past {
            body(format!("then {}", then.join(", then "))).muted().cut_ui(ui);
        }
    });
}
