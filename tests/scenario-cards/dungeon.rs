//! Room cards and monster cards of the random dungeon: as text, and laid out on the map.

use std::collections::BTreeSet;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use scenario_cards::{
    CardBook, DungeonLayoutError, EquationValues, MergePriority, PlaceContents, RoomPlacement,
};
use scenario_rules::board::{Board, Terrain};
use scenario_rules::dungeon::{Dungeon, DungeonDraw, Passage, PenaltyGrade, PlacedDungeonRoom};
use scenario_rules::hex::Side;
use scenario_rules::marks::HexMark;
use scenario_rules::{Action, Game, Hex, Position};

/// The invented cards that come with the source.
const CARDS: &str = include_str!("../../assets/scenario/cards/dungeon.cards");
/// The number of columns and of rows of the map of a test.
const GRID: u8 = 40;

fn book() -> CardBook {
    CARDS.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// Returns a game whose dungeon is dealt by a seed.
fn started(book: &CardBook, seed: u64) -> Game {
    let game = Game::new(Position::empty(Board::new(GRID, GRID)));
    let dungeon = Box::new(book.dungeon_decks().dealt(seed));
    let game = game.play(&Action::StartDungeon(dungeon)).expect("the map is empty");
    game.play(&Action::Level(1)).expect("a level")
}

const fn values(characters: u8) -> EquationValues {
    EquationValues { characters, level: 1 }
}

/// Returns the running dungeon and its next draw.
fn draw(game: &Game, exit: Option<Passage>) -> (Dungeon, DungeonDraw) {
    let dungeon = game.position().dungeon().expect("it is started").clone();
    let draw = dungeon.draw(exit).expect("a card fits");
    (dungeon, draw)
}

/// Returns the ways to lay out the first room.
fn first_rooms(book: &CardBook, game: &Game, characters: u8) -> Vec<PlacedDungeonRoom> {
    let (dungeon, draw) = draw(game, None);
    let request = (&draw, draw.room.entrances[0], None);
    let fitting =
        book.fitting_dungeon_rooms(game.position(), &dungeon, request, values(characters));
    fitting.expect("it fits on an empty map")
}

#[test]
fn dungeon_cards_are_printed_as_they_are() {
    let book = book();
    let printed = book.to_string();
    assert_eq!(printed.parse::<CardBook>().as_ref(), Ok(&book));
    for line in CARDS.lines().filter(|line| line.starts_with("dungeon monsters")) {
        assert!(printed.lines().any(|printed| printed == line), "{line}");
    }
    let room = "dungeon room \"Den of Thieves\": entrance a at b1; Open B2 B3 B4 B5 B6 B7 B8 B9 \
                B10 B11 B12 B13; places B2 B3 B4 B5 B6 B7 B8 B9 B10 B11 B12 B13; minor Opener \
                \"Stun\"";
    let canonical = room.replace("a at b1", "A at B1").replace("Open", "open");
    let canonical = canonical.replace("Opener", "opener");
    let typed: CardBook = room.parse().expect("capitals are optional");
    assert_eq!(typed.to_string().trim_end(), canonical);
}

#[test]
fn refused_dungeon_lines_have_their_place() {
    let places = "open A1 A2 A3 A4 A5 A6 A7 A8 A9 A10 A11 A12; places A1 A2 A3 A4 A5 A6 A7 A8 A9 \
                  A10 A11 A12";
    for (line, place, expected) in [
        ("dungeon cave \"X\": nothing".to_owned(), "cave", "room or monsters"),
        ("dungeon room X: open A1".to_owned(), "X", "a text in quotation marks"),
        (format!("dungeon room \"X\": {places}"), "open", "an entrance"),
        (format!("dungeon room \"X\": entrance C at B1; {places}"), "C at", "A or B"),
        (format!("dungeon room \"X\": entrance A at B; {places}"), "B;", "a hex such as C4"),
        (format!("dungeon room \"X\": entrance A at A1; {places}"), "entrance", "beside the room"),
        (
            "dungeon room \"X\": entrance A at B1; open A1; places A1".to_owned(),
            "entrance",
            "12 places",
        ),
        (
            format!("dungeon room \"X\": entrance A at B1; {places}").replace("A12;", "B9;"),
            "entrance",
            "places in hexes of the room, not in A12",
        ),
        (format!("dungeon room \"X\": door B1; {places}"), "door", "bring their own doors"),
        (format!("dungeon room \"X\": {places}; wall A1-A3"), "A1-A3", "two hexes side by side"),
        (format!("dungeon room \"X\": {places}; minor 3"), "3", "opener, previous room"),
        ("dungeon monsters \"X\": 13 trap".to_owned(), "13", "from 1 to 12"),
        ("dungeon monsters \"X\": 1 trap; 1 trap".to_owned(), "1 trap", "each place once"),
        (
            "dungeon monsters \"X\": 1 trap for 2, trap".to_owned(),
            "trap",
            "each number of characters",
        ),
        ("dungeon monsters \"X\": 1 Guard".to_owned(), "Guard", "normal, elite"),
    ] {
        let errors = line.parse::<CardBook>().expect_err(&line);
        let error = &errors.0[0];
        assert!(error.expected.contains(expected), "{line}: {error}");
        assert_eq!(Some(error.column), line.rfind(place).map(|at| at + 1), "{error}");
        assert!(error.example.parse::<CardBook>().is_ok(), "{error}");
    }
    let twice = "dungeon monsters \"X\": nothing\ndungeon monsters \"x\": nothing";
    let error = &twice.parse::<CardBook>().expect_err(twice).0[0];
    assert!(error.line == 2 && error.expected.contains("one line for each card"), "{error}");
}

#[test]
fn dungeon_cards_are_merged_and_counted() {
    let mut own: CardBook = "dungeon monsters \"Rusty\": 1 trap".parse().expect("a card");
    let added = book();
    let difference = own.difference(&added);
    assert_eq!(difference.different, ["the dungeon monsters Rusty"]);
    own.merge(added.clone(), MergePriority::Own);
    assert_ne!(own.dungeon_monster_card("rusty"), added.dungeon_monster_card("rusty"));
    own.merge(added.clone(), MergePriority::Added);
    assert_eq!(own, added);
    assert_eq!(own.counts()[5..], ["5 dungeon rooms", "4 cards of dungeon monsters"]);
    assert_eq!(CardBook::default().counts().len(), 5);
}

#[test]
fn penalties_of_the_first_room_have_no_previous_room_and_a_chosen_opener() {
    let book = book();
    let penalty = |title: &str, grade, number| {
        book.dungeon_room(title).expect("a card").penalty(grade, number)
    };
    assert_eq!(penalty("Kiln", PenaltyGrade::Minor, 1), None);
    assert!(penalty("Kiln", PenaltyGrade::Minor, 2).is_some_and(|text| text.contains("money")));
    let opened = "The character loses 2 hit points.";
    let chosen = format!("{opened} (choose the character)");
    assert_eq!(penalty("Cistern", PenaltyGrade::Major, 1), Some(chosen));
    assert_eq!(penalty("Cistern", PenaltyGrade::Major, 3), Some(opened.to_owned()));
    assert_eq!(penalty("Cistern", PenaltyGrade::None, 3), None);
    assert_eq!(penalty("Stair", PenaltyGrade::Minor, 3), None, "the card has none");
}

#[test]
fn second_room_meets_the_used_exit_and_says_why_it_does_not_fit() {
    let book = book();
    let game = started(&book, 3);
    let first = first_rooms(&book, &game, 2).remove(0);
    let game = game.play(&Action::PlaceDungeonRoom(Box::new(first.clone()))).expect("it fits");
    let &(passage, door) = first.room.exits.first().expect("an exit");
    let (dungeon, draw) = draw(&game, Some(passage));
    let mut errors = 0;
    for turn in 0..RoomPlacement::TURNS {
        let placement = RoomPlacement { passage, door: Some(door), turn };
        let placed =
            book.lay_out_dungeon_room(game.position(), &dungeon, (&draw, placement), values(2));
        match placed {
            Ok(placed) => assert_eq!(placed.room.entrance, (passage, door)),
            Err(error) => {
                errors += 1;
                assert!(matches!(error, DungeonLayoutError::Overlap { .. }), "{error}");
                assert!(error.to_string().contains("turn it, or use another exit"), "{error}");
            }
        }
    }
    assert!((1..RoomPlacement::TURNS).contains(&errors), "{errors} turns do not fit");
    let small = Game::new(Position::empty(Board::new(3, 3)));
    let decks = Box::new(book.dungeon_decks().dealt(3));
    let small = small.play(&Action::StartDungeon(decks)).expect("the map is empty");
    let (dungeon, draw) = self::draw(&small, None);
    let request = (&draw, draw.room.entrances[0], None);
    let error = book.fitting_dungeon_rooms(small.position(), &dungeon, request, values(2));
    assert!(matches!(error, Err(DungeonLayoutError::OffGrid { .. })), "{error:?}");
    let error =
        CardBook::default().fitting_dungeon_rooms(small.position(), &dungeon, request, values(2));
    assert_eq!(
        error.expect_err("no card").to_string(),
        format!("your cards have no dungeon room \"{}\"; add its line", draw.room.title)
    );
}

/// Checks that everything of a monster card is in its place of the room.
#[track_caller]
fn check_contents(book: &CardBook, placed: &PlacedDungeonRoom, characters: u8) {
    let PlacedDungeonRoom { room, contents } = placed;
    let card = book.dungeon_monster_card(&room.monsters).expect("a card");
    let mut counts = [0, 0, 0];
    for place in 1..=12 {
        match card.contents(place, characters) {
            Some(PlaceContents::Figure(_)) => counts[0] += 1,
            Some(PlaceContents::Trap(_)) => counts[1] += 1,
            Some(PlaceContents::Treasure(text, _)) => {
                counts[2] += 1;
                assert!(room.treasure.contains(&(place, text.clone())));
                assert!(contents.marks.iter().any(|(mark, _)| *mark == HexMark::Treasure(place)));
            }
            Some(PlaceContents::Obstacle(_)) | None => {}
        }
    }
    let traps = contents.terrain.iter().filter(|(of, _)| *of == Terrain::Trap);
    let traps: usize = traps.map(|(_, hexes)| hexes.len()).sum();
    assert_eq!([contents.figures.len(), traps, contents.marks.len()], counts);
    let hexes: BTreeSet<Hex> = contents.figures.iter().map(|figure| figure.hex).collect();
    assert_eq!(hexes.len(), counts[0], "each figure has a hex of its own");
    assert!(contents.figures.iter().all(|figure| figure.hit_points.is_some()), "stats are known");
}

/// Returns the hexes that can be reached without passing a door.
fn region(position: &Position, from: Hex) -> BTreeSet<Hex> {
    let board = position.board();
    let (mut found, mut open) = (BTreeSet::from([from]), vec![from]);
    while let Some(hex) = open.pop() {
        for next in Side::ALL.into_iter().filter_map(|side| hex.neighbor(side)) {
            let is_door = board.terrain(next).is_some_and(Terrain::is_door);
            if board.adjacent(hex, next) && !is_door && found.insert(next) {
                open.push(next);
            }
        }
    }
    found
}

#[test]
fn every_dungeon_of_many_seeds_has_rooms_apart_with_their_monsters() {
    let book = book();
    let mut completed = 0;
    for seed in 0..60_u64 {
        let characters = 2 + u8::try_from(seed % 3).expect("a small number");
        let mut game = started(&book, seed);
        let mut hexes: BTreeSet<Hex> = BTreeSet::new();
        let mut next = first_rooms(&book, &game, characters);
        for number in 1..=3 {
            let at = usize::try_from(seed).expect("a small number") % next.len();
            let placed = next.swap_remove(at);
            assert_eq!(placed.room.number, number, "seed {seed}");
            check_contents(&book, &placed, characters);
            for hex in placed.contents.terrain.iter().flat_map(|(_, hexes)| hexes) {
                assert!(hexes.insert(*hex), "seed {seed}: {hex} is in two rooms");
            }
            game = game
                .play(&Action::PlaceDungeonRoom(Box::new(placed.clone())))
                .unwrap_or_else(|refusal| panic!("seed {seed}: {refusal:?}"));
            if number > 1 {
                game = game.play(&Action::Reveal(number)).expect("it is hidden");
            }
            let own: BTreeSet<Hex> =
                placed.contents.terrain.iter().flat_map(|(_, hexes)| hexes).copied().collect();
            for figure in game.position().figures().iter().filter(|of| own.contains(&of.hex)) {
                let region = region(game.position(), figure.hex);
                assert!(region.is_subset(&own), "seed {seed}: {figure} reaches another room");
            }
            let exits = game.position().dungeon_exits().to_vec();
            let ways = exits.iter().filter_map(|&(passage, door)| {
                let dungeon = game.position().dungeon()?;
                let draw = dungeon.draw(Some(passage))?;
                let request = (&draw, passage, Some(door));
                let values = values(characters);
                book.fitting_dungeon_rooms(game.position(), dungeon, request, values).ok()
            });
            next = ways.flatten().collect();
            if next.is_empty() {
                completed += usize::from(number == 3);
                break;
            }
        }
    }
    assert!(completed >= 50, "{completed} of 60 dungeons have three rooms");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn random_monster_cards_read_back(
        places in vec((1..=12_u8, select(vec![
            "trap", "obstacle for 2", "normal Red Guard for 2 or 3, elite Red Guard for 4",
            "treasure \"10 gold; \\\"a ring\\\"\"", "boss Warden-of-Salt", "trap for 2, obstacle for 3 or 4",
        ])), 0..12),
        title in "[a-zA-Z ,;:'#]{1,20}",
    ) {
        let mut seen = BTreeSet::new();
        let parts: Vec<String> = places.iter().filter(|(place, _)| seen.insert(*place))
            .map(|(place, contents)| format!("{place} {contents}")).collect();
        let parts = if parts.is_empty() { "nothing".to_owned() } else { parts.join("; ") };
        let line = format!("dungeon monsters \"{title}\": {parts}");
        let book: CardBook = line.parse().map_err(|error| TestCaseError::fail(format!("{error}")))?;
        prop_assert_eq!(&book.to_string().parse::<CardBook>().expect("it was printed"), &book);
        let card = book.dungeon_monsters.values().next().expect("a card");
        prop_assert_eq!(card.places.len(), seen.len());
    }
}
