//! Nothing gets lost: over random evenings, the parts of every attack add up, and cards, money and
//! standees are conserved after every entry. Records of the evenings read back, and undo replays.

use std::collections::{BTreeMap, BTreeSet};

use scenario::Record;
use scenario::record::{Change, check_writable, new_record, print, print_for_people, read};
use scenario_rules::event::{Event, EventKind};
use scenario_rules::figure::{Figure, FigureKind, Rank};
use scenario_rules::modifier::{Deck, DeckOwner};
use scenario_rules::outcome::Outcome;
use scenario_rules::standees::SetStandees;
use scenario_rules::{Action, FigureId, Game, Illegal};

use crate::evening::Evening;
use crate::support::assert_same;

/// The number of evenings, and of actions in each.
const EVENINGS: u64 = 36;
const ACTIONS: usize = 400;

/// The cards of a deck of one kind.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Count {
    all: u32,
    drawn: u32,
}

/// A deck as a second computation, with the text of each card.
#[derive(Default)]
struct Pile {
    cards: BTreeMap<String, Count>,
    shuffle_due: bool,
}

impl Pile {
    fn of(deck: &Deck) -> Self {
        let cards = deck.cards.iter().map(|of| {
            (
                of.card.to_string(),
                Count { all: of.count.into(), drawn: (of.count - of.left).into() },
            )
        });
        Self { cards: cards.collect(), shuffle_due: deck.shuffle_due }
    }

    /// G12, G14, S10.2: a card is drawn; without cards left, the drawn ones are shuffled first.
    fn draw(&mut self, card: &str) {
        if self.cards.values().all(|count| count.drawn == count.all) {
            self.take_back();
        }
        let count = self.cards.get_mut(card).expect("the deck has the card");
        match card {
            "bless" | "curse" => count.all -= 1,
            _ => count.drawn += 1,
        }
        assert!(count.drawn <= count.all, "{card}");
        self.shuffle_due |= ["x2", "null"].contains(&card);
        self.cards.retain(|_, count| count.all > 0);
    }

    fn take_back(&mut self) {
        for count in self.cards.values_mut() {
            count.drawn = 0;
        }
    }
}

/// The quantities that have to be conserved, kept apart from the engine.
struct Books {
    decks: BTreeMap<DeckOwner, Pile>,
    tokens: usize,
    hands: BTreeMap<FigureId, u8>,
}

impl Books {
    fn new(game: &Game) -> Self {
        let layout = game.position().layout();
        Self {
            decks: layout.decks.iter().map(|deck| (deck.owner, Pile::of(deck))).collect(),
            tokens: layout.money.values().map(|&count| usize::from(count)).sum(),
            hands: layout.hands.iter().map(|(id, hand)| (*id, hand.size())).collect(),
        }
    }

    fn deck(&mut self, owner: DeckOwner) -> &mut Pile {
        self.decks.entry(owner).or_insert_with(|| Pile::of(&Deck::standard(owner)))
    }

    /// Books an action.
    fn book(&mut self, before: &Game, action: &Action, after: &Game) {
        match action {
            Action::Attack(attack) => {
                let owner = before.position().figure(attack.attacker).deck_owner();
                if let Some(pile) = self.decks.get_mut(&owner) {
                    for card in &attack.drawn {
                        pile.draw(&card.to_string());
                    }
                }
            }
            Action::AddCards { owner, card, count } => {
                let card = card.to_string();
                self.deck(*owner).cards.entry(card).or_default().all += u32::from(*count);
            }
            Action::Shuffle(owner) => {
                self.deck(*owner).take_back();
                self.deck(*owner).shuffle_due = false;
            }
            Action::Round => {
                for pile in self.decks.values_mut().filter(|pile| pile.shuffle_due) {
                    pile.take_back();
                    pile.shuffle_due = false;
                }
            }
            Action::Hand { figure, hand } => {
                self.hands.insert(*figure, hand.size());
            }
            Action::Money { hexes, is_added: true } => self.tokens += hexes.len(),
            Action::Money { hexes, is_added: false } => self.tokens -= hexes.len(),
            _ => {}
        }
        let fallen = before.position().figures().iter().filter(|figure| {
            let is_monster = matches!(figure.kind, FigureKind::Monster(_));
            is_monster && !figure.leaves_nothing && after.position().get(figure.id()).is_none()
        });
        self.tokens += fallen.count();
    }

    /// Checks the table against the books.
    #[track_caller]
    fn check(&self, game: &Game, of: &str) {
        let layout = game.position().layout();
        assert_eq!(layout.decks.len(), self.decks.len(), "{of}");
        for deck in &layout.decks {
            let (now, pile) = (Pile::of(deck), &self.decks[&deck.owner]);
            assert_eq!(now.cards, pile.cards, "{of}");
            assert_eq!(now.shuffle_due, pile.shuffle_due, "{of}");
            let [all, drawn] = [|of: &Count| of.all, |of: &Count| of.drawn]
                .map(|part| pile.cards.values().map(part).sum::<u32>());
            assert_eq!(deck.left() + drawn, all, "{of}");
        }
        let on_map: usize = layout.money.values().map(|&count| usize::from(count)).sum();
        let looted: usize = layout.purses.iter().map(|purse| usize::from(purse.tokens)).sum();
        assert_eq!(on_map + looted, self.tokens, "{of}");
        for (id, hand) in &layout.hands {
            assert_eq!(hand.size(), self.hands[id], "{of}");
        }
    }
}

/// Checks that the standees of each set are on the map or free, and that with none left no monster
/// of the set comes. Returns `true` if a set has none left.
#[track_caller]
fn check_standees(game: &Game, of: &str) -> bool {
    let position = game.position();
    let mut has_run_out = false;
    for SetStandees { set, count } in &position.layout().standees {
        let figures = position.figures().iter().filter(|figure| figure.set() == *set);
        let mut numbers: Vec<u8> =
            figures.map(|figure| figure.number().expect("a standee")).collect();
        let free = position.free_standees(*set).expect("they are counted");
        numbers.extend(&free);
        numbers.sort_unstable();
        assert_eq!(numbers, (1..=*count).collect::<Vec<_>>(), "{of}");
        if free.is_empty() {
            has_run_out = true;
            let hex = position.board().hexes().find(|&hex| position.is_empty_hex(hex));
            let (names, name) = (position.names(), position.names().set_name(*set));
            for number in [1, *count, *count + 1] {
                let kind = FigureKind::Monster(Rank::Normal);
                let hex = hex.expect("an empty hex");
                let figure = Figure::new(names, &name, Some(number), kind, hex);
                let refusal = game.play(&Action::Put(figure)).expect_err(of);
                assert!(matches!(refusal.reasons[..], [Illegal::Standee { .. }]), "{of}");
            }
        }
    }
    has_run_out
}

/// Checks the parts of every attack, and the hit points that they leave.
#[track_caller]
fn check_attacks(before: &Game, events: &[Event], of: &str) {
    for (at, event) in events.iter().enumerate() {
        let EventKind::AttackResolved(receipt) = &event.kind else { continue };
        let parts = [receipt.suffered, receipt.overkill, receipt.negated, receipt.modified.blocked];
        assert_eq!(parts.iter().sum::<u16>(), receipt.modified.value, "{of}");
        assert!(receipt.modified.blocked <= receipt.terms.shield(), "{of}");
        assert!(receipt.negated == 0 || receipt.suffered + receipt.overkill == 0, "{of}");
        let lost: u16 = events
            .iter()
            .filter(|event| event.parent == Some(at))
            .filter_map(|event| match &event.kind {
                EventKind::HitPoints { figure, from: Some(from), to }
                    if *figure == receipt.target =>
                {
                    Some(from.current - to.current)
                }
                _ => None,
            })
            .sum();
        assert_eq!(lost, receipt.suffered, "{of}");
        let full = before.position().figure(receipt.target).hit_points.expect("counted").current;
        assert!(receipt.overkill == 0 || lost == full, "{of}");
    }
}

/// Returns the kinds of occurrences in an entry that the evenings have to contain.
fn occurrences(before: &Game, action: &Action, outcome: &Outcome) -> Vec<&'static str> {
    let mut seen = Vec::new();
    for event in &outcome.report.events {
        match &event.kind {
            EventKind::AttackResolved(receipt) => seen.extend(
                [
                    (receipt.suffered > 0, "suffered"),
                    (receipt.overkill > 0, "overkill"),
                    (receipt.negated > 0, "negated"),
                    (receipt.modified.blocked > 0, "shielded"),
                    (receipt.drawn.len() > 1, "several cards"),
                    (receipt.drawn.iter().any(|card| card.rolling), "rolling"),
                    (receipt.drawn.iter().any(|card| card.face.leaves_deck()), "bless or curse"),
                ]
                .into_iter()
                .filter_map(|(has, what)| has.then_some(what)),
            ),
            EventKind::Deck(deck) => {
                let earlier = before.position().layout().deck(deck.owner);
                let ran_out = earlier.is_some_and(|earlier| earlier.left() < deck.left());
                let is_attack = matches!(action, Action::Attack(_));
                seen.extend((ran_out && is_attack).then_some("a deck that runs out"));
                seen.extend((ran_out && *action == Action::Round).then_some("a shuffled deck"));
            }
            EventKind::Purse { from, to } if from.tokens < to.tokens => seen.push("loot"),
            EventKind::Left { .. } => seen.push("a death"),
            EventKind::Healed { .. } => seen.push("a heal"),
            EventKind::Element { .. } => seen.push("an element"),
            EventKind::HazardTriggered { .. } => seen.push("a trap"),
            _ => {}
        }
    }
    match action {
        Action::ShortRest { again: false, .. } => seen.push("a short rest"),
        Action::ShortRest { again: true, .. } => seen.push("another card"),
        Action::Remove(_) => seen.push("an exhausted character"),
        Action::Turn(turn) if turn.targets.len() > 1 => seen.push("several targets"),
        _ => {}
    }
    seen
}

#[test]
fn parts_of_attacks_cards_money_and_standees_are_conserved_over_random_evenings() {
    let mut seen = BTreeSet::new();
    for seed in 0..EVENINGS {
        let mut evening = Evening::new(seed);
        let mut books = Books::new(evening.game());
        for number in 1..=ACTIONS {
            let before = evening.game().clone();
            let (action, outcome) = evening.play();
            let of = format!("seed {seed}, entry {number}: {action:?}");
            check_attacks(&before, &outcome.report.events, &of);
            books.book(&before, &action, &outcome.game);
            books.check(&outcome.game, &of);
            let has_run_out = check_standees(&outcome.game, &of);
            seen.extend(has_run_out.then_some("a set without standees"));
            check_writable(&action, before.position()).unwrap_or_else(|error| {
                panic!("{of}: {}", error.in_words(before.position().names()))
            });
            seen.extend(occurrences(&before, &action, &outcome));
        }
    }
    let all = [
        "a death",
        "a deck that runs out",
        "a heal",
        "a set without standees",
        "a short rest",
        "a shuffled deck",
        "a trap",
        "an element",
        "an exhausted character",
        "another card",
        "bless or curse",
        "loot",
        "negated",
        "overkill",
        "rolling",
        "several cards",
        "several targets",
        "shielded",
        "suffered",
    ];
    assert_eq!(seen.into_iter().collect::<Vec<_>>(), all, "every kind of entry occurs");
}

/// Plays an evening into a record; also returns the game after each entry, the start first.
fn recorded(seed: u64, count: usize) -> (Record, Vec<Game>) {
    let mut evening = Evening::new(seed);
    let mut record = new_record(evening.game().position().clone());
    let mut games = vec![evening.game().clone()];
    for _ in 0..count {
        let (action, outcome) = evening.play();
        record.apply(Change::play(action)).expect("it is legal");
        games.push(outcome.game);
    }
    (record, games)
}

#[test]
fn records_of_random_evenings_read_back_and_replay_to_the_same_table() {
    for seed in 0..6 {
        let (record, games) = recorded(seed, ACTIONS);
        assert_eq!(Some(record.game()), games.last());
        for text in [print(&record), print_for_people(&record)] {
            let loaded = read(&text);
            assert_eq!((loaded.error, loaded.warnings), (None, Vec::new()), "seed {seed}");
            assert_same(&loaded.record.expect("it is read"), &record);
        }
    }
}

#[test]
fn undo_is_the_replay_of_the_entries_before() {
    for seed in 0..6 {
        let (mut record, games) = recorded(seed, ACTIONS);
        let mut rng = fastrand::Rng::with_seed(seed);
        let start = games[0].clone();
        while record.cursor() > 0 {
            let count = rng.usize(1..=25).min(record.cursor());
            record.apply(Change::Undo(count)).expect("there are as many entries");
            let now = record.cursor();
            assert_eq!(record.game(), &games[now], "seed {seed}, entry {now}");
        }
        // Replaying a prefix from the start leads to the same table, at a sample of entries.
        for now in [1, 37, ACTIONS / 2, ACTIONS] {
            let replayed = (1..=now).fold(start.clone(), |game, number| {
                let judged = record.action(number).expect("it was recorded");
                game.play(&judged.action).expect("it is legal")
            });
            assert_eq!(replayed, games[now], "seed {seed}, entry {now}");
        }
    }
}
