//! Actions before they are recorded: played if the rules allow them, or shown with the reason of
//! the refusal, which the table can overrule.

use egui::Ui;

use campaign::Record;
use campaign::action::print_action;
use campaign::record::{Change, RecordedCampaign, overrule, preview};
use campaign::refusal::remedy_action;
use campaign_rules::Action;
use plain_text::capitalized;
use record::RecordedGame;
use ui_kit::theme::space;
use ui_kit::widgets::{RequiredTextField, body, button, caption};

use crate::citation::cited_ui;
use crate::{CampaignCommand, CampaignMemory, Cx};

/// The latest refusal, until it is dismissed.
#[derive(Default)]
pub(super) struct Judgment(Option<Refused>);

/// Actions with a refused one among them.
struct Refused {
    actions: Vec<Action>,
    /// The index of the refused action.
    index: usize,
    /// The reason in words, with its rule and the remedy.
    why: String,
    /// The actions that may come first, so that the refused one is allowed.
    remedies: Vec<Action>,
    /// The reason of the table for overruling it.
    reason: RequiredTextField,
}

impl Judgment {
    /// Plays actions if the rules allow all of them, and returns `true`; keeps the refusal
    /// otherwise.
    pub(super) fn judge(&mut self, cx: Cx<'_>, actions: Vec<Action>) -> bool {
        match refusal(cx.record, &actions) {
            None => {
                self.0 = None;
                cx.commands.push(CampaignCommand::Play(actions));
                true
            }
            Some((index, why)) => {
                let remedies = remedies(cx.record, &actions, index);
                let reason = RequiredTextField::default();
                self.0 = Some(Refused { actions, index, why, remedies, reason });
                false
            }
        }
    }

    /// Dismisses the refusal; returns `false` if there was none.
    pub(super) fn dismiss(&mut self) -> bool {
        self.0.take().is_some()
    }
}

/// Returns the index of the first action that is refused, with the reason in words.
fn refusal(record: &Record, actions: &[Action]) -> Option<(usize, String)> {
    if let [action] = actions {
        return preview(record, action).err().map(|why| (0, why));
    }
    let mut draft = record.clone();
    for (index, action) in actions.iter().enumerate() {
        if let Err(why) = preview(&draft, action) {
            return Some((index, why));
        }
        if let Err(error) = draft.apply(Change::Play(action.clone())) {
            return Some((index, campaign::record::change_text(&error)));
        }
    }
    None
}

/// Returns the actions that remove the reasons against the refused action, if the first of the
/// actions is refused.
fn remedies(record: &Record, actions: &[Action], index: usize) -> Vec<Action> {
    let refusal = (index == 0).then(|| record.game().outcome(&actions[0]).err()).flatten();
    let reasons = refusal.into_iter().flat_map(|refusal| refusal.reasons);
    reasons.filter_map(|reason| remedy_action(&reason)).collect()
}

/// Draws the latest refusal with the ways out of it.
pub(super) fn judgment_ui(ui: &mut Ui, cx: Cx<'_>, memory: &mut CampaignMemory) {
    let Some(refused) = &mut memory.judgment.0 else {
        return;
    };
    cited_ui(ui, cx, body(capitalized(&refused.why)).bad());
    let mut first = None;
    ui.horizontal_wrapped(|ui| {
        for remedy in &refused.remedies {
            if ui.add(button(format!("First record: {}", print_action(remedy)))).clicked() {
                first = Some(remedy.clone());
            }
        }
    });
    let action = &refused.actions[refused.index];
    let can_overrule = RecordedCampaign::overruled(action, "").is_some();
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
    if let Some(remedy) = first {
        let actions = std::iter::once(remedy).chain(refused.actions.clone()).collect();
        memory.judgment.judge(cx, actions);
    } else if is_overruled && let Some(reason) = refused.reason.words("Say why, in a few words.") {
        let mut actions = refused.actions.clone();
        actions[refused.index] = overrule(actions[refused.index].clone(), &reason);
        memory.judgment.judge(cx, actions);
    } else if is_dismissed {
        memory.judgment.dismiss();
    }
}
