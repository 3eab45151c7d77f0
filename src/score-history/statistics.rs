//! Results by race, between two people, by number of players, and over time. Only games for several
//! players count: the points of solo games do not compare.

use std::collections::BTreeMap;

use plain_text::{name_key, same_name};

use super::tally::ResultTally;
use super::{GameFilter, PastGame, ScoreHistory, SeatResult};

/// The results of one race.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RaceTally {
    /// The name of the race.
    pub race: String,
    /// The results of all people who played it.
    pub results: ResultTally,
}

/// The results of two people in the games that both played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeadToHead {
    /// The names, the person who was ahead more often first.
    pub names: [String; 2],
    /// The number of games in which the first and the second person was ahead of the other.
    pub ahead: [u32; 2],
    /// The number of games in which neither was ahead.
    pub level: u32,
}

impl HeadToHead {
    /// Returns the number of games that both played.
    pub fn games(&self) -> u32 {
        self.ahead[0] + self.ahead[1] + self.level
    }
}

/// The length of the games for one number of players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LengthTally {
    /// The number of players.
    pub players: usize,
    /// The number of games.
    pub games: usize,
    /// The turns of the shortest and of the longest game.
    pub turns: [u32; 2],
    /// The turns of all games.
    total_turns: u32,
    /// The number of games whose playing time was recorded.
    pub timed: usize,
    /// The playing time of those games, in seconds.
    total_seconds: u32,
}

impl LengthTally {
    /// Returns the average number of turns per game, rounded.
    pub fn average_turns(&self) -> u32 {
        rounded_average(self.total_turns, self.games).unwrap_or_default()
    }

    /// Returns the average playing time in seconds; `None` if no time was recorded.
    pub fn average_seconds(&self) -> Option<u32> {
        rounded_average(self.total_seconds, self.timed)
    }
}

fn rounded_average(total: u32, count: usize) -> Option<u32> {
    let count = u32::try_from(count).ok().filter(|&count| count > 0)?;
    Some(total.saturating_add(count / 2) / count)
}

/// The results of one person in a series of games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResultCurve {
    /// The name of the person.
    pub name: String,
    /// Each game by its index in [`ResultCurves::dates`], with the points and `true` for a win.
    pub results: Vec<(u32, i32, bool)>,
}

/// The results of several people over time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ResultCurves {
    /// The dates of the games, the earliest first. A game without a date is not in the series.
    pub dates: Vec<String>,
    /// A curve for each person, most games first.
    pub people: Vec<ResultCurve>,
    /// The number of games left out because they have no date.
    pub undated: usize,
}

impl ScoreHistory {
    /// Returns the games for several players that match a filter, the latest first.
    fn for_several<'a>(&'a self, filter: &'a GameFilter) -> impl Iterator<Item = &'a PastGame> {
        self.matching(filter).filter(|game| !game.is_solo())
    }

    /// Returns the results of every race in the games that match a filter, the highest win rate
    /// first. With a person in the filter, only the races of that person.
    pub fn race_tallies(&self, filter: &GameFilter) -> Vec<RaceTally> {
        let mut races: BTreeMap<String, RaceTally> = BTreeMap::new();
        let seats = self.for_several(filter).flat_map(|game| &game.seats);
        for seat in seats.filter(|seat| !seat.race.is_empty() && filter.matches_seat(seat)) {
            let tally = races.entry(name_key(&seat.race)).or_insert_with(|| RaceTally {
                race: seat.race.clone(),
                results: ResultTally::default(),
            });
            tally.results.count(seat);
        }
        let mut races: Vec<RaceTally> = races.into_values().collect();
        races.sort_by(|a, b| {
            let rate = |tally: &RaceTally| tally.results.win_rate().unwrap_or_default();
            let average = |tally: &RaceTally| tally.results.average().unwrap_or_default();
            rate(b).total_cmp(&rate(a)).then(average(b).total_cmp(&average(a)))
        });
        races
    }

    /// Returns the results between every two people in the games that match a filter, most games
    /// first. With a person or a race in the filter, only pairs in which one of the two matches it.
    pub fn head_to_head(&self, filter: &GameFilter) -> Vec<HeadToHead> {
        let mut pairs: BTreeMap<[String; 2], HeadToHead> = BTreeMap::new();
        for game in self.for_several(filter) {
            for (index, one) in game.seats.iter().enumerate() {
                for other in &game.seats[index + 1..] {
                    let is_pair = !same_name(&one.name, &other.name)
                        && (filter.matches_seat(one) || filter.matches_seat(other));
                    if is_pair {
                        count_pair(&mut pairs, one, other);
                    }
                }
            }
        }
        let mut pairs: Vec<HeadToHead> = pairs.into_values().collect();
        for pair in &mut pairs {
            if pair.ahead[0] < pair.ahead[1] {
                pair.ahead.reverse();
                pair.names.reverse();
            }
        }
        pairs.sort_by_key(|pair| std::cmp::Reverse(pair.games()));
        pairs
    }

    /// Returns the length of the games that match a filter, for every number of players.
    pub fn lengths(&self, filter: &GameFilter) -> Vec<LengthTally> {
        let mut lengths: BTreeMap<usize, LengthTally> = BTreeMap::new();
        for game in self.for_several(filter) {
            let players = game.seats.len();
            let tally = lengths.entry(players).or_insert(LengthTally {
                players,
                games: 0,
                turns: [game.turns; 2],
                total_turns: 0,
                timed: 0,
                total_seconds: 0,
            });
            tally.games += 1;
            tally.turns = [tally.turns[0].min(game.turns), tally.turns[1].max(game.turns)];
            tally.total_turns = tally.total_turns.saturating_add(game.turns);
            if let Some(seconds) = game.seconds {
                tally.timed += 1;
                tally.total_seconds = tally.total_seconds.saturating_add(seconds);
            }
        }
        lengths.into_values().collect()
    }

    /// Returns the results over time of the `max_people` people with the most games that match a filter.
    pub fn curves(&self, filter: &GameFilter, max_people: usize) -> ResultCurves {
        let mut games: Vec<&PastGame> = self.for_several(filter).collect();
        let all = games.len();
        games.retain(|game| game.date.is_some());
        games.reverse();
        let mut people: BTreeMap<String, ResultCurve> = BTreeMap::new();
        for (index, game) in (0..).zip(&games) {
            for seat in game.seats.iter().filter(|seat| filter.matches_seat(seat)) {
                let curve = people.entry(name_key(&seat.name)).or_insert_with(|| ResultCurve {
                    name: seat.name.clone(),
                    results: Vec::new(),
                });
                // The latest game has the last word on how a name is written.
                curve.name.clone_from(&seat.name);
                curve.results.push((index, seat.points, seat.won));
            }
        }
        let mut people: Vec<ResultCurve> = people.into_values().collect();
        people.sort_by_key(|curve| std::cmp::Reverse(curve.results.len()));
        people.truncate(max_people);
        ResultCurves {
            dates: games.iter().filter_map(|game| game.date.clone()).collect(),
            people,
            undated: all - games.len(),
        }
    }
}

/// Counts a game that two people played. The winner is ahead, otherwise the one with more points.
fn count_pair(pairs: &mut BTreeMap<[String; 2], HeadToHead>, one: &SeatResult, other: &SeatResult) {
    let mut seats = [one, other];
    seats.sort_by_key(|seat| name_key(&seat.name));
    let key = seats.map(|seat| name_key(&seat.name));
    let pair = pairs.entry(key).or_insert_with(|| HeadToHead {
        names: seats.map(|seat| seat.name.clone()),
        ahead: [0, 0],
        level: 0,
    });
    let [first, second] = seats.map(|seat| (seat.won, seat.points));
    match first.cmp(&second) {
        std::cmp::Ordering::Greater => pair.ahead[0] += 1,
        std::cmp::Ordering::Less => pair.ahead[1] += 1,
        std::cmp::Ordering::Equal => pair.level += 1,
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use rules::rulebook::Variants;

    use super::super::{GameEnd, ReadResult};
    use super::*;

    /// Returns a game of these seats: name, race and points. The first seat won.
    fn game(date: Option<&str>, turns: u32, seats: &[(&str, &str, i32)]) -> PastGame {
        let number = u64::from(turns);
        PastGame {
            path: PathBuf::from(format!("{number}.founders")),
            title: None,
            date: date.map(str::to_owned),
            seconds: None,
            board: "Three Rivers".to_owned(),
            variants: Variants::default(),
            seats: seats
                .iter()
                .enumerate()
                .map(|(index, &(name, race, points))| SeatResult {
                    name: name.to_owned(),
                    race: race.to_owned(),
                    points,
                    won: index == 0,
                })
                .collect(),
            end: GameEnd::Won,
            difficulty: [None, None],
            turns,
            key: number,
        }
    }

    fn history() -> ScoreHistory {
        let mut history = ScoreHistory::default();
        let timed = PastGame {
            seconds: Some(5400),
            ..game(Some("2026-03-01"), 12, &[("Anna", "Human", 40), ("Ben", "Orchid", 31)])
        };
        for game in [
            timed,
            game(Some("2026-01-05"), 15, &[("ben", "Human", 28), ("Anna", "Orchid", 20)]),
            game(None, 10, &[("Anna", "Human", 33), ("Ben", "Savvas", 30)]),
            // Anna and Ben are level behind Cleo.
            game(
                Some("2026-02-02"),
                21,
                &[("Cleo", "Inox", 35), ("Anna", "Human", 24), ("Ben", "Orchid", 24)],
            ),
            game(Some("2026-04-01"), 9, &[("Anna", "Inox", 90)]),
        ] {
            history.add(ReadResult::Game(Box::new(game)));
        }
        history
    }

    #[test]
    fn races_are_sorted_by_win_rate_and_leave_out_solo_games() {
        let history = history();
        let tallies = history.race_tallies(&GameFilter::default());
        let races: Vec<(&str, usize, usize, f64)> = tallies
            .iter()
            .map(|tally| {
                let results = &tally.results;
                let rate = results.win_rate().expect("it was played");
                (tally.race.as_str(), results.games, results.wins, rate)
            })
            .collect();
        assert_eq!(
            races,
            [
                ("Inox", 1, 1, 100.0),
                ("Human", 4, 3, 75.0),
                ("Savvas", 1, 0, 0.0),
                ("Orchid", 3, 0, 0.0)
            ]
        );
        assert_eq!(tallies[1].results.average(), Some(31.25));
        let ben = GameFilter { person: Some("Ben".to_owned()), ..GameFilter::default() };
        let races: Vec<String> =
            history.race_tallies(&ben).into_iter().map(|tally| tally.race).collect();
        assert_eq!(races, ["Human", "Savvas", "Orchid"]);
    }

    #[test]
    fn head_to_head_counts_who_was_ahead_in_games_of_both() {
        let history = history();
        let pairs = history.head_to_head(&GameFilter::default());
        let [anna_ben, ..] = pairs.as_slice() else {
            panic!("{pairs:?}");
        };
        assert_eq!(anna_ben.names, ["Anna", "Ben"]);
        assert_eq!((anna_ben.ahead, anna_ben.level, anna_ben.games()), ([2, 1], 1, 4));
        assert_eq!(pairs.len(), 3);
        let cleo = GameFilter { person: Some("Cleo".to_owned()), ..GameFilter::default() };
        let pairs = history.head_to_head(&cleo);
        assert!(pairs.iter().all(|pair| pair.names[0] == "Cleo" && pair.ahead == [1, 0]));
        assert_eq!(pairs.len(), 2);
    }

    #[test]
    fn lengths_are_grouped_by_number_of_players_and_average_only_known_times() {
        let history = history();
        let lengths = history.lengths(&GameFilter::default());
        let [two, three] = lengths.as_slice() else {
            panic!("{lengths:?}");
        };
        assert_eq!((two.players, two.games, two.turns, two.average_turns()), (2, 3, [10, 15], 12));
        assert_eq!((two.timed, two.average_seconds()), (1, Some(5400)));
        assert_eq!((three.players, three.average_seconds()), (3, None));
    }

    #[test]
    fn curves_run_from_the_earliest_dated_game_to_the_latest() {
        let history = history();
        let curves = history.curves(&GameFilter::default(), 2);
        assert_eq!(curves.dates, ["2026-01-05", "2026-02-02", "2026-03-01"]);
        assert_eq!(curves.undated, 1);
        let names: Vec<&str> = curves.people.iter().map(|curve| curve.name.as_str()).collect();
        assert_eq!(names, ["Anna", "Ben"], "Cleo has fewer games");
        assert_eq!(curves.people[0].results, [(0, 20, false), (1, 24, false), (2, 40, true)]);
    }
}
