//! Pictures of the board and of results, for the subcommand `picture` and the file menu.

use std::sync::Arc;

use crate::pieces::{GamePalette, player_signs};
use drawing::board::PlayerSigns;
use drawing::{BoardPicture, Overlay, Scene};
use export::{POSTER_SIZE, PagePainter, PageSubject, Poster, Scores};
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

/// A [`PagePainter`] that draws the pictures of pages in the light theme.
#[derive(Clone, Copy, Debug)]
pub struct PagePen;

impl PagePainter for PagePen {
    fn appearances(&self, game: &Game) -> ByPlayer<PlayerSigns> {
        player_signs(&Theme::light(), game)
    }

    fn svg(&self, game: &Game, scene: &Scene, width: u32) -> String {
        let inks = GamePalette::new(Arc::new(Theme::light()), game);
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
    let inks = GamePalette::new(Arc::new(Theme::light()), game);
    let picture = BoardPicture::new(turns, player_signs(&inks.theme, game));
    let scene = picture.complete(game, &Overlay::default());
    let text = svg(&scene, &inks, size);
    kind.bytes(text, size)
}

/// Returns the poster of a finished game as the bytes of a file, on light paper.
///
/// # Errors
///
/// [`ResultPictureError::NotOver`] if the game is still being played.
pub fn result_picture(
    subject: PageSubject<'_>,
    kind: PictureKind,
) -> Result<Vec<u8>, ResultPictureError> {
    let (game, scores) =
        subject.game().zip(Scores::of(subject)).ok_or(ResultPictureError::NotOver)?;
    let inks = GamePalette::engraved(&Theme::light(), &game);
    let poster = Poster::draw_for_saving(&scores, subject, &player_signs(&inks.theme, &game))
        .ok_or(ResultPictureError::NotOver)?;
    let text = svg(&poster.flattened(), &inks, POSTER_SIZE);
    Ok(kind.bytes(text, POSTER_SIZE)?)
}
