//! The page of scenarios: every rule of the hex map by its number, and the rulings.
//!
//! The texts are those of [`scenario_rules::rulebook`], so that the page cannot differ from what
//! the engine cites. Each ruling states its basis, and every other reading that a table may choose.

use std::sync::OnceLock;

use scenario_rules::rulebook::{Rule, Ruling, Standing, Switch, Switches};

use super::{RuleChapter, RuleEntry, RulesReference};

/// The chapters of the rules, by the number before the point.
const CHAPTERS: [(&str, &str); 17] = [
    ("S1", "Words"),
    ("S2", "The map"),
    ("S3", "Scenario level and setup"),
    ("S4", "The round"),
    ("S5", "Turns and conditions"),
    ("S6", "Movement"),
    ("S7", "Attacks, damage and healing"),
    ("S8", "The turn of a monster"),
    ("S9", "Summons and spawns"),
    ("S10", "Elements and the end of the round"),
    ("S11", "Loot and experience"),
    ("S12", "The end of the scenario"),
    ("S13", "Variants"),
    ("S14", "The town"),
    ("S15", "The campaign"),
    ("S16", "Characters"),
    ("S17", "The random dungeon"),
];

/// The title of the chapter of rulings.
const RULINGS: &str = "Rulings";

/// The rulings that settle an open point of a rule.
const SETTLED: [(Rule, &[Ruling]); 18] = [
    (Rule::Adjacent, &[Ruling::AcrossWalls]),
    (Rule::Sight, &[Ruling::AnyPart, Ruling::AdjacentSight]),
    (Rule::OneFigure, &[Ruling::JumpAndFly, Ruling::FlyingLost]),
    (Rule::Order, &[Ruling::EqualInitiative]),
    (Rule::OtherConditions, &[Ruling::Unseen]),
    (Rule::Cost, &[Ruling::JumpAndFly, Ruling::DifficultTerrain]),
    (Rule::Traps, &[Ruling::SprungTraps, Ruling::FlyingLost]),
    (Rule::Doors, &[Ruling::RevealedRoom]),
    (Rule::Disadvantage, &[Ruling::BetterCard]),
    (Rule::Damage, &[Ruling::Shields]),
    (Rule::Retaliate, &[Ruling::NoShieldAgainstRetaliate]),
    (Rule::Focus, &[Ruling::NearerFirst]),
    (Rule::Negative, &[Ruling::FewestNegatives]),
    (Rule::Tie, &[Ruling::NearerFirst]),
    (Rule::NoFocus, &[Ruling::Unseen]),
    (Rule::Best, &[Ruling::BestHex, Ruling::AreaAttack]),
    (Rule::OutOfReach, &[Ruling::BestHex]),
    (Rule::Others, &[Ruling::FurtherAttack]),
];

/// Returns the page of scenarios, made at the first call.
pub fn scenario_reference() -> &'static RulesReference {
    static PAGE: OnceLock<RulesReference> = OnceLock::new();
    PAGE.get_or_init(|| {
        let rulings = Ruling::ALL.into_iter().map(ruling_entry).collect();
        in_chapters(&Rule::ALL.map(rule_entry), rulings)
    })
}

/// Returns a page with these rules by their chapters, and with these rulings.
pub(super) fn in_chapters(rules: &[RuleEntry], rulings: Vec<RuleEntry>) -> RulesReference {
    let mut chapters: Vec<RuleChapter> = Vec::new();
    for (number, title) in CHAPTERS {
        let is_of_chapter = |rule: &&RuleEntry| rule.anchor.split('.').next() == Some(number);
        let entries: Vec<RuleEntry> = rules.iter().filter(is_of_chapter).cloned().collect();
        if !entries.is_empty() {
            chapters.push(RuleChapter { title, entries });
        }
    }
    chapters.push(RuleChapter { title: RULINGS, entries: rulings });
    RulesReference { chapters }
}

fn rule_entry(rule: Rule) -> RuleEntry {
    let settled = SETTLED.iter().filter(|(of, _)| *of == rule);
    let rulings = settled.flat_map(|(_, rulings)| *rulings).map(|ruling| ruling.number());
    let name = (rule.number(), rule.title());
    RuleEntry::of_rule(name, rule.section(), rule.summary(), rulings.collect())
}

fn ruling_entry(ruling: Ruling) -> RuleEntry {
    let rules =
        SETTLED.iter().filter(|(_, of)| of.contains(&ruling)).map(|(rule, _)| rule.number());
    let mut paragraphs = vec![ruling.sentence().to_owned()];
    paragraphs.push(basis_text(ruling.default_standing()).to_owned());
    paragraphs.extend(other_readings(ruling));
    RuleEntry::of_ruling((ruling.number(), title(ruling)), paragraphs, rules.collect())
}

/// Returns the basis of a ruling as a sentence.
pub(super) const fn basis_text(standing: Standing) -> &'static str {
    match standing {
        Standing::Letter => "This is the letter of the rulebook.",
        Standing::Public => {
            "The rulebook is silent or unclear here; this is the publisher's answer, or the common practice of companion apps."
        }
        Standing::Ours => "The rulebook is silent here; this is the reading of this app.",
    }
}

/// Returns the other readings of a ruling, each with the name of its switch.
fn other_readings(ruling: Ruling) -> impl Iterator<Item = String> {
    let amounts = [Switch::Hazard(0)];
    Switch::PLAIN.into_iter().chain(amounts).filter_map(move |switch| {
        let mut switches = Switches::default();
        switches.set(switch, true);
        let reading = ruling.text(switches);
        let name = match switch {
            Switch::Hazard(_) => "hazardous".to_owned(),
            _ => switch.to_string(),
        };
        (reading != ruling.sentence())
            .then(|| format!("A table that plays \"{name}\" reads it otherwise: {reading}"))
    })
}

/// Returns a title for a ruling, a few words long.
const fn title(ruling: Ruling) -> &'static str {
    match ruling {
        Ruling::FewestNegatives => "Fewest negative hexes",
        Ruling::NearerFirst => "Tied foci: initiative or nearness",
        Ruling::BestHex => "The best hex and group of targets",
        Ruling::AnyPart => "Sight from any part",
        Ruling::AcrossWalls => "Hexes with a wall between them",
        Ruling::SprungTraps => "Sprung traps and hazards",
        Ruling::JumpAndFly => "Jumping and flying",
        Ruling::DifficultTerrain => "Difficult terrain",
        Ruling::Shields => "Shield and pierce",
        Ruling::EqualInitiative => "Equal initiative",
        Ruling::BetterCard => "The better modifier card",
        Ruling::DeckFaces => "The cards of a modifier deck",
        Ruling::OwnTurn => "Conditions gained on the own turn",
        Ruling::Unseen => "Poison, wound, disarm, invisible, bless, curse",
        Ruling::NoShieldAgainstRetaliate => "Retaliate against a shield",
        Ruling::RevealedRoom => "Monsters of a revealed room",
        Ruling::MadeElement => "Making an element",
        Ruling::DroppedToken => "Which monsters leave money",
        Ruling::AfterDamage => "Conditions of an attack",
        Ruling::ValueOrder => "The order of changes of a value",
        Ruling::AdjacentSight => "Sight between adjacent hexes",
        Ruling::FirstDrawn => "When neither modifier card is better",
        Ruling::FurtherAttack => "A further attack",
        Ruling::FlyingLost => "When flying ends",
        Ruling::AreaAttack => "Area attacks",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search_in;

    fn entry_of(anchor: &str) -> &'static RuleEntry {
        scenario_reference().entry_at(anchor).unwrap_or_else(|| panic!("no entry {anchor}"))
    }

    #[test]
    fn every_rule_and_ruling_of_scenarios_has_one_entry() {
        let mut expected: Vec<&str> = Rule::ALL.into_iter().map(Rule::number).collect();
        expected.extend(Ruling::ALL.into_iter().map(Ruling::number));
        expected.sort_unstable();
        let mut found: Vec<&str> =
            scenario_reference().entries().map(|entry| entry.anchor).collect();
        found.sort_unstable();
        assert_eq!(found, expected);
    }

    #[test]
    fn every_number_finds_its_entry_first() {
        for entry in scenario_reference().entries() {
            let hits = search_in(&scenario_reference().chapters, entry.anchor);
            assert_eq!(hits.first().map(|hit| hit.entry.anchor), Some(entry.anchor));
        }
    }

    #[test]
    fn rule_and_the_ruling_that_settles_it_refer_to_each_other() {
        assert_eq!(entry_of("S8.9").related().collect::<Vec<_>>(), ["G3", "G31"]);
        assert_eq!(entry_of("G3").related().collect::<Vec<_>>(), ["S8.9", "S8.11"]);
        for entry in scenario_reference().entries() {
            for other in entry.related() {
                assert!(entry_of(other).related().any(|back| back == entry.anchor), "{other}");
            }
        }
    }

    #[test]
    fn ruling_states_its_basis_and_the_other_readings() {
        let paragraphs = entry_of("G2").paragraphs.join("\n");
        assert!(paragraphs.contains("the letter of the rulebook"), "{paragraphs}");
        assert!(paragraphs.contains("\"nearer first\" reads it otherwise"), "{paragraphs}");
        assert!(entry_of("G25").paragraphs.join("\n").contains("the reading of this app"));
        assert!(entry_of("G6").paragraphs.join("\n").contains("\"hazardous\""));
        assert_eq!(entry_of("G5").paragraphs.len(), 2);
    }

    #[test]
    fn rule_is_cited_with_its_section_of_the_rulebook() {
        assert_eq!(entry_of("S8.5").title, "Tied foci");
        assert_eq!(entry_of("S8.5").section, Some("Monster Focus"));
        assert_eq!(entry_of("G2").section, None);
    }
}
