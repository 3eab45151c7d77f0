//! Random play with fixed seeds: nothing is made or lost that the receipts do not name.

use std::collections::BTreeSet;

use campaign::receipt::receipt;
use campaign::refusal::refusal_text;
use campaign::sentence::sentence;
use campaign_rules::action::Action;
use campaign_rules::character::{Character, CharacterState};
use campaign_rules::event::{EventKind, ExperiencePart, GoldPart};
use campaign_rules::game::Outcome;
use campaign_rules::party::Party;
use campaign_rules::{Campaign, Game};
use fastrand::Rng;

use crate::random::random_action;
use crate::support::played;

/// A campaign in which most random actions are possible.
pub const START: &str = "open class Brute
    open class Tinkerer
    party Wolves
    party Bears of the North
    character Anna: Brute, level 1, quest 510
    character Ben: Tinkerer, level 1, quest 511
    character Cid 2: Tinkerer, level 1
    join Anna: Wolves
    join Ben: Wolves
    join Cid 2: Bears of the North
    item 1: 10 gold, 2 copies
    item 2: 20 gold, 1 copy
    item 3: 5 gold, 3 copies
    item 14: 15 gold, 1 copy
    item 15: 8 gold, 1 copy
    item 71: 30 gold, 2 copies
    effects: unlock 1, unlock 2, unlock 3, unlock 4, unlock 5
    scenario 1: links 2, linked to town
    scenario 2: links 3
    scenario 3
    scenario 4: linked to town
    scenario 5
    correct gold Anna: 150
    correct gold Ben: 150
    effects: global The Power of Enhancement";

/// Checks what holds in every campaign in which no rule was overruled.
fn check_state(campaign: &Campaign) {
    for party in &campaign.parties {
        assert!((-20..=20).contains(&party.reputation));
        assert!(campaign.members(&party.name).count() <= Party::MAX_MEMBERS);
        for (number, facts) in &campaign.world.items {
            let owned = u8::try_from(campaign.owners(&party.name, *number).count());
            let owned = owned.expect("a party is small");
            assert!(owned <= facts.copies, "item {number}");
            let left = campaign.copies_left(&party.name, *number);
            if campaign.world.is_supplied(*number) {
                assert_eq!(left, Some(facts.copies - owned), "item {number}");
            } else {
                assert_eq!(left, Some(0), "item {number}");
            }
        }
    }
    let mut quests = BTreeSet::new();
    for of in &campaign.characters {
        assert!((1..=9).contains(&of.level) && of.checkmarks <= Character::MAX_CHECKMARKS);
        if of.state == CharacterState::Active {
            assert!(of.quest.is_none_or(|quest| quests.insert(quest)), "{:?}", of.quest);
            assert!(of.quest.is_none_or(|quest| !campaign.world.quests_gone.contains(&quest)));
        } else {
            assert!(of.items.is_empty() && of.gold == 0 && of.party.is_none());
        }
    }
}

/// Checks that the events of an action are complete, and that each sum is that of its parts.
fn check_events(before: &Campaign, action: &Action, Outcome { game, report }: &Outcome) {
    let mut replayed = before.clone();
    for (number, event) in report.events.iter().enumerate() {
        assert!(event.parent.is_none_or(|parent| parent < number));
        match &event.kind {
            EventKind::Gold { character, from, to, parts } => {
                let now = replayed.character(character).map(|of| of.gold);
                assert_eq!(now, Some(*from), "{action:?}");
                let sum: i32 = parts.iter().map(GoldPart::gold).sum();
                assert_eq!(i32::from(*to) - i32::from(*from), sum, "{action:?}");
            }
            EventKind::Experience { character, from, to, parts } => {
                let now = replayed.character(character).map(|of| of.experience);
                assert_eq!(now, Some(*from), "{action:?}");
                let sum: i32 = parts.iter().map(ExperiencePart::experience).sum();
                assert_eq!(i32::from(*to) - i32::from(*from), sum, "{action:?}");
            }
            _ => {}
        }
        replayed.apply(&event.kind);
    }
    assert_eq!(&replayed, game.campaign(), "{action:?}");
    let lines = receipt(&report.events);
    assert_eq!(lines.len(), report.events.len());
    assert!(lines.iter().all(|line| !line.words.is_empty()));
    assert!(sentence(action, &report.events).ends_with(['.', '!', '?']), "{action:?}");
}

#[test]
fn items_gold_and_experience_are_conserved_in_random_play() {
    let start = played(START);
    let (mut accepted, mut kinds) = (0, BTreeSet::new());
    for seed in 0..60 {
        let mut rng = Rng::with_seed(seed);
        let mut game = start.clone();
        for _ in 0..400 {
            let action = random_action(&mut rng);
            match game.outcome(&action) {
                Ok(outcome) => {
                    check_events(game.campaign(), &action, &outcome);
                    game = outcome.game;
                    check_state(game.campaign());
                    accepted += 1;
                    let name = format!("{action:?}");
                    kinds.insert(name.split([' ', '(']).next().unwrap_or_default().to_owned());
                }
                Err(refusal) => {
                    let words = refusal_text(&refusal);
                    assert!(words.contains("; "), "no remedy: {words}");
                }
            }
        }
    }
    assert!(accepted > 4_000, "only {accepted} actions are accepted");
    assert!(kinds.len() >= 29, "only these kinds are accepted: {kinds:?}");
}

#[test]
fn random_play_against_the_rules_never_panics_and_keeps_its_receipts() {
    let start = played(START);
    let mut overruled = 0;
    for seed in 0..30 {
        let mut rng = Rng::with_seed(1_000 + seed);
        let mut game: Game = start.clone();
        for _ in 0..300 {
            let action = campaign::record::overrule(random_action(&mut rng), "so it was");
            if let Ok(outcome) = game.outcome(&action) {
                check_events(game.campaign(), &action, &outcome);
                game = outcome.game;
                overruled += 1;
            }
        }
    }
    assert!(overruled > 3_000, "only {overruled} actions are accepted");
}
