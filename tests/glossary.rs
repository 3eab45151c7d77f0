//! Searches everything a player can read for words to avoid: texts in the sources, the help of the
//! subcommands, and the help pages. Also searches for plurals and lists composed by hand.

use std::fs;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use proc_macro2::{Delimiter, TokenStream, TokenTree};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns the files below a folder with this extension, in order.
fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("the folder is there") {
            let path = entry.expect("it can be read").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|of| of == ending) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Returns the words to avoid, from the last column of the tables of the glossary.
fn avoided() -> Vec<String> {
    avoided_by(&read(&root().join("src/narration/glossary.md")))
}

/// Returns the words to avoid in the other game, which has its own gold, levels and hit points, and
/// rulings whose basis is called "ours".
fn avoided_in_scenarios() -> Vec<String> {
    let page = read(&root().join("src/narration/glossary.md"));
    let of_the_app = page.find("## The words of the app").expect("the page has them");
    let mut avoided = avoided_by(&page[of_the_app..]);
    avoided.retain(|word| word != "hit" && word != "ours");
    avoided
}

fn avoided_by(page: &str) -> Vec<String> {
    let mut words = Vec::new();
    for cell in page
        .lines()
        .filter(|line| line.starts_with('|'))
        .filter_map(|row| row.trim_end_matches('|').rsplit('|').next())
    {
        words.extend(cell.split('`').skip(1).step_by(2).map(str::to_lowercase));
    }
    words
}

/// Returns the avoided words that a text contains as whole words.
///
/// Placeholders in braces and quotations in backticks are skipped.
fn found_in<'a>(text: &str, avoided: &'a [String]) -> Vec<&'a str> {
    let mut plain = String::with_capacity(text.len());
    let (mut depth, mut quoted) = (0, false);
    for c in text.chars() {
        match c {
            '`' => quoted = !quoted,
            '{' => depth += 1,
            '}' => depth -= 1,
            '\n' => quoted = false,
            _ => {}
        }
        plain.push(if depth > 0 || quoted { '\u{1}' } else { c });
    }
    let plain = plain.to_lowercase();
    let part_of_word = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    avoided
        .iter()
        .map(String::as_str)
        .filter(|word| {
            plain.match_indices(word).any(|(at, _)| {
                let before = plain[..at].chars().next_back();
                let after = plain[at + word.len()..].chars().next();
                !before.is_some_and(part_of_word) && !after.is_some_and(part_of_word)
            })
        })
        .collect()
}

/// Collects the texts of a source without its tests. Of attributes only displayed ones count, such
/// as `error`, and doc comments if `documented`.
fn texts(tokens: TokenStream, documented: bool, found: &mut Vec<String>) {
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Punct(sign) if sign.as_char() == '#' => {
                let whole = tokens.next_if(
                    |next| matches!(next, TokenTree::Punct(sign) if sign.as_char() == '!'),
                );
                let Some(TokenTree::Group(attribute)) = tokens.peek() else {
                    continue;
                };
                let written = attribute.stream().to_string();
                let name = written.split([' ', '(', '=']).next().unwrap_or_default();
                let shown = match name {
                    "error" | "command" | "arg" => true,
                    // The doc comment of a file does not describe an argument.
                    "doc" => documented && whole.is_none(),
                    _ => false,
                };
                let for_tests = written.replace(' ', "") == "cfg(test)";
                if shown {
                    texts(attribute.stream(), documented, found);
                }
                tokens.next();
                if for_tests {
                    // The item with the attribute is skipped, to its closing brace or semicolon.
                    for skipped in tokens.by_ref() {
                        match skipped {
                            TokenTree::Group(of) if of.delimiter() == Delimiter::Brace => {
                                break;
                            }
                            TokenTree::Punct(end) if end.as_char() == ';' => break,
                            _ => {}
                        }
                    }
                }
            }
            TokenTree::Group(group) => texts(group.stream(), documented, found),
            TokenTree::Literal(literal) => {
                let text = literal.to_string();
                if text.starts_with('"') || text.starts_with("r\"") || text.starts_with("r#") {
                    found.push(text);
                }
            }
            TokenTree::Ident(_) | TokenTree::Punct(_) => {}
        }
    }
}

fn texts_of(source: &str, documented: bool) -> Vec<String> {
    let mut found = Vec::new();
    let tokens = TokenStream::from_str(source).expect("sources compile");
    texts(tokens, documented, &mut found);
    found
}

#[test]
fn no_text_on_screen_contains_a_word_the_glossary_avoids() {
    let (of_founders, of_scenarios) = (avoided(), avoided_in_scenarios());
    assert!(of_founders.len() > 40, "{of_founders:?}");
    assert!(of_scenarios.len() > 15, "{of_scenarios:?}");
    let (mut seen, mut wrong) = (0, Vec::new());
    for path in files("src", "rs") {
        let stem = path.file_stem().and_then(|stem| stem.to_str());
        // The words that people search for are never shown.
        let is_query = path.ends_with("src/rules-reference/search.rs");
        if is_query || matches!(stem, Some("tests" | "sample")) {
            continue;
        }
        let of_other_game = [
            "src/campaign",
            "src/campaign-rules",
            "src/cli/campaign.rs",
            "src/cli/campaign_json.rs",
            "src/cli/dungeon.rs",
            "src/scenario",
            "src/scenario-cards",
            "src/scenario-drawing",
            "src/scenario-rules",
            "src/ui-campaign",
            "src/ui-scenario",
            "src/app/campaign_game.rs",
            "src/app/scenario_game.rs",
            "src/export/campaign.rs",
            "src/export/scenario_score.rs",
            "src/phones/scenario_pages.rs",
            "src/phones/scenario_view.rs",
        ]
        .iter()
        .any(|place| path.starts_with(root().join(place)));
        let avoided = if of_other_game { &of_scenarios } else { &of_founders };
        // The doc comments of the arguments of a subcommand are its help.
        let documented = path.starts_with(root().join("src/cli"));
        for text in texts_of(&read(&path), documented) {
            seen += 1;
            for word in found_in(&text, avoided) {
                wrong.push(format!("{}: \"{word}\" in {text}", path.display()));
            }
        }
    }
    assert!(seen > 3000, "{seen} texts");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn no_help_page_contains_a_word_the_glossary_avoids() {
    let (of_founders, of_scenarios) = (avoided(), avoided_in_scenarios());
    let mut pages = files("assets/help", "md");
    pages.push(root().join("README.md"));
    let mut wrong = Vec::new();
    for path in pages {
        let of_other_game = path.ends_with("scenario.md") || path.ends_with("campaign.md");
        let avoided = if of_other_game { &of_scenarios } else { &of_founders };
        for (number, line) in read(&path).lines().enumerate() {
            for word in found_in(line, avoided) {
                let line = line.chars().take(200).collect::<String>();
                wrong.push(format!("{}:{}: \"{word}\" in {line}", path.display(), number + 1));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn search_finds_avoided_words_in_displayed_texts_only() {
    let avoided = ["told".to_owned(), "so much".to_owned()];
    let source = r##"
        /// Told in a comment.
        #[error("{told} is Told")]
        fn a() { let told = format!("{told:?} untold {}", r#"so much"#); }
        #[cfg(test)]
        mod tests { fn b() { "told"; } }
        fn c() { "`told`"; }
    "##;
    let found: Vec<String> = texts_of(source, false)
        .into_iter()
        .filter(|text| !found_in(text, &avoided).is_empty())
        .collect();
    assert_eq!(found, ["\"{told} is Told\"", "r#\"so much\"#"]);
    assert_eq!(texts_of(source, true).len(), texts_of(source, false).len() + 1);
}

/// The nouns counted on screen, on paper and in errors.
const COUNTED: [(&str, &str); 75] = [
    ("achievement", "achievements"),
    ("action", "actions"),
    ("adviser", "advisers"),
    ("backup", "backups"),
    ("ballot", "ballots"),
    ("board", "boards"),
    ("bonus", "bonuses"),
    ("bridge", "bridges"),
    ("building", "buildings"),
    ("byte", "bytes"),
    ("card", "cards"),
    ("change", "changes"),
    ("character", "characters"),
    ("choice", "choices"),
    ("column", "columns"),
    ("completion", "completions"),
    ("copy", "copies"),
    ("cycle", "cycles"),
    ("day", "days"),
    ("decision", "decisions"),
    ("delivery", "deliveries"),
    ("district", "districts"),
    ("entry", "entries"),
    ("evening", "evenings"),
    ("fact", "facts"),
    ("figure", "figures"),
    ("file", "files"),
    ("game", "games"),
    ("gate", "gates"),
    ("hex", "hexes"),
    ("hour", "hours"),
    ("house", "houses"),
    ("image", "images"),
    ("line", "lines"),
    ("mark", "marks"),
    ("marker", "markers"),
    ("minute", "minutes"),
    ("monster", "monsters"),
    ("month", "months"),
    ("name", "names"),
    ("option", "options"),
    ("pack", "packs"),
    ("page", "pages"),
    ("person", "people"),
    ("photograph", "photographs"),
    ("picture", "pictures"),
    ("pixel", "pixels"),
    ("player", "players"),
    ("point", "points"),
    ("position", "positions"),
    ("proposal", "proposals"),
    ("race", "races"),
    ("record", "records"),
    ("resource", "resources"),
    ("road", "roads"),
    ("round", "rounds"),
    ("row", "rows"),
    ("second", "seconds"),
    ("section", "sections"),
    ("seed", "seeds"),
    ("sign", "signs"),
    ("space", "spaces"),
    ("square", "squares"),
    ("stall", "stalls"),
    ("state", "states"),
    ("step", "steps"),
    ("stretch", "stretches"),
    ("summon", "summons"),
    ("target", "targets"),
    ("tile", "tiles"),
    ("time", "times"),
    ("token", "tokens"),
    ("turn", "turns"),
    ("variation", "variations"),
    ("worker", "workers"),
];

/// Adjectives that may stand between a number and the counted noun.
const BETWEEN: [&str; 16] = [
    "basic",
    "different",
    "drawn",
    "earlier",
    "fewer",
    "finished",
    "fleeting",
    "free",
    "hit",
    "lasting",
    "more",
    "movement",
    "neutral",
    "other",
    "played",
    "start",
];

/// Words before a number that is a bound or a side, which never counts items.
const BOUNDS: [&str; 5] = ["1 to ", "at most ", "more than ", "× ", " by "];

/// Texts that look like a plural composed by hand but are not, with the reason.
const NO_PLURAL: [(&str, &str, &str); 13] = [
    (
        "src/ui-founders/achievements_panel.rs",
        "{tier} tiles owned",
        "the tier, as in \"tier 2 tiles\"",
    ),
    ("src/board-photo/comparison/mod.rs", "one picture shows {} squares", "a size such as 17 × 15"),
    ("src/cli/board.rs", "the picture shows {} squares", "a size such as 17 × 15"),
    ("src/cli/table.rs", "the picture shows {} squares", "a size such as 17 × 15"),
    (
        "src/ui-photo/trace_screen/grid_draft.rs",
        "The picture shows {} squares",
        "a size such as 17 × 15",
    ),
    ("src/board-photo/jpeg_file.rs", "{width} × {height} pixels", "a size"),
    ("src/components/pack_check/board.rs", "sections of {} squares", "a size such as 17 by 15"),
    ("src/app/screen_scale.rs", "{} pixels, {} to a point", "a key of the settings"),
    ("src/notation/action/operand.rs", " {when} roads {}", "a keyword of the notation"),
    ("src/scenario/text/supplies.rs", "{tokens} tokens", "the text of a position"),
    ("src/scenario-cards/class.rs", " {} times", "the text of a card, only above 1"),
    ("src/scenario-cards/import/class_cards.rs", "{kind} other cards", "the kind is a word"),
    ("src/scenario-cards/room.rs", "object {} hit points {points}", "the text of a room"),
];

/// Joins that are not lists for people, with the reason.
const NO_LIST: [(&str, &str, &str); 13] = [
    ("src/notation/action/print.rs", "; ", "the notation of choices"),
    ("src/packs/print.rs", ", ", "the text of a pack"),
    ("src/packs/compare.rs", " and ", "the words by which values are compared"),
    ("src/components/describe.rs", " and ", "the words by which values are compared"),
    ("src/campaign/action.rs", ", ", "the notation of an action"),
    ("src/scenario/action.rs", ", ", "the notation of a turn"),
    ("src/scenario/text.rs", ", ", "the text of a position"),
    ("src/scenario/text/supplies.rs", ", ", "the text of a position"),
    ("src/scenario/text/marks.rs", ", ", "the text of a position"),
    ("src/scenario-rules/card.rs", ", ", "the text of a card"),
    ("src/scenario-cards/monster.rs", "; ", "the text of a stat card"),
    ("src/scenario-cards/ability.rs", " or ", "the text of a card"),
    ("src/scenario-cards/class.rs", ", ", "the text of a card"),
];

/// Finds a placeholder before a plural: "{count} cards", "{} more cards".
fn plural_by_hand(text: &str) -> Option<String> {
    text.match_indices('}').find_map(|(close, _)| {
        let open = text[..close].rfind('{')?;
        let field = &text[open + 1..close];
        // A constant is never 1, and a share such as "1.0" takes the plural.
        let is_constant = field.starts_with(|c: char| c.is_ascii_uppercase());
        let is_bound = BOUNDS.iter().any(|bound| text[..open].ends_with(bound));
        if is_constant || is_bound || field.contains(":.") {
            return None;
        }
        let noun = text[close + 1..]
            .strip_prefix(' ')?
            .split(' ')
            .map(|word| word.trim_end_matches(|c: char| !c.is_alphanumeric()))
            .find(|word| !BETWEEN.contains(word))?;
        COUNTED.iter().any(|(_, many)| *many == noun).then(|| format!("{{{field}}} {noun}"))
    })
}

/// Finds a singular with its number: "1 card", one branch of a plural composed by hand.
fn singular_by_hand(text: &str) -> Option<String> {
    let mut words = text.trim_matches('"').strip_prefix("1 ")?.split(' ');
    let noun = words.find(|word| !BETWEEN.contains(word))?;
    let noun = noun.trim_end_matches(|c: char| !c.is_alphanumeric());
    COUNTED.iter().any(|(one, _)| *one == noun).then(|| format!("1 {noun}"))
}

/// Returns the text of these tokens if they are a single string literal.
fn only_text(tokens: &TokenStream) -> Option<String> {
    let mut tokens = tokens.clone().into_iter();
    let (Some(TokenTree::Literal(text)), None) = (tokens.next(), tokens.next()) else {
        return None;
    };
    Some(text.to_string().strip_prefix('"')?.strip_suffix('"')?.to_owned())
}

/// Collects the separators of joined lists, and both words of each `if … == 1 { … } else { … }`.
fn joins_and_choices(tokens: TokenStream, joins: &mut Vec<String>, choices: &mut Vec<String>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    for (at, token) in tokens.iter().enumerate() {
        let TokenTree::Group(group) = token else {
            continue;
        };
        joins_and_choices(group.stream(), joins, choices);
        let Some(text) = only_text(&group.stream()) else {
            continue;
        };
        let before = |back: usize| at.checked_sub(back).map(|at| tokens[at].to_string());
        let is = |back, word: &str| before(back).is_some_and(|token| token == word);
        if group.delimiter() == Delimiter::Parenthesis && is(1, "join") && is(2, ".") {
            joins.push(text);
        } else if group.delimiter() == Delimiter::Brace
            && is(1, "1")
            && is(2, "=")
            && matches!(tokens.get(at + 1), Some(TokenTree::Ident(word)) if word == "else")
            && let Some(TokenTree::Group(other)) = tokens.get(at + 2)
            && let Some(other) = only_text(&other.stream())
        {
            choices.push(format!("{text}/{other}"));
        }
    }
}

/// Returns the sources without their unit tests, with their paths from the root.
fn sources() -> impl Iterator<Item = (String, String)> {
    files("src", "rs")
        .into_iter()
        .filter(|path| {
            let stem = path.file_stem().and_then(|stem| stem.to_str());
            !matches!(stem, Some("tests" | "sample"))
        })
        .map(|path| {
            let text = read(&path);
            let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
            let shown = path.strip_prefix(root()).expect("it is below the root");
            (shown.to_string_lossy().replace('\\', "/"), code.to_owned())
        })
}

#[test]
fn no_source_composes_a_plural_by_hand() {
    let mut wrong = Vec::new();
    for (path, code) in sources() {
        for text in texts_of(&code, false) {
            let is_exception = NO_PLURAL
                .iter()
                .any(|(place, fragment, _)| path == *place && text.contains(fragment));
            let found = plural_by_hand(&text).or_else(|| singular_by_hand(&text));
            let Some(found) = found.filter(|_| !is_exception) else {
                continue;
            };
            wrong.push(format!("{path}: \"{found}\" in {text}"));
        }
        let tokens = TokenStream::from_str(&code).expect("sources compile");
        let mut choices = Vec::new();
        joins_and_choices(tokens, &mut Vec::new(), &mut choices);
        wrong.extend(choices.into_iter().map(|choice| format!("{path}: {choice} by `== 1`")));
    }
    assert!(wrong.is_empty(), "use plain_text::counted or agreeing:\n{}", wrong.join("\n"));
}

#[test]
fn no_source_joins_a_displayed_list_by_hand() {
    const BETWEEN_ITEMS: [&str; 7] = [", ", "; ", " and ", " or ", ", and ", ", or ", " & "];
    let mut wrong = Vec::new();
    for (path, code) in sources() {
        let tokens = TokenStream::from_str(&code).expect("sources compile");
        let mut joins = Vec::new();
        joins_and_choices(tokens, &mut joins, &mut Vec::new());
        joins.retain(|between| BETWEEN_ITEMS.contains(&between.as_str()));
        joins.retain(|between| {
            !NO_LIST.iter().any(|(place, of, _)| path == *place && between == of)
        });
        wrong.extend(joins.into_iter().map(|between| format!("{path}: joins by {between:?}")));
    }
    assert!(wrong.is_empty(), "use plain_text::listed, one_of, remarks …:\n{}", wrong.join("\n"));
}

#[test]
fn search_finds_plurals_and_lists_composed_by_hand_only() {
    for text in ["{played} cards are played", "{} more cards to play", "{count} squares."] {
        assert!(plural_by_hand(text).is_some(), "{text}");
    }
    for text in ["{MAX} cards", "1 to {most} rows", "{who} votes", "{:.1} points", "of {} it"] {
        assert_eq!(plural_by_hand(text), None, "{text}");
    }
    assert!(singular_by_hand("\"1 card left\"").is_some());
    assert_eq!(singular_by_hand("\"1 to 4\""), None);
    let code = r#"fn a() { b.join(", "); if n == 1 { "is" } else { "are" }; c.join("x") }"#;
    let (mut joins, mut choices) = (Vec::new(), Vec::new());
    let tokens = TokenStream::from_str(code).expect("it is Rust");
    joins_and_choices(tokens, &mut joins, &mut choices);
    assert_eq!((joins.join("|"), choices.join("|")), (", |x".to_owned(), "is/are".to_owned()));
}
