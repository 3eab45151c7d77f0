//! Entries shown as they are played, with the game before each.

use std::ops::RangeInclusive;

use record::{EntryId, play_again};
use rules::action::Action;
use rules::game::{Game, Played};

use super::{Founders, Journal};

/// Returns what an entry led to, with the game before it; nothing at the start.
pub fn played(journal: &Journal, id: EntryId) -> Option<(Game, Played)> {
    let entry = journal.entry(id);
    let before = journal.game_after(entry.before());
    let played = led_to(journal, &before, id, entry.action()?);
    Some((before, played))
}

/// Shows these entries of the main line as they are played: the number from 1, the game before it,
/// and what it led to.
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
            let played = led_to(journal, &game, id, action);
            show(number, &game, &played);
            game = played.game;
        }
    }
}

/// Shows every entry of the main line as it is played, as [`replay`] does.
pub fn replay_with(journal: &Journal, show: impl FnMut(usize, &Game, &Played)) {
    replay(journal, 1..=journal.main_line().len(), show);
}

/// Shows entries that follow each other as they are played, on whatever line they lie, with the game
/// before each; `game` is the one before the first of them.
pub fn replay_along(
    journal: &Journal,
    ids: &[EntryId],
    mut game: Game,
    mut show: impl FnMut(EntryId, &Game, Played),
) {
    for &id in ids {
        if let Some(action) = journal.entry(id).action() {
            let played = led_to(journal, &game, id, action);
            let after = played.game.clone();
            show(id, &game, played);
            game = after;
        }
    }
}

/// Returns what an entry led to: its game is played again unless it is kept.
fn led_to(journal: &Journal, before: &Game, id: EntryId, action: &Action) -> Played {
    let kept = journal.kept_game(id).cloned();
    let game = kept.unwrap_or_else(|| play_again::<Founders>(before, action).game);
    let events = journal.entry(id).outcome().events().to_vec();
    Played { game, action: action.clone(), events }
}
