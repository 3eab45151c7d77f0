//! Words that several modules share.

use campaign_rules::character::ChosenHand;
use campaign_rules::world::GlobalAchievement;
use plain_text::{counted, listed};

/// Returns a number with its sign: "+1", "-5".
pub(super) fn signed(amount: impl Into<i32>) -> String {
    format!("{:+}", amount.into())
}

/// Returns an item by its number as printed: "item 012".
pub(super) fn item(number: u16) -> String {
    format!("item {number:03}")
}

/// Returns a global achievement with its type in brackets.
pub(super) fn global(achievement: &GlobalAchievement) -> String {
    match &achievement.kind {
        Some(kind) => format!("\"{}\" ({kind})", achievement.name),
        None => format!("\"{}\"", achievement.name),
    }
}

/// Returns the cards of a hand: the number of those of level 1 or X, and the titles of the others.
pub(super) fn hand_words(hand: &ChosenHand) -> String {
    let basic = counted(hand.basic, "card of level 1 or X", "cards of level 1 or X");
    let titles = hand.cards.iter().map(|title| format!("\"{title}\""));
    listed(&std::iter::once(basic).chain(titles).collect::<Vec<_>>())
}
