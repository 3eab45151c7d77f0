//! Achievements: the three in play, each player's progress, and who fulfills those that the
//! players judge themselves.
//!
//! One card of each deck is chosen before races, by name or by chance. The rules count the
//! progress; achievements without a countable condition are judged here.

use egui::{Key, Modifiers, ScrollArea, Ui};
use plain_text::{counted, listed, sentence};

use components::component_ref::ComponentRef;
use components::ids::AchievementId;
use components::specs::{AchievementDeck, Condition, Tier};
use journal::EntryId;
use narration::{NamedGame, refusal};
use rules::Game;
use rules::achievements::AchievementProgress;
use rules::action::{Action, ActionKind};
use rules::game::GameAchievement;
use rules::player::{PlayerId, PlayerSet};
use rules::rulebook::TableOption;
use rules::task::Task;
use table::table::Table;
use ui_board::Cx;
use ui_board::command::FoundersCommand;
use ui_board::pieces::{player_badge_ui, player_names};
use ui_kit::icons::{Icon, icon_ui};
use ui_kit::keyboard;
use ui_kit::queue::CommandQueue;
use ui_kit::theme::{space, text, theme, touch};
use ui_kit::widgets::{
    CardFrame, DecisivePart, RandomBelow, body, button, button_ui, caption, card_ui, cards_ui,
    columns, decisive_ui, error_ui, group_ui, lead, line_edit, panel_header_ui, primary_button_ui,
    rank, reserve_scroll_bar, toggle_button,
};

/// The choice or judgment in progress; belongs to one point of one record.
#[derive(Clone, Debug, Default)]
pub struct AchievementsMemory {
    at: Option<EntryId>,
    text: String,
    /// The card chosen so far for each deck.
    picked: [Option<AchievementId>; AchievementDeck::ALL.len()],
    /// The achievement that is judged, with the players ticked for it.
    fulfilled: Option<(AchievementId, PlayerSet)>,
    error: Option<String>,
    /// A card whose facts have to be entered first.
    unread: Option<AchievementId>,
    wants_focus: bool,
}

impl AchievementsMemory {
    /// Follows the record; returns a card that was chosen before its facts were entered, once
    /// they are.
    fn follow(&mut self, table: &Table) -> Option<AchievementId> {
        let here = Some(table.journal().here());
        if self.at == here {
            return None;
        }
        let game = table.game();
        let entered = self
            .unread
            .filter(|card| game.in_setup() && game.contents().facts().deck_of(*card).is_ok());
        // Cards chosen before these facts were entered stay chosen.
        let picked = if game.in_setup() { self.picked } else { Default::default() };
        *self = Self { at: here, picked, wants_focus: true, ..Self::default() };
        entered
    }

    /// Picks `card` for its deck; plays the deal once there is a card of each deck.
    fn take(
        &mut self,
        named: NamedGame<'_>,
        card: AchievementId,
        commands: &CommandQueue<FoundersCommand>,
    ) {
        self.text.clear();
        self.error = None;
        self.unread = None;
        self.wants_focus = true;
        let Ok(deck) = named.game().contents().facts().deck_of(card) else {
            self.unread = Some(card);
            return;
        };
        for (place, of) in self.picked.iter_mut().zip(AchievementDeck::ALL) {
            if of == deck {
                *place = Some(card);
            }
        }
        let all: Vec<AchievementId> = self.picked.iter().flatten().copied().collect();
        if all.len() < self.picked.len() {
            return;
        }
        let action = Action::from(ActionKind::DealAchievements(all));
        match named.game().play(&action) {
            Ok(_) => commands.push(FoundersCommand::Play(vec![action])),
            Err(refusal) => {
                if refusal.cannot_tell() {
                    self.unread = Some(card);
                }
                self.error =
                    Some(sentence(&refusal::describe(named, &refusal).replace('\n', "; ")));
            }
        }
    }
}

/// Returns `true` if achievements have to be chosen before anything else.
pub fn is_achievement_choice_pending(table: &Table) -> bool {
    !table.is_past() && table.task() == Some(Task::DealAchievements)
}

/// Asks for one achievement of each deck; `chance` draws for "Deal for us".
pub fn choose_achievements_ui(
    ui: &mut Ui,
    cx: Cx<'_>,
    chance: RandomBelow<'_>,
    memory: &mut AchievementsMemory,
) {
    let named = cx.table.named_game();
    if let Some(card) = memory.follow(cx.table) {
        memory.take(named, card, cx.commands);
    }
    let contents = named.game().contents();
    let head = "One achievement of each deck";
    lead(head).accent().ui(ui);
    caption("Everyone who fulfils one in time scores it. Type two letters and Enter, or click.")
        .ui(ui);
    let mut chosen = None;
    ui.horizontal(|ui| {
        let field = ui.available_width() - 130.0;
        chosen = search_ui(ui, named.game(), memory, field.max(120.0));
        let dice = ui.add(button("Deal for us")).on_hover_text(
            "The app draws one card of each deck at random. Take the same cards from the box.",
        );
        if dice.clicked() {
            for deck in AchievementDeck::ALL {
                let all: Vec<AchievementId> = contents
                    .achievements()
                    .filter(|&card| contents.facts().deck_of(card) == Ok(deck))
                    .collect();
                if !all.is_empty() {
                    let card = all[chance(all.len()).min(all.len() - 1)];
                    memory.take(named, card, cx.commands);
                }
            }
        }
    });
    if let Some(error) = &memory.error {
        error_ui(ui, error, text::BODY);
    }
    if let Some(card) = memory.unread {
        let name = contents.achievement_name(card);
        if button_ui(ui, format!("Read {name} off…")) {
            cx.commands
                .push(FoundersCommand::ReadComponent(ComponentRef::Achievement(name.to_owned())));
        }
    }
    ui.add_space(space::S);
    let typed = memory.text.clone();
    let (count, width) = columns(ui, 180.0, 3);
    // The scroll bar is next to the cards, not on top of them.
    let width = width - space::S;
    ScrollArea::vertical().id_salt("achievements to choose from").auto_shrink([false, true]).show(
        ui,
        |ui| {
            let decks = AchievementDeck::ALL.map(Some).into_iter().chain([None]);
            for deck in decks {
                let all: Vec<AchievementId> = contents
                    .achievements()
                    .filter(|&card| contents.facts().deck_of(card).ok() == deck)
                    .filter(|&card| rank(contents.achievement_name(card), &typed).is_some())
                    .collect();
                if all.is_empty() {
                    continue;
                }
                panel_header_ui(ui, deck.map_or("Deck unknown", deck_title));
                ui.spacing_mut().item_spacing = egui::vec2(space::M, space::S);
                cards_ui(ui, &all, count, |ui, &card| {
                    if candidate_ui(ui, named.game(), card, width, &memory.picked) {
                        chosen = Some(card);
                    }
                });
                ui.add_space(space::S);
            }
        },
    );
    if let Some(card) = chosen {
        memory.take(named, card, cx.commands);
    }
}

/// Draws the search field; returns the card that Enter chooses.
fn search_ui(
    ui: &mut Ui,
    game: &Game,
    memory: &mut AchievementsMemory,
    width: f32,
) -> Option<AchievementId> {
    let contents = game.contents();
    let id = ui.make_persistent_id("the achievement");
    let has_focus = ui.memory(|memory| memory.has_focus(id));
    let enter = keyboard::pressed_in(ui, has_focus, Modifiers::NONE, Key::Enter);
    let hint = body("Find an achievement").muted().rich(ui);
    let edit =
        line_edit(&mut memory.text).id(id).hint_text(hint).desired_width(width).return_key(None);
    let field = ui.add(edit).accessible_name("Achievement");
    if memory.wants_focus && !field.has_focus() {
        field.request_focus();
    } else {
        memory.wants_focus = false;
    }
    if !enter || memory.text.trim().is_empty() {
        return None;
    }
    contents
        .achievements()
        .filter_map(|card| {
            let name = contents.achievement_name(card);
            rank(name, &memory.text).map(|rank| (rank, card))
        })
        .min_by_key(|&(rank, _)| rank)
        .map(|(_, card)| card)
}

/// Draws a card that can be chosen; returns `true` if it is pressed.
fn candidate_ui(
    ui: &mut Ui,
    game: &Game,
    card: AchievementId,
    width: f32,
    picked: &[Option<AchievementId>],
) -> bool {
    let name = game.contents().achievement_name(card);
    let is_picked = picked.contains(&Some(card));
    let notes = [condition_words(game, card), points_words(game, card)];
    let shown = CardFrame {
        name,
        description: &notes.join(" "),
        size: egui::vec2(width, 92.0),
        enabled: true,
        selected: Some(is_picked),
    };
    let response = card_ui(ui, &shown, |ui| {
        let theme = theme(ui);
        ui.spacing_mut().item_spacing.y = space::XS;
        ui.spacing_mut().interact_size.y = text::LEAD;
        ui.horizontal(|ui| {
            if is_picked {
                icon_ui(ui, Icon::Check, text::LEAD, theme.accent);
            }
            lead(name).ui(ui);
        });
        for note in &notes {
            caption(note).ui(ui);
        }
    });
    response.clicked()
}

const fn deck_title(deck: AchievementDeck) -> &'static str {
    match deck {
        AchievementDeck::Immediate => "Immediate: at the end of the first turn with it",
        AchievementDeck::MidGame => "Mid-game: with the second completion",
        AchievementDeck::EndGame => "End-game: when the game is over",
    }
}

fn points_words(game: &Game, card: AchievementId) -> String {
    match game.contents().facts().achievement_points(card) {
        Ok(points) => format!("{}.", counted(points.0, "point", "points")),
        Err(_) => "Points unknown.".to_owned(),
    }
}

/// Returns the condition of an achievement as a sentence.
fn condition_words(game: &Game, card: AchievementId) -> String {
    let Some(condition) = game.contents().condition(card) else {
        return "The players judge it.".to_owned();
    };
    match condition {
        Condition::Houses(count) => {
            count_sentence(*count, "house on the board", "houses on the board")
        }
        Condition::Bridges(count) => {
            count_sentence(*count, "bridge or gate on the board", "bridges and gates on the board")
        }
        Condition::TierInEverySection(Tier::Basic)
            if game.options().contains(TableOption::ByImport) =>
        {
            "A trade stall imported to every section.".to_owned()
        }
        Condition::TierInEverySection(tier) => {
            format!("A {} tile owned in every section.", tier_words(*tier))
        }
        Condition::OwnsResources(count) => {
            count_sentence(*count, "resource owned", "different resources owned")
        }
        Condition::OwnsTiles(tier, count) => {
            let tier = tier_words(*tier);
            count_sentence(*count, &format!("{tier} tile owned"), &format!("{tier} tiles owned"))
        }
        Condition::AccessResources(count) => count_sentence(
            *count,
            "access to a resource not owned",
            "resources not owned with access",
        ),
        Condition::DeliveredTo(count) => {
            count_sentence(*count, "building delivered to", "buildings delivered to")
        }
        Condition::Advisers(count) => count_sentence(*count, "adviser", "advisers"),
        Condition::LastingInfluence(count) => format!("{count} lasting influence."),
        Condition::MoneyHeld(money) => format!("{money} held."),
        Condition::ByHand(text) => sentence(text),
    }
}

fn count_sentence(count: u8, one: &str, more: &str) -> String {
    format!("{}.", counted(count, one, more))
}

const fn tier_words(tier: Tier) -> &'static str {
    match tier {
        Tier::Basic => "basic",
        Tier::Two => "tier 2",
        Tier::Three => "tier 3",
    }
}

/// Draws the achievements in play, each with every player's progress.
pub fn achievements_panel_ui(ui: &mut Ui, cx: Cx<'_>, memory: &mut AchievementsMemory) {
    memory.follow(cx.table);
    let game = cx.table.game();
    ScrollArea::vertical().id_salt("achievements").auto_shrink([false, true]).show(ui, |ui| {
        reserve_scroll_bar(ui);
        ui.spacing_mut().item_spacing = egui::vec2(space::S, space::XS);
        for (index, &in_play) in game.achievements().iter().enumerate() {
            if index > 0 {
                ui.add_space(space::L);
            }
            in_play_ui(ui, cx, in_play, memory);
        }
    });
}

fn in_play_ui(ui: &mut Ui, cx: Cx<'_>, in_play: GameAchievement, memory: &mut AchievementsMemory) {
    let named = cx.table.named_game();
    let card = in_play.achievement;
    let theme = theme(ui);
    let name = named.game().contents().achievement_name(card);
    panel_header_ui(ui, name);
    caption(format!(
        "{} {}",
        condition_words(named.game(), card),
        points_words(named.game(), card)
    ))
    .ui(ui);
    caption(format!("{}.", deck_title(in_play.deck))).ui(ui);
    if let Some(scored) = in_play.scored {
        let players = player_names(named, scored.iter());
        let label = match players.as_slice() {
            [] => "Scored by nobody".to_owned(),
            players => format!("Scored by {}", listed(players)),
        };
        ui.horizontal_wrapped(|ui| {
            icon_ui(ui, Icon::Check, text::LEAD, theme.good);
            body(label).ui(ui);
        });
        return;
    }
    for player in named.game().players() {
        let who = named.label(player);
        let (label, is_fulfilled) = match named.game().achievement_progress(card, player) {
            progress @ AchievementProgress::Counted { .. } if progress.is_fulfilled() => {
                ("fulfilled".to_owned(), true)
            }
            AchievementProgress::Counted { have, need } => (format!("{have} of {need}"), false),
            AchievementProgress::ByHand => ("judged by the players".to_owned(), false),
            AchievementProgress::Unknown(fact) => {
                (format!("cannot tell: {fact} is unknown"), false)
            }
        };
        group_ui(ui, format!("{name}, {who} {label}"), |ui| {
            // Nothing here can be pressed, so a row is only as high as its badge.
            ui.spacing_mut().interact_size.y = touch::ICON;
            ui.horizontal(|ui| {
                player_badge_ui(ui, named, player, touch::ICON);
                let tint = if is_fulfilled { theme.good } else { theme.ink };
                body(label).tinted(tint).ui(ui);
                if is_fulfilled {
                    icon_ui(ui, Icon::Check, text::LEAD, theme.good);
                }
            });
        });
    }
    // An achievement judged by the players can be claimed as soon as the rules allow it.
    if !cx.table.is_past() && named.game().can_be_claimed(card) {
        caption("The players judge it: tick everyone who fulfils it now.").ui(ui);
        fulfils_ui(ui, cx, card, memory, "Score it");
    }
}

/// Asks who fulfills an achievement that the players judge; returns `true` if that decision is
/// pending.
pub fn judge_achievement_ui(ui: &mut Ui, cx: Cx<'_>, memory: &mut AchievementsMemory) -> bool {
    let (false, Some(Task::Judge(card))) = (cx.table.is_past(), cx.table.task()) else {
        return false;
    };
    memory.follow(cx.table);
    let named = cx.table.named_game();
    let name = named.game().contents().achievement_name(card);
    decisive_ui(ui, DecisivePart::Question, |ui| {
        lead(format!("Who fulfils {name}?")).accent().ui(ui);
        caption(condition_words(named.game(), card)).ui(ui);
    });
    decisive_ui(ui, DecisivePart::Choice, |ui| {
        fulfils_ui(ui, cx, card, memory, "Nobody fulfils it");
    });
    true
}

/// Draws a tick for each player, and the button that records them; `none_label` is its label
/// while no player is ticked.
fn fulfils_ui(
    ui: &mut Ui,
    cx: Cx<'_>,
    card: AchievementId,
    memory: &mut AchievementsMemory,
    none_label: &str,
) {
    let named = cx.table.named_game();
    let mut ticked = match memory.fulfilled {
        Some((of, players)) if of == card => players,
        Some(_) | None => PlayerSet::EMPTY,
    };
    ui.horizontal_wrapped(|ui| {
        for player in named.game().players() {
            let is_on = ticked.contains(player);
            if ui.add(toggle_button(is_on, named.label(player))).clicked() {
                ticked = ticked
                    .iter()
                    .filter(|&other| other != player)
                    .chain((!is_on).then_some(player))
                    .collect();
                memory.fulfilled = Some((card, ticked));
            }
        }
        let players: Vec<PlayerId> = ticked.iter().collect();
        let label = match player_names(named, ticked.iter()).as_slice() {
            [] => none_label.to_owned(),
            [one] => format!("{one} fulfils it"),
            several => format!("{} fulfil it", listed(several)),
        };
        if primary_button_ui(ui, &label).clicked() {
            let action = ActionKind::Achieve { achievement: card, players };
            memory.fulfilled = None;
            cx.commands.push(FoundersCommand::Play(vec![action.into()]));
        }
    });
}
