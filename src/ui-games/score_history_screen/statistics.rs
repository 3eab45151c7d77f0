//! The statistics beside the games: people, races, head to head, length, and curves over time.

use egui::{Align, Align2, Label, Rect, Role, ScrollArea, Sense, Ui, pos2, vec2};
use plain_text::{clauses, counted};

use score_history::{
    GameFilter, HeadToHead, LengthTally, PersonTally, RaceTally, ResultTally, ScoreHistory,
};
use ui_kit::theme::{space, text, theme};
use ui_kit::widgets::{body, caption, headline, name_as, paint_ring};

use super::result_chart::{ChartMeasure, ResultChart, result_chart_ui};

/// The columns of figures, with their widths in points.
const COLUMNS: [(&str, f32); 5] =
    [("Games", 56.0), ("Wins", 52.0), ("Win rate", 76.0), ("Average", 76.0), ("Best", 52.0)];
/// Minimum width of the names in a table, in points; without it, sentences take their place.
const MIN_NAME_WIDTH: f32 = 90.0;
/// Maximum width of the names, so that the figures are not far from them.
const MAX_NAME_WIDTH: f32 = 220.0;
/// Height of a row of a table, in points.
const ROW: f32 = 22.0;

/// The statistics of the games that pass the filter.
#[derive(Clone, Debug)]
pub(super) struct Statistics {
    people: Vec<PersonTally>,
    races: Vec<RaceTally>,
    pairs: Vec<HeadToHead>,
    lengths: Vec<LengthTally>,
    chart: ResultChart,
}

impl Statistics {
    /// Computes the statistics.
    pub(super) fn of(history: &ScoreHistory, filter: &GameFilter) -> Self {
        Self {
            people: history.people(filter),
            races: history.race_tallies(filter),
            pairs: history.head_to_head(filter),
            lengths: history.lengths(filter),
            chart: ResultChart::of(history, filter),
        }
    }
}

/// Draws the statistics, one section below the other.
pub(super) fn statistics_ui(ui: &mut Ui, statistics: &Statistics, measure: &mut ChartMeasure) {
    ScrollArea::vertical().id_salt("score history statistics").auto_shrink(false).show(ui, |ui| {
        // The scroll bar is next to the figures.
        ui.set_max_width(ui.available_width() - space::M);
        section_ui(ui, "Everybody");
        let people: Vec<(&str, &ResultTally)> = statistics
            .people
            .iter()
            .filter(|person| person.several.games > 0)
            .map(|person| (person.name.as_str(), &person.several))
            .collect();
        if people.is_empty() {
            caption("No game for several players is shown.").ui(ui);
        } else {
            table_ui(ui, &people);
            ui.add_space(space::L);
            section_ui(ui, "Over time");
            result_chart_ui(ui, &statistics.chart, measure);
            ui.add_space(space::L);
            section_ui(ui, "Races");
            let races: Vec<(&str, &ResultTally)> = statistics
                .races
                .iter()
                .map(|tally| (tally.race.as_str(), &tally.results))
                .collect();
            table_ui(ui, &races);
            ui.add_space(space::L);
            section_ui(ui, "Head to head");
            for pair in &statistics.pairs {
                pair_ui(ui, pair);
            }
            ui.add_space(space::L);
            section_ui(ui, "Length");
            for length in &statistics.lengths {
                body(length_words(length)).ui(ui);
            }
        }
        solo_ui(ui, &statistics.people);
    });
}

/// Draws the title of a section. The keyboard goes from title to title, and the page scrolls along.
fn section_ui(ui: &mut Ui, title: &str) {
    let label = Label::new(headline(ui, title, text::TITLE));
    let response = ui.add(label.sense(Sense::focusable_noninteractive()));
    paint_ring(ui, response.rect.expand(2.0), &response);
    if response.gained_focus() {
        response.scroll_to_me(Some(Align::Min));
    }
}

fn solo_ui(ui: &mut Ui, people: &[PersonTally]) {
    let mut solo: Vec<&PersonTally> = people.iter().filter(|one| one.solo.games > 0).collect();
    solo.sort_by_key(|one| std::cmp::Reverse(one.solo.wins));
    if solo.is_empty() {
        return;
    }
    ui.add_space(space::L);
    section_ui(ui, "Solo");
    for person in solo {
        body(solo_summary(person)).ui(ui);
    }
}

/// Describes results in games for several players in a sentence.
fn summary(name: &str, results: &ResultTally) -> String {
    format!(
        "{name}: {} of {} won ({:.0} %), {:.1} points on average, {} at most.",
        results.wins,
        results.games,
        results.win_rate().unwrap_or_default(),
        results.average().unwrap_or_default(),
        results.best.unwrap_or_default()
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

/// Draws a table of results, or sentences where it is too narrow for one. A screen reader reads a
/// row as its sentence.
fn table_ui(ui: &mut Ui, rows: &[(&str, &ResultTally)]) {
    let figures: f32 = COLUMNS.iter().map(|(_, width)| width).sum();
    let names = (ui.available_width() - figures).min(MAX_NAME_WIDTH);
    if names < MIN_NAME_WIDTH {
        for (name, results) in rows {
            body(summary(name, results)).ui(ui);
        }
        return;
    }
    let size = vec2(names + figures, ROW);
    let hairline = theme(ui).hairline;
    ui.spacing_mut().item_spacing.y = 0.0;
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    name_as(&response, Role::Label, clauses(&COLUMNS.map(|(head, _)| head)));
    let heads = figure_rects(rect, names);
    for ((head, _), cell) in COLUMNS.iter().zip(heads) {
        caption(*head).muted().paint(ui, cell, Align2::RIGHT_CENTER);
    }
    ui.painter().hline(rect.x_range(), rect.bottom(), (1.0, hairline));
    for (name, results) in rows {
        let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
        let words = summary(name, results);
        name_as(&response, Role::Label, &words);
        if ui.is_rect_visible(rect) {
            let name_rect = rect.with_max_x(rect.left() + names - space::S);
            body(*name).paint_within(ui, name_rect, Align2::LEFT_CENTER);
            let figures = [
                results.games.to_string(),
                results.wins.to_string(),
                format!("{:.0} %", results.win_rate().unwrap_or_default()),
                format!("{:.1}", results.average().unwrap_or_default()),
                results.best.unwrap_or_default().to_string(),
            ];
            for (number, cell) in figures.into_iter().zip(figure_rects(rect, names)) {
                body(number).paint(ui, cell, Align2::RIGHT_CENTER);
            }
        }
        response.on_hover_text(words);
    }
    ui.spacing_mut().item_spacing.y = space::S;
}

/// Returns the rectangles of the figures in a row behind `names` points for the name.
fn figure_rects(row: Rect, names: f32) -> [Rect; 5] {
    let mut left = row.left() + names;
    COLUMNS.map(|(_, width)| {
        let cell = Rect::from_min_size(pos2(left, row.top()), vec2(width, row.height()));
        left += width;
        cell
    })
}

/// Describes the games of two people in a sentence.
fn pair_words(pair: &HeadToHead) -> String {
    let [one, other] = &pair.names;
    let [first, second] = pair.ahead;
    let games = counted(pair.games(), "game", "games");
    let mut parts = vec![format!("{one} ahead in {first}"), format!("{other} in {second}")];
    if pair.level > 0 {
        parts.push(format!("level in {}", pair.level));
    }
    format!("{one} and {other}, {games}: {}.", clauses(&parts))
}

/// Draws the games of two people: the names at both ends, the games between them, and their shares
/// as a bar.
fn pair_ui(ui: &mut Ui, pair: &HeadToHead) {
    let width = ui.available_width().min(420.0);
    let (rect, response) = ui.allocate_exact_size(vec2(width, 1.5 * ROW), Sense::hover());
    let words = pair_words(pair);
    name_as(&response, Role::Label, &words);
    if ui.is_rect_visible(rect) {
        let theme = theme(ui);
        let line = rect.with_max_y(rect.top() + ROW);
        let (left, right) = line.split_left_right_at_fraction(0.5);
        let count = vec2(0.14 * width, 0.0);
        let [one, other] = &pair.names;
        body(one).paint_within(ui, left.with_max_x(left.right() - count.x), Align2::LEFT_CENTER);
        body(other).paint_within(
            ui,
            right.with_min_x(right.left() + count.x),
            Align2::RIGHT_CENTER,
        );
        let [first, second] = pair.ahead;
        body(format!("{first} : {second}")).bold().paint(ui, line, Align2::CENTER_CENTER);
        let bar = rect.with_min_y(line.bottom() + 1.0).with_max_y(line.bottom() + 7.0);
        let games = f64::from(pair.games().max(1));
        let share = |ahead: u32| width * (f64::from(ahead) / games) as f32;
        ui.painter().rect_filled(bar, 2, theme.hairline);
        let (one, other) = (share(first), share(second));
        ui.painter().rect_filled(bar.with_max_x(bar.left() + one), 2, theme.accent);
        ui.painter().rect_filled(bar.with_min_x(bar.right() - other), 2, theme.ink);
    }
    response.on_hover_text(words);
}

/// Describes the length of the games for one number of players.
fn length_words(length: &LengthTally) -> String {
    let games = counted(length.games, "game", "games");
    let [shortest, longest] = length.turns;
    let average = length.average_turns();
    let turns = if shortest == longest {
        counted(average, "turn", "turns")
    } else {
        format!("{} on average, {shortest} to {longest}", counted(average, "turn", "turns"))
    };
    let mut parts = vec![turns];
    if let Some(seconds) = length.average_seconds() {
        let time = narration::words::duration(seconds);
        let timed = counted(length.timed, "timed game", "timed games");
        parts.push(format!("{time} on average in {timed}"));
    }
    let players = counted(length.players, "player", "players");
    format!("{players}, {games}: {}.", clauses(&parts))
}
