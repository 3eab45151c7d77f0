//! Properties of random books, of any text, and of damaged editions.

use std::collections::BTreeMap;

use proptest::collection::{btree_map, vec};
use proptest::option;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use scenario_cards::import::{SourceFile, import};
use scenario_cards::{
    Ability, AbilityCard, AbilityDeck, AbilityNumber, AbilityValue, CardBook, CardCondition,
    CardConditions, CardElement, CardFace, CharacterClass, CharacterCounts, DeckChange, Formula,
    Function, ItemCard, ItemSlot, ItemUse, ModifierCard, MonsterCards, Operator, Perk,
    RetaliateStat, RoomFigure, RoomFigureKind, ScenarioList, Stat, StatBlock, Term,
};
use scenario_rules::figure::Rank;

use crate::import::EDITION;

fn name() -> impl Strategy<Value = String> {
    select(vec![
        "Red Guard",
        "Marsh Hound",
        "O'Hara",
        "Warden-of-Salt",
        "Élan 李",
        "X",
        "Move",
        "C",
    ])
    .prop_map(str::to_owned)
}

fn text() -> impl Strategy<Value = String> {
    "\\PC{0,12}|[\"\\\\\n#,;:“” a]{0,8}"
}

fn formula() -> impl Strategy<Value = Formula> {
    let leaf = prop_oneof![
        (0..=Formula::MAX_NUMBER).prop_map(Formula::Number),
        Just(Formula::Characters),
        Just(Formula::Level),
    ];
    leaf.prop_recursive(3, 8, 2, |inner| {
        let operator =
            select(vec![Operator::Plus, Operator::Minus, Operator::Times, Operator::Over]);
        let function = prop_oneof![
            Just(Function::Ceil),
            Just(Function::Floor),
            (0..99_u16).prop_map(Function::Max),
            (0..99_u16).prop_map(Function::Min),
        ];
        prop_oneof![
            (operator, inner.clone(), inner.clone())
                .prop_map(|(of, left, right)| Formula::Binary(of, Box::new([left, right]))),
            (function, inner).prop_map(|(of, inner)| Formula::Call(of, Box::new(inner))),
        ]
    })
}

fn value() -> impl Strategy<Value = AbilityValue> {
    prop_oneof![
        formula().prop_map(AbilityValue::Total),
        formula().prop_map(AbilityValue::Plus),
        formula().prop_map(AbilityValue::Minus),
        Just(AbilityValue::Open),
    ]
}

fn elements() -> impl Strategy<Value = Vec<CardElement>> {
    vec(select(CardElement::ALL.to_vec()), 1..3)
}

fn amount(begins: bool) -> impl Strategy<Value = Term> {
    let numbers: Vec<AbilityNumber> =
        AbilityNumber::ALL.into_iter().filter(|number| number.is_ability() == begins).collect();
    (select(numbers), value()).prop_map(|(number, value)| Term::Amount(number, value))
}

fn description() -> impl Strategy<Value = Term> {
    prop_oneof![
        amount(false),
        select(CardCondition::ALL.to_vec()).prop_map(Term::Condition),
        Just(Term::Jump),
        Just(Term::Itself),
        text().prop_map(Term::On),
        text().prop_map(Term::Area),
        text().prop_map(Term::Text),
    ]
}

fn head() -> impl Strategy<Value = Term> {
    prop_oneof![
        amount(true),
        elements().prop_map(Term::Make),
        (1..=9_u8).prop_map(Term::Special),
        text().prop_map(Term::Text),
    ]
}

fn with_descriptions(head: impl Strategy<Value = Term>) -> impl Strategy<Value = Ability> {
    (head, vec(description(), 0..4))
        .prop_map(|(head, more)| Ability::Plain([head].into_iter().chain(more).collect()))
}

fn room_figure(ranked: bool) -> impl Strategy<Value = RoomFigure> {
    let rank = select(Rank::ALL.to_vec()).prop_map(Some);
    let rank = if ranked { rank.boxed() } else { option::of(select(Rank::ALL.to_vec())).boxed() };
    let kind = prop_oneof![
        rank.prop_map(RoomFigureKind::Monster),
        option::of(formula()).prop_map(RoomFigureKind::Object),
    ];
    let characters = vec(2..=4_u8, 1..3).prop_map(|counts| counts.into_iter().collect());
    (formula(), kind, name(), characters).prop_map(
        |(count, kind, name, characters): (_, _, _, CharacterCounts)| RoomFigure {
            count,
            kind,
            name,
            characters,
        },
    )
}

fn ability() -> impl Strategy<Value = Ability> {
    let condition = (select(CardCondition::ALL.to_vec()), text())
        .prop_map(|(of, on)| Ability::Plain(vec![Term::Condition(of), Term::On(on)]));
    let summons = prop_oneof![
        room_figure(false).prop_map(Ability::Summon),
        room_figure(false).prop_map(Ability::Spawn),
    ];
    let effect = prop_oneof![
        with_descriptions(head()),
        with_descriptions(description()),
        room_figure(false).prop_map(Ability::Summon),
    ];
    prop_oneof![
        4 => with_descriptions(head()),
        1 => condition,
        1 => summons,
        2 => (elements(), vec(effect, 0..3)).prop_map(|(of, effects)| Ability::Use(of, effects)),
    ]
}

fn ability_card() -> impl Strategy<Value = AbilityCard> {
    (option::of(0..=99_u8), option::of(text()), any::<bool>(), vec(ability(), 0..4)).prop_map(
        |(initiative, title, shuffle, abilities)| AbilityCard {
            initiative,
            title,
            shuffle,
            abilities,
        },
    )
}

fn conditions() -> impl Strategy<Value = CardConditions> {
    vec(select(CardCondition::ALL.to_vec()), 0..3).prop_map(|of| of.into_iter().collect())
}

fn stat_block() -> impl Strategy<Value = StatBlock> {
    let retaliate = (formula(), option::of(formula()))
        .prop_map(|(damage, range)| RetaliateStat { damage, range });
    let values = btree_map(select(Stat::ALL.to_vec()), formula(), 0..5);
    (values, option::of(retaliate), conditions(), conditions(), vec(text(), 0..2)).prop_map(
        |(values, retaliate, conditions, immunities, texts)| StatBlock {
            values,
            retaliate,
            conditions,
            immunities,
            texts,
        },
    )
}

fn monster() -> impl Strategy<Value = MonsterCards> {
    let stats = btree_map((0..=7_u8, select(Rank::ALL.to_vec())), stat_block(), 0..4);
    let specials = btree_map((1..=9_u8, option::of(0..=7_u8)), vec(ability(), 0..3), 0..3);
    (name(), option::of(name()), option::of(1..=99_u8), any::<bool>(), stats, specials).prop_map(
        |(name, deck, standees, flying, stats, specials)| MonsterCards {
            name,
            deck,
            standees,
            flying,
            stats,
            specials,
        },
    )
}

fn modifier_cards() -> impl Strategy<Value = Vec<ModifierCard>> {
    let face = prop_oneof![
        (-20..=20_i16).prop_map(CardFace::Plus),
        Just(CardFace::Double),
        Just(CardFace::Miss),
    ];
    let effects = vec(prop_oneof![head(), description()], 0..3);
    let card = (1..=99_u8, face, any::<bool>(), effects)
        .prop_map(|(count, face, rolling, effects)| ModifierCard { count, face, rolling, effects });
    vec(card, 1..3)
}

fn deck_changes(least: usize) -> impl Strategy<Value = Vec<DeckChange>> {
    let change = prop_oneof![
        modifier_cards().prop_map(DeckChange::Add),
        modifier_cards().prop_map(DeckChange::Remove),
        (modifier_cards(), modifier_cards()).prop_map(|(of, with)| DeckChange::Replace(of, with)),
        text().prop_map(DeckChange::Text),
    ];
    vec(change, least..3)
}

fn class() -> impl Strategy<Value = CharacterClass> {
    let perk = (1..=20_u8, deck_changes(1)).prop_map(|(times, changes)| Perk { times, changes });
    let points = vec(1..=Formula::MAX_NUMBER, 0..=9);
    (name(), option::of(1..=30_u8), points, vec(perk, 0..3), deck_changes(0)).prop_map(
        |(name, hand, hit_points, perks, deck)| CharacterClass {
            name,
            hand,
            hit_points,
            perks,
            deck,
        },
    )
}

fn item() -> impl Strategy<Value = ItemCard> {
    let slot = option::of(select(ItemSlot::ALL.to_vec()));
    let used = option::of(select(ItemUse::ALL.to_vec()));
    let added = prop_oneof![Just(Vec::new()), modifier_cards()];
    let numbers = (option::of(0..=Formula::MAX_NUMBER), option::of(1..=255_u8));
    (option::of(text()), slot, used, numbers, added, vec(text(), 0..2)).prop_map(
        |(title, slot, used, (cost, copies), added, texts)| ItemCard {
            title,
            slot,
            cost,
            used,
            copies,
            added,
            texts,
        },
    )
}

fn scenario() -> impl Strategy<Value = ScenarioList> {
    let rooms = btree_map(0..9_u16, vec(room_figure(true), 0..3), 0..3);
    ("[1-9a-z.-]{1,6}", option::of(text()), vec(name(), 0..3), rooms)
        .prop_map(|(id, title, monsters, rooms)| ScenarioList { id, title, monsters, rooms })
}

/// Returns values by the keys of their names.
fn keyed<T>(values: Vec<T>, name: impl Fn(&T) -> &str) -> BTreeMap<String, T> {
    values.into_iter().map(|value| (plain_text::name_key(name(&value)), value)).collect()
}

fn book() -> impl Strategy<Value = CardBook> {
    let deck =
        (name(), vec(ability_card(), 1..4)).prop_map(|(name, cards)| AbilityDeck { name, cards });
    let items = btree_map(1..=ItemCard::MAX_NUMBER, item(), 0..3);
    (vec(monster(), 0..3), vec(deck, 0..3), vec(class(), 0..3), items, vec(scenario(), 0..3))
        .prop_map(|(monsters, decks, classes, items, scenarios)| CardBook {
            monsters: keyed(monsters, |monster| &monster.name),
            decks: keyed(decks, |deck| &deck.name),
            classes: keyed(classes, |class| &class.name),
            items,
            scenarios: keyed(scenarios, |scenario| &scenario.id),
            ..CardBook::default()
        })
}

/// Returns a text with some of its characters replaced or removed.
fn damaged(text: &str, damage: &[(Index, String)]) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for (index, with) in damage {
        let at = index.index(chars.len().max(1));
        let end = (at + with.chars().count() / 2).min(chars.len());
        chars.splice(at.min(end)..end, with.chars());
    }
    chars.into_iter().collect()
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 300,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn printed_book_is_parsed_as_the_same(book in book()) {
        let printed = book.to_string();
        let parsed = printed.parse::<CardBook>();
        prop_assert_eq!(parsed, Ok(book), "{}", printed);
    }

    #[test]
    fn any_text_is_refused_or_parsed_as_what_is_printed(
        book in book(),
        damage in vec((any::<Index>(), "[a-zA-Z0-9 +,;:\"#x\\PC-]{0,6}"), 1..4),
    ) {
        let text = damaged(&book.to_string(), &damage);
        match text.parse::<CardBook>() {
            Ok(book) => prop_assert_eq!(book.to_string().parse::<CardBook>(), Ok(book), "{}", text),
            Err(errors) => for error in errors.0 {
                prop_assert!(error.line >= 1 && error.width >= 1);
                prop_assert!(error.to_string().lines().count() == 4, "{}", error);
            },
        }
    }

    #[test]
    fn any_bytes_are_refused_or_imported(bytes in vec(any::<u8>(), 0..200)) {
        let _ = String::from_utf8_lossy(&bytes).parse::<CardBook>();
        let _ = import(&[SourceFile { name: "monster/a.json", bytes: &bytes }]);
    }

    #[test]
    fn damaged_edition_is_refused_or_gives_a_book_that_is_parsed(
        damage in vec((any::<Index>(), "[a-z0-9 ,:\"%.x\\PC-]{0,8}"), 1..6),
    ) {
        let text = damaged(EDITION, &damage);
        if let Ok(imported) = import(&[SourceFile { name: "a.json", bytes: text.as_bytes() }]) {
            let printed = imported.book.to_string();
            prop_assert_eq!(printed.parse::<CardBook>(), Ok(imported.book), "{}", printed);
        }
    }
}
