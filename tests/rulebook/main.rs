//! The rulebook, rule by rule: what the engine grants, refuses and computes.
//!
//! A test for rule 5.11 is called `rule_5_11_<a fact>`; [`complete`] keeps the list of rules
//! and the tests complete.
#![expect(clippy::expect_used, reason = "a test that finds its table in disorder has failed")]

#[expect(dead_code, reason = "the recorded games use the rest")]
#[path = "../common"]
mod common {
    pub mod calculator;
    pub mod dice;
}

mod by_hand;
mod chains;
mod complete;
mod inspect;
mod missing;
mod offers;
mod referee;
mod section_10;
mod section_11;
mod section_2;
mod section_3;
mod section_4;
mod section_5;
mod section_6;
mod section_7;
mod section_8;
mod section_9;
mod street;
mod support;
mod worked_examples;
