//! The connection inspector: the connection between two places, and the projects a player could
//! build.
//!
//! Two squares are picked on the board or from the lists; a tile is picked by any of its squares.
//! The rules answer each query once.

use egui::{Role, ScrollArea, Ui};
use plain_text::{capitalized, sentence};

use components::square::Square;
use components::tile::Footprint;
use memo::Memo;
use narration::{NamedGame, plan, words};
use rules::Game;
use rules::inspect::{BuildProject, Connection, Goal, PlanStep, Prospect};
use rules::map::PieceKind;
use rules::player::PlayerId;
use table::table::{Table, TextKey};
use ui_kit::icons::{Icon, icon_ui};
use ui_kit::theme::{space, theme};
use ui_kit::widgets::{
    ROW_HEIGHT, SignWeight, body, caption, choice_list_ui, group_ui, hairline_ui, name_as,
    paint_focus, panel_header_ui, reserve_scroll_bar, sign_ui,
};
use ui_tiles::resource_ui;

/// The query of the inspector with its answers; belongs to one record.
#[derive(Default)]
pub struct InspectorMemory {
    /// One end of the connection.
    pub first: Option<Square>,
    /// The other end.
    pub second: Option<Square>,
    /// The player to ask for; the player to act if none was picked.
    pub player: Option<PlayerId>,
    /// The squares of the answer, for the board to mark.
    pub highlighted: Vec<Square>,
    answer: Memo<(Square, Square, PlayerId, TextKey), ConnectionAnswer>,
    projects: Memo<(PlayerId, TextKey), Vec<ProjectLine>>,
    /// The places to pick from.
    places: Memo<TextKey, Vec<(Square, String)>>,
}

/// A project that a player could build, in words, with its steps and squares.
struct ProjectLine {
    project: BuildProject,
    head: String,
    steps: Vec<String>,
    squares: Vec<Square>,
}

/// The rules' answer about the connection between two squares.
struct ConnectionAnswer {
    text: String,
    is_joined: bool,
    squares: Vec<Square>,
}

impl InspectorMemory {
    /// Picks a square of the board: one end, then the other, then one end again.
    pub fn pick(&mut self, square: Square) {
        if self.first.is_some() && self.second.is_none() {
            self.second = Some(square);
        } else {
            self.first = Some(square);
            self.second = None;
        }
    }
}

/// Returns the squares of the piece on a square, or the square itself if it is empty.
fn footprint_at(game: &Game, square: Square) -> Footprint {
    game.piece_on(square).map_or_else(|| Footprint::single(square), |piece| piece.footprint)
}

fn name_of(named: NamedGame<'_>, square: Square) -> String {
    let contents = named.game().contents();
    let Some(piece) = named.game().piece_on(square) else {
        return square.to_string();
    };
    let what = match piece.kind {
        PieceKind::Resource(resource) => contents.resource_name(resource),
        PieceKind::House => "House",
        PieceKind::Bridge(_) => "Bridge or gate",
        PieceKind::Prestige(building) => contents.building_name(building),
        PieceKind::Removed => return square.to_string(),
    };
    match piece.owner {
        Some(owner) => format!("{what} {square}, {}", words::owner(named, owner)),
        None => format!("{what} {square}"),
    }
}

/// Draws the inspector and answers its query.
pub fn inspector_panel_ui(ui: &mut Ui, table: &Table, memory: &mut InspectorMemory) {
    let named = table.named_game();
    let table_key = table.text_key();
    memory.highlighted.clear();
    let acting = table.pending_in_view().first().and_then(|decision| decision.player);
    let Some(player) = memory.player.or(acting).or_else(|| named.game().players().next()) else {
        return;
    };
    ScrollArea::vertical().id_salt("inspector").auto_shrink([false, false]).show(ui, |ui| {
        reserve_scroll_bar(ui);
        ui.spacing_mut().item_spacing.y = space::S;
        players_ui(ui, named, player, memory);
        panel_header_ui(ui, "What joins two places");
        ends_ui(ui, named, table_key, memory);
        answer_ui(ui, named, player, table_key, memory);
        if !named.game().is_over() {
            ui.add_space(space::S);
            panel_header_ui(ui, "What could be built");
            projects_ui(ui, named, player, table_key, memory);
        }
    });
}

/// Returns the tiles and buildings on the board, sorted by name.
fn places_of(named: NamedGame<'_>) -> Vec<(Square, String)> {
    let tiles = named.game().tiles().map(|tile| tile.footprint.first());
    let buildings =
        named.game().active_buildings().iter().filter_map(|active| {
            Some(named.game().active_building_squares(active.building)?.first())
        });
    let mut places: Vec<(Square, String)> =
        tiles.chain(buildings).map(|square| (square, name_of(named, square))).collect();
    places.sort_by(|a, b| a.1.cmp(&b.1));
    places
}

/// Draws the choice of the player.
fn players_ui(ui: &mut Ui, named: NamedGame<'_>, chosen: PlayerId, memory: &mut InspectorMemory) {
    group_ui(ui, "For".to_owned(), |ui| {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = egui::Vec2::splat(space::XS);
            for player in named.game().players() {
                let label = named.label(player);
                if ui.selectable_label(player == chosen, label).clicked() {
                    memory.player = Some(player);
                }
            }
        });
    });
}

/// Draws the lists of the two ends; presses on the board pick them as well.
fn ends_ui(ui: &mut Ui, named: NamedGame<'_>, table_key: TextKey, memory: &mut InspectorMemory) {
    caption("Click on two squares of the board, or choose here").ui(ui);
    let InspectorMemory { first, second, places, .. } = memory;
    let places = places.of(table_key, || places_of(named));
    for (label, end) in [("From", first), ("To", second)] {
        let now = match *end {
            Some(square) => name_of(named, square),
            None => format!("{label}…"),
        };
        let all = places.iter().map(|(square, name)| (Some(*square), name.clone()));
        choice_list_ui(ui, label, &now, ui.available_width(), end, all);
    }
}

fn answer_ui(
    ui: &mut Ui,
    named: NamedGame<'_>,
    player: PlayerId,
    table_key: TextKey,
    memory: &mut InspectorMemory,
) {
    let theme = theme(ui);
    let (Some(first), Some(second)) = (memory.first, memory.second) else {
        memory.highlighted.extend(memory.first);
        return;
    };
    let of = (first, second, player, table_key);
    let answer = memory.answer.of(of, || {
        let connection = named.game().connection(
            player,
            &footprint_at(named.game(), first),
            &footprint_at(named.game(), second),
        );
        let text = plan::connection(named, player, &connection);
        let (is_joined, squares) = match connection {
            Connection::Joined { path, .. } => (true, path),
            Connection::Missing { squares, .. } => (false, squares),
            Connection::Impossible { .. } => (false, vec![first, second]),
        };
        ConnectionAnswer { text, is_joined, squares }
    });
    ui.horizontal_top(|ui| {
        let (icon, tint) =
            if answer.is_joined { (Icon::Check, theme.good) } else { (Icon::Forbidden, theme.bad) };
        icon_ui(ui, icon, ROW_HEIGHT, tint);
        ui.vertical(|ui| body(&answer.text).ui(ui));
    });
    memory.highlighted.extend_from_slice(&answer.squares);
}

/// Draws the buildings and deliveries open to a player, with their distance and cheapest plan.
fn projects_ui(
    ui: &mut Ui,
    named: NamedGame<'_>,
    player: PlayerId,
    table_key: TextKey,
    memory: &mut InspectorMemory,
) {
    let projects = memory.projects.of((player, table_key), || {
        let mut lines: Vec<ProjectLine> = named
            .game()
            .projects(player)
            .into_iter()
            .map(|project| {
                let head = sentence(&plan::project_head(named, player, &project));
                let steps = plan::project_steps(named.game(), &project);
                let squares = squares_of(named.game(), &project);
                ProjectLine { project, head, steps, squares }
            })
            .collect();
        // The nearest come first, otherwise in the order of the rules.
        lines.sort_by_key(|line| line.project.prospect);
        lines
    });
    for (index, line) in projects.iter().enumerate() {
        if index > 0 {
            hairline_ui(ui);
        }
        let response = project_ui(ui, named.game(), line);
        if response.hovered() || response.has_focus() {
            memory.highlighted.clone_from(&line.squares);
        }
    }
    if projects.is_empty() {
        body("Nothing to look at").muted().ui(ui);
    }
    caption(plan::SEARCH_SCOPE).ui(ui);
}

fn project_ui(ui: &mut Ui, game: &Game, line: &ProjectLine) -> egui::Response {
    let theme = theme(ui);
    let ProjectLine { project, head, steps, .. } = line;
    let contents = game.contents();
    let (resource, goal) = match project.goal {
        Goal::Build(resource) => (resource, String::new()),
        Goal::Deliver { resource, building, .. } => {
            (resource, format!("to {}", contents.building_name(building)))
        }
    };
    let (weight, words) = match project.prospect {
        Prospect::Now => (SignWeight::Strong, "now"),
        Prospect::Later => (SignWeight::Plain, "later"),
        Prospect::Blocked => (SignWeight::Quiet, "blocked"),
        Prospect::CannotTell => (SignWeight::Quiet, "cannot tell"),
    };
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().interact_size.y = ROW_HEIGHT;
        resource_ui(ui, contents.resource_name(resource), &goal, theme.ink);
        sign_ui(ui, words, weight);
    });
    ui.add_space(-space::XS);
    // The steps are numbered, one line each.
    let lines =
        steps.iter().zip(1..).map(|(step, number)| format!("{number}. {}", capitalized(step)));
    let text = std::iter::once(head.clone()).chain(lines).collect::<Vec<_>>().join("\n");
    let galley = body(&text).wrapped(ui, ui.available_width());
    let size = egui::vec2(ui.available_width(), galley.size().y + space::XS);
    let (rect, response) = ui.allocate_exact_size(size, egui::Sense::focusable_noninteractive());
    name_as(&response, Role::Label, &text);
    ui.painter().galley(rect.min, galley, theme.ink);
    paint_focus(ui, rect, &response);
    response
}

/// Returns the squares that the cheapest plan would use.
fn squares_of(game: &Game, project: &BuildProject) -> Vec<Square> {
    let mut squares = Vec::new();
    for step in project.plan.iter().flat_map(|plan| &plan.steps) {
        match step {
            PlanStep::Access { tile, .. } => squares.extend_from_slice(tile.footprint.squares()),
            PlanStep::Import { at, .. } | PlanStep::Bridge { at, .. } | PlanStep::Road(at) => {
                squares.push(*at);
            }
            PlanStep::Build { at, road, .. } => {
                squares.extend_from_slice(at.squares());
                squares.extend(*road);
            }
        }
    }
    if let (Goal::Deliver { building, .. }, true) = (project.goal, squares.is_empty()) {
        squares.extend(game.active_building_squares(building).iter().flat_map(Footprint::squares));
    }
    squares
}
