//! Prints an action in its canonical spelling.

use components::specs::StandardCard;
use rules::Game;
use rules::action::{Action, ActionKind, Ballot, EventCard, Payment, RuleChoice, VoteTile};
use rules::adjustment::{Adjustment, Amount, CardPlace, Owner, TileRef};
use rules::commitment::BallotCommitment;
use rules::player::{Card, PlayerId};
use rules::sub_action::SubAction;

use super::fragment;
use super::names::Names;
use super::scan::quote;

/// The word for a list without items.
const NOTHING: &str = "nothing";

/// The word for a list without players.
const NOBODY: &str = "nobody";

/// Prints `action` in its canonical spelling, on one line; `game` is the game before it.
///
/// Every id in the action has to be one of `game`.
pub fn print_action(game: &Game, action: &Action) -> String {
    ActionPrinter {
        names: Names::new(game),
        resolved: game.choices_by_sub_action(action),
        choices: &[],
    }
    .action(action)
}

/// A printer with the names of one table.
pub(super) struct ActionPrinter<'g> {
    pub(super) names: Names<'g>,
    /// After each resolved sub-action: the number of sub-actions left and of choices made so far.
    resolved: Vec<(usize, usize)>,
    /// The choices of the action that are not printed yet.
    choices: &'g [RuleChoice],
}

impl<'g> ActionPrinter<'g> {
    fn action(&mut self, action: &'g Action) -> String {
        let around = std::mem::replace(&mut self.choices, &action.choices);
        let mut text = self.action_kind(&action.kind);
        if let ActionKind::Choose { .. } = action.kind {
            text.push(' ');
            match self.choices.split_first() {
                Some((answer, others)) => {
                    text.push_str(&self.choice(*answer));
                    self.choices = others;
                }
                None => text.push_str(NOTHING),
            }
        }
        text.push_str(&self.next_choices(self.choices.len()));
        self.choices = around;
        text
    }

    /// Prints the next `count` choices in brackets; empty without any.
    fn next_choices(&mut self, count: usize) -> String {
        let (next, others) = self.choices.split_at(count);
        self.choices = others;
        if next.is_empty() {
            return String::new();
        }
        let choices: Vec<String> = next.iter().map(|&choice| self.choice(choice)).collect();
        format!(" [{}]", choices.join("; "))
    }

    fn action_kind(&mut self, kind: &'g ActionKind) -> String {
        let names = self.names;
        let who = kind.player().map(|player| names.player(player)).unwrap_or_default();
        match kind {
            ActionKind::ChooseRace { player: _, race, resource } => {
                let race = names.race(*race);
                match resource {
                    Some(resource) => {
                        format!("{who} chooses {race} with {}", names.resource(*resource))
                    }
                    None => format!("{who} chooses {race}"),
                }
            }
            ActionKind::TakeResource { player: _, resource, from } => {
                let resource = names.resource(*resource);
                match from {
                    Some(from) => format!("{who} takes {resource} from {}", names.player(*from)),
                    None => format!("{who} takes {resource}"),
                }
            }
            ActionKind::PlaceStart { player: _, square } => format!("{who} starts at {square}"),
            ActionKind::DealProposals(buildings) => {
                format!("Proposals: {}", list(buildings, ", ", |&b| names.building(b)))
            }
            ActionKind::DealAdvisers(advisers) => {
                format!("Advisers: {}", list(advisers, ", ", |&a| names.adviser(a)))
            }
            ActionKind::DealAchievements(cards) => {
                format!("Achievements: {}", list(cards, ", ", |&a| names.achievement(a)))
            }
            ActionKind::Achieve { achievement, players } => {
                let achievement = names.achievement(*achievement);
                let players = match players.as_slice() {
                    [] => NOBODY.to_owned(),
                    players => list(players, ", ", |&player| names.player(player)),
                };
                format!("Achieved {achievement}: {players}")
            }
            ActionKind::PayMarkers { player: _, payment } => {
                format!("{who} pays for markers: {}", amounts(*payment))
            }
            ActionKind::Pick { player: _, building, payment } => {
                let building = names.building(*building);
                if *payment == Payment::default() {
                    format!("{who} picks {building}")
                } else {
                    format!("{who} picks {building}: {}", amounts(*payment))
                }
            }
            ActionKind::FillEvent { player: _, card } => {
                let EventCard { building, district, governing_body } = card;
                format!(
                    "{who} fills in the event: {} in {}, {}",
                    names.building(*building),
                    quote(district),
                    quote(governing_body)
                )
            }
            ActionKind::Lead { player: _, card, sub_actions } => {
                self.lead(&who, *card, sub_actions)
            }
            ActionKind::FaceDown { player: _, card, sub_action } => match card {
                Some(card) => format!(
                    "{who} face down {}: {}",
                    names.card(*card),
                    self.sub_action(sub_action)
                ),
                None => format!("{who} face down: {}", self.sub_action(sub_action)),
            },
            ActionKind::Follow { player: _, sub_action } => {
                format!("{who} follows: {}", self.sub_action(sub_action))
            }
            ActionKind::Pass { player: _ } => format!("{who} passes"),
            ActionKind::ExtraRoad { player: _, square } => format!("{who} adds road {square}"),
            ActionKind::CallVote { player: _ } => format!("{who} calls the vote"),
            ActionKind::Bonus { player: _, sub_action } => {
                format!("{who} bonus: {}", self.sub_action(sub_action))
            }
            ActionKind::Reveal(ballots) => {
                format!("Votes: {}", list(ballots, ", ", |ballot| self.ballot(ballot)))
            }
            ActionKind::Decide { player: _, building } => {
                format!("{who} decides for {}", names.building(*building))
            }
            ActionKind::PlaceBuilding { player: _, building, footprint } => {
                format!("{who} places {} {footprint}", names.building(*building))
            }
            ActionKind::Choose { player: _ } => format!("{who} chooses"),
            ActionKind::Adjust { changes, reason } => {
                format!("Adjust {}: {}", self.adjustments(changes), quote(reason))
            }
            ActionKind::Overrule { action, reason } => {
                format!("Overrule ({}): {}", self.action(action), quote(reason))
            }
            ActionKind::Annotate(remark) => format!("Note {}", quote(remark)),
            ActionKind::EnterFacts(pack) => format!("Learn {}", fragment::print(pack)),
            ActionKind::Position(changes) => format!("Position: {}", self.adjustments(changes)),
        }
    }

    fn lead(&mut self, who: &str, card: Card, sub_actions: &[SubAction]) -> String {
        // The bare words "Call to Vote" would be read as calling the vote.
        let is_call = matches!(card, Card::Standard(StandardCard::CallToVote));
        let leads = if is_call { " leads" } else { "" };
        let card = self.names.card(card);
        if sub_actions.is_empty() {
            format!("{who}{leads} {card}")
        } else {
            format!("{who}{leads} {card}: {}", self.sub_actions(sub_actions))
        }
    }

    /// Prints sub-actions, each with the choices it caused before the next (ruling R37). Those of
    /// the last one are at the end of the line.
    pub(super) fn sub_actions(&mut self, sub_actions: &[SubAction]) -> String {
        let all = self.choices.len();
        let mut left = sub_actions.len();
        list(sub_actions, ", ", |sub_action| {
            let text = self.sub_action(sub_action);
            left -= 1;
            let resolved = self.resolved.iter().find(|(sub_actions, _)| *sub_actions == left);
            let printed = all - self.choices.len();
            let count = resolved.map_or(0, |&(_, made)| made.saturating_sub(printed));
            format!("{text}{}", self.next_choices(count.min(self.choices.len())))
        })
    }

    fn ballot(&self, ballot: &Ballot) -> String {
        let Ballot { player, tile, fleeting, lasting, seal } = ballot;
        let tile = match tile {
            VoteTile::Circle => "circle",
            VoteTile::Square => "square",
            VoteTile::Triangle => "triangle",
        };
        let mut text = format!("{} {tile}", self.names.player(*player));
        for (amount, kind) in [(fleeting, "fleeting"), (lasting, "lasting")] {
            if *amount != 0 {
                text = format!("{text} {amount} {kind}");
            }
        }
        if let Some(BallotCommitment { salt, fingerprint }) = seal {
            text = format!("{text} sealed {fingerprint} salt {salt}");
        }
        text
    }

    fn choice(&self, choice: RuleChoice) -> String {
        match choice {
            RuleChoice::Source { source, consumer } => {
                format!("{} for {}", self.tile(&source), self.tile(&consumer))
            }
            RuleChoice::Delivery { tile, building } => {
                format!("{} to {}", self.tile(&tile), self.names.building(building))
            }
        }
    }

    /// Prints a tile that is on the map or about to be placed.
    pub(super) fn tile(&self, tile: &TileRef) -> String {
        let TileRef { resource, footprint } = tile;
        let mut text = self.new_tile(tile);
        // Some of the squares of a placed tile stand for that tile; "only" says that they do not.
        let placed = self
            .names
            .game
            .tile_at(footprint.first())
            .filter(|placed| placed.resource == *resource);
        if placed.is_some_and(|placed| {
            placed != *tile && footprint.squares().iter().all(|&s| placed.footprint.covers(s))
        }) {
            text.push_str(" only");
        }
        text
    }

    /// Prints a tile that is being placed.
    fn new_tile(&self, tile: &TileRef) -> String {
        format!("{} {}", self.names.resource(tile.resource), tile.footprint)
    }

    /// Prints adjustments. Races that the list assigns name the players in its remainder.
    pub(super) fn adjustments(&mut self, changes: &[Adjustment]) -> String {
        let before = self.names;
        let text = list(changes, ", ", |change| self.adjustment(change));
        self.names = before;
        text
    }

    fn adjustment(&mut self, change: &Adjustment) -> String {
        let names = self.names;
        match change {
            Adjustment::Points(player, by) => self.amount(*player, "points", by.map(|by| by.0)),
            Adjustment::Money(player, by) => self.amount(*player, "money", by.map(|by| by.0)),
            Adjustment::Fleeting(player, by) => self.amount(*player, "fleeting", *by),
            Adjustment::Lasting(player, by) => self.amount(*player, "lasting", *by),
            Adjustment::AddRoad(square) => format!("road {square}"),
            Adjustment::AddTile(tile, owner) => match owner {
                Owner::Neutral => format!("tile {} neutral", self.new_tile(tile)),
                Owner::Player(player) => {
                    format!("tile {} of {}", self.new_tile(tile), names.player(*player))
                }
            },
            Adjustment::AddHouse(player, square) => {
                format!("house {square} of {}", names.player(*player))
            }
            Adjustment::AddBridge(player, square) => {
                format!("bridge {square} of {}", names.player(*player))
            }
            Adjustment::AddBuilding(building, footprint) => {
                format!("building {} {footprint}", names.building(*building))
            }
            Adjustment::Clear(square) => format!("clear {square}"),
            Adjustment::SetOwner(tile, owner) => {
                format!("owner {} {}", self.tile(tile), self.owner(*owner))
            }
            Adjustment::Access { player, tile, has_access } => {
                format!(
                    "{}access {} {}",
                    unless(*has_access),
                    self.tile(tile),
                    names.player(*player)
                )
            }
            Adjustment::AddDelivery(building, resource, owner) => {
                let (building, resource) = (names.building(*building), names.resource(*resource));
                format!("delivery {building} {resource} {}", self.owner(*owner))
            }
            Adjustment::RemoveDelivery(building, resource) => {
                format!("no delivery {} {}", names.building(*building), names.resource(*resource))
            }
            Adjustment::Worker { player, place, is_there } => {
                let player = names.player(*player);
                format!("{}worker {player} on {}", unless(*is_there), self.worker_place(*place))
            }
            Adjustment::Card(player, card, place) => {
                let place = match place {
                    CardPlace::Hand => "in hand",
                    CardPlace::Played => "played",
                    CardPlace::Gone => "gone",
                };
                format!("card {} {} {place}", names.player(*player), names.card(*card))
            }
            Adjustment::Race(player, race) => {
                let text = format!("{} is {}", names.player(*player), names.race(*race));
                self.names.give_race(*player, *race);
                text
            }
            Adjustment::Controls(player, resources) => {
                let resources = list(resources, " and ", |&resource| names.resource(resource));
                format!("{} controls {resources}", names.player(*player))
            }
            Adjustment::Proposals(buildings) => {
                format!("proposals {}", list(buildings, " and ", |&b| names.building(b)))
            }
            Adjustment::Advisers(advisers) => {
                format!("advisers {}", list(advisers, " and ", |&a| names.adviser(a)))
            }
            Adjustment::Turn(player) => format!("turn {}", names.player(*player)),
            Adjustment::Marker { building, is_there } => {
                format!("{}marker {}", unless(*is_there), names.building(*building))
            }
            Adjustment::Cycle(cycle) => format!("cycle {cycle}"),
            Adjustment::Achievements(cards) => {
                format!("achievements {}", list(cards, " and ", |&a| names.achievement(a)))
            }
            Adjustment::Scored { achievement, is_scored } => {
                let not = if *is_scored { "" } else { "not " };
                format!("{not}scored {}", names.achievement(*achievement))
            }
            Adjustment::Gone(building) => format!("gone {}", names.building(*building)),
        }
    }

    fn amount(&self, of: PlayerId, what: &str, amount: Amount<i32>) -> String {
        let player = self.names.player(of);
        match amount {
            Amount::Set(value) => format!("{player} {what} = {value}"),
            Amount::Change(value) => format!("{player} {what} {value:+}"),
        }
    }

    fn owner(&self, owner: Owner) -> String {
        match owner {
            Owner::Neutral => "neutral".to_owned(),
            Owner::Player(player) => self.names.player(player),
        }
    }
}

/// Prints the influence of a payment, without kinds whose amount is 0.
fn amounts(payment: Payment) -> String {
    let paid: Vec<String> = [(payment.fleeting, "fleeting"), (payment.lasting, "lasting")]
        .iter()
        .filter(|(amount, _)| *amount != 0)
        .map(|(amount, kind)| format!("{amount} {kind}"))
        .collect();
    list(&paid, " ", Clone::clone)
}

pub(super) fn list<T>(items: &[T], between: &str, spell: impl FnMut(&T) -> String) -> String {
    if items.is_empty() {
        return NOTHING.to_owned();
    }
    items.iter().map(spell).collect::<Vec<_>>().join(between)
}

const fn unless(positive: bool) -> &'static str {
    if positive { "" } else { "no " }
}
