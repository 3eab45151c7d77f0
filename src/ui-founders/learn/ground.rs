//! The kinds of land of a square, by the words and keys of terrain.

use board_tracing::Kind;
use components::specs::Terrain;
use ui_tiles::terrain_words;

/// Returns the kind of square that such land is.
pub(super) const fn kind_of(terrain: Terrain) -> Kind {
    match terrain {
        Terrain::Entrance => Kind::Entrance,
        Terrain::Coastal => Kind::Coastal,
        Terrain::Forested => Kind::Forested,
        Terrain::Central => Kind::Central,
    }
}

/// Returns the words for a kind of square: land with its colour, all else by its name.
pub(super) fn kind_words(kind: Kind) -> &'static str {
    let terrain = Terrain::ALL.into_iter().find(|terrain| kind_of(*terrain) == kind);
    terrain.map_or(kind.name(), terrain_words)
}
