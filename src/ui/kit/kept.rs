//! A value that is worked out once for what it is about, and not in every frame.

/// A value and the key it was worked out for.
#[derive(Clone, Debug)]
pub(crate) struct Kept<K, V>(Option<(K, V)>);

impl<K, V> Default for Kept<K, V> {
    fn default() -> Self {
        Self(None)
    }
}

impl<K: PartialEq, V> Kept<K, V> {
    /// The value for `key`; worked out by `make` unless it is the one that is kept.
    pub(crate) fn of(&mut self, key: K, make: impl FnOnce() -> V) -> &mut V {
        let kept = self.0.take().filter(|(of, _)| *of == key);
        let (_, value) = self.0.insert(kept.unwrap_or_else(|| (key, make())));
        value
    }
}

#[cfg(test)]
mod tests {
    use super::Kept;

    #[test]
    fn a_value_is_worked_out_once_for_a_key() {
        let (mut kept, mut asked) = (Kept::default(), 0);
        for key in [1, 1, 2, 2, 1] {
            let value = *kept.of(key, || {
                asked += 1;
                10 * key
            });
            assert_eq!(value, 10 * key);
        }
        assert_eq!(asked, 3);
    }
}
