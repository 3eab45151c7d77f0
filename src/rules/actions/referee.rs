//! What stands above the rules: setting the record right, laying out a
//! position, and learning facts about the box.

use crate::offers::{ADVISER_PLACES, PROPOSAL_PLACES};
use std::sync::Arc;

use crate::adjustment::Adjustment;
use crate::contents::{Contents, RaceCard};
use crate::game::Playing;
use crate::illegal::{DeckCard, Illegal, KnownOtherwise, Reason, Refusal, Unrecordable, refuse};
use crate::player::{Card, PlayerId};
use crate::receipt::Cause;
use crate::rulebook::Rule;
use crate::step::Running;
use components::board::Board;
use components::fact::{AnyFact, Standing};
use components::fact_id::{FactField, FactId};
use components::field::Keyed as _;
use components::ids::{BuildingId, ResourceSet};
use components::overlay::overlay;
use components::pack_check::{PackProblem, problems};
use components::reading::paid_too_little;
use components::specs::{BoardField, BoardSpec, Pack, SpaceField, StandardCard};
use components::square::Square;

use super::by_hand::cannot;
use super::road::no_room;

/// The most characters of a reason or a remark.
const LONGEST_TEXT: usize = 4000;

impl Playing<'_> {
    pub(crate) fn need_reason(reason: &str) -> Result<(), Refusal> {
        if reason.trim().is_empty() {
            return refuse(Rule::PlayersAndBoard, Illegal::NoReason);
        }
        Self::need_short(reason)
    }

    /// A text that fits into one line of a record, however it is spelt there.
    pub(crate) fn need_short(text: &str) -> Result<(), Refusal> {
        if text.chars().count() <= LONGEST_TEXT {
            return Ok(());
        }
        cannot(Rule::PlayersAndBoard, Unrecordable::LongText { most: LONGEST_TEXT })
    }

    /// Sets the record right.
    pub(crate) fn adjust(&mut self, changes: &[Adjustment], reason: &str) -> Result<(), Refusal> {
        Self::need_reason(reason)?;
        self.make_changes(changes, Cause::Referee, false)?;
        self.judge_again();
        Ok(())
    }

    /// After the end, an adjustment of points may change who won.
    fn judge_again(&mut self) {
        let game = &self.game;
        if let (Some(_), Some(active)) = (game.winner, game.active_player) {
            let best = game.players().map(|player| game.points(player)).max();
            let tied = game.players().filter(|&player| Some(game.points(player)) == best);
            self.game.winner = tied.min_by_key(|&player| game.distance(active, player));
        }
    }

    /// Lays out a position: everything in it is as it says, and the game goes on from there.
    pub(crate) fn lay_out(&mut self, layout: &[Adjustment]) -> Result<(), Refusal> {
        if self.game.is_over() {
            return refuse(Rule::EndOfGame, Illegal::GameOver);
        }
        // What was under way is broken off, so that its building can be laid out as it lies; a
        // vote gives its caller the card back, unless the position says where that is.
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
            return cannot(Rule::ChooseRace, Unrecordable::WithoutRace);
        }
        let Some(player) = turn else {
            return cannot(Rule::TurnPasses, Unrecordable::WithoutTurn);
        };
        self.check_cards_laid_out()?;
        if self.game.is_solo() {
            self.control_everything(player)?;
        }
        self.game.loss = None;
        self.warn_of_position();
        self.game.steps.push(Running::BeginTurn(player));
        Ok(())
    }

    /// Gives every race its own card, and sees to it that no card is with two players.
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
                let mut held = self.game.controls(player).iter();
                let both = held.find(|&r| self.game.controls(other).contains(r));
                if let Some(resource) = both {
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
                self.need_player(*player)?;
                let taken = self.game.players().any(|other| self.game.race(other) == Some(*race));
                if taken && self.game.race(*player) != Some(*race) {
                    return refuse(Rule::ChooseRace, Illegal::RaceTaken { race: *race });
                }
                self.player_mut(*player).race = Some(*race);
            }
            Adjustment::Controls(player, resources) => {
                self.need_player(*player)?;
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
                    return cannot(Rule::DealProposals, what);
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
                        return cannot(Rule::DealAdvisers, Unrecordable::HeldBy { card, holder });
                    }
                }
                self.game.offers.set_advisers(cards);
            }
            Adjustment::Achievements(cards) => self.lay_out_achievements(cards)?,
            Adjustment::Turn(player) => {
                self.need_player(*player)?;
                *turn = Some(*player);
            }
            // The rest is what can be set right in any game, and is laid out with it.
            _ => {}
        }
        Ok(())
    }

    /// Lays facts learnt at the table over those the record began with.
    pub(crate) fn learn(&mut self, facts: &Pack) -> Result<(), Refusal> {
        let base = self.game.contents.pack();
        let merged = overlay(base, facts);
        if merged == *base {
            return Ok(());
        }
        let mut known = known_facts(base);
        let against = learnt_otherwise(base, &merged, &known);
        for (fact, otherwise) in &against {
            let rule = Rule::printed_for(fact.field());
            self.checks.that(rule, false, || Illegal::KnownOtherwise(otherwise.clone()));
        }
        // What is told once more as it is known stays as it was.
        for (name, fact) in known.facts_mut() {
            if against.iter().any(|(other, _)| *other == name) {
                fact.blank();
            }
        }
        let merged = overlay(&merged, &known);
        for short in paid_too_little(&merged) {
            if !paid_too_little(base).contains(&short) {
                self.checks.that(Rule::Brackets, false, || Illegal::PaysTooLittle(short));
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
            None => return cannot(Rule::PlayersAndBoard, Unrecordable::BoardGone),
        };
        if board.size() != self.game.board.size() {
            return cannot(Rule::PlayersAndBoard, Unrecordable::BoardResized);
        }
        self.game.board = Arc::new(board);
        self.game.contents = Arc::new(contents);
        let game = &mut self.game;
        if !game.map.find_links(&game.board) {
            return refuse(Rule::Roads, no_room());
        }
        game.settle_sections();
        // What a building asks for may have changed, and with it whether it is complete.
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

/// Refuses more cards than there are places, and the same card in two of them.
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
    let mut twice = (1..dealt).filter(|&i| cards[..i].contains(&cards[i]));
    match twice.next() {
        Some(index) => refuse(rule, Illegal::Twice { card: card(cards[index]) }),
        None => Ok(()),
    }
}

/// What a pack knows for certain.
fn known_facts(pack: &Pack) -> Pack {
    let mut known = pack.clone();
    for (_, fact) in known.facts_mut() {
        if fact.standing() != Standing::Known {
            fact.blank();
        }
    }
    // A number in brackets is as sure as the resource and the value it stands beside.
    for building in &mut known.buildings {
        for space in &mut building.spaces {
            if space.resource.value().is_none() || space.value.value().is_none() {
                space.bracket = None;
            }
        }
    }
    known
}

/// What `merged` has otherwise than it is known of `base`, fact by fact.
fn learnt_otherwise(base: &Pack, merged: &Pack, known: &Pack) -> Vec<(FactId, KnownOtherwise)> {
    // Laid over it once more, what is known shows where it differs.
    let right = overlay(merged, known);
    let mut against = Vec::new();
    for (id, fact) in right.facts() {
        // Drawings are compared square by square below.
        if id.field() == FactField::Board(BoardField::Terrain) || merged.states_same(&right, &id) {
            continue;
        }
        let grounds = fact.grounds().unwrap_or_default();
        let who = base.sources.get(grounds).map_or(grounds, String::as_str);
        let otherwise = KnownOtherwise::Value {
            fact: id.clone(),
            known: fact.describe().unwrap_or_default(),
            source: who.to_owned(),
            learnt: merged.fact(&id).and_then(AnyFact::describe).unwrap_or_default(),
        };
        against.push((id, otherwise));
    }
    for (board, right) in merged.boards.iter().zip(&right.boards) {
        let rows = |board: &BoardSpec| -> Vec<Vec<char>> {
            let rows = board.terrain.value().into_iter().flatten();
            rows.map(|row| row.chars().collect()).collect()
        };
        let (here, right) = (rows(board), rows(right));
        let size = |rows: &[Vec<char>]| (rows.first().map_or(0, Vec::len), rows.len());
        if size(&here) != size(&right) {
            let otherwise = KnownOtherwise::Size {
                board: board.name.clone(),
                known: size(&right),
                learnt: size(&here),
            };
            against.push((FactId::Board(board.key(), BoardField::Terrain), otherwise));
            continue;
        }
        for (row, (here, known)) in (0..).zip(here.iter().zip(&right)) {
            for (column, (&learnt, &known)) in (0..).zip(here.iter().zip(known)) {
                if learnt != known {
                    let otherwise = KnownOtherwise::Square {
                        board: board.name.clone(),
                        square: Square::new(column, row),
                        known,
                        learnt,
                    };
                    against.push((FactId::Board(board.key(), BoardField::Terrain), otherwise));
                }
            }
        }
    }
    for (building, right) in merged.buildings.iter().zip(&right.buildings) {
        for (index, (here, right)) in building.spaces.iter().zip(&right.spaces).enumerate() {
            let place = u8::try_from(index).unwrap_or(u8::MAX);
            let fact = FactId::Space(building.key(), place, SpaceField::Value);
            let is_listed = against.iter().any(|(other, _)| *other == fact);
            if here.bracket != right.bracket && !is_listed {
                let otherwise = KnownOtherwise::Bracket {
                    space: fact.owner(),
                    known: right.bracket,
                    learnt: here.bracket,
                };
                against.push((fact, otherwise));
            }
        }
    }
    against
}

/// Facts that contradict each other or the box, each under the rule that says so.
fn cannot_hold_together(base: &Pack, facts: &Pack, found: Vec<PackProblem>) -> Refusal {
    let mut unbracketed = overlay(base, facts);
    for building in &mut unbracketed.buildings {
        for space in &mut building.spaces {
            space.bracket = None;
        }
    }
    let whatever = problems(&unbracketed);
    let reasons = found.into_iter().map(|problem| Reason {
        // What is wrong only because of the numbers in brackets is wrong by them.
        rule: if whatever.contains(&problem) { Rule::PlayersAndBoard } else { Rule::Brackets },
        illegal: Illegal::PackContradicts { problem },
    });
    Refusal { reasons: reasons.collect(), unknown: Vec::new() }
}
