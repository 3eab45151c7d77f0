//! The board as a file: what the verb `picture` and the file menu write.

use std::path::Path;
use std::sync::Arc;

use super::paint::looks;
use super::theme::{GameInks, Theme};
use drawing::board::Look;
use drawing::{BoardPicture, Overlay, Scene};
use report::{POSTER_SIZE, Pen, Poster, Scores, Subject};
use rules::Game;
use rules::player::ByPlayer;
use scene::png::{PngError, png};
use scene::svg::{svg, svg_part};
use scene::{Pos, Rect};

/// A size that shows every name, in pixels across and down.
pub const USUAL_SIZE: (u32, u32) = (1600, 1500);

/// Why there is no picture.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PictureError {
    /// The name of the file does not say which kind of picture it is.
    #[error("a picture is written as .png or .svg, so its name must end in one of these")]
    Kind,
    /// The picture cannot be rasterised.
    #[error(transparent)]
    Png(#[from] PngError),
    /// There is no result to draw.
    #[error("the game is not over, so it has no result to draw")]
    NotOver,
}

/// Which kind of file a picture is, by the ending of its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Pixels.
    Png,
    /// Lines and areas.
    Svg,
}

impl Kind {
    /// The kind that a file's name asks for.
    ///
    /// # Errors
    ///
    /// If it asks for neither.
    pub fn of(path: &Path) -> Result<Self, PictureError> {
        let ending = path.extension().and_then(|ending| ending.to_str());
        match ending.map(str::to_lowercase).as_deref() {
            Some("png") => Ok(Self::Png),
            Some("svg") => Ok(Self::Svg),
            _ => Err(PictureError::Kind),
        }
    }
}

/// Draws the pictures of pages in ink on paper.
#[derive(Clone, Copy, Debug)]
pub struct PagePen;

impl Pen for PagePen {
    fn looks(&self, game: &Game) -> ByPlayer<Look> {
        looks(&Theme::light(), game)
    }

    fn svg(&self, game: &Game, scene: &Scene, width: u32) -> String {
        let inks = GameInks::new(Arc::new(Theme::light()), game);
        let Pos { x, y } = scene.size;
        let height = (f64::from(width) * f64::from(y / x)).round() as u32;
        svg_part(scene, &inks, Rect::new(0.0, 0.0, x, y), (width, height))
    }
}

/// The board of a game as the bytes of a file, on light paper.
///
/// # Errors
///
/// A size out of range.
pub fn board_picture(
    game: &Game,
    turns: u8,
    kind: Kind,
    size: (u32, u32),
) -> Result<Vec<u8>, PictureError> {
    let inks = GameInks::new(Arc::new(Theme::light()), game);
    let picture = BoardPicture::new(turns, looks(&inks.theme, game));
    let scene = picture.whole(game, &Overlay::default());
    let text = svg(&scene, &inks, size);
    match kind {
        Kind::Svg => Ok(text.into_bytes()),
        Kind::Png => Ok(png(&text, size)?),
    }
}

/// The result of a game that is over as the bytes of a file, on light paper, as its page shows it.
///
/// # Errors
///
/// A game that goes on.
pub fn result_picture(subject: Subject<'_>, kind: Kind) -> Result<Vec<u8>, PictureError> {
    let found = subject.game().zip(Scores::of(subject));
    let (game, scores) = found.ok_or(PictureError::NotOver)?;
    let inks = GameInks::engraved(&Theme::light(), &game);
    let poster = Poster::to_save(&scores, subject, &looks(&inks.theme, &game));
    let poster = poster.ok_or(PictureError::NotOver)?;
    let text = svg(&poster.whole(), &inks, POSTER_SIZE);
    match kind {
        Kind::Svg => Ok(text.into_bytes()),
        Kind::Png => Ok(png(&text, POSTER_SIZE)?),
    }
}
