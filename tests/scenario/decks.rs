//! Modifier decks that the app deals: the same seed deals the same cards, every card once between
//! shuffles, and attacks with other cards are refused.

use scenario::action::print_action;
use scenario::record::{Change, Repair, new_record, print, read};
use scenario_rules::action::PlayedAttack;
use scenario_rules::modifier::{Deck, DeckOwner, Modifier, ModifierFace};
use scenario_rules::{Action, Illegal, Position};

use crate::support::{action_on, position};
use crate::table::Table;

/// A Guard between a Brute with a summon and a Mage, who all survive any number of attacks.
const TABLE: &str = "board 6x2\nlevel 1\nnormal Guard 1 at B1, hit points 999/999
    character Brute at A1, initiative 30, hit points 999/999
    summon Rat of Brute at B2, hit points 999/999
    character Mage at E1, initiative 60, hit points 999/999\ninitiative Guard: 50";

/// The first 40 cards of a standard deck with the seed 4711, computed with another program.
const DEALT_4711: [&str; 2] = [
    "+0 -1 +1 -1 +1 x2 +0 +0 +1 +0 +0 -1 null +2 -1 -1 +1 +0 -2 +1",
    "+0 +1 +1 +0 +1 +0 -2 +0 +1 x2 -1 +0 null -1 +0 -1 +2 -1 +1 -1",
];

/// The cards of the standard deck, sorted.
const STANDARD: &str = "+0 +0 +0 +0 +0 +0 +1 +1 +1 +1 +1 +2 -1 -1 -1 -1 -1 -2 null x2";

fn text(cards: &[Modifier]) -> String {
    cards.iter().map(Modifier::to_string).collect::<Vec<_>>().join(" ")
}

fn sorted(cards: &str) -> String {
    let mut cards: Vec<&str> = cards.split_whitespace().collect();
    cards.sort_unstable();
    cards.join(" ")
}

impl Table {
    fn deck(&self, owner: &str) -> Deck {
        let position = self.0.position();
        let owner = match owner {
            "monsters" => DeckOwner::Monsters,
            name => DeckOwner::Character(self.figure(name).id()),
        };
        position.layout().deck(owner).expect("it is counted")
    }

    /// Returns the next cards of the deck of the monsters.
    fn next(&self, count: usize) -> String {
        text(&self.0.position().deal(DeckOwner::Monsters, count))
    }

    /// Plays an attack without its cards, such as "attack Guard 1: on Brute, 1", with those that
    /// the app deals; also returns the cards.
    #[track_caller]
    fn deals(self, attack: &str) -> (Self, String) {
        let position = self.0.position();
        let Action::Attack(stated) = action_on(position, &format!("{attack}, drew +0")) else {
            panic!("{attack} is no attack");
        };
        let (_, terms) = self.0.attack_terms(&stated).expect("it is allowed");
        let attacker = position.figure(stated.attacker);
        let drawn = position.deal_for(attacker, &terms).expect("the deck is dealt");
        let cards = text(&drawn);
        let line =
            print_action(position.names(), &Action::Attack(PlayedAttack { drawn, ..stated }));
        (self.plays(&line), cards)
    }

    /// Plays this many attacks of the Guard with the cards that the app deals, and returns them.
    #[track_caller]
    fn deals_many(mut self, count: usize) -> (Self, String) {
        let mut all = Vec::new();
        for _ in 0..count {
            let (table, cards) = self.deals("attack Guard 1: on Brute, 1");
            self = table;
            all.push(cards);
        }
        (self, all.join(" "))
    }
}

fn dealt(deck: &str) -> Table {
    Table::new(&format!("{TABLE}\ndeck {deck}"))
}

#[test]
fn seed_deals_the_documented_order_and_every_card_once_before_the_deck_runs_out() {
    let (table, first) = dealt("monsters: dealt 4711, standard").deals_many(20);
    assert_eq!(first, DEALT_4711[0]);
    assert_eq!(table.deck("monsters").left(), 0);
    let (_, second) = table.deals_many(20);
    assert_eq!(second, DEALT_4711[1]);
    let (_, greatest) = dealt("monsters: dealt 18446744073709551615, standard").deals_many(20);
    assert_eq!(greatest, "-1 +0 x2 +0 -1 +2 +0 +1 +1 -1 +1 -1 -2 -1 null +0 +1 +0 +0 +1");
}

#[test]
fn every_seed_deals_each_card_exactly_once_between_shuffles_and_each_seed_otherwise() {
    let mut orders = Vec::new();
    for seed in 0..50 {
        let table = dealt(&format!("monsters: dealt {seed}, standard"));
        assert_eq!(sorted(&table.next(20)), STANDARD, "seed {seed}");
        let (_, again) = dealt(&format!("monsters: dealt {seed}, standard")).deals_many(20);
        assert_eq!(table.next(20), again, "seed {seed}: the same cards again");
        orders.push(again);
    }
    orders.sort_unstable();
    orders.dedup();
    assert_eq!(orders.len(), 50, "no two seeds deal alike");
}

#[test]
fn first_card_is_as_often_of_a_kind_as_the_deck_has_such_cards() {
    let mut plain = 0;
    let mut double = 0;
    for seed in 0..2_000 {
        match dealt(&format!("monsters: dealt {seed}, standard")).next(1).as_str() {
            "+0" => plain += 1,
            "x2" => double += 1,
            _ => {}
        }
    }
    // 6 and 1 of 20 cards: 600 and 100 are expected, with deviations of 20 and 10.
    assert!((520..680).contains(&plain), "{plain}");
    assert!((60..140).contains(&double), "{double}");
}

#[test]
fn rule_s3_6_attack_with_other_cards_than_the_dealt_ones_is_refused_with_a_remedy() {
    let hit = |cards: &str| format!("attack Guard 1: on Brute, 1 {cards}");
    dealt("monsters: dealt 4711, standard")
        .refuses(&hit(", drew x2"), "the app deals the deck of the monsters, and it dealt +0")
        .refuses(&hit(", drew x2"), "write \"drew +0\"")
        .refuses(
            &hit(", drew x2"),
            "with \"deck monsters: …\" you draw from the cards on the table",
        )
        .refuses(&hit("advantage, drew -1 +0"), "it dealt +0 and -1 (rule S3.6)")
        .refuses(&hit("advantage, drew +0"), "draw two cards")
        .plays(&hit("advantage, drew +0 -1"));
}

#[test]
fn overruled_attack_takes_its_card_out_of_a_dealt_deck() {
    let table = dealt("monsters: dealt 4711, standard")
        .plays("attack Guard 1: on Brute, 2, drew x2, because the card fell on the floor")
        .has("Brute", Some(995))
        .refuses(
            "attack Guard 1: on Brute, 2, drew x2, because it fell again",
            "the one x2 of the monsters is drawn already",
        );
    assert_eq!(sorted(&table.next(19)), STANDARD.replace(" x2", ""));
}

#[test]
fn deck_line_without_a_seed_goes_back_to_the_cards_on_the_table() {
    let table = dealt("monsters: dealt 4711, standard")
        .plays("deck monsters: standard\nattack Guard 1: on Brute, 1, drew x2");
    assert_eq!(table.next(3), "", "the app deals no card");
    let table = table.plays("deck monsters: dealt 12, 5 +0, 0 of 1 x2, shuffle due");
    assert_eq!(table.next(5), "+0 +0 +0 +0 +0");
    table.refuses("attack Guard 1: on Brute, 1, drew x2", "it dealt +0");
}

#[test]
fn deck_in_the_middle_of_its_deal_reads_back_and_goes_on_alike() {
    let (table, _) = dealt("monsters: dealt 4711, standard").deals_many(7);
    let printed = scenario::print(table.0.position());
    let deck = "deck monsters: dealt 4711 after 7, 4 of 6 +0, 3 of 5 +1, 3 of 5 -1, +2, -2, 0 of 1 x2, null, shuffle due\n";
    assert!(printed.contains(deck), "{printed}");
    let again = position(&printed);
    assert_eq!(scenario::print(&again), printed);
    let rest = |position: &Position| text(&position.deal(DeckOwner::Monsters, 40));
    assert_eq!(rest(&again), rest(table.0.position()));
    assert_eq!(text(&again.deal(DeckOwner::Monsters, 13)), DEALT_4711[0][21..]);
}

#[test]
fn empty_deck_reads_back() {
    let (table, card) = dealt("monsters: dealt 4711, bless").deals_many(1);
    assert_eq!(card, "bless");
    let printed = scenario::print(table.0.position());
    assert!(printed.contains("deck monsters: dealt 4711 after 1, empty\n"), "{printed}");
    assert_eq!(scenario::print(&position(&printed)), printed);
    table
        .plays("deck monsters: empty")
        .refuses("attack Guard 1: on Brute, 1, drew +0", "the deck of the monsters has no +0");
}

#[test]
fn rule_s10_2_dealt_deck_is_shuffled_whole_after_a_double_or_no_damage_card() {
    let (table, cards) = dealt("monsters: dealt 4711, standard").deals_many(6);
    assert!(cards.ends_with("x2"), "{cards}");
    let table = table.plays("round");
    assert_eq!(table.deck("monsters").left(), 20);
    assert_eq!(sorted(&table.next(20)), STANDARD);
    // The order goes on instead of starting again.
    assert_ne!(table.next(20), DEALT_4711[0]);
    let (table, _) = dealt("monsters: dealt 4711, standard").deals_many(5);
    assert_eq!(table.plays("round").deck("monsters").left(), 15, "no such card was drawn");
}

#[test]
fn shuffled_dealt_deck_deals_every_card_again() {
    let (table, _) = dealt("monsters: dealt 4711, standard").deals_many(5);
    let table = table.plays("shuffle monsters");
    assert_eq!(sorted(&table.next(20)), STANDARD);
}

#[test]
fn ruling_g14_bless_and_curse_are_dealt_once_and_leave_a_dealt_deck() {
    let (table, _) = dealt("monsters: dealt 4711, standard").deals_many(3);
    let table = table.plays("bless monsters: 2\ncurse monsters: 1");
    let (table, cards) = table.deals_many(20);
    assert_eq!(sorted(&cards).matches("bless").count(), 2, "{cards}");
    assert_eq!(cards.matches("curse").count(), 1, "{cards}");
    assert_eq!(sorted(&table.next(20)), STANDARD, "the next deal has none");
}

#[test]
fn ruling_g12_deck_that_runs_out_between_two_cards_of_an_attack_is_shuffled_first() {
    let (table, _) = dealt("monsters: dealt 4711, standard").deals_many(19);
    let (table, cards) = table.deals("attack Guard 1: on Brute, 1 advantage");
    let last = DEALT_4711[0].rsplit(' ').next().expect("it has cards");
    assert_eq!(cards, format!("{last} {}", &DEALT_4711[1][..2]));
    let deck = table.deck("monsters");
    assert_eq!((deck.left(), deck.shuffle_due), (19, true));
}

#[test]
fn ruling_g11_rolling_cards_are_dealt_until_one_does_not_roll() {
    let deck = "monsters: dealt 3, 6 rolling+1, 2 +0";
    let rolling = |seed: u8| {
        let table = dealt(&deck.replace('3', &seed.to_string())).plays("ruling rolling cards");
        table.deals("attack Guard 1: on Brute, 1").1
    };
    let all: Vec<String> = (0..40).map(rolling).collect();
    for cards in &all {
        let (rolling, last) = cards.rsplit_once(' ').unwrap_or(("", cards));
        assert_eq!(last, "+0", "{cards}");
        assert!(!rolling.contains("+0"), "{cards}");
    }
    assert!(all.iter().any(|cards| cards.matches("rolling").count() > 2), "{all:?}");
    let (_, without) = dealt("monsters: dealt 3, 6 rolling+1").deals("attack Guard 1: on Brute, 1");
    assert_eq!(without, "rolling+1", "the table does not play with them");
}

#[test]
fn deck_of_rolling_cards_alone_is_dealt_up_to_the_most_cards_of_an_attack() {
    let table = dealt("monsters: dealt 3, 6 rolling+1").plays("ruling rolling cards");
    let (attacker, terms) = {
        let Action::Attack(attack) =
            action_on(table.0.position(), "attack Guard 1: on Brute, 1, drew +0")
        else {
            panic!("it is an attack");
        };
        (attack.attacker, table.0.attack_terms(&attack).expect("it is allowed").1)
    };
    let position = table.0.position();
    let dealt = position.deal_for(position.figure(attacker), &terms).expect("it is dealt");
    assert_eq!(dealt.len(), PlayedAttack::MAX_DRAWN);
}

#[test]
fn rule_s3_6_summon_is_dealt_cards_from_the_deck_of_its_character() {
    let table = dealt("Brute: dealt 4711, standard");
    let (table, first) = table.deals("attack Brute: on Guard 1, 1");
    let (table, second) = table.deals("attack Rat: on Guard 1, 1");
    assert_eq!([first, second].join(" "), DEALT_4711[0][..5]);
    assert_eq!(table.deck("Brute").left(), 18);
    // The decks of the monsters and of the Mage stay on the table.
    table
        .plays("attack Guard 1: on Brute, 1, drew x2\nattack Mage: on Guard 1, 1 range 3, drew x2")
        .refuses("attack Rat: on Guard 1, 1, drew x2", "deals the deck of Brute");
}

#[test]
fn malformed_seed_is_refused_with_its_place() {
    let start = position(TABLE);
    for (line, words) in [
        ("deck Brute: dealt, standard", "a seed from 0 to 18446744073709551615"),
        ("deck Brute: dealt 18446744073709551616, standard", "a seed from 0"),
        ("deck Brute: dealt 4711", "\",\""),
        ("deck Brute: dealt 4711 after 0, standard", "a number of cards from 1"),
    ] {
        let error = scenario::action::parse_action(1, line, start.names(), start.board())
            .expect_err(line)
            .to_string();
        assert!(error.contains(words), "{error}");
    }
}

#[test]
fn record_of_a_dealt_deck_reads_back_and_undo_deals_the_same_card_again() {
    let mut record = new_record(position(TABLE));
    let play = |record: &mut scenario::Record, line: &str| {
        let action = action_on(record.game().position(), line);
        record.apply(Change::play(action)).unwrap_or_else(|_| panic!("{line} is allowed"));
    };
    play(&mut record, "deck monsters: dealt 4711, standard");
    play(&mut record, "attack Guard 1: on Brute, 1, drew +0");
    let next =
        |record: &scenario::Record| text(&record.game().position().deal(DeckOwner::Monsters, 3));
    assert_eq!(next(&record), "-1 +1 -1");
    let loaded = read(&print(&record));
    assert_eq!(loaded.error, None);
    assert_eq!(loaded.record.as_ref(), Some(&record));
    record.apply(Change::Undo(1)).expect("an entry is there");
    assert_eq!(next(&record), "+0 -1 +1");
    play(&mut record, "attack Guard 1: on Brute, 1, drew +0");
    assert_eq!(next(&record), "-1 +1 -1");
}

#[test]
fn repair_that_leaves_out_a_dealt_attack_lets_the_later_ones_stand_as_played() {
    let mut record = new_record(position(TABLE));
    for line in [
        "deck monsters: dealt 4711, standard",
        "attack Guard 1: on Brute, 1, drew +0",
        "attack Guard 1: on Brute, 1, drew -1",
    ] {
        let action = action_on(record.game().position(), line);
        record.apply(Change::play(action)).unwrap_or_else(|_| panic!("{line} is allowed"));
    }
    let mut repair = Repair::new(&record);
    repair.remove(&record, 2);
    let clash = repair.clash().expect("the deck deals another card now");
    assert!(matches!(clash.refusal.reasons[..], [Illegal::NotDealt { .. }]), "{clash:?}");
    assert!(repair.let_stand(&record, 2), "the attack can stand");
    for change in repair.accept(&record).expect("there is room").expect("every entry holds") {
        record.apply(change).unwrap_or_else(|error| panic!("{error:?}"));
    }
    assert_eq!(record.cursor(), 2);
    let deck = record.game().position().layout().deck(DeckOwner::Monsters).expect("it is counted");
    assert_eq!(deck.count_of(Modifier::plain(ModifierFace::Plus(-1))), (5, 4));
}
