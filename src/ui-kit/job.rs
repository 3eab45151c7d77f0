//! Background jobs, for work that would block the window.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError, channel};
use std::time::Duration;

use egui::{Context, Id};

/// A value that is computed in another thread. Dropping the job discards the value.
#[derive(Debug)]
pub struct Job<T> {
    receive: Receiver<T>,
}

/// The state of a job.
#[derive(Debug)]
pub enum JobState<T> {
    /// Not finished, or not started.
    Running,
    /// Finished, with its value.
    Done(T),
    /// Ended without a value.
    Lost,
}

/// A thread that runs jobs one after another, in the order in which they were started.
#[derive(Debug)]
pub struct JobQueue {
    jobs: Option<Sender<Box<dyn FnOnce() + Send>>>,
    /// Disconnected by the thread when it ends.
    ended: Receiver<()>,
}

impl JobQueue {
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
        // Without a thread the jobs are lost.
        drop(started);
        Self { jobs: Some(jobs), ended }
    }

    /// Accepts no more jobs, and waits at most `patience` until the accepted ones are finished.
    /// Returns `true` if they are.
    pub fn finish(&mut self, patience: Duration) -> bool {
        self.jobs = None;
        self.ended.recv_timeout(patience) != Err(RecvTimeoutError::Timeout)
    }
}

impl<T: Send + 'static> Job<T> {
    /// Starts a job in a thread of its own; the window is redrawn when it is finished.
    pub fn start(ctx: &Context, work: impl FnOnce() -> T + Send + 'static) -> Self {
        let (job, carry_out) = Self::prepare(ctx, work);
        // Without a thread the sender is dropped, and the job is reported as lost.
        let _ = std::thread::Builder::new().spawn(carry_out);
        job
    }

    /// Starts a job after all earlier jobs of the queue. The work is done even if the job is
    /// dropped.
    pub fn start_in(
        queue: &JobQueue,
        ctx: &Context,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Self {
        let (job, carry_out) = Self::prepare(ctx, work);
        if let Some(jobs) = &queue.jobs {
            // Without a thread the sender is dropped, and the job is reported as lost.
            let _ = jobs.send(Box::new(carry_out));
        }
        job
    }

    /// Returns a job with the work that a thread has to run for it.
    fn prepare(
        ctx: &Context,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> (Self, impl FnOnce() + Send + 'static) {
        let (send, receive) = channel();
        let running = RunningJob::begin(ctx);
        let ctx = ctx.clone();
        let carry_out = move || {
            // Sending fails if the job was dropped.
            let _ = send.send(work());
            // Dropped before the redraw, so that the window finds a job without a value lost.
            drop(send);
            drop(running);
            ctx.request_repaint();
        };
        (Self { receive }, carry_out)
    }

    /// Returns the state of an optional job, and removes the job if it has ended.
    /// `JobState::Running` without a job. `waits` for its end.
    pub fn take(slot: &mut Option<Self>, waits: bool) -> JobState<T> {
        let state = slot.as_ref().map_or(JobState::Running, |job| job.state(waits));
        if !matches!(state, JobState::Running) {
            *slot = None;
        }
        state
    }

    /// Takes an ended job with its key; `None` while it runs or without a job. The value is `None`
    /// if the job is lost. `waits` for its end.
    pub fn take_with_key<K>(slot: &mut Option<(K, Self)>, waits: bool) -> Option<(K, Option<T>)> {
        let (key, job) = slot.take()?;
        match job.state(waits) {
            JobState::Running => {
                *slot = Some((key, job));
                None
            }
            JobState::Done(done) => Some((key, Some(done))),
            JobState::Lost => Some((key, None)),
        }
    }

    /// Returns the state; `waits` for the end of the job, which only tests do.
    pub fn state(&self, waits: bool) -> JobState<T> {
        if waits {
            return self.receive.recv().map_or(JobState::Lost, JobState::Done);
        }
        match self.receive.try_recv() {
            Ok(done) => JobState::Done(done),
            Err(TryRecvError::Empty) => JobState::Running,
            Err(TryRecvError::Disconnected) => JobState::Lost,
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
pub fn running_jobs(ctx: &Context) -> usize {
    RunningCount::of(ctx).0.load(Ordering::SeqCst)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The maximum time that a test waits.
    const LONG: Duration = Duration::from_mins(1);

    #[test]
    fn jobs_of_a_queue_run_in_order_even_if_they_are_dropped() {
        let (ctx, mut queue) = (Context::default(), JobQueue::start("test"));
        let (done, order) = channel();
        let jobs = (0..50).map(|number| {
            let done = done.clone();
            Job::start_in(&queue, &ctx, move || done.send(number).is_ok())
        });
        drop(jobs.collect::<Vec<_>>());
        assert!(queue.finish(LONG));
        assert_eq!(order.try_iter().collect::<Vec<_>>(), (0..50).collect::<Vec<_>>());
        let late = Job::start_in(&queue, &ctx, || ());
        assert!(matches!(late.state(true), JobState::Lost));
    }

    #[test]
    fn finishing_a_stuck_queue_waits_at_most_the_given_time() {
        let (ctx, mut queue) = (Context::default(), JobQueue::start("test"));
        let (release, wait) = channel::<()>();
        let job = Job::start_in(&queue, &ctx, move || wait.recv());
        assert!(!queue.finish(Duration::ZERO));
        assert!(matches!(job.state(false), JobState::Running));
        drop(release);
        assert!(queue.finish(LONG));
        assert!(matches!(job.state(true), JobState::Done(_)));
    }

    #[test]
    fn a_dropped_job_counts_as_running_until_its_work_ends() {
        let ctx = Context::default();
        let (release, wait) = channel::<()>();
        drop(Job::start(&ctx, move || wait.recv()));
        assert_eq!(running_jobs(&ctx), 1);
        let job = Job::start(&ctx, || panic!("its work does not come to an end"));
        assert!(matches!(job.state(true), JobState::<()>::Lost));
        drop(release);
        while running_jobs(&ctx) > 0 {
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}
