//! What lies on the table at one moment, checked: the map, who stands where, this round's cards.
//!
//! A [`Layout`] may be nonsense; a [`Position`] may not, and [`Position::new`] is the only bridge.

use plain_text::{name_key, same_name};

use super::board::{Board, NOWHERE, Place, Terrain};
use super::card::{Attack, Card, Move, Reach, SetCard};
use super::figure::{Condition, Figure, FigureId, HitPoints, Initiative, Kind, Party};
use super::hex::Hex;
use super::illegal::{Illegal, Refusal};
use super::order::Order;
use super::rulebook::{Switch, Switches};

/// The initiative of a set this round, once its card is revealed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetInitiative {
    /// The name of the set.
    pub name: String,
    /// Its initiative.
    pub number: u8,
}

/// What somebody says lies on the table, not checked yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The map.
    pub board: Board,
    /// Who stands on it.
    pub figures: Vec<Figure>,
    /// This round's cards of sets, and what summons do.
    pub cards: Vec<SetCard>,
    /// The initiatives of sets.
    pub initiatives: Vec<SetInitiative>,
    /// A further attack of its card that a monster, by its full name, is about to carry out.
    pub again: Option<SetCard>,
    /// Full names of enemies that it, or else whoever acts, has attacked already with another
    /// attack of the same card, the focus of that attack first (S8.14).
    pub attacked: Vec<String>,
    /// The level of the scenario, if it is said.
    pub level: Option<u8>,
    /// The rulings the table has switched.
    pub switches: Switches,
}

impl Layout {
    /// An empty map without anybody on it.
    #[must_use]
    pub fn new(board: Board) -> Self {
        Self {
            board,
            figures: Vec::new(),
            cards: Vec::new(),
            initiatives: Vec::new(),
            again: None,
            attacked: Vec::new(),
            level: None,
            switches: Switches::default(),
        }
    }
}

/// What lies on the table, checked.
///
/// Invariant: every figure stands in a hex of its own in which it can stand, names are unique, and
/// every summon has its character.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    layout: Layout,
    /// Who stands in each place of the map, [`NOWHERE`] for nobody.
    occupant: Vec<u16>,
    again: Option<FigureId>,
    attacked: Vec<FigureId>,
    order: Order,
}

impl Position {
    /// The most figures a map can hold.
    pub const MOST_FIGURES: usize = 200;
    /// The highest level of a scenario.
    pub const MOST_LEVEL: u8 = 7;

    /// Checks what lies on the table.
    ///
    /// # Errors
    ///
    /// Everything that cannot be so.
    pub fn new(layout: Layout) -> Result<Self, Refusal> {
        let mut reasons = Vec::new();
        bounds(&layout, &mut reasons);
        Refusal::unless_none(std::mem::take(&mut reasons))?;
        let mut occupant = vec![NOWHERE; layout.board.places()];
        for (index, figure) in layout.figures.iter().enumerate() {
            let Some(place) = layout.board.place(figure.hex) else {
                reasons.push(off_map(
                    &layout.board,
                    format!("{figure} in {}", figure.hex),
                    figure.hex,
                ));
                continue;
            };
            if let Some(ground) = cannot_stand(figure, layout.board.terrain_at(place)) {
                let figure = figure.to_string();
                reasons.push(Illegal::CannotStand { figure, hex: layout.board.hex(place), ground });
            }
            let there = &mut occupant[usize::from(place)];
            if *there == NOWHERE {
                *there = u16::try_from(index).unwrap_or(NOWHERE);
            } else {
                let first = layout.figures[usize::from(*there)].to_string();
                let second = figure.to_string();
                reasons.push(Illegal::TwoFigures { hex: figure.hex, first, second });
            }
        }
        names(&layout, &mut reasons);
        let again = match layout.again.as_ref().map(|of| find(&layout.figures, &of.name)) {
            None => None,
            Some(Ok(id)) if acts_as_monster(&layout.figures[id.0]) => Some(id),
            Some(Ok(id)) => {
                let figure = layout.figures[id.0].to_string();
                reasons.push(Illegal::NotAMonster { figure });
                None
            }
            Some(Err(reason)) => {
                reasons.push(reason);
                None
            }
        };
        let mut attacked = Vec::new();
        for name in &layout.attacked {
            match find(&layout.figures, name) {
                Ok(id) => attacked.push(id),
                Err(reason) => reasons.push(reason),
            }
        }
        Refusal::unless_none(reasons)?;
        let order = Order::of(&layout);
        Ok(Self { layout, occupant, again, attacked, order })
    }

    /// What it was made of.
    #[must_use]
    pub const fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The map.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.layout.board
    }

    /// The rulings the table has switched.
    #[must_use]
    pub const fn switches(&self) -> Switches {
        self.layout.switches
    }

    /// The same with a ruling switched on or off, on which nothing rests that was checked.
    pub(super) fn with_switch(mut self, switch: Switch, on: bool) -> Self {
        self.layout.switches.set(switch, on);
        self
    }

    /// Every figure.
    #[must_use]
    pub fn figures(&self) -> &[Figure] {
        &self.layout.figures
    }

    /// One figure.
    ///
    /// # Panics
    ///
    /// If `id` belongs to another position.
    #[must_use]
    pub fn figure(&self, id: FigureId) -> &Figure {
        &self.layout.figures[id.0]
    }

    /// The figure of this full name, "Guard 3", in whatever case it is written.
    ///
    /// # Errors
    ///
    /// [`Illegal::NoSuchFigure`], with the names that there are.
    pub fn find(&self, name: &str) -> Result<FigureId, Illegal> {
        find(&self.layout.figures, name)
    }

    /// Who stands in a hex.
    #[must_use]
    pub fn standing_in(&self, hex: Hex) -> Option<FigureId> {
        self.occupant_at(self.board().place(hex)?)
    }

    /// Every enemy of a figure, in the order of the list.
    pub fn enemies_of(&self, id: FigureId) -> impl Iterator<Item = FigureId> {
        let party = self.figure(id).party();
        let others = self.figures().iter().enumerate();
        others.filter(move |(_, other)| other.party() != party).map(|(at, _)| FigureId(at))
    }

    /// The enemies that a monster has attacked already with another attack of its card, the focus of
    /// that attack first (S8.14).
    #[must_use]
    pub fn attacked_by(&self, monster: FigureId) -> &[FigureId] {
        if self.again.is_none_or(|again| again == monster) { &self.attacked } else { &[] }
    }

    /// When everybody acts.
    #[must_use]
    pub const fn order(&self) -> &Order {
        &self.order
    }

    /// What the card of this round says for a figure: its further attack if it is about to carry one
    /// out, otherwise what is said for its rank, otherwise for its set.
    ///
    /// # Errors
    ///
    /// [`Illegal::NotAMonster`] for a character or an object, [`Illegal::NoCard`] where none is said.
    pub fn card(&self, id: FigureId) -> Result<Card, Illegal> {
        let figure = self.figure(id);
        if !acts_as_monster(figure) {
            return Err(Illegal::NotAMonster { figure: figure.to_string() });
        }
        if let Some(of) = self.layout.again.as_ref().filter(|_| self.again == Some(id)) {
            return Ok(of.card);
        }
        let of_set = self.layout.cards.iter().filter(|card| same_name(&card.name, &figure.name));
        let fitting = of_set.filter(|card| card.rank.is_none() || card.rank == figure.rank());
        let found = fitting.max_by_key(|card| card.rank.is_some());
        found
            .map(|of| of.card)
            .ok_or_else(|| Illegal::NoCard { figure: figure.to_string(), set: figure.name.clone() })
    }

    /// The level of the scenario, if it is said.
    #[must_use]
    pub const fn level(&self) -> Option<u8> {
        self.layout.level
    }

    /// The place of a figure on the map.
    pub(super) fn place(&self, id: FigureId) -> Place {
        self.board().place(self.figure(id).hex).unwrap_or(NOWHERE)
    }

    /// Who stands in a place of the map.
    pub(super) fn occupant_at(&self, place: Place) -> Option<FigureId> {
        let there = self.occupant[usize::from(place)];
        (there != NOWHERE).then(|| FigureId(usize::from(there)))
    }
}

/// Whether a figure acts by the rules of monsters.
pub(super) const fn acts_as_monster(figure: &Figure) -> bool {
    match figure.kind {
        Kind::Monster(_) | Kind::Summon { .. } | Kind::Ally(_) => true,
        Kind::Character(_) | Kind::Object(..) => false,
    }
}

/// Returns the figure of a name.
pub(super) fn find(figures: &[Figure], name: &str) -> Result<FigureId, Illegal> {
    let at = figures.iter().position(|figure| same_name(&figure.to_string(), name));
    at.map(FigureId).ok_or_else(|| Illegal::NoSuchFigure {
        name: name.trim().chars().take(60).collect(),
        there: figures.iter().take(20).map(Figure::to_string).collect(),
    })
}

/// Creates the refusal of something that lies beside the map.
#[must_use]
pub fn off_map(board: &Board, what: String, hex: Hex) -> Illegal {
    Illegal::OffMap { what, hex, last: Hex::new(board.columns() - 1, board.rows() - 1) }
}

/// What the hex is, if the figure cannot stand there (S2.5).
pub(super) fn cannot_stand(figure: &Figure, terrain: Option<Terrain>) -> Option<&'static str> {
    match terrain {
        None => Some("the map has no hex there"),
        Some(Terrain::ClosedDoor) => Some("a closed door"),
        Some(Terrain::LockedDoor) => Some("a locked door"),
        Some(Terrain::Obstacle) if !figure.flying && !matches!(figure.kind, Kind::Object(..)) => {
            Some("an obstacle")
        }
        Some(
            Terrain::Open
            | Terrain::Obstacle
            | Terrain::Trap
            | Terrain::Hazardous
            | Terrain::Difficult
            | Terrain::OpenDoor,
        ) => None,
    }
}

/// Checks that a figure which is put on the map has hit points left, if they are counted.
///
/// A [`Position`] itself may hold one that has none: records were made with such.
///
/// # Errors
///
/// [`Illegal::NoHitPoints`], with its hex.
pub fn check_alive(figure: &Figure) -> Result<(), Illegal> {
    if figure.hit_points.is_some_and(HitPoints::is_gone) {
        return Err(Illegal::NoHitPoints { figure: figure.to_string(), hex: figure.hex });
    }
    Ok(())
}

fn bounds(layout: &Layout, reasons: &mut Vec<Illegal>) {
    let mut within = |what: &str, amount: u32, least: u32, most: u32| {
        if !(least..=most).contains(&amount) {
            reasons.push(Illegal::OutOfBounds { what: what.to_owned(), amount, least, most });
        }
    };
    let count = |of: usize| u32::try_from(of).unwrap_or(u32::MAX);
    within("the number of figures", count(layout.figures.len()), 0, count(Position::MOST_FIGURES));
    for of in layout.cards.iter().chain(&layout.again) {
        if let Some(Attack { reach, targets }) = of.card.attack {
            let most = u32::from(Card::MOST_RANGE);
            if let Reach::Ranged(range) = reach {
                within(&format!("the range of {}", of.name), range.into(), 1, most);
            }
            let most = u32::from(Card::MOST);
            within(&format!("the number of targets of {}", of.name), targets.into(), 1, most);
        }
        if let Some(Move { points, .. }) = of.card.movement {
            let most = u32::from(Card::MOST);
            within(&format!("the move of {}", of.name), points.into(), 0, most);
        }
    }
    if let Some(level) = layout.level {
        within("the level of the scenario", level.into(), 0, Position::MOST_LEVEL.into());
    }
    for of in &layout.initiatives {
        within(&format!("the initiative of {}", of.name), of.number.into(), 0, 99);
    }
    for figure in &layout.figures {
        if let Kind::Character(initiative) | Kind::Ally(initiative) | Kind::Object(_, initiative) =
            figure.kind
            && let Initiative::Card { number, second } = initiative
        {
            let highest = number.max(second.unwrap_or(0));
            within(&format!("the initiative of {figure}"), highest.into(), 0, 99);
        }
        if let Some(hit_points) = figure.hit_points {
            let most = hit_points.most.into();
            within(
                &format!("what {figure} has of its hit points"),
                hit_points.left.into(),
                0,
                most,
            );
        }
    }
}

fn names(layout: &Layout, reasons: &mut Vec<Illegal>) {
    let mut names: Vec<String> =
        layout.figures.iter().map(|figure| name_key(&figure.to_string())).collect();
    names.sort_unstable();
    let twice: Vec<&String> =
        names.windows(2).filter(|two| two[0] == two[1]).map(|two| &two[0]).collect();
    for figure in &layout.figures {
        let name = figure.to_string();
        let first = find(&layout.figures, &name).is_ok_and(|id| &layout.figures[id.0] == figure);
        if first && twice.contains(&&name_key(&name)) {
            reasons.push(Illegal::SameName { name });
        }
        if let Kind::Summon { owner } = &figure.kind
            && !find(&layout.figures, owner)
                .is_ok_and(|id| matches!(layout.figures[id.0].kind, Kind::Character(_)))
        {
            reasons.push(Illegal::NoOwner { summon: figure.to_string(), owner: owner.clone() });
        }
    }
}

impl Figure {
    /// Whether it has the condition.
    #[must_use]
    pub fn is(&self, condition: Condition) -> bool {
        self.conditions.contains(condition)
    }
}

impl Party {
    /// The word for it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Characters => "characters",
            Self::Monsters => "monsters",
        }
    }
}
