//! The `Learn` lines that enter unknown facts.
//!
//! A verdict that misses a fact shows the line that enters it into the record. A value that only
//! the box shows is `…` there, or a list of choices separated by `|`, to be reduced to one.

use components::component_ref::ComponentRef;
use components::fact_id::{FactId, SquareField};
use components::field::Component as _;
use components::specs::Pack;
use rules::Game;

/// The source of a fact read off at the table, unless the player states another.
const READ_OFF: &str = "read off at the table";

/// The grounds of a square that can be entered, by their word and their mark in a drawing.
pub(super) const GROUND_WORDS: [(&str, char); 7] = [
    ("entrance", 'e'),
    ("coastal", 'c'),
    ("forested", 'f'),
    ("central", 'g'),
    ("river", '~'),
    ("wall", '#'),
    ("outside", '.'),
];

/// Returns the key and the text of the source for facts read off at the table. The pack uses that
/// key for no other source.
pub(super) fn table_source(pack: &Pack) -> (String, String) {
    let key = std::iter::once("table".to_owned())
        .chain((2..=u32::MAX).map(|number| format!("table {number}")))
        .find(|key| pack.sources.get(key).is_none_or(|known| known == READ_OFF))
        .unwrap_or_default();
    (key, READ_OFF.to_owned())
}

/// A component with the unknown facts to enter.
struct MissingFields {
    /// The key of its list in the pack, or of the component itself.
    list: &'static str,
    /// The field that names it; empty for a component that exists once.
    name: String,
    /// Its fields, as text.
    fields: Vec<String>,
    /// The spaces of a building from the left, each with its fields.
    spaces: Vec<Vec<String>>,
}

impl MissingFields {
    fn text(&self) -> String {
        let mut fields: Vec<&str> = Vec::new();
        if !self.name.is_empty() {
            fields.push(&self.name);
        }
        fields.extend(self.fields.iter().map(String::as_str));
        let spaces: Vec<String> =
            self.spaces.iter().map(|space| format!("({})", space.join(","))).collect();
        let list = format!("spaces:[{}]", spaces.join(","));
        if !self.spaces.is_empty() {
            fields.push(&list);
        }
        format!("({})", fields.join(","))
    }
}

/// Returns the lines of a record that enter `facts`, with gaps to fill in.
///
/// All facts of components share one line; each square of the board has its own.
///
/// ```
/// use components::fact_id::FactId;
/// use components::specs::AdviserField;
/// use notation::learn_lines;
/// # use rules::{Game, Setup};
/// # let pack = packs::find("practice").expect("it is built in");
/// # let players = vec!["Anna".to_owned(), "Ben".to_owned()];
/// # let board = pack.boards[0].name.clone();
/// # let setup = Setup { pack, board, players, ..Setup::default() };
/// # let game = Game::new(&setup).expect("the practice set is complete");
///
/// let tier = FactId::Adviser("Scholar".into(), AdviserField::Tier);
/// let lines = learn_lines(&game, [&tier]);
/// assert!(lines[0].contains("advisers:[(name:\"Scholar\",tier:Known(1|2|3,"));
/// ```
pub fn learn_lines<'f>(game: &Game, facts: impl IntoIterator<Item = &'f FactId>) -> Vec<String> {
    let pack = game.contents().pack();
    let (key, source) = table_source(pack);
    let mut components: Vec<MissingFields> = Vec::new();
    let mut squares = Vec::new();
    for fact in facts {
        if let FactId::Square(_, square, SquareField::Terrain) = fact {
            let words: Vec<&str> = GROUND_WORDS.iter().map(|(word, _)| *word).collect();
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
            components.push(MissingFields { list, name, fields: Vec::new(), spaces: Vec::new() });
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
    let mut parts = vec![format!("sources:{{\"{key}\":\"{source}\"}}")];
    for list in Pack::KEYS {
        let texts: Vec<String> = components
            .iter()
            .filter(|component| component.list == *list)
            .map(MissingFields::text)
            .collect();
        if matches!(*list, "offer" | "counts") {
            parts.extend(texts.first().map(|one| format!("{list}:{one}")));
        } else if !texts.is_empty() {
            parts.push(format!("{list}:[{}]", texts.join(",")));
        }
    }
    let mut lines = Vec::new();
    if parts.len() > 1 {
        lines.push(format!("Learn ({})", parts.join(",")));
    }
    lines.extend(squares);
    lines
}

/// Returns the list of a component in a pack, and the field that identifies it there.
fn place(component: &ComponentRef) -> (&'static str, String) {
    match component {
        ComponentRef::Resource(name) => ("resources", name_field(name)),
        ComponentRef::Race(name) => ("races", name_field(name)),
        ComponentRef::ResourceCard(name) => ("resource_cards", format!("resource:\"{name}\"")),
        ComponentRef::Building(name) => ("buildings", name_field(name)),
        ComponentRef::Adviser(name) => ("advisers", name_field(name)),
        ComponentRef::StandardCard(card) => {
            let card: String = card.name().split(' ').map(capital).collect();
            ("standard_cards", format!("card:{card}"))
        }
        ComponentRef::Achievement(name) => ("achievements", name_field(name)),
        ComponentRef::Board(name) => ("boards", name_field(name)),
        ComponentRef::Offer => ("offer", String::new()),
        ComponentRef::Counts => ("counts", String::new()),
    }
}

fn name_field(name: &str) -> String {
    format!("name:\"{name}\"")
}

/// Capitalizes a word of a name, as packs spell it: "to" becomes "To".
fn capital(word: &str) -> String {
    let mut letters = word.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse_action;
    use components::fact::Certainty;
    use components::overlay::overlay;
    use components::specs::{AdviserField, BuildingField, SpaceField};
    use components::square::Square;
    use rules::action::ActionKind;
    use rules::setup::Setup;

    /// Returns the text of the value of the only fact in a fragment.
    fn value(text: &str) -> &str {
        let start = text.find("Known(").expect("a fact is stated") + "Known(".len();
        let end = text.rfind(",\"").expect("it has a source");
        &text[start..end]
    }

    /// Returns the facts that a pack states, with their values in words.
    fn described(pack: &Pack) -> Vec<(FactId, String)> {
        overlay(&Pack::default(), pack)
            .facts()
            .into_iter()
            .filter_map(|(name, fact)| Some((name, fact.describe()?)))
            .collect()
    }

    /// Sets up a game for two on a board of a pack.
    fn new_game(pack: Pack) -> Game {
        let setup = Setup {
            pack,
            board: "Old Harbour".to_owned(),
            players: vec!["Anna".to_owned(), "Ben".to_owned()],
            ..Setup::default()
        };
        Game::new(&setup).expect("it can be played")
    }

    #[test]
    fn the_line_for_each_fact_of_a_pack_enters_that_fact() {
        let pack = packs::find("practice").expect("it is built in");
        let mut facts = Vec::new();
        for (name, fact) in pack.facts() {
            assert_eq!(fact.certainty(), Certainty::Known, "{name}");
            facts.push(name);
        }
        let whole = new_game(pack.clone());
        for name in facts {
            let mut only = Pack {
                sources: [("table".to_owned(), READ_OFF.to_owned())].into(),
                ..pack.clone()
            };
            for (other, fact) in only.facts_mut() {
                if other == name {
                    fact.set_source("table");
                } else {
                    fact.clear();
                }
            }
            // Values that are not facts are not part of the line.
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
            let only: ActionKind = ActionKind::EnterFacts(Box::new(only));
            let written = crate::print_action(&whole, &only.clone().into());
            let (before, rest) = line.split_once("Known(").expect("the fact is to be filled in");
            let (_, after) = rest.split_once(",\"table\"").expect("it has a source");
            let filled = format!("{before}Known({},\"table\"{after}", value(&written));
            let read =
                parse_action(&whole, &filled).unwrap_or_else(|error| panic!("{filled}: {error}"));
            let ActionKind::EnterFacts(read) = read.kind else {
                panic!("{filled}");
            };
            let ActionKind::EnterFacts(only) = only else {
                panic!("{filled}");
            };
            assert_eq!(described(&read), described(&only), "{filled}");
        }
    }

    #[test]
    fn a_line_with_unfilled_gaps_is_refused_at_the_gap() {
        let game = new_game(packs::find("practice").expect("it is built in"));
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
