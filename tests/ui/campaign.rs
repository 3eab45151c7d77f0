//! A campaign in the window: founded, played and corrected by pointer and by keys.

use campaign::Record;
use campaign::action::{parse_action, print_action};
use campaign::record::{Change, new_record, played_actions, print};
use egui::Key;
use founders_ledger::app::Command;
use ui_board::settings::Settings;
use ui_kit::theme::Appearance;
use ui_menu::Menu;

use crate::app::Desk;
use crate::scenario::fill;
use crate::visible::hidden_places;

/// Four characters after their first scenario, back in the town. Anna can take level 2.
pub const TOWN: [&str; 24] = [
    "open class Warden",
    "open class Piper",
    "open class Smith",
    "open class Scribe",
    "class Warden: hand 10, hit points 10 12 14 16 18 20 22 24 26",
    "party Wolves",
    "character Anna: Warden, level 1, quest 512",
    "character Ben: Piper, level 1, quest 517",
    "character Cleo: Smith, level 1, quest 520",
    "character Dan: Scribe, level 1, quest 521",
    "join Anna: Wolves",
    "join Ben: Wolves",
    "join Cleo: Wolves",
    "join Dan: Wolves",
    "item 3: 20 gold, 2 copies, legs, title Reed Boots",
    "item 7: 15 gold, 2 copies, head",
    "buy Anna: 3",
    "buy Ben: 7",
    "effects: unlock 1",
    "scenario 1: links 2, linked to town",
    "travel Wolves: 1",
    "won Wolves: level 1",
    "gains Anna: 40 experience, 5 tokens, 2 checkmarks",
    "travel Wolves: town",
];

/// The most presses, digits and keys of a visit to the town.
const BUDGET: usize = 40;

/// Returns the record of a campaign with these entries.
pub fn record_of<'l>(lines: impl IntoIterator<Item = &'l str>) -> Record {
    let mut record = new_record();
    for line in lines {
        let action = parse_action(line).unwrap_or_else(|error| panic!("{line}: {error}"));
        record.apply(Change::Play(action)).unwrap_or_else(|error| panic!("{line}: {error:?}"));
    }
    record
}

/// Starts the app in a window of this size with a campaign of these entries open.
fn desk_at<'l>(size: [f32; 2], lines: impl IntoIterator<Item = &'l str>) -> Desk {
    let settings = Settings { look: Appearance::Light, ..Settings::default() };
    let mut desk = Desk::in_window(settings, size, 1.0);
    desk.give(Command::OpenText(print(&record_of(lines))));
    (desk.clicks, desk.keys) = (0, 0);
    desk
}

fn desk<'l>(lines: impl IntoIterator<Item = &'l str>) -> Desk {
    desk_at([1280.0, 800.0], lines)
}

pub fn record(desk: &Desk) -> &Record {
    desk.app().campaign().expect("a campaign is open")
}

/// Returns the recorded actions from an entry on, as text.
fn played_from(desk: &Desk, from: usize) -> Vec<String> {
    played_actions(record(desk)).skip(from).map(print_action).collect()
}

#[test]
fn campaign_is_founded_in_the_window() {
    let mut desk = Desk::new();
    desk.press("Campaign");
    fill(&mut desk, "New party", "Wolves");
    fill(&mut desk, "Open a class", "Warden");
    // The form for a character is open, as a party needs some, with the class that was opened.
    desk.press("Name");
    desk.type_text("Anna");
    fill(&mut desk, "Personal quest kept", "512");
    assert_eq!(
        played_from(&desk, 0),
        [
            "party Wolves",
            "open class Warden",
            "character Anna: Warden, level 1, quest 512",
            "join Anna: Wolves",
        ]
    );
    assert!(desk.shows("Latest: Anna joins Wolves."), "{:#?}", desk.labels());
}

/// A whole visit to the town: four characters take a level, buy three items, sell two, donate twice
/// and have one event.
#[test]
fn visit_to_the_town_takes_forty_presses() {
    for size in [[800.0, 480.0], [1280.0, 800.0]] {
        let mut desk = desk_at(size, TOWN.into_iter().chain(["correct experience Anna: 60"]));
        let before = record(&desk).cursor();
        desk.press("Level 2 of Anna");
        desk.press("Donate for Anna");
        desk.press("Donate for Cleo");
        desk.press("Anna");
        desk.press("Sell for 10: 003 Reed Boots");
        desk.press("Buy 007: 15 gold");
        desk.press("Ben");
        desk.press("Sell for 7: 007");
        desk.press("Buy 003 Reed Boots: 20 gold");
        desk.press("Dan");
        desk.press("Buy 003 Reed Boots: 20 gold");
        desk.press("Wolves");
        desk.press("Enter a city event");
        desk.press("Number of the card");
        desk.type_text("12");
        desk.press("A");
        desk.press("removed");
        desk.press("Reputation: one more");
        desk.press("Record the event");
        let presses = desk.clicks + desk.keys;
        assert_eq!(
            played_from(&desk, before),
            [
                "level up Anna",
                "donate Anna",
                "donate Cleo",
                "sell Anna: 3",
                "buy Anna: 7",
                "sell Ben: 7",
                "buy Ben: 3",
                "buy Dan: 3",
                "city Wolves: 12 A, removed, reputation +1",
            ]
        );
        assert!(presses <= BUDGET, "{size:?}: {presses} presses of {BUDGET}");
    }
}

#[test]
fn level_asks_for_its_card_and_its_perk() {
    let mut desk = desk(TOWN.into_iter().chain(["correct experience Anna: 60"]));
    let before = record(&desk).cursor();
    desk.press("Level up: Anna: level 2 can be taken in the town");
    desk.press("Anna");
    assert!(desk.shows("12 hit points"), "{:#?}", desk.labels());
    fill(&mut desk, "Card of the new level", "Iron Hold");
    fill(&mut desk, "1 perk to take", "remove two minus ones");
    assert_eq!(
        played_from(&desk, before),
        ["level up Anna", "card Anna: Iron Hold, level 2", "perk Anna: remove two minus ones"]
    );
    assert!(!desk.has_control("Choose the card"), "nothing is left to choose");
}

#[test]
fn unknown_item_is_asked_once_and_bought() {
    let mut desk = desk(TOWN);
    let before = record(&desk).cursor();
    desk.press("Ben");
    fill(&mut desk, "Buy item", "12");
    assert!(desk.shows("Item 012: what does its card say?"), "{:#?}", desk.labels());
    // The numbers on the card are not invented.
    fill(&mut desk, "Title", "Horn");
    assert!(desk.shows("Type the price and the copies that are on the card."));
    fill(&mut desk, "Price", "10");
    desk.press("Copies: one more");
    desk.press("Copies: one more");
    desk.press("Buy item 012");
    assert_eq!(
        played_from(&desk, before),
        ["item 12: 10 gold, 2 copies, title Horn", "buy Ben: 12"]
    );
    desk.press("Dan");
    desk.press("Buy 012 Horn: 10 gold");
    assert_eq!(played_from(&desk, before + 2), ["buy Dan: 12"]);
}

#[test]
fn refusal_names_its_rule_and_can_be_overruled() {
    let mut desk = desk(TOWN);
    let before = record(&desk).cursor();
    desk.press("Ben");
    fill(&mut desk, "Buy item", "3");
    assert_eq!(played_from(&desk, before), [] as [String; 0]);
    assert!(desk.shows("S14.3"), "{:#?}", desk.labels());
    desk.press("Record it against the rules");
    assert!(desk.shows("Say why, in a few words."), "a reason is required");
    desk.type_text("lent by Cleo");
    desk.key(Key::Enter);
    assert_eq!(played_from(&desk, before), ["overrule buy Ben: 3, because lent by Cleo"]);
    assert!(!desk.shows("Record it against the rules"));
}

#[test]
fn refusal_is_left_with_escape() {
    let mut desk = desk(TOWN);
    desk.press("Ben");
    fill(&mut desk, "Buy item", "200");
    fill(&mut desk, "Price", "10");
    desk.press("Copies: one more");
    desk.press("Buy item 200");
    assert!(desk.shows("Leave it"), "{:#?}", desk.labels());
    desk.drop_focus();
    desk.key(Key::Escape);
    assert!(!desk.shows("Leave it"));
}

#[test]
fn scenario_of_a_campaign_is_played_from_travel_to_rewards() {
    let mut desk = desk(TOWN);
    let before = record(&desk).cursor();
    fill(&mut desk, "Another scenario", "2");
    fill(&mut desk, "Linked to the scenarios", "1");
    // The party has no reward with scenario 2 yet, so that it is locked.
    assert!(desk.shows("S15.1"), "{:#?}", desk.labels());
    desk.press("Leave it");
    desk.press("Not yet");
    desk.press("Casual play");
    fill(&mut desk, "Another scenario", "1");
    desk.press("Scenario level: one more");
    desk.press("Won");
    desk.press("Experience of Anna: one more");
    desk.press("Money tokens of Anna: one more");
    desk.press("Record the gains");
    desk.press("To the town");
    assert_eq!(
        played_from(&desk, before),
        [
            "travel Wolves: 1 casual",
            "won Wolves: level 2",
            "gains Anna: 1 experience, 1 token",
            "gains Ben: nothing",
            "gains Cleo: nothing",
            "gains Dan: nothing",
            "travel Wolves: town",
        ]
    );
}

#[test]
fn rewards_and_other_effects_are_entered_by_their_kind() {
    let mut desk = desk(TOWN.into_iter().take(22));
    let before = record(&desk).cursor();
    desk.press_first("Prosperity: one more");
    desk.press("Gold for each: one more");
    desk.press("The reward in words");
    desk.type_text("First Steps");
    desk.key(Key::Enter);
    desk.press("Record the rewards");
    assert_eq!(
        played_from(&desk, before),
        ["reward Wolves: prosperity +1, gold each +1, achievement First Steps"]
    );
}

#[test]
fn number_is_corrected_as_it_is_at_the_table() {
    let mut desk = desk(TOWN);
    let before = record(&desk).cursor();
    desk.press("Ben");
    desk.press("Correct a number…");
    desk.press("Gold");
    fill(&mut desk, "Gold at the table", "23");
    desk.press("Record the correction");
    assert_eq!(played_from(&desk, before), ["correct gold Ben: 23"]);
}

#[test]
fn every_number_of_a_character_says_why() {
    let mut desk = desk(TOWN);
    desk.press("Anna");
    desk.press("Why these numbers?");
    assert!(desk.shows("5 tokens × 2 (level 1)"), "{:#?}", desk.labels());
    assert!(desk.shows("20 for item 003"), "{:#?}", desk.labels());
}

#[test]
fn number_of_a_rule_opens_its_entry() {
    let mut desk = desk(TOWN);
    desk.press("Town");
    desk.press("Ruling G30");
    assert!(desk.shows("Prosperity levels"), "{:#?}", desk.labels());
}

#[test]
fn retirement_is_a_checklist() {
    let mut desk = desk(TOWN.into_iter().chain(["fulfilled Anna"]));
    let before = record(&desk).cursor();
    desk.press("Open the sheet: Anna: the quest is fulfilled, so it retires in the town");
    for step in ["Item 003 goes back", "The town gains 1 prosperity", "quest 512 leaves the game"] {
        assert!(desk.shows(step), "{step}: {:#?}", desk.labels());
    }
    fill(&mut desk, "Envelope of the quest", "X");
    assert_eq!(played_from(&desk, before), ["retire Anna: envelope X"]);
    assert!(desk.shows("It has retired."), "{:#?}", desk.labels());
}

#[test]
fn enhancement_shows_its_price_before_it_is_paid() {
    let able = ["effects: global The Power of Enhancement", "correct gold Anna: 200"];
    let mut desk = desk(TOWN.into_iter().chain(able));
    let before = record(&desk).cursor();
    desk.press("Anna");
    desk.press("Enhance a card…");
    desk.press("Card");
    desk.type_text("Trample");
    desk.press("Top");
    desk.press("Several targets");
    assert!(desk.shows("= 100 gold"), "{:#?}", desk.labels());
    desk.press("Pay and place the sticker");
    assert_eq!(
        played_from(&desk, before),
        ["enhance Anna: Trample, level 1, top 1 attack, attack, several targets"]
    );
}

#[test]
fn earlier_state_can_be_looked_at_and_is_read_only() {
    let mut desk = desk(TOWN);
    desk.give(Command::Menu(Menu::Previous));
    assert!(desk.shows("You are viewing the campaign after entry 23 of 24."));
    desk.press("Ben");
    desk.press("It is fulfilled");
    assert_eq!(record(&desk).cursor(), 24);
    assert!(desk.shows("press \"Back to now\" first"), "{:#?}", desk.labels());
    desk.press("Back to now");
    desk.press("It is fulfilled");
    assert_eq!(played_from(&desk, 24), ["fulfilled Ben"]);
}

#[test]
fn undo_takes_back_an_entry_and_redo_plays_it_again() {
    let mut desk = desk(TOWN);
    desk.press("Undo");
    assert_eq!(record(&desk).cursor(), 23);
    desk.press("Redo");
    assert_eq!(record(&desk).cursor(), 24);
}

#[test]
fn entry_of_an_earlier_evening_is_repaired_and_the_later_ones_are_judged_again() {
    let mut desk = desk(TOWN);
    desk.key(Key::Num0);
    let entry = desk.label_starting_with("17  ");
    desk.press(&entry);
    assert!(desk.shows("20 for item 003"), "the receipt is shown: {:#?}", desk.labels());
    desk.press("More");
    desk.press("Repair the record…");
    desk.press("Change…");
    fill(&mut desk, "What happened", "buy Cleo: 3");
    assert!(desk.shows("Every later entry holds."), "{:#?}", desk.labels());
    desk.press("Accept the repair");
    let played: Vec<String> = played_actions(record(&desk)).map(print_action).collect();
    assert_eq!(played[16], "buy Cleo: 3");
    assert_eq!(played.len(), 24);
    // One press takes the whole repair back.
    desk.press("Undo");
    let played: Vec<String> = played_actions(record(&desk)).map(print_action).collect();
    assert_eq!(played[16], "buy Anna: 3");
}

#[test]
fn note_and_mark_are_kept() {
    let mut desk = desk(TOWN);
    desk.press("Journal");
    desk.press("More");
    desk.press("Words for a note or a mark");
    desk.type_text("Next week");
    desk.press("Write a note");
    assert_eq!(played_from(&desk, 24), ["note Next week"]);
    desk.press("Words for a note or a mark");
    desk.type_text("Argued");
    desk.press("Mark this entry");
    assert_eq!(record(&desk).commented_entries(), [(25, "Argued")]);
}

#[test]
fn digits_show_the_pages() {
    let mut desk = desk(TOWN);
    for (key, words) in [
        (Key::Num1, "The town"),
        (Key::Num2, "Every item"),
        (Key::Num3, "Warden, level 1"),
        (Key::Num0, "Entry before"),
    ] {
        desk.key(key);
        let words = if key == Key::Num2 { "items have their printed prices" } else { words };
        assert!(desk.shows(words), "{key:?}: {:#?}", desk.labels());
    }
}

#[test]
fn undo_is_in_view_on_every_page_of_every_window() {
    for size in [[640.0, 400.0], [800.0, 480.0], [800.0, 1280.0], [1024.0, 600.0], [1280.0, 800.0]]
    {
        let mut desk = desk_at(size, TOWN);
        for page in ["Town", "Wolves", "Anna", "Journal"] {
            desk.press(page);
            let hidden = hidden_places(desk.ctx());
            assert!(hidden.is_empty(), "{page} at {size:?}: {hidden:#?}");
        }
    }
}

#[test]
fn item_is_equipped_once_its_place_is_known() {
    let mut desk = desk(TOWN.into_iter().chain(["item 9: 10 gold, 2 copies", "buy Anna: 9"]));
    let before = record(&desk).cursor();
    desk.press("Anna");
    desk.press("Equip: 003");
    desk.press("Equip: 009");
    // Nobody has said where item 009 is worn.
    desk.press("Worn: unknown");
    desk.press("small");
    desk.press("Record the item");
    desk.press("Equip: 009");
    desk.press("Equipped: 003");
    assert_eq!(
        played_from(&desk, before),
        ["equip Anna: 3", "item 9: 10 gold, 2 copies, small", "equip Anna: 3 9", "equip Anna: 9",]
    );
}

#[test]
fn listed_perks_are_taken_with_one_press_and_as_often_as_they_have_boxes() {
    let mut desk = desk(TOWN.into_iter().chain(["correct checkmarks Anna: 9"]));
    let before = record(&desk).cursor();
    desk.press("Town");
    desk.press_first("Warden");
    fill(&mut desk, "Perks on its sheet", "remove two -1; add one +3 x2");
    desk.press("Anna");
    desk.press("add one +3 (2 left)");
    desk.press("add one +3");
    assert_eq!(
        played_from(&desk, before),
        [
            "perks Warden: \"remove two -1\", \"add one +3\" 2 times",
            "perk Anna: add one +3",
            "perk Anna: add one +3",
        ]
    );
    desk.press("remove two -1");
    assert!(!desk.has_control("remove two -1"), "every perk is taken");
}

#[test]
fn hand_and_battle_goal_are_chosen_for_the_next_scenario() {
    let level_two =
        ["correct experience Anna: 60", "level up Anna", "card Anna: Iron Hold, level 2"];
    let mut desk = desk(TOWN.into_iter().chain(level_two));
    let before = record(&desk).cursor();
    desk.press("Anna");
    desk.press("Iron Hold");
    assert!(desk.shows("with 9 cards of level 1 or X"), "{:#?}", desk.labels());
    desk.press("Take this hand");
    fill(&mut desk, "Battle goal", "458");
    assert_eq!(
        played_from(&desk, before),
        ["hand Anna: 9 of level 1, Iron Hold", "goal Anna: 458"]
    );
}

#[test]
fn event_has_outcomes_with_conditions() {
    let mut desk = desk(TOWN);
    let before = record(&desk).cursor();
    desk.press("Enter a city event");
    desk.press("Number of the card");
    desk.type_text("8");
    desk.press("B");
    desk.press("put back");
    desk.press("An outcome with a condition…");
    desk.press("Class");
    desk.type_text("Warden");
    desk.press_last("Prosperity: one more");
    desk.press("Add the outcome");
    assert!(desk.shows("If Warden is a member: prosperity +1"), "{:#?}", desk.labels());
    desk.press("Record the event");
    assert_eq!(
        played_from(&desk, before),
        ["city Wolves: 8 B, put back; if class Warden: prosperity +1"]
    );
}

#[test]
fn links_of_a_scenario_are_shown_and_corrected_in_the_town() {
    let open = ["effects: unlock 2", "scenario 2: links 1, needs party First Steps"];
    let mut desk = desk(TOWN.into_iter().chain(open));
    let before = record(&desk).cursor();
    desk.press("Town");
    assert!(
        desk.shows("linked to 1; needs the party achievement First Steps"),
        "{:#?}",
        desk.labels()
    );
    desk.press("Facts of scenario 2");
    desk.press("Linked to the town");
    desk.press("Record the scenario");
    assert_eq!(
        played_from(&desk, before),
        ["scenario 2: links 1, linked to town, needs party First Steps"]
    );
}

#[test]
fn two_parties_share_the_town_and_each_has_its_page() {
    let second = ["party Crows", "effects Crows: reputation +4", "leave Dan", "join Dan: Crows"];
    let mut desk = desk(TOWN.into_iter().chain(second));
    desk.press("Crows");
    assert!(desk.shows("+4: every item costs 1 gold less"), "{:#?}", desk.labels());
    // The tabs are those of the party in view.
    assert!(desk.has_control("Dan") && !desk.has_control("Ben"));
    desk.press("Wolves");
    assert!(desk.has_control("Ben") && !desk.has_control("Dan"));
}

#[test]
fn remedy_of_a_refusal_is_recorded_first_with_one_press() {
    let mut desk = desk(TOWN.into_iter().chain(["scenario 2: links 1"]));
    let before = record(&desk).cursor();
    fill(&mut desk, "Another scenario", "2");
    desk.press("First record: effects: unlock 2");
    assert_eq!(played_from(&desk, before), ["effects: unlock 2", "travel Wolves: 2"]);
}

#[test]
fn open_step_unfolds_its_form_in_view() {
    let mut desk = desk(TOWN);
    desk.press("Town");
    desk.press("Enter it: The Piper: its hit points are unknown");
    let before = record(&desk).cursor();
    fill(&mut desk, "Hit points, levels 1 to 9", "8 9 11 12 14 15 17 18 20");
    assert_eq!(played_from(&desk, before), ["class Piper: hit points 8 9 11 12 14 15 17 18 20"]);
}

#[test]
fn entries_recorded_at_once_are_taken_back_at_once() {
    let mut desk = desk(TOWN);
    let before = record(&desk).cursor();
    desk.press("Record the gains");
    assert_eq!(played_from(&desk, before).len(), 3, "Ben, Cleo and Dan");
    desk.press("Undo");
    assert_eq!(record(&desk).cursor(), before);
    desk.press("Redo");
    assert_eq!(record(&desk).cursor(), before + 3);
}

#[test]
fn half_entered_form_is_kept_while_another_page_is_shown() {
    let mut desk = desk(TOWN);
    desk.press("Enter a city event");
    desk.press("Number of the card");
    desk.type_text("12");
    desk.press("B");
    desk.drop_focus();
    desk.key(Key::Num3);
    assert!(desk.shows("Warden, level 1"));
    desk.key(Key::Num2);
    assert_eq!(desk.value_of("Number of the card"), "12");
}

#[test]
fn refusal_does_not_survive_a_look_at_an_earlier_entry() {
    let mut desk = desk(TOWN);
    desk.press("Ben");
    fill(&mut desk, "Buy item", "3");
    assert!(desk.shows("Record it against the rules"));
    desk.drop_focus();
    desk.give(Command::Menu(Menu::Previous));
    assert!(!desk.shows("Record it against the rules"), "{:#?}", desk.labels());
}

#[test]
fn refused_form_is_empty_once_the_table_has_overruled_it() {
    let mut desk = desk(TOWN.into_iter().chain(["correct gold Ben: 3"]));
    desk.press("Ben");
    fill(&mut desk, "Buy item", "3");
    desk.press("Record it against the rules");
    desk.type_text("lent by Cleo");
    desk.key(Key::Enter);
    assert_eq!(desk.value_of("Buy item"), "");
}

#[test]
fn several_effects_are_typed_one_after_the_other() {
    let mut desk = desk(TOWN.into_iter().take(22));
    let before = record(&desk).cursor();
    desk.press("The reward in words");
    for name in ["First Steps", "Second Steps", "Third Steps"] {
        desk.type_text(name);
        desk.key(Key::Enter);
    }
    // Enter in the empty field records the form.
    desk.key(Key::Enter);
    assert_eq!(
        played_from(&desk, before),
        ["reward Wolves: achievement First Steps, achievement Second Steps, achievement Third \
             Steps"]
    );
}

#[test]
fn gains_of_the_last_scenario_can_still_be_entered_while_the_next_is_played() {
    let away = ["effects: unlock 2", "scenario 2: links 1", "travel Wolves: 2"];
    let mut desk = desk(TOWN.into_iter().take(22).chain(away));
    let before = record(&desk).cursor();
    desk.press("Experience of Ben: one more");
    desk.press("Record the gains");
    assert!(played_from(&desk, before).contains(&"gains Ben: 1 experience".to_owned()));
}

#[test]
fn sheet_says_what_waits_until_the_party_is_in_the_town() {
    let mut desk = desk(TOWN);
    desk.press("Ben");
    assert!(!desk.shows("wait for the town"));
    let away = ["effects: unlock 2", "scenario 2: links 1", "travel Wolves: 2"];
    let mut desk = self::desk(TOWN.into_iter().chain(away));
    desk.press("Ben");
    assert!(desk.shows("Wolves is at scenario 2: levels, buying, selling and donations wait"));
}

#[test]
fn casual_play_does_not_bar_the_way_to_the_town() {
    let mut desk = desk(TOWN.into_iter().take(23));
    desk.press("Casual play");
    desk.press("To the town");
    assert_eq!(played_from(&desk, 23), ["travel Wolves: town"]);
}

#[test]
fn recorded_rewards_fold_their_form() {
    let mut desk = desk(TOWN.into_iter().take(22));
    desk.press_first("Prosperity: one more");
    desk.press("Record the rewards");
    assert!(desk.shows("They are recorded."), "{:#?}", desk.labels());
    assert!(!desk.has_control("Record the rewards"));
    desk.press("Enter more…");
    assert!(desk.has_control("Record the rewards"));
}

#[test]
fn tab_goes_from_number_to_number() {
    let mut desk = desk(TOWN);
    desk.press("Experience of Ben");
    desk.key(Key::Tab);
    assert_eq!(desk.focused().as_deref(), Some("Money tokens of Ben"));
    desk.key(Key::Tab);
    assert_eq!(desk.focused().as_deref(), Some("Checkmarks of Ben"));
}

#[test]
fn refusal_that_the_table_cannot_overrule_offers_nothing_else() {
    let mut desk = desk(TOWN);
    desk.press("Town");
    fill(&mut desk, "New party", "Wolves");
    assert!(desk.shows("Leave it"), "{:#?}", desk.labels());
    assert!(!desk.has_control("Record it against the rules"));
}
