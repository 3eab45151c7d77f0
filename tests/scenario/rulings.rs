//! Every ruling that the engine knows is named where it decides something, and only there.

use std::fs;
use std::path::Path;

use scenario::explanation::consequences;
use scenario::parse;
use scenario::record::{Change, new_record};
use scenario_rules::event::{Cause, Event};
use scenario_rules::round::TurnStatus;
use scenario_rules::rulebook::Standing;
use scenario_rules::{Game, Ruling};

use crate::support::{Says, action_on, position, turn};

/// A table on which a ruling decides something.
enum Decides {
    /// It decides a turn of Guard 1 in the first position, and nothing in the second.
    Turn(&'static str, &'static str),
    /// It decides who is in turn after these actions.
    Round(&'static str, &'static str),
    /// It decides what follows from this action.
    Effect(&'static str, &'static str),
    /// It decides only the arithmetic of attacks, which the table does itself.
    Arithmetic,
}

/// Guard 2 and a Ghost come onto the map while the Thief is in turn.
const DOOR: &str =
    "board 7x1\nclosed C1\nnormal Guard 1 at G1\ncharacter Thief at B1, initiative 25
    character Brute at A1, initiative 70\ninitiative Guard: 20";
const OPENED: &str = "done Guard 1\nmove Thief to C1\nnormal Ghost 1 at E1\ninitiative Ghost: 10";

/// A Guard with two characters at its sides, in a passage one hex wide.
const PASSAGE: &str = "board 5x1\nruling corner to corner\ncard Guard: attack
    normal Guard 1 at B1\ncharacter Brute at C1, initiative 30";

/// Returns where a ruling decides. A new ruling needs a table here.
const fn decides(ruling: Ruling) -> Decides {
    match ruling {
        Ruling::FewestNegatives => Decides::Turn(
            "board 5x3\nvoid A3 B3 C2 D3 E2 E3\ntrap B1 C1 C3\ncard Guard: move 9, attack
             normal Guard 1 at A1\ncharacter Brute at E1, initiative 30",
            "board 5x1\ntrap C1\ncard Guard: move 9, attack
             normal Guard 1 at A1\ncharacter Brute at E1, initiative 30",
        ),
        Ruling::NearerFirst => Decides::Turn(
            "board 5x1\ncard Guard: attack range 3\nnormal Guard 1 at A1
             character Brute at B1, initiative 30\ncharacter Mage at C1, initiative 20",
            "board 5x1\ncard Guard: attack range 3\nnormal Guard 1 at A1
             character Brute at B1, initiative 20\ncharacter Mage at C1, initiative 30",
        ),
        Ruling::BestHex => Decides::Turn(
            "board 6x4\ncard Guard: move 2, attack range 3\nnormal Guard 1 at C3, muddled
             character Brute at C2, initiative 40",
            "board 4x1\ncard Guard: move 3, attack\nnormal Guard 1 at A1
             character Brute at D1, initiative 30",
        ),
        Ruling::AnyPart => Decides::Turn(
            "board 5x1\ncard Guard: attack range 3\nnormal Guard 1 at A1
             character Brute at C1, initiative 30",
            "board 5x1\ncard Guard: attack range 3\nnormal Guard 1 at A1
             character Brute at B1, initiative 30",
        ),
        Ruling::AcrossWalls => Decides::Turn(
            "board 4x1\nwall A1-B1\ncard Guard: move 3, attack\nnormal Guard 1 at A1
             character Brute at B1, initiative 30",
            "board 4x1\ncard Guard: move 3, attack\nnormal Guard 1 at A1
             character Brute at B1, initiative 30",
        ),
        Ruling::SprungTraps => Decides::Turn(
            "board 4x1\nlevel 1\nhazardous B1\ncard Guard: move 3, attack\nnormal Guard 1 at A1
             character Brute at D1, initiative 30",
            "board 4x1\nlevel 1\ntrap D1\ncard Guard: move 3, attack\nnormal Guard 1 at A1
             character Brute at C1, initiative 30",
        ),
        Ruling::JumpAndFly => Decides::Turn(
            "board 4x1\nobstacle B1\ncard Guard: move 3 jump, attack\nnormal Guard 1 at A1
             character Brute at D1, initiative 30",
            "board 4x1\ncard Guard: move 3 jump, attack\nnormal Guard 1 at A1
             character Brute at D1, initiative 30",
        ),
        Ruling::DifficultTerrain => Decides::Turn(
            "board 4x1\ndifficult B1\ncard Guard: move 3, attack\nnormal Guard 1 at A1
             character Brute at D1, initiative 30",
            "board 4x1\ncard Guard: move 3, attack\nnormal Guard 1 at A1
             character Brute at D1, initiative 30",
        ),
        Ruling::EqualInitiative => Decides::Turn(
            "board 3x1\ncard Guard: attack\nnormal Guard 1 at B1
             character Brute at A1, initiative 30/40\ncharacter Mage at C1, initiative 30/40",
            "board 3x1\ncard Guard: attack\nnormal Guard 1 at B1
             character Brute at A1, initiative 30/40\ncharacter Mage at C1, initiative 30/41",
        ),
        Ruling::Unseen => Decides::Turn(
            "board 4x1\ncard Guard: move 3, attack\nnormal Guard 1 at A1
             character Brute at D1, initiative 30, invisible",
            "board 4x1\ncard Guard: move 3, attack\nnormal Guard 1 at A1
             character Brute at D1, initiative 30",
        ),
        Ruling::RevealedRoom => Decides::Round(DOOR, OPENED),
        Ruling::AdjacentSight => Decides::Turn(
            PASSAGE,
            "board 5x5\nruling corner to corner\ncard Guard: attack\nnormal Guard 1 at C3
             character Brute at C2, initiative 30",
        ),
        Ruling::FurtherAttack => Decides::Turn(
            "board 5x3\ncard Guard: move 2, attack\nagain Guard 1: attack\nattacked Brute
             normal Guard 1 at C2\ncharacter Brute at C1, initiative 10
             character Tinkerer at D2, initiative 60",
            "board 5x3\ncard Guard: move 2, attack\nnormal Guard 1 at C2
             character Brute at C1, initiative 10\ncharacter Tinkerer at D2, initiative 60",
        ),
        Ruling::FlyingLost => Decides::Effect(
            "board 5x2\nobstacle C1\nlevel 1\nnormal Bat 1 at C1, flying, hit points 9/9
             character Brute at A1, initiative 20",
            "walking Bat 1 to B1",
        ),
        Ruling::Shields | Ruling::BetterCard | Ruling::NoShieldAgainstRetaliate => {
            Decides::Arithmetic
        }
    }
}

fn named_in_turn(text: &str) -> Vec<&'static str> {
    turn(text, "Guard 1").rulings.iter().map(|ruling| ruling.ruling).collect()
}

#[test]
fn every_ruling_is_named_where_it_decides_and_not_where_it_does_not() {
    for ruling in Ruling::ALL {
        let number = ruling.number();
        match decides(ruling) {
            Decides::Turn(decided, open) => {
                let reply = turn(decided, "Guard 1");
                assert!(named_in_turn(decided).contains(&number), "{number}\n{reply}");
                let switches = position(decided).switches();
                assert!(reply.to_string().contains(&ruling.cited(switches)), "{number}\n{reply}");
                assert!(!named_in_turn(open).contains(&number), "{number}\n{open}");
            }
            Decides::Round(table, actions) => {
                let game = played(table, actions);
                let TurnStatus::Turn { ruling: named, .. } = game.turn_status() else {
                    panic!("{number}: nobody is in turn");
                };
                assert_eq!(named, Some(ruling));
            }
            Decides::Effect(table, action) => {
                let game = played(table, "");
                let action = action_on(game.position(), action);
                let events = game.outcome(&action).expect("it is allowed").report.events;
                let said = consequences(game.position(), &events);
                assert!(said.iter().any(|said| said.contains(number)), "{number}: {said:?}");
                let is_cause = |event: &Event| event.cause == Cause::Ruling(ruling);
                assert!(events.iter().any(is_cause), "{number}: {events:?}");
            }
            Decides::Arithmetic => assert!(ruling.default_standing() != Standing::Letter),
        }
    }
}

#[test]
fn the_arithmetic_of_attacks_is_on_no_screen_and_in_no_verb() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let crates = fs::read_dir(&source).expect("the folder can be read").flatten();
    let screens = crates.map(|entry| entry.path()).filter(|path| {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        name.starts_with("ui-") || ["app", "cli", "report"].contains(&name)
    });
    let mut folders: Vec<_> = screens.collect();
    assert!(folders.len() > 8, "{folders:?}");
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("the folder can be read") {
            let path = entry.expect("the entry can be read").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "rs") {
                let text = fs::read_to_string(&path).expect("the source can be read");
                let asks = text.contains("scenario::attack");
                assert!(!asks, "{}: name G9, G11 and G15 where they decide", path.display());
            }
        }
    }
}

#[test]
fn an_invisible_enemy_is_said_to_be_invisible_by_s8_7_and_g14() {
    let text = "board 4x1\ncard Guard: move 3, attack\nnormal Guard 1 at A1
        character Brute at D1, initiative 30, invisible";
    let said = turn(text, "Guard 1").to_string();
    let line = "The Brute: invisible, so neither focus nor target (ruling G14), range 3, \
                initiative 30; not the focus by rule S8.7 (\"Monster Focus\").";
    assert!(said.contains(line), "{said}");
    assert!(!said.contains("no hex to attack it from"), "{said}");
    assert!(!said.contains("Enhancing"), "{said}");
}

#[test]
fn adjacent_sight_by_corners_names_g25_and_any_other_sight_g4() {
    let asked = |text: &str, from: &str, to: &str| {
        let reply = scenario::sight(text, from, to).expect("both are on the map");
        (reply.in_sight, reply.ruling.ruling)
    };
    assert_eq!(asked(PASSAGE, "B1", "C1"), (true, "G25"));
    assert_eq!(asked(PASSAGE, "A1", "C1"), (false, "G4"));
    let by_parts = PASSAGE.replace("ruling corner to corner\n", "");
    assert_eq!(asked(&by_parts, "B1", "C1"), (true, "G4"));
    let open = "board 5x5\nruling corner to corner";
    assert_eq!(asked(open, "C3", "C4"), (true, "G4"));
    turn(PASSAGE, "Guard 1").focuses("Brute").by_rulings("G25");
    turn(&by_parts, "Guard 1").focuses("Brute").by_rulings("");
}

fn played(table: &str, actions: &str) -> Game {
    let mut record = new_record(parse(table).expect("it is a position"));
    for line in actions.lines().map(str::trim) {
        let action = action_on(record.game().position(), line);
        record.apply(Change::play(action)).unwrap_or_else(|error| panic!("{line}: {error:?}"));
    }
    record.game().clone()
}

/// Returns who is in turn, or what is pending, in a line.
fn status(game: &Game) -> String {
    match game.turn_status() {
        TurnStatus::Turn { figures, ruling } => {
            let name = |id| game.position().figure(id).to_string();
            let names: Vec<String> = figures.into_iter().map(name).collect();
            let by = ruling.map(|ruling| format!(" by {}", ruling.number()));
            names.join(" or ") + &by.unwrap_or_default()
        }
        TurnStatus::Initiatives(hidden) => {
            let names = hidden.into_iter().map(|of| game.position().names().name(of).to_string());
            format!("hidden: {}", names.collect::<Vec<_>>().join(", "))
        }
        TurnStatus::RoundEnd => "round end".to_owned(),
    }
}

#[test]
fn a_set_and_an_ally_of_one_name_are_listed_once_while_both_are_hidden() {
    let table = "board 3x1\nnormal Guard 1 at A1\nally Guard at C1, unrevealed";
    let game = Game::new(scenario::parse(table).expect("it is a position"));
    assert_eq!(status(&game), "hidden: Guard");
}

#[test]
fn nobody_is_in_turn_while_an_initiative_is_hidden() {
    let table = "board 5x1\nnormal Guard 1 at A1\ncharacter Thief at C1, unrevealed
        character Brute at E1, unrevealed\nsummon Rat of Brute at D1
        object Crate at B1, initiative 99";
    assert_eq!(status(&played(table, "initiative Guard: 20")), "hidden: Thief, Brute");
    let one = "initiative Guard: 20\ninitiative Thief: 25";
    assert_eq!(status(&played(table, one)), "hidden: Brute");
    let all = "initiative Guard: 20\ninitiative Thief: 25\ninitiative Brute: 10";
    assert_eq!(status(&played(table, all)), "Rat");
    // Who has had a turn counts no more; the set is not turned over either.
    let turns = "initiative Thief: 25\ndone Brute";
    assert_eq!(status(&played(table, turns)), "hidden: Guard");
    let over = format!("{all}\ndone Rat\ndone Brute\ndone Guard 1\ndone Thief");
    assert_eq!(status(&played(table, &over)), "round end");
    assert_eq!(status(&played(table, &format!("{over}\nround"))), "hidden: Guard, Thief, Brute");
}

#[test]
fn whoever_opens_a_door_finishes_its_turn_before_the_monsters_of_the_new_room() {
    let table = "board 9x3\nclosed E2\nvoid E1 E3\ncharacter Nightshroud at D2, initiative 25
        character Brute at A1, initiative 70\nnormal Guard 1 at B3\ninitiative Guard: 20";
    let opened = "done Guard 1\nmove Nightshroud to E2";
    assert_eq!(status(&played(table, opened)), "Nightshroud");
    // The new sets have no initiative yet: the turn of the opener goes on.
    let room = format!(
        "{opened}\nnormal Wind 1 at G1\nnormal Frost 1 at G2\nelite Frost 2 at H3
        normal Avatar 1 at H1\nnormal Guard 2 at I2"
    );
    assert_eq!(status(&played(table, &room)), "Nightshroud by G16");
    let revealed =
        format!("{room}\ninitiative Wind: 21\ninitiative Frost: 18\ninitiative Avatar: 19");
    assert_eq!(status(&played(table, &revealed)), "Nightshroud by G16");
    let mut actions = format!("{revealed}\ndone Nightshroud");
    for (next, name) in [
        ("Frost 2 by G16", "Frost 2"),
        ("Frost 1 by G16", "Frost 1"),
        ("Avatar 1 by G16", "Avatar 1"),
        ("Guard 2 by G16", "Guard 2"),
        ("Wind 1 by G16", "Wind 1"),
        ("Brute", "Brute"),
    ] {
        assert_eq!(status(&played(table, &actions)), next);
        actions = format!("{actions}\ndone {name}");
    }
    assert_eq!(status(&played(table, &actions)), "round end");
}

#[test]
fn whoever_is_in_turn_finishes_it_when_a_monster_is_spawned() {
    let table = "board 9x1\ncharacter Thief at A1, initiative 25\nnormal Guard 1 at I1
        character Brute at C1, initiative 70\ninitiative Guard: 20";
    let spawned = "normal Ghost 1 at E1\ninitiative Ghost: 10";
    // Nobody has acted: it may have been forgotten, and comes first.
    assert_eq!(status(&played(table, spawned)), "Ghost 1");
    let begun = format!("done Guard 1\n{spawned}");
    assert_eq!(status(&played(table, &begun)), "Thief by G16");
    assert_eq!(status(&played(table, &format!("{begun}\ndone Thief"))), "Ghost 1 by G16");
    // Off the map, it finishes nothing.
    assert_eq!(status(&played(table, &format!("{begun}\nremove Thief"))), "Ghost 1");
}

#[test]
fn sets_with_the_same_initiative_are_in_turn_as_the_players_choose_one_after_the_other() {
    let table = "board 9x1\ncharacter Thief at A1, initiative 25\nnormal Guard 1 at I1
        normal Guard 2 at H1\nnormal Ghost 1 at E1\ninitiative Guard: 20\ninitiative Ghost: 20
        card Guard: move 1, attack";
    assert_eq!(status(&played(table, "")), "Ghost 1 or Guard 1 by G10");
    assert_eq!(status(&played(table, "done Guard 1")), "Guard 2");
    assert_eq!(status(&played(table, "done Guard 1\ndone Guard 2")), "Ghost 1");
    // A further attack of its card is carried out before anybody else acts.
    let again = "done Guard 1\ndone Guard 2\nagain Guard 1: attack";
    assert_eq!(status(&played(table, again)), "Guard 1");
}
