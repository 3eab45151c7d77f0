//! The turn of a monster, or of whoever acts as one: focus, movement, targets (S8.1 to S8.14).
//!
//! Where the texts leave something open, it is read like this:
//!
//! - Whoever is disarmed has no attack on its card (S8.6); whoever is stunned looks for its focus
//!   as its card says and then does nothing.
//! - A jump leads over any terrain and any figure, not through walls or closed doors; the steps to
//!   an enemy are those of one jump without a limit.
//! - Out of reach, the hex aimed at is chosen among all hexes from which the focus can be attacked
//!   by the order of S8.9 and G3 as it stands there, the points to it last. So a monster with
//!   several targets aims at the hex where it will have most, even if another is nearer.
//! - Further targets are ranked by G2 and initiative alone, not by steps: that is what G3 names.
//! - The focus is always among the targets, and where it cannot be attacked nobody is.

use super::answer::{Answer, Candidate, Choice, End, Sprung};
use super::board::{Board, Place, Terrain};
use super::card::{Attack, Card, Reach};
use super::figure::{Condition, FigureId};
use super::hex::Side;
use super::illegal::{Illegal, Refusal};
use super::levels;
use super::position::Position;
use super::rulebook::{Rule, Ruling};
use super::sight::{Ranges, Sights};
use super::ways::{Gait, Ground, Toll, Ways};

impl Position {
    /// What the figure does on its turn by the rules of monsters, and why.
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
}

/// An enemy as the acting monster sees it.
struct Enemy {
    id: FigureId,
    place: Place,
    /// From where the attack would reach it.
    reach: Ranges,
    /// The best way to a hex it can be attacked from.
    best: Toll,
    /// How far from the monster it stands.
    range: Option<u16>,
    /// Why it is no enemy to this attack, if it is not.
    passed_over: Option<Rule>,
}

/// A hex from which the focus can be attacked, and what an attack from there would be.
#[derive(Clone)]
struct Stand {
    place: Place,
    toll: Toll,
    beside_focus: bool,
    /// The classes of the further targets, best first.
    classes: Vec<u16>,
    /// Whether more could be attacked than the attack has targets, and their rank parts them.
    ranked: bool,
    /// Further targets for certain, and those among which the players choose.
    targets: Vec<usize>,
    choice: Option<(usize, Vec<usize>)>,
    /// How many of the further targets are attacked at disadvantage.
    others_at_disadvantage: usize,
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
    /// Whether it carries that attack out.
    attacks: bool,
    muddled: bool,
    gait: Gait,
    ground: Ground,
    ways: Ways,
    sights: Sights<'a>,
    enemies: Vec<Enemy>,
    /// The class of each enemy by G2 and initiative.
    classes: Vec<u16>,
    rulings: Vec<Ruling>,
}

impl<'a> Turn<'a> {
    fn new(position: &'a Position, id: FigureId) -> Result<Self, Refusal> {
        let card = position.card(id)?;
        let figure = position.figure(id);
        let board = position.board();
        let bears = |condition| match condition {
            Condition::Stun => card.movement.is_some() || card.attack.is_some(),
            Condition::Immobilize => card.movement.is_some(),
            Condition::Disarm => card.attack.is_some(),
            _ => false,
        };
        let held: Vec<Condition> =
            figure.conditions.iter().filter(|&condition| bears(condition)).collect();
        let stunned = figure.is(Condition::Stun);
        let movement = card.movement.filter(|_| !stunned && !figure.is(Condition::Immobilize));
        let attack = card.attack.filter(|_| stunned || !figure.is(Condition::Disarm));
        let gait = match card.movement {
            _ if figure.flying => Gait::Flying,
            Some(movement) if movement.jump => Gait::Jumping,
            _ => Gait::Walking,
        };
        let ground = Ground::new(position, id, gait, false);
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
            muddled: figure.is(Condition::Muddle),
            gait,
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
            lost_by: if foci.contains(&at) { None } else { Some(lost_by(enemy, best)) },
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
        for id in self.position.enemies_of(self.id) {
            let place = self.position.place(id);
            let passed_over = if self.position.figure(id).is(Condition::Invisible) {
                Some(Rule::NoFocus)
            } else {
                self.position.has_attacked(self.id, id).then_some(Rule::Others)
            };
            let reach = Ranges::from(self.board, place, reach);
            let range = ranges.to(place);
            let best = Toll::NO_WAY;
            self.enemies.push(Enemy { id, place, reach, best, range, passed_over });
        }
    }

    /// Finds the best way to attack each enemy, whatever it takes (S8.2 to S8.4).
    fn look_around(&mut self) {
        for enemy in &mut self.enemies {
            enemy.best = Toll::NO_WAY;
            if enemy.passed_over.is_some() {
                continue;
            }
            for &from in enemy.reach.places() {
                let land = self.ground.land[usize::from(from)];
                let toll = self.ways.toll(from).then(land);
                if toll < enemy.best && self.sights.sees(from, enemy.place) {
                    enemy.best = toll;
                }
            }
        }
    }

    /// What it takes to end a movement in a place, the negative hexes first.
    fn end_toll(&self, place: Place) -> Toll {
        self.ways.toll(place).then(self.ground.land[usize::from(place)])
    }

    /// Which enemies are the focus: one, several if they tie to the last, or none (S8.1 to S8.7).
    fn foci(&mut self) -> Result<Vec<usize>, Refusal> {
        let best = self.enemies.iter().map(|enemy| enemy.best).min().unwrap_or(Toll::NO_WAY);
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
            let set = self.position.figure(one).name.clone();
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
        let ids: Vec<FigureId> = others.iter().map(|&at| self.enemies[at].id).collect();
        for &id in &ids {
            self.check_known(id, ids.iter().copied())?;
        }
        let nearer_first = self.position.switches().nearer_first;
        let before = |at: usize| {
            if nearer_first { self.enemies[at].range.unwrap_or(u16::MAX) } else { 0 }
        };
        let ranked: Vec<(FigureId, u16)> =
            others.iter().map(|&at| (self.enemies[at].id, before(at))).collect();
        for (&at, class) in others.iter().zip(self.position.order().classes(&ranked)) {
            self.classes[at] = class;
        }
        Ok(())
    }

    /// Every end that is equally right with this focus.
    fn ends(&mut self, focus: usize) -> Vec<End> {
        let negative = self.enemies[focus].best.negative();
        let all = self.attack_places(focus, negative);
        let within: Vec<Place> =
            all.iter().copied().filter(|&at| self.end_toll(at).points() <= self.points).collect();
        let mut ends = if !within.is_empty() {
            let stands = self.stands(focus, &within);
            let best = self.best(&stands, true);
            best.into_iter().map(|stand| self.attack_from(focus, &stand)).collect()
        } else if self.points == 0 {
            vec![self.end(focus, self.ground.start)]
        } else {
            let stands = self.stands(focus, &all);
            let aims = self.best(&stands, false);
            self.approach(focus, negative, &aims)
        };
        ends.sort_by_key(|end| end.hex);
        ends
    }

    /// Where the focus can be attacked from over as few negative hexes as can be.
    fn attack_places(&mut self, focus: usize, negative: u16) -> Vec<Place> {
        let Enemy { place, reach, .. } = &self.enemies[focus];
        let reached = reach.places().iter().copied().filter(|&from| {
            let toll = self.ways.toll(from).then(self.ground.land[usize::from(from)]);
            toll.is_way() && toll.negative() == negative
        });
        reached.filter(|&from| self.sights.sees(from, *place)).collect()
    }

    /// What the attack would be from each of these places.
    fn stands(&mut self, focus: usize, places: &[Place]) -> Vec<Stand> {
        let ranged = self.attack.reach != Reach::Melee;
        let more = usize::from(self.attack.targets).saturating_sub(1);
        let mut stands = Vec::with_capacity(places.len());
        for &place in places {
            let mut others = Vec::new();
            if more > 0 {
                for (at, other) in self.enemies.iter().enumerate() {
                    let attackable = at != focus
                        && other.passed_over.is_none()
                        && other.reach.to(place).is_some()
                        && self.sights.sees(place, other.place);
                    if attackable {
                        others.push(at);
                    }
                }
            }
            let near = self.board.near(place);
            let beside = |at: usize| ranged && near.contains(&self.enemies[at].place);
            let stand = Stand {
                place,
                toll: self.ways.toll(place).then(self.ground.land[usize::from(place)]),
                beside_focus: beside(focus),
                classes: Vec::new(),
                ranked: false,
                targets: Vec::new(),
                choice: None,
                others_at_disadvantage: 0,
            };
            let muddled = self.muddled;
            let avoided = |at: usize| !muddled && beside(at);
            stands.push(stand.with_targets(others, more, &self.classes, avoided));
        }
        stands
    }

    /// The best of these places by S8.9 and G3: to attack from now, or to aim at.
    fn best(&mut self, stands: &[Stand], in_reach: bool) -> Vec<Stand> {
        let all = || stands.iter().collect::<Vec<&Stand>>();
        let chosen = best_of(by_number(all(), !self.muddled));
        let by_letter = if in_reach { by_number(all(), !self.muddled) } else { all() };
        let by_letter = keep(by_letter, |stand| stand.toll.points());
        let heedful = if self.muddled { best_of(by_number(all(), true)) } else { chosen.clone() };
        let places = |of: &[&Stand]| of.iter().map(|stand| stand.place).collect::<Vec<Place>>();
        let ranked = in_reach && chosen.iter().any(|stand| stand.ranked);
        if ranked || places(&chosen) != places(&by_letter) || places(&chosen) != places(&heedful) {
            self.rulings.push(Ruling::BestHex);
        }
        chosen.into_iter().cloned().collect()
    }

    /// The attack on the focus and further targets from a place.
    fn attack_from(&self, focus: usize, stand: &Stand) -> End {
        let mut end = self.end(focus, stand.place);
        if !self.attacks {
            return end;
        }
        let id = |at: &usize| self.enemies[*at].id;
        let ranged = self.attack.reach != Reach::Melee;
        end.targets = std::iter::once(&focus).chain(&stand.targets).map(id).collect();
        end.choice = stand
            .choice
            .as_ref()
            .map(|(count, from)| Choice { count: *count, from: from.iter().map(id).collect() });
        let open = stand.choice.iter().flat_map(|(_, from)| from);
        let attacked = std::iter::once(&focus).chain(&stand.targets).chain(open);
        let beside = |at: &&usize| {
            let near = self.board.near(stand.place).contains(&self.enemies[**at].place);
            self.muddled || ranged && near
        };
        end.disadvantage = attacked.filter(beside).map(id).collect();
        end
    }

    /// Ends nearest to the hexes aimed at, with the fewest points it takes (S8.11).
    fn approach(&mut self, focus: usize, negative: u16, aims: &[Stand]) -> Vec<End> {
        let mut ends: Vec<End> = Vec::new();
        let mut nearest = Vec::new();
        for aim in aims {
            let back = Ways::to_aim(self.board, &self.ground, aim.place);
            let reached = back.order().iter().map(|&place| (place, self.end_toll(place)));
            let fitting = reached.filter(|&(place, there)| {
                there.is_way()
                    && there.points() <= self.points
                    && there.negative() + back.toll(place).negative() == negative
            });
            let best = fitting.collect();
            let best = keep(best, |&(place, _)| back.toll(place).points());
            let best = keep(best, |&(_, there)| there.points());
            for (place, _) in best {
                let left = back.toll(place).points();
                nearest.push(left);
                let hex = self.board.hex(aim.place);
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
        let toll = self.end_toll(place);
        let path = self.ways.path(self.board, &self.ground, place);
        let entered: &[Place] = match self.gait {
            Gait::Walking => &path,
            Gait::Jumping => path.last().map(std::slice::from_ref).unwrap_or_default(),
            Gait::Flying => &[],
        };
        let sprung = entered.iter().filter_map(|&at| {
            let terrain = self.board.terrain_at(at).filter(|terrain| terrain.is_negative())?;
            let level = self.position.level();
            let hazard = self.position.switches().hazard;
            let damage = levels::damage_of(terrain, level, hazard);
            Some(Sprung { hex: self.board.hex(at), terrain, damage })
        });
        End {
            focus: self.enemies[focus].id,
            hex: self.board.hex(place),
            cost: toll.points(),
            negative: toll.negative(),
            sprung: sprung.collect(),
            path: path.iter().map(|&at| self.board.hex(at)).collect(),
            aims: Vec::new(),
            targets: Vec::new(),
            choice: None,
            disadvantage: Vec::new(),
        }
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
        let terrain = |hex: &super::hex::Hex| self.board.terrain(*hex);
        if crossed().any(|hex| terrain(hex) == Some(Terrain::Difficult)) {
            self.rulings.push(Ruling::DifficultTerrain);
        }
        if ends.iter().any(|end| !end.sprung.is_empty()) {
            self.rulings.push(Ruling::SprungTraps);
        }
        let in_the_way = |hex: &super::hex::Hex| {
            terrain(hex).is_some_and(|on| on.is_negative() || on == Terrain::Obstacle)
                || self.position.standing_in(*hex).is_some_and(|id| {
                    self.position.figure(id).is_enemy_of(self.position.figure(self.id))
                })
        };
        if self.gait != Gait::Walking && crossed().any(in_the_way) {
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

    /// Whether an invisible enemy could be the focus or a further target if it were seen.
    fn would_mind_unseen(&mut self, foci: &[usize], ends: &[End]) -> bool {
        let best = foci.first().map_or(Toll::NO_WAY, |&focus| self.enemies[focus].best);
        let several = self.attack.targets > 1;
        for enemy in &self.enemies {
            if !self.position.figure(enemy.id).is(Condition::Invisible) {
                continue;
            }
            for &from in enemy.reach.places() {
                let toll = self.ways.toll(from).then(self.ground.land[usize::from(from)]);
                let as_focus = toll.is_way() && toll <= best;
                let hex = self.board.hex(from);
                let as_another = several && ends.iter().any(|end| end.hex == hex);
                if (as_focus || as_another) && self.sights.sees(from, enemy.place) {
                    return true;
                }
            }
        }
        false
    }

    /// The fewest steps to any enemy if negative hexes were like any others.
    fn fewest_steps(&mut self) -> u16 {
        let ground = Ground::new(self.position, self.id, self.gait, true);
        let ways = Ways::from_start(self.board, &ground);
        let mut fewest = u16::MAX;
        for enemy in self.enemies.iter().filter(|enemy| enemy.passed_over.is_none()) {
            for &from in enemy.reach.places() {
                let toll = ways.toll(from).then(ground.land[usize::from(from)]);
                let better = toll.is_way() && toll.points() < fewest;
                if better && self.sights.sees(from, enemy.place) {
                    fewest = toll.points();
                }
            }
        }
        fewest
    }
}

impl Stand {
    /// Chooses the further targets: as many as possible, those first that come first as foci, and
    /// among equals those that are not attacked at disadvantage.
    fn with_targets(
        mut self,
        mut others: Vec<usize>,
        more: usize,
        classes: &[u16],
        beside: impl Fn(usize) -> bool,
    ) -> Self {
        others.sort_by_key(|&at| (classes[at], beside(at), at));
        let count = more.min(others.len());
        self.classes = others[..count].iter().map(|&at| classes[at]).collect();
        self.others_at_disadvantage = others[..count].iter().filter(|&&at| beside(at)).count();
        self.ranked = others
            .get(count)
            .is_some_and(|&next| self.classes.last().is_some_and(|&last| last != classes[next]));
        let alike = |a: usize, b: usize| (classes[a], beside(a)) == (classes[b], beside(b));
        let open =
            count > 0 && others.get(count).is_some_and(|&next| alike(next, others[count - 1]));
        if open {
            let last = others[count - 1];
            let sure = others.iter().position(|&at| alike(at, last)).unwrap_or(count);
            let from = others[sure..].iter().copied().filter(|&at| alike(at, last)).collect();
            self.choice = Some((count - sure, from));
            others.truncate(sure);
        } else {
            others.truncate(count);
        }
        self.targets = others;
        self
    }
}

/// The rule by which an enemy is not the focus.
fn lost_by(enemy: &Enemy, best: Option<Toll>) -> Rule {
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

/// The places with the best attack by its disadvantage against the focus, unless that is ignored,
/// and by the number of its targets.
fn by_number(mut stands: Vec<&Stand>, heeds_disadvantage: bool) -> Vec<&Stand> {
    if heeds_disadvantage {
        stands = keep(stands, |stand| stand.beside_focus);
    }
    keep(stands, |stand| std::cmp::Reverse(stand.classes.len()))
}

/// Of places with attacks on equally many, the best by who they are, disadvantage and points.
fn best_of(stands: Vec<&Stand>) -> Vec<&Stand> {
    let best = stands.iter().map(|stand| &stand.classes).min().cloned();
    let stands = stands.into_iter().filter(|stand| Some(&stand.classes) == best.as_ref());
    let stands = keep(stands.collect(), |stand| stand.others_at_disadvantage);
    keep(stands, |stand| stand.toll.points())
}
