//! Monsters and ability decks of an edition file, and the order in which all is imported.

use std::collections::BTreeSet;

use serde_json::Value;

use plain_text::name_key;
use scenario_rules::figure::Rank;

use super::Import;
use super::actions::{ActionReader, formula, plain_words};
use super::fields::{FieldKind, Fields, ObjectKind};
use super::files::Sources;
use super::labels::Labels;
use super::names::GivenNames;
use super::report::ImportReport;
use super::scenarios::rank_of;
use crate::ability::card_condition;
use crate::{
    Ability, AbilityCard, AbilityDeck, AbilityNumber, AbilityValue, CardBook, CardConditions,
    Formula, MonsterCards, RetaliateStat, Stat, StatBlock, Term,
};

const MONSTER: ObjectKind = ObjectKind {
    name: "monster",
    fields: &[
        ("name", FieldKind::Scalar),
        ("edition", FieldKind::Any),
        ("count", FieldKind::Scalar),
        ("deck", FieldKind::Scalar),
        ("flying", FieldKind::Flag),
        ("boss", FieldKind::Flag),
        ("hidden", FieldKind::Any),
        ("baseStat", FieldKind::Any),
        ("stats", FieldKind::List),
    ],
};

const STAT: ObjectKind = ObjectKind {
    name: "stat",
    fields: &[
        ("level", FieldKind::Scalar),
        ("type", FieldKind::Scalar),
        ("health", FieldKind::Scalar),
        ("movement", FieldKind::Scalar),
        ("attack", FieldKind::Scalar),
        ("range", FieldKind::Scalar),
        ("actions", FieldKind::List),
        ("immunities", FieldKind::List),
        ("special", FieldKind::List),
    ],
};

const DECK: ObjectKind = ObjectKind {
    name: "deck",
    fields: &[
        ("name", FieldKind::Scalar),
        ("edition", FieldKind::Any),
        ("character", FieldKind::Any),
        ("abilities", FieldKind::List),
    ],
};

const ABILITY: ObjectKind = ObjectKind {
    name: "ability",
    fields: &[
        ("cardId", FieldKind::Any),
        ("name", FieldKind::Scalar),
        ("initiative", FieldKind::Scalar),
        ("level", FieldKind::Any),
        ("shuffle", FieldKind::Flag),
        ("actions", FieldKind::List),
        ("bottomActions", FieldKind::List),
    ],
};

/// The maximum number of components of one kind.
const MAX_COMPONENTS: usize = 5_000;
/// The maximum length of the stats of a rank as text, in bytes.
const MAX_BLOCK_LENGTH: usize = 4_000;

/// The book that is being imported.
#[derive(Debug, Default)]
pub(super) struct Importer<'v> {
    pub(super) labels: Labels<'v>,
    pub(super) monster_names: GivenNames,
    pub(super) class_names: GivenNames,
    deck_names: GivenNames,
    /// The slugs of characters and of their decks.
    character_slugs: BTreeSet<&'v str>,
    seen: BTreeSet<(&'static str, String)>,
    pub(super) book: CardBook,
    pub(super) report: ImportReport,
}

/// Imports all components.
pub(super) fn import(sources: &Sources<'_>) -> Import {
    let mut importer = Importer {
        labels: sources.labels.clone(),
        character_slugs: character_slugs(&sources.characters),
        ..Importer::default()
    };
    importer.report.passed_over = sources.passed_over.iter().map(ToString::to_string).collect();
    importer.name_monsters(&sources.monsters);
    for monster in importer.limited("monsters", &sources.monsters) {
        importer.add_monster(monster);
    }
    for deck in importer.limited("decks", &sources.decks) {
        importer.add_deck(deck);
    }
    for character in importer.limited("characters", &sources.characters) {
        importer.add_character(character);
    }
    for item in importer.limited("items", &sources.items) {
        importer.add_item(item);
    }
    for scenario in importer.limited("scenarios", &sources.scenarios) {
        importer.add_scenario(scenario);
    }
    let Importer { book, mut report, .. } = importer;
    report.count(&book);
    Import { book, report }
}

/// Returns the slugs of characters and of their decks.
fn character_slugs<'v>(characters: &[&'v Value]) -> BTreeSet<&'v str> {
    let slugs =
        characters.iter().flat_map(|character| [character.get("name"), character.get("deck")]);
    slugs.flatten().filter_map(Value::as_str).collect()
}

impl<'v> Importer<'v> {
    /// Returns the components that are imported, and reports a number beyond all boxes.
    fn limited<'s>(&mut self, kind: &str, values: &[&'s Value]) -> Vec<&'s Value> {
        if values.len() > MAX_COMPONENTS {
            let more = values.len() - MAX_COMPONENTS;
            self.report.left_out.push(format!("{more} {kind}"));
        }
        values.iter().copied().take(MAX_COMPONENTS).collect()
    }

    pub(super) fn action_reader(&mut self) -> ActionReader<'_, 'v> {
        ActionReader {
            labels: &self.labels,
            monsters: &mut self.monster_names,
            report: &mut self.report,
        }
    }

    /// Returns `true` if a component occurs again, and reports it.
    pub(super) fn is_repeated(&mut self, kind: &'static str, slug: &str) -> bool {
        let is_repeated = !self.seen.insert((kind, slug.to_owned()));
        if is_repeated {
            self.report.repeated.push(format!("{kind} {slug}"));
        }
        is_repeated
    }

    /// Names all monsters, the shortest first, so that variants of them get the longer names.
    fn name_monsters(&mut self, monsters: &[&Value]) {
        let names = monsters.iter().filter_map(|monster| monster.get("name")?.as_str());
        let mut slugs: Vec<&str> = names.take(MAX_COMPONENTS).collect();
        slugs.sort_by_key(|slug| (slug.len(), *slug));
        for slug in slugs {
            self.monster_names.name(&self.labels, "monster", slug);
        }
    }

    fn add_monster(&mut self, value: &Value) {
        let Some(fields) = Fields::of(value, &MONSTER, &mut self.report) else {
            return;
        };
        let Some(slug) = fields.name("name") else {
            self.report.left_out.push("a monster without a name".to_owned());
            return;
        };
        if self.is_repeated("monster", &slug) {
            return;
        }
        let mut monster = self.monster_head(&slug, fields);
        let base =
            fields.value("baseStat").and_then(|base| Fields::of(base, &STAT, &mut self.report));
        self.add_stats(&mut monster, fields, base);
        if let Some(base) = base {
            self.add_specials(&mut monster, None, base.list("special"));
        }
        self.book.monsters.insert(name_key(&monster.name), monster);
    }

    /// Returns a monster without its stats.
    fn monster_head(&mut self, slug: &str, fields: Fields<'_>) -> MonsterCards {
        let name = self.monster_names.name(&self.labels, "monster", slug);
        let deck = fields.name("deck").unwrap_or_else(|| slug.to_owned());
        let deck = self.deck_name(&deck);
        MonsterCards {
            deck: (name_key(&deck) != name_key(&name)).then_some(deck),
            standees: fields.number("count").filter(|count| (1..=99).contains(count)),
            flying: fields.flag("flying"),
            name,
            ..MonsterCards::default()
        }
    }

    /// Adds the stats of a monster; `base` are those that its ranks and levels share.
    fn add_stats(
        &mut self,
        monster: &mut MonsterCards,
        fields: Fields<'_>,
        base: Option<Fields<'_>>,
    ) {
        let default_rank = if fields.flag("boss") { Rank::Boss } else { Rank::Normal };
        let stats = fields.list("stats");
        // Entries with a level go first, so that the others fill the remaining levels.
        let (leveled, general): (Vec<&Value>, Vec<&Value>) =
            stats.iter().partition(|stat| stat.get("level").is_some());
        for stat in leveled.into_iter().chain(general) {
            if let Some(own) = Fields::of(stat, &STAT, &mut self.report) {
                self.add_stat(monster, StatFields { own: Some(own), base, default_rank });
            }
        }
        if stats.is_empty() && base.is_some() {
            self.add_stat(monster, StatFields { own: None, base, default_rank });
        }
    }

    /// Returns the name of a deck: that of its monster, if one has the same slug.
    fn deck_name(&mut self, slug: &str) -> String {
        if self.seen.contains(&("deck name", slug.to_owned())) {
            return self.deck_names.name(&self.labels, "deck", slug);
        }
        self.seen.insert(("deck name", slug.to_owned()));
        if let Some(monster) = self.monster_names.known(slug) {
            self.deck_names.give(slug, &monster);
        }
        self.deck_names.name(&self.labels, "deck", slug)
    }

    fn add_stat(&mut self, monster: &mut MonsterCards, stat: StatFields<'_>) {
        let Some(rank) = stat.rank() else {
            self.report.left_out.push(format!("a rank of {}", monster.name));
            return;
        };
        let level = stat.own.and_then(|own| own.number::<u8>("level"));
        if level.is_some_and(|level| level > MonsterCards::MAX_LEVEL) {
            self.report.left_out.push(format!("a level of {}", monster.name));
            return;
        }
        let block = self.stat_block(stat);
        if block.to_string().len() > MAX_BLOCK_LENGTH || block.texts.len() > StatBlock::MAX_TEXTS {
            self.report.left_out.push(format!("stats of {}", monster.name));
            return;
        }
        let levels = level.map_or(0..=MonsterCards::MAX_LEVEL, |level| level..=level);
        for level in levels {
            monster.stats.entry((level, rank)).or_insert_with(|| block.clone());
        }
        if let (Some(own), Some(level)) = (stat.own, level) {
            self.add_specials(monster, Some(level), own.list("special"));
        }
    }

    fn stat_block(&mut self, stat: StatFields<'_>) -> StatBlock {
        let mut block = StatBlock::default();
        for (key, of) in [
            ("health", Stat::HitPoints),
            ("movement", Stat::Move),
            ("attack", Stat::Attack),
            ("range", Stat::Range),
        ] {
            if let Some(value) = stat.text(key).and_then(|text| formula(&text)) {
                block.values.insert(of, value);
            }
        }
        // A melee attack has range 0 in some files.
        block.values.retain(|of, value| *of != Stat::Range || *value != Formula::Number(0));
        let immunities = stat.list("immunities").iter().filter_map(Value::as_str);
        block.immunities = immunities.filter_map(card_condition).collect::<CardConditions>();
        let actions: Vec<&Value> = stat.list("actions").iter().collect();
        for ability in self.action_reader().raw_abilities(&actions) {
            add_trait(&mut block, ability);
        }
        block
    }

    fn add_specials(&mut self, monster: &mut MonsterCards, level: Option<u8>, specials: &[Value]) {
        for (number, special) in (1..=MonsterCards::MAX_SPECIAL).zip(specials) {
            let actions = special.as_array().map_or(std::slice::from_ref(special), Vec::as_slice);
            match self.action_reader().abilities(actions) {
                Some(abilities) => {
                    monster.specials.entry((number, level)).or_insert(abilities);
                }
                None => self.report.left_out.push(format!("special {number} of {}", monster.name)),
            }
        }
    }

    fn add_deck(&mut self, value: &Value) {
        let Some(fields) = Fields::of(value, &DECK, &mut self.report) else {
            return;
        };
        let Some(slug) = fields.name("name") else {
            self.report.left_out.push("a deck without a name".to_owned());
            return;
        };
        if self.is_of_character(&slug, value) || self.is_repeated("deck", &slug) {
            return;
        }
        let name = self.deck_name(&slug);
        let mut deck = AbilityDeck { name, ..AbilityDeck::default() };
        for ability in fields.list("abilities") {
            match self.ability_card(ability) {
                Some(card) if deck.cards.len() < AbilityDeck::MAX_CARDS => deck.cards.push(card),
                _ => self.report.left_out.push(format!("a card of {}", deck.name)),
            }
        }
        if !deck.cards.is_empty() {
            self.book.decks.insert(name_key(&deck.name), deck);
        }
    }

    /// Returns `true` if a deck is that of a character and no monster uses it.
    fn is_of_character(&self, slug: &str, deck: &Value) -> bool {
        let is_used = self.seen.contains(&("deck name", slug.to_owned()));
        let is_marked = deck.get("character").and_then(Value::as_bool).unwrap_or_default();
        !is_used && (is_marked || self.character_slugs.contains(slug))
    }

    fn ability_card(&mut self, value: &Value) -> Option<AbilityCard> {
        let fields = Fields::of(value, &ABILITY, &mut self.report)?;
        let mut actions = fields.list("actions").to_vec();
        actions.extend_from_slice(fields.list("bottomActions"));
        let title = fields.name("name").map(|title| self.labels.resolve(&title));
        Some(AbilityCard {
            initiative: fields.number("initiative").filter(|initiative| *initiative <= 99),
            title: title.filter(|title| !title.is_empty()),
            shuffle: fields.flag("shuffle"),
            abilities: self.action_reader().abilities(&actions)?,
        })
    }
}

/// The stats of a rank: its own fields, and the defaults of the monster.
#[derive(Clone, Copy)]
struct StatFields<'v> {
    own: Option<Fields<'v>>,
    base: Option<Fields<'v>>,
    default_rank: Rank,
}

impl<'v> StatFields<'v> {
    fn text(self, key: &str) -> Option<String> {
        let own = self.own.and_then(|own| own.text(key));
        own.or_else(|| self.base?.text(key))
    }

    fn list(self, key: &str) -> &'v [Value] {
        let own = self.own.filter(|own| own.value(key).is_some());
        own.or(self.base).map_or(&[], |fields| fields.list(key))
    }

    /// Returns the rank; `None` if it is unknown.
    fn rank(self) -> Option<Rank> {
        self.text("type").map_or(Some(self.default_rank), |name| rank_of(&name))
    }
}

/// Adds an ability of a stat card to its numbers and conditions, or as text.
fn add_trait(block: &mut StatBlock, ability: Ability) {
    let terms = match &ability {
        Ability::Plain(terms) => terms.as_slice(),
        _ => &[],
    };
    match terms {
        [Term::Condition(condition)] => block.conditions = block.conditions.with(*condition),
        [Term::Amount(AbilityNumber::Retaliate, AbilityValue::Total(damage)), range @ ..]
            if block.retaliate.is_none() && is_range(range) =>
        {
            block.retaliate =
                Some(RetaliateStat { damage: damage.clone(), range: range_of(range) });
        }
        [Term::Amount(number, AbilityValue::Total(value))] => match stat_of(*number) {
            Some(stat) if !block.values.contains_key(&stat) => {
                block.values.insert(stat, value.clone());
            }
            _ => block.texts.push(plain_words(&[ability])),
        },
        [Term::Text(text)] => block.texts.push(text.clone()),
        _ => block.texts.push(plain_words(&[ability])),
    }
}

/// Returns `true` if terms are nothing or a range.
fn is_range(terms: &[Term]) -> bool {
    terms.is_empty() || terms.len() == 1 && range_of(terms).is_some()
}

fn range_of(terms: &[Term]) -> Option<Formula> {
    match terms {
        [Term::Amount(AbilityNumber::Range, AbilityValue::Total(range))] => Some(range.clone()),
        _ => None,
    }
}

/// Returns the number of a stat card for a number of an ability.
fn stat_of(number: AbilityNumber) -> Option<Stat> {
    match number {
        AbilityNumber::Shield => Some(Stat::Shield),
        AbilityNumber::Range => Some(Stat::Range),
        AbilityNumber::Targets => Some(Stat::Targets),
        AbilityNumber::Pierce => Some(Stat::Pierce),
        AbilityNumber::Push => Some(Stat::Push),
        AbilityNumber::Pull => Some(Stat::Pull),
        _ => None,
    }
}
