//! The turn so far: what a card has come to with everybody who followed it.
//!
//! A card is carried out in several entries: whoever leads it, a road that goes with it, each
//! player who follows. What it changed, whom it paid and what has to be moved add up over all of
//! them, until the next card is played.

use components::square::Square;
use journal::{EntryId, Journal};
use narration::hand_list::{HandStep, hand_list};
use narration::receipt::{PaymentPath, payments};
use narration::sentence::sentence;
use narration::{NamedGame, PlayerNaming};
use rules::Game;
use rules::game::Played;
use rules::moves::Outlook;

/// What happened in a turn up to an entry of it; in the setup, what the entry did by itself.
#[derive(Clone, Debug, Default)]
pub struct TurnSoFar {
    /// Its entries, from the first on.
    pub entries: Vec<EntryId>,
    /// What was done in each of them, as the journal says it.
    pub told: Vec<String>,
    /// What it changed for everybody.
    pub outlook: Outlook,
    /// Whom it paid, in the order of the receipts.
    pub payments: Vec<Paid>,
    /// The squares on which it put something down.
    pub fresh: Vec<Square>,
    /// What has to be moved on the real table for all of it.
    pub hand_list: Vec<HandStep>,
}

/// A payment of a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paid {
    /// The entry that set it off.
    pub entry: EntryId,
    /// Who is paid, and for what.
    pub path: PaymentPath,
    /// The squares gone through between the two tiles.
    pub route: Vec<Square>,
    /// Which payment of the turn it is paid out of; nothing for points that are earned anew.
    pub out_of: Option<usize>,
}

impl TurnSoFar {
    /// The turn of an entry, up to that entry; nothing at the start of the game.
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
            turn.told.push(sentence(NamedGame::new(before, naming), played));
        });
        if let Some(whole) = whole {
            turn.outlook = Outlook::of(&whole);
            turn.fresh = fresh(&before, &whole.game);
            turn.hand_list = hand_list(NamedGame::new(&before, naming), &whole);
        }
        turn
    }

    /// The first payment that an entry set off, or the number of all if it set off none.
    pub fn first_payment_of(&self, entry: EntryId) -> usize {
        let of_entry = self.payments.iter().position(|paid| paid.entry == entry);
        of_entry.unwrap_or(self.payments.len())
    }
}

/// What all entries after one of them, up to another that follows from it, came to as if they were
/// one, with the game before them; nothing if there are none.
pub fn since(journal: &Journal, from: EntryId, to: EntryId) -> Option<(Game, Played)> {
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

/// Entries that follow each other as if they were one, by the action of the first; each of them is
/// shown with the game before it.
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

/// The entries of the turn that an entry belongs to, up to that entry.
fn entries(journal: &Journal, last: EntryId) -> Vec<EntryId> {
    let turn = |id: EntryId| journal.entry(journal.entry(id).before()).outcome().turn();
    let mut entries = Vec::new();
    let mut id = last;
    while id != EntryId::START && turn(id) == turn(last) {
        entries.push(id);
        id = journal.entry(id).before();
        // The setup has no turns, and nobody follows anybody.
        if turn(last) == 0 {
            break;
        }
    }
    entries.reverse();
    entries
}

/// The payments of an entry, with so many of the turn before them.
fn paid(entry: EntryId, played: &Played, earlier: usize) -> Vec<Paid> {
    let payments = payments(played).into_iter();
    payments
        .map(|payment| Paid {
            entry,
            path: payment.path,
            route: payment.path.squares(&played.game).unwrap_or_default(),
            out_of: payment.out_of.map(|out_of| out_of + earlier),
        })
        .collect()
}

/// The squares that hold a piece or a road in one game and not in the one before it.
fn fresh(before: &Game, after: &Game) -> Vec<Square> {
    let is_new = |&square: &Square| {
        after.piece_on(square).is_some() && before.piece_on(square).is_none()
            || after.road_or_free(square) == Some(true) && before.road_or_free(square) != Some(true)
    };
    after.board().squares().filter(is_new).collect()
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
            let turn = TurnSoFar::of(&journal, last, PlayerNaming::Races);
            longest = longest.max(turn.entries.len());
            assert_eq!(turn.entries.last(), Some(&last));
            let first = journal.entry(turn.entries[0]).before();
            for player in journal.game().players() {
                let before = journal.entry(first).outcome().points()[player];
                let after = journal.entry(last).outcome().points()[player];
                assert_eq!(turn.outlook.points[player], after - before);
            }
            let number = |id| journal.entry(id).number();
            let numbers: Vec<usize> = turn.entries.iter().map(|&id| number(id)).collect();
            assert!(numbers.windows(2).all(|pair| pair[0] + 1 == pair[1]));
        }
        assert!(longest >= 4, "only {longest} entries in a turn");
    }

    #[test]
    fn payments_of_a_turn_are_those_of_its_entries_one_after_another() {
        let journal = journal();
        let mut several = 0;
        for &last in journal.main_line() {
            let turn = TurnSoFar::of(&journal, last, PlayerNaming::Races);
            let mut expected = 0;
            for &id in &turn.entries {
                let payouts = journal.entry(id).outcome().events().iter();
                let payouts = payouts.filter(|event| matches!(event, Event::Payout(_))).count();
                let of_entry: Vec<&Paid> =
                    turn.payments.iter().filter(|paid| paid.entry == id).collect();
                let roots = of_entry.iter().filter(|paid| paid.out_of.is_none());
                assert_eq!(roots.count(), payouts);
                if payouts > 0 {
                    assert_eq!(turn.first_payment_of(id), expected);
                }
                expected += of_entry.len();
            }
            assert_eq!(turn.payments.len(), expected);
            for paid in &turn.payments {
                let out_of = paid.out_of.map(|out_of| &turn.payments[out_of]);
                assert!(out_of.is_none_or(|from| from.entry == paid.entry));
                assert!(out_of.is_none_or(|from| from.path.from == paid.path.to));
            }
            let paying: Vec<_> = turn.payments.iter().map(|paid| paid.entry).collect();
            several += usize::from(paying.windows(2).any(|pair| pair[0] != pair[1]));
        }
        assert!(several > 0, "no turn paid in more than one entry");
    }

    #[test]
    fn a_turn_begins_with_its_card() {
        let journal = journal();
        for &last in journal.main_line() {
            let turn = TurnSoFar::of(&journal, last, PlayerNaming::Races);
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
    fn what_is_to_be_moved_for_a_turn_comes_to_what_its_entries_moved() {
        let journal = journal();
        for &last in journal.main_line() {
            let turn = TurnSoFar::of(&journal, last, PlayerNaming::Races);
            let changes = Quantity::ALL.map(|what| {
                journal
                    .game()
                    .players()
                    .map(|player| turn.outlook.change(player, what).abs())
                    .sum::<i32>()
            });
            // Whatever changed for somebody is to be moved by somebody.
            assert!(changes.iter().all(|by| *by == 0) || !turn.hand_list.is_empty());
        }
    }
}
