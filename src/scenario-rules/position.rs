//! The table at one moment, checked: the map, the figures on it, this round's cards.
//!
//! A [`Layout`] may be nonsense; a [`Position`] may not. [`Position::new`] checks all of a layout; a
//! table that follows from a checked one is checked where it changed (`Position::after`,
//! [`Position::with_at`]).

use std::sync::Arc;

use super::board::{Board, NOWHERE, Place};
use super::card::{Card, FurtherAttack, SetCard};
use super::event::Event;
use super::figure::{Figure, Kind};
use super::hex::Hex;
use super::illegal::{Illegal, Refusal};
use super::legality::{Scope, check_bounds, check_figures};
use super::names::{FigureId, NameId, Names, SetId};
use super::order::Order;
use super::rulebook::{Switch, Switches};

/// The initiative of a set this round, once its card is revealed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SetInitiative {
    /// The set.
    pub set: SetId,
    /// Its initiative.
    pub number: u8,
}

/// A table as somebody describes it, not checked yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The names of the figures and sets.
    pub names: Names,
    /// The map.
    pub board: Board,
    /// The figures on it.
    pub figures: Vec<Figure>,
    /// This round's cards of sets, and what summons do.
    pub cards: Vec<SetCard>,
    /// The initiatives of sets.
    pub initiatives: Vec<SetInitiative>,
    /// The further attack of its card that a monster is about to carry out.
    pub again: Option<FurtherAttack>,
    /// The enemies that it, or else the figure in turn, has attacked already with another attack of
    /// the same card, the focus of that attack first (S8.14).
    pub attacked: Vec<FigureId>,
    /// The level of the scenario, if it is set.
    pub level: Option<u8>,
    /// The rulings the table has switched.
    pub switches: Switches,
}

impl Layout {
    /// Creates a table with a map and nothing on it.
    pub fn new(board: Board) -> Self {
        Self {
            names: Names::default(),
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

    /// Returns the place in the list of a figure that is on the map.
    pub(super) fn place_of(&self, id: FigureId) -> Option<usize> {
        self.figures.iter().position(|figure| figure.id() == id)
    }

    /// Returns a figure that is on the map.
    pub(super) fn figure_mut(&mut self, id: FigureId) -> Option<&mut Figure> {
        self.figures.iter_mut().find(|figure| figure.id() == id)
    }

    /// Returns the initiative of a set, if its card is turned over.
    pub(super) fn initiative_of(&self, set: SetId) -> Option<u8> {
        self.initiatives.iter().find(|of| of.set == set).map(|of| of.number)
    }

    /// Creates the refusal of a figure that is not on the map.
    pub(super) fn not_on_map(&self, id: FigureId) -> Illegal {
        let there = self
            .figures
            .iter()
            .take(Position::MAX_LISTED)
            .map(|figure| NameId::Figure(figure.id()));
        Illegal::NotOnMap { name: NameId::Figure(id), there: there.collect() }
    }
}

/// A table that is checked.
///
/// Invariant: every figure stands in a hex of its own in which it can stand, names are unique, and
/// every summon has its character.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    layout: Layout,
    /// The figure in each place of the map by its place in the list, [`NOWHERE`] for nobody.
    occupant: Vec<u16>,
    /// The place of each figure in the list, sorted by id.
    index: Vec<(FigureId, u16)>,
    order: Order,
}

impl Position {
    /// The most figures a map can hold.
    pub const MOST_FIGURES: usize = 200;
    /// The most names of figures that a refusal lists.
    pub const MAX_LISTED: usize = 20;
    /// The highest level of a scenario.
    pub const MOST_LEVEL: u8 = 7;

    /// Creates a position from a layout; checks all of it.
    ///
    /// # Errors
    ///
    /// Everything that cannot be so.
    pub fn new(layout: Layout) -> Result<Self, Refusal> {
        Self::checked(layout, Scope::Everything)
    }

    /// Creates a position from a layout that held before these changes; checks only what they touch.
    ///
    /// # Errors
    ///
    /// Everything that cannot be so.
    pub(super) fn after(layout: Layout, changes: &[Event]) -> Result<Self, Refusal> {
        Self::checked(layout, Scope::Changes(changes))
    }

    /// Creates the same table with one figure in another hex.
    ///
    /// # Errors
    ///
    /// Everything that keeps the figure from standing there.
    pub fn with_at(&self, id: FigureId, hex: Hex) -> Result<Self, Refusal> {
        let mut layout = self.layout.clone();
        if let Some(figure) = layout.figure_mut(id) {
            figure.hex = hex;
        }
        Self::checked(layout, Scope::Figure(id))
    }

    fn checked(layout: Layout, scope: Scope<'_>) -> Result<Self, Refusal> {
        check_bounds(&layout, scope)?;
        let (position, shared) = Self::indexed(layout);
        check_figures(&position.layout, scope, &shared)?;
        Ok(position)
    }

    /// Creates a position with a map and no figures.
    pub fn empty(board: Board) -> Self {
        Self::indexed(Layout::new(board)).0
    }

    /// Indexes a layout, and lists the figures that share a hex by their places in the list, each
    /// with the first figure there.
    fn indexed(layout: Layout) -> (Self, Vec<(FigureId, u16)>) {
        let mut occupant = vec![NOWHERE; layout.board.places()];
        let mut index = Vec::with_capacity(layout.figures.len());
        let mut shared: Vec<(FigureId, u16)> = Vec::new();
        for (at, figure) in (0..).zip(&layout.figures) {
            index.push((figure.id(), at));
            let Some(place) = layout.board.place(figure.hex) else { continue };
            let there = &mut occupant[usize::from(place)];
            match layout.figures.get(usize::from(*there)) {
                Some(first) => shared.push((first.id(), at)),
                None => *there = at,
            }
        }
        index.sort_unstable();
        let order = Order::of(&layout);
        (Self { layout, occupant, index, order }, shared)
    }

    /// Returns the layout it was made of.
    pub const fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Returns the map.
    pub const fn board(&self) -> &Board {
        &self.layout.board
    }

    /// Returns the rulings that the table has switched.
    pub const fn switches(&self) -> Switches {
        self.layout.switches
    }

    /// The same with a ruling switched on or off, on which nothing rests that was checked.
    pub(super) fn with_switch(mut self, switch: Switch, on: bool) -> Self {
        self.layout.switches.set(switch, on);
        self
    }

    /// Returns every figure, in the order in which they were put on the map.
    pub fn figures(&self) -> &[Figure] {
        &self.layout.figures
    }

    /// Returns a figure on the map.
    ///
    /// # Panics
    ///
    /// If the figure is not on the map.
    pub fn figure(&self, id: FigureId) -> &Figure {
        let Some(figure) = self.get(id) else { panic!("{} is not on the map", self.name_of(id)) };
        figure
    }

    /// Returns a figure; `None` if it is not on the map.
    pub fn get(&self, id: FigureId) -> Option<&Figure> {
        let at = self.index.binary_search_by_key(&id, |(id, _)| *id).ok()?;
        Some(&self.layout.figures[usize::from(self.index[at].1)])
    }

    /// Returns the figure of this full name, "Guard 3", in any case, if it is on the map.
    pub fn find(&self, name: &str) -> Option<FigureId> {
        self.layout.names.known_figure(name).filter(|&id| self.get(id).is_some())
    }

    /// Returns a figure if it is on the map.
    ///
    /// # Errors
    ///
    /// [`Illegal::NotOnMap`], with the names that there are.
    pub(super) fn on_map(&self, id: FigureId) -> Result<&Figure, Illegal> {
        self.get(id).ok_or_else(|| self.layout.not_on_map(id))
    }

    /// Returns the names of the figures and sets.
    pub const fn names(&self) -> &Names {
        &self.layout.names
    }

    /// Returns the full name of a figure, on the map or not.
    pub fn name_of(&self, id: FigureId) -> Arc<str> {
        self.layout.names.figure_name(id)
    }

    /// Returns the figure in a hex.
    pub fn standing_in(&self, hex: Hex) -> Option<FigureId> {
        self.occupant_at(self.board().place(hex)?)
    }

    /// Returns every enemy of a figure, in the order of the list.
    pub fn enemies_of(&self, id: FigureId) -> impl Iterator<Item = FigureId> {
        let party = self.figure(id).party();
        self.figures().iter().filter(move |other| other.party() != party).map(Figure::id)
    }

    /// Returns the enemies that a monster has attacked already with another attack of its card, the
    /// focus of that attack first (S8.14).
    pub fn attacked_by(&self, monster: FigureId) -> &[FigureId] {
        let again = &self.layout.again;
        let acts = again.is_none_or(|again| again.figure == monster);
        if acts { &self.layout.attacked } else { &[] }
    }

    /// Returns the order in which everybody acts.
    pub const fn order(&self) -> &Order {
        &self.order
    }

    /// Returns the card of a figure for this round: its further attack if it is about to carry one out,
    /// otherwise the card of its rank, otherwise that of its set.
    ///
    /// # Errors
    ///
    /// [`Illegal::NotAMonster`] for a character or an object, [`Illegal::NoCard`] where none is said.
    pub fn card(&self, id: FigureId) -> Result<Card, Illegal> {
        let figure = self.figure(id);
        if !acts_as_monster(figure) {
            return Err(Illegal::NotAMonster { figure: figure.id() });
        }
        if let Some(further) = self.layout.again.filter(|further| further.figure == id) {
            return Ok(further.card);
        }
        let of_set = self.layout.cards.iter().filter(|card| card.set == figure.set());
        let fitting = of_set.filter(|card| card.rank.is_none() || card.rank == figure.rank());
        let found = fitting.max_by_key(|card| card.rank.is_some());
        found.map(|of| of.card).ok_or_else(|| Illegal::NoCard { figure: id, set: figure.set() })
    }

    /// Returns the level of the scenario, if it is set.
    pub const fn level(&self) -> Option<u8> {
        self.layout.level
    }

    /// Returns the place of a figure on the map.
    pub(super) fn place(&self, id: FigureId) -> Place {
        self.board().place(self.figure(id).hex).unwrap_or(NOWHERE)
    }

    /// Returns the figure in a place of the map.
    pub(super) fn occupant_at(&self, place: Place) -> Option<FigureId> {
        let there = self.occupant[usize::from(place)];
        self.layout.figures.get(usize::from(there)).map(Figure::id)
    }
}

/// Checks if a figure acts by the rules of monsters.
pub(super) const fn acts_as_monster(figure: &Figure) -> bool {
    match figure.kind {
        Kind::Monster(_) | Kind::Summon { .. } | Kind::Ally(_) => true,
        Kind::Character(_) | Kind::Object(..) => false,
    }
}
