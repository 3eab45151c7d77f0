//! The theme: colors by role, distances, radii and sizes of type.
//!
//! The design follows a surveyor's plan of a city being founded: paper, ink, and a
//! few more inks for the players. Panels use a *role* ("muted", "accent"), never a
//! color, so that the three themes stay complete and their contrast can be tested
//! here once.
//!
//! [`Theme::install`] sets fonts, text styles and the toolkit's own visuals; [`theme`]
//! returns the current roles for any context, and follows the system from light to
//! dark while the program runs.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::sync::Arc;

use egui::style::{Selection, TextCursorStyle, WidgetVisuals, Widgets};
use egui::{
    Color32, Context, CornerRadius, FontData, FontDefinitions, FontFamily, Id, Margin, Shadow,
    Stroke, Style, TextStyle, ThemePreference, Ui, Vec2, Visuals,
};
use serde::{Deserialize, Serialize};

use crate::icons::{self, Icon};
use scene::{Palette, Tone, fonts};

/// Distances between items, in points; no others are used.
pub mod space {
    /// Between an icon and its label.
    pub const XS: f32 = 4.0;
    /// Between related items.
    pub const S: f32 = 8.0;
    /// Between a panel's edge and its contents.
    pub const M: f32 = 12.0;
    /// Between groups.
    pub const L: f32 = 16.0;
    /// Between panels and around dialogs.
    pub const XL: f32 = 24.0;
}

/// Sizes for touch, in points.
pub mod touch {
    /// The minimum side of a control.
    pub const TARGET: f32 = 40.0;
    /// The side of an icon inside a control.
    pub const ICON: f32 = 24.0;
}

/// The radius of every corner, in points.
pub const RADIUS: u8 = 5;

/// Thickness of lines, in points.
pub mod line {
    /// Edges of panels, rows of tables.
    pub const HAIR: f32 = 1.0;
    /// Marks on the board.
    pub const MARK: f32 = 2.0;
    /// The ring around the control with the focus.
    pub const FOCUS: f32 = 2.5;
}

/// Sizes of type in points, one scale, and the fonts in them.
pub mod text {
    use egui::{FontFamily, FontId, TextStyle};

    /// Coordinates and footnotes.
    pub const SMALL: f32 = 12.0;
    /// Body text.
    pub const BODY: f32 = 14.0;
    /// The pending decision, and the main button.
    pub const LEAD: f32 = 17.0;
    /// Titles of panels.
    pub const TITLE: f32 = 21.0;
    /// Titles of screens, secondary numerals.
    pub const HEAD: f32 = 28.0;
    /// The title of the program, totals of a count.
    pub const HERO: f32 = 40.0;
    /// Points of a player: readable from two metres.
    pub const GIANT: f32 = 66.0;

    pub(crate) const SERIF: &str = "serif";
    pub(crate) const STRONG: &str = "strong";

    /// Returns the sans font of the interface. Its figures are tabular; 1, l and I differ.
    pub fn sans(size: f32) -> FontId {
        FontId::new(size, FontFamily::Proportional)
    }

    /// Returns the same font in a heavier weight, for controls and emphasis.
    pub fn strong(size: f32) -> FontId {
        FontId::new(size, FontFamily::Name(STRONG.into()))
    }

    /// Returns the serif font of titles and big numerals. Its figures are tabular too.
    pub fn serif(size: f32) -> FontId {
        FontId::new(size, FontFamily::Name(SERIF.into()))
    }

    /// Returns the style of the line about the pending decision.
    pub fn lead() -> TextStyle {
        TextStyle::Name("lead".into())
    }

    /// Returns the style of a panel's title, which is the toolkit's own heading.
    pub fn title() -> TextStyle {
        TextStyle::Heading
    }

    /// Returns the style of a screen's title.
    pub fn head() -> TextStyle {
        TextStyle::Name("head".into())
    }

    /// Returns the style of the largest numerals.
    pub fn hero() -> TextStyle {
        TextStyle::Name("hero".into())
    }
}

enum_table::enum_table! {
    /// The setting for the appearance of the window, in the order in which it is offered.
    #[derive(Default, Serialize, Deserialize)]
    pub enum Appearance {
        /// Returns the label in the settings.
        label: &'static str,
    }

    /// Light or dark like the system, also when it changes.
    #[default]
    System = "As the system";
    /// Ink on paper.
    Light = "Light";
    /// Chalk on slate.
    Dark = "Dark";
    /// Black on white, for bright rooms and tired eyes.
    HighContrast = "High contrast";
}

/// The mark of a square while the user chooses a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SquareMark {
    /// Tint of the square; translucent.
    pub fill: Color32,
    /// Line inside the square's edge.
    pub edge: Color32,
    /// A small icon in the center, so that color is never the only sign.
    pub sign: Option<Icon>,
    /// `true` for a dashed line.
    pub dashed: bool,
}

/// The colors of one appearance, by role.
#[derive(Clone, Debug, PartialEq)]
pub struct Theme {
    /// `true` for light text on a dark ground.
    pub dark: bool,
    /// Background of the window.
    pub paper: Color32,
    /// Panels, menus, dialogs.
    pub raised: Color32,
    /// Text fields; the rails of sliders.
    pub sunken: Color32,
    /// Text.
    pub ink: Color32,
    /// Secondary text: units, coordinates, explanations.
    pub muted: Color32,
    /// The pending decision and the main button.
    pub accent: Color32,
    /// Text and icons on the accent.
    pub on_accent: Color32,
    /// Gains, legal, completed.
    pub good: Color32,
    /// Losses, refusals.
    pub bad: Color32,
    /// Thin lines between items.
    pub hairline: Color32,
    /// Ring around the control with the focus.
    pub focus: Color32,
    /// Background of a selected item; text stays readable on it.
    pub selection: Color32,
    /// Background of a hovered item; text stays readable on it.
    pub hover: Color32,
    /// A square that may be built on.
    pub legal: SquareMark,
    /// A square that may be built on with more money.
    pub unaffordable: SquareMark,
    /// A square that may not be built on.
    pub illegal: SquareMark,
    /// A square whose legality depends on a missing fact.
    pub unknown: SquareMark,
    /// Shadow of popups; translucent.
    pub shadow: Color32,
    /// Cover that hides a voter's page; opaque.
    pub curtain: Color32,
    /// Tint over the table while it shows the past; translucent.
    pub past_tint: Color32,
    /// Tint over the whole screen while moves are tried; translucent.
    pub trial_tint: Color32,
    /// Flat tints of kinds of ground. Text is readable on all but the seventh, a dark wall.
    pub ground_tints: [Color32; 8],
    /// Tints of the sections of a board; translucent.
    pub section_tints: [Color32; 3],
    /// The colors of pieces.
    pub pieces: PieceColors,
    /// The colors of characters on a map, each with the color of letters on it.
    pub characters: [(Color32, Color32); 7],
}

/// The colors of characters. They are the same in every theme, as their figures are on the table,
/// and differ in brightness as well as in hue, for gray prints and color-blind eyes.
const CHARACTERS: [(Color32, Color32); 7] = [
    (rgb(0x3A_69A6), LIGHT_LETTER),
    (rgb(0xCB_7E1F), DARK_LETTER),
    (rgb(0x5A_27A6), LIGHT_LETTER),
    (rgb(0xF4_CE2E), DARK_LETTER),
    (rgb(0xC2_3B52), LIGHT_LETTER),
    (rgb(0x64_C274), DARK_LETTER),
    (rgb(0x50_2F13), LIGHT_LETTER),
];

/// The colors of pieces in a theme. Pieces are light in every theme, as they are on the table.
#[derive(Clone, Debug, PartialEq)]
pub struct PieceColors {
    /// Line around a piece.
    pub edge: Color32,
    /// Body of a piece without an owner.
    pub unowned: Color32,
    /// Letter and icons on such a body.
    pub on_unowned: Color32,
    /// Printed card.
    pub card: Color32,
    /// Print on a card.
    pub print: Color32,
    /// Stone of buildings.
    pub stone: Color32,
    /// Roofs of buildings.
    pub roof: Color32,
    /// Roads.
    pub road: Color32,
}

impl PieceColors {
    fn on_light() -> Self {
        Self {
            edge: rgb(0x2A_2722),
            unowned: rgb(0xD9_D0BC),
            on_unowned: DARK_LETTER,
            card: rgb(0xF8_F2E3),
            print: rgb(0x00_0000),
            stone: rgb(0xDC_CFBC),
            roof: rgb(0x7A_5A44),
            road: rgb(0xE6_CD94),
        }
    }

    fn on_dark() -> Self {
        Self {
            edge: rgb(0xED_E6D6),
            unowned: rgb(0x4A_5056),
            on_unowned: LIGHT_LETTER,
            card: rgb(0xEC_E4D2),
            stone: rgb(0xD2_C5B2),
            road: rgb(0xCD_B884),
            ..Self::on_light()
        }
    }

    fn high_contrast() -> Self {
        Self {
            card: rgb(0xFF_FFFF),
            stone: rgb(0xEA_DECC),
            roof: rgb(0x5E_3E2A),
            road: rgb(0xF6_DFA4),
            ..Self::on_light()
        }
    }
}

/// Letters on dark pieces.
pub const LIGHT_LETTER: Color32 = rgb(0xFF_FFFF);
/// Letters on light pieces.
pub const DARK_LETTER: Color32 = rgb(0x17_140F);

/// Returns a tone of a drawing as a color of the window.
pub fn tone_color<C: Copy>(palette: &impl Palette<C>, tone: Tone<C>) -> Color32 {
    let [red, green, blue, alpha] = palette.tone(tone);
    Color32::from_rgb(red, green, blue).gamma_multiply_u8(alpha)
}

/// Returns an opaque color from its digits, `0xRR_GGBB`.
pub const fn rgb(hex: u32) -> Color32 {
    let [_, r, g, b] = hex.to_be_bytes();
    Color32::from_rgb(r, g, b)
}

/// Returns the relative luminance of a color, 0 to 1 (Web Content Accessibility Guidelines).
pub fn luminance(color: Color32) -> f64 {
    let [red, green, blue] = linear_rgb(color);
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/// Returns the contrast of two colors, 1 to 21 (Web Content Accessibility Guidelines).
pub fn contrast(a: Color32, b: Color32) -> f64 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

/// Returns red, green and blue as amounts of light, 0 to 1.
pub fn linear_rgb(color: Color32) -> [f64; 3] {
    [color.r(), color.g(), color.b()].map(|value| {
        let value = f64::from(value) / 255.0;
        if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    })
}

/// Returns a translucent color of this opacity.
fn translucent(hex: u32, percent: u8) -> Color32 {
    let [_, r, g, b] = hex.to_be_bytes();
    let alpha = u16::from(percent) * 255 / 100;
    Color32::from_rgba_unmultiplied(r, g, b, u8::try_from(alpha).unwrap_or(u8::MAX))
}

/// Returns the four marks of a theme from the colors of their edges.
///
/// Squares that may be built on are tinted with `lit`, refused ones with `shade`. A refused square
/// is the common case, so its sign is quiet.
fn marks(edges: [u32; 4], lit: u32, shade: u32) -> [SquareMark; 4] {
    let [legal, unaffordable, illegal, unknown] = edges;
    [
        (legal, translucent(lit, 62), None, false),
        (unaffordable, translucent(lit, 34), Some(Icon::Money), true),
        (illegal, translucent(shade, 34), Some(Icon::Forbidden), true),
        (unknown, translucent(unknown, 20), Some(Icon::Question), true),
    ]
    .map(|(edge, fill, sign, dashed)| SquareMark { fill, edge: rgb(edge), sign, dashed })
}

impl Theme {
    /// Returns the light theme: ink on paper.
    pub fn light() -> Self {
        let [legal, unaffordable, illegal, unknown] =
            marks([0x2F_6B2E, 0x8A_5A00, 0x5E_554A, 0x4B_3F8F], 0xFF_FCF0, 0x2A_2722);
        Self {
            dark: false,
            paper: rgb(0xF3_ECDC),
            raised: rgb(0xFB_F7EC),
            sunken: rgb(0xFF_FDF6),
            ink: rgb(0x2A_2722),
            muted: rgb(0x6A_6255),
            accent: rgb(0x8A_3B1E),
            on_accent: rgb(0xFF_FAF0),
            good: rgb(0x3C_6B3A),
            bad: rgb(0xA3_2020),
            hairline: rgb(0xCD_C2AB),
            focus: rgb(0x1F_5FA8),
            selection: rgb(0xEB_D8BB),
            hover: rgb(0xF1_E7D1),
            legal,
            unaffordable,
            illegal,
            unknown,
            shadow: translucent(0x3A_2E18, 22),
            curtain: rgb(0x3B_332B),
            past_tint: translucent(0x8C_6A2B, 16),
            trial_tint: translucent(0x3A_20E0, 7),
            ground_tints: [
                rgb(0xE2_BAAA),
                rgb(0xED_E3C8),
                rgb(0x8F_A876),
                rgb(0xB3_B0A8),
                rgb(0xE3_DCCB),
                rgb(0x7F_A3B8),
                rgb(0x6B_645B),
                rgb(0xE8_D9A8),
            ],
            section_tints: [
                translucent(0xB0_6A2C, 12),
                translucent(0x3F_6FA0, 12),
                translucent(0x6B_4C93, 12),
            ],
            pieces: PieceColors::on_light(),
            characters: CHARACTERS,
        }
    }

    /// Returns the dark theme: chalk on slate.
    pub fn dark() -> Self {
        let [legal, unaffordable, illegal, unknown] =
            marks([0x9F_DC92, 0xF0_C060, 0xB9_B0A2, 0xB9_B0F5], 0xDF_EFD2, 0x00_0000);
        Self {
            dark: true,
            paper: rgb(0x1E_2226),
            raised: rgb(0x27_2C31),
            sunken: rgb(0x18_1B1F),
            ink: rgb(0xED_E6D6),
            muted: rgb(0xA7_9F90),
            accent: rgb(0xE0_905F),
            on_accent: rgb(0x1E_1611),
            good: rgb(0x8C_C084),
            bad: rgb(0xF0_8A7E),
            hairline: rgb(0x45_4B50),
            focus: rgb(0x8F_C1F2),
            selection: rgb(0x4A_4034),
            hover: rgb(0x33_383D),
            legal,
            unaffordable,
            illegal,
            unknown,
            shadow: translucent(0x00_0000, 45),
            curtain: rgb(0x12_1417),
            past_tint: translucent(0xD8_B46A, 12),
            trial_tint: translucent(0xA9_8CFF, 9),
            ground_tints: [
                rgb(0x4C_322D),
                rgb(0x74_6C55),
                rgb(0x50_6544),
                rgb(0x5C_5B57),
                rgb(0x3B_3F42),
                rgb(0x3D_6075),
                rgb(0x3C_352E),
                rgb(0x6A_5C30),
            ],
            section_tints: [
                translucent(0xE0_A060, 9),
                translucent(0x78_B0E8, 9),
                translucent(0xB8_90E8, 9),
            ],
            pieces: PieceColors::on_dark(),
            characters: CHARACTERS,
        }
    }

    /// Returns the high-contrast theme: black on white.
    pub fn high_contrast() -> Self {
        let [legal, unaffordable, illegal, unknown] =
            marks([0x00_5A10, 0x7A_4400, 0x33_3333, 0x2A_1F9A], 0xFF_FFFF, 0x00_0000);
        Self {
            paper: rgb(0xFF_FFFF),
            raised: rgb(0xFF_FFFF),
            sunken: rgb(0xFF_FFFF),
            ink: rgb(0x00_0000),
            muted: rgb(0x2E_2A25),
            accent: rgb(0x6B_2408),
            on_accent: rgb(0xFF_FFFF),
            good: rgb(0x11_500F),
            bad: rgb(0x8C_0000),
            hairline: rgb(0x33_3333),
            focus: rgb(0x00_3FC0),
            selection: rgb(0xFF_E9A8),
            hover: rgb(0xEC_ECEC),
            legal,
            unaffordable,
            illegal,
            unknown,
            shadow: translucent(0x00_0000, 40),
            curtain: rgb(0x00_0000),
            past_tint: translucent(0x8C_6A2B, 12),
            trial_tint: translucent(0x3A_20E0, 7),
            ground_tints: [
                rgb(0xF8_D8CD),
                rgb(0xFF_F8E0),
                rgb(0xA4_C48A),
                rgb(0xC8_C6C0),
                rgb(0xF2_F2F2),
                rgb(0x8F_BEDA),
                rgb(0x40_3C38),
                rgb(0xFF_EBAA),
            ],
            section_tints: [
                translucent(0xB0_6A2C, 8),
                translucent(0x3F_6FA0, 8),
                translucent(0x6B_4C93, 8),
            ],
            pieces: PieceColors::high_contrast(),
            characters: CHARACTERS,
            ..Self::light()
        }
    }

    /// Returns the stroke of thin lines.
    pub fn hair(&self) -> Stroke {
        Stroke::new(line::HAIR, self.hairline)
    }

    /// Returns the stroke of the focus ring.
    pub fn focus_ring(&self) -> Stroke {
        Stroke::new(line::FOCUS, self.focus)
    }

    /// Installs fonts, text styles, visuals, icons and the roles of `look` in a context.
    ///
    /// Call it before the first frame, since fonts take effect in the next one, and again whenever
    /// the setting changes.
    pub fn install(ctx: &Context, look: Appearance) {
        ctx.set_fonts(fonts());
        egui_extras::install_image_loaders(ctx);
        icons::install(ctx);
        let (light, dark, preference) = match look {
            Appearance::System => (Self::light(), Self::dark(), ThemePreference::System),
            Appearance::Light => (Self::light(), Self::dark(), ThemePreference::Light),
            Appearance::Dark => (Self::light(), Self::dark(), ThemePreference::Dark),
            Appearance::HighContrast => {
                (Self::high_contrast(), Self::high_contrast(), ThemePreference::Light)
            }
        };
        ctx.set_style_of(egui::Theme::Light, light.style());
        ctx.set_style_of(egui::Theme::Dark, dark.style());
        // The light theme is the default if the system has no preference.
        ctx.options_mut(|options| options.fallback_theme = egui::Theme::Light);
        ctx.set_theme(preference);
        let pair = ThemePair { light: Arc::new(light), dark: Arc::new(dark) };
        ctx.data_mut(|data| data.insert_temp(Id::NULL, pair));
    }

    /// Returns the style of the toolkit's own widgets in this theme.
    fn style(&self) -> Style {
        let mut style = Style {
            text_styles: [
                (TextStyle::Small, text::sans(text::SMALL)),
                (TextStyle::Body, text::sans(text::BODY)),
                (TextStyle::Button, text::sans(text::BODY)),
                (TextStyle::Monospace, text::sans(text::BODY)),
                (text::lead(), text::sans(text::LEAD)),
                (text::title(), text::serif(text::TITLE)),
                (text::head(), text::serif(text::HEAD)),
                (text::hero(), text::serif(text::HERO)),
            ]
            .into(),
            drag_value_text_style: TextStyle::Body,
            visuals: self.visuals(),
            ..Style::default()
        };
        let spacing = &mut style.spacing;
        spacing.item_spacing = Vec2::splat(space::S);
        spacing.button_padding = Vec2::new(space::M, space::XS);
        spacing.interact_size = Vec2::splat(touch::TARGET);
        spacing.window_margin = Margin::same(16);
        spacing.menu_margin = Margin::same(8);
        spacing.indent = space::L;
        spacing.icon_width = 20.0;
        spacing.icon_width_inner = space::M;
        spacing.icon_spacing = space::S;
        spacing.tooltip_width = 360.0;
        style.interaction.selectable_labels = false;
        style.interaction.tooltip_delay = 0.35;
        style
    }

    fn visuals(&self) -> Visuals {
        let corner = CornerRadius::same(RADIUS);
        let base = WidgetVisuals {
            bg_fill: self.sunken,
            weak_bg_fill: self.raised,
            bg_stroke: self.hair(),
            corner_radius: corner,
            fg_stroke: Stroke::new(1.5, self.ink),
            expansion: 0.0,
        };
        let widgets = Widgets {
            noninteractive: WidgetVisuals { bg_fill: self.raised, ..base },
            inactive: base,
            hovered: WidgetVisuals {
                bg_fill: self.hover,
                weak_bg_fill: self.hover,
                bg_stroke: Stroke::new(line::HAIR, self.muted),
                ..base
            },
            // Also the state of a control with the focus, hence the ring.
            active: WidgetVisuals {
                bg_fill: self.selection,
                weak_bg_fill: self.hover,
                bg_stroke: self.focus_ring(),
                ..base
            },
            open: WidgetVisuals {
                bg_fill: self.selection,
                weak_bg_fill: self.selection,
                bg_stroke: Stroke::new(line::HAIR, self.muted),
                ..base
            },
        };
        let shadow = Shadow { offset: [0, 3], blur: 14, spread: 0, color: self.shadow };
        let start = if self.dark { Visuals::dark() } else { Visuals::light() };
        Visuals {
            dark_mode: self.dark,
            override_text_color: None,
            weak_text_color: Some(self.muted),
            widgets,
            selection: Selection {
                bg_fill: self.selection,
                stroke: Stroke::new(line::MARK, self.ink),
            },
            hyperlink_color: self.accent,
            faint_bg_color: self.hover,
            extreme_bg_color: self.sunken,
            text_edit_bg_color: Some(self.sunken),
            code_bg_color: self.sunken,
            warn_fg_color: self.accent,
            error_fg_color: self.bad,
            window_corner_radius: corner,
            window_shadow: shadow,
            window_fill: self.raised,
            window_stroke: self.hair(),
            window_highlight_topmost: false,
            menu_corner_radius: corner,
            panel_fill: self.paper,
            popup_shadow: shadow,
            text_cursor: TextCursorStyle {
                stroke: Stroke::new(line::MARK, self.accent),
                // A blinking cursor would repaint an idle window.
                blink: false,
                ..start.text_cursor.clone()
            },
            slider_trailing_fill: true,
            ..start
        }
    }
}

/// Sets a close spacing of rows, for panels with text and no controls.
pub fn dense(ui: &mut Ui) {
    let spacing = ui.spacing_mut();
    spacing.interact_size.y = text::TITLE;
    spacing.item_spacing.y = space::XS;
}

/// Sets the spacing of rows in a menu: close for a mouse, as high as a finger for touch.
pub fn menu_rows(ui: &mut Ui, is_touched: bool) {
    let spacing = ui.spacing_mut();
    spacing.interact_size.y = if is_touched { touch::TARGET } else { MENU_ROW };
    spacing.item_spacing.y = 0.0;
}

/// Height of a menu's row for the mouse, in points.
const MENU_ROW: f32 = 26.0;

/// The light and the dark theme, stored in the context.
#[derive(Clone)]
struct ThemePair {
    light: Arc<Theme>,
    dark: Arc<Theme>,
}

/// Returns the current theme; the light one if none was installed, so that a test may draw a single
/// panel.
pub fn theme(ctx: &Context) -> Arc<Theme> {
    let pair: Option<ThemePair> = ctx.data(|data| data.get_temp(Id::NULL));
    match (pair, ctx.theme()) {
        (Some(pair), egui::Theme::Light) => pair.light,
        (Some(pair), egui::Theme::Dark) => pair.dark,
        (None, egui::Theme::Light | egui::Theme::Dark) => Arc::new(Theme::light()),
    }
}

/// Returns our fonts in three weights. Other scripts use the system's fonts.
fn fonts() -> FontDefinitions {
    let files = [
        ("Clear Sans", fonts::SANS),
        ("Clear Sans Bold", fonts::STRONG),
        ("Vollkorn SemiBold", fonts::SERIF),
    ];
    let [sans, strong, serif] = files.map(|(name, _)| name.to_owned());
    let font_data: BTreeMap<String, Arc<FontData>> = files
        .into_iter()
        .chain(fonts::SIGNS)
        .map(|(name, file)| (name.to_owned(), Arc::new(FontData::from_static(file))))
        .collect();
    let signs = fonts::SIGNS.map(|(name, _)| name.to_owned());
    let families = [
        (FontFamily::Proportional, vec![sans.clone()]),
        // Figures are tabular and 1, l and I differ, so records need no other face.
        (FontFamily::Monospace, vec![sans.clone()]),
        (FontFamily::Name(text::STRONG.into()), vec![strong, sans.clone()]),
        (FontFamily::Name(text::SERIF.into()), vec![serif, sans]),
    ]
    .map(|(family, own)| (family, [own.as_slice(), &signs].concat()));
    FontDefinitions { font_data, families: families.into() }
}
