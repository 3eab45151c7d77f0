//! The count of a vote, ballot by ballot, as it would be done aloud at the table.
//!
//! A tally sheet: a row for each player, a column for each proposal. It has its full size from the
//! start, and uncounted ballots are left blank, so that nothing moves. All numbers are those of the
//! rules: the strength of a ballot, the totals, who breaks a tie and who places.

use std::collections::BTreeSet;

use egui::{
    Align2, Frame, Key, Margin, Modifiers, Panel, Rect, Response, Role, Sense, Ui, Vec2, pos2, vec2,
};
use plain_text::{listed, remarks};

use components::ids::BuildingId;
use journal::EntryId;
use narration::NamedGame;
use narration::words::vote_tile;
use rules::Rule;
use rules::action::{Ballot, VoteTile};
use rules::game::Played;
use rules::player::PlayerId;
use rules::receipt::{Event, VoteCount};
use rules::task::{PendingDecision, Task};
use sealed::verify;
use table::table::Table;
use ui_board::Cx;
use ui_board::command::FoundersCommand;
use ui_board::pieces::{paint_player_badge, player_names, strength_text, vote_tile_icon};
use ui_board::settings::Settings;
use ui_kit::icons::{Icon, paint_icon};
use ui_kit::keyboard;
use ui_kit::queue::CommandQueue;
use ui_kit::theme::{RADIUS, line, space, text, theme, touch};
use ui_kit::widgets::{
    body, caption, figure, icon_button_ui, lead, left_of, name_as, page_margin, page_ui, paint_in,
    panel_header_ui, primary_button_ui,
};

/// Time for each ballot when the count goes on by itself, in seconds.
const STEP_SECS: f64 = 1.2;
/// Time before the first ballot, in which everybody turns to the screen, in seconds.
const START_SECS: f64 = 2.4;
/// Time after the last step in which Enter does not leave the count, in seconds: it was meant for
/// the step that the count made by itself.
const LATE_SECS: f64 = 0.4;

/// The progress of the count.
#[derive(Clone, Debug, Default)]
pub struct RevealMemory {
    /// The entry that is counted.
    entry: Option<EntryId>,
    /// Votes whose count was seen; an undo of later entries does not show it again.
    seen: BTreeSet<EntryId>,
    /// The number of steps: one for each ballot, and one for the result.
    all: usize,
    /// The number of counted ballots; one more for the result.
    steps: usize,
    /// The time of the latest step, by the clock of the window.
    since: Option<f64>,
    /// `true` if the seals of the ballots are shown.
    shows_seals: bool,
    is_closed: bool,
}

impl RevealMemory {
    /// Returns `true` if there is a count to show; to be asked in every frame, before
    /// [`reveal_view_ui`] is drawn in the place of the board.
    ///
    /// It is open from the reveal until it is closed or the next entry is recorded. Viewed later,
    /// in the journal, it is open as well, and complete.
    pub fn is_open(&mut self, table: &Table) -> bool {
        let here = table.shown_entry();
        if self.entry != Some(here) {
            let ballots = table
                .shown()
                .map(|(_, played)| played.action.kind.ballots())
                .filter(|ballots| !ballots.is_empty());
            let all = ballots.map_or(0, |ballots| ballots.len() + 1);
            self.seen.extend(self.entry.filter(|_| self.all > 0));
            let was_seen = self.seen.contains(&here);
            *self = Self {
                entry: Some(here),
                seen: std::mem::take(&mut self.seen),
                all,
                steps: if table.is_past() || was_seen { all } else { 0 },
                since: None,
                shows_seals: false,
                is_closed: all == 0 || (was_seen && !table.is_past()),
            };
        }
        !self.is_closed
    }

    /// Returns `true` if ballots are still to be counted, so that nothing else on screen may show
    /// the result.
    pub fn is_counting(&self) -> bool {
        !self.is_closed && self.steps < self.all
    }
}

/// The vote that is counted.
struct VoteTally<'a> {
    named: NamedGame<'a>,
    played: &'a Played,
    pending: &'a [PendingDecision],
    ballots: &'a [Ballot],
    count: &'a VoteCount,
    /// The proposals with their vote tiles, from the left.
    proposals: Vec<(VoteTile, BuildingId)>,
}

impl<'a> VoteTally<'a> {
    /// Returns the count of an entry, if it is one; `owed` are the pending decisions after it.
    fn of(
        named: NamedGame<'a>,
        played: &'a Played,
        pending: &'a [PendingDecision],
    ) -> Option<Self> {
        let ballots = played.action.kind.ballots();
        if ballots.is_empty() {
            return None;
        }
        let count = played.events.iter().find_map(|event| match event {
            Event::Counted(count) => Some(count),
            _ => None,
        })?;
        let proposals = VoteTile::ALL
            .into_iter()
            .zip(named.game().proposals())
            .filter_map(|(tile, building)| Some((tile, building?)))
            .collect();
        Some(Self { named, played, pending, ballots, count, proposals })
    }

    /// Returns the total of a proposal after `counted` ballots.
    fn total(&self, (tile, building): (VoteTile, BuildingId), counted: usize) -> i32 {
        let done = counted >= self.ballots.len();
        let last = self.count.totals.iter().find(|(of, _)| *of == building);
        if let (true, Some(&(_, total))) = (done, last) {
            return total;
        }
        self.ballots
            .iter()
            .take(counted)
            .filter(|ballot| ballot.tile == tile)
            .map(|ballot| self.count.strengths[ballot.player])
            .sum()
    }

    /// Returns the player who acts next because of the vote, and the task.
    fn result(&self) -> Option<(PlayerId, &Task)> {
        let first = self.pending.first()?;
        Some((first.player?, &first.task))
    }

    fn name(&self, building: BuildingId) -> &str {
        self.named.game().contents().building_name(building)
    }

    fn total_of(&self, building: BuildingId) -> i32 {
        let total = self.count.totals.iter().find(|(of, _)| *of == building);
        total.map_or(0, |(_, total)| *total)
    }

    /// Returns the points of a player before the vote.
    fn points(&self, player: PlayerId) -> i32 {
        self.named.game().points(player).0
    }

    /// Describes the result in sentences, each with its rule.
    fn verdicts(&self) -> Vec<(String, Rule)> {
        let label = |player| self.named.with_game(&self.played.game).label(player);
        match self.result() {
            Some((player, Task::Decide(tied))) => {
                let names: Vec<&str> = tied.iter().map(|&tied| self.name(tied)).collect();
                let level = tied.first().map_or(0, |&tied| self.total_of(tied));
                vec![
                    (format!("{} tie at {level}.", listed(&names)), Rule::VoteWinner),
                    (
                        format!(
                            "{} breaks the tie: {}.",
                            label(player),
                            self.why_decider(player, tied)
                        ),
                        Rule::VoteWinner,
                    ),
                ]
            }
            Some((player, Task::PlaceBuilding(building))) => {
                let (building, name) = (*building, self.name(*building));
                let wins = format!("{name} wins with {}.", self.total_of(building));
                let mut places = format!("{} places {name}.", label(player));
                if let Some(why) = self.why_placer(player, building) {
                    places = format!("{places} {why}");
                }
                vec![(wins, Rule::VoteWinner), (places, Rule::WhoPlaces)]
            }
            Some(_) | None => Vec::new(),
        }
    }

    /// Explains why this player breaks a tie, among those who voted for one of the buildings.
    fn why_decider(&self, decider: PlayerId, tied: &[BuildingId]) -> &'static str {
        let equals = self
            .ballots
            .iter()
            .filter(|ballot| {
                self.proposals
                    .iter()
                    .any(|&(tile, building)| tile == ballot.tile && tied.contains(&building))
            })
            .filter(|ballot| self.points(ballot.player) == self.points(decider))
            .count();
        if equals > 1 {
            "of those with the fewest points the nearest to the caller"
        } else {
            "the one with the fewest points"
        }
    }

    /// Explains why this player places, where several gave as much to the winner; `None` if only
    /// one did.
    fn why_placer(&self, placer: PlayerId, winner: BuildingId) -> Option<String> {
        let tile = self
            .proposals
            .iter()
            .find_map(|&(tile, building)| (building == winner).then_some(tile))?;
        let amount = self.count.strengths[placer];
        let equals: Vec<PlayerId> = self
            .ballots
            .iter()
            .filter(|ballot| ballot.tile == tile && self.count.strengths[ballot.player] == amount)
            .map(|ballot| ballot.player)
            .collect();
        if equals.len() < 2 {
            return None;
        }
        let names = listed(&player_names(self.named, equals.iter().copied()));
        let label = self.named.label(placer);
        let with_as_few =
            equals.iter().filter(|&&player| self.points(player) == self.points(placer)).count();
        Some(if with_as_few == 1 {
            format!("{names} gave {amount} each; {label} has fewer points.")
        } else {
            format!("{names} gave {amount} each; {label} is nearest to the caller.")
        })
    }

    /// Returns `true` if a proposal won, or is among those that tie.
    fn is_ahead(&self, building: BuildingId) -> bool {
        match self.result() {
            Some((_, Task::Decide(tied))) => tied.contains(&building),
            Some((_, Task::PlaceBuilding(winner))) => *winner == building,
            Some(_) | None => false,
        }
    }
}

/// Draws the count, in the place of the board.
pub fn reveal_view_ui(ui: &mut Ui, cx: Cx<'_>, memory: &mut RevealMemory) {
    let tally = cx.table.shown().and_then(|(before, played)| {
        VoteTally::of(cx.table.named_game_of(before), played, cx.table.pending_in_view())
    });
    let Some(tally) = tally else {
        memory.is_closed = true;
        return;
    };
    let all = tally.ballots.len() + 1;
    advance(ui, cx.settings, memory, all);
    // The buttons stay in view, however long the sheet is.
    let margin = Margin::from(vec2(page_margin(ui), space::S));
    let frame = Frame::new().fill(theme(ui).raised).inner_margin(margin);
    Panel::bottom("count controls").frame(frame).show_separator_line(false).show(ui, |ui| {
        controls_ui(ui, memory, all);
    });
    // Every count starts at its top, wherever the page before it was scrolled to.
    page_ui(ui, ("count", memory.entry), |ui| {
        heading_ui(ui, memory);
        sheet_ui(ui, &tally, memory.steps);
        ui.add_space(space::S);
        result_ui(ui, &tally, memory.steps == all, cx.commands);
        // A long note pushes no ballot out of sight from here.
        note_ui(ui, cx.table);
        if tally.ballots.iter().any(|ballot| ballot.seal.is_some()) {
            seals_ui(ui, &tally, memory);
        }
    });
}

/// Advances the count over time, by the space bar and by Enter, which leaves it in the end.
fn advance(ui: &Ui, settings: &Settings, memory: &mut RevealMemory, all: usize) {
    let now = ui.input(|input| input.time);
    let enters = keyboard::pressed_once(ui, Modifiers::NONE, Key::Enter);
    let since = *memory.since.get_or_insert(now);
    if memory.steps >= all {
        memory.is_closed |= enters && now - since >= LATE_SECS;
        return;
    }
    let pressed = keyboard::pressed_freely(ui, Modifiers::NONE, Key::Space) || enters;
    let pause = if memory.steps == 0 { START_SECS } else { STEP_SECS };
    let is_due = settings.motion && now - since >= pause;
    if pressed || is_due {
        memory.steps += 1;
        memory.since = Some(now);
    }
    if settings.motion && memory.steps < all {
        let pause = if memory.steps == 0 { START_SECS } else { STEP_SECS };
        let left = pause - (now - memory.since.unwrap_or(now));
        ui.ctx().request_repaint_after(std::time::Duration::from_secs_f64(left.max(0.0)));
    }
}

fn heading_ui(ui: &mut Ui, memory: &mut RevealMemory) {
    let right = ui.max_rect().right();
    let top = ui.cursor().top();
    panel_header_ui(ui, "The count");
    let corner = pos2(right - touch::TARGET, top - space::S);
    let place = Rect::from_min_size(corner, Vec2::splat(touch::TARGET));
    let close = ui.scope_builder(egui::UiBuilder::new().max_rect(place), |ui| {
        icon_button_ui(ui, Icon::Close, "Close the count", "")
    });
    if close.inner.clicked() {
        memory.is_closed = true;
    }
}

/// Draws the comment on the vote: who sealed more than once, or a note added since.
fn note_ui(ui: &mut Ui, table: &Table) {
    let note = table.journal().entry(table.shown_entry()).comment();
    if !note.is_empty() {
        lead(note).accent().ui(ui);
    }
}

/// The places of the columns of the sheet.
struct TallyColumns {
    /// Left edge of the first proposal's column.
    first: f32,
    width: f32,
    left: f32,
    right: f32,
    /// Height of a ballot's row.
    row: f32,
    /// Height of the row of totals.
    totals: f32,
}

impl TallyColumns {
    fn new(ui: &Ui, proposals: usize) -> Self {
        let rect = ui.available_rect_before_wrap();
        let count = number(proposals.max(1));
        let names = (rect.width() * 0.26).clamp(40.0, 180.0);
        let width = ((rect.width() - names) / count).min(200.0);
        // The ballots of four players and their totals fit in a low window too.
        let is_low = ui.ctx().content_rect().height() < LOW;
        let (row, totals) = if is_low { (44.0, 42.0) } else { (54.0, 56.0) };
        Self {
            row,
            totals,
            first: rect.left() + names,
            width,
            left: rect.left(),
            right: rect.left() + names + count * width,
        }
    }

    fn cell(&self, row: Rect, column: usize) -> Rect {
        let left = self.first + number(column) * self.width;
        Rect::from_x_y_ranges(left..=left + self.width, row.y_range())
    }

    /// Allocates a row of the sheet, `height` points high.
    fn place(&self, ui: &mut Ui, height: f32) -> (Rect, Response) {
        let size = vec2(self.right - self.left, height);
        ui.allocate_exact_size(size, Sense::hover())
    }
}

fn sheet_ui(ui: &mut Ui, tally: &VoteTally<'_>, steps: usize) {
    let theme = theme(ui);
    let columns = TallyColumns::new(ui, tally.proposals.len());
    let is_done = steps > tally.ballots.len();
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        let (head, response) = columns.place(ui, HEAD);
        let names: Vec<&str> = tally.proposals.iter().map(|&(_, b)| tally.name(b)).collect();
        name_as(&response, Role::Label, format_args!("Proposals {}", remarks(&names)));
        // The column that won is one stroke from top to bottom, drawn once everything is counted.
        if is_done {
            let rows = number(tally.ballots.len());
            let height = HEAD + rows * columns.row + columns.totals;
            for (column, &(_, building)) in tally.proposals.iter().enumerate() {
                if tally.is_ahead(building) {
                    let top = columns.cell(head, column);
                    let all = Rect::from_min_size(top.min, vec2(top.width(), height));
                    ui.painter().rect_filled(all.shrink2(vec2(2.0, 0.0)), RADIUS, theme.selection);
                }
            }
        }
        for (column, &(tile, building)) in tally.proposals.iter().enumerate() {
            let cell = columns.cell(head, column);
            let place =
                Rect::from_center_size(pos2(cell.center().x, cell.top() + 20.0), Vec2::splat(28.0));
            paint_icon(ui.painter(), vote_tile_icon(tile), place, theme.ink);
            let name = body(tally.name(building)).bold().elided(ui, cell.width() - 8.0);
            let below = cell.with_min_y(place.bottom());
            paint_in(ui.painter(), below, Align2::CENTER_CENTER, name);
        }
        for (number, ballot) in tally.ballots.iter().enumerate() {
            ballot_row_ui(ui, tally, &columns, ballot, number < steps);
        }
        totals_ui(ui, tally, &columns, steps);
    });
}

/// Height of the heads of the columns.
const HEAD: f32 = 62.0;
/// Height below which a window is low, in points.
const LOW: f32 = 600.0;

fn ballot_row_ui(
    ui: &mut Ui,
    tally: &VoteTally<'_>,
    columns: &TallyColumns,
    ballot: &Ballot,
    is_open: bool,
) {
    let theme = theme(ui);
    let label = tally.named.label(ballot.player);
    let (row, response) = columns.place(ui, columns.row);
    let painter = ui.painter();
    painter.hline(row.x_range(), row.top(), theme.hair());
    let badge = left_of(row, 30.0);
    paint_player_badge(painter, badge, tally.named.game(), ballot.player);
    let name = Rect::from_x_y_ranges(badge.right() + space::S..=columns.first, row.y_range());
    if name.width() > 30.0 {
        body(&label).bold().paint_within(ui, name, Align2::LEFT_CENTER);
    }
    let parts = strength_text(ballot);
    let counted = tally.count.strengths[ballot.player];
    if !is_open {
        name_as(&response, Role::Label, format_args!("{label}, not counted yet"));
        return;
    }
    let tile = vote_tile(ballot.tile);
    name_as(&response, Role::Label, format_args!("{label} gives {counted} to the {tile}: {parts}"));
    let column = tally.proposals.iter().position(|(tile, _)| *tile == ballot.tile);
    let Some(column) = column else {
        return;
    };
    let cell = columns.cell(row, column);
    let figures = figure(counted.to_string(), text::TITLE).lay(ui);
    let parts = caption(&parts).elided(ui, cell.width() - 6.0);
    // A ballot without influence has no parts to show.
    if counted == ballot.strength().base {
        paint_in(painter, cell, Align2::CENTER_CENTER, figures);
        return;
    }
    let size = vec2(cell.width(), figures.size().y + parts.size().y);
    let both = Rect::from_center_size(cell.center(), size);
    let (upper, lower) = both.split_top_bottom_at_y(both.top() + figures.size().y);
    paint_in(painter, upper, Align2::CENTER_CENTER, figures);
    paint_in(painter, lower, Align2::CENTER_CENTER, parts);
}

fn totals_ui(ui: &mut Ui, tally: &VoteTally<'_>, columns: &TallyColumns, steps: usize) {
    let theme = theme(ui);
    let (row, response) = columns.place(ui, columns.totals);
    let painter = ui.painter();
    let rule = egui::Stroke::new(line::MARK, theme.ink);
    painter.hline(row.x_range(), row.top(), rule);
    let label = Rect::from_x_y_ranges(row.left()..=columns.first, row.y_range());
    body("Total").bold().paint_within(ui, label, Align2::LEFT_CENTER);
    let mut totals = Vec::new();
    for (column, &proposal) in tally.proposals.iter().enumerate() {
        let total = tally.total(proposal, steps);
        let is_ahead = steps > tally.ballots.len() && tally.is_ahead(proposal.1);
        let color = if is_ahead { theme.accent } else { theme.ink };
        figure(total.to_string(), text::HERO).tinted(color).paint(
            ui,
            columns.cell(row, column),
            Align2::CENTER_CENTER,
        );
        totals.push(format!("{} {total}", tally.name(proposal.1)));
    }
    name_as(&response, Role::Label, format_args!("Total {}", remarks(&totals)));
}

/// Draws the result. Its lines have their space before they are drawn.
fn result_ui(
    ui: &mut Ui,
    tally: &VoteTally<'_>,
    is_done: bool,
    commands: &CommandQueue<FoundersCommand>,
) {
    ui.scope(|ui| {
        if !is_done {
            ui.set_invisible();
        }
        ui.spacing_mut().item_spacing = vec2(space::S, space::XS);
        ui.spacing_mut().interact_size.y = text::TITLE;
        for (words, rule) in tally.verdicts() {
            ui.horizontal_wrapped(|ui| {
                lead(words).accent().ui(ui);
                let link = ui.link(rule.number()).on_hover_text(rule.summary());
                let name = format!("Rule {}", rule.number());
                name_as(&link, Role::Link, &name);
                if link.clicked() {
                    commands.push(FoundersCommand::OpenRule(rule));
                }
            });
        }
    });
}

/// Width for the large button that leaves the count.
const LEAVES: f32 = 180.0;

/// Draws one row of buttons. Each keeps its place and its meaning while the count goes on: a press
/// that comes late does nothing.
fn controls_ui(ui: &mut Ui, memory: &mut RevealMemory, all: usize) {
    let now = ui.input(|input| input.time);
    let is_done = memory.steps >= all;
    ui.spacing_mut().interact_size.y = touch::TARGET + space::XS;
    ui.horizontal_wrapped(|ui| {
        let next = ui.add_enabled_ui(!is_done, |ui| primary_button_ui(ui, "Go on"));
        if next.inner.clicked() {
            memory.steps += 1;
            memory.since = Some(now);
        }
        if quiet_button_ui(ui, "Show all", !is_done) {
            memory.steps = all;
        }
        if quiet_button_ui(ui, "Count again", is_done) {
            memory.steps = 0;
            memory.since = Some(now);
        }
        // Both buttons need much width; the first one goes before in a small window.
        let closes = if ui.available_size_before_wrap().x < LEAVES {
            quiet_button_ui(ui, "To the board", is_done)
        } else {
            ui.add_space(space::M);
            ui.add_enabled_ui(is_done, |ui| primary_button_ui(ui, "To the board")).inner.clicked()
        };
        memory.is_closed |= closes;
    });
}

fn quiet_button_ui(ui: &mut Ui, label: &str, enabled: bool) -> bool {
    let button = egui::Button::new(label).min_size(vec2(0.0, touch::TARGET + space::XS));
    ui.add_enabled(enabled, button).clicked()
}

/// Draws the check of the seals in one small line, and the seals themselves once it is pressed.
fn seals_ui(ui: &mut Ui, tally: &VoteTally<'_>, memory: &mut RevealMemory) {
    let theme = theme(ui);
    let broken: Vec<PlayerId> = tally
        .ballots
        .iter()
        .filter(|ballot| ballot.seal.is_some() && verify(ballot).is_err())
        .map(|ballot| ballot.player)
        .collect();
    let (words, color) = if broken.is_empty() {
        ("Seals: every ballot matches its fingerprint".to_owned(), theme.muted)
    } else {
        let names = listed(&player_names(tally.named, broken));
        (format!("Seals: fingerprint mismatch for {names}"), theme.bad)
    };
    let toggle = egui::Button::new(caption(words).tinted(color).rich(ui)).frame(false);
    if ui.add(toggle).on_hover_text("Shows the fingerprints and salts").clicked() {
        memory.shows_seals = !memory.shows_seals;
    }
    if !memory.shows_seals {
        return;
    }
    for (number, ballot) in tally.ballots.iter().enumerate() {
        let Some(seal) = ballot.seal else {
            continue;
        };
        let label = tally.named.label(ballot.player);
        // The salt would show a fast reader a ballot that is still to be counted.
        let salt =
            if number < memory.steps { format!(", salt {}", seal.salt) } else { String::new() };
        let matches = if verify(ballot).is_ok() { "matches" } else { "does not match" };
        caption(format!("{label}: fingerprint {} {matches}{salt}", seal.fingerprint))
            .muted()
            .ui(ui);
    }
}

/// Converts a count of rows or columns for measuring.
fn number(count: usize) -> f32 {
    u8::try_from(count).map_or(f32::from(u8::MAX), f32::from)
}
