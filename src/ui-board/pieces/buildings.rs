//! Prestige buildings as on their cards: the site, the required resources, the worker's action.

use egui::accesskit::Role;
use egui::{Align, Layout, Sense, Ui, Vec2, vec2};

use crate::pieces::{solo_price_text, vote_tile_icon};
use components::board::SquareKind;
use components::effect::CardAction;
use components::fact::Fact;
use components::ids::BuildingId;
use components::specs::Terrain;
use narration::words::vote_tile;
use rules::Game;
use rules::action::VoteTile;
use rules::rulebook::Variant;
use ui_kit::icons::{Icon, paint_icon};
use ui_kit::theme::{space, theme};
use ui_kit::widgets::{ROW_HEIGHT, SignWeight, caption, lead, name_as, sign_ui};
use ui_tiles::{resource_ui, shape_ui, terrain_tint};

/// The maximum size of the drawing of a tile.
const DRAWING: Vec2 = vec2(48.0, 36.0);

/// Draws a proposal: its site, its required resources, and its worker's action.
pub fn proposal_ui(ui: &mut Ui, game: &Game, tile: VoteTile, building: BuildingId) {
    let site = site_of(game, building);
    building_head_ui(ui, game, building, &site, |ui| place_mark_ui(ui, game, tile));
    open_spaces_ui(ui, game, building);
    worker_action_ui(ui, game, building);
}

/// Draws a proposal in one line: its vote tile, its name and its tile.
pub fn brief_proposal_ui(ui: &mut Ui, game: &Game, tile: VoteTile, building: BuildingId) {
    building_head_ui(ui, game, building, "", |ui| place_mark_ui(ui, game, tile));
}

/// Draws the mark of a place: its vote tile, or its price in a solo game.
pub fn place_mark_ui(ui: &mut Ui, game: &Game, tile: VoteTile) {
    if game.is_solo() {
        let place = match tile {
            VoteTile::Circle => 0,
            VoteTile::Square => 1,
            VoteTile::Triangle => 2,
        };
        sign_ui(ui, &solo_price_text(game, place), SignWeight::Plain);
    } else {
        mark_ui(ui, tile);
    }
}

fn mark_ui(ui: &mut Ui, tile: VoteTile) {
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(ROW_HEIGHT), Sense::hover());
    let ink = theme(ui).ink;
    paint_icon(ui.painter(), vote_tile_icon(tile), rect, ink);
    name_as(&response, Role::Image, vote_tile(tile));
}

/// Draws the head of a building: a mark, the name with the line `under` it, and the tile.
pub fn building_head_ui(
    ui: &mut Ui,
    game: &Game,
    building: BuildingId,
    under: &str,
    mark: impl FnOnce(&mut Ui),
) {
    let theme = theme(ui);
    let shape = game.contents().building_tile(building).all().next();
    ui.with_layout(Layout::right_to_left(Align::Min), |ui| {
        if let Some(shape) = shape {
            let colour = game.contents().pack().buildings[building.index()].colour.value();
            let fill = match colour {
                Some(Some(terrain)) => terrain_tint(&theme, SquareKind::Land(*terrain)),
                Some(None) | None => theme.sunken,
            };
            shape_ui(ui, shape, DRAWING, fill, &theme);
        }
        ui.with_layout(Layout::left_to_right(Align::Min), |ui| {
            mark(ui);
            ui.vertical(|ui| {
                lead(game.contents().building_name(building)).bold().ui(ui);
                if !under.is_empty() {
                    caption(under).ui(ui);
                }
            });
        });
    });
}

/// Describes the site of a building's tile.
fn site_of(game: &Game, building: BuildingId) -> String {
    let spec = &game.contents().pack().buildings[building.index()];
    let place = match (spec.special.value(), spec.colour.value()) {
        (Some(true), _) => "on its reserved site",
        (_, Some(Some(terrain))) => match terrain {
            Terrain::Entrance => "on entrance land",
            Terrain::Coastal => "on coastal land",
            Terrain::Forested => "on forested land",
            Terrain::Central => "on central land",
        },
        (_, Some(None)) => "on land of any terrain",
        (_, None) => "terrain unknown",
    };
    if game.contents().building_tile(building).all().next().is_some() {
        place.to_owned()
    } else {
        format!("{place}, shape unknown")
    }
}

/// Draws the resources that a building requires, with the points for each.
fn open_spaces_ui(ui: &mut Ui, game: &Game, building: BuildingId) {
    let theme = theme(ui);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(space::M, 0.0);
        ui.set_row_height(ROW_HEIGHT);
        for index in 0..space_count(game, building) {
            let (resource, value) = space_texts(game, building, index);
            resource_ui(ui, &resource, &value, theme.ink);
        }
        if let Some(unknown) = spaces_unknown(game, building) {
            resource_ui(ui, unknown, "", theme.muted);
        }
    });
}

/// Returns the number of spaces to show: the printed number if known, but at least those entered.
pub fn space_count(game: &Game, building: BuildingId) -> usize {
    let spec = &game.contents().pack().buildings[building.index()];
    let stated = game.contents().spaces(building).len();
    spec.space_count.value().map_or(stated, |&count| stated.max(usize::from(count)))
}

pub fn spaces_unknown(game: &Game, building: BuildingId) -> Option<&'static str> {
    let spec = &game.contents().pack().buildings[building.index()];
    spec.space_count.value().is_none().then_some("number of spaces unknown")
}

/// Returns the resource of a space and its points, both as text.
pub fn space_texts(game: &Game, building: BuildingId, index: usize) -> (String, String) {
    let contents = game.contents();
    let space = contents.spaces(building).get(index);
    let resource = space
        .and_then(|space| space.resource)
        .map_or("unknown resource", |resource| contents.resource_name(resource));
    let value = space
        .and_then(|space| space.value)
        .map_or_else(|| "?".to_owned(), |value| value.to_string());
    (resource.to_owned(), value)
}

/// Draws the action of a worker on a building's card.
fn worker_action_ui(ui: &mut Ui, game: &Game, building: BuildingId) {
    if game.variants().contains(Variant::NoWorkers) {
        return;
    }
    let muted = theme(ui).muted;
    let spec = &game.contents().pack().buildings[building.index()];
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = space::XS;
        let (rect, response) = ui.allocate_exact_size(Vec2::splat(ROW_HEIGHT), Sense::hover());
        paint_icon(ui.painter(), Icon::Worker, rect.shrink(2.0), muted);
        name_as(&response, Role::Image, "worker");
        response.on_hover_text("What a worker does here");
        ui.vertical(|ui| {
            ui.set_width(ui.available_width());
            ui.add_space(2.0);
            caption(action_text(&spec.action)).ui(ui);
        });
    });
}

pub fn action_text(action: &Fact<CardAction>) -> &str {
    action.value().map_or("unknown", |action| action.text.as_str())
}
