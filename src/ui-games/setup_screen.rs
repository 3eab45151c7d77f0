//! Setting up a game: the players and their seats, the board, the variants, the rulings.
//!
//! Four steps, each checked while it is filled in, each to be left backwards without losing
//! anything. Everything has a default, so the last button can be pressed at once. The rules find
//! the problems of a setup, in their own words. Everything after it, from the first proposals to
//! the first stalls, is recorded at the table.

mod draft;
mod seats;

use egui::{
    Align, Button, CentralPanel, DragValue, Frame, Key, Layout, Margin, Modifiers, Panel, Response,
    Role, ScrollArea, Sense, Ui, UiBuilder, WidgetInfo,
};
use plain_text::sentence;

use components::square::Square;
use rules::rulebook::{Options, TableOption, Variant, Variants};
use rules::setup::SetupProblem;
use ui_board::command::FoundersCommand;
use ui_board::pieces::{BoardPainter, board_picture_ui};
use ui_board::settings::Settings;
use ui_kit::icons::{Icon, paint_icon};
use ui_kit::keyboard;
use ui_kit::queue::CommandQueue;
use ui_kit::theme::{RADIUS, line, space, text, theme, touch};
use ui_kit::widgets::{
    CardFrame, RandomBelow, body, caption, card_ui, cards_ui, column_ui, columns, error_ui,
    headline, lead, primary_button_ui,
};
use ui_menu::Menu;

use draft::{BoardChoice, PackChoice};
pub use draft::{SetupDraft, SetupStep, last_setup};
use seats::players_ui;

/// Maximum width of the column of the setup, in points.
const COLUMN: f32 = 760.0;

/// The context of the setup of a game.
#[derive(Clone, Copy)]
pub struct SetupContext<'a> {
    /// The settings, with everybody who ever played here.
    pub settings: &'a Settings,
    /// Paints the boards to choose from.
    pub paint_board: BoardPainter<'a>,
    /// The queue for commands.
    pub commands: &'a CommandQueue<FoundersCommand>,
}

/// Draws the setup of a game; `chance` draws the first player.
pub fn setup_screen_ui(
    ui: &mut Ui,
    cx: SetupContext<'_>,
    chance: RandomBelow<'_>,
    draft: &mut SetupDraft,
) {
    let frame = Frame::new().fill(theme(ui).paper).inner_margin(Margin::symmetric(16, 12));
    Panel::top("setup head").frame(frame).show(ui, |ui| {
        column_ui(ui, COLUMN, |ui| head_ui(ui, draft));
    });
    Panel::bottom("setup foot").frame(frame).show(ui, |ui| {
        column_ui(ui, COLUMN, |ui| foot_ui(ui, draft, cx.commands));
    });
    CentralPanel::default().frame(frame).show(ui, |ui| {
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            column_ui(ui, COLUMN, |ui| match draft.step {
                SetupStep::Players => players_ui(ui, cx.settings, chance, draft),
                SetupStep::Board => board_ui(ui, cx.paint_board, draft, cx.commands),
                SetupStep::Variants => variants_ui(ui, draft),
                SetupStep::Rulings => rulings_ui(ui, draft),
            });
        });
    });
    let is_ready = draft.problems.is_empty();
    if is_ready && keyboard::pressed_over_fields(ui, Modifiers::COMMAND, Key::Enter) {
        cx.commands.push(FoundersCommand::StartGame(Box::new(draft.setup())));
    }
    // At the table the keys are for the first card, not for a name that was typed here.
    if cx.commands.any(|command| matches!(command, FoundersCommand::StartGame(_))) {
        keyboard::release_focus(ui);
    }
}

fn head_ui(ui: &mut Ui, draft: &mut SetupDraft) {
    let theme = theme(ui);
    ui.label(headline(ui, "New game", text::HEAD));
    ui.horizontal_wrapped(|ui| {
        for (index, step) in SetupStep::ALL.into_iter().enumerate() {
            let is_here = draft.step == step;
            let color = if is_here { theme.accent } else { theme.muted };
            let label = format!("{}  {}", index + 1, step.label());
            let tab = Button::new(lead(label).tinted(color).rich(ui))
                .frame_when_inactive(false)
                .selected(is_here)
                .min_size(egui::vec2(0.0, touch::TARGET));
            let response = ui.add(tab).accessible_name(format!("Step {}", step.label()));
            if response.clicked() {
                draft.step = step;
            }
            // Its room is reserved, so that no step moves when a problem comes or goes.
            let (mark, _) = ui.allocate_exact_size(egui::Vec2::splat(16.0), Sense::hover());
            if draft.has_problem(step) {
                paint_icon(ui.painter(), Icon::Forbidden, mark, theme.bad);
            }
        }
    });
    caption(
        "Next, at the table: proposals and advisers, races, resource cards and the first stalls.",
    )
    .ui(ui);
}

fn foot_ui(ui: &mut Ui, draft: &mut SetupDraft, commands: &CommandQueue<FoundersCommand>) {
    // A problem on another step is shown here too, so that nobody has to look for it.
    match draft.problems.iter().find(|problem| SetupDraft::step_of(problem) != draft.step) {
        Some(problem) => {
            error_ui(ui, &sentence(&problem.to_string()), text::BODY);
        }
        None => {
            body(draft.summary()).muted().ui(ui);
        }
    }
    ui.spacing_mut().interact_size.y = FOOT_BUTTON;
    // Enter goes on where nothing else has the focus to take it.
    let by_enter = keyboard::pressed_freely(ui, Modifiers::NONE, Key::Enter);
    ui.horizontal(|ui| {
        if quiet_button_ui(ui, "Back", true).clicked() {
            commands.push(FoundersCommand::Back);
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let is_ready = draft.problems.is_empty();
            let next = draft.step.next();
            let response = match next {
                None if is_ready => primary_button_ui(ui, "Begin"),
                None => quiet_button_ui(ui, "Begin", false),
                Some(_) => quiet_button_ui(ui, "Begin as it stands", is_ready)
                    .on_hover_text("The remaining steps keep what is filled in."),
            };
            if response.clicked() || (by_enter && next.is_none() && is_ready) {
                commands.push(FoundersCommand::StartGame(Box::new(draft.setup())));
            }
            if let Some(next) = next
                && (primary_button_ui(ui, "Next").clicked() || by_enter)
            {
                draft.step = next;
            }
        });
    });
}

/// Height of every button in the foot: that of the primary one.
const FOOT_BUTTON: f32 = touch::TARGET + space::XS;

fn quiet_button_ui(ui: &mut Ui, label: &str, enabled: bool) -> Response {
    let button = Button::new(lead(label).rich(ui)).min_size(egui::vec2(96.0, FOOT_BUTTON));
    ui.add_enabled(enabled, button)
}

fn board_ui(
    ui: &mut Ui,
    paint_board: BoardPainter<'_>,
    draft: &mut SetupDraft,
    commands: &CommandQueue<FoundersCommand>,
) {
    lead("Contents of the box").ui(ui);
    let mut pack = draft.pack;
    let (count, width) = columns(ui, 300.0, 2);
    let choices: Vec<(usize, &PackChoice)> = draft.packs.iter().enumerate().collect();
    cards_ui(ui, &choices, count, |ui, &(index, choice)| {
        if pack_card_ui(ui, choice, width, index == draft.pack) {
            pack = index;
        }
    });
    if pack != draft.pack {
        draft.pack = pack;
        draft.pick_available_board();
    }
    ui.add_space(space::S);
    lead("Side of the board").ui(ui);
    let mut board = None;
    if let Some(choice) = draft.packs.get(draft.pack) {
        let (count, width) = columns(ui, 260.0, 2);
        cards_ui(ui, &choice.boards, count, |ui, side| {
            if board_card_ui(ui, side, width, &draft.board, paint_board) {
                board = Some(side.name.clone());
            }
        });
    }
    if let Some(new) = draft.packs.get(draft.pack).and_then(PackChoice::new_board) {
        if new_board_ui(ui, new == draft.board, commands) {
            board = Some(new);
        }
        size_ui(ui, draft);
        let menu = Menu::EnterCards;
        if quiet_button_ui(ui, menu.label(), true).on_hover_text(menu.entry().hint).clicked() {
            commands.push(FoundersCommand::Menu(menu));
        }
    }
    for problem in &draft.problems {
        if SetupDraft::step_of(problem) == SetupStep::Board {
            error_ui(ui, &sentence(&problem.to_string()), text::BODY);
        }
    }
    if let Some(board) = board {
        draft.board = board;
        draft.check();
    }
}

/// Draws the two cards for a board that is not known yet; returns `true` if it is to be learnt in
/// play.
fn new_board_ui(ui: &mut Ui, is_chosen: bool, commands: &CommandQueue<FoundersCommand>) -> bool {
    let (count, width) = columns(ui, 260.0, 2);
    let mut is_pressed = false;
    let mut both_ui = |ui: &mut Ui| {
        let name = "Start now, and learn the board in play";
        let means = "Nothing is asked beforehand. When a rule needs to know what is printed on a square, the app asks for that square, once.";
        is_pressed = new_board_card_ui(ui, name, means, width, Some(is_chosen));
        let name = "Photograph the board";
        let means = "From above, once. The squares are proposed and painted over where they are wrong; then nothing of the board is asked in play.";
        if new_board_card_ui(ui, name, means, width, None) {
            commands.push(FoundersCommand::Menu(Menu::Trace));
        }
    };
    if count > 1 {
        ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing.x = space::M;
            both_ui(ui);
        });
    } else {
        both_ui(ui);
    }
    is_pressed
}

/// Draws a card with a name and an explanation; returns `true` if it was pressed.
fn new_board_card_ui(
    ui: &mut Ui,
    name: &str,
    means: &str,
    width: f32,
    picked: Option<bool>,
) -> bool {
    let card = CardFrame {
        name,
        description: means,
        size: egui::vec2(width, 96.0),
        enabled: true,
        selected: picked,
    };
    let response = card_ui(ui, &card, |ui| {
        match picked {
            Some(is_picked) => picked_ui(ui, name, is_picked, true),
            None => {
                lead(format!("{name}…")).ui(ui);
            }
        }
        caption(means).ui(ui);
    });
    response.clicked()
}

/// Draws the fields for the size of a board that is learnt in play; for another board their space
/// is left empty, so that nothing moves when one is chosen.
fn size_ui(ui: &mut Ui, draft: &mut SetupDraft) {
    let (mut columns, mut rows) = draft.size;
    let builder = UiBuilder::new();
    let builder = if draft.learns_board() { builder } else { builder.invisible() };
    ui.scope_builder(builder, |ui| {
        ui.horizontal_wrapped(|ui| {
            body("Squares of the board, counted along its edges").ui(ui);
            for (words, count, max) in [
                ("Columns", &mut columns, Square::MAX_COLUMNS),
                ("Rows", &mut rows, Square::MAX_ROWS),
            ] {
                let label = body(words).ui(ui);
                ui.add(DragValue::new(count).range(1..=max)).labelled_by(label.id);
            }
        });
    });
    if (columns, rows) != draft.size {
        draft.size = (columns, rows);
        draft.check();
    }
}

/// Draws the card of a pack; returns `true` if it was picked.
fn pack_card_ui(ui: &mut Ui, choice: &PackChoice, width: f32, is_picked: bool) -> bool {
    let (title, more) = match choice.pack.title.split_once(": ") {
        Some((title, more)) => (title, sentence(more)),
        None => (choice.pack.title.as_str(), String::new()),
    };
    let problem = choice.problem.as_deref().map(|why| format!("Cannot be played with yet: {why}"));
    let card = CardFrame {
        name: title,
        description: problem.as_deref().unwrap_or(&choice.known),
        size: egui::vec2(width, 104.0),
        enabled: problem.is_none(),
        selected: Some(is_picked),
    };
    let response = card_ui(ui, &card, |ui| {
        picked_ui(ui, title, is_picked, problem.is_none());
        caption(format!("{more} {}", choice.known)).ui(ui);
        if let Some(problem) = &problem {
            error_ui(ui, problem, text::SMALL);
        }
    });
    response.clicked()
}

fn board_card_ui(
    ui: &mut Ui,
    side: &BoardChoice,
    width: f32,
    picked: &str,
    paint_board: BoardPainter<'_>,
) -> bool {
    let is_picked = side.name == picked;
    let problem = side.game.as_ref().err().map(String::as_str);
    let card = CardFrame {
        name: &side.name,
        description: problem.unwrap_or(&side.about),
        size: egui::vec2(width, 96.0),
        enabled: problem.is_none(),
        selected: Some(is_picked),
    };
    let response = card_ui(ui, &card, |ui| {
        // In a low window the name is in view, and the picture as far as there is height.
        picked_ui(ui, &side.name, is_picked, problem.is_none());
        caption(&side.about).ui(ui);
        if let Some(problem) = problem {
            error_ui(ui, problem, text::SMALL);
        }
        if let Ok(game) = &side.game {
            board_picture_ui(ui, game, paint_board);
        }
    });
    response.clicked()
}

/// Draws the title of one of several choices, with a ring that is filled if it is picked.
fn picked_ui(ui: &mut Ui, title: &str, is_picked: bool, enabled: bool) {
    let theme = theme(ui);
    let color = if enabled { theme.ink } else { theme.muted };
    // The whole card is pressed; its title is only as high as its letters.
    ui.spacing_mut().interact_size.y = text::TITLE;
    ui.horizontal(|ui| {
        let (rect, _) = ui.allocate_exact_size(egui::Vec2::splat(18.0), Sense::hover());
        let line = egui::Stroke::new(line::MARK, color);
        ui.painter().circle_stroke(rect.center(), 7.0, line);
        if is_picked {
            ui.painter().circle_filled(rect.center(), 3.5, theme.accent);
        }
        lead(title).tinted(color).ui(ui);
    });
}

fn variants_ui(ui: &mut Ui, draft: &mut SetupDraft) {
    caption("What the table adds to the game or leaves out. With none chosen, this is the standard game.").ui(ui);
    ui.add_space(space::S);
    let setup = draft.setup();
    let mut variants = Variants::default();
    for variant in Variant::ALL {
        let mut is_on = draft.variants.contains(variant);
        let why = setup.variant_problem(variant).map(|problem| match problem {
            SetupProblem::Variant { why, .. } => {
                sentence(&format!("{why} (rule {})", variant.rule().number()))
            }
            problem => sentence(&problem.to_string()),
        });
        let title = sentence(variant.key());
        let means = format!("{} Rule {}.", variant.sentence(), variant.rule().number());
        switch_ui(ui, title.trim_end_matches('.'), &means, why.as_deref(), &mut is_on);
        if is_on {
            variants = variants.with(variant);
        }
    }
    if variants != draft.variants {
        draft.variants = variants;
        draft.check();
    }
}

fn rulings_ui(ui: &mut Ui, draft: &mut SetupDraft) {
    caption("Where the rulebook can be read in two ways, the table may switch to the other one. All off: the app's reading.").ui(ui);
    ui.add_space(space::S);
    let mut options = Options::default();
    for option in TableOption::ALL {
        let mut is_on = draft.options.contains(option);
        let title = sentence(option.key());
        let means = format!("{} Ruling {}.", option.sentence(), option.ruling());
        switch_ui(ui, title.trim_end_matches('.'), &means, None, &mut is_on);
        if is_on {
            options = options.with(option);
        }
    }
    if options != draft.options {
        draft.options = options;
        draft.check();
    }
}

/// Draws a switch with its explanation below; all of it is one control.
///
/// An `excluded` one shows the reason, and can only be switched off.
fn switch_ui(ui: &mut Ui, title: &str, means: &str, excluded: Option<&str>, is_on: &mut bool) {
    let theme = theme(ui);
    let enabled = excluded.is_none() || *is_on;
    let sense = if enabled { Sense::click() } else { Sense::hover() };
    let builder = UiBuilder::new().id_salt(title).sense(sense);
    let shown = ui.scope_builder(builder, |ui| {
        let before = ui.response();
        let edge = if before.has_focus() {
            theme.focus_ring()
        } else if before.hovered() && enabled {
            egui::Stroke::new(line::MARK, theme.accent)
        } else {
            egui::Stroke::new(line::HAIR, theme.muted)
        };
        let frame = Frame::new().inner_margin(Margin::symmetric(0, space::XS as i8));
        frame.show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.horizontal_top(|ui| {
                ui.spacing_mut().item_spacing = egui::vec2(space::M, space::XS);
                let (rect, _) = ui.allocate_exact_size(egui::Vec2::splat(SWITCH), Sense::hover());
                let fill = if *is_on { theme.accent } else { theme.raised };
                let inside = egui::StrokeKind::Inside;
                ui.painter().rect(rect, RADIUS, fill, edge, inside);
                if *is_on {
                    paint_icon(ui.painter(), Icon::Check, rect.shrink(2.0), theme.on_accent);
                } else if !enabled {
                    paint_icon(ui.painter(), Icon::Forbidden, rect.shrink(2.0), theme.muted);
                }
                ui.vertical(|ui| {
                    let color = if enabled { theme.ink } else { theme.muted };
                    lead(title).tinted(color).ui(ui);
                    caption(means).ui(ui);
                    if let Some(why) = excluded {
                        error_ui(ui, why, text::BODY);
                    }
                });
            });
        });
    });
    let response = shown.response;
    if enabled && response.clicked() {
        *is_on = !*is_on;
    }
    response.widget_info(|| WidgetInfo::selected(Role::CheckBox, enabled, *is_on, title));
    let description = match excluded {
        Some(why) => format!("{why} {means}"),
        None => means.to_owned(),
    };
    ui.ctx().accesskit_node_builder(response.id, |node| node.set_description(description));
}

/// Side of the square of a switch, in points.
const SWITCH: f32 = 22.0;
