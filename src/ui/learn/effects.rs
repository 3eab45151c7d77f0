//! The effects that can be picked for a card's action.

use components::describe::Describe;
use components::quantity::{Money, Points};
use components::specs::{Effect, Gain, Price, Terrain};

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

/// The effects that these words tell, one after another with "and" between them, if they tell
/// nothing else.
pub(super) fn told_in(words: &str) -> Option<Vec<Effect>> {
    let words = words.trim().trim_end_matches('.').to_lowercase();
    let known = |part: &str| {
        let mut all = USUAL.iter().chain(&MORE);
        all.find(|effect| effect.describe().to_lowercase() == part).copied()
    };
    match known(&words) {
        Some(one) => Some(vec![one]),
        None => words.split(" and ").map(|part| known(part.trim())).collect(),
    }
}

/// The effect that these words begin to tell: the first that holds them.
pub(super) fn begun_by(words: &str) -> Option<Effect> {
    let words = words.trim().trim_end_matches('.').to_lowercase();
    let mut all = USUAL.iter().chain(&MORE);
    let holds = |effect: &&Effect| effect.describe().to_lowercase().contains(&words);
    if words.is_empty() { None } else { all.find(holds).copied() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_few_letters_lead_to_an_effect_and_a_text_of_its_own_to_none() {
        assert_eq!(begun_by("fleet"), Some(Effect::Gain(Gain::Fleeting(1))));
        assert_eq!(begun_by("$2"), Some(Effect::Gain(Gain::Money(Money(2)))));
        assert_eq!(begun_by("Move a road"), None);
        assert_eq!(begun_by(" "), None);
    }

    #[test]
    fn words_tell_the_effects_they_are_made_of_and_no_others() {
        let both = [Effect::ReturnCards(1), Effect::Gain(Gain::Fleeting(1))];
        let words = "Take back a played card and gain 1 fleeting influence.";
        assert_eq!(told_in(words).as_deref(), Some(both.as_slice()));
        for effect in USUAL.iter().chain(&MORE) {
            assert_eq!(told_in(&effect.describe()), Some(vec![*effect]), "{effect:?}");
        }
        assert_eq!(told_in("Gain $1 and swap two tiles."), None);
        assert_eq!(told_in(""), None);
    }
}
