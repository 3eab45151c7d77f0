//! Random actions of every kind, from a seed.

use std::collections::BTreeSet;

use campaign_rules::Name;
use campaign_rules::action::{
    Action, Correction, EnhancementEntry, EnvelopeReason, GainsEntry, NewCharacterEntry, OtherGold,
    ResolvedEvent, RetirementEntry, ScenarioResult,
};
use campaign_rules::character::ChosenHand;
use campaign_rules::class::{CardHalf, ClassFacts, ClassPerk, LineKind, PlacedSticker};
use campaign_rules::consequence::{
    Consequence, EventOutcome, GoldShare, OutcomeCondition, Recipient,
};
use campaign_rules::facts::{ItemFacts, QuestFacts, Requirement, ScenarioFacts, Slot};
use campaign_rules::party::{Place, PlayMode};
use campaign_rules::world::{EventDeck, GlobalAchievement, World};
use fastrand::Rng;
use scenario_rules::ending::Ending;
use scenario_rules::enhancement::Sticker;

fn one<T: Clone>(rng: &mut Rng, of: &[T]) -> T {
    of[rng.usize(0..of.len())].clone()
}

fn name(rng: &mut Rng, of: &[&str]) -> Name {
    Name::new(one(rng, of))
}

fn maybe<T>(rng: &mut Rng, of: impl FnOnce(&mut Rng) -> T) -> Option<T> {
    if rng.bool() { Some(of(rng)) } else { None }
}

fn character(rng: &mut Rng) -> Name {
    name(rng, &["Anna", "Ben", "Cid 2", "Dóra", "the Eve"])
}

fn party(rng: &mut Rng) -> Name {
    name(rng, &["Wolves", "Bears of the North"])
}

fn class(rng: &mut Rng) -> Name {
    name(rng, &["Brute", "Tinkerer", "Sun"])
}

fn envelope(rng: &mut Rng) -> Name {
    name(rng, &["A", "B", "C", "Town Records"])
}

fn words(rng: &mut Rng) -> String {
    one(rng, &["the door stays shut", "a \"quoted\" word, and more: so", "2 × ½", "back\\slash"])
        .to_owned()
}

fn item(rng: &mut Rng) -> u16 {
    one(rng, &[1, 2, 3, 14, 15, 71])
}

fn recipient(rng: &mut Rng) -> Recipient {
    if rng.bool() { Recipient::Each } else { Recipient::One(character(rng)) }
}

fn consequence(rng: &mut Rng) -> Consequence {
    let has = rng.bool();
    match rng.u8(0..13) {
        0 => Consequence::Reputation(rng.i8(-12..=12)),
        1 => Consequence::Prosperity(rng.i8(-3..=3)),
        2 => Consequence::Gold { of: recipient(rng), amount: rng.i16(-20..=30) },
        3 => Consequence::Experience { of: recipient(rng), amount: rng.i16(-20..=60) },
        4 => Consequence::Checkmarks { of: recipient(rng), amount: rng.i8(-4..=4) },
        5 => Consequence::Item { of: character(rng), item: item(rng), has },
        6 => Consequence::Design(item(rng)),
        7 => {
            let kind = maybe(rng, |rng| name(rng, &["City Rule", "Artifact"]));
            let name = name(rng, &[World::TECHNOLOGY, World::ENHANCING, "Crown"]);
            Consequence::Global { achievement: GlobalAchievement { kind, name }, has }
        }
        8 => Consequence::PartyAchievement { name: name(rng, &World::DRAKE), has },
        9 => Consequence::Unlock(rng.u16(1..6)),
        12 => {
            let shares = (0..rng.usize(0..3))
                .map(|_| GoldShare { character: character(rng), gold: rng.u16(0..15) })
                .collect();
            Consequence::GoldTogether { amount: rng.i16(-20..=20), shares }
        }
        10 => {
            let deck = maybe(rng, |rng| one(rng, &EventDeck::ALL));
            Consequence::AddEvent { deck, number: rng.u16(28..40) }
        }
        _ => Consequence::Words(words(rng)),
    }
}

fn consequences(rng: &mut Rng, least: usize) -> Vec<Consequence> {
    (0..rng.usize(least..4)).map(|_| consequence(rng)).collect()
}

fn outcome(rng: &mut Rng) -> EventOutcome {
    let condition = match rng.u8(0..5) {
        0 => OutcomeCondition::Always,
        1 => OutcomeCondition::Classes((0..rng.usize(1..3)).map(|_| class(rng)).collect()),
        2 => {
            let least = rng.i8(-20..=10);
            OutcomeCondition::Reputation { least, most: rng.i8(least..=20) }
        }
        3 => OutcomeCondition::Gold(rng.u16(1..200)),
        _ => OutcomeCondition::Otherwise,
    };
    EventOutcome { condition, consequences: consequences(rng, 0) }
}

fn perk(rng: &mut Rng) -> String {
    one(rng, &["remove two -1, add: +1", "Add one +3", "ignore \"scenario\" effects"]).to_owned()
}

/// Returns what a character takes to a scenario.
fn preparation(rng: &mut Rng) -> Action {
    let who = character(rng);
    match rng.u8(0..3) {
        0 => Action::Equip {
            character: who,
            items: (0..rng.usize(0..3)).map(|_| item(rng)).collect(),
        },
        1 => Action::ChooseHand {
            character: who,
            hand: ChosenHand {
                basic: rng.u8(7..11),
                cards: (0..rng.usize(0..3)).map(|_| card(rng)).collect(),
            },
        },
        _ => Action::ChooseGoal { character: who, goal: rng.u16(458..461) },
    }
}

fn card(rng: &mut Rng) -> Name {
    name(rng, &["Hook", "Slam 3", "Trample"])
}

fn facts(rng: &mut Rng) -> Action {
    match rng.u8(0..9) {
        6 => Action::ClassPerks {
            class: class(rng),
            perks: (0..rng.usize(1..3))
                .map(|_| ClassPerk { words: perk(rng), times: rng.u8(1..3) })
                .collect(),
        },
        7 => Action::QuestFacts(QuestFacts {
            number: rng.u16(510..514),
            title: maybe(rng, |rng| name(rng, &["Seeker", "The Long Way"])),
            envelope: maybe(rng, envelope),
        }),
        8 => Action::SmallItems(one(rng, &[World::SMALL_ITEMS, [1, 1, 1, 1, 2, 2, 2, 2, 2]])),
        0 => Action::Class(ClassFacts {
            name: class(rng),
            hand: maybe(rng, |rng| rng.u8(8..11)),
            hit_points: maybe(rng, |rng| std::array::from_fn(|_| rng.u8(6..30))),
            opening_event: maybe(rng, |rng| rng.u16(31..60)),
            retirement_event: maybe(rng, |rng| rng.u16(31..60)),
        }),
        1 => Action::Item(ItemFacts {
            number: item(rng),
            title: maybe(rng, |rng| name(rng, &["Winged Shoes", "Cloak"])),
            price: rng.u16(1..40),
            copies: rng.u8(1..4),
            slot: maybe(rng, |rng| one(rng, &Slot::ALL)),
        }),
        2 => Action::Scenario(ScenarioFacts {
            number: rng.u16(1..6),
            links: (0..rng.usize(0..3)).map(|_| rng.u16(1..6)).collect::<BTreeSet<_>>(),
            is_linked_to_town: rng.bool(),
            requirements: (0..rng.usize(0..2))
                .map(|_| Requirement {
                    achievement: name(rng, &["Crown", World::DRAKE[0]]),
                    is_global: rng.bool(),
                    is_present: rng.bool(),
                })
                .collect(),
        }),
        3 => Action::DonationTrack(vec![10, 20, 50, 100]),
        4 => Action::Thresholds(one(rng, &[World::THRESHOLDS, [2, 4, 6, 8, 10, 12, 14, 16]])),
        _ => Action::PriceSteps(one(rng, &[World::PRICE_STEPS, [1, 2, 3, 4, 5]])),
    }
}

fn correction(rng: &mut Rng) -> Correction {
    let character = character(rng);
    match rng.u8(0..7) {
        0 => Correction::Prosperity(rng.u16(0..70)),
        1 => Correction::Donations(rng.u16(0..120)),
        2 => Correction::Reputation { party: party(rng), to: rng.i8(-20..=20) },
        3 => Correction::Gold { character, to: rng.u16(0..300) },
        4 => Correction::Experience { character, to: rng.u16(0..600) },
        5 => Correction::Level { character, to: rng.u8(1..=9) },
        _ => Correction::Checkmarks { character, to: rng.u8(0..=18) },
    }
}

fn enhancement(rng: &mut Rng) -> EnhancementEntry {
    let sticker = one(rng, &Sticker::ALL);
    let is_hex = sticker == Sticker::AttackHex;
    EnhancementEntry {
        character: character(rng),
        placed: PlacedSticker {
            card: name(rng, &["Trample", "Wide Swing 2"]),
            card_level: rng.u8(1..3),
            half: one(rng, &CardHalf::ALL),
            line: rng.u8(1..4),
            kind: one(rng, &LineKind::ALL),
            sticker,
        },
        several_targets: rng.bool(),
        hexes: is_hex.then(|| rng.u8(1..6)),
    }
}

/// Returns an action of any kind, with names from a small stock.
pub fn random_action(rng: &mut Rng) -> Action {
    let who = character(rng);
    match rng.u8(0..36) {
        0 | 1 => facts(rng),
        2 => Action::OpenClass { class: class(rng), envelope: maybe(rng, envelope) },
        3 => Action::PermanentDeath(rng.bool()),
        4 => Action::Envelope {
            envelope: envelope(rng),
            reason: match rng.u8(0..4) {
                0 => EnvelopeReason::Printed,
                1 => EnvelopeReason::Reputation(one(rng, &[-10, 10, 5])),
                2 => EnvelopeReason::FirstRetirement,
                _ => EnvelopeReason::Words(words(rng)),
            },
        },
        5 => Action::NewParty(party(rng)),
        6 => Action::NewCharacter(NewCharacterEntry {
            name: who,
            class: class(rng),
            level: rng.u8(1..4),
            quest: maybe(rng, |rng| rng.u16(510..514)),
        }),
        7 | 8 => Action::Join { character: who, party: party(rng) },
        9 => Action::Leave(who),
        10..=12 => Action::Travel {
            party: party(rng),
            to: if rng.bool() { Place::Town } else { Place::Scenario(rng.u16(1..6)) },
            mode: PlayMode::Campaign,
        },
        13 => Action::Travel {
            party: party(rng),
            to: Place::Scenario(rng.u16(1..6)),
            mode: PlayMode::Casual,
        },
        14 | 15 => Action::Event(ResolvedEvent {
            party: party(rng),
            deck: one(rng, &EventDeck::ALL),
            number: rng.u16(1..35),
            choice: one(rng, &['A', 'B']),
            is_put_back: rng.bool(),
            consequences: consequences(rng, 0),
            outcomes: (0..rng.usize(0..3)).map(|_| outcome(rng)).collect(),
        }),
        16 | 17 => Action::End(ScenarioResult {
            party: party(rng),
            ending: one(rng, &Ending::ALL),
            level: rng.u8(0..8),
            record_check: maybe(rng, |rng| rng.u32(..)),
        }),
        18 | 19 => Action::Gains(GainsEntry {
            character: who,
            experience: rng.u16(0..20),
            tokens: rng.u16(0..6),
            checkmarks: rng.u8(0..3),
            others: (0..rng.usize(0..2))
                .map(|_| OtherGold { amount: rng.u16(1..9), source: "item 012".to_owned() })
                .collect(),
        }),
        20 => Action::Reward { party: party(rng), consequences: consequences(rng, 1) },
        21 => Action::Consequences { party: maybe(rng, party), consequences: consequences(rng, 1) },
        22 => Action::LevelUp(who),
        23 => Action::ChooseCard { character: who, title: card(rng), level: rng.u8(2..4) },
        24 => Action::TakePerk { character: who, perk: perk(rng) },
        25 | 26 => Action::Buy { character: who, item: item(rng) },
        27 => Action::Sell { character: who, item: item(rng) },
        28 => Action::Donate(who),
        29 => Action::Enhance(enhancement(rng)),
        30 => Action::Quest { character: who, quest: rng.u16(510..514) },
        31 => one(rng, &[Action::Fulfilled(who.clone()), Action::Die(who)]),
        32 => Action::Retire(RetirementEntry {
            character: who,
            envelope: envelope(rng),
            design: maybe(rng, item),
            scenario: maybe(rng, |rng| rng.u16(1..6)),
        }),
        33 | 34 => preparation(rng),
        _ if rng.bool() => Action::Correct(correction(rng)),
        _ => Action::Note(words(rng)),
    }
}

/// Returns an action of a late campaign, mostly about what characters take along, event cards and
/// gold that a party divides. The decks are small then, so that their order matters.
pub fn random_late_action(rng: &mut Rng) -> Action {
    let party = Name::new("Wolves");
    match rng.u8(0..12) {
        0..3 => Action::Event(ResolvedEvent {
            party,
            deck: one(rng, &EventDeck::ALL),
            number: rng.u16(28..=30),
            choice: 'A',
            is_put_back: rng.u8(0..4) > 0,
            consequences: Vec::new(),
            outcomes: (0..rng.usize(0..4)).map(|_| late_outcome(rng)).collect(),
        }),
        3 => Action::Travel { party, to: Place::Town, mode: PlayMode::Campaign },
        4 => {
            let to = Place::Scenario(one(rng, &[4, 5]));
            Action::Travel { party, to, mode: PlayMode::Campaign }
        }
        5 => Action::End(ScenarioResult {
            party,
            ending: Ending::Lost,
            level: rng.u8(0..8),
            record_check: None,
        }),
        6 => {
            let items = [1, 2, 3, 14, 15, 71].into_iter().filter(|_| rng.bool()).collect();
            Action::Equip { character: Name::new("Anna"), items }
        }
        7 => preparation(rng),
        8 => Action::TakePerk { character: Name::new("Anna"), perk: perk(rng) },
        9 => {
            let character = name(rng, &["Anna", "Ben"]);
            let to = if rng.u8(0..3) > 0 { rng.u16(0..4) } else { 400 };
            Action::Correct(Correction::Gold { character, to })
        }
        11 if rng.bool() => {
            let mut entry = enhancement(rng);
            entry.character = Name::new("Anna");
            entry.placed.card_level = 1;
            (entry.placed.kind, entry.placed.sticker) = (LineKind::Attack, Sticker::Attack);
            entry.hexes = None;
            Action::Enhance(entry)
        }
        10 => Action::Consequences {
            party: Some(party),
            consequences: vec![Consequence::GoldTogether {
                amount: rng.i16(-6..=6),
                shares: (0..rng.usize(0..3))
                    .map(|_| GoldShare {
                        character: name(rng, &["Anna", "Ben"]),
                        gold: rng.u16(0..4),
                    })
                    .collect(),
            }],
        },
        _ => random_action(rng),
    }
}

/// Returns an outcome whose effect shows whether it applied.
fn late_outcome(rng: &mut Rng) -> EventOutcome {
    let condition = match rng.u8(0..5) {
        0 => OutcomeCondition::Always,
        1 => OutcomeCondition::Classes(vec![class(rng)]),
        2 => OutcomeCondition::Reputation { least: rng.i8(-3..=0), most: rng.i8(0..=3) },
        3 => OutcomeCondition::Gold(rng.u16(1..8)),
        _ => OutcomeCondition::Otherwise,
    };
    let amount = one(rng, &[-1, 1]);
    EventOutcome { condition, consequences: vec![Consequence::Reputation(amount)] }
}
