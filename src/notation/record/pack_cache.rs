//! Packs parsed once. Records of one table carry the same pack, as long as everything else in them.

use std::collections::VecDeque;
use std::sync::Arc;

use ron::Options;
use ron::extensions::Extensions;

use components::specs::Pack;
use rules::contents::Contents;

/// The packs that were parsed last. Whoever reads thousands of records holds no more than this.
const MOST: usize = 4;

/// The packs that were parsed last, the latest first.
#[derive(Clone, Debug, Default)]
pub struct PackCache(VecDeque<Parsed>);

/// A pack that was parsed.
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
    /// Line of the text, counted from 1.
    pub(super) line: usize,
    /// Column in it, in characters counted from 1.
    pub(super) column: usize,
    pub(super) message: String,
}

impl PackCache {
    /// Returns the pack that a text states, parsed now or before, with its contents unless it
    /// contradicts itself.
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
        self.0.truncate(MOST - 1);
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
    fn a_text_gives_the_same_pack_the_second_time_and_few_are_held() {
        let mut cache = PackCache::default();
        for version in 0..20 {
            let (first, _) = cache.parse(&pack(version)).expect("it is a pack");
            assert_eq!(Ok(Pack::clone(&first)), parse(&pack(version)));
            let (second, _) = cache.parse(&pack(version)).expect("it is a pack");
            assert!(Arc::ptr_eq(&first, &second));
            assert!(cache.0.len() <= MOST);
        }
        let held: Vec<u32> = cache.0.iter().map(|parsed| parsed.pack.version).collect();
        assert_eq!(held, [19, 18, 17, 16]);
    }

    #[test]
    fn a_text_that_is_no_pack_is_refused_each_time_and_not_held() {
        let mut cache = PackCache::default();
        for _ in 0..2 {
            let error = cache.parse("(\n  name: 3)").map(drop).expect_err("a name is text");
            assert_eq!((error.line, error.column), (2, 8));
        }
        assert!(cache.0.is_empty());
    }
}
