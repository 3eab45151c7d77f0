//! The cards that came up at the table: proposals and advisers.
//!
//! The players deal real cards and enter them here; two letters and Enter are enough for most.
//! The rules decide which cards can come up, and why another cannot. The cards go into the
//! record as one entry once the deal is complete. The panel asks nothing where only one card can
//! come up, or where the app deals in this game.

use egui::{Align, Id, Key, Layout, Modifiers, ScrollArea, Ui};
use plain_text::{capitalized, listed};

use crate::outcome_view::can_overrule;
use components::component_ref::ComponentRef;
use components::ids::{AdviserId, BuildingId};
use narration::{NamedGame, PlayerNaming};
use rules::Game;
use rules::action::{Action, ActionKind};
use rules::game::Played;
use rules::receipt::Event;
use rules::task::{PendingDecision, Task};
use table::table::Table;
use ui_board::Cx;
use ui_board::command::FoundersCommand;
use ui_board::pieces::reasons_text;
use ui_kit::keyboard;
use ui_kit::queue::CommandQueue;
use ui_kit::theme::{space, text, theme, touch};
use ui_kit::widgets::{
    DecisivePart, RandomBelow, body, button, button_ui, caption, decisive_ui, error_ui, lead,
    line_edit, mark, rank,
};
use ui_menu::Menu;

/// The deck that is dealt from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PendingDeck {
    Proposals,
    Advisers,
}

impl PendingDeck {
    /// Returns the deck of the pending deal and the number of cards.
    fn pending(decisions: &[PendingDecision]) -> Option<(Self, usize)> {
        match decisions.first()?.task {
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

    /// Returns every card of the deck, in the order of the pack.
    fn cards(self, game: &Game) -> Vec<DealtCard> {
        let contents = game.contents();
        match self {
            Self::Proposals => contents.buildings().map(DealtCard::Proposal).collect(),
            Self::Advisers => contents.advisers().map(DealtCard::Adviser).collect(),
        }
    }

    /// Returns the component whose facts are entered for a card of the deck.
    fn component_ref(self, name: &str) -> ComponentRef {
        match self {
            Self::Proposals => ComponentRef::Building(name.to_owned()),
            Self::Advisers => ComponentRef::Adviser(name.to_owned()),
        }
    }

    /// Returns `true` if the box may hold cards that the pack does not list.
    fn may_hold_more(self, game: &Game) -> bool {
        let pack = game.contents().pack();
        let (listed, count) = match self {
            Self::Proposals => (pack.buildings.len(), &pack.counts.prestige_cards),
            Self::Advisers => (pack.advisers.len(), &pack.counts.adviser_cards),
        };
        count.value().is_none_or(|&count| usize::from(count) > listed)
    }

    /// Returns the action that deals these cards.
    fn action(self, cards: &[DealtCard]) -> Action {
        let proposals = cards.iter().filter_map(|card| match card {
            DealtCard::Proposal(building) => Some(*building),
            DealtCard::Adviser(_) => None,
        });
        let advisers = cards.iter().filter_map(|card| match card {
            DealtCard::Adviser(adviser) => Some(*adviser),
            DealtCard::Proposal(_) => None,
        });
        match self {
            Self::Proposals => ActionKind::DealProposals(proposals.collect()).into(),
            Self::Advisers => ActionKind::DealAdvisers(advisers.collect()).into(),
        }
    }
}

/// A card of one of the decks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DealtCard {
    Proposal(BuildingId),
    Adviser(AdviserId),
}

impl DealtCard {
    fn name(self, game: &Game) -> &str {
        match self {
            Self::Proposal(building) => game.contents().building_name(building),
            Self::Adviser(adviser) => game.contents().adviser_name(adviser),
        }
    }
}

/// A card that may come up next.
#[derive(Clone, Debug)]
struct CardCandidate {
    card: DealtCard,
    name: String,
    /// The reason why it cannot come up next; `None` if it can.
    reason: Option<String>,
    /// `true` if it is refused only because its facts have to be entered first.
    is_unread: bool,
    /// The deal up to this card, if the table can overrule the refusal.
    overrulable: Option<Action>,
}

/// A deal that is being entered: its point of the record, and the cards that came up.
#[derive(Clone, Debug)]
struct CardDeal {
    /// Cursor and number of entries of the record.
    at: (usize, usize),
    game: Game,
    naming: PlayerNaming,
    deck: PendingDeck,
    picked: Vec<DealtCard>,
    /// The result of the picked cards; `None` without any, or if they are refused.
    played: Option<Played>,
    /// Number of cards still to come.
    left: usize,
    candidates: Vec<CardCandidate>,
}

impl CardDeal {
    fn new(table: &Table) -> Option<Self> {
        let game = table.journal().game().clone();
        let (deck, left) = PendingDeck::pending(table.pending())?;
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
        deal.judge();
        Some(deal)
    }

    fn is_of(&self, table: &Table) -> bool {
        // Our copy of the game keeps the box alive, so the same address means the same game.
        std::ptr::eq(self.game.contents(), table.journal().game().contents())
            && self.at == place_of(table)
    }

    /// Returns the same deal after facts of its cards were entered; `None` after anything else.
    fn after_facts(&self, table: &Table) -> Option<Self> {
        let journal = table.journal();
        let last = journal.on_main_line(journal.cursor())?;
        let adds_facts = matches!(
            journal.entry(last).action(),
            Some(Action { kind: ActionKind::EnterFacts(_), .. })
        );
        if !adds_facts || journal.cursor() != self.at.0 + 1 {
            return None;
        }
        let mut deal = Self::new(table)?;
        for &card in &self.picked {
            deal.add(card);
        }
        (deal.deck == self.deck && deal.played.is_some() == self.played.is_some()).then_some(deal)
    }

    /// Judges the picked cards and every candidate for the next card by the rules.
    fn judge(&mut self) {
        self.played = if self.picked.is_empty() {
            None
        } else {
            self.game.play(&self.deck.action(&self.picked)).ok()
        };
        let so_far = self.played.as_ref().map_or(&self.game, |p| &p.game);
        let so_far = NamedGame::new(so_far, self.naming);
        self.left = match PendingDeck::pending(&so_far.game().pending()) {
            Some((deck, left)) if deck == self.deck => left,
            Some(_) | None => 0,
        };
        self.candidates = self
            .deck
            .cards(so_far.game())
            .into_iter()
            .map(|card| {
                let refusal = so_far.game().play(&self.deck.action(&[card])).err();
                let overrulable = refusal.as_ref().and_then(|refusal| {
                    let up_to_it = [self.picked.as_slice(), &[card]].concat();
                    let (before, action) =
                        (so_far.with_game(&self.game), self.deck.action(&up_to_it));
                    can_overrule(before, &action, refusal).then_some(action)
                });
                CardCandidate {
                    overrulable,
                    card,
                    name: card.name(so_far.game()).to_owned(),
                    reason: refusal.as_ref().map(|refusal| reasons_text(so_far, refusal)),
                    is_unread: refusal.is_some_and(|refusal| refusal.cannot_tell()),
                }
            })
            .collect();
    }

    fn add(&mut self, card: DealtCard) {
        self.picked.push(card);
        self.judge();
    }

    fn remove(&mut self, index: usize) {
        self.picked.remove(index);
        self.judge();
        // Later cards may have depended on the removed one.
        while !self.picked.is_empty() && self.played.is_none() {
            self.picked.pop();
            self.judge();
        }
    }

    /// Returns the cards that can come up next.
    fn free(&self) -> Vec<DealtCard> {
        self.candidates.iter().filter(|card| card.reason.is_none()).map(|card| card.card).collect()
    }

    /// Returns the card that comes up next, if no other can.
    fn only_one(&self) -> Option<DealtCard> {
        let is_known = !self.candidates.iter().any(|card| card.is_unread);
        match self.free().as_slice() {
            [only] if is_known && !self.deck.may_hold_more(&self.game) => Some(*only),
            _ => None,
        }
    }

    /// Returns the remaining cards of the deal, if each can only be that card.
    fn forced(&self) -> Vec<DealtCard> {
        let mut rest = Vec::new();
        let mut deal = self.clone();
        while !deal.is_complete() {
            let Some(card) = deal.only_one() else {
                return Vec::new();
            };
            rest.push(card);
            deal.add(card);
            // The card is legal alone, but not with the others: the players decide.
            if deal.played.is_none() {
                return Vec::new();
            }
        }
        rest
    }

    fn is_complete(&self) -> bool {
        self.played.is_some() && self.left == 0
    }

    /// Returns sentences about picked cards that are replaced, and about a reshuffle.
    fn notes(&self) -> Vec<String> {
        let contents = self.game.contents();
        self.played
        .iter()
        .flat_map(|played| &played.events)
            .filter_map(|event| match event {
                Event::SameType(building) => Some(format!(
                    "{} is of the same type as another proposal: it goes on top of the deck, and the next card replaces it.",
                    contents.building_name(*building)
                )),
                Event::FitsNowhere(building) => Some(format!(
                    "{} fits nowhere on the map: it leaves the game, and the next card replaces it.",
                    contents.building_name(*building)
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

/// The state of the panel between frames.
#[derive(Clone, Debug, Default)]
pub struct DealMemory {
    form: DealForm,
    growth: Growth,
    /// `true` if races are chosen before the cards are dealt, which the setup allows.
    is_put_off: bool,
    /// `true` if the panel asked for cards in the latest frame.
    was_asked: bool,
}

/// The pending deal, and the form to enter it.
#[derive(Clone, Debug, Default)]
struct DealForm {
    deal: Option<CardDeal>,
    text: String,
    /// The chosen card among those shown; moved by the arrow keys.
    row: usize,
    /// `true` if the arrow keys were used, so that Enter chooses without a letter.
    moved: bool,
    /// `true` until the field has got the focus.
    wants_focus: bool,
    /// The error about the latest card.
    notice: Option<String>,
    /// The name of the card whose facts are being entered, to be picked afterwards.
    read: Option<String>,
}

/// The growth of the record, which decides when the app may deal by itself.
#[derive(Clone, Copy, Debug, Default)]
struct Growth {
    /// The point of the record in the latest frame.
    seen: Option<(usize, usize)>,
    /// `true` if something was recorded, and nothing was dealt or taken back after it.
    is_new: bool,
}

impl Growth {
    /// Updates the growth to the current point of the record.
    ///
    /// Nothing is dealt on a table that was just opened, and a deal that was taken back is not
    /// repeated unasked.
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
    /// Returns `true` if the cards that came up are asked for: not while they are put off.
    pub fn is_prompting(&self, table: &Table) -> bool {
        is_deal_pending(table) && !self.is_put_off
    }

    /// Keeps a deal put off only while it is pending in the setup.
    pub(super) fn update_put_off(&mut self, table: &Table) {
        self.is_put_off &= is_deal_pending(table) && table.game().in_setup();
    }

    /// Returns `true` if cards are asked for that were not asked for in the latest frame.
    pub(super) fn starts_prompting(&mut self, is_asked: bool) -> bool {
        !std::mem::replace(&mut self.was_asked, is_asked) && is_asked
    }
}

impl DealForm {
    /// Returns `true` if Enter chooses a card.
    fn enter_chooses(&self) -> bool {
        self.moved || !self.text.trim().is_empty()
    }

    fn search(&mut self, text: String) {
        self.text = text;
        self.row = 0;
        self.moved = false;
        self.notice = None;
    }

    /// Switches to the deal that is pending now.
    fn follow(&mut self, cx: Cx<'_>) {
        if self.deal.as_ref().is_some_and(|deal| deal.is_of(cx.table)) {
            return;
        }
        let old = self.deal.take();
        let read = self.read.take();
        let deal = old.and_then(|deal| deal.after_facts(cx.table));
        // A card whose facts were just entered is the one that came up.
        let card = deal.as_ref().zip(read).and_then(|(deal, name)| {
            deal.candidates
                .iter()
                .find(|card| card.name == name && card.reason.is_none())
                .map(|card| card.card)
        });
        *self = Self {
            deal: deal.or_else(|| CardDeal::new(cx.table)),
            wants_focus: true,
            ..Self::default()
        };
        if let Some(card) = card {
            self.take(card, cx.commands);
        }
    }

    /// Picks `card` as the next that came up; plays the whole deal once it is complete.
    fn take(&mut self, card: DealtCard, commands: &CommandQueue<FoundersCommand>) {
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

/// Returns the cards that match the typed text: those that can come up, then those that cannot.
fn matching<'a>(
    candidates: &'a [CardCandidate],
    typed: &str,
) -> (Vec<&'a CardCandidate>, Vec<&'a CardCandidate>) {
    let mut ranked: Vec<(u8, &CardCandidate)> =
        candidates.iter().filter_map(|card| Some((rank(&card.name, typed)?, card))).collect();
    ranked.sort_by_key(|(rank, _)| *rank);
    ranked.into_iter().map(|(_, card)| card).partition(|card| card.reason.is_none())
}

/// Returns `true` if the cards that came up have to be entered before anything else.
pub fn is_deal_pending(table: &Table) -> bool {
    !table.is_past() && PendingDeck::pending(table.pending()).is_some()
}

/// Draws the button that resumes a deal that was put off.
pub(super) fn resume_deal_ui(ui: &mut Ui, table: &Table, memory: &mut DealMemory) {
    if let Some((deck, count)) = PendingDeck::pending(table.pending()).filter(|_| memory.is_put_off)
    {
        memory.is_put_off = !button_ui(ui, format!("Deal {count} {}…", deck.noun(count)));
    }
}

/// Deals the cards that the players need not enter; returns `true` if the deal is complete.
///
/// These are all cards if the app deals in this game (`always`), otherwise a card that alone can
/// come up. Waits until the table `may` be asked; to be called in every frame.
pub fn deal_automatically(
    cx: Cx<'_>,
    (may, always): (bool, bool),
    chance: RandomBelow<'_>,
    memory: &mut DealMemory,
) -> bool {
    memory.growth.follow(place_of(cx.table));
    if !may || !memory.growth.is_new || !memory.is_prompting(cx.table) {
        return false;
    }
    // A deal that cannot be recorded is tried only once.
    memory.growth.is_new = false;
    let form = &mut memory.form;
    form.follow(cx);
    let drawn = draw(form, always, chance, cx.commands);
    announce(cx.table.game(), &drawn, always, cx.commands);
    form.deal.is_none()
}

/// Announces the cards that were dealt without asking.
fn announce(
    game: &Game,
    drawn: &[DealtCard],
    at_random: bool,
    commands: &CommandQueue<FoundersCommand>,
) {
    let names: Vec<&str> = drawn.iter().map(|card| card.name(game)).collect();
    let dealt = listed(&names);
    commands.push(FoundersCommand::ShowMessage(match drawn.len() {
        0 => return,
        _ if at_random => format!("The app dealt {dealt}."),
        1 => format!("{dealt} is dealt: no other card can come up."),
        _ => format!("{dealt} are dealt: no others can come up."),
    }));
}

/// Asks for the cards that came up, while a deal is pending.
///
/// The field and the buttons have fixed places; the cards to choose from scroll if there is not
/// enough space. `always` is `true` if the app deals in this game, `later` if races can be chosen
/// first. `chance` draws for "Deal for us".
pub fn deal_panel_ui(
    ui: &mut Ui,
    cx: Cx<'_>,
    (always, later): (bool, bool),
    chance: RandomBelow<'_>,
    memory: &mut DealMemory,
) {
    if !is_deal_pending(cx.table) {
        return;
    }
    let form = &mut memory.form;
    form.follow(cx);
    let Some(mut deal) = form.deal.take() else {
        return;
    };
    let mut request = DealRequest::default();
    // In a low panel the head is to the left of the field, not above it.
    let width = ui.available_width();
    let is_side_by_side = ui.available_height() < LOW && width >= SIDE_BY_SIDE;
    if is_side_by_side {
        // Without cards picked there is only the head.
        let share = if deal.picked.is_empty() { 0.25 } else { 0.45 };
        let half = egui::vec2((width * share).round(), touch::TARGET);
        ui.horizontal(|ui| {
            ui.allocate_ui(half, |ui| head_ui(ui, &deal, is_side_by_side, &mut request));
            decisive_ui(ui, DecisivePart::Choice, |ui| {
                field_ui(ui, &deal, (always, later), form, &mut request);
            });
        });
    } else {
        head_ui(ui, &deal, is_side_by_side, &mut request);
        decisive_ui(ui, DecisivePart::Choice, |ui| {
            field_ui(ui, &deal, (always, later), form, &mut request);
        });
    }
    let (can, cannot) = matching(&deal.candidates, &form.text);
    for note in deal.notes() {
        caption(note).ui(ui);
    }
    if let Some(notice) = &form.notice {
        error_ui(ui, notice, text::BODY);
    }
    if !form.text.trim().is_empty() {
        for card in &cannot {
            // The notice shows it already.
            if card.reason != form.notice && !card.is_unread {
                caption(card.reason.clone().unwrap_or_default()).ui(ui);
            }
        }
    }
    let row = form.enter_chooses().then_some(form.row);
    let shown = shown_cards(&deal, form, &can);
    let pressed = ScrollArea::vertical()
        .id_salt("cards to choose from")
        .auto_shrink(false)
        .show(ui, |ui| {
            let pressed = cards_ui(ui, &shown, row).map(PressedCard::Card);
            if !form.text.trim().is_empty() {
                overrule_ui(ui, &cannot, cx.commands);
            }
            let unread = unread_ui(ui, &deal, &form.text, &can, &cannot);
            pressed.or(unread.map(PressedCard::Unread))
        })
        .inner;
    let chosen = match request.card.take().or(pressed) {
        Some(PressedCard::Card(card)) => Some(card),
        Some(PressedCard::Unread(name)) => {
            cx.commands.push(FoundersCommand::ReadComponent(deal.deck.component_ref(&name)));
            form.search(String::new());
            form.read = Some(name);
            None
        }
        None => None,
    };
    if let Some(index) = request.removed {
        deal.remove(index);
    }
    form.deal = Some(deal);
    if request.removed.is_some() {
        form.search(String::new());
        form.wants_focus = true;
    } else if let Some(card) = chosen {
        form.take(card, cx.commands);
        let drawn = draw(form, false, chance, cx.commands);
        announce(cx.table.game(), &drawn, false, cx.commands);
    } else if request.for_us || request.always {
        if request.always {
            cx.commands.push(FoundersCommand::Menu(Menu::AlwaysDeal));
        }
        draw(form, true, chance, cx.commands);
    }
    memory.is_put_off |= request.later;
}

/// Returns the cards to choose from.
///
/// Picked cards keep their places, disabled, so that no card moves under the pointer.
fn shown_cards<'a>(
    deal: &'a CardDeal,
    form: &DealForm,
    can: &[&'a CardCandidate],
) -> Vec<&'a CardCandidate> {
    if !form.text.trim().is_empty() {
        return can.to_vec();
    }
    deal.candidates
        .iter()
        .filter(|card| card.reason.is_none() || deal.picked.contains(&card.card))
        .collect()
}

/// The request made in the rows above the cards.
#[derive(Default)]
struct DealRequest {
    /// The index of a picked card that is taken back.
    removed: Option<usize>,
    /// The card chosen by Enter.
    card: Option<PressedCard>,
    /// The app draws the remaining cards.
    for_us: bool,
    /// The app draws from now on.
    always: bool,
    /// Races are chosen first.
    later: bool,
}

/// Panel height below which the head is to the left of the field, in points.
const LOW: f32 = 150.0;
/// Minimum width for the head and the field side by side, in points.
const SIDE_BY_SIDE: f32 = 700.0;
/// Width below which the buttons are below the field, in points.
const ONE_ROW: f32 = 460.0;

/// Draws the head of the deal, and the cards picked so far.
fn head_ui(ui: &mut Ui, deal: &CardDeal, is_side_by_side: bool, request: &mut DealRequest) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(space::S, space::XS);
        let more = if deal.picked.is_empty() { "" } else { " more" };
        let head = format!("Deal {}{more} {}", deal.left, deal.deck.noun(deal.left));
        let label = lead(head).accent().line_ui(ui);
        mark(ui, DecisivePart::Question, label.rect);
        if deal.picked.is_empty() && !is_side_by_side {
            caption("Draw a card, then type two letters and Enter, or click it.").ui(ui);
        }
        for (index, card) in deal.picked.iter().enumerate() {
            let name = card.name(&deal.game);
            let response = ui
                .add(button(format!("{}. {name}  ×", index + 1)))
                .on_hover_text("Takes the card back.");
            if response.accessible_name(format!("Remove {name}")).clicked() {
                request.removed = Some(index);
            }
        }
    });
}

/// Draws the field, followed by the buttons that replace entering the cards.
fn field_ui(
    ui: &mut Ui,
    deal: &CardDeal,
    (always, later): (bool, bool),
    form: &mut DealForm,
    request: &mut DealRequest,
) {
    if ui.available_width() < ONE_ROW {
        request.card = search_ui(ui, deal, form, &mut request.removed);
        ui.add_space(space::XS);
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = egui::Vec2::splat(space::XS);
            alternatives_ui(ui, (always, later), request);
        });
        return;
    }
    let row = egui::vec2(ui.available_width(), touch::TARGET);
    ui.allocate_ui_with_layout(row, Layout::right_to_left(Align::Center), |ui| {
        alternatives_ui(ui, (always, later), request);
        request.card = search_ui(ui, deal, form, &mut request.removed);
    });
}

/// Draws the buttons that replace entering the cards.
fn alternatives_ui(ui: &mut Ui, (always, later): (bool, bool), request: &mut DealRequest) {
    request.for_us = ui.add(button("Deal for us")).on_hover_text(FOR_US).clicked();
    if !always {
        request.always = ui.add(button("Always deal for us")).on_hover_text(ALWAYS).clicked();
    }
    if later {
        request.later = ui.add(button("Races first")).on_hover_text(LATER).clicked();
    }
}

const FOR_US: &str =
    "The app draws at random from the cards left. Take the same cards from the deck.";
const ALWAYS: &str = "The app draws now and from now on, in this game and in new practice games. Edit, Always deal for us, gives it back to the players.";
const LATER: &str = "The cards can be dealt at any time before the first turn.";

/// A card that was chosen.
enum PressedCard {
    /// A card that is dealt.
    Card(DealtCard),
    /// The name of a card whose facts have to be entered first.
    Unread(String),
}

/// Draws the search field; returns the card chosen in it with Enter.
fn search_ui(
    ui: &mut Ui,
    deal: &CardDeal,
    form: &mut DealForm,
    removed: &mut Option<usize>,
) -> Option<PressedCard> {
    // The same id in every layout, so that the field keeps the focus.
    let id = Id::unique("the card that came up");
    let has_focus = ui.memory(|memory| memory.has_focus(id));
    let pressed = |key| keyboard::pressed_in(ui, has_focus, Modifiers::NONE, key);
    let (enter, down, up) = (pressed(Key::Enter), pressed(Key::ArrowDown), pressed(Key::ArrowUp));
    if form.text.is_empty() && !deal.picked.is_empty() && pressed(Key::Backspace) {
        *removed = Some(deal.picked.len() - 1);
    }
    let hint = body("Find a card").muted().rich(ui);
    let mut typed = form.text.clone();
    let edit =
        line_edit(&mut typed).id(id).hint_text(hint).desired_width(f32::INFINITY).return_key(None);
    let field = ui.add(edit).accessible_name("Card that came up");
    if typed != form.text {
        form.search(typed);
    }
    // Letters typed in the same frame as Enter count.
    let (can, cannot) = matching(&deal.candidates, &form.text);
    if down || up {
        let last = can.len().saturating_sub(1);
        form.row = match (down, form.enter_chooses()) {
            (true, true) => (form.row + 1).min(last),
            (true, false) => 0,
            (false, _) => form.row.saturating_sub(1),
        };
        form.moved = true;
    }
    let mut chosen = None;
    if enter && form.enter_chooses() {
        match (can.get(form.row), cannot.first()) {
            (Some(card), _) => chosen = Some(PressedCard::Card(card.card)),
            (None, Some(card)) if card.is_unread => {
                chosen = Some(PressedCard::Unread(card.name.clone()));
            }
            (None, Some(card)) => form.notice.clone_from(&card.reason),
            (None, None) if deal.deck.may_hold_more(&deal.game) => {
                chosen = Some(PressedCard::Unread(as_printed(&form.text)));
            }
            (None, None) => form.notice = Some(NO_SUCH_CARD.to_owned()),
        }
    }
    if form.wants_focus {
        // Typing elsewhere and an open dialog are not interrupted.
        let has_dialog = ui.memory(|memory| memory.top_modal_layer().is_some());
        if field.has_focus() || ui.ctx().text_edit_focused() {
            form.wants_focus = false;
        } else if !has_dialog {
            field.request_focus();
            ui.ctx().request_repaint();
        }
    }
    chosen
}

/// Draws the cards whose facts have to be entered before they can be dealt, and a card that is
/// not listed yet; returns the name of the one to enter.
fn unread_ui(
    ui: &mut Ui,
    deal: &CardDeal,
    typed: &str,
    can: &[&CardCandidate],
    cannot: &[&CardCandidate],
) -> Option<String> {
    let mut read = None;
    let typed = typed.trim();
    let is_listed = can.iter().chain(cannot).any(|card| card.name.eq_ignore_ascii_case(typed));
    let unread: Vec<&&CardCandidate> = cannot.iter().filter(|card| card.is_unread).collect();
    // Only a box with cards missing from the pack can hold another.
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
            if button_ui(ui, format!("New {} {name}…", deal.deck.noun(1))) {
                read = Some(name);
            }
        }
    });
    read
}

/// Draws the cards that the rules refuse and the table can deal anyway, with a reason.
fn overrule_ui(ui: &mut Ui, cannot: &[&CardCandidate], commands: &CommandQueue<FoundersCommand>) {
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

/// Returns a name as printed: each word capitalized, unless it was typed with capitals.
fn as_printed(typed: &str) -> String {
    let typed = typed.trim();
    if typed.chars().any(char::is_uppercase) {
        return typed.to_owned();
    }
    typed.split_whitespace().map(capitalized).collect::<Vec<_>>().join(" ")
}

const NO_SUCH_CARD: &str = "No card has that name.";

/// Draws the cards to choose from; `row` is the one that Enter picks among those that can come up.
fn cards_ui(ui: &mut Ui, cards: &[&CardCandidate], row: Option<usize>) -> Option<DealtCard> {
    let theme = theme(ui);
    let mut chosen = None;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(space::XS, space::XS);
        let mut index = 0;
        for card in cards {
            let can = card.reason.is_none();
            let is_chosen = can && row == Some(index);
            index += usize::from(can);
            let tint = if is_chosen { theme.on_accent } else { theme.ink };
            let mut button = button(body(&card.name).tinted(tint).rich(ui));
            if is_chosen {
                button = button.fill(theme.accent);
            }
            if ui.add_enabled(can, button).clicked() {
                chosen = Some(card.card);
            }
        }
    });
    chosen
}

/// Deals the remaining cards at random, or else only if each can only be one card.
///
/// Returns the cards dealt.
fn draw(
    form: &mut DealForm,
    at_random: bool,
    chance: RandomBelow<'_>,
    commands: &CommandQueue<FoundersCommand>,
) -> Vec<DealtCard> {
    if !at_random {
        let forced = form.deal.as_ref().map(CardDeal::forced).unwrap_or_default();
        for &card in &forced {
            form.take(card, commands);
        }
        return forced;
    }
    let mut drawn = Vec::new();
    // Every drawn card leaves fewer to draw, so this ends.
    while let Some(deal) = &form.deal {
        let free = deal.free();
        let last = free.len().saturating_sub(1);
        let Some(&card) = free.get(chance(free.len().max(1)).min(last)) else {
            // The rules allow none of the remaining cards; the drawn ones stay visible.
            form.notice = deal.candidates.iter().find_map(|card| card.reason.clone());
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
    fn two_letters_find_every_card_of_the_practice_decks_first() {
        let game = game();
        for deck in [PendingDeck::Proposals, PendingDeck::Advisers] {
            let candidates: Vec<CardCandidate> = deck
                .cards(&game)
                .into_iter()
                .map(|card| CardCandidate {
                    card,
                    name: card.name(&game).to_owned(),
                    reason: None,
                    is_unread: false,
                    overrulable: None,
                })
                .collect();
            let letters: Vec<char> = ('a'..='z').collect();
            for card in &candidates {
                let is_first = letters.iter().any(|first| {
                    letters.iter().any(|second| {
                        let typed = format!("{first}{second}");
                        matching(&candidates, &typed).0.first().map(|c| &c.name) == Some(&card.name)
                    })
                });
                assert!(is_first, "{}", card.name);
            }
        }
    }

    #[test]
    fn a_name_typed_without_capitals_gets_them() {
        assert_eq!(as_printed(" golden  lion "), "Golden Lion");
        assert_eq!(as_printed("Hall of Mirrors"), "Hall of Mirrors");
    }
}
