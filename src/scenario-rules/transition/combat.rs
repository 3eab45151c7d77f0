//! Attacks, damage, healing, conditions and bonuses (S7.1 to S7.8).

use super::Transition;
use crate::action::{Negation, PlayedAttack, StatedAttack};
use crate::attack::{AdvantageSource, AttackReceipt, AttackTerms, ValueChange, after_heal};
use crate::card::{AttackEffects, AttackValue, Reach};
use crate::event::{Cause, EventIndex, EventKind};
use crate::figure::{Bonus, BonusEffect, BonusEnd, Condition, Conditions, Figure};
use crate::game::Game;
use crate::hand::Pile;
use crate::illegal::{Illegal, Refusal};
use crate::modifier::{DeckOwner, Modifier};
use crate::names::FigureId;
use crate::placed_area::PlacedArea;
use crate::position::Position;
use crate::rulebook::{Rule, Ruling};

/// An attack before its target and the cards are considered.
struct BaseAttack {
    value: AttackValue,
    changes: Vec<ValueChange>,
    reach: Reach,
    area: Option<PlacedArea>,
    effects: AttackEffects,
    stated: Vec<AdvantageSource>,
}

/// The damage that a figure suffered from one source.
#[derive(Clone, Copy, Default)]
struct Damage {
    suffered: u16,
    overkill: u16,
    negated: u16,
}

impl Transition<'_> {
    // Attacks

    /// Attacks a figure: deals the damage, gives the conditions, and lets it retaliate.
    pub(super) fn attack_figure(&mut self, attack: &PlayedAttack) -> Result<(), Refusal> {
        let position = self.before.position();
        let attacker = position.on_map(attack.attacker)?;
        let target = position.on_map(attack.target)?;
        let rolling = position.switches().rolling;
        let (reach, terms) = self.before.attack_terms(attack)?;
        let due = self.before.attacks_due();
        let is_due =
            due.is_some_and(|(by, targets)| by == attacker.id() && targets.contains(&target.id()));
        if attack.overruled.is_none() {
            self.check_in_play(attacker.id())?;
            check_cards(position, attacker, &terms, &attack.drawn)?;
        }
        let modified = terms.with_cards(&attack.drawn, rolling);
        let damage = self.damage_to(target.id(), modified.damage);
        let gained = modified.conditions;
        let receipt = AttackReceipt {
            attacker: attacker.id(),
            target: target.id(),
            reach,
            area: attack.stated.as_ref().and_then(|stated| stated.area.clone()),
            terms,
            drawn: attack.drawn.clone(),
            modified,
            negated: damage.negated,
            suffered: damage.suffered,
            overkill: damage.overkill,
        };
        let by =
            if attack.overruled.is_some() { Cause::Players } else { Cause::Rule(Rule::Damage) };
        let hit = Some(self.record(EventKind::AttackResolved(Box::new(receipt)), by, None));
        self.draw(attacker, &attack.drawn, hit)?;
        self.apply_damage(target.id(), damage, Cause::Rule(Rule::Damage), hit);
        if self.layout.index_of(target.id()).is_some() {
            for condition in gained.without(target.immunities).iter() {
                self.gain(target.id(), condition, Cause::Ruling(Ruling::AfterDamage), hit);
            }
            self.retaliate(attacker, target, hit);
        }
        if is_due {
            self.drop_target(target.id(), Cause::Rule(Rule::Best), None);
        }
        Ok(())
    }

    /// Draws cards from the deck of an attacker, if the deck is counted.
    fn draw(
        &mut self,
        attacker: &Figure,
        drawn: &[Modifier],
        parent: Option<EventIndex>,
    ) -> Result<(), Refusal> {
        let owner = attacker.deck_owner();
        let Some(mut deck) = self.layout.deck(owner) else { return Ok(()) };
        let mut runs_out = false;
        for &card in drawn {
            runs_out |= deck.left() == 0;
            if !deck.draw(card) {
                let (count, _) = deck.count_of(card);
                return Err(Illegal::NotInDeck { owner, card, count }.into());
            }
        }
        let shuffled = Cause::Ruling(Ruling::DeckFaces);
        let cause = if runs_out { shuffled } else { Cause::Rule(Rule::ModifierDeck) };
        self.replace_deck(deck, cause, parent);
        Ok(())
    }

    /// Lets the target of an attack retaliate (S7.6, G15).
    fn retaliate(&mut self, attacker: &Figure, target: &Figure, hit: Option<EventIndex>) {
        if target.retaliates().next().is_none() {
            return;
        }
        let Some(at) = self.layout.index_of(attacker.id()) else { return };
        let position = self.before.position();
        let range = position.range(target.hex, self.layout.figures[at].hex);
        let reaches = |of: u8| range.is_some_and(|range| range <= of.into());
        let damage = target
            .retaliates()
            .filter(|bonus| reaches(bonus.range.unwrap_or(1)))
            .fold(0_u16, |sum, bonus| sum.saturating_add(bonus.damage.into()));
        if damage > 0 {
            let has_shield = attacker.shields().next().is_some();
            let unshielded = Cause::Ruling(Ruling::NoShieldAgainstRetaliate);
            let cause = if has_shield { unshielded } else { Cause::Rule(Rule::Retaliate) };
            self.suffer(attacker.id(), damage, cause, hit);
        }
    }

    /// Drops the attacks that a figure which has left the map has to make, or that are to be made
    /// on it.
    pub(super) fn forget_attacks_on_or_by(&mut self, id: FigureId, parent: Option<EventIndex>) {
        if self.round.due.take_if(|due| due.attacker == id).is_some() {
            let kind = EventKind::AttacksDue { figure: id, targets: Vec::new() };
            self.record(kind, Cause::Rule(Rule::Death), parent);
        }
        self.drop_target(id, Cause::Rule(Rule::Death), parent);
    }

    /// Removes a target from those that a monster has still to attack.
    fn drop_target(&mut self, id: FigureId, cause: Cause, parent: Option<EventIndex>) {
        let Some(due) = &mut self.round.due else { return };
        let before = due.targets.len();
        due.targets.retain(|&target| target != id);
        if due.targets.len() < before {
            let (figure, targets) = (due.attacker, due.targets.clone());
            self.record(EventKind::AttacksDue { figure, targets }, cause, parent);
        }
    }

    // Damage

    /// Has a character lose cards, so that the next damage to it is negated (S7.5).
    pub(super) fn negate(&mut self, id: FigureId, by: Negation) -> Result<(), Refusal> {
        self.check_character(id)?;
        let (count, from) = match by {
            Negation::HandCard => (1, Pile::Hand),
            Negation::TwoDiscards => (2, Pile::Discard),
        };
        if self.layout.hand(id).is_some() {
            self.move_cards(id, count, from, Pile::Lost)?;
        }
        self.round.negating = Some(id);
        let kind = EventKind::Negating { figure: id, is_due: true };
        self.record(kind, Cause::Rule(Rule::Negate), None);
        Ok(())
    }

    /// Deals damage that is no attack to a figure on the map (S2.6).
    pub(super) fn suffer(
        &mut self,
        id: FigureId,
        amount: u16,
        cause: Cause,
        parent: Option<EventIndex>,
    ) {
        if self.layout.index_of(id).is_none() {
            return;
        }
        let damage = self.damage_to(id, amount);
        let kind = EventKind::Suffered { figure: id, damage: amount, negated: damage.negated };
        let suffered = Some(self.record(kind, cause, parent));
        self.apply_damage(id, damage, cause, suffered);
    }

    /// Deals the damage of a trap or of hazardous terrain, which its own event states.
    pub(super) fn hurt(
        &mut self,
        id: FigureId,
        damage: Option<u16>,
        cause: Cause,
        parent: Option<EventIndex>,
    ) {
        let damage = self.damage_to(id, damage.unwrap_or_default());
        self.apply_damage(id, damage, cause, parent);
    }

    /// Splits damage into the suffered and the negated part, and the part beyond the hit points.
    fn damage_to(&self, id: FigureId, amount: u16) -> Damage {
        if amount > 0 && self.round.negating == Some(id) {
            return Damage { negated: amount, ..Damage::default() };
        }
        let hit_points = self.layout.index_of(id).and_then(|at| self.layout.figures[at].hit_points);
        let suffered = hit_points.map_or(amount, |now| now.current.min(amount));
        Damage { suffered, overkill: amount - suffered, negated: 0 }
    }

    fn apply_damage(
        &mut self,
        id: FigureId,
        damage: Damage,
        cause: Cause,
        parent: Option<EventIndex>,
    ) {
        if damage.negated > 0 {
            self.round.negating = None;
            let kind = EventKind::Negating { figure: id, is_due: false };
            self.record(kind, Cause::Rule(Rule::Negate), parent);
            return;
        }
        let figure = self.layout.figure_mut(id);
        if let Some(now) = figure.and_then(|figure| figure.hit_points) {
            self.set_hit_points(id, now.hurt(damage.suffered), cause, parent);
        }
    }

    /// Heals a figure; a heal removes wound, and removes poison instead of healing (S7.8, G14).
    pub(super) fn heal(
        &mut self,
        id: FigureId,
        amount: u16,
        cause: Cause,
        parent: Option<EventIndex>,
    ) {
        let Some(at) = self.layout.index_of(id) else { return };
        let Figure { conditions, hit_points, .. } = self.layout.figures[at];
        let healed = Some(self.record(EventKind::Healed { figure: id, amount }, cause, parent));
        let (to, after) = match hit_points {
            Some(now) => {
                let (to, after) = after_heal(now, conditions, amount);
                (Some(to), after)
            }
            None => (None, conditions.without(Conditions::HEALED)),
        };
        for condition in conditions.without(after).iter() {
            self.lose(id, condition, Cause::Ruling(Ruling::Unseen), healed);
        }
        if let Some(to) = to {
            self.set_hit_points(id, to, Cause::Rule(Rule::Heal), healed);
        }
    }

    // Conditions and bonuses

    /// Gives a figure a condition or removes it, as the players say.
    pub(super) fn set_condition(
        &mut self,
        id: FigureId,
        condition: Condition,
        has: bool,
    ) -> Result<(), Refusal> {
        let figure = self.before.position().on_map(id)?;
        if !has {
            self.lose(id, condition, Cause::Players, None);
        } else if figure.immunities.contains(condition) && self.edition.has_consequences() {
            return Err(Illegal::Immune { figure: id, condition }.into());
        } else {
            self.gain(id, condition, Cause::Players, None);
        }
        Ok(())
    }

    /// Gives a figure a condition; one that it has already starts again (G13).
    fn gain(
        &mut self,
        id: FigureId,
        condition: Condition,
        cause: Cause,
        parent: Option<EventIndex>,
    ) {
        let is_new = self.edition.has_consequences()
            && condition.is_timed()
            && self.before.in_turn() == Some(id);
        self.give_condition(id, condition, is_new, cause, parent);
    }

    pub(super) fn give_condition(
        &mut self,
        id: FigureId,
        condition: Condition,
        is_new: bool,
        cause: Cause,
        parent: Option<EventIndex>,
    ) {
        let Some(figure) = self.layout.figure_mut(id) else { return };
        if figure.is(condition) && figure.new_conditions.contains(condition) == is_new {
            return;
        }
        figure.conditions.insert(condition);
        if is_new {
            figure.new_conditions.insert(condition);
        } else {
            figure.new_conditions.remove(condition);
        }
        let kind = EventKind::Condition { figure: id, condition, has: true, is_new };
        self.record(kind, cause, parent);
    }

    fn lose(
        &mut self,
        id: FigureId,
        condition: Condition,
        cause: Cause,
        parent: Option<EventIndex>,
    ) {
        let Some(figure) = self.layout.figure_mut(id) else { return };
        if !figure.is(condition) {
            return;
        }
        figure.conditions.remove(condition);
        figure.new_conditions.remove(condition);
        let kind = EventKind::Condition { figure: id, condition, has: false, is_new: false };
        self.record(kind, cause, parent);
    }

    /// Gives a figure a bonus or ends it, as the players say.
    pub(super) fn set_bonus(
        &mut self,
        id: FigureId,
        bonus: Bonus,
        has: bool,
    ) -> Result<(), Refusal> {
        self.before.position().on_map(id)?;
        if has {
            self.add_bonus(id, bonus, Cause::Players, None);
            return Ok(());
        }
        let figure = self.layout.figure_mut(id);
        let found = figure.and_then(|figure| {
            let at = figure.bonuses.iter().position(|other| *other == bonus)?;
            Some(figure.bonuses.remove(at))
        });
        match found {
            Some(bonus) => {
                let kind = EventKind::Bonus { figure: id, bonus, has: false };
                self.record(kind, Cause::Players, None);
                Ok(())
            }
            None => Err(Illegal::NoBonus { figure: id, effect: bonus.effect }.into()),
        }
    }

    pub(super) fn add_bonus(
        &mut self,
        id: FigureId,
        bonus: Bonus,
        cause: Cause,
        parent: Option<EventIndex>,
    ) {
        let Some(figure) = self.layout.figure_mut(id) else { return };
        figure.bonuses.push(bonus);
        self.record(EventKind::Bonus { figure: id, bonus, has: true }, cause, parent);
    }

    /// Uses a charge of a bonus, which ends with its last one.
    pub(super) fn use_charge(&mut self, id: FigureId, effect: BonusEffect) -> Result<(), Refusal> {
        self.before.position().on_map(id)?;
        let Some(figure) = self.layout.figure_mut(id) else { return Ok(()) };
        let charged = figure
            .bonuses
            .iter()
            .position(|bonus| bonus.effect == effect && matches!(bonus.end, BonusEnd::Charges(_)));
        let Some(at) = charged else {
            return Err(Illegal::NoBonus { figure: id, effect }.into());
        };
        let bonus = figure.bonuses.remove(at);
        let left = match bonus.end {
            BonusEnd::Charges(count) => count.saturating_sub(1),
            BonusEnd::Persistent | BonusEnd::Round => 0,
        };
        let kind = EventKind::Bonus { figure: id, bonus, has: false };
        let used = Some(self.record(kind, Cause::Players, None));
        if left > 0 {
            let end = BonusEnd::Charges(left);
            self.add_bonus(id, Bonus { effect, end }, Cause::Players, used);
        }
        Ok(())
    }
}

impl Game {
    /// Returns the reach of an attack, and its terms before the modifier cards are drawn.
    ///
    /// # Errors
    ///
    /// The reasons for which the attacker may not attack the target, or for which its value is
    /// unknown.
    pub fn attack_terms(&self, attack: &PlayedAttack) -> Result<(Reach, AttackTerms), Refusal> {
        let position = self.position();
        let attacker = position.on_map(attack.attacker)?;
        let target = position.on_map(attack.target)?;
        let (base, is_due) = self.base_attack(attack)?;
        if attack.overruled.is_none() && !is_due {
            check_target(position, attacker, target, &base)?;
        }
        Ok((base.reach, terms_of(position, attacker, target, base)))
    }

    /// Returns the attack as the players state it, or as the attacker's card has it; also returns
    /// `true` if it is one of the attacks of a monster's turn.
    fn base_attack(&self, attack: &PlayedAttack) -> Result<(BaseAttack, bool), Refusal> {
        let due = self.attacks_due().filter(|(attacker, _)| *attacker == attack.attacker);
        let is_due = due.is_some_and(|(_, targets)| targets.contains(&attack.target));
        if let Some(stated) = &attack.stated {
            return Ok((BaseAttack::stated(stated), is_due));
        }
        if let Some((figure, targets)) = due.filter(|_| !is_due) {
            let targets = targets.to_vec();
            return Err(Illegal::AttacksDue { figure, targets }.into());
        }
        let card = self.position().card(attack.attacker)?;
        let of_card = card.attack.and_then(|attack| Some((attack, attack.value?)));
        let Some((of_card, value)) = of_card.filter(|_| is_due) else {
            return Err(Illegal::NoAttackValue { attacker: attack.attacker }.into());
        };
        let base = BaseAttack {
            value,
            changes: Vec::new(),
            reach: of_card.reach,
            area: None,
            effects: of_card.effects,
            stated: Vec::new(),
        };
        Ok((base, is_due))
    }
}

impl Position {
    /// Returns the next cards of a deck that the app deals, at most `count`; empty if the players
    /// draw from it.
    pub fn deal(&self, owner: DeckOwner, count: usize) -> Vec<Modifier> {
        let deck = self.layout().deck(owner);
        deck.map_or_else(Vec::new, |deck| deck.next_cards(|cards| cards.len() >= count))
    }

    /// Returns the modifier cards that the app deals for an attack with these terms, further ones
    /// for rolling cards included; `None` if the players draw them.
    ///
    /// ```
    /// use scenario_rules::attack::AttackTerms;
    /// use scenario_rules::card::AttackValue;
    /// use scenario_rules::figure::{Figure, FigureKind, Rank};
    /// use scenario_rules::modifier::{Deal, Deck, DeckOwner};
    /// use scenario_rules::{Board, Hex, Layout, Position};
    ///
    /// let mut layout = Layout::new(Board::new(1, 1));
    /// let kind = FigureKind::Monster(Rank::Normal);
    /// let guard = Figure::new(&layout.names, "Guard", Some(1), kind, Hex::new(0, 0));
    /// layout.figures.push(guard.clone());
    /// let deal = Some(Deal { seed: 4711, drawn: 0 });
    /// layout.decks.push(Deck { deal, ..Deck::standard(DeckOwner::Monsters) });
    ///
    /// let terms = AttackTerms::of_value(AttackValue::total_of(2));
    /// let dealt = Position::new(layout)?.deal_for(&guard, &terms).expect("the deck is dealt");
    /// assert_eq!(dealt.len(), 1, "an attack without advantage draws one card");
    /// # Ok::<(), scenario_rules::Refusal>(())
    /// ```
    pub fn deal_for(&self, attacker: &Figure, terms: &AttackTerms) -> Option<Vec<Modifier>> {
        let deck = self.layout().deck(attacker.deck_owner()).filter(|deck| deck.deal.is_some())?;
        let rolling = self.switches().rolling;
        Some(deck.next_cards(|cards| {
            terms.is_complete(cards, rolling) || cards.len() >= PlayedAttack::MAX_DRAWN
        }))
    }
}

impl BaseAttack {
    fn stated(stated: &StatedAttack) -> Self {
        let sources = [
            stated.advantage.then_some(AdvantageSource::StatedAdvantage),
            stated.disadvantage.then_some(AdvantageSource::StatedDisadvantage),
        ];
        Self {
            value: AttackValue::total_of(stated.value),
            changes: stated.changes.clone(),
            reach: stated.reach,
            area: stated.area.clone(),
            effects: stated.effects,
            stated: sources.into_iter().flatten().collect(),
        }
    }
}

/// Checks that a figure may attack another one: an enemy that is visible, in range and in sight
/// (S7.1).
fn check_target(
    position: &Position,
    attacker: &Figure,
    target: &Figure,
    base: &BaseAttack,
) -> Result<(), Refusal> {
    let (attacker_id, target_id) = (attacker.id(), target.id());
    let mut reasons = Vec::new();
    for condition in attacker.conditions.iter().filter(|of| of.forbids_attack()) {
        reasons.push(Illegal::Condition { figure: attacker_id, condition });
    }
    if !attacker.is_enemy_of(target) {
        reasons.push(Illegal::NotAnEnemy { attacker: attacker_id, target: target_id });
    }
    if target.is(Condition::Invisible) {
        reasons.push(Illegal::Condition { figure: target_id, condition: Condition::Invisible });
    }
    if let Some(sight) = position.sight(attacker.hex, target.hex) {
        if let Some(area) = &base.area {
            reasons.extend(position.area_problems(attacker, target, (area, base.reach)));
        } else if sight.range.is_none_or(|range| range > base.reach.range().into()) {
            reasons.push(Illegal::OutOfRange {
                attacker: attacker_id,
                target: target_id,
                hexes: [attacker.hex, target.hex],
                range: sight.range,
                most: base.reach.range(),
            });
        }
        if !sight.in_sight {
            reasons.push(Illegal::NotInSight {
                attacker: attacker_id,
                target: target_id,
                hexes: [attacker.hex, target.hex],
                wall: sight.wall,
            });
        }
    }
    Refusal::if_any(reasons)
}

/// Checks that the drawn cards fit the attack in number, and are the dealt ones if the app deals
/// them.
fn check_cards(
    position: &Position,
    attacker: &Figure,
    terms: &AttackTerms,
    drawn: &[Modifier],
) -> Result<(), Illegal> {
    if !terms.is_complete(drawn, position.switches().rolling) {
        return Err(Illegal::CardsDrawn {
            attacker: attacker.id(),
            advantage: terms.advantage.clone(),
            drawn: drawn.len(),
        });
    }
    match position.deal_for(attacker, terms) {
        Some(dealt) if dealt != drawn => {
            Err(Illegal::NotDealt { owner: attacker.deck_owner(), dealt })
        }
        _ => Ok(()),
    }
}

/// Returns the terms of an attack: the changes of its value, the advantage and the defence.
fn terms_of(
    position: &Position,
    attacker: &Figure,
    target: &Figure,
    base: BaseAttack,
) -> AttackTerms {
    let range = position.range(attacker.hex, target.hex);
    let by_figures = [
        (AdvantageSource::Strengthened, attacker.is(Condition::Strengthen)),
        (AdvantageSource::Muddled, attacker.is(Condition::Muddle)),
        (AdvantageSource::Adjacent, base.reach != Reach::Melee && range == Some(1)),
    ];
    let applying = by_figures.into_iter().filter_map(|(source, applies)| applies.then_some(source));
    AttackTerms {
        value: base.value,
        changes: attacker.attack_bonuses().map(ValueChange::Plus).chain(base.changes).collect(),
        poisoned: target.is(Condition::Poison),
        advantage: applying.chain(base.stated).collect(),
        shields: target.shields().collect(),
        pierce: base.effects.pierce,
        conditions: base.effects.conditions,
        reduced_randomness: position.switches().reduced_randomness,
    }
}
