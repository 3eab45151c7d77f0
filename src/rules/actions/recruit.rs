//! Recruit: an adviser from the offer.
//!
//! Rulebook, "Recruit".

use crate::contents::price_of_place;
use crate::game::{Game, Playing};
use crate::illegal::{Checks, CiteRule, Illegal, Refusal};
use crate::player::{Card, PlayerId};
use crate::receipt::Cause;
use crate::rulebook::Rule;
use components::effect::Price;
use components::ids::AdviserId;
use components::quantity::{Money, Quantity};

impl Game {
    /// Checks that `player` can recruit `adviser` and returns the cost. Rule 5.1.
    pub(crate) fn check_recruit(
        &self,
        checks: &mut Checks,
        player: PlayerId,
        adviser: AdviserId,
        price: Price,
    ) -> Option<Money> {
        let rule = Rule::Recruit;
        let place = self.offers.advisers().iter().position(|&offered| offered == Some(adviser));
        checks.require(rule, place.is_some(), || Illegal::NotOnOffer { adviser });
        if let Some(resource) = checks.require_fact(rule, self.facts().adviser_requires(adviser)) {
            checks.require(rule, self.has_claim(player, resource), || Illegal::NoClaimOn {
                player,
                resource,
            });
        }
        checks.require_fact(Rule::RecruitReward, self.facts().adviser_points(adviser));
        let prices = match price {
            Price::Free => None,
            Price::Full | Price::Less(_) => {
                Some(checks.require_fact(rule, self.facts().adviser_prices())?)
            }
        };
        let cost = match prices {
            None => Money::ZERO,
            Some(prices) => price_of_place(prices, place?, price)?,
        };
        self.check_money(checks, rule, player, cost);
        Some(cost)
    }

    pub(crate) fn check_money(
        &self,
        checks: &mut Checks,
        rule: Rule,
        player: PlayerId,
        cost: Money,
    ) {
        let held = self.money(player);
        checks.require(rule, cost <= held || cost == Money::ZERO, || Illegal::CannotAfford {
            player,
            cost,
            held,
        });
    }
}

impl Playing<'_> {
    pub(crate) fn recruit(
        &mut self,
        player: PlayerId,
        adviser: AdviserId,
        price: Price,
    ) -> Result<(), Refusal> {
        let cost = self.game.check_recruit(&mut self.checks, player, adviser, price);
        let cost = self.price(cost)?;
        self.pay(player, cost, Cause::RecruitCost(adviser));
        self.game.offers.take_adviser(adviser);
        self.player_mut(player).cards.gain(Card::Adviser(adviser));
        let points = self.game.facts().adviser_points(adviser).needed_by(Rule::RecruitReward)?;
        self.change(player, Quantity::Lasting, 1, Cause::RecruitReward(adviser));
        self.change(player, Quantity::Points, points.0, Cause::RecruitReward(adviser));
        Ok(())
    }
}
