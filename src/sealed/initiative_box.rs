//! The initiatives that characters have chosen in secret, until all are turned over together (S4.3).

use std::fmt;

use zeroize::{Zeroize, ZeroizeOnDrop, optimization_barrier};

use scenario_rules::FigureId;
use scenario_rules::figure::Initiative;

use super::core_dump::CoreDumpGuard;

/// An initiative chosen in secret. It cannot be copied, `Debug` reveals nothing of it, and it is
/// overwritten when dropped.
pub struct InitiativeChoice {
    /// The initiative.
    pub initiative: Initiative,
}

impl Zeroize for InitiativeChoice {
    fn zeroize(&mut self) {
        // A card first, so that the bytes of both numbers are overwritten.
        self.initiative = Initiative::Card { number: 0, second: Some(0) };
        optimization_barrier(self);
        self.initiative = Initiative::Hidden;
        optimization_barrier(self);
    }
}

impl Drop for InitiativeChoice {
    fn drop(&mut self) {
        self.zeroize();
    }
}

impl ZeroizeOnDrop for InitiativeChoice {}

impl fmt::Debug for InitiativeChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("InitiativeChoice")
    }
}

/// The sealed initiatives of a round. `Debug` shows only whose are sealed.
///
/// It exists only in memory. After a crash the characters choose again: nothing of their choice is
/// recorded.
#[derive(Default)]
pub struct InitiativeBox {
    /// The choices by character, boxed, so that moving the box leaves no copy.
    sealed: Vec<(FigureId, Box<InitiativeChoice>)>,
    /// Present while there is any choice. The last field, so that choices are overwritten first.
    core_dump_guard: Option<CoreDumpGuard>,
}

impl InitiativeBox {
    /// Seals the choice of a character, in place of an earlier one.
    pub fn seal(&mut self, character: FigureId, choice: Box<InitiativeChoice>) {
        self.core_dump_guard.get_or_insert_with(CoreDumpGuard::begin);
        self.sealed.retain(|(other, _)| *other != character);
        self.sealed.push((character, choice));
        self.sealed.sort_by_key(|(character, _)| *character);
    }

    /// Returns `true` if the choice of a character is sealed.
    pub fn is_sealed(&self, character: FigureId) -> bool {
        self.sealed.iter().any(|(sealed, _)| *sealed == character)
    }

    /// Returns `true` if no choice is sealed.
    pub fn is_empty(&self) -> bool {
        self.sealed.is_empty()
    }

    /// Discards the choices of all other characters, such as those whose initiative is known by now.
    pub fn keep_only(&mut self, characters: &[FigureId]) {
        self.sealed.retain(|(character, _)| characters.contains(character));
        self.allow_dumps_if_empty();
    }

    /// Turns all sealed initiatives over and empties the box. They are ordered by character.
    pub fn turn_over(&mut self) -> Vec<(FigureId, Initiative)> {
        let opened = self.sealed.iter().map(|(id, choice)| (*id, choice.initiative)).collect();
        self.sealed.clear();
        self.allow_dumps_if_empty();
        opened
    }

    /// Makes the process dumpable again once no choice is left.
    fn allow_dumps_if_empty(&mut self) {
        if self.sealed.is_empty() {
            self.core_dump_guard = None;
        }
    }
}

impl fmt::Debug for InitiativeBox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("InitiativeBox ")?;
        f.debug_list().entries(self.sealed.iter().map(|(character, _)| character)).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use scenario_rules::Names;

    fn choice(number: u8, second: Option<u8>) -> InitiativeChoice {
        InitiativeChoice { initiative: Initiative::Card { number, second } }
    }

    fn characters() -> [FigureId; 2] {
        let names = Names::default();
        [names.figure("Brute"), names.figure("Tinkerer")]
    }

    #[test]
    fn an_overwritten_choice_has_no_number() {
        let mut choice = choice(45, Some(12));
        choice.zeroize();
        assert_eq!(choice.initiative, Initiative::Hidden);
    }

    #[test]
    fn all_sealed_initiatives_are_turned_over_by_character() {
        let [brute, tinkerer] = characters();
        let mut sealed_box = InitiativeBox::default();
        sealed_box.seal(tinkerer, Box::new(choice(20, None)));
        sealed_box.seal(brute, Box::new(choice(45, Some(12))));
        assert!(sealed_box.is_sealed(brute) && sealed_box.is_sealed(tinkerer));
        let expected = [
            (brute, Initiative::Card { number: 45, second: Some(12) }),
            (tinkerer, Initiative::Card { number: 20, second: None }),
        ];
        assert_eq!(sealed_box.turn_over(), expected);
        assert!(sealed_box.is_empty());
    }

    #[test]
    fn a_choice_can_be_replaced_until_it_is_turned_over() {
        let [brute, tinkerer] = characters();
        let mut sealed_box = InitiativeBox::default();
        sealed_box.seal(brute, Box::new(choice(45, None)));
        sealed_box.seal(brute, Box::new(choice(7, None)));
        sealed_box.seal(tinkerer, Box::new(choice(20, None)));
        sealed_box.keep_only(&[brute]);
        assert_eq!(sealed_box.turn_over(), [(brute, Initiative::Card { number: 7, second: None })]);
    }

    #[test]
    fn debug_output_is_the_same_for_every_choice() {
        let [brute, _] = characters();
        let outputs = [choice(45, Some(12)), choice(7, None)].map(|choice| {
            let mut sealed_box = InitiativeBox::default();
            let of_choice = format!("{choice:?}");
            sealed_box.seal(brute, Box::new(choice));
            (of_choice, format!("{sealed_box:?}"))
        });
        assert_eq!(outputs[0], outputs[1]);
        assert!(!outputs[0].1.contains("45"), "{}", outputs[0].1);
    }
}
