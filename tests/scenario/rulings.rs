//! Checks that every ruling of the engine is named in the answers it decides, and only there.

use scenario::parse;
use scenario::receipt::receipt;
use scenario::record::{Change, new_record};
use scenario_rules::event::Cause;
use scenario_rules::round::TurnStatus;
use scenario_rules::{Game, Ruling};

use crate::support::{CheckAnswer, action_on, position, turn};

/// A table on which a ruling decides, by the kind of decision.
enum Decides {
    /// A turn of Guard 1 that it decides, and one that it does not.
    Turn(&'static str, &'static str),
    /// A table and actions after which it decides the figure in turn.
    Round(&'static str, &'static str),
    /// A table and an action whose receipt cites it.
    Effect(&'static str, &'static str),
}

/// A table on which a Ghost enters the map while the Thief is in turn.
const DOOR: &str =
    "board 7x1\nclosed C1\nnormal Guard 1 at G1\ncharacter Thief at B1, initiative 25
    character Brute at A1, initiative 70\ninitiative Guard: 20";
const OPENED: &str = "done Guard 1\nmove Thief to C1\nnormal Ghost 1 at E1\ninitiative Ghost: 10";

/// A Guard and a character in a passage one hex wide.
const PASSAGE: &str = "board 5x1\nruling corner to corner\ncard Guard: attack
    normal Guard 1 at B1\ncharacter Brute at C1, initiative 30";

/// Returns a table on which a ruling decides. A new ruling needs a table here.
#[expect(clippy::too_many_lines, reason = "one arm for each ruling")]
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
        Ruling::AreaAttack => Decides::Turn(
            "board 4x1\ncard Guard: attack area (0,0,active)|(1,0,target)|(2,0,target)
             normal Guard 1 at A1\ncharacter Brute at B1, initiative 30",
            "board 4x1\ncard Guard: attack area (0,0,active)|(1,0,target)|(2,0,target)
             normal Guard 1 at A1\ncharacter Brute at D1, initiative 30",
        ),
        Ruling::Shields => Decides::Effect(
            "board 2x1\nnormal Guard 1 at A1, hit points 5/5, shield 1, shield 1
             character Brute at B1, initiative 30",
            "attack Brute: on Guard 1, 4, drew +0",
        ),
        Ruling::DeckFaces => Decides::Effect(
            "board 2x1\ndeck Brute: 0 of 1 +0, 0 of 1 x2\nnormal Guard 1 at A1
             character Brute at B1, initiative 30",
            "attack Brute: on Guard 1, 4, drew +0",
        ),
        Ruling::BetterCard => Decides::Effect(
            "board 2x1\nnormal Guard 1 at A1\ncharacter Brute at B1, initiative 30, muddled",
            "attack Brute: on Guard 1, 4, drew +0 +1",
        ),
        Ruling::FirstDrawn => Decides::Effect(
            "board 2x1\nnormal Guard 1 at A1\ncharacter Brute at B1, initiative 30, muddled",
            "attack Brute: on Guard 1, 4, drew +0/stun +1",
        ),
        Ruling::ValueOrder => Decides::Effect(
            "board 2x1\nnormal Guard 1 at A1\ncharacter Brute at B1, initiative 30",
            "attack Brute: on Guard 1, 2 +1 double, drew +0",
        ),
        Ruling::AfterDamage => Decides::Effect(
            "board 2x1\nnormal Guard 1 at A1\ncharacter Brute at B1, initiative 30",
            "attack Brute: on Guard 1, 2 poison, drew +0",
        ),
        Ruling::OwnTurn => Decides::Effect(
            "board 2x1\ncharacter Brute at B1, initiative 30, newly muddled",
            "done Brute",
        ),
        Ruling::MadeElement => {
            Decides::Effect("board 2x1\ncharacter Brute at B1, initiative 30", "make fire")
        }
        Ruling::DroppedToken => Decides::Effect(
            "board 2x1\nnormal Guard 1 at A1, hit points 2/5
             character Brute at B1, initiative 30",
            "suffer Guard 1: 2",
        ),
        Ruling::NoShieldAgainstRetaliate => Decides::Effect(
            "board 2x1\nnormal Guard 1 at A1, hit points 5/5, retaliate 2
             character Brute at B1, initiative 30, hit points 9/9, shield 3",
            "attack Brute: on Guard 1, 2, drew +0",
        ),
    }
}

fn named_in_turn(text: &str) -> Vec<&'static str> {
    turn(text, "Guard 1").rulings.iter().map(|ruling| ruling.ruling).collect()
}

#[test]
fn every_ruling_is_named_only_in_answers_that_it_decides() {
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
                    panic!("{number}: no figure is in turn");
                };
                assert_eq!(named, Some(ruling));
            }
            Decides::Effect(table, action) => {
                let game = played(table, "");
                let action = action_on(game.position(), action);
                let events = game.outcome(&action).expect("it is allowed").report.events;
                let receipt = receipt(game.position().names(), &events);
                assert!(
                    receipt.iter().any(|line| line.cause == Cause::Ruling(ruling)),
                    "{number}: {receipt:?}"
                );
            }
        }
    }
}

#[test]
fn answer_calls_an_invisible_enemy_invisible_by_s8_7_and_g14() {
    let text = "board 4x1\ncard Guard: move 3, attack\nnormal Guard 1 at A1
        character Brute at D1, initiative 30, invisible";
    let answer = turn(text, "Guard 1").to_string();
    let line = "Brute: invisible, so neither focus nor target (ruling G14), range 3, \
                initiative 30; cannot be the focus (S8.7).";
    assert!(answer.contains(line), "{answer}");
    assert!(!answer.contains("no hex to attack it from"), "{answer}");
    assert!(!answer.contains("Enhancing"), "{answer}");
}

#[test]
fn sight_between_adjacent_hexes_by_corners_names_g25_and_others_g4() {
    let by_parts = PASSAGE.replace("ruling corner to corner\n", "");
    let open = "board 5x5\nruling corner to corner";
    for (text, from, to, expected) in [
        (PASSAGE, "B1", "C1", (true, "G25")),
        (PASSAGE, "A1", "C1", (false, "G4")),
        (&by_parts, "B1", "C1", (true, "G4")),
        (open, "C3", "C4", (true, "G4")),
    ] {
        let reply = scenario::sight(text, from, to).expect("both are on the map");
        assert_eq!((reply.in_sight, reply.ruling.ruling), expected);
    }
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

/// Returns the figures in turn, or the hidden initiatives, in one line.
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
fn hidden_set_and_ally_with_the_same_name_are_listed_once() {
    let table = "board 3x1\nnormal Guard 1 at A1\nally Guard at C1, unrevealed";
    let game = Game::new(scenario::parse(table).expect("it is a position"));
    assert_eq!(status(&game), "hidden: Guard");
}

#[test]
fn no_figure_is_in_turn_while_an_initiative_is_hidden() {
    let table = "board 5x1\nnormal Guard 1 at A1\ncharacter Thief at C1, unrevealed
        character Brute at E1, unrevealed\nsummon Rat of Brute at D1
        object Crate at B1, initiative 99";
    assert_eq!(status(&played(table, "initiative Guard: 20")), "hidden: Thief, Brute");
    let one = "initiative Guard: 20\ninitiative Thief: 25";
    assert_eq!(status(&played(table, one)), "hidden: Brute");
    let all = "initiative Guard: 20\ninitiative Thief: 25\ninitiative Brute: 10";
    assert_eq!(status(&played(table, all)), "Rat");
    // A figure that has acted no longer counts; the card of the set is not revealed either.
    let turns = "initiative Thief: 25\ndone Brute";
    assert_eq!(status(&played(table, turns)), "hidden: Guard");
    let over = format!("{all}\ndone Rat\ndone Brute\ndone Guard 1\ndone Thief");
    assert_eq!(status(&played(table, &over)), "round end");
    assert_eq!(status(&played(table, &format!("{over}\nround"))), "hidden: Guard, Thief, Brute");
}

#[test]
fn figure_that_opens_a_door_ends_its_turn_before_the_new_monsters() {
    let table = "board 9x3\nclosed E2\nvoid E1 E3\ncharacter Nightshroud at D2, initiative 25
        character Brute at A1, initiative 70\nnormal Guard 1 at B3\ninitiative Guard: 20";
    let opened = "done Guard 1\nmove Nightshroud to E2";
    assert_eq!(status(&played(table, opened)), "Nightshroud");
    // The new sets have no initiative yet: the turn of the figure that opened the door continues.
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
fn figure_in_turn_ends_it_before_a_spawned_monster_acts() {
    let table = "board 9x1\ncharacter Thief at A1, initiative 25\nnormal Guard 1 at I1
        character Brute at C1, initiative 70\ninitiative Guard: 20";
    let spawned = "normal Ghost 1 at E1\ninitiative Ghost: 10";
    // No figure has acted: the monster may have been forgotten, and acts first.
    assert_eq!(status(&played(table, spawned)), "Ghost 1");
    let started = format!("done Guard 1\n{spawned}");
    assert_eq!(status(&played(table, &started)), "Thief by G16");
    assert_eq!(status(&played(table, &format!("{started}\ndone Thief"))), "Ghost 1 by G16");
    // A figure off the map has no turn to end.
    assert_eq!(status(&played(table, &format!("{started}\nremove Thief"))), "Ghost 1");
}

#[test]
fn players_choose_the_order_of_sets_with_the_same_initiative() {
    let table = "board 9x1\ncharacter Thief at A1, initiative 25\nnormal Guard 1 at I1
        normal Guard 2 at H1\nnormal Ghost 1 at E1\ninitiative Guard: 20\ninitiative Ghost: 20
        card Guard: move 1, attack";
    assert_eq!(status(&played(table, "")), "Ghost 1 or Guard 1 by G10");
    assert_eq!(status(&played(table, "done Guard 1")), "Guard 2");
    assert_eq!(status(&played(table, "done Guard 1\ndone Guard 2")), "Ghost 1");
    // A further attack of its card is carried out before any other figure acts.
    let again = "done Guard 1\ndone Guard 2\nagain Guard 1: attack";
    assert_eq!(status(&played(table, again)), "Guard 1");
}
