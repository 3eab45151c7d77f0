//! Counting the table: every countable quantity of a game.
//!
//! Each [`TableQuantity`] has a number in every game, so that the record can be compared with the
//! table, piece by piece. The crate `journal` finds the entries that could explain a difference.

use super::adjustment::{Adjustment, Amount, Owner};
use super::game::Game;
use super::map::PieceKind;
use super::player::PlayerId;
use components::quantity::Quantity;

/// A countable quantity of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PlayerQuantity {
    /// A number shown by the score track, the income track or the mat.
    Number(Quantity),
    /// Claim tokens on tiles: those on top and those for access below.
    ClaimTokens,
    /// Delivery tokens on the cards of prestige buildings.
    DeliveryTokens,
    /// Houses on the board.
    Houses,
    /// Bridges and gates on the board.
    Bridges,
    /// Workers on cards and on the race mat.
    Workers,
    /// Cards in the hand, Call to Vote included.
    CardsInHand,
    /// Cards in front of the player, face up and face down.
    CardsPlayed,
}

impl PlayerQuantity {
    /// Every quantity, in the order of counting.
    pub const ALL: [Self; 12] = [
        Self::Number(Quantity::Points),
        Self::Number(Quantity::Money),
        Self::Number(Quantity::Income),
        Self::Number(Quantity::Fleeting),
        Self::Number(Quantity::Lasting),
        Self::ClaimTokens,
        Self::DeliveryTokens,
        Self::Houses,
        Self::Bridges,
        Self::Workers,
        Self::CardsInHand,
        Self::CardsPlayed,
    ];

    /// Returns its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Number(quantity) => quantity.name(),
            Self::ClaimTokens => "claim tokens on tiles",
            Self::DeliveryTokens => "delivery tokens",
            Self::Houses => "houses",
            Self::Bridges => "bridges and gates",
            Self::Workers => "workers placed",
            Self::CardsInHand => "cards in hand",
            Self::CardsPlayed => "cards played",
        }
    }
}

enum_table::enum_table! {
    /// A countable quantity of the board, in the order of counting.
    pub enum BoardQuantity {
        /// Its name.
        name: &'static str,
    }

    /// Road tiles.
    Roads = "roads";
    ResourceTiles = "resource tiles";
    /// Neutral tokens on resource tiles.
    NeutralTokens = "neutral tokens on tiles";
    /// Neutral tokens on the cards of prestige buildings.
    NeutralDeliveries = "neutral delivery tokens";
    PrestigeBuildings = "prestige buildings";
    /// Completion tokens on their cards.
    Completions = "completion tokens";
}

/// A countable quantity of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TableQuantity {
    /// Of a player.
    Player(PlayerId, PlayerQuantity),
    /// Of the board.
    Board(BoardQuantity),
}

impl TableQuantity {
    /// Returns everything countable in a game: player by player in seat order, then the board.
    pub fn all(game: &Game) -> Vec<Self> {
        game.players()
            .flat_map(|player| PlayerQuantity::ALL.map(|what| Self::Player(player, what)))
            .chain(BoardQuantity::ALL.map(Self::Board))
            .collect()
    }

    /// Returns its number in a game.
    pub fn count(self, game: &Game) -> i32 {
        match self {
            Self::Player(player, what) => count_of_player(game, player, what),
            Self::Board(what) => count_of_board(game, what) as i32,
        }
    }

    /// Returns its player and number, if it is a number whose changes all have a recorded
    /// cause.
    pub const fn quantity(self) -> Option<(PlayerId, Quantity)> {
        let Self::Player(player, PlayerQuantity::Number(quantity)) = self else {
            return None;
        };
        Some((player, quantity))
    }

    /// Returns the adjustment that sets the record to the number counted, if a number is enough.
    /// Income follows from tiles, and pieces need a position on the board.
    pub fn adjustment(self, counted: i32) -> Option<Adjustment> {
        let (player, quantity) = self.quantity()?;
        Adjustment::number(player, quantity, Amount::Set(counted))
    }

    /// Returns `true` if an adjustment sets its number, instead of changing it.
    pub fn is_stated_by(self, adjustment: &Adjustment) -> bool {
        let stated = match adjustment {
            Adjustment::Points(player, Amount::Set(_)) => (*player, Quantity::Points),
            Adjustment::Money(player, Amount::Set(_)) => (*player, Quantity::Money),
            Adjustment::Fleeting(player, Amount::Set(_)) => (*player, Quantity::Fleeting),
            Adjustment::Lasting(player, Amount::Set(_)) => (*player, Quantity::Lasting),
            _ => return false,
        };
        self.quantity() == Some(stated)
    }
}

fn count_of_player(game: &Game, player: PlayerId, what: PlayerQuantity) -> i32 {
    match what {
        PlayerQuantity::Number(quantity) => game.number(player, quantity),
        PlayerQuantity::ClaimTokens => game
            .map()
            .pieces()
            .filter(|(_, piece)| piece.tile().is_some() && piece.is_claimed_by(player))
            .count() as i32,
        PlayerQuantity::DeliveryTokens => deliveries(game, Owner::Player(player)) as i32,
        PlayerQuantity::Houses => i32::from(game.houses(player)),
        PlayerQuantity::Bridges => i32::from(game.bridges(player)),
        PlayerQuantity::Workers => i32::from(game.workers_placed(player)),
        PlayerQuantity::CardsInHand => game.hand_size(player) as i32,
        PlayerQuantity::CardsPlayed => {
            (game.played_cards(player).len() + game.unnamed_cards(player)) as i32
        }
    }
}

fn count_of_board(game: &Game, what: BoardQuantity) -> usize {
    let pieces = game.map().pieces().map(|(_, piece)| piece);
    match what {
        BoardQuantity::Roads => game.map().road_count(),
        BoardQuantity::ResourceTiles => game.tiles().count(),
        BoardQuantity::NeutralTokens => pieces
            .filter(|piece| piece.tile().is_some() && piece.owner == Some(Owner::Neutral))
            .count(),
        BoardQuantity::NeutralDeliveries => deliveries(game, Owner::Neutral),
        BoardQuantity::PrestigeBuildings => {
            pieces.filter(|piece| matches!(piece.kind, PieceKind::Prestige(_))).count()
        }
        BoardQuantity::Completions => game.completed(),
    }
}

/// Counts an owner's delivery tokens on the cards of prestige buildings.
fn deliveries(game: &Game, owner: Owner) -> usize {
    game.active_buildings()
        .iter()
        .flat_map(|card| card.delivered.iter().flatten())
        .filter(|&&token| token == owner)
        .count()
}
