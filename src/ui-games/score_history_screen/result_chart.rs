//! The curves of the score history: the points of each game, or the share of games won so far.

use egui::{Color32, Pos2, Rect, Role, Sense, Shape, Stroke, Ui, vec2};
use egui_plot::{GridMark, HoverPosition, Line, LineStyle, Plot, PlotPoint, PlotPoints, Points};
use plain_text::{counted, sentence};

use score_history::{GameFilter, ResultCurve, ScoreHistory};
use ui_kit::theme::{Theme, space, text, theme, touch};
use ui_kit::widgets::{body, caption, name_as, toggle_button};

/// The maximum number of curves; each has strokes of its own.
const MAX_CURVES: usize = 5;
/// Height of the chart, in points.
const HEIGHT: f32 = 220.0;
/// Width of the sample of a line, in points.
const SAMPLE: f32 = 48.0;

enum_table::enum_table! {
    /// The quantity that the chart shows.
    #[derive(Default)]
    pub(super) enum ChartMeasure {
        /// Returns the label of its button.
        label: &'static str,
        /// Returns the unit after a value.
        unit: &'static str,
    }

    /// The points of each game.
    #[default]
    Points = "Points", "";
    /// The percentage of games won up to each game.
    WinRate = "Win rate", " %";
}

/// The curves of the people with the most games.
#[derive(Clone, Debug)]
pub(super) struct ResultChart {
    /// The dates of the games, the earliest first.
    dates: Vec<String>,
    curves: Vec<ChartCurve>,
    /// The number of games left out because they have no date.
    undated: usize,
}

/// The curves of one person, as drawn.
#[derive(Clone, Debug)]
struct ChartCurve {
    name: String,
    points: Vec<PlotPoint>,
    win_rate: Vec<PlotPoint>,
}

impl ChartCurve {
    fn of(curve: ResultCurve) -> Self {
        let mut wins = 0_u32;
        let win_rate = (1_u32..)
            .zip(&curve.results)
            .map(|(games, &(index, _, won))| {
                wins += u32::from(won);
                PlotPoint::new(f64::from(index), 100.0 * f64::from(wins) / f64::from(games))
            })
            .collect();
        let points = curve
            .results
            .iter()
            .map(|&(index, points, _)| PlotPoint::new(f64::from(index), f64::from(points)))
            .collect();
        Self { name: curve.name, points, win_rate }
    }

    const fn by(&self, measure: ChartMeasure) -> &Vec<PlotPoint> {
        match measure {
            ChartMeasure::Points => &self.points,
            ChartMeasure::WinRate => &self.win_rate,
        }
    }

    /// Describes the curve: its first, latest and highest value.
    fn words(&self, measure: ChartMeasure) -> String {
        let curve = self.by(measure);
        let unit = measure.unit();
        let value = |point: Option<&PlotPoint>| point.map_or(0.0, |point| point.y);
        let highest = curve.iter().map(|point| point.y).fold(f64::NEG_INFINITY, f64::max);
        format!(
            "{}, {}: first {:.0}{unit}, latest {:.0}{unit}, highest {highest:.0}{unit}",
            self.name,
            counted(curve.len(), "game", "games"),
            value(curve.first()),
            value(curve.last()),
        )
    }
}

impl ResultChart {
    /// Computes the curves of the games that match a filter.
    pub(super) fn of(history: &ScoreHistory, filter: &GameFilter) -> Self {
        let curves = history.curves(filter, MAX_CURVES);
        Self {
            dates: curves.dates,
            curves: curves.people.into_iter().map(ChartCurve::of).collect(),
            undated: curves.undated,
        }
    }

    /// Returns the date of the game at `x`; `None` between two games.
    fn date(&self, x: f64) -> Option<&str> {
        let is_game = x >= 0.0 && (x - x.round()).abs() < 0.01;
        is_game.then(|| self.dates.get(x.round() as usize)).flatten().map(String::as_str)
    }

    /// Describes the chart for a screen reader, with the figures of every curve.
    fn words(&self, measure: ChartMeasure) -> String {
        let what = match measure {
            ChartMeasure::Points => "Points of each game",
            ChartMeasure::WinRate => "Games won so far",
        };
        let (first, last) = (self.dates.first(), self.dates.last());
        let [first, last] = [first, last].map(|date| date.map_or("", String::as_str));
        let mut words = format!("{what}, {first} to {last}.");
        for curve in &self.curves {
            words.push(' ');
            words.push_str(&sentence(&curve.words(measure)));
        }
        words
    }
}

/// Returns the color and the strokes of each curve; no two curves share their strokes.
fn strokes(theme: &Theme) -> [(Color32, LineStyle); MAX_CURVES] {
    [
        (theme.accent, LineStyle::Solid),
        (theme.focus, LineStyle::Dashed { length: 12.0 }),
        (theme.good, LineStyle::Dotted { spacing: 7.0 }),
        (theme.ink, LineStyle::Dashed { length: 5.0 }),
        (theme.muted, LineStyle::Dashed { length: 20.0 }),
    ]
}

/// Draws the curves, with a line of words for each, and the choice of the quantity.
pub(super) fn result_chart_ui(ui: &mut Ui, chart: &ResultChart, measure: &mut ChartMeasure) {
    if chart.dates.len() < 2 {
        caption("The chart needs at least two games with a date.").ui(ui);
        return;
    }
    ui.horizontal(|ui| {
        for one in ChartMeasure::ALL {
            if ui.add(toggle_button(*measure == one, one.label())).clicked() {
                *measure = one;
            }
        }
    });
    let strokes = strokes(&theme(ui));
    plot_ui(ui, chart, *measure, strokes);
    // Nothing in these lines is pressed, so they need not be as high as a finger.
    ui.spacing_mut().interact_size.y = text::LEAD;
    for (curve, (color, style)) in chart.curves.iter().zip(strokes) {
        ui.horizontal(|ui| {
            let (rect, _) = ui.allocate_exact_size(vec2(SAMPLE, space::L), Sense::hover());
            paint_sample(ui, rect, color, style);
            body(curve.words(*measure)).truncated_ui(ui);
        });
    }
    if chart.undated > 0 {
        let games = counted(chart.undated, "game without a date is", "games without a date are");
        caption(format!("{games} left out.")).ui(ui);
    }
    ui.spacing_mut().interact_size.y = touch::TARGET;
}

fn plot_ui(
    ui: &mut Ui,
    chart: &ResultChart,
    measure: ChartMeasure,
    strokes: [(Color32, LineStyle); MAX_CURVES],
) {
    // Dates are wide, so that only a few are written.
    let step = u16::try_from(chart.dates.len().div_ceil(4)).unwrap_or(u16::MAX);
    let shown = Plot::new(("score history curves", measure))
        .height(HEIGHT)
        .sense(Sense::hover())
        .allow_zoom(false)
        .allow_drag(false)
        .allow_scroll(false)
        .allow_boxed_zoom(false)
        .allow_axis_zoom_drag(false)
        .allow_double_click_reset(false)
        .show_crosshair(false)
        .include_y(0.0)
        .x_grid_spacer(move |_| {
            let games = (0_u32..).zip(&chart.dates).step_by(step.into());
            let marks = games.map(|(index, _)| f64::from(index));
            marks.map(|value| GridMark { value, step_size: step.into() }).collect()
        })
        .x_axis_formatter(|mark, _| chart.date(mark.value).unwrap_or_default().to_owned())
        .label_formatter(|position| match position {
            HoverPosition::NearDataPoint { plot_name, position, .. } => {
                let date = chart.date(position.x).unwrap_or_default();
                Some(format!("{plot_name}: {:.0}{}\n{date}", position.y, measure.unit()))
            }
            HoverPosition::Elsewhere { .. } => None,
        })
        .show(ui, |plot| {
            for (curve, (color, style)) in chart.curves.iter().zip(strokes) {
                let points = || PlotPoints::Borrowed(curve.by(measure));
                plot.line(Line::new(&curve.name, points()).color(color).width(2.0).style(style));
                plot.points(Points::new(&curve.name, points()).color(color).radius(3.5));
            }
        });
    name_as(&shown.response, Role::Image, chart.words(measure));
}

/// Paints a piece of a line as the chart draws it.
fn paint_sample(ui: &Ui, rect: Rect, color: Color32, style: LineStyle) {
    let line: [Pos2; 2] = [rect.left_center(), rect.right_center()];
    let stroke = Stroke::new(2.0, color);
    match style {
        LineStyle::Solid => {
            ui.painter().line_segment(line, stroke);
        }
        LineStyle::Dashed { length } => {
            ui.painter().extend(Shape::dashed_line(&line, stroke, length, 0.6 * length));
        }
        LineStyle::Dotted { spacing } => {
            ui.painter().extend(Shape::dotted_line(&line, color, spacing, stroke.width));
        }
    }
}
