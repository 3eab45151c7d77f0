//! Spoken descriptions of squares, for the accessibility tree and the status line.

use super::NamedGame;
use super::words;
use components::board::SquareKind;
use components::ids::BuildingId;
use components::quantity::Quantity;
use components::square::Square;
use plain_text::{listed, one_of, remarks};
use rules::active_buildings::ActiveBuilding;
use rules::game::Game;
use rules::map::{Piece, PieceKind};
use rules::player::PlayerSet;

/// Describes a square with its ground, its section and the piece on it: "D5, forested, East Fork,
/// empty" or "K6, entrance, South Fork, Population stall of Human, access Savvas".
pub fn square_text(named: NamedGame<'_>, square: Square) -> String {
    let board = named.game().board();
    let mut parts = vec![square.to_string()];
    let ground = match board.kind_of(square) {
        SquareKind::Land(terrain) => terrain.name(),
        SquareKind::UnknownLand => "land of unknown terrain",
        SquareKind::River => "river",
        SquareKind::Wall => "wall",
        SquareKind::Reserved(_) => "reserved site",
        SquareKind::Outside => {
            parts.push("not part of the city".to_owned());
            return remarks(&parts);
        }
    };
    parts.push(ground.to_owned());
    if let Some(section) = board.section_of(square) {
        parts.push(board.section_name(section).to_owned());
    }
    let start = board.starts().ok().into_iter().flatten();
    for (_, number) in start.filter(|(at, _)| *at == square) {
        parts.push(format!("start square {number}"));
    }
    // A piece on a site is described by its own name.
    if let SquareKind::Reserved(site) = board.kind_of(square)
        && named.game().piece_on(square).is_none()
        && let Ok(sites) = board.sites()
        && let Some(site) = sites.get(usize::from(site))
    {
        parts.push(format!("for {}", either(named.game(), &site.buildings)));
    }
    match named.game().piece_on(square) {
        Some(piece) => parts.extend(piece_parts(named, square, piece)),
        None if named.game().road_state(square) == Some(true) => parts.push("road".to_owned()),
        None => parts.push("empty".to_owned()),
    }
    remarks(&parts)
}

fn either(game: &Game, buildings: &[BuildingId]) -> String {
    let names: Vec<&str> =
        buildings.iter().map(|&building| game.contents().building_name(building)).collect();
    if names.is_empty() { "no building".to_owned() } else { one_of(&names) }
}

fn piece_parts(named: NamedGame<'_>, square: Square, piece: &Piece) -> Vec<String> {
    let contents = named.game().contents();
    match piece.kind {
        PieceKind::Resource(resource) => {
            let name = contents.resource_name(resource);
            let what = if contents.prerequisites(resource).is_empty() {
                format!("{name} stall")
            } else {
                format!("{name} building")
            };
            let mut parts = vec![words::owned(named, &what, piece.owner)];
            parts.extend(access_text(named, piece.access));
            parts
        }
        PieceKind::House => vec![words::owned(named, "house", piece.owner)],
        PieceKind::Bridge(_) => {
            let what = words::bridge_or_gate(named.game(), square);
            vec![words::owned(named, what, piece.owner)]
        }
        PieceKind::Prestige(building) => {
            let active = named.game().active_card(building);
            let mut parts = vec![contents.building_name(building).to_owned()];
            parts.extend(active.map(|active| building_parts(named, active)).into_iter().flatten());
            parts
        }
        PieceKind::Removed => Vec::new(),
    }
}

fn access_text(named: NamedGame<'_>, access: PlayerSet) -> Option<String> {
    let players: Vec<String> = access.iter().map(|p| named.label(p)).collect();
    (!players.is_empty()).then(|| format!("access {}", listed(&players)))
}

/// Describes the spaces of a prestige building, its worker and its completion.
fn building_parts(named: NamedGame<'_>, active: &ActiveBuilding) -> Vec<String> {
    let contents = named.game().contents();
    let mut parts = Vec::new();
    let (mut open, mut filled) = (Vec::new(), Vec::new());
    for (space, token) in contents.spaces(active.building).iter().zip(active.delivered) {
        let name = match space.resource {
            Some(resource) => contents.resource_name(resource),
            None => "an unknown resource",
        };
        match token {
            Some(owner) => filled.push(format!("{name} by {}", words::owner(named, owner))),
            None => match space.value {
                Some(value) => open.push(format!(
                    "{name} for {}",
                    words::quantity(Quantity::Points, value.0.unsigned_abs())
                )),
                None => open.push(name.to_owned()),
            },
        }
    }
    if !open.is_empty() {
        parts.push(format!("asks for {}", listed(&open)));
    }
    if !filled.is_empty() {
        parts.push(format!("delivered: {}", listed(&filled)));
    }
    if let Some(player) = active.worker {
        parts.push(format!("worker of {}", named.label(player)));
    }
    if active.completed {
        parts.push("completed".to_owned());
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::super::sample;
    use super::*;

    #[test]
    fn every_square_of_every_example_has_a_complete_description() {
        sample::each_entry(|_, _, _, played| {
            for square in played.game.board().squares() {
                let text = square_text(NamedGame::by_race(&played.game), square);
                assert!(text.starts_with(&format!("{square}, ")), "{text}");
                assert!(!text.contains(", ,") && !text.ends_with(", "), "{text}");
            }
        });
    }

    #[test]
    fn a_square_is_described_with_its_ground_and_the_piece_on_it() {
        let game = sample::last_game("teaching-game");
        let house = text_of_piece(&game, |piece| piece.kind == PieceKind::House);
        assert!(house.contains("forested") && house.contains("house of "), "{house}");
        let stall =
            text_of_piece(&game, |piece| piece.resource().is_some() && !piece.access.is_empty());
        assert!(stall.contains(", access "), "{stall}");
        let building = text_of_piece(&game, |piece| matches!(piece.kind, PieceKind::Prestige(_)));
        assert!(building.contains("delivered: "), "{building}");
    }

    /// Describes the square of the first piece that matches.
    fn text_of_piece(game: &Game, matches: impl Fn(&Piece) -> bool) -> String {
        let mut pieces = game.map().pieces();
        let (_, piece) = pieces.find(|(_, piece)| matches(piece)).expect("such a piece");
        square_text(NamedGame::by_race(game), piece.footprint.first())
    }
}
