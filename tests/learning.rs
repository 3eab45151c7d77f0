//! Complete games with only the public facts of a box and the size of a board: each action of a
//! simulation with the full box is replayed with the facts entered so far, and the questions asked
//! on the way are counted.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use components::component_ref::ComponentRef;
use components::fact::{Certainty, Fact};
use components::fact_id::{FactId, SquareField};
use components::ids::BuildingId;
use components::overlay::{aligned_spaces, overlay};
use components::specs::{BoardSpec, BuildingField, Pack, Terrain};
use components::square::Square;
use packs::OwnCopy;
use rules::action::{Action, ActionKind};
use rules::adjustment::Adjustment;
use rules::receipt::Event;
use rules::setup::Setup;
use rules::{Game, Played};
use simulate::{MAX_ENTRIES, Simulation};

const BOARD: &str = "Old Harbour";

/// The maximum number of questions per turn of one game, in tenths; more would be a burden.
const MOST_TENTHS_A_TURN: usize = 15;

/// The maximum number of questions per turn over all games of a test, in tenths. A short game sees
/// nearly as many cards and squares as a long one, and each is asked once.
const MOST_TENTHS_IN_ALL: usize = 12;

/// Returns the real box completed from the practice set, with one of its boards.
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

/// Returns the public facts of the box, with a board of known size only.
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

/// Returns the facts that players read off the table for a missing fact: a card, or one square.
fn answer(whole: &Pack, fact: &FactId) -> Pack {
    let mut entered = Pack {
        sources: [("own".to_owned(), "read off at the table".to_owned())].into(),
        ..Pack::default()
    };
    if matches!(fact, FactId::Square(..) | FactId::Site { .. }) {
        let board = &whole.boards[0];
        let only = |rows: Option<&Vec<String>>, at: &dyn Fn(Square) -> bool| {
            let mut masked = Vec::new();
            for (row, marks) in (0..).zip(rows.into_iter().flatten()) {
                let marks = (0..).zip(marks.chars());
                masked.push(
                    marks
                        .map(|(c, mark)| if at(Square::new(c, row)) { mark } else { '?' })
                        .collect(),
                );
            }
            Fact::Known(masked, "own".to_owned())
        };
        let mut part = BoardSpec { name: BOARD.to_owned(), ..BoardSpec::default() };
        match fact {
            FactId::Site { building, .. } => {
                let site = board
                    .sites
                    .value()
                    .into_iter()
                    .flatten()
                    .find(|site| site.buildings.iter().any(|b| **b == **building))
                    .expect("the building has a site")
                    .clone();
                part.terrain = only(board.terrain.value(), &|at| site.squares.contains(&at));
                part.sites = Fact::Known(vec![site], "own".to_owned());
            }
            FactId::Square(_, square, SquareField::Section) => {
                part.sections = only(board.sections.value(), &|at| at == *square);
            }
            FactId::Square(_, square, field) => {
                // Start squares are gray, so their terrain is not asked for.
                part.terrain = only(board.terrain.value(), &|at| at == *square);
                if *field == SquareField::StartNumber {
                    let starts = board.starts.value().into_iter().flatten().copied();
                    part.starts = Fact::Known(
                        starts.filter(|(at, _)| at == square).collect(),
                        "own".to_owned(),
                    );
                }
            }
            fact => panic!("{fact} is not read off a square"),
        }
        entered.boards.push(part);
        return entered;
    }
    let subject = ComponentRef::of(fact);
    let facts: Vec<FactId> = subject.facts(whole).into_iter().map(|(name, _)| name).collect();
    let mut entered = Pack { sources: entered.sources, ..whole.clone() };
    for (name, fact) in entered.facts_mut() {
        if facts.contains(&name) {
            fact.set_source("own");
        } else {
            fact.clear();
        }
    }
    entered.boards.clear();
    for building in &mut entered.buildings {
        if building.name != subject.label() {
            building.spaces.clear();
        }
    }
    entered
}

fn is_terrain(fact: &FactId) -> bool {
    matches!(fact, FactId::Square(_, _, SquareField::Terrain))
}

/// Returns `true` if a square has a terrain.
fn is_of(whole: &Pack, fact: &FactId, terrain: Terrain) -> bool {
    let wanted = match terrain {
        Terrain::Entrance => 'e',
        Terrain::Coastal => 'c',
        Terrain::Forested => 'f',
        Terrain::Central => 'g',
    };
    answer(whole, fact)
        .boards
        .iter()
        .filter_map(|board| board.terrain.value())
        .flatten()
        .any(|row| row.contains(wanted))
}

/// A table that is given the facts it is missing.
struct Table {
    whole: Pack,
    game: Game,
    asked: BTreeSet<String>,
    /// The number of questions of each kind.
    tally: BTreeMap<String, usize>,
}

impl Table {
    /// Asks for a fact that was not asked for before, and for those read off together with it.
    #[track_caller]
    fn ask(&mut self, action: &Action, fact: &FactId) {
        // The player who places a building points at a square of its color.
        let pointed = self.game.missing_terrain(action).filter(|_| is_terrain(fact)).and_then(
            |(colour, squares)| {
                squares
                    .iter()
                    .map(|&square| self.game.board().fact_of_square(SquareField::Terrain, square))
                    .find(|fact| is_of(&self.whole, fact, colour))
            },
        );
        let facts = match (pointed, fact) {
            (Some(fact), _) => vec![fact],
            (None, FactId::Square(..)) => self.game.facts_to_read([fact]),
            // A card is read off as a whole.
            (None, fact) => vec![fact.clone()],
        };
        let mut entered = Pack::default();
        for fact in &facts {
            let what = match ComponentRef::of(fact) {
                ComponentRef::Board(_) => fact.to_string(),
                subject => format!("{subject:?}"),
            };
            assert!(self.asked.insert(what.clone()), "{what} is asked twice");
            entered = overlay(&entered, &answer(&self.whole, fact));
        }
        let kinds: Vec<&str> = facts.iter().map(FactId::label).collect();
        let kind = match ComponentRef::of(&facts[0]) {
            ComponentRef::Board(_) => kinds.join(" and "),
            subject => {
                let variant = format!("{subject:?}");
                variant.split('(').next().unwrap_or_default().to_owned()
            }
        };
        *self.tally.entry(kind).or_default() += 1;
        let learn: Action = ActionKind::EnterFacts(Box::new(entered)).into();
        match self.game.play(&learn) {
            Ok(played) => self.game = played.game,
            Err(refusal) => panic!("{fact}: {refusal:?}"),
        }
    }

    /// Removes a building that fits nowhere from the game, unless the game has removed it already.
    fn take_out(&mut self, building: BuildingId) {
        if self.game.proposals().contains(&Some(building)) {
            let gone = Adjustment::Gone(building);
            let reason = "there is no place for it".to_owned();
            self.play(&ActionKind::Adjust { changes: vec![gone], reason }.into());
        }
    }

    /// Enters a dealt card and the proposals of its type, which were recognized as the same type.
    #[track_caller]
    fn tell_apart(&mut self, played: &Played, building: BuildingId) {
        let name = |building| played.game.contents().building_name(building).to_owned();
        let dealt = name(building);
        let buildings = &self.whole.buildings;
        let spec = buildings.iter().find(|spec| spec.name == dealt).expect("it is in the box");
        let proposals: Vec<String> =
            played.game.proposals().into_iter().flatten().map(name).collect();
        let facts: Vec<FactId> = buildings
            .iter()
            .filter(|other| {
                other.colour.value() == spec.colour.value() && other.shape.is_same(&spec.shape)
            })
            .filter(|of| proposals.contains(&of.name) || of.name == dealt)
            .map(|of| FactId::Building(of.name.clone().into(), BuildingField::Colour))
            .filter(|fact| !self.asked.contains(&format!("{:?}", ComponentRef::of(fact))))
            .collect();
        for fact in facts {
            self.ask(&played.action, &fact);
        }
    }

    /// Plays an action, asking for the facts it is missing.
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
                    let fact = refusal.missing().next().expect("a fact is missing").clone();
                    self.ask(action, &fact);
                }
            }
        }
    }
}

/// The questions asked in a finished game.
#[derive(Debug)]
struct Asked {
    /// The number of cards, mats, and places on the board asked for.
    all: usize,
    turns: usize,
    /// The number of questions of each kind.
    tally: BTreeMap<String, usize>,
}

/// Plays a game and returns its questions; `None` if it did not finish.
#[track_caller]
fn play(seed: u64) -> Option<Asked> {
    let whole = whole_box();
    let mut hidden = Simulation::new(&whole, BOARD, 2, seed).expect("the box can be played");
    let setup = Setup { pack: empty_box(&whole), ..hidden.setup.clone() };
    let game = Game::new(&setup).expect("it can start with an unknown board");
    let unknown = game
        .contents()
        .pack()
        .facts()
        .into_iter()
        .filter(|(_, fact)| fact.certainty() == Certainty::Unknown)
        .count();
    assert!(unknown > 100, "only {unknown} facts are unknown");
    let mut table = Table { whole, game, asked: BTreeSet::new(), tally: BTreeMap::new() };
    for _ in 0..MAX_ENTRIES {
        let Some(played) = hidden.step() else {
            break;
        };
        // Players see that two cards side by side are of one type.
        for event in &played.events {
            if let Event::SameType(building) = *event {
                table.tell_apart(&played, building);
            }
        }
        table.play(&played.action);
        // Players see that a building fits nowhere and remove it.
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

/// Plays games of these seeds and checks the number of questions in the finished ones. At least
/// `least` games must finish.
#[track_caller]
fn check(seeds: RangeInclusive<u64>, least: usize) {
    let games: Vec<Asked> = seeds.filter_map(play).collect();
    assert!(games.len() >= least, "most games finish: {games:?}");
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
fn two_player_games_on_an_empty_box_ask_few_questions() {
    check(1..=14, 8);
}

#[test]
fn two_player_games_of_other_seeds_ask_few_questions() {
    check(15..=40, 16);
}

#[test]
fn two_player_games_of_untuned_seeds_ask_few_questions() {
    check(41..=80, 24);
}
