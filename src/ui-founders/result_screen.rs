//! The result: a sheet that is worth a photograph, and below it what the points came from.
//!
//! The sheet is the drawing of [`Poster`], laid out for the window; a press on it explains the
//! points of a player or leads to the entry of a feat. The picture that is saved is the same
//! drawing.

use std::collections::BTreeMap;

use egui::accesskit::{Live, Role};
use egui::emath::{GuiRounding as _, TSTransform};
use egui::{
    Align2, CentralPanel, Color32, FontId, Frame, Id, Margin, Panel, Rect, ScrollArea, Sense, Ui,
    pos2, vec2,
};
use plain_text::{counted, remarks};

use super::event_form::{EventMemory, event_form_ui, is_event_card_asked};
use super::ways_back::undo_ui;
use components::quantity::Quantity;
use memo::Memo;
use narration::sources::Category;
use narration::words;
use report::{About, Plan, Poster, Scores, Spot, Subject};
use rules::Rule;
use rules::player::{ByPlayer, PlayerId};
use rules::receipt::Loss;
use table::table::{Table, ToldOf};
use ui_board::Cx;
use ui_board::command::FoundersCommand;
use ui_board::land_picture::LandPicture;
use ui_board::pieces::{GameInks, entry_line_ui, looks, paint_player_badge, rule_link_ui};
use ui_kit::icons::{Icon, paint_icon};
use ui_kit::paint::{CachedScene, Numbered, Viewport};
use ui_kit::queue::Queue;
use ui_kit::theme::text::{sans, serif};
use ui_kit::theme::{line, space, text, theme, touch};
use ui_kit::widgets::{
    Decisive, LOW, Line, RULE_ROOM, beside_bar, body, button, caption, column_ui, group_ui,
    hairline_ui, mark, name_as, paint_focus, paint_in, panel_header_ui, plain, signed,
    wide_row_words_ui,
};
use ui_menu::Menu;

/// Width of a column of points.
const COLUMN: f32 = 46.0;
/// Room for the number of an entry.
const NUMBER: f32 = 34.0;
/// Room for what a line of the event card is about.
const EVENT_LABEL: f32 = 112.0;
/// Width of "Undo" beside what can be done with a result.
const UNDO: f32 = 84.0;
/// The widest a table of results is drawn; further apart, rows cannot be followed.
const WIDEST: f32 = 720.0;

/// The result as it was worked out; it belongs to one record.
#[derive(Default)]
pub struct ResultMemory {
    story: Memo<ToldOf, Option<Story>>,
    unfolded: Vec<Category>,
    event: EventMemory,
    /// Whether the board is looked at although the game is over.
    pub(super) is_hidden: bool,
}

/// Everything about the end that takes a replay to find.
struct Story {
    scores: Scores,
    categories: Vec<CategoryRow>,
    sheet: Option<Sheet>,
    /// How many sheets were laid out: what is kept of one is not taken for another.
    sheets: u64,
    land: LandPicture,
    painted: CachedScene<GameInks>,
    /// Whether it was on screen already, scrolled to where somebody left it.
    is_open: bool,
}

/// The sheet as it was laid out for a window and a look.
struct Sheet {
    room: (f32, f32),
    inks: GameInks,
    poster: Poster,
}

/// A category with what it brought everybody, and each source of it.
struct CategoryRow {
    category: Category,
    sums: ByPlayer<i32>,
    sources: Vec<(usize, PlayerId, i32, String)>,
}

impl Story {
    /// The story of a game that is over at the entry looked at.
    fn of(table: &Table, subject: Subject<'_>) -> Option<Self> {
        if !table.game().is_over() {
            return None;
        }
        Some(Self {
            scores: Scores::of(subject)?,
            categories: rows(table, table.looked_at()),
            sheet: None,
            sheets: 0,
            land: LandPicture::default(),
            painted: CachedScene::default(),
            is_open: false,
        })
    }

    /// Lays the sheet out anew if the window or the look is another one.
    fn lay_out(&mut self, ui: &Ui, table: &Table, subject: Subject<'_>, room: (f32, f32)) {
        let inks = GameInks::engraved(&theme(ui), table.game());
        let is_same = |sheet: &Sheet| {
            let (width, height) = (sheet.room.0 - room.0, sheet.room.1 - room.1);
            width.abs().max(height.abs()) < 0.5 && sheet.inks == inks
        };
        if !self.sheet.as_ref().is_some_and(is_same) {
            let looks = looks(&inks.theme, table.game());
            let poster = Poster::of(&self.scores, subject, &looks, room);
            self.sheet = poster.map(|poster| Sheet { room, inks, poster });
            self.sheets += 1;
        }
    }
}

fn rows(table: &Table, looked_at: usize) -> Vec<CategoryRow> {
    let mut rows: BTreeMap<Category, CategoryRow> = BTreeMap::new();
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
        // All that one entry brought stands together.
        row.sources.sort_by_key(|&(entry, ..)| entry);
    }
    rows
}

/// Draws the result of a game that is over over the whole place; nothing while it goes on.
pub fn result_ui(ui: &mut Ui, cx: Cx<'_>, memory: &mut ResultMemory) {
    let journal = cx.table.shown_line();
    let subject = cx.table.subject(&journal);
    let ResultMemory { story, unfolded, event, .. } = memory;
    let Some(story) = story.of(cx.table.told_of(), || Story::of(cx.table, subject)) else {
        return;
    };
    let (paper, raised) = (theme(ui).paper, theme(ui).raised);
    let margin = Margin::from(vec2(space::L, space::XS));
    // What can be done with it stays in view, however far the sheet is scrolled.
    Panel::bottom("ways on from the result")
        .frame(Frame::new().fill(raised).inner_margin(margin))
        .show(ui, |ui| ways_on_ui(ui, cx));
    CentralPanel::default().frame(Frame::new().fill(paper)).show(ui, |ui| {
        let room = ui.available_size();
        let mut scroll = ScrollArea::vertical().id_salt("result").auto_shrink(false);
        if !story.is_open {
            // Another game may have been scrolled here; this one opens at its headline.
            scroll = scroll.vertical_scroll_offset(0.0);
            story.is_open = true;
        }
        scroll.show(ui, |ui| {
            if is_event_card_asked(cx.table) {
                framed_ui(ui, |ui| event_form_ui(ui, cx, event));
            }
            story.lay_out(ui, cx.table, subject, (room.x, room.y));
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

/// What is read rather than looked at, in a column in the middle.
fn framed_ui(ui: &mut Ui, add: impl FnOnce(&mut Ui)) {
    let margin = Margin::from(vec2(space::L, space::M));
    Frame::new().inner_margin(margin).show(ui, |ui| {
        column_ui(ui, WIDEST, |ui| {
            beside_bar(ui);
            add(ui);
        });
    });
}

/// The sheet, with what can be pressed on it.
fn sheet_ui(ui: &mut Ui, story: &mut Story, commands: &Queue<FoundersCommand>) {
    let Story { sheet: Some(sheet), sheets, land, painted, .. } = story else {
        return;
    };
    let size = sheet.poster.scene.size;
    let (_, place) = ui.allocate_space(vec2(size.x, size.y));
    let to_screen = TSTransform::from_translation(place.min.to_vec2());
    let painter = ui.painter_at(ui.clip_rect());
    let Plan { land: scene, at, side } = &sheet.poster.plan;
    // The pixels of the land lie on those of the screen.
    let corner = (to_screen * pos2(at.x, at.y)).round_to_pixels(painter.pixels_per_point());
    let to_land = TSTransform::new(corner.to_vec2(), *side);
    // One land for as long as the game is shown, whatever it is laid out for.
    let at_rest = |to_screen| Viewport { to_screen, is_at_rest: true };
    land.paint(&painter, Numbered { id: 0, scene }, at_rest(to_land), &sheet.inks);
    let drawing = Numbered { id: *sheets, scene: &sheet.poster.scene };
    painted.paint(&painter, drawing, at_rest(to_screen), &sheet.inks);
    for (index, spot) in sheet.poster.spots.iter().enumerate() {
        let corner = |at: scene::Pos| to_screen * pos2(at.x, at.y);
        let rect = Rect::from_min_max(corner(spot.rect.min), corner(spot.rect.max));
        spot_ui(ui, (index, spot), rect, commands);
    }
}

/// A place on the sheet: said, and pressed where there is something to explain.
fn spot_ui(
    ui: &mut Ui,
    (index, spot): (usize, &Spot),
    rect: Rect,
    commands: &Queue<FoundersCommand>,
) {
    let id: Id = ui.scope_id().with(("spot", index));
    let (role, asks) = match spot.about {
        About::Headline => (Role::Heading, None),
        About::Points(player) => {
            (Role::Button, Some(FoundersCommand::Explain(player, Quantity::Points)))
        }
        About::Feat(Some(entry)) => (Role::Link, Some(FoundersCommand::Look(entry))),
        About::Feat(None) => (Role::Label, None),
        About::Plan => (Role::Image, Some(FoundersCommand::Menu(Menu::Result))),
        About::Chart => (Role::Image, None),
    };
    let sense = if asks.is_some() { Sense::click() } else { Sense::hover() };
    let response = ui.interact(rect, id, sense);
    name_as(&response, role, &spot.says);
    if spot.about == About::Headline {
        // The end of a game is said aloud, a lost one as well as one that is won.
        ui.ctx().accesskit_node_builder(id, |node| node.set_live(Live::Polite));
    }
    let Some(command) = asks else {
        return;
    };
    paint_focus(ui, rect, &response);
    let hint = match (&command, spot.about) {
        (FoundersCommand::Look(entry), _) => format!("Entry {entry}: show the table as it was"),
        (_, About::Plan) => "Show the board".to_owned(),
        _ => format!("{}: where they come from", spot.says),
    };
    if response.on_hover_text(hint).clicked() {
        commands.push(command);
    }
}

/// What can be done with a result.
fn ways_on_ui(ui: &mut Ui, cx: Cx<'_>) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(space::S, space::XS);
        for (label, menu) in [
            ("Show the board", Menu::Result),
            ("Save the picture…", Menu::SavePicture),
            ("Print the scores", Menu::PrintScores),
        ] {
            let way = ui.add(button(label)).on_hover_text(menu.entry().hint);
            mark(ui, Decisive::Choice, way.rect);
            if way.clicked() {
                cx.commands.push(FoundersCommand::Menu(menu));
            }
        }
        if !cx.table.is_past() {
            undo_ui(ui, cx, vec2(UNDO, touch::TARGET));
        }
    });
}

/// How a tie was broken, or why a solo game ended, each with its rule.
fn reasons_ui(ui: &mut Ui, cx: Cx<'_>, scores: &Scores) {
    let game = cx.table.game();
    if !game.is_solo() {
        if scores.tied.len() > 1 {
            let said = format!("Tie broken: {} {}", scores.end, Rule::Winner.summary());
            ruled_ui(ui, said, Rule::Winner, cx.commands);
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
            let points = format!("The score stops at {points}.");
            (format!("{} {points}", plain_text::sentence(&why)), rule)
        }
    };
    ruled_ui(ui, why, rule, cx.commands);
    if let Some(difficulty) = words::difficulty(game) {
        ruled_ui(ui, plain_text::sentence(&difficulty), Rule::SoloSetup, cx.commands);
    }
    ui.add_space(space::M);
}

/// A sentence with the rule that it goes by.
fn ruled_ui(ui: &mut Ui, said: String, rule: Rule, commands: &Queue<FoundersCommand>) {
    let line = Line::of(ui, said.clone(), body(said), 0.0, RULE_ROOM);
    let placed = line.ui(ui, Role::Label);
    rule_link_ui(ui, placed.behind, rule, rule.number(), commands);
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

/// How long it took, and how long each player was waited for, where the time was kept.
fn time_ui(ui: &mut Ui, table: &Table) {
    let evenings = &table.journal().tags.evenings;
    if evenings.is_empty() {
        return;
    }
    let sum = |seconds: &mut dyn Iterator<Item = u32>| seconds.fold(0, u32::saturating_add);
    let all = sum(&mut evenings.iter().map(|evening| evening.all));
    let on = counted(evenings.len(), "evening", "evenings");
    ui.add_space(space::L);
    panel_header_ui(ui, "Time");
    ui.add_space(space::S);
    wide_row_words_ui(ui, EVENT_LABEL, &format!("On {on}"), &words::duration(all));
    let named = table.named_game();
    for player in named.game().players() {
        let seats = &mut evenings.iter().filter_map(|it| it.seats.get(player.index()).copied());
        wide_row_words_ui(ui, EVENT_LABEL, &named.label(player), &words::duration(sum(seats)));
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

fn totals_ui(ui: &mut Ui, cx: Cx<'_>, story: &Story, unfolded: &mut Vec<Category>) {
    let theme = theme(ui);
    let named = cx.table.named_game();
    let players: Vec<PlayerId> = named.game().players().collect();
    let columns = Columns::of(ui, players.len());
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
    let said: Vec<String> = players
        .iter()
        .map(|&player| format!("{} {}", named.label(player), named.game().points(player).0))
        .collect();
    let said = format!("Total {}", remarks(&said));
    name_as(&response, Role::Label, &said);
    body("Total").bold().paint(ui, rect, Align2::LEFT_CENTER);
    let totals = players.iter().map(|&player| Some(plain(named.game().points(player).0)));
    columns.figures(ui, rect, totals, &serif(text::TITLE), theme.ink);
}

/// A badge above each column; a click explains that player's points.
fn heads_ui(ui: &mut Ui, cx: Cx<'_>, players: &[PlayerId], columns: &Columns) {
    let (_, rect) = ui.allocate_space(vec2(columns.width, touch::TARGET));
    for (index, &player) in players.iter().enumerate() {
        let cell = columns.cell(rect, index);
        let response = ui.interact(cell, ui.scope_id().with(("head", index)), Sense::click());
        let who = cx.table.named_game().label(player);
        let name = format!("Points of {who}");
        name_as(&response, Role::Button, &name);
        let badge = Rect::from_min_size(
            pos2(cell.right() - touch::ICON, cell.center().y - touch::ICON / 2.0),
            vec2(touch::ICON, touch::ICON),
        );
        paint_player_badge(ui.painter(), badge, cx.table.game(), player);
        paint_focus(ui, badge.expand(2.0), &response);
        if response.on_hover_text(who).clicked() {
            cx.commands.push(FoundersCommand::Explain(player, Quantity::Points));
        }
    }
}

fn category_ui(
    ui: &mut Ui,
    row: &CategoryRow,
    players: &[PlayerId],
    columns: &Columns,
    is_open: bool,
) -> bool {
    const CHEVRON: f32 = 18.0;
    let theme = theme(ui);
    let behind = columns.width - columns.names;
    let sums = players.iter().map(|&player| row.sums[player]);
    let name = row.category.name();
    let figures: Vec<String> = sums.clone().map(plain).collect();
    let drawn = Line {
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
    columns: &Columns,
    source: &(usize, PlayerId, i32, String),
    commands: &Queue<FoundersCommand>,
) {
    let (entry, player, by, said) = source;
    let drawn = Line {
        name: format!("Entry {entry}, {} {said}", signed(*by)),
        galley: caption(said).plain().wrapped(ui, (columns.names - NUMBER - space::XS).max(40.0)),
        before: NUMBER,
        behind: columns.width - columns.names,
        height: LOW,
        is_chosen: false,
    };
    let placed = entry_line_ui(ui, drawn, *entry, caption(entry.to_string()).accent(), commands);
    let index = players.iter().position(|one| one == player);
    let cell = columns.cell(placed.rect, index.unwrap_or_default());
    body(signed(*by)).paint(ui, cell, Align2::RIGHT_CENTER);
}

/// The entries that were overruled or set right.
fn irregular_ui(ui: &mut Ui, cx: Cx<'_>, story: &Story) {
    if story.scores.irregular.is_empty() {
        return;
    }
    ui.add_space(space::L);
    panel_header_ui(ui, "Overruled and set right");
    for (entry, said) in &story.scores.irregular {
        let name = format!("Entry {entry}, {said}");
        let line = Line::of(ui, name, body(said), NUMBER, 0.0).high(touch::TARGET - space::XS);
        let line = line.chosen(cx.table.looked_at() == *entry);
        entry_line_ui(ui, line, *entry, body(entry.to_string()).accent(), cx.commands);
    }
}
