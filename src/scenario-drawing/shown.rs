//! The content of a drawing of the map, in a plain form.

use scenario_rules::FigureId;
use scenario_rules::answer::{Answer, End};
use scenario_rules::whatif::Danger;
use scenario_rules::{Board, Game, Hex};

/// A game with everything that is drawn over its map.
#[derive(Clone, Debug)]
pub struct Shown<'a> {
    /// The game on the table.
    pub game: &'a Game,
    /// The selected figure.
    pub selected: Option<FigureId>,
    /// The turn of the selected figure, if it acts by the rules of monsters.
    pub turn: Option<ShownTurn>,
    /// The work of the hands at the map; none on paper.
    pub hands: Option<Hands<'a>>,
}

/// A turn by the rules of monsters.
#[derive(Clone, Debug)]
pub struct ShownTurn {
    /// Its focus, or all that tie for it.
    pub foci: Vec<FigureId>,
    /// True if it attacks from its hex before it moves.
    pub attacks_first: bool,
    /// The hexes of all ends that are equally right.
    pub ends: Vec<Hex>,
    /// The end that is chosen.
    pub end: Option<End>,
    /// The targets that were chosen among those that are open.
    pub chosen: Vec<FigureId>,
}

/// The work that goes on at the map on screen.
#[derive(Clone, Debug)]
pub struct Hands<'a> {
    /// True while the map is set up: places without a hex are outlined.
    pub is_set_up: bool,
    /// The hex that keys act on.
    pub cursor: Hex,
    /// The hex below the pointer.
    pub hovered: Option<Hex>,
    /// The hexes of the stroke that is being painted.
    pub stroke: &'a [Hex],
    /// The figure that is being dragged, and the hex below it.
    pub carried: Option<(FigureId, Hex)>,
    /// The hex from which sight is asked for, and the hex to which.
    pub sight: Option<(Hex, Option<Hex>)>,
    /// The hexes in which a figure could stand, with its attackers there.
    pub dangers: &'a [Danger],
    /// True if a photograph lies below the map; open hexes leave it visible.
    pub over_photo: bool,
}

impl<'a> Shown<'a> {
    /// Returns a game as it lies on the table, with nothing over it.
    pub const fn still(game: &'a Game) -> Self {
        Self { game, selected: None, turn: None, hands: None }
    }

    /// Returns the map.
    pub(super) const fn board(&self) -> &'a Board {
        self.game.position().board()
    }

    /// Checks if places without a hex are outlined.
    pub(super) fn is_set_up(&self) -> bool {
        self.hands.as_ref().is_some_and(|hands| hands.is_set_up)
    }

    /// Checks if a photograph lies below the map.
    pub(super) fn is_over_photo(&self) -> bool {
        self.hands.as_ref().is_some_and(|hands| hands.over_photo)
    }

    /// Returns the figure that is being dragged, and the hex below it.
    pub(super) fn carried(&self) -> Option<(FigureId, Hex)> {
        self.hands.as_ref().and_then(|hands| hands.carried)
    }
}

impl ShownTurn {
    /// Returns a turn by its answer, with the end that is chosen.
    pub fn new(answer: &Answer, end: Option<&End>) -> Self {
        Self {
            foci: answer.foci.clone(),
            attacks_first: answer.card.attack_first,
            ends: answer.ends.iter().map(|end| end.hex).collect(),
            end: end.cloned(),
            chosen: Vec::new(),
        }
    }
}
