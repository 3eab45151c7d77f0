//! The personal quests of edition files.

use campaign_rules::facts::QuestFacts;
use plain_text::capitalized;
use scenario_cards::import::SourceFile;
use serde_json::Value;

use super::{UnreadableFact, name_of};

/// Returns the quests of all files, in their order. A file that is no JSON has none; the import of
/// its other parts reports it.
pub(super) fn quests(files: &[SourceFile<'_>]) -> Vec<Result<QuestFacts, UnreadableFact>> {
    let values: Vec<Value> = files.iter().map(parsed).collect();
    let mut found = Vec::new();
    for (file, value) in files.iter().zip(&values) {
        let list = match value.get("personalQuests") {
            Some(list) => list.as_array(),
            None if is_quest_file(file.name) => value.as_array(),
            None => None,
        };
        for (number, quest) in (1..).zip(list.into_iter().flatten()) {
            let place = || format!("{}, personal quest {number}", file.name);
            found.push(quest_facts(quest, &values).ok_or_else(|| UnreadableFact {
                place: place(),
                problem: "it has no number".to_owned(),
            }));
        }
    }
    found
}

fn parsed(file: &SourceFile<'_>) -> Value {
    let bytes = file.bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(file.bytes);
    // A broken file keeps its place in the list.
    serde_json::from_slice(bytes).unwrap_or(Value::Null)
}

/// Returns `true` for the file of quests in the form with a file for each kind.
fn is_quest_file(name: &str) -> bool {
    let file = name.rsplit(['/', '\\']).next().unwrap_or(name).to_lowercase();
    file.replace(['-', '_'], "") == "personalquests.json"
}

fn quest_facts(quest: &Value, files: &[Value]) -> Option<QuestFacts> {
    let id = text(quest.get("cardId")?)?;
    let number = id.trim().parse().ok()?;
    let edition = quest.get("edition").and_then(Value::as_str);
    let title = label(files, edition, &id).and_then(|label| name_of(&label));
    let class = quest.get("unlockCharacter").and_then(text).map(|slug| words_of(&slug));
    let envelope = quest.get("openEnvelope").and_then(text).or(class);
    Some(QuestFacts { number, title, envelope: envelope.and_then(|of: String| name_of(&of)) })
}

/// Returns a text, or a number as text.
fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// Returns a slug as words: `sun-keeper` as "Sun Keeper".
fn words_of(slug: &str) -> String {
    let words: Vec<String> = slug.split(['-', '_', ' ']).map(capitalized).collect();
    words.join(" ")
}

/// Returns the label of a quest, which is below its edition, or below the only one.
fn label(files: &[Value], edition: Option<&str>, id: &str) -> Option<String> {
    files.iter().find_map(|file| {
        let labels = file.get("label")?;
        let labels = labels.get("en").filter(|english| english.is_object()).unwrap_or(labels);
        let quests = labels.get("personalQuest")?;
        let edition = edition.or_else(|| file.get("edition")?.as_str());
        let below = edition.and_then(|edition| quests.get(edition)).unwrap_or(quests);
        let label = below.get(id)?;
        label.as_str().or_else(|| label.get("")?.as_str()).map(str::to_owned)
    })
}
