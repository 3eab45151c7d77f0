//! Protection of ballots from core dumps, and from other processes that read this one.

use std::fmt;

/// A guard during whose lifetime the process cannot be dumped.
///
/// On Linux, a crash then leaves no core dump, and no other process of the same user can attach to
/// this one or read its memory; an administrator still can. On other systems the guard does
/// nothing, and an enabled core dump contains the ballots.
pub struct CoreDumpGuard(());

impl CoreDumpGuard {
    /// Makes the process undumpable, where the system supports it.
    pub fn begin() -> Self {
        system::begin();
        Self(())
    }
}

impl Drop for CoreDumpGuard {
    fn drop(&mut self) {
        system::end();
    }
}

impl fmt::Debug for CoreDumpGuard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Undumpable")
    }
}

#[cfg(target_os = "linux")]
mod system {
    use std::sync::{Mutex, MutexGuard, PoisonError};

    use rustix::process::{DumpableBehavior, dumpable_behavior, set_dumpable_behavior};

    /// The number of guards, and the setting of the process before the first of them.
    static GUARDS: Mutex<(usize, Option<DumpableBehavior>)> = Mutex::new((0, None));

    fn guards() -> MutexGuard<'static, (usize, Option<DumpableBehavior>)> {
        // No code panics while the lock is held.
        GUARDS.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn begin() {
        let mut guards = guards();
        guards.0 += 1;
        if guards.0 == 1 {
            guards.1 = dumpable_behavior().ok();
            // If the system refuses, the ballots are as exposed as the data of any program.
            let _ = set_dumpable_behavior(DumpableBehavior::NotDumpable);
        }
    }

    pub(super) fn end() {
        let mut guards = guards();
        guards.0 = guards.0.saturating_sub(1);
        if guards.0 == 0
            && let Some(before) = guards.1.take()
        {
            // The system accepted this setting before, so it accepts it again.
            let _ = set_dumpable_behavior(before);
        }
    }
}

#[cfg(not(target_os = "linux"))]
mod system {
    pub(super) const fn begin() {}

    pub(super) const fn end() {}
}
