//! Statistics of many simulated games.

use plain_text::{counted, listed};
use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;

use components::fact_id::FactId;
use rules::action::{Action, ActionKind};
use rules::adjustment::WorkerPlace;
use rules::game::Game;
use rules::player::Card;
use rules::receipt::Loss;
use rules::sub_action::SubAction;

/// Lengths of games and use of components, over many games.
#[derive(Clone, Debug, Default, Serialize, schemars::JsonSchema)]
pub struct Report {
    /// Games played.
    pub games: usize,
    /// Games that came to their end.
    pub finished: usize,
    /// Solo games that were lost at a vote.
    pub lost_at_a_vote: usize,
    /// Solo games that were lost at the end.
    pub lost_at_the_end: usize,
    /// Turns of each finished game, shortest first.
    pub turns: Vec<u32>,
    /// Entries of each finished game, shortest first.
    pub entries: Vec<usize>,
    /// Winning points of each finished game, lowest first.
    pub winning_points: Vec<i32>,
    /// Uses of each component, 0 for those never used.
    pub used: BTreeMap<String, usize>,
    /// Missing facts that stopped games, with the number of games.
    pub lacking: BTreeMap<String, usize>,
}

impl Report {
    /// Adds a game that was played to `last` with `actions`. `lacking` are the missing facts that
    /// stopped it.
    pub fn add(&mut self, last: &Game, actions: &[Action], lacking: &[FactId]) {
        self.games += 1;
        for fact in lacking {
            *self.lacking.entry(fact.to_string()).or_default() += 1;
        }
        if last.is_over() {
            self.finished += 1;
            insert_sorted(&mut self.turns, last.turn_number());
            insert_sorted(&mut self.entries, actions.len());
        }
        match last.loss() {
            Some(Loss::Markers { .. }) => self.lost_at_a_vote += 1,
            Some(Loss::Unfinished(_)) => self.lost_at_the_end += 1,
            None => {}
        }
        if let Some(winner) = last.winner() {
            insert_sorted(&mut self.winning_points, last.points(winner).0);
        }
        self.list_components(last);
        for action in actions {
            self.count_action(last, &action.kind);
        }
        for tile in last.tiles() {
            self.note(format!("tile {}", last.contents().resource_name(tile.resource)));
        }
        for active in last.active_buildings() {
            self.note(format!("building {}", last.contents().building_name(active.building)));
            if active.completed {
                self.note(format!("completed {}", last.contents().building_name(active.building)));
            }
        }
    }

    /// Returns the components that no game used.
    pub fn unused(&self) -> impl Iterator<Item = &str> {
        self.used.iter().filter(|&(_, &count)| count == 0).map(|(name, _)| name.as_str())
    }

    /// Counts a use of a component.
    fn note(&mut self, name: String) {
        *self.used.entry(name).or_default() += 1;
    }

    /// Lists a component, even if it is never used.
    fn list(&mut self, name: String) {
        self.used.entry(name).or_default();
    }

    fn list_components(&mut self, game: &Game) {
        let contents = game.contents();
        contents.resources().for_each(|r| self.list(format!("tile {}", contents.resource_name(r))));
        contents.races().for_each(|r| self.list(format!("race {}", contents.race_name(r))));
        contents.races().for_each(|r| self.list(format!("worker on {}", contents.race_name(r))));
        for building in contents.buildings() {
            let name = contents.building_name(building);
            self.list(format!("building {name}"));
            self.list(format!("completed {name}"));
            self.list(format!("worker on {name}"));
        }
        for adviser in contents.advisers() {
            let name = contents.adviser_name(adviser);
            self.list(format!("recruited {name}"));
            self.list(format!("played {name}"));
        }
    }

    fn count_action(&mut self, game: &Game, kind: &ActionKind) {
        let contents = game.contents();
        match kind {
            ActionKind::ChooseRace { race, .. } => {
                self.note(format!("race {}", contents.race_name(*race)));
            }
            ActionKind::Lead { card: Card::Adviser(adviser), .. } => {
                self.note(format!("played {}", contents.adviser_name(*adviser)));
            }
            _ => {}
        }
        for sub_action in kind.sub_actions() {
            match sub_action {
                SubAction::Recruit(adviser) => {
                    self.note(format!("recruited {}", contents.adviser_name(*adviser)));
                }
                SubAction::Worker(WorkerPlace::Building(building), _) => {
                    self.note(format!("worker on {}", contents.building_name(*building)));
                }
                SubAction::Worker(WorkerPlace::Race, _) => {
                    if let Some(race) = kind.player().and_then(|player| game.race(player)) {
                        self.note(format!("worker on {}", contents.race_name(race)));
                    }
                }
                _ => {}
            }
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unfinished = self.games - self.finished;
        let share = 100.0 * unfinished as f64 / self.games.max(1) as f64;
        let games = counted(self.games, "game", "games");
        writeln!(f, "{games}, {unfinished} unfinished ({share:.1} %)")?;
        if !self.lacking.is_empty() {
            writeln!(f, "games that could not go on, for these are not known:")?;
            for (fact, games) in &self.lacking {
                writeln!(f, "  {games:>7}  {fact}")?;
            }
        }
        if self.lost_at_a_vote + self.lost_at_the_end > 0 {
            writeln!(
                f,
                "lost            {} at a vote, {} at the end",
                self.lost_at_a_vote, self.lost_at_the_end
            )?;
        }
        writeln!(f, "turns           {}", spread(&self.turns))?;
        writeln!(f, "entries         {}", spread(&self.entries))?;
        writeln!(f, "winning points  {}", spread(&self.winning_points))?;
        writeln!(f, "uses of each component, over all games:")?;
        for (name, count) in &self.used {
            writeln!(f, "  {count:>7}  {name}")?;
        }
        let unused: Vec<&str> = self.unused().collect();
        match unused.as_slice() {
            [] => write!(f, "every component was used"),
            names => write!(f, "never used: {}", listed(names)),
        }
    }
}

fn insert_sorted<T: Ord>(values: &mut Vec<T>, value: T) {
    let at = values.partition_point(|other| *other <= value);
    values.insert(at, value);
}

/// Describes the least, median and most of sorted values.
fn spread<T: fmt::Display>(sorted: &[T]) -> String {
    match (sorted.first(), sorted.get(sorted.len() / 2), sorted.last()) {
        (Some(least), Some(median), Some(most)) => {
            format!("least {least}, median {median}, most {most}")
        }
        _ => "none".to_owned(),
    }
}
