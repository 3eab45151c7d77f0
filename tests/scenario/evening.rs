//! Random evenings at the scenario table: legal throughout, and the same for the same seed.
//!
//! Four characters play against eight monsters of three sets, some of them elite. Turns of monsters
//! are among the right ones, cards are drawn from the decks as they are, and the fallen are
//! replaced, so an evening never ends. Benchmarks use them too.

use std::collections::VecDeque;

use fastrand::Rng;

use scenario::action::parse_action;
use scenario_rules::action::{Negation, PlayedAttack, StatedAttack};
use scenario_rules::attack::{AttackTerms, ValueChange};
use scenario_rules::card::Reach;
use scenario_rules::figure::{Condition, Figure, FigureKind, Initiative};
use scenario_rules::hand::{CardSelection, Pile};
use scenario_rules::modifier::{Deck, Modifier};
use scenario_rules::names::NameId;
use scenario_rules::outcome::Outcome;
use scenario_rules::round::TurnStatus;
use scenario_rules::{Action, FigureId, Game, Hex, Position};

/// The table at the start; the seeds of the dealt decks are left open.
const TABLE: &str = "board 11x8
    obstacle D3 F6 H2
    trap E4 G5
    hazardous C7
    difficult C5 D5
    level 1
    card Rat: move 2, attack 1
    standees Mudling: 4
    standees Lantern Wisp: 3
    standees Thornback: 4
    character Warden at A2, unrevealed, hit points 26/26
    character Piper at A4, unrevealed, hit points 20/20
    character Smith at B5, unrevealed, hit points 24/24, shield 1
    character Oracle at A6, unrevealed, hit points 18/18
    normal Mudling 1 at H4, hit points 7/7
    normal Mudling 2 at H6, hit points 7/7
    elite Mudling 3 at G3, hit points 11/11
    normal Lantern Wisp 1 at I2, flying, hit points 5/5
    elite Lantern Wisp 2 at J4, flying, hit points 8/8, immune to poisoned
    normal Thornback 1 at I6, hit points 9/9, retaliate 1
    normal Thornback 2 at J7, hit points 9/9, retaliate 1
    elite Thornback 3 at K5, hit points 13/13, shield 1, retaliate 2 range 2
    hand Warden: 10
    hand Piper: 9
    hand Smith: 11
    hand Oracle: 12
    money B2 C3
    deck Warden: 6 +0, 4 +1, 3 -1, 2 +2, -2, x2, null, +1/muddle
    deck Smith: 2 +0, 2 +1, -1, +2/wound
    ";

/// An ability card: its initiative, its text, and that for elites if it differs.
type RoundCard = (u8, &'static str, &'static str);

/// The ability cards of each set.
const CARDS: [(&str, &[RoundCard]); 3] = [
    (
        "Mudling",
        &[
            (35, "move 2, attack 2", "move 2, attack 2+1"),
            (62, "move 1, attack 3 poison", ""),
            (18, "move 3, shield 1", ""),
            (71, "attack 2, move 2", "attack 3 targets 2"),
        ],
    ),
    (
        "Lantern Wisp",
        &[
            (12, "move 2, attack 1 range 3 muddle", "move 3, attack 2 range 4 muddle"),
            (48, "move 1, attack 2 range 3 targets 2", ""),
            (80, "attack 2+1 range 4 pierce 1, move 2", ""),
        ],
    ),
    (
        "Thornback",
        &[
            (44, "move 1, attack 2 wound, retaliate 1", "move 2, attack 3 wound"),
            (90, "move 2 jump, attack 2 targets 2", ""),
            (27, "attack 3 stun, shield 1", "move 1, attack 2 disarm"),
        ],
    ),
];

/// The name and the statement of each set, to replace a fallen monster.
const SPAWNS: [(&str, &str); 6] = [
    ("Mudling", "normal Mudling {n} at {hex}, hit points 7/7"),
    ("Mudling", "elite Mudling {n} at {hex}, hit points 11/11"),
    ("Lantern Wisp", "normal Lantern Wisp {n} at {hex}, flying, hit points 5/5"),
    ("Lantern Wisp", "elite Lantern Wisp {n} at {hex}, flying, hit points 8/8"),
    ("Thornback", "normal Thornback {n} at {hex}, retaliate 1, hit points 9/9, leaves nothing"),
    ("Thornback", "elite Thornback {n} at {hex}, shield 1, retaliate 2 range 2, hit points 13/13"),
];

/// The numbers of monsters and characters below which new ones come.
const LEAST: (usize, usize) = (6, 3);

/// An evening in progress.
pub struct Evening {
    rng: Rng,
    game: Game,
    /// The actions already decided, as lines.
    pending: VecDeque<String>,
    /// The character in turn and the number of its actions left.
    turn: Option<(FigureId, u8)>,
}

impl Evening {
    /// Starts an evening.
    pub fn new(seed: u64) -> Self {
        let decks = format!(
            "deck monsters: dealt {seed}, standard
            deck Piper: dealt {}, 6 +0, 5 +1, 3 -1, +2, x2, null, 2 rolling+1, rolling+0/poison
            ruling rolling cards",
            seed + 1_000
        );
        let start = scenario::parse(&format!("{TABLE}{decks}")).expect("it is a position");
        let game = Game::new(start);
        Self { rng: Rng::with_seed(seed), game, pending: VecDeque::new(), turn: None }
    }

    /// Returns the game so far.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Plays the next action of the evening, and returns it with its outcome.
    pub fn play(&mut self) -> (Action, Outcome) {
        loop {
            let (action, is_certain) = match self.pending.pop_front() {
                Some(line) => (self.action(&line), true),
                None => self.next_action(),
            };
            match self.game.outcome(&action) {
                Ok(outcome) => {
                    self.game = outcome.game.clone();
                    return (action, outcome);
                }
                Err(refusal) => assert!(!is_certain, "{action:?}: {refusal:?}"),
            }
        }
    }

    fn position(&self) -> &Position {
        self.game.position()
    }

    fn action(&self, line: &str) -> Action {
        let position = self.position();
        let action = parse_action(1, line, position.names(), position.board());
        action.unwrap_or_else(|error| panic!("{line}: {error}"))
    }

    /// Returns an action for the next step of the round, and `true` if it has to be allowed.
    fn next_action(&mut self) -> (Action, bool) {
        match self.game.turn_status() {
            TurnStatus::Initiatives(names) => (self.reveal(names[0]), true),
            TurnStatus::RoundEnd => (self.end_round(), true),
            TurnStatus::Turn { figures, .. } => {
                let id = figures[self.rng.usize(0..figures.len())];
                if self.game.attacks_due().is_some() {
                    (self.due_attack(), true)
                } else if self.game.acts_as_monster(id) {
                    (self.monster_turn(id), true)
                } else {
                    self.character_action(id)
                }
            }
        }
    }

    /// Reveals the initiative of a character, or plays the card of a set.
    fn reveal(&mut self, name: NameId) -> Action {
        let number = self.rng.u8(5..95);
        let text = self.position().names().name(name).to_string();
        let NameId::Figure(id) = name else {
            let (_, cards) = CARDS.iter().find(|(set, _)| *set == text).expect("a set with cards");
            let (initiative, card, elite) = cards[self.rng.usize(0..cards.len())];
            let elite = if elite.is_empty() { card } else { elite };
            self.pending.push_back(format!("card elite {text}: {elite}"));
            self.pending.push_back(format!("initiative {text}: {initiative}"));
            return self.action(&format!("card {text}: {card}"));
        };
        let hand = self.position().layout().hand(id).expect("its cards are counted");
        let line = match hand.selection() {
            CardSelection::PlayTwo { may_rest: true } if self.rng.u8(0..6) == 0 => "resting",
            CardSelection::PlayTwo { .. } => &format!("{number}/{}", self.rng.u8(5..95)),
            CardSelection::LongRest => "resting",
            CardSelection::Exhausted => return Action::Remove(id),
        };
        self.action(&format!("initiative {text}: {line}"))
    }

    /// Rests, then ends the round and replaces the fallen.
    fn end_round(&mut self) -> Action {
        for (id, hand) in self.position().layout().hands.clone() {
            let is_there = self.position().get(id).is_some();
            if is_there && hand.short_rests == 0 && hand.may_rest() && self.rng.bool() {
                return Action::ShortRest { figure: id, again: false };
            }
            if is_there && hand.short_rests == 1 && self.rng.u8(0..4) == 0 {
                return Action::ShortRest { figure: id, again: true };
            }
        }
        let figures = self.position().figures();
        let monsters = figures.iter().filter(|of| matches!(of.kind, FigureKind::Monster(_)));
        let characters = figures.iter().filter(|of| matches!(of.kind, FigureKind::Character(_)));
        let missing_monsters = LEAST.0.saturating_sub(monsters.count());
        let missing_characters = LEAST.1.saturating_sub(characters.count());
        let mut hexes = self.free_hexes();
        let mut free = SPAWNS.map(|(set, _)| {
            let set = self.position().names().set(set);
            (set, self.position().free_standees(set).expect("they are counted"))
        });
        for _ in 0..missing_monsters {
            let (set, line, number) = loop {
                let at = self.rng.usize(0..SPAWNS.len());
                let set = free[at].0;
                if let Some(&number) = free[at].1.first() {
                    break (set, SPAWNS[at].1, number);
                }
            };
            for (_, numbers) in free.iter_mut().filter(|(of, _)| *of == set) {
                numbers.remove(0);
            }
            let number = number.to_string();
            let hex = hexes.pop().expect("a free hex").to_string();
            self.pending.push_back(line.replace("{n}", &number).replace("{hex}", &hex));
        }
        for _ in 0..missing_characters {
            let name = self.stranger();
            let hex = hexes.pop().expect("a free hex");
            let line = format!("character {name} at {hex}, unrevealed, hit points 22/22");
            self.pending.push_back(line);
            self.pending.push_back(format!("hand {name}: 10"));
        }
        Action::Round
    }

    /// Returns the name of a new character, which no other has had.
    fn stranger(&self) -> String {
        let before = self.pending.iter().filter(|line| line.starts_with("hand ")).count();
        let layout = self.position().layout();
        let letter = char::from(b'A' + u8::try_from(layout.hands.len() + before).expect("few"));
        format!("Stranger {letter}")
    }

    /// Returns the open hexes without a figure, in random order.
    fn free_hexes(&mut self) -> Vec<Hex> {
        let position = self.position();
        let is_free = |hex: &Hex| {
            let is_open = position.board().terrain(*hex).is_some_and(|of| of.word() == "open");
            is_open && position.figures().iter().all(|figure| figure.hex != *hex)
        };
        let mut hexes: Vec<Hex> = position.board().hexes().filter(is_free).collect();
        self.rng.shuffle(&mut hexes);
        hexes
    }

    /// Returns one of the right turns of a monster or summon.
    fn monster_turn(&mut self, id: FigureId) -> Action {
        let Ok(answer) = self.position().turn(id) else { return Action::EndTurn(id) };
        if answer.ends.is_empty() {
            return Action::EndTurn(id);
        }
        let end = &answer.ends[self.rng.usize(0..answer.ends.len())];
        let mut chosen = Vec::new();
        if let Some(choice) = &end.choice {
            let mut from = choice.from.clone();
            self.rng.shuffle(&mut from);
            from.retain(|of| !end.targets.contains(of));
            chosen.extend(from.into_iter().take(choice.count));
        }
        Action::Turn(answer.play(end, &chosen))
    }

    /// Returns the next attack of a monster's turn, or the loss of a card that negates it.
    fn due_attack(&mut self) -> Action {
        let (attacker, targets) = self.game.attacks_due().expect("an attack is due");
        let target = targets[0];
        let cards = self.position().layout().hand(target).map_or(0, |hand| hand.count(Pile::Hand));
        if self.game.negating() != Some(target) && cards > 2 && self.rng.u8(0..6) == 0 {
            return Action::Negate { figure: target, by: Negation::HandCard };
        }
        let attack =
            PlayedAttack { attacker, target, stated: None, drawn: Vec::new(), overruled: None };
        let (_, terms) = self.game.attack_terms(&attack).expect("it is due");
        let drawn = self.draw(attacker, &terms);
        Action::Attack(PlayedAttack { drawn, ..attack })
    }

    /// Draws the modifier cards of an attack: those that the app deals, or random ones of the deck.
    fn draw(&mut self, attacker: FigureId, terms: &AttackTerms) -> Vec<Modifier> {
        let position = self.game.position();
        let attacker = position.figure(attacker);
        if let Some(dealt) = position.deal_for(attacker, terms) {
            return dealt;
        }
        let owner = attacker.deck_owner();
        let mut deck = position.layout().deck(owner).unwrap_or_else(|| Deck::standard(owner));
        let mut drawn = Vec::new();
        while !terms.is_complete(&drawn, position.switches().rolling) {
            let card = deck.cards[self.rng.usize(0..deck.cards.len())].card;
            if deck.draw(card) {
                drawn.push(card);
            }
        }
        drawn
    }

    /// Returns an action in the turn of a character, and `true` if it has to be allowed.
    fn character_action(&mut self, id: FigureId) -> (Action, bool) {
        let left = match self.turn {
            Some((of, left)) if of == id => left,
            _ => self.rng.u8(1..=4),
        };
        if left == 0 {
            self.turn = None;
            return (Action::EndTurn(id), true);
        }
        self.turn = Some((id, left - 1));
        let figure = self.position().figure(id).clone();
        if matches!(figure.initiative(), Some(Initiative::Resting)) {
            return (Action::EndTurn(id), true);
        }
        let action = match self.rng.u8(0..24) {
            0..=8 => self.attack(&figure),
            9..=11 => self.walk(&figure),
            12..=16 => self.ability(&figure),
            17..=19 => self.cards(&figure),
            _ => self.table(),
        };
        (action, false)
    }

    /// Returns an attack of a character on a random enemy, which may be out of its reach.
    fn attack(&mut self, figure: &Figure) -> Action {
        let mut enemies = self.game.position().figures().to_vec();
        enemies.retain(|other| other.is_enemy_of(figure));
        let Some(target) = self.rng.choice(&enemies) else { return Action::EndTurn(figure.id()) };
        let mut stated = StatedAttack::melee(self.rng.u8(1..=5));
        let range = self.rng.u8(1..=6);
        if range > 1 {
            stated.reach = Reach::Ranged(range);
        }
        for _ in 0..self.rng.u8(0..3) {
            let change = ValueChange::Plus(self.rng.i8(-1..=2));
            stated.changes.push(if self.rng.u8(0..6) == 0 { ValueChange::Double } else { change });
        }
        stated.advantage = self.rng.u8(0..6) == 0;
        stated.disadvantage = self.rng.u8(0..8) == 0;
        stated.effects.pierce = self.rng.u8(0..5).saturating_sub(2);
        if self.rng.u8(0..5) == 0 {
            stated.effects.conditions.insert(self.condition());
        }
        let attack = PlayedAttack {
            attacker: figure.id(),
            target: target.id(),
            stated: Some(stated),
            drawn: Vec::new(),
            overruled: None,
        };
        let Ok((_, terms)) = self.game.attack_terms(&attack) else { return Action::Attack(attack) };
        let drawn = self.draw(figure.id(), &terms);
        Action::Attack(PlayedAttack { drawn, ..attack })
    }

    fn condition(&mut self) -> Condition {
        Condition::ALL[self.rng.usize(0..Condition::ALL.len())]
    }

    /// Returns a move of a character to a hex nearby.
    fn walk(&mut self, figure: &Figure) -> Action {
        let mut hexes: Vec<Hex> = self.position().board().hexes().collect();
        hexes.retain(|&hex| self.position().range(figure.hex, hex).is_some_and(|of| of <= 4));
        let to = hexes[self.rng.usize(0..hexes.len())];
        Action::Move { figure: figure.id(), to }
    }

    /// Returns an ability of a character that is no attack.
    fn ability(&mut self, figure: &Figure) -> Action {
        let element = ["fire", "ice", "air", "earth", "light", "dark"][self.rng.usize(0..6)];
        let hex = self.free_hexes()[0];
        let line = match self.rng.u8(0..10) {
            0 => format!("loot {figure}: {}", self.rng.u8(0..3)),
            1 | 2 => format!("heal {}: {}", self.any_figure(), self.rng.u8(1..=5)),
            3 => format!("make {element}"),
            4 => format!("use {element}"),
            5 => format!("bonus {figure}: shield 1 this round"),
            6 => format!("bonus {figure}: retaliate 2 range 2 for 2 charges"),
            7 => format!("charge {figure}: retaliate 2 range 2"),
            8 => format!("bonus {figure}: attack +1 this round"),
            _ => format!("summon Rat of {figure} at {hex}, hit points 3/3"),
        };
        self.action(&line)
    }

    /// Returns a move of a character's own cards, its experience, or an addition to a deck.
    fn cards(&mut self, figure: &Figure) -> Action {
        let count = self.rng.u8(1..=2);
        let line = match self.rng.u8(0..9) {
            0 => format!("cards {figure}: 1 from played to lost"),
            1 => format!("cards {figure}: 1 from played to active"),
            2 => format!("cards {figure}: 1 from active to discard"),
            3 => format!("cards {figure}: {count} from discard to hand"),
            4 => format!("cards {figure}: {count} from lost to hand"),
            5 => format!("experience {figure}: +{count}"),
            6 => format!("bless {figure}: {count}"),
            7 => format!("curse monsters: {count}"),
            _ => format!("bless monsters: {count}"),
        };
        self.action(&line)
    }

    /// Returns an action about the table: damage, conditions, money, decks, notes.
    fn table(&mut self) -> Action {
        let (who, hex) = (self.any_figure(), self.free_hexes()[0]);
        let line = match self.rng.u8(0..8) {
            0 | 1 => format!("suffer {who}: {}, thorns", self.rng.u8(1..=3)),
            2 => format!("gain {who}: {}", self.condition().word()),
            3 => format!("lose {who}: {}", self.condition().word()),
            4 => format!("money {hex}"),
            5 => format!("no money {hex}"),
            6 => ["shuffle monsters", "shuffle Warden"][self.rng.usize(0..2)].to_owned(),
            _ => "note The candle burns down.".to_owned(),
        };
        self.action(&line)
    }

    fn any_figure(&mut self) -> String {
        let figures = self.game.position().figures();
        figures[self.rng.usize(0..figures.len())].to_string()
    }
}
