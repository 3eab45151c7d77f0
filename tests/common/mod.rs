//! What several test targets share: the battery, the second calculator, dice and a driver.

pub mod battery;
pub mod calculator;
pub mod dice;
