//! The cascade: who is paid for a tile that is built or delivered.
//!
//! Rulebook, "Delivering Resources and Earning Points" and "Neutral
//! Buildings". A payout is worked out as a whole from the choices made so far;
//! it either comes to an end or to a question for somebody at the table.

use super::step::Due;
use std::collections::BTreeSet;
use std::collections::btree_map::{BTreeMap, Entry};

use super::action::Choice;
use super::adjustment::Owner;
use super::contents::Needed;
use super::game::{Game, Playing};
use super::player::{PieceId, PlayerId};
use super::question::{ChoiceOption, Gains, Question, is_indifferent};
use super::receipt::{Cause, Event, Part, PartTo, Payout, Use};
use super::rulebook::TableOption;
use components::fact_id::FactId;
use components::ids::ResourceId;
use components::quantity::{Points, Quantity};
use components::specs::Tier;

/// What a neutral basic prerequisite is worth (rule 7.5).
const NEUTRAL_VALUE: Points = Points(2);
/// No more ways than this in which points can end up are worked out. No box known comes near it;
/// where a made-up one does, the choice is asked for and never made silently.
const MOST_WAYS: usize = 1024;

/// A payout worked out to its end.
pub(super) struct Settled {
    pub(super) payouts: Vec<Payout>,
    /// The choices that had to be made.
    pub(super) choices: Vec<Choice>,
    /// How many choices of the script came up, those without an alternative among them.
    pub(super) answered: usize,
}

/// Why a payout does not come to its end.
pub(super) enum Stop {
    /// Somebody has to choose.
    Ask(Question),
    /// A fact is missing.
    Unknown(FactId),
    /// The next choice given is not among those open.
    Wrong(Choice),
    /// The tile was taken off the map before it was paid for.
    NoTile,
}

impl From<FactId> for Stop {
    fn from(fact: FactId) -> Self {
        Self::Unknown(fact)
    }
}

struct Settling<'a> {
    game: &'a Game,
    script: &'a [Choice],
    /// Whether the script also spells out choices that have no alternative.
    spelt_out: bool,
    made: Vec<Choice>,
}

impl Game {
    /// Works out what is due with the choices of `script`, in the order in which they come up;
    /// `spelt_out` says whether those without an alternative may be among them.
    pub(super) fn settle(
        &self,
        due: &Due,
        script: &[Choice],
        spelt_out: bool,
    ) -> Result<Settled, Stop> {
        let mut settling = Settling { game: self, script, spelt_out, made: Vec::new() };
        let payouts = match due {
            Due::Build(tile) => settling.built(*tile)?,
            Due::Delivery(tile, building, value) => {
                vec![settling.earned(*tile, *value, Use::Delivery(*building))?]
            }
        };
        Ok(Settled {
            payouts,
            choices: settling.made,
            answered: script.len() - settling.script.len(),
        })
    }

    /// The tiles that can supply `resource` to the tile `consumer` (rule 7.6, ruling R7).
    fn sources(
        &self,
        consumer: PieceId,
        resource: ResourceId,
    ) -> impl Iterator<Item = PieceId> + '_ {
        let owner = self.map.piece(consumer).owner.and_then(Owner::player);
        let any = self.options.contains(TableOption::AnyConnectedSource);
        let link = self.map.link_of(consumer);
        let reached = owner.map(|owner| self.map.reach(owner, link.nets)).unwrap_or_default();
        let tiles = self.map.tiles_of(resource);
        tiles.filter_map(move |(id, piece)| {
            let owner = owner?;
            let connected = link.near.contains(id) || reached & self.map.link_of(id).nets != 0;
            (connected && (any || piece.is_claimed_by(owner)) && id != consumer).then_some(id)
        })
    }

    /// What a prerequisite is worth when it comes from `source` (rules 7.4 and 7.5).
    fn worth(&self, needed: Needed, source: PieceId) -> Result<Points, FactId> {
        let neutral = self.map.piece(source).owner == Some(Owner::Neutral);
        Ok(if neutral && self.facts().tier(needed.resource)? == Tier::Basic {
            NEUTRAL_VALUE
        } else {
            needed.pays
        })
    }

    /// Every way in which `purse` points earned by a tile can end up.
    pub(super) fn outcomes(&self, tile: PieceId, purse: Points) -> Result<Ways, FactId> {
        let piece = self.map.piece(tile);
        let mut start = Way { gains: Gains::default(), left: purse };
        let Some(Owner::Player(owner)) = piece.owner else {
            start.gains.lost = purse;
            return Ok(Ways::only(start));
        };
        start.gains.points[owner] = purse;
        let recipe = match piece.resource() {
            Some(resource) => self.facts().recipe(resource)?,
            None => &[],
        };
        let mut ways = Ways::only(start);
        for needed in recipe {
            let mut further = Ways { is_cut: ways.is_cut, ..Ways::default() };
            let sources: Vec<PieceId> = self.sources(tile, needed.resource).collect();
            let mut beyond: BTreeMap<(PieceId, Points), Ways> = BTreeMap::new();
            'all: for &so_far in &ways.all {
                for &source in &sources {
                    let asked = self.worth(*needed, source)?.min(so_far.left);
                    let is_own = self.map.piece(source).is_owned_by(owner);
                    let through = match beyond.entry((source, asked)) {
                        Entry::Occupied(known) => known.into_mut(),
                        Entry::Vacant(new) => new.insert(self.outcomes(source, asked)?),
                    };
                    further.is_cut |= through.is_cut;
                    for way in &through.all {
                        let mut gains = so_far.gains;
                        gains.points[owner] -= asked;
                        // An own link asks nothing for itself (ruling R36).
                        let taken = if is_own { asked - way.left } else { asked };
                        let left = so_far.left - taken;
                        let gains = gains.plus(&way.gains);
                        if !further.add(Way { gains, left }) {
                            break 'all;
                        }
                    }
                }
                if sources.is_empty() && !further.add(so_far) {
                    break;
                }
            }
            ways = further;
        }
        Ok(ways)
    }
}

/// One way in which points earned by a tile can end up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Way {
    /// What everybody gains.
    pub(super) gains: Gains,
    /// What the tile's owner hands on to nobody; what comes back from those paid is not in it.
    left: Points,
}

/// The ways in which points earned by a tile can end up, each once.
#[derive(Debug, Default)]
pub(super) struct Ways {
    all: BTreeSet<Way>,
    /// Whether there are more.
    is_cut: bool,
}

impl Ways {
    fn only(way: Way) -> Self {
        Self { all: BTreeSet::from([way]), is_cut: false }
    }

    /// Adds a way if there is room for it; says whether there was.
    fn add(&mut self, way: Way) -> bool {
        let room = self.all.len() < MOST_WAYS || self.all.contains(&way);
        if room {
            self.all.insert(way);
        }
        self.is_cut |= !room;
        room
    }

    /// An answer that leads to these ways; `paid` is taken off what `chooser` gains.
    pub(super) fn option(self, choice: Choice, chooser: PlayerId, paid: Points) -> ChoiceOption {
        let mut outcomes: Vec<Gains> = self.all.iter().map(|way| way.gains).collect();
        for gains in &mut outcomes {
            gains.points[chooser] -= paid;
        }
        outcomes.sort_unstable();
        outcomes.dedup();
        ChoiceOption { choice, outcomes, is_cut: self.is_cut }
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
        for needed in self.game.facts().recipe(built.resource)? {
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
                PartTo::Paid(further) => payout.paid_on += further.gross,
                PartTo::Own(further) => {
                    payout.paid_on += further.paid_on;
                    payout.lost += further.lost;
                }
                PartTo::Lost(_) => payout.lost += part.value,
                PartTo::NoSource => {}
            }
            payout.kept = payout.gross - payout.paid_on - payout.lost;
            payout.parts.push(part);
        }
        Ok(payout)
    }

    /// What one prerequisite takes out of what `payer` has left (rulings R13 and R36).
    fn part(&mut self, id: PieceId, needed: Needed, payer: &Payout) -> Result<Part, Stop> {
        let left = payer.kept;
        let resource = needed.resource;
        let Some(source) = self.source(id, needed, Some(left))? else {
            return Ok(Part {
                resource,
                value: Points::ZERO,
                short: Points::ZERO,
                to: PartTo::NoSource,
            });
        };
        let worth = self.game.worth(needed, source)?;
        // Nobody's earlier points are touched: only what was just earned is paid on.
        let value = worth.min(left);
        let used = Use::Prerequisite(payer.tile);
        let supplier = *self.game.map.piece(source);
        if supplier.owner == Some(payer.owner) {
            let mut link = self.earned(source, value, used)?;
            // An own tile is paid nothing: it only hands on, at most its printed value.
            link.gross = link.paid_on + link.lost;
            link.kept = Points::ZERO;
            return Ok(Part {
                resource,
                value: link.gross,
                short: Points::ZERO,
                to: PartTo::Own(link),
            });
        }
        let to = match (supplier.owner, supplier.tile()) {
            (Some(Owner::Neutral), Some(supplier)) => PartTo::Lost(supplier),
            _ => PartTo::Paid(self.earned(source, value, used)?),
        };
        Ok(Part { resource, value, short: worth - value, to })
    }

    /// The source of a prerequisite: the only one, the one chosen, or one of several among
    /// which nobody could tell a difference.
    fn source(
        &mut self,
        consumer: PieceId,
        needed: Needed,
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
            Some(Choice::Source { source, consumer: tile })
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
        // What is left of the points for the prerequisites that come after.
        let mut lefts = BTreeSet::new();
        for &source in &all {
            let asked = self.game.worth(needed, source)?;
            let value = budget.map_or(asked, |budget| asked.min(budget));
            let is_own = self.game.map.piece(source).is_owned_by(chooser);
            let ways = self.game.outcomes(source, value)?;
            if let Some(budget) = budget {
                let kept = |way: &Way| if is_own { way.left } else { Points::ZERO };
                lefts.extend(ways.all.iter().map(|way| budget - value + kept(way)));
            }
            let paid = if budget.is_some() { value } else { Points::ZERO };
            options.extend(choice(source).map(|choice| ways.option(choice, chooser, paid)));
        }
        if lefts.len() <= 1 && is_indifferent(&options) {
            self.made.extend(choice(first));
            return Ok(Some(first));
        }
        // What is given next answers some other question, and this one has to be answered first.
        if let Some(&wrong) = self.script.first() {
            return Err(Stop::Wrong(wrong));
        }
        let made = self.made.clone();
        Err(Stop::Ask(Question { chooser, options, made }))
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
