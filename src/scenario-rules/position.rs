//! The table at one moment, checked: the map, the figures on it, this round's cards.
//!
//! A [`Layout`] may be nonsense; a [`Position`] may not. [`Position::new`] checks a whole layout. A
//! table derived from a checked one is checked only where it changed (`Position::after`,
//! [`Position::with_figure_at`]).

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::board::{Board, HexIndex, NO_HEX};
use super::card::{Card, FurtherAttack, SetCard};
use super::dungeon::Dungeon;
use super::element::Elements;
use super::event::Event;
use super::figure::{Figure, FigureKind};
use super::hand::Hand;
use super::hex::Hex;
use super::illegal::{Illegal, Refusal};
use super::legality::{Scope, check_bounds, check_figures};
use super::marks::{HexMark, LootedMark};
use super::modifier::{Deck, DeckOwner};
use super::names::{FigureId, NameId, Names, SetId};
use super::order::Order;
use super::purse::Purse;
use super::room::HiddenRoom;
use super::rulebook::{Switch, Switches};
use super::standees::SetStandees;

/// The revealed initiative of a set for this round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SetInitiative {
    /// The set.
    pub set: SetId,
    /// Its initiative.
    pub number: u8,
}

/// A table as described by its players, not checked yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The names of the figures and sets.
    pub names: Names,
    /// The map.
    pub board: Board,
    /// The figures on it.
    pub figures: Vec<Figure>,
    /// This round's cards of the sets, and the abilities of summons.
    pub cards: Vec<SetCard>,
    /// The revealed initiatives of the sets.
    pub initiatives: Vec<SetInitiative>,
    /// The pending further attack of a monster.
    pub further_attack: Option<FurtherAttack>,
    /// The enemies already attacked by an earlier attack of the same card, the focus of that attack
    /// first (S8.14). The attacker is the monster in `further_attack`, or else the figure to act.
    pub attacked: Vec<FigureId>,
    /// The states of the elements.
    pub elements: Elements,
    /// The modifier decks whose cards are counted; that of the monsters always is.
    pub decks: Vec<Deck>,
    /// The cards of the characters, where they are counted.
    pub hands: Vec<(FigureId, Hand)>,
    /// The number of money tokens in each hex that has any.
    pub money: BTreeMap<Hex, u8>,
    /// The pressure plates, numbered tokens and treasure, with their hexes.
    pub marks: BTreeSet<(HexMark, Hex)>,
    /// The tokens and treasure that characters have looted, in order.
    pub looted: Vec<LootedMark>,
    /// The gains of the characters that have any.
    pub purses: Vec<Purse>,
    /// The characters that are exhausted or dead (S7.7); one of them is on the map only if the
    /// table plays with permanent death (S13.2).
    pub exhausted: Vec<FigureId>,
    /// The rooms that are not revealed yet.
    pub rooms: Vec<HiddenRoom>,
    /// The random dungeon, if one is played.
    pub dungeon: Option<Dungeon>,
    /// The numbers of standees of the sets, where they are counted.
    pub standees: Vec<SetStandees>,
    /// The level of the scenario, if it is set.
    pub level: Option<u8>,
    /// The rulings that the players have switched.
    pub switches: Switches,
}

impl Layout {
    /// Creates a table with an empty map.
    pub fn new(board: Board) -> Self {
        Self {
            names: Names::default(),
            board,
            figures: Vec::new(),
            cards: Vec::new(),
            initiatives: Vec::new(),
            further_attack: None,
            attacked: Vec::new(),
            elements: Elements::default(),
            decks: Vec::new(),
            hands: Vec::new(),
            money: BTreeMap::new(),
            marks: BTreeSet::new(),
            looted: Vec::new(),
            purses: Vec::new(),
            exhausted: Vec::new(),
            rooms: Vec::new(),
            dungeon: None,
            standees: Vec::new(),
            level: None,
            switches: Switches::default(),
        }
    }

    /// Returns the index of a figure; `None` if it is not on the map.
    pub(super) fn index_of(&self, id: FigureId) -> Option<usize> {
        self.figures.iter().position(|figure| figure.id() == id)
    }

    /// Returns a figure; `None` if it is not on the map.
    pub(super) fn figure_mut(&mut self, id: FigureId) -> Option<&mut Figure> {
        self.figures.iter_mut().find(|figure| figure.id() == id)
    }

    /// Returns the initiative of a set; `None` if it is not revealed.
    pub(super) fn initiative_of(&self, set: SetId) -> Option<u8> {
        self.initiatives.iter().find(|of| of.set == set).map(|of| of.number)
    }

    /// Returns a modifier deck; `None` for a character whose deck is not counted.
    pub fn deck(&self, owner: DeckOwner) -> Option<Deck> {
        let counted = self.decks.iter().find(|deck| deck.owner == owner).cloned();
        let is_monsters = owner == DeckOwner::Monsters;
        counted.or_else(|| is_monsters.then(|| Deck::standard(owner)))
    }

    /// Returns the cards of a character, if they are counted.
    pub fn hand(&self, id: FigureId) -> Option<Hand> {
        self.hands.iter().find(|(figure, _)| *figure == id).map(|(_, hand)| *hand)
    }

    /// Returns the gains of a character.
    pub fn purse(&self, id: FigureId) -> Purse {
        let purse = self.purses.iter().find(|purse| purse.figure == id);
        purse.copied().unwrap_or(Purse::empty(id))
    }

    /// Returns `true` if a character is exhausted or dead.
    pub fn is_exhausted(&self, id: FigureId) -> bool {
        self.exhausted.contains(&id)
    }

    /// Creates the reason for refusing a figure that is not on the map.
    pub(super) fn not_on_map(&self, id: FigureId) -> Illegal {
        let there = self
            .figures
            .iter()
            .take(Position::MAX_LISTED)
            .map(|figure| NameId::Figure(figure.id()));
        Illegal::NotOnMap { name: NameId::Figure(id), there: there.collect() }
    }
}

/// A checked table.
///
/// Invariant: every figure is in a separate hex whose terrain it can stand on, names are unique,
/// and every summon has its character.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    layout: Layout,
    /// The index of the figure in each hex, [`NO_HEX`] for an empty one.
    occupant: Vec<u16>,
    /// The index of each figure, sorted by id.
    index: Vec<(FigureId, u16)>,
    order: Arc<Order>,
}

impl Position {
    /// The maximum number of figures on a map.
    pub const MAX_FIGURES: usize = 200;
    /// The maximum number of figure names that a refusal lists.
    pub const MAX_LISTED: usize = 20;
    /// The maximum level of a scenario.
    pub const MAX_LEVEL: u8 = 7;

    /// Creates a position from a layout after checking all of it.
    ///
    /// # Errors
    ///
    /// Every reason for which the table is impossible.
    pub fn new(layout: Layout) -> Result<Self, Refusal> {
        Self::checked(layout, Scope::Everything, None)
    }

    /// Creates a position from the layout after these changes of `self`; checks only the parts they
    /// affect.
    ///
    /// # Errors
    ///
    /// Every reason for which the table is impossible.
    pub(super) fn after(&self, layout: Layout, changes: &[Event]) -> Result<Self, Refusal> {
        let keeps_order = !changes.iter().any(|change| change.kind.may_reorder());
        let order = keeps_order.then(|| Arc::clone(&self.order));
        Self::checked(layout, Scope::Changes(changes), order)
    }

    /// Creates a copy of the table with one figure in another hex.
    ///
    /// # Errors
    ///
    /// Every reason for which the figure cannot be there.
    pub fn with_figure_at(&self, id: FigureId, hex: Hex) -> Result<Self, Refusal> {
        let mut layout = self.layout.clone();
        if let Some(figure) = layout.figure_mut(id) {
            figure.hex = hex;
        }
        Self::checked(layout, Scope::Figure(id), Some(Arc::clone(&self.order)))
    }

    /// Checks a layout, and indexes it; `order` is that of acting, if it is known.
    fn checked(
        layout: Layout,
        scope: Scope<'_>,
        order: Option<Arc<Order>>,
    ) -> Result<Self, Refusal> {
        check_bounds(&layout, scope)?;
        let (position, shared) = Self::indexed(layout, order);
        check_figures(&position.layout, scope, &shared)?;
        Ok(position)
    }

    /// Creates a position with a map and no figures.
    pub fn empty(board: Board) -> Self {
        Self::indexed(Layout::new(board), None).0
    }

    /// Indexes a layout. Also returns the index of every figure whose hex already holds another
    /// one, with that first figure.
    fn indexed(layout: Layout, order: Option<Arc<Order>>) -> (Self, Vec<(FigureId, u16)>) {
        let mut occupant = vec![NO_HEX; layout.board.grid_size()];
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
        let order = order.unwrap_or_else(|| Arc::new(Order::of(&layout)));
        (Self { layout, occupant, index, order }, shared)
    }

    /// Returns the layout.
    pub const fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Returns the map.
    pub const fn board(&self) -> &Board {
        &self.layout.board
    }

    /// Returns the rulings that the players have switched.
    pub const fn switches(&self) -> Switches {
        self.layout.switches
    }

    /// Switches a ruling on or off. No check depends on rulings.
    pub(super) fn with_switch(mut self, switch: Switch, on: bool) -> Self {
        self.layout.switches.set(switch, on);
        self
    }

    /// Returns all figures, in the order in which they were put on the map.
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

    /// Returns the figure with a full name such as "Guard 3", ignoring case; `None` if it is not on
    /// the map.
    pub fn find(&self, name: &str) -> Option<FigureId> {
        self.layout.names.known_figure(name).filter(|&id| self.get(id).is_some())
    }

    /// Returns a figure.
    ///
    /// # Errors
    ///
    /// [`Illegal::NotOnMap`], with the names on the map, if the figure is not there.
    pub(super) fn on_map(&self, id: FigureId) -> Result<&Figure, Illegal> {
        self.get(id).ok_or_else(|| self.layout.not_on_map(id))
    }

    /// Returns the names of the figures and sets.
    pub const fn names(&self) -> &Names {
        &self.layout.names
    }

    /// Returns the full name of a figure, even if it is not on the map.
    pub fn name_of(&self, id: FigureId) -> Arc<str> {
        self.layout.names.figure_name(id)
    }

    /// Returns the figure in a hex.
    pub fn figure_at(&self, hex: Hex) -> Option<FigureId> {
        self.occupant_at(self.board().place(hex)?)
    }

    /// Returns the enemies of a figure, in the order in which they were put on the map.
    pub fn enemies_of(&self, id: FigureId) -> impl Iterator<Item = FigureId> {
        let party = self.figure(id).allegiance();
        self.figures().iter().filter(move |other| other.allegiance() != party).map(Figure::id)
    }

    /// Returns the enemies that a monster has already attacked with an earlier attack of its card,
    /// the focus of that attack first (S8.14).
    pub fn attacked_by(&self, monster: FigureId) -> &[FigureId] {
        let again = self.layout.further_attack.as_ref();
        let acts = again.is_none_or(|again| again.figure == monster);
        if acts { &self.layout.attacked } else { &[] }
    }

    /// Returns the order of acting.
    pub fn order(&self) -> &Order {
        &self.order
    }

    /// Returns the card of a figure for this round: its pending further attack, otherwise the card
    /// of its rank, otherwise that of its set.
    ///
    /// # Errors
    ///
    /// [`Illegal::NotAMonster`] for a character or an object, [`Illegal::NoCard`] if there is no
    /// card.
    pub fn card(&self, id: FigureId) -> Result<Card, Illegal> {
        let figure = self.figure(id);
        if !acts_as_monster(figure) {
            return Err(Illegal::NotAMonster { figure: figure.id() });
        }
        let further = self.layout.further_attack.as_ref();
        if let Some(further) = further.filter(|further| further.figure == id) {
            return Ok(further.card.clone());
        }
        self.layout
            .cards
            .iter()
            .filter(|card| card.set == figure.set())
            .filter(|card| card.rank.is_none() || card.rank == figure.rank())
            .max_by_key(|card| card.rank.is_some())
            .map(|of| of.card.clone())
            .ok_or_else(|| Illegal::NoCard { figure: id, set: figure.set() })
    }

    /// Returns the level of the scenario, if it is set.
    pub const fn level(&self) -> Option<u8> {
        self.layout.level
    }

    /// Returns the index of a figure's hex.
    pub(super) fn place(&self, id: FigureId) -> HexIndex {
        self.board().place(self.figure(id).hex).unwrap_or(NO_HEX)
    }

    /// Returns the figure in the hex with an index.
    pub(super) fn occupant_at(&self, place: HexIndex) -> Option<FigureId> {
        let there = self.occupant[usize::from(place)];
        self.layout.figures.get(usize::from(there)).map(Figure::id)
    }
}

/// Returns `true` if a figure acts by the rules of monsters.
pub(super) const fn acts_as_monster(figure: &Figure) -> bool {
    match figure.kind {
        FigureKind::Monster(_) | FigureKind::Summon { .. } | FigureKind::Ally(_) => true,
        FigureKind::Character(_) | FigureKind::Object(..) => false,
    }
}
