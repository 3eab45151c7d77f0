//! Races and resource cards, chosen before the first stalls are placed.
//!
//! Every race and every card is on screen with the resources it forbids; one that cannot be
//! chosen shows why, in the words of the rules. The choices are judged when the record changes,
//! not in every frame.

use egui::{Align, Key, Layout, Modifiers, ScrollArea, Ui};
use plain_text::{listed, sentence};

use super::arrangement::Arrangement;
use crate::outcome_view::can_overrule;
use components::component_ref::ComponentRef;
use components::fact_id::FactId;
use components::ids::{RaceId, ResourceId};
use components::specs::{RaceResource, RaceSpec, ResourceNames, Tier};
use narration::{NamedGame, PlayerNaming, refusal};
use rules::action::{Action, ActionKind};
use rules::illegal::Illegal;
use rules::player::PlayerId;
use rules::rulebook::Variant;
use rules::task::{PendingDecision, Task};
use rules::{Game, Refusal};
use table::table::Table;
use ui_board::Cx;
use ui_board::command::FoundersCommand;
use ui_board::pieces::{PlayerColors, badge_ui};
use ui_kit::icons::{Icon, icon_ui};
use ui_kit::keyboard;
use ui_kit::queue::CommandQueue;
use ui_kit::theme::{space, text, theme, touch};
use ui_kit::widgets::{
    CardFrame, DecisivePart, body, button, caption, card_ui, columns, error_ui, headline, lead,
    mark, missing_fact_ui, reserve_scroll_bar,
};
use ui_tiles::resource_chip_ui;

/// The kind of component chosen next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ChoiceKind {
    Race,
    Card,
}

/// A resource card that may be taken.
#[derive(Clone, Debug)]
struct CardChoice {
    resource: String,
    /// The name of its button.
    label: String,
    /// Its holder, and the resources it forbids.
    notes: Vec<String>,
    /// The action that takes it, or the reason why it cannot be taken.
    answer: Result<Action, NotTaken>,
}

/// The reason why a resource card cannot be taken.
#[derive(Clone, Debug)]
struct NotTaken {
    reason: String,
    /// `true` if the rules cannot tell, because facts are unknown.
    is_open: bool,
    /// The action that takes it on trust, if only facts are missing.
    trusting: Option<Action>,
    /// The refused action, if the table can overrule the rules.
    overrulable: Option<Action>,
}

impl CardChoice {
    /// Returns the command of pressing the card: to take it, or to ask the table to overrule.
    fn command(&self) -> Option<FoundersCommand> {
        match &self.answer {
            Ok(action) => Some(FoundersCommand::Play(vec![action.clone()])),
            Err(NotTaken { trusting: Some(trusting), .. }) => {
                Some(FoundersCommand::Play(vec![trusting.clone()]))
            }
            Err(not) => not.overrulable.clone().map(FoundersCommand::AskOverrule),
        }
    }

    /// Returns `true` if the card can be taken only by overruling the rules.
    fn is_overruled(&self) -> bool {
        self.answer.as_ref().is_err_and(|not| not.trusting.is_none() && not.overrulable.is_some())
    }
}

/// Returns the action that takes a card on trust, with the missing facts as its reason; `None` if
/// the rules refuse that as well.
fn on_trust(named: NamedGame<'_>, action: &Action, refusal: &Refusal) -> Option<Action> {
    let missing: Vec<String> = refusal.missing().map(FactId::unknown_clause).collect();
    let reason = format!("on trust: {}", listed(&missing));
    let trusting = Action::from(ActionKind::Overrule { action: Box::new(action.clone()), reason });
    named.game().play(&trusting).is_ok().then_some(trusting)
}

/// A race that may be chosen.
#[derive(Clone, Debug)]
struct RaceChoice {
    race: RaceId,
    name: String,
    color: Option<String>,
    notes: Vec<String>,
    answer: RaceAnswer,
}

/// The outcome of choosing a race.
#[derive(Clone, Debug)]
enum RaceAnswer {
    /// This action chooses it.
    Ready(Action),
    /// It is chosen together with one of these cards.
    WithCard(Vec<CardChoice>),
    /// The facts of its mat have to be entered first; then this action chooses it.
    Unread(Action),
    /// It cannot be chosen, for this reason.
    Refused(String),
}

/// The choices at one point of one record.
#[derive(Clone, Debug)]
struct OpenDraft {
    /// Cursor and number of entries of the record.
    at: (usize, usize, PlayerNaming),
    game: Game,
    /// The pending decision, as a sentence.
    head: String,
    /// The resource cards that the player already holds.
    held: Vec<String>,
    wanted: ChoiceKind,
    races: Vec<RaceChoice>,
    cards: Vec<CardChoice>,
}

/// The state of the panel between frames.
#[derive(Clone, Debug, Default)]
pub struct DraftMemory {
    draft: Option<OpenDraft>,
    /// The picked race, which still needs a card.
    race: Option<RaceId>,
    /// The race to pick once the record has changed.
    next_race: Option<RaceId>,
}

impl DraftMemory {
    /// Picks a race that needs a card next, once the record has changed.
    pub(super) const fn pick(&mut self, race: RaceId) {
        self.next_race = Some(race);
    }
}

/// Returns `true` if races or resource cards are being chosen.
pub fn is_draft_pending(table: &Table) -> bool {
    table.game().in_setup() && !table.is_past() && table.pending().iter().any(is_choice)
}

const fn is_choice(decision: &PendingDecision) -> bool {
    matches!(decision.task, Task::ChooseRace | Task::TakeResource)
}

/// Returns the player of the pending choice, its kind and its text.
fn pending_choice(table: &Table) -> Option<(PlayerId, ChoiceKind, String)> {
    // Cards can be dealt later in the setup, so the choice need not be the first pending decision.
    let decision = table.pending().iter().find(|decision| is_choice(decision))?;
    let wanted =
        if decision.task == Task::ChooseRace { ChoiceKind::Race } else { ChoiceKind::Card };
    Some((
        decision.player?,
        wanted,
        narration::pending::describe_one(table.named_game_now(), decision),
    ))
}

impl OpenDraft {
    fn new(table: &Table) -> Option<Self> {
        let named = table.named_game_now();
        let (player, wanted, head) = pending_choice(table)?;
        let controlled = named
            .game()
            .controls(player)
            .iter()
            .map(|card| named.game().contents().resource_name(card).to_owned())
            .collect();
        let (mut races, mut cards) = (Vec::new(), Vec::new());
        match wanted {
            ChoiceKind::Race => races.extend(named.game().contents().races().map(|race| {
                let spec = &named.game().contents().pack().races[race.index()];
                RaceChoice {
                    race,
                    name: spec.name.clone(),
                    color: spec.colour.value().cloned(),
                    notes: race_notes(named.game(), race, spec),
                    answer: race_answer(named, player, race, spec),
                }
            })),
            ChoiceKind::Card => {
                for resource in basic_resources(named.game()) {
                    let from = named.game().controller(resource);
                    let kind = ActionKind::TakeResource {
                        player,
                        resource,
                        from: from.filter(|&holder| holder != player),
                    };
                    cards.push(card_choice(named, resource, kind));
                }
            }
        }
        let (at, game) = (place_of(table), named.game().clone());
        Some(Self { at, game, head, held: controlled, wanted, races, cards })
    }

    fn is_of(&self, table: &Table) -> bool {
        // Our copy of the game keeps the box alive, so the same address means the same game.
        std::ptr::eq(self.game.contents(), table.journal().game().contents())
            && self.at == place_of(table)
    }
}

fn place_of(table: &Table) -> (usize, usize, PlayerNaming) {
    (table.journal().cursor(), table.journal().entry_count(), table.naming())
}

/// Returns the resources that have a card, and those whose tier is unknown.
fn basic_resources(game: &Game) -> impl Iterator<Item = ResourceId> + '_ {
    let contents = game.contents();
    contents.resources().filter(|&r| matches!(contents.tier_of(r), Some(Tier::Basic) | None))
}

fn race_answer(
    named: NamedGame<'_>,
    player: PlayerId,
    race: RaceId,
    spec: &RaceSpec,
) -> RaceAnswer {
    let takes_card = spec.resource.value() == Some(&RaceResource::AnyFree);
    let is_free = named.game().players().all(|other| named.game().race(other) != Some(race));
    if takes_card && is_free {
        let cards = basic_resources(named.game())
            .map(|card| {
                let kind = ActionKind::ChooseRace { player, race, resource: Some(card) };
                card_choice(named, card, kind)
            })
            .collect();
        return RaceAnswer::WithCard(cards);
    }
    // A race that takes a card is judged with one, so that no card is reported as missing.
    let resource = basic_resources(named.game())
        .find(|&card| named.game().controller(card).is_none())
        .filter(|_| takes_card);
    let action = Action::from(ActionKind::ChooseRace { player, race, resource });
    match named.game().play(&action) {
        Ok(_) => RaceAnswer::Ready(action),
        Err(mut refusal) => {
            if !is_free {
                // Leaves out that its resource is taken as well.
                refusal.reasons.truncate(1);
            }
            if refusal.cannot_tell() {
                return RaceAnswer::Unread(action);
            }
            RaceAnswer::Refused(refusal_text(named, &refusal, None))
        }
    }
}

fn card_choice(named: NamedGame<'_>, resource: ResourceId, kind: ActionKind) -> CardChoice {
    let contents = named.game().contents();
    let name = contents.resource_name(resource);
    let mut notes = Vec::new();
    let mut label = format!("Take {name}");
    if let ActionKind::TakeResource { from: Some(from), .. } = kind {
        let holder = named.label(from);
        label = format!("Take {name} from {holder}");
        notes.push(format!("Held by {holder}, who then takes another card."));
    }
    let pack = contents.pack();
    let spec = pack.resource_card(name);
    notes.push(match spec.and_then(|spec| spec.forbids.value()) {
        Some(ResourceNames(forbids)) if forbids.is_empty() => "Forbids nothing.".to_owned(),
        Some(ResourceNames(forbids)) => format!("Forbids {}.", listed(forbids)),
        None => "What it forbids is unknown.".to_owned(),
    });
    let action = Action::from(kind);
    let answer = match named.game().play(&action) {
        Ok(_) => Ok(action),
        Err(refusal) => {
            let mut reason = refusal_text(named, &refusal, named.game().controller(resource));
            let trusting =
                refusal.cannot_tell().then(|| on_trust(named, &action, &refusal)).flatten();
            if trusting.is_some() {
                reason.push_str(" Take it on trust, or enter it first.");
            }
            let overrulable = can_overrule(named, &action, &refusal).then_some(action);
            if overrulable.is_some() && trusting.is_none() {
                label.push_str(" anyway…");
            }
            Err(NotTaken { reason, is_open: refusal.cannot_tell(), trusting, overrulable })
        }
    };
    if answer.is_err() && notes.len() > 1 {
        // The holder does not give up a card that cannot be taken.
        notes.remove(0);
    }
    CardChoice { resource: name.to_owned(), label, notes, answer }
}

/// Returns the most important reasons of a refusal, without rule numbers.
///
/// The reason that other valid cards are free is left out if there is one about the card itself.
/// If it is the only one, another player holds the card.
fn refusal_text(named: NamedGame<'_>, refusal: &Refusal, holder: Option<PlayerId>) -> String {
    let mut reasons: Vec<String> = Vec::new();
    let mut valid_is_free = false;
    for reason in &refusal.reasons {
        if matches!(reason.illegal, Illegal::ValidCardFree { .. }) {
            valid_is_free = true;
        } else {
            reasons.push(sentence(&refusal::message(named, &reason.illegal)));
        }
    }
    reasons.extend(refusal.unknown.iter().map(|missing| sentence(&missing.fact.unknown_clause())));
    if reasons.is_empty() && valid_is_free {
        let holder =
            holder.map_or_else(|| "Another player".to_owned(), |holder| named.label(holder));
        reasons.push(format!("{holder} has it, and valid cards are still free."));
    }
    reasons.join(" ")
}

/// Returns the known facts of a race, one sentence each.
fn race_notes(game: &Game, race: RaceId, spec: &RaceSpec) -> Vec<String> {
    let resource = match spec.resource.value() {
        Some(RaceResource::Own(name)) => format!("Brings {name}."),
        Some(RaceResource::AnyFree) => "Takes any free resource card.".to_owned(),
        None => "Its resource is unknown.".to_owned(),
    };
    let forbidden = match spec.forbidden.value() {
        Some(ResourceNames(forbidden)) if forbidden.is_empty() => "Forbids nothing.".to_owned(),
        Some(ResourceNames(forbidden)) => format!("Forbids {}.", listed(forbidden)),
        None => "What it forbids is unknown.".to_owned(),
    };
    let action = match spec.action.value() {
        Some(action) => format!("Worker: {}", action.text),
        None => "What its worker does is unknown.".to_owned(),
    };
    if game.is_solo() {
        // All eight resources are controlled, so nothing is forbidden.
        let solo = match game.contents().facts().solo_difficulty(race) {
            Ok(level) => format!("Solo: {}.", level.name()),
            Err(_) => "Its solo difficulty is unknown.".to_owned(),
        };
        return vec![solo, resource, action];
    }
    if game.variants().contains(Variant::NoWorkers) {
        return vec![resource, forbidden];
    }
    vec![resource, forbidden, action]
}

/// Offers races or resource cards while one has to be chosen.
///
/// The head, the back button and `other_buttons` stay in view; the cards below them scroll.
pub fn draft_panel_ui(
    ui: &mut Ui,
    cx: Cx<'_>,
    memory: &mut DraftMemory,
    other_buttons: impl FnOnce(&mut Ui),
) {
    if cx.table.is_past() || pending_choice(cx.table).is_none() {
        return;
    }
    if !memory.draft.as_ref().is_some_and(|d| d.is_of(cx.table)) {
        memory.draft = OpenDraft::new(cx.table);
        memory.race = memory.next_race.take();
    }
    let Some(draft) = &memory.draft else {
        return;
    };
    let picked = memory.race.and_then(|race| {
        let race = draft.races.iter().find(|choice| choice.race == race)?;
        match &race.answer {
            RaceAnswer::WithCard(cards) => Some((race, cards)),
            RaceAnswer::Ready(_) | RaceAnswer::Unread(_) | RaceAnswer::Refused(_) => None,
        }
    });
    let mut is_back = false;
    let row = egui::vec2(ui.available_width(), touch::TARGET);
    ui.allocate_ui_with_layout(row, Layout::right_to_left(Align::Center), |ui| {
        other_buttons(ui);
        if picked.is_some() {
            let back = ui.add(button("Back to the races"));
            mark(ui, DecisivePart::Back, back.rect);
            let escape = keyboard::pressed(ui, Modifiers::NONE, Key::Escape);
            is_back = back.clicked() || escape;
        }
        ui.with_layout(Layout::top_down(Align::Min), |ui| {
            let head = match picked {
                Some((race, _)) => format!("{} takes a resource card with the race", race.name),
                None => draft.head.clone(),
            };
            // In a low window the cards need the space of the head; the bar above shows it as well.
            let is_low = Arrangement::of(ui.ctx().content_rect().size()) == Arrangement::Low;
            if picked.is_some() || !is_low {
                let label = lead(head).accent().ui(ui);
                mark(ui, DecisivePart::Question, label.rect);
            }
            if draft.wanted == ChoiceKind::Card {
                held_ui(ui, &draft.held);
            }
        });
    });
    ui.add_space(space::XS);
    ScrollArea::vertical().id_salt("draft").auto_shrink(false).show(ui, |ui| {
        // The scroll bar is next to the cards, not on their edges.
        reserve_scroll_bar(ui);
        match (picked, draft.wanted) {
            (Some((_, cards)), _) => cx.commands.extend(cards_ui(ui, cards)),
            (None, ChoiceKind::Card) => cx.commands.extend(cards_ui(ui, &draft.cards)),
            (None, ChoiceKind::Race) => {
                let race = races_ui(ui, draft);
                memory.race = race.and_then(|race| pressed_race(race, cx.commands));
            }
        }
    });
    if is_back {
        memory.race = None;
    }
}

/// Pushes the command of a pressed race; returns the race if it also takes a card.
fn pressed_race(race: &RaceChoice, commands: &CommandQueue<FoundersCommand>) -> Option<RaceId> {
    match &race.answer {
        RaceAnswer::Ready(action) => commands.push(FoundersCommand::Play(vec![action.clone()])),
        RaceAnswer::WithCard(_) => return Some(race.race),
        RaceAnswer::Unread(action) => {
            let subject = ComponentRef::Race(race.name.clone());
            commands.push(FoundersCommand::ReadComponentFor(subject, Box::new(action.clone())));
        }
        RaceAnswer::Refused(_) => {}
    }
    None
}

/// Draws the resource cards that the player already holds.
fn held_ui(ui: &mut Ui, held: &[String]) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().interact_size.y = touch::ICON;
        if held.is_empty() {
            caption("Holds no resource card yet").ui(ui);
        } else {
            body("Holds").muted().ui(ui);
        }
        for card in held {
            resource_chip_ui(ui, card);
        }
    });
}

/// Draws every race as a card; returns the one that is pressed.
fn races_ui<'a>(ui: &mut Ui, draft: &'a OpenDraft) -> Option<&'a RaceChoice> {
    let mut pressed = None;
    rows_ui(
        ui,
        &draft.races,
        &RACES,
        |race| race.notes.clone(),
        |ui, race, size| {
            let refused = match &race.answer {
                RaceAnswer::Refused(reason) => Some(reason.as_str()),
                RaceAnswer::Ready(_) | RaceAnswer::WithCard(_) | RaceAnswer::Unread(_) => None,
            };
            let name = match &race.answer {
                RaceAnswer::Unread(_) => format!("Read the mat of {}…", race.name),
                RaceAnswer::WithCard(_) => format!("Choose {}…", race.name),
                RaceAnswer::Ready(_) | RaceAnswer::Refused(_) => format!("Choose {}", race.name),
            };
            let card = CardFrame {
                name: &name,
                description: &described(&race.notes, refused),
                size,
                enabled: refused.is_none(),
                selected: None,
            };
            let response = card_ui(ui, &card, |ui| {
                let ink = PlayerColors::of_race(&theme(ui), draft.game.contents(), race.race);
                race_title_ui(ui, race, &ink, refused);
                notes_ui(ui, &race.notes, None);
            });
            if response.clicked() {
                pressed = Some(race);
            }
        },
    );
    pressed
}

/// Draws resource cards; returns the command of the one that is pressed.
fn cards_ui(ui: &mut Ui, cards: &[CardChoice]) -> Option<FoundersCommand> {
    let mut pressed = None;
    rows_ui(ui, cards, &CARDS, card_texts, |ui, choice, size| {
        let refused = choice.answer.as_ref().err();
        let command = choice.command();
        let card = CardFrame {
            name: &choice.label,
            description: &described(&choice.notes, refused.map(|not| not.reason.as_str())),
            size,
            enabled: command.is_some(),
            selected: None,
        };
        let is_muted = command.is_none() || choice.is_overruled();
        let response = card_ui(ui, &card, |ui| {
            card_title_ui(ui, &choice.resource, is_muted);
            notes_ui(ui, &choice.notes, refused);
            if choice.is_overruled() {
                body(ANYWAY).accent().ui(ui);
            }
        });
        if response.clicked() {
            pressed = command;
        }
    });
    pressed
}

/// Returns the texts of a card, to measure their height.
fn card_texts(choice: &CardChoice) -> Vec<String> {
    // The icon before a reason is about as wide as four letters.
    let refused = choice.answer.as_ref().err().map(|not| format!("NNNN{}", not.reason));
    let anyway = choice.is_overruled().then(|| ANYWAY.to_owned());
    refused.into_iter().chain(choice.notes.iter().cloned()).chain(anyway).collect()
}

/// The text of a refused card that the table can take by overruling.
const ANYWAY: &str = "Do it anyway…";

/// The layout of cards of one kind.
struct CardRows {
    /// Minimum width of a card.
    width: f32,
    /// Maximum number of cards side by side.
    most: u8,
    /// Height of the title.
    title: f32,
    /// Height reserved for text on every card.
    least: f32,
    /// `true` if all rows have the same height, because the texts of a card change.
    is_even: bool,
}

/// The layout of races, whose texts never change.
const RACES: CardRows = CardRows { width: 230.0, most: 3, title: 38.0, least: 0.0, is_even: false };

/// The layout of resource cards, with two lines reserved for a reason that may appear.
const CARDS: CardRows =
    CardRows { width: 190.0, most: 4, title: touch::ICON + space::XS, least: 56.0, is_even: true };

/// Draws cards in rows of equal width, each row as high as its highest card.
///
/// Even rows are all equally high, so that no card moves when another is taken.
fn rows_ui<'a, T>(
    ui: &mut Ui,
    items: &'a [T],
    rows: &CardRows,
    texts: impl Fn(&T) -> Vec<String>,
    mut card_ui: impl FnMut(&mut Ui, &'a T, egui::Vec2),
) {
    let (count, width) = columns(ui, rows.width, rows.most);
    let text_width = width - 2.0 * space::M;
    let height = |ui: &Ui, items: &[T]| {
        let highest = items
            .iter()
            .map(|item| text_height(ui, &texts(item), text_width))
            .fold(rows.least, f32::max);
        (rows.title + highest + 2.0 * space::M).ceil()
    };
    let highest = height(ui, items);
    ui.spacing_mut().item_spacing = egui::vec2(space::M, space::S);
    for row in items.chunks(count) {
        let height = if rows.is_even { highest } else { height(ui, row) };
        ui.horizontal_top(|ui| {
            for item in row {
                card_ui(ui, item, egui::vec2(width, height));
            }
        });
    }
}

/// Returns the maximum height of the texts of a card, one below the other, in this width.
fn text_height(ui: &Ui, texts: &[String], width: f32) -> f32 {
    texts.iter().map(|words| body(words).wrapped(ui, width).size().y + space::XS).sum()
}

fn described(notes: &[String], refused: Option<&str>) -> String {
    refused.into_iter().chain(notes.iter().map(String::as_str)).collect::<Vec<_>>().join(" ")
}

/// Draws badge and name; a reason replaces the color, so that nothing moves.
fn race_title_ui(ui: &mut Ui, race: &RaceChoice, ink: &PlayerColors, refused: Option<&str>) {
    let theme = theme(ui);
    ui.spacing_mut().interact_size.y = 32.0;
    ui.horizontal(|ui| {
        badge_ui(ui, ink, &race.name, 32.0);
        ui.vertical(|ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            ui.spacing_mut().interact_size.y = text::SMALL;
            let tint = if refused.is_some() { theme.muted } else { theme.ink };
            ui.label(headline(ui, &race.name, text::LEAD).color(tint));
            match refused {
                Some(refused) => error_ui(ui, refused, text::SMALL),
                None => {
                    caption(race.color.as_deref().unwrap_or("colour unknown")).ui(ui);
                }
            }
        });
    });
}

fn card_title_ui(ui: &mut Ui, resource: &str, is_refused: bool) {
    let theme = theme(ui);
    let tint = if is_refused { theme.muted } else { theme.ink };
    ui.spacing_mut().interact_size.y = touch::ICON;
    ui.horizontal(|ui| {
        if let Some(icon) = Icon::of_resource(resource) {
            icon_ui(ui, icon, touch::ICON, tint);
        }
        ui.label(headline(ui, resource, text::LEAD).color(tint));
    });
}

fn notes_ui(ui: &mut Ui, notes: &[String], refused: Option<&NotTaken>) {
    match refused {
        Some(NotTaken { reason, is_open: true, .. }) => missing_fact_ui(ui, reason, text::BODY),
        Some(NotTaken { reason, is_open: false, .. }) => error_ui(ui, reason, text::BODY),
        None => {}
    }
    for note in notes {
        body(note).muted().ui(ui);
    }
}
