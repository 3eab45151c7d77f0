//! The named colors of the map, and the scene that uses them.

use plain_text::name_key;
use scenario_rules::board::Terrain;
use scenario_rules::figure::{Figure, FigureKind};
use scenario_rules::{FigureId, Position};

/// A color named by its purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MapColor {
    /// The background.
    Paper,
    /// Raised items, slightly lighter than the background.
    Raised,
    /// Lines and text.
    Text,
    /// Less important lines and text.
    Muted,
    /// Thin lines between hexes.
    Hairline,
    /// The displayed turn.
    Accent,
    /// A character, by its slot.
    Character(CharacterSlot),
    /// Text on the color of a character.
    OnCharacter(CharacterSlot),
    /// Allowed or safe hexes.
    Good,
    /// Attacks and obstructions.
    Bad,
    /// The hex with the keyboard focus, and the two ends of a sight query.
    Focus,
    /// The background of a hex; text in ink is readable on it.
    Terrain(Terrain),
}

/// The place of a character in the list of colors, below [`CharacterSlot::COUNT`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CharacterSlot(usize);

impl CharacterSlot {
    /// The number of colors. Characters beyond it share them.
    pub const COUNT: usize = 7;

    /// Returns the slot of a character on the map; `None` for other figures.
    ///
    /// The name decides, so that a character mostly keeps its color when another one leaves. Where
    /// two names have the same slot, the one mentioned later in the record takes the next free one.
    pub fn of(position: &Position, id: FigureId) -> Option<Self> {
        let is_character = |figure: &&Figure| matches!(figure.kind, FigureKind::Character(_));
        let mut characters: Vec<&Figure> = position.figures().iter().filter(is_character).collect();
        characters.sort_by_key(|figure| figure.id());
        let mut taken = Vec::new();
        for figure in characters {
            let own = preferred_slot(figure.name());
            let free = (own..own + Self::COUNT).map(|slot| slot % Self::COUNT);
            let slot = free.clone().find(|slot| !taken.contains(slot)).unwrap_or(own);
            if figure.id() == id {
                return Some(Self(slot));
            }
            taken.push(slot);
        }
        None
    }

    /// Returns the index in the list of colors.
    pub const fn index(self) -> usize {
        self.0
    }
}

/// Returns the slot that a name would have alone.
fn preferred_slot(name: &str) -> usize {
    let sum: usize = name_key(name).chars().map(|letter| letter as usize).sum();
    sum % CharacterSlot::COUNT
}

impl MapColor {
    /// Returns the color with an opacity from 0, invisible, to 1.
    pub const fn at(self, opacity: f32) -> Tone {
        Tone { color: self, opacity }
    }
}

impl scene::ColorName for MapColor {
    const PAPER: Self = Self::Paper;
}

/// A drawing of the map, measured in points of the view.
pub type Scene = scene::Scene<MapColor>;
/// A color of the map with an opacity.
pub type Tone = scene::Tone<MapColor>;

#[cfg(test)]
mod tests {
    use super::*;
    use scenario_rules::figure::Initiative;
    use scenario_rules::{Board, Hex};

    fn table(names: &[&str]) -> Position {
        let position = Position::empty(Board::new(9, 9));
        let game = scenario_rules::Game::new(position);
        let put = |game: scenario_rules::Game, (row, name): (u8, &&str)| {
            let kind = FigureKind::Character(Initiative::Hidden);
            let names = game.position().names();
            let figure = Figure::new(names, name, None, kind, Hex::new(0, row));
            game.play(&scenario_rules::Action::Put(figure)).expect("the hex is free")
        };
        (0..).zip(names).fold(game, put).position().clone()
    }

    fn slots(names: &[&str]) -> Vec<usize> {
        let position = table(names);
        let slot =
            |figure: &Figure| CharacterSlot::of(&position, figure.id()).map(CharacterSlot::index);
        position.figures().iter().filter_map(slot).collect()
    }

    #[test]
    fn characters_have_different_colors() {
        for names in [["Ann", "Nan", "Bob", "Cid"], ["Brute", "Tinkerer", "Mage", "Thief"]] {
            let mut found = slots(&names);
            found.sort_unstable();
            found.dedup();
            assert_eq!(found.len(), 4, "{names:?}");
        }
    }

    #[test]
    fn characters_beyond_the_colors_share_them() {
        let names = ["A", "B", "C", "D", "E", "F", "G", "H"];
        assert!(slots(&names).iter().all(|&slot| slot < CharacterSlot::COUNT));
    }

    #[test]
    fn character_keeps_its_color_without_the_others() {
        assert_eq!(slots(&["Brute", "Mage"])[1..], slots(&["Mage"]));
    }
}
