//! Files that subcommands overwrite or spare: every subcommand that writes a file is tested alike.

use std::path::Path;

use crate::{folder, record, run, write};

/// Returns the names below these words, as `--help` lists them.
fn listed(words: &[String]) -> Vec<String> {
    let help = run(&[words, &["--help".to_owned()]].concat()).ending(0).out;
    help.split("Commands:\n")
        .nth(1)
        .unwrap_or_default()
        .lines()
        .take_while(|line| line.starts_with("  "))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| *name != "help")
        .map(str::to_owned)
        .collect()
}

/// Returns the words of every subcommand.
fn subcommands() -> Vec<Vec<String>> {
    let mut all = Vec::new();
    for subcommand in listed(&[]) {
        let below = listed(std::slice::from_ref(&subcommand));
        if below.is_empty() {
            all.push(vec![subcommand.clone()]);
        }
        all.extend(below.into_iter().map(|name| vec![subcommand.clone(), name]));
    }
    all
}

/// A subcommand that writes a file.
struct Writer {
    subcommand: &'static str,
    /// Its arguments without `--out` and its value.
    words: Vec<String>,
    /// The file it reads, whose extension it could also write.
    reads: String,
    /// The path given to `--out`.
    out: String,
}

/// Returns every subcommand that writes, with its output in this folder.
fn writers(folder: &Path) -> Vec<Writer> {
    let path = |name: &str| folder.join(name).display().to_string();
    let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
    let text = std::fs::read(record(2)).expect("the record is there");
    // A record may have any name, even that of a picture.
    let game = write(folder, "game.svg", &text);
    let damaged = String::from_utf8_lossy(&text).replacen("Proposals:", "Pro#osals:", 1);
    let damaged = write(folder, "damaged.founders", damaged);
    let pack = "(resources: [(name: \"Food\", recipe: Known([(needs: \"Crops\", pays: 1)], \"own\"))], sources: {\"own\": \"us\"}, over: \"founders-of-gloomhaven\")";
    let pack = write(folder, "mine.ron", pack);
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/help/table.png");
    let photo = write(folder, "photo.ron", std::fs::read(example).expect("a picture"));
    let paint = write(folder, "paint.txt", "A1 forested\nB2 coastal\n");
    let edition = write(folder, "items.json", "[{\"id\": 1, \"slot\": \"head\"}]");
    let corners = "0,0:200,0:200,200:0,200";
    vec![
        Writer {
            subcommand: "picture",
            words: words(&["picture", &game, "--size", "60x60"]),
            reads: game.clone(),
            out: path("new.svg"),
        },
        Writer {
            subcommand: "pack merge",
            words: words(&["pack", "merge", "founders-of-gloomhaven", &pack]),
            reads: pack.clone(),
            out: path("new.ron"),
        },
        Writer {
            subcommand: "cards import",
            words: words(&["cards", "import", &edition]),
            reads: edition,
            out: path("new.cards"),
        },
        Writer {
            subcommand: "board trace",
            words: words(&[
                "board",
                "trace",
                &photo,
                "--corners",
                corners,
                "--grid",
                "4x4",
                "--paint",
                &paint,
            ]),
            reads: photo,
            out: path("board.ron"),
        },
        Writer {
            subcommand: "mend",
            words: words(&["mend", &damaged, "--leave-out-rest"]),
            reads: damaged,
            out: path("mended.founders"),
        },
    ]
}

#[test]
fn subcommands_overwrite_neither_their_input_nor_other_files_unforced() {
    let folder = folder("writing");
    let writers = writers(&folder);
    // A new subcommand that writes must be added to `writers`.
    let mut known: Vec<&str> = writers.iter().map(|writer| writer.subcommand).collect();
    known.push("simulate");
    known.sort_unstable();
    let mut all: Vec<String> = subcommands()
        .into_iter()
        .filter(|words| {
            let help = [words.as_slice(), &["--help".to_owned()]].concat();
            run(&help).ending(0).out.contains("--out")
        })
        .map(|words| words.join(" "))
        .collect();
    all.sort_unstable();
    assert_eq!(all, known);
    for writer in writers {
        let subcommand = writer.subcommand;
        let run_to = |out: &str, more: &[&str]| {
            let mut words: Vec<&str> = writer.words.iter().map(String::as_str).collect();
            words.extend(["--out", out]);
            words.extend(more);
            run(&words)
        };
        let content = |path: &str| std::fs::read(path).expect("it is there");
        let before = content(&writer.reads);
        // The same file under other names: another path to it, and a hard link.
        let name = Path::new(&writer.reads).file_name().expect("a file");
        let detour = folder.join(".").join(name).display().to_string();
        let ending = Path::new(&writer.out).extension().expect("an ending");
        let link = folder.join("link").with_extension(ending);
        let _ = std::fs::remove_file(&link);
        std::fs::hard_link(&writer.reads, &link).expect("a link can be made");
        let link = link.display().to_string();
        for out in [writer.reads.as_str(), &detour, &link] {
            let ran = run_to(out, &[]).ending(2);
            assert!(
                ran.err.contains("not written over") || ran.err.contains(".png or .svg"),
                "{subcommand}: {}",
                ran.err
            );
            assert!(content(&writer.reads) == before, "{subcommand} wrote over what it reads");
        }
        // A file of another kind.
        let letter = folder.join("letter").with_extension(ending);
        let letter = letter.display().to_string();
        std::fs::write(&letter, "Dear Anna,").expect("there is space on the disk");
        let ran = run_to(&letter, &[]).ending(2);
        assert!(ran.err.contains("not written over"), "{subcommand}: {}", ran.err);
        assert_eq!(content(&letter), b"Dear Anna,", "{subcommand}");
        let forced = run_to(&letter, &["--force"]);
        assert_ne!(forced.code, Some(2), "{subcommand}: {}", forced.err);
        assert_ne!(content(&letter), b"Dear Anna,", "{subcommand}");
        // A missing file is written, and written again.
        for _ in 0..2 {
            let ran = run_to(&writer.out, &[]);
            assert_ne!(ran.code, Some(2), "{subcommand}: {}", ran.err);
            assert!(content(&letter) == content(&writer.out), "{subcommand}");
        }
        assert!(run_to(&folder.display().to_string(), &[]).code == Some(2), "{subcommand}");
    }
}

#[test]
fn simulate_overwrites_only_simulated_games_unless_forced() {
    let folder = folder("writing-simulated");
    let out = folder.display().to_string();
    let words =
        ["simulate", "--players", "2", "--games", "1", "--seed", "5", "--json", "--out", &out];
    let data = run(&words).ending(0).json();
    let file = data["files"][0].as_str().expect("a path").to_owned();
    run(&words).ending(0);
    // A game of real people may have that name.
    let text = std::fs::read_to_string(&file).expect("it is there");
    let real = text.replacen("title: Simulated game, seed 5", "title: Anna's birthday", 1);
    std::fs::write(&file, &real).expect("there is space on the disk");
    let ran = run(&words).ending(2);
    assert!(ran.err.contains("not written over"), "{}", ran.err);
    assert!(std::fs::read_to_string(&file).expect("it is there") == real);
    let forced = [&words[..], &["--force"]].concat();
    run(&forced).ending(0);
    assert!(std::fs::read_to_string(&file).expect("it is there") == text);
}

#[test]
fn subcommands_write_files_in_one_module_only() {
    let subcommands = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/cli");
    for entry in std::fs::read_dir(subcommands).expect("the subcommands").flatten() {
        let path = entry.path();
        let text = std::fs::read_to_string(&path).expect("it is text");
        let is_the_place = path.file_name().is_some_and(|name| name == "output_file.rs");
        for word in ["fs::write", "write_atomically", "File::create", "OpenOptions", "fs::rename"] {
            assert!(is_the_place || !text.contains(word), "{} in {}", word, path.display());
        }
    }
}
