//! The form for the effects of an event card, a reward or another text.

use egui::Ui;

use campaign::action::{parse_action, print_action};
use campaign_rules::Action;
use campaign_rules::consequence::{Consequence, Recipient};
use ui_kit::widgets::{MAX_NAME, body, button, choice_list_ui, is_entered, line_edit};

use crate::form::{problem_ui, stepper_ui};

enum_table::enum_table! {
    /// A kind of effect that is typed.
    pub enum EffectKind {
        /// Its label.
        label: &'static str,
        /// The words of the record before the typed ones.
        prefix: &'static str,
        /// An example of the typed words.
        hint: &'static str,
    }

    Achievement = "Party achievement", "achievement", "First Steps";
    AchievementLost = "Party achievement lost", "no achievement", "First Steps";
    Global = "Global achievement", "global", "City Rule: Militaristic";
    GlobalLost = "Global achievement lost", "no global", "City Rule: Militaristic";
    Unlock = "Scenario unlocked", "unlock", "14";
    Gold = "Gold of one character", "gold", "Anna +5";
    GoldTogether = "Gold of the party together", "gold together", "-10, share Anna 6, share Ben 4";
    Experience = "Experience of one character", "experience", "Anna +5";
    Item = "Item gained", "item", "Anna 12";
    ItemLost = "Item lost", "no item", "Anna 12";
    Design = "Design of an item", "design", "71";
    RoadEvent = "Road event added", "add road event", "42";
    CityEvent = "City event added", "add city event", "42";
    Words = "Anything else", "", "a blacksmith joins";
}

impl EffectKind {
    /// Returns `true` for an effect on a party or its characters.
    const fn is_of_party(self) -> bool {
        matches!(
            self,
            Self::Achievement
                | Self::AchievementLost
                | Self::Gold
                | Self::GoldTogether
                | Self::Experience
                | Self::Item
                | Self::ItemLost
        )
    }
}

/// The width of the list of kinds, in points.
const KINDS: f32 = 220.0;

/// The effects entered so far.
#[derive(Clone, Debug)]
pub(super) struct ConsequenceForm {
    /// The effects that were typed.
    typed: Vec<Consequence>,
    reputation: i8,
    prosperity: i8,
    /// Gold, experience and checkmarks for each member.
    gold: i16,
    experience: i16,
    checkmarks: i8,
    kind: EffectKind,
    words: String,
    problem: Option<String>,
}

impl Default for ConsequenceForm {
    fn default() -> Self {
        Self {
            typed: Vec::new(),
            reputation: 0,
            prosperity: 0,
            gold: 0,
            experience: 0,
            checkmarks: 0,
            kind: EffectKind::Achievement,
            words: String::new(),
            problem: None,
        }
    }
}

impl ConsequenceForm {
    /// Returns the effects, or `None` if the text that is being typed is no effect.
    pub(super) fn consequences(&mut self) -> Option<Vec<Consequence>> {
        if !self.words.trim().is_empty() && !self.add() {
            return None;
        }
        let each = Recipient::Each;
        let numbers = [
            (self.reputation != 0).then_some(Consequence::Reputation(self.reputation)),
            (self.prosperity != 0).then_some(Consequence::Prosperity(self.prosperity)),
            (self.gold != 0).then(|| Consequence::Gold { of: each.clone(), amount: self.gold }),
            (self.experience != 0)
                .then(|| Consequence::Experience { of: each.clone(), amount: self.experience }),
            (self.checkmarks != 0)
                .then(|| Consequence::Checkmarks { of: each.clone(), amount: self.checkmarks }),
        ];
        Some(numbers.into_iter().flatten().chain(self.typed.iter().cloned()).collect())
    }

    /// Says that an effect is missing, unless a typed one is wrong.
    pub(super) fn require(&mut self) {
        self.problem.get_or_insert_with(|| "Enter an effect first.".to_owned());
    }

    /// Adds the typed effect; returns `false` if it is none.
    fn add(&mut self) -> bool {
        let (prefix, words) = (self.kind.prefix(), self.words.trim());
        let line = match self.kind {
            EffectKind::Words => format!("effects: \"{}\"", words.replace('"', "'")),
            _ => format!("effects: {prefix} {words}"),
        };
        if let Ok(Action::Consequences { consequences, .. }) = parse_action(&line) {
            self.typed.extend(consequences);
            self.words.clear();
            self.problem = None;
            return true;
        }
        let (label, hint) = (self.kind.label(), self.kind.hint());
        self.problem = Some(format!("{label}: write it as in \"{hint}\"."));
        false
    }

    /// Draws the form; `has_party` is `false` for effects on the world alone. Returns `true` if
    /// Enter was pressed in an empty field, which records the form. `name` distinguishes the
    /// forms of a page.
    pub(super) fn ui(&mut self, ui: &mut Ui, name: &str, has_party: bool) -> bool {
        ui.push_id(name, |ui| self.fields_ui(ui, name, has_party)).inner
    }

    fn fields_ui(&mut self, ui: &mut Ui, name: &str, has_party: bool) -> bool {
        ui.horizontal_wrapped(|ui| {
            if has_party {
                stepper_ui(ui, "Reputation", &mut self.reputation, -20..=20);
            }
            stepper_ui(ui, "Prosperity", &mut self.prosperity, -40..=40);
        });
        if has_party {
            ui.horizontal_wrapped(|ui| {
                let most = Consequence::MAX_AMOUNT;
                stepper_ui(ui, "Gold for each", &mut self.gold, -most..=most);
                stepper_ui(ui, "Experience for each", &mut self.experience, -most..=most);
                stepper_ui(ui, "Checkmarks for each", &mut self.checkmarks, -9..=9);
            });
        }
        self.listed_ui(ui);
        let mut is_recorded = false;
        ui.horizontal_wrapped(|ui| {
            let fits = |kind: &EffectKind| has_party || !kind.is_of_party();
            if !fits(&self.kind) {
                self.kind = EffectKind::Unlock;
            }
            let kinds = EffectKind::ALL.into_iter().filter(fits);
            let kinds = kinds.map(|kind| (kind, kind.label().to_owned()));
            choice_list_ui(ui, "Effect", self.kind.label(), KINDS, &mut self.kind, kinds);
            // The field keeps its place in the focus order when a line is added above it.
            let edit = line_edit(&mut self.words).id_salt("words").char_limit(MAX_NAME);
            let field = ui.add(edit.hint_text(self.kind.hint()));
            let field = field.accessible_name(format!("The {name} in words"));
            let is_empty = self.words.trim().is_empty();
            let is_entered = is_entered(&field);
            is_recorded = is_entered && is_empty;
            if ui.add(button("Add")).clicked() || is_entered && !is_empty {
                self.add();
                field.request_focus();
            }
        });
        problem_ui(ui, self.problem.as_deref());
        is_recorded
    }

    /// Draws the typed effects, each with a button that removes it.
    fn listed_ui(&mut self, ui: &mut Ui) {
        let mut removed = None;
        for (index, consequence) in self.typed.iter().enumerate() {
            ui.horizontal(|ui| {
                let words = consequence_words(consequence);
                let remove = ui.add(button("Remove")).accessible_name(format!("Remove {words}"));
                if remove.clicked() {
                    removed = Some(index);
                }
                body(words).ui(ui);
            });
        }
        if let Some(index) = removed {
            self.typed.remove(index);
        }
    }
}

/// Returns an effect as the record writes it.
pub(super) fn consequence_words(consequence: &Consequence) -> String {
    let consequences = vec![consequence.clone()];
    let line = print_action(&Action::Consequences { party: None, consequences });
    line.strip_prefix("effects: ").unwrap_or(&line).to_owned()
}
