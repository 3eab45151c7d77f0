//! The text of an action.
//!
//! An action is one line. It uses the statements of a position ([`text`](super::text)) and a few
//! more for changes:
//!
//! ```text
//! obstacle B1 B2                 elite Guard 2 at A1, hit points 3/8
//! void A7                        remove Guard 2
//! wall C2-C3                     move Brute to C4
//! no wall C2-C3                  hit points Guard 2: 3/8
//! level 2                        gain Guard 2: muddled
//! ruling nearer first            lose Guard 2: muddled
//! no ruling nearer first         flying Guard 2
//! sets always 50                 card Guard: move 2, attack
//! initiative Guard: 50           turn Guard 2: to B3, attacks Brute, Tinkerer
//! initiative Brute: 30/12        overrule Guard 2: to B4, because the table says so
//! initiative Tinkerer: resting   done Brute
//! again Guard 2: attack range 3  note The door creaks.
//! walking Guard 2 to B3          round
//! attack Guard 2: on Brute, drew -1 +1
//! attack Brute: on Guard 2, 3 +1 double range 3 pierce 1 muddle advantage, drew x2 +0
//! negate Brute: 1 from hand      negate Brute: 2 discards
//! suffer Brute: 2, thorns        heal Brute: 3
//! bonus Brute: shield 1 this round
//! no bonus Brute: shield 1       charge Brute: attack +1
//! make fire                      use fire
//! deck Brute: 6 +0, 5 +1, 5 -1, +2, -2, x2, null
//! deck Brute: dealt 4711, standard
//! shuffle monsters               curse monsters: 1
//! hand Brute: 10                 cards Brute: 1 from played to lost
//! short rest Brute               short rest Brute: another card
//! recover Brute: Rat
//! loot Brute: 1                  experience Brute: +1
//! money B3                       no money B3
//! plate B3 C4                    no plate B3
//! token 3 at B4                  treasure 14 at C5
//! object Crate at E1, obstacle E1 E2, hit points 4/4
//! exhaust Brute                  end won
//! elite Guard 3 at B2, summoned by Guard 2
//! elite Guard 4 at B3, spawned near B4
//! summon Rat of Brute at A4, because the card says so
//! room 2 behind D4: open E1 E2; trap E3; normal Guard 4 at E2
//! reveal 2                       no room 2
//! dungeon none minor major, dealt 4711, rooms "Sewer" A, "Crypt" B, "Hall" A B, monsters …
//! dungeon room 1 "Sewer" with "Mangy", entrance A at A3, exit B at D4: open A1 B1; closed D4
//! standees Guard: 6              no standees Guard
//! goal Brute: 1 checkmark        reward Brute: a map of the marsh
//! end lost, because the time is up
//! ```
//!
//! The changes of an attack's value apply in the order in which they are written. An attack without
//! a value is one that the turn of a monster has started.
//!
//! [`Game`](scenario_rules::Game) checks and plays the action.

use scenario_rules::Position;
use scenario_rules::action::{
    Action, InitiativeHolder, MAX_NOTE_CHARS, Negation, PlayedAttack, PlayedTurn, StatedAttack,
};
use scenario_rules::attack::ValueChange;
use scenario_rules::board::{Board, HexLine, Terrain};
use scenario_rules::card::{Card, Reach};
use scenario_rules::figure::{HitPoints, Initiative};
use scenario_rules::hand::Hand;
use scenario_rules::hex::Hex;
use scenario_rules::modifier::{Deck, Modifier, ModifierFace};
use scenario_rules::names::{FigureId, Names};
use scenario_rules::standees::SetStandees;

use super::text::{
    Cursor, FigureKeyword, TextError, TextResult, full_names, goal_words, print_card, print_deck,
    print_dungeon, print_end, print_figure, print_further_attack, print_hand, print_mark,
    print_owner, print_placed_area, print_placed_room, print_room, print_standees,
};

/// Parses an action of a game on this map. New names are added to `names`.
///
/// # Errors
///
/// The column of the first problem, and the expected text there; `line` is the line number to
/// report.
///
/// ```
/// use scenario::action::{parse_action, print_action};
/// use scenario_rules::{Board, Game, Position};
///
/// let game = Game::new(Position::empty(Board::new(7, 5)));
/// let (names, board) = (game.position().names(), game.position().board());
/// let action = parse_action(1, "character Brute at C4, initiative 30", names, board)?;
/// assert_eq!(print_action(names, &action), "character Brute at C4, initiative 30");
///
/// let game = game.play(&action).expect("C4 is an empty hex");
/// let brute = game.position().find("brute").expect("the Brute is on the map");
/// assert_eq!(game.position().figure(brute).hex.to_string(), "C4");
/// # Ok::<(), scenario::TextError>(())
/// ```
#[expect(clippy::too_many_lines, reason = "one short arm for each first word")]
pub fn parse_action(
    line: usize,
    text: &str,
    names: &Names,
    board: &Board,
) -> Result<Action, TextError> {
    let mut cursor = Cursor::new(line, text);
    let start = cursor;
    let word = cursor.word();
    let after_word = cursor;
    if let Some(terrain) = Terrain::ALL.into_iter().find(|terrain| terrain.word() == word) {
        return Ok(Action::Terrain(Some(terrain), cursor.hexes(board)?));
    }
    if let Some(kind) = FigureKeyword::of(word) {
        let (figure, reason) = cursor.figure(kind, names, board)?;
        return Ok(match reason {
            Some(reason) => Action::PutOverruled { figure, reason },
            None => Action::Put(figure),
        });
    }
    match word {
        "void" => Ok(Action::Terrain(None, cursor.hexes(board)?)),
        "wall" => Ok(Action::Walls { lines: cursor.lines(board)?, is_added: true }),
        "no" => match cursor.word() {
            "wall" => Ok(Action::Walls { lines: cursor.lines(board)?, is_added: false }),
            "ruling" => Ok(Action::Ruling { switch: cursor.ruling()?, is_on: false }),
            "bonus" => bonus(cursor, names, false),
            "money" => Ok(Action::Money { hexes: cursor.hexes(board)?, is_added: false }),
            "room" => cursor.last_room().map(Action::RemoveRoom),
            "plate" | "token" | "treasure" => after_word.marks(board, false),
            "standees" => {
                let set = names.set(&cursor.name()?);
                cursor.end()?;
                Ok(Action::Standees { set, count: None })
            }
            _ => Err(start.expected(
                "\"no wall\", \"no ruling\", \"no bonus\", \"no money\", \"no plate\", \"no token\", \
                 \"no treasure\", \"no standees\" or \"no room\"",
            )),
        },
        "attack" => attack(cursor, names, board),
        "negate" => negate(cursor, names),
        "suffer" => suffer(cursor, names),
        "heal" => {
            let figure = names.figure(&cursor.named()?);
            let amount = cursor.number(1, HitPoints::MAX, "an amount")?;
            cursor.end()?;
            Ok(Action::Heal { figure, amount })
        }
        "bonus" => bonus(cursor, names, true),
        "charge" => {
            let figure = names.figure(&cursor.named()?);
            let effect = cursor.bonus_effect()?;
            cursor.end()?;
            Ok(Action::UseCharge { figure, effect })
        }
        "make" | "use" => {
            let element = cursor.element_name()?;
            cursor.end()?;
            Ok(Action::Element { element, is_made: word == "make" })
        }
        "deck" => cursor.whole_deck(names).map(Action::Deck),
        "shuffle" => {
            let owner = cursor.deck_owner(names)?;
            cursor.end()?;
            Ok(Action::Shuffle(owner))
        }
        "bless" | "curse" => {
            let face = if word == "bless" { ModifierFace::Bless } else { ModifierFace::Curse };
            let owner = cursor.deck_owner(names)?;
            cursor.sign(':')?;
            let count = cursor.number(1, Deck::MAX_CURSES, "a number of cards")?;
            cursor.end()?;
            Ok(Action::AddCards { owner, card: Modifier::plain(face), count })
        }
        "hand" => {
            let (figure, hand) = cursor.whole_hand(names)?;
            Ok(Action::Hand { figure, hand })
        }
        "cards" => move_cards(cursor, names),
        "recover" => {
            let figure = names.figure(&cursor.named()?);
            Ok(Action::Recover { figure, summon: cursor.last_figure(names)? })
        }
        "short" => short_rest(cursor, names),
        "loot" => {
            let figure = names.figure(&cursor.named()?);
            let range = cursor.number(0, Card::MAX_RANGE, "a range")?;
            cursor.end()?;
            Ok(Action::Loot { figure, range })
        }
        "money" => Ok(Action::Money { hexes: cursor.hexes(board)?, is_added: true }),
        "plate" | "token" | "treasure" => start.marks(board, true),
        "experience" => {
            let figure = names.figure(&cursor.named()?);
            let amount = cursor.signed(99, "an amount such as +1")?;
            cursor.end()?;
            Ok(Action::Experience { figure, amount })
        }
        "room" => cursor.room(names, board).map(Action::HideRoom),
        "dungeon" => cursor.dungeon_action(names, board),
        "reveal" => cursor.last_room().map(Action::Reveal),
        "standees" => {
            let SetStandees { set, count } = cursor.standees(names)?;
            Ok(Action::Standees { set, count: Some(count) })
        }
        "exhaust" => cursor.last_figure(names).map(Action::Exhaust),
        "end" => cursor.end_of_scenario(),
        "goal" => cursor.battle_goal(names),
        "reward" => cursor.reward(names),
        "remove" => cursor.last_figure(names).map(Action::Remove),
        "move" => {
            let figure = names.figure(&cursor.name()?);
            cursor.keyword("to")?;
            let to = cursor.hex(board)?;
            cursor.end()?;
            Ok(Action::Move { figure, to })
        }
        "hit" => {
            cursor.keyword("points")?;
            let figure = names.figure(&cursor.named()?);
            let hit_points = cursor.hit_points()?;
            cursor.end()?;
            Ok(Action::HitPoints { figure, hit_points })
        }
        "gain" | "lose" => {
            let figure = names.figure(&cursor.named()?);
            let condition = cursor.condition()?;
            cursor.end()?;
            Ok(Action::Condition { figure, condition, has: word == "gain" })
        }
        "flying" => {
            let figure = cursor.last_figure(names)?;
            Ok(Action::Flying { figure, flies: true, to: None })
        }
        "walking" => {
            let figure = names.figure(&cursor.name()?);
            let to = if cursor.takes_word("to") { Some(cursor.hex(board)?) } else { None };
            cursor.end()?;
            Ok(Action::Flying { figure, flies: false, to })
        }
        "card" => Ok(Action::Card(cursor.card(names)?)),
        "initiative" => {
            let name = cursor.named()?;
            let holder = InitiativeHolder::new(names, &name);
            Ok(Action::Initiative { holder, initiative: cursor.revealed()? })
        }
        "sets" => {
            let always = if cursor.takes_word("always") {
                Some(cursor.number(0, 99, "an initiative")?)
            } else if cursor.words() == "by their cards" {
                None
            } else {
                return Err(
                    start.expected("\"sets always\" with a number, or \"sets by their cards\"")
                );
            };
            cursor.end()?;
            Ok(Action::FixedInitiative(always))
        }
        "level" => {
            let level = cursor.number(0, Position::MAX_LEVEL, "a level")?;
            cursor.end()?;
            Ok(Action::Level(level))
        }
        "ruling" => Ok(Action::Ruling { switch: cursor.ruling()?, is_on: true }),
        "turn" => turn(cursor, names, board, false),
        "overrule" => turn(cursor, names, board, true),
        "again" => Ok(Action::FurtherAttack(cursor.further_attack(names)?)),
        "done" => cursor.last_figure(names).map(Action::EndTurn),
        "round" => cursor.end().map(|()| Action::Round),
        "note" => cursor.sentence().map(Action::Note),
        _ => Err(start.expected(
            "an action: a terrain, wall, no, character, summon, elite, normal, named, boss, ally, \
             object, remove, move, attack, negate, suffer, heal, hit points, gain, lose, bonus, \
             charge, flying, walking, card, initiative, sets, make, use, deck, shuffle, bless, \
             curse, hand, cards, recover, short rest, loot, money, plate, token, treasure, \
             experience, exhaust, level, ruling, turn, overrule, again, done, round, end, goal, \
             reward, room, reveal, dungeon, standees or note",
        )),
    }
}

/// Parses a revealed initiative: `30`, `30/12`, `resting`, or `unrevealed`.
///
/// # Errors
///
/// The column of the first problem, and the expected text there.
pub fn parse_initiative(text: &str) -> Result<Initiative, TextError> {
    Cursor::new(1, text).revealed()
}

/// Parses the abilities of a card, such as `move 2, attack range 3`.
///
/// # Errors
///
/// The column of the first problem, and the expected text there.
pub fn parse_card(text: &str) -> Result<Card, TextError> {
    Cursor::new(1, text).abilities()
}

/// Parses the words of a reward of a character.
///
/// # Errors
///
/// The text is empty, too long, or has a control character.
pub fn parse_reward(figure: FigureId, text: &str) -> Result<Action, TextError> {
    Ok(Action::Reward { figure, text: Cursor::new(1, text).sentence()? })
}

fn turn(
    mut cursor: Cursor<'_>,
    names: &Names,
    board: &Board,
    is_overruled: bool,
) -> TextResult<Action> {
    let figure = names.figure(&cursor.named()?);
    cursor.keyword("to")?;
    let to = cursor.hex(board)?;
    let mut targets = Vec::new();
    let mut overruled = None;
    while !cursor.is_done() {
        cursor.sign(',')?;
        if cursor.takes_word("because") && is_overruled {
            overruled = Some(cursor.sentence()?);
            break;
        }
        if targets.is_empty() {
            cursor.keyword("attacks")?;
        }
        targets.push(names.figure(&cursor.name()?));
    }
    if is_overruled && overruled.is_none() {
        return Err(cursor.expected("\", because\" and a reason"));
    }
    Ok(Action::Turn(PlayedTurn { figure, to, targets, overruled }))
}

/// Parses an attack, up to the end of the line.
fn attack(mut cursor: Cursor<'_>, names: &Names, board: &Board) -> TextResult<Action> {
    let attacker = names.figure(&cursor.named()?);
    cursor.keyword("on")?;
    let target = names.figure(&cursor.name()?);
    cursor.sign(',')?;
    let mut stated = None;
    if !cursor.takes_word("drew") {
        stated = Some(stated_attack(&mut cursor, board)?);
        cursor.sign(',')?;
        cursor.keyword("drew")?;
    }
    let mut drawn = Vec::new();
    let mut overruled = None;
    loop {
        if drawn.len() >= PlayedAttack::MAX_DRAWN {
            let most = PlayedAttack::MAX_DRAWN;
            return Err(cursor.expected(&format!("at most {most} modifier cards")));
        }
        drawn.push(cursor.modifier()?);
        if cursor.is_done() {
            break;
        }
        if cursor.takes(',') {
            cursor.keyword("because")?;
            overruled = Some(cursor.sentence()?);
            break;
        }
    }
    Ok(Action::Attack(PlayedAttack { attacker, target, stated, drawn, overruled }))
}

/// Parses the value of an attack with its changes and effects.
fn stated_attack(cursor: &mut Cursor<'_>, board: &Board) -> TextResult<StatedAttack> {
    let value = cursor.number(0, Card::MAX_AMOUNT, "an attack value, or \"drew\",")?;
    let mut stated = StatedAttack::melee(value);
    while !cursor.skipped().rest.starts_with(',') && !cursor.is_done() {
        let start = cursor.skipped();
        if start.rest.starts_with(['+', '-', '−']) {
            stated.changes.push(ValueChange::Plus(cursor.small_change()?));
        } else if cursor.takes_word("double") {
            stated.changes.push(ValueChange::Double);
        } else if cursor.takes_word("range") {
            stated.reach = Reach::Ranged(cursor.number(1, Card::MAX_RANGE, "a range")?);
        } else if stated.area.is_none() && cursor.takes_word("area") {
            stated.area = Some(cursor.placed_area(board)?);
        } else if cursor.takes_word("advantage") {
            stated.advantage = true;
        } else if cursor.takes_word("disadvantage") {
            stated.disadvantage = true;
        } else if !cursor.attack_effect(&mut stated.effects)? {
            return Err(start.expected(
                "a change such as +1, double, range, area, pierce, push, pull, a condition such \
                 as muddle, advantage or disadvantage",
            ));
        }
        if stated.changes.len() > StatedAttack::MAX_CHANGES {
            let most = StatedAttack::MAX_CHANGES;
            return Err(start.expected(&format!("at most {most} changes of the value")));
        }
    }
    Ok(stated)
}

fn negate(mut cursor: Cursor<'_>, names: &Names) -> TextResult<Action> {
    let figure = names.figure(&cursor.named()?);
    let start = cursor.skipped();
    let by = match cursor.words() {
        "1 from hand" => Negation::HandCard,
        "2 discards" => Negation::TwoDiscards,
        _ => return Err(start.expected("\"1 from hand\" or \"2 discards\"")),
    };
    Ok(Action::Negate { figure, by })
}

fn suffer(mut cursor: Cursor<'_>, names: &Names) -> TextResult<Action> {
    let figure = names.figure(&cursor.named()?);
    let damage = cursor.number(1, HitPoints::MAX, "an amount of damage")?;
    let mut source = String::new();
    if cursor.takes(',') {
        source = cursor.sentence()?;
    } else {
        cursor.end()?;
    }
    Ok(Action::Suffer { figure, damage, source })
}

fn bonus(mut cursor: Cursor<'_>, names: &Names, has: bool) -> TextResult<Action> {
    let figure = names.figure(&cursor.named()?);
    let bonus = cursor.bonus()?;
    cursor.end()?;
    Ok(Action::Bonus { figure, bonus, has })
}

fn move_cards(mut cursor: Cursor<'_>, names: &Names) -> TextResult<Action> {
    let figure = names.figure(&cursor.named()?);
    let count = cursor.number(1, Hand::MAX_CARDS, "a number of cards")?;
    cursor.keyword("from")?;
    let from = cursor.pile()?;
    cursor.keyword("to")?;
    let to = cursor.pile()?;
    cursor.end()?;
    Ok(Action::MoveCards { figure, count, from, to })
}

fn short_rest(mut cursor: Cursor<'_>, names: &Names) -> TextResult<Action> {
    cursor.keyword("rest")?;
    let figure = names.figure(&cursor.name()?);
    let again = cursor.takes(':');
    if again {
        cursor.keyword("another")?;
        cursor.keyword("card")?;
    }
    cursor.end()?;
    Ok(Action::ShortRest { figure, again })
}

impl Cursor<'_> {
    /// Parses a revealed initiative, up to the end of the line.
    fn revealed(mut self) -> TextResult<Initiative> {
        let initiative = if self.takes_word("resting") {
            Initiative::Resting
        } else if self.takes_word("unrevealed") {
            Initiative::Hidden
        } else {
            self.initiative()?
        };
        self.end()?;
        Ok(initiative)
    }

    /// Parses a marker with its hexes, up to the end of the line.
    fn marks(mut self, board: &Board, is_added: bool) -> TextResult<Action> {
        let mark = self.mark()?;
        Ok(Action::Marks { mark, hexes: self.mark_hexes(mark, board)?, is_added })
    }

    /// Parses the number of a room, up to the end of the line.
    fn last_room(mut self) -> TextResult<u8> {
        let number = self.room_number()?;
        self.end()?;
        Ok(number)
    }

    /// Parses the name of a figure, up to the end of the line.
    fn last_figure(mut self, names: &Names) -> TextResult<FigureId> {
        let name = self.name()?;
        self.end()?;
        Ok(names.figure(&name))
    }

    /// Parses the remainder of the line as a sentence, with any characters in it.
    pub(crate) fn sentence(self) -> TextResult<String> {
        let sentence = self.rest.trim();
        let fits = (1..=MAX_NOTE_CHARS).contains(&sentence.chars().count());
        if fits && !sentence.contains(char::is_control) {
            Ok(sentence.to_owned())
        } else {
            Err(self.expected(&format!("a sentence of up to {MAX_NOTE_CHARS} letters")))
        }
    }
}

/// Prints an action. [`parse_action`] reads it back.
#[expect(clippy::too_many_lines, reason = "one arm for each action")]
pub fn print_action(names: &Names, action: &Action) -> String {
    match action {
        Action::Terrain(terrain, hexes) => {
            let word = terrain.map_or("void", Terrain::word);
            format!("{word} {}", spaced(hexes.iter().map(Hex::to_string)))
        }
        Action::Walls { lines, is_added } => {
            format!("{}wall {}", no_unless(*is_added), spaced(lines.iter().map(HexLine::to_string)))
        }
        Action::Put(figure) => print_figure(names, figure),
        Action::PutOverruled { figure, reason } => {
            format!("{}, because {reason}", print_figure(names, figure))
        }
        Action::HideRoom(room) => format!("room {}", print_room(names, room)),
        Action::RemoveRoom(number) => format!("no room {number}"),
        Action::Reveal(number) => format!("reveal {number}"),
        Action::StartDungeon(dungeon) => print_dungeon(dungeon),
        Action::PlaceDungeonRoom(placed) => print_placed_room(names, placed),
        Action::Standees { set, count: Some(count) } => {
            print_standees(names, SetStandees { set: *set, count: *count })
        }
        Action::Standees { set, count: None } => format!("no standees {}", names.set_name(*set)),
        Action::Remove(figure) => format!("remove {}", names.figure_name(*figure)),
        Action::Move { figure, to } => format!("move {} to {to}", names.figure_name(*figure)),
        Action::Attack(attack) => print_attack(names, attack),
        Action::Negate { figure, by } => {
            let cards = match by {
                Negation::HandCard => "1 from hand",
                Negation::TwoDiscards => "2 discards",
            };
            format!("negate {}: {cards}", names.figure_name(*figure))
        }
        Action::Suffer { figure, damage, source } => {
            let source = if source.is_empty() { String::new() } else { format!(", {source}") };
            format!("suffer {}: {damage}{source}", names.figure_name(*figure))
        }
        Action::Heal { figure, amount } => {
            format!("heal {}: {amount}", names.figure_name(*figure))
        }
        Action::Bonus { figure, bonus, has } => {
            format!("{}bonus {}: {bonus}", no_unless(*has), names.figure_name(*figure))
        }
        Action::UseCharge { figure, effect } => {
            format!("charge {}: {effect}", names.figure_name(*figure))
        }
        Action::Element { element, is_made } => {
            format!("{} {}", if *is_made { "make" } else { "use" }, element.word())
        }
        Action::Deck(deck) => format!("deck {}", print_deck(names, deck)),
        Action::Shuffle(owner) => format!("shuffle {}", print_owner(names, *owner)),
        Action::AddCards { owner, card, count } => {
            format!("{} {}: {count}", card.face, print_owner(names, *owner))
        }
        Action::Hand { figure, hand } => {
            format!("hand {}: {}", names.figure_name(*figure), print_hand(*hand))
        }
        Action::MoveCards { figure, count, from, to } => {
            let (from, to) = (from.word(), to.word());
            format!("cards {}: {count} from {from} to {to}", names.figure_name(*figure))
        }
        Action::Recover { figure, summon } => {
            format!("recover {}: {}", names.figure_name(*figure), names.figure_name(*summon))
        }
        Action::ShortRest { figure, again } => {
            let another = if *again { ": another card" } else { "" };
            format!("short rest {}{another}", names.figure_name(*figure))
        }
        Action::Loot { figure, range } => format!("loot {}: {range}", names.figure_name(*figure)),
        Action::Money { hexes, is_added } => {
            let hexes = spaced(hexes.iter().map(Hex::to_string));
            format!("{}money {hexes}", no_unless(*is_added))
        }
        Action::Marks { mark, hexes, is_added } => {
            format!("{}{}", no_unless(*is_added), print_mark(*mark, hexes))
        }
        Action::Experience { figure, amount } => {
            format!("experience {}: {amount:+}", names.figure_name(*figure))
        }
        Action::HitPoints { figure, hit_points } => {
            format!("hit points {}: {hit_points}", names.figure_name(*figure))
        }
        Action::Condition { figure, condition, has } => {
            let verb = if *has { "gain" } else { "lose" };
            format!("{verb} {}: {}", names.figure_name(*figure), condition.word())
        }
        Action::Flying { figure, flies, to } => {
            let verb = if *flies { "flying" } else { "walking" };
            let to = to.map(|to| format!(" to {to}")).unwrap_or_default();
            format!("{verb} {}{to}", names.figure_name(*figure))
        }
        Action::Card(card) => format!("card {}", print_card(names, card)),
        Action::Initiative { holder, initiative } => {
            format!("initiative {}: {initiative}", names.figure_name(holder.figure))
        }
        Action::FixedInitiative(Some(number)) => format!("sets always {number}"),
        Action::FixedInitiative(None) => "sets by their cards".to_owned(),
        Action::Exhaust(figure) => format!("exhaust {}", names.figure_name(*figure)),
        Action::End(end) => print_end(end),
        Action::BattleGoal(goal) => {
            format!("goal {}: {}", names.figure_name(goal.figure), goal_words(*goal))
        }
        Action::Reward { figure, text } => format!("reward {}: {text}", names.figure_name(*figure)),
        Action::Level(level) => format!("level {level}"),
        Action::Ruling { switch, is_on } => format!("{}ruling {switch}", no_unless(*is_on)),
        Action::Turn(turn) => print_turn(names, turn),
        Action::FurtherAttack(further) => print_further_attack(names, further),
        Action::EndTurn(figure) => format!("done {}", names.figure_name(*figure)),
        Action::Round => "round".to_owned(),
        Action::Note(text) => format!("note {text}"),
    }
}

/// Returns the word before a statement that is switched off.
const fn no_unless(on: bool) -> &'static str {
    if on { "" } else { "no " }
}

fn print_turn(names: &Names, PlayedTurn { figure, to, targets, overruled }: &PlayedTurn) -> String {
    let verb = if overruled.is_some() { "overrule" } else { "turn" };
    let mut parts = vec![format!("{verb} {}: to {to}", names.figure_name(*figure))];
    if !targets.is_empty() {
        parts.push(format!("attacks {}", full_names(names, targets).join(", ")));
    }
    parts.extend(overruled.as_ref().map(|reason| format!("because {reason}")));
    parts.join(", ")
}

fn print_attack(names: &Names, attack: &PlayedAttack) -> String {
    let PlayedAttack { attacker, target, stated, drawn, overruled } = attack;
    let mut parts =
        vec![format!("attack {}: on {}", names.figure_name(*attacker), names.figure_name(*target))];
    parts.extend(stated.as_ref().map(print_stated));
    parts.push(format!("drew {}", spaced(drawn.iter().map(Modifier::to_string))));
    parts.extend(overruled.as_ref().map(|reason| format!("because {reason}")));
    parts.join(", ")
}

fn print_stated(stated: &StatedAttack) -> String {
    let mut words = vec![stated.value.to_string()];
    words.extend(stated.changes.iter().map(|change| match change {
        ValueChange::Plus(amount) => format!("{amount:+}"),
        ValueChange::Double => "double".to_owned(),
    }));
    if let Reach::Ranged(range) = stated.reach {
        words.push(format!("range {range}"));
    }
    words.extend(stated.area.as_ref().map(print_placed_area));
    let effects = stated.effects.to_string();
    words.extend(effects.split_whitespace().map(str::to_owned));
    let extra = [(stated.advantage, "advantage"), (stated.disadvantage, "disadvantage")];
    words.extend(extra.into_iter().filter(|(is_on, _)| *is_on).map(|(_, word)| word.to_owned()));
    words.join(" ")
}

fn spaced(words: impl Iterator<Item = String>) -> String {
    words.collect::<Vec<_>>().join(" ")
}
