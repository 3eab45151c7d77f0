//! A campaign in play. [`Game::play`] is the only way to change it; [`Game::outcome`] does the same
//! and reports the changes.

use crate::action::Action;
use crate::campaign::Campaign;
use crate::event::Event;
use crate::illegal::Refusal;
use crate::transition::Transition;

/// A campaign in play.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Game {
    campaign: Campaign,
}

/// A note about an action that the rules allow and the book advises against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Advice {
    /// A party plays a scenario casually that no party has completed (S15.1).
    CasualFirst {
        /// The scenario.
        scenario: u16,
    },
}

/// The game after an action, with the changes that the action made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The game after the action.
    pub game: Game,
    /// The report of the action.
    pub report: PlayReport,
}

/// The report of an action.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayReport {
    /// The changes that it makes, in order.
    pub events: Vec<Event>,
    /// Notes that leave the outcome as it is.
    pub advice: Vec<Advice>,
}

impl Game {
    /// Returns the state of the campaign.
    pub const fn campaign(&self) -> &Campaign {
        &self.campaign
    }

    /// Plays an action and returns the game after it; `self` is unchanged.
    ///
    /// # Errors
    ///
    /// A [`Refusal`] with the reasons.
    pub fn play(&self, action: &Action) -> Result<Self, Refusal> {
        self.outcome(action).map(|outcome| outcome.game)
    }

    /// Plays an action and returns the game after it with the changes it made.
    ///
    /// # Errors
    ///
    /// A [`Refusal`] with the reasons.
    pub fn outcome(&self, action: &Action) -> Result<Outcome, Refusal> {
        let mut transition = Transition::new(self.campaign.clone());
        transition.apply(action)?;
        let (campaign, report) = transition.finish();
        Ok(Outcome { game: Self { campaign }, report })
    }
}
