//! The animation of a turn's payments.
//!
//! A [`PayoutTimeline`] depends only on the payments of a turn: one step per payment, in the order
//! of the receipt. The coin that a tile keeps flies on to its owner's points, which count up when
//! it arrives. The [`PayoutAnimation`] holds the current play; the board and the players panel
//! query it. With motion off, the final state is shown at once, with its steps numbered.
#![expect(clippy::cast_precision_loss, reason = "a turn has few payments, each for few points")]

use egui::emath::lerp;
use egui::{Align2, Context, Event, Id, Key, LayerId, Modifiers, Order, Pos2, Rect, pos2};

use crate::pieces::PlayerColors;
use crate::settings::Settings;
use components::quantity::Points;
use journal::EntryId;
use rules::Game;
use rules::player::{ByPlayer, PlayerId};
use table::table::Table;
use table::turn::{TurnPayment, TurnSummary};
use ui_kit::keyboard;
use ui_kit::theme::{Theme, text};

/// The duration of a payment, in seconds.
const STEP_SECS: f64 = 0.35;
/// The duration of a coin's flight to its owner's points, in seconds.
const FLIGHT_SECS: f64 = 0.35;
/// The duration for which points count up, in seconds.
const COUNT_SECS: f64 = 0.2;
/// The duration for which payments stay on the board regardless of the hover, in seconds.
const HOLD_SECS: f64 = 4.0;
/// The radius of a flying coin, in points.
const COIN_RADIUS: f32 = 15.0;

/// The timeline of a turn's payments.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PayoutTimeline {
    /// For every payment of the turn, the player who keeps points of it, and their number.
    kept: Vec<Option<(PlayerId, Points)>>,
    /// The first payment to play. Those before it were played earlier.
    first: usize,
}

/// A coin on its way to the points of its owner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FlyingCoin {
    /// The index of its payment.
    pub step: usize,
    /// The owner.
    pub player: PlayerId,
    /// The points it is worth.
    pub points: Points,
    /// The part of the path it has covered, from 0 to 1.
    pub part: f32,
}

impl PayoutTimeline {
    /// Creates the timeline of a turn's payments, starting with the payment at `first`.
    pub fn new(payments: &[TurnPayment], first: usize) -> Self {
        let kept = payments
            .iter()
            .map(|paid| {
                let player = paid.path.to_player.player()?;
                Some((player, paid.path.kept)).filter(|(_, kept)| *kept != Points::ZERO)
            })
            .collect();
        Self { kept, first }
    }

    /// Returns `true` if there is no payment to play.
    pub fn is_empty(&self) -> bool {
        self.first >= self.kept.len()
    }

    /// Returns the duration, in seconds.
    pub fn secs(&self) -> f64 {
        self.arrival_of(self.kept.len().saturating_sub(1)) + FLIGHT_SECS + COUNT_SECS
    }

    /// Returns the number of payments of the turn made after `secs` seconds, with the fraction of
    /// the next.
    pub fn payments_made(&self, secs: f64) -> f32 {
        let made = self.first as f64 + (secs / STEP_SECS).max(0.0);
        made.min(self.kept.len() as f64) as f32
    }

    /// Returns the coins that are flying after `secs` seconds.
    pub fn coins(&self, secs: f64) -> impl Iterator<Item = FlyingCoin> {
        self.kept.iter().enumerate().skip(self.first).filter_map(move |(step, kept)| {
            let (player, points) = (*kept)?;
            let part = ((secs - self.arrival_of(step)) / FLIGHT_SECS) as f32;
            (0.0..1.0).contains(&part).then_some(FlyingCoin { step, player, points, part })
        })
    }

    /// Returns the points of each player that are not counted up yet after `secs` seconds.
    pub fn uncounted(&self, secs: f64) -> ByPlayer<Points> {
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

    /// Returns the time at which a payment reaches its tile, in seconds.
    fn arrival_of(&self, step: usize) -> f64 {
        (step + 1).saturating_sub(self.first) as f64 * STEP_SECS
    }
}

/// The state shown in the latest frame.
#[derive(Clone, Debug)]
struct Seen {
    entry: EntryId,
    number: usize,
    /// The number of entries of the record.
    count: usize,
    was_past: bool,
}

/// The animation of payments: the current play and the state it needs between frames.
#[derive(Clone, Debug, Default)]
pub struct PayoutAnimation {
    seen: Option<Seen>,
    /// The current play, and its start time.
    play: Option<(PayoutTimeline, f64)>,
    /// The time until which payments stay on the board regardless of the hover.
    holds_until: f64,
    /// The time of the frame.
    now: f64,
    /// `true` if an entry was recorded since the pointer last moved.
    pub(crate) is_entry_new: bool,
    /// The id of the board's control.
    pub board: Option<Id>,
    /// The place of each player's points on the screen.
    pub points_rects: ByPlayer<Option<Rect>>,
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

impl PayoutAnimation {
    /// Starts or stops the play for this frame, and requests the next frame while one is running.
    ///
    /// Must be called before anything else is drawn. [`Playback::Repeat`] plays the latest payments
    /// again, and so does the space key.
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
        let is_over =
            self.play.as_ref().is_some_and(|(play, start)| self.now - start >= play.secs());
        if !settings.motion || !is_seen || is_over {
            self.play = None;
        }
        if self.play.is_some() {
            ctx.request_repaint();
        } else if self.holds_payments() {
            ctx.request_repaint_after_secs((self.holds_until - self.now) as f32);
        }
    }

    /// Updates the play after another entry was shown.
    fn changed(&mut self, before: &Seen, seen: &Seen, turn: &TurnSummary) {
        let is_recorded = seen.count > before.count;
        self.is_entry_new |= is_recorded;
        let is_taken_back =
            !is_recorded && !seen.was_past && !before.was_past && seen.number < before.number;
        if is_taken_back {
            self.play = None;
            self.holds_until = self.now;
            return;
        }
        let follows = turn.entries.iter().position(|&entry| entry == before.entry);
        if let (Some(_), Some((play, _))) = (follows, &mut self.play) {
            // The current play continues, followed by the payments made since.
            *play = PayoutTimeline::new(&turn.payments, play.first);
            self.holds_until = self.now + HOLD_SECS + play.secs();
            return;
        }
        let first = match follows {
            Some(index) => turn
                .payments
                .iter()
                .position(|paid| turn.entries[index + 1..].contains(&paid.entry))
                .unwrap_or(turn.payments.len()),
            None if is_recorded => 0,
            None => turn.first_payment_of(seen.entry),
        };
        self.begin(turn, first);
    }

    /// Plays the payments of a turn, starting with the payment at `first`.
    fn begin(&mut self, turn: &TurnSummary, first: usize) {
        let play = PayoutTimeline::new(&turn.payments, first);
        self.play = None;
        self.holds_until = self.now;
        if !play.is_empty() {
            self.holds_until += play.secs() + HOLD_SECS;
            self.play = Some((play, self.now));
        }
    }

    /// Takes the key that repeats the latest payments, unless a control has the focus.
    fn takes_repeat(&self, ctx: &Context) -> bool {
        let focused = ctx.memory(egui::Memory::focused);
        let is_free = focused.is_none() || focused == self.board;
        is_free && keyboard::pressed_before_drawing(ctx, Modifiers::NONE, Key::Space)
    }

    /// Returns `true` while payments stay on the board regardless of the hover.
    pub fn holds_payments(&self) -> bool {
        self.now < self.holds_until
    }

    /// Returns the number of payments of the turn made so far, with the fraction of the next;
    /// `None` when no play is running.
    pub fn payments_made(&self) -> Option<f32> {
        self.play.as_ref().map(|(play, start)| play.payments_made(self.now - start))
    }

    /// Returns the points of each player that are not counted up yet.
    pub fn uncounted(&self) -> ByPlayer<Points> {
        self.play.as_ref().map(|(play, start)| play.uncounted(self.now - start)).unwrap_or_default()
    }

    /// Paints the flying coins over everything; `start_of` returns the position of a payment's coin
    /// on the board.
    pub(crate) fn paint_coins(
        &self,
        ctx: &Context,
        game: &Game,
        theme: &Theme,
        start_of: impl Fn(usize) -> Option<Pos2>,
    ) {
        let Some((play, start)) = &self.play else {
            return;
        };
        let layer = LayerId::new(Order::Foreground, Id::unique("points that fly"));
        let painter = ctx.layer_painter(layer);
        for flight in play.coins(self.now - start) {
            let numeral = self.points_rects[flight.player];
            let (Some(from), Some(numeral)) = (start_of(flight.step), numeral) else {
                continue;
            };
            let at = on_arc(from, numeral.center(), flight.part);
            let ink = PlayerColors::of_player(theme, game, flight.player);
            painter.circle_filled(at, COIN_RADIUS + 3.0, theme.raised);
            painter.circle_filled(at, COIN_RADIUS + 1.5, ink.edge);
            painter.circle_filled(at, COIN_RADIUS, ink.fill);
            let points = format!("+{}", flight.points);
            painter.text(at, Align2::CENTER_CENTER, points, text::strong(text::LEAD), ink.on_fill);
        }
    }
}

/// Returns `true` for a key that stops the play: any key but the one that repeats it.
fn is_other_key(event: &Event) -> bool {
    matches!(event, Event::Key { key, pressed: true, repeat: false, .. } if *key != Key::Space)
}

/// Returns the point at `part` of an arc between two points, slow at both ends.
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

    /// Returns every entry of an example that paid somebody, with its turn.
    fn paying() -> Vec<(EntryId, TurnSummary)> {
        let journal = journal();
        let paying: Vec<_> = journal
            .main_line()
            .iter()
            .map(|&id| (id, TurnSummary::of(&journal, id, PlayerNaming::Races)))
            .filter(|(id, turn)| turn.payments.last().is_some_and(|paid| paid.entry == *id))
            .collect();
        assert!(paying.len() > 10, "only {} entries pay", paying.len());
        paying
    }

    #[test]
    fn payment_is_made_before_its_coin_flies() {
        for (_, turn) in paying() {
            let play = PayoutTimeline::new(&turn.payments, 0);
            for step in 0..turn.payments.len() {
                let begins = step as f64 * STEP_SECS;
                assert!(
                    (play.payments_made(begins + STEP_SECS / 2.0) - (step as f32 + 0.5)).abs()
                        < 0.001
                );
                let paid = &turn.payments[step];
                let flies = |secs| play.coins(secs).any(|flight| flight.step == step);
                let arrives = begins + STEP_SECS + 0.001;
                let is_kept =
                    paid.path.kept != Points::ZERO && paid.path.to_player.player().is_some();
                assert!(!flies(arrives - 0.01));
                assert_eq!(flies(arrives), is_kept);
                assert!(!flies(arrives + FLIGHT_SECS));
            }
            assert!((play.payments_made(play.secs()) - turn.payments.len() as f32).abs() < 0.001);
            assert_eq!(play.coins(play.secs()).count(), 0);
        }
    }

    #[test]
    fn points_count_up_to_the_recorded_gains_and_never_down() {
        for (entry, turn) in paying() {
            let journal = journal();
            let first = turn.first_payment_of(entry);
            let play = PayoutTimeline::new(&turn.payments, first);
            let all = play.uncounted(0.0);
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
                let left = play.uncounted(frame as f64 / 60.0);
                assert!(journal.game().players().all(|player| left[player] <= last[player]));
                last = left;
            }
            assert_eq!(last, ByPlayer::default());
            assert_eq!(play.uncounted(play.secs()), ByPlayer::default());
        }
    }

    /// Runs one frame of the animation at `time`.
    fn frame(
        animation: &mut PayoutAnimation,
        table: &Table,
        time: f64,
        events: Vec<Event>,
        motion: bool,
    ) {
        let ctx = Context::default();
        let input = egui::RawInput { time: Some(time), events, ..egui::RawInput::default() };
        let settings = Settings { motion, ..Settings::default() };
        let mut output =
            ctx.run_ui(input, |ui| animation.follow(ui.ctx(), table, &settings, Playback::On));
        output.textures_delta.clear();
    }

    fn key(key: Key) -> Vec<Event> {
        let modifiers = Modifiers::NONE;
        vec![Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers }]
    }

    /// Returns a table on which the latest entry that paid somebody was undone.
    fn unpaid() -> Table {
        let mut table = Table::new(journal());
        while table.turn().payments.last().is_none_or(|paid| paid.entry != table.shown_entry()) {
            table.apply(Change::Undo(1)).expect("there is more");
        }
        table.apply(Change::Undo(1)).expect("there is more");
        table
    }

    #[test]
    fn play_starts_with_the_entry_and_can_be_stopped_and_repeated() {
        let mut table = unpaid();
        let mut animation = PayoutAnimation::default();
        frame(&mut animation, &table, 1.0, Vec::new(), true);
        assert_eq!(animation.payments_made(), None, "nothing has happened yet");
        table.apply(Change::Redo(1)).expect("it was taken back");
        let first = table.turn().first_payment_of(table.shown_entry());
        frame(&mut animation, &table, 2.0, Vec::new(), true);
        assert_eq!(animation.payments_made(), Some(first as f32));
        assert!(animation.holds_payments() && animation.uncounted() != ByPlayer::default());
        frame(&mut animation, &table, 2.1, key(Key::A), true);
        assert_eq!(animation.payments_made(), None, "a key stops it");
        assert!(!animation.holds_payments());
        frame(&mut animation, &table, 3.0, key(Key::Space), true);
        assert_eq!(animation.payments_made(), Some(first as f32), "and space repeats it");
        frame(&mut animation, &table, 30.0, Vec::new(), true);
        assert_eq!((animation.payments_made(), animation.uncounted()), (None, ByPlayer::default()));
        table.apply(Change::Undo(1)).expect("it was played");
        frame(&mut animation, &table, 31.0, Vec::new(), true);
        assert_eq!(animation.payments_made(), None, "what is taken back is not played");
    }

    #[test]
    fn without_motion_the_final_state_is_shown_at_once() {
        let mut table = unpaid();
        let mut animation = PayoutAnimation::default();
        frame(&mut animation, &table, 1.0, Vec::new(), false);
        table.apply(Change::Redo(1)).expect("it was taken back");
        frame(&mut animation, &table, 2.0, Vec::new(), false);
        assert_eq!((animation.payments_made(), animation.uncounted()), (None, ByPlayer::default()));
        assert!(animation.holds_payments(), "it can be read although the pointer moves on");
    }

    #[test]
    fn stepping_through_the_journal_plays_the_shown_entry() {
        let mut table = unpaid();
        table.apply(Change::Redo(1)).expect("it was taken back");
        let here = table.shown_number();
        let mut animation = PayoutAnimation::default();
        frame(&mut animation, &table, 1.0, Vec::new(), true);
        for (at, number) in [here - 1, here].into_iter().enumerate() {
            table.show_number(number);
            frame(&mut animation, &table, 20.0 * (at + 1) as f64, Vec::new(), true);
        }
        assert!(animation.payments_made().is_some());
    }
}
