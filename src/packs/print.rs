//! A pack as text, in the one form in which the program writes packs.

use serde::Serialize;

use super::options;
use rules::components::{
    AchievementSpec, AdviserSpec, BoardSpec, BuildingSpec, Counts, Pack, RaceSpec,
    ResourceCardSpec, ResourceSpec, SpaceSpec, StandardCardSpec,
};
use rules::fact::Fact;

/// `pack` as the text of a pack file: one line for each component and for each row of a map.
///
/// What is unknown or empty is left out, no line is empty, and reading the
/// text gives the same pack again. Two packs that are equal are printed alike.
#[must_use]
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
    let mut page = Page::default();
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
    let sources = sources.iter();
    let sources = sources.map(|(key, text)| format!("{}: {}", value(key), value(text)));
    page.block("sources: {", "},", sources);
    page.block("resources: [", "],", resources.iter().map(resource));
    page.block("races: [", "],", races.iter().map(race));
    let cards = resource_cards.iter().map(resource_card);
    page.block("resource_cards: [", "],", cards);
    page.block("buildings: [", "],", buildings.iter().map(building));
    page.block("advisers: [", "],", advisers.iter().map(adviser));
    let cards = standard_cards.iter().map(standard_card);
    page.block("standard_cards: [", "],", cards);
    let cards = achievements.iter().map(achievement);
    page.block("achievements: [", "],", cards);
    let offer = Fields::default().fact("adviser_prices", &offer.adviser_prices);
    if !offer.0.is_empty() {
        page.line(1, &format!("offer: {},", offer.close()));
    }
    if !boards.is_empty() {
        page.line(1, "boards: [");
        for spec in boards {
            board(&mut page, spec);
        }
        page.line(1, "],");
    }
    page.block("counts: (", "),", counted(counts).0.into_iter());
    page.line(0, ")");
    page.0
}

fn resource(spec: &ResourceSpec) -> String {
    let ResourceSpec { name, tier, recipe, shape, turnable, copies } = spec;
    Fields::named("name", name)
        .fact("tier", tier)
        .fact("recipe", recipe)
        .fact("shape", shape)
        .fact("turnable", turnable)
        .fact("copies", copies)
        .close()
}

fn race(spec: &RaceSpec) -> String {
    let RaceSpec { name, colour, resource, forbidden, action, solo } = spec;
    Fields::named("name", name)
        .fact("colour", colour)
        .fact("resource", resource)
        .fact("forbidden", forbidden)
        .fact("action", action)
        .fact("solo", solo)
        .close()
}

fn resource_card(spec: &ResourceCardSpec) -> String {
    let ResourceCardSpec { resource, forbids } = spec;
    Fields::named("resource", resource).fact("forbids", forbids).close()
}

fn building(spec: &BuildingSpec) -> String {
    let BuildingSpec { name, colour, shape, turnable, special, space_count, spaces, action } = spec;
    let mut fields = Fields::named("name", name)
        .fact("colour", colour)
        .fact("shape", shape)
        .fact("turnable", turnable)
        .fact("special", special)
        .fact("space_count", space_count);
    if !spaces.is_empty() {
        let spaces: Vec<String> = spaces.iter().map(space).collect();
        fields = fields.written("spaces", &format!("[{}]", spaces.join(", ")));
    }
    fields.fact("action", action).close()
}

fn space(spec: &SpaceSpec) -> String {
    let SpaceSpec { resource, value: points, bracket } = spec;
    let fields = Fields::default().fact("resource", resource).fact("value", points);
    match bracket {
        Some(bracket) => fields.written("bracket", &value(bracket)).close(),
        None => fields.close(),
    }
}

fn adviser(spec: &AdviserSpec) -> String {
    let AdviserSpec { name, tier, points, requires, category, action } = spec;
    Fields::named("name", name)
        .fact("tier", tier)
        .fact("points", points)
        .fact("requires", requires)
        .fact("category", category)
        .fact("action", action)
        .close()
}

fn standard_card(spec: &StandardCardSpec) -> String {
    let StandardCardSpec { card, action } = spec;
    // Not left out when unknown, since reading asks for it.
    let action = value(action);
    Fields::default().written("card", &value(card)).written("action", &action).close()
}

fn achievement(spec: &AchievementSpec) -> String {
    let AchievementSpec { name, deck, condition, points } = spec;
    Fields::named("name", name)
        .fact("deck", deck)
        .fact("condition", condition)
        .fact("points", points)
        .close()
}

fn board(page: &mut Page, spec: &BoardSpec) {
    let BoardSpec { name, terrain, sections, section_names, starts, sites, districts, side, solo } =
        spec;
    page.line(2, "(");
    for field in Fields::named("name", name).0 {
        page.line(3, &format!("{field},"));
    }
    drawing(page, "terrain", terrain);
    drawing(page, "sections", sections);
    let mut fields = Fields::default();
    if !section_names.is_empty() {
        fields = fields.written("section_names", &value(section_names));
    }
    fields = fields.fact("starts", starts).fact("sites", sites);
    if !districts.is_empty() {
        fields = fields.written("districts", &value(districts));
    }
    fields = fields.fact("side", side).fact("solo", solo);
    for field in fields.0 {
        page.line(3, &format!("{field},"));
    }
    page.line(2, "),");
}

fn drawing(page: &mut Page, key: &str, fact: &Fact<Vec<String>>) {
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

fn counted(counts: &Counts) -> Fields {
    let Counts {
        start_money,
        prestige_cards,
        adviser_cards,
        houses,
        bridges,
        workers,
        claim_tokens,
        delivery_tokens,
        roads,
        fleeting,
        lasting,
        completion_tokens,
        dollars,
    } = counts;
    Fields::default()
        .fact("start_money", start_money)
        .fact("prestige_cards", prestige_cards)
        .fact("adviser_cards", adviser_cards)
        .fact("houses", houses)
        .fact("bridges", bridges)
        .fact("workers", workers)
        .fact("claim_tokens", claim_tokens)
        .fact("delivery_tokens", delivery_tokens)
        .fact("roads", roads)
        .fact("fleeting", fleeting)
        .fact("lasting", lasting)
        .fact("completion_tokens", completion_tokens)
        .fact("dollars", dollars)
}

/// The text so far.
#[derive(Default)]
struct Page(String);

impl Page {
    fn line(&mut self, depth: usize, text: &str) {
        self.0.push_str(&"    ".repeat(depth));
        self.0.push_str(text);
        self.0.push('\n');
    }

    /// A field whose entries stand on lines of their own, left out if there are none.
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

/// The fields of a component, those left out that say nothing.
#[derive(Default)]
struct Fields(Vec<String>);

impl Fields {
    fn named(key: &str, name: &str) -> Self {
        if name.is_empty() { Self::default() } else { Self::default().written(key, &value(name)) }
    }

    fn fact<T: Serialize>(self, key: &str, fact: &Fact<T>) -> Self {
        match fact {
            Fact::Unknown => self,
            Fact::Known(..) | Fact::Unconfirmed(..) => self.written(key, &value(fact)),
        }
    }

    fn written(mut self, key: &str, value: &str) -> Self {
        self.0.push(format!("{key}: {value}"));
        self
    }

    fn close(self) -> String {
        format!("({})", self.0.join(", "))
    }
}

/// One value on one line.
fn value<T: Serialize + ?Sized>(value: &T) -> String {
    let form =
        ron::ser::PrettyConfig::new().compact_arrays(true).compact_maps(true).compact_structs(true);
    let text = options().to_string_pretty(value, form);
    plain_apostrophes(&text.expect("components are plain data, which always has a text"))
}

/// RON writes `'` in a string as `\'`, which reads badly in "Merchant's Guild".
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
