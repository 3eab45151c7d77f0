//! The details of a player, needed less often: workers, cards, built tiles, and resources.

use plain_text::remarks;
use std::collections::BTreeMap;

use egui::{Ui, UiBuilder, vec2};

use super::{INDENT, count_as_f32};
use components::ids::ResourceId;
use narration::player_cards;
use rules::Game;
use rules::player::PlayerId;
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
        let Self { game, player } = *self;
        let controls = player_cards::counts_of(game.controls(player).iter());
        [
            ("Played", RowContent::Text(player_cards::played(game, player))),
            ("Hand", RowContent::Text(player_cards::hand(game, player))),
            ("Workers", RowContent::Text(player_cards::workers(game, player))),
            ("Controls", RowContent::Resources(controls)),
            ("Owns", RowContent::Resources(self.owned())),
            ("Access", RowContent::Resources(self.accessed())),
            ("Built", RowContent::Text(player_cards::built(game, player))),
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
            RowContent::Resources(resources) => resources,
        };
        player_cards::resources(self.game, resources)
    }

    /// Counts the tiles of every resource owned on the board.
    fn owned(&self) -> BTreeMap<ResourceId, usize> {
        player_cards::counts_of(
            self.game.map().owned_by(self.player).filter_map(|(_, piece)| piece.resource()),
        )
    }

    /// Counts the tiles of every accessed resource.
    fn accessed(&self) -> BTreeMap<ResourceId, usize> {
        player_cards::counts_of(self.game.access(self.player).map(|tile| tile.resource))
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
