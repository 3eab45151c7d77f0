//! Command dispatch: carries out commands of the panels, menu entries, and changes of the record.

use std::path::Path;

use egui::Context;

use super::board_photos::is_photograph;
use super::dialogs::KeysForm;
use super::saving::SaveStatus;
use super::screen::Screen;
use super::{App, Command, Dialog};
use components::specs::Pack;
use components::square::Square;
use export::rejudged_lines;
use journal::{Change, EntryId, Journal, MAX_TEXT};
use narration::refusal;
use notation::record::{print_change, print_notation};
use packs::OwnCopy;
use rules::Game;
use rules::action::{Action, ActionKind};
use storage::FrameScope;
use table::action_input::{ActionInput, InputChoice};
use table::legality::Verdict;
use table::table::{Hover, Table};
use ui_board::command::{FoundersCommand, LessonStep};
use ui_board::settings::Settings;
use ui_box::BoxCommand;
use ui_campaign::CampaignCommand;
use ui_founders::help_view::{HelpMemory, HelpPage};
use ui_founders::table_screen::{TableMemory, Trial};
use ui_games::setup_screen::SetupDraft;
use ui_kit::keyboard;
use ui_kit::widgets::RequiredTextField;
use ui_menu::Menu;
use ui_photo::command::TraceCommand;
use ui_scenario::ScenarioCommand;

/// The message about a change of the record while moves are tried.
const RECORDS_NOTHING: &str = "Nothing is recorded while moves are tried. Go back first.";

impl App {
    /// Carries out the commands of the last frame, and takes the results of background work.
    pub fn run_commands(&mut self, ctx: &Context) {
        let _frame = FrameScope::start();
        let waker = ctx.clone();
        self.saver.set_waker(move || waker.request_repaint());
        self.continue_after_crash(ctx);
        self.finish_ready_tasks(ctx);
        self.take_system_choice(ctx);
        self.place_board_photo(ctx);
        for command in std::mem::take(&mut self.commands) {
            self.log_command(&command);
            self.run_command(ctx, command);
        }
        self.cancel_opening();
        self.read_recent(ctx);
        self.serve_phones(ctx);
        self.reveal_sealed_choices();
        self.run_clock(ctx);
        self.take_save_notices(ctx);
        self.take_lookahead();
        self.take_bell_result();
        self.take_import_result(ctx);
        self.save_settings(ctx);
        self.log_standing();
        self.report_last_run(ctx);
        self.report_faults();
        self.handle_closing(ctx);
    }

    pub(super) fn run_command(&mut self, ctx: &Context, command: Command) {
        if command.restarts_vote() && self.holds_ballots() {
            self.dialog = Some(Dialog::ConfirmLosingBallots(Box::new(command)));
            return;
        }
        match command {
            Command::Founders(command) => self.carry_out_founders(ctx, command),
            Command::Scenario(command) => self.carry_out_scenario(ctx, command),
            Command::Campaign(command) => self.carry_out_campaign(ctx, command),
            Command::Box(command) => self.carry_out_box(ctx, command),
            Command::Phones(command) => self.carry_out_phones(ctx, command),
            Command::Trace(command) => self.carry_out_trace(ctx, command),
            Command::Menu(menu) => self.menu(ctx, menu),
            Command::Back => self.go_back(),
            Command::Open(path) => self.open_file(ctx, &path),
            Command::SetSettings(settings) => self.set(ctx, *settings),
            Command::OpenHelp(page) => self.open_help(HelpMemory::at(page)),
            Command::UndoTo(number) => self.undo_to(ctx, number),
            Command::Compare(name, theirs) => self.compare_facts(ctx, &name, *theirs),
            Command::ImportCards(paths) => self.read_cards_to_import(ctx, paths),
            Command::AddCards(book, priority) => self.add_cards(ctx, *book, priority),
            Command::AddBoxFacts(facts) => self.add_box_facts(ctx, facts),
            Command::OpenExample(name) => self.open_example(ctx, name),
            Command::OpenText(text) => self.open_text(ctx, &text),
            Command::UseChosenFile(menu, path) => self.take_own_choice(ctx, menu, path),
            Command::ReplaceFile(menu, path) => self.use_chosen(ctx, menu, &path),
            Command::CloseForSystem => self.end(ctx),
            Command::CloseUnsaved => self.leave(ctx),
            Command::Rename(name) => self.rename(&name),
            Command::Restore(backup) => self.restore(ctx, &backup),
            Command::SaveTo(path) => self.save_as(&path),
            Command::Recover => self.recover(ctx),
            Command::LoseBallots(command) => {
                if let Some(open) = self.screen.game_behind_pages_mut() {
                    open.memory.vote.forget_ballots();
                }
                self.run_command(ctx, *command);
            }
        }
    }

    fn carry_out_founders(&mut self, ctx: &Context, command: FoundersCommand) {
        let Some(command) = self.carry_out_in_lesson(command) else {
            return;
        };
        match command {
            FoundersCommand::Menu(_)
            | FoundersCommand::Back
            | FoundersCommand::Open(_)
            | FoundersCommand::SetSettings(_)
            | FoundersCommand::TakeWithPhone(_)
            | FoundersCommand::Box(_) => self.run_command(ctx, command.into()),
            FoundersCommand::ShowMessage(message) => self.show_message(ctx, message),
            FoundersCommand::Play(actions) => {
                self.change_all(ctx, actions.into_iter().map(Change::Play).collect());
            }
            FoundersCommand::Choose(pick) => {
                let done = self.table_mut().and_then(|table| table.pick(&pick));
                if let Some(action) = done {
                    self.play(ctx, action);
                }
            }
            FoundersCommand::ChooseAll(picks) => {
                for pick in picks {
                    self.carry_out_founders(ctx, FoundersCommand::Choose(pick));
                }
            }
            FoundersCommand::Hover(square) => self.on_table(|table, _| table.hover_at(square)),
            FoundersCommand::ClickSquare(square) => self.commit(ctx, square),
            FoundersCommand::Preview(action) => {
                self.on_table(|table, _| table.preview(action.as_deref()));
            }
            FoundersCommand::Select(selection) => {
                self.on_table(|table, _| table.select(selection));
            }
            FoundersCommand::ViewNumber(number) => {
                self.on_table(|table, _| table.show_number(number));
            }
            FoundersCommand::ViewAnyEntry(entry) => {
                self.on_table(|table, _| table.show_entry(entry));
            }
            FoundersCommand::Change(changes) => {
                self.change_all(ctx, changes);
            }
            FoundersCommand::AcceptRepair(changes) => self.accept_repair(ctx, changes),
            FoundersCommand::OpenRepair(number) => {
                if let Screen::Table(open) = &mut self.screen {
                    open.memory.center.open_repair(&open.table, number);
                }
            }
            FoundersCommand::TryMoves(actions) => self.try_moves(ctx, actions),
            FoundersCommand::LookAhead => self.look_ahead(ctx),
            // A reason is asked for only where it can be recorded.
            FoundersCommand::AskOverrule(_) if self.refuses_changes(ctx) => {}
            FoundersCommand::AskOverrule(action) => {
                self.dialog =
                    Some(Dialog::Overrule { action, reason: RequiredTextField::holding_keys() });
            }
            FoundersCommand::OpenRule(rule) => match self.screen.game_mut() {
                Some(open) => open.input_target().1.open_rule(rule),
                None => self.rules.get_or_insert_default().open(rule),
            },
            FoundersCommand::Lesson(step) => self.leave_lesson(step),
            FoundersCommand::ShowSources(player, quantity) => {
                self.on_table(|_, memory| memory.popups.sources.explain(player, quantity));
            }
            FoundersCommand::ReadComponent(subject) => {
                self.on_table(|_, memory| memory.side_panel.learn.request(subject));
            }
            FoundersCommand::ReadComponentFor(subject, action) => {
                self.on_table(|_, memory| memory.side_panel.learn.request_for(subject, action));
            }
            FoundersCommand::Retry(action) => self.go_on(ctx, *action),
            FoundersCommand::VerifyFact(fact) => {
                if let Screen::Table(open) = &mut self.screen {
                    // A missing fact is answered at the end of the record, so the form opens there.
                    let here = open.table.journal().here();
                    open.table.show_entry(here);
                    open.memory.side_panel.learn.request_fact(&fact, open.table.journal().game());
                }
            }
            FoundersCommand::CorrectFacts(facts) => {
                if let Screen::Table(open) = &mut self.screen {
                    open.memory.side_panel.learn.correct(&facts, open.table.journal().game());
                }
            }
            FoundersCommand::StartGame(setup) => self.begin(ctx, *setup),
            FoundersCommand::SaveTablePhoto(jpeg) => self.save_table_photo(ctx, jpeg),
            FoundersCommand::SaveTicks(done) => self.save_ticks(ctx, &done),
            FoundersCommand::CallVoter => self.ring_bell(ctx),
            FoundersCommand::SetAskingExplained => {
                self.set(ctx, Settings { knows_asking: true, ..self.settings.clone() });
            }
            FoundersCommand::CommentLatest(comment) => {
                if self.change(ctx, Change::Comment(comment)) {
                    self.show_message(ctx, "It is kept with the latest entry.".to_owned());
                }
            }
        }
    }

    fn carry_out_scenario(&mut self, ctx: &Context, command: ScenarioCommand) {
        match command {
            ScenarioCommand::Menu(_) | ScenarioCommand::OpenText(_) => {
                self.run_command(ctx, command.into());
            }
            ScenarioCommand::OpenRule(number) => self.open_numbered_rule(number),
            ScenarioCommand::ShowMessage(message) => self.show_message(ctx, message),
            ScenarioCommand::StartGame { columns, rows, always } => {
                self.begin_scenario(ctx, (columns, rows), always);
            }
            ScenarioCommand::Play(action) => {
                self.change_scenario(ctx, vec![record::Change::play(action)]);
            }
            ScenarioCommand::Change(changes) => self.change_scenario(ctx, changes),
            ScenarioCommand::PlaceMapPhoto { size, jpeg } => self.place_map_photo(ctx, size, jpeg),
            ScenarioCommand::EditCards(edit) => self.edit_cards(ctx, edit),
            ScenarioCommand::RemoveMapPhoto => self.clear_map_photo(ctx),
            ScenarioCommand::Copy(text) => {
                ctx.copy_text(text);
                self.show_message(ctx, "Copied as text.".to_owned());
            }
        }
    }

    fn carry_out_campaign(&mut self, ctx: &Context, command: CampaignCommand) {
        match command {
            CampaignCommand::Menu(_) => self.run_command(ctx, command.into()),
            CampaignCommand::OpenRule(number) => self.open_numbered_rule(number),
            CampaignCommand::ShowMessage(message) => self.show_message(ctx, message),
            CampaignCommand::Play(actions) => {
                let changes = actions.into_iter().map(record::Change::Play).collect();
                self.change_campaign(ctx, changes);
            }
            CampaignCommand::Change(changes) => {
                self.change_campaign(ctx, changes);
            }
            CampaignCommand::Copy(text) => {
                ctx.copy_text(text);
                self.show_message(ctx, "Copied as text.".to_owned());
            }
        }
    }

    fn carry_out_box(&mut self, ctx: &Context, command: BoxCommand) {
        match command {
            BoxCommand::Menu(_) => self.run_command(ctx, command.into()),
            BoxCommand::SetReader(reader) => {
                self.set(ctx, Settings { reader, ..self.settings.clone() });
            }
            BoxCommand::Keep(facts) => self.add_own_facts(ctx, &facts),
            BoxCommand::KeepUnfinished(subject, facts) => {
                self.save_unfinished(ctx, &subject, &facts);
            }
            BoxCommand::Recheck(facts) => self.recheck(ctx, *facts),
            BoxCommand::Forget(subject) => {
                let facts: Vec<_> =
                    subject.facts(self.own.facts()).into_iter().map(|(fact, _)| fact).collect();
                self.forget_facts(ctx, &facts);
                self.save_unfinished(ctx, &subject, &Pack::default());
            }
            BoxCommand::Merge(theirs, taken) => self.merge_facts(ctx, *theirs, taken),
        }
    }

    fn carry_out_trace(&mut self, ctx: &Context, command: TraceCommand) {
        match command {
            TraceCommand::Menu(_) | TraceCommand::TakeWithPhone | TraceCommand::Back => {
                self.run_command(ctx, command.into());
            }
            TraceCommand::SaveBoard(board, picture) => {
                self.save_board(ctx, &board, picture.as_deref());
            }
        }
    }

    /// Takes back the latest decision, or returns to the previous screen.
    fn go_back(&mut self) {
        if self.screen.game().is_none() && self.rules.is_some() {
            self.rules = None;
            return;
        }
        match &mut self.screen {
            Screen::Table(open) => open.back(),
            Screen::Setup(page) => {
                if !page.content.back() {
                    self.leave_page();
                }
            }
            Screen::Library(_) | Screen::Scores(_) => self.leave_page(),
            Screen::TablePhoto(page) => {
                if !page.content.step_back() {
                    self.leave_page();
                }
            }
            Screen::Trace(page) => {
                // One press never drops what was painted.
                if !page.content.step_back() {
                    self.leave_page();
                }
            }
            Screen::Scenario(open) => {
                // Closes only what was opened last; the table stays.
                open.memory.back(&open.record);
            }
            Screen::Campaign(open) => {
                open.memory.back(&open.record);
            }
            Screen::Lesson(page) => {
                // A question is left before the lesson is.
                if !page.content.leave_question() {
                    self.leave_page();
                }
            }
            Screen::Start(_) => {}
        }
    }

    /// Opens a file: a picture is a photograph of the table, a map or a board, depending on the
    /// screen; anything else is a record.
    fn open_file(&mut self, ctx: &Context, path: &Path) {
        if matches!(self.screen, Screen::TablePhoto(_)) {
            self.read_table_photo(ctx, path.into());
        } else if self.scenario().is_some() && is_photograph(path) {
            self.read_map_photo(ctx, path.into());
        } else if matches!(self.screen, Screen::Trace(_)) || is_photograph(path) {
            // On any other screen a picture is a board to trace; the tracing screen takes every
            // file for one.
            self.open_photo(ctx, path.into());
        } else {
            self.open_record(ctx, path);
        }
    }

    /// Starts to set up a game with a pack; the current screen waits behind.
    fn set_up(&mut self, pack: &str) {
        // Returns to a setup of the owner's box that waits behind a page.
        let waits = !matches!(self.screen, Screen::Setup(_)) && self.screen.setup_mut().is_some();
        if waits && pack == OwnCopy::OVER {
            while !matches!(self.screen, Screen::Setup(_)) && self.screen.leave_page() {}
            return;
        }
        let draft = SetupDraft::new(&self.settings, &self.packs, pack);
        self.screen.turn_to(Screen::Setup, draft);
    }

    /// Returns from a page to the screen behind it, or to the start.
    pub(super) fn leave_page(&mut self) {
        if !self.screen.leave_page() {
            self.go_to_start();
        }
    }

    /// Returns the copy on which moves are tried, if a game is on screen and they are.
    fn trial_mut(&mut self) -> Option<&mut Trial> {
        self.screen.game_mut().and_then(|open| open.memory.trial_mut())
    }

    /// Runs `edit` on the table that receives input and on its screen's state, if a game is on
    /// screen.
    fn on_table(&mut self, edit: impl FnOnce(&mut Table, &mut TableMemory)) {
        if let Screen::Table(open) = &mut self.screen {
            let (table, memory) = open.input_target();
            edit(table, memory);
        }
    }

    /// Handles a click on a square: plays it, continues the entry, or pins the reasons on screen.
    pub(super) fn commit(&mut self, ctx: &Context, square: Square) {
        let Some(table) = self.table_mut() else {
            return;
        };
        if table.hover().is_none_or(|hover| hover.square != square) {
            table.hover_at(Some(square));
        }
        let verdict = table.hover().and_then(Hover::verdict);
        let picks_road = table.entry().is_some_and(ActionInput::picks_first_road);
        let is_road =
            table.legality().at(square).is_some_and(|answer| answer.verdict == Verdict::Legal);
        if (picks_road && is_road) || (!picks_road && verdict == Some(Verdict::Legal)) {
            self.carry_out_founders(ctx, FoundersCommand::Choose(InputChoice::Square(square)));
            return;
        }
        table.pin();
    }

    /// Records an action that a missing fact had stopped, if the rules allow it now. Otherwise a
    /// chosen race is picked in the panel, so that the card it takes can be chosen next.
    fn go_on(&mut self, ctx: &Context, action: Action) {
        let Screen::Table(open) = &mut self.screen else {
            return;
        };
        let (table, memory) = open.input_target();
        if table.journal().game().play(&action).is_ok() {
            self.play(ctx, action);
        } else if let ActionKind::ChooseRace { race, .. } = action.kind {
            memory.center.pick_race(race);
        }
    }

    /// Records an action; returns `true` if it was accepted.
    pub(super) fn play(&mut self, ctx: &Context, action: Action) -> bool {
        self.change(ctx, Change::Play(action))
    }

    pub(super) fn change(&mut self, ctx: &Context, change: Change) -> bool {
        self.change_all(ctx, vec![change])
    }

    /// Returns `true` if the game on screen is read-only, and shows the reason, or asks how to
    /// recover its file.
    fn refuses_changes(&mut self, ctx: &Context) -> bool {
        let Some(open) = self.screen.game() else {
            return false;
        };
        let SaveStatus::ReadOnly(why) = open.saving.status() else {
            return false;
        };
        // What is entered for a repair or a trial does not go into the record.
        if open.memory.is_on_scratch() {
            return false;
        }
        if let Some(path) = open.damaged_file.clone() {
            self.ask_to_recover(ctx, &path);
        } else {
            self.show_message(ctx, format!("Nothing can be recorded here: {why}."));
        }
        true
    }

    /// Makes changes one after another, up to the first that cannot be made, and saves them
    /// together; returns `true` if all were made.
    pub(super) fn change_all(&mut self, ctx: &Context, changes: Vec<Change>) -> bool {
        if self.refuses_changes(ctx) {
            return false;
        }
        let Screen::Table(open) = &mut self.screen else {
            return false;
        };
        if open.memory.center.repair.session().is_some() {
            return self.repair_by(ctx, changes);
        }
        if open.memory.trial_mut().is_some() {
            return self.try_changes(ctx, changes);
        }
        let mut entered_facts = Vec::new();
        let mut problem = None;
        let mut lines = Vec::new();
        for change in changes {
            let before = open.table.journal().game().clone();
            match open.table.apply_unsettled(change) {
                Ok(change) => {
                    lines.push(print_change(&before, &change));
                    lines.extend(note_rejudged(&mut open.table, &change));
                    if let Change::Play(action) = change {
                        entered_facts.extend(facts_of_real_box(&before, &action));
                    }
                }
                Err(error) => {
                    let before = open.table.named_game_of(&before);
                    problem = Some(error.message(|refusal| refusal::describe(before, refusal)));
                    break;
                }
            }
        }
        open.saving.write(open.table.journal(), lines);
        open.table.settle();
        self.remember_path();
        self.finish_changes(ctx, &entered_facts, problem)
    }

    /// Adds the facts entered with changes to the own copy and shows the problem that stopped them;
    /// returns `true` if there is none.
    fn finish_changes(
        &mut self,
        ctx: &Context,
        entered_facts: &[Box<Pack>],
        problem: Option<String>,
    ) -> bool {
        for facts in entered_facts {
            self.add_own_facts(ctx, facts);
        }
        let is_done = problem.is_none();
        if let Some(problem) = problem {
            self.show_message(ctx, problem);
        }
        is_done
    }

    /// Makes a repair the main line.
    fn accept_repair(&mut self, ctx: &Context, changes: Vec<Change>) {
        let from = self.journal().map(Journal::here);
        if !self.change_all(ctx, changes) {
            return;
        }
        if let (Screen::Table(open), Some(from)) = (&mut self.screen, from) {
            open.table.note_repair(from);
        }
        self.show_message(ctx, "The record was repaired.".to_owned());
    }

    /// Adds actions entered on the table of the past to the repair; returns `true` if it did.
    fn repair_by(&mut self, ctx: &Context, changes: Vec<Change>) -> bool {
        let actions: Option<Vec<Action>> = changes
            .into_iter()
            .map(|change| match change {
                Change::Play(action) => Some(action),
                _ => None,
            })
            .collect();
        let (Screen::Table(open), Some(actions)) = (&mut self.screen, actions) else {
            let waits = "The record itself stays as it is until the repair is accepted.";
            self.show_message(ctx, waits.to_owned());
            return false;
        };
        open.memory.center.repair.take(open.table.journal(), actions);
        true
    }

    /// Plays actions on a copy of the table; starts the copy if there is none.
    fn try_moves(&mut self, ctx: &Context, actions: Vec<Action>) {
        let Screen::Table(open) = &mut self.screen else {
            return;
        };
        if open.memory.trial_mut().is_none() {
            let problem = if open.memory.center.repair.is_open() {
                Some("The repair comes first.")
            } else if open.table.awaits_ballots() {
                Some("Ballots are being taken: moves can be tried after the vote.")
            } else {
                None
            };
            if let Some(problem) = problem {
                self.show_message(ctx, problem.to_owned());
                return;
            }
            open.memory.start_trial(&open.table);
        }
        if !actions.is_empty() {
            self.change_all(ctx, actions.into_iter().map(Change::Play).collect());
        }
    }

    /// Plays the actions of changes on the copy on which moves are tried; returns `true` if all
    /// were accepted.
    fn try_changes(&mut self, ctx: &Context, changes: Vec<Change>) -> bool {
        let Screen::Table(open) = &mut self.screen else {
            return false;
        };
        let Some(trial) = open.memory.trial_mut() else {
            return false;
        };
        let (mut entered_facts, mut problem) = (Vec::new(), None);
        for change in changes {
            let Change::Play(action) = change else {
                problem = Some(RECORDS_NOTHING.to_owned());
                break;
            };
            let facts = facts_of_real_box(trial.table().game(), &action);
            if let Err(error) = trial.play(action) {
                let named = trial.table().named_game_now();
                problem = Some(error.message(|refusal| refusal::describe(named, refusal)));
                break;
            }
            entered_facts.extend(facts);
        }
        // What was read off a card stays known, although the move is not recorded.
        self.finish_changes(ctx, &entered_facts, problem)
    }

    /// Takes back every entry after this one; asks first if that would hide something seen already.
    pub(super) fn undo_to(&mut self, ctx: &Context, number: usize) {
        let Some(open) = self.screen.game() else {
            return;
        };
        let journal = open.table.journal();
        let Some(change) = journal.undo_to(number) else {
            return;
        };
        let seen = journal::revealed_after(journal, number);
        if seen.is_empty() {
            self.change(ctx, change);
        } else {
            self.dialog = Some(Dialog::take_back(&open.table, number, &seen));
        }
    }

    #[expect(clippy::too_many_lines, reason = "a line or two for each entry of the menus")]
    pub(super) fn menu(&mut self, ctx: &Context, menu: Menu) {
        if self.scenario_menu(ctx, menu) || self.campaign_menu(ctx, menu) {
            return;
        }
        match menu {
            Menu::New => self.set_up(OwnCopy::OVER),
            Menu::Try => self.set_up(packs::PRACTICE),
            Menu::Lesson => self.begin_lesson(),
            Menu::Trace => self.begin_tracing(),
            Menu::EnterCards => {
                if !matches!(self.screen, Screen::Library(_)) {
                    self.open_library();
                }
                if let Screen::Library(page) = &mut self.screen {
                    page.content.enter_cards();
                }
            }
            Menu::Scenario => self.begin_scenario(ctx, (11, 9), None),
            Menu::Campaign => self.begin_campaign(),
            Menu::KeepPhotograph | Menu::ComparePhotograph => self.photograph_table(ctx, menu),
            Menu::Photograph => self.choose_photo(ctx, menu),
            Menu::Open
            | Menu::SaveAs
            | Menu::SavePicture
            | Menu::SaveScores
            | Menu::ImportCards
            | Menu::ImportGains
            | Menu::ExportFacts => {
                self.choose_file(ctx, menu);
            }
            Menu::ExportBoard => {
                if self.selected_board().is_some() {
                    self.choose_file(ctx, menu);
                } else {
                    self.show_message(ctx, "Select a board in the library first.".to_owned());
                }
            }
            Menu::ImportFacts => {
                if !matches!(self.screen, Screen::Library(_)) {
                    self.open_library();
                }
                self.choose_file(ctx, menu);
            }
            Menu::Rules => self.open_rules(),
            Menu::Library => {
                let is_library = matches!(self.screen, Screen::Library(_));
                if !(is_library && self.screen.leave_page()) {
                    self.open_library();
                }
            }
            Menu::ScoreHistory => {
                let is_history = matches!(self.screen, Screen::Scores(_));
                if !(is_history && self.screen.leave_page()) {
                    self.open_scores(ctx);
                }
            }
            Menu::PrintLayout
            | Menu::PrintScores
            | Menu::PrintDispute
            | Menu::PrintEventCards
            | Menu::HandOver
            | Menu::CopyComment => self.share(ctx, menu),
            Menu::Rename => self.ask_name(),
            Menu::Duplicate => self.duplicate(ctx),
            Menu::Backups => self.show_backups(ctx),
            Menu::Bin => self.move_to_bin(ctx),
            Menu::Paste => ctx.send_viewport_cmd(egui::ViewportCommand::RequestPaste),
            Menu::Start => self.go_to_start(),
            Menu::Quit => ctx.send_viewport_cmd(egui::ViewportCommand::Close),
            Menu::Undo if let Screen::Trace(page) = &mut self.screen => page.content.undo(),
            Menu::Redo if let Screen::Trace(page) = &mut self.screen => page.content.redo(),
            Menu::Undo | Menu::Redo if let Some(trial) = self.trial_mut() => {
                trial.step(menu == Menu::Redo);
            }
            Menu::UndoHere
            | Menu::RestartTurn
            | Menu::Repair
            | Menu::AlwaysDeal
            | Menu::Audit
            | Menu::CatchUp
                if self.trial_mut().is_some() =>
            {
                self.show_message(ctx, RECORDS_NOTHING.to_owned());
            }
            Menu::TryMoves => {
                let chosen =
                    self.screen.game_mut().and_then(|open| open.input_target().1.chosen_move());
                self.try_moves(ctx, chosen.into_iter().collect());
            }
            Menu::Undo if let Some(changes) = self.table().and_then(Table::undo_of_repair) => {
                if self.change_all(ctx, changes) {
                    self.show_message(ctx, "The repair was taken back.".to_owned());
                }
            }
            Menu::Undo => {
                let cursor = self.journal().map_or(0, Journal::cursor);
                self.undo_to(ctx, cursor.saturating_sub(1));
            }
            Menu::UndoHere => {
                let number = self.table().map_or(0, Table::shown_number);
                self.undo_to(ctx, number);
            }
            Menu::RestartTurn => {
                let number = self.journal().map_or(0, journal::turn_start);
                self.undo_to(ctx, number);
            }
            Menu::Repair => {
                if let Screen::Table(open) = &mut self.screen {
                    // A detached entry is not on the main line: the repair starts at its end.
                    let is_played = !open.table.is_detached();
                    let last = open.table.journal().cursor();
                    let number = if is_played { open.table.shown_number() } else { last };
                    open.memory.center.open_repair(&open.table, number);
                }
            }
            Menu::Redo => {
                self.change(ctx, Change::Redo(1));
            }
            Menu::CopyRecord => {
                if let Screen::Table(open) = &self.screen {
                    ctx.copy_text(print_notation(open.table.journal()));
                    self.show_message(ctx, "The record was copied.".to_owned());
                }
            }
            Menu::AlwaysDeal => self.deal_always(ctx),
            Menu::Preferences => self.dialog = Some(Dialog::Preferences),
            Menu::Keys => self.dialog = Some(Dialog::Keys(KeysForm::of(self.screen.game_kind()))),
            Menu::Help => self.explain_screen(),
            Menu::Asking => {
                self.open_help(HelpMemory::at_section(HelpPage::YourCopy, "What the app asks"));
            }
            Menu::NextPanel => keyboard::go_to_next_pane(ctx),
            Menu::Save => self.show_save_status(ctx),
            Menu::ShowInFolder => self.show_in_folder(ctx),
            Menu::CopyDetails => self.copy_details(ctx),
            Menu::About => self.dialog = Some(Dialog::About),
            Menu::Next if matches!(self.screen, Screen::Lesson(_)) => {
                self.run_command(ctx, FoundersCommand::Lesson(LessonStep::Next).into());
            }
            Menu::Previous if matches!(self.screen, Screen::Lesson(_)) => {
                self.run_command(ctx, FoundersCommand::Lesson(LessonStep::Back).into());
            }
            Menu::First => self.view_entry(|_| EntryId::START),
            Menu::Previous => self.view_entry(Table::previous),
            Menu::Next => self.view_entry(Table::next),
            Menu::Last => self.view_entry(|table| table.journal().here()),
            Menu::Players => self.settings.shows_players = !self.settings.shows_players,
            Menu::Offers => self.settings.shows_offers = !self.settings.shows_offers,
            Menu::Journal => {
                if let Screen::Table(open) = &mut self.screen {
                    open.input_target().1.toggle_journal(ctx, &mut self.settings);
                }
            }
            Menu::Larger => self.zoom_by(ctx, 1.1),
            Menu::Smaller => self.zoom_by(ctx, 1.0 / 1.1),
            Menu::UsualSize => self.reset_zoom(ctx),
            Menu::Phones => self.open_phones(),
            Menu::TableWindow => self.table_window.toggle(self.table_window_place(ctx)),
            Menu::FullScreen => {
                let is_full = ctx.input(|input| input.viewport().fullscreen.unwrap_or(false));
                ctx.send_viewport_cmd(egui::ViewportCommand::Fullscreen(!is_full));
            }
            Menu::CommandLine if self.awaits_ballots() => {
                let waits = "Nothing can be typed here while ballots are being taken.";
                self.show_message(ctx, waits.to_owned());
            }
            Menu::CommandLine
            | Menu::Audit
            | Menu::CatchUp
            | Menu::Inspector
            | Menu::Moves
            | Menu::Layout
            | Menu::Result
            | Menu::ZoomIn
            | Menu::ZoomOut
            | Menu::Fit
            | Menu::Rotate
            | Menu::TableView
            | Menu::ResetLayout => {
                self.on_table(|table, memory| memory.menu(table, menu));
                if menu == Menu::ResetLayout {
                    let usual = Settings::default();
                    self.settings.shows_players = usual.shows_players;
                    self.settings.shows_offers = usual.shows_offers;
                    self.settings.shows_journal = usual.shows_journal;
                }
            }
        }
    }

    pub(super) fn view_entry(&mut self, to: impl Fn(&Table) -> EntryId) {
        self.on_table(|table, _| table.show_entry(to(table)));
    }
}

/// Returns the facts that an action enters in a game with the real box: they are not asked for in
/// the next one.
fn facts_of_real_box(before: &Game, action: &Action) -> Option<Box<Pack>> {
    let is_real = before.contents().pack().name == OwnCopy::OVER;
    action.kind.stated_facts().filter(|_| is_real).map(|facts| Box::new(facts.clone()))
}

/// Comments an entry that corrects a fact with the earlier results that would have differed;
/// returns the record line of that comment.
fn note_rejudged(table: &mut Table, change: &Change) -> Option<String> {
    let Change::Play(action) = change else {
        return None;
    };
    action.kind.stated_facts()?;
    let journal = table.journal();
    if !journal.entry(journal.here()).comment().is_empty() {
        return None;
    }
    let lines = rejudged_lines(journal, journal.cursor(), table.naming())?;
    let mut comment = lines.join("\n");
    if comment.chars().count() > MAX_TEXT {
        comment.clone_from(&lines[0]);
    }
    let game = journal.game().clone();
    let change = table.apply_unsettled(Change::Comment(comment)).ok()?;
    Some(print_change(&game, &change))
}
