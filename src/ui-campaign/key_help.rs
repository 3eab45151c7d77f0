//! The keys of the campaign, for the overview of all keys.

/// The keys with what each does, grouped by purpose.
pub const KEYS: [(&str, &[(&str, &str)]); 1] = [(
    "The campaign",
    &[
        ("1 to 9", "show a page: the town, a party, its characters"),
        ("0", "show the journal"),
        ("Enter", "record the form whose field has the keyboard"),
        ("Escape", "one step back"),
        ("Tab", "go to the next control"),
    ],
)];
