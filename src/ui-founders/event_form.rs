//! The event card of a game that shapes history, filled in by the winner.
//!
//! Three lines: a building, its part of the city, and the governing body. The printed story is
//! not reproduced; the entries are saved with the game.

use egui::Ui;

use components::ids::BuildingId;
use journal::EntryId;
use narration::words;
use plain_text::sentence;
use rules::action::{Action, ActionKind, EventCard};
use rules::player::PlayerId;
use rules::task::{PendingDecision, Task};
use table::table::Table;
use ui_board::Cx;
use ui_board::command::FoundersCommand;
use ui_board::pieces::reasons_text;
use ui_kit::theme::{space, text};
use ui_kit::widgets::{
    body, caption, error_ui, lead, primary_button_ui, text_field_ui, toggle_button,
};

/// The entries so far; belongs to one record.
#[derive(Clone, Debug, Default)]
pub struct EventMemory {
    at: Option<EntryId>,
    building: Option<BuildingId>,
    district: String,
    governing_body: String,
    /// The refusal of the latest attempt.
    error: Option<String>,
}

/// Returns the player who has to fill in the event card now.
fn pending_player(table: &Table) -> Option<PlayerId> {
    match table.pending().first() {
        Some(&PendingDecision { task: Task::FillEvent, player, .. }) if !table.is_past() => player,
        _ => None,
    }
}

/// Returns `true` if the event card has to be filled in now.
pub(super) fn is_event_card_pending(table: &Table) -> bool {
    pending_player(table).is_some()
}

/// Draws the form of the event card while it has to be filled in.
pub fn event_form_ui(ui: &mut Ui, cx: Cx<'_>, memory: &mut EventMemory) {
    let named = cx.table.named_game_now();
    let Some(player) = pending_player(cx.table) else {
        return;
    };
    let here = Some(cx.table.journal().here());
    if memory.at != here {
        *memory = EventMemory { at: here, ..EventMemory::default() };
    }
    let who = named.label(player);
    let head = format!("{who} fills in the event card");
    lead(head).accent().ui(ui);
    caption("The race's card goes into the city events of Gloomhaven; what is written here stays with the game.").ui(ui);
    let before = memory.clone();
    body("1. Favourite building").ui(ui);
    ui.horizontal_wrapped(|ui| {
        for active in named.game().active_buildings() {
            let name = named.game().contents().building_name(active.building);
            let is_picked = memory.building == Some(active.building);
            if ui.add(toggle_button(is_picked, name)).clicked() {
                memory.building = Some(active.building);
            }
        }
    });
    body("2. Part of the city").ui(ui);
    let districts = named.game().district_names();
    if districts.is_empty() {
        text_field_ui(ui, &mut memory.district, "Part of the city");
    } else {
        ui.horizontal_wrapped(|ui| {
            for name in districts {
                if ui.add(toggle_button(memory.district == *name, name)).clicked() {
                    name.clone_into(&mut memory.district);
                }
            }
        });
    }
    body("3. Governing body").ui(ui);
    text_field_ui(ui, &mut memory.governing_body, "Governing body");
    ui.add_space(space::S);
    let changed = before.building != memory.building
        || before.district != memory.district
        || before.governing_body != memory.governing_body;
    if changed {
        memory.error = None;
    }
    if primary_button_ui(ui, "Fill in the card").clicked() {
        fill_in(cx, player, memory);
    }
    let warning = memory
        .building
        .and_then(|building| named.game().event_card_warning(building, &memory.district));
    if let Some(warning) = warning {
        let remark = sentence(&words::remark(named.game(), &warning));
        body(format!("{remark} It is the winner's to say.")).accent().ui(ui);
    }
    if let Some(error) = &memory.error {
        error_ui(ui, error, text::BODY);
    }
    ui.add_space(space::L);
}

/// Records the entries, or shows why they cannot be recorded.
fn fill_in(cx: Cx<'_>, player: PlayerId, memory: &mut EventMemory) {
    let Some(building) = memory.building else {
        memory.error = Some("Pick a building on the map first.".to_owned());
        return;
    };
    let card = EventCard {
        building,
        district: memory.district.trim().to_owned(),
        governing_body: memory.governing_body.trim().to_owned(),
    };
    let action = Action::from(ActionKind::FillEvent { player, card });
    let named = cx.table.named_game_now();
    match named.game().play(&action) {
        Ok(_) => cx.commands.push(FoundersCommand::Play(vec![action])),
        Err(refusal) => memory.error = Some(reasons_text(named, &refusal)),
    }
}
