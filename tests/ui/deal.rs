//! Dealing of cards, and the choice of races and resource cards.

use egui::Rect;
use egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use founders_ledger::app::Command;
use rules::action::{Action, ActionKind};
use rules::task::Task;
use table::table::Table;
use ui_board::command::FoundersCommand;
use ui_founders::deal_panel::{DealMemory, deal_panel_ui};
use ui_founders::draft_panel::{DraftMemory, draft_panel_ui};
use ui_menu::Menu;

use crate::app::{Desk, journal_of, truncated};
use crate::arrangement::{MARGIN, SIZES};
use crate::support::{Bench, game, harness, press, setup, table, type_text, usual_cx, window};

type Deals = Harness<'static, Bench<DealMemory>>;
type Drafts = Harness<'static, Bench<DraftMemory>>;

const PLAYERS: [&str; 4] = ["Anna", "Ben", "Cleo", "David"];

fn bench<M: Default>(table: Table) -> Bench<M> {
    Bench { table, memory: M::default(), commands: Vec::new() }
}

fn deals(table: Table) -> Deals {
    fn show(ui: &mut egui::Ui, bench: &mut Bench<DealMemory>) {
        usual_cx(&bench.table, &mut bench.commands, |cx| {
            // Dice that always choose the last possible card.
            let chance = &mut |below| below - 1;
            deal_panel_ui(ui, cx, (false, false), chance, &mut bench.memory);
        });
    }
    harness(320.0, 700.0, show, bench(table))
}

fn drafts(table: Table) -> Drafts {
    fn show(ui: &mut egui::Ui, bench: &mut Bench<DraftMemory>) {
        usual_cx(&bench.table, &mut bench.commands, |cx| {
            draft_panel_ui(ui, cx, &mut bench.memory, |_| {});
        });
    }
    harness(760.0, 1200.0, show, bench(table))
}

/// Types two letters and Enter.
fn three_keys(harness: &mut Deals, letters: &str) {
    assert_eq!(letters.chars().count(), 2);
    type_text(harness, letters);
    press(harness, egui::Key::Enter);
}

fn click<S>(harness: &mut Harness<'_, S>, label: &str) {
    harness.get_by_label(label).click();
    harness.run();
}

fn carry_out<M>(harness: &mut Harness<'_, Bench<M>>) -> usize {
    let count = harness.state_mut().carry_out();
    harness.run();
    count
}

fn proposals(table: &Table) -> Vec<&str> {
    let contents = table.game().contents();
    let dealt = table.game().proposals().into_iter().flatten();
    dealt.map(|card| contents.building_name(card)).collect()
}

#[test]
fn dealing_a_card_takes_two_letters_and_enter() {
    let mut harness = deals(table(setup("Three Rivers", &PLAYERS), &[]));
    for letters in ["ba", "je", "gr"] {
        assert!(harness.state().commands.is_empty());
        three_keys(&mut harness, letters);
    }
    assert_eq!(carry_out(&mut harness), 1);
    let dealt = proposals(&harness.state().table);
    assert_eq!(dealt, ["Bath House", "Jewel House", "Granary"]);
    for letters in ["ca", "ha", "ma", "pe"] {
        three_keys(&mut harness, letters);
    }
    assert_eq!(carry_out(&mut harness), 1);
    assert_eq!(harness.state().table.task(), Some(Task::ChooseRace));
}

#[test]
fn dealing_a_card_twice_is_refused_with_the_reason() {
    let mut harness = deals(table(setup("Three Rivers", &PLAYERS), &[]));
    three_keys(&mut harness, "ba");
    harness.get_by_label("Remove Bath House");
    type_text(&mut harness, "bath");
    press(&mut harness, egui::Key::Enter);
    harness.get_by_label_contains("Bath House is not in the deck: it is a proposal.");
    harness.get_by_label("Deal 2 more proposals");
}

#[test]
fn adviser_of_a_later_tier_cannot_be_dealt_first() {
    let lines = ["Proposals: Bath House, Jewel House, Granary"];
    let mut harness = deals(table(setup("Three Rivers", &PLAYERS), &lines));
    type_text(&mut harness, "schol");
    harness.get_by_label_contains("Scholar cannot come up before");
    press(&mut harness, egui::Key::Enter);
    harness.get_by_label("Deal 4 advisers");
}

#[test]
fn two_proposals_of_the_same_type_require_another_card() {
    let mut table = table(setup("Three Rivers", &PLAYERS), &[]);
    // Two buildings of one type are searched for instead of being named here.
    let game = table.game().clone();
    let contents = game.contents();
    let names: Vec<&str> = contents.buildings().map(|card| contents.building_name(card)).collect();
    let doubled = names
        .iter()
        .enumerate()
        .find_map(|(place, one)| {
            names[place + 1..].iter().find_map(|two| {
                let third = names.iter().find(|name| *name != one && *name != two)?;
                let line = format!("Proposals: {third}, {one}, {two}");
                let action = notation::parse_action(&game, &line).ok()?;
                let owed = game.play(&action).ok()?.game.pending();
                (owed.first()?.task == Task::DealProposals(1)).then_some([*third, *one, *two])
            })
        })
        .expect("the practice set has buildings of one type");
    table.show_number(0);
    let mut harness = deals(table);
    for name in doubled {
        type_text(&mut harness, name);
        press(&mut harness, egui::Key::Enter);
    }
    assert!(harness.state().commands.is_empty());
    harness.get_by_label_contains("is of the same type as another proposal");
    harness.get_by_label("Deal 1 more proposal");
    // Arrows choose without a letter.
    press(&mut harness, egui::Key::ArrowDown);
    press(&mut harness, egui::Key::Enter);
    while harness.state().commands.is_empty() {
        press(&mut harness, egui::Key::Backspace);
        press(&mut harness, egui::Key::ArrowDown);
        press(&mut harness, egui::Key::ArrowDown);
        press(&mut harness, egui::Key::Enter);
    }
    assert_eq!(carry_out(&mut harness), 1);
    assert_eq!(proposals(&harness.state().table).len(), 3);
}

#[test]
fn backspace_in_the_empty_field_removes_the_latest_card() {
    let mut harness = deals(table(setup("Three Rivers", &PLAYERS), &[]));
    three_keys(&mut harness, "ba");
    three_keys(&mut harness, "je");
    press(&mut harness, egui::Key::Backspace);
    assert!(harness.query_by_label("Remove Jewel House").is_none());
    click(&mut harness, "Remove Bath House");
    harness.get_by_label("Deal 3 proposals");
}

#[test]
fn deal_for_us_deals_proposals_and_advisers() {
    let mut harness = deals(table(setup("Old Harbour", &PLAYERS[..2]), &[]));
    click(&mut harness, "Deal for us");
    assert_eq!(carry_out(&mut harness), 1);
    assert_eq!(proposals(&harness.state().table).len(), 3);
    click(&mut harness, "Deal for us");
    assert_eq!(carry_out(&mut harness), 1);
    assert_eq!(harness.state().table.task(), Some(Task::ChooseRace));
}

const DEALT: [&str; 2] =
    ["Proposals: Bath House, Jewel House, Granary", "Advisers: Carpenter, Haggler, Mason, Peddler"];

fn after(board: &str, players: usize, lines: &[&str]) -> Table {
    let lines: Vec<&str> = DEALT.iter().chain(lines).copied().collect();
    table(setup(board, &PLAYERS[..players]), &lines)
}

#[test]
fn one_click_chooses_a_race_or_a_resource_card() {
    let mut harness = drafts(after("Three Rivers", 3, &[]));
    click(&mut harness, "Choose Human");
    assert_eq!(carry_out(&mut harness), 1);
    let human = harness.get_by_label("Choose Human");
    assert!(human.accesskit_node().is_disabled());
    harness.get_by_label_contains("Human is taken.");
    click(&mut harness, "Choose Savvas");
    carry_out(&mut harness);
    click(&mut harness, "Choose Orchid");
    carry_out(&mut harness);
    assert_eq!(harness.state().table.task(), Some(Task::TakeResource));
    // Orchid may take neither Crops nor Metal, and Stone is the resource of Savvas.
    harness.get_by_label_contains("The Orchid mat forbids Crops");
    let stone = harness.get_by_label("Take Stone from Savvas");
    assert!(stone.accesskit_node().is_disabled(), "a card of a race stays there");
    harness.get_by_label_contains("Stone is the resource of Savvas's race");
    click(&mut harness, "Take Gems");
    assert_eq!(carry_out(&mut harness), 1);
}

/// Returns the action for which an overruling was requested.
fn overruled_action(commands: &[FoundersCommand]) -> &Action {
    match commands {
        [FoundersCommand::AskOverrule(action)] => action,
        others => panic!("{others:?}"),
    }
}

#[test]
fn forbidden_resource_card_can_be_taken_by_overruling() {
    let mut harness = drafts(after("Three Rivers", 3, &[]));
    for race in ["Choose Human", "Choose Savvas", "Choose Orchid"] {
        click(&mut harness, race);
        carry_out(&mut harness);
    }
    click(&mut harness, "Take Crops anyway…");
    let action = overruled_action(&harness.state().commands).clone();
    let reason = "the mat was misread".to_owned();
    let game = harness.state().table.game();
    let overruled = ActionKind::Overrule { action: Box::new(action), reason };
    assert!(game.play(&overruled.into()).is_ok(), "the table has the last word");
}

#[test]
fn adviser_of_a_later_tier_can_be_dealt_by_overruling() {
    let mut harness = deals(table(setup("Three Rivers", &PLAYERS[..2]), &DEALT[..1]));
    // An adviser of the third tier, while the first tier is not used up.
    type_text(&mut harness, "Guild");
    click(&mut harness, "Guild Master anyway…");
    let action = overruled_action(&harness.state().commands).clone();
    let reason = "it was on top".to_owned();
    let game = harness.state().table.game();
    let overruled = ActionKind::Overrule { action: Box::new(action), reason };
    assert!(game.play(&overruled.into()).is_ok(), "the table has the last word");
}

#[test]
fn aesther_player_chooses_a_resource_card_with_the_race() {
    let mut harness = drafts(after("Three Rivers", 2, &["Anna chooses Human"]));
    click(&mut harness, "Choose Aesther…");
    assert!(harness.state().commands.is_empty());
    harness.get_by_label("Aesther takes a resource card with the race");
    press(&mut harness, egui::Key::Escape);
    click(&mut harness, "Choose Aesther…");
    let population = harness.get_by_label("Take Population");
    assert!(population.accesskit_node().is_disabled());
    click(&mut harness, "Take Wood");
    assert_eq!(carry_out(&mut harness), 1);
    let game = harness.state().table.game();
    let ben = game.players().nth(1).expect("two play");
    let wood = game.contents().resource_named("Wood").expect("it is basic");
    assert_eq!(game.race_resource(ben), Some(wood));
}

#[test]
fn player_without_a_valid_card_takes_one_from_another_player() {
    let table = draft_with_displacement();
    let mut harness = drafts(table);
    let from = harness
        .get_all_by_label_contains("Take ")
        .find_map(|node| {
            let node = node.accesskit_node();
            let label = node.label()?;
            (label.contains(" from ") && !node.is_disabled()).then(|| label.clone())
        })
        .expect("a card can be taken from another player");
    let warning = harness.query_all_by_label_contains("who then takes another card").next();
    assert!(warning.is_some());
    let owed = harness.state().table.game().pending();
    click(&mut harness, &from);
    let commands = &harness.state().commands;
    assert!(matches!(commands.as_slice(), [FoundersCommand::Play(_)]));
    carry_out(&mut harness);
    // The player who gave it up picks again at once.
    let table = &harness.state().table;
    assert_eq!(table.task(), Some(Task::TakeResource));
    assert_ne!(table.game().pending()[0].player, owed[0].player);
}

/// Returns a resource draft in which a player has no valid free card left, found by searching the
/// drafts of four players.
fn draft_with_displacement() -> Table {
    fn search(table: &Table, depth: usize) -> Option<Table> {
        let moves = &table.moves().actions;
        let is_displaced = moves
            .iter()
            .any(|action| matches!(action.kind, ActionKind::TakeResource { from: Some(_), .. }));
        if is_displaced {
            return Some(table.clone());
        }
        if depth == 0 {
            return None;
        }
        moves.iter().find_map(|action| {
            let mut next = table.clone();
            crate::support::play(&mut next, action.clone());
            search(&next, depth - 1)
        })
    }
    let races = ["Human", "Vermling", "Valrath", "Quatryl", "Inox", "Harrower", "Savvas", "Orchid"];
    for first in 0..races.len() {
        let lines: Vec<String> = (0..4)
            .map(|seat| {
                let race = races[(first + seat) % races.len()];
                format!("{} chooses {race}", PLAYERS[seat])
            })
            .collect();
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        let start = after("Three Rivers", 4, &lines);
        if let Some(found) = search(&start, 3) {
            return found;
        }
    }
    panic!("no draft of the practice set results in a displacement");
}

/// Returns the number of the example's entries from its latest deal of proposals on, and from its
/// first.
fn entries_since_deals() -> [usize; 2] {
    let journal = journal_of("four-founders.founders");
    let latest = (1..=journal.cursor())
        .rev()
        .find(|&number| {
            let entry = journal.on_main_line(number).expect("it is there");
            let action = journal.entry(entry).action();
            action.is_some_and(|action| matches!(action.kind, ActionKind::DealProposals(_)))
        })
        .expect("proposals are dealt");
    [latest, 1].map(|number| journal.cursor() - (number - 1))
}

#[test]
fn deal_panel_covers_neither_board_nor_offers() {
    for back in entries_since_deals() {
        for size in SIZES {
            let harness = window(size.map(|side| side + 2.0 * MARGIN), game(back));
            let view =
                Rect::from_min_size(egui::Pos2::ZERO, size.into()).translate([MARGIN; 2].into());
            let controls = ["Card that came up", "Deal for us", "Always deal for us"]
                .map(|label| harness.get_by_label(label).rect());
            let cells: Vec<Rect> =
                harness.get_all_by_role(Role::Cell).map(|cell| cell.rect()).collect();
            assert!(!cells.is_empty(), "{size:?}: no board");
            for control in controls {
                assert!(view.contains_rect(control), "{size:?}: {control:?}");
                let covered = cells.iter().find(|cell| cell.intersects(control));
                assert!(covered.is_none(), "{size:?}: {control:?} covers {covered:?}");
            }
            // The offers are shown, or a press away where they share a place with the actions.
            let offers = harness.get_by_label("Offers").rect();
            let is_free = controls.iter().all(|control| !control.intersects(offers));
            assert!(is_free, "{size:?}: {offers:?}");
            if let Some(proposals) = harness.query_by_label("Proposals") {
                let free = controls.iter().all(|control| !control.intersects(proposals.rect()));
                assert!(free, "{size:?}: {:?}", proposals.rect());
            }
        }
    }
}

#[test]
fn always_deal_applies_to_this_game_and_the_next() {
    fn start_game(desk: &mut Desk) {
        desk.press("Try it without the box…");
        desk.press("Begin as it stands");
    }
    let mut desk = Desk::new();
    start_game(&mut desk);
    desk.press("Always deal for us");
    assert_eq!(desk.table().task(), Some(Task::ChooseRace), "the advisers follow the proposals");
    assert!(desk.shows("The app dealt "));
    assert!(desk.copied_text(Menu::CopyRecord).contains("\ndeals: the app\n"));
    // An undone deal is asked for again, and not dealt automatically.
    desk.give(FoundersCommand::Change(vec![journal::Change::Undo(1)]));
    assert!(matches!(desk.table().task(), Some(Task::DealAdvisers(_))));
    assert!(desk.has_control("Deal for us") && !desk.has_control("Always deal for us"));
    desk.press("Deal for us");
    assert_eq!(desk.table().task(), Some(Task::ChooseRace));
    desk.give(Command::Menu(Menu::Start));
    start_game(&mut desk);
    assert_eq!(desk.table().task(), Some(Task::ChooseRace), "the next practice game is dealt");
    // The players deal again.
    desk.give(Command::Menu(Menu::AlwaysDeal));
    assert!(!desk.copied_text(Menu::CopyRecord).contains("\ndeals:"));
    desk.give(Command::Menu(Menu::Start));
    start_game(&mut desk);
    assert!(matches!(desk.table().task(), Some(Task::DealProposals(3))));
}

#[test]
fn last_possible_card_is_dealt_automatically() {
    // Three cards are left in the deck, and three are dealt.
    let journal = journal_of("four-founders.founders");
    let [back, _] = entries_since_deals();
    let mut harness = deals(Table::new(truncated(&journal, journal.cursor() - back)));
    three_keys(&mut harness, "sa");
    harness.get_by_label("Deal 2 more proposals");
    three_keys(&mut harness, "hu");
    let commands = std::mem::take(&mut harness.state_mut().commands);
    let [FoundersCommand::Play(actions), FoundersCommand::ShowMessage(message)] =
        commands.as_slice()
    else {
        panic!("{commands:?}");
    };
    assert_eq!(actions.len(), 1);
    assert_eq!(message, "North Gatehouse is dealt: no other card can come up.");
}
