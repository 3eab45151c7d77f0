//! A second payout calculator, written from section 7 of our digest.
//!
//! It shares no code with the engine: it copies what lies on the table through
//! public accessors, finds connections by its own flood fill over squares, and
//! keeps a plain ledger of who gains what. The engine's receipts tell it which
//! sources were used; whether they were allowed it judges itself.

use std::collections::{BTreeMap, BTreeSet};

use rules::Game;
use rules::action::{Choice, Owner, TileRef};
use rules::components::Tier;
use rules::map::PieceKind;
use rules::player::{BuildingId, PlayerId, ResourceId};
use rules::receipt::{PartTo, Payout, Use};
use rules::rulebook::TableOption;
use rules::square::Square;

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

/// A prestige building on the table, with the resources nobody has delivered yet.
#[derive(Clone, Debug, PartialEq)]
pub struct Prestige {
    pub building: BuildingId,
    pub squares: Vec<Square>,
    pub open: BTreeSet<ResourceId>,
}

/// What lies on the table at one moment.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    sections: BTreeMap<Square, u8>,
    pub roads: BTreeSet<Square>,
    bridges: BTreeMap<Square, PlayerId>,
    pub tiles: Vec<Tile>,
    pub prestige: Vec<Prestige>,
    claims_needed: bool,
}

/// What every player gains, by seat, and what goes to nobody.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ledger {
    pub gains: [i32; 4],
    pub lost: i32,
    /// Uses of a source where more than one was open: these are choices of the consumer's owner.
    pub choices: Vec<Choice>,
}

impl Table {
    pub fn of(game: &Game) -> Self {
        let board = game.board();
        let sections = board
            .squares()
            .filter_map(|s| Some((s, board.section_of(s)?.0)))
            .collect();
        let roads = board
            .squares()
            .filter(|&s| game.road_or_free(s) == Some(true))
            .collect();
        let mut bridges = BTreeMap::new();
        let mut tiles = Vec::new();
        let mut prestige = Vec::new();
        for (_, piece) in game.map().pieces() {
            match piece.kind {
                PieceKind::Resource(resource) => tiles.push(Tile {
                    what: TileRef {
                        resource,
                        footprint: piece.footprint,
                    },
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
                        .find(|a| a.building == building);
                    let active = active.expect("a building on the map has its card");
                    let spaces = game
                        .contents()
                        .spaces(building)
                        .iter()
                        .zip(active.delivered);
                    let open = spaces.filter(|(_, token)| token.is_none());
                    let open = open.filter_map(|(space, _)| space.resource).collect();
                    let squares = piece.footprint.squares().to_vec();
                    prestige.push(Prestige {
                        building,
                        squares,
                        open,
                    });
                }
                PieceKind::House | PieceKind::Removed => {}
            }
        }
        let claims_needed = !game.options().has(TableOption::AnyConnectedSource);
        Self {
            sections,
            roads,
            bridges,
            tiles,
            prestige,
            claims_needed,
        }
    }

    pub fn tile(&self, what: TileRef) -> Option<&Tile> {
        self.tiles.iter().find(|tile| tile.what == what)
    }

    /// Whether one can step from a square to the next: they touch, and do not lie on land of
    /// two different sections (rules 2.3 and 2.4).
    fn touch(&self, a: Square, b: Square) -> bool {
        let near = a.column.abs_diff(b.column) <= 1 && a.row.abs_diff(b.row) <= 1;
        let apart = match (self.sections.get(&a), self.sections.get(&b)) {
            (Some(one), Some(other)) => one != other,
            _ => false,
        };
        near && !apart
    }

    /// Whether two groups of squares are connected for a player (rule 2.5).
    pub fn connected(&self, player: PlayerId, from: &[Square], to: &[Square]) -> bool {
        let own_bridges = self.bridges.iter().filter(|&(_, owner)| *owner == player);
        let mut open: BTreeSet<Square> = own_bridges.map(|(square, _)| *square).collect();
        open.extend(&self.roads);
        let mut frontier = from.to_vec();
        while let Some(here) = frontier.pop() {
            if to.iter().any(|&there| self.touch(here, there)) {
                return true;
            }
            let next: Vec<Square> = open
                .iter()
                .copied()
                .filter(|&there| self.touch(here, there))
                .collect();
            for there in next {
                open.remove(&there);
                frontier.push(there);
            }
        }
        false
    }

    /// The tiles that may supply a prerequisite of `consumer` (rule 7.6 and ruling R7).
    pub fn sources(&self, consumer: &Tile, resource: ResourceId) -> Vec<&Tile> {
        let Some(Owner::Player(owner)) = consumer.owner else {
            return Vec::new();
        };
        let of_resource = self
            .tiles
            .iter()
            .filter(|tile| tile.what.resource == resource);
        let claimed = of_resource.filter(|tile| !self.claims_needed || tile.is_claimed_by(owner));
        let connected = |tile: &&Tile| {
            self.connected(
                owner,
                tile.what.footprint.squares(),
                consumer.what.footprint.squares(),
            )
        };
        claimed.filter(connected).collect()
    }

    /// Every delivery that could be made: a tile of a player, connected for that player to a
    /// building with the space open (rule 8.4).
    pub fn open_deliveries(&self) -> Vec<(TileRef, PlayerId, BuildingId)> {
        let mut found = Vec::new();
        for tile in &self.tiles {
            let Some(Owner::Player(owner)) = tile.owner else {
                continue;
            };
            let wanted = self
                .prestige
                .iter()
                .filter(|p| p.open.contains(&tile.what.resource));
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

/// What a payout that the engine worked out should come to, with the sources it used.
///
/// # Panics
///
/// If a source was not allowed, left out although there was one, or used for a wrong value.
#[track_caller]
pub fn reckon(game: &Game, table: &Table, payout: &Payout) -> Ledger {
    let contents = game.contents();
    let mut ledger = Ledger::default();
    match payout.used {
        Use::Delivery(building) => {
            let mut spaces = contents.spaces(building).iter();
            let space = spaces.find(|space| space.resource == Some(payout.tile.resource));
            let value = space
                .and_then(|space| space.value)
                .expect("the building asks for what is delivered");
            assert_eq!(
                payout.gross, value,
                "a delivery earns what the building prints (7.2)"
            );
        }
        Use::Build(built) => {
            let consumer = table
                .tile(built)
                .expect("the tile that was built lies on the table");
            let mut needed = contents.made_of(built.resource).iter();
            let needed = needed.find(|needed| needed.resource == payout.tile.resource);
            let needed = needed.expect("only prerequisites are paid for a build");
            let allowed = table.sources(consumer, needed.resource);
            note_choice(&mut ledger, &allowed, payout.tile, built);
            let worth = worth(game, table, payout.tile, needed.pays.0);
            assert_eq!(
                payout.gross.0, worth,
                "a build pays the printed value (7.1, 7.4, 7.5)"
            );
        }
        Use::Prerequisite(_) => panic!("a receipt begins with a build or a delivery"),
    }
    earn(game, table, &mut ledger, payout, payout.gross.0);
    ledger
}

/// What a prerequisite from this source is worth (rules 7.4 and 7.5).
fn worth(game: &Game, table: &Table, source: TileRef, printed: i32) -> i32 {
    let neutral = table
        .tile(source)
        .is_some_and(|tile| tile.owner == Some(Owner::Neutral));
    let basic = game.contents().tier_of(source.resource) == Some(Tier::Basic);
    if neutral && basic { 2 } else { printed }
}

#[track_caller]
fn note_choice(ledger: &mut Ledger, allowed: &[&Tile], used: TileRef, consumer: TileRef) {
    assert!(
        allowed.iter().any(|tile| tile.what == used),
        "{used:?} was used for {consumer:?}, allowed were {allowed:?}"
    );
    if allowed.len() > 1 {
        ledger.choices.push(Choice::Source {
            source: used,
            consumer,
        });
    }
}

/// Books `gross` for the owner of the tile, and what the owner pays out of it (rule 7.3, ruling R13).
///
/// A payment to oneself cancels out in the ledger, which is why own tiles need no case of their own.
#[track_caller]
fn earn(game: &Game, table: &Table, ledger: &mut Ledger, node: &Payout, gross: i32) {
    let tile = table
        .tile(node.tile)
        .unwrap_or_else(|| panic!("{:?} does not lie on the table", node.tile));
    assert_eq!(
        Some(node.owner),
        tile.owner,
        "points go to the owner of {:?}",
        node.tile
    );
    let Some(Owner::Player(owner)) = tile.owner else {
        assert!(node.parts.is_empty(), "a neutral tile pays nothing on");
        ledger.lost += gross;
        return;
    };
    ledger.gains[owner.index()] += gross;
    let mut left = gross;
    let recipe = game.contents().made_of(node.tile.resource);
    assert_eq!(
        node.parts.len(),
        recipe.len(),
        "each prerequisite has its line on the receipt"
    );
    for (needed, part) in recipe.iter().zip(&node.parts) {
        assert_eq!(
            part.resource, needed.resource,
            "prerequisites come in printed order"
        );
        let allowed = table.sources(tile, needed.resource);
        let (source, further) = match &part.to {
            PartTo::Paid(further) | PartTo::Own(further) => (further.tile, Some(further)),
            PartTo::Lost(source) => (*source, None),
            PartTo::NoSource => {
                assert!(
                    allowed.is_empty(),
                    "{:?} has a source of {:?}",
                    node.tile,
                    needed.resource
                );
                continue;
            }
        };
        note_choice(ledger, &allowed, source, node.tile);
        let value = worth(game, table, source, needed.pays.0).min(left);
        assert_eq!(
            part.value.0, value,
            "the value of a prerequisite of {:?}",
            node.tile
        );
        left -= value;
        ledger.gains[owner.index()] -= value;
        let from = table.tile(source).and_then(|tile| tile.owner);
        match (&part.to, from) {
            (PartTo::Own(further), Some(Owner::Player(supplier))) if supplier == owner => {
                earn(game, table, ledger, further, value);
            }
            (PartTo::Paid(further), Some(Owner::Player(supplier))) if supplier != owner => {
                earn(game, table, ledger, further, value);
            }
            (PartTo::Lost(_), Some(Owner::Neutral)) => ledger.lost += value,
            (to, from) => panic!("{to:?} for a source of {from:?} with owner {owner:?}"),
        }
        if let Some(further) = further {
            assert_eq!(further.used, Use::Prerequisite(node.tile));
            assert_eq!(
                further.gross.0, value,
                "what is paid is what the payee earns"
            );
        }
    }
}

/// The prerequisites of a tile for which no source is open, hence none is paid (rule 7.6).
pub fn unpaid(game: &Game, table: &Table, built: TileRef) -> BTreeSet<ResourceId> {
    let Some(tile) = table.tile(built) else {
        return BTreeSet::new();
    };
    let recipe = game
        .contents()
        .made_of(built.resource)
        .iter()
        .map(|needed| needed.resource);
    recipe
        .filter(|&resource| table.sources(tile, resource).is_empty())
        .collect()
}
