//! The lines on which initiatives are turned over: one for each character, ally and set.
//!
//! Two digits are entered at once, and so is R for a long rest. The next empty field then has the
//! focus, and letters that are typed without any focus go to the first empty one.

use egui::text::{CCursor, CCursorRange};
use egui::{Align, Id, Key, Layout, Modifiers, Response, Stroke, StrokeKind, TextEdit, Ui, vec2};

use crate::owner_cards::{play_card_of_initiative, shared_initiative_ui};
use crate::round::{cards_ui, fold_ui, has_card};
use crate::sealed_initiatives::sealed_ui;
use crate::{ScenarioCommand, ScenarioMemory};
use scenario::Record;
use scenario::action::parse_initiative;
use scenario::text::TextError;
use scenario_rules::action::InitiativeHolder;
use scenario_rules::figure::{Figure, FigureKind, Initiative};
use scenario_rules::{Action, Names, Position};
use ui_kit::keyboard;
use ui_kit::queue::CommandQueue;
use ui_kit::theme::{RADIUS, line, space, text, theme, touch};
use ui_kit::widgets::{DecisivePart, body, error_ui, is_entered, line_edit, mark, toggle_button};
use ui_menu::Menu;

/// The width of an initiative field, in points.
const FIELD_WIDTH: f32 = 68.0;
/// The width of the name before an initiative field, in points.
const NAME_WIDTH: f32 = 100.0;
/// The maximum number of characters of an initiative with its second card, such as 30/12.
const MAX_INITIATIVE: usize = 5;

/// A line for an initiative or a card.
struct RevealLine<'a> {
    /// The name of the character, ally or set.
    name: String,
    holder: LineHolder<'a>,
    /// The initiative as text, empty while it is not revealed; `None` if the line has no initiative
    /// of its own, as summons have none.
    initiative: Option<String>,
    /// `true` if its player chooses on a phone.
    on_phone: bool,
}

/// The owner of a line.
#[derive(Clone, Copy)]
enum LineHolder<'a> {
    /// A character.
    Character,
    /// An ally.
    Ally,
    /// A set with its first figure.
    Set(&'a Figure),
}

impl<'a> RevealLine<'a> {
    /// Creates the line of a character or an ally; `None` for other figures.
    fn of_figure(figure: &Figure, memory: &ScenarioMemory) -> Option<Self> {
        let (holder, initiative) = match figure.kind {
            FigureKind::Character(initiative) => (LineHolder::Character, initiative),
            FigureKind::Ally(initiative) => (LineHolder::Ally, initiative),
            FigureKind::Monster(_) | FigureKind::Summon { .. } | FigureKind::Object(..) => {
                return None;
            }
        };
        let initiative = match initiative {
            Initiative::Hidden => String::new(),
            Initiative::Resting => REST.to_owned(),
            Initiative::Card { .. } => initiative.to_string(),
        };
        let (name, initiative) = (figure.to_string(), Some(initiative));
        Some(Self { name, holder, initiative, on_phone: memory.is_on_phone(figure.id()) })
    }

    /// Creates the line of a set from its first figure.
    fn of_set(position: &Position, first: &'a Figure) -> Self {
        let own = position.layout().initiatives.iter().find(|of| of.set == first.set());
        let initiative = own.map(|of| of.number.to_string()).unwrap_or_default();
        Self {
            name: first.name().to_owned(),
            holder: LineHolder::Set(first),
            initiative: first.rank().map(|_| initiative),
            on_phone: false,
        }
    }

    /// Returns the accessible name of the initiative field.
    fn field(&self) -> String {
        format!("Initiative of {}", self.name)
    }

    /// Returns `true` if its initiative is still to be typed.
    fn is_empty(&self) -> bool {
        self.initiative.as_deref() == Some("") && !self.on_phone
    }
}

/// The text of a long rest in its field.
const REST: &str = "rest";

/// All lines, with the record that they change.
struct RevealForm<'a> {
    record: &'a Record,
    lines: Vec<RevealLine<'a>>,
    commands: &'a CommandQueue<ScenarioCommand>,
}

/// Draws a line for each character, ally and set, with the card of a set below it if it is unfolded
/// or missing.
pub(super) fn reveal_ui(
    ui: &mut Ui,
    record: &Record,
    memory: &mut ScenarioMemory,
    commands: &CommandQueue<ScenarioCommand>,
) {
    let position = record.game().position();
    let figures = position.figures().iter();
    let figures = figures.filter_map(|figure| RevealLine::of_figure(figure, memory));
    let sets = firsts_of_sets(position).into_iter();
    let lines = figures.chain(sets.map(|first| RevealLine::of_set(position, first))).collect();
    let form = RevealForm { record, lines, commands };
    form.take_typed(ui, memory);
    form.take_undo(ui, memory);
    ui.spacing_mut().item_spacing.y = space::XS;
    // Above the lines, so that a small window shows it.
    sealed_ui(ui, record, memory, commands);
    for line in &form.lines {
        form.line_ui(ui, line, memory);
    }
    if let Some((field, letters)) = memory.next_field.take() {
        focus(ui, &field, letters);
    }
}

impl RevealForm<'_> {
    /// Puts letters that were typed without any focus into the first empty field.
    fn take_typed(&self, ui: &Ui, memory: &mut ScenarioMemory) {
        let first = self.lines.iter().find(|line| line.is_empty());
        let Some(field) = first.filter(|_| memory.read_only().is_none()).map(RevealLine::field)
        else {
            return;
        };
        let new = keyboard::take_buffered_text(ui.ctx());
        if !new.is_empty() {
            let typed = memory.typed.entry(field.clone()).or_default();
            typed.push_str(&new);
            focus(ui, &field, typed.chars().count());
            memory.typed_into = Some(field);
        }
    }

    /// Takes back the latest entry, for the key that does so, while the field with the focus has no
    /// changes of its own to take back.
    fn take_undo(&self, ui: &Ui, memory: &ScenarioMemory) {
        let focused = ui.memory(egui::Memory::focused);
        let mut fields = self.lines.iter().map(RevealLine::field);
        let is_unchanged = fields
            .any(|field| focused == Some(field_id(&field)) && !memory.typed.contains_key(&field));
        if is_unchanged && keyboard::pressed_over_fields(ui, Modifiers::COMMAND, Key::Z) {
            self.commands.push(ScenarioCommand::Menu(Menu::Undo));
        }
    }

    /// Draws a line, with an error and a card below it.
    fn line_ui(&self, ui: &mut Ui, line: &RevealLine<'_>, memory: &mut ScenarioMemory) {
        ui.horizontal(|ui| {
            let size = vec2(NAME_WIDTH, touch::TARGET);
            ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
                ui.set_min_size(size);
                body(&line.name).truncated_ui(ui);
            });
            if let Some(now) = &line.initiative {
                self.initiative_ui(ui, (line, now), memory);
            }
            match line.holder {
                LineHolder::Character => self.rest_ui(ui, line, memory),
                LineHolder::Ally => {}
                LineHolder::Set(first) => {
                    fold_ui(ui, self.record.game().position(), memory, first);
                }
            }
        });
        if let Some((_, why)) = memory.field_error.as_ref().filter(|(of, _)| *of == line.field()) {
            error_ui(ui, why, text::SMALL);
        }
        if let LineHolder::Set(first) = line.holder
            && (memory.unfolded.contains(&first.set())
                || !has_card(self.record.game().position(), first))
        {
            shared_initiative_ui(ui, self.record, memory, first, self.commands);
            cards_ui(ui, self.record, memory, first, self.commands);
        }
    }

    /// Draws the field of an initiative, which is now this.
    fn initiative_ui(
        &self,
        ui: &mut Ui,
        (line, now): (&RevealLine<'_>, &str),
        memory: &mut ScenarioMemory,
    ) {
        let field = line.field();
        let mut typed = memory.typed.remove(&field).unwrap_or_else(|| now.to_owned());
        let hint = if line.on_phone { memory.phone_hint(self.record, &line.name) } else { "" };
        let edit = line_edit(&mut typed).id(field_id(&field)).char_limit(MAX_INITIATIVE);
        let edit = edit.hint_text(hint);
        let edit = edit.desired_width(FIELD_WIDTH).min_size(vec2(FIELD_WIDTH, touch::TARGET));
        let response = ui.add(edit).accessible_name(&field);
        self.mark_next(ui, &field, &response);
        let is_typed = memory.typed_into.take_if(|into| *into == field).is_some();
        if response.changed() || is_typed {
            self.judge(ui, line, typed, memory);
            return;
        }
        let is_left = response.lost_focus() && !ui.input(|input| input.key_pressed(Key::Escape));
        let is_new = typed.trim() != now;
        if is_left && is_new && !self.enter(line, &typed, memory) {
            let letters = typed.chars().count();
            memory.next_field = is_entered(&response).then(|| (field.clone(), letters));
            memory.typed.insert(field, typed);
        } else if is_entered(&response) {
            self.advance(ui, line, memory);
        } else if is_new && response.has_focus() {
            memory.typed.insert(field, typed);
        }
    }

    /// Marks the field that receives what is typed without any focus.
    fn mark_next(&self, ui: &Ui, field: &str, response: &Response) {
        let first = self.lines.iter().find(|line| line.is_empty());
        if first.is_some_and(|line| line.field() == field) {
            mark(ui, DecisivePart::Choice, response.rect);
            if !response.has_focus() {
                let edge = Stroke::new(line::MARK, theme(ui).accent);
                ui.painter().rect_stroke(response.rect, RADIUS, edge, StrokeKind::Inside);
            }
        }
    }

    /// Judges a text that was just typed: enters it if it is complete, and keeps it otherwise.
    fn judge(
        &self,
        ui: &Ui,
        line: &RevealLine<'_>,
        mut typed: String,
        memory: &mut ScenarioMemory,
    ) {
        let can_rest = matches!(line.holder, LineHolder::Character);
        if can_rest && typed.contains(['r', 'R']) {
            if self.enter(line, REST, memory) {
                self.advance(ui, line, memory);
            }
            return;
        }
        typed.retain(|letter| letter.is_ascii_digit() || letter == '/');
        if self.returns_to_second_card(&typed, memory) {
            return;
        }
        if is_complete(&typed) && self.enter(line, &typed, memory) {
            self.advance(ui, line, memory);
            memory.left_field = Some(line.field());
        } else {
            memory.typed.insert(line.field(), typed);
        }
    }

    /// Returns to the field that was left by itself if the number of a second card follows; returns
    /// `false` if none does.
    fn returns_to_second_card(&self, typed: &str, memory: &mut ScenarioMemory) -> bool {
        let Some(second) = typed.strip_prefix('/') else {
            return false;
        };
        let before = memory.left_field.take();
        let Some(line) = self.lines.iter().find(|line| Some(line.field()) == before) else {
            return false;
        };
        let whole = format!("{}/{second}", line.initiative.as_deref().unwrap_or_default());
        memory.next_field = Some((line.field(), whole.len()));
        memory.typed.insert(line.field(), whole);
        true
    }

    /// Enters a text; returns `false` if it is refused.
    fn enter(&self, line: &RevealLine<'_>, typed: &str, memory: &mut ScenarioMemory) -> bool {
        let (field, names) = (line.field(), self.record.game().position().names());
        let action = initiative_of(names, &line.name, typed.trim());
        memory.enter(self.record, &field, action, self.commands);
        let is_entered = memory.field_error.as_ref().is_none_or(|(of, _)| *of != field);
        if let (LineHolder::Set(first), Ok(number), true) =
            (line.holder, typed.trim().parse(), is_entered)
        {
            play_card_of_initiative(self.record, memory, first, number, self.commands);
        }
        is_entered
    }

    /// Leads to the next empty field, or back to the one just entered.
    fn advance(&self, ui: &Ui, from: &RevealLine<'_>, memory: &mut ScenarioMemory) {
        let at = self.lines.iter().position(|line| line.name == from.name).unwrap_or_default();
        let (before, behind) = self.lines.split_at(at);
        let mut others = behind.iter().skip(1).chain(before);
        let next = others.find(|line| line.is_empty());
        if next.is_none() {
            memory.revealed_at = Some(ui.input(|input| input.time));
        }
        memory.next_field = Some((next.unwrap_or(from).field(), MAX_INITIATIVE));
    }

    /// Draws the button of a long rest.
    fn rest_ui(&self, ui: &mut Ui, line: &RevealLine<'_>, memory: &mut ScenarioMemory) {
        let rests = line.initiative.as_deref() == Some(REST);
        let response = ui.add(toggle_button(rests, "Rests"));
        if response.accessible_name(format!("{} rests", line.name)).clicked() {
            memory.typed.remove(&line.field());
            self.enter(line, if rests { "" } else { REST }, memory);
            self.advance(ui, line, memory);
        }
    }
}

/// Returns `true` for two digits, or two digits for each of two cards.
fn is_complete(typed: &str) -> bool {
    match typed.split_once('/') {
        Some((first, second)) => first.len() == 2 && second.len() == 2,
        None => typed.len() == 2,
    }
}

/// Returns the id of a field by its name, so that another field can give it the focus.
fn field_id(name: &str) -> Id {
    Id::unique(("initiative field", name))
}

/// Gives the focus to a field, with the cursor behind this many letters.
fn focus(ui: &Ui, name: &str, letters: usize) {
    let id = field_id(name);
    let mut state = TextEdit::load_state(ui.ctx(), id).unwrap_or_default();
    state.cursor.set_char_range(Some(CCursorRange::one(CCursor::new(letters))));
    state.store(ui.ctx(), id);
    ui.memory_mut(|memory| memory.request_focus(id));
}

/// Returns the action that turns an initiative over, or hides it again if nothing is typed.
fn initiative_of(names: &Names, name: &str, typed: &str) -> Result<Action, TextError> {
    let initiative = match typed {
        "" => Initiative::Hidden,
        REST => Initiative::Resting,
        _ => parse_initiative(typed)?,
    };
    let holder = InitiativeHolder::new(names, name);
    Ok(Action::Initiative { holder, initiative })
}

/// Returns the first figure of every set that has a card, in the order of the figures.
fn firsts_of_sets(position: &Position) -> Vec<&Figure> {
    let mut firsts: Vec<&Figure> = Vec::new();
    for figure in position.figures() {
        let acts = match figure.kind {
            FigureKind::Monster(_) | FigureKind::Summon { .. } | FigureKind::Ally(_) => true,
            FigureKind::Character(_) | FigureKind::Object(..) => false,
        };
        if acts && firsts.iter().all(|first| first.set() != figure.set()) {
            firsts.push(figure);
        }
    }
    firsts
}
