//! Being told to end by the system: somebody logs out, or the machine is switched off.
//!
//! That is no crash. The app closes as if by its menu, without a question, and
//! the next start has nothing to say of it. A window that is hidden may draw no
//! frame any more, so whoever waits here sees to the end in any case.

use egui::Context;

/// What the app is told through.
#[derive(Clone, Default)]
pub(super) struct Ending(std::sync::Arc<std::sync::atomic::AtomicBool>);

impl Ending {
    /// Whether the app was told to end since this was last asked.
    pub(super) fn is_told(&self) -> bool {
        self.0.swap(false, std::sync::atomic::Ordering::Relaxed)
    }

    /// Listens from now on; `last` is done in place of closing where the window does not answer.
    #[cfg(unix)]
    pub(super) fn listen(&self, ctx: Context, last: impl FnOnce() + Send + 'static) {
        use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

        // Where nothing can be listened to, the system ends the app as any other.
        let Ok(mut signals) = signal_hook::iterator::Signals::new([SIGHUP, SIGINT, SIGTERM]) else {
            return;
        };
        let told = self.clone();
        let listening = move || {
            if signals.forever().next().is_some() {
                told.0.store(true, std::sync::atomic::Ordering::Relaxed);
                ctx.request_repaint();
                // Closing ends the process, and this thread with it.
                std::thread::sleep(PATIENCE);
                last();
                std::process::exit(0);
            }
        };
        let builder = std::thread::Builder::new().name("ending".to_owned());
        let _ = builder.spawn(listening);
    }

    /// On this system windows are told to close, which is heard elsewhere.
    #[cfg(not(unix))]
    pub(super) fn listen(&self, _ctx: Context, _last: impl FnOnce() + Send + 'static) {}
}

/// How long the window has to close by itself.
#[cfg(unix)]
const PATIENCE: std::time::Duration = std::time::Duration::from_secs(6);
