//! A value that is recomputed only when its key changes, instead of in every frame.

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

#[cfg(test)]
mod tests {
    use super::Memo;

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
