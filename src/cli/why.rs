//! `why`: the full checklist for a move.

use std::path::Path;

use super::answer::{CommandOutput, CommandResult};
use super::json;
use super::record::Record;
use narration::{NamedGame, PlayerNaming, refusal};
use notation::{ParseError, learn_lines, parse_action, print_action};
use rules::Game;
use rules::illegal::{CheckOutcome, RuleCheck};

pub(super) fn answer(path: &Path, at: Option<usize>, text: &str, json: bool) -> CommandResult {
    let (record, at) = Record::open_at(path, at)?;
    let game = record.game_at(at);
    let action = parse_action(&game, text).map_err(|error| {
        record.with_record_notes(CommandOutput::unusable(no_move(text, &error)))
    })?;
    let mut checks = game.checklist(&action);
    // Violations first, as players look for them; otherwise in the order of the rules.
    checks.sort_by_key(|check| check.outcome == CheckOutcome::Passed);
    let outcome = game.play(&action);
    let (verdict, gains, text) = match &outcome {
        Ok(played) => (
            json::Verdict::Allowed,
            Some(json::Gains::of(played, PlayerNaming::Races)),
            print_action(&game, &played.action),
        ),
        Err(refusal) => {
            let verdict = if refusal.cannot_tell() {
                json::Verdict::CannotTell
            } else {
                json::Verdict::Refused
            };
            (verdict, None, print_action(&game, &action))
        }
    };
    let why = json::Why {
        at,
        action: text,
        verdict,
        learn: learn_lines(
            &game,
            &game.facts_to_read(checks.iter().filter_map(RuleCheck::missing_fact)),
        ),
        checks: checks.iter().map(|check| check_data(&game, check)).collect(),
        gains,
    };
    Ok(record.with_record_notes(CommandOutput::json_or_lines(&why, json, lines)))
}

/// Returns a message about a move that cannot be parsed, with a mark below the error.
fn no_move(text: &str, error: &ParseError) -> String {
    let shown: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let mark = " ".repeat(error.column.saturating_sub(1).min(shown.chars().count()));
    // A long line would push the mark out of sight.
    if shown.chars().count() > 200 {
        return format!("the move cannot be read: {error}");
    }
    format!("the move cannot be read: {error}\n  {shown}\n  {mark}^")
}

fn check_data(game: &Game, check: &RuleCheck) -> json::Check {
    let (outcome, message, squares, remedy, fact) = match &check.outcome {
        CheckOutcome::Passed => (json::Outcome::Passed, None, Vec::new(), None, None),
        CheckOutcome::Failed(illegal) => {
            let squares = illegal.squares().iter().map(ToString::to_string).collect();
            let named = NamedGame::by_race(game);
            let message = Some(refusal::message(named, illegal));
            (json::Outcome::Failed, message, squares, refusal::remedy(named, illegal), None)
        }
        CheckOutcome::CannotTell(fact) => {
            let message = fact.unknown_clause();
            (json::Outcome::CannotTell, Some(message), Vec::new(), None, Some(fact.to_string()))
        }
    };
    json::Check {
        outcome,
        rule: check.rule.number().to_owned(),
        section: check.rule.section().to_owned(),
        summary: check.rule.summary().to_owned(),
        message,
        squares,
        remedy,
        fact,
    }
}

fn lines(why: &json::Why) -> Vec<String> {
    let verdict = match why.verdict {
        json::Verdict::Allowed => "allowed",
        json::Verdict::Refused => "not allowed",
        json::Verdict::CannotTell => "cannot tell",
    };
    let mut lines = vec![format!("{}: {verdict}, after entry {}", why.action, why.at)];
    if let Some(gains) = &why.gains {
        let gains = gains.line();
        if !gains.is_empty() {
            lines.push(format!("  comes to: {gains}"));
        }
    }
    for check in &why.checks {
        let outcome = match check.outcome {
            json::Outcome::Passed => "passed",
            json::Outcome::Failed => "FAILED",
            json::Outcome::CannotTell => "CANNOT TELL",
        };
        lines.push(format!(
            "  {outcome:<11}  {:<5} {}  (rulebook, \"{}\")",
            check.rule, check.summary, check.section
        ));
        let indent = " ".repeat(21);
        lines.extend(check.message.iter().map(|message| format!("{indent}{message}")));
        if !check.squares.is_empty() {
            lines.push(format!("{indent}squares: {}", check.squares.join(" ")));
        }
        // Many messages end with the remedy already; it is not repeated.
        if let Some(remedy) = &check.remedy
            && !lines.iter().any(|line| line.ends_with(remedy.as_str()))
        {
            lines.push(format!("{indent}what helps: {remedy}"));
        }
    }
    if !why.learn.is_empty() {
        lines.push("  What is missing is settled by:".to_owned());
        lines.extend(why.learn.iter().map(|line| format!("    {line}")));
    }
    lines
}
