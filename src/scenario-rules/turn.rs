//! The turn of a monster, or of whoever acts as one: focus, movement, targets (S8.1 to S8.14).
//!
//! Where the texts leave something open, it is read like this:
//!
//! - Whoever is disarmed has no attack on its card (S8.6); whoever is stunned looks for its focus
//!   as its card says and then does nothing.
//! - A jump leads over any terrain and any figure, not through walls or closed doors; the steps to
//!   an enemy are those of one jump without a limit.
//! - Out of reach, the hex aimed at is chosen among all hexes from which the focus can be attacked
//!   by the same order (S8.9, G3). So a monster with several targets aims at the hex where it will
//!   have most, even if another is nearer.
//! - Groups of targets that tie as foci are told apart by the hex: the group that can be attacked
//!   with fewer others at disadvantage, then for fewer points, is the better one.
//! - The focus is always among the targets, and where it cannot be attacked nobody is.
//! - A monster whose card has the attack first looks for its focus by that attack, makes it where
//!   it stands if it can, and then comes beside its focus over as few negative hexes as it can
//!   (S5.8, S8.12). Nothing is foreseen of a focus that dies of the attack.
//! - The target of a further attack (G28) is kept as long as there is a hex to attack it from; if
//!   there is none, a new focus is found.

use super::answer::{Answer, Candidate, Choice, End, Sprung};
use super::board::{Board, Place, Terrain};
use super::card::{Attack, Card, Reach};
use super::figure::Condition;
use super::hex::{Hex, Side};
use super::illegal::{Illegal, Refusal};
use super::names::FigureId;
use super::position::Position;
use super::rulebook::{Rule, Ruling};
use super::sight::{Ranges, Sights};
use super::ways::{Ground, MovementMode, PathCost, Ways};

impl Position {
    /// Returns the turn of a figure by the rules of monsters, with the reasons.
    ///
    /// # Errors
    ///
    /// A [`Refusal`] if it is no monster or summon, or if its card or an initiative that decides is
    /// missing.
    pub fn turn(&self, id: FigureId) -> Result<Answer, Refusal> {
        let corners = self.switches().corner_to_corner;
        let mut turn = Turn::new(self, id)?;
        let sights = |corners| Sights::new(self.board(), corners);
        let mut answer = turn.answer(sights(corners))?;
        let is_ranged = answer.card.attack.is_some_and(|attack| attack.reach != Reach::Melee);
        // Whether sight decided shows only by the other reading.
        if is_ranged && !turn.answer(sights(!corners)).is_ok_and(|other| other.is_like(&answer)) {
            answer.rulings.push(Ruling::AnyPart);
        }
        // From part to part, adjacent hexes see each other by every reading.
        let by_lines = || sights(corners).by_lines_alone();
        if corners && !turn.answer(by_lines()).is_ok_and(|other| other.is_like(&answer)) {
            answer.rulings.push(Ruling::AdjacentSight);
        }
        answer.rulings.sort_unstable();
        answer.rulings.dedup();
        Ok(answer)
    }

    /// Returns what a figure springs on its best way to a hex, even if it would not end there; empty if
    /// no way leads there.
    pub(super) fn sprung_on_way(&self, id: FigureId, to: Hex) -> Vec<Sprung> {
        let (Ok(turn), Some(place)) = (Turn::new(self, id), self.board().place(to)) else {
            return Vec::new();
        };
        if !turn.ways.path_cost(place).is_way() {
            return Vec::new();
        }
        turn.sprung(&turn.ways.path(turn.board, &turn.ground, place))
    }
}

/// An enemy as the acting monster sees it.
struct Enemy {
    id: FigureId,
    place: Place,
    /// From where the attack would reach it.
    reach: Ranges,
    /// The best way to a hex it can be attacked from.
    best: PathCost,
    /// The range from the monster.
    range: Option<u16>,
    /// The rule by which it is no enemy to this attack, if it is not.
    passed_over: Option<Rule>,
}

/// A hex from which the focus can be attacked, and who else could be.
#[derive(Clone)]
struct AttackHex {
    place: Place,
    path_cost: PathCost,
    beside_focus: bool,
    /// The other enemies that could be attacked, those that come first as foci first.
    others: Vec<usize>,
    /// Those of them that would be attacked at disadvantage.
    awkward: Vec<usize>,
}

/// Further targets: all of `certain`, and `count` of `open`, which are more than that.
#[derive(Clone, PartialEq, Eq)]
struct Group {
    certain: Vec<usize>,
    count: usize,
    open: Vec<usize>,
}

/// An attack on the focus and a group of further targets.
#[derive(Clone, PartialEq, Eq)]
struct GroupAttack {
    place: Place,
    points: u16,
    group: Group,
    /// The number of the group that are attacked at disadvantage.
    at_disadvantage: usize,
}

struct Turn<'a> {
    position: &'a Position,
    board: &'a Board,
    id: FigureId,
    card: Card,
    held: Vec<Condition>,
    /// Movement points; none if it cannot move.
    points: u16,
    /// The attack by which it looks for its focus.
    attack: Attack,
    /// `true` if it carries that attack out.
    attacks: bool,
    /// `true` if it does so before it moves (S5.8).
    attacks_first: bool,
    muddled: bool,
    mode: MovementMode,
    ground: Ground,
    ways: Ways,
    sights: Sights<'a>,
    enemies: Vec<Enemy>,
    /// The class of each enemy as a further target (G3).
    classes: Vec<u16>,
    rulings: Vec<Ruling>,
}

impl<'a> Turn<'a> {
    fn new(position: &'a Position, id: FigureId) -> Result<Self, Refusal> {
        let card = position.card(id)?;
        let figure = position.figure(id);
        let board = position.board();
        let matters = |condition: &Condition| {
            condition.forbids_move() && card.movement.is_some()
                || condition.forbids_attack() && card.attack.is_some()
        };
        let held: Vec<Condition> = figure.conditions.iter().filter(matters).collect();
        let stunned = figure.is(Condition::Stun);
        let movement =
            card.movement.filter(|_| !figure.conditions.iter().any(Condition::forbids_move));
        // A stunned figure looks for its focus by the attack that it cannot carry out.
        let attack = card
            .attack
            .filter(|_| stunned || !figure.conditions.iter().any(Condition::forbids_attack));
        let mode = match card.movement {
            _ if figure.flying => MovementMode::Flying,
            Some(movement) if movement.jump => MovementMode::Jumping,
            _ => MovementMode::Walking,
        };
        let ground = Ground::new(position, id, mode, false);
        let ways = Ways::from_start(board, &ground);
        let mut turn = Self {
            position,
            board,
            id,
            card,
            held,
            points: movement.map_or(0, |movement| movement.points.into()),
            attack: attack.unwrap_or(Attack::MELEE),
            attacks: attack.is_some() && !stunned,
            attacks_first: attack.is_some() && card.attack_first,
            muddled: figure.is(Condition::Muddle),
            mode,
            ground,
            ways,
            sights: Sights::new(board, false),
            enemies: Vec::new(),
            classes: Vec::new(),
            rulings: Vec::new(),
        };
        turn.meet_enemies();
        Ok(turn)
    }

    /// The answer by one reading of sight.
    fn answer(&mut self, sights: Sights<'a>) -> Result<Answer, Refusal> {
        self.sights = sights;
        self.rulings.clear();
        self.look_around();
        let foci = self.foci()?;
        let mut ends = Vec::new();
        for &focus in &foci {
            self.rank(focus)?;
            ends.extend(self.ends(focus));
        }
        self.note_rulings(&foci, &ends);
        let order = self.position.order();
        let best = foci.first().map(|&focus| self.enemies[focus].best);
        let enemies = self.enemies.iter().enumerate().map(|(at, enemy)| Candidate {
            figure: enemy.id,
            steps: enemy.best.is_way().then(|| enemy.best.points()),
            negative: enemy.best.is_way().then(|| enemy.best.negative()),
            range: enemy.range,
            initiative: order.number(enemy.id),
            lost_by: match self.same_target() {
                _ if foci.contains(&at) => None,
                Some(_) if enemy.best.is_way() => Some(Rule::Others),
                _ => Some(lost_by(enemy, best)),
            },
        });
        Ok(Answer {
            figure: self.id,
            card: self.card,
            held: self.held.clone(),
            enemies: enemies.collect(),
            foci: foci.iter().map(|&at| self.enemies[at].id).collect(),
            ends,
            rulings: std::mem::take(&mut self.rulings),
        })
    }

    /// Finds out where every enemy stands and from where the attack would reach it.
    fn meet_enemies(&mut self) {
        let reach = u16::from(self.attack.reach.range());
        let ranges = Ranges::from(self.board, self.ground.start, u16::MAX);
        let letter = self.position.switches().other_target;
        for id in self.position.enemies_of(self.id) {
            let place = self.position.place(id);
            let passed_over = if self.position.figure(id).is(Condition::Invisible) {
                Some(Rule::NoFocus)
            } else {
                let is_left_out = letter && self.position.attacked_by(self.id).contains(&id);
                is_left_out.then_some(Rule::Others)
            };
            let reach = Ranges::from(self.board, place, reach);
            let range = ranges.to(place);
            let best = PathCost::NO_WAY;
            self.enemies.push(Enemy { id, place, reach, best, range, passed_over });
        }
    }

    /// Finds the best way to attack each enemy, without a limit of points (S8.2 to S8.4).
    fn look_around(&mut self) {
        for enemy in &mut self.enemies {
            enemy.best = PathCost::NO_WAY;
            if enemy.passed_over.is_some() {
                continue;
            }
            // No hex is better than the one where the monster stands, so that one is first.
            let start = self.ground.start;
            let at_start = Some(start).filter(|&start| enemy.reach.to(start).is_some());
            for from in at_start.into_iter().chain(enemy.reach.places().iter().copied()) {
                let land = self.ground.land[usize::from(from)];
                let path_cost = self.ways.path_cost(from).then(land);
                if path_cost < enemy.best && self.sights.sees(from, enemy.place) {
                    enemy.best = path_cost;
                }
            }
        }
    }

    /// Returns the cost of ending a movement in a place, the negative hexes first.
    fn end_cost(&self, place: Place) -> PathCost {
        self.ways.path_cost(place).then(self.ground.land[usize::from(place)])
    }

    /// Returns the enemies that are the focus: one, several if they tie to the last, or none (S8.1 to
    /// S8.7).
    fn foci(&mut self) -> Result<Vec<usize>, Refusal> {
        let attacked = self.position.attacked_by(self.id);
        if !attacked.is_empty() {
            self.rulings.push(Ruling::FurtherAttack);
        }
        if let Some(same) = self.same_target() {
            return Ok(vec![same]);
        }
        let best = self.enemies.iter().map(|enemy| enemy.best).min().unwrap_or(PathCost::NO_WAY);
        if !best.is_way() {
            return Ok(Vec::new());
        }
        let tied: Vec<usize> =
            (0..self.enemies.len()).filter(|&at| self.enemies[at].best == best).collect();
        let nearest = tied.iter().map(|&at| self.enemies[at].range).min().unwrap_or_default();
        let near: Vec<usize> =
            tied.iter().copied().filter(|&at| self.enemies[at].range == nearest).collect();
        let by_letter = self.earliest(&tied);
        let by_nearness = self.earliest(&near);
        if tied.len() > 1 && by_letter.as_ref().ok() != by_nearness.as_ref().ok() {
            self.rulings.push(Ruling::NearerFirst);
        }
        let foci = if self.position.switches().nearer_first { by_nearness } else { by_letter }?;
        if foci.len() > 1 {
            self.rulings.push(Ruling::EqualInitiative);
        }
        Ok(foci)
    }

    /// The focus of the attack before, which a further attack goes at as long as it can (G28).
    fn same_target(&self) -> Option<usize> {
        let first = *self.position.attacked_by(self.id).first()?;
        let is_kept =
            |enemy: &Enemy| enemy.id == first && enemy.passed_over.is_none() && enemy.best.is_way();
        self.enemies.iter().position(is_kept)
    }

    /// Those of some enemies whom no other of them precedes (S8.5).
    fn earliest(&self, of: &[usize]) -> Result<Vec<usize>, Refusal> {
        let order = self.position.order();
        let id = |at: usize| self.enemies[at].id;
        for &at in of {
            self.check_known(id(at), of.iter().map(|&other| id(other)))?;
        }
        let first = |at: usize| !of.iter().any(|&other| order.precedes(id(other), id(at)));
        Ok(of.iter().copied().filter(|&at| first(at)).collect())
    }

    /// Refuses to put somebody before somebody else while an initiative is unknown.
    fn check_known(
        &self,
        one: FigureId,
        others: impl IntoIterator<Item = FigureId>,
    ) -> Result<(), Refusal> {
        let order = self.position.order();
        if others.into_iter().any(|other| order.is_open(one, other)) && order.number(one).is_none()
        {
            let set = self.position.figure(one).set();
            return Err(Illegal::UnknownInitiative { set }.into());
        }
        Ok(())
    }

    /// Ranks the enemies as further targets, where there may be a choice of them.
    fn rank(&mut self, focus: usize) -> Result<(), Refusal> {
        self.classes = vec![0; self.enemies.len()];
        let others: Vec<usize> = (0..self.enemies.len())
            .filter(|&at| at != focus && self.enemies[at].passed_over.is_none())
            .collect();
        if others.len() < 2 || self.attack.targets < 2 {
            return Ok(());
        }
        let nearer_first = self.position.switches().nearer_first;
        let key = |at: usize| {
            let Enemy { best, range, .. } = self.enemies[at];
            (best, if nearer_first { range.unwrap_or(u16::MAX) } else { 0 })
        };
        for &at in &others {
            let tied = others.iter().filter(|&&other| key(other) == key(at));
            self.check_known(self.enemies[at].id, tied.map(|&other| self.enemies[other].id))?;
        }
        let ranked: Vec<(FigureId, (PathCost, u16))> =
            others.iter().map(|&at| (self.enemies[at].id, key(at))).collect();
        for (&at, class) in others.iter().zip(self.position.order().classes(&ranked)) {
            self.classes[at] = class;
        }
        Ok(())
    }

    /// Every end that is equally right with this focus.
    fn ends(&mut self, focus: usize) -> Vec<End> {
        let mut ends = if self.attacks_first {
            self.attack_and_move(focus)
        } else {
            self.move_and_attack(focus)
        };
        ends.sort_by_key(|end| end.hex);
        ends
    }

    /// Moves to where the attack is best, or toward that hex (S8.9 to S8.11).
    fn move_and_attack(&mut self, focus: usize) -> Vec<End> {
        let in_reach = self.enemies[focus].best.points() <= self.points;
        if !in_reach && self.points == 0 {
            return vec![self.end(focus, self.ground.start)];
        }
        let most = if in_reach { self.points } else { u16::MAX };
        let places = self.fewest_negatives(focus, most);
        let best = self.best(focus, &places, in_reach);
        if in_reach {
            return best.iter().map(|attack| self.attack_from(focus, attack)).collect();
        }
        let mut aims: Vec<Place> = best.iter().map(|attack| attack.place).collect();
        aims.dedup();
        self.approach(focus, &aims)
    }

    /// Returns the places in range of the focus over as few negative hexes as the best way to attack
    /// it, for `most` points at most, those for the fewest points first. Sight is not tested yet.
    fn fewest_negatives(&self, focus: usize, most: u16) -> Vec<Place> {
        let Enemy { best, ref reach, .. } = self.enemies[focus];
        let fits = |path_cost: PathCost| {
            path_cost.is_way()
                && path_cost.negative() == best.negative()
                && path_cost.points() <= most
        };
        let places = reach.places().iter().copied();
        let mut places: Vec<Place> = places.filter(|&at| fits(self.end_cost(at))).collect();
        places.sort_by_key(|&at| self.end_cost(at).points());
        places
    }

    /// Attacks from where it stands, then comes beside its focus, as for melee (S8.12).
    fn attack_and_move(&mut self, focus: usize) -> Vec<End> {
        let start = self.ground.start;
        let attacks = self.attacks && self.enemies[focus].best == PathCost::NONE;
        let attacks = if attacks { self.best(focus, &[start], true) } else { Vec::new() };
        let place = self.enemies[focus].place;
        let beside = Ranges::from(self.board, place, 1);
        let beside = beside.places().iter().copied().filter(|&at| self.end_cost(at).is_way());
        let beside: Vec<Place> = beside.collect();
        let seen = beside.into_iter().filter(|&at| self.sights.sees(at, place)).collect();
        let nearest = keep(seen, |&at| self.end_cost(at));
        let is_near = nearest.iter().all(|&at| self.end_cost(at).points() <= self.points);
        let moves: Vec<End> = match nearest.as_slice() {
            [] => vec![self.end(focus, start)],
            nearest if is_near => nearest.iter().map(|&at| self.end(focus, at)).collect(),
            _ if self.points == 0 => vec![self.end(focus, start)],
            nearest => self.approach(focus, nearest),
        };
        if attacks.is_empty() {
            return moves;
        }
        let mut ends = Vec::with_capacity(moves.len() * attacks.len());
        for end in moves {
            ends.extend(attacks.iter().map(|attack| self.with_attack(end.clone(), focus, attack)));
        }
        ends
    }

    /// Collects the hexes among these places from which the focus can be attacked.
    ///
    /// The places are in the order of their points. Once no dearer one can change the best attacks,
    /// the rest are left out, so that sight is tested from few of them.
    fn attack_hexes(&mut self, focus: usize, places: &[Place]) -> Vec<AttackHex> {
        let more = usize::from(self.attack.targets) - 1;
        let others = |&place: &Place| self.others_in_range(focus, place).take(more).count();
        let most = places.iter().map(others).max().unwrap_or_default();
        let there = self.enemies[focus].place;
        let mut hexes: Vec<AttackHex> = Vec::new();
        for &place in places {
            if !self.sights.sees(place, there) {
                continue;
            }
            let points = self.end_cost(place).points();
            let is_dearer = hexes.last().is_some_and(|last| last.path_cost.points() < points);
            if is_dearer && are_enough(&hexes, more, most, &self.classes) {
                break;
            }
            hexes.push(self.attack_hex(focus, place));
        }
        hexes
    }

    /// Finds who else could be attacked from a hex from which the focus can be.
    fn attack_hex(&mut self, focus: usize, place: Place) -> AttackHex {
        let ranged = self.attack.reach != Reach::Melee;
        let mut others = Vec::new();
        if self.attack.targets > 1 {
            others.extend(self.others_in_range(focus, place));
            others.retain(|&at| self.sights.sees(place, self.enemies[at].place));
        }
        others.sort_by_key(|&at| self.classes[at]);
        let near = self.board.near(place);
        let beside = |at: usize| ranged && near.contains(&self.enemies[at].place);
        AttackHex {
            place,
            path_cost: self.end_cost(place),
            beside_focus: beside(focus),
            awkward: others.iter().copied().filter(|&at| beside(at)).collect(),
            others,
        }
    }

    /// Returns the enemies other than the focus that are in range from a place.
    fn others_in_range(&self, focus: usize, place: Place) -> impl Iterator<Item = usize> {
        (0..self.enemies.len()).filter(move |&at| {
            let Enemy { passed_over, ref reach, .. } = self.enemies[at];
            at != focus && passed_over.is_none() && reach.to(place).is_some()
        })
    }

    /// Returns the best attacks from these places by S8.9 and G3: to make now, or to aim at.
    ///
    /// The places are in the order of their points.
    fn best(&mut self, focus: usize, places: &[Place], in_reach: bool) -> Vec<GroupAttack> {
        let hexes = self.attack_hexes(focus, places);
        let more = usize::from(self.attack.targets) - 1;
        let chosen = best_attacks(&hexes, more, &self.classes, !self.muddled);
        let all = || hexes.iter().collect::<Vec<&AttackHex>>();
        let by_letter = if in_reach { most_targets(all(), more, !self.muddled) } else { all() };
        let by_letter = keep(by_letter, |hex| hex.path_cost.points());
        let by_letter: Vec<Place> = by_letter.iter().map(|hex| hex.place).collect();
        let places = |of: &[GroupAttack]| {
            let mut places: Vec<Place> = of.iter().map(|attack| attack.place).collect();
            places.dedup();
            places
        };
        let is_narrowed = |attack: &GroupAttack| {
            let there = hexes.iter().find(|hex| hex.place == attack.place);
            there.is_some_and(|hex| !attack.group.is_any_of(&hex.others))
        };
        let heeds = self.muddled.then(|| best_attacks(&hexes, more, &self.classes, true));
        if places(&chosen) != by_letter
            || in_reach && chosen.iter().any(is_narrowed)
            || heeds.is_some_and(|heedful| places(&heedful) != places(&chosen))
        {
            self.rulings.push(Ruling::BestHex);
        }
        chosen
    }

    /// The movement to a place, and the attack from there.
    fn attack_from(&self, focus: usize, attack: &GroupAttack) -> End {
        let end = self.end(focus, attack.place);
        if !self.attacks || end.is_deadly(self.position.figure(self.id)) {
            return end;
        }
        self.with_attack(end, focus, attack)
    }

    /// A movement with the attack on the focus and further targets, before it or after it.
    fn with_attack(&self, end: End, focus: usize, attack: &GroupAttack) -> End {
        let GroupAttack { place, group, .. } = attack;
        let id = |at: &usize| self.enemies[*at].id;
        let ranged = self.attack.reach != Reach::Melee;
        let is_open = group.count > 0;
        let choice = is_open
            .then(|| Choice { count: group.count, from: group.open.iter().map(id).collect() });
        let near = self.board.near(*place);
        let attacked = std::iter::once(&focus).chain(&group.certain).chain(&group.open);
        let disadvantage = attacked
            .filter(|&&at| self.muddled || ranged && near.contains(&self.enemies[at].place));
        End {
            targets: std::iter::once(&focus).chain(&group.certain).map(id).collect(),
            choice,
            disadvantage: disadvantage.map(id).collect(),
            ..end
        }
    }

    /// Ends nearest to the hexes aimed at, with the fewest points it takes (S8.11).
    fn approach(&mut self, focus: usize, aims: &[Place]) -> Vec<End> {
        let mut ends: Vec<End> = Vec::new();
        let mut nearest = Vec::new();
        for &aim in aims {
            let negative = self.end_cost(aim).negative();
            let back = Ways::to_aim(self.board, &self.ground, aim);
            let reached = back.order().iter().map(|&place| (place, self.end_cost(place)));
            let fitting = reached.filter(|&(place, there)| {
                there.is_way()
                    && there.points() <= self.points
                    && there.negative() + back.path_cost(place).negative() == negative
            });
            let best = fitting.collect();
            let best = keep(best, |&(place, _)| back.path_cost(place).points());
            let best = keep(best, |&(_, there)| there.points());
            for (place, _) in best {
                let left = back.path_cost(place).points();
                nearest.push(left);
                let hex = self.board.hex(aim);
                let at = self.board.hex(place);
                if let Some(end) = ends.iter_mut().find(|end| end.hex == at) {
                    end.aims.push((hex, left));
                } else {
                    ends.push(End { aims: vec![(hex, left)], ..self.end(focus, place) });
                }
            }
        }
        if nearest.iter().min() != nearest.iter().max() {
            self.rulings.push(Ruling::BestHex);
        }
        ends
    }

    /// The movement to a place, without an attack.
    fn end(&self, focus: usize, place: Place) -> End {
        let path_cost = self.end_cost(place);
        let path = self.ways.path(self.board, &self.ground, place);
        End {
            focus: self.enemies[focus].id,
            hex: self.board.hex(place),
            cost: path_cost.points(),
            negative: path_cost.negative(),
            sprung: self.sprung(&path),
            path: path.iter().map(|&at| self.board.hex(at)).collect(),
            aims: Vec::new(),
            targets: Vec::new(),
            choice: None,
            disadvantage: Vec::new(),
        }
    }

    /// Returns what it springs on a way.
    fn sprung(&self, path: &[Place]) -> Vec<Sprung> {
        let entered = match self.mode {
            MovementMode::Walking => path,
            MovementMode::Jumping => path.last().map(std::slice::from_ref).unwrap_or_default(),
            MovementMode::Flying => &[],
        };
        let sprung = entered.iter().filter_map(|&at| {
            let terrain = self.board.terrain_at(at).filter(|terrain| terrain.is_negative())?;
            let damage = self.position.damage_of(terrain);
            Some(Sprung { hex: self.board.hex(at), terrain, damage })
        });
        sprung.collect()
    }

    /// The rulings beside those of focus and best hex that decided something.
    fn note_rulings(&mut self, foci: &[usize], ends: &[End]) {
        if let Some(&focus) = foci.first()
            && self.enemies[focus].best.negative() > 0
            && self.fewest_steps() < self.enemies[focus].best.points()
        {
            self.rulings.push(Ruling::FewestNegatives);
        }
        if self.held.contains(&Condition::Disarm) || self.would_mind_unseen(foci, ends) {
            self.rulings.push(Ruling::Unseen);
        }
        let crossed = || ends.iter().flat_map(|end| &end.path);
        let terrain = |hex: &Hex| self.board.terrain(*hex);
        if crossed().any(|hex| terrain(hex) == Some(Terrain::Difficult)) {
            self.rulings.push(Ruling::DifficultTerrain);
        }
        if ends.iter().any(|end| !end.sprung.is_empty()) {
            self.rulings.push(Ruling::SprungTraps);
        }
        let in_the_way = |hex: &Hex| {
            terrain(hex).is_some_and(|on| on.is_negative() || on == Terrain::Obstacle)
                || self.position.standing_in(*hex).is_some_and(|id| {
                    self.position.figure(id).is_enemy_of(self.position.figure(self.id))
                })
        };
        if self.mode != MovementMode::Walking && crossed().any(in_the_way) {
            self.rulings.push(Ruling::JumpAndFly);
        }
        let own = self.board.hex(self.ground.start);
        let across_a_wall = ends.iter().map(|end| end.hex).chain([own]).any(|hex| {
            self.enemies.iter().any(|enemy| {
                let there = self.position.figure(enemy.id).hex;
                let side: Option<Side> = hex.side_towards(there);
                side.is_some_and(|side| self.board.is_drawn(hex, side))
            })
        });
        if across_a_wall {
            self.rulings.push(Ruling::AcrossWalls);
        }
    }

    /// Checks if an invisible enemy could be the focus or a further target if it were seen.
    fn would_mind_unseen(&mut self, foci: &[usize], ends: &[End]) -> bool {
        let best = foci.first().map_or(PathCost::NO_WAY, |&focus| self.enemies[focus].best);
        let several = self.attack.targets > 1;
        for enemy in &self.enemies {
            if !self.position.figure(enemy.id).is(Condition::Invisible) {
                continue;
            }
            for &from in enemy.reach.places() {
                let path_cost = self.ways.path_cost(from).then(self.ground.land[usize::from(from)]);
                let as_focus = path_cost.is_way() && path_cost <= best;
                let hex = self.board.hex(from);
                let start = self.board.hex(self.ground.start);
                let strikes_from = |end: &End| if self.attacks_first { start } else { end.hex };
                let as_another = several && ends.iter().any(|end| strikes_from(end) == hex);
                if (as_focus || as_another) && self.sights.sees(from, enemy.place) {
                    return true;
                }
            }
        }
        false
    }

    /// The fewest steps to any enemy if negative hexes were like any others.
    fn fewest_steps(&mut self) -> u16 {
        let ground = Ground::new(self.position, self.id, self.mode, true);
        let ways = Ways::from_start(self.board, &ground);
        let mut fewest = u16::MAX;
        for enemy in self.enemies.iter().filter(|enemy| enemy.passed_over.is_none()) {
            for &from in enemy.reach.places() {
                let path_cost = ways.path_cost(from).then(ground.land[usize::from(from)]);
                let better = path_cost.is_way() && path_cost.points() < fewest;
                if better && self.sights.sees(from, enemy.place) {
                    fewest = path_cost.points();
                }
            }
        }
        fewest
    }
}

impl Group {
    /// The groups of this size that come first as foci among `others`, which are in that order.
    fn first_of(others: &[usize], size: usize, classes: &[u16]) -> Self {
        let Some(&last) = size.checked_sub(1).and_then(|at| others.get(at)) else {
            return Self { certain: Vec::new(), count: 0, open: Vec::new() };
        };
        let class = |at: &usize| classes[*at];
        let certain = others.iter().copied().filter(|at| class(at) < class(&last)).collect();
        let open = others.iter().copied().filter(|at| class(at) == class(&last)).collect();
        Self::new(certain, open, size)
    }

    /// A group of this size: all of `certain`, the others of `open`.
    fn new(mut certain: Vec<usize>, mut open: Vec<usize>, size: usize) -> Self {
        let count = size - certain.len();
        if count == open.len() {
            certain.append(&mut open);
        }
        let count = size - certain.len();
        if count == 0 {
            open.clear();
        }
        Self { certain, count, open }
    }

    fn size(&self) -> usize {
        self.certain.len() + self.count
    }

    /// The attack on this group from a hex, with as few at disadvantage as possible; `None` if no
    /// whole group can be attacked from there.
    fn attackable_from(&self, hex: &AttackHex, heeds_disadvantage: bool) -> Option<GroupAttack> {
        let is_there = |at: &&usize| hex.others.contains(at);
        let open: Vec<usize> = self.open.iter().filter(is_there).copied().collect();
        if !self.certain.iter().all(|at| is_there(&at)) || open.len() < self.count {
            return None;
        }
        let is_awkward = |at: &usize| heeds_disadvantage && hex.awkward.contains(at);
        let (awkward, easy): (Vec<usize>, Vec<usize>) = open.into_iter().partition(is_awkward);
        let missing = self.count.saturating_sub(easy.len());
        let at_disadvantage = self.certain.iter().filter(|at| is_awkward(at)).count() + missing;
        let Self { mut certain, count, open } = if missing == 0 {
            Self::new(self.certain.clone(), easy, self.size())
        } else {
            Self::new([self.certain.as_slice(), &easy].concat(), awkward, self.size())
        };
        certain.sort_by_key(|at| hex.others.iter().position(|other| other == at));
        let group = Self { certain, count, open };
        let (place, points) = (hex.place, hex.path_cost.points());
        Some(GroupAttack { place, points, group, at_disadvantage })
    }

    /// Checks whether every choice of its size among `others` is open.
    fn is_any_of(&self, others: &[usize]) -> bool {
        self.size() == others.len() || self.certain.is_empty() && self.open.len() == others.len()
    }

    /// Checks whether another group of the same size leaves all of its choices open, and more.
    fn is_within(&self, other: &Self) -> bool {
        let is_certain = |at: &usize| self.certain.contains(at);
        let rest = self.certain.iter().filter(|at| !other.certain.contains(at)).chain(&self.open);
        self != other
            && other.certain.iter().all(is_certain)
            && rest.clone().all(|at| other.open.contains(at))
    }
}

/// The rule by which an enemy is not the focus.
fn lost_by(enemy: &Enemy, best: Option<PathCost>) -> Rule {
    match (enemy.passed_over, best) {
        (Some(rule), _) => rule,
        (None, Some(best)) if enemy.best.is_way() => {
            if enemy.best.negative() > best.negative() {
                Rule::Negative
            } else if enemy.best.points() > best.points() {
                Rule::Focus
            } else {
                Rule::Tie
            }
        }
        _ => Rule::NoFocus,
    }
}

/// Keeps those with the least of something.
fn keep<T, K: Ord>(mut of: Vec<T>, key: impl Fn(&T) -> K) -> Vec<T> {
    if let Some(least) = of.iter().map(&key).min() {
        of.retain(|one| key(one) == least);
    }
    of
}

/// The hexes without disadvantage against the focus, unless that is ignored, and of those the ones
/// with most targets.
fn most_targets(
    mut hexes: Vec<&AttackHex>,
    more: usize,
    heeds_disadvantage: bool,
) -> Vec<&AttackHex> {
    if heeds_disadvantage {
        hexes = keep(hexes, |hex| hex.beside_focus);
    }
    keep(hexes, |hex| std::cmp::Reverse(hex.others.len().min(more)))
}

/// Checks if the best attacks are those from these hexes, without a look at dearer ones.
///
/// No hex has more than `most` of the `more` further targets. If one of these has as many, and is not
/// beside the focus, dearer hexes change neither which of these are kept nor the groups of targets.
/// If then nobody is attacked at disadvantage, points decide, and dearer hexes lose.
fn are_enough(hexes: &[AttackHex], more: usize, most: usize, classes: &[u16]) -> bool {
    hexes.iter().any(|hex| !hex.beside_focus && hex.others.len() >= most)
        && best_attacks(hexes, more, classes, true).iter().all(|best| best.at_disadvantage == 0)
}

/// The best attacks by G3: first the group of at most `more` further targets, then the hex.
fn best_attacks(
    hexes: &[AttackHex],
    more: usize,
    classes: &[u16],
    heeds_disadvantage: bool,
) -> Vec<GroupAttack> {
    let hexes = most_targets(hexes.iter().collect(), more, heeds_disadvantage);
    let size = hexes.first().map_or(0, |hex| hex.others.len().min(more));
    let cheapest = keep(hexes.clone(), |hex| hex.path_cost.points());
    let first = keep(cheapest, |hex| {
        hex.others[..size].iter().map(|&at| classes[at]).collect::<Vec<u16>>()
    });
    let mut groups: Vec<Group> = Vec::new();
    for group in first.iter().map(|hex| Group::first_of(&hex.others, size, classes)) {
        if !groups.contains(&group) {
            groups.push(group);
        }
    }
    let attacks = hexes.iter().flat_map(|hex| {
        groups.iter().filter_map(|group| group.attackable_from(hex, heeds_disadvantage))
    });
    let attacks = keep(attacks.collect(), |attack| attack.at_disadvantage);
    let all = keep(attacks, |attack| attack.points);
    let mut best: Vec<GroupAttack> = Vec::new();
    for attack in &all {
        let is_wider = |other: &GroupAttack| {
            other.place == attack.place && attack.group.is_within(&other.group)
        };
        if !best.contains(attack) && !all.iter().any(is_wider) {
            best.push(attack.clone());
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dearer_hexes_change_nothing_once_the_others_are_enough() {
        let mut state = 1_u32;
        let mut below = |most: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            usize::try_from((state >> 16) % most).expect("it is small")
        };
        let mut left_out = 0;
        for _ in 0..3_000 {
            let more = below(4);
            let classes: Vec<u16> = (0..5).map(|_| [0, 1, 2][below(3)]).collect();
            let mut points = 0;
            let hexes: Vec<AttackHex> = (0..8)
                .map(|place| {
                    points += [0, 0, 1][below(3)];
                    let mut others: Vec<usize> = (0..5).filter(|_| below(3) > 0).collect();
                    others.sort_by_key(|&at| classes[at]);
                    let awkward = others.iter().copied().filter(|_| below(4) == 0).collect();
                    let (path_cost, beside_focus) = (PathCost::new(0, points), below(4) == 0);
                    AttackHex { place, path_cost, beside_focus, others, awkward }
                })
                .collect();
            let most = hexes.iter().map(|hex| hex.others.len().min(more)).max();
            let most = most.unwrap_or_default();
            for end in (1..8).filter(|&end| hexes[end - 1].path_cost < hexes[end].path_cost) {
                let cheap = &hexes[..end];
                if !are_enough(cheap, more, most, &classes) {
                    continue;
                }
                left_out += 1;
                for heeds in [false, true] {
                    let best = |of: &[AttackHex]| best_attacks(of, more, &classes, heeds);
                    assert!(best(cheap) == best(&hexes));
                    let kept = |of: &[AttackHex]| -> Vec<Place> {
                        let kept = most_targets(of.iter().collect(), more, heeds);
                        let kept = keep(kept, |hex| hex.path_cost.points());
                        kept.iter().map(|hex| hex.place).collect()
                    };
                    assert_eq!(kept(cheap), kept(&hexes));
                }
            }
        }
        assert!(left_out > 1_000, "{left_out}");
    }
}
