//! Carrying out a card's text, effect by effect.
//!
//! Rulebook, "Call to Work", "Basic Actions" and the cards themselves.

use crate::game::{Game, Playing};
use crate::illegal::{AttemptedUse, Checks, Illegal, Refusal};
use crate::player::PlayerId;
use crate::receipt::Cause;
use crate::rulebook::Rule;
use crate::step::{AutomaticStep, DecisionStep};
use crate::sub_action::{Constructor, SubAction, TextSource};
use components::effect::{
    CardAction, Effect, Gain, Price, SubActionKind, connected_roads, roads_before,
};
use components::ids::{AdviserId, ResourceId};
use components::quantity::Quantity;
use components::specs::Category;

use super::trade::TradeTerms;

impl TextSource {
    const fn cause(self) -> Cause {
        match self {
            Self::Card(card) => Cause::CardText(card),
            Self::Race => Cause::RaceText,
            Self::Building(building) => Cause::BuildingText(building),
        }
    }

    const fn rule(self) -> Rule {
        match self {
            Self::Card(_) => Rule::PlayACard,
            Self::Race | Self::Building(_) => Rule::Worker,
        }
    }
}

/// A decision that a text requires of its player: an effect that sub-actions answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TextDecision {
    pub(crate) effect: Effect,
    /// The most connected roads granted with an upgrade.
    pub(crate) roads: u8,
}

impl TextDecision {
    /// Returns the decision that one effect of a text requires, if any.
    fn at(effects: &[Effect], index: usize) -> Option<Self> {
        let effect = effects[index];
        let roads = connected_roads(effects, index);
        (!effect.answers().is_empty()).then_some(Self { effect, roads })
    }

    /// Returns `true` if its answers depend only on the table before the card is played.
    pub(crate) const fn is_independent(self) -> bool {
        // Taking cards back may include this card, and the access bought limits the recruits.
        !matches!(self.effect, Effect::ReturnCards(_) | Effect::AccessThenRecruit)
    }
}

/// Returns the decisions that a text requires, in order; its other effects are automatic.
pub(crate) fn decisions(effects: &[Effect]) -> Vec<TextDecision> {
    (0..effects.len()).filter_map(|index| TextDecision::at(effects, index)).collect()
}

/// Returns the number of sub-actions that the effects require.
fn sub_actions_asked(effects: &[Effect]) -> usize {
    effects.iter().map(|effect| effect.answers().len()).sum()
}

/// Returns the decision for following a card of a category. Rules 5.8, 5.12 and 5.16.
pub(crate) const fn follow_decision(category: Category) -> TextDecision {
    let effect = match category {
        Category::Recruit => Effect::Recruit(Price::Full),
        Category::Trade => Effect::Trade(Price::Full),
        Category::Upgrade => Effect::Upgrade(Price::Full),
        Category::Construct => Effect::Construct(Price::Full),
    };
    TextDecision { effect, roads: 0 }
}

impl Game {
    /// Returns every sub-action of a kind with an operand from the table, legal or not; empty for a
    /// kind with too many operands to try, which [`moves`](crate::moves) generates.
    pub(crate) fn candidates(&self, kind: SubActionKind) -> Vec<SubAction> {
        match SubAction::constructor(kind) {
            Constructor::Nothing(sub_action) => vec![sub_action],
            Constructor::Adviser(new) => {
                self.offers.advisers().into_iter().flatten().map(new).collect()
            }
            Constructor::Square(new) => self.board.squares().map(new).collect(),
            Constructor::Tile(new) => self.tiles().map(new).collect(),
            _ => Vec::new(),
        }
    }

    /// Checks a sub-action that answers an effect and has a check of its own, for a card with this
    /// text or, without a source, for a follower.
    ///
    /// Move generation calls this for every candidate of an effect without its own search.
    pub(crate) fn check_sub_action(
        &self,
        checks: &mut Checks,
        player: PlayerId,
        effect: Effect,
        sub_action: &SubAction,
        source: Option<TextSource>,
    ) -> Option<()> {
        match (effect, sub_action) {
            (Effect::Recruit(price), SubAction::Recruit(adviser)) => {
                self.check_recruit(checks, player, *adviser, price);
                Some(())
            }
            (Effect::FreeAccess(terrain), SubAction::FreeAccess(tile)) => {
                self.check_free_access(checks, player, *tile, terrain, source?);
                Some(())
            }
            // Has its own search, is entered manually, or is no decision.
            _ => None,
        }
    }
}

impl Playing<'_> {
    /// Refuses decisions that the text does not require.
    fn not_what_it_does(&mut self, action: &CardAction, source: TextSource) -> Result<(), Refusal> {
        let what = AttemptedUse::Text { source, text: action.text.clone() };
        self.checks.require(source.rule(), false, || Illegal::WrongUse { what });
        self.checks.verdict()
    }

    /// Refuses a list with fewer decisions than the text requires.
    fn more_to_decide(&mut self, action: &CardAction, source: TextSource) -> Result<(), Refusal> {
        let text = action.text.clone();
        self.checks.require(source.rule(), false, || Illegal::MoreToDecide { source, text });
        self.checks.verdict()
    }

    /// Checks that the tile bought access to is of the resource that the adviser requires.
    fn check_bought_for(&mut self, adviser: AdviserId, bought: ResourceId) {
        let requires = self.game.facts().adviser_requires(adviser);
        if let Some(requires) = self.checks.require_fact(Rule::Recruit, requires) {
            self.checks.require(Rule::FollowAdviser, requires == bought, || {
                Illegal::OtherResource { adviser, requires, bought }
            });
        }
    }

    /// Carries out a text with the player's decisions, in the order of the text: one action now,
    /// and the remainder once its consequences are resolved (ruling R37).
    pub(crate) fn carry_out(
        &mut self,
        player: PlayerId,
        action: &CardAction,
        sub_actions: &[SubAction],
        source: TextSource,
    ) -> Result<(), Refusal> {
        let mut left = sub_actions.iter();
        for (index, effect) in action.effects.iter().enumerate() {
            let Some(decision) = TextDecision::at(&action.effects, index) else {
                self.apply_automatic(player, *effect, source);
                continue;
            };
            // Consequences of earlier actions are resolved first (ruling R37).
            if left.len() < sub_actions.len() {
                self.deliver_after_own_action(player);
            }
            if !self.after.is_empty() {
                // A missing decision cannot be entered later, after a step in between.
                if left.len() < sub_actions_asked(&action.effects[index..]) {
                    return self.more_to_decide(action, source);
                }
                let remainder = CardAction {
                    text: action.text.clone(),
                    effects: action.effects[index - roads_before(&action.effects, index)..]
                        .to_vec(),
                };
                let (sub_actions, overruled) =
                    (left.as_slice().to_vec(), self.checks.is_overruled());
                let rest = AutomaticStep::ContinueText {
                    player,
                    source,
                    remainder,
                    sub_actions,
                    overruled,
                };
                self.after.push(rest.into());
                return Ok(());
            }
            let Some(sub_action) = left.next() else {
                return self.more_to_decide(action, source);
            };
            if decision.effect == Effect::AccessThenRecruit {
                self.access_then_recruit(player, action, source, sub_action, left.next())?;
                continue;
            }
            match self.resolve(player, decision, sub_action, Some(source)) {
                Some(resolved) => resolved?,
                None => return self.not_what_it_does(action, source),
            }
        }
        if left.next().is_some() { self.not_what_it_does(action, source) } else { Ok(()) }
    }

    /// Buys access, then recruits an adviser that requires the resource of that tile.
    fn access_then_recruit(
        &mut self,
        player: PlayerId,
        action: &CardAction,
        source: TextSource,
        access: &SubAction,
        recruit: Option<&SubAction>,
    ) -> Result<(), Refusal> {
        let SubAction::BuyAccess(tile) = access else {
            return self.not_what_it_does(action, source);
        };
        let trade = TradeTerms { price: Price::Full, follower: false };
        self.buy_access(player, *tile, trade)?;
        match recruit {
            Some(SubAction::Recruit(adviser)) => {
                self.check_bought_for(*adviser, tile.resource);
                self.recruit(player, *adviser, Price::Full)
            }
            Some(_) => self.not_what_it_does(action, source),
            None => self.more_to_decide(action, source),
        }
    }

    /// Resolves a decision with a sub-action, for a card with this text or, without a source, for a
    /// follower; `None` if the sub-action does not answer it.
    pub(crate) fn resolve(
        &mut self,
        player: PlayerId,
        decision: TextDecision,
        sub_action: &SubAction,
        source: Option<TextSource>,
    ) -> Option<Result<(), Refusal>> {
        let trade = |price| TradeTerms { price, follower: source.is_none() };
        Some(match (decision.effect, sub_action) {
            (Effect::Recruit(price), SubAction::Recruit(adviser)) => {
                self.recruit(player, *adviser, price)
            }
            (Effect::Trade(price), SubAction::Import(resource, square)) => {
                self.import(player, *resource, *square, trade(price))
            }
            (Effect::Trade(price), SubAction::BuyAccess(tile)) => {
                self.buy_access(player, *tile, trade(price))
            }
            (Effect::Trade(price), SubAction::ImportAccess(resource, square)) => {
                self.import_access(player, *resource, *square, trade(price))
            }
            (Effect::Upgrade(price), SubAction::Build(placement)) => {
                self.build(player, placement, price, decision.roads)
            }
            (Effect::Construct(price), SubAction::House(square)) => {
                self.house(player, *square, price)
            }
            (Effect::Construct(price), SubAction::Bridge(square)) => {
                self.bridge(player, *square, price)
            }
            (Effect::ReturnCards(most), SubAction::ReturnCards(cards)) => {
                self.return_cards(player, cards, most)
            }
            (Effect::FreeAccess(terrain), SubAction::FreeAccess(tile)) => {
                self.free_access(player, *tile, terrain, source?)
            }
            (Effect::ByHand, SubAction::ByHand(changes)) => self.manual(changes).map(|()| {
                // The adjustments may connect something (rule 8.4).
                self.after.push(AutomaticStep::Deliver { actor: player, placed: None }.into());
            }),
            // Another sub-action, or no decision. The effects are listed so that a new one does not
            // compile before it is resolved here.
            (
                Effect::Recruit(_)
                | Effect::FreeAccess(_)
                | Effect::Trade(_)
                | Effect::AccessThenRecruit
                | Effect::Upgrade(_)
                | Effect::ConnectedRoad
                | Effect::Construct(_)
                | Effect::Gain(_)
                | Effect::GainPerAdjacentBasic(_)
                | Effect::Roads(_)
                | Effect::CollectIncome
                | Effect::ReturnCards(_)
                | Effect::ByHand,
                _,
            ) => return None,
        })
    }

    /// Carries out an automatic effect.
    fn apply_automatic(&mut self, player: PlayerId, effect: Effect, source: TextSource) {
        match effect {
            Effect::Gain(gain) => self.gain(player, gain, 1, source.cause()),
            Effect::GainPerAdjacentBasic(gain) => {
                let adjacent = match source {
                    TextSource::Building(building) => self.game.adjacent_basics(building),
                    TextSource::Card(_) | TextSource::Race => 0,
                };
                self.gain(player, gain, adjacent, source.cause());
            }
            Effect::Roads(left) => {
                self.after.push(DecisionStep::ExtraRoads { player, tile: None, left }.into());
            }
            Effect::CollectIncome => self.collect_income(player),
            // A connected road comes with the tile of an upgrade; the others are decisions.
            _ => {}
        }
    }

    fn gain(&mut self, player: PlayerId, gain: Gain, times: i32, cause: Cause) {
        let (what, each) = match gain {
            Gain::Money(money) => (Quantity::Money, money.0),
            Gain::Fleeting(count) => (Quantity::Fleeting, count),
            Gain::Lasting(count) => (Quantity::Lasting, count),
            Gain::Points(points) => (Quantity::Points, points.0),
        };
        self.change(player, what, each * times, cause);
    }
}
