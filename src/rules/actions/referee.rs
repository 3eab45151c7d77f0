//! Actions above the rules: corrections of the record, positions, and facts entered about the box.

use crate::offers::{ADVISER_PLACES, PROPOSAL_PLACES};
use std::sync::Arc;

use crate::adjustment::Adjustment;
use crate::contents::{Contents, RaceCard};
use crate::game::Playing;
use crate::illegal::{DeckCard, FactConflict, Illegal, Reason, Refusal, Unrecordable, refuse};
use crate::player::{Card, PlayerId};
use crate::receipt::Cause;
use crate::rulebook::Rule;
use crate::step::AutomaticStep;
use components::board::Board;
use components::fact::{AnyFact, Certainty};
use components::fact_id::{FactField, FactId};
use components::field::Keyed as _;
use components::ids::{BuildingId, ResourceSet};
use components::overlay::overlay;
use components::pack_check::{PackProblem, problems};
use components::reading::values_too_low;
use components::specs::{BoardField, BoardSpec, Pack, SpaceField, StandardCard};
use components::square::Square;

use super::manual::refuse_recording;
use super::road::too_many_roads;

/// The maximum length of a reason or remark, in characters.
const LONGEST_TEXT: usize = 4000;

impl Playing<'_> {
    pub(crate) fn require_reason(reason: &str) -> Result<(), Refusal> {
        if reason.trim().is_empty() {
            return refuse(Rule::PlayersAndBoard, Illegal::NoReason);
        }
        Self::require_short(reason)
    }

    /// Checks that a text fits into one line of a record, in any encoding.
    pub(crate) fn require_short(text: &str) -> Result<(), Refusal> {
        if text.chars().count() <= LONGEST_TEXT {
            return Ok(());
        }
        refuse_recording(Rule::PlayersAndBoard, Unrecordable::LongText { most: LONGEST_TEXT })
    }

    /// Corrects the record.
    pub(crate) fn adjust(&mut self, changes: &[Adjustment], reason: &str) -> Result<(), Refusal> {
        Self::require_reason(reason)?;
        self.make_changes(changes, Cause::Referee, false)?;
        self.recompute_winner();
        Ok(())
    }

    /// Determines the winner again after the end, if an adjustment of points changed it.
    fn recompute_winner(&mut self) {
        let game = &self.game;
        if let (Some(_), Some(active)) = (game.winner, game.active_player) {
            let best = game.players().map(|player| game.points(player)).max();
            let tied = game.players().filter(|&player| Some(game.points(player)) == best);
            self.game.winner = tied.min_by_key(|&player| game.distance(active, player));
        }
    }

    /// Sets the table to a position, from which the game continues.
    pub(crate) fn set_position(&mut self, layout: &[Adjustment]) -> Result<(), Refusal> {
        if self.game.is_over() {
            return refuse(Rule::EndOfGame, Illegal::GameOver);
        }
        // Pending steps are dropped, so that a building to be placed can be part of the position. A
        // vote returns the caller's card, unless the position places it.
        if let Some(caller) = self.game.caller() {
            let vote = Card::Standard(StandardCard::CallToVote);
            self.player_mut(caller).cards.gain(vote);
        }
        self.game.steps.clear();
        let mut turn = None;
        for item in layout {
            self.lay_out_item(item, &mut turn)?;
        }
        self.make_changes(layout, Cause::Position, true)?;
        if self.game.players().any(|player| self.game.race(player).is_none()) {
            return refuse_recording(Rule::ChooseRace, Unrecordable::WithoutRace);
        }
        let Some(player) = turn else {
            return refuse_recording(Rule::TurnPasses, Unrecordable::WithoutTurn);
        };
        self.check_cards_laid_out()?;
        if self.game.is_solo() {
            self.control_everything(player)?;
        }
        self.game.loss = None;
        self.warn_of_position();
        self.game.steps.push(AutomaticStep::BeginTurn(player));
        Ok(())
    }

    /// Assigns every race its own card, and checks that no two players have the same one.
    fn check_cards_laid_out(&mut self) -> Result<(), Refusal> {
        for player in self.game.players() {
            let race = self.game.race(player);
            let own = race.map(|race| self.game.facts().race_card(race));
            if let Some(Ok(RaceCard::Own(resource))) = own {
                let mat = self.player_mut(player);
                mat.race_resource = Some(resource);
                mat.controls.insert(resource);
            }
        }
        for player in self.game.players() {
            for other in self.game.others(player) {
                let shared = self
                    .game
                    .controls(player)
                    .iter()
                    .find(|&resource| self.game.controls(other).contains(resource));
                if let Some(resource) = shared {
                    let illegal = Illegal::CardTaken { resource, holder: other };
                    return refuse(Rule::SecondResource, illegal);
                }
            }
        }
        Ok(())
    }

    fn lay_out_item(
        &mut self,
        item: &Adjustment,
        turn: &mut Option<PlayerId>,
    ) -> Result<(), Refusal> {
        match item {
            Adjustment::Race(player, race) => {
                self.require_player(*player)?;
                let taken = self.game.players().any(|other| self.game.race(other) == Some(*race));
                if taken && self.game.race(*player) != Some(*race) {
                    return refuse(Rule::ChooseRace, Illegal::RaceTaken { race: *race });
                }
                self.player_mut(*player).race = Some(*race);
            }
            Adjustment::Controls(player, resources) => {
                self.require_player(*player)?;
                for &resource in resources {
                    self.need_basic(resource)?;
                }
                let mat = self.player_mut(*player);
                mat.race_resource = resources.first().copied();
                mat.controls = resources.iter().copied().collect::<ResourceSet>();
            }
            Adjustment::Proposals(cards) => {
                need_places(Rule::DealProposals, cards, PROPOSAL_PLACES, DeckCard::Proposal)?;
                let mut on_board = cards.iter().filter_map(|&card| self.game.active_card(card));
                if let Some(active) = on_board.next() {
                    let what = Unrecordable::ProposalOnBoard(active.building);
                    return refuse_recording(Rule::DealProposals, what);
                }
                self.game.offers.set_proposals(cards);
            }
            Adjustment::Advisers(cards) => {
                need_places(Rule::DealAdvisers, cards, ADVISER_PLACES, DeckCard::Adviser)?;
                for &adviser in cards {
                    let card = Card::Adviser(adviser);
                    let holder = self.game.players().find(|&player| {
                        let mat = self.game.player(player);
                        mat.cards.hand().contains(card) || mat.cards.played().contains(card)
                    });
                    if let Some(holder) = holder {
                        return refuse_recording(
                            Rule::DealAdvisers,
                            Unrecordable::HeldBy { card, holder },
                        );
                    }
                }
                self.game.offers.set_advisers(cards);
            }
            Adjustment::Achievements(cards) => self.set_achievements(cards)?,
            Adjustment::Turn(player) => {
                self.require_player(*player)?;
                *turn = Some(*player);
            }
            // The others are possible in any game, and made together with the position.
            _ => {}
        }
        Ok(())
    }

    /// Merges facts entered at the table into those the record started with.
    pub(crate) fn enter_facts(&mut self, facts: &Pack) -> Result<(), Refusal> {
        let base = self.game.contents.pack();
        let merged = overlay(base, facts);
        if merged == *base {
            return Ok(());
        }
        let mut known = known_facts(base);
        let conflicts = contradictions(base, &merged, &known);
        for (fact, otherwise) in &conflicts {
            let rule = Rule::printed_for(fact.field());
            self.checks.require(rule, false, || Illegal::FactConflict(otherwise.clone()));
        }
        // A fact entered again with its known value keeps its certainty and source.
        for (name, fact) in known.facts_mut() {
            if conflicts.iter().any(|(other, _)| *other == name) {
                fact.clear();
            }
        }
        let merged = overlay(&merged, &known);
        for short in values_too_low(&merged) {
            if !values_too_low(base).contains(&short) {
                self.checks.require(Rule::Brackets, false, || Illegal::PaysTooLittle(short));
            }
        }
        self.checks.verdict()?;
        let contents = match Contents::new(merged) {
            Ok(contents) => contents,
            Err(problems) => return Err(cannot_hold_together(base, facts, problems)),
        };
        let spec = contents.pack().boards.iter().find(|board| board.name == self.game.board.name());
        let board = match spec.map(|spec| Board::new(spec, contents.pack())) {
            Some(Ok(board)) => board,
            Some(Err(fact)) => return Err(fact.into()),
            None => return refuse_recording(Rule::PlayersAndBoard, Unrecordable::BoardGone),
        };
        if board.size() != self.game.board.size() {
            return refuse_recording(Rule::PlayersAndBoard, Unrecordable::BoardResized);
        }
        self.game.board = Arc::new(board);
        self.game.contents = Arc::new(contents);
        let game = &mut self.game;
        if !game.map.find_links(&game.board) {
            return refuse(Rule::Roads, too_many_roads());
        }
        game.extend_sections();
        // The spaces of a building may have changed, and with them its completion.
        let buildings: Vec<BuildingId> =
            self.game.active.iter().map(|active| active.building).collect();
        for building in buildings {
            let filled = self.game.active.get(building).map(|active| self.game.is_filled(active));
            if let Some(Ok(filled)) = filled {
                self.game.active.set_completed(building, filled);
            }
        }
        Ok(())
    }
}

/// Refuses more cards than places, and the same card twice.
fn need_places<T: Copy + PartialEq>(
    rule: Rule,
    cards: &[T],
    needed: usize,
    card: impl Fn(T) -> DeckCard,
) -> Result<(), Refusal> {
    let dealt = cards.len();
    if dealt > needed {
        return refuse(rule, Illegal::WrongNumberOfCards { dealt, needed });
    }
    match (1..dealt).find(|&i| cards[..i].contains(&cards[i])) {
        Some(index) => refuse(rule, Illegal::NamedTwice { card: card(cards[index]) }),
        None => Ok(()),
    }
}

/// Returns the facts of a pack that are certain.
fn known_facts(pack: &Pack) -> Pack {
    let mut known = pack.clone();
    for (_, fact) in known.facts_mut() {
        if fact.certainty() != Certainty::Known {
            fact.clear();
        }
    }
    // A number in brackets is as certain as the resource and the value next to it.
    for building in &mut known.buildings {
        for space in &mut building.spaces {
            if space.resource.value().is_none() || space.value.value().is_none() {
                space.bracket = None;
            }
        }
    }
    known
}

/// Lists the known facts of `base` that `merged` contradicts.
fn contradictions(base: &Pack, merged: &Pack, known: &Pack) -> Vec<(FactId, FactConflict)> {
    // Merging the known facts once more shows where they differ.
    let right = overlay(merged, known);
    let mut conflicts = Vec::new();
    for (id, fact) in right.facts() {
        // Drawings are compared square by square below.
        if id.field() == FactField::Board(BoardField::Terrain) || merged.states_same(&right, &id) {
            continue;
        }
        let key = fact.grounds().unwrap_or_default();
        let source = base.sources.get(key).map_or(key, String::as_str);
        let otherwise = FactConflict::Value {
            fact: id.clone(),
            known: fact.describe().unwrap_or_default(),
            source: source.to_owned(),
            entered: merged.fact(&id).and_then(AnyFact::describe).unwrap_or_default(),
        };
        conflicts.push((id, otherwise));
    }
    for (board, right) in merged.boards.iter().zip(&right.boards) {
        let (here, right) = (drawn_rows(board), drawn_rows(right));
        if drawn_size(&here) != drawn_size(&right) {
            let otherwise = FactConflict::Size {
                board: board.name.clone(),
                known: drawn_size(&right),
                learnt: drawn_size(&here),
            };
            conflicts.push((FactId::Board(board.key(), BoardField::Terrain), otherwise));
            continue;
        }
        for (row, (here, known)) in (0..).zip(here.iter().zip(&right)) {
            for (column, (&entered, &known)) in (0..).zip(here.iter().zip(known)) {
                if entered != known {
                    let otherwise = FactConflict::Square {
                        board: board.name.clone(),
                        square: Square::new(column, row),
                        known,
                        learnt: entered,
                    };
                    conflicts.push((FactId::Board(board.key(), BoardField::Terrain), otherwise));
                }
            }
        }
    }
    for (building, right) in merged.buildings.iter().zip(&right.buildings) {
        for (index, (here, right)) in building.spaces.iter().zip(&right.spaces).enumerate() {
            let place = u8::try_from(index).unwrap_or(u8::MAX);
            let fact = FactId::Space(building.key(), place, SpaceField::Value);
            let is_listed = conflicts.iter().any(|(other, _)| *other == fact);
            if here.bracket != right.bracket && !is_listed {
                let otherwise = FactConflict::Bracket {
                    space: fact.owner(),
                    known: right.bracket,
                    learnt: here.bracket,
                };
                conflicts.push((fact, otherwise));
            }
        }
    }
    conflicts
}

/// Returns the rows of a board's drawing, square by square.
fn drawn_rows(board: &BoardSpec) -> Vec<Vec<char>> {
    let rows = board.terrain.value().into_iter().flatten();
    rows.map(|row| row.chars().collect()).collect()
}

/// Returns the number of columns and rows of a drawing.
fn drawn_size(rows: &[Vec<char>]) -> (usize, usize) {
    (rows.first().map_or(0, Vec::len), rows.len())
}

/// Refuses facts that contradict each other or the box, each under its rule.
fn cannot_hold_together(base: &Pack, facts: &Pack, found: Vec<PackProblem>) -> Refusal {
    let mut unbracketed = overlay(base, facts);
    for building in &mut unbracketed.buildings {
        for space in &mut building.spaces {
            space.bracket = None;
        }
    }
    let other_problems = problems(&unbracketed);
    let reasons = found.into_iter().map(|problem| Reason {
        // A problem that disappears without the numbers in brackets is their fault.
        rule: if other_problems.contains(&problem) {
            Rule::PlayersAndBoard
        } else {
            Rule::Brackets
        },
        illegal: Illegal::PackContradicts { problem },
    });
    Refusal { reasons: reasons.collect(), unknown: Vec::new() }
}
