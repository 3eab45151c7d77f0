//! A log with damaged lines, mended line by line: none costs the lines behind it.
//!
//! A [`Mending`] reads a log as [`read`](super::read) does, and
//! goes on where that stops: a line that cannot stand is either put right or
//! left out, and everything else stays. The check at the end of a line often
//! tells what the line was, for of all lines that differ by one sign only one
//! fits it. What is left out is kept in mind: an `undo` counts the entries as
//! they were recorded, and what was written beside an entry goes with it.
//! Nothing here touches a file.

use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;
use std::ops::Range;

use plain_text::{shifted, unexpected};

use super::game::{Played, RecordedGame};
use super::header;
use super::lines::Lines;
use super::loaded::{RecordError, Trouble, Warning};
use super::log::{self, Candidates, Chain, parse_change};
use super::notation::{Form, MAX_BYTES, Notation, refused_in_words};
use super::record::{Change, ChangeError, Record};
use super::tree::{EntryId, GrowError, Tree};

/// Lines longer than this are not guessed at.
const LONGEST_GUESSED: usize = 600;

/// No more guesses at a line are tried than this, for each reads the whole log again. Of all texts
/// that differ from a line in one sign, hardly two have the same check.
const MOST_GUESSES: usize = 4;

/// What is done about a line.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Fix {
    /// It says this; a line feed parts it into several.
    Says(String),
    /// It is left out.
    Out,
}

/// Where a log stops being one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stop {
    /// Which line, and what is wrong with it.
    pub error: RecordError,
    /// The line as it stands there, without its check.
    pub found: String,
    /// What the line was before it was damaged, if its check tells.
    pub proposal: Option<String>,
    /// How many lines stand behind it.
    pub behind: usize,
    /// Whether the game can be played without it; the header is needed.
    pub can_be_left_out: bool,
}

/// A line that was left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// Its number, counted from 1.
    pub line: usize,
    /// The line as it stands there, without its check.
    pub found: String,
    /// Why: what is wrong with it, or what it depends on.
    pub why: String,
}

/// A log that is being mended.
#[derive(Clone, Debug)]
pub struct Mending<N: Notation> {
    bytes: Vec<u8>,
    /// Where each line is, its line feed left out.
    lines: Vec<Range<usize>>,
    fixes: BTreeMap<usize, Fix>,
    /// Every line from this one on is left out if it cannot stand.
    leaves_out_from: Option<usize>,
    /// Nothing from this line on is read.
    ends_at: Option<usize>,
    /// Whether the header is that of an earlier state.
    has_other_header: bool,
    record: Option<Record<N::Game>>,
    stop: Option<Stop>,
    left_out: Vec<LeftOut>,
    warnings: Vec<Warning>,
    /// The values of the header, which is read again after each decision.
    cache: N::Cache,
}

impl<N: Notation> Mending<N> {
    /// A log to be mended; nothing if it is no log, or nothing in it stands in the way.
    pub fn of(bytes: Vec<u8>) -> Option<Self> {
        let mut mending = Self {
            lines: Vec::new(),
            bytes,
            fixes: BTreeMap::new(),
            leaves_out_from: None,
            ends_at: None,
            has_other_header: false,
            record: None,
            stop: None,
            left_out: Vec::new(),
            warnings: Vec::new(),
            cache: N::Cache::default(),
        };
        mending.read();
        let can_be_mended = match &mending.stop.as_ref()?.error.trouble {
            Trouble::Empty
            | Trouble::NewerVersion { .. }
            | Trouble::TooLarge { .. }
            | Trouble::Truncated => false,
            // Whatever begins otherwise is no record of ours, unless a line says that it is a log.
            Trouble::NotARecord { .. } => mending.opening().is_some(),
            Trouble::LineTooLong { .. }
            | Trouble::TooManyLines
            | Trouble::NotText { .. }
            | Trouble::Unreadable(_)
            | Trouble::Block { .. }
            | Trouble::Setup(_)
            | Trouble::CannotTell { .. }
            | Trouble::Refused(_) => true,
        };
        can_be_mended.then_some(mending)
    }

    /// The first line about which nothing is decided yet; nothing once all of it can be read.
    pub fn stop(&self) -> Option<&Stop> {
        self.stop.as_ref()
    }

    /// What is left out, in the order of the lines.
    pub fn left_out(&self) -> &[LeftOut] {
        &self.left_out
    }

    /// How many lines were put right.
    pub fn put_right(&self) -> usize {
        let fixes = self.fixes.values();
        fixes.filter(|fix| matches!(fix, Fix::Says(_))).count()
    }

    /// What is odd about the lines that stay.
    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }

    /// Everything that can be read so far; nothing while the header is damaged.
    pub fn record(&self) -> Option<&Record<N::Game>> {
        self.record.as_ref()
    }

    /// Whether anything was decided.
    pub fn is_begun(&self) -> bool {
        let leaves_out = self.leaves_out_from.or(self.ends_at).is_some();
        leaves_out || self.has_other_header || !self.fixes.is_empty()
    }

    /// Lets a line say this.
    pub fn change(&mut self, line: usize, text: &str) {
        self.fixes.insert(line, Fix::Says(text.trim().to_owned()));
        self.read();
    }

    /// Leaves a line out, and what was written beside it.
    pub fn leave_out(&mut self, line: usize) {
        self.fixes.insert(line, Fix::Out);
        self.read();
    }

    /// Leaves out the line where it stops, and every line behind it that cannot stand without.
    pub fn leave_out_with_dependents(&mut self) {
        if let Some(stop) = self.stop.as_ref().filter(|stop| stop.can_be_left_out) {
            self.leaves_out_from = Some(stop.error.line);
            self.read();
        }
    }

    /// Leaves out the line where it stops, and everything behind it.
    pub fn cut(&mut self) {
        if let Some(stop) = self.stop.as_ref().filter(|stop| stop.can_be_left_out) {
            self.ends_at = Some(stop.error.line);
            self.read();
        }
    }

    /// Puts right every line whose check tells what it was, up to the first where it does not.
    pub fn trust_checks(&mut self) {
        while let Some(Stop { error, proposal: Some(proposal), .. }) = self.stop.clone() {
            if self.fixes.contains_key(&error.line) {
                return;
            }
            self.change(error.line, &proposal);
        }
    }

    /// Begins anew, with nothing decided.
    pub fn begin_anew(&mut self) {
        self.fixes.clear();
        self.leaves_out_from = None;
        self.ends_at = None;
        self.read();
    }

    /// Takes the header of an earlier state in place of the damaged one, if the check of the line
    /// `start` is the same: then it is the very header that was damaged. Says whether it was.
    pub fn take_header_of(&mut self, other: &[u8]) -> bool {
        let Some((at, check)) = self.opening() else {
            return false;
        };
        let header_of = |bytes: &[u8]| {
            let mut end = 0;
            for line in bytes.split_inclusive(|byte| *byte == b'\n') {
                if opening_check::<N>(line) == Some(check) {
                    return Some(end);
                }
                end += line.len();
            }
            None
        };
        let Some(end) = header_of(other).filter(|_| self.record.is_none()) else {
            return false;
        };
        let game = &self.bytes[self.lines[at].start..];
        let mut mended = Self { bytes: [&other[..end], game].concat(), ..self.clone() };
        mended.begin_anew();
        let is_mended = mended.record.is_some();
        if is_mended {
            mended.has_other_header = true;
            *self = mended;
        }
        is_mended
    }

    /// The line after which the game begins, by its place and its check.
    fn opening(&self) -> Option<(usize, u32)> {
        let mut lines = self.lines.iter().enumerate();
        lines.find_map(|(at, line)| Some((at, opening_check::<N>(&self.bytes[line.clone()])?)))
    }

    /// Reads all of it again, with what was decided.
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

    /// Reads all of it; says where it stops behind the header, and which checks a line there may be
    /// chained to.
    fn read_through(&mut self) -> Result<Option<(RecordError, Candidates)>, RecordError> {
        if self.bytes.len() > MAX_BYTES {
            let bytes = self.bytes.len();
            return Err(Trouble::TooLarge { bytes }.at(1));
        }
        // In the header only lines that were put right differ from what stands there.
        let mut patched = Vec::with_capacity(self.bytes.len());
        for (index, line) in self.lines.iter().enumerate() {
            match self.fixes.get(&(index + 1)) {
                Some(Fix::Says(text)) if !text.contains('\n') => {
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
        if first.form != Form::Log || first.version < N::FORMAT.version {
            return Ok(None);
        }
        let mut warnings = Vec::new();
        let header =
            header::read::<N>(&mut lines, first.form, first.check, &mut self.cache, &mut warnings)?;
        let chain = Chain::new(header.checks.clone());
        let (record, keys) = header.begin()?;
        self.warnings = warnings;
        let mut reading = Reading::<N> { trail: Trail::new(), record, chain };
        let outcome = self.read_lines(&mut lines, &mut reading);
        self.warnings.append(&mut reading.chain.warnings);
        header::warn_of_contradictions::<N>(&keys, &reading.record, &mut self.warnings);
        self.record = Some(reading.record);
        Ok(outcome.map(|error| (error, reading.chain.candidates)))
    }

    /// Reads the lines after the header; says where it stops if nothing is decided about a line.
    fn read_lines(&mut self, lines: &mut Lines, reading: &mut Reading<N>) -> Option<RecordError> {
        // A remark with a check was a line before its first sign was damaged. It is asked about only
        // if a line behind it cannot stand.
        let mut suspect: Option<(RecordError, Candidates)> = None;
        while let Some(line) = lines.next() {
            let number = lines.number();
            if self.ends_at.is_some_and(|end| number >= end) {
                let why = "everything from there on is left out".to_owned();
                self.leave_out_line(number, why);
                continue;
            }
            let fix = self.fixes.get(&number).cloned();
            let is_open = fix.is_none();
            let (text, stated) = log::split_check_bytes(self.raw(number));
            let text = String::from_utf8_lossy(text).into_owned();
            let done = match (fix, line) {
                (Some(Fix::Out), _) => Err(None),
                (Some(Fix::Says(says)), _) => reading.take_several(&says).map_err(Some),
                (None, Err(error)) => Err(Some(error.trouble)),
                (None, Ok(line)) if !line.ended => {
                    // It was cut off, and so was never shown as saved.
                    self.leave_out_line(number, Trouble::Truncated.to_string());
                    return None;
                }
                (None, Ok(line)) if line.is_remark() => {
                    if stated.is_some() {
                        let error = unexpected(line.text, 0, "a line that is no remark");
                        let error = Trouble::Unreadable(error).at(number);
                        suspect.get_or_insert_with(|| (error, reading.chain.candidates.clone()));
                        reading.chain.changed_outside(number);
                    }
                    continue;
                }
                (None, Ok(line)) => {
                    let set_in = line.text.len() - line.text.trim_start().len();
                    reading.take(&text).map_err(|trouble| match trouble {
                        Trouble::Unreadable(error) => {
                            Some(Trouble::Unreadable(shifted(line.text, set_in, error)))
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
                        Taken::Done => continue,
                        Taken::BesideWhatIsOut => {
                            let why = "it belongs to an entry that is left out".to_owned();
                            self.leave_out_line(number, why);
                            continue;
                        }
                    }
                }
                Err(Some(trouble)) => {
                    let leaves_out = self.leaves_out_from.is_some_and(|from| number >= from);
                    if !(leaves_out && is_open) {
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
            self.leave_out_line(number, why);
            if let Err(error) = reading.trail.leave_out(&text) {
                return Some(reading.refused(&error).at(number));
            }
            reading.chain.candidates.follow(&text, stated);
        }
        None
    }

    fn leave_out_line(&mut self, line: usize, why: String) {
        self.left_out.push(LeftOut { line, found: self.found(line), why });
    }

    /// Notes where it stops; behind the header, with the checks a line there may be chained to.
    fn stop_at(&mut self, mut error: RecordError, candidates: Option<&Candidates>) {
        let opening = self.damaged_opening().filter(|&line| {
            candidates.is_none() && line <= error.line && !self.fixes.contains_key(&line)
        });
        if let Some(line) = opening {
            let expected = unexpected(&self.found(line), 0, N::FORMAT.log_opening);
            error = Trouble::Unreadable(expected).at(line);
        }
        let line = error.line;
        let proposal = match candidates {
            Some(candidates) => self.proposal(line, candidates),
            None => opening.map(|_| N::FORMAT.log_opening.to_owned()),
        };
        self.stop = Some(Stop {
            found: self.found(line),
            proposal,
            behind: self.lines.len().saturating_sub(line),
            can_be_left_out: self.record.is_some(),
            error,
        });
    }

    /// The line that should open the game and does not: the first with a check, for those of the
    /// header have none.
    fn damaged_opening(&self) -> Option<usize> {
        let mut numbers = 1..=self.lines.len();
        let first = numbers.find(|&line| log::split_check_bytes(self.raw(line)).1.is_some());
        first.filter(|_| self.opening().is_none())
    }

    /// The bytes of a line as they stand in the file.
    fn raw(&self, line: usize) -> &[u8] {
        let range = line.checked_sub(1).and_then(|at| self.lines.get(at));
        range.map_or(&[], |range| &self.bytes[range.clone()])
    }

    /// A line as it stands in the file, without its check, fit to be shown.
    fn found(&self, line: usize) -> String {
        let (text, _) = log::split_check_bytes(self.raw(line));
        let is_odd = |c: char| c.is_control() || c == char::REPLACEMENT_CHARACTER;
        let printable = |c: char| if is_odd(c) { '?' } else { c };
        let text = String::from_utf8_lossy(text);
        text.trim().chars().map(printable).collect()
    }

    /// What a line was before it was damaged, as its check tells.
    fn proposal(&self, line: usize, candidates: &Candidates) -> Option<String> {
        let raw = self.raw(line);
        if raw.len() > LONGEST_GUESSED || self.fixes.contains_key(&line) {
            return None;
        }
        let holds = |text: &str| {
            let mut tried = self.clone();
            // Only as far as this line: what is behind it makes no difference.
            tried.lines.truncate(line);
            tried.bytes.truncate(tried.lines.last()?.end);
            tried.bytes.push(b'\n');
            tried.fixes.insert(line, Fix::Says(text.to_owned()));
            tried.read();
            tried.stop.is_none().then(|| text.to_owned())
        };
        let (text, stated) = log::split_check_bytes(raw);
        if let Some(stated) = stated {
            let guesses = guesses(text, stated, candidates);
            return guesses.iter().find_map(|text| holds(text));
        }
        // The check itself was damaged, or what parts it from the line.
        let tail = raw.len().checked_sub(log::CHECK_LENGTH)?;
        let (text, tail) = raw.split_at(tail);
        if let Ok(text) = std::str::from_utf8(text) {
            let is_near = |check: u32| {
                let check = format!("  ~{check:08x}");
                let differing = check.bytes().zip(tail).filter(|(one, two)| one != *two);
                differing.count() <= 1
            };
            if candidates.checks_of(text).any(is_near) {
                return holds(text);
            }
        }
        let whole = String::from_utf8_lossy(raw);
        let (text, _) = whole.rsplit_once('~')?;
        holds(text.trim())
    }
}

/// Where each line is, without its line break.
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

/// The check of the line after which the game begins, if this is that line.
fn opening_check<N: Notation>(line: &[u8]) -> Option<u32> {
    let line = std::str::from_utf8(line).ok()?;
    match log::split_check(line) {
        (text, Some(check)) if text == N::FORMAT.log_opening => Some(check),
        _ => None,
    }
}

/// Returns the texts that a line may have been before it was damaged: those near it that have the
/// check `stated`, no more than [`MOST_GUESSES`].
///
/// A line that has that check itself is as it was written. It cannot stand because of damage before
/// it, and no guess helps.
fn guesses(text: &[u8], stated: u32, candidates: &Candidates) -> Vec<String> {
    let fits = |text: &str| candidates.fit(text, stated);
    if std::str::from_utf8(text).is_ok_and(fits) {
        return Vec::new();
    }
    if let Some(lines) = ran_together(text, stated, candidates) {
        return vec![lines];
    }
    // A sign put in beside its like gives the same text in several ways.
    let fitting: BTreeSet<String> = one_sign_off(text).filter(|text| fits(text)).collect();
    fitting.into_iter().take(MOST_GUESSES).collect()
}

/// The two lines that a line was before the line feed between them was damaged.
fn ran_together(text: &[u8], stated: u32, candidates: &Candidates) -> Option<String> {
    // What stands in place of the line feed may be no text.
    let text = String::from_utf8_lossy(text);
    text.match_indices("  ~").find_map(|(at, mark)| {
        let end = at + mark.len() + 8;
        let (one, check) = log::split_check(text.get(..end)?);
        let rest = text.get(end..)?;
        let mut others = rest.chars();
        // The line feed is gone, or something else stands in its place.
        let shorter = others.next().map(|_| others.as_str());
        let two = [Some(rest), shorter].into_iter().flatten();
        let mut two = two.map(str::trim).filter(|two| !two.is_empty());
        let check = check.filter(|&check| candidates.fit(one, check))?;
        let two = two.find(|two| log::check(check, two) == stated)?;
        Some(format!("{one}\n{two}"))
    })
}

/// Every text that differs in one byte: another one, one too many, or one that is missing.
fn one_sign_off(text: &[u8]) -> impl Iterator<Item = String> + '_ {
    let fits = |byte: u8| byte >= 0x20 && byte != 0x7f;
    let changed = (0..text.len()).flat_map(move |at| {
        (0..=u8::MAX).filter(move |&byte| fits(byte)).map(move |byte| {
            let mut text = text.to_vec();
            text[at] = byte;
            text
        })
    });
    let taken_out = (0..text.len()).map(|at| {
        let mut text = text.to_vec();
        text.remove(at);
        text
    });
    let put_in = (0..=text.len()).flat_map(move |at| {
        (0..=u8::MAX).filter(move |&byte| fits(byte)).map(move |byte| {
            let mut text = text.to_vec();
            text.insert(at, byte);
            text
        })
    });
    let all = changed.chain(taken_out).chain(put_in);
    all.filter_map(|text| String::from_utf8(text).ok())
}

/// What became of a line that can be read.
enum Taken {
    Done,
    /// It was written beside an entry that is left out.
    BesideWhatIsOut,
}

/// A log as it is read.
struct Reading<N: Notation> {
    record: Record<N::Game>,
    trail: Trail,
    chain: Chain,
}

impl<N: Notation> Reading<N> {
    /// Does what several lines say, each on a line of its own.
    fn take_several(&mut self, text: &str) -> Result<Taken, Trouble> {
        let mut taken = Taken::Done;
        for line in text.lines() {
            taken = self.take(line)?;
        }
        Ok(taken)
    }

    /// Does what a line says, at the place where it was recorded.
    fn take(&mut self, text: &str) -> Result<Taken, Trouble> {
        let change = parse_change::<N>(self.record.game(), text).map_err(Trouble::Unreadable)?;
        let change = match change {
            Change::Play(_) => {
                self.apply(change)?;
                let played = self.trail.play(&Disposition::Stays(self.record.here()));
                played.map_err(|error| self.refused(&error))?;
                return Ok(Taken::Done);
            }
            Change::Undo(_) | Change::Redo(_) | Change::Branch(_) => {
                let moved = self.trail.follow(&change, &self.record);
                moved.map_err(|error| self.refused(&error))?
            }
            Change::Comment(_) | Change::Name(_) | Change::Mark(_) | Change::Checkpoint(_) => {
                if self.trail.is_at_what_is_out() {
                    return Ok(Taken::BesideWhatIsOut);
                }
                Some(change)
            }
        };
        if let Some(change) = change {
            self.apply(change)?;
        }
        Ok(Taken::Done)
    }

    fn apply(&mut self, change: Change<N::Game>) -> Result<(), Trouble> {
        let done = self.record.apply(change);
        done.map(drop).map_err(|error| self.refused(&error))
    }

    fn refused(&self, error: &ChangeError<N::Game>) -> Trouble {
        refused_in_words::<N>(self.record.game(), error)
    }
}

/// The entries as they were recorded, those that are left out included: what a log counts.
struct Trail(Tree<Recorded>);

/// A log whose entries are counted and not played.
#[derive(Clone, Debug, PartialEq)]
enum Recorded {}

/// What became of an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Disposition {
    /// It is that entry of the record.
    Stays(EntryId),
    /// It is left out; this is how it was written.
    Out(String),
}

impl RecordedGame for Recorded {
    type Setup = ();
    type Game = ();
    type Action = Disposition;
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

    fn play((): &(), action: &Disposition) -> Result<Played<Self>, Infallible> {
        Ok(Played { game: (), action: action.clone(), outcome: () })
    }
}

impl Trail {
    fn new() -> Self {
        Self(Tree::new((), ()))
    }

    fn is_at_what_is_out(&self) -> bool {
        matches!(self.0.entry(self.0.here()).action(), Some(Disposition::Out(_)))
    }

    /// Plays an entry at the cursor, as a record does.
    fn play<G: RecordedGame>(&mut self, disposition: &Disposition) -> Result<(), ChangeError<G>> {
        match self.0.play(disposition) {
            Ok(_) => Ok(()),
            Err(GrowError::Refused(never)) => match never {},
            Err(GrowError::Full) => Err(ChangeError::Full),
            Err(GrowError::TooManyContinuations) => Err(ChangeError::TooManyContinuations),
        }
    }

    /// Notes a line that is left out: an entry at the cursor, unless it was something else.
    fn leave_out<G: RecordedGame>(&mut self, text: &str) -> Result<(), ChangeError<G>> {
        if is_entry(text) { self.play(&Disposition::Out(text.to_owned())) } else { Ok(()) }
    }

    /// Moves as a log says, and gives the move that leads there in what stays, if it is one.
    fn follow<G: RecordedGame>(
        &mut self,
        change: &Change<G>,
        record: &Record<G>,
    ) -> Result<Option<Change<G>>, ChangeError<G>> {
        let trail = &mut self.0;
        match *change {
            Change::Undo(asked) => {
                let there = trail.cursor();
                let to = there.checked_sub(asked);
                trail.move_to(to.ok_or(ChangeError::NothingToUndo { asked, there })?);
                let back = record.cursor().saturating_sub(self.staying());
                Ok((back > 0).then_some(Change::Undo(back)))
            }
            Change::Redo(asked) => {
                let there = trail.main_line().len() - trail.cursor();
                if asked > there {
                    return Err(ChangeError::NothingToRedo { asked, there });
                }
                trail.move_to(trail.cursor() + asked);
                let on = self.staying().saturating_sub(record.cursor());
                Ok((on > 0).then_some(Change::Redo(on)))
            }
            Change::Branch(asked) => {
                let there = trail.entry(trail.here()).continuations().len();
                if asked == 0 || asked > there {
                    return Err(ChangeError::NoSuchBranch { asked, there });
                }
                trail.prefer(asked - 1);
                let mut ahead = trail.main_line()[trail.cursor()..].iter();
                let next = ahead.find_map(|&at| match trail.entry(at).action() {
                    Some(Disposition::Stays(id)) => Some(*id),
                    Some(Disposition::Out(_)) | None => None,
                });
                let beside = record.entry(record.here()).continuations();
                let place = next.and_then(|next| beside.iter().position(|&id| id == next));
                Ok(place.map(|place| Change::Branch(place + 1)))
            }
            _ => Ok(None),
        }
    }

    /// How many of the played entries stay.
    fn staying(&self) -> usize {
        let played = self.0.main_line()[..self.0.cursor()].iter();
        let stays =
            |&&at: &&EntryId| matches!(self.0.entry(at).action(), Some(Disposition::Stays(_)));
        played.filter(stays).count()
    }
}

/// Whether a line that cannot be read was an entry, as far as its first word tells; a word that
/// differs in one sign is taken for the word.
fn is_entry(text: &str) -> bool {
    let word = text.split_whitespace().next().unwrap_or_default();
    let word = word.to_lowercase();
    let is_near = |other: &&str| {
        let same = word.chars().count() == other.len();
        let differing = word.chars().zip(other.chars());
        same && differing.filter(|(one, two)| one != two).count() <= 1
    };
    !log::OTHER_WORDS.iter().any(is_near)
}

#[cfg(test)]
mod tests;
