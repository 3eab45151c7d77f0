//! Two letters for everything that has a tile, so that colour is never the only sign.

use std::collections::BTreeSet;

use rules::game::Game;
use rules::map::PieceKind;

/// Two letters for each resource and each prestige building of the box.
#[derive(Clone, Debug)]
pub struct Codes {
    resources: Vec<String>,
    buildings: Vec<String>,
}

impl Codes {
    /// The codes of the box that is played with.
    pub fn new(game: &Game) -> Self {
        let contents = game.contents();
        let mut taken = BTreeSet::new();
        let resources = contents.resources().map(|r| contents.resource_name(r));
        let resources = resources.map(|name| code(name, &mut taken)).collect();
        let buildings = contents.buildings().map(|b| contents.building_name(b));
        let buildings = buildings.map(|name| code(name, &mut taken)).collect();
        Self { resources, buildings }
    }

    /// The code of a tile: "ho" for a house, "br" for a bridge or gate.
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

/// The first letter of the name and the first other one that tells it from those before it.
fn code(name: &str, taken: &mut BTreeSet<String>) -> String {
    let mut letters = name.chars().filter(|c| c.is_alphanumeric());
    let first = letters.next().unwrap_or('X');
    let first: String = first.to_uppercase().collect();
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
    fn names_that_begin_alike_get_codes_of_their_own() {
        let mut taken = BTreeSet::new();
        let names = ["Cloth", "Clay", "Call", "C", "Ébène", ""];
        let codes = names.map(|name| code(name, &mut taken));
        assert_eq!(codes, ["Cl", "Ca", "Cb", "Cc", "Éb", "Xa"]);
    }
}
