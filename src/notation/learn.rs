//! The `Learn` lines that settle what is not known.
//!
//! An answer that lacks a fact says how to give it: with the very line that
//! puts it into the record. What only the box can tell stands in it as `…`, or
//! as the choices there are, parted by `|`; whoever fills it in leaves one.

use components::component_ref::ComponentRef;
use components::fact_id::{FactId, SquareField};
use components::field::Component as _;
use components::specs::Pack;
use rules::Game;

/// What a fact rests on that is read off at the table, unless the player says more.
const READ_OFF: &str = "read off at the table";

/// What a square of the board can be learnt to be, by the word and by the mark in a drawing.
pub(super) const GROUNDS: [(&str, char); 7] = [
    ("entrance", 'e'),
    ("coastal", 'c'),
    ("forested", 'f'),
    ("central", 'g'),
    ("river", '~'),
    ("wall", '#'),
    ("outside", '.'),
];

/// The key of the source that is read off at the table, with what it stands for: one that the
/// pack does not use for anything else.
pub(super) fn table_source(pack: &Pack) -> (String, String) {
    let is_free = |key: &String| {
        let known = pack.sources.get(key);
        known.is_none_or(|known| known == READ_OFF)
    };
    let names = (2_u32..).map(|number| format!("table {number}"));
    let mut names = std::iter::once("table".to_owned()).chain(names);
    let key = names.find(is_free).unwrap_or_default();
    (key, READ_OFF.to_owned())
}

/// One component of which something is to be learnt.
struct Lacking {
    /// The list it stands in, or the field it is.
    list: &'static str,
    /// The field that names it; empty for what there is only one of.
    name: String,
    /// Its fields, written.
    fields: Vec<String>,
    /// The spaces of a building from the left, each with its fields.
    spaces: Vec<Vec<String>>,
}

impl Lacking {
    fn text(&self) -> String {
        let mut fields: Vec<&str> = Vec::new();
        if !self.name.is_empty() {
            fields.push(&self.name);
        }
        fields.extend(self.fields.iter().map(String::as_str));
        let spaces: Vec<String> =
            self.spaces.iter().map(|space| format!("({})", space.join(","))).collect();
        let spaces = format!("spaces:[{}]", spaces.join(","));
        if !self.spaces.is_empty() {
            fields.push(&spaces);
        }
        format!("({})", fields.join(","))
    }
}

/// The lines of a record that settle `facts`, with what has to be filled in.
///
/// Everything that is read off components is one line; a square of the board is one of its own.
pub fn learn_lines<'f>(game: &Game, facts: impl IntoIterator<Item = &'f FactId>) -> Vec<String> {
    let pack = game.contents().pack();
    let (key, stands_for) = table_source(pack);
    let mut components: Vec<Lacking> = Vec::new();
    let mut squares = Vec::new();
    for fact in facts {
        if let FactId::Square(_, square, SquareField::Terrain) = fact {
            let words: Vec<&str> = GROUNDS.iter().map(|(word, _)| *word).collect();
            squares.push(format!("Learn {square} {}", words.join("|")));
            continue;
        }
        let kind = fact.field();
        let Some(field) = kind.key() else {
            continue;
        };
        let (list, name) = place(&ComponentRef::of(fact));
        let known = components
            .iter()
            .position(|component| component.list == list && component.name == name);
        let index = known.unwrap_or(components.len());
        if known.is_none() {
            components.push(Lacking { list, name, fields: Vec::new(), spaces: Vec::new() });
        }
        let written = format!("{field}:Known({},\"{key}\")", kind.form());
        let component = &mut components[index];
        match fact {
            FactId::Space(_, place, _) => {
                let space = usize::from(*place);
                if component.spaces.len() <= space {
                    component.spaces.resize_with(space + 1, Vec::new);
                }
                component.spaces[space].push(written);
            }
            _ => component.fields.push(written),
        }
    }
    let mut parts = vec![format!("sources:{{\"{key}\":\"{stands_for}\"}}")];
    for list in Pack::KEYS {
        let mut of_list = components.iter().filter(|component| component.list == *list);
        if matches!(*list, "offer" | "counts") {
            parts.extend(of_list.next().map(|one| format!("{list}:{}", one.text())));
            continue;
        }
        let of_list: Vec<String> = of_list.map(Lacking::text).collect();
        if !of_list.is_empty() {
            parts.push(format!("{list}:[{}]", of_list.join(",")));
        }
    }
    let mut lines = Vec::new();
    if parts.len() > 1 {
        lines.push(format!("Learn ({})", parts.join(",")));
    }
    lines.extend(squares);
    lines
}

/// The list in which a thing stands, and the field by which it is known there.
fn place(subject: &ComponentRef) -> (&'static str, String) {
    let named = |name: &str| format!("name:\"{name}\"");
    match subject {
        ComponentRef::Resource(name) => ("resources", named(name)),
        ComponentRef::Race(name) => ("races", named(name)),
        ComponentRef::ResourceCard(name) => ("resource_cards", format!("resource:\"{name}\"")),
        ComponentRef::Building(name) => ("buildings", named(name)),
        ComponentRef::Adviser(name) => ("advisers", named(name)),
        ComponentRef::StandardCard(card) => {
            let card: String = card.name().split(' ').map(capital).collect();
            ("standard_cards", format!("card:{card}"))
        }
        ComponentRef::Achievement(name) => ("achievements", named(name)),
        ComponentRef::Board(name) => ("boards", named(name)),
        ComponentRef::Offer => ("offer", String::new()),
        ComponentRef::Counts => ("counts", String::new()),
    }
}

/// A word of a name as the pack spells it: "to" becomes "To".
fn capital(word: &str) -> String {
    let mut letters = word.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse_action;
    use components::fact::Standing;
    use components::overlay::overlay;
    use components::specs::{AdviserField, BuildingField, SpaceField};
    use components::square::Square;
    use rules::action::Deed;
    use rules::setup::Setup;

    /// The value of the only fact that a fragment states, as it is written.
    fn value(text: &str) -> &str {
        let start = text.find("Known(").expect("a fact is stated") + "Known(".len();
        let end = text.rfind(",\"").expect("it has a source");
        &text[start..end]
    }

    #[test]
    fn every_fact_of_a_pack_can_be_learnt_by_the_line_that_is_told() {
        let pack = packs::find("practice").expect("it is built in");
        let mut facts = Vec::new();
        for (name, fact) in pack.facts() {
            assert_eq!(fact.standing(), Standing::Known, "{name}");
            facts.push(name);
        }
        let setup = |pack: Pack| Setup {
            pack,
            board: "Old Harbour".to_owned(),
            players: vec!["Anna".to_owned(), "Ben".to_owned()],
            ..Setup::default()
        };
        let whole = Game::new(&setup(pack.clone())).expect("it can be played");
        for name in facts {
            let mut only = Pack {
                sources: [("table".to_owned(), READ_OFF.to_owned())].into(),
                ..pack.clone()
            };
            for (other, fact) in only.facts_mut() {
                if other == name {
                    fact.rest_on("table");
                } else {
                    fact.blank();
                }
            }
            // What is no fact has nothing to do with it.
            for board in &mut only.boards {
                board.districts.clear();
                board.section_names.clear();
            }
            for space in only.buildings.iter_mut().flat_map(|b| &mut b.spaces) {
                space.bracket = None;
            }
            let lines = learn_lines(&whole, [&name]);
            let [line] = lines.as_slice() else {
                panic!("{name}: {lines:?}");
            };
            let only: Deed = Deed::Learn(Box::new(only));
            let written = crate::print_action(&whole, &only.clone().into());
            let (before, rest) = line.split_once("Known(").expect("the fact is to be filled in");
            let (_, after) = rest.split_once(",\"table\"").expect("it has a source");
            let filled = format!("{before}Known({},\"table\"{after}", value(&written));
            let read = parse_action(&whole, &filled);
            let read = read.unwrap_or_else(|error| panic!("{filled}: {error}"));
            let Deed::Learn(read) = read.deed else {
                panic!("{filled}");
            };
            let Deed::Learn(only) = only else {
                panic!("{filled}");
            };
            let nothing = Pack::default();
            let told = |pack: &Pack| {
                let laid = overlay(&nothing, pack);
                let facts = laid.facts().into_iter();
                facts.filter_map(|(name, fact)| Some((name, fact.describe()?))).collect::<Vec<_>>()
            };
            assert_eq!(told(&read), told(&only), "{filled}");
        }
    }

    #[test]
    fn a_line_that_is_not_filled_in_says_where() {
        let pack = packs::find("practice").expect("it is built in");
        let setup = Setup {
            pack,
            board: "Old Harbour".to_owned(),
            players: vec!["Anna".to_owned(), "Ben".to_owned()],
            ..Setup::default()
        };
        let game = Game::new(&setup).expect("it can be played");
        let facts = [
            FactId::Adviser("Scholar".into(), AdviserField::Tier),
            FactId::Space("Granary".into(), 1, SpaceField::Value),
            FactId::Building("Granary".into(), BuildingField::Colour),
            game.board().fact_of_square(SquareField::Terrain, Square::new(2, 6)),
        ];
        let lines = learn_lines(&game, &facts);
        assert_eq!(
            lines,
            [
                "Learn (sources:{\"table\":\"read off at the table\"},\
                 buildings:[(name:\"Granary\",colour:Known(Entrance|Coastal|Forested|Central|None,\"table\"),\
                 spaces:[(),(value:Known(…,\"table\"))])],\
                 advisers:[(name:\"Scholar\",tier:Known(1|2|3,\"table\"))])",
                "Learn C7 entrance|coastal|forested|central|river|wall|outside",
            ]
        );
        for line in lines {
            let error = parse_action(&game, &line).expect_err("it has to be filled in");
            assert!(error.column > 6, "{error}");
        }
    }
}
