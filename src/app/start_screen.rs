//! The start screen: starting, continuing or opening a game, and the examples.
//!
//! Records are read once and cached as [`GameCard`]s. Examples are read when
//! they come into view, one per frame, so that the window appears at once. The
//! screen opens no files: the app passes in the recent games.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use egui::{Button, Rect, Response, Role, ScrollArea, Sense, StrokeKind, Ui, Vec2, vec2};
use plain_text::{counted, listed};

use super::command::{Command, Commands};
use super::thumbnails::{TablePainter, ThumbnailSubject};
use components::specs::Pack;
use memo::Memo;
use notation::record::read_record;
use rules::Game;
use rules::setup::Setup;
use scenario::record::{is_record, read_bytes};
use scenario_rules::figure::{Figure, FigureKind};
use table::examples::{EXAMPLES, Example};
use ui_board::command::FoundersCommand;
use ui_board::settings::{LastTable, Settings};
use ui_games::setup_screen::last_setup;
use ui_kit::icons::{Icon, paint_icon};
use ui_kit::theme::{space, text, theme, touch};
use ui_kit::widgets::{
    CardFrame, StyledText, TextLine, body, caption, card_ui, cards_ui, columns, error_ui, figure,
    headline, lead, reserve_scroll_bar,
};
use ui_menu::Menu;

/// Size of the picture of a recent game, in points.
const RECENT_PICTURE: Vec2 = vec2(84.0, 61.0);

/// A recorded game in a few words, with the table for its picture.
#[derive(Clone, Debug)]
pub struct GameCard {
    /// The title of the record, or the names of its players.
    pub title: String,
    /// The players with their races.
    pub players: String,
    /// The progress of the game in words.
    pub state: String,
    /// The date in the record.
    pub date: Option<String>,
    /// The number of entries up to the cursor.
    pub entries: usize,
    /// The table at the end of the record.
    pub game: AnyGame,
}

/// The table of either game.
#[derive(Clone, Debug)]
pub enum AnyGame {
    /// Of the first game.
    Founders(Box<Game>),
    /// Of a scenario.
    Scenario(Box<scenario_rules::Game>),
    /// Of a campaign, which has no table.
    Campaign,
}

impl AnyGame {
    /// Returns the table of the first game; `None` for any other record.
    pub fn founders(&self) -> Option<&Game> {
        match self {
            Self::Founders(game) => Some(game),
            Self::Scenario(_) | Self::Campaign => None,
        }
    }

    /// Returns the subject of its thumbnail; `None` for a campaign.
    pub fn pictured(&self) -> Option<ThumbnailSubject<'_>> {
        match self {
            Self::Founders(game) => Some(ThumbnailSubject::Board(game)),
            Self::Scenario(game) => Some(ThumbnailSubject::Map(game)),
            Self::Campaign => None,
        }
    }
}

impl GameCard {
    /// Reads the card of a record; `None` if it cannot be read.
    pub fn read(record: &[u8]) -> Option<Self> {
        if is_record(&String::from_utf8_lossy(record)) {
            return read_bytes(record).record.map(|record| Self::of_scenario(&record));
        }
        if campaign::record::is_record(&String::from_utf8_lossy(record)) {
            let loaded = campaign::record::read_bytes(record);
            return loaded.record.map(|record| Self::of_campaign(&record));
        }
        let loaded = read_record(record);
        let journal = loaded.record?;
        let (game, entries) = (journal.game().clone(), journal.cursor());
        let players: Vec<String> = game
            .players()
            .map(|player| {
                let name = game.player_name(player);
                match game.race(player) {
                    Some(race) => format!("{name} ({})", game.contents().race_name(race)),
                    None => name.to_owned(),
                }
            })
            .collect();
        let names: Vec<&str> = game.players().map(|p| game.player_name(p)).collect();
        Some(Self {
            title: journal.tags.title.clone().unwrap_or_else(|| listed(&names)),
            players: listed(&players),
            state: state_of(&game),
            date: journal.tags.date.clone(),
            entries,
            game: AnyGame::Founders(Box::new(game)),
        })
    }

    fn of_scenario(record: &scenario::Record) -> Self {
        let game = record.game();
        let names: Vec<&str> = game
            .position()
            .figures()
            .iter()
            .filter(|figure| matches!(figure.kind, FigureKind::Character(_)))
            .map(Figure::name)
            .collect();
        let players =
            if names.is_empty() { "Nobody on the map yet".to_owned() } else { listed(&names) };
        Self {
            title: record.tags.title.clone().unwrap_or_else(|| "Scenario".to_owned()),
            players,
            state: format!("Scenario, round {}", game.round()),
            date: record.tags.date.clone(),
            entries: record.cursor(),
            game: AnyGame::Scenario(Box::new(game.clone())),
        }
    }

    fn of_campaign(record: &campaign::Record) -> Self {
        let campaign = record.game().campaign();
        let parties: Vec<&str> = campaign.parties.iter().map(|of| of.name.as_str()).collect();
        let players = if parties.is_empty() { "No party yet".to_owned() } else { listed(&parties) };
        let ended = counted(campaign.world.ended, "scenario", "scenarios");
        Self {
            title: record.tags.title.clone().unwrap_or_else(|| "Campaign".to_owned()),
            players,
            state: format!("Campaign, after {ended}"),
            date: record.tags.date.clone(),
            entries: record.cursor(),
            game: AnyGame::Campaign,
        }
    }
}

/// Describes the progress of a game.
fn state_of(game: &Game) -> String {
    if let Some(winner) = game.winner() {
        let points = counted(game.points(winner).0, "point", "points");
        if game.is_solo() {
            return format!("Over: won with {points}");
        }
        return format!("Over: {} wins with {points}", game.player_name(winner));
    }
    if game.loss().is_some() {
        return "Over: the game is lost".to_owned();
    }
    if game.in_setup() {
        return "Being set up".to_owned();
    }
    let most = game.players().map(|p| game.points(p)).max();
    let leaders: Vec<&str> = game
        .players()
        .filter(|&p| Some(game.points(p)) == most)
        .map(|p| game.player_name(p))
        .collect();
    let points = counted(most.unwrap_or_default(), "point", "points");
    let turn = game.turn_number();
    match leaders.as_slice() {
        [one] => format!("Turn {turn}: {one} leads with {points}"),
        several if several.len() == game.player_count() => {
            format!("Turn {turn}: everyone has {points}")
        }
        several => format!("Turn {turn}: {} lead with {points}", listed(several)),
    }
}

/// A recently opened game.
#[derive(Clone, Debug)]
pub struct RecentGame {
    /// The file.
    pub path: PathBuf,
    /// The card of the record; `None` if it cannot be read.
    pub card: Option<GameCard>,
    /// `true` if the file does not exist.
    pub is_missing: bool,
    /// `true` once the file was read.
    pub is_read: bool,
}

impl RecentGame {
    /// Creates a recent game from its file and its contents; `None` if the file is missing.
    pub fn new(path: &Path, record: Option<&[u8]>) -> Self {
        Self {
            path: path.to_owned(),
            card: record.and_then(GameCard::read),
            is_missing: record.is_none(),
            is_read: true,
        }
    }

    /// Creates a recent game whose file is not read yet.
    pub fn unread(path: &Path) -> Self {
        Self { path: path.to_owned(), card: None, is_missing: false, is_read: false }
    }

    /// Returns `true` for a game of Founders that is not over.
    fn can_be_continued(&self) -> bool {
        let game = self.card.as_ref().and_then(|card| card.game.founders());
        game.is_some_and(|game| !game.is_over())
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

/// The contents of the start screen, apart from the examples.
#[derive(Clone, Copy)]
pub struct StartScreenCx<'a> {
    /// The settings chosen by the people at the screen.
    pub settings: &'a Settings,
    /// The available packs.
    pub packs: &'a [Pack],
    /// The games of [`Settings::recent`], in the same order.
    pub recent: &'a [RecentGame],
    /// Paints a board.
    pub paint_table: TablePainter<'a>,
}

/// The state of the screen between frames.
#[derive(Clone, Debug, Default)]
pub struct StartMemory {
    examples: ExampleCards,
    /// The setup made from the last table; `None` if the packs no longer have it.
    same: Memo<LastTable, Option<Setup>>,
    /// `true` if the rulebook's worked results are unfolded.
    shows_worked: bool,
}

/// The examples that were in view so far.
///
/// Reading one plays it through, and its card holds the whole table: examples that were never
/// scrolled to cost neither time nor memory.
#[derive(Clone, Debug, Default)]
struct ExampleCards {
    /// Examples by their index in the list; `None` for one that cannot be read.
    read: BTreeMap<usize, Option<GameCard>>,
    /// The example that came into view and is not read yet.
    wanted: Option<usize>,
}

impl ExampleCards {
    /// Reads the example that came into view, if there is one.
    fn read_wanted(&mut self) {
        let wanted = self.wanted.take().and_then(|index| Some((index, EXAMPLES.get(index)?)));
        if let Some((index, example)) = wanted {
            self.read.insert(index, GameCard::read(example.text.as_bytes()));
        }
    }

    /// Returns the example at this index, once it is read.
    fn get(&self, index: usize) -> Option<&GameCard> {
        self.read.get(&index)?.as_ref()
    }

    /// Requests the example at this index for the next frame if its card is in view.
    fn request_if_visible(&mut self, ui: &Ui, index: usize, card: &Response) {
        let is_wanted = !self.read.contains_key(&index) && ui.is_rect_visible(card.rect);
        if is_wanted && self.wanted.is_none() {
            self.wanted = Some(index);
            ui.ctx().request_repaint();
        }
    }
}

/// Draws the start screen.
pub fn start_screen_ui(
    ui: &mut Ui,
    start: &StartScreenCx<'_>,
    memory: &mut StartMemory,
    commands: &mut Commands,
) {
    memory.examples.read_wanted();
    ui.painter().rect_filled(ui.max_rect(), 0.0, theme(ui).paper);
    let (room, height) = (ui.available_width(), ui.available_height());
    let edge = if height < LOW { space::M } else { space::XL };
    egui::Frame::new().inner_margin(edge).show(ui, |ui| {
        ui.spacing_mut().item_spacing = egui::vec2(space::S, space::S);
        if room >= WIDE {
            ui.horizontal_top(|ui| {
                let size = vec2((room * 0.32).clamp(280.0, 420.0), ui.available_height());
                ui.allocate_ui(size, |ui| {
                    ScrollArea::vertical()
                        .id_salt("begin")
                        .auto_shrink(false)
                        .show(ui, |ui| begin_ui(ui, start, memory, commands));
                });
                ui.add_space(edge);
                ScrollArea::vertical().id_salt("examples").auto_shrink(false).show(ui, |ui| {
                    reserve_scroll_bar(ui);
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

/// Minimum width for the examples at the right of the start buttons, in points.
const WIDE: f32 = 640.0;
/// Height below which titles and pictures are smaller, in points.
const LOW: f32 = 600.0;

/// Draws the title, the buttons that lead into a game, and the recent games.
fn begin_ui(
    ui: &mut Ui,
    start: &StartScreenCx<'_>,
    memory: &mut StartMemory,
    commands: &mut Commands,
) {
    let is_low = ui.clip_rect().height() < LOW;
    ui.vertical(|ui| {
        reserve_scroll_bar(ui);
        let size = if is_low { text::HEAD } else { text::HERO };
        let title = headline(ui, "Founders Ledger", size);
        ui.add(egui::Label::new(title).wrap());
        let continued = start.recent.first().filter(|recent| recent.can_be_continued());
        if let Some(recent) = continued
            && let Some(card) = &recent.card
            && continue_ui(ui, card, start.paint_table, is_low)
        {
            commands.push(Command::Open(recent.path.clone()));
        }
        if large_button_ui(ui, Menu::New.label(), continued.is_none()).clicked() {
            commands.push(Command::Menu(Menu::New));
        }
        if large_button_ui(ui, Menu::Try.label(), false)
            .on_hover_text(Menu::Try.entry().hint)
            .clicked()
        {
            commands.push(Command::Menu(Menu::Try));
        }
        let last = &start.settings.last_table;
        let same = memory.same.of(last.clone(), || last_setup(last, start.packs));
        if let Some(setup) = same {
            if large_button_ui(ui, "Same table as last time", false).clicked() {
                commands.push(FoundersCommand::StartGame(Box::new(setup.clone())).into());
            }
            let names = listed(&setup.players);
            caption(format!("{names} on {}, a new game.", setup.board)).ui(ui);
        }
        ui.horizontal_wrapped(|ui| {
            for menu in [
                Menu::Open,
                Menu::Trace,
                Menu::EnterCards,
                Menu::Library,
                Menu::ScoreHistory,
                Menu::Scenario,
                Menu::Campaign,
            ] {
                let button = Button::new(body(menu.label()).rich(ui))
                    .frame_when_inactive(false)
                    .min_size(vec2(0.0, touch::TARGET));
                if ui.add(button).on_hover_text(menu.entry().hint).clicked() {
                    commands.push(Command::Menu(menu));
                }
            }
        });
        // The continued game is shown above and not listed again.
        let others = &start.recent[usize::from(continued.is_some())..];
        recent_ui(ui, others, start.paint_table, commands);
        ui.add_space(space::M);
        caption(ABOUT).ui(ui);
    });
}

const ABOUT: &str = "Keeps the record of a game of Founders of Gloomhaven played on the real board: it judges every action, pays every delivery, and explains why. It is an unofficial fan project with words and drawings of its own; it contains no texts or pictures of the publisher.";

/// Draws the game to continue, with its board; returns `true` when it is clicked.
fn continue_ui(ui: &mut Ui, game: &GameCard, paint_table: TablePainter<'_>, is_low: bool) -> bool {
    let card = CardFrame {
        name: "Continue the last game",
        description: &format!("{}. {}.", game.title, game.state),
        size: vec2(ui.available_width(), 0.0),
        enabled: true,
        selected: None,
    };
    let response = card_ui(ui, &card, |ui| {
        let share = if is_low { 0.36 } else { 0.62 };
        let size = vec2(ui.available_width(), (ui.available_width() * share).round());
        let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
        board_ui(ui, rect, Some(game), paint_table);
        lead("Continue the last game").accent().bold().ui(ui);
        body(&game.title).ui(ui);
        caption(format!("{}.", game.state)).ui(ui);
    });
    response.clicked()
}

/// Draws the board of a game in a rectangle, an icon for a campaign, or an empty sheet until there
/// is a picture.
fn board_ui(ui: &Ui, rect: Rect, card: Option<&GameCard>, paint_table: TablePainter<'_>) {
    if !ui.is_rect_visible(rect) {
        return;
    }
    let theme = theme(ui);
    let sheet = Rect::from_center_size(
        rect.center(),
        rect.size().min(vec2(rect.height() * 1.06, rect.width())),
    );
    // The sheet is drawn at once, and the board over it as soon as its picture is made.
    ui.painter().rect(sheet, 2, theme.paper, theme.hair(), StrokeKind::Inside);
    ui.painter().rect_stroke(sheet.shrink(3.0), 1, theme.hair(), StrokeKind::Inside);
    let Some(card) = card else {
        return;
    };
    if let Some(pictured) = card.game.pictured() {
        paint_table(&ui.painter_at(rect), rect, pictured);
    } else {
        let icon = Rect::from_center_size(sheet.center(), Vec2::splat(sheet.height() / 2.0));
        paint_icon(ui.painter(), Icon::People, icon, theme.muted);
    }
}

fn large_button_ui(ui: &mut Ui, label: &str, is_primary: bool) -> egui::Response {
    let theme = theme(ui);
    let button = if is_primary {
        Button::new(lead(label).tinted(theme.on_accent).rich(ui)).fill(theme.accent)
    } else {
        Button::new(lead(label).rich(ui))
    };
    ui.add(button.min_size(egui::vec2(ui.available_width(), 48.0)))
}

/// Draws the list of recent games.
fn recent_ui(
    ui: &mut Ui,
    recent: &[RecentGame],
    paint_table: TablePainter<'_>,
    commands: &mut Commands,
) {
    if recent.is_empty() {
        return;
    }
    let theme = theme(ui);
    ui.add_space(space::M);
    lead("Recent games").ui(ui);
    for game in recent {
        let title = game.title();
        let file = game.path.display().to_string();
        let card = CardFrame {
            name: &format!("Open {title}"),
            description: &file,
            size: egui::vec2(ui.available_width(), 56.0),
            enabled: game.card.is_some() || !game.is_read,
            selected: None,
        };
        let response = card_ui(ui, &card, |ui| {
            ui.horizontal_top(|ui| {
                recent_picture_ui(ui, game, paint_table);
                ui.vertical(|ui| {
                    let is_there = game.card.is_some() || !game.is_read;
                    let color = if is_there { theme.ink } else { theme.muted };
                    body(&title).tinted(color).ui(ui);
                    match &game.card {
                        Some(card) => {
                            let date = card.date.as_ref().map(|date| format!(" {date}."));
                            let (players, state) = (&card.players, &card.state);
                            caption(format!("{players}. {state}.{}", date.unwrap_or_default()))
                                .ui(ui);
                        }
                        None if !game.is_read => {
                            caption("…").ui(ui);
                        }
                        None if game.is_missing => {
                            error_ui(ui, "This file is no longer there.", text::SMALL);
                        }
                        None => error_ui(ui, "This file can no longer be read.", text::SMALL),
                    }
                });
            });
        });
        if response.on_hover_text(&file).clicked() {
            commands.push(Command::Open(game.path.clone()));
        }
    }
}

/// Draws the picture of a recent game.
fn recent_picture_ui(ui: &mut Ui, game: &RecentGame, paint_table: TablePainter<'_>) {
    let (rect, _) = ui.allocate_exact_size(RECENT_PICTURE, Sense::hover());
    board_ui(ui, rect, game.card.as_ref(), paint_table);
}

/// Draws the first example large, then the others, and the worked results folded.
fn examples_ui(
    ui: &mut Ui,
    start: &StartScreenCx<'_>,
    memory: &mut StartMemory,
    commands: &mut Commands,
) {
    let theme = theme(ui);
    ui.vertical(|ui| {
        ui.label(headline(ui, "Example games", text::TITLE));
        ui.spacing_mut().item_spacing = vec2(space::M, space::M);
        let all: Vec<(usize, &Example)> = EXAMPLES.iter().enumerate().collect();
        let (first, others) = all.split_at(1);
        for &(index, example) in first {
            let card = first_ui(ui, example, memory.examples.get(index), start.paint_table);
            memory.examples.request_if_visible(ui, index, &card);
            if card.clicked() {
                commands.push(Command::Menu(Menu::Lesson));
            }
        }
        let (worked, games): (Vec<_>, Vec<_>) =
            others.iter().copied().partition(|(_, example)| example.is_worked_result());
        examples_as_cards_ui(ui, &games, &mut memory.examples, start.paint_table, commands);
        let (icon, words) = if memory.shows_worked {
            (Icon::ChevronDown, "Hide the worked results of the rulebook".to_owned())
        } else {
            (Icon::ChevronRight, format!("{} worked results of the rulebook", worked.len()))
        };
        let line = TextLine::of(ui, words.clone(), lead(words), 24.0, 0.0).high(touch::TARGET);
        let placed = line.ui(ui, Role::Button);
        paint_icon(ui.painter(), icon, placed.square(placed.rect.left() + 10.0, 16.0), theme.muted);
        if placed.response.clicked() {
            memory.shows_worked = !memory.shows_worked;
        }
        if memory.shows_worked {
            examples_as_cards_ui(ui, &worked, &mut memory.examples, start.paint_table, commands);
        }
    });
}

/// Draws the first example: its board at the left, its description at the right.
fn first_ui(
    ui: &mut Ui,
    example: &Example,
    read: Option<&GameCard>,
    paint_table: TablePainter<'_>,
) -> Response {
    let is_low = ui.clip_rect().height() < LOW;
    let width = ui.available_width();
    let high = (width * 0.34).min(if is_low { 200.0 } else { 380.0 });
    let name = format!("Open {}", example.title());
    let size = vec2(width, high + 2.0 * space::M);
    let card = CardFrame {
        name: &name,
        description: example.summary,
        size,
        enabled: true,
        selected: None,
    };
    card_ui(ui, &card, |ui| {
        ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing.x = space::L;
            let (rect, _) = ui.allocate_exact_size(vec2(high * 1.06, high), Sense::hover());
            board_ui(ui, rect, read, paint_table);
            ui.vertical(|ui| {
                let size = if is_low { text::TITLE } else { text::HEAD };
                let title = headline(ui, example.title(), size);
                ui.add(egui::Label::new(title).wrap());
                lead(example.summary).muted().ui(ui);
                caption(note(example, read)).ui(ui);
            });
        });
    })
}

/// Returns the players of an example, and its state once it is read.
fn note(example: &Example, read: Option<&GameCard>) -> String {
    let state = read.map(|card| format!(" {}.", card.state)).unwrap_or_default();
    format!("{}.{state}", example.players())
}

/// Draws examples as cards with a picture, side by side.
fn examples_as_cards_ui(
    ui: &mut Ui,
    examples: &[(usize, &Example)],
    cards: &mut ExampleCards,
    paint_table: TablePainter<'_>,
    commands: &mut Commands,
) {
    let (count, width) = columns(ui, 210.0, 6);
    let heights = examples.iter().map(|(_, example)| example_height(ui, example, width));
    let size = vec2(width, heights.fold(0.0, f32::max).ceil());
    cards_ui(ui, examples, count, |ui, &(index, example)| {
        let card = example_ui(ui, example, cards.get(index), size, paint_table);
        cards.request_if_visible(ui, index, &card);
        if card.clicked() {
            commands.push(Command::OpenExample(example.file));
        }
    });
}

/// The height-to-width ratio of the picture of a board.
const PICTURE: f32 = 0.72;

/// Returns the height of an example's card at this width, the same before and after it is read.
/// All cards get the largest one.
fn example_height(ui: &Ui, example: &Example, width: f32) -> f32 {
    let inner = width - 2.0 * space::M;
    let lines: [StyledText; 3] = [
        figure(example.title(), text::LEAD),
        body(example.summary),
        caption(format!("{}. {STATE}", example.players())),
    ];
    let text: f32 =
        lines.into_iter().map(|words| words.wrapped(ui, inner).size().y + space::XS).sum();
    2.0 * space::M + (inner * PICTURE).round() + space::XS + text
}

/// The longest state of a game, for which space is reserved until the example is read.
const STATE: &str = "Over: Harrower wins with 100 points.";

fn example_ui(
    ui: &mut Ui,
    example: &Example,
    read: Option<&GameCard>,
    size: egui::Vec2,
    paint_table: TablePainter<'_>,
) -> Response {
    let name = format!("Open {}", example.title());
    let card = CardFrame {
        name: &name,
        description: example.summary,
        size,
        enabled: true,
        selected: None,
    };
    card_ui(ui, &card, |ui| {
        let width = ui.available_width();
        let (rect, _) =
            ui.allocate_exact_size(vec2(width, (width * PICTURE).round()), Sense::hover());
        board_ui(ui, rect, read, paint_table);
        let title = headline(ui, example.title(), text::LEAD);
        ui.add(egui::Label::new(title).wrap());
        body(example.summary).muted().ui(ui);
        caption(note(example, read)).ui(ui);
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_card_of_every_example_has_players_with_races_and_a_state() {
        for example in EXAMPLES {
            let card = GameCard::read(example.text.as_bytes()).expect("examples can be read");
            assert!(card.players.contains('('), "{}", example.file);
            assert!(!card.state.is_empty());
        }
    }

    #[test]
    fn the_same_table_as_last_time_has_the_same_setup() {
        let setup = Setup {
            pack: packs::find("practice").expect("it is built in"),
            board: "Old Harbour".to_owned(),
            players: vec!["Anna".to_owned(), "Ben".to_owned()],
            ..Setup::default()
        };
        let last = LastTable::from_setup(&setup);
        assert_eq!(last_setup(&last, std::slice::from_ref(&setup.pack)), Some(setup));
        assert_eq!(last_setup(&LastTable::default(), &[]), None);
    }
}
