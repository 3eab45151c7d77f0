//! A cache of parsed packs: records of one table have the same pack, which is half of their text.

use std::collections::VecDeque;
use std::sync::Arc;

use ron::Options;
use ron::extensions::Extensions;

use components::specs::Pack;
use rules::contents::Contents;

/// The maximum number of cached packs, which bounds the memory for reading thousands of records.
const MAX_PACKS: usize = 4;

/// The latest parsed packs, the latest first.
#[derive(Clone, Debug, Default)]
pub struct PackCache(VecDeque<Parsed>);

/// A parsed pack.
#[derive(Clone, Debug)]
struct Parsed {
    text: Arc<str>,
    pack: Arc<Pack>,
    /// The contents that a game indexes, unless the pack contradicts itself.
    contents: Option<Arc<Contents>>,
}

/// The place where a text stops being a pack, and the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PackError {
    /// The line of the text, counted from 1.
    pub(super) line: usize,
    /// The column in it, in characters counted from 1.
    pub(super) column: usize,
    pub(super) message: String,
}

impl PackCache {
    /// Returns the pack of a text, parsed now or cached, with its contents unless it contradicts
    /// itself.
    pub(super) fn parse(
        &mut self,
        text: &str,
    ) -> Result<(Arc<Pack>, Option<Arc<Contents>>), PackError> {
        if let Some(found) = self.0.iter().find(|parsed| *parsed.text == *text) {
            return Ok(found.shared());
        }
        let pack = Arc::new(parse(text)?);
        let contents = Contents::new(Pack::clone(&pack)).ok().map(Arc::new);
        let parsed = Parsed { text: text.into(), pack, contents };
        let shared = parsed.shared();
        self.0.truncate(MAX_PACKS - 1);
        self.0.push_front(parsed);
        Ok(shared)
    }
}

impl Parsed {
    fn shared(&self) -> (Arc<Pack>, Option<Arc<Contents>>) {
        (Arc::clone(&self.pack), self.contents.clone())
    }
}

fn parse(text: &str) -> Result<Pack, PackError> {
    let options = Options::default().with_default_extension(Extensions::IMPLICIT_SOME);
    options.from_str(text).map_err(|error| {
        let message = error.code.to_string();
        PackError {
            line: error.span.start.line,
            column: error.span.start.col,
            message: message.lines().collect::<Vec<_>>().join(" "),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pack(version: usize) -> String {
        format!("(name: \"drawn\", title: \"Drawn\", version: {version})")
    }

    #[test]
    fn a_pack_is_parsed_once_and_the_cache_is_bounded() {
        let mut cache = PackCache::default();
        for version in 0..20 {
            let (first, _) = cache.parse(&pack(version)).expect("it is a pack");
            assert_eq!(Ok(Pack::clone(&first)), parse(&pack(version)));
            let (second, _) = cache.parse(&pack(version)).expect("it is a pack");
            assert!(Arc::ptr_eq(&first, &second));
            assert!(cache.0.len() <= MAX_PACKS);
        }
        let cached: Vec<u32> = cache.0.iter().map(|parsed| parsed.pack.version).collect();
        assert_eq!(cached, [19, 18, 17, 16]);
    }

    #[test]
    fn an_invalid_pack_is_refused_each_time_and_not_cached() {
        let mut cache = PackCache::default();
        for _ in 0..2 {
            let error = cache.parse("(\n  name: 3)").map(drop).expect_err("a name is text");
            assert_eq!((error.line, error.column), (2, 8));
        }
        assert!(cache.0.is_empty());
    }
}
