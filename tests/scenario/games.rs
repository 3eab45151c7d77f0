//! The game that is played and its record: what each action does, what is refused, and that a
//! record reads back as what was written, wherever it is damaged.

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
    assert_eq!(*record.game(), before, "a refusal leaves nothing behind");
    refusal.reasons.into_iter().next().expect("a refusal has a reason")
}

/// What lies on the table, as a position is written.
fn table(game: &Game) -> String {
    scenario::print(game.position())
}

#[test]
fn every_kind_of_action_is_written_as_it_is_read() {
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
fn a_turn_is_accepted_as_the_rules_say_and_not_otherwise() {
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
fn every_end_of_an_answer_can_be_accepted() {
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
            let turn = answer.turn(end, &chosen);
            assert!(game.play(&Action::Turn(turn.clone())).is_ok(), "{turn:?}");
        }
    }
}

/// Two archers before three enemies, the nearest of whom acts last.
const ARCHERS: &str = "board 7x2
card Archer: attack range 4
initiative Archer: 50
character Brute at B1, initiative 30
character Tinkerer at C1, initiative 20
character Mindthief at D1, initiative 10
normal Archer 1 at A1
normal Archer 2 at A2";

/// The archers at a table where a further attack goes at another target.
fn by_the_letter() -> Record {
    new_record(parse(&format!("{ARCHERS}\nruling other target")).expect("it is a position"))
}

#[test]
fn rule_s8_14_a_further_attack_goes_at_the_same_target_until_that_is_dead() {
    let mut record = new_record(parse(ARCHERS).expect("it is a position"));
    play(
        &mut record,
        "turn Archer 1: to A1, attacks Mindthief
         again Archer 1: attack range 3",
    );
    assert_eq!(focus(&record, "Archer 1"), ["Mindthief"]);
    assert_eq!(focus(&record, "Archer 2"), ["Mindthief"]);
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
    assert_eq!(focus(&record, "Archer 1"), ["Tinkerer"], "a new focus");
    play(
        &mut record,
        "turn Archer 1: to A1, attacks Tinkerer
         again Archer 1: attack",
    );
    assert_eq!(focus(&record, "Archer 1"), ["Tinkerer"], "of the attack before, not of the first");
}

#[test]
fn rule_s8_14_a_ruling_switched_before_a_further_attack_holds_for_it() {
    let mut record = new_record(parse(ARCHERS).expect("it is a position"));
    play(
        &mut record,
        "turn Archer 1: to A1, attacks Mindthief
         again Archer 1: attack range 3
         turn Archer 1: to A1, attacks Mindthief
         again Archer 1: attack range 3
         ruling other target",
    );
    assert_eq!(focus(&record, "Archer 1"), ["Tinkerer"]);
    play(&mut record, "no ruling other target");
    assert_eq!(focus(&record, "Archer 1"), ["Mindthief"]);
}

/// Whom a monster goes for.
fn focus(record: &Record, monster: &str) -> Vec<String> {
    let position = record.game().position();
    let id = position.find(monster).expect("it is on the map");
    let answer = position.turn(id).expect("it can be told");
    answer.foci.iter().map(|&focus| position.figure(focus).to_string()).collect()
}

#[test]
fn rule_s8_14_by_the_letter_a_further_attack_is_on_others_and_of_this_monster_alone() {
    let mut record = by_the_letter();
    let none = refused(&mut record, "again Archer 1: attack");
    assert!(matches!(none, Illegal::NotActed { .. }), "{none:?}");
    play(
        &mut record,
        "turn Archer 1: to A1, attacks Mindthief
         again Archer 1: attack range 3",
    );
    assert_eq!(focus(&record, "Archer 1"), ["Tinkerer"]);
    assert_eq!(focus(&record, "Archer 2"), ["Mindthief"]);
    let text = table(record.game());
    assert!(text.ends_with("again Archer 1: attack range 3\nattacked Mindthief\n"), "{text}");
    let again = parse(&text).expect("it reads back");
    assert_eq!(again, *record.game().position());

    // A third attack leaves out whom the first two had.
    play(
        &mut record,
        "turn Archer 1: to A1, attacks Tinkerer
         again Archer 1: attack",
    );
    assert_eq!(focus(&record, "Archer 1"), ["Brute"]);
    play(&mut record, "turn Archer 1: to A1, attacks Brute");
    assert!(!table(record.game()).contains("attacked"), "{}", table(record.game()));
    assert_eq!(focus(&record, "Archer 1"), ["Mindthief"], "of its card, next round");
}

#[test]
fn rule_s8_14_what_ends_a_further_attack_leaves_nothing_of_it() {
    let begun = || {
        let mut record = by_the_letter();
        play(
            &mut record,
            "turn Archer 1: to A1, attacks Mindthief
             again Archer 1: attack range 3",
        );
        record
    };
    for line in ["round", "remove Archer 1", "turn Archer 1: to A1, attacks Tinkerer"] {
        let mut record = begun();
        play(&mut record, line);
        let text = table(record.game());
        assert!(!text.contains("again") && !text.contains("attacked"), "{line}: {text}");
    }
    // Whom it attacked may be gone by then, and another may come under its name.
    let mut record = begun();
    play(&mut record, "remove Mindthief\nremove Archer 2\nnormal Archer 2 at E1");
    assert_eq!(focus(&record, "Archer 1"), ["Tinkerer"]);
    // Another monster goes on instead: what the first was about to do is given up.
    let mut record = begun();
    play(
        &mut record,
        "turn Archer 2: to A2, attacks Mindthief
         again Archer 2: attack range 4",
    );
    assert_eq!(focus(&record, "Archer 2"), ["Tinkerer"]);
    assert_eq!(focus(&record, "Archer 1"), ["Mindthief"]);
    let gone = refused(&mut record, "turn Archer 1: to A1, attacks Mindthief");
    assert!(matches!(gone, Illegal::HasActed { .. }), "{gone:?}");
}

#[test]
fn only_who_acts_by_the_rules_of_monsters_attacks_again() {
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
fn open_targets_are_chosen_each_once_and_as_many_as_there_are() {
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
fn a_monster_without_a_focus_stays_and_has_had_its_turn() {
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
fn characters_open_doors_and_traps_are_sprung() {
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

/// What the latest entry brought about, in words.
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
fn rule_s6_3_e43_a_walking_figure_suffers_what_it_enters_and_a_flying_one_nothing() {
    let mut record = new_record(parse(TRAPS).expect("it is a position"));
    play(&mut record, "move Brute to C1");
    let suffered = "The Brute springs the trap in C1 and suffers 4 damage (S6.3): 2 of 10 hit \
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
    // Staying is no entry; coming again is one.
    play(&mut record, "overrule Guard 1: to E1, because it was held");
    assert_eq!(effects(&record), [""; 0]);
    play(&mut record, "move Guard 1 to F1\nmove Guard 1 to E1");
    assert!(table(record.game()).contains("Guard 1 at E1, hit points 1/5"));
}

#[test]
fn rule_s6_3_a_monster_suffers_every_trap_on_its_way() {
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
fn rule_s6_3_what_is_unknown_is_said_and_not_guessed() {
    let unknown = TRAPS.replace("level 2\n", "");
    let mut record = new_record(parse(&unknown).expect("it is a position"));
    play(&mut record, "move Brute to C1");
    let said = "The Brute springs the trap in C1 (S6.3); the damage depends on the level of the \
                scenario, which is unknown.";
    assert_eq!(effects(&record), [said]);
    assert!(table(record.game()).contains("hit points 6/10"));
    let uncounted = TRAPS.replace(", hit points 6/10", "");
    let mut record = new_record(parse(&uncounted).expect("it is a position"));
    play(&mut record, "move Brute to C1");
    let said = "The Brute springs the trap in C1 and suffers 4 damage (S6.3); its hit points are \
                not counted.";
    assert_eq!(effects(&record), [said]);
}

#[test]
fn rule_s7_4_who_dies_of_a_trap_leaves_the_map_and_attacks_nobody() {
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
fn who_stops_flying_above_an_obstacle_is_hurt_and_put_in_the_nearest_empty_hex() {
    let mut record = new_record(parse(TRAPS).expect("it is a position"));
    // Of the hexes beside G1 the Guard has F1.
    let why = refused(&mut record, "walking Bat 1 to A2");
    let Illegal::OtherLanding { nearest, .. } = &why else { panic!("{why:?}") };
    let nearest: Vec<String> = nearest.iter().map(ToString::to_string).collect();
    assert_eq!(nearest, ["G2"]);
    play(&mut record, "walking Bat 1");
    let said = "Bat 1 comes down on the obstacle in G1 and suffers 4 damage (G29): 5 of 9 hit \
                points are left; it is put in G2, the nearest empty hex.";
    assert_eq!(effects(&record), [said]);
    assert!(table(record.game()).contains("Bat 1 at G2, hit points 5/9"));
    // Of several the players choose.
    let mut record =
        new_record(parse(&TRAPS.replace("Guard 1 at F1", "Guard 1 at A2")).expect("a position"));
    let why = refused(&mut record, "walking Bat 1");
    let names = record.game().position().names();
    assert_eq!(reason_text(names, &why), "Bat 1 may come down in F1 or G2");
    assert_eq!(remedy(names, &why).as_deref(), Some("write \"walking Bat 1 to F1\""));
    play(&mut record, "walking Bat 1 to F1");
    assert!(table(record.game()).contains("Bat 1 at F1, hit points 5/9"));
}

#[test]
fn who_stops_flying_above_a_trap_springs_it_and_above_hazardous_terrain_is_hurt() {
    let begun = |hex: &str| {
        let text = TRAPS.replace("Bat 1 at G1", &format!("Bat 1 at {hex}"));
        new_record(parse(&text).expect("it is a position"))
    };
    let mut record = begun("D1");
    play(&mut record, "walking Bat 1");
    let text = table(record.game());
    assert!(text.contains("trap C1\n") && text.contains("Bat 1 at D1, hit points 5/9"), "{text}");
    let mut record = begun("E1");
    play(&mut record, "walking Bat 1");
    let text = table(record.game());
    assert!(
        text.contains("hazardous E1") && text.contains("Bat 1 at E1, hit points 7/9"),
        "{text}"
    );
    let mut record = begun("B2");
    play(&mut record, "walking Bat 1");
    assert_eq!(effects(&record), [""; 0]);
    // Who walks already does not come down again.
    let mut record = begun("D1");
    play(&mut record, "walking Bat 1\nwalking Bat 1");
    assert!(table(record.game()).contains("Bat 1 at D1, hit points 5/9"));
}

#[test]
fn whoever_has_no_hit_points_leaves_with_its_summons() {
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
fn a_round_hides_initiatives_unless_sets_have_one_of_their_own() {
    let mut record = record();
    play(&mut record, "round");
    let TurnStatus::Initiatives(hidden) = record.game().turn_status() else {
        panic!("somebody is in turn");
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
fn an_unrevealed_initiative_is_asked_for_where_it_decides() {
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
fn undo_and_redo_lead_through_the_same_games() {
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
        let early = record.up_to(at).expect("so many were played");
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
fn the_preview_of_every_move_on_random_maps_is_what_is_recorded_or_refused() {
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
fn nothing_is_entered_that_would_not_be_read_again() {
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
fn a_changed_letter_anywhere_is_found_with_its_line() {
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
            let kept = loaded.record.expect("what is before it is kept");
            assert!(kept.cursor() >= number - first, "{damaged}");
            if let Some(error) = loaded.error {
                assert_eq!(error.line, number + 1, "{error}");
            }
        }
    }
}

#[test]
fn a_record_says_where_it_cannot_be_read() {
    let head = "Founders Ledger scenario 2\ntitle: T\ntable:\n  board 3x3\nplay:\n";
    for (text, line, expected) in [
        ("", 1, "the record is empty"),
        ("Founders Ledger scenario 9\n", 1, "found version 9, expected 2"),
        ("Founders Ledger scenario 2\n", 1, "truncated"),
        ("Founders Ledger scenario 2\ncolour\n", 2, "title:"),
        ("Founders Ledger scenario 2\nplay:\n", 2, "table: with the map at the start"),
        ("Founders Ledger scenario 2\nrules: 9\n", 2, "an edition of the rules up to 2"),
        ("Founders Ledger scenario 2\ntable:\n  board 3x\nplay:\n", 3, "columns and rows"),
        ("Founders Ledger scenario 2\ntable:\n  board 3x3\n", 3, "truncated"),
        (&format!("{head}move Brute to B1\n"), 6, "nobody on the map is called Brute"),
        (&format!("{head}trap A1\nfly Brute\n"), 7, "an action"),
        (&format!("{head}rules 9: trap A1\n"), 6, "an edition of the rules up to 2"),
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
    // A line whose check does not fit was changed, and one without a check was written by hand.
    for line in ["trap A1  ~00000000", "trap A1"] {
        let loaded = read(&format!("{head}{line}\n"));
        assert!(loaded.error.is_none(), "{:?}", loaded.error);
        assert_eq!(loaded.warnings.len(), 2, "the header and the line");
    }
}

#[test]
fn a_record_for_people_is_grouped_by_round_and_reads_back() {
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
fn a_hex_is_dangerous_to_whom_a_monster_would_attack_there() {
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
    assert_eq!(at("E3"), None, "somebody stands there");
}

/// The complete games that come with the program.
fn games() -> Vec<(std::path::PathBuf, String)> {
    let folder =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/scenario/games");
    let entries = std::fs::read_dir(folder).expect("the folder is there").flatten();
    let mut paths: Vec<_> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    let read = |path: std::path::PathBuf| {
        let text = std::fs::read_to_string(&path).expect("it is text");
        (path, text)
    };
    paths.into_iter().map(read).collect()
}

/// `UPDATE_SCENARIOS=1 cargo test -p scenario complete_games` writes the checks of games that were
/// changed by hand.
#[test]
fn complete_games_are_read_and_written_alike() {
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
fn the_flooded_cellar_is_won_in_eight_rounds_with_one_turn_overruled() {
    let (_, text) = games()
        .into_iter()
        .find(|(path, _)| path.ends_with("flooded-cellar.scenario"))
        .expect("it is there");
    let record = read(&text).record.expect("it is read");
    assert_eq!(record.game().round(), 8);
    let figures = record.game().position().figures();
    let names: Vec<String> = figures.iter().map(ToString::to_string).collect();
    assert_eq!(names, ["Warden", "Piper"]);
    let turns = played_actions(&record).filter_map(|action| match action {
        Action::Turn(turn) => Some(turn.overruled.is_some()),
        _ => None,
    });
    let turns: Vec<bool> = turns.collect();
    assert_eq!((turns.len(), turns.iter().filter(|overruled| **overruled).count()), (10, 1));
}

#[test]
fn the_example_of_the_published_page_is_read() {
    let path =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/help/scenario.md");
    let page = std::fs::read_to_string(path).expect("the page is there");
    let text = page.split("```text\n").nth(1).and_then(|rest| rest.split("```").next());
    let loaded = read(text.expect("it has an example"));
    assert_eq!((loaded.error, loaded.warnings), (None, Vec::new()));
}

#[test]
fn the_published_page_explains_every_line() {
    let path =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/help/scenario.md");
    let page = std::fs::read_to_string(path).expect("the page is there");
    // The words with which a line can begin, as an error lists them.
    let position = record().game().position().clone();
    let error = parse_action(1, "?", position.names(), position.board());
    let error = error.expect_err("no action").to_string();
    let words = error.split("an action: a terrain, ").nth(1).expect("they are listed");
    let words = words.replace(" or ", ", ");
    for word in words.split(", ").filter(|word| !word.is_empty()) {
        // Kinds of figures are explained with positions.
        let is_kind = ["character", "summon", "elite", "normal", "named", "boss", "ally", "object"];
        assert!(is_kind.contains(&word) || page.contains(&format!("`{word}")), "{word}");
    }
}

#[test]
fn typographic_marks_are_read_as_plain_ones_and_sentences_are_kept_as_typed() {
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
fn a_date_that_the_calendar_lacks_is_refused_in_a_record_for_people_and_told_of_a_log() {
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
