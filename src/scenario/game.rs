//! The game of a scenario: what lies on the table, which round it is, and who has had a turn.
//!
//! [`Game::play`] is the one way in. It judges what the rules of monsters say, and what cannot lie
//! on a table; how far a character walks, and what it does there, is left to the players.

use english::same_name;

use super::action::{Action, Turn};
use super::answer::{Answer, End};
use super::board::Terrain;
use super::card::SetCard;
use super::figure::{FigureId, HitPoints, Initiative, Kind};
use super::hex::Hex;
use super::illegal::{Illegal, Refusal};
use super::position::{Layout, Position, SetInitiative, acts_as_monster, find};

/// A scenario while it is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    position: Position,
    round: u16,
    /// Full names of those whose turn is over in this round.
    acted: Vec<String>,
    /// Whom everybody has attacked in this round, by full names.
    attacks: Vec<(String, Vec<String>)>,
    always: Option<u8>,
}

impl Game {
    /// A game that begins as a table lies, in its first round.
    #[must_use]
    pub const fn new(position: Position) -> Self {
        Self { position, round: 1, acted: Vec::new(), attacks: Vec::new(), always: None }
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
        let mut next = self.clone();
        let mut layout = self.position.layout().clone();
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
                layout.figures.push(figure.clone());
                if let (Some(number), Kind::Monster(_)) = (self.always, &figure.kind) {
                    set_initiative(&mut layout, &figure.name, Some(number));
                }
            }
            Action::Remove(name) => {
                let id = self.position.find(name)?;
                remove(&mut layout, id);
            }
            Action::Move { name, to } => {
                let id = self.position.find(name)?;
                self.come_to(&mut layout, id, *to);
            }
            Action::HitPoints { name, hit_points } => {
                let id = self.position.find(name)?;
                layout.figures[id.0].hit_points = Some(*hit_points);
                if hit_points.is_gone() {
                    remove(&mut layout, id);
                }
            }
            Action::Condition { name, condition, has } => {
                let figure = &mut layout.figures[self.position.find(name)?.0];
                let conditions = figure.conditions;
                figure.conditions =
                    if *has { conditions.with(*condition) } else { conditions.without(*condition) };
            }
            Action::Flying { name, flies } => {
                layout.figures[self.position.find(name)?.0].flying = *flies;
            }
            Action::Card(card) => {
                layout.cards.retain(|of| of.rank != card.rank || !same_name(&of.name, &card.name));
                layout.cards.push(card.clone());
            }
            Action::Initiative { name, initiative } => {
                reveal(&mut layout, name, *initiative)?;
            }
            Action::Always(number) => {
                next.always = *number;
                deal_initiatives(&mut layout, *number);
            }
            Action::Level(level) => layout.level = Some(*level),
            Action::Ruling(switch, on) => layout.switches.set(*switch, *on),
            Action::Turn(turn) => {
                self.take_turn(&mut layout, turn)?;
                next.attacks.push((turn.name.clone(), turn.targets.clone()));
                next.end_turn(&mut layout, turn.name.clone());
            }
            Action::Again(of) => next.begin_again(&mut layout, of)?,
            Action::Done(name) => {
                let id = self.position.find(name)?;
                self.not_acted(id)?;
                next.end_turn(&mut layout, self.position.figure(id).to_string());
            }
            Action::Round => {
                next.round = self.round.saturating_add(1);
                next.acted.clear();
                next.attacks.clear();
                layout.again = None;
                layout.attacked.clear();
                for figure in &mut layout.figures {
                    if let Kind::Character(initiative) = &mut figure.kind {
                        *initiative = Initiative::Hidden;
                    }
                }
                deal_initiatives(&mut layout, self.always);
            }
            Action::Note(_) => return Ok(next),
        }
        next.position = Position::new(layout)?;
        // Whoever is put on the map under the name of one that left it has done nothing yet.
        let stands = |name: &String| next.position.find(name).is_ok();
        next.acted.retain(stands);
        next.attacks.retain(|(name, _)| stands(name));
        Ok(next)
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

    /// The turn of a figure is over, and with it what it had to do again.
    fn end_turn(&mut self, layout: &mut Layout, name: String) {
        if layout.again.as_ref().is_none_or(|again| same_name(&again.name, &name)) {
            layout.again = None;
            layout.attacked.clear();
        }
        self.acted.push(name);
    }

    /// A monster that has had its turn carries out a further attack of its card, on whom it has not
    /// attacked yet (S8.14). One that another was about to carry out is given up.
    fn begin_again(&mut self, layout: &mut Layout, of: &SetCard) -> Result<(), Refusal> {
        let id = self.position.find(&of.name)?;
        let name = self.position.figure(id).to_string();
        if !self.has_acted(id) {
            return Err(Illegal::NotActed { figure: name }.into());
        }
        self.acted.extend(layout.again.take().map(|other| other.name));
        self.acted.retain(|other| !same_name(other, &name));
        let own = self.attacks.iter().filter(|(other, _)| same_name(other, &name));
        layout.attacked = own.flat_map(|(_, targets)| targets.iter().cloned()).collect();
        layout.attacked.retain(|target| self.position.find(target).is_ok());
        layout.again = Some(SetCard { name, rank: None, card: of.card });
        Ok(())
    }

    /// A figure comes to a hex; whether it can stand there is left to the position.
    fn come_to(&self, layout: &mut Layout, id: FigureId, to: Hex) {
        let figure = self.position.figure(id);
        layout.figures[id.0].hex = to;
        let opens = matches!(figure.kind, Kind::Character(_));
        match self.position.board().terrain(to) {
            Some(Terrain::ClosedDoor) if opens => layout.board.set(to, Some(Terrain::OpenDoor)),
            Some(Terrain::Trap) if !figure.flying => layout.board.set(to, Some(Terrain::Open)),
            _ => {}
        }
    }

    fn take_turn(&self, layout: &mut Layout, turn: &Turn) -> Result<(), Refusal> {
        let id = self.position.find(&turn.name)?;
        let targets = turn.targets.iter().map(|name| self.position.find(name));
        let targets: Vec<FigureId> = targets.collect::<Result<_, _>>()?;
        if turn.overruled.is_some() {
            self.come_to(layout, id, turn.to);
            return Ok(());
        }
        self.not_acted(id)?;
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
                (true, true) => Ok(()),
            };
        }
        let mut there = answer.ends.iter().filter(|end| end.hex == turn.to).peekable();
        if there.peek().is_none() {
            let mut ends: Vec<Hex> = answer.ends.iter().map(|end| end.hex).collect();
            ends.dedup();
            return Err(Illegal::OtherEnd { figure, hex: turn.to, ends }.into());
        }
        let Some(end) = there.find(|end| fits(end, &targets)) else {
            let targets = turn.targets.clone();
            return Err(Illegal::OtherTargets { figure, hex: turn.to, targets }.into());
        };
        layout.figures[id.0].hex = turn.to;
        for sprung in end.sprung.iter().filter(|sprung| sprung.terrain == Terrain::Trap) {
            layout.board.set(sprung.hex, Some(Terrain::Open));
        }
        Ok(())
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

/// Whether these are the targets of an end: those that are sure, and as many of the others as the
/// players choose.
fn fits(end: &End, targets: &[FigureId]) -> bool {
    let Some(more) = targets.strip_prefix(end.targets.as_slice()) else {
        return false;
    };
    match &end.choice {
        None => more.is_empty(),
        Some(choice) => {
            let is_new = |(at, id): (usize, &FigureId)| !more[..at].contains(id);
            more.len() == choice.count
                && more.iter().all(|id| choice.from.contains(id))
                && more.iter().enumerate().all(is_new)
        }
    }
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
