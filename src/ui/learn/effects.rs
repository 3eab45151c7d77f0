//! The effects that can be picked for a card's action.

use crate::rules::components::{Effect, Gain, Price, Terrain};
use crate::rules::quantity::{Money, Points};

/// What cards do most often; these are on screen at once.
pub(super) const USUAL: [Effect; 8] = [
    Effect::Gain(Gain::Money(Money(1))),
    Effect::Gain(Gain::Money(Money(2))),
    Effect::Gain(Gain::Fleeting(1)),
    Effect::Gain(Gain::Points(Points(1))),
    Effect::Roads(1),
    Effect::Recruit(Price::Less(Money(1))),
    Effect::Trade(Price::Less(Money(1))),
    Effect::Construct(Price::Less(Money(1))),
];

/// Everything else that can be picked.
pub(super) const MORE: [Effect; 27] = [
    Effect::Gain(Gain::Money(Money(3))),
    Effect::Gain(Gain::Money(Money(4))),
    Effect::Gain(Gain::Fleeting(2)),
    Effect::Gain(Gain::Fleeting(3)),
    Effect::Gain(Gain::Lasting(1)),
    Effect::Gain(Gain::Points(Points(2))),
    Effect::Gain(Gain::Points(Points(3))),
    Effect::GainPerAdjacentBasic(Gain::Money(Money(1))),
    Effect::Roads(2),
    Effect::Roads(3),
    Effect::Recruit(Price::Full),
    Effect::Recruit(Price::Free),
    Effect::AccessThenRecruit,
    Effect::Trade(Price::Full),
    Effect::Trade(Price::Free),
    Effect::Upgrade(Price::Full),
    Effect::Upgrade(Price::Less(Money(1))),
    Effect::Upgrade(Price::Less(Money(2))),
    Effect::ConnectedRoad,
    Effect::Construct(Price::Full),
    Effect::Construct(Price::Less(Money(2))),
    Effect::CollectIncome,
    Effect::ReturnCards(1),
    Effect::ReturnCards(2),
    Effect::FreeAccess(Terrain::Entrance),
    Effect::FreeAccess(Terrain::Coastal),
    Effect::ByHand,
];
