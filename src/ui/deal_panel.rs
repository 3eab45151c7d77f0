//! The cards that came up at the table: proposals and advisers.
//!
//! The players deal real cards; here they tell which. Two letters and Enter
//! are enough for most cards. What can come up is asked of the rules, and so
//! is what is wrong with a card that cannot. The cards go into the record as
//! one entry, once nothing more of the deal is owed.

use egui::{Button, Key, Modifiers, RichText, TextEdit, Ui};

use super::cards::{note_ui, sentence, text_ui, trouble_ui};
use super::command::{Command, Commands};
use super::table::Table;
use super::theme::{space, text, theme, touch};
use crate::rules::action::{Action, Deed};
use crate::rules::game::Played;
use crate::rules::owed::Task;
use crate::rules::player::{AdviserId, BuildingId};
use crate::rules::receipt::Event;
use crate::rules::{Game, Refusal};

/// Chance, handed in from outside: a number below the one it is given.
pub type Chance<'a> = &'a mut dyn FnMut(usize) -> usize;

/// What is dealt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Deck {
    Proposals,
    Advisers,
}

impl Deck {
    /// The deck that is dealt from next, with how many cards; nothing if something else is owed.
    fn owed(game: &Game) -> Option<(Self, usize)> {
        match game.owed().into_iter().next()?.task {
            Task::DealProposals(count) => Some((Self::Proposals, count)),
            Task::DealAdvisers(count) => Some((Self::Advisers, count)),
            Task::ChooseRace
            | Task::TakeResource
            | Task::PlaceStart
            | Task::Turn
            | Task::Follow
            | Task::Roads(_)
            | Task::Choose(_)
            | Task::Bonus(_)
            | Task::Ballots
            | Task::Decide(_)
            | Task::PlaceBuilding(_) => None,
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
}

/// A deal that is being entered: which point of which record it belongs to, and what came up.
#[derive(Clone, Debug)]
struct Deal {
    /// Cursor and number of entries of the record.
    at: (usize, usize),
    game: Game,
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
        let (deck, left) = Deck::owed(&game)?;
        let mut deal = Self {
            at: place_of(table),
            game,
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

    /// Asks the rules what the picked cards come to and which card can be next.
    fn ask(&mut self) {
        self.played = if self.picked.is_empty() {
            None
        } else {
            self.game.play(&self.deck.action(&self.picked)).ok()
        };
        let so_far = self.played.as_ref().map_or(&self.game, |p| &p.game);
        self.left = match Deck::owed(so_far) {
            Some((deck, left)) if deck == self.deck => left,
            Some(_) | None => 0,
        };
        let cards = self.deck.cards(so_far).into_iter();
        self.candidates = cards
            .map(|card| Candidate {
                card,
                name: card.name(so_far).to_owned(),
                trouble: so_far
                    .play(&self.deck.action(&[card]))
                    .err()
                    .map(|r| why(&r)),
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
                    "{} is of the type of another proposal: it goes on top of the deck, and the next card comes up in its place.",
                    name(building)
                )),
                Event::FitsNowhere(building) => Some(format!(
                    "{} fits nowhere on the map: it leaves the game, and the next card comes up.",
                    name(building)
                )),
                Event::Reshuffled => {
                    Some("The deck is empty: the discards are shuffled into a new one.".to_owned())
                }
                Event::Change(_)
                | Event::Payout(_)
                | Event::Delivered { .. }
                | Event::Completed(_)
                | Event::Counted(_)
                | Event::OnOffer(_)
                | Event::CardsBack(..)
                | Event::RunsOut(_)
                | Event::Finished { .. } => None,
            })
            .collect()
    }
}

fn place_of(table: &Table) -> (usize, usize) {
    (table.journal().cursor(), table.journal().entry_count())
}

/// The reasons of a refusal without the numbers of the rules.
pub(super) fn why(refusal: &Refusal) -> String {
    let reasons = refusal.reasons.iter().map(|r| r.illegal.to_string());
    let unknown = refusal.unknown.iter();
    let unknown = unknown.map(|fact| format!("{fact} is not known yet"));
    sentence(&reasons.chain(unknown).collect::<Vec<_>>().join("; "))
}

/// What the panel remembers between frames.
#[derive(Clone, Debug, Default)]
pub struct DealMemory {
    deal: Option<Deal>,
    text: String,
    /// Which of the cards shown is chosen; moved by the arrows.
    row: usize,
    /// Whether the arrows were used, so that Enter chooses without a letter.
    moved: bool,
    /// What went wrong with the latest card.
    notice: Option<String>,
}

impl DealMemory {
    fn search(&mut self, text: String) {
        self.text = text;
        self.row = 0;
        self.moved = false;
        self.notice = None;
    }

    /// Takes the card as the next that came up; the whole deal is played once it is complete.
    fn take(&mut self, card: Dealt, commands: &mut Commands) {
        self.search(String::new());
        if let Some(deal) = &mut self.deal {
            deal.add(card);
            if deal.is_complete() {
                commands.push(Command::Play(vec![deal.deck.action(&deal.picked)]));
                self.deal = None;
            }
        }
    }
}

/// How well a name answers to what is typed, the best first; nothing if it does not.
///
/// The beginning of the name counts most, then that of any word, then the first letters of the
/// words together, then any place.
fn rank(name: &str, typed: &str) -> Option<u8> {
    let (name, typed) = (name.to_lowercase(), typed.trim().to_lowercase());
    let plain = name.strip_prefix("the ").unwrap_or(&name);
    let initials: String = plain
        .split_whitespace()
        .filter_map(|word| word.chars().next())
        .collect();
    if name.starts_with(&typed) || plain.starts_with(&typed) {
        Some(0)
    } else if name.split_whitespace().any(|word| word.starts_with(&typed)) {
        Some(1)
    } else if initials.starts_with(&typed) {
        Some(2)
    } else {
        name.contains(&typed).then_some(3)
    }
}

/// The cards that answer to what is typed: those that can come up, then those that cannot.
fn found<'a>(candidates: &'a [Candidate], typed: &str) -> (Vec<&'a Candidate>, Vec<&'a Candidate>) {
    let mut ranked: Vec<(u8, &Candidate)> = candidates
        .iter()
        .filter_map(|card| Some((rank(&card.name, typed)?, card)))
        .collect();
    ranked.sort_by_key(|(rank, _)| *rank);
    let cards = ranked.into_iter().map(|(_, card)| card);
    cards.partition(|card| card.trouble.is_none())
}

/// Asks for the cards that came up, if a deal is owed; shows nothing otherwise.
///
/// `chance` draws for "Deal for us".
pub fn deal_panel_ui(
    ui: &mut Ui,
    table: &Table,
    chance: Chance<'_>,
    memory: &mut DealMemory,
    commands: &mut Commands,
) {
    if table.is_past() || Deck::owed(table.game()).is_none() {
        return;
    }
    let mut is_new = false;
    if !memory.deal.as_ref().is_some_and(|deal| deal.is_of(table)) {
        *memory = DealMemory {
            deal: Deal::new(table),
            ..DealMemory::default()
        };
        is_new = true;
    }
    let Some(mut deal) = memory.deal.take() else {
        return;
    };
    head_ui(ui, &deal);
    let mut removed = chips_ui(ui, &deal);
    for note in deal.notes() {
        note_ui(ui, note);
    }
    let chosen = search_ui(ui, &deal, memory, is_new, &mut removed);
    ui.add_space(space::S);
    let dice = Button::new("Deal for us").min_size(egui::vec2(0.0, touch::TARGET));
    let all = ui.add(dice).on_hover_text(
        "The app draws at random from the cards that can still come up; take the same cards from the deck.",
    );
    if let Some(index) = removed {
        deal.remove(index);
    }
    memory.deal = Some(deal);
    if removed.is_some() {
        memory.search(String::new());
    } else if let Some(card) = chosen {
        memory.take(card, commands);
    } else if all.clicked() {
        deal_for_us(memory, chance, commands);
    }
}

fn head_ui(ui: &mut Ui, deal: &Deal) {
    let theme = theme(ui.ctx());
    let more = if deal.picked.is_empty() { "" } else { " more" };
    let head = format!("Deal {}{more} {}", deal.left, deal.deck.noun(deal.left));
    text_ui(ui, head, text::LEAD, theme.accent);
    note_ui(
        ui,
        "Type two letters of each card as it comes up, and press Enter.",
    );
}

/// What was picked so far; gives the place of one that is taken back.
fn chips_ui(ui: &mut Ui, deal: &Deal) -> Option<usize> {
    let mut removed = None;
    if deal.picked.is_empty() {
        return None;
    }
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(space::XS, space::XS);
        for (index, card) in deal.picked.iter().enumerate() {
            let name = card.name(&deal.game);
            let words =
                RichText::new(format!("{}. {name}  ×", index + 1)).font(text::sans(text::BODY));
            let chip = Button::new(words).min_size(egui::vec2(0.0, touch::TARGET));
            let response = ui.add(chip);
            let response = response.on_hover_text("Takes the card back.");
            if response.accessible_name(format!("Remove {name}")).clicked() {
                removed = Some(index);
            }
        }
    });
    removed
}

/// The field and the cards that answer to it; gives the card that was chosen.
fn search_ui(
    ui: &mut Ui,
    deal: &Deal,
    memory: &mut DealMemory,
    is_new: bool,
    removed: &mut Option<usize>,
) -> Option<Dealt> {
    let id = ui.make_persistent_id("the card that came up");
    let has_focus = ui.memory(|memory| memory.has_focus(id));
    let pressed = |key| has_focus && ui.input_mut(|i| i.consume_key(Modifiers::NONE, key));
    let (enter, down, up) = (
        pressed(Key::Enter),
        pressed(Key::ArrowDown),
        pressed(Key::ArrowUp),
    );
    if memory.text.is_empty() && !deal.picked.is_empty() && pressed(Key::Backspace) {
        *removed = Some(deal.picked.len() - 1);
    }
    let mut typed = memory.text.clone();
    let field = TextEdit::singleline(&mut typed)
        .id(id)
        .hint_text("Search a card")
        .desired_width(f32::INFINITY)
        .min_size(egui::vec2(0.0, touch::TARGET))
        .align(egui::Align2::LEFT_CENTER)
        .return_key(None);
    let field = ui.add(field).accessible_name("Card that came up");
    if is_new && ui.memory(|memory| memory.focused().is_none()) {
        field.request_focus();
    }
    if typed != memory.text {
        memory.search(typed);
    }
    let (can, cannot) = found(&deal.candidates, &memory.text);
    if down || up {
        let last = can.len().saturating_sub(1);
        memory.row = match (down, memory.moved || !memory.text.is_empty()) {
            (true, true) => (memory.row + 1).min(last),
            (true, false) => 0,
            (false, _) => memory.row.saturating_sub(1),
        };
        memory.moved = true;
    }
    let is_aimed = memory.moved || !memory.text.trim().is_empty();
    let mut chosen = None;
    if enter && is_aimed {
        match (can.get(memory.row), cannot.first()) {
            (Some(card), _) => chosen = Some(card.card),
            (None, Some(card)) => memory.notice.clone_from(&card.trouble),
            (None, None) => memory.notice = Some(NO_SUCH_CARD.to_owned()),
        }
    }
    if let Some(notice) = &memory.notice {
        trouble_ui(ui, notice, text::BODY);
    }
    let row = is_aimed.then_some(memory.row);
    let pressed = found_ui(ui, &can, row);
    if !memory.text.trim().is_empty() {
        for card in cannot {
            // The notice has said it already.
            if card.trouble != memory.notice {
                note_ui(ui, card.trouble.clone().unwrap_or_default());
            }
        }
    }
    chosen.or(pressed)
}

const NO_SUCH_CARD: &str = "No card is called so.";

/// The cards to choose from; `row` is the one that Enter takes.
fn found_ui(ui: &mut Ui, cards: &[&Candidate], row: Option<usize>) -> Option<Dealt> {
    let theme = theme(ui.ctx());
    let mut chosen = None;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(space::XS, space::XS);
        for (index, card) in cards.iter().enumerate() {
            let is_aimed = row == Some(index);
            let ink = if is_aimed { theme.on_accent } else { theme.ink };
            let words = RichText::new(&card.name)
                .font(text::sans(text::BODY))
                .color(ink);
            let mut button = Button::new(words).min_size(egui::vec2(0.0, touch::TARGET));
            if is_aimed {
                button = button.fill(theme.accent);
            }
            if ui.add(button).clicked() {
                chosen = Some(card.card);
            }
        }
    });
    chosen
}

/// Draws the rest of the deal at random from the cards that can come up.
fn deal_for_us(memory: &mut DealMemory, chance: Chance<'_>, commands: &mut Commands) {
    // Every card drawn leaves fewer to draw, so this ends.
    while let Some(deal) = &memory.deal {
        let free = deal.candidates.iter().filter(|c| c.trouble.is_none());
        let free: Vec<Dealt> = free.map(|c| c.card).collect();
        if free.is_empty() {
            // Nothing is left that the rules let come up; what was drawn stays to be seen.
            let trouble = deal.candidates.iter().find_map(|c| c.trouble.clone());
            memory.notice = trouble;
            return;
        }
        let index = chance(free.len()).min(free.len() - 1);
        memory.take(free[index], commands);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::packs;
    use crate::rules::setup::Setup;

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
    fn the_beginning_of_a_name_counts_before_that_of_another_word() {
        assert_eq!(rank("Bath House", "ba"), Some(0));
        assert_eq!(rank("The Salt Barrel", "sa"), Some(0));
        assert_eq!(rank("The Salt Barrel", "ba"), Some(1));
        assert_eq!(rank("North Gatehouse", "ng"), Some(2));
        assert_eq!(rank("North Gatehouse", "or"), Some(3));
        assert_eq!(rank("North Gatehouse", "xy"), None);
    }
}
