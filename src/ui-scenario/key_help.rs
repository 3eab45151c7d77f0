//! The keys of the scenario table, for the overview of all keys.

/// The keys with what each does, grouped by purpose. They are handled by the map and its panel.
pub const KEYS: [(&str, &[(&str, &str)]); 1] = [(
    "The scenario table",
    &[
        ("Arrow keys", "move the cursor on the map"),
        ("Enter, Space", "press the hex below the cursor: select a figure, paint, put a figure"),
        ("A", "accept the turn of the selected monster"),
        ("M", "move the selected figure to the cursor"),
        ("Escape", "one step back"),
        ("Tab", "go to the next control"),
    ],
)];
