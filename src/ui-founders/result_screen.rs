//! The result: a sheet worth a photograph, and below it the sources of the points.
//!
//! The sheet is the drawing of [`Poster`], laid out for the window; a press on it explains the
//! points of a player or leads to the entry of an honor. The saved picture is the same drawing.

use std::collections::BTreeMap;

use egui::accesskit::{Live, Role};
use egui::emath::{GuiRounding as _, TSTransform};
use egui::{
    Align2, CentralPanel, Color32, FontId, Frame, Id, Margin, Panel, Rect, ScrollArea, Sense, Ui,
    pos2, vec2,
};
use plain_text::{counted, remarks};

use super::back_buttons::undo_ui;
use super::event_form::{EventMemory, event_form_ui, is_event_card_pending};
use components::quantity::Quantity;
use export::{CityPlan, PageSubject, Poster, PosterSpot, PosterTopic, Scores};
use memo::Memo;
use narration::sources::SourceCategory;
use narration::words;
use rules::Rule;
use rules::player::{ByPlayer, PlayerId};
use rules::receipt::Loss;
use table::table::{Table, TextKey};
use ui_board::Cx;
use ui_board::command::FoundersCommand;
use ui_board::land_picture::LandPicture;
use ui_board::pieces::{
    GamePalette, entry_line_ui, paint_player_badge, player_signs, rule_link_ui,
};
use ui_kit::icons::{Icon, paint_icon};
use ui_kit::paint::{CachedScene, KeyedScene, Viewport};
use ui_kit::queue::CommandQueue;
use ui_kit::theme::text::{sans, serif};
use ui_kit::theme::{line, space, text, theme, touch};
use ui_kit::widgets::{
    DecisivePart, MIN_LINE_HEIGHT, RULE_NUMBER_WIDTH, TextLine, body, button, caption, column_ui,
    group_ui, hairline_ui, mark, name_as, paint_focus, paint_in, panel_header_ui, plain,
    reserve_scroll_bar, signed, wide_row_words_ui,
};
use ui_menu::Menu;

/// Width of a column of points.
const COLUMN: f32 = 46.0;
/// Width of the number of an entry.
const NUMBER: f32 = 34.0;
/// Width of the label of a line of the event card.
const EVENT_LABEL: f32 = 112.0;
/// Width of "Undo" next to the other buttons.
const UNDO: f32 = 84.0;
/// Maximum width of a table of results; rows of a wider one cannot be followed.
const MAX_TABLE: f32 = 720.0;

/// The cached result; it belongs to one record.
#[derive(Default)]
pub struct ResultMemory {
    story: Memo<TextKey, Option<ResultData>>,
    unfolded: Vec<SourceCategory>,
    event: EventMemory,
    /// `true` if the board is in view although the game is over.
    pub(super) is_hidden: bool,
}

/// The parts of the result that take a replay to find.
struct ResultData {
    scores: Scores,
    categories: Vec<CategoryRow>,
    sheet: Option<ResultSheet>,
    /// The number of sheets laid out, so that the cached drawing of one is not used for another.
    sheets: u64,
    land: LandPicture,
    painted: CachedScene<GamePalette>,
    /// `true` if it was on screen already, and may be scrolled.
    is_open: bool,
}

/// The sheet, laid out for a size of the window and a look.
struct ResultSheet {
    size: (f32, f32),
    inks: GamePalette,
    poster: Poster,
}

impl ResultSheet {
    /// Checks if it was laid out for this size, to half a point, and look.
    fn fits(&self, (width, height): (f32, f32), inks: &GamePalette) -> bool {
        let difference = (self.size.0 - width).abs().max((self.size.1 - height).abs());
        difference < 0.5 && self.inks == *inks
    }
}

/// A category with its points for every player, and each of its sources.
struct CategoryRow {
    category: SourceCategory,
    sums: ByPlayer<i32>,
    sources: Vec<(usize, PlayerId, i32, String)>,
}

impl ResultData {
    /// Returns the result of a game that is over at the entry in view.
    fn of(table: &Table, subject: PageSubject<'_>) -> Option<Self> {
        if !table.game().is_over() {
            return None;
        }
        Some(Self {
            scores: Scores::of(subject)?,
            categories: rows(table, table.shown_number()),
            sheet: None,
            sheets: 0,
            land: LandPicture::default(),
            painted: CachedScene::default(),
            is_open: false,
        })
    }

    /// Lays the sheet out again if the size of the window or the appearance has changed.
    fn lay_out(&mut self, ui: &Ui, table: &Table, subject: PageSubject<'_>, size: (f32, f32)) {
        let inks = GamePalette::engraved(&theme(ui), table.game());
        if !self.sheet.as_ref().is_some_and(|sheet| sheet.fits(size, &inks)) {
            let looks = player_signs(&inks.theme, table.game());
            let poster = Poster::draw(&self.scores, subject, &looks, size);
            self.sheet = poster.map(|poster| ResultSheet { size, inks, poster });
            self.sheets += 1;
        }
    }
}

fn rows(table: &Table, looked_at: usize) -> Vec<CategoryRow> {
    let mut rows: BTreeMap<SourceCategory, CategoryRow> = BTreeMap::new();
    for player in table.game().players() {
        let sources = table.ledger().of(player, Quantity::Points);
        for source in sources.filter(|source| source.entry <= looked_at) {
            let row = rows.entry(source.category).or_insert_with(|| CategoryRow {
                category: source.category,
                sums: ByPlayer::default(),
                sources: Vec::new(),
            });
            row.sums[player] += source.by;
            let text = source.text.clone();
            row.sources.push((source.entry, player, source.by, text));
        }
    }
    let mut rows: Vec<CategoryRow> = rows.into_values().collect();
    for row in &mut rows {
        // The points of one entry are next to each other.
        row.sources.sort_by_key(|&(entry, ..)| entry);
    }
    rows
}

/// Draws the result of a finished game over the whole area; draws nothing while the game goes on.
pub fn result_ui(ui: &mut Ui, cx: Cx<'_>, memory: &mut ResultMemory) {
    let journal = cx.table.shown_line();
    let subject = cx.table.subject(&journal);
    let ResultMemory { story, unfolded, event, .. } = memory;
    let Some(story) = story.of(cx.table.text_key(), || ResultData::of(cx.table, subject)) else {
        return;
    };
    let (paper, raised) = (theme(ui).paper, theme(ui).raised);
    // The buttons stay in view, however far the sheet is scrolled, and begin where its contents do.
    let edge = story.sheet.as_ref().map_or(space::L, |sheet| sheet.poster.margin);
    Panel::bottom("ways on from the result")
        .frame(Frame::new().fill(raised).inner_margin(Margin::from(vec2(edge, space::XS))))
        .show(ui, |ui| buttons_ui(ui, cx));
    CentralPanel::default().frame(Frame::new().fill(paper)).show(ui, |ui| {
        let size = ui.available_size();
        let mut scroll = ScrollArea::vertical().id_salt("result").auto_shrink(false);
        if !story.is_open {
            // Another game may have been scrolled here; this one opens at its headline.
            scroll = scroll.vertical_scroll_offset(0.0);
            story.is_open = true;
        }
        scroll.show(ui, |ui| {
            if is_event_card_pending(cx.table) {
                framed_ui(ui, |ui| event_form_ui(ui, cx, event));
            }
            story.lay_out(ui, cx.table, subject, (size.x, size.y));
            if story.sheet.as_ref().is_some_and(|sheet| (sheet.poster.margin - edge).abs() > 0.5) {
                ui.ctx().request_discard("the buttons follow the edge of the sheet");
            }
            sheet_ui(ui, story, cx.commands);
            framed_ui(ui, |ui| {
                reasons_ui(ui, cx, &story.scores);
                panel_header_ui(ui, "Points by source");
                totals_ui(ui, cx, story, unfolded);
                event_card_ui(ui, cx.table);
                time_ui(ui, cx.table);
                irregular_ui(ui, cx, story);
            });
        });
    });
}

/// Draws text in a column in the middle.
fn framed_ui(ui: &mut Ui, add: impl FnOnce(&mut Ui)) {
    let margin = Margin::from(vec2(space::L, space::M));
    Frame::new().inner_margin(margin).show(ui, |ui| {
        column_ui(ui, MAX_TABLE, |ui| {
            reserve_scroll_bar(ui);
            add(ui);
        });
    });
}

/// Draws the sheet and its places to press.
fn sheet_ui(ui: &mut Ui, story: &mut ResultData, commands: &CommandQueue<FoundersCommand>) {
    let ResultData { sheet: Some(sheet), sheets, land, painted, .. } = story else {
        return;
    };
    let size = sheet.poster.scene.size;
    let (_, place) = ui.allocate_space(vec2(size.x, size.y));
    let to_screen = TSTransform::from_translation(place.min.to_vec2());
    let painter = ui.painter_at(ui.clip_rect());
    let CityPlan { land: scene, at, side } = &sheet.poster.plan;
    // The pixels of the land match those of the screen.
    let corner = (to_screen * pos2(at.x, at.y)).round_to_pixels(painter.pixels_per_point());
    let to_land = TSTransform::new(corner.to_vec2(), *side);
    // One land for as long as the game is shown, in any layout.
    let viewport = Viewport { to_screen: to_land, is_idle: true };
    land.paint(&painter, KeyedScene { id: 0, scene }, viewport, &sheet.inks);
    let drawing = KeyedScene { id: *sheets, scene: &sheet.poster.scene };
    painted.paint(&painter, drawing, Viewport { to_screen, is_idle: true }, &sheet.inks);
    for (index, spot) in sheet.poster.spots.iter().enumerate() {
        let (min, max) = (spot.rect.min, spot.rect.max);
        let rect =
            Rect::from_min_max(to_screen * pos2(min.x, min.y), to_screen * pos2(max.x, max.y));
        spot_ui(ui, (index, spot), rect, commands);
    }
}

/// Adds a place on the sheet: named, and pressed where there is something to explain.
fn spot_ui(
    ui: &mut Ui,
    (index, spot): (usize, &PosterSpot),
    rect: Rect,
    commands: &CommandQueue<FoundersCommand>,
) {
    let id: Id = ui.scope_id().with(("spot", index));
    let (role, command) = match spot.topic {
        PosterTopic::Headline => (Role::Heading, None),
        PosterTopic::Points(player) => {
            (Role::Button, Some(FoundersCommand::ShowSources(player, Quantity::Points)))
        }
        PosterTopic::Honor(Some(entry)) => (Role::Link, Some(FoundersCommand::ViewNumber(entry))),
        PosterTopic::Honor(None) => (Role::Label, None),
        PosterTopic::Plan => (Role::Image, Some(FoundersCommand::Menu(Menu::Result))),
        PosterTopic::Chart => (Role::Image, None),
    };
    let sense = if command.is_some() { Sense::click() } else { Sense::hover() };
    let response = ui.interact(rect, id, sense);
    name_as(&response, role, &spot.description);
    if spot.topic == PosterTopic::Headline {
        // The end of a game is announced, a lost one as well as a won one.
        ui.ctx().accesskit_node_builder(id, |node| node.set_live(Live::Polite));
    }
    let Some(command) = command else {
        return;
    };
    paint_focus(ui, rect, &response);
    let hint = match (&command, spot.topic) {
        (FoundersCommand::ViewNumber(entry), _) => {
            format!("Entry {entry}: show the table as it was")
        }
        (_, PosterTopic::Plan) => "Show the board".to_owned(),
        _ => format!("{}: where they come from", spot.description),
    };
    if response.on_hover_text(hint).clicked() {
        commands.push(command);
    }
}

/// Draws the buttons for a result.
fn buttons_ui(ui: &mut Ui, cx: Cx<'_>) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(space::S, space::XS);
        for (label, menu) in [
            ("Show the board", Menu::Result),
            ("From the beginning", Menu::First),
            ("Save the picture…", Menu::SavePicture),
            ("Print the scores", Menu::PrintScores),
        ] {
            let response = ui.add(button(label)).on_hover_text(menu.entry().hint);
            mark(ui, DecisivePart::Choice, response.rect);
            if response.clicked() {
                cx.commands.push(FoundersCommand::Menu(menu));
            }
        }
        if !cx.table.is_past() {
            undo_ui(ui, cx, vec2(UNDO, touch::TARGET));
        }
    });
}

/// Draws the reason that broke a tie or ended a solo game, with its rule.
fn reasons_ui(ui: &mut Ui, cx: Cx<'_>, scores: &Scores) {
    let game = cx.table.game();
    if !game.is_solo() {
        if scores.tied.len() > 1 {
            let text = format!("Tie broken: {} {}", scores.end, Rule::Winner.summary());
            ruled_ui(ui, text, Rule::Winner, cx.commands);
            ui.add_space(space::M);
        }
        return;
    }
    let (why, rule) = match game.loss() {
        None => (
            "Every building on the map is complete at the end of the last cycle.".to_owned(),
            Rule::SoloEnd,
        ),
        Some(loss) => {
            let rule = match loss {
                Loss::Markers { .. } => Rule::SoloVote,
                Loss::Unfinished(_) => Rule::SoloEnd,
            };
            let why = words::loss(game, loss);
            let points = counted(plain(game.points(PlayerId(0)).0), "point", "points");
            let why = plain_text::sentence(&why);
            (format!("{why} The score stops at {points}."), rule)
        }
    };
    ruled_ui(ui, why, rule, cx.commands);
    if let Some(difficulty) = words::difficulty(game) {
        ruled_ui(ui, plain_text::sentence(&difficulty), Rule::SoloSetup, cx.commands);
    }
    ui.add_space(space::M);
}

/// Draws a sentence with its rule.
fn ruled_ui(ui: &mut Ui, text: String, rule: Rule, commands: &CommandQueue<FoundersCommand>) {
    let placed =
        TextLine::of(ui, text.clone(), body(text), 0.0, RULE_NUMBER_WIDTH).ui(ui, Role::Label);
    rule_link_ui(ui, placed.behind, rule, rule.number(), commands);
}

/// Draws the winner's words on the event card.
fn event_card_ui(ui: &mut Ui, table: &Table) {
    let game = table.game();
    let Some(card) = game.event_card() else {
        return;
    };
    ui.add_space(space::L);
    panel_header_ui(ui, "Event card");
    ui.add_space(space::S);
    let building = game.contents().building_name(card.building);
    for (label, text) in [
        ("Favourite building", building),
        ("Part of the city", card.district.as_str()),
        ("Governing body", card.governing_body.as_str()),
    ] {
        wide_row_words_ui(ui, EVENT_LABEL, label, text);
    }
}

/// Draws the duration of the game and the time of each player, if they were recorded.
fn time_ui(ui: &mut Ui, table: &Table) {
    let evenings = &table.journal().tags.evenings;
    if evenings.is_empty() {
        return;
    }
    let all = evenings.iter().map(|evening| evening.all).fold(0, u32::saturating_add);
    let on = counted(evenings.len(), "evening", "evenings");
    ui.add_space(space::L);
    panel_header_ui(ui, "Time");
    ui.add_space(space::S);
    wide_row_words_ui(ui, EVENT_LABEL, &format!("On {on}"), &words::duration(all));
    let named = table.named_game();
    for player in named.game().players() {
        let seconds = evenings
            .iter()
            .filter_map(|evening| evening.seats.get(player.index()).copied())
            .fold(0, u32::saturating_add);
        wide_row_words_ui(ui, EVENT_LABEL, &named.label(player), &words::duration(seconds));
    }
}

/// The columns of the table: a name at the left, points of each player at the right.
struct ScoreColumns {
    names: f32,
    width: f32,
    each: f32,
}

impl ScoreColumns {
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

    /// Draws the points of each player in a row, right-aligned.
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

fn totals_ui(ui: &mut Ui, cx: Cx<'_>, story: &ResultData, unfolded: &mut Vec<SourceCategory>) {
    let theme = theme(ui);
    let named = cx.table.named_game();
    let players: Vec<PlayerId> = named.game().players().collect();
    let columns = ScoreColumns::of(ui, players.len());
    ui.spacing_mut().item_spacing.y = 0.0;
    heads_ui(ui, cx, &players, &columns);
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
                    source_ui(ui, &players, &columns, source, cx.commands);
                }
            }
        }
    });
    let (_, rect) = ui.allocate_space(vec2(columns.width, line::MARK));
    ui.painter().rect_filled(rect, 0, theme.ink);
    let (rect, response) =
        ui.allocate_exact_size(vec2(columns.width, touch::TARGET), Sense::hover());
    let each: Vec<String> = players
        .iter()
        .map(|&player| format!("{} {}", named.label(player), named.game().points(player).0))
        .collect();
    name_as(&response, Role::Label, format_args!("Total {}", remarks(&each)));
    body("Total").bold().paint(ui, rect, Align2::LEFT_CENTER);
    let totals = players.iter().map(|&player| Some(plain(named.game().points(player).0)));
    columns.figures(ui, rect, totals, &serif(text::TITLE), theme.ink);
}

/// Draws a badge above each column; a click explains that player's points.
fn heads_ui(ui: &mut Ui, cx: Cx<'_>, players: &[PlayerId], columns: &ScoreColumns) {
    let (_, rect) = ui.allocate_space(vec2(columns.width, touch::TARGET));
    for (index, &player) in players.iter().enumerate() {
        let cell = columns.cell(rect, index);
        let response = ui.interact(cell, ui.scope_id().with(("head", index)), Sense::click());
        let label = cx.table.named_game().label(player);
        name_as(&response, Role::Button, format_args!("Points of {label}"));
        let badge = Rect::from_min_size(
            pos2(cell.right() - touch::ICON, cell.center().y - touch::ICON / 2.0),
            vec2(touch::ICON, touch::ICON),
        );
        paint_player_badge(ui.painter(), badge, cx.table.game(), player);
        paint_focus(ui, badge.expand(2.0), &response);
        if response.on_hover_text(label).clicked() {
            cx.commands.push(FoundersCommand::ShowSources(player, Quantity::Points));
        }
    }
}

fn category_ui(
    ui: &mut Ui,
    row: &CategoryRow,
    players: &[PlayerId],
    columns: &ScoreColumns,
    is_open: bool,
) -> bool {
    const CHEVRON: f32 = 18.0;
    let theme = theme(ui);
    let behind = columns.width - columns.names;
    let sums = players.iter().map(|&player| row.sums[player]);
    let name = row.category.name();
    let figures: Vec<String> = sums.clone().map(plain).collect();
    let drawn = TextLine {
        name: format!("{name} {}", remarks(&figures)),
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
    columns: &ScoreColumns,
    source: &(usize, PlayerId, i32, String),
    commands: &CommandQueue<FoundersCommand>,
) {
    let (entry, player, by, text) = source;
    let drawn = TextLine {
        name: format!("Entry {entry}, {} {text}", signed(*by)),
        galley: caption(text).plain().wrapped(ui, (columns.names - NUMBER - space::XS).max(40.0)),
        before: NUMBER,
        behind: columns.width - columns.names,
        height: MIN_LINE_HEIGHT,
        is_chosen: false,
    };
    let placed = entry_line_ui(ui, drawn, *entry, caption(entry.to_string()).accent(), commands);
    let index = players.iter().position(|one| one == player);
    let cell = columns.cell(placed.rect, index.unwrap_or_default());
    body(signed(*by)).paint(ui, cell, Align2::RIGHT_CENTER);
}

/// Draws the entries that were overruled or corrected.
fn irregular_ui(ui: &mut Ui, cx: Cx<'_>, story: &ResultData) {
    if story.scores.irregular.is_empty() {
        return;
    }
    ui.add_space(space::L);
    panel_header_ui(ui, "Overruled and set right");
    for (entry, text) in &story.scores.irregular {
        let name = format!("Entry {entry}, {text}");
        let line = TextLine::of(ui, name, body(text), NUMBER, 0.0)
            .high(touch::TARGET - space::XS)
            .chosen(cx.table.shown_number() == *entry);
        entry_line_ui(ui, line, *entry, body(entry.to_string()).accent(), cx.commands);
    }
}
