//! Counting the table: everything of which one can count how much lies there.
//!
//! Each [`Counted`] has a number in every game, so that what the record believes
//! can be held against what people count, piece by piece. Which entries could
//! explain a difference is left to `journal`.

use super::adjustment::{Adjustment, Amount, Owner};
use super::game::Game;
use super::map::PieceKind;
use super::player::PlayerId;
use components::quantity::Quantity;

/// Something of a player that can be counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OfPlayer {
    /// What the score track, the income track and the mat show.
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

impl OfPlayer {
    /// Everything, in the order in which one counts.
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

    /// The word for it.
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

catalogue::catalogue! {
    /// Something of nobody that can be counted, in the order in which one counts.
    pub enum OfBoard {
        /// The word for it.
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

/// Something on the table that can be counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Counted {
    /// Of a player.
    Player(PlayerId, OfPlayer),
    /// Of the board.
    Board(OfBoard),
}

impl Counted {
    /// Everything that can be counted in a game, player by player in seat order, then the board.
    pub fn all(game: &Game) -> Vec<Self> {
        let of_player = |player| OfPlayer::ALL.map(|what| Self::Player(player, what));
        let players = game.players().flat_map(of_player);
        players.chain(OfBoard::ALL.map(Self::Board)).collect()
    }

    /// How much of it there is in a game.
    pub fn count(self, game: &Game) -> i32 {
        match self {
            Self::Player(player, what) => count_of_player(game, player, what),
            Self::Board(what) => count_of_board(game, what) as i32,
        }
    }

    /// The number that it is, of those whose every change is explained.
    pub const fn quantity(self) -> Option<(PlayerId, Quantity)> {
        let Self::Player(player, OfPlayer::Number(quantity)) = self else {
            return None;
        };
        Some((player, quantity))
    }

    /// The adjustment by which a record takes over what was counted, where a bare number says
    /// enough. Income follows from tiles, and of pieces one has to say where they lie.
    pub fn adjustment(self, counted: i32) -> Option<Adjustment> {
        let (player, quantity) = self.quantity()?;
        Adjustment::number(player, quantity, Amount::Set(counted))
    }

    /// Whether an adjustment says how much of it lies on the table, rather than by how much it
    /// changed.
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

fn count_of_player(game: &Game, player: PlayerId, what: OfPlayer) -> i32 {
    match what {
        OfPlayer::Number(quantity) => game.number(player, quantity),
        OfPlayer::ClaimTokens => {
            let tiles = game.map().pieces().filter(|(_, piece)| piece.tile().is_some());
            tiles.filter(|(_, piece)| piece.is_claimed_by(player)).count() as i32
        }
        OfPlayer::DeliveryTokens => deliveries(game, Owner::Player(player)) as i32,
        OfPlayer::Houses => i32::from(game.houses(player)),
        OfPlayer::Bridges => i32::from(game.bridges(player)),
        OfPlayer::Workers => i32::from(game.workers_placed(player)),
        OfPlayer::CardsInHand => game.hand_size(player) as i32,
        OfPlayer::CardsPlayed => {
            (game.played_cards(player).len() + game.unnamed_cards(player)) as i32
        }
    }
}

fn count_of_board(game: &Game, what: OfBoard) -> usize {
    let pieces = game.map().pieces().map(|(_, piece)| piece);
    match what {
        OfBoard::Roads => game.map().road_count(),
        OfBoard::ResourceTiles => game.tiles().count(),
        OfBoard::NeutralTokens => pieces
            .filter(|piece| piece.tile().is_some() && piece.owner == Some(Owner::Neutral))
            .count(),
        OfBoard::NeutralDeliveries => deliveries(game, Owner::Neutral),
        OfBoard::PrestigeBuildings => {
            pieces.filter(|piece| matches!(piece.kind, PieceKind::Prestige(_))).count()
        }
        OfBoard::Completions => game.completed(),
    }
}

/// Delivery tokens of somebody on the cards of prestige buildings.
fn deliveries(game: &Game, of: Owner) -> usize {
    let cards = game.active_buildings().iter();
    let tokens = cards.flat_map(|card| card.delivered.iter().flatten());
    tokens.filter(|&&owner| owner == of).count()
}
