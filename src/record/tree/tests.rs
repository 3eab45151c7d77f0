//! Tests of the tree with a minimal game: a number to which numbers are added.

use super::*;

/// A game in which numbers are added while the sum is not negative.
#[derive(Clone, Debug, PartialEq)]
enum Sums {}

#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("the sum would be {0}")]
struct Negative(i64);

impl RecordedGame for Sums {
    type Setup = i64;
    type Game = i64;
    type Action = i64;
    type Outcome = i64;
    type Checkpoint = ();
    type Refusal = Negative;
    type SetupError = Negative;

    const MAX_ENTRIES: usize = 3_000;

    fn start(setup: &i64) -> Result<i64, Negative> {
        Ok(*setup)
    }

    fn start_outcome(_: &i64, game: &i64) -> i64 {
        *game
    }

    fn play(game: &i64, action: &i64) -> Result<Played<Self>, Negative> {
        let game = game + action;
        if game < 0 {
            Err(Negative(game))
        } else {
            Ok(Played { game, action: *action, outcome: game })
        }
    }
}

fn tree() -> Tree<Sums> {
    Tree::new(5, 5)
}

/// Returns an entry by the order in which entries were added.
fn nth(n: usize) -> EntryId {
    EntryId(u32::try_from(n).expect("few entries"))
}

/// Adds up the actions that lead to an entry, without any cached game.
fn sum_to(tree: &Tree<Sums>, id: EntryId) -> i64 {
    let mut sum = *tree.start();
    let mut at = id;
    while let Some(action) = tree.entry(at).action() {
        sum += action;
        at = tree.entry(at).before();
    }
    sum
}

/// Checks the invariants of a tree.
#[track_caller]
fn check(tree: &Tree<Sums>) {
    let all: Vec<EntryId> = (0..=tree.entry_count()).map(nth).collect();
    for &id in &all {
        let entry = tree.entry(id);
        let sum = sum_to(tree, id);
        assert_eq!((tree.game_after(id), *entry.outcome()), (sum, sum));
        if id != EntryId::START {
            let before = tree.entry(entry.before());
            assert_eq!(entry.number(), before.number() + 1);
            assert_eq!(before.continuations().iter().filter(|&&other| other == id).count(), 1);
        }
    }
    assert_eq!(*tree.game(), sum_to(tree, tree.here()));
    assert!(tree.cursor() <= tree.main_line().len());
    let first = tree.entry(EntryId::START).continuations().first();
    let line: Vec<EntryId> = first.into_iter().flat_map(|&first| tree.line_of(first)).collect();
    assert_eq!(tree.main_line(), line);
}

#[test]
fn every_game_is_the_result_of_its_actions_after_random_changes() {
    let mut random = fastrand::Rng::with_seed(1);
    let mut tree = tree();
    for step in 0..1_500 {
        match random.u8(..10) {
            0 => tree.move_to(random.usize(..=tree.main_line().len())),
            1 => tree.go_to(nth(random.usize(..=tree.entry_count()))),
            2 => {
                let there = tree.entry(tree.here()).continuations().len();
                if there > 0 {
                    tree.make_main(random.usize(..there));
                }
            }
            3 => {
                let after = nth(random.usize(..=tree.entry_count()));
                let mut game = tree.game_after(after);
                let id = tree.add(after, &mut game, &7).expect("it is not negative");
                assert_eq!((tree.entry(id).before(), game), (after, tree.game_after(id)));
            }
            _ => {
                let (before, action) = (*tree.game(), random.i64(-3..6));
                let count = tree.entry_count();
                match tree.play(&action) {
                    Ok(played) => assert_eq!((played, *tree.game()), (action, before + action)),
                    Err(error) => {
                        assert_eq!(error, GrowError::Refused(Negative(before + action)));
                        assert_eq!((*tree.game(), tree.entry_count()), (before, count));
                    }
                }
            }
        }
        if step % 50 == 0 {
            check(&tree);
        }
    }
    check(&tree);
}

#[test]
fn going_to_an_entry_makes_its_line_the_main_one() {
    let mut tree = tree();
    for action in [1, 2, 3] {
        tree.play(&action).expect("it is not negative");
    }
    let far = tree.here();
    tree.move_to(1);
    for action in [4, 5, 6] {
        tree.play(&action).expect("it is not negative");
    }
    let other = tree.here();
    tree.go_to(tree.entry(far).before());
    assert_eq!((tree.cursor(), tree.main_line().last()), (2, Some(&far)));
    tree.go_to(other);
    assert_eq!((tree.cursor(), tree.main_line().len(), *tree.game()), (4, 4, 21));
    tree.go_to(EntryId::START);
    assert_eq!((tree.cursor(), tree.main_line().last()), (0, Some(&other)));
    check(&tree);
}

#[test]
fn a_trunk_is_the_main_line_alone() {
    let mut tree = tree();
    for action in 0..100 {
        tree.play(&action).expect("it is not negative");
        tree.annotations_mut(tree.here()).comment.push_str("beside");
        tree.move_to(tree.cursor() - 1);
        tree.play(&(action + 1_000)).expect("it is not negative");
        tree.go_to(tree.entry(tree.entry(tree.here()).before()).continuations()[1]);
    }
    for number in [0, 1, 31, 32, 33, 99, 100, 1_000] {
        let trunk = tree.trunk(number);
        check(&trunk);
        let number = number.min(100);
        assert_eq!((trunk.cursor(), trunk.main_line().len()), (number, number));
        assert_eq!(trunk.entry_count(), number);
        for n in 0..=number {
            assert_eq!(trunk.game_at(n), tree.game_at(n), "after {n}");
        }
        let last = trunk.entry(trunk.here());
        assert_eq!(last.comment().is_empty(), number == 0);
    }
}

#[test]
fn an_action_played_before_is_followed() {
    let mut tree = tree();
    tree.play(&1).expect("it is not negative");
    let first = tree.here();
    tree.move_to(0);
    tree.play(&2).expect("it is not negative");
    tree.move_to(0);
    tree.play(&1).expect("it is not negative");
    assert_eq!((tree.here(), tree.entry_count()), (first, 2));
}

#[test]
fn a_full_tree_refuses_entries_and_keeps_working() {
    let mut tree = tree();
    for action in (0..).take(MAX_CONTINUATIONS) {
        tree.play(&action).expect("it is not negative");
        tree.move_to(0);
    }
    assert_eq!(tree.play(&5_000), Err(GrowError::TooManyContinuations));
    tree.play(&3).expect("it is there");
    while tree.entry_count() < Sums::MAX_ENTRIES {
        tree.play(&1).expect("there is room");
    }
    assert_eq!(tree.play(&1), Err(GrowError::Full));
    tree.move_to(tree.cursor() - 1);
    assert_eq!(tree.play(&1), Ok(1));
    assert!(tree == tree.clone());
}

#[test]
fn the_number_of_cached_games_is_bounded() {
    let mut tree = tree();
    // A tree whose branches end where a game is cached.
    let mut game = *tree.start();
    let mut after = EntryId::START;
    for _ in 1..CACHE_INTERVAL {
        after = tree.add(after, &mut game, &1).expect("there is room");
    }
    let stem = tree.entry(after).before();
    for action in 1..=900 {
        let mut game = tree.game_after(stem);
        let twig = tree.add(stem, &mut game, &action).expect("there is room");
        for leaf in 1..=2 {
            tree.add(twig, &mut game.clone(), &leaf).expect("there is room");
        }
    }
    let cached = tree.entries.iter().filter(|entry| entry.game.is_some()).count();
    // The game at the cursor is stored apart from them.
    assert_eq!(cached + tree.recent.len(), MAX_CACHED);
    check(&tree);
}
