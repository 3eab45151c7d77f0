//! A drawing of the map before it is shown: a list of areas, lines, signs and words that the window
//! paints and a file holds as SVG, so that both look the same.

use std::fmt::Write as _;

use egui::epaint::PathStroke;
use egui::{Align, Align2, Color32, Painter, Pos2, Rect, Shape, Stroke, StrokeKind};

use crate::theme::text;
use scene::fonts::SANS_FAMILIES;
use scene::svg::{CAPITAL, escaped};

/// One thing of a drawing; later ones lie on top of earlier ones.
#[derive(Clone, Debug, PartialEq)]
enum Mark {
    /// A convex polygon.
    Area { corners: Vec<Pos2>, fill: Color32, edge: Stroke },
    /// A line through these points.
    Line { points: Vec<Pos2>, pen: Stroke },
    /// A straight line of strokes as long as the gaps between them.
    Dashes { ends: [Pos2; 2], pen: Stroke, dash: f32 },
    /// A circle.
    Circle { center: Pos2, radius: f32, fill: Color32, edge: Stroke },
    /// A rectangle with rounded corners.
    Plate { rect: Rect, corner: f32, fill: Color32, edge: Stroke },
    /// A line of words.
    Words { at: Pos2, align: Align2, said: String, height: f32, is_strong: bool, ink: Color32 },
}

/// A drawing.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Sheet {
    marks: Vec<Mark>,
}

impl Sheet {
    pub(super) fn area(&mut self, corners: &[Pos2], fill: Color32, edge: Stroke) {
        self.marks.push(Mark::Area { corners: corners.to_vec(), fill, edge });
    }

    pub(super) fn line(&mut self, points: &[Pos2], pen: Stroke) {
        self.marks.push(Mark::Line { points: points.to_vec(), pen });
    }

    pub(super) fn dashes(&mut self, ends: [Pos2; 2], pen: Stroke, dash: f32) {
        self.marks.push(Mark::Dashes { ends, pen, dash });
    }

    pub(super) fn circle(&mut self, center: Pos2, radius: f32, fill: Color32, edge: Stroke) {
        self.marks.push(Mark::Circle { center, radius, fill, edge });
    }

    pub(super) fn plate(&mut self, rect: Rect, corner: f32, fill: Color32, edge: Stroke) {
        self.marks.push(Mark::Plate { rect, corner, fill, edge });
    }

    /// Words in the strong face.
    pub(super) fn words(&mut self, at: Pos2, align: Align2, said: &str, height: f32, ink: Color32) {
        let said = said.to_owned();
        self.marks.push(Mark::Words { at, align, said, height, is_strong: true, ink });
    }

    /// Words in the plain face.
    pub(super) fn small_words(
        &mut self,
        at: Pos2,
        align: Align2,
        said: &str,
        height: f32,
        ink: Color32,
    ) {
        let said = said.to_owned();
        self.marks.push(Mark::Words { at, align, said, height, is_strong: false, ink });
    }

    /// Paints it into the window.
    pub(super) fn paint(self, painter: &Painter) {
        for mark in self.marks {
            match mark {
                Mark::Area { corners, fill, edge } => {
                    painter.add(Shape::convex_polygon(corners, fill, PathStroke::from(edge)));
                }
                Mark::Line { points, pen } => {
                    painter.add(Shape::line(points, pen));
                }
                Mark::Dashes { ends, pen, dash } => {
                    painter.extend(Shape::dashed_line(&ends, pen, dash, dash));
                }
                Mark::Circle { center, radius, fill, edge } => {
                    painter.circle(center, radius, fill, edge);
                }
                Mark::Plate { rect, corner, fill, edge } => {
                    painter.rect(rect, corner, fill, edge, StrokeKind::Middle);
                }
                Mark::Words { at, align, said, height, is_strong, ink } => {
                    let font = if is_strong { text::strong(height) } else { text::sans(height) };
                    painter.text(at, align, said, font, ink);
                }
            }
        }
    }

    /// Writes what lies in `view` as SVG of so many pixels, on `paper` if there is any.
    pub(super) fn svg(&self, view: Rect, (width, height): (u32, u32), paper: Color32) -> String {
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"{} {} {} {}\">\n",
            view.min.x,
            view.min.y,
            view.width(),
            view.height()
        );
        let ground = Mark::Plate { rect: view, corner: 0.0, fill: paper, edge: Stroke::NONE };
        for mark in std::iter::once(&ground).chain(&self.marks) {
            write_mark(&mut svg, mark);
        }
        svg.push_str("</svg>\n");
        svg
    }
}

fn write_mark(svg: &mut String, mark: &Mark) {
    // Writing into a text cannot fail.
    let _ = match mark {
        Mark::Area { corners, fill, edge } => {
            writeln!(svg, "<polygon points=\"{}\" {}/>", Points(corners), Look(*fill, *edge))
        }
        Mark::Line { points, pen } => {
            let look = Look(Color32::TRANSPARENT, *pen);
            writeln!(svg, "<polyline points=\"{}\" {look}/>", Points(points))
        }
        Mark::Dashes { ends, pen, dash } => {
            let look = Look(Color32::TRANSPARENT, *pen);
            let points = Points(ends);
            writeln!(svg, "<polyline points=\"{points}\" {look} stroke-dasharray=\"{dash}\"/>")
        }
        Mark::Circle { center, radius, fill, edge } => {
            let Pos2 { x, y } = center;
            let look = Look(*fill, *edge);
            writeln!(svg, "<circle cx=\"{x:.2}\" cy=\"{y:.2}\" r=\"{radius:.2}\" {look}/>")
        }
        Mark::Plate { rect, corner, fill, edge } => {
            let (Pos2 { x, y }, look) = (rect.min, Look(*fill, *edge));
            let (width, height) = (rect.width(), rect.height());
            writeln!(
                svg,
                "<rect x=\"{x:.2}\" y=\"{y:.2}\" width=\"{width:.2}\" height=\"{height:.2}\" \
                 rx=\"{corner:.2}\" {look}/>"
            )
        }
        Mark::Words { at, align, said, height, is_strong, ink } => {
            let weight = if *is_strong { 700 } else { 400 };
            let anchor = match align.x() {
                Align::Min => "start",
                Align::Center => "middle",
                Align::Max => "end",
            };
            let baseline = at.y + height * baseline(align.y());
            let (x, look) = (at.x, Look(*ink, Stroke::NONE));
            let said = escaped(said);
            writeln!(
                svg,
                "<text x=\"{x:.2}\" y=\"{baseline:.2}\" text-anchor=\"{anchor}\" \
                 font-family=\"{SANS_FAMILIES}\" font-size=\"{height:.2}\" \
                 font-weight=\"{weight}\" {look}>{said}</text>"
            )
        }
    };
}

/// How far below its place a line of words stands, in heights of its type: what the window does
/// with the embedded font.
const fn baseline(align: Align) -> f32 {
    match align {
        Align::Min => 1.0,
        Align::Center => CAPITAL / 2.0,
        Align::Max => -0.26,
    }
}

struct Points<'a>(&'a [Pos2]);

impl std::fmt::Display for Points<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (index, Pos2 { x, y }) in self.0.iter().enumerate() {
            write!(f, "{}{x:.2},{y:.2}", if index == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}

/// Fill and edge as attributes.
struct Look(Color32, Stroke);

impl std::fmt::Display for Look {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self(fill, edge) = self;
        if *fill == Color32::TRANSPARENT {
            f.write_str("fill=\"none\"")?;
        } else {
            let [red, green, blue, alpha] = fill.to_srgba_unmultiplied();
            write!(f, "fill=\"#{red:02x}{green:02x}{blue:02x}\"")?;
            if alpha < 255 {
                write!(f, " fill-opacity=\"{:.3}\"", f32::from(alpha) / 255.0)?;
            }
        }
        if !edge.is_empty() {
            let [red, green, blue, alpha] = edge.color.to_srgba_unmultiplied();
            write!(
                f,
                " stroke=\"#{red:02x}{green:02x}{blue:02x}\" stroke-width=\"{:.2}\"",
                edge.width
            )?;
            if alpha < 255 {
                write!(f, " stroke-opacity=\"{:.3}\"", f32::from(alpha) / 255.0)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use egui::pos2;

    use super::*;

    #[test]
    fn what_was_typed_cannot_break_the_file() {
        let mut sheet = Sheet::default();
        let at = pos2(1.0, 1.0);
        sheet.words(at, Align2::CENTER_CENTER, "<b> & \u{1}", 3.0, Color32::BLACK);
        let view = Rect::from_min_max(Pos2::ZERO, pos2(10.0, 10.0));
        let svg = sheet.svg(view, (100, 100), Color32::WHITE);
        assert!(svg.contains(">&lt;b&gt; &amp;  </text>"), "{svg}");
    }

    #[test]
    fn a_look_says_what_is_filled_and_how_much_it_lets_through() {
        let edge = Stroke::new(2.0, Color32::BLACK);
        let none = Look(Color32::TRANSPARENT, edge).to_string();
        assert_eq!(none, "fill=\"none\" stroke=\"#000000\" stroke-width=\"2.00\"");
        let half = Color32::from_rgba_unmultiplied(255, 0, 0, 51);
        let half = Look(half, Stroke::NONE).to_string();
        assert_eq!(half, "fill=\"#ff0000\" fill-opacity=\"0.200\"");
    }
}
