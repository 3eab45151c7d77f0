//! The details of a player, needed less often: workers, cards, built tiles, and resources.

use plain_text::remarks;
use std::collections::BTreeMap;

use egui::{Ui, UiBuilder, vec2};

use super::{INDENT, count_as_f32};
use components::ids::ResourceId;
use rules::Game;
use rules::player::{Card, PlayerId};
use ui_kit::theme::{space, theme};
use ui_kit::widgets::{
    DecisivePart, ROW_HEIGHT, group_ui, mark, row_lines, row_lines_ui, row_ui, row_words_ui,
};
use ui_tiles::resource_ui;

/// Number of rows.
const ROWS: usize = 7;
/// Number of rows that decide who may call a vote, and what can be played: they are shown in full
/// before any other row is.
const DECISIVE: usize = 2;
/// Index of the row with the played cards.
const PLAYED: usize = 0;
/// Maximum number of lines of all rows.
pub(super) const MAX_LINES: usize = 12;

/// The content of a line.
enum RowContent {
    Text(String),
    /// Resources, with the number of tiles of each.
    Resources(BTreeMap<ResourceId, usize>),
}

/// The details of a player.
pub(super) struct Details<'a> {
    pub(super) game: &'a Game,
    pub(super) player: PlayerId,
}

impl Details<'_> {
    /// Returns every row, the most needed first: the [`DECISIVE`] ones, then the others.
    fn rows(&self) -> [(&'static str, RowContent); ROWS] {
        let controls = counted(self.game.controls(self.player).iter());
        [
            ("Played", RowContent::Text(self.played())),
            ("Hand", RowContent::Text(self.hand())),
            ("Workers", RowContent::Text(self.workers())),
            ("Controls", RowContent::Resources(controls)),
            ("Owns", RowContent::Resources(self.owned())),
            ("Access", RowContent::Resources(self.accessed())),
            ("Built", RowContent::Text(self.built())),
        ]
    }

    /// Draws as many rows as fit in this many lines. A row that needs several lines gets them
    /// before a less needed row gets any, or from the lines that are left over.
    pub(super) fn lines_ui(&self, ui: &mut Ui, lines: usize) {
        indented(ui, |ui| {
            // The blocks below stay in place when a row needs another line.
            ui.set_min_height(count_as_f32(lines) * ROW_HEIGHT);
            let rows = self.rows().map(|(label, content)| (label, self.text(&content)));
            let needed = rows.each_ref().map(|(_, text)| row_lines(ui, text));
            for (index, ((label, text), lines)) in
                rows.iter().zip(shared_lines(needed, lines)).enumerate()
            {
                if lines == 0 {
                    continue;
                }
                let top = ui.cursor().top();
                row_lines_ui(ui, label, text, lines);
                if index == PLAYED {
                    let row = ui.min_rect().with_min_y(top);
                    mark(ui, DecisivePart::PlayedCards, row);
                }
            }
        });
    }

    /// Draws every line.
    pub(super) fn ui(&self, ui: &mut Ui) {
        indented(ui, |ui| {
            for (label, content) in self.rows() {
                match content {
                    RowContent::Text(text) => row_words_ui(ui, label, &text),
                    RowContent::Resources(resources) if resources.is_empty() => {
                        row_words_ui(ui, label, "nothing");
                    }
                    RowContent::Resources(resources) => self.resources_ui(ui, label, &resources),
                }
            }
        });
    }

    fn text(&self, content: &RowContent) -> String {
        let resources = match content {
            RowContent::Text(text) => return text.clone(),
            RowContent::Resources(resources) if resources.is_empty() => {
                return "nothing".to_owned();
            }
            RowContent::Resources(resources) => resources.iter(),
        };
        let contents = self.game.contents();
        let names: Vec<String> = resources
            .map(|(&resource, &count)| {
                let name = contents.resource_name(resource);
                if count == 1 { name.to_owned() } else { format!("{name} ×{count}") }
            })
            .collect();
        remarks(&names)
    }

    fn built(&self) -> String {
        let counts = &self.game.contents().pack().counts;
        let (houses, all_houses) = (self.game.houses(self.player), counts.houses.value());
        let (bridges, all_bridges) = (self.game.bridges(self.player), counts.bridges.value());
        format!(
            "{}, {}",
            built_of(houses, all_houses, "house", "houses"),
            built_of(bridges, all_bridges, "bridge or gate", "bridges and gates"),
        )
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
        remarks(&parts)
    }

    fn hand(&self) -> String {
        let game = self.game;
        let count = game.hand_size(self.player);
        let names = self.cards(game.hand(self.player).iter());
        match (count, game.unnamed_cards(self.player)) {
            (0, _) => "no cards".to_owned(),
            (_, 0) => names,
            // A card face down and unnamed may be any of these (ruling R25).
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
        remarks(&names)
    }

    /// Counts the tiles of every resource owned on the board.
    fn owned(&self) -> BTreeMap<ResourceId, usize> {
        counted(self.game.map().owned_by(self.player).filter_map(|(_, piece)| piece.resource()))
    }

    /// Counts the tiles of every accessed resource.
    fn accessed(&self) -> BTreeMap<ResourceId, usize> {
        counted(self.game.access(self.player).map(|tile| tile.resource))
    }

    fn resources_ui(&self, ui: &mut Ui, label: &str, resources: &BTreeMap<ResourceId, usize>) {
        let theme = theme(ui);
        let contents = self.game.contents();
        let list: Vec<String> = resources
            .iter()
            .map(|(&resource, count)| format!("{} {count}", contents.resource_name(resource)))
            .collect();
        group_ui(ui, format!("{label} {}", remarks(&list)), |ui| {
            row_ui(ui, label, |ui| {
                ui.horizontal_wrapped(|ui| {
                    ui.spacing_mut().item_spacing = vec2(space::S, 0.0);
                    ui.set_row_height(ROW_HEIGHT);
                    for (&resource, &count) in resources {
                        let note = if count == 1 { String::new() } else { format!("×{count}") };
                        resource_ui(ui, contents.resource_name(resource), &note, theme.ink);
                    }
                });
            });
        });
    }
}

/// Shares `lines` between rows that need this many: one for each decisive row, then all that these
/// need, then one for each other row, then all that those need.
fn shared_lines(needed: [usize; ROWS], mut lines: usize) -> [usize; ROWS] {
    let mut shared = [0; ROWS];
    for (rows, is_whole) in
        [(0..DECISIVE, false), (0..DECISIVE, true), (DECISIVE..ROWS, false), (DECISIVE..ROWS, true)]
    {
        for row in rows {
            let wanted = if is_whole { needed[row] } else { 1 };
            let more = wanted.saturating_sub(shared[row]).min(lines);
            shared[row] += more;
            lines -= more;
        }
    }
    shared
}

fn indented(ui: &mut Ui, add: impl FnOnce(&mut Ui)) {
    let whole = ui.available_rect_before_wrap();
    let indented = whole.with_min_x(whole.left() + INDENT);
    ui.scope_builder(UiBuilder::new().max_rect(indented), |ui| {
        ui.spacing_mut().item_spacing = vec2(space::S, 0.0);
        add(ui);
    });
}

/// Formats the number of built tiles, with that of all if it is known.
fn built_of(built: u8, all: Option<&u16>, one: &str, more: &str) -> String {
    match all {
        Some(all) => format!("{built} of {}", plain_text::counted(all, one, more)),
        None => plain_text::counted(built, one, more),
    }
}

fn counted(resources: impl Iterator<Item = ResourceId>) -> BTreeMap<ResourceId, usize> {
    let mut counts = BTreeMap::new();
    for resource in resources {
        *counts.entry(resource).or_default() += 1;
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decisive_rows_get_all_their_lines_before_the_others_get_any() {
        let needed = [1, 3, 1, 1, 2, 1, 2];
        assert_eq!(shared_lines(needed, 1), [1, 0, 0, 0, 0, 0, 0]);
        assert_eq!(shared_lines(needed, 3), [1, 2, 0, 0, 0, 0, 0]);
        assert_eq!(shared_lines(needed, 5), [1, 3, 1, 0, 0, 0, 0]);
        assert_eq!(shared_lines(needed, 10), [1, 3, 1, 1, 2, 1, 1]);
        assert_eq!(shared_lines(needed, 99), needed);
    }
}
