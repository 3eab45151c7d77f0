//! Comparison of a text with a stored copy.

use std::fs;
use std::path::Path;

/// Compares `text` with the copy `name` in a folder, or stores it if `UPDATE_GOLDEN` is set.
#[track_caller]
pub fn check_golden(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::create_dir_all(folder).expect("the folder of stored texts can be made");
        fs::write(&path, text).expect("the folder of stored texts can be written");
        return;
    }
    let stored = fs::read_to_string(&path).unwrap_or_default();
    for (number, (was, is)) in (1..).zip(stored.lines().zip(text.lines())) {
        assert_eq!(was, is, "{name}:{number}");
    }
    assert_eq!(stored.lines().count(), text.lines().count(), "lines of {name}");
}
