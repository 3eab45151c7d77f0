//! The payout cascade for a tile that is built or delivered.
//!
//! Rulebook, "Delivering Resources and Earning Points" and "Neutral Buildings". A payout is
//! computed as a whole from the choices made so far; it either completes or stops at a question for
//! a player.

use super::step::PayoutDue;
use std::collections::BTreeSet;
use std::collections::btree_map::{BTreeMap, Entry};

use super::action::RuleChoice;
use super::adjustment::Owner;
use super::contents::ResolvedPrerequisite;
use super::game::{Game, Playing};
use super::player::{PieceId, PlayerId};
use super::question::{ChoiceOption, PointGains, Question, is_indifferent};
use super::receipt::{Cause, Event, Payout, PayoutPurpose, PayoutShare, ShareRecipient};
use super::rulebook::TableOption;
use components::fact_id::FactId;
use components::ids::ResourceId;
use components::quantity::{Points, Quantity};
use components::specs::Tier;

/// The value of a neutral basic prerequisite (rule 7.5).
const NEUTRAL_VALUE: Points = Points(2);
/// The maximum number of distributions computed. No known box comes near it; where an invented one
/// does, the players choose instead of the program.
const MAX_DISTRIBUTIONS: usize = 1024;

/// A complete payout.
pub(super) struct Settled {
    pub(super) payouts: Vec<Payout>,
    /// The choices that had to be made.
    pub(super) choices: Vec<RuleChoice>,
    /// The number of script choices used, including those without an alternative.
    pub(super) answered: usize,
}

/// The reason a payout stops.
pub(super) enum Stop {
    /// A player has to choose.
    Ask(Question),
    /// A fact is missing.
    Unknown(FactId),
    /// The next choice of the script is not among the options.
    Wrong(RuleChoice),
    /// The tile was removed from the map before the payout.
    NoTile,
}

impl From<FactId> for Stop {
    fn from(fact: FactId) -> Self {
        Self::Unknown(fact)
    }
}

/// The computation of payouts, from the choices that the script still has.
struct Settling<'a> {
    game: &'a Game,
    script: &'a [RuleChoice],
    /// `true` if the script may include choices without an alternative.
    spelt_out: bool,
    made: Vec<RuleChoice>,
}

impl Game {
    /// Computes the payouts due. `script` has the choices made so far, in the order in which they
    /// come up; the first one that is missing and matters stops the payout with a question.
    /// `spelt_out` allows choices without an alternative among them.
    pub(super) fn settle(
        &self,
        due: &PayoutDue,
        script: &[RuleChoice],
        spelt_out: bool,
    ) -> Result<Settled, Stop> {
        let mut settling = Settling { game: self, script, spelt_out, made: Vec::new() };
        let payouts = match due {
            PayoutDue::Build(tile) => settling.built(*tile)?,
            PayoutDue::Delivery(tile, building, value) => {
                vec![settling.earned(*tile, *value, PayoutPurpose::Delivery(*building))?]
            }
        };
        Ok(Settled {
            payouts,
            choices: settling.made,
            answered: script.len() - settling.script.len(),
        })
    }

    /// Returns the tiles that can supply `resource` to the tile `consumer` (rule 7.6, ruling R7).
    fn sources(
        &self,
        consumer: PieceId,
        resource: ResourceId,
    ) -> impl Iterator<Item = PieceId> + '_ {
        let owner = self.map.piece(consumer).owner.and_then(Owner::player);
        let any = self.options.contains(TableOption::AnyConnectedSource);
        let link = self.map.link_of(consumer);
        let reached = owner.map(|owner| self.map.reach(owner, link.nets)).unwrap_or_default();
        self.map.tiles_of(resource).filter_map(move |(id, piece)| {
            let owner = owner?;
            let connected = link.adjacent.contains(id) || reached & self.map.link_of(id).nets != 0;
            (connected && (any || piece.is_claimed_by(owner)) && id != consumer).then_some(id)
        })
    }

    /// Returns the value of a prerequisite supplied by `source` (rules 7.4 and 7.5).
    fn worth(&self, needed: ResolvedPrerequisite, source: PieceId) -> Result<Points, FactId> {
        let neutral = self.map.piece(source).owner == Some(Owner::Neutral);
        Ok(if neutral && self.facts().tier(needed.resource)? == Tier::Basic {
            NEUTRAL_VALUE
        } else {
            needed.pays
        })
    }

    /// Returns every way in which `purse` points earned by a tile can be distributed, over all
    /// choices of sources along the chain.
    pub(super) fn outcomes(&self, tile: PieceId, purse: Points) -> Result<Distributions, FactId> {
        let piece = self.map.piece(tile);
        let mut start = Distribution { gains: PointGains::default(), left: purse };
        let Some(Owner::Player(owner)) = piece.owner else {
            start.gains.lost = purse;
            return Ok(Distributions::only(start));
        };
        start.gains.points[owner] = purse;
        let recipe = match piece.resource() {
            Some(resource) => self.facts().recipe(resource)?,
            None => &[],
        };
        let mut distributions = Distributions::only(start);
        for needed in recipe {
            let mut further =
                Distributions { is_cut: distributions.is_cut, ..Distributions::default() };
            let sources: Vec<PieceId> = self.sources(tile, needed.resource).collect();
            let mut beyond: BTreeMap<(PieceId, Points), Distributions> = BTreeMap::new();
            'all: for &so_far in &distributions.all {
                for &source in &sources {
                    let price = self.worth(*needed, source)?.min(so_far.left);
                    let is_own = self.map.piece(source).is_owned_by(owner);
                    let through = match beyond.entry((source, price)) {
                        Entry::Occupied(known) => known.into_mut(),
                        Entry::Vacant(new) => new.insert(self.outcomes(source, price)?),
                    };
                    further.is_cut |= through.is_cut;
                    for next in &through.all {
                        let mut gains = so_far.gains;
                        gains.points[owner] -= price;
                        // An own link keeps nothing for itself (ruling R36).
                        let taken = if is_own { price - next.left } else { price };
                        let left = so_far.left - taken;
                        let gains = gains.plus(&next.gains);
                        if !further.add(Distribution { gains, left }) {
                            break 'all;
                        }
                    }
                }
                if sources.is_empty() && !further.add(so_far) {
                    break;
                }
            }
            distributions = further;
        }
        Ok(distributions)
    }
}

/// A possible distribution of the points earned by a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Distribution {
    /// The gains of each player.
    pub(super) gains: PointGains,
    /// The part of the purse that no prerequisite takes. Points that come back to the owner through
    /// tiles of other players do not count.
    left: Points,
}

/// The possible distributions of points earned by a tile, without duplicates.
#[derive(Debug, Default)]
pub(super) struct Distributions {
    all: BTreeSet<Distribution>,
    /// `true` if there are more.
    is_cut: bool,
}

impl Distributions {
    fn only(distribution: Distribution) -> Self {
        Self { all: BTreeSet::from([distribution]), is_cut: false }
    }

    /// Adds a distribution; returns `false` if there is no room for it.
    fn add(&mut self, distribution: Distribution) -> bool {
        let has_room = self.all.len() < MAX_DISTRIBUTIONS || self.all.contains(&distribution);
        if has_room {
            self.all.insert(distribution);
        }
        self.is_cut |= !has_room;
        has_room
    }

    /// Converts to an option with these outcomes; `paid` is subtracted from the gains of `chooser`.
    pub(super) fn option(
        self,
        choice: RuleChoice,
        chooser: PlayerId,
        paid: Points,
    ) -> ChoiceOption {
        let mut outcomes: Vec<PointGains> =
            self.all.iter().map(|distribution| distribution.gains).collect();
        for gains in &mut outcomes {
            gains.points[chooser] -= paid;
        }
        outcomes.sort_unstable();
        outcomes.dedup();
        ChoiceOption { choice, outcomes, is_truncated: self.is_cut }
    }
}

impl Settling<'_> {
    /// Pays the printed value to the source of each prerequisite (rule 7.1).
    fn built(&mut self, tile: PieceId) -> Result<Vec<Payout>, Stop> {
        let piece = *self.game.map.piece(tile);
        let Some(built) = piece.tile() else {
            return Ok(Vec::new());
        };
        let mut payouts = Vec::new();
        for needed in self.game.facts().recipe(built.resource)? {
            if let Some(source) = self.source(tile, *needed, None)? {
                let worth = self.game.worth(*needed, source)?;
                payouts.push(self.earned(source, worth, PayoutPurpose::Build(built))?);
            }
        }
        Ok(payouts)
    }

    /// Computes a tile's earnings and the part that is paid on (rule 7.3).
    fn earned(&mut self, id: PieceId, gross: Points, used: PayoutPurpose) -> Result<Payout, Stop> {
        let piece = *self.game.map.piece(id);
        let (Some(tile), Some(owner)) = (piece.tile(), piece.owner) else {
            return Err(Stop::NoTile);
        };
        let mut payout = Payout {
            tile,
            owner,
            used,
            gross,
            paid_on: Points::ZERO,
            lost: Points::ZERO,
            kept: gross,
            parts: Vec::new(),
        };
        if owner == Owner::Neutral {
            payout.lost = gross;
            payout.kept = Points::ZERO;
            return Ok(payout);
        }
        for needed in self.game.facts().recipe(tile.resource)? {
            let part = self.part(id, *needed, &payout)?;
            match &part.to {
                ShareRecipient::Paid(further) => payout.paid_on += further.gross,
                ShareRecipient::Own(further) => {
                    payout.paid_on += further.paid_on;
                    payout.lost += further.lost;
                }
                ShareRecipient::Lost(_) => payout.lost += part.value,
                ShareRecipient::NoSource => {}
            }
            payout.kept = payout.gross - payout.paid_on - payout.lost;
            payout.parts.push(part);
        }
        Ok(payout)
    }

    /// Computes the part of `payer`'s remaining points that one prerequisite takes (rulings R13 and
    /// R36).
    fn part(
        &mut self,
        id: PieceId,
        needed: ResolvedPrerequisite,
        payer: &Payout,
    ) -> Result<PayoutShare, Stop> {
        let left = payer.kept;
        let resource = needed.resource;
        let Some(source) = self.source(id, needed, Some(left))? else {
            return Ok(PayoutShare {
                resource,
                value: Points::ZERO,
                short: Points::ZERO,
                to: ShareRecipient::NoSource,
            });
        };
        let worth = self.game.worth(needed, source)?;
        // Earlier points stay untouched: only points just earned are paid on.
        let value = worth.min(left);
        let used = PayoutPurpose::Prerequisite(payer.tile);
        let supplier = *self.game.map.piece(source);
        if supplier.owner == Some(payer.owner) {
            let mut link = self.earned(source, value, used)?;
            // An own tile earns nothing: it only pays on, at most its printed value.
            link.gross = link.paid_on + link.lost;
            link.kept = Points::ZERO;
            return Ok(PayoutShare {
                resource,
                value: link.gross,
                short: Points::ZERO,
                to: ShareRecipient::Own(link),
            });
        }
        let to = match (supplier.owner, supplier.tile()) {
            (Some(Owner::Neutral), Some(supplier)) => ShareRecipient::Lost(supplier),
            _ => ShareRecipient::Paid(self.earned(source, value, used)?),
        };
        Ok(PayoutShare { resource, value, short: worth - value, to })
    }

    /// Returns the source of a prerequisite: the only one, the chosen one, or any if the choice
    /// makes no difference; otherwise stops with a question. `budget` is what the consumer's owner
    /// has left to pay from; `None` when a tile is built, which no player pays for.
    fn source(
        &mut self,
        consumer: PieceId,
        needed: ResolvedPrerequisite,
        budget: Option<Points>,
    ) -> Result<Option<PieceId>, Stop> {
        let all: Vec<PieceId> = self.game.sources(consumer, needed.resource).collect();
        let Some(&first) = all.first() else {
            return Ok(None);
        };
        let piece = self.game.map.piece(consumer);
        let (Some(tile), Some(Owner::Player(chooser))) = (piece.tile(), piece.owner) else {
            return Ok(Some(first));
        };
        let choice = |source: PieceId| {
            let source = self.game.map.piece(source).tile()?;
            Some(RuleChoice::Source { source, consumer: tile })
        };
        if all.len() == 1 {
            let next = self.script.first().copied();
            if self.spelt_out && next.is_some() && next == choice(first) {
                self.script = &self.script[1..];
            }
            return Ok(Some(first));
        }
        if let Some(&given) = self.script.first()
            && let Some(chosen) = all.iter().copied().find(|&source| choice(source) == Some(given))
        {
            self.script = &self.script[1..];
            self.made.push(given);
            return Ok(Some(chosen));
        }
        let mut options = Vec::new();
        // The points left for later prerequisites, by choice.
        let mut remainders = BTreeSet::new();
        for &source in &all {
            let worth = self.game.worth(needed, source)?;
            let value = budget.map_or(worth, |budget| worth.min(budget));
            let is_own = self.game.map.piece(source).is_owned_by(chooser);
            let distributions = self.game.outcomes(source, value)?;
            if let Some(budget) = budget {
                remainders.extend(distributions.all.iter().map(|distribution| {
                    let kept = if is_own { distribution.left } else { Points::ZERO };
                    budget - value + kept
                }));
            }
            let paid = if budget.is_some() { value } else { Points::ZERO };
            options
                .extend(choice(source).map(|choice| distributions.option(choice, chooser, paid)));
        }
        if remainders.len() <= 1 && is_indifferent(&options) {
            self.made.extend(choice(first));
            return Ok(Some(first));
        }
        // The next choice of the script answers another question; this one comes first.
        if let Some(&wrong) = self.script.first() {
            return Err(Stop::Wrong(wrong));
        }
        let made = self.made.clone();
        Err(Stop::Ask(Question { chooser, options, made }))
    }
}

impl Playing<'_> {
    /// Gives and takes the points of each payout, after adding its receipt to the events.
    pub(super) fn pay_out(&mut self, payouts: Vec<Payout>) {
        for payout in payouts {
            let gains = payout.gains();
            self.events.push(Event::Payout(payout));
            for player in self.game.players() {
                let gain: Points = gains[player];
                self.change(player, Quantity::Points, gain.0, Cause::Payout);
            }
        }
    }
}
