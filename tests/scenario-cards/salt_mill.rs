//! The cards of the salt mill against the commented scenario that plays them.

use scenario_cards::{CardBook, EquationValues};
use scenario_rules::figure::Rank;

const CARDS: &str = include_str!("../../assets/scenario/cards/salt-mill.cards");
const SCENARIO: &str = include_str!("../../assets/scenario/games/salt-mill.scenario");

const VALUES: EquationValues = EquationValues { characters: 4, level: 1 };

fn book() -> CardBook {
    CARDS.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// Returns the lines of the scenario without their checks.
fn lines() -> impl Iterator<Item = &'static str> {
    SCENARIO.lines().map(|line| line.split("  ~").next().unwrap_or_default())
}

#[test]
fn played_cards_of_the_salt_mill_are_the_totals_of_its_cards() {
    let book = book();
    let mut played: Vec<(&str, &str)> = Vec::new();
    let mut count = 0;
    for line in lines() {
        if let Some(card) = line.strip_prefix("card ") {
            played.push(card.split_once(": ").expect("a card"));
        }
        let revealed = line.strip_prefix("initiative ").and_then(|of| of.split_once(": "));
        let Some((set, initiative)) = revealed.filter(|(set, _)| book.monster(set).is_some())
        else {
            continue;
        };
        let cards = book.ability_cards(set, initiative.parse().expect("a number"));
        assert_eq!(cards.len(), 1, "{set} {initiative}");
        for (name, text) in played.drain(..) {
            let elite = name.strip_prefix("elite ");
            assert_eq!(elite.unwrap_or(name), set);
            let rank = if elite.is_some() { Rank::Elite } else { Rank::Normal };
            let totals = book.round_card(set, rank, VALUES, cards[0]);
            assert_eq!(totals.to_string(), text, "{name} {initiative}");
            count += 1;
        }
    }
    assert_eq!(count, 13);
}

#[test]
fn figures_of_the_salt_mill_have_the_numbers_of_its_cards() {
    let book = book();
    let mut monsters = 0;
    for line in lines() {
        let Some((statement, hit_points)) = line.split_once(", hit points ") else { continue };
        let (of, _) = hit_points.split_once('/').expect("hit points");
        let of: u16 = of.parse().expect("a number");
        let name = statement.split(" at ").next().unwrap_or_default();
        if let Some(class) = name.strip_prefix("character ") {
            let class = book.class(class).expect("a class of the cards");
            assert_eq!(class.hit_points_at(1), Some(of), "{statement}");
            let hand = format!("hand {}: {}", class.name, class.hand.expect("a hand size"));
            assert!(lines().any(|line| line == hand), "{hand}");
            continue;
        }
        let (rank, name) = name.split_once(' ').expect("a rank and a name");
        let rank = if rank == "elite" { Rank::Elite } else { Rank::Normal };
        let set = name.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end();
        let stats = book.stats(set, 1, rank).expect("stats of the cards");
        assert_eq!(stats.value(scenario_cards::Stat::HitPoints, VALUES), Some(of), "{statement}");
        monsters += 1;
    }
    assert_eq!(monsters, 6);
}
