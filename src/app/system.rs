//! What the system asks of every program: light or dark, more contrast, less motion.
//!
//! It is asked once and tells every change of its mind; on Linux the desktop's portal does. Where
//! it says nothing, everything is as the settings have it.

use plain_text::listed;
use std::borrow::Cow;
use std::sync::mpsc::{Receiver, channel};

use egui::Context;
use mundy::{ColorScheme, Contrast, Interest, Preferences, ReducedMotion, Subscription};

use super::App;
use ui_board::settings::Settings;
use ui_kit::theme::{Look, Theme};

/// What the system asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wishes {
    /// Light or dark, if it says so.
    pub dark: Option<bool>,
    /// Whether everything is to stand out more.
    pub contrast: bool,
    /// Whether nothing is to move that need not.
    pub still: bool,
}

impl Wishes {
    /// What is asked for, in words.
    pub(super) fn words(self) -> String {
        let look = self.dark.map(|dark| if dark { "dark" } else { "light" });
        let contrast = self.contrast.then_some("more contrast");
        let still = self.still.then_some("less motion");
        let asked: Vec<&str> = [look, contrast, still].into_iter().flatten().collect();
        if asked.is_empty() { "nothing".to_owned() } else { listed(&asked) }
    }
}

impl From<Preferences> for Wishes {
    fn from(preferences: Preferences) -> Self {
        Self {
            dark: match preferences.color_scheme {
                ColorScheme::NoPreference => None,
                ColorScheme::Light => Some(false),
                ColorScheme::Dark => Some(true),
            },
            contrast: preferences.contrast == Contrast::More,
            still: preferences.reduced_motion == ReducedMotion::Reduce,
        }
    }
}

impl Wishes {
    /// The look of the window for the one that is set.
    const fn look(self, set: Look) -> Look {
        match (set, self) {
            (Look::System, Self { contrast: true, .. }) => Look::HighContrast,
            (Look::System, Self { dark: Some(true), .. }) => Look::Dark,
            (Look::System, Self { dark: Some(false), .. }) => Look::Light,
            (Look::System | Look::Light | Look::Dark | Look::HighContrast, _) => set,
        }
    }

    /// The settings by which everything is drawn.
    pub(super) fn over(self, set: &Settings) -> Cow<'_, Settings> {
        if self.still && set.motion {
            Cow::Owned(Settings { motion: false, ..set.clone() })
        } else {
            Cow::Borrowed(set)
        }
    }
}

/// Hears what the system asks for.
pub(super) struct System {
    heard: Receiver<Wishes>,
    _told_by: Subscription,
}

impl System {
    /// Listens from now on; a frame is asked for when there is something new.
    pub(super) fn listen(ctx: Context) -> Self {
        let (tell, heard) = channel();
        let wanted = Interest::ColorScheme | Interest::Contrast | Interest::ReducedMotion;
        let tell = std::sync::Mutex::new(tell);
        let told_by = Preferences::subscribe(wanted, move |preferences| {
            let tell = tell.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            // Nobody is left to hear it once the window is closed.
            let _ = tell.send(preferences.into());
            ctx.request_repaint();
        });
        Self { heard, _told_by: told_by }
    }

    /// What it asks for now, if that is news.
    pub(super) fn news(&self) -> Option<Wishes> {
        self.heard.try_iter().last()
    }
}

impl App {
    /// Looks and moves as the system asks for, where the settings leave it to that.
    pub fn follow(&mut self, ctx: &Context, wishes: Wishes) {
        if self.wishes != wishes {
            self.wishes = wishes;
            if self.is_installed {
                self.dress(ctx);
            }
        }
    }

    /// Gives the window its look.
    pub(super) fn dress(&self, ctx: &Context) {
        Theme::install(ctx, self.wishes.look(self.settings.look));
        if !self.wishes.over(&self.settings).motion {
            // What the toolkit moves by itself stands still as well.
            ctx.all_styles_mut(|style| style.animation_time = 0.0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_system_decides_only_what_is_left_to_it() {
        let dark = Wishes { dark: Some(true), ..Wishes::default() };
        let both = Wishes { contrast: true, ..dark };
        assert_eq!(dark.look(Look::System), Look::Dark);
        assert_eq!(both.look(Look::System), Look::HighContrast);
        assert_eq!(Wishes::default().look(Look::System), Look::System);
        for look in [Look::Light, Look::Dark, Look::HighContrast] {
            assert_eq!(both.look(look), look);
        }
    }

    #[test]
    fn less_motion_is_heard_and_never_written_down() {
        let still = Wishes { still: true, ..Wishes::default() };
        let settings = Settings::default();
        assert!(settings.motion && !still.over(&settings).motion);
        assert!(Wishes::default().over(&settings).motion);
    }

    #[test]
    fn what_the_system_says_is_understood() {
        let mut said = Preferences::default();
        assert_eq!(Wishes::from(said), Wishes::default());
        said.color_scheme = ColorScheme::Light;
        said.contrast = Contrast::More;
        said.reduced_motion = ReducedMotion::Reduce;
        let asked = Wishes { dark: Some(false), contrast: true, still: true };
        assert_eq!(Wishes::from(said), asked);
    }
}
