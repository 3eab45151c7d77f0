//! The subcommands `board find`, `board trace` and `board check`, with a board drawn by the tests.

use std::path::Path;

use image::{Rgb, RgbImage};

use crate::{Ran, folder, run, write};

/// A board of 8 by 6 squares of 30 pixels, drawn flat, 20 pixels from the left and 10 from the top.
const DRAWN: [&str; 6] = ["ee~gg#cf", "ee~gg#cf", "ce~gg#ff", "cc~gg#ff", "cc~gg#fs", "cc~gg#fs"];

fn color(mark: char) -> Rgb<u8> {
    match mark {
        'e' => Rgb([170, 112, 92]),
        'c' => Rgb([206, 194, 166]),
        'f' => Rgb([118, 126, 84]),
        'g' => Rgb([156, 150, 142]),
        '~' => Rgb([112, 136, 146]),
        '#' => Rgb([80, 76, 72]),
        _ => Rgb([128, 90, 140]),
    }
}

fn picture() -> RgbImage {
    RgbImage::from_fn(280, 200, |x, y| {
        let (column, row) = (x.wrapping_sub(20) / 30, y.wrapping_sub(10) / 30);
        let mark = DRAWN.get(row as usize).and_then(|row| row.chars().nth(column as usize));
        // Some noise, as in a photograph.
        let grain = ((x * 7 + y * 13) % 5) as u8;
        mark.map_or(Rgb([60, 40, 30]), |mark| Rgb(color(mark).0.map(|c| c + grain)))
    })
}

const CORNERS: &str = "20,10:260,10:260,190:20,190";
const PAINT: &str = "A1 entrance\nB2 entrance\nA3 coastal\nB4 coastal\nG3 forested\nH4 forested\n\
    D6 start 1\nE2 central\nC1 river\nC6 river\nF1 wall\nF5 wall\nH5 Ghost Fortress\nH6 ghost-fortress\n";

/// Runs `board trace` with this photo, corners, grid and paint.
fn trace(folder: &Path, photo: &str, corners: &str, grid: &str, paint: &str) -> Ran {
    let paint = write(folder, "paint.txt", paint);
    let out = folder.join("board.ron");
    let out = out.to_str().expect("the path is text");
    run(&[
        "board",
        "trace",
        photo,
        "--corners",
        corners,
        "--grid",
        grid,
        "--paint",
        &paint,
        "--json",
        "--out",
        out,
    ])
}

fn photo(folder: &Path, name: &str) -> String {
    let path = folder.join(name);
    picture().save(&path).expect("the picture can be written");
    path.into_os_string().into_string().expect("the path is text")
}

#[test]
fn traced_board_has_the_drawn_squares_and_can_be_checked() {
    let folder = folder("board");
    for name in ["board.jpg", "board.png", "board.webp"] {
        let photo = photo(&folder, name);
        let traced = trace(&folder, &photo, CORNERS, "8x6", PAINT).ending(0).json();
        let squares = traced["squares"].as_array().expect("squares are listed");
        assert_eq!((squares.len(), &traced["painted"]), (48, &14.into()), "{name}");
        assert_eq!(traced["round_marks"].as_array().map(Vec::len), Some(0), "{name}");
        let c7 = &squares[8 + 2];
        assert_eq!(
            (&c7["square"], &c7["kind"], &c7["painted"]),
            (&"C2".into(), &"river".into(), &false.into())
        );
        assert!(squares.iter().all(|square| {
            square["sure"].as_f64().is_some_and(|sure| (0.0..=1.0).contains(&sure))
        }));
        let board =
            std::fs::read_to_string(folder.join("board.ron")).expect("the board is written");
        for row in DRAWN {
            assert!(board.contains(&format!("\"{row}\"")), "{name}: no {row} in\n{board}");
        }
    }
    let board = folder.join("board.ron");
    let checked = run(&["board", "check", board.to_str().expect("the path is text")]);
    // The only problems are too few start squares, for each number of players.
    assert_eq!(checked.err.lines().count(), 3, "{}", checked.err);
    assert!(
        checked
            .ending(1)
            .out
            .contains("not valid, Own board: 8 × 6 squares, 1 start squares, 1 sites")
    );
}

#[test]
fn board_check_uses_the_buildings_of_the_pack() {
    let ran = run(&["board", "check", "assets/packs/practice.ron"]).ending(0);
    assert_eq!(ran.out.lines().count(), 2);
    let ran = run(&["board", "check", "assets/packs/founders-of-gloomhaven.ron"]).ending(1);
    assert!(ran.err.contains("no board in it"), "{}", ran.err);
}

#[test]
fn board_trace_refuses_wrong_corners_and_grids_with_the_reason() {
    let folder = folder("board-corners");
    let photo = photo(&folder, "board.png");
    for (corners, grid, reason) in [
        ("20,10:260,190:260,10:20,190", "8x6", "cross"),
        ("20,10:20,190:260,190:260,10", "8x6", "anticlockwise"),
        ("20,10:140,10:260,10:20,190", "8x6", "on a line"),
        ("20,10:20,10:260,190:20,190", "8x6", "same place"),
        ("20,10:900,10:260,190:20,190", "8x6", "inside the picture, 0,0 to 280,200"),
        ("20,10:50,10:50,40:20,40", "8x6", "less than 4 pixels wide"),
        ("20,10:260,10:260,190", "8x6", "four corners are written like"),
        (CORNERS, "0x6", "0 columns and 6 rows, expected 1 to 26"),
        (CORNERS, "500x6", "500 columns and 6 rows"),
        (CORNERS, "8", "16x15"),
    ] {
        let ran = trace(&folder, &photo, corners, grid, PAINT).ending(2);
        assert!(ran.err.contains(reason), "{corners} {grid}: {}", ran.err);
        assert!(!folder.join("board.ron").exists(), "{corners} {grid}");
    }
    let ran = trace(&folder, &photo, CORNERS, "8x6", "A1 wall\nJ1 wall\n").ending(1);
    assert!(ran.err.contains("line 2: J1 is not on a grid of 8 × 6"), "{}", ran.err);
}

/// Returns the header of a PNG of this size, with almost no data.
fn png_head(width: u32, height: u32) -> Vec<u8> {
    let mut chunk = b"IHDR".to_vec();
    chunk.extend(width.to_be_bytes());
    chunk.extend(height.to_be_bytes());
    chunk.extend([8, 2, 0, 0, 0]);
    let mut bytes = b"\x89PNG\r\n\x1a\n\0\0\0\x0d".to_vec();
    bytes.extend(&chunk);
    bytes.extend(crc32fast::hash(&chunk).to_be_bytes());
    bytes.extend(b"\0\0\0\x02IDAT\x78\x9c");
    bytes
}

#[test]
fn board_trace_refuses_files_that_are_not_photographs() {
    let folder = folder("board-photos");
    let bytes = |name: &str| std::fs::read(photo(&folder, name)).expect("the picture is there");
    let (jpeg, png, webp) = (bytes("a.jpg"), bytes("a.png"), bytes("a.webp"));
    let half = |bytes: &[u8]| bytes[..bytes.len() / 2].to_vec();
    // Three components changed to four: the error names the colors even if the decoder fails.
    let mut cmyk = jpeg.clone();
    let frame = cmyk.windows(2).position(|pair| pair == [0xFF, 0xC0]).expect("a frame");
    let more = [4, 17, 0];
    cmyk[frame + 3] += 3;
    cmyk[frame + 9] = 4;
    cmyk.splice(frame + 19..frame + 19, more);
    let mut animated = png.clone();
    let mut chunk = b"acTL\0\0\0\x02\0\0\0\0".to_vec();
    let check = crc32fast::hash(&chunk).to_be_bytes();
    chunk.splice(0..0, [0, 0, 0, 8]);
    chunk.extend(check);
    animated.splice(33..33, chunk);
    for (name, bytes, reason) in [
        ("empty", Vec::new(), "empty"),
        ("text", b"not a picture at all".to_vec(), "expected JPEG, PNG or WebP"),
        (
            "heic",
            b"\0\0\0\x18ftypheic\0\0\0\0mif1heic".to_vec(),
            "Settings > Camera > Formats > Most Compatible",
        ),
        ("gif", b"GIF89a\x01\0\x01\0\0\0\0;".to_vec(), "expected JPEG, PNG or WebP"),
        ("half.jpg", half(&jpeg), "cut off"),
        ("half.png", half(&png), "cut off"),
        ("half.webp", half(&webp), ""),
        (
            "enormous.png",
            png_head(20_000, 20_000),
            "20000 × 20000 pixels, expected 100 million at most",
        ),
        ("cmyk.jpg", cmyk, "CMYK"),
        ("animated.png", animated, "animated"),
    ] {
        let file = write(&folder, name, bytes);
        let ran = trace(&folder, &file, CORNERS, "8x6", PAINT).ending(2);
        assert!(ran.err.contains(&file) && ran.err.contains(reason), "{name}: {}", ran.err);
        assert_eq!(ran.out, "", "{name}");
    }
}

/// Returns the JPEG with this EXIF orientation.
fn with_orientation(jpeg: &[u8], orientation: u8) -> Vec<u8> {
    let mut exif = b"Exif\0\0MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0".to_vec();
    exif.extend([orientation, 0, 0, 0, 0, 0, 0]);
    let mut bytes = jpeg[..2].to_vec();
    let length = u8::try_from(exif.len() + 2).expect("it is short");
    bytes.extend([0xFF, 0xE1, 0, length]);
    bytes.extend(exif);
    bytes.extend(&jpeg[2..]);
    bytes
}

#[test]
fn board_trace_counts_corners_in_the_displayed_orientation() {
    let folder = folder("board-held");
    // Stored rotated, with an orientation to turn it clockwise.
    let path = folder.join("stored.jpg");
    image::imageops::rotate270(&picture()).save(&path).expect("the picture can be written");
    let stored = std::fs::read(&path).expect("the picture is there");
    let file = write(&folder, "held.jpg", with_orientation(&stored, 6));
    let traced = trace(&folder, &file, CORNERS, "8x6", PAINT).ending(0).json();
    let rivers: Vec<&str> = traced["squares"]
        .as_array()
        .expect("squares are listed")
        .iter()
        .filter(|square| square["kind"] == "river")
        .filter_map(|square| square["square"].as_str())
        .collect();
    assert_eq!(rivers, ["C1", "C2", "C3", "C4", "C5", "C6"]);
}

/// Draws a board of 12 by 9 squares of 50 pixels, with lines between them and a table around.
fn printed() -> RgbImage {
    RgbImage::from_fn(760, 610, |x, y| {
        let grain = ((x * 7 + y * 13) % 5) as u8;
        match (x.checked_sub(80), y.checked_sub(80)) {
            (Some(right @ ..600), Some(below @ ..450)) => {
                let mark = ['e', 'c', 'f'][((right / 100 + below / 150) % 3) as usize];
                let is_line = right % 50 < 2 || below % 50 < 2;
                Rgb(color(mark).0.map(|c| c + grain - if is_line { 30 } else { 0 }))
            }
            _ => Rgb([70 + grain, 52, 40]),
        }
    })
}

fn kinds(traced: &serde_json::Value) -> Vec<String> {
    let squares = traced["squares"].as_array().into_iter().flatten();
    squares.map(|square| square["kind"].to_string()).collect()
}

#[test]
fn board_find_prints_the_grid_and_the_next_best_guess() {
    let folder = folder("board-find");
    let path = folder.join("stored.jpg");
    // Stored rotated, with an orientation to turn it clockwise.
    image::imageops::rotate270(&printed()).save(&path).expect("the picture can be written");
    let stored = std::fs::read(&path).expect("the picture is there");
    let photo = write(&folder, "held.jpg", with_orientation(&stored, 6));
    let found = run(&["board", "find", &photo, "--json"]).ending(0).json();
    assert_eq!((&found["columns"], &found["rows"]), (&12.into(), &9.into()));
    assert_eq!(found["sure"], true);
    let corners = found["corners"].as_array().expect("corners are listed");
    let expected = [[80.0, 80.0], [680.0, 80.0], [680.0, 530.0], [80.0, 530.0]];
    assert_eq!(corners.len(), expected.len());
    for (corner, expected) in corners.iter().zip(expected) {
        for (axis, expected) in expected.into_iter().enumerate() {
            // A seventh of a square.
            let off = corner[axis].as_f64().expect("a number") - expected;
            assert!(off.abs() <= 7.0, "{corners:?}");
        }
    }
    assert_eq!(found["folds"].as_array().map(Vec::len), Some(0), "the board is flat");
    let next = found.get("next").expect("it is named even if there is none");
    assert!(next.is_null() || next["corners"].as_array().is_some_and(|all| all.len() == 4));
    let lines = run(&["board", "find", &photo]).ending(0).out;
    let first = lines.lines().next().expect("a line");
    assert!(first.contains("recognised for sure: 12 × 9, --corners "), "{lines}");
    assert!(first.ends_with(" --grid 12x9"), "{lines}");

    let table = folder.join("table.png");
    let bare = RgbImage::from_pixel(400, 300, Rgb([70, 52, 40]));
    bare.save(&table).expect("the picture can be written");
    let table = table.to_str().expect("the path is text");
    let ran = run(&["board", "find", table, "--json"]).ending(2);
    assert!(ran.err.contains("no grid is recognised, expected a photograph"), "{}", ran.err);
    assert_eq!(ran.out, "");
}

#[test]
fn board_find_prints_the_fold_of_a_bent_board() {
    let folder = folder("board-fold");
    let photo = folder.join("bent.png");
    // The columns to the right of the middle are tilted away from the camera.
    let (flat, middle) = (printed(), 380);
    let bent = RgbImage::from_fn(760, 610, |x, y| {
        let right = x.saturating_sub(middle);
        *flat.get_pixel((x.min(middle) + right * 10 / 9).min(759), y)
    });
    bent.save(&photo).expect("the picture can be written");
    let photo = photo.to_str().expect("the path is text");
    let found = run(&["board", "find", photo, "--json"]).ending(0).json();
    assert_eq!((&found["columns"], &found["rows"]), (&12.into(), &9.into()));
    let [fold] = found["folds"].as_array().expect("folds are listed").as_slice() else {
        panic!("{found}");
    };
    assert_eq!(fold["along"], "columns");
    let after = fold["after"].as_f64().expect("a number of columns");
    assert!((after - 6.0).abs() <= 0.5, "{fold}");
    for (end, y) in [80.0, 530.0].into_iter().enumerate() {
        let [x, at] = [0, 1].map(|axis| fold["ends"][end][axis].as_f64().expect("a number"));
        assert!((x - 380.0).abs() <= 30.0 && (at - y).abs() <= 7.0, "{fold}");
    }
}

#[test]
fn board_trace_uses_a_guess_only_if_it_is_accepted() {
    let folder = folder("board-guess");
    let paint = write(&folder, "paint.txt", "A1 entrance\nC1 coastal\nE1 forested\n");
    let photo = folder.join("board.png");
    printed().save(&photo).expect("the picture can be written");
    let photo = photo.to_str().expect("the path is text");
    let out = folder.join("board.ron");
    let out = out.to_str().expect("the path is text");
    let trace = |more: &[&str]| {
        let words = ["board", "trace", photo, "--paint", &paint, "--json", "--out", out];
        run(&[&words[..], more].concat())
    };
    // The picture shows a row more, so the place of the others is a guess.
    let ran = trace(&["--grid", "12x8"]).ending(2);
    let (_, arguments) = ran.err.split_once("--guess to use the guess ").expect("a guess");
    let arguments: Vec<&str> = arguments.split_whitespace().collect();
    assert_eq!((arguments[0], &arguments[2..]), ("--corners", &["--grid", "12x8"][..]));
    assert!(!Path::new(out).exists());
    for more in [&["--grid", "12x8", "--guess"][..], &arguments] {
        let traced = trace(more).ending(0).json();
        assert_eq!((&traced["columns"], &traced["rows"]), (&12.into(), &8.into()), "{more:?}");
    }
}

#[test]
fn board_trace_finds_the_grid_in_the_photo_and_never_guesses() {
    let folder = folder("board-found");
    let paint = "A1 entrance\nC1 coastal\nE1 forested\nL9 section 3\n";
    let paint = write(&folder, "paint.txt", paint);
    let out = folder.join("board.ron");
    let out = out.to_str().expect("the path is text");
    let trace = |photo: &str, more: &[&str]| {
        let words = ["board", "trace", photo, "--paint", &paint, "--json", "--out", out];
        run(&[&words[..], more].concat())
    };
    let file = |name: &str, picture: &RgbImage| {
        let path = folder.join(name);
        picture.save(&path).expect("the picture can be written");
        path.into_os_string().into_string().expect("the path is text")
    };
    let board = file("board.png", &printed());
    let table = file("table.png", &RgbImage::from_pixel(400, 300, Rgb([70, 52, 40])));
    for (photo, more, reason) in [
        (&table, &[][..], "no grid is recognised, expected --corners and --grid"),
        (&board, &["--grid", "9x12"], "shows 12 × 9 squares, expected 9 × 12 as --grid says"),
        (&board, &["--corners", "1,1:90,1:90,90:1,90"], "--grid"),
    ] {
        let ran = trace(photo, more).ending(2);
        assert!(ran.err.contains(reason), "{more:?}: {}", ran.err);
        assert!(!Path::new(out).exists(), "{more:?}");
    }
    let traced = trace(&board, &[]).ending(0).json();
    assert_eq!((&traced["columns"], &traced["rows"]), (&12.into(), &9.into()));
    let squares = traced["squares"].as_array().expect("squares are listed");
    let last = squares.last().expect("there are squares");
    assert_eq!((&last["square"], &last["section"]), (&"L9".into(), &3.into()));

    // Another photo of the board, from a different side of the table, and one without a board.
    let again = file("again.png", &image::imageops::rotate90(&printed()));
    let other = trace(&board, &["--also", &again]).ending(0).json();
    assert_eq!(kinds(&other), kinds(&traced));
    let ran = trace(&board, &["--also", &table]).ending(2);
    assert!(ran.err.contains("table.png: no grid of 12 × 9 is recognised"), "{}", ran.err);
}
