//! A second computation of attacks, written from the text of the rules, compared with the engine on
//! many random attacks.

use fastrand::Rng;

use scenario_rules::event::EventKind;
use scenario_rules::figure::Condition;
use scenario_rules::{Game, Position};

use crate::support::{action_on, position};

/// The number of random attacks.
const ATTACKS: u64 = 100_000;
/// The random attacks that share a table.
const PER_TABLE: u64 = 50;

/// A modifier card as the reference reads it.
#[derive(Clone, Copy, PartialEq)]
struct Card {
    text: &'static str,
    adds: i64,
    times: i64,
    rolls: bool,
    effect: Option<&'static str>,
}

const fn card(text: &'static str, adds: i64, times: i64) -> Card {
    Card { text, adds, times, rolls: false, effect: None }
}

const CARDS: [Card; 12] = [
    card("+0", 0, 1),
    card("+1", 1, 1),
    card("-1", -1, 1),
    card("+2", 2, 1),
    card("-2", -2, 1),
    card("x2", 0, 2),
    card("null", 0, 0),
    Card { effect: Some("stun"), ..card("+0/stun", 0, 1) },
    Card { effect: Some("stun"), ..card("+1/stun", 1, 1) },
    Card { effect: Some("wound"), ..card("+1/wound", 1, 1) },
    Card { rolls: true, ..card("rolling+1", 1, 1) },
    Card { rolls: true, effect: Some("muddle"), ..card("rolling+0/muddle", 0, 1) },
];

/// The random situation of an attack.
#[expect(clippy::struct_excessive_bools, reason = "each is an independent circumstance")]
struct Situation {
    value: i64,
    additions: Vec<i64>,
    doubles: bool,
    poisoned: bool,
    shields: Vec<i64>,
    pierce: i64,
    retaliates: Vec<(i64, Option<i64>)>,
    muddled: bool,
    strengthened: bool,
    ranged: bool,
    distance: i64,
    rolling: bool,
    hit_points: i64,
}

/// The result of an attack.
#[derive(Debug, PartialEq)]
struct Outcome {
    damage: i64,
    dies: bool,
    retaliation: i64,
    conditions: Vec<&'static str>,
}

impl Situation {
    fn draw(rng: &mut Rng) -> Self {
        let ranged = rng.bool();
        Self {
            value: rng.i64(0..6),
            additions: (0..rng.usize(0..3)).map(|_| rng.i64(-1..=2)).collect(),
            doubles: rng.u8(0..5) == 0,
            poisoned: rng.u8(0..4) == 0,
            shields: (0..rng.usize(0..3)).map(|_| rng.i64(1..=2)).collect(),
            pierce: if rng.bool() { 0 } else { rng.i64(1..=3) },
            retaliates: (0..rng.usize(0..3))
                .map(|_| (rng.i64(1..=2), rng.bool().then(|| rng.i64(1..=4))))
                .collect(),
            muddled: rng.u8(0..4) == 0,
            strengthened: rng.u8(0..4) == 0,
            ranged,
            distance: if ranged { rng.i64(1..=4) } else { 1 },
            rolling: rng.bool(),
            hit_points: rng.i64(1..=12),
        }
    }

    /// S7.2: more advantage (1), more disadvantage (-1), or neither.
    fn luck(&self) -> i64 {
        let bad = self.muddled || self.ranged && self.distance == 1;
        i64::from(self.strengthened) - i64::from(bad)
    }

    /// G11: draws one card, or two with advantage or disadvantage; further ones follow while all of
    /// them roll.
    fn cards(&self, rng: &mut Rng) -> Vec<Card> {
        let least = if self.luck() == 0 { 1 } else { 2 };
        let mut drawn = Vec::new();
        while drawn.len() < least || self.rolling && drawn.iter().all(|card: &Card| card.rolls) {
            let rolls_on = drawn.len() > 4;
            drawn.push(CARDS[rng.usize(0..if rolls_on { 10 } else { 12 })]);
        }
        drawn
    }

    /// S7.3: attack value, bonuses, poison, then the doubling by a card.
    fn before_cards(&self) -> i64 {
        let sum = self.value + self.additions.iter().sum::<i64>() + i64::from(self.poisoned);
        if self.doubles { sum * 2 } else { sum }
    }

    fn value_with(&self, cards: &[Card]) -> i64 {
        let adds: i64 = cards.iter().map(|card| card.adds).sum();
        let times: i64 = cards.iter().map(|card| card.times).product();
        ((self.before_cards() + adds) * times).max(0)
    }

    /// G11 and G26: the cards that count.
    fn counting(&self, drawn: &[Card]) -> Vec<Card> {
        let rolls = |card: &Card| self.rolling && card.rolls;
        if self.luck() == 0 {
            return drawn.to_vec();
        }
        let plain: Vec<Card> = drawn.iter().copied().filter(|card| !rolls(card)).collect();
        if plain.len() < drawn.len() {
            return if self.luck() > 0 { drawn.to_vec() } else { plain };
        }
        let (first, second) = (drawn[0], drawn[1]);
        let (a, b) = (self.value_with(&[first]), self.value_with(&[second]));
        let order = match (first.effect, second.effect) {
            (x, y) if x == y => a - b,
            (Some(_), None) if a >= b => 1,
            (None, Some(_)) if b >= a => -1,
            _ => 0,
        };
        vec![if order * self.luck() < 0 { second } else { first }]
    }

    fn outcome(&self, drawn: &[Card]) -> Outcome {
        let counting = self.counting(drawn);
        let shield = (self.shields.iter().sum::<i64>() - self.pierce).max(0);
        let damage = (self.value_with(&counting) - shield).max(0);
        let dies = damage >= self.hit_points;
        let reaches = |range: Option<i64>| self.distance <= range.unwrap_or(1);
        let retaliation: i64 =
            self.retaliates.iter().filter(|(_, range)| reaches(*range)).map(|(of, _)| of).sum();
        let mut conditions: Vec<&str> = counting.iter().filter_map(|card| card.effect).collect();
        conditions.extend(self.poisoned.then_some("poison"));
        conditions.sort_unstable();
        conditions.dedup();
        Outcome {
            damage: damage.min(self.hit_points),
            dies,
            retaliation: if dies { 0 } else { retaliation },
            conditions: if dies { Vec::new() } else { conditions },
        }
    }

    /// Returns the table as text, with the attacker in A1.
    fn table(&self) -> String {
        let column = ["B", "C", "D", "E"][hex(self.distance)];
        let mut target =
            vec![format!("normal Guard 1 at {column}1, hit points {0}/{0}", self.hit_points)];
        target.extend(self.shields.iter().map(|shield| format!("shield {shield}")));
        target.extend(self.retaliates.iter().map(|(damage, range)| {
            let range = range.map(|range| format!(" range {range}")).unwrap_or_default();
            format!("retaliate {damage}{range}")
        }));
        target.extend(self.poisoned.then(|| "poisoned".to_owned()));
        let target = target.join(", ");
        let mut brute = "character Brute at A1, initiative 30, hit points 99/99".to_owned();
        brute += if self.muddled { ", muddled" } else { "" };
        brute += if self.strengthened { ", strengthened" } else { "" };
        let rolling = if self.rolling { "ruling rolling cards\n" } else { "" };
        format!("board 5x1\n{rolling}{target}\n{brute}")
    }

    fn line(&self, drawn: &[Card]) -> String {
        let mut words = vec![self.value.to_string()];
        words.extend(self.additions.iter().map(|amount| format!("{amount:+}")));
        words.extend(self.doubles.then(|| "double".to_owned()));
        words.extend(self.ranged.then(|| "range 4".to_owned()));
        words.extend((self.pierce > 0).then(|| format!("pierce {}", self.pierce)));
        let drawn: Vec<&str> = drawn.iter().map(|card| card.text).collect();
        format!("attack Brute: on Guard 1, {}, drew {}", words.join(" "), drawn.join(" "))
    }
}

/// Returns the index of the hex this far from the first.
fn hex(distance: i64) -> usize {
    usize::try_from(distance - 1).expect("it is a distance")
}

fn hit_points(position: &Position, name: &str) -> Option<i64> {
    let figure = position.figure(position.find(name)?);
    figure.hit_points.map(|now| now.current.into())
}

/// Returns the result of an attack by the engine.
fn by_engine(game: &Game, line: &str) -> Outcome {
    let action = action_on(game.position(), line);
    let outcome = game.outcome(&action).unwrap_or_else(|refusal| panic!("{line}: {refusal:?}"));
    for event in &outcome.report.events {
        if let EventKind::AttackResolved(attack) = &event.kind {
            let parts = [attack.suffered, attack.overkill, attack.negated, attack.modified.blocked];
            assert_eq!(parts.iter().sum::<u16>(), attack.modified.value, "{line}");
        }
    }
    let (before, after) = (game.position(), outcome.game.position());
    let full = hit_points(before, "Guard 1").expect("it is counted");
    let left = hit_points(after, "Guard 1");
    let conditions = after.find("Guard 1").map(|id| after.figure(id).conditions);
    let mut conditions: Vec<&str> =
        conditions.iter().flat_map(|all| all.iter()).map(Condition::verb).collect();
    conditions.sort_unstable();
    Outcome {
        damage: full - left.unwrap_or_default(),
        dies: left.is_none(),
        retaliation: 99 - hit_points(after, "Brute").expect("it is counted"),
        conditions,
    }
}

#[test]
fn engine_agrees_with_the_reference_on_random_attacks() {
    let mut rng = Rng::with_seed(20_261_128);
    let (mut deaths, mut doubted) = (0, 0);
    for _ in 0..ATTACKS / PER_TABLE {
        let situation = Situation::draw(&mut rng);
        let game = Game::new(position(&situation.table()));
        for _ in 0..PER_TABLE {
            let drawn = situation.cards(&mut rng);
            let expected = situation.outcome(&drawn);
            let line = situation.line(&drawn);
            assert_eq!(by_engine(&game, &line), expected, "{}\n{line}", situation.table());
            deaths += u64::from(expected.dies);
            doubted += u64::from(situation.luck() != 0);
        }
    }
    assert!(deaths > ATTACKS / 20 && doubted > ATTACKS / 5, "{deaths} {doubted}");
}
