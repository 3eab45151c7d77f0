//! The table of the rulebook tests: a drawn board, a position, and checks by player.
//!
//! The box is `box.ron`, a copy of the practice pack, with its boards replaced by the drawn one.
//! Four people sit at the table in the order of their names; [`seats`] lists their races and
//! resources, which a test can change.

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
use rules::illegal::CheckOutcome;
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

/// A race and the resources its player controls, the race's own first.
type Seat = (&'static str, Vec<&'static str>);

/// Returns the seat of each player. With two players Livestock and Crops are controlled by no
/// player, with three players Stone and Crops.
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

/// The advisers on offer by default, which require Gems, Wood, Livestock and Crops.
pub const OFFER: [&str; 4] = ["Haggler", "Carpenter", "Shepherd", "Peddler"];

/// Returns the box of these tests, a frozen copy of the practice pack: tuning that pack changes no
/// test.
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

/// Returns the resource with this name.
#[track_caller]
pub fn resource(name: &str) -> ResourceId {
    ResourceId(place(practice().resources.iter().map(|r| &r.name), name))
}

/// Returns the race with this name.
#[track_caller]
pub fn race(name: &str) -> RaceId {
    RaceId(place(practice().races.iter().map(|r| &r.name), name))
}

/// Returns the prestige building with this name.
#[track_caller]
pub fn building(name: &str) -> BuildingId {
    BuildingId(place(practice().buildings.iter().map(|b| &b.name), name))
}

/// Returns the adviser with this name.
#[track_caller]
pub fn adviser(name: &str) -> AdviserId {
    AdviserId(place(practice().advisers.iter().map(|a| &a.name), name))
}

/// Returns the achievement with this name.
#[track_caller]
pub fn achievement(name: &str) -> AchievementId {
    AchievementId(place(practice().achievements.iter().map(|a| &a.name), name))
}

/// Returns the card with this name, a standard card or an adviser.
#[track_caller]
pub fn card(name: &str) -> Card {
    let standard = StandardCard::ALL.into_iter().find(|card| card.name() == name);
    standard.map_or_else(|| Card::Adviser(adviser(name)), Card::Standard)
}

/// Parses the name of a square.
#[track_caller]
pub fn square(name: &str) -> Square {
    name.parse().unwrap_or_else(|_| panic!("{name} is no square"))
}

/// Parses the names of squares, separated by spaces.
#[track_caller]
pub fn squares(names: &str) -> Footprint {
    let all: Vec<Square> = names.split_whitespace().map(square).collect();
    Footprint::new(&all).unwrap_or_else(|| panic!("no tile lies on \"{names}\""))
}

/// Returns the resource tile with this name on these squares.
#[track_caller]
pub fn tile(name: &str, at: &str) -> TileRef {
    TileRef { resource: resource(name), footprint: squares(at) }
}

// ---- Actions --------------------------------------------------------------------------------

/// Returns the action of playing a card face up for its main action.
#[track_caller]
pub fn lead(player: PlayerId, name: &str, sub_actions: impl Into<Vec<SubAction>>) -> Action {
    ActionKind::Lead { player, card: card(name), sub_actions: sub_actions.into() }.into()
}

/// Returns the action of playing a named card face down for a basic action.
#[track_caller]
pub fn face_down(player: PlayerId, name: &str, sub_action: SubAction) -> Action {
    ActionKind::FaceDown { player, card: Some(card(name)), sub_action }.into()
}

/// Returns the action of playing a card face down without naming it.
pub fn face_down_unnamed(player: PlayerId, sub_action: SubAction) -> Action {
    ActionKind::FaceDown { player, card: None, sub_action }.into()
}

/// Returns the action of following, or of a basic action instead.
pub fn follow(player: PlayerId, sub_action: SubAction) -> Action {
    ActionKind::Follow { player, sub_action }.into()
}

/// Returns the action of declining to follow, or to build a further road.
pub fn pass(player: PlayerId) -> Action {
    ActionKind::Pass { player }.into()
}

/// Returns the action of calling a vote.
pub fn call_vote(player: PlayerId) -> Action {
    ActionKind::CallVote { player }.into()
}

/// Returns the bonus action for a card left in the caller's hand.
pub fn bonus(player: PlayerId, sub_action: SubAction) -> Action {
    ActionKind::Bonus { player, sub_action }.into()
}

/// Returns the action of building an extra road that an earlier action grants.
#[track_caller]
pub fn extra_road(player: PlayerId, at: &str) -> Action {
    ActionKind::ExtraRoad { player, square: square(at) }.into()
}

/// Returns the action of opening all ballots: voter, proposal from the left (0 to 2), fleeting,
/// lasting.
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

/// Returns the action of breaking a tie in a vote.
#[track_caller]
pub fn decide(player: PlayerId, name: &str) -> Action {
    ActionKind::Decide { player, building: building(name) }.into()
}

/// Returns a payment of fleeting and lasting influence.
pub fn influence(fleeting: i32, lasting: i32) -> Payment {
    Payment { fleeting, lasting }
}

/// Returns the action of paying off the markers of a solo game.
pub fn pay_markers(payment: Payment) -> Action {
    let player = ANNA;
    ActionKind::PayMarkers { player, payment }.into()
}

/// Returns the action by which a solo player picks a proposal.
#[track_caller]
pub fn pick(name: &str, payment: Payment) -> Action {
    ActionKind::Pick { player: ANNA, building: building(name), payment }.into()
}

/// Returns the action of placing a prestige building.
#[track_caller]
pub fn place_building(player: PlayerId, name: &str, at: &str) -> Action {
    ActionKind::PlaceBuilding { player, building: building(name), footprint: squares(at) }.into()
}

/// Returns the action of dealing these proposals from the deck.
#[track_caller]
pub fn deal_proposals(names: &[&str]) -> Action {
    ActionKind::DealProposals(names.iter().map(|name| building(name)).collect()).into()
}

/// Returns the action of dealing these advisers from the deck.
#[track_caller]
pub fn deal_advisers(names: &[&str]) -> Action {
    ActionKind::DealAdvisers(names.iter().map(|name| adviser(name)).collect()).into()
}

/// Returns the action of choosing a race, for Aesthers with a resource.
#[track_caller]
pub fn choose_race(player: PlayerId, name: &str, card: Option<&str>) -> Action {
    ActionKind::ChooseRace { player, race: race(name), resource: card.map(resource) }.into()
}

/// Returns the action of taking a free resource card.
#[track_caller]
pub fn take(player: PlayerId, name: &str) -> Action {
    ActionKind::TakeResource { player, resource: resource(name), from: None }.into()
}

/// Returns the action of taking a resource card from another player.
#[track_caller]
pub fn take_from(player: PlayerId, name: &str, from: PlayerId) -> Action {
    ActionKind::TakeResource { player, resource: resource(name), from: Some(from) }.into()
}

/// Returns the action of placing the first stall.
#[track_caller]
pub fn place_start(player: PlayerId, at: &str) -> Action {
    ActionKind::PlaceStart { player, square: square(at) }.into()
}

/// Returns the action of answering a pending choice.
pub fn choose(player: PlayerId, choice: RuleChoice) -> Action {
    Action { kind: ActionKind::Choose { player }, choices: vec![choice] }
}

/// Returns the choice of `source` as the supplier of `consumer`.
#[track_caller]
pub fn source(source: (&str, &str), consumer: (&str, &str)) -> RuleChoice {
    RuleChoice::Source { source: tile(source.0, source.1), consumer: tile(consumer.0, consumer.1) }
}

/// Returns the choice of the tile that delivers to a building.
#[track_caller]
pub fn delivery(from: (&str, &str), to: &str) -> RuleChoice {
    RuleChoice::Delivery { tile: tile(from.0, from.1), building: building(to) }
}

// ---- Sub-actions ----------------------------------------------------------------------------

/// Recruits an adviser.
#[track_caller]
pub fn recruit(name: &str) -> SubAction {
    SubAction::Recruit(adviser(name))
}

/// Imports a stall of a resource the player controls.
#[track_caller]
pub fn import(name: &str, at: &str) -> SubAction {
    SubAction::Import(resource(name), square(at))
}

/// Buys access to a tile.
#[track_caller]
pub fn buy_access(name: &str, at: &str) -> SubAction {
    SubAction::BuyAccess(tile(name, at))
}

/// Imports, with access, a stall of a resource that is neutral or controlled by another player.
#[track_caller]
pub fn import_access(name: &str, at: &str) -> SubAction {
    SubAction::ImportAccess(resource(name), square(at))
}

/// Builds an advanced resource, without a road declared with it.
#[track_caller]
pub fn build(name: &str, at: &str) -> SubAction {
    SubAction::Build(Placement {
        resource: resource(name),
        footprint: squares(at),
        roads: Vec::new(),
    })
}

/// Builds an advanced resource and then a road.
#[track_caller]
pub fn build_then_road(name: &str, at: &str, road: &str) -> SubAction {
    build_with_roads("", name, at, road)
}

/// Builds a road and then an advanced resource.
#[track_caller]
pub fn road_then_build(road: &str, name: &str, at: &str) -> SubAction {
    build_with_roads(road, name, at, "")
}

/// Builds roads, then an advanced resource, then more roads.
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

/// Builds a house.
#[track_caller]
pub fn house(at: &str) -> SubAction {
    SubAction::House(square(at))
}

/// Builds a bridge or gate.
#[track_caller]
pub fn bridge(at: &str) -> SubAction {
    SubAction::Bridge(square(at))
}

/// Builds a road.
#[track_caller]
pub fn road(at: &str) -> SubAction {
    SubAction::Road(square(at))
}

/// Places a worker on the player's race mat.
pub fn race_worker(sub_actions: impl Into<Vec<SubAction>>) -> SubAction {
    SubAction::Worker(WorkerPlace::Race, sub_actions.into())
}

/// Places a worker on the card of a prestige building.
#[track_caller]
pub fn worker_on(name: &str, sub_actions: impl Into<Vec<SubAction>>) -> SubAction {
    SubAction::Worker(WorkerPlace::Building(building(name)), sub_actions.into())
}

/// Takes back played cards.
#[track_caller]
pub fn return_cards(names: &[&str]) -> SubAction {
    SubAction::ReturnCards(names.iter().map(|name| card(name)).collect())
}

// ---- Boards ---------------------------------------------------------------------------------

/// Returns a board as drawn, one mark per square; spaces between marks are ignored.
///
/// Marks are those of a pack (`e c f g ~ # s .`); a digit is a grey start square with that
/// number. Land joined edge to edge is a section; missing sections are added as tiny islands
/// below the drawing. Each group of `s` is a site for every special building of its shape.
#[track_caller]
pub fn drawn(terrain: &str) -> BoardSpec {
    let rows = rows_of(terrain);
    let sections = edge_joined(&rows, is_land);
    let mut marks = Vec::new();
    for (row, line) in rows.iter().enumerate() {
        let mark = |column| {
            let at = Square::new(small(column), small(row));
            let section = sections.iter().position(|section| section.contains(&at));
            section.map_or('.', |index| char::from(b'1' + small(index)))
        };
        marks.push((0..line.len()).map(mark).collect());
    }
    board_of(rows, marks)
}

/// Returns a board as drawn, with its sections in a second drawing.
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
    // The drawing is widened so that the islands fit.
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
    let terrain = rows
        .into_iter()
        .map(|row| row.into_iter().map(|m| if m.is_ascii_digit() { 'g' } else { m }).collect())
        .collect();
    BoardSpec {
        name: "Drawn".to_owned(),
        terrain: known(terrain),
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

/// Returns the groups of squares whose marks are `wanted`, joined edge to edge, in reading order.
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
            group.extend(left.extract_if(.., |at| {
                at.column.abs_diff(here.column) + at.row.abs_diff(here.row) == 1
            }));
        }
        groups.push(group);
    }
    groups
}

fn small(number: usize) -> u8 {
    u8::try_from(number).expect("drawings are small")
}

/// Returns a fact with this known value.
pub fn known<T>(value: T) -> Fact<T> {
    Fact::Known(value, "ours".to_owned())
}

// ---- Positions ------------------------------------------------------------------------------

/// A position under construction.
pub struct Layout {
    setup: Setup,
    seats: Vec<Seat>,
    offer: Vec<&'static str>,
    items: Vec<Adjustment>,
}

/// Returns an empty position for `players` players on a board drawn as for [`drawn`].
#[track_caller]
pub fn layout(players: usize, terrain: &str) -> Layout {
    layout_on(players, drawn(terrain))
}

/// Returns an empty position for `players` players on a board.
pub fn layout_on(players: usize, board: BoardSpec) -> Layout {
    let mut pack = practice().clone();
    let name = board.name.clone();
    pack.boards = vec![board];
    let names = NAMES[..players].iter().map(|&name| name.to_owned()).collect();
    let setup = Setup { pack, board: name, players: names, ..Setup::default() };
    Layout { setup, seats: seats(players), offer: OFFER.to_vec(), items: Vec::new() }
}

/// Returns a game at the very start of the setup, on a board of the practice pack.
#[track_caller]
pub fn setup_on(board: &str, players: usize) -> Layout {
    let found = practice().board(board);
    layout_on(players, found.unwrap_or_else(|| panic!("no board {board}")).clone())
}

impl Layout {
    /// Switches a ruling.
    pub fn option(mut self, option: TableOption) -> Self {
        self.setup.options = self.setup.options.with(option);
        self
    }

    /// Adds a variant.
    pub fn variant(mut self, variant: Variant) -> Self {
        self.setup.variants = self.setup.variants.with(variant);
        self
    }

    /// Returns the setup, for a test of the reasons it cannot be played.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Sets the cycle of a solo game.
    pub fn cycle(self, cycle: u8) -> Self {
        self.with(Adjustment::Cycle(cycle))
    }

    /// Places a neutral marker on a building of a solo game.
    #[track_caller]
    pub fn marker(self, name: &str) -> Self {
        self.with(Adjustment::Marker { building: building(name), is_there: true })
    }

    /// Sets the achievements of the game.
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

    /// Sets a player's race and the resources they control, the race's own first.
    pub fn seat(mut self, player: PlayerId, race: &'static str, controls: &[&'static str]) -> Self {
        self.seats[player.index()] = (race, controls.to_vec());
        self
    }

    fn with(mut self, item: Adjustment) -> Self {
        self.items.push(item);
        self
    }

    /// Places a resource tile with a player's claim token on top.
    #[track_caller]
    pub fn tile(self, player: PlayerId, name: &str, at: &str) -> Self {
        self.with(Adjustment::AddTile(tile(name, at), Owner::Player(player)))
    }

    /// Places a resource tile with a neutral token on top.
    #[track_caller]
    pub fn neutral(self, name: &str, at: &str) -> Self {
        self.with(Adjustment::AddTile(tile(name, at), Owner::Neutral))
    }

    /// Places an access token of a player below the owner's.
    #[track_caller]
    pub fn access(self, player: PlayerId, name: &str, at: &str) -> Self {
        self.with(Adjustment::Access { player, tile: tile(name, at), has_access: true })
    }

    /// Places roads on the named squares.
    #[track_caller]
    pub fn roads(mut self, at: &str) -> Self {
        self.items.extend(at.split_whitespace().map(|at| Adjustment::AddRoad(square(at))));
        self
    }

    /// Places a house.
    #[track_caller]
    pub fn house(self, player: PlayerId, at: &str) -> Self {
        self.with(Adjustment::AddHouse(player, square(at)))
    }

    /// Places a bridge or gate.
    #[track_caller]
    pub fn bridge(self, player: PlayerId, at: &str) -> Self {
        self.with(Adjustment::AddBridge(player, square(at)))
    }

    /// Places an active prestige building.
    #[track_caller]
    pub fn building(self, name: &str, at: &str) -> Self {
        self.with(Adjustment::AddBuilding(building(name), squares(at)))
    }

    /// Places a delivery token of a player on an active building.
    #[track_caller]
    pub fn delivered(self, to: &str, name: &str, player: PlayerId) -> Self {
        self.with(Adjustment::AddDelivery(building(to), resource(name), Owner::Player(player)))
    }

    /// Places a neutral delivery token on an active building.
    #[track_caller]
    pub fn delivered_neutral(self, to: &str, name: &str) -> Self {
        self.with(Adjustment::AddDelivery(building(to), resource(name), Owner::Neutral))
    }

    /// Sets the money held.
    pub fn money(self, player: PlayerId, dollars: i32) -> Self {
        self.with(Adjustment::Money(player, Amount::Set(Money(dollars))))
    }

    /// Sets the points on the score track.
    pub fn points(self, player: PlayerId, points: i32) -> Self {
        self.with(Adjustment::Points(player, Amount::Set(Points(points))))
    }

    /// Sets the fleeting influence held.
    pub fn fleeting(self, player: PlayerId, count: i32) -> Self {
        self.with(Adjustment::Fleeting(player, Amount::Set(count)))
    }

    /// Sets the lasting influence held.
    pub fn lasting(self, player: PlayerId, count: i32) -> Self {
        self.with(Adjustment::Lasting(player, Amount::Set(count)))
    }

    /// Adds cards to a player's hand, besides the standard ones.
    #[track_caller]
    pub fn holds(mut self, player: PlayerId, names: &[&str]) -> Self {
        let items = names.iter().map(|name| Adjustment::Card(player, card(name), CardPlace::Hand));
        self.items.extend(items);
        self
    }

    /// Moves cards to those a player has played.
    #[track_caller]
    pub fn has_played(mut self, player: PlayerId, names: &[&str]) -> Self {
        let items =
            names.iter().map(|name| Adjustment::Card(player, card(name), CardPlace::Played));
        self.items.extend(items);
        self
    }

    /// Removes standard cards from a player's hand to make it short, which no real game does.
    #[track_caller]
    pub fn without_cards(mut self, player: PlayerId, names: &[&str]) -> Self {
        let items = names.iter().map(|name| Adjustment::Card(player, card(name), CardPlace::Gone));
        self.items.extend(items);
        self
    }

    /// Places a worker on a player's race mat.
    pub fn worker_on_race(self, player: PlayerId) -> Self {
        self.with(Adjustment::Worker { player, place: WorkerPlace::Race, is_there: true })
    }

    /// Places a worker of a player on the card of a prestige building.
    #[track_caller]
    pub fn worker_on(self, player: PlayerId, name: &str) -> Self {
        self.with(Adjustment::Worker {
            player,
            place: WorkerPlace::Building(building(name)),
            is_there: true,
        })
    }

    /// Sets the proposals, from the left.
    #[track_caller]
    pub fn proposals(self, names: &[&str]) -> Self {
        self.with(Adjustment::Proposals(names.iter().map(|name| building(name)).collect()))
    }

    /// Sets the advisers on offer, from the left.
    pub fn advisers(mut self, names: &[&'static str]) -> Self {
        self.offer = names.to_vec();
        self
    }

    /// Starts the game from this position, on a player's turn.
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

    /// Starts the game at the beginning of its setup; the position must be empty.
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

/// A game in progress, with the events of the latest action.
pub struct Table {
    /// The current game.
    pub game: Game,
    /// The events of the latest action.
    pub events: Vec<Event>,
}

/// Returns the payouts among `events`, in order.
pub fn payouts_of(events: &[Event]) -> Vec<&Payout> {
    events
        .iter()
        .filter_map(|event| match event {
            Event::Payout(payout) => Some(payout),
            _ => None,
        })
        .collect()
}

/// Returns the number of a rule with the squares to mark, in alphabetical order.
fn reason_label(rule: Rule, at: &[Square]) -> String {
    let mut at: Vec<String> = at.iter().map(ToString::to_string).collect();
    at.sort_unstable();
    format!("{} [{}]", rule.number(), at.join(" "))
}

impl Table {
    /// Returns the game with its players named by race, as in a record.
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

    /// Checks that an action is legal, without playing it.
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

    /// Checks that an action is refused for exactly these reasons, in any order.
    #[track_caller]
    pub fn check_refused(&self, action: impl Into<Action>, reasons: &[(Rule, &[&str])]) {
        let refusal = self.refusal(action);
        let mut found: Vec<String> = refusal
            .reasons
            .iter()
            .map(|reason| reason_label(reason.rule, reason.illegal.squares()))
            .collect();
        let mut expected: Vec<String> = reasons
            .iter()
            .map(|&(rule, at)| {
                reason_label(rule, &at.iter().map(|at| square(at)).collect::<Vec<_>>())
            })
            .collect();
        found.sort_unstable();
        expected.sort_unstable();
        assert_eq!(found, expected, "{}", refusal::describe(self.named_game(), &refusal));
    }

    /// Returns the refusal of an action that must be illegal.
    #[track_caller]
    pub fn refusal(&self, action: impl Into<Action>) -> Refusal {
        let action = action.into();
        let Err(refusal) = self.game.play(&action) else {
            panic!("it was allowed: {action:?}");
        };
        assert!(!refusal.cannot_tell(), "{}", refusal::describe(self.named_game(), &refusal));
        refusal
    }

    /// Checks that the refusal of an action contains all of these texts.
    #[track_caller]
    pub fn check_says(&self, action: impl Into<Action>, texts: &[&str]) {
        let refusal = refusal::describe(self.named_game(), &self.refusal(action));
        for text in texts {
            assert!(refusal.contains(text), "\"{text}\" is missing from: {refusal}");
        }
    }

    /// Checks the remedies that a refusal suggests, in the order of its reasons.
    #[track_caller]
    pub fn check_remedies(&self, action: impl Into<Action>, remedies: &[&str]) {
        let refusal = self.refusal(action);
        let found: Vec<String> = refusal
            .reasons
            .iter()
            .filter_map(|reason| refusal::remedy(self.named_game(), &reason.illegal))
            .collect();
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

    /// Checks the texts of the pending decisions; players are named by race.
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

    /// Returns the owner of the tile on a square, and the players with access to it.
    #[track_caller]
    pub fn claims_on(&self, at: &str) -> Option<(Owner, Vec<PlayerId>)> {
        let tile = self.game.tile_at(square(at))?;
        let (_, piece) = self.game.map().pieces().find(|(_, piece)| piece.tile() == Some(tile))?;
        Some((piece.owner?, piece.access.iter().collect()))
    }

    /// Returns the changes that the latest action made to a quantity, in order.
    pub fn changes_of(&self, quantity: Quantity) -> Vec<QuantityChange> {
        self.events
            .iter()
            .filter_map(|event| match event {
                Event::Change(change) if change.quantity == quantity => Some(*change),
                _ => None,
            })
            .collect()
    }

    /// Returns the payouts of the latest action, in order.
    pub fn payouts(&self) -> Vec<&Payout> {
        payouts_of(&self.events)
    }

    /// Returns the deliveries of the latest action, in order: resource and building.
    pub fn deliveries(&self) -> Vec<(&str, &str)> {
        let contents = self.game.contents();
        self.events
            .iter()
            .filter_map(|event| match event {
                Event::Delivered { building, resource, .. } => {
                    Some((contents.resource_name(*resource), contents.building_name(*building)))
                }
                _ => None,
            })
            .collect()
    }

    /// Returns the names of the cards in a player's hand, in the order of the pack.
    pub fn hand(&self, player: PlayerId) -> Vec<&str> {
        let contents = self.game.contents();
        self.game.hand(player).iter().map(|card| contents.card_name(card)).collect()
    }

    /// Returns the names of a player's known played cards, in the order of the pack.
    pub fn played(&self, player: PlayerId) -> Vec<String> {
        let contents = self.game.contents();
        let cards = self.game.played_cards(player);
        cards.iter().map(|card| contents.card_name(card).to_owned()).collect()
    }
}
