//! The turns of monsters, the end of every turn, and the end of the round.

use super::Transition;
use crate::action::PlayedTurn;
use crate::card::{Card, FurtherAttack};
use crate::event::{Cause, EventIndex, EventKind};
use crate::figure::{
    Bonus, BonusEffect, BonusEnd, Condition, Conditions, Figure, FigureKind, Initiative,
};
use crate::hex::Hex;
use crate::illegal::{Illegal, Refusal};
use crate::monster_turn::{MovementEnd, TriggeredHazard};
use crate::names::FigureId;
use crate::outcome::Warning;
use crate::round::{DueAttacks, Round, TurnMovement};
use crate::rulebook::{Rule, Ruling};

impl Transition<'_> {
    pub(super) fn take_turn(&mut self, turn: &PlayedTurn) -> Result<(), Refusal> {
        let position = self.before.position();
        let figure = position.on_map(turn.figure)?;
        for &target in &turn.targets {
            position.on_map(target)?;
        }
        self.check_no_attacks_due(turn.figure)?;
        self.end_other_turn(turn.figure);
        let card = position.card(turn.figure).unwrap_or_default();
        let attacks_first = card.attack_first;
        self.gain_bonuses_of(figure, &card);
        if self.edition.has_consequences() && !turn.targets.is_empty() && card.has_attack_value() {
            return self.begin_attacks(figure, turn, attacks_first);
        }
        if turn.overruled.is_some() {
            self.attack(turn, Cause::Players, attacks_first);
            self.enter(figure, turn.to)?;
            self.attack(turn, Cause::Players, !attacks_first);
        } else {
            self.check_not_acted(figure)?;
            let triggered = self.hazards_in_turn(figure, turn)?;
            let cause = Cause::Rule(Rule::Best);
            self.attack(turn, cause, attacks_first);
            let moved = self.place(turn.figure, turn.to, cause, None);
            self.trigger(figure, &triggered, moved);
            self.attack(turn, cause, !attacks_first);
        }
        self.round.attacks.push((turn.figure, turn.targets.clone()));
        self.end_turn(turn.figure);
        Ok(())
    }

    /// Returns the traps and hazardous terrain that a monster enters in its turn. The turn has to
    /// be among the right ones; an earlier edition only warns.
    fn hazards_in_turn(
        &mut self,
        figure: &Figure,
        turn: &PlayedTurn,
    ) -> Result<Vec<TriggeredHazard>, Refusal> {
        let judged = self.judge_turn(figure, turn);
        if self.edition.is_strict() {
            return judged;
        }
        let position = self.before.position();
        Ok(judged.unwrap_or_else(|refusal| {
            let answer = position.turn(turn.figure);
            let rulings = answer.map(|answer| answer.rulings).unwrap_or_default();
            self.notices.warnings.push(Warning::Turn { refusal, rulings });
            position.hazards_on_path(turn.figure, turn.to)
        }))
    }

    /// Checks that a turn is among the right ones; returns the traps and hazardous terrain that it
    /// enters.
    fn judge_turn(
        &self,
        figure: &Figure,
        turn: &PlayedTurn,
    ) -> Result<Vec<TriggeredHazard>, Refusal> {
        let answer = self.before.position().turn(turn.figure)?;
        let mut ends: Vec<Hex> = answer.ends.iter().map(|end| end.hex).collect();
        ends.dedup();
        if ends.is_empty() {
            // Without a focus it stays.
            ends.push(figure.hex);
        }
        if !ends.contains(&turn.to) {
            let (figure, hex) = (turn.figure, turn.to);
            return Err(Illegal::OtherEnd { figure, hex, ends }.into());
        }
        if answer.ends.is_empty() && turn.targets.is_empty() {
            return Ok(Vec::new());
        }
        let mut there = answer.ends.into_iter().filter(|end| end.hex == turn.to);
        if let Some(end) = there.find(|end| fits(end, &turn.targets)) {
            return Ok(end.triggered);
        }
        let PlayedTurn { figure, to: hex, targets, .. } = turn.clone();
        Err(Illegal::OtherTargets { figure, hex, targets }.into())
    }

    /// Records the attacks of a turn if `is_time` and the monster is still alive.
    fn attack(&mut self, turn: &PlayedTurn, cause: Cause, is_time: bool) {
        let figure = turn.figure;
        if is_time && self.layout.index_of(figure).is_some() {
            for &target in &turn.targets {
                self.record(EventKind::Attacked { figure, target }, cause, None);
            }
        }
    }

    /// Ends the turn of a figure and its pending further attack.
    pub(super) fn end_turn(&mut self, id: FigureId) {
        let mut ended = None;
        self.end_attacks_due(id);
        if self.layout.index_of(id).is_some() {
            self.round.acted.push(id);
            let kind = EventKind::TurnEnded { figure: id };
            ended = Some(self.record(kind, Cause::Players, None));
        }
        if self.edition.has_consequences() {
            self.end_turn_effects(id, ended);
        }
        if self.layout.further_attack.as_ref().is_none_or(|again| again.figure == id) {
            self.end_further_attack(ended);
        }
    }

    // Attacks with a value

    /// Refuses another turn of a monster that still has attacks to make.
    fn check_no_attacks_due(&self, id: FigureId) -> Result<(), Refusal> {
        match &self.round.due {
            Some(due) if due.attacker == id => {
                let targets = due.targets.clone();
                Err(Illegal::AttacksDue { figure: id, targets }.into())
            }
            _ => Ok(()),
        }
    }

    /// Ends the turn of another monster whose attacks were due: the players go on without them.
    fn end_other_turn(&mut self, id: FigureId) {
        let other = self.round.due.as_ref().map(|due| due.attacker);
        if let Some(other) = other.filter(|&other| other != id) {
            self.end_turn(other);
        }
    }

    /// Gives a monster the bonuses of its card, which last for the round (S8.15). A second turn,
    /// which only an overruling can be, gives none.
    fn gain_bonuses_of(&mut self, figure: &Figure, card: &Card) {
        let is_kept = figure.is(Condition::Stun) || self.round.has_acted(figure.id());
        if is_kept || !self.edition.has_consequences() {
            return;
        }
        let effects =
            [card.shield.map(BonusEffect::Shield), card.retaliate.map(BonusEffect::Retaliate)];
        for effect in effects.into_iter().flatten() {
            let bonus = Bonus { effect, end: BonusEnd::Round };
            self.add_bonus(figure.id(), bonus, Cause::Rule(Rule::HealTarget), None);
        }
    }

    /// Starts the attacks of a monster's turn: each of them is an action of its own. A move that
    /// the card has after the attack follows the last of them.
    fn begin_attacks(
        &mut self,
        figure: &Figure,
        turn: &PlayedTurn,
        attacks_first: bool,
    ) -> Result<(), Refusal> {
        let id = turn.figure;
        let by_rules = Cause::Rule(Rule::Best);
        let cause = if turn.overruled.is_some() { Cause::Players } else { by_rules };
        let hazards = if turn.overruled.is_some() {
            self.before.position().hazard_entered_at(id, turn.to).into_iter().collect()
        } else {
            self.check_not_acted(figure)?;
            self.hazards_in_turn(figure, turn)?
        };
        self.round.attacks.push((id, turn.targets.clone()));
        let movement = TurnMovement { to: turn.to, hazards, cause };
        let move_after = attacks_first.then(|| movement.clone());
        if !attacks_first {
            self.move_in_turn(figure, &movement);
        }
        if self.layout.index_of(id).is_none() {
            return Ok(());
        }
        let targets = turn.targets.clone();
        self.round.due = Some(DueAttacks { attacker: id, targets: targets.clone(), move_after });
        self.record(EventKind::AttacksDue { figure: id, targets }, cause, None);
        Ok(())
    }

    fn move_in_turn(&mut self, figure: &Figure, movement: &TurnMovement) {
        let moved = self.place(figure.id(), movement.to, movement.cause, None);
        self.trigger(figure, &movement.hazards, moved);
    }

    /// Ends the turn of a monster that has made its last attack, after the move that follows the
    /// attacks on its card.
    pub(super) fn conclude_attacks(&mut self) {
        let Some(due) = self.round.due.take_if(|due| due.targets.is_empty()) else { return };
        let attacker = due.attacker;
        let figure = self.before.position().get(attacker);
        if let (Some(movement), Some(figure)) = (due.move_after, figure) {
            self.move_in_turn(figure, &movement);
        }
        self.end_turn(attacker);
    }

    /// Drops the attacks that a monster has still to make in its turn.
    pub(super) fn end_attacks_due(&mut self, id: FigureId) {
        if self.round.due.take_if(|due| due.attacker == id).is_some() {
            let kind = EventKind::AttacksDue { figure: id, targets: Vec::new() };
            self.record(kind, Cause::Players, None);
        }
    }

    // The ends of turns and rounds

    /// Ends what lasts until the end of a figure's turn: its conditions (S5.2), the elements that
    /// become strong (G17), its played cards (S5.6), and what is in its hex is
    /// looted (S5.5) or pressed (S6.6).
    fn end_turn_effects(&mut self, id: FigureId, ended: Option<EventIndex>) {
        self.release_elements(ended);
        self.end_conditions(id, ended);
        let Some(at) = self.layout.index_of(id) else { return };
        let FigureKind::Character(initiative) = self.layout.figures[at].kind else { return };
        let hex = self.layout.figures[at].hex;
        self.pick_up(id, hex, Cause::Rule(Rule::EndLoot), ended);
        self.loot_marks(id, hex, Cause::Rule(Rule::EndLoot), ended);
        self.press_plate(id, hex, ended);
        if initiative == Initiative::Resting {
            self.rest(id, ended);
        } else {
            self.discard_played(id, ended);
        }
    }

    /// Ends the conditions of a figure that last until the end of its turn. Those gained during
    /// this turn last through the next one (G13).
    fn end_conditions(&mut self, id: FigureId, ended: Option<EventIndex>) {
        let Some(figure) = self.layout.figure_mut(id) else { return };
        let timed: Conditions = figure.conditions.iter().filter(|of| of.is_timed()).collect();
        let new = std::mem::take(&mut figure.new_conditions);
        let over = timed.without(new);
        figure.conditions = figure.conditions.without(over);
        for condition in over.iter() {
            let kind = EventKind::Condition { figure: id, condition, has: false, is_new: false };
            self.record(kind, Cause::Rule(Rule::Conditions), ended);
        }
        for condition in new.iter() {
            let kind = EventKind::Condition { figure: id, condition, has: true, is_new: false };
            self.record(kind, Cause::Ruling(Ruling::OwnTurn), ended);
        }
        self.round.ended.push((id, over));
    }

    /// Gives a figure back the conditions that ended with its turn: a further attack is part of it.
    fn restore_ended_conditions(&mut self, id: FigureId) {
        let ended = std::mem::take(&mut self.round.ended);
        let (own, others): (Vec<_>, Vec<_>) = ended.into_iter().partition(|(of, _)| *of == id);
        self.round.ended = others;
        for condition in own.into_iter().flat_map(|(_, conditions)| conditions.iter()) {
            self.give_condition(id, condition, false, Cause::Rule(Rule::Conditions), None);
        }
    }

    /// Ends what lasts until the end of a round: bonuses (S5.6), elements wane (S10.1), and decks
    /// are shuffled (S10.2).
    fn end_round_effects(&mut self, started: Option<EventIndex>) {
        self.release_elements(started);
        self.wane_elements(started);
        let ids: Vec<FigureId> = self.layout.figures.iter().map(Figure::id).collect();
        for id in ids {
            let Some(figure) = self.layout.figure_mut(id) else { continue };
            let (over, left): (Vec<Bonus>, Vec<Bonus>) =
                figure.bonuses.drain(..).partition(|bonus| bonus.end == BonusEnd::Round);
            figure.bonuses = left;
            for bonus in over {
                let kind = EventKind::Bonus { figure: id, bonus, has: false };
                self.record(kind, Cause::Rule(Rule::PlayedCards), started);
            }
        }
        self.shuffle_due_decks(started);
        self.prepare_hands(started);
    }

    /// Deals the damage of a wound at the start of a turn (G14).
    pub(crate) fn suffer_wound(&mut self, id: FigureId) {
        self.suffer(id, 1, Cause::Ruling(Ruling::Unseen), None);
        self.conclude_attacks();
    }

    /// Starts a further attack of a monster that has had its turn (S8.14, G28). A pending one of
    /// another monster is dropped.
    pub(super) fn begin_further_attack(&mut self, further: &FurtherAttack) -> Result<(), Refusal> {
        self.before.position().on_map(further.figure)?;
        if !self.round.has_acted(further.figure) {
            return Err(Illegal::NotActed { figure: further.figure }.into());
        }
        let other = self.layout.further_attack.as_ref().map(|other| other.figure);
        if let Some(other) = other {
            self.end_turn(other);
        }
        self.end_other_turn(further.figure);
        self.round.acted.retain(|other| *other != further.figure);
        self.restore_ended_conditions(further.figure);
        self.layout.attacked =
            self.attacked_before(further.figure, self.layout.switches.other_target);
        self.layout.further_attack = Some(further.clone());
        let kind = EventKind::FurtherAttack { figure: further.figure, is_due: true };
        self.record(kind, Cause::Players, None);
        Ok(())
    }

    pub(super) fn end_further_attack(&mut self, parent: Option<EventIndex>) {
        self.layout.attacked.clear();
        if let Some(FurtherAttack { figure, .. }) = self.layout.further_attack.take() {
            let kind = EventKind::FurtherAttack { figure, is_due: false };
            self.record(kind, Cause::Players, parent);
        }
    }

    /// Returns the earlier targets of a figure that decide its further attack, as far as they are
    /// on the map (G28): by the letter (`other_target`), all figures it has attacked in this round;
    /// otherwise the focus of its latest attack.
    pub(super) fn attacked_before(&self, id: FigureId, other_target: bool) -> Vec<FigureId> {
        let mut attacks = self.round.attacks_of(id);
        let mut targets: Vec<FigureId> = if other_target {
            attacks.flatten().copied().collect()
        } else {
            attacks.next_back().map(|latest| latest[0]).into_iter().collect()
        };
        targets.retain(|&target| self.before.position().get(target).is_some());
        targets
    }

    /// Starts the next round: every figure acts again, with the initiatives of new cards.
    pub(super) fn begin_round(&mut self) {
        self.end_further_attack(None);
        if let Some(due) = &self.round.due {
            self.end_attacks_due(due.attacker);
        }
        self.round = Round::new(self.round.number.saturating_add(1));
        let kind = EventKind::Round { number: self.round.number };
        let started = Some(self.record(kind, Cause::Players, None));
        if self.edition.has_consequences() {
            self.end_round_effects(started);
        }
        let characters: Vec<FigureId> = self
            .layout
            .figures
            .iter()
            .filter(|figure| matches!(figure.kind, FigureKind::Character(_)))
            .map(Figure::id)
            .filter(|&id| !self.layout.is_exhausted(id))
            .collect();
        for id in characters {
            self.set_figure_initiative(id, Initiative::Hidden, Cause::Rule(Rule::Order), started);
        }
        self.reset_initiatives(started);
    }
}

/// Returns `true` if these are targets of an end, its focus first: all the certain ones, and as
/// many of the others as the players choose.
fn fits(end: &MovementEnd, targets: &[FigureId]) -> bool {
    let (count, from): (usize, &[FigureId]) = match &end.choice {
        Some(choice) => (choice.count, &choice.from),
        None => (0, &[]),
    };
    let chosen = targets.iter().filter(|id| from.contains(id) && !end.targets.contains(id)).count();
    targets.len() == end.targets.len() + count
        && targets.first() == end.targets.first()
        && targets.iter().enumerate().all(|(at, id)| !targets[..at].contains(id))
        && end.targets.iter().all(|id| targets.contains(id))
        && chosen == count
}
