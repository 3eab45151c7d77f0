//! The players: what each has, whose turn it is, and what the action pointed at changes.
//!
//! Every player has the same block, in seat order. Where height is short the
//! blocks show what is asked for most and one of them unfolds; where there is
//! room all of them show everything. Every number opens where it comes from.
//! What changes is written beside a number, in room that is always kept free
//! for it: nothing moves when the pointer does.

use std::collections::BTreeMap;

use egui::accesskit::Role;
use egui::{
    Align2, Color32, Id, Rect, Response, ScrollArea, Sense, Ui, UiBuilder, Vec2, WidgetInfo, pos2,
    vec2,
};

use super::command::{Command, Commands};
use super::icons::{Icon, paint_icon};
use super::settings::{Preview, Settings};
use super::table::Table;
use super::theme::{space, text, theme, touch};
use super::widgets::{paint_player_badge, panel_header_ui};
use crate::kit::{
    LINE, Weight, body, caption, figure, group_ui, hairline_ui, lead, left_of, paint_crown,
    paint_focus, paint_in, paint_sign, resource_ui, row_ui, row_words_ui, signed_in,
};
use rules::Game;
use rules::moves::Outlook;
use rules::owed::Task;
use rules::player::{Card, PlayerId, ResourceId};
use rules::quantity::Money;
use rules::receipt::Quantity;

/// The strip at the left of the player whose turn it is.
const STRIP: f32 = 4.0;
/// Where the content of a block begins.
const INDENT: f32 = STRIP + space::S;
/// Height of the line with the name and the points.
const HEAD: f32 = 46.0;
/// Height of the line with money, income and influence.
const NUMBERS: f32 = touch::TARGET;
/// The token with the letter.
const TOKEN: f32 = 34.0;
/// Where a block with everything in it is lower than this, only one unfolds.
const FULL: f32 = 236.0;
/// Room for a change of points beside them.
const DELTA: f32 = 40.0;
/// A block that is narrower than this has smaller points.
const NARROW: f32 = 204.0;
/// Least room for the name of a person beside a sign.
const LEAST_NAME: f32 = 28.0;

/// The numbers below the points, with their captions.
const SHOWN: [(Quantity, &str); 4] = [
    (Quantity::Money, "money"),
    (Quantity::Income, "income"),
    (Quantity::Fleeting, "fleeting"),
    (Quantity::Lasting, "lasting"),
];

/// What the panel remembers.
#[derive(Clone, Debug, Default)]
pub struct PlayersMemory {
    /// Whose block is unfolded where not all of them can be.
    pub unfolded: Option<PlayerId>,
}

/// All players, in seat order.
pub fn players_panel_ui(
    ui: &mut Ui,
    table: &Table,
    settings: &Settings,
    memory: &mut PlayersMemory,
    commands: &mut Commands,
) {
    let game = table.game();
    let is_full = game.players().map(|_| FULL).sum::<f32>() <= ui.available_height();
    let changes = Changes::of(table, settings);
    panel_header_ui(ui, "Players");
    ScrollArea::vertical().id_salt("players").auto_shrink([false, true]).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        for player in game.players() {
            let block = Block::new(game, player, &changes);
            // The first stands below the line of the header.
            if player.index() > 0 {
                hairline_ui(ui);
            }
            ui.add_space(space::XS);
            group_ui(ui, block.summary(), |ui| {
                let unfolded = is_full || memory.unfolded == Some(player);
                if block.show_ui(ui, is_full, unfolded, commands) {
                    memory.unfolded = (memory.unfolded != Some(player)).then_some(player);
                }
            });
            ui.add_space(space::XS);
        }
    });
}

/// What an action changes, and whether it has been recorded.
struct Changes {
    outlook: Outlook,
    is_preview: bool,
}

impl Changes {
    /// What the square pointed at comes to, else what the entry looked at brought about.
    fn of(table: &Table, settings: &Settings) -> Self {
        let aimed = table.aim().and_then(|aim| aim.outcome.as_ref());
        if let (Some(Ok(played)), Preview::Before) = (aimed, settings.preview) {
            return Self { outlook: Outlook::of(played), is_preview: true };
        }
        Self {
            outlook: table.shown().map(|(_, played)| Outlook::of(played)).unwrap_or_default(),
            is_preview: false,
        }
    }
}

/// What a player has to do with what is owed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Duty {
    Won,
    /// The solo game is lost.
    Lost,
    Turn,
    /// Something is owed in somebody else's turn, or in the setup.
    Acts,
    /// The card that was led can be followed later.
    Follows,
    Nothing,
}

impl Duty {
    fn of(game: &Game, player: PlayerId) -> Self {
        if game.is_over() && game.winner().is_none() {
            return Self::Lost;
        }
        if let Some(winner) = game.winner() {
            return if winner == player { Self::Won } else { Self::Nothing };
        }
        let acts =
            game.owed().iter().any(|owed| owed.player == Some(player) && owed.task != Task::Turn);
        if game.active_player() == Some(player) {
            Self::Turn
        } else if acts {
            Self::Acts
        } else if game.still_to_follow().contains(&player) {
            Self::Follows
        } else {
            Self::Nothing
        }
    }

    const fn sign(self) -> Option<(&'static str, Weight)> {
        match self {
            Self::Won => Some(("Winner", Weight::Strong)),
            Self::Lost => Some(("Lost", Weight::Strong)),
            Self::Turn => Some(("Turn", Weight::Strong)),
            Self::Acts => Some(("To act", Weight::Plain)),
            Self::Follows => Some(("To follow", Weight::Quiet)),
            Self::Nothing => None,
        }
    }

    const fn said(self) -> Option<&'static str> {
        match self {
            Self::Won => Some("has won"),
            Self::Lost => Some("has lost"),
            Self::Turn => Some("has the turn"),
            Self::Acts => Some("is to act now"),
            Self::Follows => Some("has still to follow"),
            Self::Nothing => None,
        }
    }
}

/// One player.
struct Block<'a> {
    game: &'a Game,
    player: PlayerId,
    name: String,
    duty: Duty,
    leads: bool,
    changes: &'a Changes,
}

impl<'a> Block<'a> {
    fn new(game: &'a Game, player: PlayerId, changes: &'a Changes) -> Self {
        let most = game.players().map(|player| game.points(player)).max();
        // Where nobody has any points yet, or all have as many, nobody is ahead.
        let is_ahead = game.players().any(|other| Some(game.points(other)) != most);
        Self {
            game,
            player,
            name: game.player_label(player),
            duty: Duty::of(game, player),
            leads: is_ahead && Some(game.points(player)) == most,
            changes,
        }
    }

    /// What a screen reader says of the player: "Human, 14 points, $5, income 3, …".
    fn summary(&self) -> String {
        let mut parts = vec![self.name.clone()];
        parts.extend(Quantity::ALL.map(|what| amount(what, held(self.game, self.player, what))));
        if self.leads {
            parts.push("leads".to_owned());
        }
        parts.extend(self.duty.said().map(str::to_owned));
        parts.join(", ")
    }

    /// Draws the block; says whether it is to be folded or unfolded.
    fn show_ui(&self, ui: &mut Ui, is_full: bool, unfolded: bool, commands: &mut Commands) -> bool {
        let top = ui.cursor().top();
        let is_toggled = self.head_ui(ui, is_full, unfolded, commands);
        self.numbers_ui(ui, commands);
        if unfolded {
            ui.add_space(space::XS);
            self.details_ui(ui);
        }
        if matches!(self.duty, Duty::Turn | Duty::Won) {
            let left = ui.min_rect().left();
            let strip =
                Rect::from_min_max(pos2(left, top), pos2(left + STRIP, ui.min_rect().bottom()));
            ui.painter().rect_filled(strip, STRIP / 2.0, theme(ui).accent);
        }
        is_toggled
    }

    /// Who it is, whose turn it is, and the points.
    fn head_ui(&self, ui: &mut Ui, is_full: bool, unfolded: bool, commands: &mut Commands) -> bool {
        let theme = theme(ui);
        let (_, rect) = ui.allocate_space(vec2(ui.available_width(), HEAD));
        let points = self.game.points(self.player).to_string();
        let points = figure(points, points_size(rect.width())).lay(ui);
        let number = rect.with_min_x(rect.right() - points.size().x - space::XS);
        let beside_number = number.left() - DELTA;
        let who = rect.with_min_x(rect.left() + INDENT).with_max_x(beside_number);
        let is_toggled = self.who_ui(ui, who, is_full, unfolded);

        let response = self.number_button(ui, number, Quantity::Points);
        paint_focus(ui, number, &response);
        paint_in(ui.painter(), number, Align2::CENTER_CENTER, points);
        let beside = rect.with_min_x(beside_number).with_max_x(number.left() - 2.0);
        if self.leads {
            let at = pos2(beside.right() - 18.0, beside.top() + space::XS);
            paint_crown(ui.painter(), Rect::from_min_size(at, Vec2::splat(15.0)), theme.ink);
        }
        if let Some((delta, color)) = self.delta(ui, Quantity::Points) {
            figure(delta, text::LEAD).tinted(color).paint(
                ui,
                beside.shrink2(vec2(0.0, 3.0)),
                Align2::RIGHT_BOTTOM,
            );
        }
        if response.clicked() {
            commands.push(Command::Explain(self.player, Quantity::Points));
        }
        is_toggled
    }

    /// Token, race, person and duty; a button where the block folds.
    fn who_ui(&self, ui: &mut Ui, rect: Rect, is_full: bool, unfolded: bool) -> bool {
        let theme = theme(ui);
        let mut is_toggled = false;
        let token = Rect::from_center_size(
            pos2(rect.left() + TOKEN / 2.0, rect.center().y),
            Vec2::splat(TOKEN),
        );
        let mut words = rect.with_min_x(token.right() + space::S);
        if !is_full {
            let id = self.id(ui, "fold");
            let response = ui.interact(rect, id, Sense::click());
            let verb = if unfolded { "Less of" } else { "More of" };
            response.widget_info(|| {
                WidgetInfo::selected(Role::Button, true, unfolded, format!("{verb} {}", self.name))
            });
            paint_focus(ui, rect, &response);
            is_toggled = response.clicked();
            let chevron = left_of(words, 16.0);
            let icon = if unfolded { Icon::ChevronDown } else { Icon::ChevronRight };
            paint_icon(ui.painter(), icon, chevron, theme.muted);
            words.min.x = chevron.right() + space::XS;
        }
        let ink = theme.player_ink(self.game, self.player);
        paint_player_badge(ui.painter(), token, &ink);
        // The name has the room above the change of the points, as far as the crown.
        let crown = if self.leads { 24.0 } else { 0.0 };
        let upper = Rect::from_min_max(
            words.min,
            pos2(words.right() + DELTA - crown, words.center().y + 1.0),
        );
        let lower = Rect::from_min_max(pos2(words.left(), words.center().y + 1.0), words.max);
        lead(&self.name).bold().paint_within(ui, upper, Align2::LEFT_BOTTOM);
        let mut person = lower;
        if let Some((sign, weight)) = self.duty.sign() {
            let at = pos2(lower.left(), lower.center().y - 1.0);
            person.min.x = paint_sign(ui, at, sign, weight).right() + space::XS;
        }
        let name = self.game.player_name(self.player);
        // Before the race is chosen, the name stands above already.
        // Less than a few letters say nothing.
        if name != self.name && person.width() >= LEAST_NAME {
            let at = person.translate(vec2(0.0, -1.0));
            caption(name).paint_within(ui, at, Align2::LEFT_CENTER);
        }
        is_toggled
    }

    /// Money, income and influence, in four columns.
    fn numbers_ui(&self, ui: &mut Ui, commands: &mut Commands) {
        let (_, rect) = ui.allocate_space(vec2(ui.available_width(), NUMBERS));
        let row = rect.with_min_x(rect.left() + INDENT);
        let size = if row.width() / 4.0 < 66.0 { text::LEAD } else { text::TITLE };
        let mut left = row.left();
        for ((what, unit), width) in SHOWN.into_iter().zip(columns(ui, row.width())) {
            let cell = Rect::from_min_size(pos2(left, row.top()), vec2(width, NUMBERS));
            left += width;
            let response = self.number_button(ui, cell, what);
            paint_focus(ui, cell.expand2(vec2(space::XS, 0.0)), &response);
            let (upper, lower) = cell.split_top_bottom_at_y(cell.top() + 24.0);
            let number = written(what, held(self.game, self.player, what));
            let at = figure(number, size).paint(ui, upper, Align2::LEFT_CENTER);
            let delta = self.delta(ui, what);
            match delta {
                // What a number would become stands below it, where nothing else could be meant.
                Some((becomes, color)) if self.changes.is_preview => {
                    body(becomes).bold().tinted(color).paint_within(ui, lower, Align2::LEFT_TOP);
                }
                delta => {
                    if let Some((delta, color)) = delta {
                        let delta = caption(delta).tinted(color).lay(ui);
                        let beside = upper.with_min_x(at.right() + space::XS);
                        // Half a change would be worse than none; the journal has it.
                        if delta.size().x <= beside.width() {
                            paint_in(ui.painter(), beside, Align2::LEFT_CENTER, delta);
                        }
                    }
                    caption(unit).paint_within(ui, lower, Align2::LEFT_TOP);
                }
            }
            if response.clicked() {
                commands.push(Command::Explain(self.player, what));
            }
        }
    }

    /// The button that a number is.
    fn number_button(&self, ui: &Ui, rect: Rect, what: Quantity) -> Response {
        let response = ui.interact(rect, self.id(ui, what.name()), Sense::click());
        let amount = amount(what, held(self.game, self.player, what));
        response.widget_info(|| {
            let mut label = format!("{}, {amount}", self.name);
            let by = self.changes.outlook.change(self.player, what);
            if by != 0 {
                let when =
                    if self.changes.is_preview { "would change by" } else { "just changed by" };
                label = format!("{label}, {when} {}", signed_in(what, by));
            }
            WidgetInfo::labeled(Role::Button, true, label)
        });
        response.on_hover_text(format!("Why {amount}?"))
    }

    /// What a number would become, or by how much it has just changed, with its colour; nothing
    /// where nothing changes.
    fn delta(&self, ui: &Ui, what: Quantity) -> Option<(String, Color32)> {
        let theme = theme(ui);
        let by = self.changes.outlook.change(self.player, what);
        let color = match (self.changes.is_preview, by) {
            (_, 0) => return None,
            // What is recorded is no news for long.
            (false, _) => theme.muted,
            (true, 1..) => theme.good,
            (true, _) => theme.bad,
        };
        let words = if self.changes.is_preview {
            let becomes = held(self.game, self.player, what).saturating_add(by);
            format!("→ {}", written(what, becomes))
        } else {
            signed_in(what, by)
        };
        Some((words, color))
    }

    fn id(&self, ui: &Ui, what: &str) -> Id {
        ui.scope_id().with(("player", self.player.0, what))
    }

    /// What is not asked for all the time.
    fn details_ui(&self, ui: &mut Ui) {
        let indented = ui.available_rect_before_wrap();
        let indented = indented.with_min_x(indented.left() + INDENT);
        ui.scope_builder(UiBuilder::new().max_rect(indented), |ui| {
            ui.spacing_mut().item_spacing = vec2(space::S, 0.0);
            row_words_ui(ui, "Built", &self.built());
            row_words_ui(ui, "Workers", &self.workers());
            row_words_ui(ui, "Hand", &self.hand());
            row_words_ui(ui, "Played", &self.played());
            let controls = counted(self.game.controls(self.player).iter());
            self.resources_ui(ui, "Controls", &controls);
            self.resources_ui(ui, "Owns", &self.owned());
            self.resources_ui(ui, "Access", &self.accessed());
        });
    }

    fn built(&self) -> String {
        let counts = &self.game.contents().pack().counts;
        let of = |built: u8, all: Option<&u16>, one: &str, more: &str| {
            let word = if all.is_none() && built == 1 { one } else { more };
            match all {
                Some(all) => format!("{built} of {all} {word}"),
                None => format!("{built} {word}"),
            }
        };
        let houses = self.game.houses(self.player);
        let bridges = self.game.bridges(self.player);
        let houses = of(houses, counts.houses.value(), "house", "houses");
        let bridges = of(bridges, counts.bridges.value(), "bridge or gate", "bridges and gates");
        format!("{houses}, {bridges}")
    }

    fn workers(&self) -> String {
        let mut parts = vec![match self.game.workers_free(self.player) {
            Ok(free) => format!("{free} free"),
            Err(_) => "number unknown".to_owned(),
        }];
        if self.game.worker_on_race(self.player) {
            parts.push("1 on the race mat".to_owned());
        }
        for active in self.game.active_buildings() {
            if active.worker == Some(self.player) {
                let name = self.game.contents().building_name(active.building);
                parts.push(format!("1 on {name}"));
            }
        }
        parts.join(", ")
    }

    fn hand(&self) -> String {
        let game = self.game;
        let count = game.hand_size(self.player);
        let names = self.cards(game.hand(self.player).iter());
        match (count, game.unnamed_cards(self.player)) {
            (0, _) => "no cards".to_owned(),
            (_, 0) => names,
            // What lies face down unnamed may be any of these (ruling R25).
            (count, _) => format!("{count} of {names}"),
        }
    }

    fn played(&self) -> String {
        let names = self.cards(self.game.played_cards(self.player).iter());
        match (names.as_str(), self.game.unnamed_cards(self.player)) {
            ("", 0) => "no cards".to_owned(),
            (_, 0) => names,
            ("", unnamed) => format!("{unnamed} face down"),
            (_, unnamed) => format!("{names}, {unnamed} face down"),
        }
    }

    fn cards(&self, cards: impl Iterator<Item = Card>) -> String {
        let contents = self.game.contents();
        let names: Vec<&str> = cards.map(|card| contents.card_name(card)).collect();
        names.join(", ")
    }

    /// Resources owned on the board, with the number of tiles.
    fn owned(&self) -> BTreeMap<ResourceId, usize> {
        let pieces = self.game.map().owned_by(self.player);
        counted(pieces.filter_map(|(_, piece)| piece.resource()))
    }

    /// Resources accessed, with the number of tiles.
    fn accessed(&self) -> BTreeMap<ResourceId, usize> {
        counted(self.game.access(self.player).map(|tile| tile.resource))
    }

    fn resources_ui(&self, ui: &mut Ui, label: &str, resources: &BTreeMap<ResourceId, usize>) {
        if resources.is_empty() {
            row_words_ui(ui, label, "nothing");
            return;
        }
        let theme = theme(ui);
        let contents = self.game.contents();
        let list: Vec<String> = resources
            .iter()
            .map(|(&resource, count)| format!("{} {count}", contents.resource_name(resource)))
            .collect();
        group_ui(ui, format!("{label} {}", list.join(", ")), |ui| {
            row_ui(ui, label, |ui| {
                ui.horizontal_wrapped(|ui| {
                    ui.spacing_mut().item_spacing = vec2(space::S, 0.0);
                    ui.set_row_height(LINE);
                    for (&resource, &count) in resources {
                        let note = format!("×{count}");
                        let note = if count == 1 { "" } else { note.as_str() };
                        resource_ui(ui, contents.resource_name(resource), note, theme.ink);
                    }
                });
            });
        });
    }
}

/// The size of the points: smaller where they would leave no room for a name.
fn points_size(width: f32) -> f32 {
    if width < NARROW { text::HEAD } else { text::HERO }
}

/// The widths of the columns: alike, or by their captions where those would run into each other.
fn columns(ui: &Ui, width: f32) -> [f32; 4] {
    let captions = SHOWN.map(|(_, unit)| caption(unit).lay(ui).size().x);
    let alike = width / 4.0;
    if captions.iter().all(|caption| caption + space::S <= alike) {
        return [alike; 4];
    }
    let gap = (width - captions.iter().sum::<f32>()) / 4.0;
    captions.map(|caption| caption + gap)
}

fn counted(resources: impl Iterator<Item = ResourceId>) -> BTreeMap<ResourceId, usize> {
    let mut counts = BTreeMap::new();
    for resource in resources {
        *counts.entry(resource).or_default() += 1;
    }
    counts
}

/// How much of something a player has.
fn held(game: &Game, player: PlayerId, what: Quantity) -> i32 {
    match what {
        Quantity::Points => game.points(player).0,
        Quantity::Money => game.money(player).0,
        Quantity::Income => game.income(player).0,
        Quantity::Fleeting => game.fleeting(player),
        Quantity::Lasting => game.lasting(player),
    }
}

/// A number as it stands on the panel.
fn written(what: Quantity, number: i32) -> String {
    match what {
        Quantity::Money => Money(number).to_string().replace('-', "−"),
        Quantity::Points | Quantity::Income | Quantity::Fleeting | Quantity::Lasting => {
            number.to_string().replace('-', "−")
        }
    }
}

/// A number with its unit, as it is said.
fn amount(what: Quantity, number: i32) -> String {
    let written = written(what, number);
    match what {
        Quantity::Points if number == 1 => "1 point".to_owned(),
        Quantity::Points => format!("{written} points"),
        Quantity::Money => written,
        Quantity::Income => format!("income {written}"),
        Quantity::Fleeting | Quantity::Lasting => format!("{written} {}", what.name()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_said_with_their_unit() {
        assert_eq!(amount(Quantity::Points, 1), "1 point");
        assert_eq!(amount(Quantity::Points, 14), "14 points");
        assert_eq!(amount(Quantity::Money, 5), "$5");
        assert_eq!(amount(Quantity::Income, 3), "income 3");
        assert_eq!(amount(Quantity::Lasting, 2), "2 lasting influence");
    }
}
