//! Actions before they are recorded: played if the rules allow them, or shown with the reason of
//! the refusal, which the table can overrule.

use egui::Ui;

use campaign::Record;
use campaign::action::print_action;
use campaign::record::{Change, overrule, preview};
use campaign::refusal::remedy_action;
use campaign_rules::Action;
use plain_text::capitalized;
use ui_kit::theme::space;
use ui_kit::widgets::{RequiredTextField, body, button, caption};

use crate::citation::cited_ui;
use crate::{CampaignCommand, CampaignCx, CampaignMemory, Forms};

/// The latest refusal, until it is dismissed or the record changes.
#[derive(Default)]
pub(super) struct Judgment {
    refused: Option<Refused>,
    /// The revision of the whole record, and the viewed entry unless it is the latest.
    judged_state: (usize, Option<usize>),
}

/// Actions with a refused one among them.
struct Refused {
    actions: Vec<Action>,
    /// The index of the refused action.
    index: usize,
    /// The reason in words, with its rule and the remedy.
    why: String,
    /// The actions that may come first, so that the refused one is allowed.
    remedies: Vec<Action>,
    /// `true` if the table can overrule the refusal.
    can_overrule: bool,
    /// The reason of the table for overruling it.
    reason: RequiredTextField,
}

impl Judgment {
    /// Plays actions if the rules allow all of them, and returns `true`; keeps the refusal
    /// otherwise.
    pub(super) fn judge(&mut self, cx: CampaignCx<'_>, actions: Vec<Action>) -> bool {
        match refusal(cx.record, &actions) {
            None => {
                self.refused = None;
                cx.commands.push(CampaignCommand::Play(actions));
                true
            }
            Some(refused) => {
                self.refused = Some(refused);
                false
            }
        }
    }

    /// Dismisses the refusal; returns `false` if there was none.
    pub(super) fn dismiss(&mut self) -> bool {
        self.refused.take().is_some()
    }

    /// Dismisses the refusal if the record has changed since, or another entry is viewed.
    pub(super) fn follow(&mut self, whole: &Record, past_entry: Option<usize>) {
        let state = (whole.revision(), past_entry);
        if self.judged_state != state {
            self.judged_state = state;
            self.refused = None;
        }
    }
}

/// Returns the first refusal of actions that are recorded one after the other; `None` if all are
/// allowed.
fn refusal(record: &Record, actions: &[Action]) -> Option<Refused> {
    let mut draft = None;
    for (index, action) in actions.iter().enumerate() {
        let now = draft.as_ref().unwrap_or(record);
        if let Err(why) = preview(now, action) {
            let refusal = now.game().outcome(action).err();
            let reasons = refusal.into_iter().flat_map(|refusal| refusal.reasons);
            let remedies = reasons.filter_map(|reason| remedy_action(&reason)).collect();
            let can_overrule = preview(now, &overrule(action.clone(), "so")).is_ok();
            let (actions, reason) = (actions.to_vec(), RequiredTextField::default());
            return Some(Refused { actions, index, why, remedies, can_overrule, reason });
        }
        if index + 1 < actions.len() {
            let draft = draft.get_or_insert_with(|| record.clone());
            if let Err(error) = draft.apply(Change::Play(action.clone())) {
                let (why, remedies) = (campaign::record::change_text(&error), Vec::new());
                let (actions, reason) = (actions.to_vec(), RequiredTextField::default());
                let can_overrule = false;
                return Some(Refused { actions, index, why, remedies, can_overrule, reason });
            }
        }
    }
    None
}

/// Draws the latest refusal with its remedies.
pub(super) fn judgment_ui(ui: &mut Ui, cx: CampaignCx<'_>, memory: &mut CampaignMemory) {
    let Some(refused) = &mut memory.judgment.refused else {
        return;
    };
    cited_ui(ui, cx, body(capitalized(&refused.why)).bad());
    let mut first = None;
    for remedy in &refused.remedies {
        if ui.add(button(format!("First record: {}", print_action(remedy)))).clicked() {
            first = Some(remedy.clone());
        }
    }
    let can_overrule = refused.can_overrule;
    let mut is_overruled = false;
    if can_overrule {
        let label = caption("Did the table play it like this? Say why, then record it.").ui(ui);
        is_overruled = refused.reason.ui(ui, &label, "such as: agreed by all");
    }
    let mut is_dismissed = false;
    ui.horizontal_wrapped(|ui| {
        if can_overrule && ui.add(button("Record it against the rules")).clicked() {
            is_overruled = true;
        }
        is_dismissed = ui.add(button("Leave it")).clicked();
    });
    ui.add_space(space::S);
    let mut actions = refused.actions.clone();
    let index = refused.index;
    if let Some(remedy) = first {
        actions.insert(index, remedy);
    } else if is_overruled && let Some(reason) = refused.reason.words("Say why, in a few words.") {
        actions[index] = overrule(actions[index].clone(), &reason);
    } else {
        if is_dismissed {
            memory.judgment.dismiss();
        }
        return;
    }
    // The form of the refused action is done with.
    if memory.play(cx, actions) {
        memory.forms = Forms::default();
    }
}
