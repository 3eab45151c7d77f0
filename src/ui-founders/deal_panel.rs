//! The cards that came up at the table: proposals and advisers.
//!
//! The players deal real cards; here they tell which. Two letters and Enter
//! are enough for most cards. What can come up is asked of the rules, and so
//! is what is wrong with a card that cannot. The cards go into the record as
//! one entry, once nothing more of the deal is owed. Nothing is asked where
//! only one card can come up, or where the app deals in this game.

use egui::{Align, Id, Key, Layout, Modifiers, ScrollArea, Ui};
use plain_text::listed;

use crate::outcome_view::can_overrule;
use components::component_ref::ComponentRef;
use components::ids::{AdviserId, BuildingId};
use narration::{NamedGame, PlayerNaming};
use rules::Game;
use rules::action::{Action, Deed};
use rules::game::Played;
use rules::receipt::Event;
use rules::task::{Owed, Task};
use table::table::Table;
use ui_board::Cx;
use ui_board::command::FoundersCommand;
use ui_board::pieces::why;
use ui_kit::keyboard;
use ui_kit::queue::Queue;
use ui_kit::theme::{space, text, theme, touch};
use ui_kit::widgets::{
    Chance, Decisive, body, button, caption, decisive_ui, lead, line_edit, mark, pressed_ui, rank,
    trouble_ui,
};
use ui_menu::Menu;

/// What is dealt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Deck {
    Proposals,
    Advisers,
}

impl Deck {
    /// The deck that is dealt from next, with how many cards; nothing if something else is owed.
    fn owed(owed: &[Owed]) -> Option<(Self, usize)> {
        match owed.first()?.task {
            Task::DealProposals(count) => Some((Self::Proposals, count)),
            Task::DealAdvisers(count) => Some((Self::Advisers, count)),
            _ => None,
        }
    }

    const fn noun(self, count: usize) -> &'static str {
        match (self, count) {
            (Self::Proposals, 1) => "proposal",
            (Self::Proposals, _) => "proposals",
            (Self::Advisers, 1) => "adviser",
            (Self::Advisers, _) => "advisers",
        }
    }

    /// Every card of the deck, in the order of the pack.
    fn cards(self, game: &Game) -> Vec<Dealt> {
        let contents = game.contents();
        match self {
            Self::Proposals => contents.buildings().map(Dealt::Proposal).collect(),
            Self::Advisers => contents.advisers().map(Dealt::Adviser).collect(),
        }
    }

    /// A card of the deck as something that can be read off.
    fn subject(self, name: &str) -> ComponentRef {
        match self {
            Self::Proposals => ComponentRef::Building(name.to_owned()),
            Self::Advisers => ComponentRef::Adviser(name.to_owned()),
        }
    }

    /// Whether the box holds cards that the pack does not list.
    fn may_hold_more(self, game: &Game) -> bool {
        let pack = game.contents().pack();
        let (listed, count) = match self {
            Self::Proposals => (pack.buildings.len(), &pack.counts.prestige_cards),
            Self::Advisers => (pack.advisers.len(), &pack.counts.adviser_cards),
        };
        count.value().is_none_or(|&count| usize::from(count) > listed)
    }

    /// The action by which these cards came up.
    fn action(self, cards: &[Dealt]) -> Action {
        let proposals = cards.iter().filter_map(|card| match card {
            Dealt::Proposal(building) => Some(*building),
            Dealt::Adviser(_) => None,
        });
        let advisers = cards.iter().filter_map(|card| match card {
            Dealt::Adviser(adviser) => Some(*adviser),
            Dealt::Proposal(_) => None,
        });
        match self {
            Self::Proposals => Deed::DealProposals(proposals.collect()).into(),
            Self::Advisers => Deed::DealAdvisers(advisers.collect()).into(),
        }
    }
}

/// A card of one of the decks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Dealt {
    Proposal(BuildingId),
    Adviser(AdviserId),
}

impl Dealt {
    fn name(self, game: &Game) -> &str {
        match self {
            Self::Proposal(building) => game.contents().building_name(building),
            Self::Adviser(adviser) => game.contents().adviser_name(adviser),
        }
    }
}

/// A card that may come up next.
#[derive(Clone, Debug)]
struct Candidate {
    card: Dealt,
    name: String,
    /// Why it cannot come up next; nothing if it can.
    trouble: Option<String>,
    /// Whether that is only because its facts have to be read off first.
    is_unread: bool,
    /// The deal up to this card, which the table can hold against the rules.
    overrulable: Option<Action>,
}

/// A deal that is being entered: which point of which record it belongs to, and what came up.
#[derive(Clone, Debug)]
struct Deal {
    /// Cursor and number of entries of the record.
    at: (usize, usize),
    game: Game,
    naming: PlayerNaming,
    deck: Deck,
    picked: Vec<Dealt>,
    /// What the picked cards come to so far.
    played: Option<Played>,
    /// How many cards are still to come.
    left: usize,
    candidates: Vec<Candidate>,
}

impl Deal {
    fn new(table: &Table) -> Option<Self> {
        let game = table.journal().game().clone();
        let (deck, left) = Deck::owed(table.owed())?;
        let mut deal = Self {
            at: place_of(table),
            game,
            naming: table.naming(),
            deck,
            picked: Vec::new(),
            played: None,
            left,
            candidates: Vec::new(),
        };
        deal.ask();
        Some(deal)
    }

    fn is_of(&self, table: &Table) -> bool {
        // The box is kept alive by our copy of the game, so the same address is the same game.
        let same = std::ptr::eq(self.game.contents(), table.journal().game().contents());
        same && self.at == place_of(table)
    }

    /// The same deal once facts of its cards were learnt; nothing if anything else has happened.
    fn after_learning(&self, table: &Table) -> Option<Self> {
        let journal = table.journal();
        let last = journal.on_main_line(journal.cursor())?;
        let is_learnt =
            matches!(journal.entry(last).action(), Some(Action { deed: Deed::Learn(_), .. }));
        if !is_learnt || journal.cursor() != self.at.0 + 1 {
            return None;
        }
        let mut deal = Self::new(table)?;
        for &card in &self.picked {
            deal.add(card);
        }
        (deal.deck == self.deck && deal.played.is_some() == self.played.is_some()).then_some(deal)
    }

    /// Asks the rules what the picked cards come to and which card can be next.
    fn ask(&mut self) {
        self.played = if self.picked.is_empty() {
            None
        } else {
            self.game.play(&self.deck.action(&self.picked)).ok()
        };
        let so_far = self.played.as_ref().map_or(&self.game, |p| &p.game);
        let so_far = NamedGame::new(so_far, self.naming);
        self.left = match Deck::owed(&so_far.game().owed()) {
            Some((deck, left)) if deck == self.deck => left,
            Some(_) | None => 0,
        };
        let cards = self.deck.cards(so_far.game()).into_iter();
        self.candidates = cards
            .map(|card| {
                let refusal = so_far.game().play(&self.deck.action(&[card])).err();
                let overrulable = refusal.as_ref().and_then(|refusal| {
                    let up_to_it = [self.picked.as_slice(), &[card]].concat();
                    let (before, action) =
                        (so_far.with_game(&self.game), self.deck.action(&up_to_it));
                    can_overrule(before, &action, refusal).then_some(action)
                });
                Candidate {
                    overrulable,
                    card,
                    name: card.name(so_far.game()).to_owned(),
                    trouble: refusal.as_ref().map(|refusal| why(so_far, refusal)),
                    is_unread: refusal.is_some_and(|refusal| refusal.cannot_tell()),
                }
            })
            .collect();
    }

    fn add(&mut self, card: Dealt) {
        self.picked.push(card);
        self.ask();
    }

    fn remove(&mut self, index: usize) {
        self.picked.remove(index);
        self.ask();
        // A card that was put back may have been what the later ones lay under.
        while !self.picked.is_empty() && self.played.is_none() {
            self.picked.pop();
            self.ask();
        }
    }

    /// The cards that can come up next.
    fn free(&self) -> Vec<Dealt> {
        let free = self.candidates.iter().filter(|card| card.trouble.is_none());
        free.map(|card| card.card).collect()
    }

    /// The card that comes up next, if it can be no other one.
    fn only_one(&self) -> Option<Dealt> {
        let is_known = !self.candidates.iter().any(|card| card.is_unread);
        match self.free().as_slice() {
            [only] if is_known && !self.deck.may_hold_more(&self.game) => Some(*only),
            _ => None,
        }
    }

    /// The rest of the deal, if none of it could be another card.
    fn forced(&self) -> Vec<Dealt> {
        let mut rest = Vec::new();
        let mut deal = self.clone();
        while !deal.is_complete() {
            let Some(card) = deal.only_one() else {
                return Vec::new();
            };
            rest.push(card);
            deal.add(card);
            // With the others it is not as free as it was alone: the players decide.
            if deal.played.is_none() {
                return Vec::new();
            }
        }
        rest
    }

    fn is_complete(&self) -> bool {
        self.played.is_some() && self.left == 0
    }

    /// What happened to cards that were picked and do not stay, in sentences.
    fn notes(&self) -> Vec<String> {
        let events = self.played.iter().flat_map(|played| &played.events);
        let name = |building: &BuildingId| self.game.contents().building_name(*building);
        events
            .filter_map(|event| match event {
                Event::SameType(building) => Some(format!(
                    "{} is of the same type as another proposal: it goes on top of the deck, and the next card replaces it.",
                    name(building)
                )),
                Event::FitsNowhere(building) => Some(format!(
                    "{} fits nowhere on the map: it leaves the game, and the next card replaces it.",
                    name(building)
                )),
                Event::Reshuffled => {
                    Some("The deck is empty: the discards are shuffled into a new one.".to_owned())
                }
                _ => None,
            })
            .collect()
    }
}

fn place_of(table: &Table) -> (usize, usize) {
    (table.journal().cursor(), table.journal().entry_count())
}

/// What the panel remembers between frames.
#[derive(Clone, Debug, Default)]
pub struct DealMemory {
    form: DealForm,
    growth: Growth,
    /// Whether races are chosen before the cards are dealt, which the setup allows.
    is_put_off: bool,
    /// Whether cards were asked for in the latest frame.
    was_asked: bool,
}

/// The deal that is owed, and what is typed to enter it.
#[derive(Clone, Debug, Default)]
struct DealForm {
    deal: Option<Deal>,
    text: String,
    /// Which of the cards shown is chosen; moved by the arrows.
    row: usize,
    /// Whether the arrows were used, so that Enter chooses without a letter.
    moved: bool,
    /// Whether the field is to be typed in, and has not the keys yet.
    wants_focus: bool,
    /// What went wrong with the latest card.
    notice: Option<String>,
    /// The card that is being read off, to be taken once that is done.
    read: Option<String>,
}

/// How the record has changed, by which it is known when the app may deal by itself.
#[derive(Clone, Copy, Debug, Default)]
struct Growth {
    /// The point of the record in the latest frame.
    seen: Option<(usize, usize)>,
    /// Whether something was recorded since then, after which nothing was dealt or taken back.
    is_new: bool,
}

impl Growth {
    /// Takes in where the record is now.
    ///
    /// A table that was just opened is looked at first; and what was dealt and taken back is not
    /// dealt again behind the back of whoever took it back.
    fn follow(&mut self, here: (usize, usize)) {
        match self.seen.replace(here) {
            None => self.is_new = here.1 == 0,
            Some(before) if before.1 < here.1 => self.is_new = true,
            Some(before) if before != here => self.is_new = false,
            Some(_) => {}
        }
    }
}

impl DealMemory {
    /// Whether the cards that came up are asked for: not while they are put off.
    pub fn is_asked(&self, table: &Table) -> bool {
        is_dealt(table) && !self.is_put_off
    }

    /// A deal stays put off as long as it is owed in the setup.
    pub(super) fn keep_put_off(&mut self, table: &Table) {
        self.is_put_off &= is_dealt(table) && table.game().in_setup();
    }

    /// Whether cards are asked for that were not in the latest frame.
    pub(super) fn begins(&mut self, is_asked: bool) -> bool {
        !std::mem::replace(&mut self.was_asked, is_asked) && is_asked
    }
}

impl DealForm {
    /// Whether Enter chooses a card.
    fn is_aimed(&self) -> bool {
        self.moved || !self.text.trim().is_empty()
    }

    fn search(&mut self, text: String) {
        self.text = text;
        self.row = 0;
        self.moved = false;
        self.notice = None;
    }

    /// Turns to the deal that is owed now.
    fn follow(&mut self, cx: Cx<'_>) {
        if self.deal.as_ref().is_some_and(|deal| deal.is_of(cx.table)) {
            return;
        }
        let old = self.deal.take();
        let read = self.read.take();
        let deal = old.and_then(|deal| deal.after_learning(cx.table));
        // A card whose facts were just read off is the one that came up.
        let card = deal.as_ref().zip(read).and_then(|(deal, name)| {
            let mut cards = deal.candidates.iter();
            let card = cards.find(|card| card.name == name && card.trouble.is_none());
            card.map(|card| card.card)
        });
        *self = Self {
            deal: deal.or_else(|| Deal::new(cx.table)),
            wants_focus: true,
            ..Self::default()
        };
        if let Some(card) = card {
            self.take(card, cx.commands);
        }
    }

    /// Takes the card as the next that came up; the whole deal is played once it is complete.
    fn take(&mut self, card: Dealt, commands: &Queue<FoundersCommand>) {
        self.search(String::new());
        self.wants_focus = true;
        if let Some(deal) = &mut self.deal {
            deal.add(card);
            if deal.is_complete() {
                commands.push(FoundersCommand::Play(vec![deal.deck.action(&deal.picked)]));
                self.deal = None;
            }
        }
    }
}

/// The cards that answer to what is typed: those that can come up, then those that cannot.
fn found<'a>(candidates: &'a [Candidate], typed: &str) -> (Vec<&'a Candidate>, Vec<&'a Candidate>) {
    let mut ranked: Vec<(u8, &Candidate)> =
        candidates.iter().filter_map(|card| Some((rank(&card.name, typed)?, card))).collect();
    ranked.sort_by_key(|(rank, _)| *rank);
    let cards = ranked.into_iter().map(|(_, card)| card);
    cards.partition(|card| card.trouble.is_none())
}

/// Whether the cards that came up are to be told before anything else.
pub fn is_dealt(table: &Table) -> bool {
    !table.is_past() && Deck::owed(table.owed()).is_some()
}

/// The way back to a deal that was put off; nothing unless one was.
pub(super) fn deal_now_ui(ui: &mut Ui, table: &Table, memory: &mut DealMemory) {
    if let Some((deck, count)) = Deck::owed(table.owed()).filter(|_| memory.is_put_off) {
        memory.is_put_off = !pressed_ui(ui, format!("Deal {count} {}…", deck.noun(count)));
    }
}

/// Deals what the players need not be asked for: everything if the app deals in this game
/// (`always`), else a card that alone can come up. It waits until the table `may` be asked, and is
/// to be called in every frame. Says whether that was all.
pub fn deal_by_itself(
    cx: Cx<'_>,
    (may, always): (bool, bool),
    chance: Chance<'_>,
    memory: &mut DealMemory,
) -> bool {
    memory.growth.follow(place_of(cx.table));
    if !may || !memory.growth.is_new || !memory.is_asked(cx.table) {
        return false;
    }
    // What cannot be recorded is tried once.
    memory.growth.is_new = false;
    let form = &mut memory.form;
    form.follow(cx);
    let drawn = draw(form, always, chance, cx.commands);
    tell(cx.table.game(), &drawn, always, cx.commands);
    form.deal.is_none()
}

/// Says what was dealt without being asked for.
fn tell(game: &Game, drawn: &[Dealt], at_random: bool, commands: &Queue<FoundersCommand>) {
    let names: Vec<&str> = drawn.iter().map(|card| card.name(game)).collect();
    let dealt = listed(&names);
    commands.push(FoundersCommand::Tell(match drawn.len() {
        0 => return,
        _ if at_random => format!("The app dealt {dealt}."),
        1 => format!("{dealt} is dealt: no other card can come up."),
        _ => format!("{dealt} are dealt: no others can come up."),
    }));
}

/// Asks for the cards that came up, if a deal is owed; shows nothing otherwise.
///
/// The field and the buttons stay where they are; the cards to choose from scroll where there is
/// no room for all. `always` is whether the app deals in this game, `later` whether races can be
/// chosen first. `chance` draws for "Deal for us".
pub fn deal_panel_ui(
    ui: &mut Ui,
    cx: Cx<'_>,
    (always, later): (bool, bool),
    chance: Chance<'_>,
    memory: &mut DealMemory,
) {
    if !is_dealt(cx.table) {
        return;
    }
    let form = &mut memory.form;
    form.follow(cx);
    let Some(mut deal) = form.deal.take() else {
        return;
    };
    let mut asked = DealRequest::default();
    // Where there is little height, what is dealt stands beside the field, not above it.
    let width = ui.available_width();
    let is_beside = ui.available_height() < LOW && width >= BESIDE;
    if is_beside {
        // Without cards picked there is only the head.
        let share = if deal.picked.is_empty() { 0.25 } else { 0.45 };
        let half = egui::vec2((width * share).round(), touch::TARGET);
        ui.horizontal(|ui| {
            ui.allocate_ui(half, |ui| head_ui(ui, &deal, is_beside, &mut asked));
            decisive_ui(ui, Decisive::Choice, |ui| {
                field_ui(ui, &deal, (always, later), form, &mut asked);
            });
        });
    } else {
        head_ui(ui, &deal, is_beside, &mut asked);
        decisive_ui(ui, Decisive::Choice, |ui| {
            field_ui(ui, &deal, (always, later), form, &mut asked);
        });
    }
    let (can, cannot) = found(&deal.candidates, &form.text);
    for note in deal.notes() {
        caption(note).ui(ui);
    }
    if let Some(notice) = &form.notice {
        trouble_ui(ui, notice, text::BODY);
    }
    if !form.text.trim().is_empty() {
        for card in &cannot {
            // The notice has said it already.
            if card.trouble != form.notice && !card.is_unread {
                caption(card.trouble.clone().unwrap_or_default()).ui(ui);
            }
        }
    }
    let row = form.is_aimed().then_some(form.row);
    let shown = shown(&deal, form, &can);
    let pressed = ScrollArea::vertical()
        .id_salt("cards to choose from")
        .auto_shrink(false)
        .show(ui, |ui| {
            let pressed = found_ui(ui, &shown, row).map(ChosenCard::Card);
            if !form.text.trim().is_empty() {
                overrule_ui(ui, &cannot, cx.commands);
            }
            let unread = unread_ui(ui, &deal, &form.text, &can, &cannot);
            pressed.or(unread.map(ChosenCard::Unread))
        })
        .inner;
    let chosen = match asked.card.take().or(pressed) {
        Some(ChosenCard::Card(card)) => Some(card),
        Some(ChosenCard::Unread(name)) => {
            cx.commands.push(FoundersCommand::Read(deal.deck.subject(&name)));
            form.search(String::new());
            form.read = Some(name);
            None
        }
        None => None,
    };
    if let Some(index) = asked.removed {
        deal.remove(index);
    }
    form.deal = Some(deal);
    if asked.removed.is_some() {
        form.search(String::new());
        form.wants_focus = true;
    } else if let Some(card) = chosen {
        form.take(card, cx.commands);
        let drawn = draw(form, false, chance, cx.commands);
        tell(cx.table.game(), &drawn, false, cx.commands);
    } else if asked.for_us || asked.always {
        if asked.always {
            cx.commands.push(FoundersCommand::Menu(Menu::AlwaysDeal));
        }
        draw(form, true, chance, cx.commands);
    }
    memory.is_put_off |= asked.later;
}

/// The cards to choose from. Those that are picked already keep their places, so that none moves
/// under the pointer; they cannot be pressed.
fn shown<'a>(deal: &'a Deal, form: &DealForm, can: &[&'a Candidate]) -> Vec<&'a Candidate> {
    if !form.text.trim().is_empty() {
        return can.to_vec();
    }
    let all = deal.candidates.iter();
    all.filter(|card| card.trouble.is_none() || deal.picked.contains(&card.card)).collect()
}

/// What was asked for in the rows above the cards.
#[derive(Default)]
struct DealRequest {
    /// The place of a card that is taken back.
    removed: Option<usize>,
    /// The card chosen by Enter.
    card: Option<ChosenCard>,
    /// Whether the app is to draw the rest.
    for_us: bool,
    /// Whether it is to draw from now on.
    always: bool,
    /// Whether races are chosen first.
    later: bool,
}

/// Below this height the head stands beside the field, in points.
const LOW: f32 = 150.0;
/// With this much width it has room there, in points.
const BESIDE: f32 = 700.0;
/// With less width what can be pressed stands below the field, in points.
const ONE_ROW: f32 = 460.0;

/// What is dealt, and the cards picked so far.
fn head_ui(ui: &mut Ui, deal: &Deal, is_beside: bool, asked: &mut DealRequest) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(space::S, space::XS);
        let more = if deal.picked.is_empty() { "" } else { " more" };
        let head = format!("Deal {}{more} {}", deal.left, deal.deck.noun(deal.left));
        let said = lead(head).accent().line_ui(ui);
        mark(ui, Decisive::Question, said.rect);
        if deal.picked.is_empty() && !is_beside {
            caption("Draw a card, then type two letters and Enter, or click it.").ui(ui);
        }
        for (index, card) in deal.picked.iter().enumerate() {
            let name = card.name(&deal.game);
            let response = ui.add(button(format!("{}. {name}  ×", index + 1)));
            let response = response.on_hover_text("Takes the card back.");
            if response.accessible_name(format!("Remove {name}")).clicked() {
                asked.removed = Some(index);
            }
        }
    });
}

/// The field, and behind it who deals.
fn field_ui(
    ui: &mut Ui,
    deal: &Deal,
    (always, later): (bool, bool),
    form: &mut DealForm,
    asked: &mut DealRequest,
) {
    if ui.available_width() < ONE_ROW {
        asked.card = search_ui(ui, deal, form, &mut asked.removed);
        ui.add_space(space::XS);
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = egui::Vec2::splat(space::XS);
            who_deals_ui(ui, (always, later), asked);
        });
        return;
    }
    let row = egui::vec2(ui.available_width(), touch::TARGET);
    ui.allocate_ui_with_layout(row, Layout::right_to_left(Align::Center), |ui| {
        who_deals_ui(ui, (always, later), asked);
        asked.card = search_ui(ui, deal, form, &mut asked.removed);
    });
}

/// What can be pressed in place of telling the cards.
fn who_deals_ui(ui: &mut Ui, (always, later): (bool, bool), asked: &mut DealRequest) {
    asked.for_us = ui.add(button("Deal for us")).on_hover_text(FOR_US).clicked();
    if !always {
        asked.always = ui.add(button("Always deal for us")).on_hover_text(ALWAYS).clicked();
    }
    if later {
        asked.later = ui.add(button("Races first")).on_hover_text(LATER).clicked();
    }
}

const FOR_US: &str =
    "The app draws at random from the cards left. Take the same cards from the deck.";
const ALWAYS: &str = "The app draws now and from now on, in this game and in new practice games. Edit, Always deal for us, gives it back to the players.";
const LATER: &str = "The cards can be dealt at any time before the first turn.";

/// A card that was chosen.
enum ChosenCard {
    /// It is dealt.
    Card(Dealt),
    /// Its facts have to be read off first; the card by its name.
    Unread(String),
}

/// The field; gives the card that was chosen in it by Enter.
fn search_ui(
    ui: &mut Ui,
    deal: &Deal,
    form: &mut DealForm,
    removed: &mut Option<usize>,
) -> Option<ChosenCard> {
    // Wherever the field stands, it keeps the keys.
    let id = Id::unique("the card that came up");
    let has_focus = ui.memory(|memory| memory.has_focus(id));
    let pressed = |key| keyboard::pressed_in(ui, has_focus, Modifiers::NONE, key);
    let (enter, down, up) = (pressed(Key::Enter), pressed(Key::ArrowDown), pressed(Key::ArrowUp));
    if form.text.is_empty() && !deal.picked.is_empty() && pressed(Key::Backspace) {
        *removed = Some(deal.picked.len() - 1);
    }
    let hint = body("Find a card").muted().rich(ui);
    let mut typed = form.text.clone();
    let field =
        line_edit(&mut typed).id(id).hint_text(hint).desired_width(f32::INFINITY).return_key(None);
    let field = ui.add(field).accessible_name("Card that came up");
    if typed != form.text {
        form.search(typed);
    }
    // Letters that come in the same frame as Enter count.
    let (can, cannot) = found(&deal.candidates, &form.text);
    if down || up {
        let last = can.len().saturating_sub(1);
        form.row = match (down, form.is_aimed()) {
            (true, true) => (form.row + 1).min(last),
            (true, false) => 0,
            (false, _) => form.row.saturating_sub(1),
        };
        form.moved = true;
    }
    let mut chosen = None;
    if enter && form.is_aimed() {
        match (can.get(form.row), cannot.first()) {
            (Some(card), _) => chosen = Some(ChosenCard::Card(card.card)),
            (None, Some(card)) if card.is_unread => {
                chosen = Some(ChosenCard::Unread(card.name.clone()));
            }
            (None, Some(card)) => form.notice.clone_from(&card.trouble),
            (None, None) if deal.deck.may_hold_more(&deal.game) => {
                chosen = Some(ChosenCard::Unread(as_printed(&form.text)));
            }
            (None, None) => form.notice = Some(NO_SUCH_CARD.to_owned()),
        }
    }
    if form.wants_focus {
        // Somebody who is typing elsewhere, or reads a dialog, is not interrupted.
        let reads = ui.memory(|memory| memory.top_modal_layer().is_some());
        if field.has_focus() || ui.ctx().text_edit_focused() {
            form.wants_focus = false;
        } else if !reads {
            field.request_focus();
            ui.ctx().request_repaint();
        }
    }
    chosen
}

/// Cards that have to be read off before they can be dealt, and a card that is not listed yet;
/// gives the name of the one that is to be read.
fn unread_ui(
    ui: &mut Ui,
    deal: &Deal,
    typed: &str,
    can: &[&Candidate],
    cannot: &[&Candidate],
) -> Option<String> {
    let mut read = None;
    let typed = typed.trim();
    let listed = can.iter().chain(cannot);
    let mut is_listed = false;
    for card in listed {
        is_listed |= card.name.eq_ignore_ascii_case(typed);
    }
    let unread: Vec<&&Candidate> = cannot.iter().filter(|card| card.is_unread).collect();
    // Only a box of which not every card is known can hold another.
    let is_new = typed.chars().count() >= 3 && !is_listed && deal.deck.may_hold_more(&deal.game);
    if unread.is_empty() && !is_new {
        return None;
    }
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(space::XS, space::XS);
        for card in unread {
            let button = ui.add(button(format!("{}…", card.name)));
            if button.on_hover_text("Enter its facts from the card first.").clicked() {
                read = Some(card.name.clone());
            }
        }
        if is_new {
            let name = as_printed(typed);
            if pressed_ui(ui, format!("New {} {name}…", deal.deck.noun(1))) {
                read = Some(name);
            }
        }
    });
    read
}

/// Draws the cards that the rules refuse and the table can deal all the same, with a reason.
fn overrule_ui(ui: &mut Ui, cannot: &[&Candidate], commands: &Queue<FoundersCommand>) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(space::XS, space::XS);
        for card in cannot {
            let Some(action) = &card.overrulable else {
                continue;
            };
            let anyway = ui.add(button(format!("{} anyway…", card.name)));
            let hint = "Records that it came up although the rules forbid it, with a reason.";
            if anyway.on_hover_text(hint).clicked() {
                commands.push(FoundersCommand::AskOverrule(action.clone()));
            }
        }
    });
}

/// A name as it is printed: typed without capitals, each word gets one.
fn as_printed(typed: &str) -> String {
    let typed = typed.trim();
    if typed.chars().any(char::is_uppercase) {
        return typed.to_owned();
    }
    let capital = |word: &str| {
        let mut letters = word.chars();
        let first = letters.next().map(char::to_uppercase);
        let first: String = first.into_iter().flatten().collect();
        format!("{first}{}", letters.as_str())
    };
    let words = typed.split_whitespace().map(capital);
    words.collect::<Vec<_>>().join(" ")
}

const NO_SUCH_CARD: &str = "No card has that name.";

/// The cards to choose from; `row` is the one that Enter takes, of those that can come up.
fn found_ui(ui: &mut Ui, cards: &[&Candidate], row: Option<usize>) -> Option<Dealt> {
    let theme = theme(ui);
    let mut chosen = None;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(space::XS, space::XS);
        let mut index = 0;
        for card in cards {
            let can = card.trouble.is_none();
            let is_aimed = can && row == Some(index);
            index += usize::from(can);
            let ink = if is_aimed { theme.on_accent } else { theme.ink };
            let mut button = button(body(&card.name).tinted(ink).rich(ui));
            if is_aimed {
                button = button.fill(theme.accent);
            }
            if ui.add_enabled(can, button).clicked() {
                chosen = Some(card.card);
            }
        }
    });
    chosen
}

/// Draws the rest of the deal: at random if that is wanted, else only where no card of it could
/// be another one. Gives what was drawn.
fn draw(
    form: &mut DealForm,
    at_random: bool,
    chance: Chance<'_>,
    commands: &Queue<FoundersCommand>,
) -> Vec<Dealt> {
    if !at_random {
        let forced = form.deal.as_ref().map(Deal::forced).unwrap_or_default();
        for &card in &forced {
            form.take(card, commands);
        }
        return forced;
    }
    let mut drawn = Vec::new();
    // Every card drawn leaves fewer to draw, so this ends.
    while let Some(deal) = &form.deal {
        let free = deal.free();
        let last = free.len().saturating_sub(1);
        let Some(&card) = free.get(chance(free.len().max(1)).min(last)) else {
            // Nothing is left that the rules let come up; what was drawn stays to be seen.
            form.notice = deal.candidates.iter().find_map(|card| card.trouble.clone());
            break;
        };
        form.take(card, commands);
        drawn.push(card);
    }
    drawn
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::setup::Setup;

    fn game() -> Game {
        let setup = Setup {
            pack: packs::find("practice").expect("the practice pack is built in"),
            board: "Three Rivers".to_owned(),
            players: vec!["Anna".to_owned(), "Ben".to_owned()],
            ..Setup::default()
        };
        Game::new(&setup).expect("the practice board can be played on")
    }

    #[test]
    fn every_card_of_the_practice_decks_is_the_first_answer_to_two_letters() {
        let game = game();
        for deck in [Deck::Proposals, Deck::Advisers] {
            let cards = deck.cards(&game).into_iter();
            let candidates: Vec<Candidate> = cards
                .map(|card| Candidate {
                    card,
                    name: card.name(&game).to_owned(),
                    trouble: None,
                    is_unread: false,
                    overrulable: None,
                })
                .collect();
            let letters: Vec<char> = ('a'..='z').collect();
            for card in &candidates {
                let is_first = letters.iter().any(|first| {
                    letters.iter().any(|second| {
                        let typed = format!("{first}{second}");
                        found(&candidates, &typed).0.first().map(|c| &c.name) == Some(&card.name)
                    })
                });
                assert!(is_first, "{}", card.name);
            }
        }
    }

    #[test]
    fn a_new_name_gets_its_capitals() {
        assert_eq!(as_printed(" golden  lion "), "Golden Lion");
        assert_eq!(as_printed("Hall of Mirrors"), "Hall of Mirrors");
    }
}
