//! Helpers shared by the tests of the journal and of the panels beside it.

use egui::vec2;
use egui_kittest::Harness;
use journal::{Change, Journal};
use notation::parse_action;
use notation::record::read_record;
use table::table::Table;
use ui_board::command::FoundersCommand;
use ui_kit::theme::{Appearance, Theme};

/// A panel with its table, its memory and the commands it pushed.
pub struct Shown<M> {
    pub table: Table,
    pub memory: M,
    pub commands: Vec<FoundersCommand>,
}

/// Draws a panel once in a window of this size.
pub fn show<M: Default + 'static>(
    table: Table,
    size: [f32; 2],
    mut draw: impl FnMut(&mut egui::Ui, &mut Shown<M>) + 'static,
) -> Harness<'static, Shown<M>> {
    let shown = Shown { table, memory: M::default(), commands: Vec::new() };
    let mut harness = Harness::builder()
        .with_size(vec2(size[0], size[1]))
        .with_context_setup(|ctx| Theme::install(ctx, Appearance::Light))
        .build_ui_state(move |ui, shown: &mut Shown<M>| draw(ui, shown), shown);
    harness.run();
    harness
}

fn example(name: &str) -> Journal {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/examples/");
    let bytes = std::fs::read(format!("{folder}{name}.founders")).expect("an example");
    read_record(&bytes).record.expect("it can be read")
}

/// Returns the table of a complete example.
pub fn whole(name: &str) -> Table {
    Table::new(example(name))
}

/// Returns the table of an example after further actions, a line of notation each.
pub fn extended(name: &str, lines: &[&str]) -> Table {
    let mut journal = example(name);
    for line in lines {
        let action = parse_action(journal.game(), line).expect("it can be read");
        journal.apply(Change::Play(action)).expect("it can be played");
    }
    Table::new(journal)
}
