//! The game of a scenario: what lies on the table, which round it is, and who has had a turn.
//!
//! [`Game::play`] is the one way in, and [`Game::outcome`] the same with what is to be reported. It
//! judges what the rules of monsters say, and what cannot lie on a table; how far a character walks,
//! and what it does there, is left to the players.

use super::action::{Action, InitiativeHolder, Turn};
use super::answer::{End, Sprung};
use super::board::Terrain;
use super::card::FurtherAttack;
use super::edition::Edition;
use super::figure::{Figure, HitPoints, Initiative, Kind, called};
use super::hex::Hex;
use super::illegal::{Illegal, Refusal};
use super::names::{FigureId, SetId};
use super::outcome::{Effect, Notices, Outcome, Warning};
use super::position::{Layout, Position, SetInitiative, acts_as_monster, check_alive};
use super::round::TurnStatus;
use super::rulebook::Switch;

/// A scenario while it is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    position: Position,
    round: u16,
    /// The figures whose turn is over in this round.
    acted: Vec<FigureId>,
    /// The targets of each attack in this round, by the attacker.
    attacks: Vec<(FigureId, Vec<FigureId>)>,
    /// The figure during whose turn in this round somebody came onto the map, or a door was opened:
    /// that turn is finished before those that came act (G16).
    finishing: Option<FigureId>,
    always: Option<u8>,
}

impl Game {
    /// A game that begins as a table lies, in its first round.
    #[must_use]
    pub const fn new(position: Position) -> Self {
        Self {
            position,
            round: 1,
            acted: Vec::new(),
            attacks: Vec::new(),
            finishing: None,
            always: None,
        }
    }

    /// Creates a game that began under an edition of the rules.
    ///
    /// The first edition had only the letter of G28.
    #[must_use]
    pub fn by_edition(position: Position, edition: Edition) -> Self {
        Self::new(match edition {
            Edition::First => position.with_switch(Switch::OtherTarget, true),
            Edition::Second => position,
        })
    }

    /// What lies on the table.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Which round it is, from 1.
    #[must_use]
    pub const fn round(&self) -> u16 {
        self.round
    }

    /// Whether the turn of a figure is over in this round.
    #[must_use]
    pub fn has_acted(&self, id: FigureId) -> bool {
        self.acted.contains(&id)
    }

    /// Returns everybody who has turns and whose turn is not over in this round.
    pub(super) fn waiting(&self) -> Vec<FigureId> {
        let have_turns = self.position.figures().iter();
        let have_turns = have_turns.filter(|figure| !matches!(figure.kind, Kind::Object(..)));
        have_turns.map(Figure::id).filter(|&id| !self.has_acted(id)).collect()
    }

    /// The figure whose turn is finished before those that came onto the map in it act (G16).
    pub(super) const fn finishing(&self) -> Option<FigureId> {
        self.finishing
    }

    /// The initiative that every set has in every round, where no cards are used.
    #[must_use]
    pub const fn always(&self) -> Option<u8> {
        self.always
    }

    /// Everybody who is to act by the rules of monsters in this round and has not yet, in the order
    /// of the round, those of unknown initiative last.
    #[must_use]
    pub fn to_act(&self) -> Vec<FigureId> {
        let stations = self.position.order().stations().iter();
        let mut all: Vec<FigureId> =
            stations.flat_map(|station| station.blocks.iter().flatten().copied()).collect();
        let figures = self.position.figures().iter().map(Figure::id);
        let rest: Vec<FigureId> = figures.filter(|id| !all.contains(id)).collect();
        all.extend(rest);
        all.retain(|&id| self.acts_as_monster(id) && !self.has_acted(id));
        all
    }

    /// Whether a figure acts by the rules of monsters.
    #[must_use]
    pub fn acts_as_monster(&self, id: FigureId) -> bool {
        acts_as_monster(self.position.figure(id))
    }

    /// Plays an action, and returns the game that follows; this one stays as it is.
    ///
    /// # Errors
    ///
    /// A [`Refusal`] with everything that stands against it.
    pub fn play(&self, action: &Action) -> Result<Self, Refusal> {
        self.outcome(action).map(|outcome| outcome.game)
    }

    /// Plays an action, and returns the game that follows with what the action brings about.
    ///
    /// # Errors
    ///
    /// A [`Refusal`] with everything that stands against it.
    pub fn outcome(&self, action: &Action) -> Result<Outcome, Refusal> {
        self.judged(action, Edition::LATEST)
    }

    /// Plays an action by an edition of the rules, as it was played when it was recorded.
    ///
    /// # Errors
    ///
    /// A [`Refusal`] with everything that stands against it.
    pub fn judged(&self, action: &Action, edition: Edition) -> Result<Outcome, Refusal> {
        let mut next = self.clone();
        let layout = self.position.layout().clone();
        let mut draft = Draft { layout, edition, notices: Notices::default() };
        let layout = &mut draft.layout;
        match action {
            Action::Terrain(terrain, hexes) => {
                self.on_grid(hexes)?;
                for &hex in hexes {
                    layout.board.set(hex, *terrain);
                }
            }
            Action::Walls(lines, stand) => {
                for &line in lines {
                    layout.board.set_wall(line, *stand);
                }
            }
            Action::Put(figure) => {
                draft.check_alive(figure)?;
                next.finishing = self.interrupted().or(next.finishing);
                let layout = &mut draft.layout;
                layout.figures.push(figure.clone());
                if let (Some(number), Kind::Monster(_)) = (self.always, &figure.kind) {
                    set_initiative(layout, figure.set(), Some(number));
                }
            }
            Action::Remove(id) => {
                self.position.on_map(*id)?;
                remove(layout, *id);
            }
            Action::Move { figure, to } => {
                let figure = self.position.on_map(*figure)?;
                let is_door = self.position.board().terrain(*to) == Some(Terrain::ClosedDoor);
                if is_door && matches!(figure.kind, Kind::Character(_)) {
                    next.finishing = Some(figure.id());
                }
                self.come_to(&mut draft, figure, *to);
            }
            Action::HitPoints { figure, hit_points } => {
                draft.figure(*figure)?.hit_points = Some(*hit_points);
                if hit_points.is_gone() {
                    remove(&mut draft.layout, *figure);
                }
            }
            Action::Condition { figure, condition, has } => {
                let conditions = &mut draft.figure(*figure)?.conditions;
                if *has {
                    conditions.insert(*condition);
                } else {
                    conditions.remove(*condition);
                }
            }
            Action::Flying { figure, flies, to } => {
                draft.figure(*figure)?.flying = *flies;
                if !flies {
                    self.come_down(&mut draft, self.position.figure(*figure), *to)?;
                }
            }
            Action::Card(card) => {
                layout.cards.retain(|of| (of.rank, of.set) != (card.rank, card.set));
                layout.cards.push(*card);
            }
            Action::Initiative { holder, initiative } => reveal(layout, *holder, *initiative)?,
            Action::Always(number) => {
                next.always = *number;
                deal_initiatives(layout, *number);
            }
            Action::Level(level) => layout.level = Some(*level),
            Action::Ruling(switch, on) => {
                layout.switches.set(*switch, *on);
                if let (Switch::OtherTarget, Some(again)) = (switch, layout.again)
                    && self.has_attacked(again.figure)
                {
                    layout.attacked = self.attacked_before(again.figure, *on);
                }
            }
            Action::Turn(turn) => {
                self.take_turn(&mut draft, turn)?;
                next.attacks.push((turn.figure, turn.targets.clone()));
                next.end_turn(&mut draft.layout, turn.figure);
            }
            Action::Again(further) => next.begin_again(layout, *further)?,
            Action::Done(id) => {
                self.not_acted(self.position.on_map(*id)?)?;
                next.end_turn(layout, *id);
            }
            Action::Round => next.begin_round(layout),
            Action::Note(_) => return Ok(Outcome { game: next, notices: draft.notices }),
        }
        next.position = Position::new(draft.layout)?;
        // Whoever is put on the map under the name of one that left it has done nothing yet.
        let stands = |id: &FigureId| next.position.get(*id).is_some();
        next.acted.retain(stands);
        next.attacks.retain(|(attacker, _)| stands(attacker));
        Ok(Outcome { game: next, notices: draft.notices })
    }

    fn on_grid(&self, hexes: &[Hex]) -> Result<(), Refusal> {
        let board = self.position.board();
        let outside = |hex: &&Hex| hex.column >= board.columns() || hex.row >= board.rows();
        let reasons = hexes.iter().filter(outside);
        let reasons = reasons.map(|&hex| super::position::off_map(board, hex.to_string(), hex));
        Refusal::unless_none(reasons.collect())
    }

    fn not_acted(&self, figure: &Figure) -> Result<(), Refusal> {
        if self.has_acted(figure.id()) {
            return Err(Illegal::HasActed { figure: figure.to_string() }.into());
        }
        Ok(())
    }

    /// Returns the figure in the middle of whose turn somebody comes onto the map.
    fn interrupted(&self) -> Option<FigureId> {
        // Before the first turn of a round nobody is in the middle of one.
        let TurnStatus::Turn { figures, .. } = self.turn_status() else { return None };
        match figures.as_slice() {
            &[id] if !self.acted.is_empty() => Some(id),
            _ => None,
        }
    }

    /// The next round begins: everybody acts again, at the initiatives of new cards.
    fn begin_round(&mut self, layout: &mut Layout) {
        self.round = self.round.saturating_add(1);
        self.acted.clear();
        self.attacks.clear();
        self.finishing = None;
        layout.again = None;
        layout.attacked.clear();
        for figure in &mut layout.figures {
            if let Kind::Character(initiative) = &mut figure.kind {
                *initiative = Initiative::Hidden;
            }
        }
        deal_initiatives(layout, self.always);
    }

    /// Ends the turn of a figure, and the further attack it was about to carry out.
    fn end_turn(&mut self, layout: &mut Layout, id: FigureId) {
        if layout.again.is_none_or(|again| again.figure == id) {
            layout.again = None;
            layout.attacked.clear();
        }
        self.acted.push(id);
    }

    /// Begins a further attack of a monster that has had its turn (S8.14, G28). One that another was
    /// about to carry out is given up.
    fn begin_again(&mut self, layout: &mut Layout, further: FurtherAttack) -> Result<(), Refusal> {
        let figure = self.position.on_map(further.figure)?;
        if !self.has_acted(further.figure) {
            return Err(Illegal::NotActed { figure: figure.to_string() }.into());
        }
        self.acted.extend(layout.again.take().map(|other| other.figure));
        self.acted.retain(|other| *other != further.figure);
        layout.attacked = self.attacked_before(further.figure, layout.switches.other_target);
        layout.again = Some(further);
        Ok(())
    }

    /// Checks if a figure has attacked anybody in this round.
    fn has_attacked(&self, id: FigureId) -> bool {
        self.attacks.iter().any(|(attacker, targets)| *attacker == id && !targets.is_empty())
    }

    /// Returns the figures that a further attack of a figure is measured by: by the letter everybody
    /// it has attacked in this round, otherwise the focus of its latest attack, as far as they are on
    /// the map (G28).
    fn attacked_before(&self, id: FigureId, other_target: bool) -> Vec<FigureId> {
        let own = self.attacks.iter().filter(|(attacker, _)| *attacker == id);
        let mut own =
            own.map(|(_, targets)| targets.as_slice()).filter(|targets| !targets.is_empty());
        let targets: Vec<&[FigureId]> = if other_target {
            own.collect()
        } else {
            own.next_back().map(|latest| &latest[..1]).into_iter().collect()
        };
        let targets = targets.into_iter().flatten().copied();
        targets.filter(|&target| self.position.get(target).is_some()).collect()
    }

    /// A figure comes to a hex; whether it can stand there is left to the position.
    fn come_to(&self, draft: &mut Draft, figure: &Figure, to: Hex) {
        draft.place(figure.id(), to);
        let layout = &mut draft.layout;
        let opens = matches!(figure.kind, Kind::Character(_));
        let terrain = self.position.board().terrain(to);
        if terrain == Some(Terrain::ClosedDoor) && opens {
            layout.board.set(to, Some(Terrain::OpenDoor));
        }
        let springs_in_place = !draft.edition.is_strict() && !figure.flying;
        if springs_in_place && to == figure.hex && terrain == Some(Terrain::Trap) {
            layout.board.set(to, Some(Terrain::Open));
        }
        draft.spring(figure, self.position.sprung_at(figure.id(), to).as_slice());
    }

    /// A figure stops flying, and what is below hurts it (G29).
    fn come_down(
        &self,
        draft: &mut Draft,
        figure: &Figure,
        to: Option<Hex>,
    ) -> Result<(), Refusal> {
        let (name, hex) = (figure.to_string(), figure.hex);
        let nearest = self.position.landings(figure.id());
        let landing = match (to, nearest.as_slice()) {
            // Nowhere is room: the position says why it cannot stand there.
            (None, []) => return Ok(()),
            (None, &[only]) => only,
            (Some(to), nearest) if nearest.contains(&to) => to,
            _ => return Err(Illegal::OtherLanding { figure: name, hex: to, nearest }.into()),
        };
        let Some(terrain) = self.position.board().terrain(hex).filter(|_| figure.flying) else {
            return Ok(());
        };
        if landing != hex {
            draft.place(figure.id(), landing);
            let damage = self.position.damage_of(Terrain::Obstacle);
            draft.hurt(figure, &Sprung { hex, terrain, damage }, Some(landing));
        } else if terrain.is_negative() {
            let damage = self.position.damage_of(terrain);
            draft.spring_below(figure, Sprung { hex, terrain, damage });
        }
        Ok(())
    }

    fn take_turn(&self, draft: &mut Draft, turn: &Turn) -> Result<(), Refusal> {
        let figure = self.position.on_map(turn.figure)?;
        for &target in &turn.targets {
            self.position.on_map(target)?;
        }
        if turn.overruled.is_some() {
            self.come_to(draft, figure, turn.to);
            return Ok(());
        }
        self.not_acted(figure)?;
        let sprung = match self.judge_turn(figure, turn) {
            Ok(sprung) => sprung,
            Err(refusal) if draft.edition.is_strict() => return Err(refusal),
            Err(refusal) => {
                let rulings = self.position.turn(turn.figure).map(|answer| answer.rulings);
                let rulings = rulings.unwrap_or_default();
                draft.notices.warnings.push(Warning::Turn { refusal, rulings });
                self.position.sprung_on_way(turn.figure, turn.to)
            }
        };
        draft.place(turn.figure, turn.to);
        draft.spring(figure, &sprung);
        Ok(())
    }

    /// Checks that a turn is among those that are right; returns the traps and hazardous terrain that
    /// it enters.
    fn judge_turn(&self, figure: &Figure, turn: &Turn) -> Result<Vec<Sprung>, Refusal> {
        let answer = self.position.turn(turn.figure)?;
        let other_end =
            |ends: Vec<Hex>| Illegal::OtherEnd { figure: figure.to_string(), hex: turn.to, ends };
        let other_targets = || Illegal::OtherTargets {
            figure: figure.to_string(),
            hex: turn.to,
            targets: turn.targets.iter().map(|&id| self.position.name_of(id).to_string()).collect(),
        };
        if answer.ends.is_empty() {
            return match (turn.to == figure.hex, turn.targets.is_empty()) {
                (false, _) => Err(other_end(vec![figure.hex]).into()),
                (true, false) => Err(other_targets().into()),
                (true, true) => Ok(Vec::new()),
            };
        }
        let mut there = answer.ends.iter().filter(|end| end.hex == turn.to).peekable();
        if there.peek().is_none() {
            let mut ends: Vec<Hex> = answer.ends.iter().map(|end| end.hex).collect();
            ends.dedup();
            return Err(other_end(ends).into());
        }
        let end = there.find(|end| fits(end, &turn.targets)).ok_or_else(other_targets)?;
        Ok(end.sprung.clone())
    }
}

/// The table while an action is carried out on it, by an edition of the rules.
struct Draft {
    layout: Layout,
    edition: Edition,
    notices: Notices,
}

impl Draft {
    /// Returns a figure that is on the map.
    fn figure(&mut self, id: FigureId) -> Result<&mut Figure, Refusal> {
        match self.layout.place_of(id) {
            Some(at) => Ok(&mut self.layout.figures[at]),
            None => Err(self.layout.no_such_figure(&self.layout.names.figure_name(id)).into()),
        }
    }

    /// Places a figure in a hex, if it is still on the map.
    fn place(&mut self, id: FigureId, hex: Hex) {
        if let Some(figure) = self.layout.figure_mut(id) {
            figure.hex = hex;
        }
    }

    /// Checks that a figure that is put on the map has hit points left.
    fn check_alive(&mut self, figure: &Figure) -> Result<(), Illegal> {
        let checked = check_alive(figure);
        if checked.is_err() && !self.edition.is_strict() {
            let figure = figure.to_string();
            self.notices.warnings.push(Warning::NoHitPoints { figure });
            return Ok(());
        }
        checked
    }

    /// A figure enters traps and hazardous terrain, one after another (S6.3).
    fn spring(&mut self, figure: &Figure, entered: &[Sprung]) {
        for sprung in entered {
            if sprung.terrain == Terrain::Trap {
                self.layout.board.set(sprung.hex, Some(Terrain::Open));
            }
            if self.edition.is_strict() {
                self.hurt(figure, sprung, None);
            } else {
                self.warn_unhurt(figure, sprung);
            }
            if self.layout.place_of(figure.id()).is_none() {
                break;
            }
        }
    }

    /// A figure that stops flying comes down on what is below it (G29).
    fn spring_below(&mut self, figure: &Figure, sprung: Sprung) {
        if self.edition.is_strict() {
            self.spring(figure, &[sprung]);
        } else {
            self.warn_unhurt(figure, &sprung);
        }
    }

    fn warn_unhurt(&mut self, figure: &Figure, &Sprung { hex, terrain, .. }: &Sprung) {
        let figure = figure.to_string();
        self.notices.warnings.push(Warning::Unhurt { figure, hex, terrain });
    }

    /// A figure suffers the damage of what it entered; without hit points left it leaves the map.
    fn hurt(&mut self, figure: &Figure, sprung: &Sprung, put_in: Option<Hex>) {
        let id = figure.id();
        let Some(own) = self.layout.figure_mut(id) else {
            return;
        };
        let &Sprung { hex, terrain, damage } = sprung;
        own.hit_points = own.hit_points.map(|now| now.hurt(damage.unwrap_or_default()));
        let left = own.hit_points;
        let figure = called(figure);
        self.notices.effects.push(Effect { figure, hex, terrain, damage, left, put_in });
        if left.is_some_and(HitPoints::is_gone) {
            remove(&mut self.layout, id);
        }
    }
}

/// Turns an initiative card over.
fn reveal(
    layout: &mut Layout,
    holder: InitiativeHolder,
    initiative: Initiative,
) -> Result<(), Refusal> {
    if let Some(figure) = layout.figure_mut(holder.figure)
        && let Kind::Character(own) | Kind::Ally(own) | Kind::Object(_, own) = &mut figure.kind
    {
        *own = initiative;
        return Ok(());
    }
    let is_monster = |figure: &Figure| matches!(figure.kind, Kind::Monster(_));
    if !layout.figures.iter().any(|figure| is_monster(figure) && figure.set() == holder.set) {
        let there = layout.figures.iter().map(|figure| {
            if is_monster(figure) { figure.name().to_owned() } else { figure.to_string() }
        });
        let mut there: Vec<String> = there.collect();
        there.dedup();
        let name = layout.names.set_name(holder.set).to_string();
        return Err(Illegal::NoSuchFigure { name, there }.into());
    }
    let number = match initiative {
        Initiative::Card { number, .. } => Some(number),
        Initiative::Resting => Some(99),
        Initiative::Hidden => None,
    };
    set_initiative(layout, holder.set, number);
    Ok(())
}

/// Whether these are the targets of an end, its focus first: those that are sure, and as many of the
/// others as the players choose.
fn fits(end: &End, targets: &[FigureId]) -> bool {
    let is_new = |(at, id): (usize, &FigureId)| !targets[..at].contains(id);
    let is_open = |id: &&FigureId| {
        end.choice.as_ref().is_some_and(|choice| choice.from.contains(id))
            && !end.targets.contains(id)
    };
    let count = end.targets.len() + end.choice.as_ref().map_or(0, |choice| choice.count);
    let open = targets.iter().filter(is_open).count();
    targets.len() == count
        && targets.first() == end.targets.first()
        && targets.iter().enumerate().all(is_new)
        && end.targets.iter().all(|sure| targets.contains(sure))
        && open + end.targets.len() == count
}

/// Takes a figure off the map, and its summons with it (S7.7).
fn remove(layout: &mut Layout, id: FigureId) {
    let is_summon = |figure: &Figure| matches!(figure.kind, Kind::Summon { owner } if owner == id);
    layout.figures.retain(|figure| figure.id() != id && !is_summon(figure));
    let figures = &layout.figures;
    let stands = |id: FigureId| figures.iter().any(|figure| figure.id() == id);
    layout.attacked.retain(|&attacked| stands(attacked));
    if layout.again.take_if(|further| !stands(further.figure)).is_some() {
        layout.attacked.clear();
    }
}

fn set_initiative(layout: &mut Layout, set: SetId, number: Option<u8>) {
    layout.initiatives.retain(|of| of.set != set);
    layout.initiatives.extend(number.map(|number| SetInitiative { set, number }));
}

/// Gives every set this initiative, or none until its card is turned over.
fn deal_initiatives(layout: &mut Layout, number: Option<u8>) {
    layout.initiatives.clear();
    let sets = layout.figures.iter().filter(|figure| matches!(figure.kind, Kind::Monster(_)));
    let sets: Vec<SetId> = sets.map(Figure::set).collect();
    for set in sets {
        set_initiative(layout, set, number);
    }
}

impl HitPoints {
    /// So many more or fewer than there are, within what a figure can have.
    #[must_use]
    pub fn changed(self, by: i16) -> Self {
        let by_size = by.unsigned_abs();
        if by < 0 { self.hurt(by_size) } else { self.healed(by_size) }
    }
}
