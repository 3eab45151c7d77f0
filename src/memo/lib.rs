//! Values that are recomputed only when their keys change, instead of in every frame.

/// The latest value with its key.
#[derive(Clone, Debug)]
pub struct Memo<K, V> {
    latest: Option<(K, V)>,
    /// The number of values computed so far.
    count: u64,
}

impl<K, V> Default for Memo<K, V> {
    fn default() -> Self {
        Self { latest: None, count: 0 }
    }
}

impl<K: PartialEq, V> Memo<K, V> {
    /// Returns the value for `key`, computed by `make` unless it is the latest one.
    pub fn of(&mut self, key: K, make: impl FnOnce() -> V) -> &mut V {
        self.numbered(key, make).1
    }

    /// Returns the value with its number; each computed value gets a new number.
    pub fn numbered(&mut self, key: K, make: impl FnOnce() -> V) -> (u64, &mut V) {
        let latest = self.latest.take().filter(|(of, _)| *of == key);
        let count = &mut self.count;
        let (_, value) = self.latest.insert(latest.unwrap_or_else(|| {
            *count += 1;
            (key, make())
        }));
        (*count, value)
    }
}

/// The latest `N` values with their keys.
#[derive(Clone, Debug)]
pub struct RecentMemo<K, V, const N: usize> {
    /// The one used last is the last.
    recent: Vec<(K, V)>,
}

impl<K, V, const N: usize> Default for RecentMemo<K, V, N> {
    fn default() -> Self {
        Self { recent: Vec::new() }
    }
}

impl<K: PartialEq, V: Clone, const N: usize> RecentMemo<K, V, N> {
    /// Returns a copy of the value for `key`, computed by `make` unless it is among the latest.
    pub fn of(&mut self, key: K, make: impl FnOnce(&K) -> V) -> V {
        let entry = if let Some(index) = self.recent.iter().position(|(of, _)| *of == key) {
            self.recent.remove(index)
        } else {
            let value = make(&key);
            (key, value)
        };
        let value = entry.1.clone();
        if self.recent.len() == N {
            self.recent.remove(0);
        }
        self.recent.push(entry);
        value
    }
}

#[cfg(test)]
mod tests {
    use super::{Memo, RecentMemo};

    #[test]
    fn the_value_used_longest_ago_is_computed_again() {
        let (mut memo, mut computed) = (RecentMemo::<_, _, 2>::default(), Vec::new());
        for key in [1, 2, 1, 3, 1, 2] {
            let value = memo.of(key, |key| {
                computed.push(*key);
                10 * key
            });
            assert_eq!(value, 10 * key);
        }
        assert_eq!(computed, [1, 2, 3, 2]);
    }

    #[test]
    fn a_value_is_computed_again_only_when_its_key_changes() {
        let (mut memo, mut computed) = (Memo::default(), 0);
        for (key, number) in [(1, 1), (1, 1), (2, 2), (2, 2), (1, 3)] {
            let value = memo.numbered(key, || {
                computed += 1;
                10 * key
            });
            assert_eq!(value, (number, &mut (10 * key)));
        }
        assert_eq!((computed, *memo.of(1, || 0)), (3, 10));
    }
}
