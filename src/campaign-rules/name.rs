//! Names of parties, characters, classes, achievements and envelopes.

use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;

use plain_text::{name_key, same_name};

/// A name as the players typed it first; compared and sorted without case.
#[derive(Clone)]
pub struct Name(Arc<str>);

impl Name {
    /// The maximum length of a name, in characters.
    pub const MAX_CHARS: usize = 60;

    /// Creates a name, without surrounding blanks.
    pub fn new(text: &str) -> Self {
        Self(text.trim().into())
    }

    /// Returns the text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl PartialEq for Name {
    fn eq(&self, other: &Self) -> bool {
        same_name(&self.0, &other.0)
    }
}

impl Eq for Name {}

impl PartialOrd for Name {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Name {
    fn cmp(&self, other: &Self) -> Ordering {
        name_key(&self.0).cmp(&name_key(&other.0))
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&*self.0, f)
    }
}
