//! Printing a pack as text, in canonical form.

use serde::Serialize;

use super::options;
use components::fact::Fact;
use components::field::{Component, Writer};
use components::specs::{BoardSpec, Pack};

/// Prints `pack` as the text of a pack file: one line for each component and each row of a map.
///
/// Unknown and empty fields are omitted, no line is empty, and parsing the text
/// returns an equal pack. Equal packs have equal texts.
///
/// ```
/// let pack = packs::find("practice")?;
/// let text = packs::print(&pack);
/// assert_eq!(packs::parse("copy.ron", &text)?, pack);
/// # Ok::<(), packs::PackError>(())
/// ```
pub fn print(pack: &Pack) -> String {
    let Pack {
        name,
        title,
        version,
        form,
        over,
        sources,
        resources,
        races,
        resource_cards,
        buildings,
        advisers,
        standard_cards,
        achievements,
        offer,
        boards,
        counts,
    } = pack;
    let mut page = PackText::default();
    page.line(0, "#![enable(implicit_some)]");
    page.line(0, "(");
    for (key, text) in [("name", name), ("title", title)] {
        if !text.is_empty() {
            page.line(1, &format!("{key}: {},", value(text)));
        }
    }
    if *version != 0 {
        page.line(1, &format!("version: {version},"));
    }
    if *form != 0 {
        page.line(1, &format!("form: {form},"));
    }
    if !over.is_empty() {
        page.line(1, &format!("over: {},", value(over)));
    }
    page.block(
        "sources: {",
        "},",
        sources.iter().map(|(key, text)| format!("{}: {}", value(key), value(text))),
    );
    page.block("resources: [", "],", resources.iter().map(component));
    page.block("races: [", "],", races.iter().map(component));
    page.block("resource_cards: [", "],", resource_cards.iter().map(component));
    page.block("buildings: [", "],", buildings.iter().map(component));
    page.block("advisers: [", "],", advisers.iter().map(component));
    // An unknown action is printed too, because parsing requires the field.
    page.block("standard_cards: [", "],", standard_cards.iter().map(value));
    page.block("achievements: [", "],", achievements.iter().map(component));
    if !PrintedFields::of(offer).is_empty() {
        page.line(1, &format!("offer: {},", component(offer)));
    }
    if !boards.is_empty() {
        page.line(1, "boards: [");
        for spec in boards {
            board(&mut page, spec);
        }
        page.line(1, "],");
    }
    page.block("counts: (", "),", PrintedFields::of(counts).into_iter().map(pair));
    page.line(0, ")");
    page.0
}

/// Prints a component on one line.
fn component(spec: &impl Component) -> String {
    let fields: Vec<String> = PrintedFields::of(spec).into_iter().map(pair).collect();
    format!("({})", fields.join(", "))
}

fn pair((key, value): (&'static str, String)) -> String {
    format!("{key}: {value}")
}

fn board(page: &mut PackText, spec: &BoardSpec) {
    page.line(2, "(");
    for (key, value) in PrintedFields::of(spec) {
        match key {
            "terrain" => drawing(page, key, &spec.terrain),
            "sections" => drawing(page, key, &spec.sections),
            _ => page.line(3, &format!("{key}: {value},")),
        }
    }
    page.line(2, "),");
}

fn drawing(page: &mut PackText, key: &str, fact: &Fact<Vec<String>>) {
    let (kind, rows, grounds) = match fact {
        Fact::Known(rows, grounds) => ("Known", rows, grounds),
        Fact::Unconfirmed(rows, grounds) => ("Unconfirmed", rows, grounds),
        Fact::Unknown => return,
    };
    page.line(3, &format!("{key}: {kind}(["));
    for row in rows {
        page.line(4, &format!("{},", value(row)));
    }
    page.line(3, &format!("], {}),", value(grounds)));
}

/// The text of a pack under construction.
#[derive(Default)]
struct PackText(String);

impl PackText {
    fn line(&mut self, depth: usize, text: &str) {
        self.0.push_str(&"    ".repeat(depth));
        self.0.push_str(text);
        self.0.push('\n');
    }

    /// Adds a field with each entry on its own line, or nothing without entries.
    fn block(&mut self, open: &str, close: &str, entries: impl Iterator<Item = String>) {
        let mut entries = entries.peekable();
        if entries.peek().is_none() {
            return;
        }
        self.line(1, open);
        for entry in entries {
            self.line(2, &format!("{entry},"));
        }
        self.line(1, close);
    }
}

/// The fields of a component as key and text, without empty ones.
#[derive(Default)]
struct PrintedFields(Vec<(&'static str, String)>);

impl PrintedFields {
    fn of(spec: &impl Component) -> Vec<(&'static str, String)> {
        let mut fields = Self::default();
        spec.write(&mut fields);
        fields.0
    }
}

impl Writer for PrintedFields {
    fn field(&mut self, key: &'static str, field: &impl Serialize) {
        self.0.push((key, value(field)));
    }

    fn list(&mut self, key: &'static str, list: &[impl Component]) {
        let parts: Vec<String> = list.iter().map(component).collect();
        self.0.push((key, format!("[{}]", parts.join(", "))));
    }
}

/// Prints a value on one line.
fn value<T: Serialize + ?Sized>(value: &T) -> String {
    let form =
        ron::ser::PrettyConfig::new().compact_arrays(true).compact_maps(true).compact_structs(true);
    let text = options().to_string_pretty(value, form);
    plain_apostrophes(&text.expect("components are plain data, which RON can always represent"))
}

/// Replaces the `\'` that RON writes in strings with `'`, which is easier to read in
/// "Merchant's Guild".
fn plain_apostrophes(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        if c != '\\' {
            plain.push(c);
            continue;
        }
        match chars.next() {
            Some('\'') => plain.push('\''),
            Some(escaped) => plain.extend(['\\', escaped]),
            None => plain.push('\\'),
        }
    }
    plain
}
