//! The area attack of a character: its pattern, drawn on the map or chosen among those used before,
//! and its placement.

use egui::{Ui, vec2};
use plain_text::listed;

use crate::attack::AttackMemory;
use crate::palette::MapPalette;
use crate::{ScenarioMemory, figure_label};
use scenario::Record;
use scenario::record::action_at;
use scenario_drawing::draw_pattern;
use scenario_rules::action::PlayedAttack;
use scenario_rules::area::Area;
use scenario_rules::card::{Card, Reach};
use scenario_rules::placed_area::PlacedArea;
use scenario_rules::{Action, FigureId, Hex, Position};
use ui_kit::paint::paint_scene;
use ui_kit::theme::{theme, touch};
use ui_kit::widgets::{caption, toggle_button};

/// The maximum number of patterns to choose from.
const MAX_PATTERNS: usize = 5;

/// The area of an attack that is being entered.
#[derive(Clone, Debug, Default)]
pub(super) struct AreaForm {
    /// The chosen pattern; `None` while it is drawn on the map.
    pattern: Option<Area>,
    /// The hexes that it covers.
    hexes: Vec<Hex>,
    /// `true` if the drawn pattern is that of a ranged attack.
    is_ranged: bool,
}

impl AreaForm {
    /// Creates the form for a placed area.
    pub(super) fn of(area: &PlacedArea) -> Self {
        let PlacedArea { pattern, hexes } = area;
        Self { pattern: Some(*pattern), hexes: hexes.clone(), is_ranged: !pattern.is_melee() }
    }

    /// Returns the hexes that it covers.
    pub(super) fn hexes(&self) -> &[Hex] {
        &self.hexes
    }

    /// Returns the placed area; `None` while no hex is chosen, or too many are.
    pub(super) fn placed(&self, position: &Position, attacker: FigureId) -> Option<PlacedArea> {
        let mut hexes = self.hexes.clone();
        hexes.sort_unstable();
        let from = Some(position.figure(attacker).hex).filter(|_| !self.is_ranged);
        let pattern = match self.pattern {
            Some(pattern) if !hexes.is_empty() => pattern,
            _ => Area::of_hexes(from, &hexes).ok()?,
        };
        Some(PlacedArea { pattern, hexes })
    }

    /// Returns the reach of the attack: melee, or the range of the nearest hex of the area.
    pub(super) fn reach(position: &Position, attacker: FigureId, area: &PlacedArea) -> Reach {
        if area.pattern.is_melee() {
            return Reach::Melee;
        }
        let range = position.area_range(attacker, area).and_then(|range| u8::try_from(range).ok());
        Reach::Ranged(range.unwrap_or(Card::MAX_RANGE).clamp(1, Card::MAX_RANGE))
    }

    /// Covers a hex: adds it to the drawn pattern or removes it, or places the chosen pattern over
    /// it. A further press on the same hex turns the pattern.
    fn cover(&mut self, position: &Position, attacker: FigureId, hex: Hex) {
        let Some(pattern) = self.pattern else {
            if self.hexes.contains(&hex) {
                self.hexes.retain(|other| *other != hex);
            } else if position.board().has(hex) && position.figure(attacker).hex != hex {
                self.hexes.push(hex);
            }
            return;
        };
        let placements = position.area_placements(attacker, &pattern, hex);
        let now = placements.iter().position(|area| area.hexes == self.hexes);
        let next = now.map_or(0, |at| (at + 1) % placements.len());
        if let Some(area) = placements.get(next) {
            self.hexes.clone_from(&area.hexes);
        }
    }
}

/// Covers a hex with the area of the attack that is being entered; returns `false` if none is.
pub(super) fn press(record: &Record, memory: &mut ScenarioMemory, hex: Hex) -> bool {
    let position = record.game().position();
    let Some(attacker) = memory.selected(position) else { return false };
    let view = memory.view();
    let Some(entered) = memory.attack.get_mut(&view) else { return false };
    let Some(area) = &mut entered.area else { return false };
    area.cover(position, attacker, hex);
    entered.choose_area_target(position, attacker);
    true
}

/// Returns the attack on the next enemy in the area of the latest attack, with the same values.
pub(super) fn next_attack(record: &Record, attacker: FigureId) -> Option<AttackMemory> {
    let attacks_with_area = |entry: usize| match action_at(record, entry) {
        Some(Action::Attack(attack)) if attack.attacker == attacker => Some(attack),
        _ => None,
    };
    let area_of = |attack: &PlayedAttack| attack.stated.as_ref()?.area.clone();
    let latest = attacks_with_area(record.cursor())?;
    let stated = latest.stated.as_ref()?;
    let area = area_of(latest)?;
    let earlier = (1..=record.cursor()).rev().map_while(attacks_with_area);
    let hit_before: Vec<FigureId> = earlier
        .take_while(|attack| area_of(attack).as_ref() == Some(&area))
        .map(|attack| attack.target)
        .collect();
    let position = record.game().position();
    position.get(attacker)?;
    let mut targets = position.area_targets(attacker, &area).into_iter();
    let next = targets.find(|target| !hit_before.contains(target))?;
    Some(AttackMemory::in_area(next, stated, &area))
}

/// Returns how the area that is being entered is placed on the map; `None` if none is.
pub(super) fn hint(memory: &ScenarioMemory) -> Option<&'static str> {
    let area = memory.attack.get(&memory.view())?.area.as_ref()?;
    Some(match (area.pattern, area.is_ranged) {
        (Some(_), _) => "Press a hex that the area covers; press it again to turn the area.",
        (None, false) => "Press the hexes that the area covers, as they lie around the attacker.",
        (None, true) => "Press the hexes that the area covers.",
    })
}

/// Draws the patterns to choose from until the area covers a hex, then the enemies that it hits.
pub(super) fn area_ui(
    ui: &mut Ui,
    record: &Record,
    attacker: FigureId,
    entered: &mut AttackMemory,
) {
    let position = record.game().position();
    let Some(area) = &mut entered.area else { return };
    let Some(placed) = area.placed(position, attacker) else {
        return patterns_ui(ui, record, area);
    };
    let targets = position.area_targets(attacker, &placed);
    if targets.is_empty() {
        caption(format!("No enemy in sight stands in {}.", listed(&placed.hexes))).ui(ui);
        return;
    }
    ui.horizontal_wrapped(|ui| {
        caption("It hits").ui(ui);
        for id in targets {
            let is_next = entered.target == Some(id);
            let target = toggle_button(is_next, figure_label(position, id));
            let target = ui.add(target).on_hover_text("Each target has an attack of its own.");
            if target.clicked() {
                entered.choose_target(id);
            }
        }
    });
}

/// Draws the patterns that were used before, and how a new one is drawn.
fn patterns_ui(ui: &mut Ui, record: &Record, area: &mut AreaForm) {
    let used = used_patterns(record);
    ui.horizontal_wrapped(|ui| {
        for (at, pattern) in used.iter().enumerate() {
            let is_chosen = area.pattern == Some(*pattern);
            if pattern_button_ui(ui, pattern, is_chosen, at + 1) {
                let pattern = Some(*pattern).filter(|_| !is_chosen);
                *area = AreaForm { pattern, ..AreaForm::default() };
            }
        }
        if area.pattern.is_none() && ui.add(toggle_button(area.is_ranged, "Ranged area")).clicked()
        {
            area.is_ranged ^= true;
        }
    });
    let how = match (area.pattern, used.is_empty()) {
        (Some(_), _) => "Press a hex on the map that it covers.",
        (None, true) => "Press the hexes on the map that it covers.",
        (None, false) => "Choose one used before, or press the hexes on the map that it covers.",
    };
    caption(how).ui(ui);
}

/// Draws a button with a picture of a pattern; returns `true` if it is pressed.
fn pattern_button_ui(ui: &mut Ui, pattern: &Area, is_chosen: bool, number: usize) -> bool {
    let side = touch::TARGET;
    let response = ui.add(toggle_button(is_chosen, "").min_size(vec2(side, side)));
    let response = response.accessible_name(format!("Area {number}: {pattern}"));
    let picture = draw_pattern(pattern, response.rect.height());
    let to = egui::emath::TSTransform::from_translation(response.rect.min.to_vec2());
    paint_scene(ui.painter(), &picture, to, &MapPalette(&theme(ui)));
    response.on_hover_text("An area used before in this scenario.").clicked()
}

/// Returns the patterns that characters used in the record, the latest first, each once however it
/// was turned.
fn used_patterns(record: &Record) -> Vec<Area> {
    let mut used: Vec<Area> = Vec::new();
    for entry in (1..=record.cursor()).rev() {
        if let Some(Action::Attack(attack)) = action_at(record, entry)
            && let Some(area) = attack.stated.as_ref().and_then(|stated| stated.area.as_ref())
            && used.iter().all(|other| !is_same_shape(other, &area.pattern))
        {
            used.push(area.pattern);
        }
        if used.len() == MAX_PATTERNS {
            break;
        }
    }
    used
}

fn is_same_shape(a: &Area, b: &Area) -> bool {
    a.is_melee() == b.is_melee() && a.orientations() == b.orientations()
}
