//! The library: all components of the box with their known, likely and missing facts.
//!
//! The list shows every card, mat, tile and board with the number of missing
//! facts. The side panel shows the facts of the selected component, with who
//! entered each and when, and the same form as during a game for entering or
//! correcting it. A friend's pack is compared difference by difference.

use std::collections::BTreeSet;

use egui::{
    Align, Button, CentralPanel, Frame, Key, Layout, Margin, Modifiers, Panel, Rect, RichText,
    ScrollArea, Ui, Vec2, vec2,
};
use plain_text::{capitalized, counted};

use super::card_form::CardForm;
use super::command::BoxCommand;
use super::draft::FactDraft;
use components::component_ref::ComponentRef;
use components::fact::{AnyFact, Certainty};
use components::fact_id::FactId;
use components::missing_info::is_never_needed;
use components::specs::Pack;
use components::tile::Shape;
use packs::{Comparison, Difference, OwnCopy, Statement, Tally, compare};
use ui_kit::icons::{Icon, paint_icon};
use ui_kit::keyboard;
use ui_kit::queue::CommandQueue;
use ui_kit::theme::{space, text, theme, touch};
use ui_kit::widgets::{
    CardFrame, ROW_HEIGHT, body, button_ui, caption, card_ui, error_ui, headline, is_entered, lead,
    panel_header_ui, primary_button_ui, reserve_scroll_bar, text_field_ui, toggle_button,
};
use ui_menu::Menu;
use ui_tiles::{paint_resource, resource_chip_ui, resource_ui, shape_ui};

/// The data that the library shows.
#[derive(Clone, Copy, Debug)]
pub struct LibraryData<'a> {
    /// The publicly known facts of the box; they are fixed.
    pub base: &'a Pack,
    /// The publicly known facts overlaid with the owner's.
    pub pack: &'a Pack,
    /// The facts that the owner entered.
    pub own: &'a Pack,
    /// The facts of unfinished forms.
    pub unfinished: &'a Pack,
    /// The reasons why some of the owner's facts are not used.
    pub problems: &'a [String],
    /// The built-in packs, which can be viewed instead of the owner's copy.
    pub packs: &'a [Pack],
    /// The name of the person who reads the cards.
    pub reader: &'a str,
    /// Today's date.
    pub today: &'a str,
    /// `Some(true)` if the library covers a game, `Some(false)` if it covers another page.
    pub covered: Option<bool>,
}

/// A fact in the library.
#[derive(Clone, Debug)]
struct LibraryFact {
    name: FactId,
    standing: Certainty,
    value: String,
    who: String,
}

/// A component in the list.
#[derive(Clone, Debug)]
struct LibraryItem {
    subject: ComponentRef,
    label: String,
    kind: &'static str,
    facts: Vec<LibraryFact>,
    /// `true` if the owner entered any of the facts.
    is_own: bool,
}

impl LibraryItem {
    fn count(&self, standing: Certainty) -> usize {
        self.facts.iter().filter(|f| f.standing == standing).count()
    }

    /// Describes how many facts are missing.
    fn words(&self) -> String {
        let (unconfirmed, unknown) =
            (self.count(Certainty::Unconfirmed), self.count(Certainty::Unknown));
        match (unconfirmed, unknown) {
            (0, 0) => "known".to_owned(),
            (0, unknown) => format!("{unknown} of {} unknown", self.facts.len()),
            (unconfirmed, 0) => format!("{unconfirmed} unconfirmed"),
            (unconfirmed, unknown) => format!("{unknown} unknown, {unconfirmed} unconfirmed"),
        }
    }
}

/// Returns the heading for the kind of a component.
const fn kind_of(subject: &ComponentRef) -> &'static str {
    match subject {
        ComponentRef::Resource(_) => "Resources",
        ComponentRef::Race(_) => "Races",
        ComponentRef::ResourceCard(_) => "Resource cards",
        ComponentRef::Building(_) => "Prestige buildings",
        ComponentRef::Adviser(_) => "Advisers",
        ComponentRef::StandardCard(_) => "Standard cards",
        ComponentRef::Achievement(_) => "Achievements",
        ComponentRef::Board(_) => "Boards",
        ComponentRef::Offer | ComponentRef::Counts => "The box",
    }
}

enum_table::enum_table! {
    /// A filter of the list.
    #[derive(Default)]
    enum Filter {
        label: &'static str,
    }

    #[default]
    All = "All";
    Missing = "To enter";
    Unconfirmed = "Unconfirmed";
    Known = "Known";
    Own = "Entered here";
}

impl Filter {
    fn matches(self, row: &LibraryItem) -> bool {
        match self {
            Self::All => true,
            Self::Missing => row.count(Certainty::Unknown) > 0,
            Self::Unconfirmed => row.count(Certainty::Unconfirmed) > 0,
            Self::Known => row.count(Certainty::Known) == row.facts.len(),
            Self::Own => row.is_own,
        }
    }
}

/// A comparison of a friend's pack with the owner's copy, and the choices for merging them.
#[derive(Clone, Debug)]
pub struct PackMerge {
    file: String,
    theirs: Pack,
    comparison: Comparison,
    taken: BTreeSet<FactId>,
    /// The publicly known facts, which the friend's pack cannot replace.
    fixed: BTreeSet<FactId>,
}

impl PackMerge {
    /// Compares a pack from a file with the known facts; the known facts of `base` are fixed.
    pub fn new(file: &str, base: &Pack, ours: &Pack, theirs: Pack) -> Self {
        let comparison = compare(ours, &theirs);
        Self {
            file: file.to_owned(),
            taken: comparison
                .differences
                .iter()
                .filter(|difference| difference.is_theirs_more_certain())
                .map(|difference| difference.fact.clone())
                .collect(),
            theirs,
            comparison,
            fixed: base
                .facts()
                .into_iter()
                .filter(|(_, fact)| fact.certainty() == Certainty::Known)
                .map(|(name, _)| name)
                .collect(),
        }
    }

    fn added(&self) -> usize {
        self.comparison.only_theirs.len() + self.comparison.confirmed.len() + self.taken.len()
    }
}

/// The state of the library between frames.
#[derive(Clone, Debug, Default)]
pub struct LibraryMemory {
    typed: String,
    filter: Filter,
    /// The name of the viewed built-in pack; `None` for the owner's copy.
    other: Option<String>,
    rows: Option<Vec<LibraryItem>>,
    selected: Option<ComponentRef>,
    open: Option<CardForm>,
    merging: Option<PackMerge>,
    /// The running operation with a friend's pack, in words.
    progress: Option<String>,
    /// The missing component whose form was kept or skipped last; the next one gets selected.
    previous: Option<ComponentRef>,
    /// `true` if the component was selected by typing its name; the user then types another name.
    is_named: bool,
    /// `true` if the search field is to get the focus.
    focus_search: bool,
    /// The facts corrected last, for rechecking the games that used them.
    corrected: Option<Pack>,
    /// The results of rechecking, a sentence for each game.
    rechecked: Vec<String>,
}

impl LibraryMemory {
    /// Shows the results of rechecking.
    pub fn show_recheck(&mut self, sentences: Vec<String>) {
        self.rechecked = sentences;
        self.corrected = None;
    }

    /// Lists the components with missing facts, and selects the first.
    pub fn enter_cards(&mut self) {
        *self = Self { filter: Filter::Missing, ..Self::default() };
        // The last one in the order, so that the first one follows.
        self.previous = Some(ComponentRef::Counts);
    }

    /// Selects the missing component after the one that was kept or skipped, or the first one after
    /// the last.
    fn select_next(&mut self, rows: &[LibraryItem]) {
        let Some(previous) = self.previous.take() else {
            return;
        };
        let order = to_enter(rows);
        let next = order
            .iter()
            .find(|row| (rank(&row.subject), &row.subject) > (rank(&previous), &previous))
            .or(order.first());
        self.selected = next.map(|row| row.subject.clone());
        self.open = None;
    }

    /// Returns a new card with the typed name, of the kind that was entered last.
    fn new_card(&self) -> ComponentRef {
        let name = self.typed.trim().to_owned();
        match self.selected {
            Some(ComponentRef::Adviser(_)) => ComponentRef::Adviser(name),
            Some(_) | None => ComponentRef::Building(name),
        }
    }

    /// Moves on from a form that was kept or skipped: to the next name, or to the next missing
    /// component.
    fn move_on(&mut self, subject: &ComponentRef) {
        if std::mem::take(&mut self.is_named) {
            self.typed.clear();
            self.focus_search = true;
        } else if self.filter == Filter::Missing {
            self.previous = Some(subject.clone());
        }
    }

    /// Rebuilds the list and the form; the selection stays.
    pub fn refresh(&mut self) {
        self.rows = None;
        self.open = None;
    }

    /// Shows the comparison with a friend's pack.
    pub fn merge(&mut self, merging: PackMerge) {
        self.merging = Some(merging);
    }

    /// Closes the comparison with a friend's pack.
    pub fn close_merging(&mut self) {
        self.merging = None;
    }

    /// Shows or hides the running operation with a friend's pack.
    pub fn show_progress(&mut self, words: Option<String>) {
        self.progress = words;
    }

    /// Returns the name of the selected board; `None` if no board is selected.
    pub fn selected_board(&self) -> Option<&str> {
        match &self.selected {
            Some(ComponentRef::Board(name)) => Some(name),
            _ => None,
        }
    }
}

/// Returns the rank of a component in the order of entering: first those that every game needs,
/// then those that are face up most often.
const fn rank(subject: &ComponentRef) -> u8 {
    match subject {
        ComponentRef::Offer => 0,
        ComponentRef::Resource(_) => 1,
        ComponentRef::Building(_) => 2,
        ComponentRef::Adviser(_) => 3,
        ComponentRef::Race(_) => 4,
        ComponentRef::ResourceCard(_) => 5,
        ComponentRef::StandardCard(_) => 6,
        ComponentRef::Achievement(_) => 7,
        ComponentRef::Board(_) => 8,
        ComponentRef::Counts => 9,
    }
}

/// Returns the components with missing facts and a form, in the order of entering.
fn to_enter(rows: &[LibraryItem]) -> Vec<&LibraryItem> {
    let mut open: Vec<&LibraryItem> = rows
        .iter()
        .filter(|row| Filter::Missing.matches(row) && FactDraft::has_form(&row.subject))
        .collect();
    open.sort_by_key(|row| (rank(&row.subject), &row.subject));
    open
}

/// Lists the components of `pack` that have facts; `own` holds the facts that the owner entered.
fn rows(pack: &Pack, own: &Pack) -> Vec<LibraryItem> {
    let entered: BTreeSet<FactId> = own
        .facts()
        .into_iter()
        .filter(|(_, fact)| fact.certainty() != Certainty::Unknown)
        .map(|(name, _)| name)
        .collect();
    ComponentRef::all(pack)
        .into_iter()
        .map(|(subject, facts)| {
            let facts: Vec<LibraryFact> = facts
                .into_iter()
                .filter_map(|(name, fact)| library_fact(pack, name, fact))
                .collect();
            LibraryItem {
                label: capitalized(&subject.label()),
                kind: kind_of(&subject),
                is_own: facts.iter().any(|fact| entered.contains(&fact.name)),
                facts,
                subject,
            }
        })
        .filter(|row| !row.facts.is_empty())
        .collect()
}

/// Returns a fact for the list; `None` if it is unknown and no game needs it, such as whether a
/// single square may be turned over.
fn library_fact(pack: &Pack, name: FactId, fact: &dyn AnyFact) -> Option<LibraryFact> {
    let standing = fact.certainty();
    if standing == Certainty::Unknown && is_never_needed(&name, pack) {
        return None;
    }
    let grounds = fact.grounds().unwrap_or_default();
    let who = match standing {
        Certainty::Known => pack.sources.get(grounds).map_or(grounds, String::as_str),
        Certainty::Unconfirmed | Certainty::Unknown => grounds,
    };
    let value = fact.describe().unwrap_or_default();
    Some(LibraryFact { name, standing, value, who: who.to_owned() })
}

/// Draws the library.
pub fn library_screen_ui(
    ui: &mut Ui,
    shelf: &LibraryData<'_>,
    memory: &mut LibraryMemory,
    commands: &CommandQueue<BoxCommand>,
) {
    let paper = theme(ui.ctx()).paper;
    let frame = Frame::new().fill(paper).inner_margin(Margin::same(space::L as i8));
    let before = memory.other.clone();
    let other = before.as_ref().and_then(|name| shelf.packs.iter().find(|pack| pack.name == *name));
    // A built-in pack has no facts of the owner.
    let empty = Pack::default();
    let shelf = &match other {
        Some(pack) => LibraryData { base: pack, pack, own: &empty, problems: &[], ..*shelf },
        None => *shelf,
    };
    let list = memory.rows.take().unwrap_or_else(|| rows(shelf.pack, shelf.own));
    memory.select_next(&list);
    Panel::top("library head").frame(frame).show(ui, |ui| {
        head_ui(ui, shelf, &list, memory, commands);
    });
    if memory.other != before {
        // The list is that of the previous pack.
        ui.ctx().request_discard("another box is open");
        return;
    }
    if let Some(mut merging) = memory.merging.take() {
        let mut is_done = false;
        CentralPanel::default().frame(frame).show(ui, |ui| {
            is_done = merging_ui(ui, &mut merging, commands);
        });
        memory.merging = (!is_done).then_some(merging);
        memory.rows = Some(list);
        return;
    }
    let side = Frame::new().fill(theme(ui.ctx()).raised).inner_margin(Margin::same(space::M as i8));
    let width = ui.available_width();
    Panel::right("library thing")
        .frame(side)
        .default_size((width * 0.42).max(340.0))
        .size_range(300.0..=width * 0.6)
        .show(ui, |ui| {
            item_ui(ui, shelf, &list, memory, commands);
        });
    CentralPanel::default().frame(frame).show(ui, |ui| {
        list_ui(ui, shelf, &list, memory, commands);
    });
    memory.rows = Some(list);
}

fn head_ui(
    ui: &mut Ui,
    shelf: &LibraryData<'_>,
    rows: &[LibraryItem],
    memory: &mut LibraryMemory,
    commands: &CommandQueue<BoxCommand>,
) {
    let theme = theme(ui.ctx());
    let tally = tally(rows.iter());
    ui.horizontal_wrapped(|ui| {
        let title = headline(ui, "The library", text::HEAD);
        ui.label(title.color(theme.ink));
        lead(tally.words()).muted().ui(ui);
    });
    bar_ui(ui, &tally);
    ui.add_space(space::XS);
    ui.horizontal_wrapped(|ui| {
        let back = if shelf.covered == Some(true) { "Back to the game" } else { "Back" };
        if large_button_ui(ui, back).clicked() {
            select(memory, None, shelf, commands);
            let is_opened = shelf.covered.is_some();
            commands.push(BoxCommand::Menu(if is_opened { Menu::Library } else { Menu::Start }));
        }
        packs_ui(ui, shelf, memory, commands);
        if memory.other.is_some() {
            return;
        }
        for menu in [Menu::ImportFacts, Menu::ExportFacts, Menu::ExportBoard] {
            let is_possible = menu != Menu::ExportBoard || memory.selected_board().is_some();
            if is_possible
                && large_button_ui(ui, menu.label()).on_hover_text(menu.entry().hint).clicked()
            {
                commands.push(BoxCommand::Menu(menu));
            }
        }
        if ui.available_size_before_wrap().x < MIN_READER_WIDTH {
            ui.end_row();
        }
        ui.label("Read off by");
        let mut reader = shelf.reader.to_owned();
        ui.scope(|ui| {
            ui.set_max_width(160.0);
            if text_field_ui(ui, &mut reader, "Who reads the cards off").changed() {
                commands.push(BoxCommand::SetReader(reader));
            }
        });
    });
    if let Some(words) = &memory.progress {
        caption(words.as_str()).ui(ui);
    }
    for problem in shelf.problems {
        error_ui(ui, problem, text::BODY);
    }
}

/// The width in points below which the field for the reader moves to a row of its own.
const MIN_READER_WIDTH: f32 = 260.0;

/// Counts the known and unknown facts of some components.
fn tally<'a>(rows: impl Iterator<Item = &'a LibraryItem>) -> Tally {
    let mut tally = Tally::default();
    for fact in rows.flat_map(|row| &row.facts) {
        tally.add(fact.standing);
    }
    tally
}

/// Draws a bar with the share of known facts, then that of unconfirmed ones.
fn bar_ui(ui: &mut Ui, tally: &Tally) {
    let theme = theme(ui.ctx());
    let (_, rect) = ui.allocate_space(vec2(ui.available_width(), space::S));
    ui.painter().rect_filled(rect, 2, theme.hairline);
    for (count, color) in
        [(tally.known + tally.unconfirmed, theme.muted), (tally.known, theme.good)]
    {
        let [count, all] = [count, tally.all().max(1)]
            .map(|count| f32::from(u16::try_from(count).unwrap_or(u16::MAX)));
        let size = vec2(rect.width() * count / all, rect.height());
        ui.painter().rect_filled(Rect::from_min_size(rect.min, size), 2, color);
    }
}

/// Draws the choice of the viewed pack: the owner's copy of the real box, or a built-in pack.
fn packs_ui(
    ui: &mut Ui,
    shelf: &LibraryData<'_>,
    memory: &mut LibraryMemory,
    commands: &CommandQueue<BoxCommand>,
) {
    for pack in shelf.packs {
        let is_own = pack.name == OwnCopy::OVER;
        let name = pack.title.split_once(": ").map_or(pack.title.as_str(), |(name, _)| name);
        let is_shown = match &memory.other {
            Some(other) => *other == pack.name,
            None => is_own,
        };
        if ui.add(toggle_button(is_shown, name)).on_hover_text(&pack.title).clicked() && !is_shown {
            close_form(memory.open.take(), shelf, commands);
            *memory = LibraryMemory {
                other: (!is_own).then(|| pack.name.clone()),
                filter: memory.filter,
                ..LibraryMemory::default()
            };
        }
    }
}

fn large_button_ui(ui: &mut Ui, label: &str) -> egui::Response {
    let words = RichText::new(label).font(text::sans(text::BODY));
    ui.add(Button::new(words).min_size(egui::vec2(0.0, touch::TARGET)))
}

fn list_ui(
    ui: &mut Ui,
    shelf: &LibraryData<'_>,
    rows: &[LibraryItem],
    memory: &mut LibraryMemory,
    commands: &CommandQueue<BoxCommand>,
) {
    let mut is_named = false;
    ui.horizontal_wrapped(|ui| {
        for filter in Filter::ALL {
            let words = RichText::new(filter.label()).font(text::sans(text::BODY));
            let chip = Button::selectable(memory.filter == filter, words).frame_when_inactive(true);
            if ui.add(chip.min_size(egui::vec2(0.0, touch::TARGET))).clicked() {
                memory.filter = filter;
            }
        }
        let field = text_field_ui(ui, &mut memory.typed, "Search")
            .on_hover_text("Ctrl+F leads here; Enter opens what has the name that is typed.");
        let is_search_pressed = keyboard::pressed_over_fields(ui, Modifiers::COMMAND, Key::F);
        if std::mem::take(&mut memory.focus_search) || is_search_pressed {
            field.request_focus();
        }
        is_named = is_entered(&field);
    });
    ui.add_space(space::S);
    let typed = memory.typed.trim().to_lowercase();
    let mut shown: Vec<&LibraryItem> = rows
        .iter()
        .filter(|row| row.label.to_lowercase().contains(&typed))
        .filter(|row| memory.filter.matches(row))
        .collect();
    if memory.filter == Filter::Missing {
        shown.sort_by_key(|row| (rank(&row.subject), &row.subject));
    }
    if shown.is_empty() {
        caption("Nothing matches.").ui(ui);
    }
    let mut pressed = None;
    if is_named && !typed.is_empty() {
        pressed = rows
            .iter()
            .find(|row| row.label.to_lowercase() == typed)
            .or_else(|| shown.first().copied())
            .map(|row| row.subject.clone())
            .or_else(|| memory.other.is_none().then(|| memory.new_card()));
    }
    ScrollArea::vertical().id_salt("library list").auto_shrink(false).show(ui, |ui| {
        reserve_scroll_bar(ui);
        let mut kind = "";
        for row in shown {
            if row.kind != kind {
                kind = row.kind;
                let color = theme(ui.ctx()).ink;
                ui.add_space(space::S);
                ui.label(headline(ui, kind, text::TITLE).color(color));
            }
            let words = row.words();
            let card = CardFrame {
                name: &row.label,
                description: &words,
                size: egui::vec2(ui.available_width(), touch::TARGET),
                enabled: true,
                selected: Some(memory.selected.as_ref() == Some(&row.subject)),
            };
            let response = card_ui(ui, &card, |ui| {
                // The card is a row of a list, without extra space around its text.
                ui.spacing_mut().interact_size.y = text::BODY;
                row_ui(ui, shelf.pack, row, &words);
            });
            if response.clicked() {
                pressed = Some(row.subject.clone());
            }
        }
        if memory.other.is_none() {
            new_ui(ui, shelf, &typed, memory.typed.trim(), &mut pressed);
        }
    });
    if let Some(subject) = pressed {
        select(memory, Some(subject), shelf, commands);
        memory.is_named = is_named;
    }
}

/// Draws a component in the list: its icon, name, requirements, missing facts and tile.
fn row_ui(ui: &mut Ui, pack: &Pack, row: &LibraryItem, words: &str) {
    let theme = theme(ui.ctx());
    let is_missing = row.count(Certainty::Unknown) > 0;
    let tint = if is_missing { theme.accent } else { theme.muted };
    ui.horizontal(|ui| {
        ui.set_min_height(ROW);
        let (_, icon) = ui.allocate_space(Vec2::splat(ROW));
        match &row.subject {
            ComponentRef::Resource(name) | ComponentRef::ResourceCard(name) => {
                paint_resource(ui, name, icon, theme.ink);
            }
            subject => paint_icon(ui.painter(), icon_of(subject), icon, theme.muted),
        }
        body(&row.label).line_ui(ui);
        let required = requirements(pack, &row.subject);
        if ui.available_width() > NARROW_ROW {
            for (resource, points) in &required {
                let (_, place) = ui.allocate_space(Vec2::splat(ROW_HEIGHT));
                paint_resource(ui, resource, place, theme.muted);
                caption(points).line_ui(ui);
            }
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if let Some(shape) = shape_of(pack, &row.subject) {
                shape_ui(ui, shape, vec2(44.0, ROW), theme.sunken, &theme);
            }
            body(words).tinted(tint).truncated_ui(ui);
        });
    });
}

/// The height of a row of the list inside its frame, in points.
const ROW: f32 = 22.0;
/// The width in points after the name up to which a row does not show the requirements.
const NARROW_ROW: f32 = 300.0;

/// Returns the icon for a kind of component.
const fn icon_of(subject: &ComponentRef) -> Icon {
    match subject {
        ComponentRef::Resource(_) | ComponentRef::ResourceCard(_) => Icon::ClaimToken,
        ComponentRef::Race(_) => Icon::People,
        ComponentRef::Building(_) => Icon::PrestigeBuilding,
        ComponentRef::Adviser(_) => Icon::Adviser,
        ComponentRef::StandardCard(_) => Icon::CardFaceUp,
        ComponentRef::Achievement(_) => Icon::Completion,
        ComponentRef::Board(_) => Icon::Road,
        ComponentRef::Offer => Icon::Money,
        ComponentRef::Counts => Icon::HandList,
    }
}

/// Returns the known resources that a component is made of or asks for, with the points for each.
fn requirements(pack: &Pack, subject: &ComponentRef) -> Vec<(String, String)> {
    match subject {
        ComponentRef::Resource(name) => pack
            .resource(name)
            .and_then(|spec| spec.recipe.value())
            .into_iter()
            .flatten()
            .map(|needed| (needed.needs.clone(), needed.pays.to_string()))
            .collect(),
        ComponentRef::Building(name) => pack
            .building(name)
            .into_iter()
            .flat_map(|spec| &spec.spaces)
            .filter_map(|space| {
                let value = space.value.value().map_or_else(|| "?".to_owned(), ToString::to_string);
                Some((space.resource.value()?.clone(), value))
            })
            .collect(),
        _ => Vec::new(),
    }
}

/// Returns the resources that have a resource as a prerequisite.
fn goes_into<'a>(pack: &'a Pack, subject: &ComponentRef) -> Vec<&'a str> {
    let ComponentRef::Resource(name) = subject else {
        return Vec::new();
    };
    pack.resources
        .iter()
        .filter(|spec| {
            spec.recipe.value().into_iter().flatten().any(|needed| needed.needs == *name)
        })
        .map(|spec| spec.name.as_str())
        .collect()
}

/// Returns the tile shape of a component; `None` if it has no tile or the shape is unknown.
fn shape_of<'a>(pack: &'a Pack, subject: &ComponentRef) -> Option<&'a Shape> {
    match subject {
        ComponentRef::Resource(name) => pack.resource(name)?.shape.value(),
        ComponentRef::Building(name) => pack.building(name)?.shape.value(),
        _ => None,
    }
}

/// Draws a summary of the selected component: its tile, its requirements and its uses.
fn glance_ui(ui: &mut Ui, pack: &Pack, subject: &ComponentRef) {
    let theme = theme(ui.ctx());
    let required = requirements(pack, subject);
    let into = goes_into(pack, subject);
    let shape = shape_of(pack, subject);
    if required.is_empty() && into.is_empty() && shape.is_none() {
        return;
    }
    ui.horizontal_top(|ui| {
        if let Some(shape) = shape {
            shape_ui(ui, shape, vec2(64.0, 64.0), theme.sunken, &theme);
        }
        ui.vertical(|ui| {
            let head =
                if matches!(subject, ComponentRef::Building(_)) { "Asks for" } else { "Recipe" };
            if !required.is_empty() {
                caption(head).ui(ui);
            }
            for (resource, points) in &required {
                resource_ui(ui, resource, points, theme.ink);
            }
            if !into.is_empty() {
                caption("Goes into").ui(ui);
                ui.horizontal_wrapped(|ui| {
                    for resource in into {
                        resource_chip_ui(ui, resource);
                    }
                });
            }
        });
    });
    ui.separator();
}

/// Draws the share of known facts for each kind of component, while none is selected.
fn kinds_ui(ui: &mut Ui, rows: &[LibraryItem], memory: &mut LibraryMemory) {
    panel_header_ui(ui, "What is known");
    caption("Select an item to see its facts, who entered them and when.").ui(ui);
    ui.add_space(space::S);
    ScrollArea::vertical().id_salt("library kinds").auto_shrink(false).show(ui, |ui| {
        reserve_scroll_bar(ui);
        for same_kind in rows.chunk_by(|one, other| one.kind == other.kind) {
            let tally = tally(same_kind.iter());
            ui.horizontal(|ui| {
                let (_, icon) = ui.allocate_space(Vec2::splat(ROW));
                let color = theme(ui.ctx()).muted;
                paint_icon(ui.painter(), icon_of(&same_kind[0].subject), icon, color);
                body(format!("{}: {}", same_kind[0].kind, tally.words())).ui(ui);
            });
            bar_ui(ui, &tally);
            ui.add_space(space::S);
        }
        if tally(rows.iter()).unknown > 0
            && memory.filter != Filter::Missing
            && button_ui(ui, "List what is to be entered")
        {
            memory.filter = Filter::Missing;
        }
    });
}

/// Draws buttons for adding an unlisted card with the typed name.
fn new_ui(
    ui: &mut Ui,
    shelf: &LibraryData<'_>,
    typed: &str,
    name: &str,
    pressed: &mut Option<ComponentRef>,
) {
    let pack = shelf.pack;
    let is_taken = (pack.buildings.iter().map(|b| &b.name))
        .chain(pack.advisers.iter().map(|a| &a.name))
        .chain(pack.resources.iter().map(|r| &r.name))
        .any(|name| name.to_lowercase() == typed);
    if typed.is_empty() || is_taken {
        caption("A card that is not listed: type its name above.").ui(ui);
        return;
    }
    ui.horizontal_wrapped(|ui| {
        if large_button_ui(ui, &format!("New prestige building {name}")).clicked() {
            *pressed = Some(ComponentRef::Building(name.to_owned()));
        }
        if large_button_ui(ui, &format!("New adviser {name}")).clicked() {
            *pressed = Some(ComponentRef::Adviser(name.to_owned()));
        }
    });
}

/// Draws the selected component: its facts, and its form.
fn item_ui(
    ui: &mut Ui,
    shelf: &LibraryData<'_>,
    rows: &[LibraryItem],
    memory: &mut LibraryMemory,
    commands: &CommandQueue<BoxCommand>,
) {
    let Some(subject) = memory.selected.clone() else {
        kinds_ui(ui, rows, memory);
        return;
    };
    panel_header_ui(ui, &capitalized(&subject.label()));
    let has_form = memory.other.is_none() && FactDraft::has_form(&subject);
    if has_form {
        Panel::bottom("library form foot").frame(Frame::new()).show(ui, |ui| {
            form_foot_ui(ui, shelf, &subject, memory, commands);
        });
    }
    ScrollArea::vertical()
        .id_salt(("library thing", subject.label()))
        .auto_shrink(false)
        .show(ui, |ui| {
            glance_ui(ui, shelf.pack, &subject);
            let row = rows.iter().find(|row| row.subject == subject);
            for fact in row.iter().flat_map(|row| &row.facts) {
                fact_ui(ui, fact);
            }
            if row.is_some_and(|row| row.is_own) {
                let forget = large_button_ui(ui, "Forget what was entered");
                if forget
                    .on_hover_text(
                        "The app will ask for it again. Games already played keep the facts in their records.",
                    )
                    .clicked()
                {
                    commands.push(BoxCommand::Forget(subject.clone()));
                }
            }
            if let Some(facts) = &memory.corrected {
                caption("Corrected. Games already played keep the facts in their records.").ui(ui);
                if large_button_ui(ui, "Recheck the games that used it").clicked() {
                    commands.push(BoxCommand::Recheck(Box::new(facts.clone())));
                }
            }
            for sentence in &memory.rechecked {
                body(sentence.as_str()).ui(ui);
            }
            if !has_form {
                return;
            }
            // A new card has no facts to separate from the form.
            if row.is_some() {
                ui.separator();
            }
            let form = open_form(&mut memory.open, shelf, &subject);
            form.ui(ui, shelf.base, shelf.pack);
            commands.extend(form.unfinished(ui, shelf.base, shelf.pack));
        });
}

/// Selects a component, and keeps the facts entered in the previous form.
fn select(
    memory: &mut LibraryMemory,
    subject: Option<ComponentRef>,
    shelf: &LibraryData<'_>,
    commands: &CommandQueue<BoxCommand>,
) {
    close_form(memory.open.take(), shelf, commands);
    memory.selected = subject;
    memory.corrected = None;
    memory.rechecked.clear();
}

/// Closes a form that is not kept, saving the facts that it states.
fn close_form(
    form: Option<CardForm>,
    shelf: &LibraryData<'_>,
    commands: &CommandQueue<BoxCommand>,
) {
    let Some(form) = form else {
        return;
    };
    let Some(stated) = form.abandoned(shelf.base, shelf.pack, shelf.reader, shelf.today) else {
        return;
    };
    commands.push(BoxCommand::KeepUnfinished(form.draft.component, Box::new(stated.unfinished)));
    if let Some(facts) = stated.facts {
        commands.push(BoxCommand::Keep(Box::new(facts)));
    }
}

/// Returns the form of the selected component, opening it if necessary.
fn open_form<'a>(
    open: &'a mut Option<CardForm>,
    shelf: &LibraryData<'_>,
    subject: &ComponentRef,
) -> &'a mut CardForm {
    open.get_or_insert_with(|| {
        let (base, pack, unfinished) = (shelf.base, shelf.pack, shelf.unfinished);
        CardForm::resumed(subject.clone(), base, pack, unfinished).by_keys()
    })
}

/// Draws the foot of the form, which stays visible, with buttons that keep or skip the form.
fn form_foot_ui(
    ui: &mut Ui,
    shelf: &LibraryData<'_>,
    subject: &ComponentRef,
    memory: &mut LibraryMemory,
    commands: &CommandQueue<BoxCommand>,
) {
    let is_entering = memory.filter == Filter::Missing;
    let form = open_form(&mut memory.open, shelf, subject);
    let is_through = form.takes_through();
    let (who, day) = (shelf.reader, shelf.today);
    let mut kept = is_through.then(|| form.finished(shelf.base, shelf.pack, who, day)).flatten();
    let mut is_skipped = false;
    ui.add_space(space::S);
    form.proposals_ui(ui, shelf.base);
    caption("Keys: as shown. Enter goes on, Backspace goes back, Ctrl+F finds a name.").ui(ui);
    ui.horizontal_wrapped(|ui| {
        if form.keep_ui(ui, shelf.base, shelf.pack, "Keep it") {
            kept = Some(form.facts(shelf.base, shelf.pack, who, day));
        }
        is_skipped = is_entering && large_button_ui(ui, "Leave it out for now").clicked();
    });
    let is_finished = kept.is_some() || (is_through && form.has_no_news(shelf.base, shelf.pack));
    if let Some(facts) = kept {
        let is_corrected = !compare(shelf.pack, &facts).differences.is_empty();
        memory.corrected = is_corrected.then(|| facts.clone());
        memory.rechecked.clear();
        commands.push(BoxCommand::KeepUnfinished(subject.clone(), Box::default()));
        commands.push(BoxCommand::Keep(Box::new(facts)));
    }
    if is_skipped {
        close_form(memory.open.take(), shelf, commands);
    }
    if is_finished || is_skipped {
        memory.move_on(subject);
    }
}

fn fact_ui(ui: &mut Ui, fact: &LibraryFact) {
    let theme = theme(ui.ctx());
    let label = fact.name.label();
    let name = match fact.name {
        FactId::Space(_, place, _) => format!("{label}, space {}", place + 1),
        _ => label.to_owned(),
    };
    let (words, color) = match fact.standing {
        Certainty::Known => (fact.value.clone(), theme.ink),
        Certainty::Unconfirmed => (format!("{} (unconfirmed)", fact.value), theme.muted),
        Certainty::Unknown => ("unknown".to_owned(), theme.accent),
    };
    let mut shown: String = words.chars().take(120).collect();
    if words.chars().nth(120).is_some() {
        shown.push('…');
    }
    body(format!("{name}: {shown}")).tinted(color).ui(ui);
    if !fact.who.is_empty() {
        caption(fact.who.as_str()).ui(ui);
    }
}

/// Draws the comparison with a friend's pack. Returns `true` if the user closes it.
fn merging_ui(ui: &mut Ui, merging: &mut PackMerge, commands: &CommandQueue<BoxCommand>) -> bool {
    panel_header_ui(ui, &merging.file);
    let comparison = &merging.comparison;
    let new = comparison.only_theirs.len() + comparison.confirmed.len();
    let mut is_done = false;
    caption(format!(
        "{} new or confirmed; {}.",
        counted(new, "fact is", "facts are"),
        counted(comparison.differences.len(), "differs", "differ")
    ))
    .ui(ui);
    for (name, _, theirs) in &comparison.rotated {
        caption(format!(
            "{theirs} is the board {name}, traced in another rotation or by another name."
        ))
        .ui(ui);
    }
    ui.horizontal_wrapped(|ui| {
        let added = merging.added();
        ui.add_enabled_ui(added > 0, |ui| {
            if primary_button_ui(ui, &format!("Add {}", counted(added, "fact", "facts"))).clicked()
            {
                let taken = merging.taken.iter().cloned().collect();
                commands.push(BoxCommand::Merge(Box::new(merging.theirs.clone()), taken));
            }
        });
        is_done = large_button_ui(ui, "Leave it").clicked();
    });
    ui.add_space(space::S);
    ScrollArea::vertical().id_salt("merging").auto_shrink(false).show(ui, |ui| {
        for difference in &merging.comparison.differences {
            let is_fixed = merging.fixed.contains(&difference.fact);
            difference_ui(ui, is_fixed, difference, &mut merging.taken);
        }
    });
    is_done
}

fn difference_ui(
    ui: &mut Ui,
    is_fixed: bool,
    difference: &Difference,
    taken: &mut BTreeSet<FactId>,
) {
    let color = theme(ui.ctx()).ink;
    let fact = difference.fact.to_string();
    ui.add_space(space::S);
    lead(fact.as_str()).tinted(color).ui(ui);
    let is_taken = taken.contains(&difference.fact);
    let mut chosen = is_taken;
    let sides = [("This copy", &difference.ours, false), ("Other copy", &difference.theirs, true)];
    for (side, statement, is_theirs) in sides {
        let words = statement_words(statement);
        let card = CardFrame {
            name: &format!("{side}: {fact}"),
            description: &words,
            size: egui::vec2(ui.available_width(), touch::TARGET),
            enabled: !(is_fixed && is_theirs),
            selected: Some(is_taken == is_theirs),
        };
        let response = card_ui(ui, &card, |ui| {
            body(words.as_str()).tinted(color).ui(ui);
        });
        if response.clicked() {
            chosen = is_theirs;
        }
    }
    if is_fixed {
        caption("Publicly known; it stays.").ui(ui);
    }
    if chosen {
        taken.insert(difference.fact.clone());
    } else {
        taken.remove(&difference.fact);
    }
}

fn statement_words(statement: &Statement) -> String {
    let Statement { certainty, value, source } = statement;
    match certainty {
        Certainty::Unconfirmed => format!("{value} – unconfirmed, {source}"),
        Certainty::Known | Certainty::Unknown => format!("{value} – {source}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn library_lists_every_needed_fact_of_the_box_once_with_its_source() {
        let pack = packs::find("founders-of-gloomhaven").expect("it is built in");
        let rows = rows(&pack, &Pack::default());
        let listed: usize = rows.iter().map(|row| row.facts.len()).sum();
        let needed = ComponentRef::all(&pack)
            .into_iter()
            .flat_map(|(_, facts)| facts)
            .filter(|(name, fact)| {
                fact.certainty() != Certainty::Unknown || !is_never_needed(name, &pack)
            })
            .count();
        assert_eq!(listed, needed);
        assert_eq!(tally(rows.iter()), Tally::of(&pack), "setup and library count alike");
        let wood = rows.iter().find(|row| row.label == "Wood");
        assert_eq!(wood.map(LibraryItem::words).as_deref(), Some("known"));
        let stated = rows.iter().flat_map(|row| &row.facts);
        for fact in stated.filter(|fact| fact.standing != Certainty::Unknown) {
            assert!(!fact.who.is_empty() && !fact.value.is_empty(), "{}", fact.name);
        }
        assert!(rows.iter().all(|row| !row.words().is_empty()));
    }

    #[test]
    fn missing_components_are_selected_in_turn_and_once_each() {
        let pack = packs::find("founders-of-gloomhaven").expect("it is built in");
        let rows = rows(&pack, &Pack::default());
        let all = to_enter(&rows).len();
        let mut memory = LibraryMemory::default();
        memory.enter_cards();
        let mut seen = Vec::new();
        for _ in 0..all {
            memory.select_next(&rows);
            let subject = memory.selected.clone().expect("something is to be entered");
            assert!(!seen.contains(&subject), "{subject:?}");
            memory.previous = Some(subject.clone());
            seen.push(subject);
        }
        assert_eq!(seen[0], ComponentRef::Offer);
        assert!(seen.iter().all(FactDraft::has_form));
        memory.select_next(&rows);
        assert_eq!(memory.selected, Some(ComponentRef::Offer), "it begins again");
    }

    #[test]
    fn recipe_and_uses_of_a_resource_are_found() {
        let pack = packs::find("practice").expect("it is built in");
        let government = ComponentRef::Resource("Government".to_owned());
        let required = requirements(&pack, &government);
        assert!(required.iter().any(|(resource, points)| resource == "Books" && points == "4"));
        let into = goes_into(&pack, &ComponentRef::Resource("Books".to_owned()));
        assert!(into.contains(&"Government"), "{into:?}");
        assert!(shape_of(&pack, &government).is_some());
    }
}
