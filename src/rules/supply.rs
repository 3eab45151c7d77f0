//! The supply off the board: decks, discards, and pieces left.
//!
//! The players hold the real decks. Known are only the cards that must still be in a deck, and
//! those put on top; the order of the others is unknown and not stated.

use super::game::Game;
use super::offers::PROPOSAL_PLACES;
use super::player::{Card, PlayerId};
use components::ids::{AdviserId, AdviserSet, BuildingId, BuildingSet, ResourceId};
use components::specs::CountField;

/// The known content of the deck of prestige cards, which is dealt from the bottom. Rule 3.2.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrestigeDeck {
    /// Cards in the deck, in unknown order.
    pub shuffled: BuildingSet,
    /// Cards that were put on top, the lowest first: they come up after all others.
    pub on_top: Vec<BuildingId>,
    /// The number of cards of the box that the pack does not name; `None` if unknown.
    pub unnamed: Option<usize>,
}

/// The known content of the deck of advisers, with the first tier on top. Rule 3.3.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AdviserDeck {
    /// Cards in the deck; their order within a tier is unknown.
    pub cards: AdviserSet,
    /// The number of cards of the box that the pack does not name; `None` if unknown.
    pub unnamed: Option<usize>,
}

impl Game {
    /// Returns the known content of the deck of prestige cards.
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

    /// Returns the known content of the deck of advisers.
    pub fn adviser_deck(&self) -> AdviserDeck {
        let seen = self.offers.advisers_seen();
        let listed = self.contents.pack().advisers.len();
        let count = self.contents.facts().count(CountField::AdviserCards);
        AdviserDeck {
            cards: (self.contents.advisers()).filter(|&card| !seen.contains(card)).collect(),
            unnamed: count.ok().map(|count| surplus(count, listed)),
        }
    }

    /// Returns the tier of an adviser, 1 to 3, if known.
    pub fn tier_of_adviser(&self, adviser: AdviserId) -> Option<u8> {
        self.contents.facts().adviser_tier(adviser).ok()
    }

    /// Returns the discard pile: proposals that were voted down.
    pub fn discarded_proposals(&self) -> BuildingSet {
        self.offers.discards()
    }

    /// Returns the prestige cards that left the game.
    pub fn buildings_out_of_game(&self) -> BuildingSet {
        self.offers.gone()
    }

    /// Returns the dealt advisers that are neither on offer nor with a player.
    pub fn advisers_out_of_game(&self) -> AdviserSet {
        let is_held = |card: Card| {
            self.players()
                .map(|player| &self.player(player).cards)
                .any(|cards| cards.hand().contains(card) || cards.played().contains(card))
        };
        self.offers
            .advisers_seen()
            .iter()
            .filter(|&adviser| !self.offers.advisers().contains(&Some(adviser)))
            .filter(|&adviser| !is_held(Card::Adviser(adviser)))
            .collect()
    }

    /// Returns the building that won a vote and has not been placed yet. Rule 9.8.
    pub fn building_voted_in(&self) -> Option<BuildingId> {
        // A card that is still among the proposals has not moved.
        let mut steps = self.steps.iter();
        let building = steps.find_map(super::step::Step::building_to_place)?;
        let places: [_; PROPOSAL_PLACES] = self.offers.proposals();
        (!places.contains(&Some(building))).then_some(building)
    }

    /// Returns the number of tiles of a resource off the map, if the number in the box is known.
    pub fn tiles_left(&self, resource: ResourceId) -> Option<usize> {
        let copies = usize::from(self.contents.facts().copies(resource).ok()?);
        Some(copies.saturating_sub(self.map.tiles_of(resource).count()))
    }

    /// Returns the number of houses still on the player's mat, if the number in the box is known.
    pub fn houses_on_mat(&self, player: PlayerId) -> Option<usize> {
        let all = self.contents.facts().count(CountField::Houses);
        Some(surplus(all.ok()?, usize::from(self.houses(player))))
    }

    /// Returns the number of bridges and gates still on the player's mat, if the number in the box
    /// is known.
    pub fn bridges_on_mat(&self, player: PlayerId) -> Option<usize> {
        let all = self.contents.facts().count(CountField::Bridges);
        Some(surplus(all.ok()?, usize::from(self.bridges(player))))
    }
}

/// Returns the part of `count` beyond `known`, at least 0.
fn surplus(count: i32, known: usize) -> usize {
    usize::try_from(count).unwrap_or_default().saturating_sub(known)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::action::ActionKind;
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
    fn every_building_is_in_the_deck_or_dealt() {
        let game = game();
        let all = game.contents().buildings().count();
        assert_eq!(game.prestige_deck().shuffled.len(), all);
        let first = game.contents().buildings().next().expect("a building");
        let played = game
            .play(&ActionKind::DealProposals(vec![first]).into())
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
    fn houses_and_bridges_on_the_mat_start_at_three() {
        let game = game();
        let player = PlayerId(0);
        assert_eq!(game.houses_on_mat(player), Some(3));
        assert_eq!(game.bridges_on_mat(player), Some(3));
    }
}
