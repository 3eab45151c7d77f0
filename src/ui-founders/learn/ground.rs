//! Kinds of square by terrain, with their labels.

use board_tracing::Kind;
use components::specs::Terrain;
use ui_tiles::terrain_words;

/// Returns the kind of square with this terrain.
pub(super) const fn kind_of(terrain: Terrain) -> Kind {
    match terrain {
        Terrain::Entrance => Kind::Entrance,
        Terrain::Coastal => Kind::Coastal,
        Terrain::Forested => Kind::Forested,
        Terrain::Central => Kind::Central,
    }
}

/// Returns the label of a kind of square: land with its color, everything else by its name.
pub(super) fn kind_words(kind: Kind) -> &'static str {
    let terrain = Terrain::ALL.into_iter().find(|terrain| kind_of(*terrain) == kind);
    terrain.map_or(kind.name(), terrain_words)
}
