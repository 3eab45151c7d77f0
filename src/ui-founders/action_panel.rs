//! What the player to act can do: cards, kinds of work, options, and what they come to.
//!
//! Every option stands in one row of buttons, numbered so that a digit picks
//! it. An option that leads to nothing legal stays pressable where the board
//! can then say why; hovering tells the reason at once.

mod choice_ui;
mod choices;

use std::sync::Arc;

use egui::{Align, InnerResponse, Layout, Rect, Response, Sense, Tooltip, Ui, UiBuilder};
use plain_text::{capital, remarks};

use super::arrangement::Arrangement;
use super::outcome_view::{each_reason_ui, how_to_build_ui, outlook_ui, reasons_ui};
use super::trust_view::misread_ui;
use super::ways_back::{undo_ui, way_ui};
use choice_ui::{LOW, choice_ui, group_title_ui, is_lowest, keys};
use choices::{Choice, ChoiceRow, FACE_DOWN, choices};
use components::effect::SubActionKind;
use memo::Memo;
use narration::sentence::short;
use narration::square::square_text;
use narration::{NamedGame, owed};
use notation::parse_adjustments;
use rules::Game;
use rules::adjustment::WorkerPlace;
use rules::player::{Card, PlayerId};
use rules::task::Task;
use table::answers::Verdict;
use table::entry::{Entry, Pick, Stage};
use table::nearest::Nearest;
use table::table::{ActionAnswer, Table};
use ui_board::Cx;
use ui_board::command::FoundersCommand;
use ui_board::pieces::player_badge_ui;
use ui_board::settings::Preview;
use ui_kit::icons::{Icon, icon_ui};
use ui_kit::queue::Queue;
use ui_kit::theme::{space, text, theme, touch};
use ui_kit::widgets::{
    Decisive, LINE, WordsField, body, button, figure, lead, mark, mark_within, unseen_height,
};
use ui_tiles::terrain_ui;

/// Height of the line that says what is owed.
pub(crate) const OWED_HEIGHT: f32 = 36.0;
/// The token of whoever is asked.
const OWED_TOKEN: f32 = 30.0;

/// Room for the number of the turn.
const TURN: f32 = 72.0;

/// At most this many upcoming steps are shown; more would not be read.
const MOST_AFTER: usize = 3;

/// What the panel remembers between frames.
#[derive(Clone, Debug, Default)]
pub struct ActionMemory {
    /// Cards ticked to be taken back.
    pub taken_back: Vec<Card>,
    /// What a text brings about, as far as it is typed.
    by_hand: WordsField,
    /// What is wrong with it, or why the latest tick did nothing.
    trouble: Option<String>,
    /// The height that is kept for what can be said in a step.
    reserve: Memo<(u64, Preview, u32), f32>,
    /// The height of the choices in the latest pass.
    rows: f32,
}

/// The least height that is kept for what an action comes to.
const CONSEQUENCE: f32 = 20.0;
/// The width of the reasons why a choice is not legal.
const REFUSED: f32 = 480.0;

/// Width of a button that leads back: words in two rows.
const WAY: f32 = 84.0;
/// The height of such a button in the lowest windows.
const LOW_WAY: f32 = 28.0;
/// From this width on those buttons are words.
const ROOMY: f32 = 560.0;

/// Checks whether what can be done stands in a column beside the board.
fn is_column(ui: &Ui) -> bool {
    Arrangement::of(ui.ctx().content_rect().size()) == Arrangement::Low
}

/// Draws everything that can be done now without the board; returns the height that it could spare,
/// below 0 where it has too little.
pub fn action_panel_ui(ui: &mut Ui, cx: Cx<'_>, memory: &mut ActionMemory) -> f32 {
    if cx.table.is_past() {
        past_ui(ui, cx);
        return 0.0;
    }
    let choices = choices(cx.table);
    let gap = if is_lowest(ui) { space::XS / 2.0 } else { space::XS };
    ui.spacing_mut().item_spacing = egui::vec2(space::XS, gap);
    let key = (cx.table.step(), cx.settings.preview, ui.available_width().to_bits());
    let reserve = *memory.reserve.of(key, || height_to_keep(ui, cx, &choices));
    // In a column beside the board what an action comes to has its place below the choices.
    if is_column(ui) {
        let told = choices_and_ways_ui(ui, cx, &choices, memory).inner;
        keys(ui, &choices, cx.commands);
        // The height is kept whatever is pointed at, so that the board sits still.
        let shown = ui.scope(|ui| {
            ui.set_min_height(reserve);
            consequence_ui(ui, cx, told);
        });
        *memory.reserve.of(key, || reserve) = reserve.max(shown.response.rect.height());
        return 0.0;
    }
    // Below the board the choices keep to the lower edge, so that none of them moves when the step
    // has more to say; what an action comes to is said above them, next to the board.
    let room = ui.available_rect_before_wrap();
    let above = (room.height() - memory.rows).max(0.0);
    ui.add_space(above);
    let rows = choices_and_ways_ui(ui, cx, &choices, memory);
    keys(ui, &choices, cx.commands);
    let height = rows.response.rect.height();
    if (memory.rows - height).abs() > 0.5 {
        memory.rows = height;
        ui.ctx().request_discard("the choices are higher or lower than before");
    }
    let place = room.with_max_y(room.top() + above);
    let mut said = ui.new_child(UiBuilder::new().max_rect(place));
    said.shrink_clip_rect(place);
    consequence_ui(&mut said, cx, rows.inner);
    *memory.reserve.of(key, || reserve) = reserve.max(said.min_rect().height());
    above - reserve
}

/// Draws the choices, and the ways back where none of them moves; returns the choice that is pointed
/// at.
fn choices_and_ways_ui<'c>(
    ui: &mut Ui,
    cx: Cx<'_>,
    choices: &'c [Choice],
    memory: &mut ActionMemory,
) -> InnerResponse<Option<&'c Choice>> {
    let room = ui.available_width();
    // A column has them in a row above its choices, which may be more or fewer in each step.
    if is_column(ui) {
        return ui.vertical(|ui| {
            ways_ui(ui, cx, (room - space::XS) / 2.0);
            choices_ui(ui, cx, choices, memory)
        });
    }
    ui.horizontal_top(|ui| {
        let width = if room >= ROOMY { WAY } else { touch::TARGET };
        let ways = if has_ways(cx.table) { 2.0 * width + space::XS } else { 0.0 };
        let told = ui.vertical(|ui| {
            ui.set_width(room - ways - space::S);
            // The row that follows a card has its place before the card is chosen.
            if !is_begun(cx.table) || choices.iter().any(|choice| choice.row == ChoiceRow::Hand) {
                ui.set_min_height(2.0 * touch::TARGET + ui.spacing().item_spacing.y);
            }
            choices_ui(ui, cx, choices, memory)
        });
        ways_ui(ui, cx, width);
        told.inner
    })
}

/// Checks if something that was decided or recorded can be taken back.
fn has_ways(table: &Table) -> bool {
    table.last_done().is_some() || is_begun(table)
}

/// Checks if something of the next entry is decided.
fn is_begun(table: &Table) -> bool {
    table.entry().is_some_and(Entry::is_begun) || table.begun_with().is_some()
}

/// Draws the ways back side by side: each has its place, whether the other is there or not.
fn ways_ui(ui: &mut Ui, cx: Cx<'_>, width: f32) {
    if !has_ways(cx.table) {
        return;
    }
    ui.horizontal_top(|ui| {
        ui.spacing_mut().interact_size.y = way_height(ui);
        if is_begun(cx.table) {
            let size = egui::vec2(width, way_height(ui));
            if way_ui(ui, Icon::Previous, Decisive::Back, ("‹ Back", "Esc"), size) {
                cx.commands.push(FoundersCommand::Back);
            }
        } else {
            ui.allocate_space(egui::vec2(width, way_height(ui)));
        }
        let height = way_height(ui);
        undo_ui(ui, cx, egui::vec2(width, height));
    });
}

/// The height of a way back.
fn way_height(ui: &Ui) -> f32 {
    if is_lowest(ui) { LOW_WAY } else { touch::TARGET }
}

/// Returns the height of whatever can be said in this step, of its choices and of the squares.
fn height_to_keep(ui: &mut Ui, cx: Cx<'_>, choices: &[Choice]) -> f32 {
    let rows = if is_column(ui) { 2.0 } else { 1.0 };
    let unused = Queue::default();
    let legal = choices.iter().filter(|choice| choice.is_allowed);
    let of_choices = legal.filter_map(|choice| choice.action.as_ref());
    let of_squares = cx.table.answers().longest();
    let heights = of_choices
        .map(|action| cx.table.answer_to(action))
        .chain(of_squares.map(|action| cx.table.answer_to(action)))
        .enumerate()
        .map(|(index, answer)| {
            unseen_height(ui, index, |ui| {
                answer_ui(ui, Cx { commands: &unused, ..cx }, cx.table.named_game(), &answer);
            })
        });
    let mut highest = heights.fold(rows * CONSEQUENCE, f32::max);
    if let Some(nearest) = cx.table.nearest_place() {
        let nowhere = unseen_height(ui, usize::MAX, |ui| {
            nowhere_ui(ui, cx.table.named_game(), nearest.as_ref().as_ref(), &unused);
        });
        highest = highest.max(nowhere);
    }
    // A square can rest on facts that the others do not.
    let game = cx.table.game();
    let trusts = game.contents().is_doubtful() || game.board().is_open();
    if trusts { highest + LINE + space::XS } else { highest }
}

/// The choices in their rows; gives the one whose consequences are to be shown.
fn choices_ui<'c>(
    ui: &mut Ui,
    cx: Cx<'_>,
    choices: &'c [Choice],
    memory: &mut ActionMemory,
) -> Option<&'c Choice> {
    let mut told = None;
    let spacing = ui.spacing().item_spacing;
    let is_begun = cx.table.entry().is_some_and(Entry::is_begun);
    // In the lowest windows the card that is played stands alone; "Back" leads to the others.
    let has_hand = !is_lowest(ui) && choices.iter().any(|choice| choice.row == ChoiceRow::Hand);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = spacing;
        if is_lowest(ui) {
            ui.set_row_height(LOW);
            ui.spacing_mut().interact_size.y = LOW;
        }
        let top = ui.cursor().top();
        for choice in choices.iter().filter(|choice| has_hand && choice.row == ChoiceRow::Hand) {
            choice_ui(ui, choice, cx.commands);
        }
        // What comes next begins a row, unless the hand itself went on in one.
        if has_hand && ui.cursor().top() <= top {
            ui.end_row();
        }
        if is_begun && !has_hand {
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
                told = Some(choice);
            } else if response.has_focus() || has_moved_since_press(ui) {
                refused_ui(ui, cx.table, choice, &response);
            }
        }
        if let Some(Stage::Cards(most)) = cx.table.stage() {
            take_back_ui(ui, cx, most, memory);
        }
        if cx.table.stage() == Some(Stage::ByHand) {
            by_hand_ui(ui, cx, memory);
        }
        stage_hint_ui(ui, cx);
    });
    told
}

/// Checks if the pointer was moved since its latest press. One that rests is on whatever the press
/// put there, and asks nothing about it.
fn has_moved_since_press(ui: &Ui) -> bool {
    ui.input(|input| {
        let pointer = &input.pointer;
        pointer.time_since_last_movement() < pointer.time_since_last_click()
    })
}

/// What was picked so far.
fn path_ui(ui: &mut Ui, table: &Table) {
    let path = path(table).join(" › ");
    body(path).bold().ui(ui);
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
    steps.extend(entry.kind().map(|kind| kind.label().to_owned()));
    let resource = entry.resource();
    steps.extend(resource.map(|resource| contents.resource_name(resource).to_owned()));
    // A card and what it does can have the same name, which is said once.
    steps.dedup();
    steps
}

/// While the past is looked at, nothing can be entered.
fn past_ui(ui: &mut Ui, cx: Cx<'_>) {
    ui.horizontal_wrapped(|ui| {
        lead(format!("The table as it was after {}.", looked_at(cx.table))).ui(ui);
        let back = ui.add(button("Back to now"));
        mark(ui, Decisive::Back, back.rect);
        if back.clicked() {
            cx.commands.push(FoundersCommand::Look(usize::MAX));
        }
    });
}

/// What the pointer is on, or the chosen option, comes to for everybody; or why it is refused.
fn consequence_ui(ui: &mut Ui, cx: Cx<'_>, told: Option<&Choice>) {
    let named = cx.table.named_game();
    if let Some(choice) = told {
        if let Some(action) = &choice.action {
            answer_ui(ui, cx, named, &cx.table.answer_to(action));
        }
    } else if let Some(aim) = cx.table.aim() {
        if let Some(answer) = &aim.answer {
            answer_ui(ui, cx, named, answer);
        } else {
            // No higher than the place that is kept for it, so that none of it is cut.
            let rows = if is_column(ui) { 2 } else { 1 };
            let width = ui.available_width();
            let text = square_text(named, aim.square);
            let galley = body(&text).muted().in_rows(ui, width, rows);
            ui.label(galley).on_hover_text(text);
        }
    } else if let Some(nearest) = cx.table.nearest_place() {
        nowhere_ui(ui, named, nearest.as_ref().as_ref(), cx.commands);
    }
}

/// Says why no place on the board is legal, by what comes nearest to one.
fn nowhere_ui(
    ui: &mut Ui,
    named: NamedGame<'_>,
    nearest: Option<&Nearest>,
    commands: &Queue<FoundersCommand>,
) {
    let nowhere = "No place on the board is legal";
    let words = match nearest {
        Some(Nearest { action, .. }) => {
            format!("{nowhere}. What comes nearest: {}.", short(named, action))
        }
        None => format!("{nowhere}."),
    };
    let said = body(words).muted().ui(ui);
    mark(ui, Decisive::Reason, said.rect);
    if let Some(Nearest { checks, .. }) = nearest {
        each_reason_ui(ui, named, checks, false, commands);
    }
}

/// What an action comes to for everybody; or why it is refused, unless it only lacks decisions.
fn answer_ui(ui: &mut Ui, cx: Cx<'_>, named: NamedGame<'_>, answer: &ActionAnswer) {
    match &answer.outcome {
        Ok(played) if cx.settings.preview == Preview::Before => {
            outlook_ui(ui, played, named.naming(), &answer.on_trust, cx.commands);
        }
        Ok(_) => {}
        Err(refusal) if refusal.is_unfinished() => {}
        Err(_) => reasons_ui(ui, named, &answer.action, &answer.checks, cx.commands),
    }
}

/// Says beside a choice that is not legal what is against it, or against what comes nearest to it.
///
/// A pointer on a choice presses nothing else, and what comes nearest is worked out only once
/// somebody asks: no height of the panel is kept for it.
fn refused_ui(ui: &Ui, table: &Table, choice: &Choice, response: &Response) {
    let answer = choice.action.as_ref().map(|action| table.answer_to(action));
    let refused = answer
        .filter(|answer| answer.outcome.as_ref().is_err_and(|refusal| !refusal.is_unfinished()));
    let width = REFUSED.min(ui.ctx().content_rect().width() - 4.0 * space::L);
    Tooltip::for_widget(response).width(width).show(|ui| {
        let unused = Queue::default();
        if let Some(answer) = refused {
            each_reason_ui(ui, table.named_game(), &answer.checks, false, &unused);
            return;
        }
        let nearest = match &choice.command {
            FoundersCommand::Pick(pick) => table.nearest_to(pick),
            _ => Arc::default(),
        };
        let words = match nearest.as_ref() {
            Some(Nearest { action, .. }) => {
                format!("What comes nearest: {}.", short(table.named_game(), action))
            }
            None => format!("Nothing on the table answers to {}.", choice.label),
        };
        let said = body(words).muted().ui(ui);
        mark(ui, Decisive::Reason, said.rect);
        if let Some(Nearest { checks, .. }) = nearest.as_ref() {
            each_reason_ui(ui, table.named_game(), checks, false, &unused);
        }
    });
}

/// What the board is asked for, and the optional road.
fn stage_hint_ui(ui: &mut Ui, cx: Cx<'_>) {
    if let Some(begun) = cx.table.begun_with() {
        if cx.table.vote_for(begun).is_none() && cx.table.moves_with(begun).next().is_none() {
            let what = begun.words(cx.table.game());
            let words = format!("Nothing can be done {what} in one step. Pick what to do first.");
            let said = body(words).muted().ui(ui);
            mark(ui, Decisive::Question, said.rect);
        }
        misread_ui(ui, || begun.printed(cx.table.game()), cx.commands);
    }
    let (Some(entry), Some(stage)) = (cx.table.entry(), cx.table.stage()) else {
        return;
    };
    let game = cx.table.game();
    let is_placement = stage == Stage::Placement && entry.roads_offered(game) > 0;
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
        _ => return,
    };
    let galley = body(hint).muted().lay(ui);
    // A sentence begins in a row of its own rather than break at the end of one.
    if ui.available_size_before_wrap().x < galley.size().x {
        ui.end_row();
        // It is no higher than its words, so that there is room for reasons below it.
        ui.set_row_height(LINE);
        ui.spacing_mut().interact_size.y = LINE;
    }
    let said = ui.label(galley);
    mark(ui, Decisive::Question, said.rect);
    for &(terrain, price) in cx.table.answers().lands() {
        let price = terrain_ui(ui, terrain, &format!("{} {price}", terrain.name()));
        mark(ui, Decisive::Outcome, price);
    }
    if game.in_setup() && game.is_solo() {
        start_levels_ui(ui, game);
    }
    let fits = || cx.table.answers().squares().any(|(_, answer)| answer.verdict == Verdict::Legal);
    if entry.kind() == Some(SubActionKind::Build) && entry.resource().is_some() && !fits() {
        how_to_build_ui(ui, cx.commands);
    }
    if !is_placement {
        return;
    }
    for (first, word, keys) in [
        (true, "first", "right-click the road's square"),
        (false, "after it", "Shift+right-click the building's place"),
    ] {
        let roads = entry.roads();
        let squares = roads.iter().filter(|road| road.first == first);
        let squares: Vec<String> = squares.map(|road| road.square.to_string()).collect();
        let label = match squares.as_slice() {
            [] => format!("Road {word}…"),
            [one] => format!("Road on {one} {word}"),
            several => format!("Roads on {} {word}", several.join(" ")),
        };
        let button = button(label).selected(!first && entry.picks_last_road());
        let button = ui.add(button).on_hover_text(format!("Shortcut: {keys}."));
        mark(ui, Decisive::Choice, button.rect);
        if button.clicked() {
            cx.commands.push(FoundersCommand::Pick(Pick::Road { first }));
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
    let told = format!("Difficulty by section: {}", remarks(&told));
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
        Some(SubActionKind::House) => "the house".to_owned(),
        Some(SubActionKind::Bridge) => "the bridge or gate".to_owned(),
        None if game.in_setup() => "the first stall".to_owned(),
        Some(_) | None => "the road".to_owned(),
    }
}

/// Cards to take back are ticked, then taken together.
fn take_back_ui(ui: &mut Ui, cx: Cx<'_>, most: u8, memory: &mut ActionMemory) {
    let game = cx.table.game();
    let Some(player) = cx.table.entry().map(Entry::player) else {
        return;
    };
    let mut cards: Vec<Card> = game.played_cards(player).iter().collect();
    // The one that is being played face down can be among them (ruling R33).
    let lays_down = cx.table.entry().filter(|e| e.plays_card() && e.is_face_down());
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
        let toggle = ui.toggle_value(&mut is_taken, game.contents().card_name(card));
        mark(ui, Decisive::Choice, toggle.rect);
        if toggle.changed() {
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
    let takes = ui.add(button(label));
    mark(ui, Decisive::Choice, takes.rect);
    if takes.clicked() {
        memory.trouble = None;
        cx.commands
            .push(FoundersCommand::Pick(Pick::Cards(std::mem::take(&mut memory.taken_back))));
    }
    trouble_ui(ui, memory);
}

/// Why the latest press did nothing, if there is something to say.
fn trouble_ui(ui: &mut Ui, memory: &ActionMemory) {
    if let Some(trouble) = &memory.trouble {
        let said = body(trouble).bad().ui(ui);
        mark(ui, Decisive::Reason, said.rect);
    }
}

/// What a text that the app does not know brings about, typed in the notation.
fn by_hand_ui(ui: &mut Ui, cx: Cx<'_>, memory: &mut ActionMemory) {
    let label = ui.label("What it does");
    let hint = "as in: points Human +2, money Savvas -1";
    let is_entered = memory.by_hand.ui(ui, &label, hint);
    let records = ui.add(button("Record it"));
    mark(ui, Decisive::Choice, records.rect);
    if (records.clicked() || is_entered)
        && let Some(words) = memory.by_hand.words("Write what it brings about.")
    {
        // The same words as for setting the record right.
        match parse_adjustments(cx.table.game(), &words) {
            Ok(changes) => {
                memory.by_hand.typed.clear();
                cx.commands.push(FoundersCommand::Pick(Pick::ByHand(changes)));
            }
            Err(error) => memory.by_hand.refuse(error.to_string()),
        }
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

/// Who is asked now, and for what; or which table it is, where it is one of the past.
pub(crate) fn owed_now(table: &Table) -> (Option<PlayerId>, String) {
    let named = table.named_game_now();
    let (asked, words) = match table.owed().first() {
        _ if table.is_past() => (None, format!("the table after {}", looked_at(table))),
        Some(first) => (first.player, owed::one(named, first)),
        None => (None, owed::all(named)),
    };
    (asked, capital(&words))
}

/// The one line that says who must or may do what now, and what follows.
pub fn owed_bar_ui(ui: &mut Ui, table: &Table) {
    let theme = theme(ui);
    let named = table.named_game_now();
    let is_past = table.is_past();
    ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
        ui.set_min_height(OWED_HEIGHT);
        let owed = table.owed();
        let (asked, now) = owed_now(table);
        if is_past {
            icon_ui(ui, Icon::Journal, text::TITLE, theme.muted);
        } else if let Some(asked) = asked {
            player_badge_ui(ui, named, asked, OWED_TOKEN);
        }
        let ink = if is_past { theme.muted } else { theme.accent };
        // As large as the whole of it can be.
        let ways = [text::HEAD, text::TITLE, text::LEAD];
        let lay = |size: f32| figure(&now, size).tinted(ink);
        let fits = |size: &f32| lay(*size).lay(ui).size().x <= ui.available_width();
        let size = ways.into_iter().find(fits).unwrap_or(text::LEAD);
        let sentence = lay(size).rich(ui);
        let said = ui.add(egui::Label::new(sentence).truncate().sense(Sense::hover()));
        // Said aloud whenever it changes.
        ui.ctx().accesskit_node_builder(said.id, |node| {
            node.set_live(egui::accesskit::Live::Polite);
        });
        let whole = Rect::from_min_size(said.rect.min, lay(size).lay(ui).size());
        mark_within(ui, Decisive::Pending, whole, said.rect.expand(1.0));
        // What can be done at the same time comes first, then what follows by itself.
        // Whoever may follow is told with all who may.
        let then = owed.iter().skip(1).filter(|next| next.task != Task::Follow);
        let mut then: Vec<String> = then.map(|next| owed::one(named, next)).collect();
        for next in owed::afterwards(named) {
            // What could be done at once is not told again as what follows.
            if !then.contains(&next) {
                then.push(next);
            }
        }
        then.truncate(MOST_AFTER);
        if !then.is_empty() && !is_past {
            // Which turn it is stands at the end of the line, if anything has room there.
            ui.scope(|ui| {
                ui.set_max_width((ui.available_width() - TURN).max(0.0));
                body(format!("then {}", then.join(", then "))).muted().cut_ui(ui);
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
