//! Icons of vote tiles.

use rules::action::VoteTile;
use ui_kit::icons::Icon;

/// Returns the icon of a vote tile.
pub const fn vote_tile_icon(tile: VoteTile) -> Icon {
    match tile {
        VoteTile::Circle => Icon::VoteCircle,
        VoteTile::Square => Icon::VoteSquare,
        VoteTile::Triangle => Icon::VoteTriangle,
    }
}
