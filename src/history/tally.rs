//! What the games that are looked at come to, person by person.

use plain_text::{name_key, same_name};

use super::{End, History, PastGame, Seat};
use rules::rulebook::Variant;

/// Which games are looked at. Whatever is left open holds for all of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Games in which this person played, in upper or lower case.
    pub person: Option<String>,
    /// Games in which somebody played this race; with a person, in which that person did.
    pub race: Option<String>,
    /// Games with this variant.
    pub variant: Option<Variant>,
    /// Games for so many players; 1 for solo games.
    pub players: Option<usize>,
}

impl Filter {
    /// Whether a game is among those that are looked at.
    pub fn holds(&self, game: &PastGame) -> bool {
        let mut seats = game.seats.iter();
        seats.any(|seat| self.fits(seat))
            && self.variant.is_none_or(|asked| game.variants.contains(asked))
            && self.players.is_none_or(|asked| game.seats.len() == asked)
    }

    fn fits(&self, seat: &Seat) -> bool {
        let same = |asked: &Option<String>, there: &str| {
            asked.as_ref().is_none_or(|asked| same_name(asked, there))
        };
        same(&self.person, &seat.name) && same(&self.race, &seat.race)
    }
}

/// What one person's games for several players come to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Person {
    /// The name, as the latest game writes it.
    pub name: String,
    /// Games for several players.
    pub games: usize,
    /// Those that were won.
    pub wins: usize,
    /// Points of all of them together.
    pub points: i32,
    /// Most points in one of them; nothing without any.
    pub best: Option<i32>,
    /// The same for solo games.
    pub solo: SoloTally,
}

impl Person {
    /// Points of a game on average; nothing without a game.
    pub fn average(&self) -> Option<f64> {
        let games = u32::try_from(self.games).ok().filter(|&games| games > 0)?;
        Some(f64::from(self.points) / f64::from(games))
    }
}

/// What one person's solo games come to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SoloTally {
    /// Solo games.
    pub games: usize,
    /// Those that were won.
    pub wins: usize,
    /// Most points in one that was won, with how hard it was; points of a lost game are nothing
    /// to compare.
    pub best: Option<(i32, String)>,
}

impl History {
    /// The games that are looked at, the latest first.
    pub fn looked_at<'a>(&'a self, filter: &'a Filter) -> impl Iterator<Item = &'a PastGame> {
        self.games().iter().filter(|game| filter.holds(game))
    }

    /// What those games come to for everybody who played in them, most wins first; wins in solo
    /// games decide between those who have as many.
    pub fn people(&self, filter: &Filter) -> Vec<Person> {
        let mut people: Vec<Person> = Vec::new();
        for game in self.looked_at(filter) {
            // Two seats of one name in one game are two people that cannot be told apart.
            for seat in game.seats.iter().filter(|seat| filter.fits(seat)) {
                let known = |person: &Person| same_name(&person.name, &seat.name);
                let at = people.iter().position(known).unwrap_or_else(|| {
                    people.push(Person { name: seat.name.clone(), ..Person::default() });
                    people.len() - 1
                });
                people[at].count(game, seat);
            }
        }
        people.sort_by(|a, b| {
            let wins = b.wins.cmp(&a.wins).then(b.solo.wins.cmp(&a.solo.wins));
            wins.then_with(|| name_key(&a.name).cmp(&name_key(&b.name)))
        });
        people
    }

    /// Everybody who played in any game, by name.
    pub fn names(&self) -> Vec<String> {
        let everybody = self.people(&Filter::default()).into_iter();
        let mut names: Vec<String> = everybody.map(|person| person.name).collect();
        names.sort_by_key(|name| name_key(name));
        names
    }

    /// Every race that was played, by name.
    pub fn races(&self) -> Vec<String> {
        let seats = self.games().iter().flat_map(|game| &game.seats);
        let mut races: Vec<String> = seats.map(|seat| seat.race.clone()).collect();
        races.retain(|race| !race.is_empty());
        races.sort();
        races.dedup();
        races
    }
}

impl Person {
    fn count(&mut self, game: &PastGame, seat: &Seat) {
        if !game.is_solo() {
            self.games += 1;
            self.wins += usize::from(seat.won);
            self.points += seat.points;
            self.best = self.best.max(Some(seat.points));
            return;
        }
        let solo = &mut self.solo;
        solo.games += 1;
        let is_better = solo.best.as_ref().is_none_or(|best| best.0 < seat.points);
        if game.end == End::Won {
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

    use super::super::Found;
    use notation::record::RecordReader;

    use super::*;

    fn history() -> History {
        let mut history = History::default();
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
            history.add(Found::read(&mut RecordReader::default(), Path::new(file), Ok(&bytes)));
        }
        assert_eq!(history.skipped(), []);
        history
    }

    fn files(history: &History, filter: &Filter) -> Vec<String> {
        let games = history.looked_at(filter);
        let mut files: Vec<String> =
            games.map(|game| super::super::file_name(&game.path)).collect();
        files.sort();
        files
    }

    #[test]
    fn filters_hold_together() {
        let history = history();
        let variant = Filter { variant: Some(Variant::Achievements), ..Filter::default() };
        assert_eq!(files(&history, &variant), ["four-achievements.founders"]);
        let two = Filter { players: Some(2), ..Filter::default() };
        assert_eq!(files(&history, &two), ["harbour-duel.founders", "teaching-game.founders"]);
        let quatryl =
            Filter { race: Some("quatryl".to_owned()), players: Some(2), ..Filter::default() };
        assert_eq!(files(&history, &quatryl), ["harbour-duel.founders"]);
        let nobody = Filter { person: Some("Nobody".to_owned()), ..Filter::default() };
        assert_eq!(history.people(&nobody), []);
    }

    #[test]
    fn a_race_with_a_person_is_the_race_of_that_person() {
        let history = history();
        let duel = history
            .games()
            .iter()
            .find(|game| super::super::file_name(&game.path) == "harbour-duel.founders");
        let [one, other] = duel.expect("it is there").seats.as_slice() else {
            panic!("two players");
        };
        let filter = |person: &Seat, race: &Seat| Filter {
            person: Some(person.name.to_uppercase()),
            race: Some(race.race.clone()),
            players: Some(2),
            ..Filter::default()
        };
        assert_eq!(files(&history, &filter(one, one)).len(), 1);
        assert!(
            !files(&history, &filter(one, other)).contains(&"harbour-duel.founders".to_owned())
        );
    }

    #[test]
    fn wins_averages_and_the_best_are_counted_apart_from_solo_games() {
        let history = history();
        let anna = Filter { person: Some("anna ".to_owned()), ..Filter::default() };
        let people = history.people(&anna);
        let [anna_tally] = people.as_slice() else {
            panic!("{people:?}");
        };
        let seats: Vec<(&PastGame, &Seat)> = history
            .games()
            .iter()
            .flat_map(|game| game.seats.iter().map(move |seat| (game, seat)))
            .filter(|(_, seat)| seat.name == "Anna")
            .collect();
        let several: Vec<&Seat> =
            seats.iter().filter(|(game, _)| !game.is_solo()).map(|(_, seat)| *seat).collect();
        let total: i32 = several.iter().map(|seat| seat.points).sum();
        assert_eq!(anna_tally.games, several.len());
        assert_eq!(anna_tally.points, total);
        assert_eq!(anna_tally.best, several.iter().map(|seat| seat.points).max());
        let count = u32::try_from(several.len()).expect("a few");
        let average = f64::from(total) / f64::from(count);
        assert!((anna_tally.average().expect("she has played") - average).abs() < 1e-9);
        assert_eq!((anna_tally.solo.games, anna_tally.solo.wins), (3, 1));
        // The lost games brought 70 and 28 points, which are no best.
        let best = (86, "race easy, start normal".to_owned());
        assert_eq!(anna_tally.solo.best, Some(best));
    }
}
