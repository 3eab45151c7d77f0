//! The owner of the keyboard: the only place that decides whether a key reaches the game.
//!
//! A key is meant for the game only if no text field has the focus and neither a
//! dialog nor a menu is open. Shortcuts ask [`Keyboard::admits`], panels consume their
//! keys by [`pressed`] and similar functions. An architecture test checks that no
//! other code consumes a key.

use egui::{Context, Event, Id, Key, KeyboardShortcut, Modifiers, Popup, Rect, Ui};

use crate::keymap::{KeyReach, Keymap, MenuEntry};

/// The current owner of the keyboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keyboard {
    /// The game.
    Game,
    /// A text field.
    Field,
    /// A menu or a list to choose from is open.
    Menu,
    /// A dialog is open.
    Dialog,
}

impl Keyboard {
    /// Returns the current owner.
    pub fn of(ctx: &Context) -> Self {
        let is_announced = ctx.data(|data| data.get_temp(dialog_id())).unwrap_or(false);
        if is_announced || ctx.memory(|memory| memory.top_modal_layer().is_some()) {
            Self::Dialog
        } else if Popup::is_any_open(ctx) {
            Self::Menu
        } else if ctx.text_edit_focused() {
            Self::Field
        } else {
            Self::Game
        }
    }

    /// Returns `true` if shortcuts of this reach work now.
    pub fn admits(self, reach: KeyReach) -> bool {
        match self {
            Self::Game => true,
            Self::Field => reach >= KeyReach::Field,
            Self::Dialog => reach >= KeyReach::Dialog,
            Self::Menu => false,
        }
    }
}

fn dialog_id() -> Id {
    Id::unique("a dialog has the keyboard")
}

/// Records whether a dialog is open, also in the frame that first draws it. Call it before anything
/// takes a key.
pub fn announce_dialog(ctx: &Context, is_open: bool) {
    ctx.data_mut(|data| data.insert_temp(dialog_id(), is_open));
}

/// Returns `true` if keys are meant for the game.
pub fn reaches_game(ctx: &Context) -> bool {
    Keyboard::of(ctx) == Keyboard::Game
}

/// Returns `true` if keys are meant for the game and no control has the focus, which would take
/// Enter, space and the arrows.
pub fn is_free(ctx: &Context) -> bool {
    reaches_game(ctx) && ctx.memory(|memory| memory.focused().is_none())
}

/// Consumes a key if keys are meant for the game; returns `true` if it was pressed.
pub fn pressed(ui: &Ui, modifiers: Modifiers, key: Key) -> bool {
    reaches_game(ui.ctx()) && consumed(ui, modifiers, key)
}

/// Consumes a key for the game before anything is drawn; returns `true` if it was pressed.
pub fn pressed_before_drawing(ctx: &Context, modifiers: Modifiers, key: Key) -> bool {
    reaches_game(ctx) && ctx.input_mut(|input| input.consume_key(modifiers, key))
}

/// Consumes a key while no control has the focus; returns `true` if it was pressed.
pub fn pressed_freely(ui: &Ui, modifiers: Modifiers, key: Key) -> bool {
    is_free(ui.ctx()) && consumed(ui, modifiers, key)
}

/// Consumes a key while no control has the focus; returns `true` if it was pressed, but not while
/// it is held down.
pub fn pressed_once(ui: &Ui, modifiers: Modifiers, key: Key) -> bool {
    let is_held = is_held(ui, key);
    pressed_freely(ui, modifiers, key) && !is_held
}

/// Consumes a key if keys are meant for the game; returns `true` if it was pressed, but not while it
/// is held down.
pub fn newly_pressed(ui: &Ui, modifiers: Modifiers, key: Key) -> bool {
    let is_held = is_held(ui, key);
    pressed(ui, modifiers, key) && !is_held
}

/// Returns `true` if a key is held down and repeats.
fn is_held(ui: &Ui, key: Key) -> bool {
    ui.input(|input| {
        let mut events = input.events.iter();
        events.any(
            |event| matches!(event, Event::Key { key: held, repeat: true, .. } if *held == key),
        )
    })
}

/// Consumes a key for a control that has the focus; returns `true` if it was pressed.
pub fn pressed_in(ui: &Ui, has_focus: bool, modifiers: Modifiers, key: Key) -> bool {
    has_focus && consumed(ui, modifiers, key)
}

/// Consumes a key that no text field uses, also while a field has the focus; returns `true` if it
/// was pressed.
pub fn pressed_over_fields(ui: &Ui, modifiers: Modifiers, key: Key) -> bool {
    matches!(Keyboard::of(ui.ctx()), Keyboard::Game | Keyboard::Field)
        && consumed(ui, modifiers, key)
}

/// Consumes the key that closes an open menu; returns `true` if it was pressed.
pub fn closes_menu(ctx: &Context) -> bool {
    ctx.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape))
}

/// Consumes a letter meant for the game; returns the number of presses.
pub fn count_presses(ui: &Ui, modifiers: Modifiers, key: Key) -> usize {
    if !reaches_game(ui.ctx()) {
        return 0;
    }
    ui.input_mut(|input| {
        let count = input.count_and_consume_key(modifiers, key);
        // The letter must not be typed into a field that takes the focus in this frame.
        if count > 0 {
            input.events.retain(|event| !matches!(event, Event::Text(_)));
        }
        count
    })
}

/// Takes the focus from the control that has it.
pub fn release_focus(ui: &Ui) {
    ui.memory_mut(|memory| {
        if let Some(focused) = memory.focused() {
            memory.surrender_focus(focused);
        }
    });
}

/// Consumes typed letters and digits for a form. Call it in every frame that draws such a form.
pub fn take_typed(ui: &Ui) -> String {
    let now = ui.ctx().cumulative_pass_nr();
    ui.ctx().data_mut(|data| data.insert_temp(form_id(), now));
    if !reaches_game(ui.ctx()) {
        return String::new();
    }
    ui.input_mut(|input| {
        let mut typed = String::new();
        input.events.retain(|event| match event {
            Event::Text(text) if text.chars().all(|c| c.is_ascii_alphanumeric()) => {
                typed.push_str(text);
                false
            }
            _ => true,
        });
        typed
    })
}

fn form_id() -> Id {
    Id::unique("a form answers to letters and digits")
}

/// Returns `true` if keys are reserved for a form: letters and digits, alone or with Shift.
fn is_for_form(ctx: &Context, keys: KeyboardShortcut) -> bool {
    let latest: Option<u64> = ctx.data(|data| data.get_temp(form_id()));
    let is_there = latest.is_some_and(|pass| pass + 2 > ctx.cumulative_pass_nr());
    let is_plain = Modifiers { shift: false, ..keys.modifiers }.is_none();
    is_there && is_plain && keys.logical_key.name().len() == 1
}

/// Text typed for a form that expects text.
#[derive(Clone, Default)]
struct TextBuffer {
    /// The pass in which a form last expected text.
    pass: u64,
    /// The pass in which text was last typed for it; its field has the focus after that.
    typed_in: Option<u64>,
    typed: String,
}

fn words_id() -> Id {
    Id::unique("a form wants words")
}

/// Returns the text that was typed for a form while no field had the focus. Call it in every frame
/// that draws such a form.
pub fn take_buffered_text(ctx: &Context) -> String {
    let pass = ctx.cumulative_pass_nr();
    ctx.data_mut(|data| {
        let buffer: &mut TextBuffer = data.get_temp_mut_or_default(words_id());
        buffer.pass = pass;
        std::mem::take(&mut buffer.typed)
    })
}

/// Buffers text typed for a form that expects text, so that no letter acts as a shortcut. Call it
/// before anything takes a key.
pub fn buffer_text(ctx: &Context) {
    let pass = ctx.cumulative_pass_nr();
    let buffer: Option<TextBuffer> = ctx.data(|data| data.get_temp(words_id()));
    let Some(mut buffer) = buffer.filter(|buffer| buffer.pass + 2 > pass) else {
        return;
    };
    // A field receives no text in the frame in which it gets the focus.
    let goes_on = buffer.typed_in.is_some_and(|typed| typed + 2 > pass);
    if !goes_on && !reaches_game(ctx) {
        return;
    }
    // The space bar presses the control that has the focus.
    let presses = !goes_on && ctx.memory(|memory| memory.focused().is_some());
    ctx.input_mut(|input| {
        input.events.retain(|event| match event {
            Event::Text(text) if !(presses && text == " ") => {
                buffer.typed.push_str(text);
                false
            }
            _ => true,
        });
        if !buffer.typed.is_empty() {
            input.events.retain(|event| !types_letter(event));
            buffer.typed_in = Some(pass);
        }
    });
    ctx.data_mut(|data| data.insert_temp(words_id(), buffer));
}

/// Returns `true` for the press of a key that types a letter or a sign.
fn types_letter(event: &Event) -> bool {
    const TYPE_NOTHING: [Key; 4] = [Key::Enter, Key::Tab, Key::Escape, Key::Backspace];
    matches!(event, Event::Key { key, pressed: true, modifiers, .. }
        if Modifiers { shift: false, ..*modifiers }.is_none() && !TYPE_NOTHING.contains(key))
}

/// Consumes the shortcuts of `all` that work now, and returns their commands. Pass only commands
/// that the current screen offers: keys consumed here reach no panel.
pub fn shortcuts<C: Copy>(
    ctx: &Context,
    all: &[C],
    entry: impl Fn(C) -> &'static MenuEntry,
) -> Vec<C> {
    if is_listening(ctx) {
        return Vec::new();
    }
    let keyboard = Keyboard::of(ctx);
    let keymap = Keymap::current(ctx);
    let mut keyed: Vec<(KeyboardShortcut, C)> = Vec::new();
    for &command in all {
        let entry = entry(command);
        if keyboard.admits(entry.reach) {
            keyed.extend(keymap.keys(entry).iter().map(|keys| (*keys, command)));
        }
    }
    // A shortcut also matches with Shift held, so those that require Shift come first.
    keyed.sort_by_key(|(keys, _)| !keys.modifiers.shift);
    keyed.retain(|(keys, _)| !is_for_form(ctx, *keys));
    keyed.retain(|(keys, _)| ctx.input_mut(|input| input.consume_shortcut(keys)));
    keyed.into_iter().map(|(_, command)| command).collect()
}

/// The input of a shortcut that is being recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShortcutInput {
    /// A shortcut.
    Keys(KeyboardShortcut),
    /// Backspace or Delete: the command gets no shortcut.
    Clear,
    /// Escape: the shortcut stays.
    Cancel,
}

/// Consumes all keys while a shortcut is recorded, and returns the input. Call it in every frame of
/// the recording.
pub fn record_shortcut(ctx: &Context) -> Option<ShortcutInput> {
    let now = ctx.cumulative_pass_nr();
    ctx.data_mut(|data| data.insert_temp(listening_id(), now));
    ctx.input_mut(|input| {
        let pressed = input.events.iter().find_map(|event| match event {
            Event::Key { key, pressed: true, modifiers, .. } => Some((*key, *modifiers)),
            _ => None,
        });
        // Ctrl+X and similar shortcuts arrive as clipboard events.
        input.events.retain(|event| {
            !matches!(
                event,
                Event::Key { .. } | Event::Text(_) | Event::Copy | Event::Cut | Event::Paste(_)
            )
        });
        let (key, held) = pressed?;
        let modifiers = Modifiers { mac_cmd: false, ctrl: false, ..held };
        Some(match key {
            Key::Escape => ShortcutInput::Cancel,
            Key::Backspace | Key::Delete if modifiers.is_none() => ShortcutInput::Clear,
            key => ShortcutInput::Keys(KeyboardShortcut::new(modifiers, key)),
        })
    })
}

fn listening_id() -> Id {
    Id::unique("keys are listened for")
}

/// Returns `true` if [`record_shortcut`] was called in the latest frame.
fn is_listening(ctx: &Context) -> bool {
    let heard: Option<u64> = ctx.data(|data| data.get_temp(listening_id()));
    heard.is_some_and(|pass| pass + 2 > ctx.cumulative_pass_nr())
}

/// A part of the window that F6 visits, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Pane {
    /// The action panel.
    Action,
    /// The central page.
    CentralPage,
    /// The side panel: offers, journal, rules.
    SidePanel,
    /// The journal in a column of its own.
    Journal,
    /// The players panel.
    Players,
    /// The menus.
    Menus,
}

/// The panes of the latest frames, by the pass in which they were drawn.
type Panes = Vec<(Pane, Rect, u64)>;

fn panes_id() -> Id {
    Id::unique("the panes of the window")
}

/// Records the rectangle of a pane. Call it in every frame that draws the pane.
pub fn pane(ctx: &Context, pane: Pane, rect: Rect) {
    let now = ctx.cumulative_pass_nr();
    ctx.data_mut(|data| {
        let panes: &mut Panes = data.get_temp_mut_or_default(panes_id());
        panes.retain(|(other, _, pass)| *other != pane && pass + 2 > now);
        panes.push((pane, rect, now));
        panes.sort_by_key(|(pane, ..)| *pane);
    });
}

/// Moves the focus to the first control of the next pane that has one.
pub fn go_to_next_pane(ctx: &Context) {
    let now = ctx.cumulative_pass_nr();
    let mut panes: Panes = ctx.data(|data| data.get_temp(panes_id())).unwrap_or_default();
    panes.retain(|(_, _, pass)| pass + 3 > now);
    let controls = controls(ctx);
    let here = ctx
        .memory(egui::Memory::focused)
        .and_then(|id| controls.iter().find(|(control, _)| *control == id))
        .and_then(|(_, rect)| panes.iter().position(|(_, pane, _)| pane.contains(rect.center())));
    let first =
        panes.iter().cycle().skip(here.map_or(0, |here| here + 1)).take(panes.len()).find_map(
            |(_, pane, _)| controls.iter().find(|(_, rect)| pane.contains(rect.center())),
        );
    if let Some((id, _)) = first {
        ctx.memory_mut(|memory| memory.request_focus(*id));
    }
}

/// Returns every control that can have the focus, in the order of drawing: not the edges by which
/// panels are resized, which show no focus. They are as narrow as the grip of the pointer.
fn controls(ctx: &Context) -> Vec<(Id, Rect)> {
    let grip = 2.0 * ctx.global_style().interaction.resize_grab_radius_side + 1.0;
    ctx.viewport(|viewport| {
        let layers = viewport.prev_pass.widgets.layers();
        let mut all: Vec<(egui::LayerId, Id, Rect)> = layers
            .flat_map(|(layer, widgets)| widgets.iter().map(|widget| (*layer, *widget)))
            .filter(|(_, widget)| widget.enabled && widget.visible)
            .filter(|(_, widget)| widget.sense.is_focusable())
            .filter(|(_, widget)| widget.interact_rect.is_positive())
            .filter(|(_, widget)| widget.rect.size().min_elem() > grip)
            .map(|(layer, widget)| (layer, widget.id, widget.rect))
            .collect();
        // Layers are unordered; those at the back hold the panels. The sort is stable within one.
        all.sort_by_key(|(layer, ..)| (layer.order, layer.id.value()));
        all.into_iter().map(|(_, id, rect)| (id, rect)).collect()
    })
}

fn consumed(ui: &Ui, modifiers: Modifiers, key: Key) -> bool {
    ui.input_mut(|input| input.consume_key(modifiers, key))
}
