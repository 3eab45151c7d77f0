//! A game and its record: the effects and refusals of actions, and records that read back as
//! written, even when damaged.

use scenario::action::{parse_action, print_action};
use scenario::parse;
use scenario::record::{
    self, Change, ChangeError, EntryError, Record, action_text, new_record, played_actions,
    preview, print, read,
};
use scenario::refusal::{reason_text, refusal_text, remedy};
use scenario_rules::action::Action;
use scenario_rules::figure::{Figure, FigureKind, Rank};
use scenario_rules::round::TurnStatus;
use scenario_rules::{Game, Hex, Illegal};

use crate::support::action_on;

const TABLE: &str = "board 7x5
obstacle D2
trap C4
closed G3
level 1
card Guard: move 2, attack
initiative Guard: 50
character Brute at A1, initiative 30
character Tinkerer at A5, initiative 60
normal Guard 3 at E3, hit points 6/6
elite Guard 1 at F5, hit points 9/9";

fn record() -> Record {
    new_record(parse(TABLE).expect("it is a position"))
}

#[track_caller]
fn action(record: &Record, text: &str) -> Action {
    action_on(record.game().position(), text)
}

#[track_caller]
fn play(record: &mut Record, lines: &str) {
    for line in lines.lines().map(str::trim) {
        let action = action(record, line);
        assert_eq!(action_text(record, &action), line, "it is written as it was read");
        record.apply(Change::play(action)).unwrap_or_else(|error| panic!("{line}: {error:?}"));
    }
}

#[track_caller]
fn refused(record: &mut Record, line: &str) -> Illegal {
    let before = record.game().clone();
    let action = action(record, line);
    let Err(ChangeError::Refused(refusal)) = record.apply(Change::play(action)) else {
        panic!("{line} is accepted");
    };
    assert_eq!(*record.game(), before, "a refusal leaves the game unchanged");
    refusal.reasons.into_iter().next().expect("a refusal has a reason")
}

/// Returns the text of the position on the table.
fn table(game: &Game) -> String {
    scenario::print(game.position())
}

#[test]
fn every_kind_of_action_prints_as_the_text_it_was_parsed_from() {
    let mut record = record();
    play(
        &mut record,
        "obstacle B2 B3
        open B3
        void A3
        wall E1-E2 E1-F1
        no wall E1-E2
        summon Rat of Brute at B1, flying
        object Crate at G1, with monsters, initiative 99
        ally Guide 1 at G5, initiative 40
        move Brute to C1
        hit points Guard 3: 2/6
        gain Guard 3: muddled
        lose Guard 3: muddled
        flying Guard 3
        walking Guard 3
        card Guard: attack range 2, move 1
        card elite Guard: move 1, attack range 3 targets 2
        card Rat: nothing
        initiative Brute: 12/77
        initiative Tinkerer: resting
        initiative Guide 1: unrevealed
        initiative Guard: 7
        sets always 50
        sets by their cards
        level 3
        ruling nearer first
        no ruling nearer first
        ruling hazardous 4
        done Brute
        overrule Guard 3: to D4, attacks Tinkerer, because the table forgot the trap, twice
        note \"Done\", said the Brute: 3/4 # of it.
        remove Crate
        round",
    );
    assert_eq!(record.game().round(), 2);
    let text = print(&record);
    let loaded = read(&text);
    assert_eq!((loaded.error, loaded.warnings), (None, Vec::new()));
    assert_eq!(loaded.record.expect("it can be read").game(), record.game());
}

#[test]
fn turn_is_accepted_only_as_the_rules_require_unless_overruled() {
    let mut record = record();
    let answer = record.game().position();
    let guard = answer.find("Guard 3").expect("it is there");
    let answer = answer.turn(guard).expect("it can be told");
    let end = answer.ends.first().expect("it has a way").hex;
    let other = refused(&mut record, "turn Guard 3: to G5");
    assert!(matches!(other, Illegal::OtherEnd { .. }), "{other:?}");
    let targets = refused(&mut record, &format!("turn Guard 3: to {end}, attacks Brute"));
    assert!(matches!(targets, Illegal::OtherTargets { .. }), "{targets:?}");
    play(&mut record, &format!("turn Guard 3: to {end}"));
    let game = record.game();
    assert!(game.has_acted(guard));
    assert_eq!(game.position().figure(guard).hex, end);
    let again = refused(&mut record, &format!("turn Guard 3: to {end}"));
    assert_eq!(again, Illegal::HasActed { figure: guard });
    // The table is always right.
    play(&mut record, "overrule Guard 3: to G5, attacks Brute, because it has two turns");
}

#[test]
fn every_end_hex_of_an_answer_is_accepted_as_a_turn() {
    let record = record();
    let game = record.game();
    for monster in game.to_act() {
        let answer = game.position().turn(monster).expect("it can be told");
        assert!(!answer.ends.is_empty());
        for end in &answer.ends {
            let chosen: Vec<_> = end
                .choice
                .iter()
                .flat_map(|choice| choice.from.iter().copied().take(choice.count))
                .collect();
            let turn = answer.play(end, &chosen);
            assert!(game.play(&Action::Turn(turn.clone())).is_ok(), "{turn:?}");
        }
    }
}

/// Two archers facing three enemies; the nearest acts last.
const ARCHERS: &str = "board 7x2
card Archer: attack range 4
initiative Archer: 50
character Brute at B1, initiative 30
character Tinkerer at C1, initiative 20
character Mindthief at D1, initiative 10
normal Archer 1 at A1
normal Archer 2 at A2";

/// Returns a record of the archers with the ruling that a further attack has another target.
fn by_the_letter() -> Record {
    new_record(parse(&format!("{ARCHERS}\nruling other target")).expect("it is a position"))
}

#[test]
fn rule_s8_14_recorded_further_attack_has_the_same_target_until_it_dies() {
    let mut record = new_record(parse(ARCHERS).expect("it is a position"));
    play(
        &mut record,
        "turn Archer 1: to A1, attacks Mindthief
         again Archer 1: attack range 3",
    );
    assert_eq!(foci_of(&record, "Archer 1"), ["Mindthief"]);
    assert_eq!(foci_of(&record, "Archer 2"), ["Mindthief"]);
    let text = table(record.game());
    assert!(text.ends_with("again Archer 1: attack range 3\nattacked Mindthief\n"), "{text}");
    let other = refused(&mut record, "turn Archer 1: to A1, attacks Tinkerer");
    assert!(matches!(other, Illegal::OtherTargets { .. }), "{other:?}");
    play(
        &mut record,
        "turn Archer 1: to A1, attacks Mindthief
         hit points Mindthief: 0/9
         again Archer 1: attack range 3",
    );
    assert_eq!(foci_of(&record, "Archer 1"), ["Tinkerer"], "a new focus");
    play(
        &mut record,
        "turn Archer 1: to A1, attacks Tinkerer
         again Archer 1: attack",
    );
    assert_eq!(
        foci_of(&record, "Archer 1"),
        ["Tinkerer"],
        "of the attack before, not of the first"
    );
}

#[test]
fn rule_s8_14_ruling_switched_before_a_further_attack_applies_to_it() {
    let mut record = new_record(parse(ARCHERS).expect("it is a position"));
    play(
        &mut record,
        "turn Archer 1: to A1, attacks Mindthief
         again Archer 1: attack range 3
         turn Archer 1: to A1, attacks Mindthief
         again Archer 1: attack range 3
         ruling other target",
    );
    assert_eq!(foci_of(&record, "Archer 1"), ["Tinkerer"]);
    play(&mut record, "no ruling other target");
    assert_eq!(foci_of(&record, "Archer 1"), ["Mindthief"]);
}

/// Returns the foci of a monster.
fn foci_of(record: &Record, monster: &str) -> Vec<String> {
    let position = record.game().position();
    let id = position.find(monster).expect("it is on the map");
    let answer = position.turn(id).expect("it can be told");
    answer.foci.iter().map(|&focus| position.figure(focus).to_string()).collect()
}

#[test]
fn rule_s8_14_by_the_letter_each_further_attack_has_another_target() {
    let mut record = by_the_letter();
    let none = refused(&mut record, "again Archer 1: attack");
    assert!(matches!(none, Illegal::NotActed { .. }), "{none:?}");
    play(
        &mut record,
        "turn Archer 1: to A1, attacks Mindthief
         again Archer 1: attack range 3",
    );
    assert_eq!(foci_of(&record, "Archer 1"), ["Tinkerer"]);
    assert_eq!(foci_of(&record, "Archer 2"), ["Mindthief"]);
    let text = table(record.game());
    assert!(text.ends_with("again Archer 1: attack range 3\nattacked Mindthief\n"), "{text}");
    let again = parse(&text).expect("it reads back");
    assert_eq!(again, *record.game().position());

    // A third attack excludes the targets of the first two.
    play(
        &mut record,
        "turn Archer 1: to A1, attacks Tinkerer
         again Archer 1: attack",
    );
    assert_eq!(foci_of(&record, "Archer 1"), ["Brute"]);
    play(&mut record, "turn Archer 1: to A1, attacks Brute");
    assert!(!table(record.game()).contains("attacked"), "{}", table(record.game()));
    assert_eq!(foci_of(&record, "Archer 1"), ["Mindthief"], "of its card, next round");
}

/// Returns a record of the archers in which Archer 1 has a further attack.
fn with_further_attack() -> Record {
    let mut record = by_the_letter();
    play(
        &mut record,
        "turn Archer 1: to A1, attacks Mindthief
         again Archer 1: attack range 3",
    );
    record
}

#[test]
fn rule_s8_14_ended_further_attack_leaves_no_trace_on_the_table() {
    for line in ["round", "remove Archer 1", "turn Archer 1: to A1, attacks Tinkerer"] {
        let mut record = with_further_attack();
        play(&mut record, line);
        let text = table(record.game());
        assert!(!text.contains("again") && !text.contains("attacked"), "{line}: {text}");
    }
    // Its target may have left by then, and another figure may enter under a reused name.
    let mut record = with_further_attack();
    play(&mut record, "remove Mindthief\nremove Archer 2\nnormal Archer 2 at E1");
    assert_eq!(foci_of(&record, "Archer 1"), ["Tinkerer"]);
    // Another monster continues instead: the pending attack of the first is dropped.
    let mut record = with_further_attack();
    play(
        &mut record,
        "turn Archer 2: to A2, attacks Mindthief
         again Archer 2: attack range 4",
    );
    assert_eq!(foci_of(&record, "Archer 2"), ["Tinkerer"]);
    assert_eq!(foci_of(&record, "Archer 1"), ["Mindthief"]);
    let gone = refused(&mut record, "turn Archer 1: to A1, attacks Mindthief");
    assert!(matches!(gone, Illegal::HasActed { .. }), "{gone:?}");
}

#[test]
fn only_figures_that_act_as_monsters_get_a_further_attack() {
    let mut record = new_record(parse(ARCHERS).expect("it is a position"));
    play(&mut record, "done Brute");
    let why = refused(&mut record, "again Brute: attack");
    assert!(matches!(why, Illegal::NotAMonster { .. }), "{why:?}");
    for (line, place) in [
        ("again Brute: attack", "line 9, column 7"),
        ("again Nobody: attack", "line 9, column 7"),
        ("again Archer 1: attack range 99", "line 9"),
        ("again elite Archer 1: attack", "line 9"),
    ] {
        let error = parse(&format!("{ARCHERS}\n{line}")).expect_err(line).to_string();
        assert!(error.contains(place), "{line}: {error}");
    }
}

#[test]
fn turn_must_choose_each_open_target_once_and_the_right_number() {
    let text = "board 5x5
        card Archer: attack range 3 targets 2
        normal Archer 1 at C3
        initiative Archer: 20
        character Brute at C1, initiative 10
        character Mage at A3, initiative 30
        character Thief at E3, initiative 30";
    let mut record = new_record(parse(text).expect("it is a position"));
    for wrong in ["", ", Mage, Thief", ", Brute"] {
        let line = format!("turn Archer 1: to C3, attacks Brute{wrong}");
        let why = refused(&mut record, &line);
        assert!(matches!(why, Illegal::OtherTargets { .. }), "{line}: {why:?}");
    }
    play(&mut record, "turn Archer 1: to C3, attacks Brute, Thief");
}

#[test]
fn monster_without_a_focus_stays_and_ends_its_turn() {
    let text = "board 3x1\ncard Guard: move 2, attack\nnormal Guard 1 at A1\nvoid B1\n\
                initiative Guard: 20\ncharacter Brute at C1, initiative 10";
    let mut record = new_record(parse(text).expect("it is a position"));
    assert!(matches!(refused(&mut record, "turn Guard 1: to C1"), Illegal::OtherEnd { .. }));
    let attack = refused(&mut record, "turn Guard 1: to A1, attacks Brute");
    assert!(matches!(attack, Illegal::OtherTargets { .. }));
    play(&mut record, "turn Guard 1: to A1");
    assert!(record.game().to_act().is_empty());
}

#[test]
fn characters_open_doors_and_spring_traps_by_moving() {
    let mut record = record();
    play(&mut record, "move Brute to G3\nmove Tinkerer to C4");
    let text = table(record.game());
    assert!(text.contains("door G3") && !text.contains("closed"), "{text}");
    assert!(!text.contains("trap"), "{text}");
    let mut flies = self::record();
    play(&mut flies, "flying Tinkerer\nmove Tinkerer to C4");
    assert!(table(flies.game()).contains("trap C4"));
    // A monster opens no door.
    assert!(matches!(
        refused(&mut self::record(), "move Guard 3 to G3"),
        Illegal::CannotStand { .. }
    ));
}

/// Returns the consequences of the latest entry, in words.
fn effects(record: &Record) -> Vec<String> {
    record::consequences(record, record.cursor())
}

const TRAPS: &str = "board 7x2
trap C1 D1
hazardous E1
obstacle G1
level 2
card Guard: move 2, attack
initiative Guard: 50
character Brute at A1, initiative 30, hit points 6/10
normal Guard 1 at F1, hit points 5/5
normal Bat 1 at G1, flying, hit points 9/9";

#[test]
fn rule_s6_3_e43_walking_figure_suffers_traps_and_hazards_but_flying_not() {
    let mut record = new_record(parse(TRAPS).expect("it is a position"));
    play(&mut record, "move Brute to C1");
    let suffered = "Brute springs the trap in C1 and suffers 4 damage (S6.3): 2 of 10 hit \
                    points are left.";
    assert_eq!(effects(&record), [suffered]);
    let text = table(record.game());
    assert!(
        text.contains("trap D1\n") && text.contains("Brute at C1, initiative 30, hit points 2/10")
    );
    play(&mut record, "move Bat 1 to D1\nmove Guard 1 to E1");
    let hurt = "Guard 1 is in the hazardous terrain in E1 and suffers 2 damage (S6.3): 3 of 5 hit \
                points are left.";
    assert_eq!(effects(&record), [hurt]);
    let text = table(record.game());
    assert!(text.contains("trap D1\n") && text.contains("hazardous E1\n"), "{text}");
    assert!(text.contains("Bat 1 at D1, flying, hit points 9/9"), "{text}");
    // Staying is not entering; coming back is.
    play(&mut record, "overrule Guard 1: to E1, because it was held");
    assert_eq!(effects(&record), [""; 0]);
    play(&mut record, "move Guard 1 to F1\nmove Guard 1 to E1");
    assert!(table(record.game()).contains("Guard 1 at E1, hit points 1/5"));
}

#[test]
fn rule_s6_3_monster_suffers_every_trap_on_its_path() {
    let mut record = new_record(
        parse(
            "board 6x1
        trap B1 C1
        level 1
        card Guard: move 4, attack
        initiative Guard: 20
        normal Guard 1 at A1, hit points 9/9
        character Brute at E1, initiative 30",
        )
        .expect("it is a position"),
    );
    play(&mut record, "turn Guard 1: to D1, attacks Brute");
    assert_eq!(effects(&record).len(), 2);
    let text = table(record.game());
    assert!(!text.contains("trap") && text.contains("Guard 1 at D1, hit points 3/9"), "{text}");
}

#[test]
fn rule_s6_3_unknown_trap_damage_or_hit_points_are_stated_not_guessed() {
    let unknown = TRAPS.replace("level 2\n", "");
    let mut record = new_record(parse(&unknown).expect("it is a position"));
    play(&mut record, "move Brute to C1");
    let effect = "Brute springs the trap in C1 (S6.3); the damage depends on the level of the \
                scenario, which is unknown.";
    assert_eq!(effects(&record), [effect]);
    assert!(table(record.game()).contains("hit points 6/10"));
    let uncounted = TRAPS.replace(", hit points 6/10", "");
    let mut record = new_record(parse(&uncounted).expect("it is a position"));
    play(&mut record, "move Brute to C1");
    let effect = "Brute springs the trap in C1 and suffers 4 damage (S6.3); its hit points are \
                not counted.";
    assert_eq!(effects(&record), [effect]);
}

#[test]
fn rule_s7_4_figure_killed_by_a_trap_leaves_the_map_without_attacking() {
    let mut record = new_record(parse(TRAPS).expect("it is a position"));
    play(&mut record, "summon Rat of Brute at B1\nmove Brute to C1\nmove Brute to D1");
    assert!(
        effects(&record)[0].ends_with("suffers 4 damage (S6.3): it leaves the map (S7.4, S7.7).")
    );
    let names: Vec<String> =
        record.game().position().figures().iter().map(ToString::to_string).collect();
    assert_eq!(names, ["Guard 1", "Bat 1"]);
    let text = "board 6x1
        trap C1
        level 2
        card Guard: move 4, attack
        initiative Guard: 20
        normal Guard 1 at A1, hit points 4/9
        character Brute at E1, initiative 30";
    let mut record = new_record(parse(text).expect("it is a position"));
    let reply = scenario::monster(text, "Guard 1").expect("it has an answer");
    assert!(
        reply.to_string().contains(
            "and attacks nobody. It springs the trap in C1: 4 damage (S6.3). It dies there (S7.4)."
        ),
        "{reply}"
    );
    play(&mut record, "turn Guard 1: to D1");
    assert_eq!(record.game().position().figures().len(), 1);
}

#[test]
fn landing_on_an_obstacle_hurts_and_moves_to_the_nearest_empty_hex() {
    let mut record = new_record(parse(TRAPS).expect("it is a position"));
    // Of the hexes adjacent to G1 the Guard occupies F1.
    let why = refused(&mut record, "walking Bat 1 to A2");
    let Illegal::OtherLanding { nearest, .. } = &why else { panic!("{why:?}") };
    let nearest: Vec<String> = nearest.iter().map(ToString::to_string).collect();
    assert_eq!(nearest, ["G2"]);
    play(&mut record, "walking Bat 1");
    let effect = "Bat 1 comes down on the obstacle in G1 and suffers 4 damage (G29): 5 of 9 hit \
                points are left; it is put in G2, the nearest empty hex.";
    assert_eq!(effects(&record), [effect]);
    assert!(table(record.game()).contains("Bat 1 at G2, hit points 5/9"));
    // Among several nearest hexes the players choose.
    let mut record =
        new_record(parse(&TRAPS.replace("Guard 1 at F1", "Guard 1 at A2")).expect("a position"));
    let why = refused(&mut record, "walking Bat 1");
    let names = record.game().position().names();
    assert_eq!(reason_text(names, &why), "Bat 1 may come down in F1 or G2");
    assert_eq!(remedy(names, &why).as_deref(), Some("write \"walking Bat 1 to F1\""));
    play(&mut record, "walking Bat 1 to F1");
    assert!(table(record.game()).contains("Bat 1 at F1, hit points 5/9"));
}

/// Returns a record with a flying bat above a hex.
fn bat_above(hex: &str) -> Record {
    let text = TRAPS.replace("Bat 1 at G1", &format!("Bat 1 at {hex}"));
    new_record(parse(&text).expect("it is a position"))
}

#[test]
fn landing_on_a_trap_springs_it_and_on_hazardous_terrain_hurts() {
    let mut record = bat_above("D1");
    play(&mut record, "walking Bat 1");
    let text = table(record.game());
    assert!(text.contains("trap C1\n") && text.contains("Bat 1 at D1, hit points 5/9"), "{text}");
    let mut record = bat_above("E1");
    play(&mut record, "walking Bat 1");
    let text = table(record.game());
    assert!(
        text.contains("hazardous E1") && text.contains("Bat 1 at E1, hit points 7/9"),
        "{text}"
    );
    let mut record = bat_above("B2");
    play(&mut record, "walking Bat 1");
    assert_eq!(effects(&record), [""; 0]);
    // A figure that already walks does not land again.
    let mut record = bat_above("D1");
    play(&mut record, "walking Bat 1\nwalking Bat 1");
    assert!(table(record.game()).contains("Bat 1 at D1, hit points 5/9"));
}

#[test]
fn figure_without_hit_points_leaves_with_its_summons() {
    let mut record = record();
    play(
        &mut record,
        "summon Rat of Brute at B1
        hit points Guard 3: 0/6
        hit points Brute: 0/10",
    );
    let names: Vec<String> =
        record.game().position().figures().iter().map(ToString::to_string).collect();
    assert_eq!(names, ["Tinkerer", "Guard 1"]);
}

#[test]
fn new_round_hides_initiatives_unless_sets_always_have_one() {
    let mut record = record();
    play(&mut record, "round");
    let TurnStatus::Initiatives(hidden) = record.game().turn_status() else {
        panic!("a figure is in turn");
    };
    assert_eq!(hidden.len(), 3);
    play(&mut record, "sets always 50\nround\nnormal Bandit 1 at C1");
    let text = table(record.game());
    assert!(text.contains("initiative Guard: 50") && text.contains("initiative Bandit: 50"));
    assert!(text.contains("Brute at A1, unrevealed"), "{text}");
    assert_eq!(record.game().round(), 3);
    let nobody = refused(&mut record, "initiative Ghost: 20");
    assert!(matches!(nobody, Illegal::NotOnMap { .. }));
}

#[test]
fn unrevealed_initiative_is_reported_missing_if_it_decides_the_focus() {
    let text = "board 5x3
        card Guard: move 2, attack
        normal Guard 1 at C2
        character Brute at A2, unrevealed
        character Mage at E2, initiative 30";
    let position = parse(text).expect("it is a position");
    assert_eq!(parse(&scenario::print(&position)).as_ref(), Ok(&position));
    let guard = position.find("Guard 1").expect("it is there");
    let refusal = position.turn(guard).expect_err("both are 1 step away");
    assert!(refusal.is_information_missing());
    let words = refusal_text(position.names(), &refusal);
    assert!(words.contains("the initiative of Brute is unknown"), "{words}");
}

#[test]
fn undo_and_redo_restore_the_same_scenario_games() {
    let mut record = record();
    let mut games = vec![record.game().clone()];
    for at in 0..70 {
        play(&mut record, &format!("hit points Brute: {}/99", 1 + at));
        games.push(record.game().clone());
    }
    for (at, game) in games.iter().enumerate() {
        assert_eq!(record.game_at(at).as_ref(), Some(game), "after {at}");
    }
    assert_eq!(record.game_at(71), None);
    for at in [0, 1, 32, 33, 64, 70] {
        let early = record.up_to(at).expect("70 were played");
        assert_eq!(early.game(), &games[at]);
        assert!(played_actions(&early).eq(played_actions(&record).take(at)));
        assert_eq!(read(&print(&early)).record.expect("it is sound").game(), &games[at]);
    }
    assert!(record.up_to(71).is_none());
    for game in games.iter().rev().skip(1) {
        record.apply(Change::Undo(1)).expect("there is something to take back");
        assert_eq!(record.game(), game);
    }
    let nothing = ChangeError::NothingToUndo { requested: 1, available: 0 };
    assert_eq!(record.apply(Change::Undo(1)), Err(nothing));
    for game in &games[1..40] {
        record.apply(Change::Redo(1)).expect("there is something to play again");
        assert_eq!(record.game(), game);
    }
    play(&mut record, "note Another way.");
    let nothing = ChangeError::NothingToRedo { requested: 1, available: 0 };
    assert_eq!(record.apply(Change::Redo(1)), Err(nothing));
    let loaded = read(&print(&record)).record.expect("it can be read");
    assert_eq!(loaded.game(), record.game());
    assert_eq!(loaded, record);
    assert_eq!(record.game_at(39).as_ref(), Some(&games[39]));
}

#[test]
fn preview_of_every_move_on_random_maps_equals_the_recorded_result() {
    for seed in 0..60 {
        let position = crate::random::position(seed);
        let record = new_record(position.clone());
        let board = position.board();
        let rows = 0..board.rows();
        let hexes = rows.flat_map(|row| (0..board.columns()).map(move |x| Hex::new(x, row)));
        for (to, figure) in hexes.flat_map(|hex| position.figures().iter().map(move |of| (hex, of)))
        {
            let action = Action::Move { figure: figure.id(), to };
            let text = action_text(&record, &action);
            let mut recorded = record.clone();
            let applied = recorded.apply(Change::play(action.clone()));
            let applied = applied.map(|_| recorded.game().clone());
            match (preview(&record, &action), applied) {
                (Ok(outcome), Ok(game)) => assert_eq!(outcome.game, game, "{seed}: {text}"),
                (Err(EntryError::Refused(one)), Err(ChangeError::Refused(other))) => {
                    assert_eq!(one, other, "seed {seed}: {text}");
                }
                other => panic!("seed {seed}: {text}: {other:?}"),
            }
        }
    }
}

#[test]
fn entry_that_could_not_be_read_back_is_refused() {
    let record = record();
    for words in ["two\nlines", "", "  ends in a space "] {
        let entered = preview(&record, &Action::Note(words.to_owned()));
        assert!(matches!(entered, Err(EntryError::Unwritable(_))), "{words:?}");
    }
    let names = record.game().position().names();
    let hex = "B3".parse().expect("a hex");
    let figure = Figure::new(names, "Guard, the", Some(5), FigureKind::Monster(Rank::Normal), hex);
    let error = preview(&record, &Action::Put(figure)).expect_err("no such name");
    assert!(error.in_words(names).contains("expected"), "{error:?}");
}

#[test]
fn changed_letter_anywhere_in_a_scenario_is_found_with_its_line() {
    let mut record = record();
    play(&mut record, "move Brute to B1\nhit points Guard 3: 3/6\nnote The door creaks.\nround");
    let text = print(&record);
    let first = text.lines().position(|line| line.starts_with("play:")).expect("it has a head") + 1;
    for (number, line) in text.lines().enumerate().skip(first) {
        for at in 0..line.len() {
            let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
            let other = if line.as_bytes()[at] == b'1' { "2" } else { "1" };
            lines[number].replace_range(at..=at, other);
            let damaged = lines.join("\n") + "\n";
            let loaded = read(&damaged);
            assert!(loaded.error.is_some() || !loaded.warnings.is_empty(), "{damaged}");
            let kept = loaded.record.expect("the entries before it are read");
            assert!(kept.cursor() >= number - first, "{damaged}");
            if let Some(error) = loaded.error {
                assert_eq!(error.line, number + 1, "{error}");
            }
        }
    }
}

#[test]
fn unreadable_scenario_record_names_its_line() {
    let head = "Founders Ledger scenario 2\ntitle: T\ntable:\n  board 3x3\nplay:\n";
    for (text, line, expected) in [
        ("", 1, "the record is empty"),
        ("Founders Ledger scenario 9\n", 1, "found version 9, expected 2"),
        ("Founders Ledger scenario 2\n", 1, "truncated"),
        ("Founders Ledger scenario 2\ncolour\n", 2, "title:"),
        ("Founders Ledger scenario 2\nplay:\n", 2, "table: with the map at the start"),
        ("Founders Ledger scenario 2\nrules: 9\n", 2, "an edition of the rules up to 3"),
        ("Founders Ledger scenario 2\ntable:\n  board 3x\nplay:\n", 3, "columns and rows"),
        ("Founders Ledger scenario 2\ntable:\n  board 3x3\n", 3, "truncated"),
        (&format!("{head}move Brute to B1\n"), 6, "nobody on the map is called Brute"),
        (&format!("{head}trap A1\nfly Brute\n"), 7, "an action"),
        (&format!("{head}rules 9: trap A1\n"), 6, "an edition of the rules up to 3"),
        (&format!("{head}rules 1 trap A1\n"), 6, "a colon"),
        (&format!("{head}checkpoint Brute 3\n"), 6, "an action"),
        (&format!("{head}undo\n"), 6, "cannot take back 1"),
    ] {
        let error = read(text).error.unwrap_or_else(|| panic!("{text} is read"));
        assert_eq!(error.line, line, "{text}: {error}");
        assert!(error.to_string().contains(expected), "{text}: {error}");
    }
    let loaded = read(&format!("{head}trap A1\nfly Brute\n"));
    assert_eq!(loaded.record.expect("as far as it goes").cursor(), 1);
    let column = read(&format!("{head}rules 1: trap D1\n")).error.expect("no such hex");
    assert_eq!(column.kind.column(), Some(15), "{column}");
    // A line with a wrong checksum was changed; one without a checksum was written in an editor.
    for line in ["trap A1  ~00000000", "trap A1"] {
        let loaded = read(&format!("{head}{line}\n"));
        assert!(loaded.error.is_none(), "{:?}", loaded.error);
        assert_eq!(loaded.warnings.len(), 2, "the header and the line");
    }
}

#[test]
fn scenario_record_for_people_is_grouped_by_round_and_reads_back() {
    let mut record = record();
    play(&mut record, "move Brute to B1\nround\nnote The door creaks.");
    let comment = record.changes_at(record.main_line()[1], Change::Comment("Late.".to_owned()));
    for change in comment {
        record.apply(change).expect("the entry is there");
    }
    record.apply(Change::Undo(1)).expect("it was played");
    play(&mut record, "done Brute");
    let text = record::print_for_people(&record);
    let lines: Vec<&str> = text.lines().skip_while(|line| *line != "play:").skip(1).collect();
    assert_eq!(
        lines,
        [
            "",
            "Round 1",
            "1. move Brute to B1",
            "2. round",
            "{ Late. }",
            "",
            "Round 2",
            "3. done Brute",
            "(",
            "  3. note The door creaks.",
            ")",
        ]
    );
    let again = read(&text);
    assert_eq!(again.error, None, "{text}");
    assert_eq!(again.record, Some(record));
}

#[test]
fn dangers_of_a_hex_are_the_monsters_that_would_attack_there() {
    let record = record();
    let position = record.game().position();
    let id = |name: &str| position.find(name).expect("it is there");
    let (brute, guards) = (id("Brute"), [id("Guard 3"), id("Guard 1")]);
    let dangers = position.dangers(brute, &guards);
    for danger in &dangers {
        let moved = position.with_figure_at(brute, danger.hex).expect("it can stand there");
        for &guard in &guards {
            let answer = moved.turn(guard).expect("it can be told");
            let attacked = answer.ends.iter().any(|end| end.targets.contains(&brute));
            assert_eq!(danger.by.contains(&guard), attacked, "{} {guard:?}", danger.hex);
        }
    }
    let at = |hex: &str| {
        let hex = hex.parse().expect("a hex");
        dangers.iter().find(|danger| danger.hex == hex)
    };
    assert_eq!(at("A1").map(|danger| danger.by.len()), Some(0));
    assert_eq!(at("D3").map(|danger| danger.by.len()), Some(2));
    assert_eq!(at("D2"), None, "an obstacle");
    assert_eq!(at("E3"), None, "it is occupied");
}

/// Returns the complete games that come with the program, with their paths.
fn games() -> Vec<(std::path::PathBuf, String)> {
    let folder =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/scenario/games");
    let entries = std::fs::read_dir(folder).expect("the folder is there").flatten();
    let mut paths: Vec<_> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    paths
        .into_iter()
        .map(|path| {
            let text = std::fs::read_to_string(&path).expect("it is text");
            (path, text)
        })
        .collect()
}

/// `UPDATE_SCENARIOS=1 cargo test -p scenario complete_games` rewrites the checksums of games that
/// were changed in an editor.
#[test]
fn complete_games_print_as_the_text_they_were_read_from() {
    assert!(!games().is_empty());
    for (path, text) in games() {
        let loaded = read(&text);
        assert_eq!(loaded.error, None, "{}", path.display());
        let record = loaded.record.expect("it is read");
        if std::env::var_os("UPDATE_SCENARIOS").is_some() {
            std::fs::write(&path, print(&record)).expect("it can be written");
            continue;
        }
        assert_eq!(print(&record), text, "{}", path.display());
        assert_eq!(loaded.warnings, []);
    }
}

#[test]
fn flooded_cellar_is_won_in_eight_rounds_with_one_overruled_turn() {
    let (_, text) = games()
        .into_iter()
        .find(|(path, _)| path.ends_with("flooded-cellar.scenario"))
        .expect("it is there");
    let record = read(&text).record.expect("it is read");
    assert_eq!(record.game().round(), 8);
    let figures = record.game().position().figures();
    let names: Vec<String> = figures.iter().map(ToString::to_string).collect();
    assert_eq!(names, ["Warden", "Piper"]);
    let turns: Vec<bool> = played_actions(&record)
        .filter_map(|action| match action {
            Action::Turn(turn) => Some(turn.overruled.is_some()),
            _ => None,
        })
        .collect();
    assert_eq!((turns.len(), turns.iter().filter(|overruled| **overruled).count()), (10, 1));
}

#[test]
fn example_record_of_the_published_format_page_is_read() {
    let path =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/help/scenario.md");
    let page = std::fs::read_to_string(path).expect("the page is there");
    let text = page.split("```text\n").nth(1).and_then(|rest| rest.split("```").next());
    let loaded = read(text.expect("it has an example"));
    assert_eq!((loaded.error, loaded.warnings), (None, Vec::new()));
}

#[test]
fn published_format_page_explains_every_first_word_of_a_line() {
    let path =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/help/scenario.md");
    let page = std::fs::read_to_string(path).expect("the page is there");
    // The first words of lines, as an error lists them.
    let position = record().game().position().clone();
    let error = parse_action(1, "?", position.names(), position.board())
        .expect_err("no action")
        .to_string();
    let words = error
        .split("an action: a terrain, ")
        .nth(1)
        .expect("they are listed")
        .replace(" or ", ", ");
    for word in words.split(", ").filter(|word| !word.is_empty()) {
        // The page explains kinds of figures with positions.
        let is_kind = ["character", "summon", "elite", "normal", "named", "boss", "ally", "object"];
        assert!(is_kind.contains(&word) || page.contains(&format!("`{word}")), "{word}");
    }
}

#[test]
fn typographic_marks_are_parsed_as_plain_ones_except_in_sentences() {
    let table = parse(TABLE).expect("it is a position");
    for (pasted, plain) in [
        ("wall C2–C3", "wall C2-C3"),
        ("no wall C2—C3", "no wall C2-C3"),
        ("character D’Artagnan at B2, initiative 30", "character D'Artagnan at B2, initiative 30"),
        (
            "normal Night‑Demon 3 at E3, hit points 6/6",
            "normal Night-Demon 3 at E3, hit points 6/6",
        ),
        ("note “It’s – late”", "note “It’s – late”"),
        (
            "overrule Guard 3: to B3, because the Brute’s “door” – shut",
            "overrule Guard 3: to B3, because the Brute’s “door” – shut",
        ),
    ] {
        let read = action_on(&table, pasted);
        assert_eq!(print_action(table.names(), &read), plain);
    }
    let walled = TABLE.replacen("level 1", "wall C2-C3\nlevel 1", 1);
    let plain = parse(&walled).expect("it is a position");
    assert_eq!(parse(&walled.replace('-', "–")).expect("it is the same"), plain);
}

#[test]
fn impossible_date_is_refused_in_a_record_for_people_only() {
    let mut record = record();
    record.tags.date = Some("2026-02-30".to_owned());
    play(&mut record, "round");
    let old = read(&print(&record));
    assert_eq!(old.error, None);
    assert!(
        matches!(&old.warnings[..], [record::RecordWarning::NoDay { line: 2, .. }]),
        "{:?}",
        old.warnings
    );
    let typed = record::print_for_people(&self::record());
    let (first, rest) = typed.split_once('\n').expect("it has lines");
    for (date, is_fine) in [
        ("2026-02-30", false),
        ("2026.13.01", false),
        ("2026–02–30", false),
        ("2026–02–28", true),
        ("last week", true),
    ] {
        let loaded = read(&format!("{first}\ndate: {date}\n{rest}"));
        assert_eq!(loaded.error.is_none(), is_fine, "{date}: {:?}", loaded.error);
        if let Some(error) = loaded.error {
            assert_eq!(error.line, 2);
            assert!(error.to_string().contains("a day of the calendar"), "{error}");
        }
    }
}
