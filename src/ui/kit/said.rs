//! How panels put things: sentences, lists, numbers with their sign, reasons.

use components::quantity::Quantity;
use narration::{NamedGame, refusal};
use plain_text::{clauses, sentence};
use rules::action::Ballot;
use rules::player::PlayerId;
use rules::{Game, Refusal};

/// What players are called, one after another.
pub(crate) fn player_names(
    named: NamedGame<'_>,
    players: impl IntoIterator<Item = PlayerId>,
) -> Vec<String> {
    players.into_iter().map(|player| named.label(player)).collect()
}

/// A number, its sign as wide as a figure.
pub(crate) fn plain(number: i32) -> String {
    if number < 0 { format!("−{}", number.unsigned_abs()) } else { number.to_string() }
}

/// A change, its sign as wide as a figure.
pub(crate) fn signed(by: i32) -> String {
    if by > 0 { format!("+{by}") } else { plain(by) }
}

/// The reasons of a refusal without the numbers of the rules.
pub(crate) fn why(named: NamedGame<'_>, refusal: &Refusal) -> String {
    let reasons = refusal.reasons.iter().map(|r| refusal::message(named, &r.illegal));
    let unknown = refusal.unknown.iter().map(|lack| lack.fact.not_known());
    sentence(&clauses(&reasons.chain(unknown).collect::<Vec<_>>()))
}

/// A change of a quantity, with its sign and its unit: "−$4".
pub(crate) fn signed_in(what: Quantity, by: i32) -> String {
    let sign = if by < 0 { '−' } else { '+' };
    let unit = match what {
        Quantity::Money => "$",
        Quantity::Points | Quantity::Income | Quantity::Fleeting | Quantity::Lasting => "",
    };
    format!("{sign}{unit}{}", by.unsigned_abs())
}

/// The price of a place of the offer.
pub(crate) fn price_of(game: &Game, place: usize) -> String {
    let prices = game.contents().pack().offer.adviser_prices.value();
    prices.and_then(|prices| prices.get(place)).map_or_else(|| "$?".to_owned(), ToString::to_string)
}

/// The price of a place as its card has it: "free", "3 fleeting", "3 lasting".
pub(crate) fn price_of_place(game: &Game, place: usize) -> String {
    let price = game.solo_price(place);
    match place {
        0 => "free".to_owned(),
        1 => format!("{price} fleeting"),
        _ => format!("{} lasting", price / 2),
    }
}

/// "1 + 3 fleeting + 2 lasting".
pub(crate) fn parts_text(ballot: &Ballot) -> String {
    let strength = ballot.strength();
    let mut parts = strength.base.to_string();
    for (amount, name) in [(strength.fleeting, "fleeting"), (strength.lasting, "lasting")] {
        if amount != 0 {
            parts = format!("{parts} + {amount} {name}");
        }
    }
    parts
}

/// How well a name answers to what is typed, the best first; nothing if it does not.
///
/// The beginning of the name counts most, then that of any word, then the first letters of the
/// words together, then any place.
pub(crate) fn rank(name: &str, typed: &str) -> Option<u8> {
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

/// No more completions are shown than this.
const MOST_SHOWN: usize = 6;

/// What completes the text that is typed: lines that begin so, then lines that hold every word.
pub(crate) fn matching<'a>(lines: &'a [String], typed: &str) -> Vec<&'a str> {
    let typed = typed.to_lowercase();
    let begins = |line: &&String| line.to_lowercase().starts_with(&typed);
    let holds = |line: &&String| {
        let line = line.to_lowercase();
        !line.starts_with(&typed) && typed.split_whitespace().all(|word| line.contains(word))
    };
    let first = lines.iter().filter(begins);
    let then = lines.iter().filter(holds);
    first.chain(then).take(MOST_SHOWN).map(String::as_str).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_beginning_of_a_name_counts_before_that_of_another_word() {
        assert_eq!(rank("Bath House", "ba"), Some(0));
        assert_eq!(rank("The Salt Barrel", "sa"), Some(0));
        assert_eq!(rank("The Salt Barrel", "ba"), Some(1));
        assert_eq!(rank("North Gatehouse", "ng"), Some(2));
        assert_eq!(rank("North Gatehouse", "or"), Some(3));
        assert_eq!(rank("North Gatehouse", "xy"), None);
    }

    #[test]
    fn changes_carry_sign_and_unit() {
        assert_eq!(signed_in(Quantity::Points, 3), "+3");
        assert_eq!(signed_in(Quantity::Money, -4), "−$4");
        assert_eq!(signed_in(Quantity::Fleeting, i32::MIN), "−2147483648");
    }
}
