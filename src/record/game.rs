//! The requirements of a record on the game that it records.

use std::fmt::Debug;

/// A game that can be recorded: a name for its types, never a value.
///
/// Playing is pure: the same action on the same game has the same result, today and when the record
/// is read again.
///
/// ```
/// use record::{Change, Played, Record, RecordedGame};
///
/// /// A number to which numbers are added, while the sum is not negative.
/// #[derive(Clone, Debug, PartialEq)]
/// enum Counter {}
///
/// impl RecordedGame for Counter {
///     type Setup = i32;
///     type Game = i32;
///     type Action = i32;
///     type Outcome = ();
///     type Checkpoint = i32;
///     type Refusal = String;
///     type SetupError = String;
///
///     const MAX_ENTRIES: usize = 1_000;
///
///     fn start(setup: &i32) -> Result<i32, String> {
///         Ok(*setup)
///     }
///
///     fn start_outcome(_: &i32, _: &i32) {}
///
///     fn play(game: &i32, action: &i32) -> Result<Played<Self>, String> {
///         match game + action {
///             ..0 => Err("the sum is negative".to_owned()),
///             game => Ok(Played { game, action: *action, outcome: () }),
///         }
///     }
/// }
///
/// let mut record = Record::<Counter>::new(5).expect("any start");
/// record.apply(Change::Play(-2)).expect("3 is not negative");
/// assert_eq!(*record.game(), 3);
/// assert!(record.apply(Change::Play(-4)).is_err());
/// ```
pub trait RecordedGame: Clone + Debug + PartialEq + 'static {
    /// The agreement of the players before the start.
    type Setup: Clone + Debug + PartialEq + Send + Sync;
    /// The state of the game at one moment.
    type Game: Clone + Debug + Send + Sync;
    /// One recorded action.
    type Action: Clone + Debug + PartialEq + Send + Sync;
    /// The result of an action besides the game after it; computed and never stored.
    type Outcome: Clone + Debug + Send + Sync;
    /// Numbers that the table states, to compare them with those of the record.
    type Checkpoint: Clone + Debug + PartialEq + Send + Sync;
    /// The reason an action is refused.
    type Refusal: Clone + Debug + PartialEq + Send + Sync;
    /// The reason a setup cannot be played.
    type SetupError;

    /// The maximum number of entries of a record, variations included.
    const MAX_ENTRIES: usize;

    /// Sets the game up.
    ///
    /// # Errors
    ///
    /// The reason the setup cannot be played.
    fn start(setup: &Self::Setup) -> Result<Self::Game, Self::SetupError>;

    /// Returns the outcome of the setup, from which `game` results.
    fn start_outcome(setup: &Self::Setup, game: &Self::Game) -> Self::Outcome;

    /// Plays an action.
    ///
    /// # Errors
    ///
    /// The reason it is refused.
    fn play(game: &Self::Game, action: &Self::Action) -> Result<Played<Self>, Self::Refusal>;

    /// Returns an action without its recorded choices, which may no longer come up after a repair;
    /// `None` if it has none.
    fn without_choices(_action: &Self::Action) -> Option<Self::Action> {
        None
    }

    /// Returns the action by which the table overrules a refusal of this one; `None` if it cannot.
    fn overruled(_action: &Self::Action, _reason: &str) -> Option<Self::Action> {
        None
    }
}

/// The result of playing an action.
#[derive(Clone, Debug)]
pub struct Played<G: RecordedGame> {
    /// The game after it.
    pub game: G::Game,
    /// The action as recorded, with every choice made.
    pub action: G::Action,
    /// The result besides the game.
    pub outcome: G::Outcome,
}

/// Plays an action of the record once more.
///
/// # Panics
///
/// If it is refused where it was played before: the rules would contradict themselves.
pub fn play_again<G: RecordedGame>(game: &G::Game, action: &G::Action) -> Played<G> {
    let Ok(played) = G::play(game, action) else {
        panic!("an action played before is now refused");
    };
    played
}
