//! The settings in a file of their own, beside the games.
//!
//! Two windows share it. What was set in one is written field by field over what the file says
//! then, so neither takes back what the other set; lists of games and of names keep what either
//! added. A file that cannot be read is kept aside, and told.

use std::path::{Path, PathBuf};

use egui::Context;
use plain_text::listed;
use serde_json::{Map, Value};

use super::App;
use storage::{Stamp, StorageError, change_shared, read_shared, set_aside};
use ui_board::settings::Settings;

/// The file of the settings in the app's own folder.
pub(super) const FILE: &str = "settings.ron";

/// What begins the file, for whoever opens it in an editor.
const HEAD: &str = "// The settings of Founders Ledger. What is left out is as it usually is.\n";

/// Where settings are kept, and what of them was written last.
pub(super) struct Keeping {
    path: PathBuf,
    /// What this window wrote last, or found; nothing before the first time.
    written: Option<Settings>,
}

impl Keeping {
    /// Reads the settings in a file; `otherwise` are those where there is none. Gives what there
    /// is to tell besides.
    pub(super) fn open(path: &Path, otherwise: Settings) -> (Self, Settings, Option<String>) {
        let keeping = |written| Self { path: path.to_owned(), written };
        match read(path) {
            Ok(Some(settings)) => {
                let mut restrained = settings.clone();
                let replaced = restrained.restrain();
                if replaced.is_empty() {
                    return (keeping(Some(settings)), restrained, None);
                }
                let message = put_aside_in_part(path, &replaced);
                (keeping(None), restrained, Some(message))
            }
            Ok(None) => {
                let mut restrained = otherwise;
                restrained.restrain();
                (keeping(None), restrained, None)
            }
            Err(why) => (keeping(None), otherwise, Some(put_aside(path, &why))),
        }
    }
}

/// The settings in a file; nothing if there is no file yet.
fn read(path: &Path) -> Result<Option<Settings>, String> {
    let text = read_shared(path).map_err(|error| error.to_string())?;
    text.map(|text| parse(path, &text)).transpose()
}

fn parse(path: &Path, text: &str) -> Result<Settings, String> {
    ron::from_str(text).map_err(|error| format!("{}: {error}", path.display()))
}

/// Keeps a file aside that cannot be read; gives the sentences that tell it.
fn put_aside(path: &Path, why: &str) -> String {
    match set_aside(path, &Stamp::now()) {
        Ok(kept) => format!(
            "The settings cannot be read, and begin anew: {why}. The file is kept as {}.",
            kept.display()
        ),
        Err(error) => format!("The settings cannot be read: {why}. {error}"),
    }
}

/// Keeps a file aside in which these settings are out of bounds; returns a message.
fn put_aside_in_part(path: &Path, replaced: &[&str]) -> String {
    let message = format!("Settings out of bounds are as usual again: {}.", listed(replaced));
    match set_aside(path, &Stamp::now()) {
        Ok(kept) => format!("{message} The file is kept as {}.", kept.display()),
        Err(error) => format!("{message} {error}"),
    }
}

/// Settings as the text of their file.
fn print(settings: &Settings) -> Result<String, ron::Error> {
    let pretty = ron::ser::PrettyConfig::new();
    Ok(format!("{HEAD}{}\n", ron::ser::to_string_pretty(settings, pretty)?))
}

/// What the file is to say once this window, which last wrote `before`, has set `ours`.
fn merged(before: &Settings, ours: &Settings, theirs: &Settings) -> Settings {
    let fields = |settings: &Settings| match serde_json::to_value(settings) {
        Ok(Value::Object(fields)) => fields,
        Ok(_) | Err(_) => Map::new(),
    };
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

/// Whether it is a list of games or of names, and not what was set for every seat.
fn is_list(values: &[Value]) -> bool {
    values.iter().all(Value::is_string)
}

/// A list that two windows changed: what is new in either first, and nothing that either removed.
fn both(was: &[Value], mine: &[Value], theirs: &[Value]) -> Vec<Value> {
    let mut all: Vec<Value> = mine.iter().filter(|one| !was.contains(one)).cloned().collect();
    let new = theirs.iter().filter(|one| !was.contains(one) && !mine.contains(one));
    all.extend(new.cloned());
    let stays = |one: &&Value| was.contains(one) && theirs.contains(one);
    all.extend(mine.iter().filter(stays).cloned());
    all
}

/// Writes what was set into the file; gives what there is to tell.
fn write(path: &Path, before: &Settings, ours: &Settings) -> Option<String> {
    let mut told = None;
    let written = change_shared(path, |text| {
        let unread = |error: StorageError| error.to_string();
        let theirs = match text.map_err(unread) {
            Ok(None) => Ok(None),
            Ok(Some(text)) => parse(path, &text).map(Some),
            Err(why) => Err(why),
        };
        let all = match theirs {
            Ok(Some(theirs)) => merged(before, ours, &theirs),
            Ok(None) => ours.clone(),
            Err(why) => {
                told = Some(put_aside(path, &why));
                ours.clone()
            }
        };
        print(&all).unwrap_or_default()
    });
    match written {
        Ok(()) => told,
        Err(error) => Some(format!("The settings cannot be kept: {error}.")),
    }
}

impl App {
    /// Has what was set since the last frame written.
    pub(super) fn keep_settings(&mut self, ctx: &Context) {
        let Some(keeping) = &mut self.keeping else {
            return;
        };
        if keeping.written.as_ref() == Some(&self.settings) {
            return;
        }
        let ours = self.settings.clone();
        let before = keeping.written.replace(ours.clone()).unwrap_or_default();
        let path = keeping.path.clone();
        self.tasks.write(ctx, None, move || write(&path, &before, &ours), Self::tell_any);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use narration::PlayerNaming;
    use ui_kit::theme::Look;

    fn games(names: &[&str]) -> Settings {
        Settings { recent: names.iter().map(PathBuf::from).collect(), ..Settings::default() }
    }

    #[test]
    fn settings_are_read_as_they_were_written() {
        let mut settings = games(&["/games/evening.founders"]);
        settings.look = Look::Dark;
        settings.photograph = 0.3;
        settings.roster = vec!["Ada \"the\" first".to_owned()];
        let text = print(&settings).expect("they can be written");
        assert_eq!(parse(Path::new("settings.ron"), &text), Ok(settings));
        // What an older app left out is as usual.
        let few = parse(Path::new("settings.ron"), "(look: Light, calling: Races)");
        let expected =
            Settings { look: Look::Light, naming: PlayerNaming::Races, ..Settings::default() };
        assert_eq!(few, Ok(expected));
    }

    #[test]
    fn what_is_set_for_every_seat_is_no_list_that_two_windows_add_to() {
        let before = Settings::default();
        let ours = Settings { plates: [0, 1, 0, 3], ..Settings::default() };
        let theirs = Settings { motion: false, ..games(&["/games/evening.founders"]) };
        let all = merged(&before, &ours, &theirs);
        assert_eq!((all.plates, all.motion), ([0, 1, 0, 3], false));
        assert_eq!(all.recent, theirs.recent);
    }

    #[test]
    fn a_file_that_is_wrong_is_told_by_name_and_place() {
        let told = parse(Path::new("/own/settings.ron"), "(\n  look: Bright)").expect_err("wrong");
        assert!(told.contains("settings.ron") && told.contains("2:"), "{told}");
    }

    #[test]
    fn two_windows_take_back_nothing_of_each_other() {
        let before = games(&["a", "b"]);
        let ours = Settings { look: Look::Dark, ..games(&["c", "a", "b"]) };
        let theirs = Settings { motion: false, ..games(&["d", "b"]) };
        let all = merged(&before, &ours, &theirs);
        assert_eq!((all.look, all.motion), (Look::Dark, false));
        // Both new games are there, and the one that was taken away is not.
        assert_eq!(all.recent, ["c", "d", "b"].map(PathBuf::from));
    }

    #[cfg(unix)]
    #[test]
    fn a_game_whose_name_is_no_text_stays_among_the_recent_ones_and_those_that_are_pinned() {
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
