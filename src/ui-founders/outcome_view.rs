//! What an action comes to for everybody, or why it is refused.

use egui::{Button, RichText, Ui};
use plain_text::{counted, sentence};

use crate::trust_view::{misread_ui, on_trust_ui, settle_ui};
use components::fact_id::{FactId, SquareField};
use components::quantity::Quantity;
use components::specs::Terrain;
use narration::{NamedGame, PlayerNaming, refusal, words};
use rules::action::{Action, Deed};
use rules::game::{COMPLETIONS_TO_END, Played};
use rules::illegal::{Check, Illegal, Outcome};
use rules::moves::Outlook;
use rules::receipt::Event;
use rules::sub_action::SubAction;
use rules::{Game, Refusal};
use table::squares::square_of;
use ui_board::command::FoundersCommand;
use ui_board::pieces::signed_in;
use ui_kit::icons::{Icon, icon_ui};
use ui_kit::queue::Queue;
use ui_kit::theme::{space, text, theme, touch};
use ui_kit::widgets::{Decisive, LINE, body, caption, decisive_ui, lead, mark};
use ui_menu::Menu;
use ui_tiles::terrain_ui;

/// Width of the button that overrules a refusal.
const OVERRULE: f32 = 128.0;
/// Its height in a narrow column.
const LOW_OVERRULE: f32 = 34.0;
/// Width of the column beside the reasons.
const ASIDE: f32 = 168.0;
/// More reasons than this are set small.
const MANY: usize = 4;
/// Below this width reasons have all of it.
const NARROW: f32 = 400.0;

/// Draws the change of every player's points and money, deliveries and completions, and what is
/// taken on trust for them.
pub fn outlook_ui(
    ui: &mut Ui,
    played: &Played,
    naming: PlayerNaming,
    on_trust: &[FactId],
    commands: &Queue<FoundersCommand>,
) {
    decisive_ui(ui, Decisive::Outcome, |ui| changes_ui(ui, played, naming));
    if !on_trust.is_empty() {
        decisive_ui(ui, Decisive::Outcome, |ui| on_trust_ui(ui, on_trust, commands));
    }
}

fn changes_ui(ui: &mut Ui, played: &Played, naming: PlayerNaming) {
    let theme = theme(ui);
    let outlook = Outlook::of(played);
    let named = NamedGame::new(&played.game, naming);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = space::M;
        for player in named.game().players() {
            let changes = Quantity::ALL.map(|what| (what, outlook.change(player, what)));
            if changes.iter().all(|(_, by)| *by == 0) {
                continue;
            }
            body(named.label(player)).ui(ui);
            for (what, by) in changes {
                if by != 0 {
                    let colour = if by > 0 { theme.good } else { theme.bad };
                    lead(signed_amount(what, by)).tinted(colour).ui(ui);
                }
            }
        }
        if outlook.lost.0 != 0 {
            body(format!("{} lost to neutral", outlook.lost.0)).muted().ui(ui);
        }
        for &(resource, building) in &outlook.deliveries {
            let contents = named.game().contents();
            ui.label(format!(
                "{} delivered to {}",
                contents.resource_name(resource),
                contents.building_name(building)
            ));
        }
        for &building in &outlook.completed {
            let name = named.game().contents().building_name(building);
            body(format!("{name} completed")).good().ui(ui);
        }
        for event in &played.events {
            if let Event::Remark(remark) = event {
                let said = sentence(&words::remark(named.game(), remark));
                body(format!("{said} Rule {}.", remark.rule().number())).muted().ui(ui);
            }
        }
        if !outlook.completed.is_empty() && named.game().completed() >= COMPLETIONS_TO_END {
            let ends = "The game ends after this turn";
            body(ends).accent().ui(ui);
        }
    });
}

/// A change with its sign and its unit, to stand alone.
fn signed_amount(what: Quantity, by: i32) -> String {
    let by_sign = signed_in(what, by);
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
    let overrules = || {
        let reason = "the table".to_owned();
        named
            .game()
            .play(&Deed::Overrule { action: Box::new(action.clone()), reason }.into())
            .is_ok()
    };
    !refusal.reasons.is_empty()
        && refusal.reasons.iter().all(|reason| reason.illegal.can_be_overruled())
        && overrules()
}

/// Draws every check that is not passed, a line each: what is wrong, what would help, the rule;
/// and the way to overrule it.
pub fn reasons_ui(
    ui: &mut Ui,
    named: NamedGame<'_>,
    action: &Action,
    checks: &[Check],
    commands: &Queue<FoundersCommand>,
) {
    let failed = checks.iter().filter_map(|check| match &check.outcome {
        Outcome::Failed(illegal) => Some(illegal),
        Outcome::Passed | Outcome::CannotTell(_) => None,
    });
    let is_overrulable = failed.clone().all(Illegal::can_be_overruled);
    let lacks_fact = checks.iter().any(|check| matches!(check.outcome, Outcome::CannotTell(_)));
    // What was put off is taken on trust where nothing but the permission hangs on it.
    let can_be_trusted = || {
        let (action, reason) = (Box::new(action.clone()), "on trust".to_owned());
        named.game().play(&Deed::Overrule { action, reason }.into()).is_ok()
    };
    let offers = is_overrulable && (!lacks_fact || can_be_trusted());
    // The button stands beside the first reason, where it is in reach however low the panel is; a
    // narrow column has no room for it there.
    let is_narrow = ui.available_width() < NARROW;
    let misread = |ui: &mut Ui, commands: &Queue<FoundersCommand>| {
        if !lacks_fact {
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
        let room = if offers { ASIDE + space::S } else { 0.0 };
        ui.vertical(|ui| {
            close_lines(ui, are_small(ui, checks));
            ui.set_width(ui.available_width() - room);
            each_reason_ui(ui, named, checks, builds(action), commands);
            if !offers {
                misread(ui, commands);
            }
            if !is_overrulable && !lacks_fact {
                let why = "The record cannot hold this. If the table differs from it, set the record right first.";
                let said = body(why).muted().ui(ui);
                mark(ui, Decisive::Reason, said.rect);
            }
        });
        if offers {
            // Beside the reasons, which have every line below each other.
            ui.vertical(|ui| {
                ui.spacing_mut().item_spacing.y = space::XS;
                overrule_ui(ui, touch::TARGET, action, commands);
                ui.spacing_mut().interact_size.y = LINE;
                misread(ui, commands);
            });
        }
    });
}

/// Checks if reasons are small: in a narrow column, and where they are many.
fn are_small(ui: &Ui, checks: &[Check]) -> bool {
    let failed = checks.iter().filter(|check| check.outcome != Outcome::Passed);
    ui.available_width() < NARROW || failed.count() > MANY
}

/// Sets lines so close that all reasons are in view without a higher panel.
fn close_lines(ui: &mut Ui, are_small: bool) {
    let spacing = ui.spacing_mut();
    spacing.interact_size.y = if are_small { text::BODY } else { text::LEAD };
    spacing.item_spacing.y = if are_small { 0.0 } else { space::XS / 2.0 };
}

/// The button that overrules a refusal.
fn overrule_ui(ui: &mut Ui, height: f32, action: &Action, commands: &Queue<FoundersCommand>) {
    let anyway = ui.add_sized(egui::vec2(OVERRULE, height), Button::new("Do it anyway…"));
    mark(ui, Decisive::Overrule, anyway.rect);
    if anyway.clicked() {
        commands.push(FoundersCommand::AskOverrule(action.clone()));
    }
}

/// What the judgement of an action rests on, the squares that it names at the end.
fn rests_on(game: &Game, action: &Action) -> Vec<FactId> {
    let mut facts = game.rests_on(action);
    let squares = square_of(game, action).into_iter();
    facts.extend(squares.map(|square| game.board().fact_of_square(SquareField::Terrain, square)));
    facts
}

/// Whether an action builds a resource.
fn builds(action: &Action) -> bool {
    fn any(sub_actions: &[SubAction]) -> bool {
        sub_actions.iter().any(|sub_action| match sub_action {
            SubAction::Worker(_, sub_actions) => any(sub_actions),
            sub_action => matches!(sub_action, SubAction::Build(_)),
        })
    }
    any(action.deed.sub_actions())
}

/// The way to Paths, which know what is missing for a building and how to come by it.
pub fn how_to_build_ui(ui: &mut Ui, commands: &Queue<FoundersCommand>) {
    if ui.link("How could I build this?").on_hover_text("Paths lists the steps.").clicked() {
        commands.push(FoundersCommand::Menu(Menu::Inspector));
    }
}

/// The reasons, a line each; Paths are offered for what `builds`.
pub fn each_reason_ui(
    ui: &mut Ui,
    named: NamedGame<'_>,
    checks: &[Check],
    builds: bool,
    commands: &Queue<FoundersCommand>,
) {
    let theme = theme(ui);
    let mut leads_to_paths = builds;
    let are_small = are_small(ui, checks);
    let words = |said: String| if are_small { caption(said).plain() } else { body(said) };
    for check in checks {
        let (sign, colour, reason, remedy) = match &check.outcome {
            Outcome::Passed => continue,
            Outcome::Failed(illegal) => {
                let remedy = refusal::remedy(named, illegal);
                (Icon::Forbidden, theme.bad, refusal::message(named, illegal), remedy)
            }
            Outcome::CannotTell(fact) => (Icon::Question, theme.muted, fact.not_known(), None),
        };
        let line = ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = space::S;
            icon_ui(ui, sign, if are_small { text::BODY } else { text::LEAD }, colour);
            words(sentence(&reason)).tinted(colour).ui(ui);
            let remedy = remedy.filter(|remedy| !reason.contains(remedy));
            if let Some(remedy) = &remedy {
                words(format!("Would help: {remedy}.")).ui(ui);
            }
            let said = format!("{reason} {}", remedy.unwrap_or_default());
            for terrain in terrains_in(&said) {
                terrain_ui(ui, terrain, terrain.name());
            }
            if let Some(fact) = check.lacks() {
                settle_ui(ui, "Enter it…", fact, commands);
            }
            let rule = format!("{} {}", check.rule.number(), check.rule.section());
            let size = if are_small { text::SMALL } else { text::BODY };
            let link = ui.link(RichText::new(rule).size(size));
            if link.clicked() {
                commands.push(FoundersCommand::OpenRule(check.rule));
            }
            // Beside the first reason, where it is in reach however low the panel is.
            if std::mem::take(&mut leads_to_paths) {
                how_to_build_ui(ui, commands);
            }
        });
        mark(ui, Decisive::Reason, line.response.rect);
    }
}

/// The terrains that are named in a text.
fn terrains_in(said: &str) -> impl Iterator<Item = Terrain> {
    let names = |terrain: &Terrain| {
        let mut words = said.split(|letter: char| !letter.is_alphabetic());
        words.any(|word| word == terrain.name())
    };
    Terrain::ALL.into_iter().filter(names)
}

#[cfg(test)]
mod tests {
    use notation::record::read_record;

    use super::*;
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
        assert_eq!(signed_amount(Quantity::Points, 1), "+1 point");
        assert_eq!(signed_amount(Quantity::Points, -2), "−2 points");
        assert_eq!(signed_amount(Quantity::Money, -1), "−$1");
        assert_eq!(signed_amount(Quantity::Income, 1), "+1 income");
    }
}
