//! Helpers shared by several test targets: the battery, the second calculator, dice and a driver.

pub mod battery;
pub mod calculator;
pub mod dice;
