//! The content of a drawing of the map, as plain data.

use scenario_rules::FigureId;
use scenario_rules::monster_turn::{MonsterTurn, MovementEnd};
use scenario_rules::whatif::Danger;
use scenario_rules::{Board, Game, Hex};

/// A game with everything that is drawn over its map.
#[derive(Clone, Debug)]
pub struct MapView<'a> {
    /// The game.
    pub game: &'a Game,
    /// The selected figure.
    pub selected: Option<FigureId>,
    /// The turn of the selected figure, if it acts by the rules of monsters.
    pub turn: Option<TurnOverlay>,
    /// The user's interaction with the map; `None` for printing.
    pub interaction: Option<MapInteraction<'a>>,
}

/// A turn by the rules of monsters.
#[derive(Clone, Debug)]
pub struct TurnOverlay {
    /// Its focus, or all enemies that tie for it.
    pub foci: Vec<FigureId>,
    /// `true` if it attacks from its hex before it moves.
    pub attacks_first: bool,
    /// The hexes of all equally right ends.
    pub ends: Vec<Hex>,
    /// The selected end.
    pub end: Option<MovementEnd>,
    /// The index of the drawn placement of an area attack, among those of `end`.
    pub placement: usize,
    /// The further targets that the players chose.
    pub chosen: Vec<FigureId>,
}

/// The state of the user's interaction with the map on screen.
#[derive(Clone, Debug)]
pub struct MapInteraction<'a> {
    /// `true` during map setup: missing hexes are outlined.
    pub is_set_up: bool,
    /// The hex with the keyboard focus.
    pub cursor: Hex,
    /// The hex below the pointer.
    pub hovered: Option<Hex>,
    /// The hexes of the current brush stroke.
    pub stroke: &'a [Hex],
    /// The hexes that the rules propose for the next figure.
    pub proposed: Vec<Hex>,
    /// The hexes that the area of a character's attack covers.
    pub area: Vec<Hex>,
    /// The dragged figure, and the hex below it.
    pub dragged: Option<(FigureId, Hex)>,
    /// The ends of the sight query; the second may not be chosen yet.
    pub sight: Option<(Hex, Option<Hex>)>,
    /// The hexes in which a figure could stand, with its attackers there.
    pub dangers: &'a [Danger],
    /// `true` if the map is drawn over a photograph, which open hexes leave visible.
    pub over_photo: bool,
}

impl<'a> MapView<'a> {
    /// Creates the view of a game with nothing over its map.
    pub const fn of_game(game: &'a Game) -> Self {
        Self { game, selected: None, turn: None, interaction: None }
    }

    /// Returns the map.
    pub(super) const fn board(&self) -> &'a Board {
        self.game.position().board()
    }

    /// Returns `true` if missing hexes are outlined.
    pub(super) fn is_set_up(&self) -> bool {
        self.interaction.as_ref().is_some_and(|hands| hands.is_set_up)
    }

    /// Returns `true` if the map is drawn over a photograph.
    pub(super) fn is_over_photo(&self) -> bool {
        self.interaction.as_ref().is_some_and(|hands| hands.over_photo)
    }

    /// Returns the dragged figure, and the hex below it.
    pub(super) fn carried(&self) -> Option<(FigureId, Hex)> {
        self.interaction.as_ref().and_then(|hands| hands.dragged)
    }
}

impl TurnOverlay {
    /// Creates the view of an answer with its selected end.
    pub fn new(answer: &MonsterTurn, end: Option<&MovementEnd>) -> Self {
        Self {
            foci: answer.foci.clone(),
            attacks_first: answer.card.attack_first,
            ends: answer.ends.iter().map(|end| end.hex).collect(),
            end: end.cloned(),
            placement: 0,
            chosen: Vec::new(),
        }
    }
}
