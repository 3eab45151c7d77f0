//! What is printed and shared: the result as a sheet, pages as HTML, the score sheet, the hand-over
//! to play logs.
//!
//! Everything here is a pure function from a record to a text or a drawing. A page is one file that needs no
//! other: its pictures are part of it, drawn by whoever asks (see [`Pen`]), and its print style
//! fits A4 and Letter alike. No colour is named here but those of the pictures: pages are ink on
//! paper. What is not known is said to be unknown, and a game that is not over is said to be so.
#![warn(missing_docs)]
#![expect(clippy::cast_precision_loss, reason = "turns, points and places are few, and are drawn")]

mod chart;
mod dispute;
mod event_page;
mod honours;
mod layout_page;
mod page;
mod poster;
mod rejudged;
mod scenario;
mod scores;
mod share;
mod sheet;

pub use dispute::dispute_page;
pub use event_page::event_page;
pub use honours::{Feat, Honour};
pub use layout_page::layout_page;
pub use poster::{About, POSTER_SIZE, Plan, Poster, Spot};
pub use rejudged::{otherwise_words, rejudged_lines};
pub use scenario::{ScenarioSubject, scenario_layout_page, turn_page};
pub use scores::{Row, Scores};
pub use share::{HandOver, NoHandOver, UtcOffset, bgg_comment, hand_over_page};

use drawing::board::Look;
use drawing::{BoardPicture, Overlay, Scene};
use journal::Journal;
use narration::{NamedGame, PlayerNaming};
use plain_text::{counted, remarks};
use rules::Game;
use rules::player::ByPlayer;

/// Who draws the pictures of a page: the one who knows the players' signs and colours.
pub trait Pen {
    /// The signs of the players of a game.
    fn looks(&self, game: &Game) -> ByPlayer<Look>;

    /// A drawing as an SVG that becomes part of a page, `width` pixels across, which decides how
    /// much of its detail is shown.
    fn svg(&self, game: &Game, scene: &Scene, width: u32) -> String;

    /// The board of a game, with what lies over it.
    fn board(&self, game: &Game, overlay: &Overlay) -> String {
        let picture = BoardPicture::new(0, self.looks(game));
        self.svg(game, &picture.whole(game, overlay), BOARD_WIDTH)
    }
}

/// Pixels across a board at which every name is shown.
const BOARD_WIDTH: u32 = 1600;

/// What a page is about: a record, what its players call it, and the entry that is looked at.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// The record.
    pub journal: &'a Journal,
    /// After this entry of the main line; 0 is the start.
    pub at: usize,
    /// The way in which players are named.
    pub naming: PlayerNaming,
}

impl Subject<'_> {
    /// The table after the entry; nothing beyond the end of the record.
    pub fn game(&self) -> Option<Game> {
        self.journal.game_at(self.at)
    }

    /// Returns a game of the record with the names of its players.
    pub(crate) fn named_game<'g>(&self, game: &'g Game) -> NamedGame<'g> {
        NamedGame::new(game, self.naming)
    }

    /// How the game is called: its title, or who plays.
    pub fn name(&self) -> String {
        match &self.journal.tags.title {
            Some(title) => title.clone(),
            None => remarks(&self.journal.setup().players),
        }
    }

    /// When, on which board and with which pack: the line below a title.
    pub(crate) fn about(&self) -> String {
        let setup = self.journal.setup();
        let mut parts: Vec<String> = self.journal.tags.date.iter().cloned().collect();
        parts.push(format!("board {}", setup.board));
        parts.push(format!("pack {}", setup.pack.name));
        remarks(&parts)
    }

    /// Where in the record: "after entry 12 of 140".
    fn place(&self) -> String {
        let all = self.journal.main_line().len();
        match self.at {
            0 => format!("before the first of {}", counted(all, "entry", "entries")),
            at => format!("after entry {at} of {all}"),
        }
    }
}
