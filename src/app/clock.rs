//! The turn clock: the time taken by each player and by the whole evening.
//!
//! It is off by default. Time is credited to the player to act; while several are, as in a vote,
//! only to the evening. The clock pauses when the window gets no input for [`PAUSE`]. The totals
//! are written to the header of the record when the game is left or over, one line per evening;
//! no rule knows of them.

use plain_text::remarks;
use std::time::Duration;

use egui::Context;

use super::screen::Screen;
use super::{App, SaveStatus};
use narration::words::duration;
use notation::record::{Evening, Tags};
use rules::Game;
use rules::player::PlayerId;

/// Time without input after which the clock pauses, in seconds.
const PAUSE: f64 = 300.0;
/// The label of an evening without a known date.
const SOME_DAY: &str = "undated";

/// The time of an evening so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Clock {
    /// The times of the last tick and of the last input, by the window's clock.
    last: Option<(f64, f64)>,
    /// The total, in seconds.
    all: f64,
    /// The seconds of each player, in the order of the seats.
    seats: Vec<f64>,
}

impl Clock {
    /// Advances the clock to `now` and credits `whose`, the player to act; `acts` is `true` if
    /// there was input just now.
    fn tick(&mut self, now: f64, whose: Option<PlayerId>, acts: bool) {
        let (last, acted) = self.last.unwrap_or((now, now));
        let until = now.min(acted + PAUSE);
        let passed = (until - last).max(0.0);
        self.all += passed;
        if let Some(player) = whose {
            let seat = player.index();
            if self.seats.len() <= seat {
                self.seats.resize(seat + 1, 0.0);
            }
            self.seats[seat] += passed;
        }
        self.last = Some((now, if acts { now } else { acted }));
    }

    /// Pauses the clock: the time until the next tick is credited to no player.
    fn stop(&mut self) {
        self.last = None;
    }

    /// Returns `true` if the clock runs at `now`.
    fn runs(&self, now: f64) -> bool {
        self.last.is_some_and(|(_, acted)| now < acted + PAUSE)
    }

    /// Returns the time of a player in seconds, earlier evenings included.
    fn of(&self, player: PlayerId, tags: &Tags) -> u32 {
        let before = tags.evenings.iter().filter_map(|evening| evening.seats.get(player.index()));
        let now = self.seats.get(player.index()).copied().unwrap_or_default();
        before.fold(whole(now), |all, seconds| all.saturating_add(*seconds))
    }

    /// Adds the time to this evening in the tags of the record; returns `true` if they changed.
    fn write(&mut self, tags: &mut Tags, day: &str, seats: usize) -> bool {
        if whole(self.all) == 0 {
            return false;
        }
        let day = if day.is_empty() { SOME_DAY } else { day };
        let known = tags.evenings.iter().rposition(|evening| evening.day == day);
        let index = known.unwrap_or_else(|| {
            tags.evenings.push(Evening { day: day.to_owned(), ..Evening::default() });
            tags.evenings.len() - 1
        });
        let evening = &mut tags.evenings[index];
        evening.all = evening.all.saturating_add(whole(self.all));
        evening.seats.resize(seats.max(evening.seats.len()), 0);
        for (total, seconds) in evening.seats.iter_mut().zip(&self.seats) {
            *total = total.saturating_add(whole(*seconds));
        }
        // The written seconds are cleared; fractions of a second are dropped.
        *self = Self { last: self.last, ..Self::default() };
        true
    }
}

/// Rounds down to whole seconds.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "an evening has few seconds, and never a negative number"
)]
fn whole(seconds: f64) -> u32 {
    seconds as u32
}

/// Returns the player to act, if it is a single one.
fn whose(game: &Game) -> Option<PlayerId> {
    let pending = game.pending();
    let player = pending.first()?.player?;
    pending.iter().all(|decision| decision.player == Some(player)).then_some(player)
}

impl App {
    /// Advances the clock, if it is on and a game is being played.
    pub(super) fn run_clock(&mut self, ctx: &Context) {
        let Screen::Table(open) = &mut self.screen else {
            return;
        };
        let game = open.table.journal().game();
        let is_over = game.is_over();
        if is_over || !self.settings.clock || open.damaged_file.is_some() {
            open.clock.stop();
            if is_over {
                self.save_clock();
            }
            return;
        }
        let (now, acts) = ctx.input(|input| (input.time, !input.events.is_empty()));
        open.clock.tick(now, whose(game), acts);
        if open.clock.runs(now) {
            // The screen shows full minutes, so the next repaint is due at the next one.
            let seconds =
                whose(game).map_or(0, |player| open.clock.of(player, &open.table.journal().tags));
            let next = 60 - seconds % 60;
            ctx.request_repaint_after(Duration::from_secs(u64::from(next)));
        }
    }

    /// Writes the totals of the clock into the record, if it is writable.
    pub(super) fn save_clock(&mut self) {
        let day = self.world.today.clone();
        let Some(open) = self.screen.game_behind_pages_mut() else {
            return;
        };
        // A game that was only viewed stays unchanged.
        let is_written = matches!(open.saving.status(), SaveStatus::Saving | SaveStatus::Saved)
            && open.damaged_file.is_none();
        let seats = open.table.journal().setup().players.len();
        if is_written && open.clock.write(open.table.tags_mut(), &day, seats) {
            open.saving.replace(open.table.journal());
        }
    }

    /// Returns the text of the clock in the menu bar; `None` while the clock is off.
    pub(super) fn clock_text(&self) -> Option<String> {
        let open = self.screen.game().filter(|_| self.settings.clock)?;
        let game = open.table.journal().game();
        let time_of = |player| {
            let name = game.player_name(player);
            format!("{name} {}", duration(open.clock.of(player, &open.table.journal().tags)))
        };
        if game.is_over() {
            return Some(remarks(&game.players().map(time_of).collect::<Vec<_>>()));
        }
        let evening = format!("this evening {}", duration(whole(open.clock.all)));
        let turn = whose(game).map(time_of);
        Some(remarks(&turn.into_iter().chain([evening]).collect::<Vec<_>>()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ADA: PlayerId = PlayerId(0);
    const BEN: PlayerId = PlayerId(1);

    fn evening(day: &str, all: u32, seats: &[u32]) -> Evening {
        Evening { day: day.to_owned(), all, seats: seats.to_vec() }
    }

    #[test]
    fn the_clock_credits_the_player_to_act() {
        let mut clock = Clock::default();
        clock.tick(100.0, Some(ADA), true);
        clock.tick(130.0, Some(ADA), true);
        clock.tick(140.0, Some(BEN), true);
        clock.tick(150.0, None, true);
        let tags = Tags::default();
        assert_eq!((clock.of(ADA, &tags), clock.of(BEN, &tags)), (30, 10));
        assert_eq!(whole(clock.all), 50);
    }

    #[test]
    fn the_clock_pauses_after_five_minutes_without_input() {
        let mut clock = Clock::default();
        clock.tick(0.0, Some(ADA), true);
        for minute in 1..60 {
            clock.tick(f64::from(minute) * 60.0, Some(ADA), false);
        }
        assert_eq!(clock.of(ADA, &Tags::default()), 300);
        assert!(!clock.runs(3540.0));
        clock.tick(3600.0, Some(ADA), true);
        clock.tick(3610.0, Some(ADA), false);
        assert_eq!(clock.of(ADA, &Tags::default()), 310);
    }

    #[test]
    fn writing_adds_to_the_evening_of_its_day_and_starts_a_new_one_on_another_day() {
        let mut tags = Tags::default();
        let mut clock = Clock::default();
        assert!(!clock.write(&mut tags, "2026-11-22", 2), "nothing has passed");
        clock.tick(0.0, Some(BEN), true);
        clock.tick(70.0, Some(BEN), true);
        assert!(clock.write(&mut tags, "2026-11-22", 2));
        assert!(!clock.write(&mut tags, "2026-11-22", 2));
        clock.tick(75.0, Some(ADA), true);
        assert!(clock.write(&mut tags, "2026-11-22", 2));
        assert_eq!(tags.evenings, [evening("2026-11-22", 75, &[5, 70])]);
        clock.tick(85.0, Some(ADA), true);
        assert!(clock.write(&mut tags, "2026-11-29", 2));
        assert_eq!(tags.evenings[1], evening("2026-11-29", 10, &[10, 0]));
        assert_eq!(clock.of(ADA, &tags), 15);
    }

    #[test]
    fn a_stopped_clock_credits_no_player() {
        let mut clock = Clock::default();
        clock.tick(0.0, Some(ADA), true);
        clock.tick(10.0, Some(ADA), true);
        clock.stop();
        clock.tick(200.0, Some(ADA), true);
        clock.tick(201.0, Some(ADA), true);
        assert_eq!(clock.of(ADA, &Tags::default()), 11);
    }
}
