//! Texts about a running game that several panels use.

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

/// Returns the reasons of a refusal as a sentence, without rule numbers.
pub fn reasons_text(named: NamedGame<'_>, refusal: &Refusal) -> String {
    let reasons: Vec<_> = refusal
        .reasons
        .iter()
        .map(|reason| refusal::message(named, &reason.illegal))
        .chain(refusal.unknown.iter().map(|missing| missing.fact.unknown_clause()))
        .collect();
    sentence(&clauses(&reasons))
}

/// Returns a change of a quantity with its sign and unit, such as "−$4".
pub fn signed_amount(what: Quantity, by: i32) -> String {
    let sign = if by < 0 { '−' } else { '+' };
    let unit = match what {
        Quantity::Money => "$",
        Quantity::Points | Quantity::Income | Quantity::Fleeting | Quantity::Lasting => "",
    };
    format!("{sign}{unit}{}", by.unsigned_abs())
}

/// Returns the price of a place of the offer, "$?" if it is unknown.
pub fn adviser_price(game: &Game, place: usize) -> String {
    game.contents()
        .pack()
        .offer
        .adviser_prices
        .value()
        .and_then(|prices| prices.get(place))
        .map_or_else(|| "$?".to_owned(), ToString::to_string)
}

/// Returns the price of a place in a solo game as printed: "free", "3 fleeting", "3 lasting".
pub fn solo_price_text(game: &Game, place: usize) -> String {
    let price = game.solo_price(place);
    match place {
        0 => "free".to_owned(),
        1 => format!("{price} fleeting"),
        _ => format!("{} lasting", price / 2),
    }
}

/// Returns the parts of a ballot's strength, such as "1 + 3 fleeting + 2 lasting".
pub fn strength_text(ballot: &Ballot) -> String {
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
        assert_eq!(signed_amount(Quantity::Points, 3), "+3");
        assert_eq!(signed_amount(Quantity::Money, -4), "−$4");
        assert_eq!(signed_amount(Quantity::Fleeting, i32::MIN), "−2147483648");
    }
}
