use std::collections::BTreeSet;
use std::io::Write;

use super::*;
use components::board_drawing::BoardDrawing;
use components::fact::{Certainty, Fact};
use components::specs::{BoardSpec, RaceResource, Terrain, Tier};
use components::tile::Shape;

#[track_caller]
fn check_error(text: &str, expected: &str) {
    let found = parse("mine.ron", text).map_err(|error| error.to_string());
    assert_eq!(found, Err(expected.to_owned()));
}

fn practice() -> Pack {
    find("practice").unwrap_or_default()
}

fn names<'a>(names: impl Iterator<Item = &'a String>) -> BTreeSet<&'a str> {
    names.map(String::as_str).collect()
}

#[test]
fn built_in_packs_are_sound_and_in_the_form_the_program_writes() {
    for pack in built_in() {
        let parsed = parse(pack.name, pack.text);
        assert!(parsed.is_ok(), "{}", parsed.err().map_or(String::new(), |e| e.to_string()));
        let parsed = parsed.unwrap_or_default();
        assert_eq!(parsed.name, pack.name);
        assert_eq!(print(&parsed), pack.text, "{}", pack.name);
    }
}

#[test]
fn the_practice_set_is_complete() {
    let pack = practice();
    let mut missing = Vec::new();
    for (name, fact) in pack.facts() {
        if fact.certainty() != Certainty::Known {
            missing.push(name.to_string());
        }
    }
    assert_eq!(missing, Vec::<String>::new());
    let lengths = (
        pack.resources.len(),
        pack.races.len(),
        pack.resource_cards.len(),
        pack.buildings.len(),
        pack.advisers.len(),
        pack.standard_cards.len(),
        pack.achievements.len(),
        pack.boards.len(),
    );
    assert_eq!(lengths, (18, 9, 8, 21, 18, 5, 15, 2));
    for building in &pack.buildings {
        let listed = u8::try_from(building.spaces.len()).ok();
        assert_eq!(building.space_count.value().copied(), listed, "{}", building.name);
    }
}

#[test]
fn the_practice_set_uses_every_resource() {
    let pack = practice();
    let all = names(pack.resources.iter().map(|r| &r.name));
    let spaces = pack.buildings.iter().flat_map(|b| &b.spaces);
    let requested: Vec<&String> = spaces.filter_map(|s| s.resource.value()).collect();
    for name in &all {
        let times = requested.iter().filter(|requested| requested == &name).count();
        assert!(times >= 2, "{name} is asked for {times} times");
    }
    assert_eq!(names(pack.advisers.iter().filter_map(|a| a.requires.value())), all);
    let recipes = pack.resources.iter().filter_map(|r| r.recipe.value());
    let needed = names(recipes.flatten().map(|n| &n.needs));
    let basic = pack.resources.iter().filter(|r| r.tier.value() == Some(&Tier::Basic));
    assert!(names(basic.clone().map(|r| &r.name)).is_subset(&needed));
    let own = pack.races.iter().filter_map(|race| match race.resource.value() {
        Some(RaceResource::Own(own)) => Some(own),
        Some(RaceResource::AnyFree) | None => None,
    });
    assert_eq!(names(own), names(basic.map(|r| &r.name)));
}

/// Returns the mark of terrain in the drawing of a board.
fn mark_of(terrain: Terrain) -> char {
    match terrain {
        Terrain::Entrance => 'e',
        Terrain::Coastal => 'c',
        Terrain::Forested => 'f',
        Terrain::Central => 'g',
    }
}

/// Returns `true` if `shape` can be placed in `section`, on at least one square of `terrain`.
fn fits(board: &BoardSpec, shape: &Shape, section: char, terrain: Option<Terrain>) -> bool {
    let terrain_marks = BoardDrawing::of(board.terrain.value().map_or(&[][..], Vec::as_slice));
    let section_marks = BoardDrawing::of(board.sections.value().map_or(&[][..], Vec::as_slice));
    section_marks.squares().any(|(corner, _)| {
        shape.orientations(false).iter().filter_map(|orientation| orientation.at(corner)).any(
            |footprint| {
                let squares = footprint.squares();
                squares.iter().all(|&square| section_marks.at(square) == Some(section))
                    && terrain.is_none_or(|terrain| {
                        let mark = Some(mark_of(terrain));
                        squares.iter().any(|&square| terrain_marks.at(square) == mark)
                    })
            },
        )
    })
}

/// Every tile has a place in every section, so every building can be built.
#[test]
fn every_practice_tile_fits_every_practice_board() {
    let pack = practice();
    for board in &pack.boards {
        for section in ['1', '2', '3'] {
            let resources = pack.resources.iter().map(|r| (&r.name, &r.shape, None));
            let buildings = pack
                .buildings
                .iter()
                .filter_map(|b| Some((&b.name, &b.shape, Some(b.colour.value().copied()??))));
            for (name, shape, terrain) in resources.chain(buildings) {
                let shape = shape.value().expect("the practice set is complete");
                assert!(
                    fits(board, shape, section, terrain),
                    "{name} in section {section} of {}",
                    board.name
                );
            }
            let has_house = fits(board, &Shape::single(), section, Some(Terrain::Forested));
            assert!(has_house, "a house in section {section} of {}", board.name);
        }
    }
}

#[test]
fn the_real_box_has_no_facts_beyond_published_ones() {
    let pack = find("founders-of-gloomhaven").unwrap_or_default();
    assert_eq!(pack.resources.len(), 18);
    assert_eq!(pack.boards, []);
    let recipe =
        |name: &str| pack.resource(name).map(|spec| spec.recipe.clone()).unwrap_or_default();
    for unknown in ["Food", "Leather", "Labor", "Weapons"] {
        assert_eq!(recipe(unknown), Fact::Unknown, "{unknown}");
    }
    assert!(matches!(recipe("Cloth"), Fact::Known(..)));
    assert!(matches!(recipe("Jewelry"), Fact::Unconfirmed(..)));
    // Facts inferred from pictures, and from wording by a ruling of this project.
    let bone = pack.building("The Crooked Bone").map(|spec| &spec.action);
    assert!(matches!(bone, Some(Fact::Unconfirmed(..))));
    let stalls = pack.achievement("Trade stalls in all sections").map(|spec| &spec.condition);
    assert!(matches!(stalls, Some(Fact::Unconfirmed(..))));
}

#[test]
fn printing_and_parsing_restores_any_pack() {
    for blanked in 0..40 {
        let mut pack = practice();
        for (index, (_, fact)) in pack.facts_mut().into_iter().enumerate() {
            // Every round blanks different facts.
            if (index * 7 + blanked) % 40 < 20 {
                fact.clear();
            }
        }
        let text = print(&pack);
        assert!(text.lines().all(|line| !line.trim().is_empty()));
        let read = parse_fragment("printed", &text).map_err(|e| e.to_string());
        assert_eq!(read, Ok(pack));
    }
    assert_eq!(print(&Pack::default()), "#![enable(implicit_some)]\n(\n)\n");
}

#[test]
fn printing_and_parsing_preserves_quotes_and_line_separators() {
    let mut pack = practice();
    pack.title = "it's \\'quoted\\' \"so\" \n\\\\' ü \u{301} \u{2028}".to_owned();
    let text = print(&pack);
    assert!(text.lines().all(|line| !line.trim().is_empty()));
    let read = parse_fragment("printed", &text).map_err(|e| e.to_string());
    assert_eq!(read, Ok(pack));
}

#[test]
fn a_pack_is_written_one_component_a_line() {
    let mut pack = practice();
    pack.resources.truncate(2);
    pack.races.clear();
    pack.resource_cards.clear();
    pack.buildings.clear();
    pack.advisers.clear();
    pack.standard_cards.clear();
    pack.achievements.clear();
    pack.boards.clear();
    pack.offer = components::specs::OfferSpec::default();
    pack.counts = components::specs::Counts::default();
    pack.sources.remove("ours");
    assert_eq!(
        print(&pack),
        r##"#![enable(implicit_some)]
(
    name: "practice",
    title: "Practice set: an invented box for learning, tests and demonstrations",
    version: 2,
    sources: {
        "book": "the printed rulebook, kept in this set",
    },
    resources: [
        (name: "Knowledge", tier: Known(Basic, "book"), recipe: Known([], "book"), shape: Known("#", "book"), turnable: Known(false, "ours"), copies: Known(3, "ours")),
        (name: "Stone", tier: Known(Basic, "book"), recipe: Known([], "book"), shape: Known("#", "book"), turnable: Known(false, "ours"), copies: Known(3, "ours")),
    ],
)
"##
    );
}

#[test]
fn syntax_error_states_its_place_and_the_text_there() {
    check_error(
        "(\n    name: \"mine\",\n    resorces: [],\n)",
        "mine.ron, line 3, column 5: found `resorces: [],`: Unexpected field named \
         `resorces` in `Pack`, expected one of `name`, `title`, `version`, `form`, `over`, `sources`, \
         `resources`, `races`, `resource_cards`, `buildings`, `advisers`, `standard_cards`, \
         `achievements`, `offer`, `boards`, or `counts` instead",
    );
    check_error(
        "(name: \"mine\" version: 1)",
        "mine.ron, line 1, column 15: found `version: 1)`: Expected comma",
    );
    check_error(
        "(name: \"mine\", version: \"one\")",
        "mine.ron, line 1, column 24: found `\"one\")`: Expected integer",
    );
    check_error(
        "(resources: [(name: \"Wood\",\n shape: Known(\"x\", \"box\"))])",
        "mine.ron, line 2, column 16: found `x\", \"box\"))])`: expected a shape drawn like \
         \"##/#.\", found \"x\": only # and . and / stand in a shape",
    );
    check_error(
        "",
        "mine.ron, line 1, column 1: found the end of the line: \
         Expected opening `(` for struct `Pack`",
    );
}

#[test]
fn all_contradictions_are_reported_with_the_file_name() {
    check_error(
        "(name: \"mine\", advisers: [(name: \"Scholar\", requires: Known(\"Silk\", \"card\"))])",
        "mine.ron: the required resource of Scholar: found the source key \"card\", \
         expected a key from the list of sources\n\
         mine.ron: adviser Scholar: found the resource \"Silk\", expected a resource of this pack",
    );
}

#[test]
fn pack_of_a_newer_format_is_not_reported_as_a_syntax_error() {
    let text = "(form: 2, spells: [(power: Dreadful(3, \"x\"))], name: \"mine\")";
    check_error(
        text,
        "mine.ron: found a pack of form 2, expected at most 1: it was written by a newer version of Founders Ledger",
    );
}

#[test]
fn pack_over_a_built_in_one_is_overlaid_before_it_is_checked() {
    let over = |facts: &str| {
        format!("(over: \"founders-of-gloomhaven\", sources: {{\"own\": \"Anna\"}}, {facts})")
    };
    let sound = parse("mine.ron", &over("offer: (adviser_prices: Known([1, 2], \"own\"))"));
    let sound = sound.expect("it agrees with the box");
    assert_eq!(sound.resources.len(), 18);
    check_error(
        &over("counts: (roads: Known(65, \"own\"))"),
        "mine.ron: the number of road tiles: found 65 (Anna), expected 64, as is known (a published list of the components, written by a player)",
    );
    check_error(
        "(over: \"atlantis\")",
        "found no built-in pack \"atlantis\", expected practice or founders-of-gloomhaven",
    );
}

#[test]
fn deeply_nested_and_garbled_files_are_rejected_with_a_short_message() {
    let deep = ["(", "[", "{", "Known(", "(resources:[", "/*"].map(|open| open.repeat(200_000));
    let races = "(races:[".to_owned() + &"(),".repeat(1_000_000);
    let plain = ["", "\0", "{}", "[]", "()", "\u{feff}", "#!", "(name:)", "💥"].map(str::to_owned);
    for text in deep.iter().chain(&plain).chain([&races]) {
        let error = parse("mine.ron", text).map_err(|error| error.to_string());
        let message = error.err().unwrap_or_default();
        assert!(message.starts_with("mine.ron"), "{message}");
        assert!(message.len() < 2_000, "{} bytes", message.len());
    }
}

#[test]
fn truncated_and_bit_flipped_packs_do_not_panic() {
    let text = built_in()[0].text;
    for end in (0..text.len()).step_by(97) {
        let cut = text.get(..end).unwrap_or_default();
        assert!(parse("cut.ron", cut).is_err(), "cut at {end}");
        let mut bytes = text.as_bytes().to_vec();
        bytes[end] ^= 1 << (end % 7);
        // It may still be a pack; either result is fine, a panic is not.
        let flipped = String::from_utf8_lossy(&bytes);
        drop(parse("flipped.ron", &flipped));
    }
}

struct Scratch(std::path::PathBuf);

impl Scratch {
    fn new(name: &str, write: impl FnOnce(&mut File) -> std::io::Result<()>) -> Self {
        let path = std::env::temp_dir().join(format!("{}-{name}", std::process::id()));
        let written = File::create(&path).and_then(|mut file| write(&mut file));
        assert!(written.is_ok(), "{}: {written:?}", path.display());
        Self(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        drop(std::fs::remove_file(&self.0));
    }
}

#[test]
fn pack_with_byte_order_mark_and_crlf_is_loaded() {
    let text = built_in()[0].text;
    // Some editors write files like this.
    let file =
        Scratch::new("whole.ron", |file| write!(file, "\u{feff}{}", text.replace('\n', "\r\n")));
    assert_eq!(load(&file.0).ok(), Some(practice()));
}

#[test]
fn huge_file_is_rejected() {
    let file = Scratch::new("huge.ron", |file| file.set_len(100_000_000));
    assert!(matches!(load(&file.0), Err(PackError::TooLarge { .. })));
}

#[test]
fn file_that_is_not_utf8_is_rejected_with_the_place() {
    let file = Scratch::new("latin.ron", |file| file.write_all(b"(\n  name: \"caf\xe9\")"));
    let place = match load(&file.0) {
        Err(PackError::NotText { line, column, .. }) => Some((line, column)),
        _ => None,
    };
    assert_eq!(place, Some((2, 13)));
}

#[test]
fn error_for_a_missing_file_starts_with_its_path() {
    let error = load(Path::new("/nowhere/mine.ron")).map_err(|error| error.to_string());
    let message = error.err().unwrap_or_default();
    assert!(
        message.starts_with("/nowhere/mine.ron: expected a file that can be read"),
        "{message}"
    );
}

#[test]
fn error_for_an_unknown_pack_lists_the_built_in_ones() {
    assert_eq!(
        find("gloomhaven").map_err(|error| error.to_string()),
        Err("found no built-in pack \"gloomhaven\", \
             expected practice or founders-of-gloomhaven"
            .to_owned())
    );
}

#[test]
fn example_on_the_help_page_is_a_valid_pack() {
    let page = include_str!("../../assets/help/packs.md");
    let example = page.split("```").find_map(|part| part.strip_prefix("ron\n"));
    let read = parse("packs.md", example.unwrap_or_default());
    assert_eq!(read.err().map(|error| error.to_string()), None);
}

/// Returns a list of `count` entries, with the index in place of each `#`.
fn list_of(count: usize, entry: &str) -> String {
    (0..count).map(|number| entry.replace('#', &number.to_string())).collect::<Vec<_>>().join(",")
}

#[test]
fn overlong_lists_are_rejected_quickly_and_with_a_short_message() {
    let effects = format!(
        "buildings: [(name: \"Inn\", action: Known((text: \"\", effects: [{}]), \"own\"))]",
        list_of(200_000, "ByHand")
    );
    let cards = format!(
        "advisers: [{}]",
        list_of(58, "(name: \"A#\", action: Known((text: \"\", effects: [!]), \"own\"))")
            .replace('!', &list_of(3_400, "ByHand"))
    );
    for (facts, limit) in [
        (
            format!("resources: [{}]", list_of(180_000, "(name: \"R#\")")),
            "resources: found 180000 entries, expected at most 40",
        ),
        (
            format!("buildings: [{}]", list_of(100_000, "(name: \"B#\")")),
            "buildings: found 100000 entries, expected at most 60",
        ),
        (
            format!("buildings: [(name: \"Inn\", spaces: [{}])]", list_of(1_300_000, "()")),
            "building Inn: found 1300000 spaces, expected at most 8",
        ),
        (
            format!(
                "boards: [(name: \"B\", terrain: Known([{}], \"own\"))]",
                list_of(900_000, "\"\"")
            ),
            "board B: found 900000 rows of terrain, expected at most 26",
        ),
        (
            format!("resources: [(name: \"{}\")]", "long ".repeat(700_000)),
            "found a longer name, expected a name of at most 40 characters",
        ),
        (effects, "building Inn: found 200000 effects, expected at most 8"),
        (cards, "and 18 more"),
    ] {
        let text = format!("({facts})");
        assert!(text.len() < MAX_BYTES, "{limit}");
        let start = std::time::Instant::now();
        let error = parse_fragment("big.ron", &text).expect_err("it is too long");
        assert!(start.elapsed().as_secs() < 20, "{limit}");
        let message = error.to_string();
        assert!(message.contains(limit), "{limit} is missing in {message}");
        assert!(message.len() < 10_000, "{} bytes of errors", message.len());
    }
}

#[test]
fn comparison_shortens_long_texts() {
    let pack = |fact: &str| {
        let text = format!("(resources: [(name: \"Brick\", tier: {fact})])");
        parse_fragment("big.ron", &text).expect("it is a pack")
    };
    let long = pack(&format!("Unconfirmed(Two, \"{}\")", "so ".repeat(1_000_000)));
    let comparison = compare(&long, &pack("Known(Basic, \"own\")"));
    let statement = &comparison.differences[0].ours;
    assert!(statement.source.len() < 1_000, "{} bytes", statement.source.len());
}
