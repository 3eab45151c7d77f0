//! The form of a card, a mat or a tile: its draft, its warnings and its facts.

use egui::{Button, RichText, Ui};
use plain_text::listed;

use super::command::BoxCommand;
use super::draft::Draft;
use super::form::{FormMemory, doubts_ui, form_ui};
use components::component_ref::ComponentRef;
use components::fact::Standing;
use components::overlay::overlay;
use components::reading::{Doubt, doubts};
use components::specs::Pack;
use packs::{entered_by, overruled_by};
use ui_kit::keyboard;
use ui_kit::theme::text;
use ui_kit::widgets::{caption, primary_button_ui, text_field_ui};

/// The open form of a card, a mat or a tile.
#[derive(Clone, Debug)]
pub struct CardForm {
    /// The current input.
    pub draft: Draft,
    /// The draft as the form was opened.
    opened: Draft,
    /// The state of the form besides its draft.
    memory: FormMemory,
    /// The reason for overruling known facts, and the pack without them.
    overrules: Option<(String, Box<Pack>)>,
    /// The latest check.
    checked: Option<Checked>,
    /// The draft that was kept last, and the time at which it first differed.
    unfinished: (Draft, Option<f64>),
}

/// The pause in typing after which an unfinished draft is kept, in seconds.
const PAUSE: f64 = 0.5;

/// The result of a check.
#[derive(Clone, Debug)]
struct Checked {
    of: Draft,
    doubts: Vec<Doubt>,
    /// `true` if the draft states anything new.
    is_said: bool,
}

impl Checked {
    /// Checks if something new is said, and nothing is against it.
    fn is_right(&self) -> bool {
        self.is_said && !self.doubts.iter().any(Doubt::is_wrong)
    }
}

/// The statements of a form that is left before its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Left {
    /// Facts that are complete.
    pub facts: Option<Pack>,
    /// Facts to go on with later: lists and texts that may be unfinished, and facts with warnings.
    pub unfinished: Pack,
}

impl CardForm {
    /// Creates the form for a thing, filled in with known facts; those of `base` are fixed.
    pub fn new(subject: ComponentRef, base: &Pack, pack: &Pack) -> Self {
        let draft = Draft::new(subject, pack);
        Self {
            memory: FormMemory::new(&draft.subject, base),
            unfinished: (draft.clone(), None),
            opened: draft.clone(),
            draft,
            overrules: None,
            checked: None,
        }
    }

    /// Creates the form with a draft that was kept unfinished.
    pub fn resumed(subject: ComponentRef, base: &Pack, pack: &Pack, unfinished: &Pack) -> Self {
        let mut open = Self::new(subject.clone(), base, pack);
        if !subject.facts(unfinished).is_empty() {
            open.draft = Draft::new(subject, &overlay(pack, unfinished));
            open.unfinished.0 = open.draft.clone();
            open.opened = open.draft.clone();
        }
        open
    }

    /// Returns the command that keeps the draft, once it differs from the one kept last and typing
    /// has paused.
    pub fn unfinished(&mut self, ui: &Ui, base: &Pack, pack: &Pack) -> Option<BoxCommand> {
        let (kept, since) = &mut self.unfinished;
        if *kept == self.draft {
            *since = None;
            return None;
        }
        let now = ui.input(|input| input.time);
        let left = PAUSE - (now - *since.get_or_insert(now));
        if ui.ctx().egui_wants_keyboard_input() && left > 0.0 {
            ui.ctx().request_repaint_after_secs(left as f32);
            return None;
        }
        self.unfinished = (self.draft.clone(), None);
        let facts = self.begun(base, pack);
        Some(BoxCommand::KeepUnfinished(self.draft.subject.clone(), Box::new(facts)))
    }

    /// Creates a form that may overrule every known fact, because of `reason`.
    pub fn anew(subject: ComponentRef, pack: &Pack, reason: &str) -> Self {
        let mut open = Self::new(subject, pack, pack);
        open.overrule(pack);
        if let Some((why, _)) = &mut open.overrules {
            reason.clone_into(why);
        }
        open
    }

    /// Returns the reason for overruling known facts; `None` if none is overruled.
    pub fn reason(&self, base: &Pack, pack: &Pack) -> Option<&str> {
        let (reason, open) = self.overrules.as_ref()?;
        let (draft, source) = (self.draft.confirmed(), entered_by("", ""));
        let is_more = draft.facts(open, pack, &source) != draft.facts(base, pack, &source);
        is_more.then_some(reason.as_str())
    }

    /// Returns what is new once the form is kept as it is shown, what it proposes included. It
    /// rests on who read it off when, and on the reason if there has to be one.
    pub fn facts(&self, base: &Pack, pack: &Pack, who: &str, day: &str) -> Pack {
        self.facts_of(&self.draft.confirmed(), base, pack, (who, day))
    }

    /// Returns what is new and stated in a draft of this form.
    fn facts_of(&self, draft: &Draft, base: &Pack, pack: &Pack, (who, day): (&str, &str)) -> Pack {
        match (self.reason(base, pack), &self.overrules) {
            (Some(reason), Some((_, open))) => {
                draft.facts(open, pack, &overruled_by(who, day, reason))
            }
            (_, _) => draft.facts(base, pack, &entered_by(who, day)),
        }
    }

    /// Returns what is stated so far, to go on with; empty while a reason is missing.
    fn begun(&self, base: &Pack, pack: &Pack) -> Pack {
        if self.is_explained(base, pack) {
            self.facts_of(&self.draft, base, pack, ("", ""))
        } else {
            Pack::default()
        }
    }

    /// Checks if everything that is overruled has a reason.
    fn is_explained(&self, base: &Pack, pack: &Pack) -> bool {
        self.reason(base, pack).is_none_or(|reason| !reason.trim().is_empty())
    }

    /// Opens all known facts of the thing to be entered again.
    fn overrule(&mut self, base: &Pack) {
        let facts = self.draft.subject.facts(base);
        let mut open = base.clone();
        for (name, fact) in open.facts_mut() {
            if facts.iter().any(|(known, _)| *known == name) {
                fact.blank();
            }
        }
        self.memory = FormMemory::new(&self.draft.subject, &open);
        self.overrules = Some((String::new(), Box::new(open)));
        self.checked = None;
    }

    /// Draws the button that opens known facts, or the field for the reason.
    fn overrule_ui(&mut self, ui: &mut Ui, base: &Pack) {
        if let Some((reason, _)) = &mut self.overrules {
            text_field_ui(ui, reason, "Why it differs, such as another edition");
            return;
        }
        let facts = self.draft.subject.facts(base);
        let has_known = facts.iter().any(|(_, fact)| fact.standing() == Standing::Known);
        if has_known && Draft::has_form(&self.draft.subject) {
            let words = RichText::new("It says something else…").font(text::sans(text::BODY));
            let hint = "Overrules what is known for certain, with a reason that stays with it.";
            if ui.add(Button::new(words)).on_hover_text(hint).clicked() {
                self.overrule(base);
            }
        }
    }

    /// Checks the form as it is shown; it is checked again only when something was typed.
    fn check(&mut self, base: &Pack, pack: &Pack) -> &Checked {
        let checked = self.checked.take().filter(|checked| checked.of == self.draft);
        let checked = checked.unwrap_or_else(|| Checked {
            of: self.draft.clone(),
            ..self.checked_as(self.draft.confirmed(), base, pack)
        });
        self.checked.insert(checked)
    }

    /// Checks what is stated in a draft of this form.
    fn checked_as(&self, draft: Draft, base: &Pack, pack: &Pack) -> Checked {
        let open = self.overrules.as_ref().map_or(base, |(_, open)| open);
        let facts = draft.facts(open, pack, &entered_by("", ""));
        Checked { of: draft, doubts: doubts(pack, &facts), is_said: !facts.sources.is_empty() }
    }

    /// Returns `true` if the form has new facts and nothing is against them.
    pub fn can_be_kept(&mut self, base: &Pack, pack: &Pack) -> bool {
        self.is_explained(base, pack) && self.check(base, pack).is_right()
    }

    /// Draws the button that keeps the form as it is shown; returns `true` if it is pressed, or
    /// its keys are.
    ///
    /// Proposals can be confirmed once the form was visible for a moment: a press that
    /// was meant for the form before confirms nothing.
    pub fn keep_ui(&mut self, ui: &mut Ui, base: &Pack, pack: &Pack, words: &str) -> bool {
        let proposals = self.proposals(base);
        let is_seen = self.memory.hand.is_seen(ui) || proposals.is_empty();
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
        if self.memory.hand.is_early() {
            caption("Enter came before this card could be seen. Press it again.").ui(ui);
        }
    }

    /// Returns the names of what the form only proposes.
    fn proposals(&self, base: &Pack) -> Vec<&'static str> {
        let open = self.overrules.as_ref().map_or(base, |(_, open)| open);
        self.draft.proposals(open)
    }

    /// Lets the form be filled in by keys.
    #[must_use]
    pub fn by_keys(mut self) -> Self {
        self.memory.hand.listen();
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

    /// Returns `true` once after the form was gone through by keys.
    pub const fn takes_through(&mut self) -> bool {
        self.memory.hand.takes_through()
    }

    /// Returns what is stated in a form that was gone through by keys, if something is and
    /// nothing is against it: what is only proposed stays so.
    pub fn gone_through(&self, base: &Pack, pack: &Pack, who: &str, day: &str) -> Option<Pack> {
        if self.draft == self.opened {
            return None;
        }
        let draft = self.draft.gone_through();
        let is_right = self.checked_as(draft.clone(), base, pack).is_right();
        let is_kept = is_right && self.is_explained(base, pack);
        is_kept.then(|| self.facts_of(&draft, base, pack, (who, day)))
    }

    /// Returns what was stated in a form that is left before its end; `None` if nothing was typed
    /// in it.
    pub fn left(&self, base: &Pack, pack: &Pack, who: &str, day: &str) -> Option<Left> {
        if self.draft == self.opened {
            return None;
        }
        let settled = self.draft.settled();
        let is_right = self.checked_as(settled.clone(), base, pack).is_right();
        let is_kept = is_right && self.is_explained(base, pack);
        let facts = is_kept.then(|| self.facts_of(&settled, base, pack, (who, day)));
        let all = self.facts_of(&self.draft, base, pack, (who, day));
        let is_all = facts.as_ref() == Some(&all);
        let unfinished = if is_all { Pack::default() } else { self.begun(base, pack) };
        Some(Left { facts, unfinished })
    }

    /// Checks if the form states nothing new.
    pub fn says_nothing(&self, base: &Pack, pack: &Pack) -> bool {
        !self.checked_as(self.draft.clone(), base, pack).is_said
    }

    /// Draws the fields and the warnings.
    pub fn ui(&mut self, ui: &mut Ui, base: &Pack, pack: &Pack) {
        let open = self.overrules.as_ref().map(|(_, open)| Box::clone(open));
        let open = open.as_deref().unwrap_or(base);
        form_ui(ui, open, pack, &mut self.draft, &mut self.memory);
        self.overrule_ui(ui, base);
        doubts_ui(ui, &self.check(base, pack).doubts);
    }
}
