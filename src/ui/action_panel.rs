//! What whoever is owed an action can do: cards, kinds of work, options, and what they come to.
//!
//! Every option stands in one row of buttons, numbered so that a digit picks
//! it. An option that leads to nothing legal stays pressable where the board
//! can then say why; hovering tells the reason at once.

use egui::{Align, Key, Layout, RichText, Sense, Ui};

use super::answers::{allows_card, is_vote};
use super::command::{Command, Commands, Menu};
use super::entry::{Entry, Pick, Stage};
use super::icons::Icon;
use super::outcome_view::{outlook_ui, reasons_ui};
use super::settings::{Preview, Settings};
use super::table::Table;
use super::theme::{space, text, theme, touch};
use super::widgets::icon_button_ui;
use crate::notation::parse_action;
use crate::rules::Game;
use crate::rules::action::{Action, Deed, Work, WorkerPlace};
use crate::rules::asks::WorkKind;
use crate::rules::owed::Task;
use crate::rules::player::{Card, PlayerId};

/// So much of what follows is told; more would not be read.
const MOST_AFTER: usize = 3;

/// What the panel remembers between frames.
#[derive(Clone, Debug, Default)]
pub struct ActionMemory {
    /// Cards ticked to be taken back.
    pub taken_back: Vec<Card>,
    /// What a text brings about, as far as it is typed.
    by_hand: String,
    /// What is wrong with it.
    trouble: Option<String>,
}

/// One thing that can be pressed.
struct Choice {
    label: String,
    /// What it is, for a group of choices of another kind than the one before.
    group: &'static str,
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
    let mut told = None;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(space::S, space::S);
        let is_begun = table.entry().is_some_and(Entry::is_begun);
        if is_begun && icon_button_ui(ui, Icon::Undo, "One step back", "Esc").clicked() {
            commands.push(Command::Back);
        }
        let mut group = "";
        for (index, choice) in choices.iter().enumerate() {
            if choice.group != group {
                group = choice.group;
                group_label_ui(ui, group);
            }
            if choice_ui(ui, index, choice, commands) {
                told = choice.action.as_ref();
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
    digits(ui, &choices, commands);
    ui.add_space(space::XS);
    consequence_ui(ui, table, settings, told, commands);
}

/// While the past is looked at, nothing can be entered.
fn past_ui(ui: &mut Ui, table: &Table, commands: &mut Commands) {
    ui.horizontal_wrapped(|ui| {
        ui.label(
            RichText::new(format!(
                "The table as it was after entry {} of {}.",
                table.looked_at(),
                table.journal().cursor()
            ))
            .font(text::sans(text::LEAD)),
        );
        let back =
            ui.add(egui::Button::new("Back to now").min_size(egui::vec2(0.0, touch::TARGET)));
        if back.clicked() {
            commands.push(Command::Look(usize::MAX));
        }
    });
}

fn group_label_ui(ui: &mut Ui, group: &str) {
    if !group.is_empty() {
        let muted = theme(ui.ctx()).muted;
        ui.label(
            RichText::new(group)
                .font(text::sans(text::SMALL))
                .color(muted),
        );
    }
}

/// Draws one choice; says whether its consequences are to be shown.
fn choice_ui(ui: &mut Ui, index: usize, choice: &Choice, commands: &mut Commands) -> bool {
    let theme = theme(ui.ctx());
    let colour = if choice.is_allowed {
        theme.ink
    } else {
        theme.muted
    };
    let mut label = RichText::new(&choice.label)
        .font(text::sans(text::LEAD))
        .color(colour);
    if choice.is_picked {
        label = label.strong();
    }
    let digit = digit_of(index).map(|digit| digit.to_string());
    let shown = digit.as_ref().map(|digit| {
        RichText::new(digit)
            .font(text::sans(text::SMALL))
            .color(theme.muted)
    });
    let mut button = egui::Button::new(label)
        .min_size(egui::vec2(touch::TARGET, touch::TARGET))
        .selected(choice.is_picked);
    if let Some(shown) = shown {
        button = button.right_text(shown);
    }
    if !choice.is_allowed {
        button = button
            .stroke(egui::Stroke::new(1.0, theme.hairline))
            .fill(theme.paper);
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
    (index < 9).then_some(index + 1)
}

/// A digit presses the choice with that number, unless somebody is typing.
fn digits(ui: &Ui, choices: &[Choice], commands: &mut Commands) {
    const DIGITS: [Key; 9] = [
        Key::Num1,
        Key::Num2,
        Key::Num3,
        Key::Num4,
        Key::Num5,
        Key::Num6,
        Key::Num7,
        Key::Num8,
        Key::Num9,
    ];
    if ui.ctx().text_edit_focused() {
        return;
    }
    for (choice, key) in choices.iter().zip(DIGITS) {
        if ui.input_mut(|input| input.consume_key(egui::Modifiers::NONE, key)) {
            commands.push(choice.command.clone());
        }
    }
}

/// What the pointer is on, or the chosen option, comes to for everybody; or why it is refused.
fn consequence_ui(
    ui: &mut Ui,
    table: &Table,
    settings: &Settings,
    told: Option<&Action>,
    commands: &mut Commands,
) {
    let game = table.game();
    if let Some(action) = told {
        match game.play(action) {
            Ok(played) if settings.preview == Preview::Before => outlook_ui(ui, &played),
            Ok(_) => {}
            Err(refusal) if refusal.is_unfinished() => {}
            Err(_) => reasons_ui(ui, action, &game.checklist(action), commands),
        }
        return;
    }
    let Some(aim) = table.aim() else {
        return;
    };
    match (&aim.outcome, &aim.action) {
        (Some(Ok(played)), _) if settings.preview == Preview::Before => outlook_ui(ui, played),
        (Some(Err(refusal)), Some(action)) if !refusal.is_unfinished() => {
            reasons_ui(ui, action, &aim.checks, commands);
        }
        _ => {}
    }
}

/// What the board is asked for, and the optional road.
fn stage_hint_ui(ui: &mut Ui, table: &Table, commands: &mut Commands) {
    let (Some(entry), Some(stage)) = (table.entry(), table.stage()) else {
        return;
    };
    let game = table.game();
    let hint = match stage {
        Stage::Square if entry.picks_road().is_some() => {
            "Pick the square of the road on the board".to_owned()
        }
        Stage::Square => format!("Pick a square for {}", what_is_placed(game, entry)),
        Stage::Tile => "Pick a tile on the board".to_owned(),
        Stage::Placement => {
            let road = if entry.offers_road(game) && entry.road().is_none() {
                "; right click lays a road first, with Shift after it"
            } else {
                ""
            };
            let what = what_is_placed(game, entry);
            format!("Place {what} on the board; R rotates, F turns over{road}")
        }
        Stage::Unknown(fact) => format!("Cannot tell: {fact} is not known yet"),
        Stage::Kind { .. }
        | Stage::Resource(_)
        | Stage::Adviser
        | Stage::Place(_)
        | Stage::Cards(_)
        | Stage::ByHand
        | Stage::Done(_) => return,
    };
    let muted = theme(ui.ctx()).muted;
    ui.label(
        RichText::new(hint)
            .font(text::sans(text::BODY))
            .color(muted),
    );
    if !entry.offers_road(game) || entry.picks_road().is_some() {
        return;
    }
    for (first, word) in [(true, "first"), (false, "after it")] {
        let label = match entry.road() {
            Some(road) if road.first == first => format!("Road on {} {word}", road.square),
            _ => format!("Road {word}…"),
        };
        let button = egui::Button::new(label).min_size(egui::vec2(0.0, touch::TARGET));
        let button = ui.add(button);
        if button.clicked() {
            commands.push(Command::Pick(Pick::Road { first }));
            button.surrender_focus();
        }
    }
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
    if game.unnamed_cards(player) > 0 {
        // One that lies face down untold is told by taking it back.
        cards.extend(game.hand(player).iter());
    }
    memory.taken_back.retain(|card| cards.contains(card));
    for card in cards {
        let mut is_taken = memory.taken_back.contains(&card);
        if ui
            .toggle_value(&mut is_taken, game.contents().card_name(card))
            .changed()
        {
            memory.taken_back.retain(|other| *other != card);
            if is_taken && memory.taken_back.len() < usize::from(most) {
                memory.taken_back.push(card);
            }
        }
    }
    let label = format!("Take back {} of at most {most}", memory.taken_back.len());
    if ui
        .add(egui::Button::new(label).min_size(egui::vec2(0.0, touch::TARGET)))
        .clicked()
    {
        commands.push(Command::Pick(Pick::Cards(std::mem::take(
            &mut memory.taken_back,
        ))));
    }
}

/// What a text that the app does not know brings about, typed in the notation.
fn by_hand_ui(ui: &mut Ui, table: &Table, memory: &mut ActionMemory, commands: &mut Commands) {
    let label = ui.label("What it brings about");
    let hint = "as in: points Human +2, money Savvas -1";
    let field = egui::TextEdit::singleline(&mut memory.by_hand).hint_text(hint);
    let field = ui.add(field).labelled_by(label.id);
    if field.changed() {
        memory.trouble = None;
    }
    let button = egui::Button::new("Record it").min_size(egui::vec2(0.0, touch::TARGET));
    if ui.add(button).clicked() {
        // The same words as for setting the record right.
        let line = format!("Adjust {}: \"by hand\"", memory.by_hand);
        match parse_action(table.game(), &line).map(|action| action.deed) {
            Ok(Deed::Adjust { changes, .. }) => {
                memory.by_hand.clear();
                commands.push(Command::Pick(Pick::ByHand(changes)));
            }
            Ok(_) => memory.trouble = Some("expected changes of numbers or tiles".to_owned()),
            Err(error) => memory.trouble = Some(error.to_string()),
        }
    }
    if let Some(trouble) = &memory.trouble {
        let bad = theme(ui.ctx()).bad;
        ui.label(RichText::new(trouble).color(bad));
    }
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
                    deed: Deed::Choose {
                        player: question.chooser,
                    },
                    choices: vec![option.choice],
                };
                choices.push(playing(game.choice_text(option.choice), "", true, action));
            }
        }
        (Some(Task::Decide(tied)), _) => {
            let player = game.owed().first().and_then(|owed| owed.player);
            for building in tied {
                let Some(player) = player else {
                    continue;
                };
                let label = game.contents().building_name(building).to_owned();
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
        (None, _) if game.winner().is_some() => choices.push(Choice {
            label: "Result or board".to_owned(),
            group: "",
            is_allowed: true,
            is_picked: false,
            action: None,
            command: Command::Menu(Menu::Result),
        }),
        (_, None) | (None, _) => {}
    }
    choices
}

/// A choice that plays an action by itself.
fn playing(label: String, group: &'static str, is_allowed: bool, action: Action) -> Choice {
    Choice {
        label,
        group,
        is_allowed,
        is_picked: false,
        command: Command::Play(vec![action.clone()]),
        action: Some(action),
    }
}

/// A choice that is one step of an entry.
fn picking(label: String, group: &'static str, is_allowed: bool, pick: Pick) -> Choice {
    Choice {
        label,
        group,
        is_allowed,
        is_picked: false,
        action: None,
        command: Command::Pick(pick),
    }
}

/// The cards in the hand of the player whose turn it is.
fn cards(table: &Table, game: &Game, entry: Option<&Entry>, choices: &mut Vec<Choice>) {
    let Some(player) = game.active_player() else {
        return;
    };
    let begun = entry.is_some_and(|entry| {
        entry.kind().is_some() || !entry.works().is_empty() || entry.worker().is_some()
    });
    for card in game.hand(player).iter() {
        let label = game.contents().card_name(card).to_owned();
        let is_allowed = allows_card(table.moves(), card);
        if is_vote(card) {
            let action = Deed::CallVote { player }.into();
            let mut choice = playing(label, "Hand", is_allowed, action);
            choice.is_allowed = is_allowed;
            if !begun {
                choices.push(choice);
            }
            continue;
        }
        let mut choice = picking(label, "Hand", is_allowed, Pick::Card(Some(card)));
        choice.is_picked = entry.is_some_and(|entry| entry.card() == Some(card));
        // Once a card is in use, the others make room.
        if !begun || choice.is_picked {
            choices.push(choice);
        }
    }
    let is_untold = entry.is_some_and(|entry| entry.plays_card() && entry.card().is_none());
    if !begun || is_untold {
        let is_allowed = game.hand_size(player) > 1;
        let mut choice = picking(
            "Face down, not told".to_owned(),
            "Hand",
            is_allowed,
            Pick::Card(None),
        );
        choice.is_picked = is_untold;
        choices.push(choice);
    }
}

/// What comes after roads that may be left out: going on declines them.
fn beyond_roads(table: &Table, game: &Game, choices: &mut Vec<Choice>) {
    let Some(next) = Entry::beyond_roads(game) else {
        return;
    };
    let player = next.player();
    let label = format!("{} passes", game.player_label(player));
    choices.push(playing(label, "Go on", true, Deed::Pass { player }.into()));
    let first = choices.len();
    stage_choices(table, game, &next, choices);
    for choice in &mut choices[first..] {
        choice.group = "Go on";
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
    choices.push(playing(
        label.to_owned(),
        "",
        true,
        Deed::Pass { player }.into(),
    ));
    let rest = game.still_to_follow();
    if follows && rest.len() > 1 {
        let all = |deed: fn(PlayerId) -> Deed| -> Vec<Action> {
            rest.iter().map(|&player| deed(player).into()).collect()
        };
        choices.push(Choice {
            label: "The rest pass".to_owned(),
            group: "",
            is_allowed: true,
            is_picked: false,
            action: None,
            command: Command::Play(all(|player| Deed::Pass { player })),
        });
        choices.push(Choice {
            label: "The rest take $1".to_owned(),
            group: "",
            is_allowed: true,
            is_picked: false,
            action: None,
            command: Command::Play(all(|player| Deed::Follow {
                player,
                work: Work::Money,
            })),
        });
    }
}

/// The options of the stage that the entry is at.
fn stage_choices(table: &Table, game: &Game, entry: &Entry, choices: &mut Vec<Choice>) {
    let contents = game.contents();
    let answers = table.answers();
    match entry.stage(game) {
        Stage::Kind { text, basic, ready } => {
            let group = if entry.plays_card() && !entry.is_face_down() {
                "Face up"
            } else {
                ""
            };
            if let Some(action) = ready {
                choices.push(playing("Play it".to_owned(), group, true, action));
            }
            for kind in text {
                let is_allowed = answers.allows_kind(kind, entry.is_face_down());
                choices.push(picking(
                    kind.name().to_owned(),
                    group,
                    is_allowed,
                    Pick::Kind(kind),
                ));
            }
            for kind in basic {
                let is_allowed = answers.allows_kind(kind, true);
                let label = kind.name().to_owned();
                choices.push(picking(label, "Face down", is_allowed, Pick::Kind(kind)));
            }
        }
        Stage::Resource(resources) => {
            for resource in resources {
                let is_allowed = answers.allows_resource(resource);
                let label = contents.resource_name(resource).to_owned();
                choices.push(picking(
                    label,
                    "Resource",
                    is_allowed,
                    Pick::Resource(resource),
                ));
            }
        }
        Stage::Adviser => {
            for adviser in game.adviser_offer().into_iter().flatten() {
                let is_allowed = answers.allows_adviser(adviser);
                let label = contents.adviser_name(adviser).to_owned();
                let mut choice = picking(label, "Adviser", is_allowed, Pick::Adviser(adviser));
                choice.action = Some(entry.action_with(Work::Recruit(adviser)));
                choices.push(choice);
            }
        }
        Stage::Place(places) => {
            for place in places {
                let label = match place {
                    WorkerPlace::Race => "Race mat".to_owned(),
                    WorkerPlace::Building(building) => contents.building_name(building).to_owned(),
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

/// The one line that says who must or may do what now, and what follows.
pub fn owed_bar_ui(ui: &mut Ui, table: &Table) {
    let theme = theme(ui.ctx());
    let game = table.journal().game();
    ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
        let owed = game.owed();
        let now = owed
            .first()
            .map_or_else(|| game.owed_text(), |first| game.text_of(first));
        let mut sentence = now;
        if let Some(first) = sentence.get_mut(..1) {
            first.make_ascii_uppercase();
        }
        let said = ui.add(
            egui::Label::new(
                RichText::new(&sentence)
                    .font(text::serif(text::TITLE))
                    .color(theme.accent),
            )
            .truncate()
            .sense(Sense::hover()),
        );
        // Said aloud whenever it changes.
        ui.ctx().accesskit_node_builder(said.id, |node| {
            node.set_live(egui::accesskit::Live::Polite);
        });
        // What can be done at the same time comes first, then what follows by itself.
        let mut then: Vec<String> = owed.iter().skip(1).map(|next| game.text_of(next)).collect();
        then.extend(game.afterwards());
        then.dedup();
        then.truncate(MOST_AFTER);
        if !then.is_empty() {
            let text_then = format!("then {}", then.join(", then "));
            ui.add(
                egui::Label::new(
                    RichText::new(text_then)
                        .font(text::sans(text::BODY))
                        .color(theme.muted),
                )
                .truncate(),
            );
        }
    });
}
