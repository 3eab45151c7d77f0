//! Work that would keep the window waiting, done beside it.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError, channel};
use std::time::Duration;

use egui::{Context, Id};

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

/// A thread that carries out jobs one after another, in the order in which they were begun.
#[derive(Debug)]
pub struct Queue {
    jobs: Option<Sender<Box<dyn FnOnce() + Send>>>,
    /// Disconnected by the thread when it ends.
    ended: Receiver<()>,
}

impl Queue {
    /// Starts the thread.
    pub fn start(name: &str) -> Self {
        let (jobs, taken) = channel::<Box<dyn FnOnce() + Send>>();
        let (end, ended) = channel();
        let started = std::thread::Builder::new().name(name.to_owned()).spawn(move || {
            for job in taken {
                job();
            }
            drop(end);
        });
        // Without a thread nobody takes the jobs, which are then lost.
        drop(started);
        Self { jobs: Some(jobs), ended }
    }

    /// Takes no more jobs, and waits at most `patience` until those that it has are done. Returns
    /// `true` if they are.
    pub fn finish(&mut self, patience: Duration) -> bool {
        self.jobs = None;
        self.ended.recv_timeout(patience) != Err(RecvTimeoutError::Timeout)
    }
}

impl<T: Send + 'static> Job<T> {
    /// Begins; the window is drawn again when it is done.
    pub fn begin(ctx: &Context, work: impl FnOnce() -> T + Send + 'static) -> Self {
        let (job, carry_out) = Self::prepare(ctx, work);
        // Without a thread the sender is gone, and the work is told to be lost.
        let _ = std::thread::Builder::new().spawn(carry_out);
        job
    }

    /// Begins once every job is done that was begun in the queue before. It is done even if the
    /// job is let go of.
    pub fn begin_in(
        queue: &Queue,
        ctx: &Context,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Self {
        let (job, carry_out) = Self::prepare(ctx, work);
        if let Some(jobs) = &queue.jobs {
            // Without a thread the sender is gone, and the work is told to be lost.
            let _ = jobs.send(Box::new(carry_out));
        }
        job
    }

    /// Returns a job with the work that a thread has to do for it.
    fn prepare(
        ctx: &Context,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> (Self, impl FnOnce() + Send + 'static) {
        let (send, receive) = channel();
        let running = RunningJob::begin(ctx);
        let ctx = ctx.clone();
        let carry_out = move || {
            // Nobody is left to hear it once it was given up.
            let _ = send.send(work());
            // Gone before the window looks: a job is lost if its work did not come to an end.
            drop(send);
            drop(running);
            ctx.request_repaint();
        };
        (Self { receive }, carry_out)
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

/// The number of jobs that run for a window.
#[derive(Clone, Debug, Default)]
struct RunningCount(Arc<AtomicUsize>);

impl RunningCount {
    fn of(ctx: &Context) -> Self {
        ctx.data_mut(|data| data.get_temp_mut_or_default::<Self>(Id::NULL).clone())
    }
}

/// Counts a job as running until it is dropped.
struct RunningJob(RunningCount);

impl RunningJob {
    fn begin(ctx: &Context) -> Self {
        let count = RunningCount::of(ctx);
        count.0.fetch_add(1, Ordering::SeqCst);
        Self(count)
    }
}

impl Drop for RunningJob {
    fn drop(&mut self) {
        self.0.0.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Returns the number of jobs that run for a window, for a test that waits until all are done.
pub fn running(ctx: &Context) -> usize {
    RunningCount::of(ctx).0.load(Ordering::SeqCst)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// No test waits longer.
    const LONG: Duration = Duration::from_mins(1);

    #[test]
    fn jobs_of_a_queue_are_done_in_order_also_those_that_nobody_waits_for() {
        let (ctx, mut queue) = (Context::default(), Queue::start("test"));
        let (done, order) = channel();
        let jobs = (0..50).map(|number| {
            let done = done.clone();
            Job::begin_in(&queue, &ctx, move || done.send(number).is_ok())
        });
        drop(jobs.collect::<Vec<_>>());
        assert!(queue.finish(LONG));
        assert_eq!(order.try_iter().collect::<Vec<_>>(), (0..50).collect::<Vec<_>>());
        let late = Job::begin_in(&queue, &ctx, || ());
        assert!(matches!(late.state(true), State::Lost));
    }

    #[test]
    fn a_queue_that_is_stuck_is_waited_for_no_longer_than_said() {
        let (ctx, mut queue) = (Context::default(), Queue::start("test"));
        let (release, wait) = channel::<()>();
        let job = Job::begin_in(&queue, &ctx, move || wait.recv());
        assert!(!queue.finish(Duration::ZERO));
        assert!(matches!(job.state(false), State::Running));
        drop(release);
        assert!(queue.finish(LONG));
        assert!(matches!(job.state(true), State::Done(_)));
    }

    #[test]
    fn a_job_runs_until_its_work_is_over_also_if_nobody_waits_for_it() {
        let ctx = Context::default();
        let (release, wait) = channel::<()>();
        drop(Job::begin(&ctx, move || wait.recv()));
        assert_eq!(running(&ctx), 1);
        let job = Job::begin(&ctx, || panic!("its work does not come to an end"));
        assert!(matches!(job.state(true), State::<()>::Lost));
        drop(release);
        while running(&ctx) > 0 {
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}
