//! A driver for the whole app without a display: presses by label, typing, and pointing at squares.

use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use components::square::Square;
use egui::{Event, Key, Modifiers, PointerButton, Pos2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use founders_ledger::app::{App, Command, Environment};
use journal::{Change, Journal};
use narration::NamedGame;
use notation::record::{print_notation, read_record};
use rules::Game;
use rules::action::{Action, ActionKind, Ballot};
use table::examples::example;
use table::table::Table;
use ui_board::settings::Settings;
use ui_kit::paint::turn_off_pictures;
use ui_kit::widgets::{DecisivePlace, decisive_places};

/// Roles of the controls that the pointer can press.
const PRESSABLE: [egui::Role; 9] = [
    egui::Role::ComboBox,
    egui::Role::SpinButton,
    egui::Role::Button,
    egui::Role::RadioButton,
    egui::Role::CheckBox,
    egui::Role::Link,
    egui::Role::TextInput,
    egui::Role::MultilineTextInput,
    egui::Role::ListBoxOption,
];

/// Default size of the window, in points.
const SIZE: [f32; 2] = [1280.0, 800.0];

/// Distance that a notch of the wheel scrolls, in points.
const LINE: f32 = 40.0;

/// Margin of the harness around the app, in points.
pub const MARGIN: f32 = 8.0;

/// The running app, with counts of the clicks and keys it received.
pub struct Desk {
    harness: Harness<'static, App>,
    /// The size of the window, in points.
    size: [f32; 2],
    /// Set while a survey collects hidden items itself, so that frames do not assert on them.
    pub is_surveyed: bool,
    /// Clicks and taps so far.
    pub clicks: usize,
    /// Keys pressed so far, letters included.
    pub keys: usize,
    /// Script of the same input at a real window of this size, a line for each press.
    pub script: Vec<String>,
}

impl Desk {
    /// Starts the app at its start screen; nothing is saved.
    pub fn new() -> Self {
        Self::in_world(Environment::default(), Settings::default())
    }

    /// Starts the app in the given world.
    pub fn in_world(world: Environment, settings: Settings) -> Self {
        Self::start(world, settings, SIZE, 1.0)
    }

    /// Starts the app in a window of this size, in points, on a screen of this scale; nothing is
    /// saved.
    pub fn in_window(settings: Settings, size: [f32; 2], scale: f32) -> Self {
        let size = size.map(|side| side + 2.0 * MARGIN);
        Self::start(Environment::default(), settings, size, scale)
    }

    fn start(world: Environment, settings: Settings, size: [f32; 2], scale: f32) -> Self {
        fn show(ui: &mut egui::Ui, app: &mut App) {
            app.run_commands(ui.ctx());
            app.frame(ui);
        }
        let harness = Harness::builder()
            .with_size(size)
            .with_pixels_per_point(scale)
            .with_context_setup(turn_off_pictures)
            .with_max_steps(60)
            .build_ui_state(show, App::new(world, settings));
        let mut desk =
            Self { harness, size, is_surveyed: false, clicks: 0, keys: 0, script: Vec::new() };
        desk.settle();
        desk
    }

    /// Saves the input script and the resulting record: a real window is pressed in the same way,
    /// and must end with the same record.
    pub fn save_input_script(&self, name: &str) {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let presses = self.script.join("\n") + "\n";
        fs::write(folder.join(format!("{name}.txt")), presses).expect("there is room");
        let record = print_notation(self.record());
        fs::write(folder.join(format!("{name}.founders")), record).expect("there is room");
    }

    /// Starts the app with ballot salts taken from `ballots`.
    pub fn with_salts_of(ballots: Vec<Ballot>) -> Self {
        let mut desk = Self::new();
        let app = desk.harness.state_mut();
        app.set_salts(move || crate::polls::salts(&ballots));
        desk
    }

    /// Salts every ballot in the same way.
    pub fn set_salts(&mut self, salts: fn() -> sealed::NonceSource) {
        self.harness.state_mut().set_salts(salts);
    }

    /// Waits until all entries are on the disk, and lets the app notice.
    #[track_caller]
    pub fn wait_until_saved(&mut self) {
        let patience = std::time::Duration::from_mins(1);
        assert!(self.app().wait_until_saved(patience), "{}", self.app().title());
        self.settle();
    }

    /// Starts the app with an example open after its first `count` entries.
    #[track_caller]
    pub fn at(file: &str, count: usize) -> Self {
        let mut desk = Self::new();
        desk.open(&truncated(&journal_of(file), count));
        desk
    }

    /// Starts the app at the first entry of an example that `is_wanted` accepts, and returns that
    /// entry's action.
    #[track_caller]
    pub fn before(file: &str, is_wanted: impl Fn(&Game, &Action) -> bool) -> (Self, Action) {
        let step = STEPS
            .iter()
            .find(|step| step.file == file && is_wanted(&step.game, &step.action))
            .unwrap_or_else(|| panic!("{file} has no such entry"));
        (Self::at(file, step.count), step.action.clone())
    }

    /// Opens a record.
    pub fn open(&mut self, journal: &Journal) {
        let text = print_notation(journal);
        self.give(Command::OpenText(text));
    }

    /// Sends a command as a menu would.
    pub fn give(&mut self, command: impl Into<Command>) {
        self.harness.state_mut().queue_command(command);
        self.settle();
    }

    /// The context of the window.
    pub fn ctx(&self) -> &egui::Context {
        &self.harness.ctx
    }

    /// Sends several commands before the next frame.
    pub fn give_all(&mut self, commands: impl IntoIterator<Item = impl Into<Command>>) {
        for command in commands {
            self.harness.state_mut().queue_command(command);
        }
        self.settle();
    }

    /// Waits until these words are on screen, as for background work.
    #[track_caller]
    pub fn wait_for(&mut self, words: &str) {
        for _ in 0..3000 {
            self.settle();
            if self.shows(words) {
                return;
            }
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
        panic!("no {words} among {:#?}", self.labels());
    }

    /// Sends a command that copies something, and returns the copied text.
    #[track_caller]
    pub fn copied_text(&mut self, menu: ui_menu::Menu) -> String {
        self.harness.state_mut().queue_command(Command::Menu(menu));
        self.harness.step();
        let commands = &self.harness.output().platform_output.commands;
        let copied = commands
            .iter()
            .find_map(|command| match command {
                egui::OutputCommand::CopyText(text) => Some(text.clone()),
                _ => None,
            })
            .expect("something is copied");
        self.settle();
        copied
    }

    /// Changes the date while the window is open.
    pub fn set_today(&mut self, today: &str) {
        self.harness.state_mut().set_today(today.to_owned());
    }

    /// Asks the app to end, as the system does; returns `true` if its window closes in a while.
    pub fn closes_on_shutdown(&mut self) -> bool {
        self.harness.state_mut().queue_command(Command::CloseForSystem);
        for _ in 0..200 {
            self.harness.step();
            let viewports = self.harness.output().viewport_output.values();
            let mut commands = viewports.flat_map(|viewport| &viewport.commands);
            if commands.any(|command| matches!(command, egui::ViewportCommand::Close)) {
                return true;
            }
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
        false
    }

    /// Returns the state that the window persists between runs: the settings, and the toolkit's
    /// memory.
    pub fn persisted_state(&self) -> String {
        let settings = ron::to_string(self.app().settings()).expect("settings are data");
        let memory = self.harness.ctx.memory(ron::to_string);
        format!("{settings}\n{}", memory.expect("memory is data"))
    }

    /// Returns the app.
    pub fn app(&self) -> &App {
        self.harness.state()
    }

    /// Returns the open record.
    #[track_caller]
    pub fn record(&self) -> &Journal {
        self.app().journal().expect("a game is open")
    }

    /// Returns the open table.
    #[track_caller]
    pub fn table(&self) -> &Table {
        self.app().table().expect("a game is open")
    }

    /// Returns the game as it is now.
    #[track_caller]
    pub fn game(&self) -> &Game {
        self.record().game()
    }

    /// Returns the game as it is now, with the app's player names.
    #[track_caller]
    pub fn named_game(&self) -> NamedGame<'_> {
        self.table().named_game_now()
    }

    /// Lets the app carry out pending requests, and draws it.
    #[track_caller]
    pub fn settle(&mut self) {
        self.harness.step();
        self.harness.run();
        self.finish_tasks();
    }

    /// Waits for files that are read or written, and draws the result.
    fn finish_tasks(&mut self) {
        let ctx = self.harness.ctx.clone();
        while self.harness.state_mut().finish_tasks(&ctx) {
            self.harness.step();
            self.harness.run();
        }
    }

    /// Checks the English of every label on screen.
    #[track_caller]
    pub fn check_wording(&self) {
        for label in self.labels() {
            // Lines of a record are written as records are.
            if !label.contains("Learn (") {
                crate::wording::check_wording(&label);
            }
        }
        if !self.is_surveyed {
            let hidden = crate::visible::hidden_places(&self.harness.ctx);
            assert!(hidden.is_empty(), "{:?}: {hidden:#?}", self.size);
        }
    }

    /// Returns the decisive places of the latest frame.
    pub fn decisive(&self) -> Vec<DecisivePlace> {
        decisive_places(&self.harness.ctx)
    }

    /// Returns the rectangle of the board; `None` if a page covers it.
    pub fn board(&self) -> Option<egui::Rect> {
        self.harness.query_by_role(egui::Role::Grid).map(|board| board.rect())
    }

    /// Scrolls until the control with this label is in view.
    fn scroll_to(&mut self, label: &str, is_last: bool) {
        let Some(before) = self.control(label, is_last).map(|node| node.rect().center()) else {
            return;
        };
        if let Some(node) = self.control(label, is_last) {
            node.scroll_to_me();
        }
        self.settle();
        let Some(after) = self.control(label, is_last).map(|node| node.rect().center()) else {
            return;
        };
        let notches = ((before.y - after.y) / LINE).round();
        if notches != 0.0 {
            self.script.push(format!("{} {notches}", script_line("wheel", after)));
        }
    }

    /// Returns the first or the last control with exactly this label.
    fn control<'a>(&'a self, label: &'a str, is_last: bool) -> Option<egui_kittest::Node<'a>> {
        let mut found = self
            .harness
            .query_all_by_label(label)
            .filter(|node| PRESSABLE.contains(&node.accesskit_node().role()));
        if is_last { found.next_back() } else { found.next() }
    }

    /// Returns the center of every control in the window with exactly this label.
    pub fn control_centers(&self, label: &str) -> Vec<Pos2> {
        let window = egui::Rect::from_min_size(Pos2::ZERO, self.size.into());
        self.harness
            .query_all_by_label(label)
            .filter(|node| PRESSABLE.contains(&node.accesskit_node().role()))
            .map(|node| node.rect())
            .filter(|rect| window.contains(rect.center()))
            .map(|rect| rect.center())
            .collect()
    }

    /// Returns `true` if there is a control with this label.
    pub fn has_control(&self, label: &str) -> bool {
        !self.control_centers(label).is_empty()
    }

    /// Returns `true` if these words are on screen, alone or within others.
    pub fn shows(&self, words: &str) -> bool {
        self.harness.query_all_by_label_contains(words).next().is_some()
    }

    /// Returns `true` if exactly these words are on screen.
    pub fn shows_exactly(&self, words: &str) -> bool {
        self.harness.query_all_by_label(words).next().is_some()
    }

    /// Returns every node of the accessibility tree, in order.
    pub fn nodes(&self) -> impl Iterator<Item = egui_kittest::Node<'_>> {
        self.harness.root().children_recursive()
    }

    /// Returns every label on screen, for a message.
    pub fn labels(&self) -> Vec<String> {
        self.harness
            .root()
            .children_recursive()
            .filter_map(|node| {
                let node = node.accesskit_node();
                node.label().or_else(|| node.value())
            })
            .filter(|label| !is_square_name(label))
            .collect()
    }

    /// Clicks on the control with this label.
    #[track_caller]
    pub fn press(&mut self, label: &str) {
        self.scroll_to(label, false);
        let spots = self.control_centers(label);
        let [spot] = spots.as_slice() else {
            panic!("{} × {label} among {:#?}", spots.len(), self.labels());
        };
        self.click(*spot);
    }

    /// Clicks on the entry of an open menu that begins so, without its keys; returns the full
    /// label.
    #[track_caller]
    pub fn press_entry(&mut self, begin: &str) -> String {
        let label = self.label_starting_with(begin);
        self.press(&label);
        label
    }

    /// Returns the first label on screen that begins so.
    #[track_caller]
    pub fn label_starting_with(&self, begin: &str) -> String {
        let mut labels = self.labels().into_iter();
        let found = labels.find(|label| label.starts_with(begin));
        found.unwrap_or_else(|| panic!("no {begin} among {:#?}", self.labels()))
    }

    /// Clicks on the last control with this label: a sub-action can have the name of a card.
    #[track_caller]
    pub fn press_last(&mut self, label: &str) {
        self.scroll_to(label, true);
        let Some(&spot) = self.control_centers(label).last() else {
            panic!("no {label} among {:#?}", self.labels());
        };
        self.click(spot);
    }

    /// Clicks on the first control with this label.
    #[track_caller]
    pub fn press_first(&mut self, label: &str) {
        self.scroll_to(label, false);
        let Some(&spot) = self.control_centers(label).first() else {
            panic!("no {label} among {:#?}", self.labels());
        };
        self.click(spot);
    }

    /// Clicks again at the position of the pointer.
    #[track_caller]
    pub fn click_again(&mut self) {
        let at = self.harness.ctx.input(|input| input.pointer.latest_pos());
        let pos = at.expect("it is over the window");
        for pressed in [true, false] {
            let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
            self.harness.event(Event::PointerButton { pos, button, pressed, modifiers });
        }
        self.settle();
    }

    /// Clicks on a place this long after the latest frame, in seconds, and draws the frames that
    /// show the result at once. The clock of the window is stopped until then.
    pub fn click_after(&mut self, seconds: f64, pos: Pos2) {
        let now = self.harness.ctx.input(|input| input.time);
        let input = self.harness.input_mut();
        input.time = Some(now + seconds);
        input.events.push(Event::PointerMoved(pos));
        for pressed in [true, false] {
            let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
            input.events.push(Event::PointerButton { pos, button, pressed, modifiers });
        }
        self.harness.run_steps(3);
        self.harness.input_mut().time = None;
    }

    fn click(&mut self, spot: Pos2) {
        self.click_with(spot, PointerButton::Primary, Modifiers::NONE);
    }

    fn click_with(&mut self, spot: Pos2, button: PointerButton, modifiers: Modifiers) {
        self.clicks += 1;
        self.script.push(script_line(press_word(button, modifiers), spot));
        self.travel_to(spot);
        self.harness.event(Event::ModifiersChanged(modifiers));
        for pressed in [true, false] {
            self.harness.event(Event::PointerButton { pos: spot, button, pressed, modifiers });
        }
        self.harness.event(Event::ModifiersChanged(Modifiers::NONE));
        self.settle();
    }

    /// Returns the rectangle of the control whose label begins so.
    #[track_caller]
    pub fn control_rect(&self, begin: &str) -> egui::Rect {
        let label = self.label_starting_with(begin);
        self.harness.get_by_label(&label).rect()
    }

    /// Clicks on a place of the window.
    #[track_caller]
    pub fn click_at(&mut self, spot: Pos2) {
        self.click(spot);
    }

    /// Presses on the first place, passes over the others, and stays on the last without releasing.
    pub fn drag_over(&mut self, places: &[Pos2]) {
        self.point_at(places[0]);
        self.button(places[0], true);
        for place in places {
            self.harness.event(Event::PointerMoved(*place));
            self.settle();
        }
    }

    /// Releases the pointer.
    pub fn release(&mut self, at: Pos2) {
        self.button(at, false);
    }

    fn button(&mut self, pos: Pos2, pressed: bool) {
        let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
        self.harness.event(Event::PointerButton { pos, button, pressed, modifiers });
        self.settle();
    }

    /// Moves the pointer to the corner of the window, away from any map.
    pub fn move_pointer_away(&mut self) {
        self.harness.event(Event::PointerMoved(Pos2::new(1.0, 1.0)));
        self.settle();
    }

    /// Returns everything drawn within the control whose label begins so.
    #[track_caller]
    pub fn drawn_on(&self, begin: &str) -> Vec<egui::epaint::ClippedShape> {
        let place = self.control_rect(begin).expand(2.0);
        let shapes = self.harness.output().shapes.iter();
        shapes.filter(|shape| place.contains_rect(shape.clip_rect)).cloned().collect()
    }

    /// Returns the rectangle of a text that is drawn as one shape, and the one to which it is
    /// clipped.
    #[track_caller]
    pub fn drawn_text(&self, text: &str) -> (egui::Rect, egui::Rect) {
        let shapes = self.harness.output().shapes.iter();
        let mut found = shapes.filter_map(|clipped| match &clipped.shape {
            egui::Shape::Text(shape) if shape.galley.text() == text => {
                Some((shape.visual_bounding_rect(), clipped.clip_rect))
            }
            _ => None,
        });
        found.next_back().unwrap_or_else(|| panic!("{text} is not drawn"))
    }

    /// Lifts the curtain of a voter, who need not be the one called next.
    #[track_caller]
    pub fn lift_curtain(&mut self, who: &str) {
        let lifts = format!("{who} lifts the curtain");
        if !self.has_control(&lifts) {
            if self.has_control("All voters") {
                self.press("All voters");
            }
            self.press(&format!("{who} votes"));
        }
        self.press(&lifts);
    }

    /// Seals the ballot on the open page.
    #[track_caller]
    pub fn seal(&mut self) {
        let is_last = self.has_control("Seal and count");
        self.press(if is_last { "Seal and count" } else { "Seal" });
    }

    /// Passes the galley and the rectangle of every drawn text to `see`.
    pub fn each_text(&self, mut see: impl FnMut(&egui::Galley, egui::Rect)) {
        for clipped in &self.harness.output().shapes {
            crate::panels::each_galley(&clipped.shape, &mut see);
        }
    }

    /// Waits for background computations of the scenario screen.
    pub fn finish_scenario(&mut self) {
        let ctx = self.harness.ctx.clone();
        self.harness.state_mut().finish_scenario(&ctx);
        self.settle();
    }

    /// Clicks in the center of a square with the secondary button.
    #[track_caller]
    pub fn right_click(&mut self, square: Square, modifiers: Modifiers) {
        let spot = self.center_of(square);
        self.click_with(spot, PointerButton::Secondary, modifiers);
    }

    /// Moves the pointer to a place as a hand does, over the places between. While a menu is open
    /// the pointer jumps instead.
    fn travel_to(&mut self, spot: Pos2) {
        if egui::Popup::is_any_open(&self.harness.ctx) {
            return self.point_at(spot);
        }
        let from = self.harness.ctx.input(|input| input.pointer.latest_pos()).unwrap_or(spot);
        self.harness.event(Event::PointerMoved(from.lerp(spot, 0.5)));
        self.harness.step();
        self.point_at(spot);
    }

    fn point_at(&mut self, spot: Pos2) {
        // A hand never stops without a move.
        for pos in [spot + egui::vec2(3.0, 0.0), spot] {
            self.harness.event(Event::PointerMoved(pos));
        }
        self.settle();
    }

    /// Touches the center of a square and releases, as a finger does.
    #[track_caller]
    pub fn tap(&mut self, square: Square) {
        self.clicks += 1;
        let pos = self.center_of(square);
        for phase in [egui::TouchPhase::Start, egui::TouchPhase::End] {
            let is_start = phase == egui::TouchPhase::Start;
            let touch = Event::Touch {
                device_id: egui::TouchDeviceId(1),
                id: egui::TouchId(1),
                phase,
                pos,
                force: None,
            };
            let button = Event::PointerButton {
                pos,
                button: PointerButton::Primary,
                pressed: is_start,
                modifiers: Modifiers::NONE,
            };
            // A backend makes a pointer of the first finger, in the same frame.
            let events = &mut self.harness.input_mut().events;
            events.push(touch);
            if is_start {
                events.push(Event::PointerMoved(pos));
            }
            events.push(button);
            if !is_start {
                events.push(Event::PointerGone);
            }
            self.harness.step();
        }
        self.settle();
    }

    /// Returns the accessible name of a square.
    #[track_caller]
    pub fn square_name(&self, square: Square) -> String {
        let begin = format!("{square},");
        let mut nodes = self
            .harness
            .query_all_by(|node| node.role() == egui::Role::Cell)
            .filter_map(|node| node.accesskit_node().label());
        let found = nodes.find(|label| label.starts_with(&begin));
        found.unwrap_or_else(|| panic!("{square} is not on screen: {:#?}", self.labels()))
    }

    /// Returns the center of a square.
    #[track_caller]
    pub fn center_of(&self, square: Square) -> Pos2 {
        let name = self.square_name(square);
        self.harness.get_by_label(&name).rect().center()
    }

    /// Points at the center of a square.
    #[track_caller]
    pub fn hover(&mut self, square: Square) {
        let spot = self.center_of(square);
        self.script.push(script_line("point", spot));
        self.point_at(spot);
    }

    /// Moves the pointer over the control with this label.
    #[track_caller]
    pub fn hover_over(&mut self, label: &str) {
        let Some(&spot) = self.control_centers(label).first() else {
            panic!("no {label} among {:#?}", self.labels());
        };
        self.point_at(spot);
    }

    /// Clicks in the center of a square.
    #[track_caller]
    pub fn square(&mut self, square: Square) {
        let spot = self.center_of(square);
        self.click(spot);
    }

    /// Applies these preferences of the system.
    pub fn set_system_preferences(&mut self, wishes: founders_ledger::app::SystemPreferences) {
        let ctx = self.harness.ctx.clone();
        self.harness.state_mut().follow(&ctx, wishes);
        self.settle();
    }

    /// Moves the window to another screen; returns the zoom factor there.
    pub fn move_to(&mut self, screen: founders_ledger::app::ScreenScale) -> f32 {
        let ctx = self.harness.ctx.clone();
        self.harness.state_mut().apply_screen_zoom(&ctx, screen);
        self.settle();
        self.harness.ctx.zoom_factor()
    }

    /// Returns whether the window is dark, and the duration of the toolkit's animations, in
    /// seconds.
    pub fn appearance(&self) -> (bool, f32) {
        let style = self.harness.ctx.global_style();
        (style.visuals.dark_mode, style.animation_time)
    }

    /// Holds a file over the window.
    pub fn hover_file(&mut self, path: &str) {
        let file = egui::HoveredFile { path: Some(path.into()), ..Default::default() };
        self.harness.input_mut().hovered_files = vec![file];
        // While a file hovers, the toolkit keeps drawing.
        self.harness.run_steps(3);
    }

    /// Removes the file held over the window.
    pub fn remove_hovered_file(&mut self) {
        self.harness.input_mut().hovered_files.clear();
        self.settle();
    }

    /// Turns the wheel by this many notches, away from the hand if positive.
    pub fn wheel(&mut self, notches: f32) {
        self.harness.event(Event::MouseWheel {
            unit: egui::MouseWheelUnit::Line,
            delta: egui::vec2(0.0, notches),
            phase: egui::TouchPhase::Move,
            source: egui::MouseWheelSource::Unknown,
            modifiers: Modifiers::NONE,
        });
        self.settle();
    }

    /// Presses a key.
    #[track_caller]
    pub fn key(&mut self, key: Key) {
        self.key_with(Modifiers::NONE, key);
    }

    /// Presses a key while others are held.
    #[track_caller]
    pub fn key_with(&mut self, modifiers: Modifiers, key: Key) {
        self.keys += 1;
        self.script.push(match modifiers {
            Modifiers::COMMAND => format!("key ctrl+{}", key.name().to_lowercase()),
            Modifiers::SHIFT => format!("key shift+{}", key.name()),
            _ => format!("key {key:?}"),
        });
        let events = &mut self.harness.input_mut().events;
        events.push(Event::ModifiersChanged(modifiers));
        events.extend([true, false].map(|pressed| Event::Key {
            key,
            physical_key: None,
            pressed,
            repeat: false,
            modifiers,
        }));
        events.push(Event::ModifiersChanged(Modifiers::NONE));
        self.settle();
    }

    /// Holds a key down until it has repeated this many times.
    pub fn hold(&mut self, key: Key, repeats: usize) {
        for count in 0..=repeats {
            let (physical_key, modifiers, repeat) = (None, Modifiers::NONE, count > 0);
            self.harness.event(Event::Key { key, physical_key, pressed: true, repeat, modifiers });
            self.settle();
        }
        self.harness.event(key_event(key, false));
        self.settle();
    }

    /// Adds a pause to the script for a real window, for background work, in seconds.
    pub fn pause_script(&mut self, seconds: usize) {
        self.script.push(format!("wait {seconds}"));
    }

    /// Types a text: every letter as a key and as text, as a keyboard sends them.
    #[track_caller]
    pub fn type_text(&mut self, text: &str) {
        self.script.push(format!("type {text}"));
        for letter in text.chars() {
            self.keys += 1;
            let key = Key::from_name(&letter.to_uppercase().to_string());
            let events = &mut self.harness.input_mut().events;
            events.extend(key.map(|key| key_event(key, true)));
            events.push(Event::Text(letter.to_string()));
            events.extend(key.map(|key| key_event(key, false)));
            self.harness.step();
        }
        self.settle();
    }

    /// Types letters and then a key, with a few frames and no pause between them.
    #[track_caller]
    pub fn type_in_a_burst(&mut self, text: &str, last: Key) {
        for key in
            text.chars().map(|letter| Key::from_name(&letter.to_string())).chain([Some(last)])
        {
            let key = key.expect("it has a key");
            let events = &mut self.harness.input_mut().events;
            let name = key.name();
            for pressed in [true, false] {
                events.push(key_event(key, pressed));
                if pressed && name.chars().count() == 1 {
                    events.push(Event::Text(name.to_owned()));
                }
            }
            // The effect of a key is on screen two frames later.
            self.harness.run_steps(3);
        }
        self.settle();
    }

    /// Lets time pass at the window, in seconds.
    pub fn pass_time(&mut self, seconds: usize) {
        self.pause_script(seconds);
        for _ in 0..4 * seconds {
            self.harness.step();
        }
    }

    /// Pastes a text into the focused field, as the clipboard does.
    pub fn paste(&mut self, text: &str) {
        self.harness.event(Event::Paste(text.to_owned()));
        self.settle();
    }

    /// Returns the text in the field with this label.
    #[track_caller]
    pub fn value_of(&self, label: &str) -> String {
        self.harness
            .query_all_by_label(label)
            .find(|node| node.accesskit_node().role() == egui::Role::TextInput)
            .unwrap_or_else(|| panic!("no field {label}: {:#?}", self.labels()))
            .accesskit_node()
            .value()
            .unwrap_or_default()
    }

    /// Returns the label of the focused control.
    pub fn focused(&self) -> Option<String> {
        let mut nodes = self
            .harness
            .query_all_by(|node| node.is_focused() && node.role() != egui::Role::Window);
        let node = nodes.next()?;
        node.accesskit_node().label()
    }

    /// Returns the name and the place of the control that has the focus.
    pub fn focus(&self) -> Option<(String, egui::Rect)> {
        let mut nodes = self
            .harness
            .query_all_by(|node| node.is_focused() && node.role() != egui::Role::Window);
        let node = nodes.next()?;
        Some((node.accesskit_node().label().unwrap_or_default(), node.rect()))
    }

    /// Takes the focus from the control that has it.
    pub fn drop_focus(&mut self) {
        self.harness.ctx.memory_mut(|memory| {
            if let Some(id) = memory.focused() {
                memory.surrender_focus(id);
            }
        });
        self.settle();
    }

    /// Returns everything drawn in the latest frame.
    pub fn shapes(&self) -> &[egui::epaint::ClippedShape] {
        &self.harness.output().shapes
    }

    /// Returns the keys that press the control with this label, if it has any.
    pub fn key_of(&self, label: &str, is_last: bool) -> Option<(Modifiers, Key)> {
        let node = self.control(label, is_last)?.accesskit_node();
        let keys = node.data().keyboard_shortcut()?;
        let (modifiers, name) = match keys.strip_prefix("Ctrl+") {
            Some(name) => (Modifiers::COMMAND, name),
            None => (Modifiers::NONE, keys),
        };
        Some((modifiers, Key::from_name(name)?))
    }

    /// Presses Tab until the control with this label has the focus, and presses it.
    #[track_caller]
    pub fn tab_to(&mut self, label: &str, is_last: bool) {
        self.tab_until(label, is_last);
        self.key(Key::Enter);
    }

    /// Presses Tab until the control with this label has the focus.
    #[track_caller]
    pub fn tab_until(&mut self, label: &str, is_last: bool) {
        let mut left = if is_last { self.control_centers(label).len() } else { 1 };
        let mut passed = Vec::new();
        for _ in 0..150 {
            self.key(Key::Tab);
            let focused = self.focused();
            if focused.as_deref() == Some(label) {
                left -= 1;
                if left == 0 {
                    return;
                }
            }
            passed.extend(focused);
        }
        panic!("Tab does not lead to {label}: {passed:#?}");
    }

    /// Walks over the board with the arrows until the cursor is on the square.
    #[track_caller]
    pub fn walk_to(&mut self, square: Square) {
        if self.table().hover().is_none() {
            self.key(Key::ArrowRight);
        }
        let from = self.hovered_square();
        for arrow in arrow_keys(from, square) {
            self.key(arrow);
        }
        assert_eq!(self.hovered_square(), square, "the arrows do not lead there from {from}");
    }

    #[track_caller]
    fn hovered_square(&self) -> Square {
        let Some(aim) = self.table().hover() else {
            panic!(
                "an arrow does not find the board from {:?}: {:#?}",
                self.focused(),
                self.labels()
            );
        };
        aim.square
    }
}

/// Returns an unmodified key event.
fn key_event(key: Key, pressed: bool) -> Event {
    let (physical_key, modifiers) = (None, Modifiers::NONE);
    Event::Key { key, physical_key, pressed, repeat: false, modifiers }
}

/// Returns a line of the script for a real window, whose points exclude the harness's margin.
fn script_line(what: &str, spot: Pos2) -> String {
    let spot = spot - egui::Vec2::splat(MARGIN);
    format!("{what} {:.0} {:.0}", spot.x, spot.y)
}

/// Returns the script's word for a press of a mouse button.
fn press_word(button: PointerButton, modifiers: Modifiers) -> &'static str {
    match (button, modifiers.shift) {
        (PointerButton::Primary, _) => "click",
        (_, false) => "right",
        (_, true) => "shift-right",
    }
}

/// Returns the arrow keys from one square to another: straight up or down first, then sideways.
fn arrow_keys(from: Square, to: Square) -> Vec<Key> {
    let (columns, rows) =
        (i16::from(to.column) - i16::from(from.column), i16::from(to.row) - i16::from(from.row));
    let vertical = if rows < 0 { Key::ArrowUp } else { Key::ArrowDown };
    let horizontal = if columns < 0 { Key::ArrowLeft } else { Key::ArrowRight };
    std::iter::repeat_n(vertical, usize::from(rows.unsigned_abs()))
        .chain(std::iter::repeat_n(horizontal, usize::from(columns.unsigned_abs())))
        .collect()
}

fn is_square_name(label: &str) -> bool {
    label.split_once(',').is_some_and(|(begin, _)| begin.parse::<Square>().is_ok())
}

/// The complete games among the examples.
const GAMES: [&str; 6] = [
    "teaching-game.founders",
    "four-founders.founders",
    "three-guilds.founders",
    "harbour-duel.founders",
    "old-harbour-three.founders",
    "harbour-council.founders",
];

/// An action of a complete game, with the game before it.
pub struct Step {
    /// The example.
    /// The name of the example.
    pub file: &'static str,
    /// Number of entries before it.
    pub count: usize,
    pub game: Game,
    pub action: Action,
}

/// Every action of every complete game, replayed once for all tests.
pub static STEPS: LazyLock<Vec<Step>> = LazyLock::new(|| {
    let mut steps = Vec::new();
    for file in GAMES {
        journal::replay_with(&journal_of(file), |number, game, played| {
            steps.push(Step {
                file,
                count: number - 1,
                game: game.clone(),
                action: played.action.clone(),
            });
        });
    }
    steps
});

/// Returns `true` if the action reveals a vote; a filter for [`Desk::before`].
pub fn is_vote(_: &Game, action: &Action) -> bool {
    matches!(action.kind, ActionKind::Reveal(_))
}

/// Returns the record of an example.
#[track_caller]
pub fn journal_of(file: &str) -> Journal {
    let example = example(file).unwrap_or_else(|| panic!("no example is called {file}"));
    read_record(example.text.as_bytes()).record.expect("an example is sound")
}

/// Returns the record after its first `count` entries, without the rest.
pub fn truncated(journal: &Journal, count: usize) -> Journal {
    let mut short = Journal::new(journal.setup().clone()).expect("the setup is sound");
    for &id in &journal.main_line()[..count] {
        let action = journal.entry(id).action().expect("an entry is an action");
        short.apply(Change::Play(action.clone())).expect("it was played when it was recorded");
    }
    short
}
