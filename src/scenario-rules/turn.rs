//! The turn of a monster, or of a figure that acts as one: focus, movement, targets (S8.1 to
//! S8.14).
//!
//! Our reading of points that the texts leave open:
//!
//! - A disarmed monster acts as if its card had no attack: it finds its focus as for melee
//!   (S8.6). A stunned one finds its focus by its card
//!   and then does nothing.
//! - A jump passes over any terrain and any figure, but not through walls or closed doors; the
//!   steps to an enemy are those of one unlimited jump.
//! - If the focus cannot be attacked this turn, the criteria for the best hex in reach (S8.9, G3)
//!   also choose the hex to move toward, among all hexes from
//!   which the focus can be attacked. So a monster with several targets moves toward the hex with
//!   the most targets, even if another is nearer.
//! - Groups of further targets that would be equally good as foci (G3) are compared by the hexes to
//!   attack them from: the group that
//!   can be attacked with fewer others at disadvantage, then for fewer points, is better.
//! - An area attack hits every enemy in the target hexes of its pattern; none is left out. With
//!   `targets n` the focus may also be one of the n − 1 targets outside the area, if more enemies
//!   can be attacked like that.
//! - The focus is always among the targets; if it cannot be attacked, there are none.
//! - A monster whose card has the attack first finds its focus by that attack and makes it from its
//!   hex if it can. Then it moves next to its focus over as few negative hexes as it can (S5.8,
//!   S8.12). The answer does not consider that the focus may die of the attack.
//! - A further attack (G28) has the same target as long as there is a hex to attack it from;
//!   otherwise a new focus is found.

mod area_search;
mod enemy_set;
mod target_group;

use super::board::{Board, HexIndex, Terrain};
use super::card::{Attack, Card, Reach};
use super::figure::Condition;
use super::hex::{Hex, Side};
use super::illegal::{Illegal, Refusal};
use super::monster_turn::{
    FocusCandidate, MonsterTurn, MovementEnd, TargetChoice, TriggeredHazard,
};
use super::names::FigureId;
use super::paths::{MovementCosts, MovementMode, PathCost, Paths};
use super::position::Position;
use super::rulebook::{Rule, Ruling};
use super::sight::{Ranges, SightTester};
use area_search::AreaSearch;
use target_group::{
    AttackHex, AttackOption, Group, GroupAttack, are_enough, best_attacks, keep_least,
    most_targets, places_of,
};

impl Position {
    /// Computes the turn of a figure by the rules of monsters, with the reasons.
    ///
    /// # Errors
    ///
    /// A [`Refusal`] if the figure does not act by the rules of monsters, or if its card or a
    /// decisive initiative is missing.
    pub fn turn(&self, id: FigureId) -> Result<MonsterTurn, Refusal> {
        let corners = self.switches().corner_to_corner;
        let mut search = TurnSearch::new(self, id)?;
        let mut answer = search.answer(SightTester::new(self.board(), corners))?;
        let needs_sight = answer
            .card
            .attack
            .is_some_and(|attack| attack.reach != Reach::Melee || attack.area.is_some());
        // A ruling on sight decided something if the result without it differs.
        if needs_sight {
            let other = search.answer(SightTester::new(self.board(), !corners));
            if !other.is_ok_and(|other| other.is_like(&answer)) {
                answer.rulings.push(Ruling::AnyPart);
            }
        }
        // The ruling on adjacent hexes matters only for sight from corner to corner: from any part
        // to any part, they always see each other.
        if corners {
            let other = search.answer(SightTester::new(self.board(), corners).by_lines_alone());
            if !other.is_ok_and(|other| other.is_like(&answer)) {
                answer.rulings.push(Ruling::AdjacentSight);
            }
        }
        answer.rulings.sort_unstable();
        answer.rulings.dedup();
        Ok(answer)
    }

    /// Returns the traps and hazardous terrain that the best path of a figure to a hex
    /// triggers, even if it
    /// would not end there; empty if there is no path.
    pub(super) fn hazards_on_path(&self, id: FigureId, to: Hex) -> Vec<TriggeredHazard> {
        let (Ok(search), Some(place)) = (TurnSearch::new(self, id), self.board().place(to)) else {
            return Vec::new();
        };
        if !search.paths.path_cost(place).is_path() {
            return Vec::new();
        }
        search.triggered(&search.paths.path(search.board, &search.ground, place))
    }
}

/// An enemy of the acting monster.
struct Enemy {
    id: FigureId,
    place: HexIndex,
    /// The hexes within the attack's range of it; for an area attack, those from which some
    /// placement has it in the area, or from which it can be attacked outside the area.
    reach: Ranges,
    /// The cost of the best path to a hex from which it can be attacked.
    best: PathCost,
    /// The range from the monster.
    range: Option<u16>,
    /// The rule that excludes it from this attack, if any.
    passed_over: Option<Rule>,
}

/// The computation of a monster's turn.
struct TurnSearch<'a> {
    position: &'a Position,
    board: &'a Board,
    id: FigureId,
    card: Card,
    /// The conditions that keep it from moving or attacking as its card says.
    held: Vec<Condition>,
    /// The movement points; 0 if it cannot move.
    points: u16,
    /// The attack by which it finds its focus.
    attack: Attack,
    /// The placements of that attack's area, if it has one.
    area: Option<AreaSearch>,
    /// `true` if it can carry out that attack.
    attacks: bool,
    /// `true` if the attack comes before the move (S5.8).
    attacks_first: bool,
    muddled: bool,
    mode: MovementMode,
    ground: MovementCosts,
    paths: Paths,
    sights: SightTester<'a>,
    enemies: Vec<Enemy>,
    /// The rank of each enemy as a further target (G3): smaller is better, equal ones tie.
    classes: Vec<u16>,
    rulings: Vec<Ruling>,
}

impl<'a> TurnSearch<'a> {
    fn new(position: &'a Position, id: FigureId) -> Result<Self, Refusal> {
        let card = position.card(id)?;
        let figure = position.figure(id);
        let board = position.board();
        let held: Vec<Condition> = figure
            .conditions
            .iter()
            .filter(|condition| {
                condition.forbids_move() && card.movement.is_some()
                    || condition.forbids_attack() && card.attack.is_some()
            })
            .collect();
        let stunned = figure.is(Condition::Stun);
        let movement =
            card.movement.filter(|_| !figure.conditions.iter().any(Condition::forbids_move));
        // A stunned figure finds its focus by the attack that it cannot carry out.
        let attack = card
            .attack
            .filter(|_| stunned || !figure.conditions.iter().any(Condition::forbids_attack));
        let mode = match card.movement {
            _ if figure.flying => MovementMode::Flying,
            Some(movement) if movement.jump => MovementMode::Jumping,
            _ => MovementMode::Walking,
        };
        let ground = MovementCosts::new(position, id, mode, false);
        let paths = Paths::from_start(board, &ground);
        let attacks_first = attack.is_some() && card.attack_first;
        let used = attack.unwrap_or(Attack::MELEE);
        let mut search = Self {
            position,
            board,
            id,
            card,
            held,
            points: movement.map_or(0, |movement| movement.points.into()),
            attack: used,
            area: used.area.map(|area| AreaSearch::new(board, &area, used)),
            attacks: attack.is_some() && !stunned,
            attacks_first,
            muddled: figure.is(Condition::Muddle),
            mode,
            ground,
            paths,
            sights: SightTester::new(board, false),
            enemies: Vec::new(),
            classes: Vec::new(),
            rulings: Vec::new(),
        };
        search.add_enemies();
        Ok(search)
    }

    /// Computes the turn by one reading of line of sight.
    fn answer(&mut self, sights: SightTester<'a>) -> Result<MonsterTurn, Refusal> {
        self.sights = sights;
        self.rulings.clear();
        self.find_best_paths();
        let foci = self.foci()?;
        let mut ends = Vec::new();
        for &focus in &foci {
            self.rank(focus)?;
            ends.extend(self.ends(focus));
        }
        self.add_rulings(&foci, &ends);
        let order = self.position.order();
        let best = foci.first().map(|&focus| self.enemies[focus].best);
        let enemies = self.enemies.iter().enumerate().map(|(at, enemy)| FocusCandidate {
            figure: enemy.id,
            steps: enemy.best.is_path().then(|| enemy.best.points()),
            negative: enemy.best.is_path().then(|| enemy.best.negative()),
            range: enemy.range,
            initiative: order.number(enemy.id),
            lost_by: match self.same_target() {
                _ if foci.contains(&at) => None,
                Some(_) if enemy.best.is_path() => Some(Rule::Others),
                _ => Some(lost_by(enemy, best)),
            },
        });
        Ok(MonsterTurn {
            figure: self.id,
            card: self.card.clone(),
            restricting: self.held.clone(),
            enemies: enemies.collect(),
            foci: foci.iter().map(|&at| self.enemies[at].id).collect(),
            ends,
            rulings: std::mem::take(&mut self.rulings),
        })
    }

    /// Adds every enemy with the hexes within the attack's range of it.
    fn add_enemies(&mut self) {
        let range_limit = u16::from(self.attack.reach.range());
        let ranges = Ranges::from(self.board, self.ground.start, u16::MAX);
        let other_target = self.position.switches().other_target;
        for id in self.position.enemies_of(self.id) {
            let place = self.position.place(id);
            let passed_over = if self.position.figure(id).is(Condition::Invisible) {
                Some(Rule::NoFocus)
            } else {
                let is_excluded = other_target && self.position.attacked_by(self.id).contains(&id);
                is_excluded.then_some(Rule::Others)
            };
            let reach = match &self.area {
                Some(area) => area.reach_of(self.board, place),
                None => Ranges::from(self.board, place, range_limit),
            };
            let range = ranges.to(place);
            let best = PathCost::NO_PATH;
            self.enemies.push(Enemy { id, place, reach, best, range, passed_over });
        }
    }

    /// Finds the best path to attack each enemy, with unlimited movement (S8.2 to S8.4).
    fn find_best_paths(&mut self) {
        for enemy in &mut self.enemies {
            enemy.best = PathCost::NO_PATH;
            if enemy.passed_over.is_some() {
                continue;
            }
            // No hex is better than the monster's own, so that one is tested first.
            let start = self.ground.start;
            let at_start = Some(start).filter(|&start| enemy.reach.to(start).is_some());
            for from in at_start.into_iter().chain(enemy.reach.places().iter().copied()) {
                let land = self.ground.land[usize::from(from)];
                let path_cost = self.paths.path_cost(from).then(land);
                if path_cost < enemy.best && self.sights.sees(from, enemy.place) {
                    enemy.best = path_cost;
                }
            }
        }
    }

    /// Returns the cost of a movement that ends in a hex.
    fn end_cost(&self, place: HexIndex) -> PathCost {
        self.paths.path_cost(place).then(self.ground.land[usize::from(place)])
    }

    /// Returns the focus: one enemy, several if all criteria tie, or none (S8.1 to S8.7).
    fn foci(&mut self) -> Result<Vec<usize>, Refusal> {
        let attacked = self.position.attacked_by(self.id);
        if !attacked.is_empty() {
            self.rulings.push(Ruling::FurtherAttack);
        }
        if let Some(same) = self.same_target() {
            return Ok(vec![same]);
        }
        let best = self.enemies.iter().map(|enemy| enemy.best).min().unwrap_or(PathCost::NO_PATH);
        if !best.is_path() {
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

    /// Returns the focus of the previous attack if a further attack can still be made on it (G28).
    fn same_target(&self) -> Option<usize> {
        let first = *self.position.attacked_by(self.id).first()?;
        self.enemies.iter().position(|enemy| {
            enemy.id == first && enemy.passed_over.is_none() && enemy.best.is_path()
        })
    }

    /// Returns the enemies of a list that no other one in it precedes (S8.5).
    fn earliest(&self, of: &[usize]) -> Result<Vec<usize>, Refusal> {
        let order = self.position.order();
        let ids = self.ids(of);
        for &id in &ids {
            self.check_known(id, ids.iter().copied())?;
        }
        let mut earliest = Vec::new();
        for (&at, &id) in of.iter().zip(&ids) {
            if !ids.iter().any(|&other| order.precedes(other, id)) {
                earliest.push(at);
            }
        }
        Ok(earliest)
    }

    /// Returns the ids of enemies.
    fn ids<'b>(&self, of: impl IntoIterator<Item = &'b usize>) -> Vec<FigureId> {
        of.into_iter().map(|&at| self.enemies[at].id).collect()
    }

    /// Checks that the order of a figure among others does not depend on its unknown initiative.
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

    /// Ranks the enemies as further targets, if there may be a choice.
    fn rank(&mut self, focus: usize) -> Result<(), Refusal> {
        self.classes = vec![0; self.enemies.len()];
        let others: Vec<usize> = (0..self.enemies.len())
            .filter(|&at| at != focus && self.enemies[at].passed_over.is_none())
            .collect();
        if others.len() < 2 || !self.has_further_targets() {
            return Ok(());
        }
        let ranked: Vec<(FigureId, (PathCost, u16))> =
            others.iter().map(|&at| (self.enemies[at].id, self.rank_key(at))).collect();
        for &(id, key) in &ranked {
            let tied = ranked.iter().filter(|(_, other)| *other == key);
            self.check_known(id, tied.map(|&(other, _)| other))?;
        }
        for (&at, class) in others.iter().zip(self.position.order().classes(&ranked)) {
            self.classes[at] = class;
        }
        Ok(())
    }

    /// Returns `true` if the attack can have further targets.
    fn has_further_targets(&self) -> bool {
        self.attack.targets > 1 || self.area.is_some()
    }

    /// Returns the criteria that rank a further target before the order of acting does (G3).
    fn rank_key(&self, at: usize) -> (PathCost, u16) {
        let Enemy { best, range, .. } = self.enemies[at];
        let nearer_first = self.position.switches().nearer_first;
        (best, if nearer_first { range.unwrap_or(u16::MAX) } else { 0 })
    }

    /// Returns every equally right end with this focus.
    fn ends(&mut self, focus: usize) -> Vec<MovementEnd> {
        self.place_area(focus);
        let mut ends = if self.attacks_first {
            self.attack_and_move(focus)
        } else {
            self.move_and_attack(focus)
        };
        ends.sort_by_key(|end| end.hex);
        ends
    }

    /// Returns the ends of moving to the hex of the best attack, or toward it (S8.9 to S8.11).
    fn move_and_attack(&mut self, focus: usize) -> Vec<MovementEnd> {
        let in_reach = self.enemies[focus].best.points() <= self.points;
        if !in_reach && self.points == 0 {
            return vec![self.end(focus, self.ground.start)];
        }
        let most = if in_reach { self.points } else { u16::MAX };
        let places = self.hexes_with_fewest_negatives(focus, most);
        let best = self.best(focus, &places, in_reach);
        if in_reach {
            return best.iter().map(|attack| self.attack_from(focus, attack)).collect();
        }
        self.approach(focus, &places_of(&best))
    }

    /// Returns the hexes in range of the focus that cost at most `most` points and as few negative
    /// hexes as the best path to attack it, in order of points. Line of sight is not tested yet.
    fn hexes_with_fewest_negatives(&self, focus: usize, most: u16) -> Vec<HexIndex> {
        let Enemy { best, ref reach, .. } = self.enemies[focus];
        let mut places = reach.places().to_vec();
        places.retain(|&at| {
            let cost = self.end_cost(at);
            cost.is_path() && cost.negative() == best.negative() && cost.points() <= most
        });
        places.sort_by_key(|&at| self.end_cost(at).points());
        places
    }

    /// Returns the ends of attacking from its hex, then moving next to its focus, as for melee
    /// (S8.12).
    fn attack_and_move(&mut self, focus: usize) -> Vec<MovementEnd> {
        let start = self.ground.start;
        let attacks = if self.attacks && self.enemies[focus].best == PathCost::NONE {
            self.best(focus, &[start], true)
        } else {
            Vec::new()
        };
        let place = self.enemies[focus].place;
        let mut adjacent = Ranges::from(self.board, place, 1).places().to_vec();
        adjacent.retain(|&at| self.end_cost(at).is_path());
        adjacent.retain(|&at| self.sights.sees(at, place));
        let nearest = keep_least(adjacent, |&at| self.end_cost(at));
        let is_near = nearest.iter().all(|&at| self.end_cost(at).points() <= self.points);
        let moves: Vec<MovementEnd> = match nearest.as_slice() {
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

    /// Collects the hexes among `places` from which the focus can be attacked.
    ///
    /// `places` is in order of points. Once no more expensive hex can change the best attacks, the
    /// remainder is skipped, so that sight is tested from few hexes.
    fn attack_hexes(&mut self, focus: usize, places: &[HexIndex]) -> Vec<AttackHex> {
        let bounds = places.iter().map(|&place| self.further_targets_bound(focus, place));
        let most = bounds.max().unwrap_or_default();
        let there = self.enemies[focus].place;
        let mut hexes: Vec<AttackHex> = Vec::new();
        for &place in places {
            if !self.sights.sees(place, there) {
                continue;
            }
            let points = self.end_cost(place).points();
            let costs_more = hexes.last().is_some_and(|last| last.path_cost.points() < points);
            if costs_more && are_enough(&hexes, most, &self.classes) {
                break;
            }
            hexes.push(self.attack_hex(focus, place));
        }
        hexes
    }

    /// Returns a number of further targets that an attack from a hex does not exceed. Line of sight
    /// is not tested.
    fn further_targets_bound(&self, focus: usize, place: HexIndex) -> usize {
        let more = usize::from(self.attack.targets) - 1;
        match &self.area {
            Some(area) => self.area_targets_bound(area, focus, place),
            None => self.others_in_range(focus, place).take(more).count(),
        }
    }

    /// Finds the further targets in a hex from which the focus can be attacked.
    fn attack_hex(&mut self, focus: usize, place: HexIndex) -> AttackHex {
        let options = if self.area.is_some() {
            self.area_options(focus, place)
        } else {
            vec![self.option_without_area(focus, place)]
        };
        let mut disadvantaged: Vec<usize> = options
            .iter()
            .flat_map(|option| option.hits.iter().chain(&option.others))
            .copied()
            .collect();
        disadvantaged.retain(|&at| self.is_too_near(place, at));
        AttackHex {
            place,
            path_cost: self.end_cost(place),
            has_disadvantage: self.is_too_near(place, focus),
            options,
            disadvantaged,
        }
    }

    fn option_without_area(&mut self, focus: usize, place: HexIndex) -> AttackOption {
        let slots = usize::from(self.attack.targets) - 1;
        let mut others = Vec::new();
        if slots > 0 {
            others.extend(self.others_in_range(focus, place));
            others.retain(|&at| self.sights.sees(place, self.enemies[at].place));
        }
        others.sort_by_key(|&at| self.classes[at]);
        AttackOption { hits: Vec::new(), others, slots, area: Vec::new() }
    }

    /// Returns `true` if an attack from a hex on an enemy is ranged, and the two are adjacent
    /// (S7.2).
    fn is_too_near(&self, from: HexIndex, at: usize) -> bool {
        self.attack.reach != Reach::Melee
            && self.board.neighbors(from).contains(&self.enemies[at].place)
    }

    /// Returns the enemies other than the focus that are in range from a hex.
    fn others_in_range(&self, focus: usize, place: HexIndex) -> impl Iterator<Item = usize> {
        (0..self.enemies.len()).filter(move |&at| {
            let Enemy { passed_over, ref reach, .. } = self.enemies[at];
            at != focus && passed_over.is_none() && reach.to(place).is_some()
        })
    }

    /// Returns the best attacks from these hexes by S8.9 and G3: to make now if `in_reach`,
    /// otherwise to move toward. Adds the ruling on the best hex if it decided something.
    ///
    /// `places` is in order of points.
    fn best(&mut self, focus: usize, places: &[HexIndex], in_reach: bool) -> Vec<GroupAttack> {
        let hexes = self.attack_hexes(focus, places);
        let best = best_attacks(&hexes, &self.classes, !self.muddled);
        let best_places = places_of(&best);
        let mut by_letter: Vec<&AttackHex> = hexes.iter().collect();
        if in_reach {
            by_letter = most_targets(by_letter, !self.muddled);
        }
        by_letter = keep_least(by_letter, |hex| hex.path_cost.points());
        let differs_from_letter =
            !by_letter.iter().map(|hex| hex.place).eq(best_places.iter().copied());
        let is_narrowed = in_reach
            && hexes.iter().filter(|hex| best_places.contains(&hex.place)).any(|hex| {
                let there: Vec<&GroupAttack> =
                    best.iter().filter(|attack| attack.place == hex.place).collect();
                hex.is_narrowed_by(&there)
            });
        let ignores_disadvantage =
            self.muddled && places_of(&best_attacks(&hexes, &self.classes, true)) != best_places;
        if differs_from_letter || is_narrowed || ignores_disadvantage {
            self.rulings.push(Ruling::BestHex);
        }
        best
    }

    /// Creates the end of a movement to a hex, with the attack from there if the monster survives
    /// and can attack.
    fn attack_from(&mut self, focus: usize, attack: &GroupAttack) -> MovementEnd {
        let end = self.end(focus, attack.place);
        if !self.attacks || end.is_deadly(self.position.figure(self.id)) {
            return end;
        }
        self.with_attack(end, focus, attack)
    }

    /// Adds the attack on the focus and further targets, before or after the movement, to an end.
    fn with_attack(&mut self, end: MovementEnd, focus: usize, attack: &GroupAttack) -> MovementEnd {
        let placements = self.placements_of(attack);
        let Group { certain, count, open } = &attack.group;
        let targets = std::iter::once(&focus).chain(certain);
        let disadvantage = targets
            .clone()
            .chain(open)
            .filter(|&&at| self.muddled || self.is_too_near(attack.place, at));
        MovementEnd {
            targets: self.ids(targets),
            choice: (*count > 0).then(|| TargetChoice { count: *count, from: self.ids(open) }),
            disadvantage: self.ids(disadvantage),
            placements,
            ..end
        }
    }

    /// Returns for each of `aims` the reachable ends nearest to it, and of those the ones that cost
    /// the fewest points (S8.11). Aims that are farther than others are not dropped.
    fn approach(&mut self, focus: usize, aims: &[HexIndex]) -> Vec<MovementEnd> {
        let mut ends: Vec<MovementEnd> = Vec::new();
        let mut nearest = Vec::new();
        for &aim in aims {
            let negative = self.end_cost(aim).negative();
            let back = Paths::to_aim(self.board, &self.ground, aim);
            let mut places = back.order().to_vec();
            places.retain(|&place| {
                let there = self.end_cost(place);
                there.is_path()
                    && there.points() <= self.points
                    && there.negative() + back.path_cost(place).negative() == negative
            });
            places = keep_least(places, |&place| back.path_cost(place).points());
            places = keep_least(places, |&place| self.end_cost(place).points());
            for place in places {
                let left = back.path_cost(place).points();
                nearest.push(left);
                let hex = self.board.hex(aim);
                let at = self.board.hex(place);
                if let Some(end) = ends.iter_mut().find(|end| end.hex == at) {
                    end.goals.push((hex, left));
                } else {
                    ends.push(MovementEnd { goals: vec![(hex, left)], ..self.end(focus, place) });
                }
            }
        }
        if nearest.iter().min() != nearest.iter().max() {
            self.rulings.push(Ruling::BestHex);
        }
        ends
    }

    /// Creates the end of a movement to a hex, without an attack.
    fn end(&self, focus: usize, place: HexIndex) -> MovementEnd {
        let path_cost = self.end_cost(place);
        let path = self.paths.path(self.board, &self.ground, place);
        MovementEnd {
            focus: self.enemies[focus].id,
            hex: self.board.hex(place),
            cost: path_cost.points(),
            negative: path_cost.negative(),
            triggered: self.triggered(&path),
            path: path.iter().map(|&at| self.board.hex(at)).collect(),
            goals: Vec::new(),
            targets: Vec::new(),
            choice: None,
            disadvantage: Vec::new(),
            placements: Vec::new(),
        }
    }

    /// Returns the traps and hazardous terrain that a movement along a path triggers.
    fn triggered(&self, path: &[HexIndex]) -> Vec<TriggeredHazard> {
        let entered = match self.mode {
            MovementMode::Walking => path,
            MovementMode::Jumping => path.last().map(std::slice::from_ref).unwrap_or_default(),
            MovementMode::Flying => &[],
        };
        let mut triggered = Vec::new();
        for &at in entered {
            if let Some(terrain) = self.board.terrain_at(at)
                && terrain.is_negative()
            {
                let damage = self.position.damage_of(terrain);
                triggered.push(TriggeredHazard { hex: self.board.hex(at), terrain, damage });
            }
        }
        triggered
    }

    /// Adds the rulings that decided something, except those on the focus, the best hex and line of
    /// sight, which are added where they decide.
    fn add_rulings(&mut self, foci: &[usize], ends: &[MovementEnd]) {
        if let Some(&focus) = foci.first()
            && self.enemies[focus].best.negative() > 0
            && self.fewest_steps() < self.enemies[focus].best.points()
        {
            self.rulings.push(Ruling::FewestNegatives);
        }
        if self.held.contains(&Condition::Disarm) || self.invisible_matters(foci, ends) {
            self.rulings.push(Ruling::Unseen);
        }
        let crossed: Vec<Hex> = ends.iter().flat_map(|end| &end.path).copied().collect();
        if crossed.iter().any(|&hex| self.board.terrain(hex) == Some(Terrain::Difficult)) {
            self.rulings.push(Ruling::DifficultTerrain);
        }
        if ends.iter().any(|end| !end.triggered.is_empty()) {
            self.rulings.push(Ruling::SprungTraps);
        }
        if ends.iter().any(|end| !end.placements.is_empty()) {
            self.rulings.push(Ruling::AreaAttack);
        }
        if self.mode != MovementMode::Walking
            && crossed.iter().any(|&hex| self.hinders_walking(hex))
        {
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

    /// Returns `true` if a hex has an obstacle, negative terrain or an enemy.
    fn hinders_walking(&self, hex: Hex) -> bool {
        let terrain = self.board.terrain(hex);
        terrain.is_some_and(|on| on.is_negative() || on == Terrain::Obstacle)
            || self.position.figure_at(hex).is_some_and(|id| {
                self.position.figure(id).is_enemy_of(self.position.figure(self.id))
            })
    }

    /// Returns `true` if an invisible enemy could be the focus or a further target if it were
    /// visible.
    fn invisible_matters(&mut self, foci: &[usize], ends: &[MovementEnd]) -> bool {
        let best = foci.first().map_or(PathCost::NO_PATH, |&focus| self.enemies[focus].best);
        let several = self.attack.targets > 1;
        for enemy in &self.enemies {
            if !self.position.figure(enemy.id).is(Condition::Invisible) {
                continue;
            }
            for &from in enemy.reach.places() {
                let path_cost =
                    self.paths.path_cost(from).then(self.ground.land[usize::from(from)]);
                let as_focus = path_cost.is_path() && path_cost <= best;
                let hex = self.board.hex(from);
                let start = self.board.hex(self.ground.start);
                let there = self.board.hex(enemy.place);
                let as_another = ends.iter().any(|end| {
                    let attack_hex = if self.attacks_first { start } else { end.hex };
                    let is_in_area = end.placements.iter().any(|of| of.hexes.contains(&there));
                    attack_hex == hex && (several || is_in_area)
                });
                if (as_focus || as_another) && self.sights.sees(from, enemy.place) {
                    return true;
                }
            }
        }
        false
    }

    /// Returns the fewest steps to any enemy if negative hexes were like any others.
    fn fewest_steps(&mut self) -> u16 {
        let ground = MovementCosts::new(self.position, self.id, self.mode, true);
        let paths = Paths::from_start(self.board, &ground);
        let mut fewest = u16::MAX;
        for enemy in self.enemies.iter().filter(|enemy| enemy.passed_over.is_none()) {
            for &from in enemy.reach.places() {
                let path_cost = paths.path_cost(from).then(ground.land[usize::from(from)]);
                let better = path_cost.is_path() && path_cost.points() < fewest;
                if better && self.sights.sees(from, enemy.place) {
                    fewest = path_cost.points();
                }
            }
        }
        fewest
    }
}

/// Returns the rule by which an enemy is not the focus.
fn lost_by(enemy: &Enemy, best: Option<PathCost>) -> Rule {
    match (enemy.passed_over, best) {
        (Some(rule), _) => rule,
        (None, Some(best)) if enemy.best.is_path() => {
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
