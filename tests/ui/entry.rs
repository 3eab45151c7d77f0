//! Step-by-step entry of every action of the example games.

use std::fs;

use components::effect::Effect;
use components::specs::StandardCard;
use journal::Journal;
use notation::parse_action;
use notation::record::read_record;
use rules::action::Action;
use rules::{Game, Setup};
use table::action_input::{ActionInput, InputChoice, InputStep};

use crate::picks::{orientation_index, picks};

fn examples() -> Vec<(String, Journal)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/examples");
    let entries = fs::read_dir(folder).expect("the examples are there");
    let mut examples: Vec<(String, Journal)> = entries
        .map(|entry| {
            let path = entry.expect("an example").path();
            let bytes = fs::read(&path).expect("an example is a file");
            let journal = read_record(&bytes).record.expect("an example is sound");
            (path.display().to_string(), journal)
        })
        .collect();
    examples.sort_by(|(a, _), (b, _)| a.cmp(b));
    examples
}

/// Enters an action by its picks; returns the resulting action.
fn entered(game: &Game, action: &Action, picks: &[InputChoice]) -> Option<Action> {
    let mut entry = match picks.first() {
        Some(InputChoice::Card(card)) => ActionInput::with_card(game, *card)?,
        _ => ActionInput::start(game)?,
    };
    for pick in picks {
        if let Some(way) = orientation_index(game, &entry, action) {
            entry.hold_orientation(way);
        }
        match (pick, entry.stage(game)) {
            (InputChoice::Card(_), _) => {}
            // A sub-action that a text starts by itself is not picked.
            (InputChoice::Kind(kind), _) if entry.kind() == Some(*kind) => {}
            (pick, InputStep::Square | InputStep::Placement) => {
                if let (InputChoice::Square(square), None) = (pick, entry.kind()) {
                    return entry.action_at(game, *square, None);
                }
                entry.pick(game, pick);
            }
            (pick, _) => entry.pick(game, pick),
        }
    }
    match entry.stage(game) {
        InputStep::Done(action) => Some(action),
        InputStep::Kind { ready, .. } => ready,
        _ => None,
    }
}

#[test]
fn every_action_of_the_examples_can_be_entered_pick_by_pick() {
    let mut count = 0;
    for (name, journal) in examples() {
        journal::replay_with(&journal, |number, game, played| {
            let Some(picks) = picks(&played.action) else {
                return;
            };
            let mut wanted = played.action.clone();
            wanted.choices.clear();
            let found = entered(game, &wanted, &picks);
            assert_eq!(found.as_ref(), Some(&wanted), "{name}, entry {number}: {picks:?}");
            count += 1;
        });
    }
    assert!(count > 500, "{count}");
}

#[test]
fn undoing_every_pick_returns_to_the_initial_stage() {
    for (name, journal) in examples() {
        journal::replay_with(&journal, |number, game, played| {
            let Some(picks) = picks(&played.action) else {
                return;
            };
            let Some(start) = ActionInput::start(game) else {
                return;
            };
            // Continuing from an optional road is a new start.
            if start.is_extra_road() && matches!(picks[0], InputChoice::Kind(_)) {
                return;
            }
            let mut entry = start.clone();
            for pick in &picks[..picks.len() - 1] {
                entry.pick(game, pick);
            }
            let mut steps = 0;
            while entry.back(game) {
                steps += 1;
                assert!(steps < 20, "{name}, entry {number}");
            }
            assert_eq!(entry.stage(game), start.stage(game), "{name}, entry {number}");
        });
    }
}

#[test]
fn several_roads_can_be_entered_before_and_after_a_tile() {
    let mut pack = packs::find("practice").expect("it is built in");
    let upgrade = pack.standard_cards.iter_mut().find(|spec| spec.card == StandardCard::Upgrade);
    let text = upgrade.expect("it is in the pack").action.value_mut().expect("it is known");
    text.effects.push(Effect::ConnectedRoad);
    let setup = Setup {
        pack,
        board: "Three Rivers".to_owned(),
        players: vec!["Anna".to_owned(), "Ben".to_owned()],
        ..Setup::default()
    };
    let fresh = Game::new(&setup).expect("it can be played");
    let position = "Position: Anna is Human, Ben is Savvas, turn Human, tile Population K6 of Human, \
                    tile Stone M8 of Savvas, access Stone M8 Human";
    let position = parse_action(&fresh, position).expect("it is well written");
    let game = fresh.play(&position).expect("it can be laid out").game;
    for roads in ["after road L7 then road N6", "after roads K7 L7"] {
        let line = format!("Human Upgrade: build Brick M5 M6 M7 {roads}");
        let action = parse_action(&game, &line).expect("it is well written");
        let picks = picks(&action).expect("it is entered step by step");
        assert_eq!(entered(&game, &action, &picks), Some(action.clone()), "{picks:?}");
        assert!(game.play(&action).is_ok(), "{line}");
    }
}
