//! Names and lines that match a typed text.

use plain_text::has_every_word;

/// Returns the rank of a name for a typed text, 0 for the best; `None` if it does not match.
///
/// The beginning of the name counts most, then that of any word, then the first letters of the
/// words together, then any place.
pub fn rank(name: &str, typed: &str) -> Option<u8> {
    let (name, typed) = (name.to_lowercase(), typed.trim().to_lowercase());
    let plain = name.strip_prefix("the ").unwrap_or(&name);
    let initials: String =
        plain.split_whitespace().filter_map(|word| word.chars().next()).collect();
    if name.starts_with(&typed) || plain.starts_with(&typed) {
        Some(0)
    } else if name.split_whitespace().any(|word| word.starts_with(&typed)) {
        Some(1)
    } else if initials.starts_with(&typed) {
        Some(2)
    } else {
        name.contains(&typed).then_some(3)
    }
}

/// The maximum number of completions.
const MOST_SHOWN: usize = 6;

/// Returns the completions of a typed text: lines that begin with it, then lines that hold every
/// word of it.
pub fn matching<'a>(lines: &'a [String], typed: &str) -> Vec<&'a str> {
    let typed = typed.to_lowercase();
    let first = lines.iter().filter(|line| line.to_lowercase().starts_with(&typed));
    let then = lines
        .iter()
        .filter(|line| !line.to_lowercase().starts_with(&typed) && has_every_word(line, &typed));
    first.chain(then).take(MOST_SHOWN).map(String::as_str).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_beginning_of_a_name_ranks_before_that_of_another_word() {
        assert_eq!(rank("Bath House", "ba"), Some(0));
        assert_eq!(rank("The Salt Barrel", "sa"), Some(0));
        assert_eq!(rank("The Salt Barrel", "ba"), Some(1));
        assert_eq!(rank("North Gatehouse", "ng"), Some(2));
        assert_eq!(rank("North Gatehouse", "or"), Some(3));
        assert_eq!(rank("North Gatehouse", "xy"), None);
    }
}
