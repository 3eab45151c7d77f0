//! The end of a scenario, offered as entries of the campaign.

use std::fmt::Write as _;

use campaign::action::{parse_action, print_action};
use campaign::record::{Change, new_record, print};
use campaign::scenario_gains::{
    GainAmount, GainDifference, GainsComparison, Roster, TakenState, compare, entries_of,
    offered_entries, scenario_note,
};
use campaign_rules::{Game, Name};
use record::log_line;
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
    let entries =
        offered_entries(Roster::named(&Name::new("Wolves")), &summary, names, Some(0x1a2b_3c4d));
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

/// Returns the gains that the end of [`won_scenario`], of Anna and Ben, brings the Wolves in a
/// campaign with these entries.
fn gains_in(entries: &str) -> Vec<String> {
    let game = then(&Game::default(), &format!("party Wolves\n{entries}"));
    let wolves = Name::new("Wolves");
    let roster = Roster::of(game.campaign(), &wolves);
    let offered = entries_of(roster, &won_scenario(), None).expect("it has ended");
    offered[1..].iter().map(print_action).collect()
}

#[test]
fn figure_named_by_its_class_brings_its_gains_to_the_only_member_of_the_class() {
    let mia = "open class Anna
        open class Warden
        character Mia: Anna, level 1
        character Ben: Warden, level 1
        join Mia: Wolves
        join Ben: Wolves";
    assert_eq!(gains_in(mia), ["gains Mia: 7 experience, 2 checkmarks", "gains Ben: nothing"]);
    // A member of the name comes before one of the class.
    let both = format!("{mia}\ncharacter Anna: Warden, level 1\njoin Anna: Wolves");
    assert_eq!(gains_in(&both)[0], "gains Anna: 7 experience, 2 checkmarks");
    // Two members of the class could both be meant, and one elsewhere is not.
    let two = format!("{mia}\ncharacter Leo: Anna, level 1\njoin Leo: Wolves");
    assert_eq!(gains_in(&two)[0], "gains Anna: 7 experience, 2 checkmarks");
    let away = format!("{mia}\nleave Mia");
    assert_eq!(gains_in(&away)[0], "gains Anna: 7 experience, 2 checkmarks");
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

/// A random dungeon that the Ferryman and the Bellringer have won.
const DUNGEON: &str = include_str!("../../assets/scenario/games/drowned-cistern.scenario");
/// A scenario that two characters have won, with its battle goals and rewards.
const BELL_TOWER: &str = include_str!("../../assets/scenario/games/bell-tower.scenario");

/// Returns the entries that the end of a scenario's record brings to the Wolves.
fn offered(scenario: &str) -> Vec<String> {
    let loaded = scenario::record::read(scenario);
    let game = loaded.record.expect("it can be read").game().clone();
    let summary = game.summary().expect("it has ended");
    let names = game.position().names();
    let entries =
        offered_entries(Roster::named(&Name::new("Wolves")), &summary, names, Some(loaded.check));
    entries.iter().map(print_action).collect()
}

/// Returns the file of a campaign in which the Wolves have played a scenario, with these entries.
fn campaign(entries: &[String]) -> String {
    let mut record = new_record();
    let start = "open class Warden
        party Wolves
        character Ferryman: Warden, level 1
        character Bellringer: Warden, level 1
        join Ferryman: Wolves
        join Bellringer: Wolves
        effects: unlock 1
        scenario 1: linked to town
        travel Wolves: 1";
    for line in start.lines().chain(entries.iter().map(String::as_str)) {
        let action = parse_action(line.trim()).expect(line);
        record.apply(Change::Play(action)).expect(line);
    }
    print(&record)
}

/// Adds lines to the file of a scenario.
fn with_lines(scenario: &str, lines: &[&str]) -> String {
    let mut text = scenario.to_owned();
    for line in lines {
        let check = scenario::record::read(&text).check;
        text += &log_line(check, line).text;
    }
    assert_eq!(scenario::record::read(&text).error, None);
    text
}

#[track_caller]
fn compared(campaign: &str, scenario: &str) -> GainsComparison {
    compare(campaign.as_bytes(), scenario.as_bytes()).expect("both can be read")
}

#[test]
fn gains_taken_for_the_class_of_a_figure_have_no_differences() {
    let start = "open class Ferryman
        open class Bellringer
        party Wolves
        character Mia: Ferryman, level 1
        character Leo: Bellringer, level 1
        join Mia: Wolves
        join Leo: Wolves
        effects: unlock 1
        scenario 1: linked to town
        travel Wolves: 1";
    let mut record = new_record();
    let mut play = |action| record.apply(Change::Play(action)).expect("the rules allow it");
    for line in start.lines() {
        play(parse_action(line.trim()).expect(line));
    }
    let loaded = scenario::record::read(BELL_TOWER);
    let scenario = loaded.record.expect("it can be read").game().clone();
    let wolves = Name::new("Wolves");
    let before = record.game().clone();
    let roster = Roster::of(before.campaign(), &wolves);
    for entry in entries_of(roster, &scenario, Some(loaded.check)).expect("it has ended") {
        record.apply(Change::Play(entry)).expect("the rules allow it");
    }
    let taken = compared(&print(&record), BELL_TOWER).taken;
    assert!(taken[0].differences.is_empty(), "{taken:?}");
}

#[test]
fn gains_taken_from_a_scenario_as_it_is_now_have_no_differences() {
    let comparison = compared(&campaign(&offered(BELL_TOWER)), BELL_TOWER);
    let [taken] = comparison.taken.as_slice() else { panic!("{:?}", comparison.taken) };
    assert_eq!((taken.entry, taken.state), (10, TakenState::Current));
    assert!(taken.differences.is_empty(), "{:?}", taken.differences);
    assert_eq!(comparison.words(), ["entry 10 takes the gains of Wolves as they are"]);
}

#[test]
fn gains_typed_differently_are_named_with_both_numbers() {
    let entries = offered(BELL_TOWER);
    let changed: Vec<String> = entries
        .iter()
        .filter(|line| !line.starts_with("gains Bellringer"))
        .map(|line| line.replace("3 tokens", "5 tokens").replace("level 1", "level 2"))
        .collect();
    let comparison = compared(&campaign(&changed), BELL_TOWER);
    let expected = [
        GainDifference::Level { campaign: 2, scenario: 1 },
        GainDifference::Amount {
            character: Name::new("Ferryman"),
            of: GainAmount::Tokens,
            campaign: 5,
            scenario: 3,
        },
        GainDifference::Missing { character: Name::new("Bellringer") },
    ];
    assert_eq!(comparison.taken[0].differences, expected);
    assert_eq!(
        comparison.taken[0].differences[1].words(),
        "Ferryman has 5 tokens in the campaign and 3 in the scenario"
    );
}

#[test]
fn gains_taken_from_an_earlier_state_name_its_entry_and_the_changes_since() {
    let goals = BELL_TOWER.find("goal Bellringer").expect("it has a goal");
    let earlier = &BELL_TOWER[..goals];
    let then = scenario::record::read(earlier).record.expect("it can be read").cursor();
    let now = scenario::record::read(BELL_TOWER).record.expect("it can be read").cursor();
    let comparison = compared(&campaign(&offered(earlier)), BELL_TOWER);
    let [taken] = comparison.taken.as_slice() else { panic!("{:?}", comparison.taken) };
    assert_eq!(taken.state, TakenState::Earlier { entry: then, last: now });
    let goal = GainDifference::Amount {
        character: Name::new("Bellringer"),
        of: GainAmount::Checkmarks,
        campaign: 0,
        scenario: 2,
    };
    assert_eq!(taken.differences, [goal]);
    // Taken back in the scenario, the end is not there any more.
    let undone = with_lines(BELL_TOWER, &["undo 6"]);
    let comparison = compared(&campaign(&offered(BELL_TOWER)), &undone);
    assert_eq!(comparison.taken[0].differences, [GainDifference::NotEnded]);
}

#[test]
fn campaign_without_the_check_of_a_scenario_took_no_gains_of_it() {
    let mut entries = offered(BELL_TOWER);
    let (end, _) = entries[0].split_once(", record").expect("it names a check");
    entries[0] = end.to_owned();
    for other in [campaign(&[]), campaign(&entries)] {
        let comparison = compared(&other, BELL_TOWER);
        assert!(comparison.taken.is_empty());
        assert_eq!(comparison.words(), ["the campaign takes no gains of the scenario"]);
    }
    assert_eq!(compare(b"", BELL_TOWER.as_bytes()), None);
    assert_eq!(compare(campaign(&[]).as_bytes(), b"no record"), None);
}

#[test]
fn gains_taken_twice_are_reported() {
    let mut entries = offered(BELL_TOWER);
    let first = entries.clone();
    entries.push("effects: unlock 2".to_owned());
    entries.push("scenario 2: links 1".to_owned());
    entries.push("travel Wolves: 2".to_owned());
    entries.extend(first);
    let comparison = compared(&campaign(&entries), BELL_TOWER);
    assert_eq!(comparison.taken.len(), 2);
    let words = comparison.words();
    let twice = "the campaign takes the gains of the scenario 2 times".to_owned();
    assert!(words.contains(&twice), "{words:?}");
}

#[test]
fn note_in_a_scenario_names_a_state_of_the_campaign_or_of_another() {
    let mut text = campaign(&offered(BELL_TOWER));
    let check = campaign::record::read(&text).check;
    let note = format!("note {}", scenario_note(&Name::new("Wolves"), check));
    let scenario = with_lines(BELL_TOWER, &[&note]);
    let known = compared(&text, &scenario);
    assert_eq!(known.noted[0].campaign_entry, Some(12));
    // The campaign goes on, and that state is still known.
    let line = log_line(check, "note The bell is quiet.");
    write!(text, "{}", line.text).expect("a text has room");
    assert_eq!(compared(&text, &scenario).noted, known.noted);
    assert_eq!(compared(&campaign(&[]), &scenario).noted[0].campaign_entry, None);
    // The note changes no gain, though the record is longer than what was taken.
    assert!(matches!(known.taken[0].state, TakenState::Earlier { .. }));
    assert!(known.taken[0].differences.is_empty());
}

#[test]
fn random_dungeon_brings_its_gains_and_completes_no_scenario() {
    let record = scenario::record::read(DUNGEON).record.expect("an example");
    let check = scenario::record::read(DUNGEON).check;
    let party = Name::new("Wolves");
    let entries =
        entries_of(Roster::named(&party), record.game(), Some(check)).expect("it has ended");
    let lines: Vec<String> = entries.iter().map(print_action).collect();
    assert_eq!(lines.len(), 1, "{lines:#?}");
    let head = format!("effects Wolves: \"a random dungeon is won, record {check:08x}\"");
    assert!(lines[0].starts_with(&head), "{}", lines[0]);
    // The party is in the town, and stays there.
    let game = then(
        &Game::default(),
        "open class Warden
         party Wolves
         character Ferryman: Warden, level 1
         character Bellringer: Warden, level 1
         join Ferryman: Wolves
         join Bellringer: Wolves",
    );
    let after = game.play(&entries[0]).expect("the rules allow it");
    let before = |name: &str| game.campaign().character(&Name::new(name)).cloned();
    for gains in &record.game().summary().expect("it has ended").characters {
        let name = record.game().position().names().figure_name(gains.figure).to_string();
        let of = after.campaign().character(&Name::new(&name)).expect("it is there");
        let was = before(&name).expect("it is there");
        assert_eq!(of.experience, was.experience + gains.total_experience());
        assert_eq!(of.gold, was.gold + gains.gold());
        assert_eq!(of.checkmarks, was.checkmarks + gains.checkmarks.unwrap_or(0));
    }
    let (was, now) = (game.campaign(), after.campaign());
    assert_eq!((now.world.ended, &now.world.scenarios), (was.world.ended, &was.world.scenarios));
    let open = record.game_at(record.cursor() - 2).expect("it had a state before its end");
    assert!(entries_of(Roster::named(&party), &open, None).is_none());
}

#[test]
fn gains_of_a_random_dungeon_are_compared_with_its_record() {
    let loaded = scenario::record::read(DUNGEON);
    let dungeon = loaded.record.expect("an example").game().clone();
    let start = "open class Warden
        party Wolves
        character Ferryman: Warden, level 1
        character Bellringer: Warden, level 1
        join Ferryman: Wolves
        join Bellringer: Wolves";
    let wolves = Name::new("Wolves");
    let entries = entries_of(Roster::named(&wolves), &dungeon, Some(loaded.check));
    let entry = print_action(&entries.expect("it has ended")[0]);
    let taken = |entries: &[&str]| {
        let mut record = new_record();
        for line in start.lines().chain(entries.iter().copied()) {
            let action = parse_action(line.trim()).expect(line);
            record.apply(Change::Play(action)).expect(line);
        }
        compared(&print(&record), DUNGEON)
    };
    assert_eq!(taken(&[&entry]).words(), ["entry 7 takes the gains of Wolves as they are"]);
    // A death in a later dungeon is none of this one.
    let next = "effects Wolves: \"a random dungeon is lost, record 00000001\"";
    let later = [entry.as_str(), "permanent death", next, "death Ferryman"];
    assert_eq!(taken(&later).taken[0].differences, []);
    // More experience for one, and the other end.
    let (before, after) = entry.split_once("experience Ferryman +").expect("it is gained");
    let typed = format!("{before}experience Ferryman +1{after}").replace("is won", "is lost");
    let [taken] = &taken(&[&typed]).taken[..] else { panic!("it is taken once") };
    assert_eq!(taken.state, TakenState::Current);
    let expected = GainDifference::Ending { campaign: Ending::Lost, scenario: Ending::Won };
    assert_eq!(taken.differences[0], expected);
    let [_, GainDifference::Amount { of: GainAmount::Experience, campaign, scenario, .. }] =
        &taken.differences[..]
    else {
        panic!("{:?}", taken.differences)
    };
    assert!(campaign > scenario, "{campaign} {scenario}");
}
