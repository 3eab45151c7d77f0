//! The turn clock: how long the players take, and the evening.
//!
//! It is off unless somebody wants it. The time goes to whoever is waited for; while everybody is,
//! as in a vote, it is the evening's alone. When nobody touches the window for long it stands
//! still. What it came to is kept in the head of the record when the game is left or over, an
//! evening a line; no rule knows of it.

use plain_text::remarks;
use std::time::Duration;

use egui::Context;

use super::screen::Screen;
use super::{App, Standing};
use narration::words::duration;
use notation::record::{Evening, Tags};
use rules::Game;
use rules::player::PlayerId;

/// After so long without a touch nobody is taken to play, in seconds.
const PAUSE: f64 = 300.0;
/// What an evening is called whose day is not known.
const SOME_DAY: &str = "undated";

/// The time of an evening so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Clock {
    /// When it was looked at last, and when somebody last did something, by the window's clock.
    last: Option<(f64, f64)>,
    /// In all, in seconds.
    all: f64,
    /// For each player, in the order of the seats.
    seats: Vec<f64>,
}

impl Clock {
    /// Lets the time pass up to `now`; `whose` is waited for, and `acts` is whether somebody did
    /// something just now.
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

    /// Forgets when it was looked at: what passes until the next time belongs to nobody.
    fn stop(&mut self) {
        self.last = None;
    }

    /// Whether it runs at `now`.
    fn runs(&self, now: f64) -> bool {
        self.last.is_some_and(|(_, acted)| now < acted + PAUSE)
    }

    /// How long a player was waited for, earlier evenings included, in seconds.
    fn of(&self, player: PlayerId, tags: &Tags) -> u32 {
        let before = tags.evenings.iter().filter_map(|evening| evening.seats.get(player.index()));
        let now = self.seats.get(player.index()).copied().unwrap_or_default();
        before.fold(whole(now), |all, seconds| all.saturating_add(*seconds))
    }

    /// Writes this evening into what the record says of itself; says whether that is news.
    fn write(&mut self, tags: &mut Tags, day: &str, seats: usize) -> bool {
        if whole(self.all) == 0 {
            return false;
        }
        let day = if day.is_empty() { SOME_DAY } else { day };
        let place = tags.evenings.iter().rposition(|evening| evening.day == day);
        let place = place.unwrap_or_else(|| {
            tags.evenings.push(Evening { day: day.to_owned(), ..Evening::default() });
            tags.evenings.len() - 1
        });
        let place = &mut tags.evenings[place];
        place.all = place.all.saturating_add(whole(self.all));
        place.seats.resize(seats.max(place.seats.len()), 0);
        for (kept, seconds) in place.seats.iter_mut().zip(&self.seats) {
            *kept = kept.saturating_add(whole(*seconds));
        }
        // From here on it counts what comes on top; parts of a second are not worth a word.
        *self = Self { last: self.last, ..Self::default() };
        true
    }
}

/// Whole seconds.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "an evening has few seconds, and none below nothing"
)]
fn whole(seconds: f64) -> u32 {
    seconds as u32
}

/// Who is waited for, if it is one player.
fn whose(game: &Game) -> Option<PlayerId> {
    let owed = game.owed();
    let player = owed.first()?.player?;
    owed.iter().all(|owed| owed.player == Some(player)).then_some(player)
}

impl App {
    /// Lets the clock run, if one is wanted and a game is played.
    pub(super) fn run_clock(&mut self, ctx: &Context) {
        let Screen::Table(open) = &mut self.screen else {
            return;
        };
        let game = open.table.journal().game();
        let is_over = game.is_over();
        if is_over || !self.settings.clock || open.damaged.is_some() {
            open.clock.stop();
            if is_over {
                self.keep_clock();
            }
            return;
        }
        let (now, acts) = ctx.input(|input| (input.time, !input.events.is_empty()));
        open.clock.tick(now, whose(game), acts);
        if open.clock.runs(now) {
            // The minutes on screen are those that have passed.
            let player =
                whose(game).map_or(0, |player| open.clock.of(player, &open.table.journal().tags));
            let next = 60 - player % 60;
            ctx.request_repaint_after(Duration::from_secs(u64::from(next)));
        }
    }

    /// Puts what the clock came to into the record, where anything can be recorded.
    pub(super) fn keep_clock(&mut self) {
        let day = self.world.today.clone();
        let Some(open) = self.screen.open_mut() else {
            return;
        };
        // A game that was only looked at is left as it was.
        let is_kept = matches!(open.saving.standing(), Standing::Saving | Standing::Saved)
            && open.damaged.is_none();
        let seats = open.table.journal().setup().players.len();
        if is_kept && open.clock.write(open.table.tags_mut(), &day, seats) {
            open.saving.replace(open.table.journal());
        }
    }

    /// What the clock says beside the menus; nothing unless it is wanted.
    pub(super) fn clock_words(&self) -> Option<String> {
        let open = self.screen.game().filter(|_| self.settings.clock)?;
        let game = open.table.journal().game();
        let said = |player| {
            let name = game.player_name(player);
            format!("{name} {}", duration(open.clock.of(player, &open.table.journal().tags)))
        };
        if game.is_over() {
            return Some(remarks(&game.players().map(said).collect::<Vec<_>>()));
        }
        let evening = duration(whole(open.clock.all));
        let turn = whose(game).map(said).into_iter();
        Some(remarks(&turn.chain([format!("this evening {evening}")]).collect::<Vec<_>>()))
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
    fn the_time_goes_to_whoever_is_waited_for() {
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
    fn when_nobody_acts_for_long_it_stands_still() {
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
    fn an_evening_is_kept_once_and_the_next_stands_beside_it() {
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
    fn what_passes_while_another_screen_is_shown_is_nobodys() {
        let mut clock = Clock::default();
        clock.tick(0.0, Some(ADA), true);
        clock.tick(10.0, Some(ADA), true);
        clock.stop();
        clock.tick(200.0, Some(ADA), true);
        clock.tick(201.0, Some(ADA), true);
        assert_eq!(clock.of(ADA, &Tags::default()), 11);
    }
}
