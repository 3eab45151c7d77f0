//! Words that several modules share.

use campaign_rules::world::GlobalAchievement;

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
