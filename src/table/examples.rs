//! The recorded games that come with the app, to be opened from the start screen.

use plain_text::listed;

/// A recorded game that comes with the app.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Example {
    /// Its file name, by which it is opened.
    pub file: &'static str,
    /// The text of the record.
    pub text: &'static str,
    /// Its description on the start screen.
    pub summary: &'static str,
}

impl Example {
    /// Returns the title from the head of the record; the file name if it has none.
    pub fn title(&self) -> &'static str {
        self.tag("title: ").unwrap_or(self.file)
    }

    /// Returns the players and their races, from the head of the record.
    pub fn players(&self) -> String {
        let seats: Vec<String> = self
            .head()
            .filter_map(|line| line.strip_prefix("player ")?.split_once(": "))
            .map(|(_, seat)| match seat.split_once(", ") {
                Some((name, race)) => format!("{name} ({race})"),
                None => seat.to_owned(),
            })
            .collect();
        listed(&seats)
    }

    fn tag(&self, name: &str) -> Option<&'static str> {
        self.head().find_map(|line| line.strip_prefix(name))
    }

    /// Returns the lines before the pack.
    fn head(&self) -> impl Iterator<Item = &'static str> {
        self.text.lines().take_while(|line| !line.starts_with("pack:"))
    }

    /// Returns `true` if it is one of the rulebook's worked results rather than a game.
    pub fn is_worked_result(&self) -> bool {
        let mut letters = self.file.chars();
        letters.next() == Some('e') && letters.next().is_some_and(|c| c.is_ascii_digit())
    }
}

macro_rules! examples {
    ($($file:literal, $summary:literal;)*) => {
        /// Every example: whole games first, led by the one to start with; solo games and variants
        /// last.
        ///
        /// A static, so that the program holds every text once.
        pub static EXAMPLES: &[Example] = &[$(Example {
            file: $file,
            text: include_str!(concat!("../../assets/examples/", $file)),
            summary: $summary,
        },)*];
    };
}

examples! {
    "teaching-game.founders", "A whole game for two, with the reason for every move beside it. Start with this one.";
    "four-founders.founders", "A whole game for four, with advisers, six votes and the fortress in the middle.";
    "harbour-duel.founders", "Two players behind a river and a wall: bridges, gates, and a last point that decides.";
    "old-harbour-three.founders", "Three players, and bread that everybody wants to deliver.";
    "three-guilds.founders", "Three players; Aesthers choose their resource, and a vote ends in a tie.";
    "harbour-council.founders", "Four players bargain over what the council builds.";
    "e01-machinery-built.founders", "One action: what a workshop pays when it is built.";
    "e02-cloth-built.founders", "One action: a cascade over two tiers, paid to four players.";
    "e03-university-placed.founders", "A vote and a building that is delivered to the moment it stands.";
    "e04-brick-delivered.founders", "One road, and Brick arrives.";
    "e05-government-built-and-delivered.founders", "The longest cascade: built, delivered at once, paid twice.";
    "e06-neutral-metal.founders", "What a resource costs that nobody controls.";
    "e07-neutral-metal-delivered.founders", "The same tile delivered: the points that nobody gets.";
    "e08-upgrade.founders", "What an upgrade costs, and where it may lie.";
    "e09-income.founders", "Income counts different resources, not tiles.";
    "e10-votes.founders", "Ballots opened and counted, step by step.";
    "solo-whole-game-won.founders", "A whole solo game, won with the very last card: gates, bridges, workers, and one road that joins it all.";
    "solo-whole-game-lost.founders", "The same beginning, lost at the end: one building short, for want of a place for Cloth.";
    "solo-won.founders", "The last cycle of a solo game: every building is complete when the last card is played.";
    "solo-lost-at-a-vote.founders", "A solo game that a vote ends: too many markers, too little influence.";
    "solo-lost-at-the-end.founders", "The last cycle of a solo game that runs out of cards before the city is finished.";
    "four-achievements.founders", "Four players and three achievements, scored at three moments.";
    "three-without-workers.founders", "Three players without workers: cheap houses, no card texts.";
    "history-shaped.founders", "Two players shape history: the winner fills in the event card.";
}

/// Returns the example with this file name.
pub fn example(file: &str) -> Option<&'static Example> {
    EXAMPLES.iter().find(|example| example.file == file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn title_and_players_from_the_head_match_the_parsed_record() {
        for example in EXAMPLES {
            let loaded = notation::record::read_record(example.text.as_bytes());
            let journal = loaded.record.expect("examples are sound");
            assert_eq!(Some(example.title()), journal.tags.title.as_deref());
            for name in &journal.setup().players {
                assert!(example.players().contains(name.as_str()), "{}", example.file);
            }
        }
        assert_eq!(EXAMPLES.iter().filter(|example| example.is_worked_result()).count(), 10);
    }

    #[test]
    fn every_record_in_the_folder_is_offered() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/examples");
        for entry in std::fs::read_dir(folder).expect("the examples are there") {
            let name = entry.expect("the folder can be read").file_name();
            let name = name.to_string_lossy();
            assert!(example(&name).is_some(), "{name}");
        }
    }
}
