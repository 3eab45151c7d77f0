//! Keeps ballots out of what a system writes down of a process: core dumps, and other processes
//! that look into this one.

use std::fmt;

/// As long as one of these lives, the process cannot be dumped.
///
/// On Linux a crash then leaves no core dump, and no other process of the same user can attach to
/// this one or read its memory; whoever administers the machine still can. Elsewhere nothing is
/// asked of the system: there, a core dump that was switched on holds what the memory holds.
pub(super) struct Undumpable(());

impl Undumpable {
    /// From now on the process cannot be dumped, where the system can be asked for that.
    pub(super) fn begin() -> Self {
        system::begin();
        Self(())
    }
}

impl Drop for Undumpable {
    fn drop(&mut self) {
        system::end();
    }
}

impl fmt::Debug for Undumpable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Undumpable")
    }
}

#[cfg(target_os = "linux")]
mod system {
    use std::sync::{Mutex, MutexGuard, PoisonError};

    use rustix::process::{DumpableBehavior, dumpable_behavior, set_dumpable_behavior};

    /// How many ask for it, and how the process was before the first of them.
    static ASKED: Mutex<(usize, Option<DumpableBehavior>)> = Mutex::new((0, None));

    fn asked() -> MutexGuard<'static, (usize, Option<DumpableBehavior>)> {
        // Nothing panics while it is held.
        ASKED.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn begin() {
        let mut asked = asked();
        asked.0 += 1;
        if asked.0 == 1 {
            asked.1 = dumpable_behavior().ok();
            // A system that refuses leaves the ballots as they are in any other program.
            let _ = set_dumpable_behavior(DumpableBehavior::NotDumpable);
        }
    }

    pub(super) fn end() {
        let mut asked = asked();
        asked.0 = asked.0.saturating_sub(1);
        if asked.0 == 0
            && let Some(before) = asked.1.take()
        {
            // It was so before, so the system takes it again.
            let _ = set_dumpable_behavior(before);
        }
    }
}

#[cfg(not(target_os = "linux"))]
mod system {
    pub(super) const fn begin() {}

    pub(super) const fn end() {}
}
