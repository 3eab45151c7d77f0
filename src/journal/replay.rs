//! Replays entries and shows each with the game before it.

use std::ops::RangeInclusive;

use record::{EntryId, play_again};
use rules::action::Action;
use rules::game::{Game, Played};

use super::{Founders, Journal};

/// Returns the game before an entry and the entry's result; `None` at the start of the game.
pub fn played(journal: &Journal, id: EntryId) -> Option<(Game, Played)> {
    let entry = journal.entry(id);
    let before = journal.game_after(entry.before());
    let played = result_of(journal, &before, id, entry.action()?);
    Some((before, played))
}

/// Replays these entries of the main line and passes each to `show`: its number from 1, the game
/// before it, and its result.
pub fn replay(
    journal: &Journal,
    numbers: RangeInclusive<usize>,
    mut show: impl FnMut(usize, &Game, &Played),
) {
    let Some(mut game) = numbers.start().checked_sub(1).and_then(|n| journal.game_at(n)) else {
        return;
    };
    for number in numbers {
        let Some(id) = journal.on_main_line(number) else {
            return;
        };
        if let Some(action) = journal.entry(id).action() {
            let played = result_of(journal, &game, id, action);
            show(number, &game, &played);
            game = played.game;
        }
    }
}

/// Replays every entry of the main line as [`replay`] does.
///
/// ```
/// use journal::{Change, replay_with};
/// use rules::action::ActionKind;
/// # use journal::Journal;
/// # use rules::Setup;
/// # let pack = packs::find("practice").expect("it is built in");
/// # let players = vec!["Anna".to_owned(), "Ben".to_owned()];
/// # let board = pack.boards[0].name.clone();
/// # let setup = Setup { pack, board, players, ..Setup::default() };
/// # let mut journal = Journal::new(setup).expect("the practice set is complete");
///
/// for text in ["one", "two"] {
///     journal.apply(Change::Play(ActionKind::Annotate(text.to_owned()).into())).expect("a remark");
/// }
/// let mut numbers = Vec::new();
/// replay_with(&journal, |number, _before, _played| numbers.push(number));
/// assert_eq!(numbers, [1, 2]);
/// ```
pub fn replay_with(journal: &Journal, show: impl FnMut(usize, &Game, &Played)) {
    replay(journal, 1..=journal.main_line().len(), show);
}

/// Replays entries that follow each other on any line and passes each to `show`; `game` is the one
/// before the first of them.
pub fn replay_along(
    journal: &Journal,
    ids: &[EntryId],
    mut game: Game,
    mut show: impl FnMut(EntryId, &Game, Played),
) {
    for &id in ids {
        if let Some(action) = journal.entry(id).action() {
            let played = result_of(journal, &game, id, action);
            let after = played.game.clone();
            show(id, &game, played);
            game = after;
        }
    }
}

/// Returns the result of an entry. Its action is played again unless the game after it is cached.
fn result_of(journal: &Journal, before: &Game, id: EntryId, action: &Action) -> Played {
    let cached = journal.cached_game(id).cloned();
    let game = cached.unwrap_or_else(|| play_again::<Founders>(before, action).game);
    let events = journal.entry(id).outcome().events().to_vec();
    Played { game, action: action.clone(), events }
}
