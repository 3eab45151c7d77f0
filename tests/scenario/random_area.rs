//! Random positions with area attacks, the same for the same seed.

use fastrand::Rng;

use scenario_rules::Position;
use scenario_rules::area::{Area, AreaHex, AreaHexKind};
use scenario_rules::card::{Attack, Reach};

use crate::random;

/// Returns a random position like [`random::position`] whose card has an area attack.
pub fn position_with_area(seed: u64) -> Position {
    let mut rng = Rng::with_seed(seed);
    loop {
        let mut layout = random::layout(&mut rng);
        let area = area(&mut rng);
        let reach = if area.is_melee() { Reach::Melee } else { Reach::Ranged(rng.u8(1..=4)) };
        let targets = if rng.u8(0..4) == 0 { rng.u8(2..=3) } else { 1 };
        let attack = Attack { area: Some(area), ..Attack::with_reach(reach, targets) };
        layout.cards[0].card.attack = Some(attack);
        if let Ok(position) = Position::new(layout) {
            return position;
        }
    }
}

/// Returns a pattern: one of the usual ones, or any hexes close together.
fn area(rng: &mut Rng) -> Area {
    const USUAL: [&str; 8] = [
        "(1,0,target)|(2,0,target)|(0,1,target)|(1,1,target)|(2,1,target)|(1,2,target)|(2,2,target)",
        "(1,0,target)|(2,0,target)|(0,1,target)|(1,1,active)|(2,1,target)|(1,2,target)|(2,2,target)",
        "(0,0,target)|(1,0,target)|(0,1,target)",
        "(0,0,active)|(1,0,target)|(2,0,target)|(3,0,target)",
        "(0,1,active)|(0,0,target)|(1,0,target)",
        "(0,1,active)|(0,0,target)|(1,0,target)|(1,1,target)",
        "(0,0,target)|(1,0,target)|(2,0,target)|(2,1,target)",
        "(0,0,target)|(1,0,target)",
    ];
    if rng.bool() {
        return rng.choice(USUAL).and_then(|text| text.parse().ok()).expect("a pattern");
    }
    let mut places: Vec<(u8, u8)> =
        (0..4).flat_map(|column| (0..4).map(move |row| (column, row))).collect();
    rng.shuffle(&mut places);
    places.truncate(rng.usize(2..=6));
    let has_attacker = rng.bool();
    let hexes: Vec<AreaHex> = (0..)
        .zip(places)
        .map(|(at, (column, row))| {
            let is_active = has_attacker && at == 0;
            let kind = if is_active { AreaHexKind::Active } else { AreaHexKind::Target };
            AreaHex { column, row, kind }
        })
        .collect();
    Area::new(&hexes).expect("a pattern")
}
