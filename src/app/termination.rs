//! Requests of the system to end the app: somebody logs out, or the machine is switched off.
//!
//! That is no crash. The app closes as if by its menu, without a question, and the next start
//! reports nothing unless something could not be saved. A hidden window may draw no more frames,
//! and one whose disk stalls stays open, so the listening thread ends the process in any case.

use egui::Context;

/// A shared flag: the system asked the app to end.
#[derive(Clone, Debug, Default)]
pub struct TerminationRequest(std::sync::Arc<std::sync::atomic::AtomicBool>);

impl TerminationRequest {
    /// Returns `true` if the app was asked to end since the last call.
    pub fn take_request(&self) -> bool {
        self.0.swap(false, std::sync::atomic::Ordering::Relaxed)
    }

    /// Starts to listen. On the first signal `last` finishes saving, and returns `true` if
    /// everything is saved; then the process exits.
    #[cfg(unix)]
    pub fn listen(&self, ctx: Context, last: impl FnOnce() -> bool + Send + 'static) {
        use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

        // Without a handler, the system ends the app like any other.
        let Ok(mut signals) = signal_hook::iterator::Signals::new([SIGHUP, SIGINT, SIGTERM]) else {
            return;
        };
        let flag = self.clone();
        let builder = std::thread::Builder::new().name("ending".to_owned());
        let _ = builder.spawn(move || {
            let mut last = Some(last);
            for signal in signals.forever() {
                if let Some(last) = last.take() {
                    flag.0.store(true, std::sync::atomic::Ordering::Relaxed);
                    ctx.request_repaint();
                    let builder = std::thread::Builder::new().name("last act".to_owned());
                    let thread = builder.spawn(move || std::process::exit(i32::from(!last())));
                    if thread.is_err() {
                        std::process::exit(1);
                    }
                } else if signal == SIGINT {
                    // Somebody insists; desktops send the other signals more than once.
                    std::process::exit(1);
                }
            }
        });
    }

    /// Does nothing: this system asks windows to close, which `ClosingState` handles.
    #[cfg(not(unix))]
    pub fn listen(&self, _ctx: Context, _last: impl FnOnce() -> bool + Send + 'static) {}
}
