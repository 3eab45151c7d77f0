//! The answer to "What can I do?": every legal move with its outcome, and every refused choice with
//! its reasons.
//!
//! Making the list plays every move once, so it is made by a thread and not by a frame.

use components::effect::SubActionKind;
use components::ids::ResourceId;
use components::specs::StandardCard;
use components::square::Square;
use narration::words::Gains;
use narration::{NamedGame, PlayerNaming, refusal, sentence};
use plain_text::{capitalized, has_every_word, sentence as full_sentence};
use rules::Game;
use rules::action::{Action, ActionKind};
use rules::illegal::{CheckOutcome, RuleCheck};
use rules::moves::{ActionEffects, Moves};
use rules::player::PlayerId;
use rules::task::Task;

use crate::action_input::{ActionInput, InputChoice, InputStep};
use crate::legality::{LegalityMap, allows_card, is_vote};
use crate::nearest_action::NearestAction;
use crate::squares::first_square_of;

/// The heading of the basic actions of a card played face down.
const FACE_DOWN: &str = "Any card, face down";

enum_table::enum_table! {
    /// The order of the moves in a list.
    #[derive(Default)]
    pub enum MoveOrder {
        /// The label of the button.
        label: &'static str,
    }

    /// The most points for the player first; equal ones by money.
    #[default]
    OwnGain = "My gain";
    /// The largest difference to the best of the others first.
    Lead = "Over others";
    /// Square by square, in reading order.
    Board = "Board";
}

/// A legal move with its outcome.
#[derive(Clone, Debug, PartialEq)]
pub struct ListedMove {
    /// The action to play.
    pub action: Action,
    /// The card that is played, or another name of the group.
    pub heading: String,
    /// The move in words: "Imports Stone on D5 for $2".
    pub text: String,
    /// The outcome for everybody in words; empty without any.
    pub outcome: String,
    /// The first square in reading order; `None` for a move without a square.
    pub square: Option<Square>,
    /// The change of the player's points, and of their money.
    own: (i32, i32),
    /// The change of the player's points less the largest change of another player.
    lead: i32,
}

impl ListedMove {
    /// Plays a legal action and describes it; `None` if the rules refuse it.
    fn of(named: NamedGame<'_>, action: &Action) -> Option<Self> {
        let game = named.game();
        let played = game.play(action).ok()?;
        let effects = ActionEffects::of(&played);
        let actor = action.kind.player()?;
        let others = game.players().filter(|other| *other != actor);
        let best = others.map(|other| effects.points[other].0).max().unwrap_or_default();
        let own = effects.points[actor].0;
        Some(Self {
            action: action.clone(),
            heading: heading(game, &action.kind),
            text: capitalized(&sentence::predicate(named, &played)),
            outcome: Gains::of(&played, named.naming()).line(),
            square: first_square_of(game, action),
            own: (own, effects.money[actor].0),
            lead: own - best,
        })
    }

    /// Returns the key that sorts a list into an order; smaller keys come first.
    fn key(&self, order: MoveOrder) -> (i32, i32, Option<Square>) {
        let (points, money) = self.own;
        match order {
            MoveOrder::OwnGain => (-points, -money, None),
            MoveOrder::Lead => (-self.lead, -points, None),
            MoveOrder::Board => (0, 0, self.square),
        }
    }
}

/// A choice that leads to no legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusedChoice {
    /// The cards that offer it, or another name of the group.
    pub headings: Vec<String>,
    /// The choice in words: "Import Stone".
    pub text: String,
    /// The reasons with their rules, and the remedies, of the move that comes nearest.
    pub reasons: String,
}

/// The moves of the player to act, and the choices that are refused.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MoveList {
    /// The player to act; `None` if the game waits for cards or ballots, or is over.
    pub player: Option<PlayerId>,
    /// The legal moves, as move generation lists them: by card.
    pub moves: Vec<ListedMove>,
    /// The refused choices, by card.
    pub refused: Vec<RefusedChoice>,
    /// `true` if a text couples several decisions, and not every combination is listed.
    pub is_incomplete: bool,
    /// Facts without which it is unknown whether more moves are legal, in words.
    pub unknown: Vec<String>,
}

impl MoveList {
    /// Lists the moves of a game. It plays each of them, which takes a while.
    pub fn of(game: &Game, moves: &Moves, naming: PlayerNaming) -> Self {
        let named = NamedGame::new(game, naming);
        let player = game.pending().first().and_then(|pending| pending.player);
        let listed: Vec<ListedMove> =
            moves.actions.iter().filter_map(|action| ListedMove::of(named, action)).collect();
        Self {
            player,
            moves: listed,
            refused: refused_choices(named, moves),
            is_incomplete: moves.is_incomplete,
            unknown: game.facts_to_read(&moves.unknown).iter().map(ToString::to_string).collect(),
        }
    }

    /// Returns the indices of the moves with every word of `query` in their heading, text or
    /// outcome, by group and in order. The group with the first move comes first; in the order of
    /// the board, groups stay as they are.
    pub fn sorted(&self, query: &str, order: MoveOrder) -> Vec<usize> {
        let mut groups: Vec<(&str, Vec<usize>)> = Vec::new();
        for (index, listed) in self.moves.iter().enumerate() {
            let ListedMove { heading, text, outcome, .. } = listed;
            if !has_every_word(&format!("{heading} {text} {outcome}"), query) {
                continue;
            }
            match groups.iter_mut().find(|(heading, _)| *heading == listed.heading) {
                Some((_, group)) => group.push(index),
                None => groups.push((&listed.heading, vec![index])),
            }
        }
        let key = |index: usize| self.moves[index].key(order);
        for (_, group) in &mut groups {
            group.sort_by_key(|index| key(*index));
        }
        if order != MoveOrder::Board {
            groups.sort_by_key(|(_, group)| group.first().map(|index| key(*index)));
        }
        groups.into_iter().flat_map(|(_, group)| group).collect()
    }

    /// Returns the indices of the refused choices with every word of `query` in them.
    pub fn refused_with(&self, query: &str) -> Vec<usize> {
        let refused = self.refused.iter().enumerate().filter(|(_, refused)| {
            let RefusedChoice { headings, text, reasons } = refused;
            has_every_word(&format!("{} {text} {reasons}", headings.join(" ")), query)
        });
        refused.map(|(index, _)| index).collect()
    }
}

/// Returns the heading of the group of an action.
fn heading(game: &Game, action: &ActionKind) -> String {
    match action {
        ActionKind::Lead { card, .. } => game.contents().card_name(*card).to_owned(),
        ActionKind::FaceDown { .. } => FACE_DOWN.to_owned(),
        ActionKind::CallVote { .. } => StandardCard::CallToVote.name().to_owned(),
        ActionKind::Follow { .. } => "Follow".to_owned(),
        ActionKind::Bonus { .. } => "Bonus".to_owned(),
        ActionKind::ExtraRoad { .. } => "Road".to_owned(),
        _ => "Decision".to_owned(),
    }
}

/// Returns every choice of the player to act that leads to no legal move.
fn refused_choices(named: NamedGame<'_>, moves: &Moves) -> Vec<RefusedChoice> {
    let game = named.game();
    let pending = game.pending();
    let mut search = RefusedSearch { named, moves, heading: String::new(), refused: Vec::new() };
    let turn = pending.iter().find(|pending| pending.task == Task::Turn);
    let Some(player) = turn.and_then(|turn| turn.player) else {
        if let Some(entry) = ActionInput::start(game) {
            search.options(&entry);
        }
        return search.refused;
    };
    for card in game.hand(player).iter() {
        game.contents().card_name(card).clone_into(&mut search.heading);
        if is_vote(card) {
            if !allows_card(moves, card) {
                search.action(String::new(), &ActionKind::CallVote { player }.into());
            }
        } else if let Some(entry) = ActionInput::with_card(game, Some(card)) {
            search.options(&entry);
        }
    }
    if let Some(entry) = ActionInput::with_card(game, None) {
        FACE_DOWN.clone_into(&mut search.heading);
        search.options(&entry);
    }
    search.refused
}

/// A search for the choices that lead to no legal move.
struct RefusedSearch<'a> {
    named: NamedGame<'a>,
    moves: &'a Moves,
    /// The card whose choices are searched.
    heading: String,
    refused: Vec<RefusedChoice>,
}

impl RefusedSearch<'_> {
    /// Notes the refused choices of an action that is being entered.
    fn options(&mut self, entry: &ActionInput) {
        let game = self.named.game();
        let legality = LegalityMap::of(game, self.moves, entry);
        match (entry.stage(game), entry.kind()) {
            (InputStep::Kind { text, .. }, _) => {
                for kind in text {
                    let mut next = entry.clone();
                    next.pick(game, &InputChoice::Kind(kind));
                    let is_allowed = legality.allows_kind(kind, entry.is_face_down());
                    self.kind(kind, &next, is_allowed);
                }
            }
            (InputStep::Unknown(fact), _) => self.note(String::new(), &[fact.unknown_clause()]),
            // The only kind of a card is picked with it.
            (_, Some(kind)) => {
                let is_allowed = self.moves.actions.iter().any(|action| {
                    matches!(action.kind, ActionKind::Lead { card, .. } if entry.card() == Some(card))
                });
                self.kind(kind, entry, is_allowed);
            }
            (_, None) => {}
        }
    }

    /// Notes the refused choices of a kind of sub-action that was picked.
    fn kind(&mut self, kind: SubActionKind, entry: &ActionInput, is_allowed: bool) {
        match entry.stage(self.named.game()) {
            InputStep::Resource(resources) => self.resources(kind, entry, &resources),
            InputStep::Adviser => self.advisers(kind, entry),
            _ if is_allowed => {}
            _ => self.nearest(kind.label().to_owned(), entry),
        }
    }

    /// Notes the resources that cannot be imported or built.
    fn resources(&mut self, kind: SubActionKind, entry: &ActionInput, resources: &[ResourceId]) {
        let game = self.named.game();
        let legality = LegalityMap::of(game, self.moves, entry);
        for &resource in resources.iter().filter(|resource| !legality.allows_resource(**resource)) {
            let mut next = entry.clone();
            next.pick(game, &InputChoice::Resource(resource));
            let name = game.contents().resource_name(resource);
            self.nearest(format!("{} {name}", kind.label()), &next);
        }
    }

    /// Notes the advisers on offer that cannot be recruited.
    fn advisers(&mut self, kind: SubActionKind, entry: &ActionInput) {
        let game = self.named.game();
        let legality = LegalityMap::of(game, self.moves, entry);
        for adviser in game.adviser_offer().into_iter().flatten() {
            if !legality.allows_adviser(adviser)
                && let Some(action) = entry.action_with_adviser(adviser)
            {
                let name = game.contents().adviser_name(adviser);
                self.action(format!("{} {name}", kind.label()), &action);
            }
        }
    }

    /// Notes a choice with the refusal of one action.
    fn action(&mut self, text: String, action: &Action) {
        self.checked(text, &self.named.game().checklist(action));
    }

    /// Notes a choice with the refusal of the action that comes nearest to being legal.
    fn nearest(&mut self, text: String, entry: &ActionInput) {
        if let Some(nearest) = NearestAction::continuing(self.named.game(), entry) {
            self.checked(text, &nearest.checks);
        }
    }

    fn checked(&mut self, text: String, checks: &[RuleCheck]) {
        let reasons = checks.iter().filter_map(|check| reason(self.named, check));
        self.note(text, &reasons.collect::<Vec<_>>());
    }

    /// Notes a refused choice, once for all cards that offer it with the same reasons. Without a
    /// text it is the card itself.
    fn note(&mut self, text: String, reasons: &[String]) {
        if reasons.is_empty() {
            return;
        }
        let (text, heading) = if text.is_empty() {
            (self.heading.clone(), None)
        } else {
            (text, Some(self.heading.clone()).filter(|heading| !heading.is_empty()))
        };
        let reasons: Vec<String> = reasons.iter().map(|reason| full_sentence(reason)).collect();
        let reasons = reasons.join(" ");
        let known = self
            .refused
            .iter_mut()
            .find(|known| (&known.text, &known.reasons) == (&text, &reasons));
        match known {
            Some(known) => known.headings.extend(heading),
            None => {
                self.refused.push(RefusedChoice {
                    headings: heading.into_iter().collect(),
                    text,
                    reasons,
                });
            }
        }
    }
}

/// Describes a failed check with its rule and its remedy; `None` for one that passed.
fn reason(named: NamedGame<'_>, check: &RuleCheck) -> Option<String> {
    match &check.outcome {
        CheckOutcome::Passed => None,
        CheckOutcome::Failed(illegal) => {
            let message = refusal::message(named, illegal);
            let remedy = refusal::remedy(named, illegal)
                .filter(|remedy| !message.contains(remedy))
                .map(|remedy| format!("; would help: {remedy}"));
            Some(format!("{message} (rule {}){}", check.rule.number(), remedy.unwrap_or_default()))
        }
        CheckOutcome::CannotTell(fact) => Some(fact.unknown_clause()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::examples::example;
    use notation::record::read_record;

    /// Lists the moves after every fifth entry of a game, with the game there.
    fn lists() -> Vec<(Game, MoveList)> {
        let text = example("four-founders.founders").expect("it is there").text;
        let journal = read_record(text.as_bytes()).record.expect("it can be read");
        let games = journal.main_line().iter().step_by(5).map(|id| journal.game_after(*id));
        games
            .map(|game| {
                let list = MoveList::of(&game, &game.moves(), PlayerNaming::Races);
                (game, list)
            })
            .collect()
    }

    #[test]
    fn every_legal_action_of_a_player_is_listed_with_its_gains() {
        let mut moves = 0;
        for (game, list) in lists() {
            assert_eq!(list.moves.len(), game.moves().actions.len());
            for listed in &list.moves {
                let effects = ActionEffects::of(&game.play(&listed.action).expect("it is legal"));
                let player = listed.action.kind.player().expect("a player acts");
                let others = game.players().filter(|other| *other != player);
                let best = others.map(|other| effects.points[other].0).max();
                assert_eq!(listed.own.0, effects.points[player].0);
                assert_eq!(listed.lead, effects.points[player].0 - best.expect("four play"));
                moves += 1;
            }
        }
        assert!(moves > 1000, "{moves}");
    }

    #[test]
    fn moves_stay_with_their_card_and_the_best_come_first() {
        for (_, list) in lists() {
            for order in MoveOrder::ALL {
                let sorted = list.sorted("", order);
                assert_eq!(sorted.len(), list.moves.len());
                let headings: Vec<&str> =
                    sorted.iter().map(|index| list.moves[*index].heading.as_str()).collect();
                let groups = headings.chunk_by(PartialEq::eq).count();
                let distinct: std::collections::BTreeSet<&str> = headings.into_iter().collect();
                assert_eq!(groups, distinct.len(), "{order:?}");
                let best = list.moves.iter().map(|listed| listed.key(order)).min();
                if order != MoveOrder::Board {
                    assert_eq!(sorted.first().map(|index| list.moves[*index].key(order)), best);
                }
            }
        }
    }

    #[test]
    fn a_query_finds_words_of_the_card_the_move_and_its_outcome() {
        let mut count = 0;
        for (_, list) in lists() {
            for index in list.sorted("road FACE", MoveOrder::OwnGain) {
                let ListedMove { heading, text, .. } = &list.moves[index];
                assert!(heading == FACE_DOWN && text.contains("road"), "{heading}: {text}");
                count += 1;
            }
            assert!(list.sorted("no such word", MoveOrder::Board).is_empty());
            assert!(list.refused_with("no such word").is_empty());
        }
        assert!(count > 20, "{count}");
    }

    #[test]
    fn every_resource_of_a_card_with_one_kind_of_action_is_listed_or_refused() {
        let mut refused = 0;
        for (game, list) in lists() {
            let turn = game.pending().into_iter().find(|pending| pending.task == Task::Turn);
            let hand = turn.and_then(|turn| turn.player).map(|player| game.hand(player));
            for card in hand.iter().flat_map(|hand| hand.iter()) {
                let card_name = game.contents().card_name(card);
                let entry = ActionInput::with_card(&game, Some(card));
                let stage = entry.map(|entry| entry.stage(&game));
                let Some(InputStep::Resource(resources)) = stage else {
                    continue;
                };
                for resource in resources {
                    let name = game.contents().resource_name(resource);
                    let is_listed = list
                        .moves
                        .iter()
                        .any(|listed| listed.heading == card_name && listed.text.contains(name));
                    let is_refused = list.refused.iter().any(|choice| {
                        choice.headings.iter().any(|heading| heading == card_name)
                            && choice.text.ends_with(name)
                    });
                    assert!(is_listed || is_refused, "{name}: {:?}", list.refused);
                    refused += usize::from(is_refused);
                }
            }
        }
        assert!(refused > 5, "{refused}");
    }

    #[test]
    fn refused_choices_name_their_rule_and_are_not_among_the_moves() {
        let mut refused = 0;
        for (_, list) in lists() {
            for choice in &list.refused {
                assert!(choice.reasons.contains("(rule "), "{choice:?}");
                if let Some(resource) = choice.text.strip_prefix("Upgrade ") {
                    let builds = format!("uilds {resource} ");
                    let is_built = list.moves.iter().any(|listed| {
                        choice.headings.contains(&listed.heading) && listed.text.contains(&builds)
                    });
                    assert!(!is_built, "{choice:?}");
                }
                refused += 1;
            }
        }
        assert!(refused > 100, "{refused}");
    }
}
