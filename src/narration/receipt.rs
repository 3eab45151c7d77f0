//! The effects of an action as a tree, and the payments to draw on the board.
//!
//! Every point can be traced: a payout has a line for each prerequisite, and below it the lines of
//! the tile that supplied it. The command line prints the same tree.

use super::{NamedGame, PlayerNaming, words};
use components::ids::{AchievementId, BuildingId, ResourceId};
use components::quantity::{Points, Quantity};
use components::square::Square;
use components::tile::Footprint;
use plain_text::{counted, listed, remarks};
use rules::Rule;
use rules::adjustment::{Owner, TileRef};
use rules::game::{Game, Played};
use rules::illegal::Reason;
use rules::player::{PlayerId, PlayerSet};
use rules::receipt::{
    Cause, Event, Loss, Payout, PayoutPurpose, PayoutShare, QuantityChange, ShareRecipient,
    VoteCount, WarningTarget,
};

/// All effects of one action.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Receipt {
    /// The sentence of the journal for the action.
    pub heading: String,
    /// The effects, in order.
    pub lines: Vec<EffectLine>,
}

/// One line of a receipt, with its explanation below.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EffectLine {
    /// The text of the line.
    pub text: String,
    /// The player whose number changed or whose tile earned.
    pub player: Option<PlayerId>,
    /// The amount in the line. In a payout it is the gross earnings of a tile or the value of a
    /// prerequisite; the changes that follow state the gains of the players.
    pub amount: Option<(Quantity, i32)>,
    /// The rule it comes from.
    pub rule: Option<Rule>,
    /// The squares it is about.
    pub squares: Vec<Square>,
    /// The route of the points, to be drawn on the board.
    pub payment: Option<PaymentPath>,
    /// The lines that explain it.
    pub children: Vec<EffectLine>,
}

/// Points that were earned by one tile for its use by another tile or building.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PaymentPath {
    /// The tile that was used.
    pub from: Footprint,
    /// The tile or prestige building that used it.
    pub to: Footprint,
    /// The points for that use.
    pub points: Points,
    /// The points that the owner of the used tile keeps. The remainder is paid on or lost.
    pub kept: Points,
    /// The owner of the used tile. The earnings of a neutral tile are lost.
    pub to_player: Owner,
    /// The player whose bridges and gates the connection may use; `None` if the user is neutral.
    pub connected_for: Option<PlayerId>,
}

impl PaymentPath {
    /// Returns the squares of the roads and bridges that connect the two, from the used tile to its
    /// user: empty if they are adjacent, `None` if `game` does not connect them.
    ///
    /// `game` is the one after the action.
    pub fn squares(&self, game: &Game) -> Option<Vec<Square>> {
        game.path(self.connected_for?, &self.from, &self.to)
    }
}

impl Receipt {
    /// Creates the receipt of a played action.
    pub fn of(before: NamedGame<'_>, played: &Played) -> Self {
        Self {
            heading: super::sentence::sentence(before, played),
            lines: lines(played, before.naming()),
        }
    }
}

/// Describes the effects of an action, line by line.
pub fn lines(played: &Played, naming: PlayerNaming) -> Vec<EffectLine> {
    let named = NamedGame::new(&played.game, naming);
    played.events.iter().map(|event| event_line(named, event)).collect()
}

/// A payment with its origin: one step of a cascade.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CascadePayment {
    /// The recipient, the points and the route.
    pub path: PaymentPath,
    /// The payment of the same list from which it is paid, counted from 0; `None` for newly earned
    /// points.
    pub parent: Option<usize>,
}

/// Returns every payment of an action in the order of its receipt: earned points first, then the
/// payments out of them.
pub fn payments(played: &Played) -> Vec<CascadePayment> {
    let mut payments = Vec::new();
    // A payment does not show names of players.
    for line in lines(played, PlayerNaming::default()) {
        collect_payments(&line, None, &mut payments);
    }
    payments
}

fn collect_payments(
    line: &EffectLine,
    mut parent: Option<usize>,
    payments: &mut Vec<CascadePayment>,
) {
    if let Some(path) = line.payment {
        payments.push(CascadePayment { path, parent });
        parent = Some(payments.len() - 1);
    }
    for child in &line.children {
        collect_payments(child, parent, payments);
    }
}

fn building_squares(game: &Game, building: BuildingId) -> Vec<Square> {
    game.active_building_squares(building)
        .map(|footprint| footprint.squares().to_vec())
        .unwrap_or_default()
}

fn event_line(named: NamedGame<'_>, event: &Event) -> EffectLine {
    let contents = named.game().contents();
    match event {
        Event::Change(change) => change_line(named, change),
        Event::Payout(payout) => payout_line(named, payout),
        Event::Delivered { building, resource, tile, owner } => {
            delivered_line(named, *building, *resource, *tile, *owner)
        }
        Event::Completed(building) => EffectLine {
            squares: building_squares(named.game(), *building),
            ..plain(format!("{} is completed", contents.building_name(*building)), Rule::Completion)
        },
        Event::Counted(count) => plain(count_text(named, count), Rule::VoteWinner),
        Event::FitsNowhere(building) => {
            let name = contents.building_name(*building);
            let text = format!("{name} fits nowhere and leaves the game");
            plain(text, Rule::FitsNowhere)
        }
        Event::SameType(building) => {
            let name = contents.building_name(*building);
            let text = format!(
                "{name} is of the same type as another proposal and goes on top of the deck"
            );
            plain(text, Rule::DealProposals)
        }
        Event::Reshuffled => {
            let text = "the discarded proposals are shuffled into a new deck".to_owned();
            plain(text, Rule::NewProposals)
        }
        Event::OnOffer(adviser) => {
            let text = format!("{} is on offer", contents.adviser_name(*adviser));
            plain(text, Rule::RefillOffer)
        }
        Event::CardsBack { player, cards, unnamed } => {
            let mut back: Vec<String> =
                cards.iter().map(|&card| contents.card_name(card).to_owned()).collect();
            if *unnamed > 0 {
                back.push(counted(*unnamed, "unnamed card", "unnamed cards"));
            }
            let (who, back) = (named.label(*player), listed(&back));
            EffectLine {
                player: Some(*player),
                ..plain(format!("{who} takes back {back}"), Rule::Reset)
            }
        }
        // A ruling of this program, not of the rulebook: a shortage in the box never stops the
        // game.
        Event::SupplyExceeded(shortage) => {
            EffectLine { text: words::shortage(named, *shortage), ..EffectLine::default() }
        }
        Event::Remark(remark) => plain(words::remark(named.game(), remark), remark.rule()),
        Event::CannotArise(of, why) => warning_line(named, *of, why),
        Event::Achieved(achievement, players) => {
            plain(achieved_text(named, *achievement, *players), Rule::Achievements)
        }
        Event::NewCycle(cycle) => plain(format!("cycle {cycle} begins"), Rule::SoloCycles),
        Event::Lost(loss) => {
            let rule = match loss {
                Loss::Markers { .. } => Rule::SoloVote,
                Loss::Unfinished(_) => Rule::SoloEnd,
            };
            plain(words::loss(named.game(), loss), rule)
        }
        Event::Finished { winner, tied } => EffectLine {
            player: Some(*winner),
            ..plain(end_text(named, *winner, tied), Rule::Winner)
        },
    }
}

/// Creates a line without amount, player and squares.
fn plain(text: String, rule: Rule) -> EffectLine {
    EffectLine { text, rule: Some(rule), ..EffectLine::default() }
}

fn delivered_line(
    named: NamedGame<'_>,
    building: BuildingId,
    resource: ResourceId,
    tile: Option<TileRef>,
    owner: Owner,
) -> EffectLine {
    let contents = named.game().contents();
    let name = contents.building_name(building);
    let mut squares = building_squares(named.game(), building);
    let (text, rule) = if let Some(tile) = tile {
        squares.extend_from_slice(tile.footprint.squares());
        let (tile, owner) = (words::tile(named.game(), tile), words::owner(named, owner));
        (format!("{owner} delivers {tile} to {name}"), Rule::Delivery)
    } else {
        let resource = contents.resource_name(resource);
        let text = format!("neutral {resource} is delivered to {name} for no points");
        (text, Rule::NeutralDelivery)
    };
    EffectLine { text, rule: Some(rule), player: owner.player(), squares, ..EffectLine::default() }
}

/// Returns the line about a part of a position that cannot arise by legal play.
fn warning_line(named: NamedGame<'_>, of: WarningTarget, why: &Reason) -> EffectLine {
    let (player, mut squares) = match of {
        WarningTarget::At(at) => (None, at.squares().to_vec()),
        WarningTarget::Player(player) => (Some(player), Vec::new()),
    };
    squares.extend_from_slice(why.illegal.squares());
    squares.sort_unstable();
    squares.dedup();
    EffectLine {
        text: words::cannot_arise(named, of, why),
        rule: Some(why.rule),
        player,
        squares,
        ..EffectLine::default()
    }
}

fn achieved_text(named: NamedGame<'_>, achievement: AchievementId, players: PlayerSet) -> String {
    let name = named.game().contents().achievement_name(achievement);
    let who: Vec<String> = players.iter().map(|p| named.label(p)).collect();
    let (who, verb) = match who.as_slice() {
        [] => ("nobody".to_owned(), "fulfils"),
        [one] => (one.clone(), "fulfils"),
        several => (listed(several), "fulfil"),
    };
    format!("the achievement {name} is scored: {who} {verb} it")
}

fn end_text(named: NamedGame<'_>, winner: PlayerId, tied: &[PlayerId]) -> String {
    let winner = named.label(winner);
    if tied.len() > 1 {
        let tied = listed(&tied.iter().map(|&p| named.label(p)).collect::<Vec<_>>());
        format!("the game is over: {tied} are tied, and {winner} is nearest the active player")
    } else {
        format!("the game is over: {winner} wins")
    }
}

fn count_text(named: NamedGame<'_>, count: &VoteCount) -> String {
    let totals: Vec<String> = count
        .totals
        .iter()
        .map(|&(building, votes)| {
            format!("{} {votes}", named.game().contents().building_name(building))
        })
        .collect();
    let mut by_player: Vec<(String, i32)> = named
        .game()
        .players()
        .map(|player| (named.label(player), count.strengths[player]))
        .collect();
    by_player.sort();
    let strengths: Vec<String> =
        by_player.iter().map(|(who, strength)| format!("{who} {strength}")).collect();
    format!("votes: {}; strength, the base 1 included: {}", remarks(&totals), remarks(&strengths))
}

fn change_line(named: NamedGame<'_>, change: &QuantityChange) -> EffectLine {
    let squares = match change.cause {
        Cause::AccessPrice(tile) => tile.footprint.squares().to_vec(),
        Cause::BuildingText(building) => building_squares(named.game(), building),
        _ => Vec::new(),
    };
    EffectLine {
        text: format!(
            "{}: {} {}",
            named.label(change.player),
            words::amount(change.quantity, change.by),
            words::cause(named.game(), change),
        ),
        player: Some(change.player),
        amount: Some((change.quantity, change.by)),
        rule: rule_of(change.cause),
        squares,
        payment: None,
        children: Vec::new(),
    }
}

/// Returns the rule by which a number changes for this cause; `None` for changes by the referee and
/// by a position.
pub const fn rule_of(cause: Cause) -> Option<Rule> {
    Some(match cause {
        Cause::Setup => Rule::StartingGoods,
        Cause::RecruitCost(_) => Rule::Recruit,
        Cause::RecruitReward(_) => Rule::RecruitReward,
        Cause::ImportCost(_) => Rule::Import,
        Cause::AccessPrice(_) => Rule::BuyAccess,
        Cause::BuildCost(_) => Rule::UpgradeCost,
        Cause::HouseCost => Rule::House,
        Cause::BridgeCost => Rule::Bridge,
        Cause::FirstTile(_) => Rule::Income,
        Cause::BasicAction => Rule::BasicAction,
        Cause::CardText(_) => Rule::PlayACard,
        Cause::RaceText | Cause::BuildingText(_) => Rule::Worker,
        Cause::Income | Cause::Houses => Rule::CollectIncome,
        Cause::VoteBonus => Rule::VoteBonus,
        Cause::AfterVote => Rule::AfterVote,
        Cause::Markers | Cause::Proposal(_) => Rule::SoloVote,
        Cause::Achievement(_) => Rule::Achievements,
        Cause::Payout => Rule::Cascade,
        Cause::FinalLasting | Cause::FinalMoney => Rule::FinalScoring,
        Cause::Referee | Cause::Position => return None,
    })
}

/// Returns the line about the earnings of a tile, the root of its tree.
fn payout_line(named: NamedGame<'_>, payout: &Payout) -> EffectLine {
    let (user, rule) = match payout.used {
        PayoutPurpose::Build(tile) => (Some(tile.footprint), Rule::BuildScores),
        PayoutPurpose::Delivery(building) => {
            (named.game().active_building_squares(building), Rule::DeliveryScores)
        }
        PayoutPurpose::Prerequisite(tile) => (Some(tile.footprint), Rule::Cascade),
    };
    // A delivered tile has to be connected for its own owner (rule 8.4), a used tile for the owner
    // of the tile that uses it (rule 7.6).
    let connected_for = match payout.used {
        PayoutPurpose::Delivery(_) => payout.owner.player(),
        PayoutPurpose::Build(tile) | PayoutPurpose::Prerequisite(tile) => {
            owner_at(named.game(), &tile.footprint)
        }
    };
    let payment = user.map(|user| PaymentPath {
        from: payout.tile.footprint,
        to: user,
        points: payout.gross,
        kept: payout.kept,
        to_player: payout.owner,
        connected_for,
    });
    EffectLine {
        text: format!(
            "{} of {}, {}: {}",
            words::tile(named.game(), payout.tile),
            words::owner(named, payout.owner),
            words::used(named.game(), payout.used),
            sum(payout)
        ),
        player: payout.owner.player(),
        amount: Some((Quantity::Points, payout.gross.0)),
        rule: Some(rule),
        squares: payout.tile.footprint.squares().to_vec(),
        payment,
        children: part_lines(named, payout),
    }
}

fn owner_at(game: &Game, footprint: &Footprint) -> Option<PlayerId> {
    game.piece_on(footprint.first())?.owner?.player()
}

fn part_lines(named: NamedGame<'_>, payout: &Payout) -> Vec<EffectLine> {
    payout.parts.iter().map(|part| part_line(named, payout, part)).collect()
}

fn part_line(named: NamedGame<'_>, user: &Payout, part: &PayoutShare) -> EffectLine {
    let (value, resource) = (part.value, named.game().contents().resource_name(part.resource));
    let kept = match &part.to {
        ShareRecipient::Paid(payout) | ShareRecipient::Own(payout) => payout.kept,
        ShareRecipient::Lost(_) | ShareRecipient::NoSource => Points::ZERO,
    };
    let (text, source, rule, children) = match &part.to {
        ShareRecipient::Paid(payout) => {
            let (to, source) =
                (words::owner(named, payout.owner), words::tile(named.game(), payout.tile));
            let text = format!("{value} for {resource} to {to} for {source}: {}", sum(payout));
            let source = Some((payout.tile, payout.owner));
            (text, source, Rule::Cascade, part_lines(named, payout))
        }
        ShareRecipient::Own(payout) => {
            let source = words::tile(named.game(), payout.tile);
            let text = if payout.gross == Points::ZERO {
                format!("{resource} comes from the own {source}: nothing to pay")
            } else {
                format!("{value} for {resource} by way of the own {source}: {}", sum(payout))
            };
            let source = Some((payout.tile, payout.owner));
            (text, source, Rule::Cascade, part_lines(named, payout))
        }
        ShareRecipient::Lost(tile) => {
            let source = words::tile(named.game(), *tile);
            let text = format!("{value} for {resource} lost to the neutral {source}");
            (text, Some((*tile, Owner::Neutral)), Rule::Neutral, Vec::new())
        }
        ShareRecipient::NoSource => {
            let text = format!("nothing for {resource}: no tile qualifies as a source");
            (text, None, Rule::WhichSource, Vec::new())
        }
    };
    let text = match part.short {
        Points::ZERO => text,
        short => format!("{text}, {short} short"),
    };
    EffectLine {
        text,
        player: source.and_then(|(_, owner)| owner.player()),
        amount: Some((Quantity::Points, value.0)),
        rule: Some(rule),
        squares: source.map(|(tile, _)| tile.footprint.squares().to_vec()).unwrap_or_default(),
        // Without points there is no payment to draw.
        payment: source.filter(|_| value != Points::ZERO).map(|(tile, to_player)| PaymentPath {
            from: tile.footprint,
            to: user.tile.footprint,
            points: value,
            kept,
            to_player,
            connected_for: user.owner.player(),
        }),
        children,
    }
}

/// Describes the split of the points of a tile: "5 gross = 2 paid on + 3 kept", "2 kept".
fn sum(payout: &Payout) -> String {
    let shares: Vec<String> =
        [(payout.paid_on, "paid on"), (payout.lost, "lost to neutral"), (payout.kept, "kept")]
            .iter()
            .filter(|(points, _)| points.0 != 0)
            .map(|(points, to)| format!("{points} {to}"))
            .collect();
    match shares.as_slice() {
        [] => "0".to_owned(),
        [all] => all.clone(),
        several => format!("{} gross = {}", payout.gross, several.join(" + ")),
    }
}

#[cfg(test)]
mod tests {
    use notation::record::read_record;

    use super::super::sample;
    use super::*;
    use rules::player::ByPlayer;

    #[test]
    fn every_payment_of_the_examples_has_a_connection() {
        let mut count = 0;
        sample::each_entry(|name, n, _, played| {
            for CascadePayment { path, .. } in payments(played) {
                count += 1;
                assert!(path.squares(&played.game).is_some(), "{name} {n}: {path:?}");
            }
        });
        assert!(count > 100, "only {count} payments");
    }

    #[test]
    fn the_points_kept_of_all_payments_are_the_gains_of_the_score() {
        let mut count = 0;
        sample::each_entry(|name, n, _, played| {
            let mut kept = ByPlayer::<Points>::default();
            let mut gained = ByPlayer::<Points>::default();
            for CascadePayment { path, .. } in payments(played) {
                if let Owner::Player(player) = path.to_player {
                    kept[player] += path.kept;
                }
            }
            for event in &played.events {
                if let Event::Change(change) = event
                    && change.cause == Cause::Payout
                {
                    gained[change.player] += Points(change.by);
                    count += 1;
                }
            }
            assert_eq!(kept, gained, "{name} {n}");
        });
        assert!(count > 100, "only {count} gains");
    }

    #[test]
    fn every_payment_splits_into_points_kept_and_points_paid_on() {
        let mut splits = 0;
        sample::each_entry(|name, n, _, played| {
            let payments = payments(played);
            let mut left: Vec<Points> =
                payments.iter().map(|payment| payment.path.points).collect();
            for (index, payment) in payments.iter().enumerate() {
                if let Some(parent) = payment.parent {
                    assert!(parent < index, "{name} {n}: it is paid on before it is earned");
                    assert_eq!(payments[parent].path.from, payment.path.to, "{name} {n}");
                    left[parent] -= payment.path.points;
                    splits += 1;
                }
            }
            for (payment, left) in payments.iter().zip(left) {
                let is_neutral = payment.path.to_player == Owner::Neutral;
                let expected = if is_neutral { payment.path.points } else { payment.path.kept };
                assert_eq!(left, expected, "{name} {n}: {payment:?}");
            }
        });
        assert!(splits > 50, "only {splits} are paid on");
    }

    #[test]
    fn payments_are_in_the_order_of_the_receipt() {
        sample::each_entry(|name, n, _, played| {
            let earned: Vec<Points> = played
                .events
                .iter()
                .filter_map(|event| match event {
                    Event::Payout(payout) => Some(payout.gross),
                    _ => None,
                })
                .collect();
            let roots: Vec<Points> = payments(played)
                .iter()
                .filter(|payment| payment.parent.is_none())
                .map(|payment| payment.path.points)
                .collect();
            assert_eq!(roots, earned, "{name} {n}");
        });
    }

    #[test]
    fn a_receipt_lists_unnamed_cards_that_come_back() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/games/");
        let record = std::fs::read(format!("{folder}unnamed-cards-come-back.founders"));
        let loaded = read_record(&record.expect("it is there"));
        let mut texts = Vec::new();
        let journal = loaded.record.expect("it holds a game");
        journal::replay_with(&journal, |_, _, played| {
            texts.extend(lines(played, PlayerNaming::Races).into_iter().map(|line| line.text));
        });
        let back = "Human takes back Call to Vote and 3 unnamed cards";
        assert!(texts.iter().any(|text| text == back), "{texts:?}");
    }

    #[test]
    fn a_receipt_has_a_line_for_every_event() {
        sample::each_entry(|name, n, before, played| {
            let receipt = Receipt::of(before, played);
            assert_eq!(receipt.lines.len(), played.events.len(), "{name} {n}");
            for line in &receipt.lines {
                assert!(!line.text.is_empty(), "{name} {n}: {line:?}");
            }
        });
    }
}
