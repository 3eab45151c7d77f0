//! The four kinds of land where somebody says which it is: the same words and the same keys for a
//! square of the board and for the colour of a card.

use egui::Key;

use crate::tracing::kind_key;
use board_tracing::Kind;
use components::specs::Terrain;

/// Returns the kind of square that such land is.
pub(super) const fn kind_of(terrain: Terrain) -> Kind {
    match terrain {
        Terrain::Entrance => Kind::Entrance,
        Terrain::Coastal => Kind::Coastal,
        Terrain::Forested => Kind::Forested,
        Terrain::Central => Kind::Central,
    }
}

/// Returns the words for such land, by its colour and its name.
pub(super) const fn terrain_words(terrain: Terrain) -> &'static str {
    match terrain {
        Terrain::Entrance => "Red, entrance",
        Terrain::Coastal => "White, coastal",
        Terrain::Forested => "Green, forested",
        Terrain::Central => "Grey, central",
    }
}

/// Returns the key that says it is such land.
pub(super) const fn terrain_key(terrain: Terrain) -> Key {
    kind_key(kind_of(terrain))
}

/// Returns the words for a kind of square: land with its colour, all else by its name.
pub(super) fn kind_words(kind: Kind) -> &'static str {
    let terrain = Terrain::ALL.into_iter().find(|terrain| kind_of(*terrain) == kind);
    terrain.map_or(kind.name(), terrain_words)
}
