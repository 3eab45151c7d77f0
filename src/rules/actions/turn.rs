//! A player's turn: a card played face up or face down, and the followers.
//!
//! Rulebook, "Call to Work", "Leading and Following" and "Basic Actions".

use crate::contents::FactReader;
use std::sync::Arc;

use crate::game::{Game, Playing};
use crate::illegal::{AttemptedUse, Checks, Illegal, Refusal};
use crate::player::{Card, PlayerId};
use crate::receipt::Cause;
use crate::rulebook::Rule;
use crate::step::{AutomaticStep, DecisionStep, FollowCategory, Step};
use crate::sub_action::{SubAction, TextSource};
use components::quantity::Quantity;
use components::specs::{Category, StandardCard};

use super::text::follow_decision;

impl Game {
    /// Checks that a card can be played, named or not. Rule 4.1, ruling R25.
    pub(crate) fn check_card(&self, checks: &mut Checks, player: PlayerId, card: Option<Card>) {
        let rule = Rule::PlayACard;
        let vote = Card::Standard(StandardCard::CallToVote);
        let mat = self.player(player);
        checks.require(rule, card != Some(vote), || Illegal::VoteCardOnlyVotes);
        let others =
            mat.cards.hand_size().saturating_sub(usize::from(mat.cards.hand().contains(vote)));
        checks.require(rule, others > 0, || Illegal::MustCallVote { player });
        if let Some(card) = card {
            let only = [card].into_iter().collect();
            let there = mat.cards.hand().contains(card) && mat.cards.fits_without(only);
            checks.require(rule, there, || Illegal::NotInHand { card, player });
        }
    }

    /// Returns the category that followers of a card may use (rules 4.2, 4.3 and 5.17).
    pub(crate) fn led_by(&self, checks: &mut Checks, card: Card) -> Option<FollowCategory> {
        match card {
            Card::Standard(StandardCard::Recruit) => {
                Some(FollowCategory::Category(Category::Recruit))
            }
            Card::Standard(StandardCard::Trade) => Some(FollowCategory::Category(Category::Trade)),
            Card::Standard(StandardCard::Upgrade) => {
                Some(FollowCategory::Category(Category::Upgrade))
            }
            Card::Standard(StandardCard::Construct) => {
                Some(FollowCategory::Category(Category::Construct))
            }
            Card::Standard(StandardCard::Income) => Some(FollowCategory::Income),
            Card::Standard(StandardCard::CallToVote) => None,
            Card::Adviser(adviser) => {
                let category = checks
                    .require_fact(Rule::FollowAdviser, self.facts().adviser_category(adviser));
                category.map(FollowCategory::Category)
            }
        }
    }
}

impl Playing<'_> {
    /// Plays a card face up for its main action. Rule 4.1.
    pub(crate) fn lead(
        &mut self,
        player: PlayerId,
        card: Card,
        sub_actions: &[SubAction],
    ) -> Result<(), Refusal> {
        self.game.check_card(&mut self.checks, player, Some(card));
        if card == Card::Standard(StandardCard::CallToVote) {
            return self.checks.verdict();
        }
        let led = self.game.led_by(&mut self.checks, card);
        let (contents, reads) = (Arc::clone(&self.game.contents), self.game.reads.clone());
        let facts = FactReader::new(&contents, Some(&reads));
        let action = self.checks.require_fact(Rule::PlayACard, facts.main_action(card));
        let (Some(led), Some(action)) = (led, action) else {
            return self.checks.verdict();
        };
        // No verdict yet: problems of the card are reported together with those of its use.
        self.put_down(player, Some(card));
        self.adviser_leaves(player, card);
        self.carry_out(player, action, sub_actions, TextSource::Card(card))?;
        self.checks.verdict()?;
        self.deliver_after_own_action(player);
        let others: Vec<PlayerId> = self.game.others(player).collect();
        self.after.extend(
            others.into_iter().map(|player| Step::Decision(DecisionStep::Follow { player, led })),
        );
        self.after.push(AutomaticStep::EndTurn(player).into());
        Ok(())
    }

    /// Plays a card face down for a basic action. Rule 4.1.
    pub(crate) fn face_down(
        &mut self,
        player: PlayerId,
        card: Option<Card>,
        sub_action: &SubAction,
    ) -> Result<(), Refusal> {
        self.game.check_card(&mut self.checks, player, card);
        self.put_down(player, card);
        self.basic_action(player, sub_action)?;
        self.checks.verdict()?;
        self.deliver_after_own_action(player);
        self.after.push(AutomaticStep::EndTurn(player).into());
        Ok(())
    }

    /// Follows the card that was led, with its follow action or a basic action. Rule 4.2.
    pub(crate) fn follow(
        &mut self,
        player: PlayerId,
        led: FollowCategory,
        sub_action: &SubAction,
    ) -> Result<(), Refusal> {
        self.game.steps.finish();
        let open = Category::ALL.into_iter().filter(|&category| {
            led == FollowCategory::Income || led == FollowCategory::Category(category)
        });
        let resolved = open
            .map(follow_decision)
            .find_map(|decision| self.resolve(player, decision, sub_action, None));
        match (resolved, sub_action) {
            (Some(resolved), _) => resolved?,
            (
                None,
                SubAction::Money
                | SubAction::Influence
                | SubAction::Road(_)
                | SubAction::Worker(..),
            ) => self.basic_action(player, sub_action)?,
            (None, _) => {
                let what = AttemptedUse::Follow;
                self.checks.require(Rule::Follow, false, || Illegal::WrongUse { what });
                self.checks.verdict()?;
            }
        }
        self.deliver_after_own_action(player);
        Ok(())
    }

    /// Takes one of the basic actions. Rule 5.18.
    fn basic_action(&mut self, player: PlayerId, sub_action: &SubAction) -> Result<(), Refusal> {
        match sub_action {
            SubAction::Worker(place, sub_actions) => self.place_worker(player, *place, sub_actions),
            sub_action => self.money_influence_or_road(
                player,
                sub_action,
                Rule::BasicAction,
                Cause::BasicAction,
            ),
        }
    }

    /// Takes money, influence or a road, by a basic action or as a bonus of a vote.
    pub(crate) fn money_influence_or_road(
        &mut self,
        player: PlayerId,
        sub_action: &SubAction,
        rule: Rule,
        cause: Cause,
    ) -> Result<(), Refusal> {
        match sub_action {
            SubAction::Money => self.change(player, Quantity::Money, 1, cause),
            SubAction::Influence => self.change(player, Quantity::Fleeting, 1, cause),
            SubAction::Road(square) => self.road(player, *square)?,
            _ => {
                let what = AttemptedUse::Action(rule);
                self.checks.require(rule, false, || Illegal::WrongUse { what });
                return self.checks.verdict();
            }
        }
        Ok(())
    }

    /// Puts a card from the hand in front of the player (rule 4.4).
    pub(crate) fn put_down(&mut self, player: PlayerId, card: Option<Card>) {
        self.game.steps.finish();
        self.player_mut(player).cards.put_down(card);
    }
}
