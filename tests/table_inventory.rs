//! Checks that the checklist for restoring a table is complete: the table is rebuilt from its lines
//! of text alone.
//!
//! A reader that shares no code with the writer parses the lines. Its result is compared with the
//! game item by item, and then entered as a position on a fresh table, which must look the same.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use components::specs::StandardCard;
use narration::{NamedGame, PlayerNaming};
use notation::parse_action;
use notation::record::read_record;
use rules::adjustment::Owner;
use rules::map::PieceKind;
use rules::player::PlayerId;
use rules::rulebook::Variant;
use rules::{Game, Setup};
use simulate::Simulation;
use table_inventory::Checklist;

type Names = BTreeSet<String>;

/// Everything visible on a table, by names. Players are named by seat, "1" to "4".
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Visible {
    board: String,
    roads: Names,
    /// By squares: the resource, the owner of the token on top, the owners of those below.
    tiles: BTreeMap<String, (String, String, Names)>,
    houses: BTreeMap<String, String>,
    crossings: BTreeMap<String, String>,
    buildings: BTreeMap<String, Building>,
    seats: BTreeMap<String, Seat>,
    /// The resource cards without a player, with the number of stalls left.
    free_cards: BTreeMap<String, usize>,
    active: Option<String>,
    proposals: [Option<String>; 3],
    voted_in: Option<String>,
    advisers: [Option<String>; 4],
    prestige_deck: Names,
    on_top: Vec<String>,
    discards: Names,
    buildings_gone: Names,
    adviser_deck: Names,
    advisers_gone: Names,
    /// The prices below the middle and the right proposal.
    solo_prices: Option<(usize, usize)>,
    cycle: Option<usize>,
    /// By name: `true` if it is scored.
    achievements: BTreeMap<String, bool>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Building {
    at: String,
    /// By space, counted from 1: the owner of the token.
    delivered: BTreeMap<usize, String>,
    worker: Option<String>,
    completed: bool,
    marker: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Seat {
    name: String,
    race: Option<String>,
    race_card: Option<String>,
    /// The resource cards, with the number of stalls left.
    cards: BTreeMap<String, usize>,
    houses: usize,
    bridges: usize,
    workers: usize,
    race_worker: bool,
    points: i32,
    income: i32,
    owns: Names,
    access: Names,
    money: i32,
    fleeting: i32,
    lasting: i32,
    hand: Names,
    played: Names,
    unnamed: usize,
}

/// Returns the visible table of a game, taken from the game itself.
#[expect(clippy::too_many_lines, reason = "one visible field after another")]
fn visible(game: &Game) -> Visible {
    let contents = game.contents();
    let resource = |r| contents.resource_name(r).to_owned();
    let building = |b| contents.building_name(b).to_owned();
    let adviser = |a| contents.adviser_name(a).to_owned();
    let seat = |player: PlayerId| (player.index() + 1).to_string();
    let owner = |owner: Option<Owner>| match owner {
        Some(Owner::Player(player)) => seat(player),
        Some(Owner::Neutral) => "neutral".to_owned(),
        None => "nobody".to_owned(),
    };
    let mut shown = Visible {
        board: game.board().name().to_owned(),
        active: game.active_player().map(seat),
        proposals: game.proposals().map(|card| card.map(building)),
        voted_in: game.building_voted_in().map(building),
        advisers: game.adviser_offer().map(|card| card.map(adviser)),
        prestige_deck: game.prestige_deck().shuffled.iter().map(building).collect(),
        on_top: game.prestige_deck().on_top.into_iter().map(building).collect(),
        discards: game.discarded_proposals().iter().map(building).collect(),
        buildings_gone: game.buildings_out_of_game().iter().map(building).collect(),
        adviser_deck: game.adviser_deck().cards.iter().map(adviser).collect(),
        advisers_gone: game.advisers_out_of_game().iter().map(adviser).collect(),
        ..Visible::default()
    };
    if let Some(state) = game.solo_state() {
        let price = |price: i32| usize::try_from(price).expect("prices are not negative");
        shown.solo_prices = Some((price(game.solo_price(1)), price(game.solo_price(2) / 2)));
        shown.cycle = Some(usize::from(state.cycle));
    }
    for in_play in game.achievements() {
        let name = contents.achievement_name(in_play.achievement).to_owned();
        shown.achievements.insert(name, in_play.scored.is_some());
    }
    for square in game.board().squares() {
        if game.road_state(square) == Some(true) {
            shown.roads.insert(square.to_string());
        }
    }
    for (_, piece) in game.map().pieces() {
        let (at, whose) = (piece.footprint.to_string(), owner(piece.owner));
        match piece.kind {
            PieceKind::Resource(r) => {
                let below = piece.access.iter().map(seat).collect();
                shown.tiles.insert(at, (resource(r), whose, below));
            }
            PieceKind::House => {
                shown.houses.insert(at, whose);
            }
            PieceKind::Bridge(_) => {
                shown.crossings.insert(at, whose);
            }
            PieceKind::Prestige(_) | PieceKind::Removed => {}
        }
    }
    for active in game.active_buildings() {
        let tokens = active.delivered.iter().enumerate();
        let on_map = Building {
            at: game.map().piece(active.piece).footprint.to_string(),
            delivered: tokens
                .filter_map(|(space, token)| Some((space + 1, owner(Some((*token)?)))))
                .collect(),
            worker: active.worker.map(seat),
            completed: active.completed,
            marker: active.marker,
        };
        shown.buildings.insert(building(active.building), on_map);
    }
    let left = |r| game.tiles_left(r).expect("the practice set says how many");
    for player in game.players() {
        let card = |card| contents.card_name(card).to_owned();
        let counts = &contents.pack().counts;
        let of = |fact: &components::fact::Fact<u16>| {
            usize::from(*fact.value().expect("the practice set says how many"))
        };
        let built = usize::from(game.houses(player));
        let mat = Seat {
            name: game.player_name(player).to_owned(),
            race: game.race(player).map(|race| contents.race_name(race).to_owned()),
            race_card: game.race_resource(player).map(resource),
            cards: game.controls(player).iter().map(|r| (resource(r), left(r))).collect(),
            houses: of(&counts.houses) - built,
            bridges: of(&counts.bridges) - usize::from(game.bridges(player)),
            workers: if game.variants().contains(Variant::NoWorkers) {
                0
            } else {
                built.saturating_sub(usize::from(game.workers_placed(player)))
            },
            race_worker: game.worker_on_race(player),
            points: game.points(player).0,
            income: game.income(player).0,
            owns: game.owns(player).iter().map(resource).collect(),
            access: game.access(player).map(|tile| resource(tile.resource)).collect(),
            money: game.money(player).0,
            fleeting: game.fleeting(player),
            lasting: game.lasting(player),
            hand: game.hand(player).iter().map(card).collect(),
            played: game.played_cards(player).iter().map(card).collect(),
            unnamed: game.unnamed_cards(player),
        };
        shown.seats.insert(seat(player), mat);
    }
    for r in contents.resources() {
        if contents.prerequisites(r).is_empty() && game.controller(r).is_none() {
            shown.free_cards.insert(resource(r), left(r));
        }
    }
    shown
}

/// A reader of the lines of a checklist, which knows nothing else of the game.
struct Reader {
    /// The seats by the players' labels.
    seats: BTreeMap<String, String>,
    shown: Visible,
}

fn names(list: &str) -> Names {
    ordered(list).into_iter().collect()
}

fn ordered(list: &str) -> Vec<String> {
    match list {
        "nothing" => Vec::new(),
        list => list.split(", ").map(str::to_owned).collect(),
    }
}

fn between<'t>(text: &'t str, before: &str, after: &str) -> Option<&'t str> {
    text.strip_prefix(before)?.strip_suffix(after)
}

fn first_number(text: &str) -> usize {
    let word = text.split(' ').next().expect("a word");
    word.parse().expect("a number")
}

fn dollars(text: &str) -> i32 {
    let digits: String = text.chars().filter(|c| *c != '$').collect();
    digits.parse().expect("an amount")
}

impl Reader {
    fn read(lines: &[String]) -> Visible {
        let mut reader = Self { seats: BTreeMap::new(), shown: Visible::default() };
        // Seats must be known first.
        for line in lines {
            if let Some(seat) = line.strip_prefix("seat ") {
                reader.seat(seat);
            }
        }
        for line in lines {
            reader.line(line);
        }
        reader.shown
    }

    fn seat(&mut self, text: &str) {
        let (seat, rest) = text.split_once(": ").expect("a seat");
        let (name, mat) = rest.split_once(", ").expect("a name");
        let race = mat.strip_suffix(" mat").map(str::to_owned);
        let called = race.clone().unwrap_or_else(|| name.to_owned());
        self.seats.insert(called, seat.to_owned());
        let mat = self.shown.seats.entry(seat.to_owned()).or_default();
        name.clone_into(&mut mat.name);
        mat.race = race;
    }

    #[track_caller]
    fn who(&self, called: &str) -> String {
        self.seats.get(called).unwrap_or_else(|| panic!("no player is called {called}")).clone()
    }

    #[track_caller]
    fn mat(&mut self, called: &str) -> &mut Seat {
        let seat = self.who(called);
        self.shown.seats.get_mut(&seat).expect("the seat was read")
    }

    /// Returns the owner of a token: "token of Human" or "neutral token".
    fn token(&self, text: &str, what: &str) -> String {
        if text == format!("neutral {what}") {
            return "neutral".to_owned();
        }
        self.who(text.strip_prefix(&format!("{what} of ")).expect("a token"))
    }

    fn line(&mut self, line: &str) {
        let (head, tail) = line.split_once(": ").unwrap_or((line, ""));
        let done = self.board_line(head, tail)
            || self.mat_line(head, tail)
            || self.card_line(head, tail)
            || self.prestige_line(head, tail)
            || self.piece_line(head, tail);
        assert!(done, "the line cannot be laid out: {line}");
    }

    fn board_line(&mut self, head: &str, _tail: &str) -> bool {
        if let Some(name) = head.strip_prefix("board ") {
            name.clone_into(&mut self.shown.board);
        } else if let Some(roads) = head.strip_prefix("roads on ").or(head.strip_prefix("road on "))
        {
            for square in roads.split(' ') {
                assert!(self.shown.roads.insert(square.to_owned()), "{square} twice");
            }
        } else {
            return head.starts_with("the board lies the right way round when ");
        }
        true
    }

    fn mat_line(&mut self, head: &str, tail: &str) -> bool {
        if head.starts_with("seat ") {
            return true;
        }
        if let Some(called) = head.strip_prefix("active player token to ") {
            self.shown.active = Some(self.who(called));
        } else if let Some((what, called)) = head.split_once(" on the mat of ") {
            let count = first_number(what);
            let mat = self.mat(called);
            if what.contains("bridge") {
                mat.bridges = count;
            } else {
                assert_eq!(tail, "a locked worker on each");
                mat.houses = count;
            }
        } else if let Some((what, called)) = head.split_once(" beside the mat of ") {
            self.mat(called).workers = first_number(what);
        } else if let Some(rest) = head.strip_prefix("score marker of ") {
            let (called, points) = rest.rsplit_once(" on ").expect("a place");
            self.mat(called).points = points.parse().expect("points");
        } else if let Some(rest) = head.strip_prefix("income marker of ") {
            let (called, income) = rest.rsplit_once(" on ").expect("a place");
            self.mat(called).income = income.parse().expect("an income");
        } else if let Some(called) = head.strip_prefix("tracker of ") {
            let (own, access) = tail.split_once("; ").expect("two rows");
            let mat = self.mat(called);
            mat.owns = names(own.strip_prefix("own ").expect("a row"));
            mat.access = names(access.strip_prefix("access ").expect("a row"));
        } else if let Some((what, called)) = head.rsplit_once(" to ")
            && let Some((fleeting, lasting)) = what.split_once(" fleeting influence and ")
        {
            let lasting = between(lasting, "", " lasting influence").expect("influence");
            let mat = self.mat(called);
            mat.fleeting = fleeting.parse().expect("a number");
            mat.lasting = lasting.parse().expect("a number");
        } else if let Some((amount, called)) = head.split_once(" to ")
            && amount.contains('$')
        {
            self.mat(called).money = dollars(amount);
        } else {
            return false;
        }
        true
    }

    fn card_line(&mut self, head: &str, tail: &str) -> bool {
        if let Some((resource, rest)) = head.split_once(" card to ") {
            let (called, of_race) = match rest.strip_suffix(", of the race") {
                Some(called) => (called, true),
                None => (rest, false),
            };
            let mat = self.mat(called);
            mat.cards.insert(resource.to_owned(), first_number(tail));
            if of_race {
                mat.race_card = Some(resource.to_owned());
            }
        } else if let Some((resource, _)) = head.split_once(" card beside the board") {
            let card = (resource.to_owned(), first_number(tail));
            self.shown.free_cards.insert(card.0, card.1);
        } else if let Some(called) = head.strip_prefix("hand of ") {
            let mat = self.mat(called);
            let list = match tail.strip_prefix("all but ") {
                Some(rest) => {
                    let (count, list) = rest.split_once(" of ").expect("a list");
                    mat.unnamed = count.parse().expect("a number");
                    list
                }
                None => tail,
            };
            mat.hand = names(list);
        } else if let Some(called) = head.strip_prefix("played by ") {
            let (list, down) = tail.split_once("; ").unwrap_or((tail, ""));
            let mat = self.mat(called);
            mat.played = names(list);
            if let Some(count) = down.strip_prefix("face down and unnamed ") {
                assert_eq!(count.parse(), Ok(mat.unnamed), "hand and played cards agree");
            }
        } else if let Some(place) = ["left", "middle", "right"]
            .iter()
            .position(|place| head.starts_with(&format!("{place} proposal, ")))
        {
            self.shown.proposals[place] = (tail != "empty").then(|| tail.to_owned());
        } else if let Some(place) = head.strip_prefix("adviser place ") {
            let (place, _price) = place.split_once(", ").expect("a price");
            let place: usize = place.parse().expect("a place");
            self.shown.advisers[place - 1] = (tail != "empty").then(|| tail.to_owned());
        } else {
            return self.deck_line(head, tail);
        }
        true
    }

    fn deck_line(&mut self, head: &str, tail: &str) -> bool {
        match head {
            "prestige deck" => {
                let mut parts = tail.split("; ");
                let shuffled = parts.next().and_then(|part| part.strip_prefix("in unknown order "));
                self.shown.prestige_deck = names(shuffled.expect("the shuffled cards"));
                for part in parts {
                    let top = part.strip_prefix("then on top, one upon the other ");
                    self.shown.on_top = ordered(top.expect("the cards on top"));
                }
            }
            "discarded proposals" => self.shown.discards = names(tail),
            "below the proposals" => {
                let (middle, right) = tail.split_once(", ").expect("two prices");
                let price = (first_number(middle), first_number(right));
                self.shown.solo_prices = Some(price);
            }
            "cycle of the solo game" => self.shown.cycle = Some(first_number(tail)),
            head if head.starts_with("achievement ") => {
                let name = head.trim_start_matches("achievement ").to_owned();
                self.shown.achievements.insert(name, tail == "scored");
            }
            "prestige cards out of the game" => self.shown.buildings_gone = names(tail),
            "advisers out of the game" => self.shown.advisers_gone = names(tail),
            "adviser deck, tier 1 on top" => {
                for part in tail.split("; ").filter(|part| *part != "nothing") {
                    let (_, cards) = part.split_once(" shuffled ").expect("a tier");
                    self.shown.adviser_deck.extend(names(cards));
                }
            }
            _ => return false,
        }
        true
    }

    fn prestige_line(&mut self, head: &str, tail: &str) -> bool {
        if tail == "its card beside the board" {
            let (name, at) = head.rsplit_once(" on ").expect("squares");
            let on_map = Building { at: at.to_owned(), ..Building::default() };
            self.shown.buildings.insert(name.to_owned(), on_map);
        } else if tail == "voted in, to be placed" {
            self.shown.voted_in = Some(head.to_owned());
        } else if tail == "completion token" {
            self.building(head).completed = true;
        } else if tail == "neutral marker" {
            self.building(head).marker = true;
        } else if let Some((token, space)) = tail.split_once(" on space ") {
            let owner = self.token(token, "delivery token");
            let (space, _resource) = space.split_once(", ").expect("a resource");
            let space = space.parse().expect("a space");
            self.building(head).delivered.insert(space, owner);
        } else if let Some(rest) = head.strip_prefix("worker of ") {
            let (called, place) = rest.split_once(" on ").expect("a place");
            if place == "the race mat" {
                self.mat(called).race_worker = true;
            } else {
                let seat = self.who(called);
                self.building(place).worker = Some(seat);
            }
        } else {
            return false;
        }
        true
    }

    fn building(&mut self, name: &str) -> &mut Building {
        self.shown.buildings.get_mut(name).unwrap_or_else(|| panic!("{name} is not placed yet"))
    }

    fn piece_line(&mut self, head: &str, tail: &str) -> bool {
        let Some((what, at)) = head.rsplit_once(" on ") else {
            return false;
        };
        if let Some(called) = what.strip_prefix("house of ") {
            self.shown.houses.insert(at.to_owned(), self.who(called));
        } else if let Some(called) = ["bridge of ", "gate of ", "bridge or gate of "]
            .iter()
            .find_map(|what_of| what.strip_prefix(what_of))
        {
            self.shown.crossings.insert(at.to_owned(), self.who(called));
        } else {
            let (mut top, mut below) = (None, Names::new());
            for token in tail.split(", ") {
                if let Some(token) = token.strip_suffix(" on top") {
                    top = Some(self.token(token, "token"));
                } else {
                    let token = token.strip_suffix(" below").expect("a token below");
                    below.insert(self.token(token, "token"));
                }
            }
            let tile = (what.to_owned(), top.expect("a token on top"), below);
            self.shown.tiles.insert(at.to_owned(), tile);
        }
        true
    }
}

/// Returns the table as a position in the notation, as far as positions can state it.
fn position(shown: &Visible) -> String {
    let mut list = Vec::new();
    let who = |seat: &String| {
        let seat = &shown.seats[seat];
        seat.race.clone().unwrap_or_else(|| seat.name.clone())
    };
    for seat in shown.seats.values() {
        let race = seat.race.as_ref().expect("all races are chosen");
        list.push(format!("{} is {race}", seat.name));
        let mut cards: Vec<&String> = seat.cards.keys().collect();
        cards.sort_by_key(|card| seat.race_card.as_ref() != Some(*card));
        let cards: Vec<&str> = cards.into_iter().map(String::as_str).collect();
        list.push(format!("{race} controls {}", cards.join(" and ")));
    }
    list.extend(shown.roads.iter().map(|square| format!("road {square}")));
    for (at, (resource, top, below)) in &shown.tiles {
        let of = match top.as_str() {
            "neutral" => "neutral".to_owned(),
            seat => format!("of {}", who(&seat.to_owned())),
        };
        list.push(format!("tile {resource} {at} {of}"));
        for seat in below {
            list.push(format!("access {resource} {at} {}", who(seat)));
        }
    }
    for (at, seat) in &shown.houses {
        list.push(format!("house {at} of {}", who(seat)));
    }
    for (at, seat) in &shown.crossings {
        list.push(format!("bridge {at} of {}", who(seat)));
    }
    for (name, building) in &shown.buildings {
        list.push(format!("building {name} {}", building.at));
        if let Some(seat) = &building.worker {
            list.push(format!("worker {} on {name}", who(seat)));
        }
    }
    list.extend(shown.cycle.map(|cycle| format!("cycle {cycle}")));
    if !shown.achievements.is_empty() {
        let names: Vec<&str> = shown.achievements.keys().map(String::as_str).collect();
        list.push(format!("achievements {}", names.join(" and ")));
        let scored = shown.achievements.iter().filter(|(_, scored)| **scored);
        list.extend(scored.map(|(name, _)| format!("scored {name}")));
    }
    for (seat, mat) in &shown.seats {
        let race = who(seat);
        if mat.race_worker {
            list.push(format!("worker {race} on race"));
        }
        for (what, amount) in [
            ("points", mat.points),
            ("money", mat.money),
            ("fleeting", mat.fleeting),
            ("lasting", mat.lasting),
        ] {
            list.push(format!("{race} {what} = {amount}"));
        }
        for card in &mat.hand {
            list.push(format!("card {race} {card} in hand"));
        }
        for card in &mat.played {
            list.push(format!("card {race} {card} played"));
        }
        for card in StandardCard::ALL {
            let name = card.name();
            let two = shown.seats.len() == 2 || card != StandardCard::Income;
            if two && !mat.hand.contains(name) && !mat.played.contains(name) {
                list.push(format!("card {race} {name} gone"));
            }
        }
    }
    for (what, places) in [("proposals", &shown.proposals[..]), ("advisers", &shown.advisers)] {
        let cards: Vec<&str> = places.iter().flatten().map(String::as_str).collect();
        if !cards.is_empty() {
            list.push(format!("{what} {}", cards.join(" and ")));
        }
    }
    let active = shown.active.clone().unwrap_or_else(|| "1".to_owned());
    list.push(format!("turn {}", who(&active)));
    format!("Position: {}", list.join(", "))
}

/// Returns the table without the parts that positions cannot state.
fn as_in_a_position(mut shown: Visible) -> Visible {
    shown.active = shown.active.or(Some("1".to_owned()));
    shown.voted_in = None;
    // A position is neither a setup nor an end, and the prices follow from it.
    shown.cycle = shown.cycle.or(Some(1));
    shown.solo_prices = None;
    for names in [
        &mut shown.prestige_deck,
        &mut shown.discards,
        &mut shown.buildings_gone,
        &mut shown.adviser_deck,
        &mut shown.advisers_gone,
    ] {
        names.clear();
    }
    shown.on_top.clear();
    for seat in shown.seats.values_mut() {
        seat.unnamed = 0;
    }
    // A position deals from the left.
    let mut dealt: Vec<Option<String>> =
        shown.proposals.iter().flatten().cloned().map(Some).collect();
    dealt.resize(3, None);
    shown.proposals = [dealt.remove(0), dealt.remove(0), dealt.remove(0)];
    let mut dealt: Vec<Option<String>> =
        shown.advisers.iter().flatten().cloned().map(Some).collect();
    dealt.resize(4, None);
    shown.advisers = [dealt.remove(0), dealt.remove(0), dealt.remove(0), dealt.remove(0)];
    shown
}

fn lines(game: &Game) -> Vec<String> {
    let list = Checklist::for_game(NamedGame::by_race(game));
    list.items.into_iter().map(|item| item.text).collect()
}

/// Checks that the table read from the lines is the table of the game.
#[track_caller]
fn check_read(of: &str, game: &Game) -> Visible {
    let read = Reader::read(&lines(game));
    assert_eq!(read, visible(game), "{of}");
    read
}

/// Checks that the lines, entered as a position on a fresh table, give the same visible table.
#[track_caller]
fn check_position(of: &str, game: &Game, read: &Visible) {
    let setup = Setup {
        pack: game.contents().pack().clone(),
        board: read.board.clone(),
        players: read.seats.values().map(|seat| seat.name.clone()).collect(),
        options: game.options(),
        variants: game.variants(),
    };
    let fresh = Game::new(&setup).expect("the same table can be set up again");
    let text = with_deliveries(game, read);
    let action =
        parse_action(&fresh, &text).unwrap_or_else(|error| panic!("{of}: {error}\n{text}"));
    let rebuilt = fresh.play(&action).unwrap_or_else(|no| panic!("{of}: {no:?}\n{text}"));
    let rebuilt = as_in_a_position(visible(&rebuilt.game));
    assert_eq!(rebuilt, as_in_a_position(read.clone()), "{of}");
}

/// Returns the position with its delivery tokens; the pack states the resource of each space.
fn with_deliveries(game: &Game, read: &Visible) -> String {
    let mut text = position(read);
    let contents = game.contents();
    for (name, building) in &read.buildings {
        let id = contents.building_named(name).expect("it is placed");
        for (space, seat) in &building.delivered {
            let asked = contents.spaces(id)[space - 1].resource.expect("it is known");
            let owner = match seat.as_str() {
                "neutral" => "neutral".to_owned(),
                seat => read.seats[seat].race.clone().expect("a race"),
            };
            let resource = contents.resource_name(asked);
            text = format!("{text}, delivery {name} {resource} {owner}");
        }
        // A delivery removes the marker, so the marker is stated last.
        if building.marker {
            text = format!("{text}, marker {name}");
        }
    }
    text
}

/// Checks the lines of a game; at every fifth entry also their position.
fn check(of: &str, number: usize, game: &Game) {
    let read = check_read(of, game);
    let drafted = read.seats.values().all(|seat| seat.race.is_some() && !seat.cards.is_empty());
    if drafted && number.is_multiple_of(5) {
        check_position(of, game, &read);
    }
}

#[test]
fn every_state_of_the_examples_is_rebuilt_from_its_checklist() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/examples");
    let mut count = 0;
    for entry in fs::read_dir(folder).expect("the examples are there").flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let bytes = fs::read(entry.path()).expect("an example can be read");
        let journal = read_record(&bytes).record.expect("an example holds a game");
        journal::replay_with(&journal, |number, _, played| {
            check(&format!("{name} {number}"), number, &played.game);
            count += 1;
        });
    }
    assert!(count > 1000, "{count} moments");
}

#[test]
fn every_state_of_simulated_games_is_rebuilt_from_its_checklist() {
    let pack = packs::find("practice").expect("it is built in");
    for board in &pack.boards {
        for players in 2..=4 {
            for seed in 0..3 {
                let mut simulation =
                    Simulation::new(&pack, &board.name, players, seed).expect("it can be played");
                let mut number = 0;
                while let Some(played) = simulation.step() {
                    number += 1;
                    let of = format!("{} {players} {seed} {number}", board.name);
                    check(&of, number, &played.game);
                    if number > simulate::MAX_ENTRIES {
                        break;
                    }
                }
            }
        }
    }
}

/// Returns the game after these lines of notation on the practice set.
fn table(lines: &[&str]) -> Game {
    let setup = Setup {
        pack: packs::find("practice").expect("it is built in"),
        board: "Three Rivers".to_owned(),
        players: vec!["Anna".to_owned(), "Ben".to_owned()],
        ..Setup::default()
    };
    let mut game = Game::new(&setup).expect("it can be played");
    for line in lines {
        let action = parse_action(&game, line).expect("the line can be read");
        game = game.play(&action).expect("the rules allow it").game;
    }
    game
}

#[test]
fn adjusted_table_that_no_game_reaches_is_rebuilt_from_its_checklist() {
    let game = table(&[
        "Position: Anna is Human, Ben is Savvas, turn Human, tile Population K6 of Human, \
         tile Stone M8 of Savvas, access Stone M8 Human, road L7, Human money = -3, \
         card Savvas Trade gone",
        "Human face down: $1",
        "Adjust tile Wood H1 neutral, bridge I2 of Savvas: \"seen on the table\"",
    ]);
    let read = check_read("by hand", &game);
    assert_eq!(read.seats["1"].unnamed, 1);
    assert_eq!(read.seats["1"].money, -2);
    assert_eq!(read.tiles["H1"].1, "neutral");
    check_position("by hand", &game, &read);
}

#[test]
fn checklist_lists_the_board_first_then_its_surroundings() {
    let game =
        table(&["Position: Anna is Human, Ben is Savvas, turn Human, road L7, house M8 of Human"]);
    let list = Checklist::for_game(NamedGame::by_race(&game));
    let parts: Vec<_> = list.parts().into_iter().map(|(part, _)| part).collect();
    let mut sorted = parts.clone();
    sorted.sort_unstable();
    assert_eq!(parts, sorted);
    let split = list.on_board_count();
    assert!(list.items[..split].iter().all(|item| item.part.is_on_board()));
    assert!(!list.items[split..].iter().any(|item| item.part.is_on_board()));
}

#[test]
fn checklist_marks_unknown_facts_as_unknown() {
    let mut pack = packs::find("practice").expect("it is built in");
    pack.counts.houses = components::fact::Fact::Unknown;
    pack.counts.prestige_cards = components::fact::Fact::Unknown;
    pack.boards[0].sites = components::fact::Fact::Unknown;
    let setup = Setup {
        board: pack.boards[0].name.clone(),
        pack,
        players: vec!["Anna".to_owned(), "Ben".to_owned()],
        ..Setup::default()
    };
    let game = Game::new(&setup).expect("it can be played");
    let lines = lines(&game);
    let unknown: Vec<&String> = lines.iter().filter(|line| line.contains("unknown")).collect();
    for what in ["reserved sites", "houses left on the mat of Anna", "prestige deck"] {
        assert!(unknown.iter().any(|line| line.starts_with(what)), "{what}: {lines:#?}");
    }
}

#[test]
fn stored_ticks_apply_to_the_same_table_only() {
    let record = include_bytes!("../assets/examples/e05-government-built-and-delivered.founders");
    let journal = read_record(record).record.expect("an example is sound");
    let [now, earlier] = [2, 1].map(|number| {
        let game = journal.game_at(number).expect("it was played");
        Checklist::for_game(NamedGame::by_race(&game))
    });
    assert_eq!(now.to_saved_text(&BTreeSet::new()), None);
    let done: BTreeSet<String> =
        now.items.iter().step_by(2).map(|item| item.record_text.clone()).collect();
    let stored = now.to_saved_text(&done).expect("items are ticked");
    assert_eq!(now.parse_ticks(&stored).as_ref(), Some(&done));
    let game = journal.game_at(2).expect("it was played");
    let by_name = Checklist::for_game(NamedGame::new(&game, PlayerNaming::Names));
    assert_eq!(by_name.parse_ticks(&stored), Some(done), "players have other labels");
    assert_eq!(earlier.parse_ticks(&stored), None);
    assert_eq!(now.parse_ticks(&format!("{stored}[ ] one more\n")), None);
    assert_eq!(now.parse_ticks(""), None);
}
