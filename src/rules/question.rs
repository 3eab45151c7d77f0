//! Questions that payouts and deliveries raise, with the outcomes of each answer.
//!
//! Rulebook, "Delivering Resources and Earning Points": the chooser of a source, and the chooser of
//! a delivery.

use super::action::RuleChoice;
use super::player::{ByPlayer, PlayerId};
use components::quantity::Points;

/// A choice that the rules leave to a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The player who chooses.
    pub chooser: PlayerId,
    /// The options, with their outcomes.
    pub options: Vec<ChoiceOption>,
    /// The choices of the same payout that are already made.
    pub(super) made: Vec<RuleChoice>,
}

/// A possible answer to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChoiceOption {
    /// The answer.
    pub choice: RuleChoice,
    /// The possible gains; several if they depend on a later choice.
    pub outcomes: Vec<PointGains>,
    /// `true` if there are more outcomes than are listed.
    pub is_truncated: bool,
}

/// The final gains from one series of choices.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct PointGains {
    /// Points of each player, net of what is paid on.
    pub points: ByPlayer<Points>,
    /// Points lost to neutral tiles.
    pub lost: Points,
}

impl PointGains {
    pub(super) fn plus(mut self, other: &Self) -> Self {
        for (sum, more) in self.points.0.iter_mut().zip(other.points.0) {
            *sum += more;
        }
        self.lost += other.lost;
        self
    }
}

/// Returns `true` if every option has the same outcome for everyone.
pub(super) fn is_indifferent(options: &[ChoiceOption]) -> bool {
    let all_are_known = options.iter().all(|option| !option.is_truncated);
    let mut outcomes = options.iter().flat_map(|option| &option.outcomes);
    all_are_known && outcomes.next().is_none_or(|first| outcomes.all(|other| other == first))
}
