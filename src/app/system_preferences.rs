//! The system's preferences for every program: light or dark, more contrast, less motion.
//!
//! The app subscribes to them and hears every change; on Linux from the desktop's portal. Without
//! preferences the settings decide alone.

use plain_text::listed;
use std::borrow::Cow;
use std::sync::mpsc::{Receiver, channel};

use egui::Context;
use mundy::{ColorScheme, Contrast, Interest, Preferences, ReducedMotion, Subscription};

use super::App;
use ui_board::settings::Settings;
use ui_kit::theme::{Appearance, Theme};

/// The system's preferences.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SystemPreferences {
    /// `true` for dark, `false` for light, if it has a preference.
    pub dark: Option<bool>,
    /// `true` for more contrast.
    pub contrast: bool,
    /// `true` for no animations.
    pub reduced_motion: bool,
}

impl SystemPreferences {
    /// Returns the preferences in words.
    pub(super) fn words(self) -> String {
        let look = self.dark.map(|dark| if dark { "dark" } else { "light" });
        let contrast = self.contrast.then_some("more contrast");
        let still = self.reduced_motion.then_some("less motion");
        let preferences: Vec<&str> = [look, contrast, still].into_iter().flatten().collect();
        if preferences.is_empty() { "nothing".to_owned() } else { listed(&preferences) }
    }
}

impl From<Preferences> for SystemPreferences {
    fn from(preferences: Preferences) -> Self {
        Self {
            dark: match preferences.color_scheme {
                ColorScheme::NoPreference => None,
                ColorScheme::Light => Some(false),
                ColorScheme::Dark => Some(true),
            },
            contrast: preferences.contrast == Contrast::More,
            reduced_motion: preferences.reduced_motion == ReducedMotion::Reduce,
        }
    }
}

impl SystemPreferences {
    /// Returns the appearance of the window for the one in the settings.
    const fn look(self, set: Appearance) -> Appearance {
        match (set, self) {
            (Appearance::System, Self { contrast: true, .. }) => Appearance::HighContrast,
            (Appearance::System, Self { dark: Some(true), .. }) => Appearance::Dark,
            (Appearance::System, Self { dark: Some(false), .. }) => Appearance::Light,
            (
                Appearance::System
                | Appearance::Light
                | Appearance::Dark
                | Appearance::HighContrast,
                _,
            ) => set,
        }
    }

    /// Returns the settings for drawing, with motion off if the system prefers that.
    pub(super) fn apply_to(self, set: &Settings) -> Cow<'_, Settings> {
        if self.reduced_motion && set.motion {
            Cow::Owned(Settings { motion: false, ..set.clone() })
        } else {
            Cow::Borrowed(set)
        }
    }
}

/// A subscription to the system's preferences.
pub(super) struct PreferenceSubscription {
    changes: Receiver<SystemPreferences>,
    _subscription: Subscription,
}

impl PreferenceSubscription {
    /// Subscribes to the preferences; every change requests a frame.
    pub(super) fn listen(ctx: Context) -> Self {
        let (send, changes) = channel();
        let wanted = Interest::ColorScheme | Interest::Contrast | Interest::ReducedMotion;
        let send = std::sync::Mutex::new(send);
        let subscription = Preferences::subscribe(wanted, move |preferences| {
            let send = send.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            // A closed window has no receiver.
            let _ = send.send(preferences.into());
            ctx.request_repaint();
        });
        Self { changes, _subscription: subscription }
    }

    /// Returns the latest preferences if they changed since the last call.
    pub(super) fn take_change(&self) -> Option<SystemPreferences> {
        self.changes.try_iter().last()
    }
}

impl App {
    /// Follows the system's preferences, where the settings leave it to the system.
    pub fn follow(&mut self, ctx: &Context, wishes: SystemPreferences) {
        if self.system_preferences != wishes {
            self.system_preferences = wishes;
            if self.is_installed {
                self.apply_look(ctx);
            }
        }
    }

    /// Applies the appearance of the window.
    pub(super) fn apply_look(&self, ctx: &Context) {
        Theme::install(ctx, self.system_preferences.look(self.settings.look));
        if !self.system_preferences.apply_to(&self.settings).motion {
            // Also turns off the animations of the toolkit.
            ctx.all_styles_mut(|style| style.animation_time = 0.0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_system_chooses_the_look_only_where_the_settings_follow_it() {
        let dark = SystemPreferences { dark: Some(true), ..SystemPreferences::default() };
        let both = SystemPreferences { contrast: true, ..dark };
        assert_eq!(dark.look(Appearance::System), Appearance::Dark);
        assert_eq!(both.look(Appearance::System), Appearance::HighContrast);
        assert_eq!(SystemPreferences::default().look(Appearance::System), Appearance::System);
        for look in [Appearance::Light, Appearance::Dark, Appearance::HighContrast] {
            assert_eq!(both.look(look), look);
        }
    }

    #[test]
    fn the_systems_wish_for_less_motion_never_changes_the_saved_settings() {
        let still = SystemPreferences { reduced_motion: true, ..SystemPreferences::default() };
        let settings = Settings::default();
        assert!(settings.motion && !still.apply_to(&settings).motion);
        assert!(SystemPreferences::default().apply_to(&settings).motion);
    }

    #[test]
    fn the_systems_preferences_are_converted() {
        let mut preferences = Preferences::default();
        assert_eq!(SystemPreferences::from(preferences), SystemPreferences::default());
        preferences.color_scheme = ColorScheme::Light;
        preferences.contrast = Contrast::More;
        preferences.reduced_motion = ReducedMotion::Reduce;
        let expected =
            SystemPreferences { dark: Some(false), contrast: true, reduced_motion: true };
        assert_eq!(SystemPreferences::from(preferences), expected);
    }
}
