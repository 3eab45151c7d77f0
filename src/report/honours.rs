//! Honours of a game: what somebody did better than anybody else in it, drawn from the record.

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

use super::scores::Row;

/// So many honours are given at most.
const GIVEN: usize = 3;

/// For what an honour is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "fields that are named for what they are")]
pub enum Feat {
    /// The delivery that was worth most, those that were paid from it included.
    Delivery { resource: ResourceId, building: BuildingId },
    /// The most points out of what others built and delivered.
    Supplier,
    /// The most points in one turn, whosever turn it was.
    Turn(u32),
    /// The winner had been this far behind, at the end of this turn.
    Chase(u32),
    /// The most turns alone in front.
    Lead,
}

/// An honour: a feat, who did it, and how great it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Honour {
    /// For what.
    pub feat: Feat,
    /// Who.
    pub player: PlayerId,
    /// Points, or turns for [`Feat::Lead`].
    pub amount: i32,
    /// The entry at which it happened, if it was a single one.
    pub entry: Option<usize>,
}

impl Honour {
    /// What the honour is called.
    pub const fn title(&self) -> &'static str {
        match self.feat {
            Feat::Delivery { .. } => "Best single delivery",
            Feat::Supplier => "Best supplier",
            Feat::Turn(_) => "Best turn",
            Feat::Chase(_) => "Longest way back",
            Feat::Lead => "Longest lead",
        }
    }

    /// What it was given for, in words: "Government, 10 points".
    pub fn words(&self, game: &Game) -> String {
        let contents = game.contents();
        let amount = self.amount;
        let points = counted(amount, "point", "points");
        match self.feat {
            Feat::Delivery { resource, building } => {
                let (what, to) =
                    (contents.resource_name(resource), contents.building_name(building));
                format!("{what}, {points}, to {to}")
            }
            Feat::Supplier => format!("{points} through others"),
            Feat::Turn(turn) => format!("{points} in turn {turn}"),
            Feat::Chase(turn) => format!("{points} behind after turn {turn}"),
            Feat::Lead => format!("alone in front for {}", counted(amount, "turn", "turns")),
        }
    }
}

/// What is remembered of a game while it is replayed.
#[derive(Clone, Debug, Default)]
pub(super) struct Deeds {
    /// The best delivery so far.
    delivery: Option<Honour>,
    /// Points that everybody made in each turn, and the entry that ended it.
    turns: BTreeMap<u32, (ByPlayer<i32>, usize)>,
}

impl Deeds {
    /// Takes in what the entry of that number, played in that turn, has set off.
    pub(super) fn hear(&mut self, number: usize, turn: u32, played: &Played) {
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
            let amount = payout.gross.0;
            if amount > self.delivery.map_or(0, |best| best.amount) {
                let feat = Feat::Delivery { resource: payout.tile.resource, building };
                self.delivery = Some(Honour { feat, player: owner, amount, entry: Some(number) });
            }
        }
    }

    /// Up to three honours, shared out among as many players as can be.
    ///
    /// Of two that are alike the earlier counts; what two have done equally well over the whole
    /// game honours nobody.
    pub(super) fn honours(
        &self,
        rows: &[Row],
        growth: &[(u32, ByPlayer<Points>)],
        winner: Option<PlayerId>,
    ) -> Vec<Honour> {
        let found = [
            self.delivery,
            supplier(rows),
            self.best_turn(rows),
            winner.and_then(|winner| chase(rows, growth, winner)),
            lead(rows, growth),
        ];
        let found: Vec<Honour> = found.into_iter().flatten().collect();
        let mut given: Vec<usize> = Vec::new();
        for first_only in [true, false] {
            for (index, honour) in found.iter().enumerate() {
                let mut before = given.iter().map(|&other| found[other].player);
                let is_first = !before.any(|player| player == honour.player);
                let is_wanted = is_first || !first_only;
                if given.len() < GIVEN && is_wanted && !given.contains(&index) {
                    given.push(index);
                }
            }
        }
        given.sort_unstable();
        given.into_iter().map(|index| found[index]).collect()
    }

    fn best_turn(&self, rows: &[Row]) -> Option<Honour> {
        let mut best: Option<Honour> = None;
        // Before the first turn nobody plays.
        for (&turn, (sums, entry)) in self.turns.iter().filter(|(turn, _)| **turn > 0) {
            for player in rows.iter().map(|row| row.player) {
                if sums[player] > best.map_or(0, |best| best.amount) {
                    let (feat, amount) = (Feat::Turn(turn), sums[player]);
                    best = Some(Honour { feat, player, amount, entry: Some(*entry) });
                }
            }
        }
        best
    }
}

/// Whether points with such a cause were made by playing: not counted at the end, and not
/// written down by hand.
const fn is_made_in_play(cause: Cause) -> bool {
    !matches!(
        cause,
        Cause::Setup | Cause::FinalLasting | Cause::FinalMoney | Cause::Referee | Cause::Position
    )
}

fn supplier(rows: &[Row]) -> Option<Honour> {
    let amounts = rows.iter().map(|row| {
        let of = |category| row.source(category);
        (row.player, of(SourceCategory::OthersBuilds) + of(SourceCategory::OthersDeliveries))
    });
    alone_at_the_top(amounts).map(|(player, amount)| Honour {
        feat: Feat::Supplier,
        player,
        amount,
        entry: None,
    })
}

fn chase(rows: &[Row], growth: &[(u32, ByPlayer<Points>)], winner: PlayerId) -> Option<Honour> {
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
    Some(Honour { feat: Feat::Chase(turn), player: winner, amount, entry: None })
}

fn lead(rows: &[Row], growth: &[(u32, ByPlayer<Points>)]) -> Option<Honour> {
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
    alone_at_the_top(amounts).map(|(player, amount)| Honour {
        feat: Feat::Lead,
        player,
        amount,
        entry: None,
    })
}

/// Who has more than nothing and more than everybody else.
fn alone_at_the_top(
    amounts: impl Iterator<Item = (PlayerId, i32)> + Clone,
) -> Option<(PlayerId, i32)> {
    let most = amounts.clone().map(|(_, amount)| amount).max().filter(|&most| most > 0)?;
    let mut best = amounts.filter(|&(_, amount)| amount == most);
    let first = best.next();
    first.filter(|_| best.next().is_none())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Scores, Subject};
    use narration::PlayerNaming;
    use notation::record::read_record;

    fn scores(file: &str) -> (Game, Scores) {
        let path = format!("{}/../../assets/examples/{file}.founders", env!("CARGO_MANIFEST_DIR"));
        let loaded = read_record(&std::fs::read(path).expect("the example is there"));
        let journal = loaded.record.expect("it is sound");
        let at = journal.main_line().len();
        let scores = Scores::of(Subject { journal: &journal, at, naming: PlayerNaming::Races });
        (journal.game().clone(), scores.expect("the record goes so far"))
    }

    fn told(file: &str) -> Vec<(String, &'static str, String)> {
        let (game, scores) = scores(file);
        let honours = scores.honours.iter();
        let told = honours.map(|honour| {
            let who = game.player_name(honour.player).to_owned();
            (who, honour.title(), honour.words(&game))
        });
        told.collect()
    }

    #[track_caller]
    fn check(file: &str, expected: &[(&str, &str, &str)]) {
        let told = told(file);
        let told: Vec<(&str, &str, &str)> =
            told.iter().map(|(who, title, words)| (who.as_str(), *title, words.as_str())).collect();
        assert_eq!(told, expected);
    }

    #[test]
    fn a_delivery_counts_with_all_that_was_paid_from_it() {
        // Of the 10 points the builder kept 4, and three others were paid.
        check(
            "four-founders",
            &[
                ("Anna", "Best single delivery", "Government, 10 points, to Ghost Fortress"),
                ("David", "Best supplier", "8 points through others"),
                ("Cleo", "Longest way back", "5 points behind after turn 10"),
            ],
        );
    }

    #[test]
    fn alone_one_is_honoured_for_what_one_did() {
        let (_, scores) = scores("solo-whole-game-won");
        let feats: Vec<Feat> = scores.honours.iter().map(|honour| honour.feat).collect();
        assert!(matches!(feats[..], [Feat::Delivery { .. }, Feat::Turn(_)]), "{feats:?}");
    }

    #[test]
    fn what_two_have_done_equally_well_honours_nobody() {
        let amounts = [(PlayerId(0), 3), (PlayerId(1), 5), (PlayerId(2), 5)];
        assert_eq!(alone_at_the_top(amounts.into_iter()), None);
        assert_eq!(alone_at_the_top(amounts[..2].iter().copied()), Some((PlayerId(1), 5)));
        assert_eq!(alone_at_the_top([(PlayerId(0), 0)].into_iter()), None);
    }

    #[test]
    fn the_podium_goes_from_the_first_place_to_the_last() {
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
    fn before_the_first_turn_there_is_nothing_to_honour() {
        let path =
            format!("{}/../../assets/examples/three-guilds.founders", env!("CARGO_MANIFEST_DIR"));
        let loaded = read_record(&std::fs::read(path).expect("the example is there"));
        let journal = loaded.record.expect("it is sound");
        let scores = Scores::of(Subject { journal: &journal, at: 3, naming: PlayerNaming::Races });
        assert_eq!(scores.expect("there are so many entries").honours, []);
    }
}
