//! The text of modifier decks, cards of characters, elements, money and gains.

use plain_text::one_of;

use super::{Cursor, PositionReader, TextResult};
use scenario_rules::element::{Element, ElementState, ElementStrength};
use scenario_rules::figure::Condition;
use scenario_rules::hand::{Hand, Pile};
use scenario_rules::hex::Hex;
use scenario_rules::modifier::{Deal, Deck, DeckCards, DeckOwner, Modifier, ModifierFace};
use scenario_rules::names::{FigureId, Names};
use scenario_rules::position::{Layout, Position};
use scenario_rules::purse::Purse;

/// The word for the deck of all monsters.
const MONSTERS: &str = "monsters";

impl PositionReader<'_> {
    pub(super) fn element(&mut self, mut cursor: Cursor<'_>) -> TextResult<()> {
        let element = cursor.element_name()?;
        let start = cursor.skipped();
        let strength = cursor.word();
        let strength = ElementStrength::ALL.into_iter().find(|of| of.word() == strength);
        let strength = strength.ok_or_else(|| {
            start.expected(&one_of(&ElementStrength::ALL.map(ElementStrength::word)))
        })?;
        let made = cursor.takes_word("made");
        self.layout.elements.set(element, ElementState { strength, made });
        cursor.end()
    }

    pub(super) fn deck(&mut self, cursor: Cursor<'_>) -> TextResult<()> {
        let start = cursor.skipped();
        let deck = cursor.whole_deck(&self.layout.names)?;
        if self.layout.decks.iter().any(|other| other.owner == deck.owner) {
            return Err(start.expected("one deck for each owner"));
        }
        check_count(start, self.layout.decks.len())?;
        self.layout.decks.push(deck);
        Ok(())
    }

    pub(super) fn hand(&mut self, cursor: Cursor<'_>) -> TextResult<()> {
        let start = cursor.skipped();
        let (figure, hand) = cursor.whole_hand(&self.layout.names)?;
        if self.layout.hand(figure).is_some() {
            return Err(start.expected("one hand for each character"));
        }
        check_count(start, self.layout.hands.len())?;
        self.layout.hands.push((figure, hand));
        Ok(())
    }

    pub(super) fn money(&mut self, cursor: Cursor<'_>) -> TextResult<()> {
        let start = cursor.skipped();
        for hex in cursor.hexes(&self.layout.board)? {
            let count = self.layout.money.entry(hex).or_default();
            if *count >= 99 {
                return Err(start.expected("at most 99 tokens in a hex"));
            }
            *count += 1;
        }
        Ok(())
    }

    pub(super) fn gains(&mut self, mut cursor: Cursor<'_>) -> TextResult<()> {
        let start = cursor.skipped();
        let figure = self.layout.names.figure(&cursor.named()?);
        if self.layout.purses.iter().any(|purse| purse.figure == figure) {
            return Err(start.expected("the gains of a character once"));
        }
        check_count(start, self.layout.purses.len())?;
        let tokens = cursor.number(0, Purse::MAX, "a number of tokens")?;
        cursor.keyword("tokens")?;
        cursor.sign(',')?;
        let experience = cursor.number(0, Purse::MAX, "an amount of experience")?;
        cursor.keyword("experience")?;
        cursor.end()?;
        self.layout.purses.push(Purse { figure, tokens, experience });
        Ok(())
    }
}

/// Checks that there is space for another statement of a kind.
fn check_count(start: Cursor<'_>, count: usize) -> TextResult<()> {
    if count < Position::MAX_FIGURES {
        return Ok(());
    }
    Err(start.expected(&format!("at most {} of these", Position::MAX_FIGURES)))
}

impl Cursor<'_> {
    /// Parses a name and the colon after it.
    pub(crate) fn named(&mut self) -> TextResult<String> {
        let name = self.name()?;
        self.sign(':')?;
        Ok(name)
    }

    /// Parses the name of an element.
    pub(crate) fn element_name(&mut self) -> TextResult<Element> {
        let start = self.skipped();
        let word = self.word();
        Element::ALL
            .into_iter()
            .find(|element| element.word() == word)
            .ok_or_else(|| start.expected(&one_of(&Element::ALL.map(Element::word))))
    }

    /// Parses the owner of a deck: `monsters`, or the name of a character.
    pub(crate) fn deck_owner(&mut self, names: &Names) -> TextResult<DeckOwner> {
        let name = self.name()?;
        Ok(if name == MONSTERS {
            DeckOwner::Monsters
        } else {
            DeckOwner::Character(names.figure(&name))
        })
    }

    /// Parses a modifier card: `+1`, `x2`, `null`, `bless`, `curse`, `rolling+1`, `+0/stun`.
    pub(crate) fn modifier(&mut self) -> TextResult<Modifier> {
        let start = self.skipped();
        let token = self.token().replace('−', "-");
        let (rolling, plain) = match token.strip_prefix("rolling") {
            Some(rest) => (true, rest),
            None => (false, token.as_str()),
        };
        let mut parts = plain.split('/');
        let face = parts.next().and_then(modifier_face);
        let conditions = parts
            .map(|verb| Condition::ALL.into_iter().find(|condition| condition.verb() == verb))
            .collect::<Option<_>>();
        face.zip(conditions)
            .map(|(face, conditions)| Modifier { face, rolling, conditions })
            .ok_or_else(|| {
                start.expected(
                    "a modifier card: +1, -1, x2, null, bless or curse, with \"rolling\" before \
                     it or a condition such as \"/stun\" after it",
                )
            })
    }

    /// Parses a deck with its owner, up to the end of the line.
    pub(crate) fn whole_deck(mut self, names: &Names) -> TextResult<Deck> {
        let owner = self.deck_owner(names)?;
        self.sign(':')?;
        let mut deal = None;
        if self.takes_word("dealt") {
            let seed = self.number(0, u64::MAX, "a seed")?;
            let mut drawn = 0;
            if self.takes_word("after") {
                drawn = self.number(1, u32::MAX, "a number of cards")?;
            }
            deal = Some(Deal { seed, drawn });
            self.sign(',')?;
        }
        if self.takes_word("standard") {
            self.end()?;
            return Ok(Deck { deal, ..Deck::standard(owner) });
        }
        let mut deck = Deck { owner, cards: Vec::new(), shuffle_due: false, deal };
        if self.takes_word("empty") {
            self.end()?;
            return Ok(deck);
        }
        loop {
            let start = self.skipped();
            if self.takes_word("shuffle") {
                self.keyword("due")?;
                deck.shuffle_due = true;
                self.end()?;
                return Ok(deck);
            }
            let cards = self.deck_cards()?;
            if deck.cards.iter().any(|other| other.card == cards.card) {
                return Err(start.expected("each card once, with its number before it"));
            }
            if deck.cards.len() >= Deck::MAX_KINDS && !cards.card.face.leaves_deck() {
                return Err(start.expected(&format!("at most {} cards", Deck::MAX_KINDS)));
            }
            deck.cards.push(cards);
            if self.is_done() {
                return Ok(deck);
            }
            self.sign(',')?;
        }
    }

    /// Parses equal cards of a deck: `+2`, `5 +1`, or `4 of 5 +1` where 4 are not drawn yet.
    fn deck_cards(&mut self) -> TextResult<DeckCards> {
        let mut count = 1;
        let mut left = None;
        if self.skipped().rest.starts_with(|c: char| c.is_ascii_digit()) {
            count = self.number(0, Deck::MAX_COUNT, "a number of cards")?;
            if self.takes_word("of") {
                left = Some(count);
                count = self.number(count.max(1), Deck::MAX_COUNT, "a number of cards")?;
            } else if count == 0 {
                return Err(self.expected("\"of\" and the number of these cards"));
            }
        }
        Ok(DeckCards { card: self.modifier()?, count, left: left.unwrap_or(count) })
    }

    /// Parses the cards of a character, up to the end of the line: `Brute: 7, played 2, discard 1`.
    pub(crate) fn whole_hand(mut self, names: &Names) -> TextResult<(FigureId, Hand)> {
        let figure = names.figure(&self.named()?);
        let start = self.skipped();
        let mut hand = Hand::full(self.number(0, Hand::MAX_CARDS, "a number of cards")?);
        while !self.is_done() {
            self.sign(',')?;
            if self.takes_word("rested") {
                hand.short_rests = self.number(1, 2, "a number of short rests")?;
                continue;
            }
            let pile = self.pile()?;
            hand = hand.with(pile, self.number(0, Hand::MAX_CARDS, "a number of cards")?);
        }
        if hand.size() > Hand::MAX_CARDS {
            return Err(start.expected(&format!("at most {} cards in all", Hand::MAX_CARDS)));
        }
        Ok((figure, hand))
    }

    /// Parses the name of a pile.
    pub(crate) fn pile(&mut self) -> TextResult<Pile> {
        let start = self.skipped();
        let word = self.word();
        Pile::ALL
            .into_iter()
            .find(|pile| pile.word() == word)
            .ok_or_else(|| start.expected(&one_of(&Pile::ALL.map(Pile::word))))
    }
}

fn modifier_face(text: &str) -> Option<ModifierFace> {
    match text {
        "x2" => Some(ModifierFace::Double),
        "null" => Some(ModifierFace::None),
        "bless" => Some(ModifierFace::Bless),
        "curse" => Some(ModifierFace::Curse),
        amount if amount.starts_with(['+', '-']) => {
            let amount: i16 = amount.parse().ok()?;
            (amount.abs() <= Modifier::MAX_AMOUNT).then_some(ModifierFace::Plus(amount))
        }
        _ => None,
    }
}

/// Prints the statements about decks, cards, elements, money and gains.
pub(super) fn print_supplies(layout: &Layout) -> Vec<String> {
    let names = &layout.names;
    let mut parts = Vec::new();
    for element in Element::ALL {
        let ElementState { strength, made } = layout.elements.state(element);
        if strength != ElementStrength::Inert || made {
            let made = if made { " made" } else { "" };
            parts.push(format!("element {} {}{made}\n", element.word(), strength.word()));
        }
    }
    parts.extend(layout.decks.iter().map(|deck| format!("deck {}\n", print_deck(names, deck))));
    for (figure, hand) in &layout.hands {
        parts.push(format!("hand {}: {}\n", names.figure_name(*figure), print_hand(*hand)));
    }
    let tokens: Vec<String> = layout
        .money
        .iter()
        .flat_map(|(hex, &count)| std::iter::repeat_n(Hex::to_string(hex), count.into()))
        .collect();
    if !tokens.is_empty() {
        parts.push(format!("money {}\n", tokens.join(" ")));
    }
    for Purse { figure, tokens, experience } in &layout.purses {
        let figure = names.figure_name(*figure);
        parts.push(format!("gains {figure}: {tokens} tokens, {experience} experience\n"));
    }
    parts
}

/// Prints the owner of a deck.
pub(crate) fn print_owner(names: &Names, owner: DeckOwner) -> String {
    match owner {
        DeckOwner::Monsters => MONSTERS.to_owned(),
        DeckOwner::Character(id) => names.figure_name(id).to_string(),
    }
}

/// Prints a deck with its owner.
pub(crate) fn print_deck(names: &Names, deck: &Deck) -> String {
    let mut parts = Vec::new();
    parts.extend(deck.deal.map(|Deal { seed, drawn }| match drawn {
        0 => format!("dealt {seed}"),
        drawn => format!("dealt {seed} after {drawn}"),
    }));
    parts.extend(deck.cards.iter().map(|DeckCards { card, count, left }| match (left, count) {
        (1, 1) => card.to_string(),
        (left, count) if left == count => format!("{count} {card}"),
        (left, count) => format!("{left} of {count} {card}"),
    }));
    if deck.shuffle_due {
        parts.push("shuffle due".to_owned());
    } else if deck.cards.is_empty() {
        parts.push("empty".to_owned());
    }
    format!("{}: {}", print_owner(names, deck.owner), parts.join(", "))
}

/// Prints the cards of a character by piles.
pub(crate) fn print_hand(hand: Hand) -> String {
    let mut parts = vec![hand.count(Pile::Hand).to_string()];
    for pile in Pile::ALL.into_iter().filter(|&pile| pile != Pile::Hand) {
        if hand.count(pile) > 0 {
            parts.push(format!("{} {}", pile.word(), hand.count(pile)));
        }
    }
    if hand.short_rests > 0 {
        parts.push(format!("rested {}", hand.short_rests));
    }
    parts.join(", ")
}
