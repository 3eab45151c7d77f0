//! Search in the rules reference.
//!
//! An entry matches if every word of the query is a prefix of some word in it, ignoring case and
//! accents. Matches in numbers and titles rank above matches in the text, so that an entry searched
//! by name comes first. [`SYNONYMS`] adds the words that people use for what the pages call
//! otherwise.

use std::ops::Range;

use super::{RuleChapter, RuleEntry, reference};

/// Scores for a word of the query, by the place of the match.
const EXACT_ANCHOR: u32 = 200;
const EXACT_TITLE: u32 = 60;
const TITLE: u32 = 45;
const HEADING: u32 = 15;
const EXACT_TEXT: u32 = 10;
const TEXT: u32 = 6;
/// The bonus of a rule over a ruling or an explained word.
const RULE: u32 = 25;
/// The bonus for a match at the beginning of a title.
const BEGINNING: u32 = 8;

/// Words that people search for, each with the beginnings of words that the pages use instead.
///
/// A beginning of at least [`MIN_SYNONYM`] letters is enough, because users search while they type.
const SYNONYMS: [(&str, &[&str]); 13] = [
    ("android", &["phone"]),
    ("autosave", &["saved", "saving"]),
    ("cascade", &["paying"]),
    ("draw", &["tie"]),
    ("iphone", &["phone"]),
    ("mobile", &["phone"]),
    ("payout", &["paying", "earning"]),
    ("qr", &["code", "phone"]),
    ("revert", &["undo"]),
    ("save", &["saving"]),
    ("smartphone", &["phone"]),
    ("tiebreaker", &["tie"]),
    ("tutorial", &["lesson"]),
];

/// Minimum length of a beginning that finds a synonym.
const MIN_SYNONYM: usize = 4;

/// The share of a match's score that remains if it is by a synonym.
const BY_SYNONYM: (u32, u32) = (2, 3);

/// A word of a query.
struct WantedWord {
    /// The word as typed, in the form used for comparison.
    typed: String,
    /// The beginnings of words that mean the same.
    synonyms: Vec<&'static str>,
}

impl WantedWord {
    fn new(typed: String) -> Self {
        let is_long = typed.chars().count() >= MIN_SYNONYM;
        let synonyms = SYNONYMS
            .iter()
            .filter(|(word, _)| *word == typed || (is_long && word.starts_with(typed.as_str())))
            .flat_map(|(_, others)| others.iter().copied())
            .collect();
        Self { typed, synonyms }
    }

    /// Returns the length of the match at the beginning of `word`, and its score; `exact` is the
    /// score of a whole word, `prefix` that of a beginning.
    fn matched(&self, word: &str, exact: u32, prefix: u32) -> Option<(usize, u32)> {
        if let Some((length, is_whole)) = prefix_match(word, &self.typed) {
            return Some((length, if is_whole { exact } else { prefix }));
        }
        let (part, whole) = BY_SYNONYM;
        self.synonyms.iter().find_map(|synonym| {
            let (length, _) = prefix_match(word, synonym)?;
            Some((length, prefix * part / whole))
        })
    }
}

/// A part of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum EntryPart {
    /// The number.
    Anchor,
    /// The title.
    Title,
    /// The title of the rulebook's section.
    Section,
    /// The title of the chapter.
    Chapter,
    /// A paragraph, counted from 0.
    Paragraph(usize),
}

/// A part of an entry with matches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchedPart {
    /// The part.
    pub part: EntryPart,
    /// The byte ranges to highlight in its text, in order.
    pub ranges: Vec<Range<usize>>,
}

/// An entry that matches every word of the query, or a word that means the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchHit {
    /// The entry.
    pub entry: &'static RuleEntry,
    /// The title of its chapter.
    chapter: &'static str,
    /// The matching parts, best first; never empty.
    pub parts: Vec<MatchedPart>,
    /// The score; larger is better. Only scores of the same query can be compared.
    pub score: u32,
}

impl SearchHit {
    /// Returns the best matching part.
    pub fn part(&self) -> EntryPart {
        self.parts.first().map_or(EntryPart::Title, |found| found.part)
    }

    /// Returns the text of a part of the entry, to which the ranges refer.
    pub fn text(&self, part: EntryPart) -> &'static str {
        match part {
            EntryPart::Anchor => self.entry.anchor,
            EntryPart::Title => &self.entry.title,
            EntryPart::Section => self.entry.section.unwrap_or_default(),
            EntryPart::Chapter => self.chapter,
            EntryPart::Paragraph(index) => {
                self.entry.paragraphs.get(index).map_or("", String::as_str)
            }
        }
    }
}

/// Returns the entries that match every word of `query`, best first.
///
/// Entries with equal scores stay in the order of the page. A query without a word has no hits.
pub fn search(query: &str) -> Vec<SearchHit> {
    search_in(&reference().chapters, query)
}

/// Searches the chapters of any page, as [`search()`] does.
pub fn search_in(chapters: &'static [RuleChapter], query: &str) -> Vec<SearchHit> {
    let wanted: Vec<WantedWord> =
        words(query).map(|range| WantedWord::new(folded(&query[range]))).collect();
    if wanted.is_empty() {
        return Vec::new();
    }
    let mut hits: Vec<SearchHit> = Vec::new();
    for chapter in chapters {
        hits.extend(chapter.entries.iter().filter_map(|entry| hit(chapter, entry, &wanted)));
    }
    hits.sort_by_key(|hit| std::cmp::Reverse(hit.score));
    hits
}

fn hit(
    chapter: &'static RuleChapter,
    entry: &'static RuleEntry,
    wanted: &[WantedWord],
) -> Option<SearchHit> {
    // The best score for each word of the query.
    let mut best = vec![0; wanted.len()];
    let mut parts: Vec<MatchedPart> = Vec::new();
    let mut match_part = |part: EntryPart, text: &str, exact: u32, prefix: u32| {
        let mut ranges: Vec<Range<usize>> = Vec::new();
        for (position, word) in words(text).enumerate() {
            for (best, wanted) in best.iter_mut().zip(wanted) {
                let Some((length, score)) = wanted.matched(&text[word.clone()], exact, prefix)
                else {
                    continue;
                };
                let first = position == 0 && part == EntryPart::Title;
                let score = score + if first { BEGINNING } else { 0 };
                *best = (*best).max(score);
                ranges.push(word.start..word.start + length);
            }
        }
        if !ranges.is_empty() {
            parts.push(MatchedPart { part, ranges: merged_ranges(ranges) });
        }
    };
    // The anchor of an explained word equals its title.
    if entry.anchor != entry.title {
        match_part(EntryPart::Anchor, entry.anchor, EXACT_ANCHOR, TITLE);
    }
    match_part(EntryPart::Title, &entry.title, EXACT_TITLE, TITLE);
    match_part(EntryPart::Section, entry.section.unwrap_or_default(), HEADING, HEADING);
    match_part(EntryPart::Chapter, chapter.title, HEADING, HEADING);
    for (index, paragraph) in entry.paragraphs.iter().enumerate() {
        match_part(EntryPart::Paragraph(index), paragraph, EXACT_TEXT, TEXT);
    }
    if best.contains(&0) {
        return None;
    }
    let in_title = best.iter().all(|&score| score >= TITLE);
    let rule = if entry.section.is_some() && in_title { RULE } else { 0 };
    let score = best.iter().sum::<u32>() + rule;
    Some(SearchHit { entry, chapter: chapter.title, parts, score })
}

/// Returns the words of a text as byte ranges. A point between digits belongs to a number ("5.4").
fn words(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut from = 0;
    std::iter::from_fn(move || {
        let start = from + text[from..].find(|c: char| c.is_alphanumeric())?;
        let mut end = start;
        let mut rest = text[start..].chars().peekable();
        let mut before = ' ';
        while let Some(c) = rest.next() {
            let within = c == '.'
                && before.is_ascii_digit()
                && rest.peek().is_some_and(char::is_ascii_digit);
            if !(c.is_alphanumeric() || is_mark(c) || within) {
                break;
            }
            end += c.len_utf8();
            before = c;
        }
        from = end;
        Some(start..end)
    })
}

/// Returns the length in bytes of the prefix `wanted` of `word`, and `true` if it is the whole
/// word; `None` if `word` does not begin with it. A plural ending in `s` counts as the whole word.
fn prefix_match(word: &str, wanted: &str) -> Option<(usize, bool)> {
    let mut left = wanted;
    let mut length = 0;
    for (index, c) in word.char_indices() {
        if left.is_empty() {
            let rest = folded(&word[index..]);
            return Some((length, rest.is_empty() || rest == "s"));
        }
        let mut piece = String::new();
        fold(c, &mut piece);
        // The query may end within the expansion of one character, such as "ae".
        left = match left.strip_prefix(piece.as_str()) {
            Some(rest) => rest,
            None if piece.starts_with(left) => "",
            None => return None,
        };
        length = index + c.len_utf8();
    }
    left.is_empty().then_some((length, true))
}

/// Sorts ranges and merges those that touch or overlap.
fn merged_ranges(mut ranges: Vec<Range<usize>>) -> Vec<Range<usize>> {
    ranges.sort_unstable_by_key(|range| (range.start, range.end));
    let mut joined: Vec<Range<usize>> = Vec::new();
    for range in ranges {
        match joined.last_mut() {
            Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
            Some(_) | None => joined.push(range),
        }
    }
    joined
}

fn folded(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        fold(c, &mut out);
    }
    out
}

/// Checks if a character is a combining accent.
const fn is_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}')
}

/// Appends a character in the form used for comparison: lower case, without accents.
fn fold(c: char, out: &mut String) {
    for c in c.to_lowercase() {
        match c {
            'à'..='å' | 'ā' | 'ă' | 'ą' => out.push('a'),
            'ç' | 'ć' | 'č' => out.push('c'),
            'ď' | 'đ' | 'ð' => out.push('d'),
            'è'..='ë' | 'ē' | 'ė' | 'ę' | 'ě' => out.push('e'),
            'ğ' => out.push('g'),
            'ì'..='ï' | 'ī' | 'ı' => out.push('i'),
            'ł' => out.push('l'),
            'ñ' | 'ń' | 'ň' => out.push('n'),
            'ò'..='ö' | 'ø' | 'ō' | 'ő' => out.push('o'),
            'ř' => out.push('r'),
            'ś' | 'š' | 'ş' | 'ș' => out.push('s'),
            'ť' | 'ţ' | 'ț' => out.push('t'),
            'ù'..='ü' | 'ū' | 'ů' | 'ű' => out.push('u'),
            'ý' | 'ÿ' => out.push('y'),
            'ź' | 'ż' | 'ž' => out.push('z'),
            'æ' => out.push_str("ae"),
            'œ' => out.push_str("oe"),
            'ß' => out.push_str("ss"),
            mark if is_mark(mark) => {}
            other => out.push(other),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::Rule;

    #[track_caller]
    fn check_first(query: &str, anchor: &str) {
        let hits = search(query);
        let found: Vec<&str> = hits.iter().map(|hit| hit.entry.anchor).collect();
        assert_eq!(found.first(), Some(&anchor), "\"{query}\" found {found:?}");
    }

    #[test]
    fn an_entry_searched_by_name_comes_first() {
        check_first("neutral", "3.8");
        check_first("tie", "9.6");
        check_first("bridge gate", "5.15");
        check_first("gate bridge", "5.15");
        check_first("aesther", "R15");
        check_first("buy access", "5.5");
        check_first("house", "5.14");
        check_first("adjacent", "2.3");
        check_first("access", "5.5");
        check_first("worker", "5.19");
        check_first("brackets", "7.7");
        check_first("neutral import", "5.6");
    }

    #[test]
    fn words_that_people_use_find_what_the_page_calls_otherwise() {
        check_first("cascade", "7.3");
        check_first("casc", "7.3");
        check_first("payout", "7.3");
        check_first("draw tie", "9.6");
        assert!(search("zeppelin").is_empty());
    }

    #[test]
    fn synonyms_are_sorted_and_lead_to_other_words() {
        for (word, others) in SYNONYMS {
            assert_eq!(folded(word), word);
            assert!(!others.is_empty() && others.iter().all(|other| *other != word), "{word}");
        }
        assert!(SYNONYMS.is_sorted_by_key(|(word, _)| *word));
    }

    #[test]
    fn a_number_finds_its_rule_and_then_longer_numbers() {
        check_first("5.1", "5.1");
        check_first("3.7a", "3.7a");
        check_first("r7", "R7");
        let hits = search("5.1");
        let numbers: Vec<&str> = hits.iter().map(|hit| hit.entry.anchor).collect();
        assert!(numbers.contains(&"5.19"));
    }

    #[test]
    fn every_rule_is_found_first_by_its_number() {
        for rule in Rule::ALL {
            check_first(rule.number(), rule.number());
        }
    }

    #[test]
    fn case_and_accents_make_no_difference() {
        let plain = search("bridge gate");
        assert_eq!(search("BRÍDGE  Gàte"), plain);
        assert_eq!(search("bri\u{301}dge gate"), plain);
        assert_eq!(search("Æsther"), search("aesther"));
    }

    #[test]
    fn a_hit_needs_every_word_and_prefixes_count() {
        assert!(search("neutral zeppelin").is_empty());
        assert!(search("").is_empty());
        assert!(search(" - ").is_empty());
        let hits = search("neut deliv");
        assert_eq!(hits[0].entry.rule, Some(Rule::NeutralDelivery));
    }

    #[test]
    fn hits_in_titles_come_before_hits_in_text() {
        let hits = search("discount");
        let parts: Vec<EntryPart> = hits.iter().map(SearchHit::part).collect();
        let is_text: Vec<bool> =
            parts.iter().map(|part| matches!(part, EntryPart::Paragraph(_))).collect();
        let first_text = is_text.iter().position(|is_text| *is_text).unwrap_or(parts.len());
        assert!(first_text > 0 && is_text[first_text..].iter().all(|is_text| *is_text));
    }

    #[test]
    fn highlighted_ranges_are_the_words_of_the_query() {
        for query in ["neut", "bridge gate", "5.1", "acc", "tie", "section"] {
            for hit in search(query) {
                for found in &hit.parts {
                    let text = hit.text(found.part);
                    for range in &found.ranges {
                        let shown = folded(&text[range.clone()]);
                        let typed = query.split(' ').any(|word| shown == word);
                        assert!(typed, "{query}: {shown}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_range_in_accented_text_ends_between_characters() {
        assert_eq!(prefix_match("Café", "cafe"), Some((5, true)));
        assert_eq!(prefix_match("Café", "caf"), Some((3, false)));
        assert_eq!(prefix_match("Æsther", "a"), Some((2, false)));
        assert_eq!(prefix_match("ties", "tie"), Some((3, true)));
        assert_eq!(prefix_match("tier", "ties"), None);
        assert_eq!(words("5.4, $4.").collect::<Vec<_>>(), [0..3, 6..7]);
    }
}
