//! The digest of the rules next to the game: chapters, a search, and one entry open.
//!
//! The same panel shows the rules of either game, by its [`RulesReference`].

use egui::accesskit::Role;
use egui::{Frame, Key, Margin, Panel, ScrollArea, Ui};
use plain_text::counted;

use super::help_view;
use rules::Rule;
use rules_reference::{self, EntryPart, RuleEntry, RulesReference, SearchHit, search_in};
use ui_kit::icons::Icon;
use ui_kit::theme::{RADIUS, space, text, theme, touch};
use ui_kit::widgets::{
    TextLine, body, caption, group_ui, headline, highlighted, icon_button_ui, is_entered, name_as,
    panel_header_ui, reserve_scroll_bar, text_field_ui,
};
use ui_menu::Menu;

/// Width of the number of a rule before its title.
const NUMBER: f32 = 44.0;
/// Length of the context that a hit shows on either side of a match, in bytes.
const AROUND: usize = 60;

/// The state of the rules panel.
pub struct RulesMemory {
    /// The rules it shows.
    page: &'static RulesReference,
    query: String,
    /// The latest query that was searched for; `hits` is its result.
    searched: String,
    hits: Vec<SearchHit>,
    /// The section of the help about a query that finds no rule.
    elsewhere: Option<&'static str>,
    open: Option<&'static RuleEntry>,
    /// The entries open before, the latest last; `None` is the list.
    back: Vec<Option<&'static RuleEntry>>,
    wants_focus: bool,
    is_new: bool,
}

impl Default for RulesMemory {
    fn default() -> Self {
        Self::of(rules_reference::reference())
    }
}

impl RulesMemory {
    /// Creates the state of a panel that shows these rules.
    pub fn of(page: &'static RulesReference) -> Self {
        Self {
            page,
            query: String::new(),
            searched: String::new(),
            hits: Vec::new(),
            elsewhere: None,
            open: None,
            back: Vec::new(),
            wants_focus: false,
            is_new: false,
        }
    }

    /// Returns `true` if the panel shows these rules.
    pub fn is_of(&self, page: &'static RulesReference) -> bool {
        std::ptr::eq(self.page, page)
    }

    /// Opens the entry with an anchor, such as "S8.5". An unknown anchor changes nothing.
    pub fn open_at(&mut self, anchor: &str) {
        if let Some(entry) = self.page.entry_at(anchor) {
            self.go_to(Some(entry));
        }
    }

    /// Opens the entry of a rule of the first game.
    pub fn open(&mut self, rule: Rule) {
        self.go_to(Some(rules_reference::entry_of(rule)));
    }

    /// Puts the keyboard focus into the search.
    pub fn focus_search(&mut self) {
        self.wants_focus = true;
    }

    /// Returns the rule that is open.
    pub fn rule(&self) -> Option<Rule> {
        self.open.and_then(|entry| entry.rule)
    }

    fn go_to(&mut self, entry: Option<&'static RuleEntry>) {
        if self.open != entry {
            self.back.push(self.open);
            self.open = entry;
            self.is_new = true;
        }
    }
}

/// Draws the digest.
pub fn rules_panel_ui(ui: &mut Ui, memory: &mut RulesMemory) {
    search_ui(ui, memory);
    let mut next = None;
    let mut scroll = ScrollArea::vertical().auto_shrink([false, false]);
    // An entry is read from its top; the list keeps its scroll position.
    scroll = match memory.open {
        Some(entry) => scroll.id_salt(entry.anchor),
        None => scroll.id_salt("rules"),
    };
    if std::mem::take(&mut memory.is_new) && memory.open.is_some() {
        scroll = scroll.vertical_scroll_offset(0.0);
    }
    scroll.show(ui, |ui| {
        reserve_scroll_bar(ui);
        next = match memory.open {
            Some(entry) => entry_ui(ui, memory.page, entry),
            None if memory.searched.trim().is_empty() => chapters_ui(ui, memory.page),
            None if memory.hits.is_empty() => {
                nothing_ui(ui, memory.elsewhere);
                None
            }
            None => hits_ui(ui, &memory.hits),
        };
    });
    if next.is_some() {
        memory.go_to(next);
    }
}

/// Draws the digest on the right of a screen that has no panels; returns `true` if it stays open.
pub fn rules_beside_ui(ui: &mut Ui, memory: &mut RulesMemory) -> bool {
    let width = ui.available_width();
    let frame = Frame::new().fill(theme(ui).raised).inner_margin(Margin::same(space::M as i8));
    let mut is_open = true;
    Panel::right("rules")
        .frame(frame)
        .default_size((width * 0.34).clamp(250.0, 400.0))
        .size_range(220.0..=width * 0.6)
        .show(ui, |ui| {
            ui.horizontal(|ui| {
                is_open = !icon_button_ui(ui, Icon::Close, "Close the rules", "Esc").clicked();
                ui.label(headline(ui, "Rules", text::TITLE));
            });
            rules_panel_ui(ui, memory);
        });
    is_open
}

/// Draws the back button and the search field.
fn search_ui(ui: &mut Ui, memory: &mut RulesMemory) {
    let opens_best = ui.horizontal(|ui| {
        if !memory.back.is_empty() || memory.open.is_some() {
            let is_pressed = icon_button_ui(ui, Icon::Previous, "Back", "").clicked();
            if is_pressed {
                memory.open = memory.back.pop().flatten();
            }
        }
        ui.spacing_mut().text_edit_width = ui.available_width();
        let field = text_field_ui(ui, &mut memory.query, "Search the rules");
        if std::mem::take(&mut memory.wants_focus) {
            field.request_focus();
        }
        if field.has_focus() && ui.input(|input| input.key_pressed(Key::Escape)) {
            memory.query.clear();
        }
        is_entered(&field)
    });
    if memory.query != memory.searched {
        memory.searched.clone_from(&memory.query);
        memory.hits = search_in(&memory.page.chapters, &memory.query);
        memory.elsewhere =
            if memory.hits.is_empty() { help_view::best_title(&memory.query) } else { None };
        if !memory.query.trim().is_empty() {
            memory.open = None;
            memory.back.clear();
        }
    }
    // Enter opens the best hit.
    if opens_best.inner
        && let Some(best) = memory.hits.first()
    {
        memory.go_to(Some(best.entry));
    }
    ui.add_space(space::XS);
}

/// Draws every chapter with its entries; returns the entry that is clicked.
fn chapters_ui(ui: &mut Ui, page: &'static RulesReference) -> Option<&'static RuleEntry> {
    let mut next = None;
    ui.spacing_mut().item_spacing.y = 0.0;
    for (index, chapter) in page.chapters.iter().enumerate() {
        if index > 0 {
            ui.add_space(space::M);
        }
        panel_header_ui(ui, chapter.title);
        ui.add_space(space::XS);
        group_ui(ui, chapter.title.to_owned(), |ui| {
            for entry in &chapter.entries {
                if title_ui(ui, entry) {
                    next = Some(entry);
                }
            }
        });
    }
    next
}

/// Draws the number and title of an entry; returns `true` if it is clicked.
fn title_ui(ui: &mut Ui, entry: &RuleEntry) -> bool {
    let theme = theme(ui);
    let before = if entry.anchor == entry.title { 0.0 } else { NUMBER };
    let line = TextLine::of(ui, heading(entry), body(entry.title.as_str()), before, 0.0);
    let placed = line.ui(ui, Role::Link);
    if before > 0.0 {
        let at = placed.before.left_top();
        let number = body(entry.anchor).muted().lay(ui);
        ui.painter().galley(at, number, theme.muted);
    }
    placed.response.clicked()
}

fn heading(entry: &RuleEntry) -> String {
    if entry.anchor == entry.title {
        entry.title.clone()
    } else {
        format!("{} {}", entry.anchor, entry.title)
    }
}

/// Draws the note about a search without hits; `elsewhere` is a section of the help about it.
fn nothing_ui(ui: &mut Ui, elsewhere: Option<&str>) {
    caption("Nothing found; fewer or shorter words find more").ui(ui);
    if let Some(title) = elsewhere {
        let keys = Menu::Help.entry().keys(ui.ctx());
        let keys = keys.map_or_else(String::new, |keys| format!(" ({keys})"));
        let text = format!(
            "The rules say nothing about it. The help{keys} has a section about it: \"{title}\"."
        );
        body(text).ui(ui);
    }
}

/// Draws the hits of the search, best first, with the matches emphasized; returns the entry that is
/// clicked.
fn hits_ui(ui: &mut Ui, hits: &[SearchHit]) -> Option<&'static RuleEntry> {
    let theme = theme(ui);
    let mut next = None;
    caption(counted(hits.len(), "entry", "entries")).ui(ui);
    ui.spacing_mut().item_spacing.y = 0.0;
    for hit in hits {
        let width = ui.available_width();
        let entry = hit.entry;
        let before = if entry.anchor == entry.title { 0.0 } else { NUMBER };
        let text_width = TextLine::text_width(width, before, 0.0);
        let line = TextLine {
            name: heading(entry),
            galley: highlighted(
                ui,
                &entry.title,
                ranges_in(hit, EntryPart::Title),
                text::BODY,
                text_width,
            ),
            before,
            behind: 0.0,
            height: touch::TARGET - space::S,
            is_chosen: false,
        };
        let placed = line.ui(ui, Role::Link);
        if before > 0.0 {
            let ranges = ranges_in(hit, EntryPart::Anchor);
            let number = highlighted(ui, entry.anchor, ranges, text::BODY, before);
            let at = placed.before.left_top();
            ui.painter().galley(at, number, theme.ink);
        }
        if let Some((words, ranges)) = snippet(hit) {
            let galley = highlighted(ui, &words, &ranges, text::SMALL, text_width);
            let size = egui::vec2(width, galley.size().y + space::S);
            let (rect, response) = ui.allocate_exact_size(size, egui::Sense::hover());
            name_as(&response, Role::Label, &words);
            let at = rect.left_top() + egui::vec2(before, 0.0);
            ui.painter().galley(at, galley, theme.ink);
        }
        if placed.response.clicked() {
            next = Some(entry);
        }
    }
    next
}

/// Returns the ranges of a hit to emphasize in a part of its entry.
fn ranges_in(hit: &SearchHit, part: EntryPart) -> &[std::ops::Range<usize>] {
    let found = hit.parts.iter().find(|found| found.part == part);
    found.map_or(&[][..], |found| &found.ranges)
}

/// Returns the words around the first match in a paragraph, with the ranges to emphasize.
fn snippet(hit: &SearchHit) -> Option<(String, Vec<std::ops::Range<usize>>)> {
    let found = hit.parts.iter().find(|found| matches!(found.part, EntryPart::Paragraph(_)))?;
    let text = hit.text(found.part);
    let first = found.ranges.first()?;
    let from = text[..first.start]
        .char_indices()
        .rev()
        .find(|(at, c)| first.start - at > AROUND && c.is_whitespace())
        .map_or(0, |(at, c)| at + c.len_utf8());
    let to = text[first.end..]
        .char_indices()
        .find(|(at, c)| *at > AROUND && c.is_whitespace())
        .map_or(text.len(), |(at, _)| first.end + at);
    let (before, after) = (if from > 0 { "…" } else { "" }, if to < text.len() { "…" } else { "" });
    let words = format!("{before}{}{after}", &text[from..to]);
    let ranges = found
        .ranges
        .iter()
        .filter(|range| range.end <= to)
        .map(|range| range.start - from + before.len()..range.end - from + before.len())
        .collect();
    Some((words, ranges))
}

/// Draws one entry: its title, its paragraphs, and its related entries; returns the one that is
/// clicked.
fn entry_ui(
    ui: &mut Ui,
    page: &'static RulesReference,
    entry: &RuleEntry,
) -> Option<&'static RuleEntry> {
    let theme = theme(ui);
    let title = egui::Label::new(headline(ui, &entry.title, text::TITLE)).wrap();
    name_as(&ui.add(title), Role::Heading, heading(entry));
    let below = match entry.section {
        Some(section) => Some(format!("Rule {}, rulebook \"{section}\"", entry.anchor)),
        _ if entry.anchor != entry.title => Some(entry.anchor.to_owned()),
        _ => None,
    };
    if let Some(below) = below {
        caption(below).ui(ui);
    }
    ui.add_space(space::XS);
    for paragraph in &entry.paragraphs {
        if paragraph.starts_with("Example:") {
            Frame::new()
                .fill(theme.sunken)
                .corner_radius(RADIUS)
                .inner_margin(Margin::same(8))
                .show(ui, |ui| {
                    ui.set_width(ui.available_width());
                    body(paragraph).ui(ui);
                });
        } else {
            body(paragraph).ui(ui);
        }
    }
    let others: Vec<&'static RuleEntry> =
        entry.related().filter_map(|anchor| page.entry_at(anchor)).collect();
    if others.is_empty() {
        return None;
    }
    ui.add_space(space::S);
    caption("See also").ui(ui);
    let mut next = None;
    group_ui(ui, "See also".to_owned(), |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        for other in others {
            if title_ui(ui, other) {
                next = Some(other);
            }
        }
    });
    next
}
