//! A guard against file access on the drawing thread: a slow disk would freeze the window.

use std::cell::Cell;
use std::marker::PhantomData;

thread_local! {
    static IS_DRAWING: Cell<bool> = const { Cell::new(false) };
}

/// A scope in which this thread must not touch files, such as the drawing of a frame.
///
/// In debug builds, touching a file panics and names the caller. Release builds check nothing.
#[derive(Debug)]
#[must_use = "files may be touched again once it is dropped"]
pub struct FrameScope {
    was_drawing: bool,
    /// Keeps the scope on its thread (it is not `Send`).
    thread: PhantomData<*const ()>,
}

impl FrameScope {
    /// Starts a frame on this thread.
    pub fn start() -> Self {
        Self { was_drawing: IS_DRAWING.replace(true), thread: PhantomData }
    }
}

impl Drop for FrameScope {
    fn drop(&mut self) {
        IS_DRAWING.set(self.was_drawing);
    }
}

/// Asserts that this thread is not drawing. A panicking thread may write its crash report.
#[track_caller]
pub(super) fn check_not_drawing() {
    debug_assert!(
        !IS_DRAWING.get() || std::thread::panicking(),
        "a file is touched by the thread that draws"
    );
}

#[cfg(all(test, debug_assertions))]
mod tests {
    use super::*;
    use crate::{Disk as _, RealDisk};

    #[test]
    fn a_frame_forbids_files_on_its_own_thread_until_it_ends() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let touch = || RealDisk.list(folder.path()).is_ok();
        assert!(touch());
        let frame = FrameScope::start();
        let inner = FrameScope::start();
        drop(inner);
        let touched = std::panic::catch_unwind(std::panic::AssertUnwindSafe(touch));
        assert!(touched.is_err(), "the outer frame goes on");
        std::thread::scope(|threads| assert!(threads.spawn(touch).join().is_ok_and(|done| done)));
        drop(frame);
        assert!(touch());
    }
}
