//! The cascade: who is paid for a tile that is built or delivered.
//!
//! Rulebook, "Delivering Resources and Earning Points" and "Neutral
//! Buildings". A payout is worked out as a whole from the choices made so far;
//! it either comes to an end or to a question for somebody at the table.

use super::action::{Choice, Owner};
use super::components::Tier;
use super::contents::Needed;
use super::fact::FactName;
use super::game::{Game, Playing};
use super::player::{BuildingId, PieceId, ResourceId};
use super::quantity::Points;
use super::question::{ChoiceOption, Gains, Question, is_indifferent};
use super::receipt::{Cause, Event, Part, PartTo, Payout, Quantity, Use};
use super::rulebook::TableOption;

/// What a neutral basic prerequisite is worth (rule 7.5).
const NEUTRAL_VALUE: Points = Points(2);
/// More different outcomes than this of one choice are not told apart.
const MANY_OUTCOMES: usize = 256;

/// Points that are due.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Due {
    /// For a tile that was built (rule 7.1).
    Build(PieceId),
    /// For a tile that delivered, with the value of the space (rule 7.2).
    Delivery(PieceId, BuildingId, Points),
}

/// A payout worked out to its end.
pub(super) struct Settled {
    pub(super) payouts: Vec<Payout>,
    pub(super) choices: Vec<Choice>,
}

/// Why a payout does not come to its end.
pub(super) enum Stop {
    /// Somebody has to choose.
    Ask(Question),
    /// A fact is missing.
    Unknown(FactName),
    /// The next choice given is not among those open.
    Wrong,
}

impl From<FactName> for Stop {
    fn from(fact: FactName) -> Self {
        Self::Unknown(fact)
    }
}

struct Settling<'a> {
    game: &'a Game,
    script: &'a [Choice],
    made: Vec<Choice>,
}

impl Game {
    /// Works out what is due with the choices of `script`, in the order in which they come up.
    pub(super) fn settle(&self, due: &Due, script: &[Choice]) -> Result<Settled, Stop> {
        let mut settling = Settling {
            game: self,
            script,
            made: Vec::new(),
        };
        let payouts = match due {
            Due::Build(tile) => settling.built(*tile)?,
            Due::Delivery(tile, building, value) => {
                vec![settling.earned(*tile, *value, Use::Delivery(*building))?]
            }
        };
        Ok(Settled {
            payouts,
            choices: settling.made,
        })
    }

    /// The tiles that can supply `resource` to the tile `consumer` (rule 7.6, ruling R7).
    fn sources(
        &self,
        consumer: PieceId,
        resource: ResourceId,
    ) -> impl Iterator<Item = PieceId> + '_ {
        let owner = self.map.piece(consumer).owner.and_then(Owner::player);
        let any = self.options.has(TableOption::AnyConnectedSource);
        let link = self.map.link_of(consumer);
        let reached = owner
            .map(|owner| self.map.reach(owner, link.nets))
            .unwrap_or_default();
        let tiles = self.map.tiles_of(resource);
        tiles.filter_map(move |(id, piece)| {
            let owner = owner?;
            let connected = link.near.contains(id) || reached & self.map.link_of(id).nets != 0;
            (connected && (any || piece.is_claimed_by(owner)) && id != consumer).then_some(id)
        })
    }

    /// What a prerequisite is worth when it comes from `source` (rules 7.4 and 7.5).
    fn worth(&self, needed: Needed, source: PieceId) -> Result<Points, FactName> {
        let neutral = self.map.piece(source).owner == Some(Owner::Neutral);
        Ok(
            if neutral && self.contents.tier(needed.resource)? == Tier::Basic {
                NEUTRAL_VALUE
            } else {
                needed.pays
            },
        )
    }

    /// Every way in which `gross` points earned by a tile can end up, each once.
    pub(super) fn outcomes(&self, tile: PieceId, gross: Points) -> Result<Vec<Gains>, FactName> {
        let piece = self.map.piece(tile);
        let mut start = Gains::default();
        let Some(Owner::Player(owner)) = piece.owner else {
            start.lost = gross;
            return Ok(vec![start]);
        };
        start.points[owner] = gross;
        let recipe = match piece.resource() {
            Some(resource) => self.contents.recipe(resource)?,
            None => &[],
        };
        let mut ways = vec![(start, gross)];
        for needed in recipe {
            let mut further = Vec::new();
            for &(gains, left) in &ways {
                let mut found = false;
                for source in self.sources(tile, needed.resource) {
                    found = true;
                    let value = self.worth(*needed, source)?.min(left);
                    let mut paid = gains;
                    paid.points[owner] -= value;
                    for outcome in self.outcomes(source, value)? {
                        further.push((paid.plus(&outcome), left - value));
                    }
                }
                if !found {
                    further.push((gains, left));
                }
            }
            further.sort_unstable();
            further.dedup();
            further.truncate(MANY_OUTCOMES);
            ways = further;
        }
        let mut outcomes: Vec<Gains> = ways.into_iter().map(|(gains, _)| gains).collect();
        outcomes.sort_unstable();
        outcomes.dedup();
        Ok(outcomes)
    }
}

impl Settling<'_> {
    /// Each prerequisite's source earns the printed value (rule 7.1).
    fn built(&mut self, tile: PieceId) -> Result<Vec<Payout>, Stop> {
        let piece = *self.game.map.piece(tile);
        let Some(built) = piece.tile() else {
            return Ok(Vec::new());
        };
        let mut payouts = Vec::new();
        for needed in self.game.contents.recipe(built.resource)? {
            if let Some(source) = self.source(tile, *needed, None)? {
                let worth = self.game.worth(*needed, source)?;
                payouts.push(self.earned(source, worth, Use::Build(built))?);
            }
        }
        Ok(payouts)
    }

    /// What a tile earned, and what of it is paid on (rule 7.3).
    fn earned(&mut self, id: PieceId, gross: Points, used: Use) -> Result<Payout, Stop> {
        let piece = *self.game.map.piece(id);
        let (Some(tile), Some(owner)) = (piece.tile(), piece.owner) else {
            return Err(Stop::Wrong);
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
        let mut left = gross;
        for needed in self.game.contents.recipe(tile.resource)? {
            let Some(source) = self.source(id, *needed, Some(left))? else {
                let value = needed.pays;
                payout.parts.push(Part {
                    resource: needed.resource,
                    value,
                    to: PartTo::NoSource,
                });
                continue;
            };
            let supplier = *self.game.map.piece(source);
            // Nobody's earlier points are touched: only what was just earned is paid on (ruling R13).
            let worth = self.game.worth(*needed, source)?;
            let value = worth.min(left);
            left -= value;
            let to = match (supplier.owner, supplier.tile()) {
                (Some(Owner::Neutral), Some(supplier)) => {
                    payout.lost += value;
                    PartTo::Lost(supplier)
                }
                (from, _) => {
                    let further = self.earned(source, value, Use::Prerequisite(tile))?;
                    if from == Some(owner) {
                        payout.paid_on += further.paid_on;
                        payout.lost += further.lost;
                        PartTo::Own(further)
                    } else {
                        payout.paid_on += value;
                        PartTo::Paid(further)
                    }
                }
            };
            payout.parts.push(Part {
                resource: needed.resource,
                value,
                to,
            });
        }
        payout.kept = gross - payout.paid_on - payout.lost;
        Ok(payout)
    }

    /// The source of a prerequisite: the only one, the one chosen, or one of several among
    /// which nobody could tell a difference.
    fn source(
        &mut self,
        consumer: PieceId,
        needed: Needed,
        budget: Option<Points>,
    ) -> Result<Option<PieceId>, Stop> {
        let mut found = self.game.sources(consumer, needed.resource);
        let Some(first) = found.next() else {
            return Ok(None);
        };
        let Some(second) = found.next() else {
            return Ok(Some(first));
        };
        let mut all = vec![first, second];
        all.extend(found);
        let piece = self.game.map.piece(consumer);
        let (Some(tile), Some(Owner::Player(chooser))) = (piece.tile(), piece.owner) else {
            return Ok(Some(first));
        };
        let choice = |source: PieceId| {
            let source = self.game.map.piece(source).tile()?;
            Some(Choice::Source {
                source,
                consumer: tile,
            })
        };
        if let Some(&given) = self.script.first()
            && let Some(chosen) = all
                .iter()
                .copied()
                .find(|&source| choice(source) == Some(given))
        {
            self.script = &self.script[1..];
            self.made.push(given);
            return Ok(Some(chosen));
        }
        let mut options = Vec::new();
        for &source in &all {
            let value = self
                .game
                .worth(needed, source)?
                .min(budget.unwrap_or(Points(i32::MAX)));
            let mut outcomes = self.game.outcomes(source, value)?;
            if budget.is_some() {
                for outcome in &mut outcomes {
                    outcome.points[chooser] -= value;
                }
            }
            options.extend(choice(source).map(|choice| ChoiceOption { choice, outcomes }));
        }
        if is_indifferent(&options) {
            self.made.extend(choice(first));
            return Ok(Some(first));
        }
        // What is given next answers some other question, and this one has to be answered first.
        if !self.script.is_empty() {
            return Err(Stop::Wrong);
        }
        let made = self.made.clone();
        Err(Stop::Ask(Question {
            chooser,
            options,
            made,
        }))
    }
}

impl Playing<'_> {
    /// Moves the points of a payout, with the receipt before them.
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
