//! A whole two-player game with the real box from its initial, mostly unknown state, on a freshly
//! traced board: every card is entered through the forms when it is dealt, and taps are counted.
//!
//! The practice set plays the part of the real cards, as it contradicts no known fact of the real
//! box; the game is an example that was played with it. The app only gets the facts that people
//! would enter.

use board_photo::TracedBoard;
use components::component_ref::ComponentRef;
use components::describe::Describe;
use components::effect::CardAction;
use components::fact::Fact;
use components::missing_info::MissingInfo;
use components::overlay::aligned_spaces;
use components::specs::{BoardSpec, Pack, RaceResource, ResourceNames, Terrain};
use components::tile::Shape;
use egui::{Key, Modifiers};
use founders_ledger::app::{Command, Environment};
use journal::Journal;
use notation::{parse_action, print_action};
use packs::{self, OwnCopy};
use rules::Game;
use rules::action::{Action, ActionKind};
use ui_board::command::FoundersCommand;
use ui_board::settings::Settings;
use ui_box::FactDraft;
use ui_menu::Menu;
use ui_photo::trace_screen::kind_key;

use crate::app::{Desk, journal_of};
use crate::clerk::{Clerk, InputMode};

/// The real cards: all facts that people can read off them.
struct Truth {
    pack: Pack,
}

/// The form for a component and its maximum number of taps, without typed names.
struct Taps {
    labels: Vec<String>,
    most: usize,
}

impl Truth {
    /// Returns the taps of a person who reads `component` off the table, given the facts filled in
    /// already.
    fn taps(&self, subject: &ComponentRef, known: &Pack) -> Taps {
        let draft = FactDraft::new(subject.clone(), known);
        let mut labels = Vec::new();
        let pack = &self.pack;
        let most = match subject {
            ComponentRef::Building(name) => {
                let spec = pack.building(name).expect("the card is on the table");
                labels.push(match spec.colour.value() {
                    Some(Some(Terrain::Entrance)) => "Red, entrance".to_owned(),
                    Some(Some(Terrain::Coastal)) => "White, coastal".to_owned(),
                    Some(Some(Terrain::Forested)) => "Green, forested".to_owned(),
                    Some(Some(Terrain::Central)) => "Grey, central".to_owned(),
                    Some(None) | None => "A site of its own".to_owned(),
                });
                labels.extend(shape_taps(spec.shape.value(), spec.turnable.value()));
                let listed = known.building(name).map(|b| b.spaces.as_slice()).unwrap_or_default();
                for (index, space) in aligned_spaces(listed, &spec.spaces).iter().enumerate() {
                    let filled = draft.fields.buildings[0].spaces.get(index).cloned();
                    let filled = filled.unwrap_or_default();
                    if filled.resource.value().is_none() {
                        let resource = space.resource.value();
                        labels.extend(resource.map(|resource| format!("Space for {resource}")));
                    }
                    let value = space.value.value().filter(|_| filled.value.value().is_none());
                    let brackets = space.bracket;
                    labels.extend(match (value, brackets) {
                        (Some(value), Some(shown)) => {
                            Some(format!("Value {value}, brackets {shown}"))
                        }
                        (Some(value), None) => Some(format!("Value {value}")),
                        (None, shown) => shown.map(|shown| format!("Brackets {shown}")),
                    });
                }
                let stated = &draft.fields.buildings[0].action;
                labels.extend(action_taps(spec.action.value(), stated));
                4 + 2 * spec.spaces.len()
            }
            ComponentRef::Adviser(name) => {
                let spec = pack.adviser(name).expect("the card is on the table");
                labels.extend(spec.tier.value().map(|tier| format!("Tier {tier}")));
                labels.extend(spec.points.value().map(|points| match points.0 {
                    0 => "No points".to_owned(),
                    1 => "1 point".to_owned(),
                    more => format!("{more} points"),
                }));
                labels.extend(spec.requires.value().map(|r| format!("Requires {r}")));
                let category = spec.category.value();
                labels.extend(category.map(|c| format!("Followed as {}", c.name())));
                let stated = &draft.fields.advisers[0].action;
                labels.extend(action_taps(spec.action.value(), stated));
                8
            }
            ComponentRef::Race(name) => {
                let spec = pack.race(name).expect("the mat is on the table");
                let stated = &draft.fields.races[0];
                let own = spec.resource.value().filter(|_| stated.resource.value().is_none());
                labels.extend(own.map(|own| match own {
                    RaceResource::Own(name) => format!("Brings {name}"),
                    RaceResource::AnyFree => "Any free card".to_owned(),
                }));
                labels.extend(forbidden_taps(spec.forbidden.value(), &stated.forbidden));
                labels.extend(action_taps(spec.action.value(), &stated.action));
                8
            }
            ComponentRef::ResourceCard(name) => {
                let card = pack.resource_card(name).expect("the card is on the table");
                let stated = &draft.fields.resource_cards[0].forbids;
                labels.extend(forbidden_taps(card.forbids.value(), stated));
                4
            }
            ComponentRef::Resource(name) => {
                let spec = pack.resource(name).expect("it is in the box");
                let stated = &draft.fields.resources[0];
                if stated.shape.value().is_none() {
                    labels.extend(shape_taps(spec.shape.value(), spec.turnable.value()));
                }
                if stated.recipe.value().is_none() {
                    let needs = spec.recipe.value().into_iter().flatten();
                    labels.extend(needs.map(|n| format!("Made of {}", n.needs)));
                }
                6
            }
            ComponentRef::Offer => {
                let prices = pack.offer.adviser_prices.value().into_iter().flatten();
                labels
                    .extend((1..).zip(prices).map(|(n, price)| format!("Place {n} costs {price}")));
                5
            }
            ComponentRef::StandardCard(_)
            | ComponentRef::Achievement(_)
            | ComponentRef::Board(_)
            | ComponentRef::Counts => panic!("nothing asks for {subject:?} in this game"),
        };
        Taps { labels, most }
    }
}

fn shape_taps(shape: Option<&Shape>, turnable: Option<&bool>) -> Vec<String> {
    let sides = if turnable == Some(&true) { ", both sides" } else { "" };
    shape.iter().map(|shape| format!("Tile {shape}{sides}")).collect()
}

fn forbidden_taps(forbidden: Option<&ResourceNames>, stated: &Fact<ResourceNames>) -> Vec<String> {
    if stated.value().is_some() {
        return Vec::new();
    }
    forbidden.into_iter().flat_map(|names| &names.0).map(|name| format!("Forbids {name}")).collect()
}

fn action_taps(action: Option<&CardAction>, stated: &Fact<CardAction>) -> Vec<String> {
    if stated.value().is_some_and(|action| !action.effects.is_empty()) {
        return Vec::new();
    }
    let effects: Vec<String> =
        action.into_iter().flat_map(|action| &action.effects).map(Describe::describe).collect();
    // A single effect is pressed if it is on screen; several are typed.
    if effects.is_empty() { Vec::new() } else { vec![format!("Effect {}", effects.join(" and "))] }
}

/// Two players with the real box, whose public facts the app knows, and a board it has never seen.
struct Evening {
    clerk: Clerk,
    truth: Truth,
    /// Number of components entered, and the taps it took.
    read: (usize, usize),
}

impl Evening {
    fn desk(&mut self) -> &mut Desk {
        &mut self.clerk.desk
    }

    /// Paints the board square by square with a key each, and saves it.
    fn trace(&mut self, spec: &BoardSpec) {
        let drawn = TracedBoard::from_board(spec).expect("the board is drawn");
        let grid = drawn.grid();
        let starts = spec.starts.value().expect("its starts are known").clone();
        let desk = self.desk();
        desk.give(Command::Menu(Menu::Trace));
        for (field, count) in [("Columns", grid.columns()), ("Rows", grid.rows())] {
            desk.press(field);
            desk.key_with(Modifiers::COMMAND, Key::A);
            desk.type_text(&count.to_string());
            desk.key(Key::Enter);
        }
        desk.press("Paint an empty grid");
        for row in 0..grid.rows() {
            for step in 0..grid.columns() {
                // There and back, as one paints.
                let back = row % 2 == 1;
                let column = if back { grid.columns() - 1 - step } else { step };
                let square = components::square::Square::new(column, row);
                let kind = drawn.kind(square).expect("all of it is drawn");
                desk.key(kind_key(kind));
                if let Some((_, number)) = starts.iter().find(|(at, _)| *at == square) {
                    desk.key(match number {
                        1 => Key::Num1,
                        2 => Key::Num2,
                        3 => Key::Num3,
                        _ => Key::Num4,
                    });
                }
                if step + 1 == grid.columns() {
                    desk.key(Key::ArrowDown);
                } else if back {
                    desk.key(Key::ArrowLeft);
                } else {
                    desk.key(Key::ArrowRight);
                }
            }
        }
        assert!(desk.shows("No problems with the board."), "{:#?}", desk.labels());
        desk.press("Name of the board");
        desk.key_with(Modifiers::COMMAND, Key::A);
        desk.type_text(&spec.name);
        desk.press("Save the board");
        assert!(desk.shows("is saved, and on offer for a new game."), "{:#?}", desk.labels());
        desk.give(Command::Menu(Menu::Start));
    }

    /// Fills in the form on screen; returns `false` if there is none.
    #[track_caller]
    fn read_one(&mut self) -> bool {
        let desk = &mut self.clerk.desk;
        let Some(subject) = desk.app().component_asked_for().cloned() else {
            return false;
        };
        let known = desk.game().contents().pack().clone();
        // The heading has a capital.
        assert!(
            desk.shows(subject.label().trim_start_matches("the ")) && desk.has_control("Later")
        );
        let taps = self.truth.taps(&subject, &known);
        let before = desk.clicks;
        for label in &taps.labels {
            if desk.shows_exactly(label) {
                desk.press_last(label);
            } else if let Some((value, shown)) = label.split_once(", brackets ") {
                // The recipe determines the brackets, unless another value is offered.
                desk.press_last(value);
                let brackets = format!("Brackets {shown}");
                if desk.shows_exactly(&brackets) {
                    desk.press_last(&brackets);
                }
            } else if let Some(shape) = label.strip_prefix("Tile ") {
                desk.press("Another shape, such as ##/#.");
                desk.type_text(shape.trim_end_matches(", both sides"));
                if shape.ends_with(", both sides") {
                    desk.press("Printed on both sides: it may be turned over");
                }
            } else if let Some(words) = label.strip_prefix("Effect ") {
                desk.press("What it does, in words");
                desk.type_text(words);
            }
        }
        let entries = desk.record().cursor();
        desk.press("Keep it");
        // The last card of a deal is dealt with it.
        assert!(
            desk.record().cursor() > entries,
            "{subject:?} {:?} is not kept: {:#?}",
            taps.labels,
            desk.labels()
        );
        let need = MissingInfo::of(subject.clone(), desk.game().contents().pack());
        let missing = need.map(|need| need.unknown).unwrap_or_default();
        assert!(missing.is_empty(), "{missing:?} after {:?}", taps.labels);
        let count = desk.clicks - before;
        let words = format!("{} took {count} taps of {}", subject.label(), taps.most);
        assert!(count <= taps.most, "{words}: {:?}", taps.labels);
        self.read.0 += 1;
        self.read.1 += count;
        true
    }

    /// Fills in every form until there is none.
    #[track_caller]
    fn read_all(&mut self) {
        for _ in 0..40 {
            if !self.read_one() {
                return;
            }
        }
        panic!("it is asked without end: {:#?}", self.clerk.desk.labels());
    }

    /// Deals cards one by one, and enters each.
    #[track_caller]
    fn deal(&mut self, names: &[&str]) {
        fn deals(journal: &Journal) -> usize {
            let entries = journal.main_line().iter().map(|&id| journal.entry(id));
            entries
                .filter_map(|entry| entry.action())
                .filter(|action| {
                    matches!(
                        action.kind,
                        ActionKind::DealProposals(_) | ActionKind::DealAdvisers(_)
                    )
                })
                .count()
        }
        let before = deals(self.desk().record());
        for name in names {
            // The only card that can come up is dealt with the one before it.
            if deals(self.desk().record()) > before {
                break;
            }
            let field = "Card that came up";
            if !self.desk().has_control(field) {
                let labels = self.desk().labels();
                let later = labels
                    .iter()
                    .find(|label| label.starts_with("Deal ") && label.ends_with('…'))
                    .unwrap_or_else(|| panic!("no deal among {labels:#?}"));
                self.desk().press(later);
            }
            self.desk().press(field);
            self.desk().type_text(name);
            self.desk().key(Key::Enter);
            self.read_all();
        }
    }

    /// Enters an action of the example, adapted to the app's pack.
    #[track_caller]
    fn enter(&mut self, before: &Game, action: &Action) {
        self.read_all();
        match &action.kind {
            ActionKind::DealProposals(dealt) => {
                let contents = before.contents();
                let names = dealt.iter().map(|&card| contents.building_name(card));
                self.deal(&names.collect::<Vec<_>>());
            }
            ActionKind::DealAdvisers(dealt) => {
                let contents = before.contents();
                let names = dealt.iter().map(|&card| contents.adviser_name(card));
                self.deal(&names.collect::<Vec<_>>());
            }
            _ => {
                let line = print_action(before, action);
                let mut own = parse_action(self.clerk.desk.game(), &line);
                // Facts missing for the rules are entered first: in the app by a press, here by
                // name.
                for _ in 0..8 {
                    let action = own.as_ref().unwrap_or_else(|e| panic!("{line}: {e}"));
                    let game = self.clerk.desk.game();
                    let Err(refusal) = game.play(action) else {
                        break;
                    };
                    let needs = game
                        .components_to_read_for(&refusal.missing().cloned().collect::<Vec<_>>());
                    let need = needs.first().unwrap_or_else(|| panic!("{line}: {refusal:?}"));
                    let subject = need.component.clone();
                    self.desk().give(FoundersCommand::ReadComponent(subject));
                    assert!(self.read_one(), "{line}: {:#?}", self.clerk.desk.labels());
                    self.read_all();
                    own = parse_action(self.clerk.desk.game(), &line);
                }
                self.clerk.enter(&own.expect("it was read"));
            }
        }
        self.read_all();
    }
}

#[test]
fn whole_game_is_playable_with_an_empty_box_and_a_traced_board() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("own game");
    if folder.exists() {
        std::fs::remove_dir_all(&folder).expect("an old folder can be removed");
    }
    std::fs::create_dir_all(folder.join("games")).expect("a folder can be made");
    let world = Environment {
        own_copy: Some(folder.join(OwnCopy::FILE)),
        games: Some(folder.join("games")),
        today: "2026-11-21".to_owned(),
        ..Environment::default()
    };
    let settings =
        Settings { reader: "Anna".to_owned(), knows_asking: true, ..Settings::default() };
    let example = journal_of("teaching-game.founders");
    let truth = Truth { pack: packs::find("practice").expect("it is built in") };
    let mut evening = Evening {
        clerk: Clerk::new(Desk::in_world(world, settings), InputMode::Pointer),
        truth,
        read: (0, 0),
    };
    let board = example.setup().pack.boards[0].clone();
    evening.trace(&board);
    evening.clerk.set_up(&example);
    assert_eq!(evening.clerk.desk.game().contents().pack().name, OwnCopy::OVER);
    let mut lines = Vec::new();
    for (index, &id) in example.main_line().iter().enumerate() {
        let action = example.entry(id).action().expect("an entry is an action");
        let before = example.game_at(index).expect("it was played");
        lines.push(print_action(&before, action));
        evening.enter(&before, action);
    }
    let desk = &evening.clerk.desk;
    let journal = desk.record();
    let mut entered = Vec::new();
    let mut fact_entries = 0;
    for (index, &id) in journal.main_line().iter().enumerate() {
        let action = journal.entry(id).action().expect("an entry is an action");
        if matches!(action.kind, ActionKind::EnterFacts(_)) {
            fact_entries += 1;
        } else {
            let before = journal.game_at(index).expect("it was played");
            entered.push(print_action(&before, action));
        }
    }
    assert_eq!(entered, lines);
    assert_eq!(fact_entries, evening.read.0, "no question is asked twice");
    assert_eq!(points(desk.game()), points(example.game()));
    assert_eq!(desk.game().winner(), example.game().winner());
    assert!(desk.game().pending().is_empty(), "the game is over");
    let (components, taps) = evening.read;
    println!("{components} things were read in {taps} taps");
    // The next game knows all of them.
    let own = OwnCopy::load(&folder.join(OwnCopy::FILE)).expect("the file can be read");
    let base = packs::find(OwnCopy::OVER).expect("it is built in");
    let merged = own.overlay_on(&base);
    assert_eq!(merged.left_out, []);
    let incomplete = journal.game().components_to_read().len();
    assert_eq!(incomplete, 0, "{:?}", journal.game().components_to_read());
}

/// Returns the points of every player.
fn points(game: &Game) -> Vec<i32> {
    game.players().map(|player| game.points(player).0).collect()
}
