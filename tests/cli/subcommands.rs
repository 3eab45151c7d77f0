//! The output and exit code of each subcommand.

use serde_json::Value;

use crate::{folder, record, records, run, text, write};

#[track_caller]
fn strings(value: &Value) -> Vec<String> {
    let list = value.as_array().unwrap_or_else(|| panic!("expected a list, found {value}"));
    list.iter().map(|item| item.as_str().expect("text").to_owned()).collect()
}

fn entries(file: &str) -> Vec<Value> {
    let replay = run(&["replay", file, "--json"]).ending(0).json();
    replay["entries"].as_array().expect("entries").clone()
}

#[test]
fn program_without_a_display_reports_that_no_window_can_be_opened() {
    let ran = run::<&str>(&[]).ending(2);
    assert!(ran.err.contains("no window can be opened"), "{}", ran.err);
    assert!(ran.err.contains("--help"), "{}", ran.err);
    assert_eq!(ran.out, "");
}

#[test]
fn help_exits_with_0_and_wrong_usage_with_2() {
    assert!(run(&["--help"]).ending(0).out.contains("Exit codes"));
    assert!(run(&["replay", "--help"]).ending(0).out.contains("--until"));
    for words in [
        &["polish"][..],
        &["replay"],
        &["receipt", "x", "one"],
        &["check"],
        &["pack"],
        &["why", "x"],
    ] {
        let ran = run(words).ending(2);
        assert_eq!(ran.out, "");
        assert!(ran.err.contains("--help"), "{}", ran.err);
    }
}

#[test]
fn replay_shows_the_final_result_of_a_finished_game() {
    for file in records() {
        let ran = run(&["replay".as_ref(), file.as_os_str()]).ending(0);
        assert!(ran.out.contains("Final result") && ran.out.contains(" wins with "), "{}", ran.out);
        assert_eq!(ran.err, "");
    }
}

#[test]
fn replay_stops_at_the_entry_given_by_until() {
    let start = run(&["replay", record(3), "--until", "0"]).ending(0).out;
    assert!(start.contains("after entry 0 of") && start.contains("deal 3 proposals"), "{start}");
    let early = run(&["replay", record(3), "--until", "60", "--json"]).ending(0).json();
    assert_eq!(early["status"], "playing");
    assert_eq!(early["entries"].as_array().map(Vec::len), Some(60));
    assert_eq!(early["winners"].as_array().map(Vec::len), Some(0));
    let beyond = run(&["replay", record(3), "--until", "9999"]).ending(2);
    assert!(beyond.err.contains("no entry 9999"), "{}", beyond.err);
}

#[test]
fn points_and_money_of_all_entries_add_up_to_the_players_totals() {
    for file in records() {
        let replay =
            run(&["replay".as_ref(), file.as_os_str(), "--json".as_ref()]).ending(0).json();
        assert_eq!(replay["status"], "finished");
        let players = replay["players"].as_array().expect("players");
        let sum = |what: &str, race: &str| -> i64 {
            let entries = replay["entries"].as_array().expect("entries");
            entries.iter().filter_map(|entry| entry[what][race].as_i64()).sum()
        };
        for player in players {
            let race = player["race"].as_str().expect("a race");
            assert_eq!(player["points"].as_i64(), Some(sum("points", race)));
            assert_eq!(
                player["money"].as_i64(),
                Some(7 + sum("money", race)),
                "each starts with $7"
            );
            let owned = player["owns"].as_array().map(Vec::len);
            assert_eq!(player["income"], owned.expect("a list"));
        }
        let most = players.iter().map(|player| player["points"].as_i64()).max();
        let winner = strings(&replay["winners"]).remove(0);
        let winner = players
            .iter()
            .find(|player| player["race"] == winner.as_str())
            .expect("the winner plays");
        assert_eq!(Some(winner["points"].as_i64()), most);
        assert!(strings(&replay["completed"]).len() >= 6);
    }
}

#[test]
fn replay_explains_a_tie() {
    let replay = run(&["replay", record(2), "--json"]).ending(0).json();
    let [first, second] =
        [0, 1].map(|seat| replay["players"][seat]["points"].as_i64().expect("points"));
    let race = replay["players"][0]["race"].as_str().expect("a race");
    let adjust = format!("Adjust {race} points {:+}: \"to see a tie\"\n", second - first);
    let file = write(&folder("tie"), "tie.founders", text(2) + &adjust);
    let ran = run(&["replay", &file]).ending(0);
    assert!(ran.out.contains("are tied") && ran.out.contains("10.3"), "{}", ran.out);
    let tied = run(&["replay", &file, "--json"]).ending(0).json();
    assert_eq!(strings(&tied["tied"]).len(), 2);
    assert_eq!(strings(&tied["winners"]).len(), 1);
    // The active player is nearest.
    assert_eq!(tied["winners"][0], tied["active"]);
}

#[test]
fn replay_leaves_out_undone_entries() {
    let length = entries(record(2)).len();
    let file = write(&folder("undo"), "undo.founders", text(2) + "undo 5\n");
    let ran = run(&["replay", &file, "--json"]).ending(0);
    assert!(ran.err.contains("changed outside the app"), "{}", ran.err);
    let replay = ran.json();
    assert_eq!(replay["at"], length - 5);
    assert_eq!(replay["length"], length);
    assert_eq!(replay["entries"].as_array().map(Vec::len), Some(length - 5));
    let all = run(&["replay", &file, "--until", &length.to_string(), "--json"]).ending(0).json();
    assert_eq!(all["status"], "finished");
}

/// Checks that all points of a payout are paid on, lost or kept, at every depth.
#[track_caller]
fn check_payout(payout: &Value) {
    let number = |what: &str| payout[what].as_i64().expect("a number");
    assert_eq!(number("gross"), number("paid_on") + number("lost") + number("kept"), "{payout}");
    for part in payout["parts"].as_array().expect("parts") {
        if part["payout"].is_object() {
            assert_eq!(part["payout"]["gross"], part["value"]);
            check_payout(&part["payout"]);
        }
    }
}

#[test]
fn receipts_account_for_every_point_and_dollar() {
    let file = record(4);
    let mut payouts = 0;
    for entry in
        entries(file).iter().filter(|entry| entry["n"].as_i64().is_some_and(|n| n % 3 == 0))
    {
        let n = entry["n"].to_string();
        let receipt = run(&["receipt", file, &n, "--json"]).ending(0).json();
        assert_eq!(receipt["text"], entry["text"]);
        for payout in receipt["payouts"].as_array().expect("payouts") {
            payouts += 1;
            check_payout(payout);
        }
        for what in ["points", "money"] {
            for (who, by) in entry[what].as_object().expect("changes") {
                let changes = receipt["changes"].as_array().expect("changes").iter();
                let own = changes
                    .filter(|change| change["what"] == what && change["player"] == who.as_str());
                let sum: i64 = own.filter_map(|change| change["by"].as_i64()).sum();
                assert_eq!(by.as_i64(), Some(sum), "{what} of {who} in {receipt}");
            }
        }
    }
    assert!(payouts > 5, "only {payouts} payouts occurred");
}

#[test]
fn receipt_names_causes_in_words() {
    let mut all = String::new();
    for entry in entries(record(2)) {
        let text = entry["text"].as_str().expect("text");
        if text.contains("recruit ")
            || text.contains("Income")
            || text.contains("Votes")
            || text.contains("build ")
        {
            all += &run(&["receipt", record(2), &entry["n"].to_string()]).ending(0).out;
        }
    }
    for words in [
        "as income of ",
        "+1 lasting influence for recruiting ",
        "votes: ",
        " gross = ",
        "for building ",
    ] {
        assert!(all.contains(words), "\"{words}\" is missing in {all}");
    }
}

#[test]
fn receipt_of_a_missing_entry_is_a_usage_error() {
    for n in ["0", "9999"] {
        let ran = run(&["receipt", record(2), n]).ending(2);
        assert_eq!(ran.out, "");
    }
}

#[test]
fn why_allows_every_move_that_was_played() {
    let entries = entries(record(3));
    for n in (1..entries.len()).step_by(17) {
        let text = entries[n]["text"].as_str().expect("text");
        let words = ["why", record(3), "--at", &n.to_string(), text, "--json"];
        let why = run(&words).ending(0).json();
        assert_eq!(why["verdict"], "allowed", "{why}");
        assert_eq!(why["move"], text);
        assert!(
            why["checks"]
                .as_array()
                .expect("checks")
                .iter()
                .all(|check| check["outcome"] == "passed")
        );
    }
}

#[test]
fn why_names_every_rule_a_move_breaks() {
    // Played a second time, a move is out of turn or conflicts with its own result.
    let entries = entries(record(3));
    let text = entries
        .iter()
        .find_map(|entry| entry["text"].as_str().filter(|t| t.contains(" starts at ")))
        .expect("a player places a first stall");
    let ran = run(&["why", record(3), text]).ending(0);
    assert!(ran.out.contains("not allowed") && ran.out.contains("FAILED"), "{}", ran.out);
    let why = run(&["why", record(3), text, "--json"]).ending(0).json();
    assert_eq!(why["verdict"], "refused");
    let failed = why["checks"]
        .as_array()
        .expect("checks")
        .iter()
        .find(|check| check["outcome"] == "failed")
        .expect("a check failed");
    for field in ["rule", "section", "summary", "message"] {
        assert!(failed[field].as_str().is_some_and(|text| !text.is_empty()), "{failed}");
    }
}

#[test]
fn why_reports_text_that_is_no_move_with_its_place() {
    for text in ["", "nonsense", "Votes: Anna hexagon", "\u{7}\u{0301}é", "(((((((((((", "$1"] {
        let ran = run(&["why", record(2), "--at", "0", text]).ending(2);
        assert!(ran.err.contains("column") && ran.err.contains("expected"), "{}", ran.err);
        assert_eq!(ran.out, "");
    }
}

#[test]
fn moves_lists_only_moves_that_why_allows() {
    let length = entries(record(4)).len();
    let mut asked = 0;
    for at in (12..length).step_by(23) {
        let at = at.to_string();
        let moves = run(&["moves", record(4), "--at", &at, "--json"]).ending(0).json();
        assert!(!strings(&moves["owed"]).is_empty());
        let moves = moves["moves"].as_array().expect("moves");
        for each in moves.iter().step_by(1 + moves.len() / 4) {
            let text = each["text"].as_str().expect("text");
            let why = run(&["why", record(4), "--at", &at, text, "--json"]).ending(0).json();
            assert_eq!(why["verdict"], "allowed", "{text}");
            assert_eq!(why["gains"], each["gains"], "{text}");
            asked += 1;
        }
    }
    assert!(asked > 10, "only {asked} moves were checked");
}

const DUEL: &str = "assets/examples/harbour-duel.founders";

#[test]
fn moves_lists_an_upgrade_whose_road_must_be_built_first() {
    let upgrade = "Inox Upgrade: build Books D2 D3 D4 after road C5";
    let moves = run(&["moves", DUEL, "--at", "14", "--json"]).ending(0).json();
    let texts: Vec<&str> = moves["moves"]
        .as_array()
        .expect("moves")
        .iter()
        .filter_map(|each| each["text"].as_str())
        .collect();
    assert!(texts.contains(&upgrade), "{texts:?}");
    assert!(strings(&moves["face_down"]).contains(&"Construct".to_owned()));
    let text = run(&["moves", DUEL, "--at", "14"]).ending(0).out;
    assert!(text.contains("A card that goes face down may be named: "), "{text}");
}

#[test]
fn moves_lists_races_before_the_cards_are_dealt() {
    let text = run(&["moves", DUEL, "--at", "1"]).ending(0).out;
    assert!(text.contains(" chooses Human"), "{text}");
}

#[test]
fn moves_lists_ballots_as_ranges() {
    let entries = entries(record(3));
    let vote = entries
        .iter()
        .find(|entry| entry["text"].as_str().is_some_and(|t| t.starts_with("Votes:")));
    let n = vote.and_then(|entry| entry["n"].as_u64()).expect("there is a vote");
    let at = (n - 1).to_string();
    let moves = run(&["moves", record(3), "--at", &at, "--json"]).ending(0).json();
    assert_eq!(moves["moves"].as_array().map(Vec::len), Some(0));
    let ballots = moves["ballots"].as_array().expect("ballots");
    assert_eq!(ballots.len(), 3);
    assert!(
        ballots
            .iter()
            .all(|ballot| ballot["proposals"]["circle"].is_string() && ballot["fleeting"].is_u64())
    );
    let text = run(&["moves", record(3), "--at", &at]).ending(0).out;
    assert!(text.contains("circle (") && text.contains("fleeting"), "{text}");
}

#[test]
fn exported_record_reads_back_as_the_same_game() {
    for players in 2..=4 {
        let exported = run(&["export", record(players)]).ending(0);
        let file = write(&folder(&format!("export-{players}")), "game.txt", &exported.out);
        let ran = run(&["replay", &file, "--json"]).ending(0);
        assert_eq!(ran.err, "");
        let before = run(&["replay", record(players), "--json"]).ending(0);
        assert_eq!(ran.json(), before.json());
        assert_eq!(run(&["export", &file]).ending(0).out, exported.out);
    }
}

#[test]
fn check_of_several_files_exits_with_the_worst_code() {
    let folder = folder("check");
    let good = record(2);
    let ran = run(&["check", good, record(3), record(4)]).ending(0);
    assert_eq!(ran.out.lines().count(), 3);
    assert!(
        ran.out.lines().all(|line| line.contains(": valid, ") && line.contains(" wins with ")),
        "{}",
        ran.out
    );
    let cut = write(&folder, "cut.founders", &text(2)[..text(2).len() - 20]);
    let ran = run(&["check", &cut, good]).ending(1);
    assert_eq!(ran.out.lines().count(), 2);
    assert!(ran.err.contains("cut.founders") && ran.err.contains("truncated"), "{}", ran.err);
    let ran = run(&["check", &cut, "no/such/file", good]).ending(2);
    assert_eq!(ran.out.lines().count(), 3);
    assert!(ran.err.contains("no/such/file"), "{}", ran.err);
}

#[test]
fn line_changed_outside_the_app_yields_a_warning() {
    let text = text(2);
    let bare: String = text
        .lines()
        .map(|line| match line.rsplit_once("  ~") {
            Some((bare, _)) if bare.ends_with(" passes") => format!("{bare}\n"),
            _ => format!("{line}\n"),
        })
        .collect();
    let file = write(&folder("outside"), "bare.founders", bare);
    for words in [&["check", &file][..], &["replay", &file]] {
        let ran = run(words).ending(0);
        assert!(ran.err.contains("changed outside the app"), "{}", ran.err);
    }
}

#[test]
fn checkpoint_that_disagrees_with_the_score_yields_a_warning() {
    let replay = run(&["replay", record(2), "--json"]).ending(0).json();
    let stated: Vec<String> = (0..2)
        .map(|seat| {
            format!("{} {}", replay["players"][seat]["race"].as_str().expect("a race"), 99 + seat)
        })
        .collect();
    let text = format!("{}checkpoint {}\n", text(2), stated.join(", "));
    let file = write(&folder("score"), "score.founders", text);
    let ran = run(&["check", &file]).ending(0);
    assert!(ran.err.contains("the score track showed") && ran.err.contains("99"), "{}", ran.err);
}

#[test]
fn illegal_entry_ends_the_replay_with_the_entries_before_it() {
    let length = entries(record(2)).len();
    let race = run(&["replay", record(2), "--json"]).json()["players"][0]["race"]
        .as_str()
        .expect("a race")
        .to_owned();
    let file = write(&folder("illegal"), "late.founders", text(2) + &format!("{race} passes\n"));
    let ran = run(&["replay", &file, "--json"]).ending(1);
    let replay = ran.json();
    assert_eq!(replay["entries"].as_array().map(Vec::len), Some(length));
    assert!(
        replay["error"].as_str().is_some_and(|error| error.contains("the game is over")),
        "{replay}"
    );
    assert!(ran.err.contains("the game is over"));
    assert!(run(&["replay", &file]).ending(1).out.contains("Final result"));
    assert!(run(&["export", &file]).ending(1).out.contains(" starts at "));
    assert!(!run(&["receipt", &file, "5"]).ending(1).out.is_empty());
    // An entry lost with the unreadable part has no receipt, which is not a usage error.
    run(&["receipt", &file, "9999"]).ending(1);
}

#[test]
fn pack_list_and_check_print_the_known_facts() {
    let list = run(&["pack", "list"]).ending(0).out;
    for words in
        ["practice: ", "founders-of-gloomhaven: ", " known, ", " unconfirmed, ", " unknown"]
    {
        assert!(list.contains(words), "{list}");
    }
    for name in ["practice", "founders-of-gloomhaven"] {
        let path = format!("{}/assets/packs/{name}.ron", env!("CARGO_MANIFEST_DIR"));
        assert!(run(&["pack", "check", &path]).ending(0).out.contains("valid"));
    }
    let folder = folder("packs");
    let text =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/packs/practice.ron"))
            .expect("the pack is there");
    let twice =
        write(&folder, "twice.ron", text.replacen("name: \"Bath House\"", "name: \"Granary\"", 1));
    let ran = run(&["pack", "check", &twice]).ending(1);
    assert!(ran.out.contains("not valid") && ran.out.contains(" known, "), "{}", ran.out);
    assert!(ran.err.contains("twice.ron") && ran.err.contains("Granary"), "{}", ran.err);
    let cut = write(&folder, "cut.ron", &text[..text.len() / 2]);
    assert!(run(&["pack", "check", &cut]).ending(1).err.contains("line"));
    for missing in ["no/such/pack.ron", folder.to_str().expect("text")] {
        assert!(run(&["pack", "check", missing]).ending(2).err.contains(missing));
    }
}

#[test]
fn simulations_with_the_same_seed_are_equal() {
    let folder = folder("simulate");
    let out = folder.join("new/folder");
    let out = out.to_str().expect("text");
    let words = |seed, players| {
        [
            "simulate",
            "--players",
            players,
            "--games",
            "2",
            "--seed",
            seed,
            "--board",
            "three rivers",
            "--json",
            "--out",
            out,
        ]
    };
    let first = run(&words("7", "3")).ending(0).json();
    assert_eq!(first["report"]["games"], 2);
    assert_eq!(first["board"], "Three Rivers");
    assert!(first["unfinished"].as_f64().is_some_and(|share| (0.0..=1.0).contains(&share)));
    let files = strings(&first["files"]);
    assert_eq!(files.len(), 2);
    run(&["check", &files[0], &files[1]]).ending(0);
    assert_eq!(run(&words("7", "3")).ending(0).json(), first);
    assert_ne!(run(&words("8", "3")).ending(0).json()["report"], first["report"]);
    let text = run(&["simulate", "--players", "2", "--games", "1", "--seed", "1"]).ending(0).out;
    assert!(text.contains("unfinished"), "{text}");
}

#[test]
fn impossible_simulation_is_a_usage_error() {
    let base = ["simulate", "--games", "1", "--seed", "1"];
    for more in [
        &["--players", "0"][..],
        &["--players", "5"],
        &["--players", "2", "--board", "Atlantis"],
        &["--players", "2", "--pack", "no-such-pack"],
        &["--players", "2", "--pack", "founders-of-gloomhaven"],
        &["--players", "2", "--out", "/dev/null/x"],
    ] {
        let ran = run(&[&base[..], more].concat()).ending(2);
        assert_eq!(ran.out, "", "{more:?}");
        assert_ne!(ran.err, "", "{more:?}");
    }
}

#[test]
fn changed_ballot_is_reported_with_its_entry_and_player() {
    let folder = folder("sealed");
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/examples/harbour-council.founders");
    assert_eq!(run(&["check", example]).ending(0).err, "");
    // The notation has no checksums, so only the seal can reveal a change.
    let honest = run(&["export", example]).ending(0).out;
    let file = write(&folder, "honest.founders", &honest);
    assert_eq!(run(&["check", &file]).ending(0).err, "");
    let vote = honest.find("Votes: ").expect("there is a vote");
    let changed =
        honest[..vote].to_owned() + &honest[vote..].replacen("3 fleeting", "2 fleeting", 1);
    let file = write(&folder, "changed.founders", changed);
    let n = entries(example)
        .iter()
        .position(|entry| entry["text"].as_str().is_some_and(|t| t.starts_with("Votes:")))
        .expect("there is a vote")
        + 1;
    let warning = format!("entry {n}: the ballot of Inox is not the one that was sealed");
    let ran = run(&["check", &file]).ending(1);
    assert!(ran.err.contains(&warning), "{}", ran.err);
    assert!(ran.out.contains("not valid, 1 ballot"), "{}", ran.out);
    let ran = run(&["replay", &file]).ending(0);
    assert!(ran.err.contains(&warning), "{}", ran.err);
    let data = run(&["replay", &file, "--json"]).ending(0).json();
    assert!(data["warnings"][0].as_str().is_some_and(|text| text.contains(&warning)));
}

#[test]
fn changed_ballot_in_a_variation_is_reported() {
    let folder = folder("sealed-variation");
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/examples/harbour-council.founders");
    let record = std::fs::read_to_string(example).expect("the example is there");
    let votes = record.find("\nVotes: ").expect("there is a vote") + 1;
    let end = votes + record[votes..].find("  ~").expect("it has a check");
    let honest = &record[votes..end];
    // The changed ballot is undone and the original entered again. The lines have no checksums,
    // which yields a separate warning.
    let changed = honest.replacen("3 fleeting", "2 fleeting", 1);
    let file = record[..votes].to_owned() + &format!("{changed}\nundo\n{honest}\n");
    let file = write(&folder, "changed.founders", file);
    let ran = run(&["check", &file]).ending(1);
    assert!(ran.err.contains(", in a variation: the ballot of Inox is not"), "{}", ran.err);
}
