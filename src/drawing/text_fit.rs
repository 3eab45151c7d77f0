//! Text fitting: line breaks and font size for an available space.

use std::collections::BTreeSet;

use super::board::Grid;
use super::color::{Item, Scene, Text, Tone};
use scene::{Anchor, GridCell, Pos, Rect, Typeface};

/// The distance between lines, relative to the font size.
const LEADING: f32 = 1.08;

/// Text broken into lines, at the largest font size that fits.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct FittedText {
    rows: Vec<String>,
    /// The font size, in squares.
    pub(super) size: f32,
    /// The width of the widest line, in squares.
    pub(super) width: f32,
}

/// Breaks text into lines that fill `room` best, at a font size of at most `largest`.
pub(super) fn fit(words: &str, room: Rect, largest: f32, face: Typeface, bold: bool) -> FittedText {
    let all: Vec<&str> = words.split_whitespace().collect();
    let mut best = FittedText { rows: vec![words.to_owned()], size: 0.0, width: 0.0 };
    for count in 1..=all.len().min(5) {
        let lines = break_lines(&all, count, face, bold);
        let widest = widest(&lines, face, bold);
        if widest <= 0.0 {
            break;
        }
        let by_height = room.height() / (LEADING * lines.len() as f32);
        let size = largest.min(room.width() / widest).min(by_height);
        // Another line must pay for itself.
        if size > best.size * 1.08 {
            best = FittedText { rows: lines, size, width: widest * size };
        }
    }
    best
}

/// Breaks words into `count` lines so that the widest is as narrow as possible.
fn break_lines(words: &[&str], count: usize, face: Typeface, bold: bool) -> Vec<String> {
    if count <= 1 || words.len() <= 1 {
        return vec![words.join(" ")];
    }
    (1..=words.len() + 1 - count)
        .map(|first| {
            let mut lines = vec![words[..first].join(" ")];
            lines.extend(break_lines(&words[first..], count - 1, face, bold));
            lines
        })
        .min_by(|a, b| widest(a, face, bold).total_cmp(&widest(b, face, bold)))
        .unwrap_or_default()
}

/// Returns the width of the widest line, relative to the font size.
fn widest(lines: &[String], face: Typeface, bold: bool) -> f32 {
    lines.iter().map(|line| face.width_of(line, 1.0, bold)).fold(0.0, f32::max)
}

impl FittedText {
    /// Returns the height of all lines together, in squares.
    pub(super) fn height(&self) -> f32 {
        LEADING * self.size * self.rows.len() as f32
    }

    /// Draws the lines centered on `centre`.
    pub(super) fn draw(
        &self,
        scene: &mut Scene,
        centre: Pos,
        face: Typeface,
        bold: bool,
        tone: impl Into<Tone>,
    ) {
        let tone = tone.into();
        let leading = LEADING * self.size;
        let top = centre.y - leading * (self.rows.len() as f32 - 1.0) / 2.0;
        for (index, line) in self.rows.iter().enumerate() {
            let pos = Pos::new(centre.x, top + leading * index as f32);
            scene.text(pos, line.clone(), self.size, face, bold, tone);
        }
    }

    /// Draws the lines centered on `centre`, after this many quarter turns clockwise.
    pub(super) fn draw_rotated(
        &self,
        scene: &mut Scene,
        centre: Pos,
        turns: u8,
        face: Typeface,
        bold: bool,
        tone: impl Into<Tone>,
    ) {
        let tone = tone.into();
        let leading = LEADING * self.size;
        let first = -leading * (self.rows.len() as f32 - 1.0) / 2.0;
        for (index, line) in self.rows.iter().enumerate() {
            let down = first + leading * index as f32;
            let pos = match turns % 4 {
                0 => centre.plus(0.0, down),
                1 => centre.plus(-down, 0.0),
                2 => centre.plus(0.0, -down),
                _ => centre.plus(down, 0.0),
            };
            scene.push(Item::Text(Text {
                pos,
                anchor: Anchor::Middle,
                text: line.clone(),
                size: self.size,
                face,
                bold,
                turns,
                tone,
            }));
        }
    }
}

/// Draws a background of this size around `centre` for text.
pub(super) fn text_background(
    scene: &mut Scene,
    centre: Pos,
    (width, height): (f32, f32),
    tone: impl Into<Tone>,
) {
    let (left, top) = (centre.x - width / 2.0, centre.y - height / 2.0);
    scene.rect(Rect::new(left, top, width, height), 0.05, tone);
}

/// Returns the largest rectangle within some cells; a wide one wins over a high one.
pub(super) fn widest_rect(cells: &BTreeSet<GridCell>) -> Rect {
    let mut best = (0, Rect::default());
    for &(x0, y0) in cells {
        for &(x1, y1) in cells {
            if x1 < x0 || y1 < y0 {
                continue;
            }
            let mut inside = (y0..=y1).flat_map(|y| (x0..=x1).map(move |x| (x, y)));
            if !inside.all(|cell| cells.contains(&cell)) {
                continue;
            }
            let (wide, high) = (x1 - x0 + 1, y1 - y0 + 1);
            let worth = wide * high * 16 + wide;
            if worth > best.0 {
                let rect = Rect { min: Grid::rect((x0, y0)).min, max: Grid::rect((x1, y1)).max };
                best = (worth, rect);
            }
        }
    }
    best.1
}

/// Returns a name with spaces between its letters.
pub(super) fn spaced(name: &str) -> String {
    let letters: Vec<String> = name.chars().map(String::from).collect();
    // The hair space, because some fonts lack the thin space.
    letters.join("\u{200A}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_breaks_into_lines_where_space_is_narrow() {
        let narrow = Rect::new(0.0, 0.0, 0.8, 2.8);
        let broken = fit("North or West Gatehouse", narrow, 0.3, Typeface::Serif, false);
        assert_eq!(broken.rows, ["North", "or West", "Gatehouse"]);
        let wide = Rect::new(0.0, 0.0, 2.8, 0.4);
        let whole = fit("Ghost Fortress", wide, 0.3, Typeface::Serif, false);
        assert_eq!(whole.rows, ["Ghost Fortress"]);
    }
}
