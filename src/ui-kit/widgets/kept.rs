//! A value that is worked out once for what it is about, and not in every frame.

/// A value and the key it was worked out for.
#[derive(Clone, Debug)]
pub struct Kept<K, V> {
    kept: Option<(K, V)>,
    /// How many values were worked out.
    count: u64,
}

impl<K, V> Default for Kept<K, V> {
    fn default() -> Self {
        Self { kept: None, count: 0 }
    }
}

impl<K: PartialEq, V> Kept<K, V> {
    /// The value for `key`; worked out by `make` unless it is the one that is kept.
    pub fn of(&mut self, key: K, make: impl FnOnce() -> V) -> &mut V {
        self.numbered(key, make).1
    }

    /// The same, with its number, which is another one for every value that is worked out.
    pub fn numbered(&mut self, key: K, make: impl FnOnce() -> V) -> (u64, &mut V) {
        let kept = self.kept.take().filter(|(of, _)| *of == key);
        let count = &mut self.count;
        let (_, value) = self.kept.insert(kept.unwrap_or_else(|| {
            *count += 1;
            (key, make())
        }));
        (*count, value)
    }
}

#[cfg(test)]
mod tests {
    use super::Kept;

    #[test]
    fn a_value_is_worked_out_once_for_a_key() {
        let (mut kept, mut asked) = (Kept::default(), 0);
        for (key, number) in [(1, 1), (1, 1), (2, 2), (2, 2), (1, 3)] {
            let value = kept.numbered(key, || {
                asked += 1;
                10 * key
            });
            assert_eq!(value, (number, &mut (10 * key)));
        }
        assert_eq!((asked, *kept.of(1, || 0)), (3, 10));
    }
}
