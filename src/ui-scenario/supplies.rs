//! Elements, and the cards and gains of a character.

use egui::{DragValue, Ui};
use plain_text::{capitalized, counted, remarks};

use crate::{ScenarioCommand, play};
use scenario::Record;
use scenario::usual_actions::{card_moves, short_rest};
use scenario_rules::card::Retaliate;
use scenario_rules::element::{Element, ElementState, ElementStrength};
use scenario_rules::figure::{Bonus, BonusEffect, BonusEnd};
use scenario_rules::hand::{CardSelection, Hand, Pile};
use scenario_rules::modifier::{Deal, Deck, DeckOwner, Modifier, ModifierFace};
use scenario_rules::{Action, FigureId, Game};
use ui_kit::queue::CommandQueue;
use ui_kit::theme::touch;
use ui_kit::widgets::{button, caption, toggle_button};

/// The range of sizes to which the cards of a character are set.
const SIZES: std::ops::RangeInclusive<u8> = 8..=12;

/// Draws the elements. A press makes an inert one and uses another.
pub(super) fn elements_ui(ui: &mut Ui, record: &Record, commands: &CommandQueue<ScenarioCommand>) {
    let elements = record.game().position().layout().elements;
    ui.horizontal_wrapped(|ui| {
        for element in Element::ALL {
            let ElementState { strength, made } = elements.state(element);
            let state = if made { "made" } else { strength.word() };
            let name = capitalized(element.word());
            let label = match (strength, made) {
                (ElementStrength::Inert, false) => name,
                _ => format!("{name}: {state}"),
            };
            let is_usable = strength != ElementStrength::Inert;
            let press = ui.add(toggle_button(is_usable || made, label));
            let words = if is_usable {
                "Press to use it: it is inert then (S8.16)."
            } else if made {
                "It is strong at the end of this turn (G17)."
            } else {
                "Press to make it: it is strong at the end of this turn (G17)."
            };
            let press = press.accessible_name(format!("Element {}: {state}", element.word()));
            if press.on_hover_text(words).clicked() && (is_usable || !made) {
                play(commands, Action::Element { element, is_made: !is_usable });
            }
        }
    });
}

/// The amount and the end of the bonus that is given next.
#[derive(Clone, Copy, Debug)]
pub(super) struct BonusForm {
    amount: u8,
    /// `true` if it stays until the players end it; otherwise it ends with the round.
    stays: bool,
}

impl Default for BonusForm {
    fn default() -> Self {
        Self { amount: 1, stays: false }
    }
}

/// The maximum amount of a bonus that is given by a press.
const MAX_BONUS: u8 = 9;

/// Draws the bonuses of a figure, which end by a press, and the usual ones to give.
pub(super) fn bonuses_ui(
    ui: &mut Ui,
    record: &Record,
    id: FigureId,
    form: &mut BonusForm,
    commands: &CommandQueue<ScenarioCommand>,
) {
    let figure = record.game().position().figure(id);
    let amount = form.amount;
    let usual = [
        BonusEffect::Shield(amount),
        BonusEffect::Retaliate(Retaliate { damage: amount, range: None }),
        BonusEffect::Attack(amount.cast_signed()),
    ];
    let (end, words) = if form.stays {
        (BonusEnd::Persistent, "until it is ended")
    } else {
        (BonusEnd::Round, "this round")
    };
    ui.horizontal_wrapped(|ui| {
        for &bonus in &figure.bonuses {
            let press = ui.add(toggle_button(true, capitalized(&bonus.to_string())));
            if press.on_hover_text("Press to end it.").clicked() {
                play(commands, Action::Bonus { figure: id, bonus, has: false });
            }
        }
        for effect in usual {
            let press = ui.add(button(format!("+ {effect}")));
            let press = press.accessible_name(format!("Give {effect} {words}"));
            if press.clicked() {
                let bonus = Bonus { effect, end };
                play(commands, Action::Bonus { figure: id, bonus, has: true });
            }
        }
        let field = DragValue::new(&mut form.amount).range(1..=MAX_BONUS);
        let field = ui.add_sized([touch::TARGET, touch::TARGET], field);
        field.accessible_name("Amount of the bonus").on_hover_text("The amount of the bonus.");
        let stays = ui.add(toggle_button(form.stays, "Stays"));
        if stays.on_hover_text("It stays until you end it, not for this round only.").clicked() {
            form.stays ^= true;
        }
    });
}

/// Draws the buttons that shuffle bless and curse cards into a deck (G14), and the choice who deals
/// from it; a deck that the app deals starts with `seed`.
pub(super) fn deck_ui(
    ui: &mut Ui,
    record: &Record,
    owner: DeckOwner,
    seed: u64,
    commands: &CommandQueue<ScenarioCommand>,
) {
    let deck = record.game().position().layout().deck(owner);
    ui.horizontal_wrapped(|ui| {
        caption(match owner {
            DeckOwner::Monsters => "Monster deck",
            DeckOwner::Character(_) => "Modifier deck",
        })
        .ui(ui);
        for face in [ModifierFace::Bless, ModifierFace::Curse] {
            let card = Modifier::plain(face);
            let count = deck.as_ref().map_or(0, |deck| deck.count_of(card).0);
            let name = capitalized(&face.to_string());
            let label = if count > 0 { format!("{name} {count}") } else { name };
            if ui.add(button(label)).on_hover_text("Shuffles one more in.").clicked() {
                play(commands, Action::AddCards { owner, card, count: 1 });
            }
        }
        let is_dealt = deck.as_ref().is_some_and(|deck| deck.deal.is_some());
        let press = ui.add(toggle_button(is_dealt, "The app deals"));
        let words = "The app draws from this deck; otherwise you press the card that you drew.";
        if press.on_hover_text(words).clicked() {
            let deck = deck.unwrap_or_else(|| Deck::standard(owner));
            let deal = (!is_dealt).then_some(Deal { seed, drawn: 0 });
            play(commands, Action::Deck(Deck { deal, ..deck }));
        }
    });
}

/// Draws the cards of a character by piles, and what it has gained.
pub(super) fn character_ui(
    ui: &mut Ui,
    record: &Record,
    id: FigureId,
    commands: &CommandQueue<ScenarioCommand>,
) {
    let game = record.game();
    let layout = game.position().layout();
    match layout.hand(id) {
        Some(hand) => hand_ui(ui, record, id, hand, commands),
        None => {
            ui.horizontal_wrapped(|ui| {
                caption("Count the cards:").ui(ui);
                for size in SIZES {
                    let press = ui.add(button(size.to_string()));
                    if press.accessible_name(counted(size, "card", "cards")).clicked() {
                        play(commands, Action::Hand { figure: id, hand: Hand::full(size) });
                    }
                }
            });
        }
    }
    let purse = layout.purse(id);
    ui.horizontal_wrapped(|ui| {
        let tokens = counted(purse.tokens, "token", "tokens");
        caption(format!("{tokens}, {} experience", purse.experience)).ui(ui);
        if ui.add(button("+1 XP")).accessible_name("1 experience").clicked() {
            play(commands, Action::Experience { figure: id, amount: 1 });
        }
        if ui.add(button("Loot 1")).on_hover_text("Picks up the tokens within 1 hex.").clicked() {
            play(commands, Action::Loot { figure: id, range: 1 });
        }
    });
}

fn hand_ui(
    ui: &mut Ui,
    record: &Record,
    id: FigureId,
    hand: Hand,
    commands: &CommandQueue<ScenarioCommand>,
) {
    let piles = Pile::ALL.into_iter().filter(|&pile| hand.count(pile) > 0 || pile == Pile::Hand);
    let words: Vec<String> =
        piles.map(|pile| format!("{} {}", pile.word(), hand.count(pile))).collect();
    caption(format!("Cards: {}", remarks(&words))).ui(ui);
    ui.horizontal_wrapped(|ui| {
        for (label, action) in card_moves(id, hand) {
            if ui.add(button(label)).clicked() {
                play(commands, action);
            }
        }
        if record.game().is_between_rounds() {
            rest_ui(ui, record.game(), (id, hand), commands);
        }
    });
}

/// Draws the short rest between two rounds (S10.3).
fn rest_ui(
    ui: &mut Ui,
    game: &Game,
    (id, hand): (FigureId, Hand),
    commands: &CommandQueue<ScenarioCommand>,
) {
    if let Some((label, action)) = short_rest(game, id, hand)
        && ui.add(button(label)).clicked()
    {
        play(commands, action);
    }
    match hand.selection() {
        CardSelection::PlayTwo { .. } => {}
        CardSelection::LongRest => {
            caption("Only a long rest is left (S4.2).").ui(ui);
        }
        CardSelection::Exhausted => {
            caption("Exhausted: it can neither play nor rest (S4.2).").ui(ui);
        }
    }
}
