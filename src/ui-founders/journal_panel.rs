//! The journal: the entries, one sentence each, and the details of the viewed one.
//!
//! Above is the list of the main line, turn by turn, with undone entries in gray at its end.
//! Between are buttons and a timeline to view another entry. Below are the details of the viewed
//! entry: its comment, the facts taken on trust, the physical moves on the real table, annotations,
//! variations, and the
//! receipt with the source of every point. The sentence of an entry is written once; a frame
//! lays out only the visible rows.

use std::collections::BTreeSet;

use egui::accesskit::Role;
use egui::{
    Align2, Color32, Frame, Galley, Panel, Rect, ScrollArea, Sense, Stroke, Ui, UiBuilder, Vec2,
    pos2, vec2,
};
use plain_text::{capitalized, counted};

use super::annotations::{AnnotationMemory, annotations_ui, variations_ui};
use super::timeline::{TimelineMarks, timeline_ui};
use super::unverified_view::{misread_ui, unverified_ui};
use components::fact_id::{FactId, SquareField};
use components::ids::ResourceId;
use components::quantity::Quantity;
use components::square::Square;
use journal::{self, EntryId, Journal};
use memo::Memo;
use narration::receipt::{self, Receipt};
use narration::sentence::sentence;
use narration::table_instructions::{MovedItem, PhysicalMove, instructions};
use narration::{NamedGame, PlayerNaming};
use rules::Game;
use rules::action::ActionKind;
use rules::game::Played;
use rules::map::PieceKind;
use rules::player::PlayerId;
use table::table::{Table, TextKey};
use ui_board::Cx;
use ui_board::command::FoundersCommand;
use ui_board::pieces::{paint_player_badge, rule_link_ui};
use ui_kit::icons::{Icon, paint_icon};
use ui_kit::queue::CommandQueue;
use ui_kit::theme::{line, space, text, theme, touch};
use ui_kit::widgets::{
    MIN_LINE_HEIGHT, ROW_HEIGHT, RULE_NUMBER_WIDTH, RowFocus, RowList, SignWeight, TextLine, body,
    caption, figure, group_heading_ui, group_ui, icon_button_ui, lead, left_of, name_as, paint_in,
    paint_sign, panel_header_ui, reserve_scroll_bar, sign_ui, signed, tick_line_ui,
};
use ui_menu::Menu;

/// Width of the number before a sentence.
const NUMBER: f32 = 30.0;
/// Width of the number and the badge of the player before a sentence.
const BEFORE: f32 = NUMBER + 20.0 + 6.0;
/// Width of the comment mark after a sentence.
const BEHIND: f32 = 18.0;
/// Vertical space around an entry.
const AROUND: f32 = 5.0;
/// Height of the heading of a turn.
const TURN: f32 = 27.0;
/// Height of the signs and points below a sentence.
const SIGNS: f32 = 18.0;
/// Width of the points of one player.
const POINTS: f32 = 46.0;
/// Maximum number of lines of an entry in the list; the details show the whole sentence.
const MAX_LINES: usize = 2;
/// Indent of a receipt line from the one it explains.
const INDENT: f32 = 14.0;

/// The state of the journal; belongs to one record.
#[derive(Default)]
pub struct JournalMemory {
    /// The squares of the hovered or focused physical move or receipt line, for the board to mark.
    pub highlighted: Vec<Square>,
    /// The player names used in `entries`.
    naming: Option<PlayerNaming>,
    entries: Vec<ListedEntry>,
    rows: Vec<ListRow>,
    list: RowList,
    timeline: Memo<u64, TimelineMarks>,
    annotations: AnnotationMemory,
    detail: Memo<TextKey, EntryDetail>,
}

/// An entry of the list, in words.
struct ListedEntry {
    id: EntryId,
    sentence: String,
    player: Option<PlayerId>,
    mark: EntryMark,
    annotations: AnnotationSummary,
    /// `true` if facts were taken on trust.
    is_on_trust: bool,
    /// The points that players gained or lost.
    points: Vec<(PlayerId, i32)>,
    /// The heading of its turn.
    turn: String,
}

/// The annotations of an entry that the list shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct AnnotationSummary {
    mark: Option<journal::EntryRating>,
    has_comment: bool,
    /// The agreement of the score track; `None` if it was not checked.
    agrees: Option<bool>,
    /// Number of variations played instead.
    variations: usize,
}

impl AnnotationSummary {
    fn of(journal: &Journal, id: EntryId) -> Self {
        let entry = journal.entry(id);
        let continuations = journal.entry(entry.before()).continuations();
        Self {
            mark: entry.mark(),
            has_comment: !entry.comment().is_empty(),
            agrees: journal::checkpoint_at(journal, id).map(|checkpoint| checkpoint.agrees()),
            variations: continuations.len() - 1,
        }
    }
}

/// The kind of an entry, which the list marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum EntryMark {
    Plain,
    Vote,
    Overruled,
    SetRight,
    /// The events before it were never entered.
    Unexplained,
}

/// A row of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ListRow {
    /// The heading above entry `n`, counted from 1.
    Turn(usize),
    /// Entry `n`, counted from 1; 0 is the start.
    Entry(usize),
}

/// The details of the viewed entry.
struct EntryDetail {
    receipt: Receipt,
    steps: Vec<PhysicalMove>,
    /// The facts taken on trust.
    on_trust: Vec<FactId>,
    done: BTreeSet<usize>,
    /// The folded lines of the receipt, each by its path in the tree.
    folded: BTreeSet<Vec<usize>>,
}

impl JournalMemory {
    /// Adds the new entries of the main line and drops those that left it.
    fn follow(&mut self, table: &Table) {
        let journal = table.journal();
        if self.naming != Some(table.naming()) {
            self.naming = Some(table.naming());
            self.entries.clear();
        }
        let line = journal.main_line();
        let same = self
            .entries
            .iter()
            .zip(line)
            .take_while(|(listed, id)| {
                listed.id == **id && listed.annotations == AnnotationSummary::of(journal, **id)
            })
            .count();
        if same == line.len() && same == self.entries.len() && !self.rows.is_empty() {
            return;
        }
        self.entries.truncate(same);
        journal::replay(journal, same + 1..=line.len(), |number, before, played| {
            let id = line[number - 1];
            let before = table.named_game_of(before);
            let annotations = AnnotationSummary::of(journal, id);
            self.entries.push(ListedEntry::new(id, before, played, annotations));
        });
        let old = std::mem::replace(&mut self.rows, vec![ListRow::Entry(0)]);
        for (index, entry) in self.entries.iter().enumerate() {
            let before = index.checked_sub(1).map(|before| &self.entries[before].turn);
            if before != Some(&entry.turn) {
                self.rows.push(ListRow::Turn(index + 1));
            }
            self.rows.push(ListRow::Entry(index + 1));
        }
        // From the first changed entry on, the rows have other text.
        let unchanged = old
            .iter()
            .zip(&self.rows)
            .take_while(|(old, new)| old == new && new.number() <= same)
            .count();
        self.list.truncate(unchanged);
    }

    fn row_of(&self, number: usize) -> usize {
        self.rows.iter().position(|row| *row == ListRow::Entry(number)).unwrap_or_default()
    }
}

impl ListRow {
    const fn number(self) -> usize {
        match self {
            Self::Turn(number) | Self::Entry(number) => number,
        }
    }
}

impl ListedEntry {
    fn new(
        id: EntryId,
        before: NamedGame<'_>,
        played: &Played,
        annotations: AnnotationSummary,
    ) -> Self {
        let kind = &played.action.kind;
        let mark = match kind {
            ActionKind::Overrule { .. } => EntryMark::Overruled,
            ActionKind::Adjust { .. } => EntryMark::SetRight,
            ActionKind::CallVote { .. }
            | ActionKind::Reveal(_)
            | ActionKind::PayMarkers { .. }
            | ActionKind::Pick { .. } => EntryMark::Vote,
            ActionKind::ChooseRace { .. }
            | ActionKind::TakeResource { .. }
            | ActionKind::PlaceStart { .. }
            | ActionKind::DealProposals(_)
            | ActionKind::DealAdvisers(_)
            | ActionKind::DealAchievements(_)
            | ActionKind::Achieve { .. }
            | ActionKind::FillEvent { .. }
            | ActionKind::Lead { .. }
            | ActionKind::FaceDown { .. }
            | ActionKind::Follow { .. }
            | ActionKind::Pass { .. }
            | ActionKind::ExtraRoad { .. }
            | ActionKind::Bonus { .. }
            | ActionKind::Decide { .. }
            | ActionKind::PlaceBuilding { .. }
            | ActionKind::Choose { .. }
            | ActionKind::Annotate(_)
            | ActionKind::EnterFacts(_) => EntryMark::Plain,
            ActionKind::Position(_) if before.game().in_setup() => EntryMark::Plain,
            ActionKind::Position(_) => EntryMark::Unexplained,
        };
        let turn = match before.game().active_player() {
            _ if before.game().in_setup() => "Setup".to_owned(),
            Some(active) => {
                format!("Turn {}, {}", before.game().turn_number(), before.label(active))
            }
            None => "After the game".to_owned(),
        };
        let points = before
            .game()
            .players()
            .map(|who| (who, played.game.points(who).0 - before.game().points(who).0))
            .filter(|(_, by)| *by != 0)
            .collect();
        Self {
            id,
            sentence: sentence(before, played),
            player: kind.player(),
            mark,
            annotations,
            is_on_trust: !before.game().unverified_facts(played).is_empty(),
            points,
            turn,
        }
    }

    /// Returns the signs below the sentence: the mark of the entry, and its annotations.
    fn signs(&self) -> Vec<(String, SignWeight)> {
        let mut signs = Vec::new();
        let loud = match self.mark {
            EntryMark::Overruled | EntryMark::SetRight | EntryMark::Unexplained => {
                SignWeight::Strong
            }
            EntryMark::Plain | EntryMark::Vote => SignWeight::Plain,
        };
        signs.extend(self.mark.words().map(|words| (words.to_owned(), loud)));
        if self.is_on_trust {
            signs.push(("on trust".to_owned(), SignWeight::Quiet));
        }
        let mark = self.annotations.mark.map(journal::EntryRating::name);
        signs.extend(mark.map(|mark| (mark.to_owned(), SignWeight::Plain)));
        let agrees = self.annotations.agrees.map(|agrees| {
            if agrees {
                ("score track agrees", SignWeight::Quiet)
            } else {
                ("score track differs", SignWeight::Strong)
            }
        });
        signs.extend(agrees.map(|(words, weight)| (words.to_owned(), weight)));
        match self.annotations.variations {
            0 => {}
            count => signs.push((counted(count, "variation", "variations"), SignWeight::Quiet)),
        }
        signs
    }
}

/// Returns the height of the signs and points below a sentence; 0 if they fit after its last
/// line.
fn signs_height(ui: &Ui, entry: Option<&ListedEntry>, sentence: &Galley, width: f32) -> f32 {
    let Some(entry) = entry else {
        return 0.0;
    };
    let points: f32 = entry.points.iter().map(|_| POINTS).sum();
    let signs: f32 = entry
        .signs()
        .iter()
        .map(|(words, _)| caption(words.as_str()).plain().lay(ui).size().x + 2.0 * space::S)
        .sum();
    let fits = last_line(sentence) + space::S + signs + points <= width;
    if fits || signs + points == 0.0 { 0.0 } else { SIGNS }
}

/// Returns the width of the last line of a sentence.
fn last_line(sentence: &Galley) -> f32 {
    sentence.rows.last().map_or(0.0, |row| row.size.x)
}

impl EntryMark {
    const fn words(self) -> Option<&'static str> {
        match self {
            Self::Plain => None,
            Self::Vote => Some("vote"),
            Self::Overruled => Some("overruled"),
            Self::SetRight => Some("set right"),
            Self::Unexplained => Some("unexplained stretch"),
        }
    }
}

/// Height in logical pixels that is left to the list and its buttons before the details get more
/// than their minimum.
const LIST: f32 = 540.0;
/// Height that is left to the list and its buttons before a comment is shown whole.
const LIST_BESIDE_COMMENT: f32 = 372.0;
/// Maximum share of the height for the details where the list would be blank.
const MAX_BLANK: f32 = 0.6;

/// Draws the journal: the list, and the details of the viewed entry below it.
pub fn journal_panel_ui(ui: &mut Ui, cx: Cx<'_>, memory: &mut JournalMemory) {
    memory.follow(cx.table);
    memory.highlighted.clear();
    let height = ui.available_height();
    let usual = (height - LIST).min(height * 0.4).max(2.0 * touch::TARGET);
    let most = (height * 0.75).max(3.0 * touch::TARGET);
    let most_for_comment = (height - LIST_BESIDE_COMMENT).max(height / 3.0);
    let commented = commented_height(ui, cx, memory)
        .map(|needed| needed.min(most_for_comment).max(usual).min(most));
    // A short list leaves most of its space blank, which then goes to the details.
    let listed = memory.list.height() + touch::TARGET + 2.0 * space::S;
    let blank = (height - listed).min(height * MAX_BLANK).floor();
    let panel = if memory.list.height() > 0.0 && blank > usual.max(commented.unwrap_or_default()) {
        Panel::bottom("journal_detail_in_blank").resizable(false).exact_size(blank)
    } else if let Some(needed) = commented {
        // A panel for each entry, so that a long comment does not enlarge the details of others.
        Panel::bottom(ui.scope_id().with(("commented", cx.table.shown_entry())))
            .resizable(true)
            .default_size(needed)
            .size_range(needed..=most)
    } else {
        Panel::bottom("journal_detail")
            .resizable(true)
            .default_size(usual)
            .size_range(2.0 * touch::TARGET..=most)
    };
    panel.frame(Frame::NONE).show(ui, |ui| {
        // The scroll position belongs to the entry.
        let salt = ("journal_detail", cx.table.shown_entry());
        ScrollArea::vertical().id_salt(salt).auto_shrink([false, false]).show(ui, |ui| {
            reserve_scroll_bar(ui);
            detail_ui(ui, cx, memory);
        });
    });
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        transport_ui(ui, cx.commands);
        ui.add_space(space::XS);
        timeline_ui(ui, cx, &mut memory.timeline);
    });
    list_ui(ui, cx, memory);
}

/// Returns the height of the details down to the end of the comment; `None` without a comment.
fn commented_height(ui: &Ui, cx: Cx<'_>, memory: &mut JournalMemory) -> Option<f32> {
    let comment = cx.table.journal().entry(cx.table.shown_entry()).comment();
    if comment.is_empty() {
        return None;
    }
    let detail = memory.detail.of(cx.table.text_key(), || EntryDetail::of(cx.table));
    let width = ui.available_width() - space::M;
    let heading = lead(&detail.receipt.heading).bold().wrapped(ui, width).size().y;
    let width = TextLine::text_width(width, space::M, 0.0);
    let comment = body(comment).wrapped(ui, width).size().y;
    Some(heading + ROW_HEIGHT + comment + 2.0 * space::L)
}

/// Draws the buttons to view the first, previous, next and last entry.
fn transport_ui(ui: &mut Ui, commands: &CommandQueue<FoundersCommand>) {
    const BUTTONS: [(Icon, Menu); 4] = [
        (Icon::First, Menu::First),
        (Icon::Previous, Menu::Previous),
        (Icon::Next, Menu::Next),
        (Icon::Last, Menu::Last),
    ];
    for (icon, menu) in BUTTONS {
        let keys = menu.entry().keys(ui.ctx()).unwrap_or_default();
        if icon_button_ui(ui, icon, menu.label(), &keys).clicked() {
            commands.push(FoundersCommand::Menu(menu));
        }
    }
}

fn list_ui(ui: &mut Ui, cx: Cx<'_>, memory: &mut JournalMemory) {
    let key = ui.scope_id().with(("entry in view", cx.table.shown_entry()));
    let focus = RowFocus { key, index: memory.row_of(cx.table.shown_number()) };
    let mut list = std::mem::take(&mut memory.list);
    let JournalMemory { rows, entries, .. } = &*memory;
    list.show(
        ui,
        (rows.len(), focus),
        |ui, index| row_height(ui, rows[index], entries),
        |ui, rect, index| match rows[index] {
            ListRow::Turn(number) => {
                let low = rect.with_min_y(rect.top() + space::XS);
                group_heading_ui(ui, low, &entries[number - 1].turn);
            }
            ListRow::Entry(number) => entry_ui(ui, cx, rect, memory, number),
        },
    );
    memory.list = list;
}

fn row_height(ui: &Ui, row: ListRow, entries: &[ListedEntry]) -> f32 {
    match row {
        ListRow::Turn(_) => TURN,
        ListRow::Entry(number) => {
            let width = TextLine::text_width(ui.available_width(), BEFORE, BEHIND);
            let entry = number.checked_sub(1).map(|index| &entries[index]);
            let text = entry.map_or("Start of the game", |entry| &entry.sentence);
            let galley = body(text).tinted(Color32::PLACEHOLDER).in_rows(ui, width, MAX_LINES);
            let signs = signs_height(ui, entry, &galley, width);
            (galley.size().y + signs + AROUND).ceil()
        }
    }
}

fn entry_ui(ui: &mut Ui, cx: Cx<'_>, rect: Rect, memory: &JournalMemory, number: usize) {
    let theme = theme(ui);
    let entry = number.checked_sub(1).map(|index| &memory.entries[index]);
    let is_undone = number > cx.table.journal().cursor();
    let sentence = entry.map_or("Start of the game", |entry| &entry.sentence);
    let mark = entry.map_or(EntryMark::Plain, |entry| entry.mark);
    let tint = if is_undone { theme.muted } else { theme.ink };
    let has_comment = entry.is_some_and(|entry| entry.annotations.has_comment);
    let signs = entry.map(ListedEntry::signs).unwrap_or_default();
    let mut name = format!("{number} {sentence}");
    let states = [is_undone.then_some("taken back"), has_comment.then_some("with a comment")];
    let points = entry.map(|entry| entry.points.as_slice()).unwrap_or_default();
    for (player, by) in points {
        let who = cx.table.named_game().label(*player);
        name = format!("{name}, {who} {}", points_text(*by));
    }
    for words in signs.iter().map(|(words, _)| words.as_str()).chain(states.into_iter().flatten()) {
        name = format!("{name}, {words}");
    }
    let response = ui.interact(rect, ui.scope_id().with(("entry", number)), Sense::click());
    let width = TextLine::text_width(rect.width(), BEFORE, BEHIND);
    let galley = body(sentence).tinted(tint).in_rows(ui, width, MAX_LINES);
    let sign = signs_height(ui, entry, &galley, width);
    let last_line = last_line(&galley);
    let line = TextLine {
        galley,
        before: BEFORE,
        behind: BEHIND,
        height: rect.height(),
        is_chosen: entry.map_or(EntryId::START, |entry| entry.id) == cx.table.shown_entry(),
        name,
    };
    let upper = rect.with_max_y(rect.bottom() - sign);
    let text_bottom = upper.center().y + line.galley.size().y / 2.0;
    let is_chosen = line.is_chosen;
    let is_truncated = line.galley.elided;
    if is_chosen {
        // The background of the line covers its signs as well.
        ui.painter().rect_filled(rect, ui_kit::theme::RADIUS, theme.selection);
        let bar = left_of(rect, 3.0);
        ui.painter().rect_filled(bar, 0, theme.accent);
    }
    let placed = line.draw(ui, upper, response, Role::ListBoxOption);
    if is_chosen {
        ui.painter().rect_filled(left_of(rect, 3.0), 0, theme.accent);
    }
    let figures = caption(number.to_string()).lay(ui);
    let column = left_of(placed.before, NUMBER - space::XS);
    paint_in(ui.painter(), column, Align2::RIGHT_CENTER, figures);
    let square = Rect::from_center_size(
        pos2(rect.left() + NUMBER + 10.0, placed.before.center().y),
        Vec2::splat(18.0),
    );
    match (entry.and_then(|entry| entry.player), mark) {
        (_, EntryMark::Vote) => paint_icon(ui.painter(), Icon::VoteCircle, square, tint),
        (Some(player), _) => {
            paint_player_badge(ui.painter(), square, cx.table.game(), player);
        }
        (None, _) if entry.is_some() => paint_icon(ui.painter(), Icon::People, square, tint),
        (None, _) => paint_icon(ui.painter(), Icon::First, square, tint),
    }
    let mut left = pos2(rect.left() + BEFORE, text_bottom + SIGNS / 2.0 + 1.0);
    if sign == 0.0 {
        left += vec2(last_line + space::S, -SIGNS);
    }
    for (words, weight) in &signs {
        let sign = paint_sign(ui, left, words, *weight);
        left.x = sign.right() + space::XS;
    }
    let place = Rect::from_x_y_ranges(left.x..=placed.rect.right(), left.y..=left.y);
    paint_points(ui, cx.table.game(), points, place, tint);
    if has_comment {
        let quote = figure("“", text::HEAD).accent().lay(ui);
        ui.painter().galley(
            pos2(placed.behind.right() - 14.0, placed.behind.top() - 2.0),
            quote,
            theme.accent,
        );
    }
    if is_undone {
        let across = placed.behind.left() - space::XS;
        let stroke = Stroke::new(line::HAIR, theme.muted);
        let middle = placed.before.center().y;
        let from = rect.left() + NUMBER + 1.0;
        ui.painter().hline(from..=(from + 18.0).min(across), middle, stroke);
    }
    if placed.response.gained_focus() {
        ui.scroll_to_rect(rect, None);
    }
    if placed.response.clicked() {
        cx.commands.push(FoundersCommand::ViewNumber(number));
    }
    if is_truncated {
        placed.response.on_hover_text(sentence);
    }
}

/// Paints the points that players gained or lost, vertically centered in `place` from its left.
fn paint_points(ui: &Ui, game: &Game, points: &[(PlayerId, i32)], place: Rect, tint: Color32) {
    let mut left = place.left_center();
    for &(player, by) in points {
        let token = Rect::from_center_size(pos2(left.x + 8.0, left.y), Vec2::splat(14.0));
        paint_player_badge(ui.painter(), token, game, player);
        let words = Rect::from_min_max(
            pos2(token.right() + space::XS, left.y - SIGNS / 2.0),
            pos2(place.right(), left.y + SIGNS / 2.0),
        );
        let at = body(signed(by)).bold().tinted(tint).paint_within(ui, words, Align2::LEFT_CENTER);
        left.x = at.right() + space::S;
    }
}

/// Returns points gained or lost in words: "+4 points".
fn points_text(by: i32) -> String {
    counted(signed(by), "point", "points")
}

impl EntryDetail {
    fn of(table: &Table) -> Self {
        let (receipt, steps, on_trust) = match table.shown() {
            Some((before, played)) => {
                let before = table.named_game_of(before);
                (
                    Receipt::of(before, played),
                    instructions(before, played),
                    before.game().unverified_facts(played),
                )
            }
            None => (Receipt::default(), Vec::new(), Vec::new()),
        };
        Self { receipt, steps, on_trust, done: BTreeSet::new(), folded: BTreeSet::new() }
    }
}

/// Draws the viewed entry: its sentence, its comment, the physical moves and the receipt.
fn detail_ui(ui: &mut Ui, cx: Cx<'_>, memory: &mut JournalMemory) {
    let number = cx.table.shown_number();
    let JournalMemory { highlighted, entries, detail, annotations, .. } = memory;
    let id = cx.table.shown_entry();
    let detail = detail.of(cx.table.text_key(), || EntryDetail::of(cx.table));
    let entry =
        number.checked_sub(1).and_then(|index| entries.get(index)).filter(|entry| entry.id == id);
    ui.spacing_mut().item_spacing.y = space::XS;
    ui.add_space(space::S);
    let heading = if detail.receipt.heading.is_empty() {
        "Start of the game"
    } else {
        &detail.receipt.heading
    };
    lead(heading).bold().ui(ui);
    let mark = entry.and_then(|entry| entry.mark.words());
    // The list above shows the number; it is repeated only next to signs.
    if mark.is_some() || cx.table.is_past() {
        ui.horizontal_wrapped(|ui| {
            ui.set_row_height(ROW_HEIGHT);
            ui.spacing_mut().interact_size.y = ROW_HEIGHT;
            caption(format!("Entry {number}")).ui(ui);
            if let Some(words) = mark {
                sign_ui(ui, words, SignWeight::Strong);
            }
            if cx.table.is_in_variation() {
                sign_ui(ui, "of a variation", SignWeight::Strong);
            } else if cx.table.is_detached() {
                sign_ui(ui, "taken back", SignWeight::Strong);
            } else if cx.table.is_past() {
                sign_ui(ui, "the past", SignWeight::Plain);
            }
        });
    }
    let comment = cx.table.journal().entry(id).comment();
    if !comment.is_empty() {
        comment_ui(ui, comment);
    }
    unverified_ui(ui, &detail.on_trust, cx.commands);
    // The physical moves come first: the table waits for them.
    hand_list_ui(ui, cx.table.game(), detail, highlighted);
    ui.add_space(space::S);
    annotations_ui(ui, cx, annotations);
    variations_ui(ui, cx, annotations);
    receipt_ui(ui, cx, detail, highlighted);
    if let Some((before, played)) =
        cx.table.shown().filter(|(_, p)| p.action.kind.is_judged_by_rules())
    {
        ui.add_space(space::S);
        misread_ui(ui, || rests_on(before, played), cx.commands);
    }
}

/// Returns the facts that an entry depends on, with the terrain it built on at the end.
fn rests_on(before: &Game, played: &Played) -> Vec<FactId> {
    let mut facts = before.facts_behind(&played.action);
    facts.extend(
        before
            .built_on(&played.game)
            .into_iter()
            .map(|square| before.board().fact_of_square(SquareField::Terrain, square)),
    );
    facts
}

/// Draws a comment, set off by a line at its left.
fn comment_ui(ui: &mut Ui, comment: &str) {
    let theme = theme(ui);
    ui.add_space(space::XS);
    let width = TextLine::text_width(ui.available_width(), space::M, 0.0);
    let galley = body(comment).wrapped(ui, width);
    let size = vec2(ui.available_width(), galley.size().y + space::XS);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    name_as(&response, Role::Comment, comment);
    ui.painter().rect_filled(left_of(rect, line::MARK), 0, theme.accent);
    let at = rect.left_top() + vec2(space::M, line::MARK);
    ui.painter().galley(at, galley, theme.ink);
}

/// Draws the physical moves on the real table, each with an optional tick.
fn hand_list_ui(ui: &mut Ui, game: &Game, detail: &mut EntryDetail, highlighted: &mut Vec<Square>) {
    ui.add_space(space::S);
    panel_header_ui(ui, "Move on the table");
    if detail.steps.is_empty() {
        body("Nothing to move").muted().ui(ui);
        return;
    }
    group_ui(ui, "Hand list".to_owned(), |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        for (index, step) in detail.steps.iter().enumerate() {
            let is_done = detail.done.contains(&index);
            let response = step_ui(ui, game, step, is_done);
            if response.hovered() || response.has_focus() {
                highlighted.clone_from(&step.squares);
            }
            if response.clicked() && !detail.done.remove(&index) {
                detail.done.insert(index);
            }
        }
    });
}

/// Draws a step to tick off.
pub(super) fn step_ui(
    ui: &mut Ui,
    game: &Game,
    step: &PhysicalMove,
    is_done: bool,
) -> egui::Response {
    tick_line_ui(ui, &step.text, icon_of(game, &step.what), is_done, (0.0, 36.0)).response
}

/// Returns the icon of a resource, or of a claim token if it has none.
pub(super) fn resource_icon(game: &Game, resource: ResourceId) -> Icon {
    Icon::of_resource(game.contents().resource_name(resource)).unwrap_or(Icon::ClaimToken)
}

/// Returns the icon of a physical move.
pub(super) fn icon_of(game: &Game, moved: &MovedItem) -> Icon {
    match moved {
        MovedItem::RaceMat { .. } => Icon::People,
        MovedItem::ResourceCard { resource, .. } | MovedItem::Tracker { resource, .. } => {
            resource_icon(game, *resource)
        }
        MovedItem::Cards { .. } | MovedItem::EventCard { .. } => Icon::CardFaceUp,
        MovedItem::FaceDown(..) => Icon::CardFaceDown,
        MovedItem::Worker { .. } => Icon::Worker,
        MovedItem::Money { .. } => Icon::Money,
        MovedItem::Road { .. } => Icon::Road,
        MovedItem::Piece { kind, .. } => match kind {
            PieceKind::Resource(resource) => resource_icon(game, *resource),
            PieceKind::House => Icon::House,
            PieceKind::Bridge(_) => Icon::Bridge,
            PieceKind::Prestige(_) => Icon::PrestigeBuilding,
            PieceKind::Removed => Icon::Close,
        },
        MovedItem::Token(..) | MovedItem::Marker { .. } => Icon::ClaimToken,
        MovedItem::Access { .. } => Icon::AccessToken,
        MovedItem::Income(..) => Icon::Income,
        MovedItem::Delivery { .. } => Icon::DeliveryToken,
        MovedItem::Completion { .. } => Icon::Completion,
        MovedItem::Achievement { .. } | MovedItem::AchievementGone(_) | MovedItem::Score(..) => {
            Icon::Points
        }
        MovedItem::Prices { .. } | MovedItem::Influence(_, Quantity::Lasting, _) => {
            Icon::LastingInfluence
        }
        MovedItem::Influence(..) => Icon::FleetingInfluence,
        MovedItem::Shuffle => Icon::Random,
        MovedItem::Proposal { .. } => Icon::PrestigeBuilding,
        MovedItem::Adviser { .. } => Icon::Adviser,
    }
}

/// Draws the source of every point as a tree.
fn receipt_ui(ui: &mut Ui, cx: Cx<'_>, detail: &mut EntryDetail, highlighted: &mut Vec<Square>) {
    ui.add_space(space::M);
    panel_header_ui(ui, "What it set off");
    if detail.receipt.lines.is_empty() {
        body("Nothing").muted().ui(ui);
        return;
    }
    let mut tree = ReceiptTree {
        game: cx.table.game(),
        folded: &mut detail.folded,
        highlighted,
        commands: cx.commands,
    };
    let builder = UiBuilder::new().accessibility_role(Role::Tree).accessibility_label("Receipt");
    ui.scope_builder(builder, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        for (index, line) in detail.receipt.lines.iter().enumerate() {
            tree.line_ui(ui, line, &mut vec![index]);
        }
    });
}

/// The receipt while it is drawn.
struct ReceiptTree<'a> {
    game: &'a Game,
    folded: &'a mut BTreeSet<Vec<usize>>,
    highlighted: &'a mut Vec<Square>,
    commands: &'a CommandQueue<FoundersCommand>,
}

impl ReceiptTree<'_> {
    fn line_ui(&mut self, ui: &mut Ui, line: &receipt::EffectLine, path: &mut Vec<usize>) {
        const CHEVRON: f32 = 18.0;
        let theme = theme(ui);
        let depth = u8::try_from(path.len() - 1).unwrap_or(u8::MAX);
        // Deep lines still leave space for their text.
        let indent = (f32::from(depth) * INDENT).min(ui.available_width() / 4.0);
        let before = indent + CHEVRON + 20.0;
        let behind = line.rule.map_or(0.0, |_| RULE_NUMBER_WIDTH);
        let is_folded = self.folded.contains(path);
        let words = TextLine::text_width(ui.available_width(), before, behind);
        let drawn = TextLine {
            name: line.text.clone(),
            galley: body(capitalized(&line.text)).wrapped(ui, words),
            before,
            behind,
            height: MIN_LINE_HEIGHT,
            is_chosen: false,
        };
        let placed = drawn.ui(ui, Role::TreeItem);
        let at = |x: f32, side: f32| {
            let middle = pos2(placed.rect.left() + indent + x, placed.before.center().y);
            Rect::from_center_size(middle, Vec2::splat(side))
        };
        if !line.children.is_empty() {
            let icon = if is_folded { Icon::ChevronRight } else { Icon::ChevronDown };
            paint_icon(ui.painter(), icon, at(CHEVRON / 2.0, 16.0), theme.muted);
        }
        if let Some(player) = line.player {
            paint_player_badge(ui.painter(), at(CHEVRON + 8.0, 16.0), self.game, player);
        }
        if placed.response.hovered() || placed.response.has_focus() {
            self.highlighted.clone_from(&line.squares);
        }
        if placed.response.clicked() && !line.children.is_empty() && !self.folded.remove(path) {
            self.folded.insert(path.clone());
        }
        if let Some(rule) = line.rule {
            rule_link_ui(ui, placed.behind, rule, &format!("{path:?}"), self.commands);
        }
        if !is_folded {
            for (index, child) in line.children.iter().enumerate() {
                path.push(index);
                self.line_ui(ui, child, path);
                path.pop();
            }
        }
    }
}
