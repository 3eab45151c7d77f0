//! Everything the box contains: what is known, what is likely, what is missing.
//!
//! The list shows every card, mat, tile and board with how much of it is known;
//! what is selected is shown fact by fact, with who entered it and when, and can
//! be entered or put right with the same form as at the table. A friend's pack
//! is set beside one's own, difference by difference.

use std::collections::BTreeSet;

use egui::{
    Align, Button, CentralPanel, Frame, Key, Layout, Margin, Modifiers, Panel, Rect, RichText,
    ScrollArea, Ui, Vec2, vec2,
};
use plain_text::{capital, counted};

use super::card_form::CardForm;
use super::command::BoxCommand;
use super::draft::Draft;
use components::component_ref::ComponentRef;
use components::fact::{AnyFact, Standing};
use components::fact_id::FactId;
use components::need::is_idle;
use components::specs::{Pack, ResourceSpec};
use components::tile::Shape;
use packs::{Comparison, Difference, OwnCopy, Said, Tally, compare};
use ui_kit::icons::{Icon, paint_icon};
use ui_kit::keyboard;
use ui_kit::queue::Queue;
use ui_kit::theme::{space, text, theme, touch};
use ui_kit::widgets::{
    Card, LINE, beside_bar, body, caption, card_ui, headline, is_entered, lead, panel_header_ui,
    pressed_ui, primary_button_ui, text_field_ui, tick, trouble_ui,
};
use ui_menu::Menu;
use ui_tiles::{paint_resource, resource_chip_ui, resource_ui, shape_ui};

/// The owner's copy as the library shows it.
#[derive(Clone, Copy, Debug)]
pub struct Shelf<'a> {
    /// What is publicly known of the box; it can no longer be changed.
    pub base: &'a Pack,
    /// The same with what the owner entered.
    pub pack: &'a Pack,
    /// What the owner entered.
    pub own: &'a Pack,
    /// What was entered of things whose forms are not kept yet.
    pub unfinished: &'a Pack,
    /// What of it is not used, and why.
    pub problems: &'a [String],
    /// The packs that come with the app, to be looked at beside the owner's copy.
    pub packs: &'a [Pack],
    /// The name of the person who reads the cards off.
    pub reader: &'a str,
    /// Today's date.
    pub today: &'a str,
    /// `Some(true)` if a game waits behind the library, `Some(false)` if a page does.
    pub behind: Option<bool>,
}

/// What a fact says in the library.
#[derive(Clone, Debug)]
struct ShelfFact {
    name: FactId,
    standing: Standing,
    value: String,
    who: String,
}

/// A thing in the list.
#[derive(Clone, Debug)]
struct ShelfThing {
    subject: ComponentRef,
    label: String,
    kind: &'static str,
    facts: Vec<ShelfFact>,
    /// Whether any of it was entered here.
    is_own: bool,
}

impl ShelfThing {
    fn count(&self, standing: Standing) -> usize {
        self.facts.iter().filter(|f| f.standing == standing).count()
    }

    /// How much of it is known, in words.
    fn words(&self) -> String {
        let (unconfirmed, unknown) =
            (self.count(Standing::Unconfirmed), self.count(Standing::Unknown));
        match (unconfirmed, unknown) {
            (0, 0) => "known".to_owned(),
            (0, unknown) => format!("{unknown} of {} unknown", self.facts.len()),
            (unconfirmed, 0) => format!("{unconfirmed} unconfirmed"),
            (unconfirmed, unknown) => format!("{unknown} unknown, {unconfirmed} unconfirmed"),
        }
    }
}

/// The kind of a thing, as a heading.
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

catalogue::catalogue! {
    /// Which things are listed.
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
    fn holds(self, row: &ShelfThing) -> bool {
        match self {
            Self::All => true,
            Self::Missing => row.count(Standing::Unknown) > 0,
            Self::Unconfirmed => row.count(Standing::Unconfirmed) > 0,
            Self::Known => row.count(Standing::Known) == row.facts.len(),
            Self::Own => row.is_own,
        }
    }
}

/// A friend's pack beside one's own.
#[derive(Clone, Debug)]
pub struct Merging {
    file: String,
    theirs: Pack,
    comparison: Comparison,
    taken: BTreeSet<FactId>,
    /// Differences of which the first side is publicly known.
    fixed: BTreeSet<FactId>,
}

impl Merging {
    /// Sets a pack that was read from a file beside what is known; `base` can not be changed.
    pub fn new(file: &str, base: &Pack, ours: &Pack, theirs: Pack) -> Self {
        let comparison = compare(ours, &theirs);
        let known = base.facts().into_iter();
        let known = known.filter(|(_, fact)| fact.standing() == Standing::Known);
        let surer = comparison.differences.iter();
        let surer = surer.filter(|difference| difference.theirs_is_surer());
        Self {
            file: file.to_owned(),
            taken: surer.map(|difference| difference.fact.clone()).collect(),
            theirs,
            comparison,
            fixed: known.map(|(name, _)| name).collect(),
        }
    }

    fn added(&self) -> usize {
        self.comparison.only_theirs.len() + self.comparison.confirmed.len() + self.taken.len()
    }
}

/// What the screen remembers between frames.
#[derive(Clone, Debug, Default)]
pub struct LibraryMemory {
    typed: String,
    filter: Filter,
    /// The pack that is looked at, by name, where it is not the owner's copy.
    other: Option<String>,
    rows: Option<Vec<ShelfThing>>,
    selected: Option<ComponentRef>,
    open: Option<CardForm>,
    merging: Option<Merging>,
    /// What is done with a friend's pack at the moment, in words.
    waits: Option<String>,
    /// What was kept or left out last of what is to be entered: the next follows.
    left: Option<ComponentRef>,
    /// Whether the thing in the form was chosen by typing its name: another name follows.
    is_named: bool,
    /// Whether the keyboard goes to the field for a name.
    seeks_name: bool,
    /// What was put right last, so that games that used it can be rechecked.
    corrected: Option<Pack>,
    /// What rechecking came to, a sentence for each game.
    rechecked: Vec<String>,
}

impl LibraryMemory {
    /// Shows what rechecking came to.
    pub fn tell_recheck(&mut self, told: Vec<String>) {
        self.rechecked = told;
        self.corrected = None;
    }

    /// Lists what is to be entered, and begins with the first of it.
    pub fn enter_cards(&mut self) {
        *self = Self { filter: Filter::Missing, ..Self::default() };
        self.left = Some(ComponentRef::Counts);
    }

    /// Selects what is to be entered after what was kept or left out, from the start behind the
    /// last of it.
    fn go_on(&mut self, rows: &[ShelfThing]) {
        let Some(left) = self.left.take() else {
            return;
        };
        let order = to_enter(rows);
        let behind = |row: &&&ShelfThing| (rank(&row.subject), &row.subject) > (rank(&left), &left);
        let next = order.iter().find(behind).or(order.first());
        self.selected = next.map(|row| row.subject.clone());
        self.open = None;
    }

    /// The card of the name that is typed, of the kind that was entered last.
    fn new_card(&self) -> ComponentRef {
        let name = self.typed.trim().to_owned();
        match self.selected {
            Some(ComponentRef::Adviser(_)) => ComponentRef::Adviser(name),
            Some(_) | None => ComponentRef::Building(name),
        }
    }

    /// Goes on behind a form that was kept or left out: to the next name, or to the next thing
    /// that is to be entered.
    fn go_behind(&mut self, subject: &ComponentRef) {
        if std::mem::take(&mut self.is_named) {
            self.typed.clear();
            self.seeks_name = true;
        } else if self.filter == Filter::Missing {
            self.left = Some(subject.clone());
        }
    }

    /// Reads everything anew; what is selected stays so.
    pub fn refresh(&mut self) {
        self.rows = None;
        self.open = None;
    }

    /// Shows a friend's pack beside one's own.
    pub fn merge(&mut self, merging: Merging) {
        self.merging = Some(merging);
    }

    /// Puts the friend's pack away.
    pub fn close_merging(&mut self) {
        self.merging = None;
    }

    /// Shows what is done with a friend's pack at the moment, or that nothing is.
    pub fn wait_for(&mut self, words: Option<String>) {
        self.waits = words;
    }

    /// The board that is selected, by name.
    pub fn selected_board(&self) -> Option<&str> {
        match &self.selected {
            Some(ComponentRef::Board(name)) => Some(name),
            _ => None,
        }
    }
}

/// In which order things are entered: what every game asks for comes first, then what lies open
/// most often.
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

/// What is still to be entered by a form, in the order that saves the most questions.
fn to_enter(rows: &[ShelfThing]) -> Vec<&ShelfThing> {
    let is_open = |row: &&ShelfThing| Filter::Missing.holds(row) && Draft::has_form(&row.subject);
    let mut open: Vec<&ShelfThing> = rows.iter().filter(is_open).collect();
    open.sort_by_key(|row| (rank(&row.subject), &row.subject));
    open
}

fn rows(pack: &Pack, own: &Pack) -> Vec<ShelfThing> {
    let own = own.facts().into_iter();
    let entered: BTreeSet<FactId> = own
        .filter(|(_, fact)| fact.standing() != Standing::Unknown)
        .map(|(name, _)| name)
        .collect();
    let fact_of = |name: FactId, fact: &dyn AnyFact| {
        let standing = fact.standing();
        // Whether a single square may be turned over is nothing to enter.
        if standing == Standing::Unknown && is_idle(&name, pack) {
            return None;
        }
        let grounds = fact.grounds().unwrap_or_default();
        let who = match standing {
            Standing::Known => pack.sources.get(grounds).map_or(grounds, String::as_str),
            Standing::Unconfirmed | Standing::Unknown => grounds,
        };
        let value = fact.describe().unwrap_or_default();
        Some(ShelfFact { name, standing, value, who: who.to_owned() })
    };
    let rows = ComponentRef::all(pack).into_iter().map(|(subject, facts)| {
        let facts = facts.into_iter().filter_map(|(name, fact)| fact_of(name, fact));
        let facts: Vec<ShelfFact> = facts.collect();
        ShelfThing {
            label: capital(&subject.label()),
            kind: kind_of(&subject),
            is_own: facts.iter().any(|fact| entered.contains(&fact.name)),
            facts,
            subject,
        }
    });
    rows.filter(|row| !row.facts.is_empty()).collect()
}

/// The library.
pub fn library_screen_ui(
    ui: &mut Ui,
    shelf: &Shelf<'_>,
    memory: &mut LibraryMemory,
    commands: &Queue<BoxCommand>,
) {
    let paper = theme(ui.ctx()).paper;
    let frame = Frame::new().fill(paper).inner_margin(Margin::same(space::L as i8));
    let before = memory.other.clone();
    let other = before.as_ref().and_then(|name| shelf.packs.iter().find(|pack| pack.name == *name));
    // Nobody enters anything into a pack that comes with the app.
    let nothing = Pack::default();
    let shelf = &match other {
        Some(pack) => Shelf { base: pack, pack, own: &nothing, problems: &[], ..*shelf },
        None => *shelf,
    };
    let list = memory.rows.take().unwrap_or_else(|| rows(shelf.pack, shelf.own));
    memory.go_on(&list);
    Panel::top("library head").frame(frame).show(ui, |ui| {
        head_ui(ui, shelf, &list, memory, commands);
    });
    if memory.other != before {
        // What was listed belongs to the other box.
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
    let raised = theme(ui.ctx()).raised;
    let side = Frame::new().fill(raised).inner_margin(Margin::same(space::M as i8));
    let width = ui.available_width();
    Panel::right("library thing")
        .frame(side)
        .default_size((width * 0.42).max(340.0))
        .size_range(300.0..=width * 0.6)
        .show(ui, |ui| {
            thing_ui(ui, shelf, &list, memory, commands);
        });
    CentralPanel::default().frame(frame).show(ui, |ui| {
        list_ui(ui, shelf, &list, memory, commands);
    });
    memory.rows = Some(list);
}

fn head_ui(
    ui: &mut Ui,
    shelf: &Shelf<'_>,
    rows: &[ShelfThing],
    memory: &mut LibraryMemory,
    commands: &Queue<BoxCommand>,
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
        let back = if shelf.behind == Some(true) { "Back to the game" } else { "Back" };
        if button_ui(ui, back).clicked() {
            select(memory, None, shelf, commands);
            let is_opened = shelf.behind.is_some();
            commands.push(BoxCommand::Menu(if is_opened { Menu::Library } else { Menu::Start }));
        }
        packs_ui(ui, shelf, memory, commands);
        if memory.other.is_some() {
            return;
        }
        for menu in [Menu::ImportFacts, Menu::ExportFacts, Menu::ExportBoard] {
            let is_possible = menu != Menu::ExportBoard || memory.selected_board().is_some();
            if is_possible && button_ui(ui, menu.label()).on_hover_text(menu.entry().hint).clicked()
            {
                commands.push(BoxCommand::Menu(menu));
            }
        }
        if ui.available_size_before_wrap().x < READER {
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
    if let Some(words) = &memory.waits {
        caption(words.as_str()).ui(ui);
    }
    for problem in shelf.problems {
        trouble_ui(ui, problem, text::BODY);
    }
}

/// Room for who reads the cards off, in points; with less it stands in a row of its own.
const READER: f32 = 260.0;

/// How much of some things is known.
fn tally<'a>(rows: impl Iterator<Item = &'a ShelfThing>) -> Tally {
    let mut tally = Tally::default();
    for fact in rows.flat_map(|row| &row.facts) {
        tally.add(fact.standing);
    }
    tally
}

/// The share that is known as a bar, behind it what is taken for likely.
fn bar_ui(ui: &mut Ui, tally: &Tally) {
    let theme = theme(ui.ctx());
    let (_, rect) = ui.allocate_space(vec2(ui.available_width(), space::S));
    let share = |count: usize| {
        let part = |count: usize| f32::from(u16::try_from(count).unwrap_or(u16::MAX));
        rect.width() * part(count) / part(tally.all().max(1))
    };
    let upto = |count| Rect::from_min_size(rect.min, vec2(share(count), rect.height()));
    ui.painter().rect_filled(rect, 2, theme.hairline);
    ui.painter().rect_filled(upto(tally.known + tally.unconfirmed), 2, theme.muted);
    ui.painter().rect_filled(upto(tally.known), 2, theme.good);
}

/// Which box is looked at: the owner's copy of the real one, or one that comes with the app.
fn packs_ui(
    ui: &mut Ui,
    shelf: &Shelf<'_>,
    memory: &mut LibraryMemory,
    commands: &Queue<BoxCommand>,
) {
    for pack in shelf.packs {
        let is_own = pack.name == OwnCopy::OVER;
        let name = pack.title.split_once(": ").map_or(pack.title.as_str(), |(name, _)| name);
        let is_shown = match &memory.other {
            Some(other) => *other == pack.name,
            None => is_own,
        };
        if ui.add(tick(is_shown, name)).on_hover_text(&pack.title).clicked() && !is_shown {
            keep_left(memory.open.take(), shelf, commands);
            *memory = LibraryMemory {
                other: (!is_own).then(|| pack.name.clone()),
                filter: memory.filter,
                ..LibraryMemory::default()
            };
        }
    }
}

fn button_ui(ui: &mut Ui, label: &str) -> egui::Response {
    let words = RichText::new(label).font(text::sans(text::BODY));
    ui.add(Button::new(words).min_size(egui::vec2(0.0, touch::TARGET)))
}

fn list_ui(
    ui: &mut Ui,
    shelf: &Shelf<'_>,
    rows: &[ShelfThing],
    memory: &mut LibraryMemory,
    commands: &Queue<BoxCommand>,
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
        let is_sought = keyboard::pressed_over_fields(ui, Modifiers::COMMAND, Key::F);
        if std::mem::take(&mut memory.seeks_name) || is_sought {
            field.request_focus();
        }
        is_named = is_entered(&field);
    });
    ui.add_space(space::S);
    let typed = memory.typed.trim().to_lowercase();
    let mut shown: Vec<&ShelfThing> = rows
        .iter()
        .filter(|row| row.label.to_lowercase().contains(&typed))
        .filter(|row| memory.filter.holds(row))
        .collect();
    if memory.filter == Filter::Missing {
        shown.sort_by_key(|row| (rank(&row.subject), &row.subject));
    }
    if shown.is_empty() {
        caption("Nothing matches.").ui(ui);
    }
    let mut pressed = None;
    if is_named && !typed.is_empty() {
        let named = rows.iter().find(|row| row.label.to_lowercase() == typed);
        let named = named.or_else(|| shown.first().copied()).map(|row| row.subject.clone());
        pressed = named.or_else(|| memory.other.is_none().then(|| memory.new_card()));
    }
    ScrollArea::vertical().id_salt("library list").auto_shrink(false).show(ui, |ui| {
        beside_bar(ui);
        let mut kind = "";
        for row in shown {
            if row.kind != kind {
                kind = row.kind;
                let ink = theme(ui.ctx()).ink;
                ui.add_space(space::S);
                ui.label(headline(ui, kind, text::TITLE).color(ink));
            }
            let words = row.words();
            let card = Card {
                name: &row.label,
                description: &words,
                size: egui::vec2(ui.available_width(), touch::TARGET),
                enabled: true,
                selected: Some(memory.selected.as_ref() == Some(&row.subject)),
            };
            let response = card_ui(ui, &card, |ui| {
                // A row of a list, not a card with room around its words.
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

/// A thing in the list: its drawing, its name, what it asks for, how much of it is known, and
/// its tile.
fn row_ui(ui: &mut Ui, pack: &Pack, row: &ShelfThing, words: &str) {
    let theme = theme(ui.ctx());
    let is_missing = row.count(Standing::Unknown) > 0;
    let tint = if is_missing { theme.accent } else { theme.muted };
    ui.horizontal(|ui| {
        ui.set_min_height(ROW);
        let (_, sign) = ui.allocate_space(Vec2::splat(ROW));
        match &row.subject {
            ComponentRef::Resource(name) | ComponentRef::ResourceCard(name) => {
                paint_resource(ui, name, sign, theme.ink);
            }
            subject => paint_icon(ui.painter(), icon_of(subject), sign, theme.muted),
        }
        body(&row.label).line_ui(ui);
        let asks = asked_for(pack, &row.subject);
        if ui.available_width() > NARROW_ROW {
            for (resource, points) in &asks {
                let (_, place) = ui.allocate_space(Vec2::splat(LINE));
                paint_resource(ui, resource, place, theme.muted);
                caption(points).line_ui(ui);
            }
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if let Some(shape) = shape_of(pack, &row.subject) {
                shape_ui(ui, shape, vec2(44.0, ROW), theme.sunken, &theme);
            }
            body(words).tinted(tint).cut_ui(ui);
        });
    });
}

/// Height of a row of the list inside its frame, in points.
const ROW: f32 = 22.0;
/// With less room than this behind its name a row does not say what a thing asks for.
const NARROW_ROW: f32 = 300.0;

/// The drawing for things of a kind.
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

/// What a thing is made of or asks for, as far as it is known, with the points for each.
fn asked_for(pack: &Pack, subject: &ComponentRef) -> Vec<(String, String)> {
    match subject {
        ComponentRef::Resource(name) => {
            let spec = pack.resource(name);
            let recipe = spec.and_then(|spec| spec.recipe.value());
            let recipe = recipe.into_iter().flatten();
            recipe.map(|part| (part.needs.clone(), part.pays.to_string())).collect()
        }
        ComponentRef::Building(name) => {
            let spec = pack.building(name);
            let spaces = spec.into_iter().flat_map(|spec| &spec.spaces);
            let known = spaces.filter_map(|space| Some((space.resource.value()?, &space.value)));
            known
                .map(|(resource, value)| {
                    let value = value.value().map_or_else(|| "?".to_owned(), ToString::to_string);
                    (resource.clone(), value)
                })
                .collect()
        }
        _ => Vec::new(),
    }
}

/// The resources that are made of a resource.
fn goes_into<'a>(pack: &'a Pack, subject: &ComponentRef) -> Vec<&'a str> {
    let ComponentRef::Resource(name) = subject else {
        return Vec::new();
    };
    let needs = |spec: &&ResourceSpec| {
        let recipe = spec.recipe.value().into_iter().flatten();
        recipe.into_iter().any(|part| part.needs == *name)
    };
    pack.resources.iter().filter(needs).map(|spec| spec.name.as_str()).collect()
}

/// The tile of a thing, if it has one and its shape is known.
fn shape_of<'a>(pack: &'a Pack, subject: &ComponentRef) -> Option<&'a Shape> {
    match subject {
        ComponentRef::Resource(name) => pack.resource(name)?.shape.value(),
        ComponentRef::Building(name) => pack.building(name)?.shape.value(),
        _ => None,
    }
}

/// What is selected at a glance: its recipe, what it goes into, and its tile.
fn glance_ui(ui: &mut Ui, pack: &Pack, subject: &ComponentRef) {
    let theme = theme(ui.ctx());
    let asks = asked_for(pack, subject);
    let into = goes_into(pack, subject);
    let shape = shape_of(pack, subject);
    if asks.is_empty() && into.is_empty() && shape.is_none() {
        return;
    }
    ui.horizontal_top(|ui| {
        if let Some(shape) = shape {
            shape_ui(ui, shape, vec2(64.0, 64.0), theme.sunken, &theme);
        }
        ui.vertical(|ui| {
            let head =
                if matches!(subject, ComponentRef::Building(_)) { "Asks for" } else { "Recipe" };
            if !asks.is_empty() {
                caption(head).ui(ui);
            }
            for (resource, points) in &asks {
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

/// How much is known of each kind of thing, while none is selected.
fn kinds_ui(ui: &mut Ui, rows: &[ShelfThing], memory: &mut LibraryMemory) {
    panel_header_ui(ui, "What is known");
    caption("Select an item to see its facts, who entered them and when.").ui(ui);
    ui.add_space(space::S);
    ScrollArea::vertical().id_salt("library kinds").auto_shrink(false).show(ui, |ui| {
        beside_bar(ui);
        for some in rows.chunk_by(|one, other| one.kind == other.kind) {
            let tally = tally(some.iter());
            ui.horizontal(|ui| {
                let (_, sign) = ui.allocate_space(Vec2::splat(ROW));
                let ink = theme(ui.ctx()).muted;
                paint_icon(ui.painter(), icon_of(&some[0].subject), sign, ink);
                body(format!("{}: {}", some[0].kind, tally.words())).ui(ui);
            });
            bar_ui(ui, &tally);
            ui.add_space(space::S);
        }
        if tally(rows.iter()).unknown > 0
            && memory.filter != Filter::Missing
            && pressed_ui(ui, "List what is to be entered")
        {
            memory.filter = Filter::Missing;
        }
    });
}

/// Cards that the list does not hold yet, by the name that is typed.
fn new_ui(
    ui: &mut Ui,
    shelf: &Shelf<'_>,
    typed: &str,
    name: &str,
    pressed: &mut Option<ComponentRef>,
) {
    let pack = shelf.pack;
    let names = (pack.buildings.iter().map(|b| &b.name))
        .chain(pack.advisers.iter().map(|a| &a.name))
        .chain(pack.resources.iter().map(|r| &r.name));
    let is_taken = names.into_iter().any(|name| name.to_lowercase() == typed);
    if typed.is_empty() || is_taken {
        caption("A card that is not listed: type its name above.").ui(ui);
        return;
    }
    ui.horizontal_wrapped(|ui| {
        if button_ui(ui, &format!("New prestige building {name}")).clicked() {
            *pressed = Some(ComponentRef::Building(name.to_owned()));
        }
        if button_ui(ui, &format!("New adviser {name}")).clicked() {
            *pressed = Some(ComponentRef::Adviser(name.to_owned()));
        }
    });
}

/// What is selected: its facts, and the form.
fn thing_ui(
    ui: &mut Ui,
    shelf: &Shelf<'_>,
    rows: &[ShelfThing],
    memory: &mut LibraryMemory,
    commands: &Queue<BoxCommand>,
) {
    let Some(subject) = memory.selected.clone() else {
        kinds_ui(ui, rows, memory);
        return;
    };
    panel_header_ui(ui, &capital(&subject.label()));
    let has_form = memory.other.is_none() && Draft::has_form(&subject);
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
                let forget = button_ui(ui, "Forget what was entered");
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
                if button_ui(ui, "Recheck the games that used it").clicked() {
                    commands.push(BoxCommand::Recheck(Box::new(facts.clone())));
                }
            }
            for told in &memory.rechecked {
                body(told.as_str()).ui(ui);
            }
            if !has_form {
                return;
            }
            // A new card has nothing yet that its form would have to be set apart from.
            if row.is_some() {
                ui.separator();
            }
            let open = open_form(&mut memory.open, shelf, &subject);
            open.ui(ui, shelf.base, shelf.pack);
            commands.extend(open.unfinished(ui, shelf.base, shelf.pack));
        });
}

/// Selects a thing, and keeps what was entered of the one before.
fn select(
    memory: &mut LibraryMemory,
    subject: Option<ComponentRef>,
    shelf: &Shelf<'_>,
    commands: &Queue<BoxCommand>,
) {
    keep_left(memory.open.take(), shelf, commands);
    memory.selected = subject;
    memory.corrected = None;
    memory.rechecked.clear();
}

/// Keeps what was stated in a form that is left before its end, and nothing else.
fn keep_left(open: Option<CardForm>, shelf: &Shelf<'_>, commands: &Queue<BoxCommand>) {
    let Some(open) = open else {
        return;
    };
    let Some(left) = open.left(shelf.base, shelf.pack, shelf.reader, shelf.today) else {
        return;
    };
    commands.push(BoxCommand::KeepUnfinished(open.draft.subject, Box::new(left.unfinished)));
    if let Some(facts) = left.facts {
        commands.push(BoxCommand::Keep(Box::new(facts)));
    }
}

/// The form of what is selected, begun anew if it is not open.
fn open_form<'a>(
    open: &'a mut Option<CardForm>,
    shelf: &Shelf<'_>,
    subject: &ComponentRef,
) -> &'a mut CardForm {
    open.get_or_insert_with(|| {
        let (base, pack, unfinished) = (shelf.base, shelf.pack, shelf.unfinished);
        CardForm::resumed(subject.clone(), base, pack, unfinished).by_keys()
    })
}

/// The foot of the form, which stays in sight: it is kept, or left out for now.
fn form_foot_ui(
    ui: &mut Ui,
    shelf: &Shelf<'_>,
    subject: &ComponentRef,
    memory: &mut LibraryMemory,
    commands: &Queue<BoxCommand>,
) {
    let is_entering = memory.filter == Filter::Missing;
    let open = open_form(&mut memory.open, shelf, subject);
    let is_through = open.takes_through();
    let (who, day) = (shelf.reader, shelf.today);
    let mut kept =
        is_through.then(|| open.gone_through(shelf.base, shelf.pack, who, day)).flatten();
    let mut is_left_out = false;
    ui.add_space(space::S);
    open.proposals_ui(ui, shelf.base);
    caption("Keys: as shown. Enter goes on, Backspace goes back, Ctrl+F finds a name.").ui(ui);
    ui.horizontal_wrapped(|ui| {
        if open.keep_ui(ui, shelf.base, shelf.pack, "Keep it") {
            kept = Some(open.facts(shelf.base, shelf.pack, who, day));
        }
        is_left_out = is_entering && button_ui(ui, "Leave it out for now").clicked();
    });
    let is_behind = kept.is_some() || (is_through && open.says_nothing(shelf.base, shelf.pack));
    if let Some(facts) = kept {
        let is_corrected = !compare(shelf.pack, &facts).differences.is_empty();
        memory.corrected = is_corrected.then(|| facts.clone());
        memory.rechecked.clear();
        commands.push(BoxCommand::KeepUnfinished(subject.clone(), Box::default()));
        commands.push(BoxCommand::Keep(Box::new(facts)));
    }
    if is_left_out {
        keep_left(memory.open.take(), shelf, commands);
    }
    if is_behind || is_left_out {
        memory.go_behind(subject);
    }
}

fn fact_ui(ui: &mut Ui, fact: &ShelfFact) {
    let theme = theme(ui.ctx());
    let label = fact.name.label();
    let name = match fact.name {
        FactId::Space(_, place, _) => format!("{label}, space {}", place + 1),
        _ => label.to_owned(),
    };
    let (words, ink) = match fact.standing {
        Standing::Known => (fact.value.clone(), theme.ink),
        Standing::Unconfirmed => (format!("{} (unconfirmed)", fact.value), theme.muted),
        Standing::Unknown => ("unknown".to_owned(), theme.accent),
    };
    let mut shown: String = words.chars().take(120).collect();
    if words.chars().nth(120).is_some() {
        shown.push('…');
    }
    body(format!("{name}: {shown}")).tinted(ink).ui(ui);
    if !fact.who.is_empty() {
        caption(fact.who.as_str()).ui(ui);
    }
}

/// A friend's pack, difference by difference; whether it is put away.
fn merging_ui(ui: &mut Ui, merging: &mut Merging, commands: &Queue<BoxCommand>) -> bool {
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
    for (name, _, theirs) in &comparison.turned {
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
        is_done = button_ui(ui, "Leave it").clicked();
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
    let ink = theme(ui.ctx()).ink;
    let fact = difference.fact.to_string();
    ui.add_space(space::S);
    lead(fact.as_str()).tinted(ink).ui(ui);
    let is_taken = taken.contains(&difference.fact);
    let mut chosen = is_taken;
    let sides = [("This copy", &difference.ours, false), ("Other copy", &difference.theirs, true)];
    for (side, said, is_theirs) in sides {
        let words = said_words(said);
        let card = Card {
            name: &format!("{side}: {fact}"),
            description: &words,
            size: egui::vec2(ui.available_width(), touch::TARGET),
            enabled: !(is_fixed && is_theirs),
            selected: Some(is_taken == is_theirs),
        };
        let response = card_ui(ui, &card, |ui| {
            body(words.as_str()).tinted(ink).ui(ui);
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

fn said_words(said: &Said) -> String {
    match said.standing {
        Standing::Unconfirmed => format!("{} – unconfirmed, {}", said.value, said.who),
        Standing::Known | Standing::Unknown => format!("{} – {}", said.value, said.who),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_fact_of_the_box_is_told_once_with_who_says_so() {
        let pack = packs::find("founders-of-gloomhaven").expect("it is built in");
        let rows = rows(&pack, &Pack::default());
        let told: usize = rows.iter().map(|row| row.facts.len()).sum();
        let mut all = 0;
        for (_, facts) in ComponentRef::all(&pack) {
            let is_told = |(name, fact): &(FactId, &dyn AnyFact)| {
                fact.standing() != Standing::Unknown || !is_idle(name, &pack)
            };
            all += facts.iter().filter(|fact| is_told(fact)).count();
        }
        assert_eq!(told, all);
        assert_eq!(tally(rows.iter()), Tally::of(&pack), "setup and library count alike");
        let wood = rows.iter().find(|row| row.label == "Wood");
        assert_eq!(wood.map(ShelfThing::words).as_deref(), Some("known"));
        let stated = rows.iter().flat_map(|row| &row.facts);
        for fact in stated.filter(|fact| fact.standing != Standing::Unknown) {
            assert!(!fact.who.is_empty() && !fact.value.is_empty(), "{}", fact.name);
        }
        assert!(rows.iter().all(|row| !row.words().is_empty()));
    }

    #[test]
    fn what_is_to_be_entered_comes_one_after_the_other_and_each_once() {
        let pack = packs::find("founders-of-gloomhaven").expect("it is built in");
        let rows = rows(&pack, &Pack::default());
        let all = to_enter(&rows).len();
        let mut memory = LibraryMemory::default();
        memory.enter_cards();
        let mut seen = Vec::new();
        for _ in 0..all {
            memory.go_on(&rows);
            let subject = memory.selected.clone().expect("something is to be entered");
            assert!(!seen.contains(&subject), "{subject:?}");
            memory.left = Some(subject.clone());
            seen.push(subject);
        }
        assert_eq!(seen[0], ComponentRef::Offer);
        assert!(seen.iter().all(Draft::has_form));
        memory.go_on(&rows);
        assert_eq!(memory.selected, Some(ComponentRef::Offer), "it begins again");
    }

    #[test]
    fn a_resource_says_what_it_is_made_of_and_what_is_made_of_it() {
        let pack = packs::find("practice").expect("it is built in");
        let government = ComponentRef::Resource("Government".to_owned());
        let asks = asked_for(&pack, &government);
        assert!(asks.iter().any(|(resource, points)| resource == "Books" && points == "4"));
        let into = goes_into(&pack, &ComponentRef::Resource("Books".to_owned()));
        assert!(into.contains(&"Government"), "{into:?}");
        assert!(shape_of(&pack, &government).is_some());
    }
}
