//! Small pictures of boards, for cards: rasterised once and kept.

use std::cell::RefCell;
use std::collections::BTreeMap;

use egui::{Color32, ColorImage, Painter, Rect, TextureHandle, TextureOptions, Vec2, pos2};

use super::paint::looks;
use super::theme::{GameInks, theme};
use crate::drawing::svg::svg;
use crate::drawing::{BoardPicture, Overlay, png};
use crate::rules::Game;

/// No more pictures are kept than this; the start screen shows fewer.
const MOST_KEPT: usize = 40;

/// The pictures that are kept, by what lies on the board and how it looks.
#[derive(Default)]
pub struct Thumbnails(RefCell<BTreeMap<String, Option<TextureHandle>>>);

impl Thumbnails {
    /// Paints the board of a game into a rectangle, as large as it fits.
    pub fn paint(&self, painter: &Painter, rect: Rect, game: &Game) {
        let theme = theme(painter.ctx());
        let picture = BoardPicture::new(0, looks(&theme, game));
        let size = picture.size(game);
        let scale = (rect.width() / size.x).min(rect.height() / size.y);
        let place = Rect::from_center_size(rect.center(), Vec2::new(size.x, size.y) * scale);
        let pixels = place.size() * painter.pixels_per_point();
        let pixels = (pixels.x.round() as u32, pixels.y.round() as u32);
        let key = key(game, theme.paper, pixels);
        let mut kept = self.0.borrow_mut();
        if kept.len() >= MOST_KEPT && !kept.contains_key(&key) {
            kept.clear();
        }
        let texture = kept.entry(key).or_insert_with_key(|key| {
            let scene = picture.whole(game, &Overlay::default());
            let inks = GameInks::new(theme, game);
            let drawn = svg(&scene, &inks, pixels);
            // A card without a picture is still a card.
            let rgba = png::rgba(&drawn, pixels).ok()?;
            let size = [pixels.0 as usize, pixels.1 as usize];
            let image = ColorImage::from_rgba_premultiplied(size, &rgba);
            let ctx = painter.ctx();
            Some(ctx.load_texture(key.as_str(), image, TextureOptions::LINEAR))
        });
        if let Some(texture) = texture {
            let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
            painter.image(texture.id(), place, whole, Color32::WHITE);
        }
    }
}

/// What tells one picture from another.
fn key(game: &Game, paper: Color32, (width, height): (u32, u32)) -> String {
    use std::fmt::Write;
    let mut key = format!("{} {paper:?} {width}x{height}", game.board().name());
    for (_, piece) in game.map().pieces() {
        // Writing to text cannot fail.
        let _ = write!(key, " {:?}{}", piece.kind, piece.footprint);
    }
    let _ = write!(key, " {} {}", game.map().road_count(), game.completed());
    key
}
