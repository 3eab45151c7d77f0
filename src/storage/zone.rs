//! The time zone of this machine.

use std::sync::OnceLock;

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Timestamp, Zoned};

/// Returns the time zone of this machine, read from its files only once: frames ask for the time
/// and must not wait for a disk.
fn zone() -> &'static TimeZone {
    static ZONE: OnceLock<TimeZone> = OnceLock::new();
    ZONE.get_or_init(TimeZone::system)
}

/// Returns the local time of this machine.
pub(super) fn now() -> Zoned {
    Timestamp::now().to_zoned(zone().clone())
}

/// Returns the offset of local time from UTC at noon of a day, in minutes; 0 for an invalid date.
pub fn utc_offset_minutes(year: u16, month: u8, day: u8) -> i32 {
    minutes_in(zone(), year, month, day).unwrap_or(0)
}

fn minutes_in(zone: &TimeZone, year: u16, month: u8, day: u8) -> Option<i32> {
    let (month, day) = (i8::try_from(month).ok()?, i8::try_from(day).ok()?);
    let date = Date::new(i16::try_from(year).ok()?, month, day).ok()?;
    let noon = date.at(12, 0, 0, 0).to_zoned(zone.clone()).ok()?;
    Some(noon.offset().seconds() / 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_utc_offset_is_that_of_the_requested_day() {
        for hours in -12..=14 {
            let zone = TimeZone::fixed(jiff::tz::offset(hours));
            assert_eq!(minutes_in(&zone, 2026, 11, 21), Some(i32::from(hours) * 60));
        }
        let summer = TimeZone::posix("CET-1CEST,M3.5.0,M10.5.0/3").expect("a time zone");
        assert_eq!(minutes_in(&summer, 2026, 7, 1), Some(120));
        assert_eq!(minutes_in(&summer, 2026, 12, 1), Some(60));
        assert_eq!(minutes_in(&summer, 2026, 2, 30), None);
    }
}
