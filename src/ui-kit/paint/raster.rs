//! Rasterizing triangles in memory, as a graphics card rasterizes them.
//!
//! The result replaces the triangles on the screen, so both must look the same: the same pixels are
//! covered, and colors are interpolated and blended in the same way.
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "a picture has a few thousand pixels a side"
)]

use egui::epaint::Vertex;
use egui::{Color32, ColorImage, Mesh, Pos2, Rect, pos2};

/// The precision of a corner: a pixel is divided into this many parts.
const PARTS: i64 = 256;

/// The largest distance of a corner, in pixels, so that no product overflows. No drawing is as large
/// at any zoom.
const MAX_DISTANCE: f32 = 1_000_000.0;

/// A part of the screen with whole pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PixelRect {
    min: [i32; 2],
    max: [i32; 2],
}

impl PixelRect {
    /// Returns the pixels that a rectangle in points touches.
    pub(super) fn around(rect: Rect, pixels_per_point: f32) -> Self {
        let pixels = rect * pixels_per_point;
        Self {
            min: [pixels.min.x.floor() as i32, pixels.min.y.floor() as i32],
            max: [pixels.max.x.ceil() as i32, pixels.max.y.ceil() as i32],
        }
    }

    /// Returns its place on the screen, in points.
    pub(super) fn in_points(self, pixels_per_point: f32) -> Rect {
        let corner = |[x, y]: [i32; 2]| pos2(x as f32, y as f32) / pixels_per_point;
        Rect::from_min_max(corner(self.min), corner(self.max))
    }

    /// Returns its width and height; zero if it is empty.
    pub(super) fn size(self) -> [usize; 2] {
        [0, 1].map(|axis| self.max[axis].saturating_sub(self.min[axis]).max(0) as usize)
    }
}

/// Returns the picture of the triangles within a part of the screen, on a transparent background.
///
/// Triangles without a texture are expected: the color of each corner is all that is drawn.
pub(super) fn rasterize(mesh: &Mesh, pixels_per_point: f32, part: PixelRect) -> ColorImage {
    let mut image = ColorImage::filled(part.size(), Color32::TRANSPARENT);
    let offset = pos2(part.min[0] as f32, part.min[1] as f32).to_vec2();
    for corners in mesh.indices.chunks_exact(3) {
        let corner = |index: usize| {
            let Vertex { pos, color, .. } = mesh.vertices[corners[index] as usize];
            Corner::new((pos.to_vec2() * pixels_per_point - offset).to_pos2(), color)
        };
        fill_triangle(&mut image, [corner(0), corner(1), corner(2)]);
    }
    image
}

/// A corner of a triangle.
#[derive(Clone, Copy)]
struct Corner {
    /// Its place, in parts of a pixel.
    x: i64,
    y: i64,
    color: Color32,
}

impl Corner {
    fn new(pixel: Pos2, color: Color32) -> Self {
        let [x, y] = [pixel.x, pixel.y]
            .map(|at| (at.clamp(-MAX_DISTANCE, MAX_DISTANCE) * PARTS as f32).round() as i64);
        Self { x, y, color }
    }
}

/// An edge of a triangle. On the side of the triangle its distance is positive.
#[derive(Clone, Copy)]
struct Edge {
    from: Corner,
    /// From its first to its second corner.
    across: i64,
    down: i64,
    /// `true` if a pixel whose center is on the edge belongs to the triangle. Of two triangles that
    /// share an edge only one has it.
    has_centers: bool,
}

impl Edge {
    const fn new(from: Corner, to: Corner) -> Self {
        let (across, down) = (to.x - from.x, to.y - from.y);
        let has_centers = down < 0 || (down == 0 && across > 0);
        Self { from, across, down, has_centers }
    }

    /// Returns the distance of a pixel's center, times the length of the edge.
    const fn distance(&self, column: i64, row: i64) -> i64 {
        let (x, y) = (center(column), center(row));
        self.across * (y - self.from.y) - self.down * (x - self.from.x)
    }

    /// Narrows a range of columns to the pixels on its side in a row.
    fn narrow(&self, row: i64, columns: &mut std::ops::Range<i64>) {
        // The distance of the first pixel of the row, and what each further pixel adds.
        let start = self.distance(0, row) - i64::from(!self.has_centers);
        let step = -self.down * PARTS;
        match step {
            0 if start < 0 => columns.end = columns.start,
            0 => {}
            1.. => columns.start = columns.start.max(-start.div_euclid(step)),
            _ => columns.end = columns.end.min(start.div_euclid(-step) + 1),
        }
    }
}

/// Returns the center of a column or row, in parts of a pixel.
const fn center(pixel: i64) -> i64 {
    pixel * PARTS + PARTS / 2
}

/// Blends a triangle over the picture.
fn fill_triangle(image: &mut ColorImage, corners: [Corner; 3]) {
    let [first, second, third] = corners;
    let area =
        (second.x - first.x) * (third.y - first.y) - (second.y - first.y) * (third.x - first.x);
    if area == 0 {
        return;
    }
    let [first, second, third] =
        if area < 0 { [first, third, second] } else { [first, second, third] };
    // Opposite each corner.
    let edges = [Edge::new(second, third), Edge::new(third, first), Edge::new(first, second)];
    let colors = [first, second, third].map(|corner| corner.color);
    let is_flat = colors == [colors[0]; 3];
    let [width, height] = image.size.map(|side| side as i64);
    let [top, bottom] = [first.y.min(second.y).min(third.y), first.y.max(second.y).max(third.y)];
    let rows = top.div_euclid(PARTS).max(0)..(bottom.div_euclid(PARTS) + 1).min(height);
    for row in rows {
        let mut columns = 0..width;
        for edge in &edges {
            edge.narrow(row, &mut columns);
        }
        for column in columns {
            let color = if is_flat {
                colors[0]
            } else {
                let shares =
                    edges.map(|edge| edge.distance(column, row) as f32 / area.abs() as f32);
                mixed(colors, shares)
            };
            let pixel = &mut image.pixels[(row * width + column) as usize];
            *pixel = pixel.blend(color);
        }
    }
}

/// Returns the mean of three colors with these weights.
fn mixed(colors: [Color32; 3], shares: [f32; 3]) -> Color32 {
    let mut mean = Color32::TRANSPARENT;
    for channel in 0..4 {
        let parts = colors.iter().zip(shares);
        let sum: f32 = parts.map(|(color, share)| f32::from(color[channel]) * share).sum();
        mean[channel] = sum.round() as u8;
    }
    mean
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::vec2;

    fn part(width: f32, height: f32) -> PixelRect {
        PixelRect::around(Rect::from_min_size(Pos2::ZERO, vec2(width, height)), 1.0)
    }

    /// Returns a triangle with a color at each corner.
    fn triangle(corners: [(f32, f32, Color32); 3]) -> Mesh {
        let mut mesh = Mesh::default();
        for (x, y, color) in corners {
            mesh.colored_vertex(pos2(x, y), color);
        }
        mesh.add_triangle(0, 1, 2);
        mesh
    }

    /// Returns the alpha of each pixel, row by row.
    fn alphas(image: &ColorImage) -> Vec<Vec<u8>> {
        image.pixels.chunks(image.size[0]).map(|row| row.iter().map(Color32::a).collect()).collect()
    }

    #[test]
    fn a_triangle_covers_the_pixels_whose_centers_are_in_it() {
        let mesh =
            triangle([(0.0, 0.0), (4.0, 0.0), (0.0, 4.0)].map(|(x, y)| (x, y, Color32::RED)));
        let image = rasterize(&mesh, 1.0, part(4.0, 3.0));
        // The centers on the diagonal are on its right edge.
        let expected = [[255, 255, 255, 0], [255, 255, 0, 0], [255, 0, 0, 0]];
        assert_eq!(alphas(&image), expected);
    }

    #[test]
    fn triangles_that_share_an_edge_cover_each_pixel_once() {
        // Centers lie on the shared edge. With a second coat there the alpha would be 191.
        let half = Color32::from_white_alpha(128);
        let [corners, other] =
            [[(0.0, 0.0), (8.0, 0.0), (8.0, 8.0)], [(0.0, 0.0), (8.0, 8.0), (0.0, 8.0)]];
        for turned in [false, true] {
            let mut mesh = Mesh::default();
            for mut corners in [corners, other] {
                if turned {
                    corners.reverse();
                }
                mesh.append(triangle(corners.map(|(x, y)| (x, y, half))));
            }
            let image = rasterize(&mesh, 1.0, part(8.0, 8.0));
            assert!(image.pixels.iter().all(|pixel| *pixel == half), "{:?}", alphas(&image));
        }
    }

    #[test]
    fn colors_are_mixed_between_the_corners() {
        let [black, white] = [Color32::BLACK, Color32::WHITE];
        let mut mesh = triangle([(0.0, 0.0, black), (256.0, 0.0, white), (256.0, 4.0, white)]);
        mesh.append(triangle([(0.0, 0.0, black), (256.0, 4.0, white), (0.0, 4.0, black)]));
        let image = rasterize(&mesh, 1.0, part(256.0, 4.0));
        for (index, pixel) in image.pixels.iter().enumerate() {
            let column = (index % 256) as i32;
            assert!((i32::from(pixel.r()) - column).abs() <= 1, "{index}: {pixel:?}");
            assert_eq!(pixel.a(), 255);
        }
    }

    #[test]
    fn a_part_of_the_screen_has_the_same_pixels_as_the_whole() {
        let colors = [Color32::RED, Color32::from_black_alpha(90), Color32::TRANSPARENT];
        let corners = [(-20.3, 3.1), (61.7, -9.0), (33.3, 70.9)];
        let mesh = triangle([0, 1, 2].map(|index| {
            let (x, y) = corners[index];
            (x, y, colors[index])
        }));
        let whole = rasterize(&mesh, 2.0, part(100.0, 100.0));
        let seen = PixelRect::around(Rect::from_min_max(pos2(10.2, 5.0), pos2(20.0, 15.0)), 2.0);
        assert_eq!(seen, PixelRect { min: [20, 10], max: [40, 30] });
        assert_eq!(seen.in_points(2.0), Rect::from_min_max(pos2(10.0, 5.0), pos2(20.0, 15.0)));
        let crop = rasterize(&mesh, 2.0, seen);
        assert_eq!(crop, whole.region_by_pixels([20, 10], [20, 20]));
        assert!(crop.pixels.iter().any(|pixel| *pixel != Color32::TRANSPARENT));
    }

    #[test]
    fn triangles_without_area_or_outside_the_part_are_not_drawn() {
        let red = |(x, y)| (x, y, Color32::RED);
        for corners in [
            [(0.0, 0.0), (4.0, 4.0), (8.0, 8.0)],
            [(3.0, 3.0), (3.0, 3.0), (3.0, 3.0)],
            [(20.0, 0.0), (30.0, 0.0), (20.0, 8.0)],
            [(0.0, -20.0), (8.0, -20.0), (0.0, -1.0)],
            [(9.0, 0.0), (f32::INFINITY, -f32::MAX), (f32::MAX, f32::INFINITY)],
        ] {
            let image = rasterize(&triangle(corners.map(red)), 1.0, part(8.0, 8.0));
            assert!(image.pixels.iter().all(|pixel| *pixel == Color32::TRANSPARENT), "{corners:?}");
        }
        assert_eq!(rasterize(&Mesh::default(), 1.0, part(0.0, 5.0)).size, [0, 5]);
    }
}
