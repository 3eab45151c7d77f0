//! Pending decisions: the players who must or may act next.

use super::task::{PendingDecision, Task, UpcomingStep};
use components::specs::{Category, CountField};

use super::game::{COMPLETIONS_TO_END, Game};
use super::player::PlayerId;
use super::step::{AutomaticStep, DecisionStep, FollowCategory, Step};

impl Game {
    /// Returns the pending decisions in order. Empty when the game is over.
    ///
    /// # Examples
    ///
    /// ```
    /// use rules::task::Task;
    /// use rules::{Game, Setup};
    ///
    /// let setup = Setup {
    ///     pack: packs::find("practice")?,
    ///     board: "Three Rivers".to_owned(),
    ///     players: vec!["Anna".to_owned(), "Ben".to_owned()],
    ///     ..Setup::default()
    /// };
    /// let game = Game::new(&setup)?;
    ///
    /// let next = game.pending().into_iter().find(|pending| pending.player.is_some());
    /// let next = next.expect("the draft does not wait for the decks");
    /// assert_eq!(next.task, Task::ChooseRace);
    /// assert_eq!(next.player.map(|player| game.player_name(player)), Some("Anna"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn pending(&self) -> Vec<PendingDecision> {
        let mut pending = Vec::new();
        let mut steps = self.steps.iter();
        for step in steps.by_ref() {
            if let Some(task) = self.task_of(step) {
                let may = matches!(
                    step,
                    Step::Decision(DecisionStep::ExtraRoads { .. } | DecisionStep::Follow { .. })
                );
                pending.push(PendingDecision { player: self.player_of(step), must: !may, task });
                // Optional roads do not keep the next decision from being made.
                if !matches!(step, Step::Decision(DecisionStep::ExtraRoads { .. })) {
                    break;
                }
            }
        }
        // In the setup cards can be dealt at any moment, and the draft goes on without them.
        if self.in_setup() {
            let mut drafts = self.steps.top().is_some_and(|step| !step.is_deal());
            for step in steps {
                if !step.is_deal() && std::mem::replace(&mut drafts, true) {
                    continue;
                }
                if let Some(task) = self.task_of(step) {
                    pending.push(PendingDecision {
                        player: self.player_of(step),
                        must: true,
                        task,
                    });
                }
            }
        }
        pending
    }

    /// Returns the players who may still follow the card that was led, in order. Rule 4.2.
    pub fn still_to_follow(&self) -> Vec<PlayerId> {
        let followers = self.steps.iter().filter_map(|step| match step {
            Step::Decision(DecisionStep::Follow { player, .. }) => Some(*player),
            _ => None,
        });
        followers.collect()
    }

    /// Returns the led category, for those who may follow it; `None` for the Income card, which any
    /// follow action can follow. Rules 4.3 and 5.17.
    pub fn led_category(&self) -> Option<Category> {
        // An optional road can be above the followers.
        let led = self.steps.iter().find_map(|step| match step {
            Step::Decision(DecisionStep::Follow { led, .. }) => Some(*led),
            _ => None,
        });
        match led? {
            FollowCategory::Category(category) => Some(category),
            FollowCategory::Income => None,
        }
    }

    /// Returns the steps after the first pending decision, as far as they are certain.
    pub fn upcoming(&self) -> Vec<UpcomingStep> {
        let mut all: Vec<UpcomingStep> = Vec::new();
        let mut followers: Vec<PlayerId> = Vec::new();
        for step in self.steps.iter().skip_while(|step| self.task_of(step).is_none()).skip(1) {
            if let Step::Decision(DecisionStep::Follow { player, .. }) = step {
                followers.push(*player);
                continue;
            }
            let coming = match step {
                Step::Decision(step) => self.upcoming_decision(step),
                Step::Automatic(step) => self.upcoming_automatic(step),
            };
            let Some(coming) = coming else {
                continue;
            };
            if !followers.is_empty() {
                all.push(UpcomingStep::Follow(std::mem::take(&mut followers)));
            }
            all.push(coming);
        }
        all
    }

    /// Returns the upcoming step for a decision step for a player; `None` if it may be skipped.
    fn upcoming_decision(&self, step: &DecisionStep) -> Option<UpcomingStep> {
        Some(match step {
            DecisionStep::ChooseRace(player) => UpcomingStep::ChooseRace(*player),
            DecisionStep::TakeResource(player) => UpcomingStep::TakeResource(*player),
            DecisionStep::PlaceStart(player) => UpcomingStep::PlaceStart(*player),
            DecisionStep::Turn(player) => UpcomingStep::Turn(*player),
            DecisionStep::Ballots { .. } => UpcomingStep::Ballots,
            DecisionStep::PlaceBuilding { building, .. } => UpcomingStep::PlaceBuilding(*building),
            DecisionStep::DealAchievements => UpcomingStep::DealAchievements,
            DecisionStep::PayMarkers(_) if self.marker_price() > 0 => UpcomingStep::PayMarkers,
            DecisionStep::Pick(player) => UpcomingStep::Pick(*player),
            _ => return None,
        })
    }

    /// Returns the coming event for an automatic step; `None` if it is of no interest to players.
    fn upcoming_automatic(&self, step: &AutomaticStep) -> Option<UpcomingStep> {
        Some(match step {
            AutomaticStep::BeginTurn(player) => UpcomingStep::Turn(*player),
            AutomaticStep::Reset(_) => UpcomingStep::Reset,
            AutomaticStep::OthersIncome(_) => UpcomingStep::OthersIncome,
            AutomaticStep::OwnIncome(player) => UpcomingStep::OwnIncome(*player),
            AutomaticStep::NewProposals => UpcomingStep::NewProposals,
            // The end comes after the turn of the last completion (rule 10.1).
            AutomaticStep::EndTurn(_)
                if !self.is_solo() && self.completed() >= COMPLETIONS_TO_END =>
            {
                UpcomingStep::End
            }
            AutomaticStep::EndTurn(player) => {
                UpcomingStep::Turn(self.others(*player).next().unwrap_or(*player))
            }
            AutomaticStep::ContinueText { player, source, .. } => {
                UpcomingStep::ContinueText(*player, *source)
            }
            _ => return None,
        })
    }

    /// Returns the player whom a step waits for.
    pub(super) fn player_of(&self, step: &Step) -> Option<PlayerId> {
        match step {
            Step::Decision(step) => step.player(),
            Step::Automatic(_) => self.question().map(|question| question.chooser),
        }
    }

    /// Returns the task of a step; `None` if the step is automatic.
    fn task_of(&self, step: &Step) -> Option<Task> {
        match step {
            Step::Decision(step) => self.task(step),
            // Only the topmost automatic step can have raised a question.
            Step::Automatic(_) if Some(step) == self.waiting() => self.question().map(Task::Choose),
            Step::Automatic(_) => None,
        }
    }

    /// Returns the task of a waiting step; `None` if it has nothing to wait for.
    fn task(&self, step: &DecisionStep) -> Option<Task> {
        Some(match step {
            DecisionStep::DealProposals => {
                if !self.proposals_wanted().unwrap_or(true) {
                    return None;
                }
                Task::DealProposals(self.offers.proposals().iter().filter(|p| p.is_none()).count())
            }
            DecisionStep::DealAdvisers => {
                if !self.advisers_wanted().unwrap_or(true) {
                    return None;
                }
                Task::DealAdvisers(self.advisers_to_deal())
            }
            // There is nothing to pay once no marker is left.
            DecisionStep::PayMarkers(_) => {
                let price = self.marker_price();
                let is_next = self.waiting().is_some_and(|next| *next == step.clone().into());
                if !is_next || price <= 0 {
                    return None;
                }
                Task::PayMarkers(price)
            }
            DecisionStep::DealAchievements => Task::DealAchievements,
            DecisionStep::Judge(achievement) => Task::Judge(*achievement),
            DecisionStep::Pick(_) => Task::Pick,
            DecisionStep::FillEvent(_) => Task::FillEvent,
            DecisionStep::ChooseRace(_) => Task::ChooseRace,
            DecisionStep::TakeResource(_) => Task::TakeResource,
            DecisionStep::PlaceStart(_) => Task::PlaceStart,
            DecisionStep::Turn(_) => Task::Turn,
            DecisionStep::Follow { .. } => Task::Follow,
            DecisionStep::ExtraRoads { left, .. } => Task::Roads(*left),
            DecisionStep::Bonus { left, .. } => Task::Bonus(*left),
            DecisionStep::Ballots { .. } => Task::Ballots,
            DecisionStep::Decide { tied, .. } => Task::Decide(tied.clone()),
            DecisionStep::PlaceBuilding { building, .. } => Task::PlaceBuilding(*building),
        })
    }

    /// Returns the number of adviser places to fill, limited by the cards left, if their count is
    /// known.
    fn advisers_to_deal(&self) -> usize {
        let empty = self.offers.places_for_advisers();
        match self.facts().count(CountField::AdviserCards) {
            Ok(count) => {
                empty.min((count as usize).saturating_sub(self.offers.advisers_seen().len()))
            }
            Err(_) => empty,
        }
    }
}
