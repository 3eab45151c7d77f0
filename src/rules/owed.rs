//! What is owed: who must or may do what next.

use super::action::Choice;
use super::components::Counts;
use super::game::{COMPLETIONS_TO_END, Game};
use super::player::{AchievementId, BuildingId, PlayerId};
use super::question::Question;
use super::step::{Led, Running, Step, Waiting};

/// Something that somebody must or may do next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Owed {
    /// Who; nobody in particular for what the table does together.
    pub player: Option<PlayerId>,
    /// Whether the game cannot go on without it.
    pub must: bool,
    /// What.
    pub task: Task,
}

/// What is to be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Task {
    /// Deal so many proposals.
    DealProposals(usize),
    /// Deal so many advisers.
    DealAdvisers(usize),
    /// Choose a race.
    ChooseRace,
    /// Take a resource card.
    TakeResource,
    /// Place the first stall.
    PlaceStart,
    /// Play a card or call a vote.
    Turn,
    /// Follow, or pass.
    Follow,
    /// Build up to so many roads, or pass.
    Roads(u8),
    /// Answer a question.
    Choose(Question),
    /// Take a bonus for each of so many cards.
    Bonus(u8),
    /// Vote and open the ballots.
    Ballots,
    /// Break a tie between these.
    Decide(Vec<BuildingId>),
    /// Place a prestige building.
    PlaceBuilding(BuildingId),
    /// Choose or deal one achievement of each deck.
    DealAchievements,
    /// Say who fulfils an achievement that the players judge.
    Judge(AchievementId),
    /// Pay off the neutral markers, for a price in fleeting influence.
    PayMarkers(i32),
    /// Pick one of the proposals.
    Pick,
    /// Fill in the event card.
    FillEvent,
}

impl Game {
    /// Who must or may do what next, the next first. Empty when the game is over.
    #[must_use]
    pub fn owed(&self) -> Vec<Owed> {
        let mut owed = Vec::new();
        let mut steps = self.steps.iter().rev();
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
            let mut drafts = self.steps.last().is_some_and(|step| !step.is_deal());
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
    #[must_use]
    pub fn still_to_follow(&self) -> Vec<PlayerId> {
        let followers = self.steps.iter().rev().filter_map(|step| match step {
            Step::Waits(Waiting::Follow { player, .. }) => Some(*player),
            _ => None,
        });
        followers.collect()
    }

    /// What comes after what is owed first, as far as it is certain, in a few words each.
    #[must_use]
    pub fn afterwards(&self) -> Vec<String> {
        let mut texts: Vec<String> = Vec::new();
        let mut followers: Vec<String> = Vec::new();
        let waiting = |step: &&Step| self.task_of(step).is_some();
        let first = self.steps.iter().rposition(|step| waiting(&step));
        let after = &self.steps[..first.unwrap_or(0)];
        for step in after.iter().rev() {
            if let Step::Waits(Waiting::Follow { player, .. }) = step {
                followers.push(self.player_label(*player));
                continue;
            }
            let text = match step {
                Step::Waits(step) => self.text_of_waiting(step),
                Step::Runs(step) => self.text_of_running(step),
            };
            let Some(text) = text else {
                continue;
            };
            if !followers.is_empty() {
                let last = followers.pop().unwrap_or_default();
                let who = match followers.as_slice() {
                    [] => last,
                    others => format!("{} and {last}", others.join(", ")),
                };
                texts.push(format!("{who} may follow"));
                followers.clear();
            }
            texts.push(text);
        }
        texts
    }

    /// What somebody will do, in a few words; nothing where it need not come to that.
    fn text_of_waiting(&self, step: &Waiting) -> Option<String> {
        let who = |player: &PlayerId| self.player_label(*player);
        Some(match step {
            Waiting::ChooseRace(player) => format!("{} chooses a race", who(player)),
            Waiting::TakeResource(player) => format!("{} takes a resource card", who(player)),
            Waiting::PlaceStart(player) => format!("{} places the first stall", who(player)),
            Waiting::Turn(player) => format!("{} plays a card", who(player)),
            Waiting::Ballots { .. } => "all players vote".to_owned(),
            Waiting::PlaceBuilding { building, .. } => {
                format!("{} is placed", self.contents.building_name(*building))
            }
            Waiting::DealAchievements => "achievements are chosen".to_owned(),
            Waiting::PayMarkers(_) if self.marker_price() > 0 => {
                "neutral markers are paid off".to_owned()
            }
            Waiting::Pick(player) => format!("{} picks a proposal", who(player)),
            Waiting::DealProposals
            | Waiting::DealAdvisers
            | Waiting::Follow { .. }
            | Waiting::Judge(_)
            | Waiting::PayMarkers(_)
            | Waiting::FillEvent(_)
            | Waiting::ExtraRoads { .. }
            | Waiting::Bonus { .. }
            | Waiting::Decide { .. } => return None,
        })
    }

    /// What will happen by itself, in a few words; nothing for what nobody waits for.
    fn text_of_running(&self, step: &Running) -> Option<String> {
        let who = |player: &PlayerId| self.player_label(*player);
        Some(match step {
            Running::BeginTurn(player) => format!("{} plays a card", who(player)),
            Running::Reset(_) => "cards and workers come back".to_owned(),
            Running::OthersIncome(_) => "the others collect income".to_owned(),
            Running::OwnIncome(player) => format!("{} collects income", who(player)),
            Running::NewProposals => "new proposals".to_owned(),
            // The end comes after the turn of the last completion (rule 10.1).
            Running::EndTurn(_) if !self.is_solo() && self.completed() >= COMPLETIONS_TO_END => {
                "the game ends".to_owned()
            }
            Running::EndTurn(player) => {
                let next = self.others(*player).next().unwrap_or(*player);
                format!("{} plays a card", who(&next))
            }
            Running::CarryOn { player, source, .. } => {
                format!("{} goes on with {}", who(player), self.source_name(*source))
            }
            Running::Pay { .. }
            | Running::Deliver { .. }
            | Running::LayTile { .. }
            | Running::LayRoad { .. }
            | Running::ScreenProposals
            | Running::NextCycle(_) => return None,
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
                Task::DealProposals(self.proposals.iter().filter(|p| p.is_none()).count())
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
        let empty = self.offer.iter().filter(|place| place.is_none()).count();
        match self.count(Counts::adviser_cards) {
            Ok(count) => empty.min((count as usize).saturating_sub(self.decks.advisers_seen.len())),
            Err(_) => empty,
        }
    }

    /// What is owed, in one sentence each, parted by semicolons.
    #[must_use]
    pub fn owed_text(&self) -> String {
        let owed = self.owed();
        if owed.is_empty() {
            return match self.loss() {
                Some(_) => "the game is lost".to_owned(),
                None => "the game is over".to_owned(),
            };
        }
        let texts: Vec<String> = owed.iter().map(|owed| self.text_of(owed)).collect();
        texts.join("; ")
    }

    /// One thing that is owed, as a sentence without its full stop.
    #[must_use]
    pub fn text_of(&self, owed: &Owed) -> String {
        let who = owed.player.map(|player| self.player_label(player)).unwrap_or_default();
        match &owed.task {
            Task::DealProposals(count) => format!("deal {}", counted(*count, "proposal")),
            Task::DealAdvisers(count) => format!("deal {}", counted(*count, "adviser")),
            Task::ChooseRace => format!("{who} chooses a race"),
            Task::TakeResource => {
                let held = owed.player.map_or(0, |player| self.controls(player).iter().count());
                // Picks follow one another; only the number tells them apart.
                let which = match held {
                    0 => "a",
                    1 => "a second",
                    2 => "a third",
                    _ => "another",
                };
                format!("{who} takes {which} resource card")
            }
            Task::PlaceStart => format!("{who} places the first stall"),
            Task::Turn if self.is_solo() && self.cards_to_play(PlayerId(0)) == 0 => {
                format!("{who} calls the vote")
            }
            Task::Turn => format!("{who} plays a card"),
            Task::Follow => {
                // A road that may be left out can stand above the followers.
                let led = self.steps.iter().rev().find_map(|step| match step {
                    Step::Waits(Waiting::Follow { led, .. }) => Some(*led),
                    _ => None,
                });
                match led {
                    Some(Led::Category(category)) => {
                        format!("{who} may follow {}", category.name())
                    }
                    Some(Led::Income) | None => {
                        format!("{who} may follow Income with any follow action")
                    }
                }
            }
            Task::Roads(count) => format!("{who} may add {}", counted(usize::from(*count), "road")),
            Task::Choose(question) => {
                let options: Vec<String> =
                    question.options.iter().map(|option| self.choice_text(option.choice)).collect();
                format!("{who} chooses between {}", options.join(" and "))
            }
            Task::Bonus(count) => format!("{who} takes {}", counted(usize::from(*count), "bonus")),
            Task::Ballots => "all players vote".to_owned(),
            Task::Decide(tied) => {
                let names: Vec<&str> =
                    tied.iter().map(|&b| self.contents.building_name(b)).collect();
                format!("{who} breaks the tie between {}", names.join(" and "))
            }
            Task::PlaceBuilding(building) => {
                format!("{who} places {}", self.contents.building_name(*building))
            }
            Task::DealAchievements => "choose one achievement of each deck".to_owned(),
            Task::Judge(achievement) => {
                format!("judge who fulfils {}", self.contents.achievement_name(*achievement))
            }
            Task::PayMarkers(price) => format!(
                "{who} pays off {} for {price} fleeting influence or their worth",
                counted(self.marked_buildings().count(), "neutral marker")
            ),
            Task::Pick => format!("{who} picks a proposal"),
            Task::FillEvent => format!("{who} fills in the event card"),
        }
    }

    /// A choice in words.
    #[must_use]
    pub fn choice_text(&self, choice: Choice) -> String {
        let tile = |tile: super::action::TileRef| {
            format!("{} {}", self.contents.resource_name(tile.resource), tile.footprint)
        };
        match choice {
            Choice::Source { source, consumer } => {
                format!("{} for {}", tile(source), tile(consumer))
            }
            Choice::Delivery { tile: from, building } => {
                format!("{} to {}", tile(from), self.contents.building_name(building))
            }
        }
    }
}

fn counted(count: usize, what: &str) -> String {
    match (count, what) {
        (1, _) => format!("1 {what}"),
        (_, "bonus") => format!("{count} bonuses"),
        _ => format!("{count} {what}s"),
    }
}
