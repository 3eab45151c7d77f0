//! The whole app at a table without a display: pressed by label, typed on, pointed at by square.

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
use rules::action::{Action, Ballot};
use table::examples::example;
use table::table::Table;
use ui_board::settings::Settings;
use ui_kit::widgets::{DecisivePlace, decisive_places};

/// What the pointer can press.
const PRESSABLE: [egui::Role; 8] = [
    egui::Role::ComboBox,
    egui::Role::SpinButton,
    egui::Role::Button,
    egui::Role::RadioButton,
    egui::Role::CheckBox,
    egui::Role::Link,
    egui::Role::TextInput,
    egui::Role::MultilineTextInput,
];

/// The app in a window of this size.
const SIZE: [f32; 2] = [1280.0, 800.0];

/// How far a notch of the wheel scrolls, in points.
const LINE: f32 = 40.0;

/// What the harness leaves free around the app, in points.
pub const MARGIN: f32 = 8.0;

/// The app, and how often something was done to it.
pub struct Desk {
    harness: Harness<'static, App>,
    /// The size of the window, in points.
    size: [f32; 2],
    /// Whether a survey collects what cannot be seen, so that it is not asserted in every frame.
    pub is_surveyed: bool,
    /// Clicks and taps so far.
    pub clicks: usize,
    /// Keys pressed so far, letters included.
    pub keys: usize,
    /// What hands would do at a real window of this size, a line for each press.
    pub hands: Vec<String>,
}

impl Desk {
    /// The app at its start screen; nothing is saved.
    pub fn new() -> Self {
        Self::in_world(Environment::default(), Settings::default())
    }

    /// The app as it is started in this world.
    pub fn in_world(world: Environment, settings: Settings) -> Self {
        Self::start(world, settings, SIZE, 1.0)
    }

    /// The app on a screen of this scale with so much room for it, in points; nothing is saved.
    pub fn in_window(settings: Settings, size: [f32; 2], scale: f32) -> Self {
        let size = size.map(|side| side + 2.0 * MARGIN);
        Self::start(Environment::default(), settings, size, scale)
    }

    fn start(world: Environment, settings: Settings, size: [f32; 2], scale: f32) -> Self {
        let show = |ui: &mut egui::Ui, app: &mut App| {
            app.run_commands(ui.ctx());
            app.frame(ui);
        };
        let harness = Harness::builder()
            .with_size(size)
            .with_pixels_per_point(scale)
            .with_max_steps(60)
            .build_ui_state(show, App::new(world, settings));
        let mut desk =
            Self { harness, size, is_surveyed: false, clicks: 0, keys: 0, hands: Vec::new() };
        desk.settle();
        desk
    }

    /// Keeps what the hands did and the record that came of it: a real window is pressed in the
    /// same way, and has to come to the same.
    pub fn keep_presses(&self, name: &str) {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let presses = self.hands.join("\n") + "\n";
        fs::write(folder.join(format!("{name}.txt")), presses).expect("there is room");
        let record = print_notation(self.record());
        fs::write(folder.join(format!("{name}.founders")), record).expect("there is room");
    }

    /// The app at its start screen, whose ballots are salted as these were.
    pub fn salted(ballots: Vec<Ballot>) -> Self {
        let mut desk = Self::new();
        let app = desk.harness.state_mut();
        app.set_salts(move || crate::polls::salts(&ballots));
        desk
    }

    /// Salts every ballot in the same way.
    pub fn salt_evenly(&mut self, salts: fn() -> sealing::SaltSource) {
        self.harness.state_mut().set_salts(salts);
    }

    /// Waits until what was recorded is on the disk, and takes that in.
    #[track_caller]
    pub fn wait_until_saved(&mut self) {
        let patience = std::time::Duration::from_mins(1);
        assert!(self.app().wait_until_saved(patience), "{}", self.app().title());
        self.settle();
    }

    /// The app with an example open after its first `count` entries.
    #[track_caller]
    pub fn at(file: &str, count: usize) -> Self {
        let mut desk = Self::new();
        desk.open(&cut(&journal_of(file), count));
        desk
    }

    /// The app at the entry of an example that `is_wanted` accepts, with the action that comes there.
    #[track_caller]
    pub fn before(file: &str, is_wanted: impl Fn(&Game, &Action) -> bool) -> (Self, Action) {
        let mut steps = STEPS.iter().filter(|step| step.file == file);
        let found = steps.find(|step| is_wanted(&step.game, &step.action));
        let step = found.unwrap_or_else(|| panic!("{file} has no such entry"));
        (Self::at(file, step.count), step.action.clone())
    }

    /// Opens a record.
    pub fn open(&mut self, journal: &Journal) {
        let text = print_notation(journal);
        self.give(Command::OpenText(text));
    }

    /// Gives a command as if by a menu.
    pub fn give(&mut self, command: impl Into<Command>) {
        self.harness.state_mut().queue_command(command);
        self.settle();
    }

    /// The context of the window.
    pub fn ctx(&self) -> &egui::Context {
        &self.harness.ctx
    }

    /// Gives commands at once.
    pub fn give_all(&mut self, commands: impl IntoIterator<Item = impl Into<Command>>) {
        for command in commands {
            self.harness.state_mut().queue_command(command);
        }
        self.settle();
    }

    /// Waits until these words are on screen, as for work that is done beside the window.
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

    /// Gives a command that copies something, and says what was copied.
    #[track_caller]
    pub fn copies(&mut self, menu: ui_menu::Menu) -> String {
        self.harness.state_mut().queue_command(Command::Menu(menu));
        self.harness.step();
        let commands = &self.harness.output().platform_output.commands;
        let copied = commands.iter().find_map(|command| match command {
            egui::OutputCommand::CopyText(text) => Some(text.clone()),
            _ => None,
        });
        let copied = copied.expect("something is copied");
        self.settle();
        copied
    }

    /// Lets another evening begin while the window is open.
    pub fn set_today(&mut self, today: &str) {
        self.harness.state_mut().set_today(today.to_owned());
    }

    /// Tells the app to end, as the system does; says whether its window closes in a while.
    pub fn ends(&mut self) -> bool {
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

    /// What the window keeps between runs: the settings, and what the toolkit remembers.
    pub fn remembers(&self) -> String {
        let settings = ron::to_string(self.app().settings()).expect("settings are data");
        let memory = self.harness.ctx.memory(ron::to_string);
        format!("{settings}\n{}", memory.expect("memory is data"))
    }

    /// The app.
    pub fn app(&self) -> &App {
        self.harness.state()
    }

    /// The record that is open.
    #[track_caller]
    pub fn record(&self) -> &Journal {
        self.app().journal().expect("a game is open")
    }

    /// The table that is open.
    #[track_caller]
    pub fn table(&self) -> &Table {
        self.app().table().expect("a game is open")
    }

    /// The game as it is now.
    #[track_caller]
    pub fn game(&self) -> &Game {
        self.record().game()
    }

    /// The game as it is now, as the app speaks of it.
    #[track_caller]
    pub fn named_game(&self) -> NamedGame<'_> {
        self.table().named_game_now()
    }

    /// Lets the app carry out what was asked for, and draws it: whatever somebody decides by is in
    /// view.
    #[track_caller]
    pub fn settle(&mut self) {
        self.harness.step();
        self.harness.run();
        self.finish_tasks();
    }

    /// Waits for files that are read or written, and draws what comes of them.
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
            let hidden = crate::visible::what_is_hidden(&self.harness.ctx);
            assert!(hidden.is_empty(), "{:?}: {hidden:#?}", self.size);
        }
    }

    /// What somebody decides by, as it was drawn last.
    pub fn decisive(&self) -> Vec<DecisivePlace> {
        decisive_places(&self.harness.ctx)
    }

    /// Where the board is, unless a page has its place.
    pub fn board(&self) -> Option<egui::Rect> {
        self.harness.query_by_role(egui::Role::Grid).map(|board| board.rect())
    }

    /// Scrolls until the control with this label is in view.
    fn bring(&mut self, label: &str, is_last: bool) {
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
            self.hands.push(format!("{} {notches}", hand_line("wheel", after)));
        }
    }

    /// The first or the last control with exactly this label.
    fn control<'a>(&'a self, label: &'a str, is_last: bool) -> Option<egui_kittest::Node<'a>> {
        let nodes = self.harness.query_all_by_label(label);
        let mut found = nodes.filter(|node| PRESSABLE.contains(&node.accesskit_node().role()));
        if is_last { found.next_back() } else { found.next() }
    }

    /// The middle of every control with exactly this label.
    pub fn spots(&self, label: &str) -> Vec<Pos2> {
        let window = egui::Rect::from_min_size(Pos2::ZERO, self.size.into());
        self.harness
            .query_all_by_label(label)
            .filter(|node| PRESSABLE.contains(&node.accesskit_node().role()))
            .map(|node| node.rect())
            .filter(|rect| window.contains(rect.center()))
            .map(|rect| rect.center())
            .collect()
    }

    /// Whether there is a control with this label.
    pub fn offers(&self, label: &str) -> bool {
        !self.spots(label).is_empty()
    }

    /// Whether these words are on screen, alone or within others.
    pub fn shows(&self, words: &str) -> bool {
        self.harness.query_all_by_label_contains(words).next().is_some()
    }

    /// Whether exactly these words are on screen.
    pub fn says(&self, words: &str) -> bool {
        self.harness.query_all_by_label(words).next().is_some()
    }

    /// Every node of the accessible tree, in order.
    pub fn nodes(&self) -> impl Iterator<Item = egui_kittest::Node<'_>> {
        self.harness.root().children_recursive()
    }

    /// Every label on screen, for a message.
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
        self.bring(label, false);
        let spots = self.spots(label);
        let [spot] = spots.as_slice() else {
            panic!("{} × {label} among {:#?}", spots.len(), self.labels());
        };
        self.click(*spot);
    }

    /// Clicks on the entry of an open menu that begins so; its keys follow.
    #[track_caller]
    pub fn press_entry(&mut self, begin: &str) -> String {
        let label = self.label_that_begins(begin);
        self.press(&label);
        label
    }

    /// The first label on screen that begins so.
    #[track_caller]
    pub fn label_that_begins(&self, begin: &str) -> String {
        let mut labels = self.labels().into_iter();
        let found = labels.find(|label| label.starts_with(begin));
        found.unwrap_or_else(|| panic!("no {begin} among {:#?}", self.labels()))
    }

    /// Clicks on the last control with this label: a kind of work can be called as the card is.
    #[track_caller]
    pub fn press_last(&mut self, label: &str) {
        self.bring(label, true);
        let Some(&spot) = self.spots(label).last() else {
            panic!("no {label} among {:#?}", self.labels());
        };
        self.click(spot);
    }

    /// Clicks on the first control with this label.
    #[track_caller]
    pub fn press_first(&mut self, label: &str) {
        self.bring(label, false);
        let Some(&spot) = self.spots(label).first() else {
            panic!("no {label} among {:#?}", self.labels());
        };
        self.click(spot);
    }

    /// Clicks once more where the pointer rests.
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

    /// Clicks on a place this long after the latest frame, in seconds, and draws the frame that
    /// shows what came of it at once. The clock of the window stands still until then.
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
        self.hands.push(hand_line(press_word(button, modifiers), spot));
        self.travel_to(spot);
        self.harness.event(Event::ModifiersChanged(modifiers));
        for pressed in [true, false] {
            self.harness.event(Event::PointerButton { pos: spot, button, pressed, modifiers });
        }
        self.harness.event(Event::ModifiersChanged(Modifiers::NONE));
        self.settle();
    }

    /// Where the control lies whose label begins so.
    #[track_caller]
    pub fn place_of(&self, begin: &str) -> egui::Rect {
        let label = self.label_that_begins(begin);
        self.harness.get_by_label(&label).rect()
    }

    /// Clicks on a place of the window.
    #[track_caller]
    pub fn click_at(&mut self, spot: Pos2) {
        self.click(spot);
    }

    /// Presses on the first place, passes the others, and rests on the last without letting go.
    pub fn drag_over(&mut self, places: &[Pos2]) {
        self.point_at(places[0]);
        self.button(places[0], true);
        for place in places {
            self.harness.event(Event::PointerMoved(*place));
            self.settle();
        }
    }

    /// Lets go of the pointer.
    pub fn let_go(&mut self, at: Pos2) {
        self.button(at, false);
    }

    fn button(&mut self, pos: Pos2, pressed: bool) {
        let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
        self.harness.event(Event::PointerButton { pos, button, pressed, modifiers });
        self.settle();
    }

    /// Takes the pointer to the corner of the window, where it points at nothing of a map.
    pub fn rest_pointer(&mut self) {
        self.harness.event(Event::PointerMoved(Pos2::new(1.0, 1.0)));
        self.settle();
    }

    /// Everything drawn within the control whose label begins so.
    #[track_caller]
    pub fn drawn_on(&self, begin: &str) -> Vec<egui::epaint::ClippedShape> {
        let place = self.place_of(begin).expand(2.0);
        let shapes = self.harness.output().shapes.iter();
        shapes.filter(|shape| place.contains_rect(shape.clip_rect)).cloned().collect()
    }

    /// Returns the rectangle of a text that is drawn as one shape, and the one to which it is clipped.
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

    /// Waits for what the screen of a scenario works out.
    pub fn finish_scenario(&mut self) {
        let ctx = self.harness.ctx.clone();
        self.harness.state_mut().finish_scenario(&ctx);
        self.settle();
    }

    /// Clicks in the middle of a square with the other button.
    #[track_caller]
    pub fn right_click(&mut self, square: Square, modifiers: Modifiers) {
        let spot = self.middle_of(square);
        self.click_with(spot, PointerButton::Secondary, modifiers);
    }

    /// Moves the pointer to a place as a hand does, over what lies between. While a menu is open the
    /// hand keeps to it.
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
        // A hand never comes to rest without a move.
        for pos in [spot + egui::vec2(3.0, 0.0), spot] {
            self.harness.event(Event::PointerMoved(pos));
        }
        self.settle();
    }

    /// Touches the middle of a square and lets go, as a finger does.
    #[track_caller]
    pub fn tap(&mut self, square: Square) {
        self.clicks += 1;
        let pos = self.middle_of(square);
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

    /// What a square is called.
    #[track_caller]
    pub fn name_of(&self, square: Square) -> String {
        let begin = format!("{square},");
        let mut nodes = self
            .harness
            .query_all_by(|node| node.role() == egui::Role::Cell)
            .filter_map(|node| node.accesskit_node().label());
        let found = nodes.find(|label| label.starts_with(&begin));
        found.unwrap_or_else(|| panic!("{square} is not on screen: {:#?}", self.labels()))
    }

    /// The middle of a square.
    #[track_caller]
    pub fn middle_of(&self, square: Square) -> Pos2 {
        let name = self.name_of(square);
        self.harness.get_by_label(&name).rect().center()
    }

    /// Points at the middle of a square.
    #[track_caller]
    pub fn hover(&mut self, square: Square) {
        let spot = self.middle_of(square);
        self.hands.push(hand_line("point", spot));
        self.point_at(spot);
    }

    /// Moves the pointer over the control with this label.
    #[track_caller]
    pub fn hover_over(&mut self, label: &str) {
        let Some(&spot) = self.spots(label).first() else {
            panic!("no {label} among {:#?}", self.labels());
        };
        self.point_at(spot);
    }

    /// Clicks in the middle of a square.
    #[track_caller]
    pub fn square(&mut self, square: Square) {
        let spot = self.middle_of(square);
        self.click(spot);
    }

    /// Has the system ask this of every program.
    pub fn system_asks(&mut self, wishes: founders_ledger::app::SystemPreferences) {
        let ctx = self.harness.ctx.clone();
        self.harness.state_mut().follow(&ctx, wishes);
        self.settle();
    }

    /// Puts the window on another screen; returns how large everything is there.
    pub fn move_to(&mut self, screen: founders_ledger::app::ScreenScale) -> f32 {
        let ctx = self.harness.ctx.clone();
        self.harness.state_mut().apply_screen_zoom(&ctx, screen);
        self.settle();
        self.harness.ctx.zoom_factor()
    }

    /// Whether the window stands on dark, and how long what the toolkit moves takes, in seconds.
    pub fn looks(&self) -> (bool, f32) {
        let style = self.harness.ctx.global_style();
        (style.visuals.dark_mode, style.animation_time)
    }

    /// Holds a file over the window.
    pub fn hold_over(&mut self, path: &str) {
        let file = egui::HoveredFile { path: Some(path.into()), ..Default::default() };
        self.harness.input_mut().hovered_files = vec![file];
        // While something hovers, the toolkit draws on and on.
        self.harness.run_steps(3);
    }

    /// Takes away what is held over the window.
    pub fn take_away(&mut self) {
        self.harness.input_mut().hovered_files.clear();
        self.settle();
    }

    /// Turns the wheel by so many notches, away from the hand if it is positive.
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
        self.hands.push(match modifiers {
            Modifiers::COMMAND => format!("key ctrl+{}", key.name().to_lowercase()),
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

    /// Lets hands wait at a real window, for what is worked out beside it, in seconds.
    pub fn rest(&mut self, seconds: usize) {
        self.hands.push(format!("wait {seconds}"));
    }

    /// Types: every letter as a key and as text, as a keyboard gives them.
    #[track_caller]
    pub fn type_text(&mut self, text: &str) {
        self.hands.push(format!("type {text}"));
        for letter in text.chars() {
            self.keys += 1;
            let key = Key::from_name(&letter.to_uppercase().to_string());
            let key = key.map(|key| {
                move |pressed| Event::Key {
                    key,
                    physical_key: None,
                    pressed,
                    repeat: false,
                    modifiers: Modifiers::NONE,
                }
            });
            let events = &mut self.harness.input_mut().events;
            events.extend(key.map(|key| key(true)));
            events.push(Event::Text(letter.to_string()));
            events.extend(key.map(|key| key(false)));
            self.harness.step();
        }
        self.settle();
    }

    /// Types letters and then a key, with a few frames and no rest between them.
    #[track_caller]
    pub fn type_in_a_burst(&mut self, text: &str, last: Key) {
        for key in
            text.chars().map(|letter| Key::from_name(&letter.to_string())).chain([Some(last)])
        {
            let key = key.expect("it has a key");
            let events = &mut self.harness.input_mut().events;
            let name = key.name();
            for pressed in [true, false] {
                let (physical_key, modifiers) = (None, Modifiers::NONE);
                events.push(Event::Key { key, physical_key, pressed, repeat: false, modifiers });
                if pressed && name.chars().count() == 1 {
                    events.push(Event::Text(name.to_owned()));
                }
            }
            // What a key leads to is on screen two frames later.
            self.harness.run_steps(3);
        }
        self.settle();
    }

    /// Lets time pass at the window, in seconds.
    pub fn let_pass(&mut self, seconds: usize) {
        self.rest(seconds);
        for _ in 0..4 * seconds {
            self.harness.step();
        }
    }

    /// Puts a text where the keys go, as the clipboard does.
    pub fn paste(&mut self, text: &str) {
        self.harness.event(Event::Paste(text.to_owned()));
        self.settle();
    }

    /// Returns the text in the field with this label.
    #[track_caller]
    pub fn value_of(&self, label: &str) -> String {
        let mut fields = self.harness.query_all_by_label(label);
        let field = fields.find(|node| node.accesskit_node().role() == egui::Role::TextInput);
        let field = field.unwrap_or_else(|| panic!("no field {label}: {:#?}", self.labels()));
        field.accesskit_node().value().unwrap_or_default()
    }

    /// The label of what has the keys.
    pub fn focused(&self) -> Option<String> {
        let mut nodes = self
            .harness
            .query_all_by(|node| node.is_focused() && node.role() != egui::Role::Window);
        let node = nodes.next()?;
        node.accesskit_node().label()
    }

    /// The key that presses the control with this label, if it has one.
    pub fn key_of(&self, label: &str, is_last: bool) -> Option<(Modifiers, Key)> {
        let node = self.control(label, is_last)?.accesskit_node();
        let keys = node.data().keyboard_shortcut()?;
        let (modifiers, name) = match keys.strip_prefix("Ctrl+") {
            Some(name) => (Modifiers::COMMAND, name),
            None => (Modifiers::NONE, keys),
        };
        Some((modifiers, Key::from_name(name)?))
    }

    /// Goes on with Tab until the control with this label has the keys, and presses it.
    #[track_caller]
    pub fn tab_to(&mut self, label: &str, is_last: bool) {
        self.tab_until(label, is_last);
        self.key(Key::Enter);
    }

    /// Goes on with Tab until the control with this label has the keys.
    #[track_caller]
    pub fn tab_until(&mut self, label: &str, is_last: bool) {
        let mut left = if is_last { self.spots(label).len() } else { 1 };
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
        let from = self.aimed();
        for arrow in way(from, square) {
            self.key(arrow);
        }
        assert_eq!(self.aimed(), square, "the arrows do not lead there from {from}");
    }

    #[track_caller]
    fn aimed(&self) -> Square {
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

/// What a hand does somewhere, as a line: at points of a window without the harness's margin.
fn hand_line(what: &str, spot: Pos2) -> String {
    let spot = spot - egui::Vec2::splat(MARGIN);
    format!("{what} {:.0} {:.0}", spot.x, spot.y)
}

/// The word for a press of a button of the mouse.
fn press_word(button: PointerButton, modifiers: Modifiers) -> &'static str {
    match (button, modifiers.shift) {
        (PointerButton::Primary, _) => "click",
        (_, false) => "right",
        (_, true) => "shift-right",
    }
}

/// Straight down or up first, then to the side.
fn way(from: Square, to: Square) -> Vec<Key> {
    let (columns, rows) =
        (i16::from(to.column) - i16::from(from.column), i16::from(to.row) - i16::from(from.row));
    let steps = |by: i16, less, more| {
        let key = if by < 0 { less } else { more };
        std::iter::repeat_n(key, usize::from(by.unsigned_abs()))
    };
    steps(rows, Key::ArrowUp, Key::ArrowDown)
        .chain(steps(columns, Key::ArrowLeft, Key::ArrowRight))
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
    pub file: &'static str,
    /// So many entries come before it.
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

/// The record of an example.
#[track_caller]
pub fn journal_of(file: &str) -> Journal {
    let example = example(file).unwrap_or_else(|| panic!("no example is called {file}"));
    let journal = read_record(example.text.as_bytes()).record;
    journal.expect("an example is sound")
}

/// The record after its first `count` entries, with nothing beyond them.
pub fn cut(journal: &Journal, count: usize) -> Journal {
    let mut short = Journal::new(journal.setup().clone()).expect("the setup is sound");
    for &id in &journal.main_line()[..count] {
        let action = journal.entry(id).action().expect("an entry is an action");
        short.apply(Change::Play(action.clone())).expect("it was played when it was recorded");
    }
    short
}
