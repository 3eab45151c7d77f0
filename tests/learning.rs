//! Whole games on a box of which only what is public is known, and on a board of which nothing is
//! known but its size: the program plays with a box it keeps hidden, every action of it is played
//! again with what the table has told so far, and what is asked on the way is counted.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use components::component_ref::ComponentRef;
use components::fact::{Certainty, Fact};
use components::fact_id::{FactId, SquareField};
use components::ids::BuildingId;
use components::overlay::{aligned_spaces, overlay};
use components::specs::{BoardSpec, BuildingField, BuildingSpec, Pack, Terrain};
use components::square::Square;
use packs::OwnCopy;
use rules::action::{Action, ActionKind};
use rules::adjustment::Adjustment;
use rules::receipt::Event;
use rules::setup::Setup;
use rules::{Game, Played};
use simulate::{MOST_ENTRIES, Simulation};

const BOARD: &str = "Old Harbour";

/// More questions than this for each turn of a game would be a burden, told in tenths.
const MOST_TENTHS_A_TURN: usize = 15;

/// The same over all games of a test together: a short game sees nearly as many cards and squares
/// as a long one, and each is asked once.
const MOST_TENTHS_IN_ALL: usize = 12;

/// The real box with everything the practice set says beside it, on one of its boards.
fn whole_box() -> Pack {
    let mut practice = packs::find("practice").expect("it is built in");
    let known = packs::find(OwnCopy::OVER).expect("it is built in");
    for building in &mut practice.buildings {
        let mut same = known.buildings.iter().filter(|other| other.name == building.name);
        if let Some(known) = same.next() {
            building.spaces = aligned_spaces(&known.spaces, &building.spaces);
        }
    }
    let mut whole = overlay(&known, &practice);
    (whole.name, whole.title) = (known.name, known.title);
    whole.boards.retain(|board| board.name == BOARD);
    whole
}

/// The same as far as it is public, with a board that nobody has looked at.
fn empty_box(whole: &Pack) -> Pack {
    let known = packs::find(OwnCopy::OVER).expect("it is built in");
    let mut open = whole.clone();
    for (_, fact) in open.facts_mut() {
        fact.clear();
    }
    for building in &mut open.buildings {
        building.spaces.clear();
    }
    let mut open = overlay(&open, &known);
    let rows = whole.boards[0].terrain.value().expect("it is drawn");
    let columns = u8::try_from(rows[0].chars().count()).expect("it is a board");
    let rows = u8::try_from(rows.len()).expect("it is a board");
    open.boards = vec![BoardSpec::open(BOARD, columns, rows, "own")];
    open.sources.insert("own".to_owned(), "read off at the table".to_owned());
    open
}

/// What people read off the table who are asked for a fact: a whole card, or one square.
fn answer(whole: &Pack, fact: &FactId) -> Pack {
    let mut told = Pack {
        sources: [("own".to_owned(), "read off at the table".to_owned())].into(),
        ..Pack::default()
    };
    if matches!(fact, FactId::Square(..) | FactId::Site { .. }) {
        let board = &whole.boards[0];
        let known = |marks: Vec<String>| Fact::Known(marks, "own".to_owned());
        let only = |rows: Option<&Vec<String>>, at: &dyn Fn(Square) -> bool| {
            let rows = (0..).zip(rows.into_iter().flatten());
            let row = |(row, marks): (u8, &String)| -> String {
                let marks = (0..).zip(marks.chars());
                marks.map(|(c, mark)| if at(Square::new(c, row)) { mark } else { '?' }).collect()
            };
            known(rows.map(row).collect())
        };
        let mut part = BoardSpec { name: BOARD.to_owned(), ..BoardSpec::default() };
        match fact {
            FactId::Site { building, .. } => {
                let sites = board.sites.value().into_iter().flatten();
                let mut sites =
                    sites.filter(|site| site.buildings.iter().any(|b| **b == **building));
                let site = sites.next().expect("the building has a site").clone();
                part.terrain = only(board.terrain.value(), &|at| site.squares.contains(&at));
                part.sites = Fact::Known(vec![site], "own".to_owned());
            }
            FactId::Square(_, square, SquareField::Section) => {
                part.sections = only(board.sections.value(), &|at| at == *square);
            }
            FactId::Square(_, square, field) => {
                // Start squares are grey, so nobody is asked for that.
                part.terrain = only(board.terrain.value(), &|at| at == *square);
                if *field == SquareField::StartNumber {
                    let starts = board.starts.value().into_iter().flatten().copied();
                    let starts = starts.filter(|(at, _)| at == square).collect();
                    part.starts = Fact::Known(starts, "own".to_owned());
                }
            }
            fact => panic!("nobody reads {fact} off a square"),
        }
        told.boards.push(part);
        return told;
    }
    let subject = ComponentRef::of(fact);
    let facts: Vec<FactId> = subject.facts(whole).into_iter().map(|(name, _)| name).collect();
    let mut told = Pack { sources: told.sources, ..whole.clone() };
    for (name, fact) in told.facts_mut() {
        if facts.contains(&name) {
            fact.set_source("own");
        } else {
            fact.clear();
        }
    }
    told.boards.clear();
    for building in told.buildings.iter_mut().filter(|building| building.name != subject.label()) {
        building.spaces.clear();
    }
    told
}

fn is_terrain(fact: &FactId) -> bool {
    matches!(fact, FactId::Square(_, _, SquareField::Terrain))
}

/// Whether a square is of a terrain.
fn is_of(whole: &Pack, fact: &FactId, terrain: Terrain) -> bool {
    let told = answer(whole, fact);
    let rows = told.boards.iter().filter_map(|board| board.terrain.value());
    let mut marks = rows.flatten().flat_map(|row| row.chars());
    marks.any(|mark| match terrain {
        Terrain::Entrance => mark == 'e',
        Terrain::Coastal => mark == 'c',
        Terrain::Forested => mark == 'f',
        Terrain::Central => mark == 'g',
    })
}

/// A table that is told what it lacks.
struct Table {
    whole: Pack,
    game: Game,
    asked: BTreeSet<String>,
    /// How often each kind of question was asked.
    tally: BTreeMap<String, usize>,
}

impl Table {
    /// Asks for a fact that nobody has asked for before, and for what is told by the same look.
    #[track_caller]
    fn ask(&mut self, action: &Action, fact: &FactId) {
        // Whoever places a building points at the square of its colour.
        let pointed = self.game.missing_terrain(action).filter(|_| is_terrain(fact));
        let pointed = pointed.and_then(|(colour, squares)| {
            let land = |&square| self.game.board().fact_of_square(SquareField::Terrain, square);
            squares.iter().map(land).find(|fact| is_of(&self.whole, fact, colour))
        });
        let facts = match (pointed, fact) {
            (Some(fact), _) => vec![fact],
            (None, FactId::Square(..)) => self.game.facts_to_read([fact]),
            // A card is read off as a whole.
            (None, fact) => vec![fact.clone()],
        };
        let mut told = Pack::default();
        for fact in &facts {
            let what = match ComponentRef::of(fact) {
                ComponentRef::Board(_) => fact.to_string(),
                subject => format!("{subject:?}"),
            };
            assert!(self.asked.insert(what.clone()), "{what} is asked twice");
            told = overlay(&told, &answer(&self.whole, fact));
        }
        let kinds: Vec<&str> = facts.iter().map(FactId::label).collect();
        let kind = match ComponentRef::of(&facts[0]) {
            ComponentRef::Board(_) => kinds.join(" and "),
            subject => format!("{subject:?}"),
        };
        let kind = kind.split('(').next().unwrap_or_default().to_owned();
        *self.tally.entry(kind).or_default() += 1;
        let learn: Action = ActionKind::EnterFacts(Box::new(told)).into();
        match self.game.play(&learn) {
            Ok(played) => self.game = played.game,
            Err(refusal) => panic!("{fact}: {refusal:?}"),
        }
    }

    /// Takes out of the game what the table has no place for, unless the facts tell it already.
    fn take_out(&mut self, building: BuildingId) {
        if self.game.proposals().contains(&Some(building)) {
            let gone = Adjustment::Gone(building);
            let reason = "there is no place for it".to_owned();
            self.play(&ActionKind::Adjust { changes: vec![gone], reason }.into());
        }
    }

    /// Says of a card that was just dealt, and of the proposal that is of its type, what they are.
    #[track_caller]
    fn tell_apart(&mut self, played: &Played, building: BuildingId) {
        let name = |building| played.game.contents().building_name(building).to_owned();
        let mut kinds = self.whole.buildings.iter();
        let spec = kinds.find(|spec| spec.name == name(building)).expect("it is in the box");
        let is_like = |other: &&BuildingSpec| {
            other.colour.value() == spec.colour.value() && other.shape.is_same(&spec.shape)
        };
        let alike = self.whole.buildings.iter().filter(is_like).map(|spec| spec.name.clone());
        let lying: Vec<String> = played.game.proposals().into_iter().flatten().map(name).collect();
        let facts = alike.filter(|of| lying.contains(of) || *of == name(building));
        let facts: Vec<FactId> =
            facts.map(|of| FactId::Building(of.into(), BuildingField::Colour)).collect();
        let is_known =
            |fact: &FactId| self.asked.contains(&format!("{:?}", ComponentRef::of(fact)));
        for fact in facts.into_iter().filter(|fact| !is_known(fact)).collect::<Vec<_>>() {
            self.ask(&played.action, &fact);
        }
    }

    /// Plays an action, asking for what it lacks.
    #[track_caller]
    fn play(&mut self, action: &Action) {
        loop {
            match self.game.play(action) {
                Ok(played) => {
                    self.game = played.game;
                    return;
                }
                Err(refusal) => {
                    assert!(refusal.cannot_tell(), "{action:?}: {refusal:?}");
                    let fact = refusal.missing().next().expect("something is missing").clone();
                    self.ask(action, &fact);
                }
            }
        }
    }
}

/// What was asked in a game that came to its end.
#[derive(Debug)]
struct Asked {
    /// Cards, mats, and places on the board.
    all: usize,
    turns: usize,
    /// How often each kind of question was asked.
    tally: BTreeMap<String, usize>,
}

/// Plays a game; what was asked in it, unless it had no end.
#[track_caller]
fn play(seed: u64) -> Option<Asked> {
    let whole = whole_box();
    let mut hidden = Simulation::new(&whole, BOARD, 2, seed).expect("the box can be played");
    let setup = Setup { pack: empty_box(&whole), ..hidden.setup.clone() };
    let game = Game::new(&setup).expect("it can be begun with nothing known of the board");
    let unknown = game.contents().pack().facts().into_iter();
    let unknown = unknown.filter(|(_, fact)| fact.certainty() == Certainty::Unknown).count();
    assert!(unknown > 100, "only {unknown} facts are unknown");
    let mut table = Table { whole, game, asked: BTreeSet::new(), tally: BTreeMap::new() };
    for _ in 0..MOST_ENTRIES {
        let Some(played) = hidden.step() else {
            break;
        };
        // Two cards of one type are told by whoever sees them side by side.
        for event in &played.events {
            if let Event::SameType(building) = *event {
                table.tell_apart(&played, building);
            }
        }
        table.play(&played.action);
        // What leaves the game there is taken out by the people who see that it fits nowhere.
        for event in &played.events {
            if let Event::FitsNowhere(building) = *event {
                table.take_out(building);
            }
        }
        let game = &table.game;
        for player in game.players() {
            let of = |game: &Game| (game.points(player), game.money(player), game.income(player));
            assert_eq!(of(game), of(&played.game), "{:?}", played.action);
        }
    }
    assert_eq!(hidden.game.is_over(), table.game.is_over());
    assert_eq!(hidden.game.winner(), table.game.winner());
    let turns = usize::try_from(table.game.turn_number()).expect("it is small");
    let asked = Asked { all: table.tally.values().sum(), turns, tally: table.tally };
    hidden.game.is_over().then_some(asked)
}

/// Plays games of these seeds and looks at what was asked in those that came to an end, which are
/// `least` of them or more.
#[track_caller]
fn check(seeds: RangeInclusive<u64>, least: usize) {
    let games: Vec<Asked> = seeds.filter_map(play).collect();
    assert!(games.len() >= least, "most games come to an end: {games:?}");
    let mut tally: BTreeMap<&str, usize> = BTreeMap::new();
    for game in &games {
        assert!(game.all * 10 <= game.turns * MOST_TENTHS_A_TURN, "{game:?}");
        for (kind, count) in &game.tally {
            *tally.entry(kind).or_default() += count;
        }
    }
    let asked: usize = games.iter().map(|game| game.all).sum();
    let turns: usize = games.iter().map(|game| game.turns).sum();
    println!("{asked} questions in {turns} turns of {} games: {tally:?}", games.len());
    assert!(asked * 10 <= turns * MOST_TENTHS_IN_ALL, "{games:?}");
}

#[test]
fn a_game_for_two_on_an_empty_box_asks_little_and_comes_out_the_same() {
    check(1..=14, 8);
}

#[test]
fn other_games_ask_as_little() {
    check(15..=40, 16);
}

#[test]
fn games_that_nothing_was_tuned_on_ask_as_little() {
    check(41..=80, 24);
}
