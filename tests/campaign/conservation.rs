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
    class Brute: hand 8
    class Tinkerer: hand 9
    item 1: 10 gold, 2 copies, small
    item 2: 20 gold, 1 copy, head
    item 3: 5 gold, 3 copies, small
    item 14: 15 gold, 1 copy, one hand
    item 15: 8 gold, 1 copy, two hands
    item 71: 30 gold, 2 copies, head
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
            assert!(of.equipped.is_subset(&of.items), "{}", of.name);
        } else {
            assert!(of.items.is_empty() && of.gold == 0 && of.party.is_none());
            assert!(of.equipped.is_empty() && of.hand.is_none() && of.battle_goal.is_none());
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

/// The sums of a whole campaign: what came in, and what went out.
#[derive(Default)]
struct Ledger {
    gold_in: i64,
    gold_out: i64,
    checkmarks: i64,
    items_in: i64,
    items_out: i64,
}

impl Ledger {
    /// Opens the ledger of a campaign, with what its characters have.
    fn of(campaign: &Campaign) -> Self {
        let [gold_in, checkmarks, items_in] = held(campaign);
        Self { gold_in, checkmarks, items_in, ..Self::default() }
    }

    fn enter(&mut self, events: &[campaign_rules::Event]) {
        for event in events {
            match &event.kind {
                EventKind::Gold { parts, .. } => {
                    for gold in parts.iter().map(|part| i64::from(part.gold())) {
                        *(if gold < 0 { &mut self.gold_out } else { &mut self.gold_in }) +=
                            gold.abs();
                    }
                }
                EventKind::Checkmarks { change, .. } => {
                    self.checkmarks += i64::from(change.to) - i64::from(change.from);
                }
                EventKind::Item { has: true, .. } => self.items_in += 1,
                EventKind::Item { has: false, .. } => self.items_out += 1,
                _ => {}
            }
        }
    }

    fn check(&self, campaign: &Campaign) {
        let [gold, checkmarks, items] = held(campaign);
        assert_eq!(self.gold_in, self.gold_out + gold, "gold in = gold out + gold held");
        assert_eq!(self.checkmarks, checkmarks, "checkmarks");
        assert_eq!(self.items_in, self.items_out + items, "items");
    }
}

/// Returns the gold, the checkmarks and the items of all characters, gone ones included.
fn held(campaign: &Campaign) -> [i64; 3] {
    let mut sums = [0; 3];
    for of in &campaign.characters {
        let items = i64::try_from(of.items.len()).expect("there are few");
        for (sum, more) in sums.iter_mut().zip([of.gold.into(), of.checkmarks.into(), items]) {
            *sum += more;
        }
    }
    sums
}

#[test]
fn items_gold_and_experience_are_conserved_in_random_play() {
    let start = played(START);
    let (mut accepted, mut kinds) = (0, BTreeSet::new());
    for seed in 0..60 {
        let mut rng = Rng::with_seed(seed);
        let mut game = start.clone();
        let mut ledger = Ledger::of(game.campaign());
        for _ in 0..400 {
            let action = random_action(&mut rng);
            match game.outcome(&action) {
                Ok(outcome) => {
                    check_events(game.campaign(), &action, &outcome);
                    ledger.enter(&outcome.report.events);
                    game = outcome.game;
                    check_state(game.campaign());
                    ledger.check(game.campaign());
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
    assert!(kinds.len() >= 36, "only these kinds are accepted: {kinds:?}");
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
