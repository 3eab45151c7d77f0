//! The result: who won and why, what the points came from, and how they grew.

use std::collections::BTreeMap;

use egui::accesskit::Role;
use egui::{
    Align2, Color32, FontId, Rect, RichText, ScrollArea, Sense, Ui, Vec2b, WidgetInfo, pos2, vec2,
};
use egui_plot::{AxisHints, Line as PlotLine, LineStyle, Plot, PlotPoint, PlotPoints, Text, VLine};

use super::command::{Command, Commands, Menu};
use super::icons::{Icon, paint_icon};
use super::table::Table;
use super::theme::text::{sans, serif, strong};
use super::theme::{line, space, text, theme, touch};
use super::widgets::headline;
use super::widgets::{paint_player_badge, panel_header_ui};
use crate::kit::{
    LOW, Line, RULE_ROOM, beside_bar, body, caption, group_ui, hairline_ui, paint_crown,
    paint_focus, paint_in, plain, pressed_ui, rule_link_ui, signed, wide_row_words_ui,
};
use journal::EntryId;
use narration::sentence::sentence;
use narration::sources::Category;
use narration::{receipt, words};
use rules::Game;
use rules::Rule;
use rules::action::Deed;
use rules::game::Played;
use rules::player::{ByPlayer, PlayerId};
use rules::quantity::Points;
use rules::receipt::{Event, Quantity};
use rules::solo::Loss;

/// Width of a column of points.
const COLUMN: f32 = 46.0;
/// Room for what a line of the event card is about.
const EVENT_LABEL: f32 = 112.0;
/// The widest a table of results is drawn; further apart, rows cannot be followed.
const WIDEST: f32 = 720.0;

/// The result as it was worked out; it belongs to one record.
#[derive(Default)]
pub struct ResultMemory {
    story: Option<Story>,
    unfolded: Vec<Category>,
}

/// Everything about the end that takes a replay to find.
struct Story {
    of: EntryId,
    /// Nobody if a solo game is lost.
    winner: Option<PlayerId>,
    tied: Vec<PlayerId>,
    /// How the game ended, in words.
    end: String,
    categories: Vec<Row>,
    /// Points at the end of each turn.
    turns: Vec<(u32, ByPlayer<Points>)>,
    /// The turns in which a vote was counted.
    votes: Vec<u32>,
    /// Entries that were overruled or set right, with the sentence and the reason, and those that
    /// stand for an unexplained stretch.
    irregular: Vec<(usize, String)>,
}

/// A category with what it brought everybody, and each source of it.
struct Row {
    category: Category,
    sums: ByPlayer<i32>,
    sources: Vec<(usize, PlayerId, i32, String)>,
}

impl Story {
    /// The story of a game that is over at the entry looked at.
    fn of(table: &Table) -> Option<Self> {
        if !table.game().is_over() {
            return None;
        }
        let looked_at = table.looked_at();
        let mut story = Self {
            of: table.shown_entry(),
            winner: table.game().winner(),
            tied: Vec::new(),
            end: String::new(),
            categories: rows(table, looked_at),
            turns: Vec::new(),
            votes: Vec::new(),
            irregular: Vec::new(),
        };
        table.journal().replay(1..=looked_at, |number, before, played| {
            let turn = if before.in_setup() { 0 } else { before.turn_number() };
            let points = played.game.scores();
            match story.turns.last_mut() {
                Some((last, sums)) if *last == turn => *sums = points,
                Some(_) | None => story.turns.push((turn, points)),
            }
            let text = || sentence(before, played);
            if matches!(played.action.deed, Deed::Position(_)) && !before.in_setup() {
                let said = format!("{}: what happened before is not explained", text());
                story.irregular.push((number, said));
            }
            if let Deed::Overrule { reason, .. } | Deed::Adjust { reason, .. } = &played.action.deed
            {
                let said = if reason.is_empty() { text() } else { format!("{}: {reason}", text()) };
                story.irregular.push((number, said));
            }
            story.hear(turn, played);
        });
        Some(story)
    }

    fn hear(&mut self, turn: u32, played: &Played) {
        for (event, line) in played.events.iter().zip(receipt::lines(played)) {
            if let Event::Finished { tied, .. } = event {
                self.tied.clone_from(tied);
                self.end = line.text;
            } else if let Event::Counted(_) = event {
                self.votes.push(turn);
            }
        }
    }
}

fn rows(table: &Table, looked_at: usize) -> Vec<Row> {
    let mut rows: BTreeMap<Category, Row> = BTreeMap::new();
    for player in table.game().players() {
        let sources = table.ledger().of(player, Quantity::Points);
        for source in sources.filter(|source| source.entry <= looked_at) {
            let row = rows.entry(source.category).or_insert_with(|| Row {
                category: source.category,
                sums: ByPlayer::default(),
                sources: Vec::new(),
            });
            row.sums[player] += source.by;
            let text = source.text.clone();
            row.sources.push((source.entry, player, source.by, text));
        }
    }
    let mut rows: Vec<Row> = rows.into_values().collect();
    for row in &mut rows {
        // All that one entry brought stands together.
        row.sources.sort_by_key(|&(entry, ..)| entry);
    }
    rows
}

/// Draws the result of a game that is over; nothing while it goes on.
pub fn result_ui(ui: &mut Ui, table: &Table, memory: &mut ResultMemory, commands: &mut Commands) {
    let of = table.shown_entry();
    if memory.story.as_ref().is_none_or(|story| story.of != of) {
        memory.story = Story::of(table);
    }
    let ResultMemory { story: Some(story), unfolded } = memory else {
        return;
    };
    ScrollArea::vertical().id_salt("result").auto_shrink([false, false]).show(ui, |ui| {
        beside_bar(ui);
        ui.set_max_width(ui.available_width().min(WIDEST));
        match story.winner {
            Some(winner) if !table.game().is_solo() => {
                winner_ui(ui, table, story, winner, commands);
            }
            Some(_) | None => solo_ui(ui, table, commands),
        }
        if pressed_ui(ui, "Show the board") {
            commands.push(Command::Menu(Menu::Result));
        }
        ui.add_space(space::L);
        panel_header_ui(ui, "Points by source");
        totals_ui(ui, table, story, unfolded, commands);
        event_card_ui(ui, table);
        ui.add_space(space::L);
        panel_header_ui(ui, "Points over the turns");
        plot_ui(ui, table, story);
        irregular_ui(ui, table, story, commands);
    });
}

/// Who won, with how many points, and how a tie was broken.
fn winner_ui(ui: &mut Ui, table: &Table, story: &Story, winner: PlayerId, commands: &mut Commands) {
    let theme = theme(ui);
    let game = table.game();
    let points = game.points(winner).0;
    let who = game.player_label(winner);
    let person = game.player_name(winner);
    let who = if person == who { who } else { format!("{who} ({person})") };
    let all = story.tied.len();
    let tie = if all > 1 { ", after a tie" } else { "" };
    let words = format!("{who} wins with {} points{tie}", plain(points));
    ui.horizontal(|ui| {
        crowned_ui(ui, game, winner, true);
        let words = headline(ui, &words, text::HEAD).color(theme.ink);
        ui.add(egui::Label::new(words).wrap());
    });
    if story.tied.len() > 1 {
        let said = format!("Tie broken: {}. {}", story.end, Rule::Winner.summary());
        ruled_ui(ui, said, Rule::Winner, commands);
    }
}

/// The badge of a player, under a crown for who has won.
fn crowned_ui(ui: &mut Ui, game: &Game, player: PlayerId, wins: bool) {
    let theme = theme(ui);
    let (rect, _) = ui.allocate_exact_size(vec2(52.0, 60.0), Sense::hover());
    let badge = Rect::from_min_max(pos2(rect.left() + 4.0, rect.top() + 16.0), rect.max);
    if wins {
        let middle = badge.center().x;
        let crown = Rect::from_x_y_ranges(middle - 12.0..=middle + 12.0, rect.top()..=badge.top());
        paint_crown(ui.painter(), crown, theme.accent);
    }
    paint_player_badge(ui.painter(), badge, &theme.player_ink(game, player));
}

/// A sentence with the rule that it goes by.
fn ruled_ui(ui: &mut Ui, said: String, rule: Rule, commands: &mut Commands) {
    let line = Line::of(ui, said.clone(), body(said), 0.0, RULE_ROOM);
    let placed = line.ui(ui, Role::Label);
    rule_link_ui(ui, placed.behind, rule, rule.number(), commands);
}

/// Whether a solo game is won or lost, why, and how hard it was.
fn solo_ui(ui: &mut Ui, table: &Table, commands: &mut Commands) {
    let theme = theme(ui);
    let game = table.game();
    let points = plain(game.points(PlayerId(0)).0);
    let (head, why, rule, ink) = match game.loss() {
        None => (
            format!("Won with {points} points"),
            "Every building on the map is complete at the end of the last cycle.".to_owned(),
            Rule::SoloEnd,
            theme.ink,
        ),
        Some(loss) => {
            let rule = match loss {
                Loss::Markers { .. } => Rule::SoloVote,
                Loss::Unfinished(_) => Rule::SoloEnd,
            };
            let why = words::loss(game, loss);
            let why = why.strip_prefix("the game is lost: ").unwrap_or(&why);
            let points = format!("The score stops at {points} points.");
            let why = format!("{} {points}", crate::kit::sentence(why));
            ("The game is lost".to_owned(), why, rule, theme.bad)
        }
    };
    ui.horizontal(|ui| {
        crowned_ui(ui, game, PlayerId(0), game.loss().is_none());
        let words = headline(ui, &head, text::HEAD).color(ink);
        let said = ui.add(egui::Label::new(words).wrap());
        // The end of a game is said aloud, a lost one as well as one that is won.
        ui.ctx().accesskit_node_builder(said.id, |node| {
            node.set_live(egui::accesskit::Live::Polite);
        });
    });
    ruled_ui(ui, why, rule, commands);
    if let Some(difficulty) = words::difficulty(game) {
        let said = crate::kit::sentence(&difficulty);
        ruled_ui(ui, said, Rule::SoloSetup, commands);
    }
}

/// What the winner wrote on the event card.
fn event_card_ui(ui: &mut Ui, table: &Table) {
    let game = table.game();
    let Some(card) = game.event_card() else {
        return;
    };
    ui.add_space(space::L);
    panel_header_ui(ui, "Event card");
    ui.add_space(space::S);
    let building = game.contents().building_name(card.building);
    for (what, said) in [
        ("Favourite building", building),
        ("Part of the city", card.district.as_str()),
        ("Governing body", card.governing_body.as_str()),
    ] {
        wide_row_words_ui(ui, EVENT_LABEL, what, said);
    }
}

/// The columns of the table: a name at the left, points of each player at the right.
struct Columns {
    names: f32,
    width: f32,
    each: f32,
}

impl Columns {
    fn of(ui: &Ui, count: usize) -> Self {
        let width = ui.available_width();
        let count = f32::from(u8::try_from(count).unwrap_or(u8::MAX));
        let each = (width * 0.56 / count).min(COLUMN + space::L);
        Self { names: width - each * count, width, each }
    }

    fn cell(&self, rect: Rect, index: usize) -> Rect {
        let index = f32::from(u8::try_from(index).unwrap_or(u8::MAX));
        let left = rect.left() + self.names + self.each * index;
        Rect::from_min_max(pos2(left, rect.top()), pos2(left + self.each - 2.0, rect.bottom()))
    }

    /// Points of each player in a row, right-aligned.
    fn figures(
        &self,
        ui: &Ui,
        rect: Rect,
        figures: impl Iterator<Item = Option<String>>,
        font: &FontId,
        color: Color32,
    ) {
        for (index, figure) in figures.enumerate() {
            let figure = figure.unwrap_or_else(|| "·".to_owned());
            let galley = ui.painter().layout_no_wrap(figure, font.clone(), color);
            paint_in(ui.painter(), self.cell(rect, index), Align2::RIGHT_CENTER, galley);
        }
    }
}

fn totals_ui(
    ui: &mut Ui,
    table: &Table,
    story: &Story,
    unfolded: &mut Vec<Category>,
    commands: &mut Commands,
) {
    let theme = theme(ui);
    let game = table.game();
    let players: Vec<PlayerId> = game.players().collect();
    let columns = Columns::of(ui, players.len());
    ui.spacing_mut().item_spacing.y = 0.0;
    heads_ui(ui, table, &players, &columns, commands);
    group_ui(ui, "Points by category".to_owned(), |ui| {
        for row in &story.categories {
            hairline_ui(ui);
            let is_open = unfolded.contains(&row.category);
            if category_ui(ui, row, &players, &columns, is_open) {
                if is_open {
                    unfolded.retain(|category| *category != row.category);
                } else {
                    unfolded.push(row.category);
                }
            }
            if is_open {
                for source in &row.sources {
                    source_ui(ui, &players, &columns, source, commands);
                }
            }
        }
    });
    let (_, rect) = ui.allocate_space(vec2(columns.width, line::MARK));
    ui.painter().rect_filled(rect, 0, theme.ink);
    let (rect, response) =
        ui.allocate_exact_size(vec2(columns.width, touch::TARGET), Sense::hover());
    let said: Vec<String> = players
        .iter()
        .map(|&player| format!("{} {}", game.player_label(player), game.points(player).0))
        .collect();
    let said = format!("Total {}", said.join(", "));
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &said));
    body("Total").bold().paint(ui, rect, Align2::LEFT_CENTER);
    let totals = players.iter().map(|&player| Some(plain(game.points(player).0)));
    columns.figures(ui, rect, totals, &serif(text::TITLE), theme.ink);
}

/// A badge above each column; a click explains that player's points.
fn heads_ui(
    ui: &mut Ui,
    table: &Table,
    players: &[PlayerId],
    columns: &Columns,
    commands: &mut Commands,
) {
    let theme = theme(ui);
    let (_, rect) = ui.allocate_space(vec2(columns.width, touch::TARGET));
    for (index, &player) in players.iter().enumerate() {
        let cell = columns.cell(rect, index);
        let response = ui.interact(cell, ui.scope_id().with(("head", index)), Sense::click());
        let who = table.game().player_label(player);
        let name = format!("Points of {who}");
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
        let badge = Rect::from_min_size(
            pos2(cell.right() - touch::ICON, cell.center().y - touch::ICON / 2.0),
            vec2(touch::ICON, touch::ICON),
        );
        let ink = theme.player_ink(table.game(), player);
        paint_player_badge(ui.painter(), badge, &ink);
        paint_focus(ui, badge.expand(2.0), &response);
        if response.on_hover_text(who).clicked() {
            commands.push(Command::Explain(player, Quantity::Points));
        }
    }
}

fn category_ui(
    ui: &mut Ui,
    row: &Row,
    players: &[PlayerId],
    columns: &Columns,
    is_open: bool,
) -> bool {
    const CHEVRON: f32 = 18.0;
    let theme = theme(ui);
    let behind = columns.width - columns.names;
    let sums = players.iter().map(|&player| row.sums[player]);
    let name = row.category.name();
    let spoken: Vec<String> = sums.clone().map(plain).collect();
    let drawn = Line {
        name: format!("{name} {}", spoken.join(", ")),
        galley: body(name).wrapped(ui, (columns.names - CHEVRON - space::XS).max(40.0)),
        before: CHEVRON,
        behind,
        height: touch::TARGET - space::XS,
        is_chosen: false,
    };
    let placed = drawn.ui(ui, Role::Button);
    let icon = if is_open { Icon::ChevronDown } else { Icon::ChevronRight };
    let chevron = Rect::from_center_size(
        pos2(placed.rect.left() + CHEVRON / 2.0, placed.before.center().y),
        egui::Vec2::splat(14.0),
    );
    paint_icon(ui.painter(), icon, chevron, theme.muted);
    let figures = sums.map(|sum| (sum != 0).then(|| plain(sum)));
    columns.figures(ui, placed.rect, figures, &sans(text::LEAD), theme.ink);
    placed.response.clicked()
}

fn source_ui(
    ui: &mut Ui,
    players: &[PlayerId],
    columns: &Columns,
    source: &(usize, PlayerId, i32, String),
    commands: &mut Commands,
) {
    const NUMBER: f32 = 34.0;
    let (entry, player, by, said) = source;
    let drawn = Line {
        name: format!("Entry {entry}, {} {said}", signed(*by)),
        galley: caption(said).plain().wrapped(ui, (columns.names - NUMBER - space::XS).max(40.0)),
        before: NUMBER,
        behind: columns.width - columns.names,
        height: LOW,
        is_chosen: false,
    };
    let placed = drawn.ui(ui, Role::Link);
    placed.number_ui(ui, caption(entry.to_string()).accent());
    let index = players.iter().position(|one| one == player);
    let cell = columns.cell(placed.rect, index.unwrap_or_default());
    body(signed(*by)).paint(ui, cell, Align2::RIGHT_CENTER);
    if placed.response.clicked() {
        commands.push(Command::Look(*entry));
    }
}

/// A line for each player, told apart by dashes and by the letter at its end, votes as marks.
fn plot_ui(ui: &mut Ui, table: &Table, story: &Story) {
    const STYLES: [LineStyle; 4] = [
        LineStyle::Solid,
        LineStyle::Dashed { length: 10.0 },
        LineStyle::Dotted { spacing: 6.0 },
        LineStyle::Dashed { length: 4.0 },
    ];
    let theme = theme(ui);
    let game = table.game();
    let last = story.turns.last().map_or(0, |&(turn, _)| turn);
    let axis = |hints: AxisHints<'static>| {
        hints.tick_label_color(theme.muted).tick_label_font(sans(text::SMALL))
    };
    let response = Plot::new("points")
        .height((ui.available_width() * 0.6).clamp(160.0, 300.0))
        .allow_zoom(false)
        .allow_scroll(false)
        .allow_drag(false)
        .allow_boxed_zoom(false)
        .allow_double_click_reset(false)
        .show_background(false)
        .show_grid(Vec2b::new(false, true))
        .show_crosshair(false)
        .include_x(0.0)
        .include_x(f64::from(last) * 1.08)
        .include_y(0.0)
        .custom_x_axes(vec![axis(AxisHints::new_x()).label("Turn")])
        .custom_y_axes(vec![axis(AxisHints::new_y()).label("Points")])
        .show(ui, |plot| {
            for &turn in &story.votes {
                let vote = VLine::new("Vote", f64::from(turn))
                    .color(theme.hairline)
                    .width(line::MARK)
                    .allow_hover(false);
                plot.vline(vote);
            }
            for (player, style) in game.players().zip(STYLES.into_iter().cycle()) {
                let who = game.player_label(player);
                let at = |&(turn, points): &(u32, ByPlayer<Points>)| {
                    [f64::from(turn), f64::from(points[player].0)]
                };
                let points: Vec<[f64; 2]> = story.turns.iter().map(at).collect();
                let end = points.last().copied().unwrap_or_default();
                let ink = theme.player_ink(game, player);
                // The plot takes the width of dots for their radius.
                let thin = if matches!(style, LineStyle::Dotted { .. }) { 0.5 } else { 1.0 };
                // A pale line shows on pale paper by the dark one below it.
                let under = PlotLine::new(who.clone(), PlotPoints::from(points.clone()))
                    .color(ink.edge)
                    .width(4.5 * thin)
                    .style(style)
                    .allow_hover(false);
                plot.line(under);
                let over = PlotLine::new(who.clone(), PlotPoints::from(points))
                    .color(ink.fill)
                    .width(2.5 * thin)
                    .style(style);
                plot.line(over);
                let letter = RichText::new(format!(" {}", ink.letter)).font(strong(text::BODY));
                let label = Text::new(who, PlotPoint::new(end[0], end[1]), letter)
                    .color(theme.ink)
                    .anchor(Align2::LEFT_CENTER)
                    .allow_hover(false);
                plot.text(label);
            }
        });
    let ends: Vec<String> = game
        .players()
        .map(|player| format!("{} {}", game.player_label(player), game.points(player).0))
        .collect();
    let said = format!("Points over {last} turns, at the end {}", ends.join(", "));
    response.response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &said));
    caption("Vertical lines mark votes; the letter at the end of a line is the player's").ui(ui);
}

/// The entries that were overruled or set right.
fn irregular_ui(ui: &mut Ui, table: &Table, story: &Story, commands: &mut Commands) {
    if story.irregular.is_empty() {
        return;
    }
    ui.add_space(space::L);
    panel_header_ui(ui, "Overruled and set right");
    for (entry, said) in &story.irregular {
        const NUMBER: f32 = 34.0;
        let width = Line::room(ui.available_width(), NUMBER, 0.0);
        let drawn = Line {
            name: format!("Entry {entry}, {said}"),
            galley: body(said).wrapped(ui, width),
            before: NUMBER,
            behind: 0.0,
            height: touch::TARGET - space::XS,
            is_chosen: table.looked_at() == *entry,
        };
        let placed = drawn.ui(ui, Role::Link);
        let number = body(entry.to_string()).accent().lay(ui);
        let before = placed.before.with_max_x(placed.before.right() - space::S);
        paint_in(ui.painter(), before, Align2::RIGHT_CENTER, number);
        if placed.response.clicked() {
            commands.push(Command::Look(*entry));
        }
    }
}
