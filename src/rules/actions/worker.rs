//! Workers, and the texts that only they trigger.
//!
//! Rulebook, "Basic Actions"; for the known card texts, ruling R33.

use crate::contents::FactReader;
use std::sync::Arc;

use crate::adjustment::{TileRef, WorkerPlace};
use crate::game::{Game, Playing};
use crate::illegal::{Checks, Illegal, Refusal};
use crate::map::Content;
use crate::player::{Card, PieceId, PieceSet, PlayerId};
use crate::rulebook::{Rule, Variant};
use crate::sub_action::{SubAction, TextSource};
use components::fact_id::FactId;
use components::ids::BuildingId;
use components::specs::{CountField, StandardCard, Terrain, Tier};

impl Game {
    /// Returns the number of workers the player can place now: unlocked by a house and not in use.
    /// Rule 5.19.
    ///
    /// # Errors
    ///
    /// The fact without which the number is unknown.
    pub fn workers_free(&self, player: PlayerId) -> Result<u8, FactId> {
        if self.variants().contains(Variant::NoWorkers) {
            return Ok(0);
        }
        let all = self.facts().count(CountField::Workers)?;
        // Each house unlocks a worker, while there are any.
        let unlocked = i32::from(self.houses(player)).min(all);
        let free = unlocked - i32::from(self.workers_placed(player));
        Ok(u8::try_from(free).unwrap_or_default())
    }

    /// Checks that `player` can place a worker there. Rule 5.19.
    pub(crate) fn check_worker(&self, checks: &mut Checks, player: PlayerId, place: WorkerPlace) {
        if self.variants().contains(Variant::NoWorkers) {
            checks.require(Rule::NoWorkers, false, || Illegal::NoWorkers);
            return;
        }
        let rule = Rule::Worker;
        if let Some(free) = checks.require_fact(rule, self.workers_free(player)) {
            checks.require(rule, free > 0, || Illegal::NoFreeWorker {
                player,
                houses: self.houses(player),
                placed: self.workers_placed(player),
            });
        }
        let taken_by = match place {
            WorkerPlace::Race => self.worker_on_race(player).then_some(player),
            WorkerPlace::Building(building) => {
                let card = self.active_card(building);
                checks.require(rule, card.is_some(), || Illegal::NotActive { building });
                let Some(card) = card else {
                    return;
                };
                let own = Some(crate::adjustment::Owner::Player(player));
                checks.require(rule, card.delivered.contains(&own), || Illegal::NoDeliveryToken {
                    player,
                    building,
                });
                card.worker
            }
        };
        checks.require_none(rule, taken_by, |by| Illegal::WorkerSpaceTaken { by });
    }

    /// Counts the basic tiles adjacent to a building's tile, each once, of any owner (ruling R33).
    pub(crate) fn adjacent_basics(&self, building: BuildingId) -> i32 {
        let Some(active) = self.active_card(building) else {
            return 0;
        };
        let mut found = PieceSet::EMPTY;
        for &square in self.map.piece(active.piece).footprint.squares() {
            let Some(cell) = self.board.cell(square) else {
                continue;
            };
            for &there in self.board.adjacent(cell) {
                if let Content::Piece(id) = self.map.content(there)
                    && let Some(resource) = self.map.piece(id).resource()
                    && self.contents.facts().tier(resource) == Ok(Tier::Basic)
                {
                    found.insert(id);
                }
            }
        }
        found.len() as i32
    }

    /// Checks free access to a tile with a square of `terrain`. The tile must be connected to the
    /// building with this text, or to anything owned for other texts.
    pub(crate) fn check_free_access(
        &self,
        checks: &mut Checks,
        player: PlayerId,
        tile: TileRef,
        terrain: Terrain,
        source: TextSource,
    ) -> Option<PieceId> {
        let rule = Rule::Worker;
        let piece = self.check_new_access(checks, rule, player, tile)?;
        let terrains: Vec<_> =
            tile.footprint.squares().iter().map(|&square| self.terrain(square)).collect();
        let found = terrains.contains(&Ok(terrain));
        match terrains.into_iter().find_map(Result::err).filter(|_| !found) {
            Some(fact) => {
                checks.require_fact(rule, Err::<(), _>(fact));
            }
            None => {
                checks.require(rule, found, || Illegal::NoSquareOf { wanted: terrain });
            }
        }
        let targets: PieceSet = match source {
            TextSource::Building(building) => {
                self.active_card(building).map(|active| active.piece).into_iter().collect()
            }
            TextSource::Card(_) | TextSource::Race => self.map.pieces_of(player),
        };
        let connected = self.map.link_of(piece).connects(self.map.targets(player, targets));
        checks.require(rule, connected, || Illegal::TileApart {
            player,
            to: match source {
                TextSource::Building(building) => Some(building),
                TextSource::Card(_) | TextSource::Race => None,
            },
            link: self.map.missing_link(&self.board, player, &tile.footprint, targets),
        });
        Some(piece)
    }
}

impl Playing<'_> {
    pub(crate) fn place_worker(
        &mut self,
        player: PlayerId,
        place: WorkerPlace,
        sub_actions: &[SubAction],
    ) -> Result<(), Refusal> {
        self.game.check_worker(&mut self.checks, player, place);
        let (contents, reads) = (Arc::clone(&self.game.contents), self.game.reads.clone());
        let facts = FactReader::new(&contents, Some(&reads));
        let (action, source) = match place {
            WorkerPlace::Race => match self.game.race(player) {
                Some(race) => (facts.race_action(race), TextSource::Race),
                None => return self.checks.verdict(),
            },
            WorkerPlace::Building(building) => {
                (facts.building_action(building), TextSource::Building(building))
            }
        };
        let Some(action) = self.checks.require_fact(Rule::Worker, action) else {
            return self.checks.verdict();
        };
        // No verdict yet: problems of the worker are reported together with those of its use.
        self.set_worker(player, place, true);
        self.carry_out(player, action, sub_actions, source)?;
        self.checks.verdict()
    }

    pub(crate) fn free_access(
        &mut self,
        player: PlayerId,
        tile: TileRef,
        terrain: Terrain,
        source: TextSource,
    ) -> Result<(), Refusal> {
        let piece = self.game.check_free_access(&mut self.checks, player, tile, terrain, source);
        self.checks.verdict()?;
        if let Some(piece) = piece {
            self.gain_access(player, piece);
        }
        Ok(())
    }

    /// Takes played cards back into the hand, Income excepted. Taking back an unnamed face-down
    /// card names it.
    pub(crate) fn return_cards(
        &mut self,
        player: PlayerId,
        cards: &[Card],
        most: u8,
    ) -> Result<(), Refusal> {
        let rule = Rule::Worker;
        self.checks.require(rule, cards.len() <= usize::from(most), || Illegal::TooManyCards {
            requested: cards.len(),
            allowed: usize::from(most),
        });
        for &card in cards {
            let income = card == Card::Standard(StandardCard::Income);
            self.checks.require(rule, !income, || Illegal::IncomeStays);
            let there = self.player_mut(player).cards.take_back(card);
            self.checks.require(rule, there, || Illegal::NotPlayed { card, player });
            self.checks.verdict()?;
        }
        Ok(())
    }
}
