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
    let anna = format!(
        "resources: [{}, {}]",
        recipe("Food", "Crops"),
        recipe("Leather", "Livestock")
    );
    let ben = format!(
        "resources: [{}, {}], offer: (adviser_prices: Known([1, 1, 2, 2], \"own\"))",
        recipe("Food", "Crops"),
        recipe("Leather", "Wood")
    );
    [
        write(folder, "anna.ron", copy("Anna", &anna)),
        write(folder, "ben.ron", copy("Ben", &ben)),
    ]
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
    assert!(
        box_and_anna
            .out
            .contains("only the second knows the recipe of Food")
    );
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
    assert!(
        merged.out.contains("1 facts added or confirmed"),
        "{}",
        merged.out
    );
    run(&["pack", "check", out]).ending(0);
    let left = run(&["pack", "diff", out, &ben]).ending(0).out;
    assert!(left.contains("the recipe of Leather") && !left.contains("only the second"));

    let take = [
        "pack",
        "merge",
        &anna,
        &ben,
        "--take",
        "the recipe of Leather",
        "--out",
        out,
    ];
    run(&take).ending(0);
    assert_eq!(
        run(&["pack", "diff", out, &ben]).ending(0).out.trim(),
        "no differences"
    );
    let printed = run(&["pack", "merge", &anna, &ben, "--take-all"])
        .ending(0)
        .out;
    assert_eq!(
        printed.trim_end(),
        std::fs::read_to_string(out).expect("written").trim_end()
    );

    let wrong = [
        "pack",
        "merge",
        &anna,
        &ben,
        "--take",
        "the recipe of Cheese",
    ];
    let wrong = run(&wrong).ending(2);
    assert!(
        wrong.err.contains("the recipe of Cheese") && wrong.err.contains("the recipe of Leather")
    );
}

#[test]
fn a_merge_that_would_contradict_the_box_writes_nothing() {
    let folder = folder("pack-contradiction");
    let [anna, _] = two_copies(&folder);
    let false_one = "(over: \"founders-of-gloomhaven\", sources: {\"own\": \"read off by Cara\"}, counts: (start_money: Known(9, \"own\")))";
    let cara = write(&folder, "cara.ron", false_one);
    let out = folder.join("both.ron");
    let ran = run(&[
        "pack",
        "merge",
        &anna,
        &cara,
        "--out",
        out.to_str().expect("the path is text"),
    ])
    .ending(1);
    assert!(
        ran.err
            .contains("the starting money: found 9 (read off by Cara), expected 7"),
        "{}",
        ran.err
    );
    assert!(!out.exists());
    let checked = run(&["pack", "check", &cara]).ending(1);
    assert!(
        checked.err.contains("expected 7, as is known"),
        "{}",
        checked.err
    );
    let newer = write(&folder, "newer.ron", "(form: 7, magic: true)");
    let newer = run(&["pack", "check", &newer]).ending(1);
    assert!(newer.err.contains("newer version"), "{}", newer.err);
}
