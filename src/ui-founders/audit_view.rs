//! Counting the table: what lies there is typed in, and every difference from
//! the record is narrowed down to the entries that could explain it.
//!
//! The same page serves to catch up after something was not entered: then what
//! was counted is taken over, and the game goes on from there. What lies on the
//! board is laid there by presses ([`Laying`]).

use std::collections::BTreeMap;

use egui::accesskit::Role;
use egui::{Align, Grid, Layout, ScrollArea, Ui, vec2};
use plain_text::{capital, clauses};

use super::laying::Laying;
use components::quantity::{Points, Quantity};
use journal::audit::{Finding, How, Suspect, settlement};
use journal::{Change, PointsAt};
use memo::Memo;
use narration::{NamedGame, PlayerNaming, refusal};
use notation::parse_adjustments;
use rules::Game;
use rules::action::{Action, Deed};
use rules::adjustment::Adjustment;
use rules::audit::{Counted, OfBoard, OfPlayer};
use rules::player::{ByPlayer, PlayerId};
use table::table::{Table, in_short};
use ui_board::Cx;
use ui_board::command::FoundersCommand;
use ui_board::pieces::{entry_line_ui, player_badge_ui};
use ui_kit::theme::{RADIUS, dense, line, space, text, theme, touch};
use ui_kit::widgets::{
    Line, WordsField, beside_bar, body, button, caption, group_ui, hairline_ui, headline,
    lines_edit, low_line_edit, panel_header_ui, pressed_ui, signed, wide,
};

/// Width of a field for a number, and of the name above it, where there is room for it.
const FIELD: f32 = 64.0;
/// The least width of a field: three digits.
const LEAST_FIELD: f32 = 32.0;
/// What is counted of players takes so much room before the fields.
const COUNTED: f32 = 148.0;
/// A thing of the board takes so much room with its field.
const OF_BOARD: f32 = 200.0;
/// So much of the page is for what a count came to, at most.
const OUTCOME: f32 = 0.3;
/// No more entries than this are listed for one difference at first.
const MOST_SUSPECTS: usize = 6;
/// Room for the number of an entry.
const NUMBER: f32 = 40.0;

/// What is said where something typed is no number.
const NO_NUMBERS: &str = "Enter whole numbers only.";

/// What the page is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CountPurpose {
    Count,
    CatchUp,
}

/// The count that is going on, if one is; it belongs to one record.
#[derive(Default)]
pub struct AuditMemory {
    form: Option<CountForm>,
}

/// A count as far as it is typed.
struct CountForm {
    purpose: CountPurpose,
    typed: BTreeMap<Counted, String>,
    reason: WordsField,
    /// What lies on the board, as it was laid by presses.
    laying: Option<Laying>,
    /// Whether it is being laid now.
    lays: bool,
    /// What else lies on the table, in the notation.
    layout: String,
    turn: Option<PlayerId>,
    trouble: Option<String>,
    /// What the count came to, and for what.
    result: Memo<(Version, BTreeMap<Counted, i32>), CountOutcome>,
}

/// What a count came to, in words.
#[derive(Default)]
struct CountOutcome {
    findings: Vec<Difference>,
    /// The entries to play back, each with its sentence.
    stretch: Vec<(PointsAt, String)>,
    since: usize,
}

/// A difference in words.
struct Difference {
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
            reason: WordsField::from("counted at the table"),
            laying: None,
            lays: false,
            layout: String::new(),
            turn: None,
            trouble: None,
            result: Memo::default(),
        });
    }

    /// Whether the page is open.
    pub fn is_open(&self) -> bool {
        self.form.is_some()
    }

    /// Goes back from the board to the page, or closes the page; says whether it was open.
    pub fn close(&mut self) -> bool {
        match &mut self.form {
            Some(form) if form.lays => {
                form.lays = false;
                true
            }
            _ => self.form.take().is_some(),
        }
    }

    /// What is laid on the board, while it is.
    pub fn laying(&mut self) -> Option<&mut Laying> {
        let form = self.form.as_mut().filter(|form| form.lays)?;
        form.laying.as_mut()
    }

    /// Calls the players as the table does.
    pub fn follow(&mut self, table: &Table) {
        if let Some(laying) = self.form.as_mut().and_then(|form| form.laying.as_mut()) {
            laying.set_naming(table.naming());
        }
    }
}

impl CountForm {
    /// What was typed and can be read.
    fn counted(&self) -> BTreeMap<Counted, i32> {
        self.typed.iter().filter_map(|(what, typed)| Some((*what, read(typed)?))).collect()
    }

    /// What lies on the table besides numbers: what was laid on the board, and what was typed.
    fn others(&self, game: &Game) -> Result<Vec<Adjustment>, String> {
        let mut all = self.laying.as_ref().map(Laying::laid).unwrap_or_default();
        if !self.layout.trim().is_empty() {
            let typed = parse_adjustments(game, &self.layout);
            all.extend(typed.map_err(|error| error.within(&self.layout))?);
        }
        Ok(all)
    }

    /// All of it as the record takes it over.
    fn adjustments(&self, game: &Game) -> Result<Vec<Adjustment>, String> {
        if self.has_nonsense() {
            return Err(NO_NUMBERS.to_owned());
        }
        let mut all = self.others(game)?;
        // Numbers stand last, so that nothing laid down changes them.
        all.extend(settlement(game, &self.counted()));
        Ok(all)
    }

    /// Whether something was said besides numbers.
    fn has_others(&self) -> bool {
        let is_laid = self.laying.as_ref().is_some_and(Laying::has_laid);
        is_laid || !self.layout.trim().is_empty()
    }

    /// Whether something typed is no number.
    fn has_nonsense(&self) -> bool {
        let filled = self.typed.values().filter(|typed| !typed.trim().is_empty());
        filled.count() > self.counted().len()
    }
}

/// The number that was typed, if it is one.
fn read(typed: &str) -> Option<i32> {
    typed.trim().replace('−', "-").parse().ok()
}

/// Draws the count that is going on.
pub fn audit_view_ui(ui: &mut Ui, cx: Cx<'_>, memory: &mut AuditMemory) {
    let Some(form) = &mut memory.form else {
        return;
    };
    let mut is_done = false;
    let is_count = form.purpose == CountPurpose::Count;
    // What a count came to stands below it, where it is seen and nothing moves for it.
    let most = ui.available_height() * OUTCOME;
    let foot = egui::Frame::new().inner_margin(egui::Margin { top: 8, ..egui::Margin::ZERO });
    egui::Panel::bottom("audit_end").frame(foot).show(ui, |ui| {
        is_done = if is_count { count_end_ui(ui, cx, form) } else { catch_up_end_ui(ui, cx, form) };
        if is_count {
            let scroll = ScrollArea::vertical().id_salt("outcome").max_height(most);
            scroll.min_scrolled_height(most).show(ui, |ui| outcome_ui(ui, cx, form));
        }
    });
    ScrollArea::vertical().id_salt("audit").auto_shrink(false).show(ui, |ui| {
        beside_bar(ui);
        head_ui(ui, form);
        fields_ui(ui, cx.table, form);
        if form.has_nonsense() {
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
    let (title, said) = match form.purpose {
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
    caption(said).ui(ui);
    ui.add_space(space::S);
}

/// A field for everything that can be counted: a column a player, and the board.
fn fields_ui(ui: &mut Ui, table: &Table, form: &mut CountForm) {
    let named = table.named_game_now();
    let is_count = form.purpose == CountPurpose::Count;
    let rows = OfPlayer::ALL.into_iter().filter(|what| {
        // Of the rest one has to say where it lies.
        is_count || matches!(what, OfPlayer::Number(quantity) if *quantity != Quantity::Income)
    });
    group_ui(ui, "Of the players".to_owned(), |ui| {
        dense(ui);
        let columns: f32 = named.game().players().map(|_| 1.0).sum();
        let room = (ui.available_width() - COUNTED) / columns;
        let width = (room - ui.spacing().item_spacing.x).clamp(LEAST_FIELD, FIELD);
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
                ui.label(capital(what.name()));
                for player in named.game().players() {
                    let name = format!("{} {}", named.label(player), what.name());
                    field_ui(ui, named.game(), form, Counted::Player(player, what), &name, width);
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
        let beside = ((ui.available_width() / OF_BOARD) as usize).clamp(1, 3);
        Grid::new("audit_board").num_columns(2 * beside).show(ui, |ui| {
            for pair in OfBoard::ALL.chunks(beside) {
                for &what in pair {
                    ui.label(capital(what.name()));
                    let name = capital(what.name());
                    field_ui(ui, named.game(), form, Counted::Board(what), &name, FIELD);
                }
                ui.end_row();
            }
        });
    });
}

fn field_ui(ui: &mut Ui, game: &Game, form: &mut CountForm, what: Counted, name: &str, width: f32) {
    let theme = theme(ui);
    let recorded = what.count(game);
    let typed = form.typed.entry(what).or_default();
    let differs = read(typed).is_some_and(|counted| counted != recorded);
    let field = low_line_edit(typed)
        .hint_text(recorded.to_string())
        .text_color(if differs { theme.bad } else { theme.ink })
        .margin(vec2(space::XS, ui.spacing().button_padding.y))
        .desired_width(width);
    let field = ui.add(field);
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

/// What can be done with a count.
fn count_end_ui(ui: &mut Ui, cx: Cx<'_>, form: &mut CountForm) -> bool {
    let named = cx.table.named_game_now();
    let counted = form.counted();
    let points = stated_points(named.game(), &counted);
    let mut is_done = false;
    ui.horizontal_wrapped(|ui| {
        let note = ui.add_enabled(points.is_some(), button("Note the score track"));
        let note = note
            .on_hover_text("Notes beside the entry what the score track shows; no number changes.")
            .on_disabled_hover_text("Count every player's points first.");
        if let Some(points) = points.filter(|_| note.clicked()) {
            cx.commands.push(FoundersCommand::Change(vec![Change::Checkpoint(points)]));
            cx.commands.push(FoundersCommand::Tell("The score track was noted.".to_owned()));
        }
        let label = ui.label("Reason");
        // In a narrow window it has a row of its own.
        let size = vec2(180.0, touch::TARGET);
        ui.allocate_ui_with_layout(size, Layout::top_down(Align::Min), |ui| {
            form.reason.ui(ui, &label, "");
        });
        let differs = form.has_others() || !settlement(named.game(), &counted).is_empty();
        let set = ui.add_enabled(differs, button("Set the record right"));
        let set = set.on_disabled_hover_text("Everything counted agrees with the record.");
        if set.clicked() {
            let reason = form.reason.words("Setting the record right needs a reason.");
            match reason.map(|reason| set_right(named, form, reason)).transpose() {
                Ok(None) => {}
                Ok(Some(action)) => {
                    cx.commands.push(FoundersCommand::Play(vec![action]));
                    form.typed.clear();
                    form.layout.clear();
                    (form.laying, form.trouble) = (None, None);
                }
                Err(trouble) => form.trouble = Some(trouble),
            }
        }
        is_done = pressed_ui(ui, "Close");
    });
    trouble_ui(ui, form);
    is_done
}

fn trouble_ui(ui: &mut Ui, form: &CountForm) {
    if let Some(trouble) = &form.trouble {
        body(trouble).bad().ui(ui);
    }
}

/// The points of all players, if all were counted.
fn stated_points(game: &Game, counted: &BTreeMap<Counted, i32>) -> Option<ByPlayer<Points>> {
    let mut points = ByPlayer::default();
    for player in game.players() {
        let what = Counted::Player(player, OfPlayer::Number(Quantity::Points));
        points[player] = Points(*counted.get(&what)?);
    }
    Some(points)
}

/// Whose turn it is on a table that is taken over as it stands.
fn turn_ui(ui: &mut Ui, named: NamedGame<'_>, form: &mut CountForm) {
    ui.add_space(space::S);
    ui.horizontal_wrapped(|ui| {
        ui.label("The next turn belongs to");
        for player in named.game().players() {
            ui.radio_value(&mut form.turn, Some(player), named.label(player));
        }
    });
}

/// What can be done with a table that is taken over as it stands.
fn catch_up_end_ui(ui: &mut Ui, cx: Cx<'_>, form: &mut CountForm) -> bool {
    let named = cx.table.named_game_now();
    trouble_ui(ui, form);
    let mut is_done = false;
    ui.horizontal(|ui| {
        if ui.add(wide("Go on from here")).clicked() {
            match position(named, form) {
                Ok(action) => {
                    cx.commands.push(FoundersCommand::Play(vec![action]));
                    is_done = true;
                }
                Err(trouble) => form.trouble = Some(trouble),
            }
        }
        is_done |= ui.add(wide("Cancel")).clicked();
    });
    is_done
}

/// The position that was typed, if the rules can take it over.
fn position(named: NamedGame<'_>, form: &CountForm) -> Result<Action, String> {
    let turn = form.turn.ok_or("Whose turn is it?")?;
    let mut all = form.adjustments(named.game())?;
    all.retain(|item| !matches!(item, Adjustment::Turn(_)));
    all.push(Adjustment::Turn(turn));
    taken_over(named, Deed::Position(all))
}

/// What lies on the table besides numbers: laid on the board by presses, or typed.
fn others_ui(ui: &mut Ui, table: &Table, form: &mut CountForm) {
    ui.add_space(space::S);
    if pressed_ui(ui, "Lay it on the board…") {
        if form.laying.is_none() {
            form.laying = Laying::begin(table);
        }
        form.lays = form.laying.is_some();
    }
    for told in form.laying.iter().flat_map(Laying::told) {
        body(told).ui(ui);
    }
    let label = caption("Whatever else differs, in the notation").plain().ui(ui);
    let layout = lines_edit(&mut form.layout)
        .hint_text("card Human Trade played, clear D4")
        .desired_width(f32::INFINITY);
    ui.add(layout).labelled_by(label.id);
}

/// What sets the record right, if the rules can take it over.
fn set_right(named: NamedGame<'_>, form: &CountForm, reason: String) -> Result<Action, String> {
    let changes = form.adjustments(named.game())?;
    taken_over(named, Deed::Adjust { changes, reason })
}

/// A deed as an action, if the rules can take it over.
fn taken_over(named: NamedGame<'_>, deed: Deed) -> Result<Action, String> {
    let action = Action::from(deed);
    let played = named.game().play(&action).map_err(|refusal| refusal::whole(named, &refusal));
    played.map(|_| action)
}

/// Every difference with the entries that could explain it, and what to play back.
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
            for (entry, said) in &finding.suspects {
                entry_ui(ui, cx, *entry, said);
            }
            if finding.more > 0 {
                let said = format!("and {} more, only together with others", finding.more);
                caption(said).ui(ui);
            }
        });
        hairline_ui(ui);
    }
    if outcome.stretch.is_empty() {
        return;
    }
    ui.add_space(space::M);
    panel_header_ui(ui, "Where points came from");
    let said = match outcome.since {
        0 => {
            "The score track was never confirmed, so every entry with points is listed.".to_owned()
        }
        since => format!("The score track last agreed after entry {since}."),
    };
    caption(said).ui(ui);
    for (points, said) in &outcome.stretch {
        entry_ui(ui, cx, points.entry, said);
    }
}

/// What the record says, and what the players are called.
type Version = (u64, PlayerNaming);

/// What an outcome is found for; it changes with every change of the record, and not with a look
/// back.
fn version_of(table: &Table) -> Version {
    let journal = table.journal();
    let here = u64::try_from(journal.cursor()).unwrap_or_default();
    let count = u64::try_from(journal.entry_count()).unwrap_or_default();
    let agreed = journal::last_agreed(journal).map_or(0, |(number, _)| number);
    let record = (count << 40) | (here << 20) | u64::try_from(agreed).unwrap_or_default();
    (record, table.naming())
}

/// An entry to look at.
fn entry_ui(ui: &mut Ui, cx: Cx<'_>, entry: usize, said: &str) {
    let line = Line::of(ui, format!("Entry {entry}, {said}"), body(said), NUMBER, 0.0);
    let line = line.chosen(cx.table.looked_at() == entry);
    entry_line_ui(ui, line, entry, body(entry.to_string()).accent(), cx.commands);
}

impl CountOutcome {
    fn of(table: &Table, counted: &BTreeMap<Counted, i32>) -> Self {
        let journal = table.journal();
        let findings = journal::audit::audit(journal, counted);
        let is_points =
            |finding: &Finding| matches!(finding.what.quantity(), Some((_, Quantity::Points)));
        let stretch = if findings.iter().any(is_points) {
            journal::points_since_agreed(journal)
        } else {
            Vec::new()
        };
        let stretch = stretch.into_iter().map(|points| {
            let said = format!("{}: {}", sentence_of(table, points.entry), changes(table, &points));
            (points, said)
        });
        Self {
            stretch: stretch.collect(),
            findings: findings.iter().map(|finding| Difference::of(table, finding)).collect(),
            since: journal::last_agreed(journal).map_or(0, |(number, _)| number),
        }
    }
}

impl Difference {
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
        let alone = finding.suspects.iter().filter(|suspect| suspect.how != How::InPart);
        let is_explained = alone.count() > 0;
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
        let listed = finding
            .suspects
            .iter()
            .filter(|suspect| !is_explained || suspect.how != How::InPart)
            .take(MOST_SUSPECTS);
        let suspects: Vec<(usize, String)> =
            listed.map(|suspect| (suspect.entry, words_of(table, suspect))).collect();
        Self { head, since, more: finding.suspects.len() - suspects.len(), suspects }
    }
}

/// A suspect in words.
fn words_of(table: &Table, suspect: &Suspect) -> String {
    let told = sentence_of(table, suspect.entry);
    let by = signed(suspect.part);
    let how = match suspect.how {
        How::NotDone => "perhaps not carried out on the table".to_owned(),
        How::ForAnother(player) => {
            format!("perhaps carried out for {}", table.named_game().label(player))
        }
        How::Twice => "perhaps carried out twice".to_owned(),
        How::WrongWay => "perhaps carried out the wrong way round".to_owned(),
        How::InPart => return format!("{told} ({by})"),
    };
    format!("{told} ({by}), {how}")
}

/// What was counted, in words.
fn name_of(named: NamedGame<'_>, what: Counted) -> String {
    match what {
        Counted::Player(player, what) => format!("{} {}", named.label(player), what.name()),
        Counted::Board(what) => capital(what.name()),
    }
}

/// By how much an entry changed the points of everybody.
fn changes(table: &Table, points: &PointsAt) -> String {
    let named = table.named_game();
    let changed = named.game().players().filter(|&player| points.by[player] != Points(0));
    let each = changed.map(|player| {
        let (by, after) = (signed(points.by[player].0), points.after[player]);
        format!("{} {by}, {after} then", named.label(player))
    });
    clauses(&each.collect::<Vec<_>>())
}

/// An entry of the main line in a few words.
fn sentence_of(table: &Table, number: usize) -> String {
    in_short(table.journal(), number, table.naming()).unwrap_or_default()
}
