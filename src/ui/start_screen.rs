//! What one sees first: begin, go on, open, or look at an example.
//!
//! Records are read once and kept as [`GameCard`]s; the examples one in a
//! frame, so that the window is there at once. Files are the app's affair: it
//! hands in what it read of the recent games.

use std::path::{Path, PathBuf};

use egui::{Button, ScrollArea, Sense, Stroke, StrokeKind, Ui, Vec2, vec2};

use super::command::{Command, Commands, Menu};
use super::examples::{EXAMPLES, Example};
use super::settings::{LastTable, Settings};
use super::setup_screen::{Thumbnails, same_table};
use super::theme::{line, space, text, theme};
use super::widgets::headline;
use crate::kit::{
    Card, Kept, Words, beside_bar, body, button, caption, card_ui, columns, figure, lead, listed,
    note_ui, picture_ui, trouble_ui,
};
use notation::record::read_record;
use rules::Game;
use rules::components::Pack;
use rules::setup::Setup;

/// How large the board of a recent game is.
const RECENT_PICTURE: Vec2 = vec2(84.0, 61.0);

/// A recorded game in a few words, with the table for its picture.
#[derive(Clone, Debug)]
pub struct GameCard {
    /// How its players call it, or who they are.
    pub title: String,
    /// Who plays, with their races.
    pub players: String,
    /// How far it is.
    pub state: String,
    /// When it was played, as the record says.
    pub date: Option<String>,
    /// How many entries are played.
    pub entries: usize,
    /// The table as the record leaves it.
    pub game: Game,
}

impl GameCard {
    /// What a record says of itself; nothing if it cannot be read so far.
    #[must_use]
    pub fn read(record: &[u8]) -> Option<Self> {
        let loaded = read_record(record);
        let journal = loaded.journal?;
        let (game, entries) = (journal.game().clone(), journal.cursor());
        let seats = game.players().map(|player| {
            let name = game.player_name(player);
            match game.race(player) {
                Some(race) => format!("{name} ({})", game.contents().race_name(race)),
                None => name.to_owned(),
            }
        });
        let players = seats.collect::<Vec<_>>().join(", ");
        let names: Vec<&str> = game.players().map(|p| game.player_name(p)).collect();
        Some(Self {
            title: loaded.tags.title.unwrap_or_else(|| listed(&names, "and")),
            players,
            state: state_of(&game),
            date: loaded.tags.date,
            entries,
            game,
        })
    }
}

/// How far a game is, in words.
fn state_of(game: &Game) -> String {
    let of = |player| (game.player_label(player), game.points(player).0);
    if let Some(winner) = game.winner() {
        let (name, points) = of(winner);
        if game.is_solo() {
            return format!("Over: won with {points} points");
        }
        return format!("Over: {name} wins with {points} points");
    }
    if game.loss().is_some() {
        return "Over: the game is lost".to_owned();
    }
    if game.in_setup() {
        return "Being set up".to_owned();
    }
    let most = game.players().map(|p| game.points(p)).max();
    let ahead = game.players().filter(|&p| Some(game.points(p)) == most);
    let ahead: Vec<String> = ahead.map(|p| of(p).0).collect();
    let points = most.map(|points| points.0).unwrap_or_default();
    let turn = game.turn_number();
    match ahead.as_slice() {
        [one] => format!("Turn {turn}: {one} leads with {points} points"),
        _ => format!("Turn {turn}: {points} points at most"),
    }
}

/// A game that was open here.
#[derive(Clone, Debug)]
pub struct Recent {
    /// Its file.
    pub path: PathBuf,
    /// What is in it; nothing if it cannot be read any more.
    pub card: Option<GameCard>,
    /// Whether there is no such file, so that nothing could be read.
    pub is_missing: bool,
    /// Whether it was read already.
    pub is_read: bool,
}

impl Recent {
    /// A recent game by its file and what could be read of it.
    #[must_use]
    pub fn new(path: &Path, record: Option<&[u8]>) -> Self {
        Self {
            path: path.to_owned(),
            card: record.and_then(GameCard::read),
            is_missing: record.is_none(),
            is_read: true,
        }
    }

    /// A recent game of which nothing is known yet but its file.
    #[must_use]
    pub fn unread(path: &Path) -> Self {
        Self { path: path.to_owned(), card: None, is_missing: false, is_read: false }
    }

    fn title(&self) -> String {
        match &self.card {
            Some(card) => card.title.clone(),
            None => file_name(&self.path),
        }
    }
}

fn file_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str());
    name.to_string_lossy().into_owned()
}

/// What the start screen shows, apart from the examples.
#[derive(Clone, Copy)]
pub struct Start<'a> {
    /// What the people at the screen have chosen.
    pub settings: &'a Settings,
    /// The packs that can be played with.
    pub packs: &'a [Pack],
    /// The games of [`Settings::recent`], as far as they could be read, in the same order.
    pub recent: &'a [Recent],
    /// Paints a board.
    pub thumbnails: Thumbnails<'a>,
}

/// What the screen remembers between frames.
#[derive(Clone, Debug, Default)]
pub struct StartMemory {
    /// The examples read so far, in their order; nothing where one cannot be read.
    examples: Vec<Option<GameCard>>,
    /// The last table, and the setup that it still makes.
    same: Kept<LastTable, Option<Setup>>,
}

/// The start screen.
pub fn start_screen_ui(
    ui: &mut Ui,
    start: &Start<'_>,
    memory: &mut StartMemory,
    commands: &mut Commands,
) {
    // Reading an example plays it through; one in a frame keeps the window quick to appear.
    if let Some(example) = EXAMPLES.get(memory.examples.len()) {
        memory.examples.push(GameCard::read(example.text.as_bytes()));
        ui.ctx().request_repaint();
    }
    ui.painter().rect_filled(ui.max_rect(), 0.0, theme(ui).paper);
    let is_wide = ui.available_width() >= 860.0;
    egui::Frame::new().inner_margin(24).show(ui, |ui| {
        ui.spacing_mut().item_spacing = egui::vec2(space::S, space::S);
        if is_wide {
            ui.horizontal_top(|ui| {
                let height = ui.available_height();
                let (left, gap) = (340.0, space::XL);
                ui.allocate_ui(egui::vec2(left, height), |ui| {
                    ScrollArea::vertical()
                        .id_salt("begin")
                        .auto_shrink(false)
                        .show(ui, |ui| begin_ui(ui, start, memory, commands));
                });
                ui.add_space(gap);
                ScrollArea::vertical().id_salt("examples").auto_shrink(false).show(ui, |ui| {
                    beside_bar(ui);
                    examples_ui(ui, start, memory, commands);
                });
            });
        } else {
            ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                begin_ui(ui, start, memory, commands);
                ui.add_space(space::XL);
                examples_ui(ui, start, memory, commands);
            });
        }
    });
}

/// What the app is, and the ways into a game.
fn begin_ui(ui: &mut Ui, start: &Start<'_>, memory: &mut StartMemory, commands: &mut Commands) {
    let theme = theme(ui);
    ui.vertical(|ui| {
        beside_bar(ui);
        let title = headline(ui, "Founders Ledger", text::HERO);
        ui.add(egui::Label::new(title.color(theme.ink)).wrap());
        body(ABOUT).muted().ui(ui);
        ui.add_space(space::M);
        let mut latest = start.recent.iter();
        // A game that is over is looked at again from the list; nobody goes on with it.
        let goes_on = |card: &GameCard| !card.game.is_over();
        let continued = latest.next().filter(|recent| recent.card.as_ref().is_some_and(goes_on));
        if let Some(recent) = continued {
            let words = "Continue the last game";
            if large_button_ui(ui, words, true).clicked() {
                commands.push(Command::Open(recent.path.clone()));
            }
            if let Some(card) = &recent.card {
                caption(format!("{}. {}.", card.title, card.state)).ui(ui);
            }
        }
        let last = &start.settings.last_table;
        let same = memory.same.of(last.clone(), || same_table(last, start.packs));
        if let Some(setup) = same {
            if large_button_ui(ui, "Same table as last time", false).clicked() {
                commands.push(Command::Begin(Box::new(setup.clone())));
            }
            let names = listed(&setup.players, "and");
            caption(format!("{names} on {}, a new game.", setup.board)).ui(ui);
        }
        for menu in [Menu::New, Menu::Open, Menu::Trace, Menu::Library, Menu::ScoreHistory] {
            let leads = menu == Menu::New && continued.is_none();
            if large_button_ui(ui, menu.label(), leads).clicked() {
                commands.push(Command::Menu(menu));
            }
        }
        recent_ui(ui, start, commands);
        ui.add_space(space::M);
        let other = ui.add(button(Menu::Scenario.label())).on_hover_text(Menu::Scenario.hint());
        if other.clicked() {
            commands.push(Command::Menu(Menu::Scenario));
        }
    });
}

const ABOUT: &str = "Keeps the record of a game of Founders of Gloomhaven played on the real board: it judges every action, pays every delivery, and explains why. It is an unofficial fan project with words and drawings of its own; it contains no texts or pictures of the publisher.";

fn large_button_ui(ui: &mut Ui, label: &str, is_primary: bool) -> egui::Response {
    let theme = theme(ui);
    let button = if is_primary {
        Button::new(lead(label).tinted(theme.on_accent).rich(ui)).fill(theme.accent)
    } else {
        Button::new(lead(label).rich(ui))
    };
    ui.add(button.min_size(egui::vec2(ui.available_width(), 48.0)))
}

/// Games that were open here.
fn recent_ui(ui: &mut Ui, start: &Start<'_>, commands: &mut Commands) {
    if start.recent.is_empty() {
        return;
    }
    let theme = theme(ui);
    ui.add_space(space::M);
    lead("Recent games").ui(ui);
    for game in start.recent {
        let title = game.title();
        let file = game.path.display().to_string();
        let card = Card {
            name: &format!("Open {title}"),
            description: &file,
            size: egui::vec2(ui.available_width(), 56.0),
            enabled: game.card.is_some() || !game.is_read,
            selected: None,
        };
        let response = card_ui(ui, &card, |ui| {
            ui.horizontal_top(|ui| {
                recent_picture_ui(ui, game, start.thumbnails);
                ui.vertical(|ui| {
                    let is_there = game.card.is_some() || !game.is_read;
                    let ink = if is_there { theme.ink } else { theme.muted };
                    body(&title).tinted(ink).ui(ui);
                    match &game.card {
                        Some(card) => {
                            let date = card.date.as_ref().map(|date| format!(" {date}."));
                            let date = date.unwrap_or_default();
                            note_ui(ui, format!("{}. {}.{date}", card.players, card.state));
                        }
                        None if !game.is_read => note_ui(ui, "…"),
                        None if game.is_missing => {
                            trouble_ui(ui, "This file is no longer there.", text::SMALL);
                        }
                        None => trouble_ui(ui, "This file can no longer be read.", text::SMALL),
                    }
                });
            });
        });
        if response.on_hover_text(&file).clicked() {
            commands.push(Command::Open(game.path.clone()));
        }
    }
}

/// The board of a recent game; an empty frame where there is none to show.
fn recent_picture_ui(ui: &mut Ui, game: &Recent, thumbnails: Thumbnails<'_>) {
    let (rect, _) = ui.allocate_exact_size(RECENT_PICTURE, Sense::hover());
    if !ui.is_rect_visible(rect) {
        return;
    }
    if let Some(card) = &game.card {
        thumbnails(&ui.painter_at(rect), rect, &card.game);
    } else {
        let stroke = Stroke::new(line::HAIR, theme(ui).hairline);
        ui.painter().rect_stroke(rect, 3, stroke, StrokeKind::Inside);
    }
}

/// The example games, as cards with a picture.
fn examples_ui(ui: &mut Ui, start: &Start<'_>, memory: &StartMemory, commands: &mut Commands) {
    let theme = theme(ui);
    ui.vertical(|ui| {
        let head = headline(ui, "Example games", text::TITLE);
        ui.label(head.color(theme.ink));
        let (count, width) = columns(ui, 230.0, 4);
        ui.spacing_mut().item_spacing = egui::vec2(space::M, space::M);
        let cards = EXAMPLES.iter().enumerate().collect::<Vec<_>>();
        let read = |index: usize| memory.examples.get(index).and_then(Option::as_ref);
        let heights =
            cards.iter().map(|(index, example)| example_height(ui, example, read(*index), width));
        let size = egui::vec2(width, heights.fold(0.0, f32::max).ceil());
        for row in cards.chunks(count) {
            ui.horizontal_top(|ui| {
                for (index, example) in row {
                    if example_ui(ui, example, read(*index), size, start.thumbnails) {
                        commands.push(Command::OpenExample(example.file));
                    }
                }
            });
        }
    });
}

/// The height-to-width ratio of the picture of a board.
const PICTURE: f32 = 0.72;

/// How high the card of an example is in this width, so that all of them can be equally high.
fn example_height(ui: &Ui, example: &Example, read: Option<&GameCard>, width: f32) -> f32 {
    let room = width - 2.0 * space::M;
    let height = |words: Words| words.wrapped(ui, room).size().y + space::XS;
    let title = read.map_or("…", |card| card.title.as_str());
    let note = read.map_or_else(String::new, |card| format!("{}. {}.", card.players, card.state));
    2.0 * space::M
        + room * PICTURE
        + space::XS
        + height(figure(title, text::LEAD))
        + height(body(example.shows))
        + height(caption(note))
}

fn example_ui(
    ui: &mut Ui,
    example: &Example,
    read: Option<&GameCard>,
    size: egui::Vec2,
    thumbnails: Thumbnails<'_>,
) -> bool {
    let theme = theme(ui);
    let title = read.map_or("…", |card| card.title.as_str());
    let name = match read {
        Some(card) => format!("Open {}", card.title),
        None => format!("Open {}", example.file),
    };
    let card =
        Card { name: &name, description: example.shows, size, enabled: true, selected: None };
    let response = card_ui(ui, &card, |ui| {
        match read {
            Some(card) => picture_ui(ui, &card.game, thumbnails),
            None => ui.add_space(ui.available_width() * PICTURE),
        }
        ui.add(egui::Label::new(headline(ui, title, text::LEAD).color(theme.ink)).wrap());
        body(example.shows).muted().ui(ui);
        if let Some(card) = read {
            caption(format!("{}. {}.", card.players, card.state)).ui(ui);
        }
    });
    response.clicked()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_example_says_who_plays_and_how_far_it_is() {
        for example in EXAMPLES {
            let card = GameCard::read(example.text.as_bytes());
            let card = card.expect("examples can be read");
            assert!(card.players.contains('('), "{}", example.file);
            assert!(!card.state.is_empty());
        }
    }

    #[test]
    fn the_last_table_is_taken_as_it_was() {
        let setup = Setup {
            pack: packs::find("practice").expect("it is built in"),
            board: "Old Harbour".to_owned(),
            players: vec!["Anna".to_owned(), "Ben".to_owned()],
            ..Setup::default()
        };
        let last = LastTable::of(&setup);
        assert_eq!(same_table(&last, std::slice::from_ref(&setup.pack)), Some(setup));
        assert_eq!(same_table(&LastTable::default(), &[]), None);
    }
}
