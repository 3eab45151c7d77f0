//! The execution of an action. Every change of the table is made here and recorded as an [`Event`].

use super::action::{Action, InitiativeHolder, PlayedTurn};
use super::board::{HexLine, Terrain};
use super::card::{FurtherAttack, SetCard};
use super::edition::Edition;
use super::event::{Cause, Event, EventIndex, EventKind};
use super::figure::{Condition, Figure, FigureKind, HitPoints, Initiative};
use super::game::Game;
use super::hex::Hex;
use super::illegal::{Illegal, Refusal};
use super::legality::{check_alive, off_map};
use super::monster_turn::{MovementEnd, TriggeredHazard};
use super::names::{FigureId, NameId, SetId};
use super::outcome::{ActionReport, Outcome, Warning};
use super::position::{Layout, Position, SetInitiative};
use super::round::Round;
use super::rulebook::{Rule, Ruling, Switch};

/// A game during the execution of an action.
pub(super) struct Transition<'a> {
    before: &'a Game,
    edition: Edition,
    layout: Layout,
    round: Round,
    always: Option<u8>,
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
            notices: ActionReport::default(),
        }
    }

    /// Finishes the action and returns its outcome.
    ///
    /// # Errors
    ///
    /// A [`Refusal`] if the resulting table is impossible.
    pub(super) fn finish(self) -> Result<Outcome, Refusal> {
        let Self { layout, mut round, always, notices: report, .. } = self;
        let position = Position::after(layout, &report.events)?;
        // A figure that is put on the map again later has not acted yet.
        round.forget(|id| position.get(id).is_none());
        Ok(Outcome { game: Game::with(position, round, always), report })
    }

    /// Carries out an action.
    ///
    /// # Errors
    ///
    /// A [`Refusal`] with every reason.
    pub(super) fn apply(&mut self, action: &Action) -> Result<(), Refusal> {
        match action {
            Action::Terrain(terrain, hexes) => {
                self.check_grid(hexes)?;
                for &hex in hexes {
                    self.set_terrain(hex, *terrain, Cause::Players, None);
                }
            }
            Action::Walls(lines, stand) => {
                for &line in lines {
                    self.set_wall(line, *stand);
                }
            }
            Action::Put(figure) => self.put(figure)?,
            Action::Remove(figure) => {
                self.before.position().on_map(*figure)?;
                self.remove(*figure, Cause::Players, None);
            }
            Action::Move { figure, to } => self.move_manually(*figure, *to)?,
            Action::HitPoints { figure, hit_points } => {
                self.before.position().on_map(*figure)?;
                self.set_hit_points(*figure, *hit_points, Cause::Players, None);
            }
            Action::Condition { figure, condition, has } => {
                self.before.position().on_map(*figure)?;
                self.set_condition(*figure, *condition, *has);
            }
            Action::Flying { figure, flies, to } => self.set_flying(*figure, *flies, *to)?,
            Action::Card(card) => self.set_card(*card),
            Action::Initiative { holder, initiative } => self.reveal(*holder, *initiative)?,
            Action::FixedInitiative(number) => self.set_always(*number),
            Action::Level(level) => {
                let from = self.layout.level.replace(*level);
                if from != Some(*level) {
                    self.record(EventKind::Level { from, to: *level }, Cause::Players, None);
                }
            }
            Action::Ruling(switch, on) => self.switch_ruling(*switch, *on),
            Action::Turn(turn) => self.take_turn(turn)?,
            Action::FurtherAttack(further) => self.begin_further_attack(*further)?,
            Action::EndTurn(id) => {
                self.check_not_acted(self.before.position().on_map(*id)?)?;
                self.end_turn(*id);
            }
            Action::Round => self.begin_round(),
            Action::Note(_) => {}
        }
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
        if from != to {
            self.layout.board.set(hex, to);
            self.record(EventKind::Terrain { hex, from, to }, cause, parent);
        }
    }

    fn set_wall(&mut self, line: HexLine, stands: bool) {
        let stood = self.layout.board.is_drawn(line.hex, line.side);
        self.layout.board.set_wall(line, stands);
        if self.layout.board.is_drawn(line.hex, line.side) != stood {
            self.record(EventKind::Wall { line, stands }, Cause::Players, None);
        }
    }

    // Figures

    /// Puts a figure on the map. A monster gets the fixed initiative of all sets, if there is one.
    fn put(&mut self, figure: &Figure) -> Result<(), Refusal> {
        self.check_alive(figure)?;
        self.round.finishing = self.before.interrupted().or(self.round.finishing);
        self.layout.figures.push(figure.clone());
        let kind = EventKind::Entered { figure: Box::new(figure.clone()) };
        let entered = self.record(kind, Cause::Players, None);
        if let (Some(number), FigureKind::Monster(_)) = (self.always, &figure.kind) {
            let cause = Cause::Rule(Rule::SetInitiative);
            self.set_initiative(figure.set(), Some(number), cause, Some(entered));
        }
        Ok(())
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
        let hex = self.layout.figures.remove(at).hex;
        let left = self.record(EventKind::Left { figure: id, hex }, cause, parent);
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
        if self.layout.further_attack.is_some_and(|further| further.figure == id) {
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
        self.enter(figure, to);
        Ok(())
    }

    /// Lets a figure enter a hex: it opens a door and triggers a trap or hazardous terrain there.
    /// The position checks later whether it can stand there.
    fn enter(&mut self, figure: &Figure, to: Hex) {
        let terrain = self.layout.board.terrain(to);
        let moved = self.place(figure.id(), to, Cause::Players, None);
        if terrain == Some(Terrain::ClosedDoor) && matches!(figure.kind, FigureKind::Character(_)) {
            self.set_terrain(to, Some(Terrain::OpenDoor), Cause::Rule(Rule::Doors), moved);
        }
        let springs_in_place = !self.edition.is_strict() && !figure.flying;
        if springs_in_place && to == figure.hex && terrain == Some(Terrain::Trap) {
            self.set_terrain(to, Some(Terrain::Open), Cause::Rule(Rule::Traps), moved);
        }
        let triggered = self.before.position().hazard_entered_at(figure.id(), to);
        self.trigger(figure, triggered.as_slice(), moved);
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
            self.remove(id, Cause::Rule(Rule::Death), changed);
        }
    }

    fn set_condition(&mut self, id: FigureId, condition: Condition, has: bool) {
        let Some(figure) = self.layout.figure_mut(id) else { return };
        if figure.is(condition) == has {
            return;
        }
        if has {
            figure.conditions.insert(condition);
        } else {
            figure.conditions.remove(condition);
        }
        self.record(EventKind::Condition { figure: id, condition, has }, Cause::Players, None);
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

    /// Deals damage to a figure whose hit points are counted.
    fn hurt(
        &mut self,
        id: FigureId,
        damage: Option<u16>,
        cause: Cause,
        parent: Option<EventIndex>,
    ) {
        let figure = self.layout.figure_mut(id);
        if let Some(now) = figure.and_then(|figure| figure.hit_points) {
            self.set_hit_points(id, now.hurt(damage.unwrap_or_default()), cause, parent);
        }
    }

    // Cards and initiatives

    fn set_card(&mut self, card: SetCard) {
        let cards = &mut self.layout.cards;
        let is_new = !cards.contains(&card);
        cards.retain(|of| (of.rank, of.set) != (card.rank, card.set));
        cards.push(card);
        if is_new {
            self.record(EventKind::Card(card), Cause::Players, None);
        }
    }

    /// Reveals an initiative.
    fn reveal(&mut self, holder: InitiativeHolder, initiative: Initiative) -> Result<(), Refusal> {
        let figure = self.layout.figures.iter().find(|figure| figure.id() == holder.figure);
        if figure.is_some_and(|figure| figure.initiative().is_some()) {
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
        if let (Switch::OtherTarget, Some(again)) = (switch, self.layout.further_attack)
            && self.round.has_attacked(again.figure)
        {
            self.layout.attacked = self.attacked_before(again.figure, on);
        }
    }

    // Turns and rounds

    fn take_turn(&mut self, turn: &PlayedTurn) -> Result<(), Refusal> {
        let position = self.before.position();
        let figure = position.on_map(turn.figure)?;
        for &target in &turn.targets {
            position.on_map(target)?;
        }
        let attacks_first = position.card(turn.figure).is_ok_and(|card| card.attack_first);
        if turn.overruled.is_some() {
            self.attack(turn, Cause::Players, attacks_first);
            self.enter(figure, turn.to);
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
    fn end_turn(&mut self, id: FigureId) {
        let mut ended = None;
        if self.layout.index_of(id).is_some() {
            self.round.acted.push(id);
            let kind = EventKind::TurnEnded { figure: id };
            ended = Some(self.record(kind, Cause::Players, None));
        }
        if self.layout.further_attack.is_none_or(|again| again.figure == id) {
            self.end_further_attack(ended);
        }
    }

    /// Starts a further attack of a monster that has had its turn (S8.14, G28). A pending one of
    /// another monster is dropped.
    fn begin_further_attack(&mut self, further: FurtherAttack) -> Result<(), Refusal> {
        self.before.position().on_map(further.figure)?;
        if !self.round.has_acted(further.figure) {
            return Err(Illegal::NotActed { figure: further.figure }.into());
        }
        if let Some(other) = self.layout.further_attack {
            self.end_turn(other.figure);
        }
        self.round.acted.retain(|other| *other != further.figure);
        self.layout.attacked =
            self.attacked_before(further.figure, self.layout.switches.other_target);
        self.layout.further_attack = Some(further);
        let kind = EventKind::FurtherAttack { figure: further.figure, is_due: true };
        self.record(kind, Cause::Players, None);
        Ok(())
    }

    fn end_further_attack(&mut self, parent: Option<EventIndex>) {
        self.layout.attacked.clear();
        if let Some(FurtherAttack { figure, .. }) = self.layout.further_attack.take() {
            let kind = EventKind::FurtherAttack { figure, is_due: false };
            self.record(kind, Cause::Players, parent);
        }
    }

    /// Returns the earlier targets of a figure that decide its further attack, as far as they are
    /// on the map (G28): by the letter (`other_target`), all figures it has attacked in this round;
    /// otherwise the focus of its latest attack.
    fn attacked_before(&self, id: FigureId, other_target: bool) -> Vec<FigureId> {
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
    fn begin_round(&mut self) {
        self.end_further_attack(None);
        self.round = Round::new(self.round.number.saturating_add(1));
        let kind = EventKind::Round { number: self.round.number };
        let started = Some(self.record(kind, Cause::Players, None));
        let characters: Vec<FigureId> = self
            .layout
            .figures
            .iter()
            .filter(|figure| matches!(figure.kind, FigureKind::Character(_)))
            .map(Figure::id)
            .collect();
        for id in characters {
            self.set_figure_initiative(id, Initiative::Hidden, Cause::Rule(Rule::Order), started);
        }
        self.reset_initiatives(started);
    }
}

const fn is_monster(figure: &Figure) -> bool {
    matches!(figure.kind, FigureKind::Monster(_))
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
