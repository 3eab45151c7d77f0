//! The board drawn as text.

use plain_text::remarks;
use std::collections::BTreeSet;

use components::board::SquareKind;
use components::specs::Terrain;
use components::square::Square;
use narration::tile_codes::TileCodes;
use rules::adjustment::Owner;
use rules::game::Game;
use rules::map::{Piece, PieceKind};

/// Returns the board with all pieces on it, and a legend of the signs.
pub(super) fn board(game: &Game) -> Vec<String> {
    let codes = TileCodes::new(game);
    let (columns, rows) = game.board().size();
    let head = (0..columns).map(|column| char::from(b'A' + column % 26).to_string());
    let mut lines = vec![line("", head)];
    for row in 0..rows {
        let signs = (0..columns).map(|column| sign(game, &codes, Square::new(column, row)));
        lines.push(line(&(row + 1).to_string(), signs));
    }
    lines.extend(legend(game, &codes));
    lines
}

/// Formats a row of the board, with four columns per square.
fn line(head: &str, signs: impl Iterator<Item = String>) -> String {
    let squares: Vec<String> = signs.map(|sign| format!("{sign:<4}")).collect();
    format!("{head:>2}  {}", squares.concat()).trim_end().to_owned()
}

/// Returns up to three characters for the piece on a square, or for the square itself.
fn sign(game: &Game, codes: &TileCodes, square: Square) -> String {
    if let Some((_, piece)) = game.map().pieces().find(|(_, piece)| piece.footprint.covers(square))
    {
        return format!("{}{}", codes.of(piece.kind), seat(piece));
    }
    if game.road_state(square) == Some(true) {
        return "+".to_owned();
    }
    let sign = match game.board().kind_of(square) {
        SquareKind::Land(Terrain::Entrance) => "e",
        SquareKind::Land(Terrain::Coastal) => "c",
        SquareKind::Land(Terrain::Forested) => "f",
        SquareKind::Land(Terrain::Central) => "g",
        SquareKind::UnknownLand => "?",
        SquareKind::River => "~",
        SquareKind::Wall => "#",
        SquareKind::Reserved(_) => "s",
        SquareKind::Outside => "",
    };
    sign.to_owned()
}

fn seat(piece: &Piece) -> String {
    match piece.owner {
        Some(Owner::Player(player)) => (player.index() + 1).to_string(),
        Some(Owner::Neutral) => "n".to_owned(),
        None => "*".to_owned(),
    }
}

fn legend(game: &Game, codes: &TileCodes) -> Vec<String> {
    let mut lines = vec![
        "e entrance, c coastal, f forested, g central; ~ river, # wall, s reserved site".to_owned(),
        "+ road, ho house, br bridge or gate; then the owner: seat, n neutral, * nobody".to_owned(),
    ];
    let mut names = BTreeSet::new();
    for (_, piece) in game.map().pieces() {
        let contents = game.contents();
        let name = match piece.kind {
            PieceKind::Resource(resource) => contents.resource_name(resource),
            PieceKind::Prestige(building) => contents.building_name(building),
            PieceKind::House | PieceKind::Bridge(_) | PieceKind::Removed => continue,
        };
        names.insert(format!("{} {name}", codes.of(piece.kind)));
    }
    lines.extend(names.into_iter().collect::<Vec<String>>().chunks(5).map(remarks));
    lines
}
