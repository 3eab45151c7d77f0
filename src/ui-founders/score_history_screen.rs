//! The score history: who won how often, with how many points, and every finished game.
//!
//! It shows what the app has read so far and asks for nothing but a game to be
//! opened. Reading goes on beside it, so the page fills while it is looked at.

use plain_text::{clauses, counted, listed};
use std::path::Path;

use egui::{
    Align2, CentralPanel, Frame, Grid, Layout, Margin, Panel, ProgressBar, Rect, ScrollArea, Sense,
    Ui, Vec2,
};

use history::{End, Filter, History, PastGame, Person, Skipped, file_name};
use memo::Memo;
use rules::rulebook::Variant;
use ui_board::command::FoundersCommand;
use ui_kit::icons::{Icon, paint_icon};
use ui_kit::queue::Queue;
use ui_kit::theme::{space, text, theme, touch};
use ui_kit::widgets::{
    Card, body, button, caption, card_ui, figure, headline, lead, one_of_ui, paint_crown, tick,
};

/// A row of the list of games, in points.
const ROW: f32 = 68.0;
/// Room for the winner's points at the left of a row, in points.
const POINTS: f32 = 60.0;
/// A column of figures, in points.
const FIGURES: f32 = 64.0;
/// With less width than this everything stands below one another.
const WIDE: f32 = 900.0;
/// With less width than this people are told in sentences instead of columns.
const COLUMNS: f32 = 380.0;

/// What the screen shows.
#[derive(Clone, Copy, Debug)]
pub struct Shown<'a> {
    /// What was read so far.
    pub history: &'a History,
    /// While files are read: how many were, and how many there are.
    pub progress: Option<(usize, usize)>,
    /// Whether a game waits.
    pub has_game: bool,
}

/// What the screen remembers between frames.
#[derive(Clone, Debug, Default)]
pub struct ScoreHistoryMemory {
    filter: Filter,
    shows_skipped: bool,
    reckoned: Memo<(Filter, (usize, usize)), Reckoned>,
}

/// What is shown, worked out when something was read or another filter chosen.
#[derive(Clone, Debug)]
struct Reckoned {
    people: Vec<Person>,
    /// Which games are looked at, by their places in the history.
    games: Vec<usize>,
    names: Vec<String>,
    races: Vec<String>,
}

impl Reckoned {
    fn of(history: &History, filter: &Filter) -> Self {
        let games = history.games().iter().enumerate();
        Self {
            people: history.people(filter),
            games: games.filter(|(_, game)| filter.holds(game)).map(|(index, _)| index).collect(),
            names: history.names(),
            races: history.races(),
        }
    }
}

fn counts(history: &History) -> (usize, usize) {
    (history.games().len(), history.skipped().len())
}

/// The score history.
pub fn score_history_screen_ui(
    ui: &mut Ui,
    shown: Shown<'_>,
    memory: &mut ScoreHistoryMemory,
    commands: &Queue<FoundersCommand>,
) {
    let ScoreHistoryMemory { filter, shows_skipped, reckoned } = memory;
    let of = (filter.clone(), counts(shown.history));
    let reckoned = reckoned.of(of, || Reckoned::of(shown.history, filter));
    let (paper, raised) = (theme(ui).paper, theme(ui).raised);
    let frame =
        |fill, margin: f32| Frame::new().fill(fill).inner_margin(Margin::same(margin as i8));
    let is_wide = ui.available_width() >= WIDE;
    Panel::top("score history head")
        .frame(frame(paper, space::L))
        .show(ui, |ui| head_ui(ui, shown, reckoned, filter, commands));
    if is_wide {
        let width = ui.available_width();
        Panel::right("score history people")
            .frame(frame(raised, space::M))
            .default_size(width * 0.42)
            .size_range(COLUMNS..=width * 0.6)
            .show(ui, |ui| people_ui(ui, &reckoned.people));
    } else {
        let height = ui.available_height();
        Panel::top("score history people above")
            .frame(frame(raised, space::M))
            .default_size(height * 0.4)
            .show(ui, |ui| people_ui(ui, &reckoned.people));
    }
    CentralPanel::default().frame(frame(paper, space::L)).show(ui, |ui| {
        list_ui(ui, shown.history, reckoned, shows_skipped, commands);
    });
}

fn head_ui(
    ui: &mut Ui,
    shown: Shown<'_>,
    reckoned: &Reckoned,
    filter: &mut Filter,
    commands: &Queue<FoundersCommand>,
) {
    let theme = theme(ui);
    ui.horizontal_wrapped(|ui| {
        ui.label(headline(ui, "Score history", text::HEAD));
        let words = counted(shown.history.games().len(), "finished game", "finished games");
        lead(words).muted().ui(ui);
    });
    caption("Read from the records on this machine each time. Nothing is sent anywhere.").ui(ui);
    if let Some((read, of)) = shown.progress {
        let part = |count: usize| f32::from(u16::try_from(count).unwrap_or(u16::MAX));
        let bar = ProgressBar::new(part(read) / part(of.max(1)));
        ui.add(bar.desired_height(space::S).fill(theme.accent));
        caption(format!("Reading: {read} of {}", counted(of, "file", "files"))).ui(ui);
    }
    ui.add_space(space::XS);
    ui.horizontal_wrapped(|ui| {
        let back = if shown.has_game { "Back to the game" } else { "Back" };
        if button_ui(ui, back, None).clicked() {
            commands.push(FoundersCommand::Back);
        }
        let own = |names: &[String]| {
            let names = names.iter();
            names.map(|name| (Some(name.clone()), name.clone())).collect::<Vec<_>>()
        };
        choice_ui(ui, "Player", "everybody", &mut filter.person, &own(&reckoned.names));
        choice_ui(ui, "Race", "every race", &mut filter.race, &own(&reckoned.races));
        let variants = Variant::ALL.iter();
        let variants: Vec<_> =
            variants.map(|&variant| (Some(variant), variant.key().to_owned())).collect();
        choice_ui(ui, "Variant", "with and without", &mut filter.variant, &variants);
        let players: Vec<_> = [(1, "1, solo"), (2, "2"), (3, "3"), (4, "4")]
            .map(|(count, words)| (Some(count), words.to_owned()))
            .into();
        choice_ui(ui, "Players", "any number", &mut filter.players, &players);
    });
}

/// How wide the box of a filter is, in points.
const FILTER: f32 = 200.0;

/// A filter: a label, and a list to choose from with everything at its head.
fn choice_ui<T: Clone + PartialEq>(
    ui: &mut Ui,
    label: &str,
    open: &str,
    chosen: &mut Option<T>,
    choices: &[(Option<T>, String)],
) {
    let now = choices.iter().find(|(value, _)| value == chosen);
    let now = now.map_or(open, |(_, words)| words.as_str());
    let all = std::iter::once((None, open.to_owned())).chain(choices.iter().cloned());
    one_of_ui(ui, label, &format!("{label}: {now}"), FILTER, chosen, all);
}

fn button_ui(ui: &mut Ui, label: &str, selected: Option<bool>) -> egui::Response {
    ui.add(selected.map_or_else(|| button(label), |selected| tick(selected, label)))
}

/// Wins, averages and the best of everybody, then solo games.
fn people_ui(ui: &mut Ui, people: &[Person]) {
    let heading = |ui: &mut Ui, words: &str| {
        ui.label(headline(ui, words, text::TITLE));
    };
    ScrollArea::vertical().id_salt("score history people").auto_shrink(false).show(ui, |ui| {
        heading(ui, "Everybody");
        let played: Vec<&Person> = people.iter().filter(|one| one.games > 0).collect();
        if played.is_empty() {
            caption("No game for several players is shown.").ui(ui);
        } else if ui.available_width() >= COLUMNS - 2.0 * space::M {
            table_ui(ui, &played);
        } else {
            for person in played {
                body(told(person)).ui(ui);
            }
        }
        let mut solo: Vec<&Person> = people.iter().filter(|one| one.solo.games > 0).collect();
        solo.sort_by_key(|one| std::cmp::Reverse(one.solo.wins));
        if solo.is_empty() {
            return;
        }
        ui.add_space(space::M);
        heading(ui, "Solo");
        for person in solo {
            body(told_solo(person)).ui(ui);
        }
    });
}

/// What a person's games for several players come to, in a sentence.
fn told(person: &Person) -> String {
    format!(
        "{}: {} of {} won, {:.1} points on average, {} at most.",
        person.name,
        person.wins,
        person.games,
        person.average().unwrap_or_default(),
        person.best.unwrap_or_default()
    )
}

/// What a person's solo games come to, in a sentence.
fn told_solo(person: &Person) -> String {
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

fn table_ui(ui: &mut Ui, people: &[&Person]) {
    let theme = theme(ui);
    // The last column would otherwise take all the room that is left.
    let cell = egui::vec2(FIGURES, text::LEAD);
    let right = |ui: &mut Ui, words: String, tint| {
        ui.allocate_ui_with_layout(cell, Layout::right_to_left(egui::Align::Center), |ui| {
            body(words).tinted(tint).ui(ui);
        });
    };
    // Nothing in the table is pressed, so its rows need no room for fingers.
    ui.spacing_mut().interact_size.y = text::LEAD;
    Grid::new("score history table").num_columns(5).spacing([space::S, space::XS]).show(ui, |ui| {
        ui.label("");
        for head in ["Games", "Wins", "Average", "Best"] {
            right(ui, head.to_owned(), theme.muted);
        }
        ui.end_row();
        for person in people {
            ui.scope(|ui| {
                ui.set_max_width(160.0);
                body(&person.name).cut_ui(ui).on_hover_text(told(person));
            });
            let average = person.average().unwrap_or_default();
            for number in [
                person.games.to_string(),
                person.wins.to_string(),
                format!("{average:.1}"),
                person.best.unwrap_or_default().to_string(),
            ] {
                right(ui, number, theme.ink);
            }
            ui.end_row();
        }
    });
}

/// Every game that is looked at, or every file that does not count.
fn list_ui(
    ui: &mut Ui,
    history: &History,
    reckoned: &Reckoned,
    shows_skipped: &mut bool,
    commands: &Queue<FoundersCommand>,
) {
    let skipped = history.skipped();
    ui.horizontal_wrapped(|ui| {
        let games = format!("Games: {}", reckoned.games.len());
        if button_ui(ui, &games, Some(!*shows_skipped)).clicked() {
            *shows_skipped = false;
        }
        let others = format!("Not counted: {}", skipped.len());
        if button_ui(ui, &others, Some(*shows_skipped)).clicked() {
            *shows_skipped = true;
        }
    });
    ui.add_space(space::S);
    let rows = if *shows_skipped { skipped.len() } else { reckoned.games.len() };
    if rows == 0 {
        let words = if *shows_skipped {
            "Every record that was read counts."
        } else {
            "No finished game is shown. A game counts once it is over."
        };
        caption(words).ui(ui);
        return;
    }
    // Only the rows in sight are drawn, however many games there are.
    ScrollArea::vertical()
        .id_salt(("score history list", *shows_skipped))
        .auto_shrink(false)
        .show_rows(ui, ROW, rows, |ui, range| {
            for row in range {
                let path = if *shows_skipped {
                    skipped_ui(ui, &skipped[row])
                } else {
                    game_ui(ui, &history.games()[reckoned.games[row]])
                };
                if let Some(path) = path {
                    commands.push(FoundersCommand::Open(path.to_owned()));
                }
            }
        });
}

/// A game; its file when it is pressed.
fn game_ui<'a>(ui: &mut Ui, game: &'a PastGame) -> Option<&'a Path> {
    let date = game.date.as_deref().unwrap_or("No date");
    let title = match &game.title {
        Some(title) => title.clone(),
        None => file_name(&game.path),
    };
    let won = game.seats.iter().find(|seat| seat.won);
    let points = won.or(game.seats.first()).map(|seat| seat.points);
    let sign = Sign { points, is_won: won.is_some() };
    row_ui(ui, &game.path, &sign, &format!("{date}  {title}"), &told_game(game))
}

/// Who played with what result, where and how.
fn told_game(game: &PastGame) -> String {
    let seats = game.seats.iter().map(|seat| {
        let wins = if seat.won { " (won)" } else { "" };
        format!("{} ({}) {}{wins}", seat.name, seat.race, seat.points)
    });
    let mut parts = vec![listed(&seats.collect::<Vec<_>>())];
    match game.end {
        End::Won => {}
        End::LostAtVote => parts.push("lost at a vote".to_owned()),
        End::LostAtEnd => parts.push("lost at the end".to_owned()),
    }
    if game.is_solo() {
        parts.push(game.difficulty_words());
    }
    parts.push(game.board.clone());
    parts.extend(game.seconds.map(narration::words::duration));
    parts.extend(game.variants.iter().map(|variant| variant.key().to_owned()));
    format!("{}.", clauses(&parts))
}

/// A file that does not count; it as well can be opened.
fn skipped_ui<'a>(ui: &mut Ui, skipped: &'a Skipped) -> Option<&'a Path> {
    let name = file_name(&skipped.path);
    let sign = Sign { points: None, is_won: false };
    row_ui(ui, &skipped.path, &sign, &name, &skipped.why.words())
}

/// What stands at the left of a row.
struct Sign {
    /// The points of who won, or of a lost game; nothing where none were counted.
    points: Option<i32>,
    is_won: bool,
}

impl Sign {
    /// The points below a crown, greyed without one; a sign that nothing was counted.
    fn ui(&self, ui: &mut Ui, height: f32) {
        let theme = theme(ui);
        let (rect, _) = ui.allocate_exact_size(egui::vec2(POINTS, height), Sense::hover());
        let Some(points) = self.points else {
            let place = Rect::from_center_size(rect.center(), Vec2::splat(touch::ICON));
            paint_icon(ui.painter(), Icon::Question, place, theme.muted);
            return;
        };
        let (crown, below) = rect.split_top_bottom_at_fraction(0.32);
        let ink = if self.is_won { theme.ink } else { theme.muted };
        if self.is_won {
            let crown = Rect::from_center_size(crown.center(), egui::vec2(22.0, 14.0));
            paint_crown(ui.painter(), crown, theme.accent);
        }
        let points = figure(points.to_string(), text::HEAD).tinted(ink);
        points.paint(ui, below, Align2::CENTER_CENTER);
    }
}

fn row_ui<'a>(
    ui: &mut Ui,
    path: &'a Path,
    sign: &Sign,
    title: &str,
    words: &str,
) -> Option<&'a Path> {
    let card = Card {
        name: &format!("Open {title}"),
        description: words,
        // Beside the bar by which the list is scrolled.
        size: egui::vec2(ui.available_width() - space::S, ROW),
        enabled: true,
        selected: None,
    };
    // Two games may be called the same.
    let shown = ui.push_id(path, |ui| {
        card_ui(ui, &card, |ui| {
            let height = ROW - 2.0 * space::M;
            ui.horizontal(|ui| {
                sign.ui(ui, height);
                ui.vertical(|ui| {
                    lead(title).cut_ui(ui);
                    caption(words).cut_ui(ui);
                });
            });
        })
    });
    let response = shown.inner;
    let hover = format!("{words}\n{}", path.display());
    response.on_hover_text(hover).clicked().then_some(path)
}
