//! What was misread is put right where it is noticed.
//!
//! Whoever doubts what an entry came to, or why something is refused, is shown the cards, mats,
//! tiles and squares that the answer rests on. One of them is told anew; before it is kept, every
//! entry of the game that comes out differently is listed, with what it would have come to.

use egui::{ScrollArea, Ui};
use plain_text::{capital, listed};

use super::board::{BoardAnswer, OfBoard, of_board_ui};
use super::{aside_ui, learning};
use crate::trust_view::said;
use components::component_ref::ComponentRef;
use components::fact_id::FactId;
use components::square::Square;
use journal::{EntryId, rejudged_by};
use narration::refusal;
use packs::entered_by;
use report::otherwise_words;
use rules::Game;
use rules::action::{Action, Deed};
use table::table::{Table, in_short};
use ui_box::{CardForm, Draft};
use ui_kit::theme::space;
use ui_kit::widgets::{body, caption, hairline_ui, panel_header_ui, pressed_ui, primary_button_ui};

/// Why a fact is told anew, unless the players say it better.
const MISREAD: &str = "misread before";

/// What is put right.
#[derive(Clone, Debug)]
pub(super) struct Misread {
    /// What the answer in doubt rests on, with what is known of it.
    origins: Vec<(Origin, String)>,
    form: Option<Form>,
    shown: Option<Shown>,
}

/// What a fact was read off.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Origin {
    Thing(ComponentRef),
    Square(Square),
}

/// What is told anew.
#[derive(Clone, Debug)]
enum Form {
    Thing(Box<CardForm>),
    Square(OfBoard),
}

/// What comes out differently with it.
#[derive(Clone, Debug)]
struct Shown {
    /// For the record up to this entry.
    at: EntryId,
    learn: Action,
    /// The facts, if any were known otherwise, and a line for each entry; or why it cannot be so.
    told: Result<(String, Vec<String>), String>,
}

/// What came of a frame.
pub(super) enum Decided {
    /// Nothing yet.
    NotYet,
    /// It was left, and nothing changes.
    Left,
    /// It is kept by this action.
    Kept(Action),
}

impl Misread {
    /// What an answer rests on that somebody doubts; nothing if nobody can have misread it.
    pub(super) fn of(facts: &[FactId], game: &Game) -> Option<Self> {
        let pack = game.contents().pack();
        let mut origins: Vec<(Origin, String)> = Vec::new();
        for fact in facts {
            let origin = if let Some(square) = fact.square() {
                Origin::Square(square)
            } else {
                let subject = ComponentRef::of(fact);
                if subject.facts(pack).is_empty() || !Draft::has_form(&subject) {
                    continue;
                }
                Origin::Thing(subject)
            };
            match origins.iter_mut().find(|(known, _)| *known == origin) {
                Some((_, words)) => *words = format!("{words}, {}", fact.label()),
                None => origins.push((origin, fact.label().to_owned())),
            }
        }
        let form = match origins.as_slice() {
            [] => return None,
            [(only, _)] => Some(Form::of(only, game)),
            _ => None,
        };
        Some(Self { origins, form, shown: None })
    }

    /// Draws what is to be decided next.
    pub(super) fn ui(&mut self, ui: &mut Ui, table: &Table, reader: &(String, String)) -> Decided {
        let journal = table.journal();
        self.shown.take_if(|shown| shown.at != journal.here());
        let game = journal.game();
        if let Some(shown) = &self.shown {
            let decided = shown_ui(ui, shown);
            return match decided {
                Some(true) => Decided::Kept(shown.learn.clone()),
                Some(false) => Decided::Left,
                None => Decided::NotYet,
            };
        }
        let mut is_left = false;
        match &mut self.form {
            None => is_left = self.origins_ui(ui, game),
            Some(Form::Thing(open)) => {
                let pack = game.contents().pack();
                panel_header_ui(ui, &capital(&open.draft.subject.label()));
                let mut is_told = false;
                egui::Panel::bottom("misread foot").frame(egui::Frame::new()).show(ui, |ui| {
                    ui.add_space(space::S);
                    open.proposals_ui(ui, pack);
                    ui.horizontal(|ui| {
                        is_told = open.keep_ui(ui, pack, pack, "See what changes…");
                        is_left = leave_ui(ui);
                    });
                });
                let salt = ("misread", open.draft.subject.label());
                ScrollArea::vertical().id_salt(salt).auto_shrink(false).show(ui, |ui| {
                    open.ui(ui, pack, pack);
                });
                if is_told {
                    let facts = open.facts(pack, pack, &reader.0, &reader.1);
                    let learn = learning(open, pack, facts);
                    self.shown = Some(Shown::of(table, learn));
                }
            }
            Some(Form::Square(asked)) => {
                let source = entered_by(&reader.0, &reader.1);
                match of_board_ui(ui, game, asked, &source) {
                    BoardAnswer::None => {}
                    BoardAnswer::Facts(facts) => {
                        let learn = Deed::Learn(facts).into();
                        let reason = MISREAD.to_owned();
                        let learn = Deed::Overrule { action: Box::new(learn), reason }.into();
                        self.shown = Some(Shown::of(table, learn));
                    }
                    BoardAnswer::Later => is_left = true,
                }
            }
        }
        if is_left { Decided::Left } else { Decided::NotYet }
    }

    /// What the answer rests on, to be picked; whether it is left.
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
                if pressed_ui(ui, origin.label()) {
                    picked = Some(Form::of(origin, game));
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
            Self::Thing(subject) => capital(&subject.label()),
            Self::Square(square) => format!("Square {square}"),
        }
    }
}

impl Form {
    fn of(origin: &Origin, game: &Game) -> Self {
        match origin {
            Origin::Thing(subject) => {
                let pack = game.contents().pack();
                Self::Thing(Box::new(CardForm::anew(subject.clone(), pack, MISREAD)))
            }
            Origin::Square(square) => Self::Square(OfBoard::of_square(*square)),
        }
    }
}

impl Shown {
    fn of(table: &Table, learn: Action) -> Self {
        let journal = table.journal();
        let named = table.named_game_now();
        let told = match rejudged_by(journal, &learn) {
            Err(refusal) => Err(refusal::whole(named, &refusal)),
            Ok(None) => Ok((String::new(), Vec::new())),
            Ok(Some(found)) => {
                let facts: Vec<String> = found.facts.iter().map(said).collect();
                let lines = found.otherwise.iter().map(|entry| {
                    let short = in_short(journal, entry.number, table.naming()).unwrap_or_default();
                    format!("Entry {}, {short}: {}", entry.number, otherwise_words(named, entry))
                });
                Ok((listed(&facts), lines.collect()))
            }
        };
        Self { at: journal.here(), learn, told }
    }
}

/// What comes out differently; whether it is kept or left, once that is decided.
fn shown_ui(ui: &mut Ui, shown: &Shown) -> Option<bool> {
    panel_header_ui(ui, "What comes out differently");
    let mut decided = None;
    egui::Panel::bottom("misread foot").frame(egui::Frame::new()).show(ui, |ui| {
        ui.add_space(space::S);
        ui.horizontal(|ui| {
            ui.add_enabled_ui(shown.told.is_ok(), |ui| {
                if primary_button_ui(ui, "Keep it").clicked() {
                    decided = Some(true);
                }
            });
            if leave_ui(ui) {
                decided = Some(false);
            }
        });
    });
    ScrollArea::vertical().id_salt("misread shown").auto_shrink(false).show(ui, |ui| match &shown
        .told
    {
        Err(why) => {
            body(capital(why)).bad().ui(ui);
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
    });
    decided
}

/// The way back, with nothing changed.
fn leave_ui(ui: &mut Ui) -> bool {
    aside_ui(ui, "Leave", "Nothing changes.")
}
