//! One short sentence for each entry of a record.
//!
//! The notation of an action is for files; these are the words for people at the table. A sentence
//! says what came of the action, which its events know: where a figure came from, and how many hit
//! points it has left.

use plain_text::{agreeing, clauses, counted, listed, remarks, sentence as as_sentence};

use scenario_rules::action::{Action, Negation, PlayedAttack, PlayedTurn};
use scenario_rules::area::AreaHexKind;
use scenario_rules::arrival::Arrival;
use scenario_rules::board::{HexLine, Terrain};
use scenario_rules::card::{Attack, Card, Move, Reach};
use scenario_rules::ending::PlayedEnd;
use scenario_rules::event::{Event, EventKind};
use scenario_rules::figure::{Figure, FigureKind, HitPoints, Initiative};
use scenario_rules::hand::Pile;
use scenario_rules::hex::Hex;
use scenario_rules::marks::{HexMark, LootedMark};
use scenario_rules::modifier::Modifier;
use scenario_rules::names::{FigureId, Names};

use super::dungeon;
use super::record::{Record, consequences, events};
use super::refusal::deck_words;
use super::text::{goal_words, looted_words, room_words};

/// The maximum number of hexes or walls that a sentence names; more are counted.
const MAX_NAMED: usize = 8;

/// Returns an action in words, with its events; without events, the sentence says only what the
/// action itself does.
///
/// ```
/// use scenario::action::parse_action;
/// use scenario::sentence::sentence;
///
/// let position = scenario::parse("board 3x3\ncharacter Ann at A1, initiative 30, hit points 8/10")?;
/// let (names, board) = (position.names(), position.board());
/// let action = parse_action(1, "hit points Ann: 5/10", names, board)?;
///
/// let game = scenario_rules::Game::new(position.clone());
/// let outcome = game.outcome(&action).expect("Ann is on the map");
/// let words = sentence(names, &action, &outcome.report.events);
/// assert_eq!(words, "Ann suffers 3 damage: 5 of 10 hit points left.");
/// # Ok::<(), scenario::TextError>(())
/// ```
#[expect(clippy::too_many_lines, reason = "one arm for each action")]
pub fn sentence(names: &Names, action: &Action, events: &[Event]) -> String {
    let name = |id: &FigureId| names.figure_name(*id).to_string();
    let words = match action {
        Action::Terrain(terrain, hexes) => terrain_words(*terrain, hexes),
        Action::Walls { lines, is_added } => wall_words(lines, *is_added),
        Action::Put(figure) => put_words(names, figure),
        Action::PutOverruled { figure, reason } => {
            format!("{}{}", put_words(names, figure), overruled_words(Some(reason)))
        }
        Action::HideRoom(room) => {
            let doors = listed(&room.doors);
            let contents = room_words(room, &room.figures);
            format!("room {} behind {doors} is hidden: {contents}", room.number)
        }
        Action::RemoveRoom(number) => format!("room {number} is left out"),
        Action::Reveal(_) => clauses(&revealed_words(events)),
        Action::StartDungeon(dungeon) => dungeon::start_words(dungeon),
        Action::PlaceDungeonRoom(placed) => dungeon::placed_words(placed, events),
        Action::Standees { set, count: Some(count) } => {
            format!("{} has {}", names.set_name(*set), counted(count, "standee", "standees"))
        }
        Action::Standees { set, count: None } => {
            format!("the standees of {} are not counted any more", names.set_name(*set))
        }
        Action::Remove(figure) => format!("{} is removed from the map", name(figure)),
        Action::Move { figure, to } => {
            let way = format!("{} {}", name(figure), way(events, *figure, *to));
            clauses(&std::iter::once(way).chain(revealed_words(events)).collect::<Vec<_>>())
        }
        Action::Attack(attack) => attack_words(names, attack, events),
        Action::Negate { figure, by } => {
            let cards = match by {
                Negation::HandCard => "a card from hand",
                Negation::TwoDiscards => "two discards",
            };
            format!("{} loses {cards} to negate the next damage", name(figure))
        }
        Action::Suffer { figure, damage, source } => {
            let from = if source.is_empty() { String::new() } else { format!(" ({source})") };
            format!("{} suffers {damage} damage{from}{}", name(figure), left_words(events, *figure))
        }
        Action::Heal { figure, amount } => {
            format!("{} heals {amount}{}", name(figure), left_words(events, *figure))
        }
        Action::Bonus { figure, bonus, has: true } => format!("{} gains {bonus}", name(figure)),
        Action::Bonus { figure, bonus, has: false } => {
            format!("{} loses {}", name(figure), bonus.effect)
        }
        Action::UseCharge { figure, effect } => {
            format!("{} uses a charge of {effect}", name(figure))
        }
        Action::Element { element, is_made: true } => format!("{} is made", element.word()),
        Action::Element { element, is_made: false } => format!("{} is used", element.word()),
        Action::Deck(deck) => {
            let owner = deck_words(names, deck.owner);
            match deck.deal {
                Some(_) => format!("the app deals the modifier deck of {owner} from now on"),
                None => format!("the modifier deck of {owner} is set"),
            }
        }
        Action::Shuffle(owner) => {
            format!("the modifier deck of {} is shuffled", deck_words(names, *owner))
        }
        Action::AddCards { owner, card, count } => {
            let cards = counted(count, "card", "cards");
            format!("{cards} ({}) join the deck of {}", card.face, deck_words(names, *owner))
        }
        Action::Hand { figure, hand } => {
            format!(
                "{} has {} in hand",
                name(figure),
                counted(hand.count(Pile::Hand), "card", "cards")
            )
        }
        Action::MoveCards { figure, count, from, to } => {
            let cards = counted(count, "card", "cards");
            format!("{} moves {cards} from {} to {}", name(figure), from.word(), to.word())
        }
        Action::Recover { figure, summon } => {
            format!("{} recovers the card of {}, which leaves", name(figure), name(summon))
        }
        Action::ShortRest { figure, again: false } => {
            format!("{} takes a short rest", name(figure))
        }
        Action::ShortRest { figure, again: true } => {
            format!("{} suffers 1 damage to lose another card", name(figure))
        }
        Action::Loot { figure, range } => {
            let loots = format!("{} loots within {range}", name(figure));
            with_looted(names, loots, events)
        }
        Action::Marks { mark, hexes, is_added } => {
            let hexes = named_or_counted(hexes, "hex", "hexes");
            let verb = if *is_added { "is put in" } else { "is taken from" };
            format!("{} {verb} {hexes}", mark_words(*mark))
        }
        Action::Money { hexes, is_added: true } => {
            format!("money is put in {}", named_or_counted(hexes, "hex", "hexes"))
        }
        Action::Money { hexes, is_added: false } => {
            format!("money is taken from {}", named_or_counted(hexes, "hex", "hexes"))
        }
        Action::Experience { figure, amount } if *amount < 0 => {
            format!("{} loses {} experience", name(figure), -amount)
        }
        Action::Experience { figure, amount } => {
            format!("{} gains {amount} experience", name(figure))
        }
        Action::HitPoints { figure, hit_points } => {
            format!("{} {}", name(figure), hit_point_words(events, *figure, *hit_points))
        }
        Action::Condition { figure, condition, has } => {
            let verb = if *has { "is now" } else { "is no longer" };
            format!("{} {verb} {}", name(figure), condition.word())
        }
        Action::Flying { figure, flies: true, .. } => format!("{} starts flying", name(figure)),
        Action::Flying { figure, flies: false, to } => {
            let to = to.map(|to| format!(" and comes down in {to}")).unwrap_or_default();
            format!("{} stops flying{to}", name(figure))
        }
        Action::Card(card) => {
            let rank = card.rank.map(|rank| format!("{} ", rank.word())).unwrap_or_default();
            let set = names.set_name(card.set);
            format!("the card of {rank}{set} is {}", card_words(&card.card))
        }
        Action::Initiative { holder, initiative } => {
            format!("{} {}", name(&holder.figure), initiative_words(*initiative))
        }
        Action::FixedInitiative(Some(number)) => {
            format!("every set has initiative {number} in every round")
        }
        Action::FixedInitiative(None) => "sets have the initiative of their cards again".to_owned(),
        Action::Exhaust(figure) => exhaust_words(names, *figure, events),
        Action::End(PlayedEnd { ending, overruled }) => {
            let overruled = overruled_words(overruled.as_deref());
            format!("the scenario is {}{overruled}", ending.word())
        }
        Action::BattleGoal(goal) if goal.checkmarks == 0 => {
            format!("{} misses its battle goal", name(&goal.figure))
        }
        Action::BattleGoal(goal) => {
            format!("{} completes its battle goal: {}", name(&goal.figure), goal_words(*goal))
        }
        Action::Reward { figure, text } => format!("reward of {}: {text}", name(figure)),
        Action::Level(level) => format!("the scenario level is {level}"),
        Action::Ruling { switch, is_on: true } => {
            format!("the table plays by the ruling \"{switch}\"")
        }
        Action::Ruling { switch, is_on: false } => {
            format!("the table no longer plays by the ruling \"{switch}\"")
        }
        Action::Turn(turn) => turn_words(names, turn, events),
        Action::FurtherAttack(further) => {
            let card = card_words(&further.card);
            format!("{} makes a further attack: {card}", name(&further.figure))
        }
        Action::EndTurn(figure) => {
            with_looted(names, format!("{} ends its turn", name(figure)), events)
        }
        Action::Round => round_words(events),
        Action::Note(text) => format!("note: {text}"),
    };
    as_sentence(&words)
}

/// Returns the action of an entry of the main line in words; `None` for the start, and beyond the
/// last entry.
pub fn action_sentence(record: &Record, number: usize) -> Option<String> {
    let action = &record.action(number)?.action;
    Some(sentence(record.game().position().names(), action, events(record, number)))
}

/// Returns an entry of the main line in words, with its consequences by the rules; `None` for the
/// start, and beyond the last entry.
pub fn entry_sentence(record: &Record, number: usize) -> Option<String> {
    let mut sentences = vec![action_sentence(record, number)?];
    let events = events(record, number);
    let is_triggered = |event: &Event| matches!(event.kind, EventKind::HazardTriggered { .. });
    if events.iter().any(is_triggered) {
        sentences.extend(consequences(record, number));
    }
    Some(sentences.join(" "))
}

fn terrain_words(terrain: Option<Terrain>, hexes: &[Hex]) -> String {
    let (which, count) = (named_or_counted(hexes, "hex", "hexes"), hexes.len());
    let Some(terrain) = terrain else {
        return format!("{which} {} off the map", agreeing(count, "is taken", "are taken"));
    };
    let one = match terrain {
        Terrain::Open => "open",
        Terrain::Obstacle => "an obstacle",
        Terrain::Trap => "a trap",
        Terrain::Hazardous => "hazardous terrain",
        Terrain::Difficult => "difficult terrain",
        Terrain::OpenDoor => "an open door",
        Terrain::ClosedDoor => "a closed door",
        Terrain::LockedDoor => "a locked door",
    };
    let many = match terrain {
        Terrain::Open | Terrain::Hazardous | Terrain::Difficult => one,
        Terrain::Obstacle => "obstacles",
        Terrain::Trap => "traps",
        Terrain::OpenDoor => "open doors",
        Terrain::ClosedDoor => "closed doors",
        Terrain::LockedDoor => "locked doors",
    };
    format!("{which} {} {}", agreeing(count, "is now", "are now"), agreeing(count, one, many))
}

fn wall_words(lines: &[HexLine], is_added: bool) -> String {
    let count = lines.len();
    let which = named_or_counted(lines, "place", "places");
    if is_added {
        format!("{} at {which}", agreeing(count, "a wall stands", "walls stand"))
    } else {
        let (walls, are) = (agreeing(count, "the wall", "the walls"), agreeing(count, "is", "are"));
        format!("{walls} at {which} {are} removed")
    }
}

/// Lists the items, or counts them if there are too many to read.
fn named_or_counted(items: &[impl std::fmt::Display], one: &str, many: &str) -> String {
    if items.len() > MAX_NAMED { counted(items.len(), one, many) } else { listed(items) }
}

fn put_words(names: &Names, figure: &Figure) -> String {
    let mut parts = vec![match &figure.kind {
        FigureKind::Character(_) => figure.to_string(),
        FigureKind::Monster(rank) => format!("{} {figure}", rank.word()),
        FigureKind::Summon { owner } => {
            format!("{figure}, a summon of {},", names.figure_name(*owner))
        }
        FigureKind::Ally(_) => format!("ally {figure}"),
        FigureKind::Object(side, _) => format!("object {figure}, with the {},", side.word()),
    }];
    match figure.arrival {
        Arrival::Placed => {}
        Arrival::Summoned { by } => {
            parts.push(format!(", summoned by {},", names.figure_name(by)));
        }
        Arrival::Spawned { .. } => parts.push(", spawned,".to_owned()),
    }
    parts.push(format!(" comes onto the map in {}", figure.hex));
    let words = figure.conditions.iter().map(|condition| condition.word().to_owned());
    let mut details: Vec<String> = figure
        .hit_points
        .map(|now| match now.lost() {
            0 => counted(now.max, "hit point", "hit points"),
            _ => format!("{} of {}", now.current, counted(now.max, "hit point", "hit points")),
        })
        .into_iter()
        .collect();
    details.extend(figure.flying.then(|| "flying".to_owned()).into_iter().chain(words));
    if let Some(initiative @ (Initiative::Card { .. } | Initiative::Resting)) = figure.initiative()
    {
        details.push(match initiative {
            Initiative::Resting => "a long rest".to_owned(),
            _ => format!("initiative {initiative}"),
        });
    }
    if !details.is_empty() {
        parts.push(format!(": {}", listed(&details)));
    }
    parts.concat()
}

/// Describes the way of a figure to a hex, from its first hex if an event knows it.
fn way(events: &[Event], figure: FigureId, to: Hex) -> String {
    match origin(events, figure) {
        Some(from) if from != to => format!("moves from {from} to {to}"),
        Some(_) => format!("stays in {to}"),
        None => format!("moves to {to}"),
    }
}

/// Returns the hex from which a figure first moved.
fn origin(events: &[Event], id: FigureId) -> Option<Hex> {
    events.iter().find_map(|event| match event.kind {
        EventKind::Moved { figure, from, .. } if figure == id => Some(from),
        _ => None,
    })
}

fn hit_point_words(events: &[Event], id: FigureId, now: HitPoints) -> String {
    let before = events.iter().find_map(|event| match event.kind {
        EventKind::HitPoints { figure, from, .. } if figure == id => from,
        _ => None,
    });
    let left = format!("{} of {}", now.current, counted(now.max, "hit point", "hit points"));
    match before {
        Some(before) if before.max == now.max && now.current < before.current => {
            let damage = before.current - now.current;
            if now.is_gone() {
                format!("suffers {damage} damage and leaves the map")
            } else {
                format!("suffers {damage} damage: {left} left")
            }
        }
        Some(before) if before.max == now.max && now.current > before.current => {
            format!("is healed by {}: {left}", now.current - before.current)
        }
        _ => format!("has {left}"),
    }
}

/// Returns the hit points that a figure has left, for the end of a sentence; empty if they did not
/// change.
fn left_words(events: &[Event], id: FigureId) -> String {
    let latest = events.iter().rev().find_map(|event| match event.kind {
        EventKind::HitPoints { figure, to, .. } if figure == id => Some(to),
        _ => None,
    });
    match latest {
        Some(now) if now.is_gone() => " and leaves the map".to_owned(),
        Some(now) => format!(": {} of {} left", now.current, now.max),
        None => String::new(),
    }
}

/// Returns an attack with its damage, and what else it brought.
fn attack_words(names: &Names, attack: &PlayedAttack, events: &[Event]) -> String {
    let (attacker, target) = (names.figure_name(attack.attacker), names.figure_name(attack.target));
    let drawn: Vec<String> = attack.drawn.iter().map(Modifier::to_string).collect();
    let damage = events.iter().find_map(|event| match &event.kind {
        EventKind::AttackResolved(receipt) => Some(receipt.modified.damage),
        _ => None,
    });
    let mut parts = vec![match damage {
        Some(damage) => {
            let left = left_words(events, attack.target);
            format!("{attacker} attacks {target} ({}) for {damage}{left}", drawn.join(" "))
        }
        None => format!("{attacker} attacks {target} ({})", drawn.join(" ")),
    }];
    parts.extend(events.iter().filter_map(|event| match &event.kind {
        EventKind::Condition { figure, condition, has: true, .. } if *figure == attack.target => {
            Some(format!("{target} is {}", condition.word()))
        }
        EventKind::Suffered { figure, damage, .. } if *figure == attack.attacker => {
            Some(format!("{attacker} suffers {damage} from retaliate"))
        }
        _ => None,
    }));
    let area = attack.stated.as_ref().and_then(|stated| stated.area.as_ref());
    parts.extend(area.map(|area| format!("the area covers {}", listed(&area.hexes))));
    parts.extend(attack.overruled.as_ref().map(|reason| format!("overruling the rules: {reason}")));
    clauses(&parts)
}

/// Returns the abilities of a card in the order of the card.
fn card_words(card: &Card) -> String {
    let movement = card.movement.map(|Move { points, jump }| {
        let jump = if jump { " (jump)" } else { "" };
        format!("move {points}{jump}")
    });
    let attack = card.attack.map(|Attack { reach, targets, area, value, effects }| {
        let value = value.map(|value| format!(" {}", value.total())).unwrap_or_default();
        let at = match reach {
            Reach::Melee => String::new(),
            Reach::Ranged(range) => format!(" at range {range}"),
        };
        let on = match (area, targets) {
            (None, 1) => String::new(),
            (None, targets) => format!(" on {}", counted(targets, "target", "targets")),
            (Some(area), targets) => {
                let hexes = area.hexes().iter().filter(|hex| hex.kind == AreaHexKind::Target);
                let hexes = counted(hexes.count(), "hex", "hexes");
                let more = counted(targets.saturating_sub(1), "more target", "more targets");
                let outside =
                    if targets > 1 { format!(" and on {more} outside") } else { String::new() };
                format!(" in an area of {hexes}{outside}")
            }
        };
        format!("attack{value}{at}{on}{effects}")
    });
    let abilities = match (movement, attack) {
        (None, None) => "neither move nor attack".to_owned(),
        (Some(one), None) | (None, Some(one)) => one,
        (Some(movement), Some(attack)) if card.attack_first => format!("{attack}, then {movement}"),
        (Some(movement), Some(attack)) => format!("{movement}, then {attack}"),
    };
    let bonuses = [
        card.shield.map(|shield| format!("shield {shield}")),
        card.retaliate.map(|retaliate| retaliate.to_string()),
        card.notes.as_ref().map(|notes| format!("\"{notes}\"")),
    ];
    let abilities = std::iter::once(abilities).chain(bonuses.into_iter().flatten());
    remarks(&abilities.collect::<Vec<_>>())
}

fn initiative_words(initiative: Initiative) -> String {
    match initiative {
        Initiative::Card { number, second: None } => format!("has initiative {number}"),
        Initiative::Card { number, second: Some(second) } => {
            format!("has initiative {number}, and {second} on the second card")
        }
        Initiative::Resting => "takes a long rest".to_owned(),
        Initiative::Hidden => "hides its initiative again".to_owned(),
    }
}

fn turn_words(names: &Names, turn: &PlayedTurn, events: &[Event]) -> String {
    let PlayedTurn { figure, to, targets, overruled } = turn;
    let movement = match origin(events, *figure) {
        Some(from) => format!("moves from {from} to {to}"),
        // An event reports every movement.
        None => format!("stays in {to}"),
    };
    let targets: Vec<_> = targets.iter().map(|target| names.figure_name(*target)).collect();
    let attack = match targets.as_slice() {
        [] => String::new(),
        targets => format!(" and attacks {}", listed(targets)),
    };
    let overruled = overruled_words(overruled.as_deref());
    format!("{} {movement}{attack}{overruled}", names.figure_name(*figure))
}

/// Returns the reason for overruling the rules, for the end of a sentence; empty without one.
fn overruled_words(reason: Option<&str>) -> String {
    reason.map(|reason| format!(", overruling the rules: {reason}")).unwrap_or_default()
}

/// Returns the rooms that an action reveals, each in a clause with its contents.
fn revealed_words(events: &[Event]) -> Vec<String> {
    let mut words = Vec::new();
    for (at, event) in events.iter().enumerate() {
        let EventKind::Room { room, is_hidden: false } = &event.kind else { continue };
        let own = || events.iter().filter(|event| event.parent == Some(at));
        let entered = own().filter_map(|event| match &event.kind {
            EventKind::Entered { figure } => Some(figure.as_ref()),
            _ => None,
        });
        let contents = room_words(room, entered);
        words.push(format!("room {} is revealed: {contents}", room.number));
        let left_out = own().filter_map(|event| match &event.kind {
            EventKind::NoStandee { figure } => Some(without_standee(figure)),
            _ => None,
        });
        words.extend(left_out);
    }
    words
}

/// Returns a marker in words.
pub(super) fn mark_words(mark: HexMark) -> String {
    match mark {
        HexMark::Plate => "a pressure plate".to_owned(),
        HexMark::Token(_) | HexMark::Treasure(_) => mark.to_string(),
    }
}

/// Adds the tokens and treasure that an action loots to its words, and the plate on which a turn
/// ends.
fn with_looted(names: &Names, words: String, events: &[Event]) -> String {
    let looted = events.iter().filter_map(|event| match &event.kind {
        EventKind::Looted(LootedMark { figure, mark }) => {
            Some(looted_words(names, *figure, &[*mark]))
        }
        EventKind::OnPlate { figure, hex } => Some(on_plate(names, *figure, *hex)),
        _ => None,
    });
    clauses(&std::iter::once(words).chain(looted).collect::<Vec<_>>())
}

/// Returns the words about a character on a pressure plate.
pub(super) fn on_plate(names: &Names, figure: FigureId, hex: Hex) -> String {
    format!("{} stands on the pressure plate in {hex}", names.figure_name(figure))
}

/// Returns the words about a monster that does not come, because its set has no standee left.
pub(super) fn without_standee(figure: &Figure) -> String {
    format!("no standee of {} is left for {}", figure.name(), figure.hex)
}

fn exhaust_words(names: &Names, id: FigureId, events: &[Event]) -> String {
    let leaves =
        |event: &Event| matches!(event.kind, EventKind::Left { figure, .. } if figure == id);
    let figure = names.figure_name(id);
    if events.iter().any(leaves) {
        format!("{figure} is exhausted and leaves the map")
    } else {
        format!("{figure} is exhausted")
    }
}

fn round_words(events: &[Event]) -> String {
    let number = events.iter().find_map(|event| match event.kind {
        EventKind::Round { number } => Some(number),
        _ => None,
    });
    match number {
        Some(number) => format!("round {number} begins"),
        None => "the next round begins".to_owned(),
    }
}
