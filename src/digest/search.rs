//! Searching the digest as somebody types.
//!
//! Every word of the query has to begin some word of an entry, whatever its
//! case and accents. Numbers and titles count before the text, so that what
//! is looked for by name comes first.

use std::ops::Range;

use super::{Chapter, Entry, digest};

/// What a word of the query is worth, by where it was found.
const EXACT_ANCHOR: u32 = 200;
const EXACT_TITLE: u32 = 60;
const TITLE: u32 = 45;
const HEADING: u32 = 15;
const EXACT_TEXT: u32 = 10;
const TEXT: u32 = 6;
/// What a rule has before a ruling or a word that is explained.
const RULE: u32 = 25;
/// What a title has that begins with what is looked for.
const BEGINNING: u32 = 8;

/// A part of an entry, in which something stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum EntryPart {
    /// In its number.
    Anchor,
    /// In its title.
    Title,
    /// In the title of the rulebook's section.
    Section,
    /// In the title of its chapter.
    Chapter,
    /// In one of its paragraphs, counted from 0.
    Paragraph(usize),
}

/// A text of an entry in which words of the query were found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Which text.
    pub part: EntryPart,
    /// What to highlight in it, as byte ranges in order.
    pub ranges: Vec<Range<usize>>,
}

/// An entry in which every word of the query was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hit {
    /// Which one.
    pub entry: &'static Entry,
    /// Everything that matched, best part first; never empty.
    pub found: Vec<Found>,
    /// How well it matches; larger is better, and it means nothing beyond this one query.
    pub score: u32,
}

impl Hit {
    /// The best part in which something was found.
    pub fn part(&self) -> EntryPart {
        self.found.first().map_or(EntryPart::Title, |found| found.part)
    }

    /// The text of a part in this hit's entry, to which its ranges belong.
    pub fn text(&self, part: EntryPart) -> &'static str {
        match part {
            EntryPart::Anchor => self.entry.anchor,
            EntryPart::Title => self.entry.title,
            EntryPart::Section => self.entry.section.unwrap_or_default(),
            EntryPart::Chapter => chapter_of(self.entry),
            EntryPart::Paragraph(index) => {
                self.entry.paragraphs.get(index).map_or("", String::as_str)
            }
        }
    }
}

/// The entries in which every word of `query` begins some word, best first.
///
/// Equally good ones keep the order of the page. A query without a word finds nothing.
pub fn search(query: &str) -> Vec<Hit> {
    search_in(&digest().chapters, query)
}

/// The same in the chapters of another page.
pub fn search_in(chapters: &'static [Chapter], query: &str) -> Vec<Hit> {
    let wanted: Vec<String> = words(query).map(|range| folded(&query[range])).collect();
    if wanted.is_empty() {
        return Vec::new();
    }
    let mut hits: Vec<Hit> = Vec::new();
    for chapter in chapters {
        let of_chapter = chapter.entries.iter();
        hits.extend(of_chapter.filter_map(|entry| hit(chapter, entry, &wanted)));
    }
    hits.sort_by_key(|hit| std::cmp::Reverse(hit.score));
    hits
}

fn hit(chapter: &'static Chapter, entry: &'static Entry, wanted: &[String]) -> Option<Hit> {
    // Every match: where, which part of the text, for which word of the query, and its worth.
    let mut best = vec![0; wanted.len()];
    let mut found: Vec<Found> = Vec::new();
    let mut look = |part: EntryPart, text: &str, exact: u32, begun: u32| {
        let mut ranges: Vec<Range<usize>> = Vec::new();
        for (position, word) in words(text).enumerate() {
            for (best, wanted) in best.iter_mut().zip(wanted) {
                let Some((length, whole)) = begins(&text[word.clone()], wanted) else {
                    continue;
                };
                let first = position == 0 && part == EntryPart::Title;
                let worth = if whole { exact } else { begun } + if first { BEGINNING } else { 0 };
                *best = (*best).max(worth);
                ranges.push(word.start..word.start + length);
            }
        }
        if !ranges.is_empty() {
            found.push(Found { part, ranges: joined(ranges) });
        }
    };
    // The anchor of a word that is explained is the word itself, which is its title.
    if entry.anchor != entry.title {
        look(EntryPart::Anchor, entry.anchor, EXACT_ANCHOR, TITLE);
    }
    look(EntryPart::Title, entry.title, EXACT_TITLE, TITLE);
    look(EntryPart::Section, entry.section.unwrap_or_default(), HEADING, HEADING);
    look(EntryPart::Chapter, chapter.title, HEADING, HEADING);
    for (index, paragraph) in entry.paragraphs.iter().enumerate() {
        look(EntryPart::Paragraph(index), paragraph, EXACT_TEXT, TEXT);
    }
    if best.contains(&0) {
        return None;
    }
    let in_title = best.iter().all(|&worth| worth >= TITLE);
    let rule = if entry.rule.is_some() && in_title { RULE } else { 0 };
    Some(Hit { entry, found, score: best.iter().sum::<u32>() + rule })
}

fn chapter_of(entry: &Entry) -> &'static str {
    let mut chapters = digest().chapters.iter();
    chapters
        .find(|chapter| chapter.entries.iter().any(|e| e.anchor == entry.anchor))
        .map_or("", |chapter| chapter.title)
}

/// The words of a text as byte ranges; a point between digits belongs to its number, as in "5.4".
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

/// How many bytes of `word` the `wanted` beginning takes, and whether that is all of it.
/// A plain plural counts as the word itself.
fn begins(word: &str, wanted: &str) -> Option<(usize, bool)> {
    let mut left = wanted;
    let mut length = 0;
    for (index, c) in word.char_indices() {
        if left.is_empty() {
            let rest = folded(&word[index..]);
            return Some((length, rest.is_empty() || rest == "s"));
        }
        let mut piece = String::new();
        fold(c, &mut piece);
        // Typing may have stopped inside what one character stands for, as in "ae".
        left = match left.strip_prefix(piece.as_str()) {
            Some(rest) => rest,
            None if piece.starts_with(left) => "",
            None => return None,
        };
        length = index + c.len_utf8();
    }
    left.is_empty().then_some((length, true))
}

/// Ranges in order, those that touch or overlap made one.
fn joined(mut ranges: Vec<Range<usize>>) -> Vec<Range<usize>> {
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

/// An accent that stands as a character of its own.
const fn is_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}')
}

/// Adds a character as it is compared: in lower case, without accents.
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
    fn what_is_looked_for_by_name_comes_first() {
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
    fn a_number_finds_its_rule_and_then_those_that_begin_with_it() {
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
    fn every_word_has_to_be_found_and_unfinished_ones_count() {
        assert!(search("neutral zeppelin").is_empty());
        assert!(search("").is_empty());
        assert!(search(" - ").is_empty());
        let hits = search("neut deliv");
        assert_eq!(hits[0].entry.rule, Some(Rule::NeutralDelivery));
    }

    #[test]
    fn titles_come_before_text() {
        let hits = search("discount");
        let parts: Vec<EntryPart> = hits.iter().map(Hit::part).collect();
        let text = |part: &EntryPart| matches!(part, EntryPart::Paragraph(_));
        let first_text = parts.iter().position(text).unwrap_or(parts.len());
        assert!(first_text > 0 && parts[first_text..].iter().all(text));
    }

    #[test]
    fn the_ranges_are_what_was_typed() {
        for query in ["neut", "bridge gate", "5.1", "acc", "tie", "section"] {
            for hit in search(query) {
                for found in &hit.found {
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
        assert_eq!(begins("Café", "cafe"), Some((5, true)));
        assert_eq!(begins("Café", "caf"), Some((3, false)));
        assert_eq!(begins("Æsther", "a"), Some((2, false)));
        assert_eq!(begins("ties", "tie"), Some((3, true)));
        assert_eq!(begins("tier", "ties"), None);
        assert_eq!(words("5.4, $4.").collect::<Vec<_>>(), [0..3, 6..7]);
    }
}
