//! The forms for a new party and a new character (S14.1, S15.2, S16.1).

use egui::Ui;

use campaign_rules::action::NewCharacterEntry;
use campaign_rules::{Action, Name};
use plain_text::counted;
use scenario_rules::levels::NewCharacter;
use ui_kit::theme::space;
use ui_kit::widgets::{button, caption, primary_button_ui, section_heading_ui, toggle_button};

use crate::form::{problem_ui, stepper_ui, typed_number, words_field_ui};
use crate::{CampaignCx, CampaignMemory, CampaignPage, town_facts};

/// A new party and a new character as they are entered.
#[derive(Clone, Debug)]
pub(super) struct CreationForms {
    party: String,
    /// `true` if the form for a character is unfolded.
    shows_character: bool,
    name: String,
    class: Option<Name>,
    level: u8,
    quest: String,
    /// The party that the character joins; `None` leaves it idle.
    joins: Option<Name>,
    problem: Option<String>,
}

impl Default for CreationForms {
    fn default() -> Self {
        Self {
            party: String::new(),
            shows_character: false,
            name: String::new(),
            class: None,
            level: 1,
            quest: String::new(),
            joins: None,
            problem: None,
        }
    }
}

impl CreationForms {
    /// Returns `true` if the form for a character is unfolded.
    pub(super) const fn shows_character(&self) -> bool {
        self.shows_character
    }

    /// Unfolds the form for a character, who joins a party.
    pub(super) fn open_character(&mut self, joins: Option<Name>) {
        self.shows_character = true;
        self.joins = joins;
    }

    /// Returns the actions that create the character, or what is missing.
    fn character(&self) -> Result<Vec<Action>, String> {
        let name = Name::new(&self.name);
        if name.as_str().is_empty() {
            return Err("Type the name of the character.".to_owned());
        }
        let class = self.class.clone().ok_or("Press its class, or open one first.")?;
        let quest = match self.quest.trim() {
            "" => None,
            typed => Some(typed_number(typed, "Type the quest as a number, or leave it empty.")?),
        };
        let new = NewCharacterEntry { name: name.clone(), class, level: self.level, quest };
        let join = self.joins.clone().map(|party| Action::Join { character: name, party });
        Ok(std::iter::once(Action::NewCharacter(new)).chain(join).collect())
    }
}

/// Draws the forms.
pub(super) fn creation_ui(ui: &mut Ui, cx: CampaignCx<'_>, memory: &mut CampaignMemory) {
    section_heading_ui(ui, "Parties and characters");
    party_ui(ui, cx, memory);
    let forms = &mut memory.forms.creation;
    let is_open = forms.shows_character;
    if ui.add(toggle_button(is_open, "New character…")).clicked() {
        forms.shows_character = !is_open;
    }
    if is_open {
        character_ui(ui, cx, memory);
    }
    idle_ui(ui, cx, memory);
    ui.add_space(space::M);
}

/// Draws the field for a new party.
fn party_ui(ui: &mut Ui, cx: CampaignCx<'_>, memory: &mut CampaignMemory) {
    let forms = &mut memory.forms.creation;
    let mut is_formed = false;
    ui.horizontal_wrapped(|ui| {
        is_formed |= words_field_ui(ui, "New party", &mut forms.party, "its name");
        is_formed |= ui.add(button("Form the party")).clicked();
    });
    let name = Name::new(&forms.party);
    if is_formed
        && !name.as_str().is_empty()
        && memory.play(cx, vec![Action::NewParty(name.clone())])
    {
        memory.forms.creation = CreationForms::default();
        memory.forms.creation.open_character(Some(name));
    }
}

/// Draws the form for a character.
fn character_ui(ui: &mut Ui, cx: CampaignCx<'_>, memory: &mut CampaignMemory) {
    let world = &cx.campaign().world;
    let forms = &mut memory.forms.creation;
    let mut is_created = false;
    ui.horizontal_wrapped(|ui| {
        is_created |= words_field_ui(ui, "Name", &mut forms.name, "as its player says");
    });
    let open: Vec<&Name> =
        world.classes.iter().filter(|class| class.is_open).map(|class| &class.facts.name).collect();
    if !open.is_empty() {
        ui.horizontal_wrapped(|ui| {
            caption("Class").ui(ui);
            for name in open {
                let is_chosen = forms.class.as_ref() == Some(name);
                if ui.add(toggle_button(is_chosen, name.as_str())).clicked() {
                    forms.class = Some(name.clone());
                }
            }
        });
    }
    let opened = town_facts::open_class_ui(ui, cx, memory);
    let forms = &mut memory.forms.creation;
    forms.class = opened.or_else(|| forms.class.take());
    ui.horizontal_wrapped(|ui| {
        // A level above the prosperity level is refused, and the table can overrule it.
        stepper_ui(ui, "Level", &mut forms.level, 1..=9);
        let hint = "its number";
        is_created |= words_field_ui(ui, "Personal quest kept", &mut forms.quest, hint);
    });
    if let Ok(new) = NewCharacter::new(forms.level, 9) {
        let gold = counted(new.gold, "gold", "gold");
        caption(format!("It starts with {gold} and {} experience (S14.1).", new.experience)).ui(ui);
    }
    joins_ui(ui, cx, memory);
    let forms = &mut memory.forms.creation;
    problem_ui(ui, forms.problem.as_deref());
    if primary_button_ui(ui, "Create the character").clicked() || is_created {
        match forms.character() {
            Err(problem) => forms.problem = Some(problem),
            Ok(actions) => {
                forms.problem = None;
                let joins = forms.joins.clone();
                if memory.play(cx, actions) {
                    memory.forms.creation = CreationForms::default();
                    memory.forms.creation.open_character(joins);
                }
            }
        }
    }
}

/// Draws the party that the character joins.
fn joins_ui(ui: &mut Ui, cx: CampaignCx<'_>, memory: &mut CampaignMemory) {
    let forms = &mut memory.forms.creation;
    ui.horizontal_wrapped(|ui| {
        for party in &cx.campaign().parties {
            let is_chosen = forms.joins.as_ref() == Some(&party.name);
            if ui.add(toggle_button(is_chosen, format!("Joins {}", party.name))).clicked() {
                forms.joins = (!is_chosen).then(|| party.name.clone());
            }
        }
    });
}

/// Draws the idle characters, each with its sheet.
fn idle_ui(ui: &mut Ui, cx: CampaignCx<'_>, memory: &mut CampaignMemory) {
    let idle: Vec<Name> = cx.campaign().idle().map(|of| of.name.clone()).collect();
    if idle.is_empty() {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        caption("Idle in the town").ui(ui);
        for name in idle {
            if ui.add(button(name.as_str())).clicked() {
                memory.show(CampaignPage::Character(name));
            }
        }
    });
}
