//! Photographs taken with a phone: chosen, awaited, on the tracing page and in the comparison.

use std::io::Cursor;

use components::square::Square;
use egui::Key;
use founders_ledger::app::Command;
use founders_ledger::app::phones::PhonesCommand;
use image::{ImageFormat, RgbImage};
use rules::player::PlayerId;
use ui_menu::Menu;

use crate::app::{Desk, journal_of};
use crate::phones::{Phone, switch_on, wait_until};
use crate::table_photo::{choose_picture, desk, table, wait_until_stored, world};

/// A game of four players.
const GAME: &str = "four-founders.founders";
/// The button that takes a photograph with the only phone.
const TAKE: &str = "Take it with a phone";
/// The start of the words while a picture is awaited.
const WAITING: &str = "Waiting for a picture";
/// The start of the button on the phone.
const ON_PHONE: &str = "data-picture=\"Photograph ";

fn png(picture: &RgbImage) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    picture.write_to(&mut bytes, ImageFormat::Png).expect("it can be encoded");
    bytes.into_inner()
}

/// Returns a small picture.
fn small() -> Vec<u8> {
    let shade = |x, y| if (x / 8 + y / 8) % 2 == 0 { 60 } else { 200 };
    png(&RgbImage::from_fn(64, 48, |x, y| image::Rgb([shade(x, y); 3])))
}

/// Opens the tracing page over a game with phones in these seats.
fn tracing(seats: &[u8]) -> (Desk, Vec<Phone>) {
    let mut desk = Desk::at(GAME, 40);
    switch_on(&mut desk);
    let phones = seats.iter().map(|seat| Phone::join(&mut desk, PlayerId(*seat))).collect();
    desk.give(Command::Menu(Menu::Trace));
    (desk, phones)
}

#[test]
fn tracing_page_offers_a_phone_only_while_a_player_has_one() {
    let (mut desk, _) = tracing(&[]);
    assert!(desk.shows("Open a photograph…") && !desk.shows(TAKE), "{:#?}", desk.labels());
    let phone = Phone::join(&mut desk, PlayerId(2));
    assert!(desk.shows(TAKE), "{:#?}", desk.labels());
    assert_eq!(phone.send("POST", "/leave", "").0, 200);
    desk.settle();
    assert!(!desk.shows(TAKE), "{:#?}", desk.labels());
}

#[test]
fn picture_of_the_only_phone_arrives_on_the_tracing_page() {
    let (mut desk, phones) = tracing(&[1]);
    assert!(!phones[0].page("/status").contains(ON_PHONE));
    desk.press(TAKE);
    assert!(desk.shows(WAITING) && desk.shows("Cancel"), "{:#?}", desk.labels());
    let page = phones[0].page("/status");
    assert!(page.contains("data-picture=\"Photograph the board for the laptop\""), "{page}");
    assert_eq!(phones[0].send_picture(&small()).0, 200);
    desk.wait_for("Straighten and paint");
    assert!(!desk.shows(WAITING), "{:#?}", desk.labels());
    let page = phones[0].page("/status");
    assert!(page.contains("The picture is at the laptop.") && !page.contains(ON_PHONE), "{page}");
    assert_eq!(phones[0].send_picture(&small()).0, 409, "it was taken already");
}

#[test]
fn player_chooses_which_of_several_phones_takes_the_picture() {
    let (mut desk, phones) = tracing(&[0, 3]);
    let record = journal_of(GAME);
    let name = record.game().player_name(PlayerId(3));
    desk.press(TAKE);
    desk.press(&format!("Take it with the phone of {name}"));
    assert!(desk.shows(&format!("{name}'s phone")), "{:#?}", desk.labels());
    assert_eq!(phones[0].send_picture(&small()).0, 409);
    assert!(!phones[0].page("/status").contains(ON_PHONE));
    assert_eq!(phones[1].send_picture(&small()).0, 200);
    desk.wait_for("Straighten and paint");
}

#[test]
fn cancelled_picture_is_awaited_no_more() {
    let (mut desk, phones) = tracing(&[1]);
    for close in [|desk: &mut Desk| desk.press("Cancel"), |desk: &mut Desk| desk.key(Key::Escape)] {
        desk.press(TAKE);
        assert!(phones[0].page("/status").contains(ON_PHONE));
        close(&mut desk);
        desk.settle();
        assert!(!phones[0].page("/status").contains(ON_PHONE));
        assert_eq!(phones[0].send_picture(&small()).0, 409);
        desk.settle();
        assert!(desk.shows("Paint an empty grid"), "{:#?}", desk.labels());
    }
}

#[test]
fn picture_of_a_phone_that_leaves_is_awaited_no_more() {
    let (mut desk, phones) = tracing(&[1]);
    desk.press(TAKE);
    assert_eq!(phones[0].send("POST", "/leave", "").0, 200);
    desk.settle();
    assert!(!desk.shows(WAITING) && desk.shows("has left"), "{:#?}", desk.labels());
    assert_eq!(phones[0].send_picture(&small()).0, 401);
    let next = Phone::join(&mut desk, PlayerId(1));
    assert!(!next.page("/status").contains(ON_PHONE), "{:#?}", desk.labels());
    desk.press(TAKE);
    desk.give(PhonesCommand::SwitchOff);
    assert!(!desk.shows(WAITING) && !desk.shows(TAKE), "{:#?}", desk.labels());
}

#[test]
fn file_of_a_phone_that_is_no_picture_is_refused_as_a_chosen_one() {
    let (mut desk, phones) = tracing(&[1]);
    desk.press(TAKE);
    assert_eq!(phones[0].send_picture(b"no picture").0, 200);
    desk.wait_for("'s picture: ");
    assert!(desk.shows("Paint an empty grid"), "{:#?}", desk.labels());
}

#[test]
fn picture_from_a_phone_is_compared_with_the_stored_one() {
    let (world, game) = world("by phone");
    let mut desk = desk(&world, &game);
    let board = desk.game().board().clone();
    let square = |name: &str| -> Square { name.parse().expect("a square") };
    let left = table(&board, &[square("D5"), square("J8")], 100);
    choose_picture(&mut desk, Menu::KeepPhotograph, &game, &left);
    desk.key(Key::Enter);
    wait_until_stored(&mut desk, &world);

    switch_on(&mut desk);
    let phone = Phone::join(&mut desk, PlayerId(0));
    desk.give(Command::Menu(Menu::ComparePhotograph));
    desk.wait_for("Choose a file…");
    desk.press(TAKE);
    let page = phone.page("/status");
    assert!(page.contains("data-picture=\"Photograph the table for the laptop\""), "{page}");
    assert_eq!(phone.send_picture(&png(&left)).0, 200);
    desk.wait_for("Grid found: ");
    assert!(desk.shows("Compare photographs") && desk.shows(TAKE), "{:#?}", desk.labels());
    // Another one from the page itself.
    desk.press(TAKE);
    let now = table(&board, &[square("D5")], 90);
    assert_eq!(phone.send_picture(&png(&now)).0, 200);
    wait_until(&mut desk, |desk| !desk.shows("Reading") && desk.shows("Grid found: "));
    desk.key(Key::Enter);
    desk.wait_for("1 of 272 squares differs");
}

#[test]
fn file_can_still_be_chosen_while_phones_are_on() {
    let mut desk = Desk::at(GAME, 40);
    switch_on(&mut desk);
    let _phone = Phone::join(&mut desk, PlayerId(0));
    desk.give(Command::Menu(Menu::Photograph));
    assert!(desk.shows(TAKE), "{:#?}", desk.labels());
    desk.press("Choose a file…");
    assert!(!desk.shows(TAKE), "{:#?}", desk.labels());
    assert!(desk.shows("Open a photograph"), "{:#?}", desk.labels());
}
