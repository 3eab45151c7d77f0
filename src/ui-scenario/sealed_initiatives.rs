//! The initiatives that players choose in secret on their phones, until all are turned over.

use egui::Ui;
use plain_text::{agreeing, listed};

use crate::{ScenarioCommand, ScenarioMemory};
use scenario::Record;
use scenario::record::preview;
use scenario::turn_order::hidden_characters;
use scenario_rules::action::InitiativeHolder;
use scenario_rules::figure::Initiative;
use scenario_rules::{Action, FigureId, Names};
use sealed::{InitiativeBox, InitiativeChoice};
use ui_kit::queue::CommandQueue;
use ui_kit::widgets::{caption, wide_button};

/// The initiatives of the round that are sealed, and the characters that choose on a phone.
#[derive(Default)]
pub(super) struct SealedInitiatives {
    sealed: InitiativeBox,
    round: u16,
    with_phone: Vec<FigureId>,
}

impl SealedInitiatives {
    /// Returns the characters that have yet to choose on their phones.
    fn missing(&self, hidden: &[FigureId]) -> Vec<FigureId> {
        let is_missing =
            |id: &&FigureId| self.with_phone.contains(id) && !self.sealed.is_sealed(**id);
        hidden.iter().filter(is_missing).copied().collect()
    }
}

impl ScenarioMemory {
    /// Returns the sealed initiatives.
    pub const fn sealed_initiatives(&self) -> &InitiativeBox {
        &self.initiatives.sealed
    }

    /// Follows the round and the phones: discards choices for another round, and of characters whose
    /// initiative is known by now.
    pub fn follow_phones(&mut self, record: &Record, with_phone: Vec<FigureId>) {
        let (game, initiatives) = (record.game(), &mut self.initiatives);
        initiatives.with_phone = with_phone;
        if initiatives.round == game.round() {
            initiatives.sealed.keep_only(&hidden_characters(game));
        } else {
            initiatives.round = game.round();
            initiatives.sealed.keep_only(&[]);
        }
    }

    /// Discards every choice once the phones are off, because no player could change it any more.
    pub fn end_phones(&mut self) {
        self.initiatives = SealedInitiatives::default();
    }

    /// Seals the choice of a character, in place of an earlier one.
    ///
    /// # Errors
    ///
    /// The reason why the character cannot play or rest, in a sentence. The choice is overwritten.
    pub fn seal_initiative(
        &mut self,
        record: &Record,
        character: FigureId,
        choice: Box<InitiativeChoice>,
    ) -> Result<(), String> {
        if !hidden_characters(record.game()).contains(&character) {
            return Err("No initiative is due from this character.".to_owned());
        }
        // Both kinds are judged, and no number, so that nothing of the choice remains in memory.
        let names = record.game().position().names();
        let judge = |initiative| preview(record, &turned_over(names, character, initiative));
        let cards = judge(Initiative::Card { number: 50, second: None });
        let rest = judge(Initiative::Resting);
        let judged = match choice.initiative {
            Initiative::Resting => rest,
            Initiative::Card { .. } | Initiative::Hidden => cards,
        };
        judged.map_err(|error| plain_text::sentence(&error.in_words(names)))?;
        self.initiatives.sealed.seal(character, choice);
        Ok(())
    }

    /// Turns the sealed initiatives over once every character has chosen, and returns their
    /// commands.
    pub fn take_initiatives(&mut self, record: &Record) -> Vec<ScenarioCommand> {
        let hidden = hidden_characters(record.game());
        let is_due = !hidden.is_empty()
            && hidden.iter().all(|&character| self.initiatives.sealed.is_sealed(character));
        if is_due { self.turn_over(record) } else { Vec::new() }
    }

    fn turn_over(&mut self, record: &Record) -> Vec<ScenarioCommand> {
        let names = record.game().position().names();
        let opened = self.initiatives.sealed.turn_over().into_iter();
        opened.map(|(id, known)| ScenarioCommand::Play(turned_over(names, id, known))).collect()
    }

    /// Returns what the empty field of a character shows while its player chooses on a phone.
    pub(super) fn phone_hint(&self, record: &Record, name: &str) -> &'static str {
        let character = record.game().position().find(name);
        let is_sealed = character.is_some_and(|id| self.initiatives.sealed.is_sealed(id));
        if is_sealed { "sealed" } else { "phone" }
    }

    /// Returns `true` if the player of a character chooses on a phone.
    pub(super) fn is_on_phone(&self, character: FigureId) -> bool {
        self.initiatives.with_phone.contains(&character)
    }
}

/// Returns the action that turns the initiative of a character over.
fn turned_over(names: &Names, character: FigureId, initiative: Initiative) -> Action {
    let holder = InitiativeHolder::new(names, &names.figure_name(character));
    Action::Initiative { holder, initiative }
}

/// Draws who has yet to choose on a phone. Once all have, a button turns their initiatives over
/// while those of players without a phone are still to be typed.
pub(super) fn sealed_ui(
    ui: &mut Ui,
    record: &Record,
    memory: &mut ScenarioMemory,
    commands: &CommandQueue<ScenarioCommand>,
) {
    let hidden = hidden_characters(record.game());
    let on_phones = hidden.iter().any(|id| memory.initiatives.with_phone.contains(id));
    if !on_phones || memory.record_view.past_entry().is_some() {
        return;
    }
    let missing = memory.initiatives.missing(&hidden);
    let names: Vec<String> =
        missing.iter().map(|&id| record.game().position().name_of(id).to_string()).collect();
    if names.is_empty() {
        if ui.add(wide_button("Turn the sealed initiatives over")).clicked() {
            commands.extend(memory.turn_over(record));
        }
    } else {
        let verb = agreeing(names.len(), "chooses", "choose");
        let whose = agreeing(names.len(), "a phone", "their phones");
        caption(format!("{} {verb} on {whose}.", listed(&names))).ui(ui);
    }
}
