//! Packs side by side, and one made of two.

use std::path::Path;

use crate::{folder, run, write};

/// What two owners entered of the same box; they agree in Food and disagree in Leather.
fn two_copies(folder: &Path) -> [String; 2] {
    let copy = |who: &str, facts: &str| {
        format!(
            "(over: \"founders-of-gloomhaven\", sources: {{\"own\": \"read off by {who}\"}}, {facts})"
        )
    };
    let recipe = |name: &str, needs: &str| {
        format!("(name: \"{name}\", recipe: Known([(needs: \"{needs}\", pays: 1)], \"own\"))")
    };
    let anna =
        format!("resources: [{}, {}]", recipe("Food", "Crops"), recipe("Leather", "Livestock"));
    let ben = format!(
        "resources: [{}, {}], offer: (adviser_prices: Known([1, 1, 2, 2], \"own\"))",
        recipe("Food", "Crops"),
        recipe("Leather", "Wood")
    );
    [write(folder, "anna.ron", copy("Anna", &anna)), write(folder, "ben.ron", copy("Ben", &ben))]
}

#[test]
fn a_diff_tells_who_says_what() {
    let [anna, ben] = two_copies(&folder("pack-diff"));
    let told = run(&["pack", "diff", &anna, &ben]).ending(0).out;
    assert_eq!(
        told.lines().collect::<Vec<_>>(),
        [
            "the recipe of Leather",
            "  first: Livestock 1 (read off by Anna)",
            "  second: Wood 1 (read off by Ben)",
            "only the second knows the prices of the adviser offer",
        ]
    );
    let same = run(&["pack", "diff", &anna, &anna]).ending(0).out;
    assert_eq!(same.trim(), "no differences");
    let box_and_anna = run(&["pack", "diff", "founders-of-gloomhaven", &anna]).ending(0);
    assert!(box_and_anna.out.contains("only the second knows the recipe of Food"));
    run(&["pack", "diff", &anna, "no/such/pack.ron"]).ending(2);
}

#[test]
fn a_merge_adds_what_is_new_and_leaves_differences_to_whoever_asks() {
    let folder = folder("pack-merge");
    let [anna, ben] = two_copies(&folder);
    let out = folder.join("both.ron");
    let out = out.to_str().expect("the path is text");
    let merged = run(&["pack", "merge", &anna, &ben, "--out", out]).ending(0);
    assert!(
        merged.err.contains("the recipe of Leather: taken from the first, Livestock 1 (read off by Anna); the second says Wood 1 (read off by Ben)"),
        "{}",
        merged.err
    );
    assert!(merged.out.contains("1 fact added or confirmed"), "{}", merged.out);
    run(&["pack", "check", out]).ending(0);
    let left = run(&["pack", "diff", out, &ben]).ending(0).out;
    assert!(left.contains("the recipe of Leather") && !left.contains("only the second"));

    let take = ["pack", "merge", &anna, &ben, "--take", "the recipe of Leather", "--out", out];
    run(&take).ending(0);
    assert_eq!(run(&["pack", "diff", out, &ben]).ending(0).out.trim(), "no differences");
    let printed = run(&["pack", "merge", &anna, &ben, "--take-all"]).ending(0).out;
    assert_eq!(printed.trim_end(), std::fs::read_to_string(out).expect("written").trim_end());

    let wrong = ["pack", "merge", &anna, &ben, "--take", "the recipe of Cheese"];
    let wrong = run(&wrong).ending(2);
    assert!(
        wrong.err.contains("the recipe of Cheese") && wrong.err.contains("the recipe of Leather")
    );
}

#[test]
fn what_contradicts_the_box_is_left_out_of_a_merge_and_the_rest_is_added() {
    let folder = folder("pack-contradiction");
    let [anna, _] = two_copies(&folder);
    let partly_false = "(over: \"founders-of-gloomhaven\", sources: {\"own\": \"read off by Cara\"}, \
        counts: (start_money: Known(9, \"own\")), offer: (adviser_prices: Known([1, 1, 2, 2], \"own\")))";
    let cara = write(&folder, "cara.ron", partly_false);
    let out = folder.join("both.ron");
    let out = out.to_str().expect("the path is text");
    for pair in [[&anna, &cara], [&cara, &anna]] {
        let ran = run(&["pack", "merge", pair[0], pair[1], "--out", out]).ending(0);
        assert!(
            ran.err.contains("the starting money: found 9 (read off by Cara), expected 7"),
            "{}",
            ran.err
        );
        run(&["pack", "check", out]).ending(0);
        let merged = std::fs::read_to_string(out).expect("it was written");
        assert!(merged.contains("adviser_prices") && merged.contains("Leather"));
        assert!(!merged.contains("start_money"));
    }
    let checked = run(&["pack", "check", &cara]).ending(1);
    assert!(checked.err.contains("expected 7, as is known"), "{}", checked.err);
    let newer = write(&folder, "newer.ron", "(form: 7, magic: true)");
    let newer = run(&["pack", "check", &newer]).ending(1);
    assert!(newer.err.contains("newer version"), "{}", newer.err);
}

#[test]
fn a_pack_is_checked_by_the_names_that_are_merged() {
    for name in ["practice", "founders-of-gloomhaven"] {
        let checked = run(&["pack", "check", name]).ending(0).out;
        assert!(checked.starts_with(&format!("{name}: valid, ")), "{checked}");
    }
    run(&["pack", "check", "no-such-pack"]).ending(2);
}

#[test]
fn names_that_nearly_agree_are_pointed_out() {
    let folder = folder("pack-near");
    let tannery = |name: &str, colour: &str| {
        format!(
            "(over: \"founders-of-gloomhaven\", sources: {{\"own\": \"ours\"}}, buildings: [(name: \"{name}\", \
             colour: Known({colour}, \"own\"), shape: Known(\"##\", \"own\"))])"
        )
    };
    let one = write(&folder, "one.ron", tannery("Tannery", "Coastal"));
    let two = write(&folder, "two.ron", tannery("Tanery", "Coastal"));
    let other = write(&folder, "other.ron", tannery("Tanery", "Central"));
    let words = "the building Tanery of the second may be Tannery of the first, of the same colour and shape";
    for verb in ["diff", "merge"] {
        let told = run(&["pack", verb, &one, &two]).ending(0).err;
        assert!(told.contains(words), "{told}");
        let told = run(&["pack", verb, &one, &other]).ending(0).err;
        assert!(!told.contains("may be"), "{told}");
    }
}

#[test]
fn what_was_learnt_in_a_record_becomes_a_pack() {
    let folder = folder("pack-learnt");
    let board = "boards: [(name: \"Test\", terrain: Known([\"gggee~cff#ggg\", \"gggee~cff#ggg\", \"gggee~cff#ggg\"], \"own\"), \
        sections: Known([\"11111.222.333\", \"11111.222.333\", \"11111.222.333\"], \"own\"))]";
    let own =
        format!("(over: \"founders-of-gloomhaven\", sources: {{\"own\": \"a test\"}}, {board})");
    let own = write(&folder, "own.ron", own);
    let merged = run(&["pack", "merge", "founders-of-gloomhaven", &own]).ending(0).out;
    let pack: Vec<String> = merged.lines().map(|line| format!("  {line}")).collect();
    let learn = "Learn (sources:{\"table\":\"read off at the table\"},advisers:[(name:\"Scholar\",tier:Known(1,\"table\"))])";
    let wrong = "Learn (sources:{\"table\":\"read off at the table\"},counts:(start_money:Known(9,\"table\")))";
    let record = |lines: &str| {
        format!(
            "Founders Ledger notation 1\nboard: Test\nplayer 1: Anna\nplayer 2: Ben\npack:\n{}\nmoves\n{lines}\n",
            pack.join("\n")
        )
    };
    let game =
        write(&folder, "game.txt", record(&format!("{learn}\n{wrong}: \"the second edition\"")));
    run(&["check", &game]).ending(0);
    let learnt = run(&["pack", "learnt", &game]).ending(0).out;
    let mine = write(&folder, "mine.ron", learnt);
    run(&["pack", "check", &mine]).ending(0);
    let told = run(&["pack", "diff", "founders-of-gloomhaven", &mine]).ending(0).out;
    assert!(told.contains("only the second knows the tier of Scholar"), "{told}");
    assert!(
        told.contains("second: 9 (read off at the table, against what is known of the box: the second edition)"),
        "{told}"
    );

    // Without the reason, the answer names the fact, what is known of it, and the way out.
    let refused = write(&folder, "refused.txt", record(wrong));
    let refused = run(&["check", &refused]).ending(1).err;
    assert!(
        refused.contains("the starting money is known: 7 (the printed rulebook); here it is 9"),
        "{refused}"
    );
    let why = run(&["why", &game, wrong.replace('9', "8").as_str()]).ending(0).out;
    assert!(why.contains("Learn (…): \"the reason\""), "{why}");

    // A card of which little is known takes one answer, whatever is missing of it.
    let deal = "Proposals: University, The Salt Barrel";
    let why = run(&["why", &game, deal, "--json"]).ending(0).json();
    assert_eq!(why["verdict"], "cannot tell");
    let checks = why["checks"].as_array().expect("a list");
    let facts: Vec<&str> = checks.iter().filter_map(|check| check["fact"].as_str()).collect();
    assert!(facts.iter().any(|fact| fact.ends_with(" of University")), "{facts:?}");
    assert!(!facts.iter().any(|fact| fact.ends_with("The Salt Barrel")), "{facts:?}");
    let learn = why["learn"].as_array().expect("a list");
    let [line] = learn.as_slice() else {
        panic!("{learn:?}");
    };
    let line = line.as_str().expect("a line");
    // Nothing of the card is asked for later.
    for field in ["name:\"University\"", "colour", "shape", "turnable", "spaces:[(resource"] {
        assert!(line.contains(field), "{field}: {line}");
    }
    assert!(!line.contains("The Salt Barrel"), "{line}");
    let stuck = write(&folder, "stuck.txt", record(deal));
    let stuck = run(&["check", &stuck]).ending(1).err;
    assert!(stuck.contains(line), "{stuck}");

    let games = ["simulate", "--players", "2", "--games", "2", "--seed", "1", "--pack", &own];
    let ended = run(&games).ending(0).out;
    assert!(ended.contains("for these are not known:"), "{ended}");
    assert!(ended.contains("2  the colour of University"), "{ended}");
}

#[test]
fn moves_names_everything_that_is_missing_and_the_way_to_settle_it() {
    let folder = folder("moves-missing");
    let practice = include_str!("../../assets/packs/practice.ron");
    let brick =
        practice.lines().find(|line| line.contains("(name: \"Brick\"")).expect("it is in the box");
    let bare = "        (name: \"Brick\", copies: Known(3, \"ours\")),";
    let pack = practice.replace(brick, bare);
    let pack: Vec<String> = pack.lines().map(|line| format!("  {line}")).collect();
    let position = "Position: Anna is Human, Ben is Savvas, turn Human, tile Population K6 of Human, \
        tile Stone M8 of Savvas, access Stone M8 Human, road L7";
    let record = format!(
        "Founders Ledger notation 1\nboard: Three Rivers\nplayer 1: Anna\nplayer 2: Ben\npack:\n{}\nmoves\n{position}\n",
        pack.join("\n")
    );
    let game = write(&folder, "game.txt", record);
    let moves = run(&["moves", &game, "--json"]).ending(0).json();
    let unknown = moves["unknown"].as_array().expect("a list");
    for fact in ["tier", "recipe", "tile shape"] {
        let fact = format!("the {fact} of Brick");
        assert!(unknown.contains(&fact.as_str().into()), "{fact}: {unknown:?}");
    }
    let learn = moves["learn"].as_array().expect("a list");
    let [line] = learn.as_slice() else {
        panic!("{learn:?}");
    };
    let line = line.as_str().expect("a line");
    for field in ["tier:Known(", "recipe:Known(", "shape:Known("] {
        assert!(line.contains(field), "{line}");
    }
    let told = run(&["moves", &game]).ending(0).out;
    assert!(told.contains(line), "{told}");
}
