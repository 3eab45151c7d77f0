//! The end of a scenario, offered as entries of the campaign.

use campaign::action::print_action;
use campaign::scenario_gains::{offered_entries, scenario_note};
use campaign_rules::Name;
use scenario_rules::ending::{Ending, PlayedEnd};
use scenario_rules::figure::{Figure, FigureKind, Initiative};
use scenario_rules::{Action, Board, Hex, Layout, Position};

use crate::support::*;

/// Returns a scenario of level 2 that Anna and Ben have just won.
fn won_scenario() -> scenario_rules::Game {
    let mut layout = Layout::new(Board::new(3, 1));
    layout.level = Some(2);
    let mut ids = Vec::new();
    for (column, name) in [(0, "Anna"), (1, "Ben")] {
        let kind = FigureKind::Character(Initiative::Card { number: 30 + column, second: None });
        let figure = Figure::new(&layout.names, name, None, kind, Hex::new(column, 0));
        ids.push(figure.id());
        layout.figures.push(figure);
    }
    let mut game = scenario_rules::Game::new(Position::new(layout).expect("it is a table"));
    let won = PlayedEnd { ending: Ending::Won, overruled: None };
    for action in [
        Action::Experience { figure: ids[0], amount: 7 },
        Action::EndTurn(ids[0]),
        Action::EndTurn(ids[1]),
        Action::End(won),
        Action::BattleGoal(scenario_rules::ending::BattleGoal { figure: ids[0], checkmarks: 2 }),
    ] {
        game = game.play(&action).expect("the rules allow it");
    }
    game
}

#[test]
fn ended_scenario_offers_its_gains_as_entries_that_the_campaign_accepts() {
    let scenario = won_scenario();
    let summary = scenario.summary().expect("it has ended");
    let names = scenario.position().names();
    let entries = offered_entries(&Name::new("Wolves"), &summary, names, Some(0x1a2b_3c4d));
    let lines: Vec<String> = entries.iter().map(print_action).collect();
    assert_eq!(
        lines,
        [
            "won Wolves: level 2, record 1a2b3c4d",
            "gains Anna: 7 experience, 2 checkmarks",
            "gains Ben: nothing",
        ]
    );
    let game = then(&party("travel Wolves: 1"), &lines.join("\n"));
    // The campaign computes the same experience as the scenario.
    for gains in &summary.characters {
        let name = names.figure_name(gains.figure);
        assert_eq!(character(&game, &name).experience, gains.total_experience(), "{name}");
    }
}

#[test]
fn records_name_each_other_by_their_checks() {
    let entry = action("won Wolves: level 2, record 0000002a");
    assert_eq!(print_action(&entry), "won Wolves: level 2, record 0000002a");
    assert_eq!(
        scenario_note(&Name::new("Wolves"), 0x2a),
        "Recorded for Wolves in the campaign with the check 0000002a."
    );
}
