//! The correction of a misread fact, where the mistake is noticed.
//!
//! A player who doubts an outcome or a refusal is shown the cards, mats, tiles and squares that it
//! depends on. One of them is entered again; before it is saved, every entry of the game with a
//! different outcome is listed, with that outcome.

use egui::{ScrollArea, Ui};
use plain_text::{capitalized, listed};

use super::board_query::{BoardAnswer, BoardQuery, board_query_ui};
use super::{learn_action, secondary_button_ui};
use crate::unverified_view::fact_label;
use components::component_ref::ComponentRef;
use components::fact_id::FactId;
use components::square::Square;
use export::new_outcome_words;
use journal::{EntryId, rejudge_with};
use narration::refusal;
use packs::entry_source;
use rules::Game;
use rules::action::{Action, ActionKind};
use table::table::{Table, short_description};
use ui_box::{CardForm, FactDraft};
use ui_kit::theme::space;
use ui_kit::widgets::{body, button_ui, caption, hairline_ui, panel_header_ui, primary_button_ui};

/// The default reason for entering a fact again.
const MISREAD: &str = "misread before";

/// A correction in progress.
#[derive(Clone, Debug)]
pub(super) struct FactCorrection {
    /// The sources that the doubted answer depends on, each with the labels of their facts.
    origins: Vec<(Origin, String)>,
    form: Option<CorrectionForm>,
    effects: Option<Effects>,
}

/// The component or square that shows a fact.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Origin {
    Component(ComponentRef),
    Square(Square),
}

/// The form to enter facts again.
#[derive(Clone, Debug)]
enum CorrectionForm {
    Component(Box<CardForm>),
    Square(BoardQuery),
}

/// The effects of a correction on the record.
#[derive(Clone, Debug)]
struct Effects {
    /// The latest entry of the record they were computed for.
    at: EntryId,
    learn: Action,
    /// The corrected facts, and a line for each entry with another outcome; or the refusal.
    summary: Result<(String, Vec<String>), String>,
}

/// The decision about a correction in a frame.
pub(super) enum CorrectionOutcome {
    /// No decision yet.
    Pending,
    /// The correction was discarded.
    Discarded,
    /// The correction is recorded by this action.
    Saved(Action),
}

impl FactCorrection {
    /// Returns the correction of the facts that an answer depends on; `None` if none of them can
    /// have been misread.
    pub(super) fn of(facts: &[FactId], game: &Game) -> Option<Self> {
        let pack = game.contents().pack();
        let mut origins: Vec<(Origin, String)> = Vec::new();
        for fact in facts {
            let origin = if let Some(square) = fact.square() {
                Origin::Square(square)
            } else {
                let subject = ComponentRef::of(fact);
                if subject.facts(pack).is_empty() || !FactDraft::has_form(&subject) {
                    continue;
                }
                Origin::Component(subject)
            };
            match origins.iter_mut().find(|(known, _)| *known == origin) {
                Some((_, words)) => *words = format!("{words}, {}", fact.label()),
                None => origins.push((origin, fact.label().to_owned())),
            }
        }
        let form = match origins.as_slice() {
            [] => return None,
            [(only, _)] => Some(CorrectionForm::of(only, game)),
            _ => None,
        };
        Some(Self { origins, form, effects: None })
    }

    /// Draws the next step of the correction.
    pub(super) fn ui(
        &mut self,
        ui: &mut Ui,
        table: &Table,
        reader: &(String, String),
    ) -> CorrectionOutcome {
        let journal = table.journal();
        self.effects.take_if(|effects| effects.at != journal.here());
        let game = journal.game();
        if let Some(effects) = &self.effects {
            return match effects_ui(ui, effects) {
                Some(true) => CorrectionOutcome::Saved(effects.learn.clone()),
                Some(false) => CorrectionOutcome::Discarded,
                None => CorrectionOutcome::Pending,
            };
        }
        let mut is_left = false;
        match &mut self.form {
            None => is_left = self.origins_ui(ui, game),
            Some(CorrectionForm::Component(open)) => {
                let pack = game.contents().pack();
                panel_header_ui(ui, &capitalized(&open.draft.component.label()));
                let mut is_entered = false;
                egui::Panel::bottom("misread foot").frame(egui::Frame::new()).show(ui, |ui| {
                    ui.add_space(space::S);
                    open.proposals_ui(ui, pack);
                    ui.horizontal(|ui| {
                        is_entered = open.keep_ui(ui, pack, pack, "See what changes…");
                        is_left = leave_ui(ui);
                    });
                });
                let salt = ("misread", open.draft.component.label());
                ScrollArea::vertical().id_salt(salt).auto_shrink(false).show(ui, |ui| {
                    open.ui(ui, pack, pack);
                });
                if is_entered {
                    let facts = open.facts(pack, pack, &reader.0, &reader.1);
                    let learn = learn_action(open, pack, facts);
                    self.effects = Some(Effects::of(table, learn));
                }
            }
            Some(CorrectionForm::Square(query)) => {
                let source = entry_source(&reader.0, &reader.1);
                match board_query_ui(ui, game, query, &source) {
                    BoardAnswer::None => {}
                    BoardAnswer::Facts(facts) => {
                        let learn = Box::new(ActionKind::EnterFacts(facts).into());
                        let reason = MISREAD.to_owned();
                        let overrule = ActionKind::Overrule { action: learn, reason }.into();
                        self.effects = Some(Effects::of(table, overrule));
                    }
                    BoardAnswer::Later => is_left = true,
                }
            }
        }
        if is_left { CorrectionOutcome::Discarded } else { CorrectionOutcome::Pending }
    }

    /// Draws the sources of the answer to pick from; returns `true` to leave.
    fn origins_ui(&mut self, ui: &mut Ui, game: &Game) -> bool {
        panel_header_ui(ui, "What was misread?");
        caption("The answer rests on these. What a change does is shown before it is kept.").ui(ui);
        let mut is_left = false;
        egui::Panel::bottom("misread foot").frame(egui::Frame::new()).show(ui, |ui| {
            ui.add_space(space::S);
            is_left = leave_ui(ui);
        });
        let mut picked = None;
        ScrollArea::vertical().id_salt("misread").auto_shrink(false).show(ui, |ui| {
            for (origin, words) in &self.origins {
                if button_ui(ui, origin.label()) {
                    picked = Some(CorrectionForm::of(origin, game));
                }
                caption(words.as_str()).ui(ui);
                ui.add_space(space::XS);
            }
        });
        self.form = self.form.take().or(picked);
        is_left
    }
}

impl Origin {
    fn label(&self) -> String {
        match self {
            Self::Component(subject) => capitalized(&subject.label()),
            Self::Square(square) => format!("Square {square}"),
        }
    }
}

impl CorrectionForm {
    fn of(origin: &Origin, game: &Game) -> Self {
        match origin {
            Origin::Component(subject) => {
                let pack = game.contents().pack();
                Self::Component(Box::new(CardForm::for_overruling(subject.clone(), pack, MISREAD)))
            }
            Origin::Square(square) => Self::Square(BoardQuery::of_square(*square)),
        }
    }
}

impl Effects {
    fn of(table: &Table, learn: Action) -> Self {
        let journal = table.journal();
        let named = table.named_game_now();
        let summary = match rejudge_with(journal, &learn) {
            Err(refusal) => Err(refusal::describe(named, &refusal)),
            Ok(None) => Ok((String::new(), Vec::new())),
            Ok(Some(rejudged)) => {
                let facts: Vec<String> = rejudged.facts.iter().map(fact_label).collect();
                let lines = rejudged.entries.iter().map(|entry| {
                    let short = short_description(journal, entry.number, table.naming())
                        .unwrap_or_default();
                    format!("Entry {}, {short}: {}", entry.number, new_outcome_words(named, entry))
                });
                Ok((listed(&facts), lines.collect()))
            }
        };
        Self { at: journal.here(), learn, summary }
    }
}

/// Draws the entries with another outcome; returns `true` to save the correction, `false` to
/// leave.
fn effects_ui(ui: &mut Ui, effects: &Effects) -> Option<bool> {
    panel_header_ui(ui, "What comes out differently");
    let mut decided = None;
    egui::Panel::bottom("misread foot").frame(egui::Frame::new()).show(ui, |ui| {
        ui.add_space(space::S);
        ui.horizontal(|ui| {
            ui.add_enabled_ui(effects.summary.is_ok(), |ui| {
                if primary_button_ui(ui, "Keep it").clicked() {
                    decided = Some(true);
                }
            });
            if leave_ui(ui) {
                decided = Some(false);
            }
        });
    });
    ScrollArea::vertical().id_salt("misread shown").auto_shrink(false).show(
        ui,
        |ui| match &effects.summary {
            Err(why) => {
                body(capitalized(why)).bad().ui(ui);
            }
            Ok((facts, lines)) => {
                if !facts.is_empty() {
                    body(format!("Put right: {facts}.")).ui(ui);
                }
                if lines.is_empty() {
                    body("Every entry comes out the same.").ui(ui);
                }
                for line in lines {
                    hairline_ui(ui);
                    body(line).ui(ui);
                }
                if !lines.is_empty() {
                    ui.add_space(space::S);
                    caption(
                    "What was taken at the table stays; the entry that puts it right lists this.",
                )
                .ui(ui);
                }
            }
        },
    );
    decided
}

/// Draws the button that leaves without a change; returns `true` if it is clicked.
fn leave_ui(ui: &mut Ui) -> bool {
    secondary_button_ui(ui, "Leave", "Nothing changes.")
}
