//! Kinds of square by terrain, with their labels.

use board_photo::PaintKind;
use components::specs::Terrain;
use ui_tiles::terrain_label;

/// Returns the kind of square with this terrain.
pub(super) const fn kind_of(terrain: Terrain) -> PaintKind {
    match terrain {
        Terrain::Entrance => PaintKind::Entrance,
        Terrain::Coastal => PaintKind::Coastal,
        Terrain::Forested => PaintKind::Forested,
        Terrain::Central => PaintKind::Central,
    }
}

/// Returns the label of a kind of square: land with its color, everything else by its name.
pub(super) fn kind_label(kind: PaintKind) -> &'static str {
    let terrain = Terrain::ALL.into_iter().find(|terrain| kind_of(*terrain) == kind);
    terrain.map_or(kind.name(), terrain_label)
}
