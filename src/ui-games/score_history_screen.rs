//! The score history: wins and points of everybody, and every finished game.
//!
//! It shows the games read so far and asks for nothing but one to be opened. Reading goes on in the
//! background, so the page fills while it is in view.

mod result_chart;
mod statistics;

use plain_text::{clauses, counted, listed};
use std::path::Path;

use egui::{
    Align2, CentralPanel, Color32, Frame, Margin, Panel, Rect, ScrollArea, Sense, Ui, Vec2,
};

use memo::Memo;
use rules::rulebook::Variant;
use score_history::{GameEnd, GameFilter, PastGame, ScoreHistory, SkippedRecord, file_name};
use ui_board::command::FoundersCommand;
use ui_kit::icons::{Icon, paint_icon};
use ui_kit::queue::CommandQueue;
use ui_kit::theme::{space, text, theme, touch};
use ui_kit::widgets::{
    CardFrame, button, caption, card_ui, choice_list_ui, figure, headline, lead, paint_crown,
    toggle_button,
};

use result_chart::ChartMeasure;
use statistics::{Statistics, statistics_ui};

/// Height of a row of the list of games, in points.
const ROW: f32 = 68.0;
/// Width of the winner's points at the left of a row, in points.
const POINTS: f32 = 60.0;
/// Width below which the statistics and the games take turns.
const MIN_WIDE: f32 = 1000.0;
/// Height below which the head of the page is as low as possible.
const MIN_HIGH: f32 = 560.0;

/// The content of the screen.
#[derive(Clone, Copy, Debug)]
pub struct ScoreHistoryView<'a> {
    /// The part of the history read so far.
    pub history: &'a ScoreHistory,
    /// The number of the reading that found `history`; a later reading has another number.
    pub reading: u64,
    /// While files are read: the number of those read, and of all.
    pub progress: Option<(usize, usize)>,
    /// `true` if there is a game to go back to.
    pub has_game: bool,
}

/// A tab of the page, where the window has space for one at a time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
enum HistoryTab {
    /// In a wide window, it is beside the games.
    #[default]
    Statistics,
    Games,
    Skipped,
}

/// The state of the screen between frames.
#[derive(Clone, Debug, Default)]
pub struct ScoreHistoryMemory {
    filter: GameFilter,
    part: HistoryTab,
    measure: ChartMeasure,
    filtered: Memo<(GameFilter, u64, (usize, usize)), FilteredHistory>,
}

/// The filtered history, computed when something was read or another filter chosen.
#[derive(Clone, Debug)]
struct FilteredHistory {
    statistics: Statistics,
    /// The games that pass the filter, by their indices in the history.
    games: Vec<usize>,
    names: Vec<String>,
    races: Vec<String>,
}

impl FilteredHistory {
    fn of(history: &ScoreHistory, filter: &GameFilter) -> Self {
        let games = history
            .games()
            .iter()
            .enumerate()
            .filter(|(_, game)| filter.matches(game))
            .map(|(index, _)| index)
            .collect();
        Self {
            statistics: Statistics::of(history, filter),
            games,
            names: history.names(),
            races: history.races(),
        }
    }
}

/// Draws the score history.
pub fn score_history_screen_ui(
    ui: &mut Ui,
    shown: ScoreHistoryView<'_>,
    memory: &mut ScoreHistoryMemory,
    commands: &CommandQueue<FoundersCommand>,
) {
    let ScoreHistoryMemory { filter, part, measure, filtered } = memory;
    let counts = (shown.history.games().len(), shown.history.skipped().len());
    let key = (filter.clone(), shown.reading, counts);
    let filtered = filtered.of(key, || FilteredHistory::of(shown.history, filter));
    let (paper, raised) = (theme(ui).paper, theme(ui).raised);
    let is_wide = ui.available_width() >= MIN_WIDE;
    let is_high = ui.available_height() >= MIN_HIGH;
    let margin = if is_high { space::L } else { space::S };
    Panel::top("score history head").frame(panel_frame(paper, margin)).show(ui, |ui| {
        head_ui(ui, shown, is_high, commands);
        filters_ui(ui, filtered, filter);
    });
    if is_wide {
        let width = ui.available_width();
        Panel::right("score history people")
            .frame(panel_frame(raised, space::M))
            .default_size(width * 0.48)
            .size_range(width * 0.4..=width * 0.6)
            .show(ui, |ui| statistics_ui(ui, &filtered.statistics, measure));
    }
    CentralPanel::default().frame(panel_frame(paper, margin)).show(ui, |ui| {
        let is_list = is_wide && *part == HistoryTab::Statistics;
        let drawn = if is_list { HistoryTab::Games } else { *part };
        ui.horizontal_wrapped(|ui| {
            let games = format!("Games: {}", filtered.games.len());
            let skipped = format!("Not counted: {}", shown.history.skipped().len());
            let parts = [
                (HistoryTab::Statistics, "Statistics"),
                (HistoryTab::Games, &games),
                (HistoryTab::Skipped, &skipped),
            ];
            for (one, label) in parts.into_iter().skip(usize::from(is_wide)) {
                if ui.add(toggle_button(drawn == one, label)).clicked() {
                    *part = one;
                }
            }
        });
        ui.add_space(space::S);
        match drawn {
            HistoryTab::Statistics => statistics_ui(ui, &filtered.statistics, measure),
            HistoryTab::Games => games_ui(ui, shown.history, filtered, commands),
            HistoryTab::Skipped => skipped_list_ui(ui, shown.history, commands),
        }
    });
}

fn panel_frame(fill: Color32, margin: f32) -> Frame {
    Frame::new().fill(fill).inner_margin(Margin::same(margin as i8))
}

fn head_ui(
    ui: &mut Ui,
    shown: ScoreHistoryView<'_>,
    is_high: bool,
    commands: &CommandQueue<FoundersCommand>,
) {
    ui.horizontal_wrapped(|ui| {
        let back = if shown.has_game { "Back to the game" } else { "Back" };
        if ui.add(button(back)).clicked() {
            commands.push(FoundersCommand::Back);
        }
        ui.label(headline(ui, "Score history", text::HEAD));
        // One line tells of the reading as well, so that nothing moves when it ends.
        let games = counted(shown.history.games().len(), "finished game", "finished games");
        let words = match shown.progress {
            Some((read, of)) => {
                format!("{games} · Reading: {read} of {}", counted(of, "file", "files"))
            }
            None => games,
        };
        lead(words).muted().ui(ui);
    });
    if is_high {
        caption("Read from the records on this machine each time. Nothing is sent anywhere.")
            .ui(ui);
    }
}

/// Draws the filters in columns of one width, whatever is chosen in them.
fn filters_ui(ui: &mut Ui, filtered: &FilteredHistory, filter: &mut GameFilter) {
    let gap = ui.spacing().item_spacing.x;
    let available = ui.available_width();
    let in_row = if available >= 4.0 * (MIN_FILTER_WIDTH + gap) { 4.0 } else { 2.0 };
    let width = ((available - (in_row - 1.0) * gap) / in_row).floor().min(MAX_FILTER_WIDTH);
    ui.horizontal_wrapped(|ui| {
        let people = name_choices(&filtered.names);
        choice_ui(ui, width, ("Player", "everybody"), &mut filter.person, &people);
        let races = name_choices(&filtered.races);
        choice_ui(ui, width, ("Race", "every race"), &mut filter.race, &races);
        let variants: Vec<_> =
            Variant::ALL.iter().map(|&variant| (Some(variant), variant.key().to_owned())).collect();
        choice_ui(ui, width, ("Variant", "with and without"), &mut filter.variant, &variants);
        let players: Vec<_> = [(1, "1, solo"), (2, "2"), (3, "3"), (4, "4")]
            .map(|(count, words)| (Some(count), words.to_owned()))
            .into();
        choice_ui(ui, width, ("Players", "any number"), &mut filter.players, &players);
    });
}

fn name_choices(names: &[String]) -> Vec<(Option<String>, String)> {
    names.iter().map(|name| (Some(name.clone()), name.clone())).collect()
}

/// Minimum width of a filter, in points.
const MIN_FILTER_WIDTH: f32 = 172.0;
/// Maximum width of a filter, in points.
const MAX_FILTER_WIDTH: f32 = 230.0;

/// Draws a filter: a label, and a list to choose from that starts with a word for everything.
fn choice_ui<T: Clone + PartialEq>(
    ui: &mut Ui,
    width: f32,
    (label, everything): (&str, &str),
    chosen: &mut Option<T>,
    choices: &[(Option<T>, String)],
) {
    let now = choices
        .iter()
        .find(|(value, _)| value == chosen)
        .map_or(everything, |(_, words)| words.as_str());
    let all = std::iter::once((None, everything.to_owned())).chain(choices.iter().cloned());
    choice_list_ui(ui, label, &format!("{label}: {now}"), width, chosen, all);
}

/// Draws the rows of a list; returns the file of the row that is pressed.
///
/// Only the visible rows are drawn, however many there are.
fn rows_ui<'a>(
    ui: &mut Ui,
    part: HistoryTab,
    count: usize,
    row_ui: impl Fn(&mut Ui, usize) -> Option<&'a Path>,
) -> Option<&'a Path> {
    let scroll = ScrollArea::vertical().id_salt(("score history list", part)).auto_shrink(false);
    let shown = scroll
        .show_rows(ui, ROW, count, |ui, range| range.filter_map(|row| row_ui(ui, row)).last());
    shown.inner
}

/// Draws every game that passes the filter.
fn games_ui(
    ui: &mut Ui,
    history: &ScoreHistory,
    filtered: &FilteredHistory,
    commands: &CommandQueue<FoundersCommand>,
) {
    if filtered.games.is_empty() {
        caption("No finished game is shown. A game counts once it is over.").ui(ui);
        return;
    }
    let pressed = rows_ui(ui, HistoryTab::Games, filtered.games.len(), |ui, row| {
        game_ui(ui, &history.games()[filtered.games[row]])
    });
    if let Some(path) = pressed {
        commands.push(FoundersCommand::Open(path.to_owned()));
    }
}

/// Draws every file that does not count.
fn skipped_list_ui(ui: &mut Ui, history: &ScoreHistory, commands: &CommandQueue<FoundersCommand>) {
    let skipped = history.skipped();
    if skipped.is_empty() {
        caption("Every record that was read counts.").ui(ui);
        return;
    }
    let pressed =
        rows_ui(ui, HistoryTab::Skipped, skipped.len(), |ui, row| skipped_ui(ui, &skipped[row]));
    if let Some(path) = pressed {
        commands.push(FoundersCommand::Open(path.to_owned()));
    }
}

/// Draws a game; returns its file when it is pressed.
fn game_ui<'a>(ui: &mut Ui, game: &'a PastGame) -> Option<&'a Path> {
    let date = game.date.as_deref().unwrap_or("No date");
    let title = match &game.title {
        Some(title) => title.clone(),
        None => file_name(&game.path),
    };
    let winner = game.seats.iter().find(|seat| seat.won);
    let points = winner.or(game.seats.first()).map(|seat| seat.points);
    let sign = PointsSign { points, is_won: winner.is_some() };
    row_ui(ui, &game.path, &sign, &format!("{date}  {title}"), &game_summary(game))
}

/// Describes a game: players and results, board and variants.
fn game_summary(game: &PastGame) -> String {
    let seats: Vec<String> = game
        .seats
        .iter()
        .map(|seat| {
            let wins = if seat.won { " (won)" } else { "" };
            format!("{} ({}) {}{wins}", seat.name, seat.race, seat.points)
        })
        .collect();
    let mut parts = vec![listed(&seats)];
    match game.end {
        GameEnd::Won => {}
        GameEnd::LostAtVote => parts.push("lost at a vote".to_owned()),
        GameEnd::LostAtEnd => parts.push("lost at the end".to_owned()),
    }
    if game.is_solo() {
        parts.push(game.difficulty_words());
    }
    parts.push(game.board.clone());
    parts.extend(game.seconds.map(narration::words::duration));
    parts.extend(game.variants.iter().map(|variant| variant.key().to_owned()));
    format!("{}.", clauses(&parts))
}

/// Draws a file that does not count; returns it when it is pressed.
fn skipped_ui<'a>(ui: &mut Ui, skipped: &'a SkippedRecord) -> Option<&'a Path> {
    let name = file_name(&skipped.path);
    let sign = PointsSign { points: None, is_won: false };
    row_ui(ui, &skipped.path, &sign, &name, &skipped.reason.words())
}

/// The sign at the left of a row.
struct PointsSign {
    /// The points of the winner, or of a lost game; `None` if none were counted.
    points: Option<i32>,
    is_won: bool,
}

impl PointsSign {
    /// Draws the points below a crown, grayed without one; or a sign that nothing was counted.
    fn ui(&self, ui: &mut Ui, height: f32) {
        let theme = theme(ui);
        let (rect, _) = ui.allocate_exact_size(egui::vec2(POINTS, height), Sense::hover());
        let Some(points) = self.points else {
            let place = Rect::from_center_size(rect.center(), Vec2::splat(touch::ICON));
            paint_icon(ui.painter(), Icon::Question, place, theme.muted);
            return;
        };
        let (crown, below) = rect.split_top_bottom_at_fraction(0.32);
        let color = if self.is_won { theme.ink } else { theme.muted };
        if self.is_won {
            let crown = Rect::from_center_size(crown.center(), egui::vec2(22.0, 14.0));
            paint_crown(ui.painter(), crown, theme.accent);
        }
        figure(points.to_string(), text::HEAD).tinted(color).paint(
            ui,
            below,
            Align2::CENTER_CENTER,
        );
    }
}

fn row_ui<'a>(
    ui: &mut Ui,
    path: &'a Path,
    sign: &PointsSign,
    title: &str,
    words: &str,
) -> Option<&'a Path> {
    let card = CardFrame {
        name: &format!("Open {title}"),
        description: words,
        // The scroll bar of the list is next to it.
        size: egui::vec2(ui.available_width() - space::S, ROW),
        enabled: true,
        selected: None,
    };
    // Two games may have the same name.
    let shown = ui.push_id(path, |ui| {
        card_ui(ui, &card, |ui| {
            let height = ROW - 2.0 * space::M;
            ui.horizontal(|ui| {
                sign.ui(ui, height);
                ui.vertical(|ui| {
                    lead(title).truncated_ui(ui);
                    caption(words).truncated_ui(ui);
                });
            });
        })
    });
    let response = shown.inner;
    let hover = format!("{words}\n{}", path.display());
    response.on_hover_text(hover).clicked().then_some(path)
}
