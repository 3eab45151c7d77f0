//! The sources of numbers: bookkeeping for points, money, income and influence.
//!
//! A [`Ledger`] records one entry after another and can be truncated after an undo, so that an
//! update costs no more than the latest entry. At every entry, the changes it lists for a number of
//! a player add up to that number.

use std::collections::BTreeMap;

use super::words;
use components::quantity::{Points, Quantity};
use rules::adjustment::Owner;
use rules::game::{Game, Played};
use rules::player::{ByPlayer, PlayerId};
use rules::receipt::{Cause, Event, Payout, PayoutPurpose, QuantityChange};

enum_table::enum_table! {
    /// A category of sources: the rows of a table of results, in the order of a panel.
    pub enum SourceCategory {
        /// The heading of its row.
        name: &'static str,
    }

    /// Numbers at the start of the game.
    Start = "Start";
    /// Payouts for builds of the player.
    OwnBuilds = "Own builds";
    /// Payouts for builds of other players.
    OthersBuilds = "Builds of others";
    /// Payouts for deliveries of the player.
    OwnDeliveries = "Own deliveries";
    /// Payouts for deliveries of other players.
    OthersDeliveries = "Deliveries of others";
    /// Advisers recruited: their costs and rewards.
    Recruiting = "Recruiting";
    /// Stalls imported.
    Imports = "Imports";
    /// Access bought, or sold to others.
    Access = "Access";
    /// Advanced resource buildings built.
    Buildings = "Resource buildings";
    /// Houses, bridges and gates built.
    Construction = "Houses, bridges and gates";
    /// Resources owned on the board.
    Ownership = "Resources owned";
    BasicActions = "Basic actions";
    /// Texts of cards, of the race mat and of prestige buildings.
    Texts = "Card texts";
    /// Income collected, influence for houses included.
    Income = "Income and houses";
    /// Votes: bonuses, returned influence, and payments of a solo player.
    Votes = "Votes";
    Achievements = "Achievements";
    /// End scoring of lasting influence.
    FinalLasting = "Lasting influence at the end";
    /// End scoring of money.
    FinalMoney = "Money at the end";
    /// Adjustments by the referee.
    Referee = "Set right";
    /// Numbers stated by a position.
    Position = "Position laid out";
}

impl SourceCategory {
    /// Returns the category of a change. For a payout it depends on the `payout` itself and on the
    /// player who built or delivered.
    fn of(change: &QuantityChange, payout: Option<(&Payout, Option<PlayerId>)>) -> Self {
        match change.cause {
            Cause::Setup => Self::Start,
            Cause::RecruitCost(_) | Cause::RecruitReward(_) => Self::Recruiting,
            Cause::ImportCost(_) => Self::Imports,
            Cause::AccessPrice(_) => Self::Access,
            Cause::BuildCost(_) => Self::Buildings,
            Cause::HouseCost | Cause::BridgeCost => Self::Construction,
            Cause::FirstTile(_) => Self::Ownership,
            Cause::BasicAction => Self::BasicActions,
            Cause::CardText(_) | Cause::RaceText | Cause::BuildingText(_) => Self::Texts,
            Cause::Income | Cause::Houses => Self::Income,
            Cause::VoteBonus | Cause::AfterVote | Cause::Markers | Cause::Proposal(_) => {
                Self::Votes
            }
            Cause::Achievement(_) => Self::Achievements,
            Cause::FinalLasting => Self::FinalLasting,
            Cause::FinalMoney => Self::FinalMoney,
            Cause::Referee => Self::Referee,
            Cause::Position => Self::Position,
            Cause::Payout => {
                let delivered = payout
                    .is_some_and(|(payout, _)| matches!(payout.used, PayoutPurpose::Delivery(_)));
                let own = payout.is_some_and(|(_, whose)| whose == Some(change.player));
                match (delivered, own) {
                    (false, true) => Self::OwnBuilds,
                    (false, false) => Self::OthersBuilds,
                    (true, true) => Self::OwnDeliveries,
                    (true, false) => Self::OthersDeliveries,
                }
            }
        }
    }
}

/// One change of a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LedgerLine {
    /// The entry that made it; 0 is the start.
    pub entry: usize,
    /// The player whose number changed.
    pub player: PlayerId,
    /// The kind of number.
    pub what: Quantity,
    /// The change.
    pub by: i32,
    /// The reason, as text after the amount.
    pub text: String,
    /// Its row in the results.
    pub category: SourceCategory,
}

/// All changes of the players' numbers, entry by entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ledger {
    sources: Vec<LedgerLine>,
    /// Points after each entry, the start first.
    points: Vec<(usize, ByPlayer<Points>)>,
}

impl Ledger {
    /// Creates the ledger at the start of a game.
    pub fn new(start: &Game) -> Self {
        let mut sources = Vec::new();
        for player in start.players() {
            let numbers = Quantity::ALL.map(|what| (what, start.number(player, what)));
            for (quantity, by) in numbers.into_iter().filter(|&(_, by)| by != 0) {
                let change = QuantityChange { player, quantity, by, cause: Cause::Setup };
                sources.push(LedgerLine {
                    entry: 0,
                    player,
                    what: quantity,
                    by,
                    text: words::cause(start, &change),
                    category: SourceCategory::Start,
                });
            }
        }
        Self { sources, points: vec![(0, start.scores())] }
    }

    /// Records the changes by entry `n`, counted from 1. Entries have to be recorded in order.
    pub fn record(&mut self, n: usize, played: &Played) {
        let game = &played.game;
        let mut payout = None;
        for event in &played.events {
            match event {
                // The changes that follow are its gains.
                Event::Payout(root) => payout = Some((root, user(game, root))),
                Event::Change(change) => {
                    let text = match (change.cause, payout) {
                        (Cause::Payout, Some((root, _))) => payout_text(game, change, root),
                        _ => words::cause(game, change),
                    };
                    self.sources.push(LedgerLine {
                        entry: n,
                        player: change.player,
                        what: change.quantity,
                        by: change.by,
                        text,
                        category: SourceCategory::of(change, payout),
                    });
                }
                _ => {}
            }
        }
        self.points.push((n, game.scores()));
    }

    /// Removes every entry after `n`, for an undo.
    pub fn truncate(&mut self, n: usize) {
        self.sources.retain(|source| source.entry <= n);
        self.points.retain(|&(entry, _)| entry <= n);
    }

    /// Returns the number of the latest entry; 0 at the start.
    pub fn last_entry(&self) -> usize {
        self.points.last().map_or(0, |&(entry, _)| entry)
    }

    /// Iterates over the changes of a number, in the order of the entries.
    pub fn of(&self, player: PlayerId, what: Quantity) -> impl Iterator<Item = &LedgerLine> {
        self.sources.iter().filter(move |source| (source.player, source.what) == (player, what))
    }

    /// Returns the sum of the changes of a number, which is the number.
    pub fn total(&self, player: PlayerId, what: Quantity) -> i32 {
        self.of(player, what).map(|source| source.by).sum()
    }

    /// Sums the changes of a number by category, without categories that have none.
    pub fn by_category(&self, player: PlayerId, what: Quantity) -> BTreeMap<SourceCategory, i32> {
        let mut sums = BTreeMap::new();
        for source in self.of(player, what) {
            *sums.entry(source.category).or_default() += source.by;
        }
        sums
    }

    /// Returns the points of every player after each entry, for a plot; the start is entry 0.
    pub fn points(&self) -> &[(usize, ByPlayer<Points>)] {
        &self.points
    }
}

/// Returns the player who built or delivered.
fn user(game: &Game, payout: &Payout) -> Option<PlayerId> {
    let owner = match payout.used {
        PayoutPurpose::Build(tile) | PayoutPurpose::Prerequisite(tile) => {
            game.piece_on(tile.footprint.first())?.owner?
        }
        PayoutPurpose::Delivery(_) => payout.owner,
    };
    owner.player()
}

/// Describes the reason for a gain from a payout: the tile at its root, or the route by way of it.
fn payout_text(game: &Game, change: &QuantityChange, root: &Payout) -> String {
    let tile = words::tile(game, root.tile);
    let used = words::used(game, root.used);
    if root.owner == Owner::Player(change.player) {
        format!("for {tile}, {used}")
    } else {
        format!("by way of {tile}, {used}")
    }
}

#[cfg(test)]
mod tests {
    use super::super::sample;
    use super::*;
    use rules::action::ActionKind;
    use rules::adjustment::{Adjustment, Amount};

    #[test]
    fn sources_add_up_to_the_number_at_every_entry() {
        for (name, journal) in sample::journals() {
            let start = journal.game_at(0).expect("a start");
            let mut ledger = Ledger::new(&start);
            journal::replay_with(&journal, |n, _, played| {
                ledger.record(n, played);
                let game = &played.game;
                for player in game.players() {
                    for what in Quantity::ALL {
                        let total = ledger.total(player, what);
                        assert_eq!(total, game.number(player, what), "{name} {n} {what:?}");
                        let rows: i32 = ledger.by_category(player, what).values().sum();
                        assert_eq!(rows, total, "{name} {n} {what:?}");
                    }
                    let plotted = ledger.points().last().map(|(_, points)| points[player]);
                    assert_eq!(plotted, Some(game.points(player)), "{name} {n}");
                }
            });
        }
    }

    #[test]
    fn a_truncated_ledger_equals_the_ledger_at_that_entry() {
        for (name, journal) in sample::journals() {
            let start = journal.game_at(0).expect("a start");
            let mut ledger = Ledger::new(&start);
            let mut earlier = vec![ledger.clone()];
            journal::replay_with(&journal, |n, _, played| {
                ledger.record(n, played);
                earlier.push(ledger.clone());
            });
            for (n, then) in earlier.iter().enumerate().rev() {
                ledger.truncate(n);
                assert_eq!(&ledger, then, "{name} {n}");
                assert_eq!(ledger.last_entry(), n);
            }
        }
    }

    #[test]
    fn adjustments_by_the_referee_have_their_own_row() {
        let game = sample::last_game("e01-machinery-built");
        let player = PlayerId(0);
        let mut ledger = Ledger::new(&game);
        let kind = ActionKind::Adjust {
            changes: vec![Adjustment::Points(player, Amount::Change(Points(3)))],
            reason: "for the test".to_owned(),
        };
        let adjusted = game.play(&kind.into()).expect("anything can be set right");
        ledger.record(1, &adjusted);
        let rows = ledger.by_category(player, Quantity::Points);
        assert_eq!(rows.get(&SourceCategory::Referee), Some(&3));
    }
}
