//! What lies beside the board and is seen by nobody's turn: decks, discards, pieces that are left.
//!
//! The players hold the real decks. What is known of one is which cards must still be in it,
//! and which were put on top; their order is known to nobody, and not stated.

use super::game::Game;
use super::offers::PROPOSAL_PLACES;
use super::player::{Card, PlayerId};
use components::ids::{AdviserId, AdviserSet, BuildingId, BuildingSet, ResourceId};
use components::specs::CountField;

/// What is known of a deck of prestige cards, which is dealt from the bottom. Rule 3.2.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrestigeDeck {
    /// Cards that are in it, in an order that nobody knows.
    pub shuffled: BuildingSet,
    /// Cards that were put on top, the lowest first: they come up after all others.
    pub on_top: Vec<BuildingId>,
    /// Cards of the box that the pack does not name; nothing if their number is not known.
    pub unnamed: Option<usize>,
}

/// What is known of the deck of advisers, whose first tier lies on top. Rule 3.3.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AdviserDeck {
    /// Cards that are in it; within a tier, in an order that nobody knows.
    pub cards: AdviserSet,
    /// Cards of the box that the pack does not name; nothing if their number is not known.
    pub unnamed: Option<usize>,
}

impl Game {
    /// What is known of the deck of prestige cards.
    pub fn prestige_deck(&self) -> PrestigeDeck {
        let out = self.prestige_cards_out();
        let on_top = self.offers.on_top().to_vec();
        let listed = self.contents.pack().buildings.len();
        let count = self.contents.facts().count(CountField::PrestigeCards);
        PrestigeDeck {
            shuffled: (self.contents.buildings())
                .filter(|&card| !out.contains(card) && !on_top.contains(&card))
                .collect(),
            on_top,
            unnamed: count.ok().map(|count| surplus(count, listed)),
        }
    }

    /// What is known of the deck of advisers.
    pub fn adviser_deck(&self) -> AdviserDeck {
        let seen = self.offers.advisers_seen();
        let listed = self.contents.pack().advisers.len();
        let count = self.contents.facts().count(CountField::AdviserCards);
        AdviserDeck {
            cards: (self.contents.advisers()).filter(|&card| !seen.contains(card)).collect(),
            unnamed: count.ok().map(|count| surplus(count, listed)),
        }
    }

    /// The tier of an adviser, 1 to 3, if it is known.
    pub fn tier_of_adviser(&self, adviser: AdviserId) -> Option<u8> {
        self.contents.facts().adviser_tier(adviser).ok()
    }

    /// Proposals that were voted down and lie on the discards.
    pub fn discarded_proposals(&self) -> BuildingSet {
        self.offers.discards()
    }

    /// Prestige cards that left the game.
    pub fn buildings_out_of_game(&self) -> BuildingSet {
        self.offers.gone()
    }

    /// Advisers that came up and are neither on offer nor with a player.
    pub fn advisers_out_of_game(&self) -> AdviserSet {
        let held = |card: Card| {
            let mut mats = self.players().map(|player| self.player(player));
            mats.any(|mat| mat.cards.hand().contains(card) || mat.cards.played().contains(card))
        };
        self.offers
            .advisers_seen()
            .iter()
            .filter(|&adviser| !self.offers.advisers().contains(&Some(adviser)))
            .filter(|&adviser| !held(Card::Adviser(adviser)))
            .collect()
    }

    /// The building that won a vote and has not been placed yet. Rule 9.8.
    pub fn building_voted_in(&self) -> Option<BuildingId> {
        // One that is still among the proposals lies where it lay.
        let mut steps = self.steps.iter();
        let building = steps.find_map(super::step::Step::building_to_place)?;
        let places: [_; PROPOSAL_PLACES] = self.offers.proposals();
        (!places.contains(&Some(building))).then_some(building)
    }

    /// Tiles of a resource that are not on the map, if their number in the box is known.
    pub fn tiles_left(&self, resource: ResourceId) -> Option<usize> {
        let copies = usize::from(self.contents.facts().copies(resource).ok()?);
        Some(copies.saturating_sub(self.map.tiles_of(resource).count()))
    }

    /// Houses that are on the player's mat still, if their number in the box is known.
    pub fn houses_on_mat(&self, player: PlayerId) -> Option<usize> {
        let all = self.contents.facts().count(CountField::Houses);
        Some(surplus(all.ok()?, usize::from(self.houses(player))))
    }

    /// Bridges and gates that are on the player's mat still, if their number in the box is known.
    pub fn bridges_on_mat(&self, player: PlayerId) -> Option<usize> {
        let all = self.contents.facts().count(CountField::Bridges);
        Some(surplus(all.ok()?, usize::from(self.bridges(player))))
    }
}

/// How many of a count are more than so many.
fn surplus(count: i32, known: usize) -> usize {
    usize::try_from(count).unwrap_or_default().saturating_sub(known)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::action::Deed;
    use crate::setup::Setup;

    fn game() -> Game {
        let setup = Setup {
            pack: crate::sample::practice(),
            board: "Three Rivers".to_owned(),
            players: vec!["Anna".to_owned(), "Ben".to_owned()],
            ..Setup::default()
        };
        Game::new(&setup).expect("it can be played")
    }

    #[test]
    fn a_card_is_in_the_deck_or_somewhere_else() {
        let game = game();
        let all = game.contents().buildings().count();
        assert_eq!(game.prestige_deck().shuffled.len(), all);
        let first = game.contents().buildings().next().expect("a building");
        let played = game
            .play(&Deed::DealProposals(vec![first]).into())
            .expect("any card can come up first");
        let game = played.game;
        let deck = game.prestige_deck();
        let elsewhere = game.proposals().iter().flatten().count()
            + game.buildings_out_of_game().len()
            + deck.on_top.len();
        assert_eq!(deck.shuffled.len() + elsewhere, all);
        assert_eq!(deck.unnamed, Some(0));
    }

    #[test]
    fn what_is_built_is_not_on_the_mat() {
        let game = game();
        let player = PlayerId(0);
        assert_eq!(game.houses_on_mat(player), Some(3));
        assert_eq!(game.bridges_on_mat(player), Some(3));
    }
}
