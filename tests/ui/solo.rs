//! Inputs that only solo games and games with achievements have.

use components::fact::Fact;
use components::specs::{AchievementDeck, Condition};
use egui_kittest::kittest::Queryable as _;
use journal::{Change, Journal};
use notation::parse_action;
use rules::action::{Action, ActionKind};
use rules::game::Game;
use rules::rulebook::Variant;
use rules::task::Task;
use table::table::Table;
use ui_board::Cx;
use ui_founders::achievements_panel::{
    AchievementsMemory, achievements_panel_ui, judge_achievement_ui,
};
use ui_founders::solo_panel::{SoloMemory, solo_panel_ui};

use crate::app::{Desk, journal_of, truncated};
use crate::support::{Bench, harness, play, press, setup, table, usual_cx};

/// An entry that leaves a solo player tokens of both kinds, so that there is a choice of payment.
const RICH: &str =
    "Adjust Aesther fleeting = 6, Aesther lasting = 5: \"so that there is a choice\"";

const LOST: &str = "solo-lost-at-a-vote.founders";

/// Shows a panel with its table, its memory and the commands it pushes.
fn panel<M: Default + 'static, R>(
    (width, height): (f32, f32),
    table: Table,
    draw: impl Fn(&mut egui::Ui, Cx<'_>, &mut M) -> R + 'static,
) -> egui_kittest::Harness<'static, Bench<M>> {
    let show = move |ui: &mut egui::Ui, bench: &mut Bench<M>| {
        let Bench { table, memory, commands } = bench;
        usual_cx(table, commands, |cx| draw(ui, cx, memory));
    };
    let bench = Bench { table, memory: M::default(), commands: Vec::new() };
    harness(width, height, show, bench)
}

fn bench(table: Table) -> egui_kittest::Harness<'static, Bench<SoloMemory>> {
    panel((640.0, 200.0), table, solo_panel_ui)
}

/// Returns the table of an example right before the first wanted action, after these further lines.
#[track_caller]
fn before(file: &str, is_wanted: impl Fn(&Game, &Action) -> bool, lines: &[&str]) -> Table {
    let journal = journal_of(file);
    let mut found = None;
    journal::replay_with(&journal, |number, game, played| {
        if found.is_none() && is_wanted(game, &played.action) {
            found = Some(number - 1);
        }
    });
    let mut table = Table::new(truncated(&journal, found.expect("the example has it")));
    for line in lines {
        let action = parse_action(table.game(), line).expect("the line can be read");
        play(&mut table, action);
    }
    table
}

fn pays(_: &Game, action: &Action) -> bool {
    matches!(action.kind, ActionKind::PayMarkers { .. })
}

/// Returns `true` if a proposal is picked after a building was completed, so that prices have
/// risen.
fn picks(game: &Game, action: &Action) -> bool {
    matches!(action.kind, ActionKind::Pick { .. }) && game.completed() > 0
}

#[test]
fn markers_can_be_paid_off_in_the_cheapest_or_another_mix() {
    let mut harness = bench(before(LOST, pays, &[RICH]));
    harness.get_by_label("Pay 6 fleeting influence");
    harness.get_by_label("More lasting influence for the markers").click();
    harness.run();
    harness.get_by_label("Pay 4 fleeting and 1 lasting influence").click();
    harness.run();
    let bench = harness.state_mut();
    assert_eq!(bench.carry_out(), 1);
    let game = bench.table.game();
    let player = game.players().next().expect("somebody plays");
    assert_eq!((game.fleeting(player), game.lasting(player)), (2, 4));
    assert_eq!(game.marked_buildings().count(), 0);
}

#[test]
fn proposal_is_picked_at_the_price_of_its_place_by_click_or_key() {
    let table = before(LOST, picks, &[RICH]);
    let names: Vec<String> = (table.game().proposals().into_iter().flatten())
        .map(|building| table.game().contents().building_name(building).to_owned())
        .collect();
    let mut harness = bench(table.clone());
    harness.get_by_label(&format!("Pick {}, free", names[0]));
    harness.get_by_label(&format!("Pick {}, 3 fleeting influence", names[1]));
    let more = format!("More lasting influence for {}", names[2]);
    harness.get_by_label(&more).click();
    harness.run();
    let right = format!("Pick {}, 4 fleeting and 1 lasting influence", names[2]);
    harness.get_by_label(&right).click();
    harness.run();
    assert_eq!(harness.state_mut().carry_out(), 1);
    let game = harness.state().table.game();
    let player = game.players().next().expect("somebody plays");
    assert_eq!((game.fleeting(player), game.lasting(player)), (2, 4));
    // The middle proposal by its digit, in the cheapest mix.
    let mut harness = bench(table);
    press(&mut harness, egui::Key::Num2);
    assert_eq!(harness.state_mut().carry_out(), 1);
    assert_eq!(harness.state().table.game().fleeting(player), 3);
}

#[test]
fn solo_status_line_warns_of_marker_costs_before_the_vote() {
    let journal = journal_of(LOST);
    let last = journal.main_line().len() - 1;
    let mut desk = Desk::new();
    desk.open(&truncated(&journal, last));
    assert!(desk.shows("Cycle 5 of 7"), "{:#?}", desk.labels());
    assert!(desk.shows("Marker on Boatyard: worth 8 fleeting at the next vote"));
    assert!(desk.shows("but only"), "{:#?}", desk.labels());
    // No part of a vote of several players is on screen.
    assert!(!desk.shows("Ballots"));
    assert!(desk.shows("carries a neutral marker"));
}

/// Shows the achievements panel of a game in which `name` is an achievement that the players judge.
fn achievements_panel(name: &str) -> egui_kittest::Harness<'static, Bench<AchievementsMemory>> {
    let mut setup = setup("Three Rivers", &["Anna", "Ben"]);
    setup.variants = setup.variants.with(Variant::Achievements);
    let mut all = setup.pack.achievements.iter_mut();
    let spec = all.find(|spec| spec.name == name).expect("it is there");
    let condition = Condition::ByHand("As the card says.".to_owned());
    spec.condition = Fact::Known(condition, "ours".to_owned());
    let position = "Position: Anna is Human, Ben is Savvas, turn Human, \
         tile Population K6 of Human, tile Stone M8 of Savvas, \
         achievements Deep Coffers and Well Stocked and Workshops Everywhere";
    let table = table(setup, &[position]);
    panel((320.0, 900.0), table, achievements_panel_ui)
}

#[test]
fn achievements_panel_shows_the_progress_of_each_player() {
    let harness = achievements_panel("Workshops Everywhere");
    harness.get_by_label("Deep Coffers, Human 7 of 16");
    harness.get_by_label("Well Stocked, Savvas 1 of 4");
    harness.get_by_label("Workshops Everywhere, Human judged by the players");
    // It cannot be judged before the end.
    assert!(harness.query_by_label("Score it").is_none());
}

#[test]
fn judged_immediate_achievement_scores_for_the_ticked_players() {
    let mut harness = achievements_panel("Deep Coffers");
    harness.get_by_role_and_label(egui::accesskit::Role::Button, "Savvas").click();
    harness.run();
    harness.get_by_label("Savvas fulfils it").click();
    harness.run();
    assert_eq!(harness.state_mut().carry_out(), 1);
    harness.run();
    let game = harness.state().table.game();
    let points: Vec<i32> = game.players().map(|p| game.points(p).0).collect();
    assert_eq!(points, [0, 3]);
    harness.get_by_label("Scored by Savvas");
}

#[test]
fn solo_difficulty_is_shown_at_the_choice_of_race_and_first_stall() {
    fn before(is_wanted: fn(&ActionKind) -> bool) -> Journal {
        let journal = journal_of(LOST);
        let number = journal.main_line().iter().position(|&id| {
            let action = journal.entry(id).action();
            action.is_some_and(|action| is_wanted(&action.kind))
        });
        truncated(&journal, number.expect("the example has it"))
    }

    let mut desk = Desk::new();
    desk.open(&before(|deed| matches!(deed, ActionKind::ChooseRace { .. })));
    if desk.has_control("Races first") {
        desk.press("Races first");
    }
    for level in ["Solo: easy.", "Solo: medium.", "Solo: hard.", "Solo: very hard."] {
        assert!(desk.shows(level), "{level} among {:#?}", desk.labels());
    }
    desk.open(&before(|deed| matches!(deed, ActionKind::PlaceStart { .. })));
    assert!(desk.shows("Difficulty by section: West Bank: normal"), "{:#?}", desk.labels());
}

#[test]
fn one_click_deals_the_achievements() {
    let mut desk = Desk::new();
    desk.open(&truncated(&journal_of("four-achievements.founders"), 0));
    assert_eq!(desk.game().achievements().len(), 0);
    // Proposals and advisers are dealt in the same way, in either order.
    while desk.game().achievements().is_empty() {
        desk.press("Deal for us");
    }
    let decks: Vec<AchievementDeck> =
        desk.game().achievements().iter().map(|card| card.deck).collect();
    assert_eq!(decks, AchievementDeck::ALL);
}

/// Returns the end of the example, with its end-game achievement changed to one that the players
/// judge.
fn awaiting_judgment() -> Table {
    let example = journal_of("four-achievements.founders");
    let game = example.game();
    let last = game
        .achievements()
        .iter()
        .find(|card| card.deck == AchievementDeck::EndGame)
        .expect("one of each deck is in play")
        .achievement;
    let name = game.contents().achievement_name(last).to_owned();
    let mut setup = example.setup().clone();
    let mut all = setup.pack.achievements.iter_mut();
    let spec = all.find(|spec| spec.name == name).expect("it is there");
    let condition = Condition::ByHand("As the card says.".to_owned());
    spec.condition = Fact::Known(condition, "ours".to_owned());
    let mut journal = Journal::new(setup).expect("the setup is sound");
    for &id in example.main_line() {
        let action = example.entry(id).action().expect("an entry is an action");
        // The entries after the last turn of the example are now the players' decision.
        if journal.game().pending().iter().any(|owed| matches!(owed.task, Task::Judge(_))) {
            break;
        }
        let played = journal.apply(Change::Play(action.clone()));
        played.expect("it was played so");
    }
    Table::new(journal)
}

#[test]
fn judged_end_game_achievement_scores_for_the_ticked_players() {
    let mut harness = panel((640.0, 200.0), awaiting_judgment(), judge_achievement_ui);
    harness.get_by_label_contains("Who fulfils ");
    harness.get_by_label("Nobody fulfils it");
    for who in ["Aesther", "Human"] {
        harness.get_by_label(who).click();
        harness.run();
    }
    let before = harness.state().table.game().clone();
    harness.get_by_label("Aesther and Human fulfil it").click();
    harness.run();
    assert_eq!(harness.state_mut().carry_out(), 1);
    let game = harness.state().table.game();
    assert!(game.pending().is_empty(), "the game is over");
    let scored: Vec<usize> = game
        .achievements()
        .iter()
        .filter(|card| card.deck == AchievementDeck::EndGame)
        .filter_map(|card| card.scored)
        .map(|players| players.iter().count())
        .collect();
    assert_eq!(scored, [2]);
    let gained: Vec<bool> =
        game.players().map(|who| game.points(who) > before.points(who)).collect();
    assert!(gained.iter().any(|gained| *gained), "{gained:?}");
}
