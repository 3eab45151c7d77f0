//! The players' inks: by race, a colour with a letter and an edge pattern.
//!
//! A player is told apart by three signs at once, so that no eye, printer or
//! projector has to rely on the colour. Colours come from the words in the
//! pack's facts; a race whose colour is not known yet gets one that is left.

use egui::Color32;

use components::ids::RaceId;
use drawing::board::Edge;
use rules::contents::Contents;
use rules::game::Game;
use rules::player::PlayerId;

use super::{Theme, rgb};

/// How a player's things are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayerInk {
    /// Body of tokens, badges, lines of a plot.
    pub fill: Color32,
    /// Line around the fill: dark on light looks, light on dark ones, so that
    /// white pieces show on sand and black ones on slate.
    pub edge: Color32,
    /// Letter and icons on the fill.
    pub on_fill: Color32,
    /// Face of tiles: card with a good part of the fill.
    pub face: Color32,
    /// Line between the face and the edge of a tile: the fill, or ink where that is white.
    pub rim: Color32,
    /// From the race's name, and no other race of the pack has it. Before a
    /// race is chosen the number of the seat.
    pub letter: char,
    /// How the edge of what is owned is drawn.
    pub pattern: Edge,
}

/// What pieces are made of in a look. They are light in every look, as they are on the table.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Table {
    edge: Color32,
    pub(super) nobody: Color32,
    pub(super) on_nobody: Color32,
    pub(super) card: Color32,
    pub(super) print: Color32,
    pub(super) stone: Color32,
    pub(super) roof: Color32,
    pub(super) road: Color32,
}

/// Colour words of a pack with the ink each one is, in the order in which
/// races without a known colour take what is left. Brightness differs as well as
/// hue, which is what remains in grey and to colour-blind eyes.
pub(super) const NINE: [(&str, Color32); 9] = [
    ("blue", rgb(0x3A_69A6)),
    ("brown", rgb(0x50_2F13)),
    ("red", rgb(0xC2_3B52)),
    ("orange", rgb(0xCB_7E1F)),
    ("yellow", rgb(0xF4_CE2E)),
    ("purple", rgb(0x5A_27A6)),
    ("green", rgb(0x64_C274)),
    ("white", rgb(0xFB_F8F0)),
    ("black", rgb(0x17_161A)),
];

const WHITE: Color32 = rgb(0xFF_FFFF);
const LIGHT_LETTER: Color32 = WHITE;
const DARK_LETTER: Color32 = rgb(0x17_140F);

/// How much of a player's colour the face of a tile has, in percent.
const TINT: u16 = 45;
/// The same of black, on which print would not be readable.
const BLACK_TINT: u16 = 35;

impl Table {
    pub(super) fn on_light() -> Self {
        Self {
            edge: rgb(0x2A_2722),
            nobody: rgb(0xD9_D0BC),
            on_nobody: DARK_LETTER,
            card: rgb(0xF8_F2E3),
            print: rgb(0x00_0000),
            stone: rgb(0xDC_CFBC),
            roof: rgb(0x7A_5A44),
            road: rgb(0xE6_CD94),
        }
    }

    pub(super) fn on_dark() -> Self {
        Self {
            edge: rgb(0xED_E6D6),
            nobody: rgb(0x4A_5056),
            on_nobody: LIGHT_LETTER,
            card: rgb(0xEC_E4D2),
            stone: rgb(0xD2_C5B2),
            road: rgb(0xCD_B884),
            ..Self::on_light()
        }
    }

    pub(super) fn high_contrast() -> Self {
        Self {
            card: rgb(0xFF_FFFF),
            stone: rgb(0xEA_DECC),
            roof: rgb(0x5E_3E2A),
            road: rgb(0xF6_DFA4),
            ..Self::on_light()
        }
    }

    /// Card with so many percent of a colour.
    fn tinted(&self, fill: Color32, percent: u16) -> Color32 {
        self.card.lerp_to_gamma(fill, f32::from(percent) / 100.0)
    }
}

impl Theme {
    /// The ink of a player: of their race, or before one is chosen a neutral one with the seat's number.
    pub fn player_ink(&self, game: &Game, player: PlayerId) -> PlayerInk {
        match game.race(player) {
            Some(race) => self.race_ink(game.contents(), race),
            None => self.seat_ink(player),
        }
    }

    /// The ink of a player who has no race yet.
    pub fn seat_ink(&self, player: PlayerId) -> PlayerInk {
        PlayerInk {
            fill: self.inks.nobody,
            edge: self.inks.edge,
            on_fill: self.inks.on_nobody,
            face: self.inks.card,
            rim: self.inks.print,
            letter: char::from(b'1' + player.0.min(8)),
            pattern: Edge::ALL[player.index() % Edge::ALL.len()],
        }
    }

    /// The ink of a race of the pack.
    pub fn race_ink(&self, contents: &Contents, race: RaceId) -> PlayerInk {
        let races = &contents.pack().races;
        let names: Vec<&str> = races.iter().map(|race| race.name.as_str()).collect();
        let words: Vec<Option<&str>> =
            races.iter().map(|race| race.colour.value().map(String::as_str)).collect();
        self.ink(&names, &words, race.index())
    }

    /// The ink of the race at `index` among races with these names and colour words.
    pub(super) fn ink(&self, names: &[&str], words: &[Option<&str>], index: usize) -> PlayerInk {
        let slot = colours(words).get(index).copied().unwrap_or_default();
        let (word, fill) = NINE[slot];
        let on_fill = match word {
            "blue" | "brown" | "red" | "purple" | "black" => LIGHT_LETTER,
            _ => DARK_LETTER,
        };
        let (face, rim) = match word {
            "white" => (WHITE, self.inks.print),
            "black" => (self.inks.tinted(fill, BLACK_TINT), fill),
            _ => (self.inks.tinted(fill, TINT), fill),
        };
        PlayerInk {
            fill,
            edge: self.inks.edge,
            on_fill,
            face,
            rim,
            letter: letters(names).get(index).copied().unwrap_or('?'),
            pattern: Edge::ALL[index % Edge::ALL.len()],
        }
    }
}

/// For each race its place in [`NINE`]: known words first, the others take what is left.
fn colours(words: &[Option<&str>]) -> Vec<usize> {
    let known: Vec<Option<usize>> = words
        .iter()
        .map(|word| {
            let word = word.as_ref()?;
            NINE.iter().position(|(name, _)| name.eq_ignore_ascii_case(word.trim()))
        })
        .collect();
    let mut left = (0..NINE.len()).filter(|slot| !known.contains(&Some(*slot)));
    known
        .iter()
        .enumerate()
        .map(|(index, slot)| slot.or_else(|| left.next()).unwrap_or(index % NINE.len()))
        .collect()
}

/// A letter for each name, no two alike: the initial, or for the later of two
/// races with the same initial the first letter of its name that is nobody's initial.
pub(super) fn letters(names: &[&str]) -> Vec<char> {
    let is_initial = |letter: char| names.iter().any(|name| spelled(name).next() == Some(letter));
    let mut given: Vec<char> = Vec::new();
    for name in names {
        let free = |letter: &char| !given.contains(letter);
        let letter = spelled(name)
            .next()
            .filter(free)
            .or_else(|| spelled(name).find(|l| free(l) && !is_initial(*l)))
            .or_else(|| ('A'..='Z').find(|l| free(l) && !is_initial(*l)))
            .unwrap_or('?');
        given.push(letter);
    }
    given
}

fn spelled(name: &str) -> impl Iterator<Item = char> {
    name.chars().filter(|c| c.is_alphabetic()).flat_map(char::to_uppercase)
}
