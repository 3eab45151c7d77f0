//! Words about a running game that several panels use.

use components::quantity::Quantity;
use narration::{NamedGame, refusal};
use plain_text::{clauses, sentence};
use rules::action::Ballot;
use rules::player::PlayerId;
use rules::{Game, Refusal};

/// Returns the names of players, in order.
pub fn player_names(
    named: NamedGame<'_>,
    players: impl IntoIterator<Item = PlayerId>,
) -> Vec<String> {
    players.into_iter().map(|player| named.label(player)).collect()
}

/// The reasons of a refusal without the numbers of the rules.
pub fn why(named: NamedGame<'_>, refusal: &Refusal) -> String {
    let reasons = refusal.reasons.iter().map(|r| refusal::message(named, &r.illegal));
    let unknown = refusal.unknown.iter().map(|lack| lack.fact.unknown_clause());
    sentence(&clauses(&reasons.chain(unknown).collect::<Vec<_>>()))
}

/// A change of a quantity, with its sign and its unit: "−$4".
pub fn signed_in(what: Quantity, by: i32) -> String {
    let sign = if by < 0 { '−' } else { '+' };
    let unit = match what {
        Quantity::Money => "$",
        Quantity::Points | Quantity::Income | Quantity::Fleeting | Quantity::Lasting => "",
    };
    format!("{sign}{unit}{}", by.unsigned_abs())
}

/// The price of a place of the offer.
pub fn price_of(game: &Game, place: usize) -> String {
    let prices = game.contents().pack().offer.adviser_prices.value();
    prices.and_then(|prices| prices.get(place)).map_or_else(|| "$?".to_owned(), ToString::to_string)
}

/// The price of a place as its card has it: "free", "3 fleeting", "3 lasting".
pub fn price_of_place(game: &Game, place: usize) -> String {
    let price = game.solo_price(place);
    match place {
        0 => "free".to_owned(),
        1 => format!("{price} fleeting"),
        _ => format!("{} lasting", price / 2),
    }
}

/// "1 + 3 fleeting + 2 lasting".
pub fn parts_text(ballot: &Ballot) -> String {
    let strength = ballot.strength();
    let mut parts = strength.base.to_string();
    for (amount, name) in [(strength.fleeting, "fleeting"), (strength.lasting, "lasting")] {
        if amount != 0 {
            parts = format!("{parts} + {amount} {name}");
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_carry_sign_and_unit() {
        assert_eq!(signed_in(Quantity::Points, 3), "+3");
        assert_eq!(signed_in(Quantity::Money, -4), "−$4");
        assert_eq!(signed_in(Quantity::Fleeting, i32::MIN), "−2147483648");
    }
}
