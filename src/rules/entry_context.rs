//! The kinds of sub-action that can come next in an action being entered.
//!
//! A card's text can require several sub-actions, which are entered one after another. This module
//! does not judge them: [`Game::play`] does, and reports an action with missing decisions as
//! unfinished.
//!
//! Rulebook, "Call to Work" and "Basic Actions".

use super::actions::{TextDecision, decisions, follow_decision};
use super::adjustment::WorkerPlace;
use super::game::Game;
use super::player::{Card, PlayerId};
use super::rulebook::Variant;
use super::step::{DecisionStep, FollowCategory, Step};
use super::sub_action::SubAction;
use components::effect::{CardAction, Effect, Price, SubActionKind};
use components::fact_id::FactId;
use components::ids::ResourceId;
use components::specs::Category;
use components::square::Square;

/// The purpose of an action that is entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryContext {
    /// A card is played face up.
    Lead(Card),
    /// A card is played face down.
    FaceDown,
    /// The card of another player is followed.
    Follow,
    /// A bonus is taken for a card left in hand at a vote.
    Bonus,
    /// A worker is placed, by a basic action or by a follower.
    Worker(WorkerPlace),
}

impl Game {
    /// Returns the kinds of sub-action that can come after `sub_actions`, as players choose them;
    /// empty once everything is decided.
    ///
    /// # Errors
    ///
    /// The unknown fact that decides the card's effect.
    pub fn next_kinds(
        &self,
        player: PlayerId,
        context: EntryContext,
        sub_actions: &[SubAction],
    ) -> Result<Vec<SubActionKind>, FactId> {
        let once = |kinds: Vec<SubActionKind>| {
            if sub_actions.is_empty() { kinds } else { Vec::new() }
        };
        match context {
            EntryContext::Lead(_) | EntryContext::Worker(_) => {
                let next = self.next_decision(player, context, sub_actions)?;
                Ok(next.map_or_else(Vec::new, |(_, kinds)| kinds.to_vec()))
            }
            EntryContext::FaceDown => Ok(once(self.basic_kinds())),
            EntryContext::Bonus => Ok(once(BONUS.to_vec())),
            EntryContext::Follow => {
                let mut kinds = self.follow_kinds();
                kinds.extend(self.basic_kinds());
                Ok(once(kinds))
            }
        }
    }

    /// Returns the effect that a text requires a decision on after `sub_actions`; `None` once
    /// everything is decided, or without a text.
    pub fn next_effect(
        &self,
        player: PlayerId,
        context: EntryContext,
        sub_actions: &[SubAction],
    ) -> Option<Effect> {
        self.next_decision(player, context, sub_actions).ok()?.map(|(effect, _)| effect)
    }

    /// Returns the effect of a text that comes after `sub_actions`, with the kinds that answer it.
    fn next_decision(
        &self,
        player: PlayerId,
        context: EntryContext,
        sub_actions: &[SubAction],
    ) -> Result<Option<(Effect, &'static [SubActionKind])>, FactId> {
        let effects = self.text_for(player, context)?.map_or(&[][..], |text| &text.effects);
        Ok(effects
            .iter()
            .flat_map(|&effect| effect.answers().iter().map(move |&kinds| (effect, kinds)))
            .nth(sub_actions.len()))
    }

    /// Returns the text that is carried out, if any.
    fn text_for(
        &self,
        player: PlayerId,
        context: EntryContext,
    ) -> Result<Option<&CardAction>, FactId> {
        match context {
            EntryContext::Lead(card) => self.contents.facts().main_action(card).map(Some),
            EntryContext::Worker(WorkerPlace::Race) => {
                let race = self.race(player);
                race.map(|race| self.contents.facts().race_action(race)).transpose()
            }
            EntryContext::Worker(WorkerPlace::Building(building)) => {
                self.contents.facts().building_action(building).map(Some)
            }
            EntryContext::FaceDown | EntryContext::Follow | EntryContext::Bonus => Ok(None),
        }
    }

    /// Returns the price at which a text builds an advanced tile with roads declared together with
    /// it, and the number of roads granted; `None` if it grants none.
    pub(super) fn build_with_roads(
        &self,
        player: PlayerId,
        context: EntryContext,
    ) -> Option<(Price, u8)> {
        let text = self.text_for(player, context).ok()??;
        decisions(&text.effects).iter().find_map(|decision| match decision {
            TextDecision { effect: Effect::Upgrade(price), roads: roads @ 1.. } => {
                Some((*price, *roads))
            }
            _ => None,
        })
    }

    /// Returns the number of roads that a text lets the player declare together with the building.
    pub fn roads_with_build(&self, player: PlayerId, context: EntryContext) -> u8 {
        self.build_with_roads(player, context).map_or(0, |(_, roads)| roads)
    }

    /// Returns the import of a resource as `player` would make it: with an own stall if the player
    /// controls the resource, otherwise with access to it. Rules 5.4 and 5.6.
    pub fn import_of(&self, player: PlayerId, resource: ResourceId, square: Square) -> SubAction {
        if self.controls(player).contains(resource) {
            SubAction::Import(resource, square)
        } else {
            SubAction::ImportAccess(resource, square)
        }
    }

    /// Returns the basic actions; placing a worker is excluded in a game without workers (rule
    /// 11.7).
    fn basic_kinds(&self) -> Vec<SubActionKind> {
        let workers = !self.variants().contains(Variant::NoWorkers);
        BASIC.into_iter().filter(|kind| workers || *kind != SubActionKind::Worker).collect()
    }

    fn follow_kinds(&self) -> Vec<SubActionKind> {
        let Some(&Step::Decision(DecisionStep::Follow { led, .. })) = self.waiting() else {
            return Vec::new();
        };
        Category::ALL
            .into_iter()
            .filter(|&category| {
                led == FollowCategory::Income || led == FollowCategory::Category(category)
            })
            .flat_map(|category| follow_decision(category).effect.answers().concat())
            .collect()
    }
}

const BASIC: [SubActionKind; 4] =
    [SubActionKind::Money, SubActionKind::Influence, SubActionKind::Road, SubActionKind::Worker];

const BONUS: [SubActionKind; 3] =
    [SubActionKind::Money, SubActionKind::Influence, SubActionKind::Road];
