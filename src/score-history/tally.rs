//! Results per person over the games that match a filter.

use plain_text::{name_key, same_name};

use super::{GameEnd, PastGame, ScoreHistory, SeatResult};
use rules::rulebook::Variant;

/// A selection of games. A condition that is `None` holds for every game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameFilter {
    /// Games in which this person played, in upper or lower case.
    pub person: Option<String>,
    /// Games with this race; together with a person, games in which that person played it.
    pub race: Option<String>,
    /// Games with this variant.
    pub variant: Option<Variant>,
    /// Games for this number of players; 1 for solo games.
    pub players: Option<usize>,
}

impl GameFilter {
    /// Returns `true` if a game matches all conditions.
    pub fn matches(&self, game: &PastGame) -> bool {
        game.seats.iter().any(|seat| self.matches_seat(seat))
            && self.variant.is_none_or(|variant| game.variants.contains(variant))
            && self.players.is_none_or(|players| game.seats.len() == players)
    }

    pub(crate) fn matches_seat(&self, seat: &SeatResult) -> bool {
        self.person.as_ref().is_none_or(|person| same_name(person, &seat.name))
            && self.race.as_ref().is_none_or(|race| same_name(race, &seat.race))
    }
}

/// Results in games for several players.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ResultTally {
    /// The number of games.
    pub games: usize,
    /// The number of games won.
    pub wins: usize,
    /// The total points over all games.
    pub points: i32,
    /// The most points in one game; `None` without a game.
    pub best: Option<i32>,
}

impl ResultTally {
    /// Returns the average points per game; `None` without a game.
    pub fn average(&self) -> Option<f64> {
        self.per_game(f64::from(self.points))
    }

    /// Returns the percentage of games won; `None` without a game.
    pub fn win_rate(&self) -> Option<f64> {
        self.per_game(100.0 * f64::from(u32::try_from(self.wins).ok()?))
    }

    fn per_game(&self, total: f64) -> Option<f64> {
        let games = u32::try_from(self.games).ok().filter(|&games| games > 0)?;
        Some(total / f64::from(games))
    }

    pub(crate) fn count(&mut self, seat: &SeatResult) {
        self.games += 1;
        self.wins += usize::from(seat.won);
        self.points += seat.points;
        self.best = self.best.max(Some(seat.points));
    }
}

/// The results of one person.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PersonTally {
    /// The name, as the latest game writes it.
    pub name: String,
    /// The results in games for several players.
    pub several: ResultTally,
    /// The results in solo games.
    pub solo: SoloTally,
}

/// The results of one person in solo games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SoloTally {
    /// The number of solo games.
    pub games: usize,
    /// The number of solo games won.
    pub wins: usize,
    /// The most points in a won game, with its difficulty; points of a lost game do not compare.
    pub best: Option<(i32, String)>,
}

impl ScoreHistory {
    /// Returns the games that match a filter, the latest first.
    pub fn matching<'a>(&'a self, filter: &'a GameFilter) -> impl Iterator<Item = &'a PastGame> {
        self.games().iter().filter(|game| filter.matches(game))
    }

    /// Returns the results of all people in the games that match a filter, most wins first. Wins in
    /// solo games break ties.
    pub fn people(&self, filter: &GameFilter) -> Vec<PersonTally> {
        let mut people: Vec<PersonTally> = Vec::new();
        for game in self.matching(filter) {
            // Two seats with one name in one game are two people, counted as one: the name is all
            // that is known.
            for seat in game.seats.iter().filter(|seat| filter.matches_seat(seat)) {
                let index = people
                    .iter()
                    .position(|person| same_name(&person.name, &seat.name))
                    .unwrap_or_else(|| {
                        people.push(PersonTally {
                            name: seat.name.clone(),
                            ..PersonTally::default()
                        });
                        people.len() - 1
                    });
                people[index].count(game, seat);
            }
        }
        people.sort_by(|a, b| {
            b.several
                .wins
                .cmp(&a.several.wins)
                .then(b.solo.wins.cmp(&a.solo.wins))
                .then_with(|| name_key(&a.name).cmp(&name_key(&b.name)))
        });
        people
    }

    /// Returns the names of all people who played, sorted.
    pub fn names(&self) -> Vec<String> {
        let mut names: Vec<String> =
            self.people(&GameFilter::default()).into_iter().map(|person| person.name).collect();
        names.sort_by_key(|name| name_key(name));
        names
    }

    /// Returns the names of all races played, sorted.
    pub fn races(&self) -> Vec<String> {
        let mut races: Vec<String> = self
            .games()
            .iter()
            .flat_map(|game| &game.seats)
            .map(|seat| seat.race.clone())
            .collect();
        races.retain(|race| !race.is_empty());
        races.sort();
        races.dedup();
        races
    }
}

impl PersonTally {
    fn count(&mut self, game: &PastGame, seat: &SeatResult) {
        if !game.is_solo() {
            self.several.count(seat);
            return;
        }
        let solo = &mut self.solo;
        solo.games += 1;
        let is_better = solo.best.as_ref().is_none_or(|best| best.0 < seat.points);
        if game.end == GameEnd::Won {
            solo.wins += 1;
            if is_better {
                solo.best = Some((seat.points, game.difficulty_words()));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::super::ReadResult;
    use notation::record::RecordReader;

    use super::*;

    fn history() -> ScoreHistory {
        let mut history = ScoreHistory::default();
        for file in [
            "teaching-game.founders",
            "harbour-duel.founders",
            "four-achievements.founders",
            "solo-whole-game-won.founders",
            "solo-whole-game-lost.founders",
            "solo-lost-at-a-vote.founders",
        ] {
            let path = format!("{}/../../assets/examples/{file}", env!("CARGO_MANIFEST_DIR"));
            let bytes = std::fs::read(path).expect("the example is there");
            history.add(ReadResult::read(
                &mut RecordReader::default(),
                Path::new(file),
                Ok(&bytes),
            ));
        }
        assert_eq!(history.skipped(), []);
        history
    }

    fn files(history: &ScoreHistory, filter: &GameFilter) -> Vec<String> {
        let mut files: Vec<String> =
            history.matching(filter).map(|game| super::super::file_name(&game.path)).collect();
        files.sort();
        files
    }

    #[test]
    fn a_filter_matches_games_that_meet_all_its_conditions() {
        let history = history();
        let variant = GameFilter { variant: Some(Variant::Achievements), ..GameFilter::default() };
        assert_eq!(files(&history, &variant), ["four-achievements.founders"]);
        let two = GameFilter { players: Some(2), ..GameFilter::default() };
        assert_eq!(files(&history, &two), ["harbour-duel.founders", "teaching-game.founders"]);
        let quatryl = GameFilter {
            race: Some("quatryl".to_owned()),
            players: Some(2),
            ..GameFilter::default()
        };
        assert_eq!(files(&history, &quatryl), ["harbour-duel.founders"]);
        let nobody = GameFilter { person: Some("Nobody".to_owned()), ..GameFilter::default() };
        assert_eq!(history.people(&nobody), []);
    }

    #[test]
    fn a_filter_with_person_and_race_matches_only_that_persons_race() {
        let history = history();
        let duel = history
            .games()
            .iter()
            .find(|game| super::super::file_name(&game.path) == "harbour-duel.founders");
        let [one, other] = duel.expect("it is there").seats.as_slice() else {
            panic!("two players");
        };
        let filter = |person: &SeatResult, race: &SeatResult| GameFilter {
            person: Some(person.name.to_uppercase()),
            race: Some(race.race.clone()),
            players: Some(2),
            ..GameFilter::default()
        };
        assert_eq!(files(&history, &filter(one, one)).len(), 1);
        assert!(
            !files(&history, &filter(one, other)).contains(&"harbour-duel.founders".to_owned())
        );
    }

    #[test]
    fn results_of_solo_games_are_counted_separately() {
        let history = history();
        let anna = GameFilter { person: Some("anna ".to_owned()), ..GameFilter::default() };
        let people = history.people(&anna);
        let [anna_tally] = people.as_slice() else {
            panic!("{people:?}");
        };
        let seats: Vec<(&PastGame, &SeatResult)> = history
            .games()
            .iter()
            .flat_map(|game| game.seats.iter().map(move |seat| (game, seat)))
            .filter(|(_, seat)| seat.name == "Anna")
            .collect();
        let several: Vec<&SeatResult> =
            seats.iter().filter(|(game, _)| !game.is_solo()).map(|(_, seat)| *seat).collect();
        let total: i32 = several.iter().map(|seat| seat.points).sum();
        assert_eq!(anna_tally.several.games, several.len());
        assert_eq!(anna_tally.several.points, total);
        assert_eq!(anna_tally.several.best, several.iter().map(|seat| seat.points).max());
        let count = u32::try_from(several.len()).expect("a few");
        let average = f64::from(total) / f64::from(count);
        assert!((anna_tally.several.average().expect("she has played") - average).abs() < 1e-9);
        assert_eq!((anna_tally.solo.games, anna_tally.solo.wins), (3, 1));
        // The lost games had 70 and 28 points, which do not count as best.
        let best = (86, "race easy, start normal".to_owned());
        assert_eq!(anna_tally.solo.best, Some(best));
    }
}
