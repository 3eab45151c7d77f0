//! Benchmarks of one monster's turn on a large map: 25 by 29 hexes in rooms with doors, ten
//! monsters, four characters with summons. The goal is at most 0.2 ms, also "on a new map", where
//! no lines of sight are cached yet, even for a long-range attack around corners on several
//! targets; and at most 1 ms for an area attack, also among forty figures and with several targets
//! outside the area.
//!
//! Run with `cargo bench -p scenario`.

use std::hint::black_box;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};

use scenario_rules::Position;

/// Returns a map of four rooms, joined by three open doors and a closed one.
fn rooms() -> String {
    let mut lines = vec!["board 25x29\n".to_owned()];
    let letters = scenario_rules::Hex::column_letters;
    // A wall from left to right above row 15, and one from top to bottom left of column M.
    for column in 0..25_u8 {
        if ![6, 18].contains(&column) {
            let name = letters(column);
            lines.push(format!("wall {name}14-{name}15\n"));
            if column % 2 == 1 && column < 24 {
                let next = letters(column + 1);
                lines.push(format!("wall {name}14-{next}15\n"));
            }
            if column % 2 == 1 {
                let before = letters(column - 1);
                lines.push(format!("wall {name}14-{before}15\n"));
            }
        }
    }
    for row in 1..=29 {
        if ![7, 22].contains(&row) {
            lines.push(format!("wall L{row}-M{row}\n"));
            if row < 29 {
                lines.push(format!("wall L{row}-M{}\n", row + 1));
            }
        }
    }
    lines.push("obstacle C4 D8 F10 H3 I12 E20 G24 O5 Q9 S11 T20 V25 K5 K21 P17\n".to_owned());
    lines.push(
        "trap J7 K8 N7 G13 G16 S14 S16\nhazardous C10 P20 Q21\ndifficult E5 E6 R6 R7 H18 H19\n"
            .to_owned(),
    );
    lines.push("character Brute at E11, initiative 30\nsummon Rat of Brute at F12\n".to_owned());
    lines.push(
        "character Tinkerer at J11, initiative 30/50\nsummon Decoy of Tinkerer at I10\n".to_owned(),
    );
    lines.push(
        "character Scoundrel at H14, initiative 61\nsummon Hound of Scoundrel at I14\n".to_owned(),
    );
    lines.push(
        "character Spellweaver at O9, initiative 70\nsummon Spirit of Spellweaver at P10\n"
            .to_owned(),
    );
    for (number, hex) in
        ["D5", "H8", "E9", "C12", "J13", "O12", "R10", "T8", "F19", "U24"].iter().enumerate()
    {
        lines.push(format!("normal Guard {} at {hex}\n", number + 1));
    }
    lines.concat() + "initiative Guard: 45\nlevel 3\n"
}

fn table(extra: &str) -> Position {
    scenario::parse(&(rooms() + extra)).unwrap_or_else(|error| panic!("{error}"))
}

/// Measures area attacks among forty figures in one room.
fn crowd(bench: &mut Criterion) {
    let mut group = bench.benchmark_group("one monster's turn among forty figures, 25x29");
    let mut lines =
        vec!["board 25x29\nobstacle C4 D8 F10 H3 E20 G24\ninitiative Guard: 45\n".to_owned()];
    let letters = scenario_rules::Hex::column_letters;
    for number in 0..20_u8 {
        let (column, row) = (6 + number % 7, 8 + number / 7 * 3);
        lines.push(format!("normal Guard {} at {}{row}\n", number + 1, letters(column)));
        let (column, row) = (5 + number % 6 * 3, 9 + number / 6 * 3);
        let hex = format!("{}{row}", letters(column));
        lines.push(format!("character Hero{number} at {hex}, initiative {number}\n"));
    }
    for (name, card) in [
        ("melee area", "move 5, attack area (0,0,active)|(1,0,target)|(2,0,target)|(2,1,target)"),
        (
            "range 4, area",
            "move 5, attack range 4 area (1,0,target)|(2,0,target)|(0,1,target)|(1,1,target)|\
             (2,1,target)|(1,2,target)|(2,2,target)",
        ),
        (
            "range 4, uneven area, two targets",
            "move 5, attack range 4 targets 2 area (0,0,target)|(1,0,target)|(2,0,target)|\
             (2,1,target)|(3,2,target)",
        ),
    ] {
        let text = format!("{}card Guard: {card}\n", lines.concat());
        let position = scenario::parse(&text).unwrap_or_else(|error| panic!("{error}"));
        let id = position.find("Guard 10").expect("it is there");
        group.bench_function(name, |b| b.iter(|| black_box(&position).turn(id)));
    }
    group.finish();
}

fn turns(bench: &mut Criterion) {
    let mut group = bench.benchmark_group("one monster's turn, 25x29");
    for (name, card) in [
        ("melee", "move 3, attack"),
        ("range 4", "move 3, attack range 4"),
        ("range 10, four targets", "move 6, attack range 10 targets 4"),
        ("jump, range 10, four targets", "move 6 jump, attack range 10 targets 4"),
        ("melee, three targets", "move 5, attack targets 3"),
        (
            "melee area",
            "move 5, attack area (0,0,active)|(1,0,target)|(2,0,target)|(2,1,target)|(3,1,target)",
        ),
        (
            "range 4, area",
            "move 5, attack range 4 area (1,0,target)|(2,0,target)|(0,1,target)|(1,1,target)|\
             (2,1,target)|(1,2,target)|(2,2,target)",
        ),
        (
            "range 10, uneven area, four targets",
            "move 6, attack range 10 targets 4 area (0,0,target)|(1,0,target)|(2,0,target)|\
             (2,1,target)|(3,2,target)|(3,3,target)",
        ),
    ] {
        for (place, guard) in [("near", "Guard 2"), ("another room", "Guard 10")] {
            let position = table(&format!("card Guard: {card}\n"));
            let id = position.find(guard).expect("it is there");
            group.bench_function(format!("{name}, {place}"), |b| {
                b.iter(|| black_box(&position).turn(id));
            });
            // The first turn on a map computes the lines of sight.
            let layout = position.layout().clone();
            let fresh = || {
                let mut layout = layout.clone();
                // Adding and removing a wall clears the cache.
                let hex = scenario_rules::Hex::new(0, 0);
                let line =
                    scenario_rules::board::HexLine::new(hex, scenario_rules::hex::Side::ALL[3]);
                layout.board.set_wall(line, true);
                layout.board.set_wall(line, false);
                Position::new(layout).expect("it was one before")
            };
            group.bench_function(format!("{name}, {place}, on a new map"), |b| {
                b.iter_batched_ref(fresh, |position| position.turn(id), BatchSize::LargeInput);
            });
        }
    }
    group.finish();
    crowd(bench);
    let text = rooms() + "card Guard: move 3, attack range 4\n";
    bench.bench_function("parse the position", |b| b.iter(|| scenario::parse(black_box(&text))));
}

criterion_group!(benches, turns);
criterion_main!(benches);
