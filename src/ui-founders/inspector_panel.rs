//! The connection inspector: what joins two places, and what a player could build.
//!
//! Two squares are picked on the board or from the lists; a tile is picked by
//! any of its squares. The rules answer, once for every question.

use egui::{Role, ScrollArea, Ui};
use plain_text::{capital, sentence};

use components::square::Square;
use components::tile::Footprint;
use memo::Memo;
use narration::{NamedGame, plan, words};
use rules::Game;
use rules::inspect::{Connection, Goal, PlanStep, Project, Prospect};
use rules::map::PieceKind;
use rules::player::PlayerId;
use table::table::{Table, ToldOf};
use ui_kit::icons::{Icon, icon_ui};
use ui_kit::theme::{space, theme};
use ui_kit::widgets::{
    LINE, Weight, beside_bar, body, caption, group_ui, hairline_ui, name_as, one_of_ui,
    paint_focus, panel_header_ui, sign_ui,
};
use ui_tiles::resource_ui;

/// What the inspector is asked; it belongs to one record.
#[derive(Default)]
pub struct InspectorMemory {
    /// The one end.
    pub first: Option<Square>,
    /// The other end.
    pub second: Option<Square>,
    /// For whom; whoever acts if nobody was picked.
    pub player: Option<PlayerId>,
    /// The squares of the answer, for the board to mark.
    pub highlighted: Vec<Square>,
    answer: Memo<(Square, Square, PlayerId, ToldOf), ConnectionAnswer>,
    projects: Memo<(PlayerId, ToldOf), Vec<ProjectLine>>,
    /// What there is to pick from.
    places: Memo<ToldOf, Vec<(Square, String)>>,
}

/// What a player could build, in words, with its steps, and the squares it is about.
struct ProjectLine {
    project: Project,
    head: String,
    steps: Vec<String>,
    squares: Vec<Square>,
}

/// The rules' answer to what joins two squares.
struct ConnectionAnswer {
    text: String,
    is_joined: bool,
    squares: Vec<Square>,
}

impl InspectorMemory {
    /// Picks a square of the board: the one end, the other end, then anew.
    pub fn pick(&mut self, square: Square) {
        if self.first.is_some() && self.second.is_none() {
            self.second = Some(square);
        } else {
            self.first = Some(square);
            self.second = None;
        }
    }
}

/// What lies on a square, as a whole; the square itself where nothing lies.
fn whole(game: &Game, square: Square) -> Footprint {
    let piece = game.piece_on(square);
    piece.map_or_else(|| Footprint::single(square), |piece| piece.footprint)
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

/// Draws the inspector and answers what is asked.
pub fn inspector_panel_ui(ui: &mut Ui, table: &Table, memory: &mut InspectorMemory) {
    let named = table.named_game();
    let told_of = table.told_of();
    memory.highlighted.clear();
    let acting = table.owed_in_view().first().and_then(|owed| owed.player);
    let player = memory.player.or(acting).or_else(|| named.game().players().next());
    let Some(player) = player else {
        return;
    };
    ScrollArea::vertical().id_salt("inspector").auto_shrink([false, false]).show(ui, |ui| {
        beside_bar(ui);
        ui.spacing_mut().item_spacing.y = space::S;
        players_ui(ui, named, player, memory);
        panel_header_ui(ui, "What joins two places");
        ends_ui(ui, named, told_of, memory);
        answer_ui(ui, named, player, told_of, memory);
        if !named.game().is_over() {
            ui.add_space(space::S);
            panel_header_ui(ui, "What could be built");
            projects_ui(ui, named, player, told_of, memory);
        }
    });
}

/// What lies on the board, by name.
fn places_of(named: NamedGame<'_>) -> Vec<(Square, String)> {
    let tiles = named.game().tiles().map(|tile| tile.footprint.first());
    let buildings = named.game().active_buildings().iter();
    let buildings = buildings
        .filter_map(|active| Some(named.game().active_building_squares(active.building)?.first()));
    let mut found: Vec<(Square, String)> =
        tiles.chain(buildings).map(|square| (square, name_of(named, square))).collect();
    found.sort_by(|a, b| a.1.cmp(&b.1));
    found
}

/// For whom is asked.
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

/// The two ends, to be picked from lists; the board picks them, too.
fn ends_ui(ui: &mut Ui, named: NamedGame<'_>, told_of: ToldOf, memory: &mut InspectorMemory) {
    caption("Click on two squares of the board, or choose here").ui(ui);
    let InspectorMemory { first, second, places, .. } = memory;
    let places = places.of(told_of, || places_of(named));
    for (label, end) in [("From", first), ("To", second)] {
        let now = match *end {
            Some(square) => name_of(named, square),
            None => format!("{label}…"),
        };
        let all = places.iter().map(|(square, name)| (Some(*square), name.clone()));
        one_of_ui(ui, label, &now, ui.available_width(), end, all);
    }
}

fn answer_ui(
    ui: &mut Ui,
    named: NamedGame<'_>,
    player: PlayerId,
    told_of: ToldOf,
    memory: &mut InspectorMemory,
) {
    let theme = theme(ui);
    let (Some(first), Some(second)) = (memory.first, memory.second) else {
        memory.highlighted.extend(memory.first);
        return;
    };
    let of = (first, second, player, told_of);
    let answer = memory.answer.of(of, || {
        let connection = named.game().connection(
            player,
            &whole(named.game(), first),
            &whole(named.game(), second),
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
        let (icon, ink) =
            if answer.is_joined { (Icon::Check, theme.good) } else { (Icon::Forbidden, theme.bad) };
        icon_ui(ui, icon, LINE, ink);
        ui.vertical(|ui| body(&answer.text).ui(ui));
    });
    memory.highlighted.extend_from_slice(&answer.squares);
}

/// What a player could build or deliver, how far away it is, and the cheapest way.
fn projects_ui(
    ui: &mut Ui,
    named: NamedGame<'_>,
    player: PlayerId,
    told_of: ToldOf,
    memory: &mut InspectorMemory,
) {
    let projects = memory.projects.of((player, told_of), || {
        let mut found: Vec<ProjectLine> = named
            .game()
            .could_build(player)
            .into_iter()
            .map(|project| {
                let head = sentence(&plan::project_head(named, player, &project));
                let steps = plan::project_steps(named.game(), &project);
                let squares = squares_of(named.game(), &project);
                ProjectLine { project, head, steps, squares }
            })
            .collect();
        // What is nearest comes first; within, the order of the rules stays.
        found.sort_by_key(|told| told.project.prospect);
        found
    });
    for (index, told) in projects.iter().enumerate() {
        if index > 0 {
            hairline_ui(ui);
        }
        let response = project_ui(ui, named.game(), told);
        if response.hovered() || response.has_focus() {
            memory.highlighted.clone_from(&told.squares);
        }
    }
    if projects.is_empty() {
        body("Nothing to look at").muted().ui(ui);
    }
    caption(plan::LOOKED_AT).ui(ui);
}

fn project_ui(ui: &mut Ui, game: &Game, told: &ProjectLine) -> egui::Response {
    let theme = theme(ui);
    let ProjectLine { project, head, steps, .. } = told;
    let contents = game.contents();
    let (resource, goal) = match project.goal {
        Goal::Build(resource) => (resource, String::new()),
        Goal::Deliver { resource, building, .. } => {
            (resource, format!("to {}", contents.building_name(building)))
        }
    };
    let (weight, words) = match project.prospect {
        Prospect::Now => (Weight::Strong, "now"),
        Prospect::Later => (Weight::Plain, "later"),
        Prospect::Blocked => (Weight::Quiet, "blocked"),
        Prospect::CannotTell => (Weight::Quiet, "cannot tell"),
    };
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().interact_size.y = LINE;
        resource_ui(ui, contents.resource_name(resource), &goal, theme.ink);
        sign_ui(ui, words, weight);
    });
    ui.add_space(-space::XS);
    // What comes after what is numbered, a line each.
    let lines = steps.iter().zip(1..).map(|(step, number)| format!("{number}. {}", capital(step)));
    let said = std::iter::once(head.clone()).chain(lines).collect::<Vec<_>>().join("\n");
    let galley = body(&said).wrapped(ui, ui.available_width());
    let size = egui::vec2(ui.available_width(), galley.size().y + space::XS);
    let (rect, response) = ui.allocate_exact_size(size, egui::Sense::focusable_noninteractive());
    name_as(&response, Role::Label, &said);
    ui.painter().galley(rect.min, galley, theme.ink);
    paint_focus(ui, rect, &response);
    response
}

/// The squares that the cheapest way would build on.
fn squares_of(game: &Game, project: &Project) -> Vec<Square> {
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
        let at = game.active_building_squares(building);
        squares.extend(at.iter().flat_map(Footprint::squares));
    }
    squares
}
