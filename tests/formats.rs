//! The published formats, checked against the program: the examples of the pages are played, and
//! their lists are compared with the variants they describe.

use std::path::{Path, PathBuf};

use components::effect::Effect;
use components::quantity::Quantity;
use components::specs::{Condition, Pack};
use notation::{parse_action, print_action};
use rules::illegal::CheckOutcome;
use rules::player::{ByPlayer, CardSet, PlayerId};
use rules::receipt::Event;
use rules::task::{PendingDecision, Task};
use rules::{Game, Setup};

fn help() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/help")
}

fn page(name: &str) -> String {
    std::fs::read_to_string(help().join(name)).expect("the page is there")
}

/// Returns the contents of the blocks of a page that are fenced as `kind`.
fn blocks<'a>(page: &'a str, kind: &'a str) -> impl Iterator<Item = &'a str> {
    page.split("```")
        .skip(1)
        .step_by(2)
        .filter_map(move |block| block.strip_prefix(kind)?.strip_prefix('\n'))
}

/// A game that plays an example of a page line by line.
struct Example {
    game: Game,
    events: Vec<Event>,
    /// The text of the latest action, or the numbers of the rules that refuse it.
    latest: Result<String, Vec<&'static str>>,
}

impl Example {
    fn new(names: &str) -> Self {
        let setup = Setup {
            pack: packs::find("practice").expect("it is built in"),
            board: "Three Rivers".to_owned(),
            players: names.split(", ").map(str::to_owned).collect(),
            ..Setup::default()
        };
        Self {
            game: Game::new(&setup).expect("the practice set is complete"),
            events: Vec::new(),
            latest: Ok(String::new()),
        }
    }

    fn enter(&mut self, line: &str) -> Result<(), String> {
        let action = parse_action(&self.game, line).map_err(|error| error.to_string())?;
        if let Ok(played) = self.game.play(&action) {
            self.latest = Ok(print_action(&self.game, &played.action));
            self.events = played.events;
            self.game = played.game;
        } else {
            let mut failed = self.game.checklist(&action);
            failed.retain(|check| check.outcome != CheckOutcome::Passed);
            let mut rules: Vec<&str> = failed.iter().map(|of| of.rule.number()).collect();
            rules.dedup();
            self.latest = Err(rules);
        }
        Ok(())
    }

    /// Returns the true version of a statement of the page about the table.
    fn truth(&self, statement: &str) -> String {
        let game = &self.game;
        let of = statement.split([' ', ':']).next().unwrap_or_default();
        match of {
            _ if statement == "refused" && self.latest.is_err() => statement.to_owned(),
            "refused" => match &self.latest {
                Ok(_) => "played".to_owned(),
                Err(rules) => format!("refused by {}", rules.join(", ")),
            },
            _ if self.latest.is_err() => "refused".to_owned(),
            "written" => format!("written: {}", self.latest.clone().unwrap_or_default()),
            "next" => {
                let all: Vec<String> = game.pending().iter().map(|owed| next(game, owed)).collect();
                let none = if all.is_empty() { "nothing" } else { "" };
                format!("next: {}{none}", all.join(", "))
            }
            "points" => format!("points: {}", self.changes(Quantity::Points)),
            "money" => format!("money: {}", self.changes(Quantity::Money)),
            "holds" => {
                let each = game.players();
                let held = each.map(|p| format!("{} ${}", game.race_label(p), game.money(p).0));
                format!("holds: {}", held.collect::<Vec<_>>().join(", "))
            }
            "hand" | "played" => {
                let who = game.players().find(|&p| {
                    let who = format!("{of}: {} ", game.race_label(p));
                    statement.starts_with(&who)
                });
                let Some(who) = who else {
                    return "nobody's cards".to_owned();
                };
                let cards = if of == "hand" { game.hand(who) } else { game.played_cards(who) };
                format!("{of}: {} {}", game.race_label(who), names(game, cards))
            }
            "proposals" => {
                let name = |place: Option<_>| {
                    place.map_or("-", |building| game.contents().building_name(building))
                };
                format!("proposals: {}", game.proposals().map(name).join(", "))
            }
            "advisers" => {
                let name = |place: Option<_>| {
                    place.map_or("-", |adviser| game.contents().adviser_name(adviser))
                };
                format!("advisers: {}", game.adviser_offer().map(name).join(", "))
            }
            _ => "no statement that is known here".to_owned(),
        }
    }

    /// Returns the rules that refuse the latest line, if the example does not state the refusal.
    fn unstated_refusal(&self, example: &str) -> Option<String> {
        let rules = self.latest.as_ref().err()?.join(", ");
        let by = format!("refused by {rules}");
        let is_stated = example.lines().any(|line| line.trim() == "refused" || line.trim() == by);
        (!is_stated).then_some(rules)
    }

    fn changes(&self, what: Quantity) -> String {
        let mut by = ByPlayer::<i32>::default();
        for event in &self.events {
            if let Event::Change(change) = event
                && change.quantity == what
            {
                by[change.player] += change.by;
            }
        }
        let changed = self.game.players().filter(|&player| by[player] != 0);
        let each: Vec<String> = changed
            .map(|player: PlayerId| format!("{} {:+}", self.game.race_label(player), by[player]))
            .collect();
        if each.is_empty() { "nobody".to_owned() } else { each.join(", ") }
    }
}

fn names(game: &Game, cards: CardSet) -> String {
    let names: Vec<&str> = cards.iter().map(|card| game.contents().card_name(card)).collect();
    if names.is_empty() { "nothing".to_owned() } else { names.join(", ") }
}

/// Returns a pending decision in the words of the pages.
fn next(game: &Game, owed: &PendingDecision) -> String {
    let building = |building| game.contents().building_name(building);
    let deed = match &owed.task {
        Task::DealProposals(count) => return format!("Proposals {count}"),
        Task::DealAdvisers(count) => return format!("Advisers {count}"),
        Task::DealAchievements => return "Achievements".to_owned(),
        Task::Judge(of) => return format!("Achieved {}", game.contents().achievement_name(*of)),
        Task::Ballots => return "Votes".to_owned(),
        Task::ChooseRace => "chooses a race".to_owned(),
        Task::TakeResource => "takes a resource".to_owned(),
        Task::PlaceStart => "places the first stall".to_owned(),
        Task::Turn => "plays a card".to_owned(),
        Task::Follow => "follows".to_owned(),
        Task::Roads(_) => "adds a road".to_owned(),
        Task::Choose(_) => "chooses".to_owned(),
        Task::Bonus(_) => "takes a bonus".to_owned(),
        Task::Decide(_) => "decides".to_owned(),
        Task::PlaceBuilding(of) => format!("places {}", building(*of)),
        Task::PayMarkers(_) => "pays for markers".to_owned(),
        Task::Pick => "picks a proposal".to_owned(),
        Task::FillEvent => "fills in the event".to_owned(),
    };
    let who = owed.player.map(|player| game.race_label(player));
    format!("{} {deed}", who.unwrap_or_default())
}

/// Returns every statement of a page that is not true, with the truth.
fn untrue(page: &str) -> Vec<String> {
    let mut found = Vec::new();
    for block in blocks(page, "text") {
        let mut lines = block.lines();
        let mut example = Example::new(lines.next().unwrap_or_default());
        for line in lines {
            if let Some(statement) = line.strip_prefix("    ") {
                let truth = example.truth(statement);
                if truth != statement {
                    found.push(format!("{statement}\n  but {truth}"));
                }
                continue;
            }
            // A refusal must be stated in the line below the refused one.
            if let Some(rules) = example.unstated_refusal(block) {
                found.push(format!("before {line}: refused by {rules}"));
            }
            if let Err(error) = example.enter(line) {
                found.push(format!("{line}\n  {error}"));
            }
        }
        if let Some(rules) = example.unstated_refusal(block) {
            found.push(format!("at the end: refused by {rules}"));
        }
    }
    found
}

#[test]
fn examples_of_the_playing_page_state_what_the_program_does() {
    let page = page("playing.md");
    let stated =
        blocks(&page, "text").flat_map(str::lines).filter(|line| line.starts_with("    ")).count();
    assert!(stated > 30, "{stated} statements");
    let found = untrue(&page);
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn false_statement_in_an_example_is_found() {
    let page = page("playing.md");
    for (statement, false_one) in [
        ("points: Human +1, Savvas +1", "points: Human +2"),
        ("refused by 9.5", "refused by 9.6"),
        ("next: Savvas follows", "next: Human follows"),
        ("advisers: Haggler, -,", "advisers: Haggler, Peddler,"),
    ] {
        assert!(page.contains(statement), "{statement}");
        let changed = page.replacen(statement, false_one, 1);
        assert!(!untrue(&changed).is_empty(), "{false_one}");
    }
}

#[test]
fn packs_page_explains_every_condition_and_effect_in_its_notation() {
    let page = page("packs.md");
    let written: Vec<&str> =
        page.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next()).collect();
    let mut conditions = [false; 11];
    let mut effects = [false; 13];
    for cell in written {
        // A name shared by a condition and an effect is explained for both.
        if let Ok(condition) = ron::from_str::<Condition>(cell) {
            conditions[of_condition(&condition)] = true;
        }
        if let Ok(effect) = ron::from_str::<Effect>(cell) {
            effects[of_effect(effect)] = true;
        }
    }
    assert_eq!((conditions, effects), ([true; 11], [true; 13]));
}

/// Returns the index of a condition among all conditions.
fn of_condition(condition: &Condition) -> usize {
    match condition {
        Condition::Houses(_) => 0,
        Condition::Bridges(_) => 1,
        Condition::TierInEverySection(_) => 2,
        Condition::OwnsResources(_) => 3,
        Condition::OwnsTiles(..) => 4,
        Condition::AccessResources(_) => 5,
        Condition::DeliveredTo(_) => 6,
        Condition::Advisers(_) => 7,
        Condition::LastingInfluence(_) => 8,
        Condition::MoneyHeld(_) => 9,
        Condition::ByHand(_) => 10,
    }
}

/// Returns the index of an effect among all effects.
fn of_effect(effect: Effect) -> usize {
    match effect {
        Effect::Recruit(_) => 0,
        Effect::Trade(_) => 1,
        Effect::AccessThenRecruit => 2,
        Effect::Upgrade(_) => 3,
        Effect::ConnectedRoad => 4,
        Effect::Construct(_) => 5,
        Effect::Gain(_) => 6,
        Effect::GainPerAdjacentBasic(_) => 7,
        Effect::Roads(_) => 8,
        Effect::CollectIncome => 9,
        Effect::ReturnCards(_) => 10,
        Effect::FreeAccess(_) => 11,
        Effect::ByHand => 12,
    }
}

#[test]
fn fact_is_parsed_only_with_its_certainty() {
    let page = page("packs.md");
    let game = Example::new("Anna, Ben").game;
    let is_read = |list: &str, fact: &str| {
        let pack = format!("({list}: [(name: \"Ours\", {fact})])");
        let in_a_pack = ron::from_str::<Pack>(&pack).is_ok();
        let in_a_record = parse_action(&game, &format!("Learn {pack}")).is_ok();
        assert_eq!(in_a_pack, in_a_record, "{pack}");
        in_a_pack
    };
    for (list, fact, others) in [
        ("resources", "tier: Known(Two, \"box\")", ["2", "\"Two\""]),
        ("advisers", "tier: Known(1, \"box\")", ["One", "Basic"]),
    ] {
        assert!(page.contains(&format!("`{fact}`")), "{fact}");
        assert!(is_read(list, fact), "{fact}");
        assert!(is_read(list, &fact.replace("Known", "Unconfirmed")));
        for other in others {
            assert!(!is_read(list, &format!("tier: Known({other}, \"box\")")));
        }
    }
    assert!(page.contains("never `tier: 1`"));
    for list in ["resources", "advisers"] {
        for bare in ["1", "Two", "Known(1)", "Known(Two)"] {
            assert!(!is_read(list, &format!("tier: {bare}")), "{list}: {bare}");
        }
    }
}

#[test]
fn help_pages_link_to_existing_pages_and_pictures() {
    let folder = help();
    let mut links = 0;
    for entry in std::fs::read_dir(&folder).expect("the pages are there") {
        let path = entry.expect("it can be read").path();
        if path.extension().is_none_or(|ending| ending != "md") {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("pages are text");
        for piece in text.split("](").skip(1) {
            let target = piece.split(')').next().unwrap_or_default();
            assert!(folder.join(target).exists(), "{}: {target}", path.display());
            links += 1;
        }
    }
    assert!(links > 20, "{links} links");
}

/// Returns a line with the typographic marks of a word processor, outside texts and around them.
fn pasted(line: &str) -> String {
    let mut is_text = false;
    let mut is_escaped = false;
    let mut pasted = String::new();
    for c in line.chars() {
        let is_mark = c == '"' && !is_escaped;
        is_escaped = c == '\\' && !is_escaped;
        pasted.push(match c {
            '"' if is_mark && is_text => '”',
            '"' if is_mark => '“',
            '-' if !is_text => '–',
            '\'' if !is_text => '’',
            c => c,
        });
        is_text ^= is_mark;
    }
    pasted
}

#[test]
fn actions_of_the_examples_parse_the_same_with_typographic_marks() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/examples");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).expect("the examples are there").flatten() {
        let bytes = std::fs::read(entry.path()).expect("it can be read");
        let Some(journal) = notation::record::read_record(&bytes).record else {
            continue;
        };
        journal::replay_with(&journal, |_, before, played| {
            let line = print_action(before, &played.action);
            let pasted = pasted(&line);
            if pasted != line {
                assert_eq!(parse_action(before, &pasted).as_ref(), Ok(&played.action), "{pasted}");
                count += 1;
            }
        });
    }
    assert!(count > 20, "{count} lines have such marks");
}

#[test]
fn text_in_an_action_keeps_its_typographic_marks() {
    let game = Example::new("Anna, Ben").game;
    let read = parse_action(&game, "Note “Anna’s – late”").expect("it is a note");
    assert_eq!(print_action(&game, &read), "Note \"Anna’s – late\"");
}
