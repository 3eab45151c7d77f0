//! Numbers with their sign.

/// A number, its sign as wide as a figure.
pub fn plain(number: i32) -> String {
    if number < 0 { format!("−{}", number.unsigned_abs()) } else { number.to_string() }
}

/// A change, its sign as wide as a figure.
pub fn signed(by: i32) -> String {
    if by > 0 { format!("+{by}") } else { plain(by) }
}
