//! The commented scenario of the bell tower, of eight rounds, against figures that were computed by
//! hand from the rules.

use scenario::Record;
use scenario::record::{played_actions, read};
use scenario_rules::element::{Element, ElementStrength};
use scenario_rules::event::EventKind;
use scenario_rules::modifier::DeckOwner;
use scenario_rules::{Action, Game};

const TEXT: &str = include_str!("../../assets/scenario/games/bell-tower.scenario");

fn record() -> Record {
    let loaded = read(TEXT);
    assert_eq!((loaded.error, loaded.warnings), (None, Vec::new()));
    loaded.record.expect("it is read")
}

/// A character at the end of a round: hit points, cards in hand, discarded and lost, money tokens,
/// experience.
type Sheet = (u16, &'static str, u16, u16);

/// The figures of a round by hand: the Ferryman, the Bellringer, the monsters with their hexes and
/// hit points, the money, and the cards left in the deck of the monsters.
type RoundSheet = (Sheet, Sheet, &'static str, &'static str, u32);

/// The sheets after each round.
///
/// The Ferryman: 10 − (2 + 1) = 7, − (2 + 0) = 5; with shield 1, − 1 − 0 − 1 = 3, + 3 = 6; 4
/// negated, − 1 = 5; − 2 = 3; + 2 = 5. Its cards: 9 − 2; − 2 and a rest, 5 + 3; − 2; − 2 − 1 and a
/// rest, 3 + 3; − 2; − 2 and a rest, 2 + 3; − 2; a rest, 3 + 1.
///
/// The cards of the Bellringer: 10 − 2, one of them active; − 2; − 2; a rest, 4 + 4; − 2; − 2 + 1
/// recovered; − 2; − 2. The deck: 3, 2, 4 and 2 cards are drawn, and it is shuffled after the
/// double; 2, and it is shuffled after the no-damage card; none; 1.
const SHEETS: [RoundSheet; 8] = [
    (
        (7, "7·2·0", 0, 1),
        (8, "8·1·0", 0, 1),
        "Quay Rat 1 D2 3, Quay Rat 2 D4 3, Quay Rat 3 A1 3",
        "D2 1",
        17,
    ),
    ((5, "8·0·1", 2, 2), (8, "6·3·0", 0, 2), "Quay Rat 3 C2 3", "D4 1", 15),
    (
        (6, "6·2·1", 2, 2),
        (8, "4·5·0", 0, 3),
        "Tide Witch 1 H2 7, Quay Rat 2 F2 3, Quay Rat 1 F1 3",
        "D4 1",
        11,
    ),
    (
        (5, "6·0·3", 2, 3),
        (8, "8·0·1", 0, 3),
        "Tide Witch 1 H2 7, Quay Rat 2 G3 3",
        "F1 1, F2 1, D4 1",
        20,
    ),
    (
        (3, "4·2·3", 3, 3),
        (8, "6·2·1", 0, 4),
        "Tide Witch 1 H2 4, Quay Rat 1 C4 3",
        "F1 1, D4 1",
        20,
    ),
    ((3, "5·0·4", 3, 3), (8, "5·3·2", 0, 5), "Tide Witch 1 H2 4", "F1 1, D4 1", 20),
    ((3, "3·2·4", 3, 4), (8, "3·5·2", 1, 6), "Tide Witch 1 G2 1", "D4 1", 19),
    // The cards are back, and the token that was left is gone.
    ((5, "9·0·0", 3, 4), (8, "10·0·0", 2, 7), "", "", 20),
];

/// Returns the game at the start of each round after the first, and at the end.
fn ends_of_rounds(record: &Record) -> Vec<Game> {
    let rounds = (1..=record.cursor())
        .filter(|&number| record.action(number).is_some_and(|of| of.action == Action::Round));
    let mut games: Vec<Game> = rounds.filter_map(|number| record.game_at(number)).collect();
    games.push(record.game().clone());
    games
}

#[track_caller]
fn check_character(game: &Game, name: &str, (hit_points, cards, tokens, experience): Sheet) {
    let position = game.position();
    let id = position.find(name).expect("it is on the map");
    let purse = position.layout().purse(id);
    let hand = position.layout().hand(id).expect("its cards are counted");
    let now = position.figure(id).hit_points.expect("they are counted").current;
    let round = game.round();
    assert_eq!((now, hand.to_string().as_str()), (hit_points, cards), "{name}, round {round}");
    assert_eq!((purse.tokens, purse.experience), (tokens, experience), "{name}, round {round}");
}

#[test]
fn bell_tower_has_the_figures_of_every_round() {
    let games = ends_of_rounds(&record());
    assert_eq!((games.len(), games[7].round()), (8, 8));
    for (game, (ferryman, bellringer, monsters, money, left)) in games.iter().zip(SHEETS) {
        let round = game.round();
        check_character(game, "Ferryman", ferryman);
        check_character(game, "Bellringer", bellringer);
        let figures = game.position().figures().iter().filter(|figure| figure.rank().is_some());
        let found: Vec<String> = figures
            .map(|figure| {
                let hit_points = figure.hit_points.expect("they are counted").current;
                format!("{figure} {} {hit_points}", figure.hex)
            })
            .collect();
        assert_eq!(found.join(", "), monsters, "before round {round}");
        let layout = game.position().layout();
        let tokens: Vec<String> =
            layout.money.iter().map(|(hex, count)| format!("{hex} {count}")).collect();
        assert_eq!(tokens.join(", "), money, "before round {round}");
        let deck = layout.deck(DeckOwner::Monsters).expect("it is counted");
        assert_eq!(deck.left(), left, "before round {round}");
    }
}

#[test]
fn bell_tower_has_a_summon_an_obstacle_and_elements_as_computed_by_hand() {
    let games = ends_of_rounds(&record());
    let left = |game: &Game, name: &str| {
        let id = game.position().find(name)?;
        game.position().figure(id).hit_points.map(|now| now.current)
    };
    let ember: Vec<Option<u16>> = games.iter().map(|game| left(game, "Ember")).collect();
    // 2 − 1 in round 2; it leaves in round 6, when its card is recovered.
    assert_eq!(ember, [Some(2), Some(1), Some(1), Some(1), Some(1), None, None, None]);
    let crates: Vec<Option<u16>> = games.iter().map(|game| left(game, "Crate")).collect();
    assert_eq!(crates, [None, None, Some(3), Some(3), Some(3), Some(1), None, None]);
    let strength = |round: usize, element| {
        games[round - 1].position().layout().elements.state(element).strength
    };
    assert_eq!(strength(1, Element::Fire), ElementStrength::Waning, "made in round 1");
    assert_eq!(strength(2, Element::Fire), ElementStrength::Inert, "it was used");
    assert_eq!(strength(5, Element::Ice), ElementStrength::Waning, "made in round 5");
    let looted = |game: &Game| {
        let layout = game.position().layout();
        let marks = layout.looted_by(layout.names.figure("Ferryman"));
        marks.map(|mark| mark.to_string()).collect::<Vec<_>>().join(", ")
    };
    assert_eq!(
        [5, 6, 7].map(|round| looted(&games[round - 1])),
        ["", "token 5", "token 5, treasure 12"]
    );
}

#[test]
fn bell_tower_is_won_with_the_gains_of_its_characters() {
    let record = record();
    let summary = record.game().summary().expect("it has ended");
    assert_eq!((summary.ending.word(), summary.rounds, summary.level.level), ("won", 8, 1));
    let names = record.game().position().names();
    let gains: Vec<_> = summary
        .characters
        .iter()
        .map(|of| {
            let name = names.figure_name(of.figure).to_string();
            (name, of.total_experience(), of.gold(), of.checkmarks)
        })
        .collect();
    // 4 + 6 experience and 3 × 2 gold, 7 + 6 experience and 2 × 2 gold.
    assert_eq!(
        gains,
        [("Ferryman".to_owned(), 10, 6, Some(1)), ("Bellringer".to_owned(), 13, 4, Some(2))]
    );
    let rewards: Vec<&str> = summary.rewards.iter().map(|reward| reward.text.as_str()).collect();
    assert_eq!(rewards, ["item 31, the bell rope", "a map of the tower"]);
}

#[test]
fn bell_tower_places_six_tokens_and_overrules_nothing() {
    let record = record();
    let mut placed = 0;
    for entry in 1..=record.cursor() {
        for event in scenario::record::events(&record, entry) {
            if let EventKind::Money { from, to, .. } = event.kind {
                placed += i32::from(to.saturating_sub(from));
            }
        }
    }
    // Five were picked up and one was left; the spawned and the summoned rats, and the Crate, left
    // none.
    assert_eq!(placed, 6);
    for action in played_actions(&record) {
        match action {
            Action::Attack(attack) => assert_eq!(attack.overruled, None),
            Action::Turn(turn) => assert_eq!(turn.overruled, None),
            Action::End(end) => assert_eq!(end.overruled, None),
            Action::PutOverruled { reason, .. } => panic!("{reason}"),
            _ => {}
        }
    }
}
