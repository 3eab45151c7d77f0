//! A drawing as a self-contained SVG.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::color::{ColorName, Palette, Tone};
use super::fonts::{SANS_FAMILIES, SERIF_FAMILIES};
use super::geometry::{Pos, Rect};
use super::scene::{Anchor, Icon, Scene, SceneItem, Text, Typeface};

/// Writes a drawing as SVG, fitted into a picture of this size, in pixels across and down.
///
/// The rest of the picture around the drawing has the color of paper.
pub fn svg<C: ColorName>(scene: &Scene<C>, palette: &impl Palette<C>, size: (u32, u32)) -> String {
    let (width, height) = size;
    let (wide, high) = (scene.size.x, scene.size.y);
    // The view is widened to the shape of the picture, so that paper fills all of it.
    let scale = (width as f32 / wide).min(height as f32 / high).max(0.001);
    let (across, down) = (width as f32 / scale, height as f32 / scale);
    let (left, top) = ((wide - across) / 2.0, (high - down) / 2.0);
    let view = Rect::new(left, top, across, down);
    let mut out = String::new();
    begin(&mut out, scene, view, size);
    let (paper, _) = color(palette, C::PAPER.into());
    push(
        &mut out,
        format_args!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{paper}\"/>\n",
            n(left),
            n(top),
            n(across),
            n(down)
        ),
    );
    finish(&mut out, scene, palette, scale);
    out
}

/// Writes a part of a drawing as SVG of this size, in pixels across and down, on a transparent
/// background.
pub fn svg_part<C: Copy>(
    scene: &Scene<C>,
    palette: &impl Palette<C>,
    part: Rect,
    size: (u32, u32),
) -> String {
    let mut out = String::new();
    begin(&mut out, scene, part, size);
    finish(&mut out, scene, palette, size.0 as f32 / part.width());
    out
}

fn begin<C>(out: &mut String, scene: &Scene<C>, view: Rect, (width, height): (u32, u32)) {
    push(
        out,
        format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"{} {} {} {}\">\n",
            n(view.min.x),
            n(view.min.y),
            n(view.width()),
            n(view.height())
        ),
    );
    symbols(out, scene);
}

/// Writes the items that are drawn if a unit has this length in pixels.
fn finish<C: Copy>(out: &mut String, scene: &Scene<C>, palette: &impl Palette<C>, unit: f32) {
    out.push_str("<g stroke-linejoin=\"round\" stroke-linecap=\"butt\">\n");
    for (_, item) in scene.items.iter().filter(|(detail, _)| detail.is_drawn(unit)) {
        write_item(out, item, palette);
    }
    out.push_str("</g>\n</svg>\n");
}

/// Appends text.
fn push(out: &mut String, text: std::fmt::Arguments) {
    // Writing to a string cannot fail.
    let _ = out.write_fmt(text);
}

/// Returns a number in short form: a thousandth of a unit is finer than any pixel.
fn n(number: f32) -> String {
    let text = format!("{number:.3}");
    match text.trim_end_matches('0').trim_end_matches('.') {
        "-0" | "" => "0".to_owned(),
        short => short.to_owned(),
    }
}

/// Returns a color and, unless it is opaque, its opacity.
fn color<C>(palette: &impl Palette<C>, tone: Tone<C>) -> (String, Option<String>) {
    let [red, green, blue, alpha] = palette.tone(tone);
    let color = format!("#{red:02x}{green:02x}{blue:02x}");
    (color, (alpha < 255).then(|| n(f32::from(alpha) / 255.0)))
}

fn fill<C>(palette: &impl Palette<C>, tone: Tone<C>) -> String {
    match color(palette, tone) {
        (color, None) => format!("fill=\"{color}\""),
        (color, Some(opacity)) => format!("fill=\"{color}\" fill-opacity=\"{opacity}\""),
    }
}

fn stroke<C>(palette: &impl Palette<C>, tone: Tone<C>, width: f32) -> String {
    let width = n(width);
    match color(palette, tone) {
        (color, None) => format!("fill=\"none\" stroke=\"{color}\" stroke-width=\"{width}\""),
        (color, Some(opacity)) => format!(
            "fill=\"none\" stroke=\"{color}\" stroke-opacity=\"{opacity}\" \
             stroke-width=\"{width}\""
        ),
    }
}

fn path(points: &[Pos], closed: bool) -> String {
    let mut path = String::new();
    for (index, point) in points.iter().enumerate() {
        let step = if index == 0 { 'M' } else { 'L' };
        push(&mut path, format_args!("{step}{} {}", n(point.x), n(point.y)));
    }
    if closed {
        path.push('Z');
    }
    path
}

/// Writes the icons that are used, each once.
fn symbols<C>(out: &mut String, scene: &Scene<C>) {
    let icons: BTreeMap<&str, &str> = scene
        .items
        .iter()
        .filter_map(|(_, item)| match item {
            SceneItem::Icon { icon: Icon { name, svg }, .. } => Some((*name, *svg)),
            _ => None,
        })
        .collect();
    out.push_str("<defs>\n");
    for (name, svg) in icons {
        if let Some((attributes, body)) = outer_tag(svg) {
            push(out, format_args!("<symbol id=\"{name}\" {attributes}>{body}</symbol>\n"));
        }
    }
    out.push_str("</defs>\n");
}

/// Returns the attributes and the body of the outer tag of an icon, in the color of its use.
fn outer_tag(svg: &str) -> Option<(String, String)> {
    let start = svg.find("<svg")?;
    let (attributes, rest) = svg[start + 4..].split_once('>')?;
    let (body, _) = rest.rsplit_once("</svg>")?;
    let attributes: Vec<String> = attributes
        .split_inclusive('"')
        .collect::<Vec<_>>()
        .chunks(2)
        .map(|parts| parts.concat().trim().to_owned())
        .filter(|attribute| {
            !["xmlns", "width=", "height="].iter().any(|name| attribute.starts_with(name))
        })
        .collect();
    Some((with_current_color(&attributes.join(" ")), with_current_color(body.trim())))
}

/// Replaces black by the color of the icon's use.
fn with_current_color(svg: &str) -> String {
    svg.replace("#000000", "currentColor").replace("#000", "currentColor")
}

fn write_item<C: Copy>(out: &mut String, item: &SceneItem<C>, palette: &impl Palette<C>) {
    match item {
        SceneItem::Rect { rect, corner, tone } => push(
            out,
            format_args!(
                "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\" {}/>\n",
                n(rect.min.x),
                n(rect.min.y),
                n(rect.width()),
                n(rect.height()),
                n(*corner),
                fill(palette, *tone)
            ),
        ),
        SceneItem::Polygon { points, tone } => push(
            out,
            format_args!("<path d=\"{}\" {}/>\n", path(points, true), fill(palette, *tone)),
        ),
        SceneItem::Region { region, tone } => {
            if region.rings.is_empty() {
                return;
            }
            let rings: Vec<String> = region.rings.iter().map(|ring| path(ring, true)).collect();
            push(out, format_args!("<path d=\"{}\" {}/>\n", rings.concat(), fill(palette, *tone)));
        }
        SceneItem::Line { points, width, closed, dash, tone } => {
            let dash = dash
                .map(|dash| format!(" stroke-dasharray=\"{} {}\"", n(dash.stroke), n(dash.gap)));
            push(
                out,
                format_args!(
                    "<path d=\"{}\" {}{}/>\n",
                    path(points, *closed),
                    stroke(palette, *tone, *width),
                    dash.unwrap_or_default()
                ),
            );
        }
        SceneItem::Circle { center, radius, tone } => push(
            out,
            format_args!(
                "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" {}/>\n",
                n(center.x),
                n(center.y),
                n(*radius),
                fill(palette, *tone)
            ),
        ),
        SceneItem::Text(text) => write_text(out, text, palette),
        SceneItem::Icon { icon, rect, tone } => {
            let (color, opacity) = color(palette, *tone);
            let opacity = opacity.map(|opacity| format!(" opacity=\"{opacity}\""));
            push(
                out,
                format_args!(
                    "<use href=\"#{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" \
                     color=\"{color}\"{}/>\n",
                    icon.name,
                    n(rect.min.x),
                    n(rect.min.y),
                    n(rect.width()),
                    n(rect.height()),
                    opacity.unwrap_or_default()
                ),
            );
        }
    }
}

fn write_text<C: Copy>(out: &mut String, text: &Text<C>, palette: &impl Palette<C>) {
    let anchor = match text.anchor {
        Anchor::Start => "start",
        Anchor::Middle => "middle",
        Anchor::End => "end",
    };
    let (family, weight) = match (text.face, text.bold) {
        (Typeface::Serif, _) => (SERIF_FAMILIES, 600),
        (Typeface::Sans, true) => (SANS_FAMILIES, 700),
        (Typeface::Sans, false) => (SANS_FAMILIES, 400),
    };
    let turned = match text.turns % 4 {
        0 => String::new(),
        turns => format!(
            " transform=\"rotate({} {} {})\"",
            u16::from(turns) * 90,
            n(text.pos.x),
            n(text.pos.y)
        ),
    };
    // Letters are centered on half the height of a capital, on which all programs agree.
    let (dx, dy) = (text.pos.x, text.pos.y + text.size * CAP_HEIGHT / 2.0);
    push(
        out,
        format_args!(
            "<text x=\"{}\" y=\"{}\"{turned} text-anchor=\"{anchor}\" font-family=\"{family}\" \
             font-size=\"{}\" font-weight=\"{weight}\" {}>{}</text>\n",
            n(dx),
            n(dy),
            n(text.size),
            fill(palette, text.tone),
            escaped(&text.text)
        ),
    );
}

/// The height of a capital letter, relative to the font size.
pub const CAP_HEIGHT: f32 = 0.676;

/// Escapes text for an SVG.
fn escaped(words: &str) -> String {
    let mut escaped = String::with_capacity(words.len());
    for c in words.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            // XML allows no control characters.
            c if c.is_control() => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::TestColor;

    #[test]
    fn typed_text_cannot_break_the_file() {
        let mut scene = Scene::new(Pos::new(2.0, 2.0));
        let centre = Pos::new(1.0, 1.0);
        scene.text(centre, "<b> & \u{1} co", 0.3, Typeface::Sans, false, TestColor::Ink);
        let text = svg(&scene, &|_: TestColor| [0, 0, 0, 255], (20, 20));
        assert!(text.contains("&lt;b&gt; &amp;   co"), "{text}");
    }

    #[test]
    fn text_names_families_for_other_scripts_and_signs() {
        let mut scene = Scene::new(Pos::new(2.0, 2.0));
        for (face, bold) in
            [(Typeface::Serif, false), (Typeface::Sans, true), (Typeface::Sans, false)]
        {
            scene.text(Pos::new(1.0, 1.0), "衛兵 👁 אבג", 0.3, face, bold, TestColor::Ink);
        }
        let text = svg(&scene, &|_: TestColor| [0, 0, 0, 255], (20, 20));
        let lines: Vec<&str> = text.lines().filter(|line| line.starts_with("<text")).collect();
        assert_eq!(lines.len(), 3, "{text}");
        for line in lines {
            for family in ["CJK", "Arabic", "Hebrew", "Emoji", "system-ui", "serif"] {
                assert!(line.contains(family), "{family}: {line}");
            }
        }
    }

    #[test]
    fn translucent_color_is_written_with_its_opacity() {
        let mut scene = Scene::new(Pos::new(2.0, 2.0));
        let thin = Tone { color: TestColor::Ink, opacity: 0.2 };
        scene.polygon(vec![Pos::default(), Pos::new(1.0, 0.0), Pos::new(0.0, 1.0)], thin);
        let text = svg(&scene, &|_: TestColor| [255, 0, 0, 255], (20, 20));
        assert!(text.contains("fill=\"#ff0000\" fill-opacity=\"0.2\""), "{text}");
    }

    #[test]
    fn numbers_are_short() {
        for (number, text) in [(1.0, "1"), (0.5, "0.5"), (-0.0001, "0"), (10.0, "10")] {
            assert_eq!(n(number), text);
        }
    }

    #[test]
    fn icon_takes_the_color_of_its_use() {
        let (attributes, body) = outer_tag(
            "<svg xmlns=\"x\" viewBox=\"0 0 24 24\" width=\"24\" stroke=\"#000\">\n<path d=\"M0 0\" fill=\"#000\"/></svg>",
        )
        .expect("it is an icon");
        assert_eq!(attributes, "viewBox=\"0 0 24 24\" stroke=\"currentColor\"");
        assert_eq!(body, "<path d=\"M0 0\" fill=\"currentColor\"/>");
    }
}
