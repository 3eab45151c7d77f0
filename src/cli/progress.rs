//! Progress bars for long tasks.

use indicatif::{ProgressBar, ProgressStyle};

/// Returns a bar over this many steps, removed when dropped.
///
/// It is drawn on standard error, and only on a terminal, so it never mixes with results.
pub(super) fn progress_bar(steps: u64, doing: &'static str) -> ProgressBar {
    let style = ProgressStyle::with_template("{msg}: {wide_bar} {pos} of {len}, {eta} left");
    let bar = ProgressBar::new(steps).with_message(doing);
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
