//! A whole round of an evening, by pointer and by keys: the presses are counted, and everything that
//! is needed at each moment is in view.

use egui::Key;
use scenario_rules::figure::FigureKind;
use scenario_rules::round::TurnStatus;
use scenario_rules::{Action, FigureId, Hex};
use ui_board::settings::Settings;
use ui_kit::theme::Appearance;
use ui_kit::widgets::DecisivePart;

use crate::app::Desk;
use crate::scenario::{at, click, open, played, record};
use crate::visible::hidden_places;

/// Four characters and eight monsters in three sets. Two Guards can choose between two hexes.
const TABLE: &str = "board 12x8
level 1
card Red Guard: move 2, attack
card Marsh Hound: move 4, attack
card Ash Archer: move 1, attack range 5
character Brute at B3, unrevealed, hit points 30/30
character Tinkerer at B5, unrevealed, hit points 30/30
character Spellweaver at A6, unrevealed, hit points 30/30
character Scoundrel at A2, unrevealed, hit points 30/30
elite Red Guard 1 at E3, hit points 20/20
normal Red Guard 2 at E5, hit points 20/20
normal Red Guard 3 at L5, hit points 20/20
normal Marsh Hound 1 at F2, hit points 20/20
normal Marsh Hound 2 at F6, hit points 20/20
normal Marsh Hound 3 at L3, hit points 20/20
elite Ash Archer 1 at G4, hit points 20/20
normal Ash Archer 2 at G5, hit points 20/20";

/// The initiatives, in the order of the fields.
const INITIATIVES: &str = "14355272203361";

/// The most presses and digits of a round by pointer.
const BUDGET: usize = 65;

/// The windows in which everything has to be in view.
const WINDOWS: [[f32; 2]; 2] = [[800.0, 480.0], [1280.0, 800.0]];

/// A hand that plays, with counts of what happened.
struct Evening {
    desk: Desk,
    /// `true` if only keys are pressed.
    by_keys: bool,
    /// `true` if attacks are entered by the modifier cards drawn; otherwise the players compute the
    /// damage.
    by_cards: bool,
    /// The monsters that attacked.
    monster_attacks: usize,
    /// The attacks of characters.
    attacks: usize,
    /// The drags, which are presses too.
    drags: usize,
    /// The times at which the players chose among equally right hexes.
    ties: usize,
}

impl Evening {
    fn new(size: [f32; 2], by_keys: bool) -> Self {
        let settings = Settings { look: Appearance::Light, ..Settings::default() };
        let desk = Desk::in_window(settings, size, 1.0);
        Self::at(desk, TABLE, by_keys)
    }

    /// Starts an evening whose monsters attack with a value, so that attacks are entered by cards.
    fn with_cards(size: [f32; 2]) -> Self {
        let settings = Settings { look: Appearance::Light, ..Settings::default() };
        let desk = Desk::in_window(settings, size, 1.0);
        let table = TABLE.replace(", attack", ", attack 2");
        Self { by_cards: true, ..Self::at(desk, &table, false) }
    }

    fn at(mut desk: Desk, table: &str, by_keys: bool) -> Self {
        open(&mut desk, table);
        (desk.clicks, desk.keys) = (0, 0);
        Self { desk, by_keys, by_cards: false, monster_attacks: 0, attacks: 0, drags: 0, ties: 0 }
    }

    /// Returns the presses, drags and keys so far.
    fn presses(&self) -> usize {
        self.desk.clicks + self.desk.keys + self.drags
    }

    /// Returns the figure whose turn it is; `None` at the end of the round.
    fn acting(&self) -> Option<FigureId> {
        match record(&self.desk).game().turn_status() {
            TurnStatus::Turn { figures, .. } => Some(figures[0]),
            TurnStatus::RoundEnd => None,
            TurnStatus::Initiatives(hidden) => panic!("{} are hidden", hidden.len()),
        }
    }

    fn hex(&self, id: FigureId) -> String {
        record(&self.desk).game().position().figure(id).hex.to_string()
    }

    /// Checks that the next step, undo, and the figure to act are in view, and the pad if a page of
    /// a figure is open.
    #[track_caller]
    fn check_view(&self, has_pad: bool) {
        let hidden = hidden_places(self.desk.ctx());
        assert!(hidden.is_empty(), "{:#?}: {hidden:#?}", played(&self.desk).last());
        let places = self.desk.decisive();
        let count = |part| places.iter().filter(|place| place.part == part).count();
        assert_eq!(count(DecisivePart::Undo), 1, "{places:#?}");
        assert_eq!(count(DecisivePart::Pending), 1, "{places:#?}");
        // Nine buttons for damage, five for healing, and the next step.
        let least = if has_pad { 15 } else { 1 };
        assert!(count(DecisivePart::Choice) >= least, "{places:#?}");
        for control in ["Sight", "Undo"] {
            assert!(self.desk.has_control(control), "{control}: {:#?}", self.desk.labels());
        }
    }

    /// Takes the next step.
    fn go_on(&mut self) {
        self.desk.key(Key::Space);
    }

    /// Records damage to the figure of the pad.
    fn damage(&mut self, damage: u8) {
        if self.by_keys {
            self.desk.key(Key::from_name(&damage.to_string()).expect("a digit"));
        } else {
            self.desk.press(&format!("{damage} damage"));
        }
    }

    /// Plays the turn of a monster: chooses among equally right hexes, accepts it, and deals its
    /// damage.
    fn monster(&mut self, id: FigureId) {
        let position = record(&self.desk).game().position();
        let answer = position.turn(id).expect("its card is known");
        let other = answer.ends.get(1).map(|end| end.hex);
        let chosen = other.filter(|hex| *hex != answer.ends[0].hex && self.ties < 2);
        if let Some(hex) = chosen.filter(|_| !self.by_keys) {
            click(&mut self.desk, &hex.to_string());
            self.ties += 1;
        }
        let count = played(&self.desk).len();
        self.go_on();
        let recorded = record(&self.desk);
        let action = scenario::record::action_at(recorded, count + 1).expect("it is recorded");
        let Action::Turn(turn) = action else { panic!("{action:?}") };
        let turn = turn.clone();
        assert_eq!(turn.figure, id);
        if self.ties > 0 && chosen.is_some() {
            assert_eq!(Some(turn.to), chosen, "the pressed hex is taken");
        }
        if self.by_cards {
            for _ in &turn.targets {
                self.draw();
                self.monster_attacks += 1;
            }
        } else if let Some(&target) = turn.targets.first().filter(|_| self.monster_attacks < 6) {
            let before = self.hit_points(target);
            self.damage(2);
            assert_eq!(self.hit_points(target), before - 2);
            self.monster_attacks += 1;
        }
    }

    /// Presses the cards drawn for an attack, which is recorded then.
    fn draw(&mut self) {
        let count = played(&self.desk).len();
        while played(&self.desk).len() == count {
            self.desk.press("Drew +0");
        }
        let played = played(&self.desk);
        assert!(played[count].starts_with("attack "), "{played:#?}");
    }

    /// Attacks a figure with a value of 3, by the card drawn.
    fn attack(&mut self, target: FigureId) {
        let name = record(&self.desk).game().position().figure(target).to_string();
        self.desk.press(&format!("Attack {name}"));
        self.check_view(false);
        self.desk.press("Attack 3");
        self.check_view(false);
        self.draw();
    }

    fn hit_points(&self, id: FigureId) -> u16 {
        let position = record(&self.desk).game().position();
        position.figure(id).hit_points.expect("they are counted").current
    }

    /// Plays the turn of a character: a step, and as many attacks as are left for it.
    fn character(&mut self, id: FigureId) {
        self.step(id);
        let count = if self.attacks < 4 { 2 } else { 1 };
        let targets = self.targets(id);
        for &target in targets.iter().take(count.min(6 - self.attacks)) {
            if self.by_cards {
                self.attack(target);
                self.attacks += 1;
                continue;
            }
            if self.by_keys {
                self.desk.key(Key::T);
            } else {
                let hex = self.hex(target);
                click(&mut self.desk, &hex);
            }
            self.check_view(true);
            let before: u16 = targets.iter().map(|&id| self.hit_points(id)).sum();
            self.damage(3);
            let after: u16 = targets.iter().map(|&id| self.hit_points(id)).sum();
            assert_eq!(after, before - 3);
            self.attacks += 1;
        }
        self.go_on();
        assert!(record(&self.desk).game().has_acted(id), "{:#?}", played(&self.desk));
    }

    /// Returns the monsters on the map.
    fn targets(&self, id: FigureId) -> Vec<FigureId> {
        record(&self.desk).game().position().enemies_of(id).collect()
    }

    /// Moves a character to a free hex beside it.
    fn step(&mut self, id: FigureId) {
        let position = record(&self.desk).game().position();
        let from = position.figure(id).hex;
        let free = |hex: &Hex| position.board().has(*hex) && position.figure_at(*hex).is_none();
        let (to, arrow) = [
            (from.row.checked_add(1).map(|row| Hex::new(from.column, row)), Key::ArrowDown),
            (from.row.checked_sub(1).map(|row| Hex::new(from.column, row)), Key::ArrowUp),
            (from.column.checked_sub(1).map(|left| Hex::new(left, from.row)), Key::ArrowLeft),
            (from.column.checked_add(1).map(|right| Hex::new(right, from.row)), Key::ArrowRight),
        ]
        .into_iter()
        .find_map(|(hex, key)| Some((hex.filter(free)?, key)))
        .expect("a hex beside it is free");
        let count = played(&self.desk).len();
        if self.by_keys {
            self.desk.key(arrow);
            self.desk.key(Key::M);
        } else {
            let places = [from, to].map(|hex| at(&self.desk, &hex.to_string()));
            self.desk.drag_over(&[places[0], places[0].lerp(places[1], 0.5), places[1]]);
            self.desk.release(places[1]);
            self.drags += 1;
        }
        assert_eq!(played(&self.desk).len(), count + 1, "the move to {to} is recorded");
    }

    /// Plays a whole round, and ends it.
    fn play(&mut self) {
        self.desk.type_text(INITIATIVES);
        while let Some(id) = self.acting() {
            self.check_view(true);
            let figure = record(&self.desk).game().position().figure(id);
            match figure.kind {
                FigureKind::Monster(_) => self.monster(id),
                _ => self.character(id),
            }
        }
        assert_eq!(self.attacks, 6);
        assert!(self.monster_attacks >= 6, "{}", self.monster_attacks);
        let round = record(&self.desk).game().round();
        self.go_on();
        assert_eq!(record(&self.desk).game().round(), round + 1);
    }
}

#[test]
fn round_by_pointer_stays_within_the_press_budget_with_everything_in_view() {
    for size in WINDOWS {
        let mut evening = Evening::new(size, false);
        evening.play();
        assert_eq!(evening.ties, 2, "{size:?}");
        let presses = evening.presses();
        assert!(presses <= BUDGET, "{size:?}: {presses} presses of {BUDGET}");
    }
}

#[test]
fn round_with_modifier_cards_stays_within_the_press_budget() {
    for size in WINDOWS {
        let mut evening = Evening::with_cards(size);
        evening.play();
        let presses = evening.presses();
        assert!(presses <= BUDGET, "{size:?}: {presses} presses of {BUDGET}");
    }
}

#[test]
fn round_by_keys_alone_stays_within_the_press_budget_with_everything_in_view() {
    for size in WINDOWS {
        let mut evening = Evening::new(size, true);
        evening.play();
        assert_eq!((evening.desk.clicks, evening.drags), (0, 0), "{size:?}");
        let presses = evening.presses();
        assert!(presses <= BUDGET, "{size:?}: {presses} keys of {BUDGET}");
    }
}

#[test]
fn tab_brings_every_initiative_field_into_view() {
    let names =
        ["Brute", "Tinkerer", "Spellweaver", "Scoundrel", "Red Guard", "Marsh Hound", "Ash Archer"];
    for size in WINDOWS {
        let mut desk = Evening::new(size, true).desk;
        for name in names {
            desk.tab_until(&format!("Initiative of {name}"), false);
            let (_, field) = desk.focus().expect("a field has the focus");
            let (above, below) = (desk.control_rect("Round 1"), desk.control_rect("Undo"));
            let is_seen = field.top() >= above.bottom() && field.bottom() <= below.top();
            assert!(is_seen, "{size:?}, {name}: {field:?} of {above:?} to {below:?}");
        }
    }
}

#[test]
fn round_can_be_ended_without_scrolling_in_a_wide_window() {
    let desk = Evening::new(WINDOWS[1], false).desk;
    let (end, undo) = (desk.control_rect("End the round"), desk.control_rect("Undo"));
    assert!(end.bottom() <= undo.top(), "{end:?} of {undo:?}");
}
