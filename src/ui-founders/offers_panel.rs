//! The offers: proposals and advisers, and the prestige buildings on the map.
//!
//! Advisers and places for workers are picked here; a refused one stays readable and shows the
//! reason. A fact of the box that is not entered yet is shown as unknown, never left out.

use egui::accesskit::Role;
use egui::{
    Align, Align2, Rect, Response, ScrollArea, Sense, Stroke, Tooltip, Ui, UiBuilder, Vec2,
    WidgetInfo, vec2,
};
use plain_text::counted;

use components::ids::AdviserId;
use components::specs::{AdviserSpec, Category};
use narration::words::vote_tile;
use narration::{NamedGame, refusal};
use rules::action::{Action, VoteTile};
use rules::active_buildings::ActiveBuilding;
use rules::adjustment::{Owner, WorkerPlace};
use rules::game::COMPLETIONS_TO_END;
use rules::rulebook::Variant;
use rules::sub_action::SubAction;
use rules::{Game, Refusal};
use table::action_input::{ActionInput, InputChoice, InputStep};
use table::table::{Selection, Table};
use ui_board::Cx;
use ui_board::command::FoundersCommand;
use ui_board::pieces::{
    action_text, adviser_price, building_head_ui, paint_player_badge, place_mark_ui, proposal_ui,
    solo_price_text, space_count, space_texts, spaces_unknown,
};
use ui_kit::icons::{Icon, icon_ui, paint_icon};
use ui_kit::theme::text::serif;
use ui_kit::theme::{RADIUS, line, space, text, theme, touch};
use ui_kit::widgets::{
    ROW_HEIGHT, SignWeight, body, caption, group_ui, hairline_ui, lead, left_of, name_as,
    paint_focus, paint_in, paint_place, panel_header_ui, reserve_scroll_bar, sign_ui,
};
use ui_tiles::{paint_resource, resource_ui};

/// Width of the strip at the left of an option that can be picked.
const STRIP: f32 = 4.0;

/// Draws proposals, advisers and prestige buildings. If `is_asked` is set, scrolls the part into
/// view in which something is to be picked.
pub fn offers_panel_ui(ui: &mut Ui, cx: Cx<'_>, is_asked: bool) {
    let stage = cx.table.stage();
    ScrollArea::vertical().id_salt("offers").auto_shrink([false, true]).show(ui, |ui| {
        reserve_scroll_bar(ui);
        ui.spacing_mut().item_spacing = vec2(space::S, 0.0);
        panel_header_ui(ui, "Proposals");
        proposals_ui(ui, cx);
        scroll_here_if(ui, is_asked && matches!(stage, Some(InputStep::Adviser)));
        part_ui(ui, "Advisers");
        advisers_ui(ui, cx, stage.as_ref());
        scroll_here_if(ui, is_asked && matches!(stage, Some(InputStep::Place(_))));
        part_ui(ui, "Prestige buildings");
        completions_ui(ui, cx.table.game());
        buildings_ui(ui, cx, stage.as_ref());
    });
}

fn scroll_here_if(ui: &Ui, is_wanted: bool) {
    if is_wanted {
        ui.scroll_to_cursor(Some(Align::Min));
    }
}

fn part_ui(ui: &mut Ui, title: &str) {
    ui.add_space(space::L);
    panel_header_ui(ui, title);
}

/// Draws the line between two items of a part; the first item follows the header's own line.
fn part_line_ui(ui: &mut Ui, is_first: bool) {
    if !is_first {
        ui.add_space(space::S);
        hairline_ui(ui);
    }
    ui.add_space(space::S);
}

/// Draws the three proposals, each with the mark of its vote tile or, in a solo game, its price.
fn proposals_ui(ui: &mut Ui, cx: Cx<'_>) {
    let game = cx.table.game();
    for (place, (tile, proposal)) in VoteTile::ALL.into_iter().zip(game.proposals()).enumerate() {
        part_line_ui(ui, tile == VoteTile::Circle);
        // A solo player has no vote tiles; the price identifies the place.
        let mark =
            if game.is_solo() { solo_price_text(game, place) } else { vote_tile(tile).to_owned() };
        let Some(building) = proposal else {
            group_ui(ui, format!("{mark}, no proposal"), |ui| {
                ui.horizontal(|ui| {
                    place_mark_ui(ui, game, tile);
                    body("No proposal").muted().ui(ui);
                });
            });
            continue;
        };
        let name = game.contents().building_name(building);
        let label = format!("{mark}, {name}");
        selectable_ui(ui, cx, Selection::Proposal(building), label, |ui| {
            proposal_ui(ui, game, tile, building);
        });
    }
}

/// Draws the advisers on offer, each with the price of its place.
fn advisers_ui(ui: &mut Ui, cx: Cx<'_>, stage: Option<&InputStep>) {
    let game = cx.table.game();
    let picks = matches!(stage, Some(InputStep::Adviser));
    for (place, adviser) in game.adviser_offer().into_iter().enumerate() {
        part_line_ui(ui, place == 0);
        let price = adviser_price(game, place);
        let Some(adviser) = adviser else {
            group_ui(ui, format!("{price}, no adviser"), |ui| {
                body(format!("{price}  No adviser")).muted().ui(ui);
            });
            continue;
        };
        if !picks {
            let label = adviser_label(game, adviser, &price);
            selectable_ui(ui, cx, Selection::Adviser(adviser), label, |ui| {
                adviser_ui(ui, game, adviser, &price);
            });
            continue;
        }
        let is_legal = cx.table.legality().allows_adviser(adviser);
        let label = adviser_label(game, adviser, &price);
        let response = option_ui(ui, ("adviser", place), is_legal, &label, |ui| {
            adviser_ui(ui, game, adviser, &price);
        });
        if !is_legal {
            why_not(cx.table, &response, |entry| entry.action_with_adviser(adviser));
        } else if response.clicked() {
            cx.commands.push(FoundersCommand::Choose(InputChoice::Adviser(adviser)));
        }
    }
}

/// Returns the accessible label of an adviser.
fn adviser_label(game: &Game, adviser: AdviserId, price: &str) -> String {
    let spec = &game.contents().pack().advisers[adviser.index()];
    format!("{}, {price}, {}", spec.name, adviser_facts(game, adviser))
}

/// Formats points, tier, category and required resource, to be read aloud.
fn adviser_facts(game: &Game, adviser: AdviserId) -> String {
    let spec = &game.contents().pack().advisers[adviser.index()];
    let requires = spec.requires.value().map_or_else(
        || "required resource unknown".to_owned(),
        |resource| format!("requires {resource}"),
    );
    format!("{}, {}, {requires}", points_of(spec), tier_and_category(spec))
}

fn points_of(spec: &AdviserSpec) -> String {
    match spec.points.value().map(|points| points.0) {
        Some(points) => counted(points, "point", "points"),
        None => "points unknown".to_owned(),
    }
}

fn tier_and_category(spec: &AdviserSpec) -> String {
    let tier =
        spec.tier.value().map_or_else(|| "tier unknown".to_owned(), |tier| format!("tier {tier}"));
    let category =
        spec.category.value().map_or("category unknown", |category| category_name(*category));
    format!("{tier}, {category}")
}

const fn category_name(category: Category) -> &'static str {
    match category {
        Category::Recruit => "Recruit",
        Category::Trade => "Trade",
        Category::Upgrade => "Upgrade",
        Category::Construct => "Construct",
    }
}

/// Draws an adviser.
fn adviser_ui(ui: &mut Ui, game: &Game, adviser: AdviserId, price: &str) {
    let theme = theme(ui);
    let spec = &game.contents().pack().advisers[adviser.index()];
    ui.horizontal_top(|ui| {
        let (_, rect) = ui.allocate_space(vec2(28.0, 22.0));
        ui.painter().text(
            rect.left_center(),
            Align2::LEFT_CENTER,
            price,
            serif(text::LEAD),
            theme.ink,
        );
        ui.vertical(|ui| {
            ui.set_width(ui.available_width());
            lead(&spec.name).bold().ui(ui);
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing = vec2(space::S, 0.0);
                ui.set_row_height(ROW_HEIGHT);
                sign_ui(ui, &points_of(spec), SignWeight::Quiet);
                match spec.requires.value() {
                    Some(resource) => {
                        resource_ui(ui, resource, "", theme.ink)
                            .on_hover_text(format!("Requires {resource}"));
                    }
                    None => {
                        resource_ui(ui, "required resource unknown", "", theme.muted);
                    }
                }
                caption(tier_and_category(spec)).plain().line_ui(ui);
            });
            caption(action_text(&spec.action)).ui(ui);
        });
    });
}

/// Draws a card on offer; pressed before anything is decided, it opens the list of its uses.
fn selectable_ui(
    ui: &mut Ui,
    cx: Cx<'_>,
    selection: Selection,
    label: String,
    add: impl FnOnce(&mut Ui),
) {
    if !cx.table.is_undecided() {
        group_ui(ui, label, add);
        return;
    }
    let builder = UiBuilder::new().id_salt(&label).sense(Sense::click());
    let place = ui.painter().add(egui::Shape::Noop);
    let response = ui.scope_builder(builder, add).response;
    let is_selected = cx.table.selection() == Some(selection);
    if is_selected || response.hovered() {
        let theme = theme(ui);
        let around = response.rect.expand2(vec2(space::XS, 2.0));
        let fill = if is_selected { theme.selection } else { theme.hover };
        ui.painter().set(place, egui::Shape::rect_filled(around, RADIUS, fill));
    }
    paint_focus(ui, response.rect, &response);
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_selected, &label));
    if response.clicked() {
        cx.commands.push(FoundersCommand::Select(selection));
    }
}

/// Draws an option that can be picked, or is refused and shows the reasons on hover or focus.
fn option_ui(
    ui: &mut Ui,
    salt: (&'static str, usize),
    is_legal: bool,
    label: &str,
    add: impl FnOnce(&mut Ui),
) -> Response {
    let theme = theme(ui);
    let builder = UiBuilder::new().id_salt(salt).sense(Sense::click());
    let response = ui
        .scope_builder(builder, |ui| {
            ui.set_min_size(vec2(ui.available_width(), touch::TARGET));
            let whole = ui.available_rect_before_wrap();
            let indented = whole
                .with_min_x(whole.left() + STRIP + space::S)
                .with_max_x(whole.right() - ROW_HEIGHT - space::XS);
            ui.scope_builder(UiBuilder::new().max_rect(indented), |ui| {
                if !is_legal {
                    ui.multiply_opacity(0.6);
                }
                add(ui);
            });
        })
        .response;
    let corner = response.rect.right_top() + vec2(-ROW_HEIGHT, 2.0);
    let sign = Rect::from_min_size(corner, Vec2::splat(ROW_HEIGHT));
    if is_legal {
        let strip = left_of(response.rect, STRIP);
        ui.painter().rect_filled(strip, STRIP / 2.0, theme.accent);
        paint_icon(ui.painter(), Icon::Plus, sign, theme.accent);
    } else {
        paint_icon(ui.painter(), Icon::Forbidden, sign, theme.muted);
    }
    paint_focus(ui, response.rect, &response);
    response.widget_info(|| {
        let label = if is_legal { label.to_owned() } else { format!("{label}, not allowed") };
        WidgetInfo::labeled(Role::Button, true, label)
    });
    response
}

/// Shows the reasons against an option while the pointer or the keyboard focus is on it.
///
/// Only then is its action created and checked; later frames use the cached verdict.
fn why_not(
    table: &Table,
    response: &Response,
    action: impl FnOnce(&ActionInput) -> Option<Action>,
) {
    let is_focused = response.has_focus();
    if !is_focused && !response.hovered() {
        return;
    }
    let Some(action) = table.entry().and_then(action) else {
        return;
    };
    let named = table.named_game();
    let answer = table.verdict_on(&action);
    let Err(refusal) = &answer.outcome else {
        return;
    };
    let tooltip =
        if is_focused { Tooltip::for_widget(response) } else { Tooltip::for_enabled(response) };
    response.ctx.accesskit_node_builder(response.id, |node| {
        node.set_description(refusal::describe(named, refusal));
    });
    tooltip.show(|ui| refusal_ui(ui, named, refusal));
}

fn refusal_ui(ui: &mut Ui, named: NamedGame<'_>, refusal: &Refusal) {
    ui.set_max_width(ui.spacing().tooltip_width);
    let title = if refusal.cannot_tell() { "Cannot tell" } else { "Not allowed" };
    body(title).bad().ui(ui);
    for reason in &refusal.reasons {
        body(refusal::with_rule(named, reason)).ui(ui);
    }
    for fact in &refusal.unknown {
        body(fact.to_string()).ui(ui);
    }
}

/// Draws how many buildings are completed, of the number that ends the game; in a solo game, of all
/// on the map.
fn completions_ui(ui: &mut Ui, game: &Game) {
    let theme = theme(ui);
    let completed = game.completed();
    // A solo game does not end by completions, and asks for every building on the map.
    let needed = if game.is_solo() { game.active_buildings().len() } else { COMPLETIONS_TO_END };
    if needed == 0 {
        return;
    }
    let words = format!("{completed} of {needed} completed");
    ui.add_space(space::S);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        ui.set_row_height(ROW_HEIGHT);
        for place in 0..needed.max(completed) {
            let (_, rect) = ui.allocate_space(Vec2::splat(ROW_HEIGHT));
            if place < completed {
                paint_icon(ui.painter(), Icon::Completion, rect, theme.good);
            } else {
                paint_place(ui, rect, theme.muted);
            }
        }
        ui.add_space(space::XS);
        body(words).line_ui(ui);
    });
}

/// Draws the buildings on the map with their places for workers; first the race mat, if it is
/// among the places to pick.
fn buildings_ui(ui: &mut Ui, cx: Cx<'_>, stage: Option<&InputStep>) {
    let named = cx.table.named_game();
    let places = match stage {
        Some(InputStep::Place(places)) => places.as_slice(),
        _ => &[],
    };
    if places.contains(&WorkerPlace::Race) {
        part_line_ui(ui, false);
        let place = WorkerPlace::Race;
        place_ui(ui, cx, place, "Worker on the race mat", |ui| {
            body("Worker on the race mat").ui(ui);
            if let Some(race) = cx.table.entry().and_then(|entry| named.game().race(entry.player()))
            {
                let spec = &named.game().contents().pack().races[race.index()];
                caption(action_text(&spec.action)).ui(ui);
            }
        });
    }
    if named.game().active_buildings().is_empty() {
        ui.add_space(space::S);
        body("None is placed yet").muted().ui(ui);
    }
    for active in named.game().active_buildings() {
        part_line_ui(ui, false);
        let name = named.game().contents().building_name(active.building);
        let label = format!("{name}, {}", progress_of(named.game(), active));
        group_ui(ui, label, |ui| {
            let (icon, color) = if active.completed {
                (Icon::Completion, theme(ui).good)
            } else {
                (Icon::PrestigeBuilding, theme(ui).muted)
            };
            let progress = progress_of(named.game(), active);
            building_head_ui(ui, named.game(), active.building, &progress, |ui| {
                icon_ui(ui, icon, ROW_HEIGHT, color);
            });
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing = vec2(space::M, 0.0);
                ui.set_row_height(ROW_HEIGHT);
                for index in 0..space_count(named.game(), active.building) {
                    space_ui(ui, named, active, index);
                }
                if let Some(unknown) = spaces_unknown(named.game(), active.building) {
                    resource_ui(ui, unknown, "", theme(ui).muted);
                }
            });
            let place = WorkerPlace::Building(active.building);
            if places.contains(&place) {
                let label = format!("Worker on {name}");
                place_ui(ui, cx, place, &label, |ui| {
                    worker_ui(ui, named, active);
                });
            } else {
                worker_ui(ui, named, active);
            }
        });
    }
}

/// Describes the progress of a building on the map: "2 of 4 delivered".
fn progress_of(game: &Game, active: &ActiveBuilding) -> String {
    if active.completed {
        return "completed".to_owned();
    }
    let delivered = active.delivered.iter().flatten().count();
    let progress = match space_count(game, active.building) {
        0 => "nothing delivered".to_owned(),
        count => format!("{delivered} of {count} delivered"),
    };
    if active.marker { format!("{progress}, carries a neutral marker") } else { progress }
}

/// Draws a space of a building on the map: its delivery, its resource and its value.
fn space_ui(ui: &mut Ui, named: NamedGame<'_>, active: &ActiveBuilding, index: usize) {
    let theme = theme(ui);
    let (resource, value) = space_texts(named.game(), active.building, index);
    let delivered = active.delivered.get(index).copied().flatten();
    let (by, color) = match delivered {
        Some(Owner::Player(player)) => {
            (format!("delivered by {}", named.label(player)), theme.muted)
        }
        Some(Owner::Neutral) => ("delivered, neutral".to_owned(), theme.muted),
        None => ("open".to_owned(), theme.ink),
    };
    let words = format!("{resource} {value}");
    let before = 2.0 * (ROW_HEIGHT + space::XS);
    let galley = body(&words).tinted(color).elided(ui, ui.max_rect().width() - before);
    let size = vec2(before + galley.size().x, ROW_HEIGHT + 2.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    let token = left_of(rect, ROW_HEIGHT);
    match delivered {
        Some(Owner::Player(player)) => {
            paint_player_badge(ui.painter(), token, named.game(), player);
        }
        Some(Owner::Neutral) => {
            paint_place(ui, token, theme.muted);
            paint_icon(ui.painter(), Icon::Check, token.shrink(4.0), theme.muted);
        }
        None => paint_place(ui, token, theme.muted),
    }
    let drawing = left_of(rect.with_min_x(token.right() + space::XS), ROW_HEIGHT);
    paint_resource(ui, &resource, drawing, color);
    let behind = rect.with_min_x(drawing.right() + space::XS);
    paint_in(ui.painter(), behind, Align2::LEFT_CENTER, galley);
    name_as(&response, Role::Label, format_args!("{words}, {by}"));
    response.on_hover_text(by);
}

/// Draws the place for a worker on a building's card, and its action.
fn worker_ui(ui: &mut Ui, named: NamedGame<'_>, active: &ActiveBuilding) {
    if named.game().variants().contains(Variant::NoWorkers) {
        return;
    }
    let theme = theme(ui);
    let who = active.worker.map_or_else(
        || "Free for a worker".to_owned(),
        |player| format!("Worker of {}", named.label(player)),
    );
    ui.horizontal_top(|ui| {
        let (_, rect) = ui.allocate_space(Vec2::splat(ROW_HEIGHT));
        if let Some(player) = active.worker {
            paint_player_badge(ui.painter(), rect, named.game(), player);
        } else {
            let stroke = Stroke::new(line::MARK, theme.muted);
            ui.painter().rect_stroke(rect.shrink(3.0), 2.0, stroke, egui::StrokeKind::Inside);
        }
        ui.vertical(|ui| {
            ui.set_width(ui.available_width());
            ui.add_space(2.0);
            caption(who).plain().ui(ui);
            let spec = &named.game().contents().pack().buildings[active.building.index()];
            caption(action_text(&spec.action)).ui(ui);
        });
    });
}

/// Draws a place for a worker that is to be picked.
fn place_ui(ui: &mut Ui, cx: Cx<'_>, place: WorkerPlace, label: &str, add: impl FnOnce(&mut Ui)) {
    let is_legal = cx.table.legality().allows_place(place);
    let number = match place {
        WorkerPlace::Race => usize::MAX,
        WorkerPlace::Building(building) => building.index(),
    };
    let response = option_ui(ui, ("place", number), is_legal, label, add);
    if !is_legal {
        let worker = SubAction::Worker(place, Vec::new());
        why_not(cx.table, &response, |entry| Some(entry.action_with(worker)));
    } else if response.clicked() {
        cx.commands.push(FoundersCommand::Choose(InputChoice::Place(place)));
    }
}
