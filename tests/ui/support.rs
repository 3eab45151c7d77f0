//! Helpers shared by several tests of the interface.

use components::specs::Pack;
use egui_kittest::Harness;
use founders_ledger::app::{App, Environment};
use journal::{Change, Journal};
use notation::parse_action;
use rules::action::Action;

use founders_ledger::app::Command;
use rules::setup::Setup;
use table::examples::example;
use table::table::Table;
use ui_board::Cx;
use ui_board::command::FoundersCommand;
use ui_board::settings::Settings;
use ui_kit::queue::CommandQueue;
use ui_kit::theme::{Appearance, Theme};

/// Returns the packs that come with the app.
pub fn built_in_packs() -> Vec<Pack> {
    packs::built_in()
        .iter()
        .map(|pack| packs::find(pack.name).expect("built-in packs can be read"))
        .collect()
}

/// Returns a setup of the practice set.
pub fn setup(board: &str, players: &[&str]) -> Setup {
    Setup {
        pack: packs::find("practice").expect("it is built in"),
        board: board.to_owned(),
        players: players.iter().map(|&name| name.to_owned()).collect(),
        ..Setup::default()
    }
}

/// Returns the table after these lines of notation.
#[track_caller]
pub fn table(setup: Setup, lines: &[&str]) -> Table {
    let mut table = Table::new(Journal::new(setup).expect("the setup can be played"));
    for line in lines {
        let action = parse_action(table.game(), line).expect("the line can be read");
        play(&mut table, action);
    }
    table
}

/// Plays an action that the rules allow.
#[track_caller]
pub fn play(table: &mut Table, action: Action) {
    table.apply(Change::Play(action)).expect("the rules allow it");
}

/// Draws a panel of a table, and appends the commands it pushes to `commands`.
pub fn with_cx<R>(
    table: &Table,
    settings: &Settings,
    commands: &mut Vec<FoundersCommand>,
    draw: impl FnOnce(Cx<'_>) -> R,
) -> R {
    let queue = CommandQueue::default();
    let drawn = draw(Cx { table, settings, commands: &queue });
    commands.extend(queue.take());
    drawn
}

/// Draws a panel with the default settings.
pub fn usual_cx<R>(
    table: &Table,
    commands: &mut Vec<FoundersCommand>,
    draw: impl FnOnce(Cx<'_>) -> R,
) -> R {
    with_cx(table, &Settings::default(), commands, draw)
}

/// A panel with its memory, the table it shows and the commands it pushes.
pub struct Bench<M> {
    pub table: Table,
    pub memory: M,
    pub commands: Vec<FoundersCommand>,
}

impl<M> Bench<M> {
    /// Plays the actions that were pushed; returns their number.
    pub fn carry_out(&mut self) -> usize {
        let mut count = 0;
        for command in std::mem::take(&mut self.commands) {
            let FoundersCommand::Play(actions) = command else {
                panic!("only actions are expected: {command:?}");
            };
            for action in actions {
                play(&mut self.table, action);
                count += 1;
            }
        }
        count
    }
}

/// Returns a harness of this size with our fonts.
pub fn harness<S: 'static>(
    width: f32,
    height: f32,
    show: impl FnMut(&mut egui::Ui, &mut S) + 'static,
    state: S,
) -> Harness<'static, S> {
    Harness::builder()
        .with_size([width, height])
        .with_max_steps(60)
        .with_context_setup(|ctx| Theme::install(ctx, Appearance::Light))
        .build_ui_state(show, state)
}

/// Returns the app in a window of this size, after these commands.
pub fn window(size: [f32; 2], commands: Vec<Command>) -> Harness<'static, App> {
    fn show(ui: &mut egui::Ui, app: &mut App) {
        app.run_commands(ui.ctx());
        app.frame(ui);
    }

    let mut app = App::new(Environment::default(), Settings::default());
    for command in commands {
        app.queue_command(command);
    }
    let mut harness =
        Harness::builder().with_size(size).with_max_steps(60).build_ui_state(show, app);
    harness.run_steps(12);
    harness
}

/// Returns the commands that open a complete game and undo this many entries.
pub fn game(back: usize) -> Vec<Command> {
    let text = example("four-founders.founders").expect("it is there").text;
    let open = Command::OpenText(text.to_owned());
    if back == 0 {
        return vec![open];
    }
    vec![open, FoundersCommand::Change(vec![Change::Undo(back)]).into()]
}

/// Types letters one after another, as a keyboard does.
pub fn type_text<S>(harness: &mut Harness<'_, S>, text: &str) {
    for letter in text.chars() {
        harness.event(egui::Event::Text(letter.to_string()));
        harness.run();
    }
}

/// Presses a key and lets the panel settle.
pub fn press<S>(harness: &mut Harness<'_, S>, key: egui::Key) {
    harness.key_press(key);
    harness.run();
}
