//! Export: HTML pages, the score sheet, the poster of a result, and play logs.
//!
//! Everything here is a pure function from a record to a text or a drawing. A page is a
//! self-contained file: the caller draws its pictures (see [`PagePainter`]), and its print style
//! fits A4 and Letter. Pages name no colors except those of the pictures. They state which facts
//! are unknown, and if a game is not over.
#![warn(missing_docs)]
#![expect(clippy::cast_precision_loss, reason = "turns, points and places are few, and are drawn")]

mod campaign;
mod chart;
mod dispute;
mod event_page;
mod hand_over;
mod honors;
mod layout_page;
mod page;
mod poster;
mod rejudged;
mod scenario;
mod scenario_score;
mod scores;
mod sheet;

pub use campaign::campaign_page;
pub use dispute::dispute_page;
pub use event_page::event_page;
pub use hand_over::{HandOver, HandOverError, UtcOffset, bgg_comment, hand_over_page};
pub use honors::{Honor, HonorKind};
pub use layout_page::layout_page;
pub use poster::{CityPlan, POSTER_SIZE, Poster, PosterSpot, PosterTopic};
pub use rejudged::{new_outcome_words, rejudged_lines};
pub use scenario::{ScenarioSubject, entry_page, scenario_layout_page, turn_page};
pub use scenario_score::scenario_score_page;
pub use scores::{ScoreRow, Scores};

use drawing::board::PlayerSigns;
use drawing::{BoardPicture, Overlay, Scene};
use journal::Journal;
use narration::{NamedGame, PlayerNaming};
use plain_text::{counted, remarks};
use rules::Game;
use rules::player::ByPlayer;

/// A painter of the pictures of a page. It knows the players' signs and colors.
pub trait PagePainter {
    /// Returns the signs of the players of a game.
    fn appearances(&self, game: &Game) -> ByPlayer<PlayerSigns>;

    /// Draws a scene as SVG for a page, `width` pixels across. The width decides how much detail
    /// is shown.
    fn svg(&self, game: &Game, scene: &Scene, width: u32) -> String;

    /// Draws the board of a game with an overlay, as SVG.
    fn board(&self, game: &Game, overlay: &Overlay) -> String {
        let picture = BoardPicture::new(0, self.appearances(game));
        self.svg(game, &picture.complete(game, overlay), BOARD_WIDTH)
    }
}

/// The width of a board at which every name is shown, in pixels.
const BOARD_WIDTH: u32 = 1600;

/// The subject of a page: a record, one of its entries, and the naming of its players.
#[derive(Clone, Copy, Debug)]
pub struct PageSubject<'a> {
    /// The record.
    pub journal: &'a Journal,
    /// The number of the entry on the main line; 0 is the start.
    pub at: usize,
    /// The naming of the players.
    pub naming: PlayerNaming,
}

impl PageSubject<'_> {
    /// Returns the game after the entry; `None` beyond the end of the record.
    pub fn game(&self) -> Option<Game> {
        self.journal.game_at(self.at)
    }

    /// Returns a game of the record with the naming of its players.
    pub(crate) fn named_game<'g>(&self, game: &'g Game) -> NamedGame<'g> {
        NamedGame::new(game, self.naming)
    }

    /// Returns the name of the game: its title, or its players.
    pub fn name(&self) -> String {
        match &self.journal.tags.title {
            Some(title) => title.clone(),
            None => remarks(&self.journal.setup().players),
        }
    }

    /// Returns the line below a title: date, board and pack.
    pub(crate) fn subtitle(&self) -> String {
        let setup = self.journal.setup();
        let mut parts: Vec<String> = self.journal.tags.date.iter().cloned().collect();
        parts.push(format!("board {}", setup.board));
        parts.push(format!("pack {}", setup.pack.name));
        remarks(&parts)
    }

    /// Returns the place in the record: "after entry 12 of 140".
    fn entry_label(&self) -> String {
        let all = self.journal.main_line().len();
        match self.at {
            0 => format!("before the first of {}", counted(all, "entry", "entries")),
            at => format!("after entry {at} of {all}"),
        }
    }
}
