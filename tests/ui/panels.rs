//! What the tests of the players panel and the offers panel share.

use egui::{Rect, Shape, UiBuilder, vec2};
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

/// A panel with what it reads and what it asked for.
pub struct Shown {
    pub table: Table,
    pub settings: Settings,
    pub memory: PlayersMemory,
    pub commands: Vec<FoundersCommand>,
    /// Where the panel may draw.
    pub room: Rect,
}

/// Which panel is shown.
#[derive(Clone, Copy)]
pub enum Panel {
    Players,
    Offers,
}

/// A panel of this size in a larger window, so that whatever sticks out is seen to.
pub fn show(panel: Panel, table: Table, width: f32, height: f32) -> Harness<'static, Shown> {
    let shown = Shown {
        table,
        settings: Settings::default(),
        memory: PlayersMemory::default(),
        commands: Vec::new(),
        room: Rect::NOTHING,
    };
    let mut harness = Harness::builder()
        .with_size(vec2(width + 200.0, height + 100.0))
        .with_context_setup(|ctx| Theme::install(ctx, Appearance::Light))
        .build_ui_state(
            move |ui, shown: &mut Shown| {
                shown.room = Rect::from_min_size(ui.max_rect().min, vec2(width, height));
                let builder = UiBuilder::new().max_rect(shown.room);
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

/// An example, played up to the first action that is `wanted`, which is not played any more.
pub fn before(example: &str, mut wanted: impl FnMut(usize, &Action) -> bool) -> Table {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/examples/");
    let bytes = std::fs::read(format!("{folder}{example}.founders")).expect("an example");
    let whole = read_record(&bytes).record.expect("it can be read");
    let mut journal = Journal::new(whole.setup().clone()).expect("a setup");
    let actions = whole.main_line().iter();
    let actions = actions.filter_map(|&id| whole.entry(id).action());
    for (number, action) in actions.enumerate() {
        if wanted(number, action) {
            break;
        }
        let change = Change::Play(action.clone());
        journal.apply(change).expect("it was played before");
    }
    Table::new(journal)
}

/// An example after so many actions.
pub fn after(example: &str, count: usize) -> Table {
    before(example, |number, _| number == count)
}

/// The first way in which the player whose turn it is can build a resource.
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

/// What a node says in the accessibility tree: the words of text, the name of anything else.
pub fn label_of(node: &Node<'_>) -> String {
    let node = node.accesskit_node();
    node.label().or_else(|| node.value()).unwrap_or_default()
}

/// Asserts that nothing is drawn to the left or the right of the room of the panel.
#[track_caller]
pub fn assert_nothing_sticks_out(harness: &Harness<'_, Shown>) {
    let out = what_sticks_out(harness, harness.state().room);
    assert!(out.is_empty(), "{out:#?}");
}

/// What has no room between the sides of a panel or window, and what is cut off at its right.
pub fn what_sticks_out<S>(harness: &Harness<'_, S>, room: Rect) -> Vec<String> {
    let fits = |rect: Rect| rect.left() >= room.left() - 0.5 && rect.right() <= room.right() + 0.5;
    let mut out = Vec::new();
    for node in harness.root().children_recursive() {
        let label = label_of(&node);
        // Groups have no place of their own, only what is in them has.
        if !label.is_empty() && node.accesskit_node().raw_bounds().is_some() {
            let rect = node.rect();
            if !fits(rect) {
                out.push(format!("\"{label}\" at {rect:?} outside {room:?}"));
            }
        }
    }
    for clipped in &harness.output().shapes {
        each_text(&clipped.shape, &mut |text, rect| {
            // What has nothing to see has no place either.
            if text.trim().is_empty() {
                return;
            }
            if !fits(rect) {
                out.push(format!("\"{text}\" at {rect:?} outside {room:?}"));
            } else if rect.right() > clipped.clip_rect.right() + 0.5 {
                out.push(format!("\"{text}\" at {rect:?} is clipped by {:?}", clipped.clip_rect));
            }
        });
    }
    out
}

/// Goes through everything that is written, with where it stands.
pub fn each_text(shape: &Shape, look: &mut impl FnMut(&str, Rect)) {
    match shape {
        Shape::Text(text) => look(text.galley.text(), text.visual_bounding_rect()),
        Shape::Vec(shapes) => {
            for shape in shapes {
                each_text(shape, look);
            }
        }
        _ => {}
    }
}

/// What was asked for so far, forgetting it.
pub fn taken(harness: &mut Harness<'_, Shown>) -> Vec<FoundersCommand> {
    std::mem::take(&mut harness.state_mut().commands)
}
