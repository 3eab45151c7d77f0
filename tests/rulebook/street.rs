//! A grey field with a road along its second row, so that what stands in the first and the third
//! row is connected for everybody. What stands in the fourth row is not, until a road on A3
//! connects A4.

use components::quantity::Points;
use components::specs::Terrain::{self, Central, Coastal, Entrance, Forested};
use components::specs::{BoardSpec, Pack, Prerequisite, SpaceSpec};
use components::tile::Shape;
use rules::Action;
use rules::player::PlayerId;
use rules::receipt::{Event, Payout, PayoutPurpose, VoteCount};
use rules::sub_action::SubAction;

use crate::support::*;

const FIELD: &str = "
    g g g g g g g g g g g g
    g g g g g g g g g g g g
    g g g g g g g g g g g g
    g g g g g g g g g g g g
    g g g g g g g g g g g g
    g g g g g g g g g g g g
    ";
const STREET: &str = "A2 B2 C2 D2 E2 F2 G2 H2 I2 J2 K2 L2";

/// The proposals of [`voting`]: all of them central, and of different types.
pub const PROPOSALS: [&str; 3] = ["University", "Merchant's Guild", "Almshouse"];

/// A building as the tests of these chapters know it: name, colour, shape, and what it asks for.
type AsTested = (&'static str, Option<Terrain>, &'static str, &'static [(&'static str, i32)]);

/// The practice pack is tuned now and then; the tests of these chapters state what they count on.
const AS_TESTED: [AsTested; 19] = [
    (
        "University",
        Some(Central),
        "###/.#.",
        &[("Knowledge", 2), ("Population", 3), ("Brick", 4), ("Books", 5)],
    ),
    (
        "Merchant's Guild",
        Some(Central),
        "###/##.",
        &[("Livestock", 2), ("Brick", 6), ("Government", 10)],
    ),
    ("Almshouse", Some(Central), "##", &[("Population", 3), ("Food", 6), ("Labor", 8)]),
    (
        "Court of Justice",
        Some(Central),
        "###/#.#",
        &[("Knowledge", 2), ("Jewelry", 4), ("Books", 4), ("Government", 9)],
    ),
    ("The Sleeping Lion", Some(Entrance), "##", &[("Population", 2), ("Crops", 3), ("Food", 5)]),
    ("Jewel House", Some(Entrance), "##", &[("Metal", 2), ("Jewelry", 4), ("Weapons", 9)]),
    ("Cloth Hall", Some(Entrance), "###/#..", &[("Livestock", 3), ("Leather", 4), ("Cloth", 9)]),
    ("Lantern Theatre", Some(Entrance), "##./.##", &[("Gems", 2), ("Books", 5), ("Cloth", 8)]),
    ("Ferry Landing", Some(Coastal), "###", &[("Wood", 3), ("Stone", 2), ("Machinery", 4)]),
    ("Bath House", Some(Coastal), "##/#.", &[("Stone", 2), ("Population", 2), ("Brick", 4)]),
    ("The Salt Barrel", Some(Coastal), "##/##", &[("Crops", 2), ("Food", 5), ("Labor", 9)]),
    ("Granary", Some(Forested), "##/##", &[("Crops", 2), ("Stone", 2), ("Food", 6)]),
    ("Foundry", Some(Forested), "###/###", &[("Metal", 2), ("Machinery", 5), ("Weapons", 8)]),
    ("The Crooked Bone", Some(Forested), "##/#.", &[("Livestock", 2), ("Wood", 2), ("Leather", 5)]),
    ("Hunting Lodge", Some(Forested), "##/#.", &[("Wood", 2), ("Metal", 3), ("Leather", 5)]),
    ("Observatory", Some(Forested), "##./.##", &[("Knowledge", 3), ("Gems", 2), ("Books", 5)]),
    ("North Gatehouse", None, "###", &[("Machinery", 4), ("Leather", 4), ("Weapons", 9)]),
    ("West Gatehouse", None, "###", &[("Wood", 2), ("Stone", 2), ("Labor", 9)]),
    ("Ghost Fortress", None, "###/###", &[("Gems", 3), ("Machinery", 5), ("Government", 10)]),
];

/// A resource as the tests know it: name, shape, and what its prerequisites are paid.
type MadeOf = (&'static str, &'static str, &'static [(&'static str, i32)]);

const MADE_OF: [MadeOf; 9] = [
    ("Machinery", "##/#.", &[("Metal", 1), ("Knowledge", 1)]),
    ("Brick", "###", &[("Stone", 1), ("Population", 1)]),
    ("Books", "###", &[("Crops", 1), ("Knowledge", 1)]),
    ("Jewelry", "##/#.", &[("Gems", 1)]),
    ("Food", "##/#.", &[("Crops", 1), ("Wood", 1), ("Stone", 1)]),
    ("Leather", "###", &[("Livestock", 1), ("Wood", 1)]),
    ("Cloth", "##/##", &[("Livestock", 1), ("Machinery", 4)]),
    ("Labor", "###/.#.", &[("Population", 1), ("Food", 4)]),
    ("Government", "###/#..", &[("Jewelry", 2), ("Books", 4)]),
];

fn as_tested(pack: &mut Pack) {
    let shape = |drawn: &str| known(Shape::try_from(drawn.to_owned()).expect("a shape"));
    for spec in &mut pack.buildings {
        let stated = AS_TESTED.iter().find(|(name, ..)| *name == spec.name);
        let Some((_, colour, drawn, asked)) = stated else {
            continue;
        };
        let space = |&(name, value): &(&str, i32)| SpaceSpec {
            resource: known(name.to_owned()),
            value: known(Points(value)),
            bracket: None,
        };
        spec.colour = known(*colour);
        spec.shape = shape(drawn);
        spec.space_count = known(u8::try_from(asked.len()).expect("few spaces"));
        spec.spaces = asked.iter().map(space).collect();
    }
    for spec in &mut pack.resources {
        let Some((_, drawn, recipe)) = MADE_OF.iter().find(|(name, ..)| *name == spec.name) else {
            continue;
        };
        let needed = |&(needs, pays): &(&str, i32)| Prerequisite {
            needs: needs.to_owned(),
            pays: Points(pays),
            bracket: None,
        };
        spec.shape = shape(drawn);
        spec.recipe = known(recipe.iter().map(needed).collect());
    }
}

/// An empty position on a drawn board, with the buildings and recipes these tests state.
#[track_caller]
pub fn field(players: usize, terrain: &str) -> Layout {
    layout(players, terrain).pack(as_tested)
}

/// As [`field`], on a board.
#[track_caller]
pub fn field_on(players: usize, board: BoardSpec) -> Layout {
    layout_on(players, board).pack(as_tested)
}

/// A building pays so much for a resource, whatever is printed in brackets.
#[track_caller]
pub fn space_pays(pack: &mut Pack, building: &str, resource: &str, value: i32) {
    let mut buildings = pack.buildings.iter_mut();
    let spec = buildings.find(|spec| spec.name == building);
    let spec = spec.unwrap_or_else(|| panic!("{building} is in the pack"));
    let asks = |space: &&mut SpaceSpec| space.resource.value().is_some_and(|of| of == resource);
    let space = spec.spaces.iter_mut().find(asks);
    let space = space.unwrap_or_else(|| panic!("{building} asks for {resource}"));
    space.value = known(Points(value));
    space.bracket = None;
}

/// The name of a prestige card by its place in the pack.
pub fn nth(index: usize) -> &'static str {
    &practice().buildings[index].name
}

/// A box of a few prestige cards, the first of the pack, made into plain ones of these colours
/// and shapes.
pub fn box_of(cards: &'static [(Terrain, &'static str)]) -> impl FnOnce(&mut Pack) {
    move |pack| {
        pack.buildings.truncate(cards.len());
        pack.counts.prestige_cards = known(u16::try_from(cards.len()).expect("few cards"));
        for (spec, (colour, drawn)) in pack.buildings.iter_mut().zip(cards) {
            spec.special = known(false);
            spec.colour = known(Some(*colour));
            spec.shape = known(Shape::try_from((*drawn).to_owned()).expect("a shape"));
        }
    }
}

/// The field and its street.
#[track_caller]
pub fn street(players: usize) -> Layout {
    field(players, FIELD).roads(STREET)
}

/// The street with everything ready for Anna to call a vote without a bonus: she has played
/// all her cards.
#[track_caller]
pub fn voting(players: usize) -> Layout {
    ready_to_vote(street(players), players).proposals(&PROPOSALS)
}

/// Anna has played all her cards but Call to Vote.
#[track_caller]
pub fn ready_to_vote(layout: Layout, players: usize) -> Layout {
    let layout = layout.has_played(ANNA, &["Recruit", "Trade", "Upgrade", "Construct"]);
    if players == 2 { layout.has_played(ANNA, &["Income"]) } else { layout }
}

/// Everybody votes for the first proposal, and commits nothing.
pub fn all_for_the_first(players: usize) -> Action {
    let seats = [ANNA, BEN, CARA, DAN];
    let ballots: Vec<_> = seats[..players].iter().map(|&player| (player, 0, 0, 0)).collect();
    reveal(&ballots)
}

/// A card played face down for a road on A3.
pub fn connects(player: PlayerId) -> Action {
    face_down(player, "Recruit", road("A3"))
}

/// A card led for its main action with a single decision.
pub fn leads(player: PlayerId, card: &str, sub_action: SubAction) -> Action {
    lead(player, card, [sub_action])
}

/// Buildings of which [`Layout::filled`] makes five completed ones.
pub const FIVE: [(&str, &str); 5] = [
    ("Almshouse", "F6 G6"),
    ("The Sleeping Lion", "H6 I6"),
    ("Jewel House", "J6 K6"),
    ("Ferry Landing", "F5 G5 H5"),
    ("Bath House", "J4 K4 J5"),
];

impl Layout {
    /// An active prestige building with a token of `by` on every space.
    #[track_caller]
    pub fn filled(self, name: &str, at: &str, by: PlayerId) -> Self {
        let stated = AS_TESTED.iter().find(|(stated, ..)| *stated == name);
        let (.., asked) = stated.unwrap_or_else(|| panic!("{name} is not among those stated"));
        let empty = self.building(name, at);
        asked.iter().fold(empty, |layout, (resource, _)| layout.delivered(name, resource, by))
    }

    /// The buildings of [`FIVE`], all completed by one player.
    #[track_caller]
    pub fn five_completed(self, by: PlayerId) -> Self {
        FIVE.into_iter().fold(self, |layout, (name, at)| layout.filled(name, at, by))
    }

    /// A University on A4 B4 C4 B5 that only Population is missing from.
    #[track_caller]
    pub fn nearly_full_university(self, by: PlayerId) -> Self {
        let layout = self.building("University", "A4 B4 C4 B5");
        ["Knowledge", "Brick", "Books"]
            .iter()
            .fold(layout, |layout, r| layout.delivered("University", r, by))
    }
}

impl Table {
    /// How the ballots that were just opened were counted.
    #[track_caller]
    pub fn count(&self) -> &VoteCount {
        let counted = self.events.iter().find_map(|event| match event {
            Event::Counted(count) => Some(count),
            _ => None,
        });
        counted.expect("the ballots were counted")
    }

    /// Checks the payouts of the latest action: for what (`built` or a building's name), which
    /// tile, and gross, paid on, lost and kept.
    #[track_caller]
    pub fn check_payouts(&self, expected: &[(&str, &str, [i32; 4])]) -> &Self {
        let contents = self.game.contents();
        let told = |payout: &&Payout| {
            let used = match payout.used {
                PayoutPurpose::Build(_) => "built",
                PayoutPurpose::Delivery(building) => contents.building_name(building),
                PayoutPurpose::Prerequisite(_) => "paid on",
            };
            let amounts =
                [payout.gross, payout.paid_on, payout.lost, payout.kept].map(|points| points.0);
            (used, contents.resource_name(payout.tile.resource), amounts)
        };
        let found: Vec<_> = self.payouts().iter().map(told).collect();
        assert_eq!(found, expected);
        self
    }

    /// How many spaces of an active building carry a token.
    #[track_caller]
    pub fn delivered_to(&self, name: &str) -> usize {
        let wanted = building(name);
        let active = self.game.active_buildings().iter().find(|active| active.building == wanted);
        let active = active.unwrap_or_else(|| panic!("{name} is not active"));
        active.delivered.iter().flatten().count()
    }

    /// Whether an active building carries its completion token.
    #[track_caller]
    pub fn is_completed(&self, name: &str) -> bool {
        let wanted = building(name);
        self.game
            .active_buildings()
            .iter()
            .any(|active| active.building == wanted && active.completed)
    }
}
