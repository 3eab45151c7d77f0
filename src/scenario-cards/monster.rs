//! The stat cards of monsters, with their special abilities.

use std::collections::BTreeMap;
use std::fmt;

use plain_text::quote::quoted;
use scenario_rules::figure::Rank;

use super::ability::{Ability, AbilityList, CardConditions, card_condition};
use super::cursor::{LineCursor, Parsed, same_word};
use super::formula::{EquationValues, Formula};
use super::room::print_list;

enum_table::enum_table! {
    /// A number of a stat card.
    pub enum Stat {
        /// Returns the word for it.
        word: &'static str,
    }

    HitPoints = "hit points";
    Move = "move";
    Attack = "attack";
    /// The range of its attacks; melee without it.
    Range = "range";
    /// The number of targets of its attacks.
    Targets = "targets";
    Shield = "shield";
    /// The amount of shield that its attacks ignore.
    Pierce = "pierce";
    /// The hexes by which its attacks push.
    Push = "push";
    /// The hexes by which its attacks pull.
    Pull = "pull";
}

/// The retaliate of a stat card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RetaliateStat {
    /// The damage.
    pub damage: Formula,
    /// The range; adjacent attackers only without it.
    pub range: Option<Formula>,
}

/// The stats of a rank of a monster at a level.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StatBlock {
    /// Its numbers.
    pub values: BTreeMap<Stat, Formula>,
    /// Its retaliate.
    pub retaliate: Option<RetaliateStat>,
    /// The conditions that its attacks give.
    pub conditions: CardConditions,
    /// The conditions that it never has.
    pub immunities: CardConditions,
    /// Texts that the table carries out.
    pub texts: Vec<String>,
}

impl StatBlock {
    /// The maximum number of texts.
    pub const MAX_TEXTS: usize = 20;

    /// Returns a number for a table; `None` if it is missing or no whole number.
    pub fn value(&self, stat: Stat, values: EquationValues) -> Option<u16> {
        self.values.get(&stat)?.evaluate(values)
    }
}

/// The cards of a monster: what it is, its stats and its special abilities.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MonsterCards {
    /// Its name.
    pub name: String,
    /// The name of its ability deck, if it has not its own.
    pub deck: Option<String>,
    /// The number of its standees.
    pub standees: Option<u8>,
    /// `true` if all its movement is flying.
    pub flying: bool,
    /// Its stats by level and rank.
    pub stats: BTreeMap<(u8, Rank), StatBlock>,
    /// Its special abilities by number, for one level or, with `None`, for all others.
    pub specials: BTreeMap<(u8, Option<u8>), Vec<Ability>>,
}

impl MonsterCards {
    /// The highest level.
    pub const MAX_LEVEL: u8 = 7;
    /// The highest number of a special ability.
    pub const MAX_SPECIAL: u8 = 9;

    /// Returns a special ability at a level.
    pub fn special(&self, number: u8, level: u8) -> Option<&[Ability]> {
        let own = self.specials.get(&(number, Some(level)));
        own.or_else(|| self.specials.get(&(number, None))).map(Vec::as_slice)
    }
}

impl fmt::Display for StatBlock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers = self.values.iter().map(|(stat, value)| format!("{} {value}", stat.word()));
        let retaliate = self.retaliate.iter().map(|retaliate| match &retaliate.range {
            Some(range) => format!("retaliate {} range {range}", retaliate.damage),
            None => format!("retaliate {}", retaliate.damage),
        });
        let conditions = self.conditions.iter().map(|condition| condition.word().to_owned());
        let immune = (self.immunities != CardConditions::EMPTY).then(|| "immune to".to_owned());
        let immunities = self.immunities.iter().map(|condition| condition.word().to_owned());
        let texts = self.texts.iter().map(|text| quoted(text));
        let parts: Vec<String> = numbers
            .chain(retaliate)
            .chain(conditions)
            .chain(immune)
            .chain(immunities)
            .chain(texts)
            .collect();
        print_list(f, &parts, " ")
    }
}

impl fmt::Display for MonsterCards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = &self.name;
        let deck = self.deck.iter().map(|deck| format!("deck {deck}"));
        let standees =
            self.standees.iter().map(|&count| plain_text::counted(count, "standee", "standees"));
        let flying = self.flying.then(|| "flying".to_owned());
        let mut traits: Vec<String> = deck.chain(standees).chain(flying).collect();
        if traits.is_empty() && self.stats.is_empty() && self.specials.is_empty() {
            traits.push("nothing".to_owned());
        }
        if !traits.is_empty() {
            write!(f, "monster {name}: ")?;
            print_list(f, &traits, ", ")?;
            writeln!(f)?;
        }
        for level in 0..=Self::MAX_LEVEL {
            let ranks = Rank::ALL.into_iter().rev();
            let blocks: Vec<String> = ranks
                .filter_map(|rank| Some((rank, self.stats.get(&(level, rank))?)))
                .map(|(rank, block)| format!("{} {block}", rank.word()).trim_end().to_owned())
                .collect();
            if !blocks.is_empty() {
                writeln!(f, "stats {name} level {level}: {}", blocks.join("; "))?;
            }
        }
        for ((number, level), abilities) in &self.specials {
            write!(f, "special {name} {number}")?;
            if let Some(level) = level {
                write!(f, " level {level}")?;
            }
            writeln!(f, ": {}", AbilityList(abilities))?;
        }
        Ok(())
    }
}

impl LineCursor<'_> {
    /// Parses the stats of one rank, up to a semicolon.
    pub(crate) fn stat_block(&mut self) -> Parsed<StatBlock> {
        let mut block = StatBlock::default();
        while !self.is_done() && !self.skipped().rest().starts_with(';') {
            self.stat_entry(&mut block)?;
            self.takes(',');
        }
        Ok(block)
    }

    fn stat_entry(&mut self, block: &mut StatBlock) -> Parsed<()> {
        let start = *self;
        if self.is_at_text() {
            block.texts.push(self.text()?);
            if block.texts.len() > StatBlock::MAX_TEXTS {
                return Err(start.expected(format!("at most {} texts", StatBlock::MAX_TEXTS)));
            }
            return Ok(());
        }
        if let Some(stat) = self.stat() {
            return self.stat_value(start, stat, block);
        }
        if self.takes_word("retaliate") {
            if block.retaliate.is_some() {
                return Err(start.expected("one retaliate only"));
            }
            let damage = self.formula()?;
            let range = if self.takes_word("range") { Some(self.formula()?) } else { None };
            self.skip_unit();
            block.retaliate = Some(RetaliateStat { damage, range });
            return Ok(());
        }
        if self.takes_word("immune") || self.takes_word("immunities") {
            let _ = self.takes_word("to") || self.takes(':');
            return self.immunities(block);
        }
        let condition = card_condition(self.word()).ok_or_else(|| {
            start.expected(
                "hit points, move, attack, range, targets, shield, retaliate, pierce, push, pull, \
                 a condition that its attacks give, immune to, or a text in quotation marks",
            )
        })?;
        block.conditions = block.conditions.with(condition);
        Ok(())
    }

    /// Takes the name of a number.
    fn stat(&mut self) -> Option<Stat> {
        let is_hit_points =
            ["hit points", "hp", "health"].iter().any(|words| self.takes_words(words));
        if is_hit_points {
            return Some(Stat::HitPoints);
        }
        let mut ahead = *self;
        let word = ahead.word();
        let stat = Stat::ALL.into_iter().find(|stat| same_word(stat.word(), word));
        if stat.is_some() {
            *self = ahead;
        }
        stat
    }

    fn stat_value(&mut self, place: Self, stat: Stat, block: &mut StatBlock) -> Parsed<()> {
        // A dash on a card means none.
        let is_none = self.takes('-');
        if !is_none && block.values.insert(stat, self.formula()?).is_some() {
            return Err(place.expected(format!("{} only once", stat.word())));
        }
        self.skip_unit();
        Ok(())
    }

    fn immunities(&mut self, block: &mut StatBlock) -> Parsed<()> {
        let mut is_first = true;
        loop {
            let mut ahead = *self;
            let _ = !is_first && (ahead.takes(',') | ahead.takes_word("and"));
            let Some(condition) = card_condition(ahead.word()) else {
                let error = self.expected("a condition such as poison");
                return if is_first { Err(error) } else { Ok(()) };
            };
            block.immunities = block.immunities.with(condition);
            *self = ahead;
            is_first = false;
        }
    }
}
