//! Viewing a form states nothing: every form is opened, viewed and left in every way, and neither
//! the record nor the own copy of the box changes.

use std::path::{Path, PathBuf};

use components::component_ref::ComponentRef;
use components::fact::{Certainty, Fact};
use components::missing_info::MissingInfo;
use components::quantity::Points;
use components::specs::Pack;
use egui::{Key, Modifiers};
use founders_ledger::app::{Command, Environment};
use notation::parse_action;
use notation::record::print_log;
use packs::OwnCopy;
use plain_text::capitalized;
use ui_board::command::FoundersCommand;
use ui_board::settings::Settings;
use ui_box::{CardForm, FactDraft};
use ui_menu::Menu;

use crate::app::Desk;
use crate::support::{built_in_packs, harness};

/// Returns a world with an empty folder of its own.
fn world(name: &str) -> Environment {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("looking").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    Environment {
        own_copy: Some(folder.join(OwnCopy::FILE)),
        own: Some(folder),
        today: "2026-11-21".to_owned(),
        ..Environment::default()
    }
}

fn desk(world: &Environment) -> Desk {
    let settings =
        Settings { reader: "Anna".to_owned(), knows_asking: true, ..Settings::default() };
    Desk::in_world(world.clone(), settings)
}

fn own_path(world: &Environment) -> &PathBuf {
    world.own_copy.as_ref().expect("there is an own copy")
}

/// Returns the texts of the own copy and of unfinished forms.
fn stored_texts(world: &Environment) -> [Option<String>; 2] {
    let own = own_path(world);
    [own.clone(), own.with_file_name("unfinished.ron")]
        .map(|path| std::fs::read_to_string(path).ok())
}

/// Returns the components of a pack that have a form.
fn subjects(pack: &Pack) -> Vec<ComponentRef> {
    let all = ComponentRef::all(pack).into_iter().map(|(subject, _)| subject);
    all.filter(FactDraft::has_form).collect()
}

/// Returns the same pack with every known fact turned into an unconfirmed one.
fn unconfirmed(pack: &Pack) -> Pack {
    let text = packs::print(pack).replace("Known(", "Unconfirmed(");
    packs::parse_fragment("likely.ron", &text).expect("the pack can be read")
}

#[test]
fn drawing_a_form_states_no_fact() {
    fn draw(ui: &mut egui::Ui, (cases, at): &mut (Vec<(CardForm, Pack)>, usize)) {
        let (form, pack) = &mut cases[*at];
        form.ui(ui, pack, pack);
        *at = (*at + 1) % cases.len();
    }

    let mut cases = Vec::new();
    for pack in built_in_packs() {
        for pack in [unconfirmed(&pack), pack] {
            for subject in subjects(&pack) {
                let form = CardForm::resumed(subject, &pack, &pack, &Pack::default());
                cases.push((form.clone().by_keys(), pack.clone()));
                cases.push((form, pack.clone()));
            }
        }
    }
    assert!(cases.len() > 300, "{}", cases.len());
    let before: Vec<FactDraft> = cases.iter().map(|(form, _)| form.draft.clone()).collect();
    let count = cases.len();
    let mut harness = harness(700.0, 2000.0, draw, (cases, 0));
    for _ in 0..3 * count {
        harness.step();
    }
    let (cases, _) = harness.state_mut();
    for ((form, pack), before) in cases.iter().zip(before) {
        let subject = &before.component;
        assert_eq!(form.draft, before, "{subject:?}");
        assert_eq!(form.abandoned(pack, pack, "Anna", "today"), None, "{subject:?}");
        assert_eq!(form.finished(pack, pack, "Anna", "today"), None, "{subject:?}");
    }
}

/// The ways out of a form of the library.
const WAYS_OUT: [fn(&mut Desk); 11] = [
    |desk| desk.press_first("Back"),
    |desk| desk.key(Key::Escape),
    |desk| desk.give(Command::Back),
    |desk| desk.give(Command::Menu(Menu::Library)),
    |desk| desk.give(Command::Menu(Menu::Start)),
    |desk| desk.give(Command::Menu(Menu::New)),
    |desk| desk.give(Command::Menu(Menu::EnterCards)),
    |desk| desk.press_first("Practice set"),
    |desk| open(desk, "Wood"),
    |desk| open(desk, "Merchant's Guild"),
    |desk| {
        desk.press_first("To enter");
        if desk.has_control("Leave it out for now") {
            desk.press("Leave it out for now");
        }
    },
];

/// Opens a card of the library by its name.
fn open(desk: &mut Desk, name: &str) {
    desk.key_with(Modifiers::COMMAND, Key::F);
    desk.key_with(Modifiers::COMMAND, Key::A);
    desk.type_text(name);
    desk.key(Key::Enter);
}

#[test]
fn leaving_any_library_form_unfilled_keeps_the_own_copy_unchanged() {
    let world = world("library");
    let mut desk = desk(&world);
    let before = stored_texts(&world);
    let base = packs::find(OwnCopy::OVER).expect("it is built in");
    for (index, subject) in subjects(&base).into_iter().enumerate() {
        let way = index % WAYS_OUT.len();
        // The next form is viewed from a fresh list.
        desk.give_all([Command::Menu(Menu::Start), Command::Menu(Menu::Library)]);
        let name = capitalized(&subject.label());
        open(&mut desk, &name);
        assert!(desk.shows_exactly(&name), "no form for {name} among {:#?}", desk.labels());
        WAYS_OUT[way](&mut desk);
        assert_eq!(stored_texts(&world), before, "{subject:?}, way {way}");
    }
    let own = desk.app().own_copy().facts();
    assert!(own.iter().all(|(_, fact)| fact.certainty() == Certainty::Unknown));
}

#[test]
fn leaving_a_form_keeps_pressed_facts_and_no_unconfirmed_ones() {
    let world = world("pressed");
    for leave in [WAYS_OUT[0], WAYS_OUT[7], WAYS_OUT[8], WAYS_OUT[10]] {
        let _ = std::fs::remove_file(own_path(&world));
        let mut desk = desk(&world);
        desk.give(Command::Menu(Menu::Library));
        open(&mut desk, "University");
        // The values are shown, and called likely.
        assert!(desk.shows("1. resource? 2 – likely"), "{:#?}", desk.labels());
        assert!(desk.shows("Likely, not read off yet: value"), "{:#?}", desk.labels());
        desk.press("Red, entrance");
        leave(&mut desk);
        let own = OwnCopy::load(own_path(&world)).expect("the file can be read");
        let facts = own.facts().facts();
        let known: Vec<_> =
            facts.iter().filter(|(_, fact)| fact.certainty() != Certainty::Unknown).collect();
        let names: Vec<&str> = known.iter().map(|(name, _)| name.label()).collect();
        assert_eq!(names, ["colour"], "{}", own.text());
    }
}

#[test]
fn unfinished_recipe_is_restored_with_its_form_and_not_stored() {
    fn knows_recipe(world: &Environment) -> bool {
        let own = OwnCopy::load(own_path(world)).unwrap_or_default();
        own.facts().resource("Leather").is_some_and(|spec| spec.recipe.value().is_some())
    }

    let world = world("lists");
    let mut desk = desk(&world);
    desk.give(Command::Menu(Menu::Library));
    open(&mut desk, "Leather");
    desk.press("Made of Livestock");
    open(&mut desk, "Wood");
    assert!(!knows_recipe(&world), "the recipe may not be complete");
    open(&mut desk, "Leather");
    assert!(desk.shows("Livestock is paid 1"), "{:#?}", desk.labels());
    desk.press("Keep it");
    assert!(knows_recipe(&world));
}

#[test]
fn keeping_a_form_confirms_its_likely_facts() {
    let world = world("confirmed");
    let mut desk = desk(&world);
    desk.give(Command::Menu(Menu::Library));
    open(&mut desk, "Three houses");
    assert!(desk.shows("Points – likely, not read off yet"), "{:#?}", desk.labels());
    desk.pass_time(2);
    desk.press("Keep it");
    let own = OwnCopy::load(own_path(&world)).expect("the file can be read");
    let points = &own.facts().achievements[0].points;
    assert!(matches!(points, Fact::Known(Points(4), _)), "{points:?}");
}

#[test]
fn enter_pressed_before_a_card_is_visible_confirms_nothing() {
    fn known_facts(world: &Environment) -> Vec<String> {
        let own = OwnCopy::load(own_path(world)).expect("the file can be read");
        own.facts()
            .facts()
            .into_iter()
            .filter(|(_, fact)| fact.certainty() != Certainty::Unknown)
            .map(|(name, _)| name.to_string())
            .collect()
    }

    let world = world("enter");
    let mut desk = desk(&world);
    desk.press("Enter the cards…");
    desk.pass_time(2);
    // The digits complete the page of the prices, and Enter follows at once.
    desk.type_in_a_burst("1122", Key::Enter);
    assert_eq!(known_facts(&world), ["the prices of the adviser offer"]);
    assert!(desk.shows("Tile – likely, not read off yet"), "{:#?}", desk.labels());
    assert!(desk.shows("Enter came before this card could be seen"), "{:#?}", desk.labels());
    // On a visible card, Enter confirms its facts.
    desk.pass_time(2);
    for _ in 0..2 {
        desk.key(Key::Enter);
    }
    assert!(known_facts(&world).iter().any(|name| name.starts_with("the tile shape")));
}

#[test]
fn leaving_a_form_in_a_game_unfilled_changes_neither_record_nor_own_copy() {
    let ways: [fn(&mut Desk); 7] = [
        |desk| desk.press("Later"),
        |desk| desk.key(Key::Escape),
        |desk| desk.give(Command::Menu(Menu::Library)),
        |desk| desk.give(Command::Menu(Menu::Start)),
        |desk| desk.give(FoundersCommand::ViewNumber(0)),
        |desk| desk.give(Command::Menu(Menu::New)),
        |desk| desk.give(FoundersCommand::CorrectFacts(Vec::new())),
    ];
    let world = world("table");
    let base = packs::find(OwnCopy::OVER).expect("it is built in");
    let incomplete =
        subjects(&base).into_iter().filter(|s| MissingInfo::of(s.clone(), &base).is_some());
    let mut desk = desk(&world);
    desk.press("New game…");
    desk.press("Begin as it stands");
    let position = "Position: Player 1 is Human, Player 2 is Vermling, turn Human, \
                    Human controls Metal and Stone, tile Metal C4 of Human";
    let action = parse_action(desk.game(), position).expect("the line can be read");
    desk.give(FoundersCommand::Play(vec![action]));
    let record = notation::record::print_notation(desk.record());
    let before = stored_texts(&world);
    let mut count = 0;
    for (index, subject) in incomplete.enumerate() {
        let way = index % ways.len();
        desk.give(Command::OpenText(record.clone()));
        let log = print_log(desk.record());
        desk.give(FoundersCommand::ReadComponent(subject.clone()));
        assert_eq!(desk.app().component_asked_for(), Some(&subject), "{:#?}", desk.labels());
        ways[way](&mut desk);
        if let Some(journal) = desk.app().journal() {
            assert_eq!(print_log(journal), log, "{subject:?}, way {way}");
        }
        assert_eq!(stored_texts(&world), before, "{subject:?}, way {way}");
        count += 1;
    }
    assert!(count > 20, "{count}");

    // Questions about the board.
    desk.give(Command::OpenText(record));
    let log = print_log(desk.record());
    desk.press("Trade");
    desk.press_last("Import");
    desk.press("Metal");
    for way in [ways[0], ways[1], ways[4]] {
        desk.square("K4".parse().expect("a square"));
        assert!(desk.shows_exactly("What is printed on K4?"), "{:#?}", desk.labels());
        way(&mut desk);
        desk.give(FoundersCommand::ViewNumber(1));
        assert_eq!(stored_texts(&world), before);
        if !desk.has_control("Metal") {
            desk.press("Trade");
            desk.press_last("Import");
        }
        if desk.has_control("Metal") {
            desk.press("Metal");
        }
    }
    assert_eq!(print_log(desk.record()), log);
}

/// Returns a game with the real box before the resource cards are taken, with every form postponed.
fn game_with_postponed_forms(world: &Environment) -> Desk {
    fn postpone_forms(desk: &mut Desk) {
        while desk.has_control("Later") {
            desk.press("Later");
        }
    }

    let mut desk = desk(world);
    desk.press("New game…");
    desk.press("Begin as it stands");
    for card in ["no", "we", "gh", "sc", "ha", "ca", "pa"] {
        if desk.focused().as_deref() != Some("Card that came up") {
            desk.press("Card that came up");
        }
        desk.type_text(card);
        desk.key(Key::Enter);
        postpone_forms(&mut desk);
    }
    for race in ["Choose Human", "Choose Vermling"] {
        desk.press(race);
        postpone_forms(&mut desk);
    }
    desk
}

#[test]
fn draft_continues_with_postponed_facts_taken_on_trust() {
    let world = world("trusting");
    let mut desk = game_with_postponed_forms(&world);
    assert!(desk.shows("are not known yet"), "{:#?}", desk.labels());
    for card in ["Knowledge", "Stone", "Metal", "Gems"] {
        while desk.has_control("Later") {
            desk.press("Later");
        }
        desk.press(&format!("Take {card}"));
    }
    let held: Vec<usize> = desk.game().players().map(|p| desk.game().controls(p).len()).collect();
    assert_eq!(held, [3, 3], "{:#?}", desk.labels());
    // Unconfirmed facts are named in the record, which gives the same game when read again.
    let text = print_log(desk.record());
    assert!(text.contains("on trust: the forbidden resources of "), "{text}");
    let read = notation::record::read_record(text.as_bytes()).record.expect("it is read");
    assert_eq!(read.game().scores(), desk.game().scores());
    // The number of a start square can be postponed as well.
    let start = "C4".parse().expect("a square");
    desk.square(start);
    desk.press("Later");
    desk.press("Do it anyway…");
    desk.type_text("printed there");
    desk.press("Record it");
    assert!(desk.game().piece_on(start).is_some(), "{:#?}", desk.labels());
}

#[test]
fn button_for_postponed_forms_opens_the_blocking_one_first_then_each_other() {
    let world = world("in turn");
    let mut desk = game_with_postponed_forms(&world);
    let mut seen: Vec<ComponentRef> = Vec::new();
    let mut count = 1;
    while seen.len() < count {
        let label = desk.label_starting_with("Enter ");
        let more = label.rsplit_once(" and ").and_then(|(_, more)| more.split(' ').next());
        count = more.and_then(|more| more.parse::<usize>().ok()).map_or(1, |more| more + 1);
        desk.press(&label);
        let subject = desk.app().component_asked_for().cloned().expect("a form is open");
        assert!(!seen.contains(&subject), "{subject:?} again after {seen:?}");
        seen.push(subject);
        desk.press("Later");
    }
    assert_eq!(seen.len(), 10, "{seen:?}");
    // The card to be taken cannot be judged without the mat.
    assert!(matches!(seen[0], ComponentRef::Race(_)), "{seen:?}");
    desk.press(&desk.label_starting_with("Enter "));
    assert_eq!(desk.app().component_asked_for(), Some(&seen[0]), "it starts again");
}

/// The pages that another page opens, with words that each shows.
const PAGES: [(Menu, &str); 4] = [
    (Menu::EnterCards, "The library"),
    (Menu::Library, "The library"),
    (Menu::ScoreHistory, "Score history"),
    (Menu::Trace, "Trace a board"),
];

/// Waits until a page is settled: the progress bar of reading is above "Back".
fn settle_page(desk: &mut Desk) {
    for _ in 0..3000 {
        desk.settle();
        if !desk.shows("Reading: ") {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    panic!("the score history is still being read");
}

#[test]
fn page_keeps_its_state_while_another_page_is_open() {
    let world = world("pages");
    let mut desk = desk(&world);
    desk.press("New game…");
    desk.press("Name 1");
    desk.type_text("Zoe");
    desk.press("Step Board");
    for (first, words) in PAGES {
        desk.give(Command::Menu(first));
        settle_page(&mut desk);
        assert!(desk.shows(words), "{first:?}: {:#?}", desk.labels());
        for (second, others) in PAGES {
            if others == words {
                continue;
            }
            desk.give(Command::Menu(second));
            settle_page(&mut desk);
            assert!(desk.shows(others), "{first:?} {second:?}: {:#?}", desk.labels());
            desk.press_first("Back");
            settle_page(&mut desk);
            assert!(desk.shows(words), "{first:?} {second:?}: {:#?}", desk.labels());
        }
        desk.press_first("Back");
        assert!(desk.shows("Zoe and Player 2 on Own board"), "{first:?}: {:#?}", desk.labels());
        assert!(desk.shows("Side of the board"), "the step is the same");
    }
    // A game waits in the same way, behind the setup of the next one.
    desk.press("Begin as it stands");
    desk.give_all([Command::Menu(Menu::New), Command::Menu(Menu::EnterCards)]);
    desk.press_first("Back");
    assert!(
        desk.shows("Side of the board") || desk.has_control("Step Board"),
        "{:#?}",
        desk.labels()
    );
    desk.press_first("Back");
    assert_eq!(desk.game().board().name(), "Own board");
    // Facts entered meanwhile are known to the setup.
    desk.give_all([Command::Menu(Menu::Start), Command::Menu(Menu::New)]);
    desk.press("Step Board");
    desk.press("Enter the cards…");
    open(&mut desk, "Shepherd");
    desk.press("Tier 2");
    desk.press("Keep it");
    desk.press_first("Back");
    let tally = packs::Tally::of(&{
        let own = OwnCopy::load(own_path(&world)).expect("the file can be read");
        own.overlay_on(&packs::find(OwnCopy::OVER).expect("it is built in")).pack
    });
    assert!(desk.shows(&capitalized(&tally.words())), "{:#?}", desk.labels());
}

#[test]
fn traced_board_is_saved_in_addition_to_the_board_entered_in_play() {
    let world = world("both boards");
    let mut desk = desk(&world);
    desk.press("New game…");
    desk.press("Begin as it stands");
    let boards = || {
        let own = OwnCopy::load(own_path(&world)).expect("the file can be read");
        own.facts().boards.iter().map(|board| board.name.clone()).collect::<Vec<_>>()
    };
    assert_eq!(boards(), ["Own board"]);
    desk.give(Command::Menu(Menu::Trace));
    desk.press("Paint an empty grid");
    desk.press("Save the board");
    assert_eq!(boards(), ["Own board", "Own board 2"], "{:#?}", desk.labels());
    // Under the name of another board the app asks first.
    desk.press("Name of the board");
    desk.key_with(Modifiers::COMMAND, Key::A);
    desk.type_text("Own board");
    let before = stored_texts(&world);
    desk.press("Save the board");
    assert!(desk.shows("A board called Own board is known already."), "{:#?}", desk.labels());
    assert_eq!(stored_texts(&world), before);
    desk.press("Keep both: save as Own board 2");
    assert_eq!(boards(), ["Own board", "Own board 2"], "{:#?}", desk.labels());
}
