//! Work that would keep the window waiting, done beside it.

use std::sync::mpsc::{Receiver, TryRecvError, channel};

use egui::Context;

/// Something that is being worked out. Letting go of it gives it up.
#[derive(Debug)]
pub struct Job<T> {
    receive: Receiver<T>,
}

/// How far it is.
#[derive(Debug)]
pub enum State<T> {
    /// Not done yet, or not begun.
    Running,
    /// Done.
    Done(T),
    /// There will be nothing.
    Lost,
}

impl<T: Send + 'static> Job<T> {
    /// Begins; the window is drawn again when it is done.
    #[must_use]
    pub fn begin(ctx: &Context, work: impl FnOnce() -> T + Send + 'static) -> Self {
        let (send, receive) = channel();
        let ctx = ctx.clone();
        let begun = std::thread::Builder::new().spawn(move || {
            // Nobody is left to hear it once it was given up.
            let _ = send.send(work());
            ctx.request_repaint();
        });
        // Without a thread the sender is gone, and the work is told to be lost.
        drop(begun);
        Self { receive }
    }

    /// How far something is that may have been begun; once it is over, nothing is left of it.
    pub fn take(begun: &mut Option<Self>, waits: bool) -> State<T> {
        let state = begun.as_ref().map_or(State::Running, |job| job.state(waits));
        if !matches!(state, State::Running) {
            *begun = None;
        }
        state
    }

    /// What came of a job that is about something, with what that is: nothing as long as it runs
    /// or none was begun. Of one that is lost there is nothing to have.
    pub fn take_about<K>(begun: &mut Option<(K, Self)>, waits: bool) -> Option<(K, Option<T>)> {
        let (about, job) = begun.take()?;
        match job.state(waits) {
            State::Running => {
                *begun = Some((about, job));
                None
            }
            State::Done(done) => Some((about, Some(done))),
            State::Lost => Some((about, None)),
        }
    }

    /// How far it is; `waits` until it is done, as nothing but a test does.
    #[must_use]
    pub fn state(&self, waits: bool) -> State<T> {
        if waits {
            return self.receive.recv().map_or(State::Lost, State::Done);
        }
        match self.receive.try_recv() {
            Ok(done) => State::Done(done),
            Err(TryRecvError::Empty) => State::Running,
            Err(TryRecvError::Disconnected) => State::Lost,
        }
    }
}
