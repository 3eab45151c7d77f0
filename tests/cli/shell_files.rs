//! The subcommand `shell-files`: the manual pages and completions that packages install.

use std::fs;

use crate::{folder, run};

#[test]
fn every_subcommand_has_a_manual_page_and_completions() {
    let out = folder("shell").join("files");
    let path = out.to_str().expect("the path is text");
    run(&["shell-files", path]).ending(0);
    let read = |name: &str| fs::read_to_string(out.join(name)).expect("the file is there");
    let main = read("founders-ledger.1");
    assert!(main.starts_with(".ie") && main.contains("Exit codes"), "{main}");
    let [bash, fish, zsh] =
        ["founders-ledger.bash", "founders-ledger.fish", "_founders-ledger"].map(read);
    let help = run(&["--help"]).ending(0).out;
    let subcommands = help
        .split("Commands:\n")
        .nth(1)
        .expect("the subcommands are listed")
        .lines()
        .take_while(|line| line.starts_with("  "))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| *name != "help");
    for subcommand in subcommands {
        // A page writes a hyphen as `\-`.
        assert!(
            main.contains(&subcommand.replace('-', "\\-")),
            "{subcommand} is not in the manual page"
        );
        read(&format!("founders-ledger-{subcommand}.1"));
        assert!(
            [&bash, &fish, &zsh].iter().all(|shell| shell.contains(subcommand)),
            "{subcommand}"
        );
    }
    assert!(read("founders-ledger-pack-check.1").contains("pack check"));
}

#[test]
fn shell_files_leaves_an_existing_folder_unchanged() {
    let out = folder("shell_taken");
    fs::write(out.join("founders-ledger.1"), "mine").expect("the file can be written");
    let ran = run(&["shell-files", out.to_str().expect("the path is text")]).ending(2);
    assert!(ran.err.contains("expected the name of a new folder"), "{}", ran.err);
    let kept = fs::read_to_string(out.join("founders-ledger.1")).expect("the file is there");
    assert_eq!(kept, "mine");
    let nowhere = run(&["shell-files", "no/such/folder/files"]).ending(2);
    assert!(nowhere.err.contains("cannot be written"), "{}", nowhere.err);
}
