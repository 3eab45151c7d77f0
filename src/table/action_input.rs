//! An action while it is entered, decision by decision.
//!
//! An [`ActionInput`] holds the picks made so far and knows the next [`InputStep`]; it contains no
//! rule. The [`Game`] decides which kinds of sub-action a card asks for, and whether a square is
//! legal. It draws nothing: panels, keys and tests all make the same [`InputChoice`]s.

use components::effect::{Effect, Parameter, SubActionKind};
use components::fact_id::FactId;
use components::ids::{AdviserId, BuildingId, ResourceId};
use components::specs::Tier;
use components::square::Square;
use components::tile::{Footprint, Shape};
use rules::Game;
use rules::action::{Action, ActionKind};
use rules::adjustment::{Adjustment, WorkerPlace};
use rules::entry_context::EntryContext;
use rules::player::{Card, PlayerId};
use rules::sub_action::{Constructor, Placement, SubAction, TileRoad};
use rules::task::{PendingDecision, Task};

/// One decision, made by a click, a key or a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InputChoice {
    /// A card of the active player; `None` for one played face down and unnamed (ruling R25).
    Card(Option<Card>),
    /// A kind of sub-action, of the picked card's text or as a basic action.
    Kind(SubActionKind),
    /// A resource to import or to build.
    Resource(ResourceId),
    /// An adviser to recruit.
    Adviser(AdviserId),
    /// A place for a worker.
    Place(WorkerPlace),
    /// A square of the board.
    Square(Square),
    /// All cards to take back.
    Cards(Vec<Card>),
    /// The outcome of a text, entered manually.
    Adjustments(Vec<Adjustment>),
    /// A road declared with the building; its square is picked next.
    Road {
        /// Declared before the building; else after it.
        first: bool,
    },
    /// The next orientation of the tile: rotated, or turned over.
    Turn {
        /// Turned over instead of rotated.
        over: bool,
        /// Backwards.
        back: bool,
    },
}

/// The decision that comes next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InputStep {
    /// A kind of sub-action: of the text, or a basic action of a card face down.
    Kind {
        /// The kinds that the text asks for.
        text: Vec<SubActionKind>,
        /// The basic actions of the card face down.
        basic: Vec<SubActionKind>,
        /// The action with the card face up, if its text asks for no decision.
        ready: Option<Action>,
    },
    /// One of these resources.
    Resource(Vec<ResourceId>),
    /// A square for a piece that covers one square.
    Square,
    /// A tile on the board.
    Tile,
    /// Squares for a tile of several squares.
    Placement,
    /// An adviser on offer.
    Adviser,
    /// A place for a worker.
    Place(Vec<WorkerPlace>),
    /// Cards to take back, at most this many.
    Cards(u8),
    /// The outcome of a text, entered manually.
    Adjustments,
    /// None: the action is complete.
    Done(Action),
    /// None: this unknown fact decides the card's effect.
    Unknown(FactId),
}

/// The pending task that the entered action fulfils.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum InputPurpose {
    /// A card; face up or face down follows from the picked kind. An unnamed card goes face down.
    Card(Option<Card>),
    Follow,
    Bonus,
    Start,
    ExtraRoad,
    Building(BuildingId),
}

/// An action that is being entered for one player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActionInput {
    player: PlayerId,
    purpose: InputPurpose,
    face_down: bool,
    worker: Option<WorkerPlace>,
    sub_actions: Vec<SubAction>,
    kind: Option<SubActionKind>,
    resource: Option<ResourceId>,
    roads: Vec<TileRoad>,
    /// Set while the next square is that of a road: `true` for one declared before the building.
    picks_road: Option<bool>,
    /// The building's squares, while the road after it is picked.
    placed: Option<Footprint>,
    /// The orientation in which the players hold the tile.
    orientation: usize,
    /// The orientation under the pointer instead, where theirs does not fit.
    fitted: Option<usize>,
    /// The road that alone makes the building legal under the pointer.
    helped_by: Option<Square>,
    /// The square over which the tile was turned manually; it keeps its orientation there.
    turned_at: Option<Square>,
}

impl ActionInput {
    /// Starts to enter the next pending decision, if it is entered step by step.
    ///
    /// A turn starts with an [`InputChoice::Card`], so there is no input yet.
    pub fn start(game: &Game) -> Option<Self> {
        let pending = game.pending();
        match pending.as_slice() {
            // Cards can be dealt later in the setup; a stall can be placed meanwhile.
            all if game.in_setup() => all.iter().find_map(Self::for_pending),
            [first, ..] => Self::for_pending(first),
            [] => None,
        }
    }

    /// Starts to enter the decision after optional roads, which declines them.
    pub fn beyond_roads(game: &Game) -> Option<Self> {
        match game.pending().as_slice() {
            [first, next, ..] if matches!(first.task, Task::Roads(_)) => Self::for_pending(next),
            _ => None,
        }
    }

    fn for_pending(pending: &PendingDecision) -> Option<Self> {
        let purpose = match pending.task {
            Task::Follow => InputPurpose::Follow,
            Task::Bonus(_) => InputPurpose::Bonus,
            Task::PlaceStart => InputPurpose::Start,
            Task::Roads(_) => InputPurpose::ExtraRoad,
            Task::PlaceBuilding(building) => InputPurpose::Building(building),
            _ => return None,
        };
        Some(Self::new(pending.player?, purpose))
    }

    /// Starts to play a card of the player whose turn it is.
    pub fn with_card(game: &Game, card: Option<Card>) -> Option<Self> {
        let pending = game.pending();
        let turn = pending.iter().find(|pending| pending.task == Task::Turn)?;
        let mut entry = Self::new(turn.player?, InputPurpose::Card(card));
        entry.face_down = card.is_none();
        entry.settle(game);
        Some(entry)
    }

    fn new(player: PlayerId, purpose: InputPurpose) -> Self {
        Self {
            player,
            purpose,
            face_down: false,
            worker: None,
            sub_actions: Vec::new(),
            kind: None,
            resource: None,
            roads: Vec::new(),
            picks_road: None,
            placed: None,
            orientation: 0,
            fitted: None,
            helped_by: None,
            turned_at: None,
        }
    }

    /// Returns the player for whom it is entered.
    pub fn player(&self) -> PlayerId {
        self.player
    }

    /// Returns the named card that is played, if one is.
    pub fn card(&self) -> Option<Card> {
        let InputPurpose::Card(card) = self.purpose else {
            return None;
        };
        card
    }

    /// Returns `true` if there is a pick to take back.
    pub fn has_started(&self) -> bool {
        self.plays_card()
            || self.kind.is_some()
            || self.worker.is_some()
            || !self.sub_actions.is_empty()
    }

    /// Returns `true` if an optional road is entered.
    pub fn is_extra_road(&self) -> bool {
        self.purpose == InputPurpose::ExtraRoad
    }

    /// Returns `true` if a card is played, named or not.
    pub fn plays_card(&self) -> bool {
        matches!(self.purpose, InputPurpose::Card(_))
    }

    /// Returns `true` if the card goes face down.
    pub fn is_face_down(&self) -> bool {
        self.face_down
    }

    /// Returns the picked kind of sub-action while it is incomplete.
    pub fn kind(&self) -> Option<SubActionKind> {
        self.kind
    }

    /// Returns the only kind of sub-action that the text of a picked card asks for, if it needs
    /// another decision.
    fn only_kind(&self, game: &Game) -> Option<SubActionKind> {
        let is_only_card = matches!(self.purpose, InputPurpose::Card(Some(_)))
            && !self.face_down
            && self.worker.is_none()
            && self.sub_actions.is_empty();
        if !is_only_card {
            return None;
        }
        let text = game.next_kinds(self.player, self.occasion(), &[]).ok()?;
        match text.as_slice() {
            [only] if !matches!(SubAction::constructor(*only), Constructor::Nothing(_)) => {
                Some(*only)
            }
            _ => None,
        }
    }

    /// Returns `true` if the kind was picked by itself with the card, and nothing after it.
    pub fn is_kind_automatic(&self, game: &Game) -> bool {
        self.kind.is_some()
            && self.resource.is_none()
            && self.roads.is_empty()
            && self.picks_road.is_none()
            && self.placed.is_none()
            && self.only_kind(game) == self.kind
    }

    /// Returns the basic actions for which the card can still go face down, while the kind of its
    /// text was picked by itself.
    pub fn face_down_instead(&self, game: &Game) -> Vec<SubActionKind> {
        let mut basic = Vec::new();
        if self.is_kind_automatic(game) {
            basic = basic_kinds(game, self.player);
            basic.retain(|kind| Some(*kind) != self.kind);
        }
        basic
    }

    /// Returns `true` if more was decided than the card, so that no other one can be picked.
    pub fn has_decided_beyond_card(&self, game: &Game) -> bool {
        self.kind.is_some() && !self.is_kind_automatic(game)
            || self.worker.is_some()
            || !self.sub_actions.is_empty()
    }

    /// Returns the picked resource.
    pub fn resource(&self) -> Option<ResourceId> {
        self.resource
    }

    /// Returns the prestige building that is being placed.
    pub fn building(&self) -> Option<BuildingId> {
        let InputPurpose::Building(building) = self.purpose else {
            return None;
        };
        Some(building)
    }

    /// Returns the place of the worker that is being placed.
    pub fn worker(&self) -> Option<WorkerPlace> {
        self.worker
    }

    /// Returns the completed sub-actions of an action with several.
    pub fn sub_actions(&self) -> &[SubAction] {
        &self.sub_actions
    }

    /// Returns `true` if the next square is that of a road before the building.
    pub fn picks_first_road(&self) -> bool {
        self.picks_road == Some(true)
    }

    /// Returns `true` if a road follows the building, whose own squares may have to be picked
    /// first.
    pub fn picks_last_road(&self) -> bool {
        self.picks_road == Some(false)
    }

    /// Returns the squares of the building whose road is picked next.
    pub fn placed(&self) -> Option<Footprint> {
        self.placed
    }

    /// Returns the roads declared with the building: those picked, or the one added because nothing
    /// else makes the place under the pointer legal.
    pub fn roads(&self) -> Vec<TileRoad> {
        let helping = self.helped_by.map(|square| TileRoad { square, first: true });
        self.roads.iter().copied().chain(helping).collect()
    }

    /// Returns how many roads can be declared with the building that is entered.
    pub fn roads_offered(&self, game: &Game) -> usize {
        if self.places_tile() {
            game.roads_with_build(self.player, self.occasion()).into()
        } else {
            0
        }
    }

    /// Returns the decision that comes next.
    pub fn stage(&self, game: &Game) -> InputStep {
        let Some(kind) = self.kind else {
            return match self.purpose {
                InputPurpose::Start | InputPurpose::ExtraRoad => InputStep::Square,
                InputPurpose::Building(_) => InputStep::Placement,
                InputPurpose::Card(_) | InputPurpose::Follow | InputPurpose::Bonus => {
                    self.stage_of_kind(game)
                }
            };
        };
        match SubAction::constructor(kind) {
            Constructor::Stall(_) | Constructor::Placement(_) if self.resource.is_none() => {
                InputStep::Resource(resources_for(game, self.player, kind))
            }
            Constructor::Placement(_) if self.picks_first_road() || self.placed.is_some() => {
                InputStep::Square
            }
            Constructor::Placement(_) => InputStep::Placement,
            Constructor::Stall(_) | Constructor::Square(_) => InputStep::Square,
            Constructor::Tile(_) => InputStep::Tile,
            Constructor::Adviser(_) => InputStep::Adviser,
            Constructor::Worker(_) => InputStep::Place(worker_places(game)),
            Constructor::Cards(_) => InputStep::Cards(self.most_cards(game)),
            Constructor::Adjustments(_) => InputStep::Adjustments,
            // It is complete as soon as it is picked.
            Constructor::Nothing(_) => InputStep::Done(self.action(&self.sub_actions)),
        }
    }

    /// Returns the most cards that can be taken back.
    fn most_cards(&self, game: &Game) -> u8 {
        let effect = game.next_effect(self.player, self.occasion(), &self.sub_actions);
        match effect.map(Effect::parameter) {
            Some(Parameter::Count(most)) => most,
            _ => 0,
        }
    }

    /// Returns the constructor of the picked kind of sub-action.
    fn constructor(&self) -> Option<Constructor> {
        self.kind.map(SubAction::constructor)
    }

    /// Returns `true` if the picked kind of sub-action places a tile with its roads.
    fn places_tile(&self) -> bool {
        matches!(self.constructor(), Some(Constructor::Placement(_)))
    }

    fn stage_of_kind(&self, game: &Game) -> InputStep {
        let asked = game.next_kinds(self.player, self.occasion(), &self.sub_actions);
        let has_started = (self.face_down && self.card().is_some())
            || self.worker.is_some()
            || !self.sub_actions.is_empty();
        match (asked, self.purpose) {
            // The text is unknown; face down the card needs none.
            (Err(_), InputPurpose::Card(Some(_))) if !has_started => InputStep::Kind {
                text: Vec::new(),
                basic: basic_kinds(game, self.player),
                ready: None,
            },
            (Err(fact), _) => InputStep::Unknown(fact),
            (Ok(text), InputPurpose::Card(Some(_))) if !has_started => InputStep::Kind {
                ready: text.is_empty().then(|| self.action(&[])),
                text,
                basic: basic_kinds(game, self.player),
            },
            (Ok(text), _) if text.is_empty() => InputStep::Done(self.action(&self.sub_actions)),
            (Ok(text), _) => InputStep::Kind { text, basic: Vec::new(), ready: None },
        }
    }

    /// Returns the occasion of the entered action, as the rules ask for it.
    pub fn occasion(&self) -> EntryContext {
        match (self.worker, self.purpose) {
            (Some(place), _) => EntryContext::Worker(place),
            (None, InputPurpose::Card(_)) if self.face_down => EntryContext::FaceDown,
            (None, InputPurpose::Card(Some(card))) => EntryContext::Lead(card),
            (None, InputPurpose::Card(None)) => EntryContext::FaceDown,
            (None, InputPurpose::Bonus) => EntryContext::Bonus,
            (
                None,
                InputPurpose::Follow
                | InputPurpose::Start
                | InputPurpose::ExtraRoad
                | InputPurpose::Building(_),
            ) => EntryContext::Follow,
        }
    }

    /// Makes a decision. A pick that does not fit the stage changes nothing.
    pub fn pick(&mut self, game: &Game, pick: &InputChoice) {
        if let (InputChoice::Kind(_), InputPurpose::ExtraRoad) = (pick, self.purpose)
            && let Some(next) = Self::beyond_roads(game)
        {
            *self = next;
        }
        match (pick, self.stage(game)) {
            (InputChoice::Card(card), _) => {
                if let Some(entry) = Self::with_card(game, *card) {
                    *self = entry;
                }
                return;
            }
            (InputChoice::Kind(kind), _) if self.face_down_instead(game).contains(kind) => {
                self.face_down = true;
                self.kind = Some(*kind);
            }
            (InputChoice::Kind(kind), InputStep::Kind { text, basic, .. }) => {
                if text.contains(kind) {
                    self.kind = Some(*kind);
                } else if basic.contains(kind) {
                    self.face_down = true;
                    self.kind = Some(*kind);
                } else {
                    return;
                }
            }
            (InputChoice::Resource(resource), InputStep::Resource(_)) => {
                self.resource = Some(*resource);
            }
            (InputChoice::Adviser(adviser), InputStep::Adviser) => {
                if let Some(Constructor::Adviser(new)) = self.constructor() {
                    self.finish(new(*adviser));
                }
            }
            (InputChoice::Place(place), InputStep::Place(_)) => {
                self.worker = Some(*place);
                self.kind = None;
            }
            (InputChoice::Cards(cards), InputStep::Cards(_)) => {
                if let Some(Constructor::Cards(new)) = self.constructor() {
                    self.finish(new(cards.clone()));
                }
            }
            (InputChoice::Adjustments(changes), InputStep::Adjustments) => {
                if let Some(Constructor::Adjustments(new)) = self.constructor() {
                    self.finish(new(changes.clone()));
                }
            }
            (InputChoice::Road { first }, InputStep::Placement) if self.roads_offered(game) > 0 => {
                self.picks_road = Some(*first);
                // Once all are picked, another one replaces them.
                if self.roads.len() >= self.roads_offered(game) {
                    self.roads.clear();
                }
            }
            (InputChoice::Turn { over, back }, InputStep::Placement) => {
                self.turn(game, *over, *back);
            }
            (InputChoice::Square(square), InputStep::Square) if self.picks_first_road() => {
                self.picks_road = None;
                self.roads.push(TileRoad { square: *square, first: true });
            }
            (InputChoice::Square(square), InputStep::Placement) if self.picks_last_road() => {
                self.placed = self.footprint_at(game, *square, None);
            }
            (
                InputChoice::Square(square),
                InputStep::Square | InputStep::Tile | InputStep::Placement,
            ) => {
                if let Some(sub_action) = self.sub_action_at(game, *square, None) {
                    self.finish(sub_action);
                }
            }
            _ => return,
        }
        self.settle(game);
    }

    /// Completes a kind that needs no more picks, and picks the only kind that a text asks for.
    fn settle(&mut self, game: &Game) {
        match self.constructor() {
            Some(Constructor::Nothing(sub_action)) => self.finish(sub_action),
            Some(_) => {}
            None if self.only_kind(game).is_some() => self.kind = self.only_kind(game),
            None => {
                let InputStep::Kind { text, basic, .. } = self.stage(game) else {
                    return;
                };
                if let ([only], true) = (text.as_slice(), basic.is_empty()) {
                    self.kind = Some(*only);
                }
            }
        }
    }

    fn finish(&mut self, sub_action: SubAction) {
        self.sub_actions.push(sub_action);
        self.kind = None;
        self.resource = None;
        self.roads.clear();
        self.picks_road = None;
        self.placed = None;
        self.restore_orientation();
        self.turned_at = None;
    }

    /// Takes back the latest decision; returns `false` if there was none.
    pub fn back(&mut self, game: &Game) -> bool {
        self.restore_orientation();
        if self.placed.take().is_some()
            || self.picks_road.take().is_some()
            || self.roads.pop().is_some()
        {
            return true;
        }
        if self.resource.take().is_some() {
            self.turned_at = None;
        } else if self.is_kind_automatic(game) {
            // It is taken back with its card.
            return false;
        } else if self.kind.take().is_some() {
            let InputStep::Kind { text, .. } = self.stage(game) else {
                return true;
            };
            // A kind that was picked by itself is taken back with the decision before it.
            if text.len() == 1 && (self.worker.is_some() || !self.sub_actions.is_empty()) {
                return self.back(game);
            }
            if self.sub_actions.is_empty() && self.worker.is_none() {
                self.face_down = false;
                self.kind = self.only_kind(game);
            }
        } else if self.sub_actions.pop().is_some() {
        } else if self.worker.take().is_some() {
            self.kind = Some(SubActionKind::Worker);
        } else {
            return false;
        }
        true
    }

    /// Returns the action that a click on `square` would play, as far as it is decided; `None` if a
    /// click does nothing there.
    pub fn action_at(&self, game: &Game, square: Square, way: Option<usize>) -> Option<Action> {
        if self.picks_first_road() {
            // The road is judged with the building that it belongs to.
            return None;
        }
        match self.purpose {
            InputPurpose::Start => {
                let player = self.player;
                return Some(ActionKind::PlaceStart { player, square }.into());
            }
            InputPurpose::ExtraRoad => {
                let player = self.player;
                return Some(ActionKind::ExtraRoad { player, square }.into());
            }
            InputPurpose::Building(building) => {
                let footprint = self.footprint_at(game, square, way)?;
                let player = self.player;
                return Some(ActionKind::PlaceBuilding { player, building, footprint }.into());
            }
            InputPurpose::Card(_) | InputPurpose::Follow | InputPurpose::Bonus => {}
        }
        let mut sub_actions = self.sub_actions.clone();
        sub_actions.push(self.sub_action_at(game, square, way)?);
        Some(self.action(&sub_actions))
    }

    /// Returns the action that picking an adviser would play, as far as it goes; `None` unless an
    /// adviser is picked next.
    pub fn action_with_adviser(&self, adviser: AdviserId) -> Option<Action> {
        match self.constructor()? {
            Constructor::Adviser(new) => Some(self.action_with(new(adviser))),
            _ => None,
        }
    }

    /// Returns the action that a sub-action would play next, as far as it goes.
    pub fn action_with(&self, sub_action: SubAction) -> Action {
        let mut sub_actions = self.sub_actions.clone();
        sub_actions.push(sub_action);
        self.action(&sub_actions)
    }

    fn sub_action_at(&self, game: &Game, square: Square, way: Option<usize>) -> Option<SubAction> {
        match self.constructor()? {
            Constructor::Stall(_) => Some(game.import_of(self.player, self.resource?, square)),
            Constructor::Square(new) => Some(new(square)),
            Constructor::Tile(new) => Some(new(game.tile_at(square)?)),
            Constructor::Placement(new) => {
                let (footprint, roads) = match (self.placed, way) {
                    (Some(placed), _) => {
                        let last = TileRoad { square, first: false };
                        (placed, self.roads.iter().copied().chain([last]).collect())
                    }
                    // The helping road belongs to one orientation, so a query for a given one omits
                    // it.
                    (None, Some(_)) => (self.footprint_at(game, square, way)?, self.roads.clone()),
                    (None, None) => (self.footprint_at(game, square, None)?, self.roads()),
                };
                let resource = self.resource?;
                Some(new(Placement { resource, footprint, roads }))
            }
            _ => None,
        }
    }

    /// Returns the whole action with these sub-actions.
    fn action(&self, sub_actions: &[SubAction]) -> Action {
        let player = self.player;
        let sub_action = match self.worker {
            Some(place) => SubAction::Worker(place, sub_actions.to_vec()),
            None => sub_actions.first().cloned().unwrap_or(SubAction::Money),
        };
        match self.purpose {
            InputPurpose::Card(Some(card)) if !self.face_down => {
                ActionKind::Lead { player, card, sub_actions: sub_actions.to_vec() }
            }
            InputPurpose::Card(card) => ActionKind::FaceDown { player, card, sub_action },
            InputPurpose::Bonus => ActionKind::Bonus { player, sub_action },
            InputPurpose::Follow
            | InputPurpose::Start
            | InputPurpose::ExtraRoad
            | InputPurpose::Building(_) => ActionKind::Follow { player, sub_action },
        }
        .into()
    }

    /// Returns the orientations of the tile that is being placed; empty for a piece of one square.
    pub fn orientations<'a>(&self, game: &'a Game) -> Vec<&'a Shape> {
        let contents = game.contents();
        if self.placed.is_some() {
            return Vec::new();
        }
        match (self.purpose, self.resource) {
            (InputPurpose::Building(building), _) => {
                contents.building_tile(building).all().collect()
            }
            (_, Some(resource)) if self.places_tile() => {
                contents.resource_tile(resource).all().collect()
            }
            _ => Vec::new(),
        }
    }

    /// Returns `true` if the tile that is being placed may be turned over, and looks different
    /// then.
    pub fn can_be_turned_over(&self, game: &Game) -> bool {
        let ways = self.orientations(game);
        let now = ways.get(self.orientation()).copied();
        now.is_some_and(|now| {
            let over = now.turned_over();
            let rotations = [
                now.quarter_turn(),
                now.quarter_turn().quarter_turn(),
                now.quarter_turn().quarter_turn().quarter_turn(),
            ];
            over != *now && !rotations.contains(&over) && ways.contains(&&over)
        })
    }

    /// Returns the index of the current orientation of the tile.
    pub fn orientation(&self) -> usize {
        self.fitted.unwrap_or(self.orientation)
    }

    /// Returns `true` if the tile was turned manually over this square, so that it stays as it is.
    pub fn is_orientation_fixed_at(&self, square: Square) -> bool {
        self.turned_at == Some(square)
    }

    /// Holds the tile in this orientation from now on, wherever it fits.
    pub fn hold_orientation(&mut self, way: usize) {
        self.orientation = way;
        self.restore_orientation();
    }

    /// Fixes the tile as it was turned manually over this square, even if it does not fit there.
    pub fn fix_orientation_at(&mut self, square: Square) {
        self.turned_at = Some(square);
    }

    /// Returns to the players' orientation of the tile, and drops the helping road.
    pub fn restore_orientation(&mut self) {
        self.fitted = None;
        self.helped_by = None;
    }

    /// Holds the tile in this orientation while the pointer stays.
    pub fn fit_orientation(&mut self, way: usize) {
        self.fitted = Some(way);
    }

    /// Declares this road first while the pointer stays; a picked road takes precedence.
    pub fn set_helping_road(&mut self, road: Option<Square>) {
        self.helped_by = road.filter(|_| self.roads.is_empty() && self.picks_road.is_none());
    }

    /// Rotates the tile by a quarter turn, or turns it over.
    fn turn(&mut self, game: &Game, over: bool, back: bool) {
        let ways = self.orientations(game);
        if ways.is_empty() {
            return;
        }
        let now = ways.get(self.orientation()).copied().unwrap_or(ways[0]);
        let wanted = if over {
            now.turned_over()
        } else if back {
            now.quarter_turn().quarter_turn().quarter_turn()
        } else {
            now.quarter_turn()
        };
        // A tile that may not be turned over stays as it is.
        if let Some(way) = ways.iter().position(|way| **way == wanted) {
            self.hold_orientation(way);
        }
    }

    /// Returns the squares under the tile when its first square is at `square`.
    pub fn footprint_at(
        &self,
        game: &Game,
        square: Square,
        way: Option<usize>,
    ) -> Option<Footprint> {
        let ways = self.orientations(game);
        let shape = ways.get(way.unwrap_or(self.orientation()))?;
        let first = shape.offsets().first()?;
        let column = square.column.checked_sub(first.column)?;
        shape.at(Square::new(column, square.row))
    }
}

/// Returns the basic resources to import or the advanced ones to build, the player's own first.
fn resources_for(game: &Game, player: PlayerId, kind: SubActionKind) -> Vec<ResourceId> {
    let contents = game.contents();
    let mut resources: Vec<ResourceId> = contents
        .resources()
        .filter(|&resource| {
            let is_basic = contents.tier_of(resource) == Some(Tier::Basic);
            is_basic == (kind == SubActionKind::Import)
        })
        .collect();
    resources.sort_by_key(|&resource| !game.controls(player).contains(resource));
    resources
}

fn basic_kinds(game: &Game, player: PlayerId) -> Vec<SubActionKind> {
    game.next_kinds(player, EntryContext::FaceDown, &[]).unwrap_or_default()
}

fn worker_places(game: &Game) -> Vec<WorkerPlace> {
    let cards = game.active_buildings().iter().map(|active| WorkerPlace::Building(active.building));
    std::iter::once(WorkerPlace::Race).chain(cards).collect()
}
