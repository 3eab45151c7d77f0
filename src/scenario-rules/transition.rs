//! The execution of an action. Every change of the table is made here and recorded as an [`Event`].
//!
//! Attacks and damage are in `combat`, the turns and rounds in `turns`, cards, elements and money in
//! `supplies`, summons and spawns in `arrival`, plates, tokens and obstacles in `marks`, hidden rooms and
//! standees in `room`, the random dungeon in `dungeon`, and exhausted characters and the end of the scenario in `ending`.

mod arrival;
mod combat;
mod dungeon;
mod ending;
mod marks;
mod room;
mod supplies;
mod turns;

use super::action::{Action, InitiativeHolder};
use super::board::{HexLine, Terrain};
use super::card::SetCard;
use super::edition::Edition;
use super::ending::ScenarioEnd;
use super::event::{Cause, Event, EventIndex, EventKind};
use super::figure::{Figure, FigureKind, HitPoints, Initiative};
use super::game::Game;
use super::hex::Hex;
use super::illegal::{Illegal, Refusal};
use super::legality::{check_alive, off_map};
use super::marks::HexMark;
use super::monster_turn::TriggeredHazard;
use super::names::{FigureId, NameId, SetId};
use super::outcome::{ActionReport, Outcome, Warning};
use super::position::{Layout, SetInitiative};
use super::round::Round;
use super::rulebook::{Rule, Ruling, Switch};

/// A game during the execution of an action.
pub(super) struct Transition<'a> {
    before: &'a Game,
    edition: Edition,
    layout: Layout,
    round: Round,
    always: Option<u8>,
    end: Option<ScenarioEnd>,
    notices: ActionReport,
}

impl<'a> Transition<'a> {
    /// Starts an action that is judged by an edition of the rules.
    pub(super) fn new(before: &'a Game, edition: Edition) -> Self {
        Self {
            before,
            edition,
            layout: before.position().layout().clone(),
            round: before.round_state().clone(),
            always: before.fixed_initiative(),
            end: before.end().cloned(),
            notices: ActionReport::default(),
        }
    }

    /// Continues an action with its further consequences after the changes in its report.
    pub(super) fn resumed(before: &'a Game, edition: Edition, report: ActionReport) -> Self {
        Self { notices: report, ..Self::new(before, edition) }
    }

    /// Finishes the action and returns its outcome.
    ///
    /// # Errors
    ///
    /// A [`Refusal`] if the resulting table is impossible.
    pub(super) fn finish(self) -> Result<Outcome, Refusal> {
        let Self { before, layout, mut round, always, end, notices: report, .. } = self;
        let position = before.position().after(layout, &report.events)?;
        // A figure that is put on the map again later has not acted yet.
        round.forget(|id| position.get(id).is_none());
        Ok(Outcome { game: before.after(position, round, always, end), report })
    }

    /// Carries out an action.
    ///
    /// # Errors
    ///
    /// A [`Refusal`] with every reason.
    pub(super) fn apply(&mut self, action: &Action) -> Result<(), Refusal> {
        self.check_not_ended(action)?;
        match action {
            Action::Terrain(terrain, hexes) => {
                self.check_grid(hexes)?;
                for &hex in hexes {
                    self.set_terrain(hex, *terrain, Cause::Players, None);
                }
            }
            Action::Walls { lines, is_added } => {
                for &line in lines {
                    self.set_wall(line, *is_added, Cause::Players, None);
                }
            }
            Action::Put(figure) => self.put(figure, false)?,
            Action::PutOverruled { figure, .. } => self.put(figure, true)?,
            Action::HideRoom(room) => self.hide_room(room)?,
            Action::RemoveRoom(number) => self.remove_room(*number)?,
            Action::Reveal(number) => self.reveal_room(*number)?,
            Action::StartDungeon(dungeon) => self.start_dungeon(dungeon)?,
            Action::PlaceDungeonRoom(placed) => self.place_dungeon_room(placed)?,
            Action::Standees { set, count } => self.count_standees(*set, *count),
            Action::Remove(figure) => {
                self.before.position().on_map(*figure)?;
                self.remove(*figure, Cause::Players, None);
            }
            Action::Move { figure, to } => self.move_manually(*figure, *to)?,
            Action::Attack(attack) => self.attack_figure(attack)?,
            Action::Negate { figure, by } => self.negate(*figure, *by)?,
            Action::Suffer { figure, damage, .. } => {
                self.before.position().on_map(*figure)?;
                self.suffer(*figure, *damage, Cause::Players, None);
            }
            Action::Heal { figure, amount } => {
                self.before.position().on_map(*figure)?;
                self.heal(*figure, *amount, Cause::Players, None);
            }
            Action::HitPoints { figure, hit_points } => {
                self.before.position().on_map(*figure)?;
                self.set_hit_points(*figure, *hit_points, Cause::Players, None);
            }
            Action::Condition { figure, condition, has } => {
                self.set_condition(*figure, *condition, *has)?;
            }
            Action::Bonus { figure, bonus, has } => self.set_bonus(*figure, *bonus, *has)?,
            Action::UseCharge { figure, effect } => self.use_charge(*figure, *effect)?,
            Action::Flying { figure, flies, to } => self.set_flying(*figure, *flies, *to)?,
            Action::Card(card) => self.set_card(card),
            Action::Initiative { holder, initiative } => self.reveal(*holder, *initiative)?,
            Action::FixedInitiative(number) => self.set_always(*number),
            Action::Element { element, is_made: true } => self.make_element(*element),
            Action::Element { element, is_made: false } => self.use_element(*element)?,
            Action::Deck(deck) => self.set_deck(deck)?,
            Action::Shuffle(owner) => self.shuffle(*owner)?,
            Action::AddCards { owner, card, count } => self.add_cards(*owner, *card, *count)?,
            Action::Hand { figure, hand } => {
                self.check_character(*figure)?;
                self.set_hand(*figure, *hand, Cause::Players, None);
            }
            Action::MoveCards { figure, count, from, to } => {
                self.move_cards(*figure, *count, *from, *to)?;
            }
            Action::Recover { figure, summon } => self.recover_summon(*figure, *summon)?,
            Action::ShortRest { figure, again } => self.short_rest(*figure, *again)?,
            Action::Loot { figure, range } => self.loot(*figure, *range)?,
            Action::Money { hexes, is_added } => self.set_money(hexes, *is_added)?,
            Action::Marks { mark, hexes, is_added } => self.set_marks(*mark, hexes, *is_added)?,
            Action::Experience { figure, amount } => self.gain_experience(*figure, *amount)?,
            Action::Exhaust(figure) => self.exhaust(*figure)?,
            Action::End(end) => self.end_scenario(end)?,
            Action::BattleGoal(goal) => self.battle_goal(*goal)?,
            Action::Reward { figure, text } => self.reward(*figure, text)?,
            Action::Level(level) => {
                let from = self.layout.level.replace(*level);
                if from != Some(*level) {
                    self.record(EventKind::Level { from, to: *level }, Cause::Players, None);
                }
            }
            Action::Ruling { switch, is_on } => self.switch_ruling(*switch, *is_on),
            Action::Turn(turn) => self.take_turn(turn)?,
            Action::FurtherAttack(further) => self.begin_further_attack(further)?,
            Action::EndTurn(id) => {
                self.check_not_acted(self.before.position().on_map(*id)?)?;
                self.end_turn(*id);
            }
            Action::Round => self.begin_round(),
            Action::Note(_) => {}
        }
        self.conclude_attacks();
        Ok(())
    }

    /// Records an event and returns its index.
    fn record(&mut self, kind: EventKind, cause: Cause, parent: Option<EventIndex>) -> EventIndex {
        self.notices.events.push(Event { kind, cause, parent });
        self.notices.events.len() - 1
    }

    fn check_grid(&self, hexes: &[Hex]) -> Result<(), Refusal> {
        let board = &self.layout.board;
        let reasons = hexes
            .iter()
            .filter(|hex| hex.column >= board.columns() || hex.row >= board.rows())
            .map(|&hex| off_map(board, hex))
            .collect();
        Refusal::if_any(reasons)
    }

    fn check_not_acted(&self, figure: &Figure) -> Result<(), Refusal> {
        self.check_in_play(figure.id())?;
        if let Some(rule) =
            figure.arrival_rule().filter(|_| self.before.acts_next_round(figure.id()))
        {
            return Err(Illegal::ActsNextRound { figure: figure.id(), rule }.into());
        }
        if self.round.has_acted(figure.id()) {
            return Err(Illegal::HasActed { figure: figure.id() }.into());
        }
        Ok(())
    }

    // The map

    fn set_terrain(
        &mut self,
        hex: Hex,
        to: Option<Terrain>,
        cause: Cause,
        parent: Option<EventIndex>,
    ) {
        let from = self.layout.board.terrain(hex);
        if from == to {
            return;
        }
        self.layout.board.set(hex, to);
        let changed = self.record(EventKind::Terrain { hex, from, to }, cause, parent);
        if to.is_none() {
            let marks: Vec<HexMark> = self.layout.marks_in(hex).collect();
            for mark in marks {
                self.set_mark(mark, hex, false, cause, Some(changed));
            }
        }
    }

    fn set_wall(&mut self, line: HexLine, stands: bool, cause: Cause, parent: Option<EventIndex>) {
        let stood = self.layout.board.is_drawn(line.hex, line.side);
        self.layout.board.set_wall(line, stands);
        if self.layout.board.is_drawn(line.hex, line.side) != stood {
            self.record(EventKind::Wall { line, stands }, cause, parent);
        }
    }

    // Figures

    /// Puts a figure on the map, as the players say.
    fn put(&mut self, figure: &Figure, is_overruled: bool) -> Result<(), Refusal> {
        self.check_alive(figure)?;
        self.check_dungeon_start(figure, is_overruled)?;
        let acts_next_round = self.check_arrival(figure, is_overruled)?;
        let entered = self.add_figure(figure, Cause::Players, None);
        if acts_next_round {
            self.defer_turns(figure, Some(entered));
        }
        Ok(())
    }

    /// Adds a figure to the map. A monster gets the fixed initiative of all sets, if there is one.
    fn add_figure(
        &mut self,
        figure: &Figure,
        cause: Cause,
        parent: Option<EventIndex>,
    ) -> EventIndex {
        self.round.finishing = self.before.interrupted().or(self.round.finishing);
        self.set_exhausted(figure.id(), false, Cause::Players, None);
        self.layout.figures.push(figure.clone());
        let kind = EventKind::Entered { figure: Box::new(figure.clone()) };
        let entered = self.record(kind, cause, parent);
        self.raise_obstacle(figure, cause, entered);
        if let (Some(number), FigureKind::Monster(_)) = (self.always, &figure.kind) {
            let cause = Cause::Rule(Rule::SetInitiative);
            self.set_initiative(figure.set(), Some(number), cause, Some(entered));
        }
        entered
    }

    /// Checks that a figure to be put on the map has hit points left; an earlier edition only
    /// warns.
    fn check_alive(&mut self, figure: &Figure) -> Result<(), Illegal> {
        let checked = check_alive(figure);
        if checked.is_err() && !self.edition.is_strict() {
            let figure = figure.id();
            self.notices.warnings.push(Warning::NoHitPoints { figure });
            return Ok(());
        }
        checked
    }

    /// Removes a figure and its summons from the map (S7.7).
    fn remove(&mut self, id: FigureId, cause: Cause, parent: Option<EventIndex>) {
        let Some(at) = self.layout.index_of(id) else { return };
        let Figure { hex, obstacle, .. } = self.layout.figures.remove(at);
        let left = self.record(EventKind::Left { figure: id, hex }, cause, parent);
        self.open_obstacle(&obstacle, left);
        let summons: Vec<FigureId> = self
            .layout
            .figures
            .iter()
            .filter(|figure| matches!(figure.kind, FigureKind::Summon { owner } if owner == id))
            .map(Figure::id)
            .collect();
        for summon in summons {
            self.remove(summon, Cause::Rule(Rule::SummonsFirst), Some(left));
        }
        self.layout.attacked.retain(|attacked| *attacked != id);
        self.forget_attacks_on_or_by(id, Some(left));
        if self.layout.further_attack.as_ref().is_some_and(|further| further.figure == id) {
            self.end_further_attack(Some(left));
        }
    }

    /// Moves a figure as the players decided. A character opens a closed door by entering it
    /// (S6.4).
    fn move_manually(&mut self, figure: FigureId, to: Hex) -> Result<(), Refusal> {
        let figure = self.before.position().on_map(figure)?;
        let is_door = self.layout.board.terrain(to) == Some(Terrain::ClosedDoor);
        if is_door && matches!(figure.kind, FigureKind::Character(_)) {
            self.round.finishing = Some(figure.id());
        }
        self.enter(figure, to)
    }

    /// Lets a figure enter a hex: it opens a door, which reveals the room behind it, and triggers a
    /// trap or hazardous terrain there. The position checks later whether it can stand there.
    fn enter(&mut self, figure: &Figure, to: Hex) -> Result<(), Refusal> {
        let terrain = self.layout.board.terrain(to);
        let moved = self.place(figure.id(), to, Cause::Players, None);
        if terrain == Some(Terrain::ClosedDoor) && matches!(figure.kind, FigureKind::Character(_)) {
            self.set_terrain(to, Some(Terrain::OpenDoor), Cause::Rule(Rule::Doors), moved);
            self.reveal_behind(to, self.latest())?;
        }
        let springs_in_place = !self.edition.is_strict() && !figure.flying;
        if springs_in_place && to == figure.hex && terrain == Some(Terrain::Trap) {
            self.set_terrain(to, Some(Terrain::Open), Cause::Rule(Rule::Traps), moved);
        }
        let triggered = self.before.position().hazard_entered_at(figure.id(), to);
        self.trigger(figure, triggered.as_slice(), moved);
        Ok(())
    }

    /// Places a figure in a hex; returns the event if that is another hex.
    fn place(
        &mut self,
        id: FigureId,
        to: Hex,
        cause: Cause,
        parent: Option<EventIndex>,
    ) -> Option<EventIndex> {
        let figure = self.layout.figure_mut(id)?;
        let from = std::mem::replace(&mut figure.hex, to);
        if from == to {
            return None;
        }
        Some(self.record(EventKind::Moved { figure: id, from, to }, cause, parent))
    }

    /// Sets the hit points of a figure; at 0 it leaves the map (S7.4).
    fn set_hit_points(
        &mut self,
        id: FigureId,
        to: HitPoints,
        cause: Cause,
        parent: Option<EventIndex>,
    ) {
        let Some(figure) = self.layout.figure_mut(id) else { return };
        let from = figure.hit_points.replace(to);
        let mut changed = parent;
        if from != Some(to) {
            let kind = EventKind::HitPoints { figure: id, from, to };
            changed = Some(self.record(kind, cause, parent));
        }
        if to.is_gone() {
            self.die(id, changed);
        }
    }

    /// Removes a figure without hit points. A monster leaves a money token (S7.4, S7.7, S11.2).
    fn die(&mut self, id: FigureId, parent: Option<EventIndex>) {
        let Some(at) = self.layout.index_of(id) else { return };
        let figure = &self.layout.figures[at];
        let token = figure.leaves_token().then_some(figure.hex);
        let is_character = matches!(figure.kind, FigureKind::Character(_));
        let has_consequences = self.edition.has_consequences();
        let is_obstacle = !figure.obstacle.is_empty();
        let rule = match is_character && has_consequences {
            false if is_obstacle => Rule::Obstacles,
            true if self.layout.switches.permanent_death => Rule::PermanentDeath,
            true => Rule::Exhausted,
            false => Rule::Death,
        };
        if is_character && has_consequences {
            self.set_exhausted(id, true, Cause::Rule(rule), parent);
        }
        self.remove(id, Cause::Rule(rule), parent);
        if let Some(hex) = token.filter(|_| has_consequences) {
            self.add_money(hex, 1, Cause::Ruling(Ruling::DroppedToken), parent);
        }
    }

    fn set_flying(&mut self, id: FigureId, flies: bool, to: Option<Hex>) -> Result<(), Refusal> {
        let before = self.before.position().on_map(id)?;
        let Some(figure) = self.layout.figure_mut(id) else { return Ok(()) };
        figure.flying = flies;
        let mut changed = None;
        if before.flying != flies {
            let kind = EventKind::Flying { figure: id, flies };
            changed = Some(self.record(kind, Cause::Players, None));
        }
        if flies { Ok(()) } else { self.come_down(before, to, changed) }
    }

    /// Brings down a figure that stops flying; the terrain below hurts it (G29).
    fn come_down(
        &mut self,
        figure: &Figure,
        to: Option<Hex>,
        parent: Option<EventIndex>,
    ) -> Result<(), Refusal> {
        let position = self.before.position();
        let (id, hex) = (figure.id(), figure.hex);
        let nearest = position.landing_hexes(id);
        let landing = match (to, nearest.as_slice()) {
            // There is no empty hex: the position refuses its present one with the reason.
            (None, []) => return Ok(()),
            (None, &[only]) => only,
            (Some(to), nearest) if nearest.contains(&to) => to,
            _ => return Err(Illegal::OtherLanding { figure: id, hex: to, nearest }.into()),
        };
        let Some(terrain) = position.board().terrain(hex).filter(|_| figure.flying) else {
            return Ok(());
        };
        let cause = Cause::Ruling(Ruling::FlyingLost);
        if landing != hex {
            let damage = position.damage_of(Terrain::Obstacle);
            let triggered = self.record_hazard(
                figure,
                &TriggeredHazard { hex, terrain, damage },
                cause,
                parent,
            );
            self.place(figure.id(), landing, cause, Some(triggered));
            self.hurt(figure.id(), damage, cause, Some(triggered));
        } else if terrain.is_negative() {
            let triggered = TriggeredHazard { hex, terrain, damage: position.damage_of(terrain) };
            if self.edition.is_strict() {
                self.trigger(figure, &[triggered], parent);
            } else {
                self.warn_unhurt(figure, &triggered);
            }
        }
        Ok(())
    }

    /// Triggers traps and hazardous terrain that a figure enters, one after another (S6.3).
    fn trigger(
        &mut self,
        figure: &Figure,
        entered: &[TriggeredHazard],
        parent: Option<EventIndex>,
    ) {
        let cause = Cause::Rule(Rule::Traps);
        for triggered in entered {
            let event = self
                .edition
                .is_strict()
                .then(|| self.record_hazard(figure, triggered, cause, parent));
            if triggered.terrain == Terrain::Trap {
                let parent = event.or(parent);
                self.set_terrain(triggered.hex, Some(Terrain::Open), cause, parent);
            }
            match event {
                Some(_) => self.hurt(figure.id(), triggered.damage, cause, event),
                None => self.warn_unhurt(figure, triggered),
            }
            if self.layout.index_of(figure.id()).is_none() {
                break;
            }
        }
    }

    fn record_hazard(
        &mut self,
        figure: &Figure,
        &TriggeredHazard { hex, terrain, damage }: &TriggeredHazard,
        cause: Cause,
        parent: Option<EventIndex>,
    ) -> EventIndex {
        self.record(
            EventKind::HazardTriggered { figure: figure.id(), hex, terrain, damage },
            cause,
            parent,
        )
    }

    fn warn_unhurt(
        &mut self,
        figure: &Figure,
        &TriggeredHazard { hex, terrain, .. }: &TriggeredHazard,
    ) {
        let figure = figure.id();
        self.notices.warnings.push(Warning::Unhurt { figure, hex, terrain });
    }

    // Cards and initiatives

    fn set_card(&mut self, card: &SetCard) {
        let cards = &mut self.layout.cards;
        let is_new = !cards.contains(card);
        cards.retain(|of| (of.rank, of.set) != (card.rank, card.set));
        cards.push(card.clone());
        if is_new {
            self.record(EventKind::Card(card.clone()), Cause::Players, None);
        }
    }

    /// Reveals an initiative.
    fn reveal(&mut self, holder: InitiativeHolder, initiative: Initiative) -> Result<(), Refusal> {
        let figure = self.layout.figures.iter().find(|figure| figure.id() == holder.figure);
        if figure.is_some_and(|figure| figure.initiative().is_some()) {
            self.check_in_play(holder.figure)?;
            self.select_cards(holder.figure, initiative)?;
            self.set_figure_initiative(holder.figure, initiative, Cause::Players, None);
            return Ok(());
        }
        let figures = &self.layout.figures;
        if !figures.iter().any(|figure| is_monster(figure) && figure.set() == holder.set) {
            let mut there: Vec<NameId> = figures
                .iter()
                .map(|figure| {
                    if is_monster(figure) {
                        NameId::Set(figure.set())
                    } else {
                        NameId::Figure(figure.id())
                    }
                })
                .collect();
            there.dedup_by_key(|of| self.layout.names.name(*of));
            return Err(Illegal::NotOnMap { name: NameId::Set(holder.set), there }.into());
        }
        let number = match initiative {
            Initiative::Card { number, .. } => Some(number),
            Initiative::Resting => Some(99),
            Initiative::Hidden => None,
        };
        self.set_initiative(holder.set, number, Cause::Players, None);
        Ok(())
    }

    fn set_figure_initiative(
        &mut self,
        id: FigureId,
        to: Initiative,
        cause: Cause,
        parent: Option<EventIndex>,
    ) {
        let Some(initiative) = self.layout.figure_mut(id).and_then(Figure::initiative_mut) else {
            return;
        };
        let from = std::mem::replace(initiative, to);
        if from != to {
            self.record(EventKind::Initiative { figure: id, from, to }, cause, parent);
        }
    }

    fn set_initiative(
        &mut self,
        set: SetId,
        to: Option<u8>,
        cause: Cause,
        parent: Option<EventIndex>,
    ) {
        let from = self.layout.initiative_of(set);
        self.layout.initiatives.retain(|of| of.set != set);
        self.layout.initiatives.extend(to.map(|number| SetInitiative { set, number }));
        if from != to {
            self.record(EventKind::SetInitiative { set, from, to }, cause, parent);
        }
    }

    /// Gives every set the fixed initiative, or none until its card is revealed.
    fn reset_initiatives(&mut self, parent: Option<EventIndex>) {
        let cause = Cause::Rule(Rule::SetInitiative);
        let sets: Vec<SetId> = self
            .layout
            .figures
            .iter()
            .filter(|figure| is_monster(figure))
            .map(Figure::set)
            .collect();
        let always = self.always;
        let revealed: Vec<SetId> = self.layout.initiatives.iter().map(|of| of.set).collect();
        for set in revealed {
            if always.is_none() || !sets.contains(&set) {
                self.set_initiative(set, None, cause, parent);
            }
        }
        if always.is_some() {
            for set in sets {
                self.set_initiative(set, always, cause, parent);
            }
        }
    }

    fn set_always(&mut self, to: Option<u8>) {
        let from = std::mem::replace(&mut self.always, to);
        let mut changed = None;
        if from != to {
            changed = Some(self.record(EventKind::Always { from, to }, Cause::Players, None));
        }
        self.reset_initiatives(changed);
    }

    fn switch_ruling(&mut self, switch: Switch, on: bool) {
        let before = self.layout.switches;
        self.layout.switches.set(switch, on);
        if self.layout.switches != before {
            self.record(EventKind::Ruling { switch, on }, Cause::Players, None);
        }
        let further = self.layout.further_attack.as_ref().map(|further| further.figure);
        if let (Switch::OtherTarget, Some(attacker)) = (switch, further)
            && self.round.has_attacked(attacker)
        {
            self.layout.attacked = self.attacked_before(attacker, on);
        }
    }
}

const fn is_monster(figure: &Figure) -> bool {
    matches!(figure.kind, FigureKind::Monster(_))
}
