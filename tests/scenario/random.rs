//! Random positions, the same for the same seed.

use fastrand::Rng;

use scenario_rules::board::{HexLine, Terrain};
use scenario_rules::card::{Attack, Card, Move, Reach, SetCard};
use scenario_rules::figure::{Allegiance, Condition, Figure, FigureKind, Initiative, Rank};
use scenario_rules::hex::Side;
use scenario_rules::names::Names;
use scenario_rules::position::SetInitiative;
use scenario_rules::{Board, Hex, Layout, Position, Switches};

/// Returns a small random map with any terrain and figures; the figure to act is "Guard 1".
pub fn position(seed: u64) -> Position {
    let mut rng = Rng::with_seed(seed);
    loop {
        let layout = layout(&mut rng);
        // A layout without space for all figures is no position; the next one may be.
        if let Ok(position) = Position::new(layout) {
            return position;
        }
    }
}

fn board(rng: &mut Rng) -> Board {
    let mut board = Board::new(rng.u8(3..=8), rng.u8(3..=8));
    let hexes: Vec<Hex> = board.hexes().collect();
    let void = if rng.u8(0..3) == 0 { 12 } else { 0 };
    let strange = rng.u8(0..30);
    let kinds = [
        Terrain::Obstacle,
        Terrain::Obstacle,
        Terrain::Trap,
        Terrain::Trap,
        Terrain::Hazardous,
        Terrain::Difficult,
        Terrain::Difficult,
        Terrain::OpenDoor,
        Terrain::ClosedDoor,
        Terrain::LockedDoor,
    ];
    let thorny = rng.u8(0..4) == 0;
    for &hex in &hexes {
        if thorny && rng.u8(0..100) < 55 {
            board.set(hex, rng.choice([Terrain::Trap, Terrain::Hazardous, Terrain::Obstacle]));
        } else if rng.u8(0..100) < void {
            board.set(hex, None);
        } else if rng.u8(0..100) < strange {
            board.set(hex, rng.choice(kinds));
        }
    }
    let walls = rng.choice([0, 0, 5, 15, 30]).unwrap_or(0);
    for &hex in &hexes {
        for side in Side::ALL {
            if rng.u8(0..100) < walls {
                board.set_wall(HexLine::new(hex, side), true);
            }
        }
    }
    board
}

fn initiative(rng: &mut Rng) -> Initiative {
    if rng.u8(0..12) == 0 {
        return Initiative::Resting;
    }
    let second = rng.bool().then(|| rng.u8(60..62));
    Initiative::Card { number: rng.u8(10..14), second }
}

pub fn layout(rng: &mut Rng) -> Layout {
    let board = board(rng);
    let mut free: Vec<Hex> = board.hexes().collect();
    rng.shuffle(&mut free);
    let mut place = |flying: bool| {
        let at = free.iter().position(|hex| match board.terrain(*hex) {
            Some(Terrain::Obstacle) => flying,
            Some(terrain) => !terrain.is_shut(),
            None => false,
        })?;
        Some(free.remove(at))
    };
    let mut figures: Vec<Figure> = Vec::new();
    let mut add = |mut figure: Figure, rng: &mut Rng| {
        figure.flying = rng.u8(0..6) == 0;
        let Some(hex) = place(figure.flying) else {
            return;
        };
        figure.hex = hex;
        for condition in [Condition::Muddle, Condition::Invisible, Condition::Immobilize] {
            if rng.u8(0..14) == 0 {
                figure.conditions = figure.conditions.with(condition);
            }
        }
        figures.push(figure);
    };
    let nowhere = Hex::default();
    let names = Names::default();
    for number in 1..=rng.u8(1..=4) {
        let rank = if rng.bool() { Rank::Elite } else { Rank::Normal };
        let mut guard =
            Figure::new(&names, "Guard", Some(number), FigureKind::Monster(rank), nowhere);
        for condition in [Condition::Stun, Condition::Disarm] {
            if rng.u8(0..20) == 0 {
                guard.conditions = guard.conditions.with(condition);
            }
        }
        add(guard, rng);
    }
    for number in 1..=rng.u8(1..=4) {
        let name = format!("Hero{number}");
        let summons = rng.u8(0..3).saturating_sub(1) + rng.u8(0..2);
        for summon in 1..=summons {
            let kind = FigureKind::Summon { owner: names.figure(&name) };
            add(Figure::new(&names, &format!("Pet{number}-{summon}"), None, kind, nowhere), rng);
        }
        let kind = FigureKind::Character(initiative(rng));
        add(Figure::new(&names, &name, None, kind, nowhere), rng);
    }
    if rng.u8(0..4) == 0 {
        let kind = FigureKind::Ally(Initiative::Card { number: rng.u8(10..14), second: None });
        add(Figure::new(&names, "Guide", None, kind, nowhere), rng);
    }
    if rng.u8(0..6) == 0 {
        let last = Initiative::Card { number: 99, second: None };
        let kind = FigureKind::Object(Allegiance::Characters, last);
        add(Figure::new(&names, "Crate", None, kind, nowhere), rng);
    }
    let mut layout = Layout::new(board);
    layout.names = names.clone();
    layout.level = Some(rng.u8(0..=7));
    layout.switches = Switches {
        nearer_first: rng.u8(0..3) == 0,
        other_target: rng.bool(),
        corner_to_corner: rng.u8(0..3) == 0,
        soft_landing: rng.u8(0..3) == 0,
        hazard: None,
        ..Switches::default()
    };
    let movement =
        (rng.u8(0..5) > 0).then(|| Move { points: rng.u8(0..=6), jump: rng.u8(0..5) == 0 });
    let attack = (rng.u8(0..8) > 0).then(|| {
        let reach = if rng.bool() { Reach::Melee } else { Reach::Ranged(rng.u8(1..=5)) };
        Attack::with_reach(reach, if rng.bool() { 1 } else { rng.u8(1..=4) })
    });
    let attack_first = movement.is_some() && attack.is_some() && rng.u8(0..4) == 0;
    let card = Card { movement, attack, attack_first, ..Card::default() };
    layout.cards = vec![SetCard { set: names.set("Guard"), rank: None, card }];
    layout.initiatives = vec![SetInitiative { set: names.set("Guard"), number: 12 }];
    layout.attacked = Vec::new();
    if rng.u8(0..10) == 0
        && let Some(hero) = figures.iter().find(|figure| figure.name() == "Hero1")
    {
        layout.attacked.push(hero.id());
    }
    layout.figures = figures;
    layout
}
