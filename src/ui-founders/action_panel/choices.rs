//! What can be pressed without the board, and the key of each.
//!
//! An action has its place and its key for the whole game, whoever acts and whatever else is open:
//! what leads to nothing legal stays in its place, greyed.

use egui::{Key, Modifiers};
use plain_text::{capital, clauses, listed};

use components::effect::SubActionKind;
use components::ids::ResourceId;
use components::specs::{Category, StandardCard};
use narration::{NamedGame, owed};
use rules::Game;
use rules::action::{Action, Deed};
use rules::adjustment::WorkerPlace;
use rules::player::{Card, PlayerId};
use rules::sub_action::{Constructor, Operand, Placement, SubAction};
use rules::task::Task;
use table::answers::{allows_card, is_vote};
use table::entry::{Entry, Pick, Stage};
use table::table::{Begun, Table};
use ui_board::command::FoundersCommand;
use ui_board::pieces::price_of;
use ui_kit::icons::Icon;
use ui_kit::keymap::DIGITS;
use ui_menu::Menu;

/// Where a choice stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ChoiceRow {
    /// Among the cards of the hand, of which one is picked and another could be.
    Hand,
    /// Among what is open now.
    Open,
}

/// The group of what a card does face down.
pub(super) const FACE_DOWN: &str = "Face down";

/// The key that presses a choice: a digit, alone or with Ctrl.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ChoiceKey {
    /// 0 to 9; a list is numbered from 1, and 0 is its tenth.
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

    /// Every key, in the order in which a list is numbered.
    fn all() -> impl Iterator<Item = Self> {
        (1..=9).chain([0]).map(Self::plain).chain((1..=9).map(Self::ctrl))
    }

    /// As the keyboard tells it.
    pub(super) const fn pressed(self) -> (Modifiers, Key) {
        let modifiers = if self.with_ctrl { Modifiers::COMMAND } else { Modifiers::NONE };
        (modifiers, DIGITS[self.digit as usize])
    }

    /// As it stands on a button.
    pub(super) fn label(self) -> String {
        if self.with_ctrl { format!("Ctrl+{}", self.digit) } else { self.digit.to_string() }
    }
}

/// Which key a choice would have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wish {
    /// The next of a list.
    Next,
    /// This one, whatever else is open.
    Always(ChoiceKey),
}

/// What a button shows beside its words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Picture {
    Nothing,
    Icon(Icon),
    /// The drawing of a resource, by its name.
    Resource(String),
}

/// One thing that can be pressed.
pub(super) struct Choice {
    pub(super) label: String,
    pub(super) row: ChoiceRow,
    /// What it is, for a group of choices of another kind than the one before.
    pub(super) group: String,
    /// Whose group it is, where two players could act.
    pub(super) whose: Option<PlayerId>,
    pub(super) picture: Picture,
    /// What it costs or takes, where that is not seen elsewhere.
    pub(super) note: String,
    pub(super) is_allowed: bool,
    pub(super) is_picked: bool,
    /// What it plays, if it plays something by itself: shown before it is pressed.
    pub(super) action: Option<Action>,
    pub(super) command: FoundersCommand,
    pub(super) key: Option<ChoiceKey>,
    wish: Wish,
}

impl Choice {
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
            whose: None,
            picture: Picture::Nothing,
            note: String::new(),
            is_allowed,
            is_picked: false,
            action: None,
            command,
            key: None,
            wish: Wish::Next,
        }
    }

    fn with_icon(mut self, icon: Icon) -> Self {
        self.picture = Picture::Icon(icon);
        self
    }

    fn always(mut self, key: ChoiceKey) -> Self {
        self.wish = Wish::Always(key);
        self
    }
}

/// A choice that plays an action by itself.
fn playing(label: impl Into<String>, group: &str, is_allowed: bool, action: Action) -> Choice {
    let command = FoundersCommand::Play(vec![action.clone()]);
    Choice { action: Some(action), ..Choice::new(label, group, is_allowed, command) }
}

/// A choice that is one step of an entry.
fn picking(label: impl Into<String>, group: &str, is_allowed: bool, pick: Pick) -> Choice {
    Choice::new(label, group, is_allowed, FoundersCommand::Pick(pick))
}

/// What leaves nothing to decide: passing, no road, a text that asks for nothing.
const AT_ONCE: ChoiceKey = ChoiceKey::plain(1);

/// Returns the key of a kind of sub-action and its icon: those of its operand, but for the kinds
/// that share one.
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
        // An adviser's card goes on as the category that is printed on it.
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

/// Gives every open choice its key: first to those that always have the same, then to the others
/// in their order.
fn give_keys(choices: &mut [Choice]) {
    let mut taken: Vec<ChoiceKey> = Vec::new();
    let is_open = |choice: &&mut Choice| choice.row == ChoiceRow::Open;
    // What a card does face down comes first: a text may ask for the same kinds of work.
    let mut open: Vec<&mut Choice> = choices.iter_mut().filter(is_open).collect();
    open.sort_by_key(|choice| choice.group != FACE_DOWN);
    for choice in &mut open {
        if let Wish::Always(key) = choice.wish
            && !taken.contains(&key)
        {
            taken.push(key);
            choice.key = Some(key);
        }
    }
    let is_listed = open.iter().any(|choice| choice.wish != Wish::Next);
    for choice in open.iter_mut().filter(|choice| choice.key.is_none()) {
        // Beside choices with keys of their own, the first digit stays what leaves nothing to decide.
        let mut free = ChoiceKey::all().filter(|key| !(is_listed && *key == AT_ONCE));
        choice.key = free.find(|key| !taken.contains(key));
        taken.extend(choice.key);
    }
}

/// Everything that can be pressed now.
pub(super) fn choices(table: &Table) -> Vec<Choice> {
    let named = table.named_game();
    let mut choices = Vec::new();
    match (table.task(), table.entry()) {
        (Some(Task::Turn), entry) => {
            cards(table, named.game(), entry, &mut choices);
            if let Some(entry) = entry {
                stage_choices(table, named.game(), entry, &mut choices);
            }
        }
        (Some(Task::Choose(question)), _) => {
            for option in question.options {
                let action = Action {
                    deed: Deed::Choose { player: question.chooser },
                    choices: vec![option.choice],
                };
                choices.push(playing(owed::choice(named.game(), option.choice), "", true, action));
            }
        }
        (Some(Task::Decide(tied)), _) => {
            let player = table.owed().first().and_then(|owed| owed.player);
            for building in tied {
                let Some(player) = player else {
                    continue;
                };
                let label = named.game().contents().building_name(building);
                let action = Deed::Decide { player, building }.into();
                choices.push(playing(label, "", true, action));
            }
        }
        (Some(task), Some(entry)) => {
            let follows = matches!(task, Task::Follow);
            let declines = follows || matches!(task, Task::Roads(_));
            let declines = declines && entry.worker().is_none() && entry.kind().is_none();
            if declines {
                let player = entry.player();
                let label = if follows { "Pass" } else { "No road" };
                let pass = playing(label, "", true, Deed::Pass { player }.into());
                choices.push(pass.always(AT_ONCE));
            }
            stage_choices(table, named.game(), entry, &mut choices);
            if declines && follows {
                rest_passes(named.game(), &mut choices);
            }
            if entry.is_extra_road() {
                beyond_roads(table, named, entry.player(), &mut choices);
            }
        }
        (None, _) if named.game().is_over() => choices.push(Choice::new(
            "Show the result or the board",
            "",
            true,
            FoundersCommand::Menu(Menu::Result),
        )),
        (_, None) | (None, _) => {}
    }
    if let Some(begun) = table.begun_with() {
        choices_with(table, named.game(), begun, &mut choices);
    }
    give_keys(&mut choices);
    choices
}

/// What can be done with what was pressed before anything else: one action of each kind.
fn choices_with(table: &Table, game: &Game, begun: Begun, choices: &mut Vec<Choice>) {
    let group = capital(&begun.words(game));
    let begins = choices.len();
    if let Some(vote) = table.vote_for(begun) {
        choices.push(playing("Call to Vote", &group, true, vote.clone()));
    }
    for (action, sub_action) in table.moves_with(begun) {
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
        let card = match &action.deed {
            Deed::Lead { card, .. } => contents.card_name(*card),
            _ => "",
        };
        // The same with another road or another card would only be chosen for what comes later.
        if choices[begins..].iter().any(|other| other.label == what) {
            continue;
        }
        let choice = match sub_action {
            // What the worker does there is still to be decided.
            SubAction::Worker(place, _) => {
                let mut picks = vec![Pick::Kind(kind), Pick::Place(*place)];
                if let Deed::Lead { card, .. } = &action.deed {
                    picks.insert(0, Pick::Card(Some(*card)));
                }
                Choice::new(what, &group, true, FoundersCommand::PickAll(picks))
            }
            _ => playing(what, &group, true, action.clone()),
        };
        let mut choice = choice.with_icon(kind_style(kind).1);
        card.clone_into(&mut choice.note);
        choices.push(choice);
    }
}

/// The cards in the hand of the player whose turn it is.
fn cards(table: &Table, game: &Game, entry: Option<&Entry>, choices: &mut Vec<Choice>) {
    let Some(player) = game.active_player() else {
        return;
    };
    let begun = entry.is_some_and(|entry| {
        entry.kind().is_some() || !entry.sub_actions().is_empty() || entry.worker().is_some()
    });
    if begun {
        return;
    }
    let row = if entry.is_some_and(Entry::plays_card) { ChoiceRow::Hand } else { ChoiceRow::Open };
    for card in game.hand(player).iter() {
        let label = game.contents().card_name(card);
        let is_allowed = allows_card(table.moves(), card);
        let mut choice = if is_vote(card) {
            playing(label, "", is_allowed, Deed::CallVote { player }.into())
        } else {
            picking(label, "", is_allowed, Pick::Card(Some(card)))
        };
        choice.row = row;
        choice.is_picked = !is_vote(card) && entry.is_some_and(|entry| entry.card() == Some(card));
        choices.push(choice.with_icon(card_icon(game, card)));
    }
    let is_allowed = game.hand_size(player) > 1;
    let choice = picking(FACE_DOWN, "", is_allowed, Pick::Card(None));
    let mut choice = choice.with_icon(Icon::CardFaceDown);
    choice.row = row;
    choice.is_picked = entry.is_some_and(|entry| entry.plays_card() && entry.card().is_none());
    choices.push(choice);
}

/// What comes after roads that may be left out: going on declines them. Each player's choices are
/// a group of their own.
fn beyond_roads(table: &Table, named: NamedGame<'_>, builder: PlayerId, choices: &mut Vec<Choice>) {
    let Some(next) = Entry::beyond_roads(named.game()) else {
        return;
    };
    for choice in choices.iter_mut() {
        choice.group = format!("{} may add a road", named.label(builder));
        choice.whose = Some(builder);
    }
    let player = next.player();
    let group = format!("No road; {} goes on", named.label(player));
    let label = format!("{} passes", named.label(player));
    let first = choices.len();
    let pass = playing(label, &group, true, Deed::Pass { player }.into());
    choices.push(pass.always(ChoiceKey::ctrl(1)));
    stage_choices(table, named.game(), &next, choices);
    for choice in &mut choices[first..] {
        choice.group.clone_from(&group);
        choice.whose = Some(player);
        choice.is_allowed = true;
    }
}

/// What all who are left can do at once; it stands behind what one of them does.
fn rest_passes(game: &Game, choices: &mut Vec<Choice>) {
    let rest = game.still_to_follow();
    if rest.len() < 2 {
        return;
    }
    let all = |deed: fn(PlayerId) -> Deed| -> FoundersCommand {
        FoundersCommand::Play(rest.iter().map(|&player| deed(player).into()).collect())
    };
    let pass = all(|player| Deed::Pass { player });
    let pass = Choice::new("The rest pass", "", true, pass);
    choices.push(pass.always(ChoiceKey::ctrl(1)));
    let money = all(|player| Deed::Follow { player, sub_action: SubAction::Money });
    let money = Choice::new("The rest take $1", "", true, money);
    choices.push(money.always(ChoiceKey::ctrl(6)));
}

/// Returns the choice of a kind of sub-action, with its usual key.
fn kind_choice(kind: SubActionKind, group: &str, is_allowed: bool) -> Choice {
    let (key, icon) = kind_style(kind);
    picking(kind.label(), group, is_allowed, Pick::Kind(kind)).with_icon(icon).always(key)
}

/// The options of the stage that the entry is at.
fn stage_choices(table: &Table, game: &Game, entry: &Entry, choices: &mut Vec<Choice>) {
    let contents = game.contents();
    let answers = table.answers();
    match entry.stage(game) {
        Stage::Kind { text, basic, ready } => {
            let group = if entry.plays_card() && !entry.is_face_down() { "Face up" } else { "" };
            if let Some(action) = ready {
                choices.push(playing("Play it", group, true, action).always(AT_ONCE));
            }
            for kind in text {
                let is_allowed = answers.allows_kind(kind, entry.is_face_down());
                choices.push(kind_choice(kind, group, is_allowed));
            }
            for kind in basic {
                choices.push(kind_choice(kind, FACE_DOWN, answers.allows_kind(kind, true)));
            }
        }
        Stage::Resource(resources) => {
            for resource in resources {
                choices.push(resource_choice(table, game, entry, resource));
            }
        }
        Stage::Adviser => {
            for (place, adviser) in game.adviser_offer().into_iter().enumerate() {
                let Some(adviser) = adviser else {
                    continue;
                };
                let is_allowed = answers.allows_adviser(adviser);
                let label = contents.adviser_name(adviser);
                let choice = picking(label, "Adviser", is_allowed, Pick::Adviser(adviser));
                let mut choice = choice.with_icon(card_icon(game, Card::Adviser(adviser)));
                choice.note = price_of(game, place);
                choice.action = entry.action_with_adviser(adviser);
                choices.push(choice);
            }
        }
        Stage::Place(places) => {
            for place in places {
                let label = match place {
                    WorkerPlace::Race => "Race mat",
                    WorkerPlace::Building(building) => contents.building_name(building),
                };
                let is_allowed = answers.allows_place(place);
                let choice = picking(label, "", is_allowed, Pick::Place(place));
                let mut choice = choice.with_icon(Icon::Worker);
                choice.action = Some(entry.action_with(SubAction::Worker(place, Vec::new())));
                choices.push(choice);
            }
        }
        _ => {}
    }
}

/// A resource to import or to build, with what it costs and what it is made of.
fn resource_choice(table: &Table, game: &Game, entry: &Entry, resource: ResourceId) -> Choice {
    let contents = game.contents();
    let answers = table.answers();
    let builds = entry.kind() == Some(SubActionKind::Build);
    let group = if builds {
        ""
    } else if game.controls(entry.player()).contains(resource) {
        "Controlled"
    } else {
        "Others"
    };
    let name = contents.resource_name(resource);
    let pick = Pick::Resource(resource);
    let mut choice = picking(name, group, answers.allows_resource(resource), pick);
    choice.picture = Picture::Resource(name.to_owned());
    let price = answers.price_of(resource).map(|(least, most)| {
        if least == most { least.to_string() } else { format!("{least} to {most}") }
    });
    let recipe = if builds { recipe_note(game, entry.player(), resource) } else { None };
    choice.note = price.into_iter().chain(recipe).collect::<Vec<_>>().join(" · ");
    choice
}

/// What a resource is made of: what the player can use or reach, then what is missing.
fn recipe_note(game: &Game, player: PlayerId, resource: ResourceId) -> Option<String> {
    let needed = game.contents().made_of(resource);
    let holds = |wanted: ResourceId| {
        let mut owned = game.map().owned_by(player);
        owned.any(|(_, piece)| piece.resource() == Some(wanted))
            || game.access(player).any(|tile| tile.resource == wanted)
    };
    let names = |is_held: bool| {
        let among = needed.iter().filter(move |needed| holds(needed.resource) == is_held);
        among.map(|needed| game.contents().resource_name(needed.resource)).collect::<Vec<_>>()
    };
    recipe_words(&names(true), &names(false))
}

/// Returns what of a recipe is held and what it lacks; `None` for a resource without a recipe.
fn recipe_words(held: &[&str], missing: &[&str]) -> Option<String> {
    let held = (!held.is_empty()).then(|| listed(held));
    let missing = (!missing.is_empty()).then(|| format!("lacks {}", listed(missing)));
    let both: Vec<String> = held.into_iter().chain(missing).collect();
    (!both.is_empty()).then(|| clauses(&both))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choice(wish: Wish, group: &str) -> Choice {
        Choice { wish, ..Choice::new("", group, true, FoundersCommand::Back) }
    }

    fn keys(mut choices: Vec<Choice>) -> Vec<String> {
        give_keys(&mut choices);
        choices.iter().map(|choice| choice.key.map_or_else(String::new, ChoiceKey::label)).collect()
    }

    #[test]
    fn what_a_recipe_lacks_is_said_for_every_part_of_it() {
        let words = |held: &[&str], missing: &[&str]| recipe_words(held, missing);
        let food = words(&["Crops"], &["Wood", "Stone"]);
        assert_eq!(food.as_deref(), Some("Crops; lacks Wood and Stone"));
        assert_eq!(words(&[], &["Gems"]).as_deref(), Some("lacks Gems"));
        assert_eq!(words(&["Metal", "Stone"], &[]).as_deref(), Some("Metal and Stone"));
        assert_eq!(words(&[], &[]), None);
    }

    #[test]
    fn a_list_is_numbered_and_goes_on_with_ctrl() {
        let list = (0..12).map(|_| choice(Wish::Next, "")).collect();
        let keys = keys(list);
        assert_eq!(keys[..3], ["1", "2", "3"]);
        assert_eq!(keys[8..], ["9", "0", "Ctrl+1", "Ctrl+2"]);
    }

    #[test]
    fn a_sub_action_keeps_its_key_whatever_else_is_open() {
        let kind = |kind, group| kind_choice(kind, group, true);
        let follower = vec![
            choice(Wish::Always(AT_ONCE), ""),
            kind(SubActionKind::Import, ""),
            kind(SubActionKind::BuyAccess, ""),
            kind(SubActionKind::Money, ""),
            kind(SubActionKind::Road, ""),
        ];
        assert_eq!(keys(follower), ["1", "2", "3", "6", "8"]);
        let leader = vec![
            kind(SubActionKind::House, "Face up"),
            kind(SubActionKind::Road, "Face up"),
            kind(SubActionKind::Money, FACE_DOWN),
            kind(SubActionKind::Road, FACE_DOWN),
        ];
        assert_eq!(keys(leader), ["2", "3", "6", "8"]);
    }
}
