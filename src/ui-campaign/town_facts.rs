//! The facts of the box that the town needs: classes, items, envelopes, and the printed numbers.

use egui::Ui;

use campaign_rules::action::EnvelopeReason;
use campaign_rules::class::{Class, ClassFacts, ClassPerk};
use campaign_rules::world::World;
use campaign_rules::{Action, Name};
use plain_text::{clauses, listed};
use ui_kit::theme::space;
use ui_kit::widgets::{
    body, button, caption, primary_button_ui, section_heading_ui, toggle_button,
};

use crate::form::{
    ScrollRequest, list_field_ui, problem_ui, typed_array, typed_number, typed_numbers, value_ui,
    words_field_ui,
};
use crate::items::{FactsForm, facts_ui, item_name};
use crate::{CampaignCx, CampaignMemory};

/// The forms of the town.
#[derive(Clone, Debug, Default)]
pub(super) struct TownForms {
    /// `true` if the form for other effects is unfolded.
    pub(super) shows_effects: bool,
    /// The name of a class to open, and the envelope it was in.
    class: String,
    class_envelope: String,
    /// The class whose facts are edited.
    edited: Option<ClassForm>,
    class_scroll: ScrollRequest,
    number_scroll: ScrollRequest,
    /// The item whose facts are edited.
    item: Option<FactsForm>,
    item_number: String,
    envelope: String,
    envelope_reason: String,
    /// `true` if the printed numbers are unfolded.
    shows_numbers: bool,
    donation_track: String,
    thresholds: String,
    price_steps: String,
    small_items: String,
    /// The problem of a form, with its section.
    problem: Option<(TownSection, String)>,
}

/// A section with a form of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TownSection {
    Class,
    Item,
    Numbers,
}

impl TownForms {
    /// Unfolds the printed numbers.
    pub(super) fn unfold_numbers(&mut self) {
        self.shows_numbers = true;
        self.number_scroll.set();
    }

    /// Empties the field of a printed number, by its place among them.
    fn clear_number(&mut self, index: Option<usize>) {
        let fields = [
            &mut self.donation_track,
            &mut self.thresholds,
            &mut self.price_steps,
            &mut self.small_items,
        ];
        if let Some(field) = index.and_then(|index| fields.into_iter().nth(index)) {
            field.clear();
        }
    }

    /// Unfolds the facts of a class, and scrolls to them.
    pub(super) fn show_class(&mut self, class: &Class) {
        self.edit_class(class);
        self.class_scroll.set();
    }

    /// Unfolds the facts of a class.
    fn edit_class(&mut self, class: &Class) {
        let name = Some(class.facts.name.clone());
        self.edited = Some(ClassForm { name, perks: perk_words(class), ..ClassForm::default() });
    }
}

/// The facts of a class as typed; what stays empty stays as it is.
#[derive(Clone, Debug, Default)]
struct ClassForm {
    name: Option<Name>,
    hand: String,
    hit_points: String,
    opening_event: String,
    retirement_event: String,
    /// The perks, with semicolons between them.
    perks: String,
}

impl ClassForm {
    /// Returns the actions that record what is typed, or what is wrong with it.
    fn actions(&self, class: &Class) -> Result<Vec<Action>, String> {
        let facts = self.facts(class)?;
        let mut actions = Vec::new();
        if facts != class.facts {
            actions.push(Action::Class(facts));
        }
        let perks = self.perks.split(';').map(str::trim).filter(|perk| !perk.is_empty());
        let perks: Vec<ClassPerk> = perks.map(perk).collect();
        if !perks.is_empty() && perks != class.perks {
            actions.push(Action::ClassPerks { class: class.facts.name.clone(), perks });
        }
        if actions.is_empty() {
            return Err("Type what is on the mat or the sheet of the class.".to_owned());
        }
        Ok(actions)
    }

    /// Returns the known facts with the typed ones, or what is wrong with these.
    fn facts(&self, class: &Class) -> Result<ClassFacts, String> {
        let mut facts = class.facts.clone();
        if !self.hand.trim().is_empty() {
            facts.hand = Some(typed_number(&self.hand, "Type the size of the hand as a number.")?);
        }
        if !self.hit_points.trim().is_empty() {
            let missing = "Type nine numbers of hit points, for levels 1 to 9.";
            facts.hit_points = Some(typed_array(&self.hit_points, missing)?);
        }
        let missing = "Type the number of the event card.";
        if !self.opening_event.trim().is_empty() {
            facts.opening_event = Some(typed_number(&self.opening_event, missing)?);
        }
        if !self.retirement_event.trim().is_empty() {
            facts.retirement_event = Some(typed_number(&self.retirement_event, missing)?);
        }
        Ok(facts)
    }
}

/// Returns the known perks of a class as they are typed.
fn perk_words(class: &Class) -> String {
    let perks = class.perks.iter().map(|perk| match perk.times {
        1 => perk.words.clone(),
        times => format!("{} x{times}", perk.words),
    });
    clauses(&perks.collect::<Vec<String>>())
}

/// Parses a perk, with the number of its boxes behind an "x".
fn perk(typed: &str) -> ClassPerk {
    let counted = typed.rsplit_once(" x").or_else(|| typed.rsplit_once(" ×"));
    let counted = counted.and_then(|(words, times)| Some((words, times.trim().parse().ok()?)));
    let (words, times) = counted.unwrap_or((typed, 1));
    ClassPerk { words: words.trim().to_owned(), times }
}

/// Draws the classes: those that are open, and the facts of each.
pub(super) fn classes_ui(ui: &mut Ui, cx: CampaignCx<'_>, memory: &mut CampaignMemory) {
    memory.forms.town.class_scroll.follow(ui);
    section_heading_ui(ui, "Classes");
    ui.horizontal_wrapped(|ui| {
        let forms = &mut memory.forms.town;
        for class in &cx.campaign().world.classes {
            let name = &class.facts.name;
            let is_edited = forms.edited.as_ref().is_some_and(|of| of.name.as_ref() == Some(name));
            let label = if class.is_open { name.to_string() } else { format!("{name}, closed") };
            let toggle = ui.add(toggle_button(is_edited, label));
            if toggle.on_hover_text("Its hand, hit points and events.").clicked() {
                forms.edited = None;
                if !is_edited {
                    forms.edit_class(class);
                }
            }
        }
    });
    edited_ui(ui, cx, memory);
    // The form for a new character has the same field.
    if !memory.forms.creation.shows_character() {
        open_class_ui(ui, cx, memory);
    }
    ui.add_space(space::M);
}

/// Draws the facts of the class that is edited.
fn edited_ui(ui: &mut Ui, cx: CampaignCx<'_>, memory: &mut CampaignMemory) {
    let forms = &mut memory.forms.town;
    let name = forms.edited.as_ref().and_then(|of| of.name.as_ref());
    let Some(class) = name.and_then(|name| cx.campaign().world.class(name)) else {
        return;
    };
    let Some(form) = &mut forms.edited else {
        return;
    };
    let now = |of: Option<String>| of.unwrap_or_else(|| "unknown".to_owned());
    let facts = &class.facts;
    let points = facts.hit_points.map(|points| points.map(|of| of.to_string()).join(" "));
    let events = [facts.opening_event, facts.retirement_event].map(|of| now(of.map(numbered)));
    let [opening, retirement] = events;
    let hand = now(facts.hand.map(|of| of.to_string()));
    let mut is_recorded = false;
    let fields = [
        ("Cards in its hand", &mut form.hand, hand),
        ("Hit points, levels 1 to 9", &mut form.hit_points, now(points)),
        ("Event of its unlocking", &mut form.opening_event, opening),
        ("Event of its first retirement", &mut form.retirement_event, retirement),
    ];
    for (label, typed, now) in fields {
        ui.horizontal_wrapped(|ui| is_recorded |= list_field_ui(ui, label, typed, &now));
    }
    ui.horizontal_wrapped(|ui| {
        let (label, hint) = ("Perks on its sheet", "remove two -1; add one +3 x2");
        is_recorded |= list_field_ui(ui, label, &mut form.perks, hint);
    });
    caption("Perks have semicolons between them, and \" x2\" behind one with two boxes.").ui(ui);
    let typed = form.actions(class);
    section_problem_ui(ui, memory, TownSection::Class);
    is_recorded |= primary_button_ui(ui, "Record the class").clicked();
    if is_recorded && record(cx, memory, TownSection::Class, typed) {
        memory.forms.town.edited = None;
    }
}

fn numbered(event: u16) -> String {
    format!("{event:02}")
}

/// Plays the actions of a form, or shows in its section what is wrong. Returns `true` if the actions
/// are played.
fn record(
    cx: CampaignCx<'_>,
    memory: &mut CampaignMemory,
    section: TownSection,
    actions: Result<Vec<Action>, String>,
) -> bool {
    let actions = match actions {
        Ok(actions) => actions,
        Err(problem) => {
            memory.forms.town.problem = Some((section, problem));
            return false;
        }
    };
    memory.forms.town.problem = None;
    memory.play(cx, actions)
}

/// Draws the problem of a section, if it has one.
fn section_problem_ui(ui: &mut Ui, memory: &CampaignMemory, section: TownSection) {
    let problem = memory.forms.town.problem.as_ref().filter(|(of, _)| *of == section);
    problem_ui(ui, problem.map(|(_, words)| words.as_str()));
}

/// Draws the field for a class to open; returns the class that is opened.
pub(super) fn open_class_ui(
    ui: &mut Ui,
    cx: CampaignCx<'_>,
    memory: &mut CampaignMemory,
) -> Option<Name> {
    let forms = &mut memory.forms.town;
    let mut is_opened = false;
    let open = cx.campaign().world.classes.iter().filter(|class| class.is_open).count();
    ui.horizontal_wrapped(|ui| {
        is_opened |= words_field_ui(ui, "Open a class", &mut forms.class, "its name");
        if open >= Class::OPEN_AT_FIRST {
            let (label, hint) = ("from the envelope", "its sign");
            is_opened |= words_field_ui(ui, label, &mut forms.class_envelope, hint);
        }
        is_opened |= ui.add(button("Open it")).clicked();
    });
    let class = Name::new(&forms.class);
    if !is_opened || class.as_str().is_empty() {
        return None;
    }
    let envelope = Name::new(&forms.class_envelope);
    let envelope = (!envelope.as_str().is_empty()).then_some(envelope);
    let action = Action::OpenClass { class: class.clone(), envelope };
    if !memory.play(cx, vec![action]) {
        return None;
    }
    let forms = &mut memory.forms.town;
    forms.class.clear();
    forms.class_envelope.clear();
    Some(class)
}

/// Draws the known items, each to correct, and the field for another one.
pub(super) fn items_ui(ui: &mut Ui, cx: CampaignCx<'_>, memory: &mut CampaignMemory) {
    section_heading_ui(ui, "Items");
    let world = &cx.campaign().world;
    let last = World::last_item(world.level());
    value_ui(ui, "Supply", &format!("001 to {last:03} by prosperity"));
    if !world.designs.is_empty() {
        let designs: Vec<String> = world.designs.iter().map(|of| item_name(world, *of)).collect();
        value_ui(ui, "Designs", &listed(&designs));
    }
    let forms = &mut memory.forms.town;
    let mut edited = None;
    if !world.items.is_empty() {
        ui.horizontal_wrapped(|ui| {
            for &item in world.items.keys() {
                if ui.add(button(item_name(world, item))).clicked() {
                    edited = Some(item);
                }
            }
        });
    }
    ui.horizontal_wrapped(|ui| {
        let (label, hint) = ("Facts of item", "its number");
        let is_entered = words_field_ui(ui, label, &mut forms.item_number, hint);
        if ui.add(button("Enter them")).clicked() || is_entered {
            match typed_number(&forms.item_number, "Type the number of the item.") {
                Ok(item) => edited = Some(item),
                Err(problem) => forms.problem = Some((TownSection::Item, problem)),
            }
        }
    });
    section_problem_ui(ui, memory, TownSection::Item);
    let forms = &mut memory.forms.town;
    if let Some(item) = edited {
        forms.item = Some(FactsForm::new(item, world.items.get(&item)));
    }
    if let Some(form) = &mut forms.item {
        let (facts, is_canceled) = facts_ui(ui, form);
        if let Some(facts) = facts {
            if record(cx, memory, TownSection::Item, Ok(vec![Action::Item(facts)])) {
                memory.forms.town.item = None;
                memory.forms.town.item_number.clear();
            }
        } else if is_canceled {
            forms.item = None;
        }
    }
    ui.add_space(space::M);
}

/// Draws the opened envelopes, and the form that opens another one.
pub(super) fn envelopes_ui(ui: &mut Ui, cx: CampaignCx<'_>, memory: &mut CampaignMemory) {
    section_heading_ui(ui, "Envelopes");
    let world = &cx.campaign().world;
    if world.envelopes.is_empty() {
        body("None is open.").muted().ui(ui);
    } else {
        body(listed(&world.envelopes.iter().collect::<Vec<_>>())).ui(ui);
    }
    let forms = &mut memory.forms.town;
    let mut is_opened = false;
    ui.horizontal_wrapped(|ui| {
        is_opened |= words_field_ui(ui, "Open envelope", &mut forms.envelope, "its sign");
        let (label, hint) = ("because", "of its printed condition");
        is_opened |= words_field_ui(ui, label, &mut forms.envelope_reason, hint);
        is_opened |= ui.add(button("Open the envelope")).clicked();
    });
    let due = world.due_reputations().next().map(|mark| mark.0);
    if let Some(reputation) = due {
        caption(format!("An empty reason means the reputation of {reputation}, which is due."))
            .ui(ui);
    }
    let envelope = Name::new(&forms.envelope);
    if is_opened && !envelope.as_str().is_empty() {
        let reason = match (forms.envelope_reason.trim(), due) {
            ("", Some(reputation)) => EnvelopeReason::Reputation(reputation),
            ("", None) => EnvelopeReason::Printed,
            (words, _) => EnvelopeReason::Words(words.to_owned()),
        };
        if memory.play(cx, vec![Action::Envelope { envelope, reason }]) {
            let forms = &mut memory.forms.town;
            forms.envelope.clear();
            forms.envelope_reason.clear();
        }
    }
    ui.add_space(space::M);
}

/// Draws the numbers printed on the board and the variants, unfolded on request.
pub(super) fn numbers_ui(ui: &mut Ui, cx: CampaignCx<'_>, memory: &mut CampaignMemory) {
    let world = &cx.campaign().world;
    let forms = &mut memory.forms.town;
    let is_open = forms.shows_numbers;
    forms.number_scroll.follow(ui);
    if ui.add(toggle_button(is_open, "Printed numbers and variants…")).clicked() {
        forms.shows_numbers = !is_open;
    }
    if !is_open {
        return;
    }
    let track = world.donation_track.as_ref().map_or_else(String::new, |sums| spaced(sums));
    let fields = [
        ("Donations that bring prosperity", &mut forms.donation_track, track),
        ("Marks of prosperity levels 2 to 9", &mut forms.thresholds, spaced(&world.thresholds)),
        ("Reputations of the price steps", &mut forms.price_steps, spaced(&world.price_steps)),
        ("Small items at levels 1 to 9", &mut forms.small_items, spaced(&world.small_items)),
    ];
    let mut entered = None;
    for (index, (label, typed, now)) in fields.into_iter().enumerate() {
        ui.horizontal_wrapped(|ui| {
            if words_field_ui(ui, label, typed, &now) {
                entered = Some((index, typed.clone()));
            }
        });
    }
    caption("Type the numbers with blanks between them, and press Enter.").ui(ui);
    let is_permanent = world.permanent_death;
    let index = entered.as_ref().map(|(index, _)| *index);
    let mut played = entered.map(|(index, typed)| match index {
        0 => typed_numbers(&typed, "Type the sums as numbers.").map(Action::DonationTrack),
        1 => typed_array(&typed, "Type eight numbers of marks.").map(Action::Thresholds),
        2 => typed_array(&typed, "Type five reputations.").map(Action::PriceSteps),
        _ => typed_array(&typed, "Type nine numbers of items.").map(Action::SmallItems),
    });
    section_problem_ui(ui, memory, TownSection::Numbers);
    if ui.add(toggle_button(is_permanent, "Permanent death (S13.2)")).clicked() {
        played = Some(Ok(Action::PermanentDeath(!is_permanent)));
    }
    if let Some(action) = played
        && record(cx, memory, TownSection::Numbers, action.map(|action| vec![action]))
    {
        memory.forms.town.clear_number(index);
    }
}

fn spaced<N: ToString>(numbers: &[N]) -> String {
    let words: Vec<String> = numbers.iter().map(N::to_string).collect();
    words.join(" ")
}
