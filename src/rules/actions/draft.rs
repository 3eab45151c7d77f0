//! Races, resource cards and the first stalls.
//!
//! Rulebook, "Setup" and "Aesthers".

use crate::adjustment::Owner;
use crate::contents::RaceCard;
use crate::game::{Game, Playing};
use crate::illegal::{Checks, Illegal, Refusal, Restriction};
use crate::player::PlayerId;
use crate::rulebook::{Rule, TableOption};
use crate::step::DecisionStep;
use components::board::SquareKind;
use components::fact_id::{FactId, SquareField};
use components::ids::{RaceId, ResourceId, ResourceSet};
use components::specs::{Terrain, Tier};
use components::square::Square;
use components::tile::Footprint;

impl Game {
    /// Checks the choice of a race and returns its resource. Rule 3.5.
    pub(crate) fn check_race(
        &self,
        checks: &mut Checks,
        race: RaceId,
        card: Option<ResourceId>,
    ) -> Option<ResourceId> {
        let free = self.players().all(|player| self.race(player) != Some(race));
        checks.require(Rule::ChooseRace, free, || Illegal::RaceTaken { race });
        let own = checks.require_fact(Rule::ChooseRace, self.facts().race_card(race))?;
        let resource = match (own, card) {
            (RaceCard::Own(resource), None) | (RaceCard::AnyFree, Some(resource)) => resource,
            (own, _) => {
                let takes = own == RaceCard::AnyFree;
                checks.require(Rule::ChooseRace, false, || Illegal::RaceCard { race, takes });
                return None;
            }
        };
        self.check_basic(checks, Rule::ChooseRace, resource)?;
        self.check_card_free(checks, Rule::ChooseRace, resource);
        Some(resource)
    }

    /// Checks that a resource card may be taken, if necessary from another player. Rules 3.6, 3.7
    /// and 3.7a.
    pub(crate) fn check_resource_card(
        &self,
        checks: &mut Checks,
        player: PlayerId,
        resource: ResourceId,
        from: Option<PlayerId>,
    ) {
        let rule = if self.player(player).controls.len() < 2 {
            Rule::SecondResource
        } else {
            Rule::ThirdResource
        };
        if self.check_basic(checks, rule, resource).is_none() {
            return;
        }
        for (by, forbids) in self.forbidding(player) {
            if let Some(forbids) = checks.require_fact_unless_overruled(rule, forbids) {
                let open = !forbids.contains(resource);
                checks.require(rule, open, || Illegal::Forbidden { resource, by });
            }
        }
        let Some(from) = from else {
            self.check_card_free(checks, rule, resource);
            return;
        };
        let rule = Rule::TakeFromAnother;
        let holds = from != player && self.player(from).controls.contains(resource);
        checks.require(rule, holds, || Illegal::CardNotThere { resource, holder: from });
        let of_race = self.player(from).race_resource == Some(resource);
        checks.require(rule, !of_race, || Illegal::RaceCardStays { resource, holder: from });
        if let Some(free) =
            checks.require_fact_unless_overruled(rule, self.valid_free_cards(player))
        {
            checks.require(rule, free.is_empty(), || Illegal::ValidCardFree {
                free: free.iter().collect(),
            });
        }
    }

    /// Checks the square of the first stall. Rule 3.9.
    pub(crate) fn check_start(&self, checks: &mut Checks, square: Square) {
        let rule = Rule::StartStall;
        let starts = checks.require_fact_unless_overruled(rule, self.board.starts());
        let number = starts.and_then(|_| {
            checks.require_fact_unless_overruled(rule, self.board.start_number(square))
        });
        if number.is_none() && !checks.is_overruled() {
            return;
        }
        let players = self.player_count();
        // A solo player may start on any numbered square (rule 11.1).
        let solo = self.is_solo();
        let serves = |number: u8| solo || usize::from(number) <= players;
        if let (Some(starts), Some(number)) = (starts, number) {
            checks.require(rule, number.is_some_and(serves), || Illegal::NotAStart {
                square,
                starts: starts
                    .iter()
                    .filter(|&&(at, number)| {
                        serves(number)
                            && self.board.cell(at).is_some_and(|cell| self.map.is_free(cell))
                    })
                    .map(|&(at, _)| at)
                    .collect(),
            });
        }
        let grey = self.board.kind_of(square);
        if grey == SquareKind::UnknownLand {
            let fact = self.board.fact_of_square(SquareField::Terrain, square);
            checks.require_fact_unless_overruled(rule, Err::<(), _>(fact));
        } else {
            checks.require(rule, grey == SquareKind::Land(Terrain::Central), || {
                Illegal::WrongTerrain { squares: vec![square], wanted: Terrain::Central }
            });
        }
        self.check_free(checks, Rule::OneThingPerSquare, &Footprint::single(square));
    }

    /// Returns `true` if `player` can take no card at all, neither a free one nor another player's.
    ///
    /// In that case the pick is skipped.
    pub(crate) fn no_card_for(&self, player: PlayerId) -> Result<bool, FactId> {
        if !self.valid_free_cards(player)?.is_empty() {
            return Ok(false);
        }
        let valid = self.valid_cards(player)?;
        let others = self.others(player).any(|other| {
            let mat = self.player(other);
            mat.controls.iter().any(|r| Some(r) != mat.race_resource && valid.contains(r))
        });
        Ok(!others)
    }

    /// Returns the basic resources that neither the race nor a card still held forbids (ruling
    /// R30).
    pub(crate) fn valid_cards(&self, player: PlayerId) -> Result<ResourceSet, FactId> {
        let mut valid = ResourceSet::EMPTY;
        for resource in self.contents.resources() {
            if self.facts().tier(resource)? == Tier::Basic {
                valid.insert(resource);
            }
        }
        for (_, forbids) in self.forbidding(player) {
            valid = valid.without(forbids?);
        }
        Ok(valid)
    }

    fn valid_free_cards(&self, player: PlayerId) -> Result<ResourceSet, FactId> {
        let valid = self.valid_cards(player)?;
        Ok(valid.iter().filter(|&resource| self.controller(resource).is_none()).collect())
    }

    /// Returns the mat and the cards whose symbols restrict a pick, with the resources they forbid.
    ///
    /// The card that Aesthers took as their race's resource counts too, unless the table has
    /// switched ruling R15.
    fn forbidding(&self, player: PlayerId) -> Vec<(Restriction, Result<ResourceSet, FactId>)> {
        let mat = self.player(player);
        let mut found = Vec::new();
        let mut race_card_binds = false;
        if let Some(race) = mat.race {
            found.push((Restriction::Mat(player), self.facts().race_forbids(race)));
            race_card_binds = self.contents.facts().race_card(race) == Ok(RaceCard::AnyFree)
                && !self.options.contains(TableOption::AestherCardIsFree);
        }
        for card in mat.controls.iter() {
            if Some(card) != mat.race_resource || race_card_binds {
                found.push((Restriction::Card(card), self.facts().card_forbids(card)));
            }
        }
        found
    }

    pub(crate) fn check_basic(
        &self,
        checks: &mut Checks,
        rule: Rule,
        resource: ResourceId,
    ) -> Option<()> {
        let tier = checks.require_fact(rule, self.facts().tier(resource))?;
        let basic = checks.require(rule, tier == Tier::Basic, || Illegal::NotBasic { resource });
        basic.then_some(())
    }

    fn check_card_free(&self, checks: &mut Checks, rule: Rule, resource: ResourceId) {
        let holder = self.controller(resource);
        checks.require_none(rule, holder, |holder| Illegal::CardTaken { resource, holder });
    }
}

impl Playing<'_> {
    pub(crate) fn choose_race(
        &mut self,
        player: PlayerId,
        race: RaceId,
        card: Option<ResourceId>,
    ) -> Result<(), Refusal> {
        let resource = self.game.check_race(&mut self.checks, race, card);
        self.checks.verdict()?;
        let mat = self.player_mut(player);
        mat.race = Some(race);
        mat.race_resource = resource;
        if let Some(resource) = resource {
            mat.controls.insert(resource);
        }
        self.game.steps.finish();
        if self.game.is_solo() {
            self.control_everything(player)?;
        }
        Ok(())
    }

    pub(crate) fn take_resource(
        &mut self,
        player: PlayerId,
        resource: ResourceId,
        from: Option<PlayerId>,
    ) -> Result<(), Refusal> {
        self.game.check_resource_card(&mut self.checks, player, resource, from);
        self.checks.verdict()?;
        self.game.steps.finish();
        if let Some(from) = from {
            self.player_mut(from).controls.remove(resource);
            self.after.push(DecisionStep::TakeResource(from).into());
        }
        self.player_mut(player).controls.insert(resource);
        Ok(())
    }

    pub(crate) fn place_start(&mut self, player: PlayerId, square: Square) -> Result<(), Refusal> {
        self.game.check_start(&mut self.checks, square);
        self.checks.verdict()?;
        self.game.steps.finish();
        if let Some(resource) = self.game.player(player).race_resource {
            self.place_tile(resource, Footprint::single(square), Owner::Player(player));
        }
        Ok(())
    }
}
