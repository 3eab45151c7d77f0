//! Pictures of the board and of results, for the subcommand `picture` and the file menu.

use std::sync::Arc;

use crate::pieces::{GameInks, looks};
use drawing::board::Look;
use drawing::{BoardPicture, Overlay, Scene};
use report::{POSTER_SIZE, Pen, Poster, Scores, Subject};
use rules::Game;
use rules::player::ByPlayer;
use scene::svg::{svg, svg_part};
use scene::{PictureError, PictureKind, Pos, Rect};
use ui_kit::theme::Theme;

/// An error in making a picture of a result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ResultPictureError {
    /// There is no result to draw.
    #[error("the game is not over, so it has no result to draw")]
    NotOver,
    /// The picture cannot be made.
    #[error(transparent)]
    Picture(#[from] PictureError),
}

/// A [`Pen`] that draws the pictures of pages in the light theme.
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

/// Returns a picture of the board of a game as the bytes of a file, on light paper.
///
/// # Errors
///
/// A [`PictureError`] if the picture cannot be made at this size.
pub fn board_picture(
    game: &Game,
    turns: u8,
    kind: PictureKind,
    size: (u32, u32),
) -> Result<Vec<u8>, PictureError> {
    let inks = GameInks::new(Arc::new(Theme::light()), game);
    let picture = BoardPicture::new(turns, looks(&inks.theme, game));
    let scene = picture.whole(game, &Overlay::default());
    let text = svg(&scene, &inks, size);
    kind.bytes(text, size)
}

/// Returns the poster of a finished game as the bytes of a file, on light paper.
///
/// # Errors
///
/// [`ResultPictureError::NotOver`] if the game is still being played.
pub fn result_picture(
    subject: Subject<'_>,
    kind: PictureKind,
) -> Result<Vec<u8>, ResultPictureError> {
    let (game, scores) =
        subject.game().zip(Scores::of(subject)).ok_or(ResultPictureError::NotOver)?;
    let inks = GameInks::engraved(&Theme::light(), &game);
    let poster = Poster::to_save(&scores, subject, &looks(&inks.theme, &game))
        .ok_or(ResultPictureError::NotOver)?;
    let text = svg(&poster.whole(), &inks, POSTER_SIZE);
    Ok(kind.bytes(text, POSTER_SIZE)?)
}
