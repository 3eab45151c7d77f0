//! The record of any game.
//!
//! A [`Record`] is a [`Tree`] of entries with the players' notes, and with a cursor that undo and
//! redo move. Every operation on it is a [`Change`]. A [`Repair`] edits earlier entries and judges
//! all later ones again; it results in changes like any other.
//!
//! A game is recorded as a [`RecordedGame`]. Its [`Notation`] writes records in two forms that
//! share a header:
//!
//! - The **log** lists all changes, one per line, each with a check chained over all lines before
//!   it: a file that can be appended to, and in which damage is detected.
//! - The **notation** is for people: grouped by turn, with comments and variations, without checks.
//!
//! Both hold everything a replay needs and read back to an equal record. Reading keeps everything
//! readable: a [`Loaded`] has the record up to the first invalid line, with that line and the
//! reason. A [`LogRecovery`] continues past damaged lines. Files are left to `storage`.

mod annotations;
mod game;
mod header;
mod human_notation;
mod lines;
mod loaded;
mod log;
mod notation;
mod record;
mod recovery;
pub mod repair;
mod tree;
mod variations;

pub use annotations::{Annotations, EntryRating, Evening, Tags};
pub use game::{Played, RecordedGame, play_again};
pub use header::{key_words, read_once};
pub use human_notation::print_notation;
pub use loaded::{Loaded, RecordError, RecordErrorKind, Warning};
pub use log::{LogLine, check, count_plays, log_line, parse_change, print_change, print_log};
pub use notation::{
    HeaderBlock, HeaderEnd, HeaderLines, MAX_BYTES, MAX_LINE, MAX_LINES, Notation, RecordForm,
    RecordFormat,
};
pub use record::{Change, ChangeError, MAX_TEXT, Record};
pub use recovery::{DamagedLine, LogRecovery, OmittedLine};
pub use repair::Repair;
pub use tree::{Entry, EntryId, GrowError, MAX_CONTINUATIONS, Tree};
pub use variations::Variation;

/// Reads a record in either form, as far as it goes.
///
/// Time and memory are bounded for any bytes.
pub fn read<N: Notation>(bytes: &[u8]) -> Loaded<N::Game> {
    Reader::<N>::default().read(bytes)
}

/// A reader of several records that parses a value they have in common once. A clone shares the
/// values parsed so far.
#[derive(Clone, Debug)]
pub struct Reader<N: Notation> {
    cache: N::Cache,
}

impl<N: Notation> Default for Reader<N> {
    fn default() -> Self {
        Self { cache: N::Cache::default() }
    }
}

impl<N: Notation> Reader<N> {
    /// Reads a record as [`read`] does.
    pub fn read(&mut self, bytes: &[u8]) -> Loaded<N::Game> {
        let mut loaded = Loaded::default();
        if let Err(error) = read_into::<N>(bytes, &mut self.cache, &mut loaded) {
            loaded.error = Some(error);
        }
        if let Some(record) = &mut loaded.record
            && loaded.form == Some(RecordForm::Notation)
        {
            record.go_to_end();
        }
        loaded
    }
}

fn read_into<N: Notation>(
    bytes: &[u8],
    cache: &mut N::Cache,
    loaded: &mut Loaded<N::Game>,
) -> Result<(), RecordError> {
    if bytes.len() > MAX_BYTES {
        return Err(RecordErrorKind::TooLarge { bytes: bytes.len() }.at(1));
    }
    let mut lines = lines::Lines::new(bytes);
    let first = header::read_first(&mut lines, &N::FORMAT)?;
    if first.version < N::FORMAT.version {
        *loaded = Loaded { form: Some(first.form), is_older: true, ..N::read_older(bytes) };
        return loaded.error.take().map_or(Ok(()), Err);
    }
    loaded.form = Some(first.form);
    let header =
        header::read::<N>(&mut lines, first.form, first.check, cache, &mut loaded.warnings)?;
    let checks = header.checks.clone();
    let foot = header.foot.clone();
    let (record, keys) = header.start_record()?;
    let record = loaded.record.insert(record);
    loaded.valid_bytes = lines.offset();
    let outcome = match first.form {
        RecordForm::Log => {
            let mut chain = log::Chain::new(checks);
            let outcome = log::read::<N>(&mut lines, record, &mut chain, &mut loaded.valid_bytes);
            loaded.warnings.append(&mut chain.warnings);
            loaded.check = chain.last();
            outcome
        }
        RecordForm::Notation => human_notation::read::<N>(
            &mut lines,
            foot.as_ref(),
            record,
            &mut loaded.warnings,
            &mut loaded.valid_bytes,
        ),
    };
    header::warn_of_contradictions::<N>(&keys, record, &mut loaded.warnings);
    outcome
}
