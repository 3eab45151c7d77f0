//! Questions that payouts and deliveries come to, with what each answer brings.
//!
//! Rulebook, "Delivering Resources and Earning Points": who chooses a source,
//! and who chooses what is delivered.

use super::action::Choice;
use super::player::{ByPlayer, PlayerId};
use components::quantity::Points;

/// A choice that the rules leave to somebody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// Who chooses.
    pub chooser: PlayerId,
    /// What there is to choose from, with what it comes to.
    pub options: Vec<ChoiceOption>,
    /// The choices of the same payout that are made already.
    pub(super) made: Vec<Choice>,
}

/// One way to answer a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChoiceOption {
    /// The answer.
    pub choice: Choice,
    /// What every player would get; several if it depends on a later choice.
    pub outcomes: Vec<Gains>,
    /// Whether there are more outcomes than are listed.
    pub is_cut: bool,
}

/// What one way to choose comes to in the end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Gains {
    /// Points of each player, what is paid away taken off.
    pub points: ByPlayer<Points>,
    /// Points lost to neutral tiles.
    pub lost: Points,
}

impl Gains {
    pub(super) fn plus(mut self, other: &Self) -> Self {
        for (sum, more) in self.points.0.iter_mut().zip(other.points.0) {
            *sum += more;
        }
        self.lost += other.lost;
        self
    }
}

/// Whether it makes no difference to anybody which of the options is taken.
pub(super) fn is_indifferent(options: &[ChoiceOption]) -> bool {
    let all_are_known = options.iter().all(|option| !option.is_cut);
    let mut outcomes = options.iter().flat_map(|option| &option.outcomes);
    all_are_known && outcomes.next().is_none_or(|first| outcomes.all(|other| other == first))
}
