//! The score history: wins and points of everybody, and every finished game.
//!
//! It shows the games read so far and asks for nothing but one to be opened. Reading goes on in the
//! background, so the page fills while it is in view.

use plain_text::{clauses, counted, listed};
use std::path::Path;

use egui::{
    Align2, CentralPanel, Color32, Frame, Grid, Layout, Margin, Panel, ProgressBar, Rect,
    ScrollArea, Sense, Ui, Vec2,
};

use memo::Memo;
use rules::rulebook::Variant;
use score_history::{
    GameEnd, GameFilter, PastGame, PersonTally, ScoreHistory, SkippedRecord, file_name,
};
use ui_board::command::FoundersCommand;
use ui_kit::icons::{Icon, paint_icon};
use ui_kit::queue::CommandQueue;
use ui_kit::theme::{space, text, theme, touch};
use ui_kit::widgets::{
    CardFrame, body, button, caption, card_ui, choice_list_ui, figure, headline, lead, paint_crown,
    toggle_button,
};

/// Height of a row of the list of games, in points.
const ROW: f32 = 68.0;
/// Width of the winner's points at the left of a row, in points.
const POINTS: f32 = 60.0;
/// Width of a column of figures, in points.
const FIGURES: f32 = 64.0;
/// Width below which everything is one below the other.
const WIDE: f32 = 900.0;
/// Width below which people are described in sentences instead of columns.
const COLUMNS: f32 = 380.0;

/// The content of the screen.
#[derive(Clone, Copy, Debug)]
pub struct Shown<'a> {
    /// The part of the history read so far.
    pub history: &'a ScoreHistory,
    /// While files are read: the number of those read, and of all.
    pub progress: Option<(usize, usize)>,
    /// `true` if there is a game to go back to.
    pub has_game: bool,
}

/// The state of the screen between frames.
#[derive(Clone, Debug, Default)]
pub struct ScoreHistoryMemory {
    filter: GameFilter,
    shows_skipped: bool,
    filtered: Memo<(GameFilter, (usize, usize)), FilteredHistory>,
}

/// The filtered history, computed when something was read or another filter chosen.
#[derive(Clone, Debug)]
struct FilteredHistory {
    people: Vec<PersonTally>,
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
            people: history.people(filter),
            games,
            names: history.names(),
            races: history.races(),
        }
    }
}

fn counts(history: &ScoreHistory) -> (usize, usize) {
    (history.games().len(), history.skipped().len())
}

/// Draws the score history.
pub fn score_history_screen_ui(
    ui: &mut Ui,
    shown: Shown<'_>,
    memory: &mut ScoreHistoryMemory,
    commands: &CommandQueue<FoundersCommand>,
) {
    let ScoreHistoryMemory { filter, shows_skipped, filtered } = memory;
    let key = (filter.clone(), counts(shown.history));
    let filtered = filtered.of(key, || FilteredHistory::of(shown.history, filter));
    let (paper, raised) = (theme(ui).paper, theme(ui).raised);
    let is_wide = ui.available_width() >= WIDE;
    Panel::top("score history head")
        .frame(panel_frame(paper, space::L))
        .show(ui, |ui| head_ui(ui, shown, filtered, filter, commands));
    if is_wide {
        let width = ui.available_width();
        Panel::right("score history people")
            .frame(panel_frame(raised, space::M))
            .default_size(width * 0.42)
            .size_range(COLUMNS..=width * 0.6)
            .show(ui, |ui| people_ui(ui, &filtered.people));
    } else {
        let height = ui.available_height();
        Panel::top("score history people above")
            .frame(panel_frame(raised, space::M))
            .default_size(height * 0.4)
            .show(ui, |ui| people_ui(ui, &filtered.people));
    }
    CentralPanel::default().frame(panel_frame(paper, space::L)).show(ui, |ui| {
        list_ui(ui, shown.history, filtered, shows_skipped, commands);
    });
}

fn panel_frame(fill: Color32, margin: f32) -> Frame {
    Frame::new().fill(fill).inner_margin(Margin::same(margin as i8))
}

fn head_ui(
    ui: &mut Ui,
    shown: Shown<'_>,
    filtered: &FilteredHistory,
    filter: &mut GameFilter,
    commands: &CommandQueue<FoundersCommand>,
) {
    let theme = theme(ui);
    ui.horizontal_wrapped(|ui| {
        ui.label(headline(ui, "Score history", text::HEAD));
        let words = counted(shown.history.games().len(), "finished game", "finished games");
        lead(words).muted().ui(ui);
    });
    caption("Read from the records on this machine each time. Nothing is sent anywhere.").ui(ui);
    if let Some((read, of)) = shown.progress {
        let [part, whole] =
            [read, of.max(1)].map(|count| f32::from(u16::try_from(count).unwrap_or(u16::MAX)));
        let bar = ProgressBar::new(part / whole);
        ui.add(bar.desired_height(space::S).fill(theme.accent));
        caption(format!("Reading: {read} of {}", counted(of, "file", "files"))).ui(ui);
    }
    ui.add_space(space::XS);
    ui.horizontal_wrapped(|ui| {
        let back = if shown.has_game { "Back to the game" } else { "Back" };
        if button_ui(ui, back, None).clicked() {
            commands.push(FoundersCommand::Back);
        }
        choice_ui(ui, "Player", "everybody", &mut filter.person, &name_choices(&filtered.names));
        choice_ui(ui, "Race", "every race", &mut filter.race, &name_choices(&filtered.races));
        let variants: Vec<_> =
            Variant::ALL.iter().map(|&variant| (Some(variant), variant.key().to_owned())).collect();
        choice_ui(ui, "Variant", "with and without", &mut filter.variant, &variants);
        let players: Vec<_> = [(1, "1, solo"), (2, "2"), (3, "3"), (4, "4")]
            .map(|(count, words)| (Some(count), words.to_owned()))
            .into();
        choice_ui(ui, "Players", "any number", &mut filter.players, &players);
    });
}

fn name_choices(names: &[String]) -> Vec<(Option<String>, String)> {
    names.iter().map(|name| (Some(name.clone()), name.clone())).collect()
}

/// Width of the box of a filter, in points.
const FILTER: f32 = 200.0;

/// Draws a filter: a label, and a list to choose from that starts with `open`, for everything.
fn choice_ui<T: Clone + PartialEq>(
    ui: &mut Ui,
    label: &str,
    open: &str,
    chosen: &mut Option<T>,
    choices: &[(Option<T>, String)],
) {
    let now =
        choices.iter().find(|(value, _)| value == chosen).map_or(open, |(_, words)| words.as_str());
    let all = std::iter::once((None, open.to_owned())).chain(choices.iter().cloned());
    choice_list_ui(ui, label, &format!("{label}: {now}"), FILTER, chosen, all);
}

fn button_ui(ui: &mut Ui, label: &str, selected: Option<bool>) -> egui::Response {
    ui.add(selected.map_or_else(|| button(label), |selected| toggle_button(selected, label)))
}

/// Draws wins, averages and best results of everybody, then solo games.
fn people_ui(ui: &mut Ui, people: &[PersonTally]) {
    ScrollArea::vertical().id_salt("score history people").auto_shrink(false).show(ui, |ui| {
        ui.label(headline(ui, "Everybody", text::TITLE));
        let played: Vec<&PersonTally> = people.iter().filter(|one| one.games > 0).collect();
        if played.is_empty() {
            caption("No game for several players is shown.").ui(ui);
        } else if ui.available_width() >= COLUMNS - 2.0 * space::M {
            table_ui(ui, &played);
        } else {
            for person in played {
                body(summary(person)).ui(ui);
            }
        }
        let mut solo: Vec<&PersonTally> = people.iter().filter(|one| one.solo.games > 0).collect();
        solo.sort_by_key(|one| std::cmp::Reverse(one.solo.wins));
        if solo.is_empty() {
            return;
        }
        ui.add_space(space::M);
        ui.label(headline(ui, "Solo", text::TITLE));
        for person in solo {
            body(solo_summary(person)).ui(ui);
        }
    });
}

/// Describes a person's games for several players in a sentence.
fn summary(person: &PersonTally) -> String {
    format!(
        "{}: {} of {} won, {:.1} points on average, {} at most.",
        person.name,
        person.wins,
        person.games,
        person.average().unwrap_or_default(),
        person.best.unwrap_or_default()
    )
}

/// Describes a person's solo games in a sentence.
fn solo_summary(person: &PersonTally) -> String {
    let solo = &person.solo;
    let best = match &solo.best {
        Some((points, difficulty)) => {
            format!(", {} at most ({difficulty})", counted(points, "point", "points"))
        }
        None => String::new(),
    };
    let (name, wins, games) = (&person.name, solo.wins, solo.games);
    format!("{name}: {wins} of {games} won{best}.")
}

fn table_ui(ui: &mut Ui, people: &[&PersonTally]) {
    let theme = theme(ui);

    // Nothing in the table is pressed, so its rows need not be as high as a finger.
    ui.spacing_mut().interact_size.y = text::LEAD;
    Grid::new("score history table").num_columns(5).spacing([space::S, space::XS]).show(ui, |ui| {
        ui.label("");
        for head in ["Games", "Wins", "Average", "Best"] {
            figure_cell_ui(ui, head.to_owned(), theme.muted);
        }
        ui.end_row();
        for person in people {
            ui.scope(|ui| {
                ui.set_max_width(160.0);
                body(&person.name).truncated_ui(ui).on_hover_text(summary(person));
            });
            let average = person.average().unwrap_or_default();
            for number in [
                person.games.to_string(),
                person.wins.to_string(),
                format!("{average:.1}"),
                person.best.unwrap_or_default().to_string(),
            ] {
                figure_cell_ui(ui, number, theme.ink);
            }
            ui.end_row();
        }
    });
}

fn figure_cell_ui(ui: &mut Ui, words: String, color: Color32) {
    // The last column would otherwise take all the width that is left.
    let size = egui::vec2(FIGURES, text::LEAD);
    ui.allocate_ui_with_layout(size, Layout::right_to_left(egui::Align::Center), |ui| {
        body(words).tinted(color).ui(ui);
    });
}

/// Draws every game that passes the filter, or every file that does not count.
fn list_ui(
    ui: &mut Ui,
    history: &ScoreHistory,
    filtered: &FilteredHistory,
    shows_skipped: &mut bool,
    commands: &CommandQueue<FoundersCommand>,
) {
    let skipped = history.skipped();
    ui.horizontal_wrapped(|ui| {
        let games = format!("Games: {}", filtered.games.len());
        if button_ui(ui, &games, Some(!*shows_skipped)).clicked() {
            *shows_skipped = false;
        }
        let others = format!("Not counted: {}", skipped.len());
        if button_ui(ui, &others, Some(*shows_skipped)).clicked() {
            *shows_skipped = true;
        }
    });
    ui.add_space(space::S);
    let rows = if *shows_skipped { skipped.len() } else { filtered.games.len() };
    if rows == 0 {
        let words = if *shows_skipped {
            "Every record that was read counts."
        } else {
            "No finished game is shown. A game counts once it is over."
        };
        caption(words).ui(ui);
        return;
    }
    // Only the visible rows are drawn, however many games there are.
    ScrollArea::vertical()
        .id_salt(("score history list", *shows_skipped))
        .auto_shrink(false)
        .show_rows(ui, ROW, rows, |ui, range| {
            for row in range {
                let path = if *shows_skipped {
                    skipped_ui(ui, &skipped[row])
                } else {
                    game_ui(ui, &history.games()[filtered.games[row]])
                };
                if let Some(path) = path {
                    commands.push(FoundersCommand::Open(path.to_owned()));
                }
            }
        });
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
