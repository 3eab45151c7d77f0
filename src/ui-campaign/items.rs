//! The items of a character: those that it owns, those of the supply, and the facts of an item that
//! is not known yet (S14.3, S16.5).

use egui::Ui;

use campaign_rules::character::Character;
use campaign_rules::facts::{ItemFacts, Slot};
use campaign_rules::party::Party;
use campaign_rules::world::World;
use campaign_rules::{Action, Name};
use plain_text::counted;
use ui_kit::theme::space;
use ui_kit::widgets::{
    body, button, caption, choice_list_ui, primary_button_ui, section_heading_ui, toggle_button,
};

use crate::form::{problem_ui, stepper_ui, typed_number, words_field_ui};
use crate::{CampaignCx, CampaignMemory};

/// The width of the list of slots, in points.
const SLOTS: f32 = 120.0;

/// A purchase as it is entered.
#[derive(Clone, Debug, Default)]
pub(super) struct TradeForm {
    number: String,
    /// The facts of an item that are asked for, if the number is unknown.
    asked: Option<FactsForm>,
    /// The facts of an owned item whose slot is asked for.
    worn: Option<FactsForm>,
    problem: Option<String>,
}

/// The facts of an item as typed.
#[derive(Clone, Debug)]
pub(super) struct FactsForm {
    number: u16,
    /// `true` if the facts are corrected.
    is_known: bool,
    price: u16,
    copies: u8,
    title: String,
    slot: Option<Slot>,
}

impl FactsForm {
    pub(super) fn new(number: u16, known: Option<&ItemFacts>) -> Self {
        let title = known.and_then(|of| of.title.as_ref());
        Self {
            number,
            is_known: known.is_some(),
            price: known.map_or(0, |of| of.price),
            copies: known.map_or(0, |of| of.copies),
            title: title.map(Name::to_string).unwrap_or_default(),
            slot: known.and_then(|of| of.slot),
        }
    }

    /// Draws the fields; returns `true` if Enter was pressed in one of them.
    fn ui(&mut self, ui: &mut Ui) -> bool {
        let question = if self.is_known {
            "what does its card say?"
        } else {
            "what does its card say? It is asked once."
        };
        body(format!("Item {:03}: {question}", self.number)).ui(ui);
        ui.push_id(("item", self.number), |ui| self.fields_ui(ui)).inner
    }

    fn fields_ui(&mut self, ui: &mut Ui) -> bool {
        let mut is_entered = false;
        ui.horizontal_wrapped(|ui| {
            stepper_ui(ui, "Price", &mut self.price, 0..=ItemFacts::MAX_PRICE);
            stepper_ui(ui, "Copies", &mut self.copies, 0..=ItemFacts::MAX_COPIES);
            is_entered = words_field_ui(ui, "Title", &mut self.title, "if you like");
            let now = self.slot.map_or("unknown", Slot::word);
            let slots = Slot::ALL.into_iter().map(|slot| (Some(slot), slot.word().to_owned()));
            choice_list_ui(ui, "Worn", now, SLOTS, &mut self.slot, slots);
        });
        is_entered
    }

    /// Returns the facts; `None` if the price or the copies are not typed yet.
    fn facts(&self) -> Option<ItemFacts> {
        if self.price == 0 || self.copies == 0 {
            return None;
        }
        let title = self.title.trim();
        Some(ItemFacts {
            number: self.number,
            title: (!title.is_empty()).then(|| Name::new(title)),
            price: self.price,
            copies: self.copies,
            slot: self.slot,
        })
    }
}

/// Draws the items of a character, and the supply.
pub(super) fn items_ui(
    ui: &mut Ui,
    cx: CampaignCx<'_>,
    memory: &mut CampaignMemory,
    of: &Character,
) {
    section_heading_ui(ui, "Items");
    owned_ui(ui, cx, memory, of);
    worn_ui(ui, cx, memory);
    if memory.forms.trade.asked.is_some() {
        asked_ui(ui, cx, memory, of);
    } else {
        buy_ui(ui, cx, memory, of);
    }
    ui.add_space(space::M);
}

/// Draws the items that a character owns, each with the price for which it is sold and whether it
/// is equipped.
fn owned_ui(ui: &mut Ui, cx: CampaignCx<'_>, memory: &mut CampaignMemory, of: &Character) {
    if of.items.is_empty() {
        caption("It owns none.").ui(ui);
    }
    for &item in &of.items {
        let facts = cx.campaign().world.items.get(&item);
        ui.horizontal_wrapped(|ui| {
            let label = match facts {
                Some(facts) => format!("Sell for {}", facts.price / 2),
                None => "Sell".to_owned(),
            };
            let sell = ui.add(button(label.as_str()));
            let name = item_name(&cx.campaign().world, item);
            if sell.accessible_name(format!("{label}: {name}")).clicked() {
                memory.play(cx, vec![Action::Sell { character: of.name.clone(), item }]);
            }
            equip_ui(ui, cx, memory, (of, item), facts);
            body(name).ui(ui);
            if let Some(slot) = facts.and_then(|facts| facts.slot) {
                caption(slot.word()).ui(ui);
            }
        });
    }
}

/// Draws the button that equips an item, or puts it away. An item whose slot is unknown is asked
/// for it first.
fn equip_ui(
    ui: &mut Ui,
    cx: CampaignCx<'_>,
    memory: &mut CampaignMemory,
    (of, item): (&Character, u16),
    facts: Option<&ItemFacts>,
) {
    let is_equipped = of.equipped.contains(&item);
    let label = if is_equipped { "Equipped" } else { "Equip" };
    let toggle = ui.add(toggle_button(is_equipped, label));
    if !toggle.accessible_name(format!("{label}: {item:03}")).clicked() {
        return;
    }
    if facts.is_none_or(|facts| facts.slot.is_none()) {
        memory.forms.trade.worn = Some(FactsForm::new(item, facts));
        return;
    }
    let mut items = of.equipped.clone();
    if !items.remove(&item) {
        items.insert(item);
    }
    memory.play(cx, vec![Action::Equip { character: of.name.clone(), items }]);
}

/// Draws the question for the slot of an item that is equipped for the first time.
fn worn_ui(ui: &mut Ui, cx: CampaignCx<'_>, memory: &mut CampaignMemory) {
    let Some(form) = &mut memory.forms.trade.worn else {
        return;
    };
    let (facts, is_canceled) = facts_ui(ui, form);
    let is_recorded = facts.is_some_and(|facts| memory.play(cx, vec![Action::Item(facts)]));
    if is_recorded || is_canceled {
        memory.forms.trade.worn = None;
    }
}

/// Draws the known items of the supply, and the field for the number of another one.
fn buy_ui(ui: &mut Ui, cx: CampaignCx<'_>, memory: &mut CampaignMemory, of: &Character) {
    let world = &cx.campaign().world;
    let mut bought = None;
    ui.horizontal_wrapped(|ui| {
        let form = &mut memory.forms.trade;
        let hint = format!("1 to {}", World::last_item(world.level()));
        let is_entered = words_field_ui(ui, "Buy item", &mut form.number, &hint);
        if ui.add(button("Buy")).clicked() || is_entered {
            match typed_number(&form.number, "Type the number of an item, 1 to 999.") {
                Ok(item) => bought = Some(item),
                Err(problem) => form.problem = Some(problem),
            }
        }
    });
    problem_ui(ui, memory.forms.trade.problem.as_deref());
    let party = cx.campaign().party_of(of);
    ui.horizontal_wrapped(|ui| {
        for (&item, facts) in &world.items {
            if !world.is_supplied(item) || of.items.contains(&item) {
                continue;
            }
            let price = party.and_then(|party| cx.campaign().item_price(party, item));
            let price = price.unwrap_or(facts.price);
            let label = format!("{}: {price} gold", item_name(world, item));
            let copies = copies_left(cx, party, facts);
            // A refusal says why, and the table can overrule it.
            let buy = ui.add(button(label.as_str()));
            let left = format!("{} left", counted(copies, "copy", "copies"));
            if buy.on_hover_text(left).accessible_name(format!("Buy {label}")).clicked() {
                bought = Some(item);
            }
        }
    });
    let Some(item) = bought else {
        return;
    };
    memory.forms.trade.problem = None;
    if world.items.contains_key(&item) {
        if memory.play(cx, vec![Action::Buy { character: of.name.clone(), item }]) {
            memory.forms.trade = TradeForm::default();
        }
    } else {
        memory.forms.trade.asked = Some(FactsForm::new(item, None));
    }
}

/// Draws the question for the facts of an item that is bought for the first time.
fn asked_ui(ui: &mut Ui, cx: CampaignCx<'_>, memory: &mut CampaignMemory, of: &Character) {
    let Some(form) = &mut memory.forms.trade.asked else {
        return;
    };
    let mut is_bought = form.ui(ui);
    let (facts, number) = (form.facts(), form.number);
    problem_ui(ui, memory.forms.trade.problem.as_deref());
    let mut is_canceled = false;
    ui.horizontal_wrapped(|ui| {
        is_bought |= primary_button_ui(ui, &format!("Buy item {number:03}")).clicked();
        is_canceled = ui.add(button("Not yet")).clicked();
    });
    if is_canceled {
        memory.forms.trade = TradeForm::default();
    } else if let Some(facts) = facts.filter(|_| is_bought) {
        let buy = Action::Buy { character: of.name.clone(), item: facts.number };
        if memory.play(cx, vec![Action::Item(facts), buy]) {
            memory.forms.trade = TradeForm::default();
        }
    } else if is_bought {
        memory.forms.trade.problem = Some(FACTS_MISSING.to_owned());
    }
}

/// The problem of facts without the numbers on the card.
const FACTS_MISSING: &str = "Type the price and the copies that are on the card.";

/// Draws the form that corrects the facts of an item; returns the facts once they are recorded, and
/// `true` if the form is left.
pub(super) fn facts_ui(ui: &mut Ui, form: &mut FactsForm) -> (Option<ItemFacts>, bool) {
    let mut is_recorded = form.ui(ui);
    let mut is_canceled = false;
    ui.horizontal_wrapped(|ui| {
        is_recorded |= primary_button_ui(ui, "Record the item").clicked();
        is_canceled = ui.add(button("Cancel")).clicked();
    });
    let facts = form.facts();
    problem_ui(ui, (is_recorded && facts.is_none()).then_some(FACTS_MISSING));
    (facts.filter(|_| is_recorded), is_canceled)
}

fn copies_left(cx: CampaignCx<'_>, party: Option<&Party>, facts: &ItemFacts) -> u8 {
    let left = party.and_then(|party| cx.campaign().copies_left(&party.name, facts.number));
    left.unwrap_or(facts.copies)
}

/// Returns the number of an item with its title, if it is known.
pub(super) fn item_name(world: &World, item: u16) -> String {
    match world.items.get(&item).and_then(|facts| facts.title.as_ref()) {
        Some(title) => format!("{item:03} {title}"),
        None => format!("{item:03}"),
    }
}
