//! A game with the real box from its true, mostly empty state: every card is entered through the
//! forms as it comes up, taps are counted, and nothing is asked twice.

use std::path::{Path, PathBuf};

use components::component_ref::ComponentRef;
use components::describe::Describe;
use components::effect::CardAction;
use components::fact::Certainty;
use components::fact_id::FactId;
use components::missing_info::is_never_needed;
use components::overlay::aligned_spaces;
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

use crate::app::{Desk, STEPS, Step};

const FOUR: &str = "four-founders.founders";

/// A board of our own, as somebody would have traced it.
fn board() -> Pack {
    let row = "eegggff~ccggffg#ggffeecc";
    let parts = "1111111.2222222.33333333";
    let rows = |row: &str| vec![format!("{row:?}"); 8].join(", ");
    let text = format!(
        "(sources: {{\"traced\": \"a board of a test\"}}, boards: [(name: \"Test Town\", terrain: Known([{}], \"traced\"), sections: Known([{}], \"traced\"), starts: Known([(\"C2\", 1), (\"K2\", 2), (\"Q2\", 3), (\"E6\", 4)], \"traced\"), sites: Known([], \"traced\"))])",
        rows(row),
        rows(parts)
    );
    packs::parse_fragment("board.ron", &text).expect("the board can be read")
}

/// A folder of its own with an own copy that holds nothing but a board.
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

fn begin(desk: &mut Desk, path: &Path) {
    let base = packs::find(OwnCopy::OVER).expect("it is built in");
    let own = OwnCopy::load(path).expect("the file can be read");
    let laid = own.overlay_on(&base);
    assert_eq!(laid.left_out, []);
    desk.give(FoundersCommand::Begin(Box::new(Setup {
        pack: laid.pack,
        board: "Test Town".to_owned(),
        players: ["Anna", "Ben", "Cara"].map(str::to_owned).into(),
        ..Setup::default()
    })));
}

/// Fills a form in by these taps, and keeps it; no more taps than `most`.
#[track_caller]
fn fill(desk: &mut Desk, title: &str, taps: &[&str], most: usize) {
    assert!(desk.says(title), "no form for {title} among {:#?}", desk.labels());
    let before = desk.clicks;
    for tap in taps {
        desk.press(tap);
    }
    desk.press("Keep it");
    let count = desk.clicks - before;
    assert!(count <= most, "{title} took {count} taps");
}

/// Types the name of a card that came up.
#[track_caller]
fn comes_up(desk: &mut Desk, name: &str) {
    desk.press("Card that came up");
    desk.type_text(name);
    desk.key(Key::Enter);
    desk.check_wording();
}

fn square(name: &str) -> Square {
    name.parse().expect("a square")
}

/// A prestige building takes four taps and two for each space at most.
const fn for_spaces(spaces: usize) -> usize {
    4 + 2 * spaces
}

#[test]
fn a_game_begins_with_an_empty_box_and_every_card_is_asked_for_once() {
    let path = own_copy("whole");
    let mut desk = desk(&path);
    begin(&mut desk, &path);
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
    begin(&mut next, &path);
    for name in ["Tavern", "The Salt Barrel", "Theatre"] {
        comes_up(&mut next, name);
    }
    assert_eq!(next.game().proposals().into_iter().flatten().count(), 3);
    assert_eq!(next.record().cursor(), 1);
}

fn deal_proposals(desk: &mut Desk) {
    // Proposals: one of which only colour, shape and resources are missing, and two new ones.
    comes_up(desk, "The Salt Barrel");
    let taps =
        ["White, coastal", "Tile ##", "Space for Wood", "Space for Labor", "Space for Cloth"];
    fill(desk, "The Salt Barrel", &taps, for_spaces(3));
    comes_up(desk, "Tavern");
    let taps = [
        "Red, entrance",
        "Tile ###",
        "Space for Crops",
        "Value 2",
        "Space for Brick",
        "Value 6",
        "Effect gain $2",
    ];
    fill(desk, "Tavern", &taps, for_spaces(2));
    comes_up(desk, "Theatre");
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
    fill(desk, "Theatre", &taps, for_spaces(2) + 1);
    assert_eq!(desk.game().proposals().into_iter().flatten().count(), 3);
    let tavern = desk.game().contents().building_named("Tavern");
    let spaces = desk.game().contents().spaces(tavern.expect("it was added"));
    assert_eq!(spaces.len(), 2);
    let pack = desk.game().contents().pack();
    let spec = pack.building("Tavern");
    let bracket = spec.expect("it was added").spaces[1].bracket;
    assert_eq!(bracket.map(|points| points.0), Some(4));
}

fn deal_advisers(desk: &mut Desk) {
    // Advisers: what is known of a card is not asked.
    comes_up(desk, "Scholar");
    fill(desk, "Scholar", &["Tier 1", "No points", "Requires Wood"], 8);
    comes_up(desk, "Haggler");
    fill(desk, "Haggler", &["Tier 1", "No points", "Requires Gems"], 8);
    comes_up(desk, "Mason");
    let taps = [
        "Tier 1",
        "1 point",
        "Requires Stone",
        "Followed as Construct",
        "More effects",
        "Effect build a house, a bridge or a gate at $2 less",
    ];
    fill(desk, "Mason", &taps, 8);
    // One of whom nothing is told but what the rules need at once.
    comes_up(desk, "Porter");
    fill(desk, "Porter", &["Tier 1"], 8);
    let advisers = desk.game().adviser_offer().into_iter().flatten();
    assert_eq!(advisers.count(), 4);

    // The prices of their places are needed now that there are some.
    let taps = ["Place 1 costs $1", "Place 2 costs $1", "Place 3 costs $2", "Place 4 costs $2"];
    fill(desk, "The places of the advisers", &taps, 5);
}

fn choose_races(desk: &mut Desk) {
    // Races: one whose resource is known, and one of which nothing is.
    desk.press("Choose Human");
    desk.press("Forbids Gems");
    desk.press("Forbids Metal");
    desk.press("What it does, in words");
    desk.type_text("Move a road");
    desk.press("Keep it");
    desk.press("Read the mat of Savvas…");
    fill(desk, "Savvas", &["Brings Stone", "Forbids nothing", "Effect a free road"], 8);
    // The race whose mat was read is chosen by that.
    let chosen = desk.game().players().filter_map(|player| desk.game().race(player));
    let names: Vec<&str> = chosen.map(|race| desk.game().contents().race_name(race)).collect();
    assert!(names.contains(&"Savvas"), "{names:?}");
    desk.press("Choose Vermling");
    assert!(desk.says("Vermling") && desk.offers("Later"));
    desk.press("Later");
    assert!(!desk.offers("Keep it"), "{:#?}", desk.labels());

    // What was put off is asked when a rule cannot do without it.
    assert!(desk.shows("he forbidden resources of Vermling are not known yet"));
    // It is what the button leads to first, before what merely lies open.
    assert!(desk.offers("Enter Vermling and 1 more…"), "{:#?}", desk.labels());
    desk.give(FoundersCommand::Read(ComponentRef::Race("Vermling".to_owned())));
    fill(desk, "Vermling", &["Forbids nothing", "Effect gain $1"], 8);
}

fn upgrade(desk: &mut Desk) {
    // A resource whose recipe nobody knows: asked when it is to be built.
    assert!(!desk.offers("Keep it"), "{:#?}", desk.labels());
    desk.press("Upgrade");
    desk.press_last("Upgrade");
    desk.press("Food");
    desk.square(square("D3"));
    fill(desk, "Food", &["Made of Crops", "Made of Wood"], 5);
    let food = desk.game().contents().resource_named("Food");
    let recipe = desk.game().contents().prerequisites(food.expect("it is in the box"));
    assert_eq!(recipe.len(), 2);
}

/// All of it went into the file, with who and when.
fn check_file(path: &Path) {
    let own = OwnCopy::load(path).expect("the file can be read");
    let sources: Vec<&String> = own.facts().sources.values().collect();
    assert!(
        sources.iter().any(|text| *text == "read off their own copy by Anna on 2026-11-21"),
        "{sources:?}"
    );
    let laid = own.overlay_on(&packs::find(OwnCopy::OVER).expect("it is built in"));
    assert_eq!(laid.left_out, []);
    for subject in [
        ComponentRef::Building("Tavern".to_owned()),
        ComponentRef::Building("The Salt Barrel".to_owned()),
        ComponentRef::Adviser("Mason".to_owned()),
        ComponentRef::Offer,
    ] {
        let facts = subject.facts(&laid.pack);
        let known = facts.iter().all(|(_, fact)| fact.certainty() == Certainty::Known);
        assert!(known && !facts.is_empty(), "{subject:?}");
    }
}

#[test]
fn the_first_question_of_all_is_explained_and_never_again() {
    let path = own_copy("explained");
    let world = Environment { own_copy: Some(path.clone()), ..Environment::default() };
    let mut desk = Desk::in_world(world.clone(), Settings::default());
    begin(&mut desk, &path);
    comes_up(&mut desk, "Scholar's Rest");
    assert!(desk.says("Not all of the box is known") && !desk.offers("Keep it"));
    assert!(desk.says("Once") && desk.says("Later"));
    desk.press("Go on");
    assert!(desk.says("Scholar's Rest") && desk.offers("Keep it"));
    let settings = desk.app().settings().clone();
    let mut again = Desk::in_world(world, settings);
    begin(&mut again, &path);
    comes_up(&mut again, "Scholar's Rest");
    assert!(again.offers("Keep it"), "{:#?}", again.labels());
    again.give(Command::Menu(Menu::Asking));
    assert!(again.shows("What the app asks"), "{:#?}", again.labels());
}

#[test]
fn a_card_that_contradicts_a_recipe_cannot_be_kept() {
    let path = own_copy("contradiction");
    let mut desk = desk(&path);
    begin(&mut desk, &path);
    comes_up(&mut desk, "Scholar's Rest");
    for tap in ["Red, entrance", "Tile ##", "Space for Leather", "Value 5", "Brackets 2"] {
        desk.press(tap);
    }
    desk.press("Keep it");
    // Before the card is dealt, Leather must be paid 3 in all: two basics at 1 are too little.
    desk.give(FoundersCommand::Read(ComponentRef::Resource("Leather".to_owned())));
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
fn the_library_tells_what_is_known_and_by_whom_and_puts_a_slip_right() {
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
    let points = |path: &Path| {
        let own = OwnCopy::load(path).expect("the file can be read");
        let shepherd = own.facts().adviser("Shepherd");
        shepherd.and_then(|a| a.points.value().map(|points| points.0))
    };
    assert_eq!(points(&path), Some(1));
    desk.press("3 points");
    desk.press("Keep it");
    assert_eq!(points(&path), Some(3));
    desk.press("Recheck the games that used it");
    assert!(desk.shows("No recent game used what was put right."));
    desk.press("Forget what was entered");
    assert_eq!(points(&path), None);
    desk.press("Back");
    assert!(desk.offers("New game…"));
}

#[test]
fn the_library_shows_the_practice_set_too_with_its_recipes() {
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
    // Nothing is entered into a pack that comes with the app.
    assert!(!desk.offers("Keep it"));
    desk.press("Founders of Gloomhaven");
    assert!(!desk.shows(&all) && desk.shows("more unconfirmed"));
}

#[test]
fn what_is_known_for_certain_is_overruled_with_a_reason() {
    let path = own_copy("overruled");
    let mut desk = desk(&path);
    desk.give(Command::Menu(Menu::Library));
    desk.press("Search");
    desk.type_text("Haggler");
    desk.press("Haggler");
    assert!(!desk.offers("Followed as Recruit"), "it is known for certain");
    desk.press("It says something else…");
    desk.press("Followed as Recruit");
    let category = |path: &Path| {
        let own = OwnCopy::load(path).expect("the file can be read");
        let laid = own.overlay_on(&packs::find(OwnCopy::OVER).expect("it is built in"));
        assert_eq!(laid.left_out, []);
        let haggler = laid.pack.adviser("Haggler");
        haggler.and_then(|a| a.category.value().copied())
    };
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
fn what_a_standard_card_does_is_overruled_too() {
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
    let laid = own.overlay_on(&packs::find(OwnCopy::OVER).expect("it is built in"));
    let cards = &laid.pack.standard_cards;
    let income = cards.iter().find(|spec| spec.card == StandardCard::Income);
    let action = income.and_then(|spec| spec.action.value());
    assert_eq!(action.map(|action| action.text.as_str()), Some("Gain $5."));
}

#[test]
fn in_a_game_the_table_overrules_the_box_and_the_record_says_why() {
    let path = own_copy("overruled in a game");
    let mut desk = desk(&path);
    begin(&mut desk, &path);
    desk.give(FoundersCommand::Read(ComponentRef::Adviser("Haggler".to_owned())));
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
fn a_fact_that_is_put_right_says_beside_it_what_would_have_come_of_it() {
    // A player has built Food, which paid for Stone.
    let mut steps = STEPS.iter().filter(|step| step.file == FOUR);
    let builds = |step: &&Step| print_action(&step.game, &step.action).contains("build Food");
    let built = steps.find(builds).expect("somebody builds Food").count + 1;
    let mut desk = Desk::at(FOUR, built);
    let before = desk.record().entry_count();
    let right = || {
        let facts = r#"(sources: {"read": "read off the tile"}, resources: [(name: "Food", recipe: Known([(needs: "Crops", pays: 1), (needs: "Wood", pays: 1), (needs: "Gems", pays: 1)], "read"))])"#;
        let facts = packs::parse_fragment("facts", facts).expect("a pack");
        let action = ActionKind::EnterFacts(Box::new(facts)).into();
        let reason = "misread".to_owned();
        let action = Box::new(action);
        FoundersCommand::Play(vec![ActionKind::Overrule { action, reason }.into()])
    };
    let comment = |desk: &Desk| desk.record().entry(desk.record().here()).comment().to_owned();
    desk.give(right());
    assert_eq!(desk.record().entry_count(), before + 1, "{:?}", desk.labels());
    let told = comment(&desk);
    assert!(told.starts_with("judged again with the recipe of Food: "), "{told}");
    assert!(
        told.contains("come out differently") || told.contains("comes out differently"),
        "{told}"
    );
    assert!(told.lines().nth(1).is_some_and(|line| line.starts_with("entry ")), "{told}");
    // It is part of the record.
    let text = print_log(desk.record());
    assert!(text.contains("judged again with the recipe of Food"), "{text}");
    // What comes to nothing is said as well.
    let mut desk = Desk::at(FOUR, 4);
    desk.give(right());
    let told = comment(&desk);
    assert_eq!(
        told,
        "judged again with the recipe of Food: every earlier entry comes out the same"
    );
}

#[test]
fn achievements_and_counts_are_entered_in_the_library() {
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
    // The form stands below everything that is known of them, and is walked to.
    desk.tab_until("number of claim tokens of a player", false);
    desk.key_with(Modifiers::COMMAND, Key::A);
    desk.type_text("14");
    desk.tab_to("Keep it", false);
    assert_eq!(own().facts().counts.claim_tokens.value(), Some(&14));
}

/// Gives an answer of the form by its key.
#[track_caller]
fn answer(desk: &mut Desk, label: &str) {
    let Some((_, key)) = desk.key_of(label, false) else {
        panic!("no key for {label} among {:#?}", desk.labels());
    };
    desk.type_text(&key.name().to_lowercase());
}

/// Opens a card by its name, whose field has the keyboard.
#[track_caller]
fn name(desk: &mut Desk, name: &str) {
    assert_eq!(desk.focused().as_deref(), Some("Search"));
    desk.type_text(name);
    desk.key(Key::Enter);
    assert_eq!(desk.focused(), None, "the keys are for the form");
}

/// Types what a card does, which ends its form.
#[track_caller]
fn does(desk: &mut Desk, action: &CardAction) {
    let told: Vec<String> = action.effects.iter().map(Describe::describe).collect();
    let told = plain_text::capitalized(&told.join(" and "));
    let mut letters = told.chars();
    let first = letters.next().map(String::from).unwrap_or_default();
    desk.type_text(&first);
    assert_eq!(desk.focused().as_deref(), Some("What it does, in words"));
    desk.type_text(letters.as_str());
    desk.key(Key::Enter);
}

/// Enters a building by keys alone; how many keys it took besides its name and its action.
#[track_caller]
fn building_by_keys(desk: &mut Desk, truth: &BuildingSpec, listed: &[SpaceSpec]) -> usize {
    name(desk, &truth.name);
    let before = desk.keys;
    let colour = match truth.colour.value() {
        Some(Some(Terrain::Entrance)) => "Red, entrance",
        Some(Some(Terrain::Coastal)) => "White, coastal",
        Some(Some(Terrain::Forested)) => "Green, forested",
        Some(Some(Terrain::Central)) => "Grey, central",
        Some(None) | None => "A site of its own",
    };
    if desk.key_of(colour, false).is_some() {
        // The keys that paint a square of the board.
        for (colour, key) in [
            ("Red, entrance", Key::E),
            ("White, coastal", Key::C),
            ("Green, forested", Key::F),
            ("Grey, central", Key::G),
        ] {
            assert_eq!(desk.key_of(colour, false), Some((Modifiers::NONE, key)), "{colour}");
        }
        answer(desk, colour);
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
        let both = space.bracket.map(|shown| format!("Value {value}, brackets {}", shown.0));
        let both = both.filter(|both| desk.key_of(both, false).is_some());
        answer(desk, &both.unwrap_or_else(|| format!("Value {value}")));
    }
    if desk.offers("What it does, in words") {
        // The words follow as they stand on the card: a sentence, which begins with a capital.
        let count = desk.keys - before;
        does(desk, truth.action.value().expect("it does something"));
        return count;
    }
    desk.key(Key::Enter);
    desk.keys - before
}

#[test]
fn all_buildings_are_entered_by_keys_alone_in_eight_keys_and_two_words() {
    let path = own_copy("by keys");
    let mut desk = desk(&path);
    desk.give(Command::Menu(Menu::EnterCards));
    desk.key_with(Modifiers::COMMAND, Key::F);
    let truth = packs::find("practice").expect("it is built in");
    let known = packs::find(OwnCopy::OVER).expect("it is built in");
    assert_eq!(truth.buildings.len(), 21);
    let mut most = [0; 5];
    for building in &truth.buildings {
        let listed = known.building(&building.name);
        let listed = listed.map(|b| b.spaces.as_slice()).unwrap_or_default();
        let count = building_by_keys(&mut desk, building, listed);
        let of = &mut most[building.spaces.len()];
        *of = (*of).max(count);
    }
    // Two spaces, three, and four.
    assert_eq!(most, [0, 0, 6, 7, 8]);
    let laid = OwnCopy::load(&path).expect("the file can be read").overlay_on(&known);
    assert_eq!(laid.left_out, []);
    for building in &truth.buildings {
        let subject = ComponentRef::Building(building.name.clone());
        let kept = laid.pack.building(&building.name);
        let kept = kept.unwrap_or_else(|| panic!("{subject:?} is not kept"));
        let facts = subject.facts(&laid.pack).into_iter();
        let left: Vec<FactId> = facts
            .filter(|(name, fact)| {
                fact.certainty() != Certainty::Known && !is_never_needed(name, &laid.pack)
            })
            .map(|(name, _)| name)
            .collect();
        assert_eq!(left, [], "{subject:?}");
        assert_eq!(kept.colour.value(), building.colour.value(), "{subject:?}");
        assert_eq!(kept.shape.value(), building.shape.value(), "{subject:?}");
        let spaces = |spec: &BuildingSpec| -> Vec<_> {
            let spaces = spec.spaces.iter();
            let mut all: Vec<_> =
                spaces.map(|s| (s.resource.value().cloned(), s.value.value().copied())).collect();
            all.sort();
            all
        };
        assert_eq!(spaces(kept), spaces(building), "{subject:?}");
    }
}

#[test]
fn advisers_and_mats_are_entered_by_keys_alone_in_four_keys_and_two_words() {
    let path = own_copy("advisers by keys");
    let mut desk = desk(&path);
    desk.give(Command::Menu(Menu::EnterCards));
    desk.key_with(Modifiers::COMMAND, Key::F);
    let truth = packs::find("practice").expect("it is built in");
    let known = packs::find(OwnCopy::OVER).expect("it is built in");
    assert_eq!((truth.advisers.len(), truth.races.len()), (18, 9));
    for spec in &truth.advisers {
        name(&mut desk, &spec.name);
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
        // What is known of a card is not asked.
        if desk.key_of(&followed, false).is_some() {
            answer(&mut desk, &followed);
        }
        assert!(desk.keys - before <= 4, "{} took {} keys", spec.name, desk.keys - before);
        if desk.focused().as_deref() != Some("Search") {
            does(&mut desk, spec.action.value().expect("it does something"));
        }
    }
    for spec in &truth.races {
        name(&mut desk, &spec.name);
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
        does(&mut desk, spec.action.value().expect("it does something"));
    }
    let laid = OwnCopy::load(&path).expect("the file can be read").overlay_on(&known);
    assert_eq!(laid.left_out, []);
    let advisers = truth.advisers.iter().map(|spec| ComponentRef::Adviser(spec.name.clone()));
    let races = truth.races.iter().map(|spec| ComponentRef::Race(spec.name.clone()));
    for subject in advisers.chain(races) {
        let facts = subject.facts(&laid.pack);
        assert!(!facts.is_empty(), "{subject:?} is not kept");
        let left: Vec<FactId> = facts
            .into_iter()
            .filter(|(name, fact)| {
                fact.certainty() != Certainty::Known && !is_never_needed(name, &laid.pack)
            })
            .map(|(name, _)| name)
            .collect();
        assert_eq!(left, [], "{subject:?}");
    }
}

#[test]
fn a_form_that_is_left_halfway_keeps_what_was_entered() {
    let path = own_copy("halfway");
    let mut desk = desk(&path);
    desk.give(Command::Menu(Menu::EnterCards));
    desk.key_with(Modifiers::COMMAND, Key::F);
    name(&mut desk, "Tavern");
    for label in ["Red, entrance", "Tile ###", "Space for Crops", "Value 2"] {
        answer(&mut desk, label);
    }
    // One key back and the other way again.
    desk.key(Key::Backspace);
    answer(&mut desk, "Tile ##");
    desk.key_with(Modifiers::COMMAND, Key::F);
    desk.key_with(Modifiers::COMMAND, Key::A);
    name(&mut desk, "Theatre");
    let own = OwnCopy::load(&path).expect("the file can be read");
    let tavern = own.facts().building("Tavern");
    let tavern = tavern.expect("it is kept");
    assert_eq!(tavern.colour.value(), Some(&Some(Terrain::Entrance)));
    assert_eq!(tavern.shape.value().map(ToString::to_string).as_deref(), Some("##"));
    assert_eq!(tavern.spaces.len(), 1);
    // Nobody said that there are no more spaces.
    assert_eq!(tavern.space_count.value(), None);
}

#[test]
fn a_friends_pack_is_added_difference_by_difference() {
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
    assert!(desk.offers("Add 1 fact"), "{:#?}", desk.labels());
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
fn a_friends_file_is_read_beside_the_window() {
    let path = own_copy("friend's file");
    let mut desk = desk(&path);
    let file = path.with_file_name("ben.ron");
    let theirs = r#"(sources: {"own": "Ben"}, resources: [(name: "Leather", recipe: Known([(needs: "Gems", pays: 1)], "own"))])"#;
    std::fs::write(&file, theirs).expect("room on the disk");
    desk.give(Command::ReplaceFile(Menu::ImportFacts, file.clone()));
    desk.wait_for("1 fact is new or confirmed; 0 differ.");
    // What is entered while the facts are added stays.
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
    // Whatever is wrong with a file is said, and the library is as it was.
    std::fs::write(&file, "(resources: 7)").expect("room on the disk");
    desk.give(Command::ReplaceFile(Menu::ImportFacts, file));
    desk.wait_for("ben.ron, line 1, column ");
    assert!(!desk.shows("Reading ben.ron"));
}

#[test]
fn a_file_that_cannot_be_read_is_told_and_left_as_it_is() {
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

/// A game in which Food was built by a recipe that was misread: it takes Wood, too, which it does
/// not.
fn misread(path: &Path) -> Desk {
    let mut desk = desk(path);
    let food = packs::parse_fragment(
        "food",
        r#"(sources: {"own": "Anna"}, resources: [(name: "Food", recipe: Known([(needs: "Crops", pays: 1), (needs: "Wood", pays: 1)], "own"))])"#,
    );
    desk.give(BoxCommand::Keep(Box::new(food.expect("a pack"))));
    begin(&mut desk, path);
    for line in [
        "Position: Anna is Human, Ben is Vermling, Cara is Inox, turn Human, \
         tile Crops A1 of Human, tile Wood A4 of Vermling, access Wood A4 Human, road B2, road B3",
        "Human Upgrade: build Food C2 D2 C3",
    ] {
        let action = notation::parse_action(desk.game(), line).expect("the line can be read");
        desk.give(FoundersCommand::Play(vec![action]));
    }
    assert_eq!(desk.record().cursor(), 2);
    // What lies open on the table is read off another time.
    while desk.offers("Later") {
        desk.press("Later");
    }
    desk
}

/// The recipe of Food as the game knows it, and as the own copy does.
fn recipes(desk: &Desk, path: &Path) -> [Vec<String>; 2] {
    let own = OwnCopy::load(path).expect("the file can be read");
    [desk.game().contents().pack(), own.facts()].map(|pack| {
        let food = pack.resource("Food");
        let recipe = food.and_then(|spec| spec.recipe.value()).into_iter().flatten();
        recipe.map(|needed| needed.needs.clone()).collect()
    })
}

/// From the receipt to what would come out differently without Wood.
fn doubt_the_receipt(desk: &mut Desk) {
    desk.press("Was something misread?");
    assert!(desk.offers("Food") && desk.offers("Square C2"), "{:#?}", desk.labels());
    desk.press("Food");
    desk.press("Made of Wood");
    desk.press("See what changes…");
    assert!(desk.says("Put right: recipe of Food."), "{:#?}", desk.labels());
    assert!(desk.shows("Entry 2, "), "{:#?}", desk.labels());
    assert!(desk.shows("Ben +0 points instead of +1"), "{:#?}", desk.labels());
}

#[test]
fn what_was_misread_is_put_right_from_the_receipt_once_it_is_seen_what_changes() {
    let path = own_copy("misread");
    let mut desk = misread(&path);
    desk.press("Journal");
    // What is likely, and seen by nobody, is named beside what rests on it.
    assert!(desk.says("Taken on trust") && desk.offers("tile shape of Food"));
    let before = print_log(desk.record());
    let file = std::fs::read_to_string(&path).expect("the file is there");
    doubt_the_receipt(&mut desk);
    desk.press("Leave");
    // Nothing changes unless it is kept.
    assert_eq!(print_log(desk.record()), before);
    assert_eq!(std::fs::read_to_string(&path).expect("the file is there"), file);
    assert!(!desk.offers("Leave"), "{:#?}", desk.labels());

    doubt_the_receipt(&mut desk);
    desk.press("Keep it");
    let crops = || vec!["Crops".to_owned()];
    assert_eq!(recipes(&desk, &path), [crops(), crops()]);
    assert_eq!(desk.record().cursor(), 3);
    let comment = desk.record().entry(desk.record().here()).comment();
    assert!(comment.contains("entry 2: Ben +0 points instead of +1"), "{comment}");
    // The record says it all: elsewhere it is the same game.
    let text = print_log(desk.record());
    let read = notation::record::read_record(text.as_bytes()).record.expect("it is read");
    assert_eq!(read.game().scores(), desk.game().scores());
    assert_eq!(read.game().contents().pack(), desk.game().contents().pack());
}

#[test]
fn what_was_misread_is_put_right_from_a_refusal() {
    let path = own_copy("misread refusal");
    let mut desk = misread(&path);
    desk.give(Command::Menu(Menu::Undo));
    desk.press("Upgrade");
    desk.press_last("Upgrade");
    desk.press("Food");
    desk.square(square("D6"));
    desk.press("Was something misread?");
    desk.press("Food");
    assert!(desk.offers("See what changes…"), "{:#?}", desk.labels());
}

#[test]
fn what_a_score_takes_on_trust_is_said_and_told_after_one_press() {
    let path = own_copy("score on trust");
    let mut desk = misread(&path);
    let player = desk.game().players().next().expect("somebody plays");
    desk.give(FoundersCommand::Explain(player, components::quantity::Quantity::Points));
    assert!(desk.says("Taken on trust"), "{:#?}", desk.labels());
    desk.press("tile shape of Food");
    desk.press("Keep it");
    let pack = desk.game().contents().pack();
    let food = pack.resource("Food").expect("it is listed");
    assert!(matches!(food.shape, components::fact::Fact::Known(..)));
}

#[test]
fn a_form_in_the_middle_of_which_the_app_quits_goes_on_where_it_was() {
    let path = own_copy("unfinished");
    let colour = |pack: &Pack| {
        let tavern = pack.building("Tavern");
        tavern.and_then(|spec| spec.colour.value().copied().flatten())
    };
    // In the library.
    let mut desk = desk(&path);
    desk.give(Command::Menu(Menu::EnterCards));
    desk.key_with(Modifiers::COMMAND, Key::F);
    name(&mut desk, "Tavern");
    for label in ["Red, entrance", "Tile ###", "Space for Crops"] {
        answer(&mut desk, label);
    }
    drop(desk);
    assert_eq!(colour(OwnCopy::load(&path).expect("it is read").facts()), None);

    // In a game; nothing of it has to be told again.
    let mut desk = self::desk(&path);
    begin(&mut desk, &path);
    comes_up(&mut desk, "Tavern");
    assert!(desk.shows("1. Crops"), "{:#?}", desk.labels());
    desk.press("Effect gain $2");
    drop(desk);
    let mut desk = self::desk(&path);
    begin(&mut desk, &path);
    comes_up(&mut desk, "Tavern");
    assert!(desk.says("1. gain $2"), "{:#?}", desk.labels());
    desk.press("Keep it");
    assert_eq!(colour(desk.game().contents().pack()), Some(Terrain::Entrance));

    // What is kept is not unfinished any more.
    let left = path.with_file_name("unfinished.ron");
    let left = OwnCopy::load(&left).expect("it is read");
    assert_eq!(colour(left.facts()), None);
}
