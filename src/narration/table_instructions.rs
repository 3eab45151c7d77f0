//! Table instructions: the moves on the real table for an action, in the order a person makes them.
//!
//! They come from a comparison of two games, so that no difference is missed. Only money, influence
//! and cards that were dealt and removed at once come from the events, for they can change in both
//! directions within one action.

use std::collections::BTreeMap;

use super::{NamedGame, words};
use components::ids::{AchievementId, AdviserId, BuildingId, RaceId, ResourceId, ResourceSet};
use components::quantity::{Money, Points, Quantity};
use components::specs::StandardCard;
use components::square::Square;
use components::tile::Footprint;
use plain_text::{agreeing, counted};
use rules::action::{ActionKind, VoteTile};
use rules::adjustment::{CardPlace, Owner, TileRef, WorkerPlace};
use rules::game::{COMPLETIONS_TO_END, Game, Played};
use rules::map::{Piece, PieceKind};
use rules::player::{Card, CardSet, PlayerId};
use rules::receipt::{Cause, Event, QuantityChange};
use rules::rulebook::Variant;
use rules::task::Task;

/// One move on the real table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PhysicalMove {
    /// The item to move, for an icon next to the text.
    pub what: MovedItem,
    /// The instruction: "road on F7", "income of Human to 5".
    pub text: String,
    /// The squares of the board; empty for a move off the board.
    pub squares: Vec<Square>,
}

/// An item to move, with its destination.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "fields that are named for what they are")]
pub enum MovedItem {
    /// A race mat goes to a player or comes back.
    RaceMat { player: PlayerId, race: RaceId, is_placed: bool },
    /// A resource card goes from one player to another; `None` is the supply.
    ResourceCard { resource: ResourceId, from: Option<PlayerId>, to: Option<PlayerId> },
    /// Cards of a player go from one place to another. An adviser that no player had comes from the
    /// offer, if it was there.
    Cards { player: PlayerId, cards: Vec<Card>, from: CardPlace, to: CardPlace },
    /// Unnamed cards are added face down, or removed if the number is negative.
    FaceDown(PlayerId, i32),
    /// A worker goes to a place or comes back from it.
    Worker { player: PlayerId, place: WorkerPlace, is_placed: bool },
    /// Money changes hands; `None` is the supply.
    Money { from: Option<PlayerId>, to: Option<PlayerId>, amount: Money },
    /// A road is placed or removed.
    Road { square: Square, is_placed: bool },
    /// A tile, house, bridge or prestige building is placed or removed.
    Piece {
        kind: PieceKind,
        at: Footprint,
        /// The owner of the token on it, or of the piece itself.
        owner: Option<Owner>,
        is_placed: bool,
    },
    /// The owner's token on a tile is exchanged.
    Token(TileRef, Owner),
    /// An access token goes under a tile or is removed.
    Access { player: PlayerId, tile: TileRef, is_placed: bool },
    /// The income marker of a player goes to a number.
    Income(PlayerId, Money),
    /// A marker on a player's resource tracker is placed or removed.
    Tracker {
        player: PlayerId,
        resource: ResourceId,
        /// `true` for the space "own", `false` for "access".
        own: bool,
        is_placed: bool,
    },
    /// A delivery token on a space of a building is placed; `None` removes it.
    Delivery {
        building: BuildingId,
        /// The space of the building, counted from 0 on the left.
        space: usize,
        owner: Option<Owner>,
    },
    /// A completion token goes on a building or is removed.
    Completion { building: BuildingId, is_placed: bool },
    /// A neutral marker of a solo game goes on a building or is removed.
    Marker { building: BuildingId, is_placed: bool },
    /// Influence tokens go below the middle and the right proposal of a solo game.
    Prices {
        /// The fleeting influence below the middle proposal.
        middle: i32,
        /// The lasting influence below the right proposal.
        lasting: i32,
    },
    /// An achievement is put above the board, or is scored.
    Achievement { achievement: AchievementId, is_scored: bool },
    /// An achievement goes back into the box.
    AchievementGone(AchievementId),
    /// The event card is filled in and goes into another game, or comes back.
    EventCard { is_placed: bool },
    /// A marker moves on the score track.
    Score(PlayerId, Points),
    /// Influence tokens are taken, or returned if the number is negative.
    Influence(PlayerId, Quantity, i32),
    /// The discarded proposals are shuffled.
    Shuffle,
    /// A proposal moves between places, counted from 0; `None` is a place outside the proposals.
    Proposal { building: BuildingId, from: Option<usize>, to: Option<usize> },
    /// An adviser moves between places of the offer, counted from 0; `None` is not on offer.
    Adviser { adviser: AdviserId, from: Option<usize>, to: Option<usize> },
}

/// Returns the moves for a played action, in order.
pub fn instructions(before: NamedGame<'_>, played: &Played) -> Vec<PhysicalMove> {
    let action_kind = Some(played.action.kind_without_overrules());
    steps(InstructionBuilder {
        before,
        after: before.with_game(&played.game),
        events: &played.events,
        action_kind,
        steps: Vec::new(),
    })
}

/// Returns the moves that turn one table into another of the same game, as after an undo or a
/// repair. No move is redundant, however many entries are between the two.
pub fn undo_instructions(before: NamedGame<'_>, after: &Game) -> Vec<PhysicalMove> {
    let mut events = Vec::new();
    for player in after.players() {
        for quantity in [Quantity::Money, Quantity::Fleeting, Quantity::Lasting] {
            let by = after.number(player, quantity) - before.game().number(player, quantity);
            if by != 0 {
                events.push(Event::Change(QuantityChange {
                    player,
                    quantity,
                    by,
                    cause: Cause::Referee,
                }));
            }
        }
    }
    steps(InstructionBuilder {
        before,
        after: before.with_game(after),
        events: &events,
        action_kind: None,
        steps: Vec::new(),
    })
}

fn steps(mut list: InstructionBuilder<'_>) -> Vec<PhysicalMove> {
    list.mats();
    list.cards();
    list.workers();
    list.pay(true);
    list.roads();
    list.pieces();
    list.pay(false);
    list.trackers();
    list.deliveries();
    list.solo();
    list.achievements();
    list.score();
    list.influence();
    list.proposals();
    list.advisers();
    list.steps
}

struct InstructionBuilder<'a> {
    before: NamedGame<'a>,
    after: NamedGame<'a>,
    events: &'a [Event],
    /// The action; `None` for an undo or a repair.
    action_kind: Option<&'a ActionKind>,
    steps: Vec<PhysicalMove>,
}

impl InstructionBuilder<'_> {
    fn step(&mut self, what: MovedItem, text: String, squares: &[Square]) {
        self.steps.push(PhysicalMove { what, text, squares: squares.to_vec() });
    }

    fn who(&self, player: PlayerId) -> String {
        self.after.label(player)
    }

    fn resource(&self, resource: ResourceId) -> String {
        self.after.game().contents().resource_name(resource).to_owned()
    }

    fn building(&self, building: BuildingId) -> String {
        self.after.game().contents().building_name(building).to_owned()
    }

    /// Adds race mats and resource cards.
    fn mats(&mut self) {
        for player in self.after.game().players() {
            if let Some(race) = self.after.game().race(player)
                && self.before.game().race(player) != Some(race)
            {
                let text = format!(
                    "{} mat to {}",
                    self.after.game().contents().race_name(race),
                    self.after.game().player_name(player)
                );
                self.step(MovedItem::RaceMat { player, race, is_placed: true }, text, &[]);
            }
            if let Some(race) = self.before.game().race(player)
                && self.after.game().race(player) != Some(race)
            {
                let name = self.after.game().contents().race_name(race);
                let text =
                    format!("{name} mat back from {}", self.after.game().player_name(player));
                self.step(MovedItem::RaceMat { player, race, is_placed: false }, text, &[]);
            }
        }
        for resource in self.after.game().contents().resources() {
            let (from, to) =
                (self.before.game().controller(resource), self.after.game().controller(resource));
            if from == to {
                continue;
            }
            let name = self.resource(resource);
            let text = match (from, to) {
                (Some(from), Some(to)) => {
                    format!("{name} card from {} to {}", self.who(from), self.who(to))
                }
                (None, Some(to)) => format!("{name} card to {}", self.who(to)),
                (Some(from), None) => format!("{name} card of {} to the supply", self.who(from)),
                (None, None) => continue,
            };
            self.step(MovedItem::ResourceCard { resource, from, to }, text, &[]);
        }
    }

    /// Adds cards in hand and in front of the players.
    fn cards(&mut self) {
        for player in self.after.game().players() {
            let mut moved: BTreeMap<(u8, u8), Vec<Card>> = BTreeMap::new();
            for card in all_cards(self.before.game(), player)
                .union(all_cards(self.after.game(), player))
                .iter()
            {
                let (from, to) = (
                    place_of(self.before.game(), player, card),
                    place_of(self.after.game(), player, card),
                );
                if from != to {
                    moved.entry((from as u8, to as u8)).or_default().push(card);
                }
            }
            for cards in moved.into_values() {
                let (from, to) = (
                    place_of(self.before.game(), player, cards[0]),
                    place_of(self.after.game(), player, cards[0]),
                );
                let text = self.cards_text(player, &cards, from, to);
                self.step(MovedItem::Cards { player, cards, from, to }, text, &[]);
            }
            let by = unnamed_cards(self.after.game(), player)
                - unnamed_cards(self.before.game(), player);
            let size = by.unsigned_abs() as usize;
            let (who, cards) = (self.who(player), counted(size, "card", "cards"));
            if by > 0 {
                let text = format!("{cards} face down to {who}'s played cards");
                self.step(MovedItem::FaceDown(player, by), text, &[]);
            } else if by < 0 {
                let text = format!("{cards} lying face down back to {who}'s hand");
                self.step(MovedItem::FaceDown(player, by), text, &[]);
            }
        }
    }

    fn cards_text(
        &self,
        player: PlayerId,
        cards: &[Card],
        from: CardPlace,
        to: CardPlace,
    ) -> String {
        let names = words::cards(self.after.game(), cards);
        let noun = agreeing(cards.len(), "card", "cards");
        let who = self.who(player);
        match (from, to) {
            (_, CardPlace::Played) => {
                let down = matches!(self.action_kind, Some(ActionKind::FaceDown { .. }));
                let face = if down { "down" } else { "up" };
                format!("{noun} {names} face {face} to {who}'s played cards")
            }
            (CardPlace::Gone, CardPlace::Hand) => {
                let offer = self.before.game().adviser_offer();
                let offered = cards.iter().all(|&card| match card {
                    Card::Adviser(adviser) => offer.contains(&Some(adviser)),
                    Card::Standard(_) => false,
                });
                let from = if offered { " from the offer" } else { "" };
                format!("{noun} {names}{from} to {who}'s hand")
            }
            (CardPlace::Hand | CardPlace::Played, CardPlace::Hand) => {
                format!("{noun} {names} back to {who}'s hand")
            }
            (_, CardPlace::Gone) if matches!(self.action_kind, Some(ActionKind::Lead { .. })) => {
                format!("{noun} {names} out of the game once its text is carried out")
            }
            (_, CardPlace::Gone) => format!("{noun} {names} away from {who}"),
        }
    }

    fn workers(&mut self) {
        let (old, new) = (worker_places(self.before.game()), worker_places(self.after.game()));
        for &(player, place) in old.iter().filter(|place| !new.contains(place)) {
            let text = format!(
                "worker of {} back from {}",
                self.who(player),
                words::worker_place(self.after.game(), place)
            );
            self.step(MovedItem::Worker { player, place, is_placed: false }, text, &[]);
        }
        for &(player, place) in new.iter().filter(|place| !old.contains(place)) {
            let text = format!(
                "worker of {} on {}",
                self.who(player),
                words::worker_place(self.after.game(), place)
            );
            self.step(MovedItem::Worker { player, place, is_placed: true }, text, &[]);
        }
    }

    /// Adds money that players pay (`paying`), or that they take from the supply.
    fn pay(&mut self, paying: bool) {
        let mut transfers = Transfers::default();
        let mut last_paid = None;
        for event in self.events {
            let Event::Change(change) = event else {
                continue;
            };
            if change.quantity != Quantity::Money {
                continue;
            }
            let between = matches!(change.cause, Cause::AccessPrice(_) | Cause::ImportCost(_));
            match last_paid.take() {
                // A payment for a tile of another player goes directly to that player.
                Some((payer, cause, by)) if (cause, by) == (change.cause, -change.by) => {
                    transfers.add(Some(payer), Some(change.player), change.by);
                    transfers.add(Some(payer), None, -change.by);
                }
                Some(_) | None if change.by < 0 => {
                    if between {
                        last_paid = Some((change.player, change.cause, change.by));
                    }
                    transfers.add(Some(change.player), None, -change.by);
                }
                Some(_) | None => transfers.add(None, Some(change.player), change.by),
            }
        }
        for (from, to, by) in transfers.0 {
            if by == 0 || from.is_some() != paying {
                continue;
            }
            let amount = Money(by);
            let text = match (from, to) {
                (Some(from), Some(to)) => {
                    format!("{} pays {amount} to {}", self.who(from), self.who(to))
                }
                (Some(from), None) if self.action_kind.is_none() => {
                    format!("{} returns {amount}", self.who(from))
                }
                (None, Some(to)) if self.action_kind.is_none() => {
                    format!("{} takes {amount} back", self.who(to))
                }
                (Some(from), None) => format!("{} pays {amount} to the supply", self.who(from)),
                (None, Some(to)) => format!("{} takes {amount} from the supply", self.who(to)),
                (None, None) => continue,
            };
            self.step(MovedItem::Money { from, to, amount }, text, &[]);
        }
    }

    fn roads(&mut self) {
        let (before, after) = (self.before, self.after);
        for square in after.game().board().squares() {
            match (has_road(before.game(), square), has_road(after.game(), square)) {
                (false, true) => {
                    self.step(
                        MovedItem::Road { square, is_placed: true },
                        format!("road on {square}"),
                        &[square],
                    );
                }
                (true, false) => {
                    let text = format!("road on {square} taken away");
                    self.step(MovedItem::Road { square, is_placed: false }, text, &[square]);
                }
                (true, true) | (false, false) => {}
            }
        }
    }

    /// Adds tiles, houses, bridges and prestige buildings, with the tokens on them.
    fn pieces(&mut self) {
        let (before, after) = (self.before, self.after);
        for (_, piece) in before.game().map().pieces() {
            if after.game().find_same_piece(piece).is_none() {
                self.piece(before, piece, false);
                for player in piece.access.iter() {
                    self.access(player, piece, false);
                }
            }
        }
        for (_, piece) in after.game().map().pieces() {
            let old = before.game().find_same_piece(piece);
            if old.is_none() {
                self.piece(after, piece, true);
            }
            let Some(tile) = piece.tile() else {
                continue;
            };
            if let Some(owner) = piece.owner
                && old.is_some_and(|old| old.owner != piece.owner)
            {
                let token = words::token(after, "token", owner);
                let text = format!("{token} on top of {}", words::tile(after.game(), tile));
                self.step(MovedItem::Token(tile, owner), text, tile.footprint.squares());
            }
            let old_access = old.map(|old| old.access).unwrap_or_default();
            for player in piece.access.without(old_access).iter() {
                self.access(player, piece, true);
            }
            for player in old_access.without(piece.access).iter() {
                self.access(player, piece, false);
            }
        }
    }

    fn piece(&mut self, named: NamedGame<'_>, piece: &Piece, is_placed: bool) {
        let contents = named.game().contents();
        let at = piece.footprint;
        let what = match piece.kind {
            PieceKind::Resource(resource) => {
                let name = contents.resource_name(resource);
                let stall = contents.prerequisites(resource).is_empty();
                format!("{name} {}", if stall { "stall" } else { "building" })
            }
            PieceKind::House => words::owned(named, "house", piece.owner),
            PieceKind::Bridge(_) => {
                let what = words::bridge_or_gate(named.game(), at.first());
                words::owned(named, what, piece.owner)
            }
            PieceKind::Prestige(building) => contents.building_name(building).to_owned(),
            PieceKind::Removed => return,
        };
        let text = match (is_placed, piece.kind) {
            (false, _) => format!("{what} on {at} taken away"),
            (true, PieceKind::Resource(_)) => {
                let token = words::owned(named, "token", piece.owner);
                format!("{what} on {at}, {token} on top")
            }
            (true, PieceKind::Prestige(_))
                if named.game().variants().contains(Variant::NoWorkers) =>
            {
                format!("{what} on {at}, its card out of the game")
            }
            (true, PieceKind::Prestige(_)) => {
                format!("{what} on {at}, its card to the active buildings")
            }
            (true, PieceKind::House | PieceKind::Bridge(_) | PieceKind::Removed) => {
                format!("{what} on {at}")
            }
        };
        let moved = MovedItem::Piece { kind: piece.kind, at, owner: piece.owner, is_placed };
        self.step(moved, text, at.squares());
    }

    fn access(&mut self, player: PlayerId, piece: &Piece, is_placed: bool) {
        let Some(tile) = piece.tile() else {
            return;
        };
        let (who, name) = (self.who(player), words::tile(self.after.game(), tile));
        let text = if is_placed {
            format!("access token of {who} under {name}")
        } else {
            format!("access token of {who} away from {name}")
        };
        self.step(MovedItem::Access { player, tile, is_placed }, text, tile.footprint.squares());
    }

    /// Adds income and the resource tracker.
    fn trackers(&mut self) {
        let (before, after) = (self.before, self.after);
        for player in after.game().players() {
            for own in [true, false] {
                let old = tracked(before.game(), player, own);
                let new = tracked(after.game(), player, own);
                for resource in new.without(old).iter() {
                    self.tracker(player, resource, own, true);
                }
                for resource in old.without(new).iter() {
                    self.tracker(player, resource, own, false);
                }
            }
            let income = after.game().income(player);
            if before.game().income(player) != income {
                let text = format!("income of {} to {}", self.who(player), income.0);
                self.step(MovedItem::Income(player, income), text, &[]);
            }
        }
    }

    fn tracker(&mut self, player: PlayerId, resource: ResourceId, own: bool, is_placed: bool) {
        let space = if own { "owned" } else { "accessed" };
        let (who, name) = (self.who(player), self.resource(resource));
        let verb = if is_placed { "marked" } else { "no longer marked" };
        let text = format!("{name} {verb} as {space} on the tracker of {who}");
        let moved = MovedItem::Tracker { player, resource, own, is_placed };
        self.step(moved, text, &[]);
    }

    /// Adds delivery and completion tokens.
    fn deliveries(&mut self) {
        let (before, after) = (self.before, self.after);
        // The tokens of a building that is removed from the map go with it.
        for active in after.game().active_buildings() {
            let building = active.building;
            let squares = after.game().map().piece(active.piece).footprint;
            let old = before.game().active_card(building);
            for (space, &owner) in active.delivered.iter().enumerate() {
                if old.is_some_and(|old| old.delivered[space] == owner)
                    || old.is_none() && owner.is_none()
                {
                    continue;
                }
                let resource = after
                    .game()
                    .contents()
                    .spaces(building)
                    .get(space)
                    .and_then(|space| space.resource)
                    .map_or("a resource".to_owned(), |resource| self.resource(resource));
                let place = format!("{resource} of {}", self.building(building));
                let text = match owner {
                    Some(owner) => {
                        format!("{} on {place}", words::token(after, "delivery token", owner))
                    }
                    None => format!("delivery token on {place} taken away"),
                };
                let moved = MovedItem::Delivery { building, space, owner };
                self.step(moved, text, squares.squares());
            }
            let was = old.is_some_and(|old| old.completed);
            if active.completed && !was {
                let number = after.game().completed();
                let of = if after.game().is_solo() {
                    String::new()
                } else {
                    format!(" of {COMPLETIONS_TO_END}")
                };
                let text = format!(
                    "completion token on {}, number {number}{of}",
                    self.building(building),
                );
                self.step(
                    MovedItem::Completion { building, is_placed: true },
                    text,
                    squares.squares(),
                );
            } else if was && !active.completed {
                let text = format!("completion token off {}", self.building(building));
                self.step(
                    MovedItem::Completion { building, is_placed: false },
                    text,
                    squares.squares(),
                );
            }
        }
    }

    /// Adds the items of a solo game: neutral markers, and the tokens below two proposals.
    fn solo(&mut self) {
        let (before, after) = (self.before, self.after);
        if !after.game().is_solo() {
            return;
        }
        for active in after.game().active_buildings() {
            let building = active.building;
            let old = before.game().active_card(building).is_some_and(|old| old.marker);
            if old == active.marker {
                continue;
            }
            let squares = after.game().map().piece(active.piece).footprint;
            let name = self.building(building);
            let text = if active.marker {
                format!("neutral marker on {name}")
            } else {
                format!("neutral marker off {name}")
            };
            let moved = MovedItem::Marker { building, is_placed: active.marker };
            self.step(moved, text, squares.squares());
        }
        let (middle, right) = (after.game().solo_price(1), after.game().solo_price(2));
        if before.game().solo_price(1) != middle {
            let lasting = right / 2;
            let text = format!(
                "below the proposals: {middle} fleeting influence in the middle, {lasting} lasting on the right"
            );
            self.step(MovedItem::Prices { middle, lasting }, text, &[]);
        }
    }

    /// Adds achievements and the event card.
    fn achievements(&mut self) {
        let (before, after) = (self.before, self.after);
        for in_play in after.game().achievements() {
            let mut olds = before.game().achievements().iter();
            let old = olds.find(|old| old.achievement == in_play.achievement);
            let name = after.game().contents().achievement_name(in_play.achievement);
            let moved = MovedItem::Achievement {
                achievement: in_play.achievement,
                is_scored: in_play.scored.is_some(),
            };
            if old.is_none() {
                self.step(moved, format!("achievement {name} above the board"), &[]);
            } else if in_play.scored.is_some() && old.is_some_and(|old| old.scored.is_none()) {
                self.step(moved, format!("achievement {name} scored"), &[]);
            } else if in_play.scored.is_none() && old.is_some_and(|old| old.scored.is_some()) {
                self.step(moved, format!("achievement {name} no longer scored"), &[]);
            }
        }
        for gone in before.game().achievements() {
            let mut news = after.game().achievements().iter();
            if news.all(|new| new.achievement != gone.achievement) {
                let name = before.game().contents().achievement_name(gone.achievement);
                let text = format!("achievement {name} back into the box");
                self.step(MovedItem::AchievementGone(gone.achievement), text, &[]);
            }
        }
        if let Some(card) = after.game().event_card()
            && before.game().event_card().is_none()
        {
            let text = format!(
                "event card filled in: 1. {}, 2. {}, 3. {}; then into the city events of Gloomhaven",
                self.building(card.building),
                card.district,
                card.governing_body
            );
            self.step(MovedItem::EventCard { is_placed: true }, text, &[]);
        } else if before.game().event_card().is_some() && after.game().event_card().is_none() {
            let text = "event card as it was before it was filled in".to_owned();
            self.step(MovedItem::EventCard { is_placed: false }, text, &[]);
        }
    }

    fn score(&mut self) {
        for player in self.after.game().players() {
            let by = self.after.game().points(player) - self.before.game().points(player);
            if by != Points::ZERO {
                let direction = if by.0 > 0 { "forward" } else { "back" };
                let size = by.0.unsigned_abs();
                let text = format!("{} {direction} {size} on the score track", self.who(player));
                self.step(MovedItem::Score(player, by), text, &[]);
            }
        }
    }

    /// Adds influence taken and influence returned, as separate moves.
    fn influence(&mut self) {
        for player in self.after.game().players() {
            for what in [Quantity::Fleeting, Quantity::Lasting] {
                let (mut taken, mut given) = (0, 0);
                for event in self.events {
                    if let Event::Change(change) = event
                        && (change.player, change.quantity) == (player, what)
                    {
                        taken += change.by.max(0);
                        given += change.by.min(0);
                    }
                }
                for by in [taken, given] {
                    let size = words::quantity(what, by.unsigned_abs());
                    let text = if by > 0 {
                        format!("{} takes {size}", self.who(player))
                    } else {
                        format!("{} gives {size} back", self.who(player))
                    };
                    if by != 0 {
                        self.step(MovedItem::Influence(player, what, by), text, &[]);
                    }
                }
            }
        }
    }

    fn proposals(&mut self) {
        let (old, new) = (self.before.game().proposals(), self.after.game().proposals());
        if self.events.contains(&Event::Reshuffled) {
            let text = "discarded proposals shuffled into a new deck".to_owned();
            self.step(MovedItem::Shuffle, text, &[]);
        }
        for (from, &card) in old.iter().enumerate() {
            if let Some(card) = card
                && place_among(&new, card).is_none()
            {
                let text = self.proposal_gone(card);
                let moved = MovedItem::Proposal { building: card, from: Some(from), to: None };
                self.step(moved, text, &[]);
            }
        }
        // Cards that were dealt and removed at once.
        for event in self.events {
            if let Event::FitsNowhere(card) | Event::SameType(card) = *event
                && place_among(&old, card).is_none()
                && place_among(&new, card).is_none()
            {
                let text = self.proposal_gone(card);
                let moved = MovedItem::Proposal { building: card, from: None, to: None };
                self.step(moved, text, &[]);
            }
        }
        for (to, card) in new.into_iter().enumerate() {
            let Some(card) = card else {
                continue;
            };
            let from = place_among(&old, card);
            if from != Some(to) {
                let tile = if self.after.game().is_solo() {
                    // Without vote tiles, a place is named by its position.
                    ["left", "middle", "right"][to.min(2)]
                } else {
                    words::vote_tile(VoteTile::ALL[to.min(2)])
                };
                let text = format!("proposal {} to the {tile}", self.building(card));
                let moved = MovedItem::Proposal { building: card, from, to: Some(to) };
                self.step(moved, text, &[]);
            }
        }
    }

    /// Describes the move of a card that is no longer a proposal.
    fn proposal_gone(&self, card: BuildingId) -> String {
        let name = self.building(card);
        let events = self.events;
        let to_be_placed = self
            .after
            .game()
            .pending()
            .iter()
            .any(|decision| decision.task == Task::PlaceBuilding(card));
        let is_active = self.after.game().active_card(card).is_some();
        let is_position = matches!(self.action_kind, None | Some(ActionKind::Position(_)));
        if events.contains(&Event::FitsNowhere(card)) {
            format!("proposal {name} out of the game")
        } else if events.contains(&Event::SameType(card)) {
            format!("proposal {name} on top of the deck")
        } else if to_be_placed || is_active {
            format!("proposal {name} off the board, to be placed")
        } else if is_position {
            format!("proposal {name} back to the deck")
        } else {
            format!("proposal {name} to the discards")
        }
    }

    fn advisers(&mut self) {
        let (old, new) = (self.before.game().adviser_offer(), self.after.game().adviser_offer());
        for (from, &card) in old.iter().enumerate() {
            let Some(adviser) = card else {
                continue;
            };
            // A recruited adviser is among the cards.
            let with_a_player = self.after.game().players().any(|player| {
                place_of(self.after.game(), player, Card::Adviser(adviser)) != CardPlace::Gone
            });
            if place_among(&new, adviser).is_none() && !with_a_player {
                let name = self.after.game().contents().adviser_name(adviser);
                let text = format!("{name} off the adviser offer");
                let moved = MovedItem::Adviser { adviser, from: Some(from), to: None };
                self.step(moved, text, &[]);
            }
        }
        for (to, card) in new.into_iter().enumerate() {
            let Some(adviser) = card else {
                continue;
            };
            let from = place_among(&old, adviser);
            if from == Some(to) {
                continue;
            }
            let name = self.after.game().contents().adviser_name(adviser);
            let text = match from {
                Some(_) => format!("{name} to place {} of the adviser offer", to + 1),
                None => format!("{name} dealt to place {} of the adviser offer", to + 1),
            };
            let moved = MovedItem::Adviser { adviser, from, to: Some(to) };
            self.step(moved, text, &[]);
        }
    }
}

/// Sums of money by payer and recipient; `None` is the supply.
#[derive(Default)]
struct Transfers(Vec<(Option<PlayerId>, Option<PlayerId>, i32)>);

impl Transfers {
    fn add(&mut self, from: Option<PlayerId>, to: Option<PlayerId>, by: i32) {
        match self.0.iter_mut().find(|sum| (sum.0, sum.1) == (from, to)) {
            Some(sum) => sum.2 += by,
            None => self.0.push((from, to, by)),
        }
    }
}

fn unnamed_cards(game: &Game, player: PlayerId) -> i32 {
    i32::try_from(game.unnamed_cards(player)).unwrap_or(0)
}

fn worker_places(game: &Game) -> Vec<(PlayerId, WorkerPlace)> {
    let mut found = Vec::new();
    for player in game.players().filter(|&player| game.worker_on_race(player)) {
        found.push((player, WorkerPlace::Race));
    }
    for active in game.active_buildings() {
        if let Some(player) = active.worker {
            found.push((player, WorkerPlace::Building(active.building)));
        }
    }
    found
}

fn has_road(game: &Game, square: Square) -> bool {
    game.road_state(square) == Some(true)
}

/// Returns the resources marked on a player's tracker as owned (`own`) or as accessed.
fn tracked(game: &Game, player: PlayerId, own: bool) -> ResourceSet {
    if own { game.owns(player) } else { game.access(player).map(|tile| tile.resource).collect() }
}

/// Returns the place of a card among those on offer, counted from 0.
fn place_among<T: Copy + PartialEq>(places: &[Option<T>], card: T) -> Option<usize> {
    places.iter().position(|&place| place == Some(card))
}

/// Returns every card of a player, Call to Vote included.
fn all_cards(game: &Game, player: PlayerId) -> CardSet {
    let vote = [Card::Standard(StandardCard::CallToVote)].into_iter().collect();
    game.hand(player).union(game.played_cards(player)).union(vote)
}

/// Returns the place of a card of a player. An unnamed face-down card may still be in the hand
/// here, and is counted separately; Call to Vote is in front of its player during the vote.
fn place_of(game: &Game, player: PlayerId, card: Card) -> CardPlace {
    let vote = card == Card::Standard(StandardCard::CallToVote);
    if game.hand(player).contains(card) {
        CardPlace::Hand
    } else if game.played_cards(player).contains(card) || vote {
        CardPlace::Played
    } else {
        CardPlace::Gone
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::sample;
    use super::*;

    /// A model of the real table: items with their places, and numbers.
    #[derive(Clone, Debug, Default, PartialEq)]
    struct TableState {
        items: BTreeSet<String>,
        numbers: BTreeMap<String, i32>,
    }

    impl TableState {
        fn of(game: &Game) -> Self {
            let mut table = Self::default();
            let items = &mut table.items;
            for square in game.board().squares() {
                if game.road_state(square) == Some(true) {
                    items.insert(format!("road {square}"));
                }
            }
            for (_, piece) in game.map().pieces() {
                items.insert(item(piece.kind, &piece.footprint));
                if let Some(owner) = piece.owner {
                    items.insert(format!("owner {:?} {owner:?}", piece.footprint));
                }
                for player in piece.access.iter() {
                    items.insert(format!("access {:?} {player:?}", piece.footprint));
                }
            }
            for active in game.active_buildings() {
                let building = active.building;
                for (space, owner) in active.delivered.iter().enumerate() {
                    if let Some(owner) = owner {
                        items.insert(format!("delivery {building:?} {space} {owner:?}"));
                    }
                }
                if let Some(player) = active.worker {
                    let place = WorkerPlace::Building(building);
                    items.insert(format!("worker {player:?} {place:?}"));
                }
                if active.marker {
                    items.insert(format!("marker {building:?}"));
                }
                if active.completed {
                    items.insert(format!("completed {building:?}"));
                }
            }
            for in_play in game.achievements() {
                let (achievement, scored) = (in_play.achievement, in_play.scored.is_some());
                items.insert(format!("achievement {achievement:?} {scored}"));
            }
            if game.event_card().is_some() {
                items.insert("event card".to_owned());
            }
            for (place, card) in game.proposals().iter().enumerate() {
                if let Some(card) = card {
                    items.insert(format!("proposal {place} {card:?}"));
                }
            }
            for (place, card) in game.adviser_offer().iter().enumerate() {
                if let Some(card) = card {
                    items.insert(format!("offer {place} {card:?}"));
                }
            }
            for player in game.players() {
                let who = format!("{player:?}");
                for card in game.hand(player).iter() {
                    items.insert(format!("{who} Hand {card:?}"));
                }
                for card in game.played_cards(player).iter() {
                    items.insert(format!("{who} Played {card:?}"));
                }
                let vote = Card::Standard(StandardCard::CallToVote);
                if !game.hand(player).contains(vote) {
                    items.insert(format!("{who} Played {vote:?}"));
                }
                for resource in game.controls(player).iter() {
                    items.insert(format!("{who} controls {resource:?}"));
                }
                for resource in game.owns(player).iter() {
                    items.insert(format!("{who} tracks {resource:?} true"));
                }
                for tile in game.access(player) {
                    items.insert(format!("{who} tracks {:?} false", tile.resource));
                }
                if game.worker_on_race(player) {
                    items.insert(format!("worker {player:?} {:?}", WorkerPlace::Race));
                }
                if let Some(race) = game.race(player) {
                    items.insert(format!("{who} is {race:?}"));
                }
                let unnamed = i32::try_from(game.unnamed_cards(player)).expect("few cards");
                let numbers = [
                    ("points", game.points(player).0),
                    ("money", game.money(player).0),
                    ("fleeting influence", game.fleeting(player)),
                    ("lasting influence", game.lasting(player)),
                    ("income", game.income(player).0),
                    ("unnamed", unnamed),
                ];
                for (what, number) in numbers {
                    table.numbers.insert(format!("{who} {what}"), number);
                }
            }
            table
        }

        #[expect(clippy::needless_pass_by_value, reason = "every call makes its text for this")]
        fn put(&mut self, item: String, there: bool) {
            let new =
                if there { self.items.insert(item.clone()) } else { self.items.remove(&item) };
            assert!(new, "twice: {item}");
        }

        /// Removes every item whose name starts with `head`.
        fn take(&mut self, head: &str) {
            self.items.retain(|item| !item.starts_with(head));
        }

        /// Removes the tokens of a removed building.
        fn clear(&mut self, building: BuildingId) {
            for what in ["delivery", "completed", "marker"] {
                self.take(&format!("{what} {building:?}"));
            }
        }

        fn add(&mut self, player: PlayerId, what: &str, by: i32) {
            *self.numbers.entry(format!("{player:?} {what}")).or_default() += by;
        }

        /// Makes the move of a step.
        #[expect(clippy::too_many_lines, reason = "one arm for every kind of step")]
        fn follow(&mut self, step: &PhysicalMove) {
            match &step.what {
                MovedItem::RaceMat { player, race, is_placed } => {
                    self.put(format!("{player:?} is {race:?}"), *is_placed);
                }
                MovedItem::ResourceCard { resource, from, to } => {
                    if let Some(from) = from {
                        self.put(format!("{from:?} controls {resource:?}"), false);
                    }
                    if let Some(to) = to {
                        self.put(format!("{to:?} controls {resource:?}"), true);
                    }
                }
                MovedItem::Cards { player, cards, from, to } => {
                    for card in cards {
                        if let (CardPlace::Gone, Card::Adviser(adviser)) = (from, card) {
                            let tail = format!(" {adviser:?}");
                            self.items.retain(|item| {
                                !(item.starts_with("offer ") && item.ends_with(&tail))
                            });
                        }
                        if *from != CardPlace::Gone {
                            self.put(format!("{player:?} {from:?} {card:?}"), false);
                        }
                        if *to != CardPlace::Gone {
                            self.put(format!("{player:?} {to:?} {card:?}"), true);
                        }
                    }
                }
                MovedItem::FaceDown(player, by) => self.add(*player, "unnamed", *by),
                MovedItem::Worker { player, place, is_placed } => {
                    self.put(format!("worker {player:?} {place:?}"), *is_placed);
                }
                MovedItem::Money { from, to, amount } => {
                    if let Some(from) = from {
                        self.add(*from, "money", -amount.0);
                    }
                    if let Some(to) = to {
                        self.add(*to, "money", amount.0);
                    }
                }
                MovedItem::Road { square, is_placed } => {
                    self.put(format!("road {square}"), *is_placed);
                }
                MovedItem::Piece { kind, at, owner, is_placed } => {
                    self.put(item(*kind, at), *is_placed);
                    if let (PieceKind::Prestige(building), false) = (kind, is_placed) {
                        self.clear(*building);
                    }
                    if let Some(owner) = owner {
                        self.put(format!("owner {at:?} {owner:?}"), *is_placed);
                    }
                }
                MovedItem::Token(tile, owner) => {
                    self.take(&format!("owner {:?} ", tile.footprint));
                    self.put(format!("owner {:?} {owner:?}", tile.footprint), true);
                }
                MovedItem::Access { player, tile, is_placed } => {
                    self.put(format!("access {:?} {player:?}", tile.footprint), *is_placed);
                }
                MovedItem::Income(player, to) => {
                    self.numbers.insert(format!("{player:?} income"), to.0);
                }
                MovedItem::Tracker { player, resource, own, is_placed } => {
                    self.put(format!("{player:?} tracks {resource:?} {own}"), *is_placed);
                }
                MovedItem::Delivery { building, space, owner } => {
                    let head = format!("delivery {building:?} {space} ");
                    self.take(&head);
                    if let Some(owner) = owner {
                        self.put(format!("{head}{owner:?}"), true);
                    }
                }
                MovedItem::Completion { building, is_placed } => {
                    self.put(format!("completed {building:?}"), *is_placed);
                }
                MovedItem::Marker { building, is_placed } => {
                    self.put(format!("marker {building:?}"), *is_placed);
                }
                MovedItem::Achievement { achievement, is_scored } => {
                    self.take(&format!("achievement {achievement:?} "));
                    self.put(format!("achievement {achievement:?} {is_scored}"), true);
                }
                MovedItem::AchievementGone(achievement) => {
                    self.take(&format!("achievement {achievement:?} "));
                }
                MovedItem::EventCard { is_placed } => self.put("event card".to_owned(), *is_placed),
                MovedItem::Score(player, by) => self.add(*player, "points", by.0),
                MovedItem::Influence(player, what, by) => self.add(*player, what.name(), *by),
                MovedItem::Prices { .. } | MovedItem::Shuffle => {}
                MovedItem::Proposal { building, from, to } => {
                    if let Some(from) = from {
                        self.put(format!("proposal {from} {building:?}"), false);
                    }
                    if let Some(to) = to {
                        self.put(format!("proposal {to} {building:?}"), true);
                    }
                }
                MovedItem::Adviser { adviser, from, to } => {
                    if let Some(from) = from {
                        self.put(format!("offer {from} {adviser:?}"), false);
                    }
                    if let Some(to) = to {
                        self.put(format!("offer {to} {adviser:?}"), true);
                    }
                }
            }
        }
    }

    fn item(kind: PieceKind, at: &Footprint) -> String {
        match kind {
            PieceKind::Bridge(_) => format!("bridge {at:?}"),
            PieceKind::Resource(_)
            | PieceKind::House
            | PieceKind::Prestige(_)
            | PieceKind::Removed => format!("{kind:?} {at:?}"),
        }
    }

    #[test]
    fn following_the_steps_of_an_action_results_in_the_table_of_the_game() {
        sample::each_entry(|name, n, before, played| {
            let mut table = TableState::of(before.game());
            let list = instructions(before, played);
            for step in &list {
                table.follow(step);
            }
            let texts: Vec<&str> = list.iter().map(|step| step.text.as_str()).collect();
            assert_eq!(table, TableState::of(&played.game), "{name} {n}: {texts:#?}");
        });
    }

    #[test]
    fn following_the_steps_of_an_undo_results_in_the_earlier_table() {
        sample::each_entry(|name, n, before, played| {
            let mut table = TableState::of(&played.game);
            let list = undo_instructions(before.with_game(&played.game), before.game());
            for step in &list {
                table.follow(step);
            }
            let texts: Vec<&str> = list.iter().map(|step| step.text.as_str()).collect();
            assert_eq!(table, TableState::of(before.game()), "{name} {n}: {texts:#?}");
        });
    }

    #[test]
    fn an_undo_returns_money_instead_of_paying_it() {
        let mut returned = Vec::new();
        sample::each_entry(|_, _, before, played| {
            let list = undo_instructions(before.with_game(&played.game), before.game());
            let money = list.iter().filter(|step| matches!(step.what, MovedItem::Money { .. }));
            returned.extend(money.map(|step| step.text.clone()));
        });
        for text in ["Human returns $1", "Human takes $1 back"] {
            assert!(returned.iter().any(|step| step == text), "{text}");
        }
        assert!(returned.iter().all(|text| !text.contains("supply")));
    }

    #[test]
    fn no_instruction_is_repeated_or_says_you() {
        sample::each_entry(|name, n, before, played| {
            let mut seen = BTreeSet::new();
            for step in instructions(before, played) {
                let mut words = step.text.split(|c: char| !c.is_alphanumeric());
                assert!(!words.any(|word| word.eq_ignore_ascii_case("you")), "{}", step.text);
                assert!(seen.insert(step.text.clone()), "{name} {n}: {}", step.text);
            }
        });
    }
}
