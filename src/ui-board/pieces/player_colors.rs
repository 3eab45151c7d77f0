//! The colors of players: by race, a set of colors with a letter and an edge pattern.
//!
//! Three signs distinguish a player, so that no eye, printer or projector has to rely on color.
//! Colors come from the words in the facts of the pack; a race of unknown color gets an unused one.

use egui::Color32;

use components::ids::RaceId;
use drawing::board::EdgePattern;
use rules::contents::Contents;
use rules::game::Game;
use rules::player::PlayerId;
use ui_kit::theme::{DARK_LETTER, LIGHT_LETTER, Theme, rgb};

/// The colors, letter and edge pattern of a player's pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayerColors {
    /// The body of tokens and badges, and the lines of a plot.
    pub fill: Color32,
    /// The line around the fill: dark in light themes, light in dark ones, so that white pieces
    /// show on sand and black ones on slate.
    pub edge: Color32,
    /// The letter and icons on the fill.
    pub on_fill: Color32,
    /// The face of tiles: the card color with a share of the fill.
    pub face: Color32,
    /// The line between the face and the edge of a tile: the fill, or print if that is white.
    pub rim: Color32,
    /// The letter of the race, unique in the pack; the number of the seat before a race is chosen.
    pub letter: char,
    /// The pattern of the edge of owned pieces.
    pub pattern: EdgePattern,
}

/// The color words of a pack with their colors, in the order in which races of unknown color take
/// the unused ones. They differ in brightness as well as in hue, for gray prints and color-blind
/// eyes.
const RACE_COLORS: [(&str, Color32); 9] = [
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

/// The share of a player's color in the face of a tile, in percent.
const TINT: u16 = 45;
/// The share of black in the face of a tile, lower so that print stays readable, in percent.
const BLACK_TINT: u16 = 35;

impl PlayerColors {
    /// Returns the colors of a player's race, or of the seat before a race is chosen.
    pub fn of_player(theme: &Theme, game: &Game, player: PlayerId) -> Self {
        match game.race(player) {
            Some(race) => Self::of_race(theme, game.contents(), race),
            None => Self::of_seat(theme, player),
        }
    }

    /// Returns the colors of a player who has no race yet, with the number of the seat.
    pub fn of_seat(theme: &Theme, player: PlayerId) -> Self {
        let pieces = &theme.pieces;
        Self {
            fill: pieces.unowned,
            edge: pieces.edge,
            on_fill: pieces.on_unowned,
            face: pieces.card,
            rim: pieces.print,
            letter: char::from(b'1' + player.0.min(8)),
            pattern: EdgePattern::ALL[player.index() % EdgePattern::ALL.len()],
        }
    }

    /// Returns the colors of a race of the pack.
    pub fn of_race(theme: &Theme, contents: &Contents, race: RaceId) -> Self {
        let races = &contents.pack().races;
        let names: Vec<&str> = races.iter().map(|race| race.name.as_str()).collect();
        let words: Vec<Option<&str>> =
            races.iter().map(|race| race.colour.value().map(String::as_str)).collect();
        Self::in_pack(theme, &names, &words, race.index())
    }

    /// Returns the colors of the race at `index` among races with these names and color words.
    fn in_pack(theme: &Theme, names: &[&str], words: &[Option<&str>], index: usize) -> Self {
        let slot = color_slot(words, index);
        let (word, fill) = RACE_COLORS[slot];
        let on_fill = match word {
            "blue" | "brown" | "red" | "purple" | "black" => LIGHT_LETTER,
            _ => DARK_LETTER,
        };
        let pieces = &theme.pieces;
        let tinted = |percent: u16| pieces.card.lerp_to_gamma(fill, f32::from(percent) / 100.0);
        let (face, rim) = match word {
            "white" => (Color32::WHITE, pieces.print),
            "black" => (tinted(BLACK_TINT), fill),
            _ => (tinted(TINT), fill),
        };
        Self {
            fill,
            edge: pieces.edge,
            on_fill,
            face,
            rim,
            letter: letter(names, index),
            pattern: EdgePattern::ALL[index % EdgePattern::ALL.len()],
        }
    }
}

/// Returns the index in [`RACE_COLORS`] of the race at `index`, as [`color_slots`] does. Badges ask
/// often, so a known word takes no list.
fn color_slot(words: &[Option<&str>], index: usize) -> usize {
    let known = words.get(index).and_then(|word| slot_of(word.as_ref()?));
    known.or_else(|| color_slots(words).get(index).copied()).unwrap_or_default()
}

fn slot_of(word: &str) -> Option<usize> {
    RACE_COLORS.iter().position(|(name, _)| name.eq_ignore_ascii_case(word.trim()))
}

/// Returns for each race its index in [`RACE_COLORS`]: first by known words, then unused ones.
fn color_slots(words: &[Option<&str>]) -> Vec<usize> {
    let known: Vec<Option<usize>> = words.iter().map(|word| slot_of(word.as_ref()?)).collect();
    let mut unused = (0..RACE_COLORS.len()).filter(|slot| !known.contains(&Some(*slot)));
    known
        .iter()
        .enumerate()
        .map(|(index, slot)| slot.or_else(|| unused.next()).unwrap_or(index % RACE_COLORS.len()))
        .collect()
}

/// Returns the letter of the name at `index`, as [`letters`] does. Badges ask often, so an initial
/// that no earlier name has takes no list.
fn letter(names: &[&str], index: usize) -> char {
    let (earlier, name) = (names.get(..index).unwrap_or_default(), names.get(index));
    let initial = name.and_then(|name| spelled(name).next());
    initial
        .filter(|initial| !is_initial(earlier, *initial))
        .or_else(|| letters(names).get(index).copied())
        .unwrap_or('?')
}

/// Returns a distinct letter for each name: the initial, or if an earlier name took it, the first
/// letter of the name, then of the alphabet, that is no name's initial.
fn letters(names: &[&str]) -> Vec<char> {
    let mut used: Vec<char> = Vec::new();
    for name in names {
        let letter = spelled(name)
            .next()
            .filter(|letter| !used.contains(letter))
            .or_else(|| {
                spelled(name)
                    .chain('A'..='Z')
                    .find(|letter| !used.contains(letter) && !is_initial(names, *letter))
            })
            .unwrap_or('?');
        used.push(letter);
    }
    used
}

fn is_initial(names: &[&str], letter: char) -> bool {
    names.iter().any(|name| spelled(name).next() == Some(letter))
}

/// Returns the letters of a name in upper case.
fn spelled(name: &str) -> impl Iterator<Item = char> {
    name.chars().filter(|c| c.is_alphabetic()).flat_map(char::to_uppercase)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ui_kit::theme::{contrast, linear_rgb, luminance};

    type NamedTheme = (&'static str, fn() -> Theme);

    /// The themes by name.
    const THEMES: [NamedTheme; 3] =
        [("light", Theme::light), ("dark", Theme::dark), ("high contrast", Theme::high_contrast)];

    #[track_caller]
    fn check_contrast(what: &str, text: Color32, below: Color32, least: f64) {
        let found = contrast(text, below);
        assert!(found >= least, "{what}: {found:.2} of {least}");
    }

    #[test]
    fn race_letter_is_readable_on_its_color() {
        let words: Vec<Option<&str>> = RACE_COLORS.iter().map(|(word, _)| Some(*word)).collect();
        for (_, make) in THEMES {
            let t = make();
            for (index, (name, _)) in RACE_COLORS.iter().enumerate() {
                let ink = PlayerColors::in_pack(&t, &RACES, &words, index);
                check_contrast(name, ink.on_fill, ink.fill, 5.0);
            }
        }
    }

    #[test]
    fn print_on_pieces_is_readable_in_every_theme() {
        let words: Vec<Option<&str>> = RACE_COLORS.iter().map(|(word, _)| Some(*word)).collect();
        for (look, make) in THEMES {
            let t = make();
            for (index, (name, _)) in RACE_COLORS.iter().enumerate() {
                let face = PlayerColors::in_pack(&t, &RACES, &words, index).face;
                check_contrast(&format!("{look} {name} tile"), t.pieces.print, face, 7.0);
            }
            let others =
                [("card", t.pieces.card), ("stone", t.pieces.stone), ("road", t.pieces.road)];
            for (name, below) in others {
                check_contrast(&format!("{look} {name}"), t.pieces.print, below, 7.0);
            }
            check_contrast(&format!("{look} roof"), t.pieces.card, t.pieces.roof, 4.5);
        }
    }

    #[test]
    fn pieces_are_lighter_than_the_ground_of_the_dark_theme() {
        let t = Theme::dark();
        let words: Vec<Option<&str>> = RACE_COLORS.iter().map(|(word, _)| Some(*word)).collect();
        let faces = (0..RACE_COLORS.len())
            .map(|index| PlayerColors::in_pack(&t, &RACES, &words, index).face);
        let pieces = faces.chain([t.pieces.card, t.pieces.stone, t.pieces.road]);
        let darkest = pieces.map(luminance).fold(1.0, f64::min);
        let lightest = t.ground_tints.iter().copied().map(luminance).fold(0.0, f64::max);
        assert!(darkest >= lightest * 2.0, "a piece of {darkest:.2} on ground of {lightest:.2}");
    }

    #[test]
    fn tile_faces_of_races_differ() {
        let words: Vec<Option<&str>> = RACE_COLORS.iter().map(|(word, _)| Some(*word)).collect();
        let normal = EYES[0].1;
        for (look, make) in THEMES {
            let t = make();
            let faces: Vec<Color32> = (0..RACE_COLORS.len())
                .map(|index| PlayerColors::in_pack(&t, &RACES, &words, index).face)
                .collect();
            for (i, one) in faces.iter().enumerate() {
                for (j, other) in faces.iter().enumerate().skip(i + 1) {
                    let found = difference(*one, *other, &normal);
                    let (a, b) = (RACE_COLORS[i].0, RACE_COLORS[j].0);
                    assert!(found >= 9.0, "{look}: {a} and {b} differ by {found:.1}");
                }
            }
        }
    }

    const RACES: [&str; 9] = [
        "Human", "Vermling", "Valrath", "Quatryl", "Inox", "Harrower", "Savvas", "Orchid",
        "Aesther",
    ];

    #[test]
    fn every_race_has_a_letter_of_its_own() {
        let check = |names: &[&str], expected: &str| {
            let single: String = (0..names.len()).map(|index| letter(names, index)).collect();
            let all: String = letters(names).into_iter().collect();
            assert_eq!((single.as_str(), all.as_str()), (expected, expected));
        };
        check(&RACES, "HVLQIRSOA");
        check(&["Élan", "Élan", "", "Ω"], "ÉLAΩ");
    }

    #[test]
    fn races_of_unknown_color_take_unused_colors() {
        let t = Theme::light();
        let words = [None, Some("Blue"), None, Some("a colour of dreams")];
        let fills: Vec<Color32> =
            (0..4).map(|i| PlayerColors::in_pack(&t, &RACES[..4], &words, i).fill).collect();
        let named = |word: &str| RACE_COLORS.iter().find(|(w, _)| *w == word).expect("listed").1;
        assert_eq!(fills, [named("brown"), named("blue"), named("red"), named("orange")]);
    }

    /// Normal vision and the three dichromacies, each as a matrix on linear light
    /// (Machado, Oliveira and Fernandes 2009, severity 1).
    const EYES: [(&str, [[f64; 3]; 3]); 4] = [
        ("normal", [[1., 0., 0.], [0., 1., 0.], [0., 0., 1.]]),
        (
            "protanopia",
            [
                [0.152_286, 1.052_583, -0.204_868],
                [0.114_503, 0.786_281, 0.099_216],
                [-0.003_882, -0.048_116, 1.051_998],
            ],
        ),
        (
            "deuteranopia",
            [
                [0.367_322, 0.860_646, -0.227_968],
                [0.280_085, 0.672_501, 0.047_413],
                [-0.011_820, 0.042_940, 0.968_881],
            ],
        ),
        (
            "tritanopia",
            [
                [1.255_528, -0.076_749, -0.178_779],
                [-0.078_411, 0.930_809, 0.147_602],
                [0.004_733, 0.691_367, 0.303_900],
            ],
        ),
    ];

    /// Returns the color as `eye` sees it, in CIE Lab.
    fn lab(color: Color32, eye: &[[f64; 3]; 3]) -> [f64; 3] {
        let light = linear_rgb(color);
        let seen = eye.map(|row| {
            let sum: f64 = row.iter().zip(light).map(|(a, b)| a * b).sum();
            sum.clamp(0.0, 1.0)
        });
        let rows = [
            [0.4124 / 0.9505, 0.3576 / 0.9505, 0.1805 / 0.9505],
            [0.2126, 0.7152, 0.0722],
            [0.0193 / 1.089, 0.1192 / 1.089, 0.9505 / 1.089],
        ];
        let [x, y, z] = rows.map(|row| {
            let value: f64 = row.iter().zip(seen).map(|(a, b)| a * b).sum();
            if value > 0.008_856 { value.cbrt() } else { 7.787 * value + 16.0 / 116.0 }
        });
        [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
    }

    /// Returns the CIE 1976 color difference: 2 is just visible side by side, 20 is another color.
    fn difference(a: Color32, b: Color32, eye: &[[f64; 3]; 3]) -> f64 {
        let (a, b) = (lab(a, eye), lab(b, eye));
        a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt()
    }

    #[test]
    fn race_colors_differ_for_every_eye() {
        for (name, eye) in EYES {
            for (i, (a, one)) in RACE_COLORS.iter().enumerate() {
                for (b, other) in &RACE_COLORS[i + 1..] {
                    let found = difference(*one, *other, &eye);
                    assert!(found >= 20.0, "{name}: {a} and {b} differ by {found:.1}");
                }
            }
        }
    }

    #[test]
    fn race_patterns_and_letters_differ_without_color() {
        let t = Theme::light();
        let words = [None; 9];
        let signs: std::collections::HashSet<(char, EdgePattern)> = (0..9)
            .map(|i| PlayerColors::in_pack(&t, &RACES, &words, i))
            .map(|ink| (ink.letter, ink.pattern))
            .collect();
        assert_eq!(signs.len(), 9);
    }
}
