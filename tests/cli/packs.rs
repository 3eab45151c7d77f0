//! The subcommands on packs: diff, merge, check and learnt.

use std::path::Path;

use crate::{folder, run, write};

/// Writes the packs of two owners of the same box, who agree on Food and disagree on Leather.
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
fn pack_diff_names_the_source_of_each_difference() {
    let [anna, ben] = two_copies(&folder("pack-diff"));
    let diff = run(&["pack", "diff", &anna, &ben]).ending(0).out;
    assert_eq!(
        diff.lines().collect::<Vec<_>>(),
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
fn pack_merge_adds_new_facts_and_takes_differences_only_on_request() {
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

    let wrong = run(&["pack", "merge", &anna, &ben, "--take", "the recipe of Cheese"]).ending(2);
    assert!(
        wrong.err.contains("the recipe of Cheese") && wrong.err.contains("the recipe of Leather")
    );
}

#[test]
fn pack_merge_leaves_out_only_facts_that_contradict_the_box() {
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
fn pack_check_accepts_the_names_of_built_in_packs() {
    for name in ["practice", "founders-of-gloomhaven"] {
        let checked = run(&["pack", "check", name]).ending(0).out;
        assert!(checked.starts_with(&format!("{name}: valid, ")), "{checked}");
    }
    run(&["pack", "check", "no-such-pack"]).ending(2);
}

#[test]
fn pack_diff_and_merge_point_out_nearly_equal_names() {
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
    for subcommand in ["diff", "merge"] {
        let hints = run(&["pack", subcommand, &one, &two]).ending(0).err;
        assert!(hints.contains(words), "{hints}");
        let hints = run(&["pack", subcommand, &one, &other]).ending(0).err;
        assert!(!hints.contains("may be"), "{hints}");
    }
}

#[test]
fn pack_learnt_collects_the_facts_entered_in_a_record() {
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
    let entered = run(&["pack", "learnt", &game]).ending(0).out;
    let mine = write(&folder, "mine.ron", entered);
    run(&["pack", "check", &mine]).ending(0);
    let diff = run(&["pack", "diff", "founders-of-gloomhaven", &mine]).ending(0).out;
    assert!(diff.contains("only the second knows the tier of Scholar"), "{diff}");
    assert!(
        diff.contains("second: 9 (read off at the table, against what is known of the box: the second edition)"),
        "{diff}"
    );

    // Without the reason, the error names the fact, its known value, and the remedy.
    let refused = write(&folder, "refused.txt", record(wrong));
    let refused = run(&["check", &refused]).ending(1).err;
    assert!(
        refused.contains("the starting money is known: 7 (the printed rulebook); here it is 9"),
        "{refused}"
    );
    let why = run(&["why", &game, wrong.replace('9', "8").as_str()]).ending(0).out;
    assert!(why.contains("Learn (…): \"the reason\""), "{why}");

    // All missing facts of a card are answered by one line.
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
    // The line covers every field, so that none is asked for later.
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
fn moves_lists_all_missing_facts_and_the_line_that_enters_them() {
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
    let printed = run(&["moves", &game]).ending(0).out;
    assert!(printed.contains(line), "{printed}");
}
