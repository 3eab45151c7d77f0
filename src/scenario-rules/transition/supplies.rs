//! Modifier decks, the cards of characters, elements, money and experience (S5.5, S5.6, S10.1 to
//! S11.3).

use super::Transition;
use crate::element::{Element, ElementState, ElementStrength};
use crate::event::{Cause, EventIndex, EventKind};
use crate::figure::{Figure, FigureKind, Initiative};
use crate::hand::{CardSelection, Hand, Pile};
use crate::hex::Hex;
use crate::illegal::{BoundedQuantity, Illegal, Refusal};
use crate::modifier::{Deck, DeckOwner, Modifier, ModifierFace};
use crate::names::FigureId;
use crate::purse::Purse;
use crate::rulebook::{Rule, Ruling};

/// The hit points that a long rest heals (S10.4).
const LONG_REST_HEAL: u16 = 2;
/// The maximum number of money tokens in a hex.
const MAX_TOKENS: u8 = 99;

impl Transition<'_> {
    /// Checks that a figure on the map is a character.
    pub(super) fn check_character(&self, id: FigureId) -> Result<(), Illegal> {
        let figure = self.before.position().on_map(id)?;
        match figure.kind {
            FigureKind::Character(_) => Ok(()),
            _ => Err(Illegal::NotACharacter { figure: id }),
        }
    }

    // Modifier decks

    pub(super) fn replace_deck(&mut self, deck: Deck, cause: Cause, parent: Option<EventIndex>) {
        if self.layout.deck(deck.owner).as_ref() == Some(&deck) {
            return;
        }
        self.layout.decks.retain(|other| other.owner != deck.owner);
        self.layout.decks.push(deck.clone());
        self.record(EventKind::Deck(Box::new(deck)), cause, parent);
    }

    /// Checks that the owner of a deck is on the map, if it is a character.
    fn check_owner(&self, owner: DeckOwner) -> Result<(), Illegal> {
        match owner {
            DeckOwner::Monsters => Ok(()),
            DeckOwner::Character(id) => self.check_character(id),
        }
    }

    pub(super) fn set_deck(&mut self, deck: &Deck) -> Result<(), Refusal> {
        self.check_owner(deck.owner)?;
        self.replace_deck(deck.clone(), Cause::Players, None);
        Ok(())
    }

    /// Returns a deck to change; the standard deck for a character whose deck is not counted yet.
    fn deck_to_change(&self, owner: DeckOwner) -> Result<Deck, Refusal> {
        self.check_owner(owner)?;
        Ok(self.layout.deck(owner).unwrap_or_else(|| Deck::standard(owner)))
    }

    pub(super) fn shuffle(&mut self, owner: DeckOwner) -> Result<(), Refusal> {
        let mut deck = self.deck_to_change(owner)?;
        deck.shuffle();
        self.replace_deck(deck, Cause::Players, None);
        Ok(())
    }

    /// Shuffles bless or curse cards into a deck, at most ten curses (G14).
    pub(super) fn add_cards(
        &mut self,
        owner: DeckOwner,
        card: Modifier,
        count: u8,
    ) -> Result<(), Refusal> {
        let mut deck = self.deck_to_change(owner)?;
        let curses = deck.count_of(card).0.saturating_add(count);
        if card.face == ModifierFace::Curse && curses > Deck::MAX_CURSES {
            return Err(Illegal::TooManyCurses { owner, count: curses }.into());
        }
        deck.add(card, count);
        self.replace_deck(deck, Cause::Players, None);
        Ok(())
    }

    pub(super) fn shuffle_due_decks(&mut self, parent: Option<EventIndex>) {
        let due: Vec<Deck> =
            self.layout.decks.iter().filter(|deck| deck.shuffle_due).cloned().collect();
        for mut deck in due {
            deck.shuffle();
            self.replace_deck(deck, Cause::Rule(Rule::Shuffle), parent);
        }
    }

    // The cards of characters

    pub(super) fn set_hand(
        &mut self,
        id: FigureId,
        to: Hand,
        cause: Cause,
        parent: Option<EventIndex>,
    ) {
        let from = self.layout.hand(id);
        if from == Some(to) {
            return;
        }
        self.layout.hands.retain(|(figure, _)| *figure != id);
        self.layout.hands.push((id, to));
        self.record(EventKind::Hand { figure: id, from, to }, cause, parent);
    }

    /// Returns the cards of a character.
    fn counted_hand(&self, id: FigureId) -> Result<Hand, Refusal> {
        self.check_character(id)?;
        self.layout.hand(id).ok_or_else(|| Illegal::NoHand { figure: id }.into())
    }

    pub(super) fn move_cards(
        &mut self,
        id: FigureId,
        count: u8,
        from: Pile,
        to: Pile,
    ) -> Result<(), Refusal> {
        let hand = self.counted_hand(id)?;
        let Some(moved) = hand.moved(count, from, to) else {
            let available = hand.count(from);
            return Err(Illegal::TooFewCards { figure: id, pile: from, count, available }.into());
        };
        self.set_hand(id, moved, Cause::Players, None);
        Ok(())
    }

    /// Takes the active card of a summon back to the hand of its character, if the cards are
    /// counted, and removes the summon (S5.7, S9.1).
    pub(super) fn recover_summon(&mut self, id: FigureId, summon: FigureId) -> Result<(), Refusal> {
        self.check_character(id)?;
        let is_own =
            |figure: &Figure| matches!(figure.kind, FigureKind::Summon { owner } if owner == id);
        let figures = self.layout.figures.iter().filter(|figure| is_own(figure));
        let there: Vec<FigureId> = figures.map(Figure::id).collect();
        if !there.contains(&summon) {
            return Err(Illegal::NotItsSummon { figure: id, summon, there }.into());
        }
        if self.layout.hand(id).is_some() {
            self.move_cards(id, 1, Pile::Active, Pile::Hand)?;
        }
        let recovered = self.latest();
        self.remove(summon, Cause::Rule(Rule::Recover), recovered);
        Ok(())
    }

    /// Plays two cards of a character that reveals its initiative, or checks its long rest (S4.2).
    /// A changed initiative takes the cards back first.
    pub(super) fn select_cards(&mut self, id: FigureId, to: Initiative) -> Result<(), Refusal> {
        let Some(hand) = self.layout.hand(id).filter(|_| self.edition.has_consequences()) else {
            return Ok(());
        };
        if self.round.has_acted(id) {
            return Ok(());
        }
        let played = hand.count(Pile::Played);
        let back = hand.moved(played, Pile::Played, Pile::Hand).unwrap_or(hand);
        let selected = match (to, back.selection()) {
            (Initiative::Hidden, _) => Some(back),
            (Initiative::Card { .. }, CardSelection::PlayTwo { .. }) => {
                back.moved(2, Pile::Hand, Pile::Played)
            }
            (Initiative::Resting, _) if back.may_rest() => Some(back),
            _ => None,
        };
        let Some(selected) = selected else {
            return Err(Illegal::Selection { figure: id, hand: back, initiative: to }.into());
        };
        self.set_hand(id, selected, Cause::Rule(Rule::CardSelection), None);
        Ok(())
    }

    /// Discards the played cards of a character (S5.6).
    pub(super) fn discard_played(&mut self, id: FigureId, parent: Option<EventIndex>) {
        let Some(hand) = self.layout.hand(id) else { return };
        let played = hand.count(Pile::Played);
        if let Some(discarded) = hand.moved(played, Pile::Played, Pile::Discard) {
            self.set_hand(id, discarded, Cause::Rule(Rule::PlayedCards), parent);
        }
    }

    /// Carries out the long rest of a character (S10.4).
    pub(super) fn rest(&mut self, id: FigureId, parent: Option<EventIndex>) {
        let cause = Cause::Rule(Rule::LongRest);
        if let Some(rested) = self.layout.hand(id).and_then(Hand::rested) {
            self.set_hand(id, rested, cause, parent);
        }
        self.heal(id, LONG_REST_HEAL, cause, parent);
    }

    /// Takes a short rest between two rounds, or has another card lost instead (S10.3).
    pub(super) fn short_rest(&mut self, id: FigureId, again: bool) -> Result<(), Refusal> {
        let mut hand = self.counted_hand(id)?;
        let is_between = self.before.is_between_rounds();
        let illegal = Illegal::ShortRest { figure: id, hand, again, is_between };
        let rests = hand.short_rests;
        let rested = if again { Some(hand) } else { hand.rested() };
        let Some(rested) = rested.filter(|_| is_between && rests == u8::from(again)) else {
            return Err(illegal.into());
        };
        hand = rested;
        hand.short_rests = rests + 1;
        self.set_hand(id, hand, Cause::Rule(Rule::ShortRest), None);
        if again {
            self.suffer(id, 1, Cause::Rule(Rule::ShortRest), None);
        }
        Ok(())
    }

    /// Discards the cards that are still played at the end of a round, and allows short rests.
    pub(super) fn prepare_hands(&mut self, parent: Option<EventIndex>) {
        let ids: Vec<FigureId> = self.layout.hands.iter().map(|(id, _)| *id).collect();
        for id in ids {
            self.discard_played(id, parent);
            if let Some(hand) = self.layout.hand(id).filter(|hand| hand.short_rests > 0) {
                let mut ready = hand;
                ready.short_rests = 0;
                self.set_hand(id, ready, Cause::Rule(Rule::ShortRest), parent);
            }
        }
    }

    // Elements

    fn set_element(
        &mut self,
        element: Element,
        to: ElementState,
        cause: Cause,
        parent: Option<EventIndex>,
    ) {
        let from = self.layout.elements.state(element);
        if from != to {
            self.layout.elements.set(element, to);
            self.record(EventKind::Element { element, from, to }, cause, parent);
        }
    }

    /// Makes an element, which is strong at the end of the turn (G17).
    pub(super) fn make_element(&mut self, element: Element) {
        let state = self.layout.elements.state(element);
        let made = ElementState { made: true, ..state };
        self.set_element(element, made, Cause::Ruling(Ruling::MadeElement), None);
    }

    /// Uses an element that is strong or waning (S8.16).
    pub(super) fn use_element(&mut self, element: Element) -> Result<(), Refusal> {
        let state = self.layout.elements.state(element);
        if state.strength == ElementStrength::Inert {
            return Err(Illegal::InertElement { element, made: state.made }.into());
        }
        let used = ElementState { strength: ElementStrength::Inert, ..state };
        self.set_element(element, used, Cause::Rule(Rule::UseElement), None);
        Ok(())
    }

    /// Makes the elements strong that were made in the turn that ends (G17).
    pub(super) fn release_elements(&mut self, parent: Option<EventIndex>) {
        for element in Element::ALL {
            if self.layout.elements.state(element).made {
                let strong = ElementState { strength: ElementStrength::Strong, made: false };
                self.set_element(element, strong, Cause::Ruling(Ruling::MadeElement), parent);
            }
        }
    }

    /// Lets every element wane at the end of a round (S10.1).
    pub(super) fn wane_elements(&mut self, parent: Option<EventIndex>) {
        for element in Element::ALL {
            let state = self.layout.elements.state(element);
            let waned = ElementState { strength: state.strength.waned(), ..state };
            self.set_element(element, waned, Cause::Rule(Rule::Elements), parent);
        }
    }

    // Money and experience

    fn money_in(&self, hex: Hex) -> u8 {
        self.layout.money.get(&hex).copied().unwrap_or_default()
    }

    pub(super) fn set_money_in(
        &mut self,
        hex: Hex,
        to: u8,
        cause: Cause,
        parent: Option<EventIndex>,
    ) {
        let from = self.money_in(hex);
        if from == to {
            return;
        }
        if to == 0 {
            self.layout.money.remove(&hex);
        } else {
            self.layout.money.insert(hex, to);
        }
        self.record(EventKind::Money { hex, from, to }, cause, parent);
    }

    pub(super) fn add_money(
        &mut self,
        hex: Hex,
        count: u8,
        cause: Cause,
        parent: Option<EventIndex>,
    ) {
        let to = self.money_in(hex).saturating_add(count).min(MAX_TOKENS);
        self.set_money_in(hex, to, cause, parent);
    }

    /// Puts a token in each of these hexes, or takes one away, as the players say.
    pub(super) fn set_money(&mut self, hexes: &[Hex], is_added: bool) -> Result<(), Refusal> {
        self.check_grid(hexes)?;
        for &hex in hexes {
            if is_added {
                self.add_money(hex, 1, Cause::Players, None);
            } else if self.money_in(hex) == 0 {
                return Err(Illegal::NoMoney { hex }.into());
            } else {
                self.set_money_in(hex, self.money_in(hex) - 1, Cause::Players, None);
            }
        }
        Ok(())
    }

    fn set_purse(&mut self, to: Purse, cause: Cause, parent: Option<EventIndex>) {
        let from = self.layout.purse(to.figure);
        if from == to {
            return;
        }
        self.layout.purses.retain(|purse| purse.figure != to.figure);
        if !to.is_empty() {
            self.layout.purses.push(to);
        }
        self.record(EventKind::Purse { from, to }, cause, parent);
    }

    /// Has a character pick up the tokens in a hex.
    pub(super) fn pick_up(
        &mut self,
        id: FigureId,
        hex: Hex,
        cause: Cause,
        parent: Option<EventIndex>,
    ) {
        let count = self.money_in(hex);
        if count == 0 {
            return;
        }
        self.set_money_in(hex, 0, cause, parent);
        let mut purse = self.layout.purse(id);
        purse.tokens = purse.tokens.saturating_add(count.into()).min(Purse::MAX);
        self.set_purse(purse, cause, parent);
    }

    /// Has a character loot every token and treasure within a range (S11.1).
    pub(super) fn loot(&mut self, id: FigureId, range: u8) -> Result<(), Refusal> {
        self.check_character(id)?;
        self.check_in_play(id)?;
        let position = self.before.position();
        let from = position.figure(id).hex;
        let marked = self.layout.marks.iter().map(|(_, hex)| *hex);
        let mut hexes: Vec<Hex> = self
            .layout
            .money
            .keys()
            .copied()
            .chain(marked)
            .filter(|&hex| position.range(from, hex).is_some_and(|of| of <= range.into()))
            .collect();
        hexes.sort_unstable();
        hexes.dedup();
        for hex in hexes {
            self.pick_up(id, hex, Cause::Rule(Rule::Loot), None);
            self.loot_marks(id, hex, Cause::Rule(Rule::Loot), None);
        }
        Ok(())
    }

    /// Adds experience to a character, or subtracts it (S11.3).
    pub(super) fn gain_experience(&mut self, id: FigureId, amount: i16) -> Result<(), Refusal> {
        self.check_character(id)?;
        let mut purse = self.layout.purse(id);
        let sum = i32::from(purse.experience) + i32::from(amount);
        let Some(experience) = u16::try_from(sum).ok().filter(|&sum| sum <= Purse::MAX) else {
            let quantity = BoundedQuantity::Experience(id);
            let amount = u32::try_from(sum).unwrap_or_default();
            return Err(Illegal::OutOfBounds {
                quantity,
                amount,
                least: 0,
                most: Purse::MAX.into(),
            }
            .into());
        };
        purse.experience = experience;
        self.set_purse(purse, Cause::Players, None);
        Ok(())
    }
}
