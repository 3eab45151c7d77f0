//! The settings file, separate from the games.
//!
//! Two windows share it. A window writes only the fields it changed over the current contents of
//! the file, so neither reverts the other's changes; lists of games and of names keep the additions
//! of both. An unreadable file is renamed as a backup, and a message reports it.

use std::path::{Path, PathBuf};

use egui::Context;
use plain_text::listed;
use serde_json::{Map, Value};

use super::App;
use storage::{StorageError, Timestamp, change_shared, read_shared, rename_unusable};
use ui_board::settings::Settings;

/// The file of the settings in the app's own folder.
pub(super) const FILE: &str = "settings.ron";

/// The comment at the top of the file, for people who open it in an editor.
const HEAD: &str = "// The settings of Founders Ledger. What is left out is as it usually is.\n";

/// The settings store: the path of the file, and the settings last written to it.
pub(super) struct SettingsStore {
    path: PathBuf,
    /// The settings that this window last wrote or read; `None` before the first time.
    written: Option<Settings>,
}

impl SettingsStore {
    /// Reads the settings in a file; `otherwise` applies without a file. Returns the store, the
    /// settings within their bounds, and a message about problems of the file.
    pub(super) fn open(path: &Path, otherwise: Settings) -> (Self, Settings, Option<String>) {
        let mut written = None;
        let (settings, message) = match read(path) {
            Ok(Some(settings)) => {
                let mut restrained = settings.clone();
                let replaced = restrained.reset_invalid();
                if replaced.is_empty() {
                    written = Some(settings);
                    (restrained, None)
                } else {
                    (restrained, Some(back_up_out_of_bounds(path, &replaced)))
                }
            }
            Ok(None) => {
                let mut restrained = otherwise;
                restrained.reset_invalid();
                (restrained, None)
            }
            Err(why) => (otherwise, Some(back_up_unreadable(path, &why))),
        };
        (Self { path: path.to_owned(), written }, settings, message)
    }
}

/// Reads the settings in a file; `None` if there is no file yet.
fn read(path: &Path) -> Result<Option<Settings>, String> {
    let text = read_shared(path).map_err(|error| error.to_string())?;
    text.map(|text| parse(path, &text)).transpose()
}

fn parse(path: &Path, text: &str) -> Result<Settings, String> {
    ron::from_str(text).map_err(|error| format!("{}: {error}", path.display()))
}

/// Renames an unreadable file as a backup; returns the message about it.
fn back_up_unreadable(path: &Path, why: &str) -> String {
    match rename_unusable(path, &Timestamp::now()) {
        Ok(kept) => format!(
            "The settings cannot be read, and begin anew: {why}. The file is kept as {}.",
            kept.display()
        ),
        Err(error) => format!("The settings cannot be read: {why}. {error}"),
    }
}

/// Renames a file with settings out of bounds as a backup; returns the message about it.
fn back_up_out_of_bounds(path: &Path, replaced: &[&str]) -> String {
    let message = format!("Settings out of bounds are as usual again: {}.", listed(replaced));
    match rename_unusable(path, &Timestamp::now()) {
        Ok(kept) => format!("{message} The file is kept as {}.", kept.display()),
        Err(error) => format!("{message} {error}"),
    }
}

/// Returns the text of the settings file.
fn print(settings: &Settings) -> Result<String, ron::Error> {
    let pretty = ron::ser::PrettyConfig::new();
    Ok(format!("{HEAD}{}\n", ron::ser::to_string_pretty(settings, pretty)?))
}

/// Merges the settings `ours` of this window, which last wrote `before`, into `theirs` in the file.
fn merged(before: &Settings, ours: &Settings, theirs: &Settings) -> Settings {
    let (before, mine, mut all) = (fields(before), fields(ours), fields(theirs));
    for (name, mine) in mine {
        let was = before.get(&name);
        let merged = match (was, &mine, all.get(&name)) {
            (Some(Value::Array(was)), Value::Array(mine), Some(Value::Array(theirs)))
                if is_list(was) && is_list(mine) && is_list(theirs) =>
            {
                Some(Value::Array(both(was, mine, theirs)))
            }
            (Some(was), mine, _) if was == mine => None,
            _ => Some(mine),
        };
        if let Some(merged) = merged {
            all.insert(name, merged);
        }
    }
    serde_json::from_value(Value::Object(all)).unwrap_or_else(|_| ours.clone())
}

/// Returns the settings as a map by field name.
fn fields(settings: &Settings) -> Map<String, Value> {
    match serde_json::to_value(settings) {
        Ok(Value::Object(fields)) => fields,
        Ok(_) | Err(_) => Map::new(),
    }
}

/// Returns `true` for a list of games or of names, and `false` for one of values per seat.
fn is_list(values: &[Value]) -> bool {
    values.iter().all(Value::is_string)
}

/// Merges a list that two windows changed: new items of either first, without those that either
/// removed.
fn both(was: &[Value], mine: &[Value], theirs: &[Value]) -> Vec<Value> {
    let my_new = mine.iter().filter(|item| !was.contains(item));
    let their_new = theirs.iter().filter(|item| !was.contains(item) && !mine.contains(item));
    let old = mine.iter().filter(|item| was.contains(item) && theirs.contains(item));
    my_new.chain(their_new).chain(old).cloned().collect()
}

/// Writes the changed settings to the file; returns a message if the file had problems.
fn write(path: &Path, before: &Settings, ours: &Settings) -> Option<String> {
    let mut message = None;
    let written = change_shared(path, |text| {
        let theirs = text
            .map_err(|error: StorageError| error.to_string())
            .and_then(|text| text.map(|text| parse(path, &text)).transpose());
        let all = match theirs {
            Ok(Some(theirs)) => merged(before, ours, &theirs),
            Ok(None) => ours.clone(),
            Err(why) => {
                message = Some(back_up_unreadable(path, &why));
                ours.clone()
            }
        };
        print(&all).unwrap_or_default()
    });
    match written {
        Ok(()) => message,
        Err(error) => Some(format!("The settings cannot be kept: {error}.")),
    }
}

impl App {
    /// Saves the settings changed since the last frame.
    pub(super) fn save_settings(&mut self, ctx: &Context) {
        let Some(keeping) = &mut self.settings_store else {
            return;
        };
        if keeping.written.as_ref() == Some(&self.settings) {
            return;
        }
        let ours = self.settings.clone();
        let before = keeping.written.replace(ours.clone()).unwrap_or_default();
        let path = keeping.path.clone();
        self.tasks.write(ctx, None, move || write(&path, &before, &ours), Self::show_any_message);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use narration::PlayerNaming;
    use ui_kit::theme::Appearance;

    fn games(names: &[&str]) -> Settings {
        Settings { recent: names.iter().map(PathBuf::from).collect(), ..Settings::default() }
    }

    #[test]
    fn settings_are_read_as_they_were_written() {
        let mut settings = games(&["/games/evening.founders"]);
        settings.look = Appearance::Dark;
        settings.photograph = 0.3;
        settings.roster = vec!["Ada \"the\" first".to_owned()];
        let text = print(&settings).expect("they can be written");
        assert_eq!(parse(Path::new("settings.ron"), &text), Ok(settings));
        // Fields that an older app did not write have their defaults.
        let few = parse(Path::new("settings.ron"), "(look: Light, calling: Races)");
        let expected = Settings {
            look: Appearance::Light,
            naming: PlayerNaming::Races,
            ..Settings::default()
        };
        assert_eq!(few, Ok(expected));
    }

    #[test]
    fn settings_per_seat_are_replaced_and_not_merged_like_lists() {
        let before = Settings::default();
        let ours = Settings { plates: [0, 1, 0, 3], ..Settings::default() };
        let theirs = Settings { motion: false, ..games(&["/games/evening.founders"]) };
        let all = merged(&before, &ours, &theirs);
        assert_eq!((all.plates, all.motion), ([0, 1, 0, 3], false));
        assert_eq!(all.recent, theirs.recent);
    }

    #[test]
    fn an_invalid_settings_file_is_reported_with_its_name_and_line() {
        let error = parse(Path::new("/own/settings.ron"), "(\n  look: Bright)").expect_err("wrong");
        assert!(error.contains("settings.ron") && error.contains("2:"), "{error}");
    }

    #[test]
    fn two_windows_do_not_revert_each_others_settings() {
        let before = games(&["a", "b"]);
        let ours = Settings { look: Appearance::Dark, ..games(&["c", "a", "b"]) };
        let theirs = Settings { motion: false, ..games(&["d", "b"]) };
        let all = merged(&before, &ours, &theirs);
        assert_eq!((all.look, all.motion), (Appearance::Dark, false));
        // Both new games are listed, and the removed one is not.
        assert_eq!(all.recent, ["c", "d", "b"].map(PathBuf::from));
    }

    #[cfg(unix)]
    #[test]
    fn a_path_that_is_not_unicode_stays_among_the_recent_and_the_pinned_games() {
        use std::os::unix::ffi::OsStringExt as _;
        let odd =
            PathBuf::from(std::ffi::OsString::from_vec(b"/games/\xff evening.founders".to_vec()));
        let mut settings = games(&["/games/evening.founders"]);
        settings.remember(&odd);
        settings.pin(&odd, true);
        let text = print(&settings).expect("they can be written");
        assert_eq!(parse(Path::new("settings.ron"), &text), Ok(settings.clone()));
        let both = merged(&Settings::default(), &settings, &games(&["/games/other.founders"]));
        assert!(both.recent.contains(&odd), "{:?}", both.recent);
    }
}
