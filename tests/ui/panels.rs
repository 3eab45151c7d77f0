//! Helpers shared by the tests of the players panel and the offers panel.

use egui::{Galley, Rect, Shape, UiBuilder, vec2};
use egui_kittest::{Harness, Node};
use journal::{Change, Journal};
use notation::record::read_record;
use rules::action::{Action, ActionKind};
use rules::sub_action::SubAction;
use table::table::Table;
use ui_board::command::FoundersCommand;
use ui_board::settings::Settings;
use ui_founders::offers_panel::offers_panel_ui;
use ui_founders::players_panel::{PlayersForm, PlayersMemory, players_panel_ui};
use ui_kit::theme::{Appearance, Theme};

use crate::support::{usual_cx, with_cx};
use egui_kittest::kittest::NodeT as _;

/// A panel with its inputs and the commands it pushed.
pub struct Shown {
    pub table: Table,
    pub settings: Settings,
    pub memory: PlayersMemory,
    pub commands: Vec<FoundersCommand>,
    /// The rectangle in which the panel may draw.
    pub bounds: Rect,
}

/// The panel to show.
#[derive(Clone, Copy)]
pub enum Panel {
    Players,
    Offers,
}

/// Shows a panel of this size in a larger window, so that overflow is detected.
pub fn show(panel: Panel, table: Table, width: f32, height: f32) -> Harness<'static, Shown> {
    let shown = Shown {
        table,
        settings: Settings::default(),
        memory: PlayersMemory::default(),
        commands: Vec::new(),
        bounds: Rect::NOTHING,
    };
    let mut harness = Harness::builder()
        .with_size(vec2(width + 200.0, height + 100.0))
        .with_context_setup(|ctx| Theme::install(ctx, Appearance::Light))
        .build_ui_state(
            move |ui, shown: &mut Shown| {
                shown.bounds = Rect::from_min_size(ui.max_rect().min, vec2(width, height));
                let builder = UiBuilder::new().max_rect(shown.bounds);
                ui.scope_builder(builder, |ui| match panel {
                    Panel::Players => {
                        let Shown { table, settings, memory, commands, .. } = shown;
                        with_cx(table, settings, commands, |cx| {
                            players_panel_ui(ui, cx, PlayersForm::Column, memory);
                        });
                    }
                    Panel::Offers => usual_cx(&shown.table, &mut shown.commands, |cx| {
                        offers_panel_ui(ui, cx, false);
                    }),
                });
            },
            shown,
        );
    harness.run();
    harness
}

/// Returns an example played up to the first action that is `wanted`, without that action.
pub fn before(example: &str, mut wanted: impl FnMut(usize, &Action) -> bool) -> Table {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/examples/");
    let bytes = std::fs::read(format!("{folder}{example}.founders")).expect("an example");
    let whole = read_record(&bytes).record.expect("it can be read");
    let mut journal = Journal::new(whole.setup().clone()).expect("a setup");
    let actions = whole.main_line().iter().filter_map(|&id| whole.entry(id).action());
    for (number, action) in actions.enumerate() {
        if wanted(number, action) {
            break;
        }
        let change = Change::Play(action.clone());
        journal.apply(change).expect("it was played before");
    }
    Table::new(journal)
}

/// Returns an example after this many actions.
pub fn after(example: &str, count: usize) -> Table {
    before(example, |number, _| number == count)
}

/// Returns the first action that builds a resource for the player to act.
pub fn first_building(table: &Table) -> Option<(Action, SubAction)> {
    table.moves().actions.iter().find_map(|action| {
        let ActionKind::Lead { sub_actions, .. } = &action.kind else {
            return None;
        };
        match sub_actions.first() {
            Some(sub_action @ SubAction::Build(_)) => Some((action.clone(), sub_action.clone())),
            _ => None,
        }
    })
}

/// Returns the text of a node in the accessibility tree: its label, or its value.
pub fn label_of(node: &Node<'_>) -> String {
    let node = node.accesskit_node();
    node.label().or_else(|| node.value()).unwrap_or_default()
}

/// Asserts that everything is drawn between the left and right edges of the panel.
#[track_caller]
pub fn assert_nothing_overflows(harness: &Harness<'_, Shown>) {
    let out = overflowing_items(harness, harness.state().bounds);
    assert!(out.is_empty(), "{out:#?}");
}

/// Returns the items that exceed the sides of `bounds`, and the texts clipped at their right.
pub fn overflowing_items<S>(harness: &Harness<'_, S>, bounds: Rect) -> Vec<String> {
    let fits =
        |rect: Rect| rect.left() >= bounds.left() - 0.5 && rect.right() <= bounds.right() + 0.5;
    let mut out = Vec::new();
    for node in harness.root().children_recursive() {
        let label = label_of(&node);
        // Groups have no place of their own, only their contents have.
        if !label.is_empty() && node.accesskit_node().raw_bounds().is_some() {
            let rect = node.rect();
            if !fits(rect) {
                out.push(format!("\"{label}\" at {rect:?} outside {bounds:?}"));
            }
        }
    }
    for clipped in &harness.output().shapes {
        each_text(&clipped.shape, &mut |text, rect| {
            // Invisible text has no place either.
            if text.trim().is_empty() {
                return;
            }
            if !fits(rect) {
                out.push(format!("\"{text}\" at {rect:?} outside {bounds:?}"));
            } else if rect.right() > clipped.clip_rect.right() + 0.5 {
                out.push(format!("\"{text}\" at {rect:?} is clipped by {:?}", clipped.clip_rect));
            }
        });
    }
    out
}

/// Calls `visit` for every drawn text, with its rectangle.
pub fn each_text(shape: &Shape, visit: &mut impl FnMut(&str, Rect)) {
    each_galley(shape, &mut |galley, rect| visit(galley.text(), rect));
}

/// Calls `visit` for every drawn text as it is laid out, with its rectangle.
pub fn each_galley(shape: &Shape, visit: &mut dyn FnMut(&Galley, Rect)) {
    match shape {
        Shape::Text(text) => visit(&text.galley, text.visual_bounding_rect()),
        Shape::Vec(shapes) => {
            for shape in shapes {
                each_galley(shape, visit);
            }
        }
        _ => {}
    }
}

/// Takes the commands pushed so far.
pub fn take_commands(harness: &mut Harness<'_, Shown>) -> Vec<FoundersCommand> {
    std::mem::take(&mut harness.state_mut().commands)
}
