//! The action panel: cards, kinds of sub-action, options, and their outcomes.
//!
//! All options are in one row of buttons, numbered so that a digit picks one. An option that
//! leads to nothing legal can still be pressed where the board then shows why; hovering shows
//! the reason at once.

mod choice_ui;
mod choices;

use std::sync::Arc;

use egui::{
    Align, InnerResponse, Layout, Rect, Response, Sense, Tooltip, Ui, UiBuilder, Vec2, vec2,
};
use plain_text::{capitalized, remarks};

use super::arrangement::Arrangement;
use super::back_buttons::{SHORT, back_button_ui, redo_ui, undo_ui};
use super::outcome_view::{each_reason_ui, how_to_build_ui, outlook_ui, reasons_ui};
use super::unverified_view::misread_ui;
use choice_ui::{LOW, choice_ui, group_title_ui, is_lowest, keys};
use choices::{ActionChoice, ChoiceRow, FACE_DOWN, advisers_in_order, choices};
use components::effect::SubActionKind;
use components::ids::AdviserId;
use memo::Memo;
use narration::sentence::short;
use narration::square::square_text;
use narration::{NamedGame, pending};
use notation::parse_adjustments;
use rules::Game;
use rules::adjustment::WorkerPlace;
use rules::player::{Card, PlayerId};
use rules::task::Task;
use table::action_input::{ActionInput, InputChoice, InputStep};
use table::legality::Verdict;
use table::nearest_action::NearestAction;
use table::table::{ActionVerdict, Table};
use ui_board::Cx;
use ui_board::command::FoundersCommand;
use ui_board::pieces::player_badge_ui;
use ui_board::settings::Preview;
use ui_kit::icons::{Icon, icon_ui};
use ui_kit::queue::CommandQueue;
use ui_kit::theme::{space, text, theme, touch};
use ui_kit::widgets::{
    DecisivePart, ROW_HEIGHT, RequiredTextField, body, button, figure, lead, mark, mark_within,
    unseen_height,
};
use ui_tiles::terrain_ui;

/// Height of the line with the pending decision.
pub(crate) const PENDING_HEIGHT: f32 = 36.0;
/// Size of the badge of the player to act.
const PENDING_BADGE: f32 = 30.0;

/// Width reserved for the turn number.
const TURN: f32 = 72.0;

/// Maximum number of upcoming steps shown; more would not be read.
const MAX_UPCOMING: usize = 3;

/// The state of the panel between frames.
#[derive(Clone, Debug, Default)]
pub struct ActionMemory {
    /// Cards ticked to be taken back.
    pub taken_back: Vec<Card>,
    /// The effect of a card text unknown to the app, as typed so far.
    manual_effect: RequiredTextField,
    /// The reason why the latest tick did nothing.
    error: Option<String>,
    /// The advisers of the player whose turn it is, in the order of their keys.
    advisers: Memo<u64, Vec<AdviserId>>,
    /// The height reserved for the outcomes of a step.
    reserve: Memo<(u64, Preview, u32), f32>,
    /// The height of the choices in the latest pass.
    rows: f32,
}

/// Minimum height reserved for each row of an outcome.
const OUTCOME_ROW: f32 = 20.0;
/// Maximum width of the tooltip with the reasons why a choice is not legal.
const REFUSED: f32 = 480.0;

/// Width of a back or undo button below the board.
const BACK_WIDTH: f32 = 84.0;
/// Height of such a button in the lowest windows.
const LOW_BACK: f32 = 28.0;
/// Minimum panel width at which those buttons show text.
const ROOMY: f32 = 560.0;

/// Returns `true` if the panel is in a column next to the board.
fn is_column(ui: &Ui) -> bool {
    Arrangement::of(ui.ctx().content_rect().size()) == Arrangement::Low
}

/// Draws everything that can be done now without the board.
///
/// Returns the height that the panel could spare, negative if it has too little.
pub fn action_panel_ui(ui: &mut Ui, cx: Cx<'_>, memory: &mut ActionMemory) -> f32 {
    if cx.table.is_past() {
        past_ui(ui, cx);
        return 0.0;
    }
    let advisers = memory.advisers.of(cx.table.step(), || advisers_in_order(cx.table));
    let choices = choices(cx.table, advisers);
    let gap = if is_lowest(ui) { space::XS / 2.0 } else { space::XS };
    ui.spacing_mut().item_spacing = vec2(space::XS, gap);
    let key = (cx.table.step(), cx.settings.preview, ui.available_width().to_bits());
    let reserve = *memory.reserve.of(key, || height_to_reserve(ui, cx, &choices));
    // In a column next to the board the outcome is below the choices.
    if is_column(ui) {
        let hovered = choices_and_back_ui(ui, cx, &choices, memory).inner;
        keys(ui, &choices, cx.commands);
        // The height is reserved independent of the pointer, so that the board does not move.
        let shown = ui.scope(|ui| {
            ui.set_min_height(reserve);
            consequence_ui(ui, cx, hovered);
        });
        *memory.reserve.of(key, || reserve) = reserve.max(shown.response.rect.height());
        return 0.0;
    }
    // Below the board the choices are at the lower edge, so that none of them moves when the
    // outcome is longer; the outcome is above them, next to the board.
    let available = ui.available_rect_before_wrap();
    let above = (available.height() - memory.rows).max(0.0);
    ui.add_space(above);
    let rows = choices_and_back_ui(ui, cx, &choices, memory);
    keys(ui, &choices, cx.commands);
    let height = rows.response.rect.height();
    if (memory.rows - height).abs() > 0.5 {
        memory.rows = height;
        ui.ctx().request_discard("the choices are higher or lower than before");
    }
    let outcome_rect = available.with_max_y(available.top() + above);
    let mut outcome_ui = ui.new_child(UiBuilder::new().max_rect(outcome_rect));
    outcome_ui.shrink_clip_rect(outcome_rect);
    consequence_ui(&mut outcome_ui, cx, rows.inner);
    *memory.reserve.of(key, || reserve) = reserve.max(outcome_ui.min_rect().height());
    above - reserve
}

/// Draws the choices and, at a fixed place, the back and undo buttons.
///
/// Returns the hovered choice.
fn choices_and_back_ui<'c>(
    ui: &mut Ui,
    cx: Cx<'_>,
    choices: &'c [ActionChoice],
    memory: &mut ActionMemory,
) -> InnerResponse<Option<&'c ActionChoice>> {
    let available = ui.available_width();
    // A column has the buttons in a row above the choices, whose number changes with each step.
    if is_column(ui) {
        return ui.vertical(|ui| {
            let redo = redo_width(cx.table, available);
            let size = vec2((available - redo - space::XS) / 2.0, back_height(ui));
            back_buttons_ui(ui, cx, size);
            choices_ui(ui, cx, choices, (memory, true))
        });
    }
    let has_hand = shows_hand(ui, choices);
    // Only the cards are next to the buttons where they fit in a row; what follows is below both.
    let is_split = has_hand && available >= ROOMY;
    ui.vertical(|ui| {
        // The row after a card has its space reserved before the card is chosen.
        if has_hand || !is_started(cx.table) {
            ui.set_min_height(two_rows(ui));
        }
        let hovered = first_rows_ui(ui, cx, choices, (memory, is_split));
        if is_split { choices_ui(ui, cx, choices, (memory, false)) } else { hovered }
    })
}

/// Draws the back and undo buttons with the choices next to them: only the cards if `is_split`.
///
/// Returns the hovered choice.
fn first_rows_ui<'c>(
    ui: &mut Ui,
    cx: Cx<'_>,
    choices: &'c [ActionChoice],
    (memory, is_split): (&mut ActionMemory, bool),
) -> Option<&'c ActionChoice> {
    let available = ui.available_width();
    let right = ui.max_rect().right();
    let shown = ui.horizontal_top(|ui| {
        let size = match (available >= ROOMY, is_split) {
            // As high as two rows of choices, so that the name of what is undone has space.
            (true, false) => vec2(BACK_WIDTH, two_rows(ui)),
            (true, true) => vec2(BACK_WIDTH, touch::TARGET),
            (false, _) => vec2(touch::TARGET, touch::TARGET),
        };
        let redo = redo_width(cx.table, size.x);
        let buttons =
            if has_back_buttons(cx.table) { 2.0 * size.x + space::XS + redo } else { 0.0 };
        let hovered = ui.vertical(|ui| {
            ui.set_width(available - buttons - space::S);
            if is_split {
                let spacing = ui.spacing().item_spacing;
                ui.horizontal_wrapped(|ui| {
                    ui.spacing_mut().item_spacing = spacing;
                    hand_ui(ui, choices, cx.commands);
                });
                return None;
            }
            choices_ui(ui, cx, choices, (memory, true))
        });
        // At the edge, whatever the choices take.
        let place = ui.available_rect_before_wrap();
        let corner = place.with_min_x(right - buttons).with_max_x(right);
        ui.scope_builder(UiBuilder::new().max_rect(corner), |ui| back_buttons_ui(ui, cx, size));
        hovered.inner
    });
    shown.inner
}

/// Returns `true` if the cards of the hand are shown although one is picked. In the lowest windows
/// only the picked one is; "Back" leads to the others.
fn shows_hand(ui: &Ui, choices: &[ActionChoice]) -> bool {
    !is_lowest(ui) && choices.iter().any(|choice| choice.row == ChoiceRow::Hand)
}

/// Draws the cards of the hand with the picked one among them.
fn hand_ui(ui: &mut Ui, choices: &[ActionChoice], commands: &CommandQueue<FoundersCommand>) {
    for choice in choices.iter().filter(|choice| choice.row == ChoiceRow::Hand) {
        choice_ui(ui, choice, commands);
    }
}

/// Returns `true` if a decision or an entry can be taken back.
fn has_back_buttons(table: &Table) -> bool {
    table.can_undo() || table.can_redo() || is_started(table)
}

/// Returns the width of the redo button and the gap next to it, where the others have `width`; 0 if
/// nothing can be redone.
fn redo_width(table: &Table, width: f32) -> f32 {
    if table.can_redo() { width.min(SHORT) + space::XS } else { 0.0 }
}

/// Returns `true` if part of the next entry is decided.
fn is_started(table: &Table) -> bool {
    table.entry().is_some_and(ActionInput::has_started) || table.selection().is_some()
}

/// Draws the back and undo buttons side by side, each at a fixed place, and redo between them while
/// something can be redone.
fn back_buttons_ui(ui: &mut Ui, cx: Cx<'_>, size: Vec2) {
    if !has_back_buttons(cx.table) {
        return;
    }
    ui.horizontal_top(|ui| {
        ui.spacing_mut().interact_size.y = size.y;
        if is_started(cx.table) {
            if back_button_ui(ui, Icon::Previous, DecisivePart::Back, ("‹ Back", "Esc"), size) {
                cx.commands.push(FoundersCommand::Back);
            }
        } else {
            ui.allocate_space(size);
        }
        redo_ui(ui, cx, vec2(size.x.min(SHORT), size.y));
        undo_ui(ui, cx, size);
    });
}

/// Returns the height of two rows of choices.
fn two_rows(ui: &Ui) -> f32 {
    2.0 * touch::TARGET + ui.spacing().item_spacing.y
}

/// Returns the height of a back or undo button in a column.
fn back_height(ui: &Ui) -> f32 {
    if is_lowest(ui) { LOW_BACK } else { touch::TARGET }
}

/// Returns the height of the tallest outcome in this step, over its choices and the squares.
fn height_to_reserve(ui: &mut Ui, cx: Cx<'_>, choices: &[ActionChoice]) -> f32 {
    let rows = if is_column(ui) { 2.0 } else { 1.0 };
    let unused = CommandQueue::default();
    let mut highest = choices
        .iter()
        .filter(|choice| choice.is_allowed)
        .filter_map(|choice| choice.action.as_ref())
        .chain(cx.table.legality().most_to_explain())
        .map(|action| cx.table.verdict_on(action))
        .enumerate()
        .map(|(index, answer)| {
            unseen_height(ui, index, |ui| {
                answer_ui(ui, Cx { commands: &unused, ..cx }, cx.table.named_game(), &answer);
            })
        })
        .fold(rows * OUTCOME_ROW, f32::max);
    if let Some(nearest) = cx.table.nearest_place() {
        let nowhere = unseen_height(ui, usize::MAX, |ui| {
            nowhere_ui(ui, cx.table.named_game(), nearest.as_ref().as_ref(), &unused);
        });
        highest = highest.max(nowhere);
    }
    // A square can depend on unverified facts that the others do not.
    let game = cx.table.game();
    let has_unverified = game.contents().has_unconfirmed_facts() || game.board().is_open();
    if has_unverified { highest + ROW_HEIGHT + space::XS } else { highest }
}

/// Draws the choices in their rows, after the cards of the hand if `has_hand`; returns the choice
/// whose outcome is to be shown.
fn choices_ui<'c>(
    ui: &mut Ui,
    cx: Cx<'_>,
    choices: &'c [ActionChoice],
    (memory, has_hand): (&mut ActionMemory, bool),
) -> Option<&'c ActionChoice> {
    let mut hovered = None;
    let spacing = ui.spacing().item_spacing;
    let is_entry_started = cx.table.entry().is_some_and(ActionInput::has_started);
    let shows_hand = shows_hand(ui, choices);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = spacing;
        if is_lowest(ui) {
            ui.set_row_height(LOW);
            ui.spacing_mut().interact_size.y = LOW;
        }
        let top = ui.cursor().top();
        if has_hand && shows_hand {
            hand_ui(ui, choices, cx.commands);
            // The next choices start a new row, unless the hand has already wrapped into one.
            if ui.cursor().top() <= top {
                ui.end_row();
            }
        }
        if is_entry_started && !shows_hand {
            path_ui(ui, cx.table);
        }
        let mut group = "";
        for choice in choices.iter().filter(|choice| choice.row == ChoiceRow::Open) {
            if choice.group != group {
                group = &choice.group;
                group_title_ui(ui, cx.table.named_game(), choice);
            }
            let response = choice_ui(ui, choice, cx.commands);
            if !(response.hovered() || response.has_focus()) {
                continue;
            }
            if choice.is_allowed {
                hovered = Some(choice);
            } else if response.has_focus() || has_moved_since_press(ui) {
                refused_ui(ui, cx.table, choice, &response);
            }
        }
        if let Some(InputStep::Cards(most)) = cx.table.stage() {
            take_back_ui(ui, cx, most, memory);
        }
        if cx.table.stage() == Some(InputStep::Adjustments) {
            manual_effect_ui(ui, cx, memory);
        }
        stage_hint_ui(ui, cx);
    });
    hovered
}

/// Returns `true` if the pointer was moved since its latest press.
///
/// A resting pointer is over the result of that press by chance, and asks for no explanation.
fn has_moved_since_press(ui: &Ui) -> bool {
    ui.input(|input| {
        let pointer = &input.pointer;
        pointer.time_since_last_movement() < pointer.time_since_last_click()
    })
}

/// Draws the decisions so far.
fn path_ui(ui: &mut Ui, table: &Table) {
    let path = path(table).join(" › ");
    body(path).bold().ui(ui);
}

/// Returns the decisions so far in words.
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
    steps.extend(entry.kind().map(|kind| kind.label().to_owned()));
    steps.extend(entry.resource().map(|resource| contents.resource_name(resource).to_owned()));
    // A card and its sub-action can have the same name, which is shown once.
    steps.dedup();
    steps
}

/// Draws the notice for a past table, where nothing can be entered.
fn past_ui(ui: &mut Ui, cx: Cx<'_>) {
    ui.horizontal_wrapped(|ui| {
        lead(format!("The table as it was after {}.", viewed_entry(cx.table))).ui(ui);
        let back = ui.add(button("Back to now"));
        mark(ui, DecisivePart::Back, back.rect);
        if back.clicked() {
            cx.commands.push(FoundersCommand::ViewNumber(usize::MAX));
        }
    });
}

/// Draws the outcome of the hovered choice or square for every player, or why it is refused.
fn consequence_ui(ui: &mut Ui, cx: Cx<'_>, hovered: Option<&ActionChoice>) {
    let named = cx.table.named_game();
    if let Some(choice) = hovered {
        if let Some(action) = &choice.action {
            answer_ui(ui, cx, named, &cx.table.verdict_on(action));
        }
    } else if let Some(hover) = cx.table.hover() {
        if let Some(answer) = &hover.verdict {
            answer_ui(ui, cx, named, answer);
        } else {
            // No taller than the reserved space, so that nothing is cropped.
            let rows = if is_column(ui) { 2 } else { 1 };
            let width = ui.available_width();
            let text = square_text(named, hover.square);
            let galley = body(&text).muted().in_rows(ui, width, rows);
            ui.label(galley).on_hover_text(text);
        }
    } else if let Some(nearest) = cx.table.nearest_place() {
        nowhere_ui(ui, named, nearest.as_ref().as_ref(), cx.commands);
    }
}

/// Draws why no place on the board is legal, using the place closest to being legal.
fn nowhere_ui(
    ui: &mut Ui,
    named: NamedGame<'_>,
    nearest: Option<&NearestAction>,
    commands: &CommandQueue<FoundersCommand>,
) {
    let nowhere = "No place on the board is legal";
    let words = match nearest {
        Some(NearestAction { action, .. }) => {
            format!("{nowhere}. What comes nearest: {}.", short(named, action))
        }
        None => format!("{nowhere}."),
    };
    let label = body(words).muted().ui(ui);
    mark(ui, DecisivePart::Reason, label.rect);
    if let Some(NearestAction { checks, .. }) = nearest {
        each_reason_ui(ui, named, checks, false, commands);
    }
}

/// Draws the outcome of an action for every player, or why it is refused.
///
/// Draws nothing for an action that is only missing decisions.
fn answer_ui(ui: &mut Ui, cx: Cx<'_>, named: NamedGame<'_>, answer: &ActionVerdict) {
    match &answer.outcome {
        Ok(played) if cx.settings.preview == Preview::Before => {
            outlook_ui(ui, played, named.naming(), &answer.unverified, cx.commands);
        }
        Ok(_) => {}
        Err(refusal) if refusal.is_unfinished() => {}
        Err(_) => reasons_ui(ui, named, &answer.action, &answer.checks, cx.commands),
    }
}

/// Shows a tooltip with the reasons against an illegal choice, or against the action closest to
/// it.
///
/// A tooltip covers nothing that is being pressed, and the closest action is computed only on
/// hover: the panel reserves no height for it.
fn refused_ui(ui: &Ui, table: &Table, choice: &ActionChoice, response: &Response) {
    let answer = choice.action.as_ref().map(|action| table.verdict_on(action));
    let refused = answer
        .filter(|answer| answer.outcome.as_ref().is_err_and(|refusal| !refusal.is_unfinished()));
    let width = REFUSED.min(ui.ctx().content_rect().width() - 4.0 * space::L);
    Tooltip::for_widget(response).width(width).show(|ui| {
        let unused = CommandQueue::default();
        if let Some(answer) = refused {
            each_reason_ui(ui, table.named_game(), &answer.checks, false, &unused);
            return;
        }
        let nearest = match &choice.command {
            FoundersCommand::Choose(pick) => table.nearest_to(pick),
            _ => Arc::default(),
        };
        let words = match nearest.as_ref() {
            Some(NearestAction { action, .. }) => {
                format!("What comes nearest: {}.", short(table.named_game(), action))
            }
            None => format!("Nothing on the table answers to {}.", choice.label),
        };
        let label = body(words).muted().ui(ui);
        mark(ui, DecisivePart::Reason, label.rect);
        if let Some(NearestAction { checks, .. }) = nearest.as_ref() {
            each_reason_ui(ui, table.named_game(), checks, false, &unused);
        }
    });
}

/// Draws the hint for the current input step, and the buttons for optional roads.
fn stage_hint_ui(ui: &mut Ui, cx: Cx<'_>) {
    if let Some(selection) = cx.table.selection() {
        if cx.table.vote_for(selection).is_none() && cx.table.moves_with(selection).next().is_none()
        {
            let what = selection.description(cx.table.game());
            let words = format!("Nothing can be done {what} in one step. Pick what to do first.");
            let label = body(words).muted().ui(ui);
            mark(ui, DecisivePart::Question, label.rect);
        }
        misread_ui(ui, || selection.printed_facts(cx.table.game()), cx.commands);
    }
    let (Some(entry), Some(stage)) = (cx.table.entry(), cx.table.stage()) else {
        return;
    };
    let game = cx.table.game();
    let is_placement = stage == InputStep::Placement && entry.roads_offered(game) > 0;
    let hint = match stage {
        InputStep::Square if entry.picks_first_road() => {
            "Pick the square of the road on the board".to_owned()
        }
        InputStep::Square if entry.placed().is_some() => {
            "Pick the square of the road that follows it".to_owned()
        }
        InputStep::Square => format!("Pick a square for {}", placed_name(game, entry)),
        InputStep::Tile => "Pick a tile on the board".to_owned(),
        InputStep::Placement => {
            let what = placed_name(game, entry);
            let turning = if entry.can_be_turned_over(game) {
                "R rotates, F turns it over"
            } else {
                "R rotates"
            };
            format!("Place {what} on the board. {turning}")
        }
        InputStep::Unknown(fact) => format!("Cannot tell: {fact} is unknown"),
        _ => return,
    };
    let galley = body(hint).muted().lay(ui);
    // Starts the sentence in a new row rather than breaking it.
    if ui.available_size_before_wrap().x < galley.size().x {
        ui.end_row();
        // As low as its text, to leave space for reasons below it.
        ui.set_row_height(ROW_HEIGHT);
        ui.spacing_mut().interact_size.y = ROW_HEIGHT;
    }
    let label = ui.label(galley);
    mark(ui, DecisivePart::Question, label.rect);
    for &(terrain, price) in cx.table.legality().land_prices() {
        let price = terrain_ui(ui, terrain, &format!("{} {price}", terrain.name()));
        mark(ui, DecisivePart::Outcome, price);
    }
    if game.in_setup() && game.is_solo() {
        start_levels_ui(ui, game);
    }
    if entry.kind() == Some(SubActionKind::Build)
        && entry.resource().is_some()
        && !cx.table.legality().squares().any(|(_, answer)| answer.verdict == Verdict::Legal)
    {
        how_to_build_ui(ui, cx.commands);
    }
    if !is_placement {
        return;
    }
    for (first, word, keys) in [
        (true, "first", "right-click the road's square"),
        (false, "after it", "Shift+right-click the building's place"),
    ] {
        let squares: Vec<String> = entry
            .roads()
            .iter()
            .filter(|road| road.first == first)
            .map(|road| road.square.to_string())
            .collect();
        let label = match squares.as_slice() {
            [] => format!("Road {word}…"),
            [one] => format!("Road on {one} {word}"),
            several => format!("Roads on {} {word}", several.join(" ")),
        };
        let road = ui
            .add(button(label).selected(!first && entry.picks_last_road()))
            .on_hover_text(format!("Shortcut: {keys}."));
        mark(ui, DecisivePart::Choice, road.rect);
        if road.clicked() {
            cx.commands.push(FoundersCommand::Choose(InputChoice::Road { first }));
            road.surrender_focus();
        }
    }
}

/// Draws the difficulty of a solo game for each section to start in.
fn start_levels_ui(ui: &mut Ui, game: &Game) {
    let board = game.board();
    let mut levels: Vec<String> = Vec::new();
    for &(square, _) in board.starts().unwrap_or_default() {
        let Some(section) = board.section_of(square) else {
            continue;
        };
        let level = match board.solo_difficulty(square) {
            Ok(level) => level.name(),
            Err(_) => "unknown",
        };
        let line = format!("{}: {level}", board.section_name(section));
        if !levels.contains(&line) {
            levels.push(line);
        }
    }
    body(format!("Difficulty by section: {}", remarks(&levels))).muted().ui(ui);
}

fn placed_name(game: &Game, entry: &ActionInput) -> String {
    let contents = game.contents();
    if let Some(building) = entry.building() {
        return contents.building_name(building).to_owned();
    }
    if let Some(resource) = entry.resource() {
        return contents.resource_name(resource).to_owned();
    }
    match entry.kind() {
        Some(SubActionKind::House) => "the house".to_owned(),
        Some(SubActionKind::Bridge) => "the bridge or gate".to_owned(),
        None if game.in_setup() => "the first stall".to_owned(),
        Some(_) | None => "the road".to_owned(),
    }
}

/// Draws the cards to take back, which are ticked first and then taken together.
fn take_back_ui(ui: &mut Ui, cx: Cx<'_>, most: u8, memory: &mut ActionMemory) {
    let game = cx.table.game();
    let Some(player) = cx.table.entry().map(ActionInput::player) else {
        return;
    };
    let mut cards: Vec<Card> = game.played_cards(player).iter().collect();
    // The card being played face down can be among them (ruling R33).
    let face_down = cx.table.entry().filter(|e| e.plays_card() && e.is_face_down());
    let plays_unnamed = face_down.is_some_and(|entry| entry.card().is_none());
    if let Some(card) = face_down.and_then(ActionInput::card) {
        cards.push(card);
    }
    if game.unnamed_cards(player) > 0 || plays_unnamed {
        // Taking back an unnamed face-down card names it.
        cards.extend(game.hand(player).iter());
    }
    memory.taken_back.retain(|card| cards.contains(card));
    for card in cards {
        let mut is_taken = memory.taken_back.contains(&card);
        let toggle = ui.toggle_value(&mut is_taken, game.contents().card_name(card));
        mark(ui, DecisivePart::Choice, toggle.rect);
        if toggle.changed() {
            memory.taken_back.retain(|other| *other != card);
            let is_below_limit = memory.taken_back.len() < usize::from(most);
            if is_taken && is_below_limit {
                memory.taken_back.push(card);
            }
            memory.error = (is_taken && !is_below_limit)
                .then(|| format!("No more than {most} come back. Untick one first."));
        }
    }
    let label = format!("Take back {} of up to {most}", memory.taken_back.len());
    let takes = ui.add(button(label));
    mark(ui, DecisivePart::Choice, takes.rect);
    if takes.clicked() {
        memory.error = None;
        cx.commands.push(FoundersCommand::Choose(InputChoice::Cards(std::mem::take(
            &mut memory.taken_back,
        ))));
    }
    error_ui(ui, memory);
}

/// Draws the reason why the latest press did nothing.
fn error_ui(ui: &mut Ui, memory: &ActionMemory) {
    if let Some(error) = &memory.error {
        let label = body(error).bad().ui(ui);
        mark(ui, DecisivePart::Reason, label.rect);
    }
}

/// Asks for the effect of a card text unknown to the app, in the notation.
fn manual_effect_ui(ui: &mut Ui, cx: Cx<'_>, memory: &mut ActionMemory) {
    let label = ui.label("What it does");
    let hint = "as in: points Human +2, money Savvas -1";
    let is_entered = memory.manual_effect.ui(ui, &label, hint);
    let records = ui.add(button("Record it"));
    mark(ui, DecisivePart::Choice, records.rect);
    if (records.clicked() || is_entered)
        && let Some(words) = memory.manual_effect.words("Write what it brings about.")
    {
        // The same notation as for corrections of the record.
        match parse_adjustments(cx.table.game(), &words) {
            Ok(changes) => {
                memory.manual_effect.typed.clear();
                cx.commands.push(FoundersCommand::Choose(InputChoice::Adjustments(changes)));
            }
            Err(error) => memory.manual_effect.refuse(error.to_string()),
        }
    }
}

/// Returns the viewed entry in words: "entry 4 of 60".
fn viewed_entry(table: &Table) -> String {
    let number = table.shown_number();
    if table.is_in_variation() {
        format!("entry {number} of a variation")
    } else if table.is_detached() {
        format!("entry {number}, which was taken back")
    } else {
        format!("entry {number} of {}", table.journal().cursor())
    }
}

/// Returns the player to act and the pending decision in words; for a past table, the entry in
/// words.
pub(crate) fn pending_now(table: &Table) -> (Option<PlayerId>, String) {
    let named = table.named_game_now();
    let (player, words) = match table.pending().first() {
        _ if table.is_past() => (None, format!("the table after {}", viewed_entry(table))),
        Some(first) => (first.player, pending::describe_one(named, first)),
        None => (None, pending::describe_all(named)),
    };
    (player, capitalized(&words))
}

/// Draws the line with the pending decision, its player, and the decisions that follow.
pub fn pending_bar_ui(ui: &mut Ui, table: &Table) {
    let theme = theme(ui);
    let named = table.named_game_now();
    let is_past = table.is_past();
    ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
        ui.set_min_height(PENDING_HEIGHT);
        let (player, now) = pending_now(table);
        if is_past {
            icon_ui(ui, Icon::Journal, text::TITLE, theme.muted);
        } else if let Some(player) = player {
            player_badge_ui(ui, named, player, PENDING_BADGE);
        }
        let tint = if is_past { theme.muted } else { theme.accent };
        let sentence = |size: f32| figure(&now, size).tinted(tint);
        // The largest size that fits in full.
        let size = [text::HEAD, text::TITLE, text::LEAD]
            .into_iter()
            .find(|size| sentence(*size).lay(ui).size().x <= ui.available_width())
            .unwrap_or(text::LEAD);
        let label =
            ui.add(egui::Label::new(sentence(size).rich(ui)).truncate().sense(Sense::hover()));
        // Screen readers read it aloud whenever it changes.
        ui.ctx().accesskit_node_builder(label.id, |node| {
            node.set_live(egui::accesskit::Live::Polite);
        });
        let whole = Rect::from_min_size(label.rect.min, sentence(size).lay(ui).size());
        mark_within(ui, DecisivePart::Pending, whole, label.rect.expand(1.0));
        // Decisions open at the same time come first, then those that follow by themselves. One
        // text covers all players who may follow.
        let mut then: Vec<String> = table
            .pending()
            .iter()
            .skip(1)
            .filter(|next| next.task != Task::Follow)
            .map(|next| pending::describe_one(named, next))
            .collect();
        for next in pending::describe_upcoming(named) {
            // A decision open now is not repeated as one that follows.
            if !then.contains(&next) {
                then.push(next);
            }
        }
        then.truncate(MAX_UPCOMING);
        if !then.is_empty() && !is_past {
            // Leaves space for the turn number at the end of the line.
            ui.scope(|ui| {
                ui.set_max_width((ui.available_width() - TURN).max(0.0));
                body(format!("then {}", then.join(", then "))).muted().truncated_ui(ui);
            });
        }
        if ui.available_width() >= TURN
            && !is_past
            && !named.game().in_setup()
            && !named.game().is_over()
        {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                body(format!("Turn {}", named.game().turn_number())).muted().ui(ui);
            });
        }
    });
}
