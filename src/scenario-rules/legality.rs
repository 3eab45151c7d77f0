//! The checks of a table: numbers within their bounds, figures in separate hexes, unique names.

use super::board::{Board, Terrain};
use super::card::{Attack, Card, Move, Reach, SetCard};
use super::event::{Event, EventKind};
use super::figure::{Figure, FigureKind, HitPoints, Initiative};
use super::hex::Hex;
use super::illegal::{BoundedQuantity, Illegal, Refusal};
use super::names::{FigureId, NameId, SetId};
use super::position::{Layout, Position, acts_as_monster};

/// Creates the reason for refusing a hex that is not on the map.
pub fn off_map(board: &Board, hex: Hex) -> Illegal {
    figure_off_map(board, None, hex)
}

fn figure_off_map(board: &Board, figure: Option<FigureId>, hex: Hex) -> Illegal {
    Illegal::OffMap { figure, hex, last: Hex::new(board.columns() - 1, board.rows() - 1) }
}

/// Returns `true` if a figure can stand on terrain; `None` means that the map has no hex (S2.5).
pub(super) const fn can_stand(figure: &Figure, terrain: Option<Terrain>) -> bool {
    match terrain {
        None | Some(Terrain::ClosedDoor | Terrain::LockedDoor) => false,
        Some(Terrain::Obstacle) => figure.flying || matches!(figure.kind, FigureKind::Object(..)),
        Some(
            Terrain::Open
            | Terrain::Trap
            | Terrain::Hazardous
            | Terrain::Difficult
            | Terrain::OpenDoor,
        ) => true,
    }
}

/// Checks that a figure to be put on the map has hit points left, if they are counted.
///
/// A [`Position`] itself may contain a figure with 0 hit points, because old records do.
///
/// # Errors
///
/// [`Illegal::NoHitPoints`], with its hex.
pub fn check_alive(figure: &Figure) -> Result<(), Illegal> {
    if figure.hit_points.is_some_and(HitPoints::is_gone) {
        return Err(Illegal::NoHitPoints { figure: figure.id(), hex: figure.hex });
    }
    Ok(())
}

/// The part of a layout that a check covers; the remainder is already checked.
#[derive(Clone, Copy)]
pub(super) enum Scope<'a> {
    /// The whole layout.
    Everything,
    /// The parts affected by these changes.
    Changes(&'a [Event]),
    /// One moved figure.
    Figure(FigureId),
}

impl Scope<'_> {
    fn has_figure(self, figure: &Figure) -> bool {
        match self {
            Self::Everything => true,
            Self::Figure(moved) => moved == figure.id(),
            Self::Changes(changes) => changes.iter().any(|change| change.kind.touches(figure)),
        }
    }

    fn has_card(self, card: &SetCard) -> bool {
        self.has(|kind| matches!(kind, EventKind::Card(changed) if changed == card))
    }

    fn has_initiative(self, of: SetId) -> bool {
        self.has(|kind| matches!(kind, EventKind::SetInitiative { set, .. } if *set == of))
    }

    /// Returns `true` if it covers the standee of a figure.
    fn has_standees_of(self, figure: &Figure) -> bool {
        self.has(|kind| match kind {
            EventKind::Standees { set, .. } => *set == figure.set(),
            EventKind::Entered { figure: other } => other.set() == figure.set(),
            _ => false,
        })
    }

    /// Returns `true` if it covers a part other than a figure; `touches` recognizes the changes
    /// that affect that part.
    fn has(self, touches: impl Fn(&EventKind) -> bool) -> bool {
        match self {
            Self::Everything => true,
            Self::Figure(_) => false,
            Self::Changes(changes) => changes.iter().any(|change| touches(&change.kind)),
        }
    }
}

impl EventKind {
    /// Returns `true` if a change affects a figure or the terrain below it.
    fn touches(&self, figure: &Figure) -> bool {
        match self {
            Self::Entered { figure: other } => other.id() == figure.id(),
            Self::Moved { figure: id, .. }
            | Self::HitPoints { figure: id, .. }
            | Self::Flying { figure: id, .. }
            | Self::Initiative { figure: id, .. } => *id == figure.id(),
            Self::Terrain { hex, .. } => *hex == figure.hex || figure.obstacle.contains(hex),
            Self::Wall { .. }
            | Self::Room { .. }
            | Self::Dungeon { .. }
            | Self::OutsideCampaign
            | Self::Left { .. }
            | Self::Standees { .. }
            | Self::NoStandee { .. }
            | Self::ActsNextRound { .. }
            | Self::HazardTriggered { .. }
            | Self::Condition { .. }
            | Self::Bonus { .. }
            | Self::Suffered { .. }
            | Self::Healed { .. }
            | Self::Negating { .. }
            | Self::AttackResolved(_)
            | Self::AttacksDue { .. }
            | Self::Element { .. }
            | Self::Deck(_)
            | Self::Hand { .. }
            | Self::Money { .. }
            | Self::Mark { .. }
            | Self::Looted(_)
            | Self::OnPlate { .. }
            | Self::Purse { .. }
            | Self::Exhausted { .. }
            | Self::Ended(_)
            | Self::Gained(_)
            | Self::BattleGoal(_)
            | Self::Rewarded(_)
            | Self::Attacked { .. }
            | Self::TurnEnded { .. }
            | Self::FurtherAttack { .. }
            | Self::Card(_)
            | Self::SetInitiative { .. }
            | Self::Always { .. }
            | Self::Round { .. }
            | Self::Level { .. }
            | Self::Ruling { .. } => false,
        }
    }
}

/// Checks that every number is within its bounds.
pub(super) fn check_bounds(layout: &Layout, scope: Scope<'_>) -> Result<(), Refusal> {
    let mut reasons = Vec::new();
    let [figures, most] = [layout.figures.len(), Position::MAX_FIGURES]
        .map(|count| u32::try_from(count).unwrap_or(u32::MAX));
    reasons.extend(Illegal::out_of_bounds(BoundedQuantity::Figures, figures, 0, most));
    let cards = layout
        .cards
        .iter()
        .filter(|card| scope.has_card(card))
        .map(|of| (NameId::Set(of.set), &of.card));
    let further = layout.further_attack.iter().map(|of| (NameId::Figure(of.figure), &of.card));
    for (name, card) in cards.chain(further) {
        let most = u32::from(Card::MAX_AMOUNT);
        if let Some(Attack { reach, targets, area, .. }) = card.attack {
            if area.is_some_and(|area| area.is_melee() != (reach == Reach::Melee)) {
                reasons.push(Illegal::AreaReach { name });
            }
            if let Reach::Ranged(range) = reach {
                let (quantity, most) = (BoundedQuantity::Range(name), Card::MAX_RANGE.into());
                reasons.extend(Illegal::out_of_bounds(quantity, range, 1, most));
            }
            let quantity = BoundedQuantity::Targets(name);
            reasons.extend(Illegal::out_of_bounds(quantity, targets, 1, most));
        }
        if let Some(Move { points, .. }) = card.movement {
            let quantity = BoundedQuantity::MovementPoints(name);
            reasons.extend(Illegal::out_of_bounds(quantity, points, 0, most));
        }
    }
    if let Some(level) = layout.level {
        let (quantity, most) = (BoundedQuantity::ScenarioLevel, Position::MAX_LEVEL.into());
        reasons.extend(Illegal::out_of_bounds(quantity, level, 0, most));
    }
    for of in layout.initiatives.iter().filter(|of| scope.has_initiative(of.set)) {
        let quantity = BoundedQuantity::Initiative(NameId::Set(of.set));
        reasons.extend(Illegal::out_of_bounds(quantity, of.number, 0, 99));
    }
    for figure in layout.figures.iter().filter(|figure| scope.has_figure(figure)) {
        if let Some(Initiative::Card { number, second }) = figure.initiative() {
            let highest = number.max(second.unwrap_or(0));
            let quantity = BoundedQuantity::Initiative(NameId::Figure(figure.id()));
            reasons.extend(Illegal::out_of_bounds(quantity, highest, 0, 99));
        }
        if let Some(HitPoints { current, max }) = figure.hit_points {
            let quantity = BoundedQuantity::HitPoints(figure.id());
            reasons.extend(Illegal::out_of_bounds(quantity, current, 0, max.into()));
        }
    }
    Refusal::if_any(reasons)
}

/// Checks the hexes and names of the figures. `shared` lists every figure, by its index, whose hex
/// already holds another one, with that first figure.
pub(super) fn check_figures(
    layout: &Layout,
    scope: Scope<'_>,
    shared: &[(FigureId, u16)],
) -> Result<(), Refusal> {
    let mut reasons = places(layout, scope, shared);
    reasons.extend(names(layout, scope));
    reasons.extend(standees(layout, scope));
    reasons.extend(further_attack(layout));
    Refusal::if_any(reasons)
}

/// Checks that every figure is in a separate hex whose terrain it can stand on.
fn places(layout: &Layout, scope: Scope<'_>, shared: &[(FigureId, u16)]) -> Vec<Illegal> {
    let board = &layout.board;
    let mut reasons = Vec::new();
    for (at, figure) in (0..).zip(&layout.figures) {
        let (id, hex) = (figure.id(), figure.hex);
        if scope.has_figure(figure) {
            match board.place(hex).map(|place| board.terrain_at(place)) {
                None => reasons.push(figure_off_map(board, Some(id), hex)),
                Some(terrain) if can_stand(figure, terrain) => {}
                Some(terrain) => reasons.push(Illegal::CannotStand { figure: id, hex, terrain }),
            }
            let is_gone = |hex: &&Hex| board.terrain(**hex) != Some(Terrain::Obstacle);
            let gone = figure.obstacle.iter().find(is_gone);
            let moved =
                (!figure.obstacle.is_empty() && !figure.obstacle.contains(&hex)).then_some(&hex);
            let broken = gone.or(moved).map(|&hex| Illegal::ObstacleStands { figure: id, hex });
            reasons.extend(broken);
        }
        let conflict = shared.iter().find(|(_, second)| *second == at);
        reasons.extend(conflict.map(|&(first, _)| Illegal::TwoFigures { hex, first, second: id }));
    }
    reasons
}

/// Checks that names are unique, and that every summon has its character.
fn names(layout: &Layout, scope: Scope<'_>) -> Vec<Illegal> {
    let mut reasons = Vec::new();
    let figures = &layout.figures;
    for (at, figure) in figures.iter().enumerate().filter(|(_, figure)| scope.has_figure(figure)) {
        let is_first = layout.index_of(figure.id()) == Some(at);
        let is_twice = is_first && figures[at + 1..].iter().any(|other| other.id() == figure.id());
        // Of a monster whose standees are counted, the missing standee is the reason.
        if is_twice && layout.missing_standee(figure).is_none() {
            reasons.push(Illegal::SameName { figure: figure.id() });
        }
        if let FigureKind::Summon { owner } = figure.kind
            && !layout
                .index_of(owner)
                .is_some_and(|at| matches!(figures[at].kind, FigureKind::Character(_)))
        {
            reasons.push(Illegal::NoOwner { summon: figure.id(), owner });
        }
    }
    reasons
}

/// Checks that the sets have standees for their monsters, where they are counted. Standees that
/// are on the map twice are equal names.
fn standees(layout: &Layout, scope: Scope<'_>) -> Vec<Illegal> {
    let mut reasons = Vec::new();
    for figure in layout.figures.iter().filter(|figure| scope.has_standees_of(figure)) {
        let missing = layout.missing_standee(figure);
        reasons.extend(missing.filter(|missing| !reasons.contains(missing)));
    }
    reasons
}

/// Checks the pending further attack and the figures attacked before it.
fn further_attack(layout: &Layout) -> Vec<Illegal> {
    let mut reasons = Vec::new();
    if let Some(further) = &layout.further_attack {
        match layout.index_of(further.figure).map(|at| &layout.figures[at]) {
            None => reasons.push(layout.not_on_map(further.figure)),
            Some(figure) if acts_as_monster(figure) => {}
            Some(figure) => reasons.push(Illegal::NotAMonster { figure: figure.id() }),
        }
    }
    for &id in layout.attacked.iter().filter(|&&id| layout.index_of(id).is_none()) {
        reasons.push(layout.not_on_map(id));
    }
    reasons
}
