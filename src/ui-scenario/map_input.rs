//! The input of the map drawing: the record with the overlays from the screen's memory.

use crate::attack::AttackMemory;
use crate::{ScenarioMemory, Tool};
use scenario::Record;
use scenario_drawing::{MapInteraction, MapView, TurnOverlay};
use scenario_rules::{FigureId, Hex};

impl ScenarioMemory {
    /// Returns the map of a record with all its overlays.
    pub(super) fn shown<'a>(
        &'a mut self,
        record: &'a Record,
        hovered: Option<Hex>,
        over_photo: bool,
    ) -> MapView<'a> {
        let game = record.game();
        let selected = self.selected(game.position());
        let acts = selected.filter(|&id| game.acts_as_monster(id) && !game.has_acted(id));
        let turn = acts.and_then(|id| self.drawn_turn(record, id));
        let proposed = self.proposed_hexes(game.position());
        let hands = MapInteraction { proposed, ..self.hands(hovered, over_photo) };
        MapView { game, selected, turn, interaction: Some(hands) }
    }

    /// Returns the turn of a figure with the end and the targets chosen so far.
    fn drawn_turn(&mut self, record: &Record, id: FigureId) -> Option<TurnOverlay> {
        let memory = self.turn.get(&self.view());
        let (end, placement) = memory.map_or((0, 0), |turn| (turn.end, turn.placement));
        let chosen = memory.iter().flat_map(|turn| &turn.chosen).copied().collect();
        let answer = self.answer(record, id).as_ref().ok()?;
        Some(TurnOverlay { placement, chosen, ..TurnOverlay::new(answer, answer.ends.get(end)) })
    }

    /// Returns the state of the current interaction with the map.
    fn hands(&self, hovered: Option<Hex>, over_photo: bool) -> MapInteraction<'_> {
        let view = self.view();
        MapInteraction {
            is_set_up: matches!(self.tool, Tool::Paint | Tool::Wall | Tool::Figure),
            cursor: self.cursor,
            hovered,
            stroke: self.stroke.get(&view).map_or(&[], Vec::as_slice),
            proposed: Vec::new(),
            area: self.attack.get(&view).map_or_else(Vec::new, AttackMemory::area_hexes),
            dragged: self.dragged.get(&view).copied(),
            sight: self.sight.get(&view).copied(),
            dangers: self.danger.get(&view).map_or(&[], |dangers| dangers.found.as_slice()),
            over_photo,
        }
    }
}
