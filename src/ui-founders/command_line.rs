//! The command line: an action typed in the notation of the record.
//!
//! Completions are listed while typing, to be chosen with the arrow keys or a press. The board
//! shows what the line means so far: the squares of all completions, and the outcome of the
//! chosen one, as if it were hovered.

use egui::text_edit::TextEditState;
use egui::{Context, Id, Key, Role, ScrollArea, Ui};

use super::action_preview::ActionPreview;
use components::square::Square;
use memo::Memo;
use narration::{NamedGame, refusal};
use notation::{parse_action, print_action};
use rules::action::Action;
use table::squares::involves_square;
use ui_board::Cx;
use ui_board::command::FoundersCommand;
use ui_kit::keyboard;
use ui_kit::queue::CommandQueue;
use ui_kit::theme::{space, text};
use ui_kit::widgets::{body, button, is_entered, line_edit, matching, name_as};

/// The state of the command line.
#[derive(Clone, Debug, Default)]
pub struct CommandLine {
    is_open: bool,
    wants_focus: bool,
    typed: String,
    /// Every legal action in the notation, cached by the number of entries of the record.
    lines: Memo<usize, Vec<String>>,
    /// The completion chosen with the arrow keys.
    row: Option<usize>,
    preview: ActionPreview,
    /// The squares of every completion, for the board to mark.
    pub(super) highlighted: Vec<Square>,
    error: Option<String>,
}

impl CommandLine {
    /// Opens the line and gives it the focus.
    pub fn open(&mut self) {
        self.is_open = true;
        self.wants_focus = true;
    }

    /// Returns `true` if the line is open.
    pub fn is_open(&self) -> bool {
        self.is_open
    }

    /// Closes the line and clears it; returns `true` if it was open.
    pub fn close(&mut self) -> bool {
        // The preview on the board is cleared in the next frame.
        let preview = std::mem::take(&mut self.preview);
        std::mem::replace(self, Self { preview, ..Self::default() }).is_open
    }

    /// Clears the preview on the board while the line is closed.
    pub(super) fn clear_preview(&mut self, commands: &CommandQueue<FoundersCommand>) {
        self.preview.show(None, commands);
    }

    /// Closes the line as a vote begins, so that the typed text cannot be recovered.
    ///
    /// This also clears the undo history of the text field, which holds earlier text.
    pub fn close_for_vote(&mut self, ctx: &Context) {
        if self.close() {
            TextEditState::default().store(ctx, field_id());
        }
    }
}

fn field_id() -> Id {
    Id::unique("command line")
}

/// Draws the command line while it is open.
pub fn command_line_ui(ui: &mut Ui, cx: Cx<'_>, line: &mut CommandLine) {
    if !line.is_open || cx.table.is_past() {
        line.clear_preview(cx.commands);
        return;
    }
    let named = cx.table.named_game();
    let number = cx.table.journal().entry_count();
    let lines = line.lines.of(number, || {
        line.error = None;
        let actions = cx.table.moves().with_named_cards(named.game());
        actions.iter().map(|action| print_action(named.game(), action)).collect()
    });
    ui.add_space(space::XS);
    let field = ui.add(
        line_edit(&mut line.typed)
            .id(field_id())
            .hint_text("An action, as the record writes it")
            .font(text::sans(text::LEAD))
            .desired_width(f32::INFINITY)
            .lock_focus(true),
    );
    name_as(&field, Role::TextInput, "Command line");
    if std::mem::take(&mut line.wants_focus) {
        field.request_focus();
    }
    if field.changed() {
        line.error = None;
        line.row = None;
    }
    let mut completions: Vec<String> = Vec::new();
    if !line.typed.is_empty() {
        completions.extend(matching(lines, &line.typed).into_iter().map(str::to_owned));
    }
    let pressed = |key| keyboard::pressed_in(ui, field.has_focus(), egui::Modifiers::NONE, key);
    let last = completions.len().checked_sub(1);
    let before = line.row;
    if pressed(Key::ArrowDown) {
        line.row = last.map(|last| line.row.map_or(0, |row| (row + 1).min(last)));
    } else if pressed(Key::ArrowUp) {
        line.row = line.row.and_then(|row| row.checked_sub(1));
    }
    let has_moved = line.row != before;
    if pressed(Key::Tab)
        && let Some(completion) = completions.get(line.row.unwrap_or(0))
    {
        line.typed.clone_from(completion);
        move_cursor_to_end(ui, &field, &line.typed);
    }
    if is_entered(&field) {
        // A chosen or unambiguous completion need not be typed in full.
        if let Some(chosen) = line.row.take().and_then(|row| completions.get(row)) {
            line.typed.clone_from(chosen);
        } else if let ([only], Err(_)) =
            (completions.as_slice(), parse_action(named.game(), &line.typed))
        {
            line.typed.clone_from(only);
        }
        match checked_command(named, &line.typed) {
            Ok(command) => {
                cx.commands.push(command);
                line.typed.clear();
            }
            Err(error) => line.error = Some(error),
        }
        line.wants_focus = true;
    }
    if let Some(error) = &line.error {
        body(error).bad().ui(ui);
    }
    // One row, so that the line covers the action panel and not the board.
    ScrollArea::horizontal().id_salt("completions").show(ui, |ui| {
        ui.horizontal(|ui| {
            for (index, completion) in completions.iter().enumerate() {
                let is_chosen = line.row == Some(index);
                let response = ui.add(button(completion).selected(is_chosen));
                if is_chosen && has_moved {
                    response.scroll_to_me(None);
                }
                if response.clicked() {
                    line.typed.clone_from(completion);
                    line.row = None;
                    line.wants_focus = true;
                }
            }
        });
    });
    let actions: Vec<Action> = completions
        .iter()
        .filter_map(|completion| parse_action(named.game(), completion).ok())
        .collect();
    line.highlighted = named
        .game()
        .board()
        .squares()
        .filter(|square| actions.iter().any(|action| involves_square(action, *square)))
        .collect();
    let previewed = match (line.row, actions.as_slice()) {
        (Some(row), _) => actions.get(row).cloned(),
        (None, [only]) => Some(only.clone()),
        (None, _) => parse_action(named.game(), &line.typed).ok(),
    };
    line.preview.show(previewed.as_ref(), cx.commands);
}

/// Parses and checks the typed action; an error is the text of the refusal.
fn checked_command(named: NamedGame<'_>, typed: &str) -> Result<FoundersCommand, String> {
    let action = parse_action(named.game(), typed).map_err(|error| error.to_string())?;
    match named.game().play(&action) {
        Ok(_) => Ok(FoundersCommand::Play(vec![action])),
        Err(refusal) => Err(refusal::describe(named, &refusal)),
    }
}

fn move_cursor_to_end(ui: &Ui, field: &egui::Response, typed: &str) {
    if let Some(mut state) = egui::TextEdit::load_state(ui.ctx(), field.id) {
        let end = egui::text::CCursor::new(typed.chars().count());
        state.cursor.set_char_range(Some(egui::text::CCursorRange::one(end)));
        state.store(ui.ctx(), field.id);
    }
}
