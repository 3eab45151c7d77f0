//! Setting words into the room there is for them.

use std::collections::BTreeSet;

use super::board::Grid;
use super::ink::{Item, Scene, Text, Tone};
use scene::{Anchor, Cell, Face, Pos, Rect};

/// Distance from line to line, in heights of the type.
const LEADING: f32 = 1.08;

/// Words broken into lines, in the largest type that fits.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Lines {
    pub(super) set: Vec<String>,
    /// Height of the type, in squares.
    pub(super) size: f32,
    /// The widest line, in squares.
    pub(super) width: f32,
}

/// Breaks `words` between words so that they fill `room` best, no larger than `largest`.
pub(super) fn fit(words: &str, room: Rect, largest: f32, face: Face, bold: bool) -> Lines {
    let all: Vec<&str> = words.split_whitespace().collect();
    let mut best = Lines { set: vec![words.to_owned()], size: 0.0, width: 0.0 };
    for count in 1..=all.len().min(5) {
        let lines = broken(&all, count, face, bold);
        let wide = |line: &String| face.width_of(line, 1.0, bold);
        let widest = lines.iter().map(wide).fold(0.0, f32::max);
        if widest <= 0.0 {
            break;
        }
        let by_height = room.height() / (LEADING * lines.len() as f32);
        let size = largest.min(room.width() / widest).min(by_height);
        // One more line has to be worth it.
        if size > best.size * 1.08 {
            best = Lines { set: lines, size, width: widest * size };
        }
    }
    best
}

/// Words in so many lines, the widest of them as narrow as can be.
fn broken(words: &[&str], count: usize, face: Face, bold: bool) -> Vec<String> {
    let wide = |line: &str| face.width_of(line, 1.0, bold);
    if count <= 1 || words.len() <= 1 {
        return vec![words.join(" ")];
    }
    let ways = (1..=words.len() + 1 - count).map(|first| {
        let mut lines = vec![words[..first].join(" ")];
        lines.extend(broken(&words[first..], count - 1, face, bold));
        lines
    });
    let widest = |lines: &Vec<String>| lines.iter().map(|line| wide(line)).fold(0.0, f32::max);
    let best = ways.min_by(|a, b| widest(a).total_cmp(&widest(b)));
    best.unwrap_or_default()
}

impl Lines {
    /// How high all lines are together, in squares.
    pub(super) fn height(&self) -> f32 {
        LEADING * self.size * self.set.len() as f32
    }

    /// Sets the lines around `centre`.
    pub(super) fn set(
        &self,
        scene: &mut Scene,
        centre: Pos,
        face: Face,
        bold: bool,
        tone: impl Into<Tone>,
    ) {
        let tone = tone.into();
        let leading = LEADING * self.size;
        let top = centre.y - leading * (self.set.len() as f32 - 1.0) / 2.0;
        for (index, line) in self.set.iter().enumerate() {
            let pos = Pos::new(centre.x, top + leading * index as f32);
            scene.words(pos, line.clone(), self.size, face, bold, tone);
        }
    }

    /// Sets the lines around `centre`, after so many quarter turns clockwise.
    pub(super) fn set_turned(
        &self,
        scene: &mut Scene,
        centre: Pos,
        turns: u8,
        face: Face,
        bold: bool,
        tone: impl Into<Tone>,
    ) {
        let tone = tone.into();
        let leading = LEADING * self.size;
        let first = -leading * (self.set.len() as f32 - 1.0) / 2.0;
        for (index, line) in self.set.iter().enumerate() {
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
                words: line.clone(),
                size: self.size,
                face,
                bold,
                turns,
                tone,
            }));
        }
    }
}

/// Clears the ground around `centre`, so wide and so high, for words to be set on.
pub(super) fn plate(
    scene: &mut Scene,
    centre: Pos,
    (width, height): (f32, f32),
    tone: impl Into<Tone>,
) {
    let (left, top) = (centre.x - width / 2.0, centre.y - height / 2.0);
    scene.rect(Rect::new(left, top, width, height), 0.05, tone);
}

/// The largest upright rectangle within some cells, a wide one before a high one.
pub(super) fn widest_rect(cells: &BTreeSet<Cell>) -> Rect {
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

/// A name with its letters set apart.
pub(super) fn spaced(name: &str) -> String {
    let letters: Vec<String> = name.chars().map(String::from).collect();
    // A narrow space that every font has: the thin one may be missing.
    letters.join("\u{200A}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_break_where_the_room_is_narrow() {
        let narrow = Rect::new(0.0, 0.0, 0.8, 2.8);
        let lines = fit("North or West Gatehouse", narrow, 0.3, Face::Serif, false);
        assert_eq!(lines.set, ["North", "or West", "Gatehouse"]);
        let wide = Rect::new(0.0, 0.0, 2.8, 0.4);
        let lines = fit("Ghost Fortress", wide, 0.3, Face::Serif, false);
        assert_eq!(lines.set, ["Ghost Fortress"]);
    }
}
