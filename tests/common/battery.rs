//! Invariants that hold after every action of every game.
//!
//! [`check_step`] compares the game before and after an action with the reported events, and panics
//! at the first contradiction. It judges by public accessors and by the second
//! [`calculator`](super::calculator).

use std::collections::{BTreeMap, BTreeSet};

use components::board::SquareKind;
use components::effect::{Effect, Price};
use components::ids::{BuildingId, ResourceId};
use components::quantity::Quantity;
use components::specs::{Category, StandardCard, Terrain, Tier};
use components::square::Square;
use components::tile::Footprint;
use rules::action::{Action, ActionKind, RuleChoice};
use rules::adjustment::{Owner, TileRef, WorkerPlace};
use rules::map::PieceKind;
use rules::player::{Card, CardSet, PlayerId};
use rules::receipt::{Cause, Event, Loss, Payout, PayoutPurpose, ShareRecipient};
use rules::rulebook::{TableOption, Variant};
use rules::solo::CYCLES;
use rules::sub_action::{Placement, SubAction, TileRoad};
use rules::task::Task;
use rules::{Game, Played};

use super::calculator::{Table, expected_ledger, unpaid};
use super::dice::Dice;

/// Thoroughness of the check of the list of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckLevel {
    /// Tries every offered move.
    Full,
    /// Tries a few moves, and all of them in one turn of sixteen.
    Sampled,
}

/// Checks everything that must hold after `action`, played on `before`, led to `played`.
///
/// # Panics
///
/// If a check fails.
#[track_caller]
pub fn check_step(before: &Game, action: &Action, played: &Played, level: CheckLevel) {
    let step = Step { before, after: &played.game, deed: deed_of(&played.action), played };
    assert!(deed_of(action) == step.deed, "the record keeps another deed: {:?}", step.deed);
    step.changes_are_explained();
    step.payouts_agree();
    step.money_goes_where_it_should();
    step.pieces_are_within_the_box();
    step.new_tiles_keep_their_distance();
    step.cards_are_in_one_place();
    step.deliveries_are_made();
    step.game_ends_when_it_should();
    step.solo_prices_are_paid();
    step.markers_are_where_they_should_be();
    step.event_card_is_the_winners();
    step.achievements_are_scored_once();
    // Now and then a sampled step is checked in full.
    let in_full = level == CheckLevel::Full || played.game.turn_number() % 16 == 5;
    let moves_level = if in_full { CheckLevel::Full } else { CheckLevel::Sampled };
    offered_moves_match_accepted_moves(step.after, moves_level);
}

/// Returns the deed that is carried out, which for an overruled action is the one inside.
fn deed_of(action: &Action) -> &ActionKind {
    match &action.kind {
        ActionKind::Overrule { action, .. } => &action.kind,
        deed => deed,
    }
}

/// One played action, with the game before and after it.
struct Step<'a> {
    before: &'a Game,
    after: &'a Game,
    deed: &'a ActionKind,
    played: &'a Played,
}

impl<'a> Step<'a> {
    /// Returns `true` if the referee or a card's text set values manually, so that no rule limits
    /// them.
    fn is_manual(&self) -> bool {
        let overruled = matches!(self.played.action.kind, ActionKind::Overrule { .. });
        let table = matches!(
            self.deed,
            ActionKind::Adjust { .. } | ActionKind::Position(_) | ActionKind::EnterFacts(_)
        );
        overruled
            || table
            || self
                .sub_actions()
                .iter()
                .any(|sub_action| matches!(sub_action, SubAction::ByHand(_)))
    }

    /// Returns every sub-action of the deed, including those of workers.
    fn sub_actions(&self) -> Vec<&'a SubAction> {
        let outer: Vec<&'a SubAction> = match self.deed {
            ActionKind::Lead { sub_actions, .. } => sub_actions.iter().collect(),
            ActionKind::FaceDown { sub_action, .. }
            | ActionKind::Follow { sub_action, .. }
            | ActionKind::Bonus { sub_action, .. } => {
                vec![sub_action]
            }
            _ => Vec::new(),
        };
        let of_workers = outer.iter().flat_map(|sub_action| match sub_action {
            SubAction::Worker(_, sub_actions) => sub_actions.as_slice(),
            _ => &[],
        });
        outer.iter().copied().chain(of_workers).collect()
    }

    /// Checks that the change of every number is the sum of its causes.
    fn changes_are_explained(&self) {
        let mut caused: BTreeMap<(PlayerId, Quantity), i32> = BTreeMap::new();
        for event in &self.played.events {
            if let Event::Change(change) = event {
                assert_ne!(change.by, 0, "a change of nothing: {change:?}");
                *caused.entry((change.player, change.quantity)).or_default() += change.by;
            }
        }
        for player in self.after.players() {
            for what in Quantity::ALL {
                let by = number(self.after, player, what) - number(self.before, player, what);
                let cause = caused.get(&(player, what)).copied().unwrap_or_default();
                assert_eq!(by, cause, "{what:?} of {player:?} changed without a cause");
            }
            for what in [Quantity::Fleeting, Quantity::Lasting] {
                assert!(
                    number(self.after, player, what) >= 0,
                    "less than no {what:?} of {player:?}"
                );
            }
            let money = self.after.money(player);
            let overspent = money.0 < 0 && money < self.before.money(player);
            assert!(!overspent || self.is_manual(), "{player:?} spent more than was there");
        }
    }

    /// Returns the tables an action passes through: of a road and a tile declared together, one is
    /// placed before the other.
    fn stages(&self) -> Vec<Table> {
        let end = Table::of(self.after);
        let mut start = Table::of(self.before);
        let declared = self.sub_actions().iter().find_map(|sub_action| match sub_action {
            // The decks of these games grant one road with a tile.
            SubAction::Build(Placement { resource, footprint, roads }) => {
                let tile = TileRef { resource: *resource, footprint: *footprint };
                roads.first().map(|road| (tile, *road))
            }
            _ => None,
        });
        let Some((tile, road)) = declared else {
            // Pieces left over when a choice came up are placed once it is made.
            return if matches!(self.deed, ActionKind::Choose { .. }) {
                vec![start, end]
            } else {
                self.stages_of_sub_actions(start, end)
            };
        };
        let player = self.deed.player().expect("somebody builds");
        if self.road_comes_first(player, tile, road) {
            start.roads.insert(road.square);
        } else {
            start.tiles.extend(end.tile(tile).cloned());
        }
        vec![start, end]
    }

    /// Returns the tables after each trade of a card with several: the first is resolved before the
    /// second is paid for or placed (ruling R37).
    fn stages_of_sub_actions(&self, mut table: Table, end: Table) -> Vec<Table> {
        let traded: Vec<TileRef> = self
            .sub_actions()
            .into_iter()
            .filter_map(|sub_action| match sub_action {
                SubAction::Import(resource, square) | SubAction::ImportAccess(resource, square) => {
                    Some(TileRef { resource: *resource, footprint: Footprint::single(*square) })
                }
                SubAction::BuyAccess(tile) | SubAction::FreeAccess(tile) => Some(*tile),
                _ => None,
            })
            .collect();
        let mut stages = Vec::new();
        for (index, &what) in traded.iter().enumerate() {
            if index + 1 < traded.len()
                && let Some(tile) = end.tile(what)
            {
                table.tiles.retain(|other| other.what != what);
                table.tiles.push(tile.clone());
                stages.push(table.clone());
            }
        }
        stages.push(end);
        stages
    }

    /// Returns `true` if the road comes before the tile (rule 5.12, ruling R26): declared first, or
    /// needed.
    fn road_comes_first(&self, player: PlayerId, tile: TileRef, road: TileRoad) -> bool {
        if road.first {
            return true;
        }
        let table = Table::of(self.before);
        let at = tile.footprint.squares();
        let map = self.before.map();
        let reaches_own_tile = map
            .owned_by(player)
            .any(|(_, piece)| table.connected(player, at, piece.footprint.squares()));
        let recipe = self.before.contents().prerequisites(tile.resource);
        !reaches_own_tile
            || !recipe.iter().all(|needed| {
                map.tiles_of(needed.resource).any(|(_, piece)| {
                    piece.is_claimed_by(player)
                        && table.connected(player, at, piece.footprint.squares())
                })
            })
    }

    /// Checks that receipts add up at every node, agree with the second calculator, and move just
    /// the points they state; deliveries come from connected tiles and are paid for.
    fn payouts_agree(&self) {
        let mut audit = Audit::new(self);
        let mut moving: Option<([i32; 4], [i32; 4])> = None;
        for event in &self.played.events {
            if let Event::Change(change) = event
                && change.cause == Cause::Payout
            {
                assert_eq!(change.quantity, Quantity::Points);
                let (so_far, _) = moving.as_mut().expect("points of a payout follow its receipt");
                so_far[change.player.index()] += change.by;
                continue;
            }
            if let Some((moved, stated)) = moving.take() {
                assert_eq!(moved, stated, "the points moved are those of the receipt");
            }
            match event {
                Event::Delivered { building, resource, tile: Some(tile), owner } => {
                    audit.delivered(*building, *resource, *tile, *owner);
                }
                Event::Delivered { building, resource, tile: None, owner } => {
                    assert_eq!(
                        *owner,
                        Owner::Neutral,
                        "only neutral resources come from no tile (8.3)"
                    );
                    assert!(self.before.is_neutral(*resource), "{resource:?} is not neutral (8.3)");
                    audit.fill(*building, *resource);
                }
                Event::Payout(payout) => moving = Some(([0; 4], audit.paid(payout))),
                Event::Change(change)
                    if matches!(change.cause, Cause::ImportCost(_) | Cause::AccessPrice(_))
                        && Some(change.player) == self.deed.player() =>
                {
                    audit.pays_for_trade();
                }
                _ => {}
            }
        }
        if let Some((moved, stated)) = moving {
            assert_eq!(moved, stated, "the points moved are those of the receipt");
        }
        audit.finish();
    }

    /// Checks that an advanced tile placed by the rules scored its prerequisites (rule 5.13).
    fn new_buildings_are_paid(&self, built: &BTreeSet<TileRef>, asked: bool) {
        if asked || self.is_manual() {
            return;
        }
        for tile in self.new_tiles() {
            let advanced = self.after.contents().tier_of(tile.resource) != Some(Tier::Basic);
            assert_eq!(
                advanced,
                built.contains(&tile),
                "a build pays its prerequisites (7.1): {tile:?}"
            );
        }
    }

    fn new_tiles(&self) -> Vec<TileRef> {
        let old: BTreeSet<TileRef> = self.before.tiles().collect();
        self.after.tiles().filter(|tile| !old.contains(tile)).collect()
    }

    /// Checks that costs are as printed, and that each payment reaches the owner or the bank.
    fn money_goes_where_it_should(&self) {
        let mut by_cause: BTreeMap<Cause, i32> = BTreeMap::new();
        for event in &self.played.events {
            let Event::Change(change) = event else {
                continue;
            };
            if change.quantity != Quantity::Money {
                continue;
            }
            *by_cause.entry(change.cause).or_default() += change.by;
            match change.cause {
                Cause::BasicAction | Cause::VoteBonus => assert_eq!(change.by, 1),
                Cause::Income => {
                    assert_eq!(change.by, self.after.income(change.player).0, "income (6.2)");
                }
                Cause::CardText(_) | Cause::RaceText | Cause::BuildingText(_) => {
                    assert!(change.by > 0);
                }
                Cause::RecruitCost(_)
                | Cause::BuildCost(_)
                | Cause::HouseCost
                | Cause::BridgeCost => {
                    assert!(change.by < 0, "{change:?} is paid to the bank");
                    assert_eq!(Some(change.player), self.deed.player());
                }
                Cause::ImportCost(_) | Cause::AccessPrice(_) => {
                    assert_eq!(
                        change.by < 0,
                        Some(change.player) == self.deed.player(),
                        "{change:?}"
                    );
                }
                Cause::Referee | Cause::Position => assert!(self.is_manual(), "{change:?}"),
                Cause::Setup
                | Cause::RecruitReward(_)
                | Cause::FirstTile(_)
                | Cause::Houses
                | Cause::AfterVote
                | Cause::Markers
                | Cause::Proposal(_)
                | Cause::Achievement(_)
                | Cause::Payout
                | Cause::FinalLasting
                | Cause::FinalMoney => panic!("money for {change:?}"),
            }
        }
        for (cause, sum) in &by_cause {
            let bank_pays_nothing = match cause {
                Cause::AccessPrice(tile) => {
                    owner_of(self.after, *tile).and_then(Owner::player).is_some()
                }
                _ => false,
            };
            assert!(
                !bank_pays_nothing || *sum == 0,
                "what is paid for {cause:?} goes to its owner (5.5)"
            );
            let neutral = matches!(cause, Cause::AccessPrice(_)) && !bank_pays_nothing;
            assert!(!neutral || *sum < 0, "access to a neutral tile is paid to the bank (5.5)");
        }
        if !self.is_manual() {
            self.costs_are_as_printed();
        }
    }

    /// Checks the costs of standard cards, of following, and of card texts.
    fn costs_are_as_printed(&self) {
        let Some(player) = self.deed.player() else {
            return;
        };
        let spent: i32 = self
            .played
            .events
            .iter()
            .map(|event| match event {
                Event::Change(c)
                    if c.quantity == Quantity::Money && c.player == player && c.by < 0 =>
                {
                    -c.by
                }
                _ => 0,
            })
            .sum();
        let prices = self.prices();
        let full_costs: Vec<i32> = self
            .sub_actions()
            .iter()
            .filter(|sub_action| !matches!(sub_action, SubAction::Worker(..)))
            .filter_map(|sub_action| self.full_cost(sub_action))
            .collect();
        let full: i32 = full_costs.iter().sum();
        assert!((0..=full).contains(&spent), "{spent} was paid, in full it is {full}");
        if let ([price], [full]) = (prices.as_slice(), full_costs.as_slice()) {
            let cost = match price {
                Price::Full => *full,
                Price::Less(less) => (full - less.0).max(0),
                Price::Free => 0,
            };
            assert_eq!(spent, cost, "the cost of {:?}", self.deed);
        }
    }

    /// Returns the prices of the deed's purchases, in order.
    fn prices(&self) -> Vec<Price> {
        let pack = self.before.contents().pack();
        let text = |sub_action: &SubAction| match sub_action {
            SubAction::Worker(WorkerPlace::Race, _) => {
                let race = self.deed.player().and_then(|player| self.before.race(player));
                race.and_then(|race| pack.races[race.index()].action.value())
            }
            SubAction::Worker(WorkerPlace::Building(building), _) => {
                pack.buildings[building.index()].action.value()
            }
            _ => None,
        };
        let action = match self.deed {
            ActionKind::Lead { card: Card::Standard(card), .. } => {
                let spec = pack.standard_card(card);
                spec.and_then(|spec| spec.action.value())
            }
            ActionKind::Lead { card: Card::Adviser(adviser), .. } => {
                pack.advisers[adviser.index()].action.value()
            }
            ActionKind::FaceDown { sub_action, .. }
            | ActionKind::Follow { sub_action: sub_action @ SubAction::Worker(..), .. } => {
                text(sub_action)
            }
            ActionKind::Follow { .. } => return vec![Price::Full],
            _ => None,
        };
        let effects = action.map(|action| action.effects.as_slice()).unwrap_or_default();
        effects
            .iter()
            .filter_map(|effect| match effect {
                Effect::Recruit(price)
                | Effect::Trade(price)
                | Effect::Upgrade(price)
                | Effect::Construct(price) => Some(*price),
                _ => None,
            })
            .collect()
    }

    /// Returns the cost of a sub-action by the rules, in dollars; `None` if it has none.
    fn full_cost(&self, sub_action: &SubAction) -> Option<i32> {
        let terrain = |square: Square| match self.before.board().kind_of(square) {
            SquareKind::Land(terrain) => terrain,
            _ => Terrain::Central,
        };
        match sub_action {
            SubAction::Recruit(adviser) => {
                let offer = self.before.adviser_offer();
                let place = offer.iter().position(|offered| *offered == Some(*adviser))?;
                let prices = self.before.contents().pack().offer.adviser_prices.value()?;
                prices.get(place).map(|price| price.0)
            }
            SubAction::Import(_, square) => Some(match terrain(*square) {
                Terrain::Entrance => 1,
                Terrain::Coastal => 2,
                Terrain::Forested | Terrain::Central => 3,
            }),
            SubAction::BuyAccess(tile) => {
                let prices = tile.footprint.squares().iter().map(|square| match terrain(*square) {
                    Terrain::Entrance => 2,
                    Terrain::Coastal => 3,
                    Terrain::Forested | Terrain::Central => 4,
                });
                prices.min()
            }
            SubAction::House(_) if self.before.variants().contains(Variant::NoWorkers) => Some(2),
            SubAction::ImportAccess(..) | SubAction::House(_) | SubAction::Bridge(_) => Some(4),
            SubAction::Build(Placement { resource, .. }) => {
                match self.before.contents().tier_of(*resource)? {
                    Tier::Basic => None,
                    Tier::Two => Some(4),
                    Tier::Three => Some(6),
                }
            }
            SubAction::Money
            | SubAction::Influence
            | SubAction::Road(_)
            | SubAction::Worker(..)
            | SubAction::ReturnCards(_)
            | SubAction::FreeAccess(_)
            | SubAction::ByHand(_) => None,
        }
    }

    /// Checks that pieces do not overlap and that nothing exceeds the contents of the box.
    fn pieces_are_within_the_box(&self) {
        let game = self.after;
        let mut taken = BTreeSet::new();
        let mut houses = [0; 4];
        let mut bridges = [0; 4];
        let mut copies: BTreeMap<ResourceId, u8> = BTreeMap::new();
        let mut resources_of: BTreeMap<PlayerId, BTreeSet<ResourceId>> = BTreeMap::new();
        for (_, piece) in game.map().pieces() {
            for &square in piece.footprint.squares() {
                assert!(taken.insert(square), "two things lie on {square}");
                assert_eq!(
                    game.road_state(square),
                    None,
                    "a road or nothing lies under a tile on {square}"
                );
                assert_ne!(
                    game.board().kind_of(square),
                    SquareKind::Outside,
                    "{square} is not part of the city"
                );
            }
            let owner = piece.owner.and_then(Owner::player);
            match (piece.kind, owner) {
                (PieceKind::House, Some(player)) => houses[player.index()] += 1,
                (PieceKind::Bridge(_), Some(player)) => bridges[player.index()] += 1,
                (PieceKind::Resource(resource), owner) => {
                    *copies.entry(resource).or_default() += 1;
                    if let Some(player) = owner {
                        resources_of.entry(player).or_default().insert(resource);
                        assert!(!piece.access.contains(player), "an owner needs no access token");
                    }
                }
                (PieceKind::Prestige(_), None) => {}
                (kind, owner) => panic!("{kind:?} is owned by {owner:?}"),
            }
        }
        let pack = game.contents().pack();
        for (resource, count) in &copies {
            let held = pack.resources[resource.index()].copies.value();
            assert!(held.is_none_or(|held| count <= held), "{count} tiles of {resource:?}");
        }
        for player in game.players() {
            let seat = player.index();
            assert_eq!(game.houses(player), houses[seat], "houses of {player:?}");
            assert_eq!(game.bridges(player), bridges[seat], "bridges of {player:?}");
            assert!(
                houses[seat] <= 3 && bridges[seat] <= 3,
                "three houses and three bridges (3.4)"
            );
            let owns: BTreeSet<ResourceId> = game.owns(player).iter().collect();
            assert_eq!(
                owns,
                resources_of.remove(&player).unwrap_or_default(),
                "what {player:?} owns"
            );
            let income = i32::try_from(owns.len()).expect("few resources");
            assert_eq!(game.income(player).0, income, "income counts resources owned (6.1)");
            let placed = game.workers_placed(player);
            let more = placed > self.before.workers_placed(player);
            assert!(
                !more || self.is_manual() || placed <= game.houses(player).min(3),
                "workers of {player:?}"
            );
        }
    }

    /// Checks that a tile placed by the rules is alone of its resource in its section and clear of
    /// its owner's other tiles.
    fn new_tiles_keep_their_distance(&self) {
        if self.is_manual() {
            return;
        }
        let board = self.after.board();
        let pieces: Vec<_> = self.after.map().pieces().map(|(_, piece)| *piece).collect();
        let known: BTreeSet<Footprint> =
            self.before.map().pieces().map(|(_, piece)| piece.footprint).collect();
        for new in pieces.iter().filter(|piece| !known.contains(&piece.footprint)) {
            let Some(owner) = new.owner else {
                continue;
            };
            let others = pieces.iter().filter(|other| other.footprint != new.footprint);
            let bridge = matches!(new.kind, PieceKind::Bridge(_));
            let section = board.section_of(new.footprint.first());
            for other in others {
                let here =
                    section.is_some() && section == board.section_of(other.footprint.first());
                let same = match (new.kind, other.kind) {
                    (PieceKind::Resource(one), PieceKind::Resource(two)) => one == two,
                    (PieceKind::House, PieceKind::House) => new.owner == other.owner,
                    _ => false,
                };
                assert!(!(here && same), "two of {:?} in one section", new.kind);
                let exempt =
                    bridge || matches!(other.kind, PieceKind::Bridge(_)) || owner == Owner::Neutral;
                let close = new.footprint.squares().iter().any(|a| {
                    other
                        .footprint
                        .squares()
                        .iter()
                        .any(|b| a.column.abs_diff(b.column) <= 1 && a.row.abs_diff(b.row) <= 1)
                });
                assert!(
                    exempt || other.owner != new.owner || !close,
                    "own tiles touch: {:?}",
                    new.kind
                );
            }
        }
    }

    /// Checks that a card is in one hand, or played, or on offer, and that a resource card has one
    /// holder.
    fn cards_are_in_one_place(&self) {
        let game = self.after;
        let mut seen = BTreeSet::new();
        for adviser in game.adviser_offer().into_iter().flatten() {
            assert!(seen.insert(adviser), "{adviser:?} is on offer twice");
        }
        let mut controlled = BTreeSet::new();
        for player in game.players() {
            let (hand, played) = (game.hand(player), game.played_cards(player));
            assert!(!hand.meets(played), "a card of {player:?} is in the hand and played");
            let all = hand.union(played);
            for card in all.iter() {
                if let Card::Adviser(adviser) = card {
                    assert!(seen.insert(adviser), "{adviser:?} is in two places");
                }
            }
            for resource in game.controls(player).iter() {
                assert!(controlled.insert(resource), "{resource:?} is controlled twice");
            }
            assert_eq!(
                game.hand_size(player) + game.unnamed_cards(player),
                hand.len(),
                "cards of {player:?}"
            );
            if !self.is_manual() {
                self.cards_came_and_went_by_the_rules(player);
            }
        }
        let mut buildings = BTreeSet::new();
        let active = game.active_buildings().iter().map(|active| active.building);
        for building in active.chain(game.proposals().into_iter().flatten()) {
            assert!(buildings.insert(building), "{building:?} is in two places");
        }
    }

    fn cards_came_and_went_by_the_rules(&self, player: PlayerId) {
        let mut expected = cards_of(self.before, player);
        let acts = self.deed.player() == Some(player);
        let vote = Card::Standard(StandardCard::CallToVote);
        for sub_action in self.sub_actions() {
            if let (true, SubAction::Recruit(adviser)) = (acts, sub_action) {
                expected.insert(Card::Adviser(*adviser));
            }
        }
        if acts && matches!(self.deed, ActionKind::CallVote { .. }) {
            expected.remove(vote);
        }
        if let ActionKind::Lead { card: card @ Card::Adviser(_), .. } = self.deed
            && acts
            && self.after.is_solo()
        {
            expected.remove(*card);
        }
        for event in &self.played.events {
            if let Event::CardsBack { player: who, cards, unnamed } = event
                && *who == player
            {
                let count =
                    self.before.played_cards(player).len() + self.before.unnamed_cards(player);
                assert_eq!(
                    cards.len() + unnamed,
                    count + 1,
                    "every played card and Call to Vote come back (9.3)"
                );
                expected.insert(vote);
                assert_eq!(
                    self.after.played_cards(player).len() + self.after.unnamed_cards(player),
                    0
                );
                assert_eq!(self.after.workers_placed(player), 0, "workers come back (9.3)");
            }
        }
        assert_eq!(cards_of(self.after, player), expected, "cards of {player:?}");
    }

    /// Checks that connected tiles are delivered, and that a building is complete when it is full.
    fn deliveries_are_made(&self) {
        let game = self.after;
        for active in game.active_buildings() {
            let spaces = game.contents().spaces(active.building);
            let filled = active.delivered[..spaces.len()].iter().all(Option::is_some);
            let count =
                game.contents().pack().buildings[active.building.index()].space_count.value();
            if count.is_some_and(|count| usize::from(*count) == spaces.len()) {
                assert_eq!(
                    active.completed, filled,
                    "{:?} is completed when it is full (8.7)",
                    active.building
                );
            }
        }
        if is_asked(game) || self.is_manual() {
            return;
        }
        let open = Table::of(game).open_deliveries();
        let stale = if is_asked(self.before) {
            Vec::new()
        } else {
            Table::of(self.before).open_deliveries()
        };
        let own_only = game.options().contains(TableOption::OnlyOwnerDelivers);
        let acted = matches!(
            self.deed,
            ActionKind::Lead { .. }
                | ActionKind::FaceDown { .. }
                | ActionKind::Follow { .. }
                | ActionKind::Bonus { .. }
        );
        // With roads still to place, the action is not resolved.
        let more_to_come = game.pending().iter().any(|owed| matches!(owed.task, Task::Roads(_)));
        for (tile, owner, building) in open {
            if own_only && !matches!(self.deed, ActionKind::PlaceBuilding { .. }) {
                let due = acted && !more_to_come && self.deed.player() == Some(owner);
                assert!(
                    !due,
                    "{tile:?} should be delivered to {building:?} by its owner's action (R8)"
                );
            } else {
                let old = stale.contains(&(tile, owner, building));
                assert!(old, "{tile:?} should be delivered to {building:?} (8.4)");
            }
        }
    }

    /// Checks that the winner has the most points, and is named only when six buildings are
    /// complete.
    fn game_ends_when_it_should(&self) {
        if self.after.is_solo() {
            self.solo_game_ends_when_it_should();
            return;
        }
        let Some(winner) = self.after.winner() else {
            return;
        };
        let most = self.after.players().map(|player| self.after.points(player)).max();
        assert_eq!(Some(self.after.points(winner)), most, "the winner has the most points (10.3)");
        assert!(
            self.is_manual() || self.after.completed() >= 6,
            "six completions end the game (10.1)"
        );
        let history = self.after.variants().contains(Variant::ShapingHistory);
        assert!(
            self.after.pending().iter().all(|owed| history && owed.task == Task::FillEvent),
            "only an event card is pending after the end (11.8)"
        );
    }

    /// Checks that a solo game goes through seven cycles, and is won with every building complete
    /// or lost.
    fn solo_game_ends_when_it_should(&self) {
        let (before, after) = (self.before, self.after);
        let unfinished = after.active_buildings().iter().any(|a| !a.completed);
        if after.winner().is_some() {
            assert!(!unfinished, "every building is complete (11.5)");
            assert_eq!(after.loss(), None);
        }
        if let Some(Loss::Unfinished(_)) = after.loss() {
            assert!(unfinished, "a building is not complete (11.5)");
        }
        if after.is_over() {
            assert!(
                after.winner().is_some() != after.loss().is_some(),
                "a solo game is won or lost"
            );
            return;
        }
        let Some(state) = after.solo_state() else {
            return;
        };
        assert!((1..=CYCLES).contains(&state.cycle), "seven cycles (11.2)");
        if let Some(old) = before.solo_state()
            && !self.is_manual()
        {
            let next = old.cycle + u8::from(self.played.events.iter().any(is_new_cycle));
            assert_eq!(state.cycle, next, "a cycle ends with its vote (11.2)");
        }
        for active in after.active_buildings() {
            assert!(
                !(active.completed && active.marker),
                "no marker on a complete building (11.4)"
            );
            let placed = matches!(self.deed, ActionKind::PlaceBuilding { .. });
            let mut olds = before.active_buildings().iter();
            let old = olds.find(|old| old.building == active.building);
            let new_marker = active.marker && old.is_none_or(|old| !old.marker);
            assert!(
                !new_marker || placed || self.is_manual(),
                "markers come with a placed building (11.4)"
            );
        }
        assert!(
            after.players().all(|player| after.controls(player).len() == 8) || after.in_setup()
        );
    }

    /// Checks that a solo player pays the price of a proposal or of the markers, and no token more
    /// than needed.
    fn solo_prices_are_paid(&self) {
        let (before, after) = (self.before, self.after);
        let (price, cause) = match self.deed {
            ActionKind::Pick { building, .. } => {
                let place = before
                    .proposals()
                    .into_iter()
                    .position(|place| place == Some(*building))
                    .expect("only a proposal is picked (11.3)");
                let tokens = 2 + few(before.completed());
                ([0, tokens, 2 * tokens][place], Cause::Proposal(*building))
            }
            ActionKind::PayMarkers { .. } => {
                let marked = before.active_buildings().iter().filter(|a| a.marker);
                let each = 2 * (2 + few(before.completed()));
                let left = after.active_buildings().iter().filter(|a| a.marker);
                assert_eq!(left.count(), 0, "every marker is paid off (11.3)");
                (few(marked.count()) * each, Cause::Markers)
            }
            _ => return,
        };
        let (mut fleeting, mut lasting) = (0, 0);
        for event in &self.played.events {
            match event {
                Event::Change(c) if c.cause == cause && c.quantity == Quantity::Fleeting => {
                    fleeting -= c.by;
                }
                Event::Change(c) if c.cause == cause && c.quantity == Quantity::Lasting => {
                    lasting -= c.by;
                }
                _ => {}
            }
        }
        let surplus = fleeting + 2 * lasting - price;
        assert!(
            surplus == 0 || surplus == 1 && fleeting == 0,
            "{fleeting} fleeting and {lasting} lasting for {price} (11.3, R35)"
        );
    }

    /// Checks that a placed building brings markers to every incomplete building, and that a
    /// delivery removes one.
    fn markers_are_where_they_should_be(&self) {
        if !self.after.is_solo() || self.is_manual() {
            return;
        }
        let placed = matches!(self.deed, ActionKind::PlaceBuilding { .. });
        for active in self.after.active_buildings() {
            let is_delivered = self.played.events.iter().any(|event| {
                matches!(event, Event::Delivered { building, .. } if *building == active.building)
            });
            assert!(!(is_delivered && active.marker), "a delivery takes the marker off (11.4)");
            assert!(
                !placed || active.marker || active.completed || is_delivered,
                "every building that is not complete gets a marker (11.4)"
            );
        }
    }

    /// Checks that only the winner of a game that shapes history fills in the event card.
    fn event_card_is_the_winners(&self) {
        let ActionKind::FillEvent { player, card } = self.deed else {
            let unchanged = self.is_manual() || self.before.event_card() == self.after.event_card();
            assert!(unchanged, "an event card stays as it was filled in (11.8)");
            return;
        };
        assert!(self.after.variants().contains(Variant::ShapingHistory));
        assert_eq!(self.after.winner(), Some(*player), "the winner writes (11.8)");
        assert_eq!(self.after.event_card(), Some(card));
        let mut active = self.after.active_buildings().iter();
        assert!(
            active.any(|active| active.building == card.building),
            "the favourite building is on the map (11.8)"
        );
    }

    /// Checks that achievements score their printed points, once, for those who fulfil them.
    fn achievements_are_scored_once(&self) {
        for event in &self.played.events {
            let Event::Achieved(achievement, players) = event else {
                continue;
            };
            let old = self
                .before
                .achievements()
                .iter()
                .find(|old| old.achievement == *achievement)
                .expect("it is in play");
            assert_eq!(old.scored, None, "an achievement is scored once (11.6)");
            let points = self.after.contents().facts().achievement_points(*achievement);
            for player in players.iter() {
                let cause = Cause::Achievement(*achievement);
                let gained: i32 = self
                    .played
                    .events
                    .iter()
                    .map(|event| match event {
                        Event::Change(c) if c.player == player && c.cause == cause => c.by,
                        _ => 0,
                    })
                    .sum();
                assert_eq!(Ok(gained), points.clone().map(|points| points.0));
            }
        }
        if self.after.variants().contains(Variant::NoWorkers) {
            let mut placed = self.after.players().map(|player| self.after.workers_placed(player));
            assert!(placed.all(|count| count == 0), "no workers (11.7)");
        }
    }
}

/// Converts a count of components in one box.
fn few(count: usize) -> i32 {
    i32::try_from(count).expect("there are few of everything in one box")
}

/// Returns all cards of a player, in hand and played.
fn cards_of(game: &Game, player: PlayerId) -> CardSet {
    game.hand(player).union(game.played_cards(player))
}

fn is_new_cycle(event: &Event) -> bool {
    matches!(event, Event::NewCycle(_))
}

/// Walks through the deliveries and payouts of a step in order, with the table at that moment.
struct Audit<'a> {
    step: &'a Step<'a>,
    stages: Vec<Table>,
    /// The delivery that is to be paid next.
    awaited: Option<(TileRef, BuildingId)>,
    filled: BTreeSet<(BuildingId, ResourceId)>,
    choices: Vec<RuleChoice>,
    /// Number of trades paid for so far.
    trades: usize,
    /// For each built tile: the prerequisites paid, and those without a source.
    built: BTreeMap<TileRef, (BTreeSet<ResourceId>, BTreeSet<ResourceId>)>,
}

impl<'a> Audit<'a> {
    fn new(step: &'a Step<'a>) -> Self {
        Self {
            step,
            stages: step.stages(),
            awaited: None,
            filled: BTreeSet::new(),
            choices: Vec::new(),
            trades: 0,
            built: BTreeMap::new(),
        }
    }

    /// Moves on to the next stage, once the previous one's deliveries are all made and paid.
    fn next_stage(&mut self) {
        let resolved = self.stages.remove(0);
        let game = self.step.after;
        if game.options().contains(TableOption::OnlyOwnerDelivers) || self.step.is_manual() {
            return;
        }
        assert_eq!(self.awaited, None, "a delivery is paid before anything else");
        let stale = if is_asked(self.step.before) {
            Vec::new()
        } else {
            Table::of(self.step.before).open_deliveries()
        };
        let mut open = resolved.open_deliveries();
        open.retain(|delivery| !stale.contains(delivery));
        assert_eq!(open, [], "what comes first is resolved first (R37)");
    }

    /// Records the payment for a trade; after the first trade the next stage begins.
    fn pays_for_trade(&mut self) {
        if self.trades > 0 && self.stages.len() > 1 {
            self.next_stage();
        }
        self.trades += 1;
    }

    /// Puts a token on a space that was open.
    fn fill(&mut self, building: BuildingId, resource: ResourceId) {
        assert_eq!(self.awaited, None, "a delivery is paid before the next");
        assert!(
            self.filled.insert((building, resource)),
            "{resource:?} is delivered twice to {building:?}"
        );
        let spaces = self.step.before.contents().spaces(building);
        let space = spaces
            .iter()
            .position(|space| space.resource == Some(resource))
            .expect("the building asks for what is delivered");
        let mut cards = self.step.before.active_buildings().iter();
        let card = cards.find(|active| active.building == building);
        assert!(
            card.is_none_or(|card| card.delivered[space].is_none()),
            "the space was taken (8.4)"
        );
        for stage in &mut self.stages {
            stage.fill(building, resource);
        }
    }

    /// Records a delivery from a tile that is connected for its owner.
    fn delivered(
        &mut self,
        building: BuildingId,
        resource: ResourceId,
        tile: TileRef,
        owner: Owner,
    ) {
        assert_eq!(tile.resource, resource);
        let there = |stage: &Table| {
            stage.tile(tile).is_some_and(|t| t.owner == Some(owner))
                && reaches(stage, tile, building)
        };
        while self.stages.len() > 1 && !there(&self.stages[0]) {
            self.next_stage();
        }
        assert!(there(&self.stages[0]), "{tile:?} is not connected to {building:?} (8.4)");
        let owner = owner.player().expect("only players deliver (8.4)");
        let own_only = self.step.after.options().contains(TableOption::OnlyOwnerDelivers)
            && !matches!(
                self.step.deed,
                ActionKind::PlaceBuilding { .. } | ActionKind::Choose { .. }
            );
        assert!(!own_only || self.step.deed.player() == Some(owner), "only owners deliver (R8)");
        if let ActionKind::PlaceBuilding { building: placed, .. } = self.step.deed
            && self.step.after.options().contains(TableOption::OnlyOwnerDelivers)
        {
            assert_eq!(building, *placed, "placing a building delivers to it alone (R8)");
        }
        self.fill(building, resource);
        self.awaited = Some((tile, building));
    }

    /// Compares a receipt with the second calculator; returns the points that should move.
    fn paid(&mut self, payout: &Payout) -> [i32; 4] {
        match payout.used {
            PayoutPurpose::Delivery(building) => {
                let paid = (payout.tile, building);
                assert!(
                    self.awaited.is_none_or(|awaited| awaited == paid),
                    "{:?} is paid first",
                    self.awaited
                );
                self.awaited = None;
            }
            PayoutPurpose::Build(tile) => {
                while self.stages.len() > 1 && self.stages[0].tile(tile).is_none() {
                    self.next_stage();
                }
                let without = unpaid(self.step.after, &self.stages[0], tile);
                let (paid, _) = self.built.entry(tile).or_insert((BTreeSet::new(), without));
                assert!(paid.insert(payout.tile.resource), "a prerequisite is paid once (7.1)");
            }
            PayoutPurpose::Prerequisite(_) => panic!("a receipt begins with a build or a delivery"),
        }
        adds_up(payout);
        let ledger = expected_ledger(self.step.after, &self.stages[0], payout);
        self.choices.extend(ledger.choices.iter().copied());
        let gains = payout.gains().0.map(|points| points.0);
        assert_eq!(gains, ledger.gains, "{payout:#?}");
        assert_eq!(payout.total_lost().0, ledger.lost, "{payout:#?}");
        assert_eq!(ledger.gains.iter().sum::<i32>() + ledger.lost, payout.gross.0);
        assert!(ledger.gains.iter().all(|gain| *gain >= 0), "earlier points are touched (R13)");
        ledger.gains
    }

    /// Checks that everything due was paid, unless a choice is still open.
    fn finish(self) {
        let step = self.step;
        let asked = source_is_asked(step.after);
        assert!(self.awaited.is_none() || asked, "{:?} was delivered and not paid", self.awaited);
        for (tile, (paid, without)) in &self.built {
            let recipe = step.after.contents().prerequisites(tile.resource);
            let due: BTreeSet<ResourceId> = recipe
                .iter()
                .map(|needed| needed.resource)
                .filter(|resource| !without.contains(resource))
                .collect();
            assert_eq!(paid, &due, "every prerequisite with a source is paid (7.1)");
        }
        let built: BTreeSet<TileRef> = self.built.keys().copied().collect();
        step.new_buildings_are_paid(&built, asked);
        if !source_is_asked(step.before) && !asked {
            let mut kept = match &step.played.action.kind {
                ActionKind::Overrule { action, .. } => action.choices.clone(),
                _ => step.played.action.choices.clone(),
            };
            kept.retain(|choice| matches!(choice, RuleChoice::Source { .. }));
            assert_eq!(
                kept, self.choices,
                "the record keeps every choice of a source, in order (7.6)"
            );
        }
    }
}

fn number(game: &Game, player: PlayerId, what: Quantity) -> i32 {
    match what {
        Quantity::Points => game.points(player).0,
        Quantity::Money => game.money(player).0,
        Quantity::Fleeting => game.fleeting(player),
        Quantity::Lasting => game.lasting(player),
        Quantity::Income => game.income(player).0,
    }
}

fn owner_of(game: &Game, tile: TileRef) -> Option<Owner> {
    game.map()
        .pieces()
        .find(|(_, piece)| piece.tile() == Some(tile))
        .and_then(|(_, piece)| piece.owner)
}

fn reaches(table: &Table, tile: TileRef, building: BuildingId) -> bool {
    let Some(Owner::Player(owner)) = table.tile(tile).and_then(|tile| tile.owner) else {
        return false;
    };
    let prestige = table.prestige.iter().find(|p| p.building == building);
    prestige.is_some_and(|p| table.connected(owner, tile.footprint.squares(), &p.squares))
}

/// Returns `true` if a choice is open, so that the action before it is not finished.
fn is_asked(game: &Game) -> bool {
    game.pending().iter().any(|owed| matches!(owed.task, Task::Choose(_)))
}

fn source_is_asked(game: &Game) -> bool {
    game.pending().iter().any(|owed| match &owed.task {
        Task::Choose(question) => {
            question.options.iter().any(|option| matches!(option.choice, RuleChoice::Source { .. }))
        }
        _ => false,
    })
}

/// Checks for every payout and every part of it: gross = paid on + lost + kept.
fn adds_up(payout: &Payout) {
    assert_eq!(payout.gross, payout.paid_on + payout.lost + payout.kept, "{payout:#?}");
    assert!(payout.kept.0 >= 0 && payout.paid_on.0 >= 0 && payout.lost.0 >= 0, "{payout:#?}");
    let taken: i32 = payout.parts.iter().map(|part| part.value.0).sum();
    if payout.owner != Owner::Neutral {
        assert_eq!(payout.gross.0, taken + payout.kept.0, "{payout:#?}");
    }
    for part in &payout.parts {
        if let ShareRecipient::Paid(further) | ShareRecipient::Own(further) = &part.to {
            assert_eq!(further.gross, part.value, "{payout:#?}");
            adds_up(further);
        }
    }
}

/// Checks that offered moves are accepted and that changed ones, not offered, are refused.
fn offered_moves_match_accepted_moves(game: &Game, level: CheckLevel) {
    if game.is_over() {
        assert!(game.moves().actions.is_empty(), "no moves after the end");
        return;
    }
    let moves = game.moves();
    let spread = moves.actions.len();
    let seed = u64::from(game.turn_number()) ^ (spread as u64) << 20;
    let mut dice = Dice(seed);
    let (tried, bent) = match level {
        CheckLevel::Full => (spread, 40),
        CheckLevel::Sampled => (spread.min(4), 6),
    };
    for index in 0..tried {
        let action = if tried == spread {
            &moves.actions[index]
        } else {
            &moves.actions[dice.below(spread)]
        };
        if let Err(refusal) = game.play(action) {
            panic!("offered and refused: {action:?}: {refusal:?}");
        }
    }
    for _ in 0..bent {
        let Some(action) = dice.pick(&moves.actions) else {
            return;
        };
        let bent = bend(game, action, &mut dice);
        if let Some(bent) = bent
            && !(moves.is_incomplete && couples_decisions(&bent))
            && !moves
                .actions
                .iter()
                .any(|offered| offered.kind == bent.kind && offered.choices == bent.choices)
            && game.play(&bent).is_ok()
        {
            panic!("not offered and accepted: {bent:?}");
        }
    }
}

/// Returns `true` if a text asked for several decisions, where the list of moves may be truncated.
fn couples_decisions(action: &Action) -> bool {
    match &action.kind {
        ActionKind::Lead { sub_actions, .. } => sub_actions.len() > 1,
        ActionKind::FaceDown { sub_action, .. } | ActionKind::Follow { sub_action, .. } => {
            matches!(sub_action, SubAction::Worker(_, sub_actions) if sub_actions.len() > 1)
        }
        _ => false,
    }
}

/// Returns the same move with one change; `None` if `moves` leaves out such moves.
fn bend(game: &Game, action: &Action, dice: &mut Dice) -> Option<Action> {
    let roads_first = game.pending().iter().any(|owed| matches!(owed.task, Task::Roads(_)));
    let mut action = action.clone();
    let change = dice.below(3);
    match &mut action.kind {
        ActionKind::Lead { player, card, sub_actions } => match change {
            0 => *player = other_player(game, *player, dice),
            1 => *card = Card::Standard(*dice.pick(&StandardCard::ALL)?),
            _ => bend_sub_action(game, sub_actions.first_mut()?, dice)?,
        },
        ActionKind::FaceDown { player, sub_action, .. }
        | ActionKind::Follow { player, sub_action }
        | ActionKind::Bonus { player, sub_action } => {
            if change == 0 {
                *player = other_player(game, *player, dice);
            } else {
                bend_sub_action(game, sub_action, dice)?;
            }
        }
        ActionKind::ExtraRoad { square, .. } | ActionKind::PlaceStart { square, .. } => {
            *square = shifted(game, *square, dice);
        }
        ActionKind::PlaceBuilding { footprint, .. } => *footprint = moved(game, footprint, dice)?,
        ActionKind::ChooseRace { resource, .. } => {
            *resource = Some(ResourceId(u8::try_from(dice.below(8)).ok()?));
        }
        ActionKind::TakeResource { resource, .. } => {
            *resource = ResourceId(u8::try_from(dice.below(8)).ok()?);
        }
        ActionKind::CallVote { player } | ActionKind::Pass { player } if !roads_first => {
            *player = other_player(game, *player, dice);
        }
        _ => return None,
    }
    Some(action)
}

fn bend_sub_action(game: &Game, sub_action: &mut SubAction, dice: &mut Dice) -> Option<()> {
    let resources = game.contents().pack().resources.len();
    match sub_action {
        SubAction::Import(resource, square) | SubAction::ImportAccess(resource, square) => {
            if dice.below(3) == 0 {
                *resource = ResourceId(u8::try_from(dice.below(resources)).ok()?);
            } else {
                *square = shifted(game, *square, dice);
            }
        }
        SubAction::Build(Placement { resource, footprint, roads }) => {
            // On another square the tile may not need the road, which then is a later decision.
            roads.clear();
            if dice.below(3) == 0 {
                *resource = ResourceId(u8::try_from(dice.below(resources)).ok()?);
            } else {
                *footprint = moved(game, footprint, dice)?;
            }
        }
        SubAction::House(square) | SubAction::Bridge(square) | SubAction::Road(square) => {
            *square = shifted(game, *square, dice);
        }
        SubAction::BuyAccess(tile) | SubAction::FreeAccess(tile) => {
            let tiles: Vec<TileRef> = game.tiles().collect();
            *tile = *dice.pick(&tiles)?;
        }
        SubAction::Recruit(adviser) => {
            let count = game.contents().pack().advisers.len();
            adviser.0 = u8::try_from(dice.below(count)).ok()?;
        }
        SubAction::Worker(_, sub_actions) => bend_sub_action(game, sub_actions.first_mut()?, dice)?,
        SubAction::Money => *sub_action = SubAction::Road(shifted(game, Square::new(8, 8), dice)),
        SubAction::Influence => *sub_action = any_sub_action(game, dice)?,
        // Unnamed cards may be taken back by name, and manual changes are free.
        SubAction::ReturnCards(_) | SubAction::ByHand(_) => return None,
    }
    Some(())
}

/// Returns a random sub-action, which the player to act may or may not be allowed.
fn any_sub_action(game: &Game, dice: &mut Dice) -> Option<SubAction> {
    let (columns, rows) = game.board().size();
    let square = Square::new(
        u8::try_from(dice.below(usize::from(columns))).ok()?,
        u8::try_from(dice.below(usize::from(rows))).ok()?,
    );
    let basic = ResourceId(u8::try_from(dice.below(8)).ok()?);
    let tiles: Vec<TileRef> = game.tiles().collect();
    Some(match Category::ALL[dice.below(4)] {
        Category::Trade if dice.below(2) == 0 => SubAction::Import(basic, square),
        Category::Trade => SubAction::BuyAccess(*dice.pick(&tiles)?),
        Category::Construct if dice.below(2) == 0 => SubAction::House(square),
        Category::Construct => SubAction::Bridge(square),
        Category::Recruit => SubAction::Recruit((*dice.pick(&game.adviser_offer())?)?),
        Category::Upgrade => SubAction::Road(square),
    })
}

fn other_player(game: &Game, player: PlayerId, dice: &mut Dice) -> PlayerId {
    let others: Vec<PlayerId> = game.players().filter(|other| *other != player).collect();
    dice.pick(&others).copied().unwrap_or(player)
}

/// Returns a square up to two steps away.
fn shifted(game: &Game, square: Square, dice: &mut Dice) -> Square {
    fn step(from: u8, size: u8, by: usize) -> u8 {
        let to = usize::from(from) + by;
        u8::try_from(to.saturating_sub(2).min(usize::from(size))).unwrap_or(size)
    }
    let (columns, rows) = game.board().size();
    Square::new(step(square.column, columns, dice.below(5)), step(square.row, rows, dice.below(5)))
}

/// Returns the same shape up to two steps away.
fn moved(game: &Game, footprint: &Footprint, dice: &mut Dice) -> Option<Footprint> {
    let first = footprint.squares()[0];
    let to = shifted(game, first, dice);
    let squares: Option<Vec<Square>> = footprint
        .squares()
        .iter()
        .map(|square| {
            let column = (square.column + to.column).checked_sub(first.column)?;
            let row = (square.row + to.row).checked_sub(first.row)?;
            Some(Square::new(column, row))
        })
        .collect();
    Footprint::new(&squares?)
}
