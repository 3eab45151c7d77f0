//! An action entered by typing it, in the notation of the record, with completion.

use egui::text_edit::TextEditState;
use egui::{Context, Id, Key, Ui};

use super::command::{Command, Commands};
use super::keyboard;
use super::table::Table;
use super::theme::{space, text};
use super::widgets::line_edit;
use crate::kit::{body, matching, pressed_ui};
use notation::{parse_action, print_action};
use rules::Game;

/// The command line, as far as something is typed.
#[derive(Clone, Debug, Default)]
pub struct CommandLine {
    is_open: bool,
    wants_focus: bool,
    typed: String,
    /// Every legal action in the notation, for the entry of the record with this number.
    lines: Option<(usize, Vec<String>)>,
    trouble: Option<String>,
}

impl CommandLine {
    /// Opens it, ready to be typed into.
    pub fn open(&mut self) {
        self.is_open = true;
        self.wants_focus = true;
    }

    /// Whether it is open.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.is_open
    }

    /// Closes it and forgets what is typed; says whether it was open.
    pub fn close(&mut self) -> bool {
        std::mem::take(self).is_open
    }

    /// Closes it as a vote begins: whatever is typed is forgotten, also by the toolkit, which
    /// keeps what was typed before for its own undo.
    pub fn close_for_vote(&mut self, ctx: &Context) {
        if self.close() {
            TextEditState::default().store(ctx, field_id());
        }
    }

    fn completions(&self) -> Vec<&str> {
        match &self.lines {
            Some((_, lines)) => matching(lines, &self.typed),
            None => Vec::new(),
        }
    }
}

fn field_id() -> Id {
    Id::unique("command line")
}

/// Draws the command line while it is open.
pub fn command_line_ui(
    ui: &mut Ui,
    table: &Table,
    line: &mut CommandLine,
    commands: &mut Commands,
) {
    if !line.is_open || table.is_past() {
        return;
    }
    let game = table.game();
    let number = table.journal().entry_count();
    if line.lines.as_ref().is_none_or(|(of, _)| *of != number) {
        let actions = table.moves().written_out(game);
        let lines = actions.iter().map(|action| print_action(game, action));
        line.lines = Some((number, lines.collect()));
        line.trouble = None;
    }
    ui.add_space(space::XS);
    let field = ui.add(
        line_edit(&mut line.typed)
            .id(field_id())
            .hint_text("An action, as the record writes it")
            .font(text::sans(text::LEAD))
            .desired_width(f32::INFINITY)
            .lock_focus(true),
    );
    field.widget_info(|| egui::WidgetInfo::labeled(egui::Role::TextInput, true, "Command line"));
    if std::mem::take(&mut line.wants_focus) {
        field.request_focus();
    }
    if field.changed() {
        line.trouble = None;
    }
    let completions: Vec<String> = line.completions().into_iter().map(str::to_owned).collect();
    if keyboard::pressed_in(ui, field.has_focus(), egui::Modifiers::NONE, Key::Tab)
        && let Some(first) = completions.first()
    {
        line.typed.clone_from(first);
        move_cursor_to_end(ui, &field, &line.typed);
    }
    if field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter)) {
        // What can only be meant in one way need not be typed to its end.
        if let ([only], Err(_)) = (completions.as_slice(), parse_action(game, &line.typed)) {
            line.typed.clone_from(only);
        }
        match judged(game, &line.typed) {
            Ok(command) => {
                commands.push(command);
                line.typed.clear();
            }
            Err(trouble) => line.trouble = Some(trouble),
        }
        line.wants_focus = true;
    }
    if let Some(trouble) = &line.trouble {
        body(trouble).bad().ui(ui);
    }
    if !line.typed.is_empty() {
        ui.horizontal_wrapped(|ui| {
            for completion in &completions {
                if pressed_ui(ui, completion) {
                    line.typed.clone_from(completion);
                    line.wants_focus = true;
                }
            }
        });
    }
}

fn judged(game: &Game, typed: &str) -> Result<Command, String> {
    let action = parse_action(game, typed).map_err(|error| error.to_string())?;
    match game.play(&action) {
        Ok(_) => Ok(Command::Play(vec![action])),
        Err(refusal) => Err(refusal.to_string()),
    }
}

fn move_cursor_to_end(ui: &Ui, field: &egui::Response, typed: &str) {
    if let Some(mut state) = egui::TextEdit::load_state(ui.ctx(), field.id) {
        let end = egui::text::CCursor::new(typed.chars().count());
        state.cursor.set_char_range(Some(egui::text::CCursorRange::one(end)));
        state.store(ui.ctx(), field.id);
    }
}
