//! Colors by name, laid on more or less strongly.

/// A color named by what it is for; a [`Palette`] says which color that is.
pub trait ColorName: Copy {
    /// The sheet that is drawn on.
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

/// The colors that names stand for.
pub trait Palette<C> {
    /// Returns red, green, blue and opacity of a color at full strength.
    fn rgba(&self, color: C) -> [u8; 4];

    /// Returns the same for a color with an opacity of its own.
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

/// Names for the tests of this crate.
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
    fn a_thinned_color_keeps_its_hue() {
        let palette = |_: TestColor| [10, 20, 30, 200];
        let tone = |opacity| palette.tone(Tone { color: TestColor::Ink, opacity });
        assert_eq!(tone(0.5), [10, 20, 30, 100]);
        assert_eq!(tone(3.0), [10, 20, 30, 200]);
    }
}
