//! What a card's text has its player do, effect by effect.
//!
//! Rulebook, "Call to Work", "Basic Actions" and the cards themselves.

use crate::action::Work;
use crate::game::Playing;
use crate::illegal::{Illegal, Refusal, Undertaking};
use crate::player::{Card, PlayerId};
use crate::receipt::{Cause, Quantity};
use crate::rulebook::Rule;
use crate::step::{Running, Waiting};
use components::ids::{AdviserId, BuildingId, ResourceId};
use components::specs::{
    CardAction, Category, Effect, Gain, Price, Terrain, connected_roads, roads_before,
};

use super::trade::TradeAs;

/// Whose text is carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A card played face up.
    Card(Card),
    /// The own race mat, by a worker.
    Race,
    /// The card of a prestige building, by a worker.
    Building(BuildingId),
}

impl Source {
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

/// A decision that a text asks of its player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Demand {
    Recruit(Price),
    Trade(TradeAs),
    /// Access, then an adviser that needs it: two pieces of work.
    AccessThenRecruit,
    /// A building, with at most this many connected roads.
    Build {
        price: Price,
        roads: u8,
    },
    Personal(Price),
    ReturnCards(u8),
    FreeAccess(Terrain),
    ByHand,
}

impl Demand {
    /// Whether its answers depend on nothing but the table as it is before the card is played.
    pub(crate) const fn stands_alone(self) -> bool {
        // The card itself may be taken back, and what is bought decides who can be recruited.
        !matches!(self, Self::ReturnCards(_) | Self::AccessThenRecruit)
    }
}

/// The decisions a text asks for, in order; the rest of it happens by itself.
pub(crate) fn demands(effects: &[Effect]) -> Vec<Demand> {
    (0..effects.len()).filter_map(|index| demand_at(effects, index)).collect()
}

/// The decision that one effect of a text asks for, if it asks for any.
fn demand_at(effects: &[Effect], index: usize) -> Option<Demand> {
    match effects[index] {
        Effect::Recruit(price) => Some(Demand::Recruit(price)),
        Effect::Trade(price) => Some(Demand::Trade(TradeAs { price, follower: false })),
        Effect::AccessThenRecruit => Some(Demand::AccessThenRecruit),
        Effect::Upgrade(price) => {
            Some(Demand::Build { price, roads: connected_roads(effects, index) })
        }
        Effect::Construct(price) => Some(Demand::Personal(price)),
        Effect::ReturnCards(count) => Some(Demand::ReturnCards(count)),
        Effect::FreeAccess(terrain) => Some(Demand::FreeAccess(terrain)),
        Effect::ByHand => Some(Demand::ByHand),
        Effect::ConnectedRoad
        | Effect::Gain(_)
        | Effect::GainPerAdjacentBasic(_)
        | Effect::Roads(_)
        | Effect::CollectIncome => None,
    }
}

/// How many pieces of work a text asks for from one of its effects on.
fn works_asked(effects: &[Effect], from: usize) -> usize {
    let demands = (from..effects.len()).filter_map(|index| demand_at(effects, index));
    demands.map(|demand| if demand == Demand::AccessThenRecruit { 2 } else { 1 }).sum()
}

/// What following a card of a category asks for (rules 5.8, 5.12 and 5.16).
pub(crate) fn follow_demand(category: Category) -> Demand {
    let price = Price::Full;
    match category {
        Category::Recruit => Demand::Recruit(price),
        Category::Trade => Demand::Trade(TradeAs { price, follower: true }),
        Category::Upgrade => Demand::Build { price, roads: 0 },
        Category::Construct => Demand::Personal(price),
    }
}

impl Playing<'_> {
    /// Refuses decisions that the text does not ask for.
    fn not_what_it_does(&mut self, action: &CardAction, source: Source) -> Result<(), Refusal> {
        let what = Undertaking::Text { source, text: action.text.clone() };
        self.checks.that(source.rule(), false, || Illegal::NotWhatItDoes { what });
        self.checks.verdict()
    }

    /// Refuses fewer decisions than the text asks for.
    fn more_to_decide(&mut self, action: &CardAction, source: Source) -> Result<(), Refusal> {
        let text = action.text.clone();
        self.checks.that(source.rule(), false, || Illegal::MoreToDecide { source, text });
        self.checks.verdict()
    }

    /// Checks that the tile bought access to is of the resource that the adviser asks for.
    fn check_bought_for(&mut self, adviser: AdviserId, bought: ResourceId) {
        let requires = self.game.facts().adviser_requires(adviser);
        if let Some(requires) = self.checks.know(Rule::Recruit, requires) {
            self.checks.that(Rule::FollowAdviser, requires == bought, || Illegal::OtherResource {
                adviser,
                requires,
                bought,
            });
        }
    }

    /// Carries out a text with the player's decisions, in the order of the text: one action, and
    /// the rest once what it set off is resolved (ruling R37).
    pub(crate) fn carry_out(
        &mut self,
        player: PlayerId,
        action: &CardAction,
        works: &[Work],
        source: Source,
    ) -> Result<(), Refusal> {
        let mut left = works.iter();
        for (index, effect) in action.effects.iter().enumerate() {
            let Some(demand) = demand_at(&action.effects, index) else {
                self.happens_by_itself(player, *effect, source);
                continue;
            };
            // One action after another: what came before is resolved first (ruling R37).
            if left.len() < works.len() {
                self.deliver_after_own_action(player);
            }
            if !self.after.is_empty() {
                // What is left out cannot be made up for once something waits in between.
                if left.len() < works_asked(&action.effects, index) {
                    return self.more_to_decide(action, source);
                }
                let rest = CardAction {
                    text: action.text.clone(),
                    effects: action.effects[index - roads_before(&action.effects, index)..]
                        .to_vec(),
                };
                let (works, overruled) = (left.as_slice().to_vec(), self.checks.is_overruled());
                let rest = Running::CarryOn { player, source, rest, works, overruled };
                self.after.push(rest.into());
                return Ok(());
            }
            let Some(work) = left.next() else {
                return self.more_to_decide(action, source);
            };
            match (demand, work) {
                (Demand::Recruit(price), Work::Recruit(adviser)) => {
                    self.recruit(player, *adviser, price)?;
                }
                (Demand::Trade(trade), work) if is_trade(work) => {
                    self.trade(player, work, trade)?;
                }
                (Demand::AccessThenRecruit, Work::BuyAccess(tile)) => {
                    let trade = TradeAs { price: Price::Full, follower: false };
                    self.buy_access(player, *tile, trade)?;
                    let adviser = match left.next() {
                        Some(Work::Recruit(adviser)) => adviser,
                        Some(_) => return self.not_what_it_does(action, source),
                        None => return self.more_to_decide(action, source),
                    };
                    self.check_bought_for(*adviser, tile.resource);
                    self.recruit(player, *adviser, Price::Full)?;
                }
                (
                    Demand::Build { price, roads: granted },
                    Work::Build { resource, footprint, roads },
                ) => {
                    self.build(player, *resource, footprint, roads, price, granted)?;
                }
                (Demand::Personal(price), Work::House(square)) => {
                    self.house(player, *square, price)?;
                }
                (Demand::Personal(price), Work::Bridge(square)) => {
                    self.bridge(player, *square, price)?;
                }
                (Demand::ReturnCards(most), Work::ReturnCards(cards)) => {
                    self.return_cards(player, cards, most)?;
                }
                (Demand::FreeAccess(terrain), Work::FreeAccess(tile)) => {
                    self.free_access(player, *tile, terrain, source)?;
                }
                (Demand::ByHand, Work::ByHand(changes)) => {
                    self.by_hand(changes)?;
                    // What it laid down may connect something (rule 8.4).
                    self.after.push(Running::Deliver { actor: player, placed: None }.into());
                }
                _ => return self.not_what_it_does(action, source),
            }
        }
        if left.next().is_some() { self.not_what_it_does(action, source) } else { Ok(()) }
    }

    /// Carries out an effect that asks for no decision.
    fn happens_by_itself(&mut self, player: PlayerId, effect: Effect, source: Source) {
        match effect {
            Effect::Gain(gain) => self.gain(player, gain, 1, source.cause()),
            Effect::GainPerAdjacentBasic(gain) => {
                let adjacent = match source {
                    Source::Building(building) => self.game.adjacent_basics(building),
                    Source::Card(_) | Source::Race => 0,
                };
                self.gain(player, gain, adjacent, source.cause());
            }
            Effect::Roads(left) => {
                self.after.push(Waiting::ExtraRoads { player, tile: None, left }.into());
            }
            Effect::CollectIncome => self.collect_income(player),
            // A road is part of the building that it stands behind; the rest are decisions.
            Effect::ConnectedRoad
            | Effect::Recruit(_)
            | Effect::Trade(_)
            | Effect::AccessThenRecruit
            | Effect::Upgrade(_)
            | Effect::Construct(_)
            | Effect::ReturnCards(_)
            | Effect::FreeAccess(_)
            | Effect::ByHand => {}
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

    /// One of the three trades.
    pub(crate) fn trade(
        &mut self,
        player: PlayerId,
        work: &Work,
        trade: TradeAs,
    ) -> Result<(), Refusal> {
        match work {
            Work::Import(resource, square) => self.import(player, *resource, *square, trade),
            Work::BuyAccess(tile) => self.buy_access(player, *tile, trade),
            Work::ImportAccess(resource, square) => {
                self.import_access(player, *resource, *square, trade)
            }
            _ => Ok(()),
        }
    }
}

pub(super) const fn is_trade(work: &Work) -> bool {
    matches!(work, Work::Import(..) | Work::BuyAccess(_) | Work::ImportAccess(..))
}
