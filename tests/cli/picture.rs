//! The subcommand `picture`: pictures drawn without a display.

use std::fs;

use crate::{folder, record, run};

#[track_caller]
fn check_refused(name: &str, more: &[&str], word: &str) {
    let out = folder("refused_pictures").join(name);
    let out = out.to_str().expect("the path is text");
    let mut words = vec!["picture", record(2), "--out", out];
    words.extend(more);
    let ran = run(&words).ending(2);
    assert!(ran.err.contains(word), "{word} is missing in {}", ran.err);
    assert_eq!(ran.out, "");
    assert!(fs::metadata(out).is_err(), "{out} was written");
}

#[test]
fn picture_draws_the_board_as_png_of_the_requested_size() {
    let out = folder("png").join("board.png");
    let out = out.to_str().expect("the path is text");
    let words =
        ["picture", record(4), "--at", "20", "--out", out, "--size", "300x260", "--turns", "1"];
    let ran = run(&words).ending(0);
    assert!(ran.out.contains("after entry 20"), "{}", ran.out);
    let bytes = fs::read(out).expect("the picture is there");
    assert!(bytes.starts_with(b"\x89PNG\r\n\x1a\n"));
    // Width and height are in the first chunk, most significant byte first.
    let side = |from: usize| bytes[from..from + 4].iter().fold(0, |n, &b| n * 256 + u32::from(b));
    assert_eq!((side(16), side(20)), (300, 260));
}

#[test]
fn picture_draws_the_board_as_self_contained_svg() {
    let out = folder("svg").join("board.SVG");
    let out = out.to_str().expect("the path is text");
    run(&["picture", record(3), "--out", out]).ending(0);
    let text = fs::read_to_string(out).expect("the picture is there");
    assert!(text.starts_with("<svg ") && text.trim_end().ends_with("</svg>"));
    assert!(text.contains("width=\"1600\" height=\"1500\""));
    assert!(!text.contains("href=\"http") && !text.contains("<image"));
}

#[test]
fn picture_draws_the_result_as_on_its_page() {
    let out = folder("result_picture").join("result.svg");
    let out = out.to_str().expect("the path is text");
    let example = "assets/examples/four-founders.founders";
    let ran = run(&["picture", example, "--result", "--out", out]).ending(0);
    assert!(ran.out.contains("the result after entry 143, 1600 by 1200 pixels"), "{}", ran.out);
    let text = fs::read_to_string(out).expect("the picture is there");
    for words in ["Cleo founds", "Three Rivers", ">33<", "Best single delivery", "David 30"] {
        assert!(text.contains(words), "{words}");
    }
}

#[test]
fn picture_refuses_wrong_arguments_before_writing_anything() {
    check_refused("board.jpg", &[], ".png or .svg");
    check_refused("board", &[], ".png or .svg");
    check_refused("board.png", &["--size", "0x100"], "1 to 10000");
    check_refused("board.png", &["--size", "100x10001"], "1 to 10000");
    check_refused("board.png", &["--size", "10000x10000"], "16 million pixels");
    check_refused("board.png", &["--size", "big"], "1600x1500");
    check_refused("board.png", &["--at", "99999"], "99999");
    check_refused("board.png", &["--turns", "4"], "--turns");
    check_refused("board.png", &["--result", "--at", "20"], "the game is not over");
    check_refused("board.png", &["--result", "--turns", "1"], "--result");
    check_refused("no/such/folder/board.png", &[], "cannot be written");
}
