//! Numbers with their sign.

/// Formats a number, with a minus sign (U+2212) as wide as a figure.
pub fn plain(number: i32) -> String {
    if number < 0 { format!("−{}", number.unsigned_abs()) } else { number.to_string() }
}

/// Formats a change with its sign: "+2", "0", "−2".
pub fn signed(by: i32) -> String {
    if by > 0 { format!("+{by}") } else { plain(by) }
}
