//! The outcome of an action for every player, or the reasons against it.

use egui::{Button, RichText, Ui};
use plain_text::{counted, sentence};

use crate::unverified_view::{fact_link_ui, misread_ui, unverified_ui};
use components::fact_id::{FactId, SquareField};
use components::quantity::Quantity;
use components::specs::Terrain;
use narration::{NamedGame, PlayerNaming, refusal, words};
use rules::action::{Action, ActionKind};
use rules::game::{COMPLETIONS_TO_END, Played};
use rules::illegal::{CheckOutcome, RuleCheck};
use rules::moves::ActionEffects;
use rules::receipt::Event;
use rules::sub_action::SubAction;
use rules::{Game, Refusal};
use table::squares::first_square_of;
use ui_board::command::FoundersCommand;
use ui_board::pieces::signed_amount;
use ui_kit::icons::{Icon, icon_ui};
use ui_kit::queue::CommandQueue;
use ui_kit::theme::{space, text, theme, touch};
use ui_kit::widgets::{DecisivePart, ROW_HEIGHT, body, caption, decisive_ui, lead, mark};
use ui_menu::Menu;
use ui_tiles::terrain_ui;

/// Width of the button that overrules a refusal.
const OVERRULE: f32 = 128.0;
/// Height of that button in a narrow column.
const LOW_OVERRULE: f32 = 34.0;
/// Width of the column next to the reasons.
const OVERRULE_COLUMN: f32 = 168.0;
/// Number of reasons above which they are set small.
const MANY: usize = 4;
/// Width below which the reasons take all of it.
const NARROW: f32 = 400.0;

/// Draws the change of every player's points and money, deliveries and completions, and the facts
/// taken on trust for them.
pub fn outlook_ui(
    ui: &mut Ui,
    played: &Played,
    naming: PlayerNaming,
    on_trust: &[FactId],
    commands: &CommandQueue<FoundersCommand>,
) {
    decisive_ui(ui, DecisivePart::Outcome, |ui| changes_ui(ui, played, naming));
    if !on_trust.is_empty() {
        decisive_ui(ui, DecisivePart::Outcome, |ui| unverified_ui(ui, on_trust, commands));
    }
}

fn changes_ui(ui: &mut Ui, played: &Played, naming: PlayerNaming) {
    let theme = theme(ui);
    let effects = ActionEffects::of(played);
    let named = NamedGame::new(&played.game, naming);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = space::M;
        for player in named.game().players() {
            let changes = Quantity::ALL.map(|what| (what, effects.change(player, what)));
            if changes.iter().all(|(_, by)| *by == 0) {
                continue;
            }
            body(named.label(player)).ui(ui);
            for (what, by) in changes {
                if by != 0 {
                    let color = if by > 0 { theme.good } else { theme.bad };
                    lead(amount_with_unit(what, by)).tinted(color).ui(ui);
                }
            }
        }
        if effects.lost.0 != 0 {
            body(format!("{} lost to neutral", effects.lost.0)).muted().ui(ui);
        }
        for &(resource, building) in &effects.deliveries {
            let contents = named.game().contents();
            ui.label(format!(
                "{} delivered to {}",
                contents.resource_name(resource),
                contents.building_name(building)
            ));
        }
        for &building in &effects.completed {
            let name = named.game().contents().building_name(building);
            body(format!("{name} completed")).good().ui(ui);
        }
        for event in &played.events {
            if let Event::Remark(remark) = event {
                let text = sentence(&words::remark(named.game(), remark));
                body(format!("{text} Rule {}.", remark.rule().number())).muted().ui(ui);
            }
        }
        if !effects.completed.is_empty() && named.game().completed() >= COMPLETIONS_TO_END {
            body("The game ends after this turn").accent().ui(ui);
        }
    });
}

/// Formats a change with its sign and its unit, to stand alone.
fn amount_with_unit(what: Quantity, by: i32) -> String {
    let by_sign = signed_amount(what, by);
    match what {
        Quantity::Money => by_sign,
        Quantity::Points => counted(by_sign, "point", "points"),
        Quantity::Income | Quantity::Fleeting | Quantity::Lasting => {
            format!("{by_sign} {}", what.name())
        }
    }
}

/// Checks if the table can play an action that the rules refuse for certain.
pub(crate) fn can_overrule(named: NamedGame<'_>, action: &Action, refusal: &Refusal) -> bool {
    !refusal.reasons.is_empty()
        && refusal.reasons.iter().all(|reason| reason.illegal.can_be_overruled())
        && allows_overrule(named.game(), action, "the table")
}

/// Checks if the game accepts an action that is overruled for this reason.
fn allows_overrule(game: &Game, action: &Action, reason: &str) -> bool {
    let (action, reason) = (Box::new(action.clone()), reason.to_owned());
    game.play(&ActionKind::Overrule { action, reason }.into()).is_ok()
}

/// Draws every check that is not passed, a line each: the problem, the remedy, the rule; and the
/// button that overrules it.
pub fn reasons_ui(
    ui: &mut Ui,
    named: NamedGame<'_>,
    action: &Action,
    checks: &[RuleCheck],
    commands: &CommandQueue<FoundersCommand>,
) {
    let is_overrulable = checks.iter().all(|check| match &check.outcome {
        CheckOutcome::Failed(illegal) => illegal.can_be_overruled(),
        CheckOutcome::Passed | CheckOutcome::CannotTell(_) => true,
    });
    let misses_fact =
        checks.iter().any(|check| matches!(check.outcome, CheckOutcome::CannotTell(_)));
    // A missing fact that only the permission depends on can be taken on trust.
    let offers =
        is_overrulable && (!misses_fact || allows_overrule(named.game(), action, "on trust"));
    // The button is next to the first reason, in reach however low the panel is; a narrow column is
    // too narrow for it there.
    let is_narrow = ui.available_width() < NARROW;
    let misread = |ui: &mut Ui, commands: &CommandQueue<FoundersCommand>| {
        if !misses_fact {
            misread_ui(ui, || rests_on(named.game(), action), commands);
        }
    };
    if is_narrow && offers {
        overrule_ui(ui, LOW_OVERRULE, action, commands);
        close_lines(ui, true);
        each_reason_ui(ui, named, checks, builds(action), commands);
        misread(ui, commands);
        return;
    }
    ui.horizontal_top(|ui| {
        let reserved = if offers { OVERRULE_COLUMN + space::S } else { 0.0 };
        ui.vertical(|ui| {
            close_lines(ui, are_small(ui, checks));
            ui.set_width(ui.available_width() - reserved);
            each_reason_ui(ui, named, checks, builds(action), commands);
            if !offers {
                misread(ui, commands);
            }
            if !is_overrulable && !misses_fact {
                let text = "The record cannot hold this. If the table differs from it, set the record right first.";
                let response = body(text).muted().ui(ui);
                mark(ui, DecisivePart::Reason, response.rect);
            }
        });
        if offers {
            // Next to the reasons, which are one below the other.
            ui.vertical(|ui| {
                ui.spacing_mut().item_spacing.y = space::XS;
                overrule_ui(ui, touch::TARGET, action, commands);
                ui.spacing_mut().interact_size.y = ROW_HEIGHT;
                misread(ui, commands);
            });
        }
    });
}

/// Checks if reasons are set small: in a narrow column, or if there are many.
fn are_small(ui: &Ui, checks: &[RuleCheck]) -> bool {
    let failed = checks.iter().filter(|check| check.outcome != CheckOutcome::Passed);
    ui.available_width() < NARROW || failed.count() > MANY
}

/// Tightens the lines so that all reasons are in view without a higher panel.
fn close_lines(ui: &mut Ui, are_small: bool) {
    let spacing = ui.spacing_mut();
    spacing.interact_size.y = if are_small { text::BODY } else { text::LEAD };
    spacing.item_spacing.y = if are_small { 0.0 } else { space::XS / 2.0 };
}

/// Draws the button that overrules a refusal.
fn overrule_ui(
    ui: &mut Ui,
    height: f32,
    action: &Action,
    commands: &CommandQueue<FoundersCommand>,
) {
    let button = ui.add_sized(egui::vec2(OVERRULE, height), Button::new("Do it anyway…"));
    mark(ui, DecisivePart::Overrule, button.rect);
    if button.clicked() {
        commands.push(FoundersCommand::AskOverrule(action.clone()));
    }
}

/// Returns the facts that the judgement of an action rests on, the land of its square last.
fn rests_on(game: &Game, action: &Action) -> Vec<FactId> {
    let mut facts = game.facts_behind(action);
    facts.extend(
        first_square_of(game, action)
            .map(|square| game.board().fact_of_square(SquareField::Terrain, square)),
    );
    facts
}

/// Returns `true` if an action builds a resource.
fn builds(action: &Action) -> bool {
    fn any(sub_actions: &[SubAction]) -> bool {
        sub_actions.iter().any(|sub_action| match sub_action {
            SubAction::Worker(_, sub_actions) => any(sub_actions),
            sub_action => matches!(sub_action, SubAction::Build(_)),
        })
    }
    any(action.kind.sub_actions())
}

/// Draws the link to Paths, which list the missing steps to a building.
pub fn how_to_build_ui(ui: &mut Ui, commands: &CommandQueue<FoundersCommand>) {
    if ui.link("How could I build this?").on_hover_text("Paths lists the steps.").clicked() {
        commands.push(FoundersCommand::Menu(Menu::Inspector));
    }
}

/// Draws the reasons, a line each; offers Paths if `builds` is set.
pub fn each_reason_ui(
    ui: &mut Ui,
    named: NamedGame<'_>,
    checks: &[RuleCheck],
    builds: bool,
    commands: &CommandQueue<FoundersCommand>,
) {
    let theme = theme(ui);
    let mut leads_to_paths = builds;
    let are_small = are_small(ui, checks);
    let words = |text: String| if are_small { caption(text).plain() } else { body(text) };
    for check in checks {
        let (sign, color, reason, remedy) = match &check.outcome {
            CheckOutcome::Passed => continue,
            CheckOutcome::Failed(illegal) => {
                let remedy = refusal::remedy(named, illegal);
                (Icon::Forbidden, theme.bad, refusal::message(named, illegal), remedy)
            }
            CheckOutcome::CannotTell(fact) => {
                (Icon::Question, theme.muted, fact.unknown_clause(), None)
            }
        };
        let line = ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = space::S;
            icon_ui(ui, sign, if are_small { text::BODY } else { text::LEAD }, color);
            words(sentence(&reason)).tinted(color).ui(ui);
            let remedy = remedy.filter(|remedy| !reason.contains(remedy));
            if let Some(remedy) = &remedy {
                words(format!("Would help: {remedy}.")).ui(ui);
            }
            let text = format!("{reason} {}", remedy.unwrap_or_default());
            for terrain in terrains_in(&text) {
                terrain_ui(ui, terrain, terrain.name());
            }
            if let Some(fact) = check.missing_fact() {
                fact_link_ui(ui, "Enter it…", fact, commands);
            }
            let rule = format!("{} {}", check.rule.number(), check.rule.section());
            let size = if are_small { text::SMALL } else { text::BODY };
            let link = ui.link(RichText::new(rule).size(size));
            if link.clicked() {
                commands.push(FoundersCommand::OpenRule(check.rule));
            }
            // Next to the first reason, in reach however low the panel is.
            if std::mem::take(&mut leads_to_paths) {
                how_to_build_ui(ui, commands);
            }
        });
        mark(ui, DecisivePart::Reason, line.response.rect);
    }
}

/// Iterates over the terrains that a text names.
fn terrains_in(text: &str) -> impl Iterator<Item = Terrain> {
    Terrain::ALL.into_iter().filter(move |terrain| {
        text.split(|letter: char| !letter.is_alphabetic()).any(|word| word == terrain.name())
    })
}

#[cfg(test)]
mod tests {
    use notation::record::read_record;

    use super::*;
    use rules::illegal::Illegal;
    use table::examples::example;

    #[test]
    fn the_terrains_of_a_reason_are_found_by_their_names() {
        let illegal = Illegal::FollowTerrain { squares: Vec::new() };
        let text = example("four-founders.founders").expect("it is there").text;
        let journal = read_record(text.as_bytes()).record.expect("it can be read");
        let reason = refusal::message(NamedGame::by_race(journal.game()), &illegal);
        let found: Vec<Terrain> = terrains_in(&reason).collect();
        assert_eq!(found, [Terrain::Entrance, Terrain::Coastal]);
        assert_eq!(terrains_in("the entrances are centrally heated").count(), 0);
    }

    #[test]
    fn changes_stand_alone_with_sign_and_unit() {
        assert_eq!(amount_with_unit(Quantity::Points, 1), "+1 point");
        assert_eq!(amount_with_unit(Quantity::Points, -2), "−2 points");
        assert_eq!(amount_with_unit(Quantity::Money, -1), "−$1");
        assert_eq!(amount_with_unit(Quantity::Income, 1), "+1 income");
    }
}
