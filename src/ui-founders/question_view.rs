//! A choice that the rules leave to a player, each option with its effect on everybody.

use egui::{Align2, Rect, Role, Sense, Ui, pos2, vec2};
use plain_text::capitalized;

use journal::EntryId;
use memo::Memo;
use narration::NamedGame;
use narration::pending::choice;
use rules::action::{Action, ActionKind, RuleChoice};
use rules::question::{ChoiceOption, Question};
use rules::task::Task;
use ui_board::Cx;
use ui_board::command::FoundersCommand;
use ui_board::pieces::{paint_player_badge, player_badge_ui};
use ui_kit::theme::{RADIUS, space, theme, touch};
use ui_kit::widgets::{
    DecisivePart, body, group_ui, hairline_ui, lead, left_of, mark, name_as, paint_focus, paint_in,
    signed,
};

/// Width of the effect on one player.
const EFFECT: f32 = 74.0;

/// The cached question of one record.
#[derive(Default)]
pub struct QuestionMemory {
    question: Memo<EntryId, Option<Question>>,
}

/// Draws the question that the game waits for; returns `true` if there is one.
pub fn question_view_ui(ui: &mut Ui, cx: Cx<'_>, memory: &mut QuestionMemory) -> bool {
    let question = memory.question.of(cx.table.journal().here(), || match cx.table.task() {
        Some(Task::Choose(question)) => Some(question),
        Some(_) | None => None,
    });
    let Some(question) = question else {
        return false;
    };
    let named = cx.table.named_game_now();
    let chooser = named.label(question.chooser);
    ui.horizontal(|ui| {
        player_badge_ui(ui, named, question.chooser, touch::ICON);
        let text = format!("{chooser} chooses {}", subject_of(question));
        let response = lead(text).bold().ui(ui);
        mark(ui, DecisivePart::Question, response.rect);
    });
    for (index, option) in question.options.iter().enumerate() {
        if index > 0 {
            hairline_ui(ui);
        }
        // Names of resources are capitalized already; this is for packs that do not.
        let text = capitalized(&choice(named.game(), option.choice));
        let is_pressed = group_ui(ui, text.clone(), |ui| option_ui(ui, named, option, &text));
        if is_pressed && !cx.table.is_past() {
            let kind = ActionKind::Choose { player: question.chooser };
            cx.commands
                .push(FoundersCommand::Play(vec![Action { kind, choices: vec![option.choice] }]));
        }
    }
    true
}

/// Returns the subject of the question.
fn subject_of(question: &Question) -> &'static str {
    match question.options.first().map(|option| option.choice) {
        Some(RuleChoice::Source { .. }) => "which tile supplies it",
        Some(RuleChoice::Delivery { .. }) => "which delivery comes next",
        None => "",
    }
}

/// Draws an option as a button, its text above, its effect on every player below; returns `true` if
/// it is pressed.
fn option_ui(ui: &mut Ui, named: NamedGame<'_>, option: &ChoiceOption, text: &str) -> bool {
    let theme = theme(ui);
    let width = ui.available_width();
    let inner = width - 2.0 * space::S;
    let words = body(text).bold().wrapped(ui, inner);
    let effects: Vec<(Option<_>, String)> = named
        .game()
        .players()
        .map(|player| {
            let all = option.outcomes.iter().map(|gains| gains.points[player].0);
            (Some(player), range_text(all))
        })
        .chain({
            let lost = option.outcomes.iter().map(|gains| gains.lost.0);
            let is_any = lost.clone().any(|lost| lost != 0);
            is_any.then(|| (None, format!("{} lost", range_text(lost).replace('+', ""))))
        })
        .chain(option.is_truncated.then(|| (None, "or more, or less".to_owned())))
        .collect();
    let columns = ((inner / EFFECT).floor()).max(1.0);
    let mut rows = 1.0_f32;
    let mut column = 0.0_f32;
    for _ in 1..effects.len() {
        column += 1.0;
        if column >= columns {
            (rows, column) = (rows + 1.0, 0.0);
        }
    }
    let height = words.size().y + space::XS + rows * touch::ICON + 2.0 * space::XS;
    let size = vec2(width, height.max(touch::TARGET));
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    mark(ui, DecisivePart::Choice, rect);
    let mut name = text.to_owned();
    for (player, effect) in &effects {
        let player = player.map(|player| format!("{} ", named.label(player))).unwrap_or_default();
        name = format!("{name}, {player}{effect}");
    }
    name_as(&response, Role::Button, &name);
    let fill = if response.hovered() { theme.hover } else { theme.sunken };
    ui.painter().rect_filled(rect, RADIUS, fill);
    paint_focus(ui, rect, &response);
    let corner = rect.min + vec2(space::S, space::XS);
    let mut top = corner.y + words.size().y + space::XS;
    ui.painter().galley(corner, words, theme.ink);
    let mut left = corner.x;
    for (player, effect) in effects {
        if left > corner.x && left + EFFECT > rect.right() {
            (left, top) = (corner.x, top + touch::ICON);
        }
        let cell = Rect::from_min_size(pos2(left, top), vec2(EFFECT, touch::ICON));
        let color = match (effect.as_str(), effect.starts_with('−')) {
            ("0", _) => theme.muted,
            (_, true) => theme.bad,
            (_, false) if player.is_none() => theme.muted,
            (_, false) => theme.good,
        };
        if let Some(player) = player {
            let badge = left_of(cell, touch::ICON).shrink(2.0);
            paint_player_badge(ui.painter(), badge, named.game(), player);
        }
        let galley = body(effect).tinted(color).lay(ui);
        let behind = match player {
            Some(_) => cell.with_min_x(cell.left() + touch::ICON + space::XS),
            None => cell,
        };
        paint_in(ui.painter(), behind, Align2::LEFT_CENTER, galley);
        left += EFFECT;
    }
    response.clicked()
}

/// Formats one number, or the range of numbers if they depend on a later choice.
fn range_text(all: impl Iterator<Item = i32> + Clone) -> String {
    let least = all.clone().min().unwrap_or_default();
    let most = all.max().unwrap_or_default();
    if least == most { signed(least) } else { format!("{} to {}", signed(least), signed(most)) }
}

#[cfg(test)]
mod tests {
    use super::range_text;

    #[test]
    fn an_effect_that_depends_on_a_later_choice_is_a_range() {
        assert_eq!(range_text([2, 2].into_iter()), "+2");
        assert_eq!(range_text([3, -1].into_iter()), "−1 to +3");
        assert_eq!(range_text([0].into_iter()), "0");
    }
}
