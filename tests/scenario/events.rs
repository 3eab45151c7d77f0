//! Events: applied one after another to the table before an action, they result in the table after
//! it.

use std::collections::{BTreeMap, BTreeSet};

use fastrand::Rng;
use scenario::action::parse_action;
use scenario::parse;
use scenario_rules::action::{Action, InitiativeHolder};
use scenario_rules::board::{Board, Terrain};
use scenario_rules::card::{Card, Move, SetCard};
use scenario_rules::dungeon::Dungeon;
use scenario_rules::edition::Edition;
use scenario_rules::element::Elements;
use scenario_rules::ending::{Ending, Reward};
use scenario_rules::event::{Cause, Event, EventKind};
use scenario_rules::figure::{Figure, FigureKind, HitPoints, Initiative, Rank};
use scenario_rules::hand::Hand;
use scenario_rules::marks::{HexMark, LootedMark};
use scenario_rules::modifier::{Deck, DeckOwner};
use scenario_rules::purse::Purse;
use scenario_rules::room::HiddenRoom;
use scenario_rules::rulebook::Switches;
use scenario_rules::{FigureId, Game, Hex, Illegal, Position, Rule, Ruling, SetId};

use crate::dungeon::{LINES, MAP};
use crate::support::action_on;

/// The parts of a game that events change.
#[derive(Clone, Debug, PartialEq)]
struct Table {
    board: Board,
    figures: BTreeMap<FigureId, Figure>,
    cards: BTreeMap<(SetId, Option<Rank>), Card>,
    initiatives: BTreeMap<SetId, u8>,
    again: Option<FigureId>,
    due: Option<(FigureId, Vec<FigureId>)>,
    negating: Option<FigureId>,
    elements: Elements,
    decks: BTreeMap<DeckOwner, Deck>,
    hands: BTreeMap<FigureId, Hand>,
    money: BTreeMap<Hex, u8>,
    marks: BTreeSet<(HexMark, Hex)>,
    looted: Vec<LootedMark>,
    purses: BTreeMap<FigureId, Purse>,
    acted: BTreeSet<FigureId>,
    round: u16,
    level: Option<u8>,
    switches: Switches,
    always: Option<u8>,
    exhausted: BTreeSet<FigureId>,
    arrived: BTreeSet<FigureId>,
    rooms: BTreeMap<u8, HiddenRoom>,
    dungeon: Option<Dungeon>,
    standees: BTreeMap<SetId, u8>,
    ended: Option<Ending>,
    rewards: Vec<Reward>,
    goals: BTreeMap<FigureId, u8>,
}

impl Table {
    fn new(game: &Game) -> Self {
        let layout = game.position().layout();
        let figures = layout.figures.iter().map(|figure| (figure.id(), figure.clone()));
        let ids = layout.figures.iter().map(Figure::id);
        Self {
            board: layout.board.clone(),
            figures: figures.collect(),
            cards: layout.cards.iter().map(|of| ((of.set, of.rank), of.card.clone())).collect(),
            initiatives: layout.initiatives.iter().map(|of| (of.set, of.number)).collect(),
            again: layout.further_attack.as_ref().map(|further| further.figure),
            due: game.attacks_due().map(|(figure, targets)| (figure, targets.to_vec())),
            negating: game.negating(),
            elements: layout.elements,
            decks: layout.decks.iter().map(|deck| (deck.owner, deck.clone())).collect(),
            hands: layout.hands.iter().copied().collect(),
            money: layout.money.clone(),
            marks: layout.marks.clone(),
            looted: layout.looted.clone(),
            purses: layout.purses.iter().map(|purse| (purse.figure, *purse)).collect(),
            acted: ids.filter(|id| game.has_acted(*id)).collect(),
            round: game.round(),
            level: layout.level,
            switches: layout.switches,
            always: game.fixed_initiative(),
            rooms: layout.rooms.iter().map(|room| (room.number, room.clone())).collect(),
            dungeon: layout.dungeon.clone(),
            standees: layout.standees.iter().map(|of| (of.set, of.count)).collect(),
            arrived: layout
                .figures
                .iter()
                .map(Figure::id)
                .filter(|id| game.acts_next_round(*id))
                .collect(),
            exhausted: layout.exhausted.iter().copied().collect(),
            ended: game.end().map(|end| end.ending),
            rewards: game.end().map(|end| end.rewards.clone()).unwrap_or_default(),
            goals: game
                .end()
                .iter()
                .flat_map(|end| &end.goals)
                .map(|goal| (goal.figure, goal.checkmarks))
                .collect(),
        }
    }

    fn figure(&mut self, id: FigureId) -> &mut Figure {
        self.figures.get_mut(&id).expect("it is on the map")
    }

    #[expect(clippy::too_many_lines, reason = "one arm for each kind of event")]
    fn apply(&mut self, event: &Event) {
        match &event.kind {
            EventKind::Terrain { hex, from, to } => {
                assert_eq!(self.board.terrain(*hex), *from);
                self.board.set(*hex, *to);
            }
            EventKind::Wall { line, stands } => self.board.set_wall(*line, *stands),
            EventKind::Entered { figure } => {
                assert!(self.figures.insert(figure.id(), (**figure).clone()).is_none());
            }
            EventKind::Moved { figure, from, to } => {
                assert_eq!(self.figure(*figure).hex, *from);
                self.figure(*figure).hex = *to;
            }
            EventKind::Left { figure, hex } => {
                let left = self.figures.remove(figure).expect("it was on the map");
                assert_eq!(left.hex, *hex);
                self.acted.remove(figure);
                self.arrived.remove(figure);
                self.negating = self.negating.filter(|id| id != figure);
            }
            EventKind::HitPoints { figure, from, to } => {
                assert_eq!(self.figure(*figure).hit_points, *from);
                self.figure(*figure).hit_points = Some(*to);
            }
            EventKind::Condition { figure, condition, has, is_new } => {
                let figure = self.figure(*figure);
                figure.conditions.remove(*condition);
                figure.new_conditions.remove(*condition);
                if *has {
                    figure.conditions.insert(*condition);
                }
                if *is_new {
                    figure.new_conditions.insert(*condition);
                }
            }
            EventKind::Bonus { figure, bonus, has: true } => {
                self.figure(*figure).bonuses.push(*bonus);
            }
            EventKind::Bonus { figure, bonus, has: false } => {
                let bonuses = &mut self.figure(*figure).bonuses;
                let at = bonuses.iter().position(|of| of == bonus).expect("it has the bonus");
                bonuses.remove(at);
            }
            EventKind::Negating { figure, is_due } => {
                self.negating = is_due.then_some(*figure);
            }
            EventKind::AttacksDue { figure, targets } => {
                self.due = (!targets.is_empty()).then(|| (*figure, targets.clone()));
            }
            EventKind::Element { element, from, to } => {
                assert_eq!(self.elements.state(*element), *from);
                self.elements.set(*element, *to);
            }
            EventKind::Deck(deck) => drop(self.decks.insert(deck.owner, (**deck).clone())),
            EventKind::Hand { figure, from, to } => {
                assert_eq!(self.hands.insert(*figure, *to), *from);
            }
            EventKind::Money { hex, from, to } => {
                assert_eq!(self.money.remove(hex).unwrap_or_default(), *from);
                self.money.extend((*to > 0).then_some((*hex, *to)));
            }
            EventKind::Mark { mark, hex, is_there: true } => {
                assert!(self.marks.insert((*mark, *hex)));
            }
            EventKind::Mark { mark, hex, is_there: false } => {
                assert!(self.marks.remove(&(*mark, *hex)));
            }
            EventKind::Looted(looted) => self.looted.push(*looted),
            EventKind::OnPlate { figure, hex } => {
                assert_eq!(self.figure(*figure).hex, *hex);
                assert!(self.marks.contains(&(HexMark::Plate, *hex)));
            }
            EventKind::Purse { from, to } => {
                let before = self.purses.remove(&to.figure);
                assert_eq!(before.unwrap_or(Purse::empty(to.figure)), *from);
                self.purses.extend((!to.is_empty()).then_some((to.figure, *to)));
            }
            EventKind::Flying { figure, flies } => self.figure(*figure).flying = *flies,
            // An overruled turn may be the second of a figure.
            EventKind::TurnEnded { figure } => drop(self.acted.insert(*figure)),
            EventKind::FurtherAttack { figure, is_due: true } => {
                assert!(self.acted.remove(figure));
                assert_eq!(self.again.replace(*figure), None);
            }
            EventKind::FurtherAttack { figure, is_due: false } => {
                assert_eq!(self.again.take(), Some(*figure));
            }
            EventKind::Card(SetCard { set, rank, card }) => {
                assert_ne!(self.cards.insert((*set, *rank), card.clone()), Some(card.clone()));
            }
            EventKind::Initiative { figure, from, to } => {
                let own = match &mut self.figure(*figure).kind {
                    FigureKind::Character(own)
                    | FigureKind::Ally(own)
                    | FigureKind::Object(_, own) => own,
                    kind => panic!("{kind:?} has no card"),
                };
                assert_eq!(std::mem::replace(own, *to), *from);
            }
            EventKind::SetInitiative { set, from, to } => {
                assert_eq!(self.initiatives.remove(set), *from);
                self.initiatives.extend(to.map(|number| (*set, number)));
            }
            EventKind::Always { from, to } => {
                assert_eq!(std::mem::replace(&mut self.always, *to), *from);
            }
            EventKind::Round { number } => {
                self.round = *number;
                self.acted.clear();
                self.arrived.clear();
                self.negating = None;
            }
            EventKind::Level { from, to } => assert_eq!(self.level.replace(*to), *from),
            EventKind::Dungeon { dungeon, .. } => self.dungeon = Some((**dungeon).clone()),
            EventKind::OutsideCampaign => assert!(self.dungeon.is_some()),
            EventKind::Room { room, is_hidden: true } => {
                self.rooms.insert(room.number, (**room).clone());
            }
            EventKind::Room { room, is_hidden: false } => {
                assert_eq!(self.rooms.remove(&room.number).as_ref(), Some(&**room));
            }
            EventKind::Standees { set, from, to } => {
                assert_eq!(self.standees.remove(set), *from);
                self.standees.extend(to.map(|count| (*set, count)));
            }
            EventKind::NoStandee { figure } => {
                let count = self.standees[&figure.set()];
                let used = self.figures.values().filter(|other| other.set() == figure.set());
                assert_eq!(used.count(), usize::from(count));
            }
            EventKind::ActsNextRound { figure } => assert!(self.arrived.insert(*figure)),
            EventKind::Exhausted { figure, is_exhausted: true } => {
                assert!(self.exhausted.insert(*figure));
            }
            EventKind::Exhausted { figure, is_exhausted: false } => {
                assert!(self.exhausted.remove(figure));
            }
            EventKind::Ended(ending) => assert_eq!(self.ended.replace(*ending), None),
            EventKind::Gained(gains) => {
                let purse = self
                    .purses
                    .get(&gains.figure)
                    .map_or((0, 0), |purse| (purse.tokens, purse.experience));
                assert_eq!((gains.tokens, gains.experience), purse);
            }
            EventKind::BattleGoal(goal) => {
                assert_ne!(self.goals.insert(goal.figure, goal.checkmarks), Some(goal.checkmarks));
            }
            EventKind::Rewarded(reward) => self.rewards.push(reward.clone()),
            EventKind::Ruling { switch, on } => self.switches.set(*switch, *on),
            EventKind::HazardTriggered { figure, .. }
            | EventKind::Attacked { figure, .. }
            | EventKind::Suffered { figure, .. }
            | EventKind::Healed { figure, .. } => assert!(self.figures.contains_key(figure)),
            EventKind::AttackResolved(attack) => {
                assert!(self.figures.contains_key(&attack.attacker));
                let parts =
                    [attack.suffered, attack.overkill, attack.negated, attack.modified.blocked];
                assert_eq!(parts.iter().sum::<u16>(), attack.modified.value);
            }
        }
    }
}

pub const TABLE: &str = "board 6x4
plate A1
token 3 at A1
trap B1 C2
hazardous D1
obstacle E3
closed F2
level 2
card Guard: move 2, attack
card Bat: move 3, attack 2+1 range 2 targets 2 poison, retaliate 1
initiative Guard: 50
character Brute at A1, initiative 30, hit points 9/12
summon Rat of Brute at A2, hit points 3/3
character Tinkerer at A4, unrevealed
normal Guard 1 at E1, hit points 5/5
normal Bat 1 at E3, flying, hit points 4/4";

const BONUSES: [&str; 4] =
    ["shield 1", "shield 1 for 2 charges", "retaliate 1 range 2", "attack +1 this round"];

/// Markers in hexes.
const MARKS: [&str; 3] = ["plate", "token 3 at", "treasure 14 at"];

/// Lines about standees.
const STANDEES: [&str; 4] =
    ["standees Guard: 1", "standees Guard: 2", "standees Guard: 6", "no standees Guard"];

/// Lines about hidden rooms and their door.
const ROOMS: [&str; 6] = [
    "room 2 behind F2: open F3; trap F4; wall F3-F4; normal Guard 3 at F3, hit points 2/2",
    "room 3 behind F2 E3: difficult F1",
    "reveal 2",
    "no room 3",
    "closed F2",
    "move Brute to F2",
];

/// Draws an action; `None` if the map has no such hexes.
#[expect(clippy::too_many_lines, reason = "one arm for each line")]
pub fn any_action(game: &Game, rng: &mut Rng) -> Option<Action> {
    let position = game.position();
    let names = ["Brute", "Tinkerer", "Rat", "Guard 1", "Guard 2", "Bat 1"];
    let who = names[rng.usize(0..names.len())];
    if let Some(id) = position.find(who).filter(|id| game.acts_as_monster(*id))
        && let Ok(answer) = position.turn(id)
        && let Some(end) = answer.ends.first()
        && rng.u8(0..3) == 0
    {
        let chosen = end.choice.iter().flat_map(|choice| choice.from.iter().take(choice.count));
        return Some(Action::Turn(answer.play(end, &chosen.copied().collect::<Vec<_>>())));
    }
    if rng.u8(0..20) == 0 {
        return nonsense(position, rng);
    }
    let hex = format!("{}{}", ["A", "B", "C", "D", "E", "F"][rng.usize(0..6)], rng.u8(1..=4));
    let number = rng.u8(1..99);
    let enemy = names[rng.usize(0..names.len())];
    let line = match rng.u8(0..49) {
        26..=28 => {
            let cards = ["+0", "-1 +1", "x2", "null +2", "bless", "+1 curse"][rng.usize(0..6)];
            format!(
                "attack {who}: on {enemy}, {} range 3 pierce 1 muddle, drew {cards}",
                rng.u8(0..6)
            )
        }
        29 => {
            let attacker = game.attacks_due().map(|(id, _)| position.figure(id).to_string());
            let attacker = attacker.as_deref().unwrap_or(who);
            format!("attack {attacker}: on {enemy}, drew {}", ["+0", "-1 +1"][rng.usize(0..2)])
        }
        30 => format!("attack {who}: on {enemy}, 2, drew +0 +1, because so it was"),
        31 => format!("negate {who}: {}", ["1 from hand", "2 discards"][rng.usize(0..2)]),
        32 => format!("suffer {who}: {}", rng.u8(1..4)),
        33 => format!("heal {who}: {}", rng.u8(1..4)),
        34 => format!("bonus {who}: {}", BONUSES[rng.usize(0..BONUSES.len())]),
        35 => format!("no bonus {who}: {}", BONUSES[rng.usize(0..BONUSES.len())]),
        36 => format!("charge {who}: shield 1"),
        37 => format!("{} fire", ["make", "use"][rng.usize(0..2)]),
        38 => ["shuffle monsters", "bless Brute: 2", "curse monsters: 3", "deck Brute: standard"]
            [rng.usize(0..4)]
        .to_owned(),
        39 => format!("hand {who}: {}", rng.u8(0..10)),
        40 => format!(
            "cards {who}: 1 from {}",
            ["hand to discard", "played to lost"][rng.usize(0..2)]
        ),
        41 if rng.bool() => format!("recover {who}: {enemy}"),
        41 => format!("short rest {who}{}", ["", ": another card"][rng.usize(0..2)]),
        48 => {
            format!("{}{} {hex}", ["", "no "][rng.usize(0..2)], MARKS[rng.usize(0..MARKS.len())])
        }
        42 => format!("{}money {hex}", ["", "no "][rng.usize(0..2)]),
        43 => format!(
            "{} {who}: {}",
            ["loot", "experience"][rng.usize(0..2)],
            ["1", "+1"][rng.usize(0..2)]
        ),
        44 => format!("exhaust {who}"),
        25 => STANDEES[rng.usize(0..STANDEES.len())].to_owned(),
        47 => ROOMS[rng.usize(0..ROOMS.len())].to_owned(),
        45 => ["ruling permanent death", "ruling reduced randomness", "no ruling permanent death"]
            [rng.usize(0..3)]
        .to_owned(),
        46 => [
            "end won",
            "end lost",
            "end lost, because so it was",
            "reward Brute: 1 checkmark",
            "goal Brute: 1 checkmark",
        ][rng.usize(0..5)]
        .to_owned(),
        0 | 1 => format!("move {who} to {hex}"),
        2 => format!("overrule {who}: to {hex}, attacks Brute, because so it was"),
        3 => format!("walking {who}"),
        4 => format!("flying {who}"),
        5 => format!("trap {hex}"),
        6 => format!("void {hex}"),
        7 => "wall B2-C2 B2-C3".to_owned(),
        8 => "no wall B2-C2".to_owned(),
        9 | 10 => "round".to_owned(),
        11 => format!(
            "normal Guard 2 at {hex}{}, hit points 2/5",
            ["", ", summoned by Guard 1", ", summoned by Bat 1", ", spawned"][rng.usize(0..4)]
        ),
        12 => format!(
            "summon Rat of Brute at {hex}{}",
            ["", ", because the card says so"][rng.usize(0..2)]
        ),
        13 if rng.bool() => {
            format!("object Crate at {hex}, obstacle {hex} E3, hit points {}/4", rng.u8(1..=4))
        }
        13 => format!("remove {}", [who, "Crate"][rng.usize(0..2)]),
        14 => format!("hit points {who}: {}/9", rng.u8(0..9)),
        15 => format!("gain {who}: muddled"),
        16 => format!("lose {who}: muddled"),
        17 => format!("card Guard: move {}, attack", rng.u8(0..4)),
        18 => format!("initiative Guard: {number}"),
        19 => format!("initiative {who}: {number}"),
        20 => format!("sets always {number}"),
        21 => "sets by their cards".to_owned(),
        22 => format!("level {}", rng.u8(0..7)),
        23 => ["ruling other target", "no ruling other target", "ruling soft landing"]
            [rng.usize(0..3)]
        .to_owned(),
        24 => format!("again {who}: attack range 3"),
        _ => format!("done {who}"),
    };
    parse_action(1, &line, position.names(), position.board()).ok()
}

/// Draws an action with a number out of range, which the parser would refuse in text.
fn nonsense(position: &Position, rng: &mut Rng) -> Option<Action> {
    let figure = rng.choice(position.figures())?.id();
    let initiative = Initiative::Card { number: rng.u8(90..), second: None };
    let name = ["Guard", "Brute", "Tinkerer"][rng.usize(0..3)];
    Some(match rng.u8(0..5) {
        0 => Action::Level(rng.u8(6..)),
        1 => Action::HitPoints { figure, hit_points: HitPoints { current: rng.u16(1..9), max: 5 } },
        2 => {
            let holder = InitiativeHolder::new(position.names(), name);
            Action::Initiative { holder, initiative }
        }
        3 => Action::FixedInitiative(Some(rng.u8(90..))),
        _ => {
            let movement = Some(Move { points: rng.u8(..), jump: false });
            let card = Card { movement, ..Card::default() };
            Action::Card(SetCard { set: position.names().set("Guard"), rank: None, card })
        }
    })
}

#[test]
fn events_of_an_action_applied_to_the_old_table_give_the_new_one() {
    let mut seen = BTreeSet::new();
    for (seed, edition) in
        (0..180).zip([Edition::First, Edition::Second, Edition::Third].into_iter().cycle())
    {
        let mut rng = Rng::with_seed(seed);
        let mut game = Game::for_edition(parse(TABLE).expect("it is a position"), edition);
        for _ in 0..120 {
            let Some(action) = any_action(&game, &mut rng) else { continue };
            let Ok(outcome) = game.outcome_by_edition(&action, edition) else { continue };
            let mut table = Table::new(&game);
            for (at, event) in outcome.report.events.iter().enumerate() {
                assert!(event.parent.is_none_or(|parent| parent < at), "{event:?}");
                table.apply(event);
                seen.insert(
                    format!("{:?}", event.kind).split([' ', '(']).next().map(str::to_owned),
                );
            }
            assert_eq!(table, Table::new(&outcome.game), "seed {seed}: {action:?}");
            let after = outcome.game.position();
            let checked = Position::new(after.layout().clone());
            assert_eq!(checked.as_ref(), Ok(after), "seed {seed}: {action:?}");
            game = outcome.game;
        }
    }
    assert_eq!(seen.len(), 42, "every kind of event occurs: {seen:?}");
}

#[test]
fn events_of_a_dungeon_applied_to_the_old_table_give_the_new_one() {
    let mut game = Game::new(parse(MAP).expect("it is a position"));
    for line in LINES {
        let outcome = game.outcome(&action_on(game.position(), line)).expect(line);
        let mut table = Table::new(&game);
        for event in &outcome.report.events {
            table.apply(event);
        }
        assert_eq!(table, Table::new(&outcome.game), "{line}");
        let after = outcome.game.position();
        assert_eq!(Position::new(after.layout().clone()).as_ref(), Ok(after), "{line}");
        game = outcome.game;
    }
}

#[test]
fn events_of_a_death_by_a_trap_cite_the_rule_of_each_step() {
    let position = parse(&TABLE.replace("hit points 9/12", "hit points 2/12"));
    let game = Game::new(position.expect("it is a position"));
    let outcome = game.outcome(&action_on(game.position(), "move Brute to B1"));
    let events = outcome.expect("it is legal").report.events;
    let steps: Vec<(Cause, Option<usize>)> =
        events.iter().map(|event| (event.cause, event.parent)).collect();
    assert_eq!(
        steps,
        [
            (Cause::Players, None),                     // it moves,
            (Cause::Rule(Rule::Traps), Some(0)),        // springs the trap,
            (Cause::Rule(Rule::Traps), Some(1)),        // which is gone,
            (Cause::Rule(Rule::Traps), Some(1)),        // suffers damage,
            (Cause::Rule(Rule::Exhausted), Some(3)),    // is exhausted,
            (Cause::Rule(Rule::Exhausted), Some(3)),    // leaves the map,
            (Cause::Rule(Rule::SummonsFirst), Some(5)), // and its summon with it.
        ],
        "{events:#?}"
    );
    assert_eq!(game.position().board().terrain("B1".parse().expect("a hex")), Some(Terrain::Trap));
}

#[test]
fn figure_that_stops_flying_above_an_obstacle_is_moved_by_a_ruling() {
    let game = Game::new(parse(TABLE).expect("it is a position"));
    let walking = action_on(game.position(), "walking Bat 1 to D3");
    let events = game.outcome(&walking).expect("it is legal").report.events;
    let moved = events
        .iter()
        .find(|event| matches!(event.kind, EventKind::Moved { .. }))
        .expect("it is put in another hex");
    assert_eq!(moved.cause, Cause::Ruling(Ruling::FlyingLost));
}

#[test]
fn figure_cannot_stop_flying_if_no_hex_is_empty() {
    let game = Game::new(
        parse("board 1x1\nobstacle A1\nnormal Bat 1 at A1, flying").expect("it is a position"),
    );
    let walking = action_on(game.position(), "walking Bat 1");
    let refusal = game.outcome(&walking).expect_err("it cannot stand on the obstacle");
    assert!(matches!(refusal.reasons[..], [Illegal::CannotStand { .. }]), "{refusal:?}");
}
