//! Two letters for each kind of tile, so that color is never the only distinction.

use std::collections::BTreeSet;

use rules::game::Game;
use rules::map::PieceKind;

/// Two letters for each resource and each prestige building of the box.
#[derive(Clone, Debug)]
pub struct TileCodes {
    resources: Vec<String>,
    buildings: Vec<String>,
}

impl TileCodes {
    /// Creates the codes for the box of a game.
    pub fn new(game: &Game) -> Self {
        let contents = game.contents();
        let mut taken = BTreeSet::new();
        let resources =
            contents.resources().map(|r| code(contents.resource_name(r), &mut taken)).collect();
        let buildings =
            contents.buildings().map(|b| code(contents.building_name(b), &mut taken)).collect();
        Self { resources, buildings }
    }

    /// Returns the code of a tile: "ho" for a house, "br" for a bridge or gate.
    pub fn of(&self, kind: PieceKind) -> &str {
        match kind {
            PieceKind::Resource(resource) => &self.resources[resource.index()],
            PieceKind::Prestige(building) => &self.buildings[building.index()],
            PieceKind::House => "ho",
            PieceKind::Bridge(_) => "br",
            PieceKind::Removed => "",
        }
    }
}

/// Returns the first letter of the name with the first other one that makes the code unique.
fn code(name: &str, taken: &mut BTreeSet<String>) -> String {
    let mut letters = name.chars().filter(|c| c.is_alphanumeric());
    let first: String = letters.next().unwrap_or('X').to_uppercase().collect();
    let digits = (0..10).filter_map(|digit| char::from_digit(digit, 10));
    for second in letters.chain('a'..='z').chain(digits) {
        let second: String = second.to_lowercase().collect();
        let code = format!("{first}{second}");
        if taken.insert(code.clone()) {
            return code;
        }
    }
    first
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_with_the_same_first_letter_get_different_codes() {
        let mut taken = BTreeSet::new();
        let names = ["Cloth", "Clay", "Call", "C", "Ébène", ""];
        let codes = names.map(|name| code(name, &mut taken));
        assert_eq!(codes, ["Cl", "Ca", "Cb", "Cc", "Éb", "Xa"]);
    }
}
