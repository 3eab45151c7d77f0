//! The players' phones in a scenario: secret initiatives, the buttons of a character, and whom
//! monsters would attack.

use egui::Key;
use founders_ledger::app::Command;
use founders_ledger::app::phones::PhonesCommand;
use phones::SeatId;
use ui_menu::Menu;

use crate::app::Desk;
use crate::phones::{Phone, switch_on, wait_until};
use crate::scenario::{desk, played, table};

/// Three characters before the first round, and a Guard with its card.
const TABLE: &str = "board 6x4
level 1
card Guard: move 2, attack 2
character Brute at B2, unrevealed, hit points 10/10
character Mage at A1, unrevealed, hit points 6/6
character Scout at A3, unrevealed, hit points 8/8
hand Brute: 8
normal Guard 1 at E2, hit points 8/8
initiative Guard: 50";

/// Returns the seat of a character.
fn seat(desk: &Desk, name: &str) -> SeatId {
    let record = desk.app().scenario().expect("a scenario is open");
    record.game().position().find(name).expect("it is on the map").into()
}

/// Switches the phones on, and has these characters join.
fn joined<const N: usize>(text: &str, names: [&str; N]) -> (Desk, [Phone; N]) {
    let mut desk = desk(text);
    switch_on(&mut desk);
    let phones = names.map(|name| {
        let seat = seat(&desk, name);
        Phone::join(&mut desk, seat)
    });
    (desk, phones)
}

/// Hands an initiative over, and waits for the laptop.
#[track_caller]
fn choose(desk: &mut Desk, phone: &Phone, first: &str, second: &str, kind: &str) {
    let body = format!("round=1&first={first}&second={second}&kind={kind}");
    let (status, text) = phone.send("POST", "/initiative", &body);
    assert_eq!(status, 202, "{text}");
    desk.settle();
}

/// Presses a button on the page of a seat, by its name.
#[track_caller]
fn press(desk: &mut Desk, phone: &Phone, name: &str) {
    let page = phone.page("/seat");
    let (before, _) = page.split_once(&format!("aria-label=\"{name}\"")).unwrap_or_else(|| {
        panic!("there is no button {name}: {page}");
    });
    let (_, index) = before.rsplit_once("data-move=\"").expect("it has a place");
    let (_, entry) = page.split_once("data-entry=\"").expect("the entry");
    let number = |text: &str| text.split('"').next().unwrap_or_default().to_owned();
    let body = format!("entry={}&move={}", number(entry), number(index));
    let (status, text) = phone.send("POST", "/suggest", &body);
    assert_eq!(status, 202, "{text}");
    desk.settle();
}

#[test]
fn initiatives_from_phones_are_turned_over_together() {
    let (mut desk, [brute, mage, scout]) = joined(TABLE, ["Brute", "Mage", "Scout"]);
    assert!(brute.page("/status").contains("Choose your initiative"), "{}", brute.page("/status"));
    choose(&mut desk, &brute, "45", "12", "cards");
    choose(&mut desk, &mage, "7", "", "cards");
    assert_eq!(played(&desk), Vec::<String>::new(), "nothing is turned over yet");
    assert!(brute.page("/vote").contains("Sealed"), "{}", brute.page("/vote"));
    assert!(desk.shows("Scout chooses on a phone."), "{:#?}", desk.labels());
    choose(&mut desk, &mage, "80", "", "cards");
    choose(&mut desk, &scout, "20", "", "cards");
    let expected = ["initiative Brute: 45/12", "initiative Mage: 80", "initiative Scout: 20"]
        .map(str::to_owned);
    assert_eq!(played(&desk), expected);
    assert!(scout.page("/status").contains("It is your turn."), "{}", scout.page("/status"));
    assert!(brute.page("/seat").contains("45/12"), "{}", brute.page("/seat"));
}

#[test]
fn initiatives_on_phones_are_turned_over_by_a_press_while_others_are_typed() {
    let (mut desk, [brute, mage]) = joined(TABLE, ["Brute", "Mage"]);
    choose(&mut desk, &brute, "45", "", "cards");
    assert!(
        !desk.shows("Turn the sealed initiatives over"),
        "the Mage has not chosen yet: {:#?}",
        desk.labels()
    );
    choose(&mut desk, &mage, "30", "", "cards");
    assert_eq!(played(&desk), Vec::<String>::new(), "the Scout has no phone");
    desk.press("Turn the sealed initiatives over");
    assert_eq!(played(&desk), ["initiative Brute: 45", "initiative Mage: 30"]);
    desk.type_text("20");
    desk.settle();
    assert_eq!(played(&desk).last().map(String::as_str), Some("initiative Scout: 20"));
}

#[test]
fn last_initiative_typed_at_the_laptop_turns_those_of_phones_over() {
    let (mut desk, [brute, mage]) = joined(TABLE, ["Brute", "Mage"]);
    choose(&mut desk, &mage, "30", "", "cards");
    choose(&mut desk, &brute, "45", "", "cards");
    desk.type_text("20");
    desk.settle();
    let expected = ["initiative Scout: 20", "initiative Brute: 45", "initiative Mage: 30"];
    assert_eq!(played(&desk), expected, "digits skip the characters on phones");
}

#[test]
fn long_rest_that_the_rules_do_not_allow_is_refused_before_it_is_sealed() {
    let (mut desk, [brute]) = joined(TABLE, ["Brute"]);
    choose(&mut desk, &brute, "", "", "rest");
    let status = brute.page("/status");
    assert!(status.contains("class=\"refusal\"") && status.contains("S4.2"), "{status}");
    assert!(brute.page("/vote").contains("<form"), "it can choose again");
    choose(&mut desk, &brute, "45", "", "cards");
    assert!(brute.page("/vote").contains("Sealed"), "{}", brute.page("/vote"));
}

#[test]
fn initiative_from_a_phone_changes_nothing_that_others_can_see() {
    let seen = [("45", "12", "cards"), ("8", "", "cards")].map(|(first, second, kind)| {
        let (mut desk, [brute, mage]) = joined(TABLE, ["Brute", "Mage"]);
        choose(&mut desk, &brute, first, second, kind);
        wait_until(&mut desk, |_| mage.page("/latest").contains("id=\"board\""));
        let pages = ["/status", "/seat", "/vote", "/latest", "/moves"].map(|path| mage.page(path));
        (desk.labels(), table(&desk), played(&desk), pages.concat())
    });
    assert_eq!(seen[0], seen[1]);
}

#[test]
fn sealed_initiative_is_discarded_when_the_round_is_taken_back() {
    let (mut desk, [brute]) = joined(TABLE, ["Brute"]);
    choose(&mut desk, &brute, "45", "", "cards");
    desk.give(ui_scenario::ScenarioCommand::Play(scenario_rules::Action::Round));
    desk.settle();
    assert!(brute.page("/vote").contains("<form"), "{}", brute.page("/vote"));
    let late = brute.send("POST", "/initiative", "round=1&first=45&second=&kind=cards");
    assert_eq!(late.0, 409, "{late:?}");
}

#[test]
fn sealed_initiative_is_discarded_with_the_phones() {
    let (mut desk, [brute]) = joined(TABLE, ["Brute"]);
    choose(&mut desk, &brute, "45", "", "cards");
    desk.give(PhonesCommand::SwitchOff);
    desk.settle();
    assert!(!desk.shows("Turn the sealed initiatives over"), "{:#?}", desk.labels());
    desk.type_text("302010");
    desk.settle();
    let expected = ["initiative Brute: 30", "initiative Mage: 20", "initiative Scout: 10"];
    assert_eq!(played(&desk), expected, "digits go to every character again");
}

#[test]
fn character_is_changed_by_the_buttons_of_its_phone() {
    let (mut desk, [brute]) = joined(TABLE, ["Brute"]);
    press(&mut desk, &brute, "3 damage");
    press(&mut desk, &brute, "Poisoned");
    press(&mut desk, &brute, "1 experience");
    assert_eq!(played(&desk), ["suffer Brute: 3", "gain Brute: poisoned", "experience Brute: +1"]);
    let page = brute.page("/seat");
    assert!(page.contains("7/10") && page.contains("aria-pressed=\"true\">Poisoned"), "{page}");
}

#[test]
fn laptop_asks_before_a_press_on_a_phone_if_the_table_wants_it() {
    let (mut desk, [brute]) = joined(TABLE, ["Brute"]);
    desk.give(PhonesCommand::SetRecording(false));
    desk.settle();
    press(&mut desk, &brute, "3 damage");
    assert_eq!(played(&desk), Vec::<String>::new());
    assert!(desk.shows("Brute suggests"), "{:#?}", desk.labels());
    desk.press("Record it");
    assert_eq!(played(&desk), ["suffer Brute: 3"]);
}

#[test]
fn phone_says_whom_monsters_would_attack_in_another_hex() {
    let (_desk, [mage]) = joined(&TABLE.replace("unrevealed", "initiative 30"), ["Mage"]);
    let page = mage.page("/moves");
    assert!(page.contains("In A1, where you stand") && page.contains("Guard 1"), "{page}");
    let near = mage.page("/moves?q=d2");
    assert!(near.contains("Guard 1 goes for Mage"), "{near}");
    assert!(near.contains("A walk costs"), "{near}");
    let center = mage.page("/moves?q=@0.5,0.5");
    assert!(center.contains("In C3") && center.contains("value=\"C3\""), "{center}");
    assert!(mage.page("/moves?q=Z99").contains("no such hex"), "{}", mage.page("/moves?q=Z99"));
    assert!(mage.page("/moves?q=B2").contains("class=\"refusal\""), "the Brute stands there");
}

#[test]
fn phones_of_a_scenario_end_with_it_and_need_a_character() {
    let (mut desk, [brute]) = joined(TABLE, ["Brute"]);
    desk.give(Command::Menu(Menu::Phones));
    assert!(desk.shows("Brute: phone") && desk.shows("Mage: no phone"), "{:#?}", desk.labels());
    desk.key(Key::Escape);
    desk.give(Command::Menu(Menu::Start));
    desk.settle();
    assert_eq!(desk.app().phones_link(), None);
    drop(brute);
    let mut empty = crate::scenario::desk("board 3x3");
    switch_on(&mut empty);
    assert_eq!(empty.app().phones_link(), None);
    empty.give(Command::Menu(Menu::Phones));
    assert!(empty.shows("There are no characters on the map yet."), "{:#?}", empty.labels());
}
