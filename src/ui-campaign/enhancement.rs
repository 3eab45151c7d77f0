//! The enhancement of a card: its price as a receipt before it is paid (S14.6, S16.6).

use egui::Ui;

use campaign_rules::action::EnhancementEntry;
use campaign_rules::character::Character;
use campaign_rules::class::{CardHalf, Class, LineKind, PlacedSticker};
use campaign_rules::{Action, Name};
use plain_text::{capitalized, counted};
use scenario::explanation::price_text;
use scenario_rules::enhancement::{Enhancement, PriceReceipt, Sticker};
use ui_kit::theme::space;
use ui_kit::widgets::{
    body, caption, choice_list_ui, primary_button_ui, section_heading_ui, toggle_button,
};

use crate::form::{choice_ui, problem_ui, stepper_ui, words_field_ui};
use crate::{CampaignCx, CampaignMemory};

/// The width of the lists, in points.
const LIST: f32 = 180.0;

/// An enhancement as it is entered.
#[derive(Clone, Debug)]
pub(super) struct EnhancementForm {
    is_open: bool,
    card: String,
    card_level: u8,
    half: Option<CardHalf>,
    line: u8,
    kind: LineKind,
    sticker: Sticker,
    several_targets: bool,
    hexes: u8,
    problem: Option<String>,
}

impl Default for EnhancementForm {
    fn default() -> Self {
        Self {
            is_open: false,
            card: String::new(),
            card_level: 1,
            half: None,
            line: 1,
            kind: LineKind::Attack,
            sticker: Sticker::Attack,
            several_targets: false,
            hexes: 2,
            problem: None,
        }
    }
}

impl EnhancementForm {
    /// Returns the enhancement to price, with the earlier stickers of the same action.
    fn priced(&self, class: Option<&Class>) -> Enhancement {
        let title = Name::new(&self.card);
        let half = self.half.unwrap_or(CardHalf::Top);
        let earlier = class.map_or(0, |class| class.stickers_on(&title, half));
        Enhancement {
            sticker: self.sticker,
            card_level: self.card_level,
            several_targets: self.several_targets,
            hexes: self.hexes,
            earlier: u8::try_from(earlier).unwrap_or(u8::MAX),
        }
    }

    /// Returns the entry, or what is missing.
    fn entry(&self, character: &Name) -> Result<EnhancementEntry, String> {
        let card = Name::new(&self.card);
        if card.as_str().is_empty() {
            return Err("Type the title of the card.".to_owned());
        }
        let half = self.half.ok_or("Press the half of the card, top or bottom.")?;
        let is_hex = self.sticker == Sticker::AttackHex;
        Ok(EnhancementEntry {
            character: character.clone(),
            placed: PlacedSticker {
                card,
                card_level: self.card_level,
                half,
                line: self.line,
                kind: self.kind,
                sticker: self.sticker,
            },
            several_targets: self.several_targets && !is_hex,
            hexes: is_hex.then_some(self.hexes),
        })
    }
}

/// Draws the stickers of the class, and the form for another one.
pub(super) fn enhancement_ui(
    ui: &mut Ui,
    cx: CampaignCx<'_>,
    memory: &mut CampaignMemory,
    of: &Character,
) {
    section_heading_ui(ui, "Enhancements");
    let class = cx.campaign().world.class(&of.class);
    stickers_ui(ui, cx, class);
    let form = &mut memory.forms.enhancement;
    if ui.add(toggle_button(form.is_open, "Enhance a card…")).clicked() {
        form.is_open = !form.is_open;
    }
    if form.is_open {
        form_ui(ui, form, of);
        if let Ok(receipt) = form.priced(class).price() {
            body(receipt_words(&receipt)).ui(ui);
        }
        problem_ui(ui, form.problem.as_deref());
        if primary_button_ui(ui, "Pay and place the sticker").clicked() {
            match form.entry(&of.name) {
                Err(problem) => form.problem = Some(problem),
                Ok(entry) => {
                    form.problem = None;
                    if memory.play(cx, vec![Action::Enhance(entry)]) {
                        memory.forms.enhancement = EnhancementForm::default();
                    }
                }
            }
        }
    }
    ui.add_space(space::M);
}

/// Returns the parts of a price with their sum: "50 attack + 25 level 2 = 75 gold".
fn receipt_words(receipt: &PriceReceipt) -> String {
    let parts: Vec<String> = receipt
        .lines
        .iter()
        .map(|line| format!("{} {}", line.gold, price_text(line.part)))
        .collect();
    format!("{} = {} gold", parts.join(" + "), receipt.total())
}

/// Draws the stickers that the cards of a class have, with the limit of the town.
fn stickers_ui(ui: &mut Ui, cx: CampaignCx<'_>, class: Option<&Class>) {
    let most = cx.campaign().world.level();
    let cards = class.map_or(0, |class| class.enhanced_cards().len());
    caption(format!("{cards} of at most {} enhanced", counted(most, "card", "cards"))).ui(ui);
    for placed in class.into_iter().flat_map(|class| &class.stickers) {
        let PlacedSticker { card, half, line, sticker, .. } = placed;
        body(format!("{card}, {} line {line}: {}", half.word(), sticker.word())).ui(ui);
    }
}

fn form_ui(ui: &mut Ui, form: &mut EnhancementForm, of: &Character) {
    if !of.cards.is_empty() {
        ui.horizontal_wrapped(|ui| {
            for card in &of.cards {
                let is_chosen = Name::new(&form.card) == card.title;
                if ui.add(toggle_button(is_chosen, card.title.as_str())).clicked() {
                    form.card = card.title.to_string();
                    form.card_level = card.level;
                }
            }
        });
    }
    ui.horizontal_wrapped(|ui| {
        words_field_ui(ui, "Card", &mut form.card, "its title");
        stepper_ui(ui, "Its level, 1 for X", &mut form.card_level, 1..=9);
    });
    ui.horizontal_wrapped(|ui| {
        let halves = [(CardHalf::Top, "Top"), (CardHalf::Bottom, "Bottom")];
        choice_ui(ui, &mut form.half, &halves);
        stepper_ui(ui, "Line", &mut form.line, 1..=PlacedSticker::MAX_LINE);
        caption("of the kind").ui(ui);
        let kinds = LineKind::ALL.into_iter().map(|kind| (kind, capitalized(kind.word())));
        let now = capitalized(form.kind.word());
        choice_list_ui(ui, "Its kind", &now, LIST, &mut form.kind, kinds);
    });
    ui.horizontal_wrapped(|ui| {
        let fitting = Sticker::ALL.into_iter().filter(|sticker| form.kind.takes(*sticker));
        let stickers: Vec<(Sticker, String)> =
            fitting.map(|sticker| (sticker, capitalized(sticker.word()))).collect();
        if !form.kind.takes(form.sticker)
            && let Some((first, _)) = stickers.first()
        {
            form.sticker = *first;
        }
        caption("Sticker").ui(ui);
        let now = capitalized(form.sticker.word());
        choice_list_ui(ui, "Sticker", &now, LIST, &mut form.sticker, stickers);
        if form.sticker == Sticker::AttackHex {
            stepper_ui(ui, "Hexes that it attacks now", &mut form.hexes, 1..=30);
        } else if ui.add(toggle_button(form.several_targets, "Several targets")).clicked() {
            form.several_targets = !form.several_targets;
        }
    });
}
