//! What is owed: who must or may do what next.

use super::action::Choice;
use super::components::Counts;
use super::game::{COMPLETIONS_TO_END, Game};
use super::player::{AchievementId, BuildingId, PlayerId};
use super::question::Question;
use super::steps::{Led, Step};

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
                let may = matches!(step, Step::ExtraRoads { .. } | Step::Follow { .. });
                owed.push(Owed { player: self.player_of(step), must: !may, task });
                // What may be left undone does not keep the next from being done.
                if !matches!(step, Step::ExtraRoads { .. }) {
                    break;
                }
            }
        }
        // In the setup cards can be dealt at any moment, and the draft goes on without them.
        if self.in_setup() {
            let is_deal = |step: &Step| matches!(step, Step::DealProposals | Step::DealAdvisers);
            let mut drafts = self.steps.last().is_some_and(|step| !is_deal(step));
            for step in steps {
                if !is_deal(step) && std::mem::replace(&mut drafts, true) {
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
            Step::Follow { player, .. } => Some(*player),
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
            let who = |player: &PlayerId| self.player_label(*player);
            let text = match step {
                Step::Follow { player, .. } => {
                    followers.push(who(player));
                    continue;
                }
                Step::ChooseRace(player) => format!("{} chooses a race", who(player)),
                Step::TakeResource(player) => format!("{} takes a resource card", who(player)),
                Step::PlaceStart(player) => format!("{} places the first stall", who(player)),
                Step::Turn(player) | Step::BeginTurn(player) => {
                    format!("{} plays a card", who(player))
                }
                Step::Reset(_) => "cards and workers come back".to_owned(),
                Step::OthersIncome(_) => "the others collect income".to_owned(),
                Step::Ballots { .. } => "all players vote".to_owned(),
                Step::PlaceBuilding { building, .. } => {
                    format!("{} is placed", self.contents.building_name(*building))
                }
                Step::NewProposals => "new proposals".to_owned(),
                // The end comes after the turn of the last completion (rule 10.1).
                Step::EndTurn(_) if !self.is_solo() && self.completed() >= COMPLETIONS_TO_END => {
                    "the game ends".to_owned()
                }
                Step::EndTurn(player) => {
                    let next = self.others(*player).next().unwrap_or(*player);
                    format!("{} plays a card", who(&next))
                }
                Step::DealAchievements => "achievements are chosen".to_owned(),
                Step::OwnIncome(player) => format!("{} collects income", who(player)),
                Step::PayMarkers(_) if self.marker_price() > 0 => {
                    "neutral markers are paid off".to_owned()
                }
                Step::Pick(player) => format!("{} picks a proposal", who(player)),
                Step::CarryOn { player, source, .. } => {
                    format!("{} goes on with {}", who(player), self.source_name(*source))
                }
                Step::DealProposals
                | Step::DealAdvisers
                | Step::Judge(_)
                | Step::PayMarkers(_)
                | Step::FillEvent(_)
                | Step::NextCycle(_)
                | Step::ExtraRoads { .. }
                | Step::Bonus { .. }
                | Step::Decide { .. }
                | Step::Pay { .. }
                | Step::Deliver { .. }
                | Step::LayTile { .. }
                | Step::LayRoad { .. }
                | Step::ScreenProposals => continue,
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

    /// The player whom a step waits for.
    pub(super) fn player_of(&self, step: &Step) -> Option<PlayerId> {
        match step {
            Step::ChooseRace(player)
            | Step::TakeResource(player)
            | Step::PlaceStart(player)
            | Step::Turn(player)
            | Step::Follow { player, .. }
            | Step::ExtraRoads { player, .. }
            | Step::Bonus { player, .. }
            | Step::Decide { player, .. }
            | Step::PayMarkers(player)
            | Step::Pick(player)
            | Step::FillEvent(player)
            | Step::PlaceBuilding { player, .. } => Some(*player),
            Step::Pay { .. } | Step::Deliver { .. } => {
                self.question().map(|question| question.chooser)
            }
            Step::DealProposals
            | Step::DealAdvisers
            | Step::DealAchievements
            | Step::Judge(_)
            | Step::Ballots { .. }
            | Step::CarryOn { .. }
            | Step::LayTile { .. }
            | Step::LayRoad { .. }
            | Step::BeginTurn(_)
            | Step::Reset(_)
            | Step::OthersIncome(_)
            | Step::OwnIncome(_)
            | Step::ScreenProposals
            | Step::NewProposals
            | Step::NextCycle(_)
            | Step::EndTurn(_) => None,
        }
    }

    /// What a step asks for; nothing if it happens by itself.
    fn task_of(&self, step: &Step) -> Option<Task> {
        match step {
            Step::DealProposals => {
                let wanted = self.proposals_wanted().unwrap_or(true);
                wanted.then(|| {
                    Task::DealProposals(self.proposals.iter().filter(|p| p.is_none()).count())
                })
            }
            Step::DealAdvisers => {
                let wanted = self.advisers_wanted().unwrap_or(true);
                wanted.then(|| Task::DealAdvisers(self.advisers_to_deal()))
            }
            Step::DealAchievements => Some(Task::DealAchievements),
            Step::Judge(achievement) => Some(Task::Judge(*achievement)),
            // Markers are paid only where some still lie, and a proposal is picked where there is one.
            Step::PayMarkers(_) => {
                let price = self.marker_price();
                (Some(step) == self.waiting() && price > 0).then_some(Task::PayMarkers(price))
            }
            Step::Pick(_) => Some(Task::Pick),
            Step::FillEvent(_) => Some(Task::FillEvent),
            Step::ChooseRace(_) => Some(Task::ChooseRace),
            Step::TakeResource(_) => Some(Task::TakeResource),
            Step::PlaceStart(_) => Some(Task::PlaceStart),
            Step::Turn(_) => Some(Task::Turn),
            Step::Follow { .. } => Some(Task::Follow),
            Step::ExtraRoads { left, .. } => Some(Task::Roads(*left)),
            Step::Bonus { left, .. } => Some(Task::Bonus(*left)),
            Step::Ballots { .. } => Some(Task::Ballots),
            Step::Decide { tied, .. } => Some(Task::Decide(tied.clone())),
            Step::PlaceBuilding { building, .. } => Some(Task::PlaceBuilding(*building)),
            // Only the topmost of these can have come to a question.
            Step::Pay { .. } | Step::Deliver { .. } if Some(step) == self.waiting() => {
                self.question().map(Task::Choose)
            }
            Step::Pay { .. }
            | Step::Deliver { .. }
            | Step::CarryOn { .. }
            | Step::LayTile { .. }
            | Step::LayRoad { .. }
            | Step::BeginTurn(_)
            | Step::Reset(_)
            | Step::OthersIncome(_)
            | Step::OwnIncome(_)
            | Step::ScreenProposals
            | Step::NewProposals
            | Step::NextCycle(_)
            | Step::EndTurn(_) => None,
        }
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
                    Step::Follow { led, .. } => Some(*led),
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
