//! A second payout calculator, written from section 7 of our digest.
//!
//! It shares no code with the engine: it copies the table through public accessors, finds
//! connections by its own flood fill over squares, and keeps a plain ledger of each player's gains.
//! It takes the sources used from the engine's receipts, and judges itself whether they were
//! allowed.

use std::collections::{BTreeMap, BTreeSet};

use components::ids::{BuildingId, ResourceId};
use components::specs::Tier;
use components::square::Square;
use rules::Game;
use rules::action::RuleChoice;
use rules::adjustment::{Owner, TileRef};
use rules::map::PieceKind;
use rules::player::PlayerId;
use rules::receipt::{Payout, PayoutPurpose, ShareRecipient};
use rules::rulebook::TableOption;

/// A resource tile with the tokens on it.
#[derive(Clone, Debug, PartialEq)]
pub struct Tile {
    pub what: TileRef,
    pub owner: Option<Owner>,
    pub access: BTreeSet<PlayerId>,
}

impl Tile {
    fn is_claimed_by(&self, player: PlayerId) -> bool {
        self.owner == Some(Owner::Player(player)) || self.access.contains(&player)
    }
}

/// A prestige building on the table, with the resources not delivered yet.
#[derive(Clone, Debug, PartialEq)]
pub struct Prestige {
    pub building: BuildingId,
    pub squares: Vec<Square>,
    pub open: BTreeSet<ResourceId>,
}

/// The components on the table at one moment.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    sections: BTreeMap<Square, u8>,
    pub roads: BTreeSet<Square>,
    bridges: BTreeMap<Square, PlayerId>,
    pub tiles: Vec<Tile>,
    pub prestige: Vec<Prestige>,
    claims_needed: bool,
}

/// The gains of every player, by seat, and the points lost.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ledger {
    pub gains: [i32; 4],
    pub lost: i32,
    /// Uses of a source where more than one was open: choices of the consumer's owner.
    pub choices: Vec<RuleChoice>,
    /// Every prerequisite that was checked, in order, each before the ones below it.
    lines: Vec<Line>,
}

/// The payment for one prerequisite of one tile.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Line {
    consumer: TileRef,
    resource: ResourceId,
    source: Option<TileRef>,
    /// Points taken out of those earned.
    value: i32,
    /// Points due beyond that.
    short: i32,
}

impl Table {
    pub fn of(game: &Game) -> Self {
        let board = game.board();
        let sections = board.squares().filter_map(|s| Some((s, board.section_of(s)?.0))).collect();
        let roads = board.squares().filter(|&s| game.road_state(s) == Some(true)).collect();
        let mut bridges = BTreeMap::new();
        let mut tiles = Vec::new();
        let mut prestige = Vec::new();
        for (_, piece) in game.map().pieces() {
            match piece.kind {
                PieceKind::Resource(resource) => tiles.push(Tile {
                    what: TileRef { resource, footprint: piece.footprint },
                    owner: piece.owner,
                    access: piece.access.iter().collect(),
                }),
                PieceKind::Bridge(_) => {
                    if let Some(Owner::Player(player)) = piece.owner {
                        bridges.insert(piece.footprint.first(), player);
                    }
                }
                PieceKind::Prestige(building) => {
                    let active = game
                        .active_buildings()
                        .iter()
                        .find(|active| active.building == building)
                        .expect("a building on the map has its card");
                    let spaces = game.contents().spaces(building).iter();
                    let open = spaces
                        .zip(active.delivered)
                        .filter(|(_, token)| token.is_none())
                        .filter_map(|(space, _)| space.resource)
                        .collect();
                    let squares = piece.footprint.squares().to_vec();
                    prestige.push(Prestige { building, squares, open });
                }
                PieceKind::House | PieceKind::Removed => {}
            }
        }
        let claims_needed = !game.options().contains(TableOption::AnyConnectedSource);
        Self { sections, roads, bridges, tiles, prestige, claims_needed }
    }

    pub fn tile(&self, what: TileRef) -> Option<&Tile> {
        self.tiles.iter().find(|tile| tile.what == what)
    }

    /// Returns `true` if a path can step between two squares: they touch, and are not land of two
    /// different sections (rules 2.3 and 2.4).
    fn touch(&self, a: Square, b: Square) -> bool {
        let near = a.column.abs_diff(b.column) <= 1 && a.row.abs_diff(b.row) <= 1;
        let apart = match (self.sections.get(&a), self.sections.get(&b)) {
            (Some(one), Some(other)) => one != other,
            _ => false,
        };
        near && !apart
    }

    /// Returns `true` if two groups of squares are connected for a player (rule 2.5).
    pub fn connected(&self, player: PlayerId, from: &[Square], to: &[Square]) -> bool {
        let own_bridges = self.bridges.iter().filter(|&(_, owner)| *owner == player);
        let mut open: BTreeSet<Square> = own_bridges.map(|(square, _)| *square).collect();
        open.extend(&self.roads);
        let mut frontier = from.to_vec();
        while let Some(here) = frontier.pop() {
            if to.iter().any(|&there| self.touch(here, there)) {
                return true;
            }
            let next: Vec<Square> =
                open.iter().copied().filter(|&there| self.touch(here, there)).collect();
            for there in next {
                open.remove(&there);
                frontier.push(there);
            }
        }
        false
    }

    /// Returns the tiles that may supply a prerequisite of `consumer` (rule 7.6 and ruling R7).
    pub fn sources(&self, consumer: &Tile, resource: ResourceId) -> Vec<&Tile> {
        let Some(Owner::Player(owner)) = consumer.owner else {
            return Vec::new();
        };
        let consumer_squares = consumer.what.footprint.squares();
        self.tiles
            .iter()
            .filter(|tile| tile.what.resource == resource)
            .filter(|tile| !self.claims_needed || tile.is_claimed_by(owner))
            .filter(|tile| self.connected(owner, tile.what.footprint.squares(), consumer_squares))
            .collect()
    }

    /// Returns every possible delivery: a player's tile, connected for that player to a building
    /// with the space open (rule 8.4).
    pub fn open_deliveries(&self) -> Vec<(TileRef, PlayerId, BuildingId)> {
        let mut found = Vec::new();
        for tile in &self.tiles {
            let Some(Owner::Player(owner)) = tile.owner else {
                continue;
            };
            let wanted = self.prestige.iter().filter(|p| p.open.contains(&tile.what.resource));
            let reached =
                wanted.filter(|p| self.connected(owner, tile.what.footprint.squares(), &p.squares));
            found.extend(reached.map(|p| (tile.what, owner, p.building)));
        }
        found
    }

    pub fn fill(&mut self, building: BuildingId, resource: ResourceId) {
        for prestige in &mut self.prestige {
            if prestige.building == building {
                prestige.open.remove(&resource);
            }
        }
    }
}

/// Computes the expected result of the engine's `payout`, using the sources it used.
///
/// # Panics
///
/// If a source was not allowed, was left out although there was one, or was paid a wrong value.
#[track_caller]
pub fn expected_ledger(game: &Game, table: &Table, payout: &Payout) -> Ledger {
    let contents = game.contents();
    let mut stated = Vec::new();
    add_stated_lines(payout, &mut stated);
    let mut used = stated.iter().map(|line| line.source);
    let mut pick =
        |allowed: &[&Tile]| used.next().flatten().or_else(|| Some(allowed.first()?.what));
    let mut reckoner = PayoutCalculator { game, table, ledger: Ledger::default(), pick: &mut pick };
    let gross = match payout.used {
        PayoutPurpose::Delivery(building) => {
            let mut spaces = contents.spaces(building).iter();
            spaces
                .find(|space| space.resource == Some(payout.tile.resource))
                .and_then(|space| space.value)
                .expect("the building asks for what is delivered")
                .0
        }
        PayoutPurpose::Build(built) => {
            let consumer = table.tile(built).expect("the tile that was built lies on the table");
            let needed = contents
                .prerequisites(built.resource)
                .iter()
                .find(|needed| needed.resource == payout.tile.resource)
                .expect("only prerequisites are paid for a build");
            let allowed = table.sources(consumer, needed.resource);
            reckoner.note_choice(&allowed, payout.tile, built);
            reckoner.worth(payout.tile, needed.pays.0)
        }
        PayoutPurpose::Prerequisite(_) => panic!("a receipt begins with a build or a delivery"),
    };
    assert_eq!(
        payout.gross.0, gross,
        "a build or a delivery earns what is printed (7.1, 7.2, 7.4, 7.5)"
    );
    let tile = table
        .tile(payout.tile)
        .unwrap_or_else(|| panic!("{:?} does not lie on the table", payout.tile));
    assert_eq!(Some(payout.owner), tile.owner, "{:?}", payout.tile);
    reckoner.earn(tile, gross);
    let ledger = reckoner.ledger;
    assert_eq!(stated, ledger.lines, "the receipt, line by line: {payout:#?}");
    ledger
}

/// Adds the lines of a receipt, each before the ones below it.
fn add_stated_lines(payout: &Payout, lines: &mut Vec<Line>) {
    for part in &payout.parts {
        let (source, further) = match &part.to {
            ShareRecipient::Paid(further) | ShareRecipient::Own(further) => {
                (Some(further.tile), Some(further))
            }
            ShareRecipient::Lost(source) => (Some(*source), None),
            ShareRecipient::NoSource => (None, None),
        };
        lines.push(Line {
            consumer: payout.tile,
            resource: part.resource,
            source,
            value: part.value.0,
            short: part.short.0,
        });
        if let Some(further) = further {
            assert_eq!(further.used, PayoutPurpose::Prerequisite(payout.tile));
            let own = matches!(part.to, ShareRecipient::Own(_));
            assert_eq!(own, further.owner == payout.owner, "{payout:#?}");
            add_stated_lines(further, lines);
        }
    }
}

/// Computes each player's gains, from the text of section 7 and the rulings R13 and R36.
pub struct PayoutCalculator<'a> {
    pub game: &'a Game,
    pub table: &'a Table,
    pub ledger: Ledger,
    /// Picks one of the open sources.
    pub pick: &'a mut dyn FnMut(&[&Tile]) -> Option<TileRef>,
}

impl<'a> PayoutCalculator<'a> {
    /// Returns the worth of a prerequisite from this source (rules 7.4 and 7.5).
    fn worth(&self, source: TileRef, printed: i32) -> i32 {
        let tile = self.table.tile(source);
        let neutral = tile.is_some_and(|tile| tile.owner == Some(Owner::Neutral));
        let basic = self.game.contents().tier_of(source.resource) == Some(Tier::Basic);
        if neutral && basic { 2 } else { printed }
    }

    #[track_caller]
    fn note_choice(&mut self, allowed: &[&Tile], used: TileRef, consumer: TileRef) {
        assert!(
            allowed.iter().any(|tile| tile.what == used),
            "{used:?} was used for {consumer:?}, allowed were {allowed:?}"
        );
        if allowed.len() > 1 {
            self.ledger.choices.push(RuleChoice::Source { source: used, consumer });
        }
    }

    /// Lets a tile earn points; its owner pays the prerequisites out of them.
    #[track_caller]
    pub fn earn(&mut self, tile: &'a Tile, points: i32) {
        match tile.owner {
            Some(Owner::Player(owner)) => {
                self.ledger.gains[owner.index()] += points;
                self.pay(owner, tile, &mut vec![points]);
            }
            Some(Owner::Neutral) | None => self.ledger.lost += points,
        }
    }

    /// Pays the prerequisites of `consumer` in the order of its recipe.
    ///
    /// `bounds` limit each payment: first the points earned, then each own tile on the way, which
    /// passes on at most its printed value. A payment counts against all of them. An own tile
    /// itself takes nothing (ruling R36), and an amount beyond the bounds is not paid (ruling R13).
    #[track_caller]
    fn pay(&mut self, owner: PlayerId, consumer: &'a Tile, bounds: &mut Vec<i32>) {
        for needed in self.game.contents().prerequisites(consumer.what.resource) {
            let allowed = self.table.sources(consumer, needed.resource);
            let used = (self.pick)(&allowed);
            let line = self.ledger.lines.len();
            self.ledger.lines.push(Line {
                consumer: consumer.what,
                resource: needed.resource,
                source: used,
                value: 0,
                short: 0,
            });
            // Without a qualifying source nothing is paid (rule 7.6).
            let Some(used) = used else {
                continue;
            };
            self.note_choice(&allowed, used, consumer.what);
            let worth = self.worth(used, needed.pays.0);
            let source = self.table.tile(used).expect("an allowed tile");
            if source.owner == Some(Owner::Player(owner)) {
                bounds.push(worth);
                self.pay(owner, source, bounds);
                let unused = bounds.pop().unwrap_or_default();
                self.ledger.lines[line].value = worth - unused;
                continue;
            }
            let covered = bounds.iter().copied().min().unwrap_or_default();
            let paid = worth.min(covered);
            for bound in &mut *bounds {
                *bound -= paid;
            }
            self.ledger.gains[owner.index()] -= paid;
            self.ledger.lines[line].value = paid;
            self.ledger.lines[line].short = worth - paid;
            self.earn(source, paid);
        }
    }
}

/// Returns the prerequisites of a tile without an open source, for which nothing is paid (rule
/// 7.6).
pub fn unpaid(game: &Game, table: &Table, built: TileRef) -> BTreeSet<ResourceId> {
    let Some(tile) = table.tile(built) else {
        return BTreeSet::new();
    };
    let recipe = game.contents().prerequisites(built.resource).iter().map(|needed| needed.resource);
    recipe.filter(|&resource| table.sources(tile, resource).is_empty()).collect()
}
