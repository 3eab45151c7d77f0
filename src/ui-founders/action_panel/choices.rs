//! The choices that can be pressed without the board, and the key of each.
//!
//! An action has the same place and key for the whole game, for every player and among any other
//! choices: one that leads to nothing legal stays in its place, grayed.

use egui::{Key, Modifiers};
use plain_text::{capitalized, clauses, listed};

use components::effect::SubActionKind;
use components::ids::{AdviserId, ResourceId};
use components::specs::{Category, StandardCard};
use narration::{NamedGame, pending};
use rules::Game;
use rules::action::{Action, ActionKind};
use rules::adjustment::WorkerPlace;
use rules::player::{Card, PlayerId, standard_hand};
use rules::sub_action::{Constructor, Operand, Placement, SubAction};
use rules::task::Task;
use table::action_input::{ActionInput, InputChoice, InputStep};
use table::legality::{allows_card, is_vote};
use table::table::{Selection, Table};
use ui_board::command::FoundersCommand;
use ui_board::pieces::adviser_price;
use ui_kit::icons::Icon;
use ui_kit::keymap::DIGITS;
use ui_menu::Menu;

/// The row of a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ChoiceRow {
    /// The cards of the hand while one is picked: another can be picked instead.
    Hand,
    /// The choices that are open now.
    Open,
}

/// The group of the sub-actions of a face-down card.
pub(super) const FACE_DOWN: &str = "Face down";

/// The key that presses a choice: a digit, alone or with Ctrl.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ChoiceKey {
    /// 0 to 9; a list is numbered from 1, with 0 as its tenth.
    digit: u8,
    with_ctrl: bool,
}

impl ChoiceKey {
    const fn plain(digit: u8) -> Self {
        Self { digit, with_ctrl: false }
    }

    const fn ctrl(digit: u8) -> Self {
        Self { digit, with_ctrl: true }
    }

    /// Returns every key, in the order in which a list is numbered.
    fn all() -> impl Iterator<Item = Self> {
        (1..=9).chain([0]).map(Self::plain).chain((1..=9).map(Self::ctrl))
    }

    /// Returns the modifiers and the key to press.
    pub(super) const fn pressed(self) -> (Modifiers, Key) {
        let modifiers = if self.with_ctrl { Modifiers::COMMAND } else { Modifiers::NONE };
        (modifiers, DIGITS[self.digit as usize])
    }

    /// Returns the text on a button.
    pub(super) fn label(self) -> String {
        if self.with_ctrl { format!("Ctrl+{}", self.digit) } else { self.digit.to_string() }
    }
}

/// The key that a choice asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum KeyRequest {
    /// The next free key of the list.
    Next,
    /// This key, among any other choices.
    Fixed(ChoiceKey),
}

/// The picture on a button, next to its label.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Picture {
    Nothing,
    Icon(Icon),
    /// The icon of a resource, by its name.
    Resource(String),
}

/// A button of the action panel.
pub(super) struct ActionChoice {
    pub(super) label: String,
    pub(super) row: ChoiceRow,
    /// The title of its group; empty without a title.
    pub(super) group: String,
    /// The player of its group, where two players could act.
    pub(super) player: Option<PlayerId>,
    pub(super) picture: Picture,
    /// Its cost or what it takes, where that is not shown elsewhere.
    pub(super) note: String,
    pub(super) is_allowed: bool,
    pub(super) is_picked: bool,
    /// The action that it plays by itself, if any; its outcome is shown on hover.
    pub(super) action: Option<Action>,
    pub(super) command: FoundersCommand,
    pub(super) key: Option<ChoiceKey>,
    key_request: KeyRequest,
}

impl ActionChoice {
    fn new(
        label: impl Into<String>,
        group: &str,
        is_allowed: bool,
        command: FoundersCommand,
    ) -> Self {
        Self {
            label: label.into(),
            row: ChoiceRow::Open,
            group: group.to_owned(),
            player: None,
            picture: Picture::Nothing,
            note: String::new(),
            is_allowed,
            is_picked: false,
            action: None,
            command,
            key: None,
            key_request: KeyRequest::Next,
        }
    }

    fn with_icon(mut self, icon: Icon) -> Self {
        self.picture = Picture::Icon(icon);
        self
    }

    fn with_key(mut self, key: ChoiceKey) -> Self {
        self.key_request = KeyRequest::Fixed(key);
        self
    }
}

/// Returns a choice that plays an action by itself.
fn playing(
    label: impl Into<String>,
    group: &str,
    is_allowed: bool,
    action: Action,
) -> ActionChoice {
    let command = FoundersCommand::Play(vec![action.clone()]);
    ActionChoice { action: Some(action), ..ActionChoice::new(label, group, is_allowed, command) }
}

/// Returns a choice that is one step of an entry.
fn picking(
    label: impl Into<String>,
    group: &str,
    is_allowed: bool,
    pick: InputChoice,
) -> ActionChoice {
    ActionChoice::new(label, group, is_allowed, FoundersCommand::Choose(pick))
}

/// The key of choices that leave nothing to decide: passing, no road, a text without decisions.
const AT_ONCE: ChoiceKey = ChoiceKey::plain(1);

/// Returns the key and icon of a kind of sub-action: those of its operand, except for kinds that
/// share one.
fn kind_style(kind: SubActionKind) -> (ChoiceKey, Icon) {
    let (digit, icon) = match (kind, SubAction::constructor(kind)) {
        (SubActionKind::BuyAccess, _) => (3, Icon::AccessToken),
        (SubActionKind::House, _) => (2, Icon::House),
        (SubActionKind::Bridge, _) => (3, Icon::Bridge),
        (SubActionKind::Influence, _) => (7, Icon::FleetingInfluence),
        (_, Constructor::Adviser(_)) => (2, Icon::Adviser),
        (_, Constructor::Stall(_)) => (2, Icon::ClaimToken),
        (_, Constructor::Placement(_)) => (2, Icon::Machinery),
        (_, Constructor::Tile(_)) => (4, Icon::AccessToken),
        (_, Constructor::Cards(_)) => (4, Icon::CardFaceUp),
        (_, Constructor::Adjustments(_)) => (5, Icon::HandList),
        (_, Constructor::Nothing(_)) => (6, Icon::Money),
        (_, Constructor::Square(_)) => (8, Icon::Road),
        (_, Constructor::Worker(_)) => (9, Icon::Worker),
    };
    (ChoiceKey::plain(digit), icon)
}

fn card_icon(game: &Game, card: Card) -> Icon {
    match card {
        Card::Standard(StandardCard::Recruit) => Icon::Adviser,
        Card::Standard(StandardCard::Trade) => Icon::AccessToken,
        Card::Standard(StandardCard::Upgrade) => Icon::Machinery,
        Card::Standard(StandardCard::Construct) => Icon::House,
        Card::Standard(StandardCard::CallToVote) => Icon::VoteCircle,
        Card::Standard(StandardCard::Income) => Icon::Income,
        // An adviser's card has the icon of the category printed on it.
        Card::Adviser(adviser) => {
            match game.contents().pack().advisers[adviser.index()].category.value() {
                Some(Category::Trade) => Icon::AccessToken,
                Some(Category::Upgrade) => Icon::Machinery,
                Some(Category::Construct) => Icon::House,
                Some(Category::Recruit) | None => Icon::Adviser,
            }
        }
    }
}

/// Assigns a key to every open choice: fixed keys first, then the next free ones in order.
fn assign_keys(choices: &mut [ActionChoice]) {
    let mut taken: Vec<ChoiceKey> = Vec::new();
    let mut open: Vec<&mut ActionChoice> =
        choices.iter_mut().filter(|choice| choice.row == ChoiceRow::Open).collect();
    // Face-down sub-actions come first: the text of a card may offer the same kinds.
    open.sort_by_key(|choice| choice.group != FACE_DOWN);
    for choice in &mut open {
        if let KeyRequest::Fixed(key) = choice.key_request
            && !taken.contains(&key)
        {
            taken.push(key);
            choice.key = Some(key);
        }
    }
    for choice in open.iter_mut().filter(|choice| choice.key.is_none()) {
        // A kind whose key is taken leaves the first digit to those that leave nothing to decide.
        choice.key = ChoiceKey::all()
            .filter(|key| choice.key_request == KeyRequest::Next || *key != AT_ONCE)
            .find(|key| !taken.contains(key));
        taken.extend(choice.key);
    }
}

/// Returns the advisers of the player whose turn it is in the order in which they came, so that
/// each keeps its key: first those that were not recruited in play, then those that were, also if
/// they are gone.
pub(super) fn advisers_in_order(table: &Table) -> Vec<AdviserId> {
    let game = table.game();
    let Some(player) = game.active_player() else {
        return Vec::new();
    };
    let journal = table.journal();
    let mut recruited: Vec<AdviserId> = Vec::new();
    for &id in journal.main_line().iter().take(journal.cursor()) {
        let Some(kind) = journal.entry(id).action().map(Action::kind_without_overrules) else {
            continue;
        };
        if kind.player() == Some(player) {
            recruited.extend(kind.sub_actions().iter().flat_map(recruits));
        }
    }
    let owned = game.hand(player).iter().chain(game.played_cards(player).iter());
    let mut all: Vec<AdviserId> = owned
        .filter_map(|card| match card {
            Card::Adviser(adviser) if !recruited.contains(&adviser) => Some(adviser),
            Card::Adviser(_) | Card::Standard(_) => None,
        })
        .collect();
    all.extend(recruited);
    all
}

/// Returns the advisers that a sub-action recruits.
fn recruits(sub_action: &SubAction) -> Vec<AdviserId> {
    match sub_action {
        SubAction::Recruit(adviser) => vec![*adviser],
        SubAction::Worker(_, sub_actions) => sub_actions.iter().flat_map(recruits).collect(),
        _ => Vec::new(),
    }
}

/// The key of an unnamed card face down; those of the others are before it.
const UNNAMED: ChoiceKey = ChoiceKey::plain(0);

/// Returns the place of a card, the same for the whole game: among the starting cards, and after
/// them among the `advisers` of its player.
fn card_place(game: &Game, advisers: &[AdviserId], card: Card) -> Option<usize> {
    let advisers = advisers.iter().map(|&adviser| Card::Adviser(adviser));
    standard_hand(game.player_count()).iter().chain(advisers).position(|other| other == card)
}

/// Returns every choice that can be pressed now; `advisers` are those of the player whose turn it
/// is, in the order of their keys.
pub(super) fn choices(table: &Table, advisers: &[AdviserId]) -> Vec<ActionChoice> {
    let named = table.named_game();
    let mut choices = Vec::new();
    match (table.task(), table.entry()) {
        (Some(Task::Turn), entry) => {
            add_cards(table, (entry, advisers), &mut choices);
            if let Some(entry) = entry {
                add_stage_choices(table, named.game(), entry, &mut choices);
            }
        }
        (Some(Task::Choose(question)), _) => {
            for option in question.options {
                let action = Action {
                    kind: ActionKind::Choose { player: question.chooser },
                    choices: vec![option.choice],
                };
                choices.push(playing(
                    pending::choice(named.game(), option.choice),
                    "",
                    true,
                    action,
                ));
            }
        }
        (Some(Task::Decide(tied)), _) => {
            let player = table.pending().first().and_then(|decision| decision.player);
            for building in tied {
                let Some(player) = player else {
                    continue;
                };
                let label = named.game().contents().building_name(building);
                let action = ActionKind::Decide { player, building }.into();
                choices.push(playing(label, "", true, action));
            }
        }
        (Some(task), Some(entry)) => {
            let follows = matches!(task, Task::Follow);
            let can_decline = (follows || matches!(task, Task::Roads(_)))
                && entry.worker().is_none()
                && entry.kind().is_none();
            if can_decline {
                let player = entry.player();
                let label = if follows { "Pass" } else { "No road" };
                let pass = playing(label, "", true, ActionKind::Pass { player }.into());
                choices.push(pass.with_key(AT_ONCE));
            }
            add_stage_choices(table, named.game(), entry, &mut choices);
            if can_decline && follows {
                add_group_follows(named.game(), &mut choices);
            }
            if entry.is_extra_road() {
                add_beyond_roads(table, named, entry.player(), &mut choices);
            }
        }
        // The result has buttons of its own, so that this is drawn below the board.
        (None, _) if named.game().is_over() => choices.push(ActionChoice::new(
            "Show the result",
            "",
            true,
            FoundersCommand::Menu(Menu::Result),
        )),
        (_, None) | (None, _) => {}
    }
    if let Some(selection) = table.selection() {
        add_choices_with(table, named.game(), selection, &mut choices);
    }
    assign_keys(&mut choices);
    choices
}

/// Adds the actions possible with what was selected first: one of each kind.
fn add_choices_with(
    table: &Table,
    game: &Game,
    selection: Selection,
    choices: &mut Vec<ActionChoice>,
) {
    let group = capitalized(&selection.description(game));
    let first = choices.len();
    if let Some(vote) = table.vote_for(selection) {
        choices.push(playing("Call to Vote", &group, true, vote.clone()));
    }
    for (action, sub_action) in table.moves_with(selection) {
        let contents = game.contents();
        let kind = sub_action.kind().picked_as();
        let what = match sub_action.operand() {
            Operand::Worker(WorkerPlace::Building(building), _) => {
                format!("{} on {}", kind.label(), contents.building_name(*building))
            }
            Operand::Stall(resource, _) | Operand::Placement(Placement { resource, .. }) => {
                format!("{} {}", kind.label(), contents.resource_name(*resource))
            }
            _ => kind.label().to_owned(),
        };
        let card = match &action.kind {
            ActionKind::Lead { card, .. } => contents.card_name(*card),
            _ => "",
        };
        // The same with another road or card would differ only in its effect on later actions.
        if choices[first..].iter().any(|other| other.label == what) {
            continue;
        }
        let choice = match sub_action {
            // The worker's effect there is still to be decided.
            SubAction::Worker(place, _) => {
                let mut picks = vec![InputChoice::Kind(kind), InputChoice::Place(*place)];
                if let ActionKind::Lead { card, .. } = &action.kind {
                    picks.insert(0, InputChoice::Card(Some(*card)));
                }
                ActionChoice::new(what, &group, true, FoundersCommand::ChooseAll(picks))
            }
            _ => playing(what, &group, true, action.clone()),
        };
        let mut choice = choice.with_icon(kind_style(kind).1);
        card.clone_into(&mut choice.note);
        choices.push(choice);
    }
}

/// Adds the cards in the hand of the player whose turn it is.
fn add_cards(
    table: &Table,
    (entry, advisers): (Option<&ActionInput>, &[AdviserId]),
    choices: &mut Vec<ActionChoice>,
) {
    let game = table.game();
    let Some(player) = game.active_player() else {
        return;
    };
    if entry.is_some_and(|entry| entry.has_decided_beyond_card(game)) {
        return;
    }
    let row =
        if entry.is_some_and(ActionInput::plays_card) { ChoiceRow::Hand } else { ChoiceRow::Open };
    let mut hand: Vec<(Card, Option<usize>)> =
        game.hand(player).iter().map(|card| (card, card_place(game, advisers, card))).collect();
    hand.sort_by_key(|(_, place)| place.unwrap_or(usize::MAX));
    for (card, place) in hand {
        let key = place.and_then(|place| ChoiceKey::all().filter(|key| *key != UNNAMED).nth(place));
        let label = game.contents().card_name(card);
        let is_allowed = allows_card(table.moves(), card);
        let mut choice = if is_vote(card) {
            playing(label, "", is_allowed, ActionKind::CallVote { player }.into())
        } else {
            picking(label, "", is_allowed, InputChoice::Card(Some(card)))
        };
        choice.row = row;
        choice.is_picked = !is_vote(card) && entry.is_some_and(|entry| entry.card() == Some(card));
        choice.key_request = key.map_or(KeyRequest::Next, KeyRequest::Fixed);
        choices.push(choice.with_icon(card_icon(game, card)));
    }
    let is_allowed = game.hand_size(player) > 1;
    let mut choice =
        picking(FACE_DOWN, "", is_allowed, InputChoice::Card(None)).with_icon(Icon::CardFaceDown);
    choice = choice.with_key(UNNAMED);
    choice.row = row;
    choice.is_picked = entry.is_some_and(|entry| entry.plays_card() && entry.card().is_none());
    choices.push(choice);
}

/// Adds the choices after optional roads; taking one of them declines the roads.
///
/// The choices of each player are a group.
fn add_beyond_roads(
    table: &Table,
    named: NamedGame<'_>,
    builder: PlayerId,
    choices: &mut Vec<ActionChoice>,
) {
    let Some(next) = ActionInput::beyond_roads(named.game()) else {
        return;
    };
    for choice in choices.iter_mut() {
        choice.group = format!("{} may add a road", named.label(builder));
        choice.player = Some(builder);
    }
    let player = next.player();
    let group = format!("No road; {} goes on", named.label(player));
    let label = format!("{} passes", named.label(player));
    let first = choices.len();
    let pass = playing(label, &group, true, ActionKind::Pass { player }.into());
    choices.push(pass.with_key(ChoiceKey::ctrl(1)));
    add_stage_choices(table, named.game(), &next, choices);
    for choice in &mut choices[first..] {
        choice.group.clone_from(&group);
        choice.player = Some(player);
        choice.is_allowed = true;
    }
}

/// Adds the choices for all remaining followers at once, after those for a single one.
fn add_group_follows(game: &Game, choices: &mut Vec<ActionChoice>) {
    let followers = game.still_to_follow();
    if followers.len() < 2 {
        return;
    }
    let passes = followers.iter().map(|&player| ActionKind::Pass { player }.into()).collect();
    choices.push(
        ActionChoice::new("The rest pass", "", true, FoundersCommand::Play(passes))
            .with_key(ChoiceKey::ctrl(1)),
    );
    let incomes = followers
        .iter()
        .map(|&player| ActionKind::Follow { player, sub_action: SubAction::Money }.into())
        .collect();
    choices.push(
        ActionChoice::new("The rest take $1", "", true, FoundersCommand::Play(incomes))
            .with_key(ChoiceKey::ctrl(6)),
    );
}

/// Returns the choice of a kind of sub-action, with its usual key.
fn kind_choice(kind: SubActionKind, group: &str, is_allowed: bool) -> ActionChoice {
    let (key, icon) = kind_style(kind);
    picking(kind.label(), group, is_allowed, InputChoice::Kind(kind)).with_icon(icon).with_key(key)
}

/// Adds the options of the current input step of an entry.
fn add_stage_choices(
    table: &Table,
    game: &Game,
    entry: &ActionInput,
    choices: &mut Vec<ActionChoice>,
) {
    let contents = game.contents();
    let answers = table.legality();
    match entry.stage(game) {
        InputStep::Kind { text, basic, ready } => {
            let group = if entry.plays_card() && !entry.is_face_down() { "Face up" } else { "" };
            if let Some(action) = ready {
                choices.push(playing("Play it", group, true, action).with_key(AT_ONCE));
            }
            for kind in text {
                let is_allowed = answers.allows_kind(kind, entry.is_face_down());
                choices.push(kind_choice(kind, group, is_allowed));
            }
            for kind in basic {
                choices.push(kind_choice(kind, FACE_DOWN, answers.allows_kind(kind, true)));
            }
        }
        InputStep::Resource(resources) => {
            for resource in resources {
                choices.push(resource_choice(table, game, entry, resource));
            }
        }
        InputStep::Adviser => {
            for (place, adviser) in game.adviser_offer().into_iter().enumerate() {
                let Some(adviser) = adviser else {
                    continue;
                };
                let is_allowed = answers.allows_adviser(adviser);
                let label = contents.adviser_name(adviser);
                let mut choice =
                    picking(label, "Adviser", is_allowed, InputChoice::Adviser(adviser))
                        .with_icon(card_icon(game, Card::Adviser(adviser)));
                choice.note = adviser_price(game, place);
                choice.action = entry.action_with_adviser(adviser);
                choices.push(choice);
            }
        }
        InputStep::Place(places) => {
            for place in places {
                let label = match place {
                    WorkerPlace::Race => "Race mat",
                    WorkerPlace::Building(building) => contents.building_name(building),
                };
                let is_allowed = answers.allows_place(place);
                let mut choice = picking(label, "", is_allowed, InputChoice::Place(place))
                    .with_icon(Icon::Worker);
                choice.action = Some(entry.action_with(SubAction::Worker(place, Vec::new())));
                choices.push(choice);
            }
        }
        _ => {}
    }
    for kind in entry.face_down_instead(game) {
        choices.push(kind_choice(kind, FACE_DOWN, answers.allows_kind(kind, true)));
    }
}

/// Returns the choice of a resource to import or build, with its cost and recipe.
fn resource_choice(
    table: &Table,
    game: &Game,
    entry: &ActionInput,
    resource: ResourceId,
) -> ActionChoice {
    let contents = game.contents();
    let answers = table.legality();
    let builds = entry.kind() == Some(SubActionKind::Build);
    let group = if builds && entry.is_kind_automatic(game) {
        SubActionKind::Build.label()
    } else if builds {
        ""
    } else if game.controls(entry.player()).contains(resource) {
        "Controlled"
    } else {
        "Others"
    };
    let name = contents.resource_name(resource);
    let pick = InputChoice::Resource(resource);
    let mut choice = picking(name, group, answers.allows_resource(resource), pick);
    choice.picture = Picture::Resource(name.to_owned());
    let price = answers.price_of(resource).map(|(least, most)| {
        if least == most { least.to_string() } else { format!("{least} to {most}") }
    });
    let recipe = if builds { recipe_note(game, entry.player(), resource) } else { None };
    choice.note = price.into_iter().chain(recipe).collect::<Vec<_>>().join(" · ");
    choice
}

/// Returns the recipe of a resource in words: what the player owns or has access to, then what
/// is missing.
fn recipe_note(game: &Game, player: PlayerId, resource: ResourceId) -> Option<String> {
    let (mut held, mut missing) = (Vec::new(), Vec::new());
    for needed in game.contents().prerequisites(resource) {
        let name = game.contents().resource_name(needed.resource);
        if owns_or_accesses(game, player, needed.resource) {
            held.push(name);
        } else {
            missing.push(name);
        }
    }
    recipe_words(&held, &missing)
}

fn owns_or_accesses(game: &Game, player: PlayerId, resource: ResourceId) -> bool {
    game.map().owned_by(player).any(|(_, piece)| piece.resource() == Some(resource))
        || game.access(player).any(|tile| tile.resource == resource)
}

/// Returns the held and the missing parts of a recipe in words; `None` without a recipe.
fn recipe_words(held: &[&str], missing: &[&str]) -> Option<String> {
    let held = (!held.is_empty()).then(|| listed(held));
    let missing = (!missing.is_empty()).then(|| format!("lacks {}", listed(missing)));
    let both: Vec<String> = held.into_iter().chain(missing).collect();
    (!both.is_empty()).then(|| clauses(&both))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choice(key_request: KeyRequest, group: &str) -> ActionChoice {
        ActionChoice { key_request, ..ActionChoice::new("", group, true, FoundersCommand::Back) }
    }

    fn legal(kind: SubActionKind, group: &str) -> ActionChoice {
        kind_choice(kind, group, true)
    }

    fn keys(mut choices: Vec<ActionChoice>) -> Vec<String> {
        assign_keys(&mut choices);
        choices.iter().map(|choice| choice.key.map_or_else(String::new, ChoiceKey::label)).collect()
    }

    #[test]
    fn recipe_words_list_held_parts_then_all_missing_parts() {
        let food = recipe_words(&["Crops"], &["Wood", "Stone"]);
        assert_eq!(food.as_deref(), Some("Crops; lacks Wood and Stone"));
        assert_eq!(recipe_words(&[], &["Gems"]).as_deref(), Some("lacks Gems"));
        assert_eq!(recipe_words(&["Metal", "Stone"], &[]).as_deref(), Some("Metal and Stone"));
        assert_eq!(recipe_words(&[], &[]), None);
    }

    #[test]
    fn a_long_list_continues_with_ctrl_keys_after_the_digits() {
        let list = (0..12).map(|_| choice(KeyRequest::Next, "")).collect();
        let keys = keys(list);
        assert_eq!(keys[..3], ["1", "2", "3"]);
        assert_eq!(keys[8..], ["9", "0", "Ctrl+1", "Ctrl+2"]);
    }

    #[test]
    fn a_sub_action_has_the_same_key_among_any_other_choices() {
        let follower = vec![
            choice(KeyRequest::Fixed(AT_ONCE), ""),
            legal(SubActionKind::Import, ""),
            legal(SubActionKind::BuyAccess, ""),
            legal(SubActionKind::Money, ""),
            legal(SubActionKind::Road, ""),
        ];
        assert_eq!(keys(follower), ["1", "2", "3", "6", "8"]);
        let leader = vec![
            legal(SubActionKind::House, "Face up"),
            legal(SubActionKind::Road, "Face up"),
            legal(SubActionKind::Money, FACE_DOWN),
            legal(SubActionKind::Road, FACE_DOWN),
        ];
        assert_eq!(keys(leader), ["2", "3", "6", "8"]);
    }
}
