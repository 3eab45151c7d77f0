//! What is not asked of a player all the time: workers, cards, what was built, and resources.

use plain_text::remarks;
use std::collections::BTreeMap;

use egui::{Ui, UiBuilder, vec2};

use super::INDENT;
use components::ids::ResourceId;
use rules::Game;
use rules::player::{Card, PlayerId};
use ui_kit::theme::{space, theme};
use ui_kit::widgets::{LINE, group_ui, row_line_ui, row_ui, row_words_ui};
use ui_tiles::resource_ui;

/// How many lines there are to show.
pub(super) const ROWS: usize = 7;

/// What a line says.
enum Said {
    Words(String),
    /// Resources, with the number of tiles of each.
    Resources(BTreeMap<ResourceId, usize>),
}

/// The details of a player.
pub(super) struct Details<'a> {
    pub(super) game: &'a Game,
    pub(super) player: PlayerId,
}

impl Details<'_> {
    /// Every line, what is asked for most first.
    fn rows(&self) -> [(&'static str, Said); ROWS] {
        let controls = counted(self.game.controls(self.player).iter());
        [
            ("Workers", Said::Words(self.workers())),
            ("Hand", Said::Words(self.hand())),
            ("Controls", Said::Resources(controls)),
            ("Owns", Said::Resources(self.owned())),
            ("Access", Said::Resources(self.accessed())),
            ("Built", Said::Words(self.built())),
            ("Played", Said::Words(self.played())),
        ]
    }

    /// The first lines, none longer than there is room for.
    pub(super) fn lines_ui(&self, ui: &mut Ui, count: usize) {
        indented(ui, |ui| {
            for (label, said) in self.rows().into_iter().take(count) {
                row_line_ui(ui, label, &self.words(&said));
            }
        });
    }

    /// All of it.
    pub(super) fn ui(&self, ui: &mut Ui) {
        indented(ui, |ui| {
            for (label, said) in self.rows() {
                match said {
                    Said::Words(words) => row_words_ui(ui, label, &words),
                    Said::Resources(resources) if resources.is_empty() => {
                        row_words_ui(ui, label, "nothing");
                    }
                    Said::Resources(resources) => self.resources_ui(ui, label, &resources),
                }
            }
        });
    }

    fn words(&self, said: &Said) -> String {
        let resources = match said {
            Said::Words(words) => return words.clone(),
            Said::Resources(resources) if resources.is_empty() => return "nothing".to_owned(),
            Said::Resources(resources) => resources.iter(),
        };
        let contents = self.game.contents();
        let named = resources.map(|(&resource, &count)| {
            let name = contents.resource_name(resource);
            if count == 1 { name.to_owned() } else { format!("{name} ×{count}") }
        });
        remarks(&named.collect::<Vec<String>>())
    }

    fn built(&self) -> String {
        let counts = &self.game.contents().pack().counts;
        let of = |built: u8, all: Option<&u16>, one: &str, more: &str| match all {
            Some(all) => format!("{built} of {}", plain_text::counted(all, one, more)),
            None => plain_text::counted(built, one, more),
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
        remarks(&parts)
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
        remarks(&names)
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

fn indented(ui: &mut Ui, add: impl FnOnce(&mut Ui)) {
    let rect = ui.available_rect_before_wrap();
    let rect = rect.with_min_x(rect.left() + INDENT);
    ui.scope_builder(UiBuilder::new().max_rect(rect), |ui| {
        ui.spacing_mut().item_spacing = vec2(space::S, 0.0);
        add(ui);
    });
}

fn counted(resources: impl Iterator<Item = ResourceId>) -> BTreeMap<ResourceId, usize> {
    let mut counts = BTreeMap::new();
    for resource in resources {
        *counts.entry(resource).or_default() += 1;
    }
    counts
}
