//! The form of a card, a mat or a tile: its draft, its warnings and its facts.

use egui::{Button, RichText, Ui};
use plain_text::listed;

use super::command::BoxCommand;
use super::draft::FactDraft;
use super::form::{FormMemory, form_ui, warnings_ui};
use components::component_ref::ComponentRef;
use components::fact::Certainty;
use components::overlay::overlay;
use components::reading::{EntryWarning, entry_warnings};
use components::specs::Pack;
use packs::{entry_source, overruling_source};
use ui_kit::keyboard;
use ui_kit::theme::text;
use ui_kit::widgets::{caption, primary_button_ui, text_field_ui};

/// The open form of a card, a mat or a tile.
#[derive(Clone, Debug)]
pub struct CardForm {
    /// The current input.
    pub draft: FactDraft,
    /// The draft as the form was opened.
    opened: FactDraft,
    /// The state of the form besides its draft.
    memory: FormMemory,
    /// The reason for overruling known facts, and `base` without those facts.
    overrules: Option<(String, Box<Pack>)>,
    /// The latest check.
    checked: Option<Checked>,
    /// The draft that was saved last, and the time at which the current one first differed.
    unfinished: (FactDraft, Option<f64>),
}

/// The pause in typing after which an unfinished draft is saved, in seconds.
const PAUSE: f64 = 0.5;

/// The result of a check.
#[derive(Clone, Debug)]
struct Checked {
    /// The draft of the form at the check, as the key of the cache.
    of: FactDraft,
    warnings: Vec<EntryWarning>,
    /// `true` if the draft states anything new.
    has_news: bool,
}

impl Checked {
    /// Returns `true` if the draft states anything new and nothing contradicts it.
    fn is_valid(&self) -> bool {
        self.has_news && !self.warnings.iter().any(EntryWarning::is_contradiction)
    }
}

/// The statements of a form that is closed without keeping it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AbandonedForm {
    /// The stated facts without entries that may be unfinished; `None` if there are none, they
    /// contradict anything, or a reason for overruling is missing.
    pub facts: Option<Pack>,
    /// All facts stated so far, for continuing later; empty if `facts` contains them all, or
    /// while a reason for overruling is missing.
    pub unfinished: Pack,
}

impl CardForm {
    /// Creates the form for a component, filled in with known facts; those of `base` are fixed.
    pub fn new(subject: ComponentRef, base: &Pack, pack: &Pack) -> Self {
        let draft = FactDraft::new(subject, pack);
        Self {
            memory: FormMemory::new(&draft.component, base),
            unfinished: (draft.clone(), None),
            opened: draft.clone(),
            draft,
            overrules: None,
            checked: None,
        }
    }

    /// Creates the form with a draft that was saved unfinished.
    pub fn resumed(subject: ComponentRef, base: &Pack, pack: &Pack, unfinished: &Pack) -> Self {
        let mut form = Self::new(subject.clone(), base, pack);
        if !subject.facts(unfinished).is_empty() {
            form.draft = FactDraft::new(subject, &overlay(pack, unfinished));
            form.unfinished.0 = form.draft.clone();
            form.opened = form.draft.clone();
        }
        form
    }

    /// Returns the command that saves the draft, once it differs from the one saved last and typing
    /// has paused.
    pub fn unfinished(&mut self, ui: &Ui, base: &Pack, pack: &Pack) -> Option<BoxCommand> {
        let (saved, since) = &mut self.unfinished;
        if *saved == self.draft {
            *since = None;
            return None;
        }
        let now = ui.input(|input| input.time);
        let remaining = PAUSE - (now - *since.get_or_insert(now));
        if ui.ctx().egui_wants_keyboard_input() && remaining > 0.0 {
            ui.ctx().request_repaint_after_secs(remaining as f32);
            return None;
        }
        self.unfinished = (self.draft.clone(), None);
        let facts = self.unfinished_facts(base, pack);
        Some(BoxCommand::KeepUnfinished(self.draft.component.clone(), Box::new(facts)))
    }

    /// Creates a form that may overrule every known fact, because of `reason`.
    pub fn for_overruling(subject: ComponentRef, pack: &Pack, reason: &str) -> Self {
        let mut form = Self::new(subject, pack, pack);
        form.overrule(pack);
        if let Some((entered_reason, _)) = &mut form.overrules {
            reason.clone_into(entered_reason);
        }
        form
    }

    /// Returns the reason for overruling known facts, empty until it is typed; `None` if none is
    /// overruled.
    pub fn reason(&self, base: &Pack, pack: &Pack) -> Option<&str> {
        let (reason, open) = self.overrules.as_ref()?;
        let (draft, source) = (self.draft.confirmed(), entry_source("", ""));
        let is_more = draft.facts(open, pack, &source) != draft.facts(base, pack, &source);
        is_more.then_some(reason.as_str())
    }

    /// Returns the new facts if the form is kept as shown, including its proposals. Their source
    /// names the person and the day, and the reason if they overrule known facts.
    pub fn facts(&self, base: &Pack, pack: &Pack, who: &str, day: &str) -> Pack {
        self.facts_of(&self.draft.confirmed(), base, pack, (who, day))
    }

    /// Returns the new stated facts of a draft of this form.
    fn facts_of(
        &self,
        draft: &FactDraft,
        base: &Pack,
        pack: &Pack,
        (who, day): (&str, &str),
    ) -> Pack {
        match (self.reason(base, pack), &self.overrules) {
            (Some(reason), Some((_, open))) => {
                draft.facts(open, pack, &overruling_source(who, day, reason))
            }
            (_, _) => draft.facts(base, pack, &entry_source(who, day)),
        }
    }

    /// Returns the facts stated so far, for continuing later; empty while a reason is missing.
    fn unfinished_facts(&self, base: &Pack, pack: &Pack) -> Pack {
        if self.is_explained(base, pack) {
            self.facts_of(&self.draft, base, pack, ("", ""))
        } else {
            Pack::default()
        }
    }

    /// Returns `true` if no reason for overruling is missing.
    fn is_explained(&self, base: &Pack, pack: &Pack) -> bool {
        self.reason(base, pack).is_none_or(|reason| !reason.trim().is_empty())
    }

    /// Makes all known facts of the component editable.
    fn overrule(&mut self, base: &Pack) {
        let facts = self.draft.component.facts(base);
        let mut open = base.clone();
        for (name, fact) in open.facts_mut() {
            if facts.iter().any(|(known, _)| *known == name) {
                fact.clear();
            }
        }
        self.memory = FormMemory::new(&self.draft.component, &open);
        self.overrules = Some((String::new(), Box::new(open)));
        self.checked = None;
    }

    /// Draws the button that opens known facts, or the field for the reason.
    fn overrule_ui(&mut self, ui: &mut Ui, base: &Pack) {
        if let Some((reason, _)) = &mut self.overrules {
            text_field_ui(ui, reason, "Why it differs, such as another edition");
            return;
        }
        let facts = self.draft.component.facts(base);
        let has_known = facts.iter().any(|(_, fact)| fact.certainty() == Certainty::Known);
        if has_known && FactDraft::has_form(&self.draft.component) {
            let words = RichText::new("It says something else…").font(text::sans(text::BODY));
            let hint = "Overrules what is known for certain, with a reason that stays with it.";
            if ui.add(Button::new(words)).on_hover_text(hint).clicked() {
                self.overrule(base);
            }
        }
    }

    /// Checks the form as shown; the result is cached until the draft changes.
    fn check(&mut self, base: &Pack, pack: &Pack) -> &Checked {
        let cached = self.checked.take().filter(|checked| checked.of == self.draft);
        let checked = cached.unwrap_or_else(|| Checked {
            of: self.draft.clone(),
            ..self.checked_as(self.draft.confirmed(), base, pack)
        });
        self.checked.insert(checked)
    }

    /// Checks the stated facts of a draft of this form.
    fn checked_as(&self, draft: FactDraft, base: &Pack, pack: &Pack) -> Checked {
        let open = self.overrules.as_ref().map_or(base, |(_, open)| open);
        let facts = draft.facts(open, pack, &entry_source("", ""));
        Checked {
            of: draft,
            warnings: entry_warnings(pack, &facts),
            has_news: !facts.sources.is_empty(),
        }
    }

    /// Returns `true` if the form has new facts, nothing contradicts them, and no reason for
    /// overruling is missing.
    pub fn can_be_kept(&mut self, base: &Pack, pack: &Pack) -> bool {
        self.is_explained(base, pack) && self.check(base, pack).is_valid()
    }

    /// Draws the button that keeps the form as shown; returns `true` if it or its key combination
    /// is pressed.
    ///
    /// Proposals can be confirmed only after the form has been visible for a moment, so that a
    /// press meant for the previous form confirms nothing.
    pub fn keep_ui(&mut self, ui: &mut Ui, base: &Pack, pack: &Pack, words: &str) -> bool {
        let proposals = self.proposals(base);
        let is_seen = self.memory.keys.is_visible_long_enough(ui) || proposals.is_empty();
        let can_be_kept = is_seen && self.can_be_kept(base, pack);
        let is_keyed =
            keyboard::pressed_over_fields(ui, egui::Modifiers::COMMAND, egui::Key::Enter);
        let button = ui.add_enabled_ui(can_be_kept, |ui| primary_button_ui(ui, words)).inner;
        let is_pressed = button.on_hover_text("Ctrl+Enter does the same.").clicked();
        can_be_kept && (is_pressed || is_keyed)
    }

    /// Draws the list of proposals, and a hint if Enter came too early to confirm them.
    pub fn proposals_ui(&self, ui: &mut Ui, base: &Pack) {
        let proposals = self.proposals(base);
        if !proposals.is_empty() {
            caption(format!(
                "Likely, not read off yet: {}. Keeping the form confirms what it shows.",
                listed(&proposals)
            ))
            .ui(ui);
        }
        if self.memory.keys.is_early() {
            caption("Enter came before this card could be seen. Press it again.").ui(ui);
        }
    }

    /// Returns the labels of the facts that the form only proposes.
    fn proposals(&self, base: &Pack) -> Vec<&'static str> {
        let open = self.overrules.as_ref().map_or(base, |(_, open)| open);
        self.draft.proposals(open)
    }

    /// Enables filling in the form with the keyboard.
    #[must_use]
    pub fn by_keys(mut self) -> Self {
        self.memory.keys.listen();
        self
    }

    /// Returns `true` if rare effects are shown.
    pub const fn shows_all(&self) -> bool {
        self.memory.shows_all
    }

    /// Shows or hides rare effects.
    pub const fn show_all(&mut self, shows_all: bool) {
        self.memory.shows_all = shows_all;
    }

    /// Returns `true` once after the last question was left by a key.
    pub const fn takes_through(&mut self) -> bool {
        self.memory.keys.take_completed()
    }

    /// Returns the new stated facts after the last question was left by a key; `None` if there are
    /// none, they contradict anything, or a reason is missing. Proposals are not included.
    pub fn finished(&self, base: &Pack, pack: &Pack, who: &str, day: &str) -> Option<Pack> {
        if self.draft == self.opened {
            return None;
        }
        let draft = self.draft.with_last_question_answered();
        let is_valid = self.checked_as(draft.clone(), base, pack).is_valid();
        (is_valid && self.is_explained(base, pack))
            .then(|| self.facts_of(&draft, base, pack, (who, day)))
    }

    /// Returns the statements of a form that is closed without keeping it; `None` if the draft is
    /// unchanged.
    pub fn abandoned(
        &self,
        base: &Pack,
        pack: &Pack,
        who: &str,
        day: &str,
    ) -> Option<AbandonedForm> {
        if self.draft == self.opened {
            return None;
        }
        let settled = self.draft.without_unfinished();
        let is_valid = self.checked_as(settled.clone(), base, pack).is_valid();
        let facts = (is_valid && self.is_explained(base, pack))
            .then(|| self.facts_of(&settled, base, pack, (who, day)));
        let all = self.facts_of(&self.draft, base, pack, (who, day));
        let is_all = facts.as_ref() == Some(&all);
        let unfinished = if is_all { Pack::default() } else { self.unfinished_facts(base, pack) };
        Some(AbandonedForm { facts, unfinished })
    }

    /// Returns `true` if the form states nothing new.
    pub fn has_no_news(&self, base: &Pack, pack: &Pack) -> bool {
        !self.checked_as(self.draft.clone(), base, pack).has_news
    }

    /// Draws the fields and the warnings.
    pub fn ui(&mut self, ui: &mut Ui, base: &Pack, pack: &Pack) {
        let open = self.overrules.as_ref().map_or(base, |(_, open)| open);
        form_ui(ui, open, pack, &mut self.draft, &mut self.memory);
        self.overrule_ui(ui, base);
        warnings_ui(ui, &self.check(base, pack).warnings);
    }
}
