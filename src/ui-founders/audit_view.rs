//! The page that compares a count of the table with the record, and narrows every difference
//! down to the entries that could explain it.
//!
//! The same page serves to catch up after something was not entered: then the game continues
//! from the count. Pieces on the board are placed by presses ([`PlacementEditor`]).

use std::collections::BTreeMap;

use egui::accesskit::Role;
use egui::{Align, Grid, Layout, ScrollArea, Ui, vec2};
use plain_text::{capitalized, clauses};

use super::placement_editor::PlacementEditor;
use components::quantity::{Points, Quantity};
use journal::audit::{Finding, Suspect, SuspectedMistake, settlement};
use journal::{Change, PointsChange};
use memo::Memo;
use narration::{NamedGame, PlayerNaming, refusal};
use notation::parse_adjustments;
use rules::Game;
use rules::action::{Action, ActionKind};
use rules::adjustment::Adjustment;
use rules::audit::{BoardQuantity, PlayerQuantity, TableQuantity};
use rules::player::{ByPlayer, PlayerId};
use table::table::{Table, short_description};
use ui_board::Cx;
use ui_board::command::FoundersCommand;
use ui_board::pieces::{entry_line_ui, player_badge_ui};
use ui_kit::theme::{RADIUS, dense, line, space, text, theme, touch};
use ui_kit::widgets::{
    RequiredTextField, TextLine, body, button, button_ui, caption, group_ui, hairline_ui, headline,
    lines_edit, low_line_edit, panel_header_ui, reserve_scroll_bar, signed, wide_button,
};

/// Width of a number field and of the name above it, where there is enough space.
const FIELD: f32 = 64.0;
/// Minimum width of a field: three digits.
const MIN_FIELD: f32 = 32.0;
/// Width of the labels before the fields of the players.
const PLAYER_LABELS: f32 = 148.0;
/// Width of an item of the board with its field.
const BOARD_ITEM: f32 = 200.0;
/// Maximum share of the page for the outcome of a count.
const MAX_OUTCOME: f32 = 0.3;
/// Maximum number of entries listed for one difference.
const MAX_SUSPECTS: usize = 6;
/// Width of the number of an entry.
const NUMBER: f32 = 40.0;

/// The message where typed text is not a number.
const NO_NUMBERS: &str = "Enter whole numbers only.";

/// The purpose of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CountPurpose {
    Count,
    CatchUp,
}

/// The count in progress; belongs to one record.
#[derive(Default)]
pub struct AuditMemory {
    form: Option<CountForm>,
}

/// A count as typed so far.
struct CountForm {
    purpose: CountPurpose,
    typed: BTreeMap<TableQuantity, String>,
    reason: RequiredTextField,
    /// The pieces placed on the board by presses.
    editor: Option<PlacementEditor>,
    /// `true` while pieces are being placed.
    is_placing: bool,
    /// Everything else on the table, in the notation.
    layout: String,
    turn: Option<PlayerId>,
    error: Option<String>,
    /// The outcome, cached by the record and the count.
    result: Memo<(Version, BTreeMap<TableQuantity, i32>), CountOutcome>,
}

/// The outcome of a count, in words.
#[derive(Default)]
struct CountOutcome {
    findings: Vec<CountDifference>,
    /// The entries that changed points since the score track last agreed, each with its sentence.
    stretch: Vec<(PointsChange, String)>,
    since: usize,
}

/// A difference in words.
struct CountDifference {
    head: String,
    since: String,
    suspects: Vec<(usize, String)>,
    more: usize,
}

impl AuditMemory {
    /// Opens the page to count, or closes it.
    pub fn count(&mut self) {
        self.toggle(CountPurpose::Count);
    }

    /// Opens the page to catch up, or closes it.
    pub fn catch_up(&mut self) {
        self.toggle(CountPurpose::CatchUp);
    }

    fn toggle(&mut self, purpose: CountPurpose) {
        let is_same = self.form.as_ref().is_some_and(|form| form.purpose == purpose);
        self.form = (!is_same).then(|| CountForm {
            purpose,
            typed: BTreeMap::new(),
            reason: RequiredTextField::from("counted at the table"),
            editor: None,
            is_placing: false,
            layout: String::new(),
            turn: None,
            error: None,
            result: Memo::default(),
        });
    }

    /// Returns `true` if the page is open.
    pub fn is_open(&self) -> bool {
        self.form.is_some()
    }

    /// Goes back from the board to the page, or closes the page; returns `true` if it was open.
    pub fn close(&mut self) -> bool {
        match &mut self.form {
            Some(form) if form.is_placing => {
                form.is_placing = false;
                true
            }
            _ => self.form.take().is_some(),
        }
    }

    /// Returns the editor of the pieces on the board while it is open.
    pub fn placement_editor(&mut self) -> Option<&mut PlacementEditor> {
        let form = self.form.as_mut().filter(|form| form.is_placing)?;
        form.editor.as_mut()
    }

    /// Adopts the player names of the table.
    pub fn set_names(&mut self, table: &Table) {
        if let Some(editor) = self.form.as_mut().and_then(|form| form.editor.as_mut()) {
            editor.set_naming(table.naming());
        }
    }
}

impl CountForm {
    /// Returns the typed numbers that can be parsed.
    fn counted(&self) -> BTreeMap<TableQuantity, i32> {
        self.typed.iter().filter_map(|(what, typed)| Some((*what, parse_number(typed)?))).collect()
    }

    /// Returns everything besides numbers: the placed pieces, and the typed adjustments.
    fn others(&self, game: &Game) -> Result<Vec<Adjustment>, String> {
        let mut all = self.editor.as_ref().map(PlacementEditor::placed).unwrap_or_default();
        if !self.layout.trim().is_empty() {
            let typed = parse_adjustments(game, &self.layout);
            all.extend(typed.map_err(|error| error.within(&self.layout))?);
        }
        Ok(all)
    }

    /// Returns the whole count as adjustments of the record.
    fn adjustments(&self, game: &Game) -> Result<Vec<Adjustment>, String> {
        if self.has_invalid_number() {
            return Err(NO_NUMBERS.to_owned());
        }
        let mut all = self.others(game)?;
        // Numbers come last, so that no placed piece changes them.
        all.extend(settlement(game, &self.counted()));
        Ok(all)
    }

    /// Returns `true` if anything besides numbers was entered.
    fn has_others(&self) -> bool {
        self.editor.as_ref().is_some_and(PlacementEditor::has_placed)
            || !self.layout.trim().is_empty()
    }

    /// Returns `true` if a filled field is not a number.
    fn has_invalid_number(&self) -> bool {
        self.typed.values().filter(|typed| !typed.trim().is_empty()).count() > self.counted().len()
    }
}

/// Parses a typed number.
fn parse_number(typed: &str) -> Option<i32> {
    typed.trim().replace('−', "-").parse().ok()
}

/// Draws the page while a count is in progress.
pub fn audit_view_ui(ui: &mut Ui, cx: Cx<'_>, memory: &mut AuditMemory) {
    let Some(form) = &mut memory.form else {
        return;
    };
    let mut is_done = false;
    let is_count = form.purpose == CountPurpose::Count;
    // The outcome is below the count, where it is visible and moves nothing.
    let most = ui.available_height() * MAX_OUTCOME;
    let foot = egui::Frame::new().inner_margin(egui::Margin { top: 8, ..egui::Margin::ZERO });
    egui::Panel::bottom("audit_end").frame(foot).show(ui, |ui| {
        is_done = if is_count { count_end_ui(ui, cx, form) } else { catch_up_end_ui(ui, cx, form) };
        if is_count {
            let scroll = ScrollArea::vertical().id_salt("outcome").max_height(most);
            scroll.min_scrolled_height(most).show(ui, |ui| outcome_ui(ui, cx, form));
        }
    });
    ScrollArea::vertical().id_salt("audit").auto_shrink(false).show(ui, |ui| {
        reserve_scroll_bar(ui);
        head_ui(ui, form);
        fields_ui(ui, cx.table, form);
        if form.has_invalid_number() {
            body(NO_NUMBERS).bad().ui(ui);
        }
        if !is_count {
            turn_ui(ui, cx.table.named_game_now(), form);
        }
        others_ui(ui, cx.table, form);
    });
    if is_done {
        memory.form = None;
    }
}

fn head_ui(ui: &mut Ui, form: &CountForm) {
    let (title, explanation) = match form.purpose {
        CountPurpose::Count => (
            "Count the table",
            "Type what you count; the record's numbers are in grey. An empty field is not counted.",
        ),
        CountPurpose::CatchUp => (
            "Catch up",
            "The game goes on from the table as it stands. What happened before stays unexplained in the record, and can be filled in later.",
        ),
    };
    ui.label(headline(ui, title, text::HEAD));
    caption(explanation).ui(ui);
    ui.add_space(space::S);
}

/// Draws a field for everything that can be counted: a column for each player, and the board.
fn fields_ui(ui: &mut Ui, table: &Table, form: &mut CountForm) {
    let named = table.named_game_now();
    let is_count = form.purpose == CountPurpose::Count;
    let rows = PlayerQuantity::ALL.into_iter().filter(|what| {
        // To catch up with the others, their places are needed as well.
        is_count
            || matches!(what, PlayerQuantity::Number(quantity) if *quantity != Quantity::Income)
    });
    group_ui(ui, "Of the players".to_owned(), |ui| {
        dense(ui);
        let columns: f32 = named.game().players().map(|_| 1.0).sum();
        let column = (ui.available_width() - PLAYER_LABELS) / columns;
        let width = (column - ui.spacing().item_spacing.x).clamp(MIN_FIELD, FIELD);
        let grid = Grid::new("audit_players").num_columns(5).min_col_width(width);
        grid.show(ui, |ui| {
            ui.label("");
            for player in named.game().players() {
                let who = named.label(player);
                ui.vertical(|ui| {
                    ui.set_min_width(width);
                    player_badge_ui(ui, named, player, 18.0);
                    let name = caption(&who).bold().plain().elided(ui, width);
                    ui.add(egui::Label::new(name));
                });
            }
            ui.end_row();
            for what in rows {
                ui.label(capitalized(what.name()));
                for player in named.game().players() {
                    let name = format!("{} {}", named.label(player), what.name());
                    field_ui(
                        ui,
                        named.game(),
                        form,
                        TableQuantity::Player(player, what),
                        &name,
                        width,
                    );
                }
                ui.end_row();
            }
        });
    });
    if !is_count {
        return;
    }
    ui.add_space(space::S);
    group_ui(ui, "Of the board".to_owned(), |ui| {
        dense(ui);
        let per_row = ((ui.available_width() / BOARD_ITEM) as usize).clamp(1, 3);
        Grid::new("audit_board").num_columns(2 * per_row).show(ui, |ui| {
            for row in BoardQuantity::ALL.chunks(per_row) {
                for &what in row {
                    ui.label(capitalized(what.name()));
                    let name = capitalized(what.name());
                    field_ui(ui, named.game(), form, TableQuantity::Board(what), &name, FIELD);
                }
                ui.end_row();
            }
        });
    });
}

fn field_ui(
    ui: &mut Ui,
    game: &Game,
    form: &mut CountForm,
    what: TableQuantity,
    name: &str,
    width: f32,
) {
    let theme = theme(ui);
    let recorded = what.count(game);
    let typed = form.typed.entry(what).or_default();
    let differs = parse_number(typed).is_some_and(|counted| counted != recorded);
    let edit = low_line_edit(typed)
        .hint_text(recorded.to_string())
        .text_color(if differs { theme.bad } else { theme.ink })
        .margin(vec2(space::XS, ui.spacing().button_padding.y))
        .desired_width(width);
    let field = ui.add(edit);
    if differs {
        let frame = egui::Stroke::new(line::MARK, theme.bad);
        ui.painter().rect_stroke(field.rect, RADIUS, frame, egui::StrokeKind::Inside);
    }
    field.widget_info(|| {
        let mut info = egui::WidgetInfo::labeled(Role::TextInput, true, name);
        info.current_text_value = Some(typed.clone());
        info
    });
}

/// Draws the actions for a count; returns `true` if it is done.
fn count_end_ui(ui: &mut Ui, cx: Cx<'_>, form: &mut CountForm) -> bool {
    let named = cx.table.named_game_now();
    let counted = form.counted();
    let points = stated_points(named.game(), &counted);
    let mut is_done = false;
    ui.horizontal_wrapped(|ui| {
        let note = ui
            .add_enabled(points.is_some(), button("Note the score track"))
            .on_hover_text("Notes beside the entry what the score track shows; no number changes.")
            .on_disabled_hover_text("Count every player's points first.");
        if let Some(points) = points.filter(|_| note.clicked()) {
            cx.commands.push(FoundersCommand::Change(vec![Change::Checkpoint(points)]));
            cx.commands.push(FoundersCommand::ShowMessage("The score track was noted.".to_owned()));
        }
        let label = ui.label("Reason");
        // In a narrow window the reason has a row of its own.
        let size = vec2(180.0, touch::TARGET);
        ui.allocate_ui_with_layout(size, Layout::top_down(Align::Min), |ui| {
            form.reason.ui(ui, &label, "");
        });
        let differs = form.has_others() || !settlement(named.game(), &counted).is_empty();
        let correct = ui
            .add_enabled(differs, button("Set the record right"))
            .on_disabled_hover_text("Everything counted agrees with the record.");
        if correct.clicked() {
            let reason = form.reason.words("Setting the record right needs a reason.");
            match reason.map(|reason| correction(named, form, reason)).transpose() {
                Ok(None) => {}
                Ok(Some(action)) => {
                    cx.commands.push(FoundersCommand::Play(vec![action]));
                    form.typed.clear();
                    form.layout.clear();
                    (form.editor, form.error) = (None, None);
                }
                Err(error) => form.error = Some(error),
            }
        }
        is_done = button_ui(ui, "Close");
    });
    error_ui(ui, form);
    is_done
}

fn error_ui(ui: &mut Ui, form: &CountForm) {
    if let Some(error) = &form.error {
        body(error).bad().ui(ui);
    }
}

/// Returns the points of all players; `None` unless all were counted.
fn stated_points(game: &Game, counted: &BTreeMap<TableQuantity, i32>) -> Option<ByPlayer<Points>> {
    let mut points = ByPlayer::default();
    for player in game.players() {
        let what = TableQuantity::Player(player, PlayerQuantity::Number(Quantity::Points));
        points[player] = Points(*counted.get(&what)?);
    }
    Some(points)
}

/// Asks for the player of the next turn.
fn turn_ui(ui: &mut Ui, named: NamedGame<'_>, form: &mut CountForm) {
    ui.add_space(space::S);
    ui.horizontal_wrapped(|ui| {
        ui.label("The next turn belongs to");
        for player in named.game().players() {
            ui.radio_value(&mut form.turn, Some(player), named.label(player));
        }
    });
}

/// Draws the actions for catching up; returns `true` if it is done.
fn catch_up_end_ui(ui: &mut Ui, cx: Cx<'_>, form: &mut CountForm) -> bool {
    let named = cx.table.named_game_now();
    error_ui(ui, form);
    let mut is_done = false;
    ui.horizontal(|ui| {
        if ui.add(wide_button("Go on from here")).clicked() {
            match position(named, form) {
                Ok(action) => {
                    cx.commands.push(FoundersCommand::Play(vec![action]));
                    is_done = true;
                }
                Err(error) => form.error = Some(error),
            }
        }
        is_done |= ui.add(wide_button("Cancel")).clicked();
    });
    is_done
}

/// Returns the action that adopts the entered position, if the rules accept it.
fn position(named: NamedGame<'_>, form: &CountForm) -> Result<Action, String> {
    let turn = form.turn.ok_or("Whose turn is it?")?;
    let mut all = form.adjustments(named.game())?;
    all.retain(|item| !matches!(item, Adjustment::Turn(_)));
    all.push(Adjustment::Turn(turn));
    accepted(named, ActionKind::Position(all))
}

/// Asks for everything besides numbers: pieces placed on the board, or typed adjustments.
fn others_ui(ui: &mut Ui, table: &Table, form: &mut CountForm) {
    ui.add_space(space::S);
    if button_ui(ui, "Lay it on the board…") {
        if form.editor.is_none() {
            form.editor = PlacementEditor::start(table);
        }
        form.is_placing = form.editor.is_some();
    }
    for line in form.editor.iter().flat_map(PlacementEditor::descriptions) {
        body(line).ui(ui);
    }
    let label = caption("Whatever else differs, in the notation").plain().ui(ui);
    let layout = lines_edit(&mut form.layout)
        .hint_text("card Human Trade played, clear D4")
        .desired_width(f32::INFINITY);
    ui.add(layout).labelled_by(label.id);
}

/// Returns the action that corrects the record, if the rules accept it.
fn correction(named: NamedGame<'_>, form: &CountForm, reason: String) -> Result<Action, String> {
    let changes = form.adjustments(named.game())?;
    accepted(named, ActionKind::Adjust { changes, reason })
}

/// Returns the action if the rules accept it; an error is the text of the refusal.
fn accepted(named: NamedGame<'_>, kind: ActionKind) -> Result<Action, String> {
    let action = Action::from(kind);
    match named.game().play(&action) {
        Ok(_) => Ok(action),
        Err(refusal) => Err(refusal::describe(named, &refusal)),
    }
}

/// Draws every difference with the entries that could explain it, and the entries with points.
fn outcome_ui(ui: &mut Ui, cx: Cx<'_>, form: &mut CountForm) {
    let counted = form.counted();
    if counted.is_empty() {
        return;
    }
    let of = (version_of(cx.table), counted.clone());
    let outcome = form.result.of(of, || CountOutcome::of(cx.table, &counted));
    ui.add_space(space::M);
    panel_header_ui(ui, "Differences");
    if outcome.findings.is_empty() {
        body("The count agrees with the record.").good().ui(ui);
        return;
    }
    for finding in &outcome.findings {
        group_ui(ui, finding.head.clone(), |ui| {
            body(&finding.head).bold().bad().ui(ui);
            caption(&finding.since).ui(ui);
            for (entry, sentence) in &finding.suspects {
                entry_ui(ui, cx, *entry, sentence);
            }
            if finding.more > 0 {
                caption(format!("and {} more, only together with others", finding.more)).ui(ui);
            }
        });
        hairline_ui(ui);
    }
    if outcome.stretch.is_empty() {
        return;
    }
    ui.add_space(space::M);
    panel_header_ui(ui, "Where points came from");
    let since = match outcome.since {
        0 => {
            "The score track was never confirmed, so every entry with points is listed.".to_owned()
        }
        since => format!("The score track last agreed after entry {since}."),
    };
    caption(since).ui(ui);
    for (points, sentence) in &outcome.stretch {
        entry_ui(ui, cx, points.entry, sentence);
    }
}

/// The state of the record, and the player names.
type Version = (u64, PlayerNaming);

/// Returns the version that an outcome belongs to.
///
/// It changes with every change of the record, but not when an earlier entry is viewed.
fn version_of(table: &Table) -> Version {
    let journal = table.journal();
    let here = u64::try_from(journal.cursor()).unwrap_or_default();
    let count = u64::try_from(journal.entry_count()).unwrap_or_default();
    let agreed = journal::last_agreed(journal).map_or(0, |(number, _)| number);
    let record = (count << 40) | (here << 20) | u64::try_from(agreed).unwrap_or_default();
    (record, table.naming())
}

/// Draws an entry that can be viewed.
fn entry_ui(ui: &mut Ui, cx: Cx<'_>, entry: usize, sentence: &str) {
    let line = TextLine::of(ui, format!("Entry {entry}, {sentence}"), body(sentence), NUMBER, 0.0)
        .chosen(cx.table.shown_number() == entry);
    entry_line_ui(ui, line, entry, body(entry.to_string()).accent(), cx.commands);
}

impl CountOutcome {
    fn of(table: &Table, counted: &BTreeMap<TableQuantity, i32>) -> Self {
        let journal = table.journal();
        let findings = journal::audit::audit(journal, counted);
        let changed_points = if findings
            .iter()
            .any(|finding| matches!(finding.what.quantity(), Some((_, Quantity::Points))))
        {
            journal::points_since_agreed(journal)
        } else {
            Vec::new()
        };
        Self {
            stretch: changed_points
                .into_iter()
                .map(|points| {
                    let sentence = sentence_of(table, points.entry);
                    let text = format!("{sentence}: {}", changes(table, &points));
                    (points, text)
                })
                .collect(),
            findings: findings.iter().map(|finding| CountDifference::of(table, finding)).collect(),
            since: journal::last_agreed(journal).map_or(0, |(number, _)| number),
        }
    }
}

impl CountDifference {
    fn of(table: &Table, finding: &Finding) -> Self {
        let what = name_of(table.named_game(), finding.what);
        let by = finding.difference();
        let more = if by < 0 { "fewer" } else { "more" };
        let head = format!(
            "{what}: the table has {}, the record {}, {} {more}",
            finding.counted,
            finding.recorded,
            by.unsigned_abs()
        );
        let is_explained =
            finding.suspects.iter().any(|suspect| suspect.mistake != SuspectedMistake::WithOthers);
        let since = match (finding.since, is_explained, finding.suspects.is_empty()) {
            (_, _, true) => "No entry since they last agreed changed it.".to_owned(),
            (0, true, _) => "Any of these alone would explain it.".to_owned(),
            (0, false, _) => "No entry alone explains it; these changed it.".to_owned(),
            (since, true, _) => {
                format!("Agreed after entry {since}; any of these alone would explain it.")
            }
            (since, false, _) => format!(
                "Agreed after entry {since}; no entry alone explains it, and these changed it."
            ),
        };
        let suspects: Vec<(usize, String)> = finding
            .suspects
            .iter()
            .filter(|suspect| !is_explained || suspect.mistake != SuspectedMistake::WithOthers)
            .take(MAX_SUSPECTS)
            .map(|suspect| (suspect.entry, words_of(table, suspect)))
            .collect();
        Self { head, since, more: finding.suspects.len() - suspects.len(), suspects }
    }
}

/// Returns a suspect in words.
fn words_of(table: &Table, suspect: &Suspect) -> String {
    let sentence = sentence_of(table, suspect.entry);
    let by = signed(suspect.part);
    let how = match suspect.mistake {
        SuspectedMistake::NotDone => "perhaps not carried out on the table".to_owned(),
        SuspectedMistake::ForOtherPlayer(player) => {
            format!("perhaps carried out for {}", table.named_game().label(player))
        }
        SuspectedMistake::Twice => "perhaps carried out twice".to_owned(),
        SuspectedMistake::Reversed => "perhaps carried out the wrong way round".to_owned(),
        SuspectedMistake::WithOthers => return format!("{sentence} ({by})"),
    };
    format!("{sentence} ({by}), {how}")
}

/// Returns the name of a counted item.
fn name_of(named: NamedGame<'_>, what: TableQuantity) -> String {
    match what {
        TableQuantity::Player(player, what) => format!("{} {}", named.label(player), what.name()),
        TableQuantity::Board(what) => capitalized(what.name()),
    }
}

/// Returns the changes that an entry made to the points of the players, in words.
fn changes(table: &Table, points: &PointsChange) -> String {
    let named = table.named_game();
    let each: Vec<String> = named
        .game()
        .players()
        .filter(|&player| points.by[player] != Points(0))
        .map(|player| {
            let (by, after) = (signed(points.by[player].0), points.after[player]);
            format!("{} {by}, {after} then", named.label(player))
        })
        .collect();
    clauses(&each)
}

/// Returns an entry of the main line in a few words.
fn sentence_of(table: &Table, number: usize) -> String {
    short_description(table.journal(), number, table.naming()).unwrap_or_default()
}
