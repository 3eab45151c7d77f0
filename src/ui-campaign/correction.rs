//! The correction of a number as it is at the table.

use egui::Ui;

use campaign_rules::action::Correction;
use campaign_rules::character::Character;
use campaign_rules::party::Party;
use campaign_rules::world::World;
use campaign_rules::{Action, Campaign, Name};
use ui_kit::widgets::{button, caption, number_field_ui, toggle_button};

use crate::{CampaignCx, CampaignMemory};

/// A number that the table can correct.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum CorrectedNumber {
    Prosperity,
    Donations,
    Reputation(Name),
    Gold(Name),
    Experience(Name),
    Level(Name),
    Checkmarks(Name),
}

impl CorrectedNumber {
    const fn label(&self) -> &'static str {
        match self {
            Self::Prosperity => "Prosperity",
            Self::Donations => "Donations",
            Self::Reputation(_) => "Reputation",
            Self::Gold(_) => "Gold",
            Self::Experience(_) => "Experience",
            Self::Level(_) => "Level",
            Self::Checkmarks(_) => "Checkmarks",
        }
    }

    /// Returns the number as it is recorded.
    fn now(&self, campaign: &Campaign) -> Option<i32> {
        let of = |name: &Name| campaign.character(name);
        Some(match self {
            Self::Prosperity => campaign.world.prosperity.into(),
            Self::Donations => campaign.world.donated.into(),
            Self::Reputation(name) => campaign.party(name)?.reputation.into(),
            Self::Gold(name) => of(name)?.gold.into(),
            Self::Experience(name) => of(name)?.experience.into(),
            Self::Level(name) => of(name)?.level.into(),
            Self::Checkmarks(name) => of(name)?.checkmarks.into(),
        })
    }

    /// Returns its bounds.
    fn bounds(&self) -> std::ops::RangeInclusive<i32> {
        let reputation = i32::from(Party::MAX_REPUTATION);
        match self {
            Self::Prosperity => 0..=World::MAX_PROSPERITY.into(),
            Self::Donations => 0..=9_999,
            Self::Reputation(_) => -reputation..=reputation,
            Self::Gold(_) => 0..=Character::MAX_GOLD.into(),
            Self::Experience(_) => 0..=Character::MAX_EXPERIENCE.into(),
            Self::Level(_) => 1..=Character::MAX_LEVEL.into(),
            Self::Checkmarks(_) => 0..=Character::MAX_CHECKMARKS.into(),
        }
    }

    /// Returns the correction to a number within its bounds.
    fn correction(&self, to: i32) -> Option<Correction> {
        let small = u8::try_from(to);
        let large = u16::try_from(to);
        Some(match self {
            Self::Prosperity => Correction::Prosperity(large.ok()?),
            Self::Donations => Correction::Donations(large.ok()?),
            Self::Reputation(name) => {
                Correction::Reputation { party: name.clone(), to: i8::try_from(to).ok()? }
            }
            Self::Gold(name) => Correction::Gold { character: name.clone(), to: large.ok()? },
            Self::Experience(name) => {
                Correction::Experience { character: name.clone(), to: large.ok()? }
            }
            Self::Level(name) => Correction::Level { character: name.clone(), to: small.ok()? },
            Self::Checkmarks(name) => {
                Correction::Checkmarks { character: name.clone(), to: small.ok()? }
            }
        })
    }
}

/// A correction as it is entered.
#[derive(Clone, Debug, Default)]
pub(super) struct NumberCorrection {
    /// The number that is corrected, with its new value.
    chosen: Option<(CorrectedNumber, i32)>,
    is_open: bool,
}

/// Draws the button that unfolds the correction.
pub(super) fn correction_toggle_ui(ui: &mut Ui, form: &mut NumberCorrection) {
    let about = "The table is the truth: set a number as it is there.";
    let toggle = toggle_button(form.is_open, "Correct a number…");
    if ui.add(toggle).on_hover_text(about).clicked() {
        *form = NumberCorrection { is_open: !form.is_open, chosen: None };
    }
}

/// Draws the correction of one of these numbers, once it is unfolded.
pub(super) fn correction_ui(
    ui: &mut Ui,
    cx: CampaignCx<'_>,
    memory: &mut CampaignMemory,
    numbers: &[CorrectedNumber],
) {
    let form = &mut memory.forms.correction;
    if !form.is_open {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        for number in numbers {
            let is_chosen = form.chosen.as_ref().is_some_and(|(of, _)| of == number);
            if ui.add(toggle_button(is_chosen, number.label())).clicked() {
                form.chosen = number.now(cx.campaign()).map(|now| (number.clone(), now));
            }
        }
    });
    let Some((number, to)) = &mut form.chosen else {
        return;
    };
    let mut recorded = None;
    ui.horizontal_wrapped(|ui| {
        caption(format!("{} at the table", number.label())).ui(ui);
        number_field_ui(ui, &format!("{} at the table", number.label()), to, number.bounds());
        if ui.add(button("Record the correction")).clicked() {
            recorded = number.correction(*to);
        }
    });
    if let Some(correction) = recorded
        && memory.play(cx, vec![Action::Correct(correction)])
    {
        memory.forms.correction = NumberCorrection::default();
    }
}
