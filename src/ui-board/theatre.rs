//! The cascade as theatre: when which coin is where.
//!
//! A [`Play`] is worked out from the payments of a turn alone: one step a payment, in the order
//! of the receipt. What a tile keeps of it flies on to the points of its owner, which count up
//! when it arrives. The [`Theatre`] knows what is played now; the board and the players ask it
//! what to show. Whoever wants no motion sees the end of it, with its steps numbered.
#![expect(clippy::cast_precision_loss, reason = "a turn has few payments, each for few points")]

use egui::emath::lerp;
use egui::{Align2, Context, Event, Id, Key, LayerId, Modifiers, Order, Pos2, Rect, pos2};

use crate::pieces::PlayerInk;
use crate::settings::Settings;
use components::quantity::Points;
use journal::EntryId;
use rules::Game;
use rules::player::{ByPlayer, PlayerId};
use table::table::Table;
use table::turn::{TurnPayment, TurnSummary};
use ui_kit::keyboard;
use ui_kit::theme::{Theme, text};

/// How long a payment takes, in seconds.
const STEP_SECS: f64 = 0.35;
/// How long what is kept flies to the points of its owner, in seconds.
const FLIGHT_SECS: f64 = 0.35;
/// How long the points count up, in seconds.
const COUNT_SECS: f64 = 0.2;
/// How long payments stay on the board although something else is aimed at, in seconds.
const HOLD_SECS: f64 = 4.0;
/// Radius of a flying coin, in points.
const COIN: f32 = 15.0;

/// The steps of a cascade.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Play {
    /// For every payment of the turn, who keeps how much of it.
    kept: Vec<Option<(PlayerId, Points)>>,
    /// The payments before this one were made earlier.
    first: usize,
}

/// What is kept of a payment, on its way to the points of its owner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Flight {
    /// Of which payment.
    pub step: usize,
    /// To whom.
    pub player: PlayerId,
    /// How much.
    pub points: Points,
    /// How far it has come, from 0 to 1.
    pub part: f32,
}

impl Play {
    /// The play of the payments of a turn from the given one on.
    pub fn new(payments: &[TurnPayment], first: usize) -> Self {
        let kept = payments.iter().map(|paid| {
            let player = paid.path.to_player.player()?;
            Some((player, paid.path.kept)).filter(|(_, kept)| *kept != Points::ZERO)
        });
        Self { kept: kept.collect(), first }
    }

    /// Whether nothing is paid in it.
    pub fn is_empty(&self) -> bool {
        self.first >= self.kept.len()
    }

    /// How long it takes, in seconds.
    pub fn secs(&self) -> f64 {
        self.arrival_of(self.kept.len().saturating_sub(1)) + FLIGHT_SECS + COUNT_SECS
    }

    /// How many payments of the turn are made after so many seconds, with the part of the next.
    pub fn made(&self, secs: f64) -> f32 {
        let made = self.first as f64 + (secs / STEP_SECS).max(0.0);
        made.min(self.kept.len() as f64) as f32
    }

    /// What is on its way to the points of its owner after so many seconds.
    pub fn flights(&self, secs: f64) -> impl Iterator<Item = Flight> {
        let coming = self.kept.iter().enumerate().skip(self.first);
        coming.filter_map(move |(step, kept)| {
            let (player, points) = (*kept)?;
            let part = (secs - self.arrival_of(step)) / FLIGHT_SECS;
            let part = part as f32;
            (0.0..1.0).contains(&part).then_some(Flight { step, player, points, part })
        })
    }

    /// What everybody's points have still to be counted up by after so many seconds.
    pub fn to_come(&self, secs: f64) -> ByPlayer<Points> {
        let mut to_come = ByPlayer::default();
        for (step, kept) in self.kept.iter().enumerate().skip(self.first) {
            if let Some((player, points)) = *kept {
                let counted = (secs - self.arrival_of(step) - FLIGHT_SECS) / COUNT_SECS;
                let left = f64::from(points.0) * (1.0 - counted.clamp(0.0, 1.0));
                to_come[player] += Points(left.round() as i32);
            }
        }
        to_come
    }

    /// When a coin reaches the tile that it is paid for, in seconds.
    fn arrival_of(&self, step: usize) -> f64 {
        (step + 1).saturating_sub(self.first) as f64 * STEP_SECS
    }
}

/// What was on the screen in the latest frame.
#[derive(Clone, Debug)]
struct Seen {
    entry: EntryId,
    number: usize,
    /// How many entries the record had.
    count: usize,
    was_past: bool,
}

/// What is played now.
#[derive(Clone, Debug, Default)]
pub struct Theatre {
    seen: Option<Seen>,
    /// The play that is going on, and when it began.
    play: Option<(Play, f64)>,
    /// Until when payments stay on the board, whatever is aimed at.
    holds_until: f64,
    /// The time of the frame.
    now: f64,
    /// Whether something was recorded since the pointer last moved.
    pub(crate) shows_news: bool,
    /// Which control the board is.
    pub board: Option<Id>,
    /// Where the points of each player stand on the screen.
    pub numerals: ByPlayer<Option<Rect>>,
}

/// The playback of payments on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Playback {
    /// Nothing is played, because the board is hidden.
    Off,
    /// New payments are played.
    On,
    /// The latest payments are played again.
    Repeat,
}

impl Theatre {
    /// Begins what is to be played and asks for the next frame as long as something is; to be
    /// called before anything else is drawn.
    ///
    /// [`Playback::Repeat`] plays the latest payments again, and so does a key.
    pub fn follow(
        &mut self,
        ctx: &Context,
        table: &Table,
        settings: &Settings,
        playback: Playback,
    ) {
        let is_seen = playback != Playback::Off;
        self.now = ctx.input(|input| input.time);
        let is_stopped = ctx.input(|input| input.events.iter().any(is_other_key));
        if is_stopped {
            self.play = None;
            self.holds_until = self.now;
        }
        let seen = Seen {
            entry: table.shown_entry(),
            number: table.shown_number(),
            count: table.journal().entry_count(),
            was_past: table.is_past(),
        };
        let before = self.seen.replace(seen.clone());
        if let Some(before) = before.filter(|before| before.entry != seen.entry) {
            self.changed(&before, &seen, table.turn());
        } else if is_seen && (self.takes_repeat(ctx) || playback == Playback::Repeat) {
            let first = table.turn().first_payment_of(seen.entry);
            let all = table.turn().payments.len();
            self.begin(table.turn(), if first < all { first } else { 0 });
        }
        let ended = |(play, began): &(Play, f64)| self.now - began >= play.secs();
        if !settings.motion || !is_seen || self.play.as_ref().is_some_and(ended) {
            self.play = None;
        }
        if self.play.is_some() {
            ctx.request_repaint();
        } else if self.holds() {
            ctx.request_repaint_after_secs((self.holds_until - self.now) as f32);
        }
    }

    /// Another entry is looked at.
    fn changed(&mut self, before: &Seen, seen: &Seen, turn: &TurnSummary) {
        let is_recorded = seen.count > before.count;
        self.shows_news |= is_recorded;
        let is_taken_back =
            !is_recorded && !seen.was_past && !before.was_past && seen.number < before.number;
        if is_taken_back {
            self.play = None;
            self.holds_until = self.now;
            return;
        }
        let follows = turn.entries.iter().position(|&entry| entry == before.entry);
        if let (Some(_), Some((play, _))) = (follows, &mut self.play) {
            // What is being played goes on, and what was paid since comes after it.
            *play = Play::new(&turn.payments, play.first);
            self.holds_until = self.now + HOLD_SECS + play.secs();
            return;
        }
        let first = match follows {
            Some(index) => {
                let is_new = |paid: &TurnPayment| turn.entries[index + 1..].contains(&paid.entry);
                turn.payments.iter().position(is_new).unwrap_or(turn.payments.len())
            }
            None if is_recorded => 0,
            None => turn.first_payment_of(seen.entry),
        };
        self.begin(turn, first);
    }

    /// Plays the payments of a turn from the given one on.
    fn begin(&mut self, turn: &TurnSummary, first: usize) {
        let play = Play::new(&turn.payments, first);
        self.play = None;
        self.holds_until = self.now;
        if !play.is_empty() {
            self.holds_until += play.secs() + HOLD_SECS;
            self.play = Some((play, self.now));
        }
    }

    /// Takes the key that repeats what was played, unless a control has a use for it.
    fn takes_repeat(&self, ctx: &Context) -> bool {
        let focused = ctx.memory(egui::Memory::focused);
        let is_free = focused.is_none() || focused == self.board;
        is_free && keyboard::pressed_before_drawing(ctx, Modifiers::NONE, Key::Space)
    }

    /// Whether payments stay on the board although something else is aimed at.
    pub fn holds(&self) -> bool {
        self.now < self.holds_until
    }

    /// How many payments of the turn are made, with the part of the next; nothing once all are.
    pub fn made(&self) -> Option<f32> {
        self.play.as_ref().map(|(play, began)| play.made(self.now - began))
    }

    /// What everybody's points have still to be counted up by.
    pub fn to_come(&self) -> ByPlayer<Points> {
        let to_come = self.play.as_ref().map(|(play, began)| play.to_come(self.now - began));
        to_come.unwrap_or_default()
    }

    /// Paints what flies to the points of the players, over everything; `start_of` says where
    /// what is kept of a payment lies.
    pub(crate) fn paint_flights(
        &self,
        ctx: &Context,
        game: &Game,
        theme: &Theme,
        start_of: impl Fn(usize) -> Option<Pos2>,
    ) {
        let Some((play, began)) = &self.play else {
            return;
        };
        let layer = LayerId::new(Order::Foreground, Id::unique("points that fly"));
        let painter = ctx.layer_painter(layer);
        for flight in play.flights(self.now - began) {
            let numeral = self.numerals[flight.player];
            let (Some(start), Some(numeral)) = (start_of(flight.step), numeral) else {
                continue;
            };
            let at = on_arc(start, numeral.center(), flight.part);
            let ink = PlayerInk::of_player(theme, game, flight.player);
            painter.circle_filled(at, COIN + 3.0, theme.raised);
            painter.circle_filled(at, COIN + 1.5, ink.edge);
            painter.circle_filled(at, COIN, ink.fill);
            let points = format!("+{}", flight.points);
            painter.text(at, Align2::CENTER_CENTER, points, text::strong(text::LEAD), ink.on_fill);
        }
    }
}

/// A key that stops the play, as every one but that which repeats it.
fn is_other_key(event: &Event) -> bool {
    matches!(event, Event::Key { key, pressed: true, repeat: false, .. } if *key != Key::Space)
}

/// The place on an arc between two others, slow at its ends.
fn on_arc(from: Pos2, to: Pos2, part: f32) -> Pos2 {
    let part = part * part * (3.0 - 2.0 * part);
    let top = from.y.min(to.y) - 0.12 * from.distance(to);
    let control = pos2(f32::midpoint(from.x, to.x), top);
    let (one, other) = (from.lerp(control, part), control.lerp(to, part));
    pos2(lerp(one.x..=other.x, part), lerp(one.y..=other.y, part))
}

#[cfg(test)]
mod tests {
    use journal::{Change, Journal};
    use narration::PlayerNaming;
    use notation::record::read_record;

    use super::*;
    use table::examples::example;

    fn journal() -> Journal {
        let text = example("four-founders.founders").expect("it is there").text;
        read_record(text.as_bytes()).record.expect("it can be read")
    }

    /// Every entry of an example that paid somebody, with its turn.
    fn paying() -> Vec<(EntryId, TurnSummary)> {
        let journal = journal();
        let turns = journal
            .main_line()
            .iter()
            .map(|&id| (id, TurnSummary::of(&journal, id, PlayerNaming::Races)));
        let paying: Vec<_> = turns
            .filter(|(id, turn)| turn.payments.last().is_some_and(|paid| paid.entry == *id))
            .collect();
        assert!(paying.len() > 10, "only {} entries pay", paying.len());
        paying
    }

    #[test]
    fn a_payment_takes_its_time_and_then_flies_on() {
        for (_, turn) in paying() {
            let play = Play::new(&turn.payments, 0);
            for step in 0..turn.payments.len() {
                let begins = step as f64 * STEP_SECS;
                assert!((play.made(begins + STEP_SECS / 2.0) - (step as f32 + 0.5)).abs() < 0.001);
                let paid = &turn.payments[step];
                let flies = |secs| play.flights(secs).any(|flight| flight.step == step);
                let arrives = begins + STEP_SECS + 0.001;
                let is_kept =
                    paid.path.kept != Points::ZERO && paid.path.to_player.player().is_some();
                assert!(!flies(arrives - 0.01));
                assert_eq!(flies(arrives), is_kept);
                assert!(!flies(arrives + FLIGHT_SECS));
            }
            assert!((play.made(play.secs()) - turn.payments.len() as f32).abs() < 0.001);
            assert_eq!(play.flights(play.secs()).count(), 0);
        }
    }

    #[test]
    fn points_count_up_to_what_the_record_says_and_never_down() {
        for (entry, turn) in paying() {
            let journal = journal();
            let first = turn.first_payment_of(entry);
            let play = Play::new(&turn.payments, first);
            let all = play.to_come(0.0);
            for player in journal.game().players() {
                let paid =
                    journal.entry(entry).outcome().events().iter().filter_map(
                        |event| match event {
                            rules::receipt::Event::Payout(payout) => Some(payout.gains()[player]),
                            _ => None,
                        },
                    );
                assert_eq!(all[player], paid.sum::<Points>());
            }
            let mut last = all;
            for frame in 0..=(play.secs() * 60.0).ceil() as usize {
                let left = play.to_come(frame as f64 / 60.0);
                assert!(journal.game().players().all(|player| left[player] <= last[player]));
                last = left;
            }
            assert_eq!(last, ByPlayer::default());
            assert_eq!(play.to_come(play.secs()), ByPlayer::default());
        }
    }

    /// A frame of the theatre at a time.
    fn frame(theatre: &mut Theatre, table: &Table, time: f64, events: Vec<Event>, motion: bool) {
        let ctx = Context::default();
        let input = egui::RawInput { time: Some(time), events, ..egui::RawInput::default() };
        let settings = Settings { motion, ..Settings::default() };
        let mut output =
            ctx.run_ui(input, |ui| theatre.follow(ui.ctx(), table, &settings, Playback::On));
        output.textures_delta.clear();
    }

    fn key(key: Key) -> Vec<Event> {
        let modifiers = Modifiers::NONE;
        vec![Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers }]
    }

    /// A table after an entry that paid somebody was taken back.
    fn unpaid() -> Table {
        let mut table = Table::new(journal());
        while table.turn().payments.last().is_none_or(|paid| paid.entry != table.shown_entry()) {
            table.apply(Change::Undo(1)).expect("there is more");
        }
        table.apply(Change::Undo(1)).expect("there is more");
        table
    }

    #[test]
    fn what_is_played_begins_with_the_entry_and_can_be_stopped_and_repeated() {
        let mut table = unpaid();
        let mut theatre = Theatre::default();
        frame(&mut theatre, &table, 1.0, Vec::new(), true);
        assert_eq!(theatre.made(), None, "nothing has happened yet");
        table.apply(Change::Redo(1)).expect("it was taken back");
        let first = table.turn().first_payment_of(table.shown_entry());
        frame(&mut theatre, &table, 2.0, Vec::new(), true);
        assert_eq!(theatre.made(), Some(first as f32));
        assert!(theatre.holds() && theatre.to_come() != ByPlayer::default());
        frame(&mut theatre, &table, 2.1, key(Key::A), true);
        assert_eq!(theatre.made(), None, "a key stops it");
        assert!(!theatre.holds());
        frame(&mut theatre, &table, 3.0, key(Key::Space), true);
        assert_eq!(theatre.made(), Some(first as f32), "and space repeats it");
        frame(&mut theatre, &table, 30.0, Vec::new(), true);
        assert_eq!((theatre.made(), theatre.to_come()), (None, ByPlayer::default()));
        table.apply(Change::Undo(1)).expect("it was played");
        frame(&mut theatre, &table, 31.0, Vec::new(), true);
        assert_eq!(theatre.made(), None, "what is taken back is not played");
    }

    #[test]
    fn without_motion_everything_is_there_at_once() {
        let mut table = unpaid();
        let mut theatre = Theatre::default();
        frame(&mut theatre, &table, 1.0, Vec::new(), false);
        table.apply(Change::Redo(1)).expect("it was taken back");
        frame(&mut theatre, &table, 2.0, Vec::new(), false);
        assert_eq!((theatre.made(), theatre.to_come()), (None, ByPlayer::default()));
        assert!(theatre.holds(), "it can be read although the pointer moves on");
    }

    #[test]
    fn stepping_through_the_journal_plays_what_is_looked_at() {
        let mut table = unpaid();
        table.apply(Change::Redo(1)).expect("it was taken back");
        let here = table.shown_number();
        let mut theatre = Theatre::default();
        frame(&mut theatre, &table, 1.0, Vec::new(), true);
        for (at, number) in [here - 1, here].into_iter().enumerate() {
            table.show_number(number);
            frame(&mut theatre, &table, 20.0 * (at + 1) as f64, Vec::new(), true);
        }
        assert!(theatre.made().is_some());
    }
}
