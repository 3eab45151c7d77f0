//! The score page of a scenario that has ended: the gains of each character, and the entries that
//! they come from.

use maud::{Markup, html};
use plain_text::{agreeing, capitalized, counted, remarks};

use super::page::page;
use super::scenario::ScenarioSubject;
use ::scenario::Record;
use ::scenario::dungeon::GAINS;
use ::scenario::record::{events, receipt_of};
use ::scenario::sentence::action_sentence;
use scenario_rules::action::Action;
use scenario_rules::ending::{CharacterGains, ScenarioSummary};
use scenario_rules::event::EventKind;
use scenario_rules::figure::HitPoints;
use scenario_rules::names::FigureId;
use scenario_rules::{Game, Rule};

/// The rules that decide the gains.
const RULES: [Rule; 5] =
    [Rule::LevelNumbers, Rule::ScenarioEnd, Rule::FinalGains, Rule::BattleGoals, Rule::Rewards];

/// A change of the experience, tokens or loot of a character.
struct ScoreGain {
    figure: FigureId,
    /// The number of the entry.
    entry: usize,
    /// The round in which it was played.
    round: u16,
    words: String,
}

/// Returns the score page of a scenario after the subject's entry; `None` beyond the end of the
/// record, and as long as the scenario is played.
///
/// It has the gains of each character with their parts, the entries that they come from, and the
/// receipt of the end.
pub fn scenario_score_page(subject: ScenarioSubject<'_>) -> Option<String> {
    let ScenarioSubject { record, at } = subject;
    let game = record.game_at(at)?;
    let summary = game.summary()?;
    let gains = gains(record, at);
    let rounds = counted(summary.rounds, "round", "rounds");
    let level = summary.level;
    let mut place = format!(
        "{} after {rounds}, at level {}: a money token is worth {} gold, and success brings {} \
         experience.",
        capitalized(summary.ending.word()),
        level.level,
        level.gold,
        level.experience
    );
    if game.position().dungeon().is_some() {
        place = format!("{place} {GAINS}");
    }
    let body = html! {
        (scores(&game, &summary))
        div.share {
            @for of in &summary.characters { (sources(&game, of.figure, &gains)) }
        }
        (end(record, at))
        div.together {
            h2 { "Rules" }
            @for rule in RULES {
                p {
                    strong { (rule.number()) " " (rule.title()) } ": " (rule.summary())
                    span.muted { " (\"" (rule.section()) "\")" }
                }
            }
        }
    };
    let title = format!("Score: {}", subject.name());
    Some(page(&title, &subject.about(place), &body))
}

/// Returns the table with a column for each character.
fn scores(game: &Game, summary: &ScenarioSummary) -> Markup {
    let characters = &summary.characters;
    let row = |name: &str, is_total: bool, cell: &dyn Fn(&CharacterGains) -> String| {
        html! {
            tr.total[is_total] {
                th { (name) }
                @for of in characters { td { (cell(of)) } }
            }
        }
    };
    let layout = game.position().layout();
    html! {
        table.scores {
            thead {
                tr { th { "" } @for of in characters { th { (game.position().name_of(of.figure)) } } }
            }
            tbody {
                (row("Experience gained", false, &|of| of.experience.to_string()))
                (row("For success", false, &|of| of.bonus.to_string()))
                (row("Experience", true, &|of| of.total_experience().to_string()))
                (row("Money tokens", false, &|of| of.tokens.to_string()))
                (row("Gold for each", false, &|of| of.gold_per_token.to_string()))
                (row("Gold", true, &|of| of.gold().to_string()))
                (row("Checkmarks", false, &|of| {
                    of.checkmarks.map_or_else(|| "–".to_owned(), |marks| marks.to_string())
                }))
                (row("Looted", false, &|of| {
                    let marks = layout.looted_by(of.figure).map(|mark| mark.to_string());
                    dash_if_empty(&marks.collect::<Vec<_>>())
                }))
                (row("Rewards", false, &|of| {
                    let own = summary.rewards.iter().filter(|reward| reward.figure == of.figure);
                    dash_if_empty(&own.map(|reward| reward.text.clone()).collect::<Vec<_>>())
                }))
                (row("At the end", false, &|of| fate(game, of)))
            }
        }
    }
}

/// Lists items, or returns a dash.
fn dash_if_empty(items: &[String]) -> String {
    if items.is_empty() { "–".to_owned() } else { remarks(items) }
}

/// Returns the state of a character at the end.
fn fate(game: &Game, of: &CharacterGains) -> String {
    if of.is_dead {
        return "dead: it keeps nothing".to_owned();
    }
    if game.position().layout().is_exhausted(of.figure) {
        return "exhausted".to_owned();
    }
    match game.position().get(of.figure).map(|figure| figure.hit_points) {
        Some(Some(HitPoints { current, max })) => {
            format!("{current} of {}", counted(max, "hit point", "hit points"))
        }
        Some(None) => "on the map".to_owned(),
        None => "left the map".to_owned(),
    }
}

/// Returns the changes of experience, tokens and loot before an entry, in order.
fn gains(record: &Record, at: usize) -> Vec<ScoreGain> {
    let mut gains = Vec::new();
    for entry in 1..=at {
        let mut add = |figure, words: String| {
            let round = record.game_at(entry - 1).map_or(0, |game| game.round());
            gains.push(ScoreGain { figure, entry, round, words });
        };
        for event in events(record, entry) {
            match &event.kind {
                EventKind::Purse { from, to } => {
                    let experience = i32::from(to.experience) - i32::from(from.experience);
                    let tokens = i32::from(to.tokens) - i32::from(from.tokens);
                    let token = agreeing(tokens, "token", "tokens");
                    let changes = [(experience, "experience"), (tokens, token)];
                    for (change, what) in changes.into_iter().filter(|(change, _)| *change != 0) {
                        add(to.figure, format!("{change:+} {what}").replace('-', "−"));
                    }
                }
                EventKind::Looted(looted) => add(looted.figure, looted.mark.to_string()),
                EventKind::BattleGoal(goal) => {
                    add(goal.figure, counted(goal.checkmarks, "checkmark", "checkmarks"));
                }
                EventKind::Rewarded(reward) => add(reward.figure, reward.text.clone()),
                _ => {}
            }
        }
    }
    gains
}

/// Returns the entries from which the gains of a character come.
fn sources(game: &Game, figure: FigureId, gains: &[ScoreGain]) -> Markup {
    let own: Vec<&ScoreGain> = gains.iter().filter(|gain| gain.figure == figure).collect();
    html! {
        section.part {
            h3 { (game.position().name_of(figure)) }
            @if own.is_empty() { p { "Nothing was gained." } }
            ul {
                @for ScoreGain { entry, round, words, .. } in own {
                    li { (words) span.muted { " (entry " (entry) ", round " (round) ")" } }
                }
            }
        }
    }
}

/// Returns the entry that ended the scenario, with its receipt.
fn end(record: &Record, at: usize) -> Markup {
    let is_end = |entry: &usize| {
        record.action(*entry).is_some_and(|judged| matches!(judged.action, Action::End(_)))
    };
    let Some(entry) = (1..=at).rev().find(is_end) else { return html! {} };
    let steps = receipt_of(record, entry);
    html! {
        div.together {
            h2 { "The end" }
            p { "Entry " (entry) ": " (action_sentence(record, entry).unwrap_or_default()) }
            pre { @for step in &steps { (step.text()) "\n" } }
        }
    }
}
