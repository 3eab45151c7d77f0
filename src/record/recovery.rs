//! Recovery of a log with damaged lines, line by line, without losing the lines after them.
//!
//! A [`LogRecovery`] reads a log as [`read`](super::read) does, and continues where that stops: an
//! invalid line is either corrected or omitted, and everything else stays. The check at the end of
//! a line often reveals the original text, for of all lines that differ in one byte only one fits
//! it. Omitted entries still count: an `undo` refers to the entries as recorded, and annotations of
//! an omitted entry are omitted with it. Nothing here touches a file.

use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;
use std::ops::Range;

use plain_text::{shifted, unexpected};

use super::game::{Played, RecordedGame};
use super::header;
use super::lines::Lines;
use super::loaded::{RecordError, RecordErrorKind, Warning};
use super::log::{self, Candidates, Chain, parse_change};
use super::notation::{MAX_BYTES, Notation, RecordForm, refused_in_words};
use super::record::{Change, ChangeError, Record};
use super::tree::{EntryId, GrowError, Tree};

/// The maximum length, in bytes, of a line whose original text is guessed.
const MAX_GUESSED_LEN: usize = 600;

/// The maximum number of guesses to try for a line, for each reads the whole log again. Of all
/// texts that differ from a line in one byte, hardly two have the same check.
const MAX_GUESSES: usize = 4;

/// The decision about a line.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Fix {
    /// Read this text instead; a line feed separates several lines.
    Replace(String),
    /// Omit the line.
    Omit,
}

/// The line at which a log stops being valid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DamagedLine {
    /// The line and its error.
    pub error: RecordError,
    /// The text of the line in the file, without its check.
    pub text: String,
    /// The text before the damage, if the check reveals it.
    pub proposal: Option<String>,
    /// The number of lines after it.
    pub lines_after: usize,
    /// `true` if the game can be played without it; only lines of the header are required.
    pub can_be_omitted: bool,
}

/// An omitted line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OmittedLine {
    /// Its number, counted from 1.
    pub line: usize,
    /// Its text in the file, without its check.
    pub text: String,
    /// The reason: its error, or the line it depends on.
    pub why: String,
}

/// A log under recovery.
#[derive(Clone, Debug)]
pub struct LogRecovery<N: Notation> {
    bytes: Vec<u8>,
    /// The range of each line, without its line break.
    lines: Vec<Range<usize>>,
    fixes: BTreeMap<usize, Fix>,
    /// The line from which on every invalid line is omitted.
    omits_from: Option<usize>,
    /// The first line that is not read any more.
    ends_at: Option<usize>,
    /// `true` if the header was taken from an earlier state of the record.
    has_other_header: bool,
    record: Option<Record<N::Game>>,
    stop: Option<DamagedLine>,
    left_out: Vec<OmittedLine>,
    warnings: Vec<Warning>,
    /// The parsed values of the header, which is read again after each decision.
    cache: N::Cache,
}

impl<N: Notation> LogRecovery<N> {
    /// Starts the recovery of a log; `None` if the bytes are no log, or a log without invalid
    /// lines.
    pub fn from_log(bytes: Vec<u8>) -> Option<Self> {
        let mut recovery = Self {
            lines: Vec::new(),
            bytes,
            fixes: BTreeMap::new(),
            omits_from: None,
            ends_at: None,
            has_other_header: false,
            record: None,
            stop: None,
            left_out: Vec::new(),
            warnings: Vec::new(),
            cache: N::Cache::default(),
        };
        recovery.read();
        let is_recoverable = match &recovery.stop.as_ref()?.error.kind {
            RecordErrorKind::Empty
            | RecordErrorKind::NewerVersion { .. }
            | RecordErrorKind::TooLarge { .. }
            | RecordErrorKind::Truncated => false,
            // Other files are no logs, unless a later line opens the game of one.
            RecordErrorKind::NotARecord { .. } => recovery.opening().is_some(),
            RecordErrorKind::LineTooLong { .. }
            | RecordErrorKind::TooManyLines
            | RecordErrorKind::NotText { .. }
            | RecordErrorKind::Unreadable(_)
            | RecordErrorKind::Block { .. }
            | RecordErrorKind::Setup(_)
            | RecordErrorKind::CannotTell { .. }
            | RecordErrorKind::Refused(_) => true,
        };
        is_recoverable.then_some(recovery)
    }

    /// Returns the first invalid line without a decision; `None` once the whole log can be read.
    pub fn damaged_line(&self) -> Option<&DamagedLine> {
        self.stop.as_ref()
    }

    /// Returns the omitted lines, in order.
    pub fn omitted(&self) -> &[OmittedLine] {
        &self.left_out
    }

    /// Returns the number of corrected lines.
    pub fn corrected_count(&self) -> usize {
        self.fixes.values().filter(|fix| matches!(fix, Fix::Replace(_))).count()
    }

    /// Returns the warnings about the lines that stay.
    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }

    /// Returns the record as far as it can be read; `None` while the header is damaged.
    pub fn record(&self) -> Option<&Record<N::Game>> {
        self.record.as_ref()
    }

    /// Returns `true` if any decision was made.
    pub fn has_decisions(&self) -> bool {
        self.omits_from.is_some()
            || self.ends_at.is_some()
            || self.has_other_header
            || !self.fixes.is_empty()
    }

    /// Replaces the text of a line.
    pub fn correct(&mut self, line: usize, text: &str) {
        self.fixes.insert(line, Fix::Replace(text.trim().to_owned()));
        self.read();
    }

    /// Omits a line with its annotations.
    pub fn omit(&mut self, line: usize) {
        self.fixes.insert(line, Fix::Omit);
        self.read();
    }

    /// Omits the line where reading stops, and every later line that is invalid without it.
    pub fn omit_with_dependents(&mut self) {
        if let Some(stop) = self.stop.as_ref().filter(|stop| stop.can_be_omitted) {
            self.omits_from = Some(stop.error.line);
            self.read();
        }
    }

    /// Omits the line where reading stops, and all later lines.
    pub fn truncate(&mut self) {
        if let Some(stop) = self.stop.as_ref().filter(|stop| stop.can_be_omitted) {
            self.ends_at = Some(stop.error.line);
            self.read();
        }
    }

    /// Corrects every line whose check reveals its text, up to the first whose check does not.
    pub fn apply_proposals(&mut self) {
        while let Some(DamagedLine { error, proposal: Some(proposal), .. }) = self.stop.clone() {
            if self.fixes.contains_key(&error.line) {
                return;
            }
            self.correct(error.line, &proposal);
        }
    }

    /// Discards all decisions about lines.
    pub fn discard_decisions(&mut self) {
        self.fixes.clear();
        self.omits_from = None;
        self.ends_at = None;
        self.read();
    }

    /// Replaces a damaged header by that of an earlier state of the record. Returns `true` on
    /// success.
    ///
    /// The check of the line `start` has to be equal: it proves that the headers were.
    pub fn restore_header_from(&mut self, other: &[u8]) -> bool {
        let Some((at, check)) = self.opening() else {
            return false;
        };
        if self.record.is_some() {
            return false;
        }
        let Some(end) = header_end::<N>(other, check) else {
            return false;
        };
        let game = &self.bytes[self.lines[at].start..];
        let mut recovered = Self { bytes: [&other[..end], game].concat(), ..self.clone() };
        recovered.discard_decisions();
        let is_recovered = recovered.record.is_some();
        if is_recovered {
            recovered.has_other_header = true;
            *self = recovered;
        }
        is_recovered
    }

    /// Finds the line after which the game starts. Returns its index and its check.
    fn opening(&self) -> Option<(usize, u32)> {
        let mut lines = self.lines.iter().enumerate();
        lines.find_map(|(at, line)| Some((at, opening_check::<N>(&self.bytes[line.clone()])?)))
    }

    /// Reads the whole log again, with the decisions made.
    fn read(&mut self) {
        self.record = None;
        self.stop = None;
        self.left_out.clear();
        self.warnings.clear();
        self.lines = lines_of(&self.bytes);
        match self.read_through() {
            Ok(None) => {}
            Ok(Some((error, candidates))) => self.stop_at(error, Some(&candidates)),
            Err(error) => self.stop_at(error, None),
        }
    }

    /// Reads the whole log. Returns the error at which it stops after the header, with the checks
    /// to which that line may be chained.
    fn read_through(&mut self) -> Result<Option<(RecordError, Candidates)>, RecordError> {
        if self.bytes.len() > MAX_BYTES {
            let bytes = self.bytes.len();
            return Err(RecordErrorKind::TooLarge { bytes }.at(1));
        }
        // In the header only corrected lines differ from the file.
        let mut patched = Vec::with_capacity(self.bytes.len());
        for (index, line) in self.lines.iter().enumerate() {
            match self.fixes.get(&(index + 1)) {
                Some(Fix::Replace(text)) if !text.contains('\n') => {
                    patched.extend_from_slice(text.as_bytes());
                    if let (_, Some(check)) = log::split_check_bytes(self.raw(index + 1)) {
                        patched.extend_from_slice(format!("  ~{check:08x}").as_bytes());
                    }
                }
                _ => patched.extend_from_slice(&self.bytes[line.clone()]),
            }
            patched.push(b'\n');
        }
        if !self.bytes.ends_with(b"\n") {
            patched.pop();
        }
        let mut lines = Lines::new(&patched);
        let first = header::read_first(&mut lines, &N::FORMAT)?;
        if first.form != RecordForm::Log || first.version < N::FORMAT.version {
            return Ok(None);
        }
        let mut warnings = Vec::new();
        let header =
            header::read::<N>(&mut lines, first.form, first.check, &mut self.cache, &mut warnings)?;
        let chain = Chain::new(header.checks.clone());
        let (record, keys) = header.start_record()?;
        self.warnings = warnings;
        let mut reading = ReadState::<N> { trail: Trail::new(), record, chain };
        let outcome = self.read_lines(&mut lines, &mut reading);
        self.warnings.append(&mut reading.chain.warnings);
        header::warn_of_contradictions::<N>(&keys, &reading.record, &mut self.warnings);
        self.record = Some(reading.record);
        Ok(outcome.map(|error| (error, reading.chain.candidates)))
    }

    /// Reads the lines after the header. Returns the first error without a decision.
    fn read_lines(&mut self, lines: &mut Lines, reading: &mut ReadState<N>) -> Option<RecordError> {
        // A remark with a check was a line before its first byte was damaged. It is the error only
        // if a later line is invalid.
        let mut suspect: Option<(RecordError, Candidates)> = None;
        while let Some(line) = lines.next() {
            let number = lines.number();
            if self.ends_at.is_some_and(|end| number >= end) {
                let why = "everything from there on is left out".to_owned();
                self.omit_line(number, why);
                continue;
            }
            let fix = self.fixes.get(&number).cloned();
            let is_open = fix.is_none();
            let (text, stated) = log::split_check_bytes(self.raw(number));
            let text = String::from_utf8_lossy(text).into_owned();
            let done = match (fix, line) {
                (Some(Fix::Omit), _) => Err(None),
                (Some(Fix::Replace(says)), _) => reading.take_several(&says).map_err(Some),
                (None, Err(error)) => Err(Some(error.kind)),
                (None, Ok(line)) if !line.ended => {
                    // An incomplete line was never shown as saved.
                    self.omit_line(number, RecordErrorKind::Truncated.to_string());
                    return None;
                }
                (None, Ok(line)) if line.is_remark() => {
                    if stated.is_some() {
                        suspect.get_or_insert_with(|| {
                            let error = unexpected(line.text, 0, "a line that is no remark");
                            let error = RecordErrorKind::Unreadable(error).at(number);
                            (error, reading.chain.candidates.clone())
                        });
                        reading.chain.changed_outside(number);
                    }
                    continue;
                }
                (None, Ok(line)) => {
                    let indent = line.text.len() - line.text.trim_start().len();
                    reading.take(&text).map_err(|trouble| match trouble {
                        RecordErrorKind::Unreadable(error) => {
                            Some(RecordErrorKind::Unreadable(shifted(line.text, indent, error)))
                        }
                        trouble => Some(trouble),
                    })
                }
            };
            let why = match done {
                Ok(taken) => {
                    if is_open {
                        reading.chain.follow(number, &text, stated);
                    } else {
                        reading.chain.candidates.follow(&text, stated);
                    }
                    match taken {
                        LineEffect::Done => continue,
                        LineEffect::AnnotatesOmitted => {
                            let why = "it belongs to an entry that is left out".to_owned();
                            self.omit_line(number, why);
                            continue;
                        }
                    }
                }
                Err(Some(trouble)) => {
                    let omits = self.omits_from.is_some_and(|from| number >= from);
                    if !(omits && is_open) {
                        if let Some((error, candidates)) = suspect {
                            reading.chain.candidates = candidates;
                            return Some(error);
                        }
                        return Some(trouble.at(number));
                    }
                    trouble.to_string()
                }
                Err(None) => "it was decided so".to_owned(),
            };
            self.omit_line(number, why);
            if let Err(error) = reading.trail.omit(&text) {
                return Some(reading.refused(&error).at(number));
            }
            reading.chain.candidates.follow(&text, stated);
        }
        None
    }

    fn omit_line(&mut self, line: usize, why: String) {
        self.left_out.push(OmittedLine { line, text: self.found(line), why });
    }

    /// Sets the stop at an error. `candidates` are the checks to which a line there may be chained;
    /// `None` within the header.
    fn stop_at(&mut self, mut error: RecordError, candidates: Option<&Candidates>) {
        let opening = self.damaged_opening().filter(|&line| {
            candidates.is_none() && line <= error.line && !self.fixes.contains_key(&line)
        });
        if let Some(line) = opening {
            let expected = unexpected(&self.found(line), 0, N::FORMAT.log_opening);
            error = RecordErrorKind::Unreadable(expected).at(line);
        }
        let line = error.line;
        let proposal = match candidates {
            Some(candidates) => self.proposal(line, candidates),
            None => opening.map(|_| N::FORMAT.log_opening.to_owned()),
        };
        self.stop = Some(DamagedLine {
            text: self.found(line),
            proposal,
            lines_after: self.lines.len().saturating_sub(line),
            can_be_omitted: self.record.is_some(),
            error,
        });
    }

    /// Returns the line that should open the game and does not: the first with a check, for those
    /// of the header have none.
    fn damaged_opening(&self) -> Option<usize> {
        if self.opening().is_some() {
            return None;
        }
        (1..=self.lines.len()).find(|&line| log::split_check_bytes(self.raw(line)).1.is_some())
    }

    /// Returns the bytes of a line in the file.
    fn raw(&self, line: usize) -> &[u8] {
        let range = line.checked_sub(1).and_then(|at| self.lines.get(at));
        range.map_or(&[], |range| &self.bytes[range.clone()])
    }

    /// Returns the text of a line in the file, without its check and with printable characters
    /// only.
    fn found(&self, line: usize) -> String {
        let (text, _) = log::split_check_bytes(self.raw(line));
        String::from_utf8_lossy(text)
            .trim()
            .chars()
            .map(|c| if c.is_control() || c == char::REPLACEMENT_CHARACTER { '?' } else { c })
            .collect()
    }

    /// Returns the text of a line before its damage, if its check reveals it.
    fn proposal(&self, line: usize, candidates: &Candidates) -> Option<String> {
        let raw = self.raw(line);
        if raw.len() > MAX_GUESSED_LEN || self.fixes.contains_key(&line) {
            return None;
        }
        let (text, stated) = log::split_check_bytes(raw);
        if let Some(stated) = stated {
            let guesses = guesses(text, stated, candidates);
            return guesses.iter().find_map(|text| self.valid_text(line, text));
        }
        // The damage is in the check itself, or in the spaces before it.
        let (text, tail) = raw.split_at_checked(raw.len().checked_sub(log::CHECK_LENGTH)?)?;
        if let Ok(text) = std::str::from_utf8(text)
            && candidates.checks_of(text).any(|check| is_near_check(tail, check))
        {
            return self.valid_text(line, text);
        }
        let whole = String::from_utf8_lossy(raw);
        let (text, _) = whole.rsplit_once('~')?;
        self.valid_text(line, text.trim())
    }

    /// Returns the text if the log can be read through this line with it.
    fn valid_text(&self, line: usize, text: &str) -> Option<String> {
        let mut attempt = self.clone();
        // Later lines make no difference.
        attempt.lines.truncate(line);
        attempt.bytes.truncate(attempt.lines.last()?.end);
        attempt.bytes.push(b'\n');
        attempt.fixes.insert(line, Fix::Replace(text.to_owned()));
        attempt.read();
        attempt.stop.is_none().then(|| text.to_owned())
    }
}

/// Returns `true` if the end of a line differs from this check in at most one byte.
fn is_near_check(tail: &[u8], check: u32) -> bool {
    format!("  ~{check:08x}").bytes().zip(tail).filter(|(one, two)| one != *two).count() <= 1
}

/// Returns the number of bytes before the line that opens the game with this check.
fn header_end<N: Notation>(bytes: &[u8], check: u32) -> Option<usize> {
    let mut end = 0;
    for line in bytes.split_inclusive(|byte| *byte == b'\n') {
        if opening_check::<N>(line) == Some(check) {
            return Some(end);
        }
        end += line.len();
    }
    None
}

/// Returns the range of each line, without its line break.
fn lines_of(bytes: &[u8]) -> Vec<Range<usize>> {
    let mut lines = Vec::new();
    let mut from = 0;
    for part in bytes.split_inclusive(|byte| *byte == b'\n') {
        let text = part.strip_suffix(b"\n").unwrap_or(part);
        let text = text.strip_suffix(b"\r").unwrap_or(text);
        lines.push(from..from + text.len());
        from += part.len();
    }
    lines
}

/// Returns the check of a line if it opens the game.
fn opening_check<N: Notation>(line: &[u8]) -> Option<u32> {
    let line = std::str::from_utf8(line).ok()?;
    match log::split_check(line) {
        (text, Some(check)) if text == N::FORMAT.log_opening => Some(check),
        _ => None,
    }
}

/// Returns the texts that a line may have had before its damage: those near it with the check
/// `stated`, at most [`MAX_GUESSES`].
///
/// A line that fits its check is undamaged. It is invalid because of damage before it, and no guess
/// helps.
fn guesses(text: &[u8], stated: u32, candidates: &Candidates) -> Vec<String> {
    if std::str::from_utf8(text).is_ok_and(|text| candidates.fit(text, stated)) {
        return Vec::new();
    }
    if let Some(lines) = ran_together(text, stated, candidates) {
        return vec![lines];
    }
    // A set, because a byte inserted next to an equal one results in the same text twice.
    let fitting: BTreeSet<String> =
        one_byte_off(text).filter(|text| candidates.fit(text, stated)).collect();
    fitting.into_iter().take(MAX_GUESSES).collect()
}

/// Returns the two lines that became one when the line feed between them was damaged.
fn ran_together(text: &[u8], stated: u32, candidates: &Candidates) -> Option<String> {
    // The byte in place of the line feed may not be UTF-8.
    let text = String::from_utf8_lossy(text);
    text.match_indices("  ~").find_map(|(at, mark)| {
        let end = at + mark.len() + 8;
        let (one, check) = log::split_check(text.get(..end)?);
        let rest = text.get(end..)?;
        let check = check.filter(|&check| candidates.fit(one, check))?;
        // The line feed is missing, or replaced by another character.
        let mut others = rest.chars();
        let shorter = others.next().map(|_| others.as_str());
        let two = [Some(rest), shorter]
            .into_iter()
            .flatten()
            .map(str::trim)
            .find(|two| !two.is_empty() && log::check(check, two) == stated)?;
        Some(format!("{one}\n{two}"))
    })
}

/// Iterates over every text that differs in one byte: a changed, an additional or a missing one.
fn one_byte_off(text: &[u8]) -> impl Iterator<Item = String> + '_ {
    let changed = (0..text.len()).flat_map(move |at| {
        text_bytes().map(move |byte| {
            let mut text = text.to_vec();
            text[at] = byte;
            text
        })
    });
    let removed = (0..text.len()).map(|at| {
        let mut text = text.to_vec();
        text.remove(at);
        text
    });
    let inserted = (0..=text.len()).flat_map(move |at| {
        text_bytes().map(move |byte| {
            let mut text = text.to_vec();
            text.insert(at, byte);
            text
        })
    });
    changed.chain(removed).chain(inserted).filter_map(|text| String::from_utf8(text).ok())
}

/// Iterates over the bytes that occur in a line: all except control characters.
fn text_bytes() -> impl Iterator<Item = u8> {
    (0x20..=u8::MAX).filter(|&byte| byte != 0x7f)
}

/// The effect of a readable line.
enum LineEffect {
    Done,
    /// It annotates an omitted entry.
    AnnotatesOmitted,
}

/// The state of reading a log.
struct ReadState<N: Notation> {
    record: Record<N::Game>,
    trail: Trail,
    chain: Chain,
}

impl<N: Notation> ReadState<N> {
    /// Applies several lines, separated by line feeds.
    fn take_several(&mut self, text: &str) -> Result<LineEffect, RecordErrorKind> {
        let mut taken = LineEffect::Done;
        for line in text.lines() {
            taken = self.take(line)?;
        }
        Ok(taken)
    }

    /// Applies a line, at the place where it was recorded.
    fn take(&mut self, text: &str) -> Result<LineEffect, RecordErrorKind> {
        let change =
            parse_change::<N>(self.record.game(), text).map_err(RecordErrorKind::Unreadable)?;
        let change = match change {
            Change::Play(_) => {
                self.apply(change)?;
                let entry = TrailEntry::Kept(self.record.here());
                self.trail.play(&entry).map_err(|error| self.refused(&error))?;
                return Ok(LineEffect::Done);
            }
            Change::Undo(_) | Change::Redo(_) | Change::Branch(_) => {
                self.trail.follow(&change, &self.record).map_err(|error| self.refused(&error))?
            }
            Change::Comment(_) | Change::Name(_) | Change::Mark(_) | Change::Checkpoint(_) => {
                if self.trail.is_at_omitted_entry() {
                    return Ok(LineEffect::AnnotatesOmitted);
                }
                Some(change)
            }
        };
        if let Some(change) = change {
            self.apply(change)?;
        }
        Ok(LineEffect::Done)
    }

    fn apply(&mut self, change: Change<N::Game>) -> Result<(), RecordErrorKind> {
        self.record.apply(change).map(drop).map_err(|error| self.refused(&error))
    }

    fn refused(&self, error: &ChangeError<N::Game>) -> RecordErrorKind {
        refused_in_words::<N>(self.record.game(), error)
    }
}

/// The entries as recorded, omitted ones included: the entries that a log counts.
struct Trail(Tree<TrailGame>);

/// The game of a log whose entries are only counted.
#[derive(Clone, Debug, PartialEq)]
enum TrailGame {}

/// An entry of the log: part of the record, or omitted.
#[derive(Clone, Debug, PartialEq, Eq)]
enum TrailEntry {
    /// It is this entry of the record.
    Kept(EntryId),
    /// It is omitted; this is its text.
    Omitted(String),
}

impl RecordedGame for TrailGame {
    type Setup = ();
    type Game = ();
    type Action = TrailEntry;
    type Outcome = ();
    type Checkpoint = Infallible;
    type Refusal = Infallible;
    type SetupError = Infallible;

    /// The lines of a log are bounded already.
    const MAX_ENTRIES: usize = usize::MAX;

    fn start((): &()) -> Result<(), Infallible> {
        Ok(())
    }

    fn start_outcome((): &(), (): &()) {}

    fn play((): &(), action: &TrailEntry) -> Result<Played<Self>, Infallible> {
        Ok(Played { game: (), action: action.clone(), outcome: () })
    }
}

impl Trail {
    fn new() -> Self {
        Self(Tree::new((), ()))
    }

    fn is_at_omitted_entry(&self) -> bool {
        matches!(self.0.entry(self.0.here()).action(), Some(TrailEntry::Omitted(_)))
    }

    /// Plays an entry at the cursor, as a record does.
    fn play<G: RecordedGame>(&mut self, disposition: &TrailEntry) -> Result<(), ChangeError<G>> {
        match self.0.play(disposition) {
            Ok(_) => Ok(()),
            Err(GrowError::Refused(never)) => match never {},
            Err(GrowError::Full) => Err(ChangeError::Full),
            Err(GrowError::TooManyContinuations) => Err(ChangeError::TooManyContinuations),
        }
    }

    /// Records an omitted line: as an entry at the cursor, if it was one.
    fn omit<G: RecordedGame>(&mut self, text: &str) -> Result<(), ChangeError<G>> {
        if is_entry(text) { self.play(&TrailEntry::Omitted(text.to_owned())) } else { Ok(()) }
    }

    /// Makes a move of the log. Returns the corresponding move in the record, if there is one.
    fn follow<G: RecordedGame>(
        &mut self,
        change: &Change<G>,
        record: &Record<G>,
    ) -> Result<Option<Change<G>>, ChangeError<G>> {
        let trail = &mut self.0;
        match *change {
            Change::Undo(requested) => {
                let available = trail.cursor();
                let to = available.checked_sub(requested);
                trail.move_to(to.ok_or(ChangeError::NothingToUndo { requested, available })?);
                let back = record.cursor().saturating_sub(self.staying());
                Ok((back > 0).then_some(Change::Undo(back)))
            }
            Change::Redo(requested) => {
                let available = trail.main_line().len() - trail.cursor();
                if requested > available {
                    return Err(ChangeError::NothingToRedo { requested, available });
                }
                trail.move_to(trail.cursor() + requested);
                let on = self.staying().saturating_sub(record.cursor());
                Ok((on > 0).then_some(Change::Redo(on)))
            }
            Change::Branch(requested) => {
                let available = trail.entry(trail.here()).continuations().len();
                if requested == 0 || requested > available {
                    return Err(ChangeError::NoSuchBranch { requested, available });
                }
                trail.make_main(requested - 1);
                let next = trail.main_line()[trail.cursor()..].iter().find_map(|&at| {
                    match trail.entry(at).action() {
                        Some(TrailEntry::Kept(id)) => Some(*id),
                        Some(TrailEntry::Omitted(_)) | None => None,
                    }
                });
                let continuations = record.entry(record.here()).continuations();
                let place = next.and_then(|next| continuations.iter().position(|&id| id == next));
                Ok(place.map(|place| Change::Branch(place + 1)))
            }
            _ => Ok(None),
        }
    }

    /// Returns the number of played entries that stay.
    fn staying(&self) -> usize {
        self.0.main_line()[..self.0.cursor()]
            .iter()
            .filter(|&&at| matches!(self.0.entry(at).action(), Some(TrailEntry::Kept(_))))
            .count()
    }
}

/// Returns `true` if an unreadable line was an entry, judging by its first word. A word that
/// differs from a keyword in one character counts as the keyword.
fn is_entry(text: &str) -> bool {
    let word = text.split_whitespace().next().unwrap_or_default().to_lowercase();
    !log::OTHER_WORDS.iter().any(|other| {
        word.chars().count() == other.len()
            && word.chars().zip(other.chars()).filter(|(one, two)| one != two).count() <= 1
    })
}

#[cfg(test)]
mod tests;
