//! The dispute page: everything about one disputed entry, on a sheet for the table.

use maud::{Markup, html};

use super::page::{earlier_entries, figure, page, tick_box};
use super::{PagePainter, PageSubject};
use components::square::Square;
use drawing::{Overlay, PaymentLine};
use narration::receipt::{CascadePayment, EffectLine, Receipt, payments};
use narration::sentence::sentence;
use narration::table_instructions::instructions;
use narration::{NamedGame, refusal};
use notation::print_action;
use rules::Game;
use rules::action::ActionKind;
use rules::game::Played;
use rules::illegal::CheckOutcome;
use rules::rulebook::TableOption;

/// The number of earlier entries listed for context.
const ENTRIES_BEFORE: usize = 5;

/// Returns the page about the subject's entry: the board before and after, the moves on the table,
/// the receipt, every rule that was checked, and the rulings in force. `None` for the start and
/// beyond the end.
pub fn dispute_page(subject: PageSubject<'_>, pen: &dyn PagePainter) -> Option<String> {
    let id = subject.journal.on_main_line(subject.at)?;
    let entry = subject.journal.entry(id);
    let (before, played) = journal::played(subject.journal, id)?;
    let before = subject.named_game(&before);
    let receipt = Receipt::of(before, &played);
    let steps = instructions(before, &played);
    let moved: Vec<Square> = steps.iter().flat_map(|step| step.squares.clone()).collect();
    // Paper has no animation, so numbers show the order.
    let payments = pay_lines(&played);
    let overlay = Overlay { placed: moved, payments, numbered: true, ..Overlay::default() };
    let body = html! {
        p { code { (print_action(before.game(), &played.action)) } }
        @if !entry.comment().is_empty() { p { "Comment: " (entry.comment()) } }
        (overruled(&played))
        div.pair {
            (figure("Before", &pen.board(before.game(), &Overlay::default())))
            (figure("After", &pen.board(&played.game, &overlay)))
        }
        (scores(before.game(), before.with_game(&played.game)))
        h2 { "What moved on the table" }
        @if steps.is_empty() { p { "Nothing moved." } }
        ul { @for step in &steps { (tick_box(&step.text)) } }
        h2 { "Receipt" }
        @if receipt.lines.is_empty() { p { "It set off nothing." } }
        (tree(&receipt.lines))
        h2 { "Rules checked" }
        (checks(before, &played))
        div.together {
            h2 { "Rulings in force" }
            (rulings(before.game()))
        }
        (earlier_entries_section(subject))
    };
    let below = [
        subject.name(),
        subject.subtitle(),
        format!(
            "Entry {} of {}, turn {}",
            subject.at,
            subject.journal.main_line().len(),
            before.game().turn_number()
        ),
    ];
    Some(page(&receipt.heading, &below, &body))
}

/// Returns the note that the table overruled the rules or set the record right, with the reason.
fn overruled(played: &Played) -> Markup {
    let kind = &played.action.kind;
    let (what, reason) = if let ActionKind::Overrule { reason, .. } = kind {
        ("The table overruled the rules", reason)
    } else if let ActionKind::Adjust { reason, .. } = kind {
        ("The record was set right", reason)
    } else {
        return html! {};
    };
    html! { p { strong { (what) ": " } (reason) } }
}

/// Returns a table of points and money before and after.
fn scores(before: &Game, after: NamedGame<'_>) -> Markup {
    html! {
        table {
            thead { tr { th { "" } @for p in after.game().players() { th { (after.label(p)) } } } }
            tbody {
                @for (name, game) in [("Points before", before), ("Points after", after.game())] {
                    tr { td { (name) } @for p in game.players() { td { (game.points(p)) } } }
                }
                @for (name, game) in [("Money before", before), ("Money after", after.game())] {
                    tr { td { (name) } @for p in game.players() { td { (game.money(p)) } } }
                }
            }
        }
    }
}

fn tree(lines: &[EffectLine]) -> Markup {
    html! {
        ul.tree {
            @for line in lines {
                li {
                    (line.text)
                    @if let Some(rule) = line.rule { span.muted { " (" (rule.number()) ")" } }
                    @if !line.children.is_empty() { (tree(&line.children)) }
                }
            }
        }
    }
}

fn checks(before: NamedGame<'_>, played: &Played) -> Markup {
    let checks = before.game().checklist(&played.action);
    html! {
        @if checks.is_empty() { p { "None: no rule applies." } }
        ul {
            @for check in &checks {
                @let verdict = match &check.outcome {
                    CheckOutcome::Passed => "holds".to_owned(),
                    CheckOutcome::Failed(illegal) => {
                        format!("does not hold: {}", refusal::message(before, illegal))
                    }
                    CheckOutcome::CannotTell(fact) => format!("cannot tell: {fact} is unknown"),
                };
                li {
                    (check.rule.number()) " (" (check.rule.section()) "): "
                    (check.rule.summary()) " " strong { (verdict) }
                }
            }
        }
    }
}

/// Returns the rulings that a table may choose, with the choices of this table.
fn rulings(game: &Game) -> Markup {
    html! {
        ul {
            @for option in TableOption::ALL {
                li {
                    (option.ruling()) ": "
                    @if game.options().contains(option) {
                        (option.sentence()) " " strong { "In force." }
                    } @else {
                        "as the digest says. "
                        span.muted { "Not in force: " (option.sentence()) }
                    }
                }
            }
        }
    }
}

/// Returns the entries before the disputed one.
fn earlier_entries_section(subject: PageSubject<'_>) -> Markup {
    let first = subject.at.saturating_sub(ENTRIES_BEFORE).max(1);
    let mut lines = Vec::new();
    journal::replay(subject.journal, first..=subject.at - 1, |number, before, played| {
        lines.push(format!("{number}. {}", sentence(subject.named_game(before), played)));
    });
    earlier_entries(&lines)
}

fn pay_lines(played: &Played) -> Vec<PaymentLine> {
    payments(played)
        .into_iter()
        .map(|CascadePayment { path, parent }| PaymentLine {
            from: path.from,
            route: path.squares(&played.game).unwrap_or_default(),
            to: path.to,
            points: path.points,
            kept: path.kept,
            player: path.to_player.player(),
            parent,
        })
        .collect()
}
