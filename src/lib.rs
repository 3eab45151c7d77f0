//! Founders Ledger keeps the record of a game of *Founders of Gloomhaven* that
//! people play on the real board: it judges moves, pays every cascade with a
//! receipt, and gives the final score.
//!
//! This page is the map of the code. Three ideas carry it:
//!
//! - **The record is the game.** The state is a pure replay of recorded
//!   [`Action`](rules::Action)s. Cards that came up and ballots that were opened
//!   are inside them, so playing the same list twice gives the same game.
//! - **One way in.** [`Game::play`](rules::Game::play) takes an action and gives
//!   the game that follows, or a [`Refusal`](rules::Refusal) with every reason.
//!   A preview is the same call with its result thrown away; what is possible is
//!   found by the same checks, asked only for their verdict.
//! - **Nothing is guessed.** Facts about the box carry their standing. A rule that
//!   needs an unknown one answers "cannot tell" and names it.
//!
//! Three words are kept apart. An *action* is what a player does; actions are
//! stored. An *event* is what it set off; events are kept beside their entry and never
//! stored. A *change* is what is done to a [`Journal`](journal::Journal): play, undo, redo,
//! comment.
//!
//! # The rooms, in reading order
//!
//! Each is a crate in the folder of `src` that bears its name; what it may use is in its
//! `Cargo.toml`. Only [`app`] and [`cli`] are modules of the program itself.
//!
//! - `catalogue` declares closed lists: an enum as a table, a row for each member, a column for
//!   each thing that is known of it.
//! - `plain_text` is text that people write and read: lists and sentences, names, dates, typographic
//!   marks, quotation, and parse errors with their place.
//! - [`record`] is the record of any game: a tree of entries with a cursor in it, its log and its
//!   notation for people, repair of earlier entries, and recovery of damaged lines. What a game has
//!   to offer for that is two traits, [`RecordedGame`](record::RecordedGame) and
//!   [`Notation`](record::Notation).
//! - [`components`] is the box as data: facts with their standing, packs of them, what contradicts
//!   itself, and a board square by square. It knows no rule of play.
//! - [`rules`] is the game and nothing else: no window, no file, no clock, no dice.
//!   Its order of play is a stack of steps; see `rules::step`, `rules::step_stack` and `rules::steps`.
//! - `scenario_rules` is a second game beside it, for scenarios of Gloomhaven and Jaws of the Lion:
//!   whom a monster attacks on the hex map, where it goes, and why. The two do not know each other.
//! - `scenario` is the second game as text: positions, actions and records, and answers in words.
//!   `ui_scenario` shows its table and paints its pictures, [`report`] writes its pages, and
//!   [`storage`] keeps its files as those of the first.
//! - [`packs`] reads, checks and writes what is in the box, sets two packs side by side, and
//!   keeps what the owner of a box entered.
//! - [`journal`] is the record of the first game, with its queries: what an entry set off, where
//!   table and record differ, what other facts would have changed.
//! - [`notation`] is the first game as text: its actions, and the header of its records.
//! - [`storage`] is files that lose nothing: appended to safely, replaced whole, backed up, mended.
//!   It knows no game; [`kinds`] is the table of those whose records are kept.
//! - [`simulate`] plays whole games, for tests, benchmarks and tuning a pack, and looks ahead
//!   for a solo player.
//! - [`narration`] puts the game into words: sentences, receipts, what is owed, why not, what to
//!   move on the table. How players are named is no part of a game; a
//!   [`NamedGame`](narration::NamedGame) has both.
//! - [`layout`] is the checklist by which a table is put back, and what to note before.
//! - [`report`] is what is printed and shared: the result, pages, the score sheet, the hand-over to
//!   play logs.
//! - [`history`] is the score history: what all finished games on a machine came to.
//! - [`rules_digest`] is the rules in our own words, to read and to search.
//! - [`sealing`] is the secret ballot on one screen: in memory only, and provable afterwards.
//! - [`scene`] is retained drawing: shapes, lines, words and icons in colors by name, which the window
//!   paints, and which are written as SVG and rasterized as PNG.
//! - [`drawing`] is the board as a scene.
//! - `scenario_drawing` is the map of the second game as a scene.
//! - [`board_tracing`] makes a board of the player's own from photographs or by hand, and says where
//!   two photographs of a table differ.
//! - [`table`] is an open game without a window: the entry of the record in view, the action being
//!   entered, and what the rules answer to it. `memo` computes a value again only when its key
//!   changes.
//! - [`ui_kit`] is what every screen is made of: looks, icons, widgets, the keyboard, jobs beside the
//!   window. It knows no game. [`ui_menu`] is the list of the menus' entries.
//! - [`ui_founders`], [`ui_scenario`] and [`ui_box`] are the screens of the first game, of the second
//!   and of the box. [`ui_board`] is the board on screen and what the screens of the first game share,
//!   [`ui_photo`] pulls photographs straight and traces boards, `ui_tiles` draws what is printed on
//!   boards and cards. A screen reads its game and asks for changes by commands of its own.
//! - [`app`] is the window and its start screen: it owns what is open and carries out what was asked
//!   for; a thread of its own saves it ([`app::saving`]), and other files are read and written by
//!   tasks (`app::io_tasks`), so that no frame waits for a disk.
//! - [`cli`] is the verbs of the command line, a file each.
//!
//! Dependencies point one way: the program → {`ui_founders` → `table`, `simulate`} → `notation` →
//! `journal` → `rules` → `components`; `ui_scenario` and `report` know `scenario` → `scenario_rules`.
//! `journal`, `scenario` and `storage` stand on the `record`, which knows no game. `packs` and
//! `board_tracing` know only the `components`; `rules_digest`, `narration`, `sealing` and `drawing` know the `rules` and what
//! those are played with, `scenario_drawing` knows the `scenario_rules`; both drawings are a `scene`,
//! which knows no game. What speaks, of either game, builds on `plain_text`, and
//! closed lists are declared by `catalogue`; `layout` and `report` read a `journal` and say it as
//! `narration` does, and `report` quotes the `notation`, which asks `packs` for the text of the
//! pack that every record carries, and `narration` why a line is refused. `history` reads records
//! in the same way and opens no file; `cli` draws its pictures in the colors of the screens. Who may
//! touch files, clocks and chance is kept by `tests/architecture.rs`.
//!
//! # The way of a click
//!
//! 1. `ui_board::board_view` finds the square under the pointer and asks for
//!    [`FoundersCommand::Commit`](ui_board::command::FoundersCommand::Commit). A panel never
//!    changes a game: it reads one and leaves commands behind.
//! 2. After the frame, the app carries the commands out. What has been decided so far of the action
//!    is an [`Entry`](table::entry::Entry); with the square it is whole, and becomes an
//!    [`Action`](rules::Action).
//! 3. [`Journal::apply`](journal::Journal::apply) asks [`Game::play`](rules::Game::play) of the
//!    game after the latest entry. The rules judge the action in one `Checks`, lay the steps that
//!    it sets off on the stack, and work them off: deliveries, payouts, completions, the end.
//! 4. What comes back is the game that follows, with its events: the payouts among them are the
//!    receipts that `narration` puts into words.
//! 5. The same change goes to the thread that saves, which appends a line to the file.
//!
//! # The way of a byte
//!
//! 1. `storage` reads the file through a [`Disk`](storage::Disk), locks it, and compares it with
//!    what it knows of it before it adds a line.
//! 2. `notation::record` reads the header and its pack, then line after line with the check chained
//!    over all before it. What cannot be read stays with its line, and everything behind it too.
//! 3. Each line is a change of a [`Journal`](journal::Journal), which plays it: a file is replayed,
//!    never believed.
//! 4. `table::table` keeps what the frame needs of the entry that is looked at, and `drawing`
//!    turns its game into the board.
//!
//! # What always holds, and what keeps it
//!
//! | what holds | what keeps it |
//! |---|---|
//! | a replay gives the same game | `rules` has no clock and no chance to ask (`tests/architecture.rs`); `tests/properties` |
//! | what is listed is what is accepted | `tests/properties/offered.rs`, in both directions |
//! | every point has its receipt | the battery in `tests/common`, whose calculator shares no code with `rules` |
//! | nothing is guessed | a [`Fact`](components::fact::Fact) gives its value together with its standing; `tests/properties/gaps.rs` |
//! | looking at a form states nothing | a draft's field is stated or proposed, and only what is stated is taken (`ui_box::draft`); `tests/ui/looking.rs` |
//! | no saved line is lost | `tests/storage` with a disk that fails, `tests/kill` with a program that is killed, or told to end while its disk stalls |
//! | no frame waits for a disk | a [`FrameScope`](storage::FrameScope), under which every test of the window draws; `.ci/frame-files` |
//! | a ballot is nowhere but in memory before the reveal | `sealing`, the only crate that holds one; `tests/ui/secrecy.rs` |
//! | only the theme and the inks of pieces name colors, one place decides whose a key is | `tests/architecture.rs` |
//! | a text in files or on screen changes on purpose only | `tests/golden` |
//! | every text is words | `tests/plain_words.rs`, `tests/glossary.rs` |
//!
//! # What is deliberately absent
//!
//! The rules know no window, no file and no mouse, and no way to change a game but an action. The
//! journal stores no state. There is no network, no account and no opponent played by the program;
//! `simulate` plays for tests and looks ahead for a solo player. No fact of the box is in the code,
//! and none in the packs that is not public.
//!
//! # The main path
//!
//! ```
//! use journal::{Change, Journal};
//! use narration::{NamedGame, refusal};
//! use notation::parse_action;
//! use packs;
//! use rules::setup::Setup;
//!
//! let setup = Setup {
//!     pack: packs::find("practice")?,
//!     board: "Three Rivers".to_owned(),
//!     players: vec!["Anna".to_owned(), "Ben".to_owned()],
//!     ..Setup::default()
//! };
//! let mut journal = Journal::new(setup)?;
//! for line in [
//!     "Position: Anna is Human, Ben is Savvas, turn Human, tile Population K6 of Human, \
//!      tile Stone M8 of Savvas, access Stone M8 Human, road L7",
//!     "Human Upgrade: build Brick M5 M6 M7",
//! ] {
//!     let action = parse_action(journal.game(), line)?;
//!     let played = journal.apply(Change::Play(action));
//!     // Why not is put into words for the game in which it was refused.
//!     let named = NamedGame::by_race(journal.game());
//!     played.map_err(|error| error.in_words(|why| refusal::whole(named, why)))?;
//! }
//! // A point for each prerequisite: one to Human for Population, one to Savvas for Stone.
//! let points: Vec<i32> = journal.game().players().map(|p| journal.game().points(p).0).collect();
//! assert_eq!(points, [1, 1]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod app;

pub mod cli;
pub mod kinds;

#[cfg(test)]
#[path = "../tests/common/sample_journal.rs"]
#[expect(dead_code, reason = "the tests of the record use the rest")]
mod sample;
