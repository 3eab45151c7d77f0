//! A game with the real box from its initial, mostly unknown state: every card is entered through
//! the forms when it is dealt, taps are counted, and no question is asked twice.

use std::path::{Path, PathBuf};

use components::component_ref::ComponentRef;
use components::describe::Describe;
use components::effect::CardAction;
use components::fact::Certainty;
use components::fact_id::FactId;
use components::missing_info::is_never_needed;
use components::overlay::aligned_spaces;
use components::quantity::Points;
use components::specs::{
    BuildingSpec, Category, Pack, RaceResource, ResourceNames, SpaceSpec, StandardCard, Terrain,
};
use components::square::Square;
use egui::{Key, Modifiers};
use founders_ledger::app::{Command, Environment};
use notation::print_action;
use notation::record::print_log;
use packs::{self, OwnCopy};
use rules::action::ActionKind;
use rules::setup::Setup;
use ui_board::command::FoundersCommand;
use ui_board::settings::Settings;
use ui_box::BoxCommand;
use ui_menu::Menu;

use crate::app::{Desk, STEPS};

const FOUR: &str = "four-founders.founders";

/// Returns a board of our own, as if it had been traced.
fn board() -> Pack {
    let row = "eegggff~ccggffg#ggffeecc";
    let parts = "1111111.2222222.33333333";
    let rows = |row| vec![format!("{row:?}"); 8].join(", ");
    let text = format!(
        "(sources: {{\"traced\": \"a board of a test\"}}, boards: [(name: \"Test Town\", terrain: Known([{}], \"traced\"), sections: Known([{}], \"traced\"), starts: Known([(\"C2\", 1), (\"K2\", 2), (\"Q2\", 3), (\"E6\", 4)], \"traced\"), sites: Known([], \"traced\"))])",
        rows(row),
        rows(parts)
    );
    packs::parse_fragment("board.ron", &text).expect("the board can be read")
}

/// Writes an own copy with a board alone to a new folder; returns its path.
fn own_copy(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("learn").join(name);
    if folder.exists() {
        std::fs::remove_dir_all(&folder).expect("an old folder can be removed");
    }
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    let mut own = OwnCopy::default();
    own.add(&board());
    let path = folder.join(OwnCopy::FILE);
    std::fs::write(&path, own.text()).expect("the file can be written");
    path
}

fn desk(path: &Path) -> Desk {
    let world = Environment {
        own_copy: Some(path.to_owned()),
        today: "2026-11-21".to_owned(),
        ..Environment::default()
    };
    let settings =
        Settings { reader: "Anna".to_owned(), knows_asking: true, ..Settings::default() };
    Desk::in_world(world, settings)
}

fn start_game(desk: &mut Desk, path: &Path) {
    let base = packs::find(OwnCopy::OVER).expect("it is built in");
    let own = OwnCopy::load(path).expect("the file can be read");
    let merged = own.overlay_on(&base);
    assert_eq!(merged.left_out, []);
    desk.give(FoundersCommand::StartGame(Box::new(Setup {
        pack: merged.pack,
        board: "Test Town".to_owned(),
        players: ["Anna", "Ben", "Cara"].map(str::to_owned).into(),
        ..Setup::default()
    })));
}

/// Fills in a form by these taps, and keeps it, with at most `most` taps.
#[track_caller]
fn fill(desk: &mut Desk, title: &str, taps: &[&str], most: usize) {
    assert!(desk.shows_exactly(title), "no form for {title} among {:#?}", desk.labels());
    let before = desk.clicks;
    for tap in taps {
        desk.press(tap);
    }
    desk.press("Keep it");
    let count = desk.clicks - before;
    assert!(count <= most, "{title} took {count} taps");
}

/// Types the name of a dealt card.
#[track_caller]
fn deal_card(desk: &mut Desk, name: &str) {
    desk.press("Card that came up");
    desk.type_text(name);
    desk.key(Key::Enter);
    desk.check_wording();
}

fn square(name: &str) -> Square {
    name.parse().expect("a square")
}

/// Returns the maximum number of taps for a prestige building: four, and two for each space.
const fn most_taps(spaces: usize) -> usize {
    4 + 2 * spaces
}

#[test]
fn game_with_an_empty_box_asks_for_each_card_once() {
    let path = own_copy("whole");
    let mut desk = desk(&path);
    start_game(&mut desk, &path);
    deal_proposals(&mut desk);
    deal_advisers(&mut desk);
    choose_races(&mut desk);
    for card in ["Take Metal", "Take Crops", "Take Livestock"] {
        desk.press(card);
    }
    for start in ["Q2", "K2", "C2"] {
        desk.square(square(start));
    }
    upgrade(&mut desk);
    check_file(&path);
    let mut next = self::desk(&path);
    start_game(&mut next, &path);
    for name in ["Tavern", "The Salt Barrel", "Theatre"] {
        deal_card(&mut next, name);
    }
    assert_eq!(next.game().proposals().into_iter().flatten().count(), 3);
    assert_eq!(next.record().cursor(), 1);
}

fn deal_proposals(desk: &mut Desk) {
    // Proposals: one without color, shape and resources, and two new ones.
    deal_card(desk, "The Salt Barrel");
    let taps =
        ["White, coastal", "Tile ##", "Space for Wood", "Space for Labor", "Space for Cloth"];
    fill(desk, "The Salt Barrel", &taps, most_taps(3));
    deal_card(desk, "Tavern");
    let taps = [
        "Red, entrance",
        "Tile ###",
        "Space for Crops",
        "Value 2",
        "Space for Brick",
        "Value 6",
        "Effect gain $2",
    ];
    fill(desk, "Tavern", &taps, most_taps(2));
    deal_card(desk, "Theatre");
    let taps = [
        "Green, forested",
        "Tile ##/##",
        "Space for Gems",
        "Value 2",
        "Space for Leather",
        "Value 4",
        "Brackets 2",
        "Effect gain 1 fleeting influence",
    ];
    fill(desk, "Theatre", &taps, most_taps(2) + 1);
    assert_eq!(desk.game().proposals().into_iter().flatten().count(), 3);
    let contents = desk.game().contents();
    let tavern = contents.building_named("Tavern").expect("it was added");
    assert_eq!(contents.spaces(tavern).len(), 2);
    let spec = contents.pack().building("Tavern").expect("it was added");
    assert_eq!(spec.spaces[1].bracket.map(|points| points.0), Some(4));
}

fn deal_advisers(desk: &mut Desk) {
    // Advisers: known facts of a card are not asked.
    deal_card(desk, "Scholar");
    fill(desk, "Scholar", &["Tier 1", "No points", "Requires Wood"], 8);
    deal_card(desk, "Haggler");
    fill(desk, "Haggler", &["Tier 1", "No points", "Requires Gems"], 8);
    deal_card(desk, "Mason");
    let taps = [
        "Tier 1",
        "1 point",
        "Requires Stone",
        "Followed as Construct",
        "More effects",
        "Effect build a house, a bridge or a gate at $2 less",
    ];
    fill(desk, "Mason", &taps, 8);
    // Of this adviser, only the facts are entered that the rules need at once.
    deal_card(desk, "Porter");
    fill(desk, "Porter", &["Tier 1"], 8);
    let advisers = desk.game().adviser_offer().into_iter().flatten();
    assert_eq!(advisers.count(), 4);

    // The prices of the adviser places are needed as soon as there are advisers.
    let taps = ["Place 1 costs $1", "Place 2 costs $1", "Place 3 costs $2", "Place 4 costs $2"];
    fill(desk, "The places of the advisers", &taps, 5);
}

fn choose_races(desk: &mut Desk) {
    // Races: one with a known resource, and one without any known fact.
    desk.press("Choose Human");
    desk.press("Forbids Gems");
    desk.press("Forbids Metal");
    desk.press("What it does, in words");
    desk.type_text("Move a road");
    desk.press("Keep it");
    desk.press("Read the mat of Savvas…");
    fill(desk, "Savvas", &["Brings Stone", "Forbids nothing", "Effect a free road"], 8);
    // Reading the mat of a race also chooses the race.
    let chosen = desk.game().players().filter_map(|player| desk.game().race(player));
    let names: Vec<&str> = chosen.map(|race| desk.game().contents().race_name(race)).collect();
    assert!(names.contains(&"Savvas"), "{names:?}");
    desk.press("Choose Vermling");
    assert!(desk.shows_exactly("Vermling") && desk.has_control("Later"));
    desk.press("Later");
    assert!(!desk.has_control("Keep it"), "{:#?}", desk.labels());

    // A postponed fact is asked for when a rule needs it.
    assert!(desk.shows("he forbidden resources of Vermling are not known yet"));
    // The button leads to this fact first, before the other components in view.
    assert!(desk.has_control("Enter Vermling and 1 more…"), "{:#?}", desk.labels());
    desk.give(FoundersCommand::ReadComponent(ComponentRef::Race("Vermling".to_owned())));
    fill(desk, "Vermling", &["Forbids nothing", "Effect gain $1"], 8);
}

fn upgrade(desk: &mut Desk) {
    // The unknown recipe of a resource is asked for when it is to be built.
    assert!(!desk.has_control("Keep it"), "{:#?}", desk.labels());
    desk.press("Upgrade");
    desk.press("Food");
    desk.square(square("D3"));
    fill(desk, "Food", &["Made of Crops", "Made of Wood"], 5);
    let food = desk.game().contents().resource_named("Food");
    let recipe = desk.game().contents().prerequisites(food.expect("it is in the box"));
    assert_eq!(recipe.len(), 2);
}

/// Checks that every entered fact is in the file, with its reader and date.
fn check_file(path: &Path) {
    let own = OwnCopy::load(path).expect("the file can be read");
    let sources: Vec<&String> = own.facts().sources.values().collect();
    assert!(
        sources.iter().any(|text| *text == "read off their own copy by Anna on 2026-11-21"),
        "{sources:?}"
    );
    let merged = own.overlay_on(&packs::find(OwnCopy::OVER).expect("it is built in"));
    assert_eq!(merged.left_out, []);
    for subject in [
        ComponentRef::Building("Tavern".to_owned()),
        ComponentRef::Building("The Salt Barrel".to_owned()),
        ComponentRef::Adviser("Mason".to_owned()),
        ComponentRef::Offer,
    ] {
        let facts = subject.facts(&merged.pack);
        let known = facts.iter().all(|(_, fact)| fact.certainty() == Certainty::Known);
        assert!(known && !facts.is_empty(), "{subject:?}");
    }
}

#[test]
fn first_form_is_preceded_by_an_explanation_only_once() {
    let path = own_copy("explained");
    let world = Environment { own_copy: Some(path.clone()), ..Environment::default() };
    let mut desk = Desk::in_world(world.clone(), Settings::default());
    start_game(&mut desk, &path);
    deal_card(&mut desk, "Scholar's Rest");
    assert!(desk.shows_exactly("Not all of the box is known") && !desk.has_control("Keep it"));
    assert!(desk.shows_exactly("Once") && desk.shows_exactly("Later"));
    desk.press("Go on");
    assert!(desk.shows_exactly("Scholar's Rest") && desk.has_control("Keep it"));
    let settings = desk.app().settings().clone();
    let mut again = Desk::in_world(world, settings);
    start_game(&mut again, &path);
    deal_card(&mut again, "Scholar's Rest");
    assert!(again.has_control("Keep it"), "{:#?}", again.labels());
    again.give(Command::Menu(Menu::Asking));
    assert!(again.shows("What the app asks"), "{:#?}", again.labels());
}

#[test]
fn recipe_that_contradicts_a_card_cannot_be_kept() {
    let path = own_copy("contradiction");
    let mut desk = desk(&path);
    start_game(&mut desk, &path);
    deal_card(&mut desk, "Scholar's Rest");
    for tap in ["Red, entrance", "Tile ##", "Space for Leather", "Value 5", "Brackets 2"] {
        desk.press(tap);
    }
    desk.press("Keep it");
    // Before the card is dealt, Leather must be paid 3 in all: two basics at 1 are too little.
    desk.give(FoundersCommand::ReadComponent(ComponentRef::Resource("Leather".to_owned())));
    assert!(desk.shows("A card shows that its prerequisites are paid 3 in all"));
    desk.press("Made of Wood");
    desk.press("Made of Crops");
    assert!(desk.shows("These are paid 2"), "{:#?}", desk.labels());
    let entries = desk.record().cursor();
    desk.press("Keep it");
    assert_eq!(desk.record().cursor(), entries);
    desk.press("Pay Wood more");
    desk.press("Keep it");
    assert_eq!(desk.record().cursor(), entries + 1);
}

#[test]
fn library_shows_the_source_of_a_fact_and_corrects_it() {
    fn points(path: &Path) -> Option<i32> {
        let own = OwnCopy::load(path).expect("the file can be read");
        own.facts().adviser("Shepherd").and_then(|spec| Some(spec.points.value()?.0))
    }

    let path = own_copy("library");
    let mut desk = desk(&path);
    desk.give(Command::Menu(Menu::Library));
    assert!(desk.shows("facts known"));
    desk.press("Search");
    desk.type_text("Shepherd");
    desk.press("Shepherd");
    for tap in ["Tier 2", "1 point", "Keep it"] {
        desk.press(tap);
    }
    assert!(desk.shows("read off their own copy by Anna on 2026-11-21"));
    assert_eq!(points(&path), Some(1));
    desk.press("3 points");
    desk.press("Keep it");
    assert_eq!(points(&path), Some(3));
    desk.press("Recheck the games that used it");
    assert!(desk.shows("No recent game used what was put right."));
    desk.press("Forget what was entered");
    assert_eq!(points(&path), None);
    desk.press("Back");
    assert!(desk.has_control("New game…"));
}

#[test]
fn library_shows_the_practice_set_read_only() {
    let path = own_copy("practice set");
    let mut desk = desk(&path);
    desk.give(Command::Menu(Menu::Library));
    assert!(desk.shows("What is known") && desk.shows("more unconfirmed"));
    desk.press("Practice set");
    let all = packs::Tally::of(&packs::find("practice").expect("it is built in")).words();
    assert!(desk.shows(&all), "{:#?}", desk.labels());
    desk.press("Search");
    desk.type_text("Government");
    desk.press("Government");
    assert!(desk.shows("Recipe") && desk.shows("Books 4"));
    // A built-in pack takes no facts.
    assert!(!desk.has_control("Keep it"));
    desk.press("Founders of Gloomhaven");
    assert!(!desk.shows(&all) && desk.shows("more unconfirmed"));
}

#[test]
fn known_fact_can_be_overruled_only_with_a_reason() {
    fn category(path: &Path) -> Option<Category> {
        let own = OwnCopy::load(path).expect("the file can be read");
        let merged = own.overlay_on(&packs::find(OwnCopy::OVER).expect("it is built in"));
        assert_eq!(merged.left_out, []);
        merged.pack.adviser("Haggler").and_then(|spec| spec.category.value().copied())
    }

    let path = own_copy("overruled");
    let mut desk = desk(&path);
    desk.give(Command::Menu(Menu::Library));
    desk.press("Search");
    desk.type_text("Haggler");
    desk.press("Haggler");
    assert!(!desk.has_control("Followed as Recruit"), "it is known for certain");
    desk.press("It says something else…");
    desk.press("Followed as Recruit");
    // Without a reason nothing changes.
    desk.press("Keep it");
    assert_eq!(category(&path), Some(Category::Trade));
    desk.press("Why it differs, such as another edition");
    desk.type_text("the second printing");
    desk.press("Keep it");
    assert_eq!(category(&path), Some(Category::Recruit));
    assert!(desk.shows("against what is known of the box: the second printing"));
}

#[test]
fn action_of_a_standard_card_can_be_overruled() {
    let path = own_copy("standard cards");
    let mut desk = desk(&path);
    desk.give(Command::Menu(Menu::Library));
    desk.press("Search");
    desk.type_text("Income");
    desk.press("Income");
    desk.press("It says something else…");
    desk.press("What it does, in words");
    desk.key_with(Modifiers::COMMAND, Key::A);
    desk.type_text("Gain $5.");
    desk.press("Why it differs, such as another edition");
    desk.type_text("the second printing");
    desk.press("Keep it");
    let own = OwnCopy::load(&path).expect("the file can be read");
    let merged = own.overlay_on(&packs::find(OwnCopy::OVER).expect("it is built in"));
    let mut cards = merged.pack.standard_cards.iter();
    let income = cards.find(|spec| spec.card == StandardCard::Income);
    let action = income.and_then(|spec| spec.action.value());
    assert_eq!(action.map(|action| action.text.as_str()), Some("Gain $5."));
}

#[test]
fn fact_overruled_in_a_game_is_recorded_with_its_reason() {
    let path = own_copy("overruled in a game");
    let mut desk = desk(&path);
    start_game(&mut desk, &path);
    desk.give(FoundersCommand::ReadComponent(ComponentRef::Adviser("Haggler".to_owned())));
    desk.press("It says something else…");
    desk.press("Followed as Recruit");
    desk.press("Why it differs, such as another edition");
    desk.type_text("ours says so");
    desk.press("Keep it");
    let last = desk.record().entry(desk.record().here()).action();
    let deed = last.map(|action| &action.kind);
    assert!(
        matches!(deed, Some(ActionKind::Overrule { reason, .. }) if reason == "ours says so"),
        "{last:?}"
    );
    let pack = desk.game().contents().pack();
    let haggler = pack.adviser("Haggler");
    let category = haggler.and_then(|a| a.category.value().copied());
    assert_eq!(category, Some(Category::Recruit));
    let own = OwnCopy::load(&path).expect("the file can be read");
    assert!(own.text().contains("ours says so"));
}

#[test]
fn corrected_fact_gets_a_comment_on_the_changed_entries() {
    fn correction() -> FoundersCommand {
        let facts = r#"(sources: {"read": "read off the tile"}, resources: [(name: "Food", recipe: Known([(needs: "Crops", pays: 1), (needs: "Wood", pays: 1), (needs: "Gems", pays: 1)], "read"))])"#;
        let facts = packs::parse_fragment("facts", facts).expect("a pack");
        let action = Box::new(ActionKind::EnterFacts(Box::new(facts)).into());
        FoundersCommand::Play(vec![
            ActionKind::Overrule { action, reason: "misread".to_owned() }.into(),
        ])
    }

    fn comment(desk: &Desk) -> &str {
        desk.record().entry(desk.record().here()).comment()
    }

    // A player has built Food, which paid for Stone.
    let built = STEPS
        .iter()
        .find(|step| {
            step.file == FOUR && print_action(&step.game, &step.action).contains("build Food")
        })
        .expect("there is a Food tile")
        .count
        + 1;
    let mut desk = Desk::at(FOUR, built);
    let before = desk.record().entry_count();
    desk.give(correction());
    assert_eq!(desk.record().entry_count(), before + 1, "{:?}", desk.labels());
    let text = comment(&desk);
    assert!(text.starts_with("judged again with the recipe of Food: "), "{text}");
    assert!(
        text.contains("come out differently") || text.contains("comes out differently"),
        "{text}"
    );
    assert!(text.lines().nth(1).is_some_and(|line| line.starts_with("entry ")), "{text}");
    // The comment is part of the record.
    let text = print_log(desk.record());
    assert!(text.contains("judged again with the recipe of Food"), "{text}");
    // A correction without consequences has a comment as well.
    let mut desk = Desk::at(FOUR, 4);
    desk.give(correction());
    assert_eq!(
        comment(&desk),
        "judged again with the recipe of Food: every earlier entry comes out the same"
    );
}

#[test]
fn achievements_and_counts_can_be_entered_in_the_library() {
    let path = own_copy("achievements");
    let mut desk = desk(&path);
    desk.give(Command::Menu(Menu::Library));
    desk.press("Search");
    desk.type_text("Three houses");
    desk.press("Three houses");
    desk.press("3 points");
    desk.press("Keep it");
    let own = || OwnCopy::load(&path).expect("the file can be read");
    let points = own().facts().achievements[0].points.value().map(|points| points.0);
    assert_eq!(points, Some(3));
    desk.press("Search");
    desk.key_with(Modifiers::COMMAND, Key::A);
    desk.type_text("counts");
    desk.press("The counts of the box");
    // The form is below all known facts of the box, and Tab leads to it.
    desk.tab_until("number of claim tokens of a player", false);
    desk.key_with(Modifiers::COMMAND, Key::A);
    desk.type_text("14");
    desk.tab_to("Keep it", false);
    assert_eq!(own().facts().counts.claim_tokens.value(), Some(&14));
}

/// Presses an answer of the form by its key.
#[track_caller]
fn answer(desk: &mut Desk, label: &str) {
    let Some((_, key)) = desk.key_of(label, false) else {
        panic!("no key for {label} among {:#?}", desk.labels());
    };
    desk.type_text(&key.name().to_lowercase());
}

/// Opens a card by typing its name in the focused search field.
#[track_caller]
fn open_card(desk: &mut Desk, name: &str) {
    assert_eq!(desk.focused().as_deref(), Some("Search"));
    desk.type_text(name);
    desk.key(Key::Enter);
    assert_eq!(desk.focused(), None, "the keys are for the form");
}

/// Types the text of a card's action, which ends its form.
#[track_caller]
fn type_action(desk: &mut Desk, action: &CardAction) {
    let effects: Vec<String> = action.effects.iter().map(Describe::describe).collect();
    let text = plain_text::capitalized(&effects.join(" and "));
    let mut letters = text.chars();
    let first = letters.next().map(String::from).unwrap_or_default();
    desk.type_text(&first);
    assert_eq!(desk.focused().as_deref(), Some("What it does, in words"));
    desk.type_text(letters.as_str());
    desk.key(Key::Enter);
}

/// Enters a building by keys alone; returns the number of keys besides its name and its action.
#[track_caller]
fn building_by_keys(desk: &mut Desk, truth: &BuildingSpec, listed: &[SpaceSpec]) -> usize {
    open_card(desk, &truth.name);
    let before = desk.keys;
    let color = match truth.colour.value() {
        Some(Some(Terrain::Entrance)) => "Red, entrance",
        Some(Some(Terrain::Coastal)) => "White, coastal",
        Some(Some(Terrain::Forested)) => "Green, forested",
        Some(Some(Terrain::Central)) => "Grey, central",
        Some(None) | None => "A site of its own",
    };
    if desk.key_of(color, false).is_some() {
        // The same keys paint squares of these colors on a board.
        for (color, key) in [
            ("Red, entrance", Key::E),
            ("White, coastal", Key::C),
            ("Green, forested", Key::F),
            ("Grey, central", Key::G),
        ] {
            assert_eq!(desk.key_of(color, false), Some((Modifiers::NONE, key)), "{color}");
        }
        answer(desk, color);
    }
    let both = if truth.turnable.value() == Some(&true) { ", both sides" } else { "" };
    answer(desk, &format!("Tile {}{both}", truth.shape.value().expect("it has a tile")));
    let spaces = aligned_spaces(listed, &truth.spaces);
    for (index, space) in spaces.iter().enumerate() {
        let resource = format!("Space for {}", space.resource.value().expect("it asks for it"));
        if desk.key_of(&resource, false).is_some() {
            answer(desk, &resource);
        }
        if listed.get(index).is_some_and(|space| space.value.value().is_some()) {
            continue;
        }
        let value = space.value.value().expect("it has a value").0;
        let name = space.resource.value().expect("it asks for it");
        if desk.shows(&format!("{name} {value} is usual")) {
            continue;
        }
        let with_brackets = space
            .bracket
            .map(|shown| format!("Value {value}, brackets {}", shown.0))
            .filter(|label| desk.key_of(label, false).is_some());
        answer(desk, &with_brackets.unwrap_or_else(|| format!("Value {value}")));
    }
    if desk.has_control("What it does, in words") {
        // The text follows as printed on the card: a sentence, with a capital.
        let count = desk.keys - before;
        type_action(desk, truth.action.value().expect("it does something"));
        return count;
    }
    desk.key(Key::Enter);
    desk.keys - before
}

#[test]
fn keys_alone_enter_every_building_in_at_most_eight_keys() {
    let path = own_copy("by keys");
    let mut desk = desk(&path);
    desk.give(Command::Menu(Menu::EnterCards));
    desk.key_with(Modifiers::COMMAND, Key::F);
    let truth = packs::find("practice").expect("it is built in");
    let known = packs::find(OwnCopy::OVER).expect("it is built in");
    assert_eq!(truth.buildings.len(), 21);
    let mut most = [0; 5];
    for building in &truth.buildings {
        let listed =
            known.building(&building.name).map(|spec| spec.spaces.as_slice()).unwrap_or_default();
        let count = building_by_keys(&mut desk, building, listed);
        let most_of_size = &mut most[building.spaces.len()];
        *most_of_size = (*most_of_size).max(count);
    }
    // Maximum for two, three, and four spaces.
    assert_eq!(most, [0, 0, 6, 7, 8]);
    let merged = OwnCopy::load(&path).expect("the file can be read").overlay_on(&known);
    assert_eq!(merged.left_out, []);
    for building in &truth.buildings {
        let subject = ComponentRef::Building(building.name.clone());
        let entered = merged
            .pack
            .building(&building.name)
            .unwrap_or_else(|| panic!("{subject:?} is not kept"));
        let missing: Vec<FactId> = subject
            .facts(&merged.pack)
            .into_iter()
            .filter(|(name, fact)| {
                fact.certainty() != Certainty::Known && !is_never_needed(name, &merged.pack)
            })
            .map(|(name, _)| name)
            .collect();
        assert_eq!(missing, [], "{subject:?}");
        assert_eq!(entered.colour.value(), building.colour.value(), "{subject:?}");
        assert_eq!(entered.shape.value(), building.shape.value(), "{subject:?}");
        assert_eq!(sorted_spaces(entered), sorted_spaces(building), "{subject:?}");
    }
}

/// Returns the resources and values of a building's spaces, in a fixed order.
fn sorted_spaces(spec: &BuildingSpec) -> Vec<(Option<String>, Option<Points>)> {
    let spaces = spec.spaces.iter();
    let mut all: Vec<_> =
        spaces.map(|s| (s.resource.value().cloned(), s.value.value().copied())).collect();
    all.sort();
    all
}

#[test]
fn keys_alone_enter_every_adviser_and_mat_in_at_most_four_keys() {
    let path = own_copy("advisers by keys");
    let mut desk = desk(&path);
    desk.give(Command::Menu(Menu::EnterCards));
    desk.key_with(Modifiers::COMMAND, Key::F);
    let truth = packs::find("practice").expect("it is built in");
    let known = packs::find(OwnCopy::OVER).expect("it is built in");
    assert_eq!((truth.advisers.len(), truth.races.len()), (18, 9));
    for spec in &truth.advisers {
        open_card(&mut desk, &spec.name);
        let before = desk.keys;
        let points = match spec.points.value().expect("it is known").0 {
            0 => "No points".to_owned(),
            1 => "1 point".to_owned(),
            more => format!("{more} points"),
        };
        answer(&mut desk, &format!("Tier {}", spec.tier.value().expect("it is known")));
        answer(&mut desk, &points);
        answer(&mut desk, &format!("Requires {}", spec.requires.value().expect("it is known")));
        let category = spec.category.value().expect("it is known").name();
        let followed = format!("Followed as {category}");
        // Known facts of a card are not asked.
        if desk.key_of(&followed, false).is_some() {
            answer(&mut desk, &followed);
        }
        assert!(desk.keys - before <= 4, "{} took {} keys", spec.name, desk.keys - before);
        if desk.focused().as_deref() != Some("Search") {
            type_action(&mut desk, spec.action.value().expect("it does something"));
        }
    }
    for spec in &truth.races {
        open_card(&mut desk, &spec.name);
        let before = desk.keys;
        let brings = match spec.resource.value().expect("it is known") {
            RaceResource::Own(name) => format!("Brings {name}"),
            RaceResource::AnyFree => "Brings Any free card".to_owned(),
        };
        if desk.key_of(&brings, false).is_some() {
            answer(&mut desk, &brings);
        }
        let ResourceNames(forbidden) = spec.forbidden.value().expect("it is known");
        for forbidden in forbidden {
            answer(&mut desk, &format!("Forbids {forbidden}"));
        }
        if forbidden.is_empty() {
            answer(&mut desk, "Forbids nothing");
        } else if forbidden.len() == 1 {
            desk.key(Key::Enter);
        }
        assert!(desk.keys - before <= 4, "{} took {} keys", spec.name, desk.keys - before);
        type_action(&mut desk, spec.action.value().expect("it does something"));
    }
    let merged = OwnCopy::load(&path).expect("the file can be read").overlay_on(&known);
    assert_eq!(merged.left_out, []);
    let advisers = truth.advisers.iter().map(|spec| ComponentRef::Adviser(spec.name.clone()));
    let races = truth.races.iter().map(|spec| ComponentRef::Race(spec.name.clone()));
    for subject in advisers.chain(races) {
        let facts = subject.facts(&merged.pack);
        assert!(!facts.is_empty(), "{subject:?} is not kept");
        let missing: Vec<FactId> = facts
            .into_iter()
            .filter(|(name, fact)| {
                fact.certainty() != Certainty::Known && !is_never_needed(name, &merged.pack)
            })
            .map(|(name, _)| name)
            .collect();
        assert_eq!(missing, [], "{subject:?}");
    }
}

#[test]
fn half_filled_form_keeps_its_entered_facts() {
    let path = own_copy("halfway");
    let mut desk = desk(&path);
    desk.give(Command::Menu(Menu::EnterCards));
    desk.key_with(Modifiers::COMMAND, Key::F);
    open_card(&mut desk, "Tavern");
    for label in ["Red, entrance", "Tile ###", "Space for Crops", "Value 2"] {
        answer(&mut desk, label);
    }
    // One key back, then another answer.
    desk.key(Key::Backspace);
    answer(&mut desk, "Tile ##");
    desk.key_with(Modifiers::COMMAND, Key::F);
    desk.key_with(Modifiers::COMMAND, Key::A);
    open_card(&mut desk, "Theatre");
    let own = OwnCopy::load(&path).expect("the file can be read");
    let tavern = own.facts().building("Tavern").expect("it is kept");
    assert_eq!(tavern.colour.value(), Some(&Some(Terrain::Entrance)));
    assert_eq!(tavern.shape.value().map(ToString::to_string).as_deref(), Some("##"));
    assert_eq!(tavern.spaces.len(), 1);
    // The number of spaces was not entered.
    assert_eq!(tavern.space_count.value(), None);
}

#[test]
fn facts_of_another_copy_are_added_with_a_choice_per_difference() {
    let path = own_copy("friend");
    let mut desk = desk(&path);
    let mine = packs::parse_fragment(
        "mine",
        r#"(sources: {"own": "Anna"}, resources: [(name: "Food", recipe: Known([(needs: "Crops", pays: 1)], "own"))])"#,
    );
    desk.give(BoxCommand::Keep(Box::new(mine.expect("a pack"))));
    let theirs = r#"(sources: {"own": "Ben"}, resources: [(name: "Food", recipe: Known([(needs: "Wood", pays: 1)], "own")), (name: "Leather", recipe: Known([(needs: "Gems", pays: 1)], "own"))])"#;
    let theirs = packs::parse_fragment("theirs", theirs).expect("a pack");
    desk.give(Command::Menu(Menu::Library));
    desk.give(Command::Compare("ben.ron".to_owned(), Box::new(theirs)));
    desk.wait_for("1 fact is new or confirmed; 1 differs.");
    assert!(desk.has_control("Add 1 fact"), "{:#?}", desk.labels());
    desk.press("Other copy: the recipe of Food");
    desk.press("Add 2 facts");
    desk.wait_for("The facts were added to the own copy.");
    let own = OwnCopy::load(&path).expect("the file can be read");
    let text = own.text();
    assert!(
        text.contains("Gems") && text.contains("\"Ben\"") && !text.contains("\"Anna\""),
        "{text}"
    );
}

#[test]
fn imported_file_is_read_in_the_background() {
    let path = own_copy("friend's file");
    let mut desk = desk(&path);
    let file = path.with_file_name("ben.ron");
    let theirs = r#"(sources: {"own": "Ben"}, resources: [(name: "Leather", recipe: Known([(needs: "Gems", pays: 1)], "own"))])"#;
    std::fs::write(&file, theirs).expect("room on the disk");
    desk.give(Command::ReplaceFile(Menu::ImportFacts, file.clone()));
    desk.wait_for("1 fact is new or confirmed; 0 differ.");
    // A fact entered while the other facts are added stays.
    let mine = r#"(sources: {"own": "Anna"}, resources: [(name: "Food", recipe: Known([(needs: "Crops", pays: 1)], "own"))])"#;
    let mine = packs::parse_fragment("mine", mine).expect("a pack");
    let theirs = packs::parse_fragment("theirs", theirs).expect("a pack");
    desk.give_all([
        BoxCommand::Merge(Box::new(theirs), Vec::new()),
        BoxCommand::Keep(Box::new(mine)),
    ]);
    desk.wait_for("The facts were added to the own copy.");
    let own = OwnCopy::load(&path).expect("the file can be read");
    let text = own.text();
    assert!(text.contains("Gems") && text.contains("Crops"), "{text}");
    // An error in a file is reported, and the library stays as it was.
    std::fs::write(&file, "(resources: 7)").expect("room on the disk");
    desk.give(Command::ReplaceFile(Menu::ImportFacts, file));
    desk.wait_for("ben.ron, line 1, column ");
    assert!(!desk.shows("Reading ben.ron"));
}

#[test]
fn unreadable_own_copy_is_reported_and_left_unchanged() {
    let path = own_copy("damaged");
    std::fs::write(&path, "(form: 99, magic: true)").expect("the file can be written");
    let mut desk = desk(&path);
    assert!(desk.shows("newer version of Founders Ledger"), "{:#?}", desk.labels());
    desk.give(Command::Menu(Menu::Library));
    let facts = packs::parse_fragment(
        "facts",
        r#"(sources: {"own": "Anna"}, offer: (adviser_prices: Known([1, 1, 2, 2], "own")))"#,
    );
    desk.give(BoxCommand::Keep(Box::new(facts.expect("a pack"))));
    let text = std::fs::read_to_string(&path).expect("the file is there");
    assert_eq!(text, "(form: 99, magic: true)");
}

/// Returns a game in which Food was built by a misread recipe, with Wood in it by mistake.
fn game_with_misread_recipe(path: &Path) -> Desk {
    let mut desk = desk(path);
    let food = packs::parse_fragment(
        "food",
        r#"(sources: {"own": "Anna"}, resources: [(name: "Food", recipe: Known([(needs: "Crops", pays: 1), (needs: "Wood", pays: 1)], "own"))])"#,
    );
    desk.give(BoxCommand::Keep(Box::new(food.expect("a pack"))));
    start_game(&mut desk, path);
    for line in [
        "Position: Anna is Human, Ben is Vermling, Cara is Inox, turn Human, \
         tile Crops A1 of Human, tile Wood A4 of Vermling, access Wood A4 Human, road B2, road B3",
        "Human Upgrade: build Food C2 D2 C3",
    ] {
        let action = notation::parse_action(desk.game(), line).expect("the line can be read");
        desk.give(FoundersCommand::Play(vec![action]));
    }
    assert_eq!(desk.record().cursor(), 2);
    // Other components in view are entered another time.
    while desk.has_control("Later") {
        desk.press("Later");
    }
    desk
}

/// Returns the recipe of Food in the game, and the one in the own copy.
fn recipes(desk: &Desk, path: &Path) -> [Vec<String>; 2] {
    let own = OwnCopy::load(path).expect("the file can be read");
    [desk.game().contents().pack(), own.facts()].map(|pack| {
        let food = pack.resource("Food");
        let recipe = food.and_then(|spec| spec.recipe.value()).into_iter().flatten();
        recipe.map(|needed| needed.needs.clone()).collect()
    })
}

/// Opens the preview of a correction without Wood, from the receipt.
fn preview_correction(desk: &mut Desk) {
    desk.press("Was something misread?");
    assert!(desk.has_control("Food") && desk.has_control("Square C2"), "{:#?}", desk.labels());
    desk.press("Food");
    desk.press("Made of Wood");
    desk.press("See what changes…");
    assert!(desk.shows_exactly("Put right: recipe of Food."), "{:#?}", desk.labels());
    assert!(desk.shows("Entry 2, "), "{:#?}", desk.labels());
    assert!(desk.shows("Ben +0 points instead of +1"), "{:#?}", desk.labels());
}

#[test]
fn misread_recipe_is_corrected_from_the_receipt_after_a_preview() {
    let path = own_copy("misread");
    let mut desk = game_with_misread_recipe(&path);
    desk.press("Journal");
    // An unconfirmed fact is named next to the result that depends on it.
    assert!(desk.shows_exactly("Taken on trust") && desk.has_control("tile shape of Food"));
    let before = print_log(desk.record());
    let file = std::fs::read_to_string(&path).expect("the file is there");
    preview_correction(&mut desk);
    desk.press("Leave");
    // Leaving changes nothing.
    assert_eq!(print_log(desk.record()), before);
    assert_eq!(std::fs::read_to_string(&path).expect("the file is there"), file);
    assert!(!desk.has_control("Leave"), "{:#?}", desk.labels());

    preview_correction(&mut desk);
    desk.press("Keep it");
    let crops = || vec!["Crops".to_owned()];
    assert_eq!(recipes(&desk, &path), [crops(), crops()]);
    assert_eq!(desk.record().cursor(), 3);
    let comment = desk.record().entry(desk.record().here()).comment();
    assert!(comment.contains("entry 2: Ben +0 points instead of +1"), "{comment}");
    // The record has it all: read from its text, it is the same game.
    let text = print_log(desk.record());
    let read = notation::record::read_record(text.as_bytes()).record.expect("it is read");
    assert_eq!(read.game().scores(), desk.game().scores());
    assert_eq!(read.game().contents().pack(), desk.game().contents().pack());
}

#[test]
fn misread_recipe_can_be_corrected_from_a_refusal() {
    let path = own_copy("misread refusal");
    let mut desk = game_with_misread_recipe(&path);
    desk.give(Command::Menu(Menu::Undo));
    desk.press("Upgrade");
    desk.press("Food");
    desk.square(square("D6"));
    desk.press("Was something misread?");
    desk.press("Food");
    assert!(desk.has_control("See what changes…"), "{:#?}", desk.labels());
}

#[test]
fn unconfirmed_fact_behind_a_score_can_be_confirmed_in_one_press() {
    let path = own_copy("score on trust");
    let mut desk = game_with_misread_recipe(&path);
    let player = desk.game().players().next().expect("somebody plays");
    desk.give(FoundersCommand::ShowSources(player, components::quantity::Quantity::Points));
    assert!(desk.shows_exactly("Taken on trust"), "{:#?}", desk.labels());
    desk.press("tile shape of Food");
    desk.press("Keep it");
    let pack = desk.game().contents().pack();
    let food = pack.resource("Food").expect("it is listed");
    assert!(matches!(food.shape, components::fact::Fact::Known(..)));
}

#[test]
fn unfinished_form_is_restored_after_the_app_quits() {
    let path = own_copy("unfinished");
    let color = |pack: &Pack| {
        pack.building("Tavern").and_then(|spec| spec.colour.value().copied().flatten())
    };
    // In the library.
    let mut desk = desk(&path);
    desk.give(Command::Menu(Menu::EnterCards));
    desk.key_with(Modifiers::COMMAND, Key::F);
    open_card(&mut desk, "Tavern");
    for label in ["Red, entrance", "Tile ###", "Space for Crops"] {
        answer(&mut desk, label);
    }
    drop(desk);
    assert_eq!(color(OwnCopy::load(&path).expect("it is read").facts()), None);

    // In a game; nothing has to be entered again.
    let mut desk = self::desk(&path);
    start_game(&mut desk, &path);
    deal_card(&mut desk, "Tavern");
    assert!(desk.shows("1. Crops"), "{:#?}", desk.labels());
    desk.press("Effect gain $2");
    drop(desk);
    let mut desk = self::desk(&path);
    start_game(&mut desk, &path);
    deal_card(&mut desk, "Tavern");
    assert!(desk.shows_exactly("1. gain $2"), "{:#?}", desk.labels());
    desk.press("Keep it");
    assert_eq!(color(desk.game().contents().pack()), Some(Terrain::Entrance));

    // A kept form is no longer unfinished.
    let unfinished = OwnCopy::load(&path.with_file_name("unfinished.ron")).expect("it is read");
    assert_eq!(color(unfinished.facts()), None);
}
