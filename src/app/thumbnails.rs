//! Thumbnails of boards and maps for cards: made in the background one after another, and cached.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use egui::{Color32, ColorImage, Context, Painter, Rect, TextureHandle, TextureOptions, Vec2};

use drawing::{BoardPicture, Overlay};
use rules::Game;
use scene::png;
use scene::svg::svg;
use ui_board::pieces::{GamePalette, player_signs};
use ui_kit::job::Job;
use ui_kit::paint::{has_pictures, paint_picture};
use ui_kit::theme::theme;
use ui_scenario::{map_size, map_svg_in_theme};

/// Maximum number of cached pictures; the start screen shows fewer.
const MOST_KEPT: usize = 60;

/// The subject of a thumbnail.
#[derive(Clone, Copy, Debug)]
pub enum ThumbnailSubject<'a> {
    /// The board of the first game.
    Board(&'a Game),
    /// The map of a scenario.
    Map(&'a scenario_rules::Game),
}

/// Paints a table into a rectangle, as large as it fits.
pub type TablePainter<'a> = &'a dyn Fn(&Painter, Rect, ThumbnailSubject<'_>);

/// The cache of thumbnails, keyed by the pieces on the board and their appearance.
#[derive(Default)]
pub struct Thumbnails(RefCell<Cache>);

#[derive(Default)]
struct Cache {
    /// The pictures by key; `None` for one that cannot be made.
    pictures: BTreeMap<String, Option<TextureHandle>>,
    /// The picture that is being made, with its key.
    making: Option<(String, Job<Option<ColorImage>>)>,
}

impl Thumbnails {
    /// Returns `true` while a picture is being made, or is made and was not painted yet.
    pub fn is_busy(&self) -> bool {
        self.0.borrow().making.is_some()
    }

    /// Paints a table into a rectangle, as large as it fits, once its picture is made.
    pub fn paint(&self, painter: &Painter, rect: Rect, subject: ThumbnailSubject<'_>) {
        let theme = theme(painter.ctx());
        match subject {
            ThumbnailSubject::Board(game) => {
                let picture = BoardPicture::new(0, player_signs(&theme, game));
                let size = picture.size(game);
                let size = Vec2::new(size.x, size.y);
                self.paint_made(
                    painter,
                    rect,
                    size,
                    |pixels| key(game, theme.paper, pixels),
                    |pixels| {
                        let inks = GamePalette::new(Arc::clone(&theme), game);
                        let scene = picture.complete(game, &Overlay::default());
                        move || svg(&scene, &inks, pixels)
                    },
                );
            }
            ThumbnailSubject::Map(game) => {
                let position = scenario::print(game.position());
                let paper = theme.paper.to_hex();
                self.paint_made(
                    painter,
                    rect,
                    map_size(game),
                    |(width, height)| format!("{position} {paper} {width}x{height}"),
                    |pixels| {
                        let (theme, game) = (Arc::clone(&theme), game.clone());
                        move || map_svg_in_theme(&theme, &game, pixels)
                    },
                );
            }
        }
    }

    /// Paints a picture with the proportions of `size` into a rectangle, as large as it fits, once
    /// it is made. For a size in pixels, `key` returns its cache key and `start` the function that
    /// draws it in the background.
    fn paint_made<D: FnOnce() -> String + Send + 'static>(
        &self,
        painter: &Painter,
        rect: Rect,
        size: Vec2,
        key: impl Fn((u32, u32)) -> String,
        begin: impl FnOnce((u32, u32)) -> D,
    ) {
        let scale = (rect.size() / size).min_elem();
        let place = Rect::from_center_size(rect.center(), size * scale);
        let pixels = place.size() * painter.pixels_per_point();
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a picture in the window has a few thousand pixels a side"
        )]
        let pixels = (pixels.x.round() as u32, pixels.y.round() as u32);
        let key = key(pixels);
        let mut cache = self.0.borrow_mut();
        cache.store_finished(painter.ctx());
        match cache.pictures.get(&key) {
            Some(Some(texture)) => paint_picture(painter, texture, place),
            Some(None) => {}
            // Pictures are made one at a time, in the order in which they come into view.
            None if cache.making.is_some() || !has_pictures(painter.ctx()) => {}
            None => {
                let draw = begin(pixels);
                let job = Job::start(painter.ctx(), move || {
                    let rgba = png::rgba(&draw(), pixels).ok()?;
                    let size = [pixels.0 as usize, pixels.1 as usize];
                    Some(ColorImage::from_rgba_premultiplied(size, &rgba))
                });
                cache.making = Some((key, job));
            }
        }
    }
}

impl Cache {
    /// Stores a finished picture as a texture.
    fn store_finished(&mut self, ctx: &Context) {
        let Some((key, image)) = Job::take_with_key(&mut self.making, false) else {
            return;
        };
        if self.pictures.len() >= MOST_KEPT {
            self.pictures.clear();
        }
        let texture = image
            .flatten()
            .map(|image| ctx.load_texture(key.as_str(), image, TextureOptions::LINEAR));
        self.pictures.insert(key, texture);
    }
}

/// Returns the cache key of a board.
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
