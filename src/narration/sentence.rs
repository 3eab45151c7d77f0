//! One plain sentence for each action, in the third person.
//!
//! The journal shows [`sentence`]; [`short`] is for labels such as "Undo: Human imports Stone",
//! where places and prices are clutter.

use super::{NamedGame, words};
use components::ids::{BuildingId, ResourceId};
use components::quantity::Quantity;
use components::square::Square;
use components::tile::Footprint;
use plain_text::{agreeing, counted, listed};
use rules::action::{Action, ActionKind, Payment, RuleChoice};
use rules::adjustment::{Adjustment, Amount, CardPlace};
use rules::game::Played;
use rules::player::{Card, PlayerId};
use rules::receipt::{Cause, Event, QuantityChange, Remark};
use rules::sub_action::{Placement, SubAction, TileRoad};
use rules::task::Task;

/// Describes a played action, as a sentence without its full stop: "Human plays Trade: imports
/// Stone on D5 for $2". `before` is the game before the action.
pub fn sentence(before: NamedGame<'_>, played: &Played) -> String {
    let mut text = SentenceWriter { named: before, played: Some(played) }.action(&played.action);
    for event in &played.events {
        match event {
            Event::Completed(building) => {
                let name = before.game().contents().building_name(*building);
                text = format!("{text}; {name} is completed");
            }
            Event::Finished { winner, .. } => {
                text = format!("{text}; {} wins the game", before.label(*winner));
            }
            Event::Lost(loss) => text = format!("{text}; {}", words::loss(before.game(), loss)),
            Event::Achieved(achievement, players) if !players.is_empty() => {
                let who: Vec<String> = players.iter().map(|p| before.label(p)).collect();
                let verb = if who.len() > 1 { "achieve" } else { "achieves" };
                let name = before.game().contents().achievement_name(*achievement);
                text = format!("{text}; {} {verb} {name}", listed(&who));
            }
            _ => {}
        }
    }
    let warnings = played
        .events
        .iter()
        .filter(|event| {
            matches!(event, Event::CannotArise(..) | Event::Remark(Remark::OtherSection { .. }))
        })
        .count();
    match warnings {
        0 => text,
        count => format!("{text}; {}", counted(count, "warning", "warnings")),
    }
}

/// Describes a played action without its player and its card, for a list that names both: "imports
/// Stone on D5 for $2".
pub fn predicate(before: NamedGame<'_>, played: &Played) -> String {
    SentenceWriter { named: before, played: Some(played) }.predicate(&played.action)
}

/// Describes an action in few words: "Human imports Stone". `before` is the game before the action,
/// which the rules need not allow.
pub fn short(before: NamedGame<'_>, action: &Action) -> String {
    SentenceWriter { named: before, played: None }.action(action)
}

/// Describes an adjustment, as a part of a sentence: "a house of Human on F5 is added".
pub fn adjustment(named: NamedGame<'_>, change: &Adjustment) -> String {
    SentenceWriter { named, played: None }.adjustment(change)
}

/// A writer of sentences: long ones for a played action, short ones otherwise.
struct SentenceWriter<'a> {
    named: NamedGame<'a>,
    played: Option<&'a Played>,
}

impl SentenceWriter<'_> {
    fn predicate(&self, action: &Action) -> String {
        match &action.kind {
            ActionKind::Lead { player, card, sub_actions } => {
                match self.lead_clauses(*player, *card, sub_actions).as_slice() {
                    [] => format!("plays {}", self.card(*card)),
                    clauses => listed(clauses),
                }
            }
            ActionKind::FaceDown { player, sub_action, .. }
            | ActionKind::Follow { player, sub_action }
            | ActionKind::Bonus { player, sub_action } => self.sub_action(*player, sub_action),
            kind => {
                let text = self.action(action);
                let player = kind.player().map(|player| format!("{} ", self.named.label(player)));
                let predicate = player.and_then(|player| text.strip_prefix(&player));
                predicate.unwrap_or(&text).to_owned()
            }
        }
    }

    #[expect(clippy::too_many_lines, reason = "one arm for every kind of action, each a sentence")]
    fn action(&self, action: &Action) -> String {
        let who = action
            .kind
            .player()
            .map_or_else(|| "The table".to_owned(), |player| self.named.label(player));
        match &action.kind {
            ActionKind::ChooseRace { player, race, resource } => self.choose_race(
                &who,
                *player,
                self.named.game().contents().race_name(*race),
                *resource,
            ),
            ActionKind::TakeResource { resource, from, .. } => {
                let from = from.map(|from| format!(" from {}", self.named.label(from)));
                let resource = self.resource(*resource);
                format!("{who} takes the {resource} card{}", from.unwrap_or_default())
            }
            ActionKind::PlaceStart { player, square } => {
                let resource = self.named.game().race_resource(*player).map(|r| self.resource(r));
                let stall = resource.map_or("stall".to_owned(), |name| format!("{name} stall"));
                format!("{who} places the first {stall}{}", self.on(*square))
            }
            ActionKind::DealProposals(cards) => self.dealt(
                &words::buildings(self.named.game(), cards),
                cards.len(),
                ("a proposal", "proposals"),
            ),
            ActionKind::DealAdvisers(cards) => {
                let names: Vec<String> =
                    cards.iter().map(|&card| self.card(Card::Adviser(card))).collect();
                self.dealt(&listed(&names), cards.len(), ("an adviser", "advisers"))
            }
            ActionKind::DealAchievements(cards) => {
                let names: Vec<String> = cards
                    .iter()
                    .map(|&card| self.named.game().contents().achievement_name(card).to_owned())
                    .collect();
                self.dealt(&listed(&names), cards.len(), ("an achievement", "achievements"))
            }
            ActionKind::Achieve { achievement, players } => {
                let names: Vec<String> = players.iter().map(|&p| self.named.label(p)).collect();
                let name = self.named.game().contents().achievement_name(*achievement);
                match names.as_slice() {
                    [] => format!("The table finds that nobody fulfils {name}"),
                    [one] => format!("The table finds that {one} fulfils {name}"),
                    several => {
                        let several = listed(several);
                        format!("The table finds that {several} fulfil {name}")
                    }
                }
            }
            ActionKind::PayMarkers { payment, .. } => {
                let paid = words::payment(*payment);
                format!("{who} pays off the neutral markers with {paid}")
            }
            ActionKind::Pick { building, payment, .. } => {
                let name = self.building(*building);
                if *payment == Payment::default() {
                    format!("{who} picks the proposal {name}")
                } else {
                    let paid = words::payment(*payment);
                    format!("{who} picks the proposal {name} for {paid}")
                }
            }
            ActionKind::FillEvent { card, .. } if self.played.is_some() => format!(
                "{who} fills in the event card: {} in {}, governed by {}",
                self.building(card.building),
                card.district,
                card.governing_body
            ),
            ActionKind::FillEvent { .. } => format!("{who} fills in the event card"),
            ActionKind::Lead { player, card, sub_actions } => {
                self.lead(&who, *player, *card, sub_actions)
            }
            ActionKind::FaceDown { player, card, sub_action } => {
                let sub_action = self.sub_action(*player, sub_action);
                if self.played.is_none() {
                    return format!("{who} {sub_action}");
                }
                let card = card.map_or("a card".to_owned(), |card| self.card(card));
                format!("{who} plays {card} face down: {sub_action}")
            }
            ActionKind::Follow { player, sub_action } => {
                format!("{who} follows: {}", self.sub_action(*player, sub_action))
            }
            ActionKind::Pass { player } if self.may_add_roads(*player) => {
                format!("{who} builds no further road")
            }
            ActionKind::Pass { .. } => format!("{who} passes"),
            ActionKind::ExtraRoad { square, .. } => {
                format!("{who} adds a road{}", self.on(*square))
            }
            ActionKind::CallVote { .. } => format!("{who} calls a vote"),
            ActionKind::Bonus { player, sub_action } => {
                format!("{who} takes a bonus: {}", self.sub_action(*player, sub_action))
            }
            ActionKind::Reveal(_) => self.vote(&who),
            ActionKind::Decide { building, .. } => {
                format!("{who} breaks the tie: {} wins", self.building(*building))
            }
            ActionKind::PlaceBuilding { building, footprint, .. } => {
                format!("{who} places {}{}", self.building(*building), self.at(footprint))
            }
            ActionKind::Choose { .. } => {
                let choices: Vec<String> =
                    action.choices.iter().take(1).map(|&choice| self.choice(choice)).collect();
                format!("{who} chooses {}", listed(&choices))
            }
            ActionKind::Adjust { changes, reason } => {
                if self.played.is_none() {
                    return "The record is set right".to_owned();
                }
                let changes = self.adjustments(changes);
                format!("The record is set right: {changes} (reason: {reason})")
            }
            ActionKind::Overrule { action, reason } => {
                let overruled = self.action(action);
                if self.played.is_none() {
                    return format!("{overruled}, overruled");
                }
                let against = match action.kind {
                    ActionKind::EnterFacts(_) => "what was known",
                    _ => "the rules",
                };
                format!("{overruled}, against {against} (reason: {reason})")
            }
            ActionKind::Annotate(text) if self.played.is_some() => format!("Remark: {text}"),
            ActionKind::Annotate(_) => "A remark".to_owned(),
            ActionKind::EnterFacts(_) => "The table learns facts about the box".to_owned(),
            ActionKind::Position(layout) => {
                let mut turn = None;
                for item in layout {
                    if let Adjustment::Turn(player) = item {
                        turn = Some(*player);
                    }
                }
                // The position itself may assign the races.
                let after =
                    self.played.map_or(self.named, |played| self.named.with_game(&played.game));
                match turn {
                    Some(player) if self.played.is_some() => {
                        let who = after.label(player);
                        format!("A position is laid out, and it is the turn of {who}")
                    }
                    Some(_) | None => "A position is laid out".to_owned(),
                }
            }
        }
    }

    fn choose_race(
        &self,
        who: &str,
        player: PlayerId,
        race: &str,
        card: Option<ResourceId>,
    ) -> String {
        let own = self.played.and_then(|played| played.game.race_resource(player));
        match (card, own) {
            (Some(card), _) => {
                format!("{who} chooses {race} and takes the {} card", self.resource(card))
            }
            (None, Some(own)) => {
                format!("{who} chooses {race}, which brings {}", self.resource(own))
            }
            (None, None) => format!("{who} chooses {race}"),
        }
    }

    fn dealt(&self, names: &str, count: usize, (one, many): (&str, &str)) -> String {
        match (self.played, count) {
            (None, 1) => format!("Dealing {one}"),
            (None, _) => format!("Dealing {many}"),
            (Some(_), 1) => format!("{names} is dealt as {one}"),
            (Some(_), _) => format!("{names} are dealt as {many}"),
        }
    }

    /// Describes the uses of a card's main action, and the gains that need no decision.
    fn lead_clauses(&self, player: PlayerId, card: Card, sub_actions: &[SubAction]) -> Vec<String> {
        let mut clauses: Vec<String> =
            sub_actions.iter().map(|sub_action| self.sub_action(player, sub_action)).collect();
        clauses.extend(self.gains(player, |cause| {
            cause == Cause::CardText(card) || matches!(cause, Cause::Income | Cause::Houses)
        }));
        clauses
    }

    fn lead(&self, who: &str, player: PlayerId, card: Card, sub_actions: &[SubAction]) -> String {
        let clauses = self.lead_clauses(player, card, sub_actions);
        if clauses.is_empty() {
            format!("{who} plays {}", self.card(card))
        } else if self.played.is_none() {
            format!("{who} {}", listed(&clauses))
        } else {
            format!("{who} plays {}: {}", self.card(card), listed(&clauses))
        }
    }

    /// Describes a sub-action, as a part of a sentence about its player.
    fn sub_action(&self, player: PlayerId, sub_action: &SubAction) -> String {
        match sub_action {
            SubAction::Recruit(adviser) => {
                let paid = self.paid(player, Cause::RecruitCost(*adviser));
                format!("recruits {}{paid}", self.card(Card::Adviser(*adviser)))
            }
            SubAction::Import(resource, square) => {
                let paid = self.paid(player, Cause::ImportCost(*resource));
                format!("imports {}{}{paid}", self.resource(*resource), self.on(*square))
            }
            SubAction::BuyAccess(tile) => {
                let paid = self.paid(player, Cause::AccessPrice(*tile));
                format!("buys access to {}{paid}", self.tile(tile.resource, &tile.footprint))
            }
            SubAction::ImportAccess(resource, square) => {
                let paid = self.paid(player, Cause::ImportCost(*resource));
                let whose = match self.named.game().controller(*resource) {
                    Some(owner) => format!(" for {}", self.named.label(owner)),
                    None => " as neutral".to_owned(),
                };
                let name = self.resource(*resource);
                format!("imports {name}{whose}{} and gains access{paid}", self.on(*square))
            }
            SubAction::Build(Placement { resource, footprint, roads }) => {
                let paid = self.paid(player, Cause::BuildCost(*resource));
                let tile =
                    format!("builds {}{}{paid}", self.resource(*resource), self.at(footprint));
                let with_first = match self.roads(roads, true) {
                    Some(first) => format!("lays {first} and {tile}"),
                    None => tile,
                };
                match self.roads(roads, false) {
                    Some(others) => format!("{with_first}, with {others}"),
                    None => with_first,
                }
            }
            SubAction::House(square) => {
                let paid = self.paid(player, Cause::HouseCost);
                format!("builds a house{}{paid}", self.on(*square))
            }
            SubAction::Bridge(square) => {
                let paid = self.paid(player, Cause::BridgeCost);
                let what = words::bridge_or_gate(self.named.game(), *square);
                format!("builds a {what}{}{paid}", self.on(*square))
            }
            SubAction::Money => "gains $1".to_owned(),
            SubAction::Influence => "gains 1 fleeting influence".to_owned(),
            SubAction::Road(square) => format!("builds a road{}", self.on(*square)),
            SubAction::Worker(place, sub_actions) => {
                let place = words::worker_place(self.named.game(), *place);
                let mut clauses = vec![format!("places a worker on {place}")];
                clauses.extend(
                    sub_actions.iter().map(|sub_action| self.sub_action(player, sub_action)),
                );
                clauses.extend(self.gains(player, |cause| {
                    matches!(
                        cause,
                        Cause::RaceText | Cause::BuildingText(_) | Cause::Income | Cause::Houses
                    )
                }));
                listed(&clauses)
            }
            SubAction::ReturnCards(cards) => {
                format!("takes back {}", words::cards(self.named.game(), cards))
            }
            SubAction::FreeAccess(tile) => {
                let tile = self.tile(tile.resource, &tile.footprint);
                format!("gains access to {tile} free of charge")
            }
            SubAction::ByHand(changes) if self.played.is_some() => {
                format!("does what the text says: {}", self.adjustments(changes))
            }
            SubAction::ByHand(_) => "does what the text says".to_owned(),
        }
    }

    /// Describes the roads placed before a tile, or those after it; `None` without any.
    fn roads(&self, roads: &[TileRoad], first: bool) -> Option<String> {
        let squares: Vec<String> = roads
            .iter()
            .filter(|road| road.first == first)
            .map(|road| self.on(road.square))
            .collect();
        let what = agreeing(squares.len(), "a road", "roads");
        (!squares.is_empty()).then(|| format!("{what}{}", listed(&squares)))
    }

    /// Describes the price that the player paid for this cause, " for $2"; empty in a short text.
    fn paid(&self, who: PlayerId, cause: Cause) -> String {
        let Some(played) = self.played else {
            return String::new();
        };
        let cost = changes(played).find(|change| {
            change.player == who
                && change.quantity == Quantity::Money
                && change.by < 0
                && change.cause == cause
        });
        match cost {
            Some(change) => format!(" for ${}", change.by.unsigned_abs()),
            None => " for nothing".to_owned(),
        }
    }

    /// Describes the gains of the player for these causes, which need no decision.
    fn gains(&self, who: PlayerId, is_automatic: impl Fn(Cause) -> bool) -> Option<String> {
        let played = self.played?;
        let mut amounts = Vec::new();
        for what in Quantity::ALL {
            let gained: i32 = changes(played)
                .filter(|change| change.player == who && change.quantity == what)
                .filter(|change| is_automatic(change.cause))
                .map(|change| change.by)
                .sum();
            if gained > 0 {
                amounts.push(words::quantity(what, gained.unsigned_abs()));
            }
        }
        (!amounts.is_empty()).then(|| format!("gains {}", listed(&amounts)))
    }

    fn vote(&self, who: &str) -> String {
        let mut count = None;
        for event in self.played.map(|played| &played.events).into_iter().flatten() {
            if let Event::Counted(counted) = event {
                count = Some(counted);
            }
        }
        let Some(count) = count else {
            return format!("{who} votes");
        };
        let most = count.totals.iter().map(|&(_, votes)| votes).max().unwrap_or_default();
        let best: Vec<BuildingId> = count
            .totals
            .iter()
            .filter(|&&(_, votes)| votes == most)
            .map(|&(building, _)| building)
            .collect();
        let names = words::buildings(self.named.game(), &best);
        if best.len() > 1 {
            format!("{who} votes: {names} are tied with {most}")
        } else {
            format!("{who} votes: {names} wins with {most}")
        }
    }

    fn may_add_roads(&self, player: PlayerId) -> bool {
        self.named.game().pending().first().is_some_and(|first| {
            first.player == Some(player) && matches!(first.task, Task::Roads(_))
        })
    }

    fn choice(&self, choice: RuleChoice) -> String {
        match choice {
            RuleChoice::Source { source, consumer } => format!(
                "{} as the source for {}",
                self.tile(source.resource, &source.footprint),
                self.tile(consumer.resource, &consumer.footprint)
            ),
            RuleChoice::Delivery { tile, building } => format!(
                "to deliver {} to {} next",
                self.tile(tile.resource, &tile.footprint),
                self.building(building)
            ),
        }
    }

    fn adjustments(&self, changes: &[Adjustment]) -> String {
        let clauses: Vec<String> = changes.iter().map(|change| self.adjustment(change)).collect();
        if clauses.is_empty() { "nothing changes".to_owned() } else { listed(&clauses) }
    }

    #[expect(
        clippy::too_many_lines,
        reason = "one arm for every adjustment, each a part of a sentence"
    )]
    fn adjustment(&self, change: &Adjustment) -> String {
        let named = self.named;
        match change {
            Adjustment::Points(player, amount) => {
                self.number(*player, Quantity::Points, amount.map(|points| points.0))
            }
            Adjustment::Money(player, amount) => {
                self.number(*player, Quantity::Money, amount.map(|money| money.0))
            }
            Adjustment::Fleeting(player, amount) => {
                self.number(*player, Quantity::Fleeting, *amount)
            }
            Adjustment::Lasting(player, amount) => self.number(*player, Quantity::Lasting, *amount),
            Adjustment::AddRoad(square) => format!("a road on {square} is added"),
            Adjustment::AddTile(tile, owner) => format!(
                "{} is added with a {}",
                words::tile(named.game(), *tile),
                words::token(named, "token", *owner)
            ),
            Adjustment::AddHouse(player, square) => {
                format!("a house of {} on {square} is added", named.label(*player))
            }
            Adjustment::AddBridge(player, square) => {
                let what = words::bridge_or_gate(named.game(), *square);
                format!("a {what} of {} on {square} is added", named.label(*player))
            }
            Adjustment::AddBuilding(building, at) => {
                format!("{} on {at} is added", self.building(*building))
            }
            Adjustment::Clear(square) => format!("{square} is cleared"),
            Adjustment::SetOwner(tile, owner) => format!(
                "{} now has a {}",
                words::tile(named.game(), *tile),
                words::token(named, "token", *owner)
            ),
            Adjustment::Access { player, tile, has_access: true } => {
                let tile = words::tile(named.game(), *tile);
                format!("{} has access to {tile}", named.label(*player))
            }
            Adjustment::Access { player, tile, has_access: false } => {
                let tile = words::tile(named.game(), *tile);
                format!("{} has no access to {tile}", named.label(*player))
            }
            Adjustment::AddDelivery(building, resource, owner) => format!(
                "{} of {} has a {}",
                self.resource(*resource),
                self.building(*building),
                words::token(named, "delivery token", *owner)
            ),
            Adjustment::RemoveDelivery(building, resource) => format!(
                "{} of {} has no delivery token",
                self.resource(*resource),
                self.building(*building)
            ),
            Adjustment::Worker { player, place, is_there } => {
                let place = words::worker_place(named.game(), *place);
                let is = if *is_there { "is" } else { "is not" };
                format!("a worker of {} {is} on {place}", named.label(*player))
            }
            Adjustment::Card(player, card, place) => {
                let place = match place {
                    CardPlace::Hand => "is in the hand of",
                    CardPlace::Played => "is played by",
                    CardPlace::Gone => "is not with",
                };
                format!("{} {place} {}", self.card(*card), named.label(*player))
            }
            Adjustment::Race(player, race) => {
                format!(
                    "{} is {}",
                    named.game().player_name(*player),
                    named.game().contents().race_name(*race)
                )
            }
            Adjustment::Controls(player, resources) => {
                let resources: Vec<String> = resources.iter().map(|&r| self.resource(r)).collect();
                format!("{} controls {}", named.label(*player), listed(&resources))
            }
            Adjustment::Proposals(cards) => {
                format!("the proposals are {}", words::buildings(named.game(), cards))
            }
            Adjustment::Advisers(cards) => {
                let cards: Vec<String> =
                    cards.iter().map(|&card| self.card(Card::Adviser(card))).collect();
                format!("on offer are {}", listed(&cards))
            }
            Adjustment::Turn(player) => format!("it is the turn of {}", named.label(*player)),
            Adjustment::Marker { building, is_there } => {
                let a = if *is_there { "a" } else { "no" };
                format!("{} has {a} neutral marker", self.building(*building))
            }
            Adjustment::Cycle(cycle) => format!("it is cycle {cycle}"),
            Adjustment::Achievements(cards) => {
                let contents = named.game().contents();
                let titles: Vec<&str> =
                    cards.iter().map(|&card| contents.achievement_name(card)).collect();
                format!("the achievements are {}", listed(&titles))
            }
            Adjustment::Scored { achievement, is_scored } => {
                let name = named.game().contents().achievement_name(*achievement);
                let has = if *is_scored { "has been" } else { "has not been" };
                format!("{name} {has} scored")
            }
            Adjustment::Gone(building) => {
                let name = named.game().contents().building_name(*building);
                format!("{name} fits nowhere and leaves the game")
            }
        }
    }

    fn number(&self, player: PlayerId, what: Quantity, amount: Amount<i32>) -> String {
        let who = self.named.label(player);
        match amount {
            Amount::Change(by) => format!("{who} {}", words::amount(what, by)),
            Amount::Set(to) => {
                let sign = if to < 0 { "-" } else { "" };
                format!("{who} has {sign}{}", words::quantity(what, to.unsigned_abs()))
            }
        }
    }

    /// Returns " on D5"; empty in a short text.
    fn on(&self, square: Square) -> String {
        self.at(&Footprint::single(square))
    }

    fn at(&self, footprint: &Footprint) -> String {
        match self.played {
            Some(_) => format!(" on {footprint}"),
            None => String::new(),
        }
    }

    fn tile(&self, resource: ResourceId, footprint: &Footprint) -> String {
        match self.played {
            Some(_) => format!("{} {footprint}", self.resource(resource)),
            None => self.resource(resource),
        }
    }

    fn resource(&self, resource: ResourceId) -> String {
        self.named.game().contents().resource_name(resource).to_owned()
    }

    fn building(&self, building: BuildingId) -> String {
        self.named.game().contents().building_name(building).to_owned()
    }

    fn card(&self, card: Card) -> String {
        self.named.game().contents().card_name(card).to_owned()
    }
}

fn changes(played: &Played) -> impl Iterator<Item = &QuantityChange> {
    played
        .events
        .iter()
        .filter_map(|event| if let Event::Change(change) = event { Some(change) } else { None })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::sample;
    use super::*;
    use components::ids::{AchievementId, AdviserId, RaceId};
    use components::quantity::{Money, Points};
    use components::specs::StandardCard;
    use rules::action::EventCard;
    use rules::adjustment::{Owner, WorkerPlace};

    #[test]
    fn sentences_of_the_examples_are_plain_and_in_the_third_person() {
        sample::each_entry(|name, n, before, played| {
            // A remark is the players' own text.
            if matches!(played.action.kind, ActionKind::Annotate(_)) {
                return;
            }
            for text in [sentence(before, played), short(before, &played.action)] {
                let has_capital = text.chars().next().is_some_and(char::is_uppercase);
                assert!(has_capital && !text.ends_with('.'), "{name} {n}: {text}");
                let mut words = text.split(|c: char| !c.is_alphanumeric());
                let says_you = words.any(|word| ["you", "your"].contains(&&*word.to_lowercase()));
                assert!(!says_you, "{name} {n}: {text}");
                assert!(!text.contains("  ") && !text.contains("nothing changes"), "{text}");
            }
        });
    }

    #[test]
    fn the_examples_contain_every_common_action() {
        let mut missing: BTreeSet<&str> = [
            " chooses ",
            " takes the ",
            " places the first ",
            " dealt as ",
            " recruits ",
            " imports ",
            " buys access ",
            " builds ",
            " a house",
            " a road",
            " follows: ",
            " face down: ",
            " calls a vote",
            " votes: ",
            " takes a bonus: ",
            " places a worker ",
            " wins the game",
            " is completed",
        ]
        .into();
        sample::each_entry(|_, _, before, played| {
            let text = sentence(before, played);
            missing.retain(|part| !text.contains(part));
        });
        assert!(missing.is_empty(), "{missing:?}");
    }

    #[track_caller]
    fn check(named: NamedGame<'_>, kind: ActionKind, says: &str, in_short: &str) {
        let action = Action::from(kind);
        assert_eq!(short(named, &action), in_short);
        match named.game().play(&action) {
            Ok(played) => assert_eq!(sentence(named, &played), says),
            Err(refusal) => panic!("{refusal:?}"),
        }
    }

    #[test]
    fn actions_of_the_referee_are_described_with_their_reason() {
        let game = sample::last_game("e01-machinery-built");
        let named = NamedGame::by_race(&game);
        let (anna, ben) = (PlayerId(0), PlayerId(1));
        let (first, second) = (named.label(anna), named.label(ben));
        let reason = "a slip".to_owned();
        check(
            named,
            ActionKind::Adjust {
                changes: vec![
                    Adjustment::Points(anna, Amount::Change(Points(2))),
                    Adjustment::Money(ben, Amount::Set(Money(5))),
                ],
                reason: reason.clone(),
            },
            &format!(
                "The record is set right: {first} +2 points and {second} has $5 (reason: a slip)"
            ),
            "The record is set right",
        );
        let square = named
            .game()
            .board()
            .squares()
            .find(|&at| named.game().road_state(at) == Some(false))
            .expect("a free square");
        check(
            named,
            ActionKind::Adjust { changes: vec![Adjustment::AddRoad(square)], reason },
            &format!("The record is set right: a road on {square} is added (reason: a slip)"),
            "The record is set right",
        );
        check(named, ActionKind::Annotate("Tea.".to_owned()), "Remark: Tea.", "A remark");
        let facts = Box::new(named.game().contents().pack().clone());
        let text = "The table learns facts about the box";
        check(named, ActionKind::EnterFacts(facts), text, text);
    }

    #[test]
    fn an_overruled_action_is_described_as_the_action_itself() {
        let game = sample::last_game("e01-machinery-built");
        let named = NamedGame::by_race(&game);
        let anna = PlayerId(0);
        let who = named.label(anna);
        let inner = ActionKind::FaceDown {
            player: anna,
            card: Some(Card::Standard(StandardCard::Trade)),
            sub_action: SubAction::Money,
        };
        let overruled = ActionKind::Overrule {
            action: Box::new(inner.clone().into()),
            reason: "agreed".to_owned(),
        };
        assert_eq!(short(named, &inner.into()), format!("{who} gains $1"));
        assert_eq!(short(named, &overruled.into()), format!("{who} gains $1, overruled"));
    }

    #[test]
    fn every_sub_action_has_a_distinct_text() {
        let game = sample::last_game("teaching-game");
        let named = NamedGame::by_race(&game);
        let writer = SentenceWriter { named, played: None };
        let tile = named.game().tiles().next().expect("a tile");
        let at = tile.footprint.first();
        let adviser = AdviserId(0);
        let mut all = vec![
            SubAction::Recruit(adviser),
            SubAction::Import(tile.resource, at),
            SubAction::BuyAccess(tile),
            SubAction::ImportAccess(tile.resource, at),
            SubAction::House(at),
            SubAction::Bridge(at),
            SubAction::Money,
            SubAction::Influence,
            SubAction::Road(at),
            SubAction::Worker(WorkerPlace::Race, vec![SubAction::FreeAccess(tile)]),
            SubAction::ReturnCards(vec![Card::Adviser(adviser)]),
            SubAction::FreeAccess(tile),
            SubAction::ByHand(Vec::new()),
        ];
        // Builds without a road, and with roads before or after the tile.
        let roads: [&[bool]; 6] =
            [&[], &[true], &[false], &[true, true], &[true, false], &[false, false]];
        all.extend(roads.map(|roads| {
            SubAction::Build(Placement {
                resource: tile.resource,
                footprint: tile.footprint,
                roads: roads.iter().map(|&first| TileRoad { square: at, first }).collect(),
            })
        }));
        let texts: BTreeSet<String> =
            all.iter().map(|sub_action| writer.sub_action(PlayerId(0), sub_action)).collect();
        assert_eq!(texts.len(), all.len(), "{texts:#?}");
    }

    #[test]
    fn every_kind_of_action_has_a_distinct_text() {
        let game = sample::last_game("teaching-game");
        let named = NamedGame::by_race(&game);
        let (player, race) = (PlayerId(0), RaceId(0));
        let tile = named.game().tiles().next().expect("a tile");
        let (resource, square) = (tile.resource, tile.footprint.first());
        let building = named.game().active_buildings()[0].building;
        let deeds = [
            ActionKind::ChooseRace { player, race, resource: None },
            ActionKind::TakeResource { player, resource, from: None },
            ActionKind::PlaceStart { player, square },
            ActionKind::DealProposals(vec![building]),
            ActionKind::DealAdvisers(vec![AdviserId(0)]),
            ActionKind::Lead {
                player,
                card: Card::Standard(StandardCard::Trade),
                sub_actions: vec![SubAction::Import(resource, square)],
            },
            ActionKind::FaceDown { player, card: None, sub_action: SubAction::Influence },
            ActionKind::Follow { player, sub_action: SubAction::Influence },
            ActionKind::Pass { player },
            ActionKind::ExtraRoad { player, square },
            ActionKind::CallVote { player },
            ActionKind::Bonus { player, sub_action: SubAction::Influence },
            ActionKind::Reveal(Vec::new()),
            ActionKind::DealAchievements(vec![AchievementId(0)]),
            ActionKind::Achieve { achievement: AchievementId(0), players: vec![player] },
            ActionKind::PayMarkers { player, payment: Payment::default() },
            ActionKind::Pick { player, building, payment: Payment::default() },
            ActionKind::FillEvent {
                player,
                card: EventCard {
                    building,
                    district: String::new(),
                    governing_body: String::new(),
                },
            },
            ActionKind::Decide { player, building },
            ActionKind::PlaceBuilding { player, building, footprint: tile.footprint },
            ActionKind::Adjust { changes: Vec::new(), reason: String::new() },
            ActionKind::Annotate(String::new()),
            ActionKind::EnterFacts(Box::default()),
            ActionKind::Position(Vec::new()),
        ];
        let mut texts: BTreeSet<String> =
            deeds.iter().map(|kind| short(named, &kind.clone().into())).collect();
        let choices = [
            RuleChoice::Source { source: tile, consumer: tile },
            RuleChoice::Delivery { tile, building },
        ];
        for choice in choices {
            let action = Action { kind: ActionKind::Choose { player }, choices: vec![choice] };
            texts.insert(short(named, &action));
        }
        assert_eq!(texts.len(), deeds.len() + 2, "{texts:#?}");
    }

    #[test]
    fn every_adjustment_has_a_distinct_text() {
        let game = sample::last_game("teaching-game");
        let named = NamedGame::by_race(&game);
        let writer = SentenceWriter { named, played: None };
        let (anna, tile) = (PlayerId(0), named.game().tiles().next().expect("a tile"));
        let building = named.game().active_buildings()[0].building;
        let at = tile.footprint.first();
        let card = Card::Standard(StandardCard::Trade);
        let place = WorkerPlace::Race;
        let resource = tile.resource;
        let all = [
            Adjustment::Points(anna, Amount::Set(Points(-1))),
            Adjustment::Money(anna, Amount::Change(Money(2))),
            Adjustment::Fleeting(anna, Amount::Set(2)),
            Adjustment::Lasting(anna, Amount::Change(-1)),
            Adjustment::AddRoad(at),
            Adjustment::AddTile(tile, Owner::Neutral),
            Adjustment::AddHouse(anna, at),
            Adjustment::AddBridge(anna, at),
            Adjustment::AddBuilding(building, tile.footprint),
            Adjustment::Clear(at),
            Adjustment::SetOwner(tile, Owner::Player(anna)),
            Adjustment::Access { player: anna, tile, has_access: true },
            Adjustment::Access { player: anna, tile, has_access: false },
            Adjustment::AddDelivery(building, resource, Owner::Neutral),
            Adjustment::RemoveDelivery(building, resource),
            Adjustment::Worker { player: anna, place, is_there: true },
            Adjustment::Worker { player: anna, place, is_there: false },
            Adjustment::Card(anna, card, CardPlace::Hand),
            Adjustment::Card(anna, card, CardPlace::Played),
            Adjustment::Card(anna, card, CardPlace::Gone),
            Adjustment::Race(anna, named.game().race(anna).expect("a race")),
            Adjustment::Controls(anna, vec![resource]),
            Adjustment::Proposals(vec![building]),
            Adjustment::Advisers(vec![AdviserId(0)]),
            Adjustment::Turn(anna),
            Adjustment::Marker { building, is_there: true },
            Adjustment::Marker { building, is_there: false },
            Adjustment::Cycle(3),
            Adjustment::Achievements(vec![AchievementId(0)]),
            Adjustment::Scored { achievement: AchievementId(0), is_scored: true },
            Adjustment::Scored { achievement: AchievementId(0), is_scored: false },
            Adjustment::Gone(building),
        ];
        let texts: BTreeSet<String> = all.iter().map(|one| writer.adjustment(one)).collect();
        assert_eq!(texts.len(), all.len(), "{texts:#?}");
    }
}
