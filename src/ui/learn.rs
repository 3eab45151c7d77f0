//! One small form beside the table for a card whose facts are not known yet.
//!
//! A game with the real box begins with most cards unknown. Each is asked for
//! once, when it first matters: when it comes up, when its race is chosen, when
//! a rule cannot tell without it. "Later" is always possible; then the rules
//! say "cannot tell" where they need it. What is entered is a recorded action
//! of the game.

mod draft;
mod effects;
mod form;

use egui::{Button, RichText, ScrollArea, Ui};

use super::cards::note_ui;
use super::command::{Command, Commands};
use super::entry::Stage;
use super::table::Table;
use super::theme::{space, text, theme, touch};
use super::widgets::{panel_header_ui, primary_button_ui};
use crate::packs::entered_by;
use crate::rules::action::Deed;
use crate::rules::components::Pack;
use crate::rules::fact::FactName;
use crate::rules::needs::{Need, Subject};
use crate::rules::owed::Task;
use crate::rules::reading::{Doubt, doubts};

pub use draft::{Draft, Ground, Space};
pub use form::{FormMemory, doubts_ui, form_ui};

/// A form that is open.
#[derive(Clone, Debug)]
pub struct Open {
    /// What is typed in.
    pub draft: Draft,
    /// What the form remembers besides.
    memory: FormMemory,
    /// What was checked last, and what came of it.
    checked: Option<Checked>,
}

/// What a check came to.
#[derive(Clone, Debug)]
struct Checked {
    of: Draft,
    doubts: Vec<Doubt>,
    /// Whether anything new is said.
    is_said: bool,
}

impl Open {
    /// The form for a thing, filled in as far as it is known; `base` can no longer be changed.
    #[must_use]
    pub fn new(subject: Subject, base: &Pack, pack: &Pack) -> Self {
        Self {
            memory: FormMemory::new(&subject, base),
            draft: Draft::new(subject, pack),
            checked: None,
        }
    }

    /// What is odd about the facts; asked anew only when something was typed.
    fn check(&mut self, base: &Pack, pack: &Pack) -> &Checked {
        let checked = self
            .checked
            .take()
            .filter(|checked| checked.of == self.draft);
        self.checked.insert(checked.unwrap_or_else(|| {
            let facts = self.draft.facts(base, pack, &entered_by("", ""));
            Checked {
                of: self.draft.clone(),
                doubts: doubts(pack, &facts),
                is_said: !facts.sources.is_empty(),
            }
        }))
    }

    /// Whether there is something to be kept, and nothing against it.
    fn can_be_kept(&mut self, base: &Pack, pack: &Pack) -> bool {
        let checked = self.check(base, pack);
        checked.is_said && !checked.doubts.iter().any(Doubt::is_wrong)
    }

    /// Draws the fields and what is odd; whether it can be kept.
    pub fn ui(&mut self, ui: &mut Ui, base: &Pack, pack: &Pack) -> bool {
        form_ui(ui, base, pack, &mut self.draft, &mut self.memory);
        doubts_ui(ui, &self.check(base, pack).doubts);
        self.can_be_kept(base, pack)
    }
}

/// What the panel remembers between frames.
#[derive(Clone, Debug, Default)]
pub struct LearnMemory {
    /// Who reads the cards off, and the day.
    reader: (String, String),
    open: Option<Open>,
    /// What was asked for by a press, before everything else.
    asked: Option<Subject>,
    /// What is to be entered later.
    later: Vec<Subject>,
    /// The table for which it was decided what is asked.
    version: Option<u64>,
    /// What lies open and is not known, by the point of the record.
    needs: Option<((usize, usize), Vec<Subject>)>,
}

impl LearnMemory {
    /// Says who reads the cards off, and the day.
    pub fn read_by(&mut self, who: &str, day: &str) {
        self.reader = (who.to_owned(), day.to_owned());
    }

    /// Opens the form for a thing.
    pub fn ask(&mut self, subject: Subject) {
        self.later.retain(|other| *other != subject);
        self.asked = Some(subject);
        self.version = None;
    }

    /// Whether a form is on screen.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// Decides which form is on screen; done when the table has changed, not in every frame.
    pub fn watch(&mut self, table: &Table) {
        if self.version == Some(table.version()) {
            return;
        }
        self.version = Some(table.version());
        let wanted = self.wanted(table);
        let pack = table.journal().game().contents().pack();
        match wanted {
            Some(subject) => {
                let is_open = self
                    .open
                    .as_ref()
                    .is_some_and(|o| o.draft.subject == subject);
                if !is_open {
                    self.open = Some(Open::new(subject, pack, pack));
                }
            }
            None => self.open = None,
        }
    }

    fn wanted(&mut self, table: &Table) -> Option<Subject> {
        // While ballots are taken, the screen belongs to the voters.
        if table.is_past() || table.task() == Some(Task::Ballots) {
            return None;
        }
        let game = table.journal().game();
        let pack = game.contents().pack();
        // What was pressed stays until it is kept or put off.
        if let Some(asked) = &self.asked {
            let is_listed = !asked.facts(pack).is_empty();
            if !is_listed || Need::of(asked.clone(), pack).is_some() {
                return Some(asked.clone());
            }
            self.asked = None;
        }
        let has_form = |need: &Need| Draft::has_form(&need.subject);
        let lacked = game.needs_for(&lacked(table));
        // A square that is pressed, or an action that cannot go on, asks again.
        if let Some(need) = lacked
            .into_iter()
            .find(|n| has_form(n) && !n.unknown.is_empty())
        {
            return Some(need.subject);
        }
        let needs = self.needs(table);
        let mut open = needs.iter().filter(|need| !self.later.contains(need));
        open.next().cloned()
    }

    /// What lies open on the table and has to be read; asked when the record moves.
    fn needs(&mut self, table: &Table) -> Vec<Subject> {
        let journal = table.journal();
        let at = (journal.cursor(), journal.entry_count());
        if let Some((of, needs)) = &self.needs
            && *of == at
        {
            return needs.clone();
        }
        let game = journal.game();
        let needs = game.needs().into_iter().map(|need| need.subject);
        let needs: Vec<Subject> = needs.filter(Draft::has_form).collect();
        let pack = game.contents().pack();
        self.later
            .retain(|subject| Need::of(subject.clone(), pack).is_some());
        self.needs = Some((at, needs.clone()));
        needs
    }
}

/// The facts without which the action being entered cannot go on.
fn lacked(table: &Table) -> Vec<FactName> {
    if let Some(Stage::Unknown(fact)) = table.stage() {
        return vec![fact];
    }
    let aim = table.aim().filter(|aim| aim.is_pinned);
    match aim.and_then(|aim| aim.outcome.as_ref()) {
        Some(Err(refusal)) => refusal.unknown.clone(),
        Some(Ok(_)) | None => Vec::new(),
    }
}

/// The form that is open; whether there is one.
pub fn learn_panel_ui(
    ui: &mut Ui,
    table: &Table,
    memory: &mut LearnMemory,
    commands: &mut Commands,
) -> bool {
    memory.watch(table);
    let Some(open) = &mut memory.open else {
        return false;
    };
    let pack = table.journal().game().contents().pack();
    let subject = open.draft.subject.clone();
    panel_header_ui(ui, &subject.label());
    note_ui(ui, asks_for(&subject));
    let mut is_later = false;
    let mut is_kept = false;
    egui::Panel::bottom("learn foot")
        .frame(egui::Frame::new())
        .show(ui, |ui| {
            ui.add_space(space::S);
            ui.horizontal(|ui| {
                ui.add_enabled_ui(open.can_be_kept(pack, pack), |ui| {
                    is_kept = primary_button_ui(ui, "Keep it").clicked();
                });
                let words = RichText::new("Later").font(text::sans(text::LEAD));
                let later = Button::new(words).min_size(egui::vec2(96.0, touch::TARGET));
                is_later = ui
                    .add(later)
                    .on_hover_text("Goes on without it; where it is needed, the rules say that they cannot tell.")
                    .clicked();
            });
        });
    ScrollArea::vertical()
        .id_salt("learn")
        .auto_shrink(false)
        .show(ui, |ui| {
            open.ui(ui, pack, pack);
        });
    if is_kept {
        let source = entered_by(&memory.reader.0, &memory.reader.1);
        let facts = open.draft.facts(pack, pack, &source);
        commands.push(Command::Play(vec![Deed::Learn(Box::new(facts)).into()]));
        // What is still missing then was left out on purpose.
        memory.later.push(subject);
        memory.asked = None;
    } else if is_later {
        memory.later.push(subject);
        memory.asked = None;
        memory.open = None;
        memory.version = None;
    }
    true
}

/// What to take into the hand.
fn asks_for(subject: &Subject) -> &'static str {
    match subject {
        Subject::Building(_) => "The card and the tile of this prestige building, once.",
        Subject::Adviser(_) => "This adviser card, once.",
        Subject::Race(_) => "This race mat, once.",
        Subject::ResourceCard(_) => "The symbols on this resource card, once.",
        Subject::Resource(_) => "The tile of this resource, once.",
        Subject::Offer => "The prices printed on the board beside the advisers, once.",
        Subject::StandardCard(_)
        | Subject::Achievement(_)
        | Subject::Board(_)
        | Subject::Counts => "",
    }
}

/// A bar that leads back to what was put off, if anything was.
pub fn put_off_ui(ui: &mut Ui, table: &Table, memory: &mut LearnMemory) {
    if memory.later.is_empty() || table.is_past() {
        return;
    }
    if let Some(subject) = memory.later.first().cloned() {
        let ink = theme(ui.ctx()).accent;
        let more = match memory.later.len() {
            1 => String::new(),
            count => format!(" and {} more", count - 1),
        };
        let words = format!("Enter {}{more}…", subject.label());
        let words = RichText::new(words).font(text::sans(text::BODY)).color(ink);
        if ui.add(Button::new(words)).clicked() {
            memory.ask(subject);
        }
    }
}
