//! The data printed by `--json`, checked against its published schema.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use founders_ledger::cli::json::schema;
use serde_json::Value;

use crate::{record, run};

fn help(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/help").join(name)
}

#[test]
fn published_json_schema_is_up_to_date() {
    let schema = serde_json::to_string_pretty(&schema()).expect("a schema is JSON") + "\n";
    let path = help("json.schema.json");
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        std::fs::write(&path, &schema).expect("the schema can be written");
    }
    let published = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        published == schema,
        "run the tests with UPDATE_SNAPSHOTS=true and look at what changed"
    );
}

#[test]
fn every_json_field_and_subcommand_is_described_in_the_help() {
    let page = std::fs::read_to_string(help("subcommands.md")).expect("the page is there");
    let schema = schema();
    for (name, of) in schema["$defs"].as_object().expect("definitions") {
        for (field, spec) in of["properties"].as_object().into_iter().flatten() {
            assert!(
                page.contains(&format!("`{field}`")),
                "{field} of {name} is not in subcommands.md"
            );
            assert!(spec["description"].is_string(), "{field} of {name} is not described");
        }
    }
    for subcommand in [
        "replay",
        "receipt",
        "why",
        "moves",
        "export",
        "check",
        "pack check",
        "pack diff",
        "pack merge",
        "cards check",
        "cards import",
        "pack list",
        "board find",
        "board trace",
        "board check",
        "table keep",
        "table compare",
        "layout",
        "sheet",
        "dispute",
        "simulate",
        "history",
        "gains",
        "facts",
        "ahead",
        "monster",
        "sight",
        "dungeon",
        "shell-files",
    ] {
        assert!(
            page.contains(&format!("## `{subcommand}")),
            "{subcommand} is not in subcommands.md"
        );
    }
}

#[test]
fn all_json_output_conforms_to_the_schema() {
    let file = record(3);
    let replay = check("Replay", &["replay", file, "--json"]);
    check("Replay", &["replay", file, "--until", "0", "--json"]);
    check("Replay", &["replay", concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"), "--json"]);
    let entries = replay["entries"].as_array().expect("entries");
    for n in (1..=entries.len()).step_by(7) {
        let (at, n) = ((n - 1).to_string(), n.to_string());
        check("Receipt", &["receipt", file, &n, "--json"]);
        check("Moves", &["moves", file, "--at", &at, "--json"]);
        let text = entries[at.parse::<usize>().expect("a number")]["text"].as_str().expect("text");
        check("Why", &["why", file, "--at", &at, text, "--json"]);
        check("Why", &["why", file, text, "--json"]);
    }
    let examples = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/examples");
    check("History", &["history", examples, "--json"]);
    for at in ["0", "40"] {
        check("Layout", &["layout", file, "--at", at, "--json"]);
        check("Sheet", &["sheet", file, "--at", at, "--json"]);
    }
    let table =
        concat!(env!("CARGO_MANIFEST_DIR"), "/assets/scenario/games/flooded-cellar.scenario");
    for at in ["0", "30"] {
        check("ScenarioLayout", &["layout", table, "--at", at, "--json"]);
    }
    let puzzles = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/scenario/puzzles");
    for puzzle in std::fs::read_dir(puzzles).expect("there are puzzles") {
        let path = puzzle.expect("it can be listed").path();
        let text = std::fs::read_to_string(&path).expect("it can be read");
        let file = path.to_str().expect("a path in letters");
        let position = scenario::parse(&text).expect("a puzzle is a position");
        let monster = position
            .figures()
            .iter()
            .find(|figure| figure.rank().is_some())
            .expect("it has a monster");
        check("MonsterReply", &["monster", file, &monster.to_string(), "--json"]);
        let [from, to] = [0, 1].map(|at| position.figures()[at].hex.to_string());
        check("SightReply", &["sight", file, &from, &to, "--json"]);
    }
    let campaign = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/campaign/three-scenarios.campaign");
    let replay = check("CampaignReplay", &["replay", campaign, "--json"]);
    check("CampaignReplay", &["replay", campaign, "--until", "0", "--json"]);
    for n in 1..=replay["entries"].as_array().expect("entries").len() {
        check("CampaignReceipt", &["receipt", campaign, &n.to_string(), "--json"]);
    }
    check("Simulated", &["simulate", "--players", "2", "--games", "1", "--seed", "5", "--json"]);
}

#[test]
fn json_of_an_entry_has_its_mark_name_checkpoint_and_variations() {
    use journal::{Change, EntryRating};
    use notation::record::{print_log, read_record};
    let mut loaded = read_record(crate::text(2).as_bytes());
    let journal = loaded.record.as_mut().expect("an example is sound");
    let (last, points) = (journal.cursor(), journal.game().scores());
    let changes = [
        Change::Mark(Some(EntryRating::Doubtful)),
        Change::Name("as we remember it".to_owned()),
        Change::Checkpoint(points),
        Change::Undo(1),
        Change::Play(rules::action::ActionKind::Annotate("another way".to_owned()).into()),
        Change::Undo(1),
        Change::Branch(2),
        Change::Redo(1),
    ];
    for change in changes {
        journal.apply(change).expect("it can be done");
    }
    let folder = crate::folder("beside");
    let file = crate::write(&folder, "marked.founders", print_log(journal));
    let replay = check("Replay", &["replay", &file, "--json"]);
    let entry = &replay["entries"][last - 1];
    assert_eq!(entry["mark"], "doubtful");
    assert_eq!(entry["name"], "as we remember it");
    let sum: i32 = journal.game().players().map(|player| points[player].0).sum();
    let checkpoint = entry["checkpoint"].as_object().expect("a checkpoint was entered");
    assert_eq!(checkpoint.values().filter_map(Value::as_i64).sum::<i64>(), i64::from(sum));
    let played = &entry["variations"][0]["entries"][0];
    assert_eq!(played, "Note \"another way\"");
    assert!(replay["entries"][0].get("mark").is_none());
}

/// Runs the program, checks its output against a definition of the schema, and returns it.
#[track_caller]
pub fn check(definition: &str, words: &[&str]) -> Value {
    let data = run(words).json();
    let all = schema();
    let mut problems = Vec::new();
    conforms(&all, &all["$defs"][definition], &data, definition, &mut problems);
    assert!(problems.is_empty(), "{words:?}: {problems:#?}");
    data
}

/// Returns `true` if `data` has this type of JSON Schema.
fn has_type(data: &Value, kind: &str) -> bool {
    match kind {
        "null" => data.is_null(),
        "boolean" => data.is_boolean(),
        "integer" => data.is_i64() || data.is_u64(),
        "number" => data.is_number(),
        "string" => data.is_string(),
        "array" => data.is_array(),
        "object" => data.is_object(),
        other => panic!("unknown type {other}"),
    }
}

/// Collects violations of the part of JSON Schema that our schema uses, including unknown fields.
fn conforms(all: &Value, schema: &Value, data: &Value, at: &str, problems: &mut Vec<String>) {
    if let Some(reference) = schema["$ref"].as_str() {
        let name = reference.rsplit('/').next().unwrap_or_default();
        return conforms(all, &all["$defs"][name], data, at, problems);
    }
    if let Some(options) = schema["anyOf"].as_array().or(schema["oneOf"].as_array()) {
        let fits_one = options.iter().any(|option| {
            let mut problems = Vec::new();
            conforms(all, option, data, at, &mut problems);
            problems.is_empty()
        });
        if !fits_one {
            problems.push(format!("{at}: {data} fits no option of {schema}"));
        }
        return;
    }
    if let Some(only) = schema.get("const").filter(|&only| only != data) {
        problems.push(format!("{at}: expected {only}, found {data}"));
    }
    if let Some(some) = schema["enum"].as_array().filter(|some| !some.contains(data)) {
        problems.push(format!("{at}: expected one of {some:?}, found {data}"));
    }
    let types: Vec<&str> = match &schema["type"] {
        Value::String(one) => vec![one],
        Value::Array(several) => several.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    if !types.is_empty() && !types.iter().any(|kind| has_type(data, kind)) {
        problems.push(format!("{at}: expected {types:?}, found {data}"));
    }
    for (index, item) in data.as_array().into_iter().flatten().enumerate() {
        conforms(all, &schema["items"], item, &format!("{at}[{index}]"), problems);
    }
    let Some(object) = data.as_object() else {
        return;
    };
    let missing: BTreeSet<&str> = schema["required"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .filter(|&name| !object.contains_key(name))
        .collect();
    if !missing.is_empty() {
        problems.push(format!("{at}: {missing:?} missing"));
    }
    for (name, value) in object {
        let within = format!("{at}.{name}");
        let named = schema["properties"].get(name).or(schema.get("additionalProperties"));
        match named {
            Some(schema) => conforms(all, schema, value, &within, problems),
            None => problems.push(format!("{within}: not in the schema")),
        }
    }
}
