//! Scenarios of an edition file, with the figures of their rooms.

use std::collections::BTreeMap;

use serde_json::Value;

use plain_text::name_key;
use scenario_rules::figure::Rank;

use super::actions::formula;
use super::cards::Importer;
use super::fields::{FieldKind, Fields, ObjectKind};
use super::names::table_name;
use crate::Formula;
use crate::room::{CharacterCounts, RoomFigure, RoomFigureKind, ScenarioList};

const SCENARIO: ObjectKind = ObjectKind {
    name: "scenario",
    fields: &[
        ("index", FieldKind::Scalar),
        ("name", FieldKind::Scalar),
        ("edition", FieldKind::Any),
        ("group", FieldKind::Scalar),
        ("solo", FieldKind::Scalar),
        ("monsters", FieldKind::List),
        ("rooms", FieldKind::List),
        ("objectives", FieldKind::List),
    ],
};

const ROOM: ObjectKind = ObjectKind {
    name: "room",
    fields: &[
        ("roomNumber", FieldKind::Scalar),
        ("room", FieldKind::Scalar),
        ("ref", FieldKind::Any),
        ("initial", FieldKind::Any),
        ("marker", FieldKind::Any),
        ("rooms", FieldKind::Any),
        ("monster", FieldKind::List),
        ("objectives", FieldKind::List),
    ],
};

const ROOM_MONSTER: ObjectKind = ObjectKind {
    name: "room monster",
    fields: &[
        ("name", FieldKind::Scalar),
        ("count", FieldKind::Scalar),
        ("marker", FieldKind::Any),
        ("type", FieldKind::Scalar),
        ("player2", FieldKind::Scalar),
        ("player3", FieldKind::Scalar),
        ("player4", FieldKind::Scalar),
    ],
};

const OBJECTIVE: ObjectKind = ObjectKind {
    name: "objective",
    fields: &[
        ("name", FieldKind::Scalar),
        ("health", FieldKind::Scalar),
        ("count", FieldKind::Any),
        ("escort", FieldKind::Any),
        ("marker", FieldKind::Any),
    ],
};

/// Returns the ranks of a monster entry, each with its numbers of characters: of `type` with all,
/// of `player2` to `player4` with that many.
pub(super) fn ranks_by_count(entry: &Value) -> Vec<(Option<Rank>, CharacterCounts)> {
    let rank_at = |key: &str| entry.get(key).and_then(Value::as_str).and_then(rank_of);
    let mut ranks: Vec<(Option<Rank>, CharacterCounts)> = Vec::new();
    for (count, key) in [(2, "player2"), (3, "player3"), (4, "player4")] {
        let Some(rank) = rank_at(key) else {
            continue;
        };
        match ranks.iter_mut().find(|(of, _)| *of == Some(rank)) {
            Some((_, counts)) => *counts = counts.with(count),
            None => ranks.push((Some(rank), CharacterCounts::EMPTY.with(count))),
        }
    }
    if ranks.is_empty() {
        ranks.push((rank_at("type"), CharacterCounts::all()));
    }
    ranks
}

/// Returns the rank with this name.
pub(super) fn rank_of(name: &str) -> Option<Rank> {
    Rank::ALL.into_iter().find(|rank| rank.word() == name)
}

/// The key under which equal figures of a room are counted.
type FigureKey = (String, String, u8);

impl Importer<'_> {
    /// Adds a scenario.
    pub(super) fn add_scenario(&mut self, value: &Value) {
        let Some(fields) = Fields::of(value, &SCENARIO, &mut self.report) else {
            return;
        };
        let Some(id) = scenario_id(fields) else {
            self.report.left_out.push("a scenario without a number".to_owned());
            return;
        };
        let key = name_key(&id);
        if self.book.scenarios.contains_key(&key) {
            self.report.repeated.push(format!("scenario {id}"));
            return;
        }
        let mut scenario = ScenarioList { id, ..ScenarioList::default() };
        scenario.title = fields.name("name").map(|name| self.labels.resolve(&name));
        for slug in fields.list("monsters").iter().filter_map(Value::as_str) {
            let name = self.monster_names.name(&self.labels, "monster", slug);
            scenario.monsters.push(name);
        }
        for (at, room) in (1..).zip(fields.list("rooms")) {
            self.add_room(&mut scenario, at, room, fields.list("objectives"));
        }
        let is_short = scenario.monsters.len() <= ScenarioList::MAX_FIGURES
            && scenario.rooms.values().all(|figures| figures.len() <= ScenarioList::MAX_FIGURES);
        if is_short {
            self.book.scenarios.insert(key, scenario);
        } else {
            self.report.left_out.push(format!("scenario {}", scenario.id));
        }
    }

    fn add_room(&mut self, scenario: &mut ScenarioList, at: u16, room: &Value, objects: &[Value]) {
        let Some(fields) = Fields::of(room, &ROOM, &mut self.report) else {
            return;
        };
        let number = fields.number("roomNumber").or_else(|| fields.number("room")).unwrap_or(at);
        let mut figures = scenario.rooms.remove(&number).unwrap_or_default();
        for monster in fields.list("monster") {
            self.add_room_monster(monster, &mut figures);
        }
        for object in fields.list("objectives") {
            let numbered = object.as_u64().and_then(|n| usize::try_from(n).ok()?.checked_sub(1));
            let object = numbered.map_or(Some(object), |index| objects.get(index));
            figures.extend(object.and_then(|object| self.object(object)));
        }
        scenario.rooms.insert(number, merged(figures));
    }

    fn add_room_monster(&mut self, value: &Value, figures: &mut Vec<RoomFigure>) {
        let Some(fields) = Fields::of(value, &ROOM_MONSTER, &mut self.report) else {
            return;
        };
        let Some(slug) = fields.name("name") else {
            return;
        };
        let count = fields.text("count").and_then(|count| formula(&count));
        let count = count.unwrap_or(Formula::Number(1));
        let name = self.monster_names.name(&self.labels, "monster", &slug);
        for (rank, characters) in ranks_by_count(value) {
            let kind = RoomFigureKind::Monster(Some(rank.unwrap_or(Rank::Normal)));
            figures.push(RoomFigure { count: count.clone(), kind, name: name.clone(), characters });
        }
    }

    fn object(&mut self, value: &Value) -> Option<RoomFigure> {
        let fields = Fields::of(value, &OBJECTIVE, &mut self.report)?;
        let name = table_name(&self.labels.resolve(&fields.name("name")?));
        let points = fields.text("health").and_then(|health| formula(&health));
        Some(RoomFigure {
            count: Formula::Number(1),
            kind: RoomFigureKind::Object(points),
            name,
            characters: CharacterCounts::all(),
        })
    }
}

/// Returns the number of a scenario, with the group or class that has its own numbers.
fn scenario_id(fields: Fields<'_>) -> Option<String> {
    let index = fields.name("index")?;
    let group = fields.name("group").or_else(|| fields.name("solo").map(|of| format!("solo-{of}")));
    let id = group.map_or(index.clone(), |group| format!("{group}-{index}"));
    let plain = id.chars().filter(|c| c.is_alphanumeric() || matches!(c, '-' | '.' | '_'));
    let id: String = plain.take(ScenarioList::MAX_ID_CHARS).collect();
    (!id.is_empty()).then_some(id)
}

/// Adds up the counts of equal figures, in their first order.
fn merged(figures: Vec<RoomFigure>) -> Vec<RoomFigure> {
    let mut merged: Vec<RoomFigure> = Vec::new();
    let mut places: BTreeMap<FigureKey, usize> = BTreeMap::new();
    for figure in figures {
        let bits = figure.characters.iter().fold(0, |bits, count| bits | 1 << count);
        let kind = RoomFigure { count: Formula::Number(1), ..figure.clone() };
        let key = (kind.to_string(), figure.name.clone(), bits);
        let place = places.get(&key).and_then(|&at| merged.get_mut(at));
        match (place, &figure.count) {
            (Some(RoomFigure { count: Formula::Number(before), .. }), Formula::Number(more))
                if *before + *more <= Formula::MAX_NUMBER =>
            {
                *before += more;
            }
            _ => {
                places.insert(key, merged.len());
                merged.push(figure);
            }
        }
    }
    merged
}
