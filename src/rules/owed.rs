//! What is owed: who must or may do what next.

use super::task::{Coming, Owed, Task};
use components::specs::{Category, CountField};

use super::game::{COMPLETIONS_TO_END, Game};
use super::player::PlayerId;
use super::step::{Led, Running, Step, Waiting};

impl Game {
    /// Who must or may do what next, the next first. Empty when the game is over.
    pub fn owed(&self) -> Vec<Owed> {
        let mut owed = Vec::new();
        let mut steps = self.steps.iter();
        for step in steps.by_ref() {
            if let Some(task) = self.task_of(step) {
                let may = matches!(
                    step,
                    Step::Waits(Waiting::ExtraRoads { .. } | Waiting::Follow { .. })
                );
                owed.push(Owed { player: self.player_of(step), must: !may, task });
                // What may be left undone does not keep the next from being done.
                if !matches!(step, Step::Waits(Waiting::ExtraRoads { .. })) {
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
                    owed.push(Owed { player: self.player_of(step), must: true, task });
                }
            }
        }
        owed
    }

    /// Who may still follow the card that was led, the next first. Rule 4.2.
    pub fn still_to_follow(&self) -> Vec<PlayerId> {
        let followers = self.steps.iter().filter_map(|step| match step {
            Step::Waits(Waiting::Follow { player, .. }) => Some(*player),
            _ => None,
        });
        followers.collect()
    }

    /// The category that is led, for those who may follow it; none for the Income card, which any
    /// follow action follows. Rules 4.3 and 5.17.
    pub fn led(&self) -> Option<Category> {
        // A road that may be left out can stand above the followers.
        let led = self.steps.iter().find_map(|step| match step {
            Step::Waits(Waiting::Follow { led, .. }) => Some(*led),
            _ => None,
        });
        match led? {
            Led::Category(category) => Some(category),
            Led::Income => None,
        }
    }

    /// What comes after what is owed first, as far as it is certain.
    pub fn afterwards(&self) -> Vec<Coming> {
        let mut all: Vec<Coming> = Vec::new();
        let mut followers: Vec<PlayerId> = Vec::new();
        for step in self.steps.iter().skip_while(|step| self.task_of(step).is_none()).skip(1) {
            if let Step::Waits(Waiting::Follow { player, .. }) = step {
                followers.push(*player);
                continue;
            }
            let coming = match step {
                Step::Waits(step) => self.coming_of_waiting(step),
                Step::Runs(step) => self.coming_of_running(step),
            };
            let Some(coming) = coming else {
                continue;
            };
            if !followers.is_empty() {
                all.push(Coming::Follow(std::mem::take(&mut followers)));
            }
            all.push(coming);
        }
        all
    }

    /// What somebody will do; nothing where it need not come to that.
    fn coming_of_waiting(&self, step: &Waiting) -> Option<Coming> {
        Some(match step {
            Waiting::ChooseRace(player) => Coming::ChooseRace(*player),
            Waiting::TakeResource(player) => Coming::TakeResource(*player),
            Waiting::PlaceStart(player) => Coming::PlaceStart(*player),
            Waiting::Turn(player) => Coming::Turn(*player),
            Waiting::Ballots { .. } => Coming::Ballots,
            Waiting::PlaceBuilding { building, .. } => Coming::PlaceBuilding(*building),
            Waiting::DealAchievements => Coming::DealAchievements,
            Waiting::PayMarkers(_) if self.marker_price() > 0 => Coming::PayMarkers,
            Waiting::Pick(player) => Coming::Pick(*player),
            _ => return None,
        })
    }

    /// What will happen by itself; nothing for what nobody waits for.
    fn coming_of_running(&self, step: &Running) -> Option<Coming> {
        Some(match step {
            Running::BeginTurn(player) => Coming::Turn(*player),
            Running::Reset(_) => Coming::Reset,
            Running::OthersIncome(_) => Coming::OthersIncome,
            Running::OwnIncome(player) => Coming::OwnIncome(*player),
            Running::NewProposals => Coming::NewProposals,
            // The end comes after the turn of the last completion (rule 10.1).
            Running::EndTurn(_) if !self.is_solo() && self.completed() >= COMPLETIONS_TO_END => {
                Coming::End
            }
            Running::EndTurn(player) => {
                Coming::Turn(self.others(*player).next().unwrap_or(*player))
            }
            Running::CarryOn { player, source, .. } => Coming::CarryOn(*player, *source),
            _ => return None,
        })
    }

    /// The player whom a step waits for.
    pub(super) fn player_of(&self, step: &Step) -> Option<PlayerId> {
        match step {
            Step::Waits(step) => step.player(),
            Step::Runs(_) => self.question().map(|question| question.chooser),
        }
    }

    /// What a step asks for; nothing if it happens by itself.
    fn task_of(&self, step: &Step) -> Option<Task> {
        match step {
            Step::Waits(step) => self.task(step),
            // Only the topmost of these can have come to a question.
            Step::Runs(_) if Some(step) == self.waiting() => self.question().map(Task::Choose),
            Step::Runs(_) => None,
        }
    }

    /// What a step that waits asks for; nothing where there is nothing to wait for.
    fn task(&self, step: &Waiting) -> Option<Task> {
        Some(match step {
            Waiting::DealProposals => {
                if !self.proposals_wanted().unwrap_or(true) {
                    return None;
                }
                Task::DealProposals(self.offers.proposals().iter().filter(|p| p.is_none()).count())
            }
            Waiting::DealAdvisers => {
                if !self.advisers_wanted().unwrap_or(true) {
                    return None;
                }
                Task::DealAdvisers(self.advisers_to_deal())
            }
            // Markers are paid only where some still lie.
            Waiting::PayMarkers(_) => {
                let price = self.marker_price();
                let is_next = self.waiting().is_some_and(|next| *next == step.clone().into());
                if !is_next || price <= 0 {
                    return None;
                }
                Task::PayMarkers(price)
            }
            Waiting::DealAchievements => Task::DealAchievements,
            Waiting::Judge(achievement) => Task::Judge(*achievement),
            Waiting::Pick(_) => Task::Pick,
            Waiting::FillEvent(_) => Task::FillEvent,
            Waiting::ChooseRace(_) => Task::ChooseRace,
            Waiting::TakeResource(_) => Task::TakeResource,
            Waiting::PlaceStart(_) => Task::PlaceStart,
            Waiting::Turn(_) => Task::Turn,
            Waiting::Follow { .. } => Task::Follow,
            Waiting::ExtraRoads { left, .. } => Task::Roads(*left),
            Waiting::Bonus { left, .. } => Task::Bonus(*left),
            Waiting::Ballots { .. } => Task::Ballots,
            Waiting::Decide { tied, .. } => Task::Decide(tied.clone()),
            Waiting::PlaceBuilding { building, .. } => Task::PlaceBuilding(*building),
        })
    }

    /// Empty places of the offer for which a card is left, as far as that is known.
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
