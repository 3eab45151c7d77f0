//! Overlaying one pack with another.
//!
//! A player's own copy overlays the built-in pack, and a fact entered during a game overlays the
//! facts at the start of the record.

use super::board_drawing::{BoardDrawing, UNKNOWN_MARK};
use super::fact::Fact;
use super::field::{Component, Field};
use super::specs::{BoardSpec, Pack, SiteSpec, SpaceSpec};
use super::square::Square;

/// Overlays `base` with `over`: every fact that `over` states replaces that of `base`.
///
/// Facts that are unknown in `over` stay as they are in `base`, as do names, titles and lists that
/// are empty in `over`. Components missing from `base` are added at the end, so that those it has
/// keep their place. Spaces of a building are matched by position, everything else by name. The
/// result is not checked.
///
/// ```
/// use components::fact::Fact;
/// use components::overlay::overlay;
/// use components::specs::{Pack, ResourceSpec, Tier};
///
/// fn brick(tier: Fact<Tier>, copies: Fact<u8>) -> Pack {
///     let name = "Brick".to_owned();
///     let brick = ResourceSpec { name, tier, copies, ..ResourceSpec::default() };
///     Pack { resources: vec![brick], ..Pack::default() }
/// }
///
/// let guess = Fact::Unconfirmed(Tier::Three, "by its value".to_owned());
/// let tier = Fact::Known(Tier::Two, "box".to_owned());
/// let copies = Fact::Known(3, "box".to_owned());
/// let pack = overlay(&brick(guess, copies.clone()), &brick(tier.clone(), Fact::Unknown));
/// assert_eq!(pack, brick(tier, copies));
/// ```
pub fn overlay(base: &Pack, over: &Pack) -> Pack {
    let mut pack = base.clone();
    pack.overlay(over);
    pack
}

/// Reorders the spaces of a building in `theirs` to match `ours`.
///
/// The rules depend only on the resources of a building's spaces, not on their order, and a fact of
/// a card may be known without its place. So a resource that both list moves to its place in
/// `ours`. The others take the free places, preferably one with the same value. A place without a
/// fact in `theirs` stays empty.
pub fn aligned_spaces(ours: &[SpaceSpec], theirs: &[SpaceSpec]) -> Vec<SpaceSpec> {
    fn state_different_resources(ours: &SpaceSpec, theirs: &SpaceSpec) -> bool {
        // Equal resources have been matched before.
        ours.resource.value().is_some() && theirs.resource.value().is_some()
    }
    let mut places: Vec<Option<&SpaceSpec>> = vec![None; ours.len()];
    let mut without_match = Vec::new();
    for space in theirs {
        let resource = space.resource.value();
        let place =
            ours.iter().position(|known| resource.is_some() && known.resource.value() == resource);
        match place {
            Some(place) if places[place].is_none() => places[place] = Some(space),
            Some(_) | None => without_match.push(space),
        }
    }
    let mut remaining = Vec::new();
    for space in without_match {
        let place = (0..ours.len()).find(|&place| {
            places[place].is_none()
                && space.value.value() == ours[place].value.value()
                && !state_different_resources(&ours[place], space)
        });
        match place {
            Some(place) => places[place] = Some(space),
            None => remaining.push(space),
        }
    }
    for space in remaining {
        let place = (0..ours.len()).find(|&place| {
            places[place].is_none() && !state_different_resources(&ours[place], space)
        });
        match place {
            Some(place) => places[place] = Some(space),
            None => places.push(Some(space)),
        }
    }
    places.into_iter().map(|space| space.cloned().unwrap_or_default()).collect()
}

impl Pack {
    /// Overlays the pack, except its format version and its base, because they describe the file.
    pub(super) fn overlay_pack(&mut self, over: &Self) {
        let base = (self.form, std::mem::take(&mut self.over));
        self.overlay_fields(over);
        (self.form, self.over) = base;
    }
}

impl BoardSpec {
    /// Overlays the board, the drawings last because they depend on each other.
    pub(super) fn overlay_board(&mut self, over: &Self) {
        let before = self.clone();
        self.overlay_fields(over);
        self.terrain = before.terrain;
        self.sections = before.sections;
        overlay_sections(&mut self.sections, &over.sections);
        self.overlay_terrain(&over.terrain);
        // An open board is entered square by square.
        if self.is_open() {
            add_starts(&mut self.starts, before.starts.value());
            add_sites(&mut self.sites, before.sites.value());
        }
    }

    /// Overlays the terrain square by square, ignoring unknown squares of `over`. A square that was
    /// unknown and is not land loses its section.
    fn overlay_terrain(&mut self, over: &Fact<Vec<String>>) {
        let Some((base, drawn)) = same_squares(&self.terrain, over) else {
            self.terrain.overlay(over);
            return;
        };
        let terrain = drawn.over(&base);
        if let Some(rows) = self.sections.value_mut() {
            let mut sections = BoardDrawing::of(rows);
            for (square, mark) in terrain.squares() {
                let was_open =
                    [&base, &drawn].iter().any(|marks| marks.at(square) == Some(UNKNOWN_MARK));
                if was_open && !"ecfg?".contains(mark) {
                    sections.set(square, '.');
                }
            }
            *rows = sections.rows();
        }
        // A complete drawing replaces the source; a few squares do not.
        if drawn.is_complete() {
            self.terrain.clone_from(over);
        }
        if let Some(rows) = self.terrain.value_mut() {
            *rows = terrain.rows();
        }
    }
}

/// Returns two drawings of a board; `None` if one is unknown or their sizes differ.
fn same_squares(
    base: &Fact<Vec<String>>,
    over: &Fact<Vec<String>>,
) -> Option<(BoardDrawing, BoardDrawing)> {
    let (base, over) = (BoardDrawing::of(base.value()?), BoardDrawing::of(over.value()?));
    base.has_same_size(&over).then_some((base, over))
}

/// Overlays the sections square by square, ignoring unknown squares of `over`.
fn overlay_sections(sections: &mut Fact<Vec<String>>, over: &Fact<Vec<String>>) {
    let both = same_squares(sections, over).filter(|(_, drawn)| !drawn.is_complete());
    match both {
        Some((base, drawn)) => {
            if let Some(rows) = sections.value_mut() {
                *rows = drawn.over(&base).rows();
            }
        }
        None => sections.overlay(over),
    }
}

/// Adds the start squares that were known before.
fn add_starts(starts: &mut Fact<Vec<(Square, u8)>>, before: Option<&Vec<(Square, u8)>>) {
    if let (Some(starts), Some(before)) = (starts.value_mut(), before) {
        let known: Vec<Square> = starts.iter().map(|&(square, _)| square).collect();
        let before = before.iter().filter(|(square, _)| !known.contains(square));
        starts.extend(before);
        starts.sort_unstable();
    }
}

/// Adds the sites that were known before and share no square with the new ones.
fn add_sites(sites: &mut Fact<Vec<SiteSpec>>, before: Option<&Vec<SiteSpec>>) {
    if let (Some(sites), Some(before)) = (sites.value_mut(), before) {
        let stated: Vec<Square> = sites.iter().flat_map(|site| &site.squares).copied().collect();
        sites.extend(
            before
                .iter()
                .filter(|known| !known.squares.iter().any(|square| stated.contains(square)))
                .cloned(),
        );
        sites.sort_by(|one, other| one.squares.cmp(&other.squares));
    }
}

impl SpaceSpec {
    /// Overlays the space. The number in brackets is printed next to the value, so a new value or a
    /// new resource drops the old number.
    pub(super) fn overlay_space(&mut self, over: &Self) {
        fn differ<T: PartialEq>(one: &Fact<T>, other: &Fact<T>) -> bool {
            one.value().zip(other.value()).is_some_and(|(one, other)| one != other)
        }
        if differ(&self.value, &over.value) || differ(&self.resource, &over.resource) {
            self.bracket = None;
        }
        self.overlay_fields(over);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::quantity::Points;
    use crate::specs::{BuildingSpec, Prerequisite, ResourceSpec, Tier};

    fn known<T>(value: T) -> Fact<T> {
        Fact::Known(value, "box".to_owned())
    }

    fn drawn(terrain: &[&str], sections: &[&str]) -> Pack {
        let rows =
            |rows: &[&str]| known(rows.iter().map(|&row| row.to_owned()).collect::<Vec<String>>());
        Pack {
            boards: vec![BoardSpec {
                name: "Town".to_owned(),
                terrain: rows(terrain),
                sections: if sections.is_empty() { Fact::Unknown } else { rows(sections) },
                ..BoardSpec::default()
            }],
            ..Pack::default()
        }
    }

    #[test]
    fn incomplete_drawing_replaces_only_its_known_squares() {
        let base = drawn(&["g?~f", "g?~f"], &["11.2", "11.2"]);
        let town = overlay(&base, &drawn(&["?c??", "????"], &[]));
        assert_eq!(town, drawn(&["gc~f", "g?~f"], &["11.2", "11.2"]));
        // A river belongs to no section, in either order of the packs.
        let town = overlay(&town, &drawn(&["????", "?~??"], &[]));
        assert_eq!(town, drawn(&["gc~f", "g~~f"], &["11.2", "1..2"]));
        assert_eq!(overlay(&town, &base), town);
        // A complete drawing replaces the board.
        let complete = drawn(&["gc~f", "gf~f"], &["11.2", "11.2"]);
        assert_eq!(overlay(&town, &complete), complete);
    }

    fn resource(name: &str) -> ResourceSpec {
        ResourceSpec { name: name.to_owned(), ..ResourceSpec::default() }
    }

    fn space(resource: &str, value: i32, bracket: Option<i32>) -> SpaceSpec {
        SpaceSpec {
            resource: known(resource.to_owned()),
            value: known(Points(value)),
            bracket: bracket.map(Points),
        }
    }

    fn building(spaces: Vec<SpaceSpec>) -> Pack {
        let building =
            BuildingSpec { name: "University".to_owned(), spaces, ..BuildingSpec::default() };
        Pack { buildings: vec![building], ..Pack::default() }
    }

    #[test]
    fn stated_facts_replace_and_unknown_facts_preserve() {
        let base = Pack {
            name: "founders-of-gloomhaven".to_owned(),
            version: 3,
            resources: vec![
                ResourceSpec {
                    tier: Fact::Unconfirmed(Tier::Two, "by its shape".to_owned()),
                    copies: known(3),
                    ..resource("Leather")
                },
                resource("Wood"),
            ],
            ..Pack::default()
        };
        let recipe =
            vec![Prerequisite { needs: "Wood".to_owned(), pays: Points(1), bracket: None }];
        let over = Pack {
            resources: vec![
                resource("Gems"),
                ResourceSpec {
                    tier: known(Tier::Two),
                    recipe: known(recipe.clone()),
                    ..resource("Leather")
                },
            ],
            ..Pack::default()
        };
        let pack = overlay(&base, &over);
        assert_eq!((pack.name, pack.version), (base.name, 3));
        let names: Vec<_> = pack.resources.iter().map(|r| r.name.as_str()).collect();
        assert_eq!(names, ["Leather", "Wood", "Gems"]);
        assert_eq!(pack.resources[0].tier, known(Tier::Two));
        assert_eq!(pack.resources[0].recipe, known(recipe));
        assert_eq!(pack.resources[0].copies, known(3));
    }

    #[test]
    fn overlaying_a_pack_with_itself_or_an_empty_pack_changes_nothing() {
        let pack = building(vec![space("Wood", 2, None), space("Leather", 5, Some(3))]);
        assert_eq!(overlay(&pack, &pack), pack);
        assert_eq!(overlay(&Pack::default(), &pack), pack);
        assert_eq!(overlay(&pack, &Pack::default()), pack);
    }

    #[test]
    fn spaces_are_overlaid_by_position() {
        let base = building(vec![space("Wood", 2, None), space("Leather", 5, Some(3))]);
        let over =
            building(vec![SpaceSpec::default(), space("Brick", 4, None), space("Gems", 2, None)]);
        let spaces = &overlay(&base, &over).buildings[0].spaces;
        assert_eq!(spaces[0], space("Wood", 2, None));
        assert_eq!(spaces[1], space("Brick", 4, None));
        assert_eq!(spaces[2], space("Gems", 2, None));
    }

    #[test]
    fn spaces_in_another_order_are_aligned_by_resource_and_value() {
        let [four, five] = [4, 5].map(|value| SpaceSpec {
            value: Fact::Unconfirmed(Points(value), "read off".to_owned()),
            ..SpaceSpec::default()
        });
        let ours = [space("Brick", 6, None), four, five];
        let theirs = [
            space("Wood", 2, None),
            space("Food", 5, Some(2)),
            space("Brick", 6, Some(4)),
            space("Gems", 2, None),
        ];
        let placed = aligned_spaces(&ours, &theirs);
        let names: Vec<_> = placed.iter().map(|s| s.resource.value().map(String::as_str)).collect();
        assert_eq!(names, [Some("Brick"), Some("Wood"), Some("Food"), Some("Gems")]);
        assert_eq!(aligned_spaces(&[], &theirs), theirs);
    }

    #[test]
    fn boards_are_overlaid_by_name() {
        let board = |name: &str, terrain: Fact<Vec<String>>| Pack {
            boards: vec![BoardSpec { name: name.to_owned(), terrain, ..BoardSpec::default() }],
            ..Pack::default()
        };
        let drawn = known(vec!["eg".to_owned()]);
        let base = board("thematic", Fact::Unknown);
        let same = overlay(&base, &board("thematic", drawn.clone()));
        assert_eq!(same.boards.len(), 1);
        assert_eq!(same.boards[0].terrain, drawn);
        let other = overlay(&base, &board("symmetric", drawn));
        assert_eq!(other.boards.len(), 2);
    }
}
