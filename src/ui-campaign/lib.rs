//! A campaign between scenarios on screen: the town, its parties, and a sheet for each character.
//!
//! Each page shows a part of the state next to the controls that change it, and every change is an
//! entry of the record. What is due is a list of its own: beside the page, or above it in a narrow
//! window. A refused action stays at the foot of the screen with its rule, and the table can
//! overrule it there with a reason.
//!
//! Like every other screen, it reads a [`Record`] and emits commands to change it.

mod character;
mod citation;
mod command;
mod consequences;
mod correction;
mod creation;
mod due;
mod enhancement;
mod event;
mod farewell;
mod form;
mod items;
mod journal;
mod journey;
mod judgment;
mod key_help;
mod members;
mod party;
mod preparation;
mod receipt;
mod scenario_end;
mod town;
mod town_facts;
mod town_scenarios;

use egui::{CentralPanel, Frame, Key, Modifiers, Panel, ScrollArea, Ui, vec2};

use campaign::Record;
use campaign::record::CampaignNotation;
use campaign::sentence::sentence_of;
use campaign_rules::character::CharacterState;
use campaign_rules::{Action, Campaign, Name};
use ui_kit::keyboard::{self, Pane};
use ui_kit::queue::CommandQueue;
use ui_kit::theme::{space, theme, touch};
use ui_kit::widgets::{
    DecisivePart, body, button, caption, column_ui, mark, reserve_scroll_bar, toggle_button,
};
use ui_menu::Menu;
use ui_record::{RecordMemory, RecordView, RepairBack, RepairEnd};

pub use command::CampaignCommand;
pub use key_help::KEYS;

/// The noun for a state of the game.
const STATE_NOUN: &str = "campaign";
/// The minimum width of a window with the open steps beside the page, in points.
const ROOMY: f32 = 960.0;
/// The width of the panel of open steps, in points.
const SIDE: f32 = 320.0;
/// The maximum width of a page, in points.
const PAGE: f32 = 760.0;
/// The width of the buttons that undo and redo, in points.
const UNDO_WIDTH: f32 = 60.0;

/// A page of the campaign.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
enum CampaignPage {
    /// The town: everything that all parties share.
    #[default]
    Town,
    /// A party.
    Party(Name),
    /// The sheet of a character.
    Character(Name),
    /// The record, entry by entry.
    Journal,
}

/// The state of the screen between frames.
#[derive(Default)]
pub struct CampaignMemory {
    page: CampaignPage,
    /// The forms of the page. Each is empty again once it is recorded.
    forms: Forms,
    /// The forms of the pages that were shown before.
    other_forms: Vec<(CampaignPage, Forms)>,
    judgment: judgment::Judgment,
    journal: journal::CampaignJournal,
    /// The changes of the character on screen.
    history: receipt::NumberHistory,
    record_view: RecordView<CampaignNotation>,
    /// `true` if a narrow window lists the optional steps above a party.
    unfolds_due: bool,
    /// The page that scrolled last, so that each page starts at its top.
    scrolled: Option<CampaignPage>,
}

/// The forms of all pages.
#[derive(Default)]
struct Forms {
    consequences: consequences::ConsequenceForm,
    correction: correction::NumberCorrection,
    creation: creation::CreationForms,
    end: scenario_end::EndForms,
    enhancement: enhancement::EnhancementForm,
    event: event::EventForm,
    farewell: farewell::FarewellForm,
    journey: journey::JourneyForm,
    preparation: preparation::PreparationForm,
    scenario: town_scenarios::ScenarioFactsForm,
    steps: character::StepForms,
    town: town_facts::TownForms,
    trade: items::TradeForm,
}

/// The record in view, and the queue for commands.
#[derive(Clone, Copy)]
struct CampaignCx<'a> {
    record: &'a Record,
    commands: &'a CommandQueue<CampaignCommand>,
}

impl<'a> CampaignCx<'a> {
    fn campaign(self) -> &'a Campaign {
        self.record.game().campaign()
    }
}

impl CampaignMemory {
    /// Creates the state for a record. It starts at the first party, or in the town if there is
    /// none.
    pub fn new(record: &Record) -> Self {
        let party = record.game().campaign().parties.first();
        let page =
            party.map_or(CampaignPage::Town, |party| CampaignPage::Party(party.name.clone()));
        Self { page, ..Self::default() }
    }

    /// Closes the innermost open part of the screen; returns `false` if nothing was open.
    pub fn back(&mut self, record: &Record) -> bool {
        if self.judgment.dismiss() {
            return true;
        }
        match self.record_view.back_in_repair(record) {
            RepairBack::NoRepair => return self.record_view.view_latest(),
            RepairBack::EditCanceled => self.show(CampaignPage::Journal),
            RepairBack::Handled => {}
        }
        true
    }

    /// Shows a page, with its forms as they were left.
    fn show(&mut self, page: CampaignPage) {
        if self.page == page {
            return;
        }
        let kept = self.other_forms.iter().position(|(of, _)| *of == page);
        let forms = kept.map(|index| self.other_forms.swap_remove(index).1).unwrap_or_default();
        let left = std::mem::replace(&mut self.page, page);
        self.other_forms.push((left, std::mem::replace(&mut self.forms, forms)));
        self.judgment.dismiss();
    }

    /// Returns the party whose page is shown.
    pub const fn party_in_view(&self) -> Option<&Name> {
        match &self.page {
            CampaignPage::Party(name) => Some(name),
            CampaignPage::Town | CampaignPage::Character(_) | CampaignPage::Journal => None,
        }
    }

    /// Returns the reason why nothing can be imported now; `None` if it can.
    pub fn unavailable(&self) -> Option<String> {
        self.record_view.unavailable(STATE_NOUN)
    }

    /// Returns the reason why the forms record nothing now; `None` if they do.
    fn read_only(&self) -> Option<String> {
        self.record_view.read_only(STATE_NOUN)
    }

    /// Plays actions, or shows at the foot of the screen why one of them is refused. Returns `true`
    /// if all are played.
    fn play(&mut self, cx: CampaignCx<'_>, actions: Vec<Action>) -> bool {
        if let Some(why) = self.read_only() {
            cx.commands.push(CampaignCommand::ShowMessage(why));
            return false;
        }
        self.judgment.judge(cx, actions)
    }

    /// Plays actions that come from elsewhere, such as the record of a scenario.
    pub fn offer(
        &mut self,
        record: &Record,
        actions: Vec<Action>,
        commands: &CommandQueue<CampaignCommand>,
    ) {
        self.play(CampaignCx { record, commands }, actions);
    }

    /// Shows the page of a character or a party that is there, instead of one that is not.
    fn correct_page(&mut self, campaign: &Campaign) {
        let is_there = match &self.page {
            CampaignPage::Town | CampaignPage::Journal => true,
            CampaignPage::Party(name) => campaign.party(name).is_some(),
            CampaignPage::Character(name) => campaign.character(name).is_some(),
        };
        if !is_there {
            self.show(CampaignPage::Town);
        }
    }
}

impl RecordMemory<CampaignNotation> for CampaignMemory {
    fn record_view(&self) -> &RecordView<CampaignNotation> {
        &self.record_view
    }

    fn record_view_mut(&mut self) -> &mut RecordView<CampaignNotation> {
        &mut self.record_view
    }

    fn open_repair(&mut self, record: &Record) {
        self.record_view.open_repair(record);
        self.show(CampaignPage::Journal);
    }
}

/// Draws the screen.
pub fn campaign_screen_ui(
    ui: &mut Ui,
    record: &Record,
    memory: &mut CampaignMemory,
    commands: &CommandQueue<CampaignCommand>,
) {
    let Some(past) = memory.record_view.follow(record) else {
        return pages_ui(ui, CampaignCx { record, commands }, record, memory);
    };
    let requested = CommandQueue::default();
    pages_ui(ui, CampaignCx { record: &past, commands: &requested }, record, memory);
    for command in requested.take() {
        match (command, memory.record_view.draft()) {
            (CampaignCommand::Play(actions), Some(draft)) => {
                let count = actions.len();
                actions.into_iter().take(1).for_each(|action| draft.take(record, action));
                if count > 1 {
                    let words = "A repair takes one entry at a time: the first is taken.";
                    commands.push(CampaignCommand::ShowMessage(words.to_owned()));
                }
            }
            (CampaignCommand::Play(_), None) => {
                commands.extend(memory.read_only().map(CampaignCommand::ShowMessage));
            }
            (command, _) => commands.push(command),
        }
    }
}

/// Draws the screen for a state of the record; `whole` is the whole record.
fn pages_ui(ui: &mut Ui, cx: CampaignCx<'_>, whole: &Record, memory: &mut CampaignMemory) {
    memory.correct_page(cx.campaign());
    memory.judgment.follow(whole, memory.record_view.past_entry());
    let pages = pages(cx.campaign(), &memory.page);
    take_keys(ui, &pages, memory);
    let raised = Frame::new().fill(theme(ui).raised).inner_margin(space::M);
    let paper = Frame::new().fill(theme(ui).paper).inner_margin(space::M);
    Panel::top("campaign pages").resizable(false).frame(raised).show(ui, |ui| {
        tabs_ui(ui, &pages, memory);
        keyboard::pane(ui.ctx(), Pane::Players, ui.min_rect());
    });
    Panel::bottom("campaign foot").resizable(false).frame(raised).show(ui, |ui| {
        column_ui(ui, PAGE + SIDE, |ui| foot_ui(ui, cx, whole, memory));
        keyboard::pane(ui.ctx(), Pane::Journal, ui.min_rect());
    });
    let is_roomy = ui.available_width() >= ROOMY && memory.page != CampaignPage::Journal;
    if is_roomy {
        Panel::right("campaign due").resizable(false).exact_size(SIDE).frame(raised).show(
            ui,
            |ui| {
                let scroll = ScrollArea::vertical().id_salt("due").auto_shrink(false);
                scroll.show(ui, |ui| {
                    reserve_scroll_bar(ui);
                    due::due_ui(ui, cx, memory);
                });
                keyboard::pane(ui.ctx(), Pane::Action, ui.min_rect());
            },
        );
    }
    CentralPanel::default().frame(paper).show(ui, |ui| {
        keyboard::pane(ui.ctx(), Pane::CentralPage, ui.max_rect());
        page_ui(ui, cx, whole, memory, is_roomy);
    });
}

/// Draws the page in view. A window that is not roomy shows the open steps above a party.
fn page_ui(
    ui: &mut Ui,
    cx: CampaignCx<'_>,
    whole: &Record,
    memory: &mut CampaignMemory,
    is_roomy: bool,
) {
    match memory.page.clone() {
        CampaignPage::Journal => match memory.record_view.draft() {
            Some(draft) => {
                if draft.page_ui(ui, whole).is_some() {
                    let party = cx.campaign().parties.first();
                    memory.show(
                        party.map_or(CampaignPage::Town, |of| CampaignPage::Party(of.name.clone())),
                    );
                }
            }
            None => journal::journal_ui(ui, cx, whole, memory),
        },
        page => scroll_ui(ui, memory, |ui, memory| {
            if !is_roomy && matches!(page, CampaignPage::Party(_)) {
                due::folded_due_ui(ui, cx, memory);
            }
            match &page {
                CampaignPage::Town => town::town_ui(ui, cx, memory),
                CampaignPage::Party(name) => party::party_ui(ui, cx, memory, name),
                CampaignPage::Character(name) => character::character_ui(ui, cx, memory, name),
                CampaignPage::Journal => {}
            }
        }),
    }
}

/// Draws a page that scrolls. Each page starts at its top.
fn scroll_ui(
    ui: &mut Ui,
    memory: &mut CampaignMemory,
    add: impl FnOnce(&mut Ui, &mut CampaignMemory),
) {
    let mut scroll = ScrollArea::vertical().auto_shrink(false).min_scrolled_height(0.0);
    if memory.scrolled.as_ref() != Some(&memory.page) {
        memory.scrolled = Some(memory.page.clone());
        scroll = scroll.vertical_scroll_offset(0.0);
    }
    scroll.show(ui, |ui| {
        reserve_scroll_bar(ui);
        column_ui(ui, PAGE, |ui| add(ui, memory));
    });
}

/// Returns the pages of the tabs with their labels: the town, every party, the characters of the
/// party in view, the character in view if it is none of these, and the journal.
fn pages(campaign: &Campaign, page: &CampaignPage) -> Vec<(CampaignPage, String)> {
    let mut pages = vec![(CampaignPage::Town, "Town".to_owned())];
    let parties = campaign.parties.iter();
    pages.extend(parties.map(|of| (CampaignPage::Party(of.name.clone()), of.name.to_string())));
    let party = match page {
        CampaignPage::Party(name) => Some(name),
        CampaignPage::Character(name) => campaign.character(name).and_then(|of| of.party.as_ref()),
        CampaignPage::Town | CampaignPage::Journal => None,
    };
    let party = party.or_else(|| campaign.parties.first().map(|of| &of.name));
    let is_active = |of: &&campaign_rules::character::Character| of.state == CharacterState::Active;
    let members = party.into_iter().flat_map(|party| campaign.members(party)).filter(is_active);
    pages.extend(members.map(|of| (CampaignPage::Character(of.name.clone()), of.name.to_string())));
    if let CampaignPage::Character(name) = page
        && !pages.iter().any(|(of, _)| of == page)
    {
        pages.push((page.clone(), name.to_string()));
    }
    pages.push((CampaignPage::Journal, "Journal".to_owned()));
    pages
}

/// Shows the page of a pressed digit, unless a text field has the focus.
fn take_keys(ui: &Ui, pages: &[(CampaignPage, String)], memory: &mut CampaignMemory) {
    const DIGITS: [Key; 9] = [
        Key::Num1,
        Key::Num2,
        Key::Num3,
        Key::Num4,
        Key::Num5,
        Key::Num6,
        Key::Num7,
        Key::Num8,
        Key::Num9,
    ];
    let before_journal = pages.len().saturating_sub(1);
    for ((page, _), key) in pages.iter().take(before_journal).zip(DIGITS) {
        if keyboard::newly_pressed(ui, Modifiers::NONE, key) {
            memory.show(page.clone());
        }
    }
    if keyboard::newly_pressed(ui, Modifiers::NONE, Key::Num0) {
        memory.show(CampaignPage::Journal);
    }
}

/// Draws the tabs of the pages.
fn tabs_ui(ui: &mut Ui, pages: &[(CampaignPage, String)], memory: &mut CampaignMemory) {
    ui.horizontal_wrapped(|ui| {
        for (page, label) in pages {
            if ui.add(toggle_button(memory.page == *page, label.as_str())).clicked() {
                memory.show(page.clone());
            }
        }
    });
}

/// Draws the foot: a refused action, then the latest entry with undo and redo. While an earlier
/// state is in view, the button to the latest state takes their place.
fn foot_ui(ui: &mut Ui, cx: CampaignCx<'_>, whole: &Record, memory: &mut CampaignMemory) {
    judgment::judgment_ui(ui, cx, memory);
    if memory.record_view.is_repairing() {
        return repair_foot_ui(ui, cx, whole, memory);
    }
    if let Some(entry) = memory.record_view.past_entry() {
        let last = whole.cursor();
        ui.horizontal_wrapped(|ui| {
            if ui.add(button("Back to now")).clicked() {
                memory.record_view.view_latest();
            }
            body(format!("You are viewing the campaign after entry {entry} of {last}.")).ui(ui);
        });
        return;
    }
    let entries = [
        (Menu::Undo, DecisivePart::Undo, whole.cursor() > 0),
        (Menu::Redo, DecisivePart::Redo, !memory.record_view.redo(whole).is_empty()),
    ];
    ui.horizontal(|ui| {
        for (menu, part, enabled) in entries {
            let size = vec2(UNDO_WIDTH, touch::TARGET);
            let response = ui.add_enabled(enabled, button(menu.label()).min_size(size));
            mark(ui, part, response.rect);
            if response.clicked() {
                cx.commands.push(CampaignCommand::Menu(menu));
            }
        }
        if let Some(latest) = sentence_of(whole, whole.cursor()) {
            caption(format!("Latest: {latest}")).truncated_ui(ui).on_hover_text(latest);
        }
    });
}

/// Draws the foot during a repair.
fn repair_foot_ui(ui: &mut Ui, cx: CampaignCx<'_>, whole: &Record, memory: &mut CampaignMemory) {
    let is_on_page = memory.page == CampaignPage::Journal;
    let end = memory.record_view.repair_foot_ui(ui, whole, is_on_page);
    if !memory.record_view.has_pending_edit() {
        memory.show(CampaignPage::Journal);
    }
    match end {
        Some(RepairEnd::Accepted(changes)) => cx.commands.push(CampaignCommand::Change(changes)),
        Some(RepairEnd::Failed(why)) => cx.commands.push(CampaignCommand::ShowMessage(why)),
        Some(RepairEnd::Canceled) | None => {}
    }
}
