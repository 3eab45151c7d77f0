//! The help: every page that comes with the app, to read and to search.
//!
//! The pages of `assets/help` are embedded. A page is split into sections at its headings; a
//! search finds sections, and one section is shown at a time.

use std::sync::OnceLock;

use egui::{ScrollArea, TextStyle, Ui};
use egui_commonmark::{CommonMarkCache, CommonMarkViewer};

use rules_reference::{RuleChapter, RuleEntry, search_in};
use ui_kit::theme::{space, text, theme};
use ui_kit::widgets::{body, caption, headline, reserve_scroll_bar, text_field_ui};

enum_table::enum_table! {
    /// A page of the help, in the order of the list.
    pub enum HelpPage {
        /// Its title in the list.
        label: &'static str,
        /// The file it comes from; links between pages name it.
        file: &'static str,
        /// Its content: Markdown, or plain text if the file is.
        text: &'static str,
    }

    /// The window and its use.
    Window = "The window", "window.md", include_str!("../../assets/help/window.md");
    Rules = "The rules in short", "rules.md", include_str!("../../assets/help/rules.md");
    Playing = "How a record is played", "playing.md", include_str!("../../assets/help/playing.md");
    /// The notation of an entry.
    Notation = "The notation", "notation.md", include_str!("../../assets/help/notation.md");
    /// The format of a record.
    Record = "The record of a game", "record.md", include_str!("../../assets/help/record.md");
    /// Entering the cards of the player's own box.
    YourCopy = "Your own copy", "your-copy.md", include_str!("../../assets/help/your-copy.md");
    /// Making your own board.
    OwnBoard = "A board of your own", "own-board.md", include_str!("../../assets/help/own-board.md");
    /// The format of the facts of a box.
    Packs = "Component packs", "packs.md", include_str!("../../assets/help/packs.md");
    /// The second game, on hexes.
    Scenario = "The scenario table", "scenario.md", include_str!("../../assets/help/scenario.md");
    /// The second game between its scenarios.
    Campaign = "The campaign", "campaign.md", include_str!("../../assets/help/campaign.md");
    /// The players' phones as second screens.
    Phones = "Phones at the table", "phones.md", include_str!("../../assets/help/phones.md");
    Subcommands = "The command line", "subcommands.md", include_str!("../../assets/help/subcommands.md");
    /// The components of the program, with their licenses.
    Notices = "Third-party notices", "third-party.txt", include_str!("../../assets/third-party.txt");
}

impl HelpPage {
    /// Returns the deepest heading level that starts a section, in hashes.
    const fn depth(self) -> usize {
        match self {
            // Every rule is a section, since readers search for single rules.
            Self::Rules => 3,
            _ => 2,
        }
    }
}

/// A section of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HelpSection {
    /// Its page.
    pub page: HelpPage,
    /// Its heading.
    pub title: &'static str,
    /// Its content as Markdown, the heading included.
    pub text: String,
}

/// Every page in sections, and as chapters to search in.
struct Library {
    sections: Vec<HelpSection>,
    /// A chapter for each page; the anchor of an entry is its title.
    chapters: Vec<RuleChapter>,
}

fn library() -> &'static Library {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let sections: Vec<HelpSection> = HelpPage::ALL.into_iter().flat_map(split).collect();
        let chapters = HelpPage::ALL
            .into_iter()
            .map(|page| RuleChapter {
                title: page.label(),
                entries: sections.iter().filter(|of| of.page == page).map(entry).collect(),
            })
            .collect();
        Library { sections, chapters }
    })
}

/// Converts a section to an entry of the search.
fn entry(section: &HelpSection) -> RuleEntry {
    let lines = section.text.lines().skip(1).map(str::trim);
    RuleEntry {
        anchor: section.title,
        rule: None,
        title: section.title.to_owned(),
        section: None,
        paragraphs: lines.filter(|line| !line.is_empty()).map(str::to_owned).collect(),
        see_also: Vec::new(),
        rulings: Vec::new(),
    }
}

/// Splits a page into its sections.
fn split(page: HelpPage) -> Vec<HelpSection> {
    let mut sections: Vec<HelpSection> = Vec::new();
    if page == HelpPage::Notices {
        // Plain text, whose line breaks are its format.
        return vec![HelpSection { page, title: page.label(), text: page.text().to_owned() }];
    }
    let mut is_code = false;
    for line in page.text().lines() {
        is_code ^= line.trim_start().starts_with("```");
        let hashes = line.bytes().take_while(|&byte| byte == b'#').count();
        let heading = line[hashes..].strip_prefix(' ').filter(|_| !is_code && hashes > 0);
        match heading {
            Some(title) if hashes <= page.depth() => {
                sections.push(HelpSection { page, title, text: format!("# {title}\n") });
                continue;
            }
            Some(_) | None => {}
        }
        if let Some(section) = sections.last_mut() {
            section.text.push_str(&without_pictures(line));
            section.text.push('\n');
        }
    }
    // A heading without content is no section.
    sections.retain(|section| section.text.lines().skip(1).any(|line| !line.trim().is_empty()));
    sections
}

/// Replaces a picture in a line by its description.
fn without_pictures(line: &str) -> String {
    let trimmed = line.trim_start();
    match trimmed.strip_prefix("![").and_then(|rest| rest.split_once("](")) {
        Some((shows, _)) => format!("{}*{shows}*", &line[..line.len() - trimmed.len()]),
        None => line.to_owned(),
    }
}

/// The state of the help while it is open.
pub struct HelpMemory {
    query: String,
    /// The latest query that was searched for.
    searched: String,
    /// The indices of the sections it found.
    hits: Vec<usize>,
    /// The index of the section that is shown.
    open: usize,
    is_new: bool,
    wants_focus: bool,
    cache: CommonMarkCache,
}

impl std::fmt::Debug for HelpMemory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("HelpMemory").field("section", &self.section().title).finish_non_exhaustive()
    }
}

impl HelpMemory {
    /// Returns the help, open at a page.
    pub fn at(page: HelpPage) -> Self {
        let mut cache = CommonMarkCache::default();
        for page in HelpPage::ALL {
            cache.add_link_hook(page.file());
        }
        let mut memory = Self {
            query: String::new(),
            searched: String::new(),
            hits: Vec::new(),
            open: 0,
            is_new: false,
            wants_focus: true,
            cache,
        };
        memory.go_to(page);
        memory
    }

    /// Returns the help, open at the section with this heading, or at the page if there is none.
    pub fn at_section(page: HelpPage, title: &str) -> Self {
        let mut memory = Self::at(page);
        if let Some(index) =
            library().sections.iter().position(|of| of.page == page && of.title == title)
        {
            memory.show(index);
        }
        memory
    }

    /// Returns the section that is shown.
    pub fn section(&self) -> &'static HelpSection {
        let sections = &library().sections;
        &sections[self.open.min(sections.len() - 1)]
    }

    fn go_to(&mut self, page: HelpPage) {
        if let Some(index) = library().sections.iter().position(|of| of.page == page) {
            self.show(index);
        }
    }

    fn show(&mut self, index: usize) {
        self.open = index;
        self.is_new = true;
    }

    /// Searches for the typed query if it is new.
    fn search(&mut self) {
        if self.query == self.searched {
            return;
        }
        self.searched.clone_from(&self.query);
        let library = library();
        self.hits = search_in(&library.chapters, &self.query)
            .iter()
            .filter_map(|hit| {
                let mut entries = library.chapters.iter().flat_map(|chapter| &chapter.entries);
                entries.position(|entry| std::ptr::eq(entry, hit.entry))
            })
            .collect();
        if let Some(&best) = self.hits.first() {
            self.show(best);
        }
    }

    /// Returns `true` if a query was typed.
    fn is_searched(&self) -> bool {
        !self.searched.trim().is_empty()
    }
}

/// Returns the title of the help's best section for a query.
pub fn best_title(query: &str) -> Option<&'static str> {
    search_in(&library().chapters, query).first().map(|hit| hit.entry.anchor)
}

/// Maximum line width in points; longer lines are hard to follow.
const MEASURE: f32 = 680.0;
/// Height of a row of the list, low enough for all pages to be in reach.
const ROW: f32 = 30.0;
/// Width of the list of sections.
const LIST: f32 = 240.0;

/// Draws the help in this height.
pub fn help_view_ui(ui: &mut Ui, memory: &mut HelpMemory, height: f32) {
    ui.horizontal_top(|ui| {
        ui.vertical(|ui| {
            let narrow = ui.available_width() < 2.5 * LIST;
            ui.set_width(if narrow { LIST * 0.7 } else { LIST });
            ui.spacing_mut().text_edit_width = ui.available_width();
            let field = text_field_ui(ui, &mut memory.query, "Search the help");
            if std::mem::take(&mut memory.wants_focus) {
                field.request_focus();
            }
            memory.search();
            let scroll = ScrollArea::vertical().id_salt("sections").auto_shrink(false);
            scroll.max_height(height - ui.spacing().interact_size.y - space::S).show(ui, |ui| {
                reserve_scroll_bar(ui);
                list_ui(ui, memory);
            });
        });
        ui.add_space(space::M);
        if memory.is_searched() && memory.hits.is_empty() {
            return;
        }
        ui.vertical(|ui| {
            let section = memory.section();
            let mut scroll = ScrollArea::vertical().id_salt("section").auto_shrink(false);
            if std::mem::take(&mut memory.is_new) {
                scroll = scroll.vertical_scroll_offset(0.0);
            }
            scroll.max_height(height).show(ui, |ui| {
                reserve_scroll_bar(ui);
                ui.set_max_width(ui.available_width().min(MEASURE));
                section_ui(ui, section, &mut memory.cache);
            });
        });
    });
    let hooks = memory.cache.link_hooks();
    if let Some(page) = HelpPage::ALL.into_iter().find(|page| hooks.get(page.file()) == Some(&true))
    {
        memory.go_to(page);
    }
}

/// Draws the list of all sections by page, or of those found.
fn list_ui(ui: &mut Ui, memory: &mut HelpMemory) {
    let is_searched = memory.is_searched();
    let indices: Vec<usize> =
        if is_searched { memory.hits.clone() } else { (0..library().sections.len()).collect() };
    if is_searched && indices.is_empty() {
        caption("Nothing found; fewer or shorter words find more").ui(ui);
    }
    let open = memory.section();
    let mut page = None;
    ui.spacing_mut().item_spacing.y = 0.0;
    ui.spacing_mut().interact_size.y = ROW;
    for index in indices {
        let section = &library().sections[index];
        if page != Some(section.page) {
            page = Some(section.page);
            ui.add_space(space::S);
            // Without a search, only the open page shows its sections.
            let heading = headline(ui, section.page.label(), text::LEAD);
            if ui.add(egui::Button::new(heading).frame(false).wrap()).clicked() {
                memory.show(index);
            }
        }
        if !is_searched && section.page != open.page {
            continue;
        }
        let is_open = index == memory.open;
        // The backticks of a command are only noise in the list.
        let label = body(section.title.replace('`', "")).rich(ui);
        if ui.add(egui::Button::selectable(is_open, label).wrap()).clicked() {
            memory.show(index);
        }
    }
}

fn section_ui(ui: &mut Ui, section: &HelpSection, cache: &mut CommonMarkCache) {
    let theme = theme(ui);
    ui.spacing_mut().item_spacing.y = space::S;
    // A first line as high as a button would hang below the number of its item.
    ui.spacing_mut().interact_size.y = ui.text_style_height(&TextStyle::Body);
    let code = text::sans(text::BODY);
    ui.style_mut().text_styles.insert(TextStyle::Monospace, code);
    ui.visuals_mut().hyperlink_color = theme.accent;
    if section.page == HelpPage::Notices {
        body(&section.text).ui(ui);
        return;
    }
    CommonMarkViewer::new().show(ui, cache, &section.text);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_help_page_has_sections() {
        for page in HelpPage::ALL {
            let count = library().sections.iter().filter(|section| section.page == page).count();
            assert!(count > 0, "{page:?}");
        }
    }

    #[test]
    fn help_search_finds_the_section_about_the_query() {
        for (query, title) in [
            ("escapes", "Escapes"),
            ("damaged file", "The log"),
            ("corners", "With the window"),
            ("exit code", "How a subcommand ends"),
        ] {
            let mut memory = HelpMemory::at(HelpPage::Window);
            memory.query = query.to_owned();
            memory.search();
            let found: Vec<&str> =
                memory.hits.iter().map(|&index| library().sections[index].title).collect();
            assert!(found.iter().take(5).any(|found| found.contains(title)), "{query}: {found:?}");
        }
    }

    #[test]
    fn words_that_people_use_find_their_section_first() {
        for (query, title) in [
            ("cascade", "Payouts and cascades"),
            ("payout", "Payouts and cascades"),
            ("undo", "Undo and the past"),
            ("tie", "9.6 Winner of the vote and ties"),
            ("phone", "Phones"),
            ("tablet", "Phones"),
            ("save", "Saving, files and folders"),
            ("tutorial", "The lesson"),
        ] {
            assert_eq!(best_title(query), Some(title), "{query}");
        }
    }

    #[test]
    fn every_link_between_help_pages_leads_to_a_page() {
        for section in &library().sections {
            for (_, rest) in
                section.text.match_indices("](").map(|(at, _)| section.text.split_at(at + 2))
            {
                let target = rest.split(')').next().unwrap_or_default();
                let file = target.split('#').next().unwrap_or_default();
                let is_page = HelpPage::ALL.iter().any(|page| page.file() == file);
                let elsewhere = target.starts_with("http") || !target.contains('.');
                assert!(is_page || elsewhere || file.contains(".."), "{}: {target}", section.title);
            }
        }
    }

    #[test]
    fn headings_in_code_blocks_do_not_start_sections() {
        let packs = split(HelpPage::Packs);
        assert!(packs.iter().all(|section| section.text.matches("```").count() % 2 == 0));
    }
}
