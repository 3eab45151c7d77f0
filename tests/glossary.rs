//! The words to avoid, looked for in everything a player can read: texts in the sources, what the
//! verbs say of themselves, and the help.

use std::fs;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use proc_macro2::{TokenStream, TokenTree};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Files below a folder with this ending, in order.
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

/// The words to avoid, from the last column of the tables of the glossary.
fn avoided() -> Vec<String> {
    avoided_by(&read(&root().join("src/narration/glossary.md")))
}

/// The words to avoid in the other game, which has gold, levels and hit points of its own, and
/// rulings whose standing is called "ours".
fn avoided_in_scenarios() -> Vec<String> {
    let page = read(&root().join("src/narration/glossary.md"));
    let of_the_app = page.find("## The words of the app").expect("the page has them");
    let mut avoided = avoided_by(&page[of_the_app..]);
    avoided.retain(|word| word != "hit" && word != "ours");
    avoided
}

fn avoided_by(page: &str) -> Vec<String> {
    let rows = page.lines().filter(|line| line.starts_with('|'));
    let cells = rows.filter_map(|row| row.trim_end_matches('|').rsplit('|').next());
    let mut words = Vec::new();
    for cell in cells {
        words.extend(cell.split('`').skip(1).step_by(2).map(str::to_lowercase));
    }
    words
}

/// The avoided words that stand in a text as whole words.
///
/// What stands in braces is filled in, and what stands between backticks is quoted.
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
    let stands = |word: &str| {
        plain.match_indices(word).any(|(at, _)| {
            let before = plain[..at].chars().next_back();
            let after = plain[at + word.len()..].chars().next();
            !before.is_some_and(part_of_word) && !after.is_some_and(part_of_word)
        })
    };
    avoided.iter().map(String::as_str).filter(|&word| stands(word)).collect()
}

/// Collects the texts of a source without its tests; what stands in attributes only where it is
/// shown, such as `error`, and what documents the verbs if `documented`.
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
                    // What documents a whole file is no argument of a verb.
                    "doc" => documented && whole.is_none(),
                    _ => false,
                };
                let for_tests = written.replace(' ', "") == "cfg(test)";
                if shown {
                    texts(attribute.stream(), documented, found);
                }
                tokens.next();
                if for_tests {
                    // The item they are for is passed over, down to its braces or its end.
                    for skipped in tokens.by_ref() {
                        match skipped {
                            TokenTree::Group(of)
                                if of.delimiter() == proc_macro2::Delimiter::Brace =>
                            {
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
fn no_text_on_screen_has_a_word_the_glossary_avoids() {
    let (of_founders, of_scenarios) = (avoided(), avoided_in_scenarios());
    assert!(of_founders.len() > 40, "{of_founders:?}");
    assert!(of_scenarios.len() > 15, "{of_scenarios:?}");
    let (mut seen, mut wrong) = (0, Vec::new());
    for path in files("src", "rs") {
        let stem = path.file_stem().and_then(|stem| stem.to_str());
        if matches!(stem, Some("tests" | "sample")) {
            continue;
        }
        let of_other_game = ["src/scenario", "src/ui/scenario", "src/app/scenario.rs"]
            .iter()
            .any(|place| path.starts_with(root().join(place)));
        let avoided = if of_other_game { &of_scenarios } else { &of_founders };
        // What documents the arguments of a verb is its help.
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
fn no_page_has_a_word_the_glossary_avoids() {
    let (of_founders, of_scenarios) = (avoided(), avoided_in_scenarios());
    let mut pages = files("assets/help", "md");
    pages.push(root().join("README.md"));
    let mut wrong = Vec::new();
    for path in pages {
        let of_other_game = path.ends_with("scenario.md");
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
fn an_avoided_word_is_found_where_it_is_read_and_nowhere_else() {
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
