//! The game of a scenario: what lies on the table, which round it is, and who has had a turn.
//!
//! [`Game::play`] is the one way in, and [`Game::outcome`] the same with what is to be reported. It
//! judges what the rules of monsters say, and what cannot lie on a table; how far a character walks,
//! and what it does there, is left to the players.

use std::collections::BTreeSet;

use plain_text::{name_key, same_name};

use super::action::{Action, Turn};
use super::answer::{Answer, End, Sprung};
use super::board::Terrain;
use super::card::SetCard;
use super::edition::Edition;
use super::figure::{Figure, FigureId, HitPoints, Initiative, Kind, called};
use super::hex::Hex;
use super::illegal::{Illegal, Refusal};
use super::outcome::{Effect, Notices, Outcome, Warning};
use super::position::{Layout, Position, SetInitiative, acts_as_monster, check_alive, find};
use super::round::TurnStatus;
use super::rulebook::Switch;

/// A scenario while it is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    position: Position,
    round: u16,
    /// Full names of those whose turn is over in this round.
    acted: Vec<String>,
    /// Whom everybody has attacked in this round, by full names.
    attacks: Vec<(String, Vec<String>)>,
    /// The full name of the figure during whose turn in this round somebody came onto the map, or
    /// a door was opened: that turn is finished before those that came act (G16).
    finishing: Option<String>,
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
        let name = self.position.figure(id).to_string();
        self.acted.iter().any(|other| same_name(other, &name))
    }

    /// Returns everybody who has turns and whose turn is not over in this round.
    pub(super) fn waiting(&self) -> BTreeSet<FigureId> {
        let acted: BTreeSet<String> = self.acted.iter().map(|name| name_key(name)).collect();
        let all = self.position.figures().iter().enumerate();
        let waits = all.filter(|(_, figure)| {
            let has_turns = !matches!(figure.kind, Kind::Object(..));
            has_turns && !acted.contains(&name_key(&figure.to_string()))
        });
        waits.map(|(at, _)| FigureId(at)).collect()
    }

    /// The figure whose turn is finished before those that came onto the map in it act (G16).
    pub(super) fn finishing(&self) -> Option<&str> {
        self.finishing.as_deref()
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
        let rest: Vec<FigureId> = (0..self.position.figures().len())
            .map(FigureId)
            .filter(|id| !all.contains(id))
            .collect();
        all.extend(rest);
        all.retain(|&id| self.acts_as_monster(id) && !self.has_acted(id));
        all
    }

    /// Whether a figure acts by the rules of monsters.
    #[must_use]
    pub fn acts_as_monster(&self, id: FigureId) -> bool {
        acts_as_monster(self.position.figure(id))
    }

    /// The turn that an end of an answer comes to, with these of the enemies to choose from.
    #[must_use]
    pub fn turn_of(&self, answer: &Answer, end: &End, chosen: &[FigureId]) -> Turn {
        let name = |id: &FigureId| self.position.figure(*id).to_string();
        Turn {
            name: name(&answer.figure),
            to: end.hex,
            targets: end.targets.iter().chain(chosen).map(name).collect(),
            overruled: None,
        }
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
                    set_initiative(layout, &figure.name, Some(number));
                }
            }
            Action::Remove(name) => {
                let id = self.position.find(name)?;
                remove(layout, id);
            }
            Action::Move { name, to } => {
                let id = self.position.find(name)?;
                let figure = self.position.figure(id);
                let is_door = self.position.board().terrain(*to) == Some(Terrain::ClosedDoor);
                if is_door && matches!(figure.kind, Kind::Character(_)) {
                    next.finishing = Some(figure.to_string());
                }
                self.come_to(&mut draft, id, *to);
            }
            Action::HitPoints { name, hit_points } => {
                let id = self.position.find(name)?;
                layout.figures[id.0].hit_points = Some(*hit_points);
                if hit_points.is_gone() {
                    remove(layout, id);
                }
            }
            Action::Condition { name, condition, has } => {
                let figure = &mut layout.figures[self.position.find(name)?.0];
                if *has {
                    figure.conditions.insert(*condition);
                } else {
                    figure.conditions.remove(*condition);
                }
            }
            Action::Flying { name, flies, to } => {
                let id = self.position.find(name)?;
                layout.figures[id.0].flying = *flies;
                if !flies {
                    self.come_down(&mut draft, id, *to)?;
                }
            }
            Action::Card(card) => {
                layout.cards.retain(|of| of.rank != card.rank || !same_name(&of.name, &card.name));
                layout.cards.push(card.clone());
            }
            Action::Initiative { name, initiative } => {
                reveal(layout, name, *initiative)?;
            }
            Action::Always(number) => {
                next.always = *number;
                deal_initiatives(layout, *number);
            }
            Action::Level(level) => layout.level = Some(*level),
            Action::Ruling(switch, on) => {
                layout.switches.set(*switch, *on);
                if let (Switch::OtherTarget, Some(again)) = (switch, &layout.again)
                    && self.has_attacked(&again.name)
                {
                    layout.attacked = self.attacked_before(&again.name, *on);
                }
            }
            Action::Turn(turn) => {
                self.take_turn(&mut draft, turn)?;
                next.attacks.push((turn.name.clone(), turn.targets.clone()));
                next.end_turn(&mut draft.layout, turn.name.clone());
            }
            Action::Again(of) => next.begin_again(layout, of)?,
            Action::Done(name) => {
                let id = self.position.find(name)?;
                self.not_acted(id)?;
                next.end_turn(layout, self.position.figure(id).to_string());
            }
            Action::Round => next.begin_round(layout),
            Action::Note(_) => return Ok(Outcome { game: next, notices: draft.notices }),
        }
        next.position = Position::new(draft.layout)?;
        // Whoever is put on the map under the name of one that left it has done nothing yet.
        let stands = |name: &String| next.position.find(name).is_ok();
        next.acted.retain(stands);
        next.attacks.retain(|(name, _)| stands(name));
        Ok(Outcome { game: next, notices: draft.notices })
    }

    fn on_grid(&self, hexes: &[Hex]) -> Result<(), Refusal> {
        let board = self.position.board();
        let outside = |hex: &&Hex| hex.column >= board.columns() || hex.row >= board.rows();
        let reasons = hexes.iter().filter(outside);
        let reasons = reasons.map(|&hex| super::position::off_map(board, hex.to_string(), hex));
        Refusal::unless_none(reasons.collect())
    }

    fn not_acted(&self, id: FigureId) -> Result<(), Refusal> {
        if self.has_acted(id) {
            let figure = self.position.figure(id).to_string();
            return Err(Illegal::HasActed { figure }.into());
        }
        Ok(())
    }

    /// Returns the figure in the middle of whose turn somebody comes onto the map.
    fn interrupted(&self) -> Option<String> {
        // Before the first turn of a round nobody is in the middle of one.
        let TurnStatus::Turn { figures, .. } = self.turn_status() else { return None };
        match figures.as_slice() {
            [id] if !self.acted.is_empty() => Some(self.position.figure(*id).to_string()),
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

    /// The turn of a figure is over, and with it what it had to do again.
    fn end_turn(&mut self, layout: &mut Layout, name: String) {
        if layout.again.as_ref().is_none_or(|again| same_name(&again.name, &name)) {
            layout.again = None;
            layout.attacked.clear();
        }
        self.acted.push(name);
    }

    /// A monster that has had its turn carries out a further attack of its card (S8.14, G28). One that
    /// another was about to carry out is given up.
    fn begin_again(&mut self, layout: &mut Layout, of: &SetCard) -> Result<(), Refusal> {
        let id = self.position.find(&of.name)?;
        let name = self.position.figure(id).to_string();
        if !self.has_acted(id) {
            return Err(Illegal::NotActed { figure: name }.into());
        }
        self.acted.extend(layout.again.take().map(|other| other.name));
        self.acted.retain(|other| !same_name(other, &name));
        layout.attacked = self.attacked_before(&name, layout.switches.other_target);
        layout.again = Some(SetCard { name, rank: None, card: of.card });
        Ok(())
    }

    /// Whether a figure has attacked anybody in this round.
    fn has_attacked(&self, name: &str) -> bool {
        self.attacks.iter().any(|(other, targets)| same_name(other, name) && !targets.is_empty())
    }

    /// Whom a further attack of a figure is measured by: by the letter everybody it has attacked in
    /// this round, otherwise the focus of its latest attack, as far as they are on the map (G28).
    fn attacked_before(&self, name: &str, other_target: bool) -> Vec<String> {
        let own = self.attacks.iter().filter(|(other, _)| same_name(other, name));
        let mut own =
            own.map(|(_, targets)| targets.as_slice()).filter(|targets| !targets.is_empty());
        let targets: Vec<&[String]> = if other_target {
            own.collect()
        } else {
            own.next_back().map(|latest| &latest[..1]).into_iter().collect()
        };
        let stands = |name: &&String| self.position.find(name).is_ok();
        targets.into_iter().flatten().filter(stands).cloned().collect()
    }

    /// A figure comes to a hex; whether it can stand there is left to the position.
    fn come_to(&self, draft: &mut Draft, id: FigureId, to: Hex) {
        let figure = self.position.figure(id);
        let layout = &mut draft.layout;
        layout.figures[id.0].hex = to;
        let opens = matches!(figure.kind, Kind::Character(_));
        let terrain = self.position.board().terrain(to);
        if terrain == Some(Terrain::ClosedDoor) && opens {
            layout.board.set(to, Some(Terrain::OpenDoor));
        }
        let springs_in_place = !draft.edition.is_strict() && !figure.flying;
        if springs_in_place && to == figure.hex && terrain == Some(Terrain::Trap) {
            layout.board.set(to, Some(Terrain::Open));
        }
        draft.spring(figure, self.position.sprung_at(id, to).as_slice());
    }

    /// A figure stops flying, and what is below hurts it (G29).
    fn come_down(&self, draft: &mut Draft, id: FigureId, to: Option<Hex>) -> Result<(), Refusal> {
        let figure = self.position.figure(id);
        let (name, hex) = (figure.to_string(), figure.hex);
        let nearest = self.position.landings(id);
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
            draft.layout.figures[id.0].hex = landing;
            let damage = self.position.damage_of(Terrain::Obstacle);
            draft.hurt(figure, &Sprung { hex, terrain, damage }, Some(landing));
        } else if terrain.is_negative() {
            let damage = self.position.damage_of(terrain);
            draft.spring_below(figure, Sprung { hex, terrain, damage });
        }
        Ok(())
    }

    fn take_turn(&self, draft: &mut Draft, turn: &Turn) -> Result<(), Refusal> {
        let id = self.position.find(&turn.name)?;
        let targets = turn.targets.iter().map(|name| self.position.find(name));
        let targets: Vec<FigureId> = targets.collect::<Result<_, _>>()?;
        if turn.overruled.is_some() {
            self.come_to(draft, id, turn.to);
            return Ok(());
        }
        self.not_acted(id)?;
        let sprung = match self.judge_turn(id, turn, &targets) {
            Ok(sprung) => sprung,
            Err(refusal) if draft.edition.is_strict() => return Err(refusal),
            Err(refusal) => {
                let rulings = self.position.turn(id).map(|answer| answer.rulings);
                let rulings = rulings.unwrap_or_default();
                draft.notices.warnings.push(Warning::Turn { refusal, rulings });
                self.position.sprung_on_way(id, turn.to)
            }
        };
        draft.layout.figures[id.0].hex = turn.to;
        draft.spring(self.position.figure(id), &sprung);
        Ok(())
    }

    /// Checks whether a turn is among those that are right; returns what is sprung on the way.
    fn judge_turn(
        &self,
        id: FigureId,
        turn: &Turn,
        targets: &[FigureId],
    ) -> Result<Vec<Sprung>, Refusal> {
        let answer = self.position.turn(id)?;
        let figure = turn.name.clone();
        if answer.ends.is_empty() {
            let hex = self.position.figure(id).hex;
            return match (turn.to == hex, targets.is_empty()) {
                (false, _) => {
                    Err(Illegal::OtherEnd { figure, hex: turn.to, ends: vec![hex] }.into())
                }
                (true, false) => {
                    let targets = turn.targets.clone();
                    Err(Illegal::OtherTargets { figure, hex, targets }.into())
                }
                (true, true) => Ok(Vec::new()),
            };
        }
        let mut there = answer.ends.iter().filter(|end| end.hex == turn.to).peekable();
        if there.peek().is_none() {
            let mut ends: Vec<Hex> = answer.ends.iter().map(|end| end.hex).collect();
            ends.dedup();
            return Err(Illegal::OtherEnd { figure, hex: turn.to, ends }.into());
        }
        let Some(end) = there.find(|end| fits(end, targets)) else {
            let targets = turn.targets.clone();
            return Err(Illegal::OtherTargets { figure, hex: turn.to, targets }.into());
        };
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
            if find(&self.layout.figures, &figure.to_string()).is_err() {
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
        let Ok(id) = find(&self.layout.figures, &figure.to_string()) else {
            return;
        };
        let &Sprung { hex, terrain, damage } = sprung;
        let own = &mut self.layout.figures[id.0];
        own.hit_points = own.hit_points.map(|now| now.hurt(damage.unwrap_or_default()));
        let left = own.hit_points;
        let figure = called(figure);
        self.notices.effects.push(Effect { figure, hex, terrain, damage, left, put_in });
        if left.is_some_and(HitPoints::is_gone) {
            remove(&mut self.layout, id);
        }
    }
}

/// An initiative card is turned over.
fn reveal(layout: &mut Layout, name: &str, initiative: Initiative) -> Result<(), Refusal> {
    let is_set = |kind: &Kind| matches!(kind, Kind::Monster(_));
    if let Ok(id) = find(&layout.figures, name)
        && let Kind::Character(own) | Kind::Ally(own) | Kind::Object(_, own) =
            &mut layout.figures[id.0].kind
    {
        *own = initiative;
        return Ok(());
    }
    let mut figures = layout.figures.iter();
    if !figures.any(|figure| is_set(&figure.kind) && same_name(&figure.name, name)) {
        let there = layout.figures.iter().map(|figure| match figure.kind {
            Kind::Monster(_) => figure.name.clone(),
            _ => figure.to_string(),
        });
        let mut there: Vec<String> = there.collect();
        there.dedup();
        return Err(Illegal::NoSuchFigure { name: name.to_owned(), there }.into());
    }
    let number = match initiative {
        Initiative::Card { number, .. } => Some(number),
        Initiative::Resting => Some(99),
        Initiative::Hidden => None,
    };
    set_initiative(layout, name, number);
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
    let gone = layout.figures.remove(id.0);
    let name = gone.to_string();
    layout.figures.retain(
        |figure| !matches!(&figure.kind, Kind::Summon { owner } if same_name(owner, &name)),
    );
    let figures = &layout.figures;
    let stands = |name: &String| find(figures, name).is_ok();
    layout.attacked.retain(stands);
    if layout.again.take_if(|of| !stands(&of.name)).is_some() {
        layout.attacked.clear();
    }
}

fn set_initiative(layout: &mut Layout, name: &str, number: Option<u8>) {
    layout.initiatives.retain(|of| !same_name(&of.name, name));
    let name = name.to_owned();
    layout.initiatives.extend(number.map(|number| SetInitiative { name, number }));
}

/// Gives every set this initiative, or none until its card is turned over.
fn deal_initiatives(layout: &mut Layout, number: Option<u8>) {
    layout.initiatives.clear();
    let sets = layout.figures.iter().filter(|figure| matches!(figure.kind, Kind::Monster(_)));
    let names: Vec<String> = sets.map(|figure| figure.name.clone()).collect();
    for name in names {
        set_initiative(layout, &name, number);
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
