//! A turn up to one of its entries: the card and everybody who followed it.
//!
//! A card is carried out in several entries: by its player, by a road that goes with it, by each
//! follower. Their changes, payments and physical moves add up until the next card is played.

use components::square::Square;
use journal::{EntryId, Journal};
use narration::receipt::{PaymentPath, payments};
use narration::sentence::sentence;
use narration::table_instructions::{PhysicalMove, instructions};
use narration::{NamedGame, PlayerNaming};
use rules::Game;
use rules::game::Played;
use rules::moves::ActionEffects;

/// The result of a turn up to one of its entries; in the setup, of that entry alone.
#[derive(Clone, Debug, Default)]
pub struct TurnSummary {
    /// Its entries, first to last.
    pub entries: Vec<EntryId>,
    /// The journal's sentence for each entry.
    pub sentences: Vec<String>,
    /// The change for every player.
    pub outlook: ActionEffects,
    /// The payments, in the order of the receipts.
    pub payments: Vec<TurnPayment>,
    /// The squares that gained a piece or a road.
    pub new_squares: Vec<Square>,
    /// The physical moves on the real table for all of it.
    pub physical_moves: Vec<PhysicalMove>,
}

/// A payment of a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnPayment {
    /// The entry that set it off.
    pub entry: EntryId,
    /// The tiles that the payment connects, its points and its receiver.
    pub path: PaymentPath,
    /// The squares on the route between the two tiles.
    pub route: Vec<Square>,
    /// The index in the turn of the payment that this one is paid out of; `None` for newly earned
    /// points.
    pub parent: Option<usize>,
}

impl TurnSummary {
    /// Returns the turn of an entry up to that entry; empty at the start of the game.
    pub fn of(journal: &Journal, last: EntryId, naming: PlayerNaming) -> Self {
        let entries = entries(journal, last);
        let Some(&first) = entries.first() else {
            return Self::default();
        };
        let before = journal.game_after(journal.entry(first).before());
        let mut turn = Self { entries, ..Self::default() };
        let whole = together(journal, &turn.entries, &before, |entry, before, played| {
            let earlier = turn.payments.len();
            turn.payments.extend(paid(entry, played, earlier));
            turn.sentences.push(sentence(NamedGame::new(before, naming), played));
        });
        if let Some(whole) = whole {
            turn.outlook = ActionEffects::of(&whole);
            turn.new_squares = fresh(&before, &whole.game);
            turn.physical_moves = instructions(NamedGame::new(&before, naming), &whole);
        }
        turn
    }

    /// Returns the index of the first payment that an entry set off, or the number of payments if
    /// none.
    pub fn first_payment_of(&self, entry: EntryId) -> usize {
        let of_entry = self.payments.iter().position(|paid| paid.entry == entry);
        of_entry.unwrap_or(self.payments.len())
    }
}

/// Folds the entries after `from` up to `to` into one combined result, with the game before them;
/// `None` for an empty range.
pub fn folded_since(journal: &Journal, from: EntryId, to: EntryId) -> Option<(Game, Played)> {
    let mut entries = Vec::new();
    let mut id = to;
    while id != from && id != EntryId::START {
        entries.push(id);
        id = journal.entry(id).before();
    }
    entries.reverse();
    let before = journal.game_after(from);
    let whole = together(journal, &entries, &before, |_, _, _| {})?;
    Some((before, whole))
}

/// Folds consecutive entries into one result, by the action of the first, and shows each of them
/// with the game before it.
fn together(
    journal: &Journal,
    entries: &[EntryId],
    before: &Game,
    mut show: impl FnMut(EntryId, &Game, &Played),
) -> Option<Played> {
    let mut whole: Option<Played> = None;
    journal::replay_along(journal, entries, before.clone(), |entry, before, played| {
        show(entry, before, &played);
        match &mut whole {
            Some(whole) => {
                whole.events.extend(played.events);
                whole.game = played.game;
            }
            None => whole = Some(played),
        }
    });
    whole
}

/// Returns the entries of the turn that an entry belongs to, up to that entry.
fn entries(journal: &Journal, last: EntryId) -> Vec<EntryId> {
    let turn = |id: EntryId| journal.entry(journal.entry(id).before()).outcome().turn();
    let mut entries = Vec::new();
    let mut id = last;
    while id != EntryId::START && turn(id) == turn(last) {
        entries.push(id);
        id = journal.entry(id).before();
        // The setup has no turns: each entry is on its own.
        if turn(last) == 0 {
            break;
        }
    }
    entries.reverse();
    entries
}

/// Returns the payments of an entry, numbered after the `earlier` ones of the turn.
fn paid(entry: EntryId, played: &Played, earlier: usize) -> Vec<TurnPayment> {
    payments(played)
        .into_iter()
        .map(|payment| TurnPayment {
            entry,
            path: payment.path,
            route: payment.path.squares(&played.game).unwrap_or_default(),
            parent: payment.parent.map(|parent| parent + earlier),
        })
        .collect()
}

/// Returns the squares that hold a piece or a road in the later game only.
fn fresh(before: &Game, after: &Game) -> Vec<Square> {
    after
        .board()
        .squares()
        .filter(|&square| {
            after.piece_on(square).is_some() && before.piece_on(square).is_none()
                || after.road_state(square) == Some(true) && before.road_state(square) != Some(true)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use components::quantity::Quantity;
    use notation::record::read_record;
    use rules::receipt::Event;

    use super::*;
    use crate::examples::example;

    fn journal() -> Journal {
        let text = example("four-founders.founders").expect("it is there").text;
        read_record(text.as_bytes()).record.expect("it can be read")
    }

    #[test]
    fn a_turn_adds_up_over_the_card_and_everybody_who_followed() {
        let journal = journal();
        let mut longest = 0;
        for &last in journal.main_line() {
            let turn = TurnSummary::of(&journal, last, PlayerNaming::Races);
            longest = longest.max(turn.entries.len());
            assert_eq!(turn.entries.last(), Some(&last));
            let first = journal.entry(turn.entries[0]).before();
            for player in journal.game().players() {
                let before = journal.entry(first).outcome().points()[player];
                let after = journal.entry(last).outcome().points()[player];
                assert_eq!(turn.outlook.points[player], after - before);
            }
            let numbers: Vec<usize> =
                turn.entries.iter().map(|&id| journal.entry(id).number()).collect();
            assert!(numbers.windows(2).all(|pair| pair[0] + 1 == pair[1]));
        }
        assert!(longest >= 4, "only {longest} entries in a turn");
    }

    #[test]
    fn payments_of_a_turn_are_those_of_its_entries_one_after_another() {
        let journal = journal();
        let mut several = 0;
        for &last in journal.main_line() {
            let turn = TurnSummary::of(&journal, last, PlayerNaming::Races);
            let mut expected = 0;
            for &id in &turn.entries {
                let payouts = journal
                    .entry(id)
                    .outcome()
                    .events()
                    .iter()
                    .filter(|event| matches!(event, Event::Payout(_)))
                    .count();
                let of_entry: Vec<&TurnPayment> =
                    turn.payments.iter().filter(|paid| paid.entry == id).collect();
                let roots = of_entry.iter().filter(|paid| paid.parent.is_none());
                assert_eq!(roots.count(), payouts);
                if payouts > 0 {
                    assert_eq!(turn.first_payment_of(id), expected);
                }
                expected += of_entry.len();
            }
            assert_eq!(turn.payments.len(), expected);
            for paid in &turn.payments {
                let parent = paid.parent.map(|parent| &turn.payments[parent]);
                assert!(parent.is_none_or(|from| from.entry == paid.entry));
                assert!(parent.is_none_or(|from| from.path.from == paid.path.to));
            }
            let paying: Vec<_> = turn.payments.iter().map(|paid| paid.entry).collect();
            several += usize::from(paying.windows(2).any(|pair| pair[0] != pair[1]));
        }
        assert!(several > 0, "no turn paid in more than one entry");
    }

    #[test]
    fn a_turn_starts_with_its_card() {
        let journal = journal();
        for &last in journal.main_line() {
            let turn = TurnSummary::of(&journal, last, PlayerNaming::Races);
            let first = journal.entry(turn.entries[0]);
            let before = journal.entry(first.before());
            let in_setup = before.outcome().turn() == 0;
            assert!(!in_setup || turn.entries.len() == 1);
            // The entry before it ended the turn before.
            let ended = before.outcome().turn() != journal.entry(before.before()).outcome().turn();
            assert!(
                in_setup || ended,
                "entry {} of turn {}",
                first.number(),
                before.outcome().turn()
            );
        }
    }

    #[test]
    fn a_turn_that_changes_a_quantity_lists_physical_moves() {
        let journal = journal();
        for &last in journal.main_line() {
            let turn = TurnSummary::of(&journal, last, PlayerNaming::Races);
            let changes = Quantity::ALL.map(|what| {
                journal
                    .game()
                    .players()
                    .map(|player| turn.outlook.change(player, what).abs())
                    .sum::<i32>()
            });
            // A quantity that changed for a player needs a physical move.
            assert!(changes.iter().all(|by| *by == 0) || !turn.physical_moves.is_empty());
        }
    }
}
