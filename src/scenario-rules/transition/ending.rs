//! Exhausted characters, and the end of the scenario (S7.7, S12.1 to S12.5, S13.2).

use super::Transition;
use crate::action::Action;
use crate::ending::{BattleGoal, Ending, PlayedEnd, Reward, ScenarioEnd};
use crate::event::{Cause, EventIndex, EventKind};
use crate::figure::{Figure, FigureKind, Initiative};
use crate::hand::{CardSelection, Hand};
use crate::hex::Hex;
use crate::illegal::{Illegal, Refusal};
use crate::levels::Level;
use crate::modifier::Deck;
use crate::names::{FigureId, NameId};
use crate::position::Position;
use crate::rulebook::Rule;

/// The initiative of an exhausted character on the map (S13.2).
const EXHAUSTED_INITIATIVE: Initiative = Initiative::Card { number: 99, second: None };

impl Transition<'_> {
    // Exhausted characters

    /// Checks that a figure is not exhausted.
    pub(super) fn check_in_play(&self, id: FigureId) -> Result<(), Illegal> {
        if self.layout.is_exhausted(id) {
            return Err(Illegal::Exhausted { figure: id });
        }
        Ok(())
    }

    pub(super) fn set_exhausted(
        &mut self,
        id: FigureId,
        is_exhausted: bool,
        cause: Cause,
        parent: Option<EventIndex>,
    ) {
        if self.layout.is_exhausted(id) == is_exhausted {
            return;
        }
        if is_exhausted {
            self.layout.exhausted.push(id);
        } else {
            self.layout.exhausted.retain(|&other| other != id);
        }
        self.record(EventKind::Exhausted { figure: id, is_exhausted }, cause, parent);
    }

    /// Exhausts a character that can neither play nor rest. It leaves the map, or stays there as a
    /// target with permanent death (S7.7, S13.2).
    pub(super) fn exhaust(&mut self, id: FigureId) -> Result<(), Refusal> {
        self.check_character(id)?;
        self.check_in_play(id)?;
        if let Some(hand) = self.layout.hand(id)
            && hand.selection() != CardSelection::Exhausted
        {
            return Err(Illegal::CanPlay { figure: id, hand }.into());
        }
        let exhausted = Cause::Rule(Rule::Exhausted);
        self.set_exhausted(id, true, exhausted, None);
        let parent = self.latest();
        if !self.layout.switches.permanent_death {
            self.remove(id, exhausted, parent);
            return Ok(());
        }
        let bonuses = self.layout.figure_mut(id).map(|figure| std::mem::take(&mut figure.bonuses));
        for bonus in bonuses.into_iter().flatten() {
            self.record(EventKind::Bonus { figure: id, bonus, has: false }, exhausted, parent);
        }
        let is_own =
            |figure: &&Figure| matches!(figure.kind, FigureKind::Summon { owner } if owner == id);
        let summons: Vec<FigureId> =
            self.layout.figures.iter().filter(is_own).map(Figure::id).collect();
        for summon in summons {
            self.remove(summon, exhausted, parent);
        }
        let cause = Cause::Rule(Rule::PermanentDeath);
        self.set_figure_initiative(id, EXHAUSTED_INITIATIVE, cause, parent);
        Ok(())
    }

    /// Returns the index of the latest event.
    pub(super) fn latest(&self) -> Option<EventIndex> {
        self.notices.events.len().checked_sub(1)
    }

    // The end of the scenario

    /// Checks that an action is possible: after the end only corrections, battle goals, rewards and
    /// notes are.
    pub(super) fn check_not_ended(&self, action: &Action) -> Result<(), Illegal> {
        let is_possible = matches!(
            action,
            Action::Note(_)
                | Action::Reward { .. }
                | Action::BattleGoal(_)
                | Action::HitPoints { .. }
                | Action::Hand { .. }
                | Action::Deck(_)
                | Action::Experience { .. }
                | Action::Level(_)
        );
        match &self.end {
            Some(end) if !is_possible => Err(Illegal::Ended { ending: end.ending }),
            _ => Ok(()),
        }
    }

    /// Ends the scenario (S12.1 to S12.3).
    pub(super) fn end_scenario(&mut self, end: &PlayedEnd) -> Result<(), Refusal> {
        let PlayedEnd { ending, overruled } = end;
        let level = Level::of(self.layout.level.ok_or(Illegal::NoLevel)?);
        let mut cause = Cause::Players;
        if overruled.is_none() {
            self.check_end(*ending)?;
            if *ending == Ending::Won {
                self.check_dungeon_cleared()?;
            }
            cause = Cause::Rule(Rule::ScenarioEnd);
        }
        let ended = Some(self.record(EventKind::Ended(*ending), cause, None));
        if self.layout.dungeon.is_some() {
            let cause = Cause::Rule(Rule::DungeonGains);
            self.record(EventKind::OutsideCampaign, cause, ended);
        }
        self.end_further_attack(ended);
        if let Some(due) = &self.round.due {
            self.end_attacks_due(due.attacker);
        }
        let gains = Cause::Rule(Rule::FinalGains);
        for of in self.before.gains(*ending, level) {
            self.record(EventKind::Gained(of), gains, ended);
        }
        let hexes: Vec<Hex> = self.layout.money.keys().copied().collect();
        for hex in hexes {
            self.set_money_in(hex, 0, gains, ended);
        }
        self.take_cards_back(ended);
        self.end = Some(ScenarioEnd { ending: *ending, rewards: Vec::new(), goals: Vec::new() });
        Ok(())
    }

    /// Checks that the round is finished, and that a character is left to win.
    fn check_end(&self, ending: Ending) -> Result<(), Illegal> {
        match (self.before.is_everybody_exhausted(), ending) {
            (true, Ending::Won) => Err(Illegal::AllExhausted),
            (true, Ending::Lost) => Ok(()),
            (false, _) if self.before.is_round_finished() => Ok(()),
            (false, _) => {
                let waits = self.before.waiting().into_iter().take(Position::MAX_LISTED);
                Err(Illegal::RoundNotFinished { waits: waits.map(NameId::Figure).collect() })
            }
        }
    }

    /// Removes added cards from the modifier decks, and takes the cards of all piles back to the
    /// hands (S12.3).
    fn take_cards_back(&mut self, ended: Option<EventIndex>) {
        let cause = Cause::Rule(Rule::CardsBack);
        let decks: Vec<Deck> = self.layout.decks.clone();
        for mut deck in decks {
            deck.cards.retain(|cards| !cards.card.face.leaves_deck());
            deck.shuffle();
            self.replace_deck(deck, cause, ended);
        }
        let hands: Vec<(FigureId, Hand)> = self.layout.hands.clone();
        for (id, hand) in hands {
            self.set_hand(id, Hand::full(hand.size()), cause, ended);
        }
    }

    /// Returns the end of a scenario that is won, for a character that has taken part in it.
    fn won(&mut self, figure: FigureId, rule: Rule) -> Result<&mut ScenarioEnd, Refusal> {
        if !self.before.participants().contains(&figure) {
            self.check_character(figure)?;
        }
        let ending = self.end.as_ref().map(|end| end.ending);
        let end = self.end.as_mut().filter(|end| end.ending == Ending::Won);
        end.ok_or_else(|| Illegal::NotWon { ending, rule }.into())
    }

    /// Records the battle goal of a character after a success (S12.4).
    pub(super) fn battle_goal(&mut self, goal: BattleGoal) -> Result<(), Refusal> {
        let end = self.won(goal.figure, Rule::BattleGoals)?;
        if end.goals.contains(&goal) {
            return Ok(());
        }
        end.goals.retain(|other| other.figure != goal.figure);
        end.goals.push(goal);
        self.record(EventKind::BattleGoal(goal), Cause::Rule(Rule::BattleGoals), None);
        Ok(())
    }

    /// Records a reward of a character after a success (S12.5).
    pub(super) fn reward(&mut self, figure: FigureId, text: &str) -> Result<(), Refusal> {
        let reward = Reward { figure, text: text.to_owned() };
        self.won(figure, Rule::Rewards)?.rewards.push(reward.clone());
        self.record(EventKind::Rewarded(reward), Cause::Players, None);
        Ok(())
    }
}
