//! A table for the tests of the rulebook: a drawn board, a position, and checks by player.
//!
//! The box is `box.ron`, a copy of the practice pack, with its boards replaced by the drawn one.
//! Four people sit at the table in the order of their names; whom they play and what they control
//! is in [`seats`] and can be changed for a test.

use std::sync::OnceLock;

use components::fact::Fact;
use components::ids::{AchievementId, AdviserId, BuildingId, RaceId, ResourceId};
use components::quantity::{Money, Points, Quantity};
use components::specs::{BoardSpec, Pack, SiteSpec, StandardCard};
use components::square::Square;
use components::tile::Footprint;
use narration::{NamedGame, refusal};
use rules::action::{Action, ActionKind, Ballot, Payment, RuleChoice, VoteTile};
use rules::adjustment::{Adjustment, Amount, CardPlace, Owner, TileRef, WorkerPlace};
use rules::illegal::{CheckOutcome, Reason};
use rules::player::{Card, PlayerId};
use rules::receipt::{Event, Payout, QuantityChange};
use rules::rulebook::{TableOption, Variant};
use rules::sub_action::{Placement, SubAction, TileRoad};
use rules::{Game, Refusal, Rule, Setup};

/// The first player.
pub const ANNA: PlayerId = PlayerId(0);
/// The second player, to the left of the first.
pub const BEN: PlayerId = PlayerId(1);
/// The third player.
pub const CARA: PlayerId = PlayerId(2);
/// The fourth player.
pub const DAN: PlayerId = PlayerId(3);

/// The names at the table.
pub const NAMES: [&str; 4] = ["Anna", "Ben", "Cara", "Dan"];

/// A race, and the resources its player controls, that of the race first.
type Seat = (&'static str, Vec<&'static str>);

/// Who plays what. Nobody controls Livestock and Crops with two players, Stone and Crops with three.
fn seats(players: usize) -> Vec<Seat> {
    match players {
        2 => vec![
            ("Human", vec!["Population", "Gems", "Knowledge"]),
            ("Quatryl", vec!["Metal", "Wood", "Stone"]),
        ],
        _ => vec![
            ("Human", vec!["Population", "Gems"]),
            ("Quatryl", vec!["Metal", "Wood"]),
            ("Orchid", vec!["Knowledge", "Livestock"]),
            ("Savvas", vec!["Stone", "Crops"]),
        ]
        .into_iter()
        .take(players)
        .collect(),
    }
}

/// The advisers on offer unless a test says otherwise: requiring Gems, Wood, Livestock and Crops.
pub const OFFER: [&str; 4] = ["Haggler", "Carpenter", "Shepherd", "Peddler"];

/// The box of these tests: the practice pack as it once was, so that tuning that one moves no rule.
pub fn practice() -> &'static Pack {
    static PACK: OnceLock<Pack> = OnceLock::new();
    PACK.get_or_init(|| {
        packs::parse("box.ron", include_str!("box.ron")).unwrap_or_else(|e| panic!("{e}"))
    })
}

#[track_caller]
fn place<'a>(mut names: impl Iterator<Item = &'a String>, name: &str) -> u8 {
    let index = names.position(|n| n == name);
    let index = index.unwrap_or_else(|| panic!("the practice pack has no {name}"));
    u8::try_from(index).expect("lists of a pack are short")
}

/// The resource of that name.
#[track_caller]
pub fn resource(name: &str) -> ResourceId {
    ResourceId(place(practice().resources.iter().map(|r| &r.name), name))
}

/// The race of that name.
#[track_caller]
pub fn race(name: &str) -> RaceId {
    RaceId(place(practice().races.iter().map(|r| &r.name), name))
}

/// The prestige building of that name.
#[track_caller]
pub fn building(name: &str) -> BuildingId {
    BuildingId(place(practice().buildings.iter().map(|b| &b.name), name))
}

/// The adviser of that name.
#[track_caller]
pub fn adviser(name: &str) -> AdviserId {
    AdviserId(place(practice().advisers.iter().map(|a| &a.name), name))
}

/// The achievement of that name.
#[track_caller]
pub fn achievement(name: &str) -> AchievementId {
    AchievementId(place(practice().achievements.iter().map(|a| &a.name), name))
}

/// The card of that name, a standard card or an adviser.
#[track_caller]
pub fn card(name: &str) -> Card {
    let standard = StandardCard::ALL.into_iter().find(|card| card.name() == name);
    standard.map_or_else(|| Card::Adviser(adviser(name)), Card::Standard)
}

/// The square of that name.
#[track_caller]
pub fn square(name: &str) -> Square {
    name.parse().unwrap_or_else(|_| panic!("{name} is no square"))
}

/// The squares named, parted by spaces.
#[track_caller]
pub fn squares(names: &str) -> Footprint {
    let all: Vec<Square> = names.split_whitespace().map(square).collect();
    Footprint::new(&all).unwrap_or_else(|| panic!("no tile lies on \"{names}\""))
}

/// A resource tile by its name and squares.
#[track_caller]
pub fn tile(name: &str, at: &str) -> TileRef {
    TileRef { resource: resource(name), footprint: squares(at) }
}

// ---- What players do ------------------------------------------------------------------------

/// A card played face up for its main action.
#[track_caller]
pub fn lead(player: PlayerId, name: &str, sub_actions: impl Into<Vec<SubAction>>) -> Action {
    ActionKind::Lead { player, card: card(name), sub_actions: sub_actions.into() }.into()
}

/// A named card played face down for a basic action.
#[track_caller]
pub fn face_down(player: PlayerId, name: &str, sub_action: SubAction) -> Action {
    ActionKind::FaceDown { player, card: Some(card(name)), sub_action }.into()
}

/// A card played face down that nobody names.
pub fn face_down_unnamed(player: PlayerId, sub_action: SubAction) -> Action {
    ActionKind::FaceDown { player, card: None, sub_action }.into()
}

/// A follow action or a basic action instead.
pub fn follow(player: PlayerId, sub_action: SubAction) -> Action {
    ActionKind::Follow { player, sub_action }.into()
}

/// No follow, or no further road.
pub fn pass(player: PlayerId) -> Action {
    ActionKind::Pass { player }.into()
}

/// Calling a vote.
pub fn call_vote(player: PlayerId) -> Action {
    ActionKind::CallVote { player }.into()
}

/// A bonus for a card left in the caller's hand.
pub fn bonus(player: PlayerId, sub_action: SubAction) -> Action {
    ActionKind::Bonus { player, sub_action }.into()
}

/// A road that an action before it allows.
#[track_caller]
pub fn extra_road(player: PlayerId, at: &str) -> Action {
    ActionKind::ExtraRoad { player, square: square(at) }.into()
}

/// All ballots, opened together: who, which proposal from the left (0 to 2), fleeting, lasting.
pub fn reveal(ballots: &[(PlayerId, usize, i32, i32)]) -> Action {
    let ballot = |&(player, place, fleeting, lasting): &(PlayerId, usize, i32, i32)| Ballot {
        player,
        tile: VoteTile::ALL[place],
        fleeting,
        lasting,
        seal: None,
    };
    ActionKind::Reveal(ballots.iter().map(ballot).collect()).into()
}

/// A tie in a vote broken.
#[track_caller]
pub fn decide(player: PlayerId, name: &str) -> Action {
    ActionKind::Decide { player, building: building(name) }.into()
}

/// So much fleeting and so much lasting influence.
pub fn influence(fleeting: i32, lasting: i32) -> Payment {
    Payment { fleeting, lasting }
}

/// The markers of a solo game paid off.
pub fn pay_markers(payment: Payment) -> Action {
    let player = ANNA;
    ActionKind::PayMarkers { player, payment }.into()
}

/// A proposal picked by a solo player.
#[track_caller]
pub fn pick(name: &str, payment: Payment) -> Action {
    ActionKind::Pick { player: ANNA, building: building(name), payment }.into()
}

/// A prestige building placed.
#[track_caller]
pub fn place_building(player: PlayerId, name: &str, at: &str) -> Action {
    ActionKind::PlaceBuilding { player, building: building(name), footprint: squares(at) }.into()
}

/// Proposals as they came from the deck.
#[track_caller]
pub fn deal_proposals(names: &[&str]) -> Action {
    ActionKind::DealProposals(names.iter().map(|name| building(name)).collect()).into()
}

/// Advisers as they came from the deck.
#[track_caller]
pub fn deal_advisers(names: &[&str]) -> Action {
    ActionKind::DealAdvisers(names.iter().map(|name| adviser(name)).collect()).into()
}

/// A race chosen, for Aesthers with a resource.
#[track_caller]
pub fn choose_race(player: PlayerId, name: &str, card: Option<&str>) -> Action {
    ActionKind::ChooseRace { player, race: race(name), resource: card.map(resource) }.into()
}

/// A free resource card taken.
#[track_caller]
pub fn take(player: PlayerId, name: &str) -> Action {
    ActionKind::TakeResource { player, resource: resource(name), from: None }.into()
}

/// A resource card taken from another player.
#[track_caller]
pub fn take_from(player: PlayerId, name: &str, from: PlayerId) -> Action {
    ActionKind::TakeResource { player, resource: resource(name), from: Some(from) }.into()
}

/// The first stall placed.
#[track_caller]
pub fn place_start(player: PlayerId, at: &str) -> Action {
    ActionKind::PlaceStart { player, square: square(at) }.into()
}

/// An open choice answered.
pub fn choose(player: PlayerId, choice: RuleChoice) -> Action {
    Action { kind: ActionKind::Choose { player }, choices: vec![choice] }
}

/// The choice of a source: which tile supplies which.
#[track_caller]
pub fn source(source: (&str, &str), consumer: (&str, &str)) -> RuleChoice {
    RuleChoice::Source { source: tile(source.0, source.1), consumer: tile(consumer.0, consumer.1) }
}

/// The choice of a delivery: which tile, to which building.
#[track_caller]
pub fn delivery(from: (&str, &str), to: &str) -> RuleChoice {
    RuleChoice::Delivery { tile: tile(from.0, from.1), building: building(to) }
}

// ---- What they do it with -------------------------------------------------------------------

/// Recruiting an adviser.
#[track_caller]
pub fn recruit(name: &str) -> SubAction {
    SubAction::Recruit(adviser(name))
}

/// Importing an own stall.
#[track_caller]
pub fn import(name: &str, at: &str) -> SubAction {
    SubAction::Import(resource(name), square(at))
}

/// Buying access to a tile.
#[track_caller]
pub fn buy_access(name: &str, at: &str) -> SubAction {
    SubAction::BuyAccess(tile(name, at))
}

/// Importing with access a resource of nobody or of another.
#[track_caller]
pub fn import_access(name: &str, at: &str) -> SubAction {
    SubAction::ImportAccess(resource(name), square(at))
}

/// Building an advanced resource, without a road declared with it.
#[track_caller]
pub fn build(name: &str, at: &str) -> SubAction {
    SubAction::Build(Placement {
        resource: resource(name),
        footprint: squares(at),
        roads: Vec::new(),
    })
}

/// Building an advanced resource and then a road.
#[track_caller]
pub fn build_then_road(name: &str, at: &str, road: &str) -> SubAction {
    build_with_roads("", name, at, road)
}

/// Building a road and then an advanced resource.
#[track_caller]
pub fn road_then_build(road: &str, name: &str, at: &str) -> SubAction {
    build_with_roads(road, name, at, "")
}

/// Building roads, then an advanced resource, then more roads.
#[track_caller]
pub fn build_with_roads(before: &str, name: &str, at: &str, after: &str) -> SubAction {
    let roads = [(before, true), (after, false)].into_iter().flat_map(|(roads, first)| {
        let squares = roads.split_whitespace();
        squares.map(move |road| TileRoad { square: square(road), first })
    });
    SubAction::Build(Placement {
        resource: resource(name),
        footprint: squares(at),
        roads: roads.collect(),
    })
}

/// Building a house.
#[track_caller]
pub fn house(at: &str) -> SubAction {
    SubAction::House(square(at))
}

/// Building a bridge or gate.
#[track_caller]
pub fn bridge(at: &str) -> SubAction {
    SubAction::Bridge(square(at))
}

/// Building a road.
#[track_caller]
pub fn road(at: &str) -> SubAction {
    SubAction::Road(square(at))
}

/// A worker on the own race mat.
pub fn race_worker(sub_actions: impl Into<Vec<SubAction>>) -> SubAction {
    SubAction::Worker(WorkerPlace::Race, sub_actions.into())
}

/// A worker on the card of a prestige building.
#[track_caller]
pub fn worker_on(name: &str, sub_actions: impl Into<Vec<SubAction>>) -> SubAction {
    SubAction::Worker(WorkerPlace::Building(building(name)), sub_actions.into())
}

/// Taking back played cards.
#[track_caller]
pub fn return_cards(names: &[&str]) -> SubAction {
    SubAction::ReturnCards(names.iter().map(|name| card(name)).collect())
}

// ---- Boards ---------------------------------------------------------------------------------

/// A board as drawn, one mark a square, spaces between marks left out.
///
/// Marks are those of a pack (`e c f g ~ # s .`); a digit is a grey start square with that
/// number. Land joined edge to edge is a section; missing sections are added as tiny islands
/// below the drawing. Each group of `s` is a site for every special building of its shape.
#[track_caller]
pub fn drawn(terrain: &str) -> BoardSpec {
    let rows = rows_of(terrain);
    let sections = edge_joined(&rows, is_land);
    let marks = rows.iter().enumerate().map(|(row, line)| {
        let mark = |column| {
            let at = Square::new(small(column), small(row));
            let section = sections.iter().position(|section| section.contains(&at));
            section.map_or('.', |index| char::from(b'1' + small(index)))
        };
        (0..line.len()).map(mark).collect::<String>()
    });
    let marks: Vec<String> = marks.collect();
    board_of(rows, marks)
}

/// A board as drawn, with its sections in a second drawing.
#[track_caller]
pub fn drawn_with_sections(terrain: &str, sections: &str) -> BoardSpec {
    let sections = rows_of(sections).into_iter().map(|row| row.into_iter().collect()).collect();
    board_of(rows_of(terrain), sections)
}

#[track_caller]
fn board_of(mut rows: Vec<Vec<char>>, mut sections: Vec<String>) -> BoardSpec {
    let count = ('1'..='3').filter(|&s| sections.iter().any(|line| line.contains(s))).count();
    assert!(
        count > 0 && sections.iter().all(|line| !line.contains('4')),
        "1 to 3 sections: {sections:?}"
    );
    // The drawing is widened so that the islands find room.
    let columns = rows.iter().map(Vec::len).max().unwrap_or_default().max(3);
    for (row, marks) in rows.iter_mut().zip(&mut sections) {
        row.resize(columns, '.');
        *marks = format!("{marks:.<columns$}");
    }
    let (mut ground, mut marks) = (vec!['.'; columns], vec!['.'; columns]);
    for (place, section) in ('1'..='3').skip(count).enumerate() {
        ground[2 * place] = 'e';
        marks[2 * place] = section;
    }
    rows.extend([vec!['.'; columns], ground]);
    sections.extend([".".repeat(columns), marks.into_iter().collect()]);
    let numbered = rows.iter().enumerate().flat_map(|(row, line)| {
        line.iter().enumerate().filter_map(move |(column, mark)| {
            let number = mark.to_digit(10)?;
            Some((Square::new(small(column), small(row)), u8::try_from(number).ok()?))
        })
    });
    let starts: Vec<(Square, u8)> = numbered.collect();
    let sites: Vec<SiteSpec> =
        edge_joined(&rows, |mark| mark == 's').into_iter().map(site).collect();
    let line = |row: Vec<char>| {
        row.into_iter().map(|m| if m.is_ascii_digit() { 'g' } else { m }).collect()
    };
    BoardSpec {
        name: "Drawn".to_owned(),
        terrain: known(rows.into_iter().map(line).collect()),
        sections: known(sections),
        starts: if starts.is_empty() { Fact::Unknown } else { known(starts) },
        sites: known(sites),
        ..BoardSpec::default()
    }
}

#[track_caller]
fn site(squares: Vec<Square>) -> SiteSpec {
    let shape = Footprint::new(&squares).and_then(|footprint| footprint.shape());
    let shape = shape.unwrap_or_else(|| panic!("no site lies on {squares:?}"));
    let fits = practice().buildings.iter().filter(|b| {
        b.special.value() == Some(&true)
            && b.shape.value().is_some_and(|own| own.is_same(&shape, false))
    });
    SiteSpec { buildings: fits.map(|b| b.name.clone()).collect(), squares }
}

fn rows_of(drawing: &str) -> Vec<Vec<char>> {
    let lines = drawing.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.map(|line| line.chars().filter(|mark| !mark.is_whitespace()).collect()).collect()
}

fn is_land(mark: char) -> bool {
    "ecfg1234".contains(mark)
}

/// Groups of squares whose marks are `wanted`, joined edge to edge, in reading order.
fn edge_joined(rows: &[Vec<char>], wanted: impl Fn(char) -> bool) -> Vec<Vec<Square>> {
    let mut left: Vec<Square> = Vec::new();
    for (row, line) in rows.iter().enumerate() {
        for (column, &mark) in line.iter().enumerate() {
            if wanted(mark) {
                left.push(Square::new(small(column), small(row)));
            }
        }
    }
    let mut groups = Vec::new();
    while !left.is_empty() {
        let mut group = vec![left.remove(0)];
        let mut next = 0;
        while let Some(&here) = group.get(next) {
            next += 1;
            let beside =
                |at: &Square| at.column.abs_diff(here.column) + at.row.abs_diff(here.row) == 1;
            group.extend(left.extract_if(.., |at| beside(at)));
        }
        groups.push(group);
    }
    groups
}

fn small(number: usize) -> u8 {
    u8::try_from(number).expect("drawings are small")
}

/// A fact, known.
pub fn known<T>(value: T) -> Fact<T> {
    Fact::Known(value, "ours".to_owned())
}

// ---- Positions ------------------------------------------------------------------------------

/// A position being laid out.
pub struct Layout {
    setup: Setup,
    seats: Vec<Seat>,
    offer: Vec<&'static str>,
    items: Vec<Adjustment>,
}

/// A position for so many players on a board drawn as for [`drawn`], empty as yet.
#[track_caller]
pub fn layout(players: usize, terrain: &str) -> Layout {
    layout_on(players, drawn(terrain))
}

/// A position for so many players on a board, empty as yet.
pub fn layout_on(players: usize, board: BoardSpec) -> Layout {
    let mut pack = practice().clone();
    let name = board.name.clone();
    pack.boards = vec![board];
    let names = NAMES[..players].iter().map(|&name| name.to_owned()).collect();
    let setup = Setup { pack, board: name, players: names, ..Setup::default() };
    Layout { setup, seats: seats(players), offer: OFFER.to_vec(), items: Vec::new() }
}

/// A game at the very start of the setup, on a board of the practice pack.
#[track_caller]
pub fn setup_on(board: &str, players: usize) -> Layout {
    let found = practice().board(board);
    layout_on(players, found.unwrap_or_else(|| panic!("no board {board}")).clone())
}

impl Layout {
    /// Plays with a ruling switched.
    pub fn option(mut self, option: TableOption) -> Self {
        self.setup.options = self.setup.options.with(option);
        self
    }

    /// Plays with a variant.
    pub fn variant(mut self, variant: Variant) -> Self {
        self.setup.variants = self.setup.variants.with(variant);
        self
    }

    /// The setup of the table, to look at what keeps it from being played.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// In which cycle a solo game is.
    pub fn cycle(self, cycle: u8) -> Self {
        self.with(Adjustment::Cycle(cycle))
    }

    /// A neutral marker on a building of a solo game.
    #[track_caller]
    pub fn marker(self, name: &str) -> Self {
        self.with(Adjustment::Marker(building(name), true))
    }

    /// The achievements of the game.
    #[track_caller]
    pub fn achievements(self, names: &[&str]) -> Self {
        self.variant(Variant::Achievements)
            .with(Adjustment::Achievements(names.iter().map(|name| achievement(name)).collect()))
    }

    /// Changes the box.
    pub fn pack(mut self, change: impl FnOnce(&mut Pack)) -> Self {
        change(&mut self.setup.pack);
        self
    }

    /// Whom a player plays, and what they control, that of the race first.
    pub fn seat(mut self, player: PlayerId, race: &'static str, controls: &[&'static str]) -> Self {
        self.seats[player.index()] = (race, controls.to_vec());
        self
    }

    fn with(mut self, item: Adjustment) -> Self {
        self.items.push(item);
        self
    }

    /// A resource tile with a player's claim token on top.
    #[track_caller]
    pub fn tile(self, player: PlayerId, name: &str, at: &str) -> Self {
        self.with(Adjustment::AddTile(tile(name, at), Owner::Player(player)))
    }

    /// A resource tile with a neutral token on top.
    #[track_caller]
    pub fn neutral(self, name: &str, at: &str) -> Self {
        self.with(Adjustment::AddTile(tile(name, at), Owner::Neutral))
    }

    /// An access token of a player below the owner's.
    #[track_caller]
    pub fn access(self, player: PlayerId, name: &str, at: &str) -> Self {
        self.with(Adjustment::Access(player, tile(name, at), true))
    }

    /// Roads on the squares named.
    #[track_caller]
    pub fn roads(mut self, at: &str) -> Self {
        self.items.extend(at.split_whitespace().map(|at| Adjustment::AddRoad(square(at))));
        self
    }

    /// A house.
    #[track_caller]
    pub fn house(self, player: PlayerId, at: &str) -> Self {
        self.with(Adjustment::AddHouse(player, square(at)))
    }

    /// A bridge or gate.
    #[track_caller]
    pub fn bridge(self, player: PlayerId, at: &str) -> Self {
        self.with(Adjustment::AddBridge(player, square(at)))
    }

    /// An active prestige building.
    #[track_caller]
    pub fn building(self, name: &str, at: &str) -> Self {
        self.with(Adjustment::AddBuilding(building(name), squares(at)))
    }

    /// A delivery token of a player on an active building.
    #[track_caller]
    pub fn delivered(self, to: &str, name: &str, player: PlayerId) -> Self {
        self.with(Adjustment::AddDelivery(building(to), resource(name), Owner::Player(player)))
    }

    /// A neutral delivery token on an active building.
    #[track_caller]
    pub fn delivered_neutral(self, to: &str, name: &str) -> Self {
        self.with(Adjustment::AddDelivery(building(to), resource(name), Owner::Neutral))
    }

    /// Money held.
    pub fn money(self, player: PlayerId, dollars: i32) -> Self {
        self.with(Adjustment::Money(player, Amount::Set(Money(dollars))))
    }

    /// Points on the score track.
    pub fn points(self, player: PlayerId, points: i32) -> Self {
        self.with(Adjustment::Points(player, Amount::Set(Points(points))))
    }

    /// Fleeting influence held.
    pub fn fleeting(self, player: PlayerId, count: i32) -> Self {
        self.with(Adjustment::Fleeting(player, Amount::Set(count)))
    }

    /// Lasting influence held.
    pub fn lasting(self, player: PlayerId, count: i32) -> Self {
        self.with(Adjustment::Lasting(player, Amount::Set(count)))
    }

    /// Cards in a player's hand, besides the standard ones.
    #[track_caller]
    pub fn holds(mut self, player: PlayerId, names: &[&str]) -> Self {
        let items = names.iter().map(|name| Adjustment::Card(player, card(name), CardPlace::Hand));
        self.items.extend(items);
        self
    }

    /// Cards that lie played in front of a player.
    #[track_caller]
    pub fn has_played(mut self, player: PlayerId, names: &[&str]) -> Self {
        let items =
            names.iter().map(|name| Adjustment::Card(player, card(name), CardPlace::Played));
        self.items.extend(items);
        self
    }

    /// Standard cards that a player has lost, as no game does: so that a hand can be short.
    #[track_caller]
    pub fn lacks(mut self, player: PlayerId, names: &[&str]) -> Self {
        let items = names.iter().map(|name| Adjustment::Card(player, card(name), CardPlace::Gone));
        self.items.extend(items);
        self
    }

    /// A worker on a player's race mat.
    pub fn worker_on_race(self, player: PlayerId) -> Self {
        self.with(Adjustment::Worker(player, WorkerPlace::Race, true))
    }

    /// A worker of a player on the card of a prestige building.
    #[track_caller]
    pub fn worker_on(self, player: PlayerId, name: &str) -> Self {
        self.with(Adjustment::Worker(player, WorkerPlace::Building(building(name)), true))
    }

    /// The proposals, from the left.
    #[track_caller]
    pub fn proposals(self, names: &[&str]) -> Self {
        self.with(Adjustment::Proposals(names.iter().map(|name| building(name)).collect()))
    }

    /// The advisers on offer, from the left.
    pub fn advisers(mut self, names: &[&'static str]) -> Self {
        self.offer = names.to_vec();
        self
    }

    /// The position is laid out, and it is a player's turn.
    #[track_caller]
    pub fn turn(self, player: PlayerId) -> Table {
        let mut items = Vec::new();
        for ((id, (name, controls)), _) in
            (0..).map(PlayerId).zip(self.seats).zip(&self.setup.players)
        {
            items.push(Adjustment::Race(id, race(name)));
            let controls = controls.into_iter().map(resource).collect();
            items.push(Adjustment::Controls(id, controls));
        }
        items.push(Adjustment::Advisers(self.offer.iter().map(|name| adviser(name)).collect()));
        items.extend(self.items);
        items.push(Adjustment::Turn(player));
        let mut table = fresh(&self.setup);
        table.play(ActionKind::Position(items));
        table
    }

    /// Nothing is laid out: the game stands at the start of the setup.
    #[track_caller]
    pub fn fresh(self) -> Table {
        assert!(self.items.is_empty(), "a game that is set up starts empty");
        fresh(&self.setup)
    }
}

#[track_caller]
fn fresh(setup: &Setup) -> Table {
    match Game::new(setup) {
        Ok(game) => Table { game, events: Vec::new() },
        Err(error) => panic!("{error}"),
    }
}

// ---- The table ------------------------------------------------------------------------------

/// A game in the middle, with what the latest action set off.
pub struct Table {
    /// The game as it stands.
    pub game: Game,
    /// What the latest action set off.
    pub events: Vec<Event>,
}

/// The payouts among what was set off, in order.
pub fn payouts_of(events: &[Event]) -> Vec<&Payout> {
    let payouts = events.iter().filter_map(|event| match event {
        Event::Payout(payout) => Some(payout),
        _ => None,
    });
    payouts.collect()
}

impl Table {
    /// The game as the record speaks of it.
    pub fn named_game(&self) -> NamedGame<'_> {
        NamedGame::by_race(&self.game)
    }

    /// Plays an action that must be legal.
    #[track_caller]
    pub fn play(&mut self, action: impl Into<Action>) -> &mut Self {
        let action = action.into();
        match self.game.play(&action) {
            Ok(played) => {
                self.game = played.game;
                self.events = played.events;
            }
            Err(refusal) => {
                panic!("{}\nin {action:?}", refusal::describe(self.named_game(), &refusal))
            }
        }
        self
    }

    /// Checks that an action is legal, and leaves the game as it is.
    #[track_caller]
    pub fn check_allowed(&self, action: impl Into<Action>) {
        let action = action.into();
        if let Err(refusal) = self.game.play(&action) {
            panic!("{}\nin {action:?}", refusal::describe(self.named_game(), &refusal));
        }
        let failed =
            self.game.checklist(&action).into_iter().find(|c| c.outcome != CheckOutcome::Passed);
        assert_eq!(failed, None, "the checklist disagrees on {action:?}");
    }

    /// Checks that an action is refused for these reasons and no other, in whatever order.
    #[track_caller]
    pub fn check_refused(&self, action: impl Into<Action>, reasons: &[(Rule, &[&str])]) {
        let refusal = self.refusal(action);
        let told = |rule: Rule, at: &[Square]| {
            let mut at: Vec<String> = at.iter().map(ToString::to_string).collect();
            at.sort_unstable();
            format!("{} [{}]", rule.number(), at.join(" "))
        };
        let found =
            refusal.reasons.iter().map(|reason| told(reason.rule, reason.illegal.squares()));
        let expected = reasons
            .iter()
            .map(|&(rule, at)| told(rule, &at.iter().map(|at| square(at)).collect::<Vec<_>>()));
        let (mut found, mut expected): (Vec<_>, Vec<_>) = (found.collect(), expected.collect());
        found.sort_unstable();
        expected.sort_unstable();
        assert_eq!(found, expected, "{}", refusal::describe(self.named_game(), &refusal));
    }

    /// Why an action is refused, which it must be.
    #[track_caller]
    pub fn refusal(&self, action: impl Into<Action>) -> Refusal {
        let action = action.into();
        let Err(refusal) = self.game.play(&action) else {
            panic!("it was allowed: {action:?}");
        };
        assert!(!refusal.cannot_tell(), "{}", refusal::describe(self.named_game(), &refusal));
        refusal
    }

    /// Checks that the refusal of an action says all of these.
    #[track_caller]
    pub fn check_says(&self, action: impl Into<Action>, texts: &[&str]) {
        let refusal = refusal::describe(self.named_game(), &self.refusal(action));
        for text in texts {
            assert!(refusal.contains(text), "\"{text}\" is not said in: {refusal}");
        }
    }

    /// Checks what a refusal says would help, in the order of its reasons.
    #[track_caller]
    pub fn check_remedies(&self, action: impl Into<Action>, remedies: &[&str]) {
        let refusal = self.refusal(action);
        let remedy = |r: &Reason| refusal::remedy(self.named_game(), &r.illegal);
        let found: Vec<String> = refusal.reasons.iter().filter_map(remedy).collect();
        assert_eq!(found, remedies, "{refusal:?}");
    }

    /// Checks every player's points, by seat.
    #[track_caller]
    pub fn check_points(&self, expected: &[i32]) -> &Self {
        let found: Vec<i32> =
            self.game.players().map(|player| self.game.points(player).0).collect();
        assert_eq!(found, expected, "points");
        self
    }

    /// Checks every player's money, by seat.
    #[track_caller]
    pub fn check_money(&self, expected: &[i32]) -> &Self {
        let found: Vec<i32> = self.game.players().map(|player| self.game.money(player).0).collect();
        assert_eq!(found, expected, "money");
        self
    }

    /// Checks every player's fleeting influence, by seat.
    #[track_caller]
    pub fn check_fleeting(&self, expected: &[i32]) -> &Self {
        let found: Vec<i32> =
            self.game.players().map(|player| self.game.fleeting(player)).collect();
        assert_eq!(found, expected, "fleeting influence");
        self
    }

    /// Checks every player's lasting influence, by seat.
    #[track_caller]
    pub fn check_lasting(&self, expected: &[i32]) -> &Self {
        let found: Vec<i32> = self.game.players().map(|player| self.game.lasting(player)).collect();
        assert_eq!(found, expected, "lasting influence");
        self
    }

    /// Checks every player's income, by seat.
    #[track_caller]
    pub fn check_income(&self, expected: &[i32]) -> &Self {
        let found: Vec<i32> =
            self.game.players().map(|player| self.game.income(player).0).collect();
        assert_eq!(found, expected, "income");
        self
    }

    /// Checks what is owed next, as texts. Players are called by their race.
    #[track_caller]
    pub fn check_owed(&self, expected: &[&str]) -> &Self {
        let found: Vec<String> = self
            .game
            .pending()
            .iter()
            .map(|owed| narration::pending::describe_one(self.named_game(), owed))
            .collect();
        assert_eq!(found, expected, "owed");
        self
    }

    /// Whose tile lies on a square, with those who have access to it.
    #[track_caller]
    pub fn claims_on(&self, at: &str) -> Option<(Owner, Vec<PlayerId>)> {
        let tile = self.game.tile_at(square(at))?;
        let (_, piece) = self.game.map().pieces().find(|(_, piece)| piece.tile() == Some(tile))?;
        Some((piece.owner?, piece.access.iter().collect()))
    }

    /// The changes of a number that the latest action brought, in order.
    pub fn changes_of(&self, quantity: Quantity) -> Vec<QuantityChange> {
        let changes = self.events.iter().filter_map(|event| match event {
            Event::Change(change) if change.quantity == quantity => Some(*change),
            _ => None,
        });
        changes.collect()
    }

    /// The payouts of the latest action, in order.
    pub fn payouts(&self) -> Vec<&Payout> {
        payouts_of(&self.events)
    }

    /// What the latest action delivered, in order: which resource to which building.
    pub fn deliveries(&self) -> Vec<(&str, &str)> {
        let contents = self.game.contents();
        let made = self.events.iter().filter_map(|event| match event {
            Event::Delivered { building, resource, .. } => {
                Some((contents.resource_name(*resource), contents.building_name(*building)))
            }
            _ => None,
        });
        made.collect()
    }

    /// The names of the cards in a player's hand, in the order of the pack.
    pub fn hand(&self, player: PlayerId) -> Vec<&str> {
        let contents = self.game.contents();
        self.game.hand(player).iter().map(|card| contents.card_name(card)).collect()
    }

    /// The names of a player's played cards that are known, in the order of the pack.
    pub fn played(&self, player: PlayerId) -> Vec<String> {
        let contents = self.game.contents();
        let cards = self.game.played_cards(player);
        cards.iter().map(|card| contents.card_name(card).to_owned()).collect()
    }
}
