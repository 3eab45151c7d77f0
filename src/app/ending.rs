//! Being told to end by the system: somebody logs out, or the machine is switched off.
//!
//! That is no crash. The app closes as if by its menu, without a question, and the next start has
//! nothing to say of it unless something could not be saved. A window that is hidden may draw no
//! frame any more, and one whose disk stalls stays, so who listens here sees to the end in any
//! case.

use egui::Context;

/// What the app is told through.
#[derive(Clone, Debug, Default)]
pub struct Ending(std::sync::Arc<std::sync::atomic::AtomicBool>);

impl Ending {
    /// Whether the app was told to end since this was last asked.
    pub fn is_told(&self) -> bool {
        self.0.swap(false, std::sync::atomic::Ordering::Relaxed)
    }

    /// Listens from now on; `last` sees to the end, and returns whether everything is saved.
    #[cfg(unix)]
    pub fn listen(&self, ctx: Context, last: impl FnOnce() -> bool + Send + 'static) {
        use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

        // Where nothing can be listened to, the system ends the app as any other.
        let Ok(mut signals) = signal_hook::iterator::Signals::new([SIGHUP, SIGINT, SIGTERM]) else {
            return;
        };
        let told = self.clone();
        let listening = move || {
            let mut last = Some(last);
            for signal in signals.forever() {
                if let Some(last) = last.take() {
                    told.0.store(true, std::sync::atomic::Ordering::Relaxed);
                    ctx.request_repaint();
                    let ending = std::thread::Builder::new().name("last act".to_owned());
                    let begun = ending.spawn(move || std::process::exit(i32::from(!last())));
                    if begun.is_err() {
                        std::process::exit(1);
                    }
                } else if signal == SIGINT {
                    // Somebody insists; desktops send one signal after the other by themselves.
                    std::process::exit(1);
                }
            }
        };
        let builder = std::thread::Builder::new().name("ending".to_owned());
        let _ = builder.spawn(listening);
    }

    /// On this system windows are told to close, which is heard elsewhere.
    #[cfg(not(unix))]
    pub fn listen(&self, _ctx: Context, _last: impl FnOnce() -> bool + Send + 'static) {}
}
