//! A gray field with a road along its second row, which connects tiles in the first and the third
//! row for every player. Tiles in the fourth row are connected once a road on A3 reaches A4.

use components::fact::Fact;
use components::quantity::Points;
use components::specs::Terrain::{self, Central, Coastal, Entrance, Forested};
use components::specs::{BoardSpec, Pack, Prerequisite, SpaceSpec};
use components::tile::Shape;
use rules::Action;
use rules::player::PlayerId;
use rules::receipt::{Event, PayoutPurpose, VoteCount};
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

/// The proposals of [`voting`], all central and of different types.
pub const PROPOSALS: [&str; 3] = ["University", "Merchant's Guild", "Almshouse"];

/// A building in these tests: name, color, shape, and its spaces with their values.
type BuildingRow = (&'static str, Option<Terrain>, &'static str, &'static [(&'static str, i32)]);

/// The buildings these tests rely on, stated here because the practice pack may be tuned.
const BUILDINGS: [BuildingRow; 19] = [
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

/// An advanced resource in these tests: name, shape, and its prerequisites with their pay.
type RecipeRow = (&'static str, &'static str, &'static [(&'static str, i32)]);

const RECIPES: [RecipeRow; 9] = [
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

fn shape(drawn: &str) -> Fact<Shape> {
    known(Shape::try_from(drawn.to_owned()).expect("a shape"))
}

/// Replaces buildings and recipes of the pack by the values stated here.
fn set_stated_values(pack: &mut Pack) {
    for spec in &mut pack.buildings {
        let stated = BUILDINGS.iter().find(|(name, ..)| *name == spec.name);
        let Some((_, colour, drawn, asked)) = stated else {
            continue;
        };
        spec.colour = known(*colour);
        spec.shape = shape(drawn);
        spec.space_count = known(u8::try_from(asked.len()).expect("few spaces"));
        spec.spaces = asked
            .iter()
            .map(|&(name, value)| SpaceSpec {
                resource: known(name.to_owned()),
                value: known(Points(value)),
                bracket: None,
            })
            .collect();
    }
    for spec in &mut pack.resources {
        let Some((_, drawn, recipe)) = RECIPES.iter().find(|(name, ..)| *name == spec.name) else {
            continue;
        };
        spec.shape = shape(drawn);
        spec.recipe = known(
            recipe
                .iter()
                .map(|&(needs, pays)| Prerequisite {
                    needs: needs.to_owned(),
                    pays: Points(pays),
                    bracket: None,
                })
                .collect(),
        );
    }
}

/// Returns an empty position on a drawn board, with the buildings and recipes stated here.
#[track_caller]
pub fn field(players: usize, terrain: &str) -> Layout {
    layout(players, terrain).pack(set_stated_values)
}

/// Returns an empty position as [`field`] does, on a given board.
#[track_caller]
pub fn field_on(players: usize, board: BoardSpec) -> Layout {
    layout_on(players, board).pack(set_stated_values)
}

/// Makes a building pay `value` for a resource, without a bracket.
#[track_caller]
pub fn space_pays(pack: &mut Pack, building: &str, resource: &str, value: i32) {
    let mut buildings = pack.buildings.iter_mut();
    let spec = buildings.find(|spec| spec.name == building);
    let spec = spec.unwrap_or_else(|| panic!("{building} is in the pack"));
    let space = spec
        .spaces
        .iter_mut()
        .find(|space| space.resource.value().is_some_and(|of| of == resource))
        .unwrap_or_else(|| panic!("{building} asks for {resource}"));
    space.value = known(Points(value));
    space.bracket = None;
}

/// Returns the name of a prestige card by its place in the pack.
pub fn nth(index: usize) -> &'static str {
    &practice().buildings[index].name
}

/// Reduces the pack to its first few prestige cards, made ordinary, with these colors and shapes.
pub fn box_of(cards: &'static [(Terrain, &'static str)]) -> impl FnOnce(&mut Pack) {
    move |pack| {
        pack.buildings.truncate(cards.len());
        pack.counts.prestige_cards = known(u16::try_from(cards.len()).expect("few cards"));
        for (spec, (colour, drawn)) in pack.buildings.iter_mut().zip(cards) {
            spec.special = known(false);
            spec.colour = known(Some(*colour));
            spec.shape = shape(drawn);
        }
    }
}

/// Returns the gray field with its street.
#[track_caller]
pub fn street(players: usize) -> Layout {
    field(players, FIELD).roads(STREET)
}

/// Returns the street, with all cards played so that Anna can call a vote without a bonus.
#[track_caller]
pub fn voting(players: usize) -> Layout {
    ready_to_vote(street(players), players).proposals(&PROPOSALS)
}

/// Marks all of Anna's cards but Call to Vote as played.
#[track_caller]
pub fn ready_to_vote(layout: Layout, players: usize) -> Layout {
    let layout = layout.has_played(ANNA, &["Recruit", "Trade", "Upgrade", "Construct"]);
    if players == 2 { layout.has_played(ANNA, &["Income"]) } else { layout }
}

/// Returns the ballots of all players for the first proposal, without influence.
pub fn all_for_the_first(players: usize) -> Action {
    let seats = [ANNA, BEN, CARA, DAN];
    let ballots: Vec<_> = seats[..players].iter().map(|&player| (player, 0, 0, 0)).collect();
    reveal(&ballots)
}

/// Returns the action of playing a card face down for a road on A3.
pub fn connects(player: PlayerId) -> Action {
    face_down(player, "Recruit", road("A3"))
}

/// Returns the action of leading a card with a single sub-action.
pub fn leads(player: PlayerId, card: &str, sub_action: SubAction) -> Action {
    lead(player, card, [sub_action])
}

/// The buildings, with their squares, that [`Layout::five_completed`] completes.
pub const FIVE: [(&str, &str); 5] = [
    ("Almshouse", "F6 G6"),
    ("The Sleeping Lion", "H6 I6"),
    ("Jewel House", "J6 K6"),
    ("Ferry Landing", "F5 G5 H5"),
    ("Bath House", "J4 K4 J5"),
];

impl Layout {
    /// Places an active prestige building with a token of `by` on every space.
    #[track_caller]
    pub fn filled(self, name: &str, at: &str, by: PlayerId) -> Self {
        let stated = BUILDINGS.iter().find(|(stated, ..)| *stated == name);
        let (.., asked) = stated.unwrap_or_else(|| panic!("{name} is not among those stated"));
        let empty = self.building(name, at);
        asked.iter().fold(empty, |layout, (resource, _)| layout.delivered(name, resource, by))
    }

    /// Places the buildings of [`FIVE`], all completed by one player.
    #[track_caller]
    pub fn five_completed(self, by: PlayerId) -> Self {
        FIVE.into_iter().fold(self, |layout, (name, at)| layout.filled(name, at, by))
    }

    /// Places a University on A4 B4 C4 B5 with every space but Population filled.
    #[track_caller]
    pub fn nearly_full_university(self, by: PlayerId) -> Self {
        let layout = self.building("University", "A4 B4 C4 B5");
        ["Knowledge", "Brick", "Books"]
            .iter()
            .fold(layout, |layout, r| layout.delivered("University", r, by))
    }
}

impl Table {
    /// Returns the count of the ballots that were just opened.
    #[track_caller]
    pub fn count(&self) -> &VoteCount {
        self.events
            .iter()
            .find_map(|event| match event {
                Event::Counted(count) => Some(count),
                _ => None,
            })
            .expect("the ballots were counted")
    }

    /// Checks the payouts of the latest action: the use (`built` or a building's name), the tile's
    /// resource, and the points gross, paid on, lost and kept.
    #[track_caller]
    pub fn check_payouts(&self, expected: &[(&str, &str, [i32; 4])]) -> &Self {
        let contents = self.game.contents();
        let mut found = Vec::new();
        for payout in self.payouts() {
            let used = match payout.used {
                PayoutPurpose::Build(_) => "built",
                PayoutPurpose::Delivery(building) => contents.building_name(building),
                PayoutPurpose::Prerequisite(_) => "paid on",
            };
            let amounts =
                [payout.gross, payout.paid_on, payout.lost, payout.kept].map(|points| points.0);
            found.push((used, contents.resource_name(payout.tile.resource), amounts));
        }
        assert_eq!(found, expected);
        self
    }

    /// Returns the number of spaces of an active building that carry a token.
    #[track_caller]
    pub fn delivered_to(&self, name: &str) -> usize {
        let wanted = building(name);
        let active = self.game.active_buildings().iter().find(|active| active.building == wanted);
        let active = active.unwrap_or_else(|| panic!("{name} is not active"));
        active.delivered.iter().flatten().count()
    }

    /// Returns `true` if an active building carries its completion token.
    #[track_caller]
    pub fn is_completed(&self, name: &str) -> bool {
        let wanted = building(name);
        self.game
            .active_buildings()
            .iter()
            .any(|active| active.building == wanted && active.completed)
    }
}
