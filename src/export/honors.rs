//! Honors: the best achievements of players in a game, computed from the record.

use plain_text::counted;
use std::collections::BTreeMap;

use components::ids::{BuildingId, ResourceId};
use components::quantity::{Points, Quantity};
use narration::sources::SourceCategory;
use rules::Game;
use rules::adjustment::Owner;
use rules::game::Played;
use rules::player::{ByPlayer, PlayerId};
use rules::receipt::{Cause, Event, PayoutPurpose};

use super::scores::ScoreRow;

/// The maximum number of honors in a game.
const MAX_HONORS: usize = 3;

/// The kind of an honor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "fields that are named for what they are")]
pub enum HonorKind {
    /// The delivery from which its owner kept the most points.
    Delivery { resource: ResourceId, building: BuildingId },
    /// The most points from buildings and deliveries of other players.
    Supplier,
    /// The most points in one turn of any player.
    Turn(u32),
    /// The largest gap that the winner made up, at the end of this turn.
    Comeback(u32),
    /// The most turns in sole lead.
    LongestLead,
}

/// An honor: a kind, the player and the amount.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Honor {
    /// The kind of honor.
    pub kind: HonorKind,
    /// The player who earned it.
    pub player: PlayerId,
    /// Points, or turns for [`HonorKind::LongestLead`].
    pub amount: i32,
    /// The entry that earned it, if it was a single one.
    pub entry: Option<usize>,
}

impl Honor {
    /// Returns the title of the honor.
    pub const fn title(&self) -> &'static str {
        match self.kind {
            HonorKind::Delivery { .. } => "Best single delivery",
            HonorKind::Supplier => "Best supplier",
            HonorKind::Turn(_) => "Best turn",
            HonorKind::Comeback(_) => "Longest way back",
            HonorKind::LongestLead => "Longest lead",
        }
    }

    /// Returns the reason for the honor in words: "Government, 4 points kept, to Ghost Fortress".
    pub fn words(&self, game: &Game) -> String {
        let contents = game.contents();
        let amount = self.amount;
        let points = counted(amount, "point", "points");
        match self.kind {
            HonorKind::Delivery { resource, building } => {
                let (what, to) =
                    (contents.resource_name(resource), contents.building_name(building));
                format!("{what}, {points} kept, to {to}")
            }
            HonorKind::Supplier => format!("{points} through others"),
            HonorKind::Turn(turn) => format!("{points} in turn {turn}"),
            HonorKind::Comeback(turn) => format!("{points} behind after turn {turn}"),
            HonorKind::LongestLead => {
                format!("alone in front for {}", counted(amount, "turn", "turns"))
            }
        }
    }
}

/// The data for honors, collected while a game is replayed.
#[derive(Clone, Debug, Default)]
pub(super) struct HonorTracker {
    /// The best delivery so far.
    delivery: Option<Honor>,
    /// The points of all players in each turn, and the last entry of the turn.
    turns: BTreeMap<u32, (ByPlayer<i32>, usize)>,
}

impl HonorTracker {
    /// Records the effects of an entry played in this turn.
    pub(super) fn record(&mut self, number: usize, turn: u32, played: &Played) {
        let (made, ended) = self.turns.entry(turn).or_default();
        *ended = number;
        for event in &played.events {
            if let Event::Change(change) = event
                && change.quantity == Quantity::Points
                && is_made_in_play(change.cause)
            {
                made[change.player] += change.by;
            }
        }
        for event in &played.events {
            let Event::Payout(payout) = event else {
                continue;
            };
            let (PayoutPurpose::Delivery(building), Owner::Player(owner)) =
                (payout.used, payout.owner)
            else {
                continue;
            };
            // What is paid on to the owners of other tiles is theirs.
            let amount = payout.gains()[owner].0;
            if amount > self.delivery.map_or(0, |best| best.amount) {
                let kind = HonorKind::Delivery { resource: payout.tile.resource, building };
                self.delivery = Some(Honor { kind, player: owner, amount, entry: Some(number) });
            }
        }
    }

    /// Returns up to three honors, distributed among as many players as possible.
    ///
    /// Of two equal deliveries, turns or gaps, the earlier counts. A tie over the whole game earns
    /// no honor.
    pub(super) fn honors(
        &self,
        rows: &[ScoreRow],
        growth: &[(u32, ByPlayer<Points>)],
        winner: Option<PlayerId>,
    ) -> Vec<Honor> {
        let candidates: Vec<Honor> = [
            self.delivery,
            supplier(rows),
            self.best_turn(rows),
            winner.and_then(|winner| chase(rows, growth, winner)),
            lead(rows, growth),
        ]
        .into_iter()
        .flatten()
        .collect();
        let mut chosen: Vec<usize> = Vec::new();
        for first_only in [true, false] {
            for (index, honour) in candidates.iter().enumerate() {
                let is_first =
                    chosen.iter().all(|&other| candidates[other].player != honour.player);
                let is_wanted = is_first || !first_only;
                if chosen.len() < MAX_HONORS && is_wanted && !chosen.contains(&index) {
                    chosen.push(index);
                }
            }
        }
        chosen.sort_unstable();
        chosen.into_iter().map(|index| candidates[index]).collect()
    }

    fn best_turn(&self, rows: &[ScoreRow]) -> Option<Honor> {
        let mut best: Option<Honor> = None;
        // Entries before the first turn have the turn 0.
        for (&turn, (sums, entry)) in self.turns.iter().filter(|(turn, _)| **turn > 0) {
            for player in rows.iter().map(|row| row.player) {
                if sums[player] > best.map_or(0, |best| best.amount) {
                    let (kind, amount) = (HonorKind::Turn(turn), sums[player]);
                    best = Some(Honor { kind, player, amount, entry: Some(*entry) });
                }
            }
        }
        best
    }
}

/// Returns `true` if points with this cause were earned by playing: not in the final scoring, and
/// not entered manually.
const fn is_made_in_play(cause: Cause) -> bool {
    !matches!(
        cause,
        Cause::Setup | Cause::FinalLasting | Cause::FinalMoney | Cause::Referee | Cause::Position
    )
}

fn supplier(rows: &[ScoreRow]) -> Option<Honor> {
    let amounts = rows.iter().map(|row| {
        let points =
            row.source(SourceCategory::OthersBuilds) + row.source(SourceCategory::OthersDeliveries);
        (row.player, points)
    });
    alone_at_the_top(amounts).map(|(player, amount)| Honor {
        kind: HonorKind::Supplier,
        player,
        amount,
        entry: None,
    })
}

fn chase(rows: &[ScoreRow], growth: &[(u32, ByPlayer<Points>)], winner: PlayerId) -> Option<Honor> {
    let behind = growth.iter().map(|(turn, points)| {
        let most = rows.iter().map(|row| points[row.player].0).max().unwrap_or_default();
        (*turn, most - points[winner].0)
    });
    let mut worst: Option<(u32, i32)> = None;
    for (turn, by) in behind {
        if by > worst.map_or(0, |(_, by)| by) {
            worst = Some((turn, by));
        }
    }
    let (turn, amount) = worst?;
    Some(Honor { kind: HonorKind::Comeback(turn), player: winner, amount, entry: None })
}

fn lead(rows: &[ScoreRow], growth: &[(u32, ByPlayer<Points>)]) -> Option<Honor> {
    if rows.len() < 2 {
        return None;
    }
    let mut turns: ByPlayer<i32> = ByPlayer::default();
    for (_, points) in growth {
        let all = rows.iter().map(|row| (row.player, points[row.player].0));
        if let Some((player, _)) = alone_at_the_top(all) {
            turns[player] += 1;
        }
    }
    let amounts = rows.iter().map(|row| (row.player, turns[row.player]));
    alone_at_the_top(amounts).map(|(player, amount)| Honor {
        kind: HonorKind::LongestLead,
        player,
        amount,
        entry: None,
    })
}

/// Returns the player with the strictly largest amount, if it is more than 0.
fn alone_at_the_top(
    amounts: impl Iterator<Item = (PlayerId, i32)> + Clone,
) -> Option<(PlayerId, i32)> {
    let most = amounts.clone().map(|(_, amount)| amount).max().filter(|&most| most > 0)?;
    let mut best = amounts.filter(|&(_, amount)| amount == most);
    best.next().filter(|_| best.next().is_none())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{PageSubject, Scores};
    use narration::PlayerNaming;
    use notation::record::read_record;

    fn scores(file: &str) -> (Game, Scores) {
        let path = format!("{}/../../assets/examples/{file}.founders", env!("CARGO_MANIFEST_DIR"));
        let loaded = read_record(&std::fs::read(path).expect("the example is there"));
        let journal = loaded.record.expect("it is sound");
        let at = journal.main_line().len();
        let scores = Scores::of(PageSubject { journal: &journal, at, naming: PlayerNaming::Races });
        (journal.game().clone(), scores.expect("the record goes so far"))
    }

    #[track_caller]
    fn check(file: &str, expected: &[(&str, &str, &str)]) {
        let (game, scores) = scores(file);
        let words: Vec<String> = scores.honors.iter().map(|honour| honour.words(&game)).collect();
        let honours: Vec<(&str, &str, &str)> = scores
            .honors
            .iter()
            .zip(&words)
            .map(|(honour, words)| {
                (game.player_name(honour.player), honour.title(), words.as_str())
            })
            .collect();
        assert_eq!(honours, expected);
    }

    #[test]
    fn a_delivery_counts_with_the_points_that_its_owner_kept() {
        // A delivery of Government earned 10 points, but Anna kept only 4 of them.
        check(
            "four-founders",
            &[
                ("David", "Best single delivery", "Food, 5 points kept, to Almshouse"),
                ("David", "Best supplier", "8 points through others"),
                ("Cleo", "Longest way back", "5 points behind after turn 10"),
            ],
        );
    }

    #[test]
    fn a_solo_player_has_honors_for_a_delivery_and_a_turn() {
        let (_, scores) = scores("solo-whole-game-won");
        let feats: Vec<HonorKind> = scores.honors.iter().map(|honour| honour.kind).collect();
        assert!(matches!(feats[..], [HonorKind::Delivery { .. }, HonorKind::Turn(_)]), "{feats:?}");
    }

    #[test]
    fn a_tie_earns_no_honor() {
        let amounts = [(PlayerId(0), 3), (PlayerId(1), 5), (PlayerId(2), 5)];
        assert_eq!(alone_at_the_top(amounts.into_iter()), None);
        assert_eq!(alone_at_the_top(amounts[..2].iter().copied()), Some((PlayerId(1), 5)));
        assert_eq!(alone_at_the_top([(PlayerId(0), 0)].into_iter()), None);
    }

    #[test]
    fn the_podium_is_sorted_from_the_first_place_to_the_last() {
        let (_, scores) = scores("four-founders");
        let podium = scores.podium();
        let places: Vec<(usize, i32)> = podium.iter().map(|row| (row.rank, row.points)).collect();
        assert_eq!(places, [(1, 33), (2, 30), (3, 27), (4, 21)]);
        // A tie is broken for the first place only.
        let (_, tied) = self::scores("teaching-game");
        let podium = tied.podium();
        assert_eq!(podium[0].points, podium[1].points);
        assert_eq!((podium[0].rank, Some(podium[0].player)), (1, tied.winner));
        assert_eq!(podium[1].rank, 2);
    }

    #[test]
    fn there_are_no_honors_before_the_first_turn() {
        let path =
            format!("{}/../../assets/examples/three-guilds.founders", env!("CARGO_MANIFEST_DIR"));
        let loaded = read_record(&std::fs::read(path).expect("the example is there"));
        let journal = loaded.record.expect("it is sound");
        let scores =
            Scores::of(PageSubject { journal: &journal, at: 3, naming: PlayerNaming::Races });
        assert_eq!(scores.expect("there are so many entries").honors, []);
    }
}
