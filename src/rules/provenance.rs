//! Provenance: the facts that a verdict depends on, and the unverified ones among them.
//!
//! A verdict is never a guess, but not every verdict depends on print alone. A fact can be likely
//! but unseen; a tile on a square of unknown terrain proves land; and a text that is carried out
//! manually has the outcome that the players enter. The rules record the facts that they read while
//! they judge ([`ReadLog`]).

use super::action::{Action, ActionKind};
use super::adjustment::WorkerPlace;
use super::contents::{ReadLog, ShapedTile};
use super::game::{Game, Played};
use super::player::{Card, PlayerId};
use super::sub_action::SubAction;
use components::board::SquareKind;
use components::fact::Certainty;
use components::fact_id::{FactId, SquareField};
use components::specs::{
    AchievementField, AdviserField, BuildingField, RaceField, StandardCardField,
};
use components::square::Square;

impl Game {
    /// Returns the unverified facts that `played` depends on: unconfirmed facts, unknown land that
    /// was built on, texts and conditions that the players judged, and dealt cards with too few
    /// known facts.
    pub fn unverified_facts(&self, played: &Played) -> Vec<FactId> {
        let mut unverified = Vec::new();
        if self.contents.has_unconfirmed_facts() {
            unverified = self.facts_behind(&played.action);
            unverified.retain(|id| {
                let fact = self.contents.pack().fact(id);
                fact.is_some_and(|fact| fact.certainty() == Certainty::Unconfirmed)
            });
        }
        let board = played.game.board();
        if board.is_open() {
            unverified.extend(
                self.built_on(&played.game)
                    .into_iter()
                    .filter(|&square| board.kind_of(square) == SquareKind::UnknownLand)
                    .map(|square| board.fact_of_square(SquareField::Terrain, square)),
            );
        }
        unverified.extend(self.judged_by_players(&played.action.kind));
        unverified
    }

    /// Returns the facts of cards, mats and tiles that the verdict on `action` depends on, in the
    /// order in which the rules read them.
    pub fn facts_behind(&self, action: &Action) -> Vec<FactId> {
        // Entries of facts and remarks are not judged.
        if !action.kind.is_judged_by_rules() {
            return Vec::new();
        }
        let mut game = self.clone();
        game.reads = ReadLog::started();
        // Whatever the verdict, the facts read are its grounds.
        let _verdict = game.play(action);
        game.reads.facts()
    }

    /// Returns the squares that are free here and not in `after`, in reading order.
    pub fn built_on(&self, after: &Self) -> Vec<Square> {
        let is_free =
            |game: &Self, square| game.board.cell(square).is_none_or(|cell| game.map.is_free(cell));
        self.board
            .squares()
            .filter(|&square| is_free(self, square) && !is_free(after, square))
            .collect()
    }

    /// Returns the facts replaced by the players' judgment: texts carried out manually, conditions
    /// they judged, and unknown facts of dealt cards.
    fn judged_by_players(&self, kind: &ActionKind) -> Vec<FactId> {
        match kind {
            ActionKind::Overrule { action, .. } => self.judged_by_players(&action.kind),
            ActionKind::Achieve { achievement, .. }
                if self.contents.condition(*achievement).is_none() =>
            {
                let name = self.contents.achievement_name(*achievement);
                vec![FactId::Achievement(name.into(), AchievementField::Condition)]
            }
            ActionKind::DealProposals(cards) => {
                // Unknown facts of a card affect its fit on the map and the comparison of types.
                let facts = self.contents.facts();
                cards
                    .iter()
                    .filter_map(|&card| {
                        let colour = facts.colour(card).err();
                        colour.or_else(|| facts.printed(ShapedTile::Building(card)).err())
                    })
                    .collect()
            }
            ActionKind::DealAdvisers(cards) => cards
                .iter()
                .filter_map(|&card| self.contents.facts().adviser_tier(card).err())
                .collect(),
            kind => {
                let mut texts = Vec::new();
                if sub_actions_of(kind)
                    .iter()
                    .any(|sub_action| matches!(sub_action, SubAction::ByHand(_)))
                {
                    texts.extend(self.text_of(kind));
                }
                texts
            }
        }
    }

    /// Returns the text that an action carries out, as a fact.
    fn text_of(&self, kind: &ActionKind) -> Option<FactId> {
        match kind {
            ActionKind::Lead { card: Card::Standard(card), .. } => {
                Some(FactId::StandardCard(*card, StandardCardField::Action))
            }
            ActionKind::Lead { card: Card::Adviser(adviser), .. } => {
                let adviser = self.contents.adviser_name(*adviser);
                Some(FactId::Adviser(adviser.into(), AdviserField::Action))
            }
            ActionKind::FaceDown { player, sub_action, .. }
            | ActionKind::Follow { player, sub_action, .. }
            | ActionKind::Bonus { player, sub_action, .. } => {
                self.text_of_worker(*player, sub_action)
            }
            _ => None,
        }
    }

    fn text_of_worker(&self, player: PlayerId, sub_action: &SubAction) -> Option<FactId> {
        match sub_action {
            SubAction::Worker(WorkerPlace::Race, _) => {
                let race = self.contents.race_name(self.race(player)?);
                Some(FactId::Race(race.into(), RaceField::Action))
            }
            SubAction::Worker(WorkerPlace::Building(building), _) => {
                let building = self.contents.building_name(*building);
                Some(FactId::Building(building.into(), BuildingField::Action))
            }
            _ => None,
        }
    }
}

/// Returns the sub-actions that use a card's text.
fn sub_actions_of(kind: &ActionKind) -> &[SubAction] {
    match kind {
        // Only basic actions place workers, so no led text includes one.
        ActionKind::Lead { sub_actions, .. } => sub_actions,
        ActionKind::Overrule { action, .. } => sub_actions_of(&action.kind),
        kind => match kind.sub_actions() {
            [SubAction::Worker(_, sub_actions)] => sub_actions,
            sub_actions => sub_actions,
        },
    }
}
