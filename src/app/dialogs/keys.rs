//! The overview of all keys, in columns; the keys of commands can be changed there.

use egui::{Button, Context, Label, RichText, ScrollArea, Ui};
use plain_text::remarks;

use super::{FootButton, buttons_ui};
use crate::app::command::{Command, Commands};
use crate::recorded_games::GameKind;
use ui_board::settings::Settings;
use ui_kit::keyboard;
use ui_kit::keyboard::ShortcutInput;
use ui_kit::keymap::{Keymap, format_keys};
use ui_kit::theme;
use ui_kit::theme::{space, text, theme};
use ui_kit::widgets::headline;
use ui_menu::{Menu, MenuBar, RequiredRecord};

/// A group of keys that belong to panels rather than to a menu: its title, and each key with its
/// purpose.
type PanelKeys = (&'static str, &'static [(&'static str, &'static str)]);

/// The keys of the first game's panels, grouped by purpose.
const FOUNDERS: [PanelKeys; 2] = [
    (
        "Entering an action",
        &[
            ("1 to 9, 0", "press the choice with that number; a card keeps its number all game"),
            ("Arrow keys", "move the cursor on the board"),
            ("Enter", "place there, or press what has the focus"),
            ("Escape", "one step back"),
            ("R, Shift+R", "rotate the tile, as the wheel does"),
            ("F", "turn the tile over, where that is allowed"),
            ("M", "mark the square for yourself, until the turn ends"),
            ("Tab", "go to the next control"),
        ],
    ),
    (
        "A ballot",
        &[
            ("1, 2, 3", "take the vote tile circle, square or triangle"),
            ("F, Shift+F", "more or less fleeting influence"),
            ("L, Shift+L", "more or less lasting influence"),
            ("Ctrl+1 to Ctrl+9", "that much lasting influence at once"),
            ("Up, Down", "the ballot before or after, of a vote held by hand"),
            ("Enter", "lift the curtain, seal, count the ballots, and leave the count"),
            ("Space", "the next step of the count"),
        ],
    ),
];

/// The keys of tracing a board, which also places a photograph below the map of a scenario.
const TRACING: PanelKeys = (
    "Tracing a board",
    &[
        ("Arrow keys", "move the edge of the grid on that side out, with Shift in"),
        ("Ctrl+arrow keys", "move the whole grid"),
        ("+, −", "one column more or fewer, before the grid is laid"),
        ("Page Up, Page Down", "one row more or fewer"),
        ("G", "another guess at the grid"),
        ("S", "fit marked corners to the lines near them"),
        ("Backspace", "undo a step of the grid"),
        ("T", "turn the grid by a quarter"),
        ("Letters", "paint the square, as the list of kinds says"),
        ("1 to 4", "number a start square"),
        ("U", "go to the next unsure square"),
        ("Enter", "take what is proposed"),
    ],
);

/// The state of the page of keys.
#[derive(Clone, Debug)]
pub struct KeysForm {
    /// The game whose keys are shown.
    game: GameKind,
    /// The command that waits for its new keys.
    listens: Option<Menu>,
    /// The error about the keys pressed last, with their command.
    wrong: Option<(Menu, String)>,
}

/// Height of the title and the foot around the keys.
const FRAME: f32 = 250.0;
/// Width of a column.
const COLUMN: f32 = 380.0;
/// Width of the names of keys.
const KEYS: f32 = 136.0;

impl KeysForm {
    /// Creates the page for a game.
    pub const fn of(game: GameKind) -> Self {
        Self { game, listens: None, wrong: None }
    }

    /// Draws the page; returns `true` when it is to be closed.
    pub(super) fn keys_ui(
        &mut self,
        (ui, foot): (&mut Ui, &mut Ui),
        settings: &Settings,
        commands: &mut Commands,
    ) -> bool {
        self.listen(ui.ctx(), settings, commands);
        let height = ui.ctx().content_rect().height() - FRAME;
        let scroll =
            ScrollArea::vertical().auto_shrink([false, true]).max_height(height.max(120.0));
        scroll.show(ui, |ui| {
            theme::dense(ui);
            // The scroll bar at the right covers no text.
            ui.set_max_width(ui.available_width() - space::L);
            let width = ui.available_width();
            let count = if width >= 3.0 * COLUMN {
                3
            } else if width >= 2.0 * COLUMN {
                2
            } else {
                1
            };
            let blocks = KeyGroup::all(ui.ctx(), self.game);
            ui.columns(count, |columns| {
                for (place, blocks) in shared_out(&blocks, count).into_iter().enumerate() {
                    for block in blocks {
                        self.block_ui(&mut columns[place], block);
                    }
                }
            });
        });
        ui.add_space(space::XS);
        ui.label("Press the keys of a command to change them.");
        let usual = (!settings.keys.is_empty()).then_some("Usual keys");
        match buttons_ui(foot, usual, "Close") {
            Some(FootButton::Confirm) => {
                let keys = ui_kit::keymap::ChangedKeys::new();
                commands
                    .push(Command::SetSettings(Box::new(Settings { keys, ..settings.clone() })));
                *self = Self::of(self.game);
                false
            }
            Some(FootButton::Cancel) => true,
            None => false,
        }
    }

    /// Assigns pressed keys to the command that waits for them.
    fn listen(&mut self, ctx: &Context, settings: &Settings, commands: &mut Commands) {
        let Some(menu) = self.listens else {
            return;
        };
        let Some(heard) = keyboard::record_shortcut(ctx) else {
            return;
        };
        self.listens = None;
        self.wrong = None;
        let keys = match heard {
            ShortcutInput::Cancel => return,
            ShortcutInput::Clear => String::new(),
            ShortcutInput::Keys(keys) => {
                let all = Menu::ALL.iter().map(|menu| menu.entry());
                if let Err(clash) = Keymap::current(ctx).check(menu.entry(), keys, all) {
                    self.wrong = Some((menu, format!("{}: {clash}.", format_keys(keys))));
                    return;
                }
                format_keys(keys)
            }
        };
        let mut wanted = settings.clone();
        wanted.keys.insert(menu.entry().name.to_owned(), keys);
        commands.push(Command::SetSettings(Box::new(wanted)));
    }

    fn block_ui(&mut self, ui: &mut Ui, block: &KeyGroup) {
        ui.add_space(space::S);
        ui.label(headline(ui, block.title, text::LEAD));
        for row in &block.rows {
            ui.horizontal_top(|ui| {
                ui.allocate_ui(egui::vec2(KEYS, text::LEAD), |ui| {
                    ui.set_min_width(KEYS);
                    match row.menu {
                        Some(menu) => self.key_ui(ui, menu, &row.keys),
                        None => {
                            ui.add(Label::new(strong(&row.keys)).wrap());
                        }
                    }
                });
                let muted = theme(ui.ctx()).muted;
                let purpose = match row.menu {
                    Some(menu) if row.keys.is_empty() => menu.label(),
                    Some(_) | None => row.purpose,
                };
                ui.add(Label::new(RichText::new(purpose).color(muted)).wrap());
            });
            if let Some((menu, why)) = &self.wrong
                && row.menu == Some(*menu)
            {
                let label = ui.label(RichText::new(why.as_str()).color(theme(ui.ctx()).bad));
                label.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Alert, true, why));
            }
        }
    }

    /// Draws the keys of a command as a button that changes them.
    fn key_ui(&mut self, ui: &mut Ui, menu: Menu, keys: &str) {
        let listens = self.listens == Some(menu);
        let shown = match (listens, keys.is_empty()) {
            (true, _) => "Press the keys…",
            (false, true) => "None",
            (false, false) => keys,
        };
        let button = Button::new(strong(shown)).selected(listens).min_size(egui::vec2(KEYS, 24.0));
        let name = format!("Keys of {}: {shown}", menu.label());
        let response = ui.add(button).on_hover_text(
            "Press to change; then Backspace takes the keys away and Escape leaves them.",
        );
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &name));
        if response.clicked() {
            self.listens = Some(menu);
            self.wrong = None;
            // Listening starts with the next frame.
            ui.ctx().request_repaint();
        }
    }
}

fn strong(words: &str) -> RichText {
    RichText::new(words).font(text::strong(text::BODY))
}

/// A group of keys under one title.
struct KeyGroup {
    title: &'static str,
    rows: Vec<KeyRow>,
}

struct KeyRow {
    /// The command whose keys these are; `None` for keys that cannot be changed.
    menu: Option<Menu>,
    keys: String,
    purpose: &'static str,
}

impl KeyGroup {
    /// Returns the keys of a game: the current ones of the menus, and those of its panels.
    fn all(ctx: &Context, game: GameKind) -> Vec<Self> {
        let is_founders = game == GameKind::Founders;
        let menus = MenuBar::ALL.into_iter().map(|bar| Self {
            title: bar.label(),
            rows: Menu::ALL
                .iter()
                .filter(|menu| menu.bar() == bar)
                .filter(|menu| is_founders || menu.required_record() != RequiredRecord::Table)
                .map(|&menu| {
                    let keys = remarks(&menu.entry().all_keys(ctx));
                    KeyRow { menu: Some(menu), keys, purpose: menu.entry().hint }
                })
                .collect(),
        });
        let of_game: &[PanelKeys] = match game {
            GameKind::Founders => &FOUNDERS,
            GameKind::Scenario => &ui_scenario::KEYS,
            GameKind::Campaign => &ui_campaign::KEYS,
        };
        let panels = of_game.iter().chain([&TRACING]).map(|(title, keys)| Self {
            title,
            rows: keys
                .iter()
                .map(|&(keys, purpose)| KeyRow { menu: None, keys: keys.to_owned(), purpose })
                .collect(),
        });
        menus.chain(panels).collect()
    }

    /// Returns the height in rows, with its title and the space around it.
    fn height(&self) -> usize {
        self.rows.len() + 2
    }
}

/// Distributes blocks over `count` columns, in their order and about equally long.
fn shared_out(blocks: &[KeyGroup], count: usize) -> Vec<Vec<&KeyGroup>> {
    let total: usize = blocks.iter().map(KeyGroup::height).sum();
    let mut columns: Vec<Vec<&KeyGroup>> = vec![Vec::new(); count];
    let mut before = 0;
    for block in blocks {
        // The middle of a block decides its column.
        let middle = before + block.height() / 2;
        columns[(middle * count / total.max(1)).min(count - 1)].push(block);
        before += block.height();
    }
    columns
}
