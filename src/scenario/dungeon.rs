//! The random dungeon in words: its start, its rooms, and the reasons for refusing one.

use plain_text::{agreeing, clauses, counted, listed, one_of};

use super::sentence::without_standee;
use super::text::room_words;
use scenario_rules::dungeon::{
    Dungeon, DungeonProblem, DungeonRoom, Passage, PenaltyGrade, PlacedDungeonRoom,
};
use scenario_rules::event::{Event, EventKind};
use scenario_rules::hex::Hex;
use scenario_rules::names::Names;

/// The sentence at the end of a dungeon about the gains that count (S17.1).
pub const GAINS: &str = "This was a random dungeon: experience, gold, checkmarks and personal \
                         quests count, and the campaign does not move on (S17.1).";

/// Returns the start of a dungeon in words.
pub(super) fn start_words(dungeon: &Dungeon) -> String {
    let rooms = counted(dungeon.room_cards.len(), "room card", "room cards");
    let monsters = counted(dungeon.monster_cards.len(), "monster card", "monster cards");
    let decks = match dungeon.seed {
        Some(seed) => format!("dealt from seed {seed}"),
        None => "in the order of the table".to_owned(),
    };
    let grades = listed(&dungeon.penalties.map(PenaltyGrade::word));
    format!("a random dungeon begins with {rooms} and {monsters}, {decks}; penalties {grades}")
}

/// Returns a room that is laid out in words, with the cards passed over.
pub(super) fn placed_words(placed: &PlacedDungeonRoom, events: &[Event]) -> String {
    let PlacedDungeonRoom { room, contents } = placed;
    let passed = events.iter().find_map(|event| match &event.kind {
        EventKind::Dungeon { passed, .. } => Some(passed.as_slice()),
        _ => None,
    });
    let (passage, hex) = (room.entrance.0.word(), room.entrance.1);
    let mut words = vec![format!(
        "room {} of the dungeon is {}, with entrance {passage} in {hex}: {}",
        room.number,
        room.full_title(),
        room_words(contents, &contents.figures)
    )];
    words.extend(passed_words(passed.unwrap_or_default(), room.entrance.0));
    words.extend(penalty_words(room));
    words.extend(events.iter().filter_map(|event| match &event.kind {
        EventKind::NoStandee { figure } => Some(without_standee(figure)),
        _ => None,
    }));
    clauses(&words)
}

/// Returns the words about the room cards that were passed over; `None` if none was.
pub fn passed_words(passed: &[String], passage: Passage) -> Option<String> {
    let verb = agreeing(passed.len(), "is", "are");
    let kind = passage.word();
    (!passed.is_empty())
        .then(|| format!("{} {verb} passed over for want of an entrance {kind}", listed(passed)))
}

/// Returns the words about the penalty of a room; `None` if none is due.
pub fn penalty_words(room: &DungeonRoom) -> Option<String> {
    room.penalty.as_ref().map(|text| format!("penalty once it is revealed: {text}"))
}

/// Returns the words of a receipt for a change of the dungeon.
pub(super) fn event_words(dungeon: &Dungeon, passed: &[String]) -> String {
    let Some(room) = dungeon.rooms.last() else {
        return start_words(dungeon);
    };
    let laid_out = format!("room {} of the dungeon: {}", room.number, room.full_title());
    let passed = passed_words(passed, room.entrance.0);
    clauses(&std::iter::once(laid_out).chain(passed).collect::<Vec<_>>())
}

/// Returns the lines about a dungeon for a list of what is on the table.
pub(super) fn checklist_lines(dungeon: &Dungeon) -> Vec<String> {
    let grades = listed(&dungeon.penalties.map(PenaltyGrade::word));
    let left = counted(dungeon.room_cards.len(), "room card", "room cards");
    let mut lines = vec![format!("Random dungeon: penalties {grades}; {left} left in the deck")];
    lines.extend(dungeon.rooms.iter().map(|room| {
        let exits = exits_words(&room.exits);
        let penalty = room.penalty.as_ref().map(|text| format!("penalty: {text}"));
        let treasure =
            room.treasure.iter().map(|(number, text)| format!("treasure {number}: {text}"));
        let head = format!("Room {} of the dungeon is {}, {exits}", room.number, room.full_title());
        clauses(&std::iter::once(head).chain(penalty).chain(treasure).collect::<Vec<_>>())
    }));
    lines
}

/// Returns exits in words: "exit A in F2 and exit B in G4".
pub fn exits_words(exits: &[(Passage, Hex)]) -> String {
    let exits: Vec<String> =
        exits.iter().map(|(kind, hex)| format!("exit {} in {hex}", kind.word())).collect();
    if exits.is_empty() { "no exit".to_owned() } else { listed(&exits) }
}

/// Returns the reason for a refusal.
pub(super) fn problem_words(names: &Names, problem: &DungeonProblem) -> String {
    match problem {
        DungeonProblem::Running => "a random dungeon is played already".to_owned(),
        DungeonProblem::NotEmpty => {
            "a random dungeon starts without figures and hidden rooms on the table".to_owned()
        }
        DungeonProblem::TooFewCards { rooms, monsters } => {
            let rooms = counted(*rooms, "room card", "room cards");
            let monsters = counted(*monsters, "monster card", "monster cards");
            format!("a random dungeon needs three cards of each deck, not {rooms} and {monsters}")
        }
        DungeonProblem::NotStarted => "no random dungeon is played".to_owned(),
        DungeonProblem::AllRooms => "the dungeon has its three rooms already".to_owned(),
        DungeonProblem::OtherNumber { number, next } => {
            format!("the next room of the dungeon is {next}, not {number}")
        }
        DungeonProblem::BeforeHidden { number } => {
            format!("room {number} of the dungeon is not revealed yet")
        }
        DungeonProblem::NotAnExit { passage, hex, .. } => {
            format!("the room before has no exit {} in {hex}", passage.word())
        }
        DungeonProblem::NoCard { passage } => {
            format!("no card is left for a room with an entrance {}", passage.word())
        }
        DungeonProblem::OtherCard { title, drawn, passed } if passed.is_empty() => {
            format!("the next card is {drawn}, not {title}")
        }
        DungeonProblem::OtherCard { title, drawn, passed } => {
            format!("the next card is {drawn} once {} passed over, not {title}", are(passed))
        }
        DungeonProblem::NoEntrance { title, passage, .. } => {
            format!("{title} has no entrance {}", passage.word())
        }
        DungeonProblem::NoPenalty { number } => {
            format!("room {number} of the dungeon has no penalty by the chosen difficulty")
        }
        DungeonProblem::Overlap { hexes } => {
            format!("the room would lie on {}, which is taken", listed(hexes))
        }
        DungeonProblem::NotInRoom { hex } => format!("{hex} is no hex of the room"),
        DungeonProblem::Start { figure, hex, .. } => {
            format!("{} does not start in {hex}", names.figure_name(*figure))
        }
        DungeonProblem::NotCleared { monsters, revealed } if monsters.is_empty() => {
            let rooms = counted(*revealed, "room is", "rooms are");
            format!("a dungeon is won once its three rooms are cleared, and {rooms} revealed")
        }
        DungeonProblem::NotCleared { monsters, .. } => {
            let monsters = counted(monsters.len(), "monster is", "monsters are");
            format!("a dungeon is won once no monster is left, and {monsters}")
        }
    }
}

fn are(titles: &[String]) -> String {
    let verb = agreeing(titles.len(), "is", "are");
    format!("{} {verb}", listed(titles))
}

/// Returns the remedy for a refusal.
pub(super) fn problem_remedy(problem: &DungeonProblem) -> String {
    match problem {
        DungeonProblem::Running => "begin another scenario for the next dungeon".to_owned(),
        DungeonProblem::NotEmpty => "begin a new map for it".to_owned(),
        DungeonProblem::TooFewCards { .. } => {
            "add \"dungeon room\" and \"dungeon monsters\" to your cards".to_owned()
        }
        DungeonProblem::NotStarted => {
            "write \"dungeon none minor major, rooms …\" first".to_owned()
        }
        DungeonProblem::AllRooms => "clear them, then write \"end won\"".to_owned(),
        DungeonProblem::OtherNumber { next, .. } => format!("write \"dungeon room {next}\""),
        DungeonProblem::BeforeHidden { number } => {
            format!("open its door, or write \"reveal {number}\"")
        }
        DungeonProblem::NotAnExit { exits, .. } => format!("it has {}", exits_words(exits)),
        DungeonProblem::NoCard { passage } => {
            let other = Passage::ALL.into_iter().find(|other| other != passage);
            let other = other.map(Passage::word).unwrap_or_default();
            format!("use an exit {other}, or end the scenario with a reason")
        }
        DungeonProblem::OtherCard { drawn, .. } => format!("lay out {drawn}"),
        DungeonProblem::NoEntrance { entrances, .. } => {
            let kinds = entrances.iter().map(|kind| kind.word()).collect::<Vec<_>>();
            format!("enter by {}", one_of(&kinds))
        }
        DungeonProblem::NoPenalty { .. } => "leave the penalty out".to_owned(),
        DungeonProblem::Overlap { .. } => "turn the room, or use another exit".to_owned(),
        DungeonProblem::NotInRoom { .. } => "add it to the room, or leave it out".to_owned(),
        DungeonProblem::Start { hexes, .. } => match hexes.as_slice() {
            [] => "no hex near the entrance is empty; the table overrules it with a reason".into(),
            hexes => {
                format!("start in {}, or overrule it with a reason", one_of(hexes))
            }
        },
        DungeonProblem::NotCleared { .. } => {
            "play on, or let the table overrule it with a reason".to_owned()
        }
    }
}
