//! The text of cards and bonuses: `move 2 jump, attack 3+1 range 2 pierce 1 muddle, shield 1`.
//!
//! An area is written as its hexes, with a bar or a space between each two:
//! `attack 2 area (0,1,active)|(0,0,target)|(1,0,target)`.

use plain_text::one_of;

use super::{Cursor, TextResult};
use scenario_rules::area::{Area, AreaHex};
use scenario_rules::card::{Attack, AttackEffects, AttackValue, Card, Move, Reach, Retaliate};
use scenario_rules::figure::{Bonus, BonusEffect, BonusEnd, Condition};

/// The abilities that a card may have, for errors.
const ABILITIES: &str = "\"move 2\" or \"move 2 jump\", \"attack\", \"attack 3 range 3 targets 2\", \
     \"attack 2 area (0,1,active)|(0,0,target)\", \"shield 1\", \"retaliate 2 range 3\", each once, words in quotes, or \"nothing\"";

impl<'a> Cursor<'a> {
    /// Parses the abilities of a card, up to the end of the line. Capitals do not matter.
    pub(crate) fn abilities(mut self) -> TextResult<Card> {
        let mut card = Card::default();
        let mut ahead = self;
        if ahead.word().eq_ignore_ascii_case("nothing") {
            ahead.end()?;
            return Ok(card);
        }
        self.ability(&mut card)?;
        while !self.is_done() {
            self.sign(',')?;
            self.ability(&mut card)?;
        }
        Ok(card)
    }

    /// Parses one of the abilities of a card.
    fn ability(&mut self, card: &mut Card) -> TextResult<()> {
        let start = self.skipped();
        if start.rest.starts_with('"') {
            if card.notes.is_some() {
                return Err(start.expected("one text in quotes"));
            }
            card.notes = Some(self.quoted(Card::MAX_NOTE_CHARS)?.into());
            return Ok(());
        }
        match self.lower_word().as_str() {
            "move" if card.movement.is_none() => {
                let points = self.number(0, Card::MAX_AMOUNT, "movement points")?;
                card.movement = Some(Move { points, jump: self.takes_any(&["jump"]) });
                card.attack_first = card.attack.is_some();
            }
            "attack" if card.attack.is_none() => card.attack = Some(self.attack(start)?),
            "shield" if card.shield.is_none() => {
                card.shield = Some(self.number(1, Card::MAX_AMOUNT, "a shield")?);
            }
            "retaliate" if card.retaliate.is_none() => card.retaliate = Some(self.retaliate()?),
            _ => return Err(start.expected(ABILITIES)),
        }
        Ok(())
    }

    /// Parses an attack after its first word, which is at `start`.
    fn attack(&mut self, start: Self) -> TextResult<Attack> {
        let mut attack = Attack::MELEE;
        if self.skipped().rest.starts_with(|c: char| c.is_ascii_digit()) {
            attack.value = Some(self.attack_value()?);
        }
        loop {
            if self.takes_any(&["range"]) {
                attack.reach = Reach::Ranged(self.number(1, Card::MAX_RANGE, "a range")?);
            } else if self.takes_any(&["targets", "target"]) {
                attack.targets = self.number(1, Card::MAX_AMOUNT, "a number of targets")?;
            } else if attack.area.is_none() && self.takes_any(&["area"]) {
                attack.area = Some(self.area()?);
            } else if !self.attack_effect(&mut attack.effects)? {
                break;
            }
        }
        if let Some(area) = attack.area
            && area.is_melee() != (attack.reach == Reach::Melee)
        {
            return Err(start.expected(
                "an area with either an active hex or a range, such as \"attack 2 area \
                 (0,1,active)|(0,0,target)\" or \"attack 2 range 3 area \
                 (0,0,target)|(1,0,target)\"",
            ));
        }
        Ok(attack)
    }

    /// Parses the hexes of an area.
    pub(super) fn area(&mut self) -> TextResult<Area> {
        const VALID: &str = "such as \"attack 2 area (0,1,active)|(0,0,target)|(1,0,target)\"";
        let start = self.skipped();
        let mut hexes: Vec<AreaHex> = Vec::new();
        loop {
            let at = self.skipped();
            let hex = at.rest.split_inclusive(')').next().unwrap_or_default();
            let Ok(parsed) = hex.parse() else {
                let most = AreaHex::MAX;
                return Err(at.expected(&format!(
                    "a column and a row from 0 to {most}, and \"active\" or \"target\", {VALID}"
                )));
            };
            hexes.push(parsed);
            self.rest = &at.rest[hex.len()..];
            if !self.takes('|') && !self.skipped().rest.starts_with('(') {
                break;
            }
        }
        Area::new(&hexes).map_err(|error| start.expected(&format!("{error}, {VALID}")))
    }

    /// Parses a total such as `3`, or a base with the change of the ability card such as `3-1`.
    fn attack_value(&mut self) -> TextResult<AttackValue> {
        let start = self.skipped();
        let token = self.token();
        let (base, change) = match token.find(['+', '-', '−']) {
            Some(at) => (&token[..at], Some(token[at..].replace('−', "-"))),
            None => (token, None),
        };
        let base = base.parse().ok().filter(|&base: &u8| base <= Card::MAX_AMOUNT);
        let change = change.map(|change| change.parse::<i8>().ok()).map_or(Some(None), |change| {
            change.filter(|change| change.unsigned_abs() <= Card::MAX_AMOUNT).map(Some)
        });
        base.zip(change)
            .map(|(base, change)| AttackValue { base, change })
            .ok_or_else(|| start.expected("an attack value such as 3 or 2+1"))
    }

    /// Parses one effect of an attack; returns `false` if there is none.
    pub(crate) fn attack_effect(&mut self, effects: &mut AttackEffects) -> TextResult<bool> {
        let amounts = [
            ("pierce", &mut effects.pierce),
            ("push", &mut effects.push),
            ("pull", &mut effects.pull),
        ];
        for (word, amount) in amounts {
            if self.takes_any(&[word]) {
                *amount = self.number(1, Card::MAX_AMOUNT, "an amount")?;
                return Ok(true);
            }
        }
        for condition in Condition::ALL {
            if self.takes_any(&[condition.verb(), condition.word()]) {
                effects.conditions.insert(condition);
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Parses the amount and the range of a retaliate.
    fn retaliate(&mut self) -> TextResult<Retaliate> {
        let damage = self.number(1, Card::MAX_AMOUNT, "an amount of damage")?;
        let mut range = None;
        if self.takes_any(&["range"]) {
            range = Some(self.number(1, Card::MAX_RANGE, "a range")?);
        }
        Ok(Retaliate { damage, range })
    }

    /// Parses the effect of a bonus: `shield 1`, `retaliate 2 range 3` or `attack +1`.
    pub(crate) fn bonus_effect(&mut self) -> TextResult<BonusEffect> {
        let start = self.skipped();
        match self.word() {
            "shield" => Ok(BonusEffect::Shield(self.number(1, Card::MAX_AMOUNT, "a shield")?)),
            "retaliate" => Ok(BonusEffect::Retaliate(self.retaliate()?)),
            "attack" => {
                let amount = self.small_change()?;
                Ok(BonusEffect::Attack(amount))
            }
            _ => {
                let all = ["\"shield 1\"", "\"retaliate 2 range 3\"", "\"attack +1\""];
                Err(start.expected(&one_of(&all)))
            }
        }
    }

    /// Parses a bonus with its end: `shield 1 this round`, `attack +1 for 2 charges`.
    pub(crate) fn bonus(&mut self) -> TextResult<Bonus> {
        let effect = self.bonus_effect()?;
        let mut end = BonusEnd::Persistent;
        if self.takes_word("this") {
            self.keyword("round")?;
            end = BonusEnd::Round;
        } else if self.takes_word("for") {
            end = BonusEnd::Charges(self.number(1, Card::MAX_AMOUNT, "a number of charges")?);
            if !self.takes_any(&["charges", "charge"]) {
                return Err(self.expected("\"charges\""));
            }
        }
        Ok(Bonus { effect, end })
    }

    /// Takes the next word, in lower case.
    fn lower_word(&mut self) -> String {
        self.word().to_lowercase()
    }

    /// Takes the next word if it is one of these, with any capitals.
    pub(crate) fn takes_any(&mut self, words: &[&str]) -> bool {
        let mut ahead = *self;
        let word = ahead.lower_word();
        let takes = words.contains(&word.as_str());
        if takes {
            *self = ahead;
        }
        takes
    }

    /// Takes the next text up to a space or a comma.
    pub(crate) fn token(&mut self) -> &'a str {
        let rest = self.skipped().rest;
        let end = rest.find(|c: char| c.is_whitespace() || c == ',').unwrap_or(rest.len());
        let (token, rest) = rest.split_at(end);
        self.rest = rest;
        token
    }

    /// Parses a number with its sign, such as `+1` or `-2`.
    pub(crate) fn signed(&mut self, most: i16, expected: &str) -> TextResult<i16> {
        let start = self.skipped();
        let token = self.token().replace('−', "-");
        let is_signed = token.starts_with(['+', '-']);
        let amount = token.parse().ok().filter(|amount: &i16| is_signed && amount.abs() <= most);
        amount.ok_or_else(|| start.expected(expected))
    }

    /// Parses a change of an attack value, such as `+1`.
    pub(crate) fn small_change(&mut self) -> TextResult<i8> {
        let start = self.skipped();
        let expected = "a change such as +1";
        let amount = self.signed(Card::MAX_AMOUNT.into(), expected)?;
        i8::try_from(amount).ok().ok_or_else(|| start.expected(expected))
    }

    /// Parses a text in quotes.
    fn quoted(&mut self, most: usize) -> TextResult<String> {
        let start = self.skipped();
        let quoted = start.rest.strip_prefix('"').and_then(|rest| rest.split_once('"'));
        let fits = |text: &str| {
            (1..=most).contains(&text.chars().count()) && !text.contains(char::is_control)
        };
        match quoted {
            Some((text, rest)) if fits(text) && text.trim() == text => {
                self.rest = rest;
                Ok(text.to_owned())
            }
            _ => Err(start.expected(&format!("words in quotes, up to {most} letters"))),
        }
    }
}
