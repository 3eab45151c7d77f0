//! The subcommands `table keep` and `table compare`, with a table drawn by the tests.

use std::path::Path;

use image::{Rgb, RgbImage, imageops};
use serde_json::Value;

use crate::{folder, record, run, write};

/// The side of a square, in pixels.
const SIDE: u32 = 40;
/// The margin around the board, in pixels.
const AROUND: u32 = 20;

/// Returns the columns and rows of the board of a game.
fn size(file: &str) -> (u32, u32) {
    let bytes = std::fs::read(file).expect("the record is there");
    let journal = notation::record::read_record(&bytes).record.expect("the record is sound");
    let (columns, rows) = journal.game().board().size();
    (columns.into(), rows.into())
}

/// Draws a table with terrain of four colors and tiles on these squares, at `light` percent of
/// full light.
fn table((columns, rows): (u32, u32), tiles: &[(u32, u32)], light: u32) -> RgbImage {
    let grounds = [[170, 112, 92], [118, 126, 84], [112, 136, 146], [206, 194, 166]];
    RgbImage::from_fn(columns * SIDE + 2 * AROUND, rows * SIDE + 2 * AROUND, |x, y| {
        let (column, row) = (x.saturating_sub(AROUND) / SIDE, y.saturating_sub(AROUND) / SIDE);
        let is_on = x >= AROUND && y >= AROUND && column < columns && row < rows;
        let (u, v) = (x.wrapping_sub(AROUND) % SIDE, y.wrapping_sub(AROUND) % SIDE);
        let is_tile =
            tiles.contains(&(column, row)) && (3..37).contains(&u) && (3..37).contains(&v);
        let ground = grounds[((column * 7 + row * row * 3 + column * row) % 4) as usize];
        let color = match (is_on, is_tile, u == 0 || v == 0) {
            (false, ..) => [60, 40, 30],
            (true, true, _) => [150, 60, 140],
            (true, false, true) => [80, 76, 72],
            (true, false, false) => ground,
        };
        // Some noise, as in a photograph.
        let grain = (x * 7 + y * 13) % 5;
        Rgb(color.map(|part: u32| byte((part + grain) * light / 100)))
    })
}

fn byte(part: u32) -> u8 {
    u8::try_from(part).expect("it is a color component")
}

fn save(folder: &Path, name: &str, picture: &RgbImage) -> String {
    let path = folder.join(name);
    picture.save(&path).expect("the picture can be written");
    path.into_os_string().into_string().expect("the path is text")
}

/// Returns the corners of the grid in a picture of the table.
fn corners((columns, rows): (u32, u32)) -> String {
    let (right, bottom) = (columns * SIDE + AROUND, rows * SIDE + AROUND);
    format!("{AROUND},{AROUND}:{right},{AROUND}:{right},{bottom}:{AROUND},{bottom}")
}

fn squares(compared: &Value) -> Vec<&str> {
    let squares = compared["squares"].as_array().expect("squares are listed").iter();
    squares.filter_map(|square| square["square"].as_str()).collect()
}

#[test]
fn table_compare_finds_moved_tiles_from_any_side_of_the_table() {
    let folder = folder("table");
    let own = folder.join("own").into_os_string().into_string().expect("the path is text");
    let game = write(&folder, "evening.founders", std::fs::read(record(3)).expect("it is there"));
    let size = size(&game);
    let corners = corners(size);
    let ask = |subcommand: &str, photo: &str, more: &[&str]| {
        let words = ["table", subcommand, &game, photo, "--own", &own, "--corners", &corners];
        run(&[&words[..], more].concat())
    };
    let left = save(&folder, "left.png", &table(size, &[(2, 1), (5, 4)], 100));
    // Without a stored photograph there is nothing to compare with.
    let ran = ask("compare", &left, &[]).ending(2);
    assert!(ran.err.contains("no photograph is kept with this game"), "{}", ran.err);
    let record_before = std::fs::read(&game).expect("the record is there");
    ask("keep", &left, &[]).ending(0);
    // One tile is a square too low, and the light is darker.
    let again = table(size, &[(2, 2), (5, 4)], 80);
    let found = [again.clone(), imageops::rotate180(&again)].map(|picture| {
        let photo = save(&folder, "again.png", &picture);
        ask("compare", &photo, &["--json"]).ending(0).json()
    });
    for compared in &found {
        let mut marked = squares(compared);
        marked.sort_unstable();
        assert_eq!(marked, ["C2", "C3"]);
        assert_eq!(compared["unseen"].as_array().map(Vec::len), Some(0));
    }
    let same = ask("compare", &left, &[]).ending(0);
    assert!(same.out.contains("no square differs"), "{}", same.out);
    assert_eq!(std::fs::read(&game).expect("it is there"), record_before, "nothing is recorded");
}

#[test]
fn table_compare_names_the_recorded_item_on_a_square_that_differs() {
    let folder = folder("table-record");
    let own = folder.join("own").into_os_string().into_string().expect("the path is text");
    let game = write(&folder, "evening.founders", std::fs::read(record(2)).expect("it is there"));
    let layout = run(&["layout", &game, "--json"]).ending(0).json();
    let items = layout["items"].as_array().expect("items are listed");
    let house = items.iter().find(|item| {
        let text = item["text"].as_str().unwrap_or_default();
        text.contains("House") || text.contains("house on")
    });
    let item = house
        .or_else(|| {
            items.iter().find(|item| {
                let squares = item["squares"].as_array().map_or(0, Vec::len);
                squares == 1 && item["part"] != "Board" && item["part"] != "Roads"
            })
        })
        .expect("an item is on a single square");
    let square = item["squares"][0].as_str().expect("a square");
    let at: components::square::Square = square.parse().expect("a square");
    let size = size(&game);
    let corners = corners(size);
    let left = save(&folder, "left.png", &table(size, &[(at.column.into(), at.row.into())], 100));
    let again = save(&folder, "again.png", &table(size, &[], 100));
    let ask = |subcommand: &str, photo: &str| {
        run(&["table", subcommand, &game, photo, "--own", &own, "--corners", &corners])
    };
    ask("keep", &left).ending(0);
    let compared = ask("compare", &again).ending(0).out;
    assert!(compared.contains(&format!("  {square}, ")), "{compared}");
    assert!(compared.contains(item["text"].as_str().expect("words")), "{compared}");
}

#[test]
fn table_compare_reports_a_damaged_photo_and_another_board() {
    let folder = folder("table-damaged");
    let own = folder.join("own");
    let game = write(&folder, "evening.founders", std::fs::read(record(3)).expect("it is there"));
    let (columns, rows) = size(&game);
    let photo = save(&folder, "left.png", &table((columns, rows), &[], 100));
    let corners = corners((columns, rows));
    let own_words = own.to_str().expect("the path is text");
    let ask = |subcommand: &str, photo: &str| {
        run(&["table", subcommand, &game, photo, "--own", own_words, "--corners", &corners])
    };
    ask("keep", &photo).ending(0);
    let noise = RgbImage::from_fn(columns * SIDE + 2 * AROUND, rows * SIDE + 2 * AROUND, |x, y| {
        Rgb([x * x * 31 + y * 17, x * 5 + y * y * 7, x * y].map(|part| byte(part % 256)))
    });
    let other = save(&folder, "other.png", &noise);
    let ran = ask("compare", &other).ending(2);
    assert!(ran.err.contains("do not show the same board"), "{}", ran.err);
    let stored = std::fs::read_dir(own.join("tables"))
        .expect("one is stored")
        .next()
        .expect("one is stored")
        .expect("it can be listed")
        .path();
    let bytes = std::fs::read(&stored).expect("it can be read");
    std::fs::write(&stored, &bytes[..bytes.len() / 2]).expect("there is space on the disk");
    let ran = ask("compare", &photo).ending(2);
    assert!(ran.err.contains("cut off") && ran.err.contains("nothing else is lost"), "{}", ran.err);
    // Another one can be stored in its place.
    ask("keep", &photo).ending(0);
    ask("compare", &photo).ending(0);
}

#[test]
fn table_keep_and_compare_use_a_guess_only_if_it_is_accepted() {
    let folder = folder("table-guess");
    let own = folder.join("own").into_os_string().into_string().expect("the path is text");
    let game = write(&folder, "evening.founders", std::fs::read(record(3)).expect("it is there"));
    let (columns, rows) = size(&game);
    let ask = |subcommand: &str, photo: &str, more: &[&str]| {
        let words = ["table", subcommand, &game, photo, "--own", &own];
        run(&[&words[..], more].concat())
    };
    // A column more than the board has, so that the place of the others is a guess. With a row more,
    // the squares would be as many in both directions, and the board might lie on its side.
    let photo = save(&folder, "more.png", &table((columns + 1, rows), &[], 100));
    let ran = ask("keep", &photo, &[]).ending(2);
    let (_, arguments) = ran.err.split_once("--guess to use the guess ").expect("a guess");
    let arguments: Vec<&str> = arguments.split_whitespace().collect();
    assert_eq!((arguments.len(), arguments[0]), (2, "--corners"));
    ask("keep", &photo, &arguments).ending(0);
    ask("keep", &photo, &["--guess"]).ending(0);
    let ran = ask("compare", &photo, &[]).ending(2);
    assert!(ran.err.contains(arguments[1]), "{}", ran.err);
    let same = ask("compare", &photo, &["--guess"]).ending(0);
    assert!(same.out.contains("no square differs"), "{}", same.out);
    let bare = save(&folder, "bare.png", &RgbImage::from_pixel(400, 300, Rgb([60, 40, 30])));
    let ran = ask("keep", &bare, &["--guess"]).ending(2);
    assert!(ran.err.contains(" is recognised, expected --corners"), "{}", ran.err);
}
