//! Founders Ledger keeps the record of a game of *Founders of Gloomhaven* that
//! people play on the real board: it judges moves, pays every cascade with a
//! receipt, and computes the final score.
//!
//! This page is the map of the code, which rests on three ideas:
//!
//! - **The record is the game.** The state is a pure replay of recorded
//!   [`Action`](rules::Action)s. Drawn cards and opened ballots are part of the
//!   actions, so playing the same list twice gives the same game.
//! - **One way in.** [`Game::play`](rules::Game::play) takes an action and returns
//!   the game that follows, or a [`Refusal`](rules::Refusal) with every reason.
//!   A preview is the same call with its result thrown away; move generation runs
//!   the same checks and reads only their verdict.
//! - **Nothing is guessed.** Facts about the box carry their certainty. A rule that
//!   needs an unknown one answers "cannot tell" and names it.
//!
//! Three words have separate meanings. An *action* is what a player does; actions are
//! stored. An *event* is what an action sets off; events are cached with their entry and never
//! stored. A *change* edits a [`Journal`](journal::Journal): play, undo, redo, comment.
//!
//! # The crates, in reading order
//!
//! Each crate is a folder of `src`; its `Cargo.toml` lists what it may use. Only [`app`] and
//! [`cli`] are modules of the program itself.
//!
//! - `enum_table` declares closed lists: an enum as a table, with a row for each member and a
//!   column for each property.
//! - `plain_text` is text that people write and read: lists and sentences, names, dates,
//!   typographic marks, quotation, and parse errors with their place.
//! - [`record`] is the record of any game: a tree of entries with a cursor in it, its log and its
//!   notation for people, repair of earlier entries, and recovery of damaged lines. A game plugs in
//!   by two traits, [`RecordedGame`](record::RecordedGame) and [`Notation`](record::Notation).
//! - [`components`] is the box as data: facts with their certainty, packs of them, checks for
//!   contradictions, and a board square by square. It knows no rule of play.
//! - [`rules`] is the first game, Founders: no window, no file, no clock, no dice. Its order of
//!   play is a stack of steps; see `rules::step`, `rules::step_stack` and `rules::steps`.
//! - `scenario_rules` is a second game, for scenarios of Gloomhaven and Jaws of the Lion: whom a
//!   monster attacks on the hex map, where it goes, and why. The two games do not know each other.
//! - `scenario` is the second game as text: positions, actions, records and written answers.
//!   `ui_scenario` shows its table and paints its pictures, [`export`] writes its pages, and
//!   [`storage`] saves its files like those of the first.
//! - `scenario_cards` is the owner's cards of the second game as text: stats, ability cards, classes,
//!   items and rooms, typed or imported from edition files. It has none of its own.
//! - `campaign_rules` is the campaign between the scenarios of the second game: the town, its parties
//!   and characters. [`campaign`] is its text: actions, records, receipts and refusals in words.
//! - [`packs`] reads, checks and writes the contents of the box, compares two packs, and stores
//!   the facts that the owner of a box entered.
//! - [`journal`] is the record of the first game, with its queries: what an entry set off, where
//!   table and record differ, what other facts would have changed.
//! - [`notation`] is the first game as text: its actions, and the header of its records.
//! - [`storage`] writes files so that nothing is lost: safe appends, whole replacement, backups and
//!   recovery. It knows no game; [`recorded_games`] lists the games whose records it
//!   saves.
//! - [`simulate`] plays whole games, for tests, benchmarks and tuning a pack, and looks ahead
//!   for a solo player.
//! - [`narration`] puts the game into words: sentences, receipts, pending decisions, reasons of a
//!   refusal, and which pieces to move on the table. Functions that name players take a
//!   [`NamedGame`](narration::NamedGame), a game with the naming of its players (race or name).
//! - [`table_inventory`] is the checklist for rebuilding a table, and what to note before clearing
//!   it.
//! - [`export`] is what is printed and shared: the result, pages, the score sheet, the export to
//!   play logs.
//! - [`score_history`] is the score history: the results of all finished games on a machine.
//! - [`rules_reference`] is a summary of the rules of both games in our own words, to read and to
//!   search.
//! - [`sealed`] is the secret ballot on one screen: in memory only, and provable afterwards.
//! - [`scene`] is retained drawing: shapes, lines, words and icons in named colors, which the
//!   window paints, and which are written as SVG and rasterized as PNG.
//! - [`drawing`] is the board as a scene.
//! - `scenario_drawing` is the map of the second game as a scene.
//! - [`board_photo`] makes a board of the player's own from photographs or by hand, and finds
//!   where two photographs of a table differ.
//! - [`table`] is an open game without a window: the entry of the record in view, the action being
//!   entered, and the verdicts of the rules on it. `memo` computes a value again only when its key
//!   changes.
//! - `phones` shows an open game on the players' phones and takes their ballots and suggestions: a
//!   small server on the local network, in a thread of its own, off until it is started. The window
//!   remains the only writer of a record.
//! - [`ui_kit`] is the parts of every screen: appearance, icons, widgets, the keyboard, background
//!   jobs. It knows no game. [`ui_menu`] is the list of the menus' entries.
//! - [`ui_games`] is the screens before and after a game: its setup, and the score history.
//! - [`ui_founders`], [`ui_scenario`], [`ui_campaign`] and [`ui_box`] are the screens of the first
//!   game, of the second, of its campaign and of the box. `ui_record` is the record of any game on
//!   screen. [`ui_board`] is the board on screen and the parts that the screens of
//!   the first game share, [`ui_photo`] straightens photographs and traces boards, `ui_tiles` draws
//!   what is printed on boards and cards. A screen reads its game and asks for changes by its own
//!   commands.
//! - [`app`] is the window and its start screen: it owns what is open and carries out commands. A
//!   thread of its own saves the game ([`app::saving`]), and other files are read and written by
//!   tasks (`app::io_tasks`), so that no frame waits for a disk.
//! - [`cli`] has the subcommands of the command line, one file each.
//!
//! Dependencies point one way: the program → `ui_founders` → `table` → `export` → `notation` →
//! `journal` → `rules` → `components`; `ui_scenario` and `export` use `scenario` →
//! `scenario_rules`, as does `campaign` → `campaign_rules`; `campaign` also reads the records of
//! `scenario` and the editions of `scenario_cards`, and `ui_campaign` uses `campaign`. `journal`,
//! `scenario`, `campaign` and `storage` use `record`, which knows no game. `packs` and
//! `board_photo` use `components`. `simulate`, `rules_reference`, `narration`, `sealed` and
//! `drawing` use `rules`; `scenario_drawing`, `scenario_cards` and `rules_reference` use
//! `scenario_rules`. Both drawings are a `scene`, which knows no game. The crates that write text
//! for either game use `plain_text`, and `enum_table` declares enums as tables. `table_inventory`
//! and `export` read a `journal` and word it as `narration` does. `export` quotes the `notation`,
//! which asks `packs` for the text of the pack that every record carries, and `narration` for the
//! reasons of a refused line. `score_history` reads records in the same way and opens no
//! file; `cli` draws its pictures in the colors of the screens. `tests/architecture.rs` checks who
//! may touch files, clocks and chance.
//!
//! # The path of a click
//!
//! 1. `ui_board::board_view` finds the square under the pointer and asks for
//!    [`FoundersCommand::ClickSquare`](ui_board::command::FoundersCommand::ClickSquare). A panel
//!    never changes a game: it reads one and leaves commands behind.
//! 2. After the frame, the app carries the commands out. The choices made so far for the action are
//!    an [`ActionInput`](table::action_input::ActionInput); the square completes it, and it becomes
//!    an [`Action`](rules::Action).
//! 3. [`Journal::apply`](journal::Journal::apply) asks [`Game::play`](rules::Game::play) of the
//!    game after the latest entry. The rules judge the action in one `Checks`, push the steps that
//!    it sets off on the stack, and work them off: deliveries, payouts, completions, the end.
//! 4. The result is the game that follows, with its events. The payouts among them are the
//!    receipts that `narration` puts into words.
//! 5. The same change goes to the thread that saves, which appends a line to the file.
//!
//! # The path of a byte
//!
//! 1. `storage` reads the file through a [`Disk`](storage::Disk), locks it, and compares it with
//!    its last known state before it adds a line.
//! 2. `notation::record` reads the header and its pack, then line after line with the check chained
//!    over all before it. An unreadable line is preserved as it is, and so is everything after it.
//! 3. Each line is a change of a [`Journal`](journal::Journal), which plays it: a file is replayed,
//!    never trusted.
//! 4. `table::table` caches what the frame needs of the entry in view, and `drawing` turns its game
//!    into the board.
//!
//! # Invariants, and what enforces them
//!
//! | invariant | enforced by |
//! |---|---|
//! | a replay gives the same game | `rules` has no clock and no chance to ask (`tests/architecture.rs`); `tests/properties` |
//! | every listed move is accepted, and no other | `tests/properties/offered.rs`, in both directions |
//! | every point has its receipt | the battery in `tests/common`, whose calculator shares no code with `rules` |
//! | nothing is guessed | a [`Fact`](components::fact::Fact) gives its value together with its certainty; `tests/properties/gaps.rs` |
//! | viewing a form states nothing | a draft's field is stated or proposed, and only stated fields are taken (`ui_box::draft`); `tests/ui/looking.rs` |
//! | no saved line is lost | `tests/storage` with a disk that fails, `tests/kill` with a program that is killed, or asked to end while its disk stalls |
//! | no frame waits for a disk | a [`FrameScope`](storage::FrameScope), under which every test of the window draws; `.ci/frame-files` |
//! | before the reveal, a ballot is only in memory | `sealed`, the only crate that holds one; `tests/ui/secrecy.rs`, `tests/ui/ballot_files.rs` |
//! | off means off: no thread, socket or port before phones are allowed, no wake-up while nothing happens | `tests/phones/process.rs` |
//! | a ballot from a phone is in no response or event of another phone | no type of `phones::TableView` can hold one; `tests/phones/ballots.rs` |
//! | only the theme and the colors of pieces name colors; one place decides who receives a key | `tests/architecture.rs` |
//! | a text in files or on screen changes on purpose only | `tests/golden` |
//! | texts use plain, standard words | on screen `tests/plain_words.rs`, `tests/glossary.rs`; in doc comments `tests/language.rs` |
//!
//! # What is deliberately absent
//!
//! The rules know no window, no file and no mouse, and no way to change a game but an action. The
//! journal stores no state. There is no internet, no account and no opponent played by the program;
//! `simulate` plays for tests and looks ahead for a solo player. No fact of the box is in the code,
//! and the packs contain only public or invented ones.
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
//!     // The reasons of a refusal are put into words for the game that refused it.
//!     let named = NamedGame::by_race(journal.game());
//!     played.map_err(|error| error.message(|why| refusal::describe(named, why)))?;
//! }
//! // A point for each prerequisite: one to Human for Population, one to Savvas for Stone.
//! let points: Vec<i32> = journal.game().players().map(|p| journal.game().points(p).0).collect();
//! assert_eq!(points, [1, 1]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod app;

pub mod cli;
pub mod recorded_games;

#[cfg(test)]
#[path = "../tests/common/sample_journal.rs"]
#[expect(dead_code, reason = "the tests of the record use the rest")]
mod sample;
