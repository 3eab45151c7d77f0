//! The commented scenario of the salt mill against figures that were computed by hand from the
//! rules.

use scenario::Record;
use scenario::receipt::ReceiptStep;
use scenario::record::{played_actions, read, receipt_of};
use scenario_rules::element::{Element, ElementStrength};
use scenario_rules::figure::Condition;
use scenario_rules::modifier::{DeckOwner, Modifier};
use scenario_rules::{Action, Game};

const TEXT: &str = include_str!("../../assets/scenario/games/salt-mill.scenario");

const CHARACTERS: [&str; 4] = ["Reedwarden", "Tidecaller", "Lampwright", "Saltseer"];

fn record() -> Record {
    read(TEXT).record.expect("it is read")
}

/// Returns the game at the start of each round after the first, and at the end.
fn ends_of_rounds() -> Vec<Game> {
    let record = record();
    let rounds = (1..=record.cursor())
        .filter(|&number| record.action(number).is_some_and(|of| of.action == Action::Round));
    let mut games: Vec<Game> = rounds.filter_map(|number| record.game_at(number)).collect();
    games.push(record.game().clone());
    games
}

/// The state of a character: hit points, cards in hand, discarded and lost, tokens, experience.
type Sheet = (u16, &'static str, u16, u16);

#[track_caller]
fn check_characters(game: &Game, sheets: [Sheet; 4]) {
    let position = game.position();
    for (name, (hit_points, cards, tokens, experience)) in CHARACTERS.into_iter().zip(sheets) {
        let id = position.find(name).expect("it is on the map");
        let purse = position.layout().purse(id);
        let hand = position.layout().hand(id).expect("its cards are counted");
        let now = position.figure(id).hit_points.expect("they are counted").current;
        assert_eq!(now, hit_points, "{name}");
        assert_eq!(hand.to_string(), cards, "{name}");
        assert_eq!((purse.tokens, purse.experience), (tokens, experience), "{name}");
    }
}

/// Checks the monsters on the map with their hexes and hit points.
#[track_caller]
fn check_monsters(game: &Game, expected: &str) {
    let figures = game.position().figures().iter();
    let monsters = figures.filter(|figure| figure.rank().is_some()).map(|figure| {
        let hit_points = figure.hit_points.expect("they are counted");
        format!("{figure} {} {hit_points}", figure.hex)
    });
    assert_eq!(monsters.collect::<Vec<_>>().join(", "), expected);
}

/// Checks the numbers of cards in a deck: all of them, and those left.
#[track_caller]
fn check_deck(game: &Game, owner: &str, all: u32, left: u32) {
    let position = game.position();
    let owner = match owner {
        "monsters" => DeckOwner::Monsters,
        name => DeckOwner::Character(position.find(name).expect("it is on the map")),
    };
    let deck = position.layout().deck(owner).expect("it is counted");
    let count: u32 = deck.cards.iter().map(|cards| u32::from(cards.count)).sum();
    assert_eq!((count, deck.left()), (all, left), "{owner:?}");
}

#[track_caller]
fn check_money(game: &Game, hexes: &str) {
    let money = &game.position().layout().money;
    let found: Vec<String> = money.iter().map(|(hex, count)| format!("{hex} {count}")).collect();
    assert_eq!(found.join(", "), hexes);
}

fn is(game: &Game, name: &str, condition: Condition) -> bool {
    game.position().find(name).is_some_and(|id| game.position().figure(id).is(condition))
}

fn strength(game: &Game, element: Element) -> ElementStrength {
    game.position().layout().elements.state(element).strength
}

#[test]
fn salt_mill_has_the_figures_of_round_1() {
    let game = &ends_of_rounds()[0];
    // The Reedwarden 10 − (3 + 1 − 1) + 2, the Saltseer 8 − 2.
    check_characters(
        game,
        [(9, "7·2·0", 0, 1), (8, "9·2·0", 0, 0), (6, "9·2·0", 0, 0), (6, "8·2·0", 0, 1)],
    );
    // Retaliate 1 on the guard; 2 + 1 − 1 on the second Mudling.
    check_monsters(game, "Red Guard 2 D3 7/8, Mudling 1 E3 3/3, Mudling 2 D5 1/3");
    check_money(game, "D2 1");
    check_deck(game, "monsters", 21, 20);
    check_deck(game, "Reedwarden", 20, 19);
    check_deck(game, "Tidecaller", 20, 19);
    assert_eq!(strength(game, Element::Ice), ElementStrength::Inert, "it was used");
    assert!(
        is(game, "Reedwarden", Condition::Strengthen) && is(game, "Mudling 2", Condition::Wound)
    );
}

#[test]
fn salt_mill_has_the_figures_of_round_2() {
    let game = &ends_of_rounds()[1];
    // The Reedwarden 9 − 2 (retaliate) − 1; the rests: 8 + 2 − 1 and 11 − 4 + 4 − 1 cards.
    check_characters(
        game,
        [(6, "5·4·0", 0, 1), (8, "7·4·0", 0, 0), (5, "10·0·1", 0, 0), (8, "9·0·1", 0, 1)],
    );
    // 4 + 2 − (1 + 1 − 1) on the guard; the wound killed the second Mudling.
    check_monsters(game, "Red Guard 2 D3 2/8, Mudling 1 D2 2/3");
    check_money(game, "D2 1, D5 1");
    check_deck(game, "monsters", 21, 18);
    check_deck(game, "Reedwarden", 20, 17);
    check_deck(game, "Tidecaller", 20, 18);
    assert_eq!(strength(game, Element::Fire), ElementStrength::Waning);
    assert!(is(game, "Reedwarden", Condition::Poison));
    assert!(
        !is(game, "Reedwarden", Condition::Strengthen) && !is(game, "Mudling 1", Condition::Muddle)
    );
}

#[test]
fn salt_mill_has_the_figures_of_round_3() {
    let game = &ends_of_rounds()[2];
    // A lost card instead of 6 damage, and a heal that only takes the poison away.
    check_characters(
        game,
        [(6, "7·0·2", 2, 1), (7, "5·5·1", 0, 2), (5, "8·2·1", 0, 0), (8, "7·2·1", 0, 2)],
    );
    check_monsters(game, "Marsh Hound 1 H2 4/4, Marsh Hound 2 H4 2/6");
    check_money(game, "D2 1, D5 1");
    // Both shuffled after a double: without the curse, and with the bless card.
    check_deck(game, "monsters", 20, 20);
    check_deck(game, "Reedwarden", 21, 21);
    check_deck(game, "Tidecaller", 20, 17);
    assert_eq!(strength(game, Element::Fire), ElementStrength::Inert);
    assert_eq!(strength(game, Element::Light), ElementStrength::Waning);
    assert!(
        !is(game, "Reedwarden", Condition::Poison) && is(game, "Tidecaller", Condition::Muddle)
    );
}

#[test]
fn salt_mill_is_won_in_round_4_with_these_figures() {
    let games = ends_of_rounds();
    assert_eq!(games.len(), 4);
    let game = &games[3];
    assert_eq!(game.round(), 4);
    check_characters(
        game,
        [(6, "5·2·2", 2, 1), (4, "3·7·1", 1, 2), (5, "6·4·1", 1, 1), (8, "5·4·1", 1, 2)],
    );
    check_monsters(game, "");
    check_money(game, "H2 1");
    check_deck(game, "monsters", 20, 19);
    check_deck(game, "Reedwarden", 20, 20);
    check_deck(game, "Tidecaller", 20, 15);
    assert_eq!(strength(game, Element::Light), ElementStrength::Inert);
    assert!(!is(game, "Tidecaller", Condition::Muddle));
}

#[test]
fn salt_mill_deals_the_cards_of_the_tidecaller_and_overrules_nothing() {
    let record = record();
    let tidecaller = record.game().position().find("Tidecaller").expect("it is on the map");
    let mut dealt: Vec<Modifier> = Vec::new();
    for action in played_actions(&record) {
        match action {
            Action::Attack(attack) => {
                assert_eq!(attack.overruled, None);
                dealt.extend(attack.drawn.iter().filter(|_| attack.attacker == tidecaller));
            }
            Action::Turn(turn) => assert_eq!(turn.overruled, None),
            _ => {}
        }
    }
    let dealt: Vec<String> = dealt.iter().map(Modifier::to_string).collect();
    // The first cards of the seed 4711, as another program computes them.
    assert_eq!(dealt.join(" "), "+0 -1 +1 -1 +1");
}

#[test]
fn salt_mill_receipt_of_the_negated_attack_has_every_step() {
    let record = record();
    let number = (1..=record.cursor())
        .find(|&number| {
            let action = record.action(number).map(|judged| &judged.action);
            let before = number.checked_sub(1).and_then(|before| record.game_at(before));
            matches!(action, Some(Action::Attack(_)))
                && before.is_some_and(|before| before.negating().is_some())
        })
        .expect("an attack was negated");
    let lines: Vec<String> = receipt_of(&record, number).iter().map(ReceiptStep::text).collect();
    let text = lines.join("\n");
    for step in ["attack 1", "+ 1 ability card", "+ 1 Reedwarden is poisoned", "drew x2", "= 6"] {
        assert!(text.contains(step), "{step}\n{text}");
    }
    assert!(!text.contains("Reedwarden: hit points"), "{text}");
}
