//! Cards as they came up, races and resource cards.

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

use crate::app::{Desk, cut, journal_of};
use crate::arrangement::{MARGIN, SIZES};
use crate::support::{Bench, game, harness, press, setup, table, type_text, usual_cx, window};

type Deals = Harness<'static, Bench<DealMemory>>;
type Drafts = Harness<'static, Bench<DraftMemory>>;

const PLAYERS: [&str; 4] = ["Anna", "Ben", "Cleo", "David"];

fn bench<M: Default>(table: Table) -> Bench<M> {
    Bench { table, memory: M::default(), commands: Vec::new() }
}

fn deals(table: Table) -> Deals {
    let show = |ui: &mut egui::Ui, bench: &mut Bench<DealMemory>| {
        usual_cx(&bench.table, &mut bench.commands, |cx| {
            // Dice that always show the last card that can come up.
            let chance = &mut |below| below - 1;
            deal_panel_ui(ui, cx, (false, false), chance, &mut bench.memory);
        });
    };
    harness(320.0, 700.0, show, bench(table))
}

fn drafts(table: Table) -> Drafts {
    let show = |ui: &mut egui::Ui, bench: &mut Bench<DraftMemory>| {
        usual_cx(&bench.table, &mut bench.commands, |cx| {
            draft_panel_ui(ui, cx, &mut bench.memory, |_| {});
        });
    };
    harness(760.0, 1200.0, show, bench(table))
}

/// Two letters and Enter.
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
fn a_dealt_card_takes_three_keys() {
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
fn a_card_that_came_up_already_is_told_and_not_taken() {
    let mut harness = deals(table(setup("Three Rivers", &PLAYERS), &[]));
    three_keys(&mut harness, "ba");
    harness.get_by_label("Remove Bath House");
    type_text(&mut harness, "bath");
    press(&mut harness, egui::Key::Enter);
    harness.get_by_label_contains("Bath House is not in the deck: it is a proposal.");
    harness.get_by_label("Deal 2 more proposals");
}

#[test]
fn an_adviser_of_a_later_tier_cannot_come_up_first() {
    let lines = ["Proposals: Bath House, Jewel House, Granary"];
    let mut harness = deals(table(setup("Three Rivers", &PLAYERS), &lines));
    type_text(&mut harness, "schol");
    harness.get_by_label_contains("Scholar cannot come up before");
    press(&mut harness, egui::Key::Enter);
    harness.get_by_label("Deal 4 advisers");
}

#[test]
fn two_proposals_of_one_type_ask_for_another_card() {
    let mut table = table(setup("Three Rivers", &PLAYERS), &[]);
    // Two buildings of one type are looked for instead of being written down here.
    let game = table.game().clone();
    let contents = game.contents();
    let names: Vec<&str> = contents.buildings().map(|card| contents.building_name(card)).collect();
    let doubled = names.iter().enumerate().find_map(|(place, one)| {
        names[place + 1..].iter().find_map(|two| {
            let third = names.iter().find(|name| *name != one && *name != two)?;
            let line = format!("Proposals: {third}, {one}, {two}");
            let action = notation::parse_action(&game, &line).ok()?;
            let owed = game.play(&action).ok()?.game.pending();
            (owed.first()?.task == Task::DealProposals(1)).then_some([*third, *one, *two])
        })
    });
    let doubled = doubled.expect("the practice set has buildings of one type");
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
fn backspace_in_the_empty_field_takes_the_latest_card_back() {
    let mut harness = deals(table(setup("Three Rivers", &PLAYERS), &[]));
    three_keys(&mut harness, "ba");
    three_keys(&mut harness, "je");
    press(&mut harness, egui::Key::Backspace);
    assert!(harness.query_by_label("Remove Jewel House").is_none());
    click(&mut harness, "Remove Bath House");
    harness.get_by_label("Deal 3 proposals");
}

#[test]
fn cards_are_dealt_for_the_table_from_those_that_can_come_up() {
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
fn races_and_cards_are_chosen_by_a_click_each() {
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

/// The action that the table was asked to overrule the rules for.
fn asked_to_overrule(commands: &[FoundersCommand]) -> &Action {
    match commands {
        [FoundersCommand::AskOverrule(action)] => action,
        others => panic!("{others:?}"),
    }
}

#[test]
fn a_forbidden_resource_card_is_taken_against_the_rules() {
    let mut harness = drafts(after("Three Rivers", 3, &[]));
    for race in ["Choose Human", "Choose Savvas", "Choose Orchid"] {
        click(&mut harness, race);
        carry_out(&mut harness);
    }
    click(&mut harness, "Take Crops anyway…");
    let action = asked_to_overrule(&harness.state().commands).clone();
    let reason = "the mat was misread".to_owned();
    let game = harness.state().table.game();
    let overruled = ActionKind::Overrule { action: Box::new(action), reason };
    assert!(game.play(&overruled.into()).is_ok(), "the table has the last word");
}

#[test]
fn an_adviser_that_comes_too_early_is_dealt_against_the_rules() {
    let mut harness = deals(table(setup("Three Rivers", &PLAYERS[..2]), &DEALT[..1]));
    // Of the third tier, while the first is not through.
    type_text(&mut harness, "Guild");
    click(&mut harness, "Guild Master anyway…");
    let action = asked_to_overrule(&harness.state().commands).clone();
    let reason = "it was on top".to_owned();
    let game = harness.state().table.game();
    let overruled = ActionKind::Overrule { action: Box::new(action), reason };
    assert!(game.play(&overruled.into()).is_ok(), "the table has the last word");
}

#[test]
fn aesthers_choose_a_race_and_a_card() {
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
fn a_player_without_a_valid_card_takes_one_from_another() {
    let table = displacing();
    let mut harness = drafts(table);
    let takes = harness.get_all_by_label_contains("Take ");
    let from = takes.into_iter().find_map(|node| {
        let node = node.accesskit_node();
        let label = node.label()?;
        (label.contains(" from ") && !node.is_disabled()).then(|| label.clone())
    });
    let from = from.expect("a card can be taken from another player");
    let mut told = harness.query_all_by_label_contains("who then takes another card");
    assert!(told.next().is_some());
    drop(told);
    let owed = harness.state().table.game().pending();
    click(&mut harness, &from);
    let commands = &harness.state().commands;
    assert!(matches!(commands.as_slice(), [FoundersCommand::Play(_)]));
    carry_out(&mut harness);
    // Whoever gave it up picks anew at once.
    let table = &harness.state().table;
    assert_eq!(table.task(), Some(Task::TakeResource));
    assert_ne!(table.game().pending()[0].player, owed[0].player);
}

/// A resource draft in which somebody has no valid card left that is free: looked for by
/// going through the drafts of four players.
fn displacing() -> Table {
    fn search(table: &Table, depth: usize) -> Option<Table> {
        let moves = &table.moves().actions;
        let is_taken = |action: &rules::action::Action| {
            use rules::action::ActionKind;
            matches!(action.kind, ActionKind::TakeResource { from: Some(_), .. })
        };
        if moves.iter().any(is_taken) {
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
        let chosen = (0..4).map(|seat| {
            let race = races[(first + seat) % races.len()];
            format!("{} chooses {race}", PLAYERS[seat])
        });
        let lines: Vec<String> = chosen.collect();
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        let start = after("Three Rivers", 4, &lines);
        if let Some(found) = search(&start, 3) {
            return found;
        }
    }
    panic!("no draft of the practice set comes to a displacement");
}

/// How many entries of the example lie behind its latest deal of proposals, and behind its first.
fn deals_of_the_example() -> [usize; 2] {
    let journal = journal_of("four-founders.founders");
    let is_deal = |number: &usize| {
        let entry = journal.on_main_line(*number).expect("it is there");
        let action = journal.entry(entry).action();
        action.is_some_and(|action| matches!(action.kind, ActionKind::DealProposals(_)))
    };
    let latest = (1..=journal.cursor()).rev().find(is_deal).expect("proposals are dealt");
    [latest, 1].map(|number| journal.cursor() - (number - 1))
}

#[test]
fn neither_board_nor_offers_are_covered_while_cards_are_asked_for() {
    for back in deals_of_the_example() {
        for size in SIZES {
            let harness = window(size.map(|side| side + 2.0 * MARGIN), game(back));
            let room =
                Rect::from_min_size(egui::Pos2::ZERO, size.into()).translate([MARGIN; 2].into());
            let asks = ["Card that came up", "Deal for us", "Always deal for us"];
            let asks = asks.map(|label| harness.get_by_label(label).rect());
            let cells: Vec<Rect> =
                harness.get_all_by_role(Role::Cell).map(|cell| cell.rect()).collect();
            assert!(!cells.is_empty(), "{size:?}: no board");
            for asked in asks {
                assert!(room.contains_rect(asked), "{size:?}: {asked:?}");
                let covered = cells.iter().find(|cell| cell.intersects(asked));
                assert!(covered.is_none(), "{size:?}: {asked:?} lies over {covered:?}");
            }
            // They are shown, or a press away where they share a place with what can be done.
            let offers = harness.get_by_label("Offers").rect();
            assert!(asks.iter().all(|asked| !asked.intersects(offers)), "{size:?}: {offers:?}");
            if let Some(proposals) = harness.query_by_label("Proposals") {
                let free = asks.iter().all(|asked| !asked.intersects(proposals.rect()));
                assert!(free, "{size:?}: {:?}", proposals.rect());
            }
        }
    }
}

#[test]
fn the_app_deals_from_then_on_in_this_game_and_the_next() {
    let begin = |desk: &mut Desk| {
        desk.press("Try it without the box…");
        desk.press("Begin as it stands");
    };
    let mut desk = Desk::new();
    begin(&mut desk);
    desk.press("Always deal for us");
    assert_eq!(desk.table().task(), Some(Task::ChooseRace), "the advisers follow the proposals");
    assert!(desk.shows("The app dealt "));
    assert!(desk.copies(Menu::CopyRecord).contains("\ndeals: the app\n"));
    // What was taken back is asked for, not dealt behind the back of whoever did.
    desk.give(FoundersCommand::Change(vec![journal::Change::Undo(1)]));
    assert!(matches!(desk.table().task(), Some(Task::DealAdvisers(_))));
    assert!(desk.offers("Deal for us") && !desk.offers("Always deal for us"));
    desk.press("Deal for us");
    assert_eq!(desk.table().task(), Some(Task::ChooseRace));
    desk.give(Command::Menu(Menu::Start));
    begin(&mut desk);
    assert_eq!(desk.table().task(), Some(Task::ChooseRace), "the next practice game is dealt");
    // The players deal again.
    desk.give(Command::Menu(Menu::AlwaysDeal));
    assert!(!desk.copies(Menu::CopyRecord).contains("\ndeals:"));
    desk.give(Command::Menu(Menu::Start));
    begin(&mut desk);
    assert!(matches!(desk.table().task(), Some(Task::DealProposals(3))));
}

#[test]
fn a_card_that_alone_can_come_up_is_not_asked_for() {
    // Three cards are left in the deck, and three are dealt.
    let journal = journal_of("four-founders.founders");
    let [back, _] = deals_of_the_example();
    let mut harness = deals(Table::new(cut(&journal, journal.cursor() - back)));
    three_keys(&mut harness, "sa");
    harness.get_by_label("Deal 2 more proposals");
    three_keys(&mut harness, "hu");
    let commands = std::mem::take(&mut harness.state_mut().commands);
    let [FoundersCommand::Play(actions), FoundersCommand::Tell(said)] = commands.as_slice() else {
        panic!("{commands:?}");
    };
    assert_eq!(actions.len(), 1);
    assert_eq!(said, "North Gatehouse is dealt: no other card can come up.");
}
