//! The page of campaigns: the rules between scenarios by their numbers, and the rulings.
//!
//! The texts are those of [`campaign_rules::rulebook`], as for scenarios.

use std::sync::OnceLock;

use campaign_rules::{Rule, Ruling};

use super::scenario::{basis_text, in_chapters};
use super::{RuleEntry, RulesReference};

/// The rulings that settle an open point of a rule.
const SETTLED: [(Rule, Ruling); 3] = [
    (Rule::Losses, Ruling::PriceSteps),
    (Rule::Levels, Ruling::Thresholds),
    (Rule::Copies, Ruling::SmallItems),
];

/// Returns the page of campaigns, made at the first call.
pub fn campaign_reference() -> &'static RulesReference {
    static PAGE: OnceLock<RulesReference> = OnceLock::new();
    PAGE.get_or_init(|| {
        let rulings = Ruling::ALL.into_iter().map(ruling_entry).collect();
        in_chapters(&Rule::ALL.map(rule_entry), rulings)
    })
}

fn rule_entry(rule: Rule) -> RuleEntry {
    let rulings = SETTLED.iter().filter(|(of, _)| *of == rule).map(|(_, ruling)| ruling.number());
    let name = (rule.number(), rule.title());
    RuleEntry::of_rule(name, rule.section(), rule.summary(), rulings.collect())
}

fn ruling_entry(ruling: Ruling) -> RuleEntry {
    let rules = SETTLED.iter().filter(|(_, of)| *of == ruling).map(|(rule, _)| rule.number());
    let basis = basis_text(ruling.standing());
    let paragraphs = vec![ruling.sentence().to_owned(), basis.to_owned()];
    RuleEntry::of_ruling((ruling.number(), title(ruling)), paragraphs, rules.collect())
}

/// Returns a title for a ruling, a few words long.
const fn title(ruling: Ruling) -> &'static str {
    match ruling {
        Ruling::PriceSteps => "Prices by reputation",
        Ruling::Thresholds => "Prosperity levels",
        Ruling::SmallItems => "Small items",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search_in;

    #[test]
    fn every_number_of_a_campaign_finds_its_entry_first() {
        let page = campaign_reference();
        assert_eq!(page.entries().count(), Rule::ALL.len() + Ruling::ALL.len());
        for entry in page.entries() {
            let hits = search_in(&page.chapters, entry.anchor);
            assert_eq!(hits.first().map(|hit| hit.entry.anchor), Some(entry.anchor));
        }
    }

    #[test]
    fn rule_and_ruling_refer_to_each_other() {
        let page = campaign_reference();
        for entry in page.entries() {
            for other in entry.related() {
                let back = page.entry_at(other).expect("the related entry is there");
                assert!(back.related().any(|of| of == entry.anchor), "{other}");
            }
        }
    }
}
