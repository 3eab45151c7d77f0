//! The editor of the pieces on the board: the kind of piece is chosen once, and every press on
//! the board places one or takes it away.
//!
//! Pieces are placed on a copy of the table, which judges each as the record would. The results
//! are [`Adjustment`]s for the caller to record.

use egui::{CentralPanel, Frame, Margin, Panel, Ui};

use components::ids::{BuildingId, ResourceId};
use components::square::Square;
use components::tile::Footprint;
use journal::Change;
use narration::sentence::adjustment;
use narration::{PlayerNaming, refusal};
use plain_text::capitalized;
use rules::Game;
use rules::action::{Action, ActionKind};
use rules::adjustment::{Adjustment, Owner, TileRef};
use rules::map::PieceKind;
use rules::player::PlayerId;
use table::table::Table;
use ui_board::Cx;
use ui_board::board_view::{BoardView, board_view_ui};
use ui_board::settings::Settings;
use ui_kit::queue::CommandQueue;
use ui_kit::theme::{dense, space, theme};
use ui_kit::widgets::{body, button, button_ui, caption, choice_list_ui, toggle_button};

/// The reason for the adjustments on the copy of the table.
const REASON: &str = "laid by hand";

/// Minimum width at which all tools are shown at once, in points.
const ROOMY: f32 = 560.0;

enum_table::enum_table! {
    /// The effect of a press on the board.
    enum PieceTool {
    label: &'static str,
    /// The instruction for a press.
        hint: &'static str,
    }

    Road = "Road", "Press a square: a road is laid there.";
    Tile = "Tile", "Press every square of the tile.";
    House = "House", "Press a square: a house is laid there.";
    Bridge = "Bridge or gate", "Press a square: a bridge or a gate is laid there.";
    Building = "Building", "Press every square of the building.";
    /// The owner's token on top of a tile.
    Token = "Owner", "Press a tile: it gets this owner.";
    /// An access token below a tile, which takes away an existing one.
    Access = "Access", "Press a tile: access is gained, or lost.";
    /// A delivery token on the card of a building, which takes away an existing one.
    Delivery = "Delivery", "Press a building: its space gets the token, or loses it.";
    /// The removal of any piece.
    Away = "Take away", "Press what is to be taken away.";
}

impl PieceTool {
    const fn has_resource(self) -> bool {
        matches!(self, Self::Tile | Self::Delivery)
    }

    const fn has_owner(self) -> bool {
        !matches!(self, Self::Road | Self::Building | Self::Away)
    }

    /// Returns `true` if the owner may be neutral.
    const fn may_be_neutral(self) -> bool {
        matches!(self, Self::Tile | Self::Token | Self::Delivery)
    }
}

/// The pieces placed so far, and the chosen tool.
pub struct PlacementEditor {
    /// A copy of the table, with the placements as entries after `since`.
    table: Table,
    since: usize,
    board: BoardView,
    tool: PieceTool,
    resource: ResourceId,
    building: BuildingId,
    owner: Owner,
    /// The squares of a tile pressed so far.
    pressed: Vec<Square>,
    error: Option<String>,
}

impl PlacementEditor {
    /// Starts with the table of the record; `None` if the pack has no resources or no buildings.
    pub fn start(table: &Table) -> Option<Self> {
        let journal = table.journal().clone();
        let contents = journal.game().contents();
        let (resource, building) = (contents.resources().next()?, contents.buildings().next()?);
        Some(Self {
            since: journal.cursor(),
            table: Table::scratch(journal, table.naming()).idle(),
            board: BoardView::default(),
            tool: PieceTool::Road,
            resource,
            building,
            owner: Owner::Player(PlayerId(0)),
            pressed: Vec::new(),
            error: None,
        })
    }

    /// Returns every placement, in order.
    pub fn placed(&self) -> Vec<Adjustment> {
        let journal = self.table.journal();
        journal.main_line()[self.since..journal.cursor()]
            .iter()
            .filter_map(|&id| match &journal.entry(id).action()?.kind {
                ActionKind::Adjust { changes, .. } => Some(changes),
                _ => None,
            })
            .flatten()
            .cloned()
            .collect()
    }

    /// Returns every placement in words, in order.
    pub fn descriptions(&self) -> Vec<String> {
        let named = self.table.named_game_now();
        self.placed().iter().map(|change| capitalized(&adjustment(named, change))).collect()
    }

    /// Returns `true` if anything was placed.
    pub fn has_placed(&self) -> bool {
        self.table.journal().cursor() > self.since
    }

    fn game(&self) -> &Game {
        self.table.journal().game()
    }

    /// Handles a press on a square.
    fn press(&mut self, square: Square) {
        self.error = None;
        match self.adjustment(square) {
            Ok(Some(change)) => self.place(change),
            Ok(None) => {}
            Err(error) => self.error = Some(error),
        }
    }

    /// Places the tile whose squares are pressed.
    fn place_pressed(&mut self) {
        match self.pressed_tile() {
            Ok(change) => self.place(change),
            Err(error) => self.error = Some(error),
        }
    }

    fn place(&mut self, change: Adjustment) {
        self.pressed.clear();
        let kind = ActionKind::Adjust { changes: vec![change], reason: REASON.to_owned() };
        self.apply(Change::Play(Action::from(kind)));
    }

    fn apply(&mut self, change: Change) {
        if let Err(error) = self.table.apply(change) {
            let named = self.table.named_game_now();
            self.error = Some(error.message(|refusal| refusal::describe(named, refusal)));
        }
        // No action is entered on the copy, only adjustments.
        self.table = self.table.idle();
    }

    /// Sets the player names.
    pub fn set_naming(&mut self, naming: PlayerNaming) {
        self.table.set_naming(naming);
    }

    /// Takes back the latest pressed square, or else the latest placement.
    fn take_back(&mut self) {
        self.error = None;
        if self.pressed.pop().is_none() && self.has_placed() {
            self.apply(Change::Undo(1));
        }
    }

    /// Returns the adjustment of a press on a square; `None` while squares of a tile are missing.
    fn adjustment(&mut self, square: Square) -> Result<Option<Adjustment>, String> {
        let player = self.owner.player().ok_or("Choose whose it is.");
        let change = match self.tool {
            PieceTool::Road => Adjustment::AddRoad(square),
            PieceTool::House => Adjustment::AddHouse(player?, square),
            PieceTool::Bridge => Adjustment::AddBridge(player?, square),
            PieceTool::Away => Adjustment::Clear(square),
            PieceTool::Token => Adjustment::SetOwner(self.tile_at(square)?, self.owner),
            PieceTool::Access => {
                let (tile, player) = (self.tile_at(square)?, player?);
                let piece = self.game().piece_on(square);
                let has = piece.is_some_and(|piece| piece.access.contains(player));
                Adjustment::Access { player, tile, has_access: !has }
            }
            PieceTool::Delivery => self.delivery(square)?,
            PieceTool::Tile | PieceTool::Building => {
                if let Some(index) = self.pressed.iter().position(|&other| other == square) {
                    self.pressed.remove(index);
                    return Ok(None);
                }
                self.pressed.push(square);
                if self.size().is_none_or(|size| self.pressed.len() < size) {
                    return Ok(None);
                }
                self.pressed_tile()?
            }
        };
        Ok(Some(change))
    }

    fn tile_at(&self, square: Square) -> Result<TileRef, String> {
        self.game().tile_at(square).ok_or_else(|| format!("No resource tile lies on {square}."))
    }

    /// Returns the adjustment that places or takes away a token on the building at a square.
    fn delivery(&self, square: Square) -> Result<Adjustment, String> {
        let game = self.game();
        let kind = game.piece_on(square).map(|piece| piece.kind);
        let Some(PieceKind::Prestige(building)) = kind else {
            return Err(format!("No prestige building lies on {square}."));
        };
        let space = game
            .contents()
            .spaces(building)
            .iter()
            .take_while(|space| space.resource != Some(self.resource))
            .count();
        let token = game
            .active_card(building)
            .and_then(|active| active.delivered.get(space).copied().flatten());
        Ok(match token {
            Some(_) => Adjustment::RemoveDelivery(building, self.resource),
            None => Adjustment::AddDelivery(building, self.resource, self.owner),
        })
    }

    /// Takes the pressed squares, and returns the adjustment that places a tile on them.
    fn pressed_tile(&mut self) -> Result<Adjustment, String> {
        let squares = std::mem::take(&mut self.pressed);
        let footprint = Footprint::new(&squares)
            .filter(|all| all.shape().is_some())
            .ok_or("The squares of a tile lie edge to edge.")?;
        Ok(match self.tool {
            PieceTool::Building => Adjustment::AddBuilding(self.building, footprint),
            _ => Adjustment::AddTile(TileRef { resource: self.resource, footprint }, self.owner),
        })
    }

    /// Returns `true` if the tool places a tile that can cover several squares.
    const fn places_tile(&self) -> bool {
        matches!(self.tool, PieceTool::Tile | PieceTool::Building)
    }

    /// Returns the number of squares of the tile to place, if its shape is known.
    fn size(&self) -> Option<usize> {
        let contents = self.game().contents();
        let shape = match self.tool {
            PieceTool::Building => contents.building_tile(self.building).all().next(),
            _ => contents.resource_tile(self.resource).all().next(),
        };
        shape.map(components::tile::Shape::size)
    }

    /// Returns the instruction for the next press.
    fn instruction(&self) -> String {
        match self.size() {
            _ if !self.places_tile() => self.tool.hint().to_owned(),
            Some(1) => "Press the square of the tile.".to_owned(),
            Some(size) => {
                format!("{} {} of {size} are pressed.", self.tool.hint(), self.pressed.len())
            }
            None => "Press every square of it, then say that it is all.".to_owned(),
        }
    }
}

/// Draws the board with the placed pieces, and the tools above it; returns `true` when it is done.
pub fn placement_editor_ui(ui: &mut Ui, settings: &Settings, editor: &mut PlacementEditor) -> bool {
    let mut is_done = false;
    let margin = Margin::symmetric(space::M as i8, space::S as i8);
    let frame = Frame::new().fill(theme(ui).raised).inner_margin(margin);
    Panel::top("laying").frame(frame).show(ui, |ui| {
        dense(ui);
        let is_narrow = ui.available_width() < ROOMY;
        let before = editor.tool;
        if !is_narrow {
            ui.horizontal_wrapped(|ui| {
                for tool in PieceTool::ALL {
                    if ui.add(toggle_button(editor.tool == tool, tool.label())).clicked() {
                        editor.tool = tool;
                    }
                }
            });
        }
        ui.horizontal_wrapped(|ui| {
            if is_narrow {
                let all = PieceTool::ALL.map(|tool| (tool, tool.label().to_owned()));
                pick_ui(ui, "What", all.into(), &mut editor.tool);
            }
            options_ui(ui, editor);
            if editor.tool != before {
                editor.pressed.clear();
                editor.error = None;
            }
            let can_take_back = !editor.pressed.is_empty() || editor.has_placed();
            if ui.add_enabled(can_take_back, button("Take back the last")).clicked() {
                editor.take_back();
            }
            let has_unknown_size = editor.places_tile() && editor.size().is_none();
            if has_unknown_size && !editor.pressed.is_empty() && button_ui(ui, "That is all of it")
            {
                editor.place_pressed();
            }
            is_done = button_ui(ui, "Done");
        });
        match &editor.error {
            Some(error) => body(error).bad().ui(ui),
            None => caption(editor.instruction()).ui(ui),
        };
    });
    CentralPanel::no_frame().show(ui, |ui| {
        let unused = CommandQueue::default();
        let PlacementEditor { table, board, pressed, .. } = &mut *editor;
        let cx = Cx { table, settings, commands: &unused };
        let square = board_view_ui(ui, cx, pressed, false, board);
        if let Some(square) = square {
            editor.press(square);
        }
    });
    is_done
}

/// Draws the choices of resource or building, and of owner, that the tool needs.
fn options_ui(ui: &mut Ui, editor: &mut PlacementEditor) {
    let named = editor.table.named_game_now();
    let contents = named.game().contents();
    let before = (editor.resource, editor.building);
    if editor.tool.has_resource() {
        let all = contents.resources().map(|it| (it, contents.resource_name(it).to_owned()));
        pick_ui(ui, "Resource", all.collect(), &mut editor.resource);
    }
    if editor.tool == PieceTool::Building {
        let all = contents.buildings().map(|it| (it, contents.building_name(it).to_owned()));
        pick_ui(ui, "Prestige building", all.collect(), &mut editor.building);
    }
    if before != (editor.resource, editor.building) {
        editor.pressed.clear();
    }
    if editor.tool.has_owner() {
        let players = named.game().players().map(|it| (Owner::Player(it), named.label(it)));
        let neutral = editor.tool.may_be_neutral().then(|| (Owner::Neutral, "Neutral".to_owned()));
        pick_ui(ui, "Owner", players.chain(neutral).collect(), &mut editor.owner);
    }
}

/// Draws a list to choose one item from.
fn pick_ui<T: Copy + PartialEq>(ui: &mut Ui, label: &str, all: Vec<(T, String)>, chosen: &mut T) {
    let now = all
        .iter()
        .find(|(one, _)| one == chosen)
        .map_or(label, |(_, name)| name.as_str())
        .to_owned();
    choice_list_ui(ui, label, &now, 150.0, chosen, all);
}
