//! Dates as written in the header of a record.

/// A day written as year, month and day, which the calendar may lack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrittenDate {
    year: u16,
    month: u8,
    day: u8,
}

impl WrittenDate {
    /// Parses a day such as `2026-11-21` or, as in chess records, `2026.11.21`; `None` for any
    /// other form.
    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = text.trim().split(['-', '.']);
        let [year, month, day] =
            [4, 2, 2].map(|digits| parts.next().filter(|part| is_number(part, digits)));
        let day = Self {
            year: year?.parse().ok()?,
            month: month?.parse().ok()?,
            day: day?.parse().ok()?,
        };
        parts.next().is_none().then_some(day)
    }

    /// Returns year, month and day, if the calendar has this day.
    pub fn in_calendar(self) -> Option<(u16, u8, u8)> {
        let Self { year, month, day } = self;
        let is_leap =
            year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
        let days = match month {
            1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
            4 | 6 | 9 | 11 => 30,
            2 if is_leap => 29,
            2 => 28,
            _ => 0,
        };
        (1..=days).contains(&day).then_some((year, month, day))
    }
}

fn is_number(text: &str, digits: usize) -> bool {
    text.len() == digits && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns `true` if a date is written as year, month and day but is not in the calendar.
pub fn is_invalid_date(date: &str) -> bool {
    WrittenDate::parse(date).is_some_and(|day| day.in_calendar().is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_outside_the_calendar_are_distinguished_from_real_ones_and_from_other_text() {
        for date in ["2026-11-21", "2026.11.21", "2024-02-29", "2000-02-29", " 2026-12-31 "] {
            assert!(
                WrittenDate::parse(date).and_then(WrittenDate::in_calendar).is_some(),
                "{date}"
            );
            assert!(!is_invalid_date(date), "{date}");
        }
        for date in
            ["2026-02-30", "2026-02-29", "1900-02-29", "2026-13-01", "2026-00-01", "2026-04-31"]
        {
            assert!(is_invalid_date(date), "{date}");
        }
        for date in
            ["last week", "2026", "21-11-2026", "2026-11-21-1", "2026-1-1", "\u{664}026-11-21", ""]
        {
            assert_eq!(WrittenDate::parse(date), None, "{date}");
        }
    }
}
