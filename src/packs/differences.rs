//! What differs between the pack in a record and the one that is installed.

use super::compare::compare;
use components::specs::Pack;

/// What differs between the pack in a record and the one that is installed, a sentence for each
/// fact.
///
/// A record carries only the board it is played on, so boards that it does not have are no
/// difference. What only the installed pack knows is none either: it was learnt later.
pub fn differences(recorded: &Pack, installed: &Pack) -> Vec<String> {
    let mut installed = installed.clone();
    let has = |name: &str| recorded.boards.iter().any(|board| board.name == name);
    installed.boards.retain(|board| has(&board.name));
    let compared = compare(recorded, &installed);
    let mut told = Vec::new();
    let (ours, theirs) = (recorded.version, installed.version);
    if ours > theirs {
        told.push(format!("The record has version {ours}, installed is {theirs}."));
    }
    for difference in &compared.differences {
        let (ours, theirs) = (&difference.ours.value, &difference.theirs.value);
        let fact = &difference.fact;
        told.push(format!("{fact}: the record has {ours}, installed is {theirs}."));
    }
    let only_ours = compared.only_ours.iter();
    told.extend(only_ours.map(|fact| format!("Only in the record: {fact}.")));
    told
}

#[cfg(test)]
mod tests {
    use super::*;

    fn practice() -> Pack {
        super::super::find("practice").expect("it is built in")
    }

    #[test]
    fn a_pack_does_not_differ_from_itself_nor_by_boards_that_are_not_played_on() {
        let installed = practice();
        let mut recorded = installed.clone();
        assert_eq!(differences(&recorded, &installed), Vec::<String>::new());
        recorded.boards.truncate(1);
        assert_eq!(differences(&recorded, &installed), Vec::<String>::new());
    }

    #[test]
    fn what_differs_is_named_from_both_sides() {
        let installed = practice();
        let mut recorded = installed.clone();
        recorded.version += 1;
        recorded.resources[0].name = "Glass".to_owned();
        let told = differences(&recorded, &installed);
        let tells = |words: &str| told.iter().any(|line| line.contains(words));
        assert!(tells("Glass"), "{told:#?}");
        assert!(tells("version"), "{told:#?}");
    }
}
