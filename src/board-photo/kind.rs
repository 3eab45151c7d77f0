//! The kinds of squares that a traced board can have.

use plain_text::remarks;
use std::fmt;
use std::str::FromStr;

enum_table::enum_table! {
    /// The kind of a square, as painted and proposed: land first, in the order of the keys that
    /// choose them.
    pub enum PaintKind {
        /// Returns the name, on screen and in a paint file.
        name: &'static str,
        /// Returns the character for it where a pack draws a board.
        mark: char,
        /// Returns the special buildings that may stand on it; none if it is not reserved or the
        /// building is unknown.
        buildings: &'static [&'static str],
    }

    /// Entrance land, red.
    Entrance = "entrance", 'e', &[];
    /// Coastal land, white.
    Coastal = "coastal", 'c', &[];
    /// Forested land, green.
    Forested = "forested", 'f', &[];
    /// Central land, gray; the only land with start squares.
    Central = "central", 'g', &[];
    River = "river", '~', &[];
    Wall = "wall", '#', &[];
    Outside = "not part of the city", '.', &[];
    /// Reserved for the West Gatehouse.
    WestGatehouse = "West Gatehouse", 's', &["West Gatehouse"];
    /// Reserved for the North Gatehouse.
    NorthGatehouse = "North Gatehouse", 's', &["North Gatehouse"];
    /// Reserved for either Gatehouse, as on the symmetric side.
    EitherGatehouse = "either Gatehouse", 's', &["North Gatehouse", "West Gatehouse"];
    /// Reserved for the Ghost Fortress.
    GhostFortress = "Ghost Fortress", 's', &["Ghost Fortress"];
    /// Reserved for a building that is not known yet.
    Reserved = "reserved", 's', &[];
}

impl PaintKind {
    /// Returns `true` for land, which belongs to a section.
    pub const fn is_land(self) -> bool {
        matches!(self, Self::Entrance | Self::Coastal | Self::Forested | Self::Central)
    }

    /// Returns `true` if it separates the sections.
    pub const fn divides(self) -> bool {
        matches!(self, Self::River | Self::Wall)
    }

    /// Returns `true` for a gray kind: central land, or a wall.
    pub(super) const fn is_gray(self) -> bool {
        matches!(self, Self::Central | Self::Wall)
    }

    /// Returns `true` for a reserved square, for any building.
    pub const fn is_reserved(self) -> bool {
        self.mark() == 's'
    }

    /// Returns the reserved kind for a site of these buildings.
    pub fn for_buildings(buildings: &[String]) -> Self {
        Self::ALL
            .into_iter()
            .filter(|kind| kind.is_reserved() && *kind != Self::Reserved)
            .find(|kind| {
                let own = kind.buildings();
                own.len() == buildings.len()
                    && own.iter().all(|name| buildings.iter().any(|b| b == name))
            })
            .unwrap_or(Self::Reserved)
    }
}

impl fmt::Display for PaintKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A text that names no kind of square.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a kind of square ({}), found \"{found}\"", names())]
pub struct NotAPaintKind {
    /// The text, truncated.
    pub found: String,
}

fn names() -> String {
    remarks(&PaintKind::ALL.map(PaintKind::name))
}

impl FromStr for PaintKind {
    type Err = NotAPaintKind;

    /// Parses a name, ignoring case, blanks, hyphens, brackets and a leading `reserved`, so that
    /// `reserved (Ghost Fortress)` is understood.
    fn from_str(text: &str) -> Result<Self, NotAPaintKind> {
        let letters = text.chars().filter(|c| c.is_alphanumeric());
        let plain: String = letters.take(40).collect::<String>().to_lowercase();
        let short = match plain.strip_prefix("reserved") {
            Some(building) => building.strip_prefix("for").unwrap_or(building),
            None => &plain,
        };
        match short {
            "entrance" | "red" => Ok(Self::Entrance),
            "coastal" | "coast" | "white" => Ok(Self::Coastal),
            "forested" | "forest" | "green" => Ok(Self::Forested),
            "central" | "grey" | "gray" => Ok(Self::Central),
            "river" => Ok(Self::River),
            "wall" => Ok(Self::Wall),
            "notpartofthecity" | "notcity" | "outside" | "none" => Ok(Self::Outside),
            "westgatehouse" | "west" => Ok(Self::WestGatehouse),
            "northgatehouse" | "north" => Ok(Self::NorthGatehouse),
            "eithergatehouse" | "gatehouse" => Ok(Self::EitherGatehouse),
            "ghostfortress" | "fortress" => Ok(Self::GhostFortress),
            "" if plain.starts_with("reserved") => Ok(Self::Reserved),
            _ => Err(NotAPaintKind { found: text.chars().take(30).collect() }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_is_parsed_from_its_name() {
        for kind in PaintKind::ALL {
            assert_eq!(kind.name().parse(), Ok(kind));
            assert_eq!(kind.name().to_uppercase().replace(' ', "-").parse(), Ok(kind));
        }
        assert_eq!("reserved (Ghost Fortress)".parse(), Ok(PaintKind::GhostFortress));
        assert_eq!("Reserved for West Gatehouse".parse(), Ok(PaintKind::WestGatehouse));
        for text in ["", "woods", "for", "(", "reservedx"] {
            assert!(text.parse::<PaintKind>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_site_has_the_kind_of_its_buildings() {
        for kind in PaintKind::ALL.into_iter().filter(|kind| kind.is_reserved()) {
            let buildings = kind.buildings().iter().map(|&b| b.to_owned());
            assert_eq!(PaintKind::for_buildings(&buildings.collect::<Vec<_>>()), kind);
        }
    }
}
