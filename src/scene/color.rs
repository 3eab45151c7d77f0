//! Colors by name, with an opacity.

/// A color named by its role; a [`Palette`] maps it to a color.
pub trait ColorName: Copy {
    /// The background of a drawing.
    const PAPER: Self;
}

/// A color with its opacity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tone<C> {
    /// The name of the color.
    pub color: C,
    /// From 0, invisible, to 1.
    pub opacity: f32,
}

impl<C> From<C> for Tone<C> {
    fn from(color: C) -> Self {
        Self { color, opacity: 1.0 }
    }
}

/// A mapping from names to colors.
pub trait Palette<C> {
    /// Returns red, green, blue and opacity of a color at full strength.
    fn rgba(&self, color: C) -> [u8; 4];

    /// Returns red, green, blue and opacity of a color with an opacity of its own.
    fn tone(&self, tone: Tone<C>) -> [u8; 4] {
        let [red, green, blue, alpha] = self.rgba(tone.color);
        let alpha = (f32::from(alpha) * tone.opacity.clamp(0.0, 1.0)).round();
        [red, green, blue, alpha as u8]
    }
}

impl<C, F: Fn(C) -> [u8; 4]> Palette<C> for F {
    fn rgba(&self, color: C) -> [u8; 4] {
        self(color)
    }
}

/// The color names of this crate's tests.
#[cfg(test)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum TestColor {
    Paper,
    Ink,
}

#[cfg(test)]
impl ColorName for TestColor {
    const PAPER: Self = Self::Paper;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opacity_scales_alpha_and_keeps_the_hue() {
        for (opacity, rgba) in [(0.5, [10, 20, 30, 100]), (3.0, [10, 20, 30, 200])] {
            let tone = Tone { color: TestColor::Ink, opacity };
            assert_eq!((|_: TestColor| [10, 20, 30, 200]).tone(tone), rgba);
        }
    }
}
