//! Dialogs: decisions that need more than a click, and messages that disappear by themselves.

mod backups;
mod conflict;
mod file_dialog;
mod keys;
mod phone_picture;
mod phones;
mod recover;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use egui::{Context, Frame, Galley, Response, RichText, TextEdit, Ui};

use super::card_import::ImportedCards;
use super::command::{Command, Commands};
use super::phone_picture::PictureForm;
use super::phones::{PhoneQuestion, PhonesForm};
use super::start_screen::GameCard;
use super::thumbnails::TablePainter;
use campaign::box_facts::BoxFacts;
use narration::sentence::short;
use narration::{PlayerNaming, refusal};
use notation::print_action;
use plain_text::capitalized;
use rules::action::{Action, ActionKind};
use rules::illegal::CheckOutcome;
use scenario_cards::MergePriority;
use table::table::{Table, short_description};
use ui_board::command::FoundersCommand;
use ui_board::settings::{Preview, Settings, VotingMethod};
use ui_founders::help_view::{HelpMemory, HelpPage, help_view_ui};
use ui_kit::theme::{Appearance, space, text, theme, touch};
use ui_kit::widgets::{
    RequiredTextField, clear_place, footed_ui, headline, primary_button_ui, wide_button,
};
use ui_menu::Menu;

use conflict::describe_contents;
use file_dialog::{FolderAnswer, FolderQuery};
use phone_picture::phone_picture_ui;

pub(super) use backups::EarlierState;
pub use backups::EarlierStates;
pub use conflict::Conflict;
pub use file_dialog::ChooseForm;
pub use keys::KeysForm;
pub use recover::RecoveryForm;

/// An open dialog.
#[derive(Debug)]
pub enum Dialog {
    /// The reason for recording an action that the rules refuse.
    Overrule {
        action: Action,
        /// The reason typed so far.
        reason: RequiredTextField,
    },
    /// The confirmation of a command that would lose the ballots being taken.
    ConfirmLosingBallots(Box<Command>),
    /// The confirmation of taking back entries that revealed hidden information.
    ConfirmUndo {
        /// The entry after which everything is taken back.
        number: usize,
        /// The revealed information, a sentence each.
        seen: Vec<String>,
    },
    /// A report about a file, shown until it is closed.
    Report {
        title: String,
        /// A sentence each.
        lines: Vec<String>,
    },
    /// Cards of scenarios that were read, to be added to those of the owner.
    ImportCards(Box<ImportedCards>),
    /// Facts for the open campaign that were read from edition files.
    ImportFacts(Box<BoxFacts>),
    /// The new name for the file of the game.
    Rename {
        /// The name, without its extension.
        name: RequiredTextField,
    },
    /// Earlier states of the game, to view and to restore one.
    Backups(EarlierStates),
    /// The choice between two versions after another program changed the file.
    Conflict(Box<Conflict>),
    /// The recovery of a damaged file; nothing is recorded before it is decided.
    Recover(Box<RecoveryForm>),
    /// The confirmation of closing the app with something unsaved.
    ConfirmClosing {
        /// The unsaved game or files, and the reason.
        why: String,
    },
    /// The reason for a failed save, and possible remedies.
    Unsaved {
        /// The unsaved game and the reason; `None` once it is saved after all.
        why: Option<String>,
    },
    /// Our own file dialog, where the system has none.
    ChooseFile(Box<ChooseForm>),
    /// The confirmation of overwriting an existing file.
    Replace { menu: Menu, path: PathBuf },
    /// The players' phones: off, or with their code and seats.
    Phones(Box<PhonesForm>),
    /// A question of a phone for the people at the laptop.
    PhoneQuestion(PhoneQuestion),
    /// A photograph that a phone can take.
    PhonePicture(PictureForm),
    /// The settings.
    Preferences,
    /// The overview of all keys.
    Keys(KeysForm),
    /// The help.
    Help(Box<HelpMemory>),
    /// Version and license of the app.
    About,
}

/// A disk query of a dialog.
#[derive(Debug)]
pub(super) enum DialogQuery {
    /// Reads an earlier state.
    State(PathBuf),
    /// Reads a file that another program changed.
    Changed(PathBuf),
    /// Lists a folder, or finds a file in it.
    Folder(FolderQuery),
}

/// The result of a [`DialogQuery`].
#[derive(Debug)]
pub(super) enum DialogAnswer {
    State(PathBuf, Option<Box<GameCard>>),
    Changed(String),
    Folder(FolderAnswer),
}

impl DialogQuery {
    /// Runs the query, which may take long.
    pub(super) fn answer(self) -> DialogAnswer {
        match self {
            Self::State(path) => {
                let record = storage::read(&path).ok();
                let card = record.and_then(|record| GameCard::read(&record));
                DialogAnswer::State(path, card.map(Box::new))
            }
            Self::Changed(path) => DialogAnswer::Changed(describe_contents(&path)),
            Self::Folder(query) => DialogAnswer::Folder(query.answer()),
        }
    }
}

/// A button at the foot of a dialog.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FootButton {
    Confirm,
    Cancel,
}

/// Maximum number of seen entries that are listed.
const MOST_SEEN: usize = 6;

impl Dialog {
    /// Returns `true` if closing the dialog would lose typed text.
    pub(super) fn has_typed_text(&self) -> bool {
        match self {
            Self::Overrule { reason: words, .. } | Self::Rename { name: words } => {
                !words.typed.is_empty()
            }
            _ => false,
        }
    }

    /// Returns the next disk query of the dialog; `None` if it needs none, or one is running.
    pub(super) fn wanted(&mut self) -> Option<DialogQuery> {
        match self {
            Self::Backups(states) => states.wanted().map(DialogQuery::State),
            Self::Conflict(conflict) => conflict.wanted().map(DialogQuery::Changed),
            Self::ChooseFile(form) => form.wanted().map(DialogQuery::Folder),
            _ => None,
        }
    }

    /// Takes the result of a query, if it belongs to this dialog. A returned command closes the
    /// dialog.
    pub(super) fn take(&mut self, answer: DialogAnswer) -> Option<Command> {
        match (self, answer) {
            (Self::Backups(states), DialogAnswer::State(path, card)) => states.take(&path, card),
            (Self::Conflict(conflict), DialogAnswer::Changed(held)) => conflict.take(held),
            (Self::ChooseFile(form), DialogAnswer::Folder(answer)) => return form.take(answer),
            _ => {}
        }
        None
    }

    /// Creates the question before cards or ballots are hidden again.
    pub fn take_back(table: &Table, number: usize, seen: &[usize]) -> Self {
        let mut lines: Vec<String> = seen
            .iter()
            .take(MOST_SEEN)
            .filter_map(|&entry| {
                let summary = short_description(table.journal(), entry, table.naming())?;
                Some(format!("Entry {entry}: {summary}"))
            })
            .collect();
        if seen.len() > MOST_SEEN {
            lines.push(format!("and {} more", seen.len() - MOST_SEEN));
        }
        Self::ConfirmUndo { number, seen: lines }
    }
}

/// Draws the buttons of [`Dialog::ConfirmUndo`]; returns `true` when the dialog is to be closed.
fn take_back_ui(
    foot: &mut Ui,
    table: Option<&Table>,
    number: usize,
    commands: &mut Commands,
) -> bool {
    let pressed = buttons_ui(foot, Some("Take it back"), "Cancel");
    finish_dialog(pressed, commands, || {
        let change = table?.journal().undo_to(number)?;
        Some(FoundersCommand::Change(vec![change]).into())
    })
}

/// Queues the command of a confirmed dialog; returns `true` when the dialog is to be closed.
fn finish_dialog(
    pressed: Option<FootButton>,
    commands: &mut Commands,
    go_on: impl FnOnce() -> Option<Command>,
) -> bool {
    if pressed == Some(FootButton::Confirm) {
        commands.extend(go_on());
    }
    pressed.is_some()
}

/// Draws a dialog; returns `true` when it is to be closed.
pub(super) fn dialog_ui(
    ctx: &Context,
    dialog: &mut Dialog,
    table: Option<&Table>,
    settings: &Settings,
    paint_table: TablePainter<'_>,
    commands: &mut Commands,
) -> bool {
    let mut is_done = false;
    let frame = Frame::popup(&ctx.global_style()).inner_margin(space::XL);
    let modal = egui::Modal::new(egui::Id::unique("dialog")).frame(frame).show(ctx, |ui| {
        let is_wide = matches!(
            dialog,
            Dialog::Backups(_) | Dialog::Conflict(_) | Dialog::Recover(_)
        );
        let width: f32 = match dialog {
            Dialog::Help(_) | Dialog::Keys(_) => 1240.0,
            _ if is_wide => 640.0,
            _ => 480.0,
        };
        ui.set_width(width.min(ctx.content_rect().width() - 4.0 * space::XL));
        // In a window lower than the dialog, everything but its foot scrolls.
        let height = ctx.content_rect().height() - 4.0 * space::XL;
        ui.set_max_height(height);
        footed_ui(ui, height, |ui, foot| match dialog {
            Dialog::Overrule { action, reason } => {
                title_ui(ui, "Do it anyway");
                if let Some(table) = table {
                    overruled_ui(ui, table, action);
                }
                is_done = overrule_form_ui((ui, foot), table, action, reason, commands);
            }
            Dialog::ConfirmLosingBallots(command) => {
                title_ui(ui, "The vote is not over");
                ui.label("Ballots are kept in memory only, so that nobody can read them before the reveal. They would be lost, and everyone would vote again.");
                let pressed = buttons_ui(foot, Some("Lose the ballots"), "Go on voting");
                is_done =
                    finish_dialog(pressed, commands, || Some(Command::LoseBallots(command.clone())));
            }
            Dialog::ConfirmUndo { number, seen } => {
                title_ui(ui, "Take back what was seen?");
                ui.label("Everyone at the table has seen this already. It stays in the record as a variation, and redo brings it back.");
                for line in seen {
                    ui.label(RichText::new(line.as_str()).strong());
                }
                is_done = take_back_ui(foot, table, *number, commands);
            }
            Dialog::Report { title, lines } => {
                title_ui(ui, title);
                is_done = report_ui((ui, foot), lines);
            }
            Dialog::ImportCards(cards) => {
                title_ui(ui, "Import scenario cards");
                is_done = import_cards_ui((ui, foot), cards, commands);
            }
            Dialog::ImportFacts(facts) => {
                title_ui(ui, "Import facts");
                is_done = import_facts_ui((ui, foot), facts, commands);
            }
            Dialog::Rename { name } => is_done = rename_form_ui((ui, foot), name, commands),
            Dialog::Backups(states) => {
                title_ui(ui, "Earlier states");
                is_done = states.states_ui((ui, foot), paint_table, commands);
            }
            Dialog::Conflict(conflict) => {
                title_ui(ui, "The file was changed");
                is_done = conflict.conflict_ui((ui, foot), commands);
            }
            Dialog::Recover(form) => {
                title_ui(ui, "The file is damaged");
                is_done = form.mend_ui((ui, foot), commands);
            }
            Dialog::ConfirmClosing { why } => is_done = leave_ui((ui, foot), why, commands),
            Dialog::Unsaved { why } => is_done = unsaved_ui((ui, foot), why.as_deref(), commands),
            Dialog::ChooseFile(form) => {
                title_ui(ui, form.title());
                is_done = form.choose_ui((ui, foot), commands);
            }
            Dialog::Replace { menu, path } => {
                is_done = replace_ui((ui, foot), *menu, path, commands);
            }
            Dialog::Phones(form) => is_done = phones::phones_ui((ui, foot), form, commands),
            Dialog::PhoneQuestion(question) => {
                is_done = phones::phone_question_ui((ui, foot), question, commands);
            }
            Dialog::PhonePicture(form) => is_done = phone_picture_ui((ui, foot), form, commands),
            Dialog::Preferences => {
                title_ui(ui, "Preferences");
                preferences_ui(ui, settings, commands);
                is_done = buttons_ui(foot, None, "Close").is_some();
            }
            Dialog::Keys(form) => {
                title_ui(ui, "Keys");
                is_done = form.keys_ui((ui, foot), settings, commands);
            }
            Dialog::Help(memory) => {
                title_ui(ui, "Help");
                help_view_ui(ui, memory, height - HELP_FRAME);
                is_done = buttons_ui(foot, None, "Close").is_some();
            }
            Dialog::About => {
                about_ui(ui);
                is_done = about_foot_ui(foot, commands);
            }
        });
    });
    // A click outside the dialog does not discard typed text; Escape does.
    let is_outside = modal.backdrop_response.clicked();
    is_done || modal.should_close() && !(is_outside && dialog.has_typed_text())
}

/// Height of the title and the foot around the pages of the help.
const HELP_FRAME: f32 = 140.0;

/// Draws a report about a file; returns `true` when the dialog is to be closed.
fn report_ui((ui, foot): (&mut Ui, &mut Ui), lines: &[String]) -> bool {
    egui::ScrollArea::vertical().max_height(420.0).show(ui, |ui| {
        for line in lines {
            ui.label(line.as_str());
        }
    });
    buttons_ui(foot, None, "Close").is_some()
}

/// Draws the cards that were read, with the choice to add them; returns `true` when the dialog is to
/// be closed.
fn import_cards_ui(
    (ui, foot): (&mut Ui, &mut Ui),
    cards: &ImportedCards,
    commands: &mut Commands,
) -> bool {
    egui::ScrollArea::vertical().max_height(420.0).show(ui, |ui| {
        for line in &cards.report {
            ui.label(format!("{}.", capitalized(line)));
        }
        ui.add_space(space::S);
        ui.label(cards.known_words().unwrap_or_else(|| "You have none of them yet.".to_owned()));
    });
    let differ = !cards.difference.different.is_empty();
    let choices: &[(&str, MergePriority)] = match (differ, cards.difference.new) {
        (false, 0) => &[],
        (false, _) => &[("Add them", MergePriority::Own)],
        (true, 0) => &[("Replace mine", MergePriority::Added)],
        (true, _) => &[
            ("Add them and replace mine", MergePriority::Added),
            ("Add them and keep mine", MergePriority::Own),
        ],
    };
    let mut is_done = false;
    foot.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = space::S;
        for (index, &(label, priority)) in choices.iter().enumerate() {
            let is_chosen = match index {
                0 => primary_button_ui(ui, label).clicked(),
                _ => ui.add(wide_button(label)).clicked(),
            };
            if is_chosen {
                commands.push(Command::AddCards(Box::new(cards.book.clone()), priority));
                is_done = true;
            }
        }
        let way_out = if choices.is_empty() { "Close" } else { "Cancel" };
        is_done |= ui.add(wide_button(way_out)).clicked();
    });
    is_done
}

/// Draws the question before replacing a file; returns `true` when the dialog is to be closed.
fn replace_ui(
    (ui, foot): (&mut Ui, &mut Ui),
    menu: Menu,
    path: &Path,
    commands: &mut Commands,
) -> bool {
    title_ui(ui, "Replace the file?");
    ui.label(format!("{} is there already.", path.display()));
    let pressed = buttons_ui(foot, Some("Replace it"), "Cancel");
    finish_dialog(pressed, commands, || Some(Command::ReplaceFile(menu, path.to_owned())))
}

/// Draws the facts that were read for a campaign, with the choice to record the new ones; returns
/// `true` when the dialog is to be closed.
fn import_facts_ui(
    (ui, foot): (&mut Ui, &mut Ui),
    facts: &BoxFacts,
    commands: &mut Commands,
) -> bool {
    egui::ScrollArea::vertical().max_height(420.0).show(ui, |ui| {
        for line in facts.report() {
            ui.label(format!("{}.", capitalized(&line)));
        }
    });
    let new: Vec<_> = facts.new_actions().cloned().collect();
    let is_empty = new.is_empty();
    let confirm = (!is_empty).then_some("Record the new ones");
    let pressed = buttons_ui(foot, confirm, if is_empty { "Close" } else { "Cancel" });
    finish_dialog(pressed, commands, || Some(Command::AddBoxFacts(new)))
}

/// Draws the question before closing with something unsaved; returns `true` if the app stays open.
fn leave_ui((ui, foot): (&mut Ui, &mut Ui), why: &str, commands: &mut Commands) -> bool {
    title_ui(ui, "Not everything is saved");
    ui.label(why);
    ui.label("Saving is being retried; the app closes once it succeeds.");
    match buttons_ui(foot, Some("Close anyway"), "Stay") {
        Some(FootButton::Confirm) => {
            commands.push(Command::CloseUnsaved);
            false
        }
        Some(FootButton::Cancel) => true,
        None => false,
    }
}

/// Draws the reason for a failed save, and possible remedies; returns `true` when the dialog is to
/// be closed.
fn unsaved_ui((ui, foot): (&mut Ui, &mut Ui), why: Option<&str>, commands: &mut Commands) -> bool {
    let Some(why) = why else {
        title_ui(ui, "Everything is saved");
        ui.label("The latest entries are on the disk after all.");
        return buttons_ui(foot, None, "Close").is_some();
    };
    title_ui(ui, "Not everything is saved");
    ui.label(RichText::new(format!("{why}.")).font(text::strong(text::BODY)));
    ui.label("Everything you recorded is still in this window, and you can go on playing. Saving is retried every few seconds.");
    ui.label("Free some space, or bring back the folder or the stick that the file is on: the game is then saved by itself. Or save it elsewhere, or copy the record and paste it into a message or a note.");
    ui.add_space(space::L);
    let copies = ui.button("Copy the record").clicked();
    commands.extend(copies.then_some(Command::Menu(Menu::CopyRecord)));
    let pressed = buttons_ui(foot, Some("Save as…"), "Close");
    finish_dialog(pressed, commands, || Some(Command::Menu(Menu::SaveAs)))
}

fn about_ui(ui: &mut Ui) {
    title_ui(ui, "Founders Ledger");
    ui.label(format!("Version {}", env!("CARGO_PKG_VERSION")));
    ui.label("A companion for people who play Founders of Gloomhaven on the real board. It is an unofficial fan project: facts and numbers, with drawings and words of its own. The game and its names belong to their owners.");
    ui.label("Licensed under MIT or Apache 2.0. Nothing is sent anywhere.");
}

/// Draws the buttons below the version; returns `true` when the dialog is to be closed.
fn about_foot_ui(foot: &mut Ui, commands: &mut Commands) -> bool {
    foot.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = space::S;
        let is_done = primary_button_ui(ui, "Close").clicked();
        if ui.add(wide_button("Third-party notices")).clicked() {
            commands.push(Command::OpenHelp(HelpPage::Notices));
        }
        is_done
    })
    .inner
}

fn title_ui(ui: &mut Ui, title: &str) {
    ui.label(headline(ui, title, text::HEAD));
    ui.add_space(space::S);
}

/// Draws the buttons at the foot: `go_on` to confirm, if any, and `way_out` to cancel or close.
fn buttons_ui(foot: &mut Ui, go_on: Option<&str>, way_out: &str) -> Option<FootButton> {
    let mut pressed = None;
    foot.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = space::S;
        if let Some(label) = go_on
            && primary_button_ui(ui, label).clicked()
        {
            pressed = Some(FootButton::Confirm);
        }
        let size = egui::vec2(96.0, touch::TARGET + space::XS);
        if ui.add(egui::Button::new(way_out).min_size(size)).clicked() {
            pressed = Some(FootButton::Cancel);
        }
    });
    pressed
}

/// Draws a text field as wide as the dialog, with its label above.
fn field_ui(ui: &mut Ui, label: &str, field: TextEdit<'_>) -> Response {
    let label = ui.label(label);
    let field = field.desired_width(f32::INFINITY);
    ui.add(field).labelled_by(label.id)
}

/// Draws the action to overrule, in words and in notation, with every reason against it.
fn overruled_ui(ui: &mut Ui, table: &Table, action: &Action) {
    let named = table.named_game_now();
    let words = format!("{}.", short(named, action));
    ui.label(RichText::new(words).font(text::strong(text::LEAD)));
    let recorded = format!("In the record: {}", print_action(named.game(), action));
    ui.label(RichText::new(recorded).color(theme(ui.ctx()).muted));
    for check in named.game().checklist(action) {
        if let CheckOutcome::Failed(illegal) = &check.outcome {
            let bad = theme(ui.ctx()).bad;
            let message = refusal::message(named, illegal);
            let reason = format!("Not allowed: {message} ({}).", check.rule.section());
            ui.label(RichText::new(reason).color(bad));
        }
    }
    ui.label("It is recorded as overruled by the table, with a reason.");
    ui.add_space(space::S);
}

/// Draws a text field with its label, and the buttons below; Enter also confirms.
fn words_form_ui(
    (ui, foot): (&mut Ui, &mut Ui),
    label: &str,
    words: &mut RequiredTextField,
    go_on: &str,
) -> Option<FootButton> {
    let label = ui.label(label);
    let is_entered = words.ui(ui, &label, "");
    buttons_ui(foot, Some(go_on), "Cancel").or(is_entered.then_some(FootButton::Confirm))
}

/// Draws the form for renaming a file; returns `true` when the dialog is to be closed.
fn rename_form_ui(
    (ui, foot): (&mut Ui, &mut Ui),
    name: &mut RequiredTextField,
    commands: &mut Commands,
) -> bool {
    title_ui(ui, "Rename");
    match words_form_ui((ui, foot), "Name of the file", name, "Rename") {
        Some(FootButton::Confirm) => {
            let new_name = name.words("The file needs a name.");
            let is_named = new_name.is_some();
            commands.extend(new_name.map(Command::Rename));
            is_named
        }
        pressed => pressed.is_some(),
    }
}

/// Draws the reason field for an overruled action; returns `true` when the dialog is to be closed.
fn overrule_form_ui(
    (ui, foot): (&mut Ui, &mut Ui),
    table: Option<&Table>,
    action: &Action,
    reason: &mut RequiredTextField,
    commands: &mut Commands,
) -> bool {
    match words_form_ui((ui, foot), "Reason", reason, "Record it") {
        Some(FootButton::Confirm) => {
            let overruled = overruled(table, action, reason);
            let is_taken = overruled.is_some();
            commands.extend(overruled.map(|action| FoundersCommand::Play(vec![action]).into()));
            is_taken
        }
        pressed => pressed.is_some(),
    }
}

/// Returns the overruled action if the record can take it; otherwise shows why not at the field.
fn overruled(
    table: Option<&Table>,
    action: &Action,
    reason: &mut RequiredTextField,
) -> Option<Action> {
    let words = reason.words("An overruled entry needs a reason.")?;
    let overruled =
        Action::from(ActionKind::Overrule { action: Box::new(action.clone()), reason: words });
    let named = table?.named_game_now();
    if let Err(why) = named.game().play(&overruled) {
        reason.refuse(refusal::describe(named, &why));
        return None;
    }
    Some(overruled)
}

/// Draws a radio choice with its title above and the answers in one row.
fn choice_ui<T: PartialEq + Copy>(
    ui: &mut Ui,
    title: &str,
    chosen: &mut T,
    answers: &[(T, &'static str)],
) {
    ui.label(RichText::new(title).font(text::strong(text::BODY)));
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = space::XL;
        for &(answer, label) in answers {
            ui.radio_value(chosen, answer, label);
        }
    });
    ui.add_space(space::S);
}

fn preferences_ui(ui: &mut Ui, settings: &Settings, commands: &mut Commands) {
    let mut wanted = settings.clone();
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        choice_ui(
            ui,
            "Look",
            &mut wanted.look,
            &[
                (Appearance::System, "As the system"),
                (Appearance::Light, "Light"),
                (Appearance::Dark, "Dark"),
                (Appearance::HighContrast, "High contrast"),
            ],
        );
        choice_ui(
            ui,
            "Show an action's outcome",
            &mut wanted.preview,
            &[(Preview::Before, "Before it is recorded"), (Preview::After, "Only after it")],
        );
        choice_ui(
            ui,
            "Players",
            &mut wanted.naming,
            &[(PlayerNaming::Names, "By name"), (PlayerNaming::Races, "By race")],
        );
        choice_ui(
            ui,
            "Votes",
            &mut wanted.voting,
            &[
                (VotingMethod::Ask, "Ask at every vote"),
                (VotingMethod::ByHand, "By hand"),
                (VotingMethod::Here, "On this screen"),
            ],
        );
        ui.label(RichText::new("Motion, voice and sound").font(text::strong(text::BODY)));
        ui.checkbox(&mut wanted.motion, "Motion that shows where points went");
        let strength = egui::Slider::new(&mut wanted.photograph, 0.0..=1.0).show_value(false);
        ui.add(strength.text("Photograph of a traced board"))
            .on_hover_text("How strongly it shows under the pieces. It never leaves this machine.");
        ui.checkbox(&mut wanted.clock, "Turn clock: how long each player takes")
            .on_hover_text("It is kept in the record, and stands still when nothing happens.");
        ui.checkbox(
            &mut wanted.speak_ballots,
            "Speak the choice on a voter's page (for screen readers)",
        );
        ui.checkbox(&mut wanted.calls_voters, "Soft sound that calls each voter");
    });
    if wanted != *settings {
        commands.push(Command::SetSettings(Box::new(wanted)));
    }
}

/// The widths at which messages wrap, in points, the widest first.
const MESSAGE_WIDTHS: [f32; 3] = [640.0, 320.0, 200.0];

/// Draws messages where they cover nothing to press and nothing that a decision depends on; they
/// disappear by themselves.
///
/// They wrap at the first width for which there is such a place; if there is none, they are at the
/// lower edge.
pub(super) fn messages_ui<'a>(ctx: &Context, messages: impl Iterator<Item = &'a str>) {
    let messages: Vec<&str> = messages.collect();
    let window = ctx.content_rect().shrink(space::XL);
    // One line is no higher than the menu bar.
    let frame = egui::Frame::popup(&ctx.global_style()).inner_margin(egui::Margin::symmetric(8, 2));
    let around = frame.total_margin().sum();
    let painter = ctx.layer_painter(egui::LayerId::background());
    let lay_out = |width: f32| -> Vec<Arc<Galley>> {
        let width = width.min(window.width() - around.x);
        let (font, ink) = (text::sans(text::BODY), theme(ctx).ink);
        let texts = messages.iter().map(|message| (*message).to_owned());
        texts.map(|text| painter.layout(text, font.clone(), ink, width)).collect()
    };
    let size_of = |galleys: &[Arc<Galley>]| {
        galleys.iter().fold(egui::Vec2::ZERO, |size, galley| {
            let message = galley.size() + around;
            egui::vec2(size.x.max(message.x), size.y + message.y)
        })
    };
    let (galleys, corner) = MESSAGE_WIDTHS
        .into_iter()
        .map(lay_out)
        .find_map(|galleys| clear_place(ctx, size_of(&galleys)).map(|corner| (galleys, corner)))
        .unwrap_or_else(|| {
            let galleys = lay_out(MESSAGE_WIDTHS[0]);
            let size = size_of(&galleys);
            (galleys, egui::Align2::CENTER_BOTTOM.align_size_within_rect(size, window).min)
        });
    let area = egui::Area::new(egui::Id::unique("messages")).fixed_pos(corner);
    area.interactable(false).show(ctx, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        for galley in galleys {
            frame.show(ui, |ui| {
                let label = ui.label(galley);
                ui.ctx().accesskit_node_builder(label.id, |node| {
                    node.set_live(egui::accesskit::Live::Polite);
                });
            });
        }
    });
}
