//! What lies on the table, laid by presses: what it is is chosen once, and every press on the
//! board lays it down, or takes it away.
//!
//! It is laid on a copy of the table, which judges every piece as the record would. What comes of
//! it are [`Adjustment`]s, to be recorded by whoever asked for them.

use egui::{CentralPanel, Frame, Margin, Panel, Ui};

use components::ids::{BuildingId, ResourceId};
use components::square::Square;
use components::tile::Footprint;
use journal::Change;
use narration::sentence::adjustment;
use narration::{PlayerNaming, refusal};
use plain_text::capital;
use rules::Game;
use rules::action::{Action, Deed};
use rules::adjustment::{Adjustment, Owner, TileRef};
use rules::map::PieceKind;
use rules::player::PlayerId;
use table::table::Table;
use ui_board::Cx;
use ui_board::board_view::{BoardView, board_view_ui};
use ui_board::settings::Settings;
use ui_kit::queue::Queue;
use ui_kit::theme::{dense, space, theme};
use ui_kit::widgets::{body, button, caption, one_of_ui, pressed_ui, tick};

/// The reason under which the copy of the table takes what is laid.
const REASON: &str = "laid by hand";

/// From this width on everything that can be laid is seen at once, in points.
const ROOMY: f32 = 560.0;

catalogue::catalogue! {
    /// What a press lays.
    enum What {
        label: &'static str,
        /// What a press does, for whoever chose it.
        hint: &'static str,
    }

    Road = "Road", "Press a square: a road is laid there.";
    Tile = "Tile", "Press every square of the tile.";
    House = "House", "Press a square: a house is laid there.";
    Bridge = "Bridge or gate", "Press a square: a bridge or a gate is laid there.";
    Building = "Building", "Press every square of the building.";
    /// The token on top of a tile.
    Token = "Owner", "Press a tile: it gets this owner.";
    /// An access token below it; one that is there is taken away.
    Access = "Access", "Press a tile: access is gained, or lost.";
    /// A delivery token on the card of a building; one that is there is taken away.
    Delivery = "Delivery", "Press a building: its space gets the token, or loses it.";
    /// Whatever lies there is taken away.
    Away = "Take away", "Press what is to be taken away.";
}

impl What {
    const fn has_resource(self) -> bool {
        matches!(self, Self::Tile | Self::Delivery)
    }

    const fn has_owner(self) -> bool {
        !matches!(self, Self::Road | Self::Building | Self::Away)
    }

    /// Whether it may be nobody's.
    const fn may_be_neutral(self) -> bool {
        matches!(self, Self::Tile | Self::Token | Self::Delivery)
    }
}

/// What was laid so far.
pub struct Laying {
    /// A copy of the table, with everything that was laid as entries after `since`.
    table: Table,
    since: usize,
    board: BoardView,
    what: What,
    resource: ResourceId,
    building: BuildingId,
    owner: Owner,
    /// The squares of a tile that are pressed so far.
    begun: Vec<Square>,
    trouble: Option<String>,
}

impl Laying {
    /// Begins with the table as the record has it; nothing if the pack has nothing to lay.
    pub fn begin(table: &Table) -> Option<Self> {
        let journal = table.journal().clone();
        let contents = journal.game().contents();
        let (resource, building) = (contents.resources().next()?, contents.buildings().next()?);
        Some(Self {
            since: journal.cursor(),
            table: Table::laid_aside(journal, table.naming()).at_rest(),
            board: BoardView::default(),
            what: What::Road,
            resource,
            building,
            owner: Owner::Player(PlayerId(0)),
            begun: Vec::new(),
            trouble: None,
        })
    }

    /// Everything that was laid, in order.
    pub fn laid(&self) -> Vec<Adjustment> {
        let journal = self.table.journal();
        let since = &journal.main_line()[self.since..journal.cursor()];
        let deeds = since.iter().filter_map(|&id| Some(&journal.entry(id).action()?.deed));
        let each = deeds.filter_map(|deed| match deed {
            Deed::Adjust { changes, .. } => Some(changes.iter().cloned()),
            _ => None,
        });
        each.flatten().collect()
    }

    /// The same in words, one after another.
    pub fn told(&self) -> Vec<String> {
        let named = self.table.named_game_now();
        self.laid().iter().map(|change| capital(&adjustment(named, change))).collect()
    }

    /// Whether anything was laid.
    pub fn has_laid(&self) -> bool {
        self.table.journal().cursor() > self.since
    }

    fn game(&self) -> &Game {
        self.table.journal().game()
    }

    /// A square was pressed.
    fn press(&mut self, square: Square) {
        self.trouble = None;
        match self.adjustment(square) {
            Ok(Some(change)) => self.lay(change),
            Ok(None) => {}
            Err(trouble) => self.trouble = Some(trouble),
        }
    }

    /// The squares that are pressed are all of the tile.
    fn lay_begun(&mut self) {
        match self.tile_of_begun() {
            Ok(change) => self.lay(change),
            Err(trouble) => self.trouble = Some(trouble),
        }
    }

    fn lay(&mut self, change: Adjustment) {
        self.begun.clear();
        let deed = Deed::Adjust { changes: vec![change], reason: REASON.to_owned() };
        self.make(Change::Play(Action::from(deed)));
    }

    fn make(&mut self, change: Change) {
        if let Err(error) = self.table.apply(change) {
            let named = self.table.named_game_now();
            self.trouble = Some(error.in_words(|refusal| refusal::whole(named, refusal)));
        }
        // Nothing is entered on it but what lies there.
        self.table = self.table.at_rest();
    }

    /// Names the players in this way from now on.
    pub fn set_naming(&mut self, naming: PlayerNaming) {
        self.table.set_naming(naming);
    }

    /// Takes back the square that was pressed last, or what was laid last.
    fn take_back(&mut self) {
        self.trouble = None;
        if self.begun.pop().is_none() && self.has_laid() {
            self.make(Change::Undo(1));
        }
    }

    /// What a press on a square comes to; nothing while squares of a tile are still to come.
    fn adjustment(&mut self, square: Square) -> Result<Option<Adjustment>, String> {
        let owner = self.owner;
        let player = || owner.player().ok_or("Choose whose it is.");
        let change = match self.what {
            What::Road => Adjustment::AddRoad(square),
            What::House => Adjustment::AddHouse(player()?, square),
            What::Bridge => Adjustment::AddBridge(player()?, square),
            What::Away => Adjustment::Clear(square),
            What::Token => Adjustment::SetOwner(self.tile_at(square)?, owner),
            What::Access => {
                let (tile, player) = (self.tile_at(square)?, player()?);
                let piece = self.game().piece_on(square);
                let has = piece.is_some_and(|piece| piece.access.contains(player));
                Adjustment::Access(player, tile, !has)
            }
            What::Delivery => self.delivery(square)?,
            What::Tile | What::Building => {
                if let Some(place) = self.begun.iter().position(|&other| other == square) {
                    self.begun.remove(place);
                    return Ok(None);
                }
                self.begun.push(square);
                if self.size().is_none_or(|size| self.begun.len() < size) {
                    return Ok(None);
                }
                self.tile_of_begun()?
            }
        };
        Ok(Some(change))
    }

    fn tile_at(&self, square: Square) -> Result<TileRef, String> {
        let tile = self.game().tile_at(square);
        tile.ok_or_else(|| format!("No resource tile lies on {square}."))
    }

    /// The token on the space of the building that lies on a square: put down, or taken away.
    fn delivery(&self, square: Square) -> Result<Adjustment, String> {
        let game = self.game();
        let kind = game.piece_on(square).map(|piece| piece.kind);
        let Some(PieceKind::Prestige(building)) = kind else {
            return Err(format!("No prestige building lies on {square}."));
        };
        let active = game.active_card(building);
        let spaces = game.contents().spaces(building).iter();
        let space = spaces.take_while(|space| space.resource != Some(self.resource)).count();
        let has = active.and_then(|active| active.delivered.get(space).copied().flatten());
        Ok(match has {
            Some(_) => Adjustment::RemoveDelivery(building, self.resource),
            None => Adjustment::AddDelivery(building, self.resource, self.owner),
        })
    }

    /// The tile on the squares that are pressed.
    fn tile_of_begun(&mut self) -> Result<Adjustment, String> {
        let squares = std::mem::take(&mut self.begun);
        let footprint = Footprint::new(&squares).filter(|all| all.shape().is_some());
        let footprint = footprint.ok_or("The squares of a tile lie edge to edge.")?;
        Ok(match self.what {
            What::Building => Adjustment::AddBuilding(self.building, footprint),
            _ => Adjustment::AddTile(TileRef { resource: self.resource, footprint }, self.owner),
        })
    }

    /// Whether what is laid covers more than the square that is pressed.
    const fn is_of_many(&self) -> bool {
        matches!(self.what, What::Tile | What::Building)
    }

    /// How many squares the tile to be laid covers, if that is known.
    fn size(&self) -> Option<usize> {
        let contents = self.game().contents();
        let way = match self.what {
            What::Building => contents.building_tile(self.building).all().next(),
            _ => contents.resource_tile(self.resource).all().next(),
        };
        way.map(components::tile::Shape::size)
    }

    /// What a press does now, or what was wrong with the last one.
    fn says(&self) -> String {
        match self.size() {
            _ if !self.is_of_many() => self.what.hint().to_owned(),
            Some(1) => "Press the square of the tile.".to_owned(),
            Some(size) => {
                let (hint, begun) = (self.what.hint(), self.begun.len());
                format!("{hint} {begun} of {size} are pressed.")
            }
            None => "Press every square of it, then say that it is all.".to_owned(),
        }
    }
}

/// Draws the board with what is laid, and what can be laid above it; says whether it is done.
pub fn laying_ui(ui: &mut Ui, settings: &Settings, laying: &mut Laying) -> bool {
    let mut is_done = false;
    let margin = Margin::symmetric(space::M as i8, space::S as i8);
    let frame = Frame::new().fill(theme(ui).raised).inner_margin(margin);
    Panel::top("laying").frame(frame).show(ui, |ui| {
        dense(ui);
        let is_narrow = ui.available_width() < ROOMY;
        let before = laying.what;
        if !is_narrow {
            ui.horizontal_wrapped(|ui| {
                for what in What::ALL {
                    if ui.add(tick(laying.what == what, what.label())).clicked() {
                        laying.what = what;
                    }
                }
            });
        }
        ui.horizontal_wrapped(|ui| {
            if is_narrow {
                let all = What::ALL.map(|what| (what, what.label().to_owned()));
                pick_ui(ui, "What", all.into(), &mut laying.what);
            }
            which_ui(ui, laying);
            if laying.what != before {
                laying.begun.clear();
                laying.trouble = None;
            }
            let has_laid = !laying.begun.is_empty() || laying.has_laid();
            if ui.add_enabled(has_laid, button("Take back the last")).clicked() {
                laying.take_back();
            }
            let is_whole = laying.is_of_many() && laying.size().is_none();
            if is_whole && !laying.begun.is_empty() && pressed_ui(ui, "That is all of it") {
                laying.lay_begun();
            }
            is_done = pressed_ui(ui, "Done");
        });
        match &laying.trouble {
            Some(trouble) => body(trouble).bad().ui(ui),
            None => caption(laying.says()).ui(ui),
        };
    });
    CentralPanel::no_frame().show(ui, |ui| {
        let unused = Queue::default();
        let Laying { table, board, begun, .. } = &mut *laying;
        let cx = Cx { table, settings, commands: &unused };
        let pressed = board_view_ui(ui, cx, begun, false, board);
        if let Some(square) = pressed {
            laying.press(square);
        }
    });
    is_done
}

/// Which resource or building it is, and whose.
fn which_ui(ui: &mut Ui, laying: &mut Laying) {
    let named = laying.table.named_game_now();
    let contents = named.game().contents();
    let before = (laying.resource, laying.building);
    if laying.what.has_resource() {
        let all = contents.resources().map(|it| (it, contents.resource_name(it).to_owned()));
        pick_ui(ui, "Resource", all.collect(), &mut laying.resource);
    }
    if laying.what == What::Building {
        let all = contents.buildings().map(|it| (it, contents.building_name(it).to_owned()));
        pick_ui(ui, "Prestige building", all.collect(), &mut laying.building);
    }
    if before != (laying.resource, laying.building) {
        laying.begun.clear();
    }
    if laying.what.has_owner() {
        let players = named.game().players().map(|it| (Owner::Player(it), named.label(it)));
        let neutral = (Owner::Neutral, "Neutral".to_owned());
        let neutral = laying.what.may_be_neutral().then_some(neutral);
        pick_ui(ui, "Owner", players.chain(neutral).collect(), &mut laying.owner);
    }
}

/// A list to choose one of.
fn pick_ui<T: Copy + PartialEq>(ui: &mut Ui, label: &str, all: Vec<(T, String)>, chosen: &mut T) {
    let now = all.iter().find(|(one, _)| one == chosen).map(|(_, name)| name.as_str());
    let now = now.unwrap_or(label).to_owned();
    one_of_ui(ui, label, &now, 150.0, chosen, all);
}
