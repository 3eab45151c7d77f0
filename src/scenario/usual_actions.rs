//! The usual actions of a character, one press each, on the laptop and on its player's phone.

use plain_text::capitalized;

use scenario_rules::figure::{Condition, Conditions, Figure};
use scenario_rules::hand::{Hand, Pile};
use scenario_rules::{Action, FigureId, Game};

/// The changes of hit points, in reading order: damage, then healing.
pub const HIT_POINT_CHANGES: [i16; 14] = [-1, -2, -3, -4, -5, -6, -7, -8, -9, 1, 2, 3, 4, 5];

/// An action with its label.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UsualAction {
    /// The words on its button.
    pub label: String,
    /// The words for a screen reader.
    pub name: String,
    /// `true` if the action ends a state that lasts, such as a condition.
    pub is_on: bool,
    /// The action.
    pub action: Action,
}

impl UsualAction {
    fn new(label: impl Into<String>, action: Action) -> Self {
        let label = label.into();
        Self { name: label.clone(), label, is_on: false, action }
    }
}

/// Actions about one matter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActionGroup {
    /// The matter.
    pub title: &'static str,
    /// The actions, in reading order.
    pub actions: Vec<UsualAction>,
}

/// Returns the usual actions of a character on the map, without groups that have none.
pub fn usual_actions(game: &Game, id: FigureId) -> Vec<ActionGroup> {
    let position = game.position();
    let Some(figure) = position.get(id) else { return Vec::new() };
    let changes = |is_wanted: fn(i16) -> bool| {
        let wanted = HIT_POINT_CHANGES.into_iter().filter(|by| is_wanted(*by));
        let actions = wanted.filter_map(|by| {
            let (label, name) = change_words(by);
            let action = hit_point_action(figure, by)?;
            Some(UsualAction { name, ..UsualAction::new(label, action) })
        });
        actions.collect()
    };
    let conditions = Condition::ALL.into_iter().map(|condition| {
        let is_on = figure.is(condition);
        let action = Action::Condition { figure: id, condition, has: !is_on };
        UsualAction { is_on, ..UsualAction::new(capitalized(condition.word()), action) }
    });
    let mut gains = vec![UsualAction {
        name: "1 experience".to_owned(),
        ..UsualAction::new("+1 XP", Action::Experience { figure: id, amount: 1 })
    }];
    if position.layout().purse(id).experience > 0 {
        let action = Action::Experience { figure: id, amount: -1 };
        let name = "1 experience less".to_owned();
        gains.push(UsualAction { name, ..UsualAction::new("−1 XP", action) });
    }
    gains.push(UsualAction::new("Loot 1", Action::Loot { figure: id, range: 1 }));
    let hand = position.layout().hand(id);
    let cards = hand.map(|hand| {
        let moves = card_moves(id, hand).into_iter();
        moves
            .chain(short_rest(game, id, hand))
            .map(|(label, action)| UsualAction::new(label, action))
    });
    let ends = (game.in_turn() == Some(id))
        .then(|| UsualAction::new("My turn is over", Action::EndTurn(id)));
    let groups = [
        ActionGroup { title: "Turn", actions: ends.into_iter().collect() },
        ActionGroup { title: "Damage", actions: changes(i16::is_negative) },
        ActionGroup { title: "Healing", actions: changes(i16::is_positive) },
        ActionGroup { title: "Conditions", actions: conditions.collect() },
        ActionGroup { title: "Gains", actions: gains },
        ActionGroup { title: "Cards", actions: cards.into_iter().flatten().collect() },
    ];
    groups.into_iter().filter(|group| !group.actions.is_empty()).collect()
}

/// Returns the label of a change of hit points, and the words for a screen reader.
pub fn change_words(by: i16) -> (String, String) {
    match by {
        ..0 => (format!("−{}", -by), format!("{} damage", -by)),
        _ => (format!("+{by}"), format!("{by} healed")),
    }
}

/// Returns the action by which a figure suffers damage (negative) or is healed; `None` if it changes
/// nothing, or its hit points are not counted.
pub fn hit_point_action(figure: &Figure, by: i16) -> Option<Action> {
    let now = figure.hit_points?;
    let (figure_id, amount) = (figure.id(), by.unsigned_abs());
    let is_sick = figure.conditions.meets(Conditions::HEALED);
    match by {
        ..0 => Some(Action::Suffer { figure: figure_id, damage: amount, source: String::new() }),
        _ if now.lost() == 0 && !is_sick => None,
        _ => Some(Action::Heal { figure: figure_id, amount }),
    }
}

/// Returns the moves of a single card between the piles of a character, with their labels.
pub fn card_moves(id: FigureId, hand: Hand) -> Vec<(&'static str, Action)> {
    let moves = [
        ("Lose a played card", Pile::Played, Pile::Lost),
        ("Keep one active", Pile::Played, Pile::Active),
        ("End an active card", Pile::Active, Pile::Discard),
        ("Recover a discard", Pile::Discard, Pile::Hand),
        ("Recover a lost card", Pile::Lost, Pile::Hand),
    ];
    moves
        .into_iter()
        .filter(|(_, from, _)| hand.count(*from) > 0)
        .map(|(label, from, to)| (label, Action::MoveCards { figure: id, count: 1, from, to }))
        .collect()
}

/// Returns the short rest of a character between two rounds (S10.3), or the loss of another card
/// after it.
pub fn short_rest(game: &Game, id: FigureId, hand: Hand) -> Option<(&'static str, Action)> {
    if !game.is_between_rounds() {
        return None;
    }
    match hand.short_rests {
        0 if hand.may_rest() => {
            Some(("Short rest", Action::ShortRest { figure: id, again: false }))
        }
        1 => {
            Some(("Lose another card for 1 damage", Action::ShortRest { figure: id, again: true }))
        }
        _ => None,
    }
}
