//! Collects the components on a table, in setup order.

use super::{ChecklistItem, TableItem, TablePart, item_text};
use components::board::Section;
use components::ids::{AdviserId, ResourceSet};
use components::specs::Tier;
use components::square::Square;
use narration::NamedGame;
use rules::action::VoteTile;
use rules::adjustment::{Owner, WorkerPlace};
use rules::map::{Piece, PieceKind};
use rules::player::PlayerId;

/// The maximum number of roads in one line; a hand holds about as many.
const ROADS_A_LINE: usize = 8;

/// Returns all items in order.
pub(super) fn items(named: NamedGame<'_>) -> Vec<ChecklistItem> {
    let mut list = Collector { named, items: Vec::new() };
    list.board();
    list.crossings();
    list.roads();
    for section in Section::ALL {
        list.tiles(TablePart::Section(section), Some(section));
    }
    list.tiles(TablePart::Elsewhere, None);
    list.prestige();
    list.mats();
    list.tracks();
    list.cards();
    list.offers();
    list.decks();
    list.items
}

struct Collector<'g> {
    named: NamedGame<'g>,
    items: Vec<ChecklistItem>,
}

impl Collector<'_> {
    fn push(
        &mut self,
        part: TablePart,
        item: TableItem,
        squares: &[Square],
        player: Option<PlayerId>,
    ) {
        self.items.push(ChecklistItem {
            part,
            text: item_text::text(self.named, &item),
            record_text: item_text::text(NamedGame::by_race(self.named.game()), &item),
            item,
            squares: squares.to_vec(),
            player,
        });
    }

    /// Adds a component of a player that is not on the board.
    fn push_for(&mut self, part: TablePart, what: TableItem, player: PlayerId) {
        self.push(part, what, &[], Some(player));
    }

    /// Adds a component of no player that is not on the board.
    fn push_shared(&mut self, part: TablePart, what: TableItem) {
        self.push(part, what, &[], None);
    }

    /// Returns the pieces of the map in reading order, so that setup passes over the board once.
    fn pieces(&self) -> Vec<Piece> {
        let mut pieces: Vec<Piece> =
            self.named.game().map().pieces().map(|(_, piece)| *piece).collect();
        pieces.sort_by_key(|piece| piece.footprint);
        pieces
    }

    fn board(&mut self) {
        self.push_shared(TablePart::Board, TableItem::Board);
        // A unique site would be the best landmark; all are listed.
        match self.named.game().board().sites() {
            Ok(sites) => {
                for (index, site) in sites.iter().enumerate() {
                    let what = TableItem::Landmark(index);
                    self.push(TablePart::Board, what, site.footprint.squares(), None);
                }
            }
            // The text of the first landmark then says that the sites are unknown.
            Err(_) => self.push_shared(TablePart::Board, TableItem::Landmark(0)),
        }
    }

    fn crossings(&mut self) {
        for piece in self.pieces() {
            if let (PieceKind::Bridge(_), Some(Owner::Player(player))) = (piece.kind, piece.owner) {
                let square = piece.footprint.first();
                let what = TableItem::Crossing { player, square };
                self.push(TablePart::Crossings, what, &[square], Some(player));
            }
        }
    }

    fn roads(&mut self) {
        let game = self.named.game();
        let roads: Vec<Square> = game
            .board()
            .squares()
            .filter(|&square| game.road_state(square) == Some(true))
            .collect();
        for section in Section::ALL.map(Some).into_iter().chain([None]) {
            let here: Vec<Square> = roads
                .iter()
                .copied()
                .filter(|&square| game.board().section_of(square) == section)
                .collect();
            for line in here.chunks(ROADS_A_LINE) {
                self.push(TablePart::Roads, TableItem::Roads(line.to_vec()), line, None);
            }
        }
    }

    /// Adds the resource tiles and houses of a section, or those in none.
    fn tiles(&mut self, part: TablePart, section: Option<Section>) {
        for piece in self.pieces() {
            let first = piece.footprint.first();
            if self.named.game().board().section_of(first) != section {
                continue;
            }
            let player = piece.owner.and_then(Owner::player);
            let what = match (piece.kind, player) {
                (PieceKind::House, Some(player)) => TableItem::House { player, square: first },
                (PieceKind::Resource(_), _) => {
                    let Some(tile) = piece.tile() else {
                        continue;
                    };
                    TableItem::Tile { tile, owner: piece.owner, access: piece.access }
                }
                // Listed with the crossings and with the prestige buildings.
                (
                    PieceKind::House
                    | PieceKind::Bridge(_)
                    | PieceKind::Prestige(_)
                    | PieceKind::Removed,
                    _,
                ) => continue,
            };
            self.push(part, what, piece.footprint.squares(), player);
        }
    }

    fn prestige(&mut self) {
        let game = self.named.game();
        for active in game.active_buildings() {
            let building = active.building;
            let at = game.map().piece(active.piece).footprint;
            let squares = at.squares();
            let part = TablePart::Prestige;
            self.push(part, TableItem::Building { building, at }, squares, None);
            for (space, owner) in active.delivered.iter().enumerate() {
                if let Some(owner) = *owner {
                    let what = TableItem::Delivery { building, space, owner };
                    self.push(part, what, squares, owner.player());
                }
            }
            if let Some(player) = active.worker {
                let place = WorkerPlace::Building(building);
                self.push(part, TableItem::Worker { player, place }, squares, Some(player));
            }
            if active.completed {
                self.push(part, TableItem::Completion(building), squares, None);
            }
            if active.marker {
                self.push(part, TableItem::Marker(building), squares, None);
            }
        }
    }

    fn mats(&mut self) {
        let game = self.named.game();
        let part = TablePart::Mats;
        for player in game.players() {
            let race = game.race(player);
            self.push_for(part, TableItem::Mat { player, race }, player);
            let controls = game.controls(player);
            for resource in controls.iter() {
                let what = TableItem::ResourceCard {
                    resource,
                    player: Some(player),
                    of_race: game.race_resource(player) == Some(resource),
                    stalls: game.tiles_left(resource),
                };
                self.push_for(part, what, player);
            }
            let left = game.houses_on_mat(player);
            self.push_for(part, TableItem::Houses { player, left }, player);
            let left = game.bridges_on_mat(player);
            self.push_for(part, TableItem::Bridges { player, left }, player);
            let free = game.workers_free(player).ok().map(usize::from);
            self.push_for(part, TableItem::Workers { player, free }, player);
            if game.worker_on_race(player) {
                let place = WorkerPlace::Race;
                self.push_for(part, TableItem::Worker { player, place }, player);
            }
        }
        for resource in game.contents().resources() {
            let is_basic = game.contents().tier_of(resource) == Some(Tier::Basic);
            if is_basic && game.controller(resource).is_none() {
                let what = TableItem::ResourceCard {
                    resource,
                    player: None,
                    of_race: false,
                    stalls: game.tiles_left(resource),
                };
                self.push_shared(part, what);
            }
        }
        if let Some(active) = game.active_player() {
            self.push_for(part, TableItem::Active(active), active);
        }
    }

    fn tracks(&mut self) {
        let game = self.named.game();
        for player in game.players() {
            let score = TableItem::Score(player, game.points(player));
            self.push_for(TablePart::Tracks, score, player);
            let income = TableItem::Income(player, game.income(player));
            self.push_for(TablePart::Tracks, income, player);
        }
        for player in game.players() {
            let access: ResourceSet = game.access(player).map(|tile| tile.resource).collect();
            let what = TableItem::Tracker { player, owns: game.owns(player), access };
            self.push_for(TablePart::Trackers, what, player);
        }
        for player in game.players() {
            let money = TableItem::Money(player, game.money(player));
            self.push_for(TablePart::Purses, money, player);
            let what = TableItem::Influence {
                player,
                fleeting: game.fleeting(player),
                lasting: game.lasting(player),
            };
            self.push_for(TablePart::Purses, what, player);
        }
    }

    fn cards(&mut self) {
        let game = self.named.game();
        for player in game.players() {
            let unnamed = game.unnamed_cards(player);
            let hand = TableItem::Hand { player, cards: game.hand(player), unnamed };
            self.push_for(TablePart::Cards, hand, player);
            let cards = game.played_cards(player);
            let played = TableItem::Played { player, cards, unnamed };
            self.push_for(TablePart::Cards, played, player);
        }
    }

    fn offers(&mut self) {
        let game = self.named.game();
        for (place, card) in VoteTile::ALL.into_iter().zip(game.proposals()) {
            self.push_shared(TablePart::Offers, TableItem::Proposal { place, card });
        }
        if let Some(building) = game.building_voted_in() {
            self.push_shared(TablePart::Offers, TableItem::VotedIn(building));
        }
        if let Some(state) = game.solo_state() {
            let (middle, right) = (state.middle_price, state.right_price / 2);
            self.push_shared(TablePart::Offers, TableItem::SoloPrices { middle, right });
            self.push_shared(TablePart::Offers, TableItem::Cycle(state.cycle));
        }
        for achievement in game.achievements() {
            let what = TableItem::Achievement {
                achievement: achievement.achievement,
                scored: achievement.scored.is_some(),
            };
            self.push_shared(TablePart::Offers, what);
        }
        let prices = game
            .contents()
            .pack()
            .offer
            .adviser_prices
            .value()
            .map(Vec::as_slice)
            .unwrap_or_default();
        for (place, card) in game.adviser_offer().into_iter().enumerate() {
            let price = prices.get(place).copied();
            self.push_shared(TablePart::Offers, TableItem::Adviser { place, price, card });
        }
    }

    fn decks(&mut self) {
        let game = self.named.game();
        let deck = game.prestige_deck();
        let what = TableItem::PrestigeDeck {
            shuffled: deck.shuffled.iter().collect(),
            on_top: deck.on_top,
            unnamed: deck.unnamed,
        };
        self.push_shared(TablePart::Decks, what);
        let discards = game.discarded_proposals().iter().collect();
        self.push_shared(TablePart::Decks, TableItem::Discards(discards));
        let gone = game.buildings_out_of_game();
        if !gone.is_empty() {
            let gone = gone.iter().collect();
            self.push_shared(TablePart::Decks, TableItem::BuildingsOutOfGame(gone));
        }
        let deck = game.adviser_deck();
        let mut tiers: [Vec<AdviserId>; 4] = Default::default();
        for card in deck.cards.iter() {
            let tier = match game.tier_of_adviser(card) {
                Some(tier @ 1..=3) => usize::from(tier) - 1,
                Some(_) | None => 3,
            };
            tiers[tier].push(card);
        }
        let unnamed = deck.unnamed;
        self.push_shared(TablePart::Decks, TableItem::AdviserDeck { tiers, unnamed });
        let gone = game.advisers_out_of_game();
        if !gone.is_empty() {
            let gone = gone.iter().collect();
            self.push_shared(TablePart::Decks, TableItem::AdvisersOutOfGame(gone));
        }
    }
}
