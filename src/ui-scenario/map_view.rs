//! The map view: the drawn map with its overlays, pointer input, and the lines below it.

use egui::emath::TSTransform;
use egui::scroll_area::{DragScroll, ScrollSource};
use egui::{Align2, Area, CursorIcon, Id, Panel, Rect, Response, Role, ScrollArea, Sense, Ui};

use plain_text::remarks;

use crate::drag::{self, DragOutcome};
use crate::geometry::{grid_in, pos_of};
use crate::hidden_rooms::hide_room;
use crate::palette::MapPalette;
use crate::setup::Brush;
use crate::{
    CANVAS, PerView, ScenarioCommand, ScenarioMemory, Tab, Tool, area_pad, play, setup, turn,
};
use scenario::Record;
use scenario_drawing::{HexGrid, draw_map};
use scenario_rules::board::HexLine;
use scenario_rules::marks::HexMark;
use scenario_rules::{Action, Hex, Position};
use ui_kit::icons::Icon;
use ui_kit::paint::paint_scene;
use ui_kit::queue::CommandQueue;
use ui_kit::theme::{space, theme, touch};
use ui_kit::widgets::{body, caption, icon_button_ui, name_as, toggle_button};

/// The factor of each step of the zoom.
const STEP: f32 = 1.25;
/// The largest zoom.
const MAX_ZOOM: f32 = 8.0;

/// The height of the lines below the map, in points.
const LINES_HEIGHT: f32 = 64.0;

/// Draws the map with the lines below it.
pub(super) fn map_view_ui(
    ui: &mut Ui,
    record: &Record,
    memory: &mut ScenarioMemory,
    commands: &CommandQueue<ScenarioCommand>,
) {
    let frame = egui::Frame::new().fill(theme(ui).paper);
    let below =
        Panel::bottom("said of the map").resizable(false).exact_size(LINES_HEIGHT).frame(frame);
    let lines = below.show(ui, |ui| {
        ui.horizontal_top(|ui| {
            for (icon, label, by) in
                [(Icon::ZoomOut, "Smaller map", 1.0 / STEP), (Icon::ZoomIn, "Larger map", STEP)]
            {
                if icon_button_ui(ui, icon, label, "").clicked() {
                    memory.zoom = (memory.zoom * by).clamp(1.0, MAX_ZOOM);
                }
            }
            let sight = toggle_button(memory.tool == Tool::Sight, "Sight");
            if ui.add_sized([64.0, touch::TARGET], sight).clicked() {
                memory.tool = if memory.tool == Tool::Sight { Tool::Select } else { Tool::Sight };
                memory.tab = Tab::Round;
                memory.sight = PerView::default();
            }
            ui.vertical(|ui| {
                ui.set_width(ui.available_width());
                ui.spacing_mut().item_spacing.y = 0.0;
                description_ui(ui, record, memory);
            });
        });
    });
    drag_ui(ui, lines.response.rect, record, memory);
    let view = ui.available_size();
    let scroll = ScrollArea::both()
        .auto_shrink(false)
        // Dragging moves figures and paints.
        .scroll_source(ScrollSource { drag: DragScroll::Never, ..ScrollSource::default() });
    scroll.show(ui, |ui| {
        let (rect, response) = ui.allocate_exact_size(view * memory.zoom, Sense::click_and_drag());
        let position = record.game().position();
        let description = describe_hex(position, memory.cursor);
        name_as(&response, Role::Image, format_args!("{CANVAS}, {description}"));
        let grid = grid_in(rect, position.board());
        if memory.tool == Tool::Sight && response.hovered() {
            ui.ctx().set_cursor_icon(CursorIcon::Crosshair);
        }
        point(&response, grid, record, memory, commands);
        let over_photo = memory.map_photo.paint(ui, grid);
        let shown = memory.shown(record, hovered(ui, grid), over_photo);
        let map = draw_map(grid, &shown);
        paint_scene(ui.painter(), &map, TSTransform::IDENTITY, &MapPalette(&theme(ui)));
    });
}

/// Draws the result of dropping the dragged figure, over the lines below the map.
///
/// Longer text grows upward over the map, or is at its top while the pointer is where it would be.
fn drag_ui(ui: &Ui, lines: Rect, record: &Record, memory: &mut ScenarioMemory) {
    let view = memory.view();
    let Some(&(id, hex)) = memory.dragged.get(&view) else {
        return;
    };
    let read_only = memory.read_only();
    let words = memory
        .foresight
        .of((view, id, hex), || {
            DragOutcome::of(record, id, hex, read_only.as_deref()).text(record.game(), id, hex)
        })
        .clone();
    let area_id = Id::unique("result of a drag");
    let height = ui.memory(|memory| memory.area_rect(area_id)).map_or(0.0, |rect| rect.height());
    let pointer = ui.input(|input| input.pointer.hover_pos());
    let is_covered = pointer.is_some_and(|at| at.y < lines.top() && at.y > lines.bottom() - height);
    let (at, pivot) = if is_covered {
        (ui.max_rect().left_top(), Align2::LEFT_TOP)
    } else {
        (lines.left_bottom(), Align2::LEFT_BOTTOM)
    };
    let area = Area::new(area_id).interactable(false).fixed_pos(at).pivot(pivot);
    area.show(ui, |ui| {
        let frame = egui::Frame::new().fill(theme(ui).paper).inner_margin(space::XS);
        frame.show(ui, |ui| {
            ui.set_width(lines.width() - 2.0 * space::XS);
            ui.set_min_height(LINES_HEIGHT - 2.0 * space::XS);
            ui.spacing_mut().item_spacing.y = 0.0;
            body(format!("{} to {hex}", record.game().position().figure(id)))
                .bold()
                .truncated_ui(ui);
            caption(words).plain().ui(ui);
        });
    });
}

/// Handles the pointer on the map.
fn point(
    response: &Response,
    grid: HexGrid,
    record: &Record,
    memory: &mut ScenarioMemory,
    commands: &CommandQueue<ScenarioCommand>,
) {
    let position = record.game().position();
    // A zoomed map goes on behind the panels.
    let pointer = response.interact_pointer_pos();
    let pointer = pointer.filter(|at| response.interact_rect.contains(*at)).map(pos_of);
    let over = pointer.and_then(|at| grid.at(at));
    if let (true, Some(at)) = (response.drag_started() || response.clicked(), over) {
        memory.cursor = at;
    }
    match memory.tool {
        Tool::Select | Tool::Sight | Tool::Cards | Tool::Dungeon if response.drag_started() => {
            // The origin of the press; the pointer has moved by the time a drag is recognized.
            let origin = response.ctx.input(|input| input.pointer.press_origin());
            let from = origin.and_then(|at| grid.at(pos_of(at)));
            if let Some(id) = from.and_then(|hex| position.figure_at(hex)) {
                memory.dragged.set(memory.view(), (id, position.figure(id).hex));
            }
        }
        Tool::Select | Tool::Sight | Tool::Cards | Tool::Dungeon if response.dragged() => {
            let view = memory.view();
            if let Some((id, below)) = memory.dragged.get_mut(&view) {
                // Off the map it would stay where it is.
                *below = over.unwrap_or(position.figure(*id).hex);
            }
        }
        Tool::Select | Tool::Sight | Tool::Cards | Tool::Dungeon if response.drag_stopped() => {
            let view = memory.view();
            if let Some((id, to)) = memory.dragged.take(&view)
                && position.figure(id).hex != to
            {
                drag::put_down(record, memory, id, to, commands);
                memory.select(position, id);
                memory.cursor = to;
            }
        }
        Tool::Paint => paint_stroke(response, over, record, memory, commands),
        Tool::Wall if response.clicked() => {
            if let (Some(hex), Some(at)) = (over, pointer) {
                toggle_wall(position, HexLine::new(hex, grid.side_at(hex, at)), commands);
            }
        }
        _ if response.clicked() => {
            if let Some(hex) = over {
                press(record, memory, hex, commands);
            }
        }
        Tool::Select | Tool::Sight | Tool::Cards | Tool::Dungeon | Tool::Wall | Tool::Figure => {}
    }
    if !response.dragged() && !response.drag_started() {
        memory.dragged = PerView::default();
    }
}

/// Collects the hexes of a stroke, and paints them when the pointer is released.
fn paint_stroke(
    response: &Response,
    over: Option<Hex>,
    record: &Record,
    memory: &mut ScenarioMemory,
    commands: &CommandQueue<ScenarioCommand>,
) {
    let is_over = response.clicked() || response.drag_stopped();
    let view = memory.view();
    let stroke = memory.stroke.or_default(view.clone());
    if let Some(hex) = over.filter(|_| is_over || response.is_pointer_button_down_on())
        && !stroke.contains(&hex)
    {
        stroke.push(hex);
        memory.cursor = hex;
    }
    if is_over {
        let stroke = memory.stroke.take(&view).unwrap_or_default();
        paint_hexes(record, memory, stroke, commands);
    } else if !response.is_pointer_button_down_on() {
        memory.stroke = PerView::default();
    }
}

/// Paints those of the hexes that differ from the brush, or hides the room around the first one.
fn paint_hexes(
    record: &Record,
    memory: &mut ScenarioMemory,
    mut hexes: Vec<Hex>,
    commands: &CommandQueue<ScenarioCommand>,
) {
    let terrain = match memory.brush {
        Brush::Terrain(terrain) => Some(terrain),
        Brush::NoHex => None,
        Brush::HiddenRoom => {
            if let Some(&hex) = hexes.first() {
                hide_room(record, memory, hex, commands);
            }
            return;
        }
        Brush::Mark(mark) => {
            let mark = mark.numbered(memory.mark_number);
            return mark_hexes(record.game().position(), mark, &hexes, commands);
        }
    };
    let board = record.game().position().board();
    hexes.retain(|&hex| board.terrain(hex) != terrain);
    if !hexes.is_empty() {
        play(commands, Action::Terrain(terrain, hexes));
    }
}

/// Puts a marker into each of the hexes, or takes it away if all of them have it.
fn mark_hexes(
    position: &Position,
    mark: HexMark,
    hexes: &[Hex],
    commands: &CommandQueue<ScenarioCommand>,
) {
    let has = |hex: &&Hex| position.layout().marks_in(**hex).any(|of| of == mark);
    let is_added = !hexes.iter().all(|hex| has(&hex));
    let changed: Vec<Hex> = hexes.iter().filter(|hex| has(hex) != is_added).copied().collect();
    if !changed.is_empty() {
        play(commands, Action::Marks { mark, hexes: changed, is_added });
    }
}

/// Toggles a wall between two hexes.
pub(super) fn toggle_wall(
    position: &Position,
    line: HexLine,
    commands: &CommandQueue<ScenarioCommand>,
) {
    let exists = position.board().walls().contains(&line);
    let inner = line.hex.neighbor(line.side).is_some_and(|other| position.board().has(other));
    // The whole edge of the map is wall already.
    if inner && position.board().has(line.hex) {
        play(commands, Action::Walls { lines: vec![line], is_added: !exists });
    }
}

/// Handles a press on a hex, by pointer or by key.
pub(super) fn press(
    record: &Record,
    memory: &mut ScenarioMemory,
    hex: Hex,
    commands: &CommandQueue<ScenarioCommand>,
) {
    let position = record.game().position();
    memory.cursor = hex;
    match memory.tool {
        Tool::Select | Tool::Cards | Tool::Dungeon => {
            let view = memory.view();
            let turn = memory.turn.get_mut(&view);
            if let Some(overrule) = turn.and_then(|turn| turn.overrule.as_mut()) {
                overrule.to = hex;
            } else if area_pad::press(record, memory, hex) || turn::choose_end(record, memory, hex)
            {
                // The page stays, with another area or end.
            } else if let Some(id) = position.figure_at(hex) {
                memory.select(position, id);
            } else {
                memory.selected = None;
            }
        }
        Tool::Sight => {
            let view = memory.view();
            let next = match memory.sight.get(&view) {
                Some(&(from, None)) if from != hex => (from, Some(hex)),
                _ => (hex, None),
            };
            memory.sight.set(view, next);
            if next.1.is_some() {
                memory.tool = Tool::Select;
            }
        }
        Tool::Paint => paint_hexes(record, memory, vec![hex], commands),
        // The buttons in the side panel choose the side.
        Tool::Wall => {}
        Tool::Figure => setup::put(record, memory, hex, commands),
    }
}

/// Draws the lines below the map: range and sight, or the hex under the cursor.
fn description_ui(ui: &mut Ui, record: &Record, memory: &mut ScenarioMemory) {
    let position = record.game().position();
    let view = memory.view();
    if memory.dragged.get(&view).is_some() {
        return; // `drag_ui` shows the lines of a drag.
    }
    match memory.sight.get(&view) {
        Some(&(from, Some(to))) => {
            body(sight_words(position, from, to)).ui(ui);
        }
        Some((from, None)) => {
            body(format!("From {from}. Press the other hex.")).ui(ui);
        }
        None if memory.tool == Tool::Sight => {
            body("Press two hexes for the range and the line of sight between them.").ui(ui);
        }
        None => {
            body(describe_hex(position, memory.cursor)).bold().truncated_ui(ui);
            let how = match memory.tool {
                Tool::Select | Tool::Cards | Tool::Dungeon
                    if let Some(hint) = area_pad::hint(memory) =>
                {
                    hint
                }
                Tool::Paint if memory.brush == Brush::HiddenRoom => {
                    "Press a hex of the room to hide."
                }
                Tool::Paint => "Press or drag over hexes to paint them.",
                Tool::Wall => "Press a hex near the side where the wall stands.",
                Tool::Figure => "Press the hex where the figure stands.",
                Tool::Select | Tool::Sight | Tool::Cards | Tool::Dungeon => {
                    "Press a figure for its page; drag it to move it. Space goes on, M moves it to the marked hex."
                }
            };
            caption(how).ui(ui);
        }
    }
    ui.add_space(space::XS.min(touch::TARGET));
}

/// Describes the content of a hex.
pub(super) fn describe_hex(position: &Position, hex: Hex) -> String {
    let ground = position.board().terrain(hex).map_or("not part of the map", |terrain| {
        use scenario_rules::board::Terrain;
        match terrain {
            Terrain::Open => "open",
            Terrain::Obstacle => "obstacle",
            Terrain::Trap => "trap",
            Terrain::Hazardous => "hazardous terrain",
            Terrain::Difficult => "difficult terrain",
            Terrain::OpenDoor => "open door",
            Terrain::ClosedDoor => "closed door",
            Terrain::LockedDoor => "locked door",
        }
    });
    let mut parts = vec![ground.to_owned()];
    parts.extend(position.layout().marks_in(hex).map(|mark| mark.to_string()));
    let behind = position.layout().rooms.iter().filter(|room| room.doors.contains(&hex));
    parts.extend(behind.map(|room| format!("to hidden room {}", room.number)));
    let ground = remarks(&parts);
    match position.figure_at(hex) {
        Some(id) => format!("{hex}: {}, {ground}", position.figure(id)),
        None => format!("{hex}: {ground}"),
    }
}

/// Describes range and sight between two hexes in a sentence.
fn sight_words(position: &Position, from: Hex, to: Hex) -> String {
    let Some(seen) = position.sight(from, to) else {
        return format!("{from} to {to}: not both are hexes of the map.");
    };
    let range = match seen.range {
        Some(range) => format!("range {range} (S2.3)"),
        None => "walls part the two (S2.3)".to_owned(),
    };
    let verdict = match (seen.in_sight, seen.wall) {
        (true, _) => "in sight (S2.4)".to_owned(),
        (false, Some(wall)) => format!("not in sight: the wall {wall} stops it (S2.4)"),
        (false, None) => "not in sight: no line is free of walls (S2.4)".to_owned(),
    };
    let ruling = seen.ruling.map(|ruling| format!(" {}", ruling.cited(position.switches())));
    format!("{from} to {to}: {range}, {verdict}.{}", ruling.unwrap_or_default())
}

/// Returns the hex under the pointer.
fn hovered(ui: &Ui, grid: HexGrid) -> Option<Hex> {
    let at = ui.input(|input| input.pointer.hover_pos())?;
    ui.clip_rect().contains(at).then(|| grid.at(pos_of(at))).flatten()
}
