//! The prompt, after a vote and at the end, to check the score track against the record.

use egui::{Button, Ui};
use plain_text::listed;

use journal::Change;
use memo::Memo;
use table::table::Table;
use ui_board::Cx;
use ui_board::command::FoundersCommand;
use ui_kit::theme::{space, touch};
use ui_kit::widgets::{DecisivePart, body, decisive_ui};
use ui_menu::Menu;

/// Minimum width for the question and its answers in one row, in points.
const ONE_LINE: f32 = 296.0;

/// The current offer and the one put off; belongs to one record.
#[derive(Default)]
pub struct CheckpointMemory {
    /// The vote, or the end, whose check was put off.
    put_off: Option<usize>,
    /// The entry to confirm, cached by the version of the table.
    offered: Memo<u64, Option<usize>>,
}

impl CheckpointMemory {
    /// Returns the vote whose points are to be confirmed now, or the entry that ended the game.
    pub fn offer(&mut self, table: &Table) -> Option<usize> {
        let vote = *self.offered.of(table.version(), || due(table));
        vote.filter(|vote| self.put_off != Some(*vote))
    }
}

/// Returns the vote whose points are not confirmed, until the turn after it ends.
///
/// Once the game is over: its last entry, until the final points are confirmed.
fn due(table: &Table) -> Option<usize> {
    let journal = table.journal();
    let game = journal.game();
    if table.is_past() || game.vote_stage().is_some() {
        return None;
    }
    if game.is_over() {
        let confirmed = journal::last_checkpoint(journal).map(|(number, _)| number);
        return (confirmed != Some(journal.cursor())).then_some(journal.cursor());
    }
    let vote = journal::vote_to_confirm(journal)?;
    let turn = journal.entry(journal.on_main_line(vote)?).outcome().turn();
    (game.turn_number() <= turn + 1).then_some(vote)
}

/// Draws the offer to confirm the points after a vote.
pub fn checkpoint_bar_ui(ui: &mut Ui, cx: Cx<'_>, memory: &mut CheckpointMemory) {
    let Some(vote) = memory.offer(cx.table) else {
        return;
    };
    let named = cx.table.named_game();
    let points: Vec<String> = named
        .game()
        .players()
        .map(|player| format!("{} {}", named.label(player), named.game().points(player)))
        .collect();
    decisive_ui(ui, DecisivePart::Question, |ui| {
        // In a narrow bar the answers stay together below the question.
        if ui.available_width() < ONE_LINE {
            question_ui(ui, &points);
            ui.horizontal(|ui| answers_ui(ui, cx, vote, memory));
            return;
        }
        ui.horizontal_wrapped(|ui| {
            ui.set_row_height(touch::TARGET);
            question_ui(ui, &points);
            answers_ui(ui, cx, vote, memory);
        });
    });
}

fn question_ui(ui: &mut Ui, points: &[String]) {
    ui.spacing_mut().item_spacing.x = space::XS;
    body("Score track agrees?").ui(ui).on_hover_text(listed(points));
}

fn answers_ui(ui: &mut Ui, cx: Cx<'_>, vote: usize, memory: &mut CheckpointMemory) {
    if ui.add(answer_button("Yes")).clicked() {
        let points = cx.table.journal().game().scores();
        cx.commands.push(FoundersCommand::Change(vec![Change::Checkpoint(points)]));
        cx.commands.push(FoundersCommand::ShowMessage("The score track was confirmed.".to_owned()));
    }
    if ui.add(answer_button("No…")).clicked() {
        cx.commands.push(FoundersCommand::Menu(Menu::Audit));
    }
    if ui.add(answer_button("Later")).clicked() {
        memory.put_off = Some(vote);
    }
}

fn answer_button(label: &'static str) -> Button<'static> {
    Button::new(label).min_size(egui::vec2(0.0, touch::TARGET - space::S))
}
