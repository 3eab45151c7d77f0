//! The rules reference: a summary of the rules in our own words, with a search.
//!
//! The page of the first game is `assets/help/rules.md`, embedded and parsed once. It has chapters
//! in the order of the rulebook, with an entry for every [`Rule`], and entries for rulings, table
//! options and a glossary. A refusal or receipt that names a rule opens the entry returned by
//! [`entry_of`]; [`search_in`] runs while the player types.
//!
//! The pages of scenarios and campaigns, [`scenario_reference`] and [`campaign_reference`], are made
//! from the rules and rulings themselves.

mod campaign;
mod scenario;
mod search;

use std::sync::OnceLock;

use plain_text::capitalized;
use rules::Rule;

pub use campaign::campaign_reference;
pub use scenario::scenario_reference;
pub use search::{EntryPart, MatchedPart, SearchHit, search, search_in};

/// The source of the page.
const PAGE: &str = include_str!("../../assets/help/rules.md");

/// The whole page, parsed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulesReference {
    /// The chapters, in the order of the rulebook.
    pub chapters: Vec<RuleChapter>,
}

/// A chapter of the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleChapter {
    /// The heading.
    pub title: &'static str,
    /// The entries, in order.
    pub entries: Vec<RuleEntry>,
}

/// A rule, ruling, table option or explained word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleEntry {
    /// The stable identifier of the entry: the number of the rule ("5.4") or ruling ("R7"), or the
    /// explained word. It stays when titles are reworded.
    pub anchor: &'static str,
    /// The rule of the first game; `None` for other entries.
    pub rule: Option<Rule>,
    /// The heading, without the number.
    pub title: String,
    /// The title of the rulebook's section; `None` unless the entry is a rule.
    pub section: Option<&'static str>,
    /// The text. A worked example is a separate paragraph that begins with "Example:".
    pub paragraphs: Vec<String>,
    /// Related rules.
    pub see_also: Vec<Rule>,
    /// Related rulings and table options, by their anchors; for a ruling of a scenario, the rules
    /// that it settles.
    pub rulings: Vec<&'static str>,
}

impl RuleEntry {
    /// Returns the entry of a rule of the second game or of a campaign, with its rulings.
    fn of_rule(
        (anchor, title): (&'static str, &str),
        section: &'static str,
        summary: &str,
        rulings: Vec<&'static str>,
    ) -> Self {
        Self {
            anchor,
            rule: None,
            title: capitalized(title),
            section: Some(section),
            paragraphs: vec![summary.to_owned()],
            see_also: Vec::new(),
            rulings,
        }
    }

    /// Returns the entry of a ruling of the second game or of a campaign, with the rules that it
    /// settles.
    fn of_ruling(
        (anchor, title): (&'static str, &str),
        paragraphs: Vec<String>,
        rules: Vec<&'static str>,
    ) -> Self {
        Self {
            anchor,
            rule: None,
            title: title.to_owned(),
            section: None,
            paragraphs,
            see_also: Vec::new(),
            rulings: rules,
        }
    }

    /// Returns the anchors of the related entries.
    pub fn related(&self) -> impl Iterator<Item = &'static str> {
        self.see_also.iter().map(|rule| rule.number()).chain(self.rulings.iter().copied())
    }
}

/// Returns the page, parsed at the first call.
pub fn reference() -> &'static RulesReference {
    static DIGEST: OnceLock<RulesReference> = OnceLock::new();
    DIGEST.get_or_init(|| parse(PAGE))
}

/// Returns the entry of a rule.
///
/// # Panics
///
/// If the rule has no entry, which a test excludes for every rule.
pub fn entry_of(rule: Rule) -> &'static RuleEntry {
    reference()
        .entries()
        .find(|entry| entry.rule == Some(rule))
        .expect("every rule has an entry, as a test checks")
}

/// Returns the entry with an anchor: the number of a rule or ruling, or an explained word.
pub fn entry_at(anchor: &str) -> Option<&'static RuleEntry> {
    reference().entry_at(anchor)
}

impl RulesReference {
    /// Returns all entries, chapter by chapter.
    pub fn entries(&self) -> impl Iterator<Item = &RuleEntry> {
        self.chapters.iter().flat_map(|chapter| &chapter.entries)
    }

    /// Returns the entry with an anchor: the number of a rule or ruling, or an explained word.
    pub fn entry_at(&self, anchor: &str) -> Option<&RuleEntry> {
        self.entries().find(|entry| entry.anchor == anchor)
    }
}

/// Parses the page: `## RuleChapter`, `### 5.4 Title`, then one sentence per line.
fn parse(page: &'static str) -> RulesReference {
    let mut chapters: Vec<RuleChapter> = Vec::new();
    for line in page.lines().map(str::trim) {
        if let Some(title) = line.strip_prefix("## ") {
            chapters.push(RuleChapter { title, entries: Vec::new() });
            continue;
        }
        // Lines above the first chapter are an introduction for readers of the file.
        let Some(chapter) = chapters.last_mut() else {
            continue;
        };
        if let Some(heading) = line.strip_prefix("### ") {
            chapter.entries.push(entry(heading));
        } else if let Some(entry) = chapter.entries.last_mut() {
            add_line(entry, line);
        }
    }
    RulesReference { chapters }
}

/// Returns an entry with its heading and no text yet.
fn entry(heading: &'static str) -> RuleEntry {
    let (first, rest) = heading.split_once(' ').unwrap_or((heading, ""));
    let numbered = first.contains(|c: char| c.is_ascii_digit());
    let (anchor, title) = if numbered { (first, rest) } else { (heading, heading) };
    let rule = rule_numbered(anchor);
    RuleEntry {
        anchor,
        rule,
        title: title.to_owned(),
        section: rule.map(Rule::section),
        paragraphs: Vec::new(),
        see_also: Vec::new(),
        rulings: Vec::new(),
    }
}

fn add_line(entry: &mut RuleEntry, line: &'static str) {
    if let Some(others) = line.strip_prefix("See also ") {
        for other in others.trim_end_matches('.').split(", ") {
            match rule_numbered(other) {
                Some(rule) => entry.see_also.push(rule),
                None => entry.rulings.push(other),
            }
        }
        return;
    }
    let example = line.starts_with("Example:");
    match entry.paragraphs.last_mut() {
        _ if line.is_empty() => {}
        Some(paragraph) if !example => {
            paragraph.push(' ');
            paragraph.push_str(line);
        }
        Some(_) | None => entry.paragraphs.push(line.to_owned()),
    }
}

fn rule_numbered(number: &str) -> Option<Rule> {
    Rule::ALL.into_iter().find(|rule| rule.number() == number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::rulebook::TableOption;

    #[test]
    fn every_rule_has_exactly_one_entry() {
        for rule in Rule::ALL {
            let count = reference().entries().filter(|e| e.rule == Some(rule)).count();
            assert_eq!(count, 1, "{rule}");
            assert_eq!(entry_of(rule).section, Some(rule.section()));
        }
    }

    #[test]
    fn anchors_are_unique_and_numbered_anchors_are_rules() {
        let mut anchors: Vec<&str> = reference().entries().map(|entry| entry.anchor).collect();
        anchors.sort_unstable();
        let count = anchors.len();
        anchors.dedup();
        assert_eq!(anchors.len(), count);
        for entry in reference().entries() {
            let digit = entry.anchor.starts_with(|c: char| c.is_ascii_digit());
            assert_eq!(digit, entry.rule.is_some(), "{}", entry.anchor);
        }
    }

    #[test]
    fn every_reference_leads_to_another_entry() {
        for entry in reference().entries() {
            for rule in &entry.see_also {
                assert_ne!(entry.rule, Some(*rule), "{}", entry.anchor);
            }
            for ruling in &entry.rulings {
                assert!(entry_at(ruling).is_some(), "{}: {ruling}", entry.anchor);
                assert_ne!(entry.anchor, *ruling);
            }
        }
    }

    #[test]
    fn every_table_option_has_its_entry_under_its_ruling() {
        let mut chapters = reference().chapters.iter();
        let options = chapters
            .find(|chapter| chapter.title == "Table options")
            .expect("there is such a chapter");
        let anchors: Vec<&str> = options.entries.iter().map(|entry| entry.anchor).collect();
        let rulings = TableOption::ALL.iter().map(|option| option.ruling());
        assert_eq!(anchors, rulings.collect::<Vec<_>>());
        for (entry, option) in options.entries.iter().zip(TableOption::ALL) {
            assert_eq!(entry.title.to_lowercase(), option.key());
        }
    }

    #[test]
    fn entries_are_short_and_speak_of_players_in_the_third_person() {
        for entry in reference().entries() {
            assert!(!entry.paragraphs.is_empty(), "{} is empty", entry.anchor);
            let text = entry.paragraphs.join(" ");
            let words: Vec<&str> = text
                .split(|c: char| !c.is_alphanumeric() && c != '$')
                .filter(|word| !word.is_empty())
                .collect();
            assert!(words.len() <= 120, "{}: {}", entry.anchor, words.len());
            for word in &words {
                let word = word.to_lowercase();
                let addressed = ["you", "your", "yours", "yourself"].contains(&word.as_str());
                assert!(!addressed, "{} says \"{word}\"", entry.anchor);
            }
            assert!(entry.paragraphs.iter().all(|text| text.ends_with('.')), "{}", entry.anchor);
        }
    }

    #[test]
    fn an_example_is_a_separate_paragraph() {
        let entry = entry_of(Rule::Cascade);
        assert_eq!(entry.title, "Paying on");
        assert_eq!(entry.paragraphs.len(), 2);
        assert!(entry.paragraphs[1].starts_with("Example:"));
        assert_eq!(entry.see_also, [Rule::WhichSource]);
        assert_eq!(entry.rulings, ["R13", "R36"]);
    }
}
