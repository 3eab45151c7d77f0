//! Replays a recorded game with corrected facts about its box.

use std::collections::BTreeSet;

use super::Journal;
use components::fact::Certainty;
use components::fact_id::FactId;
use components::overlay::overlay;
use components::quantity::Points;
use components::specs::Pack;
use rules::Game;
use rules::action::{Action, ActionKind};
use rules::illegal::Refusal;
use rules::player::PlayerId;
use rules::setup::{Setup, SetupError};

/// The result of replaying a record with other facts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Recheck {
    /// The first entry or setup that would be refused.
    pub stop: Option<RecheckStop>,
    /// Players with other points up to there: as recorded, then as they would be.
    pub points: Vec<(PlayerId, Points, Points)>,
}

/// The part of a record that would be refused with other facts.
#[derive(Clone, Debug, PartialEq)]
pub enum RecheckStop {
    /// The setup.
    Setup(SetupError),
    /// An entry.
    Entry {
        number: usize,
        /// The game before it.
        before: Box<Game>,
        /// The reason the rules refuse it there.
        refusal: Refusal,
    },
}

impl Recheck {
    /// Returns `true` if the outcome of the game would be the same.
    pub fn is_same(&self) -> bool {
        *self == Self::default()
    }
}

/// Replays the record up to its cursor with the facts of `correct` in place of its own; `None` if
/// the record states none of them differently.
///
/// The record itself does not change: it was played with the facts it holds.
pub fn recheck(journal: &Journal, correct: &Pack) -> Option<Recheck> {
    let stated: BTreeSet<FactId> = correct
        .facts()
        .into_iter()
        .filter(|(_, fact)| fact.certainty() != Certainty::Unknown)
        .map(|(id, _)| id)
        .collect();
    let line = &journal.main_line()[..journal.cursor()];
    let actions: Vec<&Action> = line.iter().filter_map(|&id| journal.entry(id).action()).collect();
    let is_used = actions
        .iter()
        .filter_map(|action| match &action.kind {
            ActionKind::EnterFacts(facts) => Some(&**facts),
            _ => None,
        })
        .chain([&journal.setup().pack])
        .any(|pack| stated.iter().any(|id| pack.differs_from(correct, id)));
    if !is_used {
        return None;
    }
    let setup = Setup { pack: overlay(&journal.setup().pack, correct), ..journal.setup().clone() };
    let mut game = match Game::new(&setup) {
        Ok(game) => game,
        Err(error) => {
            return Some(Recheck { stop: Some(RecheckStop::Setup(error)), points: Vec::new() });
        }
    };
    let mut recheck = Recheck::default();
    let mut played = 0;
    for action in actions {
        match game.play(&without(action, &stated)) {
            Ok(next) => game = next.game,
            Err(refusal) => {
                let (number, before) = (played + 1, Box::new(game.clone()));
                recheck.stop = Some(RecheckStop::Entry { number, before, refusal });
                break;
            }
        }
        played += 1;
    }
    let recorded = journal.game_at(played)?;
    for player in game.players() {
        let (was, would) = (recorded.points(player), game.points(player));
        if was != would {
            recheck.points.push((player, was, would));
        }
    }
    Some(recheck)
}

/// Returns the action, with these facts removed if it enters any of them.
fn without(action: &Action, facts: &BTreeSet<FactId>) -> Action {
    let ActionKind::EnterFacts(entered) = &action.kind else {
        return action.clone();
    };
    let mut entered = entered.clone();
    entered.retain_facts(|id| !facts.contains(id));
    ActionKind::EnterFacts(entered).into()
}

#[cfg(test)]
mod tests {
    use super::super::sample::{opening, sample_setup};
    use super::*;
    use components::fact::Fact;
    use components::specs::{AdviserSpec, RaceSpec};
    use std::collections::BTreeMap;

    fn opened() -> Journal {
        let setup = sample_setup();
        let mut journal = Journal::new(setup.clone()).expect("the setup can be played");
        for change in opening(&setup) {
            journal.apply(change).expect("the opening is legal");
        }
        journal
    }

    fn sources() -> BTreeMap<String, String> {
        [("a test".to_owned(), "made up for a test".to_owned())].into()
    }

    fn known<T>(value: T) -> Fact<T> {
        Fact::Known(value, "a test".to_owned())
    }

    #[test]
    fn facts_that_a_game_does_not_use_need_no_recheck() {
        let journal = opened();
        let same = journal.setup().pack.clone();
        assert_eq!(recheck(&journal, &same), None);
        assert_eq!(recheck(&journal, &Pack::default()), None);
    }

    #[test]
    fn recheck_stops_at_an_entry_that_the_correct_fact_forbids() {
        let journal = opened();
        let mut offered = journal.game().adviser_offer().into_iter().flatten();
        let first = offered.next().expect("advisers are on offer");
        let name = journal.game().contents().adviser_name(first).to_owned();
        let correct = Pack {
            advisers: vec![AdviserSpec { name, tier: known(3), ..AdviserSpec::default() }],
            sources: sources(),
            ..Pack::default()
        };
        let found = recheck(&journal, &correct).expect("the game uses it");
        let stop = found.stop.expect("tier 3 does not come up first");
        let RecheckStop::Entry { number, refusal, .. } = stop else {
            panic!("the setup is possible: {stop:?}");
        };
        assert_eq!(number, 2);
        assert!(!refusal.reasons.is_empty() || !refusal.unknown.is_empty());
    }

    #[test]
    fn a_corrected_fact_without_effect_so_far_gives_the_same_game() {
        let journal = opened();
        let correct = Pack {
            races: vec![RaceSpec {
                name: "Human".to_owned(),
                colour: known("mauve".to_owned()),
                ..RaceSpec::default()
            }],
            sources: sources(),
            ..Pack::default()
        };
        let found = recheck(&journal, &correct).expect("the game states another color");
        assert!(found.is_same());
    }
}
