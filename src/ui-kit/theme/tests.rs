use super::*;

/// A name and a constructor of a theme.
type NamedTheme = (&'static str, fn() -> Theme);

const THEMES: [NamedTheme; 3] =
    [("light", Theme::light), ("dark", Theme::dark), ("high contrast", Theme::high_contrast)];

#[track_caller]
fn check_contrast(what: &str, text: Color32, below: Color32, least: f64) {
    let found = contrast(text, below);
    assert!(found >= least, "{what}: {found:.2} of {least}");
}

#[test]
fn text_has_enough_contrast_in_every_theme() {
    for (look, make) in THEMES {
        let t = make();
        for below in [t.paper, t.raised] {
            check_contrast(&format!("{look} ink"), t.ink, below, 11.0);
            for (role, color) in [
                ("muted", t.muted),
                ("accent", t.accent),
                ("good", t.good),
                ("bad", t.bad),
                ("legal", t.legal.edge),
                ("unaffordable", t.unaffordable.edge),
                ("illegal", t.illegal.edge),
                ("unknown", t.unknown.edge),
            ] {
                check_contrast(&format!("{look} {role}"), color, below, 5.0);
            }
            check_contrast(&format!("{look} focus"), t.focus, below, 3.0);
        }
        for below in [t.selection, t.hover, t.sunken] {
            check_contrast(&format!("{look} ink on a widget"), t.ink, below, 7.0);
        }
        for below in [t.paper, t.raised] {
            let below = below.blend(t.trial_tint);
            for (role, color, least) in [("ink", t.ink, 7.0), ("muted", t.muted, 4.5)] {
                let color = color.blend(t.trial_tint);
                check_contrast(&format!("{look} {role} in a trial"), color, below, least);
            }
        }
        check_contrast(&format!("{look} button"), t.on_accent, t.accent, 5.0);
        check_contrast(&format!("{look} seat"), t.pieces.on_unowned, t.pieces.unowned, 5.0);
    }
}

#[test]
fn all_digits_have_the_same_width_in_every_font() {
    let ctx = Context::default();
    Theme::install(&ctx, Appearance::Light);
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
fn the_theme_follows_the_system_while_the_program_runs() {
    let ctx = Context::default();
    Theme::install(&ctx, Appearance::System);
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
    Theme::install(&ctx, Appearance::HighContrast);
    assert_eq!(theme(&ctx).paper, Color32::WHITE);
}
