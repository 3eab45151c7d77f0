//! After a vote and at the end: does the score track show what the record says?

use egui::{Button, Ui};
use plain_text::listed;

use journal::Change;
use memo::Memo;
use table::table::Table;
use ui_board::Cx;
use ui_board::command::FoundersCommand;
use ui_kit::theme::{space, touch};
use ui_kit::widgets::{Decisive, body, decisive_ui};
use ui_menu::Menu;

/// The question and its answers take so much room beside each other.
const ONE_LINE: f32 = 296.0;

/// What was offered and put off; it belongs to one record.
#[derive(Default)]
pub struct CheckpointMemory {
    /// The vote, or the end, after which nobody wanted to look.
    put_off: Option<usize>,
    /// The version of the table the offer was worked out for, and the entry it is about.
    offered: Memo<u64, Option<usize>>,
}

impl CheckpointMemory {
    /// The vote whose points are to be confirmed now, or the entry that ended the game.
    pub fn offer(&mut self, table: &Table) -> Option<usize> {
        let vote = *self.offered.of(table.version(), || due(table));
        vote.filter(|vote| self.put_off != Some(*vote))
    }
}

/// The vote after which the score track has not been looked at, until the turn after it ends; the
/// last entry of a game that is over, until the final points are confirmed.
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
    let points = |player| format!("{} {}", named.label(player), named.game().points(player));
    let points: Vec<String> = named.game().players().map(points).collect();
    let question_ui = |ui: &mut Ui| {
        ui.spacing_mut().item_spacing.x = space::XS;
        body("Score track agrees?").ui(ui).on_hover_text(listed(&points));
    };
    decisive_ui(ui, Decisive::Question, |ui| {
        // Where there is no room for it all, the answers stay together below the question.
        if ui.available_width() < ONE_LINE {
            question_ui(ui);
            ui.horizontal(|ui| answers_ui(ui, cx, vote, memory));
            return;
        }
        ui.horizontal_wrapped(|ui| {
            ui.set_row_height(touch::TARGET);
            question_ui(ui);
            answers_ui(ui, cx, vote, memory);
        });
    });
}

fn answers_ui(ui: &mut Ui, cx: Cx<'_>, vote: usize, memory: &mut CheckpointMemory) {
    let button = |words| Button::new(words).min_size(egui::vec2(0.0, touch::TARGET - space::S));
    if ui.add(button("Yes")).clicked() {
        let points = cx.table.journal().game().scores();
        cx.commands.push(FoundersCommand::Change(vec![Change::Checkpoint(points)]));
        cx.commands.push(FoundersCommand::Tell("The score track was confirmed.".to_owned()));
    }
    if ui.add(button("No…")).clicked() {
        cx.commands.push(FoundersCommand::Menu(Menu::Audit));
    }
    if ui.add(button("Later")).clicked() {
        memory.put_off = Some(vote);
    }
}
