//! The thread that draws touches no file: a disk that is slow would freeze the window.

use std::cell::Cell;
use std::marker::PhantomData;

thread_local! {
    static IS_DRAWING: Cell<bool> = const { Cell::new(false) };
}

/// Keeps this thread from touching files while it is held, as while a frame is drawn.
///
/// In debug builds a file that is touched all the same ends the program, and names the caller; in
/// release builds nothing is checked.
#[derive(Debug)]
#[must_use = "files may be touched again once it is dropped"]
pub struct FrameScope {
    was_drawing: bool,
    /// It belongs to the thread that made it.
    thread: PhantomData<*const ()>,
}

impl FrameScope {
    /// Begins a frame on this thread.
    pub fn begin() -> Self {
        Self { was_drawing: IS_DRAWING.replace(true), thread: PhantomData }
    }
}

impl Drop for FrameScope {
    fn drop(&mut self) {
        IS_DRAWING.set(self.was_drawing);
    }
}

/// Checks that this thread is not drawing. A fault writes its page wherever it happens.
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
    fn a_file_is_touched_before_and_after_a_frame_and_by_other_threads_but_not_within() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let touch = || RealDisk.list(folder.path()).is_ok();
        assert!(touch());
        let frame = FrameScope::begin();
        let inner = FrameScope::begin();
        drop(inner);
        let touched = std::panic::catch_unwind(std::panic::AssertUnwindSafe(touch));
        assert!(touched.is_err(), "the outer frame goes on");
        std::thread::scope(|threads| assert!(threads.spawn(touch).join().is_ok_and(|done| done)));
        drop(frame);
        assert!(touch());
    }
}
