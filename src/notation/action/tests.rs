//! Tests of printing against parsing, at a normal table and at one with ambiguous names.

use super::*;
use components::ids::{AchievementId, AdviserId, BuildingId, RaceId, ResourceId};
use components::quantity::{Money, Points};
use components::specs::{Pack, StandardCard};
use components::square::Square;
use components::tile::Footprint;
use plain_text::ParseError;
use rules::Game;
use rules::action::{Action, ActionKind, Ballot, EventCard, Payment, RuleChoice, VoteTile};
use rules::adjustment::{Adjustment, Amount, CardPlace, Owner, TileRef, WorkerPlace};
use rules::commitment::{BallotCommitment, BallotDigest, Nonce};
use rules::player::{Card, PlayerId};
use rules::setup::Setup;
use rules::sub_action::{Placement, SubAction, TileRoad};

fn practice() -> Pack {
    ron::from_str(include_str!("../../../assets/packs/practice.ron"))
        .unwrap_or_else(|e| panic!("{e}"))
}

fn new_game(pack: Pack, players: &[&str]) -> Game {
    let players = players.iter().map(|&name| name.to_owned()).collect();
    let board = pack.boards[0].name.clone();
    let setup = Setup { pack, board, players, ..Setup::default() };
    Game::new(&setup).unwrap_or_else(|e| panic!("{e:?}"))
}

/// A table before the choice of races.
fn before_races() -> Game {
    new_game(practice(), &["Anna", "Ben", "Grace Road", "Turn"])
}

/// A table of Human (Anna), Inox (Ben), Harrower (Mae) and Savvas (Dora), with Metal at C7 and
/// Machinery at D5, E5 and D6.
fn table() -> Game {
    let game = new_game(practice(), &["Anna", "Ben", "Mae", "Dora"]);
    let position = "Position: Anna is Human, Ben is Inox, Mae is Harrower, Dora is Savvas, tile Metal C7 of Human, \
                    tile Machinery D5 E5 D6 of Inox, turn Human";
    play(&game, position)
}

/// A table whose pack is full of ambiguous names, before the choice of races.
fn odd_table_before_races() -> Game {
    let mut pack = practice();
    let races = ["Neutral", "Worker", "Metal Folk", "Human One"];
    for (race, name) in pack.races.iter_mut().skip(5).zip(races) {
        name.clone_into(&mut race.name);
    }
    let buildings =
        ["Race", "University Gate", "and", "4 Winds", "The University", "house", "for ever"];
    for (building, name) in pack.buildings.iter_mut().skip(13).zip(buildings) {
        name.clone_into(&mut building.name);
    }
    let advisers = ["face down", "Calls the vote", "Nothing", "Scholar's", "Take", "Mason-Foreman"];
    for (adviser, name) in pack.advisers.iter_mut().skip(7).zip(advisers) {
        name.clone_into(&mut adviser.name);
    }
    new_game(pack, &["Anna", "Ann", "Human Ben", "player 1"])
}

/// The table of [`odd_table_before_races`] with races.
fn odd_table() -> Game {
    let races = "Anna is \"Neutral\", Ann is \"Worker\", player 3 is \"Human\", player 4 is Metal Folk, turn Metal Folk";
    play(&odd_table_before_races(), &format!("Position: {races}"))
}

fn play(game: &Game, text: &str) -> Game {
    let action = parse_action(game, text).unwrap_or_else(|e| panic!("{text}: {e}"));
    game.play(&action).unwrap_or_else(|e| panic!("{text}: {e:?}")).game
}

/// Checks that each text is parsed and printed unchanged.
#[track_caller]
fn check_canonical(game: &Game, texts: &[&str]) {
    for text in texts {
        let action = parse_action(game, text).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(print_action(game, &action), *text);
    }
}

#[test]
fn every_kind_of_action_has_a_canonical_spelling() {
    check_canonical(
        &before_races(),
        &[
            "Anna chooses Human",
            "player 4 chooses Aesther with Wood",
            "Grace Road chooses Inox",
            "player 4 chooses Orchid",
            "Position: Anna is Human, Human points = 12, Ben is Inox, tile Metal C7 of Inox, turn player 4",
        ],
    );
    check_canonical(
        &table(),
        &[
            "Human takes Metal",
            "Human takes Metal from Inox",
            "Achievements: Street of Houses, Well Stocked, Row of Workshops",
            "Achieved Well Stocked: nobody",
            "Human pays for markers: 2 fleeting 1 lasting",
            "Human picks University",
            "Human picks The Salt Barrel: 2 fleeting",
            "Human fills in the event: University in \"Lantern Square\", \"The Nine\"",
            "Human starts at C7",
            "Proposals: University, The Salt Barrel",
            "Proposals: nothing",
            "Advisers: Scholar, Haggler",
            "Human Trade: import Metal C7",
            "Human Trade: import Metal C7, access Machinery D5 E5 D6",
            "Human Income",
            "Human Tax Collector: $1",
            "Human leads Call to Vote",
            "Human face down: $1",
            "Human face down Call to Vote: influence",
            "Inox follows: house C7",
            "Inox passes",
            "Human adds road C8",
            "Human calls the vote",
            "Human bonus: road C8",
            "Votes: Human circle 2 fleeting 1 lasting, Inox square, Harrower triangle 1 lasting",
            "Votes: Human circle 2 fleeting sealed 3f9a-01bc-77d0-4e5b-9a21 salt 000102030405060708090a0b0c0d0e0f, \
             Inox square",
            "Votes: nothing",
            "Harrower decides for University",
            "Human places University C3 D3 C4",
            "Human chooses Metal C7 for Machinery D5 E5 D6",
            "Human chooses Metal C7 to The Salt Barrel [Machinery D5 E5 D6 to University]",
            "Human chooses nothing",
            "Adjust Human points +3, road C8: \"forgot it\"",
            "Adjust nothing: \"\"",
            "Overrule (Human Trade: import Metal C7): \"house rule \\\"B\\\"\"",
            "Overrule (Overrule (Human passes): \"a\"): \"b\"",
            "Note \"a \\\\ and\\na new line\"",
            "Learn (resources:[(name:\"Leather\",recipe:Known([(needs:\"Wood\",pays:1)],\"box\"))])",
            "Overrule (Learn (name:\"a)\")): \"b\"",
            "Position: nothing",
        ],
    );
}

#[test]
fn every_sub_action_has_a_canonical_spelling() {
    check_canonical(
        &table(),
        &[
            "Human follows: recruit Scholar",
            "Human follows: import Metal C9",
            "Human follows: access Metal C7",
            "Human follows: import and access Gems B2",
            "Human follows: build Books C3 D3 E3",
            "Human follows: build Books C3 D3 E3 after road B6",
            "Human follows: build Books C3 D3 E3 then road B6 [Metal C7 for Books C3 D3 E3; Gems A1 to Granary]",
            "Human follows: house C7",
            "Human follows: bridge C7",
            "Human follows: $1",
            "Human follows: influence",
            "Human follows: road C7",
            "Human follows: worker on race",
            "Human follows: worker on The Crooked Bone (house C7, worker on race ($1), road B2)",
            "Human Envoy: take back Trade and Call to Vote and Scholar, $1",
            "Human follows: take back nothing",
            "Human follows: free access Machinery D5 E5 D6",
            "Human follows: access Machinery D5 only",
            "Human follows: by hand (Human money +2, no access Metal C7 Inox)",
            "Human follows: by hand (nothing)",
        ],
    );
}

#[test]
fn every_adjustment_has_a_canonical_spelling() {
    for change in [
        "Human points +3",
        "Human points -3",
        "Human points = 12",
        "Savvas money -2",
        "Human money = -4",
        "Human fleeting +0",
        "Human lasting = 2",
        "road C8",
        "tile Metal C8 of Human",
        "tile Machinery D5 E5 of Human",
        "tile Wood D4 neutral",
        "house C8 of Savvas",
        "bridge C8 of Human",
        "building University C3 D3 C4",
        "clear C7",
        "owner Metal C7 Inox",
        "owner Metal C7 neutral",
        "access Metal C7 Inox",
        "no access Machinery D5 E5 D6 Human",
        "delivery The Salt Barrel Population Human",
        "delivery University Population neutral",
        "no delivery University Population",
        "worker Human on race",
        "no worker Human on The Salt Barrel",
        "card Human Scholar in hand",
        "card Human Call to Vote played",
        "card Human Guild Master gone",
        "Inox is Orchid",
        "Human controls Metal and Knowledge",
        "Human controls nothing",
        "proposals University and The Salt Barrel",
        "advisers Scholar and Haggler and Tax Collector",
        "turn Savvas",
    ] {
        check_canonical(
            &table(),
            &[
                &format!("Position: {change}"),
                &format!("Position: clear A1, {change}, clear A1"),
                &format!("Adjust {change}: \"x\""),
                &format!("Human Trade: by hand ({change}), $1"),
            ],
        );
    }
}

#[test]
fn ambiguous_names_are_in_quotation_marks() {
    check_canonical(
        &odd_table(),
        &[
            "\"Neutral\" Trade: import Metal C7",
            "\"Worker\" \"Take\": $1",
            "\"Human\" takes Metal from \"Neutral\"",
            "Metal Folk chooses Metal C7 to \"University\"",
            "Proposals: \"University\", University Gate, \"and\", \"4 Winds\", \"for ever\", The University",
            "\"Human\" follows: worker on \"Race\"",
            "\"Human\" follows: take back \"face down\" and \"Nothing\" and Trade",
            "Position: owner Metal C7 neutral, owner Metal C7 \"Neutral\"",
        ],
    );
    check_canonical(
        &odd_table_before_races(),
        &[
            "Ann chooses \"Human\"",
            "player 3 chooses Human One",
            "player 4 chooses Metal Folk with Metal",
            "Position: player 4 is Metal Folk, Metal Folk points +1, turn player 3",
        ],
    );
}

#[test]
fn the_help_page_shows_canonical_lines() {
    let page = include_str!("../../../assets/help/notation.md");
    let blocks = page.split("```").filter_map(|block| block.strip_prefix("text\n"));
    let tables = [before_races(), table()];
    let mut shown = 0;
    for line in blocks.flat_map(str::lines) {
        let is_canonical = tables.iter().any(|game| {
            parse_action(game, line).is_ok_and(|action| print_action(game, &action) == line)
        });
        assert!(is_canonical, "{line}");
        shown += 1;
    }
    assert!(shown > 30);
}

/// Checks that a text is parsed as the action with this canonical spelling.
#[track_caller]
fn check_forgiven(game: &Game, text: &str, canonical: &str) {
    let action = parse_action(game, text).unwrap_or_else(|e| panic!("{text}: {e}"));
    assert_eq!(print_action(game, &action), canonical, "{text}");
}

#[test]
fn case_spaces_and_abbreviations_are_tolerated() {
    let table = table();
    for (text, canonical) in [
        ("  human   TRADE :import metal c7  ", "Human Trade: import Metal C7"),
        ("anna trade import me c7", "Human Trade: import Metal C7"),
        ("player 2 follows build house c7", "Inox follows: house C7"),
        ("seat 2 follow: gate at c7", "Inox follows: bridge C7"),
        ("Human bonus: 1 dollar", "Human bonus: $1"),
        ("Human bonus 1 influence", "Human bonus: influence"),
        ("Human bonus: $ 1", "Human bonus: $1"),
        ("Human bonus: 1$", "Human bonus: $1"),
        ("Human plays Trade: buy access to mach e5", "Human Trade: access Machinery D5 E5 D6"),
        ("Human Trade: buy access C7", "Human Trade: access Metal C7"),
        ("Human Call to Vote", "Human calls the vote"),
        ("Human calls a vote", "Human calls the vote"),
        ("human pay markers 1 lasting 2 fleeting", "Human pays for markers: 2 fleeting 1 lasting"),
        ("Human picks univ: nothing", "Human picks University"),
        // Choices follow their sub-action; if the rules refuse the action, all are at the end.
        (
            "Human Haggler: import Gems C7 [Gems C7 to University], $1 [Metal D4 to University]",
            "Human Haggler: import Gems C7, $1 [Gems C7 to University; Metal D4 to University]",
        ),
        (
            "Human follows: worker on race ($1 [Gems C7 to University], $1) [Gems C7 to Univ]",
            "Human follows: worker on race ($1, $1) [Gems C7 to University; Gems C7 to University]",
        ),
        ("Achieved well: none", "Achieved Well Stocked: nobody"),
        ("Human decides for salt", "Human decides for The Salt Barrel"),
        ("Human decides for merchant’s", "Human decides for Merchant's Guild"),
        ("Human places \"university\" at D3 C4 C3 D3", "Human places University C3 D3 C4"),
        ("Votes: Hu left 1 lasting 0 fleeting", "Votes: Human circle 1 lasting"),
        (
            "Votes: Hu left Sealed 3F9A01BC77D04E5B9A21 Salt 000102030405060708090A0B0C0D0E0F",
            "Votes: Human circle sealed 3f9a-01bc-77d0-4e5b-9a21 salt 000102030405060708090a0b0c0d0e0f",
        ),
        ("dora chooses orc", "Savvas chooses Orchid"),
        ("Hu chooses met C7 for mach D6", "Human chooses Metal C7 for Machinery D5 E5 D6"),
        (
            "Adjust human money=$4, Hu points+1: \"x\"",
            "Adjust Human money = 4, Human points +1: \"x\"",
        ),
        ("note: \"x\"", "Note \"x\""),
        ("Learn: ( name : \"x\" , )", "Learn (name:\"x\")"),
        ("Position: tile Wood at D4 of nobody", "Position: tile Wood D4 neutral"),
    ] {
        check_forgiven(&table, text, canonical);
    }
}

#[track_caller]
fn check_error(text: &str, column: usize, found: &str, expected: &str) {
    let error = parse_action(&table(), text).err().unwrap_or_else(|| panic!("{text} is no error"));
    assert!(error.expected.contains(expected), "{text}: {error}");
    assert_eq!((error.column, error.found.as_str()), (column, found), "{text}: {error}");
}

#[test]
fn an_error_names_the_column_and_the_expected_text() {
    check_error(
        "",
        1,
        "",
        "a player: one of Human, Inox, Harrower, Savvas, Anna, Ben, Mae, Dora, or one of Votes",
    );
    check_error("Orchid passes", 1, "Orchid", "a player");
    check_error("Human jumps", 7, "jumps", "one of chooses, takes");
    check_error("Human Trade: jump C7", 14, "jump", "one of recruit, import, access");
    check_error("Human Trade: import Metal", 26, "", "a square such as C7");
    check_error("Human Trade: import Metal C77", 27, "C77", "a square from A1 to Z26");
    check_error("Human Trade: import M C7", 21, "M", "a resource");
    check_error("Human Trade: import C7", 21, "C7", "a resource: one of Knowledge, Stone");
    check_error("Human Trade: access B2", 21, "B2", "a resource");
    check_error(
        "Human Trade: import Metal C7 foo",
        30,
        "foo",
        "a comma, choices in brackets or the end",
    );
    check_error("Human passes, Inox passes", 13, ",", "choices in brackets or the end of the line");
    check_error(
        "Human decides for The S",
        19,
        "The S",
        "to tell apart The Salt Barrel, The Sleeping Lion",
    );
    check_error("Human bonus: $2", 14, "$", "$1 or 1 influence");
    check_error("Adjust Human points 3: \"\"", 21, "3", "a change such as +2");
    check_error("Adjust Human points +10000: \"\"", 21, "+10000", "a number from -9999 to 9999");
    check_error("Adjust Human points +3", 23, "", ": and the reason");
    check_error("Adjust Human points +3: why", 25, "why", "the reason in quotation marks");
    check_error("Note \"abc", 10, "", "a closing quotation mark");
    check_error("Note \"žž\\x\"", 9, "\\x", "one of");
    check_error("Learn (nam: \"x\")", 8, "nam", "facts in RON");
    check_error(
        "Human follows: build Books A1 B1 C1 D1 E1 F1 G1 H1 I1",
        52,
        "I1",
        "no more than 8",
    );
    check_error("Votes: Human circle 1 lasting 2 lasting", 33, "lasting", "each once");
    check_error("Votes: Human", 13, "", "circle");
    check_error("player 5 passes", 8, "5", "a seat from 1 to 4");
}

#[test]
fn an_incomplete_seal_is_an_error_at_its_column() {
    check_error(
        "Votes: Human circle sealed 3f9a-01bc",
        28,
        "3f9a-01bc",
        "a fingerprint of 20 hexadecimal digits",
    );
    let sealed = "Votes: Human circle sealed 3f9a-01bc-77d0-4e5b-9a21";
    check_error(sealed, 52, "", "salt");
    check_error(&format!("{sealed} salt ff"), 58, "ff", "a salt of 32 hexadecimal digits");
    check_error(
        "Votes: Human circle sealed 3f9a-01bc-77d0-4e5b-9a21 salt \
         000102030405060708090a0b0c0d0e0f 2 fleeting",
        91,
        "2",
        "a comma",
    );
}

fn nested_overrules(times: usize) -> String {
    format!("{}Human passes{}", "Overrule (".repeat(times), "): \"\"".repeat(times))
}

fn nested_workers(times: usize) -> String {
    format!("Human follows: {}$1{}", "worker on race (".repeat(times), ")".repeat(times))
}

#[test]
fn nesting_and_length_are_limited() {
    check_canonical(&table(), &[&nested_overrules(MAX_NESTING)]);
    check_error(&nested_overrules(MAX_NESTING + 1), 50, "(", "no more than 4 overrules");
    check_error(&nested_overrules(4000), 50, "(", "no more than 4 overrules");
    check_canonical(&table(), &[&nested_workers(MAX_NESTING)]);
    check_error(&nested_workers(MAX_NESTING + 1), 95, "(", "no more than 4 workers");
    check_error(
        &format!("Note \"{}\"", "x".repeat(MAX_ACTION_BYTES)),
        1,
        "Note",
        "at most 65536 bytes",
    );
    check_error(&format!("Learn {}", "(".repeat(5000)), 5007, "", "closing parenthesis");
    let deep = format!("Learn (resources:{}{})", "[".repeat(5000), "]".repeat(5000));
    assert!(parse_action(&table(), &deep).is_err());
}

/// Pseudorandom numbers, the same ones in each run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap_or(0) % limit
    }

    fn id(&mut self, limit: u8) -> u8 {
        u8::try_from(self.below(usize::from(limit))).unwrap_or(0)
    }

    fn bool(&mut self) -> bool {
        self.below(2) == 0
    }

    fn bytes<const N: usize>(&mut self) -> [u8; N] {
        std::array::from_fn(|_| self.id(u8::MAX))
    }

    fn number(&mut self) -> i32 {
        let edge = [0, 1, -1, 9999, -9999];
        edge.get(self.below(10)).copied().unwrap_or_else(|| i32::from(self.id(100)))
    }

    fn some<T>(&mut self, mut one: impl FnMut(&mut Self) -> T) -> Option<T> {
        self.bool().then(|| one(self))
    }

    fn list<T>(&mut self, mut one: impl FnMut(&mut Self) -> T) -> Vec<T> {
        (0..self.below(4)).map(|_| one(self)).collect()
    }

    fn text(&mut self) -> String {
        const CHARS: [char; 14] =
            ['a', ' ', '"', '\\', '\n', ')', ']', ':', '\u{0}', '\u{2028}', 'ž', '~', '#', '😀'];
        (0..self.below(8)).map(|_| CHARS[self.below(CHARS.len())]).collect()
    }

    fn square(&mut self) -> Square {
        // Often near the tiles on the table.
        let size = if self.bool() { 8 } else { 26 };
        Square::new(self.id(size), self.id(size))
    }

    fn footprint(&mut self) -> Footprint {
        let squares: Vec<Square> = (0..=self.below(4)).map(|_| self.square()).collect();
        Footprint::new(&squares).unwrap_or_default()
    }

    fn player(&mut self) -> PlayerId {
        PlayerId(self.id(4))
    }

    fn race(&mut self) -> RaceId {
        RaceId(self.id(9))
    }

    fn resource(&mut self) -> ResourceId {
        ResourceId(self.id(18))
    }

    fn building(&mut self) -> BuildingId {
        BuildingId(self.id(21))
    }

    fn adviser(&mut self) -> AdviserId {
        AdviserId(self.id(18))
    }

    fn card(&mut self) -> Card {
        if self.bool() {
            Card::Standard(StandardCard::ALL[self.below(6)])
        } else {
            Card::Adviser(self.adviser())
        }
    }

    fn tile(&mut self, game: &Game) -> TileRef {
        let placed: Vec<TileRef> = game.tiles().collect();
        match placed.get(self.below(placed.len() + 2)) {
            Some(tile) if self.bool() => *tile,
            // A part of a placed tile.
            Some(tile) => TileRef { footprint: Footprint::single(tile.footprint.first()), ..*tile },
            None => TileRef { resource: self.resource(), footprint: self.footprint() },
        }
    }

    fn owner(&mut self) -> Owner {
        if self.bool() { Owner::Neutral } else { Owner::Player(self.player()) }
    }

    fn amount<T>(&mut self, of: impl Fn(i32) -> T) -> Amount<T> {
        let number = of(self.number());
        if self.bool() { Amount::Set(number) } else { Amount::Change(number) }
    }

    fn place(&mut self) -> WorkerPlace {
        if self.bool() { WorkerPlace::Race } else { WorkerPlace::Building(self.building()) }
    }

    fn choice(&mut self, game: &Game) -> RuleChoice {
        let tile = self.tile(game);
        if self.bool() {
            RuleChoice::Source { source: tile, consumer: self.tile(game) }
        } else {
            RuleChoice::Delivery { tile, building: self.building() }
        }
    }

    fn sub_action(&mut self, game: &Game, depth: usize) -> SubAction {
        match self.below(14) {
            0 => SubAction::Recruit(self.adviser()),
            1 => SubAction::Import(self.resource(), self.square()),
            2 => SubAction::BuyAccess(self.tile(game)),
            3 => SubAction::ImportAccess(self.resource(), self.square()),
            4 => SubAction::Build(Placement {
                resource: self.resource(),
                footprint: self.footprint(),
                roads: {
                    let mut roads: Vec<TileRoad> = (0..self.below(4))
                        .map(|_| TileRoad { square: self.square(), first: self.bool() })
                        .collect();
                    // They are printed in the order of placement.
                    roads.sort_by_key(|road| !road.first);
                    roads
                },
            }),
            5 => SubAction::House(self.square()),
            6 => SubAction::Bridge(self.square()),
            7 => SubAction::Money,
            8 => SubAction::Influence,
            9 => SubAction::Road(self.square()),
            10 if depth < MAX_NESTING => {
                let place = self.place();
                SubAction::Worker(place, self.list(|dice| dice.sub_action(game, depth + 1)))
            }
            10 => SubAction::Worker(self.place(), Vec::new()),
            11 => SubAction::ReturnCards(self.list(Self::card)),
            12 => SubAction::FreeAccess(self.tile(game)),
            _ => SubAction::ByHand(self.adjustments(game)),
        }
    }

    fn adjustments(&mut self, game: &Game) -> Vec<Adjustment> {
        self.list(|dice| dice.adjustment(game))
    }

    fn adjustment(&mut self, game: &Game) -> Adjustment {
        let player = self.player();
        match self.below(26) {
            0 => Adjustment::Points(player, self.amount(Points)),
            1 => Adjustment::Money(player, self.amount(Money)),
            2 => Adjustment::Fleeting(player, self.amount(|n| n)),
            3 => Adjustment::Lasting(player, self.amount(|n| n)),
            4 => Adjustment::AddRoad(self.square()),
            5 => Adjustment::AddTile(self.tile(game), self.owner()),
            6 => Adjustment::AddHouse(player, self.square()),
            7 => Adjustment::AddBridge(player, self.square()),
            8 => Adjustment::AddBuilding(self.building(), self.footprint()),
            9 => Adjustment::Clear(self.square()),
            10 => Adjustment::SetOwner(self.tile(game), self.owner()),
            11 => Adjustment::Access { player, tile: self.tile(game), has_access: self.bool() },
            12 => Adjustment::AddDelivery(self.building(), self.resource(), self.owner()),
            13 => Adjustment::RemoveDelivery(self.building(), self.resource()),
            14 => Adjustment::Worker { player, place: self.place(), is_there: self.bool() },
            15 => {
                let places = [CardPlace::Hand, CardPlace::Played, CardPlace::Gone];
                Adjustment::Card(player, self.card(), places[self.below(3)])
            }
            16 => Adjustment::Race(player, self.race()),
            17 => Adjustment::Controls(player, self.list(Self::resource)),
            18 => Adjustment::Proposals(self.list(Self::building)),
            19 => Adjustment::Advisers(self.list(Self::adviser)),
            20 => Adjustment::Marker { building: self.building(), is_there: self.bool() },
            21 => Adjustment::Cycle(self.id(9)),
            22 => Adjustment::Achievements(self.list(Self::achievement)),
            23 => Adjustment::Scored { achievement: self.achievement(), is_scored: self.bool() },
            24 => Adjustment::Gone(self.building()),
            _ => Adjustment::Turn(player),
        }
    }

    fn ballot(&mut self) -> Ballot {
        let tile = VoteTile::ALL[self.below(3)];
        Ballot {
            player: self.player(),
            tile,
            fleeting: self.number(),
            lasting: self.number(),
            seal: self.some(|dice| BallotCommitment {
                salt: Nonce(dice.bytes()),
                fingerprint: BallotDigest(dice.bytes()),
            }),
        }
    }

    fn achievement(&mut self) -> AchievementId {
        AchievementId(self.id(15))
    }

    fn payment(&mut self) -> Payment {
        Payment { fleeting: self.number(), lasting: self.number() }
    }

    fn action_kind(&mut self, game: &Game, depth: usize) -> ActionKind {
        let player = self.player();
        match self.below(26) {
            0 => ActionKind::ChooseRace {
                player,
                race: self.race(),
                resource: self.some(Self::resource),
            },
            1 => ActionKind::TakeResource {
                player,
                resource: self.resource(),
                from: self.some(Self::player),
            },
            2 => ActionKind::PlaceStart { player, square: self.square() },
            3 => ActionKind::DealProposals(self.list(Self::building)),
            4 => ActionKind::DealAdvisers(self.list(Self::adviser)),
            5 => ActionKind::Lead {
                player,
                card: self.card(),
                sub_actions: self.list(|dice| dice.sub_action(game, 0)),
            },
            6 => ActionKind::FaceDown {
                player,
                card: self.some(Self::card),
                sub_action: self.sub_action(game, 0),
            },
            7 => ActionKind::Follow { player, sub_action: self.sub_action(game, 0) },
            8 => ActionKind::Pass { player },
            9 => ActionKind::ExtraRoad { player, square: self.square() },
            10 => ActionKind::CallVote { player },
            11 => ActionKind::Bonus { player, sub_action: self.sub_action(game, 0) },
            12 => ActionKind::Reveal(self.list(Self::ballot)),
            13 => ActionKind::Decide { player, building: self.building() },
            14 => ActionKind::PlaceBuilding {
                player,
                building: self.building(),
                footprint: self.footprint(),
            },
            15 => ActionKind::Choose { player },
            16 => ActionKind::Adjust { changes: self.adjustments(game), reason: self.text() },
            17 if depth < MAX_NESTING => ActionKind::Overrule {
                action: Box::new(self.action(game, depth + 1)),
                reason: self.text(),
            },
            17 | 18 => ActionKind::Annotate(self.text()),
            19 => ActionKind::EnterFacts(Box::new(Pack { title: self.text(), ..Pack::default() })),
            20 => ActionKind::DealAchievements(self.list(Self::achievement)),
            21 => ActionKind::Achieve {
                achievement: self.achievement(),
                players: self.list(Self::player),
            },
            22 => ActionKind::PayMarkers { player, payment: self.payment() },
            23 => ActionKind::Pick { player, building: self.building(), payment: self.payment() },
            24 => ActionKind::FillEvent {
                player,
                card: EventCard {
                    building: self.building(),
                    district: self.text(),
                    governing_body: self.text(),
                },
            },
            _ => ActionKind::Position(self.adjustments(game)),
        }
    }

    fn action(&mut self, game: &Game, depth: usize) -> Action {
        let kind = self.action_kind(game, depth);
        Action { kind, choices: self.list(|dice| dice.choice(game)) }
    }
}

#[test]
fn a_printed_action_parses_to_the_same_action() {
    let mut dice = Dice(0x5eed_1234_5678_9abc);
    for game in [before_races(), table(), odd_table_before_races(), odd_table()] {
        for _ in 0..20_000 {
            let action = dice.action(&game, 0);
            let text = print_action(&game, &action);
            assert!(!text.contains(['\n', '\r', '\u{2028}']), "{text}");
            assert_eq!(parse_action(&game, &text).as_ref(), Ok(&action), "{text}");
        }
    }
}

#[test]
fn a_damaged_line_is_an_error_or_another_action_and_never_a_panic() {
    const CHARS: [char; 12] = ['(', ')', '[', '"', '\\', ' ', ',', ':', '9', 'C', 'é', '\u{3000}'];
    let mut dice = Dice(0x0bad_5eed);
    let game = table();
    for _ in 0..20_000 {
        let action = dice.action(&game, 0);
        let mut text: Vec<char> = print_action(&game, &action).chars().collect();
        for _ in 0..=dice.below(3) {
            let at = dice.below(text.len());
            match dice.below(3) {
                0 => text.truncate(at + 1),
                1 => text[at] = CHARS[dice.below(CHARS.len())],
                _ => text.insert(at, CHARS[dice.below(CHARS.len())]),
            }
        }
        let text: String = text.into_iter().collect();
        match parse_action(&game, &text) {
            Ok(action) => {
                let printed = print_action(&game, &action);
                assert_eq!(parse_action(&game, &printed).as_ref(), Ok(&action), "{text}");
            }
            Err(ParseError { column, .. }) => {
                assert!((1..=text.chars().count() + 1).contains(&column));
            }
        }
    }
}
