//! Limits on the lengths of the lists of a pack.
//!
//! A pack from a file may have lists of any length. They are counted before they are used, so that
//! every later step iterates over short lists only.

use super::board::MAX_BOARD_ENTRIES;
use super::{
    MAX_ACHIEVEMENTS, MAX_ADVISERS, MAX_BOARDS, MAX_BUILDINGS, MAX_ENTRIES, MAX_NAME, MAX_RACES,
    MAX_RESOURCES, MAX_SOURCES, MAX_TEXT, PackChecker, PackProblem, entry_name,
};
use crate::effect::CardAction;
use crate::fact::Fact;
use crate::specs::{BoardSpec, Pack, ResourceNames, StandardCard};
use crate::square::Square;

/// Finds the lists of a pack that are too long, reporting only a few for each kind of component.
pub fn overlong_lists(pack: &Pack) -> Vec<PackProblem> {
    let mut check = PackChecker::new(pack);
    check.lengths();
    if check.found.is_empty() {
        for spec in &pack.boards {
            check.drawing_lengths(spec);
            check.name_length("board", &spec.name);
        }
        check.stated("offer", "places", &pack.offer.adviser_prices, MAX_ENTRIES);
        let resources = pack.resources.iter().map(|spec| ("resource", &spec.name));
        let races = pack.races.iter().map(|spec| ("race", &spec.name));
        let cards = pack.resource_cards.iter().map(|spec| ("resource card", &spec.resource));
        let buildings = pack.buildings.iter().map(|spec| ("building", &spec.name));
        let advisers = pack.advisers.iter().map(|spec| ("adviser", &spec.name));
        let achievements = pack.achievements.iter().map(|spec| ("achievement", &spec.name));
        resources
            .chain(races)
            .chain(cards)
            .chain(buildings)
            .chain(advisers)
            .chain(achievements)
            .for_each(|(kind, name)| check.name_length(kind, name));
    }
    check.found
}

impl PackChecker<'_> {
    /// Reports every list that is longer than it may be.
    pub(super) fn lengths(&mut self) {
        let pack = self.pack;
        let lists = [
            ("resources", pack.resources.len(), MAX_RESOURCES),
            ("races", pack.races.len(), MAX_RACES),
            ("resource cards", pack.resource_cards.len(), MAX_RESOURCES),
            ("buildings", pack.buildings.len(), MAX_BUILDINGS),
            ("advisers", pack.advisers.len(), MAX_ADVISERS),
            ("standard cards", pack.standard_cards.len(), StandardCard::ALL.len()),
            ("achievements", pack.achievements.len(), MAX_ACHIEVEMENTS),
            ("boards", pack.boards.len(), MAX_BOARDS),
            ("sources", pack.sources.len(), MAX_SOURCES),
        ];
        for (list, len, most) in lists {
            self.at_most(list, "entries", len, most);
        }
        // An overlong list is inspected only up to its limit.
        for spec in pack.resources.iter().take(MAX_RESOURCES) {
            let entry = entry_name("resource", &spec.name);
            self.stated(&entry, "prerequisites", &spec.recipe, MAX_ENTRIES);
        }
        for spec in pack.races.iter().take(MAX_RACES) {
            let entry = entry_name("race", &spec.name);
            self.forbidden_length(&entry, &spec.forbidden);
            self.effects(&entry, &spec.action);
        }
        for spec in pack.resource_cards.iter().take(MAX_RESOURCES) {
            let entry = entry_name("resource card", &spec.resource);
            self.forbidden_length(&entry, &spec.forbids);
        }
        for spec in pack.buildings.iter().take(MAX_BUILDINGS) {
            let entry = entry_name("building", &spec.name);
            self.at_most(&entry, "spaces", spec.spaces.len(), MAX_ENTRIES);
            self.effects(&entry, &spec.action);
        }
        for spec in pack.advisers.iter().take(MAX_ADVISERS) {
            self.effects(&entry_name("adviser", &spec.name), &spec.action);
        }
        for spec in pack.standard_cards.iter().take(StandardCard::ALL.len()) {
            self.effects(&entry_name("standard card", spec.card.name()), &spec.action);
        }
        for spec in pack.boards.iter().take(MAX_BOARDS) {
            self.board_lengths(spec);
        }
    }

    /// Reports every list of a board that is longer than it may be.
    pub(super) fn board_lengths(&mut self, spec: &BoardSpec) {
        let entry = entry_name("board", &spec.name);
        self.stated(&entry, "start squares", &spec.starts, MAX_BOARD_ENTRIES);
        self.stated(&entry, "sites", &spec.sites, MAX_ENTRIES);
        for site in spec.sites.value().into_iter().flatten().take(MAX_ENTRIES) {
            let buildings = site.buildings.len();
            self.at_most(&entry, "buildings for a site", buildings, MAX_ENTRIES);
            self.at_most(&entry, "squares of a site", site.squares.len(), MAX_BOARD_ENTRIES);
        }
        self.at_most(&entry, "districts", spec.districts.len(), MAX_BOARD_ENTRIES);
    }

    /// Reports the drawings of a board and its lists of names if they are far too long;
    /// [`PackChecker::board`] checks their exact lengths.
    fn drawing_lengths(&mut self, spec: &BoardSpec) {
        let entry = entry_name("board", &spec.name);
        for (what, drawing) in [("terrain", &spec.terrain), ("sections", &spec.sections)] {
            let rows = drawing.value().map(Vec::as_slice).unwrap_or_default();
            let most = usize::from(Square::MAX_ROWS);
            self.at_most(&entry, &format!("rows of {what}"), rows.len(), most);
            let most = usize::from(Square::MAX_COLUMNS);
            let longest = rows.iter().map(|row| row.chars().count()).max();
            let squares = format!("squares in a row of {what}");
            self.at_most(&entry, &squares, longest.unwrap_or(0), most);
        }
        let names = spec.section_names.len();
        self.at_most(&entry, "section names", names, MAX_ENTRIES);
        let what = "difficulty levels";
        self.stated(&entry, what, &spec.solo, MAX_ENTRIES);
    }

    /// Reports a name that is too long for a message.
    fn name_length(&mut self, kind: &str, name: &str) {
        if name.chars().nth(MAX_TEXT).is_some() {
            let expected = format!("a name of at most {MAX_NAME} characters");
            self.report(&entry_name(kind, name), "a longer name", expected);
        }
    }

    /// Reports a fact that is a list if the list is too long.
    fn stated<T>(&mut self, entry: &str, what: &str, list: &Fact<Vec<T>>, most: usize) {
        if let Some(list) = list.value() {
            self.at_most(entry, what, list.len(), most);
        }
    }

    fn forbidden_length(&mut self, entry: &str, names: &Fact<ResourceNames>) {
        if let Some(ResourceNames(names)) = names.value() {
            self.at_most(entry, "forbidden resources", names.len(), MAX_RESOURCES);
        }
    }

    fn effects(&mut self, entry: &str, action: &Fact<CardAction>) {
        if let Some(action) = action.value() {
            self.at_most(entry, "effects", action.effects.len(), MAX_ENTRIES);
        }
    }
}
