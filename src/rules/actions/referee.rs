//! What stands above the rules: setting the record right, laying out a
//! position, and learning facts about the box.

use std::sync::Arc;

use crate::action::Adjustment;
use crate::board::Board;
use crate::components::{Pack, StandardCard};
use crate::contents::{Contents, RaceCard};
use crate::fact::Standing;
use crate::game::Playing;
use crate::illegal::{Illegal, Refusal, refuse};
use crate::overlay::overlay;
use crate::player::{BuildingSet, Card, PlayerId, ResourceSet};
use crate::receipt::Cause;
use crate::rulebook::Rule;
use crate::steps::Step;

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
        let what = format!("a text of more than {LONGEST_TEXT} characters");
        refuse(Rule::PlayersAndBoard, Illegal::CannotBeRecorded { what })
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
            let tied = game
                .players()
                .filter(|&player| Some(game.points(player)) == best);
            self.game.winner = tied.min_by_key(|&player| game.distance(active, player));
        }
    }

    /// Lays out a position: everything in it is as it says, and the game goes on from there.
    pub(crate) fn lay_out(&mut self, layout: &[Adjustment]) -> Result<(), Refusal> {
        if self.game.is_over() {
            return refuse(Rule::EndOfGame, Illegal::GameOver);
        }
        // What was under way is broken off, so that its building can be laid out as it lies.
        let broken_off = std::mem::take(&mut self.game.steps);
        let mut turn = None;
        for item in layout {
            self.lay_out_item(item, &mut turn)?;
        }
        self.make_changes(layout, Cause::Position, true)?;
        let cannot = |what: &str| {
            let what = what.to_owned();
            Err(Refusal::because(
                Rule::PlayersAndBoard,
                Illegal::CannotBeRecorded { what },
            ))
        };
        if self
            .game
            .players()
            .any(|player| self.game.race(player).is_none())
        {
            return cannot("a position in which a player has no race");
        }
        let Some(player) = turn else {
            return cannot("a position that does not say whose turn it is");
        };
        self.check_cards_laid_out()?;
        // A vote that is broken off gives the caller the card back.
        for step in broken_off {
            if let Step::Reset(caller) = step {
                let vote = Card::Standard(StandardCard::CallToVote);
                self.player_mut(caller).hand.insert(vote);
            }
        }
        if self.game.is_solo() {
            self.control_everything(player)?;
        }
        self.game.loss = None;
        self.game.steps.push(Step::BeginTurn(player));
        Ok(())
    }

    /// Gives every race its own card, and sees to it that no card is with two players.
    fn check_cards_laid_out(&mut self) -> Result<(), Refusal> {
        for player in self.game.players() {
            let race = self.game.race(player);
            let own = race.map(|race| self.game.contents.race_card(race));
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
                    let resource = self.game.contents.resource_name(resource).to_owned();
                    let holder = self.game.player_label(other);
                    return refuse(
                        Rule::SecondResource,
                        Illegal::CardTaken { resource, holder },
                    );
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
                let taken = self
                    .game
                    .players()
                    .any(|other| self.game.race(other) == Some(*race));
                if taken && self.game.race(*player) != Some(*race) {
                    let race = self.game.contents.race_name(*race).to_owned();
                    return refuse(Rule::ChooseRace, Illegal::RaceTaken { race });
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
                let mut places = [None; crate::game::PROPOSAL_PLACES];
                let distinct: BuildingSet = cards.iter().copied().collect();
                let free = cards
                    .iter()
                    .all(|&card| self.game.active_card(card).is_none());
                if cards.len() > places.len() || distinct.len() < cards.len() || !free {
                    let needed = places.len();
                    let illegal = Illegal::WrongNumberOfCards {
                        dealt: cards.len(),
                        needed,
                    };
                    return refuse(Rule::DealProposals, illegal);
                }
                for (place, &card) in places.iter_mut().zip(cards) {
                    *place = Some(card);
                    self.game.decks.discards.remove(card);
                    self.game.decks.gone.remove(card);
                    self.game.decks.top.retain(|&top| top != card);
                }
                self.game.proposals = places;
            }
            Adjustment::Advisers(cards) => {
                let mut places = [None; crate::game::ADVISER_PLACES];
                let held = |adviser| {
                    let card = Card::Adviser(adviser);
                    self.game.players().any(|p| {
                        let mat = self.game.player(p);
                        mat.hand.contains(card) || mat.played.contains(card)
                    })
                };
                let doubles = cards
                    .iter()
                    .enumerate()
                    .any(|(i, card)| cards[..i].contains(card));
                if cards.len() > places.len() || doubles || cards.iter().any(|&card| held(card)) {
                    let needed = places.len();
                    let illegal = Illegal::WrongNumberOfCards {
                        dealt: cards.len(),
                        needed,
                    };
                    return refuse(Rule::DealAdvisers, illegal);
                }
                for (place, &card) in places.iter_mut().zip(cards) {
                    *place = Some(card);
                    self.game.decks.advisers_seen.insert(card);
                }
                self.game.offer = places;
            }
            Adjustment::Achievements(cards) => self.lay_out_achievements(cards)?,
            Adjustment::Turn(player) => {
                self.need_player(*player)?;
                *turn = Some(*player);
            }
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
        let mut known = base.clone();
        known.each_fact(|_, fact| {
            if fact.standing() != Standing::Known {
                fact.blank();
            }
        });
        // A number in brackets is as sure as the resource and the value it stands beside.
        for building in &mut known.buildings {
            for space in &mut building.spaces {
                if space.resource.value().is_none() || space.value.value().is_none() {
                    space.bracket = None;
                }
            }
        }
        let kept = overlay(&merged, &known) == merged;
        self.checks
            .that(Rule::PlayersAndBoard, kept, || Illegal::PackContradicts {
                what: "a fact that is known already would change".to_owned(),
            });
        self.checks.verdict()?;
        let cannot = |what: String| {
            Err(Refusal::because(
                Rule::PlayersAndBoard,
                Illegal::CannotBeRecorded { what },
            ))
        };
        let contents = match Contents::new(merged) {
            Ok(contents) => contents,
            Err(problems) => {
                let problems: Vec<String> = problems.iter().map(ToString::to_string).collect();
                return cannot(problems.join("; "));
            }
        };
        let spec = contents
            .pack()
            .boards
            .iter()
            .find(|board| board.name == self.game.board.name());
        let board = match spec.map(|spec| Board::new(spec, &contents)) {
            Some(Ok(board)) => board,
            Some(Err(fact)) => return Err(fact.into()),
            None => return cannot("the board that is played on would be gone".to_owned()),
        };
        if board.size() != self.game.board.size() {
            return cannot("the board would change its size in the middle of a game".to_owned());
        }
        self.game.board = Arc::new(board);
        self.game.contents = Arc::new(contents);
        let game = &mut self.game;
        game.map.find_links(&game.board);
        // What a building asks for may have changed, and with it whether it is complete.
        for index in 0..self.game.active.len() {
            if let Ok(filled) = self.game.is_filled(&self.game.active[index]) {
                self.game.active[index].completed = filled;
            }
        }
        Ok(())
    }
}
