use super::inks::{NINE, letters};
use super::*;
use drawing::board::Edge;
use rules::player::PlayerId;

/// A look by name, and how it is made.
type Made = (&'static str, fn() -> Theme);

const PAPER_LOOKS: [Made; 3] =
    [("light", Theme::light), ("dark", Theme::dark), ("high contrast", Theme::high_contrast)];

/// Red, green, blue as amounts of light, 0 to 1.
fn light(colour: Color32) -> [f64; 3] {
    [colour.r(), colour.g(), colour.b()].map(|value| {
        let value = f64::from(value) / 255.0;
        if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    })
}

fn luminance(colour: Color32) -> f64 {
    let [r, g, b] = light(colour);
    0.2126 * r + 0.7152 * g + 0.0722 * b
}

/// Contrast as the Web Content Accessibility Guidelines define it, 1 to 21.
fn contrast(a: Color32, b: Color32) -> f64 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

#[track_caller]
fn check_contrast(what: &str, text: Color32, below: Color32, least: f64) {
    let found = contrast(text, below);
    assert!(found >= least, "{what}: {found:.2} of {least}");
}

#[test]
fn text_is_readable_in_every_look() {
    for (look, make) in PAPER_LOOKS {
        let t = make();
        for below in [t.paper, t.raised] {
            check_contrast(&format!("{look} ink"), t.ink, below, 11.0);
            for (role, colour) in [
                ("muted", t.muted),
                ("accent", t.accent),
                ("good", t.good),
                ("bad", t.bad),
                ("legal", t.legal.edge),
                ("unaffordable", t.unaffordable.edge),
                ("illegal", t.illegal.edge),
                ("unknown", t.unknown.edge),
            ] {
                check_contrast(&format!("{look} {role}"), colour, below, 5.0);
            }
            check_contrast(&format!("{look} focus"), t.focus, below, 3.0);
        }
        for below in [t.selection, t.hover, t.sunken] {
            check_contrast(&format!("{look} ink on a widget"), t.ink, below, 7.0);
        }
        check_contrast(&format!("{look} button"), t.on_accent, t.accent, 5.0);
        for seat in 0..4 {
            let ink = t.seat_ink(PlayerId(seat));
            check_contrast(&format!("{look} seat"), ink.on_fill, ink.fill, 5.0);
        }
    }
}

#[test]
fn a_race_letter_is_readable_on_its_colour() {
    let words: Vec<Option<&str>> = NINE.iter().map(|(word, _)| Some(*word)).collect();
    for (_, make) in PAPER_LOOKS {
        let t = make();
        for (index, (name, _)) in NINE.iter().enumerate() {
            let ink = t.ink(&RACES, &words, index);
            check_contrast(name, ink.on_fill, ink.fill, 5.0);
        }
    }
}

#[test]
fn what_is_printed_on_a_piece_is_readable_in_every_look() {
    let words: Vec<Option<&str>> = NINE.iter().map(|(word, _)| Some(*word)).collect();
    for (look, make) in PAPER_LOOKS {
        let t = make();
        for (index, (name, _)) in NINE.iter().enumerate() {
            let face = t.ink(&RACES, &words, index).face;
            check_contrast(&format!("{look} {name} tile"), t.inks.print, face, 7.0);
        }
        let others = [("card", t.inks.card), ("stone", t.inks.stone), ("road", t.inks.road)];
        for (name, below) in others {
            check_contrast(&format!("{look} {name}"), t.inks.print, below, 7.0);
        }
        check_contrast(&format!("{look} roof"), t.inks.card, t.inks.roof, 4.5);
    }
}

#[test]
fn pieces_are_lighter_than_the_ground_of_the_dark_look() {
    let t = Theme::dark();
    let words: Vec<Option<&str>> = NINE.iter().map(|(word, _)| Some(*word)).collect();
    let faces = (0..NINE.len()).map(|index| t.ink(&RACES, &words, index).face);
    let pieces = faces.chain([t.inks.card, t.inks.stone, t.inks.road]);
    let darkest = pieces.map(luminance).fold(1.0, f64::min);
    let lightest = t.terrains.iter().copied().map(luminance).fold(0.0, f64::max);
    assert!(darkest >= lightest * 2.0, "a piece of {darkest:.2} on ground of {lightest:.2}");
}

#[test]
fn the_faces_of_races_differ() {
    let words: Vec<Option<&str>> = NINE.iter().map(|(word, _)| Some(*word)).collect();
    let normal = EYES[0].1;
    for (look, make) in PAPER_LOOKS {
        let t = make();
        let faces: Vec<Color32> =
            (0..NINE.len()).map(|index| t.ink(&RACES, &words, index).face).collect();
        for (i, one) in faces.iter().enumerate() {
            for (j, other) in faces.iter().enumerate().skip(i + 1) {
                let found = difference(*one, *other, &normal);
                let (a, b) = (NINE[i].0, NINE[j].0);
                assert!(found >= 9.0, "{look}: {a} and {b} differ by {found:.1}");
            }
        }
    }
}

const RACES: [&str; 9] =
    ["Human", "Vermling", "Valrath", "Quatryl", "Inox", "Harrower", "Savvas", "Orchid", "Aesther"];

#[test]
fn every_race_has_a_letter_of_its_own() {
    let given: String = letters(&RACES).into_iter().collect();
    assert_eq!(given, "HVLQIRSOA");
    let made_up: String = letters(&["Élan", "Élan", "", "Ω"]).into_iter().collect();
    assert_eq!(made_up, "ÉLAΩ");
}

#[test]
fn races_with_unknown_colours_take_what_is_left() {
    let t = Theme::light();
    let words = [None, Some("Blue"), None, Some("a colour of dreams")];
    let fills: Vec<Color32> = (0..4).map(|i| t.ink(&RACES[..4], &words, i).fill).collect();
    let named = |word: &str| NINE.iter().find(|(w, _)| *w == word).expect("listed").1;
    assert_eq!(fills, [named("brown"), named("blue"), named("red"), named("orange")]);
}

/// The three dichromacies, and nothing: each a matrix on amounts of light
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

/// The colour as `eye` sees it, in CIE Lab.
fn lab(colour: Color32, eye: &[[f64; 3]; 3]) -> [f64; 3] {
    let light = light(colour);
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

/// CIE 1976 colour difference: about 2 is just seen side by side, 20 is two colours.
fn difference(a: Color32, b: Color32, eye: &[[f64; 3]; 3]) -> f64 {
    let (a, b) = (lab(a, eye), lab(b, eye));
    a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt()
}

#[test]
fn race_colours_differ_for_every_eye() {
    for (name, eye) in EYES {
        for (i, (a, one)) in NINE.iter().enumerate() {
            for (b, other) in &NINE[i + 1..] {
                let found = difference(*one, *other, &eye);
                assert!(found >= 20.0, "{name}: {a} and {b} differ by {found:.1}");
            }
        }
    }
}

#[test]
fn race_patterns_and_letters_differ_without_any_colour() {
    let t = Theme::light();
    let words = [None; 9];
    let signs: std::collections::HashSet<(char, Edge)> =
        (0..9).map(|i| t.ink(&RACES, &words, i)).map(|ink| (ink.letter, ink.pattern)).collect();
    assert_eq!(signs.len(), 9);
}

#[test]
fn terrains_have_a_pattern_each() {
    let t = Theme::light();
    let kinds =
        Terrain::ALL.map(SquareKind::Land).into_iter().chain([SquareKind::River, SquareKind::Wall]);
    let patterns: std::collections::HashSet<Pattern> =
        kinds.map(|kind| t.terrain(kind).pattern).collect();
    assert_eq!(patterns.len(), 6);
    assert!(!patterns.contains(&Pattern::None));
}

#[test]
fn figures_stand_in_columns_in_every_font() {
    let ctx = Context::default();
    Theme::install(&ctx, Look::Light);
    let output = ctx.run_ui(egui::RawInput::default(), |ui| {
        ui.ctx().fonts_mut(|fonts| {
            for font in [text::sans(14.0), text::strong(17.0), text::serif(40.0)] {
                let widths: Vec<f32> = ('0'..='9').map(|d| fonts.glyph_width(&font, d)).collect();
                assert!(
                    widths.iter().all(|w| (w - widths[0]).abs() < 0.01),
                    "{font:?}: {widths:?}"
                );
            }
        });
    });
    output.drop_without_applying_deltas();
}

#[test]
fn the_look_follows_the_system_while_running() {
    let ctx = Context::default();
    Theme::install(&ctx, Look::System);
    let mut dark = Vec::new();
    for system in [None, Some(egui::Theme::Dark), Some(egui::Theme::Light)] {
        let input = egui::RawInput { system_theme: system, ..Default::default() };
        let output = ctx.run_ui(input, |ui| {
            let current = theme(ui.ctx());
            assert_eq!(ui.visuals().panel_fill, current.paper);
            dark.push(current.dark);
        });
        output.drop_without_applying_deltas();
    }
    assert_eq!(dark, [false, true, false]);
    Theme::install(&ctx, Look::HighContrast);
    assert_eq!(theme(&ctx).paper, Color32::WHITE);
}

#[test]
fn names_of_hexes_are_readable_on_every_terrain() {
    for (look, make) in PAPER_LOOKS {
        let t = make();
        for terrain in scenario_rules::board::Terrain::ALL {
            check_contrast(&format!("{look} {}", terrain.word()), t.ink, t.hex(terrain), 4.5);
        }
    }
}
