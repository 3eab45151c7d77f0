//! The pattern of an area attack, as edition files and cards write it.

use scenario_rules::area::Area;

/// A pattern with the hexes in it that the table carries out.
pub(crate) struct CardArea {
    pub(crate) area: Area,
    /// Hexes of other kinds, such as conditional ones.
    pub(crate) others: Vec<String>,
}

/// The kinds of hexes that only shape the picture of a pattern.
const PICTURED: [&str; 2] = ["blank", "invisible"];

/// The kinds of hexes that are no part of every attack.
const OTHER_KINDS: [&str; 3] = ["conditional", "ally", "enhance"];

/// Parses a pattern such as `(0,1,active)|(1,0,target)`; `None` if it is none.
pub(crate) fn card_area(text: &str) -> Option<CardArea> {
    let mut hexes = Vec::new();
    let mut others = Vec::new();
    for part in text.split('|').map(str::trim) {
        let kind = part.trim_end_matches(')').rsplit(',').next().unwrap_or_default().trim();
        if PICTURED.contains(&kind) {
            continue;
        }
        if OTHER_KINDS.contains(&kind) {
            others.push(part.to_owned());
        } else {
            hexes.push(part.parse().ok()?);
        }
    }
    Some(CardArea { area: Area::new(&hexes).ok()?, others })
}
