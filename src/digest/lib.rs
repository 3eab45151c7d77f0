//! The digest of the rules: a page of our own words, to be read and searched beside the game.
//!
//! The page is `assets/help/rules.md`, embedded and read once: chapters in the
//! order of the rulebook, and in them an entry for every [`Rule`] besides
//! rulings, table options and a glossary. A refusal or receipt that names a
//! rule opens the page at [`find`]; [`search()`] answers while somebody types.

mod search;

use std::sync::OnceLock;

use rules::Rule;

pub use search::{EntryPart, Found, Hit, search, search_in};

/// The page as it is written.
const PAGE: &str = include_str!("../../assets/help/rules.md");

/// The whole page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Digest {
    /// Its chapters, in the order of the rulebook.
    pub chapters: Vec<Chapter>,
}

/// A chapter of the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chapter {
    /// Its heading.
    pub title: &'static str,
    /// What stands below it, in order.
    pub entries: Vec<Entry>,
}

/// One rule, ruling, table option or word explained.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// By what it is opened, and what stays when titles are reworded: the number of the rule
    /// ("5.4") or ruling ("R7"), or the word that is explained.
    pub anchor: &'static str,
    /// The rule, if it is one.
    pub rule: Option<Rule>,
    /// Its heading, without the number.
    pub title: &'static str,
    /// The title of the rulebook's section, of a rule.
    pub section: Option<&'static str>,
    /// The text; a worked example is a paragraph of its own that begins with "Example:".
    pub paragraphs: Vec<String>,
    /// Rules that belong to it.
    pub see_also: Vec<Rule>,
    /// Rulings and table options that belong to it, by their anchors.
    pub rulings: Vec<&'static str>,
}

/// The page, read once.
pub fn digest() -> &'static Digest {
    static DIGEST: OnceLock<Digest> = OnceLock::new();
    DIGEST.get_or_init(|| parse(PAGE))
}

/// The entry of a rule.
///
/// # Panics
///
/// Never: a test proves that every rule has its entry.
pub fn find(rule: Rule) -> &'static Entry {
    let mut entries = digest().entries();
    entries
        .find(|entry| entry.rule == Some(rule))
        .expect("every rule has its entry, as a test proves")
}

/// The entry with an anchor: a rule's number, a ruling's, or an explained word.
pub fn find_anchor(anchor: &str) -> Option<&'static Entry> {
    digest().entries().find(|entry| entry.anchor == anchor)
}

impl Digest {
    /// Every entry, chapter by chapter.
    pub fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.chapters.iter().flat_map(|chapter| &chapter.entries)
    }
}

/// Reads the page: `## Chapter`, `### 5.4 Title`, then a sentence a line.
fn parse(page: &'static str) -> Digest {
    let mut chapters: Vec<Chapter> = Vec::new();
    for line in page.lines().map(str::trim) {
        if let Some(title) = line.strip_prefix("## ") {
            chapters.push(Chapter { title, entries: Vec::new() });
            continue;
        }
        // What stands above the first chapter introduces the page as a file.
        let Some(chapter) = chapters.last_mut() else {
            continue;
        };
        if let Some(heading) = line.strip_prefix("### ") {
            chapter.entries.push(entry(heading));
        } else if let Some(entry) = chapter.entries.last_mut() {
            add_line(entry, line);
        }
    }
    Digest { chapters }
}

/// An entry below its heading, empty as yet.
fn entry(heading: &'static str) -> Entry {
    let (first, rest) = heading.split_once(' ').unwrap_or((heading, ""));
    let numbered = first.contains(|c: char| c.is_ascii_digit());
    let (anchor, title) = if numbered { (first, rest) } else { (heading, heading) };
    let rule = rule_numbered(anchor);
    Entry {
        anchor,
        rule,
        title,
        section: rule.map(Rule::section),
        paragraphs: Vec::new(),
        see_also: Vec::new(),
        rulings: Vec::new(),
    }
}

fn add_line(entry: &mut Entry, line: &'static str) {
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
    let mut rules = Rule::ALL.into_iter();
    rules.find(|rule| rule.number() == number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::rulebook::TableOption;

    #[test]
    fn every_rule_has_exactly_one_entry() {
        for rule in Rule::ALL {
            let count = digest().entries().filter(|e| e.rule == Some(rule)).count();
            assert_eq!(count, 1, "{rule}");
            assert_eq!(find(rule).section, Some(rule.section()));
        }
    }

    #[test]
    fn every_anchor_is_given_once_and_every_number_means_something() {
        let mut anchors: Vec<&str> = digest().entries().map(|entry| entry.anchor).collect();
        anchors.sort_unstable();
        let count = anchors.len();
        anchors.dedup();
        assert_eq!(anchors.len(), count);
        for entry in digest().entries() {
            let digit = entry.anchor.starts_with(|c: char| c.is_ascii_digit());
            assert_eq!(digit, entry.rule.is_some(), "{}", entry.anchor);
        }
    }

    #[test]
    fn every_reference_leads_to_an_entry_and_not_to_itself() {
        for entry in digest().entries() {
            for rule in &entry.see_also {
                assert_ne!(entry.rule, Some(*rule), "{}", entry.anchor);
            }
            for ruling in &entry.rulings {
                assert!(find_anchor(ruling).is_some(), "{}: {ruling}", entry.anchor);
                assert_ne!(entry.anchor, *ruling);
            }
        }
    }

    #[test]
    fn every_table_option_has_its_entry_under_its_ruling() {
        let mut chapters = digest().chapters.iter();
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
        for entry in digest().entries() {
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
            let ended = |paragraph: &String| paragraph.ends_with('.');
            assert!(entry.paragraphs.iter().all(ended), "{}", entry.anchor);
        }
    }

    #[test]
    fn an_example_is_a_paragraph_of_its_own() {
        let entry = find(Rule::Cascade);
        assert_eq!(entry.title, "Paying on");
        assert_eq!(entry.paragraphs.len(), 2);
        assert!(entry.paragraphs[1].starts_with("Example:"));
        assert_eq!(entry.see_also, [Rule::WhichSource]);
        assert_eq!(entry.rulings, ["R13", "R36"]);
    }
}
