//! Differences between the pack in a record and the installed one.

use super::compare::compare;
use components::specs::Pack;

/// Lists the differences between the pack in a record and the installed one, a sentence for each
/// fact.
///
/// A record contains only the board it is played on, so boards that it lacks are not reported.
/// Neither are facts that only the installed pack knows: they were entered later.
///
/// ```
/// let installed = packs::find("practice")?;
/// let mut recorded = installed.clone();
/// assert!(packs::differences(&recorded, &installed).is_empty());
///
/// recorded.version += 1;
/// assert_eq!(
///     packs::differences(&recorded, &installed),
///     ["The record has version 3, installed is 2."],
/// );
/// # Ok::<(), packs::PackError>(())
/// ```
pub fn differences(recorded: &Pack, installed: &Pack) -> Vec<String> {
    let mut installed = installed.clone();
    installed.boards.retain(|board| recorded.board(&board.name).is_some());
    let compared = compare(recorded, &installed);
    let mut sentences = Vec::new();
    let (ours, theirs) = (recorded.version, installed.version);
    if ours > theirs {
        sentences.push(format!("The record has version {ours}, installed is {theirs}."));
    }
    for difference in &compared.differences {
        let (ours, theirs) = (&difference.ours.value, &difference.theirs.value);
        let fact = &difference.fact;
        sentences.push(format!("{fact}: the record has {ours}, installed is {theirs}."));
    }
    sentences.extend(compared.only_ours.iter().map(|fact| format!("Only in the record: {fact}.")));
    sentences
}

#[cfg(test)]
mod tests {
    use super::*;

    fn practice() -> Pack {
        super::super::find("practice").expect("it is built in")
    }

    #[test]
    fn a_pack_does_not_differ_from_itself_nor_by_boards_missing_from_the_record() {
        let installed = practice();
        let mut recorded = installed.clone();
        assert_eq!(differences(&recorded, &installed), Vec::<String>::new());
        recorded.boards.truncate(1);
        assert_eq!(differences(&recorded, &installed), Vec::<String>::new());
    }

    #[test]
    fn a_renamed_resource_and_a_newer_record_are_reported() {
        let installed = practice();
        let mut recorded = installed.clone();
        recorded.version += 1;
        recorded.resources[0].name = "Glass".to_owned();
        let sentences = differences(&recorded, &installed);
        for word in ["Glass", "version"] {
            assert!(sentences.iter().any(|line| line.contains(word)), "{word}: {sentences:#?}");
        }
    }
}
