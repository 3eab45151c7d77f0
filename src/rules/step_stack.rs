//! The stack of pending steps of the order of play.
//!
//! Rulebook, "Game Play Structure".

use super::player::PlayerId;
use super::rulebook::{Variant, Variants};
use super::step::{AutomaticStep, DecisionStep, Step};

/// The pending steps, the next one on top.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct StepStack(Vec<Step>);

impl StepStack {
    /// Creates the steps of a new game: from the first card dealt to the first turn.
    ///
    /// Rulebook, "Setup".
    pub(super) fn for_setup(players: usize, variants: Variants) -> Self {
        let order: Vec<PlayerId> = (0..players as u8).map(PlayerId).collect();
        let mut steps = vec![DecisionStep::DealProposals, DecisionStep::DealAdvisers];
        if variants.contains(Variant::Achievements) {
            steps.push(DecisionStep::DealAchievements);
        }
        steps.extend(order.iter().map(|&player| DecisionStep::ChooseRace(player)));
        // A solo player controls every resource (rule 11.1).
        if players > 1 {
            steps.extend(order.iter().rev().map(|&player| DecisionStep::TakeResource(player)));
        }
        if players == 2 {
            steps.extend(order.iter().map(|&player| DecisionStep::TakeResource(player)));
        }
        steps.extend(order.iter().rev().map(|&player| DecisionStep::PlaceStart(player)));
        let mut stack = Self(vec![AutomaticStep::BeginTurn(PlayerId(0)).into()]);
        stack.push_all(steps.into_iter());
        stack
    }

    /// Returns the next step; `None` when the game is over.
    pub(super) fn top(&self) -> Option<&Step> {
        self.0.last()
    }

    /// Iterates over the steps, the next one first.
    pub(super) fn iter(&self) -> impl DoubleEndedIterator<Item = &Step> + use<'_> {
        self.0.iter().rev()
    }

    /// Returns `true` if any step satisfies `is_wanted`.
    pub(super) fn any(&self, is_wanted: impl Fn(&Step) -> bool) -> bool {
        self.0.iter().any(is_wanted)
    }

    /// Puts a step on top.
    pub(super) fn push(&mut self, step: impl Into<Step>) {
        self.0.push(step.into());
    }

    /// Puts steps on top in their order; the first of them is next.
    pub(super) fn push_all(&mut self, steps: impl DoubleEndedIterator<Item: Into<Step>>) {
        self.0.extend(steps.rev().map(Into::into));
    }

    /// Takes off the next step, to work it off.
    pub(super) fn pop(&mut self) -> Option<Step> {
        self.0.pop()
    }

    /// Ends the next step, because its action was taken or declined.
    pub(super) fn finish(&mut self) {
        self.0.pop();
    }

    /// Moves the first step that satisfies `is_wanted` to the top, unless that step starts a turn.
    pub(super) fn bring_forward(&mut self, is_wanted: impl Fn(&Step) -> bool) {
        if let Some(place) = self.0.iter().rposition(is_wanted)
            && !matches!(self.0[place], Step::Automatic(AutomaticStep::BeginTurn(_)))
        {
            let step = self.0.remove(place);
            self.0.push(step);
        }
    }

    /// Drops all steps.
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// Drops all steps and continues with this one.
    pub(super) fn restart(&mut self, step: impl Into<Step>) {
        self.clear();
        self.push(step);
    }
}
