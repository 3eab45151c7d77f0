//! Provenance: the facts that a verdict rests on, and which of them are unverified.
//!
//! A verdict is never a guess, but not every verdict rests on print alone. A fact can be likely
//! and unseen; a tile on a square of unknown terrain shows that there is land; and a text that is
//! carried out by hand yields what the players say. The rules record the facts that they read
//! while they judge ([`ReadLog`]).

use super::action::{Action, Deed};
use super::adjustment::WorkerPlace;
use super::contents::{ReadLog, ShapedTile};
use super::game::{Game, Played};
use super::player::{Card, PlayerId};
use super::sub_action::SubAction;
use components::board::SquareKind;
use components::fact::Standing;
use components::fact_id::{FactId, SquareField};
use components::ids::BuildingId;
use components::specs::{
    AchievementField, AdviserField, BuildingField, RaceField, StandardCardField,
};
use components::square::Square;

impl Game {
    /// Returns the unverified facts that `played` rests on: likely facts, unknown land that was
    /// built on, texts and conditions that the players judged, and cards dealt of which too little
    /// is known.
    pub fn on_trust(&self, played: &Played) -> Vec<FactId> {
        let mut trusted = Vec::new();
        if self.contents.is_doubtful() {
            trusted = self.rests_on(&played.action);
            let is_unconfirmed = |id: &FactId| {
                let fact = self.contents.pack().fact(id);
                fact.is_some_and(|fact| fact.standing() == Standing::Unconfirmed)
            };
            trusted.retain(is_unconfirmed);
        }
        let board = played.game.board();
        if board.is_open() {
            let untold = self.built_on(&played.game).into_iter();
            let untold = untold.filter(|square| board.kind_of(*square) == SquareKind::UnknownLand);
            trusted.extend(untold.map(|square| board.fact_of_square(SquareField::Terrain, square)));
        }
        trusted.extend(self.judged_by_players(&played.action.deed));
        trusted
    }

    /// Returns the facts of cards, mats and tiles that the verdict on `action` rests on, in the
    /// order in which the rules read them.
    pub fn rests_on(&self, action: &Action) -> Vec<FactId> {
        // What is learnt, or written down, is not judged.
        if !action.deed.is_judged() {
            return Vec::new();
        }
        let mut game = self.clone();
        game.reads = ReadLog::started();
        // Allowed, refused or unclear: the facts that were read are the grounds.
        let _verdict = game.play(action);
        game.reads.facts()
    }

    /// Returns the squares that are free here and not in `after`, in reading order.
    pub fn built_on(&self, after: &Self) -> Vec<Square> {
        let is_free =
            |game: &Self, square| game.board.cell(square).is_none_or(|cell| game.map.is_free(cell));
        let squares = self.board.squares();
        squares.filter(|&square| is_free(self, square) && !is_free(after, square)).collect()
    }

    /// Returns what rests on the players' word: texts carried out by hand, conditions that they
    /// judged, and what is unknown of cards that were dealt.
    fn judged_by_players(&self, deed: &Deed) -> Vec<FactId> {
        match deed {
            Deed::Overrule { action, .. } => self.judged_by_players(&action.deed),
            Deed::Achieve { achievement, .. }
                if self.contents.condition(*achievement).is_none() =>
            {
                let name = self.contents.achievement_name(*achievement);
                vec![FactId::Achievement(name.into(), AchievementField::Condition)]
            }
            Deed::DealProposals(cards) => {
                // What is not known of a card is what it fits and which others are like it.
                let missing = |&card: &BuildingId| {
                    let facts = self.contents.facts();
                    let colour = facts.colour(card).err();
                    colour.or_else(|| facts.printed(ShapedTile::Building(card)).err())
                };
                cards.iter().filter_map(missing).collect()
            }
            Deed::DealAdvisers(cards) => cards
                .iter()
                .filter_map(|&card| self.contents.facts().adviser_tier(card).err())
                .collect(),
            deed => {
                let mut texts = Vec::new();
                if sub_actions_of(deed)
                    .iter()
                    .any(|sub_action| matches!(sub_action, SubAction::ByHand(_)))
                {
                    texts.extend(self.carried_out(deed));
                }
                texts
            }
        }
    }

    /// Returns the text that a deed carries out, as a fact.
    fn carried_out(&self, deed: &Deed) -> Option<FactId> {
        let placed = |player: &PlayerId, sub_action: &SubAction| match sub_action {
            SubAction::Worker(WorkerPlace::Race, _) => {
                let race = self.contents.race_name(self.race(*player)?);
                Some(FactId::Race(race.into(), RaceField::Action))
            }
            SubAction::Worker(WorkerPlace::Building(building), _) => {
                let building = self.contents.building_name(*building);
                Some(FactId::Building(building.into(), BuildingField::Action))
            }
            _ => None,
        };
        match deed {
            Deed::Lead { card: Card::Standard(card), .. } => {
                Some(FactId::StandardCard(*card, StandardCardField::Action))
            }
            Deed::Lead { card: Card::Adviser(adviser), .. } => {
                let adviser = self.contents.adviser_name(*adviser);
                Some(FactId::Adviser(adviser.into(), AdviserField::Action))
            }
            Deed::FaceDown { player, sub_action, .. }
            | Deed::Follow { player, sub_action, .. }
            | Deed::Bonus { player, sub_action, .. } => placed(player, sub_action),
            _ => None,
        }
    }
}

/// Returns the sub-actions that a card's text is used for.
fn sub_actions_of(deed: &Deed) -> &[SubAction] {
    match deed {
        // No text that is led places a worker: that is a basic action, for the text of its space.
        Deed::Lead { sub_actions, .. } => sub_actions,
        Deed::Overrule { action, .. } => sub_actions_of(&action.deed),
        deed => match deed.sub_actions() {
            [SubAction::Worker(_, sub_actions)] => sub_actions,
            sub_actions => sub_actions,
        },
    }
}
