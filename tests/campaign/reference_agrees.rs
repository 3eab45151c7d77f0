//! The rules and their second implementation agree over random campaigns: on what is allowed, and
//! on every number that follows.

use campaign_rules::character::{Character, CharacterState};
use campaign_rules::{Campaign, Game, Name};
use fastrand::Rng;

use crate::conservation::START;
use crate::random::{random_action, random_late_action};
use crate::reference::Reference;
use crate::support::action;

/// The number of actions in one random campaign.
const ACTIONS: usize = 500;

#[track_caller]
fn check_numbers(reference: &Reference, campaign: &Campaign, context: &str) {
    let world = &campaign.world;
    assert_eq!(reference.marks, i64::from(world.prosperity), "prosperity after {context}");
    assert_eq!(reference.donated, i64::from(world.donated), "donations after {context}");
    let level = i64::from(world.level());
    assert_eq!(reference.prosperity(), level, "prosperity level after {context}");
    for party in &campaign.parties {
        let band = &reference.bands[party.name.as_str()];
        assert_eq!(band.reputation, i64::from(party.reputation), "reputation after {context}");
        for item in world.items.keys() {
            let left = campaign.copies_left(&party.name, *item).map(i64::from);
            let expected = reference.copies_left(party.name.as_str(), *item);
            assert_eq!(expected, left, "copies of item {item} after {context}");
            let parts = campaign.price(party, *item);
            let paid = parts.map(|of| -of.iter().map(|part| i64::from(part.gold())).sum::<i64>());
            let expected = reference.price(band.reputation, *item);
            assert_eq!(expected, paid, "price of item {item} after {context}");
        }
    }
    assert_eq!(reference.heroes.len(), campaign.characters.len(), "characters after {context}");
    for of in &campaign.characters {
        let hero = &reference.heroes[of.name.as_str()];
        let found = [
            i64::from(of.level),
            i64::from(of.experience),
            i64::from(of.gold),
            i64::from(of.checkmarks),
        ];
        let expected = [hero.level, hero.experience, hero.gold, hero.checkmarks];
        assert_eq!(
            expected, found,
            "level, experience, gold, checkmarks of {} after {context}",
            of.name
        );
        assert_eq!(hero.equipped, of.equipped, "equipment of {} after {context}", of.name);
        let hand = of.hand.as_ref().map(|hand| {
            let cards = hand.cards.iter().map(ToString::to_string).collect();
            (i64::from(hand.basic), cards)
        });
        assert_eq!(hero.hand, hand, "hand of {} after {context}", of.name);
        assert_eq!(hero.goal, of.battle_goal, "battle goal of {} after {context}", of.name);
        assert_eq!(hero.items, of.items, "items of {} after {context}", of.name);
        assert_eq!(hero.party.as_deref(), of.party.as_ref().map(Name::as_str), "{context}");
        if of.state == CharacterState::Active {
            check_due(hero.perks_due(), hero.cards_due(), of, context);
        }
    }
}

#[track_caller]
fn check_due(perks: i64, cards: i64, of: &Character, context: &str) {
    let found = (i64::try_from(of.open_perks()), i64::try_from(of.open_cards()));
    assert_eq!((Ok(perks), Ok(cards)), found, "perks and cards of {} after {context}", of.name);
}

/// Returns the lines behind the usual start that make a campaign late: Anna has items for every
/// place, cards and perks to take, and each deck has three cards left.
fn late_lines() -> String {
    let perks = r#"perks Brute: "Add one +3" 2 times, "ignore \"scenario\" effects" 3 times"#;
    let mut lines = format!(
        "effects: item Anna 1, item Anna 2, item Anna 3, item Anna 14, item Anna 15, item Anna 71
        correct level Anna: 3
        card Anna: Hook, level 2
        card Anna: Trample, level 3
        correct checkmarks Anna: 18
        {perks}\n"
    );
    for number in 1..=27 {
        lines.extend([
            format!("city Wolves: {number} A, removed\n"),
            format!("travel Wolves: 5\nroad Wolves: {number} A, removed\n"),
            "lost Wolves: level 1\ntravel Wolves: town\n".to_owned(),
        ]);
    }
    lines
}

/// Plays lines by both implementations.
#[track_caller]
fn played_by_both(lines: &str) -> (Reference, Game) {
    let (mut reference, mut game) = (Reference::new(), Game::default());
    for line in lines.lines() {
        let action = action(line.trim());
        assert!(reference.play(&action).is_some(), "{line}");
        game = game.play(&action).expect(line);
    }
    check_numbers(&reference, game.campaign(), "the start");
    (reference, game)
}

/// Compares random campaigns from these seeds, every second one of them late; returns how many of
/// their actions were allowed.
#[track_caller]
fn compare(seeds: std::ops::Range<u64>) -> usize {
    let early = played_by_both(START);
    let late = played_by_both(&format!("{START}\n{}", late_lines()));
    let mut allowed = 0;
    for seed in seeds {
        let mut rng = Rng::with_seed(seed);
        let is_late = seed % 2 == 1;
        let (mut reference, mut game) = if is_late { late.clone() } else { early.clone() };
        for number in 0..ACTIONS {
            let action =
                if is_late { random_late_action(&mut rng) } else { random_action(&mut rng) };
            let context = format!("action {number} of seed {seed}: {action:?}");
            let played = game.play(&action);
            let expected = reference.play(&action).is_some();
            assert_eq!(expected, played.is_ok(), "{context}: {:?}", played.err());
            if let Ok(played) = played {
                game = played;
                allowed += 1;
                check_numbers(&reference, game.campaign(), &context);
            }
        }
    }
    allowed
}

/// `CAMPAIGN_ENTRIES=100000` asks for a longer search.
#[test]
fn second_implementation_agrees_over_the_entries_of_random_campaigns() {
    let asked = std::env::var("CAMPAIGN_ENTRIES").ok();
    let asked = asked.map_or(5_000, |text| text.parse().expect("a number of entries"));
    let (mut entries, mut seed) = (0, 0);
    while entries < asked {
        let more = compare(seed..seed + 10);
        assert!(more > 500, "only {more} actions are allowed");
        entries += more;
        seed += 10;
    }
}
