//! The parts of a solo game only: its progress, markers to pay off, a proposal to pick.
//!
//! Every price is next to its item, in the cheapest mix of fleeting and lasting influence. The mix
//! can be changed where the rules allow another.

use egui::{Align, Button, Layout, Ui};
use plain_text::{agreeing, counted, listed, sentence};

use super::lookahead_view::QUESTION;
use components::ids::BuildingId;
use journal::EntryId;
use memo::Memo;
use narration::words;
use rules::Game;
use rules::action::{Action, ActionKind, Payment};
use rules::offers::PROPOSAL_PLACES;
use rules::player::PlayerId;
use rules::solo::{CYCLES, SoloState};
use rules::task::Task;
use ui_board::Cx;
use ui_board::command::FoundersCommand;
use ui_kit::icons::{Icon, icon_ui};
use ui_kit::keyboard;
use ui_kit::queue::CommandQueue;
use ui_kit::theme::{space, text, theme, touch};
use ui_kit::widgets::{
    DecisivePart, body, caption, columns, decisive_ui, error_ui, icon_button_ui, lead, mark,
    primary_button_ui,
};

/// The places of the proposals, from the left.
const PLACES: [&str; PROPOSAL_PLACES] = ["Left", "Middle", "Right"];

/// The changed mixes of influence; they belong to one point of one record.
#[derive(Clone, Debug, Default)]
pub struct SoloMemory {
    /// Steps from the cheapest mix to more lasting influence, for each place.
    more: Memo<EntryId, [usize; PROPOSAL_PLACES]>,
}

/// Draws the decision of a solo vote; returns `true` if there is one.
pub fn solo_panel_ui(ui: &mut Ui, cx: Cx<'_>, memory: &mut SoloMemory) -> bool {
    if cx.table.is_past() {
        return false;
    }
    let game = cx.table.journal().game();
    let Some(decision) = cx.table.pending().first() else {
        return false;
    };
    let Some(player) = decision.player else {
        return false;
    };
    let more = memory.more.of(cx.table.journal().here(), Default::default);
    match decision.task {
        Task::PayMarkers(price) => markers_ui(ui, cx, player, price, &mut more[0]),
        Task::Pick => pick_ui(ui, game, player, more, cx.commands),
        _ => return false,
    }
    true
}

/// Lists the names of buildings as in a sentence.
fn building_names(game: &Game, buildings: &[BuildingId]) -> String {
    let names: Vec<&str> =
        buildings.iter().map(|&building| game.contents().building_name(building)).collect();
    listed(&names)
}

/// Draws the payment for all neutral markers together.
fn markers_ui(ui: &mut Ui, cx: Cx<'_>, player: PlayerId, price: i32, more: &mut usize) {
    let game = cx.table.game();
    let marked: Vec<BuildingId> = game.marked_buildings().collect();
    let markers = agreeing(marked.len(), "Neutral marker", "Neutral markers");
    lead(format!("{markers} to pay off on {}", building_names(game, &marked))).accent().ui(ui);
    caption(format!(
            "Costs {price} fleeting influence; one lasting counts as 2. Held: {} fleeting and {} lasting.",
            game.fleeting(player),
            game.lasting(player)
        )).ui(ui);
    let mixes = game.payments(player, price);
    let Some(&payment) = mixes.get((*more).min(mixes.len().saturating_sub(1))) else {
        return;
    };
    ui.horizontal_wrapped(|ui| {
        let label = format!("Pay {}", words::payment(payment));
        if decisive_ui(ui, DecisivePart::Choice, |ui| primary_button_ui(ui, &label)).clicked() {
            let kind = ActionKind::PayMarkers { player, payment };
            cx.commands.push(FoundersCommand::Play(vec![kind.into()]));
        }
        mix_ui(ui, "the markers", &mixes, more);
    });
}

/// Draws the proposals to pick from, each at the price of its place.
fn pick_ui(
    ui: &mut Ui,
    game: &Game,
    player: PlayerId,
    more: &mut [usize; PROPOSAL_PLACES],
    commands: &CommandQueue<FoundersCommand>,
) {
    let held = format!(
        "Held: {} fleeting and {} lasting influence; unspent fleeting influence is lost.",
        game.fleeting(player),
        game.lasting(player)
    );
    lead("Pick a proposal").accent().ui(ui);
    caption(held).ui(ui);
    let (_, width) = columns(ui, 120.0, 3);
    let mut picked = None;
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = space::M;
        for (place, proposal) in game.proposals().into_iter().enumerate() {
            let more = &mut more[place];
            ui.allocate_ui_with_layout(
                egui::vec2(width, 0.0),
                Layout::top_down(Align::Min),
                |ui| {
                    ui.set_width(width);
                    if let Some(building) = proposal {
                        let action = proposal_ui(ui, game, player, (place, building), more);
                        picked = picked.take().or(action);
                    } else {
                        caption(format!("{}, no proposal", PLACES[place])).ui(ui);
                    }
                },
            );
        }
    });
    if let Some(action) = picked {
        commands.push(FoundersCommand::Play(vec![action]));
    }
}

/// Draws a proposal with its price; returns the action once it is pressed.
fn proposal_ui(
    ui: &mut Ui,
    game: &Game,
    player: PlayerId,
    (place, building): (usize, BuildingId),
    more: &mut usize,
) -> Option<Action> {
    let theme = theme(ui);
    let name = game.contents().building_name(building);
    let price = game.solo_price(place);
    let mixes = game.payments(player, price);
    let mix = mixes.get((*more).min(mixes.len().saturating_sub(1)));
    let is_payable = mix.is_some();
    let color = if is_payable { theme.ink } else { theme.muted };
    let label = body(name).bold().tinted(color).rich(ui);
    let size = egui::vec2(ui.available_width(), touch::TARGET);
    let response = ui.add_enabled(is_payable, Button::new(label).wrap().min_size(size));
    mark(ui, DecisivePart::Choice, response.rect);
    let text = match mix {
        Some(&payment) => price_words(payment),
        None => format!("costs {price} fleeting influence, more than is held"),
    };
    response.widget_info(|| {
        let name = format!("Pick {name}, {text}");
        egui::WidgetInfo::labeled(egui::Role::Button, is_payable, name)
    });
    // Keys pick as well, the left one first, unless somebody is typing.
    let keys = [egui::Key::Num1, egui::Key::Num2, egui::Key::Num3];
    let by_key = is_payable && keyboard::pressed(ui, egui::Modifiers::NONE, keys[place]);
    let at = match mix {
        Some(_) => format!("{}: {text}", PLACES[place]),
        None => format!("{}: {price} fleeting, more than is held", PLACES[place]),
    };
    decisive_ui(ui, DecisivePart::Outcome, |ui| {
        if is_payable {
            caption(at).ui(ui);
        } else {
            error_ui(ui, &sentence(&at), text::SMALL);
        }
    });
    if mixes.len() > 1 {
        ui.horizontal(|ui| mix_ui(ui, name, &mixes, more));
    }
    let payment = mix.copied()?;
    (response.clicked() || by_key).then(|| ActionKind::Pick { player, building, payment }.into())
}

/// Describes a payment.
fn price_words(payment: Payment) -> String {
    match payment {
        Payment { fleeting: 0, lasting: 0 } => "free".to_owned(),
        payment => words::payment(payment),
    }
}

/// Draws the buttons for more or less lasting influence, where there is another mix.
fn mix_ui(ui: &mut Ui, what: &str, mixes: &[Payment], more: &mut usize) {
    if mixes.len() < 2 {
        return;
    }
    ui.spacing_mut().item_spacing.x = space::XS;
    let less = format!("Less lasting influence for {what}");
    if icon_button_ui(ui, Icon::Minus, &less, "").clicked() {
        *more = more.saturating_sub(1);
    }
    caption("lasting").ui(ui);
    let label = format!("More lasting influence for {what}");
    if icon_button_ui(ui, Icon::Plus, &label, "").clicked() {
        *more = (*more + 1).min(mixes.len() - 1);
    }
}

/// Draws the progress of a solo game, in a line below the pending tasks; draws nothing for several
/// players.
///
/// It warns in time: from the first marker on, the line has the minimum cost of the next vote.
pub fn solo_bar_ui(ui: &mut Ui, cx: Cx<'_>) {
    let game = cx.table.game();
    let Some(state) = game.solo_state() else {
        return;
    };
    let theme = theme(ui);
    let (vote, is_unmet) = vote_words(game, &state);
    ui.spacing_mut().interact_size.y = text::TITLE;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(space::S, 0.0);
        body(cycle_words(&state)).ui(ui);
        let color = if is_unmet { theme.bad } else { theme.muted };
        if is_unmet {
            icon_ui(ui, Icon::Warning, text::LEAD, theme.bad);
        }
        body(vote).tinted(color).ui(ui);
        lookahead_button_ui(ui, cx);
    });
}

/// Draws the button that starts the look-ahead; draws nothing where no solo game is under way.
fn lookahead_button_ui(ui: &mut Ui, cx: Cx<'_>) {
    if cx.table.is_past() || cx.table.game().solo_state().is_none() {
        return;
    }
    let button = ui.add(Button::new(QUESTION)).on_hover_text(
        "Searches for a way to complete every building on the map with the cards left.",
    );
    if button.clicked() {
        cx.commands.push(FoundersCommand::LookAhead);
    }
}

/// Formats the cycle and the cards left: "Cycle 3 of 7, 2 cards left."
fn cycle_words(state: &SoloState) -> String {
    let cards = match state.cards_left {
        0 => "no card left".to_owned(),
        count => counted(count, "card left", "cards left"),
    };
    format!("Cycle {} of {CYCLES}, {cards}.", state.cycle)
}

/// Describes the cost of the next vote, or the unfinished buildings in the last cycle; the flag is
/// `true` if it cannot be met.
fn vote_words(game: &Game, state: &SoloState) -> (String, bool) {
    let Some(vote) = &state.next_vote else {
        if state.cycle < CYCLES {
            return ("The markers are paid off.".to_owned(), false);
        }
        return match state.unfinished.as_slice() {
            [] => ("Every building is complete.".to_owned(), false),
            left => (
                format!("Still to complete: {}.", building_names(game, left)),
                state.cards_left == 0,
            ),
        };
    };
    if state.marked.is_empty() {
        return ("No marker to pay off at the next vote.".to_owned(), false);
    }
    let marked = building_names(game, &state.marked);
    let markers = agreeing(state.marked.len(), "Marker", "Markers");
    let least = vote.least;
    let cost = format!("{markers} on {marked}: worth {least} fleeting at the next vote");
    match vote.cheapest {
        Some(cheapest) => (format!("{cost}, paid with {}.", words::payment(cheapest)), false),
        None => (format!("{cost}, but only {} is held now.", vote.held), true),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_payment_of_nothing_is_called_free() {
        assert_eq!(price_words(Payment { fleeting: 0, lasting: 0 }), "free");
        let payment = Payment { fleeting: 1, lasting: 2 };
        assert_eq!(price_words(payment), "1 fleeting and 2 lasting influence");
    }
}
