//! Attacks: the modifier cards drawn for a monster's attack, and the attack pad of a character.
//!
//! A press on a card records the attack, once as many are drawn as it needs.

use egui::{Button, Ui, vec2};
use plain_text::{capitalized, counted};

use crate::area_pad::{self, AreaForm};
use crate::strip::figure_letters;
use crate::{ScenarioCommand, ScenarioMemory, play, refusal_text};
use scenario::Record;
use scenario::receipt::advantage_words;
use scenario::record::{EntryError, preview};
use scenario_rules::action::{PlayedAttack, StatedAttack};
use scenario_rules::attack::{Advantage, AttackTerms, ValueChange};
use scenario_rules::card::{AttackEffects, Card, Reach};
use scenario_rules::figure::{Condition, Conditions};
use scenario_rules::modifier::{Deck, Modifier, ModifierFace};
use scenario_rules::placed_area::PlacedArea;
use scenario_rules::{Action, FigureId, Game, Hex, Illegal, Position, Refusal};
use ui_kit::queue::CommandQueue;
use ui_kit::theme::{space, text, touch};
use ui_kit::widgets::{
    DecisivePart, body, button, button_ui, caption, error_ui, mark, toggle_button,
};

/// The faces of the standard deck and the cards that join it, in reading order.
const FACES: [ModifierFace; 9] = [
    ModifierFace::Plus(-2),
    ModifierFace::Plus(-1),
    ModifierFace::Plus(0),
    ModifierFace::Plus(1),
    ModifierFace::Plus(2),
    ModifierFace::Double,
    ModifierFace::None,
    ModifierFace::Bless,
    ModifierFace::Curse,
];
/// The buttons in a row of cards or values.
const IN_ROW: u8 = 5;
/// The maximum bonus on the pad.
const MAX_BONUS: i8 = 9;

/// The attack that is being entered.
#[derive(Clone, Debug, Default)]
pub(super) struct AttackMemory {
    /// The target; `None` until the players choose it.
    pub(super) target: Option<FigureId>,
    /// The area of the attack, if it has one.
    pub(super) area: Option<AreaForm>,
    /// The value of the attack; `None` until the players choose it.
    value: Option<u8>,
    /// The sum of the bonuses.
    bonus: i8,
    /// `true` for a ranged attack on an adjacent enemy.
    is_ranged: bool,
    pierce: u8,
    conditions: Conditions,
    /// The advantage or disadvantage that a card or an item gives.
    stated: Advantage,
    /// The cards drawn so far.
    drawn: Vec<Modifier>,
    /// The refusal of the drawn cards.
    refused: Option<RefusedCards>,
    /// `true` if the players have cancelled an attack, so that none is proposed.
    is_cancelled: bool,
    /// `true` if the rarer parts of an attack are shown.
    shows_more: bool,
}

/// The refusal of drawn cards.
#[derive(Clone, Debug)]
struct RefusedCards {
    why: String,
    /// `true` if the deck had the cards, so that shuffling it is a remedy.
    are_drawn: bool,
}

impl ScenarioMemory {
    /// Returns `true` if an attack of the shown character is being entered.
    pub(super) fn is_attacking(&self) -> bool {
        self.attack
            .get(&self.view())
            .is_some_and(|entered| entered.target.is_some() || entered.area.is_some())
    }
}

impl ScenarioMemory {
    /// Enters the attack on the next enemy in the area of the latest attack, once.
    pub(super) fn continue_area(&mut self, record: &Record, attacker: FigureId) {
        let view = self.view();
        let is_entered = self.attack.get(&view).is_some_and(|entered| {
            entered.target.is_some() || entered.area.is_some() || entered.is_cancelled
        });
        if !is_entered
            && record.game().in_turn() == Some(attacker)
            && let Some(next) = area_pad::next_attack(record, attacker)
        {
            self.attack.set(view, next);
        }
    }
}

impl AttackMemory {
    /// Returns the attack of a character on its chosen target; `None` while the target or the value
    /// is open.
    fn stated(&self, game: &Game, attacker: FigureId) -> Option<PlayedAttack> {
        let target = self.target?;
        let position = game.position();
        let area = self.area.as_ref().and_then(|area| area.placed(position, attacker));
        let reach = match (&area, distance(game, attacker, target)) {
            (Some(area), _) => AreaForm::reach(position, attacker, area),
            (None, Some(..=1)) if !self.is_ranged => Reach::Melee,
            (None, Some(distance)) => {
                Reach::Ranged(u8::try_from(distance).map_or(Card::MAX_RANGE, |of| of.max(1)))
            }
            (None, None) => Reach::Melee,
        };
        let bonus = (self.bonus != 0).then_some(ValueChange::Plus(self.bonus));
        let effects = AttackEffects {
            pierce: self.pierce,
            conditions: self.conditions,
            ..AttackEffects::NONE
        };
        let stated = StatedAttack {
            value: self.value?,
            changes: bonus.into_iter().collect(),
            reach,
            area,
            effects,
            advantage: self.stated == Advantage::Advantage,
            disadvantage: self.stated == Advantage::Disadvantage,
        };
        Some(attack(attacker, target, Some(stated)))
    }

    /// Creates the attack on another target in the area of an earlier attack, with its values.
    pub(super) fn in_area(target: FigureId, stated: &StatedAttack, area: &PlacedArea) -> Self {
        let bonus = |change: &ValueChange| match change {
            ValueChange::Plus(amount) => *amount,
            ValueChange::Double => 0,
        };
        Self {
            target: Some(target),
            area: Some(AreaForm::of(area)),
            value: Some(stated.value),
            bonus: stated.changes.iter().map(bonus).fold(0, i8::saturating_add),
            pierce: stated.effects.pierce,
            conditions: stated.effects.conditions,
            stated: Advantage::of(stated.advantage, stated.disadvantage),
            ..Self::default()
        }
    }

    /// Returns the hexes that the area covers; none without one.
    pub(super) fn area_hexes(&self) -> Vec<Hex> {
        self.area.as_ref().map_or_else(Vec::new, |area| area.hexes().to_vec())
    }

    /// Attacks another target.
    pub(super) fn choose_target(&mut self, target: FigureId) {
        self.target = Some(target);
        self.forget_cards();
    }

    /// Chooses the first enemy in the area as the target, unless the target is in it.
    pub(super) fn choose_area_target(&mut self, position: &Position, attacker: FigureId) {
        let placed = self.area.as_ref().and_then(|area| area.placed(position, attacker));
        let targets = placed.map(|area| position.area_targets(attacker, &area)).unwrap_or_default();
        if !self.target.is_some_and(|target| targets.contains(&target)) {
            self.target = targets.first().copied();
        }
        self.forget_cards();
    }

    /// Forgets the cards drawn for other terms.
    fn forget_cards(&mut self) {
        self.drawn.clear();
        self.refused = None;
    }
}

/// Creates an attack without cards.
const fn attack(
    attacker: FigureId,
    target: FigureId,
    stated: Option<StatedAttack>,
) -> PlayedAttack {
    PlayedAttack { attacker, target, stated, drawn: Vec::new(), overruled: None }
}

/// Returns the range between two figures; `None` if walls separate them.
fn distance(game: &Game, from: FigureId, to: FigureId) -> Option<u16> {
    let [from, to] = [from, to].map(|id| game.position().figure(id).hex);
    game.position().range(from, to)
}

/// Draws the attacks that a monster still has to make, the first of them with the cards to press.
pub(super) fn due_ui(
    ui: &mut Ui,
    record: &Record,
    memory: &mut ScenarioMemory,
    commands: &CommandQueue<ScenarioCommand>,
) {
    let game = record.game();
    let Some((attacker, targets)) = game.attacks_due() else {
        return;
    };
    for (at, &target) in targets.iter().enumerate() {
        let figure = game.position().figure(target);
        let hit_points = figure.hit_points.map(|now| format!(", {now}")).unwrap_or_default();
        let words = format!("Attack on {figure}{hit_points}");
        if at > 0 {
            caption(format!("{words}: next")).ui(ui);
            continue;
        }
        body(words).bold().ui(ui);
        draw_ui(ui, record, &attack(attacker, target, None), memory, commands);
    }
    if button_ui(ui, "End the turn without more attacks") {
        play(commands, Action::EndTurn(attacker));
    }
}

/// Draws the attack pad of a character, step by step: the value, then the cards drawn.
pub(super) fn pad_ui(
    ui: &mut Ui,
    record: &Record,
    attacker: FigureId,
    memory: &mut ScenarioMemory,
    commands: &CommandQueue<ScenarioCommand>,
) {
    let game = record.game();
    let entered = memory.attack.or_default(memory.view());
    chosen_ui(ui, game, entered);
    area_pad::area_ui(ui, record, attacker, entered);
    if entered.target.is_none() {
        return;
    }
    if entered.value.is_none() {
        values_ui(ui, entered);
    }
    if entered.shows_more {
        extras_ui(ui, game, attacker, entered);
    }
    let Some(attack) = entered.stated(game, attacker) else {
        return;
    };
    draw_ui(ui, record, &attack, memory, commands);
}

/// Draws the choices made so far; a press takes one back.
fn chosen_ui(ui: &mut Ui, game: &Game, entered: &mut AttackMemory) {
    let label = match (entered.target, &entered.area) {
        (_, Some(_)) => "Area attack".to_owned(),
        (Some(target), None) => format!("Attack on {}", game.position().figure(target)),
        (None, None) => return,
    };
    ui.horizontal_wrapped(|ui| {
        if ui.add(toggle_button(true, label)).on_hover_text("Press for no attack.").clicked() {
            *entered = AttackMemory { is_cancelled: true, ..AttackMemory::default() };
        }
        if let Some(value) = entered.value {
            let press = ui.add(toggle_button(true, value.to_string()));
            let press = press.accessible_name(format!("Attack value {value}"));
            if press.on_hover_text("Press for another value.").clicked() {
                entered.value = None;
                entered.forget_cards();
            }
        }
        toggle_ui(ui, &mut entered.shows_more, "More");
    });
}

/// Draws the enemies of the figure in turn, the nearest first; in a low window by their letters.
pub(super) fn targets_ui(
    ui: &mut Ui,
    game: &Game,
    attacker: FigureId,
    is_roomy: bool,
    memory: &mut ScenarioMemory,
) {
    let position = game.position();
    let mut enemies: Vec<(Option<u16>, FigureId)> = position
        .enemies_of(attacker)
        .filter(|&id| !position.figure(id).is(Condition::Invisible))
        .map(|id| (distance(game, attacker, id), id))
        .collect();
    enemies.sort_by_key(|(distance, _)| (distance.is_none(), *distance));
    let mut pressed = None;
    ui.horizontal_wrapped(|ui| {
        caption("Attack").ui(ui);
        for (distance, id) in enemies {
            let figure = position.figure(id);
            let words = distance.map_or_else(
                || "Behind walls".to_owned(),
                |distance| counted(distance, "hex away", "hexes away"),
            );
            let label = if is_roomy { figure.to_string() } else { figure_letters(figure) };
            let target = ui.add(button(label));
            let target = target.accessible_name(format!("Attack {figure}"));
            if target.on_hover_text(words).clicked() {
                pressed = Some(AttackMemory { target: Some(id), ..AttackMemory::default() });
            }
        }
        let area = ui.add(button("Area…")).accessible_name("Area attack");
        if area.on_hover_text("Several hexes in a pattern, each enemy in it (G31).").clicked() {
            let area = Some(AreaForm::default());
            pressed = Some(AttackMemory { area, ..AttackMemory::default() });
        }
    });
    if let Some(attack) = pressed {
        memory.attack.set(memory.view(), attack);
    }
}

/// Draws the values of an attack.
fn values_ui(ui: &mut Ui, entered: &mut AttackMemory) {
    caption("Attack value").ui(ui);
    let values: Vec<u8> = (1..=9).collect();
    let width = button_width(ui);
    for row in values.chunks(IN_ROW.into()) {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = space::XS;
            for &value in row {
                let words = body(value.to_string()).bold().rich(ui);
                let press = ui.add(Button::new(words).min_size(vec2(width, touch::TARGET)));
                mark(ui, DecisivePart::Choice, press.rect);
                if press.accessible_name(format!("Attack {value}")).clicked() {
                    entered.value = Some(value);
                }
            }
        });
    }
}

/// Returns the width of a button in a full row.
fn button_width(ui: &Ui) -> f32 {
    let gaps = space::XS * f32::from(IN_ROW - 1);
    ((ui.available_width() - gaps) / f32::from(IN_ROW)).floor().max(touch::TARGET)
}

/// Draws what the card or a bonus adds to an attack.
fn extras_ui(ui: &mut Ui, game: &Game, attacker: FigureId, entered: &mut AttackMemory) {
    let before = entered.clone();
    ui.horizontal_wrapped(|ui| {
        step_ui(ui, "Bonus", i16::from(entered.bonus), |by| {
            entered.bonus = (entered.bonus + by).clamp(-MAX_BONUS, MAX_BONUS);
        });
        step_ui(ui, "Pierce", i16::from(entered.pierce), |by| {
            entered.pierce = entered.pierce.saturating_add_signed(by).min(Card::MAX_AMOUNT);
        });
    });
    ui.horizontal_wrapped(|ui| {
        for condition in Condition::ALL {
            let has = entered.conditions.contains(condition);
            if ui.add(toggle_button(has, capitalized(condition.verb()))).clicked() {
                if has {
                    entered.conditions.remove(condition);
                } else {
                    entered.conditions.insert(condition);
                }
            }
        }
        for (side, label) in
            [(Advantage::Advantage, "Advantage"), (Advantage::Disadvantage, "Disadvantage")]
        {
            let mut is_stated = entered.stated == side;
            if toggle_ui(ui, &mut is_stated, label) {
                entered.stated = if is_stated { side } else { Advantage::Even };
            }
        }
        let target = entered.target.and_then(|target| distance(game, attacker, target));
        if target == Some(1) {
            toggle_ui(ui, &mut entered.is_ranged, "Ranged");
        }
    });
    let is_changed = (before.bonus, before.pierce, before.conditions)
        != (entered.bonus, entered.pierce, entered.conditions)
        || (before.stated, before.is_ranged) != (entered.stated, entered.is_ranged);
    if is_changed {
        entered.forget_cards();
    }
}

/// Draws a button that switches something on or off; returns `true` if it is pressed.
fn toggle_ui(ui: &mut Ui, is_on: &mut bool, label: &str) -> bool {
    let is_pressed = ui.add(toggle_button(*is_on, label)).clicked();
    *is_on ^= is_pressed;
    is_pressed
}

/// Draws an amount between two buttons that change it by one.
fn step_ui(ui: &mut Ui, label: &str, amount: i16, mut change: impl FnMut(i8)) {
    for (sign, by) in [("−", -1), ("+", 1)] {
        if by > 0 {
            body(format!("{label} {amount}")).ui(ui);
        }
        let press = ui.add_sized(vec2(touch::TARGET, touch::TARGET), Button::new(sign));
        if press.accessible_name(format!("{label} {sign}1")).clicked() {
            change(by);
        }
    }
}

/// Draws the terms of an attack and the cards to press as they are drawn.
fn draw_ui(
    ui: &mut Ui,
    record: &Record,
    attack: &PlayedAttack,
    memory: &mut ScenarioMemory,
    commands: &CommandQueue<ScenarioCommand>,
) {
    let game = record.game();
    let names = game.position().names();
    let terms = match game.attack_terms(attack) {
        Ok((_, terms)) => terms,
        Err(refusal) => {
            error_ui(ui, &refusal_text(names, &refusal), text::BODY);
            return;
        }
    };
    let attacker = game.position().figure(attack.attacker);
    let owner = attacker.deck_owner();
    if game.position().deal_for(attacker, &terms).is_some() {
        let words = format!("{} {}", terms_text(&terms), "The app deals the cards (Space).");
        caption(words).ui(ui);
        return;
    }
    let entered = memory.attack.or_default(memory.view());
    caption(format!("{} {}", terms_text(&terms), draw_text(&terms, &entered.drawn))).ui(ui);
    let deck = game.position().layout().deck(owner);
    let pressed = cards_ui(ui, deck.as_ref());
    if let Some(card) = pressed {
        entered.drawn.push(card);
        let drawn = PlayedAttack { drawn: entered.drawn.clone(), ..attack.clone() };
        take_cards(record, drawn, entered, commands);
    }
    if let Some(refused) = &entered.refused {
        error_ui(ui, &refused.why, text::BODY);
        if refused.are_drawn && button_ui(ui, "The deck was shuffled since") {
            play(commands, Action::Shuffle(owner));
        }
    }
}

/// Records an attack with the drawn cards, or keeps them while more are needed.
fn take_cards(
    record: &Record,
    attack: PlayedAttack,
    entered: &mut AttackMemory,
    commands: &CommandQueue<ScenarioCommand>,
) {
    let action = Action::Attack(attack);
    match preview(record, &action) {
        Ok(_) => play(commands, action),
        Err(EntryError::Refused(refusal)) if needs_more(&refusal) => entered.refused = None,
        Err(error) => {
            entered.drawn.clear();
            let names = record.game().position().names();
            let why = capitalized(&format!("{}.", error.in_words(names)));
            let are_drawn = matches!(&error, EntryError::Refused(refusal) if are_drawn(refusal));
            entered.refused = Some(RefusedCards { why, are_drawn });
        }
    }
}

/// Returns `true` if only the number of drawn cards is refused. More are needed then, since an
/// attack is recorded with its last one.
fn needs_more(refusal: &Refusal) -> bool {
    refusal.reasons.iter().all(|reason| matches!(reason, Illegal::CardsDrawn { .. }))
}

/// Returns `true` if the deck has such cards, and they are drawn already.
fn are_drawn(refusal: &Refusal) -> bool {
    refusal.reasons.iter().any(|reason| matches!(reason, Illegal::NotInDeck { count: 1.., .. }))
}

/// Returns the attack that is entered on the page of a figure, with the cards that the app deals for
/// it; `None` if the players draw them, or a part of the attack is open.
pub(super) fn dealt_attack(
    record: &Record,
    memory: &mut ScenarioMemory,
    page: FigureId,
) -> Option<PlayedAttack> {
    let attack = entered_attack(record, memory, page)?;
    let game = record.game();
    let (_, terms) = game.attack_terms(&attack).ok()?;
    let drawn = game.position().deal_for(game.position().figure(page), &terms)?;
    Some(PlayedAttack { drawn, ..attack })
}

/// Returns the attack that is due on the page of a figure, or that the players have entered there,
/// without its cards.
fn entered_attack(
    record: &Record,
    memory: &mut ScenarioMemory,
    page: FigureId,
) -> Option<PlayedAttack> {
    let game = record.game();
    match game.attacks_due() {
        Some((attacker, &[target, ..])) if attacker == page => Some(attack(attacker, target, None)),
        _ => memory.attack.or_default(memory.view()).stated(game, page),
    }
}

/// Returns the value of an attack before the cards.
fn terms_text(terms: &AttackTerms) -> String {
    let value = terms.value_before_cards();
    let defense = match (terms.shields_sum(), terms.pierce) {
        (0, _) => String::new(),
        (shields, 0) => format!(", shield {shields}"),
        (shields, pierce) => format!(", shield {shields} less pierce {pierce}"),
    };
    let advantage = match terms.advantage.as_slice() {
        [] => String::new(),
        sources => format!(" {}.", capitalized(&advantage_words(sources))),
    };
    format!("Attack {value}{defense}.{advantage}")
}

/// Asks for the cards of an attack, with those drawn so far.
fn draw_text(terms: &AttackTerms, drawn: &[Modifier]) -> String {
    let cards = match terms.advantage() {
        Advantage::Even => "Press the card drawn",
        Advantage::Advantage | Advantage::Disadvantage => "Press both cards drawn",
    };
    let so_far: Vec<String> = drawn.iter().map(Modifier::to_string).collect();
    let so_far = if so_far.is_empty() { String::new() } else { format!(" ({})", so_far.join(" ")) };
    format!("{cards}{so_far}.")
}

/// Takes a digit for the attack that is being entered: its value, then the card in that place.
/// Returns `false` if there is no such attack.
pub(super) fn take_digit(
    record: &Record,
    memory: &mut ScenarioMemory,
    digit: u8,
    commands: &CommandQueue<ScenarioCommand>,
) -> bool {
    let position = record.game().position();
    let Some(page) = memory.selected(position) else {
        return false;
    };
    if dealt_attack(record, memory, page).is_some() {
        return true;
    }
    let attack = entered_attack(record, memory, page);
    let entered = memory.attack.or_default(memory.view());
    let Some(attack) = attack else {
        let takes = entered.target.is_some();
        entered.value = takes.then_some(digit);
        return takes;
    };
    let deck = position.layout().deck(position.figure(page).deck_owner());
    let faces = faces_of(deck.as_ref());
    let place = usize::from(digit).checked_sub(1);
    if let Some(&card) = place.and_then(|at| faces.get(at)) {
        entered.drawn.push(card);
        let drawn = entered.drawn.clone();
        take_cards(record, PlayedAttack { drawn, ..attack }, entered, commands);
    }
    true
}

/// Returns the cards to choose from, in reading order: those of the deck, or the standard ones if
/// the deck is not counted.
fn faces_of(deck: Option<&Deck>) -> Vec<Modifier> {
    let mut cards: Vec<Modifier> = FACES.into_iter().map(Modifier::plain).collect();
    if let Some(deck) = deck {
        let special = deck.cards.iter().map(|cards| cards.card);
        let special: Vec<Modifier> = special.filter(|card| !cards.contains(card)).collect();
        cards.retain(|card| !card.face.leaves_deck() || deck.count_of(*card).0 > 0);
        cards.extend(special);
    }
    cards
}

/// Draws the cards of a deck; returns the one that is pressed.
fn cards_ui(ui: &mut Ui, deck: Option<&Deck>) -> Option<Modifier> {
    let cards = faces_of(deck);
    let mut pressed = None;
    let width = button_width(ui);
    for row in cards.chunks(IN_ROW.into()) {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = space::XS;
            for &card in row {
                if card_ui(ui, deck, card, width) {
                    pressed = Some(card);
                }
            }
        });
    }
    pressed
}

/// Draws a card with the number of those left in the deck; returns `true` if it is pressed.
fn card_ui(ui: &mut Ui, deck: Option<&Deck>, card: Modifier, width: f32) -> bool {
    let is_plain = !card.rolling && card.conditions.is_empty();
    let label = match card.face {
        ModifierFace::Plus(amount) if is_plain && amount < 0 => format!("−{}", -amount),
        ModifierFace::Double if is_plain => "×2".to_owned(),
        ModifierFace::None if is_plain => "Null".to_owned(),
        _ => capitalized(&card.to_string()),
    };
    let left = deck.map(|deck| deck.count_of(card).1);
    let is_left = left != Some(0);
    let words = if is_left { body(label).bold() } else { body(label).muted() };
    let size = vec2(width, touch::TARGET);
    let press = ui.add(Button::new(words.rich(ui)).min_size(size).truncate());
    mark(ui, DecisivePart::Choice, press.rect);
    let press = press.accessible_name(format!("Drew {card}"));
    match left {
        Some(left) => {
            press.on_hover_text(format!("{} left in the deck", counted(left, "card", "cards")))
        }
        None => press,
    }
    .clicked()
}
